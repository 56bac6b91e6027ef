"""15.4 to 15.6: invasions from the sea, beachheads and evacuations."""

from __future__ import annotations

from grognard.decision import Procedure, one_of, put
from grognard.events import Marked, Noted
from grognard.games.eastfront.command import effective
from grognard.games.eastfront.commanded import last_in_battle, may_stir
from grognard.games.eastfront.crowding import may_stay
from grognard.games.eastfront.geography import Sea
from grognard.games.eastfront.movement import engage, tell_move
from grognard.games.eastfront.position import (
    DEPLOYED,
    INVASION,
    LOST,
    MOVED,
    READY,
    SEA,
    SOVIET,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.eastfront.rearguard import stay_behind
from grognard.games.eastfront.routes import may_enter
from grognard.games.eastfront.sea import commanded_seas, ports_of, sea_power
from grognard.games.eastfront.stacking import room
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import unit_to_hex
from grognard.ruling import OK, Ruling, no

INFANTRY = ("infantry", "para")


def invasion_hq(g: Position, port: Hex) -> Unit | None:
    """15.41: an Invasion HQ in a port that has not yet commanded an invasion or evacuation in this phase."""
    for hq, role in g.role.items():
        if role & INVASION and g.at[hq] == port and hq not in g.command_spent and effective(g, hq) >= 0:  # 5.8
            return hq
    return None


def seas_from(g: Position, port: Hex) -> list[Sea]:
    """The commanded seas a friendly port lies on."""
    return [sea for sea in commanded_seas(g, g.side).values() if port in ports_of(g, g.side, sea)]


def coast_of(g: Position, sea: Sea) -> HexSet:
    """15.42: the hexes that can be invaded from a sea: no shoals, no mountain or marsh, whatever the weather (G71)."""
    coast = sea.coast & ~sea.shoals & g.rules.land & ~g.closed
    return sum(1 << h for h in members(coast) if g.rules.board.terrain[h] in g.rules.charts.words("invasion.terrain"))


def _ships(g: Position) -> Ruling:
    return OK if sea_power(g) else no("15.4", "the sea power rules are not used in this match")


def may_invade(g: Position, unit: Unit) -> Ruling:
    """Whether a unit can embark now."""
    ruling = _ships(g) and may_stir(g, unit)
    if not ruling:
        return ruling
    name = g.name(unit)
    if g.rules.units[unit].type not in INFANTRY:
        return no("15.41", f"{name} is not infantry")
    if invasion_hq(g, g.at[unit]) is None:
        return no("15.41", f"there is no Invasion HQ with {name} that can still command an invasion")
    if g.engaged(unit):
        return no("15.41", f"{name} is engaged")
    return OK


def may_land(g: Position, unit: Unit, hex: Hex) -> Ruling:
    """15.42: whether a unit may invade a hex."""
    where = g.spell(hex)
    if hex == g.at[unit]:
        return no("15.41", f"{g.name(unit)} is in {where} already")
    seas = seas_from(g, g.at[unit])
    if not any(sea.coast >> hex & 1 for sea in seas):
        return no("15.41", f"{where} is not on a sea you command from {g.spell(g.at[unit])}")
    if not any(coast_of(g, sea) >> hex & 1 for sea in seas):
        terrain = g.rules.board.terrain[hex]
        barred = terrain not in g.rules.charts.words("invasion.terrain")
        return no("15.42", f"{where} cannot be invaded: {f'it is {terrain}' if barred else 'there are shoals'}")
    if g.present(g.enemy, hex):
        landed = [u for u, (_, manner) in g.entered.items() if manner == SEA and g.at[u] == hex]
        if len(landed) >= g.rules.charts.value("invasion.defended"):
            return no("15.42", f"{where} is defended, and one unit has invaded it in this phase")
    ruling = may_enter(g, unit, g.at[unit], hex)
    return ruling if not ruling else may_stay(g, hex, lambda twin: _invade(twin, unit, hex))


def landings(g: Position, unit: Unit) -> list[Hex]:
    """Where a unit can invade."""
    coast = 0
    for sea in seas_from(g, g.at[unit]):
        coast |= coast_of(g, sea)
    return [hex for hex in members(coast) if may_land(g, unit, hex)]


def _invaders(g: Position) -> list[Unit]:
    if not any(role & INVASION for role in g.role.values()):
        return []
    return [unit for unit in g.on_map(g.side) if _may_invade_somewhere(g, unit)]


def _may_invade_somewhere(g: Position, unit: Unit) -> Ruling:
    ruling = may_invade(g, unit)
    if not ruling or landings(g, unit):
        return ruling
    return no("15.42", f"there is no coast in the sea of {g.spell(g.at[unit])} that {g.name(unit)} could invade")


def _invade(g: Position, unit: Unit, hex: Hex) -> None:
    start = g.at[unit]
    hq = invasion_hq(g, start)
    assert hq is not None
    g.command_spent |= {hq}
    g.place(unit, hex)
    g.flags[unit] |= MOVED
    if unit in g.rules.coastal:
        g.landed = hex
    tell_move(g, unit, (start, hex), "invades", "15.4")
    if g.present(g.enemy, hex):
        engage(g, unit, start, SEA)


INVADE: Verb[Position] = unit_to_hex(
    "invade",
    "15.4",
    units=_invaders,
    hexes=landings,
    nobody=lambda g: no("15.41", "no unit can invade now"),
    why_not_unit=_may_invade_somewhere,
    why_not_hex=may_land,
    carry_out=_invade,
)


# --- 15.6 evacuation --------------------------------------------------------------------------------------------------


def may_evacuate(g: Position, unit: Unit) -> Ruling:
    """Whether ships can fetch a unit from its coast."""
    ruling = _ships(g) and may_stir(g, unit)
    if not ruling:
        return ruling
    rulings = [may_put_in(g, unit, port) for port in _bases(g)]
    nobody = no("15.6", f"there is no active Invasion HQ whose ships could fetch {g.name(unit)}")
    return next((ruling for ruling in rulings if ruling), rulings[0] if rulings else nobody)


def havens(g: Position, unit: Unit) -> list[Hex]:
    """The friendly ports with an Invasion HQ whose ships reach the unit."""
    return [port for port in _bases(g) if may_put_in(g, unit, port)]


def _bases(g: Position) -> list[Hex]:
    return sorted({g.at[hq] for hq, role in g.role.items() if role & INVASION})


def may_put_in(g: Position, unit: Unit, port: Hex) -> Ruling:
    """15.6: whether ships can bring a unit to a port."""
    name, where = g.name(unit), g.spell(port)
    if invasion_hq(g, port) is None:
        return no("15.6", f"there is no Invasion HQ in {where} that can still fetch {name}")
    if port in g.battles:
        return no("15.6", f"{where} is embattled: an evacuation does not engage")
    if port == g.at[unit]:
        return no("15.6", f"{name} is in {where} already")
    if not any(sea.coast >> g.at[unit] & 1 for sea in seas_from(g, port)):
        return no("15.6", f"no sea you command leads from {g.spell(g.at[unit])} to {where}")
    ruling = may_enter(g, unit, g.at[unit], port)
    if not ruling:
        return ruling
    if _retreats(g, unit):  # its place is kept for it until all else has moved
        return OK if room(g, g.side, port) > 0 else no("6.21", f"{where} is full")
    return may_stay(g, port, lambda twin: _evacuate(twin, unit, port))


def _retreats(g: Position, unit: Unit) -> bool:
    return g.engaged(unit) and last_in_battle(g, unit)


def _evacuees(g: Position) -> list[Unit]:
    if not any(role & INVASION for role in g.role.values()):
        return []
    return [unit for unit in g.on_map(g.side) if g.rules.coast >> g.at[unit] & 1 and may_evacuate(g, unit)]


def _evacuate(g: Position, unit: Unit, port: Hex) -> None:
    hq = invasion_hq(g, port)
    assert hq is not None
    g.command_spent |= {hq}
    start = g.at[unit]
    if _retreats(g, unit):  # it is pursued when all else has moved (6.42)
        g.afloat |= {unit}
        stay_behind(g, unit, port)
        return
    g.place(unit, port)
    g.settle(start)
    g.flags[unit] |= MOVED
    g.shown[unit] = 0
    tell_move(g, unit, (start, port), "is evacuated", "15.6")


EVACUATE: Verb[Position] = unit_to_hex(
    "evacuate",
    "15.6",
    units=_evacuees,
    hexes=havens,
    nobody=lambda g: no("15.6", "no unit can be evacuated by sea now"),
    why_not_unit=may_evacuate,
    why_not_hex=may_put_in,
    carry_out=_evacuate,
)


# --- 15.51 the Beachhead ----------------------------------------------------------------------------------------------


def deploy_beachhead(g: Position) -> Procedure[None]:
    """15.51: in a Soviet Supply Phase a ready Beachhead may be set up where the Coastal Army has landed."""
    if g.side != SOVIET or g.beachhead != READY or g.landed < 0:
        return
    army = [unit for unit in g.rules.coastal if g.at[unit] == g.landed]
    if not army:
        return
    where = g.spell(g.landed)
    question = one_of(
        SOVIET, "beachhead", f"Set up the Beachhead in {where}?", "15.51", ("verb", ("beachhead", "wait"))
    )
    (word,) = yield from put(question)
    if word == "beachhead":
        g.beachhead, g.beachhead_at = DEPLOYED, g.landed
        g.tell(Noted(text=f"a Beachhead is set up in {where}", rule="15.51"))


def check_beachhead(g: Position) -> None:
    """15.51: a Beachhead without friends is lost when enemies enter; a landing lasts until the army moves on."""
    if g.landed >= 0 and not any(g.at[unit] == g.landed for unit in g.rules.coastal):
        g.landed = -1
    if g.beachhead == DEPLOYED and not g.present(SOVIET, g.beachhead_at) and g.present("german", g.beachhead_at):
        g.tell(Marked(unit="the Beachhead", status="lost", rule="15.51"))
        g.beachhead, g.beachhead_at = LOST, -1
