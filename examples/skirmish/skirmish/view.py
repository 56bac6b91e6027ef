"""What a side sees, and what it may ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.decision import Words
from grognard.errors import Invalid
from grognard.mechanics.components import Unit
from grognard.mechanics.looks import Looks, Shown
from grognard.mechanics.overlays import Queries, nowhere, side_asked, unit_asked, within_reach
from grognard.preview import Line, Preview
from grognard.view import Counter, Facts, Overlay, Query, View
from skirmish.combat import column
from skirmish.movement import may_move, ways
from skirmish.position import FOUGHT, MOVED, SIDES, Position
from skirmish.sequence import SEQUENCE


def knows(g: Position, side: str | None, unit: Unit) -> bool:
    """6.1: whether a side may look under a unit; None is the public."""
    return bool(g.tried[unit]) or g.owner(unit) == side


def view(g: Position, side: str | None) -> View[Facts]:
    """The position as a side sees it."""
    shown = Shown(common=(side,), by_unit=(g.at, g.done, g.face, g.tried))
    looks = Looks(g, shown, g.stacks, lambda unit: _counter(g, side, unit))
    return View(
        game="skirmish",
        scenario=g.rules.scenario.id,
        side=side,
        turn=g.turn,
        turns=g.rules.scenario.turns,
        phase=g.phase,
        phase_title=SEQUENCE.title(g),
        active=g.side or None,
        sequence=SEQUENCE.stages,
        units=looks.of(g.on_map()),
        control={"Krasny": g.holder},
        own=Facts(),
    )


def _counter(g: Position, side: str | None, unit: Unit) -> Counter:
    piece, known = g.rules.units[unit], knows(g, side, unit)
    marks = (("moved", MOVED), ("attacked", FOUGHT))
    return Counter(
        id=piece.id,
        side=piece.side,
        hex=g.hexname(g.at[unit]) if g.at[unit] >= 0 else "",
        type=piece.type,
        symbol=piece.symbol,
        size=piece.size,
        strength=f"{g.strength(unit) if known else '?'}-{piece.steps[0][2]}",
        label=piece.id,
        status=tuple(name for name, flag in marks if g.done[unit] & flag),
    )


def preview(g: Position, side: str | None, words: Words) -> Preview:
    """The odds of an attack: a strength the side does not know is any that lies under the enemy's untried units."""
    if words[:1] != ("attack",) or not (units := [g.unit(word) for word in words[2:] if word != "go"]):
        raise Invalid("odds are for an attack: attack HEX UNIT ...")
    hex = g.rules.hex_by_name[words[1]]
    (defender,) = g.stack(hex)
    untried = [unit for unit in g.rules.of_side[g.owner(defender)] if not g.tried[unit]]
    attack = sum(map(g.strength, units))
    possible = sorted(map(g.strength, [defender] if knows(g, side, defender) else untried))
    columns: dict[str, float] = {}
    for defence in possible:
        odds = column(g, hex, attack, defence)
        columns[odds] = columns.get(odds, 0.0) + 1 / len(possible)
    return Preview(
        kind="attack",
        attack=str(attack),
        defence=" or ".join(map(str, dict.fromkeys(possible))),
        column=" or ".join(columns),
        lines=tuple(Line(g.name(unit), str(g.strength(unit)), "4.2") for unit in units),
        columns=columns,
        outcomes=g.rules.crt.chances(columns),
    )


# --- overlays for the map ---------------------------------------------------------------------------------------------


def _zoc(g: Position, asked: Mapping[str, str]) -> Overlay:
    side = side_asked(asked, SIDES, g.side)
    return Overlay(side=side, hexes=g.in_hexes(g.zoc(side)), rule="3.3")


def _reach(g: Position, asked: Mapping[str, str]) -> Overlay:
    unit = unit_asked(g, asked)
    ruling = may_move(g, unit)
    if not ruling:
        return nowhere(asked, ruling)
    return within_reach(g, unit, ways(g, unit), g.rules.points(unit), "3.1")


QUERIES: Queries[Callable[[Position, Mapping[str, str]], Overlay]] = {
    Query("zoc", "the hexes around a side's units", takes=("of",), shown=True): _zoc,
    Query("reach", "where a unit can go now", needs=("unit",), shown=True): _reach,
}
