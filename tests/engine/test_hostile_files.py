"""Files that mean harm: positions, boards and save headers that are too large, too deep or simply wrong."""

from __future__ import annotations

import copy
import random
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.board import KINDS_MAX, Board
from grognard.datafile import DEPTH_MAX, NAMED_MAX, VALUES_MAX, Entry, modest, parse
from grognard.errors import Invalid
from grognard.hexes import Grid
from grognard.hexes.layout import HEXES_MAX, NUMBER_MAX
from tests.eastfront import table as eastfront
from tests.guderian import table as guderian
from tests.oder import table as oder

Table = dict[str, Any]


# --- maps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "rows", "numbering", "why"),
    [
        ((1, 101), (1, 100), "CCCCRRRR", str(HEXES_MAX)),
        ((1, 5_000_000), (1, 1), "CCCCCCCRR", str(NUMBER_MAX)),
        ((99_990, 99_999), (1, 3), "CCCCCRR", str(NUMBER_MAX)),
        ((1, 10**30), (1, 1), "CCRR", str(NUMBER_MAX)),
        ((1, 3), (1, 3), "C" * 30_000 + "R", "30001 characters"),
        ((1, 3), (1, 3), "CR" + "-" * 30_000, "30002 characters"),
    ],
)
def test_a_map_that_would_fill_the_memory(
    columns: tuple[int, int], rows: tuple[int, int], numbering: str, why: str
) -> None:
    began = time.process_time()
    with pytest.raises(Invalid, match=why):
        Grid(columns, rows, numbering=numbering)
    assert time.process_time() - began < 0.1


def test_the_largest_map_there_may_be() -> None:
    assert len(Grid((1, 100), (1, HEXES_MAX // 100), numbering="CCCRRR").hexes) == HEXES_MAX


def _board(**more: Any) -> Table:
    return {"grid": {"columns": [1, 100], "rows": [1, 100], "numbering": "CCCRRR"}, **more}


@pytest.mark.parametrize(
    "more",
    [
        {"area": [{"id": "a", "hexes": "001001..100100 " * 2_000}]},
        {"area": [{"id": str(n), "hexes": "001001..100100"} for n in range(2_000)]},
        {"terrain": {"hexes": {str(n): "001001..100100" for n in range(50)}}},
    ],
)
def test_a_board_that_names_its_hexes_over_and_over(more: Table) -> None:
    began = time.process_time()
    with pytest.raises(Invalid, match=f"more than {NAMED_MAX} hexes"):
        Board.read(_board(**more))
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    "more",
    [
        {"line": [{"kind": str(n), "hexes": "001001 001002"} for n in range(KINDS_MAX + 1)]},
        {"side": [{"kind": str(n), "at": "050050/n"} for n in range(KINDS_MAX + 1)]},
        {"terrain": {"hexes": {str(n): "001001" for n in range(KINDS_MAX + 1)}}},
    ],
)
def test_a_board_of_a_thousand_kinds(more: Table) -> None:
    with pytest.raises(Invalid, match=f"at most {KINDS_MAX} kinds"):
        Board.read(_board(**more))


# --- TOML ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = " + "[" * 100_000, "deep"),
        ("a = " + "[" * 50 + "]" * 50, "deep"),
        ("a = " + "{b = " * 50 + "1" + "}" * 50, "deep"),
        (".".join("a" * 60_000) + " = 1", "deep"),
        ("[" + ".".join("a" * 60_000) + "]", "deep"),
        ("a = " + "9" * 5_000, "not TOML"),
        ("a = " + "9" * 4_000, "number is too large"),
        ("a = 0x" + "f" * 4_000, "number is too large"),
        ("a" * 1_000 + " = 1", "key has at most"),
        ("a = [" + "1," * (VALUES_MAX + 1) + "]", "values"),
        ("a = \ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"), "not TOML"),
    ],
    ids=range(11),
)
def test_toml_that_means_harm(text: str, why: str) -> None:
    began = time.process_time()
    with pytest.raises(Invalid, match=why):
        parse(text, "position")
    assert time.process_time() - began < 1


def test_what_our_own_files_hold_is_far_from_the_limits() -> None:
    for path in Path(grognard.__file__).parent.rglob("*.toml"):
        parse(path.read_text("utf-8"), path.name)
    assert parse('rows = """\n' + "f." * 40 + '\n"""', "a map drawn in dots")
    deep: Table = {}
    for _ in range(DEPTH_MAX - 1):
        deep = {"a": deep}
    modest(deep, "as deep as may be")
    with pytest.raises(Invalid):
        modest({"a": {"a": deep}}, "too deep")


# --- positions -------------------------------------------------------------------------------------------------------

SMOLENSK = tomllib.loads((Path(__file__).parents[2] / "examples" / "smolensk.toml").read_text("utf-8"))
MATCHES: list[Callable[[], grognard.Match]] = [
    lambda: grognard.setup(SMOLENSK),
    lambda: guderian.position({"0505": "25/7 6/7", "0605": "6-8-6 rifle"}, board=guderian.field(forest="0606")),
    lambda: oder.combat({"1408": "HG", "1508": "18A"}),
    lambda: eastfront.position(
        {"0405": "41Pz:4 AG-South:3", "0605": "23A:3 Ukrainian-Front:2"},
        board=eastfront.field(cities=[{"name": "Gorod", "hex": "0505", "class": "major"}], forest="0606"),
        active_hqs={"AG-South": "blitz"},
        tracks={"basic": {"german": 50}},
        due={"2SS": "OCT43:4"},
    ),
    lambda: eastfront.position({"Kharkov": "41Pz 23A"}, board=None, scenario="S42", phase="combat"),
]


@pytest.mark.parametrize("match", MATCHES[1:4], ids=["guderian", "oder", "eastfront"])
def test_forty_units_in_a_hex(match: Callable[[], grognard.Match]) -> None:
    table = dict(match().header.position or {})
    of_one_side = [p.id for p in match().state.rules.units if p.side == "soviet"]  # type: ignore[attr-defined]
    hex = next(iter(table["units"]))
    table["units"] = {hex: " ".join(of_one_side[:40])}
    for key in ("active_hqs", "due", "came_from"):
        table.pop(key, None)
    with pytest.raises(Invalid):
        grognard.setup(table)


def test_stacks_of_a_position_fit_their_hexes() -> None:
    with pytest.raises(Invalid, match=r"0605 holds more than 4 Soviet units \(6.2\)"):
        eastfront.position({"0605": "21GdsA 19GdsA 11GdsA 8A 23A 41Pz"}, phase="combat")
    eastfront.position({"0605": "21GdsA 19GdsA 11GdsA 8A 23A 41Pz"}, phase="movement")
    with pytest.raises(Invalid, match=r"0605 holds more Soviet units than it may \(7.1\)"):
        guderian.position({"0605": "rifle rifle rifle rifle"}, phase="soviet-combat")


ODD: list[Any] = [None, True, -1, 0, 7, 1 << 40, "", "x", "9999", "0101..9999", "..", ":", "!", [], ["x"], [1], {}, 1.5]


def mutated(table: Table, dice: random.Random) -> Table:
    """The table with one or two things in it changed, lost or put elsewhere."""
    found = copy.deepcopy(table)
    for _ in range(dice.randint(1, 2)):
        places: list[tuple[Any, Any]] = []
        nodes: list[Any] = [found]
        while nodes:
            node = nodes.pop()
            items = list(node.items()) if isinstance(node, dict) else list(enumerate(node))
            places += [(node, key) for key, _ in items if node is not found or key != "game"]
            nodes += [value for _, value in items if isinstance(value, dict | list)]
        node, key = dice.choice(places)
        other, there = dice.choice(places)
        how = dice.randrange(6)
        if how == 0:
            del node[key]
        elif how == 1:
            node[key] = dice.choice(ODD)
        elif how == 2:
            node[key] = copy.deepcopy(other[there])
        elif how == 3 and isinstance(node[key], str) and node[key].split():
            words = node[key].split()
            words[dice.randrange(len(words))] = str(dice.choice(ODD))
            node[key] = " ".join(words)
        elif how == 4 and isinstance(node[key], str):
            node[key] = f"{node[key]} {dice.choice(node[key].split() or ['x'])}"
        elif isinstance(node, dict):
            node[str(dice.choice(ODD))] = node.pop(key)
    return found


def play_on(table: Table, dice: random.Random) -> None:
    """Set a position up, look at it and play a little; whatever is wrong with it must be said in one line."""
    try:
        match = grognard.setup(table, seed=1)
    except Invalid as error:
        said = str(error).splitlines()
        assert len(said) == 1, said
        return
    for side in (None, *match.game.info.sides):
        match.view(side)
    for _ in range(3):
        if (asked := match.decision) is None:
            return
        words = ""
        while not (choices := match.choices(words, asked.side)).complete:
            words = f"{words} {dice.choice(choices.items)}".strip()
        match.play(words, asked.side)


@pytest.mark.parametrize("start", MATCHES, ids=["smolensk", "guderian", "oder", "eastfront", "kharkov"])
def test_mutated_positions_are_refused_in_one_line(start: Callable[[], grognard.Match]) -> None:
    table = dict(start().header.position or {})
    for seed in range(60):
        play_on(mutated(table, random.Random(seed)), random.Random(seed))


@pytest.mark.soak
@pytest.mark.parametrize("start", MATCHES, ids=["smolensk", "guderian", "oder", "eastfront", "kharkov"])
def test_thousands_of_mutated_positions(start: Callable[[], grognard.Match]) -> None:
    table = dict(start().header.position or {})
    for seed in range(1_000, 4_000):
        play_on(mutated(table, random.Random(seed)), random.Random(seed))


def test_entries_of_one_file_count_together() -> None:
    top = Entry({"a": {}, "b": {}}, "file")
    top.entry("a").count_hexes(NAMED_MAX - 1)
    with pytest.raises(Invalid):
        top.entry("b").named("b").count_hexes(2)
