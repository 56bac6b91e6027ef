"""What the map means: the places that count, the ways to them, cover."""

from __future__ import annotations

from math import exp

from grognard.bots.knowledge.bugriver.weights import weights
from grognard.bots.knowledge.questions import once_for_rules
from grognard.games.bugriver.position import GERMAN, Position, Unit
from grognard.games.bugriver.rules import Rules
from grognard.games.bugriver.tables import CLASSES, LEG, QUARTERS
from grognard.games.bugriver.terrain import EVERYTHING, NO_BRIDGES, PILLBOX
from grognard.hexes import Hex, HexSet, hexset, reach

FAR = 60.0  # movement points to a place that cannot be reached
NEARNESS = 9.0  # movement points over which the strength near a place fades to a third
ENOUGH = 25.0  # strength near a place that does half of what is to be done there
COVER = {"clear": 0.0, "marsh": 0.5, "forest": 1.0, "village": 1.0, "town": 2.0, PILLBOX: 2.5}


class BoardTables:
    """Tables for one board and scenario."""

    def __init__(self, rules: Rules) -> None:
        victory = rules.scenario.plan.victory
        found = {rules.hex_by_name[name]: float(v) for name, v in victory.hexes.items() if name in rules.hex_by_name}
        self.worth: dict[Hex, float] = {hex: points for hex, points in found.items() if rules.land >> hex & 1}
        self.places: HexSet = hexset(self.worth)
        exit = victory.exit
        self.gate = rules.hex_by_name.get(exit.hex) if exit is not None else None
        self.gate_worth = exit.most / 2 if exit is not None else 0.0
        terrain = rules.terrain
        pillboxes = terrain.pillboxes
        self.cover = [COVER.get(kind, 0.0) for kind in terrain.ground]
        self.bunker = [COVER[PILLBOX] if pillboxes >> hex & 1 else 0.0 for hex in range(rules.grid.size)]
        self.goals = dict(self.worth)  # and the road off the map
        if self.gate is not None:
            self.goals[self.gate] = self.goals.get(self.gate, 0.0) + self.gate_worth
        self.near = {
            klass: {goal: [exp(-far / NEARNESS) for far in _distances(rules, klass, goal)] for goal in self.goals}
            for klass in CLASSES
        }

    def shelter(self, side: str, hex: Hex) -> float:
        """The grade of a side's cover in a hex: bunkers are the Soviets'."""
        return self.cover[hex] if side == GERMAN else max(self.cover[hex], self.bunker[hex])


def _distances(rules: Rules, klass: str, goal: Hex) -> list[float]:
    """Movement points from each hex to a place by roads, with boats at a price and no enemy about."""
    terrain, classes = rules.terrain, frozenset((klass,))
    steps = [list(out) for out in terrain.steps(classes, NO_BRIDGES)]
    boat, stream = int(weights().boat * QUARTERS), 6 * QUARTERS
    for hex, out in enumerate(terrain.crossings(classes, NO_BRIDGES, boats=klass == LEG)):
        steps[hex] += [(there, stream if price == EVERYTHING else boat) for there, price in out]
    back: list[list[tuple[Hex, int]]] = [[] for _ in steps]
    for hex, out in enumerate(steps):
        for there, price in out:
            back[there].append((hex, price))
    found = reach([tuple(out) for out in back], goal, None).cost
    return [found[hex] / QUARTERS if hex in found else FAR for hex in range(rules.grid.size)]


tables = once_for_rules(BoardTables)  # by the rules of a board


def forces_near(g: Position, side: str) -> dict[Hex, float]:
    """By place that counts the strength a side has near it, the less the farther."""
    return g.memo(("bot near", side), lambda: _forces_near(g, side))


def _forces_near(g: Position, side: str) -> dict[Hex, float]:
    table, rules, found = tables(g.rules), g.rules, dict.fromkeys(tables(g.rules).goals, 0.0)
    for unit in rules.of_side[side]:
        hex = g.at[unit]
        if hex < 0 or g.is_hq(unit):
            continue
        power = g.strength[unit] * quality(g, unit) * (0.5 if g.disrupted[unit] else 1.0)
        near = table.near[rules.klass[unit]]
        for goal in found:
            found[goal] += power * near[goal][hex]
    return found


def stakes(g: Position, side: str, goal: Hex) -> tuple[float, float]:
    """What a place is worth to a side with nobody near it, and how much more with everybody there."""
    table, mine = tables(g.rules), g.controls(side, goal)
    worth = table.goals[goal]
    if side == GERMAN:
        return (worth, 0.0) if mine and goal in table.worth else (0.0, worth)
    return (0.3 * worth, 0.7 * worth) if mine else (0.0, 0.6 * worth)


def drawn(g: Position, side: str) -> float:
    """How near a side's forces are to the places that count, in points; more and more of them bring less and less."""
    total, near = 0.0, forces_near(g, side)
    for goal, power in near.items():
        sure, more = stakes(g, side, goal)
        total += sure + more * power / (power + ENOUGH)
    return total


def pulls(g: Position, side: str) -> dict[str, list[float]]:
    """By class and hex what a Strength Point more there would add to `drawn`."""
    return g.memo(("bot pulls", side), lambda: _pulls(g, side))


def _pulls(g: Position, side: str) -> dict[str, list[float]]:
    table, near = tables(g.rules), forces_near(g, side)
    share = {goal: stakes(g, side, goal)[1] * ENOUGH / (power + ENOUGH) ** 2 for goal, power in near.items()}
    found = {}
    for klass in CLASSES:
        columns = [[part * n for n in table.near[klass][goal]] for goal, part in share.items() if part]
        found[klass] = [sum(values) for values in zip(*columns, strict=True)] or [0.0] * g.rules.grid.size
    return found


def quality(g: Position, unit: Unit) -> float:
    """What a Strength Point of a unit counts for: its ER, and the tanks among them."""
    face = g.rules.units[unit].steps[0]
    return face.er / 6 * (1.3 if g.rules.afv(unit) else 1.0)


def close_to(g: Position, side: str, hexes: int) -> HexSet:
    """The hexes within so many of a side's combat units."""
    near = g.combat[side]

    def work() -> HexSet:
        found = near
        for _ in range(hexes):
            found = g.rules.grid.spread(found)
        return found

    return g.memo(("bot close", side, hexes), work, near)
