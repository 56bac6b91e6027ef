"""A program at the other end of two pipes. Threads read and write, so that nothing the program does can hold us up."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import IO, Any

import msgspec

LINE_MAX = 1 << 20  # bytes in a line of the program's
UNREAD_MAX = 200  # answers that wait because the program does not read
UNHEARD_MAX = 1_000  # lines of the program's that wait for us; then it waits itself
QUIT_SECONDS = 1.0
SHOWN = 80


class ProgramEnded(Exception):  # noqa: N818 - it has come to an end
    """There is nothing more to be had from the program; the message goes on after its name."""


class Pipe:
    """A running program that is sent and says messages: tables with a `type`."""

    def __init__(self, words: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # Ctrl-C is for us; and whatever the program starts can be ended with it
            )
        except OSError as error:
            raise ProgramEnded(f"cannot be started: {error.strerror}") from None
        self._said: queue.Queue[bytes | None] = queue.Queue(UNHEARD_MAX)
        self._to_say: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=5)
        self._closed = False
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._threads = [
            threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._write, args=(self._process.stdin,), daemon=True),
            threading.Thread(target=self._listen, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, message: Any) -> None:
        """Say something; ProgramEnded if the program has long stopped listening."""
        if self._to_say.qsize() >= UNREAD_MAX:
            raise ProgramEnded("does not read what it is told")
        self._to_say.put(msgspec.json.encode(message) + b"\n")

    def hear(self, until: float, late: str) -> dict[str, Any]:
        """The next message; ProgramEnded, with `late`, if none has come by then (time.monotonic)."""
        message = self.hear_until(until)
        if message is None:
            raise ProgramEnded(self.how_it_ended() or f"{late} in time")
        return message

    def hear_until(self, until: float) -> dict[str, Any] | None:
        """The next message, or None if none has come by then."""
        left = until - time.monotonic()
        if left <= 0:
            return None
        try:
            line = self._said.get(timeout=left)
        except queue.Empty:
            return None
        if line is None:
            self._wait(QUIT_SECONDS)
            raise ProgramEnded(self.how_it_ended() or "closed its output")
        return _message(line)

    def close(self, farewell: Any = None) -> None:
        """End the program and all it has started, gently if there is something to say."""
        self._closed = True
        if farewell is not None and self._code() is None:
            self._to_say.put(msgspec.json.encode(farewell) + b"\n")
            self._to_say.put(None)
            self._wait(QUIT_SECONDS)
        self._to_say.put(None)
        if self._code() is None:
            self._kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(QUIT_SECONDS)

    # --- in threads of their own -----------------------------------------------------------------------------------

    def _read(self, out: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), os.fdopen(os.dup(out.fileno()), "rb") as lines:
            while line := lines.readline(LINE_MAX):
                self._hand(line)
        self._hand(None)
        out.close()

    def _hand(self, line: bytes | None) -> None:
        while not self._closed:
            with contextlib.suppress(queue.Full):
                return self._said.put(line, timeout=0.2)
        return None

    def _write(self, into: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (line := self._to_say.get()) is not None:
                view = memoryview(line)
                while view:
                    view = view[into.write(view) :]
        with contextlib.suppress(OSError):
            into.close()

    def _listen(self, err: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), os.fdopen(os.dup(err.fileno()), "rb") as lines:
            while line := lines.readline(LINE_MAX):
                if text := line.decode("utf-8", "replace").strip():
                    self._complaints.append(text[:200])
        err.close()

    # --- the end ---------------------------------------------------------------------------------------------------

    def how_it_ended(self) -> str:
        """The program's end and its last complaint; '' if it is still running."""
        code = self._code()
        if code is None:
            return ""
        self._threads[2].join(QUIT_SECONDS / 2)
        last = f": {self._complaints[-1]}" if self._complaints else ""
        how = f"ended by signal {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        return f"{how}{last}"

    def _wait(self, seconds: float) -> None:
        """Until the program has ended, but no longer than that."""
        until = time.monotonic() + seconds
        while self._code() is None and time.monotonic() < until:
            time.sleep(0.005)

    def _code(self) -> int | None:
        """What the program ended with, None while it runs.

        With it ends all it has started, and only then is it reaped: a number that was reaped may soon be another's.
        """
        if self._process.returncode is None and _has_ended(self._process):
            self._kill()
            self._process.wait()
        return self._process.returncode

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    if not hasattr(os, "waitid"):
        return process.poll() is not None
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _message(line: bytes) -> dict[str, Any]:
    try:
        message = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        message = None
    if not (isinstance(message, dict) and isinstance(message.get("type"), str)):
        shown = " ".join(line[: 4 * SHOWN].decode("utf-8", "replace").split())[:SHOWN]
        raise ProgramEnded(f"talks nonsense: {shown}")
    return message
