"""7.5.2k to r: retreats, forced and voluntary."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.decision import DONE, Choices, Decision, Procedure, Words, offer, put
from grognard.events import Retreated
from grognard.games.bugriver.position import ENEMY, Position, Unit
from grognard.games.bugriver.stacking import room_for
from grognard.games.bugriver.tables import LEG
from grognard.games.bugriver.terrain import STREAM, WATER
from grognard.games.bugriver.zoc import ezoc
from grognard.hexes import Hex
from grognard.mechanics.verbs import split
from grognard.ruling import OK, Ruling, no

Path = tuple[Hex, ...]
LONGEST = 2  # hexes (7.5.2k)
ROUGH = ("forest", "marsh")  # 7.5.2l


# --- ways -------------------------------------------------------------------------------------------------------------


def may_cross(g: Position, units: Sequence[Unit], a: Hex, b: Hex) -> Ruling:
    """7.5.2o, G42: what no retreat may enter or cross, zones of control apart."""
    side, there, terrain = g.owner(units[0]), g.hexname(b), g.rules.terrain
    if not g.rules.land >> b & 1:
        return no("7.5.2o", f"{there} is off the map")
    if g.occupied[ENEMY[side]] >> b & 1:
        return no("7.5.2o", f"the enemy is in {there}")
    if terrain.between(a, b, g.bridges) in WATER:
        return no("7.5.2o", f"no bridge leads from {g.hexname(a)} to {there}")
    classes = frozenset(g.rules.klass[unit] for unit in units)
    if not terrain.open_to(classes, b) and (a, b) not in terrain.linked:
        return no("7.5.2o", f"the terrain of {there} is prohibited to them")
    return OK


def onward(g: Position, units: Sequence[Unit], path: Path, *, forced: bool) -> list[Hex]:
    """The hexes a group that retreats may go on to: towards supply (7.5.2n, G42), one hex or two (7.5.2k)."""
    here = path[-1]
    if len(path) > LONGEST or (len(path) > 1 and _must_stop(g, units, path)):
        return []
    open = [b for b in g.rules.grid.neighbours[here] if b not in path and may_cross(g, units, here, b)]
    if len(path) > 1 and _mechanised(g, units):
        open = [b for b in open if not _slows(g, here, b)]
    side = g.owner(units[0])
    zone, far = ezoc(g, side), g.rules.to_supply[side]
    free = [b for b in open if not zone >> b & 1]
    choice = [b for b in free if room_for(g, units, b)]
    if forced and len(path) == 1:  # G43: EZOCs are avoided first, then hexes that are too full
        choice = choice or free or [b for b in open if room_for(g, units, b)] or open
    if not choice:
        return []
    least = min(_grade(far, here, b) for b in choice)
    if least > 0 and not forced:
        return []  # G42: nobody retreats away from supply of his own will
    return [b for b in choice if _grade(far, here, b) == least]


def _grade(far: Sequence[int], a: Hex, b: Hex) -> int:
    """G42: -1 nearer to supply, 0 no farther, 1 away from it."""
    return (far[b] > far[a]) - (far[b] < far[a])


def _mechanised(g: Position, units: Sequence[Unit]) -> bool:
    return any(g.rules.klass[unit] != LEG for unit in units)


def _slows(g: Position, a: Hex, b: Hex) -> bool:
    """7.5.2l: what ends the retreat of mechanised units."""
    terrain = g.rules.terrain
    return terrain.between(a, b, g.bridges) == STREAM or terrain.ground[b] in ROUGH


def _must_stop(g: Position, units: Sequence[Unit], path: Path) -> bool:
    """7.5.2l, 7.5.2p: whether a retreat ends where it is."""
    entered_zone = bool(ezoc(g, g.owner(units[0])) >> path[-1] & 1)
    return entered_zone or (_mechanised(g, units) and _slows(g, path[-2], path[-1]))


def why_not_there(g: Position, units: Sequence[Unit], path: Path, hex: Hex, *, forced: bool) -> Ruling:
    """Why a group cannot retreat to a hex."""
    here, there, side = path[-1], g.hexname(hex), g.owner(units[0])
    if len(path) > LONGEST:
        return no("7.5.2k", f"a retreat is at most {LONGEST} hexes long")
    if hex not in g.rules.grid.neighbours[here]:
        return no("7.5.2k", f"{there} is not next to {g.hexname(here)}")
    ruling = may_cross(g, units, here, hex)
    if not ruling:
        return ruling
    if len(path) > 1 and _mechanised(g, units) and (_slows(g, *path[-2:]) or _slows(g, here, hex)):
        return no("7.5.2l", "mechanised units retreat one hex only over a stream or into forest or marsh")
    if ezoc(g, side) >> hex & 1:
        return no("7.5.2p" if forced else "7.5.2o", f"{there} is in an enemy zone of control")
    if not room_for(g, units, hex):
        return no("7.5.2m", f"there is no room for them in {there}")
    return no("7.5.2n", f"{there} does not lead towards supply as others do")


# --- carrying it out --------------------------------------------------------------------------------------------------


def withdraw(g: Position, units: Sequence[Unit], path: Path) -> None:
    """A group goes its way; what it leaves and where it ends is no longer in Improved Defense (7.7b)."""
    names, side = g.hexnames(path), g.owner(units[0])
    g.end_improved(path[0], path[-1])
    for hex in path[1:-1]:
        g.pass_through(side, hex)
    aliases = [g.alias(unit) for unit in units]  # under these names the enemy has seen them go
    g.go(units, path[-1])
    for unit, alias in zip(units, aliases, strict=True):
        told = Retreated(unit=g.name(unit), path=names, how="retreats", rule="7.5.2k")
        g.tell_apart(unit, told, Retreated(unit=alias, path=names, how="retreats", rule="7.5.2k"))


def forced_retreat(g: Position, units: Sequence[Unit]) -> Procedure[list[Unit]]:
    """7.5.2f, p, q: those who failed their checks go together; who cannot loses two points more and stays.

    Those who have gone, alive or not.
    """
    here = g.at[units[0]]
    group = list(units)
    if not onward(g, group, (here,), forced=True):
        group = [unit for unit in units if onward(g, (unit,), (here,), forced=True)]
        for unit in units:
            if unit not in group:
                _lose_more(g, unit, 2, "7.5.2q", "it cannot retreat")
    if not group:
        return []
    path = yield from _choose_way(g, group, (here,))
    zone = ezoc(g, g.owner(group[0]))
    withdraw(g, group, path)
    if zone >> path[-1] & 1:
        for unit in group:
            _lose_more(g, unit, 1, "7.5.2p", "its retreat led into a zone of control")
    return group


def _lose_more(g: Position, unit: Unit, points: int, rule: str, why: str) -> None:
    for _ in range(points):
        if g.at[unit] >= 0:
            g.lose(unit, rule, why)


def _choose_way(g: Position, units: Sequence[Unit], path: Path) -> Procedure[Path]:
    """The owner's way, where there is more than one."""
    first = onward(g, units, path, forced=True)
    if len(first) == 1 and not onward(g, units, (*path, first[0]), forced=True):
        return (*path, first[0])
    side, names = g.owner(units[0]), " ".join(g.names(units))

    def walked(words: Words) -> Path:
        return (*path, *split(g, words[1:])[1])

    def tree(words: Words) -> Choices:
        if not words:
            return offer(("verb", ("retreat",)))
        return offer(("hex", g.hexnames(onward(g, units, walked(words), forced=True))), complete=len(words) > 1,
                     explained=True)  # fmt: skip

    def why_not(words: Words, word: str) -> Ruling | None:
        hex = g.hex(word)
        return None if hex is None or not words else why_not_there(g, units, walked(words), hex, forced=True)

    words = yield from put(Decision(side, "retreat", f"Retreat {names}: one hex or two", "7.5.2f", tree, why_not))
    return walked(words)


def voluntary_retreat(g: Position, units: Sequence[Unit], second: bool) -> Procedure[list[Unit]]:
    """7.5.2g: the owner may retreat some of the units, or all, together; `second` says that nobody else is left, so
    that a retreat of all of them satisfies the second hit."""
    here, side = g.at[units[0]], g.owner(units[0])
    start = (here,)
    able = [unit for unit in units if onward(g, (unit,), start, forced=False)]
    if not able:
        return []

    def joining(group: Sequence[Unit]) -> list[Unit]:
        more = [unit for unit in able if unit not in group]
        return [unit for unit in more if onward(g, (*group, unit), start, forced=False)]

    def tree(words: Words) -> Choices:
        if not words:
            return offer(("verb", ("retreat", "stay")))
        if words[0] == "stay":
            return DONE
        group, way = split(g, words[1:])
        if not group:
            return offer(("unit", g.names(able)))
        further = g.hexnames(onward(g, group, (here, *way), forced=False))
        return offer(("hex", further), ("unit", () if way else g.names(joining(group))), complete=bool(way),
                     explained=True)  # fmt: skip

    def why_not(words: Words, word: str) -> Ruling | None:
        group, way = split(g, words[1:])
        hex, unit = g.hex(word), g.find(word)
        if hex is not None and group:
            return why_not_there(g, group, (here, *way), hex, forced=False)
        if unit is not None and unit not in units:
            return no("7.5.2g", f"{g.name(unit)} is none of those who may retreat now")
        if unit is not None and not way:
            rule = "7.5.2o" if unit not in able else "7.5.2m"
            return no(rule, f"{g.name(unit)} has no hex it could retreat to{' with the others' if group else ''}")
        return None

    names = " ".join(g.names(units))
    if len(units) == 1:
        gain = "to be spared the second hit" if second else "which spares nobody the second hit"
        prompt = f"Retreat {names} one hex or two, {gain}, or stay"
    else:
        gain = "all of them to be spared the second hit" if second else "it spares nobody the second hit"
        prompt = f"Retreat any of {names} together, one hex or two ({gain}), or stay"
    words = yield from put(Decision(side, "retreat", prompt, "7.5.2g", tree, why_not))
    if words[0] == "stay":
        return []
    group, way = split(g, words[1:])
    withdraw(g, group, (here, *way))
    return list(group)
