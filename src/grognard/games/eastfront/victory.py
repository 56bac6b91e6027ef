"""17: victory points, handicaps and levels; W44.4: how the last winter is decided."""

from __future__ import annotations

from grognard.games.eastfront.position import DEAD, DUE, ENEMY, GERMAN, GONE, SOVIET, Position
from grognard.games.eastfront.production import level
from grognard.games.eastfront.supply import restricted
from grognard.mechanics.levels import scale
from grognard.preview import Line, Result


def count(g: Position, side: str) -> list[Line]:
    """17.1: a side's victory points, line by line."""
    charts, rules = g.rules.charts, g.rules
    value = charts.values(f"vp.{side}")
    lines = [Line("Production Level", str(level(g, side)), "17.1")]

    def add(what: str, number: int, each: int, rule: str = "17.1") -> None:
        """`what` is said of many; of one its plural ending goes."""
        if number and each:
            one = what.replace("steps", "step").replace("HQs", "HQ").replace("units", "unit")
            said = one.removesuffix("s") if number == 1 and what.startswith("restricted") else one
            lines.append(Line(f"{number} {said if number == 1 else what}", str(number * each), rule))

    hqs = rules.hqs[side]
    units = [unit for unit in rules.of_side[side] if unit not in hqs]
    add("HQ steps in play", sum(g.cv[hq] for hq in hqs if g.at[hq] >= 0), value["hq_cv"])
    add("HQs eliminated", sum(g.at[hq] in (DEAD, GONE) for hq in hqs), value["eliminated_hq"])
    add("units eliminated", sum(g.at[unit] in (DEAD, GONE) for unit in units), value["eliminated"])
    in_play = [unit for unit in units if g.at[unit] >= 0 or g.at[unit] == DUE]
    bound = [unit for unit in in_play if restricted(g, unit)]
    italians = [unit for unit in bound if rules.units[unit].nation == "italian"]
    add("restricted satellites", len(bound) - len(italians), value["restricted"])
    add("restricted Italians", len(italians), value["restricted_lost"])
    lacking = sum(not g.supplied[unit] for unit in g.on_map(side))
    add("units unsupplied", lacking, value["unsupplied"])
    if side == SOVIET and "exhaustion" in g.scenario.special:
        steps = sum(g.cv[hq] for hq in rules.hqs[GERMAN] if g.at[hq] >= 0)
        missing = charts.value("exhaustion.maximum") - steps
        add("German HQ steps missing", missing, charts.value("exhaustion.step"), "W41.2")
    if side == GERMAN and g.scenario.handicap:
        lines.append(Line("handicap", str(g.scenario.handicap), "17.2"))
    return lines


def total(lines: list[Line]) -> int:
    """The points of a count."""
    return sum(int(line.value) for line in lines)


def points(g: Position) -> dict[str, int]:
    """Both sides' victory points, the handicap included."""
    return {side: total(count(g, side)) for side in ENEMY}


def verdict(g: Position, scores: dict[str, int]) -> tuple[str, str]:
    """17.3: winner and level by the difference."""
    lead = scores[GERMAN] - scores[SOVIET]
    winner = GERMAN if lead > 0 else SOVIET
    *_, narrowest, draw = levels = g.rules.charts.entries("victory.levels")
    level = next(entry for entry in levels if abs(lead) >= entry.whole("from"))
    if level is draw and lead and "any_lead" in g.scenario.special:  # G62
        level = narrowest
    name = level.text("level")
    return ("", name) if level is draw else (winner, f"{winner.title()} {name}")


def tournament_points(g: Position, verdict: tuple[str, str]) -> dict[str, int]:
    """17.31: what a result is worth in a tournament."""
    winner, name = verdict
    for entry in g.rules.charts.entries("victory.levels"):
        if name.endswith(entry.text("level")):
            worth = entry.whole("tournament")
            return {side: worth if side == winner or not winner else 0 for side in ENEMY}
    return dict.fromkeys(ENEMY, 0)


# --- W44.4 ------------------------------------------------------------------------------------------------------------


def all_cut_off(g: Position) -> bool:
    """Whether no German unit outside the exit zones is supplied."""
    return not any(g.supplied[u] for u in g.on_map(GERMAN) if not g.rules.zones >> g.at[u] & 1)


def last_winter(g: Position, month: str) -> tuple[str, str]:
    """The result when the Germans are cut off in a month; '' if they never are."""
    for entry in g.rules.charts.entries("w44.months"):
        if entry.text("month", "") == month:
            side, name = entry.text("side", ""), entry.text("level")
            return side, f"{side.title()} {name}" if side else name
    raise AssertionError(f"no result for {month}")


def judge(g: Position) -> Result:
    """The result of a game that is over."""
    assert g.result is not None
    winner, name = g.result
    lines = tuple(
        Line(f"{side.title()}: {line.what}", line.value, line.rule) for side in ENEMY for line in count(g, side)
    )
    worth = tournament_points(g, g.result)
    if any(worth.values()):
        lines += tuple(Line(f"{side.title()}: tournament points", str(worth[side]), "17.31") for side in ENEMY)
    return Result(winner=winner, level=name, points=points(g), counted=lines, why=_why(g))


def _why(g: Position) -> str:
    """What decided the game, in a sentence or two."""
    if "own_victory" in g.scenario.special:
        return "Points do not count: it is decided by when no German unit outside the Exit Zones is in supply (W44.4)."
    scores = points(g)
    lead = scores[GERMAN] - scores[SOVIET]
    *wins, draw = g.rules.charts.entries("victory.levels")
    levels = [(entry.whole("from"), entry.text("level")) for entry in wins]
    if "any_lead" in g.scenario.special:
        levels[-1] = 1, levels[-1][1]
    return scale(SOVIET if lead < 0 else GERMAN, abs(lead), [*levels, (0, draw.text("level"))])
