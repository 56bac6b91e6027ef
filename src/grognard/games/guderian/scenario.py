"""What a scenario file holds: set-up, schedules, limits and the points that decide."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.datafile import Entry, Source, load
from grognard.game import Option, options_in


@dataclass(frozen=True, slots=True)
class Army:
    """An army placed at the start; `first_turn` is free, die (5.21) or march (5.23)."""

    name: str
    leader: str
    divisions: dict[str, int]  # kind -> how many
    hexes: tuple[str, ...]
    first_turn: str


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """A group on a schedule: the first turn it may enter, and where."""

    turn: int
    at: str
    divisions: dict[str, int]
    leader: str = ""
    units: tuple[str, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """Everything a scenario says."""

    id: str
    title: str
    turns: int
    options: tuple[Option, ...]
    kinds: dict[str, tuple[str, ...]]  # kind of division -> types of counters it is drawn from
    armies: tuple[Army, ...]
    moves_on: tuple[int, ...]
    march: tuple[str, ...]
    soviet: tuple[Reinforcement, ...]
    german: tuple[Reinforcement, ...]
    south_west_from: int
    south_west_per_turn: int
    south_west_at: str
    south_west_points: tuple[int, ...]
    interdictions: int
    last_interdiction: int
    evacuations: int
    evacuated_return: str
    division_points: int
    worthless: tuple[str, ...]
    recapture_points: int
    places: dict[str, int]

    @classmethod
    def read(cls, source: Source, id: str) -> Scenario:
        """The scenario in a file."""
        top = load(source, f"{id}.toml")
        pool, first = top.entry("pool"), top.entry("first_turn")
        kinds = {kind: pool.words(kind) for kind in pool.keys}
        reinforcements, south = top.entry("reinforcements"), top.entry("south_west")
        air, flown, victory = top.entry("soviet_interdiction"), top.entry("evacuation"), top.entry("victory")
        places = victory.entry("places")
        return cls(
            id=id,
            title=top.text("title"),
            turns=top.whole("turns"),
            options=options_in(top),
            kinds=kinds,
            armies=tuple(_army(entry, kinds) for entry in top.entries("setup")),
            moves_on=first.wholes("moves_on"),
            march=first.words("march"),
            soviet=tuple(_reinforcement(entry, kinds) for entry in reinforcements.entries("soviet")),
            german=tuple(_reinforcement(entry, {}) for entry in reinforcements.entries("german")),
            south_west_from=south.whole("from"),
            south_west_per_turn=south.whole("per_turn"),
            south_west_at=south.text("at"),
            south_west_points=south.wholes("points"),
            interdictions=air.whole("turns"),
            last_interdiction=air.whole("last"),
            evacuations=flown.whole("total"),
            evacuated_return=flown.text("returns"),
            division_points=victory.whole("division"),
            worthless=victory.words("worthless"),
            recapture_points=victory.whole("recapture"),
            places={name: places.whole(name) for name in places.keys},
        )


def _army(entry: Entry, kinds: dict[str, tuple[str, ...]]) -> Army:
    divisions = {kind: entry.whole(kind, 0) for kind in kinds}
    return Army(
        entry.text("army"), entry.text("leader"), divisions, entry.words("hexes"), entry.text("first_turn", "free")
    )


def _reinforcement(entry: Entry, kinds: dict[str, tuple[str, ...]]) -> Reinforcement:
    return Reinforcement(
        turn=entry.whole("turn"),
        at=entry.text("at"),
        divisions={kind: entry.whole(kind, 0) for kind in kinds},
        leader=entry.text("leader", ""),
        units=entry.words("units", ()),
        title=entry.text("corps", entry.text("army", "")),
    )
