"""A real server process on loopback, to be killed or measured."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryFile

from tests.server.postgres import free_port

ROOT = Path(__file__).parents[2]
SAID_MAX = 1 << 20


class ServerProcess:
    """`python -m grognard.server` with its own database."""

    def __init__(self, db: str, port: int | None = None, workers: int = 1, public: bool = False, *more: str) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "grognard.server", "--port", str(self.port), "--db", db]
        command += ["--workers", str(workers), *(["--public"] if public else []), *more]
        self._stderr = TemporaryFile()  # noqa: SIM115 - as long as the process
        self._process = subprocess.Popen(command, cwd=ROOT, stderr=self._stderr)
        self._await()

    def _await(self) -> None:
        for _ in range(600):
            assert self._process.poll() is None, f"the server ended at once: {self.said()}"
            try:
                with urllib.request.urlopen(f"{self.url}/api/theme", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """kill -9: nothing is finished, nothing is flushed. Returns when the workers, too, have gone with it."""
        workers = self.workers()
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait(10)
        for _ in range(600):
            if not any("grognard.server.worker" in words_of(pid) for pid in workers):
                return
            time.sleep(0.05)
        raise AssertionError("workers outlived their server")

    def stop(self) -> None:
        """End it in order."""
        self._process.terminate()
        self._process.wait(15)

    def said(self) -> str:
        """What it has written about itself: of workers that ended, and why."""
        return os.pread(self._stderr.fileno(), SAID_MAX, 0).decode("utf-8", "replace")

    def workers(self) -> list[int]:
        """The processes that serve: its workers, or itself."""
        started = [pid for pid in children(self._process.pid) if "grognard.server.worker" in words_of(pid)]
        return started or [self._process.pid]

    def kill_worker(self, number: int) -> None:
        """kill -9 one of its workers."""
        pids = sorted(self.workers())
        os.kill(pids[number % len(pids)], signal.SIGKILL)

    def memory(self) -> int:
        """Resident memory in megabytes, of all that serve; what they share is counted once."""
        return sum(kilobytes(pid) for pid in {self._process.pid, *self.workers()}) // 1024

    def processor_seconds(self) -> float:
        """How much processor time they have used."""
        return processor_seconds(self.workers())


def processor_seconds(pids: Iterable[int]) -> float:
    """How much processor time processes have used."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """The processes a process has started."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def words_of(pid: int) -> str:
    """The command of a process."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:  # it has gone
        return ""


def kilobytes(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("Pss:")).split()[1])


def measured(server: ServerProcess, game: str, matches: int, seconds: float, per_second: float) -> dict[str, float]:
    """Put load on a server from another process, and what was measured."""
    command = [sys.executable, "-m", "tests.server.load", server.url, game, str(matches), str(seconds), str(per_second)]
    command += [str(pid) for pid in server.workers()]
    before = sorted(server.workers())
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, timeout=600)
    assert done.returncode == 0, f"the load was broken off; the server said: {server.said()}"
    assert sorted(server.workers()) == before, f"a worker was replaced; the server said: {server.said()}"
    told: dict[str, float] = json.loads(done.stdout)
    return {**told, "memory_mb": server.memory()}
