"""The shapes that verbs have in many games: by itself, with a unit, with a hex, units to a hex, units against a hex.

Each takes the players' questions one by one: who can, where to, why nobody, why not this one, why not there, and what
then happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from grognard.decision import DONE, Choices, Decision, Group, Occasion, Procedure, Words, offer, put
from grognard.hexes import Hex
from grognard.mechanics.components import Unit
from grognard.mechanics.counters import Units
from grognard.mechanics.turn import END, Verb, at_will, verb_tree
from grognard.ruling import OK, Ruling, no

G = TypeVar("G", bound=Units[Any])
Deed = Procedure[None] | None


def alone(name: str, rule: str, carry_out: Callable[[G], Deed], possible: Callable[[G], Ruling] = at_will) -> Verb[G]:
    """`name`: a whole action by itself."""
    return Verb(name, rule, possible, lambda g, words: DONE, lambda g, words, word: None, lambda g, words: carry_out(g))


def ending(finish: Callable[[G], Deed], may_end: Callable[[G], Ruling] = at_will) -> Verb[G]:
    """`end`: the phase is over; what then follows, and what must be done before."""
    return alone(END, "", finish, may_end)


def then(verb: Verb[G], follow: Callable[[G], Deed]) -> Verb[G]:
    """A verb that is followed by something that happens by itself."""
    return after(verb, lambda g, words: follow(g))


def after(verb: Verb[G], follow: Callable[[G, Words], Deed]) -> Verb[G]:
    """A verb that is followed by something that depends on the words said with it."""

    def do(g: G, words: Words) -> Procedure[None]:
        yield from verb.carry_out(g, words) or ()
        yield from follow(g, words) or ()

    return replace(verb, carry_out=do)


def one_word(name: str, rule: str, words: Sequence[str], carry_out: Callable[[G, str], Deed]) -> Verb[G]:
    """`name WORD`: one of a few fixed words."""
    return Verb(
        name, rule, at_will,
        lambda g, said: DONE if said else offer(("verb", words)),
        lambda g, said, word: None,
        lambda g, said: carry_out(g, said[0]),
    )  # fmt: skip


def of_unit(
    name: str,
    rule: str,
    *,
    units: Callable[[G], Iterable[Unit]],
    nobody: Callable[[G], Ruling],
    why_not: Callable[[G, Unit], Ruling],
    carry_out: Callable[[G, Unit], Deed],
) -> Verb[G]:
    """`name UNIT`."""
    return Verb(
        name, rule,
        lambda g: OK if some(units(g)) else nobody(g),
        lambda g, words: DONE if words else offer(("unit", g.names(units(g)))),
        lambda g, words, word: None if words or (unit := g.find(word)) is None else why_not(g, unit),
        lambda g, words: carry_out(g, g.unit(words[0])),
    )  # fmt: skip


def to_hex(
    name: str,
    rule: str,
    *,
    hexes: Callable[[G], Iterable[Hex]],
    nowhere: Callable[[G], Ruling] | None = None,
    possible: Callable[[G], Ruling] | None = None,
    why_not: Callable[[G, Hex], Ruling],
    carry_out: Callable[[G, Hex], Deed],
) -> Verb[G]:
    """`name HEX`; `nowhere` says why there is no hex, or `possible` whether there is one, without a list of them."""
    return Verb(
        name, rule,
        possible or (lambda g: OK if nowhere is None or some(hexes(g)) else nowhere(g)),
        lambda g, words: DONE if words else offer(("hex", g.hexnames(hexes(g)))),
        lambda g, words, word: None if words or (hex := g.hex(word)) is None else why_not(g, hex),
        lambda g, words: carry_out(g, _hex(g, words[0])),
    )  # fmt: skip


def unit_to_hex(
    name: str,
    rule: str,
    *,
    units: Callable[[G], Iterable[Unit]],
    hexes: Callable[[G, Unit], Iterable[Hex]],
    can: Callable[[G, Unit], bool] | None = None,
    nobody: Callable[[G], Ruling],
    why_not_unit: Callable[[G, Unit], Ruling],
    why_not_hex: Callable[[G, Unit, Hex], Ruling],
    carry_out: Callable[[G, Unit, Hex], Deed],
) -> Verb[G]:
    """`name UNIT HEX`; `can` says whether a unit is one of the units, where a list of them costs more than that."""

    def possible(g: G) -> Ruling:
        found = some(units(g)) if can is None else g.somebody((name, g.side), partial(can, g), units(g))
        return OK if found else nobody(g)

    def tree(g: G, words: Words) -> Choices:
        if not words:
            return offer(("unit", g.names(units(g))))
        return offer(("hex", g.hexnames(hexes(g, g.unit(words[0]))))) if len(words) == 1 else DONE

    def why_not(g: G, words: Words, word: str) -> Ruling | None:
        if not words:
            unit = g.find(word)
            return None if unit is None else why_not_unit(g, unit)
        hex = g.hex(word)
        return None if hex is None or len(words) > 1 else why_not_hex(g, g.unit(words[0]), hex)

    def do(g: G, words: Words) -> Deed:
        return carry_out(g, g.unit(words[0]), _hex(g, words[1]))

    return Verb(name, rule, possible, tree, why_not, do)


Party = tuple[Unit, ...]
Way = tuple[Hex, ...]


def party_to_hex(
    name: str,
    rule: str,
    *,
    naming: str = "",
    once: str = "",
    possible: Callable[[G], Ruling],
    units: Callable[[G], Iterable[Unit]],
    joining: Callable[[G, Party], Iterable[Unit]],
    hexes: Callable[[G, Party, Way], Iterable[Hex]],
    may_stop: Callable[[G, Party, Way], Ruling | bool] = lambda g, party, way: True,
    why_not_unit: Callable[[G, Unit], Ruling],
    why_not_alone: Callable[[G, Unit], Ruling],
    why_not_along: Callable[[G, Party, Unit], Ruling],
    why_not_hex: Callable[[G, Party, Way, Hex], Ruling],
    carry_out: Callable[[G, Party, Way], Deed],
    explained: bool = False,
) -> Verb[G]:
    """`name UNIT ... HEX ...`: units of one hex go together, to a hex or along a way that is spelled out.

    `explained`: `why_not_hex` says why a way goes no further, too. `naming`: the rule by which units are named first,
    and `once` that by which each is named once, where they are not the verb's.
    """

    def tree(g: G, words: Words) -> Choices:
        if not words:
            return offer(("unit", g.names(units(g))))
        party, way = split(g, words)
        more = () if way else g.names(joining(g, party))
        further = g.hexnames(hexes(g, party, way))
        if not way:
            return offer(("hex", further), ("unit", more))
        stop = may_stop(g, party, way)
        barred = stop if isinstance(stop, Ruling) and not stop else None
        return offer(("hex", further), complete=bool(stop), explained=explained, barred=barred)

    def why_not(g: G, words: Words, word: str) -> Ruling | None:
        party, way = split(g, words)
        hex = g.hex(word)
        if hex is not None:
            if party:
                return why_not_hex(g, party, way, hex)
            return no(naming or rule, f"name the units that {name} before {word}") if rule else None
        unit = g.find(word)
        if unit is None or way:
            return None
        ruling = why_not_unit(g, unit)
        if not ruling:
            return ruling
        if not party:
            return why_not_alone(g, unit)
        return why_not_along(g, party, unit) if unit not in party else _named_already(g, unit, once or naming or rule)

    return Verb(name, rule, possible, tree, why_not, lambda g, words: carry_out(g, *split(g, words)))


def units_against(
    name: str,
    rule: str,
    *,
    naming: str = "",
    once: str = "",
    possible: Callable[[G], Ruling],
    targets: Callable[[G, Way], Iterable[Hex]],
    units: Callable[[G, Way, Party], Iterable[Unit]],
    why_not_hex: Callable[[G, Way, Party, Hex], Ruling],
    why_not_unit: Callable[[G, Unit], Ruling],
    why_not_against: Callable[[G, Way, Party, Unit], Ruling],
    may_go: Callable[[G, Way, Party], Ruling] = lambda g, hexes, party: OK,
    carry_out: Callable[[G, Way, Party], Deed],
) -> Verb[G]:
    """`name HEX ... UNIT ... go`: the hexes attacked, then those who attack them.

    `why_not_unit` is about a unit that may not attack at all, `why_not_against` about one that may, but not these hexes
    or not with those named before it. `naming`: the rule by which units are named, and `once` that by which each is
    named once, where they are not the verb's.
    """

    def tree(g: G, words: Words) -> Choices:
        if words and words[-1] == "go":
            return DONE
        party, hexes = split(g, words)
        able = g.names(units(g, hexes, party)) if hexes else ()
        if party:
            return offer(("unit", able), ("verb", ("go",) if may_go(g, hexes, party) else ()))
        more = g.hexnames(targets(g, hexes))
        return offer(("unit", able), ("hex", more)) if hexes else offer(("hex", more))

    def why_not(g: G, words: Words, word: str) -> Ruling | None:
        party, hexes = split(g, words)
        hex = g.hex(word)
        if hex is not None:
            return why_not_hex(g, hexes, party, hex)
        if word == "go":
            return may_go(g, hexes, party) if party else no(naming or rule, f"name the units that {name} first")
        unit = g.find(word)
        if unit is None:
            return None
        ruling = why_not_unit(g, unit)
        if not ruling:
            return ruling
        if not hexes:
            return no(naming or rule, f"choose the enemy first, then {word}")
        if unit in party:
            return _named_already(g, unit, once or naming or rule)
        return why_not_against(g, hexes, party, unit)

    def do(g: G, words: Words) -> Deed:
        party, hexes = split(g, words[:-1])
        return carry_out(g, hexes, party)

    return Verb(name, rule, possible, tree, why_not, do)


def split(g: Units[Any], words: Words) -> tuple[Party, Way]:
    """The units and the hexes among words."""
    units: list[Unit] = []
    way: list[Hex] = []
    for word in words:
        hex = g.hex(word)
        if hex is None:
            units.append(g.unit(word))
        else:
            way.append(hex)
    return tuple(units), tuple(way)


def _named_already(g: Units[Any], unit: Unit, rule: str) -> Ruling:
    return no(rule, f"{g.name(unit)} is named already")


def _hex(g: Units[Any], word: str) -> Hex:
    hex = g.hex(word)
    assert hex is not None, word
    return hex


def some(things: Iterable[Any]) -> bool:
    """Whether there is any; of a lazy list only the first is worked out."""
    return next(iter(things), None) is not None


# --- questions in the midst of an action ------------------------------------------------------------------------------


def choose_verb(
    g: G,
    side: str,
    kind: str,
    prompt: str,
    rule: str,
    verbs: Iterable[Verb[G]],
    why_not: Callable[[str], Ruling | None] = lambda word: None,
) -> Procedure[str]:
    """A side is asked for one of several verbs, as in a phase, and it is carried out; answers with its name. `why_not`
    is about words that are none of the verbs."""
    known = {verb.name: verb for verb in verbs}

    def wrong(before: Words, word: str) -> Ruling | None:
        if before:
            return known[before[0]].why_not(g, before[1:], word)
        return known[word].possible(g) if word in known else why_not(word)

    words = yield from put(Decision(side, kind, prompt, rule, partial(verb_tree, g, known), wrong))
    yield from known[words[0]].carry_out(g, words[1:]) or ()
    return words[0]


Level = Callable[[Words], Group]  # given the words so far, those that may follow


def branches(
    side: str,
    kind: str,
    prompt: str,
    rule: str,
    verbs: Mapping[str, Sequence[Level]],
    why_not: Callable[[Words, str], Ruling | None] | None = None,
    occasion: Occasion | None = None,
) -> Decision:
    """A question answered by one of several verbs, each followed by a word for each of its levels."""

    def tree(words: Words) -> Choices:
        if not words:
            return offer(("verb", tuple(verbs)))
        levels = verbs[words[0]]
        return offer(levels[len(words) - 1](words)) if len(words) <= len(levels) else DONE

    return Decision(side, kind, prompt, rule, tree, why_not, occasion)


def unit_or_stay(
    g: Units[Any],
    side: str,
    verb: str,
    prompt: str,
    rule: str,
    units: Sequence[Unit],
    into: Hex,
    why_not: Callable[[Words, str], Ruling | None] | None = None,
) -> Decision:
    """`verb UNIT`, which takes it into a hex nobody has to name, or `stay`."""
    names = g.names(units)
    about = Occasion(side=side, says=prompt, units=names, targets=(g.hexname(into),))
    return branches(side, verb, prompt, rule, {verb: (lambda words: ("unit", names),), "stay": ()}, why_not, about)


def unit_to_hex_or_stay(
    g: Units[Any],
    side: str,
    verb: str,
    prompt: str,
    rule: str,
    ways: Mapping[Unit, Iterable[Hex]],
    why_not: Callable[[Words, str], Ruling | None] | None = None,
) -> Decision:
    """`verb UNIT HEX`, or `stay`."""
    levels: Sequence[Level] = (
        lambda words: ("unit", g.names(ways)),
        lambda words: ("hex", g.hexnames(ways[g.unit(words[1])])),
    )
    return branches(side, verb, prompt, rule, {verb: levels, "stay": ()}, why_not)
