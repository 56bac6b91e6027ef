"""What the games of `selfplay.py` teach: how well the judgement foretells, and which of its weights to change.

    python learn/fit.py build/learn/oder-default.jsonl

Three answers, the first two tested on games that were not learned from:

- how much of the final result the hand judgement explains at the beginning of a turn, by turns of the game;
- how much a linear model and a small network explain that also see where the units are (torch, on a GPU if there is
  one; without torch the linear model alone);
- for every weight of each side, how the result changes with it, and by how much it is worth changing it. With --write
  the changes are put into a file of TOML tables, `[side.NAME]`, as the officer's data file takes them.
"""

from __future__ import annotations

import argparse
from math import exp
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from selfplay import Played, nested, read, tried

from grognard.save import replace_file

ALPHAS = (10.0, 100.0, 1_000.0, 10_000.0)  # of the ridges
FOLDS = 5
CERTAIN = 1.5  # standard errors at which a weight is changed by half of the most
MOST = 0.7  # the greatest change of a logarithm
LEAST = 1.2  # standard errors below which a weight stays
Square: TypeAlias = tuple[str, int]  # whose units, and where


def result(game: Played, side: str, scale: float) -> float:
    """How a game ended for a side: half by who won, half by the points."""
    other = next(name for name in game.factors if name != side)
    margin = np.clip((game.points[side] - game.points[other]) / scale, -2, 2)
    won = 0.0 if not game.winner else 1.0 if game.winner == side else -1.0
    return float(0.5 * won + 0.5 * margin)


def explained(truth: np.ndarray, said: np.ndarray) -> float:
    """The share of the variance that a forecast explains."""
    return float(1 - np.sum((truth - said) ** 2) / np.sum((truth - truth.mean()) ** 2))


def ridge(x: np.ndarray, y: np.ndarray, alpha: float) -> tuple[np.ndarray, np.ndarray]:
    """The coefficients of a ridge regression and their standard errors; the first is the mean."""
    x = np.column_stack([np.ones(len(x)), x])
    penalty = alpha * np.eye(x.shape[1])
    penalty[0, 0] = 0.0
    inverse = np.linalg.inv(x.T @ x + penalty)
    found = inverse @ x.T @ y
    noise = np.sum((y - x @ found) ** 2) / max(len(y) - x.shape[1], 1)
    return found, np.sqrt(noise * np.diag(inverse @ x.T @ x @ inverse))


# --- what foretells the result ---------------------------------------------------------------------------------------


def squares_of(games: list[Played]) -> list[Square]:
    """The squares in which units have stood, as the features of `positions` begin with them."""
    return sorted({(s, at) for game in games for start in game.turns for s in start.units for at, _ in start.units[s]})


def positions(games: list[Played], side: str, scale: float) -> tuple[np.ndarray, ...]:
    """Of each position the game, the time (0 to 1), the hand judgement and the features; and how the game ended."""
    squares = squares_of(games)
    column = {square: n for n, square in enumerate(squares)}
    last = max(start.turn for game in games for start in game.turns)
    rows, features = [], []
    for number, game in enumerate(games):
        for start in game.turns:
            time, mine = start.turn / last, float(start.side == side)
            feature = np.zeros(2 * len(squares) + 8)
            for name, counts in start.units.items():
                for at, count in counts:
                    feature[column[name, at]] = count
                    feature[len(squares) + column[name, at]] = count * time
            value = np.clip(start.value[side], -300, 300)
            enemy = np.clip(sum(v for name, v in start.value.items() if name != side), -300, 300)
            feature[-8:] = (value, enemy, value * time, enemy * time, time, mine, mine * time, mine * value)
            features.append(feature)
            rows.append((number, time, value, result(game, side, scale)))
    return np.array(rows), np.array(features)


def foretelling(games: list[Played], side: str, scale: float) -> None:
    """Print what hand judgement, a linear model and a network explain on games they have not seen."""
    rows, features = positions(games, side, scale)
    number, time, value, truth = rows.T
    deviation = features.std(axis=0) + 1e-6
    features = (features - features.mean(axis=0)) / deviation
    said = {"hand": np.zeros(len(truth)), "linear": np.zeros(len(truth)), "network": np.zeros(len(truth))}
    for fold in range(FOLDS):
        seen, new = number % FOLDS != fold, number % FOLDS == fold
        hand = np.column_stack([value, time, value * time])
        found, _ = ridge(hand[seen], truth[seen], 1.0)
        said["hand"][new] = found[0] + hand[new] @ found[1:]
        inner = number % FOLDS == (fold + 1) % FOLDS  # for the choice of the penalty
        best = max(ALPHAS, key=lambda alpha: _trial(features, truth, seen & ~inner, inner, alpha))
        found, _ = ridge(features[seen], truth[seen], best)
        said["linear"][new] = found[0] + features[new] @ found[1:]
        said["network"][new] = network(features, truth, seen & ~inner, inner, new)
    for early, late in ((0.0, 0.33), (0.33, 0.67), (0.67, 1.01)):
        part = (time > early) & (time <= late)
        if not part.any():
            continue  # a game of few turns
        told = "  ".join(f"{name} {explained(truth[part], what[part]):5.2f}" for name, what in said.items())
        print(f"  {side}, positions from {early:.0%} to {late:.0%} of the turns: explained by {told}")


def _trial(x: np.ndarray, y: np.ndarray, seen: np.ndarray, new: np.ndarray, alpha: float) -> float:
    found, _ = ridge(x[seen], y[seen], alpha)
    return explained(y[new], found[0] + x[new] @ found[1:])


def network(x: np.ndarray, y: np.ndarray, seen: np.ndarray, check: np.ndarray, new: np.ndarray) -> np.ndarray:
    """What a small network foretells, stopped when it gets worse on games it does not learn from."""
    try:
        import torch
    except ImportError:
        return np.full(int(new.sum()), np.nan)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(1)
    data, truth = (torch.tensor(what, dtype=torch.float32, device=device) for what in (x, y))
    net = torch.nn.Sequential(
        torch.nn.Dropout(0.2), torch.nn.Linear(x.shape[1], 64), torch.nn.ReLU(), torch.nn.Dropout(0.5),
        torch.nn.Linear(64, 1),
    ).to(device)  # fmt: skip
    steps = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.1)
    best, kept, waited = float("inf"), None, 0
    learn, judge = np.flatnonzero(seen), np.flatnonzero(check)
    for _ in range(300):
        net.train()
        for batch in np.array_split(np.random.default_rng(0).permutation(learn), max(len(learn) // 256, 1)):
            steps.zero_grad()
            loss = ((net(data[batch]).squeeze(1) - truth[batch]) ** 2).mean()
            loss.backward()
            steps.step()
        net.eval()
        with torch.no_grad():
            error = float(((net(data[judge]).squeeze(1) - truth[judge]) ** 2).mean())
        if error < best - 1e-5:
            best, waited = error, 0
            kept = {name: what.clone() for name, what in net.state_dict().items()}
        elif (waited := waited + 1) > 15:
            break
    assert kept is not None
    net.load_state_dict(kept)
    net.eval()
    with torch.no_grad():
        found: np.ndarray = net(data[np.flatnonzero(new)]).squeeze(1).cpu().numpy()
    return found


# --- which weights to change -----------------------------------------------------------------------------------------


def changes(parts: list[list[Played]], side: str) -> dict[str, float]:
    """By how much to change each weight of a side, as logarithms; prints what the games say of each."""
    first = parts[0][0]
    names = [(name, weight) for name in first.factors for weight in first.factors[name]]
    x, y = [], []
    for games in parts:  # a scenario that favours a side says nothing of weights
        results = np.array([result(game, side, spread_of(games)) for game in games])
        y.append(results - results.mean())
        x += [[game.factors[name][weight] for name, weight in names] for game in games]
    found, error = ridge(np.array(x), np.concatenate(y), 1.0)
    chosen = {}
    rows = sorted(zip(names, found[1:], found[1:] / error[1:], strict=True), key=lambda row: -abs(row[2]))
    for (name, weight), slope, sure in rows:
        if name == side and abs(sure) >= LEAST:
            chosen[weight] = float(MOST * np.tanh(sure / CERTAIN / 2))
            print(f"  {side} {weight:28} {slope:+.3f} ({sure:+.1f} s.e.): times {exp(chosen[weight]):.2f}")
    return chosen


def spread_of(games: list[Played]) -> float:
    """The deviation of the points by which games ended."""
    one, other = games[0].factors
    return float(np.std([game.points[one] - game.points[other] for game in games])) or 1.0


def main() -> None:
    """Tell what the games of the files teach."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, help="of one game: their games are learned from together")
    parser.add_argument("--write", type=Path)
    parser.add_argument("--only", choices=("weights", "foretelling"))
    asked = parser.parse_args()
    game = asked.files[0].name.partition("-")[0]
    parts = [read(file) for file in asked.files]
    sides = list(parts[0][0].factors)
    for file, games in zip(asked.files, parts, strict=True):
        won = ", ".join(f"{side} {sum(played.winner == side for played in games)}" for side in sides)
        margin = np.mean([played.points[sides[0]] - played.points[sides[1]] for played in games])
        print(f"{file.stem}: {len(games)} games, won by {won}; points {margin:+.1f}, deviation {spread_of(games):.1f}")
        if asked.only != "weights":
            for side in sides:
                foretelling(games, side, spread_of(games))
    told = {side: changes(parts, side) for side in sides} if asked.only != "foretelling" else {}
    if asked.write:
        replace_file(asked.write, _toml(game, told).encode())


def _toml(game: str, told: dict[str, dict[str, float]]) -> str:
    lines: list[str] = []
    for side, logs in told.items():
        weights = tried(game, side)
        table = nested({name: float(f"{weights[name] * exp(log):.2g}") for name, log in logs.items()})
        lines += [f"[side.{side}]", *_lines(table), ""]
    return "\n".join(lines)


def _lines(table: dict[str, Any]) -> list[str]:
    inline = {name: value for name, value in table.items() if isinstance(value, dict)}
    found = [f"{name} = {value}" for name, value in table.items() if name not in inline]
    for name, values in inline.items():
        found.append(f"{name} = {{ {', '.join(f'{key} = {value}' for key, value in values.items())} }}")
    return found


if __name__ == "__main__":
    main()
