"""What a referee is asked at every table; each game's own table hands it on beside its positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import pytest

import grognard
from grognard.events import Event
from grognard.ruling import Ruling

Table = Mapping[str, Any]
E = TypeVar("E", bound=Event)
GERMAN, SOVIET = "german", "soviet"
MAP = None  # the game's own board


def play(m: grognard.Match, *actions: str) -> list[Event]:
    """Play several actions; everything that happened."""
    return [event for action in actions for event in m.play(action)]


def refused(m: grognard.Match, action: str, rule: str, side: str | None = None) -> Ruling:
    """The action is illegal by that rule, asked or played, and changes nothing."""
    before, told = m.fingerprint(), len(m.events)
    ruling = m.why(action, side)
    assert not ruling.ok, f"'{action}' is allowed"
    assert ruling.rule == rule, f"'{action}' is refused by {ruling}"
    assert ruling.reason
    with pytest.raises(grognard.Illegal) as error:
        m.play(action, side)
    assert error.value.ruling == ruling
    assert (m.fingerprint(), len(m.events)) == (before, told), f"'{action}' was refused but changed something"
    return ruling


def allowed(m: grognard.Match, action: str, side: str | None = None) -> None:
    """The action is legal; it is not played."""
    ruling = m.why(action, side)
    assert ruling.ok, f"'{action}' is refused by {ruling}"


def offered(m: grognard.Match, words: str = "", side: str | None = None) -> list[str]:
    """The words that may come next."""
    return m.choices(words, side).items


def of_kind(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of one kind, and of kinds of it."""
    return [event for event in events if isinstance(event, kind)]
