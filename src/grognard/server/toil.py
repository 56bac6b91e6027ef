"""What requests cost: the processor time this process spends on them, on the event loop and at its desks.

An account has so much of it at once and so much a second. Whatever it finds to ask that is costlier than it looks, the
others keep the rest; and however much it asks at once, one step of it is done before others have their turn.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakValueDictionary

P = ParamSpec("P")
T = TypeVar("T")


@dataclass
class Toil:
    """What one request has cost so far, in seconds of processor time."""

    who: str = ""  # whoever asked
    seconds: float = 0.0


asked_by: ContextVar[Toil | None] = ContextVar("asked_by", default=None)  # the request that is being worked on


def timed(work: Callable[P, T], *args: P.args, **more: P.kwargs) -> Callable[[], T]:
    """The work as a job for another thread, at the cost of the request that is being worked on here."""
    toil = asked_by.get()

    def job() -> T:
        began = time.thread_time()
        try:
            return work(*args, **more)
        finally:
            if toil is not None:
                toil.seconds += time.thread_time() - began

    return job


async def measured(work: Coroutine[Any, Any, T], toil: Toil) -> T:
    """Do the work of a request and count what it costs; what others do while it waits is not counted."""
    asked_by.set(toil)
    return await _Steps(work, toil)


_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by account


class _Steps(Generic[T]):
    """A coroutine whose every step is timed, and has its turn among those of the same account."""

    def __init__(self, work: Coroutine[Any, Any, T], toil: Toil) -> None:
        self._work, self._toil = work, toil

    def __await__(self) -> Generator[Any, None, T]:
        steps = self._work.__await__()
        turn = _turns.setdefault(self._toil.who, asyncio.Lock())
        thrown: BaseException | None = None
        while True:
            mine = False
            try:
                mine = yield from turn.acquire().__await__()
            except BaseException as error:  # it is called off while it waits
                thrown = error
            began = time.thread_time()
            try:
                waits_for = steps.send(None) if thrown is None else steps.throw(thrown)
            except StopIteration as done:
                found: T = done.value
                return found
            finally:
                self._toil.seconds += time.thread_time() - began
                if mine:  # the next step of the account comes after everybody who is ready now
                    asyncio.get_running_loop().call_soon(turn.release)
            thrown = None
            try:
                yield waits_for
            except BaseException as error:  # it is called off: the work is told
                thrown = error
