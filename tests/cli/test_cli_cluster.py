"""A series on a Ray cluster: two workers on this machine, one of which dies. Ray is large: `make cluster` brings it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from grognard.simulate import Outcome, Series, play_series
from grognard.simulate.cluster import play_on_cluster
from tests.cli.runner import Cli

pytestmark = pytest.mark.soak
POSITION = Path(__file__).parents[2] / "examples" / "smolensk.toml"


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A head that plays nothing and two workers that play a game at a time."""
    pytest.importorskip("ray", reason="pip install 'grognard[cluster]'")
    made = import_module("ray.cluster_utils").Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    monkeypatch.setenv("RAY_ADDRESS", made.address)
    try:
        made.workers = [made.add_node(num_cpus=1) for _ in range(2)]
        yield made
    finally:
        made.shutdown()


def test_a_cluster_plays_what_one_process_plays_though_workers_die(cluster: Any, cli: Cli) -> None:
    """One test, for a cluster takes a quarter of a minute to start."""
    check_same_results(cli)
    check_stop()
    check_killed_processes(cli.folder)
    check_lost_machine(cluster)


def check_same_results(cli: Cli) -> None:
    line = f"simulate guderian --position {POSITION} --games 12 --seed 1"
    cli(f"{line} --out here.jsonl").done()
    said = cli(f"{line} --out there.jsonl --cluster --json")
    assert (said.code, said.json["games"], said.json["failed"]) == (0, 12, 0)
    assert cli.text("there.jsonl") == cli.text("here.jsonl")


def check_stop() -> None:
    played: list[Outcome] = []
    for outcome in play_on_cluster(Series("guderian", ("random", "random"), 5000, 1), lambda: len(played) > 1):
        played.append(outcome)  # noqa: PERF402 - one after the other
    assert 2 <= len(played) <= 4


def check_lost_machine(cluster: Any) -> None:
    series = Series("guderian", ("random", "random"), 12, 1)
    played = []
    for outcome in play_on_cluster(series):
        played.append(outcome)
        if len(played) == 2:
            cluster.remove_node(cluster.workers.pop(), allow_graceful=False)
    assert sorted(played, key=lambda outcome: outcome.game) == list(play_series(series))


def check_killed_processes(folder: Path) -> None:
    """The bot kills the process that plays it, three times in all, though two bots may want the same kill at once."""
    bot, deaths = folder / "bot.py", [folder / f"killed {number}" for number in range(3)]
    example = POSITION.with_name("bot_example.py")
    bot.write_text(
        f"""#!/usr/bin/env python3
import os, signal, runpy
for death in {[str(death) for death in deaths]!r}:
    try:
        with open(death, "x") as mark:
            mark.write(str(os.getppid()))
    except FileExistsError:
        continue
    os.kill(os.getppid(), signal.{signal.SIGKILL.name})
    break
runpy.run_path({str(example)!r}, run_name="__main__")
"""
    )
    bot.chmod(0o755)
    series = Series("guderian", (f"exec:{bot}", "random"), 4, 1, position=POSITION.read_text("utf-8"))
    outcomes = list(play_on_cluster(series))
    assert [outcome.failed or outcome.forfeit for outcome in outcomes] == [""] * 4
    assert str(os.getpid()) not in [death.read_text("utf-8") for death in deaths]
