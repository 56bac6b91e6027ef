"""The phases of a sequence of play as data: whose each is, what may be done in it, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
