"""Accounts, for servers that anybody may reach: argon2id passwords, and sessions as opaque cookies kept as hashes."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from collections.abc import Mapping
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError
from starlette.requests import Request
from starlette.responses import Response

from grognard.errors import Invalid
from grognard.server import messages as m
from grognard.server import schema as t
from grognard.server.api import Call, answer, endpoint
from grognard.server.errors import Conflict, NotLoggedIn, TooFast
from grognard.server.limits import Limit
from grognard.server.records import now
from grognard.server.seats import Caller, hashed
from grognard.server.settings import Settings
from grognard.server.storage import Storage
from grognard.server.text import one_line

COOKIE = "grognard_session"
DAY = 86_400_000
NAME_MAX, PASSWORD_MIN, PASSWORD_MAX = 32, 10, 1_000


class Accounts:
    """Users and their sessions."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self._storage, self._days = storage, settings.session_days
        self._hasher = PasswordHasher()  # argon2id
        self._hashing = asyncio.Semaphore(2)  # each takes 64 MB while it lasts
        self._nobody = ""  # a hash to compare with when there is no such user, so that both take the same time
        self.logins = Limit(*settings.logins)

    async def caller(self, cookies: Mapping[str, str], tokens: tuple[str, ...]) -> Caller:
        """Whoever a session belongs to; nobody if it has run out."""
        session = cookies.get(COOKIE, "")
        if not session:
            return Caller(tokens)
        token = hashed(session)
        row = await self._storage.read(lambda c: _session(c, token))
        return Caller(tokens) if row is None else Caller(tokens, *row)

    async def register(self, name: str, password: str) -> tuple[str, str]:
        """A new account; Conflict if the name is taken."""
        name = one_line(unicodedata.normalize("NFKC", name), NAME_MAX + 1)
        if not 2 <= len(name) <= NAME_MAX:
            raise Invalid(f"a name has 2 to {NAME_MAX} characters")
        if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
            raise Invalid(f"a password has at least {PASSWORD_MIN} characters")
        digest = await self._hash(password)
        id = secrets.token_hex(8)
        row = {"id": id, "name": name, "folded": _folded(name), "password": digest, "created": now()}
        try:
            await self._storage.write(lambda c: c.execute(insert(t.users), row) and None)
        except IntegrityError:
            raise Conflict("that name is taken") from None
        return id, name

    async def login(self, name: str, password: str) -> tuple[str, str]:
        """The account with this name and password."""
        folded = _folded(one_line(unicodedata.normalize("NFKC", name), NAME_MAX + 1))
        wanted = select(t.users.c.id, t.users.c.name, t.users.c.password).where(t.users.c.folded == folded)
        row = await self._storage.read(lambda c: c.execute(wanted).first())
        if not self._nobody:
            self._nobody = await self._hash(secrets.token_hex(16))
        right = await self._verify(self._nobody if row is None else row.password, password[: PASSWORD_MAX + 1])
        if row is None or not right:
            raise NotLoggedIn("the name or the password is wrong")
        return row.id, row.name

    async def open_session(self, user: str) -> str:
        """A new session: the secret for the cookie."""
        secret = secrets.token_urlsafe(32)
        time = now()
        row = {"token": hashed(secret), "user_id": user, "created": time, "expires": time + self._days * DAY}

        def job(connection: Connection) -> None:
            connection.execute(delete(t.sessions).where(t.sessions.c.expires < time))
            connection.execute(insert(t.sessions), row)

        await self._storage.write(job)
        return secret

    async def close_session(self, secret: str) -> None:
        """Log out."""
        token = hashed(secret)
        await self._storage.write(lambda c: c.execute(delete(t.sessions).where(t.sessions.c.token == token)) and None)

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password.encode("utf-8", "replace"))

    async def _verify(self, digest: str, password: str) -> bool:
        def right() -> bool:
            try:
                return self._hasher.verify(digest, password.encode("utf-8", "replace"))
            except (VerificationError, InvalidHashError):
                return False

        async with self._hashing:
            return await asyncio.to_thread(right)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _session(connection: Connection, token: str) -> tuple[str, str] | None:
    joined = t.sessions.join(t.users, t.sessions.c.user_id == t.users.c.id)
    wanted = select(t.users.c.id, t.users.c.name).select_from(joined)
    row = connection.execute(wanted.where(t.sessions.c.token == token, t.sessions.c.expires > now())).first()
    return None if row is None else (row.id, row.name)


# --- endpoints -------------------------------------------------------------------------------------------------------


def _may_try(call: Call) -> Accounts:
    accounts = call.server.accounts
    client = call.request.client.host if call.request.client else ""
    names = (client, f"name {_folded(call.body.name)[:NAME_MAX]}")  # one guesser at many names, many guessers at one
    if sum(accounts.logins.allows(key) for key in names) < len(names):  # both are counted
        raise TooFast("too many attempts: wait a minute")
    return accounts


async def _welcome(call: Call, user: str, name: str) -> Response:
    response = answer(m.Account(name=name))
    secret = await call.server.accounts.open_session(user)
    days = call.server.settings.session_days
    secure = call.request.url.scheme == "https"
    response.set_cookie(COOKIE, secret, days * 86_400, path="/", secure=secure, httponly=True, samesite="lax")
    return response


@endpoint("POST", "/api/register", m.Account, m.Credentials, free=True, public_only=True)
async def register(call: Call) -> Any:
    """Make an account and log in."""
    return await _welcome(call, *await _may_try(call).register(call.body.name, call.body.password))


@endpoint("POST", "/api/login", m.Account, m.Credentials, free=True, public_only=True)
async def login(call: Call) -> Any:
    """Log in."""
    return await _welcome(call, *await _may_try(call).login(call.body.name, call.body.password))


@endpoint("POST", "/api/logout", None, public_only=True)
async def logout(call: Call) -> Any:
    """Log out."""
    request: Request = call.request
    await call.server.accounts.close_session(request.cookies.get(COOKIE, ""))
    response = Response(None, 204)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return response


@endpoint("GET", "/api/account", m.Account, free=True)
async def account(call: Call) -> Any:
    """Who is logged in, and whether one must be."""
    return m.Account(name=call.caller.name, asked=call.server.settings.public)
