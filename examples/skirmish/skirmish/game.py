"""The game as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.datafile import Entry
from grognard.decision import Words
from grognard.dice import Dice
from grognard.game import Caution, Glossary, Mark, RuleSet, Term
from grognard.positionfile import phase_of
from grognard.preview import Line, Preview, Result
from grognard.view import Facts, View
from skirmish import rules, view
from skirmish.position import GERMAN, SIDES, Position
from skirmish.sequence import SEQUENCE, judge

# What is asked in the midst of an action, and the verbs that answer.
QUESTIONS = {"loss": ("lose",), "retreat": ("retreat",), "advance": ("advance", "stay")}


class Skirmish(RuleSet):
    """The rule set."""

    id, title = "skirmish", "The Road to Krasny"
    sides = SIDES
    secrets = True
    box = rules.BOX
    sequence = SEQUENCE
    questions, within = QUESTIONS, ("go",)
    terms = Glossary(
        numbers=tuple("123456"),  # said where people throw the dice themselves
        marks=(Mark("moved", "it has moved in this phase"), Mark("attacked", "it has attacked in this phase")),
        odds=("attack",),
        results=(
            Term("AL", "the attacker loses a unit"),
            Term("DR", "the defender retreats"),
            Term("DE", "the defender is lost"),
            Term("--", "nothing happens"),
        ),
    )
    queries = view.QUERIES
    rules_version = "1"
    undo_rule = "2.2"

    def legend(self) -> tuple[Line, ...]:
        """What the terrain does."""
        return Line("clear", "1 MP", "3.1"), Line("forest", "2 MP; a column to the left", "4.2")

    def start(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Position:
        """The position at the start of a scenario."""
        g = rules.start(rules.standard(scenario), options, dice)
        SEQUENCE.start(g, GERMAN)
        return g

    def arrange(self, position: Mapping[str, Any], options: Mapping[str, bool], dice: Dice) -> Position:
        """The position a position file describes."""
        g = rules.arrange(position, options, dice)
        SEQUENCE.start(g, phase_of(Entry(position, "position"), GERMAN, SIDES))
        return g

    def view(self, state: Position, side: str | None) -> View[Facts]:
        """What a side may know."""
        return view.view(state, side)

    def preview(self, state: Position, side: str | None, words: Words) -> Preview:
        """The odds of an attack."""
        return view.preview(state, side, words)

    def warnings(self, state: Position, side: str, words: Words) -> list[Caution]:
        """What a person may want to know before they act."""
        match words:
            case ("move", name, _) if state.rules.town >> state.at[state.unit(name)] & 1:
                return [Caution("Krasny would be empty", "7.1", ("0503",))]
        return []

    def judge(self, state: Position) -> Result:
        """Who has won."""
        return judge(state)

    def determinize(self, state: Position, now: Position, side: str | None, dice: Dice) -> None:
        """6.1: the strengths a side has not seen until now are dealt anew."""
        for other in SIDES:
            if other != side:
                state.deal([unit for unit in state.rules.of_side[other] if not now.tried[unit]], dice)


def game() -> Skirmish:
    """The game."""
    return Skirmish()
