"""Questions about the map: which a game can answer, and what must be said with each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from grognard.errors import Invalid, nearest
from grognard.view import Query

Answer = TypeVar("Answer")
Queries = Mapping[Query, Answer]  # and what answers it


def side_asked(asked: Mapping[str, str], sides: Iterable[str], whose: str) -> str:
    """The side a query is about: the one that is named, or else `whose`; Invalid if there is no such side."""
    side = asked.get("of", whose)
    if side not in sides:
        raise Invalid(f"no side {side}: {' or '.join(sides)}")
    return side


def answer_to(queries: Queries[Answer], what: str, asked: Mapping[str, str]) -> Answer:
    """Whatever answers a query; Invalid if there is none of that name, or if it is asked in the wrong way."""
    query = next((query for query in queries if query.name == what), None)
    if query is None:
        names = [query.name for query in queries]
        raise Invalid(f"no query '{what}': {', '.join(names)}{nearest(what, names)}")
    for key in asked:
        if key not in query.about:
            takes = ", ".join(query.about) or "nothing"
            raise Invalid(f"query {what}: no '{key}'; it takes {takes}{nearest(key, query.about)}")
    for key in query.needs:
        if key not in asked:
            raise Invalid(f"query {what}: '{key}' is missing")
    return queries[query]
