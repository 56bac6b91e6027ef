"""A thread beside the event loop for what takes a moment: looking at the past, telling a long log, opening a match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Desk:
    """One thread: what is asked of it is done in turn, and the database's threads stay free."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "grognard-desk")

    async def do(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """What `work` finds; the event loop goes on meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(*args, **more))

    def close(self) -> None:
        """Wait for nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
