"""7.3.4: Infiltration Movement: from one EZOC straight into another."""

from __future__ import annotations

from grognard.decision import Procedure
from grognard.games.bugriver.actions import able, first_hexes, isolated, pay
from grognard.games.bugriver.displacement import lone_hqs
from grognard.games.bugriver.effectiveness import checked
from grognard.games.bugriver.movement import arrive, bog_down, may_begin, may_move, seen_of, step, why_not_along
from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.reaction import SUCCESS, Attempt, window
from grognard.games.bugriver.stacking import room_for
from grognard.games.bugriver.terrain import RIVER
from grognard.games.bugriver.ways import classes_of, have_boats
from grognard.games.bugriver.zoc import ezoc
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, party_to_hex
from grognard.ruling import OK, Ruling, no


def steps(g: Position, units: Party) -> HexSet:
    """The adjacent hexes into which units in an EZOC could infiltrate, room or not."""
    here, zone = g.at[units[0]], ezoc(g, g.side)
    if not zone >> here & 1:
        return 0
    boats = have_boats(g, units)
    out = g.rules.terrain.ways_out(classes_of(g, units), here, g.bridges, boats=boats, roads=False)  # 7.3.3b
    return out & zone & ~g.occupied[g.enemy] & first_hexes(g)


def hexes(g: Position, units: Party) -> list[Hex]:
    """Where units can infiltrate to: exactly one hex (G35)."""
    return g.unmoved(("infiltrate", units, have_boats(g, units), first_hexes(g)), lambda: _hexes(g, units))


def _hexes(g: Position, units: Party) -> list[Hex]:
    return [hex for hex in members(steps(g, units)) if hex not in g.stacks or room_for(g, units, hex)]


def infiltrators(g: Position) -> list[Unit]:
    """The units that can try it."""
    return g.memo("infiltrators", lambda: [unit for unit in _in_zones(g) if hexes(g, (unit,))])


def _in_zones(g: Position) -> list[Unit]:
    at, zone = g.at, ezoc(g, g.side)
    return [unit for unit in able(g, "move") if zone >> at[unit] & 1]


def joining(g: Position, units: Party) -> list[Unit]:
    """7.3.1a: units of the same hex that can try it with the others."""
    here = g.at[units[0]]
    more = [unit for unit in able(g, "move") if g.at[unit] == here and unit not in units]
    return [unit for unit in more if hexes(g, (*units, unit))]


def _possible(g: Position) -> Ruling:
    somebody = any(hexes(g, (unit,)) for unit in _in_zones(g))  # the first will do
    return OK if somebody else no("7.3.4", "no unit of the formation has an EZOC to infiltrate into from its own")


def why_not_there(g: Position, units: Party, way: Way, hex: Hex) -> Ruling:
    """Why units cannot infiltrate into a hex."""
    name, there, here, zone = " ".join(g.names(units)), g.hexname(hex), g.at[units[0]], ezoc(g, g.side)
    if way:
        return no("7.3.4", "an infiltration is one hex")
    if g.occupied[g.enemy] >> hex & 1:
        return no("7.3.2d", f"{there} is occupied by the enemy")
    if hex not in g.rules.grid.neighbours[here]:
        return no("7.3.4", f"{there} is not next to {g.hexname(here)}: an infiltration is one hex")
    if not zone >> hex & 1:
        return no("7.3.4", f"{there} is in no enemy zone of control: move there")
    if not may_begin(g, hex):
        return may_begin(g, hex)
    if steps(g, units) >> hex & 1:
        return no("5.3.1c", f"{name} would be too many in {there}")
    if g.rules.terrain.between(here, hex, g.bridges) == RIVER:
        return no("7.3.8", f"{name} cannot cross the Bug to {there}: only German leg units, while there are boats")
    return no("7.3.2b", f"{name} cannot enter {there} from {g.hexname(here)}: prohibited terrain")


def _infiltrate(g: Position, units: Party, way: Way) -> Procedure[None]:
    pay(g, "move", units)
    units = yield from isolated(g, units)
    if units:
        yield from infiltrate(g, units, way[0])


def infiltrate(g: Position, units: Party, hex: Hex) -> Procedure[None]:
    """7.3.4, G35: the enemy may react to the attempt to leave; then each unit makes an EC: who passes is in the new
    hex, who fails stays disrupted. There the enemy may react if he has not."""
    here = g.at[units[0]]
    g.end_improved(here)  # 7.7b
    seen = seen_of(g, units)
    attempt = Attempt(units, frozenset(seen))
    yield from window(g, attempt, (here,), leaving=True)
    through: Party = ()
    if attempt.result != SUCCESS:
        through = yield from checked(g, units, "infiltrating", "7.3.4")
    if through:
        step(g, through, here, hex)
        attempt.shut |= yield from lone_hqs(g, through, hex)
        yield from bog_down(g, through, here, hex)
        attempt.units = through
        yield from window(g, attempt, (here, hex))
    arrive(g, through, [here, hex] if through else [here], attempt, seen)


INFILTRATE: Verb[Position] = party_to_hex(
    "infiltrate",
    "7.3.4",
    possible=_possible,
    units=infiltrators,
    joining=joining,
    hexes=lambda g, units, way: () if way else hexes(g, units),
    why_not_unit=may_move,
    why_not_alone=lambda g, unit: no("7.3.4", f"{g.name(unit)} is not between two enemy zones of control it could use"),
    why_not_along=why_not_along,
    why_not_hex=why_not_there,
    carry_out=_infiltrate,
    explained=True,
)
