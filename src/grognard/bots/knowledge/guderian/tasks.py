"""What a Soviet commander sees to before his turn is over: no Leader alone where the Germans come, divisions within a
Leader's reach, no city left empty. Each task is offered as a march of its own, to be judged like any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import nlargest

from grognard.bots.knowledge.guderian.compass import Compass
from grognard.bots.knowledge.guderian.ground import disc, goals, stack_strength
from grognard.bots.knowledge.guderian.judgement import soviet_lines, turns_to
from grognard.bots.knowledge.guderian.marches import Candidate, called_up, carried_out
from grognard.bots.knowledge.guderian.orders import Group, march, ways_of
from grognard.bots.knowledge.guderian.threats import (
    WATCH,
    alone,
    danger,
    door,
    german_range,
    german_reach,
    is_ahead,
    threatened,
    unguarded,
    watched,
)
from grognard.games.guderian.movement import on_the_move
from grognard.games.guderian.position import SOVIET, Position, Unit
from grognard.games.guderian.reinforcements import waiting, ways_in
from grognard.games.guderian.routes import destinations, must_march
from grognard.games.guderian.stacking import fits
from grognard.hexes import Hex, HexSet, hexset, members

CHOICES = 3  # ways to do a task that are judged
POSTS = 4  # hexes that are offered to a Leader
WORTH_CALLING = 8  # times the points that a division of the South-Western Front costs: what a place must be worth
SOON = 2.0  # turns that the Germans need to a place for which help is called
IN_TIME = 0.45  # how near a place must be to where that help comes in: two marches


def tasks(g: Position, compass: Compass, groups: Iterable[Group]) -> Iterator[Candidate]:
    """Marches that see to it, for the Soviets."""
    if g.side != SOVIET:
        return
    free = [group for group in groups if not must_march(g, group[0])]
    divisions = [group for group in free if group[-1] not in g.rules.leaders]
    leaders = [u for u in on_the_move(g) if u in g.rules.leaders and not must_march(g, u)]
    yield from call_for_help(g)
    yield from _posts(g, compass, leaders)
    yield from _escorts(g, compass, divisions)
    yield from _rations(g, compass, divisions)
    yield from _garrisons(g, compass, divisions)
    yield from _watches(g, compass, divisions)


def _has_room(g: Position, group: Group, hex: Hex) -> bool:
    return hex not in g.stacks or fits(g, SOVIET, (*g.stack(hex), *group))


def _order(g: Position, group: Group, hex: Hex, gain: float) -> Candidate:
    return Candidate(gain, (march(g, group, hex),), frozenset(group))


# --- the South-Western Front -----------------------------------------------------------------------------------------


def call_for_help(g: Position) -> Iterator[Candidate]:
    """A division of the South-Western Front for a place that the Germans come to soon and nobody covers.

    Each is paid for with points (14.23), so it must be able to be there in time, and the place be worth it.
    """
    if (after := called_up(g)) is None:
        return
    unit = next(iter(after.due.keys() - g.due.keys()))
    price = g.rules.scenario.south_west_points[g.brought]
    doors = members(ways_in(after, (unit,)))
    for n, goal in enumerate(goals(g.rules)):
        if goal.points < WORTH_CALLING * price or not goal.place.set & ~g.german_held or turns_to(g, n) > SOON:
            continue
        if g.rules.grid.spread(g.rules.grid.spread(goal.place.set)) & g.occupied[SOVIET]:
            continue  # somebody is there or can go in
        near = max(doors, key=lambda hex: goal.near["rifle"][hex], default=-1)
        if near >= 0 and goal.near["rifle"][near] >= IN_TIME and fits(g, SOVIET, (*g.stack(near), unit)):
            aim = f"the South-Western Front sends a division to cover {goal.place.name}"
            enter = f"enter {after.name(unit)} {g.hexname(near)}"
            yield Candidate(goal.points, ("call", enter), frozenset((unit,)), aim)
            return


# --- Leaders ---------------------------------------------------------------------------------------------------------


def _posts(g: Position, compass: Compass, leaders: Iterable[Unit]) -> Iterator[Candidate]:
    """Leaders join divisions, best where most come into their reach; or they go where no Germans come."""
    for leader in leaders:
        group, here = (leader,), g.at[leader]
        force = stack_strength(g, group)[1]
        now = compass.worth(group, force, here)
        ways = ways_of(g, group)
        kept: list[tuple[float, Hex]] = []
        with_others = [hex for hex in ways if hex in g.stacks and _is_company(g, hex) and _has_room(g, group, hex)]
        by_himself = [hex for hex in ways if hex not in g.stacks and not threatened(g, hex)]
        for hexes, count in ((with_others, POSTS), (by_himself, POSTS // 2)):
            kept += nlargest(count, ((compass.worth(group, force, hex) - now, hex) for hex in hexes))
        for gain, hex in kept:
            yield _order(g, group, hex, gain)


def _is_company(g: Position, hex: Hex) -> bool:
    """Whether a division is in a hex."""
    return any(unit not in g.rules.leaders for unit in g.stacks[hex])


def _escorts(g: Position, compass: Compass, divisions: list[Group]) -> Iterator[Candidate]:
    """Divisions go to Leaders who are alone where Germans come."""
    for leader in alone(g):
        hex = g.at[leader]
        if threatened(g, hex):
            yield from _sent(g, compass, divisions, hex, danger(g, leader, hex))


# --- divisions -------------------------------------------------------------------------------------------------------


def _rations(g: Position, compass: Compass, divisions: list[Group]) -> Iterator[Candidate]:
    """Divisions that nobody feeds go back to where somebody does."""
    fed = soviet_lines(g)
    for group in divisions:
        here = g.at[group[0]]
        if fed >> here & 1:
            continue
        force, ways = stack_strength(g, group)[1], ways_of(g, group)
        now = compass.worth(group, force, here)
        found = (
            (compass.worth(group, force, hex) - now, hex) for hex in ways if fed >> hex & 1 and _has_room(g, group, hex)
        )
        for gain, hex in nlargest(2, found):
            yield _order(g, group, hex, gain)


def _garrisons(g: Position, compass: Compass, divisions: list[Group]) -> Iterator[Candidate]:
    """Divisions go into places in which nobody is and to which Germans can come."""
    reached: HexSet = german_reach(g) | german_range(g)
    for hex in members(unguarded(g) & reached):
        yield from _sent(g, compass, divisions, hex, compass.prizes.get(hex, 0.0))


def _watches(g: Position, compass: Compass, divisions: list[Group]) -> Iterator[Candidate]:
    """Divisions, or whoever comes in, go towards places that nobody could cover once the Germans are near."""
    empty = unguarded(g)
    for number, goal in enumerate(goals(g.rules)):
        if not goal.place.set & empty or not is_ahead(g, number):
            continue
        for place in members(goal.place.set & empty):
            if watched(g, place):
                continue
            near, prize = disc(g.rules, place, WATCH), door(g, goal)
            ways = {group: hexset(ways_of(g, group)) & near for group in divisions if len(group) == 1}
            found = [
                (prize + compass.worth(group, 0.0, hex) - compass.worth(group, 0.0, g.at[group[0]]), hex, group)
                for group, hexes in ways.items()
                if (hex := _nearest(g, place, group, hexes)) is not None
            ]
            for gain, hex, group in nlargest(CHOICES, found):
                yield _order(g, group, hex, gain)
            yield from _marched_in(g, place, near, prize)


def _marched_in(g: Position, place: Hex, near: HexSet, prize: float) -> Iterator[Candidate]:
    """The first of the divisions at each entrance comes in and marches on towards a place."""
    seen = set[str]()
    for unit in waiting(g):
        area = g.due[unit][1]
        if unit in g.rules.leaders or area in seen:
            continue
        seen.add(area)
        for gate in members(ways_in(g, (unit,))):
            enter = f"enter {g.name(unit)} {g.hexname(gate)}"
            if (inside := carried_out(g, (enter,))) is None:
                continue
            hexes = hexset(destinations(inside, (unit,)).cost) & near
            if (hex := _nearest(inside, place, (unit,), hexes)) is not None:
                move = f"move {g.name(unit)} {g.hexname(hex)}"
                yield Candidate(prize, (enter, move), frozenset((unit,)))


def _nearest(g: Position, place: Hex, group: Group, hexes: HexSet) -> Hex | None:
    """The hex nearest to a place in which there is room for a group."""
    free = (hex for hex in members(hexes) if _has_room(g, group, hex))
    return min(free, key=lambda hex: g.rules.grid.distance(hex, place), default=None)


def _sent(g: Position, compass: Compass, divisions: list[Group], hex: Hex, prize: float) -> Iterator[Candidate]:
    """The divisions that are missed least where they are, to a hex; one for each hex they come from."""
    found: dict[Hex, tuple[float, Group]] = {}
    for group in divisions:
        if len(group) > 1 or hex not in ways_of(g, group) or not _has_room(g, group, hex):
            continue
        here, force = g.at[group[0]], stack_strength(g, group)[1]
        gain = prize + compass.worth(group, force, hex) - compass.worth(group, force, here)
        if here not in found or gain > found[here][0]:
            found[here] = gain, group
    for gain, group in nlargest(CHOICES, found.values()):
        yield _order(g, group, hex, gain)
