"""A recipe: what a map shows and where it lies on the earth, as an author writes it down."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from grognard.errors import Invalid

Coord = tuple[float, float]  # longitude, latitude
Spot = str | Coord  # a town by any of its names, or a point


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a recipe; a key it does not know is a mistake."""


class RecipeGrid(Section, frozen=True):
    """The grid, as in board.toml."""

    columns: tuple[int, int]
    rows: tuple[int, int]
    top: str = "flat"
    shifted: str = "even"
    numbering: str = "CCRR"


class Projection(Section, frozen=True):
    """Where the map lies: its middle, kilometres from side to side of a hex, and how far it is turned.

    `slack` is how far the fit may take the scale from `km`; without `turn` the fit finds it.
    """

    centre: Coord
    km: float
    slack: float = 0.0
    turn: float | None = None
    box: tuple[float, float, float, float] | None = None  # west, south, east, north: where names are looked up


class Anchor(Section, frozen=True):
    """Something whose hex is known: a spot in the middle of some hexes, or a line that passes through one."""

    hexes: str
    at: Spot | None = None
    along: tuple[Coord, ...] = ()
    weight: float = 1.0


class Land(Section, frozen=True):
    """How much land makes a hex land, and which lakes count."""

    least: float = 0.12  # share of a hex
    lake: float = 0.5  # share of a hex that makes it a lake hex, of lakes above `lake_size`
    lake_size: float = 1.0  # hexes
    shown: float = 0.02  # lakes down to this size, in hexes, are drawn
    sea: tuple[str, ...] = ()  # lagoons that the data calls lakes
    year: int = 1941  # reservoirs filled later are left out
    coast: bool = True  # draw coast and lakes inside the hexes


class Relief(Section, frozen=True):
    """From which height difference in a hex ground is rough or mountain; metres. 0: never."""

    rough: float = 0.0
    mountain: float = 0.0
    rough_name: str = "rough"
    mountain_name: str = "mountain"


class Woods(Section, frozen=True):
    """How much darker than the country around it a hex is, seen from above, to be a wood. 0: never."""

    forest: float = 0.0
    name: str = "forest"


class Ground(Section, frozen=True):
    """A stretch of terrain by its outline; hexes with at least `share` of them in it have it."""

    kind: str
    around: tuple[Coord, ...]
    name: str = ""
    share: float = 0.45


class River(Section, frozen=True):
    """A river from source to mouth: by way points along the water, drawn by hand, or first one and then the other.

    `left` and `right` are towns that must lie on that bank, looking downstream.
    """

    name: str
    way: tuple[Spot, ...] = ()
    line: tuple[Spot, ...] = ()
    joins: str = ""
    kind: str = "river"
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()


class Town(Section, frozen=True):
    """A place; `hex` puts it where the author wants it."""

    name: str
    kind: str = "town"
    at: Spot | None = None
    hex: str = ""
    value: int = 0
    signs: tuple[str, ...] = ()


class Way(Section, frozen=True):
    """A railway or road through a chain of spots; it goes on past the edge where its ends lie beyond."""

    kind: str
    spots: tuple[Spot, ...]
    name: str = ""


class Region(Section, frozen=True):
    """An area: hexes named one by one, or land within an outline, or `coast`: land hexes that touch the sea."""

    id: str
    kind: str = ""
    side: str = ""
    hexes: str = ""
    within: tuple[Coord, ...] = ()
    share: float = 0.5
    coast: bool = False


class Label(Section, frozen=True):
    """The name of a country, or with `water` of a sea, written across the map; a | in it begins another line."""

    name: str
    at: Coord
    water: bool = False


class Recipe(Section, frozen=True):
    """All of it."""

    title: str
    grid: RecipeGrid
    projection: Projection
    codes: dict[str, str]
    board: str = "board.toml"  # what to write, seen from the recipe
    lenient: bool = False  # leave out towns off the map or in a hex that is taken
    head: str = ""  # comment at the top of the board
    anchor: tuple[Anchor, ...] = ()
    land: Land = Land()
    relief: Relief = Relief()
    woods: Woods = Woods()
    ground: tuple[Ground, ...] = ()
    river: tuple[River, ...] = ()
    town: tuple[Town, ...] = ()
    way: tuple[Way, ...] = ()
    area: tuple[Region, ...] = ()
    label: tuple[Label, ...] = ()


def read(path: Path) -> Recipe:
    """The recipe in a file; Invalid says what is wrong with it."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Invalid(f"{path}: no such file") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Invalid(f"{path.name}: not TOML: {error}") from None
    try:
        return msgspec.convert(given, Recipe)
    except msgspec.ValidationError as error:
        raise Invalid(f"{path.name} is not a recipe: {error}") from None
