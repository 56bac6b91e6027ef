"""Bots at the table: whenever a bot must decide, it is asked, and its action goes the way of everybody's."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from grognard.ruling import Illegal
from grognard.server.botpool import BotPool, Failed
from grognard.server.botworker import Job
from grognard.server.errors import Refused
from grognard.server.owners import Owners
from grognard.server.records import PLAY, Record, header_text, now
from grognard.server.rooms import Room
from grognard.server.seats import BOT
from grognard.server.settings import Settings

UNSAID = "could not go on; why is in the server's log"
log = logging.getLogger("grognard.server")
OWNER_SECONDS = 1.0  # until it is asked again whether the bots of a match are ours to play
SHOWN_AFTER = 0.15  # seconds; a bot that answers at once is not shown thinking


class BotPlay:
    """Keeps the bots of all rooms going."""

    def __init__(
        self, pool: BotPool, settings: Settings, seats_changed: Callable[[Room], None], owners: Owners
    ) -> None:
        self._pool, self._settings, self._seats_changed, self._owners = pool, settings, seats_changed, owners
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def wake(self, room: Room) -> None:
        """Check whether a bot must move, after somebody came or something happened."""
        if self._closed or room.id in self._playing or self._next(room) is None:
            return
        task = asyncio.ensure_future(self._play(room))
        self._playing[room.id] = task
        task.add_done_callback(lambda _: self._rest(room))

    def interrupt(self, room: Room) -> None:
        """A seat changed hands: whatever a bot was thinking there is no longer wanted."""
        if room.id in self._playing:
            self._playing[room.id].cancel()  # and when it has ended, `_rest` looks again
        else:
            self.wake(room)

    def _rest(self, room: Room) -> None:
        self._playing.pop(room.id, None)
        self.wake(room)

    async def close(self) -> None:
        """Stop all bots."""
        self._closed = True
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _next(self, room: Room) -> str | None:
        """The side for which a bot must decide now; bots alone play only before an audience."""
        if room.course.result is not None or (room.has_only(BOT) and not room.listeners):
            return None
        if room.affairs.older is not None:  # nothing is played before the sides agree on the rules
            return None
        for decision in room.course.match.decisions:
            seat = room.seats.get(decision.side)
            if seat is not None and seat.kind == BOT and decision.side not in room.failed:
                return decision.side
        return None

    async def _play(self, room: Room) -> None:
        try:
            await self._play_on(room)
        finally:
            await self._owners.give_up(room.id)

    async def _play_on(self, room: Room) -> None:
        while (side := self._next(room)) is not None:
            if not await self._owners.take(room.id):  # another process plays the bots here; it may end at any time
                await asyncio.sleep(OWNER_SECONDS)
                continue
            number, seat = room.number, room.seats[side]
            shown = asyncio.get_running_loop().call_later(SHOWN_AFTER, self._show, room, side)
            try:
                thought = await self._pool.think(job_for(room, side, seat.name, self._settings))
                async with room.lock:
                    if room.number == number and room.seats[side] == seat:
                        await room.add(Record(number + 1, PLAY, side, thought.action, time=now(), why=thought.why))
            except Illegal as error:
                self._give_up(room, side, f"wanted '{thought.action[:60]}', which is {error.ruling.verdict}: {error}")
            except Failed as error:
                self._give_up(room, side, str(error))
            except Refused:
                await asyncio.sleep(0.2)  # another process was faster, or the database is away for a moment
            except Exception as error:
                log.exception("match %s: the bot for %s", room.id, side)
                self._give_up(room, side, f"{type(error).__name__}: {error}"[:200])
            finally:
                shown.cancel()
                if side in room.thinking:
                    room.thinking.discard(side)
                    self._seats_changed(room)
            if room.has_only(BOT):
                await asyncio.sleep(self._settings.bot_pace)

    def _show(self, room: Room, side: str) -> None:
        room.thinking.add(side)
        self._seats_changed(room)

    def _give_up(self, room: Room, side: str, why: str) -> None:
        log.warning("match %s: the bot %s for %s gave up: %s", room.id, room.seats[side].name, side, why)
        room.failed[side] = UNSAID if room.secrets else why  # everybody reads it, and it may name what is hidden
        room.thinking.discard(side)
        self._seats_changed(room)


def job_for(room: Room, side: str, name: str, settings: Settings, *, anew: bool = False) -> Job:
    """What a bot is asked about a match as it stands; Failed if there is no such bot any more."""
    bot = settings.bots.get(name)
    if bot is None:
        raise Failed(f"there is no bot '{name}' on this server now")
    match = room.course.match
    return Job(
        match=room.id,
        header=header_text(match),
        actions=[(entry.side, entry.action, entry.time) for entry in match.actions],
        side=side,
        bot=bot,
        seconds=settings.bot_seconds * 0.75,  # a bot that is late is noticed before its worker is
        anew=anew,
        seed=f"{room.id}:{side}:{room.number}",
    )
