"""EastFront as a game on the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.decision import Words
from grognard.dice import Dice
from grognard.game import Caution, Option, RuleSet, ScenarioInfo
from grognard.games.eastfront import (
    budget,
    deployment,
    fog,
    previews,
    queries,
    sequence,
    terms,
    victory,
    view,
    warnings,
)
from grognard.games.eastfront.arrange import arrange
from grognard.games.eastfront.facts import EastFrontFacts
from grognard.games.eastfront.legend import terrain_effects
from grognard.games.eastfront.position import GERMAN, SOVIET, Position
from grognard.games.eastfront.rules import BOX, standard
from grognard.preview import Line, Preview, Result
from grognard.view import Overlay, View

OPTIONS = (
    Option("historical", "Barbarossa with the historical deployment", "S41.1A"),
    Option("sea_power", "Sea power: sea movement, supply, invasions", "15.1", default=True),
    Option("paratroops", "Paratroops", "14.1", default=True),
    Option("one_year", "Go on from a summer into the winter after it", "3.12"),
    Option("extended", "Ask at the end of a scenario whether to go on", "3.13"),
    Option("campaign", "Campaign: go on to the end of the war", "3.14"),
    Option("balkan", "Play the Balkan exit zones in Winter 1944", "W44.5"),
    Option("fire_order", "Choose the order in which units fire", "7.31"),
)


class EastFront(RuleSet):
    """The rule set."""

    id, title, aliases = "eastfront", "EastFront", ("ef",)
    sides = (GERMAN, SOVIET)
    options = OPTIONS
    secrets = True
    box = BOX
    sequence = sequence.SEQUENCE
    questions, within, terms = terms.QUESTIONS, terms.WITHIN, terms.TERMS
    queries = queries.QUERIES
    rules_version = "7"
    undo_rule = "6.1"

    def scenarios(self) -> Iterator[ScenarioInfo]:
        for plan in map(BOX.scenario, BOX.scenarios):
            turns = 2 * len(plan.months) - plan.first_fortnight + 1
            yield ScenarioInfo(plan.id, f"{plan.season}: {plan.title}", turns)

    def legend(self) -> tuple[Line, ...]:
        return terrain_effects(BOX.charts)

    def weather(self) -> tuple[str, ...]:
        return "dry", "mud", "snow"

    def start(self, scenario_id: str, options: Mapping[str, bool], dice: Dice) -> Position:
        g = deployment.start(standard(scenario_id), BOX.scenario(scenario_id), dict(options), dice)
        sequence.begin_game(g)
        return g

    def arrange(self, position: Mapping[str, Any], options: Mapping[str, bool], dice: Dice) -> Position:
        return arrange(position, dict(options), dice)

    def view(self, state: Position, side: str | None) -> View[EastFrontFacts]:
        return view.view(state, side)

    def preview(self, state: Position, side: str | None, words: Words) -> Preview:
        if state.phase == "production" and side is not None:
            return budget.preview(state, side, words)
        return previews.preview(state, side, words)

    def warnings(self, state: Position, side: str, words: Words) -> list[Caution]:
        return warnings.warnings(state, side, words)

    def query(self, state: Position, side: str | None, what: str, asked: Mapping[str, str]) -> Overlay:
        return queries.query(state, side, what, asked)

    def judge(self, state: Position) -> Result:
        return victory.judge(state)

    def determinize(self, state: Position, now: Position, side: str | None, dice: Dice) -> None:
        fog.draw_unseen(state, now, side, dice)


def game() -> EastFront:
    """The game."""
    return EastFront()
