"""Bots think in processes of their own, so that a slow one holds nobody up and a stuck one can be ended."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict

import msgspec

from grognard.server.botworker import Job, Thought
from grognard.server.orphan import command

LINE_MAX = 1 << 24
END_SECONDS = 3.0
MINDS_MAX = 1000  # bots of which we know where they think


class Failed(Exception):  # noqa: N818 - the bot failed, not the program
    """A bot gave no action."""


class BotPool:
    """A few worker processes, started when they are needed and replaced when they fail."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._seconds = seconds
        self._idle: list[asyncio.subprocess.Process] = []
        self._places = asyncio.Semaphore(workers)
        self._all: set[asyncio.subprocess.Process] = set()
        self._minds: OrderedDict[tuple[str, str, str], asyncio.subprocess.Process] = OrderedDict()

    async def think(self, job: Job) -> Thought:
        """What the bot decides; Failed if it raises, takes too long or brings its process down."""
        async with self._places:
            worker = self._choose(job) or await self._start()
            if self._minds.get(job.mind) is not worker:  # if it knows the bot at all, then from long ago
                job = msgspec.structs.replace(job, anew=True)
            try:
                thought = await asyncio.wait_for(self._talk(worker, job), self._seconds)
            except TimeoutError:
                await self._end(worker)
                raise Failed(f"thought longer than {self._seconds:g} seconds") from None
            except (OSError, EOFError, ValueError, asyncio.LimitOverrunError, msgspec.MsgspecError) as error:
                await self._end(worker)
                raise Failed("its process came to an end") from error
            except BaseException:
                await self._end(worker)  # half a conversation is no use to the next bot
                raise
            self._idle.append(worker)
            self._remember(job, worker)
        if thought.error:
            raise Failed(thought.error)
        return thought

    def _choose(self, job: Job) -> asyncio.subprocess.Process | None:
        """An idle worker, if there is one: if possible the one where the bot made its plans."""
        if not self._idle:
            return None
        there = self._minds.get(job.mind)
        return self._idle.pop(self._idle.index(there) if there in self._idle else -1)

    def _remember(self, job: Job, worker: asyncio.subprocess.Process) -> None:
        self._minds[job.mind] = worker
        self._minds.move_to_end(job.mind)
        if len(self._minds) > MINDS_MAX:
            self._minds.popitem(last=False)

    async def _start(self) -> asyncio.subprocess.Process:
        worker = await asyncio.create_subprocess_exec(
            *command("grognard.server.botworker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_MAX,
        )
        self._all.add(worker)
        return worker

    async def _talk(self, worker: asyncio.subprocess.Process, job: Job) -> Thought:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(msgspec.json.encode(job) + b"\n")
        await worker.stdin.drain()
        return msgspec.json.decode(await worker.stdout.readuntil(b"\n"), type=Thought)

    async def _end(self, worker: asyncio.subprocess.Process) -> None:
        self._all.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.terminate()  # it takes the programs with it that it has started
        try:
            await asyncio.wait_for(asyncio.shield(worker.wait()), END_SECONDS)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                worker.kill()
            await worker.wait()

    async def close(self) -> None:
        """End all workers."""
        self._idle.clear()
        for worker in list(self._all):
            await self._end(worker)
