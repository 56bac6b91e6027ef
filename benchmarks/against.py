"""Random play of this checkout against another one, game by game in turns, so that a busy machine is as slow for both.

git worktree add ../before COMMIT
python benchmarks/against.py ../before --rounds 3
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from checkout import Checkout

HERE = Path(__file__).parents[1]
# what is played, and how many games of it; an earlier commit may not have them all
GAMES = {"guderian, mid-game": 12, "oder": 20, "eastfront S42": 6, "battles": 12, "bugriver": 12}
# what bench.random_play does, in words that earlier commits understand: plays the games that it is asked for
PLAYER = """
import json, sys
sys.path[:0] = [sys.argv[1] + "/src", sys.argv[1] + "/benchmarks"]
import grognard
from bench import crowded, deployed, played
crowd, ready = crowded(), {}
def begin(what, seed):
    if what.startswith("guderian"):
        return crowd.copy()
    if what == "oder":
        return grognard.new("oder", seed=seed)
    if what == "battles":
        return grognard.new("battles", ("radzymin", "uman")[seed % 2], seed=seed)
    if what == "bugriver":
        return grognard.new("bugriver", ("ustyluh", "campaign")[seed % 2], seed=seed)
    if seed not in ready:
        ready[seed] = deployed("S42", seed)
    return ready[seed].copy()
print(json.dumps([game.id for game in grognard.games()]), flush=True)
for line in sys.stdin:
    what, seed = json.loads(line)
    match, steps = begin(what, seed), []
    played(match, seed, steps)
    print(json.dumps(steps), flush=True)
"""


class Player(Checkout):
    """Plays the games of one checkout."""

    def __init__(self, checkout: Path) -> None:
        super().__init__(checkout, PLAYER)
        self.games: list[str] = self.hear()

    def steps(self, what: str, seed: int) -> list[float]:
        """The processor's time for each action of a game."""
        found: list[float] = self.ask([what, seed])
        return found


def measure(players: list[Player], what: str, games: int, rounds: int) -> list[tuple[float, float]]:
    """For each player, actions a second and the median step in milliseconds, each step as fast as in its best round:
    a game of a seed is the same in all of them, and what disturbs one step seldom disturbs it again."""
    best: list[list[float]] = [[] for _ in players]
    for seed in range(games):
        tries = [[player.steps(what, seed) for player in players] for _ in range(rounds + 1)][1:]  # the first warms up
        for player, found in enumerate(best):
            found += map(min, *(steps[player] for steps in tries)) if rounds > 1 else tries[0][player]
    told = []
    for played in best:
        steps = sorted(played)
        told.append((len(steps) / sum(steps), steps[len(steps) // 2] * 1e3))
    return told


def main() -> None:
    """Print what both do and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="what begins so: guderian, oder, eastfront ...")
    asked = parser.parse_args()
    players = [Player(asked.before.resolve()), Player(HERE)]
    print(f"{'':<20}{'before':>9}{'now':>9}{'ratio':>8}{'step p50':>12}{'now':>10}")
    for what, games in GAMES.items():
        known = all(what.replace(",", " ").split()[0] in player.games for player in players)
        if known and what.startswith(asked.only):
            (was, middle), (now, middle_now) = measure(players, what, games, asked.rounds)
            ratio = now / was
            print(f"{what:<20}{was:>7.0f}/s{now:>7.0f}/s{ratio:>7.2f}x{middle:>9.2f} ms{middle_now:>7.2f} ms")
    for player in players:
        player.close()
    print(f"load of the machine at the end: {' '.join(f'{load:.1f}' for load in os.getloadavg())}")


if __name__ == "__main__":
    main()
