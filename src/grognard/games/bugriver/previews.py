"""What an attack would bring, as far as the side that asks may know (5.3.4).

A side knows its own units and the enemy's that it sees; of these not how much they have lost. A unit it does not see
may be any enemy combat unit on the map that it sees nowhere else and that fits into the stack, all equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb
from random import Random

from grognard.decision import Words
from grognard.errors import Invalid
from grognard.games.bugriver.actions import cost
from grognard.games.bugriver.armour import armour
from grognard.games.bugriver.chits import KINDS
from grognard.games.bugriver.command import ISOLATED, status
from grognard.games.bugriver.drm import armour_drm, other_drms
from grognard.games.bugriver.odds import Odds, distribution
from grognard.games.bugriver.position import ENEMY, Position, Unit
from grognard.games.bugriver.stacking import fits
from grognard.games.bugriver.strength import ground, odds_at
from grognard.hexes import Hex
from grognard.mechanics.crt import likeliest_first, percents, total
from grognard.mechanics.verbs import split
from grognard.preview import Line, Preview

Cases = Sequence[tuple[float, tuple[Unit, ...]]]  # who may defend, each case with its share
COUNTED = 3  # units under others of which every case is counted; beyond it they are sampled
SAMPLE = 200


def preview(g: Position, side: str | None, words: Words) -> Preview:
    """The odds of an attack as far as its words go; Invalid for other actions."""
    units, hexes = split(g, tuple(word for word in words[1:] if word != "go"))
    if words[:1] not in {(kind,) for kind in KINDS} or not units or side is None:
        raise Invalid(f"odds are for an attack: {KINDS[0]} HEX UNIT ...")
    kind, hex = words[0], hexes[0]
    known = as_known(g, side)
    seen, hidden = defenders(g, hex)
    odds, lines = supposed(known, g, kind, hex, units)
    lines += armour_drm(known, hex, units, seen)
    line = ground(g, hex, ENEMY[side])
    columns = {odds_at(g, line, at): chance for at, chance in odds.columns.items()}
    mine, theirs = odds.wins(last_point=sum(g.strength[unit] for unit in units) == 1)
    return Preview(
        kind=f"{kind} attack",
        attack=_range(odds.attack),
        defence=_range(odds.defence),
        column=max(columns, key=lambda name: columns[name]),
        lines=(_price(g, kind, units), *_strengths(known, units, seen, hidden), *lines),
        columns=likeliest_first(columns),
        outcomes=likeliest_first(odds.results),
        says=_said(mine, theirs),
        wins=mine,
        price=f"{cost(g, kind, units)} AP",
        notes=tuple(_notes(g, side, hex, units, seen, hidden)),
        tables={
            "the battle is won by": {"attacker": mine, "defender": theirs, "nobody": max(1 - mine - theirs, 0.0)},
            "hits on the attacker": odds.hits(0),
            "hits on the defender": odds.hits(1),
        },
    )  # fmt: skip


def defenders(g: Position, hex: Hex) -> tuple[list[Unit], int]:
    """The defenders of a hex that the enemy sees, and how many others there are."""
    seen = [unit for unit in g.fighters(hex) if g.seen(unit)]
    return seen, len(g.fighters(hex)) - len(seen)


def supposed(known: Position, g: Position, kind: str, hex: Hex, units: Sequence[Unit]) -> tuple[Odds, list[Line]]:
    """The chances of an attack in a position as its side supposes it, and its modifiers but armour superiority."""
    seen, hidden = defenders(g, hex)
    lines = other_drms(known, kind, hex, units, seen, known=g.seen)
    return expected(known, kind, hex, units, cases(known, g, seen, hidden), total(lines)), lines


def as_known(g: Position, side: str, *, losses: bool = False) -> Position:
    """The position as a side may suppose it: enemy units whole (5.3.4b), those it does not see undisrupted, all with
    the formation of their colour unless another has been shown (G61).

    With `losses` the units it sees have lost what it has heard them lose: somebody has kept count.
    """
    twin = g.copy()
    for unit in g.on_map(ENEMY[side]):
        if not losses or not g.seen(unit):
            twin.strength[unit] = g.rules.printed[unit]
        if not g.seen(unit):
            twin.disrupted[unit] = 0
        if unit not in g.shown:
            twin.formation[unit] = g.rules.home[unit]
    twin.freeze()
    return twin


def expected(g: Position, kind: str, hex: Hex, units: Sequence[Unit], found: Cases, drm: int) -> Odds:
    """The chances over all cases; `drm` is all but armour superiority, which depends on the defenders."""
    odds = Odds()
    for share, defenders in found:
        armoured = drm + armour(g, units, defenders, hex).drm
        odds.blend(distribution(g, kind, hex, units, defenders, armoured), share)
    return odds


def cases(g: Position, true: Position, seen: Sequence[Unit], hidden: int) -> Cases:
    """Who may defend the hex: those that are seen, and any that can be under them; equal counters are one case."""
    if not hidden:
        return [(1.0, tuple(seen))]
    side = g.owner(seen[0])
    kinds: dict[object, list[Unit]] = {}
    for unit in g.on_map(side):
        if not g.is_hq(unit) and not true.seen(unit):
            piece = g.rules.units[unit]
            kinds.setdefault((piece.steps, piece.type), []).append(unit)
    deal = _draws if hidden <= COUNTED else _sample
    weights = {(*seen, *units): ways for ways, units in deal(list(kinds.values()), hidden)}
    able = {units: ways for units, ways in weights.items() if fits(g, units)} or weights  # a file may overstack a hex
    whole = sum(able.values())
    return [(ways / whole, units) for units, ways in able.items()]


def _draws(kinds: Sequence[Sequence[Unit]], many: int) -> Iterator[tuple[int, tuple[Unit, ...]]]:
    """The ways to draw so many units from kinds of equal ones: how many ways there are, and an example."""
    if not many:
        yield 1, ()
        return
    for n, kind in enumerate(kinds):
        for drawn in range(1, min(many, len(kind)) + 1):
            for ways, units in _draws(kinds[n + 1 :], many - drawn):
                yield comb(len(kind), drawn) * ways, (*kind[:drawn], *units)


def _sample(kinds: Sequence[Sequence[Unit]], many: int) -> Iterator[tuple[int, tuple[Unit, ...]]]:
    """The same for more than the rules let into a hex, which a file may do: they are too many to count all ways."""
    pool, dice = [unit for kind in kinds for unit in kind], Random(SAMPLE)
    drawn = Counter(tuple(sorted(dice.sample(pool, many))) for _ in range(SAMPLE))
    yield from ((ways, units) for units, ways in drawn.items())


# --- in words ---------------------------------------------------------------------------------------------------------


def _range(values: dict[int, float]) -> str:
    low, high = min(values), max(values)
    return str(low) if low == high else f"{low} to {high}"


def _price(g: Position, kind: str, units: Sequence[Unit]) -> Line:
    return Line("Action Points", str(cost(g, kind, units)), "7a")


def _strengths(g: Position, units: Sequence[Unit], seen: Sequence[Unit], hidden: int) -> Iterator[Line]:
    for unit in units:
        gun = unit in g.rules.anti_tank
        yield Line(g.name(unit), f"{g.strength[unit]}{'/4' if gun else ''} x chit", "7.5.1B.b" if gun else "7.5.1B.a")
    for unit in seen:
        yield Line(g.name(unit), f"{g.strength[unit]} x chit, or less", "7.5.1B.c")
    if hidden:
        yield Line(f"{hidden} hidden unit{'s' if hidden > 1 else ''}", "? x chit", "5.3.4a")


def _said(mine: float, theirs: float) -> str:
    """7.5.3a: who would have fewer hits, the likeliest first."""
    shares = {"you win": mine, "the enemy wins": theirs, "nobody wins": max(1 - mine - theirs, 0.0)}
    text = "; ".join(f"{who} {share}" for who, share in percents(likeliest_first(shares)).items())
    return f"{text[:1].upper()}{text[1:]}."


def _notes(g: Position, side: str, hex: Hex, units: Sequence[Unit], seen: Sequence[Unit], hidden: int) -> Iterator[str]:
    if status(g, units[0]) == ISOLATED:
        yield "The attackers are isolated: who fails an Effectiveness Check first has no part in it (5.8.4b)."
    yield "Enemy units are taken at their printed strength; what they have lost is not known and can only help you."
    if hidden:
        yield (
            f"{hidden} of the defenders {'are' if hidden > 1 else 'is'} not seen: any unit that you see nowhere else "
            "may be there, all equally likely."
        )
    if hidden > COUNTED:
        yield f"They are too many to count every case: the chances are those of {SAMPLE} cases drawn at random."
    if any(not g.seen(unit) for unit in g.on_map(ENEMY[side]) if g.at[unit] != hex):
        yield "Units you do not see may lend the defender more support than is counted."
