"""What never changes in a game: board, counters, charts and scenario, and what the rules ask of them often."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from grognard.board import Board
from grognard.games.oder.position import GERMAN, SOVIET, Unit
from grognard.games.oder.scenario import Scenario
from grognard.hexes import Costs, Hex, HexSet, Prices, Walls, members
from grognard.mechanics.components import Box, Components
from grognard.mechanics.crt import Crt
from grognard.pieces import Piece, Plain, Strength

BOX = Box(Path(__file__).parent / "data", Scenario.read)


@cache
def standard(id: str) -> Rules:
    """The rules on the game's own board."""
    return Rules(BOX.board, BOX.scenario(id))


class Rules(Components[Piece[Strength, Plain]]):
    """Board, counters, charts and scenario of one match, and what the rules ask of them often."""

    def __init__(self, board: Board, scenario: Scenario) -> None:
        super().__init__(board, BOX.charts, (GERMAN, SOVIET), BOX.pieces.all)
        self.scenario = scenario
        self._sort_units()
        self._read_charts()
        self._draw_map(board)

    # --- counters ----------------------------------------------------------------------------------------------------

    def _sort_units(self) -> None:
        self.klass = [piece.klass for piece in self.units]
        self.static = frozenset(u for u, klass in enumerate(self.klass) if klass == "static")
        self.shock = frozenset(u for u, piece in enumerate(self.units) if piece.type == "shock")
        self.korpsgruppen = frozenset(u for u, piece in enumerate(self.units) if piece.type == "korpsgruppe")
        self.attack = [piece.steps[0][0] for piece in self.units]
        self.defence = [piece.steps[0][1] for piece in self.units]

    def mechanised(self, unit: Unit) -> bool:
        """2.2.2a: whether the unit is mechanised."""
        return self.klass[unit] == "mechanised"

    def may_regroup(self, unit: Unit) -> bool:
        """9.1a: all but Fortress Commands and Korpsgruppen may come back."""
        return unit not in self.static and unit not in self.korpsgruppen

    # --- charts ------------------------------------------------------------------------------------------------------

    def _read_charts(self) -> None:
        charts = self.charts
        self.crt = Crt(charts.table("crt"))
        self.odds_line = {side: charts.words(f"odds.{side}") for side in (GERMAN, SOVIET)}
        self.stack_limit = charts.value("stacking.units")
        shock = charts.value("stacking.shock")
        self.size = [0 if u in self.static else shock if u in self.shock else 1 for u in range(len(self.units))]
        self.turns = self.scenario.turns

    # --- the map -----------------------------------------------------------------------------------------------------

    def _draw_map(self, board: Board) -> None:
        grid = board.grid
        self.sea: HexSet = board.having("sea")
        self.closed = self.area("closed")  # G64: Courland, no part of the game
        self.land: HexSet = grid.all & ~(self.sea | self.closed)
        sea = board.side("sea")
        self.sea_walls: Walls = sea.walls
        self.sea_sides = sea.pairs
        self.river = board.side("river").pairs
        self._near = [
            tuple(b for b in around if self.land >> b & 1 and (hex, b) not in self.sea_sides)
            for hex, around in enumerate(grid.neighbours)
        ]
        self.cities = self.places("city") & self.land
        self.towns = self.places("town") & self.land
        self.german_side = self.area("german") & self.land
        self.soviet_side = self.land & ~self.german_side
        self.fortifications = self.area("fortifications")
        self.coast = self.area("coast") & self.land
        self.land_bridges = self.area("land-bridge")  # 10.0f
        self.no_zoc = self.area("no-zoc")  # 7.0b
        self.usir = self.area("usir")
        self.west, self.east = board.edges["west"] & self.land, board.edges["east"] & self.land
        self.sources = {GERMAN: self.west | self.usir, SOVIET: self.east}
        charts = self.charts
        self.costs: dict[str, Costs] = {}
        for klass in ("mechanised", "foot"):
            hex, side = charts.costs(f"move.{klass}.hex"), charts.costs(f"move.{klass}.side")
            steps = board.step_costs(hex, side, {})
            self.costs[klass] = [tuple((b, cost) for b, cost in out if self.land >> b & 1) for out in steps]
        self.river_cost = {klass: charts.costs(f"move.{klass}.side").get("river") or 0 for klass in self.costs}
        self._under_air: dict[tuple[str, str, Hex], Costs] = {}
        self._prices: dict[tuple[str, str, Hex], Prices] = {}

    def allowance(self, unit: Unit, *, supplied: bool) -> int:
        """10.1a: movement factors in half points; half of them out of supply (8.5)."""
        full = 2 * self.charts.value(f"move.{self.klass[unit]}.points")
        return full if supplied else full // 2

    def costs_under_air(self, klass: str, side: str, air: Hex) -> Costs:
        """10.3: step costs with the air support marker in a hex: around it Germans pay less, Soviets more."""
        if air < 0:
            return self.costs[klass]
        key = (klass, side, air)
        if key not in self._under_air:
            area = self.grid.disc(air, self.charts.value("air.radius"))
            table = list(self.costs[klass])
            for a in members(self.grid.spread(area)):
                steps = table[a]
                table[a] = tuple((b, self._air_cost(klass, side, a, b, c) if area >> b & 1 else c) for b, c in steps)
            self._under_air[key] = table
        return self._under_air[key]

    def prices_under_air(self, klass: str, side: str, air: Hex) -> Prices:
        """The step costs as sets of hexes, to ask for all hexes at once."""
        key = (klass, side, air)
        if key not in self._prices:
            self._prices[key] = Prices(self.costs_under_air(klass, side, air))
        return self._prices[key]

    def _air_cost(self, klass: str, side: str, a: Hex, b: Hex, cost: int) -> int:
        if side == GERMAN:
            return 2 * self.charts.value("air.german")
        extra = 2 * self.charts.value("air.soviet")
        return cost + extra + (extra if (a, b) in self.river and self.river_cost[klass] else 0)

    def zone(self, hexes: HexSet) -> HexSet:
        """7.0: the hexes themselves and those around, not over all-sea hexsides."""
        return (hexes | self.beside(hexes)) & self.land & ~(self.no_zoc & ~hexes)

    def beside(self, hexes: HexSet) -> HexSet:
        """The land hexes next to any of these, not over an all-sea hexside."""
        return self.grid.across(hexes, self.sea_walls) & self.land

    def adjacent(self, a: Hex, b: Hex) -> bool:
        """Whether units in the two hexes can fight: adjacent, not over an all-sea hexside."""
        return b in self.grid.neighbours[a] and (a, b) not in self.sea_sides

    def near(self, hex: Hex) -> Sequence[Hex]:
        """The land hexes next to a hex, not over an all-sea hexside."""
        return self._near[hex]
