"""5.3.2: HQ Displacement: where an HQ may go, what that costs it, and the lone HQs an enemy comes upon (7.3.6)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decision import Procedure
from grognard.events import Moved, Noted, Removed
from grognard.games.bugriver.command import command_hexes, joined_hexes
from grognard.games.bugriver.leash import reach
from grognard.games.bugriver.position import DUE, ENEMY, Position, Unit
from grognard.games.bugriver.stacking import hq_limit
from grognard.games.bugriver.supply import supplied_at
from grognard.games.bugriver.terrain import WATER
from grognard.games.bugriver.zoc import ezoc
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.aftermath import pick_hex
from grognard.ruling import OK, Ruling, no

# The cases of 5.3.2, by what they take from Support Points and Activation Level.
NEAR, FAR, CUT_OFF = "in Command Range", "beyond Command Range", "without a path"


# --- where an HQ may be -----------------------------------------------------------------------------------------------


def may_host(g: Position, hq: Unit, hex: Hex, *, crowded: bool = False) -> Ruling:
    """3.3b, 3.3c, 5.3.1d, 7.4b: whether a hex may take an HQ up; `crowded` overlooks those that are there (G44)."""
    side, there = g.rules.side[hq], g.hexname(hex)
    if g.at[hq] == hex:
        return no("7.4b", f"{g.name(hq)} is in {there} already")
    if not g.rules.terrain.may_host_hq(hex):
        return no("3.3b", f"{there} is no town or village, where an HQ must be")
    if not g.controls(side, hex):
        return no("7.4b", f"{there} is not in friendly hands")
    if ezoc(g, side) >> hex & 1 and not g.combat[side] >> hex & 1:
        return no("3.3c", f"{there} is in an enemy zone of control and no combat unit of yours is there")
    if not crowded and len([other for other in g.hqs(hex) if other != hq]) >= hq_limit(g, hex):
        return no("5.3.1d", f"{there} has no room for another HQ")
    return OK


def hosts(g: Position, side: str) -> HexSet:
    """The towns and villages that pass `may_host` for a side's HQs, HQs that are there already left aside."""
    return (g.rules.towns | g.rules.villages) & g.friendly(side) & (~ezoc(g, side) | g.combat[side])


def may_cross(g: Position, hq: Unit, hex: Hex) -> Ruling:
    """7.4d: to the other bank of the Bug only along a path within Command Range, to a hex that supply reaches; supply
    crosses the river by bridges alone."""
    bank = g.rules.german_bank
    if bank >> g.at[hq] & 1 == bank >> hex & 1:
        return OK
    if not command_hexes(g, hq) >> hex & 1:
        return no("7.4d", f"{g.hexname(hex)} is across the Bug and not in Command Range of {g.name(hq)}")
    supplied = supplied_at(g, g.rules.side[hq], hex)
    return OK if supplied else no("7.4d", f"no supply reaches {g.hexname(hex)} over a bridge of the Bug")


def case(g: Position, hq: Unit, hex: Hex) -> str:
    """5.3.2b to d, G44: which case a destination is."""
    if command_hexes(g, hq) >> hex & 1:
        return NEAR
    return FAR if joined_hexes(g, hq) >> hex & 1 else CUT_OFF


def refuges(g: Position, hq: Unit) -> list[Hex]:
    """5.3.2a, G44: the towns and villages an HQ may be displaced to, near its place if it has one and can (10.4)."""
    near = reach(g, hq)
    able = [hex for hex in members(hosts(g, g.rules.side[hq])) if may_host(g, hq, hex) and may_cross(g, hq, hex)]
    return [hex for hex in able if near >> hex & 1] or able


def _last_resorts(g: Position, hq: Unit) -> list[Hex]:
    """G44: the nearest town or village with friends in it, however many HQs are there."""
    held = members((g.rules.towns | g.rules.villages) & g.occupied[g.rules.side[hq]])
    able = [hex for hex in held if may_host(g, hq, hex, crowded=True) and may_cross(g, hq, hex)]
    far = {hex: g.rules.grid.distance(g.at[hq], hex) for hex in able}
    return [hex for hex in able if far[hex] == min(far.values())]


def _why_not(g: Position, hq: Unit, hex: Hex) -> Ruling:
    """Why an HQ cannot be displaced to a hex."""
    ruling = may_host(g, hq, hex)
    ruling = may_cross(g, hq, hex) if ruling else ruling
    if not ruling:
        return ruling
    leash = g.rules.leashes.get(hq)
    return OK if leash is None else no(leash[0].rule, f"{g.name(hq)} must stay nearer to its place while it can")


# --- carrying it out --------------------------------------------------------------------------------------------------


def displace(g: Position, hq: Unit, rule: str) -> Procedure[None]:
    """5.3.2: the owner puts the HQ into a town or village and pays for it; with none left it is off the map (G44)."""
    g.learned += 1  # whoever came upon it has found it
    found = refuges(g, hq) or _last_resorts(g, hq)
    if not found:
        _leave_map(g, hq)
        return
    hex = found[0]
    if len(found) > 1:
        name = g.name(hq)
        prompt = f"{name} in {g.hexname(g.at[hq])} is displaced: choose its town or village"
        side = g.rules.side[hq]
        hex = yield from pick_hex(g, side, "displace", prompt, rule, found, lambda hex: _why_not(g, hq, hex))
    transfer(g, hq, hex, case(g, hq, hex), rule, "is displaced")


def transfer(g: Position, hq: Unit, hex: Hex, penalty: str, rule: str, how: str) -> None:
    """An HQ goes to a hex and suffers a case of 5.3.2, or none."""
    path, name = g.hexnames((g.at[hq], hex)), g.alias(hq)  # under this name the enemy sees it go
    g.go((hq,), hex)
    g.tell_apart(
        hq, Moved(unit=g.name(hq), path=path, how=how, rule=rule), Moved(unit=name, path=path, how=how, rule=rule)
    )
    if penalty:
        suffer(g, hq, penalty)


def forfeit(g: Position, hq: Unit, penalty: str) -> int:
    """5.3.2b to d: how many Support Points and spaces of its level a case takes from an HQ that has them."""
    costs = g.rules.tables.displacement
    return {NEAR: costs.near, FAR: costs.far}.get(penalty, max(g.strength[hq], g.level[hq]))


def suffer(g: Position, hq: Unit, penalty: str) -> None:
    """5.3.2b to d: Support Points and Activation Level fall, to 0 at the lowest. How many points are left is the
    owner's secret (5.3.4b); the levels lie on their track for all to see."""
    rule = {NEAR: "5.3.2b", FAR: "5.3.2c", CUT_OFF: "5.3.2d"}[penalty]
    loss = forfeit(g, hq, penalty)
    g.strength[hq] = max(g.strength[hq] - loss, 0)
    g.level[hq] = max(g.level[hq] - loss, 0)
    g.tell(Noted(text=f"{g.name(hq)} went {penalty}: its level is {g.level[hq]}", rule=rule))
    g.tell(
        Noted(
            text=f"{g.name(hq)} has {g.strength[hq]} Support Point{'s' * (g.strength[hq] != 1)}",
            rule=rule,
            only=(g.rules.side[hq],),
        )
    )


def _leave_map(g: Position, hq: Unit) -> None:
    """G44: an HQ with nowhere to go comes back as a reinforcement next turn."""
    where = g.hexname(g.at[hq])
    suffer(g, hq, CUT_OFF)
    g.take_off(hq, DUE)
    g.due[hq] = g.turn + 1
    g.tell(Removed(what=g.name(hq), hex=where, why="no town or village is left to it", rule="5.3.2a"))


# --- 7.3.6 lone HQs ---------------------------------------------------------------------------------------------------


def lone_hqs(g: Position, units: Sequence[Unit], hex: Hex) -> Procedure[frozenset[Unit]]:
    """7.3.6a: a stack in a Movement Action has come next to hexes with enemy HQs alone: they are displaced at once,
    unless a lake or the unbridged Bug is between (7.3.6c). The HQs that were."""
    enemy = ENEMY[g.owner(units[0])]
    alone = g.rules.beside(hex) & g.occupied[enemy] & ~g.combat[enemy]
    found: set[Unit] = set()
    if not alone:
        return frozenset()
    for there in members(alone):
        if g.rules.terrain.between(hex, there, g.bridges) not in WATER:
            for hq in g.hqs(there):
                yield from displace(g, hq, "7.3.6a")
                found.add(hq)
    return frozenset(found)
