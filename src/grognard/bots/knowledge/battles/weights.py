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
    cut_off: float
    pocket: float
    hq: float
    danger: float
    chance: float
    strike: float
    pull: float
    weary: float
    guard: float
    hold: float
    lone: float
    seal: float
    escort: float
    bar: float
    together: float
    retreat: float
    escape: float
    crowd: float
    least: float


weights: ByStance[Weights] = ByStance(
    Path(__file__).parent.parent / "battles.toml", partial(msgspec.convert, type=Weights)
)
