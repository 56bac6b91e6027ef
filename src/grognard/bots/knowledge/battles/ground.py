"""What the map means: places that count, how near they are, who threatens what."""

from __future__ import annotations

from grognard.bots.knowledge.questions import once_for_rules
from grognard.games.battles.position import ATTACK, ENEMY, NONE, Position, Unit
from grognard.games.battles.rules import Rules
from grognard.games.battles.supply import level
from grognard.hexes import Hex, HexSet, members

FADING = 0.8  # what a place is still worth a hex further away
NEAR = 8  # hexes beyond which a place does not pull
HELD_WORTH = 1.5  # a hex that brings points every turn, about
SUDDEN = 12.0  # a hex whose loss ends the game
ROOM = 24.0  # attack strength that finds room around a hex for each side that is open, about


class BoardTables:
    """Tables for one board and scenario."""

    def __init__(self, rules: Rules) -> None:
        plan, grid = rules.scenario.victory, rules.grid
        self.worth: dict[Hex, float] = {rules.hex_by_name[name]: float(v) for name, v in plan.objectives.items()}
        for held in plan.held:
            for hex in members(rules.named_hexes(held.hexes)):
                self.worth[hex] = self.worth.get(hex, 0.0) + HELD_WORTH * held.points
        for sudden in plan.sudden:
            for hex in members(rules.named_hexes(sudden.hexes)):
                self.worth[hex] = self.worth.get(hex, 0.0) + SUDDEN
        for head in plan.bridgehead:
            for hex in members(rules.named_hexes((head.area,))):
                self.worth.setdefault(hex, 0.5 * head.points)
        self.near = {hex: self._fade(rules, hex) for hex in self.worth}
        self.disc = [[grid.disc(hex, n) for n in range(NEAR)] for hex in range(grid.size)]
        self.escapes = {
            side: self._distances(rules, rules.named_hexes((escape.area,)))
            for escape in plan.escape
            for side in (escape.side,)
        }
        self.escaping = frozenset(
            unit
            for escape in plan.escape
            for unit in rules.of_side[escape.side]
            if rules.colour[unit] in escape.colours and rules.units[unit].size == "XX"
        )
        self.shift = [self._shift(rules, hex) for hex in range(grid.size)]

    @staticmethod
    def _fade(rules: Rules, hex: Hex) -> dict[Hex, float]:
        found = {hex: 1.0}
        reached = 1 << hex
        for n in range(1, NEAR):
            ring = rules.grid.disc(hex, n) & ~reached & rules.land
            reached |= ring
            found |= dict.fromkeys(members(ring), FADING**n)
        return found

    @staticmethod
    def _distances(rules: Rules, goal: HexSet) -> list[int]:
        far = [99] * rules.grid.size
        ring, reached, n = goal & rules.land, goal, 0
        while ring:
            for hex in members(ring):
                far[hex] = n
            n += 1
            ring = rules.grid.spread(ring) & rules.land & ~reached
            reached |= ring
        return far

    @staticmethod
    def _shift(rules: Rules, hex: Hex) -> int:
        place = rules.board.place_at.get(hex)
        shift = rules.charts.values("shift.hex").get(rules.board.terrain[hex], 0)
        return shift + (rules.charts.values("shift.place").get(place.kind, 0) if place else 0)


tables = once_for_rules(BoardTables)  # by the rules of a board


def pulls(g: Position, side: str) -> dict[Hex, float]:
    """How much the places draw a side to each hex: those it wants, and those it holds and the enemy wants."""
    table = tables(g.rules)
    held = tuple(g.controls(side, hex) for hex in table.worth)

    def work() -> dict[Hex, float]:
        counts_up = g.rules.scenario.victory.count == side
        found: dict[Hex, float] = {}
        for (hex, worth), mine in zip(table.worth.items(), held, strict=True):
            share = worth * (0.4 if mine else 1.0 if counts_up else 0.6)
            for there, near in table.near[hex].items():
                found[there] = found.get(there, 0.0) + share * near
        return found

    return g.memo(("bot pulls", side), work, held)


def strength(g: Position, unit: Unit) -> tuple[float, float]:
    """Attack and defence as far as anybody knows; an untried unit is worth what it may turn out to be, about."""
    attack, defence, _ = g.printed(unit)
    return (attack, defence) if g.tried[unit] else (0.6 * attack, 0.7 * defence)


def worth(g: Position, unit: Unit) -> float:
    """How much fighting power a unit has, in units of four points of attack and defence."""
    attack, defence = strength(g, unit)
    return (attack + defence) / 4


def reach(g: Position, unit: Unit) -> int:
    """How many hexes away a unit can attack in its next turn, about."""
    if g.in_enemy_zoc(unit) and not g.rules.is_mobile(unit):
        return 1
    move = g.printed(unit)[2]
    return min(NEAR - 2, 1 + (move // 2 if g.rules.is_mobile(unit) else move // 2 + 1)) if move else 1


def plays_again(g: Position, side: str) -> bool:
    """Whether a side has another player turn, this one aside."""
    return g.turn < g.rules.turns or (g.side != side and side != g.rules.scenario.first_player)


def threats(g: Position, side: str) -> dict[Hex, float]:
    """The attack strength a side could bring against each enemy stack in its next turn, about."""
    over = g.side != side or g.phase.endswith(("mechanised", "air"))  # its combat phase of this turn
    if over and not plays_again(g, side):
        return {}
    return g.memo(("bot threats", side), lambda: _threats(g, side))


def _threats(g: Position, side: str) -> dict[Hex, float]:
    table, targets = tables(g.rules), g.occupied[ENEMY[side]]
    found: dict[Hex, float] = {}
    for unit in g.on_map(side):
        if not g.can_attack(unit):
            continue
        supplied = level(g, unit)
        if supplied == NONE:
            continue
        attack = strength(g, unit)[0] * (1.0 if supplied == ATTACK else 0.7)  # the HQ may be turned over by then
        for hex in members(table.disc[g.at[unit]][reach(g, unit)] & targets):
            found[hex] = found.get(hex, 0.0) + attack
    return found
