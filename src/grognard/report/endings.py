"""How matches came out: from save files, or from the lines a series of games writes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from grognard.errors import Invalid
from grognard.match import Match
from grognard.save import FORMAT


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """How one match came out: a save file played again, or a line that a series wrote (`simulate.Outcome`)."""

    game: int | str = 0
    seed: int | str = ""
    winner: str = ""
    level: str = ""
    points: dict[str, float] = {}
    actions: int = 0
    bots: dict[str, str] = {}  # by side
    blunders: dict[str, dict[str, int]] = {}  # by side
    forfeit: str = ""
    failed: str = ""

    @classmethod
    def of(cls, match: Match, name: str, blunders: dict[str, dict[str, int]]) -> Ending:
        """The ending of a finished match, with the blunders counted in it."""
        result = match.result
        assert result is not None
        return cls(
            game=name,
            seed=match.header.seed,
            winner=result.winner,
            level=result.level,
            points=dict(result.points),
            actions=len(match.actions),
            bots={side: name for side, name in (match.header.players or {}).items() if name},
            blunders=blunders,
        )

    def lead(self, sides: Sequence[str]) -> float | None:
        """By how many points the first side is ahead of the second, if both have points."""
        if len(sides) != 2 or not set(sides) <= self.points.keys():
            return None
        return self.points[sides[0]] - self.points[sides[1]]

    @property
    def who(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """What tells a game of a series from all others: its seed and who sat where."""
        return str(self.seed), tuple(sorted(self.bots.items()))


def is_match(path: Path) -> bool:
    """Whether a file is a save file, by its first line."""
    try:
        with path.open("rb") as file:
            line = msgspec.json.decode(file.readline(1_000_000))
    except OSError as error:
        raise Invalid(f"{path}: cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return isinstance(line, dict) and line.get("format") == FORMAT


def read_lines(path: Path) -> list[Ending]:
    """The endings in a JSON Lines file, without half a line at its end; Invalid names the first line that is none."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Invalid(f"{path}: cannot be read: {error.strerror}") from None
    found = []
    *lines, half = content.split(b"\n")
    if half.endswith(b"}"):
        lines.append(half)
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            line = msgspec.json.decode(text)
            if not isinstance(line, dict) or not ({"winner", "level", "points", "actions", "failed"} & line.keys()):
                raise Invalid("it says neither who won nor what went wrong")
            found.append(msgspec.convert(line, Ending))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, Invalid) as error:
            raise Invalid(f"{path}: line {number} is no outcome of a game: {error}") from None
    if not found:
        raise Invalid(f"{path}: the file is empty")
    return found
