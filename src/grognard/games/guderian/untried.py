"""12 Untried units: drawn blind by kind, revealed at the instant of combat, drawn again from the dead pile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.dice import Dice
from grognard.events import Moved, Noted, Removed, Revealed
from grognard.games.guderian.position import DEAD, RETREATED, SOVIET, UNUSED, Position, Unit
from grognard.games.guderian.retreat import ROOM, closed_to_retreat, standing
from grognard.games.guderian.routes import UNESCORTED
from grognard.hexes import Hex, HexSet


def fill_pools(g: Position) -> None:
    """All counters face down, by kind (5.0d)."""
    for kind in g.rules.slots:
        g.pool[kind] = tuple(n for n, k in enumerate(g.rules.counter_kind) if k == kind)
        g.dead[kind] = ()
        g.draws[kind] = (0, 0)


def draw(g: Position, kind: str) -> Unit | None:
    """Draw a division from the pool, or from the dead pile turned over when the pool is empty (12.4)."""
    used, deck = g.draws[kind]
    if not g.pool[kind]:
        if not g.dead[kind]:
            return None
        g.pool[kind], g.dead[kind] = tuple(sorted(g.dead[kind])), ()
        deck += 1
        g.tell(Noted(text=f"the pool of {kind} divisions is empty: the dead pile is turned over", rule="12.4a"))
    pool = g.pool[kind]
    at = g.dice.draw(len(pool))
    unit = g.rules.slots[kind][used]
    take(g, unit, pool[at], deck)
    g.draws[kind] = (used + 1, deck)
    return unit


def take(g: Position, unit: Unit, counter: int, deck: int) -> None:
    """Let a slot stand for a counter, face down."""
    kind = g.rules.kind[unit]
    g.pool[kind] = tuple(n for n in g.pool[kind] if n != counter)
    g.counter[unit], g.deck[unit], g.tried[unit] = counter, deck, 0


def put_back(g: Position, unit: Unit) -> None:
    """Return a division that never reached the map to the pool, unseen."""
    kind, counter = g.rules.kind[unit], g.counter[unit]
    if g.deck[unit] == g.draws[kind][1]:
        g.pool[kind] = tuple(sorted((*g.pool[kind], counter)))
    else:  # its pool is used up, and among counters that have been seen it would be known: it stays out
        g.aside = (*g.aside, (counter, g.deck[unit], False))
    g.counter[unit] = g.at[unit] = UNUSED
    del g.due[unit]


def unseen(g: Position, kind: str, deck: int) -> list[int]:
    """The counters a face-down unit of this kind and pool may be, as everybody can work out."""
    counters = [g.counter[u] for u in g.rules.slots[kind] if g.counter[u] >= 0 and not g.tried[u] and g.deck[u] == deck]
    if g.draws[kind][1] == deck:
        counters += g.pool[kind]
    counters += [n for n, d, seen in g.aside if d == deck and not seen and g.rules.counter_kind[n] == kind]
    return sorted(counters)


def shuffle_unseen(g: Position, now: Position, dice: Dice) -> None:
    """Deal the counters nobody has seen in `now` anew in `g`: any of a pool may be under any unit drawn from it.

    `now` is `g` after what has been played of an action: a counter turned over there must be the same in both.
    """
    for kind, slots in g.rules.slots.items():
        for deck in range(g.draws[kind][1] + 1):
            hidden = [u for u in slots if g.counter[u] >= 0 and not now.tried[u] and g.deck[u] == deck]
            seen = {g.counter[u] for u in slots if g.counter[u] >= 0 and now.tried[u]}
            deal = [counter for counter in unseen(g, kind, deck) if counter not in seen]
            for last in range(len(deal) - 1, 0, -1):
                other = dice.draw(last + 1)
                deal[last], deal[other] = deal[other], deal[last]
            for unit in hidden:
                g.counter[unit] = deal.pop()
            aside = []
            for entry in g.aside:
                mine = entry[1] == deck and not entry[2] and g.rules.counter_kind[entry[0]] == kind
                aside.append((deal.pop(), deck, False) if mine else entry)
            g.aside = tuple(aside)
            if g.draws[kind][1] == deck:
                g.pool[kind] = tuple(sorted(deal))


class Revelation(NamedTuple):
    """What turning the counters over did: who dropped out, and whether a Leader's flight bars the enemy's advance."""

    gone: frozenset[Unit]
    bars_advance: bool


def reveal(g: Position, attackers: Iterable[Unit], defenders: Iterable[Unit]) -> Revelation:
    """12.2: turn over every untried unit in a combat, the moment before the die is thrown."""
    attackers, defenders = tuple(attackers), tuple(defenders)
    turned = [unit for unit in (*attackers, *defenders) if not g.tried[unit]]
    for unit in turned:
        was = g.name(unit)
        g.tried[unit] = 1
        g.tell(Revealed(unit=g.name(unit), was=was, strength=g.strength(unit), rule="12.2a"))
    if turned:
        g.touch(UNESCORTED)  # whoever turns out not to attack escorts nobody
    gone: set[Unit] = set()
    friends = g.occupied[SOVIET]
    shaken: dict[Hex, bool] = {}  # hexes in which an escort proved worthless (10.23b)
    for unit in turned:
        attack, defence, _ = g.printed(unit)
        if attack == 0:
            shaken[g.at[unit]] = True
        if attack == defence == 0:  # 12.3: neither attacks nor defends
            g.tell(Removed(what=g.name(unit), hex=g.hexname(g.at[unit]), why="no strength", rule="12.3a"))
            lose_quietly(g, unit)
            gone.add(unit)
        elif attack == 0 and unit in attackers:  # 12.3: it may only defend
            gone.add(unit)
            if g.back[unit] != UNUSED:
                fall_back(g, unit, "12.3b", friends)
    fled = False
    for hex in shaken:
        for unit in g.stack(hex):
            alone = not any(g.may_attack_ever(other) for other in g.stack(hex))
            if unit in g.rules.leaders and g.back[unit] != UNUSED and alone:
                fall_back(g, unit, "10.23b", friends)
                gone.add(unit)
                fled |= g.at[unit] >= 0  # one who was lost has not retreated, and nothing holds the enemy
    return Revelation(frozenset(gone), fled)


def lose_quietly(g: Position, unit: Unit) -> None:
    """A unit without strength goes to the dead pile (12.4)."""
    kind, counter = g.rules.kind[unit], g.counter[unit]
    g.withdraw(unit, DEAD)
    g.dead[kind] = (*g.dead[kind], counter)
    g.counter[unit] = UNUSED


def fall_back(g: Position, unit: Unit, rule: str, friends: HexSet) -> None:
    """10.23: a retreat to the hex from which the unit entered the EZOC; eliminated if it cannot (9.71, 9.73, 6.4).

    `friends` are the hexes with units of its side before anybody went back.
    """
    hex, here = g.back[unit], g.at[unit]
    side = g.rules.side[unit]
    if hex < 0 or closed_to_retreat(g, side) >> hex & 1 or standing(g, (unit,), hex) > ROOM:
        g.eliminate(unit, rule, "it cannot go back")
        return
    g.place(unit, hex)
    g.back[unit] = UNUSED
    g.flags[unit] = g.flags[unit] & ~RETREATED | (RETREATED if friends >> hex & 1 else 0)  # 9.75
    g.note_presence(unit, hex)
    g.tell(Moved(unit=g.name(unit), path=(g.hexname(here), g.hexname(hex)), how="goes back", rule=rule))
