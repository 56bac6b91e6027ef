"""A match plays, asks, undoes, forks and replays any game, and never half does a thing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import grognard
from grognard.decision import Procedure, Words
from grognard.events import Ended, Forced, Noted, Rolled
from grognard.games import OwnFacts
from grognard.log import Log
from grognard.match import MARK_EVERY, Header, Match
from grognard.view import OpenDecision, View
from tests.engine.bids import Auction, SecretBids, bidding
from tests.random_play.player import RandomPlayer

BATTLE = {
    "game": "guderian",
    "turn": 7,
    "phase": "german-combat",
    "units": {"0505": "25/7 6/7 7/7", "0605": "6-8-6 4-4-6", "0404": "5.ID", "0807": "Lukin"},
    "board": {
        "title": "a field",
        "grid": {"columns": [1, 12], "rows": [1, 10]},
        "terrain": {"fill": "clear", "hexes": {}},
        "area": [{"id": "X", "kind": "entrance", "hexes": "1205"}],
    },
}


def battle(*dice: int, **options: bool) -> Match:
    """A German attack at 16 to 12 strength points."""
    return grognard.setup(BATTLE, dice=list(dice) or None, options=options)


def same(one: Match, other: Match) -> bool:
    """Whether two matches cannot be told apart."""
    return (
        one.fingerprint() == other.fingerprint()
        and one.log() == other.log()
        and one.actions.since(0) == other.actions.since(0)
        and msgspec.json.encode(one.view()) == msgspec.json.encode(other.view())
        and [repr(d) for d in one.decisions] == [repr(d) for d in other.decisions]
    )


# --- asking -----------------------------------------------------------------------------------------------------------


def test_the_decision_says_who_chooses_what_and_by_which_rule() -> None:
    decision = battle().decision
    assert decision is not None
    assert (decision.side, decision.kind, decision.rule) == ("german", "german-combat", "4.2B2")


def test_choices_lead_word_by_word_to_an_action() -> None:
    match = battle()
    assert match.choices().items == ["attack", "end"]
    assert match.choices().kind == "verb"
    assert match.choices("attack").items == ["0605"]
    assert match.choices("attack").kind == "hex"
    assert set(match.choices("attack 0605").items) == {"25/7", "6/7", "7/7"}
    assert "go" in match.choices("attack 0605 25/7")
    assert match.choices("attack 0605 25/7 go").complete
    assert match.choices("  end ").complete


def test_choices_after_an_illegal_start_say_why() -> None:
    with pytest.raises(grognard.Illegal) as error:
        battle().choices("attack 0404")
    assert error.value.ruling.rule == "9.11"


def test_why_answers_without_playing() -> None:
    match = battle()
    before = match.fingerprint()
    assert match.why("attack 0605 25/7 go").ok
    assert match.why("end").ok
    assert not match.why("attack 0605 5.ID go").ok
    assert not match.why("").ok
    assert match.fingerprint() == before


def test_an_illegal_action_changes_nothing_and_names_the_rule() -> None:
    match = battle()
    before, told = match.fingerprint(), len(match.events)
    with pytest.raises(grognard.Illegal) as error:
        match.play("move 25/7 0504")
    assert (error.value.ruling.rule, str(error.value)[:5]) == ("6.24", "6.24:")
    assert (match.fingerprint(), len(match.events), len(match.actions)) == (before, told, 0)


def test_the_other_side_has_nothing_to_decide() -> None:
    match = battle()
    assert match.why("end", "soviet").reason == "soviet has nothing to decide now"
    assert match.choices("", "soviet").items == []
    with pytest.raises(grognard.Illegal, match="soviet has nothing to decide now"):
        match.play("end", "soviet")
    with pytest.raises(grognard.Invalid, match="soviet has nothing to decide"):
        match.preview("attack 0605 25/7", "soviet")


@pytest.mark.parametrize("ask", ["why", "choices", "play", "preview", "view", "log", "query"])
def test_there_are_only_the_sides_of_the_game(ask: str) -> None:
    match = battle()
    said: dict[str, Any] = {"view": ["germans"], "log": ["germans"], "query": ["zoc", "germans"]}
    with pytest.raises(grognard.Invalid, match=r"no side '?germans'?: german or soviet"):
        getattr(match, ask)(*said.get(ask, ["end", "germans"]))


def test_a_finished_match_asks_and_allows_nothing() -> None:
    match = bidding()
    for _ in range(3):
        match.play("bid 1", "red")
        match.play("bid 0", "blue")
        match.play("leave")
    assert match.decision is None
    assert match.decisions == ()
    assert match.result is not None
    assert match.events[-1] == Ended(winner="red", level="red wins")
    assert match.choices().items == []
    assert match.why("bid 1").reason == "the game is over"
    with pytest.raises(grognard.Illegal, match="the game is over"):
        match.play("bid 1")
    with pytest.raises(grognard.Invalid, match="the game is over"):
        match.preview("bid 1")


def test_play_returns_what_happened_and_the_log_keeps_it() -> None:
    match = battle(1)
    told = len(match.events)
    events = match.play("attack 0605 25/7 6/7 7/7 go")
    assert any(isinstance(event, Rolled) and event.die == 1 for event in events)
    assert events == match.events.since(told)
    assert [event.line() for event in events] == match.log()[told:]


def test_chosen_words_are_played_as_if_they_were_said_and_only_while_they_are_asked_for() -> None:
    match, other = battle(4), battle(4)
    decision, words = match.decision, ("attack", "0605", "25/7", "go")
    assert decision is not None
    assert match.play_chosen(decision, words) == other.play(" ".join(words))
    assert match.fingerprint() == other.fingerprint()
    before = match.fingerprint()
    with pytest.raises(grognard.Illegal):
        match.play_chosen(decision, words)  # another question is open now
    assert match.fingerprint() == before


def test_each_action_keeps_what_it_brought_about() -> None:
    match = bidding("events")
    opening = match.events.since(0)
    told = [match.play("bid 2", "red"), match.play("bid 2", "blue")]  # a tie: a die is thrown
    decision = match.decision
    assert decision is not None
    told += [match.play("take", decision.side), match.play("prosit", "red")]
    assert [len(events) for events in told] == [0, 2, 1, 0]  # the clapping plays itself after the prize is taken
    for again in (match, match.copy(), match.replay()):
        assert [again.events_of(number) for number in range(4)] == told
        assert again.events_of(-1) == told[-1]
        assert opening + [event for events in told for event in events] == again.events.since(0)
    (rolled,) = [event for event in match.events_of(1) if isinstance(event, Rolled)]
    assert (rolled.side, rolled.sides) == ("red", 6)
    assert rolled.dice == (rolled.die,)
    with pytest.raises(IndexError):
        match.events_of(4)
    match.undo()
    match.play("skol", "red")
    assert match.events_of(3) == []


def test_cautions_are_about_what_is_legal_and_may_be_regretted() -> None:
    units = {"2626": "rifle rifle rifle", "2628": "rifle", "0505": "25/7"}
    match = grognard.setup({"game": "guderian", "phase": "soviet-movement", "units": units})
    (caution,) = match.cautions("move R4 2626")
    assert (caution.rule, caution.hexes) == ("7.1a", ("2626",))
    assert match.cautions("move R4 Roslavl") == [caution]
    assert match.cautions("move R4 2627") == []
    assert match.why("move R4 0101").rule
    assert match.cautions("move R4 0101") == []
    assert match.cautions("move R4 2626", "german") == []  # who has nothing to decide
    assert bidding().cautions("bid 1", "red") == []  # a game that gives no warnings


def test_words_may_be_parted_by_any_blanks() -> None:
    match = battle(1)
    match.play("  attack\t0605  25/7 go ")
    assert match.actions[0].action == "attack 0605 25/7 go"


# --- in the midst of a procedure --------------------------------------------------------------------------------------


def attacked() -> Match:
    """A battle in which the defender must choose between loss and retreat."""
    match = battle(1, 1)
    match.play("attack 0605 25/7 6/7 7/7 go")
    assert match.decision is not None
    assert (match.decision.side, match.decision.kind) == ("soviet", "loss-or-retreat")
    return match


def test_a_procedure_asks_and_goes_on_with_the_answer() -> None:
    match = attacked()
    match.play("retreat")
    assert match.decision is not None
    assert (match.decision.side, match.decision.kind) == ("german", "retreat")
    match.play(f"retreat {match.choices('retreat').items[0]}")
    assert match.decision is not None
    assert match.decision.kind == "advance"
    match.play("stay")
    assert match.decision.kind == "german-mechanised"  # nothing is left to attack: the phase ends by itself


def test_a_fork_in_the_midst_goes_its_own_way() -> None:
    match = attacked()
    twin = match.copy()
    assert same(match, twin)
    before = match.fingerprint()
    twin.play("retreat")
    assert match.fingerprint() == before
    assert match.decision is not None
    assert match.decision.kind == "loss-or-retreat"
    match.play("retreat")
    assert [p._replace(time=0) for p in match.actions] == [p._replace(time=0) for p in twin.actions]
    assert match.fingerprint() == twin.fingerprint()
    match.play(f"retreat {match.choices('retreat').items[0]}")
    twin.play(f"retreat {twin.choices('retreat').items[-1]}")
    assert match.fingerprint() != twin.fingerprint()


def test_an_answer_can_be_taken_back_but_not_the_die_before_it() -> None:
    match = attacked()
    before, told = match.fingerprint(), len(match.events)
    match.play("retreat")
    assert match.undo() == "retreat"
    assert (match.fingerprint(), len(match.events)) == (before, told)
    with pytest.raises(grognard.Illegal) as error:
        match.undo()
    assert error.value.ruling.rule == "6.0b"
    assert "dice were rolled or something hidden was revealed" in error.value.ruling.reason
    assert match.fingerprint() == before


def test_free_undo_takes_even_dice_back() -> None:
    match = battle(1, 1, free_undo=True)
    before = match.fingerprint()
    match.play("attack 0605 25/7 6/7 7/7 go")
    match.play("retreat")
    assert match.undo() == "retreat"
    assert match.undo() == "attack 0605 25/7 6/7 7/7 go"
    assert match.fingerprint() == before


def test_nothing_to_undo() -> None:
    with pytest.raises(grognard.Illegal, match="nothing has been played yet"):
        battle().undo()


def test_replay_stops_in_the_midst() -> None:
    match = attacked()
    match.play("retreat")
    assert same(match.replay(), match)
    early = match.replay(1)
    assert early.decision is not None
    assert early.decision.kind == "loss-or-retreat"
    assert len(early.actions) == 1
    start = match.replay(0)
    assert start.fingerprint() == battle(1, 1).fingerprint()
    assert len(match.actions) == 2


@pytest.mark.parametrize("upto", [-1, 3])
def test_replay_goes_no_further_than_the_match(upto: int) -> None:
    match = attacked()
    match.play("retreat")
    with pytest.raises(grognard.Invalid, match=f"replay to action {upto}: this match has 2"):
        match.replay(upto)


def test_undo_and_replay_over_many_marks() -> None:
    match = grognard.new("guderian", seed=5, options={"free_undo": True})
    player = RandomPlayer.seeded(5)
    prints = [match.fingerprint()]
    told = [len(match.events)]
    for _ in range(3 * MARK_EVERY + 5):
        player.play(match, 1)
        prints.append(match.fingerprint())
        told.append(len(match.events))
    for upto in (0, 1, MARK_EVERY - 1, MARK_EVERY, MARK_EVERY + 1, 2 * MARK_EVERY + 3, len(match.actions)):
        twin = match.replay(upto)
        assert (twin.fingerprint(), len(twin.events)) == (prints[upto], told[upto])
    for upto in range(len(match.actions) - 1, -1, -1):
        match.undo()
        assert (match.fingerprint(), len(match.events)) == (prints[upto], told[upto])
    assert len(match.actions) == 0


# --- forced answers ---------------------------------------------------------------------------------------------------


def test_a_forced_answer_is_played_and_logged_with_its_reason() -> None:
    match = bidding()
    match.play("bid 2", "red")
    match.play("bid 1", "blue")
    events = match.play("take")
    assert events == [Forced(side="blue", action="clap", why="Clap politely", rule="3")]
    assert events[0].line() == "blue: clap (forced: Clap politely)"
    assert [played.action for played in match.actions] == ["bid 2", "bid 1", "take"]


def test_undo_takes_forced_answers_back_with_the_action_that_led_to_them() -> None:
    match = bidding()
    match.play("bid 2", "red")
    match.play("bid 1", "blue")
    before, told = match.fingerprint(), len(match.events)
    match.play("take")
    assert match.undo() == "take"
    assert (match.fingerprint(), len(match.events)) == (before, told)


def test_a_forced_answer_at_the_very_start() -> None:
    class OneSided(SecretBids):
        def decision(self, state: Auction) -> Any:
            if state.round == 1:
                return self.bid(state, "red")
            return super().decision(state)

        @staticmethod
        def bid(state: Auction, side: str) -> Any:
            if state.round == 1:
                state = state.copy()
                state.coins[side] = 0
            return SecretBids.bid(state, side)

        def execute(self, state: Auction, answers: tuple[Words, ...]) -> Procedure[None]:
            if state.round > 1:
                yield from super().execute(state, answers)
            state.round += 1

    match = Match(OneSided(), Header("bids", "three", 0, {}))
    assert match.log() == ["red: bid 0 (forced: Bid up to 0 coins)"]
    assert len(match.decisions) == 2
    assert len(match.actions) == 0
    match.play("bid 1", "blue")
    match.undo()
    assert match.log() == ["red: bid 0 (forced: Bid up to 0 coins)"]


# --- faults -----------------------------------------------------------------------------------------------------------


class Faulty(SecretBids):
    """Breaks down where it is told to."""

    fault = ""

    def execute(self, state: Auction, answers: tuple[Words, ...]) -> Procedure[None]:
        procedure = super().execute(state, answers)
        asked = next(procedure)
        while True:
            given = yield asked
            state.tell(Noted(text="something happens"))
            state.coins["red"] -= 1
            if given[0][0] == self.fault:
                raise RuntimeError(f"the {self.fault} went wrong")
            try:
                asked = procedure.send(given)
            except StopIteration:
                return


@pytest.mark.parametrize("fault", ["take", "clap"])
def test_a_procedure_that_breaks_down_leaves_the_match_as_it_was(fault: str) -> None:
    game = Faulty()
    match = Match(game, Header("bids", "three", 0, {}))
    match.play("bid 2", "red")
    match.play("bid 1", "blue")
    before, twin = match.fingerprint(), match.copy()
    game.fault = fault
    with pytest.raises(RuntimeError, match=f"the {fault} went wrong"):
        match.play("take")  # the clap is forced after it
    assert match.fingerprint() == before
    assert same(match, twin)
    game.fault = ""
    match.play("take")
    assert [d.kind for d in match.decisions] == ["toast", "toast"]


def test_a_script_that_ends_in_a_forced_answer_leaves_the_match_as_it_was() -> None:
    match = bidding(dice=())
    match.play("bid 2", "red")
    before, twin = match.fingerprint(), match.copy()
    with pytest.raises(grognard.Invalid, match="used up"):
        match.play("bid 2", "blue")  # a tie needs a die
    assert match.fingerprint() == before
    assert same(match, twin)
    assert [d.side for d in match.decisions] == ["blue"]
    match.play("bid 1", "blue")
    assert match.decision is not None
    assert match.decision.side == "red"


def test_an_interrupt_leaves_the_match_as_it_was() -> None:
    class Interrupted(SecretBids):
        def execute(self, state: Auction, answers: tuple[Words, ...]) -> Procedure[None]:
            state.round = 3
            yield from self.interrupted()

        def interrupted(self) -> Procedure[None]:
            raise KeyboardInterrupt

    match = Match(Interrupted(), Header("bids", "three", 0, {}))
    match.play("bid 2", "red")
    before = match.fingerprint()
    with pytest.raises(KeyboardInterrupt):
        match.play("bid 1", "blue")
    assert match.fingerprint() == before


# --- logs that fork ---------------------------------------------------------------------------------------------------


def test_forks_of_a_log_share_the_past_and_nothing_else() -> None:
    log = Log([1, 2, 3])
    left, right = log.copy(), log.copy()
    left.append(4)
    right.append(5)
    log.append(6)
    assert (list(left), list(right), list(log)) == ([1, 2, 3, 4], [1, 2, 3, 5], [1, 2, 3, 6])
    left.cut(1)
    left.append(7)
    assert (list(left), list(right), list(log)) == ([1, 7], [1, 2, 3, 5], [1, 2, 3, 6])


def test_a_fork_of_a_fork_of_a_log_goes_on_by_itself() -> None:
    log = Log("abc")
    left, right = log.copy(), log.copy()
    left.append("l")
    right.append("r")
    fork = right.copy()
    right.append("s")
    fork.extend("xy")
    assert ["".join(one) for one in (left, right, fork)] == ["abcl", "abcrs", "abcrxy"]
    assert (fork[2], fork[3], fork[-1]) == ("c", "r", "y")
    assert ["".join(some) for some in (fork.since(2), fork.between(1, 5), fork.between(4, 9))] == ["crxy", "bcrx", "xy"]
    fork.cut(4)
    fork.cut(2)
    fork.append("z")
    assert ["".join(one) for one in (log, right, fork)] == ["abc", "abcrs", "abz"]


def test_a_log_is_cut_and_goes_on() -> None:
    log = Log("abcd")
    fork = log.copy()
    log.cut(2)
    log.cut(9)
    assert (len(log), list(log), list(fork)) == (2, ["a", "b"], ["a", "b", "c", "d"])
    log.append("x")
    assert (list(log), list(fork)) == (["a", "b", "x"], ["a", "b", "c", "d"])


def test_a_log_is_read_from_both_ends() -> None:
    log = Log("abcd")
    log.cut(3)
    assert (log[0], log[-1], log[2], log.since(1)) == ("a", "c", "c", ["b", "c"])
    for beyond in (3, -4):
        with pytest.raises(IndexError):
            log[beyond]


# --- looking ----------------------------------------------------------------------------------------------------------


def test_a_view_names_the_open_decision_and_keeps_its_prompt_to_its_side() -> None:
    match = battle()
    (mine,) = match.view("german").decisions
    (theirs,) = match.view("soviet").decisions
    assert mine.rule == "4.2B2"
    assert mine.prompt
    assert theirs == OpenDecision("german", "german-combat")
    assert match.view(None).decisions == (theirs,)


def test_a_view_is_ready_for_json() -> None:
    match = attacked()
    for side in ("german", "soviet", None):
        view = match.view(side)
        assert msgspec.json.decode(msgspec.json.encode(view), type=View[OwnFacts]) == view


def test_players_have_names() -> None:
    match = battle().named(german="Hoth", soviet="Timoshenko")
    match.named(soviet="Yeremenko")
    assert match.header.players == {"german": "Hoth", "soviet": "Yeremenko"}
    assert match.copy().header.players == match.header.players
