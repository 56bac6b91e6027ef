"""2 and 6.2: Initiative Determination, the +DRM marker, and who can still act."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.decision import Procedure
from grognard.events import Noted, Rolled
from grognard.games.bugriver.luck import again
from grognard.games.bugriver.position import ENEMY, GERMAN, SIDES, SOVIET, Position, Unit
from grognard.games.bugriver.tables import FACES
from grognard.ruling import OK, Ruling, no


def may_activate(g: Position, hq: Unit) -> Ruling:
    """6.3.2, G20: whether a formation can be activated by its side."""
    name = g.name(hq)
    if not g.is_hq(hq):
        return no("6.3", f"{name} is no HQ: name the HQ of the formation")
    if g.rules.side[hq] != g.side:
        return no("6.2a", f"{name} is not yours")
    if g.at[hq] < 0:
        return no("6.3", f"{name} is not on the map")
    if not g.level.get(hq):
        return no("6.3.2", f"{name} is at Activation Level 0")
    return OK


def eligible(g: Position, side: str) -> list[Unit]:
    """The formations a side could still activate."""
    return [hq for hq in g.rules.hqs if g.rules.side[hq] == side and g.at[hq] >= 0 and g.level.get(hq)]


def phase_over(g: Position) -> bool:
    """6.2e, G23: both sides have passed, or none has a formation to activate."""
    return all(side in g.sides_passed or not eligible(g, side) for side in SIDES)


def determine(g: Position) -> Procedure[str]:
    """2a, 2b: both roll, with marker and Interdiction Level; the higher has the Initiative, the Germans in a tie."""
    dice, what = {}, "the Initiative"
    for side in SIDES:
        dice[side] = yield from g.roll(side, what, "2a", FACES)
    behind = ENEMY[_higher(g, dice)]
    if _higher(g, {**dice, behind: FACES}) == behind:  # 5.2: who wins wants no other die, nor who cannot win
        dice[behind] = yield from again(g, behind, dice[behind], what, "2a", brings=lambda die: "the enemy is ahead")
    for side, die in dice.items():
        more = _added(g, side)
        said = f"{die} + {more} = {die + more}" if more else ""
        g.tell(Rolled(side=side, dice=(die,), what=f"{what} ({side})", result=said, sides=FACES, rule="2a"))
    winner = _higher(g, dice)
    favour(g, ENEMY[winner])
    g.tell(Noted(text=f"{winner.title()} has the Initiative", rule="2b"))
    return winner


def chances(g: Position) -> dict[str, float]:
    """How likely each side is to win the next Initiative, before anybody rolls again; none once a side has passed."""
    if g.sides_passed:
        return {}
    ahead, faces = adds(g)[GERMAN] - adds(g)[SOVIET], range(1, FACES + 1)
    won = sum(mine + ahead >= theirs for mine in faces for theirs in faces)
    return {GERMAN: won / FACES**2, SOVIET: (FACES**2 - won) / FACES**2}


def adds(g: Position) -> dict[str, int]:
    """2a: what each side will add to its next die; 10.2c: after the Surprise Attack the marker favours the Soviets."""
    if g.surprise:
        return {GERMAN: g.interdiction, SOVIET: g.rules.tables.initiative.boxes[1]}
    return {side: _added(g, side) for side in SIDES}


def _added(g: Position, side: str) -> int:
    """2a: what the marker and the Interdiction Level add to a side's die."""
    return (g.drm[1] if g.drm[0] == side else 0) + (g.interdiction if side == GERMAN else 0)


def _higher(g: Position, dice: Mapping[str, int]) -> str:
    """2b."""
    totals = {side: die + _added(g, side) for side, die in dice.items()}
    return GERMAN if totals[GERMAN] >= totals[SOVIET] else SOVIET


def favour(g: Position, loser: str) -> None:
    """2c, 2d: the +DRM marker goes up for the Reaction player, or turns to him at its first space."""
    boxes = g.rules.tables.initiative.boxes
    face, box = g.drm
    if face == loser and box:
        g.drm = loser, boxes[min(boxes.index(box) + 1, len(boxes) - 1)]
    else:
        g.drm = loser, boxes[1]
