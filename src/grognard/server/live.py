"""Live connections: a page says who it is, is told everything that happens at a match, and plays over them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from grognard.server import messages as m
from grognard.server import states
from grognard.server.api import address_of, decoded, error_message, understood
from grognard.server.delta import Memo, difference
from grognard.server.errors import Fault, NotLoggedIn, NotThere, Refused, TooFast
from grognard.server.listener import Listener
from grognard.server.matches import play
from grognard.server.rooms import Room
from grognard.server.seats import Caller, hashes
from grognard.server.sitters import note

if TYPE_CHECKING:
    from grognard.server.app import Server

log = logging.getLogger("grognard.server")
HELLO_SECONDS = 10.0
WORDS_MAX = 16_384
OBSERVERS_MAX = 150  # at one match; those who have a seat in it always find a place
HOLDERS_MAX = 40  # connections of those who have a seat
REFUSED, BEHIND, ENDED = (
    4400,
    4408,
    4401,
)  # close codes: a request that is not granted (its status is added), and a page too slow, or logged out


class Hub:
    """Tells the listeners of a room what happened; a message is built once for all who know and see the same."""

    def entries(self, room: Room, since: int) -> None:
        """Entries were added to the log, or something else that a state tells has changed."""
        ready: dict[tuple[object, ...], bytes] = {}
        memo: Memo = {}
        news: list[tuple[Listener, bytes]] = []
        asking, ask = room.asking or (None, 0)
        room.said_seats = states.seat_messages(room)
        for listener in room.listeners:
            answers = ask if listener is asking else 0
            key = (listener.side, tuple(listener.mine), id(listener.told), answers)
            if key not in ready:
                ready[key] = msgspec.json.encode(self._news(room, listener, since, answers, memo))
            news.append((listener, ready[key]))
        for listener, message in news:  # after all were made: what was told before must live as long as `memo`
            self._send(room, listener, message)

    def state(self, room: Room, listener: Listener, since: int) -> None:
        """Tell one listener the whole state, and what is new in the log."""
        self._send(room, listener, msgspec.json.encode(self._whole(room, listener, since)))

    def _news(self, room: Room, listener: Listener, since: int, answers: int, memo: Memo) -> m.LiveState | m.LiveDelta:
        """The changes since what the listener knows; the whole state if it knows none, or another side's."""
        now, told = states.shown(room, listener.side, listener.mine), listener.told
        if told is None or told.number != since or told.result != now.result:  # an end tells what was secret before
            return self._whole(room, listener, since, answers)
        if (told.side, told.mine) != (now.side, now.mine):
            return self._whole(room, listener, since, answers)
        lines = states.lines_since(room, since, listener.side or None)
        return m.LiveDelta(
            since=since,
            number=now.number,
            patch=difference(told, now, memo, skip="lines"),
            lines=lines,
            dropped=len(told.lines) + len(lines) - len(now.lines),
            answers=answers,
        )

    def _whole(self, room: Room, listener: Listener, since: int, answers: int = 0) -> m.LiveState:
        lines = states.lines_since(room, since, listener.side or None)
        return m.LiveState(state=states.ready(room, listener.side, listener.mine), lines=lines, answers=answers)

    def _send(self, room: Room, listener: Listener, message: bytes) -> None:
        if listener.deltas:
            listener.told = states.shown(room, listener.side, listener.mine)
        listener.send(message)

    def seats(self, room: Room) -> None:
        """Seats changed, perhaps: somebody came or went, or a bot began or ended thinking."""
        room.look_round()
        seats = states.seat_messages(room)
        if room.said_seats != seats:  # and not only that an observer came or went
            room.said_seats = seats
            self._all(room, m.LiveSeats(seats=seats), seats=seats)

    def regrouped(self, room: Room) -> None:
        """A seat changed hands: work out again which sides each listener holds."""
        room.regroup()
        self.entries(room, room.number)

    def chat(self, room: Room, message: m.ChatMessage) -> None:
        """A line of chat."""
        self._all(room, m.LiveChat(message=message))

    def proposal(self, room: Room) -> None:
        """A proposal was made, or answered."""
        room.touch()
        proposal = states.proposal_message(room, room.proposal)
        self._all(room, m.LiveProposal(proposal=proposal), proposal=proposal)

    def _all(self, room: Room, message: m.Live, **known: Any) -> None:
        """Tell everybody; `known` are the parts of the state that they know by it."""
        if not room.listeners:
            return
        content = msgspec.json.encode(message)
        known_now: dict[int, m.MatchState] = {}
        for listener in room.listeners:
            if known and (told := listener.told) is not None:
                if id(told) not in known_now:
                    known_now[id(told)] = msgspec.structs.replace(told, **known)
                listener.told = known_now[id(told)]
            listener.send(content)


async def serve(server: Server, socket: WebSocket) -> None:
    """One live connection from its first words to its end."""
    await socket.accept()
    listener, place = Listener(), f"from {address_of(socket)}"
    try:
        hello = decoded(await asyncio.wait_for(_hear(socket), HELLO_SECONDS), m.Hello)
        room = await _find(server, socket)
        await _settle(server, socket, room, listener, hello)
        _find_place(server, room, listener, place)
    except (TimeoutError, WebSocketDisconnect):
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it may be gone already
            await socket.close(REFUSED)
        return
    except Exception as error:
        refused = understood(error)
        if refused is None:
            raise
        log.info("refused WS %r: %d %r", socket.url.path, refused.status, refused.error)
        await socket.close(REFUSED - 400 + refused.status, refused.error[:100])
        return
    room.listeners.add(listener)
    user = listener.caller.user or ""
    server.ledger.opened(user, 1)
    server.ledger.opened(place, 1)
    telling = asyncio.ensure_future(_tell(socket, listener))
    try:
        room.look_round()
        server.hub.state(room, listener, _seen(room, hello))
        server.hub.seats(room)
        server.bots.wake(room)
        await _listen(server, socket, room, listener)
    finally:
        room.listeners.discard(listener)
        server.ledger.opened(user, -1)
        server.ledger.opened(place, -1)
        telling.cancel()
        server.hub.seats(room)


def _find_place(server: Server, room: Room, listener: Listener, place: str) -> None:
    """Refuse one too many: at the match, where observers leave room for the players, of one account and of one address
    anywhere."""
    holders = sum(bool(other.mine) for other in room.listeners)
    if holders >= HOLDERS_MAX if listener.mine else len(room.listeners) - holders >= OBSERVERS_MAX:
        raise TooFast("too many people are at this match")
    user = listener.caller.user
    if user is not None and server.ledger.open_now(user) >= server.settings.sockets:
        raise TooFast("you have too many pages open")
    if user is not None and server.ledger.open_now(place) >= server.settings.sockets_from:
        raise TooFast("too many pages are open at your address")


def _seen(room: Room, hello: m.Hello) -> int:
    return hello.number if 0 <= hello.number <= room.number else room.number


async def _find(server: Server, socket: WebSocket) -> Room:
    id = str(socket.path_params["id"])
    if not (id.isascii() and id.isalnum() and len(id) <= 40):
        raise NotThere("there is no such match")
    return await server.rooms.get(id)


async def _hear(socket: WebSocket) -> str | bytes:
    message: Any = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    content: str | bytes = message.get("text") or message.get("bytes") or ""
    if len(content) > WORDS_MAX:
        raise Refused("that is too long")
    return content


async def _settle(server: Server, socket: WebSocket, room: Room, listener: Listener, hello: m.Hello) -> None:
    """Work out who the page is and which side it may look from."""
    tokens = hashes(hello.seats)
    caller = Caller(tokens)
    if server.settings.public:
        if not server.visits.allows(address_of(socket)):
            raise TooFast("too many requests from your address: wait a little")
        caller = await server.accounts.caller(socket.cookies, tokens)
        if caller.user is None:
            raise NotLoggedIn("log in first")
        if not server.hellos.allows(caller.user) or not server.toil.solvent(caller.user):
            raise TooFast("too many requests: wait a little")
        listener.session = server.accounts.session_of(socket.cookies)
    await note(room, caller)
    listener.caller, listener.mine = caller, room.mine(caller)
    listener.side = hello.side if hello.side in listener.mine else ""
    listener.deltas, listener.told = hello.deltas, None


class _Said(msgspec.Struct):
    """Enough of what a page says to know what it is: an action says so, anything else is a hello."""

    action: msgspec.Raw = msgspec.Raw()


async def _listen(server: Server, socket: WebSocket, room: Room, listener: Listener) -> None:
    """A page may play, or say hello again to look from another of its sides or because it has lost step."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            try:
                content = await _hear(socket)
                work = _answer(server, socket, room, listener, content)
                await server.paid(listener.caller.user or "", work)
            except (msgspec.MsgspecError, Refused) as error:
                log.info("refused WS %r: %r", socket.url.path, str(error))
                await socket.close(REFUSED, "not understood")
                return


async def _answer(server: Server, socket: WebSocket, room: Room, listener: Listener, content: str | bytes) -> None:
    if decoded(content, _Said).action:
        await _play(server, socket, room, listener, decoded(content, m.LiveAct))
        return
    hello = decoded(content, m.Hello)
    await _settle(server, socket, room, listener, hello)
    server.hub.state(room, listener, _seen(room, hello))
    server.hub.seats(room)


async def _play(server: Server, socket: WebSocket, room: Room, listener: Listener, wanted: m.LiveAct) -> None:
    """Play an action that came over a live connection; the delta it leads to is the answer, or a refusal."""
    try:
        if wanted.ask < 1:
            raise Refused("an action over a live connection has a number above 0 to be answered with")
        if server.settings.public:
            _count(server, socket, listener)
        await play(room, listener.caller, wanted, (listener, wanted.ask))
    except Exception as error:
        refused = understood(error)
        if refused is None:
            log.exception("match %s: an action over a live connection", room.id)
            refused = Fault("this is a fault of the server; it has been noted")
        log.info("refused WS %r: %d %r", socket.url.path, refused.status, refused.error)
        said = m.LiveRefused(answers=wanted.ask, status=refused.status, error=error_message(refused))
        listener.send(msgspec.json.encode(said))


def _count(server: Server, socket: WebSocket, listener: Listener) -> None:
    """The limits of a request that changes something."""
    if listener.ended or listener.caller.user is None:
        raise NotLoggedIn("log in first")
    if not server.visits.allows(address_of(socket)):
        raise TooFast("too many requests from your address: wait a little")
    if not server.changes.allows(listener.caller.user):
        raise TooFast("too many requests: wait a little")
    if not server.toil.solvent(listener.caller.user):
        raise TooFast("what you have asked for was too much work: wait a little")


async def _tell(socket: WebSocket, listener: Listener) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        while (message := await listener.next()) is not None:
            await socket.send_text(message.decode())
            del message  # the first one is a whole state, and the next may come tomorrow
        await socket.close(*((ENDED, "log in again") if listener.ended else (BEHIND, "too slow: connect again")))
