"""The weights of the data file, and what never changes on a board: distances and the odds of the results table."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from grognard.bots.knowledge.questions import once_for_rules
from grognard.bots.knowledge.stances import ByStance
from grognard.games.oder.odds import CONVERTED, first_step
from grognard.games.oder.position import GERMAN, SOVIET
from grognard.games.oder.rules import Rules
from grognard.hexes import Hex, HexSet, hexset

DIE = range(1, 7)
DISCS = 7  # discs of radius 0 to 6 around each hex


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of one side; the data file says what each is."""

    own: float
    other: float
    margin: float
    factor: float
    due: float
    cut_off: float
    held: float
    risk: float
    next: float
    left: float
    later: float
    enemy: float
    press: float
    retreat: float
    combat_first: float
    race: float
    rival: float
    reach: int
    zone: int
    won: float
    alarm: float
    city: float
    pull: float
    crowd: float


class SightWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of the first look at a move."""

    near: float
    danger: float
    unsupplied: float
    odds: float
    odds_later: float
    closes: float


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    german: Weights
    soviet: Weights
    sight: SightWeights


_all: ByStance[_File] = ByStance(Path(__file__).parent.parent / "oder.toml", partial(msgspec.convert, type=_File))


def weights(side: str) -> Weights:
    """The weights of a side."""
    return _all().german if side == GERMAN else _all().soviet


def sight_weights() -> SightWeights:
    """The weights of the first look."""
    return _all().sight


class Chances(NamedTuple):
    """The chances of each result of an attack."""

    lost: float  # AL1
    exchanged: float
    driven: float  # DR
    destroyed: float


class BoardTables:
    """Tables for one board and its rules."""

    REMEMBERED = 50_000  # attacks, for each side and judge
    JUDGES = 16
    MOST = 99  # factors, more than a unit has

    def __init__(self, rules: Rules) -> None:
        size = len(rules.grid.names)
        self.near: list[HexSet] = [hexset(rules.near(hex)) if rules.land >> hex & 1 else 0 for hex in range(size)]
        land = rules.land
        disc = rules.grid.disc
        self.within = [[disc(hex, n) for n in range(DISCS)] if land >> hex & 1 else [] for hex in range(size)]
        self.defence_drm = [self._drm(rules, hex) for hex in range(size)]
        self.columns = list(rules.crt.results.values())
        self.first = {side: first_step(rules.odds_line[side][0]) for side in (GERMAN, SOVIET)}
        self.factors = [attack + defence for attack, defence in zip(rules.attack, rules.defence, strict=True)]
        self._worths: dict[tuple[str, Weights], dict[Hashable, float]] = {}
        self._odds: dict[tuple[int, int, bool], Chances] = {}

    @staticmethod
    def _drm(rules: Rules, hex: Hex) -> int:
        if not rules.land >> hex & 1:
            return 0
        features = [rules.board.terrain[hex]]
        features += ["city"] * (rules.cities >> hex & 1) + ["town"] * (rules.towns >> hex & 1)
        return max(rules.charts.value(f"drm.{feature}") for feature in features)

    def worths_by(self, side: str, w: Weights) -> dict[Hashable, float]:
        """What is known of the worth of a side's attacks to somebody with these weights, by all else they hang on."""
        if len(self._worths) > self.JUDGES:
            self._worths.clear()
        return self._worths.setdefault((side, w), {})

    def odds(self, side: str, ratio: float, drm: int, *, city: bool, shift: int = 0) -> Chances:
        """The chances at odds of `ratio`; between whole odds they are mixed, so that every factor counts a little."""
        step = (ratio if ratio >= 1 else 2 - 1 / max(ratio, 0.1)) - 1 - shift - self.first[side]
        low = int(step // 1)
        part = step - low
        a, b = self._at(low, drm, city), self._at(low + 1, drm, city)
        return Chances(*(x + part * (y - x) for x, y in zip(a, b, strict=True)))

    def _at(self, column: int, drm: int, city: bool) -> Chances:
        key = (column, drm, city)
        if key not in self._odds:
            if not 0 <= column < len(self.columns):
                self._odds[key] = Chances(1, 0, 0, 0) if column < 0 else Chances(0, 0, 0, 1)
            else:
                rows = self.columns[column]
                found = [rows[min(max(die + drm, 1), len(rows)) - 1] for die in DIE]
                results = [CONVERTED.get(result, result) if city else result for result in found]
                self._odds[key] = Chances(*(results.count(kind) / len(DIE) for kind in ("AL1", "EX", "DR", "DE")))
        return self._odds[key]


tables = once_for_rules(BoardTables)  # by the rules of a board
