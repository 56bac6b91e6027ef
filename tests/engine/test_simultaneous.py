"""Both sides asked at once: either answers first, and neither learns the other's answer before both are in."""

from __future__ import annotations

import pickle

import msgspec
import pytest

import grognard
from grognard import save
from grognard.dice import Dice
from grognard.game import Game
from grognard.match import Match
from tests.engine.bids import Auction, SecretBids, bidding, lucky


def public(match: Match, side: str | None) -> bytes:
    """Everything a side gets to see."""
    own = [d for d in match.decisions if d.side == side]
    choices = [[match.choices("", side).items, match.choices("bid", side).items] for _ in own]
    rulings = [str(match.why(action, side)) for action in ("bid 3", "bid 9", "take") if side]
    return msgspec.json.encode([match.view(side), match.log(side), choices, rulings])


def test_both_are_asked_at_once() -> None:
    match = bidding()
    assert [(d.side, d.kind) for d in match.decisions] == [("red", "bid"), ("blue", "bid")]
    assert match.decision is match.decisions[0]
    assert match.choices("bid", "blue").items == ["0", "1", "2", "3", "4", "5"]


@pytest.mark.parametrize("ask", ["choices", "why", "play", "preview"])
def test_who_is_meant_must_be_said(ask: str) -> None:
    match = bidding()
    with pytest.raises(grognard.Ambiguous, match="red and blue are asked at once: say for which side"):
        getattr(match, ask)("bid 1")


@pytest.mark.parametrize(("first", "second"), [("red", "blue"), ("blue", "red")])
def test_either_may_answer_first(first: str, second: str) -> None:
    match = bidding()
    bids = {"red": "bid 3", "blue": "bid 1"}
    assert match.play(bids[first], first) == []
    assert [d.side for d in match.decisions] == [second]
    assert match.play(bids[second], second)[0].line() == "red bids 3, blue bids 1"
    assert match.decision is not None
    assert (match.decision.kind, match.decision.side) == ("prize", "red")


def test_an_answer_once_given_is_given() -> None:
    match = bidding()
    match.play("bid 3", "red")
    assert match.why("bid 4", "red").reason == "red has nothing to decide now"
    with pytest.raises(grognard.Illegal):
        match.play("bid 4", "red")


def test_the_last_one_asked_need_not_be_named() -> None:
    match = bidding()
    match.play("bid 3", "red")
    match.play("bid 1")
    assert [played.side for played in match.actions] == ["red", "blue"]


def test_neither_sees_the_others_answer() -> None:
    low, high = bidding(), bidding()
    low.play("bid 0", "red")
    high.play("bid 5", "red")
    for side in ("blue", None):
        assert public(low, side) == public(high, side)
    assert low.log("red") == low.log(None) == []
    assert low.fingerprint() != high.fingerprint()
    low.play("bid 1", "blue")
    high.play("bid 1", "blue")
    assert low.log("blue") == ["red bids 0, blue bids 1"]
    assert high.log("blue") == ["red bids 5, blue bids 1"]


def test_the_order_of_the_answers_does_not_matter() -> None:
    one, other = bidding(seed=3), bidding(seed=3)
    one.play("bid 2", "red")
    one.play("bid 2", "blue")
    other.play("bid 2", "blue")
    other.play("bid 2", "red")
    assert one.fingerprint() == other.fingerprint()
    assert one.log() == other.log()


def test_a_fork_keeps_the_sealed_answer() -> None:
    match = bidding()
    match.play("bid 3", "red")
    twin = match.copy()
    assert twin.fingerprint() == match.fingerprint()
    assert [d.side for d in twin.decisions] == ["blue"]
    twin.play("bid 1", "blue")
    assert [d.side for d in match.decisions] == ["blue"]
    match.play("bid 1", "blue")
    assert match.fingerprint() == twin.fingerprint()


def test_a_sealed_answer_can_be_taken_back_but_not_a_revealed_one() -> None:
    match = bidding()
    before = match.fingerprint()
    match.play("bid 3", "red")
    assert match.undo() == "bid 3"
    assert match.fingerprint() == before
    match.play("bid 2", "red")
    match.play("bid 1", "blue")
    with pytest.raises(grognard.Illegal) as error:
        match.undo()
    assert error.value.ruling.rule == "5"


def test_free_undo_takes_back_a_revealed_answer_and_keeps_the_sealed_one() -> None:
    match = bidding(options={"free_undo": True})
    match.play("bid 3", "red")
    sealed = match.fingerprint()
    match.play("bid 1", "blue")
    assert match.undo() == "bid 1"
    assert match.fingerprint() == sealed
    assert [d.side for d in match.decisions] == ["blue"]


def in_the_midst() -> Match:
    """A match in which both name a toast in the midst of a procedure, and blue has done so."""
    match = bidding()
    match.play("bid 3", "red")
    match.play("bid 1", "blue")
    match.play("take")
    assert [(d.side, d.kind) for d in match.decisions] == [("red", "toast"), ("blue", "toast")]
    match.play("skol", "blue")
    return match


def test_both_are_asked_in_the_midst_of_a_procedure() -> None:
    match = in_the_midst()
    twin = match.copy()
    assert twin.fingerprint() == match.fingerprint()
    assert [d.side for d in twin.decisions] == ["red"]
    assert twin.play("prosit")[0].line() == "red: prosit, blue: skol"
    assert len(twin.decisions) == 2
    assert match.undo() == "skol"
    assert len(match.decisions) == 2
    assert match.undo() == "take"


def test_replay_with_one_answer_sealed() -> None:
    match = in_the_midst()
    assert match.replay().fingerprint() == match.fingerprint()
    for upto, open_sides in ((0, 2), (1, 1), (2, 1), (3, 2), (4, 1)):
        assert len(match.replay(upto).decisions) == open_sides


@pytest.mark.parametrize("played", [1, 4])
def test_save_with_one_answer_sealed(played: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str) -> Game[Auction]:
        return SecretBids()

    monkeypatch.setattr(save, "find", find)
    match = in_the_midst().replay(played)
    again = save.decode(save.encode(match))
    assert again.fingerprint() == match.fingerprint()
    assert [d.side for d in again.decisions] == [d.side for d in match.decisions]


def test_a_fault_after_both_answers_keeps_the_first_sealed() -> None:
    match = bidding(dice=())
    match.play("bid 2", "red")
    with pytest.raises(grognard.Invalid):
        match.play("bid 2", "blue")
    assert [d.side for d in match.decisions] == ["blue"]
    match.play("bid 1", "blue")
    assert match.log() == ["red bids 2, blue bids 1"]


# --- determinize ------------------------------------------------------------------------------------------------------


def test_what_the_other_side_hides_is_drawn_anew() -> None:
    match = bidding()
    drawn = [match.determinize("red", seed) for seed in range(20)]
    assert {lucky(m, "red") for m in drawn} == {lucky(match, "red")}
    assert len({lucky(m, "blue") for m in drawn}) > 1


def test_a_sealed_answer_of_the_other_side_is_drawn_anew() -> None:
    match = bidding()
    match.play("bid 3", "red")
    drawn = [match.determinize("blue", seed) for seed in range(30)]
    for twin in drawn:
        assert twin.view("blue") == match.view("blue")
        assert [d.side for d in twin.decisions] == ["blue"]
    for twin in drawn:
        twin.play("bid 0", "blue")
    assert len({twin.log()[0] for twin in drawn}) > 3
    assert len({twin.actions[0].action for twin in drawn}) > 3


def test_a_sealed_answer_of_ones_own_is_kept() -> None:
    match = in_the_midst()
    for seed in range(10):
        twin = match.determinize("blue", seed)
        assert twin.play("prosit", "red")[0].line() == "red: prosit, blue: skol"


def test_undo_in_a_drawn_match_goes_back_to_where_it_was_drawn() -> None:
    match = in_the_midst()
    twin = match.determinize("blue", 1)
    start = twin.fingerprint()
    twin.play("prosit", "red")
    twin.play("bid 0", "red")
    twin.undo()
    with pytest.raises(grognard.Illegal):
        twin.undo()
    assert twin.replay(len(match.actions)).fingerprint() == start
    with pytest.raises(grognard.Invalid, match="replay to action 1: this match goes from 4 to 5"):
        twin.replay(1)
    fresh = match.determinize("blue", 1)
    with pytest.raises(grognard.Illegal, match="nothing has been played yet"):
        fresh.undo()


def test_a_drawn_match_is_not_saved() -> None:
    with pytest.raises(grognard.Invalid, match="drawn by determinize cannot be saved"):
        save.encode(bidding().determinize("red", 1))


def test_a_draw_that_never_fits_is_a_fault_and_not_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    match = bidding()
    monkeypatch.setattr(Match, "_drawn", lambda self, side, dice, seed: None)
    with pytest.raises(RuntimeError, match="400 draws of what blue cannot know: none was possible"):
        match.determinize("blue", 1)


def test_draws_that_do_not_fit_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    match, drawn, tried = bidding(), Match._drawn, list[int]()

    def reluctant(self: Match, side: str | None, dice: Dice, seed: int | str) -> Match | None:
        tried.append(1)
        return drawn(self, side, dice, seed) if len(tried) == 3 else None

    monkeypatch.setattr(Match, "_drawn", reluctant)
    twin = match.determinize("blue", 1)
    assert (twin.draws, twin.copy().draws, match.draws) == (3, 3, 0)


def test_a_fork_of_an_action_that_goes_otherwise_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    match = in_the_midst()
    assert match.under_way
    monkeypatch.setattr(Match, "_rerun", lambda self, spoken, otherwise=False: False)
    with pytest.raises(RuntimeError, match="went otherwise when it was run again for a fork"):
        match.copy()


def test_a_match_that_was_kept_and_now_goes_otherwise_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = pickle.dumps(in_the_midst())
    assert pickle.loads(kept).under_way
    monkeypatch.setattr(Match, "_rerun", lambda self, spoken, otherwise=False: False)
    with pytest.raises(grognard.Invalid, match="the action under way goes otherwise now"):
        pickle.loads(kept)
