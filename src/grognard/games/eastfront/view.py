"""What a side may know: its own blocks, the enemy's as blocks, and whatever lies face-up (0b)."""

from __future__ import annotations

from typing import Any

from grognard.game import View
from grognard.games.eastfront import sequence
from grognard.games.eastfront.budget import costs, forces
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.mustering import candidates
from grognard.games.eastfront.position import (
    BLITZ,
    DEAD,
    DEPLOYED,
    DISPERSED,
    DUE,
    ENEMY,
    GONE,
    INVASION,
    MOVED,
    PARADROP,
    SOVIET,
    STRATEGIC,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.eastfront.production import level
from grognard.games.eastfront.rail import railheads
from grognard.games.eastfront.sea import commanded_seas, sea_power
from grognard.games.eastfront.supply import restricted
from grognard.hexes import members

SEQUENCE = [
    {"id": phase.id, "title": phase.title, "side": ""} for phase in sequence.PHASES.values() if phase.id != "deployment"
]
SYMBOLS = {"hq": "HQ", "mechanized": "mech"}  # as the pictures call them
BADGES = {"guards": "G", "ss": "S", "siege": "A", "coastal": "C"}
TITLES = {"production": "Production", "continuation": "The end of the scenario", "supply": "Supply Phase"}


def view(g: Position, side: str | None) -> View:
    """The position as `side` sees it."""
    phase = sequence.PHASES.get(g.phase)
    playing = g.phase not in (sequence.OVER, "production", "continuation")
    return {
        "game": "eastfront",
        "scenario": g.scenario.id,
        "side": side,
        "turn": g.turn,
        "turns": fortnights(g),
        "date": sequence.date(g),
        "phase": g.phase,
        "phase_title": phase.title if phase else TITLES.get(g.phase, "The game is over"),
        "active": g.active if playing else None,
        "sequence": SEQUENCE,
        "weather": g.weather,
        "units": units(g, side),
        "due": due(g, side),
        "to_place": to_place(g, side),
        "lost": [unit_view(g, unit) for unit in g.rules.of_side.get(side or "", ()) if g.at[unit] in (DEAD, GONE)],
        "markers": markers(g),
        "control": control(g),
        "battles": [{"hex": g.hexname(hex), "attacker": g.battles[hex]} for hex in sorted(g.battles)],
        "hexes": {owner: [g.hexname(h) for h in members(g.held[owner])] for owner in ENEMY},
        "disputed": [g.hexname(h) for h in members(g.disputed)],
        "railheads": {owner: [g.hexname(hex) for hex in railheads(g, owner)] for owner in ENEMY},
        "seas": seas(g),
        "production": {owner: level(g, owner) for owner in ENEMY},
        "costs": costs(g, side),
        "forces": forces(g, side),
        "tracks": tracks(g, side),
        "points": {},
    }


def fortnights(g: Position) -> int:
    """How many fortnights there are until the scenario ends."""
    left = 2 * (len(g.scenario.months) - g.month) - g.fortnight
    return g.turn + left


def units(g: Position, side: str | None) -> list[dict[str, Any]]:
    """The blocks on the map. A hidden one has no name: just its side, its hex and a number in its stack."""
    found = []
    for owner in ENEMY:
        deploying = g.phase == "deployment" and owner == g.active
        for hex in sorted(g.stacks[owner]):
            hidden = 0
            for unit in g.stacks[owner][hex]:
                if owner == side or g.shown[unit]:
                    found.append(unit_view(g, unit))
                elif not deploying:
                    hidden += 1
                    found.append(block_view(g, owner, hex, hidden, dispersed=bool(g.flags[unit] & DISPERSED)))
    return found


def block_view(g: Position, owner: str, hex: int, number: int, *, dispersed: bool = False) -> dict[str, Any]:
    """A block seen from behind; one that lies face-down is dispersed (0b)."""
    lacking = [unit for unit in g.stack(owner, hex) if not g.shown[unit] and not g.supplied[unit]]
    return {
        "id": f"{owner}-{g.hexname(hex)}-{number}",
        "side": owner,
        "hex": g.hexname(hex),
        "type": "hidden",
        "symbol": "",
        "size": "",
        "strength": "?",
        "label": "",
        "steps": 0,
        "max_steps": 0,
        "hidden": True,
        "status": ["unsupplied"] * (number <= len(lacking)) + ["dispersed"] * dispersed,
    }


def unit_view(g: Position, unit: Unit) -> dict[str, Any]:
    """A block seen from the front."""
    block, on_map = g.rules.units[unit], g.at[unit] >= 0
    return {
        "id": block.id,
        "name": block.name,
        "side": block.side,
        "hex": g.hexname(g.at[unit]) if on_map else None,
        "type": block.type,
        "special": list(block.special),
        "symbol": SYMBOLS.get(block.symbol, block.symbol),
        "badge": next((BADGES[word] for word in block.special if word in BADGES), ""),
        "size": "XXXX" if block.side == SOVIET or "satellite" in block.special else "XXX",
        "strength": g.strength(unit),
        "label": block.id,
        "steps": g.cv[unit],
        "max_steps": block.max,
        "speed": speed(g, unit),
        "hidden": False,
        "shown": bool(g.shown[unit]),
        "status": status(g, unit) if on_map else [],
    }


def status(g: Position, unit: Unit) -> list[str]:
    """Marks on a block."""
    role, flags = g.role.get(unit, 0), g.flags[unit]
    marks = {
        "active": role,
        "blitz": role & BLITZ,
        "paradrop": role & PARADROP,
        "invasion": role & INVASION,
        "moved": flags & (MOVED | STRATEGIC),
        "dispersed": flags & DISPERSED,
        "rearguard": unit in g.rearguards,
        "unsupplied": not g.supplied[unit],
        "restricted": restricted(g, unit),
        "face-up": g.shown[unit],
    }
    return [mark for mark, on in marks.items() if on]


def due(g: Position, side: str | None) -> list[dict[str, Any]]:
    """The reinforcements on the Time Track: everybody may see them."""
    return [
        {"turn": 0, "at": month, **unit_view(g, unit), "steps": cv, "strength": str(cv)}
        for unit, (month, cv) in sorted(g.due.items(), key=lambda item: (item[1][0][3:], item[0]))
        if g.at[unit] == DUE
    ]


def to_place(g: Position, side: str | None) -> list[dict[str, Any]]:
    """Blocks that wait to be deployed, for their owner."""
    if g.phase != "deployment" or side != g.active:
        return []
    return [unit_view(g, unit) for unit in candidates(g, side) if g.at[unit] < 0]


def markers(g: Position) -> list[dict[str, str]]:
    """Airstrikes and the Beachhead."""
    found = []
    for hex, hq in g.strikes.items():
        if hex not in g.fought:
            strength = str(g.airpower[hq])
            found.append({"kind": "airstrike", "side": g.side(hq), "hex": g.hexname(hex), "text": strength})
    if g.beachhead == DEPLOYED:
        found.append({"kind": "beachhead", "side": SOVIET, "hex": g.hexname(g.beachhead_at)})
    return found


def control(g: Position) -> dict[str, str]:
    """Who holds the cities and zones."""
    found = {}
    for name, hex in g.rules.geography.places.items():
        if g.rules.playable >> hex & 1:
            owner = next((side for side in ENEMY if g.held[side] >> hex & 1), "")
            found[name] = owner
    return found


def seas(g: Position) -> dict[str, str]:
    """Who commands each sea."""
    if not sea_power(g):
        return {}
    owners = {side: commanded_seas(g, side) for side in ENEMY}
    return {
        sea.title: next((side for side in ENEMY if id in owners[side]), "")
        for id, sea in g.rules.geography.seas.items()
    }


def tracks(g: Position, side: str | None) -> dict[str, Any]:
    """The time track and what else is kept count of."""
    found: dict[str, Any] = {
        "months": list(g.scenario.months),
        "month": g.month,
        "fortnight": g.fortnight,
        "weather": g.weather,
        "supreme_moves": g.supreme,
        "surrender": g.surrender,
        "air": g.scenario.air,
    }
    if side == SOVIET:
        found["beachhead"] = g.beachhead
    if g.phase == sequence.OVER or g.recorded:
        found["recorded"] = [{"scenario": id, **scores} for id, scores in g.recorded]
    return found
