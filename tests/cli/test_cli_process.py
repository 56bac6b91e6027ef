"""The program as a program: exit codes, plain output, pipes, Ctrl-C, and the prompt at a real terminal."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import grognard
from tests.cli.runner import PROGRAM, environment, process


@pytest.fixture(autouse=True)
def _heed_ctrl_c() -> Iterator[None]:
    """Programs started in the background ignore Ctrl-C, and so do those they start; none is in the background here."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def until(what: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    """A command under way, in a group of processes of its own, as a terminal would start it."""
    return subprocess.Popen(
        [*PROGRAM, *words], cwd=folder, env=environment(), text=True, start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def test_a_first_action(tmp_path: Path) -> None:
    process(tmp_path, "new guderian --seed 7").done()
    said = process(tmp_path, "play game.jsonl place R16 0123").done()
    assert "R16 is placed in 0123" in said.out
    assert "\x1b" not in said.out
    refused = process(tmp_path, "play game.jsonl place R17 0101")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.startswith("grognard: refused by 5.1: ")
    assert process(tmp_path, "play game.jsonl -", "place R17 0124\ndeploy\n").done()
    assert process(tmp_path, "verify game.jsonl").done().out.startswith("game.jsonl: whole; 3 actions")
    assert process(tmp_path, "--version").done().out == f"{grognard.__version__}\n"


def test_bad_usage(tmp_path: Path) -> None:
    for line in ("shwo", "play", "show nothing.jsonl", "new guderian --seed"):
        said = process(tmp_path, line)
        assert said.code == 2
        assert said.err.count("\n") == 1
        assert said.out == ""
    assert not list(tmp_path.iterdir())


def test_a_reader_who_has_seen_enough(tmp_path: Path) -> None:
    with start(tmp_path, "rules", "guderian") as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == ""
    assert running.returncode == 0


def test_a_terminal_without_our_signs(tmp_path: Path) -> None:
    process(tmp_path, "new guderian --seed 7").done()
    said = subprocess.run(
        [*PROGRAM, "show", "game.jsonl"], cwd=tmp_path, capture_output=True, check=False,
        env={**environment(), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )  # fmt: skip
    assert (said.returncode, said.stderr) == (0, b"")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_in_a_series_keeps_whole_lines_and_tells_what_is_done(tmp_path: Path, jobs: str) -> None:
    results = tmp_path / "results.jsonl"
    running = start(tmp_path, "simulate", "guderian", "--games", "5000", "--jobs", jobs, "-o", "results.jsonl")
    until(lambda: results.exists() and results.read_bytes().count(b"\n") >= 2)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=30)
    text = results.read_text()
    assert text.endswith("\n")
    games = [json.loads(line)["game"] for line in text.splitlines()]
    assert games == sorted(set(games))
    assert running.returncode == 130
    went_on = "the same command goes on with results.jsonl"
    assert err == f"grognard: stopped after {len(games)} of 5000 games; {went_on}\n"
    assert f"{len(games)} games" in out


def test_ctrl_c_while_lines_are_played_leaves_the_file_whole(tmp_path: Path) -> None:
    process(tmp_path, "new guderian --seed 7").done()
    path = tmp_path / "game.jsonl"
    running = start(tmp_path, "play", "game.jsonl", "-")
    assert running.stdin is not None
    running.stdin.write("place R16 0123\n" + "place R17 0124\n")
    running.stdin.flush()
    until(lambda: path.read_text().count("place") == 2)
    os.killpg(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=30)
    assert (running.returncode, err) == (130, "grognard: stopped\n")
    assert len(grognard.load(path).actions) == 2
    assert [p.name for p in tmp_path.iterdir()] == ["game.jsonl"]


# --- at a terminal ---------------------------------------------------------------------------------------------------


class Terminal:
    """A real terminal with the program at the other end."""

    def __init__(self, folder: Path, *words: str) -> None:
        import pty

        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execve(
                PROGRAM[0], [*PROGRAM, *words], {**environment(), "TERM": "xterm", "COLUMNS": "100", "LINES": "60"}
            )
        self.seen = ""
        self.code: int | None = None

    def insist(self, keys: str, text: str) -> None:
        """Press keys again and again until a text is there."""
        for _ in range(20):
            self.type(keys)
            with suppress(AssertionError):
                self.until(text, patience=1)
                return
        raise AssertionError(f"{keys!r} never led to {text!r}")

    def until(self, text: str, patience: float = 20) -> str:
        """Wait for a text and return everything before it that is new."""
        end = time.monotonic() + patience
        while text not in self.seen:
            assert time.monotonic() < end, f"waiting for {text!r}: {self.seen}"
            if not select.select([self._fd], [], [], 0.1)[0]:
                continue
            try:
                self.seen += os.read(self._fd, 65536).decode(errors="replace")
            except OSError:
                raise AssertionError(f"it ended without {text!r}: {self.seen}") from None
        before, _, self.seen = self.seen.partition(text)
        return before

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._fd, text.encode())

    def end(self) -> int:
        """Wait for the end and return the exit code."""
        until(lambda: self._ended() is not None)
        os.close(self._fd)
        assert self.code is not None
        return self.code

    def _ended(self) -> int | None:
        if self.code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.code = os.waitstatus_to_exitcode(status) if pid else None
        return self.code

    def stop(self) -> None:
        """Leave nothing running behind a test that failed."""
        if self._ended() is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)


@pytest.fixture
def prompt(tmp_path: Path) -> Iterator[Terminal]:
    """The prompt at a terminal, just opened."""
    pytest.importorskip("pty")
    pytest.importorskip("readline")
    terminal = Terminal(tmp_path, "play")
    yield terminal
    terminal.stop()


def test_play_alone_opens_a_game_at_once(prompt: Terminal, tmp_path: Path) -> None:
    before = prompt.until("soviet> ")
    assert "Soviet set-up" in before
    assert "\x1b[" in before  # colours
    prompt.type("quit\n")
    prompt.until("the match is in game.jsonl")
    assert prompt.end() == 0
    assert len(grognard.load(tmp_path / "game.jsonl").actions) == 0


def test_a_conversation(prompt: Terminal, tmp_path: Path) -> None:
    prompt.until("soviet> ")
    for line, answer in [
        ("help", "take the last action back"), ("place R16 0123", "R16 is placed in 0123"),
        ("place R16 0124", "is not a unit"), ("chioces", "did you mean choices?"), ("choices place R17", "0126"),
        ("why attack", "9.11"), ("why", "name the action"), ("odds", "an attack or an overrun"), ("list", "Konev"),
        ("show Smolensk", "2216"), ("show Smolnsk", "did you mean Smolensk?"), ("log 1", "R16 is placed"),
        ("rules 6.51", "Overrun: approach"), ("undo", "taken back: place R16 0123"),
        ("undo", "nothing has been played"), ("log many", "how many lines"), ("deploy", "German Air Interdiction"),
    ]:  # fmt: skip
        prompt.type(line + "\n")
        prompt.until(answer)
        prompt.until("german> " if line == "deploy" else "soviet> ")
    prompt.type("\x04")  # Ctrl-D
    prompt.until("the match is in game.jsonl")
    assert prompt.end() == 0
    assert [played.action for played in grognard.load(tmp_path / "game.jsonl").actions] == ["deploy"]


def test_tab_completes_along_the_choices(prompt: Terminal) -> None:
    prompt.until("soviet> ")
    prompt.type("pla\trem\t0126\n")
    prompt.until("Remezov is placed in 0126")
    prompt.until("soviet> ")
    prompt.type("why pla\tR16 \t")
    prompt.until("0126")
    prompt.until("soviet> ")  # the line again, below what may follow
    prompt.insist("\x03", "the match is in game.jsonl")  # Ctrl-C; pressed while completing it only stops that
    assert prompt.end() == 0
