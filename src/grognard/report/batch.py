"""Many matches looked at together: the save files of a folder, or the lines a series of games writes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import grognard
from grognard.board import Board
from grognard.errors import Invalid
from grognard.report.digest import Digest, Reading, read_digest
from grognard.report.endings import Ending, is_match, read_lines
from grognard.simulate import shared


class Batch(NamedTuple):
    """Matches that are looked at together."""

    title: str
    endings: tuple[Ending, ...]
    running: int  # save files of matches that still go on
    skipped: tuple[str, ...]  # what could not be read, and why
    sides: tuple[str, ...]
    digests: tuple[Digest, ...] = ()  # of those that were played again
    board: Board | None = None
    folder: str = ""

    @property
    def played(self) -> list[Ending]:
        """The matches that were played to their end."""
        return [ending for ending in self.endings if not ending.failed]

    @property
    def winners(self) -> dict[str, int]:
        """How often each side won; draws last."""
        count = Counter(ending.winner for ending in self.played)
        found = {side: count.pop(side, 0) for side in self.sides}
        draws = count.pop("", 0)
        found.update(count)
        return {**found, "draw": draws} if draws else found

    @property
    def seats(self) -> dict[tuple[str, str], tuple[int, int]]:
        """By player and side: how many matches it won, and of how many."""
        found: dict[tuple[str, str], tuple[int, int]] = {}
        for ending in self.played:
            for side, bot in ending.bots.items():
                won, of = found.get((bot, side), (0, 0))
                found[bot, side] = won + (ending.winner == side), of + 1
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
        count = Counter((ending.level or "no level", ending.winner) for ending in self.played)
        return [(level, winner, n) for (level, winner), n in count.most_common()]


def read_batch(path: Path, jobs: int = 1, watch: Callable[[int, int], None] = lambda done, of: None) -> Batch:
    """The matches of a folder, or of a JSON Lines file. Each save file is played again, by so many processes; `watch`
    is told how many are done, and of how many."""
    if not path.is_dir():
        endings = read_lines(path)
        return Batch(path.name, tuple(endings), 0, (), _sides(endings))
    files = sorted(path.glob("*.jsonl"), key=lambda file: (len(file.name), file.name))  # game-1000 after game-999
    if not files:
        raise Invalid(f"{path}: no save files (*.jsonl) in this folder")
    saves = [file for file in files if _is_save(file)]
    readings: dict[Path, Reading] = {}
    watch(0, len(saves))
    for reading in shared(read_digest, saves, jobs):
        readings[reading.file] = reading
        watch(len(readings), len(saves))
    lines, wrong = _lines([file for file in files if file not in readings])
    return _together(path, [readings[file] for file in saves], lines, wrong)


def _is_save(file: Path) -> bool:
    try:
        return is_match(file)
    except Invalid:  # it will be asked for lines, and not have any either
        return False


def _lines(files: Sequence[Path]) -> tuple[list[Ending], list[str]]:
    """The endings that other files of a folder tell, and what is wrong with the rest."""
    found: list[Ending] = []
    wrong = []
    for file in files:
        try:
            found += read_lines(file)
        except Invalid as error:
            wrong.append(str(error))
    return found, wrong


def _together(path: Path, readings: Sequence[Reading], lines: Sequence[Ending], wrong: Sequence[str]) -> Batch:
    digests = tuple(reading.digest for reading in readings if reading.digest is not None)
    skipped = (*(reading.wrong for reading in readings if reading.wrong), *wrong)
    whole = [reading for reading in readings if not reading.wrong]
    running = len(whole) - len(digests)
    saved = {digest.ending.who for digest in digests}
    # The lines of a series may lie beside its save files: what is told there, too, is one game and not two.
    endings = [*(digest.ending for digest in digests), *(line for line in lines if line.who not in saved)]
    if not endings:
        why = f"; {skipped[0]}" if skipped else ""
        raise Invalid(
            f"{path}: no finished match in this folder ({running} still go on, {len(skipped)} unreadable){why}"
        )
    titles = sorted({reading.title for reading in whole})
    if len(titles) > 1:
        raise Invalid(f"{path}: matches of different games ({', '.join(titles)}): one game and scenario to a folder")
    name = path.resolve().name
    return Batch(
        titles[0] if titles else name,
        tuple(endings),
        running,
        skipped,
        whole[0].sides if whole else _sides(endings),
        digests,
        grognard.load(next(r.file for r in whole if r.digest is not None)).board if digests else None,
        name,
    )


def _sides(endings: list[Ending]) -> tuple[str, ...]:
    """The sides, in the order of the game if the endings fit one."""
    if endings[0].bots:
        return tuple(endings[0].bots)  # in the order of the game
    named = {ending.winner for ending in endings if ending.winner}
    kinds = {kind for ending in endings for kind in ending.points}
    for info in grognard.games():
        if (named or kinds & set(info.sides)) and named <= set(info.sides):
            return info.sides
    return tuple(sorted(named))
