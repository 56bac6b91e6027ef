"""The weights of the data file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec

from grognard.bots.knowledge.stances import ByStance


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data file says what each is."""

    point: float
    step: float
    wear: float
    disrupted: float
    out: float
    isolated: float
    level: float
    support: float
    unsupplied: float
    alone: float
    point_left: float
    danger: float
    chance: float
    retreat: float
    storm: float
    pull: float
    shelter: float
    improved: float
    guard: float
    boat: float
    lead: float
    way: float
    bridge: float
    jam: float
    doom: float
    least: float
    activation: float
    spare: float
    reaction: float


weights: ByStance[Weights] = ByStance(
    Path(__file__).parent.parent / "bugriver.toml", partial(msgspec.convert, type=Weights)
)
