"""What a report tells of a match: positions kept on the way, attacks, dice, losses, captures, the log."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from grognard.board import Board
from grognard.bots.blunders import BlunderCounter
from grognard.hexes import Hex
from grognard.match import Match

Faces = dict[tuple[str, int], Counter[int]]


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit where it stands."""

    id: str
    label: str
    side: str
    hex: Hex
    steps: int
    unsupplied: bool


@dataclass(slots=True)
class Snapshot:
    """A position worth keeping, and what led to it from the one before."""

    at: int  # actions played until now
    turn: int
    title: str
    date: str
    units: tuple[Stand, ...]
    held: dict[str, frozenset[Hex]]  # if the game says who holds the ground
    control: dict[str, str]
    tables: dict[str, dict[str, float]]  # points, production ...: a number for each side
    moves: list[tuple[str, tuple[Hex, ...]]] = field(default_factory=list)
    combats: list[Hex] = field(default_factory=list)
    eliminated: dict[str, int] = field(default_factory=dict)  # since the start, by side
    steps: dict[str, int] = field(default_factory=dict)

    def unsupplied(self, side: str) -> tuple[int, int]:
        """How many units of a side are out of supply, and of how many."""
        own = [unit for unit in self.units if unit.side == side]
        return sum(unit.unsupplied for unit in own), len(own)


@dataclass(slots=True)
class Attack:
    """An attack: what was computed, what was to be expected before it, and how it came out."""

    turn: int
    side: str
    hexes: tuple[str, ...]
    column: str
    how: str
    strengths: tuple[float, float]
    chances: dict[str, float]
    certain: bool = False  # whether the attacker could know the column
    die: int = 0
    result: str = ""


@dataclass(frozen=True, slots=True)
class Throw:
    """A die: what it showed, how many sides it has, and for whom it was thrown if that is known."""

    face: int
    sides: int
    side: str
    turn: int


@dataclass(frozen=True, slots=True)
class Salvo:
    """A volley of dice."""

    turn: int
    side: str
    who: str
    what: str
    dice: tuple[int, ...]
    hits: int


@dataclass(frozen=True, slots=True)
class Capture:
    """A place changes hands."""

    turn: int
    place: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Loss:
    """The steps one action cost each side."""

    turn: int
    action: str
    steps: dict[str, int]
    units: tuple[str, ...]


@dataclass(slots=True)
class Chronicle:
    """Everything a report of one match is drawn from."""

    match: Match
    side: str | None  # whose knowledge it is; None for everything
    snapshots: list[Snapshot] = field(default_factory=list)
    attacks: list[Attack] = field(default_factory=list)
    throws: list[Throw] = field(default_factory=list)
    salvos: list[Salvo] = field(default_factory=list)
    captures: list[Capture] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    heat: dict[Hex, int] = field(default_factory=dict)
    fallen: dict[str, Counter[Hex]] = field(default_factory=dict)  # steps lost in each hex, by side
    verbs: dict[tuple[int, str], dict[str, int]] = field(default_factory=dict)  # by (turn, side)
    lines: list[tuple[int, str]] = field(default_factory=list)  # the log, with its turns
    blunders: BlunderCounter | None = None  # None where they would tell a secret

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in the game's order."""
        return self.match.game.info.sides

    @property
    def board(self) -> Board:
        """The map."""
        return self.match.board

    @property
    def turn_starts(self) -> list[int]:
        """The first snapshot of every turn; that of the first turn is the one from which both sides are there."""
        firsts = [i for i, f in enumerate(self.snapshots) if i == 0 or self.snapshots[i - 1].turn != f.turn]
        both = (i for i, f in enumerate(self.snapshots) if len({unit.side for unit in f.units}) > 1)
        firsts[0] = next((i for i in both if self.snapshots[i].turn == self.snapshots[0].turn), 0)
        return firsts

    @property
    def faces(self) -> Faces:
        """How often each face was thrown, by side and by how many sides the die has."""
        found: Faces = {}
        for throw in self.throws:
            found.setdefault((throw.side, throw.sides), Counter())[throw.face] += 1
        return found

    @property
    def main_table(self) -> str:
        """What the sides are measured by: the first table of numbers the view has for both."""
        return next((name for snapshot in reversed(self.snapshots) for name in snapshot.tables), "")
