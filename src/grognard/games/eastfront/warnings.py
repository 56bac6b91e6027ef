"""What a player may want to know before he does something the rules allow."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.decision import Words
from grognard.game import Caution
from grognard.games.eastfront.command import may_activate
from grognard.games.eastfront.position import Position


def warnings(g: Position, words: Words) -> list[Caution]:
    """What is worth knowing before these words are played."""
    return list(_ending(g)) if words == ("end",) else []


def _ending(g: Position) -> Iterator[Caution]:
    """5.1: without an active HQ nobody moves under command, and no battle is supported."""
    if g.phase != "command" or g.role:
        return
    if idle := [unit for unit in g.on_map(g.side) if may_activate(g, unit).ok]:
        names = ", ".join(map(g.name, idle))
        where = tuple(dict.fromkeys(g.hexname(g.at[unit]) for unit in idle))
        yield Caution(
            f"No HQ is active: nobody moves under command this turn. You could activate {names}",
            "5.1",
            where,
            verb="activate",
        )
