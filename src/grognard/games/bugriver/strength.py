"""7.5.1B to 7.5.1D: battle strengths, the terrain line of the results table, odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.games.bugriver.chits import ATTACK, Chit, posture, row
from grognard.games.bugriver.position import SOVIET, Position, Unit
from grognard.games.bugriver.terrain import PILLBOX
from grognard.hexes import Hex
from grognard.mechanics.crt import column_at

Strengths = Sequence[int]  # by unit
BELOW = -1  # no column: the odds are below the first of the line


class Factor(NamedTuple):
    """What a unit brings: its strength in parts of a point (5.1a: nothing is rounded yet), column and row of a chit."""

    parts: int
    column: int
    row: int


def attacking(g: Position, kind: str, units: Sequence[Unit], strength: Strengths | None = None) -> list[Factor]:
    """7.5.1B.a, 7.5.1B.b, G49: the attackers, at present strength if no other is given; anti-tank units count for a
    quarter."""
    whole, column = g.rules.tables.combat.anti_tank, ATTACK[kind]
    guns, now = g.rules.anti_tank, strength or g.strength
    return [Factor(now[u] * (1 if u in guns else whole), column, row(g.er(u))) for u in units]


def defending(g: Position, units: Sequence[Unit], hex: Hex, strength: Strengths | None = None) -> list[Factor]:
    """7.5.1B.c: the defenders of a hex, at present strength if no other is given."""
    whole, now = g.rules.tables.combat.anti_tank, strength or g.strength
    return [Factor(now[u] * whole, posture(g, u, hex), row(g.er(u))) for u in units]


def battle_strength(g: Position, factors: Sequence[Factor], chit: Chit) -> int:
    """7.5.1C, 5.1a: strength times multiplier, summed, and then rounded up."""
    parts = sum([factor.parts * chit[factor.column][factor.row] for factor in factors])
    return -(-parts // g.rules.tables.combat.anti_tank)


def ground(g: Position, hex: Hex, defender: str) -> str:
    """The line of terrain tables for a hex and those who defend it: pillboxes are the Soviets'."""
    if defender == SOVIET and g.rules.terrain.pillboxes >> hex & 1:
        return PILLBOX
    return g.rules.terrain.ground[hex]


def column(g: Position, line: str, attack: int, defence: int) -> int:
    """7.5.1D.a to c, 5.1c: the column the odds reach on a terrain's line, the last one above it, BELOW below it."""
    return column_at(attack, defence, g.rules.odds_lines[line])


def odds_at(g: Position, line: str, at: int) -> str:
    """What players call a column: the odds over it on the line."""
    odds = g.rules.odds_lines[line]
    return f"below {odds[0]}" if at == BELOW else odds[at]


def result_at(g: Position, at: int, modified: int) -> str:
    """7.5.1D.e, 7.5.2a: the result of a modified roll, kept within its limits."""
    combat, crt = g.rules.tables.combat, g.rules.crt
    return crt.result(crt.columns[at], min(max(modified, combat.least), combat.most))


class Hits(NamedTuple):
    """7.5.2a: the hits on a side, and whether they are printed in red."""

    hits: int
    red: bool


def outcomes(result: str) -> tuple[Hits, Hits]:
    """The attacker's and the defender's part of a result such as 2r/1."""
    attacker, defender = result.split("/")
    return _outcome(attacker), _outcome(defender)


def _outcome(text: str) -> Hits:
    return Hits(int(text.rstrip("r")), text.endswith("r"))
