"""What the engine costs, against the budgets of docs/architecture.md. Machines are noisy: compare ratios of one run."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import grognard
from grognard.bots.random import RandomBot
from grognard.games.guderian import supply
from grognard.games.guderian.movement import movers
from grognard.games.guderian.position import GERMAN, Position
from grognard.games.guderian.routes import destinations
from grognard.match import Match


def micro(work: Callable[[], object], seconds: float = 0.4) -> float:
    """The median time of one call, in microseconds."""
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


def play_out(seed: int, steps: list[float] | None = None, until: int | None = None) -> Match:
    """A random game; `steps` collects the time of each choice and play, `until` stops at a turn."""
    match = grognard.new("guderian", seed=seed)
    bots = {side: RandomBot(seed) for side in match.game.info.sides}
    while match.decision is not None:
        if until is not None and match.view()["turn"] >= until and match.decision.kind == "german-movement":
            break
        start = time.perf_counter()
        side = match.decision.side
        match.play(bots[side].act(match, side))
        if steps is not None:
            steps.append(time.perf_counter() - start)
    return match


def crowded(seed: int = 5) -> Match:
    """A position in the middle of a game with most of both armies on the map."""
    match = grognard.new("guderian", seed=seed)
    rng = random.Random(seed)
    while match.decision is not None:
        state = match.state
        assert isinstance(state, Position)
        if state.turn == 6 and state.phase == "german-movement":
            break
        offered = match.choices()
        verbs = [verb for verb in ("deploy", "enter", "move") if verb in offered]
        if not verbs or (verbs == ["move"] and rng.random() < 0.03):
            verbs = ["end"] if "end" in offered else offered.items
        words = [verbs[0] if verbs[0] != "move" or rng.random() < 0.9 else rng.choice(verbs)]
        while not match.choices(" ".join(words)).complete or match.choices(" ".join(words)).items:
            words.append(rng.choice(match.choices(" ".join(words)).groups[0][1]))  # type: ignore[arg-type]
        match.play(" ".join(words))
    return match


def import_time() -> float:
    """A fresh interpreter's time to import the engine, less its own start, in milliseconds."""

    def run(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    empty = min(run("pass") for _ in range(5))
    return (min(run("import grognard") for _ in range(5)) - empty) * 1e3


def report(what: str, value: float, unit: str, budget: float | None) -> None:
    """One line, with the budget and how much of it is used."""
    bound = f"{budget:>9g} {unit:<5} {value / budget:>6.0%}" if budget else ""
    print(f"{what:<52}{value:>10.2f} {unit:<5}{bound}")


def main() -> None:
    """Print every figure."""
    print(f"{'':<52}{'measured':>10}      {'budget':>10}")
    steps: list[float] = []
    start = time.perf_counter()
    games = 20
    for seed in range(games):
        play_out(seed, steps)
    seconds = time.perf_counter() - start
    steps.sort()
    report("choices + play, p50", statistics.median(steps) * 1e3, "ms", 0.3)
    report("choices + play, p99", steps[int(len(steps) * 0.99)] * 1e3, "ms", 7)
    report(f"random full game (mean of {games})", seconds / games, "s", 1)
    report("random full games per second", games / seconds, "/s", None)

    match = crowded()
    state = match.state
    assert isinstance(state, Position)
    on_map = len(list(state.on_map()))
    print(f"mid-game position: turn {state.turn}, {on_map} units on the map")
    report("copy() at a top-level decision", micro(match.copy), "us", 20)
    report("view()", micro(lambda: match.view(GERMAN)) / 1e3, "ms", 1)

    def flood() -> object:
        state.forget()
        return supply.supply_lines_east(state)

    def german() -> object:
        state.forget()
        return supply.road_lines(state)

    report("supply flood, Soviet (zones of control included)", micro(flood), "us", None)
    report("supply flood, German (with the road)", micro(german), "us", None)
    unit = next(u for u in movers(state) if state.rules.units[u].klass == "mechanised")

    def panzers() -> object:
        state.forget()
        return destinations(state, (unit,))

    report("range of one panzer regiment (the same)", micro(panzers), "us", None)
    report("import grognard", import_time(), "ms", 80)


if __name__ == "__main__":
    main()
