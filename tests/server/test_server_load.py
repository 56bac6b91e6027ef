"""How much one server process carries. `make soak` prints the figures; they are facts about a machine, not limits."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import postgres
from tests.server.process import ROOT, ServerProcess

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
        before = server.processor_seconds()
        command = [sys.executable, "-m", "tests.server.load", server.url, str(matches), str(SECONDS), str(per_second)]
        told = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, timeout=120).stdout)
        spent = server.processor_seconds() - before
        told["memory_mb"] = server.memory()
        told["processor_ms_per_action"] = round(1000 * spent / max(1, told["actions"]), 2)
    finally:
        server.stop()
    kind = durable.partition(":")[0] if "://" in durable else "sqlite"
    pace = f"{per_second:g} action a second each" if per_second else "as fast as they can"
    with capsys.disabled():
        print(f"\n{kind}, {matches} matches, {pace}: {json.dumps(told)}")
    assert told["refused"] == 0
    assert told["actions"] > 0
