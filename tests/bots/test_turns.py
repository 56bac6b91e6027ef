"""Whole turns tried against the enemy's reply: stances, orders left out, even dice."""

from __future__ import annotations

import math
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.bots import make, planner
from grognard.bots.knowledge import Plan, knowledge_of
from grognard.bots.knowledge.battles import judgement
from grognard.bots.knowledge.battles.weights import weights as battles_weights
from grognard.bots.knowledge.stances import HASTY, ByStance, by_nature, judging_for, taking
from grognard.bots.planner import General, QuickStaff
from grognard.bots.turns import Resolve, TurnSearch, even
from grognard.games import IDS
from grognard.match import Match
from tests.bots.officers import PlainOfficer

POSITION = Path(__file__).parents[2] / "examples" / "smolensk.toml"
NORTH, SOUTH = "move 5.ID 0203", "move 6.ID 0306"


# --- stances ---------------------------------------------------------------------------------------------------------


def _file(folder: Path, text: str) -> ByStance[dict[str, Any]]:
    (folder / "game.toml").write_text(text, encoding="utf-8")
    return ByStance(folder / "game.toml", dict)


def test_a_stance_sees_some_numbers_otherwise_while_it_is_taken(tmp_path: Path) -> None:
    weights = _file(tmp_path, "danger = 0.4\nfight = { mine = 0.6, theirs = 0.5 }\n[stance.bold.fight]\ntheirs = 0.1\n")
    assert weights.stances == ("bold",)
    with taking("bold"):
        assert weights() == {"danger": 0.4, "fight": {"mine": 0.6, "theirs": 0.1}}
    assert weights() == {"danger": 0.4, "fight": {"mine": 0.6, "theirs": 0.5}}


def test_a_side_sees_some_numbers_otherwise_and_a_stance_changes_those(tmp_path: Path) -> None:
    weights = _file(tmp_path, "danger = 0.4\nguard = 0.5\n[side.soviet]\ndanger = 0.2\n[stance.bold]\ndanger = 0.1\n")
    with judging_for("soviet"):
        assert weights() == {"danger": 0.2, "guard": 0.5}
        with taking("bold"):
            assert weights() == {"danger": 0.1, "guard": 0.5}
    with judging_for("german"):
        assert weights() == {"danger": 0.4, "guard": 0.5}
    assert weights.table("soviet") == {"danger": 0.2, "guard": 0.5}


def test_a_stance_can_be_taught_and_taught_otherwise(tmp_path: Path) -> None:
    weights = _file(tmp_path, "danger = 0.4\nguard = 0.5\n")
    with taking("trial"):
        for danger in (0.7, 0.8):
            weights.teach("trial", {"danger": danger})
            assert weights() == {"danger": danger, "guard": 0.5}
    assert weights.stances == ()


def test_a_bot_judges_as_its_side_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides judge the same things, each with its own numbers; nobody is left with the other's."""
    match, heard = grognard.new("battles", "radzymin", seed=3), set[tuple[str, float]]()
    judged, bots = judgement.value, {side: make("staff-quick", 1) for side in match.game.info.sides}

    def listen(g: Any, side: str) -> float:
        heard.add((side, battles_weights().hq))
        return judged(g, side)

    monkeypatch.setattr("grognard.bots.knowledge.battles.officer.value", listen)
    while not heard:
        assert match.decision is not None
        side = match.decision.side
        match.play(bots[side].act(match, side), side)
    assert heard == {(side, battles_weights.table(side)["hq"])}
    assert len({table["hq"] for table in map(battles_weights.table, ("axis", "soviet"))}) == 2


def test_a_stance_that_changes_what_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    weights = _file(tmp_path, "danger = 0.4\n[stance.bold]\ndnager = 0.1\n")
    with taking("bold"), pytest.raises(KeyError, match="dnager"):
        weights()


@pytest.mark.parametrize("game", IDS)
def test_every_game_knows_a_careful_and_a_bold_stance(game: str) -> None:
    """Each can be taken: what it changes is there to be changed."""
    knows, match = knowledge_of(game), grognard.new(game, seed=2)
    assert match.decision is not None
    assert {"careful", "bold"} <= set(knows.stances)
    for stance in knows.stances:
        with taking(stance):
            assert math.isfinite(knows.evaluate(match, match.decision.side))


@pytest.mark.parametrize("game", IDS)
def test_the_quick_level_does_not_fear_what_the_enemy_can_do_next(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nobody weighs that as a stance of a turn."""
    match, seen, taken = grognard.new(game, seed=2), list[str](), by_nature
    monkeypatch.setattr(planner, "by_nature", lambda stance: seen.append(stance) or taken(stance))  # type: ignore[func-returns-value]
    bots = {name: {side: make(name, 1) for side in match.game.info.sides} for name in ("staff", "staff-quick")}
    while not seen:  # the first questions may have one sensible answer
        assert match.decision is not None
        side = match.decision.side
        bots["staff"][side].act(match, side)
        match.play(bots["staff-quick"][side].act(match, side), side)
    assert seen == ["", HASTY]
    assert HASTY not in knowledge_of(game).stances
    with taking(HASTY):
        assert math.isfinite(knowledge_of(game).evaluate(match, side))


def test_a_stance_by_nature_gives_way_to_one_that_is_taken(tmp_path: Path) -> None:
    weights = _file(tmp_path, "danger = 0.4\n[stance.bold]\ndanger = 0.1\n[stance.hasty]\ndanger = 0.0\n")
    assert weights.stances == ("bold",)
    with by_nature(HASTY):
        assert weights() == {"danger": 0.0}
    with taking("bold"), by_nature(HASTY):
        assert weights() == {"danger": 0.1}


# --- dice ------------------------------------------------------------------------------------------------------------


def test_even_dice_show_every_face_once_in_six_throws() -> None:
    dice = even(grognard.setup(POSITION, seed=1), "x")
    for _ in range(5):
        assert sorted(dice.roll() for _ in range(6)) == [1, 2, 3, 4, 5, 6]


def test_even_dice_come_in_another_order_for_another_seed() -> None:
    match = grognard.setup(POSITION, seed=1)
    assert len({tuple(even(match, str(seed)).script or ())[:12] for seed in range(4)}) == 4


# --- turns -----------------------------------------------------------------------------------------------------------


class Officer(PlainOfficer):
    """Moves the one German division where it gains two points, and the Soviet one to where it takes five from it."""

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        actions = (NORTH, SOUTH) if side == "german" else [f"move {u.id} 0604" for u in match.view(side).units]
        return [Plan((action,)) for action in actions if match.why(action, side)]

    def evaluate(self, match: Match, side: str) -> float:
        where = {(unit.id, unit.hex) for unit in match.view(None).units}
        gone_north, countered = ("5.ID", "0203") in where, any(hex == "0604" for _, hex in where)
        worth = 2.0 * gone_north + 1.0 * (("6.ID", "0306") in where) - 5.0 * countered * gone_north - 0.1 * countered
        return worth if side == "german" else -worth

    first_ideas, glance = plans, evaluate


def test_an_order_that_the_reply_makes_dear_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planner, "knowledge_of", lambda game: Officer())
    match = grognard.setup(POSITION, seed=1)
    assert QuickStaff(1).act(match, "german") == NORTH  # who thinks of himself alone
    general = General(1)
    assert general.act(match, "german") == SOUTH
    assert general.left_out == {NORTH}
    match.play(SOUTH)
    assert general.act(match, "german") == "end"


def test_without_time_for_a_whole_turn_the_officer_does_as_always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planner, "knowledge_of", lambda game: Officer())
    general = General(1, seconds=1e-9)
    general.act(grognard.setup(POSITION, seed=1), "german")
    assert general.left_out == frozenset()


def test_the_turn_is_thought_over_once_and_the_next_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planner, "knowledge_of", lambda game: Officer())
    thought = []
    search = TurnSearch.resolve

    def counted(self: TurnSearch, stances: tuple[str, ...], variations: int) -> Resolve:
        thought.append(stances)
        return search(self, stances, variations)

    monkeypatch.setattr(TurnSearch, "resolve", counted)
    match, general = grognard.setup(POSITION, seed=1), General(1)
    for turn in (11, 12):
        while match.decision is not None and match.decision.side == "soviet":
            match.play("end")
        while match.decision is not None and match.decision.side == "german":
            match.play(general.act(match, "german"))
        assert len(thought) == turn - 10


@pytest.mark.parametrize("game", IDS)
def test_a_turn_of_every_game_can_be_tried(game: str) -> None:
    """Up to the enemy's reply and through it, and the match itself stays as it was."""
    knows = knowledge_of(game)
    match, quick = grognard.new(game, seed=2), QuickStaff(1)
    while (decision := match.decision) is not None and (
        match.under_way or knows.answer(match.determinize(decision.side, 1), decision.side) is not None
    ):
        match.play(quick.act(match, decision.side), decision.side)
    assert match.decision is not None
    side, before = match.decision.side, match.fingerprint()
    ends: list[tuple[Hashable, float]] = []

    class Watched:
        stances: tuple[str, ...] = ()

        def __getattr__(self, name: str) -> Any:
            return getattr(knows, name)

        def evaluate(self, trial: Match, side: str) -> float:
            ends.append((knows.span(trial), knows.evaluate(trial, side)))
            return ends[-1][1]

    search = TurnSearch(
        [match.determinize(side, "s")], side, Watched(), lambda out: planner.Deputy(1, left_out=out), "s", math.inf
    )
    search.resolve((), 0)
    assert match.fingerprint() == before
    (after,) = ends
    assert after[0] != knows.span(match)
