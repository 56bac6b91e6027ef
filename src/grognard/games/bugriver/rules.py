"""What never changes in a game: board, counters, charts and scenario, and what the rules ask of them often."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from grognard.board import Board, Pair, block
from grognard.errors import Invalid, nearest
from grognard.games.bugriver.position import GERMAN, NOBODY, SIDES, SOVIET, Unit
from grognard.games.bugriver.scenario import Arrival, Leash, Scenario
from grognard.games.bugriver.tables import CLASSES, Tables, quarters
from grognard.games.bugriver.terrain import TerrainTables
from grognard.hexes import Hex, HexSet, Walls, hexset, members, walls
from grognard.mechanics.components import Box, Components
from grognard.mechanics.crt import Crt
from grognard.pieces import Piece, Printed


class Face(NamedTuple):
    """A side of a counter: the front, or the disrupted one (5.6.3a)."""

    strength: Printed
    er: Printed
    tank: Printed
    at: Printed
    movement: Printed


class Ratings(msgspec.Struct, frozen=True):
    """What is printed on HQs besides their Support Points."""

    command: int = 0
    reaction: int = 0
    relocation: int = 0
    recovery: str = ""
    most: int = 0  # the Maximum Activation Level
    infantry: bool = False  # of an Infantry Division


Counter = Piece[Face, Ratings]
BOX = Box(Path(__file__).parent / "data", Scenario.read, first=("campaign",), step=Face, more=Ratings)
ENGINEERS = ("engineers", "motorised-engineers")
ANTI_TANK = "anti-tank"


@cache
def tables() -> Tables:
    """The tables of the game's own charts."""
    return Tables.read(BOX.folder / "charts.toml")


@cache
def standard(id: str) -> Rules:
    """The rules on the game's own board."""
    return Rules(BOX.board, BOX.scenario(id))


class Rules(Components[Counter]):
    """Board, counters, charts and scenario of one match, with precomputed tables."""

    classes = CLASSES

    def __init__(self, board: Board, scenario: Scenario) -> None:
        super().__init__(board, BOX.charts, SIDES, BOX.pieces.all)
        self.scenario = scenario
        self.tables = tables()
        self.crt = Crt(self.charts.table("crt"))
        self.odds_lines = {terrain: tuple(odds.split()) for terrain, odds in self.tables.odds.items()}
        self._sort_units()
        self._draw_map(board)

    # --- counters ----------------------------------------------------------------------------------------------------

    def _sort_units(self) -> None:
        self.klass = [piece.klass for piece in self.units]
        self.hqs = tuple(unit for unit, klass in enumerate(self.klass) if klass == "hq")
        by_id = {self.units[hq].id: hq for hq in self.hqs}
        self.home = [by_id.get(piece.division, NOBODY) for piece in self.units]  # the formation with its colour stripe
        for hq in self.hqs:
            self.home[hq] = hq
        self.corps = [piece.army for piece in self.units]
        exempt = self.tables.stacking.not_infantry.split()
        self.infantry = [piece.klass != "hq" and piece.type not in exempt for piece in self.units]  # 5.3.1c
        self.engineers = frozenset(unit for unit, piece in enumerate(self.units) if piece.type in ENGINEERS)
        self.anti_tank = frozenset(unit for unit, piece in enumerate(self.units) if piece.type == ANTI_TANK)
        self.ratings = [piece.more for piece in self.units]
        self.lent = {unit: hqs for unit in range(len(self.units)) if len(hqs := self._lenders(unit)) > 1}
        self.lines = {(u, hq): self._lines(u, hq) for u, hqs in self.lent.items() for hq in hqs if hq != self.home[u]}
        self.printed = [piece.steps[0].strength for piece in self.units]
        self.movement = [piece.steps[0].movement for piece in self.units]

    def _lenders(self, unit: Unit) -> tuple[Unit, ...]:
        """5.5.1b, 5.5.2a: the HQs a combat unit may ever be assigned to, its own among them."""
        piece, home = self.units[unit], self.home[unit]
        if piece.klass == "hq":
            return ()
        if home == NOBODY:
            return tuple(hq for hq in self.hqs if self.side[hq] == piece.side and self.corps[hq] == piece.army)
        return (home, *(hq for hq in self.hqs if self._lines(unit, hq)))

    def _lines(self, unit: Unit, hq: Unit) -> tuple[int, ...]:
        """5.5.1b: the lines of the list by which a divisional unit may be with a formation that is not its own."""
        piece, to = self.units[unit], self.units[hq].id
        return tuple(
            n
            for n, row in enumerate(self.tables.reassignment)
            if piece.division in row.source.split() and piece.type == row.type and to in row.to.split()
        )

    def afv(self, unit: Unit) -> bool:
        """G17: a combat unit with Tank Points is an AFV."""
        return bool(self.units[unit].steps[0].tank)

    # --- the map -----------------------------------------------------------------------------------------------------

    def _draw_map(self, board: Board) -> None:
        grid, plan = board.grid, self.scenario.plan
        west, east = plan.columns or (grid.columns[0], grid.columns[1])
        self.land: HexSet = hexset(h for h in grid.hexes if west <= grid.column(h) <= east)
        self.terrain = TerrainTables(board, self.tables, self.land)
        self.towns, self.villages = self.terrain.towns, self.terrain.villages
        prices = [
            row.of(c) for row in (*self.tables.move.hex.values(), *self.tables.move.way.values()) for c in CLASSES
        ]
        self.cheapest = quarters(min(price for price in prices if isinstance(price, float)))  # of all steps
        self.sources = {
            GERMAN: {word: self._area(word) for word in plan.supply.german.split()},
            SOVIET: {word: self._area(word) for word in plan.supply.soviet.split()},
        }  # supply areas by name: the map-edge hexes beside them (5.7.1a)
        self.edges = {side: _union(areas.values()) for side, areas in self.sources.items()}
        self.to_supply = {side: self._distances(edge) for side, edge in self.edges.items()}  # in hexes (G42)
        self.german_bank = grid.flood(self.edges[GERMAN], self.land, None, self._bug_walls())
        special = plan.special
        self.volodymyr = self.named(special.volodymyr)
        self.brandenburg = frozenset(pair for word in special.brandenburg.split() for pair in self._pairs(word))
        reserves = special.reserves
        self.tripwire = self.within(self.area(reserves.of) & self.land, reserves.hexes) if reserves else 0  # 10.5
        self.leashes = {self._known(leash.hq): (leash, near) for leash in special.leash if (near := self._near(leash))}
        self.pontoon_corps = tuple(special.pontoons.split())
        self.arrivals: dict[Unit, Arrival] = {}
        self._entrances: dict[Unit, HexSet] = {}
        for arrival in plan.arrival:
            for word in (*arrival.units.split(), *arrival.hq):
                self.arrivals[self._known(word)] = arrival

    def _near(self, leash: Leash) -> HexSet:
        """10.4, G55: the hexes within so many of a town or a supply area; none if this board has no such place."""
        of = self.volodymyr if leash.of == "volodymyr" else self.area(leash.of) & self.land
        return self.within(of, leash.hexes) if of else 0

    def _distances(self, hexes: HexSet) -> list[int]:
        """By hex how far it is from the nearest of these, whatever is on the way."""
        found, reached, n = [self.grid.size] * self.grid.size, 0, 0
        while fresh := hexes & ~reached:
            for hex in members(fresh):
                found[hex] = n
            reached, n = reached | fresh, n + 1
            hexes = self.grid.beside(fresh) & self.land
        return found

    def _bug_walls(self) -> Walls:
        """The whole Bug, bridges or not: which bank is whose at the start (G19)."""
        river = self.terrain.bug_sides | {p for p in self.terrain.linked if self.terrain.between(*p) == "bug-bridged"}
        return walls(self.grid, river)

    def _known(self, word: str) -> Unit:
        if word not in self.unit_by_id:
            raise Invalid(f"{self.scenario.id}.toml: no unit {word}{nearest(word, self.unit_by_id)}")
        return self.unit_by_id[word]

    def _area(self, word: str) -> HexSet:
        """The hexes of a supply area that are on the part of the map in use."""
        return (self.named(self.scenario.plan.supply.edge) if word == "edge" else self.area(word)) & self.land

    def named(self, words: str) -> HexSet:
        """The hexes and blocks of hexes (0110..0118) that words name, those of them that are on the board."""
        found: HexSet = 0
        for word in words.split():
            if all(end in self.hex_by_name for end in word.split("..")):
                found |= hexset(block(self.grid, word, self.hex_by_name.__getitem__))
        return found & self.land

    def _pairs(self, word: str) -> list[Pair]:
        """A side as 1409/se, both ways; none if it is not on this board."""
        name, _, direction = word.partition("/")
        hex = self.hex_by_name.get(name)
        there = None if hex is None else self.grid.step(hex, self.grid.direction_index(direction))
        return [] if hex is None or there is None else [(hex, there), (there, hex)]

    def entrance(self, unit: Unit) -> HexSet:
        """8.4.1a: the entry hexes of a unit, or the village its HQ enters in; the side's map edge for an HQ that was
        driven off the map (G44)."""
        if unit not in self._entrances:
            self._entrances[unit] = self._entrance(unit)
        return self._entrances[unit]

    def _entrance(self, unit: Unit) -> HexSet:
        if unit not in self.arrivals:
            return self.edges[self.side[unit]]
        arrival, name = self.arrivals[unit], self.units[unit].id
        if name in arrival.hq:
            return self.named(arrival.hq[name])
        return self.named(arrival.hexes) if arrival.hexes else self.area(arrival.entrance) & self.land

    def within(self, hexes: HexSet, n: int) -> HexSet:
        """G55: the hexes at most n from the nearest of these."""
        return self.grid.flood(hexes, self.land, n)

    def beside(self, hex: Hex) -> HexSet:
        """The hexes next to a hex."""
        return self.grid.beside(1 << hex) & self.land


def _union(sets: Iterable[HexSet]) -> HexSet:
    found: HexSet = 0
    for hexes in sets:
        found |= hexes
    return found
