"""Secrets of seats: made from the system's randomness, kept as hashes, compared in constant time."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection, Iterable
from hashlib import sha256
from typing import NamedTuple

from grognard.bots import BOTS
from grognard.errors import Invalid, nearest
from grognard.server.storage import Seat

SCREEN, LINK, OPEN, BOT = "screen", "link", "open", "bot"
PEOPLE = (SCREEN, LINK)
INVITED = "invited"  # kept for an account that has not sat down yet
INVITE = "invite:"  # and how it is asked for: invite:NAME
TOKENS_MAX = 200  # in one request


class Caller(NamedTuple):
    """The caller of a request: the hashes of the seat secrets they showed, and their account if they are logged in."""

    tokens: tuple[str, ...] = ()
    user: str | None = None
    name: str = ""


def new_token() -> str:
    """128 bits."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> str:
    """The hash of a secret, which is stored in its place."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def hashes(tokens: Iterable[str]) -> tuple[str, ...]:
    """The hashes of the secrets somebody showed."""
    return tuple(hashed(token) for token in list(tokens)[:TOKENS_MAX] if token)


def holds(caller: Caller, seat: Seat) -> bool:
    """Whether a seat is the caller's, by its secret or by the account."""
    if seat.kind not in PEOPLE:
        return False
    if caller.user is not None and seat.user == caller.user:
        return True
    stored = seat.token
    return stored is not None and any(hmac.compare_digest(stored, token) for token in caller.tokens)


def owner_of_notes(caller: Caller, seat: Seat) -> str:
    """Under what somebody's notes are kept: the account, or without accounts the secret of the seat."""
    return caller.user or seat.token or ""


def mine(caller: Caller, seats: Iterable[Seat]) -> list[str]:
    """The sides the caller holds."""
    return [seat.side for seat in seats if holds(caller, seat)]


def parse(kind: str, bots: Collection[str] = BOTS) -> tuple[str, str]:
    """A kind of seat as it is asked for: `screen`, `link`, `open` or `bot:NAME`, and the bot's name."""
    what, _, name = kind.partition(":")
    if what == BOT:
        if name not in bots:
            raise Invalid(f"no bot '{name[:40]}': there is {', '.join(bots)}{nearest(name, bots)}")
        return BOT, name
    if kind not in (SCREEN, LINK, OPEN):
        raise Invalid(f"a seat is screen, link, open, bot:NAME or invite:NAME, not '{kind[:40]}'")
    return kind, ""


def fill(
    side: str, kind: str, user: str | None = None, name: str = "", bots: Collection[str] = BOTS
) -> tuple[Seat, str]:
    """A seat and, for a person, its new secret; an account takes a `screen` seat, a link is for somebody else."""
    what, bot = parse(kind, bots)
    if what == BOT:
        return Seat(side, BOT, bot), ""
    if what == OPEN:
        return Seat(side, OPEN, ""), ""
    token = new_token()
    own = what == SCREEN
    return Seat(side, what, name if own else "", hashed(token), user if own else None), token
