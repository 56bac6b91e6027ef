"""How much one server process carries. `make soak` prints the figures; they are facts about a machine, not limits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import postgres
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
