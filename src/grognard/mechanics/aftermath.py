"""After a combat: which unit pays, where it goes, and the ways of a retreat."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from grognard.decision import Occasion, Procedure, Words, one_of, put
from grognard.hexes import Hex
from grognard.mechanics.components import Unit
from grognard.mechanics.counters import Units
from grognard.ruling import Ruling

Path = tuple[Hex, ...]
WhyNot = Callable[[Words, str], Ruling | None]  # of a question: the words so far, and the one that is wrong
Onward = Callable[[Hex], Iterable[Hex]]  # the hexes a retreat may go on to from a hex


# --- choices ----------------------------------------------------------------------------------------------------------


def pick(
    g: Units[Any],
    side: str,
    kind: str,
    prompt: str,
    rule: str,
    units: Sequence[Unit],
    verb: str,
    why_not: WhyNot | None = None,
) -> Procedure[Unit]:
    """A side chooses one of several units: `verb UNIT`; `why_not` is what is wrong with another word."""
    groups = ("unit", g.names(units))
    words = yield from put(one_of(side, kind, prompt, rule, groups, verb=verb, why_not=why_not))
    return g.unit(words[1])


def about_unit(g: Units[Any], why_not: Callable[[Unit], Ruling]) -> WhyNot:
    """What is wrong with another unit than those to be picked from."""

    def wrong(words: Words, word: str) -> Ruling | None:
        unit = g.find(word)
        return None if unit is None or len(words) != 1 else why_not(unit)

    return wrong


def pick_hex(
    g: Units[Any],
    side: str,
    kind: str,
    prompt: str,
    rule: str,
    hexes: Iterable[Hex],
    why_not: Callable[[Hex], Ruling] | None = None,
    occasion: Occasion | None = None,
) -> Procedure[Hex]:
    """A side chooses one of several hexes: `kind HEX`; `why_not` is what is wrong with another."""

    def wrong(words: tuple[str, ...], word: str) -> Ruling | None:
        hex = g.hex(word)
        return None if hex is None or len(words) != 1 or why_not is None else why_not(hex)

    groups = ("hex", g.hexnames(hexes))
    words = yield from put(one_of(side, kind, prompt, rule, groups, verb=kind, why_not=wrong, occasion=occasion))
    hex = g.hex(words[1])
    assert hex is not None
    return hex


# --- ways of retreat --------------------------------------------------------------------------------------------------


def ways(walked: Path, length: int, onward: Onward) -> Iterator[Path]:
    """Every way that goes on from the hexes walked so far to its full length and never crosses itself."""
    if len(walked) > length:
        yield walked
        return
    for hex in onward(walked[-1]):
        if hex not in walked:
            yield from ways((*walked, hex), length, onward)


def cheapest_steps(found: Iterable[Path], at: int, *prices: Callable[[Path], int]) -> list[Hex]:
    """The next hexes of the ways that are cheapest by the first price, and of those by the second, and so on."""
    left = list(found)
    for price in prices:
        least = min(map(price, left), default=0)
        left = [way for way in left if price(way) == least]
    return list(dict.fromkeys(way[at] for way in left))


def nearest(start: Hex, onward: Onward, good: Callable[[Hex], bool], avoid: Iterable[Hex] = ()) -> Mapping[Hex, Path]:
    """The nearest good hexes beyond a hex, and a way to each without the hex it starts from."""
    seen = {start, *avoid}
    ring: dict[Hex, Path] = {start: ()}
    while ring:
        further: dict[Hex, Path] = {}
        for hex, way in ring.items():
            for there in onward(hex):
                if there not in seen:
                    further[there] = (*way, there)
                    seen.add(there)
        found = {hex: way for hex, way in further.items() if good(hex)}
        if found:
            return found
        ring = further
    return {}


# --- what is left open ------------------------------------------------------------------------------------------------


class Vacated(NamedTuple):
    """A hex the loser has left: the path of his retreat, or what lies open beyond if all in it were eliminated."""

    path: Path  # hexes in order, the vacated one first
    beyond: tuple[Hex, ...] = ()


def left_behind(path: Path, taken: Container[Hex]) -> Path:
    """The hexes of a path of retreat behind those who went it, as far as they are vacant."""
    return tuple(takewhile(lambda hex: hex not in taken, path[:-1]))


# --- what a player is asked -------------------------------------------------------------------------------------------


def lose_or_retreat(attacking: bool, count: int) -> str:
    """The question of a side that a combat has cost steps or hexes."""
    steps, hexes = ("a step", "one hex") if count == 1 else (f"{count} steps", f"{count} hexes")
    return f"Your {'attackers' if attacking else 'defenders'}: lose {steps}, or fall back {hexes}"


def choose_loser(count: int) -> str:
    """The question whose step is lost, and how many are still to go."""
    return f"Choose the unit that loses a step{f' ({count} steps to lose)' if count > 1 else ''}"


def retreat_from(names: str, hex: str, step: int, length: int) -> str:
    """The question where units fall back to, and how far along they are on a longer way."""
    far = f", hex {step} of {length}" if length > 1 else ""
    return f"Choose where {names} {'fall' if ' ' in names else 'falls'} back to from {hex}{far}"


def way_so_far(g: Units[Any], side: str, names: str, walked: Path) -> Occasion | None:
    """A retreat that is drawn hex by hex, once it has begun: its way, which the map shows."""
    if len(walked) < 2:
        return None
    way = g.hexnames(walked)
    falls = "have fallen" if " " in names else "has fallen"
    return Occasion(
        side=side, says=f"{names} {falls} back from {way[0]} to {way[-1]}", units=tuple(names.split()), hexes=way
    )
