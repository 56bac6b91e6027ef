"""Position files with a battle that has just been won."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from tests.bugriver.table import GERMAN, SOVIET, offered, play, points_left, position, refused, state, where

UNITS = {"1109": "44ID III/134", "2309": "87RD III/283", "1609": "I/131", "1809": "I/16"}


def won(**more: Any) -> grognard.Match:
    """I/131 has driven the enemy from 1709."""
    return position(UNITS, phase="bonus", **{"points": 2, "won": "I/131", "entry": "1709", **more})


def test_an_attackers_bonus() -> None:
    m = won()
    assert (state(m).phase, state(m).side) == ("bonus", GERMAN)
    assert offered(m, "move") == ["I/131"]
    play(m, "move I/131 1709", "decline")
    assert (where(m, "I/131"), points_left(m), state(m).phase) == ("1709", 2, "activation")


def test_a_defenders_bonus() -> None:
    near = {**UNITS, "1809": "II/16", "1709": "I/16"}
    m = position(near, phase="bonus", acting="87RD", under="44ID", points={GERMAN: 3, SOVIET: 3}, won="I/16")
    refused(m, "regular 1609 I/16 go", "6.3.3")
    play(m, "end")
    assert (state(m).phase, state(m).side, points_left(m)) == ("activation", GERMAN, 3)


def test_wrong_winners() -> None:
    with pytest.raises(grognard.Invalid, match="won: I/16 is no combat unit of 44ID"):
        won(won="I/16")
    with pytest.raises(grognard.Invalid, match="II/131 is not on the map"):
        won(won="II/131")
