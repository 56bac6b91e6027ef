"""The lobby: what there is to play, which matches there are, beginning a new one or one from a file."""

from __future__ import annotations

import asyncio
import secrets
import tomllib
from typing import Any

import msgspec
from sqlalchemy import Connection
from starlette.responses import Response

import grognard
from grognard import save
from grognard.errors import Invalid
from grognard.games import find
from grognard.match import Match
from grognard.server import boards, library, states
from grognard.server import messages as m
from grognard.server import storage as db
from grognard.server.api import Call, endpoint
from grognard.server.course import Course, summary
from grognard.server.deployment import deploy_all
from grognard.server.errors import NotThere, TooFast, TooLarge
from grognard.server.records import PLAY, Record, header_text, now
from grognard.server.seats import SCREEN, fill
from grognard.server.text import one_line

ACTIONS_MAX = 20_000  # in an imported match
HEXES_MAX = 20_000  # on the board of a position file


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


@endpoint("GET", "/api/matches", list[m.MatchSummary])
async def matches(call: Call) -> Any:
    """The matches: on one's own machine all of them, in public one's own and those with an open seat."""
    caller, everything = call.caller, not call.server.settings.public
    listed = await call.server.storage.read(
        lambda c: db.list_matches(c, tokens=frozenset(caller.tokens), user=caller.user, everything=everything)
    )
    return [states.summary(one, caller, call.server.rooms.known(one.row["id"])) for one in listed]


@endpoint("POST", "/api/matches", m.Created, m.NewMatch)
async def create(call: Call) -> Any:
    """Begin a match."""
    wanted: m.NewMatch = call.body
    info = find(wanted.game).info
    if unknown := set(wanted.seats) - set(info.sides):
        raise Invalid(f"no side '{min(unknown)[:40]}': {' or '.join(info.sides)}")
    kinds = {side: wanted.seats.get(side, SCREEN) for side in info.sides}
    return await _begin(call, await asyncio.to_thread(_start, wanted), kinds, one_line(wanted.title), wanted.tutorial)


def _start(wanted: m.NewMatch) -> Match:
    if wanted.tutorial:
        return library.lesson(find(wanted.game).info.id, secrets.token_hex(16))
    match = _new(wanted)
    return deploy_all(match) if wanted.deployed else match


def _new(wanted: m.NewMatch) -> Match:
    seed, dice = secrets.token_hex(16), "hand" if wanted.by_hand else None
    if not wanted.position:
        return grognard.new(wanted.game, wanted.scenario or None, seed, wanted.options, dice)
    try:
        table = tomllib.loads(wanted.position)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Invalid(f"the position is not TOML: {error}") from error
    table.setdefault("game", wanted.game)
    if table["game"] != wanted.game:
        raise Invalid(f"the position is of {table['game']}, not of {wanted.game}")
    modest(table)
    return grognard.setup(table, seed=seed, options=wanted.options, dice=dice)


def modest(position: Any) -> None:
    """Refuse a position on a board too large for a server that others use too."""
    board = position.get("board") if isinstance(position, dict) else None
    grid = board.get("grid") if isinstance(board, dict) else None
    if not isinstance(grid, dict):
        return
    size = 1
    for key in ("columns", "rows"):
        span = grid.get(key)
        if isinstance(span, list) and len(span) == 2 and all(isinstance(n, int) for n in span):
            size *= max(0, span[1] - span[0] + 1)
            if span[1] > HEXES_MAX:
                raise TooLarge(f"a board has at most {HEXES_MAX} hexes here")
    if size > HEXES_MAX:
        raise TooLarge(f"a board has at most {HEXES_MAX} hexes here")


@endpoint("POST", "/api/matches/import", m.Created, str)
async def import_match(call: Call) -> Any:
    """Go on with a match from a save file; all seats are this screen's."""
    match = await asyncio.to_thread(_read, call.body.encode())
    kinds = dict.fromkeys(match.game.info.sides, SCREEN)
    return await _begin(call, match, kinds, "", True)


def _read(content: bytes) -> Match:
    lines = content.count(b"\n")
    if lines > ACTIONS_MAX:
        raise TooLarge(f"a match has at most {ACTIONS_MAX} actions here")
    try:
        header = msgspec.json.decode(content.partition(b"\n")[0])
    except msgspec.DecodeError:
        raise Invalid("this is not a Grognard match") from None
    modest(header.get("position") if isinstance(header, dict) else None)
    return save.decode(content)


async def _begin(call: Call, match: Match, kinds: dict[str, str], title: str, seed_known: bool) -> m.Created:
    server, caller = call.server, call.caller
    if server.settings.public and not server.new_matches.allows(caller.user or ""):
        raise TooFast("too many new matches: wait a little")
    bots = server.settings.bots
    filled = [fill(side, kind, caller.user, caller.name, bots) for side, kind in kinds.items()]
    id, time = secrets.token_hex(8), now()
    records = [Record(n, PLAY, p.side, p.action, 0, p.time) for n, p in enumerate(match.actions, 1)]
    told = await asyncio.to_thread(lambda: summary(Course(match)))
    told["turn"], told["phase"] = _moment(match)

    def job(connection: Connection) -> None:
        db.add_match(
            connection,
            id=id,
            game=match.header.game,
            title=title or match.game.info.title,
            header=header_text(match),
            owner=caller.user,
            seed_known=seed_known,
            summary=told,
            seats=[seat for seat, _ in filled],
            records=records,
            time=time,
        )

    await server.storage.write(job)
    room = await server.rooms.get(id)
    server.bots.wake(room)
    return m.Created(id=id, tokens={seat.side: token for seat, token in filled if token})


def _moment(match: Match) -> tuple[int, str]:
    view = match.view(None)
    return view.turn, view.phase_title
