"""10.4 Evacuating surrounded Leaders, an optional rule."""

from __future__ import annotations

from grognard.events import Removed
from grognard.games.guderian.position import DUE, GERMAN, Position, Unit
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import of_unit
from grognard.ruling import OK, Ruling, no


def may_evacuate(g: Position, unit: Unit) -> Ruling:
    """Whether the Leader may be flown out: all around him enemies or their ZOC, whatever friends stand there."""
    name = g.name(unit)
    if unit not in g.rules.leaders or g.at[unit] < 0:
        return no("10.4", f"{name} is not a Leader on the map")
    if g.evacuated >= g.rules.scenario.evacuations:
        return no("10.4", f"{g.rules.scenario.evacuations} Leaders have been evacuated in this game already")
    threatened = g.occupied[GERMAN] | g.zoc(GERMAN)
    around = g.rules.grid.around[g.at[unit]] & ~g.rules.impassable
    if around & ~threatened:
        return no("10.4", f"{name} is not surrounded by enemies and their zones of control")
    return OK


def evacuable(g: Position) -> list[Unit]:
    """The Leaders who may be flown out now."""
    return [unit for unit in g.rules.leader_units if may_evacuate(g, unit)]


def evacuate(g: Position, unit: Unit) -> None:
    """A Leader is flown out, to come back on the next turn."""
    g.tell(Removed(what=g.name(unit), hex=g.hexname(g.at[unit]), why="flown out", rule="10.4"))
    g.withdraw(unit, DUE)
    g.due[unit] = (g.turn + 1, g.rules.scenario.evacuated_return)
    g.evacuated += 1


EVACUATE: Verb[Position] = of_unit(
    "evacuate",
    "10.4",
    units=evacuable,
    nobody=lambda g: no("10.4", "no Leader is surrounded"),
    why_not=may_evacuate,
    carry_out=evacuate,
)
