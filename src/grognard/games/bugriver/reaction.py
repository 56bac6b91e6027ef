"""6.4: Formation Reactions: who may attempt one, the check, and what it earns."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.decision import Procedure, put
from grognard.events import Noted, Rolled
from grognard.games.bugriver.actions import BONUS, REACTION, attacked
from grognard.games.bugriver.command import in_command
from grognard.games.bugriver.effectiveness import surprised
from grognard.games.bugriver.luck import roll
from grognard.games.bugriver.position import NOBODY, Position, Unit
from grognard.games.bugriver.tables import FACES
from grognard.hexes import Hex
from grognard.mechanics.verbs import branches

UNTRIED, FAILED, SUCCESS = "untried", "failed", "success"


@dataclass
class Attempt:
    """6.4.1c: the one attempt there may be in a Movement Action."""

    result: str = UNTRIED
    hq: Unit = NOBODY
    asked: Hex = -1  # the hex in which it was declined last: nothing has changed until the mover is in another
    shut: frozenset[Unit] = frozenset()  # formations whose HQ this move has displaced (7.3.6b)


def candidates(g: Position, hex: Hex, shut: frozenset[Unit] = frozenset()) -> list[Unit]:
    """6.4.1a, 6.4.1b, G24, G37: the enemy formations that may answer a mover in a hex: a unit of theirs is adjacent,
    undisrupted and in command, and their level is above 0."""
    found = []
    for unit in g.units_in(g.rules.beside(hex) & g.combat[g.enemy]):
        hq = g.formation[unit]
        if hq in found or hq in shut or g.is_hq(unit) or g.disrupted[unit] or not g.level.get(hq):
            continue
        if in_command(g, unit):
            found.append(hq)
    return sorted(found)


def window(g: Position, attempt: Attempt, hex: Hex) -> Procedure[None]:
    """6.4.1: the Reaction side may announce its one attempt, now that a stack enters or would leave a hex."""
    if attempt.result != UNTRIED or attempt.asked == hex or _counter(g):
        return
    able = [hq for hq in candidates(g, hex, attempt.shut) if hq not in g.quiet]
    if not able:
        return
    side, where = g.enemy, g.hexname(hex)
    verbs = {"react": (lambda words: ("unit", g.names(able)),), "decline": ()}
    prompt = f"The enemy moves in {where}: react with a formation, or decline"
    words = yield from put(branches(side, "react", prompt, "6.4.1a", verbs))
    if words[0] == "decline":
        attempt.asked = hex
        return
    attempt.hq = g.unit(words[1])
    passed = yield from check(g, attempt.hq)
    attempt.result = SUCCESS if passed else FAILED


def _counter(g: Position) -> bool:
    """6.4.3c, G66: only the Initiative side's moves are reacted to, none during a Formation Reaction, and of moves with
    a bonus those of an attacker (7.5.3e)."""
    if g.phase == BONUS and (not attacked(g) or g.side != g.frames[-2].side):
        return True
    return any(frame.phase == REACTION for frame in g.frames)


def check(g: Position, hq: Unit) -> Procedure[bool]:
    """6.4.2a, 10.2b: the Reaction Check of an HQ."""
    side, rating = g.rules.side[hq], g.rules.ratings[hq].reaction
    what = f"the Reaction Check of {g.name(hq)}"
    drm = surprised(g, side)
    die = yield from roll(g, side, what, "6.4.2a", wanted=lambda die: die + drm > rating)
    passed = die + drm <= rating
    said = f"{'passed' if passed else 'failed'} against {rating}{f' with +{drm}' if drm else ''}"
    g.tell(Rolled(side=side, dice=(die,), what=what, result=said, sides=FACES, rule="6.4.2a"))
    return passed


def earn_points(g: Position, hq: Unit) -> Procedure[None]:
    """6.4.2b: red Action Points at the formation's level, which then falls by one."""
    side = g.rules.side[hq]
    what = f"the Action Points of {g.name(hq)} in reaction"
    earned = g.rules.tables.action_points.red[g.level[hq]]
    die = yield from roll(g, side, what, "6.4.2b", wanted=lambda die: earned[die - 1] < max(earned))
    g.ap[side] = earned[die - 1]
    g.level[hq] -= 1
    result = f"{g.ap[side]} Action Points, level now {g.level[hq]}"
    g.tell(Rolled(side=side, dice=(die,), what=what, result=result, sides=FACES, rule="6.4.2b"))
    g.tell(Noted(text=f"{g.name(hq)} reacts", rule="6.4.3b"))
