"""Moments a match turned on: the biggest swings, the costliest actions, captures, and results nobody could expect."""

from __future__ import annotations

from textwrap import shorten
from typing import NamedTuple

from grognard.report.axes import num
from grognard.report.chronicle import Chronicle

SWINGS, COSTLY, UNLIKELY, CAPTURES = 3, 3, 2, 8


class Moment(NamedTuple):
    """A memorable event: its turn, the side it was good for, and what happened."""

    turn: int
    side: str
    text: str


def moments(told: Chronicle) -> list[Moment]:
    """The moments of a match in the order they came."""
    found = [*_captures(told), *_swings(told), *_costly(told), *_unlikely(told)]
    return sorted(dict.fromkeys(found), key=lambda moment: moment.turn)


def _captures(told: Chronicle) -> list[Moment]:
    """The first capture by each side, then the places worth most."""
    worth = {place.name: place.value for place in told.board.places.values()}
    firsts: dict[str, Moment] = {}
    others = []
    for taken in told.captures:
        who = f"The {taken.after.title()} side captures {taken.place}"
        value = f" (worth {worth[taken.place]})" if worth.get(taken.place) else ""
        if taken.after not in firsts:
            text = f"{who}{value}, its first capture"
            firsts[taken.after] = Moment(taken.turn, taken.after, text)
        else:
            text = f"{who}{value}"
            others.append((worth.get(taken.place, 0), Moment(taken.turn, taken.after, text)))
    others.sort(key=lambda item: -item[0])
    return [*firsts.values(), *(moment for _, moment in others[: CAPTURES - len(firsts)])]


def _swings(told: Chronicle) -> list[Moment]:
    """The steps between two positions that moved the balance most."""
    name = told.main_table
    if not name or len(told.sides) != 2:
        return []
    first, second = told.sides
    found = []
    for before, after in zip(told.snapshots, told.snapshots[1:], strict=False):
        if name in before.tables and name in after.tables:
            old, new = before.tables[name], after.tables[name]
            swing = (new[first] - new[second]) - (old[first] - old[second])
            if swing:
                changes = ", ".join(
                    f"{side.title()} {num(old[side])} to {num(new[side])}"
                    for side in told.sides
                    if old[side] != new[side]
                )
                side = first if swing > 0 else second
                text = f"The balance of {name} swings by {num(abs(swing))} to the {side.title()} side: {changes}"
                found.append((abs(swing), Moment(before.turn, side, text)))
    found.sort(key=lambda item: -item[0])
    return [moment for _, moment in found[:SWINGS]]


def _costly(told: Chronicle) -> list[Moment]:
    """The actions that cost the most steps."""
    worst = sorted(told.losses, key=lambda loss: -sum(loss.steps.values()))[:COSTLY]
    found = []
    for loss in worst:
        if sum(loss.steps.values()) < 2:
            continue
        cost = " and ".join(f"{steps} {side.title()}" for side, steps in loss.steps.items())
        gone = f"; lost: {', '.join(loss.units[:8])}{' ...' * (len(loss.units) > 8)}" if loss.units else ""
        named = f"'{shorten(loss.action, 48, placeholder=' ...')}' costs" if loss.action else "One action costs"
        total = sum(loss.steps.values())
        found.append(Moment(loss.turn, "", f"{named} {cost} step{'s' * (total != 1)}{gone}"))
    return found


def _unlikely(told: Chronicle) -> list[Moment]:
    """The results that were least to be expected when the attack was declared."""
    rare = [
        (attack.chances[attack.result], attack)
        for attack in told.attacks
        if 0 < attack.chances.get(attack.result, 0) <= 0.1
    ]
    rare.sort(key=lambda item: item[0])
    return [
        Moment(
            attack.turn,
            "",
            f"{attack.side.title()} {attack.how} on {' '.join(attack.hexes)} at {attack.column} ends in {attack.result}"
            f", a chance of {100 * p:.1f} % when it was declared",
        )
        for p, attack in rare[:UNLIKELY]
    ]
