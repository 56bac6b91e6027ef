"""7 Stacking."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from grognard.decision import Procedure, Words
from grognard.games.guderian.position import GERMAN, Position, Unit
from grognard.hexes import Hex
from grognard.mechanics.aftermath import pick
from grognard.ruling import Ruling, no


def fits(g: Position, side: str, units: Iterable[Unit]) -> bool:
    """Whether these units may share a hex: three combat units, and a fourth if one is a Leader (7.1, 7.2)."""
    units = tuple(units)
    leaders = sum(unit in g.rules.leaders for unit in units)
    if side == GERMAN:
        return len(units) <= g.rules.stack_combat
    return len(units) - leaders <= g.rules.stack_combat and len(units) <= g.rules.stack_all


def overstacked(g: Position, side: str) -> list[Hex]:
    """The hexes in which the side has more than it may."""
    room, owners = g.rules.stack_combat, g.owners
    return [
        hex
        for hex, stack in g.stacks.items()
        if len(stack) > room and owners[stack[0]] == side and not fits(g, side, stack)
    ]


def enforce_stacking(g: Position, side: str) -> Procedure[None]:
    """7.1d: units in excess are eliminated and out of the game, the owner choosing which."""
    for hex in overstacked(g, side):
        while not fits(g, side, g.stack(hex)):
            prompt = f"{g.hexname(hex)} is overstacked: choose a unit to eliminate"
            why_not = partial(why_not_lost, g, hex, "7.1d")
            unit = yield from pick(g, side, "overstack", prompt, "7.1d", surplus(g, g.stack(hex)), "lose", why_not)
            g.eliminate(unit, "7.1d", "overstacked", for_good=True)


def surplus(g: Position, units: tuple[Unit, ...]) -> list[Unit]:
    """The units one of which must go: losing a Leader does not help a hex with too many divisions."""
    divisions = [unit for unit in units if unit not in g.rules.leaders]
    return divisions if len(divisions) > g.rules.stack_combat else list(units)


def why_not_lost(g: Position, hex: Hex, rule: str, words: Words, word: str) -> Ruling | None:
    """Why a unit is none of those one of which must leave an overstacked hex."""
    unit = g.find(word) if words else None
    if unit is None:
        return None
    if unit in g.rules.leaders and g.at[unit] == hex:
        return no(rule, f"{g.hexname(hex)} has too many divisions: losing {g.name(unit)}, a Leader, does not help")
    return no(rule, f"{g.name(unit)} is none of the units one of which must go: there are too many in {g.hexname(hex)}")
