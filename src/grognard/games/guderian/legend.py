"""6.7 The Terrain Effects Chart in words, for a legend beside the map."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.charts import Charts
from grognard.preview import Line

CLASSES = {  # how players call the movement classes
    "infantry": "German infantry", "cavalry": "cavalry", "mechanised": "panzer and motorised", "rifle": "rifle",
    "armoured": "Soviet armour", "leader": "Leaders",
}  # fmt: skip


def terrain_effects(charts: Charts) -> tuple[Line, ...]:
    """What each terrain costs and does, a line each."""
    hexes = {klass: charts.costs(f"move.{klass}.hex") for klass in CLASSES}
    sides = {klass: charts.costs(f"move.{klass}.side") for klass in CLASSES}
    roads = {klass: charts.costs(f"move.{klass}.line") for klass in CLASSES}
    defence, across = charts.values("combat.hex"), charts.values("combat.side")
    lines = [
        Line(terrain, _prices(terrain, hexes) + _multiple(defence.get(terrain)), "6.7") for terrain in hexes["infantry"]
    ]
    lines += [
        Line(kind.replace("-", " "), f"defence x{times}", "9.31")
        for kind, times in charts.values("combat.place").items()
    ]
    lines.append(
        Line("river", _prices("river", sides, "+") + _multiple(across["river"]) + " if all attack over it", "9.32")
    )
    lines.append(Line("road", _prices("road", roads) + "; not over rivers", "6.7"))
    return tuple(lines)


def _prices(terrain: str, tables: Mapping[str, Mapping[str, int | None]], plus: str = "") -> str:
    """Who pays what, those who pay the same together, the dearest price for all the others."""
    payers: dict[int | None, list[str]] = {}
    for klass, costs in tables.items():
        payers.setdefault(costs[terrain], []).append(CLASSES[klass])
    if None in payers:
        return "impassable"
    said = {price: f"{plus}{_points(price)}" for price in payers if price is not None}
    if len(said) == 1:
        return f"{next(iter(said.values()))} MP"
    return ", ".join(f"{price} MP {' '.join(_list(payers[half]))}" for half, price in said.items())


def _list(names: list[str]) -> list[str]:
    return [f"{name}," for name in names[:-2]] + ([f"{names[-2]} and"] if len(names) > 1 else []) + names[-1:]


def _points(half: int) -> str:
    return f"{half // 2 or ''}{'½' if half % 2 else ''}" or "0"


def _multiple(times: int | None) -> str:
    return f"; defence x{times}" if times else ""
