"""Positions: copies that share nothing that changes, and a memory that cannot be out of date."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from grognard.dice import Dice
from grognard.match import Header, Match
from grognard.state import OVER, Frame, State
from tests.engine.bids import SIDES, Auction, SecretBids
from tests.mechanics.camp import BLUE, RED, Camp


def test_a_copy_shares_nothing_that_changes() -> None:
    camp = Camp().pitch(r1="0101")
    twin = camp.copy()
    assert twin.facts() == camp.facts()
    twin.pitch(r1="0102", b1="0303")
    twin.tired[0] = 1
    twin.turn = 2
    assert camp.hexname(camp.at[0]) == "0101"
    assert not camp.tired[0]
    assert camp.turn == 1
    assert set(camp.stacks) == {camp.rules.hex_by_name["0101"]}
    assert twin.facts() != camp.facts()


def test_every_fact_has_a_slot() -> None:
    with pytest.raises(TypeError, match="Loose must name its facts in __slots__"):
        type("Loose", (State,), {})


def test_a_fact_that_forks_would_share_is_refused() -> None:
    camp = Camp().pitch(r1="0101")
    camp.check_kinds()
    camp.tired = {0}  # type: ignore[assignment]
    with pytest.raises(TypeError, match=r"Camp\.tired is a set, which is not copied: make it a list, .* a frozenset"):
        camp.check_kinds()


def test_a_game_whose_position_holds_a_set_does_not_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(self: SecretBids, scenario: str, options: Mapping[str, bool], dice: Dice) -> Auction:
        auction = Auction(dice)
        auction.coins = set(SIDES)  # type: ignore[assignment]
        return auction

    monkeypatch.setattr(SecretBids, "start", start)
    with pytest.raises(TypeError, match=r"Auction\.coins is a set"):
        Match(SecretBids(), Header(game="bids", scenario="three", seed=1, options={}))


def test_an_answer_about_the_whole_position_lasts_while_it_is_frozen() -> None:
    camp = Camp().pitch(r1="0101")
    asked: list[int] = []

    def look() -> list[str]:
        asked.append(1)
        return [camp.hexname(camp.at[0])]

    def where() -> list[str]:
        return camp.memo("where", look)

    assert where() == where() == ["0101"]
    assert len(asked) == 2  # while the position changes nothing is kept
    camp.freeze()
    assert where() is where()
    assert len(asked) == 3
    camp.thaw()
    camp.pitch(r1="0102")
    camp.freeze()
    assert where() == ["0102"]


def test_an_answer_about_the_map_lasts_through_actions_until_something_moves() -> None:
    camp = Camp().pitch(r1="0101")

    def where(one: Camp) -> list[str]:
        return one.unmoved("where", lambda: [one.hexname(one.at[0])])

    assert where(camp) is not where(camp)  # never frozen: anybody may change it by hand
    camp.freeze()
    first = where(camp)
    camp.thaw(carried_out=True)
    camp.tired[0] = 1  # an action that moves nothing
    assert where(camp) is first
    camp.freeze()
    fork = camp.copy()
    fork.freeze(like=camp)
    assert where(fork) is first
    fork.thaw(carried_out=True)
    fork.pitch(r1="0102")
    assert where(fork) == ["0102"]
    assert where(camp) is first
    camp.thaw()
    assert where(camp) == first
    assert where(camp) is not first


def test_what_changes_little_on_the_map_makes_little_forgotten() -> None:
    camp = Camp().pitch(r1="0101")
    camp.freeze()
    kept: list[int] = camp.unmoved("zones", list)
    gone: list[int] = camp.unmoved("levels", list)
    camp.touch("levels")
    assert camp.unmoved("zones", list) is kept
    assert camp.unmoved("levels", list) is not gone
    camp.touch()
    assert camp.unmoved("zones", list) is not kept


def test_an_answer_lasts_while_its_facts_are_equal() -> None:
    camp = Camp()
    first = camp.memo("names", lambda: ["three"], 3)
    assert camp.memo("names", lambda: ["another three"], 3) is first
    assert camp.memo("names", lambda: ["four"], 4) == ["four"]
    assert camp.memo("names", lambda: ["another three"], 3) == ["another three"]


def test_an_answer_may_be_none() -> None:
    camp, asked = Camp(), list[int]()
    camp.freeze()
    for _ in range(2):
        assert camp.memo("nothing", lambda: asked.append(1)) is None
    assert len(asked) == 1


def test_a_frozen_position_does_not_change() -> None:
    camp = Camp().pitch(r1="0101")
    camp.freeze()
    with pytest.raises(AssertionError, match="frozen"):
        camp.pitch(r1="0102")
    with pytest.raises(AssertionError, match="frozen"):
        camp.take_off(0, -1)
    camp.copy().pitch(r1="0102")


def test_answers_are_kept_while_the_position_is_held_still_in_the_midst_of_an_action() -> None:
    camp, asked = Camp().pitch(r1="0101"), list[int]()

    def where() -> None:
        camp.memo("where", lambda: asked.append(camp.at[0]))

    with camp.still():
        where()
        with camp.still():
            where()
        where()
        with pytest.raises(AssertionError, match="frozen"):
            camp.pitch(r1="0102")
    assert len(asked) == 1
    camp.pitch(r1="0102")
    with camp.still():
        where()
    assert asked == [camp.rules.hex_by_name["0101"], camp.rules.hex_by_name["0102"]]
    camp.freeze()
    with camp.still():
        where()
    where()
    assert len(asked) == 3
    assert camp.frozen_now


def test_what_was_answered_while_an_action_was_chosen_holds_until_something_changes() -> None:
    camp = Camp().pitch(r1="0101")
    camp.freeze()
    offered = camp.memo("ways", lambda: ["0102"])
    camp.thaw()
    with camp.as_offered():
        assert camp.memo("ways", lambda: ["searched again"]) is offered
    assert camp.memo("ways", lambda: ["searched again"]) == ["searched again"]
    camp.freeze()
    camp.memo("ways", lambda: ["0102"])
    camp.thaw()
    camp.pitch(r1="0102")
    with camp.as_offered():  # too late: a unit has moved
        assert camp.memo("ways", lambda: ["0103"]) == ["0103"]
    assert not camp.frozen_now


def test_a_fork_has_the_answers_of_the_position_it_was_taken_from() -> None:
    camp = Camp().pitch(r1="0101")
    camp.freeze()
    known = camp.memo("where", lambda: ["somewhere"])
    twin = camp.copy()
    twin.freeze(like=camp)
    assert twin.memo("where", lambda: ["elsewhere"]) is known


def test_a_memory_of_ones_own_leaves_that_of_others_alone() -> None:
    camp = Camp()
    camp.memo("names", lambda: ["ours"], 3)
    twin = camp.copy()
    twin.use_memory({})
    assert twin.memo("names", lambda: ["theirs"], 3) == ["theirs"]
    assert camp.memo("names", lambda: ["other"], 3) == ["ours"]


def test_the_last_frame_says_what_is_played_and_by_whom() -> None:
    camp = Camp()
    camp.play_frames((Frame("day", RED), Frame("alarm", BLUE)))
    assert (camp.phase, camp.side, camp.enemy) == ("alarm", BLUE, RED)
    camp.play_frames(())
    assert (camp.phase, camp.side) == (OVER, "")
