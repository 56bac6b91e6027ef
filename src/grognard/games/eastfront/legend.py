"""1.3 and the Terrain Effects Chart in words, for a legend beside the map."""

from __future__ import annotations

from grognard.charts import Charts
from grognard.preview import Line

TIMES = {1: "normal defence", 2: "double defence", 3: "triple defence"}


def terrain_effects(charts: Charts) -> tuple[Line, ...]:
    """What each terrain does, a line each."""
    stacking, sides = charts.values("stacking"), charts.values("hexside")
    defence, stops = charts.values("defence.hex"), charts.words("stop.terrain")
    lines = []
    for terrain, times in defence.items():
        parts = [f"{stacking[terrain]} units", f"{sides[terrain]} per battle hexside", TIMES[times]]
        if terrain in stops:
            parts.append("all but cavalry stop")
        if terrain == "marsh":
            parts.append("offensive fire single")
        lines.append(Line(terrain, "; ".join(parts), "1.3"))
    lines.append(
        Line("river", f"{sides['river']} per battle hexside; an attack over rivers alone may be repulsed", "7.5")
    )
    lines.append(Line("major city", "double defence; defensive fire at least double", "1.41"))
    lines.append(Line("fortress", "triple defence and triple fire of its largest unit", "1.46"))
    lines.append(Line("mud", "every hex double defence, offensive fire single, one unit per hexside", "12.24"))
    lines.append(Line("snow", "marsh as forest, rivers frozen", "12.24"))
    return tuple(lines)
