"""Combats at the table: an attack or an overrun, the questions it asks, and answers in the words people type.

m = Fray(g, dice=[6])
m.play("attack 0605 35/4 go")          # Illegal if the rules refuse it
m.play("go")                           # the declaration it asks for
assert m.asked == ("soviet", "loss-or-retreat")
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import pytest

from grognard.decision import Decision, Procedure, Words
from grognard.dice import Dice
from grognard.events import Advanced, Attacked, Eliminated, Event, LostStep, Retreated, Rolled
from grognard.games.battles import combat, previews
from grognard.games.battles.position import Position
from grognard.mechanics.turn import Phase
from grognard.mechanics.turn import Sequence as Phases
from grognard.mechanics.verbs import ending
from grognard.preview import Preview
from grognard.ruling import Illegal, Ruling

E = TypeVar("E", bound=Event)
COMBAT = Phases(
    Phase(f"{side}-combat", "Combat", "6.0f", "Attack, or end the phase", (combat.ATTACK, ending(lambda g: None)), side)
    for side in ("axis", "soviet")
)


class Fray:
    """A combat phase of the position, or an overrun in it, played by words."""

    def __init__(self, g: Position, dice: Sequence[int] = ()) -> None:
        self.g = g
        g.dice = Dice.seeded(0, tuple(dice))
        self._going: Procedure[object] | None = None
        self._top = COMBAT.decision(g) if g.phase in COMBAT else None
        self.question = self._top
        self.answer: object = None  # what the procedure came to
        g.freeze()

    def overrun(self, hex: str, *units: str) -> Fray:
        """Begin an overrun."""
        self.g.thaw()
        self._going = combat.fight_overrun(self.g, [self.g.unit(u) for u in units], self.g.rules.hex_by_name[hex])
        self._go_on(None)
        return self

    def play(self, *actions: str) -> Fray:
        """Say some things, one after the other."""
        for action in actions:
            question, words = self._open(), tuple(action.split())
            ruling = question.check(words)
            if not ruling:
                raise Illegal(ruling)
            self._say(words)
        return self

    def _say(self, words: Words) -> None:
        self.g.thaw()
        if self._going is None:
            self._going = COMBAT.execute(self.g, (words,))
            self._go_on(None)
        else:
            self._go_on((words,))

    def _go_on(self, answers: tuple[Words, ...] | None) -> None:
        assert self._going is not None
        try:
            asked = next(self._going) if answers is None else self._going.send(answers)
        except StopIteration as done:
            self._going, self.answer = None, done.value
            self.question = COMBAT.decision(self.g) if self.g.phase in COMBAT else None
            self.g.freeze()
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

    @property
    def prompt(self) -> str:
        """The question in words."""
        return self._open().prompt

    @property
    def over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.question is None

    def offered(self, words: str = "") -> set[str]:
        """What may follow the words."""
        return set(self._open().choices(tuple(words.split())).items)

    def why(self, action: str) -> Ruling:
        """The referee's answer about an action."""
        return self._open().check(tuple(action.split()))

    def preview(self, action: str = "") -> Preview:
        """The preview of an action."""
        words = tuple(action.split())
        ruling = self._open().check_start(words)
        assert ruling, str(ruling)
        return previews.preview(self.g, self._open().side, words)

    def where(self, unit: str) -> str:
        """The hex of a unit, '' if it is off the map."""
        hex = self.g.at[self.g.unit(unit)]
        return self.g.hexname(hex) if hex >= 0 else ""

    def steps(self, unit: str) -> int:
        """How many steps a unit on the map has left."""
        return self.g.steps(self.g.unit(unit)) if self.where(unit) else 0

    @property
    def column(self) -> str:
        """The column of the last combat."""
        return self.all(Attacked)[-1].column

    @property
    def odds(self) -> tuple[float, float]:
        """The strengths of the last combat."""
        return self.all(Attacked)[-1].attack, self.all(Attacked)[-1].defence

    @property
    def result(self) -> str:
        """What the table said last."""
        return self.all(Rolled)[-1].result

    def all(self, kind: type[E]) -> list[E]:
        """The events of a kind so far."""
        return [event for event in self.g.events if isinstance(event, kind)]

    @property
    def lost(self) -> list[str]:
        """The units that have lost a step or their life, in order."""
        return [e.unit for e in self.g.events if isinstance(e, LostStep | Eliminated)]

    @property
    def retreats(self) -> list[tuple[str, tuple[str, ...]]]:
        """Who retreated along which way."""
        return [(e.unit, e.path) for e in self.all(Retreated)]

    @property
    def advances(self) -> list[tuple[str, tuple[str, ...]]]:
        """Who advanced along which way."""
        return [(e.unit, e.path) for e in self.all(Advanced)]


def refused(m: Fray, action: str, rule: str) -> None:
    """The referee refuses an action by a rule, in one sentence."""
    ruling = m.why(action)
    assert not ruling, f"{action} is allowed"
    assert (ruling.rule, bool(ruling.reason)) == (rule, True), str(ruling)
    with pytest.raises(Illegal):
        m.play(action)


def claims(preview: Preview) -> dict[str, str]:
    """The column shifts of a preview by their rule."""
    return {line.rule: line.value for line in preview.lines if line.value[-1:] in ("L", "R")}
