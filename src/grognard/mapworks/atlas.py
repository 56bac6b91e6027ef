"""The geography that comes with the workshop: land, lakes, rivers, relief, woods and towns of eastern Europe.

The files are credited in maps/CREDITS.md. They cover 12 to 50 degrees east and 40 to 62 degrees north.
"""

from __future__ import annotations

import gzip
import json
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from shapely.geometry import shape
from shapely.geometry.base import BaseGeometry

from grognard.errors import Invalid, nearest
from grognard.mapworks.recipe import Coord, Spot

FOLDER = Path(__file__).with_name("data")
Box = tuple[float, float, float, float]  # west, south, east, north
KNOWN: Box = (12.0, 40.0, 50.0, 62.0)
Values = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Feature:
    """A shape of a layer with its name, and the year in which a reservoir was filled."""

    name: str
    built: int
    shape: BaseGeometry


@cache
def layer(name: str) -> tuple[Feature, ...]:
    """A layer of shapes in degrees: land, lakes or rivers."""
    with gzip.open(FOLDER / f"{name}.geojson.gz", "rt", encoding="utf-8") as file:
        features: list[dict[str, Any]] = json.load(file)["features"]
    return tuple(
        Feature(f["properties"].get("name", ""), f["properties"].get("built", 0), shape(f["geometry"]))
        for f in features
    )


@dataclass(frozen=True, slots=True)
class Raster:
    """Figures on a grid of degrees; row 0 is the southern one."""

    values: Values
    west: float
    south: float
    step: float

    def at(self, lon: Values, lat: Values) -> Values:
        """The figure at each point; nan beyond the edge."""
        i = np.rint((lon - self.west) / self.step).astype(int)
        j = np.rint((lat - self.south) / self.step).astype(int)
        rows, columns = self.values.shape
        inside = (i >= 0) & (i < columns) & (j >= 0) & (j < rows)
        found: Values = np.where(inside, self.values[np.clip(j, 0, rows - 1), np.clip(i, 0, columns - 1)], np.nan)
        return found


@cache
def relief() -> Raster:
    """Metres above the sea, a figure every five minutes."""
    file = np.load(FOLDER / "relief.npz")
    return Raster(file["metres"].astype(float), float(file["west"]), float(file["south"]), float(file["step"]))


@cache
def woods() -> Raster:
    """How much darker than the country within 150 km a spot is from above: above 0 darker, wooded; nan for water."""
    file = np.load(FOLDER / "woods.npz")
    dark = file["darkness"].astype(float)
    dark = np.where(dark == -128, np.nan, dark / 20)[::-1]
    step = float(file["step"])
    south = float(file["north"]) - step * (dark.shape[0] - 0.5)
    return Raster(dark, float(file["west"]) + step / 2, south, step)


def _key(name: str) -> str:
    """A name without accents, blanks and capitals, and with umlauts as plain letters however they were written."""
    plain = unicodedata.normalize("NFKD", name.replace("ł", "l").replace("Ł", "L").replace("ß", "ss"))
    letters = "".join(c for c in plain if c.isalnum()).lower()
    return letters.replace("ae", "a").replace("oe", "o").replace("ue", "u")


@cache
def _gazetteer() -> dict[str, list[tuple[int, float, float]]]:
    """Towns by each of their names: inhabitants today, longitude, latitude."""
    found: dict[str, list[tuple[int, float, float]]] = {}
    with gzip.open(FOLDER / "towns.tsv.gz", "rt", encoding="utf-8") as file:
        for line in file:
            name, lon, lat, people, others = line.rstrip("\n").split("\t")
            for each in {_key(name), *map(_key, others.split("|"))} - {""}:
                found.setdefault(each, []).append((int(people), float(lon), float(lat)))
    return found


def find(spot: Spot, box: Box) -> Coord:
    """The point itself, or the largest town of that name, old or new, within a box of degrees."""
    if not isinstance(spot, str):
        return spot
    west, south, east, north = box
    towns = [t for t in _gazetteer().get(_key(spot), ()) if west <= t[1] <= east and south <= t[2] <= north]
    if not towns:
        raise Invalid(
            f"no town {spot!r} between {west:.1f} {south:.1f} and {east:.1f} {north:.1f}{_near_names(spot, box)}; "
            "give its longitude and latitude"
        )
    return max(towns)[1:]


def _near_names(spot: str, box: Box) -> str:
    """Names like it that there are."""
    west, south, east, north = box
    here = (
        name
        for name, towns in _gazetteer().items()
        if any(west <= lon <= east and south <= lat <= north for _, lon, lat in towns)
    )
    return nearest(_key(spot), here)
