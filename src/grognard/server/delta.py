"""Patches: what has changed from one message to the next; applied to the old one a patch gives the new one.

A patch depends on what the two messages say and on nothing else: where a part is the same object nothing has to be
compared, but another object that says the same is no change either. So a patch tells nothing that the messages do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import compress, count
from operator import attrgetter, is_not
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

PLAIN = frozenset((str, int, float, bool))
AHEAD = 12  # how far to look in the old list for what comes next in the new one


class Patch(msgspec.Struct, frozen=True, omit_defaults=True, rename={"inside": "in"}):
    """A change: the new value; or what is other in the parts of an object; or the new list from runs of the old one.

    A run is a place in the old list, how many are taken from there, and new ones after them. `at` then changes some in
    the list that results, by their places in it.
    """

    to: Any | UnsetType = UNSET
    inside: Mapping[str, Patch] = {}
    gone: Sequence[str] = ()
    runs: Sequence[tuple[int, int, Sequence[Any]]] = ()
    at: Mapping[str, Patch] = {}


Memo = dict[tuple[int, int], "Patch | None"]


def difference(old: Any, new: Any, memo: Memo, skip: str = "") -> Patch | None:
    """The patch that makes the new value from the old one; None if they say the same. `skip` is a field left out.

    `memo` is for several differences at once, of values that live as long as it does and share parts.
    """
    return None if not skip and _same(old, new) else _change(old, new, memo, skip)


def _same(old: Any, new: Any) -> bool:
    """Whether two values say the same; the order of names is part of what is said."""
    kind = type(new)
    return old is new or (old == new and kind is type(old) and (kind is not dict or [*old] == [*new]))


def _change(old: Any, new: Any, memo: Memo, skip: str = "") -> Patch | None:
    """The patch between two values that do not say the same, worked out once."""
    key = (id(old), id(new))
    if key not in memo:
        memo[key] = _patch(old, new, memo, skip)
    return memo[key]


def _patch(old: Any, new: Any, memo: Memo, skip: str) -> Patch | None:
    if isinstance(new, msgspec.Struct) and type(old) is type(new):
        names, read = _fields(type(new), skip)
        was, now = read(old), read(new)
        inside = _parts(compress(zip(names, was, now, strict=True), map(is_not, was, now)), memo)
        return Patch(inside=inside) if inside else None
    if isinstance(new, Mapping) and isinstance(old, Mapping):
        gone = [word for word in old if word not in new]
        stay = [word for word in old if word in new]
        if stay + [word for word in new if word not in old] != list(new):  # the order is part of what is said
            return Patch(to=new)
        inside = _parts([(word, old.get(word, UNSET), value) for word, value in new.items()], memo)
        return Patch(inside=inside, gone=gone) if inside or gone else None
    if isinstance(new, list | tuple) and isinstance(old, list | tuple) and old and new:
        return _edited(old, new, memo)
    return Patch(to=new)


@cache
def _fields(kind: type[msgspec.Struct], skip: str) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The names of a struct's fields, and how to read them all at once."""
    names = tuple(name for name in kind.__struct_fields__ if name != skip)
    if len(names) > 1:
        return names, attrgetter(*names)
    return names, lambda value: tuple(getattr(value, name) for name in names)


def _parts(parts: Iterable[tuple[str, Any, Any]], memo: Memo) -> dict[str, Patch]:
    inside = {}
    for name, old, new in parts:
        if _same(old, new):
            continue
        if type(new) in PLAIN:
            inside[name] = Patch(to=new)
        elif (patch := _change(old, new, memo)) is not None:
            inside[name] = patch
    return inside


def _edited(old: Sequence[Any], new: Sequence[Any], memo: Memo) -> Patch | None:
    """A list from the old one: what has a name of its own is found again though something in it has changed."""
    runs: list[tuple[int, int, list[Any]]] = []
    at: dict[str, Patch] = {}
    length = len(old)
    # the place in the old list that would come next: after all at the beginning that are the very same
    here = next(compress(count(), map(is_not, old, new)), min(length, len(new)))
    start = 0
    fresh: list[Any] = []
    for place, item in enumerate(new[here:], here):
        if here < length and old[here] is item and not fresh:  # nearly always
            here += 1
            continue
        found = _place(old, here, item)
        if found < 0:
            fresh.append(item)
            continue
        if found != here or fresh:
            if here > start or fresh:
                runs.append((start, here - start, fresh))
            start, fresh = found, []
        here = found + 1
        if not _same(old[found], item) and (patch := _change(old[found], item, memo)) is not None:
            at[str(place)] = patch
    if here > start or fresh:
        runs.append((start, here - start, fresh))
    if runs == [(0, len(old), [])]:
        return Patch(at=at) if at else None
    return Patch(runs=runs, at=at)


def _place(old: Sequence[Any], here: int, item: Any) -> int:
    """Where an item is in the old list, here or not far from here; -1 if it is new."""
    name = getattr(item, "id", None)
    for place in range(here, min(here + AHEAD, len(old))):
        other = old[place]
        if other is item or (name is not None and getattr(other, "id", None) == name) or other == item:
            return place
    return -1


def patched(old: Any, patch: Mapping[str, Any] | None) -> Any:
    """The new value from the old one and a patch, both as they are read from JSON; the old one stays as it is."""
    if patch is None:
        return old
    if "to" in patch:
        return patch["to"]
    if isinstance(old, Mapping):
        gone = patch.get("gone", ())
        new = {word: value for word, value in old.items() if word not in gone}
        for word, inner in patch.get("in", {}).items():
            new[word] = patched(new.get(word), inner)
        return new
    items = list(old)
    if "runs" in patch:
        items = [item for place, count, fresh in patch["runs"] for item in (*old[place : place + count], *fresh)]
    for place, inner in patch.get("at", {}).items():
        items[int(place)] = patched(items[int(place)], inner)
    return items
