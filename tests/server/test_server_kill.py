"""kill -9 under load: what was acknowledged is there, and nothing is there by halves."""

from __future__ import annotations

import asyncio
import json
import random
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.server import postgres
from tests.server.lesson import script
from tests.server.load import Wire
from tests.server.process import ServerProcess

PLAYERS = 6
STEPS = script(300)


@dataclass
class Player:
    """Plays the script in one match, and remembers what was acknowledged."""

    match: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    acknowledged: int = 0
    total: int = 0

    async def play(self, url: str) -> None:
        """Act until the line breaks."""
        try:
            wire = await Wire(url).open()
            while True:
                if self.acknowledged >= len(STEPS):
                    await self.begin(wire)
                side, action = STEPS[self.acknowledged]
                body = {"number": self.acknowledged, "action": action, "side": side}
                status, content = await wire.post(f"/api/matches/{self.match}/actions", body, self.tokens[side])
                assert status == 200, content
                self.acknowledged = json.loads(content)["number"]
                self.total += 1
        except (OSError, asyncio.IncompleteReadError):
            return

    async def begin(self, wire: Wire) -> None:
        """A new match."""
        self.match = ""
        status, content = await wire.post("/api/matches", {"game": "guderian", "seats": {}, "tutorial": True})
        assert status == 200, content
        made = json.loads(content)
        self.match, self.tokens, self.acknowledged = made["id"], made["tokens"], 0

    def check(self, url: str) -> None:
        """After the crash: all that was acknowledged is there; at most the one action under way besides, and whole."""
        if not self.match:
            return
        with urllib.request.urlopen(f"{url}/api/matches/{self.match}/history", timeout=20) as answer:
            played = [(e["side"], e["action"]) for e in json.load(answer)[1:]]
        assert played == list(STEPS[: len(played)])
        assert self.acknowledged <= len(played) <= self.acknowledged + 1
        with urllib.request.urlopen(f"{url}/api/matches/{self.match}", timeout=20) as answer:
            state = json.load(answer)
        assert state["number"] == len(played)
        assert state["view"]["actions"] == len(played)
        self.acknowledged = len(played)


async def under_load(server: ServerProcess, players: list[Player], seconds: float) -> None:
    """Let everybody play, and kill the server in the midst of it."""
    for player in players:
        if not player.match:
            await player.begin(await Wire(server.url).open())
    playing = [asyncio.create_task(player.play(server.url)) for player in players]
    await asyncio.sleep(seconds)
    await asyncio.to_thread(server.kill)
    await asyncio.gather(*playing)


def kill_repeatedly(db: str, times: int) -> int:
    """So many crashes at random moments; how many actions survived them."""
    chance = random.Random("kill")
    players = [Player() for _ in range(PLAYERS)]
    server = ServerProcess(db)
    acknowledged = 0
    for _ in range(times):
        before = sum(player.total for player in players)
        asyncio.run(under_load(server, players, chance.uniform(0.05, 1.0)))
        acknowledged += sum(player.total for player in players) - before
        server = ServerProcess(db)
        for player in players:
            player.check(server.url)
    server.stop()
    return acknowledged


def test_a_few_crashes(database: str) -> None:
    assert kill_repeatedly(database, 2) > 0


@pytest.mark.soak
def test_fifty_crashes_on_sqlite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    acknowledged = kill_repeatedly(str(tmp_path / "matches.sqlite3"), 50)
    with capsys.disabled():
        print(f"\n50 crashes on SQLite: {acknowledged} acknowledged actions, all there")


@pytest.mark.soak
def test_fifty_crashes_on_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    if reason := postgres.why_not():
        pytest.skip(reason)
    with postgres.running(durable=True) as address:
        acknowledged = kill_repeatedly(postgres.fresh_database(address, "crashes"), 50)
    with capsys.disabled():
        print(f"\n50 crashes on PostgreSQL: {acknowledged} acknowledged actions, all there")
