"""4.0, 6.0i: what is counted at the end of each game turn and of the game, as the scenario's rule 23.0 has it."""

from __future__ import annotations

from grognard.events import Noted
from grognard.games.battles import supply
from grognard.games.battles.position import AXIS, DEAD, ENEMY, LEFT, NONE, SOVIET, Position, Unit
from grognard.hexes import HexSet, members
from grognard.preview import Line, Result

RULE = "4.0"


# --- 6.0i Game Turn Indication ----------------------------------------------------------------------------------------


def indicate(g: Position) -> None:
    """6.0i: points for objectives, sudden victories, and the Attack Supply markers of the turn that is over."""
    _count_held(g)
    _count_watched(g)
    _count_ruins(g)
    g.track = tuple((side, turn) for side, turn in g.track if turn > g.turn)
    for sudden in g.rules.scenario.victory.sudden:
        if _supplied(g, sudden.side, g.rules.hexes(sudden.hexes)):
            g.result = (sudden.side, sudden.title)
            g.tell(Noted(text=sudden.title, rule=RULE))
            return


def _count_held(g: Position) -> None:
    for held in g.rules.scenario.victory.held:
        hexes = g.rules.hexes(held.hexes)
        if (not held.turns or g.turn in held.turns) and not hexes & ~g.held_by(held.side):
            g.score(held.side, held.points, f"{' '.join(held.hexes)} held", RULE)


def _count_watched(g: Position) -> None:
    """Points for a side unless the other keeps a strong enough unit in one of the hexes."""
    for watch in g.rules.scenario.victory.watched:
        if g.turn >= watch.since:
            guards = g.units_in(g.rules.hexes(watch.hexes) & g.occupied[ENEMY[watch.side]])
            types = [u for u in guards if u not in g.rules.hqs and g.rules.units[u].type not in watch.not_types]
            if not any(g.rules.size[unit] >= 2 * watch.strength for unit in types):
                g.score(watch.side, watch.points, f"nobody keeps watch in {' '.join(watch.hexes)}", RULE)


def _count_ruins(g: Position) -> None:
    """Points once for each formation whose core has been destroyed, with as many of its other units."""
    for ruin in g.rules.scenario.victory.ruins:
        for formation in ruin.formations:
            units = g.rules.formations.get(formation, ())
            core = [u for u in units if g.rules.units[u].type in ruin.types]
            others = [u for u in units if u not in core and g.at[u] == DEAD]
            gone = core and all(g.at[u] == DEAD for u in core) and len(others) >= ruin.besides
            if gone and formation not in g.ruined:
                g.ruined |= {formation}
                g.score(ruin.side, ruin.points, f"{formation} is destroyed", RULE)


def _supplied(g: Position, side: str, hexes: HexSet) -> list[Unit]:
    """The side's combat units in these hexes that are not out of supply."""
    units = g.units_in(hexes & g.occupied[side])
    return [u for u in units if u not in g.rules.hqs and supply.level(g, u) != NONE]


# --- the end ----------------------------------------------------------------------------------------------------------


def tally(g: Position) -> dict[str, list[Line]]:
    """What counts at the end, if it were now: by side the lines of the account."""
    return g.memo("tally", lambda: _tally(g))


def _tally(g: Position) -> dict[str, list[Line]]:
    lines: dict[str, list[Line]] = {side: [] for side in (AXIS, SOVIET)}
    for side, points in g.points.items():
        if points:
            lines[side].append(Line("during play", str(points), RULE))
    _objectives(g, lines)
    _bridgeheads(g, lines)
    _escapes(g, lines)
    return lines


def _objectives(g: Position, lines: dict[str, list[Line]]) -> None:
    plan = g.rules.scenario.victory
    across = g.rules.named_hexes((plan.across,)) if plan.across else 0
    for name, worth in plan.objectives.items():
        hex = g.rules.hex_by_name[name]
        if g.controls(plan.count, hex) and (not across >> hex & 1 or _supplied(g, plan.count, 1 << hex)):
            place = g.rules.board.place_at.get(hex)
            lines[plan.count].append(Line(place.name if place else name, str(worth), RULE))


def _bridgeheads(g: Position, lines: dict[str, list[Line]]) -> None:
    """Further hexes of an area: objectives are not counted again."""
    plan = g.rules.scenario.victory
    named = g.rules.hexes(tuple(plan.objectives))
    for head in plan.bridgehead:
        hexes = g.rules.named_hexes((head.area,)) & ~named & g.held_by(head.side)
        if head.supplied:
            hexes = sum(1 << hex for hex in members(hexes) if _supplied(g, head.side, 1 << hex))
        if points := min(head.points * hexes.bit_count(), head.most):
            lines[head.side].append(Line(f"hexes of {head.area}", str(points), RULE))


def _escapes(g: Position, lines: dict[str, list[Line]]) -> None:
    """Divisions that got away: off the map, or in supply in an area."""
    for escape in g.rules.scenario.victory.escape:
        area = g.rules.named_hexes((escape.area,))
        saved = [unit for unit in g.rules.of_side[escape.side] if _is_saved(g, unit, area)]
        saved = [u for u in saved if g.rules.colour[u] in escape.colours and g.rules.units[u].size == "XX"]
        if escape.types:
            saved = [u for u in saved if g.rules.units[u].type in escape.types]
        if saved:
            what = f"divisions that got away: {' '.join(g.names(saved))}"
            lines[escape.side].append(Line(what, str(escape.points * len(saved)), RULE))


def _is_saved(g: Position, unit: Unit, area: HexSet) -> bool:
    hex = g.at[unit]
    return hex == LEFT or (hex >= 0 and bool(area >> hex & 1) and supply.level(g, unit) != NONE)


def final_points(g: Position) -> dict[str, int]:
    """The points of each side, with what counts at the end."""
    return {side: sum(int(line.value) for line in lines) for side, lines in tally(g).items()}


def net(g: Position) -> int:
    """The points that levels of victory go by: those of the side that counts up less the other's."""
    points, count = final_points(g), g.rules.scenario.victory.count
    return points[count] - points[ENEMY[count]]


def judge(g: Position) -> Result:
    """The result of a game that is over."""
    points = final_points(g)
    counted = tuple(line for lines in tally(g).values() for line in lines)
    if g.result is not None:
        winner, title = g.result
    else:
        level = next(level for level in g.rules.scenario.victory.levels if net(g) >= level.least)
        winner, title = level.winner, level.title
    return Result(winner=winner, level=title, points=points, counted=counted)
