"""Lines of the log tell what happened in fields: the page reads no sentences."""

from __future__ import annotations

import pytest

import grognard
from grognard.events import Event, Moved, Noted, PhaseBegun, Revealed, Rolled, Volley
from grognard.server.messages import LogLine
from grognard.server.states import log_line


def told(event: Event) -> LogLine:
    return log_line(1, event, grognard.new("guderian").board)


def test_a_phase_is_told_with_its_title_and_who_plays_it() -> None:
    line = told(PhaseBegun(turn=3, title="Soviet Combat", side="soviet"))
    assert (line.phase, line.side, line.text) == ("Soviet Combat", "soviet", "Turn 3: Soviet Combat")


@pytest.mark.parametrize(
    ("how", "together"),
    [("moves", "move"), ("goes by rail", "go by rail"), ("is displaced", "are displaced"), ("advances", "advance")],
)
def test_a_move_is_told_with_how_one_goes_and_how_several_do(how: str, together: str) -> None:
    line = told(Moved(unit="25/7", path=("0101", "0102"), how=how))
    assert (line.how, line.together) == (how, together)


def test_what_dice_came_to_is_told_apart_from_what_they_were_for() -> None:
    assert told(Volley(who="Konev", what="fires (DF)", dice=(6, 5, 1), hits=2)).hits == 2
    decided = told(Rolled(dice=(4,), what="combat at 2-1", result="D1", fight=True))
    assert (decided.result, decided.fight) == ("D1", True)
    other = told(Rolled(dice=(4,), what="the weather", result="mud"))
    assert (other.result, other.fight) == ("mud", False)
    assert told(Noted(text="beyond the table: DE", result="DE")).fight
    assert not told(Noted(text="the weather is mud")).fight


def test_a_unit_that_kept_its_name_is_not_revealed_as_itself() -> None:
    assert Revealed(unit="170/73", was="170/73", strength="2-2-5").line() == "170/73 is revealed: 2-2-5"
    assert Revealed(unit="17SD", was="R7", strength="4-4-6").line() == "R7 is revealed as 17SD, 4-4-6"
