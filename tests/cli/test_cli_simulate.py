"""`simulate`: series of games between bots."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import grognard
from grognard import simulate
from grognard.simulate import Outcome, Series, Summary, play_game
from tests.cli.runner import Cli


def test_results_are_told_and_written(cli: Cli) -> None:
    said = cli("simulate guderian --games 2 --seed 1 -o results.jsonl").done().out
    assert said.startswith("guderian: random against random, 2 games, seed 1\n")
    assert "mean points" in said
    assert "games a second" in said
    lines = [json.loads(line) for line in cli.text("results.jsonl").splitlines()]
    assert [(line["game"], line["seed"]) for line in lines] == [(1, "1:1"), (2, "1:2")]
    assert all(line["level"] and line["actions"] > 50 for line in lines)


def test_a_series_is_the_same_however_many_share_it(cli: Cli) -> None:
    for jobs in (1, 2):
        said = cli(f"simulate guderian --games 3 --seed 5 --jobs {jobs} -o {jobs}.jsonl --json").done().json
        assert (said["games"], said["failed"], said["stopped"]) == (3, 0, False)
    assert cli.text("1.jsonl") == cli.text("2.jsonl")


SMOLENSK = Path(__file__).parents[2] / "examples" / "smolensk.toml"


@pytest.mark.parametrize("jobs", [1, 2])
def test_save_files_are_kept(cli: Cli, jobs: int) -> None:
    line = f"simulate guderian --position {SMOLENSK} --bots random,random --games"
    cli(f"{line} 1 -o results.jsonl").done()
    cli(f"{line} 3 -o results.jsonl --saves deep/saves --jobs {jobs}").done()
    saves = sorted((cli.folder / "deep/saves").iterdir())
    assert [save.name for save in saves] == ["game-002.jsonl", "game-003.jsonl"]  # the first was counted before
    for save, text in zip(saves, cli.text("results.jsonl").splitlines()[1:], strict=True):
        match, told = grognard.load(save), json.loads(text)
        assert match.result is not None
        assert (match.result.level, match.result.points) == (told["level"], told["points"])
        assert (match.header.seed, match.header.players, len(match.actions)) == (
            told["seed"],
            {"german": "random", "soviet": "random"},
            told["actions"],
        )


def test_save_files_of_another_series_are_left_alone(cli: Cli) -> None:
    line = f"simulate guderian --position {SMOLENSK} --games 1 --saves saves"
    cli(line).done()
    before = cli.text("saves/game-001.jsonl")
    assert "not of this series" in cli.wrong(f"{line} --seed 2")
    assert cli.text("saves/game-001.jsonl") == before
    cli(line).done()
    (cli.folder / "file").touch()
    assert "no folder for save files" in cli.wrong("simulate guderian --saves file")


class Ray:
    """A cluster in name only: whatever is handed out is done when it is asked for."""

    def remote(self, **settings: int) -> Callable[[Callable[..., Any]], Any]:
        return lambda work: SimpleNamespace(remote=lambda *words: partial(work, *words))

    def put(self, shared: object) -> object:
        return shared

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def wait(self, under_way: list[Any], timeout: float) -> tuple[list[Any], list[Any]]:
        return under_way[:1], under_way[1:]

    def get(self, reference: Callable[[], Any]) -> Any:
        return reference()

    def shutdown(self) -> None:
        pass


def test_save_files_travel_back_from_a_cluster(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.simulate.cluster._connected", Ray)
    line = f"simulate guderian --position {SMOLENSK} --games 2"
    cli(f"{line} --cluster -o there.jsonl --saves saves").done()
    cli(f"{line} -o here.jsonl").done()
    assert cli.text("there.jsonl") == cli.text("here.jsonl")
    assert [grognard.load(save).header.seed for save in sorted((cli.folder / "saves").iterdir())] == ["0:1", "0:2"]


def test_another_seed_is_another_series() -> None:
    series = [Series("guderian", ("random", "random"), 1, seed) for seed in (1, 2)]
    assert play_game(series[0], 1) == play_game(series[0], 1)
    assert play_game(series[0], 1).actions != play_game(series[1], 1).actions


def test_results_are_not_overwritten(cli: Cli) -> None:
    (cli.folder / "results.jsonl").write_text("mine")
    assert "--force" in cli.wrong("simulate guderian --games 1 -o results.jsonl")
    assert cli.text("results.jsonl") == "mine"


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("simulate gudrian", "did you mean guderian?"),
        ("simulate guderian --bots random", "name 2 bots, for german and soviet"),
        ("simulate guderian --bots random,radnom", "did you mean random?"),
        ("simulate guderian --games 0", "at least one"),
        ("simulate guderian --jobs 0", "at least one process"),
        ("simulate guderian --games many", "unable to convert"),
        ("simulate guderian --option evacuate", "did you mean evacuation?"),
        ("simulate guderian -o no/such/file", "cannot be written"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(cli: Cli, line: str, hint: str) -> None:
    assert hint in cli.wrong(line)


def test_a_broken_game_is_told_with_its_seed_and_the_others_go_on(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def act(self: object, match: grognard.Match, side: str) -> str:
        if str(match.header.seed).endswith(":2"):
            raise RuntimeError("the bot has fallen asleep")
        return "end" if "end" in match.choices() else _first(match)

    monkeypatch.setattr("grognard.bots.random.RandomBot.act", act)
    said = cli("simulate guderian --games 3 --seed 1")
    assert said.code == 3
    assert "game 2, seed 1:2, broke off after 0 actions: RuntimeError: the bot has fallen asleep" in said.err
    assert "2 games" in said.out


def _first(match: grognard.Match) -> str:
    words = ""
    while not match.choices(words).complete:
        words = f"{words} {match.choices(words).items[-1]}"
    return words


def test_a_summary_counts() -> None:
    outcomes = [
        Outcome(game=1, seed="a", winner="german", level="Marginal", points={"net": 40}, actions=100),
        Outcome(game=2, seed="b", winner="", level="Draw", points={"net": 20}, actions=200),
        Outcome(game=3, seed="c", failed="broke"),
    ]
    summary = Summary.of(outcomes, 0.0)
    assert (summary.games, summary.failed) == (3, 1)
    assert summary.winners == {"german": 1, "draw": 1}
    assert (summary.points, summary.actions) == ({"net": 30.0}, 150.0)


def test_a_series_stops_when_it_is_told() -> None:
    series = Series("guderian", ("random", "random"), 50, 1)
    for jobs in (1, 2):
        played: list[Outcome] = []
        for outcome in simulate.play_series(series, jobs, lambda played=played: len(played) > 1):  # type: ignore[misc]
            played.append(outcome)  # noqa: PERF402 - one after the other
        assert len(played) == 2
