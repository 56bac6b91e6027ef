"""15.1 to 15.3: who commands a sea, and how ports are joined over it."""

from __future__ import annotations

from grognard.games.eastfront.control import captured_baku
from grognard.games.eastfront.geography import Sea
from grognard.games.eastfront.position import DEPLOYED, SOVIET, Position
from grognard.hexes import Hex


def sea_power(g: Position) -> bool:
    """Whether the optional rules for the sea are used (15)."""
    return g.options.get("sea_power", True)


def commanded_seas(g: Position, side: str) -> dict[str, Sea]:
    """15.1: the seas whose control port is the side's."""
    return g.memo(("seas", side), lambda: _commanded_seas(g, side), (g.held[side], captured_baku(g)))


def _commanded_seas(g: Position, side: str) -> dict[str, Sea]:
    held = g.held[side]
    if captured_baku(g):
        held &= ~g.rules.zones  # 16.35: Baku has fallen, though its zone may be empty
    seas = g.rules.geography.seas.values()
    return {sea.id: sea for sea in seas if side in sea.sides and held >> sea.control & 1}


def straits_open(g: Position, side: str) -> bool:
    """1.38: ships pass the Kerch Straits only while neither shore is the enemy's."""
    return all((g.held[side] | g.disputed) >> a & 1 for a, _ in g.rules.strait)


def neighbours(g: Position, side: str, sea: Sea) -> list[str]:
    """The seas that adjoin one, as far as ships of the side can pass."""
    open = straits_open(g, side)
    return [other for other in sea.adjoins if open or other not in sea.straits]


def ports_of(g: Position, side: str, sea: Sea) -> list[Hex]:
    """The side's ports on a sea, a Beachhead among them (15.51)."""
    ports = [port for port in sea.ports if g.held[side] >> port & 1]
    landing = g.beachhead_at if side == SOVIET and g.beachhead == DEPLOYED and g.beachhead_at not in g.battles else -1
    if landing >= 0 and (sea.coast & ~sea.shoals) >> landing & 1 and landing not in ports:
        ports.append(landing)
    return ports


def voyages(g: Position, side: str, start: Hex) -> dict[Hex, int]:
    """15.2: the ports to which the side's ships go from a port, and how many commanded sea zones each is away."""
    return g.memo(("voyages", side, start), lambda: _voyages(g, side, start))


def _voyages(g: Position, side: str, start: Hex) -> dict[Hex, int]:
    seas = commanded_seas(g, side)
    ports = {id: ports_of(g, side, sea) for id, sea in seas.items()}
    fresh = [sea for sea in seas.values() if start in ports[sea.id]]
    seen = {sea.id for sea in fresh}
    found: dict[Hex, int] = {}
    crossed = 1
    while fresh:
        for sea in fresh:
            for port in ports[sea.id]:
                found.setdefault(port, crossed)
        onward = {other for sea in fresh for other in neighbours(g, side, sea) if other in seas} - seen
        seen |= onward
        fresh = [seas[other] for other in sorted(onward)]
        crossed += 1
    return found


def joined_ports(g: Position, side: str, ports: set[Hex]) -> list[Hex]:
    """15.3: the friendly ports to which supply goes by ship from one of these friendly ports."""
    seas = commanded_seas(g, side)
    reached = {sea.id for sea in seas.values() if not ports.isdisjoint(ports_of(g, side, sea))}
    fresh = list(reached)
    while fresh:
        onward = [o for id in fresh for o in neighbours(g, side, seas[id]) if o in seas and o not in reached]
        reached.update(onward)
        fresh = list(dict.fromkeys(onward))
    return [p for id in sorted(reached) for p in seas[id].ports if g.held[side] >> p & 1]  # 15.51: no Beachhead
