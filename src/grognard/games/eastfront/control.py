"""8: who controls a hex, as determined at the start of each phase."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.eastfront.geography import Zone
from grognard.games.eastfront.position import DISPERSED, ENEMY, GERMAN, SOVIET, Position, Unit
from grognard.hexes import Hex, HexSet, hexset, members


def zone_of_control(g: Position, side: str) -> HexSet:
    """8.2: hexes next to unengaged, supplied units; not over rivers, not into occupied hexes or exit zones."""
    engaged = controlling(g, ENEMY[side])  # 14.6: dropped paratroops take no zone of control away
    sources = g.occupied[side] & ~engaged
    idle = {u for u in (*unsupplied(g), *g.rules.paras) if not g.supplied[u] or g.flags[u] & DISPERSED}
    for hex in {g.at[unit] for unit in idle}:
        if hex >= 0 and idle.issuperset(g.stack(side, hex)):
            sources &= ~(1 << hex)
    around = g.rules.zoc(sources & ~g.rules.zones)
    return around & ~(controlling(g, GERMAN) | controlling(g, SOVIET)) & ~g.closed


def unsupplied(g: Position) -> Iterator[Unit]:
    """The units on the map without supply; those off it have it."""
    unit = g.supplied.find(0)
    while unit >= 0:
        yield unit
        unit = g.supplied.find(0, unit + 1)


def controlling(g: Position, side: str) -> HexSet:
    """The hexes a side's units occupy for the purpose of control: dispersed paratroops do not count (14.6)."""
    hexes = g.occupied[side]
    for unit in g.rules.paras:
        if g.flags[unit] & DISPERSED and g.owner(unit) == side and g.stack(side, g.at[unit]) == (unit,):
            hexes &= ~(1 << g.at[unit])
    return hexes


def determine_control(g: Position) -> None:
    """8.1: control for the phase that begins."""
    dispersed = [g.flags[unit] & DISPERSED for unit in g.rules.paras]
    before = g.prior, g.ceded, g.switched, g.held
    facts = g.at[:], g.supplied[:], dispersed, g.battles.copy(), g.closed, before
    g.prior, g.ceded, g.switched, g.held, g.disputed = g.memo("control", lambda: _control(g), facts)


def _control(g: Position) -> tuple[HexSet, HexSet, HexSet, dict[str, HexSet], HexSet]:
    """Who controls what: the hexes last German, those ceded and switched, those of each side, and the disputed ones."""
    rules = g.rules
    german, soviet = controlling(g, GERMAN), controlling(g, SOVIET)
    both = german & soviet
    occupied = german | soviet
    german, soviet = german & ~both, soviet & ~both
    for hex in g.battles:  # 7.12: the Original Defender keeps the hex
        bit = 1 << hex
        if g.defender(hex) == GERMAN:
            german, soviet = german | bit, soviet & ~bit
        else:
            german, soviet = german & ~bit, soviet | bit
    zones = {side: zone_of_control(g, side) for side in ENEMY}
    disputed = zones[GERMAN] & zones[SOVIET] & ~occupied
    german |= zones[GERMAN] & ~disputed
    soviet |= zones[SOVIET] & ~disputed
    # 8.34: a hex in nobody's zone of control stays with the last side that controlled it
    g.prior = (g.prior | german) & ~soviet
    g.ceded &= ~soviet  # 16.11: now conquered, no longer ceded
    g.switched &= ~german  # G57
    rest = rules.land & ~(german | soviet | disputed | g.closed)
    german |= rest & g.prior
    soviet |= rest & ~g.prior
    vacant = members(rules.zones & ~(occupied | german | soviet))
    german |= hexset(vacant) & rules.south & g.prior  # G63: Baku is not given back
    g.held = {GERMAN: german, SOVIET: soviet}
    for hex in vacant:
        owner = vacant_zone_owner(g, hex)
        german |= (owner == GERMAN) << hex
        soviet |= (owner == SOVIET) << hex
    g.held = {GERMAN: german & ~g.closed, SOVIET: soviet & ~g.closed}
    return g.prior, g.ceded, g.switched, g.held, disputed


def vacant_zone_owner(g: Position, hex: Hex) -> str:
    """16.21: a vacant zone is its home player's, or Soviet since Rumania's surrender (16.11); one that is nobody's home
    stays with the side that controlled it last (8.34, G63)."""
    zone = g.rules.geography.zones[hex]
    if g.switched >> hex & 1:
        return SOVIET
    return home_side(g, zone) or (GERMAN if g.prior >> hex & 1 else "")


def home_side(g: Position, zone: Zone) -> str:
    """Whose Home Exit Zone it is; with Baku in German hands the south edge is nobody's home (16.35)."""
    return "" if zone.edge == "south" and captured_baku(g) else zone.home


def captured_baku(g: Position) -> bool:
    """16.35: German control of L or M is the capture of Baku."""
    return bool(g.held[GERMAN] & g.rules.south)


def friendly(g: Position, side: str, hex: Hex) -> bool:
    """Whether the hex was the side's when the phase began."""
    return bool(g.held[side] >> hex & 1)


def passable(g: Position, side: str) -> HexSet:
    """The hexes through which command and land supply may be traced: friendly or disputed (8.4)."""
    return g.held[side] | g.disputed


def battle_set(g: Position) -> HexSet:
    """All battle hexes."""
    hexes = 0
    for hex in g.battles:
        hexes |= 1 << hex
    return hexes
