"""The Terrain Effects Chart in words, for a legend beside the map."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.charts import Charts
from grognard.preview import Line

CLASSES = {"infantry": "foot", "mechanised": "mechanised"}  # how players call the movement classes


def terrain_effects(charts: Charts) -> tuple[Line, ...]:
    """What each terrain costs and does, a line each."""
    hexes = {klass: charts.costs(f"move.{klass}.hex") for klass in CLASSES}
    sides = {klass: charts.costs(f"move.{klass}.side") for klass in CLASSES}
    ways = {klass: charts.costs(f"move.{klass}.line") for klass in CLASSES}
    crossing = {klass: {"crossing": 2 * charts.value(f"move.{klass}.crossing")} for klass in CLASSES}
    inside, place, across = charts.values("shift.hex"), charts.values("shift.place"), charts.values("shift.side")
    lines = [Line(kind, _prices(kind, hexes) + _shift(inside.get(kind)), "12.3.1a") for kind in hexes["infantry"]]
    for kind, shift in place.items():
        inside_city = kind != "fortress"
        price = f"{charts.value('move.city')} MP" if inside_city else ""
        rule = "12.3.1a" if inside_city else "18.0a"
        lines.append(Line(kind.replace("-", " "), price + _shift(shift, alone=not inside_city), rule))
    for kind in sides["infantry"]:
        columns = across.get(kind)
        what = _prices(kind, sides, "+") + _shift(columns) + (" if all attack over it" if columns else "")
        lines.append(Line(kind.replace("-", " "), what, "12.3.1b"))
    lines.append(Line("crossing of a major river", _prices("crossing", crossing, "+"), "10.1i"))
    lines.append(Line("bridge of a bridging unit", f"shift {across['bridge']}L less than the river", "20.0c"))
    lines += [Line(kind, f"{_prices(kind, ways)} from hex to hex along it", "10.1i") for kind in ways["infantry"]]
    lines.append(Line("interdiction", f"+{charts.value('move.interdiction')} MP", "13.0e"))
    return tuple(lines)


def _prices(kind: str, tables: Mapping[str, Mapping[str, int | None]], plus: str = "") -> str:
    """Who pays what; once if all pay the same."""
    prices = {klass: costs[kind] for klass, costs in tables.items()}
    said = {klass: "no entry" if price is None else f"{plus}{_half(price)} MP" for klass, price in prices.items()}
    if len(set(said.values())) == 1:
        return "impassable" if None in prices.values() else next(iter(said.values()))
    return ", ".join(f"{price} {CLASSES[klass]}" for klass, price in said.items())


def _half(points: int) -> str:
    return f"{points // 2 or ''}{'½' if points % 2 else ''}" or "0"


def _shift(columns: int | None, *, alone: bool = False) -> str:
    return f"{'' if alone else '; '}shift {columns}L" if columns else ""
