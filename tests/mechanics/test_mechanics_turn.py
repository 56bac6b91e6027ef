"""Phases, verbs and frames."""

from __future__ import annotations

import pytest

from grognard.decision import Decision, Procedure
from grognard.events import PhaseBegun
from grognard.mechanics.turn import Phase, Sequence, Verb
from grognard.mechanics.verbs import after, alone, choose_verb, ending, of_unit
from grognard.ruling import OK, elsewhere, no
from tests.mechanics.camp import BLUE, RED, Camp

TIRED = no("7", "everybody is tired")


def _alarm(g: Camp) -> None:
    PLAY.push(g, "alarm", BLUE, ("r1",))


def _calm(g: Camp) -> Procedure[None]:
    yield from PLAY.pop(g)


def _resumed(g: Camp) -> None:
    g.tired[0] = 1


MARCH: Verb[Camp] = alone("march", "4", lambda g: None, lambda g: TIRED if g.tired[0] else OK)
SHOUT: Verb[Camp] = alone("shout", "5", _alarm)
REST: Verb[Camp] = of_unit(
    "rest", "6", units=lambda g: g.on_map(g.side), nobody=lambda g: no("6", "nobody is here"),
    why_not=lambda g, unit: no("6", f"{g.name(unit)} is not here"), carry_out=lambda g, unit: None,
)  # fmt: skip
PLAY: Sequence[Camp] = Sequence(
    (
        Phase("day", "Day", "1", "March or rest", (MARCH, SHOUT, REST, ending(lambda g: PLAY.begin(g, "night"))),
              RED, resume=_resumed),
        Phase("night", "Night", "2", lambda g: f"{len(list(g.on_map()))} sleep",
              (REST, ending(lambda g: PLAY.end_game(g))), BLUE),
        Phase("alarm", "Alarm", "3", "To arms", (ending(_calm),), every_turn=False),
    ),
    elsewhere={"feast": ("9", "the Harvest")},
)  # fmt: skip


def asked(camp: Camp) -> Decision:
    decision = PLAY.decision(camp)
    assert isinstance(decision, Decision)
    return decision


def say(camp: Camp, text: str) -> None:
    words = tuple(text.split())
    assert asked(camp).check(words)
    for _ in PLAY.execute(camp, (words,)) or ():
        raise AssertionError("nobody is asked here")


def test_a_phase_offers_the_verbs_that_are_possible() -> None:
    camp = Camp()
    camp.tired[0] = 1
    day = asked(camp)
    assert (day.side, day.kind, day.prompt) == (RED, "day", "March or rest")
    assert day.choices().items == ["shout", "end"]
    assert day.check(("march",)) == TIRED
    assert day.check(("rest", "r1")) == no("6", "r1 is not here")  # closer to what was meant than that nobody can
    assert day.check(("edn",)) == elsewhere("1", "'edn' is not possible here; did you mean end?")
    assert day.check(("r1",)) == elsewhere("1", "begin with what to do, not with 'r1': shout, end")
    assert day.check(("end", "well")) == no("1", "'end' is complete; nothing may follow it")


def test_a_verb_of_another_phase_is_refused_with_its_rule_and_where_it_belongs() -> None:
    camp = Camp()
    say(camp, "end")
    night = asked(camp)
    assert night.check(("march",)) == elsewhere("4", "'march' belongs to Day; this is Night")
    assert night.check(("feast",)) == elsewhere("9", "'feast' belongs to the Harvest; this is Night")
    assert night.prompt == "0 sleep"


def test_a_frame_is_played_before_the_one_below_goes_on() -> None:
    camp = Camp()
    say(camp, "shout")
    assert (camp.phase, camp.side, camp.frames[-1].about) == ("alarm", BLUE, ("r1",))
    assert asked(camp).side == BLUE
    say(camp, "end")
    assert (camp.phase, camp.side) == ("day", RED)
    assert camp.tired[0]  # the day was resumed
    assert [event.line() for event in camp.events] == ["-- Turn 1: Blue Alarm"]


def test_a_phase_that_can_only_be_ended_is_played_by_nobody() -> None:
    camp = Camp()
    say(camp, "shout")
    say(camp, "end")
    say(camp, "end")
    told = [(e.title, e.side) for e in camp.events if isinstance(e, PhaseBegun)]
    assert told == [("Blue Alarm", ""), ("Night", BLUE)]


def test_when_nothing_is_left_to_play_nobody_is_asked() -> None:
    camp = Camp()
    say(camp, "end")
    say(camp, "end")
    assert PLAY.decision(camp) is None
    assert PLAY.title(camp) == "The game is over"


def test_the_steps_of_a_turn_are_the_phases_that_every_turn_has() -> None:
    assert [(step.id, step.side) for step in PLAY.stages] == [("day", RED), ("night", BLUE)]
    assert PLAY.verbs == ("march", "shout", "rest", "end")


def test_a_verb_without_a_rule_of_its_own_is_refused_with_that_of_its_phase() -> None:
    watch: Sequence[Camp] = Sequence((
        Phase("watch", "Watch", "8", "Keep awake", (MARCH,), RED),
        Phase("relief", "Relief", "9", "Go to bed", (alone("sleep", "", lambda g: None),), RED),
    ))  # fmt: skip
    camp = Camp()
    watch.start(camp, "watch")
    assert watch.refusal(camp, "sleep") == elsewhere("9", "'sleep' belongs to Relief; this is Watch")


def test_a_phase_without_an_end_says_what_is_to_be_done_in_it() -> None:
    watch: Sequence[Camp] = Sequence((
        Phase("watch", "Watch", "8", "Keep awake", (MARCH,), RED),
        Phase("relief", "Relief", "9", "Go to bed", (ending(lambda g: None),), RED),
    ))  # fmt: skip
    camp = Camp()
    watch.start(camp, "watch")
    assert watch.refusal(camp, "end") == elsewhere("8", "Watch does not end before that is done: Keep awake")


def test_what_follows_a_verb_knows_what_was_said() -> None:
    heard: list[tuple[str, ...]] = []
    rest = after(REST, lambda g, words: heard.append(words))
    for _ in rest.carry_out(Camp(), ("r1",)) or ():
        raise AssertionError("nobody is asked here")
    assert heard == [("r1",)]


def test_a_question_inside_an_action_may_be_one_of_several_verbs() -> None:
    camp = Camp().pitch(r1="0101", r2="0102")
    camp.tired[0] = 1
    slept: list[str] = []
    doze: Verb[Camp] = of_unit(
        "doze", "8", units=lambda g: g.on_map(RED), nobody=lambda g: no("8", "nobody is here"),
        why_not=lambda g, unit: no("8", f"{g.name(unit)} is not here"),
        carry_out=lambda g, unit: slept.append(g.name(unit)),
    )  # fmt: skip
    later = no("9", "first say what you do now")
    asking = choose_verb(
        camp, RED, "pause", "A pause", "8", (MARCH, doze), lambda word: later if word == "end" else None
    )
    question = next(asking)
    assert isinstance(question, Decision)
    assert (question.side, question.kind, question.choices().items) == (RED, "pause", ["doze"])
    assert question.choices(("doze",)).items == ["r1", "r2"]
    assert question.check(("march",)) == TIRED
    assert question.check(("doze", "b1")) == no("8", "b1 is not here")
    assert question.check(("end",)) == later
    with pytest.raises(StopIteration) as done:
        asking.send((("doze", "r2"),))
    assert (done.value.value, slept) == ("doze", ["r2"])
