"""Who may sit where: taking a seat, giving it away by link, leaving it open, putting a bot on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection

from grognard.errors import Invalid
from grognard.server import chat, invitations, states, telling
from grognard.server import messages as m
from grognard.server import storage as db
from grognard.server.club import reset_clocks, taken
from grognard.server.errors import Conflict, NotYours
from grognard.server.records import now
from grognard.server.rooms import Room
from grognard.server.seats import BOT, INVITE, INVITED, LINK, OPEN, PEOPLE, SCREEN, Caller, fill, holds, parse
from grognard.server.storage import Seat

if TYPE_CHECKING:
    from grognard.server.api import Call


class Seating:
    """Changes of seats."""

    def __init__(self, public: bool) -> None:
        self._public = public

    async def take(self, call: Call, room: Room, side: str, kind: str) -> m.SeatGiven:
        """Put somebody on a seat; a person's new secret goes to the caller, and the old one is void."""
        if side not in room.sides:
            raise Invalid(f"no side '{side[:40]}': {' or '.join(room.sides)}")
        bots = call.server.settings.bots
        what = INVITED if kind.startswith(INVITE) else parse(kind, bots)[0]
        guest = None
        if what == INVITED:
            if not self._may(call.caller, room, room.seats[side].kind, side, what):
                raise NotYours(f"the {side} seat is not yours to give")
            guest = await invitations.guest(call, kind)
        async with room.lock:
            if room.course.result is not None:
                raise Conflict("the match is over")
            old = room.seats[side]
            if not self._may(call.caller, room, old.kind, side, what):
                raise NotYours(f"the {side} seat is not yours to give")
            if room.secrets and what in PEOPLE and not holds(call.caller, old):
                self._check_fair(call.caller, room, side)
            if room.affairs.rated and what != SCREEN and old.kind in PEOPLE and taken(room.seats.values()):
                raise Conflict("this match counts for the ladder: resign rather than leave")
            if guest is not None:
                seat, token = Seat(side, INVITED, guest.name, None, guest.user), ""
            else:
                seat, token = fill(side, kind, call.caller.user, call.caller.name, bots)
            if what == SCREEN and old.kind in (LINK, OPEN, INVITED) and room.mine(call.caller) in ([], [side]):
                seat = seat._replace(kind=LINK)  # a guest at another screen, not a second person at this one
            stays = what == SCREEN and (holds(call.caller, old) or old.kind == seat.kind == SCREEN)

            def job(connection: Connection) -> bool:
                if stays and old.token and seat.token and not call.caller.user:
                    chat.hand_notes(connection, room.id, side, old.token, seat.token)
                if guest is not None:
                    invitations.tell(connection, call, guest, room.id, room.course.match.game.info.title)
                if seat.user is not None and seat.kind in PEOPLE:
                    telling.note_here(connection, {(room.id, seat.user)}, now())  # as the steward will
                return db.put_seat(connection, room.id, seat, old)

            if not await room.storage.write(job):
                await room.refresh()
                raise Conflict("somebody else has just taken that seat")
            room.seats[side] = seat
            room.guests |= seat.kind in db.GUESTS
            if seat.user is not None and seat.kind in PEOPLE:
                room.sat |= {(seat.user, side)}
            room.failed.pop(side, None)
            await reset_clocks(room, now())
            call.server.hub.regrouped(room)
            call.server.bots.interrupt(room)
        return m.SeatGiven(seat=states.seat_message(room, seat), token=token)

    def _may(self, caller: Caller, room: Room, kind: str, side: str, what: str) -> bool:
        """One's own seat always; an open one to sit down; a bot's if one plays in the match or nobody else does."""
        if holds(caller, room.seats[side]):
            return True
        if kind == OPEN:
            return what == SCREEN or bool(room.mine(caller)) or self._at_home(caller, room)
        if kind == INVITED and what == SCREEN:
            return caller.user is not None and room.seats[side].user == caller.user
        if kind in (BOT, INVITED):
            return bool(room.mine(caller)) or self._at_home(caller, room)
        return kind == SCREEN and what == SCREEN and self._at_home(caller, room)

    def _check_fair(self, caller: Caller, room: Room, side: str) -> None:
        """Refuse a seat to whoever would see the other side's secrets by it."""
        if room.has_played_against(caller, side):
            raise NotYours(f"you have played against {side}, and would see what was hidden from you")

    def _at_home(self, caller: Caller, room: Room) -> bool:
        """On one's own machine a match without guests belongs to whoever sits there; in public to its owner."""
        if self._public:
            return room.owner is not None and room.owner == caller.user and room.has_only(BOT, OPEN, INVITED)
        return room.has_only(SCREEN, BOT, OPEN) and not room.guests
