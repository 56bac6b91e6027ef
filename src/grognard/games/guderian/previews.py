"""The preview of an attack or overrun: every adjustment with its rule, and the exact chance of each result.

Untried units may be any counter of their pool that nobody has seen, so the chances are those of every way the unseen
counters can lie (12.0).
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decision import Words
from grognard.errors import Invalid
from grognard.games.guderian.deals import Strengths, chances
from grognard.games.guderian.position import Position, Unit
from grognard.games.guderian.strength import (
    Fight,
    attack_face,
    attack_strength,
    defence_face,
    defence_strength,
    defenders_of,
    notes,
    terrain_multiple,
    unit_strength,
)
from grognard.games.guderian.supply import in_supply
from grognard.games.guderian.untried import unseen
from grognard.mechanics.crt import likeliest_first
from grognard.preview import Line, Preview

NO_ATTACK, NO_DEFENCE = "no attack", "De without a roll"


def preview(g: Position, words: Words) -> Preview:
    """What an attack or overrun would do, as far as anybody can know."""
    fight = _fight(g, words)
    hidden = [u for u in (*fight.attackers, *fight.defenders) if not g.tried[u]]
    lines = _lines(g, fight, hidden)
    pairs = chances(g, fight, hidden) if hidden else {_strengths(g, fight): 1.0}
    columns: dict[str, float] = {}
    results: dict[str, float] = {}
    for (attack, defence), chance in sorted(pairs.items()):
        if not attack or not defence:
            what = NO_DEFENCE if attack else NO_ATTACK
            results[what] = results.get(what, 0.0) + chance
        else:
            column = g.rules.crt.column(attack, defence)
            columns[column] = columns.get(column, 0.0) + chance
    columns = {column: columns[column] for column in g.rules.crt.columns if column in columns}
    results |= g.rules.crt.chances(columns)
    strong = _span([attack for attack, _ in pairs])
    firm = _span([defence for attack, defence in pairs if attack])
    lines += [Line("attack in all", strong, "9.4"), Line("defence in all", firm, "9.4")]
    return Preview(
        kind="overrun" if fight.overrun else "attack",
        attack=strong,
        defence=firm,
        column=" to ".join(dict.fromkeys((next(iter(columns), "-"), next(reversed(columns), "-")))),
        lines=tuple(lines),
        columns=columns,
        outcomes=likeliest_first(results),
        notes=tuple(f"{g.name(u)} is untried: one of {len(_pool(g, u))} unseen counters" for u in hidden),
    )


def _fight(g: Position, words: Words) -> Fight:
    if not words or words[0] not in ("attack", "overrun"):
        raise Invalid("a preview is of an attack or an overrun: attack HEX UNIT..., overrun HEX UNIT...")
    hexes = tuple(g.rules.hex_by_name[w] for w in words[1:] if w in g.rules.hex_by_name)
    units = [g.unit(w) for w in words[1:] if w not in g.rules.hex_by_name and w != "go"]
    if not hexes or not units:
        raise Invalid(f"name the hex and the units: {words[0]} HEX UNIT...")
    overrun = words[0] == "overrun"
    return Fight(g.side, hexes, units, defenders_of(g, hexes, overrun), overrun)


def _span(values: Sequence[int]) -> str:
    if not values:
        return "0"
    low, high = min(values), max(values)
    return str(low) if low == high else f"{low} to {high}"


def _pool(g: Position, unit: Unit) -> list[int]:
    return unseen(g, g.rules.kind[unit], g.deck[unit])


def _strengths(g: Position, fight: Fight) -> Strengths:
    return attack_strength(g, fight, attack_face(g)), defence_strength(g, fight, defence_face(g))


def _lines(g: Position, fight: Fight, hidden: Sequence[Unit]) -> list[Line]:
    """The computation line by line, with what the untried units can be worth as they stand now."""
    lines: list[Line] = []
    note = notes(lines)
    attacking = any(u in fight.attackers for u in hidden)
    for unit in hidden:
        values = [g.rules.counters[n].steps[0][0 if attacking else 1] for n in _pool(g, unit)]
        halved = "" if in_supply(g, unit) else ", out of supply, halved"
        note(f"{g.name(unit)} untried{halved}", f"{min(values)} to {max(values)}", "12.2a")
    if not attacking:
        attack_strength(g, fight, attack_face(g), note)
    else:
        for unit in fight.attackers:
            if unit in g.rules.leaders:
                note(f"{g.name(unit)} adds up to", g.rules.units[unit].more.rating, "10.36a")
            elif unit not in hidden:
                unit_strength(g, unit, attack_face(g), note)
        if fight.overrun:
            note("overrun, halved", "1/2", "6.55a")
    if attacking or not hidden:
        defence_strength(g, fight, defence_face(g), note)
    else:
        for hex in fight.hexes:
            terrain_multiple(g, hex, fight.attackers, note)
        for unit in fight.defenders:
            if unit not in hidden:
                unit_strength(g, unit, defence_face(g), note)
    return lines
