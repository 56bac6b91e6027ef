"""Where the grid lies on the earth: an equal-area projection, turned and scaled, and its fit to known hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin, sqrt

import numpy as np
import numpy.typing as npt
from pyproj import Proj
from scipy.optimize import least_squares
from shapely import transform
from shapely.geometry import LineString
from shapely.geometry import Point as Dot
from shapely.geometry.base import BaseGeometry

from grognard.errors import Invalid
from grognard.hexes import Grid
from grognard.mapworks import atlas
from grognard.mapworks.lattice import STEP, Point
from grognard.mapworks.recipe import Anchor, Coord, Recipe, RecipeGrid, Spot

Values = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Georef:
    """Longitude and latitude to grid coordinates and back; `turn` is added to every true bearing."""

    centre: Coord
    turn: float  # degrees, clockwise
    km: float  # from side to side of a hex
    x: float  # where the centre lies on the grid
    y: float

    @cached_property
    def _plane(self) -> Proj:
        return Proj(proj="laea", lon_0=self.centre[0], lat_0=self.centre[1], ellps="WGS84")

    def forward(self, lon: Values, lat: Values) -> tuple[Values, Values]:
        """Grid coordinates of points."""
        east, north = (np.asarray(v) / 1000 * STEP / self.km for v in self._plane(lon, lat))
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        return c * east + s * north + self.x, s * east - c * north + self.y

    def inverse(self, x: Values, y: Values) -> tuple[Values, Values]:
        """Longitude and latitude of grid coordinates."""
        u, v = ((np.asarray(a) - b) * self.km / STEP * 1000 for a, b in ((x, self.x), (y, self.y)))
        c, s = cos(radians(self.turn)), sin(radians(self.turn))
        lon, lat = self._plane(c * u + s * v, s * u - c * v, inverse=True)
        return np.asarray(lon), np.asarray(lat)

    def point(self, at: Coord) -> Point:
        """Grid coordinates of one point."""
        x, y = self.forward(np.array([at[0]]), np.array([at[1]]))
        return float(x[0]), float(y[0])

    def line(self, points: Iterable[Coord]) -> LineString:
        """A line on the grid."""
        return LineString([self.point(p) for p in points])

    def shape(self, of: BaseGeometry) -> BaseGeometry:
        """A shape in degrees on the grid."""
        return transform(of, lambda points: np.column_stack(self.forward(points[:, 0], points[:, 1])))


@dataclass(frozen=True)
class Fit:
    """A georeference, with how far off each anchor comes out, in hexes."""

    georef: Georef
    shifted: str
    off: dict[str, float]

    @property
    def rms(self) -> float:
        """The root of the mean square of what the anchors are off by."""
        return sqrt(sum(v * v for v in self.off.values()) / len(self.off)) if self.off else 0.0


def grid_of(layout: RecipeGrid, shifted: str | None = None) -> Grid:
    """The grid of a recipe, or the same with the other columns shifted."""
    return Grid(
        layout.columns, layout.rows, top=layout.top, shifted=shifted or layout.shifted, numbering=layout.numbering
    )


def box_of(recipe: Recipe) -> atlas.Box:
    """The degrees in which to look for towns: those given, or twice what the map covers."""
    projection = recipe.projection
    if projection.box:
        return projection.box
    (west, east), (north, south) = recipe.grid.columns, recipe.grid.rows
    reach = projection.km * max(east - west + 1, south - north + 1) / 111
    lon, lat = projection.centre
    return lon - 1.7 * reach, lat - reach, lon + 1.7 * reach, lat + reach


def fit(recipe: Recipe, shifted: str | None = None) -> Fit:
    """The georeference that puts the anchors into their hexes best, by least squares."""
    grid, box, projection = grid_of(recipe.grid, shifted), box_of(recipe), recipe.projection
    middle = np.mean([grid.xy(h) for h in grid.hexes], axis=0)
    anchors = [(_label(a), a.weight, _miss(a, grid, box)) for a in recipe.anchor]
    slack = projection.slack or 1e-3 * projection.km

    def georef(p: Values) -> Georef:
        turn = (float(p[3]) + 180) % 360 - 180 if projection.turn is None else projection.turn
        return Georef(projection.centre, turn, float(p[0]), float(p[1]), float(p[2]))

    def residuals(p: Values) -> Values:
        ref = georef(p)
        misses = [weight * part / STEP for _, weight, miss in anchors for part in miss(ref)]
        return np.array([*misses, (p[0] - projection.km) / slack])

    if not anchors:
        turn = projection.turn or 0.0
        return Fit(Georef(projection.centre, turn, projection.km, *map(float, middle)), grid.shifted, {})
    starts = range(-180, 180, 15) if projection.turn is None and len(anchors) > 1 else (projection.turn or 0,)
    tries = [
        least_squares(residuals, np.array([projection.km, *middle, turn]), x_scale=[0.3, 1, 1, 5], max_nfev=300)
        for turn in starts
    ]
    best = georef(min(tries, key=lambda t: float(t.cost)).x)
    return Fit(best, grid.shifted, {name: float(np.hypot.reduce(miss(best))) / STEP for name, _, miss in anchors})


def _label(anchor: Anchor) -> str:
    what = anchor.at if isinstance(anchor.at, str) else "a point" if anchor.at else "a line"
    return f"{what} in {anchor.hexes}"


def _miss(anchor: Anchor, grid: Grid, box: atlas.Box) -> Callable[[Georef], tuple[float, ...]]:
    """How far an anchor comes out from where it belongs, as a vector or a distance."""
    x, y = np.mean([grid.xy(grid.hex(name)) for name in anchor.hexes.split()], axis=0)
    spot: Spot | None = anchor.at
    if spot is not None:
        at = atlas.find(spot, box)

        def from_point(ref: Georef) -> tuple[float, ...]:
            px, py = ref.point(at)
            return px - x, py - y

        return from_point
    if len(anchor.along) < 2:
        raise Invalid(f"anchor {anchor.hexes}: say where it is: at = a town or a point, or along = a line")
    return lambda ref: (float(ref.line(anchor.along).distance(Dot(x, y))),)
