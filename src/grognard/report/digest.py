"""What a report of many matches keeps of each: small enough to be sent from one process to another."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import grognard
from grognard.errors import Invalid
from grognard.hexes import Hex, HexSet, hexset
from grognard.report.chronicle import Attack, Chronicle, Faces, Salvo, Snapshot
from grognard.report.endings import Ending
from grognard.report.maps import Sketch
from grognard.report.measures import measures
from grognard.report.teller import tell, title


class Standing(NamedTuple):
    """How a match stood as a turn began, or at its end."""

    values: dict[str, dict[str, float]]  # by measure and side
    ground: dict[str, HexSet]  # what each side held


@dataclass(frozen=True, slots=True)
class Digest:
    """One finished match, told in numbers."""

    ending: Ending
    turns: dict[int, Standing]
    end: Standing
    tables: tuple[str, ...]  # what its views count for every side
    attacks: tuple[Attack, ...]
    salvos: tuple[Salvo, ...]
    faces: Faces
    heat: dict[Hex, int]
    fallen: dict[str, Counter[Hex]]
    taken: dict[tuple[str, str], int]  # by place and by who took it: the turn in which that first happened
    control: dict[str, str]  # of places, at the end

    @classmethod
    def of(cls, told: Chronicle, name: str) -> Digest:
        """The digest of a match whose chronicle knows everything."""
        sketch = Sketch(told.board, told.sides)
        tables = tuple(dict.fromkeys(table for snapshot in told.snapshots for table in snapshot.tables))
        taken: dict[tuple[str, str], int] = {}
        for capture in told.captures:
            taken.setdefault((capture.place, capture.after), capture.turn)
        starts = {told.snapshots[i].turn: told.snapshots[i] for i in told.turn_starts}
        return cls(
            ending=Ending.of(told.match, name, told.blunders.totals() if told.blunders is not None else {}),
            turns={turn: _standing(told, sketch, snapshot, tables) for turn, snapshot in starts.items()},
            end=_standing(told, sketch, told.snapshots[-1], tables),
            tables=tables,
            attacks=tuple(attack for attack in told.attacks if attack.result),
            salvos=tuple(told.salvos),
            faces=told.faces,
            heat=told.heat,
            fallen=told.fallen,
            taken=taken,
            control=told.snapshots[-1].control,
        )


def _standing(told: Chronicle, sketch: Sketch, snapshot: Snapshot, tables: tuple[str, ...]) -> Standing:
    owner = sketch.owners(snapshot)
    return Standing(
        {m.title: {side: m.value(snapshot, side) for side in told.sides} for m in measures(tables)},
        {side: hexset(h for h, who in owner.items() if who == side) for side in told.sides},
    )


class Reading(NamedTuple):
    """The result of reading one save file: a digest, or what is wrong with it, or neither while the match goes on."""

    file: Path
    title: str = ""  # of the game and its scenario
    sides: tuple[str, ...] = ()
    digest: Digest | None = None
    wrong: str = ""


def read_digest(file: Path) -> Reading:
    """Play the match of a save file again and tell it."""
    try:
        match = grognard.load(file)
    except Invalid as error:
        return Reading(file, wrong=str(error))
    digest = Digest.of(tell(match), file.stem) if match.result is not None else None
    return Reading(file, title(match), match.game.info.sides, digest)
