"""11.5 to 11.7: one attack: odds, die, result, advance."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grognard.decision import Procedure, Words, one_of, put
from grognard.events import Advanced, Attacked, Noted, Rolled
from grognard.games.oder.losses import eliminate
from grognard.games.oder.odds import (
    AUTOMATIC,
    attack_strength,
    column_for,
    defence_strength,
    modifiers,
    result_of,
)
from grognard.games.oder.position import DEFENDED, GERMAN, SOVIET, Position, Unit
from grognard.games.oder.retreat import can_retreat, retreat_all
from grognard.games.oder.stacking import no_room, room_for
from grognard.games.oder.supply import REGULAR, fly, may_fly, supply
from grognard.hexes import Hex
from grognard.mechanics.aftermath import pick
from grognard.mechanics.crt import total
from grognard.mechanics.verbs import unit_or_stay
from grognard.ruling import Ruling, no


def attack(g: Position, hex: Hex, attackers: Sequence[Unit], *, marks: bool = True) -> Procedure[list[Unit]]:
    """Fight one attack to its end; the units that have advanced. Momentum attacks leave no mark on the target."""
    defenders = list(g.stack(hex))
    if marks:
        for unit in defenders:
            g.flags[unit] |= DEFENDED
    if g.side == SOVIET:
        yield from _offer_aerial_supply(g, defenders)
    supplies = {unit: supply(g, unit) for unit in (*attackers, *defenders)}  # 8.0b: judged before the die is thrown
    result = yield from _resolve(g, hex, attackers, defenders)
    yield from _apply(g, hex, result, list(attackers), defenders, supplies)
    if g.stack(hex) or result in ("AS", "AL1"):
        return []
    return (yield from _advance(g, hex, [unit for unit in attackers if g.at[unit] >= 0]))


def _offer_aerial_supply(g: Position, defenders: Sequence[Unit]) -> Procedure[None]:
    """8.3a: before supply is judged the German may fly supplies to a unit that has no regular supply."""
    if not may_fly(g):
        return
    needy = [unit for unit in defenders if supply(g, unit) != REGULAR]
    if needy:
        groups = ("unit", g.names(needy)), ("verb", ("none",))
        question = one_of(GERMAN, "aerial-supply", "Fly supplies to a defender?", "8.3a", *groups)
        (word,) = yield from put(question)
        if word != "none":
            fly(g, g.unit(word))


def _resolve(g: Position, hex: Hex, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Procedure[str]:
    """11.5: odds, modifiers, die, result."""
    strength, against = attack_strength(g, attackers), defence_strength(g, defenders)
    column = column_for(g, g.side, strength, against)
    where = g.hexname(hex)
    g.tell(
        Attacked(
            side=g.side, hexes=(where,), units=g.names(attackers), attack=strength, defence=against,
            column=column.odds, rule="11.5c",
        )
    )  # fmt: skip
    if column.beyond:
        result = AUTOMATIC[column.beyond]
        g.tell(Noted(text=f"{column.odds} is beyond the table: {result}", result=result, rule="11.5d"))
        return result
    lines = modifiers(g, g.side, hex, attackers, defenders)
    if column.shifted:
        g.tell(Noted(text="read one column to the left on turn 1", rule="5.2b"))
    if lines:
        g.tell(Noted(text=", ".join(f"{line.what} {line.value}" for line in lines), rule="11.5e"))
    die = yield from g.roll(g.side, f"the attack on {where}", "11.5f")
    result = result_of(g, column.column, die + total(lines), hex)
    what = f"the attack on {where} ({total(lines):+d})"
    g.tell(Rolled(side=g.side, dice=(die,), what=what, result=result, rule="11.5f", fight=True))
    return result


def _apply(
    g: Position, hex: Hex, result: str, attackers: list[Unit], defenders: list[Unit], supplies: dict[Unit, str]
) -> Procedure[None]:
    """11.6: carry the result out."""
    if result in ("AL1", "EX"):
        yield from _lose_one(g, attackers, supplies, "11.6.4" if result == "AL1" else "11.6.2")
    if result == "EX":
        yield from _lose_one(g, defenders, supplies, "11.6.2")
    elif result == "DE":
        for unit in defenders:
            yield from eliminate(g, unit, supplies[unit], "11.6.5")
    elif result == "DR":
        for unit in [u for u in defenders if not can_retreat(g, u)]:
            static = unit in g.rules.static
            why = "static units do not retreat" if static else "no retreat"
            yield from eliminate(g, unit, supplies[unit], "10.1b" if static else "11.6.1e", why)
        yield from retreat_all(g, [u for u in defenders if g.at[u] == hex], supplies)


def _lose_one(g: Position, units: list[Unit], supplies: dict[Unit, str], rule: str) -> Procedure[None]:
    """11.6.2, 11.6.4: the owner picks one of his units."""
    side = g.rules.side[units[0]]

    def why_not(words: Words, word: str) -> Ruling | None:
        return no(rule, f"{word} is none of your units in this combat") if words and g.find(word) is not None else None

    unit = yield from pick(g, side, "loss", "Choose which of your units is eliminated", rule, units, "lose", why_not)
    yield from eliminate(g, unit, supplies[unit], rule)


def _advance(g: Position, hex: Hex, units: list[Unit]) -> Procedure[list[Unit]]:
    """11.7: any of the attackers may enter the empty hex, within stacking, whatever the EZOC."""
    advanced: list[Unit] = []
    while not g.rules.land_bridges >> hex & 1:
        able = [u for u in units if g.at[u] != hex and room_for(g, u, hex)]
        if not able:
            break
        prompt = f"Advance into {g.hexname(hex)}, or stay"
        why_not = partial(_why_not_advance, g, hex, units)
        words = yield from put(unit_or_stay(g, g.side, "advance", prompt, "11.7a", able, hex, why_not))
        if words == ("stay",):
            break
        unit = g.unit(words[1])
        step_in(g, unit, hex, "11.7a")
        advanced.append(unit)
    return advanced


def _why_not_advance(g: Position, hex: Hex, attackers: Sequence[Unit], words: Words, word: str) -> Ruling | None:
    unit = g.find(word)
    if not words or unit is None:
        return None
    if unit not in attackers:
        side = g.rules.side[unit]
        return no("11.7a" if side == g.side else "11.7c", f"{word} did not attack {g.hexname(hex)}")
    return no("11.7a", f"{word} has advanced") if g.at[unit] == hex else no_room(g, unit, hex)


def step_in(g: Position, unit: Unit, hex: Hex, rule: str) -> None:
    """A unit advances after combat."""
    way = g.hexnames((g.at[unit], hex))
    g.enter(unit, hex)
    g.tell(Advanced(unit=g.name(unit), path=way, how="advances", rule=rule))
