"""Games between equals whose judgement differs a little, as material to learn from.

    python learn/selfplay.py oder battles/radzymin --games 200 --jobs 8 --out build/learn

In each game each side's officer has his weights multiplied by factors of his own, drawn anew. A game is a line of JSON
in FOLDER/GAME-SCENARIO.jsonl: the factors, the result, and what every player turn (or activation) began with. Games
that are in the file already are not played again. `fit.py` learns from it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from importlib import import_module
from math import exp
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

import grognard
from grognard.bots import make
from grognard.bots.knowledge import knowledge_of, module_of
from grognard.bots.knowledge.squares import SIZE
from grognard.bots.knowledge.stances import ByStance, judging_for, taking
from grognard.games import find
from grognard.match import Match
from grognard.save import replace_file

# What is not tried: ends of the game, and tables that are worked out once for both sides.
FIXED = {
    "guderian": ("nearness.", "fight.german", "fight.soviet"),
    "oder": ("german.won", "soviet.won"),
}
Task: TypeAlias = tuple[str, str | None, int, float, str]  # game, scenario, seed, spread, bot


class Start(msgspec.Struct, frozen=True):
    """What a player turn or an activation began with."""

    turn: int
    side: str
    value: dict[str, float]  # how good the position is to each side, by its natural judgement
    units: dict[str, list[tuple[int, int]]]  # for each side: a square of the map, and how many units are in it


class Played(msgspec.Struct, frozen=True):
    """A game."""

    seed: int
    spread: float
    factors: dict[str, dict[str, float]]  # for each side: of a weight, as its logarithm
    winner: str
    points: dict[str, int]
    turns: list[Start]


def read(file: Path) -> list[Played]:
    """The games of a file; half a line of a program that was killed is none."""
    lines = file.read_bytes().split(b"\n")
    return [msgspec.json.decode(line, type=Played) for line in lines[:-1]]


def tidied(file: Path) -> list[Played]:
    """The games of a file that is to go on: half a line at its end is cut off."""
    replace_file(file, b"".join(msgspec.json.encode(played) + b"\n" for played in read(file)))
    return read(file)


def numbers_of(game: str) -> ByStance[Any]:
    """The weights of a game's officer."""
    module = import_module(f"{module_of(game)}.weights")
    return next(found for found in vars(module).values() if isinstance(found, ByStance))


def tried(game: str, side: str) -> dict[str, float]:
    """The weights of a side that may be tried otherwise, by section and name."""
    others = set(find(game).info.sides) - {side}

    def walk(table: dict[str, Any], path: str) -> Iterator[tuple[str, float]]:
        for name, value in table.items():
            if isinstance(value, dict):
                if name not in others:
                    yield from walk(value, f"{path}{name}.")
            elif isinstance(value, float) and value:
                yield f"{path}{name}", value

    found = dict(walk(numbers_of(game).table(side), ""))
    return {name: value for name, value in found.items() if not name.startswith(FIXED.get(game, ()))}


def nested(flat: dict[str, float]) -> dict[str, Any]:
    """Weights by section and name as tables."""
    found: dict[str, Any] = {}
    for path, value in flat.items():
        *sections, name = path.split(".")
        table = found
        for section in sections:
            table = table.setdefault(section, {})
        table[name] = value
    return found


def play(game: str, scenario: str | None, seed: int, spread: float, bot: str) -> Played:
    """One game, and what is to be learned from it."""
    match = grognard.new(game, scenario, seed=seed)
    chance, numbers, knows = random.Random(f"{game}:{scenario}:{seed}"), numbers_of(game), knowledge_of(game)
    factors: dict[str, dict[str, float]] = {}
    for side in match.game.info.sides:
        weights = tried(game, side)
        factors[side] = {name: chance.gauss(0.0, spread) for name in weights}
        numbers.teach(side, nested({name: value * exp(factors[side][name]) for name, value in weights.items()}))
    players = {side: make(bot, f"{side}:{seed}") for side in match.game.info.sides}
    turns, span = list[Start](), None
    while (decision := match.decision) is not None:
        if not match.under_way and knows.span(match) != span:
            span = knows.span(match)
            turns.append(_start(match))
        with taking(decision.side):
            action = players[decision.side].act(match, decision.side)
        match.play(action, decision.side)
    assert match.result is not None
    return Played(seed, spread, factors, match.result.winner, dict(match.result.points), turns)


def _start(match: Match) -> Start:
    g: Any = match.state
    knows, sides = knowledge_of(match.game.info.id), match.game.info.sides
    value = {}
    for side in sides:
        with judging_for(side):
            value[side] = round(knows.evaluate(match, side), 3)
    grid = g.rules.grid
    units: dict[str, list[tuple[int, int]]] = {}
    for side in sides:
        squares: dict[int, int] = {}
        for unit in g.on_map(side):
            square = grid.row(g.at[unit]) // SIZE * 100 + grid.column(g.at[unit]) // SIZE
            squares[square] = squares.get(square, 0) + 1
        units[side] = sorted(squares.items())
    return Start(g.turn, g.side, value, units)


def _task(asked: Task) -> tuple[str, bytes]:
    game, scenario, *_ = asked
    return f"{game}-{scenario or 'default'}", msgspec.json.encode(play(*asked))


def main() -> None:
    """Play what is asked for until it is done or time is up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="+", help="GAME, GAME/SCENARIO, or either with =GAMES")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--spread", type=float, default=0.45, help="of the logarithms of the factors")
    parser.add_argument("--bot", default="staff-quick")
    parser.add_argument("--seconds", type=float, default=1e9, help="no game is begun after these")
    parser.add_argument("--out", type=Path, default=Path("build/learn"))
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    tasks: list[tuple[float, Task]] = []
    for what in asked.what:
        name, _, count = what.partition("=")
        game, _, scenario = name.partition("/")
        file = asked.out / f"{game}-{scenario or 'default'}.jsonl"
        done = {played.seed for played in tidied(file)} if file.exists() else set()
        games = int(count or asked.games)
        tasks += [
            ((seed - asked.first) / games, (game, scenario or None, seed, asked.spread, asked.bot))
            for seed in range(asked.first, asked.first + games)
            if seed not in done
        ]
    tasks.sort(key=lambda task: task[0])  # all of them get on together
    print(f"{_play_all([task for _, task in tasks], asked.jobs, asked.seconds, asked.out)} games of {len(tasks)}")


def _play_all(tasks: list[Task], jobs: int, seconds: float, folder: Path) -> int:
    """Play the games, each written as it ends; how many there were before time was up."""
    end, count = time.monotonic() + seconds, 0
    going: set[Future[tuple[str, bytes]]] = set()
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        while (tasks and time.monotonic() < end) or going:
            while tasks and len(going) < jobs and time.monotonic() < end:
                going.add(pool.submit(_task, tasks.pop(0)))
            done, going = wait(going, return_when=FIRST_COMPLETED)
            for future in done:
                name, line = future.result()
                with (folder / f"{name}.jsonl").open("ab") as out:
                    out.write(line + b"\n")
                count += 1
    return count


if __name__ == "__main__":
    main()
