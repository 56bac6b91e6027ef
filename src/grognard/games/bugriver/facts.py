"""What only Across the Bug River has to show."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.view import Facts

# What a formation can do or has done, each for all to see.
ACTIVE, REACTING, WAITING = "active", "reacting", "waiting"  # it acts; it answers; its activation is interrupted
MAY_ACT, READY, PASSED, SPENT, AWAY = "may-act", "ready", "passed", "spent", "away"


class Formation(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the activation panel: a formation in play."""

    hq: str
    side: str
    name: str
    hex: str
    level: int
    most: int
    state: str  # one of the words above
    points: int = 0  # Action Points left to it while it acts, or waits for a reaction to end
    reaction: int = 0  # it reacts with this or less on a d10 (6.4.2a); 0 where it cannot
    support: int = -1  # Support Points now; -1 where the side may not know
    emergency: bool = False  # its HQ has expended Emergency Supply (8.1b)
    supplied: bool | None = None  # whether the HQ is in supply now; None where it is not seen
    units: tuple[str, ...] = ()  # its combat units on the map, of one's own formations alone
    out_of_command: tuple[str, ...] = ()
    isolated: tuple[str, ...] = ()
    disrupted: tuple[str, ...] = ()
    quiet: bool = False  # its owner has hushed it: its reactions are declined; known to him alone


class Acting(msgspec.Struct, frozen=True):
    """A formation that acts, or waits until another has acted in the midst of its activation; the last one is on."""

    phase: str
    side: str
    hq: str


class BugRiverFacts(Facts, frozen=True, tag="bugriver"):
    """The Bug River's own section of a view."""

    formations: tuple[Formation, ...] = ()
    acting: tuple[Acting, ...] = ()
    points: Mapping[str, int] = {}  # Action Points left on each side's track
    marker: str = ""  # whose face of the Initiative +DRM marker is up
    marker_box: int = 0
    interdiction: int = 0
    adds: Mapping[str, int] = {}  # what each side adds to its next Initiative die (2a)
    chances: Mapping[str, float] = {}  # and how likely each is to win it; none when nobody will roll
    luck: str = ""  # who owns the Schlachtenglueck marker
    passed: tuple[str, ...] = ()
    surprise: int = 0  # activations left of the Surprise Attack
