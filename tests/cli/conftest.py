from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.runner import Cli


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """A command line in an empty folder."""
    return Cli(tmp_path, monkeypatch, capsys)


@pytest.fixture
def game(cli: Cli) -> Cli:
    """A command line beside a match just begun."""
    cli("new guderian --seed 7").done()
    return cli
