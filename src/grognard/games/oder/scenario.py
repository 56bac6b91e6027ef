"""What a scenario file holds: set-up, reinforcements and length."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.datafile import Source, load
from grognard.game import Option, options_in


@dataclass(frozen=True, slots=True)
class Scenario:
    """Everything a scenario says."""

    id: str
    title: str
    turns: int
    options: tuple[Option, ...]
    fixed: dict[str, str]  # unit -> hex (3.2a, 3.2c)
    within: dict[str, tuple[str, ...]]  # unit -> hexes or ranges it is placed in (3.2b)
    free: dict[str, tuple[str, ...]]  # side -> units placed anywhere on its side of the line (3.2d, 3.2e)
    suggested: dict[str, str]  # free unit -> where it stands if a player leaves it to the game
    memel: str  # 3.2f
    memel_units: int
    reinforcements: tuple[str, ...]  # 9.2a
    reinforcement_turn: int
    bound: dict[str, str]  # reinforcement -> the one hex it may enter (9.2d)

    @classmethod
    def read(cls, source: Source, id: str) -> Scenario:
        """The scenario in a file."""
        top = load(source, f"{id}.toml")
        setup, coming = top.entry("setup"), top.entry("reinforcements")
        fixed, within, bound = setup.entry("fixed"), setup.entry("within"), coming.entry("bound", optional=True)
        free, suggested = setup.entry("free"), setup.entry("suggested", optional=True)
        return cls(
            id=id,
            title=top.text("title"),
            turns=top.whole("turns"),
            options=options_in(top),
            fixed={unit: hex for hex in fixed.keys for unit in fixed.words(hex)},
            within={unit: within.words(unit) for unit in within.keys},
            free={side: free.words(side) for side in free.keys},
            suggested={unit: hex for hex in suggested.keys for unit in suggested.words(hex)},
            memel=setup.text("memel"),
            memel_units=setup.whole("memel_units"),
            reinforcements=coming.words("units"),
            reinforcement_turn=coming.whole("turn"),
            bound={unit: bound.text(unit) for unit in bound.keys},
        )
