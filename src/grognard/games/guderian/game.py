"""Panzergruppe Guderian as a game on the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.decision import Words
from grognard.dice import Dice
from grognard.game import Caution, GameInfo, RuleSet, ScenarioInfo
from grognard.games.guderian import odds, queries, sequence, setup, terms, untried, victory, view, warnings
from grognard.games.guderian.arrange import arrange
from grognard.games.guderian.facts import GuderianFacts
from grognard.games.guderian.legend import terrain_effects
from grognard.games.guderian.position import GERMAN, SOVIET, Position
from grognard.games.guderian.rules import BOX, standard
from grognard.mechanics.turn import all_kinds, all_verbs
from grognard.preview import Preview, Result
from grognard.state import OVER
from grognard.view import Overlay, View


class Guderian(RuleSet):
    """The rule set."""

    data = BOX.folder
    sequence = sequence.SEQUENCE
    rules_version = "4"
    undo_rule = "6.0b"

    def __init__(self) -> None:
        plans = [BOX.scenario(name) for name in BOX.scenarios]
        self.info = GameInfo(
            id="guderian",
            title="Panzergruppe Guderian",
            sides=(GERMAN, SOVIET),
            scenarios=tuple(ScenarioInfo(plan.id, plan.title, plan.turns) for plan in plans),
            options=plans[0].options,
            aliases=("pgg",),
            legend=terrain_effects(BOX.charts),
            phases=(*sequence.SEQUENCE, OVER),
            kinds=all_kinds(sequence.SEQUENCE, terms.QUESTIONS),
            verbs=all_verbs(sequence.SEQUENCE, terms.QUESTIONS, terms.WITHIN),
            numbers=terms.NUMBERS,
            marks=terms.MARKS,
            markers=terms.MARKERS,
            tracks=terms.TRACKS,
            queries=tuple(queries.QUERIES),
            odds=terms.ODDS,
            results=terms.RESULTS,
            explains=terms.EXPLAINS,
        )

    def start(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Position:
        return setup.start(standard(scenario), dict(options), dice)

    def arrange(self, position: Mapping[str, Any], options: Mapping[str, bool], dice: Dice) -> Position:
        return arrange(position, dict(options), dice)

    def view(self, state: Position, side: str | None) -> View[GuderianFacts]:
        return view.view(state, side)

    def preview(self, state: Position, side: str | None, words: Words) -> Preview:
        return odds.preview(state, words)

    def query(self, state: Position, side: str | None, what: str, asked: Mapping[str, str]) -> Overlay:
        return queries.query(state, what, asked)

    def warnings(self, state: Position, side: str, words: Words) -> list[Caution]:
        return warnings.warnings(state, words)

    def result(self, state: Position) -> Result | None:
        return victory.judge(state) if state.phase == OVER else None

    def determinize(self, state: Position, now: Position, side: str | None, dice: Dice) -> None:
        untried.shuffle_unseen(state, now, dice)


def game() -> Guderian:
    """The game."""
    return Guderian()
