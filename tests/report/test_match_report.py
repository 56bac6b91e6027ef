"""The page about one match: whole, asking nobody for anything, and right in its numbers."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from xml.etree import ElementTree

import pytest

from grognard.errors import Invalid
from grognard.events import PUBLIC, Attacked, Eliminated, Rolled, Volley
from grognard.match import Match
from grognard.report import match_page, tell
from grognard.report.chronicle import Chronicle
from tests.report.conftest import check_page, played


@cache
def chronicle(match: Match) -> Chronicle:
    return tell(match)


def texts(page: str) -> set[str]:
    """Everything the page says, a piece at a time."""
    root = ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>"))
    return {piece.strip() for element in root.iter() for piece in element.itertext()}


def plain(match: Match) -> list[object]:
    """The events of a match, those told twice only in their plain words."""
    return [event for event in match.events if PUBLIC not in event.only]


def test_the_page_is_well_formed_and_asks_nobody_for_anything(match: Match) -> None:
    check_page(match_page(chronicle(match)))


def test_the_result_and_how_it_was_counted(match: Match) -> None:
    said = texts(match_page(chronicle(match)))
    result = match.result
    assert result is not None
    assert result.level in said
    for line in result.counted:
        assert line.what in said
        assert line.rule in said


def test_losses_dice_and_attacks_are_those_of_the_match(match: Match) -> None:
    told = chronicle(match)
    events = plain(match)
    last = told.snapshots[-1]
    assert sum(last.eliminated.values()) == sum(isinstance(e, Eliminated) for e in events)
    assert len(told.attacks) == sum(isinstance(e, Attacked) for e in events)
    assert len(told.salvos) == sum(isinstance(e, Volley) for e in events)
    thrown = sum(e.die for e in events if isinstance(e, Rolled))
    thrown += sum(sum(e.dice) for e in events if isinstance(e, Volley))
    assert sum(throw.face for throw in told.throws) == thrown
    faces = 10 if match.game.info.id == "bugriver" else 6
    assert all(1 <= throw.face <= throw.sides == faces for throw in told.throws)
    assert sum(told.heat.values()) >= len(told.attacks)


def test_the_last_position_is_that_of_the_match(match: Match) -> None:
    told = chronicle(match)
    last, sides = told.snapshots[-1], match.game.info.sides
    for side in sides:
        own = [u for u in match.view(side).units if u.side == side and u.hex]
        lacking = [u for u in own if {"out-of-supply", "unsupplied", "isolated"} & set(u.status)]
        assert last.unsupplied(side) == (len(lacking), len(own))
    assert last.at == len(match.actions)
    assert last.control == match.view(None).control
    for name, values in last.tables.items():
        view = match.view(None)
        assert values == {side: {"points": view.points, **view.tallies}[name].get(side, 0) for side in sides}
    assert sum(sum(verbs.values()) for verbs in told.verbs.values()) == len(match.actions)


def test_every_line_of_the_log_is_there(match: Match) -> None:
    told = chronicle(match)
    page = match_page(told)
    assert len(told.lines) == len(plain(match))
    for _, line in told.lines:
        assert escape(line) in page


def test_telling_leaves_the_match_as_it_was(match: Match) -> None:
    before = match.fingerprint(), len(match.events)
    page = match_page(chronicle(match))
    assert match_page(tell(match)) == page
    assert (match.fingerprint(), len(match.events)) == before


def test_what_was_to_be_expected_adds_up_to_the_attacks() -> None:
    told = chronicle(played("oder"))
    known = [attack for attack in told.attacks if attack.chances]
    assert known
    assert all(sum(attack.chances.values()) == pytest.approx(1) for attack in known)
    assert all(attack.result in attack.chances for attack in known if attack.result)


def test_dice_rolled_by_hand_are_counted() -> None:
    match = played("oder", 200, "hand")
    told = chronicle(match)
    rolls = [int(entry.action.split()[1]) for entry in match.actions if entry.action.startswith("roll ")]
    assert rolls
    assert [throw.face for throw in told.throws] == rolls[: len(told.throws)]
    assert len(rolls) - len(told.throws) <= 1  # one may be thrown and not told yet
    assert "rolled by hand" in match_page(told)


# --- secrets ---------------------------------------------------------------------------------------------------------


def running() -> Match:
    return played("eastfront", 60)


def test_a_running_match_with_secrets_is_told_only_as_a_side_knows_it() -> None:
    with pytest.raises(Invalid, match="say --as german or --as soviet"):
        tell(running())
    with pytest.raises(Invalid, match="did you mean german"):
        tell(running(), "germn")
    assert tell(played("guderian", 60)).snapshots  # nothing is hidden there


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_the_page_of_a_side_keeps_the_secrets_of_the_other(side: str) -> None:
    match = running()
    told = tell(match, side)
    assert [line for _, line in told.lines] == match.log(side)
    assert {who for _, who in told.verbs} <= {side}
    seen = {unit.id for unit in match.view(side).units}
    assert {unit.id for unit in told.snapshots[-1].units} <= seen
    page = match_page(told)
    other = next(s for s in match.game.info.sides if s != side)
    secret = {u.label for u in match.view(other).units if u.side == other}
    known = " ".join([*match.log(side), *(u.label for u in match.view(side).units)])
    hidden = {name for name in secret if len(name) > 3 and name not in known}
    assert hidden
    assert not [name for name in hidden if re.search(rf"\b{re.escape(name)}\b", page)]


def test_the_seed_of_a_running_match_is_not_told() -> None:
    assert "seed" not in match_page(tell(running(), "german"))
    assert "seed a report" in match_page(chronicle(played("guderian")))
    assert "seed" not in match_page(tell(played("guderian", 60)))


def test_a_match_just_begun_has_a_page() -> None:
    told: Chronicle = tell(played("guderian", 0))
    assert "The match goes on" in texts(match_page(told))
