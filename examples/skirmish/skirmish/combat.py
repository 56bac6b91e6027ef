"""4: attacks."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decision import Procedure, put
from grognard.events import Advanced, Attacked, Eliminated, Retreated, Rolled
from grognard.hexes import Hex, members
from grognard.mechanics.aftermath import pick, pick_hex
from grognard.mechanics.components import Unit
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, unit_or_stay, units_against
from grognard.ruling import OK, Ruling, no
from skirmish.position import FOUGHT, LOST, Position


def may_attack(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may attack in this phase."""
    if g.owner(unit) != g.side or g.at[unit] < 0:
        return no("4.1", f"{g.name(unit)} is no unit of yours on the map")
    return no("4.1", f"{g.name(unit)} has attacked in this phase") if g.done[unit] & FOUGHT else OK


def attackers(g: Position, hex: Hex) -> list[Unit]:
    """The units that may attack a hex."""
    return [unit for unit in g.units_in(g.rules.grid.beside(1 << hex)) if may_attack(g, unit)]


def targets(g: Position) -> list[Hex]:
    """The hexes that may be attacked."""
    return g.memo("targets", lambda: [hex for hex in members(g.occupied[g.enemy]) if attackers(g, hex)])


def column(g: Position, hex: Hex, attack: int, defence: int) -> str:
    """4.2: the odds, and the shift for forest."""
    return g.rules.crt.column(attack, defence, shift=-1 if g.rules.forest >> hex & 1 else 0)


def _attack(g: Position, hexes: Way, units: Party) -> Procedure[None]:
    """4.1 to 4.4: one attack from the odds to the advance."""
    (hex,), (defender,) = hexes, g.stack(hexes[0])
    for unit in units:
        g.done[unit] |= FOUGHT
    for unit in (*units, defender):
        g.reveal(unit)
    attack, defence = sum(map(g.strength, units)), g.strength(defender)
    odds, where = column(g, hex, attack, defence), g.hexname(hex)
    told = Attacked(side=g.side, hexes=(where,), units=g.names(units), attack=attack, defence=defence, column=odds)
    g.tell(told)
    die = yield from g.roll(g.side, f"the attack on {where}", "4.3")
    result = g.rules.crt.result(odds, die)
    g.tell(Rolled(side=g.side, dice=(die,), what=f"the attack on {where}", result=result, rule="4.3"))
    if result == "AL":
        _lose(g, (yield from pick(g, g.side, "loss", "Choose a unit to lose", "4.3", units, "lose")))
    elif result == "DE":
        _lose(g, defender)
    elif result == "DR":
        yield from _retreat(g, defender)
    if not g.stack(hex):
        yield from _advance(g, hex, units)


def _lose(g: Position, unit: Unit) -> None:
    g.tell(Eliminated(unit=g.name(unit), hex=g.hexname(g.at[unit]), rule="4.3"))
    g.take_off(unit, LOST)


def _retreat(g: Position, unit: Unit) -> Procedure[None]:
    """4.3: its owner chooses where to."""
    choice = g.refuges(unit)
    if not choice:
        return _lose(g, unit)
    hex = yield from pick_hex(g, g.owner(unit), "retreat", f"Retreat {g.name(unit)}", "4.3", choice)
    path = g.hexnames((g.at[unit], hex))
    g.enter(unit, hex)
    return g.tell(Retreated(unit=g.name(unit), path=path, how="retreats", rule="4.3"))


def _advance(g: Position, hex: Hex, units: Sequence[Unit]) -> Procedure[None]:
    """4.4: one of the attackers may follow."""
    prompt = f"Advance into {g.hexname(hex)}, or stay"
    words = yield from put(unit_or_stay(g, g.side, "advance", prompt, "4.4", units, hex))
    if words != ("stay",):
        unit = g.unit(words[1])
        path = g.hexnames((g.at[unit], hex))
        g.enter(unit, hex)
        g.tell(Advanced(unit=g.name(unit), path=path, how="advances", rule="4.4"))


def _why_not_hex(g: Position, hexes: Way, units: Party, hex: Hex) -> Ruling:
    if hexes:
        return no("4.1", "an attack is against one hex")
    return no("4.1", f"there is no enemy in {g.hexname(hex)} with a unit next to it that may attack")


def _why_not_against(g: Position, hexes: Way, units: Party, unit: Unit) -> Ruling:
    return no("4.1", f"{g.name(unit)} is not next to {g.hexname(hexes[0])}")


ATTACK: Verb[Position] = units_against(
    "attack",
    "4.1",
    possible=lambda g: OK if targets(g) else no("4.1", "no unit that may attack is next to an enemy"),
    targets=lambda g, hexes: () if hexes else targets(g),
    units=lambda g, hexes, units: [unit for unit in attackers(g, hexes[0]) if unit not in units],
    why_not_hex=_why_not_hex,
    why_not_unit=may_attack,
    why_not_against=_why_not_against,
    carry_out=_attack,
)
