"""What a scenario file holds: months, forces, production, air firepower, reinforcements and special rules."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from grognard.datafile import Entry, Source, load
from grognard.games.eastfront.blocks import Block, blocks_of

SIDES = ("german", "soviet")
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
SPECIAL = (
    "late_start", "surprise", "hungary_closed", "winter_paralysis", "exhaustion", "siege_guns",
    "satellites_restricted", "courland", "ploesti_lost", "balkan", "own_victory", "any_lead",
)  # fmt: skip


def month_number(code: str) -> int:
    """Months counted from January 1900, to compare them: DEC41 comes before JAN42."""
    return int(code[3:]) * 12 + MONTHS.index(code[:3])


def month_before(code: str) -> str:
    """The month before another."""
    year, month = divmod(month_number(code) - 1, 12)
    return f"{MONTHS[month]}{year}"


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """A block that comes in a month; those of a scenario's first month are set up with it."""

    month: str
    unit: str
    cv: int
    at_start: bool
    condition: str


@dataclass(frozen=True, slots=True)
class StartingBattle:
    """A hex in which both sides stand when a scenario begins, and what each must have there."""

    hex: str
    defender: str
    least: dict[str, int]
    exact: dict[str, int]
    armor: dict[str, int]
    cv: dict[str, int]


@dataclass(frozen=True, slots=True)
class Balkan:
    """W44.5: what stands in the southern exit zones: blocks of each kind, and how far below their maximum."""

    blocks: dict[str, int]
    spare: tuple[str, ...]  # one more block, of one of these kinds (G5)
    below: int
    zone_min: int

    @property
    def units(self) -> int:
        """How many blocks there are."""
        return sum(self.blocks.values()) + bool(self.spare)


@dataclass(frozen=True, slots=True)
class Scenario:
    """Everything a scenario says."""

    id: str
    title: str
    subtitle: str
    season: str
    months: tuple[str, ...]
    first_setup: str
    first_move: str
    forces: dict[str, dict[str, tuple[int, int]]]  # side -> kind -> units, CV
    production: dict[str, int]
    bracket: dict[str, int]
    basic: dict[str, int]
    air: dict[str, str]
    handicap: int | None
    next: str
    reinforcements: tuple[Reinforcement, ...]
    battles: tuple[StartingBattle, ...]
    special: frozenset[str]
    blocks: tuple[Block, ...]  # those of a scenario with a fixed set-up
    out_of_play: tuple[str, ...]
    startline: str
    held: dict[str, tuple[str, ...]]  # hexes a side holds beyond the startline
    first_fortnight: int
    continued: tuple[str, ...]  # its months when it is continued from the scenario before (S43.1)
    unsupplied: tuple[str, ...]  # cities that start without rail supply (W41.3)
    gone: tuple[str, ...]  # blocks that can be neither chosen nor rebuilt
    extra: tuple[str, ...]
    surrendered: bool  # Rumania, before the scenario begins (W44.2)
    satellites_free: bool
    balkan_zones: tuple[str, ...]
    balkan: dict[str, Balkan]

    @property
    def fixed(self) -> bool:
        """Whether every block has its place."""
        return bool(self.blocks)

    @classmethod
    def read(cls, source: Source, id: str) -> Scenario:
        """The scenario in a file."""
        top = load(source, f"{id}.toml")
        special = frozenset(top.words("special", ()))
        if unknown := special.difference(SPECIAL):
            raise top.wrong(f"unknown special rule {min(unknown)}")
        months = top.words("months")
        for a, b in pairwise(months):
            if month_number(b) != month_number(a) + 1:
                raise top.wrong(f"{b} does not follow {a}")
        forces = top.entry("forces", optional=True)
        return cls(
            id=id,
            title=top.text("title"),
            subtitle=top.text("subtitle", ""),
            season=top.text("season", ""),
            months=months,
            first_setup=top.text("first_setup", ""),
            first_move=top.text("first_move", ""),
            forces={side: _forces(forces.entry(side, optional=True)) for side in SIDES},
            production=_both(top.entry("production")),
            bracket=_both(top.entry("bracket", optional=True)),
            basic=_both(top.entry("basic", optional=True)),
            air={side: top.entry("air").text(side) for side in SIDES},
            handicap=top.whole("handicap") if "handicap" in top else None,
            next=top.text("next", ""),
            reinforcements=tuple(_reinforcement(entry) for entry in top.entries("reinforcement")),
            battles=tuple(_battle(entry) for entry in top.entries("battle")),
            special=special,
            blocks=blocks_of(top.entries("block")),
            out_of_play=top.words("out_of_play", ()),
            startline=top.text("startline", id),
            held={side: top.entry("held", optional=True).words(side, ()) for side in SIDES},
            first_fortnight=top.whole("first_fortnight", 2 if "late_start" in special else 1),
            continued=top.words("continued_months", months),
            unsupplied=top.words("unsupplied", ()),
            gone=top.words("gone", ()),
            extra=top.words("extra", ()),
            surrendered=top.flag("surrendered", False),
            satellites_free=top.flag("satellites_free", False),
            balkan_zones=top.entry("balkan", optional=True).words("zones", ()),
            balkan={side: _balkan(top.entry("balkan").entry(side)) for side in SIDES if "balkan" in top},
        )


def _forces(entry: Entry) -> dict[str, tuple[int, int]]:
    found = {}
    for kind in entry.keys:
        numbers = entry.wholes(kind)
        if len(numbers) != 2:
            raise entry.wrong(f"{kind} must be [units, total CV], not {list(numbers)}")
        found[kind] = numbers[0], numbers[1]
    return found


def _balkan(entry: Entry) -> Balkan:
    blocks = {kind: entry.whole(kind) for kind in entry.keys if kind not in ("spare", "below", "zone_min")}
    return Balkan(blocks, entry.words("spare", ()), entry.whole("below"), entry.whole("zone_min"))


def _both(entry: Entry) -> dict[str, int]:
    return {side: entry.whole(side, 0) for side in SIDES}


def _reinforcement(entry: Entry) -> Reinforcement:
    entry.only("month", "unit", "cv", "placed_at_start", "condition")
    return Reinforcement(
        entry.text("month"),
        entry.text("unit"),
        entry.whole("cv"),
        entry.flag("placed_at_start", False),
        entry.text("condition", ""),
    )


def _battle(entry: Entry) -> StartingBattle:
    kinds = ("min", "exact", "armor", "cv_min")
    entry.only("hex", "defender", *(f"{side}_{kind}" for side in SIDES for kind in kinds))
    least, exact, armor, cv = (
        {side: entry.whole(f"{side}_{kind}") for side in SIDES if f"{side}_{kind}" in entry} for kind in kinds
    )
    return StartingBattle(entry.text("hex"), entry.text("defender"), least, exact, armor, cv)
