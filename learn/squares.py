"""What the games of `selfplay.py` teach about where units should stand: a table of squares for a scenario.

    python learn/squares.py build/learn/eastfront-S42.jsonl --share 0.4 \\
        --write src/grognard/bots/knowledge/eastfront/squares/S42.toml

A regression foretells what the hand judgement does not, from how many units of each side are in each square of the map
and how late it is; neighbouring squares are drawn together. It is done for both sides, and what one gains the other
loses. The printed share of the variance is that on games which were not learned from. `--share` says how much of what
was found is believed: a unit far forward is a sign of success as often as its cause. Which share plays best a series of
games must say (`benchmarks/duel.py`).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from fit import FOLDS, Square, explained, positions, ridge, spread_of, squares_of
from selfplay import Played, read

from grognard.bots.knowledge.squares import SIZE
from grognard.save import replace_file

SMALL, SMOOTH = 300.0, 1_000.0  # penalties: on what a square is worth, and on what it differs from its neighbours
SLOPE = 4.0  # times as strict with what changes in the course of the game


def fitted(games: list[Played], squares: list[Square], side: str) -> np.ndarray:
    """What a unit of each side in each square is worth to a side, in points of its judgement: at first, and at last."""
    rows, features = positions(games, side, spread_of(games))
    number, time, value, truth = rows.T
    count = len(squares)
    enemy, mine = features[:, -7], features[:, -3]
    hand = np.column_stack([value, time, value * time, mine, enemy])
    known, _ = ridge(hand, truth, 1.0)
    point = ridge(value[:, None], truth, 1.0)[0][1]  # what a point of the judgement is worth
    rest = (truth - known[0] - hand @ known[1:]) / point
    x = features[:, : 2 * count].copy()
    x[:, count:] -= 0.5 * x[:, :count]
    x -= x.mean(axis=0)
    penalty = np.kron(np.diag([1.0, SLOPE]), SMALL * np.eye(count) + SMOOTH * roughness(squares))

    def solved(rows: np.ndarray) -> np.ndarray:
        found: np.ndarray = np.linalg.solve(x[rows].T @ x[rows] + penalty, x[rows].T @ rest[rows])
        return found

    said = np.zeros(len(rest))
    for fold in range(FOLDS):
        new = number % FOLDS == fold
        said[new] = x[new] @ solved(~new)
    print(f"  {side}: explains {explained(rest, said):.2f} of what the judgement does not")
    worth = solved(np.ones(len(rest), dtype=bool))
    middle, slope = worth[:count], worth[count:]
    return np.column_stack([middle - slope / 2, middle + slope / 2])


def roughness(squares: list[Square]) -> np.ndarray:
    """The form that adds up the squared differences between neighbouring squares."""
    form = np.zeros((len(squares), len(squares)))
    at = {square: n for n, square in enumerate(squares)}
    for (side, square), one in at.items():
        for step in (1, 100):
            other = at.get((side, square + step))
            if other is not None:
                form[[one, other], [one, other]] += 1
                form[[one, other], [other, one]] -= 1
    return form


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, help="of one scenario")
    parser.add_argument("--share", type=float, default=0.4)
    parser.add_argument("--write", type=Path, required=True)
    asked = parser.parse_args()
    games = [game for file in asked.files for game in read(file)]
    first, other = games[0].factors
    print(f"{asked.files[0].stem}: {len(games)} games")
    squares = squares_of(games)
    worth = (fitted(games, squares, first) - fitted(games, squares, other)) / 2 * asked.share
    turns = max(start.turn for game in games for start in game.turns)
    lines = [
        f"# What a unit is worth where it stands, learned from {len(games)} games (learn/squares.py).",
        f"# Squares of {SIZE} by {SIZE} hexes, by row and column;",
        f"# points for the {first} side when the scenario begins and when it ends.",
        f'first = "{first}"',
        f"turns = {turns}",
    ]
    for side in (first, other):
        lines += ["", f"[worth.{side}]"]
        lines += [
            f'"{at // 100}-{at % 100}" = [{begin:.2f}, {end:.2f}]'
            for (owner, at), (begin, end) in zip(squares, worth, strict=True)
            if owner == side
        ]
    replace_file(asked.write, ("\n".join(lines) + "\n").encode())


if __name__ == "__main__":
    main()
