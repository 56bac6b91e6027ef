"""Connections that change hands all the time: whatever is asked on them, in whatever pieces, every request is answered.

The short run is for `make test`; the soak hammers for minutes.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from grognard.server.crew import owner_of
from tests.series import few
from tests.server import postgres
from tests.server.house import Person
from tests.server.process import ServerProcess

WORKERS = 2
PEOPLE = 24
LENGTH = re.compile(rb"(?i)content-length: (\d+)")


@pytest.fixture(params=few(["sqlite", "postgresql"], 1))
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServerProcess]:
    db = str(tmp_path / "matches.sqlite3")
    if request.param == "postgresql":
        db = postgres.fresh_database(request.getfixturevalue("postgres_address"), "handover")
    running = ServerProcess(db, workers=WORKERS)
    yield running
    running.stop()


class Hammer:
    """Somebody who asks for everything in turn over one connection, and opens another now and then."""

    def __init__(self, url: str, matches: list[str], seed: int, answers: Counter[str]) -> None:
        self.place, self.matches, self.chance, self.answers = urlsplit(url), matches, random.Random(seed), answers

    def request(self) -> bytes:
        """A request about a match of either worker, about nobody's, or to do with accounts; some with a body."""
        match = self.chance.choice(self.matches)
        paths = [f"/api/matches/{match}", f"/api/matches/{match}/history", "/api/theme", "/", "/api/account"]
        kind = self.chance.randrange(8)
        if kind < len(paths):
            return self._head("GET", paths[kind]) + b"\r\n"
        body = json.dumps({"text": "x" * self.chance.choice([3, 700, 40_000])}).encode()
        path = "/api/login" if kind == 5 else f"/api/matches/{match}/notes" if kind == 6 else "/api/matches"
        head = self._head("PUT" if kind == 6 else "POST", path)
        return head + f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body

    def _head(self, method: str, path: str) -> bytes:
        return f"{method} {path} HTTP/1.1\r\nHost: {self.place.netloc}\r\n".encode()

    async def hammer(self, until: float) -> None:
        """Ask until the time is over."""
        while time.monotonic() < until:
            reader, writer = await asyncio.open_connection(self.place.hostname, self.place.port, limit=1 << 22)
            await self._wait()
            for _ in range(self.chance.choice([1, 3, 30])):
                content = self.request()
                await self._say(writer, content)
                try:
                    said = await asyncio.wait_for(_answer(reader), 60)
                except (OSError, asyncio.IncompleteReadError) as error:
                    raise AssertionError(f"no answer to {content[:80]!r}: {error!r}") from error
                self.answers[said] += 1
                await self._wait()
            if self.chance.random() < 0.3:
                self.answers[await self._look(reader, writer)] += 1
            writer.close()

    async def _look(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> str:
        """Make the connection a live one; it is handed over as any other."""
        path = f"/api/matches/{self.chance.choice(self.matches)}/live"
        keys = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        live = f"Upgrade: websocket\r\nConnection: Upgrade\r\n{keys}\r\n"
        await self._say(writer, self._head("GET", path) + live.encode())
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        hello = b'{"seats":[],"side":""}'
        writer.write(bytes([0x81, 0x80 | len(hello)]) + b"\0\0\0\0" + hello)
        told = await asyncio.wait_for(reader.readexactly(100), 60)
        assert b'"live":"state"' in told, told
        return head[9:12].decode()

    async def _say(self, writer: asyncio.StreamWriter, content: bytes) -> None:
        """In one piece or in several, as networks do."""
        while content:
            cut = self.chance.choice([len(content), len(content), 1, 30, 200, 5000])
            writer.write(content[:cut])
            await writer.drain()
            content = content[cut:]
            if content:
                await asyncio.sleep(self.chance.choice([0, 0, 0.003]))

    async def _wait(self) -> None:
        if self.chance.random() < 0.2:
            await asyncio.sleep(self.chance.random() * 0.05)


async def _answer(reader: asyncio.StreamReader) -> str:
    head = await reader.readuntil(b"\r\n\r\n")
    found = LENGTH.search(head)
    assert found, head
    await reader.readexactly(int(found[1]))
    return head[9:12].decode()


def hammered(server: ServerProcess, seconds: float) -> Counter[str]:
    """What was answered, by status; AssertionError if a request was not."""
    matches: dict[int, list[str]] = {}
    while len(matches) < WORKERS or min(map(len, matches.values())) < 3:
        match = Person(server.url).begin().match
        matches.setdefault(owner_of(match, WORKERS), []).append(match)
    answers: Counter[str] = Counter()

    async def main() -> None:
        until = time.monotonic() + seconds
        all_matches = [match for group in matches.values() for match in group]
        await asyncio.gather(*(Hammer(server.url, all_matches, n, answers).hammer(until) for n in range(PEOPLE)))

    asyncio.run(main())
    return answers


def test_every_request_is_answered_whoever_it_is_handed_to(server: ServerProcess) -> None:
    answers = hammered(server, 2)
    assert answers["200"] > 0
    assert answers["101"] > 0
    assert not {"421", "500", "503"} & set(answers), answers


@pytest.mark.soak
def test_minutes_of_handing_over(server: ServerProcess, capsys: pytest.CaptureFixture[str]) -> None:
    answers = hammered(server, 120)
    with capsys.disabled():
        print(f"\nhanded over for two minutes: {answers.total()} requests, all answered: {dict(answers)}")
    assert not {"421", "500", "503"} & set(answers), answers
