"""Which test shows which rule: `python -m tests.coverage` writes docs/rules-coverage.md and finds the gaps.

A gap is a rule that has neither a test nor a reason to need none, a test's mark that names no rule, or a number in the
source of a game that is no rule of it.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import grognard
from grognard.games import find
from grognard.rulebook import Rulebook

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rules-coverage.md"
NUMBER = re.compile(r"\d+\.\d+([A-Z]\d*)?[a-z]?|G\d+")


@dataclass
class Marks:
    """The tests of one game by the rules and the worked examples they show."""

    rules: dict[str, set[str]] = field(default_factory=dict)
    examples: dict[str, set[str]] = field(default_factory=dict)


class Collector:
    """A pytest plugin that reads the marks of every test and runs none."""

    def __init__(self) -> None:
        self.games: dict[str, Marks] = {}
        self.faults: list[str] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            test = item.nodeid.split("[")[0]
            for mark in item.iter_markers():
                if mark.name in ("rule", "example"):
                    self._note(test, mark)

    def _note(self, test: str, mark: pytest.Mark) -> None:
        if len(mark.args) < 2 or not all(isinstance(word, str) for word in mark.args):
            self.faults.append(f"{test}: mark it {mark.name}(game, id), not {mark.name}{mark.args}")
            return
        game, *ids = mark.args
        marks = self.games.setdefault(game, Marks())
        for id in ids:
            (marks.rules if mark.name == "rule" else marks.examples).setdefault(id, set()).add(test)


def collect() -> Collector:
    """The marks of all tests there are."""
    collector = Collector()
    told = io.StringIO()
    with redirect_stdout(told):
        code = pytest.main(
            ["--collect-only", "-qq", "-p", "no:cacheprovider", "-m", "", "--rootdir", str(ROOT), str(ROOT / "tests")],
            plugins=[collector],
        )
    if code != pytest.ExitCode.OK:
        sys.exit(f"the tests cannot be collected:\n{told.getvalue()[-1500:]}")
    return collector


# --- gaps -------------------------------------------------------------------------------------------------------------


def numbers_in_source(game: str) -> dict[str, str]:
    """Every rule number written as a string in a game's source, and where."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "src" / "grognard" / "games" / game).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and NUMBER.fullmatch(node.value):
                found.setdefault(node.value, f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


def gaps(game: str, book: Rulebook, marks: Marks) -> list[str]:
    """What is missing or wrong, a line each."""
    known = {**book.rules, **book.rulings}
    missing = [
        f"{game} {rule.id} ({rule.title}): no test, and no reason to need none"
        for rule in book.rules.values()
        if not rule.untested and rule.id not in marks.rules
    ]
    unknown = [
        f"{game} has no rule {id}, marked in {', '.join(sorted(tests))}"
        for id, tests in sorted(marks.rules.items())
        if id not in known
    ]
    invented = [
        f"{game} has no rule {id}, used in {at}" for id, at in numbers_in_source(game).items() if id not in known
    ]
    return missing + unknown + invented


# --- the page ---------------------------------------------------------------------------------------------------------


def page(collector: Collector) -> str:
    """The whole page, the same for the same tests."""
    parts = ["# Rules and their tests", "", "Written by `make rules`; do not edit.", ""]
    for info in grognard.games():
        parts += _game(info.title, find(info.id).rulebook, collector.games.get(info.id, Marks()))
    return "\n".join(parts).rstrip() + "\n"


def _game(title: str, book: Rulebook, marks: Marks) -> list[str]:
    shown = [rule for rule in book.rules.values() if rule.id in marks.rules]
    excused = [rule for rule in book.rules.values() if rule.untested and rule.id not in marks.rules]
    open_ = len(book.rules) - len(shown) - len(excused)
    lines = [
        f"## {title}",
        "",
        f"{len(book.rules)} rules: {len(shown)} shown by tests, {len(excused)} that need none, {open_} open. "
        f"{len(book.rulings)} rulings, {len(marks.examples)} worked examples.",
        "",
    ]
    chapters: dict[str, list[str]] = {}
    for rule in book.rules.values():
        row = f"| {rule.id} | {_cell(rule.title)} | {_shown(marks.rules.get(rule.id), rule.untested)} |"
        chapters.setdefault(rule.id.split(".")[0], []).append(row)
    for chapter, rows in chapters.items():
        lines += [f"### Chapter {chapter}", "", "| rule | title | tests |", "|---|---|---|", *rows, ""]
    if book.rulings:
        lines += ["### Rulings", "", "| ruling | on | question | tests |", "|---|---|---|---|"]
        for gap in book.rulings.values():
            tests = marks.rules.get(gap.id)
            by_rules = f"see {', '.join(gap.rules)}"
            lines.append(f"| {gap.id} | {', '.join(gap.rules)} | {_cell(gap.question)} | {_shown(tests, by_rules)} |")
        lines.append("")
    if marks.examples:
        lines += ["### Worked examples", "", "| example | tests |", "|---|---|"]
        lines += [f"| {_cell(id)} | {_shown(tests, '')} |" for id, tests in sorted(marks.examples.items(), key=_order)]
        lines.append("")
    return lines


def _order(item: tuple[str, object]) -> list[tuple[int, str]]:
    """9.4 before 10.1: numbers as numbers."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", item[0])]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _shown(tests: Iterable[str] | None, otherwise: str) -> str:
    if not tests:
        return _cell(otherwise) or "**none yet**"
    return "<br>".join(_link(test) for test in sorted(tests))


def _link(test: str) -> str:
    path, _, name = test.partition("::")
    return f"[{name}](../{path})"


def main(argv: list[str]) -> int:
    """Write the page, or with --check only compare it; 1 if there are gaps."""
    collector = collect()
    found = list(collector.faults)
    games = {info.id for info in grognard.games()}
    found += [f"no game {game}, marked in a test" for game in sorted(collector.games.keys() - games)]
    for info in grognard.games():
        found += gaps(info.id, find(info.id).rulebook, collector.games.get(info.id, Marks()))
    text = page(collector)
    if "--check" not in argv:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        found.append(f"{PAGE.relative_to(ROOT)} is out of date: run make rules")
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
