"""What a side may know. In this game both sides know the same: untried strengths are hidden from everybody."""

from __future__ import annotations

from typing import Any

from grognard.game import View
from grognard.games.guderian import sequence
from grognard.games.guderian.position import ATTACKED, DUE, GERMAN, MOVED, SOVIET, Position, Unit
from grognard.games.guderian.supply import in_supply, road_lines, supplied_radius, supply_lines_east
from grognard.games.guderian.untried import unseen
from grognard.games.guderian.victory import held_by_germans, tally
from grognard.hexes import members
from grognard.mechanics.looks import Looks, Shown

SEQUENCE = [{"id": step.id, "title": step.title, "side": step.side} for step in sequence.SEQUENCE.steps]


def view(g: Position, side: str | None) -> View:
    """The position as `side` sees it."""
    points, _ = tally(g)
    looks = Looks(g, shown(g), g.stacks, lambda unit: unit_view(g, unit))
    return {
        "game": "guderian",
        "scenario": g.rules.scenario.id,
        "side": side,
        "turn": g.turn,
        "turns": g.rules.scenario.turns,
        "phase": g.phase,
        "phase_title": sequence.SEQUENCE.title(g),
        "active": g.side or None,
        "sequence": SEQUENCE,
        "units": looks.of(unit for stack in g.stacks.values() for unit in stack),
        "due": due(g, looks),
        "to_place": looks.of(unit for unit in g.army if g.at[unit] == DUE and unit not in g.due),
        "markers": markers(g),
        "control": g.memo("control", lambda: control(g), g.german_held),
        "tracks": {
            "rail_used": g.rail_used,
            "rail_capacity": g.rules.rail_units,
            "south_west_called": g.called,
            "soviet_interdictions_left": g.partisans_left,
            "owed": [list(entry) for entry in g.owed],
            "frozen": sorted(g.frozen),
            "recaptured": list(g.recaptured),
        },
        "pool": pools(g),
        "points": {**points, "net": points[GERMAN] - points[SOVIET]},
    }


def shown(g: Position) -> Shown:
    """Everything `unit_view` looks at."""
    off_road = members(g.occupied[GERMAN] & ~road_lines(g))
    return Shown(
        common=(g.side,),
        by_unit=(g.at, g.mp, g.flags, g.tried, g.disrupted, g.level, g.counter),
        by_hex=[lines & g.occupied[SOVIET] for lines in (supplied_radius(g), supply_lines_east(g))],
        by_some=(dict.fromkeys(g.hand), {u: in_supply(g, u) for hex in off_road for u in g.stacks[hex]}),
    )


def unit_view(g: Position, unit: Unit) -> dict[str, Any]:
    """A counter as everybody sees it."""
    piece = g.rules.units[unit]
    shown = g.rules.counters[g.counter[unit]] if g.tried[unit] and g.counter[unit] >= 0 else piece
    on_map = g.at[unit] >= 0
    return {
        "id": g.name(unit),
        "side": piece.side,
        "hex": g.hexname(g.at[unit]) if on_map else None,
        "type": shown.type,
        "symbol": shown.symbol,
        "size": shown.size,
        "strength": g.strength(unit),
        "label": label(g, unit),
        "division": piece.division,
        "rating": piece.rating,
        "steps": g.steps(unit),
        "max_steps": len(piece.steps),
        "movement_left": g.mp[unit] / 2 if g.side == piece.side else None,
        "status": status(g, unit) if on_map else [],
    }


def label(g: Position, unit: Unit) -> str:
    """The designation as it is written on the counter."""
    return "" if not g.tried[unit] else g.name(unit)


def status(g: Position, unit: Unit) -> list[str]:
    """Marks on the counter."""
    marks = []
    if not g.tried[unit]:
        marks.append("untried")
    if g.disrupted[unit]:
        marks.append("disrupted")
    if not in_supply(g, unit):
        marks.append("out-of-supply")
    if g.flags[unit] & MOVED and unit not in g.hand:
        marks.append("moved")
    if g.flags[unit] & ATTACKED:
        marks.append("attacked")
    return marks


def due(g: Position, looks: Looks) -> list[dict[str, Any]]:
    """The reinforcements to come, with turn and entrance."""
    waiting, when = looks.of(g.due), [*g.due.values()]
    together = zip(when, waiting, strict=True)
    return g.memo("due", lambda: [{"turn": turn, "at": at, **look} for (turn, at), look in together], (when, waiting))


def control(g: Position) -> dict[str, str]:
    """Who holds each place."""
    return {p.name: GERMAN if held_by_germans(g, p) else SOVIET for p in g.rules.board.places.values()}


def markers(g: Position) -> list[dict[str, str]]:
    """Interdiction and Rail Cut markers."""
    found = [{"kind": "interdiction", "side": GERMAN, "hex": g.hexname(hex)} for hex in g.air]
    if g.partisans >= 0:
        found.append({"kind": "interdiction", "side": SOVIET, "hex": g.hexname(g.partisans)})
    return found + [{"kind": "rail-cut", "side": GERMAN, "hex": g.hexname(hex)} for hex in g.cuts]


def pools(g: Position) -> dict[str, dict[str, Any]]:
    """The counters that are not on the map, by kind."""
    facts = g.counter[:], g.tried[:], g.draws.copy(), g.pool.copy(), g.dead.copy(), g.aside
    return g.memo("pools", lambda: {kind: pool_view(g, kind) for kind in g.rules.slots}, facts)


def pool_view(g: Position, kind: str) -> dict[str, Any]:
    """How many counters are left, and which ones nobody has seen."""
    deck = g.draws[kind][1]
    faces: dict[str, int] = {}
    for counter in unseen(g, kind, deck):
        attack, defence, move = g.rules.counters[counter].steps[0]
        face = f"{attack}-{defence}-{move}" if kind == "rifle" else f"{attack}-{move}"
        faces[face] = faces.get(face, 0) + 1
    return {"left": len(g.pool[kind]), "dead": len(g.dead[kind]), "unseen": faces}
