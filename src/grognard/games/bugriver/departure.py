"""G14: units of a formation leave the map by the road that victory names."""

from __future__ import annotations

from grognard.decision import Choices, Procedure, Words, offer
from grognard.events import Removed
from grognard.games.bugriver.actions import BONUS, able, isolated, pay
from grognard.games.bugriver.command import in_command
from grognard.games.bugriver.movement import may_move
from grognard.games.bugriver.position import EXITED, Position, Unit
from grognard.games.bugriver.reaction import SUCCESS, Attempt, window
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party
from grognard.ruling import OK, Ruling, no


def may_exit(g: Position, unit: Unit) -> Ruling:
    """G14: a unit of the named formation that is in command where the road leaves may do so by a Movement Action."""
    plan, name = g.rules.scenario.plan.victory.exit, g.name(unit)
    if plan is None:
        return no("7.8", "nobody leaves the map in this scenario")
    if g.phase == BONUS:
        return no("7.5.3d", "with a bonus point a move begins in the hex the enemy has left, or in one's own")
    ruling = may_move(g, unit)
    if not ruling:
        return ruling
    if g.rules.home[unit] != g.rules.unit_by_id[plan.hq]:
        return no("7.8", f"{name} is no unit of {plan.hq}")
    if g.hexname(g.at[unit]) != plan.hex:
        return no("7.8", f"{name} is not in {plan.hex}, where the road leaves the map")
    return OK if in_command(g, unit) else no("7.8", f"{name} is out of command")


def leavers(g: Position) -> list[Unit]:
    """The units that can leave the map."""
    plan = g.rules.scenario.plan.victory.exit
    gate = None if plan is None else g.rules.hex_by_name.get(plan.hex)
    if gate is None or gate not in g.stacks:
        return []
    return [unit for unit in able(g, "move") if g.at[unit] == gate and may_exit(g, unit)]


def _tree(g: Position, words: Words) -> Choices:
    """`exit UNIT ...`: the units of the hex leave together."""
    more = [name for name in g.names(leavers(g)) if name not in words]
    return offer(("unit", more), complete=bool(words))


def _why_not(g: Position, words: Words, word: str) -> Ruling | None:
    unit = g.find(word)
    return None if unit is None or word in words else may_exit(g, unit)


def _exit(g: Position, words: Words) -> Procedure[None]:
    units: Party = tuple(g.unit(word) for word in words)
    here = g.at[units[0]]
    pay(g, "move", units)
    units = yield from isolated(g, units)
    g.end_improved(here)
    attempt = Attempt(units, frozenset(u for u in units if g.seen(u)))
    if units:
        yield from window(g, attempt, (here,), leaving=True)
    if attempt.result == SUCCESS:
        g.pending = ("reaction", attempt.hq)
        return
    for unit in units:
        g.tell(Removed(what=g.name(unit), hex=g.hexname(here), why="off the map", rule="7.8"))
        g.take_off(unit, EXITED)


EXIT: Verb[Position] = Verb(
    "exit", "7.8", lambda g: OK if leavers(g) else no("7.8", "nobody can leave the map"), _tree, _why_not, _exit
)
