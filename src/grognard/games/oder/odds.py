"""11.5: strengths, odds, columns, die roll modifiers, and the result in the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.games.oder.position import GERMAN, SOVIET, Position, Unit
from grognard.games.oder.supply import NONE, supply
from grognard.hexes import Hex
from grognard.preview import Line

AUTOMATIC = {1: "DE", -1: "AL1"}  # 11.5d: beyond the last column, before the first
FEATURES = {  # in a hex, and the rule of each
    "clear": "11.5.1a", "marsh": "11.5.1a", "rough": "11.5.1b", "forest": "11.5.1b", "town": "11.5.1c",
    "city": "11.5.1d",
}  # fmt: skip
CONVERTED = {"DR": "EX", "AS": "AL1"}  # 11.5.1d: against a city


@dataclass(frozen=True, slots=True)
class Column:
    """Where odds fall on a side's line, after any shift: a column of the table, or beyond one of its ends."""

    odds: str
    column: str = ""
    beyond: int = 0
    shifted: bool = False


def odds(attack: int, defence: int) -> int:
    """11.5a, 11.5b: 3 for 3:1, -3 for 1:3, rounded down either way; 1 for 1:1."""
    if attack >= defence:
        return attack // defence
    worse = defence // attack
    return -worse if worse > 1 else 1


def said(value: int) -> str:
    """Odds as players say them."""
    return f"{value}:1" if value > 0 else f"1:{-value}"


def column_for(g: Position, side: str, attack: int, defence: int) -> Column:
    """11.5c, 11.5d: the column on the attacker's line; on turn 1 Soviet attacks read one to the left (5.2b)."""
    step = _step(odds(attack, defence))
    shifted = side == SOVIET and g.turn == 1
    if shifted:
        step -= g.rules.charts.value("first_turn.soviet_shift")
    line = g.rules.odds_line[side]  # its odds are a step apart
    at, final = step - first_step(line[0]), said(step + 1 if step >= 0 else step - 1)
    if not 0 <= at < len(line):
        return Column(final, beyond=1 if at > 0 else -1, shifted=shifted)
    return Column(final, g.rules.crt.columns[at], shifted=shifted)


def first_step(word: str) -> int:
    """The step of the odds with which a line begins, as 1:4."""
    attack, defence = map(int, word.split(":"))
    return _step(attack if defence == 1 else -defence)


def _step(value: int) -> int:
    """Odds as steps from even ones: 1:1 is 0, 2:1 is 1, 1:2 is -1."""
    return value - 1 if value > 0 else value + 1


def attack_strength(g: Position, units: Sequence[Unit]) -> int:
    """2.2c: the attack factors."""
    return sum(g.rules.attack[unit] for unit in units)


def defence_strength(g: Position, units: Sequence[Unit]) -> int:
    """11.1: the whole stack as one."""
    return sum(g.rules.defence[unit] for unit in units)


def modifiers(g: Position, side: str, hex: Hex, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> list[Line]:
    """11.5e: every die roll modifier that applies; positive ones favour the defender."""
    charts, rules, lines = g.rules.charts, g.rules, []

    def add(what: str, key: str, rule: str) -> None:
        value = charts.value(f"drm.{key}")
        if value:
            lines.append(Line(what, f"{value:+d}", rule))

    if side == GERMAN and g.turn == 1:
        add("German attack on turn 1", "first_turn", "5.2a")
    if any(supply(g, unit) == NONE for unit in attackers):
        add("attackers out of supply", "attacker_oos", "8.6a")
    if all(supply(g, unit) == NONE for unit in defenders):
        add("defenders out of supply", "defender_oos", "8.6b")
    feature = _terrain(g, hex)
    add(feature, feature, FEATURES[feature])
    if all((g.at[unit], hex) in rules.river for unit in attackers):
        add("all attack across a river", "river", "11.5.1e")
    if side == SOVIET and g.fortifications >> hex & 1:
        add("fortification", "fortification", "11.5.2")
    if g.naval == hex:
        add("naval support", f"naval_{side}", "11.5.3a" if side == GERMAN else "11.5.3b")
    if g.air >= 0 and rules.grid.distance(g.air, hex) <= charts.value("air.radius"):
        add("air support", f"air_{side}", "11.5.3a" if side == GERMAN else "11.5.3b")
    if concentric(g, hex, attackers):
        add("concentric attack", "concentric", "11.5.4")
    return lines


def _terrain(g: Position, hex: Hex) -> str:
    """11.5.1f: the best of the hex's features for the defender."""
    features = [g.rules.board.terrain[hex]]
    features += ["city"] * (g.rules.cities >> hex & 1) + ["town"] * (g.rules.towns >> hex & 1)
    return max(features, key=lambda feature: g.rules.charts.value(f"drm.{feature}"))


def concentric(g: Position, hex: Hex, attackers: Sequence[Unit]) -> bool:
    """11.5.4: from two opposite hexes, from three each one apart, or from four; never against a city."""
    if g.rules.cities >> hex & 1:
        return False
    grid = g.rules.grid
    found = {grid.direction(hex, g.at[unit]) for unit in attackers}
    sides = {d for d in found if d is not None}
    opposite = any((d + 3) % 6 in sides for d in sides)
    alternate = sides >= {0, 2, 4} or sides >= {1, 3, 5}
    return opposite or alternate or len(sides) >= 4


def result_of(g: Position, column: str, die: int, hex: Hex) -> str:
    """11.5f, 11.5.1d: the table's result, read in its first or last row beyond them (G6), converted in a city."""
    result = g.rules.crt.result(column, die)
    return CONVERTED.get(result, result) if g.rules.cities >> hex & 1 else result
