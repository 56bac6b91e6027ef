"""A movement phase planned as a whole: strikes are massed first, then everybody else finds his place in the line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from grognard.bots.knowledge.battles.assaults import promise
from grognard.bots.knowledge.battles.battles import column_of, outcome
from grognard.bots.knowledge.battles.ground import pulls, reach, strength, tables, worth
from grognard.bots.knowledge.battles.threats import secure, watched
from grognard.bots.knowledge.battles.weights import weights
from grognard.bots.knowledge.questions import place_name
from grognard.games.battles.movement import movers
from grognard.games.battles.position import ATTACK, AXIS, ENEMY, ENTERED, MOVED, NONE, Position, Unit
from grognard.games.battles.routes import destinations
from grognard.games.battles.supply import hqs_for, level, lines, served_from
from grognard.hexes import Hex, HexSet, members


class Stance(NamedTuple):
    """How a phase is planned: how much strikes, danger, and ground count."""

    name: str
    strike: float
    danger: float
    pull: float


STANCES = (
    Stance("attack along the front", 1.0, 0.8, 1.0),
    Stance("hold and strike where it is safe", 0.6, 1.6, 0.7),
    Stance("press on", 1.2, 0.4, 1.6),
    Stance("fall back", 0.2, 2.5, 0.3),
)


class March(NamedTuple):
    """Units that go to a hex."""

    units: tuple[Unit, ...]
    hex: Hex


class Strike(NamedTuple):
    """Units brought together against an enemy stack, and what that promises."""

    value: float
    target: Hex
    marches: tuple[tuple[Unit, Hex], ...]


@dataclass(slots=True)
class Paper:
    """The side's units as they would stand."""

    g: Position
    side: str
    stance: Stance
    open: dict[Unit, frozenset[Hex]]  # where each can go, its own hex too
    at: dict[Unit, Hex] = field(default_factory=dict)
    stacks: dict[Hex, list[Unit]] = field(default_factory=dict)
    power: dict[Hex, float] = field(default_factory=dict)  # enemy attack strength that can come against a hex
    fixed: set[Unit] = field(default_factory=set)  # whose place is decided

    @classmethod
    def of(cls, g: Position, side: str, stance: Stance) -> Paper:
        paper = cls(g, side, stance, {})
        for unit in g.on_map(side):
            paper._put(unit, g.at[unit])
        for unit in movers(g):
            if not g.flags[unit] & MOVED or g.flags[unit] & ENTERED:
                paper.open[unit] = frozenset(destinations(g, (unit,)).cost)
        table = tables(g.rules)
        for unit in g.on_map(ENEMY[side]):
            if g.can_attack(unit) and level(g, unit) != NONE:
                attack = strength(g, unit)[0] * (1.0 if level(g, unit) == ATTACK else 0.7)
                for hex in members(table.disc[g.at[unit]][reach(g, unit)]):
                    paper.power[hex] = paper.power.get(hex, 0.0) + attack
        return paper

    def _put(self, unit: Unit, hex: Hex) -> None:
        old = self.at.get(unit)
        if old is not None:
            self.stacks[old].remove(unit)
        self.at[unit] = hex
        self.stacks.setdefault(hex, []).append(unit)

    def send(self, unit: Unit, hex: Hex) -> None:
        """A unit's place is decided."""
        self._put(unit, hex)
        self.fixed.add(unit)

    def staying(self, hex: Hex) -> list[Unit]:
        """The units in a hex whose place is decided."""
        return [u for u in self.stacks.get(hex, ()) if u in self.fixed]

    def room(self, hex: Hex, units: Sequence[Unit]) -> bool:
        """11.1: whether units fit with those whose place in the hex is decided or who cannot leave it."""
        rules = self.g.rules
        there = [u for u in self.stacks.get(hex, ()) if u in self.fixed or u not in self.open]
        both = {*there, *units}
        return sum(rules.size[u] for u in both) <= rules.stack_limit


# --- strikes ----------------------------------------------------------------------------------------------------------


def strikes(paper: Paper) -> Iterator[Strike]:
    """The best strikes, one after the other, each with units that no other has taken."""
    g, w = paper.g, weights()
    taken: set[Unit] = set()
    found: dict[Hex, Strike] = {}
    targets = set(members(g.occupied[ENEMY[paper.side]]))
    while targets:
        for target in list(targets):
            known = found.get(target)
            if known is None or any(u in taken for u, _ in known.marches):
                strike = _mass(paper, target, taken)
                if strike is None or strike.value * paper.stance.strike < w.least:
                    targets.discard(target)
                    found.pop(target, None)
                else:
                    found[target] = strike
        if not found:
            return
        best = max(found.values(), key=lambda strike: strike.value)
        yield best
        taken.update(u for u, _ in best.marches)
        targets.discard(best.target)
        del found[best.target]


def _mass(paper: Paper, target: Hex, taken: set[Unit]) -> Strike | None:
    """Groups brought up one by one, each where it helps most, as long as they help."""
    g, rules = paper.g, paper.g.rules
    places = [hex for hex in rules.near(target) if not g.occupied[ENEMY[paper.side]] >> hex & 1]
    candidates = list(_candidates(paper, places, taken))
    if not candidates:
        return None
    placed: dict[Unit, Hex] = {}
    best = 0.0
    while candidates:
        scored = []
        for units, hex in candidates:
            if any(u in placed for u in units):
                continue
            there = [u for u, h in placed.items() if h == hex]
            if paper.room(hex, (*there, *units)):
                trial = {**placed, **dict.fromkeys(units, hex)}
                scored.append((promise(g, target, trial, paper.staying), units, hex))
        if not scored:
            break
        gain, units, hex = max(scored, key=lambda one: (one[0], -one[2]))
        if gain < best + 0.03 and len(placed) >= 2:
            break
        if gain < best - 0.5:
            break
        best = max(best, gain)
        placed |= dict.fromkeys(units, hex)
        if len(placed) >= 8:
            break
    if best <= 0:
        return None
    return Strike(best, target, tuple(placed.items()))


def _candidates(paper: Paper, places: Sequence[Hex], taken: set[Unit]) -> Iterator[tuple[tuple[Unit, ...], Hex]]:
    """Units, alone or with their division, and a hex beside the target they can be in."""
    g = paper.g
    divisions: dict[tuple[str, Hex], list[Unit]] = {}
    for unit in g.on_map(paper.side):
        if unit in taken or unit in paper.fixed or not g.can_attack(unit) or level(g, unit) == NONE:
            continue
        for hex in places:
            if g.at[unit] == hex or hex in paper.open.get(unit, ()):
                yield (unit,), hex
                if id := g.rules.formation[unit]:
                    divisions.setdefault((id, hex), []).append(unit)
    for (_, hex), units in divisions.items():
        if len(units) > 1:
            yield tuple(units[:4]), hex


# --- the others -------------------------------------------------------------------------------------------------------


class Sight:
    """What a hex is worth to a unit that goes there, all others as they stand on paper."""

    def __init__(self, paper: Paper) -> None:
        self.paper, g, side = paper, paper.g, paper.side
        self.g, self.w, self.table = g, weights(), tables(g.rules)
        self.pull, self.enemy_pull = pulls(g, side), pulls(g, ENEMY[side])
        self.supplied, self.secure = lines(g, side), secure(g, side)
        self.watched = watched(g, ENEMY[side])
        self.far = self.table.escapes.get(side)
        self.fed: dict[Unit, HexSet] = {}
        self.covered: HexSet = 0
        for hex, units in paper.stacks.items():
            if any(u in paper.fixed or u not in paper.open for u in units):
                self.cover(hex)
        self.front = g.occupied[ENEMY[side]]
        for _ in range(5):
            self.front = g.rules.grid.spread(self.front)

    def cover(self, hex: Hex) -> None:
        """A unit stands there now."""
        self.covered |= self.g.rules.next_to[hex] | 1 << hex

    def best(self, unit: Unit, *, hungry: bool = True) -> Hex:
        """Where the unit is worth most, with or without a thought of its supply."""
        g, paper = self.g, self.paper
        here = g.at[unit]
        options = [hex for hex in (*paper.open[unit], here) if paper.room(hex, (unit,))]

        def use(hex: Hex) -> tuple[float, int]:
            return self.score(unit, hex, hungry) + 0.02 * (hex == here), -hex

        return max(options, key=use, default=here)

    def score(self, unit: Unit, hex: Hex, hungry: bool) -> float:
        """What the hex is worth to the unit."""
        g, w, stance = self.g, self.w, self.paper.stance
        rules = g.rules
        price = w.step * g.steps(unit) * worth(g, unit)
        there = [
            u
            for u in self.paper.stacks.get(hex, ())
            if u != unit and (u in self.paper.fixed or u not in self.paper.open)
        ]
        total = stance.pull * w.pull * worth(g, unit) * self.pull.get(hex, 0.0)
        total -= stance.danger * self._danger(hex, [*there, unit])
        if hungry and not self._is_supplied(unit, hex):
            total -= 2 * w.cut_off * price * (1 + 0.5 * stance.danger)
        fresh = (rules.next_to[hex] | 1 << hex) & ~self.covered & self.front
        total += w.bar * sum([self.enemy_pull.get(h, 0.0) for h in members(fresh)])
        if self.far is not None and unit in self.table.escaping:
            total -= w.escape * (1 + 2 * g.turn / rules.turns) * min(self.far[hex], 15)
        if there and self.watched >> hex & 1 and all(u in rules.hqs for u in there):
            total += w.escort * w.hq
        if not self.secure >> hex & 1:
            total -= w.seal * price * stance.danger
        own = self.table.worth.get(hex, 0.0)
        if own and g.controls(self.paper.side, hex):
            total += w.hold * w.point * own * (self._fall(hex, there) - self._fall(hex, [*there, unit]))
        elif own and not there and self.front >> hex & 1:
            total += w.guard * w.point * own
        if id := rules.formation[unit]:
            mates = sum(rules.formation[u] == id for u in there)
            strangers = any(rules.formation[u] not in ("", id) for u in there)
            total += w.together * (min(mates, 1) - 0.5 * strangers)
        return total

    def _fall(self, hex: Hex, units: Sequence[Unit]) -> float:
        """How likely the enemy has the hex after his next turn if these units hold it."""
        power = self.paper.power.get(hex, 0.0)
        if not power:
            return 0.0
        if not units:
            return 1.0
        defence = sum(strength(self.g, u)[1] for u in units)
        shift = 2 - self.table.shift[hex] - self.g.forts.get(hex, 0) - 2 * (self.g.fortresses >> hex & 1)
        column = column_of(0.6 * power, max(defence, 0.5), shift)
        return outcome(column, min(sum(self.g.steps(u) for u in units), 6), False)[2]

    def _danger(self, hex: Hex, units: Sequence[Unit]) -> float:
        g, w = self.g, self.w
        power = self.paper.power.get(hex, 0.0)
        if not power:
            return 0.0
        defence = sum(strength(g, u)[1] for u in units)
        shift = 2 - self.table.shift[hex] - g.forts.get(hex, 0) - 2 * (g.fortresses >> hex & 1)
        steps = sum(g.steps(u) for u in units)
        column = column_of(0.6 * power, max(defence, 0.5), shift)
        _, lost, left = outcome(column, min(max(steps, 1), 6), False)
        prices = sum(w.step * g.steps(u) * worth(g, u) + (w.hq if u in g.rules.hqs else 0) for u in units)
        return w.danger * (lost / max(steps, 1) * prices + left * w.retreat * len(units)) / len(units)

    def _is_supplied(self, unit: Unit, hex: Hex) -> bool:
        g = self.g
        if not self.supplied >> hex & 1:
            return False
        if g.owners[unit] == AXIS or unit in g.rules.hqs:
            return True
        return any(self._fed(hq) >> hex & 1 for hq in hqs_for(g, unit))

    def _fed(self, hq: Unit) -> HexSet:
        """The hexes that an HQ feeds from where it will stand."""
        if hq not in self.fed:
            place = self.paper.at[hq]
            self.fed[hq] = served_from(self.g, hq, place) if self.supplied >> place & 1 else 0
        return self.fed[hq]


def settle(paper: Paper) -> None:
    """Everybody else goes where he is worth most: the HQs where their units will be, then the strongest first."""
    g, rules = paper.g, paper.g.rules
    waiting = [u for u in paper.open if u not in paper.fixed and u not in rules.hqs and u not in rules.bridging]
    hqs = [u for u in paper.open if u in rules.hqs]
    if hqs:
        sight = Sight(paper)
        wish = paper.at | {unit: sight.best(unit, hungry=False) for unit in waiting}
        for hq in hqs:
            paper.send(hq, _headquarters(paper, hq, wish))
    sight = Sight(paper)
    for unit in sorted(waiting, key=lambda u: (-worth(g, u), u)):
        best = sight.best(unit)
        paper.send(unit, best)
        sight.cover(best)
    for hq in hqs:  # now it is known who will be where: better beside somebody than alone
        paper.send(hq, _headquarters(paper, hq, paper.at))
    for unit in [u for u in paper.open if u in rules.bridging and u not in paper.fixed]:
        paper.send(unit, _bank(paper, unit))


def _bank(paper: Paper, unit: Unit) -> Hex:
    """Where a bridging unit is of most use: at a major river with something worth crossing it for, and with friends."""
    g, rules = paper.g, paper.g.rules
    pull = pulls(g, paper.side)

    def use(hex: Hex) -> float:
        over = [
            there for there in rules.near(hex) if (hex, there) in rules.major and (hex, there) not in rules.crossings
        ]
        gain = max((pull.get(there, 0.0) for there in over), default=pull.get(hex, 0.0) * 0.3 - 1.0)
        friends = sum(len(paper.stacks.get(h, ())) for h in (hex, *rules.near(hex)))
        return gain + 0.3 * min(friends, 4) - 0.05 * paper.power.get(hex, 0.0)

    return max((hex for hex in (*paper.open[unit], g.at[unit]) if paper.room(hex, (unit,))), key=lambda h: (use(h), -h))


def _headquarters(paper: Paper, hq: Unit, wish: dict[Unit, Hex]) -> Hex:
    """Within reach of as many of its own as can be where they want to go, in supply, and out of the enemy's."""
    g, rules = paper.g, paper.g.rules
    side = paper.side
    own = [u for u in g.on_map(side) if rules.colour[u] == rules.colour[hq] and u != hq]
    if not own:
        own = [u for u in g.on_map(side) if u not in rules.hqs]
    far, supplied = rules.grid.distance, lines(g, side)
    enemies, within_reach = g.occupied[ENEMY[side]], watched(g, ENEMY[side])
    table = tables(rules)

    def use(hex: Hex) -> float:
        fed = served_from(g, hq, hex) if supplied >> hex & 1 else 0
        near = sum(far(hex, wish[u]) for u in own) / max(len(own), 1)
        with_it = [u for u in paper.stacks.get(hex, ()) if u not in rules.hqs]
        alone = not any(u in paper.fixed or u not in paper.open for u in with_it)
        close = 3.0 * bool(table.disc[hex][2] & enemies) + 1.0 * bool(table.disc[hex][3] & enemies)
        return (
            sum(fed >> wish[u] & 1 for u in own)
            - 0.15 * near
            - close * (2.0 if alone else 1.0)
            - (0.3 if alone else 0.05) * paper.power.get(hex, 0.0)
            - 2.0 * (alone and within_reach >> hex & 1)
            + 4.0 * (supplied >> hex & 1)
        )

    options = [hex for hex in (*paper.open[hq], g.at[hq]) if paper.room(hex, (hq,))]
    return max(options, key=lambda hex: (use(hex), -hex), default=g.at[hq])


# --- the whole phase --------------------------------------------------------------------------------------------------


def planned(g: Position, side: str, stance: Stance, most: int) -> tuple[list[str], str]:
    """The moves of a phase with so many strikes at most, in words, and the aim of the greatest strike."""
    paper = Paper.of(g, side, stance)
    aim = ""
    if g.phase.endswith("movement") and stance.strike:
        for strike in islice(strikes(paper), most):
            for unit, hex in strike.marches:
                paper.send(unit, hex)
            aim = aim or f"strike at {place_name(g, strike.target)}"
    settle(paper)
    return list(_words(g, paper)), aim or stance.name


def _words(g: Position, paper: Paper) -> Iterator[str]:
    """Units that go from one hex to another together go in one move, if they can."""
    by_way: dict[tuple[Hex, Hex], list[Unit]] = {}
    for unit, hex in paper.at.items():
        if hex != g.at[unit] and unit in paper.open:
            by_way.setdefault((g.at[unit], hex), []).append(unit)
    for (_, hex), units in by_way.items():
        together = len(units) > 1 and hex in destinations(g, tuple(units)).cost
        for party in [units] if together else [[u] for u in units]:
            yield " ".join(("move", *g.names(party), g.hexname(hex)))
