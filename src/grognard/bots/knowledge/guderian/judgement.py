"""How good a position is, in victory points to the Germans: places, losses, supply, and the fights that are coming."""

from __future__ import annotations

from functools import cache, lru_cache
from math import exp

from grognard.bots.knowledge.guderian.breakthrough import breakthroughs
from grognard.bots.knowledge.guderian.ground import Force, Goal, driven_out, goals, multiple, odds, shelter, strength
from grognard.bots.knowledge.guderian.reserves import idle
from grognard.bots.knowledge.guderian.sieges import sieges
from grognard.bots.knowledge.guderian.survey import forces, influence, march_to, survey
from grognard.bots.knowledge.guderian.threats import hunted, open_doors
from grognard.bots.knowledge.guderian.weights import weights
from grognard.games.guderian.position import DEAD, ENEMY, GERMAN, NEWCOMER, SOVIET, Position
from grognard.games.guderian.results import CombatResult
from grognard.games.guderian.rules import Rules
from grognard.games.guderian.supply import command_radius, open_hexes, supplied_radius
from grognard.games.guderian.victory import divisions_lost
from grognard.hexes import Hex, HexSet, members

SOVIET_STEPS = 6  # hexes a rifle division walks over open ground
LAST = 1.5  # turns: what one turn is worth more if none is to come
CORE = 3  # steps a division needs to be safe from the next blow
IN_HAND = 0.25  # of the price of a column in Soviet zones of control, as long as its attack is still to come
MOVING = {GERMAN: "german-movement", SOVIET: "soviet-movement"}


def balance(g: Position) -> float:
    """The points the Germans can expect less those the Soviets can."""
    return g.memo(("bot balance", id(weights())), lambda: _balance(g))


def _balance(g: Position) -> float:
    next_turn = open_doors(g) + sieges(g) + breakthroughs(g) + hunted(g)
    return places(g) + losses(g) + supplies(g) + idle(g) + fights(g) - pinned(g) + next_turn


# --- places ----------------------------------------------------------------------------------------------------------


def places(g: Position) -> float:
    """Each place at its points times the chance that the Germans hold it in the end."""
    w = weights()["place"]
    sums, west = influence(g), None
    left = g.rules.scenario.turns - g.turn + 1
    no_line = w["no_line"] + w["no_line_yet"] * left / g.rules.scenario.turns
    at_last = left == 1 and g.side == GERMAN  # what they hold now is what counts
    open_door = exposed_places(g) & ~g.occupied[GERMAN]
    total = 0.0
    for n, goal in enumerate(goals(g.rules)):
        share = chance_of(sums[GERMAN][n], guard(g, goal, sums[SOVIET][n]))
        if goal.place.set & ~g.german_held:
            total += goal.points * w["hope"] * share * in_time(g, n)
            continue
        if west is None:
            west = line_to_west(g)
        chance = 1.0 if at_last else w["held"] + (1 - w["held"]) * share
        if goal.place.set & open_door:
            chance *= w["unguarded"]
        total += goal.points * chance * (1.0 if west & goal.place.set else 0.0 if at_last else no_line)
    return total


def chance_of(mine: float, theirs: float) -> float:
    """The chance of the Germans by the strength on either side: the sharper it falls, the more it pays to mass."""
    sharp = weights()["place"]["sharp"]
    return mine**sharp / (mine**sharp + theirs**sharp) if mine > 0 else 0.0


def guard(g: Position, goal: Goal, near: float) -> float:
    """The strength that keeps the Germans from a place: what is near, and above all the garrison behind its walls.

    They need all of its hexes, so its strongest stack counts; one that nobody feeds counts half (11.31).
    """
    w, cover, fed = weights()["place"], shelter(g.rules), soviet_lines(g)
    held = members(goal.place.set & g.occupied[SOVIET])
    garrison = max((forces(g)[h][1] * cover[h] * (1.0 if fed >> h & 1 else 0.5) for h in held), default=0.0)
    return w["guard"] * (near + w["garrison"] * garrison) + w["doubt"]


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
    """How many turns the nearest Germans need to a place, to all of its hexes that they lack.

    The Soviets count on those behind who will still come in between: nobody races across the map.
    """
    w, lacking = weights()["march"], members(goals(g.rules)[number].place.set & ~g.german_held)
    turns = max(march_to(g, hex) for hex in lacking) / w["turn"]
    return max(turns, survey(g).far[number] / w["pace"]) if g.side == SOVIET else turns


def in_time(g: Position, number: int) -> float:
    """The chance that the Germans come to a place before the end; what takes half of the turns left is doubtful."""
    w, left = weights()["place"], g.rules.scenario.turns - g.turn + 1
    return exp(-((turns_to(g, number) / (w["patience"] * (left + LAST))) ** w["doubtful"]))


# --- losses and supply -----------------------------------------------------------------------------------------------


def losses(g: Position) -> float:
    """What is left of both sides, and the divisions and cities that have been counted already."""
    facts = bytes(g.level), bytes(g.tried), [hex >= 0 for hex in g.at], g.brought, g.recaptured
    return g.memo("bot losses", lambda: _losses(g), facts) + _crowding(g) + weights()["worth"]["rail_cut"] * len(g.cuts)


def _losses(g: Position) -> float:
    w, rules = weights()["worth"], g.rules
    total = -w["division_lost"] * len(divisions_lost(g)) - rules.scenario.recapture_points * len(g.recaptured)
    total += sum(rules.scenario.south_west_points[: g.brought])
    left: dict[str, int] = {}
    for unit in g.on_map(GERMAN):
        steps, division = g.steps(unit), g.division_of(unit)
        total += w["german_step"] * steps
        if division:
            left[division] = left.get(division, 0) + steps
    total += w["division_core"] / CORE * sum(min(CORE, steps) for steps in left.values())
    total += w["division_whole"] * sum(all(g.at[u] >= 0 for u in units) for units in rules.divisions.values())
    for unit in g.on_map(SOVIET):
        if unit in rules.leaders:
            total -= w["leader"]
        else:
            total -= w["soviet_division"] + w["soviet_strength"] * strength(g, unit)[1]
    return total


def _crowding(g: Position) -> float:
    """Units above the stacking limit, who will be lost (7.1)."""
    total, w, rules = 0.0, weights()["worth"], g.rules
    for stack in g.stacks.values():
        if len(stack) > rules.stack_combat:
            side = rules.side[stack[0]]
            over = len(stack) - rules.stack_combat - sum(u in rules.leaders for u in stack)
            if over > 0:
                total += over * (w["excess"] if side == SOVIET else -w["excess"])
    return total


def supplies(g: Position) -> float:
    """Units that trace no line; Germans near enough, by hexes, whatever the ground on the way.

    Soviets who have just entered are in supply this turn (11.33), but the Germans will find them without in theirs.
    """
    w = weights()["worth"]
    german = sum(
        not g.flags[unit] & NEWCOMER for hex in members(g.occupied[GERMAN] & ~german_lines(g)) for unit in g.stacks[hex]
    )
    soviet = sum(len(g.stacks[hex]) for hex in members(g.occupied[SOVIET] & ~soviet_lines(g)))
    return w["out_of_supply_soviet"] * soviet - w["out_of_supply_german"] * german


def german_lines(g: Position) -> HexSet:
    """The hexes near enough to the supply road or the west edge (11.1)."""
    rules, open = g.rules, open_hexes(g, GERMAN)
    road = rules.grid.flood(rules.road_source, rules.board.line("road").hexes & open & ~rules.bit(g.partisans))
    return rules.grid.flood(road | rules.board.edges["west"], open, rules.supply_hexes)


def soviet_lines(g: Position) -> HexSet:
    """The hexes near enough to a Leader who has a line to the east edge (11.2)."""
    return supplied_radius(g)


# --- fights to come --------------------------------------------------------------------------------------------------


def worth_of(rules: Rules, side: str, *, trapped: bool = False) -> dict[str, float]:
    """What an attack at each odds brings the attacker on average, by the game's own table.

    Against defenders who are trapped, who cannot retreat and must lose steps (9.65), it brings more.
    """
    return _worth_of(rules, id(weights()), side, trapped)


@cache
def _worth_of(rules: Rules, eyes: int, side: str, trapped: bool) -> dict[str, float]:
    w = results(side, trapped=trapped)
    return {
        column: sum(worth_of_result(text, w) for text in texts) / len(texts)
        for column, texts in rules.crt.results.items()
    }


def results(side: str, *, trapped: bool = False) -> dict[str, float]:
    """What each part of a result is worth to an attacker of the side."""
    return weights()[f"fight.{side}"] | (weights()[f"fight.{side}_trapped"] if trapped else {})


def brings(g: Position, side: str, hex: Hex, column: str, *, trapped: bool = False) -> float:
    """What an attack at these odds on a hex brings on average, by who stands there."""
    if side == GERMAN:
        return worth_of(g.rules, side, trapped=trapped)[column]
    steps, stake = at_stake(g, hex)
    return _worth_against(g.rules, id(weights()), trapped, steps, stake)[column]


@lru_cache(maxsize=1 << 10)
def _worth_against(rules: Rules, eyes: int, trapped: bool, steps: int, stake: float) -> dict[str, float]:
    """What a Soviet attack on Germans with so much at stake brings at each odds; who is trapped pays step by step."""
    w = results(SOVIET, trapped=trapped) | {"De": stake}
    if trapped:
        w |= {f"D{n}": stake * min(1.0, n / steps) for n in (1, 2)}
    return {
        column: sum(worth_of_result(text, w) for text in texts) / len(texts)
        for column, texts in rules.crt.results.items()
    }


def at_stake(g: Position, hex: Hex) -> tuple[int, float]:
    """The steps of the Germans in a hex, and what it is worth to destroy them all: a whole division is worth most."""
    w, rules, stack = weights()["worth"], g.rules, g.stacks[hex]
    steps = sum(g.steps(unit) for unit in stack)
    stake = w["german_step"] * steps
    for division in {g.division_of(unit) for unit in stack} - {""}:
        regiments = rules.divisions.get(division, ())
        stake += w["division_whole"] * (bool(regiments) and all(g.at[u] >= 0 for u in regiments))
        if all(g.at[u] == hex or g.at[u] == DEAD for u in regiments):  # nothing of it is anywhere else
            stake += w["division_core"] + w["division_lost"]
    return max(1, steps), stake


def trapped(g: Position, side: str, hex: Hex, zone: HexSet) -> bool:
    """Whether the enemies in a hex have no way to retreat from a side with this zone of control (9.71)."""
    open = g.occupied[ENEMY[side]] | ~(zone | g.occupied[side] | g.rules.impassable)
    return not g.rules.next_to[hex] & open


def worth_of_result(text: str, w: dict[str, float]) -> float:
    """What a result is worth, by its parts."""
    result = CombatResult.parse(text)
    if result.engaged:
        return w["Eng"]
    return sum(w[part] for part in text.split("/"))


def in_fact(g: Position) -> dict[Hex, Force]:
    """The attack and defence of every stack as they would count now: half out of supply (11.31), and no Soviet attack
    out of every Leader's radius (10.35)."""

    def work() -> dict[Hex, Force]:
        found = forces(g).copy()
        for hex in members(g.occupied[GERMAN] & ~german_lines(g)):
            attack, defence = found[hex]
            found[hex] = attack / 2, defence / 2
        commanded = command_radius(g)
        for hex in members(g.occupied[SOVIET] & ~soviet_lines(g)):
            attack, defence = found[hex]
            found[hex] = attack / 2 if commanded >> hex & 1 else 0.0, defence / 2
        return found

    return g.memo("bot forces", work)


def storm(g: Position, side: str, hex: Hex, column: str) -> float:
    """What an attack at these odds is worth for the place it strikes, besides its losses."""
    place = g.rules.board.place_at.get(hex)
    if place is None or bool(g.german_held >> hex & 1) == (side == GERMAN):
        return 0.0
    points = g.rules.scenario.places.get(place.name, 0) / len(place.hexes)
    steps = sum(g.steps(unit) for unit in g.stack(hex) if unit not in g.rules.leaders)
    return weights()["fight"]["storm"] * points * driven_out(g.rules, steps)[column]


def pinned(g: Position) -> float:
    """German columns in Soviet zones of control: they go nowhere before those are gone (8.13)."""
    units, stuck = g.rules.units, g.occupied[GERMAN] & g.zoc(SOVIET)
    count = sum(units[unit].klass == "mechanised" for hex in members(stuck) for unit in g.stacks[hex])
    return weights()["worth"]["pinned"] * count * (IN_HAND if g.phase == MOVING[GERMAN] else 1.0)


def prospects(g: Position, side: str) -> float:
    """What the side's attacks on all the stacks next to its own would bring, each unit used once."""
    rules, force, spare = g.rules, in_fact(g), weights()["fight"]["spare"]
    total, zone, free = 0.0, g.zoc(side), g.occupied[side]
    exposed = g.occupied[ENEMY[side]] & rules.zone(free)

    def gain(hex: Hex, near: HexSet, caught: bool) -> float:
        attack = sum(force[h][0] for h in members(near))
        if attack < 1:
            return 0.0
        column = odds(rules, round(attack), round(force[hex][1] * multiple(rules, hex, near)))
        return brings(g, side, hex, column, trapped=caught) + storm(g, side, hex, column)

    for hex in sorted(members(exposed), key=lambda h: force[h][1]):
        exposed &= ~(1 << hex)
        near, caught = rules.next_to[hex] & free, trapped(g, side, hex, zone)
        best = gain(hex, near, caught)
        if best > 0:
            total += best
            for other in members(near):  # whoever is not needed here may attack another
                if spare and rules.next_to[other] & exposed and near != 1 << other:
                    without = gain(hex, near & ~(1 << other), caught)
                    if without > best - spare:
                        near, total, best = near & ~(1 << other), total + without - best, without
            free &= ~near
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
