"""11.2 Division and corps integrity: units of one formation that fight together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.games.battles.position import Position, Unit
from grognard.games.battles.strength import Fight, is_full
from grognard.hexes import Hex

MOST = 2  # 11.2d


class Integrity(NamedTuple):
    """What a formation gives: its shifts, and whether two of its units in Attack supply give them."""

    formation: str
    shifts: int
    full: bool

    @property
    def worth(self) -> int:
        """What is left of the shifts after supply (8.3e)."""
        return self.shifts if self.full else max(1, self.shifts // 2)


def attack_integrity(g: Position, fight: Fight) -> Integrity | None:
    """11.2a: the best formation with two attackers in one hex and no unit of another there."""
    found: list[Integrity] = []
    for hex in dict.fromkeys(g.at[u] for u in fight.attackers):
        id = formation_of(g, hex)
        found += _given(g, fight, id, [u for u in fight.attackers if g.at[u] == hex], 0)
    return _best(found)


def defence_integrity(g: Position, fight: Fight) -> Integrity | None:
    """11.2b: the best formation with a unit under attack and another beside it or with it."""
    found: list[Integrity] = []
    for hex in dict.fromkeys(g.at[u] for u in fight.defenders):
        id = formation_of(g, hex)
        near = g.rules.grid.around[hex] | 1 << hex
        sisters = [u for u in g.rules.formations.get(id, ()) if g.at[u] >= 0 and near >> g.at[u] & 1]
        sisters = [u for u in sisters if g.at[u] not in fight.hexes or u in fight.defenders]  # G68
        if any(g.at[u] == hex and u in fight.defenders for u in sisters):
            found += _given(g, fight, id, sisters, 1)
    return _best(found)


def formation_of(g: Position, hex: Hex) -> str:
    """11.2c: the one formation in a hex; '' if there is none, or another's units spoil it."""
    ids = {g.rules.formation[u] for u in g.stack(hex)} - {""}
    return ids.pop() if len(ids) == 1 else ""


def _given(g: Position, fight: Fight, id: str, units: Iterable[Unit], which: int) -> list[Integrity]:
    """11.2d, G17: what a formation gives; in full if two of its units there are in Attack supply."""
    members = [u for u in units if g.rules.formation[u] == id]
    shifts = min(g.rules.scenario.integrity.get(id, (0, 0))[which], MOST)
    if not id or not shifts or len(members) < 2:
        return []
    return [Integrity(id, shifts, sum(is_full(g, fight, u) for u in members) >= 2)]


def _best(found: list[Integrity]) -> Integrity | None:
    """G65: one formation counts, however many are in the combat."""
    return max(found, key=lambda one: one.worth, default=None)
