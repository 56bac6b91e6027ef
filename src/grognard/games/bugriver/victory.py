"""7.8, G14: victory points and what they come to."""

from __future__ import annotations

from grognard.games.bugriver.position import DEAD, EXITED, GERMAN, SOVIET, Position
from grognard.mechanics.levels import scale
from grognard.preview import Line, Result


def tally(g: Position) -> list[tuple[str, int, Line]]:
    """Everything that counts now: whose it is, how much, and for what."""
    rules, victory = g.rules, g.rules.scenario.plan.victory
    found = []
    for name, points in victory.hexes.items():
        hex = rules.hex_by_name.get(name)
        if hex is not None and g.controls(GERMAN, hex):
            place = rules.board.place_at.get(hex)
            found.append((GERMAN, points, Line(f"{place.name if place else name} ({name})", str(points), "7.8")))
    if victory.exit is not None:
        hq = rules.unit_by_id[victory.exit.hq]
        out = sum(g.at[unit] == EXITED and rules.home[unit] == hq for unit in rules.of_side[GERMAN])
        points = min(out * victory.exit.points, victory.exit.most)
        if points:
            found.append((GERMAN, points, Line(f"units of {victory.exit.hq} off the map", str(points), "7.8")))
    for unit in rules.of_side[GERMAN]:
        points = victory.losses.get(rules.units[unit].type, 0) if g.at[unit] == DEAD else 0
        if points:
            found.append((SOVIET, points, Line(f"{g.name(unit)} lost", str(points), "7.8")))
    return found


def score(g: Position) -> dict[str, int]:
    """The points of each side now."""
    points = {GERMAN: 0, SOVIET: 0}
    for side, many, _ in tally(g):
        points[side] += many
    return points


def verdict(g: Position) -> tuple[str, str]:
    """Who has won, and how."""
    points = score(g)
    net = points[GERMAN] - points[SOVIET]
    levels = g.rules.scenario.plan.victory.level
    level = next(level for level in levels if level.at_least is None or net >= level.at_least)
    return level.side, level.level


def judge(g: Position) -> Result:
    """The result of a game that is over."""
    assert g.result is not None
    winner, how = g.result
    points = score(g)
    levels = [(level.at_least, level.level) for level in g.rules.scenario.plan.victory.level]
    why = scale(GERMAN, points[GERMAN] - points[SOVIET], levels)
    return Result(winner=winner, level=how, points=points, counted=tuple(line for _, _, line in tally(g)), why=why)
