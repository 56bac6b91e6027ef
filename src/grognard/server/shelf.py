"""The shelf: parts of positions that nobody changes any more, each kept once however many matches have it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from grognard.state import State

PARTS_MAX = 1000
SMALL = 16  # items; smaller parts are not worth a place


class Shelf:
    """Lists and the like as they are in positions to go back to: all matches of a scenario begin with the same ones,
    and of what a side has, little changes in thirty actions."""

    def __init__(self) -> None:
        self._parts: OrderedDict[Hashable, Any] = OrderedDict()

    def share(self, position: State) -> None:
        """Give a position that is only ever copied the parts of others where they are equal."""
        position.share(self._same)

    def _same(self, name: Hashable, part: Any) -> Any:
        if len(part) < SMALL:
            return part
        content = tuple(part.items() if isinstance(part, dict) else part)
        try:
            key = name, hash(content)
        except TypeError:  # lists in a list: they may be of another's
            return part
        known = self._parts.get(key)
        if known is None or tuple(known.items() if isinstance(known, dict) else known) != content:
            known = self._parts[key] = part
        self._parts.move_to_end(key)
        if len(self._parts) > PARTS_MAX:
            self._parts.popitem(last=False)
        return known
