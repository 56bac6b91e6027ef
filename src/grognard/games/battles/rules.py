"""What never changes in a battle: board, counters, charts and scenario, and what the rules ask of them often."""

from __future__ import annotations

import os
from functools import cache, cached_property, reduce
from operator import itemgetter, or_
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from grognard.board import Board, block
from grognard.charts import Charts
from grognard.datafile import load
from grognard.errors import Invalid, nearest
from grognard.games.battles.crosscheck import crosscheck
from grognard.games.battles.position import AXIS, LEVELS, SOVIET, Unit
from grognard.games.battles.scenario import Leader, Scenario, SidePlan, Weather
from grognard.hexes import Hex, HexSet, Walls, hexset, members, walls
from grognard.mechanics.components import Components
from grognard.mechanics.crt import Crt
from grognard.pieces import Piece, Pieces, Strength

if TYPE_CHECKING:
    from grognard.games.battles.costs import Entries, Going, StepCosts

DATA = Path(__file__).parent / "data"
FOLDERS = "GROGNARD_BATTLES"  # an environment variable: folders with further scenarios, separated like paths
MOBILE = frozenset(("armour", "heavy-armour", "mechanised", "motorised", "cavalry"))  # 10.2a, with HQs
PANZER = frozenset(("armour", "heavy-armour", "mechanised", "motorised"))  # 10.3b
FAIR = "clear"


class Markings(msgspec.Struct, frozen=True):
    """What else is printed on the counters of the series."""

    nation: str = ""
    blue: bool = False  # 3.2f
    red: bool = False  # 3.2g
    specialist: int = 0  # 3.3c: its own shift
    boxed: bool | None = None  # 3.2h, where the type does not tell
    moves: str = ""  # movement class, where the type does not tell
    untried: str = ""  # its class on the Untried Unit Table
    one_step: Strength | None = None  # the one-step side of an untried unit (G79)
    re: float | None = None  # 11.1a, where the chart does not tell
    range: int = 0  # HQs
    support: tuple[int, int] = (0, 0)  # HQs: shifts in attack and in defence


Counter = Piece[Strength, Markings]


class ScenarioFiles(NamedTuple):
    """The files of one scenario, read."""

    scenario: Scenario
    board: Board
    pieces: Pieces[Strength, Markings]


class MajorRiver(NamedTuple):
    """A major river: the hexsides it runs along, both orders, and the hexes on its banks."""

    pairs: frozenset[tuple[Hex, Hex]]
    banks: HexSet


@cache
def charts() -> Charts:
    """The system charts, the same in every scenario."""
    return Charts.read(DATA / "charts.toml")


def folders() -> dict[str, Path]:
    """The folder of each scenario: the series' own first, then those of others."""
    found = {path.name: path for path in sorted((DATA / "scenarios").iterdir()) if (path / "scenario.toml").exists()}
    for place in filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)):
        if not Path(place).is_dir():
            raise Invalid(f"{FOLDERS}: {place} is no folder")
        found |= {path.name: path for path in sorted(Path(place).iterdir()) if (path / "scenario.toml").exists()}
    return found


@cache
def read_battle(folder: Path) -> ScenarioFiles:
    """The scenario in a folder: scenario.toml, board.toml and units.toml."""
    types = load(DATA / "types.toml", "types.toml").raw("types")
    try:
        units = load(folder / "units.toml", "units.toml")
        units.only("divisions", "pieces")
        pieces = {"types": types, **{key: units.raw(key) for key in units.keys}}
        found = ScenarioFiles(
            Scenario.read(folder / "scenario.toml", folder.name),
            Board.read(folder / "board.toml"),
            Pieces.read(pieces, Strength, Markings, "units.toml"),
        )
        crosscheck(found, charts())
    except Invalid as error:
        raise Invalid(f"{folder.name}/{str(error).removeprefix(f'{folder}{os.sep}')}") from None
    return found


def battle(id: str) -> ScenarioFiles:
    """The scenario of that name."""
    known = folders()
    if id not in known:
        raise Invalid(f"no scenario {id}: {' '.join(known)}{nearest(id, known)}")
    return read_battle(known[id])


@cache
def standard(id: str) -> Rules:
    """The rules of a scenario on its own board."""
    found = battle(id)
    return Rules(found.board, found.scenario, found.pieces)


class Rules(Components[Counter]):
    """Board, counters, charts and scenario of one match, with precomputed tables."""

    def __init__(self, board: Board, scenario: Scenario, pieces: Pieces[Strength, Markings]) -> None:
        super().__init__(board, charts(), (AXIS, SOVIET), pieces.all)
        self.scenario, self.pieces = scenario, pieces
        self.sides: dict[str, SidePlan] = {AXIS: scenario.axis, SOVIET: scenario.soviet}
        self.crt = Crt(self.charts.table("crt"))
        self._effects = {level: self._effects_of(level) for level in LEVELS}
        self.turns = scenario.turns
        self._named: dict[tuple[str, ...], HexSet] = {}
        # costs of movement, worked out when first wanted: of a kind of units, of several that go together
        self.tables: dict[Going, StepCosts] = {}
        self.joint_tables: dict[tuple[Going, ...], StepCosts] = {}
        self.entries: dict[Going, Entries] = {}
        self._sort_units()
        self._draw_map()
        self._read_scenario()

    def _effects_of(self, level: str) -> dict[str, tuple[int, int]]:
        row = self.charts.entry(f"supply.{level}")
        return {key: msgspec.convert(row.raw(key), tuple[int, int]) for key in row.keys}

    def fraction(self, level: str, column: str) -> tuple[int, int]:
        """8.2 to 8.4: what a supply level leaves of something, as numerator and denominator."""
        return self._effects[level][column]

    # --- units -------------------------------------------------------------------------------------------------------

    def _sort_units(self) -> None:
        units = self.units
        self.always_tried = bytes(not piece.more.untried for piece in units)
        self.hqs = frozenset(u for u, piece in enumerate(units) if piece.type == "hq")
        self.bound = [piece.type in PANZER for piece in units]  # 9.0k: whom mud keeps on the roads
        self.places_of = {side: itemgetter(-1, *own) for side, own in self.of_side.items()}  # of where units are
        self.klass = [piece.more.moves or piece.klass for piece in units]
        self.boxed = frozenset(
            u
            for u, p in enumerate(units)
            if (p.type in MOBILE or p.type == "hq" if p.more.boxed is None else p.more.boxed)
        )
        self.colour = [piece.army for piece in units]  # '' for independent units (3.2d)
        self.hq_of_colour = {units[u].army: u for u in sorted(self.hqs)}
        self.hqs_of = {side: tuple(u for u in sorted(self.hqs) if self.side[u] == side) for side in self.of_side}
        self.independents = frozenset(u for u, piece in enumerate(units) if not piece.army and u not in self.hqs)
        self.independents_of = {
            side: tuple(u for u in sorted(self.independents) if self.side[u] == side) for side in self.of_side
        }
        self.divisions_served = self.charts.value("independents.divisions")
        self.formation = [piece.division for piece in units]
        self.formations: dict[str, tuple[Unit, ...]] = {}
        for unit, id in enumerate(self.formation):
            if id:
                self.formations[id] = (*self.formations.get(id, ()), unit)
        self.size = [self._equivalents(piece) for piece in units]
        self.stack_limit = self.charts.value("stacking.limit")
        self.bridging = frozenset(u for u, piece in enumerate(units) if piece.type == "bridging-engineer")
        self.bridging_of = {side: tuple(u for u in own if u in self.bridging) for side, own in self.of_side.items()}

    def _equivalents(self, piece: Counter) -> int:
        """11.1a: regimental equivalents in halves."""
        if piece.more.re is not None:
            return round(2 * piece.more.re)
        if piece.size == "XX":
            row = self.charts.values(f"stacking.division.{piece.side}")
            return row.get(piece.type, row["other"])
        return self.charts.value(f"stacking.{piece.size}")

    def is_mobile(self, unit: Unit) -> bool:
        """10.2a, 12.7h: armour, mechanised, motorised and cavalry."""
        return self.units[unit].type in MOBILE

    # --- the map -----------------------------------------------------------------------------------------------------

    def _draw_map(self) -> None:
        board, grid = self.board, self.grid
        self.water: HexSet = board.having("lake") | board.having("sea")
        self.land: HexSet = grid.all & ~self.water
        self.swamp, self.clear, self.woods = board.having("swamp"), board.having("clear"), board.having("woods")
        self.major, self.minor = board.side("major-river").pairs, board.side("minor-river").pairs
        self.shores = board.side("lake").pairs | board.side("sea").pairs
        self.major_cities = self.places("major-city")
        self.cities = self.places("city") | self.major_cities
        self.roads, self.rails = board.line("road"), board.line("rail")
        self.ways: HexSet = self.roads.hexes | self.rails.hexes
        self.crossings = frozenset(pair for pair in self.major if pair in self.roads.links or pair in self.rails.links)
        self.facing = frozenset(  # 8.1c: major cities on both banks
            (a, b) for a, b in self.major if self.major_cities >> a & 1 and self.major_cities >> b & 1
        )
        self._no_zoc = {
            True: walls(grid, self.major | self.shores),
            False: walls(grid, self.major | self.shores | self.minor),
        }
        self.rivers = self._name_rivers()
        self.on_edge: HexSet = reduce(or_, board.edges.values(), 0)
        self.fort_ground: HexSet = (self.clear | self.woods) & ~self.cities  # 18.0b1
        self.next_to: list[HexSet] = [around & self.land for around in grid.around]  # by hex: where its units can fight
        for a, b in self.shores:
            self.next_to[a] &= ~(1 << b)

    def _name_rivers(self) -> tuple[MajorRiver, ...]:
        """The major rivers by name, for 10.1e asks who stands next to the one that is crossed."""
        sides: dict[str, list[tuple[Hex, Hex]]] = {}
        for chain in self.board.side("major-river").chains:
            for hex, d in chain.sides:
                if (there := self.grid.step(hex, d)) is not None:
                    sides.setdefault(chain.name, []).extend(((hex, there), (there, hex)))
        return tuple(MajorRiver(frozenset(pairs), hexset(a for a, _ in pairs)) for pairs in sides.values())

    def zone(self, hexes: HexSet, weather: Weather) -> HexSet:
        """9.0: the hexes around these, not over major rivers and water, not into cities."""
        return self.grid.across(hexes, self._no_zoc[weather.zoc_rivers]) & self.land & ~self.cities if hexes else 0

    @cached_property
    def supply_kind(self) -> list[object]:
        """By unit, what is the same for all that are in supply in the same hexes (8.1q): those of a colour."""
        alone = self.hqs | self.independents
        colours = zip(self.side, self.colour, strict=True)
        return [u if u in alone else (*colour, u in self.local) for u, colour in enumerate(colours)]

    def near(self, hex: Hex) -> list[Hex]:
        """The hexes next to a hex in which its units can fight: not over lake and sea hexsides (G70)."""
        return members(self.next_to[hex])

    @cached_property
    def shore_walls(self) -> Walls:
        """Lake and sea hexsides."""
        return walls(self.grid, self.shores)

    # --- the scenario ------------------------------------------------------------------------------------------------

    def _read_scenario(self) -> None:
        plan = self.scenario
        self.weather = {FAIR: Weather(), **plan.weather_states}
        self.fair = FAIR
        self.leader_of: dict[Unit, Leader] = {self._unit(leader.hq): leader for leader in plan.leaders}
        self.fortress_side = {self._hex(fortress.hex): fortress.side for fortress in plan.fortresses}
        self.fortresses: HexSet = hexset(self.fortress_side)
        self.forts_at_start = {self._hex(hex): int(shift[0]) for hex, shift in plan.forts_at_start.items()}
        held = {side: self.hexes(plan.held.get(side, ())) for side in (AXIS, SOVIET)}
        self.axis_start: HexSet = held[AXIS]
        if held[SOVIET].bit_count() < held[AXIS].bit_count():  # the smaller list is the exception to the larger
            self.axis_start &= ~held[SOVIET]
        self.depots = {
            side: tuple((self.named_hexes((depot.at,)), depot) for depot in given.sources)
            for side, given in self.sides.items()
        }
        self.local = frozenset(self._unit(name) for given in self.sides.values() for name in given.local)
        self.joined = tuple((self._unit(joined.hq), joined) for joined in plan.joined)
        self._hqs_of_colour: dict[tuple[str, int], tuple[Unit, ...]] = {}  # by colour and turn, worked out once
        self.fort_places = {  # 18.0b1: where a side may build
            side: self.fort_ground | reduce(or_, map(self.places, given.fort_places), 0)
            for side, given in self.sides.items()
        }
        self.alarm = {  # arrivals that may not move at once
            self._unit(name): arrival.alarm for arrival in plan.arrivals if arrival.alarm for name in arrival.units
        }
        self.ports = {
            side: self.hexes(tuple(port for ships in plan.naval if ships.side == side for port in ships.ports))
            for side in self.sides
        }
        self.edges = {side: self.named_hexes(self.sides[side].edges) for side in (AXIS, SOVIET)}
        self.arrival_hexes = tuple(self.named_hexes((arrival.at,)) for arrival in plan.arrivals)

    def _hex(self, name: str) -> Hex:
        if name not in self.hex_by_name:
            raise Invalid(f"{self.scenario.id}: there is no hex {name} on its board")
        return self.hex_by_name[name]

    def _unit(self, name: str) -> Unit:
        if name not in self.unit_by_id:
            raise Invalid(f"{self.scenario.id}: no unit {name}{nearest(name, self.unit_by_id)}")
        return self.unit_by_id[name]

    def hqs_of_colour(self, colour: str, turn: int) -> tuple[Unit, ...]:
        """The HQs that serve a colour in a turn: its own, and those it has been joined to."""
        known = self._hqs_of_colour.get((colour, turn))
        if known is None:
            own = (self.hq_of_colour[colour],) if colour in self.hq_of_colour else ()
            joined = tuple(hq for hq, joined in self.joined if colour in joined.colours and turn >= joined.since)
            known = self._hqs_of_colour[colour, turn] = own + joined
        return known

    def hexes(self, words: tuple[str, ...]) -> HexSet:
        """Hexes and blocks of hexes."""
        found: HexSet = 0
        for word in words:
            found |= hexset(block(self.grid, word, self._hex))
        return found

    def named_hexes(self, words: tuple[str, ...]) -> HexSet:
        """Hexes, blocks of hexes, and areas of the scenario."""
        if words not in self._named:
            self._named[words] = self._read_hexes(words)
        return self._named[words]

    def _read_hexes(self, words: tuple[str, ...]) -> HexSet:
        found: HexSet = 0
        for word in words:
            for part in word.split():
                found |= self.hexes(self.scenario.areas.get(part, (part,)))
        return found
