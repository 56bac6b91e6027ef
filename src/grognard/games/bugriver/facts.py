"""What only Across the Bug River has to show."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.view import Facts


class Formation(msgspec.Struct, frozen=True):
    """A line of the activation panel: a formation in play."""

    hq: str
    side: str
    name: str
    hex: str
    level: int
    most: int
    support: int  # Support Points now; -1 where the side may not know
    emergency: bool = False  # its HQ has expended Emergency Supply (8.1b)
    state: str = ""  # acting, reacting
    quiet: bool = False  # its owner is not asked about its reactions; known to him alone


class BugRiverFacts(Facts, frozen=True, tag="bugriver"):
    """The Bug River's own section of a view."""

    formations: tuple[Formation, ...] = ()
    acting: str = ""  # the HQ of the formation that acts
    points: Mapping[str, int] = {}  # Action Points left on each side's track
    marker: str = ""  # whose face of the Initiative +DRM marker is up
    marker_box: int = 0
    interdiction: int = 0
    luck: str = ""  # who owns the Schlachtenglueck marker
    passed: tuple[str, ...] = ()
    surprise: int = 0  # activations left of the Surprise Attack
