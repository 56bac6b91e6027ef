"""Actions worth a look: marches by what they gain at first estimate, attacks and overruns by their odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp

from grognard.bots.knowledge import Plan
from grognard.bots.knowledge.guderian.ground import goals, stack_strength
from grognard.bots.knowledge.guderian.judgement import (
    advance,
    bridges,
    exposed_places,
    influence,
    learn_front,
    line_to_west,
    turns_to,
    worth_of,
)
from grognard.bots.knowledge.guderian.weights import weights
from grognard.games.guderian import combat, overrun, rail, reinforcements
from grognard.games.guderian.movement import may_move, must_go_on, on_the_move
from grognard.games.guderian.position import ATTACKED, DUE, ENEMY, GERMAN, SOVIET, Position, Unit
from grognard.games.guderian.routes import destinations
from grognard.games.guderian.stacking import fits
from grognard.games.guderian.strength import terrain_multiple
from grognard.hexes import Hex, members
from grognard.mechanics.odds import column_for

Group = tuple[Unit, ...]
EACH = 4  # destinations of one group that are kept
SOME_MOVES, SOME_FIGHTS = 12, 6  # tried in earnest: the estimate has sorted them, and a fight is tried with every throw


@dataclass(frozen=True, slots=True)
class Thought:
    """An action and what it seems to gain."""

    gain: float
    action: str


def best(thoughts: list[Thought], count: int) -> list[Plan]:
    """The likeliest actions."""
    return [Plan((thought.action,)) for thought in sorted(thoughts, key=lambda t: -t.gain)[:count]]


# --- marches ---------------------------------------------------------------------------------------------------------


class Compass:
    """What it is worth to a side to have strength in a hex, by the places it bears on and the fights it brings."""

    def __init__(self, g: Position, side: str) -> None:
        self.g, self.side = g, side
        self.pulls = _pulls(g, side)
        self.prizes = _prizes(g, side)
        if side == SOVIET:
            for hex, stake in _routes(g).items():
                self.prizes[hex] = self.prizes.get(hex, 0.0) + stake
        self.zone = g.rules.zone(g.occupied[ENEMY[side]])
        self.before_combat = g.phase in ("german-movement", "soviet-movement")
        self._known: dict[tuple[str, Hex], float] = {}

    def bearing(self, klass: str, hex: Hex) -> float:
        """What a point of strength is worth there."""
        key = klass, hex
        value = self._known.get(key)
        if value is None:
            value = sum(pull * near[klass][hex] for pull, near in self.pulls)
            self._known[key] = value
        return value

    def worth(self, group: Group, force: float, hex: Hex) -> float:
        """What it is worth to have a group in a hex."""
        value = force * self.bearing(self.g.rules.units[group[0]].klass, hex)
        if hex in self.prizes and set(self.g.stack(hex)) <= set(group):  # nobody else is there for it
            value += self.prizes[hex]
        if self.before_combat and self.zone >> hex & 1:
            value += weights()["fight"]["mine"] * self._assault(group, force, hex)
        return value

    def _assault(self, group: Group, force: float, hex: Hex) -> float:
        """The best attack the group could join from the hex."""
        g, found = self.g, 0.0
        for target in g.rules.grid.neighbours[hex]:
            if g.occupied[ENEMY[self.side]] >> target & 1 and g.rules.adjacent(hex, target):
                near = [h for h in g.rules.grid.neighbours[target] if g.occupied[self.side] >> h & 1]
                helpers = [g.stacks[h] for h in near if h != hex and not set(g.stacks[h]) & set(group)]
                attack = force + sum(stack_strength(g, stack)[0] for stack in helpers)
                # the river counts if all are across it; the group is taken to be where its first unit stands
                defence = stack_strength(g, g.stacks[target])[1] * terrain_multiple(g, target, [s[0] for s in helpers])
                column = column_for(max(1, round(attack)), max(1, round(defence)), g.rules.columns)
                found = max(found, worth_of(g.rules, self.side)[column])
        return found


def _pulls(g: Position, side: str) -> list[tuple[float, dict[str, list[float]]]]:
    """For each place, what one more point of the side's strength beside it is worth, and how near every hex is."""
    w, sums = weights()["place"], influence(g)
    left = g.rules.scenario.turns - g.turn + 1
    pulls = []
    for n, goal in enumerate(goals(g.rules)):
        mine, theirs = sums[GERMAN][n], w["guard"] * sums[SOVIET][n] + w["doubt"]
        slope = (theirs if side == GERMAN else mine * w["guard"]) / (mine + theirs) ** 2
        if goal.place.set & ~g.german_held:
            slope *= w["hope"] * exp(-turns_to(g, n) / (w["patience"] * left))
        else:
            slope *= 1 - w["held"]
        pulls.append((goal.points * slope, goal.near))
    return pulls


def _prizes(g: Position, side: str) -> dict[Hex, float]:
    """The hexes of places that the side would gain by going there, or lose if nobody stayed."""
    w, prizes = weights()["place"], dict[Hex, float]()
    for goal in goals(g.rules):
        lacking = members(goal.place.set & (~g.german_held if side == GERMAN else g.german_held))
        for hex in lacking:
            prizes[hex] = goal.points * (1 - w["hope"]) / len(lacking)
        if side == GERMAN and not lacking:
            for hex in members(goal.place.set & exposed_places(g)):
                prizes[hex] = goal.points * (1 - w["unguarded"])
            if not goal.place.set & line_to_west(g):
                for hex in members(bridges(g, goal.place.set)):
                    prizes[hex] = max(prizes.get(hex, 0.0), goal.points * (1 - w["hope"]))
    return prizes


def _routes(g: Position) -> dict[Hex, float]:
    """The hexes on and beside the Germans' best ways to the places they lack, by the points at stake."""
    ways, stakes = advance(g), dict[Hex, float]()
    for goal in goals(g.rules):
        for hex in members(goal.place.set & ~g.german_held):
            if hex in ways.cost:
                for step in ways.route(hex):
                    stakes[step] = stakes.get(step, 0.0) + goal.points / len(goal.place.hexes) / 40
    beside = dict(stakes)
    for hex, stake in stakes.items():
        for near in g.rules.grid.neighbours[hex]:
            beside[near] = max(beside.get(near, 0.0), stake / 2)
    return beside


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


def marches(g: Position, compass: Compass) -> Iterator[Thought]:
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
        found.sort(reverse=True)
        for gain, hex in found[:EACH]:
            yield Thought(gain, f"move {' '.join(g.names(group))} {g.hexname(hex)}")


def arrivals(g: Position, compass: Compass) -> Iterator[Thought]:
    """Reinforcements on foot, a division at a time, and by rail."""
    side = compass.side
    waiting = list(reinforcements.waiting(g))
    parties: dict[tuple[str, str], list[Unit]] = {}
    for unit in waiting:
        piece = g.rules.units[unit]
        parties.setdefault((g.due[unit][1], piece.division or piece.klass), []).append(unit)
    for (_, name), party in parties.items():
        whole = name in g.rules.divisions
        group = tuple(party) if whole else (party[0],)
        force = force_of(g, group, side)
        found = [
            (compass.worth(group, force, hex), hex)
            for hex in reinforcements.ways_in(g, group)
            if side == SOVIET or fits(g, side, (*g.stack(hex), *group))
        ]
        for gain, hex in sorted(found, reverse=True)[:EACH]:
            yield Thought(1 + gain, f"enter {' '.join(g.names(group))} {g.hexname(hex)}")
        if side == SOVIET:
            yield from _by_rail(g, compass, party[0])


def _by_rail(g: Position, compass: Compass, unit: Unit) -> Iterator[Thought]:
    if not rail.may_rail(g, unit):
        return
    force, start = force_of(g, (unit,), SOVIET), g.at[unit]
    now = 0.0 if start == DUE else compass.worth((unit,), force, start)
    found = [
        (compass.worth((unit,), force, hex) - now, hex)
        for hex in rail.rail_reach(g, unit).cost
        if hex != start and fits(g, SOVIET, (*g.stack(hex), unit))
    ]
    for gain, hex in sorted(found, reverse=True)[:EACH]:
        if gain > 0:
            yield Thought(gain + (start == DUE), f"rail {g.name(unit)} {g.hexname(hex)}")


def trains(g: Position, compass: Compass) -> Iterator[Thought]:
    """Divisions far behind that could ride to where they are wanted."""
    tracks = g.rules.board.line("rail").hexes
    seen: set[tuple[Hex, str]] = set()
    for unit in on_the_move(g):
        key = g.at[unit], g.rules.units[unit].klass
        if tracks >> g.at[unit] & 1 and key not in seen:
            seen.add(key)
            yield from _by_rail(g, compass, unit)


# --- fights ----------------------------------------------------------------------------------------------------------


def attacks(g: Position, side: str) -> Iterator[Thought]:
    """For each target the attack by everybody, and the smallest one at the same odds."""
    able = combat.able_attackers(g)
    for target in combat.targets(g):
        near = [u for u in able if g.rules.adjacent(g.at[u], target)]
        stacks: dict[Hex, list[Unit]] = {}
        for unit in near:
            stacks.setdefault(g.at[unit], []).append(unit)
        parties = sorted((tuple(units) for units in stacks.values()), key=lambda s: -stack_strength(g, s)[0])
        column, last = "", ""
        for count in range(1, len(parties) + 1):
            units = tuple(u for party in parties[:count] for u in party)
            column = _column(g, target, parties[:count], overrun=False)
            if column != last:
                yield from _attack(g, side, target, units, column)
            last = column


def _attack(g: Position, side: str, target: Hex, units: Group, column: str) -> Iterator[Thought]:
    gain = worth_of(g.rules, side)[column]
    place = g.rules.board.place_at.get(target)
    if place is not None:
        gain += g.rules.scenario.places.get(place.name, 0) / 10
    if gain > 0:
        places = {g.at[u] for u in units}
        leaders = tuple(
            u for u in g.rules.leader_units
            if side == SOVIET and g.at[u] in places and not g.disrupted[u] and not g.flags[u] & ATTACKED
        )  # fmt: skip
        yield Thought(gain, f"attack {g.hexname(target)} {' '.join(g.names((*units, *leaders)))} go")


def _column(g: Position, target: Hex, parties: Sequence[Group], *, overrun: bool) -> str:
    attack = sum(stack_strength(g, party)[0] for party in parties) / (2 if overrun else 1)
    multiple = terrain_multiple(g, target, [party[0] for party in parties])
    defence = stack_strength(g, g.stacks[target])[1] * multiple
    return column_for(max(1, int(attack)), max(1, round(defence)), g.rules.columns)


def overruns(g: Position) -> Iterator[Thought]:
    """For each target the strongest group beside it, if the odds are good."""
    for target in overrun.targets(g):
        parties: dict[tuple[Hex, Hex, bool], list[Unit]] = {}
        for unit in overrun.overrunners(g, target):
            parties.setdefault((g.at[unit], g.origin[unit], unit in g.hand), []).append(unit)
        for party in parties.values():
            gain = worth_of(g.rules, g.side)[_column(g, target, [tuple(party)], overrun=True)]
            if gain > 0:
                yield Thought(gain, f"overrun {g.hexname(target)} {' '.join(g.names(party))} go")


def cuts(g: Position) -> Iterator[Thought]:
    """Railroads that units in hand can cut."""
    for unit in g.hand:
        if rail.may_cut(g, unit):
            yield Thought(weights()["worth"]["rail_cut"], f"cut {g.name(unit)}")


# --- by phase --------------------------------------------------------------------------------------------------------


def _german_moves(g: Position) -> Iterator[Thought]:
    learn_front(g)
    compass = Compass(g, GERMAN)
    yield from arrivals(g, compass)
    yield from marches(g, compass)
    yield from overruns(g)
    yield from cuts(g)


def _mechanised_moves(g: Position) -> Iterator[Thought]:
    learn_front(g)
    yield from marches(g, Compass(g, GERMAN))
    yield from overruns(g)
    yield from cuts(g)


def _soviet_moves(g: Position) -> Iterator[Thought]:
    compass = Compass(g, SOVIET)
    if must_go_on(g, g.hand) is None:
        yield from arrivals(g, compass)
        yield from trains(g, compass)
        yield from overruns(g)
    yield from marches(g, compass)


MOVES: dict[str, Callable[[Position], Iterator[Thought]]] = {
    "german-movement": _german_moves,
    "german-mechanised": _mechanised_moves,
    "soviet-movement": _soviet_moves,
}
FIGHTS = {"german-combat": GERMAN, "soviet-combat": SOVIET}


def plans(g: Position) -> list[Plan]:
    """The likeliest actions of the phase, the best first."""
    if g.phase in FIGHTS:
        return best(list(attacks(g, FIGHTS[g.phase])), SOME_FIGHTS)
    return best(list(MOVES[g.phase](g)), SOME_MOVES) if g.phase in MOVES else []
