"""The activation panel: formations with their levels and states, who acts, and the Initiative."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.bugriver.actions import ACTING, BONUS, REACTION, points
from grognard.games.bugriver.command import ISOLATED, OUT, status
from grognard.games.bugriver.effectiveness import surprised
from grognard.games.bugriver.facts import (
    ACTIVE,
    AWAY,
    MAY_ACT,
    PASSED,
    REACTING,
    READY,
    SPENT,
    WAITING,
    Acting,
    BugRiverFacts,
    Formation,
)
from grognard.games.bugriver.initiative import adds, chances
from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.sequence import may_surprise
from grognard.games.bugriver.supply import in_supply


def own(g: Position, side: str | None) -> BugRiverFacts:
    """The game's own section of a view."""
    units: dict[Unit, list[Unit]] = {}
    for unit in g.on_map(side) if side else ():
        units.setdefault(g.formation[unit], []).append(unit)
    frames = [frame for frame in g.frames if frame.phase in ACTING]
    return BugRiverFacts(
        formations=tuple(_formation(g, hq, side, units.get(hq, ())) for hq in sorted(g.level)),
        acting=tuple(Acting(frame.phase, frame.side or "", g.name(frame.about[0])) for frame in frames),
        points=g.ap.copy(),
        marker=g.drm[0],
        marker_box=g.drm[1],
        interdiction=g.interdiction,
        adds=adds(g),
        chances=chances(g),
        luck=g.luck,
        passed=g.sides_passed,
        surprise=g.surprise,
    )


def _formation(g: Position, hq: Unit, side: str | None, members: Sequence[Unit]) -> Formation:
    rules, whose = g.rules, g.rules.side[hq]
    mine, known = whose == side, g.at[hq] >= 0 and (whose == side or g.seen(hq))
    units = [unit for unit in members if unit != hq]
    state, here = _state(g, hq), {unit: status(g, unit) for unit in units}
    return Formation(
        hq=g.name(hq),
        side=whose,
        name=rules.units[hq].name,
        hex=g.hexname(g.at[hq]) if known else "",
        level=g.level[hq],
        most=rules.ratings[hq].most,
        state=state,
        points=_points(g, hq, state),
        reaction=_reacts_on(g, hq),
        support=g.strength[hq] if mine else -1,
        emergency=known and hq in g.flipped,
        supplied=in_supply(g, hq) if known else None,
        units=g.names(units),
        out_of_command=g.names(unit for unit in units if here[unit] == OUT),
        isolated=g.names(unit for unit in units if here[unit] == ISOLATED),
        disrupted=g.names(unit for unit in units if g.disrupted[unit]),
        quiet=mine and hq in g.quiet,
    )


def _state(g: Position, hq: Unit) -> str:
    """What a formation does or can do, in a word."""
    for depth, frame in enumerate(reversed(g.frames)):
        if frame.phase in ACTING and frame.about[0] == hq:
            return WAITING if depth else REACTING if frame.phase == REACTION else ACTIVE
    if g.at[hq] < 0:
        return AWAY
    side = g.rules.side[hq]
    if not g.level[hq]:
        return SPENT
    if g.phase == "surprise" and side == g.side:
        return MAY_ACT if may_surprise(g, hq) else READY
    if g.phase == "options" and side == g.side:
        return MAY_ACT
    return PASSED if side in g.sides_passed else READY


def _points(g: Position, hq: Unit, state: str) -> int:
    """The Action Points a formation has now, or goes on with; 7.5.3b: a bonus for itself alone."""
    if state not in (ACTIVE, REACTING, WAITING):
        return 0
    if g.phase == BONUS and g.frames[-1].about[0] == hq:
        return points(g)
    return g.ap[g.rules.side[hq]]


def _reacts_on(g: Position, hq: Unit) -> int:
    """6.4.1b, 6.4.2a, G24: the highest die with which a formation that is called upon reacts, 0 if it cannot be."""
    if g.at[hq] < 0 or not g.level[hq]:
        return 0
    return max(g.rules.ratings[hq].reaction - surprised(g, g.rules.side[hq]), 0)
