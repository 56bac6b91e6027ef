"""Questions about the map: which a game can answer, and what must be said with each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from grognard.errors import Invalid, nearest

Answer = TypeVar("Answer")
Queries = Mapping[str, tuple[Answer, tuple[str, ...], tuple[str, ...]]]  # what is needed with it, what is optional


def answer_to(queries: Queries[Answer], what: str, asked: Mapping[str, str]) -> Answer:
    """Whatever answers a query; Invalid if there is none of that name, or if it is asked in the wrong way."""
    if what not in queries:
        raise Invalid(f"no query '{what}': {', '.join(queries)}{nearest(what, queries)}")
    answer, needed, optional = queries[what]
    known = needed + optional
    for key in asked:
        if key not in known:
            takes = ", ".join(known) or "nothing"
            raise Invalid(f"query {what}: no '{key}'; it takes {takes}{nearest(key, known)}")
    for key in needed:
        if key not in asked:
            raise Invalid(f"query {what}: '{key}' is missing")
    return answer
