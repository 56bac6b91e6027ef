"""Hexes by place and steps."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.errors import Ambiguous, Invalid
from grognard.hexes import Grid, describe, locate
from tests.hexes.plain_hexes import Pair, cell_of, pairs, unhurried

GRID = Grid((1, 20), (1, 20), top="pointy", missing=["1105"])
PLACES = {
    "Kharkov": GRID.hex("1010"),
    "Krivoy Rog": GRID.hex("0515"),
    "Orsha": GRID.hex("0304"),
    "Orsha-Sud": GRID.hex("0306"),
}


@pytest.mark.parametrize(
    ("text", "hex"),
    [
        ("0120", "0120"),
        ("Kharkov", "1010"),
        ("KHARKOV", "1010"),
        (" Kharkov ", "1010"),
        ("krivoy rog", "0515"),
        ("Kharkov-E1", "1110"),
        ("Kharkov-NE1", "1109"),
        ("kharkov-ne1", "1109"),
        ("Kharkov-NE2-E1", "1208"),
        ("Kharkov-W0", "1010"),
        ("Krivoy Rog-W3", "0215"),
        ("Orsha-Sud", "0306"),
        ("Orsha-Sud-E2", "0506"),
        ("Orsha-E2", "0504"),
        ("0120-E2", "0320"),
        ("Kharkov-E90-W90", "1010"),
    ],
)
def test_locate(text: str, hex: str) -> None:
    assert GRID.name(locate(GRID, text, PLACES)) == hex


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Karkov", "no hex or place Karkov on this map; did you mean Kharkov?"),
        ("karkov-NE2", "no hex or place karkov on this map; did you mean Kharkov?"),
        ("Zzz", "no hex or place Zzz on this map"),
        (" ", "which hex? give a number, a place, or steps from a place such as Kharkov-NE1"),
        ("Kharkov-E99", "Kharkov-E99 leads off the map"),
        ("1205-W1", "1205-W1 leads off the map"),
        ("Kharkov-N1", "no direction N on this map; it has ne, e, se, sw, w, nw"),
        ("Kharkov-E", "E in Kharkov-E is no step (a direction and a count, such as NE1); did you mean Kharkov?"),
        (
            "Orsha-Süd",
            "Süd in Orsha-Süd is no step (a direction and a count, such as NE1); did you mean Orsha-Sud or Orsha?",
        ),
        (
            "Orsha-",
            "nothing in Orsha- is no step (a direction and a count, such as NE1); did you mean Orsha or Orsha-Sud?",
        ),
    ],
)
def test_locate_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(Invalid, match=f"^{re.escape(message)}$"):
        locate(GRID, text, PLACES)


def test_a_wrong_number_brings_the_near_ones() -> None:
    with pytest.raises(Invalid, match=r"^no hex or place 0199 on this map; did you mean "):
        locate(GRID, "0199", {})


def test_places_that_differ_in_capitals_only() -> None:
    places = {"Orel": 3, "OREL": 4}
    assert locate(GRID, "Orel", places) == 3
    assert locate(GRID, "OREL", places) == 4
    with pytest.raises(Ambiguous, match=r"^orel could be OREL or Orel$"):
        locate(GRID, "orel", places)
    assert locate(GRID, "orel", {"Orel": 3, "OREL": 3}) == 3


@pytest.mark.parametrize(
    ("hex", "name"),
    [
        ("1010", "Kharkov"),
        ("1110", "Kharkov-E1"),
        ("1208", "Kharkov-NE2-E1"),
        ("0305", "Orsha-SW1"),
        ("0404", "Orsha-E1"),
    ],
)
def test_describe(hex: str, name: str) -> None:
    assert describe(GRID, GRID.hex(hex), PLACES) == name


def test_without_places_a_hex_is_its_number() -> None:
    assert describe(GRID, GRID.hex("0120"), {}) == "0120"


def test_a_name_that_means_another_hex_is_not_used() -> None:
    places = {"Orsha": GRID.hex("0304"), "Orsha-E1": GRID.hex("1515"), "0101": GRID.hex("0504")}
    assert describe(GRID, GRID.hex("0404"), places) == "Orsha-E1-NW11-W5"
    assert describe(GRID, GRID.hex("0504"), places) == "Orsha-E2"


NAMES = st.sampled_from(["Orel", "Orel-Sud", "orel", "Orel-N1", "Velikiye Luki", "Kursk", "0101", "Bryansk-E2", "Tula"])


@unhurried
@given(pairs(), st.data())
def test_describe_and_locate_round_trip(pair: Pair, data: st.DataObject) -> None:
    cells = data.draw(st.dictionaries(NAMES, cell_of(pair), max_size=6))
    places = {name: pair.hex(cell) for name, cell in cells.items()}
    for hex in pair.grid.hexes:
        assert locate(pair.grid, describe(pair.grid, hex, places), places) == hex
        assert locate(pair.grid, pair.grid.name(hex), places) == hex
