"""Is it balanced? What many matches say about that, the matches themselves, and those worth a look."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from grognard.report.axes import num
from grognard.report.batch import Batch
from grognard.report.endings import Ending
from grognard.report.page import section, table
from grognard.simulate import Rate

WIDE = 0.3  # an interval of the share of victories: if it is wider, it says little


def verdict_section(batch: Batch) -> str:
    """Which side is favoured, as far as the matches can say."""
    decided = [ending for ending in batch.played if ending.winner in batch.sides]
    if len(batch.sides) != 2 or not batch.played:
        return ""
    if not decided:
        return section("Balance", _box("", "No match was decided", f"{len(batch.played)} matches ended in a draw"))
    ahead = max(batch.sides, key=lambda side: sum(ending.winner == side for ending in decided))
    rate = Rate.of(sum(ending.winner == ahead for ending in decided), len(decided))
    if rate.low > 0.5:
        style, said = f"s{batch.sides.index(ahead)}", f"The {ahead.title()} side is favoured"
    elif rate.high - rate.low > WIDE:
        style, said = "", "Too few matches to tell"
    else:
        style, said = "", "Nothing speaks against an even contest"
    counted = (
        f"{ahead.title()} won {rate.wins} of {rate.games} decided matches: {100 * rate.share:.0f} %, "
        f"95 % interval {100 * rate.low:.0f} to {100 * rate.high:.0f} %"
    )
    return section("Balance", _box(style, said, counted), note=_players(batch))


def _box(style: str, said: str, counted: str) -> str:
    return f'<div class="verdict {style}"><b>{escape(said)}</b><span>{escape(counted)}</span></div>'


def _players(batch: Batch) -> str:
    """Who played, for a scenario is as balanced as its players are."""
    at = {side: sorted({bot for bot, where in batch.seats if where == side}) for side in batch.sides}
    if not all(at.values()):
        return ""
    named = "; ".join(f"{side}: {', '.join(bots)}" for side, bots in at.items())
    if len({tuple(bots) for bots in at.values()}) > 1:
        return f"As these players play it ({named}). They differ: let them change sides to tell players from sides."
    return f"As these players play it ({named})."


def matches_section(batch: Batch) -> str:
    """The closest and the clearest matches, and all of them in a table."""
    if not batch.played:
        return ""
    remarkable = _remarkable(batch)
    best = table(("", "match", "seed", *_kinds(batch), "actions"), remarkable) if remarkable else ""
    heads = ("match", "seed", "winner", "level", *_kinds(batch), "actions")
    lines = [
        (str(o.game), str(o.seed), o.winner or "draw", o.level, *_points(batch, o), str(o.actions))
        for o in batch.played
    ]
    numbers = range(4, len(heads))
    every = f"<details><summary>All {len(lines)} matches</summary>{table(heads, lines, numbers=numbers)}</details>"
    return section("The matches", best, every)


def _remarkable(batch: Batch) -> list[tuple[str, ...]]:
    """For each way to end, the closest match and the most lopsided one."""
    found = []
    for winner in (*batch.sides, ""):
        own = [(lead, o) for o in batch.played if o.winner == winner and (lead := o.lead(batch.sides)) is not None]
        if len(own) < 2:
            continue
        # What wins is the game's affair: a side may win though it is behind. But it wins more clearly with more.
        own.sort(key=lambda pair: _clear(pair[0], winner, batch.sides))
        name = f"{winner.title()} victory" if winner else "draw"
        for word, (_, ending) in (("Closest", own[0]), ("Most lopsided", own[-1])):
            line = (str(ending.game), str(ending.seed), *_points(batch, ending), str(ending.actions))
            found.append((f"{word} {name}", *line))
    return found


def _clear(lead: float, winner: str, sides: Sequence[str]) -> float:
    return abs(lead) if not winner else lead if winner == sides[0] else -lead


def _kinds(batch: Batch) -> list[str]:
    return list(dict.fromkeys(kind for ending in batch.played for kind in ending.points))


def _points(batch: Batch, ending: Ending) -> list[str]:
    return [num(ending.points[kind]) if kind in ending.points else "" for kind in _kinds(batch)]
