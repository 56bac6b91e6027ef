"""Blunders in a report: what people would call mistakes, by side and turn by turn."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.bots import blunders
from grognard.bots.blunders import BlunderAccount, BlunderCounter, accounts
from grognard.report.endings import Ending
from grognard.report.page import section, table

TITLE = "Blunders"
NOTE = (
    "What people would call mistakes, by the game's own rules: they decide about supply, reach and odds. An attack is "
    "below break-even if by the odds at the time it costs more steps than the enemy loses; a loss that may be turned "
    "into a retreat counts half."
)


def match_section(observer: BlunderCounter | None, players: dict[str, str]) -> str:
    """The blunders of one match: each side's account, and the counts of each turn."""
    if observer is None or not observer.measures:
        return ""
    sides = {side: BlunderAccount.of([counts]) for side, counts in observer.totals().items()}
    return section(TITLE, _accounts(sides, players), *(_by_turn(observer, side) for side in observer.sides), note=NOTE)


def batch_section(endings: Sequence[Ending], sides: Sequence[str]) -> str:
    """The blunders of many matches, by side; and by player where there are several."""
    counted = [ending for ending in endings if ending.blunders]
    if not counted:
        return ""
    by_side = accounts(({}, ending.blunders) for ending in counted)
    parts = [_accounts({side: by_side[side] for side in sides if side in by_side}, {})]
    by_player = accounts((ending.bots, ending.blunders) for ending in counted)
    if len(by_player) > 1 and by_player.keys() - by_side.keys():
        parts += ["<h3>By player</h3>", _accounts(by_player, {})]
    return section(TITLE, *parts, note=f"{len(counted)} matches. {NOTE}")


def _accounts(found: dict[str, BlunderAccount], players: dict[str, str]) -> str:
    heads = ["", *(f"{who.title()} ({players[who]})" if who in players else who.title() for who in found)]
    return table(heads, blunders.table(found), numbers=range(1, len(heads)))


def _by_turn(observer: BlunderCounter, side: str) -> str:
    """What a side did in each turn: bare counts, those of nothing left blank."""
    turns = sorted(observer.turns[side])
    lines = [
        (measure.titled(observer.counts), *(str(observer.turns[side][turn][measure.name] or "") for turn in turns))
        for measure in observer.measures
        if any(observer.turns[side][turn][measure.name] for turn in turns)
    ]
    if not lines:
        return ""
    heads = ("", *map(str, turns))
    return f"<h3>{side.title()}, by turn</h3>" + table(heads, lines, numbers=range(1, len(heads)))
