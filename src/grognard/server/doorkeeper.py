"""The door: connections that do not say what they want are closed, and no more are let in than can be served."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from grognard.server.addresses import counts_as
from grognard.server.livewire import LiveWire, Reader
from grognard.server.provisions import CONNECTIONS_MAX

HEADER_SECONDS = 15.0  # until a request has said what it wants
CONNECTIONS_FROM = 250  # one address, a proxy on this machine aside
HEAD_MAX = 1 << 16  # bytes that say what is wanted
CHUNKED_MAX = 1 << 20  # of a body that comes in chunks, with all that is written around them
PIECE = 1 << 14  # bytes that are looked at before it is asked whether there are too many
PROXIES = ("127.0.0.1", "::1")


class Doorkeeper(Reader, AutoHTTPProtocol):  # type: ignore[misc,valid-type,unused-ignore]
    """HTTP with a limit on how long the head of a request may take: uvicorn has one only between requests."""

    header_seconds = HEADER_SECONDS
    connections_from = CONNECTIONS_FROM
    _waiting: asyncio.TimerHandle | None = None
    _from: ClassVar[Counter[str]] = Counter()  # connections by address
    _peer = ""
    _said, _most, _in_head = 0, 0, False  # bytes of the head, or of a body in chunks; and how many there may be

    def connection_made(self, transport: Any) -> None:
        """Somebody is at the door."""
        super().connection_made(transport)
        self._wait()
        host = str((transport.get_extra_info("peername") or ("",))[0])
        if host not in PROXIES:
            self._peer = counts_as(host)
            self._from[self._peer] += 1
            if self._from[self._peer] > self.connections_from:
                transport.abort()

    def handle_websocket_upgrade(self) -> None:
        """From now on it is a live connection, and those are counted elsewhere."""
        self._wait_no_more()
        self._leave()
        super().handle_websocket_upgrade()

    def _leave(self) -> None:
        self._unstick()
        if self._peer:
            self._from[self._peer] -= 1
            if self._from[self._peer] <= 0:
                del self._from[self._peer]
            self._peer = ""

    def data_received(self, data: bytes) -> None:
        """They speak; once they have said what they want they are no longer waited for."""
        for start in range(0, len(data), PIECE):
            if not self._is_mine():
                return
            piece = data[start : start + PIECE]
            super().data_received(piece)
            if self._most:
                self._said += len(piece)
                if self._said > self._most and self._is_mine():
                    self._most = 0
                    self.send_400_response("That is too long.")
        cycle = getattr(self, "cycle", None)
        if cycle is not None and not cycle.response_complete:
            self._wait_no_more()
        elif self._waiting is None and self._is_mine():
            self._wait()

    def on_message_begin(self) -> None:
        """A request begins, with a head that has an end."""
        self._said, self._most, self._in_head = 0, HEAD_MAX, True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of the head; one that comes after a body would be kept, and looked at by nobody."""
        if not self._in_head:
            raise ValueError("no header comes after a body here")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """What follows is the body. If it comes in chunks only the parser knows where it ends."""
        self._in_head = False
        chunked = any(name == b"transfer-encoding" for name, _ in self.headers)
        self._said, self._most = 0, CHUNKED_MAX if chunked else 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request has arrived."""
        self._most = 0
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._wait_no_more()
        self._leave()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._waiting = asyncio.get_running_loop().call_later(self.header_seconds, self._close)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _close(self) -> None:
        self._waiting = None
        if self._is_mine():
            transport: Any = self.transport
            transport.close()

    def _is_mine(self) -> bool:
        """Whether it is still HTTP, and neither over nor a live connection."""
        transport: Any = getattr(self, "transport", None)
        return transport is not None and transport.get_protocol() is self and not transport.is_closing()


def config(app: Any, host: str, port: int, **more: Any) -> uvicorn.Config:
    """How the server listens."""
    usual = {
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "http": Doorkeeper,
        "ws": LiveWire,
        "limit_concurrency": CONNECTIONS_MAX,
        "backlog": 512,
        "ws_max_size": 1 << 16,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 20.0,  # a live connection whose other end is gone is noticed
        "ws_ping_timeout": 20.0,
        "timeout_keep_alive": 75,  # a player thinks longer than the five seconds that are usual
        "timeout_graceful_shutdown": 5,
    }
    return uvicorn.Config(app, host, port, **{**usual, **more})
