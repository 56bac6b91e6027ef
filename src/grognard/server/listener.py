"""A live connection to a match, and what waits to be sent over it."""

from __future__ import annotations

import asyncio

from grognard.server.messages import MatchState
from grognard.server.seats import Caller


class Listener:
    """A live connection: who it is, which side it looks from, and what waits to be sent to it."""

    BACKLOG = 200  # a page that far behind is cut off and comes back for the whole state
    BACKLOG_BYTES = 4 << 20

    def __init__(self) -> None:
        self.caller = Caller()
        self.side = ""
        self.mine: list[str] = []
        self.waiting: list[bytes | None] = []  # to be sent; a queue of asyncio's takes four times the memory
        self._bytes = 0  # that wait
        self._idle: asyncio.Future[None] | None = None  # until there is something to send
        self.deltas = False  # it wants to be told what changes only
        self.told: MatchState | None = None  # what it knows, if it is told what changes
        self.session = ""  # the hash of the session that opened it
        self.ended = False

    def end(self) -> None:
        """Cut the connection: the session that opened it has ended."""
        self.ended, self.mine, self.side = True, [], ""
        self._cut()

    def _cut(self) -> None:
        self.waiting.clear()
        self._bytes = 0
        self._queue(None)

    def _queue(self, message: bytes | None) -> None:
        self.waiting.append(message)
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def next(self) -> bytes | None:
        """The next message to send; None if the connection is to be cut."""
        while not self.waiting:
            self._idle = asyncio.get_running_loop().create_future()
            await self._idle
        self._idle = None
        message = self.waiting.pop(0)
        self._bytes -= len(message or b"")
        return message

    def send(self, message: bytes) -> None:
        """Queue a message; a listener too far behind is cut off."""
        if len(self.waiting) >= self.BACKLOG or self._bytes > self.BACKLOG_BYTES:
            self._cut()
        elif not self.ended:
            self._bytes += len(message)
            self._queue(message)
