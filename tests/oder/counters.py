"""Counters and a results table for the tests of rules, so that a change of balance is no change of theirs.

Names, types and everything else come from the game's own files; only the factors and the cells are the tests'.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from grognard.charts import Charts
from grognard.games.oder.rules import BOX
from grognard.pieces import Pieces, Plain, Strength

FACTORS = """
12-8 5Sh
11-8 2Sh 3Sh
11-7 3GT
10-8 4Sh
10-6 1GT 2GT
9-8 HG GD 1SS 2SS
9-6 5GT 4T
8-8 24Pz 47Pz 58Pz 4SS
8-7 5G 8G 11G
7-8 3SS
7-7 7Pz 40Pz 39Pz
7-6 2G 3G
6-6 1G 6G
6-5 33A 69A
5-7 26AK 27AK 42AK 66AK 67AK 18Geb
5-6 23AK 13A 65A
5-5 3A 5A 21A 28A 39A 47A 48A 52A 60A 61A 70A
4-7 6AK 8AK 20AK 28AK 85AK
4-6 41P 46P 48P 9AK 59AK 53AK 80AK
4-5 11SS 6A 31A 38A 43A 49A 50A 51A 59A 1Po
4-4 KGM 18A 19A 2Po
3-6 55AK
3-5 56P 10SS
3-4 16SS KGJN KGWS KGW2 KGW20
0-5 FCB FCK
0-4 FCDZ FCKS FCSW
0-3 FCDK FCSM
"""
RESULTS = {
    "1": "AS  EX  EX  DR  DR  DR  DE  DE  DE",
    "2": "AS  AS  EX  EX  DR  DR  DR  DE  DE",
    "3": "AL1 AS  AS  EX  EX  DR  DR  DR  DE",
    "4": "AL1 AL1 AS  AS  EX  EX  DR  DR  DR",
    "5": "AL1 AL1 AL1 AS  AS  EX  EX  DR  DR",
    "6": "AL1 AL1 AL1 AL1 AS  AS  EX  EX  DR",
}


def _read(file: str) -> dict[str, Any]:
    return tomllib.loads((BOX.folder / file).read_text("utf-8"))


@cache
def pieces_of_the_tests() -> Pieces[Strength, Plain]:
    """The game's counters with the tests' factors."""
    table = _read("pieces.toml")
    lines = [line.split() for line in FACTORS.strip().splitlines()]
    factors = {id: list(map(int, both.split("-"))) for both, *ids in lines for id in ids}
    for side in table["pieces"].values():
        for piece in side:
            piece["steps"] = [[*factors[piece["id"]], piece["steps"][0][2]]]
    return Pieces.read(table, Strength, Plain)


@cache
def charts_of_the_tests() -> Charts:
    """The game's charts with the tests' results table."""
    table = _read("charts.toml")
    table["table"]["crt"]["rows"] = RESULTS
    return Charts.read(table)
