"""The scripts in learn/: games with weights drawn anew, and what is made of them."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytest.importorskip("numpy")
ROOT = Path(__file__).parents[2]
SIDES = ("german", "soviet")


def run(script: str, *words: str | Path) -> str:
    done = subprocess.run(
        [sys.executable, ROOT / "learn" / script, *words], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_is_played_with_weights_of_its_own_for_each_side_and_once_only(tmp_path: Path) -> None:
    words = ("oder=1", "--bot", "random", "--spread", "0.3", "--out", tmp_path)
    assert "1 games of 1" in run("selfplay.py", *words)
    assert "0 games of 0" in run("selfplay.py", *words)
    (played,) = map(json.loads, (tmp_path / "oder-default.jsonl").read_text().splitlines())
    assert set(played["factors"]) == set(SIDES)
    for side in SIDES:
        names = set(played["factors"][side])
        assert f"{side}.own" in names
        assert "sight.near" in names
        assert not any(name.startswith(other) for other in SIDES if other != side for name in names)
        assert f"{side}.won" not in names  # the end of the game is not a matter of taste
        assert 0 < max(map(abs, played["factors"][side].values())) < 2
    assert played["factors"]["german"]["sight.near"] != played["factors"]["soviet"]["sight.near"]
    assert played["turns"][0]["turn"] == 1
    assert all(set(start["value"]) == set(SIDES) for start in played["turns"])


def test_a_weight_that_wins_games_is_changed_and_one_that_does_not_stays(tmp_path: Path) -> None:
    """Made-up games: the Soviets win by one weight of theirs, the German by none of his."""
    import random

    chance, lines = random.Random(1), []
    for seed in range(400):
        factors = {side: {name: chance.gauss(0, 0.4) for name in (f"{side}.own", f"{side}.press")} for side in SIDES}
        margin = round(20 * factors["soviet"]["soviet.press"] + chance.gauss(0, 10))
        start = {"turn": 1, "side": "german", "value": dict.fromkeys(SIDES, 0.0), "units": {side: [] for side in SIDES}}
        lines.append(
            {
                "seed": seed,
                "spread": 0.4,
                "factors": factors,
                "winner": "soviet" if margin > 0 else "german",
                "points": {"german": 0, "soviet": margin},
                "turns": [start],
            }
        )
    file = tmp_path / "oder-default.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    told = run("fit.py", file, "--only", "weights", "--write", tmp_path / "found.toml")
    assert "400 games" in told
    found = tomllib.loads((tmp_path / "found.toml").read_text())["side"]
    natural = tomllib.loads((ROOT / "src/grognard/bots/knowledge/oder.toml").read_text())
    pressed = natural["side"].get("soviet", {}).get("soviet", {}).get("press", natural["soviet"]["press"])
    assert found["soviet"]["soviet"]["press"] > 1.5 * pressed
    assert "own" not in found["soviet"]["soviet"]
    assert not found["german"]


def test_where_the_winners_stood_is_worth_something_and_where_both_stood_nothing(tmp_path: Path) -> None:
    """Made-up games: who has units in a square of the middle wins."""
    import random

    chance, lines = random.Random(1), []
    for seed in range(300):
        held = {side: chance.randrange(6) for side in SIDES}
        margin = round(4 * (held["german"] - held["soviet"]) + chance.gauss(0, 4))
        units = {side: [(0, chance.randrange(6)), (203, held[side])] for side in SIDES}
        value = {side: (chance.gauss(0, 9) + margin * sign) / 9 for side, sign in zip(SIDES, (1, -1), strict=True)}
        lines.append(
            {
                "seed": seed,
                "spread": 0.4,
                "factors": {side: {} for side in SIDES},
                "winner": "german" if margin > 0 else "soviet",
                "points": {"german": margin, "soviet": 0},
                "turns": [
                    {
                        "turn": turn,
                        "side": SIDES[turn % 2],
                        "value": {side: v / 9 for side, v in value.items()},
                        "units": units,
                    }
                    for turn in (1, 2)
                ],
            }
        )
    file = tmp_path / "eastfront-X.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert "300 games" in run("squares.py", file, "--share", "1", "--write", tmp_path / "X.toml")
    found = tomllib.loads((tmp_path / "X.toml").read_text())
    assert (found["first"], found["turns"]) == ("german", 2)
    german, soviet = (found["worth"][side] for side in SIDES)
    assert german["2-3"][0] > 3 * abs(german["0-0"][0])
    assert soviet["2-3"][0] < -3 * abs(soviet["0-0"][0])
