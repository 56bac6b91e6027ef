"""What never changes in a game: board, geography, blocks and charts, and what the rules ask of them often."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec

from grognard.board import Area, Board, Pair, Place
from grognard.charts import Charts
from grognard.games.eastfront.blocks import Block, read_blocks
from grognard.games.eastfront.geography import Geography, Zone, read_line
from grognard.games.eastfront.position import GERMAN, SOVIET, Unit
from grognard.games.eastfront.scenario import Scenario
from grognard.hexes import Grid, Hex, HexSet, Walls, describe, hexset, locate, members, walls
from grognard.mechanics.components import Box, Components
from grognard.mechanics.trace import Track

BOX = Box(
    Path(__file__).parent / "data", Scenario.read, ("S41", "W41", "S42", "W42", "S43", "W43", "S44", "W44", "EDE")
)
LAND = ("clear", "forest", "marsh", "mountain")
CLOSED_SIDES = ("alpine", "lake", "sea", "sivash")  # hexsides no unit crosses by land (1.34, 1.37, 1.36, 1.6a)
HOME_CLASSES = ("major", "minor")  # 11.6: the cities where new units arrive
FIREPOWER = ("NONE", "SF", "DF", "TF")


@cache
def own_geography() -> Geography:
    """The geography of the game's own board."""
    return Geography.read(BOX.folder / "geography.toml", BOX.board)


@cache
def printed_board() -> Board:
    """The game's own board with what the map shows of its geography: city values, ports, fortresses, seas."""
    board, geography = BOX.board, own_geography()
    places = {name: _printed(geography, place) for name, place in board.places.items()}
    sea, grid = board.having("sea"), board.grid
    areas = dict(board.areas)
    for zone in geography.seas.values():
        hexes = hexset(there for hex in members(zone.coast) for there in grid.neighbours[hex]) & sea
        areas[zone.title] = Area(zone.title, "water", "", tuple(members(hexes)), hexes)
    return replace(board, places=places, areas=areas)


def _printed(geography: Geography, place: Place) -> Place:
    city = geography.cities.get(place.hexes[0])
    if city is None:
        return place
    ports = {"major": ("major-port",), "minor": ("port",)}
    signs = ports.get(city.port, ()) + ("fortress",) * city.fortress + ("resource",) * city.resource
    return msgspec.structs.replace(place, value=city.value, signs=signs)


@cache
def all_blocks() -> tuple[Block, ...]:
    """The countermix."""
    return read_blocks(BOX.folder / "blocks.toml")


@cache
def startline(id: str) -> HexSet:
    """The German side of a scenario's startline."""
    return read_line(BOX.folder / "startlines.toml", BOX.board, id)


@cache
def standard(id: str) -> Rules:
    """The rules on the game's own board, with a scenario's own blocks if it has any."""
    return Rules(printed_board(), own_geography(), BOX.scenario(id).blocks or all_blocks())


class Rules(Components[Block]):
    """Board, geography, blocks and charts of one match, with precomputed tables."""

    def __init__(self, board: Board, geography: Geography, blocks: Sequence[Block]) -> None:
        super().__init__(board, BOX.charts, (GERMAN, SOVIET), blocks)
        self.geography = geography
        self._sort_units(blocks)
        self._read_charts(self.charts)
        self._draw_map(board, board.grid)
        self.spoken = _Spoken(board.grid, geography.places)

    def hex(self, word: str) -> Hex:
        """A hex by number, place, or steps from a place."""
        return locate(self.grid, word, self.geography.places)

    # --- blocks ------------------------------------------------------------------------------------------------------

    def _sort_units(self, blocks: Sequence[Block]) -> None:
        self.hqs = {s: tuple(u for u in self.of_side[s] if blocks[u].is_hq) for s in (GERMAN, SOVIET)}
        self.paras = tuple(u for u, block in enumerate(blocks) if block.type == "para")
        self.coastal = tuple(u for u, block in enumerate(blocks) if "coastal" in block.special)
        self.satellites = tuple(u for u, block in enumerate(blocks) if "satellite" in block.special)

    def is_supreme(self, unit: Unit) -> bool:
        """Whether the unit is OKH or STAVKA (5.6)."""
        return self.units[unit].type == "shq"

    # --- charts ------------------------------------------------------------------------------------------------------

    def _read_charts(self, charts: Charts) -> None:
        self.speed = {weather: charts.values(f"speed.{weather}") for weather in ("dry", "mud", "snow")}
        self.hits = charts.values("hits")
        self.stacking = charts.values("stacking")
        self.hexside = charts.values("hexside")
        self.fire = {mode: _texts(charts, f"fire.{mode}") for mode in ("offensive", "defensive")}
        self.stops = frozenset(charts.words("stop.terrain"))
        self.stop_exempt = charts.text("stop.exempt")
        self.counts_as = {weather: _texts(charts, f"weather.{weather}.as") for weather in self.speed}
        self.disrupted = {weather: charts.words(f"weather.{weather}.disrupted") for weather in self.speed}
        self.supply_hexes = charts.value("supply.hexes")
        self.rail_hexes = charts.value("rail.hexes")
        self.zone_rail = charts.value("rail.exit_zone")
        self.zone_command = charts.value("zone_command.adjacent")

    # --- the map -----------------------------------------------------------------------------------------------------

    def _draw_map(self, board: Board, grid: Grid) -> None:
        geography = self.geography
        self.land: HexSet = 0
        for terrain in LAND:
            self.land |= board.having(terrain)
        self.sea: HexSet = board.having("sea")
        self.zones: HexSet = hexset(geography.zones)
        self.zone_by_id: dict[str, Zone] = {zone.id: zone for zone in geography.zones.values()}
        self.entries: dict[Hex, Zone] = {zone.entry: zone for zone in geography.zones.values()}
        self.playable = self.land | self.zones
        self.river: frozenset[Pair] = board.side("river").pairs
        self.strait: frozenset[Pair] = board.side("strait").pairs
        self.shores: HexSet = hexset(hex for pair in self.strait for hex in pair)
        self.rough: frozenset[Pair] = board.side("rough").pairs
        self.open: frozenset[Pair] = board.side("open").pairs
        closed: set[Pair] = set()
        for kind in CLOSED_SIDES:
            closed |= board.side(kind).pairs
        self.closed_sides = frozenset(closed)
        self.land_walls: Walls = walls(grid, closed)
        self.coast_walls: Walls = walls(grid, board.side("alpine").pairs | board.side("lake").pairs)  # 15.41
        self.zoc_walls: Walls = walls(grid, closed | self.river | self.strait)  # 8.2
        self.steps: list[tuple[Hex, ...]] = [()] * grid.size
        for h in members(self.land):
            near = (b for b in grid.neighbours[h] if self.land >> b & 1 and (h, b) not in closed)
            self.steps[h] = tuple(near)
        self.rail = board.line("rail")
        self.tracks = Track(self.rail.next)
        self.zone_links: dict[Hex, tuple[Hex, ...]] = self._link_zones()
        self.cities = geography.cities
        self.major: HexSet = hexset(city.hex for city in self.cities.values() if city.klass == "major")
        self.fortresses: HexSet = hexset(city.hex for city in self.cities.values() if city.fortress)
        self.home_cities = {  # 11.6
            side: hexset(hex for hex, city in self.cities.items() if city.home == side and city.klass in HOME_CLASSES)
            for side in (GERMAN, SOVIET)
        }
        self.gates = {side: self._gates(side) for side in (GERMAN, SOVIET)}
        cities = sorted(self.cities.values(), key=lambda city: city.name)
        self.earning = tuple(city for city in cities if city.value or city.resource)  # 11.22, 11.23
        self.south: HexSet = hexset(hex for hex, zone in geography.zones.items() if zone.edge == "south")
        barred = self.charts.words("zones.no_soviets")
        self.no_soviets: HexSet = hexset(hex for hex, zone in geography.zones.items() if zone.id in barred)  # 16.31
        self.port_class = {city.hex: city.port for city in self.cities.values() if city.port}
        self.city_hex = {city.name: city.hex for city in self.cities.values()}
        self.coast: HexSet = 0
        for sea in geography.seas.values():
            self.coast |= sea.coast
        releasing = (self.charts.text(f"objective.{key}") for key in ("first_release", "release"))
        self.release_ports = hexset(self.city_hex[name] for name in releasing if name in self.city_hex)  # 16.13
        self._limits: dict[tuple[Hex, Hex, str], int] = {}
        self.halting = {  # 1.33, 1.34: the terrain that stops units, by weather
            weather: hexset(h for h in grid.hexes if self.terrain(h, weather) in self.stops) for weather in self.speed
        }
        self.ports: HexSet = hexset(self.port_class)
        self.home_areas = {  # 16.13: a satellite's country and the hexes next to it, by nation
            nation: grid.spread(self.country(country)) & self.land
            for nation, country in (("rumanian", "rumania_1939"), ("hungarian", "hungary"))
            if self.country(country)
        }
        self._far: dict[tuple[HexSet, Hex], int] = {}
        kinds = ["exit_zone" if kind == "zone" else kind for kind in board.terrain]
        self.stack_limits = [self.stacking.get(kind, 0) for kind in kinds]

    def _gates(self, side: str) -> tuple[Hex, ...]:
        """11.6: where new units of a side may ever arrive: in its Home Cities, Rail Entry hexes, exit zones."""
        edges = [hex for zone in self.geography.zones.values() for hex in (zone.hex, zone.entry)]
        home = self.home_cities[side]
        return tuple(hex for hex in dict.fromkeys((*self.cities, *edges)) if home >> hex & 1 or hex in edges)

    def _link_zones(self) -> dict[Hex, tuple[Hex, ...]]:
        """16.2: a zone adjoins its rail entry hex and the neighbouring zones of its map edge, in letter order."""
        links: dict[Hex, list[Hex]] = {}
        by_edge: dict[str, list[Zone]] = {}
        for zone in sorted(self.geography.zones.values(), key=lambda zone: zone.id):
            by_edge.setdefault(zone.edge, []).append(zone)
            links.setdefault(zone.hex, []).append(zone.entry)
            links.setdefault(zone.entry, []).append(zone.hex)
        for zones in by_edge.values():
            for a, b in itertools.pairwise(zones):
                if ord(b.id) - ord(a.id) == 1:
                    links[a.hex].append(b.hex)
                    links[b.hex].append(a.hex)
        return {hex: tuple(near) for hex, near in links.items()}

    def terrain(self, hex: Hex, weather: str) -> str:
        """The terrain a hex counts as in the weather (12.24); an exit zone is clear (16.2)."""
        kind = self.board.terrain[hex]
        kind = "clear" if kind == "zone" else kind
        return self.counts_as[weather].get(kind, kind)

    def far(self, area: HexSet, hex: Hex) -> int:
        """How many hexes away the nearest of an area is."""
        known = self._far.get((area, hex))
        if known is None:
            known = self._far[area, hex] = min(self.grid.distance(hex, goal) for goal in members(area))
        return known

    def stack_limit(self, hex: Hex) -> int:
        """6.21: units of a side in a hex; weather does not change it."""
        return self.stack_limits[hex]

    def limit(self, a: Hex, b: Hex, weather: str) -> int:
        """6.33: units that may cross a hexside of a battle in a Movement Phase."""
        key = (a, b, weather)
        known = self._limits.get(key)
        if known is None:
            known = self._limits[key] = self._limit(a, b, weather)
        return known

    def _limit(self, a: Hex, b: Hex, weather: str) -> int:
        if (self.zones >> a | self.zones >> b) & 1:
            return self.hexside["exit_zone"]
        if (a, b) in self.river:
            return self.hexside["river"]
        if (a, b) in self.strait:
            return self.hexside["strait"]
        return self.hexside[self.counts_as[weather].get(self.side_terrain(a, b), self.side_terrain(a, b))]

    def side_terrain(self, a: Hex, b: Hex) -> str:
        """G70: the terrain of a hexside that has no river: clear if either hex is, else the rougher of the two."""
        kinds = sorted((self.board.terrain[a], self.board.terrain[b]), key=LAND.index)
        if (a, b) in self.open:
            return "clear"
        if (a, b) in self.rough:
            return kinds[1] if kinds[1] != "clear" else "forest"
        return "clear" if kinds[0] == "clear" else kinds[1]

    def zoc(self, hexes: HexSet) -> HexSet:
        """8.2: the land hexes around, not over rivers or impassable hexsides."""
        return self.grid.across(hexes, self.zoc_walls) & self.land

    def around(self, hexes: HexSet) -> HexSet:
        """The hexes and those one step by land away."""
        return hexes | self.grid.across(hexes, self.land_walls) & self.land

    def country(self, name: str) -> HexSet:
        """The hexes of a country; none if the map has none of it."""
        return self.geography.countries.get(name, 0)


class _Spoken(dict[Hex, str]):
    """Hexes by the names players use, worked out when first asked for."""

    def __init__(self, grid: Grid, places: Mapping[str, Hex]) -> None:
        super().__init__()
        self._grid, self._places = grid, places

    def __missing__(self, hex: Hex) -> str:
        self[hex] = name = describe(self._grid, hex, self._places)
        return name


def _texts(charts: Charts, path: str) -> dict[str, str]:
    entry = charts.entry(path)
    return {key: entry.text(key) for key in entry.keys}
