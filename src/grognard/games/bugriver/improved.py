"""7.7: Improved Defense Actions. Its removal (7.7b) is `Position.end_improved`, wherever a unit goes, acts or falls."""

from __future__ import annotations

from grognard.events import Placed
from grognard.games.bugriver.actions import able, acting, affordable, may_act, pay, takes_part
from grognard.games.bugriver.command import command_hexes, in_command
from grognard.games.bugriver.position import Position, Unit
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, of_unit
from grognard.ruling import Ruling, no


def may_improve(g: Position, unit: Unit) -> Ruling:
    """7.1f, 7.7a, G51: all combat units of the hex belong to the acting formation, undisrupted and in command."""
    ruling, name = may_act(g, unit), g.name(unit)
    if not ruling:
        return ruling
    where = g.hexname(g.at[unit])
    if g.improved >> g.at[unit] & 1:
        return no("7.7a", f"{where} is in Improved Defense already")
    if not in_command(g, unit):
        return no("7b", f"{name} is beyond Command Range: it can only move or make a Hasty Attack")
    for other in g.fighters(g.at[unit]):
        if g.disrupted[other]:
            return no(
                "5.6.3b", f"{g.name(other)} is disrupted, and Improved Defense is for all units of {where} or none"
            )
        if not takes_part(g, other):
            return no("7.7a", f"{g.name(other)} cannot take part, and Improved Defense is for all of {where} or none")
    return affordable(g, "improve", unit)


def _defenders(g: Position) -> list[Unit]:
    """The units whose stacks can go into Improved Defense: as `may_improve` says, hex by hex."""
    units = able(g, "improve")
    return g.unmoved(("defenders", units, g.improved), lambda: _found(g, units)) if units else []


def _found(g: Position, units: Party) -> list[Unit]:
    at, taking_part, near = g.at, set(units), command_hexes(g, acting(g)) & ~g.improved
    stacks = {hex: g.fighters(hex) for hex in {at[unit] for unit in units} if near >> hex & 1}
    whole = {hex for hex, stack in stacks.items() if taking_part.issuperset(stack)}
    return [unit for unit in units if at[unit] in whole]


def _improve(g: Position, unit: Unit) -> None:
    """7.7a: the marker is put on the stack."""
    pay(g, "improve", (unit,))
    g.shown |= {u for u in g.fighters(g.at[unit]) if g.formation[u] != g.rules.home[u]}  # G61
    g.improved |= 1 << g.at[unit]
    g.tell(Placed(what="Improved Defense", hex=g.hexname(g.at[unit]), rule="7.7a"))


IMPROVE: Verb[Position] = of_unit(
    "improve",
    "7.7a",
    units=_defenders,
    nobody=lambda g: no("7.7a", "no stack of the formation can go into Improved Defense"),
    why_not=may_improve,
    carry_out=_improve,
)
