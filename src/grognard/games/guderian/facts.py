"""What only Panzergruppe Guderian has to show."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.view import Facts


class Pool(msgspec.Struct, frozen=True):
    """Untried counters of a kind that are off the map: how many may be drawn, the dead, and the faces nobody knows."""

    left: int
    dead: int
    unseen: Mapping[str, int]


class GuderianFacts(Facts, frozen=True, tag="guderian"):
    """Guderian's own section of a view."""

    pool: Mapping[str, Pool]  # by kind of division
    owed: tuple[tuple[str, str], ...] = ()  # divisions the pool could not fill yet: entrance and kind
    frozen: tuple[str, ...] = ()  # armies that may go one hex only (5.22)
    recaptured: tuple[str, ...] = ()  # places the Soviets took back
