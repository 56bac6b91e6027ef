"""What only Battles in the East has to show."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.preview import Line
from grognard.view import Facts


class Headquarters(msgspec.Struct, frozen=True, kw_only=True):
    """An HQ on the map: how it is set, what it can still give, and whom it serves."""

    unit: str
    side: str
    colour: str
    face: str  # attack or general (14.0b)
    level: str  # its own supply at this moment: attack, general or none
    range: int
    attack: int  # columns it can still give in this combat phase, in attack and in defence, before halving
    defence: int
    leader: str = ""
    leader_attack: int = 0
    leader_defence: int = 0
    serves: tuple[str, ...] = ()  # units on the map that draw on it
    reaches: tuple[str, ...] = ()  # of those, the ones with a line to it within its range


class Bridge(msgspec.Struct, frozen=True):
    """A bridging unit that is laid out, and the hex its bridge leads to."""

    unit: str
    hex: str
    to: str
    turn: int


class BattlesFacts(Facts, frozen=True, tag="battles"):
    """The own section of a view."""

    levels: Mapping[str, str]  # the supply of each unit on the map at this moment: attack, general or none
    draws_on: Mapping[str, str]  # independent unit -> the HQ it draws on
    hqs: tuple[Headquarters, ...]
    attack_track: tuple[tuple[str, int], ...] = ()  # Attack Supply markers on the turn track: side and turn
    bridges: tuple[Bridge, ...] = ()
    blown: tuple[tuple[str, str], ...] = ()  # crossings destroyed
    lost_leaders: tuple[str, ...] = ()
    weather_effects: tuple[Line, ...] = ()
    score: tuple[Line, ...] = ()  # what the points are for
