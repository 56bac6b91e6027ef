"""A board drawn from a recipe: the steps in the order in which a map is made."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import atan2, cos, dist, hypot, sin

import numpy as np
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Dot
from shapely.ops import unary_union

from grognard.errors import Invalid
from grognard.hexes import Grid, Hex
from grognard.mapworks import atlas, ground, overrides
from grognard.mapworks.courses import Courses, bank_of
from grognard.mapworks.georef import Fit, Georef, box_of, fit, grid_of
from grognard.mapworks.lattice import Corner, Lattice, Point
from grognard.mapworks.overrides import Overrides
from grognard.mapworks.recipe import Recipe, Region, River, Town, Way
from grognard.mapworks.waterways import Waterways

SEA, LAKE, CLEAR = "sea", "lake", "clear"


@dataclass(frozen=True, slots=True)
class Strip:
    """A stretch of hexsides, or of hexes with the directions in which it leaves the map."""

    kind: str
    name: str
    words: list[str]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place with its hex, and where it really lies."""

    town: Town
    hex: Hex
    at: Point


@dataclass
class Draft:
    """A board in the making."""

    recipe: Recipe
    fit: Fit
    lattice: Lattice
    terrain: dict[Hex, str] = field(default_factory=dict)
    sides: list[Strip] = field(default_factory=list)
    lines: list[Strip] = field(default_factory=list)
    places: list[Spot] = field(default_factory=list)
    areas: list[tuple[Region, list[Hex]]] = field(default_factory=list)
    water: list[tuple[str, Polygon]] = field(default_factory=list)
    courses: dict[str, LineString] = field(default_factory=dict)  # rivers as they really run

    @property
    def grid(self) -> Grid:
        """The numbered hexes."""
        return self.lattice.grid

    @property
    def ref(self) -> Georef:
        """The georeference: where on earth the hexes lie."""
        return self.fit.georef

    def sea_sides(self) -> set[tuple[Hex, int]]:
        """The hexsides between land hexes that are sea, in their one form."""
        return {overrides.side(self.grid, word) for run in self.sides if run.kind == SEA for word in run.words}


def draft(recipe: Recipe, edits: Overrides | None = None) -> Draft:
    """The board a recipe describes, corrected by hand."""
    edits = edits or Overrides()
    made = Draft(recipe, fit(recipe), Lattice(grid_of(recipe.grid)))
    water = ground.water(made.lattice, made.ref, recipe.land)
    _lay_ground(made, water, edits)
    _close_sea(made, water, edits)
    _set_towns(made)
    _lay_rivers(made, edits)
    _build_ways(made, edits)
    _draw_areas(made, water, edits)
    if recipe.land.coast:
        sea = {h for h, kind in made.terrain.items() if kind == SEA}
        if sea or water.land.intersection(made.lattice.outline).area < 0.999 * made.lattice.outline.area:
            made.water += [(SEA, p) for p in ground.drawn_sea(made.lattice, water.land, sea)]
        made.water += [(LAKE, p) for p in ground.drawn_lakes(made.lattice, water.lakes, recipe.land.shown)]
    return made


def _lay_ground(made: Draft, water: ground.Water, edits: Overrides) -> None:
    recipe, lattice = made.recipe, made.lattice
    made.terrain = dict.fromkeys(lattice.centre, CLEAR)
    made.terrain |= {
        h: kind for h, kind in ground.woods(lattice, made.ref, recipe.woods).items() if water.share[h] > 0.5
    }
    made.terrain |= ground.relief(lattice, made.ref, recipe.relief)
    for spec in recipe.ground:
        made.terrain |= dict.fromkeys(ground.covered(lattice, made.ref, spec), spec.kind)
    for h in lattice.centre:
        if water.share[h] < recipe.land.least:
            made.terrain[h] = SEA
        elif water.lake[h] > recipe.land.lake:
            made.terrain[h] = LAKE
    for kind, words in edits.terrain.items():
        made.terrain |= dict.fromkeys(overrides.hexes(made.grid, words), kind)
    if strange := sorted(set(made.terrain.values()) - set(recipe.codes.values())):
        raise Invalid(f"codes has no letter for {', '.join(strange)}")


def _close_sea(made: Draft, water: ground.Water, edits: Overrides) -> None:
    """Hexsides that are all sea between land hexes."""
    land = {h for h, kind in made.terrain.items() if kind != SEA}
    sides = {overrides.canonical(made.grid, *s) for s in ground.sea_sides(made.lattice, water.land, land)}
    named: dict[str, set[tuple[Hex, int]]] = {}
    for edit in edits.side:
        if edit.kind == SEA:
            sides -= {overrides.side(made.grid, word) for word in edit.remove.split()}
            own = {overrides.side(made.grid, word) for word in edit.add.split()}
            named.setdefault(edit.name, set()).update(own)
            sides -= own
    named.setdefault("", set()).update(sides)
    for name, found in named.items():
        if found:
            made.sides.append(Strip(SEA, name, overrides.said(made.grid, sorted(found))))


def _set_towns(made: Draft) -> None:
    box, taken = box_of(made.recipe), dict[Hex, str]()
    land = {h for h, kind in made.terrain.items() if kind not in (SEA, LAKE)}
    for town in made.recipe.town:
        at = (
            made.ref.point(atlas.find(town.name if town.at is None else town.at, box))
            if not town.hex or town.at
            else None
        )
        h = made.grid.hex(town.hex) if town.hex else made.lattice.hex_at(at or (0, 0))
        if h is None and made.recipe.lenient:
            continue
        if h is None:
            raise Invalid(f"town {town.name} lies off the map; leave it out or give it a hex")
        at = at or made.lattice.centre[h]
        h = h if town.hex else made.lattice.nearest(h, land, at)
        if h in taken and made.recipe.lenient:
            continue
        if h in taken:
            raise Invalid(f"{taken[h]} and {town.name} share {made.grid.name(h)}; leave one out or give it a hex")
        taken[h] = town.name
        made.places.append(Spot(town, h, at))


def _banks(made: Draft, river: River, course: LineString) -> dict[Hex, float]:
    """Town hexes near a river that belong on its left (1) or right (-1) bank."""
    line = np.array(course.coords)
    found: dict[Hex, float] = {}
    for spot in made.places:
        if spot.town.name in river.left or spot.town.name in river.right:
            found[spot.hex] = 1.0 if spot.town.name in river.left else -1.0
        else:
            (hand,), (far,) = bank_of(np.array([spot.at]), line)
            if 0.05 < far < 1.5:
                found[spot.hex] = float(hand)
    return found


def _lay_rivers(made: Draft, edits: Overrides) -> None:
    box = box_of(made.recipe)
    net = Waterways(box) if any(r.way for r in made.recipe.river) else None
    courses = Courses(made.lattice)
    sea_sides = made.sea_sides()
    wet: set[Corner] = {c for s in sea_sides for c in made.lattice.edge(*s)}
    for h, kind in made.terrain.items():
        if kind in (SEA, LAKE):
            wet |= {c for d in range(6) for c in made.lattice.edge(h, d)}
    used = set(sea_sides)
    known = {spot.town.name for spot in made.places}
    for river in made.recipe.river:
        if strangers := sorted({*river.left, *river.right} - known):
            raise Invalid(f"river {river.name}: no town {strangers[0]} on this map")
        if river.joins and river.joins not in courses.runs:
            raise Invalid(f"river {river.name}: {river.joins}, which it joins, must come before it and be on the map")
        way, line = ([atlas.find(p, box) for p in points] for points in (river.way, river.line))
        course = made.ref.line((net.route(river.name, way) if net and way else []) + line)
        made.courses[river.name] = course
        courses.lay(river.name, course, _banks(made, river, course), river.joins, wet)
        for run in courses.runs.get(river.name, ()):
            made.sides += _river_runs(made, river, run, used, edits)
    for edit in edits.side:
        if edit.add and edit.kind != SEA:
            made.sides.append(Strip(edit.kind, edit.name, edit.add.split()))


def _river_runs(
    made: Draft, river: River, run: list[Corner], used: set[tuple[Hex, int]], edits: Overrides
) -> list[Strip]:
    """A run of corners as hexsides, without those at the edge, at sea, taken already or struck out by hand."""
    struck = {
        overrides.side(made.grid, word)
        for edit in edits.side
        if edit.kind == river.kind and edit.name in ("", river.name)
        for word in edit.remove.split()
    }
    pieces: list[list[tuple[Hex, int]]] = [[]]
    for step in pairwise(run):
        hexes = made.lattice.hexes[frozenset(step)]
        here = overrides.canonical(made.grid, *hexes[0])
        dry = len(hexes) == 2 and any(made.terrain[h] not in (SEA, LAKE) for h, _ in hexes)
        if dry and here not in used and here not in struck:
            used.add(here)
            pieces[-1].append(here)
        elif pieces[-1]:
            pieces.append([])
    return [Strip(river.kind, river.name, overrides.said(made.grid, piece)) for piece in pieces if piece]


def _build_ways(made: Draft, edits: Overrides) -> None:
    box = box_of(made.recipe)
    struck = {(edit.kind, edit.name) for edit in edits.line if edit.remove}
    for way in made.recipe.way:
        if (way.kind, way.name) not in struck:
            made.lines += _tracks(made, way, made.ref.line([atlas.find(p, box) for p in way.spots]))
    made.lines += [Strip(edit.kind, edit.name, edit.hexes.split()) for edit in edits.line if edit.hexes]


def _tracks(made: Draft, way: Way, line: LineString) -> list[Strip]:
    """A line as runs of adjacent hexes; hexes it only nicks are passed over, and towns it serves are not."""
    towns = {spot.hex: spot.at for spot in made.places}
    count = max(2, int(line.length * 12))
    points = [line.interpolate(i / count, normalized=True) for i in range(count + 1)]
    seen: list[tuple[Hex | None, int, Point]] = []  # hex, how many samples, the last of them
    for p in points:
        h = made.lattice.hex_at((p.x, p.y))
        if seen and seen[-1][0] == h:
            seen[-1] = (h, seen[-1][1] + 1, (p.x, p.y))
        else:
            seen.append((h, 1, (p.x, p.y)))
    i = 1
    while i < len(seen) - 1:
        (a, _, _), (h, long, _), (b, more, last) = seen[i - 1 : i + 2]
        town = h in towns and h is not None and line.distance(Dot(towns[h])) < 0.25
        if h is not None and a is not None and b is not None and not town and long < 0.5 * 12:
            if a == b:
                seen[i - 1 : i + 2] = [(a, more, last)]
                i = max(1, i - 1)
                continue
            if b in made.grid.neighbours[a]:
                del seen[i]
                i = max(1, i - 1)
                continue
        i += 1
    runs: list[Strip] = []
    stretch: list[str] = []
    for n, (h, _, _) in enumerate(seen):
        if h is not None:
            if not stretch and n and (off := _off(made, h, seen[n - 1][2])):
                stretch.append(off)
            stretch.append(made.grid.name(h))
        if (h is None or n == len(seen) - 1) and stretch:
            if h is None and (off := _off(made, seen[n - 1][0], seen[n][2])):
                stretch.append(off)
            if sum(not word.startswith("off:") for word in stretch) > 1:
                runs.append(Strip(way.kind, way.name, stretch))
            stretch = []
    return runs


def _off(made: Draft, h: Hex | None, beyond: Point) -> str:
    """The direction in which a way leaves the map from a hex towards a point."""
    if h is None:
        return ""
    x, y = made.lattice.centre[h]
    goal = atan2(beyond[1] - y, beyond[0] - x)
    corners = list(made.grid.corners(h))
    best = []
    for d, word in enumerate(made.grid.directions):
        if made.grid.step(h, d) is None:
            (ax, ay), (bx, by) = corners[d], corners[(d + 1) % 6]
            turn = atan2((ay + by) / 2 - y, (ax + bx) / 2 - x) - goal
            best.append((-cos(turn), abs(sin(turn)), word))
    return f"off:{min(best)[2]}" if best else ""


def _draw_areas(made: Draft, water: ground.Water, edits: Overrides) -> None:
    grid, sea_sides = made.grid, made.sea_sides()
    land = {h for h, kind in made.terrain.items() if kind != SEA}
    at_sea = {h for s in sea_sides for h, _ in made.lattice.hexes[made.lattice.edge(*s)]}
    for spec in made.recipe.area:
        found = set(overrides.hexes(grid, spec.hexes))
        if spec.within:
            outline = unary_union([Polygon([made.ref.point(p) for p in spec.within]).buffer(0)])
            found |= {h for h in land if outline.intersection(made.lattice.shape[h]).area > spec.share * ground.HEX}
        if spec.coast:
            beside = {h for h in land if any(made.terrain[n] == SEA for n in grid.neighbours[h])}
            found |= beside | at_sea | {h for h in land if water.share[h] < 0.97}
        found = overrides.edited(edits.area, grid, spec.id, found)
        if not found:
            raise Invalid(f"area {spec.id} is empty")
        made.areas.append((spec, sorted(found)))


def spot_of(made: Draft, spot: Spot) -> Point | None:
    """Where a town is drawn if the middle of its hex is under water: its real spot, drawn well into the hex."""
    x, y = made.lattice.centre[spot.hex]
    if not any(shape.buffer(0.15).contains(Dot(x, y)) for _, shape in made.water):
        return None
    px, py = spot.at
    far = hypot(px - x, py - y)
    dry = [(x + r * cos(t), y + r * sin(t)) for r in (0.0, 0.15, 0.3, 0.45, 0.6) for t in np.linspace(0, 2 * np.pi, 24)]
    dry = [p for p in dry if not any(shape.buffer(0.12).contains(Dot(p)) for _, shape in made.water)]
    if not dry or (far < 0.6 and (px, py) in dry):
        return (px, py) if far < 0.6 else None
    return min(dry, key=lambda p: dist(p, (px, py)))
