"""The wire of a live connection: read in small helpings, so that whoever talks much holds nobody else up."""

from __future__ import annotations

import asyncio
import time
from typing import Any, ClassVar

from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

STUCK_SECONDS = 60.0  # until somebody who does not read an answer is hung up on
STUCK_MAX = 64 << 20  # bytes that wait to be read by all of them together
HELPING = 2048  # bytes that are looked at before others have their turn
IDLE_FRAMES = (60.0, 2.0)  # pings, pongs and parts of messages: so many at once, and a second; a page needs hardly any
LATE_MAX = 1 << 16  # bytes that are still read after we have said that it is over


class Reader(asyncio.Protocol):
    """The other end of a connection, which may not read what it has asked for."""

    stuck_seconds = STUCK_SECONDS
    stuck_max = STUCK_MAX
    transport: Any
    _stuck: ClassVar[dict[Reader, asyncio.TimerHandle]] = {}  # those that do not read, the oldest first

    def pause_writing(self) -> None:
        """They do not read; what they asked for is not kept for ever, nor as much of it as they like."""
        super().pause_writing()
        self._unstick()
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

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._unstick()
        super().connection_lost(exc)

    def _unstick(self) -> None:
        if (timer := self._stuck.pop(self, None)) is not None:
            timer.cancel()

    def _abort(self) -> None:
        self._unstick()
        self.transport.abort()


class LiveWire(Reader, AutoWebSocketsProtocol):  # type: ignore[misc,valid-type,unused-ignore]
    """A WebSocket whose frames are paid for: the parser takes as long for an empty one as for a whole message."""

    read_paused = False  # a message waits to be answered
    close_sent = False
    _rest = b""  # arrived, and not yet looked at
    _late = 0
    _turn: asyncio.Handle | None = None
    _left, _since = IDLE_FRAMES[0], 0.0

    def data_received(self, data: bytes) -> None:
        """They speak."""
        if self.close_sent:
            self._late += len(data)
            if self._late > LATE_MAX:
                self._abort()
                return
        self._rest = self._rest + data if self._rest else data
        if self._turn is None:
            self._read_on()

    def _read_on(self) -> None:
        self._turn = None
        helping, self._rest = self._rest[:HELPING], self._rest[HELPING:]
        super().data_received(helping)
        self._wait_for_turn()

    def _wait_for_turn(self) -> None:
        """Read nothing more until what has arrived was looked at; and that not before a message was answered."""
        if self.transport.is_closing():
            self._rest = b""
        if self._rest:
            self.transport.pause_reading()
            if self._turn is None and not self.read_paused:
                self._turn = asyncio.get_running_loop().call_soon(self._read_on)
        elif self._turn is None and not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> Any:
        """What they have said, when it is time to answer it."""
        message = await super().receive()
        self._wait_for_turn()
        return message

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone."""
        self._rest = b""
        if self._turn is not None:
            self._turn.cancel()
        super().connection_lost(exc)

    # --- frames that say nothing -------------------------------------------------------------------------------------

    def handle_ping(self) -> None:
        """A ping."""
        if self._allowed():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """The answer to one of ours, or one that nobody has asked for."""
        if self._allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """One more part of a message; it may be empty, and be followed by any number of others."""
        if self._allowed():
            super().handle_cont(event)

    def _allowed(self) -> bool:
        most, per_second = IDLE_FRAMES
        now = time.monotonic()
        self._left = min(most, self._left + (now - self._since) * per_second) - 1
        self._since = now
        if self._left < 0:
            self._abort()
        return self._left >= 0

    def keepalive_timeout(self) -> None:
        """They have not answered a ping: there is nobody to wait for."""
        super().keepalive_timeout()
        self._abort()
