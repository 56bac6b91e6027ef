"""6.1 to 6.3: units under command move, engage and disengage."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.decision import Choices, Words, offer
from grognard.events import Moved
from grognard.games.eastfront.command import begin_command_of_phase, effective
from grognard.games.eastfront.commanded import (
    commanded,
    may_move,
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
from grognard.games.eastfront.routes import Path, may_move_there, may_step, onward, side_of, stops_at
from grognard.games.eastfront.stacking import room, with_room
from grognard.hexes import Hex
from grognard.mechanics.turn import Verb
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
    near = near_to(g, unit)
    barred = [ruling for hex in near if not (ruling := may_step(g, unit, (g.at[unit],), hex))]
    if len(barred) < len(near):
        return no("6.21", f"the hexes around {g.spell(g.at[unit])} hold no more units")
    nowhere = no("6.1", f"{g.name(unit)} cannot leave {g.spell(g.at[unit])}")
    if g.engaged(unit):
        nowhere = no("6.32", f"{g.name(unit)} has no friendly hex to disengage into")
    return next((ruling for ruling in barred if ruling.rule == "6.33"), nowhere)


def near_to(g: Position, unit: Unit) -> tuple[Hex, ...]:
    """The hexes a unit could step into from where it is, those of exit zones too."""
    hex = g.at[unit]
    return (*g.rules.steps[hex], *g.rules.zone_links.get(hex, ()))


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
