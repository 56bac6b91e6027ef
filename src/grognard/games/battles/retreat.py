"""12.6 Retreats: the owner draws the way, away from the enemy, and what cannot be retreated is lost in steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from grognard.decision import Choices, Decision, Procedure, Words, offer, put
from grognard.events import LostStep, Retreated
from grognard.games.battles.costs import table
from grognard.games.battles.position import ENEMY, RETREATED, Position, Unit
from grognard.games.battles.routes import ground
from grognard.games.battles.shifts import has_bridge, is_fortress
from grognard.games.battles.stacking import fits
from grognard.hexes import Hex, HexSet
from grognard.mechanics.aftermath import Path, WhyNot, cheapest_steps, pick, retreat_from, way_so_far
from grognard.mechanics.verbs import split
from grognard.ruling import Ruling, no


@dataclass(slots=True)
class Flight:
    """What a force that suffers a result has done so far."""

    owner: str
    force: Sequence[Unit] = ()
    first: Sequence[Unit] = ()  # specialists whose shift was used: theirs is the first loss (12.3.4b)
    lost: dict[Unit, int] = field(default_factory=dict)  # steps by unit, in this combat (12.5r)
    fled: list[Unit] = field(default_factory=list)  # who has retreated at least one hex
    paths: list[Path] = field(default_factory=list)  # each from the hex that was left to the one it ended in
    paid: set[tuple[Hex, Hex, Hex]] = field(default_factory=set)  # where a river has taken its step: start, banks


@dataclass(slots=True)
class Group:
    """Units that retreat together."""

    units: list[Unit]
    walked: Path
    length: int  # how many hexes it must go
    carried: bool = False  # friends picked up on the way (12.6f)


# --- 12.5b2 steps -----------------------------------------------------------------------------------------------------


def lose_step(g: Position, flight: Flight, unit: Unit, rule: str) -> None:
    """Down to the next strength, or out."""
    flight.lost[unit] = flight.lost.get(unit, 0) + 1
    if g.steps(unit) == 1:
        g.eliminate(unit, rule)
    else:
        g.level[unit] += 1
        g.reshaped(unit)
        g.tell(LostStep(unit=g.name(unit), strength=g.strength(unit), rule=rule))


def next_losers(g: Position, flight: Flight, units: Iterable[Unit]) -> list[Unit]:
    """12.3.4b, 12.5r, G38: a specialist first, then those who have lost the fewest steps in this combat."""
    alive = [u for u in units if g.at[u] >= 0]
    if not flight.lost and (specialists := [u for u in flight.first if u in alive]):
        return specialists
    fewest = min((flight.lost.get(u, 0) for u in alive), default=0)
    return [u for u in alive if flight.lost.get(u, 0) == fewest]


def why_not_lose(g: Position, flight: Flight, units: Iterable[Unit]) -> WhyNot:
    """Why a unit is not the one to lose the next step."""
    force = frozenset(units)

    def why_not(words: Words, word: str) -> Ruling | None:
        unit = g.find(word)
        if words[:1] != ("lose",) or unit is None:
            return None
        if unit not in force or g.at[unit] < 0:
            return no("12.5b2", f"{word} is not one of those who suffer this result")
        specialists = [u for u in flight.first if u in force and g.at[u] >= 0]
        if not flight.lost and specialists:
            first = " or ".join(g.names(specialists))
            return no("12.3.4b", f"the specialist's shift was used: the first step is that of {first}")
        return no("12.5r", f"{word} has lost a step in this combat: first everybody else loses one")

    return why_not


# --- 12.6a-c where units can go ---------------------------------------------------------------------------------------


def is_immobile(g: Position, unit: Unit) -> bool:
    """10.5, 20.0a: who never leaves his hex: no movement allowance, or a bridge that is laid."""
    return not g.printed(unit)[2] or unit in g.bridges


def is_rooted(g: Position, unit: Unit) -> bool:
    """12.6g, 18.0a1: who cannot retreat: the immobile, and defenders in a fortress; who attacks out of it can."""
    return is_immobile(g, unit) or (g.owners[unit] != g.side and is_fortress(g, g.at[unit], g.owners[unit]))


def is_open(g: Position, flight: Flight, unit: Unit, a: Hex, b: Hex) -> bool:
    """12.6b, 12.6c, G34: whether a unit may retreat from a hex into the next."""
    enemy = ENEMY[flight.owner]
    barred = g.occupied[enemy] | g.zoc(enemy) & ~shelter(g, flight)
    return not barred >> b & 1 and can_enter(g, unit, a, b)


def shelter(g: Position, flight: Flight) -> HexSet:
    """9.0i: hexes whose units cancel enemy zones; units that are about to retreat themselves shelter nobody."""
    return g.memo(("shelter", tuple(flight.force), tuple(flight.fled)), lambda: _shelter(g, flight))


def _shelter(g: Position, flight: Flight) -> HexSet:
    found: HexSet = 0
    leaving = frozenset(u for u in flight.force if u not in flight.fled and g.at[u] >= 0 and not is_rooted(g, u))
    for unit in g.on_map(flight.owner):
        if unit not in leaving and g.can_attack(unit):
            found |= 1 << g.at[unit]
    return found


def can_enter(g: Position, unit: Unit, a: Hex, b: Hex) -> bool:
    """Whether the ground lets a unit go from a hex to the next at all: no water, nothing prohibited to its class."""
    return table(g.rules, ground(g, unit)).step(a, b) is not None


def ways(g: Position, flight: Flight, unit: Unit, walked: Path, length: int) -> Iterator[Path]:
    """G34: every way of that length, each hex one farther from where the unit stood."""
    if len(walked) > length:
        yield walked
        return
    grid = g.rules.grid
    for hex in grid.neighbours[walked[-1]]:
        if grid.distance(walked[0], hex) == len(walked) and is_open(g, flight, unit, walked[-1], hex):
            yield from ways(g, flight, unit, (*walked, hex), length)


def farthest(g: Position, flight: Flight, units: Iterable[Unit], length: int) -> int:
    """12.6a: how many hexes, of so many, those of the units can go who get the farthest."""
    able = [u for u in units if g.at[u] >= 0 and not is_rooted(g, u)]
    for far in range(length, 0, -1):
        if any(next(ways(g, flight, u, (g.at[u],), far), None) for u in able):
            return far
    return 0


def next_hexes(g: Position, flight: Flight, unit: Unit, walked: Path, length: int) -> list[Hex]:
    """12.6a: the next hexes of the longest ways there are up to the length; 12.6f, G31: to a vacant end if one is."""
    for reach in range(length, len(walked) - 1, -1):
        found = list(ways(g, flight, unit, walked, reach))
        if found:
            return cheapest_steps(found, len(walked), lambda way: not _is_vacant(g, flight, way[-1]))
    return []


def _is_vacant(g: Position, flight: Flight, hex: Hex) -> bool:
    """Whether the hex is empty but for those who have just fled there too."""
    return all(unit in flight.fled for unit in g.stack(hex))


# --- the retreat of a force -------------------------------------------------------------------------------------------


def retreat(g: Position, flight: Flight, units: Sequence[Unit], length: int, *, marks: bool = True) -> Procedure[None]:
    """12.5b: all units of a force retreat so many hexes; who cannot, loses a step for each he does not go (G71)."""
    for unit in [u for u in units if is_rooted(g, u)]:
        rule = "18.0a1" if is_fortress(g, g.at[unit], g.owners[unit]) else "12.6g"
        _lose_many(g, flight, unit, length, rule)
    left = [u for u in units if g.at[u] >= 0 and not is_rooted(g, u)]
    groups = [
        Group([u for u in left if g.at[u] == hex], (hex,), length) for hex in dict.fromkeys(g.at[u] for u in left)
    ]
    while groups:
        group = groups.pop(0)
        rest = yield from _step(g, flight, group, marks)
        groups[:0] = rest


def _lose_many(g: Position, flight: Flight, unit: Unit, count: int, rule: str) -> None:
    for _ in range(count):
        if g.at[unit] >= 0:
            lose_step(g, flight, unit, rule)


def _step(g: Position, flight: Flight, group: Group, marks: bool) -> Procedure[list[Group]]:
    """One hex of a retreat; answers with the groups that are still on their way."""
    with g.still():
        nexts = {u: next_hexes(g, flight, u, group.walked, group.length) for u in group.units}
    stuck = [u for u in group.units if not nexts[u]]
    if stuck:
        yield from _stop(g, flight, replace(group, units=stuck), marks)
        rest = [u for u in group.units if u not in stuck]
        return [replace(group, units=rest)] if rest else []
    words = yield from put(_question(g, flight, group, nexts))
    party, (hex,) = split(g, words[1:])
    going = list(party) or group.units
    others = [u for u in group.units if u not in going]
    rest_groups = [replace(group, units=others)] if others else []
    here = group.walked[-1]
    if is_unbridged(g, here, hex) and (group.walked[0], here, hex) not in flight.paid:
        flight.paid.add((group.walked[0], here, hex))
        prompt = f"The major river between {g.hexname(here)} and {g.hexname(hex)} takes a step"
        losers, why_not = next_losers(g, flight, going), why_not_lose(g, flight, going)
        loser = yield from pick(g, flight.owner, "lose-step", prompt, "12.6h", losers, "lose", why_not)
        lose_step(g, flight, loser, "12.6h")
        going = [u for u in going if g.at[u] >= 0]
        if not going:
            return rest_groups
    moved = replace(group, units=going, walked=(*group.walked, hex))
    if len(moved.walked) <= moved.length:
        return [moved, *rest_groups]
    return [*_arrive(g, flight, moved, marks), *rest_groups]


def is_unbridged(g: Position, a: Hex, b: Hex) -> bool:
    """12.6h, G35: a major river without road, railroad or bridging unit."""
    crossed = (a, b) in g.rules.crossings and (a, b) not in g.blown
    return (a, b) in g.rules.major and not crossed and not has_bridge(g, a, b)


def _stop(g: Position, flight: Flight, group: Group, marks: bool) -> Procedure[None]:
    """12.6a: no way on: the hexes that are missing are lost in steps. 11.1c: or no room."""
    missing = group.length - (len(group.walked) - 1)
    if g.at[group.units[0]] == group.walked[-1] and len(group.walked) > 1:  # they had arrived, but there was no room
        yield from _make_room(g, flight, group)
        return
    here = replace(group, length=len(group.walked) - 1)
    if len(group.walked) > 1 and _arrive(g, flight, here, marks):
        yield from _make_room(g, flight, here)
    for unit in group.units:
        _lose_many(g, flight, unit, missing, "12.6a")


def _arrive(g: Position, flight: Flight, group: Group, marks: bool) -> list[Group]:
    """12.6f: the end of a retreat: friends on the way come along; answers with who finds no room and goes farther."""
    end = group.walked[-1]
    came_on = g.at[group.units[0]] != group.walked[0]  # this is the further hex of units that found no room
    along = [] if came_on else _carried(g, flight, group)
    for unit in group.units:
        _go(g, unit, group.walked[-2:] if came_on else group.walked)
        if marks and not group.carried:
            g.flags[unit] |= RETREATED
        if unit not in flight.fled:
            flight.fled.append(unit)
    for unit, path in along:
        _go(g, unit, path, "goes along")
    if not group.carried:
        flight.paths = [way for way in flight.paths if way != group.walked[:-1] or not came_on]
        if group.walked not in flight.paths:
            flight.paths.append(group.walked)
    if fits(g, g.stack(end)):
        return []
    farther = [replace(group, length=group.length + 1)]
    carried = [unit for unit, _ in along]
    if carried and not fits(g, [u for u in g.stack(end) if u not in group.units]):  # G32
        farther.append(Group(carried, group.walked, group.length + 1, carried=True))
    return farther


def _carried(g: Position, flight: Flight, group: Group) -> list[tuple[Unit, Path]]:
    """12.6f, G32: the friends in the hexes passed through, and the way each goes on; who cannot go stays."""
    found: list[tuple[Unit, Path]] = []
    for at, hex in enumerate(group.walked[1:-1], 1):
        path = group.walked[at:]
        if is_fortress(g, hex, flight.owner):
            continue
        for unit in g.stack(hex):
            own = unit not in flight.force and unit not in flight.fled and not is_immobile(g, unit)
            if own and all(can_enter(g, unit, a, b) for a, b in pairwise(path)):
                found.append((unit, path))
    return found


def _go(g: Position, unit: Unit, path: Path, how: str = "retreats") -> None:
    for hex in path[1:-1]:
        g.pass_through(unit, hex)
    g.enter(unit, path[-1])
    g.tell(Retreated(unit=g.name(unit), path=g.hexnames(path), how=how, rule="12.6f" if how != "retreats" else "12.6a"))


def _make_room(g: Position, flight: Flight, group: Group) -> Procedure[None]:
    """11.1c, G33: no room, and no hex farther back: the owner gives up what is too much."""
    end = group.walked[-1]
    while not fits(g, g.stack(end)):
        units = [u for u in group.units if g.at[u] == end] or list(g.stack(end))
        prompt = f"{g.hexname(end)} has no room for all: choose a unit to eliminate"
        unit = yield from pick(g, flight.owner, "overstack", prompt, "11.1c", units, "lose")
        g.eliminate(unit, "11.1c", f"no room in {g.hexname(end)}")


# --- the question -----------------------------------------------------------------------------------------------------


def _question(g: Position, flight: Flight, group: Group, nexts: dict[Unit, list[Hex]]) -> Decision:
    """`retreat HEX` for all of them, or `retreat UNIT ... HEX` for some (12.6e)."""

    def common(units: Sequence[Unit]) -> list[Hex]:
        return [hex for hex in nexts[units[0]] if all(hex in nexts[u] for u in units)]

    def tree(words: Words) -> Choices:
        if not words:
            return offer(("verb", ("retreat",)))
        party, way = split(g, words[1:])
        if way:
            return offer(complete=True)
        joining = [u for u in group.units if u not in party and common((*party, u))]
        names = g.names(joining) if len(group.units) > len(party) + (not party) else ()
        return offer(("hex", g.hexnames(common(party or group.units))), ("unit", names))

    def why_not(words: Words, word: str) -> Ruling | None:
        hex = g.hex(word)
        if len(words) < 1 or hex is None:
            return None
        party, _ = split(g, words[1:])
        return _why_not_there(g, flight, group, tuple(party) or tuple(group.units), hex)

    names, here = " ".join(g.names(group.units)), g.hexname(group.walked[-1])
    prompt = retreat_from(names, here, len(group.walked), group.length)
    so_far = way_so_far(g, flight.owner, names, group.walked)
    return Decision(flight.owner, "retreat", prompt, "12.6d", tree, why_not, occasion=so_far)


def _why_not_there(g: Position, flight: Flight, group: Group, units: Sequence[Unit], hex: Hex) -> Ruling:
    here, start, there = group.walked[-1], group.walked[0], g.hexname(hex)
    if not g.rules.grid.around[here] >> hex & 1:
        return no("12.6a", f"{there} is not next to {g.hexname(here)}")
    for unit in units:
        if not can_enter(g, unit, here, hex):
            return no("12.6c", f"{g.name(unit)} cannot go to {there}: water, or ground closed to it")
        if not is_open(g, flight, unit, here, hex):
            return no("12.6b", f"{there} holds an enemy, or his zone of control without a friend that can attack")
    if g.rules.grid.distance(start, hex) != len(group.walked):
        return no("12.6a", f"{there} does not lead away from {g.hexname(start)}")
    return no(
        "12.6f", f"no way over {there} is long enough, or it ends with friends where another ends in a vacant hex"
    )
