"""5.3.4: limited intelligence: stacks that are looked through, their order, and what a side cannot know drawn anew.

Kept as the side knows it: how many counters lie in each hex; the counters it sees, and those it has seen and could
follow since; where zones of control are, so of each hidden unit its class and whether it is disrupted; what each unit
has lost; where HQs are, which command shows.

Drawn anew: which unit is which among the hidden ones of the same class. Units next to the side's own ones keep their
formation too, as support and reactions would give it away; the others may be of any that commands them as well there.
And with which formation a unit acts whose assignment is a secret (8.2b).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from grognard.dice import Dice
from grognard.events import PUBLIC, Noted, Revealed
from grognard.games.bugriver.actions import ACTING, points
from grognard.games.bugriver.command import status
from grognard.games.bugriver.position import ENEMY, NOBODY, SIDES, Position, Unit, hidden_name
from grognard.games.bugriver.stacking import shared
from grognard.hexes import Hex, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import of_unit
from grognard.ruling import OK, Ruling, no

NEAR = 1  # hexes at which a unit shows to which formation it belongs: it supports, or answers a move

# --- 5.3.4a looking through stacks ------------------------------------------------------------------------------------


def look_through(g: Position, hex: Hex, rule: str) -> None:
    """The enemy may examine a stack: the counters, not the markers under them (5.3.4b)."""
    hidden = [unit for unit in g.stack(hex) if not g.seen(unit)]
    g.looked |= 1 << hex
    g.learned += 1
    g.note_seen(hex)
    reveal(g, hidden, rule)


def reveal(g: Position, units: Iterable[Unit], rule: str) -> None:
    """The enemy comes to see counters that were hidden from him."""
    for unit in units:
        owner, most = g.owner(unit), f"{g.rules.printed[unit]} or less"
        told = Revealed(
            unit=g.name(unit), was=hidden_name(owner), strength=most, only=(ENEMY[owner], PUBLIC), rule=rule
        )
        g.tell(told)


def look_away(g: Position) -> None:
    """The attack is over: what was seen is remembered."""
    for hex in members(g.looked):
        g.note_seen(hex)
    g.looked = 0


# --- 5.3.1a the order of stacks ---------------------------------------------------------------------------------------


def may_turn_up(g: Position, unit: Unit) -> Ruling:
    """5.3.1a: whether a unit may be laid on top."""
    name, hex = g.name(unit), g.at[unit]
    if hex < 0 or g.owner(unit) != g.side:
        return no("5.3.1a", f"{name} is no unit of yours on the map")
    return OK if g.stacks[hex][0] != unit else no("5.3.1a", f"{name} lies on top already")


def _lower(g: Position) -> list[Unit]:
    """The units that lie under others; none when there is nothing else to do, so that an activation ends by itself."""
    if g.phase in ACTING and not points(g):
        return []
    own, stacks = g.occupied[g.side], g.stacks
    return sorted([unit for hex in shared(g) if own >> hex & 1 for unit in stacks[hex][1:]])


def _turn_up(g: Position, unit: Unit) -> None:
    g.turn_up(unit)
    g.tell(Noted(text=f"{g.name(unit)} lies on top in {g.hexname(g.at[unit])}", rule="5.3.1a"))


TOP: Verb[Position] = of_unit(
    "top",
    "5.3.1a",
    units=_lower,
    nobody=lambda g: no("5.3.1a", "no unit of yours lies under another"),
    why_not=may_turn_up,
    carry_out=_turn_up,
)


# --- what a side cannot know ------------------------------------------------------------------------------------------


def draw_unseen(g: Position, now: Position, side: str | None, dice: Dice) -> None:
    """Draw in `g` what the side does not know in `now`, later in the same action."""
    for owner in SIDES:
        if owner != side:
            _deal(g, now, owner, dice)
            _assign(g, now, owner, dice)


def _unknown(g: Position, now: Position, owner: str) -> list[Unit]:
    """The combat units of a side that are hidden and were not followed, now and when the action under way began, and
    that have no part in it."""
    busy = {frame.about[0] for frame in now.frames if frame.phase in ACTING} if _under_way(g, now) else set()
    found = []
    for unit in g.on_map(owner):
        hidden = not g.is_hq(unit) and not any(p.seen(unit) or unit in p.spotted for p in (g, now))
        if hidden and _same(g, now, unit) and g.formation[unit] not in busy:
            found.append(unit)
    return found


def _under_way(g: Position, now: Position) -> bool:
    """Whether an action has begun between the two: its points are paid before anything is asked."""
    return (g.ap, g.at, g.strength, g.disrupted) != (now.ap, now.at, now.strength, now.disrupted)


def _same(g: Position, now: Position, unit: Unit) -> bool:
    return (g.at[unit], g.strength[unit], g.disrupted[unit]) == (now.at[unit], now.strength[unit], now.disrupted[unit])


def _deal(g: Position, now: Position, owner: str, dice: Dice) -> None:
    """Hidden units of a kind change places, as far as nobody could tell."""
    near = g.rules.grid.flood(g.occupied[ENEMY[owner]], g.rules.land, NEAR)
    kinds: dict[Hashable, list[Unit]] = {}
    for unit in _unknown(g, now, owner):
        there = bool(near >> g.at[unit] & 1)
        formation = g.formation[unit] if there else NOBODY
        kind = g.rules.klass[unit], g.rules.infantry[unit], g.disrupted[unit], there, formation
        kinds.setdefault(kind, []).append(unit)
    for units in kinds.values():
        for unit in units:
            other = units[dice.draw(len(units))]
            if g.at[other] != g.at[unit] and _exchangeable(g, unit, other):
                _exchange(g, unit, other)


def _exchangeable(g: Position, one: Unit, other: Unit) -> bool:
    """Whether each would be commanded where the other is as that one is now."""
    places = g.at[one], g.at[other]
    before = status(g, one), status(g, other)
    g.at[one], g.at[other] = places[1], places[0]
    after = status(g, other), status(g, one)
    g.at[one], g.at[other] = places
    return before == after


def _exchange(g: Position, one: Unit, other: Unit) -> None:
    """Two units of a kind change places; zones of control and hexes held stay as they are."""
    swap = {one: other, other: one}
    for hex in (g.at[one], g.at[other]):
        g.stacks[hex] = tuple(swap.get(unit, unit) for unit in g.stacks[hex])
    g.at[one], g.at[other] = g.at[other], g.at[one]
    g.touch()


def _assign(g: Position, now: Position, owner: str, dice: Dice) -> None:
    """8.2b: a unit of no formation's own colour may act with any that it could have been assigned to, unless it has
    shown with which."""
    if _under_way(g, now):
        return
    for unit in g.on_map(owner):
        secret = g.rules.home[unit] == NOBODY and not any(unit in p.shown for p in (g, now))
        if not secret or g.formation[unit] == NOBODY:
            continue
        able = [hq for hq in g.rules.hqs if g.rules.corps[hq] == g.rules.corps[unit] and g.at[hq] >= 0]
        g.formation[unit] = able[dice.draw(len(able))] if able else g.formation[unit]
        g.touch()
