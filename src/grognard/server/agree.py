"""What needs the other side: taking back, going back, draws. And what one side can do alone: resign."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from grognard.errors import Invalid
from grognard.server import clocks, states
from grognard.server import messages as m
from grognard.server import storage as db
from grognard.server.api import Call, endpoint
from grognard.server.clubmessages import Claim
from grognard.server.errors import Conflict, NotThere, NotYours, Stale
from grognard.server.matches import acted
from grognard.server.records import DRAW, FORFEIT, OFF, RESIGN, ROLLBACK, RULES, SILENT, UNDO, Record, now
from grognard.server.rooms import Room
from grognard.server.seats import BOT, PEOPLE
from grognard.server.sitters import sit_down
from grognard.server.storage import StoredProposal

DAY = 86_400_000


@endpoint("POST", "/api/matches/{id}/undo", m.Acted, m.Undo)
async def undo(call: Call) -> Any:
    """Take one's own last step back; if something was learned since, ask the other side instead."""
    room = await call.room()
    side = call.own_side(room)
    async with room.lock:
        await room.reach(call.body.number)
        if call.body.number != room.number:
            raise Stale(room.number)
        await sit_down(room, call.caller, side)
        mine, last = call.mine(room), room.course.last_action()
        if last is None:
            raise Conflict("nothing has been played yet")
        if room.may_undo(mine):
            await room.add(Record(room.number + 1, UNDO, last.side, target=last.number - 1, time=now()))
            return acted(room, side, room.number - 1)
        since = room.number
        proposal = await _propose(call, room, side, "undo", last.number - 1)
        return acted(room, side, since, proposal)


@endpoint("POST", "/api/matches/{id}/proposals", m.Proposal, m.Propose)
async def propose(call: Call) -> Any:
    """Ask the other side to go back or to agree on a draw; where there is nobody to ask it is done at once."""
    room, wanted = await call.room(), call.body
    side = call.own_side(room)
    async with room.lock:
        side = call.own_side(room)
        await sit_down(room, call.caller, side)
        target = wanted.to
        if wanted.kind == "undo":
            last = room.course.last_action()
            if last is None:
                raise Conflict("nothing has been played yet")
            target = last.number - 1
        elif wanted.kind == "rollback":
            if not room.number:
                raise Conflict("nothing has been played yet")
            if not 0 <= target < room.number:
                raise Invalid(f"go back to an entry from 0 to {room.number - 1}")
        elif wanted.kind == "rules":
            if room.affairs.older is None:
                raise Conflict("this match is played under the rules there are")
            target = room.affairs.older.target
        elif wanted.kind in ("draw", "off"):
            target = 0
        else:
            raise Invalid("propose undo, rollback, draw, rules or off")
        return await _propose(call, room, side, wanted.kind, target)


async def _propose(call: Call, room: Room, side: str, kind: str, target: int) -> m.Proposal:
    if room.course.result is not None:
        raise Conflict("the match is over")
    if kind == "draw" and any(seat.kind == BOT for seat in room.seats.values()):
        raise Conflict("bots play to the end: resign, or take their seat")
    alone = not room.others(call.mine(room))
    if kind == "off" and {user for user, _ in room.sat} <= {call.caller.user} and room.sat:
        alone = True  # nobody else has ever sat down
    elif alone and room.guests and set(call.mine(room)) != set(room.sides):
        raise Conflict("whoever played the other side must agree, and nobody sits there now")
    proposal = await room.storage.again(lambda c: db.propose(c, room.id, side, kind, target, now()))
    room.proposal = proposal
    room.touch()
    if alone:
        await _carry_out(room, proposal)
    else:
        call.server.hub.proposal(room)
    message = states.proposal_message(room, proposal, accepted=alone)
    assert message is not None
    return message


async def _carry_out(room: Room, proposal: StoredProposal) -> None:
    kind = {"undo": UNDO, "rollback": ROLLBACK, "draw": DRAW, "rules": RULES, "off": OFF}[proposal.kind]
    older = room.affairs.older
    version = older.here if kind == RULES and older is not None else ""

    def accepted(connection: Connection) -> None:
        db.settle(connection, room.id, proposal.number, "accepted")

    room.proposal = None
    room.touch()
    entry = Record(room.number + 1, kind, proposal.side, version, target=proposal.target, time=now())
    await room.add(entry, accepted)


@endpoint("POST", "/api/matches/{id}/proposals/{number}", m.Acted, m.Answer)
async def answer(call: Call) -> Any:
    """Accept or decline; whoever asked may withdraw by declining."""
    room, number = await call.room(), call.number("number")
    call.own_side(room)
    async with room.lock:
        mine, proposal = call.mine(room), room.proposal
        if proposal is None or proposal.number != number:
            raise NotThere("that question is no longer open")
        others = [side for side in mine if side != proposal.side]
        side = others[0] if others else call.own_side(room)
        await sit_down(room, call.caller, side)
        if call.body.accept:
            if not others:
                raise NotYours("the other side must answer")
            since = room.number
            await _carry_out(room, proposal)
            return acted(room, side, since)
        await room.storage.write(lambda c: db.settle(c, room.id, number, "declined"))
        room.proposal = None
        call.server.hub.proposal(room)
        return acted(room, side, room.number)


@endpoint("POST", "/api/matches/{id}/resign", m.Acted, m.Resign)
async def resign(call: Call) -> Any:
    """Give up for a side."""
    room = await call.room()
    if not call.body.side:
        raise Invalid("say which side resigns")
    side = call.own_side(room, call.body.side)
    async with room.lock:
        side = call.own_side(room, side)
        await sit_down(room, call.caller, side)
        await room.add(Record(room.number + 1, RESIGN, side, time=now()))
        return acted(room, side, room.number - 1)


@endpoint("POST", "/api/matches/{id}/claim", m.Acted, Claim, public_only=True)
async def claim(call: Call) -> Any:
    """End a match whose other side has been silent too long: as won, or without a result."""
    room = await call.room()
    side = call.own_side(room)
    if call.body.how not in ("win", "off"):
        raise Invalid("claim it as win or off")
    days = call.server.settings.club.silent_days
    async with room.lock:
        side = call.own_side(room)
        await room.catch_up()
        silent = [d.side for d in room.course.match.decisions]
        if room.course.result is not None or not silent or set(silent) & set(call.mine(room)):
            raise Conflict("it is not the other side that keeps you waiting")
        if any(room.seats[one].kind not in PEOPLE for one in silent) or room.affairs.older is not None:
            raise Conflict("nobody sits there who could be silent")
        since = await room.storage.read(lambda c: db.last_change(c, room.id))
        away = await room.storage.read(lambda c: clocks.away(c, since))
        if now() - since - away < days * DAY:
            raise Conflict(f"the other side has {days:g} days: ask again then")
        kind, why = (FORFEIT, SILENT) if call.body.how == "win" else (OFF, "")
        await room.add(Record(room.number + 1, kind, silent[0], why, time=now()))
        return acted(room, side, room.number - 1)
