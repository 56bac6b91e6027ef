"""The ways of a German advance to the places, through what Soviet stacks and zones of control cost it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grognard.bots.knowledge.guderian.ground import FAR, Force, goals
from grognard.bots.knowledge.guderian.weights import weights
from grognard.games.guderian.position import GERMAN, SOVIET, Position
from grognard.games.guderian.rules import Rules
from grognard.hexes import Hex, HexSet, Reach, hexset, members, reach

SHUN = 6  # half points by which a second way avoids the first


def toll(g: Position, hex: Hex, forces: Mapping[Hex, Force]) -> int:
    """What a Soviet zone of control and a Soviet stack cost an advance through a hex."""
    w = weights()["march"]
    cost = int(w["zone"]) if g.zoc(SOVIET) >> hex & 1 else 0
    if g.occupied[SOVIET] >> hex & 1:
        cost += int(w["stack"] + w["strength"] * forces[hex][1])
    return cost


def tolls(g: Position, forces: Mapping[Hex, Force]) -> dict[Hex, int]:
    """The same for every hex in which there is one to pay."""
    return {hex: toll(g, hex, forces) for hex in members(g.zoc(SOVIET) | g.occupied[SOVIET])}


def columns(g: Position) -> dict[Hex, int]:
    """Where German columns set out from, and how late they are."""
    return g.memo("bot columns", lambda: _columns(g))


def _columns(g: Position) -> dict[Hex, int]:
    w, rules = weights()["march"], g.rules
    foot = int(w["mechanised"] - w["infantry"])
    start: dict[Hex, int] = {}
    for hex in members(g.occupied[GERMAN]):
        start[hex] = 0 if any(rules.units[u].klass == "mechanised" for u in g.stacks[hex]) else foot
    for unit, (turn, area) in g.due.items():
        if rules.side[unit] == GERMAN and area in rules.board.areas:
            late = int(w["turn"]) * max(0, turn - g.turn) + 4
            for hex in rules.board.areas[area].hexes:
                start[hex] = min(start.get(hex, FAR), late)
    return start


# --- from every hex, through a front that stays ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Front:
    """The cost of the way from every hex to one of a place, through one Soviet front; worked out when it is asked."""

    rules: Rules
    tolls: Mapping[Hex, int]
    limit: int
    back: dict[Hex, dict[Hex, int]]  # by goal: with the toll where the way begins instead of where it ends

    def march(self, hex: Hex, starts: Mapping[Hex, int]) -> int:
        """What the nearest column pays."""
        if hex not in self.back:
            self.back[hex] = reach(self.rules.costs_back["mechanised"], hex, self.limit, extra=self.tolls).cost
        back, tolls = self.back[hex], self.tolls
        ways = [paid + back[start] - tolls.get(start, 0) for start, paid in starts.items() if start in back]
        return min(FAR, min(ways) + tolls.get(hex, 0)) if ways else FAR


FRONTS: dict[tuple[int, int, frozenset[tuple[Hex, int]]], Front] = {}
FRONTS_KEPT = 8


def front_of(rules: Rules, tolls: Mapping[Hex, int], turns: int) -> Front:
    """The ways through a front that are no longer than so many turns, worked out once for it."""
    key = id(rules), turns, frozenset(tolls.items())
    if key not in FRONTS:
        if len(FRONTS) >= FRONTS_KEPT:
            FRONTS.clear()
        FRONTS[key] = Front(rules, tolls, _limit(turns), {})
    return FRONTS[key]


def _limit(turns: int) -> int:
    return min(FAR, int(weights()["march"]["turn"]) * (turns + 1))


# --- from the columns, through a front that moves --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Approach:
    """One way to a place: its cost, and the hexes entered upon it."""

    cost: int
    hexes: HexSet


@dataclass(frozen=True, slots=True)
class Routes:
    """For each hex of a place the best way of any German column, and one that keeps away from it."""

    ways: dict[Hex, list[Approach]]
    best: Reach
    hexes: HexSet  # of all the best ways

    def march(self, hex: Hex, changes: Mapping[Hex, int], changed: HexSet, germans: HexSet) -> int:
        """What the nearest column pays, with what has changed on the way and whoever stands upon it now.

        `changed` are the hexes of the changes.
        """
        found, best = FAR, self.best.cost
        for way in self.ways[hex]:
            cost, done, here = way.cost, 0, way.hexes & germans
            if here:
                done = max(best.get(h, 0) for h in members(here))
                cost -= done
            there = way.hexes & changed
            if there:
                cost += sum(changes[h] for h in members(there) if best.get(h, 0) > done)
            found = min(found, max(0, cost))
        return found


def arrivals_of(rules: Rules, starts: Mapping[Hex, int], tolls: Mapping[Hex, int], turns: int) -> dict[Hex, int]:
    """What the nearest column pays to every hex to which one can come within so many turns."""
    return reach(rules.costs["mechanised"], starts, _limit(turns), extra=tolls).cost


def routes_of(rules: Rules, starts: Mapping[Hex, int], tolls: Mapping[Hex, int], turns: int) -> Routes:
    """The ways of the columns that can arrive within so many turns."""
    costs, limit = rules.costs["mechanised"], _limit(turns)
    hexes = [hex for goal in goals(rules) for hex in goal.place.hexes]
    best = reach(costs, starts, limit, extra=tolls)
    ways = {hex: [_way(best, hex)] if hex in best.cost else [] for hex in hexes}
    used = 0
    for found in ways.values():
        for way in found:
            used |= way.hexes
    shunned = dict(tolls)
    for hex in members(used):
        shunned[hex] = shunned.get(hex, 0) + SHUN
    other = reach(costs, starts, limit, extra=shunned)
    for hex, found in ways.items():
        if hex in other.cost:
            way = _way(other, hex)
            found.append(Approach(way.cost - SHUN * (way.hexes & used).bit_count(), way.hexes))
    return Routes(ways, best, used)


def _way(found: Reach, hex: Hex) -> Approach:
    return Approach(found.cost[hex], hexset(found.route(hex)))
