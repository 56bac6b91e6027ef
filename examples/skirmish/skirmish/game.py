"""The game as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.decision import Words
from grognard.dice import Dice
from grognard.game import Caution, GameInfo, Mark, RuleSet, ScenarioInfo, Term
from grognard.mechanics.overlays import answer_to
from grognard.mechanics.turn import all_kinds, all_verbs
from grognard.preview import Line, Preview, Result
from grognard.state import OVER
from grognard.view import Facts, Overlay, View
from skirmish import rules, view
from skirmish.position import GERMAN, SIDES, Position
from skirmish.sequence import SEQUENCE, judge

# What is asked in the midst of an action, and the verbs that answer.
QUESTIONS = {"loss": ("lose",), "retreat": ("retreat",), "advance": ("advance", "stay")}


class Skirmish(RuleSet):
    """The rule set."""

    data = rules.BOX.folder
    sequence = SEQUENCE
    rules_version = "1"
    undo_rule = "2.2"

    def __init__(self) -> None:
        plans = [rules.BOX.scenario(id) for id in rules.BOX.scenarios]
        self.info = GameInfo(
            id="skirmish",
            title="The Road to Krasny",
            sides=SIDES,
            scenarios=tuple(ScenarioInfo(plan.id, plan.title, plan.turns) for plan in plans),
            options=(),
            secrets=True,
            legend=(Line("clear", "1 MP", "3.1"), Line("forest", "2 MP; a column to the left", "4.2")),
            phases=(*SEQUENCE, OVER),
            kinds=all_kinds(SEQUENCE, QUESTIONS),
            verbs=all_verbs(SEQUENCE, QUESTIONS, ("go",)),
            numbers=tuple("123456"),  # said where people throw the dice themselves
            marks=(Mark("moved", "it has moved in this phase"), Mark("attacked", "it has attacked in this phase")),
            queries=tuple(view.QUERIES),
            odds=("attack",),
            results=(
                Term("AL", "the attacker loses a unit"),
                Term("DR", "the defender retreats"),
                Term("DE", "the defender is lost"),
                Term("--", "nothing happens"),
            ),
        )

    def start(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Position:
        """The position at the start of a scenario."""
        g = rules.start(rules.standard(scenario), options, dice)
        SEQUENCE.start(g, GERMAN)
        return g

    def arrange(self, position: Mapping[str, Any], options: Mapping[str, bool], dice: Dice) -> Position:
        """The position a position file describes."""
        return rules.arrange(position, options, dice, SIDES)

    def view(self, state: Position, side: str | None) -> View[Facts]:
        """What a side may know."""
        return view.view(state, side)

    def preview(self, state: Position, side: str | None, words: Words) -> Preview:
        """The odds of an attack."""
        return view.preview(state, side, words)

    def query(self, state: Position, side: str | None, what: str, asked: Mapping[str, str]) -> Overlay:
        """An overlay for the map."""
        return answer_to(view.QUERIES, what, asked)(state, asked)

    def warnings(self, state: Position, side: str, words: Words) -> list[Caution]:
        """What a person may want to know before they act."""
        match words:
            case ("move", name, _) if state.rules.town >> state.at[state.unit(name)] & 1:
                return [Caution("Krasny would be empty", "7.1", ("0503",))]
        return []

    def result(self, state: Position) -> Result | None:
        """How the game ended."""
        return judge(state) if state.phase == OVER else None

    def determinize(self, state: Position, now: Position, side: str | None, dice: Dice) -> None:
        """6.1: the strengths a side has not seen until now are dealt anew."""
        for other in SIDES:
            if other != side:
                state.deal([unit for unit in state.rules.of_side[other] if not now.tried[unit]], dice)


def game() -> Skirmish:
    """The game."""
    return Skirmish()
