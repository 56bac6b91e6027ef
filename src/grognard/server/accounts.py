"""Accounts, for servers that anybody may reach: argon2id passwords, and sessions as opaque cookies kept as hashes."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import sys
import threading
import unicodedata
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from starlette.requests import Request
from starlette.responses import Response

from grognard.errors import Invalid
from grognard.server import messages as m
from grognard.server import schema as t
from grognard.server.api import Call, address_of, answer, endpoint
from grognard.server.errors import Conflict, NotLoggedIn, NotYours, TooFast
from grognard.server.ledger import Ledger
from grognard.server.records import now
from grognard.server.seats import Caller, hashed
from grognard.server.settings import Settings
from grognard.server.storage import Storage, notify
from grognard.server.text import one_line, plain_word

T = TypeVar("T")
COOKIE = "grognard_session"
DAY = 86_400_000
NAME_MAX, PASSWORD_MIN, PASSWORD_MAX = 32, 10, 1_000
HASHING = 2  # at once: each takes 64 MB while it lasts
PATIENCE = 5  # how far that stands back for play, by `nice`
QUEUE_MAX = 40  # people who wait for their password to be checked
QUEUE_EACH = 8  # of them at one address
TAKEN = ("referee", "observer")  # who speaks in a match besides people


class Accounts:
    """Users and their sessions."""

    def __init__(self, storage: Storage, settings: Settings, ledger: Ledger) -> None:
        self._storage, self._days = storage, settings.session_days
        self._hasher = PasswordHasher()  # argon2id
        self._hashing = asyncio.Semaphore(HASHING)
        self._threads = ThreadPoolExecutor(HASHING, "grognard-password", initializer=_stand_back)
        self._nobody = ""  # a hash to compare with when there is no such user, so that both take the same time
        self._making = asyncio.Lock()
        self.logins = ledger.limit("logins", *settings.logins)  # failures, by name and address together
        self.guesses = ledger.limit("guesses", *settings.guesses)  # failures and new accounts, by address
        self.passwords = ledger.limit("passwords", *settings.passwords)  # right and wrong ones, by address
        self._waiting: Counter[str] = Counter()  # by address
        self._turns: dict[str, asyncio.Lock] = {}

    async def caller(self, cookies: Mapping[str, str], tokens: tuple[str, ...]) -> Caller:
        """The account of a session; nobody if it has run out."""
        session = cookies.get(COOKIE, "")
        if not session:
            return Caller(tokens)
        token = hashed(session)
        row = await self._storage.read(lambda c: _session(c, token))
        return Caller(tokens) if row is None else Caller(tokens, *row)

    def session_of(self, cookies: Mapping[str, str]) -> str:
        """What is stored of a session's secret."""
        return hashed(cookies.get(COOKIE, ""))

    async def living(self, tokens: Collection[str]) -> set[str]:
        """Which of these sessions have not ended."""
        c = t.sessions.c
        wanted = select(c.token).where(c.token.in_(tokens), c.expires > now())
        return set(await self._storage.read(lambda connection: connection.execute(wanted).scalars().all()))

    async def register(self, name: str, password: str, address: str = "") -> tuple[str, str]:
        """A new account; Conflict if the name is taken."""
        name = unicodedata.normalize("NFKC", name)
        if not 2 <= len(name) <= NAME_MAX:
            raise Invalid(f"a name has 2 to {NAME_MAX} characters")
        if not plain_word(name):
            raise Invalid("a name is one word of letters and digits, with - _ . or ' within it")
        if _folded(name) in TAKEN:
            raise Conflict("that name is taken")
        _check_password(password)
        digest = await self._hash(password, address)
        id = secrets.token_hex(8)
        row = {"id": id, "name": name, "folded": _folded(name), "password": digest, "created": now()}
        try:
            await self._storage.write(lambda c: c.execute(insert(t.users), row) and None)
        except IntegrityError:
            raise Conflict("that name is taken") from None
        return id, name

    async def login(self, name: str, password: str, address: str = "") -> tuple[str, str]:
        """The account with this name and password."""
        folded = _folded(one_line(unicodedata.normalize("NFKC", name), NAME_MAX + 1))
        wanted = select(t.users.c.id, t.users.c.name, t.users.c.password).where(t.users.c.folded == folded)
        row = await self._storage.read(lambda c: c.execute(wanted).first())
        async with self._making:
            self._nobody = self._nobody or await self._hash(secrets.token_hex(16), "")
        digest = self._nobody if row is None else row.password
        right = await self._verify(digest, password[: PASSWORD_MAX + 1], address)
        if row is None or not right:
            raise NotLoggedIn("the name or the password is wrong")
        return row.id, row.name

    async def change_password(self, user: str, old: str, new: str, session: str, address: str = "") -> None:
        """Another password; all other sessions of the account end."""
        _check_password(new)
        wanted = select(t.users.c.password).where(t.users.c.id == user)
        digest = await self._storage.read(lambda c: c.execute(wanted).scalar_one())
        if not await self._verify(digest, old[: PASSWORD_MAX + 1], address):
            raise NotYours("the old password is wrong")
        fresh = await self._hash(new, address)

        def job(connection: Connection) -> None:
            connection.execute(update(t.users).where(t.users.c.id == user).values(password=fresh))
            _end_others(connection, user, session)

        await self._storage.write(job)

    async def end_others(self, user: str, session: str) -> None:
        """End all sessions of an account but one."""
        await self._storage.write(lambda c: _end_others(c, user, session))

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

        def job(connection: Connection) -> None:
            connection.execute(delete(t.sessions).where(t.sessions.c.token == token))
            notify(connection, f"sessions {token}")

        await self._storage.write(job)

    async def _hash(self, password: str, address: str) -> str:
        async with self._place(address):
            return await self._beside(lambda: self._hasher.hash(password.encode("utf-8", "replace")))

    async def _beside(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Work no more passwords out."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    @contextlib.asynccontextmanager
    async def _place(self, address: str) -> AsyncIterator[None]:
        """A place among the few that may hash at once; whoever comes when many wait is sent away.

        One address has one of them at a time: whoever logs in again and again holds up nobody else.
        """
        if self._waiting[address] >= QUEUE_EACH or self._waiting.total() >= QUEUE_MAX:
            raise TooFast("too many people are logging in: try again in a moment")
        self._waiting[address] += 1
        try:
            async with self._turns.setdefault(address, asyncio.Lock()), self._hashing:
                yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
                self._turns.pop(address, None)

    async def _verify(self, digest: str, password: str, address: str) -> bool:
        def right() -> bool:
            try:
                return self._hasher.verify(digest, password.encode("utf-8", "replace"))
            except (VerificationError, InvalidHashError):
                return False

        async with self._place(address):
            return await self._beside(right)


def _stand_back() -> None:
    """Let the others of this process go first, where the system knows threads apart."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), PATIENCE)


def _check_password(password: str) -> None:
    if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
        raise Invalid(f"a password has at least {PASSWORD_MIN} characters")


def _end_others(connection: Connection, user: str, session: str) -> None:
    c = t.sessions.c
    connection.execute(delete(t.sessions).where(c.user_id == user, c.token != session))
    notify(connection, f"sessions {session}")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _session(connection: Connection, token: str) -> tuple[str, str] | None:
    joined = t.sessions.join(t.users, t.sessions.c.user_id == t.users.c.id)
    wanted = select(t.users.c.id, t.users.c.name).select_from(joined)
    row = connection.execute(wanted.where(t.sessions.c.token == token, t.sessions.c.expires > now())).first()
    return None if row is None else (row.id, row.name)


# --- endpoints -------------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def _attempt(call: Call, name: str) -> AsyncIterator[Accounts]:
    """An attempt that is counted before anything is done, and given back if it succeeds.

    By name and address together, so that nobody locks somebody else out; and by address, for a guesser at many names.
    """
    accounts, address = call.server.accounts, address_of(call.request)
    if not accounts.passwords.allows(address):
        raise TooFast("too many attempts: wait a minute")
    counted = ((accounts.logins, f"{address} {_folded(name)[:NAME_MAX]}"), (accounts.guesses, address))
    if not all(limit.allows(key) for limit, key in counted):
        raise TooFast("too many attempts: wait a minute")
    yield accounts
    for limit, key in counted:
        limit.give_back(key)


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
    accounts, address = call.server.accounts, address_of(call.request)
    if not accounts.guesses.allows(address) or not accounts.passwords.allows(address):
        raise TooFast("too many new accounts: wait a minute")
    return await _welcome(call, *await accounts.register(call.body.name, call.body.password, address))


@endpoint("POST", "/api/login", m.Account, m.Credentials, free=True, public_only=True)
async def login(call: Call) -> Any:
    """Log in."""
    async with _attempt(call, call.body.name) as accounts:
        user, name = await accounts.login(call.body.name, call.body.password, address_of(call.request))
    return await _welcome(call, user, name)


@endpoint("POST", "/api/password", None, m.NewPassword, public_only=True)
async def password(call: Call) -> Any:
    """Change the password; all other sessions end."""
    assert call.caller.user is not None
    async with _attempt(call, call.caller.name) as accounts:
        session = accounts.session_of(call.request.cookies)
        address = address_of(call.request)
        await accounts.change_password(call.caller.user, call.body.old, call.body.new, session, address)
    await call.server.sessions_ended()
    return Response(None, 204)


@endpoint("POST", "/api/sessions/end", None, public_only=True)
async def end_sessions(call: Call) -> Any:
    """End all other sessions of the account."""
    assert call.caller.user is not None
    accounts = call.server.accounts
    await accounts.end_others(call.caller.user, accounts.session_of(call.request.cookies))
    await call.server.sessions_ended()
    return Response(None, 204)


@endpoint("POST", "/api/logout", None, public_only=True)
async def logout(call: Call) -> Any:
    """Log out."""
    request: Request = call.request
    await call.server.accounts.close_session(request.cookies.get(COOKIE, ""))
    await call.server.sessions_ended()
    response = Response(None, 204)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return response


@endpoint("GET", "/api/account", m.Account, free=True)
async def account(call: Call) -> Any:
    """Who is logged in, and whether one must be."""
    return m.Account(name=call.caller.name, asked=call.server.settings.public, time=now())
