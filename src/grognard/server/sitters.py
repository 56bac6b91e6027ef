"""Accounts that have come by a link: what they looked at is remembered, and once they act the seat is theirs."""

from __future__ import annotations

from grognard.server import storage as db
from grognard.server.club import reset_clocks
from grognard.server.errors import Conflict
from grognard.server.records import now
from grognard.server.rooms import Room
from grognard.server.seats import LINK, Caller


async def note(room: Room, caller: Caller) -> None:
    """Remember the sides that an account looks from: also one that only shows the secret of a seat has seen it."""
    user = caller.user
    if user is None or not room.guests:
        return
    fresh = {side for side in room.mine(caller) if (user, side) not in room.sat}
    if fresh:
        await room.storage.again(lambda c: db.remember_sitter(c, room.id, fresh, user))
        room.sat |= {(user, side) for side in fresh}


async def sit_down(room: Room, caller: Caller, side: str) -> None:
    """Whoever acts for a seat given away by link sits on it, so that clocks run and the match may count; with the
    room's lock held. Whoever gave it away, or plays the other side, does not."""
    old, user = room.seats[side], caller.user
    if old.kind != LINK or old.user is not None or user is None or user == room.owner:
        return
    if any(sitter == user and other != side for sitter, other in room.sat):
        return
    seat = old._replace(
        user=user, name=caller.name, token=None
    )  # the link has done its work: it opens nothing any more
    if not await room.storage.write(lambda c: db.put_seat(c, room.id, seat, old)):
        await room.refresh()
        raise Conflict("somebody else has just taken that seat")
    room.seats[side] = seat
    room.sat |= {(user, side)}
    room.regroup()
    await reset_clocks(room, now())
