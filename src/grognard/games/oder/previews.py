"""What an attack would bring, worked out before the die is thrown."""

from __future__ import annotations

from grognard.decision import Words
from grognard.errors import Invalid
from grognard.games.oder.odds import (
    AUTOMATIC,
    attack_strength,
    column_for,
    defence_strength,
    modifiers,
    result_of,
)  # fmt: skip
from grognard.games.oder.position import Position
from grognard.mechanics.crt import likeliest_first, total
from grognard.preview import Line, Preview


def preview(g: Position, words: Words) -> Preview:
    """The odds of an attack as far as its words go; Invalid for other actions."""
    units = [g.unit(word) for word in words[2:] if word in g.rules.unit_by_id]
    if words[:1] != ("attack",) or not units:
        raise Invalid("odds are for an attack: attack HEX UNIT ...")
    hex = g.rules.hex_by_name[words[1]]
    defenders = list(g.stack(hex))
    strength, against = attack_strength(g, units), defence_strength(g, defenders)
    column = column_for(g, g.side, strength, against)
    lines = [Line(g.name(u), str(g.rules.attack[u]), "2.2c") for u in units]
    lines += [Line(g.name(u), f"-{g.rules.defence[u]}", "11.1") for u in defenders]
    drms = modifiers(g, g.side, hex, units, defenders)
    notes = []
    if column.shifted:
        notes.append("read one column to the left on turn 1 (5.2b)")
    if column.beyond:
        outcomes = {AUTOMATIC[column.beyond]: 1.0}
        notes.append("beyond the table: no die is thrown (11.5d)")
    else:
        outcomes = {}
        if drms:
            notes.append(f"{total(drms):+d} to the die in all (11.5e)")
        for die in g.rules.crt.faces:
            result = result_of(g, column.column, die + total(drms), hex)
            outcomes[result] = outcomes.get(result, 0.0) + 1 / len(g.rules.crt.faces)
    return Preview(
        kind="attack",
        attack=str(strength),
        defence=str(against),
        column=column.odds,
        lines=tuple(lines + drms),
        columns={column.odds: 1.0},
        outcomes=likeliest_first(outcomes),
        notes=tuple(notes),
    )
