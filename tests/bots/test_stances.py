"""The numbers of a bot's judgement: a side sees some of them otherwise, and so does a stance."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.bots import make, planner
from grognard.bots.knowledge import knowledge_of
from grognard.bots.knowledge.battles import judgement
from grognard.bots.knowledge.battles.weights import weights as battles_weights
from grognard.bots.knowledge.stances import HASTY, ByStance, by_nature, judging_for, taking
from grognard.games import IDS


def _file(folder: Path, text: str) -> ByStance[dict[str, Any]]:
    (folder / "game.toml").write_text(text, encoding="utf-8")
    return ByStance(folder / "game.toml", dict)


def test_a_stance_sees_some_numbers_otherwise_while_it_is_taken(tmp_path: Path) -> None:
    weights = _file(tmp_path, "danger = 0.4\nfight = { mine = 0.6, theirs = 0.5 }\n[stance.bold.fight]\ntheirs = 0.1\n")
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


def test_a_bot_judges_as_its_side_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sides judge the same things, each with its own numbers; nobody is left with the other's."""
    match, heard = grognard.new("battles", "radzymin", seed=3), set[tuple[str, float]]()
    judged, bots = judgement.evaluate, {side: make("staff-quick", 1) for side in match.game.info.sides}

    def listen(g: Any, side: str) -> float:
        heard.add((side, battles_weights().hq))
        return judged(g, side)

    monkeypatch.setattr("grognard.bots.knowledge.battles.judgement.evaluate", listen)
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
    with taking(HASTY):
        assert math.isfinite(knowledge_of(game).evaluate(match, side))


def test_a_stance_by_nature_gives_way_to_one_that_is_taken(tmp_path: Path) -> None:
    weights = _file(tmp_path, "danger = 0.4\n[stance.bold]\ndanger = 0.1\n[stance.hasty]\ndanger = 0.0\n")
    with by_nature(HASTY):
        assert weights() == {"danger": 0.0}
    with taking("bold"), by_nature(HASTY):
        assert weights() == {"danger": 0.1}
