"""Across the Bug River as a game on the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.decision import Words
from grognard.dice import Dice
from grognard.game import Caution, GameInfo, Option, RuleSet, ScenarioInfo
from grognard.games.bugriver import fog, previews, queries, sequence, setup, terms, victory, view, warnings
from grognard.games.bugriver.arrange import arrange
from grognard.games.bugriver.facts import BugRiverFacts
from grognard.games.bugriver.legend import terrain_effects
from grognard.games.bugriver.position import SIDES, Position
from grognard.games.bugriver.rules import BOX, standard, tables
from grognard.games.bugriver.tables import FACES
from grognard.mechanics.turn import all_kinds, all_verbs
from grognard.preview import Preview, Result
from grognard.state import OVER
from grognard.view import Overlay, View

OPTIONS = (Option("pontoons_once", "A pontoon bridge that is taken up is not built again", "10.3a"),)


class BugRiver(RuleSet):
    """The rule set."""

    data = BOX.folder
    sequence = sequence.SEQUENCE
    rules_version = "1"
    undo_rule = "7.2"

    def __init__(self) -> None:
        plans = [BOX.scenario(name) for name in BOX.scenarios]
        self.info = GameInfo(
            id="bugriver",
            title="Across the Bug River",
            sides=SIDES,
            scenarios=tuple(ScenarioInfo(plan.id, plan.title, plan.turns) for plan in plans),
            options=OPTIONS,
            aliases=("atbr",),
            secrets=True,
            die=FACES,
            legend=terrain_effects(tables()),
            phases=(*sequence.SEQUENCE, OVER),
            kinds=all_kinds(sequence.SEQUENCE, terms.QUESTIONS),
            verbs=all_verbs(sequence.SEQUENCE, terms.QUESTIONS, terms.WITHIN),
            numbers=terms.NUMBERS,
            marks=terms.MARKS,
            markers=terms.MARKERS,
            ground=terms.GROUND,
            tracks=terms.TRACKS,
            tallies=terms.TALLIES,
            queries=tuple(queries.QUERIES),
            odds=terms.ODDS,
            results=terms.results(),
            explains=terms.EXPLAINS,
            waivers=terms.WAIVERS,
            asides=terms.ASIDES,
        )

    def start(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Position:
        return setup.start(standard(scenario), dict(options), dice)

    def arrange(self, position: Mapping[str, Any], options: Mapping[str, bool], dice: Dice) -> Position:
        return arrange(position, dict(options), dice)

    def view(self, state: Position, side: str | None) -> View[BugRiverFacts]:
        return view.view(state, side)

    def preview(self, state: Position, side: str | None, words: Words) -> Preview:
        return previews.preview(state, side, words)

    def query(self, state: Position, side: str | None, what: str, asked: Mapping[str, str]) -> Overlay:
        return queries.query(state, side, what, asked)

    def warnings(self, state: Position, side: str, words: Words) -> list[Caution]:
        return warnings.warnings(state, side, words)

    def result(self, state: Position) -> Result | None:
        return victory.judge(state) if state.phase == OVER else None

    def determinize(self, state: Position, now: Position, side: str | None, dice: Dice) -> None:
        fog.draw_unseen(state, now, side, dice)


def game() -> BugRiver:
    """The game."""
    return BugRiver()
