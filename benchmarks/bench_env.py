"""What the learning environment costs over the engine: the same words of the same random games, four ways.

Each action counts as fast as in its best pass: what disturbs it once on a busy machine seldom disturbs it again.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable, Iterable, Iterator

import grognard
from grognard.env import Sides, aec
from grognard.match import Match

Script = list[tuple[str, list[str]]]  # side of every action, and its words so far: none, the first, the first two ...
Numbers = list[list[int]]  # the same for the environment, with `done` where an action needs it
GAMES = (
    ("guderian", None, 8),
    ("oder", None, 8),
    ("battles", None, 6),
    ("bugriver", None, 6),
    ("eastfront", "EDE", 40),
    ("eastfront", "S42", 3),
)
PASSES = 5
BUDGET = 0.3  # over the engine doing the same


def random_game(game: str, scenario: str | None, seed: int) -> Script:
    """The actions of a random game."""
    match, rng, script = grognard.new(game, scenario, seed), random.Random(seed), []
    while (decision := match.decision) is not None:
        words: tuple[str, ...] = ()
        said = [""]
        while True:
            choices = decision.choices(words)
            word = rng.choice([*choices, *([""] if choices.complete else [])])
            if not word:
                break
            words += (word,)
            said.append(" ".join(words))
        script.append((decision.side, said))
        match.play(said[-1], decision.side)
    return script


def numbered(env: Sides, seed: int, script: Script) -> Numbers:
    """What to say to the environment, action by action."""
    env.reset(seed=seed)
    found = []
    for side, said in script:
        found.append([env.vocabulary.index[word] for word in said[-1].split()])
        for number in found[-1]:
            env.step(number)
        if env.agent_selection == side and env.infos[side]["words"]:  # more could follow
            found[-1].append(0)
            env.step(0)
    return found


def plain(match: Match, script: Script, *, look: bool = False) -> Iterator[None]:
    """Play as a bot does: ask after every word what may follow; `look` also takes a view before every action."""
    for side, said in script:
        if look:
            match.view(side)
        for words in said:
            match.choices(words, side)
        match.play(said[-1], side)
        yield


def through(env: Sides, numbers: Numbers, *, observe: bool) -> Iterator[None]:
    """Play through the environment, one word a step."""
    for said in numbers:
        for number in said:
            env.last(observe=observe)
            env.step(number)
        yield


def measure(game: str, scenario: str | None, games: int) -> None:
    """Print the four times of one game, and their ratios."""
    env = aec(game, scenario)
    best: dict[str, float] = {}
    steps = 0
    for seed in range(games):
        script = random_game(game, scenario, seed)
        numbers = numbered(env, seed, script)
        steps += sum(map(len, numbers))

        def engine(seed: int = seed, script: Script = script, *, look: bool = False) -> Iterator[None]:
            return plain(grognard.new(game, scenario, seed), script, look=look)

        def walk(seed: int = seed, numbers: Numbers = numbers, *, observe: bool) -> Iterator[None]:
            env.reset(seed=seed)
            return through(env, numbers, observe=observe)

        ways: dict[str, Callable[[], Iterable[None]]] = {
            "choices + play": engine,
            "choices + play + view": lambda: engine(look=True),
            "env, mask only": lambda: walk(observe=False),
            "env, whole observation": lambda: walk(observe=True),
        }
        passes = [[timed(way()) for way in ways.values()] for _ in range(PASSES)]  # the ways in turn
        for name, found in zip(ways, zip(*passes, strict=True), strict=True):
            best[name] = best.get(name, 0.0) + sum(map(min, *found))
    base = best["choices + play"]
    print(f"{game} {scenario or ''}: {games} random games, {steps} steps")
    for name, seconds in best.items():
        print(f"  {name:<26}{seconds / steps * 1e6:>8.0f} us a step {seconds / base:>6.2f}")
    masks = best["env, mask only"] / base - 1
    views = best["env, whole observation"] / best["choices + play + view"] - 1
    whole = best["env, whole observation"] / base - 1
    print(
        f"  the adapter adds {masks:+.0%} to choices and play without observations; with them {views:+.0%} to choices,"
        f" play and view ({BUDGET:.0%} is the budget), {whole:+.0%} to choices and play alone",
        flush=True,
    )


def timed(actions: Iterable[None]) -> list[float]:
    """Seconds of this process for each action; others on the machine do not count."""
    found, clock = [], time.process_time
    start = clock()
    for _ in actions:
        found.append(clock() - start)
        start = clock()
    return found


def main() -> None:
    """Every game, or those asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="those that are called so: oder, eastfront ...")
    asked = parser.parse_args().games
    for game, scenario, games in GAMES:
        if not asked or game in asked:
            measure(game, scenario, games)
    print(f"load of the machine at the end: {' '.join(f'{load:.1f}' for load in os.getloadavg())}")


if __name__ == "__main__":
    main()
