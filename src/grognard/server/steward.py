"""The steward: looks after clocks that run out, matches nobody plays any more, and who is to be told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, select, true

from grognard.server import chat, clocks, ratings, schema, talk, telling
from grognard.server import clubschema as t
from grognard.server import storage as db
from grognard.server.club import reset_clocks
from grognard.server.errors import Refused
from grognard.server.records import FORFEIT, LATE, OFF, Record, now
from grognard.server.rooms import Room
from grognard.server.seats import BOT, PEOPLE
from grognard.server.storage import Seat

if TYPE_CHECKING:
    from grognard.server.app import Server

log = logging.getLogger("grognard.server")
DAY = 86_400_000
PRESENT = 3  # beats after which somebody who was not seen again has gone
MISSED, AWAY = 3, 15.0  # beats, and seconds, without a server before clocks are set on
FEW = 100  # forgotten matches that are looked at in one beat


class Steward:
    """Comes round every few seconds."""

    def __init__(self, server: Server) -> None:
        self._server, self._club = server, server.settings.club
        self._sealed: dict[str, int] = {}  # match -> the entry whose position is stored
        self._round: asyncio.Task[None] | None = None
        self.beats = 0

    def start(self) -> None:
        """Begin."""
        self._round = asyncio.ensure_future(self._go_round())

    async def close(self) -> None:
        """End; what stands is sealed."""
        if self._round is not None:
            self._round.cancel()
            await asyncio.gather(self._round, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self._seal()

    async def _go_round(self) -> None:
        while True:
            try:
                await self.look_round()
            except Exception:
                log.exception("the steward could not look round")
            await asyncio.sleep(self._club.beat)

    async def look_round(self) -> None:
        """One round."""
        server, time = self._server, now()
        here = self._present()
        gone = time - int(PRESENT * self._club.beat * 1000)
        usual, grace = int(max(MISSED * self._club.beat, AWAY) * 1000), int(self._club.grace * 1000)

        def job(connection: Connection) -> int:
            gap = clocks.beat(connection, time, usual, grace)
            _note_presence(connection, here, time, gone)
            return gap

        gap = await server.storage.write(job)
        if gap:
            log.info("no server was here for %d seconds: clocks are set on", gap // 1000)
            for room in server.rooms:
                await self._tell(room)
        await self._seal()
        if server.settings.public:
            for id in await server.storage.read(lambda c: clocks.run_out(c, time)):
                await self._ask(id, self._late)
            for id in await server.storage.read(lambda c: _forgotten(c, time, self._club.forgotten_days)):
                await self._ask(id, self._call_off)
            if come := self._present() - here:  # meanwhile: whoever is there now need not be told
                await server.storage.write(lambda c: _note_presence(c, come, time, gone))
            await telling.tell_whose_turn(server)
        self.beats += 1

    def _present(self) -> set[tuple[str, str]]:
        found = set()
        for room in self._server.rooms:
            users = {seat.user for seat in room.seats.values() if seat.user} | {user for user, _ in room.sat}
            found |= {(room.id, str(li.caller.user)) for li in room.listeners if li.caller.user in users}
        return found

    async def _seal(self) -> None:
        """Store what the positions are now: with newer rules it can be seen whether a match comes out as it was."""
        for room in list(self._server.rooms):
            number, match = room.number, room.course.match
            if self._sealed.get(room.id, 0) == number or room.affairs.older is not None:
                continue
            position = match.fingerprint()
            await self._server.storage.write(partial(db.seal, id=room.id, number=number, position=position))
            self._sealed[room.id] = number
        open_now = {room.id for room in self._server.rooms}
        self._sealed = {id: number for id, number in self._sealed.items() if id in open_now}

    async def _tell(self, room: Room) -> None:
        async with room.lock:
            await room.refresh()
            self._server.hub.regrouped(room)

    async def _ask(self, id: str, what: Callable[[Room], Awaitable[None]]) -> None:
        """Open a match and do something with it, if it is ours; what cannot be opened is left alone."""
        if not self._server.crew.owns(id):
            return
        try:
            room = await self._server.rooms.get(id)
            async with room.lock:
                await room.catch_up()
                await room.refresh()
                if room.course.result is None:
                    await what(room)
        except Refused as error:
            log.info("match %s: %s", id, error)  # another process was faster
        except Exception:
            log.exception("match %s: the steward could do nothing", id)

    async def _call_off(self, room: Room) -> None:
        log.info("match %s: nobody plays it any more", room.id)
        await room.add(Record(room.number + 1, OFF, room.sides[0], time=now()))

    async def _late(self, room: Room) -> None:
        """A clock has run out."""
        time = now()
        late = sorted((clock.until, side) for side, clock in room.affairs.clocks.items() if 0 < clock.until <= time)
        if not late or room.affairs.older is not None or room.affairs.terms is None:
            await reset_clocks(room, time)
            return
        side = late[0][1]
        log.info("match %s: %s has run out of time", room.id, side)
        if len(late) > 1 and late[0][0] == late[1][0]:
            await room.add(Record(room.number + 1, OFF, side, LATE, time=time))
        elif room.affairs.terms.late == "forfeit":
            await room.add(Record(room.number + 1, FORFEIT, side, LATE, time=time))
        else:
            await self._put_bot(room, side, time)

    async def _put_bot(self, room: Room, side: str, time: int) -> None:
        """A bot plays on for whoever was late; a rated match is lost for them."""
        server, old = self._server, room.seats[side]
        bot = Seat(side, BOT, self._club.late_bot)
        who = ratings.players(room.seats) if room.affairs.rated else {}
        others = [one for one in room.sides if one != side]
        game = room.course.match.header.game
        text = f"{side} has run out of time: the bot {bot.name} plays on"

        def job(connection: Connection) -> bool:
            if old.kind not in PEOPLE or not db.put_seat(connection, room.id, bot, old):
                return False
            if who:
                ratings.settle(connection, room.id, game, who, others[0], time)
            return True

        if await server.storage.write(job):
            room.seats[side] = bot
            await room.refresh()
            await reset_clocks(room, time)
            line = await server.storage.again(lambda c: chat.say(c, room.id, "referee", text, time, server.origin))
            server.hub.chat(room, talk.chat_message(line))
            server.hub.regrouped(room)
            server.bots.interrupt(room)


def _note_presence(connection: Connection, here: set[tuple[str, str]], time: int, gone: int) -> None:
    c = t.presence.c
    connection.execute(delete(t.presence).where(c.time < gone))
    telling.note_here(connection, here, time)


def _forgotten(connection: Connection, time: int, days: float) -> list[str]:
    """Matches with guests in which nothing has happened for long, the time without a server not counted."""
    since = time - int(days * DAY)
    c = schema.matches.c
    wanted = select(c.id).where(c.finished != true(), c.guests == true())
    before = since - clocks.away(connection, since)
    return list(connection.execute(wanted.where(c.updated < before).order_by(c.updated).limit(FEW)).scalars())
