"""Massing for an attack: the moves that bring a stack and others in support next to an enemy, and the attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from grognard.bots.knowledge import Plan
from grognard.bots.knowledge.bugriver.battles import fight_value, storming
from grognard.bots.knowledge.bugriver.weights import weights
from grognard.bots.knowledge.questions import place_name
from grognard.games.bugriver.actions import points
from grognard.games.bugriver.chits import HASTY, KINDS
from grognard.games.bugriver.combat import assaults as declarable
from grognard.games.bugriver.command import IN, status
from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.stacking import room_for
from grognard.games.bugriver.terrain import RIVER
from grognard.hexes import Hex, hexset, members

TARGETS = 6  # enemy stacks that are looked at
LEADS = 3  # stacks of which each could make the attack on one of them
HELP = 3  # stacks that are brought up in support


@dataclass(frozen=True, slots=True)
class Approach:
    """Units that could go next to an enemy or stand there, and what that costs and brings by itself."""

    units: tuple[Unit, ...]
    hex: Hex
    paid: int  # 0 if they stand there
    gain: float
    power: int


@dataclass(frozen=True, slots=True)
class Venture:
    """A plan with what it brings at first reckoning, who takes part and what it costs."""

    score: float
    plan: Plan
    units: frozenset[Unit]
    cost: int


def assaults(g: Position, moves: Iterable[Approach]) -> list[Venture]:
    """The best attack on each of the likeliest targets, with those who must move for it."""
    enemies, around = g.combat[g.enemy], dict[Hex, list[Approach]]()
    for move in (*moves, *_standing(g)):
        for target in members(g.rules.beside(move.hex) & enemies):
            if g.rules.terrain.between(move.hex, target, g.bridges) not in ("lake", RIVER):
                around.setdefault(target, []).append(move)
    targets = sorted(around, key=lambda target: -_lure(g, target, around[target]))[:TARGETS]
    return [venture for target in targets for venture in _attack(g, target, around[target])]


def _standing(g: Position) -> Iterator[Approach]:
    """Stacks that could attack from where they are, whatever they pay for it."""
    by_hex: dict[Hex, dict[Unit, None]] = {}
    for units in declarable(g, HASTY).values():
        for unit in units:
            by_hex.setdefault(g.at[unit], {})[unit] = None
    for hex, stack in by_hex.items():
        yield Approach(tuple(stack), hex, 0, 0.0, power(g, tuple(stack)))


def power(g: Position, units: Sequence[Unit]) -> int:
    """The Strength Points that units attack with, without the guns."""
    return sum(g.strength[unit] for unit in units if unit not in g.rules.anti_tank)


def _lure(g: Position, target: Hex, near: Sequence[Approach]) -> float:
    """How good a target looks: what stands there against the best that can come, and what it opens."""
    defence = sum(g.strength[unit] for unit in g.fighters(target))
    return max(each.power for each in near) / max(defence, 1) * 0.3 + storming(g, target, g.side)


def _attack(g: Position, target: Hex, near: Sequence[Approach]) -> Iterator[Venture]:
    """For each kind of attack the best that can be had with the points that are left."""
    w, costs, left = weights(), g.rules.tables.costs, points(g)
    leads = sorted(near, key=lambda each: (-each.power, each.paid, each.hex))
    for kind in KINDS:
        price = getattr(costs, kind)
        best: Venture | None = None
        for lead in _different(leads, LEADS):
            if lead.paid + price > left or not lead.power:
                continue
            for party in _parties(g, kind, target, lead, near, left - lead.paid - price):
                value = _reckon(g, kind, target, party)
                if value is None:
                    continue
                paid = price + sum(each.paid for each in party)
                score = value + sum(each.gain for each in party) - w.point_left * paid
                if value > w.least and (best is None or score > best.score):
                    best = _venture(g, kind, target, party, score, paid)
        if best is not None:
            yield best


def _different(leads: Sequence[Approach], count: int) -> list[Approach]:
    """The first few by other units or from other hexes."""
    seen: set[tuple[Unit, ...]] = set()
    found: list[Approach] = []
    for lead in leads:
        if lead.units not in seen and len(found) < count:
            seen.add(lead.units)
            found.append(lead)
    return found


def _parties(
    g: Position, kind: str, target: Hex, lead: Approach, near: Sequence[Approach], left: int
) -> Iterator[tuple[Approach, ...]]:
    """The stack that attacks: alone, with others that join it in its hex, and each of these with one more in support
    each time, engineers first; a hasty attack has no support."""
    for attackers in _joined(g, lead, near, left):
        yield attackers
        if kind != HASTY:
            yield from _supported(g, target, attackers, near, left - sum(each.paid for each in attackers[1:]))


def _joined(g: Position, lead: Approach, near: Sequence[Approach], left: int) -> Iterator[tuple[Approach, ...]]:
    """The lead alone, then with the strongest that can come into its hex, and with one more."""
    party = [lead]
    yield (lead,)
    others = sorted(
        (each for each in near if each.hex == lead.hex and each.paid and each.power),
        key=lambda each: (-each.power, each.paid, each.units),
    )
    for each in others:
        units = [unit for one in party for unit in one.units]
        if each.paid > left or set(units) & set(each.units) or not room_for(g, [*units, *each.units], lead.hex):
            continue
        party.append(each)
        left -= each.paid
        yield tuple(party)


def _supported(
    g: Position, target: Hex, attackers: Sequence[Approach], near: Sequence[Approach], left: int
) -> Iterator[tuple[Approach, ...]]:
    """The attackers with one more stack in support each time."""
    party, used = list(attackers), {unit for each in attackers for unit in each.units}
    hexes = hexset((attackers[0].hex,)) | g.combat[g.side]
    pillbox = bool(g.rules.terrain.pillboxes >> target & 1)
    others = sorted(
        (each for each in near if each.paid and not used & set(each.units)),
        key=lambda each: (
            not (pillbox and any(unit in g.rules.engineers for unit in each.units)),
            len(each.units),
            -each.gain,
            each.hex,
        ),
    )
    for each in others:
        if each.paid <= left and not hexes >> each.hex & 1 and not used & set(each.units):
            party.append(each)
            used.update(each.units)
            hexes |= 1 << each.hex
            left -= each.paid
            yield tuple(party)
            if len(party) - len(attackers) >= HELP:
                return


def _attackers(party: Sequence[Approach]) -> tuple[Unit, ...]:
    """Those of a party who attack: all of one hex (7.1c)."""
    return tuple(unit for each in party if each.hex == party[0].hex for unit in each.units)


def _reckon(g: Position, kind: str, target: Hex, party: Sequence[Approach]) -> float | None:
    """What the attack brings with everybody in place; None if it could not be made."""
    then = g
    if any(each.paid for each in party):
        then = g.copy()
        for each in party:
            for unit in each.units:
                if each.paid:
                    then.enter(unit, each.hex)
        then.freeze()
    if kind != HASTY and status(then, party[0].units[0]) != IN:
        return None
    return fight_value(then, kind, target, _attackers(party))


def _venture(g: Position, kind: str, target: Hex, party: Sequence[Approach], score: float, paid: int) -> Venture:
    movers = [each for each in (*party[1:], party[0]) if each.paid]
    moves = [" ".join(("move", *g.names(each.units), g.hexname(each.hex))) for each in movers]
    attack = " ".join((kind, g.hexname(target), *g.names(_attackers(party)), "go"))
    aim = f"{'massing against' if len(party) > 1 else 'strike at'} {place_name(g, target)}"
    return Venture(score, Plan((*moves, attack), aim), frozenset(u for each in party for u in each.units), paid)
