"""The ground: what a hex counts as, what lies along its sides, what a step costs each class (G6, G7, G58)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from grognard.board import Board, Pair
from grognard.games.bugriver.tables import AFV, CLASSES, LEG, MOT, Tables, quarters
from grognard.hexes import Costs as Steps
from grognard.hexes import Hex, HexSet, Walls, hexset, members, walls

BUG = "Bug"  # the river of that name, among all rivers of the board
WAYS = ("road", "track", "rail")
VILLAGE, TOWN, PILLBOX = "village", "town", "pillbox"
TOWNS = ("city", TOWN)  # kinds of places on the board that are towns of the rules
# What lies between two hexes.
NONE, STREAM, STREAM_BRIDGED, RIVER, RIVER_BRIDGED, LAKE = (
    "none",
    "stream",
    "stream-bridged",
    "bug",
    "bug-bridged",
    "lake",
)
WATER = (LAKE, RIVER)  # what parts hexes: no supply, no ZOC, no displaced HQ over it (5.7.1b, 7.3.6c)

Bridges = frozenset[Pair]  # pontoon bridges, both orders
NO_BRIDGES: Bridges = frozenset()
MOST_LAID = 50  # sets of pontoons whose answers are kept
EVERYTHING = 1 << 20  # a step that takes the whole allowance: more than anybody has


class Laid:
    """Answers that hold while certain pontoons lie."""

    def __init__(self) -> None:
        self.prices: dict[tuple[frozenset[str], bool], tuple[Steps, dict[Pair, int]]] = {}
        self.crossings: dict[tuple[frozenset[str], bool], Steps] = {}
        self.ways_out: dict[tuple[frozenset[str], bool, bool], dict[Hex, HexSet]] = {}
        self.zones: dict[str, list[HexSet]] = {}
        self.barriers: dict[str, Walls] = {}
        self.water: Walls = ()


class TerrainTables:
    """What the rules ask of the printed map. Pontoons are bridges (10.3d): questions take them along."""

    def __init__(self, board: Board, tables: Tables, land: HexSet) -> None:
        self.board, self.grid, self.tables, self.land = board, board.grid, tables, land
        self.villages = self._places((VILLAGE,))
        self.towns = self._places(TOWNS)
        self.pillboxes = board.areas["pillboxes"].set & land if "pillboxes" in board.areas else 0
        self.ground = [self._ground(h) for h in range(self.grid.size)]  # clear, forest, marsh, village or town
        self.linked = frozenset(pair for kind in WAYS for pair in board.line(kind).links)
        bug = self._named(BUG)
        self._sides: dict[Pair, str] = {}
        for pair in board.side("river").pairs:
            bridged = pair in self.linked
            kind = RIVER if pair in bug else STREAM
            self._sides[pair] = f"{kind}-bridged" if bridged else kind
        for pair in board.side("lake").pairs:
            self._sides[pair] = STREAM_BRIDGED if pair in self.linked else LAKE  # G58: a road goes over it on a dam
        self._by_class: dict[tuple[str, bool], dict[Pair, int]] = {}
        self._known: dict[Bridges, Laid] = {}

    def _laid(self, bridges: Bridges) -> Laid:
        """What is known of the map with these pontoons; of all that ever lay only the last ones are kept."""
        known = self._known.get(bridges)
        if known is None:
            if len(self._known) > MOST_LAID:
                self._known = {NO_BRIDGES: self._laid(NO_BRIDGES)}
            known = self._known[bridges] = Laid()
        return known

    def _places(self, kinds: Iterable[str]) -> HexSet:
        return hexset(h for place in self.board.places.values() if place.kind in kinds for h in place.hexes) & self.land

    def _ground(self, hex: Hex) -> str:
        return TOWN if self.towns >> hex & 1 else VILLAGE if self.villages >> hex & 1 else self.board.terrain[hex]

    def _named(self, river: str) -> set[Pair]:
        found: set[Pair] = set()
        for chain in self.board.side("river").chains:
            if chain.name == river:
                for hex, direction in chain.sides:
                    there = self.grid.step(hex, direction)
                    assert there is not None
                    found |= {(hex, there), (there, hex)}
        return found

    @cached_property
    def bug_sides(self) -> frozenset[Pair]:
        """The sides of the Bug without a printed bridge, both orders."""
        return frozenset(pair for pair, kind in self._sides.items() if kind == RIVER)

    def between(self, a: Hex, b: Hex, bridges: Bridges = NO_BRIDGES) -> str:
        """What lies between two adjacent hexes."""
        return RIVER_BRIDGED if (a, b) in bridges else self._sides.get((a, b), NONE)

    def may_host_hq(self, hex: Hex) -> bool:
        """3.3b: an HQ must always be in a village or town."""
        return bool((self.villages | self.towns) >> hex & 1)

    # --- walls and zones ---------------------------------------------------------------------------------------------

    def water(self, bridges: Bridges) -> Walls:
        """5.7.1b: the lake and unbridged Bug hexsides."""
        laid = self._laid(bridges)
        if not laid.water:
            closed = (pair for pair, kind in self._sides.items() if kind in WATER and pair not in bridges)
            laid.water = walls(self.grid, closed)
        return laid.water

    def zones(self, bridges: Bridges) -> dict[str, list[HexSet]]:
        """5.4a: by class and hex the hexes into which a unit there has a ZOC."""
        laid = self._laid(bridges)
        if not laid.zones:
            if bridges:  # as without them, but for their banks
                found = {klass: zones.copy() for klass, zones in self.zones(NO_BRIDGES).items()}
                banks: Iterable[Hex] = {a for a, _ in bridges}
            else:
                found, banks = {klass: [0] * self.grid.size for klass in CLASSES}, range(self.grid.size)
            for klass, zones in found.items():
                for hex in banks:
                    zones[hex] = self._zone(klass, hex, bridges)
            laid.zones = found
        return laid.zones

    def barriers(self, bridges: Bridges) -> dict[str, Walls]:
        """By class the hexsides that stop its ZOC: the same as `zones`, for whole sets of hexes at once."""
        laid = self._laid(bridges)
        if not laid.barriers:
            first = dict.fromkeys(CLASSES, (0,) * 6)
            before, banks = (
                (self.barriers(NO_BRIDGES), {a for a, _ in bridges}) if bridges else (first, self.grid.hexes)
            )
            for klass, zones in self.zones(bridges).items():
                closed = list(before[klass])
                for hex in banks:
                    for d, offset in enumerate(self.grid.offsets):
                        open = hex + offset >= 0 and zones[hex] >> hex + offset & 1
                        closed[d] = closed[d] & ~(1 << hex) if open else closed[d] | 1 << hex
                laid.barriers[klass] = tuple(closed)
        return laid.barriers

    def _zone(self, klass: str, hex: Hex, bridges: Bridges) -> HexSet:
        return hexset(
            b for b in self.grid.neighbours[hex] if self.land >> b & 1 and self._reaches(klass, hex, b, bridges)
        )

    def _reaches(self, klass: str, a: Hex, b: Hex, bridges: Bridges) -> bool:
        zoc = self.tables.zoc
        if klass not in zoc.side[self.between(a, b, bridges)].split():
            return False
        along = (a, b) in self.linked and self.ground[b] in ("forest", "marsh")  # G7: along a road
        return klass in zoc.hex[self.ground[b]].split() or along

    # --- movement ----------------------------------------------------------------------------------------------------

    def steps(self, classes: frozenset[str], bridges: Bridges, *, roads: bool = True) -> Steps:
        """By hex the steps that units of these classes may take together in the midst of a move, in quarter points.

        Each step costs what it costs the class that pays most. Boats (7.3.8) and motorised units over a stream (7.3.7)
        cross only with the first step. Without `roads` the road rate is not to be had (7.3.3b).
        """
        return self._priced(classes, bridges, roads=roads)[0]

    def step_price(self, classes: frozenset[str], a: Hex, b: Hex, bridges: Bridges, *, roads: bool) -> int | None:
        """What a step costs in the midst of a move; None if it cannot be made."""
        if (a, b) in bridges:
            return self._priced(classes, bridges, roads=roads)[1].get((a, b))
        return self._priced(classes, NO_BRIDGES, roads=roads)[1].get((a, b))

    def _priced(self, classes: frozenset[str], bridges: Bridges, *, roads: bool) -> tuple[Steps, dict[Pair, int]]:
        """The steps by hex, and the price of each pair of hexes; with pontoons, only that of the pairs they join."""
        laid, key = self._laid(bridges), (classes, roads)
        known = laid.prices.get(key)
        if known is None:
            build = self._over_bridges if bridges else self._table
            known = laid.prices[key] = build(classes, bridges, roads=roads)
        return known

    def _table(self, classes: frozenset[str], bridges: Bridges, *, roads: bool) -> tuple[Steps, dict[Pair, int]]:
        each = [self._alone(klass, roads=roads) for klass in sorted(classes)]
        by_pair = each[0]
        for prices in each[1:]:
            by_pair = {pair: max(price, prices[pair]) for pair, price in by_pair.items() if pair in prices}
        rows: list[list[tuple[Hex, int]]] = [[] for _ in range(self.grid.size)]
        for (a, b), price in by_pair.items():
            rows[a].append((b, price))
        return [tuple(row) for row in rows], by_pair

    def _over_bridges(self, classes: frozenset[str], bridges: Bridges, *, roads: bool) -> tuple[Steps, dict[Pair, int]]:
        """Steps with pontoon bridges: only the hexes at their ends have more of them."""
        by_hex = list(self.steps(classes, NO_BRIDGES, roads=roads))
        over: dict[Pair, int] = {}
        for a, b in sorted(bridges):
            found = [self._price(klass, a, b, bridges, roads=roads) for klass in classes]
            if None not in found:
                over[a, b] = max(price for price in found if price is not None)
                by_hex[a] = (*by_hex[a], (b, over[a, b]))
        return by_hex, over

    @cached_property
    def _land_pairs(self) -> list[Pair]:
        return [(a, b) for a in members(self.land) for b in self.grid.neighbours[a] if self.land >> b & 1]

    def _alone(self, klass: str, *, roads: bool) -> dict[Pair, int]:
        """What each step costs a class without pontoons."""
        key = klass, roads
        if key not in self._by_class:
            rates = {kind: prices.of(klass) for kind, prices in self.tables.move.hex.items()}
            enter = [quarters(rate) if isinstance(rate := rates.get(kind), float) else None for kind in self.ground]
            prices = {pair: enter[pair[1]] for pair in self._land_pairs}
            special = [*self._sides, *self.linked]  # all other steps have the price of the hex
            prices |= {p: self._price(klass, *p, NO_BRIDGES, roads=roads) for p in special if p in prices}
            self._by_class[key] = {pair: price for pair, price in prices.items() if price is not None}
        return self._by_class[key]

    def _price(self, klass: str, a: Hex, b: Hex, bridges: Bridges, *, roads: bool) -> int | None:
        move = self.tables.move
        if self.between(a, b, bridges) == RIVER:
            return None
        beside = self._off_road(klass, a, b, bridges)
        if not roads or (a, b) not in self.linked:
            return beside
        rates = [move.way[kind].of(klass) for kind in WAYS if (a, b) in self.board.line(kind).links]
        along = min(quarters(rate) for rate in rates if isinstance(rate, float))
        return along if beside is None else min(along, beside)  # 7.3.3a, G6: whatever else is there, if that is dearer

    def _off_road(self, klass: str, a: Hex, b: Hex, bridges: Bridges) -> int | None:
        """What a step costs by the terrain of the hex and of its side."""
        move = self.tables.move
        enter = move.hex[self.ground[b]].of(klass)
        side = self.between(a, b, bridges)
        cross = 0.0 if side in (NONE, STREAM_BRIDGED, RIVER_BRIDGED) else move.side[side].of(klass)
        if (a, b) in bridges:
            cross = move.side["pontoon"].of(klass)
        if not isinstance(enter, float) or not isinstance(cross, float):
            return None
        return quarters(enter) + quarters(cross)

    def open_to(self, classes: frozenset[str], hex: Hex) -> bool:
        """Whether no class of these is prohibited from the terrain of a hex, roads aside."""
        return bool(self.land >> hex & 1) and all(self.tables.move.hex[self.ground[hex]].of(c) != "no" for c in classes)

    @cached_property
    def open_hexes(self) -> dict[str, HexSet]:
        """By class the hexes whose terrain is not prohibited to it."""
        return {c: hexset(h for h in members(self.land) if self.open_to(frozenset((c,)), h)) for c in CLASSES}

    def takes_all(self, classes: frozenset[str], a: Hex, b: Hex, bridges: Bridges) -> bool:
        """7.3.7: whether the step is a motorised unit's over an unbridged stream, for its whole allowance."""
        motorised = bool(classes & {MOT, AFV})
        return motorised and self.between(a, b, bridges) == STREAM and self.open_to(classes, b)

    # --- first steps -------------------------------------------------------------------------------------------------

    def crossings(self, classes: frozenset[str], bridges: Bridges, *, boats: bool) -> Steps:
        """By hex the steps that can only be the first of a move: motorised units over a stream, for everything they
        have (7.3.7), and leg units over the Bug if they have boats (7.3.8)."""
        laid, key = self._laid(bridges), (classes, boats)
        known = laid.crossings.get(key)
        if known is None:
            known = laid.crossings[key] = self._crossings(classes, bridges, boats=boats)
        return known

    def _crossings(self, classes: frozenset[str], bridges: Bridges, *, boats: bool) -> Steps:
        if bridges:  # as without them, but for their banks
            by_hex = list(self.crossings(classes, NO_BRIDGES, boats=boats))
            for a in {a for a, _ in bridges}:
                by_hex[a] = tuple([step for step in by_hex[a] if (a, step[0]) not in bridges])
            return by_hex
        found: dict[Hex, list[tuple[Hex, int]]] = {}
        for a, b in self._wet_pairs:
            if price := self._crossing(classes, a, b, boats=boats):
                found.setdefault(a, []).append((b, price))
        return [tuple(found.get(hex, ())) for hex in range(self.grid.size)]

    @cached_property
    def _wet_pairs(self) -> list[Pair]:
        """The unbridged hexsides of streams and of the Bug."""
        return sorted(pair for pair, kind in self._sides.items() if kind in (STREAM, RIVER))

    def _crossing(self, classes: frozenset[str], a: Hex, b: Hex, *, boats: bool) -> int:
        """What such a step costs without pontoons; 0 if it cannot be made."""
        if self.land >> a & 1 and self.takes_all(classes, a, b, NO_BRIDGES):
            return EVERYTHING
        if boats and classes == {LEG} and self.between(a, b) == RIVER and self.open_to(classes, b):
            enter, cross = self.tables.move.hex[self.ground[b]].leg, self.tables.move.side[RIVER].leg
            assert isinstance(enter, float)
            assert isinstance(cross, float)
            return quarters(enter) + quarters(cross)
        return 0

    def ways_out(self, classes: frozenset[str], hex: Hex, bridges: Bridges, *, boats: bool, roads: bool) -> HexSet:
        """7.3.2b: the hexes that a first step can lead to from a hex, whatever it costs; without `roads`, which an EZOC
        closes (7.3.3b), not into terrain that only a road makes open."""
        known = self._laid(bridges).ways_out.setdefault((classes, boats, roads), {})
        if hex not in known:
            rough, more = self.steps(classes, bridges, roads=False), self.crossings(classes, bridges, boats=boats)
            by_road = self.steps(classes, bridges)[hex] if roads else ()
            known[hex] = hexset(there for steps in (rough[hex], more[hex], by_road) for there, _ in steps)
        return known[hex]

    def bogs(self, a: Hex, b: Hex) -> bool:
        """5.6: whether a step leads into marsh and not along a road, track or railway."""
        return self.ground[b] == "marsh" and (a, b) not in self.linked
