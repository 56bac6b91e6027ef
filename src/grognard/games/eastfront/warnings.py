"""Cautions: what a player may regret though the rules allow it."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.decision import Words
from grognard.game import Caution
from grognard.games.eastfront.combat import choosable, strikers
from grognard.games.eastfront.command import may_activate
from grognard.games.eastfront.orders import idle_points
from grognard.games.eastfront.position import Position
from grognard.mechanics.cautions import listed, whereabouts


def warnings(g: Position, side: str, words: Words) -> list[Caution]:
    """Cautions about an action before it is played."""
    if g.phase == "production":
        return list(_sealing(g, side, words)) if words[-1:] == ("end",) else []
    match words:
        case ("end",):
            return list(_ending(g))
        case ("battle", _):
            return list(_unflown(g))
        case ("resolve", _) if not g.resolving:
            return [*_unflown(g), *_unchosen(g)]
    return []


def _ending(g: Position) -> Iterator[Caution]:
    """5.1: without an active HQ nobody moves under command, and no battle is supported."""
    if g.phase != "command" or g.role:
        return
    if idle := [unit for unit in g.on_map(g.side) if may_activate(g, unit).ok]:
        text = f"No HQ is active: nobody moves under command this turn. You could activate {listed(g, idle)}"
        yield Caution(text, "5.1", whereabouts(g, idle), verb="activate")


def _unflown(g: Position) -> Iterator[Caution]:
    """7.13: airstrikes come before battles are chosen and fought."""
    if idle := strikers(g):
        yield Caution(f"No airstrike can follow: {listed(g, idle)} could still fly one", "7.13", whereabouts(g, idle))


def _unchosen(g: Position) -> Iterator[Caution]:
    """4.43: all battles are chosen before the first is fought."""
    if left := choosable(g):
        text = f"No other battle can be chosen after this: you could also fight in {', '.join(map(g.point_out, left))}"
        yield Caution(text, "4.43", g.hexnames(left))


def _sealing(g: Position, side: str, words: Words) -> Iterator[Caution]:
    """11.3: points are not kept for another month."""
    if left := idle_points(g, side, words):
        yield Caution(f"{left} PP{'s' if left > 1 else ''} that could still build something would be lost", "11.3")
