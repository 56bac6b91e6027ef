"""How good a position is, in victory points to the Germans: places, losses, supply, and the fights that are coming."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache
from math import exp

from grognard.bots.knowledge.guderian.ground import FAR, goals, nearness_by_hex, stack_strength, strength
from grognard.bots.knowledge.guderian.weights import weights
from grognard.games.guderian.combat import Result
from grognard.games.guderian.position import ENEMY, GERMAN, SOVIET, Position
from grognard.games.guderian.rules import Rules
from grognard.games.guderian.strength import terrain_multiple
from grognard.games.guderian.supply import in_supply, open_hexes
from grognard.games.guderian.victory import divisions_lost
from grognard.hexes import Hex, HexSet, Reach, members, reach
from grognard.mechanics.odds import column_for

SOVIET_STEPS = 6  # hexes a rifle division walks over open ground
CORE = 3  # steps a division needs to be safe from the next blow
MOVING = {GERMAN: "german-movement", SOVIET: "soviet-movement"}


def balance(g: Position) -> float:
    """The points the Germans can expect less those the Soviets can."""
    return places(g) + losses(g) + supplies(g) + fights(g)


# --- places ----------------------------------------------------------------------------------------------------------


def influence(g: Position) -> dict[str, list[float]]:
    """By side, the strength each can bring to each place, what is a turn's march off counting half."""
    return g.once("bot influence", lambda: _influence(g))


def _influence(g: Position) -> dict[str, list[float]]:
    near = nearness_by_hex(g.rules)
    rows: dict[str, list[list[float]]] = {GERMAN: [], SOVIET: []}
    units, side_of = g.rules.units, g.rules.side
    for hex, stack in g.stacks.items():
        side = side_of[stack[0]]
        force = stack_strength(g, stack)[0 if side == GERMAN else 1]
        rows[side].append([force * n for n in near[units[stack[0]].klass][hex]])
    none = [0.0] * len(goals(g.rules))
    return {side: [sum(column) for column in zip(none, *found, strict=True)] for side, found in rows.items()}


def places(g: Position) -> float:
    """Each place at its points times the chance that the Germans hold it in the end."""
    w = weights()["place"]
    sums, west = influence(g), None
    left = g.rules.scenario.turns - g.turn + 1
    no_line = w["no_line"] + w["no_line_yet"] * left / g.rules.scenario.turns
    open_door = exposed_places(g) & ~g.occupied[GERMAN]
    total = 0.0
    for n, goal in enumerate(goals(g.rules)):
        share = sums[GERMAN][n] / (sums[GERMAN][n] + w["guard"] * sums[SOVIET][n] + w["doubt"])
        if goal.place.set & ~g.german_held:
            total += goal.points * w["hope"] * share * exp(-turns_to(g, n) / (w["patience"] * left))
            continue
        if west is None:
            west = line_to_west(g)
        chance = w["held"] + (1 - w["held"]) * share
        if goal.place.set & open_door:
            chance *= w["unguarded"]
        total += goal.points * (chance if west & goal.place.set else chance * no_line)
    return total


def bridges(g: Position, held: HexSet) -> HexSet:
    """The hexes in Soviet zones of control that would, with a German unit in one, give a place its line (15.11)."""
    grid, free = g.rules.grid, open_hexes(g, GERMAN)
    around = grid.flood(held, free | held, None, g.rules.lake_walls)
    return grid.spread(around) & grid.spread(line_to_west(g)) & ~g.occupied[SOVIET] & ~g.rules.impassable


def exposed_places(g: Position) -> HexSet:
    """The hexes of places in German hands that Soviet divisions can walk into in their next turn unless guarded."""
    rules = g.rules
    if g.side == GERMAN and g.turn >= rules.scenario.turns:
        return 0  # they have no next turn
    free = rules.grid.all & ~(g.occupied[GERMAN] | g.zoc(GERMAN) | rules.impassable)
    reached = rules.grid.flood(g.occupied[SOVIET], free | g.occupied[SOVIET], SOVIET_STEPS)
    return rules.grid.spread(reached) & g.german_held


def line_to_west(g: Position) -> int:
    """The hexes from which a free line leads to the west edge (15.11)."""
    free = open_hexes(g, GERMAN) & g.rules.grid.all
    return g.rules.grid.flood(g.rules.board.edges["west"] & free, free, None, g.rules.lake_walls)


def turns_to(g: Position, number: int) -> float:
    """How many turns the nearest Germans need to a place, to all of its hexes that they lack."""
    lacking = members(goals(g.rules)[number].place.set & ~g.german_held)
    front = FRONTS.get(front_key(g))
    if front is None:
        far = max(advance(g).cost.get(hex, FAR) for hex in lacking)
    else:
        starts = columns(g)
        far = max(min(paid + front.back[hex][start] for start, paid in starts.items()) for hex in lacking)
        far = min(far, FAR)
    return far / weights()["march"]["turn"]


def advance(g: Position) -> Reach:
    """The cheapest way of any German unit to every hex, with what Soviet stacks and zones of control cost it."""
    return g.once("bot advance", lambda: reach(g.rules.costs["mechanised"], columns(g), FAR, extra=obstacles(g)))


def obstacles(g: Position) -> dict[Hex, int]:
    """What Soviet stacks and zones of control cost a German advance."""
    w = weights()["march"]
    extra = dict.fromkeys(members(g.zoc(SOVIET)), int(w["zone"]))
    for hex in members(g.occupied[SOVIET]):
        force = stack_strength(g, g.stacks[hex])[1]
        extra[hex] = extra.get(hex, 0) + int(w["stack"] + w["strength"] * force)
    return extra


def columns(g: Position) -> dict[Hex, int]:
    """Where German columns set out from, and how late they are."""
    return g.once("bot columns", lambda: _columns(g))


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


# While the Germans move the Soviet front stays, so the ways back from every place are worth keeping: with them a German
# march is judged by looking up, where each other front needs a search of its own. The numbers are the same.


@dataclass(frozen=True, slots=True)
class Front:
    """For each hex of a place, the cost of the way to it from every hex through one Soviet front."""

    back: dict[Hex, list[int]]


FRONTS: dict[Hashable, Front] = {}
FRONTS_KEPT = 8


def front_key(g: Position) -> Hashable:
    """What the obstacles to an advance follow from."""
    return g.once("bot front", lambda: (id(g.rules), tuple(obstacles(g).items())))


def learn_front(g: Position) -> None:
    """Work out the ways through the front as it stands."""
    key = front_key(g)
    if key in FRONTS:
        return
    if len(FRONTS) >= FRONTS_KEPT:
        FRONTS.clear()
    extra, costs = obstacles(g), g.rules.costs_back["mechanised"]
    back = {}
    for goal in goals(g.rules):
        for hex in goal.place.hexes:
            ways = reach(costs, hex, 2 * FAR, extra=extra).cost
            toll = extra.get(hex, 0)  # the search pays where it enters, an advance where it arrives
            back[hex] = [min(FAR, ways.get(h, FAR) + toll - extra.get(h, 0)) for h in range(g.rules.grid.size)]
    FRONTS[key] = Front(back)


# --- losses and supply -----------------------------------------------------------------------------------------------


def losses(g: Position) -> float:
    """What is left of both sides, and the divisions and cities that have been counted already."""
    w, rules = weights()["worth"], g.rules
    total = -w["division_lost"] * len(divisions_lost(g)) - rules.scenario.recapture_points * len(g.recaptured)
    total += sum(rules.scenario.south_west_points[: g.called]) + w["rail_cut"] * len(g.cuts)
    left: dict[str, int] = {}
    for unit in g.on_map(GERMAN):
        steps, division = g.steps(unit), g.division_of(unit)
        total += w["german_step"] * steps
        if division:
            left[division] = left.get(division, 0) + steps
    total += w["division_core"] / CORE * sum(min(CORE, steps) for steps in left.values())
    for unit in g.on_map(SOVIET):
        if unit in rules.leaders:
            total -= w["leader"]
        else:
            total -= w["soviet_division"] + w["soviet_strength"] * strength(g, unit)[1]
    for stack in g.stacks.values():
        if len(stack) > rules.stack_combat:
            side = rules.side[stack[0]]
            over = len(stack) - rules.stack_combat - sum(u in rules.leaders for u in stack)
            if over > 0:
                total += over * (w["excess"] if side == SOVIET else -w["excess"])
    return total


def supplies(g: Position) -> float:
    """Units that trace no line."""
    w = weights()["worth"]
    cut_off = {GERMAN: 0, SOVIET: 0}
    for unit in g.on_map():
        if not in_supply(g, unit):
            cut_off[g.rules.side[unit]] += 1
    return w["out_of_supply_soviet"] * cut_off[SOVIET] - w["out_of_supply_german"] * cut_off[GERMAN]


# --- fights to come --------------------------------------------------------------------------------------------------


@cache
def worth_of(rules: Rules, side: str) -> dict[str, float]:
    """What an attack at each odds brings the attacker on average, by the game's own table."""
    w = weights()[f"fight.{side}"]
    return {column: sum(_worth(text, w) for text in texts) / len(texts) for column, texts in rules.crt.items()}


def _worth(text: str, w: dict[str, float]) -> float:
    result = Result.parse(text)
    if result.engaged:
        return w["Eng"]
    return sum(w[part] for part in text.split("/"))


def prospects(g: Position, side: str) -> float:
    """What the side's attacks on all the stacks next to its own would bring, each unit used once."""
    rules, enemy = g.rules, ENEMY[side]
    worth, total = worth_of(rules, side), 0.0
    exposed = members(g.occupied[enemy] & rules.zone(g.occupied[side]))
    used: set[Hex] = set()
    for hex in sorted(exposed, key=lambda h: stack_strength(g, g.stacks[h])[1]):
        near = [h for h in rules.grid.neighbours[hex] if g.occupied[side] >> h & 1 and h not in used]
        attack = sum(stack_strength(g, g.stacks[h])[0] for h in near)
        if attack < 1:
            continue
        attackers = [g.stacks[h][0] for h in near]
        defence = stack_strength(g, g.stacks[hex])[1] * terrain_multiple(g, hex, attackers)
        gain = worth[column_for(round(attack), max(1, round(defence)), rules.columns)]
        if gain > 0:
            used.update(near)
            total += gain
    return total


def fights(g: Position) -> float:
    """The attacks either side could make as things stand; one's own count in full only before one's combat."""
    w = weights()["fight"]
    total = 0.0
    for side, sign in ((GERMAN, 1), (SOVIET, -1)):
        if g.side != side or g.phase == MOVING[side]:
            total += sign * w["mine" if g.side == side else "theirs"] * prospects(g, side)
    return total


# --- at first sight --------------------------------------------------------------------------------------------------


def glance(g: Position, side: str) -> float:
    """Losses and points alone, and a pull: Germans to places they lack, Soviets to the Germans."""
    points = sum(goal.points for goal in goals(g.rules) if not goal.place.set & ~g.german_held)
    pull = nearness(g, side)
    return (points + losses(g)) * (1 if side == GERMAN else -1) + pull


def nearness(g: Position, side: str) -> float:
    """How near the units of a side are to what they look for, in rings around it."""
    grid = g.rules.grid
    ring = g.occupied[GERMAN]
    if side == GERMAN:
        ring = 0
        for goal in goals(g.rules):
            ring |= goal.place.set & ~g.german_held
    mine, total = g.occupied[side], 0.0
    for away in range(PULL_RINGS):
        total += PULL * (PULL_RINGS - away) * (ring & mine).bit_count()
        mine &= ~ring
        ring = grid.spread(ring)
    return total


PULL, PULL_RINGS = 0.02, 30
