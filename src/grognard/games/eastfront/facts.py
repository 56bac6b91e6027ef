"""What only EastFront has to show."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.view import Counter, Facts


class Force(msgspec.Struct, frozen=True):
    """What a side may deploy of one kind of block, and what it has deployed (3.22)."""

    kind: str
    units: int
    allowed: int
    strength: int
    most: int


class Scores(msgspec.Struct, frozen=True):
    """The points at the end of a scenario that was played before this one."""

    scenario: str
    points: Mapping[str, int]


class EastFrontFacts(Facts, frozen=True, tag="eastfront"):
    """EastFront's own section of a view."""

    months: tuple[str, ...]  # of the scenario
    air: Mapping[str, str]  # firepower by side
    seas: Mapping[str, str]  # who commands each
    lost: tuple[Counter, ...] = ()  # one's own blocks out of play
    costs: Mapping[str, Mapping[str, int]] = {}  # what a step or a cadre of one's own units costs, in PPs
    forces: tuple[Force, ...] = ()  # while one's own forces are being deployed
    beachhead: str = ""  # where the Beachhead is, for its owner
    recorded: tuple[Scores, ...] = ()
