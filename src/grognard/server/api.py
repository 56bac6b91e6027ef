"""Endpoints as data: from them come the routes, the description of the API and the tests of every verb."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from sqlalchemy.exc import DataError, SQLAlchemyError
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from grognard.errors import Invalid
from grognard.ruling import Illegal
from grognard.server.addresses import counts_as
from grognard.server.errors import (
    Forbidden,
    Gone,
    Lost,
    NoSuchVerb,
    NotLoggedIn,
    NotThere,
    NotYours,
    Refused,
    TooFast,
    TooSlow,
    WrongType,
)
from grognard.server.messages import ErrorMessage
from grognard.server.records import Damaged
from grognard.server.rooms import Room
from grognard.server.seats import Caller, hashes
from grognard.server.sitters import note

if TYPE_CHECKING:
    from grognard.server.app import Server

log = logging.getLogger("grognard.server")
SEAT_HEADER = "X-Grognard-Seat"
BODY_SECONDS = 30.0  # until the whole of a request has arrived
T = TypeVar("T")


@dataclass(frozen=True)
class Endpoint:
    """One verb on one address."""

    method: str
    path: str
    answer: Any  # a message type, or a media type for what is not JSON
    body: Any
    run: Callable[[Call], Awaitable[Any]]
    query: tuple[str, ...] = ()
    free: bool = False  # also for those who are not logged in
    public_only: bool = False
    costly: bool = False  # takes the server some work


ENDPOINTS: list[Endpoint] = []
Run = Callable[["Call"], Awaitable[Any]]


def endpoint(
    method: str,
    path: str,
    answer: Any,
    body: Any = None,
    *,
    query: tuple[str, ...] = (),
    free: bool = False,
    public_only: bool = False,
    costly: bool = False,
) -> Callable[[Run], Run]:
    """Declare the function that answers a verb on an address."""

    def declare(run: Run) -> Run:
        ENDPOINTS.append(Endpoint(method, path, answer, body, run, query, free, public_only, costly))
        return run

    return declare


class Call:
    """One request: who asks, for what, and what they sent."""

    def __init__(self, server: Server, request: Request, caller: Caller, body: Any) -> None:
        self.server, self.request, self.caller, self.body = server, request, caller, body

    def path(self, name: str) -> str:
        """A part of the address."""
        return str(self.request.path_params[name])

    def query(self, name: str) -> str:
        """A parameter of the address, '' if it is not given."""
        return self.request.query_params.get(name, "")

    def number(self, name: str) -> int:
        """A part of the address that is a number."""
        text = self.path(name)
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise NotThere(f"'{text[:20]}' is not a number")
        return int(text)

    async def room(self) -> Room:
        """The match the address names."""
        id = self.path("id")
        if not (id.isascii() and id.isalnum() and len(id) <= 40):
            raise NotThere("there is no such match")
        room = await self.server.rooms.get(id)
        await note(room, self.caller)
        return room

    def mine(self, room: Room) -> list[str]:
        """The sides the caller holds."""
        return room.mine(self.caller)

    def side(self, room: Room) -> str:
        """The side the caller asks for, or the one of theirs that must decide; '' for an observer."""
        return side_of(room, self.caller, self.query("as"))

    def own_side(self, room: Room, wanted: str | None = None) -> str:
        """The side of a caller who must have a seat; observers are refused."""
        return own_side(room, self.caller, self.query("as") if wanted is None else wanted)


def side_of(room: Room, caller: Caller, wanted: str) -> str:
    """The side a caller asks for, or the one of theirs that must decide; '' for an observer."""
    mine = room.mine(caller)
    if not wanted:
        asked = [d.side for d in room.course.match.decisions if d.side in mine]
        return next(iter([*asked, *mine]), "")
    if wanted not in room.sides:
        raise Invalid(f"no side '{wanted[:40]}': {' or '.join(room.sides)}")
    if wanted not in mine:
        raise NotYours(f"the {wanted} seat is not yours")
    return wanted


def own_side(room: Room, caller: Caller, wanted: str) -> str:
    """The side of a caller who must have a seat; observers are refused."""
    side = side_of(room, caller, wanted)
    if not side:
        raise NotYours("only for those who have a seat in this match")
    return side


def answer(message: Any, status: int = 200) -> Response:
    """A message as an answer."""
    return Response(msgspec.json.encode(message), status, media_type="application/json")


def error_message(error: Refused) -> ErrorMessage:
    """An error as a message."""
    return ErrorMessage(error=error.error, rule=error.rule, number=error.number, unfinished=error.unfinished)


def refusal(error: Refused) -> Response:
    """An error as an answer."""
    response = answer(error_message(error), error.status)
    if error.status in (429, 503):
        response.headers["Retry-After"] = "2"
    return response


def understood(error: Exception) -> Refused | None:
    """The refusal an error stands for; None if it is a fault of the program."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, Illegal):
        return Forbidden(error.ruling.reason, rule=error.ruling.rule, unfinished=error.ruling.unfinished)
    if isinstance(error, Damaged):
        return Gone(f"this match cannot be opened: {error}")
    if isinstance(error, Invalid):
        return Refused(str(error))
    if isinstance(error, msgspec.MsgspecError):
        return Refused(f"not understood: {error}")
    if isinstance(error, DataError):  # PostgreSQL takes no text with a zero byte
        return Refused("not understood: the database cannot hold such a text or number")
    if isinstance(error, SQLAlchemyError):
        log.error("the database: %s", str(error).partition("\n")[0])
        return Lost("the database cannot be reached or is full: nothing was changed; try again in a moment")
    return None


def decoded(content: bytes | str, kind: type[T]) -> T:
    """A message from JSON; Refused if it is none, too deep or not text."""
    try:
        return msgspec.json.decode(content, type=kind)
    except (RecursionError, UnicodeError) as error:
        raise Refused(f"not understood: {error}") from None


def route(server: Server, endpoints: list[Endpoint], path: str) -> Route:
    """The route of an address with all its verbs."""
    verbs = {e.method: e for e in endpoints}

    async def serve(request: Request) -> Response:
        found = verbs.get("GET" if request.method == "HEAD" else request.method)
        try:
            if found is None:
                raise NoSuchVerb(f"{request.method} is not possible here: {', '.join(verbs)}")
            return await _run(server, found, request)
        except Exception as error:
            refused = understood(error)
            if refused is None:
                raise
            log.info("refused %s %r: %d %r", request.method, request.url.path, refused.status, refused.error)
            response = refusal(refused)
            if found is None:
                response.headers["Allow"] = ", ".join(verbs)
            return response

    return Route(path, serve, methods=["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"])


async def _run(server: Server, found: Endpoint, request: Request) -> Response:
    address = address_of(request)
    if server.settings.public and not server.visits.allows(address):
        raise TooFast("too many requests from your address: wait a little")
    caller = await who(server, request)
    key = caller.user or address
    if server.settings.public:
        if caller.user is None and not found.free:
            raise NotLoggedIn("log in first")
        kinds = [server.reads if found.method == "GET" else server.changes, *([server.costly] if found.costly else [])]
        if not all(limit.allows(key) for limit in kinds):
            raise TooFast("too many requests: wait a little")
        if not server.toil.solvent(key):
            raise TooFast("what you have asked for was too much work: wait a little")
    call = Call(server, request, caller, await _body(found, request))
    return await server.paid(key, _work(found, call))


async def _work(found: Endpoint, call: Call) -> Response:
    """The answer to a request, ready to be sent: to write it out is work, too."""
    result = await found.run(call)
    return result if isinstance(result, Response) else answer(result)


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from, as far as it counts."""
    return counts_as(request.client.host) if request.client else ""


async def who(server: Server, request: Request) -> Caller:
    """The caller of a request: by the secrets of the header, and in public mode by the session."""
    tokens = hashes(word.strip() for word in request.headers.get(SEAT_HEADER, "").split(","))
    if not server.settings.public:
        return Caller(tokens)
    return await server.accounts.caller(request.cookies, tokens)


async def _body(found: Endpoint, request: Request) -> Any:
    if found.body is None:
        return None
    try:
        content = await asyncio.wait_for(request.body(), BODY_SECONDS)
    except ClientDisconnect:
        raise Refused("they hung up before all of it had arrived") from None  # heard by nobody, and no fault of ours
    except TimeoutError:
        raise TooSlow(f"the request did not arrive within {BODY_SECONDS:g} seconds") from None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if found.body is str:
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("the file is not text") from None
    if kind != "application/json":
        raise WrongType("send JSON, as application/json")
    return decoded(content, found.body)
