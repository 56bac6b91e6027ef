"""Health and figures for the operator, in Prometheus' text form, on a port of this machine only."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, Connection, Table, func, select, true
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import grognard
from grognard.server import clubschema as t
from grognard.server import schema
from grognard.server.addresses import is_loopback

if TYPE_CHECKING:
    from grognard.server.app import Server

log = logging.getLogger("grognard.server")
HEAD_MAX = 8_192
SECONDS = 5.0
STALE_BEATS = 6


class AnswerCounter:
    """ASGI middleware that counts answers by status, and how long they took."""

    def __init__(self, app: ASGIApp, counts: Counter[str]) -> None:
        self._app, self._counts = app, counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._counts[str(message["status"])] += 1
            await send(message)

        try:
            await self._app(scope, receive, counted)
        finally:
            self._counts["seconds"] += int((time.perf_counter() - began) * 1_000_000)


class Figures:
    """A small HTTP server on loopback: /health and /metrics, nothing else."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._listening: asyncio.Server | None = None
        self._began = time.time()
        self.port = 0

    async def start(self, port: int) -> None:
        """Listen on a port of this machine."""
        self._listening = await asyncio.start_server(self._serve, "127.0.0.1", port, limit=HEAD_MAX)
        self.port = self._listening.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Stop."""
        if self._listening is not None:
            self._listening.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(Exception):  # whoever hangs up or babbles is not missed
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SECONDS)
            status, kind, body = await self._answer(head.decode("latin-1"))
            lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", "Connection: close"]
            writer.write("\r\n".join([*lines, "", ""]).encode() + body)
            await asyncio.wait_for(writer.drain(), SECONDS)
        writer.close()

    async def _answer(self, head: str) -> tuple[str, str, bytes]:
        first, *rest = head.split("\r\n")
        host = next((line[5:].strip() for line in rest if line.lower().startswith("host:")), "")
        if not is_loopback(host):  # no page of a browser reaches this by a name bent to 127.0.0.1
            return "403 Forbidden", "text/plain", b"only for this machine\n"
        if first.startswith("GET /metrics "):
            return "200 OK", "text/plain; version=0.0.4", (await self.text()).encode()
        if first.startswith("GET /health "):
            wrong = await self.trouble()
            return ("503 Service Unavailable" if wrong else "200 OK"), "text/plain", f"{wrong or 'ok'}\n".encode()
        return "404 Not Found", "text/plain", b"/health or /metrics\n"

    async def trouble(self) -> str:
        """The trouble the server is in, in words; '' if there is none."""
        try:
            wanted = select(func.max(t.alive.c.time))
            last = await asyncio.wait_for(
                self._server.storage.read(lambda c: c.execute(wanted).scalar_one_or_none()), SECONDS
            )
        except Exception as error:
            return f"the database does not answer: {type(error).__name__}"
        late = time.time() * 1000 - (last or 0)
        if last and late > STALE_BEATS * 1000 * max(1.0, self._server.settings.club.beat):
            return f"nothing was written for {late / 1000:.0f} seconds"
        return ""

    async def text(self) -> str:
        """All figures."""
        server, out = self._server, []

        def tell(name: str, kind: str, text: str, *values: tuple[str, float]) -> None:
            out.extend([f"# HELP grognard_{name} {text}", f"# TYPE grognard_{name} {kind}"])
            out.extend(f"grognard_{name}{labels} {value:g}" for labels, value in values)

        counts = server.answers
        rooms = list(server.rooms)
        began = time.perf_counter()
        c = schema.matches.c

        def ask(connection: Connection) -> tuple[int, int, int, int]:
            def count(table: Table, *where: ColumnElement[bool]) -> int:
                return int(connection.execute(select(func.count()).select_from(table).where(*where)).scalar_one())

            matches = schema.matches
            running = count(matches, c.finished != true())
            return running, count(matches, c.finished == true()), count(schema.users), count(t.outbox)

        running, finished, users, waiting = await server.storage.read(ask)
        tell("info", "gauge", "The program.", (f'{{version="{grognard.__version__}"}}', 1))
        tell("start_time_seconds", "gauge", "When this process began.", ("", self._began))
        tell("matches", "gauge", "Matches stored.", ('{state="running"}', running), ('{state="over"}', finished))
        tell("accounts", "gauge", "Accounts.", ("", users))
        tell("rooms", "gauge", "Matches open in this process.", ("", len(rooms)))
        tell("live_connections", "gauge", "Pages connected.", ("", sum(len(room.listeners) for room in rooms)))
        tell("entries_total", "counter", "Entries added to the logs of matches.", ("", server.entries))
        answers = sorted((status, n) for status, n in counts.items() if status.isdigit())
        tell("answers_total", "counter", "HTTP answers.", *((f'{{status="{status}"}}', n) for status, n in answers))
        tell("answer_seconds_total", "counter", "Time spent on them.", ("", counts["seconds"] / 1_000_000))
        tell("outbox", "gauge", "Notices that wait.", ("", waiting))
        sent = sorted(server.outbox.sent.items())
        labels = ((f'{{channel="{channel}",outcome="{what}"}}', n) for (channel, what), n in sent)
        tell("notices_total", "counter", "Notices by channel and outcome.", *labels)
        tell("database_seconds", "gauge", "How long the database took for these.", ("", time.perf_counter() - began))
        lag = await _lag()
        tell("loop_lag_seconds", "gauge", "How late the event loop is.", ("", lag))
        return "\n".join(out) + "\n"


async def _lag() -> float:
    began = time.perf_counter()
    await asyncio.sleep(0)
    return time.perf_counter() - began
