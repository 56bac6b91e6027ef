"""What a side may know: everything; there is no fog of war (3.2i)."""

from __future__ import annotations

from typing import Any

from grognard.game import View
from grognard.games.oder import sequence
from grognard.games.oder.position import ATTACKED, ENEMY, GERMAN, MOVED, SOVIET, Position, Unit
from grognard.games.oder.setup import to_place
from grognard.games.oder.supply import lines, supply
from grognard.hexes import members
from grognard.mechanics.looks import Looks, Shown

SEQUENCE = [{"id": step.id, "title": step.title, "side": step.side} for step in sequence.SEQUENCE.steps]


def view(g: Position, side: str | None) -> View:
    """The position as everybody sees it."""
    setting_up = g.phase.endswith("setup")
    looks = Looks(g, shown(g), g.stacks, lambda unit: unit_view(g, unit))
    return {
        "game": "oder",
        "scenario": g.rules.scenario.id,
        "side": side,
        "turn": g.turn,
        "turns": g.rules.turns,
        "phase": g.phase,
        "phase_title": sequence.SEQUENCE.title(g),
        "active": g.side or None,
        "sequence": _sequence(g),
        "units": looks.of(unit for stack in g.stacks.values() for unit in stack),
        "due": [{"turn": turn, "at": "", **look} for turn, look in zip(g.due.values(), looks.of(g.due), strict=True)],
        "to_place": looks.of(to_place(g)) if setting_up else [],
        "markers": markers(g),
        "control": g.memo("control", lambda: control(g), g.controlled),
        "hexes": g.memo("hexes", lambda: hexes(g), g.controlled),
        "fortifications": g.memo("forts", lambda: _names(g, g.forts), g.forts),
        "tracks": {"order": list(g.order)},
        "points": {**g.points, "net": g.points[GERMAN] - g.points[SOVIET]},
    }


def _sequence(g: Position) -> list[dict[str, str]]:
    """5.3: the phases of a turn, with combat before movement where the phasing player has declared so."""
    now = g.phase.partition("-")[2]
    combat_first = {"support": g.order[:1] == ("combat",), "combat": bool(g.order), "movement": not g.order}.get(now)
    steps = list(SEQUENCE)
    if combat_first:
        move = next(n for n, step in enumerate(steps) if step["id"] == f"{g.side}-movement")
        steps[move : move + 2] = reversed(steps[move : move + 2])
    return steps


def _names(g: Position, hexes: int) -> list[str]:
    return [g.hexname(hex) for hex in members(hexes)]


def shown(g: Position) -> Shown:
    """Everything `unit_view` looks at."""
    german, soviet = g.occupied[GERMAN], g.occupied[SOVIET]
    return Shown(
        common=(),
        by_unit=(g.at, g.flags),
        by_hex=(lines(g, GERMAN) & german, lines(g, SOVIET) & soviet, g.ever[SOVIET] & german),
        by_some=({g.aerial: True},),
    )


def unit_view(g: Position, unit: Unit) -> dict[str, Any]:
    """A counter."""
    piece, on_map = g.rules.units[unit], g.at[unit] >= 0
    attack, defence, move = piece.steps[0]
    return {
        "id": piece.id,
        "side": piece.side,
        "hex": g.hexname(g.at[unit]) if on_map else None,
        "type": piece.type,
        "symbol": piece.symbol,
        "size": piece.size,
        "strength": f"{attack}-{defence}-{move}",
        "label": piece.id,
        "steps": 1,
        "max_steps": 1,
        "status": status(g, unit) if on_map else [],
    }


def status(g: Position, unit: Unit) -> list[str]:
    """Marks on a counter."""
    kind = supply(g, unit)
    marks = [] if kind == "regular" else ["out-of-supply"] if kind == "none" else [f"{kind}-supply"]
    if g.flags[unit] & MOVED:
        marks.append("moved")
    if g.flags[unit] & ATTACKED:
        marks.append("attacked")
    return marks


def markers(g: Position) -> list[dict[str, str]]:
    """The German support markers, and the fortifications that are destroyed (7.5b)."""
    found = []
    for kind, hex in (("air", g.air), ("naval", g.naval)):
        if hex >= 0:
            found.append({"kind": kind, "side": GERMAN, "hex": g.hexname(hex)})
    if g.aerial >= 0 and g.at[g.aerial] >= 0:
        found.append({"kind": "aerial-supply", "side": GERMAN, "hex": g.hexname(g.at[g.aerial])})
    return found + g.memo("ruins", lambda: _ruins(g), g.forts)


def _ruins(g: Position) -> list[dict[str, str]]:
    ruins = g.rules.fortifications & ~g.forts
    return [{"kind": "ruin", "side": SOVIET, "hex": hex} for hex in _names(g, ruins)]


def hexes(g: Position) -> dict[str, list[str]]:
    """Who holds each hex."""
    return {GERMAN: _names(g, g.controlled), SOVIET: _names(g, g.rules.land & ~g.controlled)}


def control(g: Position) -> dict[str, str]:
    """Who holds the cities and towns."""
    found = {}
    for place in g.rules.board.places.values():
        if place.set & g.rules.closed:
            continue
        owners = {next(side for side in ENEMY if g.controls(side, hex)) for hex in place.hexes}
        found[place.name] = owners.pop() if len(owners) == 1 else ""
    return found
