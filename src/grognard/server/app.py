"""The server as one ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from grognard.server import (
    accounts,
    agree,
    chat,
    hints,
    invitations,
    ladder,
    live,
    lobby,
    matches,
    notices,
    openapi,
    talk,
)
from grognard.server.accounts import Accounts
from grognard.server.api import ENDPOINTS, answer, route
from grognard.server.boards import Boards
from grognard.server.botplay import BotPlay
from grognard.server.botpool import BotPool
from grognard.server.clerkpool import Clerks
from grognard.server.crew import Crew
from grognard.server.desk import Desk
from grognard.server.ledger import Ledger
from grognard.server.messages import ErrorMessage
from grognard.server.metrics import AnswerCounter, Figures
from grognard.server.outbox import Outbox
from grognard.server.owners import Owners
from grognard.server.pages import page_routes
from grognard.server.rooms import Room, Rooms
from grognard.server.seating import Seating
from grognard.server.security import Guard
from grognard.server.senders import Sender
from grognard.server.settings import Settings
from grognard.server.steward import Steward
from grognard.server.storage import Storage
from grognard.server.toil import Toil, measured

if TYPE_CHECKING:
    from grognard.server.news import News

log = logging.getLogger("grognard.server")
T = TypeVar("T")
SWEEP_SECONDS = 60.0
MODULES = (
    lobby,
    matches,
    hints,
    agree,
    talk,
    accounts,
    ladder,
    notices,
    invitations,
)  # importing them declares the endpoints


class Server:
    """The parts of a running server: storage, rooms, bots, accounts; every request has access to them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.origin = secrets.token_hex(4)  # which process news come from
        self.crew = Crew(settings.worker, settings.workers, settings.folder)
        self.storage = Storage(settings.db, alone=settings.workers == 1)
        self.boards = Boards()
        self.hub = live.Hub()
        self.seating = Seating(settings.public)
        self.ledger = Ledger(settings.folder, settings.worker, settings.workers)
        limit = self.ledger.limit
        self.visits = limit("visits", *settings.visits)
        self.reads = limit("reads", *settings.reads)
        self.costly = limit("costly", *settings.costly)
        self.hellos = limit("hellos", *settings.hellos)
        self.toil = limit("toil", *settings.toil)
        self.changes = limit("changes", *settings.changes)
        self.new_matches = limit("new_matches", *settings.new_matches)
        self.hints = limit("hints", *settings.hints)
        self.invitations = limit("invitations", *settings.invitations)
        self.notice_changes = limit("notice_changes", *settings.notice_changes)
        self.letters = limit("letters", *settings.letters)
        self.answers: Counter[str] = Counter()
        self.entries = 0
        self.push_key = ""

    async def start(self) -> None:
        """Begin; in the event loop."""
        self.storage.start()
        self.desk = Desk()
        self.clerks = Clerks(self.settings.clerks)
        self.scribes = Clerks(self.settings.clerks)  # for what takes long: save files and reports hold up no new match
        self.openers = Clerks(1)  # matches are opened though somebody keeps the others busy
        self.crew.heard = self._heard
        self.rooms = Rooms(self.storage, self._opened, self.desk, self.openers, self.crew)
        self.accounts = Accounts(self.storage, self.settings, self.ledger)
        self.pool = BotPool(self.settings.bot_workers, self.settings.bot_seconds)
        self.owners = Owners(self.storage.engine, self.storage.shared)
        self.bots = BotPlay(self.pool, self.settings, self.hub.seats, self.owners)
        self.advisers = BotPool(1, self.settings.bot_seconds)  # a hint holds no bot up
        self.news = self._listen() if self.storage.shared else None
        self._tasks: set[object] = set()
        self._sweeping = asyncio.ensure_future(self._sweep())
        await self._open_club()

    async def paid(self, who: str, work: Coroutine[Any, Any, T]) -> T:
        """Do the work of a request at the cost of whoever asks; among friends nobody counts."""
        if not self.settings.public:
            return await work
        toil = Toil(who)
        try:
            return await measured(work, toil)
        finally:
            self.toil.charge(who, toil.seconds)

    async def _open_club(self) -> None:
        """What runs beside all play: clocks, notices, figures."""
        club = self.settings.club
        self.push_key = await self.storage.again(notices.push_key) if self.settings.public else ""
        self.outbox = Outbox(self.storage, Sender(club, lambda: self.push_key))
        self.steward = Steward(self)
        self.figures = Figures(self)
        if self.settings.public:
            self.outbox.start()
        self.steward.start()
        if club.metrics_port:
            await self.figures.start(club.metrics_port + self.settings.worker)  # each worker has figures of its own

    async def close(self) -> None:
        """End; what was acknowledged is stored already."""
        self._sweeping.cancel()
        await self.figures.close()
        await self.steward.close()
        await self.outbox.close()
        await self.bots.close()
        await self.pool.close()
        await self.advisers.close()
        await self.owners.close()
        await self.clerks.close()
        await self.scribes.close()
        await self.openers.close()
        await self.rooms.close()
        self.desk.close()
        self.boards.close()
        if self.news is not None:
            await self.news.close()
        self.accounts.close()
        await self.storage.close()

    async def _sweep(self) -> None:
        """Now and then end the live connections whose session has run out."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.end_sessions()
            except Exception:
                log.exception("sessions could not be looked over")

    async def look_after(self, id: str) -> None:
        """A match is new: its owner opens it, and its bots may play."""
        if self.crew.owns(id):
            await self.rooms.get(id)
        else:
            self.crew.tell(f"new {id}")

    async def sessions_ended(self) -> None:
        """Sessions were ended here: live connections end with them, in all workers."""
        self.crew.tell("sessions")
        await self.end_sessions()

    async def end_sessions(self) -> None:
        """End the live connections whose session is no more."""
        listeners = [listener for room in self.rooms for listener in room.listeners if listener.session]
        if listeners:
            living = await self.accounts.living({listener.session for listener in listeners})
            for listener in listeners:
                if listener.session not in living:
                    listener.end()

    def _listen(self) -> News:
        from grognard.server.news import News  # only PostgreSQL needs its driver

        return News(self.storage.engine, self._heard)

    def _opened(self, room: Room) -> None:
        room.changed = self._changed
        self.bots.wake(room)

    def _changed(self, room: Room, since: int) -> None:
        self.entries += room.number - since
        self.hub.entries(room, since)
        self.bots.wake(room)
        self.rooms.keep(room)

    # --- news from other processes ---------------------------------------------------------------------------------

    def _heard(self, message: str) -> None:
        for line in message.splitlines() or [""]:
            self._take_note(line)

    def _take_note(self, message: str) -> None:
        words = message.split()
        if words[:1] == ["sessions"]:
            self._begin(self.end_sessions())
            return
        if words[:1] == ["new"]:
            if self.crew.owns(words[1]):
                self._begin(self._open_new(words[1]))
            return
        rooms = [self.rooms.known(words[1])] if words else list(self.rooms)
        for room in rooms:
            if room is not None and not self._own(words, room):
                self._begin(self._take_in(words, room))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _own(self, words: list[str], room: Room) -> bool:
        if words[:1] == ["action"]:
            return int(words[2]) <= room.number
        return words[:1] == ["chat"] and words[3] == self.origin

    async def _open_new(self, id: str) -> None:
        try:
            await self.rooms.get(id)
        except Exception:
            log.exception("match %s: it is new, and could not be opened", id)

    async def _take_in(self, words: list[str], room: Room) -> None:
        try:
            await self._follow(words, room)
        except Exception:
            log.exception("match %s: news of another process could not be taken in", room.id)

    async def _follow(self, words: list[str], room: Room) -> None:
        if words[:1] == ["chat"]:
            for line in await self.storage.read(lambda c: chat.chat(c, room.id, int(words[2]) - 1, 1)):
                self.hub.chat(room, talk.chat_message(line))
            return
        async with room.lock:
            if self._own(words, room):  # it was ours, and the news of it came before the writer's answer
                return
            if words[:1] != ["seats"]:
                await room.catch_up()
            if words[:1] != ["action"]:
                await room.refresh()
                self.hub.regrouped(room)


def build(settings: Settings) -> Starlette:
    """The application."""
    server = Server(settings)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await server.start()
        try:
            yield
        finally:
            await server.close()

    async def connect(socket: WebSocket) -> None:
        await live.serve(server, socket)

    async def describe(request: Request) -> Response:
        return answer(openapi.description(settings.public))

    async def broken(request: Request, error: Exception) -> Response:
        return answer(ErrorMessage(error="this is a fault of the server; it has been noted"), 500)

    wanted = [e for e in ENDPOINTS if settings.public or not e.public_only]
    paths = dict.fromkeys(e.path for e in wanted)
    routes: list[BaseRoute] = [route(server, [e for e in wanted if e.path == path], path) for path in _exact(paths)]
    routes += [
        Route("/api/openapi.json", describe),
        WebSocketRoute("/api/matches/{id}/live", connect),
        *page_routes(settings.static),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(AnswerCounter, counts=server.answers), Middleware(Guard, settings=settings)],
        exception_handlers={500: broken},
        lifespan=lifespan,
    )
    app.state.server = server
    return app


def _exact(paths: dict[str, None]) -> list[str]:
    """Addresses without parameters first: /api/matches/import is no match."""
    return sorted(paths, key=lambda path: path.count("{"))
