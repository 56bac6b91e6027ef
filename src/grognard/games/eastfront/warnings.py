"""Cautions: what a player may regret though the rules allow it."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.decision import Words
from grognard.game import Caution
from grognard.games.eastfront.command import may_activate
from grognard.games.eastfront.position import Position
from grognard.mechanics.cautions import whereabouts


def warnings(g: Position, words: Words) -> list[Caution]:
    """Cautions about an action before it is played."""
    return list(_ending(g)) if words == ("end",) else []


def _ending(g: Position) -> Iterator[Caution]:
    """5.1: without an active HQ nobody moves under command, and no battle is supported."""
    if g.phase != "command" or g.role:
        return
    if idle := [unit for unit in g.on_map(g.side) if may_activate(g, unit).ok]:
        text = f"No HQ is active: nobody moves under command this turn. You could activate {', '.join(g.names(idle))}"
        yield Caution(text, "5.1", whereabouts(g, idle), verb="activate")
