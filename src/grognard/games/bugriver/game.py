"""Across the Bug River as a game on the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.decision import Words
from grognard.dice import Dice
from grognard.game import Caution, Option, RuleSet
from grognard.games.bugriver import fog, previews, queries, sequence, setup, terms, victory, view, warnings
from grognard.games.bugriver.arrange import arrange
from grognard.games.bugriver.facts import BugRiverFacts
from grognard.games.bugriver.legend import terrain_effects
from grognard.games.bugriver.position import SIDES, Position
from grognard.games.bugriver.rules import BOX, standard, tables
from grognard.games.bugriver.tables import FACES
from grognard.mechanics.overlays import answer_to
from grognard.preview import Line, Preview, Result
from grognard.view import Overlay, View

OPTIONS = (Option("pontoons_once", "A pontoon bridge that is taken up is not built again", "10.3a"),)


class BugRiver(RuleSet):
    """The rule set."""

    id, title, aliases = "bugriver", "Across the Bug River", ("atbr",)
    sides = SIDES
    options = OPTIONS
    secrets = True
    die = FACES
    box = BOX
    sequence = sequence.SEQUENCE
    questions, within, terms = terms.QUESTIONS, terms.WITHIN, terms.TERMS
    queries = queries.QUERIES
    rules_version = "3"
    undo_rule = "7.2"

    def legend(self) -> tuple[Line, ...]:
        return terrain_effects(tables())

    def start(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Position:
        return setup.start(standard(scenario), dict(options), dice)

    def arrange(self, position: Mapping[str, Any], options: Mapping[str, bool], dice: Dice) -> Position:
        return arrange(position, dict(options), dice)

    def view(self, state: Position, side: str | None) -> View[BugRiverFacts]:
        return view.view(state, side)

    def preview(self, state: Position, side: str | None, words: Words) -> Preview:
        return previews.preview(state, side, words)

    def query(self, state: Position, side: str | None, what: str, asked: Mapping[str, str]) -> Overlay:
        return answer_to(queries.QUERIES, what, asked)(state, side, asked)

    def warnings(self, state: Position, side: str, words: Words) -> list[Caution]:
        return warnings.warnings(state, side, words)

    def judge(self, state: Position) -> Result:
        return victory.judge(state)

    def determinize(self, state: Position, now: Position, side: str | None, dice: Dice) -> None:
        fog.draw_unseen(state, now, side, dice)


def game() -> BugRiver:
    """The game."""
    return BugRiver()
