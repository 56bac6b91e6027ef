"""4.0, 6.0i: what is counted at the end of each game turn and of the game, as the scenario's rule 23.0 has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.events import Noted
from grognard.games.battles import supply
from grognard.games.battles.command import markers_back
from grognard.games.battles.position import AXIS, DEAD, ENEMY, LEFT, NONE, SOVIET, Position, Unit
from grognard.games.battles.scenario import Sudden
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.levels import scale
from grognard.preview import Line, Result

RULE = "4.0"


# --- 6.0i Game Turn Indication ----------------------------------------------------------------------------------------


def indicate(g: Position) -> None:
    """6.0i: points for objectives, sudden victories, and the Attack Supply markers of the turn that is over."""
    _count_held(g)
    _count_watched(g)
    _count_ruins(g)
    markers_back(g)
    for sudden in g.rules.scenario.victory.sudden:
        if _supplied(g, sudden.side, g.rules.named_hexes(sudden.hexes)):
            g.result = (sudden.side, sudden.title)
            g.tell(Noted(text=sudden.title, rule=RULE))
            return


def _count_held(g: Position) -> None:
    for held in g.rules.scenario.victory.held:
        hexes = g.rules.named_hexes(held.hexes)
        if (not held.turns or g.turn in held.turns) and not hexes & ~g.held_by(held.side):
            g.score(held.side, held.points, f"{' '.join(held.hexes)} held", RULE)


def _count_watched(g: Position) -> None:
    """Points for a side unless the other keeps a strong enough unit in one of the hexes."""
    for watch in g.rules.scenario.victory.watched:
        if g.turn >= watch.since:
            guards = g.units_in(g.rules.named_hexes(watch.hexes) & g.occupied[ENEMY[watch.side]])
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


def tally(g: Position) -> tuple[dict[str, int], list[Line]]:
    """What would count if the game ended now: the points of each side, and the lines of the account."""
    return g.memo("tally", lambda: _tally(g))


def _tally(g: Position) -> tuple[dict[str, int], list[Line]]:
    account: list[Item] = [Item(side, "during play", points) for side, points in g.points.items() if points]
    account += [*_objectives(g), *_bridgeheads(g), *_escapes(g)]
    points = {side: sum(item.points for item in account if item.side == side) for side in (AXIS, SOVIET)}
    return points, [Line(f"{item.side.title()}: {item.what}", str(item.points), RULE) for item in account]


class Item(NamedTuple):
    """One entry of the account."""

    side: str
    what: str
    points: int


def _objectives(g: Position) -> Iterator[Item]:
    """Places the side that counts up controls; beyond a river only with a unit there in supply."""
    plan = g.rules.scenario.victory
    across = g.rules.named_hexes((plan.across,)) if plan.across else 0
    for name, worth in plan.objectives.items():
        hex = g.rules.hex_by_name[name]
        if g.controls(plan.count, hex) and (not across >> hex & 1 or _supplied(g, plan.count, 1 << hex)):
            yield Item(plan.count, _named(g, hex), worth)


def _named(g: Position, hex: Hex) -> str:
    """A hex by its place, if it has one."""
    place = g.rules.board.place_at.get(hex)
    return place.name if place else g.hexname(hex)


def _bridgeheads(g: Position) -> Iterator[Item]:
    """Further hexes of an area: objectives are not counted again."""
    plan = g.rules.scenario.victory
    named = g.rules.named_hexes(tuple(plan.objectives))
    for head in plan.bridgehead:
        hexes = g.rules.named_hexes((head.area,)) & ~named & g.held_by(head.side)
        if head.supplied:
            hexes = sum(1 << hex for hex in members(hexes) if _supplied(g, head.side, 1 << hex))
        if points := min(head.points * hexes.bit_count(), head.most):
            yield Item(head.side, f"hexes of {head.area}", points)


def _escapes(g: Position) -> Iterator[Item]:
    """Divisions that got away: off the map, or in supply in an area."""
    for escape in g.rules.scenario.victory.escape:
        area = g.rules.named_hexes((escape.area,))
        saved = [unit for unit in g.rules.of_side[escape.side] if _is_saved(g, unit, area)]
        saved = [u for u in saved if g.rules.colour[u] in escape.colours and g.rules.units[u].size == "XX"]
        if escape.types:
            saved = [u for u in saved if g.rules.units[u].type in escape.types]
        if saved:
            yield Item(escape.side, f"divisions that got away: {' '.join(g.names(saved))}", escape.points * len(saved))


def _is_saved(g: Position, unit: Unit, area: HexSet) -> bool:
    hex = g.at[unit]
    return hex == LEFT or (hex >= 0 and bool(area >> hex & 1) and supply.level(g, unit) != NONE)


def net(g: Position) -> int:
    """The points that levels of victory go by: those of the side that counts up less the other's."""
    (points, _), count = tally(g), g.rules.scenario.victory.count
    return points[count] - points[ENEMY[count]]


def _taken(g: Position, sudden: Sudden) -> str:
    """What ended the game before its time."""
    places = [_named(g, hex) for hex in members(g.rules.named_hexes(sudden.hexes))]
    return f"{sudden.side.title()} units in supply stand in {' or '.join(dict.fromkeys(places))}: that ends the game."


def judge(g: Position) -> Result:
    """The result of a game that is over."""
    points, lines = tally(g)
    victory = g.rules.scenario.victory
    if g.result is not None:
        winner, title = g.result
        why = next(_taken(g, sudden) for sudden in victory.sudden if (sudden.side, sudden.title) == g.result)
    else:
        level = next(level for level in victory.levels if net(g) >= level.least)
        winner, title = level.winner, level.title
        why = scale(victory.count, net(g), [(level.least, level.title) for level in victory.levels[:-1]])
    return Result(winner=winner, level=title, points=points, counted=tuple(lines), why=why)
