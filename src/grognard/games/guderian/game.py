"""Panzergruppe Guderian as a game on the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.decision import Words
from grognard.dice import Dice
from grognard.game import Caution, RuleSet
from grognard.games.guderian import previews, queries, sequence, setup, terms, untried, victory, view, warnings
from grognard.games.guderian.arrange import arrange
from grognard.games.guderian.facts import GuderianFacts
from grognard.games.guderian.legend import terrain_effects
from grognard.games.guderian.position import GERMAN, SOVIET, Position
from grognard.games.guderian.rules import BOX, standard
from grognard.preview import Line, Preview, Result
from grognard.view import View


class Guderian(RuleSet):
    """The rule set."""

    id, title, aliases = "guderian", "Panzergruppe Guderian", ("pgg",)
    sides = (GERMAN, SOVIET)
    options = BOX.scenario(BOX.scenarios[0]).options
    box = BOX
    sequence = sequence.SEQUENCE
    questions, within, terms = terms.QUESTIONS, terms.WITHIN, terms.TERMS
    queries = queries.QUERIES
    rules_version = "4"
    undo_rule = "6.0b"

    def legend(self) -> tuple[Line, ...]:
        return terrain_effects(BOX.charts)

    def start(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Position:
        return setup.start(standard(scenario), dict(options), dice)

    def arrange(self, position: Mapping[str, Any], options: Mapping[str, bool], dice: Dice) -> Position:
        return arrange(position, dict(options), dice)

    def view(self, state: Position, side: str | None) -> View[GuderianFacts]:
        return view.view(state, side)

    def preview(self, state: Position, side: str | None, words: Words) -> Preview:
        return previews.preview(state, words)

    def warnings(self, state: Position, side: str, words: Words) -> list[Caution]:
        return warnings.warnings(state, words)

    def judge(self, state: Position) -> Result:
        return victory.judge(state)

    def determinize(self, state: Position, now: Position, side: str | None, dice: Dice) -> None:
        untried.shuffle_unseen(state, now, dice)


def game() -> Guderian:
    """The game."""
    return Guderian()
