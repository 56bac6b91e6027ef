"""7.4: HQ Relocation Actions."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.bugriver.actions import acting, short_of
from grognard.games.bugriver.command import command_hexes
from grognard.games.bugriver.displacement import NEAR, case, hosts, may_cross, may_host, transfer
from grognard.games.bugriver.leash import holds_back, reach
from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.supply import supplied_at
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import unit_to_hex
from grognard.ruling import OK, Ruling, no


def may_relocate(g: Position, hq: Unit) -> Ruling:
    """7.4a, 3.3a: the HQ of the acting formation, if the points are there."""
    name = g.name(hq)
    if not g.is_hq(hq):
        return no("7.4a", f"{name} is no HQ: it moves")
    if hq != acting(g):
        return no("7.4a", f"{name} is not the HQ of {g.name(acting(g))}, which is active")
    if g.at[hq] < 0:
        return no("7.4a", f"{name} is not on the map")
    price = g.rules.ratings[hq].relocation
    left = g.ap[g.side]
    return OK if price <= left else no("6.3.3", f"{name} relocates for {short_of(price, left)}")


def may_go(g: Position, hq: Unit, hex: Hex) -> Ruling:
    """7.4b, 7.4d, 10.4, G45: what no relocation may do without; the rest costs the penalties of displacement (7.4e)."""
    return may_host(g, hq, hex) and holds_back(g, hq, hex) and may_cross(g, hq, hex)


def penalty(g: Position, hq: Unit, hex: Hex) -> str:
    """7.4b, 7.4c, 7.4e: '' for a destination in Command Range along a free path and in supply; else the case of
    displacement it counts as."""
    found = case(g, hq, hex)
    return "" if found == NEAR and supplied_at(g, g.rules.side[hq], hex) else found


def destinations(g: Position, hq: Unit) -> list[Hex]:
    """The towns and villages an HQ may relocate to."""
    return g.memo(("relocate", hq), lambda: list(_destinations(g, hq)))


def _destinations(g: Position, hq: Unit) -> Iterator[Hex]:
    return (hex for hex in members(_in_question(g, hq)) if may_go(g, hq, hex) is OK)


def _in_question(g: Position, hq: Unit) -> HexSet:
    """The hexes that could take the HQ up: within its leash (10.4), and across the Bug in Command Range (7.4d)."""
    bank = g.rules.german_bank if g.rules.german_bank >> g.at[hq] & 1 else ~g.rules.german_bank
    found = hosts(g, g.rules.side[hq]) & reach(g, hq) & ~(1 << g.at[hq])
    return found & (bank | command_hexes(g, hq)) if found & ~bank else found


def _movable(g: Position) -> list[Unit]:
    hq = acting(g)
    if not may_relocate(g, hq):
        return []
    somewhere = g.unmoved(("relocates", hq, g.turn), lambda: next(_destinations(g, hq), None) is not None)
    return [hq] if somewhere else []


def _why_not(g: Position, hq: Unit) -> Ruling:
    return may_relocate(g, hq) and no("7.4b", f"{g.name(hq)} has no town or village it could go to")


def relocate(g: Position, hq: Unit, hex: Hex) -> None:
    """7.4: the counter is picked up and put down again."""
    found = penalty(g, hq, hex)
    g.ap[g.side] -= g.rules.ratings[hq].relocation
    transfer(g, hq, hex, found, "7.4e" if found else "7.4a", "relocates")


RELOCATE: Verb[Position] = unit_to_hex(
    "relocate",
    "7.4a",
    units=_movable,
    hexes=destinations,
    nobody=lambda g: _why_not(g, acting(g)),
    why_not_unit=lambda g, hq: _why_not(g, hq),
    why_not_hex=may_go,
    carry_out=relocate,
)
