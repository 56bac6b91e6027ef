"""The tables of the player aids, as charts.toml has them, each with its type."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from grognard.datafile import Source, typed
from grognard.errors import Invalid

FACES = 10  # of the die (DIE)
QUARTERS = 4  # movement points are counted in quarters and never rounded (5.1d)
LEG, MOT, AFV = CLASSES = "leg", "mot", "afv"

Count = Annotated[int, msgspec.Meta(ge=0)]
ByDie = Annotated[tuple[Count, ...], msgspec.Meta(min_length=FACES, max_length=FACES)]
Price = float | Literal["no", "all"]  # movement points, prohibited, or the whole allowance


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; keys it does not declare are refused."""


class Initiative(Table, frozen=True):
    """2c: the boxes of the Initiative +DRM track."""

    boxes: tuple[Count, ...]


class ActionPoints(Table, frozen=True):
    """6.3.1: by Activation Level the Action Points of each die."""

    black: dict[int, ByDie]
    red: dict[int, ByDie]


class Costs(Table, frozen=True):
    """7a: Action Points of each action."""

    move: Count
    refit: Count
    improve: Count
    hasty: Count
    regular: Count
    prepared: Count
    pontoon: Count
    out_of_command: Count  # times (7b)


class Interdiction(Table, frozen=True):
    """8.1.2: the Interdiction Level by die."""

    levels: ByDie


class Combat(Table, frozen=True):
    """7.5: chits and limits."""

    chits: tuple[Annotated[str, msgspec.Meta(pattern=r"^[123]{3} [123]{3} [123]{3}$")], ...]
    below: str
    least: int
    most: int
    anti_tank: int
    exempt: int


class MovePrices(Table, frozen=True):
    """G6: what a terrain costs each class."""

    leg: Price
    mot: Price
    afv: Price

    def of(self, klass: str) -> Price:
        """The price for a class."""
        price: Price = getattr(self, klass)
        return price


class Move(Table, frozen=True):
    """G6: movement costs."""

    hex: dict[str, MovePrices]
    way: dict[str, MovePrices]
    side: dict[str, MovePrices]


class March(Table, frozen=True):
    """7.3.5, 7.3.8."""

    leg_bonus: Count
    boats: Count


class Cover(Table, frozen=True):
    """G7: what a hex does to attacks on it: hundredths of Tank Points, Anti-Tank Points, the engineers' DRM."""

    tank: Count
    at: Count
    engineers: int = 0


class Crossing(Table, frozen=True):
    """G7: what a hexside does to attacks over it."""

    drm: int
    tank: Count
    leg: bool = False  # leg units only


class Fight(Table, frozen=True):
    """G7: the combat side of the Terrain Effects Table."""

    hex: dict[str, Cover]
    side: dict[str, Crossing]


class Zones(Table, frozen=True):
    """5.4a: the classes that have a ZOC into a hex, and over a hexside."""

    hex: dict[str, str]
    side: dict[str, str]


class Support(Table, frozen=True):
    """7.5.1.2g-m: the DRM of each supporting hex, and hundredths of the HQ's Support Points."""

    same: int
    other: int
    hq: int = 0


class Attrition(Table, frozen=True):
    """5.8.4d: from which difference on one and two SP are lost."""

    one: int
    two: int


class Stacking(Table, frozen=True):
    """5.3.1c, 5.3.1d."""

    units: Count
    infantry: Count
    village: Count
    town: Count
    not_infantry: str


class Displacement(Table, frozen=True):
    """5.3.2: what an HQ loses of Support Points and Activation Level if it is displaced in its Command Range or beyond;
    without a path it loses all."""

    near: Count
    far: Count


class Surprise(Table, frozen=True):
    """10.2b."""

    drm: int


class Replacements(Table, frozen=True):
    """8.3.1: German points by turn."""

    infantry: dict[int, Count]
    afv: dict[int, Count]
    two_for_one: str


class Reassignment(Table, frozen=True, rename={"source": "from"}):
    """5.5.1b: so many units of a type may be away from these formations with those."""

    source: str
    type: str
    to: str
    most: Count


class Tables(Table, frozen=True):
    """Everything in charts.toml but the results table, which `Charts` reads."""

    initiative: Initiative
    action_points: ActionPoints
    costs: Costs
    recovery: dict[str, Annotated[tuple[Count, ...], msgspec.Meta(min_length=3, max_length=3)]]
    interdiction: Interdiction
    combat: Combat
    odds: dict[str, str]
    table: dict[str, object]
    move: Move
    march: March
    fight: Fight
    zoc: Zones
    support: dict[str, Support]
    attrition: Attrition
    stacking: Stacking
    surprise: Surprise
    displacement: Displacement
    replacements: Replacements
    reorganisation: dict[str, str]
    reassignment: tuple[Reassignment, ...]

    @classmethod
    def read(cls, source: Source, name: str = "charts.toml") -> Tables:
        """The tables of a file."""
        tables = typed(source, name, cls)
        known = set(tables.move.hex)
        for key, row in (("fight.hex", set(tables.fight.hex) - {"pillbox"}), ("zoc.hex", set(tables.zoc.hex))):
            if row != known:
                raise Invalid(f"{name}: {key}: its terrain is not that of move.hex: {' '.join(sorted(row ^ known))}")
        for kind, prices in tables.move.way.items():
            if not all(isinstance(prices.of(klass), float) for klass in CLASSES):
                raise Invalid(f"{name}: move.way.{kind}: a line has a price for every class")
        return tables


def quarters(price: float) -> int:
    """Movement points in quarters."""
    return int(price * QUARTERS)
