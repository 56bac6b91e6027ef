"""7, 13: airstrikes, the battles that are fought, and a round of combat."""

from __future__ import annotations

from grognard.decision import Procedure, one_of, put
from grognard.events import BattleFought, Noted
from grognard.games.eastfront.assault import repulse, repulse_number, send_back
from grognard.games.eastfront.command import begin_command_of_phase, effective, in_air_range, supported
from grognard.games.eastfront.fire import DEFENSIVE, OFFENSIVE, defence, firepower, hits, in_fortress, volley
from grognard.games.eastfront.losses import Tally, take_hits
from grognard.games.eastfront.position import ENEMY, PARADROP, Position, Unit
from grognard.games.eastfront.pursuit import stand_up
from grognard.games.eastfront.rules import FIREPOWER
from grognard.hexes import Hex
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import to_hex, unit_to_hex
from grognard.ruling import OK, Ruling, no


def begin_combat(g: Position) -> None:
    """A Combat Phase begins."""
    g.strikes, g.chosen, g.fought, g.resolving = {}, (), (), False
    begin_command_of_phase(g)
    g.airpower = {hq: max(effective(g, hq), 0) for hq in g.role}


# --- 7.14, 7.15 which battles -----------------------------------------------------------------------------------------


def battles(g: Position) -> list[Hex]:
    """All battles with units of both sides."""
    return sorted(g.battles)


def mandatory(g: Position, hex: Hex) -> str:
    """Why a battle must be fought, as the number of a rule; '' if it need not be (7.15)."""
    if hex in g.strikes:
        return "7.15"
    if g.rules.zones >> hex & 1:
        return ""  # 16.25
    if g.fresh >> hex & 1:
        return "7.15"
    fortress = g.rules.fortresses >> hex & 1 and g.battles[hex] == g.side
    return "1.46" if fortress and g.phase == "combat" else ""


def to_fight(g: Position) -> list[Hex]:
    """The active battles not yet resolved."""
    return [h for h in battles(g) if h not in g.fought and (h in g.chosen or mandatory(g, h))]


# --- 7.13, 13.1 airstrikes --------------------------------------------------------------------------------------------


def may_strike(g: Position, hq: Unit) -> Ruling:
    """Whether an HQ can assign an airstrike."""
    name = g.name(hq)
    if g.owner(hq) != g.side or hq not in g.role:
        return no("13.1", f"{name} is not an active HQ of yours")
    if g.scenario.air[g.side] == "NONE":
        return no("13.14", "you have no airpower in this scenario")
    if g.role[hq] & PARADROP:
        return no("14.2", f"{name} has spent its airpower on the paradrop")
    if effective(g, hq) < 1:
        return no("13.12", f"{name} has no airpower left")
    if hq in g.strikes.values():
        return no("13.1", f"{name} has made its airstrike")
    if g.chosen or g.resolving:
        return no("7.13", "airstrikes are assigned before any battle is activated")
    return OK


def may_strike_at(g: Position, hq: Unit, hex: Hex) -> Ruling:
    """Whether an airstrike may go into a hex."""
    if hex not in g.battles:
        return no("13.13", f"there is no battle in {g.spell(hex)}")
    if hex in g.strikes:
        return no("7.13", f"{g.spell(hex)} has an airstrike already")
    if not in_air_range(g, hq, hex):
        return no("13.11", f"{g.spell(hex)} is out of the air range of {g.name(hq)}")
    return OK


def strikers(g: Position) -> list[Unit]:
    """The HQs that can assign an airstrike."""
    return [hq for hq in g.role if _may_strike_somewhere(g, hq)]


def _targets(g: Position, hq: Unit) -> list[Hex]:
    return [hex for hex in battles(g) if may_strike_at(g, hq, hex)]


def _may_strike_somewhere(g: Position, hq: Unit) -> Ruling:
    ruling = may_strike(g, hq)
    if not ruling or any(may_strike_at(g, hq, hex) for hex in g.battles):
        return ruling
    if any(in_air_range(g, hq, hex) for hex in g.battles):
        return no("7.13", f"every battle within the air range of {g.name(hq)} has an airstrike already")
    return no("13.11", f"no battle is within the air range of {g.name(hq)}")


def _no_strike(g: Position) -> Ruling:
    able = [hq for hq in g.role if may_strike(g, hq)]
    if not able:
        return may_strike(g, next(iter(g.role))) if g.role else no("13.1", "no HQ is active")
    if any(in_air_range(g, hq, hex) for hq in able for hex in g.battles):
        return no("7.13", "every battle within air range has an airstrike already")
    return no("13.11", "no battle is within air range of an active HQ")


def _strike(g: Position, hq: Unit, hex: Hex) -> None:
    g.strikes[hex] = hq
    g.tell(Noted(text=f"{g.name(hq)} assigns an airstrike of {effective(g, hq)} to {g.spell(hex)}", rule="7.13"))


STRIKE: Verb[Position] = unit_to_hex(
    "strike",
    "7.13",
    units=strikers,
    hexes=_targets,
    nobody=_no_strike,
    why_not_unit=_may_strike_somewhere,
    why_not_hex=may_strike_at,
    carry_out=_strike,
)


# --- 7.14 optional battles --------------------------------------------------------------------------------------------


def may_choose(g: Position, hex: Hex) -> Ruling:
    """Whether a battle may be made active."""
    if hex not in g.battles:
        return no("7.14", f"there is no battle in {g.spell(hex)}")
    if g.resolving:
        return no("4.43", "all battles are selected before the first is resolved")
    if hex in g.chosen:
        return no("7.14", f"{g.spell(hex)} is selected already")
    if mandatory(g, hex):
        return no(mandatory(g, hex), f"{g.spell(hex)} will be fought in any case")
    return OK


def choosable(g: Position) -> list[Hex]:
    """The battles that need not be fought and can be chosen."""
    return [hex for hex in battles(g) if may_choose(g, hex)]


def _choose_battle(g: Position, hex: Hex) -> None:
    g.chosen = (*g.chosen, hex)
    _open(g, hex)


def _open(g: Position, hex: Hex) -> None:
    """7.14: all blocks in an active battle are turned face-up."""
    for side in ENEMY:
        g.reveal(g.stack(side, hex), "7.14")


BATTLE: Verb[Position] = to_hex(
    "battle",
    "7.14",
    hexes=choosable,
    nowhere=lambda g: no("7.14", "there is no other battle that could be fought"),
    why_not=may_choose,
    carry_out=_choose_battle,
)


# --- 7.2 resolution ---------------------------------------------------------------------------------------------------


def may_resolve(g: Position, hex: Hex) -> Ruling:
    """Whether a battle can be resolved now."""
    if hex not in g.battles:
        return no("7.21", f"there is no battle in {g.spell(hex)}")
    if hex in g.fought:
        return no("7.21", f"a round has been fought in {g.spell(hex)}")
    if hex not in to_fight(g):
        return no("7.14", f"{g.spell(hex)} is not an active battle: select it first")
    return OK


def _resolve_battle(g: Position, hex: Hex) -> Procedure[None]:
    if not g.resolving:
        g.resolving = True
        for other in to_fight(g):
            _open(g, other)
    g.fought = (*g.fought, hex)
    yield from fight(g, hex)


RESOLVE: Verb[Position] = to_hex(
    "resolve",
    "7.21",
    hexes=to_fight,
    nowhere=lambda g: no("7.21", "there is no active battle to resolve"),
    why_not=may_resolve,
    carry_out=_resolve_battle,
)


def may_end_combat(g: Position) -> Ruling:
    """7.15: every active battle is fought."""
    left = to_fight(g)
    if left:
        return no(mandatory(g, left[0]) or "7.21", f"the battle of {g.point_out(left[0])} must be fought")
    return OK


def fight(g: Position, hex: Hex) -> Procedure[None]:
    """7.22: one round: airstrike, defensive fire, offensive fire."""
    helped = bool(supported(g) >> hex & 1)
    per_step = defence(g, hex, supported=helped)
    where = g.spell(hex)
    text = f"battle of {where}{'' if helped else ', unsupported'}"
    g.tell(BattleFought(text=text, hex=g.hexname(hex), rule="7.21" if helped else "7.4"))
    tally = Tally()
    yield from _airstrike(g, hex, per_step, tally)
    if g.present(g.enemy, hex):
        yield from _defensive_fire(g, hex)
    if g.present(g.enemy, hex) and g.present(g.side, hex):
        yield from _offensive_fire(g, hex, per_step, tally)
    if tally.parts and g.at[tally.unit] >= 0:
        g.tell(Noted(text=f"hits on {g.name(tally.unit)} that make no whole step are dropped", rule="7.34"))
    for side in ENEMY:
        stand_up(g, side, hex)


def _airstrike(g: Position, hex: Hex, per_step: int | None, tally: Tally) -> Procedure[None]:
    """13.15: before all else, at the passive units; as strong as it was assigned, whatever befalls the HQ (13.13)."""
    hq = g.strikes.get(hex)
    if hq is None or per_step is None:
        return
    power = g.scenario.air[g.side]
    rolls = yield from volley(g, g.side, g.name(hq), g.airpower[hq], power, "strikes from the air", "13.15")
    yield from take_hits(g, g.stack(g.enemy, hex), hits(g, rolls, power), per_step, tally, "7.33")


def _defensive_fire(g: Position, hex: Hex) -> Procedure[None]:
    """7.22: the passive units fire; in the first round of an assault they may throw attackers back (7.51)."""
    number = repulse_number(g, hex)
    attackers, tally = g.stack(g.side, hex), Tally()
    scored = repulses = 0
    firing = _armed(g, g.enemy, hex, DEFENSIVE)
    while firing and (number or g.present(g.side, hex)):
        unit = yield from _next_to_fire(g, g.enemy, hex, firing, DEFENSIVE)
        firing.remove(unit)
        power = firepower(g, unit, hex, DEFENSIVE, largest=unit == _fortress_gunner(g, hex))
        rolls = yield from volley(g, g.enemy, g.name(unit), g.cv[unit], power, "fires", "7.31")
        if number:
            scored += hits(g, rolls, power) if rolls else 0
            repulses += sum(die <= number for die in rolls)
        elif rolls:
            yield from take_hits(g, attackers, hits(g, rolls, power), 1, tally, "7.33")
    if number:  # G16: all fire, then the repulses, then the hits on those who hold, as far as these can bear them
        repulsed = yield from repulse(g, attackers, repulses)
        holding = [unit for unit in attackers if unit not in repulsed]
        for unit in repulsed:
            send_back(g, unit)
        left = yield from take_hits(g, holding, scored, 1, tally, "7.51")
        yield from take_hits(g, repulsed, left, 1, tally, "7.51")
        for unit in repulsed:
            g.shown[unit] = 0


def _offensive_fire(g: Position, hex: Hex, per_step: int | None, tally: Tally) -> Procedure[None]:
    """7.22: the active units that are left fire; against a fortress without support they cannot hit (7.4)."""
    if per_step is None:
        g.tell(Noted(text="unsupported fire cannot hurt a fortress", rule="7.4"))
        return
    defenders = g.stack(g.enemy, hex)
    firing = _armed(g, g.side, hex, OFFENSIVE)
    while firing and g.present(g.enemy, hex):
        unit = yield from _next_to_fire(g, g.side, hex, firing, OFFENSIVE)
        firing.remove(unit)
        power = firepower(g, unit, hex, OFFENSIVE)
        rolls = yield from volley(g, g.side, g.name(unit), g.cv[unit], power, "fires", "7.31")
        if rolls:
            yield from take_hits(g, defenders, hits(g, rolls, power), per_step, tally, "7.33")


def _fortress_gunner(g: Position, hex: Hex) -> Unit | None:
    """1.46: the single largest unit of a fortress's Original Defender; of equals the one that gains most by it."""
    if not in_fortress(g, g.enemy, hex):
        return None
    units = [unit for unit in g.stack(g.enemy, hex) if not g.is_hq(unit)]
    if not units:
        return None
    power = {unit: FIREPOWER.index(firepower(g, unit, hex, DEFENSIVE)) for unit in units}
    return max(units, key=lambda unit: (g.cv[unit], -power[unit], -unit))


def _armed(g: Position, side: str, hex: Hex, mode: str) -> list[Unit]:
    """The side's units that fire in a battle: HQs do not (5.1)."""
    return [unit for unit in g.stack(side, hex) if firepower(g, unit, hex, mode) != "NONE"]


def _next_to_fire(g: Position, side: str, hex: Hex, firing: list[Unit], mode: str) -> Procedure[Unit]:
    """7.31: the owner chooses the order if the players want that; it never changes the result."""
    if g.options.get("fire_order") and len(firing) > 1:
        question = one_of(
            side, "fire", f"Which unit fires next in {g.spell(hex)}?", "7.31", ("unit", g.names(firing)), verb="fire"
        )
        words = yield from put(question)
        return g.unit(words[1])
    return max(firing, key=lambda unit: (FIREPOWER.index(firepower(g, unit, hex, mode)), g.cv[unit], -unit))
