"""A learner in a page of numpy: a linear softmax policy over the words, by REINFORCE, against the random bot.

    python examples/train_small.py --seconds 90 --curve curve.png

The Germans of smolensk.toml have two turns to take a city. The policy sees the vector and the words said so far, not
the planes: it learns by heart which units go where, which is all this little problem asks for.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from grognard.env import OneSide, against
from grognard.env.observer import Observation

POSITION = Path(__file__).with_name("smolensk.toml")
STEP = 0.2  # of the gradient
LESSON = 20  # games between two changes of the policy

Floats = NDArray[np.float64]


@dataclass
class Policy:
    """One weight for each feature and each word that may come next."""

    features: int
    words: int
    weights: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.weights = np.zeros((self.words, self.features))

    def chances(self, seen: NDArray[np.intp], values: Floats, legal: NDArray[np.intp]) -> Floats:
        """How likely each legal word is said."""
        scores = self.weights[np.ix_(legal, seen)] @ values
        grown = np.exp(scores - scores.max())
        chances: Floats = grown / grown.sum()
        return chances

    def push(self, seen: NDArray[np.intp], values: Floats, legal: NDArray[np.intp], by: Floats) -> None:
        """Move the weights of what was seen and could be said."""
        self.weights[np.ix_(legal, seen)] += np.outer(by, values)


def features(observation: Observation) -> tuple[NDArray[np.intp], Floats]:
    """The features that are not 0: the vector, the words so far, and a constant."""
    seen = observation["observation"]
    row = np.concatenate([seen["vector"], seen["words"], [1.0]])
    at = np.flatnonzero(row)
    return at, row[at].astype(np.float64)


@dataclass
class Game:
    """What was said in one game, and how it ended."""

    said: list[tuple[NDArray[np.intp], Floats, NDArray[np.intp], Floats]] = field(default_factory=list)
    reward: float = 0.0


def play(env: OneSide, policy: Policy, rng: np.random.Generator, seed: int) -> Game:
    """One game by the policy; `said` ends with the gradient of each word's chance."""
    observation, _ = env.reset(seed=seed)
    game, over = Game(), False
    while not over:
        legal = np.flatnonzero(observation["action_mask"])
        seen, values = features(observation)
        chances = policy.chances(seen, values, legal)
        pick = int(rng.choice(len(legal), p=chances))
        gradient = -chances
        gradient[pick] += 1
        game.said.append((seen, values, legal, gradient))
        observation, game.reward, ended, cut, _ = env.step(int(legal[pick]))
        over = ended or cut
    return game


def learn(policy: Policy, games: list[Game]) -> None:
    """REINFORCE: what was said in games that ended better than the others is made likelier, and the reverse."""
    rewards = np.array([game.reward for game in games])
    for game, better in zip(games, (rewards - rewards.mean()) / (rewards.std() + 0.1), strict=True):
        for seen, values, legal, gradient in game.said:
            policy.push(seen, values, legal, STEP * better / len(games) * gradient)


def train(seconds: float, seed: int, point: int) -> list[float]:
    """The share of games won, a point for so many games; the first is before anything was learned."""
    env = against("guderian", "german", position=POSITION, max_steps=400)
    policy = Policy(len(env.vector_names) + len(env.vocabulary) + 1, len(env.vocabulary))
    rng = np.random.default_rng(seed)
    untaught = [play(env, policy, rng, 2**30 + game) for game in range(point)]
    curve, count = [share(untaught)], 0
    print(f"before: {curve[0]:.0%} won", flush=True)
    end, batch = time.monotonic() + seconds, []
    while time.monotonic() < end:
        games = [play(env, policy, rng, seed * 1_000_000 + count + n) for n in range(LESSON)]
        learn(policy, games)
        count += LESSON
        batch += games
        if len(batch) >= point:
            curve.append(share(batch))
            print(f"{count:>6} games: {curve[-1]:>4.0%} won {'#' * round(40 * curve[-1])}", flush=True)
            batch = []
    return curve


def share(games: list[Game]) -> float:
    """How many of the games were won."""
    return sum(game.reward > 0 for game in games) / len(games)


def draw(curve: list[float], point: int, path: Path) -> None:
    """The learning curve as a PNG."""
    from grognard.render import png

    wide, high, left, right, top, foot = 640, 320, 50, 620, 20, 280
    across = (right - left) / max(1, len(curve) - 1)
    points = " ".join(f"{left + n * across:.1f},{foot - won * (foot - top):.1f}" for n, won in enumerate(curve))
    lines = []
    for won in (0, 25, 50, 75, 100):
        y = foot - won * (foot - top) // 100
        lines.append(f'<path d="M{left} {y}H{right}" stroke="#ddd"/>')
        lines.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{won}%</text>')
    ends = f'<text x="{left}" y="{foot + 24}">0</text><text x="{right}" y="{foot + 24}" text-anchor="end">'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" font-family="sans-serif" '
        f'font-size="12"><rect width="{wide}" height="{high}" fill="#fff"/>{"".join(lines)}'
        f"{ends}{(len(curve) - 1) * point} games</text>"
        f'<polyline points="{points}" fill="none" stroke="#1f5fae" stroke-width="2"/></svg>'
    )
    path.write_bytes(png(svg))


def main() -> None:
    """Train, print the curve, and draw it if asked to."""
    parser = argparse.ArgumentParser(description="Train a small policy against the random bot.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=100, help="games to a point of the curve, in twenties")
    parser.add_argument("--curve", type=Path, help="a PNG file for the learning curve")
    asked = parser.parse_args()
    curve = train(asked.seconds, asked.seed, asked.games)
    if asked.curve is not None:
        draw(curve, asked.games, asked.curve)


if __name__ == "__main__":
    main()
