"""10.4 Evacuating surrounded Leaders, an optional rule."""

from __future__ import annotations

from grognard.decision import DONE, Choices, Verb, Words, offer
from grognard.events import Removed
from grognard.games.guderian.position import DUE, GERMAN, Position, Unit
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


def _possible(g: Position) -> Ruling:
    return OK if evacuable(g) else no("10.4", "no Leader is surrounded")


def _tree(g: Position, words: Words) -> Choices:
    return DONE if words else offer(("unit", g.names(evacuable(g))))


def _why_not(g: Position, words: Words, word: str) -> Ruling | None:
    unit = g.find(word)
    return None if unit is None or words else may_evacuate(g, unit)


def _carry_out(g: Position, words: Words) -> None:
    unit = g.unit(words[0])
    g.tell(Removed(what=words[0], hex=g.hexname(g.at[unit]), why="flown out", rule="10.4"))
    g.withdraw(unit, DUE)
    g.due[unit] = (g.turn + 1, g.rules.scenario.evacuated_return)
    g.evacuated += 1


EVACUATE: Verb[Position] = Verb("evacuate", _possible, _tree, _why_not, _carry_out)
