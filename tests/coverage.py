"""Which test shows which rule: `python -m tests.coverage` writes docs/rules-coverage.md and finds the gaps.

A gap is a rule that has neither a test nor a reason to need none, a worked example without a test, a test's mark that
names no rule or example, or a number in the source of a game that is no rule of it.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tomllib
from collections.abc import Collection, Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import grognard
from grognard.games import find
from grognard.rulebook import Rulebook

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "rules-coverage.md"
EXAMPLES = ROOT / "tests" / "examples.toml"
NUMBER = re.compile(r"(\d+|[A-Z]+\d*)(\.\d+)+([A-Z]\d*)?[a-z]?|0[a-z]|G\d+")  # 9.65a, S41.1A, EDE.1, 0b, G7


EVERY_TEST = pytest.StashKey[list[pytest.Item]]()  # where a run of all tests keeps them, those of `make soak` too


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
        self.read(session.items)

    def read(self, items: Iterable[pytest.Item]) -> None:
        """Note the marks of tests."""
        for item in items:
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


def worked_examples() -> dict[str, list[str]]:
    """The worked examples of each game's rulebook."""
    return {game: ids.split() for game, ids in tomllib.loads(EXAMPLES.read_text(encoding="utf-8")).items()}


def gaps(game: str, book: Rulebook, marks: Marks, examples: Collection[str] = ()) -> list[str]:
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
    unworked = [f"{game}: no test of the worked example {id}" for id in examples if id not in marks.examples]
    unworked += [
        f"{game} has no worked example {id}, marked in {', '.join(sorted(tests))}"
        for id, tests in sorted(marks.examples.items())
        if examples and id not in examples
    ]
    return missing + unknown + invented + unworked


# --- the page ---------------------------------------------------------------------------------------------------------


def page(collector: Collector) -> str:
    """The whole page, the same for the same tests."""
    parts = ["# Rules and their tests", "", "Written by `make rules`; do not edit.", ""]
    examples = worked_examples()
    for info in grognard.games():
        marks = collector.games.get(info.id, Marks())
        parts += _game(info.title, find(info.id).rulebook, marks, examples.get(info.id, []))
    return "\n".join(parts).rstrip() + "\n"


def _game(title: str, book: Rulebook, marks: Marks, examples: list[str]) -> list[str]:
    shown = [rule for rule in book.rules.values() if rule.id in marks.rules]
    excused = [rule for rule in book.rules.values() if rule.untested and rule.id not in marks.rules]
    open_ = len(book.rules) - len(shown) - len(excused)
    lines = [
        f"## {title}",
        "",
        f"{len(book.rules)} rules: {len(shown)} shown by tests, {len(excused)} that need none, {open_} open. "
        f"{len(book.rulings)} rulings, {len(marks.examples)} of {len(examples)} worked examples.",
        "",
    ]
    chapters: dict[str, list[str]] = {}
    for rule in book.rules.values():
        row = f"| {rule.id} | {_cell(rule.title)} | {_shown(marks.rules.get(rule.id), rule.untested)} |"
        chapters.setdefault(_chapter(rule.id), []).append(row)
    for chapter, rows in chapters.items():
        lines += [f"### {chapter}", "", "| rule | title | tests |", "|---|---|---|", *rows, ""]
    if book.rulings:
        lines += ["### Rulings", "", "| ruling | on | question | tests |", "|---|---|---|---|"]
        for gap in book.rulings.values():
            tests = marks.rules.get(gap.id)
            by_rules = f"see {', '.join(gap.rules)}"
            lines.append(f"| {gap.id} | {', '.join(gap.rules)} | {_cell(gap.question)} | {_shown(tests, by_rules)} |")
        lines.append("")
    if examples or marks.examples:
        lines += ["### Worked examples", "", "| example | tests |", "|---|---|"]
        every = sorted({*examples, *marks.examples}, key=_order)
        lines += [f"| {_cell(id)} | {_shown(marks.examples.get(id), '')} |" for id in every]
        lines.append("")
    return lines


def _chapter(id: str) -> str:
    """Chapter 9 of 9.65a and chapter 0 of 0b, scenario S41 of S41.1A, and one for all the S of S1 to S8."""
    number = re.match(r"\d+", id)
    return (
        f"Chapter {number[0]}" if number else f"Scenario {id.split('.')[0] if '.' in id else id.rstrip('0123456789')}"
    )


def _order(id: str) -> list[tuple[int, str]]:
    """9.4 before 10.1: numbers as numbers."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", id)]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _shown(tests: Iterable[str] | None, otherwise: str) -> str:
    if not tests:
        return _cell(otherwise) or "**none yet**"
    return "<br>".join(_link(test) for test in sorted(tests))


def _link(test: str) -> str:
    path, _, name = test.partition("::")
    return f"[{name}](../{path})"


def all_gaps(collector: Collector) -> list[str]:
    """What is missing or wrong in all games, a line each."""
    found = list(collector.faults)
    games, examples = {info.id for info in grognard.games()}, worked_examples()
    found += [f"no game {game}, marked in a test" for game in sorted(collector.games.keys() - games)]
    for info in grognard.games():
        marks = collector.games.get(info.id, Marks())
        found += gaps(info.id, find(info.id).rulebook, marks, examples.get(info.id, ()))
    return found


def out_of_date(collector: Collector) -> list[str]:
    """Whether the page is not what it should be."""
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page(collector):
        return []
    return [f"{PAGE.relative_to(ROOT)} is out of date: run make rules"]


def main(argv: list[str]) -> int:
    """Write the page, or with --check only compare it; 1 if there are gaps."""
    collector = collect()
    found = all_gaps(collector)
    if "--check" in argv:
        found += out_of_date(collector)
    else:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(page(collector), encoding="utf-8")
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
