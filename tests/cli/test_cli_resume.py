"""A series that is broken off and gone on with, in pairs, from a position, and how sure one can be of its result."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from grognard.simulate import Rate, Series, Summary, play_game
from grognard.simulate.series import Outcome
from tests.cli.runner import Cli
from tests.cli.test_cli_process import Terminal, start, until

ROOT = Path(__file__).parents[2]
POSITION = ROOT / "examples" / "smolensk.toml"
LINE = f"simulate guderian --position {POSITION} --seed 3 --out r.jsonl"


def lines(cli: Cli) -> list[dict[str, object]]:
    return [json.loads(line) for line in cli.text("r.jsonl").splitlines()]


def test_only_missing_games_are_played(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = cli(f"{LINE} --games 6 --json").done().json
    text = cli.text("r.jsonl")
    rows = text.splitlines(keepends=True)
    (cli.folder / "r.jsonl").write_text(rows[4] + rows[0] + rows[2])
    again = cli(f"{LINE} --games 6 --json").done().json
    assert (again["played_before"], again["games"], again["winners"]) == (3, 6, whole["winners"])
    assert cli.text("r.jsonl") == text
    assert cli(f"{LINE} --games 6").done().out.splitlines()[0].endswith("seed 3, 6 of them played before")
    assert cli(f"{LINE} --games 4 --json").done().json["games"] == 4
    assert cli(f"{LINE} --games 8 --json").done().json["played_before"] == 6
    assert cli.text("r.jsonl").startswith(text)


@pytest.mark.parametrize("cut", [1, 20, 100])
def test_half_a_line_is_dropped_and_its_game_played_again(cli: Cli, cut: int) -> None:
    cli(f"{LINE} --games 3").done()
    text = cli.text("r.jsonl")
    first, last = len(text.splitlines()[0]), len(text.splitlines()[-1])
    for half in (text[: -last - 1 + cut], text[: min(cut, first)]):
        (cli.folder / "r.jsonl").write_text(half)
        cli(f"{LINE} --games 3").done()
        assert cli.text("r.jsonl") == text


@pytest.mark.parametrize(
    ("change", "hint"),
    [
        ("--bots random,scout", "holds another series"),
        ("--seed 4", "holds another series"),
        ("--paired", "holds another series"),
        ("--option evacuation", "holds another series"),
    ],
)
def test_another_series_is_not_mixed_in(cli: Cli, change: str, hint: str) -> None:
    cli(f"{LINE} --games 2").done()
    text = cli.text("r.jsonl")
    line = LINE.replace("--seed 3 ", "") if "--seed" in change else LINE
    assert hint in cli.wrong(f"{line} --games 2 {change}")
    assert cli.text("r.jsonl") == text


def test_bots_that_play_otherwise_make_another_series(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    cli(f"{LINE} --games 2").done()
    monkeypatch.setattr("grognard.simulate.series.version", lambda game: "another")
    assert "holds another series" in cli.wrong(f"{LINE} --games 2")


@pytest.mark.parametrize("content", ["mine", "mine\n", '{"game": 1}\n', '{"game":1,"seed":"1:1"}\n', "\xff\xfe\n"])
def test_what_is_no_series_is_left_alone(cli: Cli, content: str) -> None:
    (cli.folder / "r.jsonl").write_text(content, "latin-1")
    assert "--force" in cli.wrong(f"{LINE} --games 2")
    assert (cli.folder / "r.jsonl").read_text("latin-1") == content
    assert cli(f"{LINE} --games 2 --force").done()
    assert len(lines(cli)) == 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_program_goes_on_where_it_was(cli: Cli, jobs: int) -> None:
    words = [*LINE.split()[:-2], "--games", "40", "--jobs", str(jobs)]
    results = cli.folder / "r.jsonl"
    for already in (2, 6):
        running = start(cli.folder, *words, "--out", "r.jsonl")
        until(lambda n=already: results.exists() and results.read_bytes().count(b"\n") > n)  # type: ignore[misc]
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate(timeout=30)
        with results.open("ab") as file:
            file.write(b'{"game":39,"se')  # as if it had been cut off in the middle of a line
    said = cli(" ".join([*words, "--out", "r.jsonl", "--json"])).done().json
    assert said["played_before"] > 6
    assert [line["game"] for line in lines(cli)] == list(range(1, 41))
    series = Series("guderian", ("random", "random"), 40, "3", position=POSITION.read_text("utf-8"))
    assert lines(cli)[11]["actions"] == play_game(series, 12).actions


def test_a_terminal_sees_a_bar_with_the_time_left(tmp_path: Path) -> None:
    pytest.importorskip("pty")
    terminal = Terminal(tmp_path, *LINE.split()[:-2], "--games", "2000")
    try:
        terminal.until("/2000")
        terminal.until("left")
        terminal.insist("\x03", "stopped after")
        assert terminal.end() == 130
    finally:
        terminal.stop()


# --- pairs -----------------------------------------------------------------------------------------------------------


def test_a_pair_shares_its_seed_and_changes_sides(cli: Cli) -> None:
    said = cli(f"{LINE} --games 6 --paired --json").done().json
    rows = lines(cli)
    assert [row["seed"] for row in rows] == ["3:1", "3:1", "3:2", "3:2", "3:3", "3:3"]
    assert rows[0]["bots"] == {"german": "random", "soviet": "random (2)"}
    assert rows[1]["bots"] == {"german": "random (2)", "soviet": "random"}
    assert sum(rate["wins"] for rate in said["bots"].values()) == 6
    assert sum(rate["wins"] for rate in said["pairs"].values()) == 3
    told = cli(f"{LINE} --games 6 --paired").done().out
    assert "6 games in pairs" in told
    assert "both games" in told


def test_pairs_are_told_by_bot() -> None:
    def game(number: int, winner: str) -> Outcome:
        sides = ("german", "soviet") if number % 2 else ("soviet", "german")
        return Outcome(
            game=number,
            seed=str((number + 1) // 2),
            winner=winner,
            bots=dict(zip(sides, ("staff", "random"), strict=True)),
        )

    summary = Summary.of([game(1, "german"), game(2, "soviet"), game(3, "german"), game(4, "")], 1.0, paired=True)
    assert {name: rate.wins for name, rate in summary.bots.items()} == {"staff": 3, "random": 0, "draw": 1}
    assert {name: rate.wins for name, rate in summary.pairs.items()} == {"staff": 1, "random": 0, "neither": 1}
    assert summary.rates["german"].games == 4


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (60, 100, 0.5020, 0.6906), (0, 0, 0.0, 1.0)],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    rate = Rate.of(wins, games)
    assert rate.low == pytest.approx(low, abs=1e-4)
    assert rate.high == pytest.approx(high, abs=1e-4)


# --- what is wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("simulate guderian --paired --games 3", "an even number"),
        ("simulate guderian --position nothing.toml", "cannot be read"),
        (f"simulate eastfront --position {POSITION}", "is of guderian"),
        (f"simulate guderian --position {POSITION} --scenario campaign", "leave --scenario out"),
        ("simulate guderian --seconds 0", "some time"),
        ("simulate guderian --bots random,exec:./no-such-bot", "no such program"),
        ("simulate guderian -o .", "no ordinary file"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(cli: Cli, line: str, hint: str) -> None:
    assert hint in cli.wrong(line)


def test_a_forfeit_is_told_in_a_line(cli: Cli) -> None:
    (cli.folder / "bot.sh").write_text("#!/bin/sh\necho hello\nsleep 60\n")
    (cli.folder / "bot.sh").chmod(0o755)
    said = cli(f"{LINE} --games 1 --bots random,exec:./bot.sh")
    assert said.code == 0
    assert said.err == "grognard: game 1, seed 3:1, is forfeit: soviet: ./bot.sh talks nonsense: hello\n"
    assert "soviet forfeits" in said.out


def test_without_ray_the_cluster_is_refused(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)
    assert "pip install 'grognard[cluster]'" in cli.wrong("simulate guderian --cluster")
