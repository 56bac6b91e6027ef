"""13 Interdiction: German aircraft and Soviet partisans."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.events import Placed, Removed
from grognard.games.guderian.position import GERMAN, SOVIET, UNUSED, Position
from grognard.games.guderian.victory import line_west
from grognard.hexes import Hex, hexset, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import to_hex
from grognard.ruling import OK, Ruling, no


def flies_everywhere(g: Position) -> bool:
    """13.2: one turn after the Germans took all of Smolensk, while they hold it with a line to the west edge."""
    place = g.rules.board.places.get(g.rules.air_city)
    if place is None or not g.smolensk or g.turn < g.smolensk + g.rules.air_delay:
        return False
    return not place.set & ~g.german_held and line_west(g, place.set)


def may_interdict(g: Position, hex: Hex) -> Ruling:
    """Whether the side whose phase it is may put a marker into the hex."""
    name = g.hexname(hex)
    if g.side == SOVIET:
        if g.occupied[GERMAN] >> hex & 1:
            return no("13.45", f"{name} holds a German unit")
        return OK
    if hex in g.air:
        return no("13.33", f"{name} has an Air Interdiction marker already")
    if not g.rules.air_zone >> hex & 1 and not flies_everywhere(g):
        return no("13.2b", f"{name} lies east of column {g.rules.air_east}, out of range until Smolensk is held")
    return OK


def _possible(g: Position) -> Ruling:
    if g.phase == "soviet-interdiction":
        if g.turn > g.rules.scenario.last_interdiction:
            return no("13.41", f"Soviet interdiction is not possible after turn {g.rules.scenario.last_interdiction}")
        if not g.partisans_left:
            return no("13.41", "all Soviet interdictions of the game have been used")
        if g.partisans >= 0:
            return no("13.41", "the Soviet Interdiction marker is on the map")
        return OK
    if len(g.air) >= g.rules.air_markers:
        return no("13.1", f"all {g.rules.air_markers} Air Interdiction markers are on the map")
    return OK


def _hexes(g: Position) -> Iterable[Hex]:
    if not _possible(g):
        return ()
    if g.phase == "soviet-interdiction":
        open = g.rules.grid.all & ~g.occupied[GERMAN]
    else:
        open = (g.rules.grid.all if flies_everywhere(g) else g.rules.air_zone) & ~hexset(g.air)
    return g.memo("interdicting", lambda: members(open), open)


def _interdict(g: Position, hex: Hex) -> None:
    if g.phase == "soviet-interdiction":
        g.partisans = hex
        g.partisans_left -= 1
        g.tell(Placed(what="the Soviet Interdiction marker", hex=g.hexname(hex), rule="13.42"))
    else:
        g.air = (*g.air, hex)
        g.tell(Placed(what="an Air Interdiction marker", hex=g.hexname(hex), rule="13.2a"))


INTERDICT: Verb[Position] = to_hex(
    "interdict",
    "",  # by the phase of the side: 4.2A4, 4.2B5
    hexes=_hexes,
    possible=_possible,
    why_not=may_interdict,
    carry_out=_interdict,
)


def lift_air(g: Position) -> None:
    """13.33: German markers leave at the end of the Soviet Movement Phase."""
    for hex in g.air:
        g.tell(Removed(what="an Air Interdiction marker", hex=g.hexname(hex), rule="13.33"))
    g.air = ()


def lift_partisans(g: Position) -> None:
    """13.46: the Soviet marker leaves at the end of the German player turn."""
    if g.partisans >= 0:
        g.tell(Removed(what="the Soviet Interdiction marker", hex=g.hexname(g.partisans), rule="13.46"))
        g.partisans = UNUSED
