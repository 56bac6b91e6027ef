"""One owner a match, where several processes serve one database: only it lets the bots of the match play.

The owner holds an advisory lock of PostgreSQL on a connection of its own. If it dies the database takes the lock back,
and whoever asks next is the owner.
"""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

SPACE = 0x67726F67  # keeps our locks apart from others in the database
log = logging.getLogger("grognard.server")


class Owners:
    """The matches this process owns."""

    def __init__(self, engine: Engine, shared: bool) -> None:
        self._engine, self._shared = engine, shared
        self._line: Connection | None = None
        self._held: set[str] = set()
        self._turn = asyncio.Lock()

    async def take(self, id: str) -> bool:
        """Whether this process owns the match now."""
        if not self._shared:
            return True
        async with self._turn:
            return await asyncio.to_thread(self._take, id)

    async def give_up(self, id: str) -> None:
        """Let another process own the match."""
        if self._shared and id in self._held:
            async with self._turn:
                await asyncio.to_thread(self._ask, "SELECT pg_advisory_unlock(:space, hashtext(:id))", id)
            self._held.discard(id)

    async def close(self) -> None:
        """Own nothing any more."""
        async with self._turn:
            if self._line is not None:
                self._line.detach()  # a line that goes back to the pool would keep its locks
                await asyncio.to_thread(self._line.close)
                self._line = None

    def _take(self, id: str) -> bool:
        if id in self._held and self._ask("SELECT true", id):  # the line still stands, and with it the lock
            return True
        if self._ask("SELECT pg_try_advisory_lock(:space, hashtext(:id))", id):
            self._held.add(id)
            return True
        return False

    def _ask(self, question: str, id: str) -> bool:
        try:
            if self._line is None:
                self._line = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            return bool(self._line.execute(text(question), {"space": SPACE, "id": id}).scalar_one())
        except SQLAlchemyError as error:
            log.warning("match %s: nobody can be its owner now: %s", id, str(error).partition("\n")[0])
            self._held.clear()
            if self._line is not None:
                self._line.invalidate()
                self._line.close()
                self._line = None
            return False
