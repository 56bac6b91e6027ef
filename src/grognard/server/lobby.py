"""The lobby: what there is to play, which matches there are, beginning a new one or one from a file."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Connection
from starlette.responses import Response

from grognard.errors import Invalid
from grognard.games import find
from grognard.server import boards, clocks, library, states
from grognard.server import messages as m
from grognard.server import storage as db
from grognard.server.affairs import Affairs
from grognard.server.api import Call, endpoint
from grognard.server.clerk import Begin, Done, Read
from grognard.server.clocks import check
from grognard.server.club import running
from grognard.server.clubmessages import ClockTerms
from grognard.server.course import summary
from grognard.server.errors import NotThere, TooFast
from grognard.server.invitations import Guest, guest, tell
from grognard.server.keeping import kept, stamp
from grognard.server.records import now
from grognard.server.seats import INVITE, INVITED, SCREEN, fill
from grognard.server.text import one_line

SOUGHT_MAX = 80


@endpoint("GET", "/api/games", list[m.GameMessage], free=True)
async def games(call: Call) -> Any:
    """The games there are."""
    return library.games(list(call.server.settings.bots))


def _known(game: str) -> str:
    try:
        return find(game).info.id
    except Invalid as error:
        raise NotThere(str(error)) from error


@endpoint("GET", "/api/games/{game}/rules", list[m.RuleMessage], free=True)
async def rules(call: Call) -> Any:
    """The rules of a game in our words."""
    return library.rules(_known(call.path("game")))


@endpoint("GET", "/api/games/{game}/board.svg", "image/svg+xml", free=True)
async def game_picture(call: Call) -> Any:
    """The map of a game, for the lobby."""
    board = library.board(_known(call.path("game")))
    return boards.send(await call.server.boards.picture(board), call.request)


@endpoint("GET", "/api/games/{game}/tutorial", list[m.TutorialStep], free=True)
async def tutorial(call: Call) -> Any:
    """The guided first turn of a game."""
    return library.tutorial(_known(call.path("game")))


@endpoint("GET", "/api/sprite.svg", "image/svg+xml", free=True)
async def sprite(call: Call) -> Any:
    """The unit symbols."""
    return Response(boards.sprite(), 200, {"Cache-Control": "public, max-age=3600"}, "image/svg+xml")


@endpoint("GET", "/api/theme", m.ThemeMessage, free=True)
async def theme(call: Call) -> Any:
    """The colours of counters and marks."""
    return boards.theme()


@endpoint("GET", "/api/matches", list[m.MatchSummary], query=("game", "state", "mine", "open", "text"))
async def matches(call: Call) -> Any:
    """The matches: on one's own machine all of them, in public one's own and those with an open seat."""
    caller, everything = call.caller, not call.server.settings.public
    sought = _sought(call)
    listed = await call.server.storage.read(
        lambda c: db.list_matches(
            c, tokens=frozenset(caller.tokens), user=caller.user, everything=everything, sought=sought
        )
    )
    return [states.summary(one, caller, call.server.rooms.known(one.row["id"])) for one in listed]


def _sought(call: Call) -> db.Sought:
    """Which matches are wanted."""
    state = call.query("state")
    if state not in ("", "running", "over"):
        raise Invalid("state is running or over")
    text = one_line(call.query("text")[:SOUGHT_MAX])
    return db.Sought(call.query("game")[:SOUGHT_MAX], state, call.query("mine") == "1", call.query("open") == "1", text)


def _terms(call: Call) -> tuple[bool, ClockTerms | None]:
    """Whether a match will count, and its clocks; Invalid where there are no accounts, or one side has an advantage."""
    wanted: m.NewMatch = call.body
    if not wanted.rated and wanted.clock is None:
        return False, None
    if not call.server.settings.public:
        raise Invalid("clocks and ratings need accounts: they are for public servers")
    terms = check(wanted.clock) if wanted.clock is not None else None
    if wanted.rated:
        if wanted.position or wanted.tutorial or wanted.by_hand or wanted.options.get("free_undo"):
            raise Invalid("a match that counts starts from a scenario, with the server's dice and no free undo")
        kinds = list(wanted.seats.values())
        if any(kind.startswith("bot:") for kind in kinds) or kinds.count(SCREEN) > 1 or len(kinds) != 2:
            raise Invalid("a match that counts is between two accounts: one seat is yours, the other another's")
    return wanted.rated, terms


@endpoint("POST", "/api/matches", m.Created, m.NewMatch)
async def create(call: Call) -> Any:
    """Begin a match."""
    wanted: m.NewMatch = call.body
    info = find(wanted.game).info
    if unknown := set(wanted.seats) - set(info.sides):
        raise Invalid(f"no side '{min(unknown)[:40]}': {' or '.join(info.sides)}")
    kinds = {side: wanted.seats.get(side, SCREEN) for side in info.sides}
    terms = _terms(call)
    _may_begin(call)
    guests = {side: await guest(call, kind) for side, kind in kinds.items() if kind.startswith(INVITE)}
    settings = call.server.settings
    done = await call.server.clerks.ask(Begin(wanted), settings.start_seconds, call.caller.user or "")
    return await _begin(call, done, kinds, one_line(wanted.title), wanted.tutorial, guests, terms)


@endpoint("POST", "/api/matches/import", m.Created, str)
async def import_match(call: Call) -> Any:
    """Go on with a match from a save file; all seats are this screen's."""
    _may_begin(call)
    settings = call.server.settings
    done = await call.server.scribes.ask(Read(call.body.encode()), settings.import_seconds, call.caller.user or "")
    return await _begin(call, done, None, "", True, {}, (False, None))


def _may_begin(call: Call) -> None:
    """Asked before any work is done, and counted though nothing comes of it."""
    server = call.server
    if server.settings.public and not server.new_matches.allows(call.caller.user or ""):
        raise TooFast("too many new matches: wait a little")


async def _begin(
    call: Call,
    done: Done,
    kinds: dict[str, str] | None,
    title: str,
    seed_known: bool,
    guests: dict[str, Guest],
    terms: tuple[bool, ClockTerms | None],
) -> m.Created:
    server, caller = call.server, call.caller
    course = await server.desk.do(kept, done.header, done.content)
    match = course.match
    bots = server.settings.bots
    wanted = kinds or dict.fromkeys(match.game.info.sides, SCREEN)
    filled = [
        (db.Seat(side, INVITED, guests[side].name, None, guests[side].user), "")
        if side in guests
        else fill(side, kind, caller.user, caller.name, bots)
        for side, kind in wanted.items()
    ]
    id, time = secrets.token_hex(8), now()
    told = summary(course)

    def job(connection: Connection) -> None:
        db.add_match(
            connection,
            id=id,
            game=match.header.game,
            title=title or match.game.info.title,
            header=done.header,
            owner=caller.user,
            seed_known=seed_known,
            summary=told,
            seats=[seat for seat, _ in filled],
            records=[entry.record for entry in course.entries[1:]],
            time=time,
            mark=db.StoredMark(course.number, stamp(), done.content),
            rated=terms[0],
            terms=terms[1],
        )
        for invited in guests.values():
            tell(connection, call, invited, id, match.game.info.title)
        if terms[1] is not None:
            seats = {seat.side: seat for seat, _ in filled}
            clocks.move_on(connection, id, terms[1], running(Affairs(), seats, course), time)

    await server.storage.write(job)
    if guests:
        server.outbox.wake()
    await server.look_after(id)
    return m.Created(id=id, tokens={seat.side: token for seat, token in filled if token})
