"""6: units under command move, engage, disengage, and fall back behind a rearguard."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.decision import Choices, Decision, Occasion, Procedure, Words, offer, put
from grognard.events import Marked, Moved
from grognard.games.eastfront.command import begin_command_of_phase, deactivate, effective
from grognard.games.eastfront.commanded import (
    commanded,
    last_in_battle,
    may_mobilize,
    may_move,
    may_stir,
    under_command,
)
from grognard.games.eastfront.crowding import may_stay
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.position import (
    ENEMY,
    INVASION,
    LAND,
    MOVED,
    PARADROP,
    RIVER,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.eastfront.pursuit import pursue
from grognard.games.eastfront.routes import Path, may_move_there, may_step, onward, side_of, stops_at
from grognard.games.eastfront.stacking import room, with_room
from grognard.hexes import Hex
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Level, branches, unit_to_hex
from grognard.ruling import OK, Ruling, no


def begin_movement(g: Position) -> None:
    """A Movement Phase begins: what is under command, and how many Supreme Moves there are (5.61)."""
    g.crossed, g.entered, g.rearguards, g.afloat, g.fresh = {}, {}, {}, frozenset(), 0
    g.command_spent = frozenset()
    for unit in range(len(g.flags)):
        g.flags[unit] &= ~MOVED
    begin_command_of_phase(g)
    g.supreme = 0
    if g.phase == "movement":
        per_cv = g.rules.charts.value("supreme.moves")
        for hq, role in g.role.items():
            if g.rules.is_supreme(hq) and not role & (PARADROP | INVASION):
                g.supreme = per_cv * max(effective(g, hq), 0)


# --- 6.1 where they can go --------------------------------------------------------------------------------------------


def movers(g: Position) -> list[Unit]:
    """The units that can make a land move now."""
    return g.memo("movers", lambda: list(_moving(g)))


def _moving(g: Position) -> Iterator[Unit]:
    """The movers one by one: units under command, and with a Supreme Move left all units."""
    near = g.rules.playable if g.phase == "movement" and g.supreme else commanded(g)
    return (u for u in g.on_map(g.side) if near >> g.at[u] & 1 and may_move(g, u) and _can_leave(g, u))


def _can_leave(g: Position, unit: Unit) -> bool:
    """Whether the unit can go anywhere: mostly the next hex is enough to say so."""
    start, open = g.at[unit], with_room(g, g.side)
    near = (b for b in g.rules.steps[start] if open >> b & 1)
    return (speed(g, unit) > 0 and any(may_step(g, unit, (start,), b) for b in near)) or bool(
        destinations(g, unit, (start,))
    )


def destinations(g: Position, unit: Unit, path: Path) -> dict[Hex, Path]:
    """Where the unit can go on to from the end of `path`, and stay."""
    key = ("to", unit, path)
    return g.memo(key, lambda: {b: way for b, way in _ways(g, unit, path).items() if may_halt(g, unit, way)})


def _ways(g: Position, unit: Unit, path: Path) -> dict[Hex, Path]:
    return g.memo(("ways", unit, path), lambda: onward(g, unit, path))


def full_on_the_way(g: Position, unit: Unit, path: Path) -> list[Hex]:
    """6.2: full hexes the unit may pass but not stay in: it can go on from there to one where it may."""
    halts = destinations(g, unit, path)
    return [b for b, way in _ways(g, unit, path).items() if b not in halts and _goes_on(g, unit, way)]


def _goes_on(g: Position, unit: Unit, way: Path) -> bool:
    if stops_at(g, unit, way) or len(way) > speed(g, unit):
        return False
    near = (b for b in g.rules.steps[way[-1]] if room(g, g.side, b) > 0)
    return any(may_step(g, unit, way, b) for b in near) or bool(destinations(g, unit, way))


def may_halt(g: Position, unit: Unit, way: Path) -> Ruling:
    """6.2: whether a unit that marches by a way may stay where it ends."""
    return may_stay(g, way[-1], lambda twin: march(twin, unit, way))


# --- 6.1 the move -----------------------------------------------------------------------------------------------------


def _possible(g: Position) -> Ruling:
    if g.somebody(("movers", g.side), lambda unit: bool(may_move(g, unit)) and _can_leave(g, unit), _moving(g)):
        return OK
    return no("5.3", "no unit under command can move" if g.role else "no HQ is active, so no unit is under command")


def _tree(g: Position, words: Words) -> Choices:
    if not words:
        return offer(("unit", g.names(movers(g))))
    unit, path = _path(g, words)
    further = [*destinations(g, unit, path), *full_on_the_way(g, unit, path)]
    halt = may_halt(g, unit, path) if len(path) > 1 else None
    return offer(("hex", g.hexnames(further)), complete=bool(halt), barred=None if halt else halt)


def _no_way_out(g: Position, unit: Unit) -> Ruling:
    """Why a unit that may move cannot leave its hex: a used-up hexside says more than enemies all around."""
    near = _near(g, unit)
    barred = [ruling for hex in near if not (ruling := may_step(g, unit, (g.at[unit],), hex))]
    if len(barred) < len(near):
        return no("6.21", f"the hexes around {g.spell(g.at[unit])} hold no more units")
    nowhere = no("6.1", f"{g.name(unit)} cannot leave {g.spell(g.at[unit])}")
    if g.engaged(unit):
        nowhere = no("6.32", f"{g.name(unit)} has no friendly hex to disengage into")
    return next((ruling for ruling in barred if ruling.rule == "6.33"), nowhere)


def _path(g: Position, words: Words) -> tuple[Unit, Path]:
    unit = g.unit(words[0])
    path: Path = (g.at[unit],)
    for word in words[1:]:
        hex = g.rules.grid.by_name[word]
        path = destinations(g, unit, path).get(hex) or _ways(g, unit, path)[hex]
    return unit, path


def _why_not(g: Position, words: Words, word: str) -> Ruling | None:
    if not words:
        unit = g.find(word)
        if unit is None:
            return None
        ruling = may_move(g, unit)
        return ruling if not ruling else _no_way_out(g, unit)
    hex = g.rules.grid.by_name.get(word)
    if hex is None:
        return None
    unit, path = _path(g, words)
    way = onward(g, unit, path).get(hex)
    if way is not None:
        return may_halt(g, unit, way)
    return may_move_there(g, unit, path, hex)


def _carry_out(g: Position, words: Words) -> None:
    with g.as_offered():
        unit, path = _path(g, words)
    march(g, unit, path)


def march(g: Position, unit: Unit, path: Path) -> None:
    """A land move, under command or for a Supreme Move (6.52)."""
    if not under_command(g, unit):
        g.supreme -= 1
    go(g, unit, path)


MOVE: Verb[Position] = Verb("move", "4.42", _possible, _tree, _why_not, _carry_out)


def go(g: Position, unit: Unit, path: Path, how: str = "moves", rule: str = "6.1") -> None:
    """Move a unit along a path, out of one battle or into another."""
    start, end = path[0], path[-1]
    leaves = start in g.battles
    if leaves:
        use_side(g, start, path[1])
        how = "disengages"
    engages = g.present(ENEMY[g.owner(unit)], end)
    g.place(unit, end)
    g.settle(start)
    g.flags[unit] |= MOVED
    tell_move(g, unit, path, "engages" if engages else how, "6.31" if engages else rule)
    if unit not in g.role:
        g.shown[unit] = 0
    if engages:
        a, b = path[-2:]
        if not leaves:
            use_side(g, a, b)
        wet = (a, b) in g.rules.river or (a, b) in g.rules.strait
        engage(g, unit, a, RIVER if wet else LAND)


def use_side(g: Position, a: Hex, b: Hex) -> None:
    """6.33: one more unit over a hexside of a battle."""
    g.crossed[side_of(a, b)] = g.crossed.get(side_of(a, b), 0) + 1


def engage(g: Position, unit: Unit, whence: Hex, manner: str) -> None:
    """6.31: a unit joins a battle, or begins one."""
    hex = g.at[unit]
    g.entered[unit] = (whence, manner)
    if hex not in g.battles:
        g.battles[hex] = g.side
        g.fresh |= 1 << hex
    elif g.battles[hex] == g.side and not g.fresh >> hex & 1:
        g.reveal([unit], "7.15")


def tell_move(g: Position, unit: Unit, path: Path, how: str, rule: str) -> None:
    """The owner sees who moves, the others see a block move."""
    way = tuple(g.spell(hex) for hex in path)
    g.say(unit, Moved(unit=g.name(unit), path=way, how=how, rule=rule),
          Moved(unit=g.alias(unit), path=way, how=how, rule=rule))  # fmt: skip


# --- 6.4 rearguards ---------------------------------------------------------------------------------------------------


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
    return [hex for hex in _near(g, unit) if may_fall_back(g, unit, hex)]


def may_fall_back(g: Position, unit: Unit, hex: Hex) -> Ruling:
    """Whether a rearguard can be promised a place in a hex."""
    if hex not in _near(g, unit):
        return no("6.41", f"{g.name(unit)} falls back to a hex next to {g.spell(g.at[unit])} first")
    ruling = may_step(g, unit, (g.at[unit],), hex)
    if ruling and room(g, g.side, hex) < 1:
        return no("6.21", f"{g.spell(hex)} is full")
    return ruling


def _near(g: Position, unit: Unit) -> tuple[Hex, ...]:
    hex = g.at[unit]
    return (*g.rules.steps[hex], *g.rules.zone_links.get(hex, ()))


def _coverers(g: Position) -> list[Unit]:
    return [u for hex in g.battles for u in g.stack(g.side, hex) if may_cover(g, u) and fallbacks(g, u)]


def _why_not_cover(g: Position, unit: Unit) -> Ruling:
    ruling = may_cover(g, unit)
    if not ruling:
        return ruling
    barred = (may_fall_back(g, unit, hex) for hex in _near(g, unit))
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


# --- 5.41 mobile HQs --------------------------------------------------------------------------------------------------


def mobilizing(g: Position) -> dict[Unit, dict[Hex, Path]]:
    """The HQs that can mobilize by land, and where to."""
    return g.memo("mobilizing", lambda: _mobilizing(g))


def _mobilizing(g: Position) -> dict[Unit, dict[Hex, Path]]:
    found = {}
    for hq in g.role:
        ways = {hex: way for hex, way in _ways_off(g, hq).items() if may_settle(g, hq, way)}
        if ways:
            found[hq] = ways
    return found


def mobilizes(g: Position, hq: Unit) -> bool:
    """Whether an active HQ can mobilize by land: the first place it finds is enough to say so."""
    ways, open = _ways_off(g, hq), with_room(g, g.side)
    return any(open >> hex & 1 for hex in ways) or any(may_settle(g, hq, way) for way in ways.values())


def _ways_off(g: Position, hq: Unit) -> dict[Hex, Path]:
    """Where an active HQ can go by land, room there or not."""
    if g.owner(hq) != g.side or not may_mobilize(g, hq) or last_in_battle(g, hq):
        return {}
    return g.memo(("off", hq), lambda: onward(g, hq, (g.at[hq],)))


def may_settle(g: Position, hq: Unit, way: Path) -> Ruling:
    """6.2: whether an HQ that mobilizes by a way may stay where it ends."""
    return may_stay(g, way[-1], lambda twin: mobilize(twin, hq, way))


def mobilize(g: Position, hq: Unit, path: Path) -> None:
    """5.41: the HQ moves, then deactivates."""
    go(g, hq, path, "mobilizes", "5.41")
    stand_down(g, hq)


def stand_down(g: Position, hq: Unit) -> None:
    """5.41, 5.62: an HQ that has mobilized commands no more."""
    if g.rules.is_supreme(hq):
        g.supreme = 0
    deactivate(g, hq)
