"""Actions worth a look: marches by what they gain at first estimate, attacks and overruns by their odds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from grognard.bots.knowledge import Plan
from grognard.bots.knowledge.guderian.assaults import assaults
from grognard.bots.knowledge.guderian.compass import Compass
from grognard.bots.knowledge.guderian.ground import stack_strength
from grognard.bots.knowledge.guderian.lines import lines
from grognard.bots.knowledge.guderian.marches import (
    Candidate,
    best,
    carried_out,
    next_order,
    remember,
    times_worked_out,
    work_out,
)
from grognard.bots.knowledge.guderian.shares import shared_out
from grognard.bots.knowledge.guderian.strokes import attacks, by_the_odds, charges, cuts, of_each_target, overruns
from grognard.bots.knowledge.guderian.tasks import tasks
from grognard.bots.knowledge.guderian.weights import weights
from grognard.bots.knowledge.questions import place_name
from grognard.games.guderian import rail, reinforcements
from grognard.games.guderian.movement import MECHANISED_PHASE, MOVEMENT_PHASES, may_move, must_go_on, on_the_move
from grognard.games.guderian.position import DUE, GERMAN, SOVIET, Position, Unit
from grognard.games.guderian.routes import destinations
from grognard.games.guderian.stacking import fits
from grognard.hexes import Hex, members

Group = tuple[Unit, ...]
EACH = {GERMAN: 8, SOVIET: 4}  # destinations of one group that are kept
SOME_MOVES, SOME_FIGHTS = 12, 6  # tried in earnest: the estimate has sorted them, and a fight is tried with every throw
SOME_OVERRUNS = {GERMAN: 5, SOVIET: 3}
LOOKS = {GERMAN: 0.1, SOVIET: 0.06}  # of the breadth: how often orders are worked out in a phase
LAST_LOOKS = 2  # more of them, for what must not be left undone
LINES = 2  # of these looks: those in which lines are drawn
MARCHES = {GERMAN: 5.0, SOVIET: 6.0}  # of the breadth: marches that are judged in earnest, one upon the other


# --- marches ---------------------------------------------------------------------------------------------------------


def groups(g: Position) -> Iterator[Group]:
    """The units that would march together: a German division's regiments, a Soviet stack or one of its units."""
    ready: dict[Hex, list[Unit]] = {}
    for unit in on_the_move(g):
        ready.setdefault(g.at[unit], []).append(unit)
    for stack in ready.values():
        able = [u for u in stack if may_move(g, u)]
        fresh = [u for u in able if u not in g.hand]
        for units in (fresh, [u for u in able if u in g.hand]):
            yield from _split(g, units)


def _split(g: Position, units: list[Unit]) -> Iterator[Group]:
    pieces = g.rules.units
    kinds: dict[str, list[Unit]] = {}
    for unit in units:
        kinds.setdefault(pieces[unit].division or pieces[unit].klass, []).append(unit)
    for name, alike in kinds.items():
        if name in g.rules.divisions:
            yield tuple(alike)
        else:
            yield (alike[0],)
            if len(alike) > 1:
                yield tuple(alike[: g.rules.stack_combat])
    if "leader" in kinds and "rifle" in kinds:
        yield (*kinds["rifle"][: g.rules.stack_combat], kinds["leader"][0])


def force_of(g: Position, group: Group, side: str) -> float:
    """The strength that counts for a side: the Germans attack, the Soviets hold."""
    return stack_strength(g, group)[0 if side == GERMAN else 1]


def marches(g: Position, compass: Compass) -> Iterator[Candidate]:
    """Moves that bring strength nearer to where it is wanted, the best few of each group."""
    side = compass.side
    unfinished = must_go_on(g, g.hand) is not None
    for group in groups(g):
        force, start = force_of(g, group, side), g.at[group[0]]
        crowded = not fits(g, side, g.stack(start))
        now = compass.worth(group, force, start)
        bound = unfinished or (g.turn == 1 and side == SOVIET and g.army.get(group[0]) in g.rules.marching)
        found = []
        for hex in destinations(g, group).cost:
            if hex == start or not fits(g, side, (*g.stack(hex), *group)):
                continue
            gain = compass.worth(group, force, hex) - now + (weights()["worth"]["excess"] if crowded else 0.0)
            if gain > 0 or bound:
                found.append((gain, hex))
        for gain, hex in apart(g, found):
            yield Candidate(gain, (f"move {' '.join(g.names(group))} {g.hexname(hex)}",), frozenset(group))


def apart(g: Position, found: list[tuple[float, Hex]]) -> Iterator[tuple[float, Hex]]:
    """The best few that are not beside each other: they are judged by the same things."""
    near = count = 0
    for gain, hex in sorted(found, reverse=True):
        if not near >> hex & 1:
            yield gain, hex
            near |= g.rules.grid.around[hex]
            count += 1
            if count == EACH[g.side]:
                return


def arrivals(g: Position, compass: Compass) -> Iterator[Candidate]:
    """Reinforcements on foot, a division at a time, and by rail."""
    side = compass.side
    parties: dict[tuple[str, str], list[Unit]] = {}
    for unit in reinforcements.waiting(g):
        piece = g.rules.units[unit]
        parties.setdefault((g.due[unit][1], piece.division or piece.klass), []).append(unit)
    for (_, name), party in parties.items():
        for group in (tuple(party),) if name in g.rules.divisions else ((unit,) for unit in party):
            yield from _enter(g, compass, group)
            if side == SOVIET:
                yield from _by_rail(g, compass, group[0])


def _enter(g: Position, compass: Compass, group: Group) -> Iterator[Candidate]:
    """Onto the map at the best of its entrances, and from there on."""
    side, names = compass.side, " ".join(g.names(group))
    force = force_of(g, group, side)
    doors = [
        (compass.worth(group, force, hex), hex)
        for hex in members(reinforcements.ways_in(g, group))
        if side == SOVIET or fits(g, side, (*g.stack(hex), *group))
    ]
    if not doors:
        return
    gain, door = max(doors)
    enter = f"enter {names} {g.hexname(door)}"
    yield Candidate(1 + gain, (enter,), frozenset(group))
    inside = carried_out(g, (enter,))
    if inside is None:
        return
    onward = [
        (compass.worth(group, force, hex), hex)
        for hex in destinations(inside, group).cost
        if hex != door and fits(g, side, (*g.stack(hex), *group))
    ]
    for gain, hex in apart(g, onward):
        yield Candidate(1 + gain, (enter, f"move {names} {g.hexname(hex)}"), frozenset(group))


def _by_rail(g: Position, compass: Compass, unit: Unit) -> Iterator[Candidate]:
    if not rail.may_rail(g, unit):
        return
    force, start = force_of(g, (unit,), SOVIET), g.at[unit]
    now = 0.0 if start == DUE else compass.worth((unit,), force, start)
    found = [
        (compass.worth((unit,), force, hex) - now, hex)
        for hex in rail.rail_reach(g, unit).cost
        if hex != start and fits(g, SOVIET, (*g.stack(hex), unit))
    ]
    for gain, hex in apart(g, found):
        if gain > 0:
            yield Candidate(gain + (start == DUE), (f"rail {g.name(unit)} {g.hexname(hex)}",), frozenset((unit,)))


def trains(g: Position, compass: Compass) -> Iterator[Candidate]:
    """Divisions far behind that could ride to where they are wanted."""
    tracks = g.rules.board.line("rail").hexes
    seen: set[tuple[Hex, str]] = set()
    for unit in on_the_move(g):
        key = g.at[unit], g.rules.units[unit].klass
        if tracks >> g.at[unit] & 1 and key not in seen:
            seen.add(key)
            yield from _by_rail(g, compass, unit)


# --- by phase --------------------------------------------------------------------------------------------------------


def _marches_of(g: Position, compass: Compass) -> Iterator[Candidate]:
    """Everything that brings units to where they are wanted."""
    if g.phase != MECHANISED_PHASE and must_go_on(g, g.hand) is None:
        yield from arrivals(g, compass)
        if g.side == SOVIET:
            yield from trains(g, compass)
    yield from marches(g, compass)


def _strokes(g: Position) -> Iterator[Candidate]:
    """What is done on the march."""
    if must_go_on(g, g.hand) is None:
        yield from overruns(g)
        if g.side == GERMAN:
            yield from cuts(g)


def at_first_sight(g: Position) -> list[Plan]:
    """The likeliest single actions of the phase, the best first."""
    if g.phase in FIGHTS:
        return best(attacks(g, FIGHTS[g.phase]), SOME_FIGHTS)
    if g.phase not in MOVEMENT_PHASES:
        return []
    return best((t for t in (*_marches_of(g, Compass(g, g.side)), *_strokes(g)) if len(t.actions) == 1), SOME_MOVES)


def plans(g: Position, breadth: int) -> list[Plan]:
    """What is worth a trial, the best first: fights one by one, marches as orders for the phase."""
    if g.phase in FIGHTS:
        if g.side == GERMAN:
            return shared_out(g, GERMAN)
        likely = islice(of_each_target(attacks(g, FIGHTS[g.phase])), 2 * SOME_FIGHTS)
        return best(by_the_odds(g, FIGHTS[g.phase], likely), SOME_FIGHTS)
    if g.phase not in MOVEMENT_PHASES or must_go_on(g, g.army) is not None:
        return at_first_sight(g)
    known = next_order(g)
    if known is not None:
        return [known]
    looks = LOOKS[g.side] * breadth - times_worked_out(g)
    strokes = best((*_strokes(g), *charges(g, groups(g))), SOME_OVERRUNS[g.side])
    if looks < -LAST_LOOKS:
        return strokes if g.side == GERMAN else []
    compass = Compass(g, g.side)
    massed = assaults(g, groups(g), partial(place_name, g)) if g.phase != MECHANISED_PHASE else []
    barring = lines(g, groups(g)) if times_worked_out(g) < LINES else ()
    marching = (*_marches_of(g, compass), *massed, *barring) if looks >= 0 else ()
    segments = work_out(g, marching, tasks(g, compass, groups(g)), MARCHES[g.side] * breadth)
    remember(g, segments)
    return [*strokes, segments[0].plan] if segments else strokes


FIGHTS = {"german-combat": GERMAN, "soviet-combat": SOVIET}
