"""Live connections: a page says who it is and is told everything that happens at a match."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from grognard.server import messages as m
from grognard.server import states
from grognard.server.api import address_of, decoded, understood
from grognard.server.errors import NotLoggedIn, NotThere, Refused, TooFast
from grognard.server.rooms import Listener, Room
from grognard.server.seats import Caller, hashes

if TYPE_CHECKING:
    from grognard.server.app import Server

log = logging.getLogger("grognard.server")
HELLO_SECONDS = 10.0
HELLO_MAX = 16_384
OBSERVERS_MAX = 150  # at one match; those who have a seat in it always find a place
HOLDERS_MAX = 40  # connections of those who have a seat
REFUSED, BEHIND, ENDED = (
    4400,
    4408,
    4401,
)  # close codes: a request that is not granted (its status is added), and a page too slow, or logged out


class Hub:
    """Tells the listeners of a room what happened; a message is built once for all who see the same."""

    def entries(self, room: Room, since: int) -> None:
        """Entries were added to the log."""
        ready: dict[tuple[str, tuple[str, ...]], bytes] = {}
        for listener in room.listeners:
            key = (listener.side, tuple(listener.mine))
            if key not in ready:
                ready[key] = msgspec.json.encode(self.state(room, listener.side, listener.mine, since))
            listener.send(ready[key])

    def state(self, room: Room, side: str, mine: list[str], since: int) -> m.LiveState:
        """The whole state for a side, and what is new in the log."""
        return m.LiveState(state=states.ready(room, side, mine), lines=states.lines_since(room, since, side or None))

    def seats(self, room: Room) -> None:
        """Seats changed: somebody came or went, or a bot began or ended thinking."""
        room.touch()
        self._all(room, m.LiveSeats(seats=states.seat_messages(room)))

    def regrouped(self, room: Room) -> None:
        """A seat changed hands: work out again which sides each listener holds."""
        room.touch()
        for listener in room.listeners:
            listener.mine = room.mine(listener.caller)
            if listener.side not in listener.mine:
                listener.side = ""
        self.entries(room, room.number)

    def chat(self, room: Room, message: m.ChatMessage) -> None:
        """A line of chat."""
        self._all(room, m.LiveChat(message=message))

    def proposal(self, room: Room) -> None:
        """A proposal was made, or answered."""
        room.touch()
        self._all(room, m.LiveProposal(proposal=states.proposal_message(room, room.proposal)))

    def _all(self, room: Room, message: m.Live) -> None:
        if room.listeners:
            content = msgspec.json.encode(message)
            for listener in room.listeners:
                listener.send(content)


async def serve(server: Server, socket: WebSocket) -> None:
    """One live connection from its first words to its end."""
    await socket.accept()
    listener = Listener()
    try:
        hello = await asyncio.wait_for(_hear(socket), HELLO_SECONDS)
        room = await _find(server, socket)
        await _settle(server, socket, room, listener, hello)
        _find_place(server, room, listener)
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
    room.touch()
    listener.send(msgspec.json.encode(server.hub.state(room, listener.side, listener.mine, _seen(room, hello))))
    server.hub.seats(room)
    server.bots.wake(room)
    telling = asyncio.ensure_future(_tell(socket, listener))
    try:
        await _listen(server, socket, room, listener)
    finally:
        room.listeners.discard(listener)
        telling.cancel()
        server.hub.seats(room)


def _find_place(server: Server, room: Room, listener: Listener) -> None:
    """Refuse one too many: at the match, where observers leave room for the players, and of one account anywhere."""
    holders = sum(bool(other.mine) for other in room.listeners)
    if holders >= HOLDERS_MAX if listener.mine else len(room.listeners) - holders >= OBSERVERS_MAX:
        raise TooFast("too many people are at this match")
    user = listener.caller.user
    if user is not None:
        open_now = sum(other.caller.user == user for each in server.rooms for other in each.listeners)
        if open_now >= server.settings.sockets:
            raise TooFast("you have too many pages open")


def _seen(room: Room, hello: m.Hello) -> int:
    return hello.number if 0 <= hello.number <= room.number else room.number


async def _find(server: Server, socket: WebSocket) -> Room:
    id = str(socket.path_params["id"])
    if not (id.isascii() and id.isalnum() and len(id) <= 40):
        raise NotThere("there is no such match")
    return await server.rooms.get(id)


async def _hear(socket: WebSocket) -> m.Hello:
    message: Any = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    content = message.get("text") or message.get("bytes") or ""
    if len(content) > HELLO_MAX:
        raise Refused("that is too long for a hello")
    return decoded(content, m.Hello)


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
        if not server.looks.allows(caller.user):
            raise TooFast("too many requests: wait a little")
        listener.session = server.accounts.session_of(socket.cookies)
    listener.caller, listener.mine = caller, room.mine(caller)
    listener.side = hello.side if hello.side in listener.mine else ""


async def _listen(server: Server, socket: WebSocket, room: Room, listener: Listener) -> None:
    """A page may say hello again, to look from another of its sides."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            try:
                hello = await _hear(socket)
                await _settle(server, socket, room, listener, hello)
            except (msgspec.MsgspecError, Refused) as error:
                log.info("refused WS %r: %r", socket.url.path, str(error))
                await socket.close(REFUSED, "not understood")
                return
            state = server.hub.state(room, listener.side, listener.mine, _seen(room, hello))
            listener.send(msgspec.json.encode(state))
            server.hub.seats(room)


async def _tell(socket: WebSocket, listener: Listener) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        while (message := await listener.waiting.get()) is not None:
            await socket.send_text(message.decode())
        await socket.close(*((ENDED, "log in again") if listener.ended else (BEHIND, "too slow: connect again")))
