"""One noun for one thing: no class name is used twice, and no two modules of a package differ by an s."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from grognard.games import IDS

SOURCE = Path(__file__).parent.parent / "src" / "grognard"
# Games, and the bots' knowledge of games, use the same words for the same things: each has its Position and its Rules.
BY_GAME = "games/", "bots/knowledge/"


def sources() -> list[tuple[str, Path]]:
    return [(path.relative_to(SOURCE).as_posix(), path) for path in sorted(SOURCE.rglob("*.py"))]


def test_a_class_name_stands_for_one_thing() -> None:
    found = defaultdict(list)
    for name, path in sources():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(name)
    assert len(found) > 300
    shared = {name: where for name, where in found.items() if len(where) > 1}
    assert not {name: where for name, where in shared.items() if not all(path.startswith(BY_GAME) for path in where)}


def test_no_two_modules_of_a_package_differ_by_an_s() -> None:
    names = {name.removesuffix(".py") for name, _ in sources()}
    assert not [name for name in names if f"{name}s" in names]


def test_the_bots_packages_use_the_same_names_for_the_same_jobs() -> None:
    knowledge = SOURCE / "bots" / "knowledge"
    jobs = set(re.findall(r"^    (\w+) {2,}", (knowledge / "__init__.py").read_text("utf-8"), re.MULTILINE))
    packages = [{path.stem for path in (knowledge / game).glob("*.py")} for game in IDS]
    everywhere = jobs.intersection(*packages)
    assert {"answers", "blunders", "judgement", "officer", "plans", "reasons", "weights"} <= everywhere
    assert not {job for job in jobs if sum(job in package for package in packages) < 2}, "a job that one game has alone"


@pytest.mark.parametrize("package", ["mechanics", *(f"games/{game}" for game in IDS)])
def test_the_head_of_a_package_says_where_everything_is(package: str) -> None:
    said = (SOURCE / package / "__init__.py").read_text("utf-8")
    modules = {path.stem for path in (SOURCE / package).glob("*.py") if path.stem != "__init__"}
    if package == "mechanics":
        named = set(re.findall(r"^    (\w+) {2,}", said, re.MULTILINE))
    else:
        everywhere = set(re.findall(r"`(\w+)\.py`", (SOURCE / "games" / "__init__.py").read_text("utf-8")))
        named = set(re.findall(r"\b(\w+)\.py", said)) | (everywhere & modules)
    assert named == modules
