"""Cautions: what a player may regret though the rules allow it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.decision import Words
from grognard.game import Caution
from grognard.games.oder.position import ENEMY, GERMAN, SOVIET, Position, Unit
from grognard.games.oder.regroup import arriving, entry_was_lost
from grognard.games.oder.stacking import fits, overstacked
from grognard.games.oder.supply import NONE, REGULAR, supply
from grognard.hexes import Hex
from grognard.mechanics.cautions import listed, whereabouts
from grognard.mechanics.verbs import Party, split


def warnings(g: Position, words: Words) -> list[Caution]:
    """Cautions about an action before it is played."""
    match words:
        case ("end",):
            return list(_ending(g))
        case ("declare", "movement") if g.phase == "soviet-declaration" and g.turn > 1:
            return list(_resting_shock(g))
        case ("move", *said):
            units, way = split(g, tuple(said))
            return list(_moving(g, units, way[-1])) if units and way else []
        case ("air", _) if needy := [u for u in g.on_map(GERMAN) if supply(g, u) == NONE]:
            return [
                Caution(
                    f"There is no aerial supply then, and {_out_of_supply(g, needy)}", "5.4c", whereabouts(g, needy)
                )
            ]
        case ("refuse", word) if (unit := g.find(word)) is not None and not entry_was_lost(g, unit):
            return [Caution(f"{word} never comes then; you get a point", "9.3b")]
    return []


def _ending(g: Position) -> Iterator[Caution]:
    crowded = [hex for hex in overstacked(g) if g.occupied[g.side] >> hex & 1]
    if crowded:
        text = f"{_hexes(g, crowded)} overstacked: the opponent eliminates units until the rest fit"
        yield Caution(text, "6.4", tuple(map(g.hexname, crowded)))
    if g.phase.endswith("regroup") and (late := [unit for unit in arriving(g) if not entry_was_lost(g, unit)]):
        yield Caution(f"{listed(g, late)} would not be placed and never come; you get a point for each", "9.3a")
    if g.phase == "german-support":
        left = [name for name in ("air", "naval") if getattr(g, name) < 0]
        if left:
            yield Caution(f"{' and '.join(left)} support stay{'s' * (len(left) == 1)} off the map in this turn", "5.4a")


def _resting_shock(g: Position) -> Iterator[Caution]:
    """5.3b: Shock Armies in contact that could attack if combat came first."""
    enemy = g.zoc(GERMAN)
    able = [unit for unit in g.on_map(SOVIET) if unit in g.rules.shock and enemy >> g.at[unit] & 1]
    if able:
        yield Caution(f"{listed(g, able)} may not attack if movement comes first", "5.3b", whereabouts(g, able))


def _moving(g: Position, units: Party, hex: Hex) -> Iterator[Caution]:
    then, to = g.copy(), g.hexname(hex)
    for unit in units:
        then.enter(unit, hex)
    if worse := [u for u in units if supply(g, u) == REGULAR and supply(then, u) != REGULAR]:
        cut = [u for u in worse if supply(then, u) == NONE]
        what = "out of supply" if cut else "without regular supply"
        yield Caution(f"{listed(g, cut or worse)} would be {what} in {to}", "8.1a", (to,))
    if not fits(g, then.stack(hex)):
        yield Caution(f"{to} would be overstacked: make room before the phase ends", "6.4", (to,))
    if g.side == GERMAN:
        yield from _abandoning(g, then, {g.at[unit] for unit in units})


def _abandoning(g: Position, then: Position, left: Iterable[Hex]) -> Iterator[Caution]:
    """Places the enemy could simply walk into, and what they are good for as long as he has not."""
    for hex in left:
        if then.stack(hex) or not any(g.occupied[ENEMY[g.side]] >> near & 1 for near in g.rules.near(hex)):
            continue
        where = g.hexname(hex)
        if g.rules.cities >> hex & 1 and not g.ever_held[SOVIET] >> hex & 1:
            yield Caution(f"{where} would be empty: a Soviet entry ends fortress supply and arrivals", "8.2b", (where,))
        elif g.fortifications >> hex & 1:
            yield Caution(f"{where} would be empty: a Soviet entry destroys the fortification", "7.5b", (where,))


def _out_of_supply(g: Position, units: list[Unit]) -> str:
    return f"{listed(g, units)} {'are' if len(units) > 1 else 'is'} out of supply"


def _hexes(g: Position, hexes: list[Hex]) -> str:
    return f"{' and '.join(map(g.hexname, hexes))} {'are' if len(hexes) > 1 else 'is'}"
