"""Endpoints of one match: look at it, ask the referee, play an action, change a seat, export the save file."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from grognard import save
from grognard.errors import Invalid
from grognard.match import Match
from grognard.preview import Preview
from grognard.ruling import Illegal
from grognard.server import boards, states
from grognard.server import messages as m
from grognard.server import storage as db
from grognard.server.api import Call, endpoint, own_side
from grognard.server.clerk import Foresee, Tell
from grognard.server.errors import NotThere, NotYours, Stale
from grognard.server.keeping import pack
from grognard.server.listener import Listener
from grognard.server.records import PLAY, Record, header_text, now
from grognard.server.rooms import Room
from grognard.server.seats import BOT, SCREEN, Caller
from grognard.server.sitters import sit_down
from grognard.view import Overlay

WORDS_MAX = 2_000
NOTHING = msgspec.Raw(b"null")
NO_CHOICES = m.ChoicesMessage(groups=[], complete=False)


@endpoint("GET", "/api/matches/{id}", m.MatchState, query=("as",))
async def look(call: Call) -> Any:
    """The match as a side sees it."""
    room = await call.room()
    return states.ready(room, call.side(room), call.mine(room))


@endpoint("GET", "/api/matches/{id}/board", m.BoardMessage, costly=True)
async def board(call: Call) -> Any:
    """The board's picture and hexes."""
    room = await call.room()
    return await call.server.boards.message(room.id, room.course.match.board)


@endpoint("GET", "/api/matches/{id}/board.svg", "image/svg+xml", costly=True)
async def board_picture(call: Call) -> Any:
    """The map."""
    room = await call.room()
    return boards.send(await call.server.boards.picture(room.course.match.board), call.request)


@endpoint("GET", "/api/matches/{id}/at/{number}", m.MatchState, query=("as",), costly=True)
async def look_back(call: Call) -> Any:
    """The match as it was after so many entries of its log."""
    room, number = await call.room(), call.number("number")
    if number > room.number:
        raise NotThere(f"the log has {room.number} entries")
    return await call.server.desk.in_turn(_past, room, call.side(room), call.mine(room), number)


def _past(room: Room, side: str, mine: list[str], number: int) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(states.state(room, side, mine, number)))


def _history(room: Room, side: str | None) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(states.history(room, side)))


@endpoint("GET", "/api/matches/{id}/history", list[m.HistoryEntry], query=("as",), costly=True)
async def history(call: Call) -> Any:
    """The whole log."""
    room = await call.room()
    return await call.server.desk.in_turn(_history, room, call.side(room) or None)


# --- asking the referee ----------------------------------------------------------------------------------------------


def _words(call: Call) -> str:
    words = call.query("words")
    if len(words) > WORDS_MAX:
        raise Invalid("that is too many words")
    return words


@endpoint("GET", "/api/matches/{id}/choices", m.ChoicesMessage, query=("words", "as", "after", "number"))
async def choices(call: Call) -> Any:
    """The words that may come next. `after` are actions supposed to have been played, one a line: for plans, made
    when the log had `number` entries; when it has more there are none."""
    room = await call.room()
    side = call.own_side(room)
    match = _supposed(call, room, side)
    if match is None:
        return NO_CHOICES
    try:
        found = match.choices(_words(call), side)
    except (Illegal, Invalid):
        if match is room.course.match:
            raise
        return NO_CHOICES
    return m.ChoicesMessage(groups=[(kind, list(words)) for kind, words in found.groups], complete=found.complete)


def _supposed(call: Call, room: Room, side: str | None) -> Match | None:
    """The match; where actions are to be supposed, a copy with them.

    None where they could not be taken back, since playing them would tell something new, or are for another position.
    """
    after = call.query("after")
    if not after:
        return room.course.match
    if call.query("number") not in ("", str(room.number)):
        return None
    if len(after) > WORDS_MAX:
        raise Invalid("that is too many words")
    match = room.course.match.copy()
    first, *more = after.splitlines()
    match.play(first, side)
    try:
        for action in ("", *more):
            if action:
                match.play(action, side)
            if match.state.learned != match.actions[-1].learned:
                return None
    except (Illegal, Invalid):
        return None
    return match


@endpoint("GET", "/api/matches/{id}/why", m.RulingMessage, query=("words", "as", "after", "number"))
async def why(call: Call) -> Any:
    """Whether an action is legal, only begun, or forbidden, and why; `after` as in the choices."""
    room = await call.room()
    side = call.own_side(room)
    match = _supposed(call, room, side)
    if match is None:
        return m.RulingMessage(ok=False, rule="", reason="play that first: it cannot be told before", unfinished=False)
    ruling = match.why(_words(call), side)
    return m.RulingMessage(
        ok=ruling.ok,
        rule=ruling.rule,
        reason=ruling.reason,
        unfinished=ruling.unfinished,
        elsewhere=ruling.elsewhere,
    )


@endpoint("GET", "/api/matches/{id}/preview", Preview | None, query=("words", "as"), costly=True)
async def preview(call: Call) -> Any:
    """What an attack would come to; null if its words do not say enough yet, or there is nothing to fight."""
    room = await call.room()
    match, words, side = room.course.match, _words(call), call.own_side(room)
    try:
        duty = Foresee(header_text(match), pack(match.here(), match), side, words)
        done = await call.server.clerks.ask(duty, call.server.settings.preview_seconds, call.caller.user or "")
        return msgspec.Raw(done.content)
    except Invalid:
        if (*words.split(), "")[0] in match.game.info.odds and match.decision is not None:
            return NOTHING
        raise


@endpoint("GET", "/api/matches/{id}/query/{what}", Overlay, query=("as", "unit", "of", "hex", "hexes"))
async def query(call: Call) -> Any:
    """An overlay for the map."""
    room = await call.room()
    asked = {key: value for key, value in call.request.query_params.items() if key not in ("as", "what", "side")}
    return room.course.match.query(call.path("what"), call.side(room) or None, **asked)


@endpoint("GET", "/api/matches/{id}/warnings", list[m.Warning], query=("words", "as"))
async def warnings(call: Call) -> Any:
    """What a person may want to know before they act."""
    room = await call.room()
    found = room.course.match.cautions(_words(call), call.own_side(room))
    return [m.Warning(text=w.text, rule=w.rule, hexes=list(w.hexes), note=w.note, verb=w.verb) for w in found]


# --- acting ----------------------------------------------------------------------------------------------------------


def acted(room: Room, side: str, since: int, proposal: m.Proposal | None = None) -> m.Acted:
    """The answer to somebody whose action is stored."""
    return m.Acted(number=room.number, lines=states.lines_since(room, since, side or None), proposal=proposal)


async def play(room: Room, caller: Caller, wanted: m.Act, asking: tuple[Listener, int] | None = None) -> str:
    """Play an action for a side of the caller's, and return the side; when this returns it is stored.

    `asking` is the live connection it came over, and the number it is to be answered with.
    """
    if len(wanted.action) > WORDS_MAX:
        raise Invalid("that is too many words")
    if room.lock.locked() or wanted.number != room.number:
        own_side(room, caller, wanted.side)  # a stranger does not stand in line
    async with room.lock:
        await room.reach(wanted.number)
        side = own_side(room, caller, wanted.side)
        if wanted.number != room.number:
            raise Stale(room.number)
        await sit_down(room, caller, side)
        action = " ".join(wanted.action.split())
        room.asking = asking
        try:
            await room.add(Record(room.number + 1, PLAY, side, action, time=now()))
        finally:
            room.asking = None
    return side


@endpoint("POST", "/api/matches/{id}/actions", m.Acted, m.Act)
async def act(call: Call) -> Any:
    """Play an action; the answer comes when it is stored."""
    room = await call.room()
    side = await play(room, call.caller, call.body)
    return acted(room, side, call.body.number)


@endpoint("POST", "/api/matches/{id}/seats/{side}", m.SeatGiven, m.TakeSeat)
async def take_seat(call: Call) -> Any:
    """Sit down, make room for somebody, or put a bot on a seat."""
    return await call.server.seating.take(call, await call.room(), call.path("side"), call.body.kind)


@endpoint("GET", "/api/matches/{id}/export", "application/jsonl", costly=True)
async def export(call: Call) -> Any:
    """The save file. The dice seed is in it: only for those who have nobody to hide it from, or when all is over."""
    room = await call.room()
    if room.course.result is None:
        mine = call.mine(room)
        if room.secrets and set(mine) != set(room.sides) and not room.has_only(BOT):
            raise NotYours("the save file holds the other side's secrets: it is given out when the match is over")
        if room.others(mine) or not room.has_only(SCREEN, BOT) or (room.guests and set(mine) != set(room.sides)):
            raise NotYours("the save file holds the dice to come: it is given out when the match is over")
        if not mine and call.server.settings.public and room.owner != call.caller.user:
            raise NotYours("the save file holds the dice to come: it is for those who play this match")
        if not room.seed_known:
            await room.storage.write(lambda c: db.reveal(c, room.id))
            room.seed_known = True
            room.touch()
    names = {side: seat.name for side, seat in room.seats.items() if seat.name}
    content = await call.server.desk.in_turn(save.encode, room.course.match.copy().named(**names))
    headers = {"Content-Disposition": f'attachment; filename="{room.course.match.header.game}-{room.id}.jsonl"'}
    return Response(content, 200, headers, "application/jsonl")


@endpoint("GET", "/api/matches/{id}/report", "text/html", query=("as",), costly=True)
async def report(call: Call) -> Any:
    """The report page as a file: the whole truth when the match is over, before that what the side may know."""
    room, server = await call.room(), call.server
    match = room.course.match.copy()
    side = call.side(room) or None if room.secrets and match.decision is not None else None
    duty = Tell(header_text(match), await server.desk.in_turn(pack, match, match), side)
    page = (await server.scribes.ask(duty, server.settings.report_seconds, call.caller.user or "")).content
    headers = {"Content-Disposition": f'attachment; filename="{match.header.game}-{room.id}.html"'}
    return Response(page, 200, headers, "text/html")
