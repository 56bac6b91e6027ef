"""Movement at the table: a phase of a position that has begun, played in the words people type.

m = march({"0505": "35/4"})                              # Axis Initial Movement, everybody in General supply
m = march({...}, "soviet-mechanised", level=ATTACK, rules=ground(woods="0605"))
m.play("move 35/4 0507")                                  # Illegal if the rules refuse it
assert m.points("35/4") == 6                              # movement points left
assert "0605" in m.hexes("35/4")                          # where it can go
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import pytest

from grognard.decision import Decision, Procedure, Words
from grognard.dice import Dice
from grognard.events import Event
from grognard.games.battles import supply
from grognard.games.battles.movement import begin_movement
from grognard.games.battles.position import GENERAL, Position
from grognard.games.battles.rules import Rules
from grognard.games.battles.sequence import SEQUENCE
from grognard.ruling import Illegal, Ruling
from tests.battles.field import field

E = TypeVar("E", bound=Event)


class March:
    """A position played on from the phase it is in; a question with a single answer answers itself."""

    def __init__(self, g: Position, dice: Sequence[int] = ()) -> None:
        self.g = g
        if dice:
            g.dice = Dice.seeded(0, tuple(dice))
        self._going: Procedure[None] | None = None
        g.freeze()
        self.question = SEQUENCE.decision(g)

    def play(self, *actions: str) -> March:
        """Say some things, one after the other."""
        for action in actions:
            words = tuple(action.split())
            ruling = self._open().check(words)
            if not ruling:
                raise Illegal(ruling)
            self._say(words)
        return self

    def end(self, *phases: str) -> March:
        """End phases, each of which must be the one that is played."""
        for phase in phases:
            assert self.g.phase == phase
            self.play("end")
        return self

    def _say(self, words: Words) -> None:
        self.g.thaw()
        if self._going is None:
            self._going = SEQUENCE.execute(self.g, (words,))
            self._go_on(None)
        else:
            self._go_on((words,))

    def _go_on(self, answers: tuple[Words, ...] | None) -> None:
        try:
            asked = None
            if self._going is not None:
                asked = next(self._going) if answers is None else self._going.send(answers)
        except StopIteration:
            asked = None
        if asked is None:
            self._going = None
            self.g.freeze()
            self.question = SEQUENCE.decision(self.g)
            return
        assert isinstance(asked, Decision)
        self.question = asked
        self.g.freeze()
        only = asked.forced()
        if only is not None:
            self._say(only)

    def _open(self) -> Decision:
        assert isinstance(self.question, Decision)
        return self.question

    # --- what is asked and what has happened -------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[str, str]:
        """Who is asked, and what."""
        return self._open().side, self._open().kind

    def offered(self, words: str = "") -> set[str]:
        """What may follow the words."""
        return set(self._open().choices(tuple(words.split())).items)

    def hexes(self, units: str) -> set[str]:
        """Where the units can move together; nowhere if they cannot."""
        words = ("move", *units.split())
        if not self._open().check_start(words):
            return set()
        groups = self._open().choices(words).groups
        return {word for kind, found in groups if kind == "hex" for word in found}

    def why(self, action: str) -> Ruling:
        """The referee's answer about an action."""
        return self._open().check(tuple(action.split()))

    def where(self, unit: str) -> str:
        """The hex of a unit, '' if it is off the map."""
        hex = self.g.at[self.g.unit(unit)]
        return self.g.hexname(hex) if hex >= 0 else ""

    def points(self, unit: str) -> float:
        """The movement points a unit has left."""
        return self.g.mp[self.g.unit(unit)] / 2

    def all(self, kind: type[E]) -> list[E]:
        """The events of a kind so far."""
        return [event for event in self.g.events if isinstance(event, kind)]


def march(
    units: Mapping[str, str],
    phase: str = "axis-movement",
    *,
    rules: Rules | None = None,
    level: int | None = GENERAL,
    dice: Sequence[int] = (),
    **facts: Any,
) -> March:
    """A movement phase that has begun; `level` is everybody's supply, None what the lines on the field give."""
    g = field(units, phase, rules=rules, **facts)
    side = phase.partition("-")[0]
    if level is None:
        supply.check(g, side)
    else:
        g.marked = bytearray([level] * len(g.marked))
    begin_movement(g, side)
    g.events.clear()
    return March(g, dice)


def refused(m: March, action: str, rule: str) -> None:
    """The referee refuses an action by a rule, in one sentence."""
    ruling = m.why(action)
    assert not ruling, f"{action} is allowed"
    assert (ruling.rule, bool(ruling.reason)) == (rule, True), str(ruling)
    with pytest.raises(Illegal):
        m.play(action)
