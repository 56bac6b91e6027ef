"""The door: connections that do not say what they want are closed, and no more are let in than can be served."""

from __future__ import annotations

import asyncio
from collections import Counter
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, ClassVar

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEADER_SECONDS = 15.0  # until a request has said what it wants
CONNECTIONS_MAX = 4_000
CONNECTIONS_FROM = 250  # one address, a proxy on this machine aside
PROXIES = ("127.0.0.1", "::1")
STUCK_SECONDS = 60.0  # until somebody who does not read an answer is hung up on
STUCK_MAX = 64 << 20  # bytes that wait to be read by all of them together


class Doorkeeper(AutoHTTPProtocol):  # type: ignore[misc,valid-type,unused-ignore]
    """HTTP with a limit on how long the head of a request may take: uvicorn has one only between requests."""

    header_seconds = HEADER_SECONDS
    stuck_seconds = STUCK_SECONDS
    stuck_max = STUCK_MAX
    connections_from = CONNECTIONS_FROM
    _waiting: asyncio.TimerHandle | None = None
    _from: ClassVar[Counter[str]] = Counter()  # connections by address
    _stuck: ClassVar[dict[Doorkeeper, asyncio.TimerHandle]] = {}  # those that do not read, the oldest first
    _peer = ""

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

    def pause_writing(self) -> None:
        """They do not read; what they asked for is not kept for ever, nor as much of it as they like."""
        super().pause_writing()
        self._stuck[self] = asyncio.get_running_loop().call_later(self.stuck_seconds, self._abort)
        waits = {one: one.transport.get_write_buffer_size() for one in self._stuck}
        total = sum(waits.values())
        for one, size in waits.items():
            if total <= self.stuck_max:
                break
            one._abort()
            total -= size

    def resume_writing(self) -> None:
        """They read again."""
        super().resume_writing()
        self._unstick()

    def _unstick(self) -> None:
        if (timer := self._stuck.pop(self, None)) is not None:
            timer.cancel()

    def _abort(self) -> None:
        self._unstick()
        transport: Any = self.transport
        transport.abort()

    def handle_websocket_upgrade(self) -> None:
        """From now on it is a live connection, and those are counted elsewhere."""
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
        super().data_received(data)
        cycle = getattr(self, "cycle", None)
        if cycle is not None and not cycle.response_complete:
            self._wait_no_more()
        elif self._waiting is None:
            self._wait()

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
        transport: Any = getattr(self, "transport", None)
        if transport is not None and transport.get_protocol() is self:  # not if it has become a live connection
            transport.close()


def counts_as(host: str) -> str:
    """An address, as far as it counts: of IPv6 the network, for a home has many addresses in it."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, 64), strict=False))
    return str(address)


def config(app: Any, host: str, port: int, **more: Any) -> uvicorn.Config:
    """How the server listens."""
    usual = {
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "http": Doorkeeper,
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
