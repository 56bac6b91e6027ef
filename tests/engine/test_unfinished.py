"""The referee's answer to an action that is only begun, to one that is wrong, and when nobody is asked any more."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import grognard
from grognard.bots.external import answer
from grognard.bots.outlook import Outlook
from grognard.game import RuleSet
from grognard.games import IDS, find
from grognard.match import Asked, Match
from grognard.view import OpenDecision
from tests.series import few

GAMES = pytest.mark.parametrize("game", IDS)

# One phase from the end of the game, with nothing left to do in it.
LAST: dict[str, dict[str, Any]] = {
    "guderian": {"turn": 12, "phase": "german-interdiction", "units": {"0512": "25/7", "4015": "rifle"}},
    "eastfront": {
        "scenario": "EDE", "month": "AUG42", "fortnight": 2, "active": "soviet", "phase": "combat",
        "units": {"Rostov": "V"}, "tracks": {"played": "german"},
    },
    "oder": {"turn": 8, "phase": "soviet-regroup", "units": {"1512": "HG"}},
    "battles": {"turn": 6, "phase": "axis-air", "units": {"0514": "HQ-9A", "2616": "HQ-47A"}},
    "bugriver": {
        "turn": 8, "phase": "activation", "acting": "44ID", "units": {"0416": "44ID", "2410": "87RD"},
        "level": {"44ID": 0, "87RD": 0},
    },
}  # fmt: skip


def begun(match: Match, random: Random) -> list[str]:
    """Some legal action, word by word."""
    decision = random.choice(match.decisions)
    words: list[str] = []
    while not (offered := decision.choices(tuple(words))).complete:
        words.append(random.choice(offered.items))
    return words


@GAMES
def test_the_answer_to_a_question_that_nobody_asks_is_refused_by_the_rule_it_belongs_to(game: str) -> None:
    match = grognard.new(game)
    rules = find(game)
    assert isinstance(rules, RuleSet)
    assert match.decision is not None
    offered = match.choices().items
    for answers in rules.questions.values():
        for word in answers:
            if word in offered or word in rules.within:
                continue
            ruling = match.why(word)
            assert f"'{word}' belongs to " in ruling.reason, str(ruling)
            assert ruling.rule in rules.rulebook.rules, str(ruling)


@GAMES
@pytest.mark.parametrize("seed", few(range(4), 2))
def test_the_beginning_of_an_action_is_unfinished_and_what_may_come_next_is_said(game: str, seed: int) -> None:
    match, random = grognard.new(game, seed=seed), Random(seed)
    for _ in range(60):
        if match.decision is None:
            break
        side = match.decision.side
        words = begun(match, random) if len(match.decisions) == 1 else ["end"]
        for length in range(len(words)):
            before = " ".join(words[:length])
            offered = match.choices(before, side)
            if offered.complete:
                continue
            ruling = match.why(before, side)
            assert (ruling.ok, ruling.unfinished, ruling.verdict) == (False, True, "unfinished")
            assert ruling.rule in match.game.rulebook.rules
            said = ruling.reason.partition(" is unfinished; next may come ")[2].removesuffix(" ...").split(", ")
            assert said == offered.items[:6]
            with pytest.raises(grognard.Illegal) as error:
                match.play(before, side)
            assert error.value.ruling == ruling
        action = " ".join(words)
        assert match.why(action, side).verdict == "legal"
        for wrong in (f"{action} zzz", f"zzz {action}", "zzz"):
            ruling = match.why(wrong, side)
            assert (ruling.ok, ruling.unfinished, ruling.verdict) == (False, False, "not legal")
        match.play(action, side)


@pytest.mark.parametrize(
    ("game", "words"), [("guderian", "attack 0123 R16"), ("guderian", "place R16 0122"), ("oder", "place 1G 2115")]
)
def test_what_a_rule_forbids_is_not_unfinished(game: str, words: str) -> None:
    ruling = grognard.new(game).why(words)
    assert (ruling.verdict, bool(ruling.rule)) == ("not legal", True)


def test_many_words_that_may_come_next_are_cut_short() -> None:
    assert grognard.new("guderian").why("place").reason.endswith(" ...")
    assert not grognard.new("guderian").why("place R16").reason.endswith(" ...")


def test_a_program_is_told_too() -> None:
    outlook = Outlook(grognard.new("guderian"), "soviet")
    told = {words: answer(outlook, {"type": "why", "words": words}, 0.0) for words in ("deploy", "place R16", "fly")}
    assert {words: (said["ok"], said["unfinished"]) for words, said in told.items()} == {
        "deploy": (True, False), "place R16": (False, True), "fly": (False, False)
    }  # fmt: skip
    assert set(told["fly"]) == {"type", "words", "ok", "rule", "reason", "unfinished", "elsewhere"}


# --- nobody is asked --------------------------------------------------------------------------------------------------


@GAMES
def test_no_rule_is_cited_when_the_game_is_over(game: str) -> None:
    match = grognard.setup({"game": game, **LAST[game]}, forced=False)
    for _ in range(20):
        if match.decision is None:
            break
        for decision in match.decisions:
            match.play("stop" if decision.kind == "continuation" else "end", decision.side)
    assert match.result is not None
    for side in (None, *match.game.info.sides):
        ruling = match.why("end", side)
        assert (ruling.ok, ruling.unfinished, ruling.rule) == (False, False, "")
        assert str(ruling) == ruling.reason == "the game is over"
        assert match.asked(side) == []
    with pytest.raises(grognard.Illegal, match=r"^the game is over$"):
        match.play("end")


@GAMES
def test_who_is_not_asked_is_not_told_the_rule_of_the_question(game: str) -> None:
    match = grognard.new(game)
    assert match.decision is not None
    (idle,) = set(match.game.info.sides) - {match.decision.side}
    ruling = match.why("end", idle)
    assert (ruling.verdict, ruling.rule, ruling.reason) == ("not legal", "", f"{idle} has nothing to decide now")
    with pytest.raises(grognard.Illegal, match=r"^nothing has been played yet$"):
        match.undo()


@GAMES
def test_what_is_asked_is_known_to_those_who_are_asked(game: str) -> None:
    match = grognard.new(game)
    decision = match.decision
    assert decision is not None
    (idle,) = set(match.game.info.sides) - {decision.side}
    (known,), (open,), (public,), (all,) = (
        match.asked(decision.side), match.asked(idle), match.asked(None), match.asked(*match.game.info.sides)
    )  # fmt: skip
    assert known == all == Asked(decision.side, decision.kind, decision)
    assert open == public == Asked(decision.side, decision.kind, None)
    whole = OpenDecision(decision.side, decision.kind, decision.prompt, decision.rule)
    assert match.view(decision.side).decisions == (known.told(),) == (whole,)
    assert match.view(idle).decisions == (open.told(),) == (OpenDecision(decision.side, decision.kind),)
    assert (match.decision_of(decision.side), match.decision_of(idle)) == (decision, None)
