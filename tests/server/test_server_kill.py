"""kill -9 under load: what was acknowledged is there, and nothing is there by halves.

With two workers one of them is killed while the other goes on, and now and then the whole server; people come back as a
page does.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
import urllib.error
import urllib.request
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.server import postgres
from tests.server.house import Json
from tests.server.lesson import Opening, script
from tests.server.load import Bout, Figures, Wire
from tests.server.process import ServerProcess

PLAYERS = 6
PATIENCE = 90.0
STEPS = script(300)


def asked(url: str) -> Json:
    """What the server answers; on a busy machine a worker that was killed a moment ago may take long to be back."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 503 or time.monotonic() > until:
                raise
            time.sleep(0.2)


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
        played = [(e["side"], e["action"]) for e in asked(f"{url}/api/matches/{self.match}/history")[1:]]
        assert played == list(STEPS[: len(played)])
        assert self.acknowledged <= len(played) <= self.acknowledged + 1
        state = asked(f"{url}/api/matches/{self.match}")
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


# --- several workers -------------------------------------------------------------------------------------------------


@dataclass
class PageUser:
    """Plays the script over live connections, and comes back when the line breaks."""

    bout: Bout
    comebacks: int = 0
    away: float = 0.0  # the longest time until an action was acknowledged again, in seconds

    async def play(self, until: float) -> None:
        """Act until the time is over."""
        while time.monotonic() < until:
            lost = time.monotonic()
            try:
                await self.bout.act()
            except (OSError, asyncio.IncompleteReadError):  # the latter if it was about to begin a new match
                await self._come_back(lost)

    async def _come_back(self, lost: float) -> None:
        """Open the page again; what was under way when the line broke is there as a whole, or not at all."""
        bout = self.bout
        while True:
            bout.leave()
            try:
                number = await asyncio.wait_for(self._look(), 30)
                break
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.1)
        assert bout.at <= number <= bout.at + 1, f"{bout.at} were acknowledged, {number} are there"
        bout.at = number
        self.comebacks += 1
        self.away = max(self.away, time.monotonic() - lost)

    async def _look(self) -> int:
        await self.bout.sit_down()
        wire = await Wire(self.bout.url).open()
        state = json.loads(await wire.get(f"/api/matches/{self.bout.id}"))
        wire.writer.close()
        return int(state["number"])


async def kill_workers(server: ServerProcess, times: int, users: int, chance: random.Random) -> list[PageUser]:
    """Kill one worker after another while people play; everybody goes on."""
    start = Opening({"game": "guderian", "seats": {}, "tutorial": True}, STEPS)
    people = [PageUser(Bout(server.url, Figures(), start)) for _ in range(users)]
    for person in people:
        await person.bout.begin()
    over = asyncio.Event()

    async def keep_on(person: PageUser) -> None:
        while not over.is_set():
            await person.play(time.monotonic() + 0.2)

    playing = [asyncio.create_task(keep_on(person)) for person in people]
    for number in range(times):
        acted = [len(person.bout.figures.acknowledged) for person in people]
        await asyncio.sleep(chance.uniform(0.05, 1.0))
        while len(server.workers()) < 2 or _waits(people, acted) or any(task.done() for task in playing):
            assert not any(task.done() for task in playing), [task.exception() for task in playing if task.done()]
            await asyncio.sleep(0.05)
        server.kill_worker(number)
    await asyncio.sleep(1.0)
    over.set()
    await asyncio.gather(*playing)
    for person in people:
        person.bout.leave()
    return people


def _waits(people: list[PageUser], acted: list[int]) -> bool:
    """Whether somebody has not been able to act since: the next kill is to come while everybody plays."""
    return any(len(person.bout.figures.acknowledged) <= before for person, before in zip(people, acted, strict=True))


def check(server: ServerProcess, people: list[PageUser]) -> None:
    """All that was acknowledged is there, in order, and nothing else."""
    for person in people:
        played = [(e["side"], e["action"]) for e in asked(f"{server.url}/api/matches/{person.bout.id}/history")[1:]]
        assert played == list(STEPS[: len(played)])
        assert len(played) == person.bout.at
        assert person.bout.figures.refused == 0  # no false conflicts


def kill_workers_repeatedly(db: str, times: int) -> tuple[int, int, float]:
    """So many workers killed at random moments, and the server twice: how many actions survived them, how often people
    came back, and how long the longest wait was."""
    chance = random.Random("workers")
    acknowledged, comebacks, away = 0, 0, 0.0
    for part in range(2):
        server = ServerProcess(db, workers=2)
        people = asyncio.run(kill_workers(server, times // 2, PLAYERS, chance))
        check(server, people)
        if part:
            server.stop()
        else:
            server.kill()  # the workers end with it
            server = ServerProcess(db, port=server.port, workers=2)
            check(server, people)
            server.stop()
        acknowledged += sum(len(person.bout.figures.acknowledged) for person in people)
        comebacks += sum(person.comebacks for person in people)
        away = max(away, *(person.away for person in people))
    return acknowledged, comebacks, away


@pytest.mark.parametrize("database", ["sqlite" if postgres.why_not() else "postgresql"], indirect=True)
def test_a_few_crashes_of_workers(database: str) -> None:
    acknowledged, comebacks, _ = kill_workers_repeatedly(database, 2)
    assert acknowledged > 0
    assert comebacks > 0


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_fifty_crashes_of_workers(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if kind == "postgresql" and (reason := postgres.why_not()):
        pytest.skip(reason)
    with postgres.running(durable=True) if kind == "postgresql" else nullcontext("") as address:
        db = postgres.fresh_database(address, "workers") if address else str(tmp_path / "matches.sqlite3")
        acknowledged, comebacks, away = kill_workers_repeatedly(db, 50)
    with capsys.disabled():
        print(f"\n50 workers of two killed on {kind}: {acknowledged} acknowledged actions, all there;", end=" ")
        print(f"{comebacks} times somebody came back, after {away:.1f} s at most")


# --- one process -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
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
