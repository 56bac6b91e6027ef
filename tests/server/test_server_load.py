"""How much one server process carries. `make soak` prints the figures; they are facts about a machine, not limits."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import postgres
from tests.server.load import keep_on
from tests.server.process import ServerProcess, measured

SECONDS = 10


@pytest.fixture(params=["sqlite", "postgresql"])
def durable(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database that waits for the disk."""
    if request.param == "sqlite":
        yield str(tmp_path / "matches.sqlite3")
        return
    if reason := postgres.why_not():
        pytest.skip(reason)
    with postgres.running(durable=True) as address:
        yield postgres.fresh_database(address, "load")


def test_the_pace_is_kept_by_a_timetable() -> None:
    """Ten a second for a second are ten, though each takes a while; and it ends when the last was answered."""
    acts: list[float] = []

    async def act() -> None:
        acts.append(time.perf_counter())
        await asyncio.sleep(0.03)

    async def main() -> float:
        start = time.perf_counter()
        await keep_on(act, start, start + 1, 10)
        return time.perf_counter() - start

    took = asyncio.run(main())
    assert len(acts) == 10 or took >= 1  # fewer on a machine that was too busy to keep any pace
    assert all(later - acts[0] > 0.1 * n - 0.05 for n, later in enumerate(acts))
    assert took < 1 or len(acts) < 10 or acts[-1] - acts[0] > 0.92


@pytest.mark.soak
@pytest.mark.parametrize(("matches", "per_second"), [(16, 0.0), (200, 0.0), (200, 1.0)])
def test_load(durable: str, matches: int, per_second: float, capsys: pytest.CaptureFixture[str]) -> None:
    server = ServerProcess(durable)
    try:
        told = measured(server, "guderian", matches, SECONDS, per_second)
    finally:
        server.stop()
    kind = durable.partition(":")[0] if "://" in durable else "sqlite"
    pace = f"{per_second:g} action a second each" if per_second else "as fast as they can"
    with capsys.disabled():
        print(f"\n{kind}, {matches} matches, {pace}: {json.dumps(told)}")
    assert told["refused"] == 0
    assert told["actions"] > 0
