"""The file of a series: a line of JSON for each game, written as the games end. And, if wanted, a save file of each.

A file that is there already is gone on with. A program that was killed in the middle of a line leaves half of one,
which is dropped: that game is played again.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

import msgspec

from grognard.errors import Invalid
from grognard.games import find
from grognard.match import Match
from grognard.save import Head, encode, replace_file
from grognard.simulate.series import Outcome, Series

START = b'{"game":'


@dataclass(frozen=True, slots=True)
class Saves:
    """A folder that keeps a save file of each game; it travels to the process that plays."""

    folder: Path

    def begin(self, series: Series) -> None:
        """Make the folder if it is not there; Invalid if it cannot be, or holds the games of another series."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Invalid(f"{self.folder}: no folder for save files: {error.strerror}") from None
        for file in self.folder.glob("game-*.jsonl"):
            number = file.stem.removeprefix("game-")
            if not (number.isdigit() and _is_of(file, series, int(number))):
                raise Invalid(f"{file} is not of this series: name another folder for its save files")

    def keep(self, number: int, match: Match) -> None:
        """Write the save file of a game."""
        self.write(number, encode(match))

    def write(self, number: int, save: bytes) -> None:
        """Write the text of a save file that was made elsewhere."""
        replace_file(self.folder / f"game-{number:03}.jsonl", save)


class Results:
    """The outcomes of a series by number, kept in a file if there is a path."""

    def __init__(self, series: Series, path: Path | None = None, *, force: bool = False) -> None:
        self._games, self._path = series.games, path
        self._known: dict[int, Outcome] = {}
        self._file: IO[bytes] | None = None
        if path is None:
            return
        if path.exists() and not path.is_file():
            raise Invalid(f"{path} is no ordinary file; name one")
        if path.exists() and not force:
            self._known = _read(path, series.key())
        self._tidy()
        self._file = path.open("ab", buffering=0)  # unbuffered: a killed process leaves at most half a line

    def missing(self) -> list[int]:
        """The games that are still to be played."""
        return [number for number in range(1, self._games + 1) if number not in self._known]

    def add(self, outcome: Outcome) -> None:
        """Keep one more."""
        self._known[outcome.game] = outcome
        if self._file is not None:
            self._file.write(msgspec.json.encode(outcome) + b"\n")

    def played(self) -> list[Outcome]:
        """The games of the series that were played, in order."""
        return [self._known[number] for number in sorted(self._known) if number <= self._games]

    def __enter__(self) -> Results:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()
            self._tidy()

    def _tidy(self) -> None:
        """Write the file anew: whole lines, in order."""
        assert self._path is not None
        lines = [msgspec.json.encode(self._known[number]) + b"\n" for number in sorted(self._known)]
        replace_file(self._path, b"".join(lines))


def _is_of(file: Path, series: Series, number: int) -> bool:
    """Whether a save file is that of a game of a series, by its first line."""
    try:
        with file.open("rb") as lines:
            head = msgspec.json.decode(lines.readline(), type=Head)
    except (OSError, msgspec.MsgspecError):
        return False
    told = (head.game, str(head.seed), head.players)
    return told == (find(series.game).info.id, series.seed_of(number), series.players(number))


def _read(path: Path, key: str) -> dict[int, Outcome]:
    """The whole lines of a file; Invalid if they are not of this series."""
    anew = "name another file, or say --force to begin it anew"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Invalid(f"{path}: cannot be read: {error.strerror}") from None
    *lines, half = content.split(b"\n")  # after the last end of a line there is nothing, or half of one
    if half[: len(START)] != START[: len(half)]:
        raise Invalid(f"{path} is there already and holds something else: {anew}")
    found: dict[int, Outcome] = {}
    for number, line in enumerate(lines, 1):
        try:
            outcome = msgspec.json.decode(line, type=Outcome)
        except msgspec.MsgspecError:
            raise Invalid(f"{path}: line {number} is not a game of a series: {anew}") from None
        if outcome.series != key:
            raise Invalid(f"{path} holds another series (other bots, seed, options or rules): {anew}")
        found[outcome.game] = outcome
    return found
