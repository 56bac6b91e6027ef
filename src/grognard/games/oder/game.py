"""Watch on the Oder as a game on the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.decision import Words
from grognard.dice import Dice
from grognard.game import Caution, RuleSet
from grognard.games.oder import previews, queries, sequence, setup, terms, victory, view, warnings
from grognard.games.oder.arrange import arrange
from grognard.games.oder.facts import OderFacts
from grognard.games.oder.legend import terrain_effects
from grognard.games.oder.position import GERMAN, SOVIET, Position
from grognard.games.oder.rules import BOX, standard
from grognard.preview import Line, Preview, Result
from grognard.view import View


class Oder(RuleSet):
    """The rule set."""

    id, title, aliases = "oder", "Watch on the Oder", ("woto",)
    sides = (GERMAN, SOVIET)
    options = BOX.scenario(BOX.scenarios[0]).options
    box = BOX
    sequence = sequence.SEQUENCE
    questions, within, terms = terms.QUESTIONS, terms.WITHIN, terms.TERMS
    queries = queries.QUERIES
    rules_version = "2"
    undo_rule = "10.0c"

    def legend(self) -> tuple[Line, ...]:
        return terrain_effects(BOX.charts)

    def start(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Position:
        return setup.start(standard(scenario), dict(options), dice)

    def arrange(self, position: Mapping[str, Any], options: Mapping[str, bool], dice: Dice) -> Position:
        return arrange(position, dict(options), dice)

    def view(self, state: Position, side: str | None) -> View[OderFacts]:
        return view.view(state, side)

    def preview(self, state: Position, side: str | None, words: Words) -> Preview:
        return previews.preview(state, words)

    def warnings(self, state: Position, side: str, words: Words) -> list[Caution]:
        return warnings.warnings(state, words)

    def judge(self, state: Position) -> Result:
        return victory.judge(state)

    def determinize(self, state: Position, now: Position, side: str | None, dice: Dice) -> None:
        """Nothing is hidden: only the dice to come are drawn anew, and the match does that itself."""


def game() -> Oder:
    """The game."""
    return Oder()
