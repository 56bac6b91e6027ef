"""What the engine costs, against the budgets of docs/architecture.md. Machines are noisy: compare ratios of one run."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import grognard
from grognard.bots import make
from grognard.bots.random import RandomBot
from grognard.games.battles import position as battles
from grognard.games.battles import routes as battles_routes
from grognard.games.battles import supply as battles_supply
from grognard.games.bugriver import position as bugriver
from grognard.games.bugriver import ways as bugriver_ways
from grognard.games.bugriver.zoc import zoc as bugriver_zoc
from grognard.games.eastfront import position as eastfront
from grognard.games.eastfront.control import determine_control
from grognard.games.eastfront.rail import supply_net
from grognard.games.eastfront.routes import onward
from grognard.games.guderian import supply
from grognard.games.guderian.movement import movers
from grognard.games.guderian.position import GERMAN, Position
from grognard.games.guderian.routes import destinations
from grognard.games.oder import movement as oder_movement
from grognard.games.oder import position as oder
from grognard.games.oder import supply as oder_supply
from grognard.match import Match
from grognard.simulate import Series, play_series
from grognard.state import State


def micro(work: Callable[[], object], seconds: float = 0.4) -> float:
    """The median time of one call, in microseconds."""
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


def forget(state: State) -> None:
    """Let everything be worked out anew."""
    state.forget_all()


def played(match: Match, seed: int, steps: list[float] | None = None) -> Match:
    """The match played to its end at random; `steps` collects the processor's time for each choice and play."""
    bots = {side: RandomBot(seed) for side in match.game.info.sides}
    while match.decision is not None:
        start = time.process_time()
        side = match.decision.side
        match.play(bots[side].act(match, side), side)
        if steps is not None:
            steps.append(time.process_time() - start)
    return match


def deployed(scenario: str, seed: int) -> Match:
    """A scenario of EastFront after both sides have deployed at once."""
    match = grognard.new("eastfront", scenario, seed)
    while match.decision is not None and match.decision.kind == "deployment":
        match.play("end" if "end" in match.choices() else "deploy")
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
    """One line, with the budget and how much of it is used; the budget of a rate is the least it should be."""
    used = 0.0 if budget is None else budget / value if unit == "/s" else value / budget
    bound = f"{budget:>9g} {unit:<5} {used:>6.0%}" if budget else ""
    print(f"{what:<52}{value:>10.2f} {unit:<5}{bound}")


def percentile(times: Sequence[float], share: float) -> float:
    """The time that such a share of them does not exceed."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def games(matches: Sequence[Match], what: str, seconds: float) -> None:
    """Play random games and report their steps and how long one takes, against a budget in seconds."""
    steps: list[float] = []
    for seed, match in enumerate(matches):
        played(match, seed, steps)
    report("choices + play, p50", percentile(steps, 0.5) * 1e3, "ms", 0.3)
    report("choices + play, p99", percentile(steps, 0.99) * 1e3, "ms", 7)
    report(f"{what} (mean of {len(matches)})", sum(steps) / len(matches), "s", seconds)


def looks(match: Match, side: str) -> None:
    """Report what a fork and a view cost."""
    report("copy() at a top-level decision", micro(match.copy), "us", 20)
    report("view()", micro(lambda: match.view(side)) / 1e3, "ms", 1)


def bench_guderian() -> None:
    """Panzergruppe Guderian."""
    print("Panzergruppe Guderian")
    games([grognard.new("guderian", seed=seed) for seed in range(20)], "random full game", 1)
    match = crowded()
    state = match.state
    assert isinstance(state, Position)
    print(f"mid-game position: turn {state.turn}, {len(list(state.on_map()))} units on the map")
    steps: list[float] = []
    for seed in range(12):
        played(match.copy(), seed, steps)
    report("random actions per second from there to the end", len(steps) / sum(steps), "/s", 8000)
    looks(match, GERMAN)

    def flood() -> object:
        forget(state)
        return supply.supply_lines_east(state)

    def german() -> object:
        forget(state)
        return supply.road_lines(state)

    report("supply flood, Soviet (zones of control included)", micro(flood), "us", None)
    report("supply flood, German (with the road)", micro(german), "us", None)
    unit = next(u for u in movers(state) if state.rules.units[u].klass == "mechanised")

    def panzers() -> object:
        forget(state)
        return destinations(state, (unit,))

    report("range of one panzer regiment (the same)", micro(panzers), "us", None)


def bench_eastfront() -> None:
    """EastFront."""
    print("EastFront")
    scenarios = ("S41", "W41", "S42", "W42", "S43", "W43", "S44", "W44")
    start = time.perf_counter()
    matches = [deployed(id, seed) for seed in range(2) for id in scenarios]
    report(f"both armies deployed (mean of {len(matches)})", (time.perf_counter() - start) / len(matches), "s", None)
    games(matches, "random six-month game", 3)
    match = deployed("S42", 1)
    match.play("activate AG-South")
    match.play("end")
    state = match.state
    assert isinstance(state, eastfront.Position)
    blocks = sum(1 for side in eastfront.ENEMY for _ in state.on_map(side))
    print(f"Operation Blue, German Movement Phase: {blocks} blocks on the map")
    looks(match, eastfront.GERMAN)

    def control() -> object:
        forget(state)
        determine_control(state)
        return [supply_net(state, side) for side in eastfront.ENEMY]

    report("control and supply flood, both sides", micro(control), "us", None)
    unit = state.unit("40Pz")

    def panzers() -> object:
        forget(state)
        return onward(state, unit, (state.at[unit],))

    report("range of one panzer corps", micro(panzers), "us", None)


def bench_oder() -> None:
    """Watch on the Oder."""
    print("Watch on the Oder")
    games([grognard.new("oder", seed=seed) for seed in range(20)], "random full game", 1)
    match = grognard.new("oder", seed=1)
    for action in ("deploy", "end", "deploy", "end", "declare movement"):
        match.play(action)
    state = match.state
    assert isinstance(state, oder.Position)
    units = sum(1 for side in oder.ENEMY for _ in state.on_map(side))
    print(f"the first German Movement Phase: {units} units on the map")
    looks(match, oder.GERMAN)

    def flood() -> object:
        forget(state)
        return [oder_supply.lines(state, side) for side in oder.ENEMY]

    report("supply flood, both sides (zones of control included)", micro(flood), "us", None)
    unit = state.unit("1SS")

    def panzers() -> object:
        forget(state)
        return oder_movement.onward(state, unit, (state.at[unit],))

    report("range of one panzer corps", micro(panzers), "us", None)


def bench_battles() -> None:
    """Battles in the East."""
    print("Battles in the East")
    for scenario in ("radzymin", "uman"):
        starts = [grognard.new("battles", scenario, seed=seed) for seed in range(10)]
        games(starts, f"random full game of {scenario}", 1)
    match = grognard.new("battles", "radzymin", seed=1)
    for action in ("supply HQ-2TA attack", "end"):
        match.play(action)
    state = match.state
    assert isinstance(state, battles.Position)
    units = sum(1 for side in battles.ENEMY for _ in state.on_map(side))
    print(f"the first Soviet Initial Movement of Radzymin: {units} units on the map")
    looks(match, battles.SOVIET)

    def levels() -> object:
        forget(state)
        return [battles_supply.level(state, unit) for unit in state.on_map(battles.SOVIET)]

    report("supply of all units of a side", micro(levels), "us", None)
    unit = state.unit("58G/8GTk")

    def brigade() -> object:
        forget(state)
        return battles_routes.destinations(state, (unit,))

    report("range of one tank brigade", micro(brigade), "us", None)


def bench_bugriver() -> None:
    """Across the Bug River."""
    print("Across the Bug River")
    for scenario in ("ustyluh", "campaign"):
        starts = [grognard.new("bugriver", scenario, seed=seed) for seed in range(10)]
        games(starts, f"random full game of {scenario}", 1)
    match = grognard.new("bugriver", "campaign", seed=1)
    match.play("act 298ID")
    if match.decision is not None and match.decision.kind == "luck":
        match.play("keep")
    state = match.state
    assert isinstance(state, bugriver.Position)
    units = sum(1 for side in bugriver.ENEMY for _ in state.on_map(side))
    print(f"the first activation of the campaign: {units} units on the map")
    looks(match, bugriver.GERMAN)

    def zones() -> object:
        forget(state)
        return [bugriver_zoc(state, side) for side in bugriver.ENEMY]

    report("zones of control, both sides", micro(zones), "us", None)
    unit = state.unit("II/526")

    def battalion() -> object:
        forget(state)
        return bugriver_ways.onward(state, (unit,), (state.at[unit],))

    report("range of one battalion", micro(battalion), "us", None)
    times = activations(grognard.new("bugriver", "campaign", seed=2), 20)
    report("staff activation at the 95th percentile", percentile(times, 0.95), "s", 3)


def activations(match: Match, many: int) -> list[float]:
    """How long the staff thinks in each of the first activations, in seconds."""
    staff = {side: make("staff", 1) for side in match.game.info.sides}
    spent: list[float] = []
    while match.decision is not None:
        side = match.decision.side
        start = time.perf_counter()
        action = staff[side].act(match, side)
        if action.startswith("act "):
            if len(spent) == many:
                break
            spent.append(0.0)
        if spent:
            spent[-1] += time.perf_counter() - start
        match.play(action, side)
    return spent


# --- random play, then and now ----------------------------------------------------------------------------------------


def random_play() -> dict[str, list[float]]:
    """The processor's time for each step of random play, by what is played."""
    crowd = crowded()
    begin: dict[str, list[Match]] = {
        "guderian, mid-game": [crowd.copy() for _ in range(12)],
        "oder": [grognard.new("oder", seed=seed) for seed in range(20)],
        "eastfront S42": [deployed("S42", seed) for seed in range(6)],
        "battles": [grognard.new("battles", ("radzymin", "uman")[seed % 2], seed=seed) for seed in range(12)],
        "bugriver": [grognard.new("bugriver", ("ustyluh", "campaign")[seed % 2], seed=seed) for seed in range(12)],
    }
    steps: dict[str, list[float]] = {what: [] for what in begin}
    for what, matches in begin.items():
        for seed, match in enumerate(matches):
            played(match, seed, steps[what])
    return steps


def then_and_now() -> None:
    """Random play beside the figures of earlier commits; compare them only on a machine that does nothing else."""
    before = tomllib.loads((Path(__file__).parent / "before.toml").read_text(encoding="utf-8"))
    print(f"\nrandom actions a second{''.join(f'{commit:>12}' for commit in before)}         now   step p50     p99")
    for what, steps in random_play().items():
        was = "".join(f"{figures.get(what, ''):>12}" for figures in before.values())
        print(
            f"{what:<23}{was}{len(steps) / sum(steps):>12.0f}"
            f"{percentile(steps, 0.5) * 1e3:>8.2f} ms{percentile(steps, 0.99) * 1e3:>5.1f} ms"
        )
    print(f"load of the machine while this was measured: {' '.join(f'{load:.1f}' for load in os.getloadavg())}")


# --- the games side by side ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sample:
    """What is played of a game: how it begins, how many random games, how many of the staff's player turns."""

    begin: Callable[[int], Match]
    series: Series
    random_games: int
    player_turns: int


SAMPLES = {
    "guderian": Sample(
        lambda seed: grognard.new("guderian", seed=seed),
        Series("guderian", ("random", "random"), games=80),
        random_games=20,
        player_turns=8,
    ),
    "eastfront S42": Sample(
        lambda seed: deployed("S42", seed),
        Series("eastfront", ("random", "random"), games=24, scenario="S42"),
        random_games=6,
        player_turns=8,
    ),
    "oder": Sample(
        lambda seed: grognard.new("oder", seed=seed),
        Series("oder", ("random", "random"), games=80),
        random_games=20,
        player_turns=8,
    ),
    "battles": Sample(
        lambda seed: grognard.new("battles", ("radzymin", "uman")[seed % 2], seed=seed),
        Series("battles", ("random", "random"), games=24),
        random_games=12,
        player_turns=8,
    ),
    "bugriver": Sample(
        lambda seed: grognard.new("bugriver", ("ustyluh", "campaign")[seed % 2], seed=seed),
        Series("bugriver", ("random", "random"), games=24),
        random_games=12,
        player_turns=4,
    ),
}


def thinking(match: Match, turns: int) -> list[float]:
    """How long the staff thinks in each of the first player turns, in seconds."""
    staff = {side: make("staff", 1) for side in match.game.info.sides}
    spent: dict[tuple[int, str | None], float] = {}
    while match.decision is not None:
        side, view = match.decision.side, match.view()
        turn = view.turn, view.active
        if turn not in spent and len(spent) == turns:
            break
        start = time.perf_counter()
        action = staff[side].act(match, side)
        if side == view.active:
            spent[turn] = spent.get(turn, 0.0) + time.perf_counter() - start
        match.play(action, side)
    return list(spent.values())


def scaling(series: Series) -> float:
    """How many times faster two processes play a series than one."""

    def seconds(jobs: int) -> float:
        start = time.perf_counter()
        for outcome in play_series(series, jobs):
            assert not outcome.failed, outcome.failed
        return time.perf_counter() - start

    return seconds(1) / seconds(2)


def compare() -> None:
    """Random play, the staff's thinking and series of games, a row for each game."""
    print("\n                 random play                            staff, a player turn    simulate,")
    print("                 actions/s   games/s   step p50     p99      p50       p95    2 processes")
    for name, sample in SAMPLES.items():
        steps: list[float] = []
        for seed in range(sample.random_games):
            played(sample.begin(seed), seed, steps)
        whole = sum(steps)
        turns = thinking(sample.begin(1), sample.player_turns)
        print(
            f"{name:<15}{len(steps) / whole:>10.0f}{sample.random_games / whole:>10.2f}"
            f"{percentile(steps, 0.5) * 1e3:>8.2f} ms{percentile(steps, 0.99) * 1e3:>6.1f} ms"
            f"{percentile(turns, 0.5):>7.1f} s{percentile(turns, 0.95):>8.1f} s{scaling(sample.series):>9.2f} x"
        )


def main() -> None:
    """Print every figure."""
    print(f"{'':<52}{'measured':>10}      {'budget':>10}")
    bench_guderian()
    bench_eastfront()
    bench_oder()
    bench_battles()
    bench_bugriver()
    report("import grognard", import_time(), "ms", 80)
    then_and_now()
    compare()


if __name__ == "__main__":
    main()
