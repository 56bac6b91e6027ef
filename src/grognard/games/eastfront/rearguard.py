"""6.4: rearguards: the last unit in a battle falls back when all else has moved, under pursuit fire."""

from __future__ import annotations

from grognard.decision import Decision, Occasion, Procedure, put
from grognard.events import Marked
from grognard.games.eastfront.command import deactivate
from grognard.games.eastfront.commanded import last_in_battle, may_mobilize, may_stir, under_command
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.movement import engage, near_to, tell_move, use_side
from grognard.games.eastfront.position import LAND, MOVED, Position, Unit
from grognard.games.eastfront.pursuit import pursue
from grognard.games.eastfront.routes import Path, may_step, onward, stops_at
from grognard.games.eastfront.stacking import room
from grognard.hexes import Hex
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Level, branches, unit_to_hex
from grognard.ruling import OK, Ruling, no


def may_cover(g: Position, unit: Unit) -> Ruling:
    """6.41: whether a unit can be named rearguard; an active HQ can if it may mobilize (5.41)."""
    mobile = unit in g.role and g.owner(unit) == g.side
    ruling = may_mobilize(g, unit) if mobile else may_stir(g, unit)
    if not ruling:
        return ruling
    name = g.name(unit)
    if g.at[unit] not in g.battles or unit in g.entered:
        return no("6.41", f"{name} is in no battle it could retreat from")
    if not mobile and not under_command(g, unit) and not (g.phase == "movement" and g.supreme):
        return no("5.3", f"{name} is not under command, and there is no Supreme Move for it")
    if not last_in_battle(g, unit):
        return no("6.41", f"others are in the battle with {name}: the rearguard is the last to leave")
    return OK


def fallbacks(g: Position, unit: Unit) -> list[Hex]:
    """G36: where a rearguard can fall back to: a friendly hex with room, over a hexside that is not used up."""
    return [hex for hex in near_to(g, unit) if may_fall_back(g, unit, hex)]


def may_fall_back(g: Position, unit: Unit, hex: Hex) -> Ruling:
    """Whether a rearguard can be promised a place in a hex."""
    if hex not in near_to(g, unit):
        return no("6.41", f"{g.name(unit)} falls back to a hex next to {g.spell(g.at[unit])} first")
    ruling = may_step(g, unit, (g.at[unit],), hex)
    if ruling and room(g, g.side, hex) < 1:
        return no("6.21", f"{g.spell(hex)} is full")
    return ruling


def _coverers(g: Position) -> list[Unit]:
    return [u for hex in g.battles for u in g.stack(g.side, hex) if may_cover(g, u) and fallbacks(g, u)]


def _why_not_cover(g: Position, unit: Unit) -> Ruling:
    ruling = may_cover(g, unit)
    if not ruling:
        return ruling
    barred = (may_fall_back(g, unit, hex) for hex in near_to(g, unit))
    nowhere = no("6.32", f"{g.name(unit)} has no friendly hex to fall back to")
    return next((ruling for ruling in barred if ruling.rule != nowhere.rule), nowhere)


def _name_rearguard(g: Position, unit: Unit, hex: Hex) -> None:
    if unit not in g.role and not under_command(g, unit):
        g.supreme -= 1
    use_side(g, g.at[unit], hex)
    stay_behind(g, unit, hex)


def stay_behind(g: Position, unit: Unit, hex: Hex) -> None:
    """6.41: the unit is the rearguard: it waits in the battle until all else has moved, then goes to the hex."""
    g.rearguards[unit] = (g.at[unit], hex)
    g.reveal([unit], "6.41")
    g.tell(Marked(unit=g.name(unit), status=f"the rearguard in {g.spell(g.at[unit])}", rule="6.41"))


REARGUARD: Verb[Position] = unit_to_hex(
    "rearguard",
    "6.41",
    units=_coverers,
    hexes=fallbacks,
    nobody=lambda g: no("6.41", "no unit is the last of yours in a battle with a way out of it"),
    why_not_unit=_why_not_cover,
    why_not_hex=may_fall_back,
    carry_out=_name_rearguard,
)


def resolve_rearguards(g: Position) -> Procedure[None]:
    """6.41, 6.42: when all else has moved, rearguards take pursuit fire and then move."""
    for unit, (hex, fallback) in list(g.rearguards.items()):
        by_sea = unit in g.afloat
        yield from pursue(g, unit, hex)
        del g.rearguards[unit]
        if g.at[unit] >= 0:
            g.place(unit, fallback)
            g.flags[unit] |= MOVED
            g.shown[unit] = 0
            tell_move(g, unit, (hex, fallback), *(("is evacuated", "15.6") if by_sea else ("retreats", "6.41")))
            if g.present(g.enemy, fallback):
                engage(g, unit, hex, LAND)  # 16.23: from one embattled Home Exit Zone into another
            if not by_sea:
                yield from _go_on(g, unit, (hex, fallback))
        if unit in g.role:
            deactivate(g, unit)  # 5.41
        renew_battle(g, hex)
    g.afloat = frozenset()


def renew_battle(g: Position, hex: Hex) -> None:
    """6.41: those who came in while the old units left begin a battle of their own."""
    g.settle(hex)
    if g.present(g.side, hex) and g.present(g.enemy, hex):
        g.battles[hex] = g.side
        g.fresh |= 1 << hex
        for unit in g.stack(g.enemy, hex):
            g.shown[unit] = unit in g.role


def _go_on(g: Position, unit: Unit, path: Path) -> Procedure[None]:
    """The surviving rearguard completes its move; it may not engage."""
    while not stops_at(g, unit, path) and len(path) <= speed(g, unit):
        ways = {
            hex: way
            for hex, way in onward(g, unit, path).items()
            if not g.present(g.enemy, hex) and room(g, g.side, hex) > 0 and hex not in path
        }
        if not ways:
            return
        words = yield from put(_rearguard_moves(g, unit, path, list(ways)))
        if words == ("stay",):
            return
        way = ways[g.rules.grid.by_name[words[1]]]
        g.place(unit, way[-1])
        tell_move(g, unit, way[len(path) - 1 :], "falls back", "6.41")
        path = way


def _rearguard_moves(g: Position, unit: Unit, path: Path, hexes: list[Hex]) -> Decision:
    name, way = g.name(unit), g.hexnames(path)
    prompt = f"{name} has survived: move it on, or let it stay"
    onward: Level = lambda words: ("hex", g.hexnames(hexes))  # noqa: E731
    retreat = Occasion(side=g.side, says=f"{name} falls back to {g.spell(path[-1])}", units=(name,), hexes=way)
    return branches(g.side, "rearguard", prompt, "6.41", {"retreat": (onward,), "stay": ()}, occasion=retreat)
