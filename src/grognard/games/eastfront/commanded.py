"""5.3, 6.1, 6.41: which units may move in this phase."""

from __future__ import annotations

from grognard.games.eastfront.position import BLITZ, DISPERSED, INVASION, MOVED, PARADROP, STRATEGIC, Position, Unit
from grognard.games.eastfront.stacking import overstacked
from grognard.hexes import Hex, HexSet
from grognard.ruling import OK, Ruling, no


def under_command(g: Position, unit: Unit) -> bool:
    """5.3: within range of an active HQ that commands movement."""
    return bool(commanded(g) >> g.at[unit] & 1)


def commanded(g: Position) -> HexSet:
    """The hexes in which units are under command for movement."""
    found = 0
    for hq, hexes in g.command.items():
        if not g.rules.is_supreme(hq) and not g.role[hq] & (PARADROP | INVASION):
            found |= hexes
    return found


def may_move(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may make a land move now."""
    ruling = may_stir(g, unit)
    if not ruling:
        return ruling
    name = g.name(unit)
    if not under_command(g, unit):
        if g.phase != "movement":
            return no("5.7", f"{name} is not within range of a Blitz HQ")
        if not g.supreme:
            return no("5.3", f"{name} is not under command, and there is no Supreme Move for it")
    if last_in_battle(g, unit):
        return no("6.41", f"{name} is the last in the battle: it can leave only as a rearguard")
    return OK


def may_stir(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may move in any way now."""
    ruling = has_not_moved(g, unit)
    return ruling if ruling is not OK else others_first(g, unit)


def has_not_moved(g: Position, unit: Unit) -> Ruling:
    """6.1: whether a unit may still move in any way in this phase."""
    if g.owner(unit) != g.side:
        return no("6.1", f"{g.name(unit)} is not yours")
    if g.at[unit] < 0:
        return no("6.1", f"{g.name(unit)} is not on the map")
    if unit in g.role:
        return no("5.4", f"{g.name(unit)} is active: an active HQ moves only by mobilizing")
    if g.flags[unit] & STRATEGIC:
        return no("6.53", f"{g.name(unit)} has moved strategically in this turn")
    if g.flags[unit] & DISPERSED:
        return no("14.6", f"{g.name(unit)} is dispersed and cannot move")
    if unit in g.rearguards:
        return no("6.41", f"{g.name(unit)} is a rearguard: it goes when all others have moved")
    if g.flags[unit] & MOVED:
        return no("6.1", f"{g.name(unit)} has moved in this phase")
    return OK


def others_first(g: Position, unit: Unit) -> Ruling:
    """G69: while a hex holds too many, only units in it move, so that nobody takes the room that these will need."""
    crowded = _crowded(g)
    if crowded is not None and crowded != g.at[unit]:
        return no("6.2", f"{g.spell(crowded)} holds too many units: one of those there moves on first")
    return OK


def _crowded(g: Position) -> Hex | None:
    """6.2: the hex a unit has just moved into beyond the limit, since somebody there can make room."""
    return g.memo("crowded", lambda: next(iter(_all_crowded(g)), None))


def _all_crowded(g: Position) -> list[Hex]:
    return [h for h in overstacked(g, g.side) if any(g.flags[u] & MOVED for u in g.stack(g.side, h))]


def last_in_battle(g: Position, unit: Unit) -> bool:
    """6.41: whether no other unit that was there before stays in the unit's battle."""
    hex = g.at[unit]
    if hex not in g.battles or unit in g.entered:
        return False
    others = g.stack(g.owner(unit), hex)
    return all(u == unit or u in g.entered or u in g.rearguards for u in others)


def may_mobilize(g: Position, hq: Unit) -> Ruling:
    """5.41: whether an active HQ may move now and deactivate."""
    role, name = g.role.get(hq, 0), g.name(hq)
    if not role:
        return no("5.41", f"{name} is {'not an active HQ' if g.is_hq(hq) else 'no HQ: only an active HQ mobilizes'}")
    if role & BLITZ:
        return no("5.7", f"{name} is a Blitz HQ: it mobilizes only in the Blitz Movement Phase")
    if role & PARADROP:
        return no("14.2", f"{name} spends all its command on the paradrop")
    if hq in g.rearguards:
        return no("6.41", f"{name} is a rearguard: it mobilizes when all others have moved")
    return others_first(g, hq)
