"""What the officers of several games share: the table of their answers, what a question offers, names of hexes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from grognard.decision import Decision
from grognard.hexes import Hex
from grognard.match import Match
from grognard.mechanics.components import Unit
from grognard.mechanics.counters import Units

P = TypeVar("P")
R = TypeVar("R")
T = TypeVar("T")


def reply(
    match: Match, side: str, position: type[P], answers: Mapping[str, Callable[[P, str, Decision], T]]
) -> T | None:
    """The answer to the decision that is open for the side, or None if it is one to think about."""
    decision = match.decision_of(side)
    g = match.state
    if decision is None or not isinstance(g, position):
        return None
    answer = answers.get(decision.kind.removeprefix(f"{side}-"))
    return None if answer is None else answer(g, side, decision)


def position_of(match: Match, position: type[P]) -> P:
    """The position of a match of the game."""
    assert isinstance(match.state, position)
    return match.state


def place_name(g: Units[Any], hex: Hex) -> str:
    """What people call a hex: the place in it and its number, or its number."""
    place = g.rules.board.place_at.get(hex)
    return f"{place.name} ({g.hexname(hex)})" if place is not None else g.hexname(hex)


def units_offered(g: Units[Any], decision: Decision, *words: str) -> list[Unit]:
    """The units that may be named after these words."""
    return [unit for word in decision.choices(words) if (unit := g.find(word)) is not None]


def hexes_offered(g: Units[Any], decision: Decision, *words: str) -> list[Hex]:
    """The hexes that may be named after these words."""
    return [hex for word in decision.choices(words) if (hex := g.hex(word)) is not None]


def once_for_rules(make: Callable[[R], T]) -> Callable[[R], T]:
    """What is worked out once for the rules of a board, and forgotten with them."""
    known: WeakKeyDictionary[R, T] = WeakKeyDictionary()

    def found(rules: R) -> T:
        try:
            return known[rules]
        except KeyError:
            made = known[rules] = make(rules)
            return made

    return found
