"""The pool of clerks: long work runs beside the server, and nobody's jobs crowd out those of others."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter

import msgspec

from grognard.errors import Invalid
from grognard.ruling import Illegal, no, unfinished
from grognard.server.clerk import Done, Duty, Task
from grognard.server.errors import TooDear, TooFast
from grognard.server.orphan import command
from grognard.server.records import Damaged

PATIENCE = 4.0  # seconds of the clock for a second of the processor, before a clerk is taken to be stuck
GRACE = 5.0
ANSWER_MAX = 1 << 28


class Clerks:
    """A few processes, started when they are needed; whoever has a job waiting does not get in twice before others."""

    def __init__(self, workers: int, waiting: int = 8) -> None:
        self._places = asyncio.Semaphore(workers)
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()
        self._turns: dict[str, asyncio.Lock] = {}
        self._asked: Counter[str] = Counter()
        self._waiting = waiting  # jobs of one account, done one after another

    async def ask(self, duty: Duty, seconds: float, who: str = "") -> Done:
        """The answer to a job; what was wrong with it is raised. `who` pays for it: one job at a time."""
        if self._asked[who] >= self._waiting:
            raise TooFast("too much is still being worked out for you: wait a little")
        self._asked[who] += 1
        try:
            async with self._turns.setdefault(who, asyncio.Lock()), self._places:
                return _answer(await self._hand_over(Task(duty, seconds)))
        finally:
            self._asked[who] -= 1
            if not self._asked[who]:
                del self._asked[who]
                self._turns.pop(who, None)

    async def _hand_over(self, task: Task) -> Done:
        self._idle = [clerk for clerk in self._idle if clerk.returncode is None]
        clerk = self._idle.pop() if self._idle else await self._start()
        try:
            done = await asyncio.wait_for(_talk(clerk, task), GRACE + PATIENCE * task.seconds)
        except TimeoutError:
            await self._end(clerk)
            return Done(error="late", says=f"it takes longer than {task.seconds:g} seconds to work out")
        except (OSError, EOFError, RuntimeError, ValueError, msgspec.MsgspecError):  # its process has ended
            await self._end(clerk)
            return Done(error="large", says="it needs too much memory or time")
        except BaseException:
            await self._end(clerk)  # half a conversation is no use to the next
            raise
        if done.error in ("large", "late"):  # what it holds is not worth keeping
            await self._end(clerk)
        else:
            self._idle.append(clerk)
        return done

    async def _start(self) -> asyncio.subprocess.Process:
        clerk = await asyncio.create_subprocess_exec(
            *command("grognard.server.clerk"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self._all.add(clerk)
        return clerk

    async def _end(self, clerk: asyncio.subprocess.Process) -> None:
        self._all.discard(clerk)
        with contextlib.suppress(ProcessLookupError):
            clerk.kill()  # it has nothing that could be lost
        await clerk.wait()

    async def close(self) -> None:
        """End all clerks."""
        self._idle.clear()
        for clerk in list(self._all):
            await self._end(clerk)


async def _talk(clerk: asyncio.subprocess.Process, task: Task) -> Done:
    assert clerk.stdin is not None
    assert clerk.stdout is not None
    content = msgspec.msgpack.encode(task)
    clerk.stdin.write(len(content).to_bytes(4, "big") + content)
    await clerk.stdin.drain()
    length = int.from_bytes(await clerk.stdout.readexactly(4), "big")
    if length > ANSWER_MAX:
        raise ValueError(length)
    return msgspec.msgpack.decode(await clerk.stdout.readexactly(length), type=Done)


def _answer(done: Done) -> Done:
    if not done.error:
        return done
    if done.error == "illegal":
        raise Illegal((unfinished if done.unfinished else no)(done.rule, done.says))
    if done.error == "damaged":
        raise Damaged(done.says)
    if done.error == "invalid":
        raise Invalid(done.says)
    if done.error in ("late", "large"):
        raise TooDear(done.says)
    raise RuntimeError(f"a clerk failed: {done.says}")
