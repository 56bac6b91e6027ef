"""One full look at the map before a decision, so that whatever is tried from there is judged by what it changes."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from math import log2

from grognard.bots.knowledge.guderian.ground import FAR, Force, goals, nearness_by_hex, stack_strength, typical
from grognard.bots.knowledge.guderian.ways import Front, Routes, arrivals_of, columns, front_of, routes_of, toll, tolls
from grognard.bots.knowledge.guderian.weights import weights
from grognard.games.guderian.position import GERMAN, SOVIET, Position, Unit
from grognard.games.guderian.rules import Rules
from grognard.hexes import Hex, HexSet, hexset, members

KEPT = "bot survey"
SOON = 4  # turns within which Soviet reinforcements count as if they were there
MARCHING = ("german-movement", "german-mechanised")


class Survey:
    """What stood where when the officer looked."""

    def __init__(self, g: Position) -> None:
        self.rules, self.stacks = g.rules, g.stacks.copy()
        self.level, self.tried = g.level[:], g.tried[:]
        self.forces: dict[Hex, Force] = {hex: stack_strength(g, stack) for hex, stack in g.stacks.items()}
        none = [0.0] * len(goals(g.rules))
        self.influence = {GERMAN: none[:], SOVIET: none[:]}
        for hex, stack in g.stacks.items():
            self.bear(self.influence, hex, stack, self.forces[hex], 1)
        if g.side == SOVIET:
            self._expect(g)
        self.germans, self.zone = g.occupied[GERMAN], g.zoc(SOVIET)
        self.tolls, self.columns = tolls(g, self.forces), columns(g)
        self.horizon = g.rules.scenario.turns - g.turn + 1
        self.marching = g.phase in MARCHING  # the Germans, through a front that stays
        self.reaches: dict[Hashable, HexSet] = {}  # how far the Germans come through fronts that were looked at

    def _expect(self, g: Position) -> None:
        """Add what will come onto the map: Germans the less the later, Soviets of the next few turns."""
        rules, w = g.rules, weights()
        for unit, (turn, area) in g.due.items():
            if rules.side[unit] == GERMAN and area in rules.board.areas:
                klass = rules.units[unit].klass
                late = w["march"]["turn"] * max(0, turn - g.turn) / w["nearness"][klass]
                attack = stack_strength(g, (unit,))[0] * (2 if rules.units[unit].division else 1)
                self._bring(GERMAN, klass, _gate(rules, area), attack * 0.5**late)
        for group in rules.scenario.soviet:
            if g.turn < group.turn <= g.turn + SOON and group.at in rules.board.areas:
                defence = sum(count * typical(rules)[kind][1] for kind, count in group.divisions.items())
                self._bring(SOVIET, "rifle", _gate(rules, group.at), defence)

    def _bring(self, side: str, klass: str, hex: Hex, strength: float) -> None:
        near = nearness_by_hex(self.rules)[klass][hex]
        self.influence[side] = [total + strength * n for total, n in zip(self.influence[side], near, strict=True)]

    def bear(self, sums: dict[str, list[float]], hex: Hex, stack: tuple[Unit, ...], force: Force, sign: int) -> None:
        """Add what a stack can bring to each place, or take it away."""
        side = self.rules.side[stack[0]]
        weight = sign * force[0 if side == GERMAN else 1]
        near = nearness_by_hex(self.rules)[self.rules.units[stack[0]].klass][hex]
        sums[side] = [total + weight * n for total, n in zip(sums[side], near, strict=True)]

    @cached_property
    def front(self) -> Front:
        """The ways to every place through the Soviet front."""
        return front_of(self.rules, self.tolls, self.horizon)

    @cached_property
    def arrivals(self) -> dict[Hex, int]:
        """The half points that the nearest column needs to every hex as they stand; one look is enough for a trial."""
        return arrivals_of(self.rules, self.columns, self.tolls, self.horizon)

    @cached_property
    def far(self) -> list[float]:
        """The half points of open ground between each place and the nearest German column."""
        half = weights()["nearness"]["mechanised"]
        found = []
        for goal in goals(self.rules):
            near = goal.near["mechanised"]
            found.append(min((late - half * log2(near[hex]) for hex, late in self.columns.items()), default=FAR))
        return found

    @cached_property
    def routes(self) -> Routes:
        """The Germans' best ways to every place."""
        return routes_of(self.rules, self.columns, self.tolls, self.horizon)


def _gate(rules: Rules, area: str) -> Hex:
    """The middle one of the hexes of an entrance."""
    hexes = rules.board.areas[area].hexes
    return hexes[len(hexes) // 2]


@dataclass(frozen=True, slots=True)
class Muster:
    """The attack and defence of every stack, and the hexes in which it is not what it was."""

    forces: dict[Hex, Force]
    changed: list[Hex]


def survey(g: Position) -> Survey:
    """The look that was taken last; a new one if there was none."""
    return g.memo(KEPT, lambda: Survey(g), None)


def look_again(g: Position) -> None:
    """What follows is judged from the position as it is now."""
    g.drop(KEPT)


def muster(g: Position) -> Muster:
    """The strength of every stack."""
    return g.memo((KEPT, bytes(g.level), bytes(g.tried)), lambda: _muster(g, survey(g)))


def _muster(g: Position, was: Survey) -> Muster:
    forces, changed = was.forces.copy(), []
    if g.stacks != was.stacks:
        changed = [hex for hex, stack in g.stacks.items() if was.stacks.get(hex) != stack]
        changed += [hex for hex in was.stacks if hex not in g.stacks]
    if g.level != was.level or g.tried != was.tried:
        for unit, hex in enumerate(g.at):
            other = g.level[unit] != was.level[unit] or g.tried[unit] != was.tried[unit]
            if other and hex >= 0 and hex not in changed:
                changed.append(hex)
    for hex in changed:
        if hex in g.stacks:
            forces[hex] = stack_strength(g, g.stacks[hex])
        else:
            del forces[hex]
    return Muster(forces, changed)


def forces(g: Position) -> dict[Hex, Force]:
    """The attack and defence of every stack."""
    return muster(g).forces


def influence(g: Position) -> dict[str, list[float]]:
    """By side, the strength each can bring to each place, what is some way off counting half."""
    was, now = survey(g), muster(g)
    if not now.changed:
        return was.influence
    sums = was.influence.copy()
    for hex in now.changed:
        if hex in was.stacks:
            was.bear(sums, hex, was.stacks[hex], was.forces[hex], -1)
        if hex in g.stacks:
            was.bear(sums, hex, g.stacks[hex], now.forces[hex], 1)
    return sums


def new_tolls(g: Position) -> tuple[dict[Hex, int], HexSet]:
    """Where Soviet stacks and zones of control cost a German advance more than they did, or less; and those hexes."""
    return g.memo((KEPT, "tolls", bytes(g.level), bytes(g.tried)), lambda: _new_tolls(g, survey(g), muster(g)))


def _new_tolls(g: Position, was: Survey, now: Muster) -> tuple[dict[Hex, int], HexSet]:
    found = {}
    for hex in {*members(g.zoc(SOVIET) ^ was.zone), *now.changed}:
        more = toll(g, hex, now.forces) - was.tolls.get(hex, 0)
        if more:
            found[hex] = more
    return found, hexset(found)


def march_to(g: Position, hex: Hex) -> int:
    """The half points that the nearest Germans need to a hex of a place.

    The ways are those of the survey: exact while only Germans march, and otherwise with what has changed upon them.
    """
    was, (changes, changed) = survey(g), new_tolls(g)
    if not changes and (now := columns(g)) == was.columns:
        return was.arrivals.get(hex, FAR)
    if not changes and was.marching:
        return was.front.march(hex, now)
    return was.routes.march(hex, changes, changed, g.occupied[GERMAN] & ~was.germans)
