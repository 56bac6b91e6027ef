"""What a side is measured by at any time of a match: points, losses, supply."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from grognard.report.chronicle import Snapshot


class Measure(NamedTuple):
    """A number that each side has in every position; `of` is how many there are, where it counts some of them."""

    title: str
    axis: str
    value: Callable[[Snapshot, str], float]
    of: Callable[[Snapshot, str], int] | None = None


def measures(tables: Iterable[str]) -> list[Measure]:
    """What can be measured in a game whose views have these tables."""
    since = "since the start"
    return [
        *(Measure(said.capitalize(), said, _counted_in(name)) for name in tables for said in (name.replace("_", " "),)),
        Measure("Units eliminated", since, lambda snapshot, side: snapshot.eliminated.get(side, 0)),
        Measure("Steps lost", since, lambda snapshot, side: snapshot.steps.get(side, 0)),
        Measure("Units out of supply", "units", lambda f, side: f.unsupplied(side)[0], lambda f, s: f.unsupplied(s)[1]),
    ]


def _counted_in(name: str) -> Callable[[Snapshot, str], float]:
    return lambda snapshot, side: snapshot.tables.get(name, {}).get(side, 0.0)
