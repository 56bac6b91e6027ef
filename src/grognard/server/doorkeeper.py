"""The door: connections that do not say what they want are closed, and no more are let in than can be served."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEADER_SECONDS = 15.0  # until a request has said what it wants
CONNECTIONS_MAX = 4_000


class Doorkeeper(AutoHTTPProtocol):  # type: ignore[misc,valid-type,unused-ignore]
    """HTTP with a limit on how long the head of a request may take: uvicorn has one only between requests."""

    header_seconds = HEADER_SECONDS
    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody is at the door."""
        super().connection_made(transport)
        self._wait()

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


def many_files() -> None:
    """Let this process have as many connections as the system allows it: the usual limit is far below."""
    if os.name != "posix":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * CONNECTIONS_MAX if hard == resource.RLIM_INFINITY else min(hard, 2 * CONNECTIONS_MAX)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


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
