"""The phases of a sequence of play as data: whose each is, what may be done in it, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from grognard.decision import Procedure, Verb, no_reason, nothing_more
from grognard.ruling import OK, Ruling

G = TypeVar("G")


@dataclass(frozen=True, slots=True)
class PhaseRules(Generic[G]):
    """A phase; `side` is '' where either side may be the one to play it."""

    id: str
    side: str
    title: str
    rule: str
    prompt: str
    verbs: Mapping[str, Verb[G]]


def at_will(g: object) -> Ruling:
    """For phases that may end at any time."""
    return OK


def ending(
    finish: Callable[[G], Procedure[None] | None], may_end: Callable[[G], Ruling] = at_will
) -> dict[str, Verb[G]]:
    """The verb that ends a phase: what then follows, and what must be done before."""
    return {"end": Verb("end", may_end, nothing_more, no_reason, lambda g, words: finish(g))}


ROLL = "roll"  # the question to people who throw their own dice, and its verb
LAST = (ROLL, "end")


def all_kinds(phases: Iterable[str], questions: Iterable[str]) -> tuple[str, ...]:
    """Every kind of decision of a game: its phases, and what is asked besides."""
    return tuple(dict.fromkeys((*phases, *questions, ROLL)))


def all_verbs(
    phases: Mapping[str, PhaseRules[G]], questions: Mapping[str, tuple[str, ...]], within: Iterable[str]
) -> tuple[str, ...]:
    """Every verb of a game: of its phases, in answers to its questions, and within actions."""
    of_phases = [verb for phase in phases.values() for verb in phase.verbs]
    answers = [verb for verbs in questions.values() for verb in verbs]
    return tuple(verb for verb in dict.fromkeys((*of_phases, *answers, *within)) if verb not in LAST) + LAST
