"""Every way the unseen counters can lie under the untried units of a combat, and what the strengths come to.

Some counters vanish or go back when they are revealed (12.3), and with them zones of control, lines of supply and
Leaders (10.23). So for every way in which that can happen the counters are really turned over on a copy of the
position, and only the strengths of those that are left to fight are added up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import comb
from operator import add
from typing import NamedTuple

from grognard.games.guderian.position import NEWCOMER, Position, Unit
from grognard.games.guderian.strength import (
    Fight,
    attack_face,
    attack_strength,
    defence_face,
    defence_strength,
    overrun_strength,
    terrain_multiple,
    unit_strength,
)
from grognard.games.guderian.supply import in_supply
from grognard.games.guderian.untried import reveal, unseen
from grognard.hexes import Hex
from grognard.mechanics.draws import draws

Strengths = tuple[int, int]  # attack and defence; (0, 0) if there is no attack, no defence if nobody is left to defend
ABLE, MEEK, NIL = range(3)  # what a counter turns out to be: able to attack, to defend at most, good for nothing
Kinds = tuple[int, int, int]  # how many units turn out to be able, meek, nil
Sums = tuple[int, ...]  # strengths turned over: first all that simply add up, then those of each group with a Leader
Counts = tuple[tuple[int, int, tuple[tuple["Role", int], ...]], ...]  # by stock and kind: how many units in which role


class Stock(NamedTuple):
    """The unseen counters of one pool by what they turn out to be."""

    faces: tuple[dict[int, int], ...]  # strength in this combat -> how many counters have it
    sample: list[int]  # one counter of each, for trying out

    def copies(self, kind: int) -> int:
        """How many counters of a kind there are."""
        return sum(self.faces[kind].values())


class Cell(NamedTuple):
    """Untried units that are alike: in one hex, drawn from one pool, with one way back."""

    units: list[Unit]
    stock: int


class Group(NamedTuple):
    """The units of one hex that are left to fight, as far as they are known."""

    known: int
    bonus: int  # what Leaders add, up to the strength (10.36)
    multiple: int  # terrain (9.3)


class Role(NamedTuple):
    """How the strength of a unit is added up."""

    slot: int  # of the sums
    multiple: int
    supplied: bool


class Uncovered(NamedTuple):
    """What turning the counters over leaves: the strength of the side that is known, and how to add up the other."""

    known: int
    groups: tuple[Group, ...]
    roles: tuple[Role, ...]  # cell by cell

    @property
    def slots(self) -> int:
        """How many strengths must be kept apart: one, and one for each group with a Leader."""
        return 1 + sum(group.bonus > 0 for group in self.groups)


def chances(g: Position, fight: Fight, hidden: Sequence[Unit]) -> dict[Strengths, float]:
    """The chance of every pair of total strengths."""
    attacking = hidden[0] in fight.attackers
    stocks, cells = _sort_out(g, hidden, attacking)
    uncovered: dict[tuple[Kinds, ...], Uncovered] = {}
    ways: dict[tuple[Uncovered, Counts], int] = {}
    for kinds, choices in _splits(stocks, cells, ()):
        some = tuple((min(able, 1), min(meek, 1), min(nil, 1)) for able, meek, nil in kinds)
        if some not in uncovered:
            uncovered[some] = _turn_over(g, fight, stocks, cells, some)
        same = uncovered[some], _count(cells, kinds, uncovered[some].roles)
        ways[same] = ways.get(same, 0) + choices
    found: dict[Strengths, int] = {}
    dealt: dict[object, dict[Sums, int]] = {}
    for (left, counts), choices in ways.items():
        for sums, deals in _add_up(stocks, counts, left.slots, dealt).items():
            pair = _total(left, sums, attacking, fight.overrun)
            found[pair] = found.get(pair, 0) + choices * deals
    total = sum(found.values())
    return {pair: deals / total for pair, deals in found.items()}


def _sort_out(g: Position, hidden: Sequence[Unit], attacking: bool) -> tuple[list[Stock], list[Cell]]:
    pools = list(dict.fromkeys((g.rules.kind[u], g.deck[u]) for u in hidden))
    stocks = []
    for kind, deck in pools:
        stock = Stock(({}, {}, {}), [-1, -1, -1])
        for counter in unseen(g, kind, deck):
            attack, defence, _ = g.rules.counters[counter].steps[0]
            what, worth = ABLE if attack else MEEK if defence else NIL, attack if attacking else defence
            stock.faces[what][worth] = stock.faces[what].get(worth, 0) + 1
            stock.sample[what] = counter
        stocks.append(stock)
    alike: dict[object, Cell] = {}
    for unit in hidden:
        stock_of = pools.index((g.rules.kind[unit], g.deck[unit]))
        key = (stock_of, g.at[unit], g.back[unit], g.flags[unit] & NEWCOMER)
        alike.setdefault(key, Cell([], stock_of)).units.append(unit)
    return stocks, list(alike.values())


def _splits(
    stocks: Sequence[Stock], cells: Sequence[Cell], kinds: tuple[Kinds, ...]
) -> Iterator[tuple[tuple[Kinds, ...], int]]:
    """How many units of each cell may turn out to be what, and in how many ways they can be chosen."""
    if len(kinds) == len(cells):
        yield kinds, 1
        return
    cell = cells[len(kinds)]
    taken = [sum(k[what] for k, c in zip(kinds, cells, strict=False) if c.stock == cell.stock) for what in range(3)]
    left = [stocks[cell.stock].copies(what) - taken[what] for what in range(3)]
    count = len(cell.units)
    for able in range(min(count, left[ABLE]) + 1):
        for meek in range(min(count - able, left[MEEK]) + 1):
            nil = count - able - meek
            if nil <= left[NIL]:
                for rest, choices in _splits(stocks, cells, (*kinds, (able, meek, nil))):
                    yield rest, choices * comb(count, able) * comb(count - able, meek)


def _turn_over(
    g: Position, fight: Fight, stocks: Sequence[Stock], cells: Sequence[Cell], some: Sequence[Kinds]
) -> Uncovered:
    """Turn the counters over on a copy, with some of each kind in each cell, and see who is left to fight (12.3)."""
    twin = g.copy()
    hidden = {unit for cell in cells for unit in cell.units}
    attacking = not hidden.isdisjoint(fight.attackers)
    for cell, present in zip(cells, some, strict=True):
        kinds = [what for what in range(3) if present[what]]
        kinds += kinds[:1] * (len(cell.units) - len(kinds))
        for unit, what in zip(cell.units, kinds, strict=True):
            twin.counter[unit] = stocks[cell.stock].sample[what]
    gone = reveal(twin, fight.attackers, fight.defenders).gone
    attackers = [u for u in fight.attackers if u not in gone]
    left = replace(fight, attackers=attackers, defenders=[u for u in fight.defenders if u not in gone])
    leaders = [u for u in attackers if u in g.rules.leaders and not g.disrupted[u]]
    mine = [u for u in attackers if u not in g.rules.leaders] if attacking else left.defenders
    face = attack_face(twin) if attacking else defence_face(twin)
    groups: dict[Hex, Group] = {}
    for hex in dict.fromkeys(twin.at[u] for u in mine):
        known = sum(unit_strength(twin, u, face) for u in mine if twin.at[u] == hex and u not in hidden)
        bonus = sum(g.rules.units[u].more.rating for u in leaders if attacking and twin.at[u] == hex)
        groups[hex] = Group(known, bonus, 1 if attacking else terrain_multiple(twin, hex, attackers))
    led = [hex for hex, group in groups.items() if group.bonus]
    roles = []
    for cell in cells:
        hex = g.at[cell.units[0]]
        supplied = all(in_supply(twin, u) for u in cell.units if u not in gone)
        multiple = groups[hex].multiple if hex in groups else 0
        roles.append(Role(1 + led.index(hex) if hex in led else 0, multiple, supplied))
    other = defence_strength if attacking else attack_strength
    known = other(twin, left, defence_face(twin) if attacking else attack_face(twin))
    return Uncovered(known, tuple(groups.values()), tuple(roles))


def _count(cells: Sequence[Cell], kinds: Sequence[Kinds], roles: Sequence[Role]) -> Counts:
    counts: dict[tuple[int, int], dict[Role, int]] = {}
    for cell, kind, role in zip(cells, kinds, roles, strict=True):
        for what in (ABLE, MEEK, NIL):
            if kind[what]:
                same = counts.setdefault((cell.stock, what), {})
                same[role] = same.get(role, 0) + kind[what]
    return tuple((stock, what, tuple(sorted(same.items()))) for (stock, what), same in sorted(counts.items()))


def _add_up(
    stocks: Sequence[Stock], counts: Counts, slots: int, dealt: dict[object, dict[Sums, int]]
) -> dict[Sums, int]:
    """In how many ways so many units of each kind and role come to each strength; `dealt` remembers each deal."""
    nothing: Sums = (0,) * slots
    sums: dict[Sums, int] = {nothing: 1}
    for stock, what, same in counts:
        key = stock, what, same, slots
        if key not in dealt:
            roles, units = [role for role, _ in same], [many for _, many in same]
            dealt[key] = draws(stocks[stock].faces[what], units, nothing, partial(_add, roles))
        sums = _together(sums, dealt[key])
    return sums


def _add(roles: Sequence[Role], sums: Sums, face: int, context: int, count: int) -> Sums:
    slot, multiple, supplied = roles[context]
    worth = face if supplied or not face else max(1, face // 2)  # 11.31, 11.32
    return (*sums[:slot], sums[slot] + count * multiple * worth, *sums[slot + 1 :])


def _together(one: dict[Sums, int], other: dict[Sums, int]) -> dict[Sums, int]:
    both: dict[Sums, int] = {}
    for a, ways in one.items():
        for b, more in other.items():
            total = tuple(map(add, a, b))
            both[total] = both.get(total, 0) + ways * more
    return both


def _total(left: Uncovered, sums: Sums, attacking: bool, overrun: bool) -> Strengths:
    total, *led = sums
    for group in left.groups:
        strength = group.known + (led.pop(0) if group.bonus else 0)
        total += group.multiple * strength + min(strength, group.bonus)
    if not attacking:
        return left.known, total
    if not total:
        return 0, 0
    return overrun_strength(total) if overrun else total, left.known
