"""A command line to type at, in this process or in one of its own."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from grognard.cli import main

PROGRAM = [sys.executable, "-m", "grognard.cli"]


@dataclass(frozen=True)
class Said:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The answer read as JSON."""
        return json.loads(self.out)

    def done(self) -> Said:
        """The same answer of a command that has to succeed."""
        assert (self.code, self.err) == (0, "")
        return self


class Cli:
    """Types commands in a folder of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._monkeypatch, self._capsys = folder, monkeypatch, capsys
        monkeypatch.chdir(folder)
        for name in ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "GROGNARD_DEBUG"):
            monkeypatch.delenv(name, raising=False)
        self.type("")

    def type(self, lines: str) -> None:
        """What stdin will give."""
        self._monkeypatch.setattr(sys, "stdin", io.StringIO(lines))

    def __call__(self, line: str) -> Said:
        self._capsys.readouterr()
        code = main(shlex.split(line))
        captured = self._capsys.readouterr()
        assert "Traceback" not in captured.err
        return Said(code, captured.out, captured.err)

    def wide(self, columns: int) -> None:
        """Have a terminal so wide."""
        self._monkeypatch.setenv("COLUMNS", str(columns))

    def wrong(self, line: str, *, code: int = 2) -> str:
        """The one line a command complains with."""
        said = self(line)
        assert said.code == code, said
        assert said.err.count("\n") == 1
        assert said.err.startswith("grognard: ")
        return said.err.removeprefix("grognard: ").strip()

    def text(self, name: str = "game.jsonl") -> str:
        """What a file holds."""
        return (self.folder / name).read_text("utf-8")


def environment() -> dict[str, str]:
    """An environment that says nothing about terminals."""
    gone = ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "GROGNARD_DEBUG")
    return {name: value for name, value in os.environ.items() if name not in gone}


def process(folder: Path, line: str, stdin: str = "") -> Said:
    """A command run as a program of its own."""
    done = subprocess.run(
        [*PROGRAM, *shlex.split(line)], cwd=folder, input=stdin, capture_output=True, text=True, timeout=60,
        env=environment(), check=False,
    )  # fmt: skip
    return Said(done.returncode, done.stdout, done.stderr)
