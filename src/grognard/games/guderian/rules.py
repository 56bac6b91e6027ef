"""What never changes in a game: board, counters, charts and scenario, and what the rules ask of them often."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path

import msgspec

from grognard.board import Board
from grognard.charts import Charts
from grognard.games.guderian.position import GERMAN, SOVIET, Unit
from grognard.games.guderian.scenario import Scenario
from grognard.hexes import Costs, Hex, HexSet, Prices, Walls, hexset
from grognard.mechanics.components import Box, Components
from grognard.mechanics.crt import Crt
from grognard.mechanics.trace import CheapestWays, Detour, Track, line_steps
from grognard.pieces import Piece, Pieces, Strength


class Leadership(msgspec.Struct, frozen=True):
    """What is printed on Leaders besides their step."""

    rating: int = 0


Counter = Piece[Strength, Leadership]
BOX = Box(Path(__file__).parent / "data", Scenario.read, more=Leadership)
SERIALS = {"rifle": "R", "armoured": "A"}  # what an untried division is called until it is revealed


@cache
def standard(id: str) -> Rules:
    """The rules on the game's own board."""
    return Rules(BOX.board, BOX.scenario(id))


class Rules(Components[Counter]):
    """Board, counters, charts and scenario of one match, with precomputed tables."""

    def __init__(self, board: Board, scenario: Scenario) -> None:
        self.scenario = scenario
        super().__init__(board, BOX.charts, (GERMAN, SOVIET), self._deal_slots(BOX.pieces, scenario))
        self._read_charts(self.charts)
        self._sort_units(scenario)
        self._draw_map(board, self.charts)

    # --- charts ------------------------------------------------------------------------------------------------------

    def _read_charts(self, charts: Charts) -> None:
        self.crt = Crt(charts.table("crt"))
        self.rail_hexes, self.rail_units = charts.value("rail.hexes"), charts.value("rail.units")
        self.rail_armoured, self.rail_interdicted = charts.value("rail.armoured"), charts.value("rail.interdicted")
        self.cuts = charts.value("rail.cuts")
        self.closed_until = charts.value("west.turns")
        self.overrun_cost = 2 * charts.value("overrun.points")
        self.stack_combat, self.stack_all = charts.value("stacking.combat"), charts.value("stacking.total")
        self.supply_hexes, self.supply_points = charts.value("supply.hexes"), 2 * charts.value("supply.points")
        self.interdicted_cost = 2 * charts.value("interdiction.points")
        self.air_markers, self.air_east = (
            charts.value("interdiction.german.markers"),
            charts.value("interdiction.german.east"),
        )
        self.air_delay, self.air_city = (
            charts.value("interdiction.german.delay"),
            charts.text("interdiction.german.city"),
        )
        self.hex_multiple = charts.values("combat.hex")
        self.place_multiple = charts.values("combat.place")
        self.river_multiple = charts.values("combat.side")["river"]
        self.levels = tuple(
            (level.whole("from") if "from" in level else None, level.text("level"), level.text("side"))
            for level in charts.entries("victory.levels")
        )
        self.draw_level = charts.text("victory.draw")

    # --- units -------------------------------------------------------------------------------------------------------

    def _deal_slots(self, pieces: Pieces[Strength, Leadership], scenario: Scenario) -> tuple[Counter, ...]:
        """German counters and Leaders stand for themselves; a Soviet division is a slot that a counter is drawn for."""
        types = {type: kind for kind, types in scenario.kinds.items() for type in types}
        named = [p for p in pieces.all if p.type not in types]
        self.counters: tuple[Counter, ...] = tuple(p for p in pieces.all if p.type in types)
        self.counter_ids = tuple(p.id for p in self.counters)
        self.counter_by_id = {id: n for n, id in enumerate(self.counter_ids)}
        self.counter_kind = [types[p.type] for p in self.counters]
        slots: list[Counter] = []
        kinds = [""] * len(named)
        self.slots: dict[str, range] = {}
        for kind in scenario.kinds:
            some = next(c for c, k in zip(self.counters, self.counter_kind, strict=True) if k == kind)
            count = self._entitled(scenario, kind) + self.counter_kind.count(kind)
            start = len(named) + len(slots)
            self.slots[kind] = range(start, start + count)
            slots += [_slot(some, kind, n) for n in range(1, count + 1)]
            kinds += [kind] * count
        self.kind = kinds
        return (*named, *slots)

    def _sort_units(self, scenario: Scenario) -> None:
        self.mobile = tuple(u for u in self.of_side[GERMAN] if self.units[u].klass != "infantry")  # 4.2B3
        self.leader_units = tuple(u for u, p in enumerate(self.units) if p.type == "leader")
        self.leaders = frozenset(self.leader_units)
        self.rating = {unit: self.units[unit].more.rating for unit in self.leader_units}
        gaits = [(piece.klass, piece.type == "leader") for piece in self.units]  # who pays and stops alike
        self.gait = [gaits.index(gait) for gait in gaits]
        self.soviet_divisions = tuple(u for u, kind in enumerate(self.kind) if kind)
        self.always_tried = bytes(not kind for kind in self.kind)
        self.divisions: dict[str, tuple[Unit, ...]] = {}  # those whose regiments fight as one (7.3)
        for unit, piece in enumerate(self.units):
            if piece.division:
                self.divisions[piece.division] = (*self.divisions.get(piece.division, ()), unit)
        self.marching = frozenset(a.name for a in scenario.armies if a.first_turn == "march")
        self.diced = tuple(a.name for a in scenario.armies if a.first_turn == "die")

    @staticmethod
    def _entitled(scenario: Scenario, kind: str) -> int:
        placed = sum(army.divisions[kind] for army in scenario.armies)
        scheduled = sum(group.divisions[kind] for group in scenario.soviet)
        extra = scenario.turns + len(scenario.south_west_points) if kind == "rifle" else 0
        return placed + scheduled + extra

    # --- the map -----------------------------------------------------------------------------------------------------

    def _draw_map(self, board: Board, charts: Charts) -> None:
        grid = board.grid
        self.swamp, self.impassable = board.having("swamp"), board.having("lake")
        lakes = board.side("lake")
        self.lake_walls: Walls | None = lakes.walls if lakes.pairs else None
        self.lake_sides = lakes.pairs
        self._line_steps = line_steps(grid, self.lake_walls)
        self.next_to: list[HexSet] = grid.around[:]  # by hex: where its units can overrun and advance
        for a, b in lakes.pairs:
            self.next_to[a] &= ~(1 << b)
        self.costs: dict[str, Costs] = {}
        classes = {piece.klass for piece in self.units}
        for klass in sorted(classes):
            hex, side = charts.costs(f"move.{klass}.hex"), charts.costs(f"move.{klass}.side")
            self.costs[klass] = board.step_costs(hex, side, charts.lines(f"move.{klass}.line"))
        self.entry_costs: dict[str, dict[Hex, int]] = {}  # 14.0: coming in from off the map
        for klass in self.costs:
            hex, line = charts.costs(f"move.{klass}.hex"), charts.lines(f"move.{klass}.line")
            self.entry_costs[klass] = {}
            for h in grid.hexes:
                road = [cost for kind, cost in line.items() if h in board.line(kind).exits]
                cost = min(road, default=hex[board.terrain[h]])
                if cost is not None:
                    self.entry_costs[klass][h] = cost
        self._entries: dict[tuple[str, int], HexSet] = {}
        self._ways_west: dict[str, CheapestWays] = {}
        self.costs_back = {klass: _reversed(costs) for klass, costs in self.costs.items()}
        self.prices = {klass: Prices(costs) for klass, costs in self.costs.items()}
        self.prices_back = {klass: Prices(costs) for klass, costs in self.costs_back.items()}
        east = [grid.direction_index(d) for d in self.scenario.march]
        self.eastward: dict[str, Costs] = {
            klass: [tuple((b, c) for b, c in steps if grid.direction(a, b) in east) for a, steps in enumerate(costs)]
            for klass, costs in self.costs.items()
        }
        rail = board.line("rail")
        self.rail: Costs = [tuple((hex, 1) for hex in linked) for linked in rail.next]
        self.railroad, self.rail_track = rail.hexes, Track(rail.next)
        columns = sorted({grid.column(h) for h in grid.hexes})[: charts.value("west.columns")]
        self.western_columns: HexSet = sum(1 << h for h in grid.hexes if grid.column(h) in columns)
        self.air_zone: HexSet = sum(1 << h for h in grid.hexes if grid.column(h) <= self.air_east)
        self.objectives: HexSet = 0
        for place in board.places.values():
            self.objectives |= place.set
        self._lay_supply_roads(board, charts)
        self._dearest: dict[tuple[tuple[str, ...], bool], Costs] = {}

    def _lay_supply_roads(self, board: Board, charts: Charts) -> None:
        """11.13: for supply a road goes on beyond the river; and a road carries a German line through a swamp."""
        road = board.line("road")
        self.supply_roads: list[tuple[Hex, ...]] = list(road.next)
        for a, b in board.crossings:
            self.supply_roads[a] = (*self.supply_roads[a], b)
        self.supply_track = Track(self.supply_roads)
        source = self.hex_by_name.get(charts.text("supply.source"))
        area = board.areas.get("supply")
        self.road_source: HexSet = area.set if area else (0 if source is None else (1 << source) & road.hexes)
        self.detours: list[Detour] = []
        for start in board.grid.hexes:
            if road.hexes >> start & 1:
                self._follow((start,), road.next)
        self.leaps = {  # the same at each class's price, from the edge to the unit, with the hexes in between
            klass: [(d.via, (d.start, d.end, d.price(costs))) for d in self.detours]
            for klass, costs in self.costs_back.items()
        }

    def _follow(self, path: tuple[Hex, ...], roads: list[tuple[Hex, ...]]) -> None:
        for there in roads[path[-1]]:
            if there not in path:
                if len(path) > 1:
                    self.detours.append(Detour.along((*path, there)))
                if self.swamp >> there & 1:
                    self._follow((*path, there), roads)

    def dearest(self, classes: tuple[str, ...], *, eastward: bool = False) -> Costs:
        """Step costs at which every one of the classes can pay; `eastward` leaves out the steps that 5.23 bars."""
        table = self.eastward if eastward else self.costs
        if len(classes) == 1:
            return table[classes[0]]
        key = (classes, eastward)
        if key not in self._dearest:
            tables = [table[klass] for klass in classes]
            self._dearest[key] = [_highest([costs[h] for costs in tables]) for h in range(self.grid.size)]
        return self._dearest[key]

    def entries(self, klass: str, points: int) -> HexSet:
        """14.0: the hexes into which units of a class come from off the map for so many points."""
        known = self._entries.get((klass, points))
        if known is None:
            costs = self.entry_costs[klass].items()
            known = self._entries[klass, points] = hexset(hex for hex, cost in costs if cost <= points)
        return known

    @cached_property
    def ways_east(self) -> CheapestWays:
        """11.24: the shortest lines to the east edge on an empty map."""
        return CheapestWays(self._line_steps, self.board.edges["east"], ends=self.swamp, closed=self.impassable)

    @cached_property
    def ways_out(self) -> CheapestWays:
        """15.11: the shortest ways to the west edge on an empty map."""
        return CheapestWays(self._line_steps, self.board.edges["west"], closed=self.impassable)

    def ways_west(self, klass: str) -> CheapestWays:
        """11.12: the cheapest lines of a class to the west edge on an empty map, those that are not too long."""
        known = self._ways_west.get(klass)
        if known is None:
            costs, west = self.costs_back[klass], self.board.edges["west"]
            known = self._ways_west[klass] = CheapestWays(costs, west, self.supply_points, ends=self.swamp)
        return known

    def zone(self, hexes: HexSet) -> HexSet:
        """8.16: the hexes around, over rivers too, not over lakes."""
        if self.lake_walls is None:
            return self.grid.beside(hexes) & ~self.impassable
        return self.grid.across(hexes, self.lake_walls) & ~self.impassable

    def bit(self, hex: Hex) -> HexSet:
        """The set of one hex, or of none for a marker that is off the map."""
        return 1 << hex if hex >= 0 else 0

    def adjacent(self, a: Hex, b: Hex) -> bool:
        """Whether a unit can go from one hex into the other by overrun or advance: not across a lake hexside."""
        return bool(self.next_to[a] >> b & 1)


def _slot(like: Counter, kind: str, number: int) -> Counter:
    return Counter(
        id=f"{SERIALS[kind]}{number}",
        name=f"untried {kind} division",
        side=like.side,
        type="rifle" if kind == "rifle" else "tank",
        klass=like.klass,
        symbol=like.symbol if kind == "rifle" else "armor",
        size=like.size,
        steps=(Strength(0, 0, like.steps[0].movement),),
        more=Leadership(),
    )


def _reversed(costs: Costs) -> Costs:
    back: list[list[tuple[Hex, int]]] = [[] for _ in costs]
    for a, steps in enumerate(costs):
        for b, cost in steps:
            back[b].append((a, cost))
    return [tuple(steps) for steps in back]


def _highest(tables: list[Sequence[tuple[Hex, int]]]) -> tuple[tuple[Hex, int], ...]:
    prices = [dict(steps) for steps in tables]
    return tuple((hex, max(p[hex] for p in prices)) for hex in prices[0] if all(hex in p for p in prices))
