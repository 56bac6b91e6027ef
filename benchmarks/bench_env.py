"""What the learning environment costs over the engine: the same words of the same random games, four ways."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import grognard
from grognard.env import aec
from grognard.match import Match

Script = list[tuple[str, tuple[str, ...]]]  # side and words of every action
GAMES = (
    ("guderian", None, 8),
    ("oder", None, 8),
    ("battles", None, 6),
    ("bugriver", None, 6),
    ("eastfront", "EDE", 40),
    ("eastfront", "S42", 3),
)
PASSES = 3
BUDGET = 0.3  # over the engine doing the same


def random_game(game: str, scenario: str | None, seed: int) -> Script:
    """The actions of a random game."""
    match, rng, script = grognard.new(game, scenario, seed), random.Random(seed), []
    while (decision := match.decision) is not None:
        words: tuple[str, ...] = ()
        while True:
            choices = decision.choices(words)
            word = rng.choice([*choices, *([""] if choices.complete else [])])
            if not word:
                break
            words += (word,)
        script.append((decision.side, words))
        match.play(" ".join(words), decision.side)
    return script


def plain(match: Match, script: Script, *, look: bool = False) -> None:
    """Play as a bot does: ask after every word what may follow; `look` also takes a view before every action."""
    for side, words in script:
        if look:
            match.view(side)
        for count in range(len(words) + 1):
            match.choices(" ".join(words[:count]), side)
        match.play(" ".join(words), side)


def measure(game: str, scenario: str | None, games: int) -> None:
    """Print the four times of one game, and their ratios."""
    env = aec(game, scenario)
    scripts = [random_game(game, scenario, seed) for seed in range(games)]
    steps = 0

    def numbers(script: Script) -> list[int]:
        return [env.vocabulary.index[word] for _, words in script for word in words]

    def engine(seed: int) -> float:
        match = grognard.new(game, scenario, seed)
        return timed(lambda: plain(match, scripts[seed]))

    def looking(seed: int) -> float:
        match = grognard.new(game, scenario, seed)
        return timed(lambda: plain(match, scripts[seed], look=True))

    def walk(seed: int, *, observe: bool) -> float:
        env.reset(seed=seed)
        said = numbers(scripts[seed])

        def play() -> None:
            nonlocal steps
            at = 0
            while not env.terminations[env.agent_selection]:
                env.last(observe=observe)
                # `done` where the script's next word belongs to another action
                number = said[at] if at < len(said) and not ends(at) else 0
                env.step(number)
                at += number != 0
                steps += 1

        starts = set()
        count = 0
        for _, words in scripts[seed]:
            starts.add(count)
            count += len(words)
        starts.add(count)

        def ends(at: int) -> bool:
            return at in starts and env.infos[env.agent_selection]["words"] != ""

        return timed(play)

    ways: dict[str, Callable[[int], float]] = {
        "choices + play": engine,
        "choices + play + view": looking,
        "env, mask only": lambda seed: walk(seed, observe=False),
        "env, whole observation": lambda seed: walk(seed, observe=True),
    }
    best = dict.fromkeys(ways, 0.0)
    for seed in range(games):  # the best of some passes of each game, the ways in turn
        found = [[way(seed) for way in ways.values()] for _ in range(PASSES)]
        for name, times in zip(ways, zip(*found, strict=True), strict=True):
            best[name] += min(times)
    base = best["choices + play"]
    words = steps / (2 * PASSES)
    print(f"{game} {scenario or ''}: {games} random games, {words:.0f} steps")
    for name, seconds in best.items():
        print(f"  {name:<26}{seconds / words * 1e6:>8.0f} us a step {seconds / base:>6.2f}")
    masks = best["env, mask only"] / base - 1
    views = best["env, whole observation"] / best["choices + play + view"] - 1
    whole = best["env, whole observation"] / base - 1
    print(
        f"  the adapter adds {masks:+.0%} to choices and play without observations; with them {views:+.0%} to choices,"
        f" play and view, {whole:+.0%} to choices and play alone ({BUDGET:.0%} is the budget)"
    )


def timed(work: Callable[[], None]) -> float:
    """Seconds of this process in one call; others on the machine do not count."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Every game."""
    for game, scenario, games in GAMES:
        measure(game, scenario, games)


if __name__ == "__main__":
    main()
