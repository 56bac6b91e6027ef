"""15 Victory: cities held and retaken, divisions lost, and the level that decides."""

from __future__ import annotations

from grognard.board import Place
from grognard.events import Scored
from grognard.games.guderian.position import DEAD, GERMAN, SOVIET, Position
from grognard.games.guderian.supply import open_hexes
from grognard.hexes import HexSet, members
from grognard.mechanics.levels import scale
from grognard.preview import Line, Result


def held_by_germans(g: Position, place: Place) -> bool:
    """15.11: the Germans are, or were the last to be, in every hex of the place."""
    return not place.set & ~g.german_held


def line_west(g: Position, hexes: HexSet) -> bool:
    """15.11: a line of hexes free of Soviet units and their ZOC leads from the place to the west edge."""
    free, grid = open_hexes(g, GERMAN), g.rules.grid
    if any(g.rules.ways_out.open(hex, free) for hex in members(hexes)):
        return True
    reached = g.memo("west", lambda: grid.flood(g.rules.board.edges["west"], free, None, g.rules.lake_walls), free)
    return bool(reached & hexes)


def cities(g: Position) -> list[Place]:
    """The cities of the map, which can be recaptured (15.12)."""
    return [place for place in g.rules.board.places.values() if place.kind.endswith("city")]


def end_of_german_turn(g: Position) -> None:
    """What the Germans hold with a line to the west is what the Soviets may recapture (15.12), and Smolensk (13.2)."""
    g.held_with_line = frozenset(c.name for c in cities(g) if held_by_germans(g, c) and line_west(g, c.set))
    smolensk = g.rules.board.places.get(g.rules.air_city)
    if smolensk is not None and held_by_germans(g, smolensk):
        g.smolensk = g.smolensk or g.turn
    else:
        g.smolensk = 0


def end_of_soviet_turn(g: Position) -> None:
    """15.12: two points for each city retaken whole, if the Germans had a line to it; Smolensk: also 13.2."""
    for city in cities(g):
        if city.set & g.german_held:
            continue
        if city.name == g.rules.air_city:
            g.smolensk = 0
        if city.name in g.held_with_line:
            g.recaptured = (*g.recaptured, city.name)
            points = g.rules.scenario.recapture_points
            g.tell(Scored(side=SOVIET, points=points, why=f"{city.name} is recaptured", rule="15.12b"))


def divisions_lost(g: Position) -> list[str]:
    """15.12: every entire German division that has been eliminated, bar the one that is worth nothing."""
    divisions = dict.fromkeys(g.division_of(unit) for unit in g.rules.of_side[GERMAN] if g.at[unit] == DEAD)
    return [division for division in divisions if division and g.is_lost(division)]


def tally(g: Position) -> tuple[dict[str, int], list[Line]]:
    """The points of both sides as they stand, and how they are counted."""
    plan = g.rules.scenario
    german, soviet, lines = 0, 0, []
    for name, points in plan.places.items():
        place = g.rules.board.places.get(name)
        if place is not None and held_by_germans(g, place) and line_west(g, place.set):
            german += points
            lines.append(Line(f"German: {name}", str(points), "15.11a"))
    price = sum(plan.south_west_points[: g.brought])
    if price:
        german += price
        lines.append(Line(f"German: {g.brought} South-Western Front divisions brought on", str(price), "14.23"))
    for division in divisions_lost(g):
        soviet += plan.division_points
        lines.append(Line(f"Soviet: {division} eliminated", str(plan.division_points), "15.12a"))
    for city in g.recaptured:
        soviet += plan.recapture_points
        lines.append(Line(f"Soviet: {city} recaptured", str(plan.recapture_points), "15.12b"))
    return {GERMAN: german, SOVIET: soviet}, lines


def judge(g: Position) -> Result:
    """15.2: the level of victory for the German points less the Soviet points."""
    points, lines = tally(g)
    net = points[GERMAN] - points[SOVIET]
    level, winner = next((name, side) for least, name, side in g.rules.levels if least is None or net >= least)
    if g.options.get("historical") and level == g.rules.draw_level:
        winner = ""
        lines.append(Line("historical scale: a German Marginal is a draw", level, "15.2b"))
    lines.append(Line("German points less Soviet points", str(net), "15.2a"))
    why = scale(GERMAN, net, [(least, name) for least, name, _ in g.rules.levels])
    return Result(winner=winner, level=level, points={**points, "net": net}, counted=tuple(lines), why=why)
