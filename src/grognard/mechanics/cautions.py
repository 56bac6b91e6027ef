"""Cautions in words: the units they are about, and where those are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.mechanics.components import Unit
from grognard.mechanics.counters import Units

SHOWN = 6  # names in a sentence before "and more"


def listed(g: Units[Any], units: Iterable[Unit]) -> str:
    """The names of units, for a sentence."""
    names = g.names(units)
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def whereabouts(g: Units[Any], units: Iterable[Unit]) -> tuple[str, ...]:
    """The hexes the units are in, each once."""
    return tuple(dict.fromkeys(g.hexname(g.at[unit]) for unit in units))
