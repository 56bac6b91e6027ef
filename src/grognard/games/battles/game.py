"""Battles in the East as a game on the engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from grognard.decision import Words
from grognard.dice import Dice
from grognard.game import Caution, GameInfo, Option, RuleSet, ScenarioInfo
from grognard.games.battles import previews, queries, sequence, setup, terms, victory, view, warnings
from grognard.games.battles.arrange import arrange
from grognard.games.battles.facts import BattlesFacts
from grognard.games.battles.legend import terrain_effects
from grognard.games.battles.position import AXIS, SOVIET, Position
from grognard.games.battles.rules import DATA, FAIR, battle, charts, folders, standard
from grognard.mechanics.turn import all_kinds, all_verbs
from grognard.preview import Preview, Result
from grognard.rulebook import Rule, Rulebook
from grognard.state import OVER
from grognard.view import Overlay, View

OPTIONS = (
    Option(setup.TIGERS, "Optional units come, and the enemy has the points the scenario gives for them", "3.2e"),
)


class Battles(RuleSet):
    """The rule set; every folder with a scenario is one of its battles."""

    data = DATA
    sequence = sequence.SEQUENCE
    rules_version = "1"
    undo_rule = "10.0"

    def __init__(self) -> None:
        self.plans = [battle(name).scenario for name in folders()]
        skies = dict.fromkeys((FAIR, *(state for plan in self.plans for state in plan.weather_states)))
        self.info = GameInfo(
            id="battles",
            title="Battles in the East",
            sides=(AXIS, SOVIET),
            scenarios=tuple(ScenarioInfo(plan.id, plan.title, plan.turns, plan.first_player) for plan in self.plans),
            options=OPTIONS,
            aliases=("bite",),
            legend=terrain_effects(charts()),
            phases=(*sequence.SEQUENCE, OVER),
            kinds=all_kinds(sequence.SEQUENCE, terms.QUESTIONS),
            verbs=all_verbs(sequence.SEQUENCE, terms.QUESTIONS, terms.WITHIN),
            numbers=terms.NUMBERS,
            weather=tuple(skies),
            marks=terms.MARKS,
            markers=terms.MARKERS,
            ground=terms.GROUND,
            tallies=terms.TALLIES,
            queries=tuple(queries.QUERIES),
            odds=terms.ODDS,
            results=terms.RESULTS,
            explains=terms.EXPLAINS,
        )

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules of the series, and those that the scenarios bring."""
        book = Rulebook.read(self.data / "rules.toml")
        own = {rule.id: Rule(rule.id, rule.title, rule.text) for plan in self.plans for rule in plan.special}
        return Rulebook({**book.rules, **own}, book.rulings)

    def start(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Position:
        return setup.start(standard(scenario), dict(options), dice)

    def arrange(self, position: Mapping[str, Any], options: Mapping[str, bool], dice: Dice) -> Position:
        return arrange(position, dict(options), dice)

    def view(self, state: Position, side: str | None) -> View[BattlesFacts]:
        return view.view(state, side)

    def preview(self, state: Position, side: str | None, words: Words) -> Preview:
        return previews.preview(state, side, words)

    def query(self, state: Position, side: str | None, what: str, asked: Mapping[str, str]) -> Overlay:
        return queries.query(state, what, asked)

    def warnings(self, state: Position, side: str, words: Words) -> list[Caution]:
        return warnings.warnings(state, words)

    def result(self, state: Position) -> Result | None:
        return victory.judge(state) if state.phase == OVER else None

    def determinize(self, state: Position, now: Position, side: str | None, dice: Dice) -> None:
        """Nothing is hidden: what an untried unit is worth is rolled when it fights (16.0b)."""


def game() -> Battles:
    """The game."""
    return Battles()
