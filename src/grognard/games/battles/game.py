"""Battles in the East as a game on the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from grognard.decision import Words
from grognard.dice import Dice
from grognard.game import Caution, Option, RuleSet, ScenarioInfo
from grognard.games.battles import previews, queries, sequence, setup, terms, victory, view, warnings
from grognard.games.battles.arrange import arrange
from grognard.games.battles.facts import BattlesFacts
from grognard.games.battles.legend import terrain_effects
from grognard.games.battles.position import AXIS, SOVIET, Position
from grognard.games.battles.rules import DATA, FAIR, battle, charts, folders, standard
from grognard.games.battles.scenario import Scenario
from grognard.preview import Line, Preview, Result
from grognard.rulebook import Rule, Rulebook
from grognard.view import View

OPTIONS = (
    Option(setup.TIGERS, "Optional units come, and the enemy has the points the scenario gives for them", "3.2e"),
)


class Battles(RuleSet):
    """The rule set; every folder with a scenario is one of its battles."""

    id, title, aliases = "battles", "Battles in the East", ("bite",)
    sides = (AXIS, SOVIET)
    options = OPTIONS
    data = DATA
    sequence = sequence.SEQUENCE
    questions, within, terms = terms.QUESTIONS, terms.WITHIN, terms.TERMS
    queries = queries.QUERIES
    rules_version = "2"
    undo_rule = "10.0"

    @cached_property
    def plans(self) -> list[Scenario]:
        """What each battle says."""
        return [battle(name).scenario for name in folders()]

    def scenarios(self) -> Iterator[ScenarioInfo]:
        for plan in self.plans:
            yield ScenarioInfo(plan.id, plan.title, plan.turns, plan.first_player)

    def legend(self) -> tuple[Line, ...]:
        return terrain_effects(charts())

    def weather(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((FAIR, *(state for plan in self.plans for state in plan.weather_states))))

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

    def warnings(self, state: Position, side: str, words: Words) -> list[Caution]:
        return warnings.warnings(state, words)

    def judge(self, state: Position) -> Result:
        return victory.judge(state)

    def determinize(self, state: Position, now: Position, side: str | None, dice: Dice) -> None:
        """Nothing is hidden: what an untried unit is worth is rolled when it fights (16.0b)."""


def game() -> Battles:
    """The game."""
    return Battles()
