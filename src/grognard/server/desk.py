"""A thread beside the event loop for what takes a moment: looking at the past, telling a long log, opening a match."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from grognard.server.errors import TooFast
from grognard.server.toil import asked_by, timed

WAITING_MAX = 8  # jobs of one account
P = ParamSpec("P")
T = TypeVar("T")


class Desk:
    """One thread: what is asked of it is done in turn, and the database's threads stay free."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "grognard-desk")
        self._turns: dict[str, asyncio.Lock] = {}
        self._asked: Counter[str] = Counter()

    async def do(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """What `work` finds; the event loop goes on meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, timed(work, *args, **more))

    async def in_turn(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """`do` for what somebody wishes to see: one thing at a time for each account, and others in between."""
        toil = asked_by.get()
        who = toil.who if toil is not None else ""
        if not who:
            return await self.do(work, *args, **more)
        if self._asked[who] >= WAITING_MAX:
            raise TooFast("too much is still being looked up for you: wait a little")
        self._asked[who] += 1
        try:
            async with self._turns.setdefault(who, asyncio.Lock()):
                return await self.do(work, *args, **more)
        finally:
            self._asked[who] -= 1
            if not self._asked[who]:
                del self._asked[who]
                self._turns.pop(who, None)

    def close(self) -> None:
        """Wait for nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
