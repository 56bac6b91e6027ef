"""10.2, 11.5.1: the Terrain Effects Chart in words, for a legend beside the map."""

from __future__ import annotations

from grognard.charts import Charts
from grognard.preview import Line


def terrain_effects(charts: Charts) -> tuple[Line, ...]:
    """What each terrain costs and does, a line each."""
    foot, mechanised = charts.costs("move.foot.hex"), charts.costs("move.mechanised.hex")
    lines = []
    for terrain, cost in foot.items():
        other = mechanised[terrain]
        if cost is None or other is None:
            lines.append(Line(terrain, "impassable", "10.2a"))
            continue
        price = f"{cost // 2} MF" if cost == other else f"{cost // 2} MF, {other // 2} mechanised"
        lines.append(Line(terrain, price + _die(charts.value(f"drm.{terrain}")), "10.2a"))
    lines.append(Line("town", "as its terrain" + _die(charts.value("drm.town")), "11.5.1c"))
    city = "; DR is EX, AS is AL1, no concentric attack"
    lines.append(Line("city", "as its terrain" + _die(charts.value("drm.city")) + city, "11.5.1d"))
    river = (charts.costs("move.foot.side")["river"] or 0) // 2
    lines.append(Line("river", f"+{river} MF{_die(charts.value('drm.river'))} if all attack over it", "11.5.1e"))
    lines.append(Line("fortification", f"defending Germans{_die(charts.value('drm.fortification'))}", "11.5.2"))
    return tuple(lines)


def _die(modifier: int) -> str:
    return f"; die {modifier:+d}" if modifier else ""
