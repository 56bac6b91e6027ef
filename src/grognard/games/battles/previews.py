"""The preview of an attack, an overrun or a declaration: every line with its rule, and the exact chance of each result.

Each untried unit is a die of its own on the table of its class (16.0b). Whoever turns out to be nothing takes his
shifts along, so these are worked out anew for everybody who may be left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb

from grognard.decision import Words
from grognard.errors import Invalid
from grognard.games.battles.declare import DECLARE, GO, spoken
from grognard.games.battles.position import DEAD, ENEMY, Position, Unit
from grognard.games.battles.shifts import net, shifts
from grognard.games.battles.strength import (
    Fight,
    attack_halves,
    attack_strength,
    defence_halves,
    defence_strength,
    fight_for,
    left_of,
    level_in,
    notes,
    shown,
    write_strengths,
)
from grognard.games.battles.support import addable
from grognard.games.battles.untried import faces, hidden
from grognard.mechanics.crt import likeliest_first
from grognard.mechanics.verbs import split
from grognard.preview import Line, Preview

NO_ATTACK, NO_DEFENCE = "no attack", "0/E without a roll"
Totals = tuple[int, int]  # attack and defence in halves
Chances = Mapping[Totals, Fraction]


def preview(g: Position, side: str | None, words: Words) -> Preview:
    """What an attack or overrun would do with all that is claimed by itself, or the one that is being declared."""
    fight = _fight(g, side, words)
    unknown = hidden(g, (*fight.attackers, *fight.defenders))
    lines: list[Line] = []
    found = shifts(g, fight)
    _write_untried(g, fight, unknown, lines)
    write_strengths(g, fight, notes(lines))
    columns: dict[str, Fraction] = {}
    results: dict[str, float] = {}
    totals: dict[Totals, Fraction] = {}
    for shift, chances in outcomes(g, fight, unknown):
        for (attack, defence), chance in chances.items():
            totals[attack, defence] = totals.get((attack, defence), Fraction(0)) + chance
            if not attack or not defence:
                what = NO_DEFENCE if not defence else NO_ATTACK
                results[what] = results.get(what, 0.0) + float(chance)
            else:
                column = g.rules.crt.column(attack, defence, shift)
                columns[column] = columns.get(column, Fraction(0)) + chance
    ordered = {column: float(columns[column]) for column in g.rules.crt.columns if column in columns}
    results |= g.rules.crt.chances(ordered)
    strong, firm = _span([attack for attack, _ in totals]), _span([defence for _, defence in totals])
    lines += [Line("attack in all", strong, "12.4a"), Line("defence in all", firm, "12.4a")]
    lines += [shift.line for shift in found]
    if len(totals) == 1 and columns:
        ((attackers, defenders),) = totals
        lines.append(Line("odds before shifts", g.rules.crt.column(attackers, defenders), "12.4a"))
    return Preview(
        kind=fight.how,
        attack=strong,
        defence=firm,
        column=" to ".join(dict.fromkeys((next(iter(ordered), "-"), next(reversed(ordered), "-")))),
        lines=tuple(lines),
        columns=ordered,
        outcomes=likeliest_first(results),
        notes=(*_what_more(g, fight), *(f"{g.name(u)} is untried" for u in unknown)),
    )


def _fight(g: Position, side: str | None, words: Words) -> Fight:
    if g.fight is not None and (not words or words[0] in (DECLARE, GO)):
        return g.fight.declaring(side or g.fight.side, spoken(words))
    if not words or words[0] not in ("attack", "overrun"):
        raise Invalid("a preview is of an attack or an overrun: attack HEX UNIT..., overrun HEX UNIT...")
    units, hexes = split(g, tuple(word for word in words[1:] if word != GO))
    if not hexes or not units:
        raise Invalid(f"name the hex and the units: {words[0]} HEX UNIT...")
    return fight_for(g, hexes, units, words[0] == "overrun")


def _what_more(g: Position, fight: Fight) -> list[str]:
    """What either side could still declare."""
    found: list[str] = []
    for side, who in ((fight.side, "the attacker"), (ENEMY[fight.side], "the defender")):
        more = addable(g, fight, side, fight.claims(side))
        if more and not (side == fight.side and fight.answered):
            offers = [f"{word} up to {many} times" if many > 1 else word for word, many in more.items()]
            found.append(f"{who} could add {', '.join(offers)}")
    return found


def _span(values: Sequence[int]) -> str:
    low, high = min(values), max(values)
    return shown(low) if low == high else f"{shown(low)} to {shown(high)}"


# --- 16 untried units -------------------------------------------------------------------------------------------------


def _write_untried(g: Position, fight: Fight, unknown: Sequence[Unit], lines: list[Line]) -> None:
    for unit in unknown:
        what, which = ("attacks", 0) if unit in fight.attackers else ("defends", 1)
        halves = attack_halves if which == 0 else defence_halves
        worth = [halves(g, fight, unit, face) if face else 0 for face in faces(g, unit)]
        lines.append(Line(f"{g.name(unit)}, untried, {what}", _span(worth), "16.0b"))


def outcomes(g: Position, fight: Fight, unknown: Sequence[Unit]) -> Iterator[tuple[int, Chances]]:
    """For everybody who may be left: the net shift, and the chances of the strengths."""
    groups = _alike(g, fight, unknown)
    for zeros in product(*(range(len(units) + 1) for units in groups)):
        gone = [unit for units, count in zip(groups, zeros, strict=True) for unit in units[:count]]
        then = _without(g, gone)
        with then.still():
            left = left_of(then, fight, gone)
            known = left.without(unknown)
            chances: Chances = {(attack_strength(then, known), defence_strength(then, known)): Fraction(1)}
            for units, count in zip(groups, zeros, strict=True):
                chances = _joined(chances, _worth(then, left, units, count))
            shift = net(shifts(then, left)) if chances and left.attackers and left.defenders else 0
        if chances:
            yield shift, chances


def _alike(g: Position, fight: Fight, units: Sequence[Unit]) -> list[list[Unit]]:
    """Untried units in groups of which it does not matter who turns out to be nothing."""
    found: dict[object, list[Unit]] = {}
    for unit in units:
        piece = g.rules.units[unit]
        more = piece.more
        key = (
            g.at[unit], unit in fight.attackers, level_in(g, fight, unit), more.untried, piece.steps, more.one_step,
            piece.division, piece.army, more.blue, more.red, more.specialist, piece.type,
        )  # fmt: skip
        found.setdefault(key, []).append(unit)
    return list(found.values())


def _worth(g: Position, fight: Fight, units: Sequence[Unit], zeros: int) -> Chances:
    """The chances of what a group adds if so many of it are nothing."""
    unit = units[-1]
    table = dict(faces(g, unit))
    nothing = table.pop(None, Fraction(0))
    one: dict[Totals, Fraction] = {}
    for face, chance in table.items():
        if face is not None:
            attacks = unit in fight.attackers
            worth = (attack_halves(g, fight, unit, face), 0) if attacks else (0, defence_halves(g, fight, unit, face))
            one[worth] = one.get(worth, Fraction(0)) + chance
    some = comb(len(units), zeros) * nothing**zeros
    found: Chances = {(0, 0): some} if some else {}
    for _ in range(len(units) - zeros):
        found = _joined(found, one)
    return found


def _joined(first: Chances, second: Chances) -> Chances:
    """The chances of the sums of two independent totals."""
    found: dict[Totals, Fraction] = {}
    for (a, d), chance in first.items():
        for (b, e), other in second.items():
            found[a + b, d + e] = found.get((a + b, d + e), Fraction(0)) + chance * other
    return found


def _without(g: Position, gone: Sequence[Unit]) -> Position:
    """The position after these units have turned out to be nothing."""
    if not gone:
        return g
    twin = g.copy()
    for unit in gone:
        twin.withdraw(unit, DEAD)
    return twin
