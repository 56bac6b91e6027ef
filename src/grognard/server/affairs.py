"""What a match has besides its log and its seats where people have accounts: clocks, and whether it counts."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, RowMapping

from grognard.server import clocks
from grognard.server.clocks import Clock
from grognard.server.clubmessages import ClockMessage, ClockTerms, OlderMessage


class Affairs(NamedTuple):
    """The club's affairs of a match."""

    rated: bool = False
    terms: ClockTerms | None = None
    clocks: dict[str, Clock] = {}  # noqa: RUF012 - never changed in place
    older: OlderMessage | None = None  # it was made under other rules; worked out when it is opened

    def messages(self) -> list[ClockMessage]:
        """The clocks as everybody sees them."""
        return [ClockMessage(**clock._asdict()) for clock in self.clocks.values()]


def read(connection: Connection, row: RowMapping) -> Affairs:
    """The affairs of a stored match."""
    terms = clocks.terms_of(row["terms"])
    return Affairs(row["rated"], terms, clocks.read(connection, row["id"]) if terms else {})
