"""What the Germans can do in their next turn: how far they come, whom they would find alone, what stands empty."""

from __future__ import annotations

from grognard.bots.knowledge.guderian.ground import Goal, disc, goals
from grognard.bots.knowledge.guderian.survey import survey
from grognard.bots.knowledge.guderian.weights import weights
from grognard.games.guderian.position import GERMAN, SOVIET, Position, Unit
from grognard.hexes import Hex, HexSet, hexset, members

AHEAD = 44  # half points of open ground: about what columns gain in two turns
WATCH = 6  # hexes that a division marches in a turn

# --- how far they come -----------------------------------------------------------------------------------------------


def german_reach(g: Position) -> HexSet:
    """The hexes that Germans can come to in the first Movement Phase of their next turn.

    Those who stand in Soviet zones of control are taken to get away: an overrun or their attack may see to that.
    """

    def work() -> HexSet:
        if g.side == GERMAN and g.turn >= g.rules.scenario.turns:
            return 0  # they have no next turn
        known, germans = survey(g).reaches, g.occupied[GERMAN]
        soviets, zone = g.occupied[SOVIET], g.zoc(SOVIET)
        if g.side == SOVIET:  # who moves where Germans would not come if nobody were there changes nothing
            if germans not in known:
                known[germans] = _reach(g, 1, 0, 0)
            soviets, zone = soviets & known[germans], zone & known[germans]
        key = germans, soviets, zone
        if key not in known:
            known[key] = _reach(g, 1, soviets, zone)
        return known[key]

    return g.memo("bot reach", work)


def german_range(g: Position) -> HexSet:
    """The same in both Movement Phases of those on wheels and horses, through the Soviet front as it was looked at."""
    if g.side == GERMAN and g.turn >= g.rules.scenario.turns:
        return 0
    known, key = survey(g).reaches, ("range", g.occupied[GERMAN])
    if key not in known:
        known[key] = german_reach(g) | _reach(g, 2, g.occupied[SOVIET], g.zoc(SOVIET))
    return known[key]


def _reach(g: Position, phases: int, soviets: HexSet, zone: HexSet) -> HexSet:
    rules, reached = g.rules, 0
    free = rules.grid.all & ~(soviets | rules.impassable)
    for (klass, points), hexes in _marchers(g).items():
        if klass != "infantry" or phases == 1:
            reached |= rules.prices[klass].within(phases * points, hexes, free, stop=zone)
    return reached


def _marchers(g: Position) -> dict[tuple[str, int], HexSet]:
    """Where Germans stand, by their class and the half points they march in a phase."""

    def work() -> dict[tuple[str, int], HexSet]:
        found: dict[tuple[str, int], HexSet] = {}
        for unit in g.on_map(GERMAN):
            piece = g.rules.units[unit]
            key = piece.klass, 2 * piece.steps[g.level[unit]][2]
            found[key] = found.get(key, 0) | 1 << g.at[unit]
        return found

    return g.memo("bot marchers", work, (g.occupied[GERMAN], bytes(g.level)))


def threatened(g: Position, hex: Hex) -> bool:
    """Whether Germans can come next to a hex in their next turn."""
    return bool(g.rules.next_to[hex] & (german_reach(g) | german_range(g)))


def could_be_sealed(g: Position, hex: Hex) -> bool:
    """Whether the Germans could cut a Soviet stack in a hex off from the east edge in their next Movement Phase, if
    they came wherever they can; friends hold the way open (8.14)."""

    def work() -> HexSet:
        rules = g.rules
        held = g.occupied[SOVIET]
        free = rules.grid.all & ~(rules.zone(german_reach(g)) | g.occupied[GERMAN] | rules.impassable)
        return rules.grid.flood(rules.board.edges["east"] & (free | held), free | held, None, rules.lake_walls)

    safe = g.memo("bot safe", work)
    return not (g.rules.next_to[hex] | 1 << hex) & safe


# --- Leaders ---------------------------------------------------------------------------------------------------------


def alone(g: Position) -> list[Unit]:
    """The Leaders in whose hexes no division is."""
    leaders = g.rules.leaders
    return [u for u in g.rules.leader_units if g.at[u] >= 0 and all(v in leaders for v in g.stacks[g.at[u]])]


def hunted(g: Position) -> float:
    """Soviet Leaders without a division in their hex, whom Germans can come upon: as good as lost; and those in the
    front line, who go with their stack when it is destroyed."""
    front = g.rules.zone(g.occupied[GERMAN])
    lonely, price = alone(g), weights()["worth"]["front_line"]
    beside = sum(g.at[u] >= 0 and front >> g.at[u] & 1 for u in g.rules.leader_units if u not in lonely) if price else 0
    return sum(danger(g, leader, g.at[leader]) for leader in lonely) + price * beside


def danger(g: Position, leader: Unit, hex: Hex) -> float:
    """What it costs to have a Leader alone in a hex, if Germans come there: the more, the more he can feed."""
    beside, w, price = g.rules.next_to[hex], weights()["worth"], 1 + g.rules.units[leader].more.rating
    if beside & german_reach(g):
        return w["hunted"] * price
    return w["hunted_far"] * price if w["hunted_far"] and beside & german_range(g) else 0.0


# --- places ----------------------------------------------------------------------------------------------------------


def unguarded(g: Position) -> HexSet:
    """The hexes of places that the Germans lack and in which no division stands; a Leader alone is no garrison."""
    empty = g.rules.objectives & ~(g.german_held | g.occupied[SOVIET] | g.occupied[GERMAN])
    return empty | hexset(g.at[leader] for leader in alone(g)) & g.rules.objectives


def open_doors(g: Position) -> float:
    """Places that Germans can walk into next because nobody is there; the Soviets see to that in their own turn."""
    empty = unguarded(g)
    if g.side != SOVIET or not empty:
        return 0.0
    led = g.occupied[SOVIET]  # a Leader alone does not keep them out
    near, far = (empty & (hexes | g.rules.zone(hexes) & led) for hexes in (german_reach(g), german_range(g)))
    total, w, far = 0.0, weights()["place"], near | far
    for number, goal in enumerate(goals(g.rules)):
        doors = (goal.place.set & near).bit_count() + w["open_far"] * (goal.place.set & far & ~near).bit_count()
        if goal.place.set & empty & ~far and is_ahead(g, number):
            left = (h for h in goal.place.hexes if empty & ~far & 1 << h)
            doors += sum(w["open_watched" if watched(g, hex) else "open_later"] for hex in left)
        if doors:
            total += door(g, goal) * doors
    return total


def is_ahead(g: Position, number: int) -> bool:
    """Whether German columns could be at a place in two turns if nobody were in their way."""
    return survey(g).far[number] <= AHEAD


def watched(g: Position, hex: Hex) -> bool:
    """Whether a division is within a march of a hex, and not another place's only garrison."""

    def work() -> HexSet:
        leaders, places = g.rules.leaders, g.rules.objectives
        divisions = {h: sum(unit not in leaders for unit in g.stacks[h]) for h in members(g.occupied[SOVIET])}
        return hexset(h for h, count in divisions.items() if count > (places >> h & 1))

    return bool(disc(g.rules, hex, WATCH) & g.memo("bot watch", work))


def door(g: Position, goal: Goal) -> float:
    """What it costs to leave a hex of a place open; the nearer the end, the less is left to take it back."""
    late = 1 + g.turn / g.rules.scenario.turns
    return goal.points / len(goal.place.hexes) * weights()["place"]["open"] * late
