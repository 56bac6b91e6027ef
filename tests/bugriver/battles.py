"""Combats for the tests: chits, results and counters are as a test needs them.

    m = battle({"1609": "I/131", "1109": "44ID", "1709": "I/16", "2309": "87RD"}, result="1/2r", dice=[4])
    play(m, "hasty 1709 I/131 go")

Germans in 1609 attack Soviets in 1709; 1608 and 1710 are next to both, 1509 and 1510 behind the Germans, 1808 and 1809
behind the Soviets. Unless a test says otherwise every chit multiplies by 1 in its left column, by 2 in the middle and
by 3 on the right, and the German side owns the Schlachtenglueck marker, for which a fixed result leaves no use.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

import grognard
from grognard.games.bugriver.armour import Armour, armour
from grognard.games.bugriver.drm import drms
from grognard.games.bugriver.strength import attacking, battle_strength, defending
from tests.bugriver.table import position, state

PLAIN = "111 222 333"
FACE_TO_FACE = {"1609": "I/131", "1709": "I/16"}
HQS = {
    "1109": "44ID III/134",
    "2309": "87RD III/283",
}  # each with a battalion, so that its formation can always do something


def battle(
    units: Mapping[str, str], *, result: str = "", chits: tuple[str, ...] = (PLAIN,), pool: int = 16, **more: Any
) -> grognard.Match:
    """A position with the two HQs, so many chits of these faces, and one result in the whole table if it is given."""
    taken = " ".join(units.values()).split()
    hqs = {hex: stack for hex, stack in HQS.items() if stack.split()[0] not in taken}
    m = position({**hqs, **units}, **more)
    rules = state(m).rules
    many = pool // len(chits)
    rules.tables = structs.replace(rules.tables, combat=structs.replace(rules.tables.combat, chits=chits * many))
    if result:
        rules.crt.results = dict.fromkeys(rules.crt.columns, (result,) * 20)
    return m


def reprint(m: grognard.Match, unit: str, **front: int) -> None:
    """Change what is printed on the front of a counter: strength, er, tank, at."""
    g = state(m)
    at = g.unit(unit)
    piece = g.rules.units[at]
    pieces = list(g.rules.units)
    pieces[at] = structs.replace(piece, steps=(piece.steps[0]._replace(**front), *piece.steps[1:]))
    g.rules.units = tuple(pieces)
    if "strength" in front:
        g.strength[at] = g.rules.printed[at] = front["strength"]


def modifiers(m: grognard.Match, action: str) -> list[tuple[str, int]]:
    """The modifiers of an attack `KIND HEX UNIT ...`: rule and value of each line."""
    kind, where, *units = action.split()
    g = state(m)
    hex = g.rules.grid.hex(where)
    lines = drms(g, kind, hex, [g.unit(unit) for unit in units], g.fighters(hex))
    return [(line.rule, int(line.value)) for line in lines]


def by_rule(m: grognard.Match, action: str, *rules: str) -> int:
    """What the modifiers of some rules come to."""
    return sum(value for rule, value in modifiers(m, action) if rule in rules)


def compared(m: grognard.Match, where: str, *units: str) -> Armour:
    """The armour comparison of an attack on a hex."""
    g = state(m)
    hex = g.rules.grid.hex(where)
    return armour(g, [g.unit(unit) for unit in units], g.fighters(hex), hex)


def strengths(m: grognard.Match, action: str, own: str = PLAIN, other: str = PLAIN) -> tuple[int, int]:
    """The battle strengths of an attack `KIND HEX UNIT ...` with two chits."""
    kind, where, *units = action.split()
    g = state(m)
    hex = g.rules.grid.hex(where)
    chits = [tuple(tuple(map(int, column)) for column in text.split()) for text in (own, other)]
    attack = battle_strength(g, attacking(g, kind, [g.unit(unit) for unit in units]), chits[0])
    return attack, battle_strength(g, defending(g, g.fighters(hex), hex), chits[1])
