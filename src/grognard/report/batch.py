"""Many matches: read from a folder of save files or from the lines a series of games writes, and counted."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

import msgspec

import grognard
from grognard.errors import Invalid
from grognard.games import IDS
from grognard.match import Match
from grognard.save import FORMAT


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How one match came out; further fields of a line are passed over."""

    game: int | str = 0
    seed: int | str = ""
    winner: str = ""
    level: str = ""
    points: dict[str, float] = {}
    actions: int = 0
    bots: dict[str, str] = {}  # by side
    forfeit: str = ""
    failed: str = ""


class Batch(NamedTuple):
    """Matches that are looked at together."""

    title: str
    outcomes: tuple[Outcome, ...]
    running: int  # save files of matches that still go on
    skipped: tuple[str, ...]  # what could not be read, and why
    sides: tuple[str, ...]

    @property
    def played(self) -> list[Outcome]:
        """The matches that were played to their end."""
        return [outcome for outcome in self.outcomes if not outcome.failed]

    @property
    def winners(self) -> dict[str, int]:
        """How often each side won; draws last."""
        count = Counter(outcome.winner for outcome in self.played)
        found = {side: count.pop(side, 0) for side in self.sides}
        draws = count.pop("", 0)
        found.update(count)
        return {**found, "draw": draws} if draws else found

    @property
    def seats(self) -> dict[tuple[str, str], tuple[int, int]]:
        """By player and side: how many matches it won, and of how many."""
        found: dict[tuple[str, str], tuple[int, int]] = {}
        for outcome in self.played:
            for side, bot in outcome.bots.items():
                won, of = found.get((bot, side), (0, 0))
                found[bot, side] = won + (outcome.winner == side), of + 1
        return dict(sorted(found.items()))

    @property
    def bots(self) -> dict[str, tuple[int, int]]:
        """By player, whichever side it had: how many matches it won, and of how many."""
        found: dict[str, tuple[int, int]] = {}
        for (bot, _), (won, of) in self.seats.items():
            before = found.get(bot, (0, 0))
            found[bot] = before[0] + won, before[1] + of
        return found

    @property
    def levels(self) -> list[tuple[str, str, int]]:
        """Every level of victory with its winner and how often it came."""
        count = Counter((outcome.level or "no level", outcome.winner) for outcome in self.played)
        return [(level, winner, n) for (level, winner), n in count.most_common()]


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


def read_lines(path: Path) -> list[Outcome]:
    """The outcomes in a JSON Lines file, without half a line at its end; Invalid names the first line that is none."""
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
            found.append(msgspec.convert(line, Outcome))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, Invalid) as error:
            raise Invalid(f"{path}: line {number} is no outcome of a game: {error}") from None
    if not found:
        raise Invalid(f"{path}: the file is empty")
    return found


def read_batch(path: Path) -> Batch:
    """The matches of a folder, or of a JSON Lines file."""
    if not path.is_dir():
        outcomes = read_lines(path)
        return Batch(path.name, tuple(outcomes), 0, (), _sides(outcomes, ()))
    files = sorted(path.glob("*.jsonl"))
    if not files:
        raise Invalid(f"{path}: no save files (*.jsonl) in this folder")
    found: list[Outcome] = []
    titles: list[str] = []
    sides: tuple[str, ...] = ()
    skipped, running = [], 0
    for file in files:
        try:
            if not is_match(file):
                found += read_lines(file)
                continue
            match = grognard.load(file)
        except Invalid as error:
            skipped.append(str(error))
            continue
        titles.append(match.game.info.title)
        sides = sides or match.game.info.sides
        if match.result is None:
            running += 1
        else:
            found.append(_outcome(match, file))
    if not found:
        why = f"; {skipped[0]}" if skipped else ""
        raise Invalid(
            f"{path}: no finished match in this folder ({running} still go on, {len(skipped)} unreadable){why}"
        )
    if len(set(titles)) > 1:
        raise Invalid(f"{path}: matches of different games ({', '.join(sorted(set(titles)))}): one game to a folder")
    title = f"{titles[0]}: {path.resolve().name}" if titles else path.resolve().name
    return Batch(title, tuple(found), running, tuple(skipped), _sides(found, sides))


def _outcome(match: Match, file: Path) -> Outcome:
    result = match.result
    assert result is not None
    points: dict[str, float] = dict(result.points)
    return Outcome(
        game=file.stem,
        seed=match.header.seed,
        winner=result.winner,
        level=result.level,
        points=points,
        actions=len(match.actions),
        bots={side: name for side, name in (match.header.players or {}).items() if name},
    )


def _sides(outcomes: list[Outcome], known: tuple[str, ...]) -> tuple[str, ...]:
    """The sides, in the order of the game if the outcomes fit one."""
    if known:
        return known
    if outcomes[0].bots:
        return tuple(outcomes[0].bots)  # in the order of the game
    named = {outcome.winner for outcome in outcomes if outcome.winner}
    kinds = {kind for outcome in outcomes for kind in outcome.points}
    for info in grognard.games():
        if info.id in IDS and (named or kinds & set(info.sides)) and named <= set(info.sides):
            return info.sides
    return tuple(sorted(named))
