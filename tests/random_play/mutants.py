"""Actions spoilt at random: a word changed, dropped, added, swapped, or taken from another verb, unit or hex."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from tests.random_play.kit import Kit, Side


def vocabulary(kit: Kit, match: grognard.Match, side: Side) -> list[str]:
    """Words that mean something somewhere: units on and off the map, hexes, verbs, and junk."""
    view = match.view(side)
    units = [*(unit.id for unit in view.units), *(due.unit.id for due in view.due)]
    near = [unit.hex for unit in view.units]
    board = match.state.rules.grid  # type: ignore[attr-defined]
    far = [board.names[hex] for hex in board.hexes][::37]
    return [*units, *near, *far, *kit.info.verbs, *kit.info.verbs, *kit.junk]


def spoil(kit: Kit, action: str, words: list[str], random: Random) -> str:
    """The action with something wrong, as a rule."""
    spoilt = action.split()
    at = random.randrange(len(spoilt))
    match random.randrange(6):
        case 0:
            spoilt[at] = random.choice(words)
        case 1:
            del spoilt[at]
        case 2:
            spoilt.insert(random.randrange(len(spoilt) + 1), random.choice(words))
        case 3:
            other = random.randrange(len(spoilt))
            spoilt[at], spoilt[other] = spoilt[other], spoilt[at]
        case 4:
            spoilt[0] = random.choice(kit.info.verbs)
        case 5:
            spoilt.append(random.choice([*spoilt, random.choice(words)]))
    return " ".join(spoilt)


def refuse_mutant(kit: Kit, match: grognard.Match, action: str, side: str, random: Random) -> bool:
    """Spoil an action and offer it: refused with a rule there is, nothing changed. False if it happens to be legal."""
    mutant = spoil(kit, action, vocabulary(kit, match, side), random)
    ruling = match.why(mutant, side)
    if ruling:
        match.copy().play(mutant, side, at=0)
        return False
    rulebook = match.game.rulebook
    assert ruling.rule in rulebook.rules or ruling.rule in rulebook.rulings, f"'{mutant}': no rule {ruling.rule}"
    assert ruling.reason.strip(), f"'{mutant}' is refused without a reason"
    assert "\n" not in ruling.reason
    before, told = match.fingerprint(), len(match.events)
    with pytest.raises(grognard.Illegal) as error:
        match.play(mutant, side)
    assert error.value.ruling == ruling
    assert (match.fingerprint(), len(match.events)) == (before, told), f"'{mutant}' was refused but changed something"
    return True
