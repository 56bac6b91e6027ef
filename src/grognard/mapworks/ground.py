"""Land and sea, lakes, relief and woods, hex by hex, and the shapes of the water for drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from shapely import make_valid, prepare
from shapely.geometry import LineString, Polygon
from shapely.geometry import box as box_shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from grognard.hexes import Hex
from grognard.mapworks import atlas
from grognard.mapworks.georef import Georef
from grognard.mapworks.lattice import STEP, Lattice
from grognard.mapworks.recipe import Ground, Land, Relief, Woods

Values = npt.NDArray[np.float64]
HEX = 1.5 * STEP  # area of a hex


@dataclass
class Water:
    """What is dry and what is wet of the country under the grid."""

    land: BaseGeometry
    lakes: BaseGeometry
    share: dict[Hex, float] = field(default_factory=dict)  # of land, lakes counting as land
    lake: dict[Hex, float] = field(default_factory=dict)  # of lakes


def _projected(
    name: str, ref: Georef, lattice: Lattice, wanted: Callable[[atlas.Feature], bool] = lambda _: True
) -> BaseGeometry:
    """The wanted shapes of a layer that reach the map, on the grid."""
    clip = lattice.outline.buffer(1.5)
    west, north, east, south = clip.bounds
    xs, ys = np.meshgrid(np.linspace(west, east, 12), np.linspace(north, south, 12))
    lon, lat = ref.inverse(xs, ys)
    frame = box_shape(lon.min() - 0.3, lat.min() - 0.3, lon.max() + 0.3, lat.max() + 0.3)
    shapes = []
    for feature in atlas.layer(name):
        if wanted(feature) and feature.shape.intersects(frame):
            seen = make_valid(feature.shape).intersection(frame)
            if not seen.is_empty:
                shapes.append(make_valid(ref.shape(seen)).intersection(clip))
    return unary_union(shapes) if shapes else Polygon()


def _unknown(lattice: Lattice, ref: Georef) -> BaseGeometry:
    """What lies beyond the data; it counts as land."""
    west, south, east, north = atlas.KNOWN
    lons, lats = np.linspace(west, east, 40), np.linspace(south, north, 40)
    rim = [(x, south) for x in lons] + [(east, y) for y in lats] + [(x, north) for x in lons[::-1]]
    known = Polygon([ref.point((float(x), float(y))) for x, y in [*rim, *((west, y) for y in lats[::-1])]])
    return lattice.outline.buffer(1.5).difference(known)


def water(lattice: Lattice, ref: Georef, land: Land) -> Water:
    """Land, sea and lakes under the grid."""
    lagoons = _projected("lakes", ref, lattice, lambda f: f.name in land.sea)
    dry = _projected("land", ref, lattice).union(_unknown(lattice, ref)).difference(lagoons)
    lakes = _projected("lakes", ref, lattice, lambda f: f.built <= land.year and f.name not in land.sea)
    large = [p for p in getattr(lakes, "geoms", [lakes]) if p.area >= land.lake_size * HEX]
    wet = unary_union(large) if large else Polygon()
    prepare(dry)
    found = Water(dry, lakes)
    for h, shape in lattice.shape.items():
        found.share[h] = dry.intersection(shape).area / shape.area
        found.lake[h] = wet.intersection(shape).area / shape.area if large else 0.0
    return found


def sea_sides(lattice: Lattice, dry: BaseGeometry, land: set[Hex]) -> set[tuple[Hex, int]]:
    """The sides between two land hexes that are water nearly from end to end."""
    found = set()
    for hexes in lattice.hexes.values():
        if len(hexes) == 2 and all(h in land for h, _ in hexes):
            h, d = hexes[0]
            corners = list(lattice.grid.corners(h))
            side = LineString([corners[d], corners[(d + 1) % 6]])
            if dry.intersection(side).length < 0.2 * side.length:
                found.add((h, d))
    return found


def _samples(lattice: Lattice, h: Hex, ref: Georef, n: int = 9) -> tuple[Values, Values]:
    x, y = lattice.centre[h]
    us, vs = np.meshgrid(np.linspace(-0.78, 0.78, n), np.linspace(-0.78, 0.78, n))
    near = us**2 + vs**2 < 0.78**2
    lon, lat = ref.inverse(x + us[near], y + vs[near])
    return lon, lat


def relief(lattice: Lattice, ref: Georef, spec: Relief) -> dict[Hex, str]:
    """Rough and mountain hexes, by the difference of heights within each."""
    found: dict[Hex, str] = {}
    for h in lattice.centre if spec.rough or spec.mountain else ():
        heights = atlas.relief().at(*_samples(lattice, h, ref))
        if not np.isfinite(heights).any():
            continue
        range_, mean = float(np.nanmax(heights) - np.nanmin(heights)), float(np.nanmean(heights))
        if spec.mountain and range_ > spec.mountain and mean > 300:
            found[h] = spec.mountain_name
        elif spec.rough and range_ > spec.rough and mean > 100:
            found[h] = spec.rough_name
    return found


def woods(lattice: Lattice, ref: Georef, spec: Woods) -> dict[Hex, str]:
    """Forest hexes, by how dark they are from above."""
    found: dict[Hex, str] = {}
    for h in lattice.centre if spec.forest else ():
        dark = atlas.woods().at(*_samples(lattice, h, ref))
        if np.isfinite(dark).any() and float(np.nanmean(dark)) > spec.forest:
            found[h] = spec.name
    return found


def covered(lattice: Lattice, ref: Georef, ground: Ground) -> list[Hex]:
    """The hexes with enough of them within an outline."""
    outline = make_valid(Polygon([ref.point(p) for p in ground.around]))
    return [h for h, s in lattice.shape.items() if outline.intersection(s).area >= ground.share * s.area]


def drawn_sea(lattice: Lattice, dry: BaseGeometry, sea: set[Hex]) -> list[Polygon]:
    """The sea as it is drawn: the real one, and sea hexes whole."""
    wet = lattice.outline.buffer(0.6).difference(dry)
    hexes = unary_union([lattice.shape[h].buffer(0.03) for h in sea]) if sea else Polygon()
    return _tidy(wet.union(hexes), 0.04, 0.03)


def drawn_lakes(lattice: Lattice, lakes: BaseGeometry, smallest: float) -> list[Polygon]:
    """The lakes as they are drawn."""
    return _tidy(lakes.intersection(lattice.outline.buffer(0.3)), smallest * HEX, 0.03)


def _tidy(shape: BaseGeometry, smallest: float, detail: float) -> list[Polygon]:
    smooth = shape.buffer(-0.02).buffer(0.02).simplify(detail)
    parts = [p for p in getattr(smooth, "geoms", [smooth]) if p.geom_type == "Polygon" and p.area >= smallest]
    return sorted(parts, key=lambda p: -p.area)
