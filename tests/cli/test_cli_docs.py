"""The pages on playing are played as they are written: every command succeeds and says what the page quotes."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest

import grognard
from grognard.games import IDS
from tests.cli.runner import Cli, Said

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").glob("play-*.md"))
README = ROOT / "README.md"
GAP = "..."


@dataclass
class Shown:
    """One command of the page, what is typed after it, and what it is quoted to say."""

    line: str
    typed: list[str]
    quoted: list[str]


def commands(text: str) -> list[Shown]:
    found: list[Shown] = []
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        lines = iter(block.splitlines())
        for line in lines:
            if line.startswith("$ "):
                command, _, end = line.removeprefix("$ ").partition(" <<")
                found.append(Shown(command, [], []))
                while end and (typed := next(lines)) != end:
                    found[-1].typed.append(typed)
            else:
                found[-1].quoted.append(line.rstrip())
    return found


def check_quoted(shown: Shown, out: str) -> None:
    """The quoted lines come in this order; a gap stands for any lines, or for the rest of one."""
    said = [line.rstrip() for line in out.splitlines()]
    at, gap = 0, False
    for line in shown.quoted:
        if line == GAP:
            gap = True
            continue
        starts = line.removesuffix(GAP) if line.endswith(" " + GAP) else None
        matching = [
            n for n in range(at, len(said)) if said[n] == line or (starts and said[n].startswith(starts.rstrip()))
        ]
        assert matching, f"$ {shown.line}\n{line!r} is not in\n{out}"
        assert gap or matching[0] == at, f"$ {shown.line}\nbefore {line!r} there is {said[at]!r}"
        at, gap = matching[0] + 1, False
    assert gap or at == len(said), f"$ {shown.line}\nthen comes {said[at]!r}"


def check_done(said: Said) -> None:
    """The command has succeeded; `why` says by its exit code what it has answered."""
    assert said.err == ""
    assert said.code == (1 if "' is refused by " in said.out else 0)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_is_played_as_it_is_written(cli: Cli, page: Path) -> None:
    shown = commands(page.read_text("utf-8"))
    assert len(shown) > 25
    for command in shown:
        program, *words = shlex.split(command.line)
        assert program == "grognard"
        cli.type("\n".join(command.typed))
        said = cli(shlex.join(words))
        check_quoted(command, said.out)
        check_done(said)


def test_there_is_a_page_for_every_game() -> None:
    assert {page.stem for page in PAGES} == {f"play-{game}" for game in IDS}


def test_the_first_game_of_the_readme_works_as_printed(cli: Cli) -> None:
    shown = commands(README.read_text("utf-8"))
    assert len(shown) > 5
    for command in shown:
        check_done(cli(command.line.removeprefix("grognard ")))


def test_the_python_of_the_readme_runs() -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```$", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    names: dict[str, object] = {}
    exec(block, names)
    assert isinstance(names["twin"], grognard.Match)
