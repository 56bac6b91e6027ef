"""Who holds the ground: a tint for each side's hexes, the line between them, and where they fight."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.hexes import Hex
from grognard.render.field import Field
from grognard.render.marks import boxed
from grognard.render.pen import group, num, path, polygon
from grognard.render.theme import Theme
from grognard.view import AnyView, Marker


def held(field: Field, view: AnyView) -> dict[str, set[Hex]]:
    """The hexes of each side, if the view tells them."""
    here, names = set(field.hexes), field.grid.by_name
    return {side: {names[n] for n in found if n in names} & here for side, found in view.hexes.items()}


def front(field: Field, view: AnyView, theme: Theme) -> str:
    """A wash over each side's hexes and a heavy line where two sides meet."""
    sides = held(field, view)
    if not sides:
        return ""
    out, apart = [], set(boxed(field, theme))
    for side, hexes in sides.items():
        d = "".join(polygon(field.corners(h)) for h in sorted(hexes - apart))
        out.append(path(d, fill=theme.palette(side).accent, fill_opacity=".1"))
    between = _between(field, sides)
    pen = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    out.append(path(between, stroke=theme.marks["light"], stroke_width="5", stroke_opacity=".8", **pen))
    out.append(path(between, stroke=theme.marks["bad"], stroke_width="2.4", stroke_dasharray="8 4", **pen))
    for battle in view.battles:
        h = field.grid.by_name.get(battle.hex)
        if h is not None and h in field.hexes:
            out.append(path(polygon(field.corners(h)), fill=theme.marks["bad"], fill_opacity=".2"))
    return group(out, class_="front")


def _between(field: Field, sides: Mapping[str, set[Hex]]) -> str:
    owner = {h: side for side, hexes in sides.items() for h in hexes}
    out = []
    for h, side in sorted(owner.items()):
        for d in range(3):
            there = field.grid.step(h, d)
            if there is not None and owner.get(there, side) != side:
                (ax, ay), (bx, by) = field.side(h, d)
                out.append(f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}")
    return "".join(out)


def battle_markers(view: AnyView) -> list[Marker]:
    """A marker for each battle in the colours of whoever attacks."""
    return [Marker("battle", battle.attacker, battle.hex) for battle in view.battles]
