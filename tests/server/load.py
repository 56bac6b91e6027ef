"""Load on a server on loopback: many matches at once, each with somebody who acts and two who watch.

`python -m tests.server.load URL MATCHES SECONDS [PER_SECOND]` prints figures as JSON. Without PER_SECOND every match
acts again as soon as its last action is acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from tests.server.lesson import script

NUMBER = re.compile(rb'"number":(\d+),"side":"')


@dataclass
class Figures:
    """What was measured, in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)  # from sending an action to the other side's new view
    refused: int = 0

    def told(self, seconds: float) -> dict[str, float]:
        return {
            "actions_per_second": round(len(self.acknowledged) / seconds, 1),
            "actions": len(self.acknowledged),
            "refused": self.refused,
            "acknowledged_p50_ms": _share(self.acknowledged, 0.5),
            "acknowledged_p99_ms": _share(self.acknowledged, 0.99),
            "seen_p50_ms": _share(self.seen, 0.5),
            "seen_p99_ms": _share(self.seen, 0.99),
        }


def _share(values: list[float], share: float) -> float:
    ordered = sorted(values) or [0.0]
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)


class Wire:
    """One HTTP/1.1 connection that is kept open; as little work as possible, since it shares the machine."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        assert parts.hostname == "127.0.0.1", "only on loopback"
        self.host, self.port = parts.hostname, parts.port or 80

    async def open(self) -> Wire:
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port, limit=1 << 22)
        return self

    async def post(self, path: str, body: object, tokens: str = "") -> tuple[int, bytes]:
        content = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Type: application/json\r\n"
        head += f"X-Grognard-Seat: {tokens}\r\nContent-Length: {len(content)}\r\n\r\n"
        self.writer.write(head.encode() + content)
        start = await self.reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"(?i)content-length: (\d+)", start)[1])  # type: ignore[index]
        return int(start[9:12]), await self.reader.readexactly(length)


class Bout:
    """One match under load."""

    def __init__(self, url: str, figures: Figures, steps: int) -> None:
        self.url, self.figures, self.steps = url, figures, script(steps)
        self.sent: dict[int, float] = {}
        self.at = len(self.steps)
        self.watching: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Start a match, and two people who watch it from their sides."""
        for task in self.watching:
            task.cancel()
        self.wire = await Wire(self.url).open()
        status, content = await self.wire.post("/api/matches", {"game": "guderian", "seats": {}, "tutorial": True})
        assert status == 200, content
        made = json.loads(content)
        self.id, self.tokens, self.at = made["id"], made["tokens"], 0
        self.watching = [asyncio.create_task(self._watch(side)) for side in self.tokens]

    async def _watch(self, side: str) -> None:
        address = self.url.replace("http", "ws") + f"/api/matches/{self.id}/live"
        async with connect(address, origin=self.url, max_size=1 << 24, compression=None) as socket:  # type: ignore[arg-type]
            await socket.send(json.dumps({"seats": [self.tokens[side]], "side": side}))
            await self._hear(socket, side)

    async def _hear(self, socket: ClientConnection, side: str) -> None:
        while True:
            content = await socket.recv(decode=False)
            if not content.startswith(b'{"live":"state"'):
                continue
            found = NUMBER.search(content)
            assert found is not None
            number = int(found[1])
            if number in self.sent and self.steps[number - 1][0] != side:  # the other side's view
                self.figures.seen.append(time.perf_counter() - self.sent[number])

    async def act(self) -> None:
        """Play the next action of the script."""
        if self.at >= len(self.steps):
            await self.begin()
        side, action = self.steps[self.at]
        sent = self.sent[self.at + 1] = time.perf_counter()
        body = {"number": self.at, "action": action, "side": side}
        status, _ = await self.wire.post(f"/api/matches/{self.id}/actions", body, self.tokens[side])
        if status != 200:
            self.figures.refused += 1
            return
        self.figures.acknowledged.append(time.perf_counter() - sent)
        self.at += 1


async def load(url: str, matches: int, seconds: float, per_second: float = 0.0, steps: int = 400) -> dict[str, float]:
    """Put load on a server for some seconds."""
    figures = Figures()
    bouts = [Bout(url, figures, steps) for _ in range(matches)]
    for bout in bouts:
        await bout.begin()
    await asyncio.sleep(0.5)
    start = time.perf_counter()

    async def keep_on(bout: Bout, wait: float) -> None:
        await asyncio.sleep(wait)
        while (now := time.perf_counter()) < start + seconds:
            await bout.act()
            if per_second:
                await asyncio.sleep(max(0.0, 1 / per_second - (time.perf_counter() - now)))

    rate = per_second or 1000.0
    await asyncio.gather(*(keep_on(bout, n / len(bouts) / rate) for n, bout in enumerate(bouts)))
    took = time.perf_counter() - start
    await asyncio.sleep(0.3)
    for bout in bouts:
        for task in bout.watching:
            task.cancel()
    return figures.told(took)


if __name__ == "__main__":
    given = sys.argv[1:]
    print(json.dumps(asyncio.run(load(given[0], int(given[1]), float(given[2]), float([*given, "0"][3])))))
