"""Random play of this checkout against another one, in turns, so that a busy machine is as slow for both.

git worktree add ../before COMMIT
python benchmarks/against.py ../before --rounds 3
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).parents[1]
# what bench.random_play does, in words that earlier commits understand
PLAY = """
import json, sys, time
sys.path[:0] = [sys.argv[1] + "/src", sys.argv[1] + "/benchmarks"]
import grognard
from bench import crowded, deployed, percentile, played
crowd, told = crowded(), {}
for what, begin, games in (
    ("guderian, mid-game", lambda seed: crowd.copy(), 12),
    ("oder", lambda seed: grognard.new("oder", seed=seed), 20),
    ("eastfront S42", lambda seed: deployed("S42", seed), 6),
):
    played(begin(0), 0)
    steps = []
    for seed in range(games):
        played(begin(seed), seed, steps)
    told[what] = len(steps) / sum(steps), percentile(steps, 0.5) * 1e3
print(json.dumps(told))
"""


def measure(checkout: Path) -> dict[str, tuple[float, float]]:
    """Actions a second and the median step in milliseconds, by what is played."""
    place = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    said = subprocess.run([sys.executable, "-c", PLAY, str(checkout)], env=place, check=True, stdout=subprocess.PIPE)
    told: dict[str, tuple[float, float]] = json.loads(said.stdout)
    return told


def main() -> None:
    """Print the medians of both and of their ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    rounds = [(measure(asked.before.resolve()), measure(HERE)) for _ in range(asked.rounds)]
    print(f"{'':<20}{'before':>9}{'now':>9}{'ratio':>8}{'step p50':>12}{'now':>10}")
    for what in rounds[0][0]:
        was, now = ([one[side][what] for one in rounds] for side in (0, 1))
        ratio = median(n[0] / w[0] for w, n in zip(was, now, strict=True))
        print(
            f"{what:<20}{median(w[0] for w in was):>7.0f}/s{median(n[0] for n in now):>7.0f}/s{ratio:>7.2f}x"
            f"{median(w[1] for w in was):>9.2f} ms{median(n[1] for n in now):>7.2f} ms"
        )
    print(f"load of the machine at the end: {' '.join(f'{load:.1f}' for load in os.getloadavg())}")


if __name__ == "__main__":
    main()
