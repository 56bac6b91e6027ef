"""What a scenario of the series brings: turns, arrivals, supply, air, weather, integrity, victory and its own rules.

The types below are the schema of `scenario.toml`; docs/authoring.md tells a designer what each key means. Keys with a
default may be left out, and mean then what the system rules say without a scenario.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import msgspec

from grognard.datafile import Source, load

Count = Annotated[int, msgspec.Meta(ge=0)]
Turn = Annotated[int, msgspec.Meta(ge=1)]
ByTurn: TypeAlias = int | tuple[int, ...]  # one number for all turns, or one for each


class Names(tuple[str, ...]):
    """Words of a file: one string with blanks between them."""

    __slots__ = ()


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; a key it does not know is refused."""


# --- units and places -------------------------------------------------------------------------------------------------


class Fortress(Table, frozen=True):
    """18.0a: a fortress printed on the map and the side it serves."""

    hex: str
    side: str


class Arrival(Table, frozen=True):
    """7.0: units that come on at a turn, off an edge of the map or in a location."""

    turn: Turn
    units: Names
    at: str  # an area, or a hex
    location: bool = False  # they are put there in the Reinforcement phase; else they come from off the map
    closed: Mapping[str, int] = {}  # hexes of it that may not be used from a turn on
    alarm: int = 0  # they may not move on their first turn unless an enemy is within so many hexes


class Depot(Table, frozen=True):
    """8.1: hexes that lines of supply lead to."""

    at: str  # an area, or hexes
    until: int = 99  # the last turn
    held: bool = False  # each hex only while the side controls it


class AttackMarkers(Table, frozen=True):
    """6.0d: what it takes to turn an HQ to its Attack side, and how long the markers are away."""

    count: Count
    ahead: Count = 1
    cost: Count = 1
    dear: Mapping[str, tuple[int, ...]] = {}  # HQs that take another number of markers, by turn


class Command(Table, frozen=True):
    """8.0c, 14.0c: how a side's HQs may be set, and whom they serve."""

    attack_limit: ByTurn  # HQs on their Attack side in a turn
    unlimited: Mapping[str, tuple[int, ...]] = {}  # HQs that do not count against it on these turns
    markers: AttackMarkers | None = None  # none: the limit alone binds
    independents: Count = 6  # 8.1f: independent units an HQ can serve
    replaced_at: Names = Names()  # 14.0f: areas in which a destroyed HQ comes back
    not_replaced: Names = Names()  # colours whose HQ comes back only while one of its units is in supply


class Belligerent(Table, frozen=True):
    """What a scenario says of one side."""

    edges: Names  # friendly map edges: areas (7.0c)
    sources: tuple[Depot, ...]
    command: Command
    disengagement: Mapping[str, int] = {}  # 10.4: points by movement class where they are not the usual
    forts: Mapping[str, int] = {}  # 18.0b: "1L" and "2L": how many markers
    fort_places: Names = Names()  # kinds of places where forts may be built besides clear and woods, as 1L
    air_supply: ByTurn = 0  # 13.0g: Air Supply markers by turn
    attrition: Names = Names()  # faces of the die that cost a unit long out of supply a step
    local: Names = Names()  # units that need no HQ: in General supply with a line of their own to a source
    gifts: Count = 0  # points the enemy has for the use of this side's optional units


class Leader(Table, frozen=True):
    """15.0: a leader, bound to his HQ."""

    name: str
    hq: str
    attack: Count = 0
    defence: Count = 0


class Joined(Table, frozen=True):
    """From a turn on an HQ serves other colours as its own."""

    hq: str
    colours: Names
    since: Turn = 1


# --- weather and air --------------------------------------------------------------------------------------------------


class Weather(Table, frozen=True):
    """17.0: what a state of the weather changes."""

    allowance: Mapping[str, int] = {}  # by movement class: added to the printed allowance
    road: Mapping[str, float] = {}  # by movement class: points along a road instead of the chart's
    air: str = ""  # "none": no markers this turn; "fewer": each side loses one
    zoc_rivers: bool = True  # whether ZOC crosses minor rivers
    zoc_shelter: Names = Names()  # terrain into which armour, mechanised and motorised units exert no ZOC
    overruns: bool = True


class Roll(Table, frozen=True):
    """A table with a row for each face of one die."""

    rows: Mapping[str, str]
    drm: ByTurn = 0


class AirRoll(Table, frozen=True):
    """6.0b, 13.0a: how many air support markers each side has in a turn."""

    rows: Mapping[str, Mapping[str, int]]
    drm: ByTurn = 0
    shift: Count = 1
    interdiction: bool = False  # whether a marker may be turned over to interdict (13.0c)


class Naval(Table, frozen=True):
    """19.0, 12.3.3: ships of a side: shifts in combats at the coast, and supply over ports."""

    side: str
    points: ByTurn  # a turn: each is one shift, or supplies one port
    coast: str  # area: hexes whose attack or defence ships can support
    ports: Names = Names()  # hexes that a point makes a source of supply for the turn


# --- victory ----------------------------------------------------------------------------------------------------------


class Held(Table, frozen=True):
    """Points in each Game Turn Indication for hexes that are all held."""

    side: str
    hexes: Names
    points: int = 1
    turns: tuple[int, ...] = ()  # all turns if empty


class Watched(Table, frozen=True):
    """Points in each Game Turn Indication for a side unless the other keeps a guard in one of the hexes."""

    side: str
    hexes: Names
    since: Turn = 1
    strength: float = 1  # RE of one unit that is guard enough
    not_types: Names = Names()
    points: int = 1


class Bridgehead(Table, frozen=True):
    """Points at the end for each further hex of an area that is controlled."""

    side: str
    area: str
    points: int = 1
    most: int = 99
    supplied: bool = False  # only hexes with a unit of the side that is in supply


class Ruin(Table, frozen=True):
    """Points once for a formation that has lost its core."""

    side: str  # who gets them
    formations: Names
    points: int
    types: Names  # the core
    besides: Count = 0  # how many other units must be gone too


class Escape(Table, frozen=True):
    """Points at the end for divisions that got away: off the map, or in an area in supply."""

    side: str
    colours: Names
    points: int
    area: str
    types: Names = Names()  # all if empty


class VictoryLevel(Table, frozen=True):
    """A level of victory and the least net points it takes."""

    title: str
    winner: str  # '' for a draw
    least: int = -9999


class Sudden(Table, frozen=True):
    """A unit in supply in a hex at a Game Turn Indication ends the game."""

    side: str
    hexes: Names
    title: str


class Victory(Table, frozen=True, kw_only=True):
    """Scenario rule 23.0. Net points are those of `for` less those of the other side."""

    count: str  # the side whose points count up
    objectives: Mapping[str, int] = {}  # hex -> points at the end
    across: str = ""  # area whose objectives count only with a unit of the side there in supply
    held: tuple[Held, ...] = ()
    watched: tuple[Watched, ...] = ()
    bridgehead: tuple[Bridgehead, ...] = ()
    losses: Mapping[str, Mapping[str, int]] = {}  # side that loses -> type -> points to the other
    ruins: tuple[Ruin, ...] = ()
    escape: tuple[Escape, ...] = ()
    levels: tuple[VictoryLevel, ...]
    sudden: tuple[Sudden, ...] = ()


# --- rules of the scenario's own --------------------------------------------------------------------------------------


class OwnRule(Table, frozen=True):
    """A rule that `special` tells of in words."""

    id: str


class Surcharge(OwnRule, frozen=True):
    """Hexes dearer for a side from a turn on, with no road rate into them."""

    side: str
    hexes: Names
    points: Count
    since: Turn = 1


class Demolition(OwnRule, frozen=True):
    """Crossings a side may blow at the end of its initial movement phases.

    Either named ones, or one a turn of those over a major river next to a unit of its own and to no enemy.
    """

    side: str
    crossings: tuple[str, ...] = ()  # "0812 0912": pairs of hexes; none: any crossing
    trigger: str = ""  # a hex: when an enemy combat unit enters it the side must roll
    blown_on: tuple[int, ...] = ()  # faces on which it is blown then; on others it is taken for good


class Exit(OwnRule, frozen=True):
    """Units that may leave the map for points."""

    side: str
    areas: Names
    turns: tuple[int, ...] = ()  # all if empty
    colours: Names = Names()  # all if empty
    worth: Mapping[str, int] = {}  # by type: points at once


class Withdrawal(OwnRule, frozen=True):
    """A formation the side takes off the map in a Reinforcement phase, or gives points away."""

    side: str
    turn: Turn
    formation: str
    points: int


class StandFast(OwnRule, frozen=True):
    """A formation that may not disengage on some turns."""

    formation: str
    turns: tuple[int, ...]


class Orders(OwnRule, frozen=True):
    """Units that may not end their movement farther from a hex than they began it, on some turns."""

    colours: Names
    near: str
    turns: tuple[int, ...]


class Special(Table, frozen=True):
    """A rule of the scenario's own in words, shown like the rules of the book."""

    id: str
    title: str
    text: str


class Scenario(Table, frozen=True, kw_only=True):
    """Everything a scenario says."""

    id: str = ""  # the name of its folder
    title: str
    dates: str
    labels: tuple[str, ...]  # of the turns, in their order
    first_player: str
    km: float
    days: int
    areas: Mapping[str, Names] = {}  # hexes and blocks of hexes
    setup: Mapping[str, Names]  # hex -> units
    reduced: Names = Names()  # those that begin with a step lost
    untried: Names = Names()  # those that begin untried: all that can be, if it is empty
    optional: Names = Names()  # 3.2e: units that come only if the option is chosen
    held: Mapping[str, Names] = {}  # side -> hexes and blocks it controls before the first turn
    fortresses: tuple[Fortress, ...] = ()
    forts_at_start: Mapping[str, str] = {}
    arrivals: tuple[Arrival, ...] = ()
    axis: Belligerent
    soviet: Belligerent
    leaders: tuple[Leader, ...] = ()
    joined: tuple[Joined, ...] = ()
    integrity: Mapping[str, tuple[Count, Count]] = {}  # formation -> shifts in attack and defence (11.2d)
    untried_table: Mapping[str, Mapping[str, str]] = {}  # class -> face of the die -> zero, one-step, two-step
    nations: Mapping[str, Mapping[str, int]] = {}  # nation -> its own disengagement points
    weather: Roll | None = None
    weather_states: Mapping[str, Weather] = {}
    air: AirRoll | None = None
    naval: tuple[Naval, ...] = ()
    victory: Victory
    surcharges: tuple[Surcharge, ...] = ()
    demolitions: tuple[Demolition, ...] = ()
    exits: tuple[Exit, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    standing: tuple[StandFast, ...] = ()
    orders: tuple[Orders, ...] = ()
    special: tuple[Special, ...] = ()

    @property
    def turns(self) -> int:
        """How many turns there are."""
        return len(self.labels)

    @classmethod
    def read(cls, source: Source, id: str) -> Scenario:
        """The scenario in a file, or in a dict of the same form."""
        top = load(source, f"{id}.toml")
        given = {key: top.raw(key) for key in top.keys}
        try:
            return msgspec.convert({**given, "id": id}, cls, dec_hook=_names)
        except msgspec.ValidationError as error:
            raise top.wrong(_plainly(str(error))) from None


def _names(kind: type, value: Any) -> Any:
    if kind is Names and isinstance(value, str):
        return Names(value.split())
    raise msgspec.ValidationError("must be a string of words with blanks between them")


def _plainly(message: str) -> str:
    """A fault in the words of a person who writes the file: where, then what."""
    what, _, where = message.partition(" - at `")
    path = re.sub(r"\[(\d+)\]", lambda m: f" {int(m[1]) + 1}", where.removesuffix("`").lstrip("$").lstrip("."))
    what = what.replace("Object missing required field", "missing key").replace(
        "Object contains unknown field", "unknown key"
    )
    return f"{path}: {what}" if path else what


def by_turn(value: ByTurn, turn: int) -> int:
    """The number for a turn; the last one goes on."""
    return value if isinstance(value, int) else value[min(turn, len(value)) - 1]
