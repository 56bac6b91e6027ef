"""11: the attacks of a Combat Phase, one after another."""

from __future__ import annotations

from grognard.decision import Choices, Procedure, Verb, Words, offer
from grognard.games.oder.battle import attack
from grognard.games.oder.eligible import attackable, attackers_of, joining, may_attack, targets
from grognard.games.oder.momentum import momentum
from grognard.games.oder.position import ATTACKED, Position
from grognard.ruling import OK, Ruling, no


def _possible(g: Position) -> Ruling:
    return OK if targets(g) else no("11.0a", "no unit that may attack is next to an enemy that may be attacked")


def _tree(g: Position, words: Words) -> Choices:
    if not words:
        return offer(("hex", [g.hexname(h) for h in targets(g)]))
    return joining(g, attackers_of(g, g.rules.hex_by_name[words[0]]), words[1:])


def _why_not(g: Position, words: Words, word: str) -> Ruling | None:
    hex = g.rules.hex_by_name.get(word)
    if not words:
        if hex is None:
            return None
        ruling = attackable(g, hex)
        if not ruling:
            return ruling
        near = [u for b in g.rules.near(hex) for u in g.stack(b) if g.rules.side[u] == g.side]
        return may_attack(g, near[0]) if near else no("11.0a", f"none of your units is next to {word}")
    unit = g.find(word)
    if hex is not None:
        return no("11.2b", "an attack has exactly one target hex")
    if unit is None:
        return None
    ruling = may_attack(g, unit)
    return ruling if not ruling else no("11.2a", f"{word} is not next to {words[0]}, or named already")


def _carry_out(g: Position, words: Words) -> Procedure[None]:
    hex, units = g.rules.hex_by_name[words[0]], [g.unit(word) for word in words[1:-1]]
    for unit in units:
        g.flags[unit] |= ATTACKED
    advanced = yield from attack(g, hex, units)
    yield from momentum(g, advanced)


ATTACK: Verb[Position] = Verb("attack", _possible, _tree, _why_not, _carry_out)
