"""8: regular, aerial, fortress and coastal supply."""

from __future__ import annotations

from grognard.events import Marked
from grognard.games.oder.position import ENEMY, GERMAN, GONE, UNUSED, Position, Unit
from grognard.hexes import HexSet
from grognard.mechanics.trace import lines_to
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import of_unit
from grognard.ruling import OK, Ruling, no

REGULAR, AERIAL, FORTRESS, COASTAL, NONE = "regular", "aerial", "fortress", "coastal", "none"


def lines(g: Position, side: str, sources: HexSet | None = None) -> HexSet:
    """8.1: the hexes from which a line leads to a source: past no enemy, through no EZOC, over no sea."""
    goal = g.rules.sources[side] if sources is None else sources
    return g.memo(("lines", side, goal), lambda: _lines(g, side, goal), g.occupied[ENEMY[side]])


def _lines(g: Position, side: str, goal: HexSet) -> HexSet:
    free, zoc = g.rules.land & ~g.occupied[ENEMY[side]], g.zoc(ENEMY[side])
    return lines_to(g.rules.grid, goal, free, ends=zoc, walls=g.rules.sea_walls)


def supply(g: Position, unit: Unit) -> str:
    """The kind of supply a unit has now; the first that applies counts (8.2, G19)."""
    hex, side = g.at[unit], g.rules.side[unit]
    if lines(g, side) >> hex & 1:
        return REGULAR
    if side == GERMAN:
        if g.aerial == unit:
            return AERIAL
        if g.rules.cities & g.rules.german_side & ~g.ever_held[ENEMY[side]] & 1 << hex:
            return FORTRESS
        if g.rules.coast >> hex & 1:
            return COASTAL
    return NONE


def in_supply(g: Position, unit: Unit) -> bool:
    """Whether the unit has supply of any kind."""
    return supply(g, unit) != NONE


# --- 8.3 aerial supply -----------------------------------------------------------------------------------------------


def may_fly(g: Position) -> Ruling:
    """Whether the aerial supply marker can be placed."""
    if g.turn <= g.rules.charts.value("support.after"):
        return no("5.2d", "there is no aerial supply on the first turn")
    if g.air >= 0:
        return no("8.3b", "air support was placed in this turn, so there is no aerial supply")
    if g.aerial != UNUSED:
        return no("8.3c", "the aerial supply marker has been placed in this turn")
    return OK


def may_be_flown_to(g: Position, unit: Unit) -> Ruling:
    """Whether a unit can get the aerial supply marker."""
    if g.rules.side[unit] != GERMAN or g.at[unit] < 0:
        return no("8.3a", f"{g.name(unit)} is no German unit on the map")
    return OK


def fly(g: Position, unit: Unit) -> None:
    """Put the aerial supply marker on a unit."""
    g.aerial = unit
    g.tell(Marked(unit=g.name(unit), status="supplied from the air", rule="8.3a"))


SUPPLY: Verb[Position] = of_unit(
    "supply",
    "8.3a",
    units=lambda g: g.on_map(GERMAN) if may_fly(g) else (),
    nobody=lambda g: may_fly(g) and no("8.3a", "no German unit is on the map"),
    why_not=lambda g, unit: may_fly(g) and may_be_flown_to(g, unit),
    carry_out=fly,
)


def marker_lost(g: Position, unit: Unit) -> None:
    """G20: with its unit the marker is gone until it is retrieved."""
    if g.aerial == unit:
        g.aerial = GONE
