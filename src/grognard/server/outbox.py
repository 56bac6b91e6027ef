"""The outbox: notices that wait to be sent. They are stored, tried again when that fails, and given up in the end.

Nothing of a match is in a notice but its game, the names of its players and a link.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from grognard.server import clubschema as t
from grognard.server.clubsettings import Club
from grognard.server.records import now
from grognard.server.senders import Dead, Letter, Sender

if TYPE_CHECKING:
    from grognard.server.storage import Storage

log = logging.getLogger("grognard.server")
WAITING_MAX = 20  # of one account
ALL_MAX = 20_000
RETRY = (60, 300, 1_800, 7_200)  # seconds until a notice that could not be sent is tried again
LEASE = 120  # seconds for which a notice is one process's to send
AT_ONCE = 4
MANY = 500  # that are looked at
LOOK_SECONDS = 2.0


class DueNotice(NamedTuple):
    """A notice that is to be sent now."""

    id: str
    user: str
    channel: str
    target: str
    content: str
    tries: int
    due: int


def post(connection: Connection, club: Club, user: str, text: str, match: str, time: int) -> int:
    """Put a notice into the outbox for every way an account wants to be told; how many."""
    link = f"{club.url.rstrip('/')}/#/m/{match}" if club.url else ""
    content = msgspec.json.encode(Letter(text=text, link=link, tag=match)).decode()
    ways = channels(connection, user)
    put(connection, user, [(channel, target, content) for channel, target in ways], time)
    return len(ways)


def put(connection: Connection, user: str, letters: list[tuple[str, str, str]], time: int) -> None:
    """Put letters into the outbox, as long as there is room: an account that is never reached gets no more."""
    c = t.outbox.c
    waiting = connection.execute(select(func.count()).select_from(t.outbox).where(c.user_id == user)).scalar_one()
    everybody = connection.execute(select(func.count()).select_from(t.outbox)).scalar_one()
    for channel, target, content in letters[: min(WAITING_MAX - waiting, ALL_MAX - everybody)]:
        row = {"id": secrets.token_hex(8), "user_id": user, "channel": channel, "target": target, "content": content}
        connection.execute(insert(t.outbox), {**row, "tries": 0, "due": time, "created": time})


def channels(connection: Connection, user: str) -> list[tuple[str, str]]:
    """The ways an account wants to be told: channel and target."""
    found = []
    row = connection.execute(select(t.wishes).where(t.wishes.c.user_id == user)).first()
    if row is not None and row.mail and row.confirmed:
        found.append(("mail", row.mail))
    if row is not None and row.webhook:
        found.append((f"webhook-{row.form}", row.webhook))
    b = t.browsers.c
    browsers = connection.execute(select(b.endpoint, b.p256dh, b.auth).where(b.user_id == user))
    return found + [("push", msgspec.json.encode(list(browser)).decode()) for browser in browsers]


class Outbox:
    """Sends what waits, a few at once, on threads of its own."""

    def __init__(self, storage: Storage, sender: Sender) -> None:
        self._storage, self._sender = storage, sender
        self._threads = ThreadPoolExecutor(AT_ONCE, "grognard-post")
        self._work: asyncio.Task[None] | None = None
        self.sent: Counter[tuple[str, str]] = Counter()  # channel, and sent, failed or dropped
        self._wake = asyncio.Event()

    def start(self) -> None:
        """Begin."""
        self._work = asyncio.ensure_future(self._run())

    async def close(self) -> None:
        """End; what was not sent stays stored."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def wake(self) -> None:
        """Look at once."""
        self._wake.set()

    async def _run(self) -> None:
        while True:
            try:
                await self.send_due()
            except Exception:
                log.exception("the outbox could not be looked at")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK_SECONDS)
            self._wake.clear()

    async def send_due(self) -> None:
        """Send what is due."""
        time = now()
        due = await self._storage.read(lambda c: _due(c, time))
        await asyncio.gather(*(self._send(letter) for letter in due))

    async def _send(self, letter: DueNotice) -> None:
        if not await self._storage.write(lambda c: _claim(c, letter)):
            return  # another process sends it
        loop = asyncio.get_running_loop()
        channel = letter.channel.partition("-")[0]
        try:
            await loop.run_in_executor(self._threads, self._sender.send, letter.channel, letter.target, letter.content)
        except Dead as error:
            log.info("notice by %s given up: %s", channel, error)
            self.sent[channel, "dropped"] += 1
            await self._storage.write(lambda c: _bury(c, letter))
        except Exception as error:  # whatever a stranger's server does
            log.info("notice by %s failed, try %d: %s", channel, letter.tries + 1, error)
            over = letter.tries >= len(RETRY)
            self.sent[channel, "dropped" if over else "failed"] += 1
            await self._storage.write(lambda c: _forget(c, letter) if over else _again(c, letter))
        else:
            self.sent[channel, "sent"] += 1
            await self._storage.write(lambda c: _forget(c, letter))


def _due(connection: Connection, time: int) -> list[DueNotice]:
    c = t.outbox.c
    wanted = select(c.id, c.user_id, c.channel, c.target, c.content, c.tries, c.due).where(c.due <= time)
    due = [DueNotice(*row) for row in connection.execute(wanted.order_by(c.due).limit(MANY))]
    first = {letter.user: letter for letter in reversed(due)}  # one of an account at a time: whom nobody reaches waits
    return sorted(first.values(), key=lambda letter: letter.due)[: AT_ONCE * 4]


def _claim(connection: Connection, letter: DueNotice) -> bool:
    c = t.outbox.c
    mine = update(t.outbox).where(c.id == letter.id, c.due == letter.due).values(due=now() + LEASE * 1000)
    return connection.execute(mine).rowcount == 1


def _again(connection: Connection, letter: DueNotice) -> None:
    later = now() + RETRY[letter.tries] * 1000
    connection.execute(update(t.outbox).where(t.outbox.c.id == letter.id).values(due=later, tries=letter.tries + 1))


def _forget(connection: Connection, letter: DueNotice) -> None:
    connection.execute(delete(t.outbox).where(t.outbox.c.id == letter.id))


def _bury(connection: Connection, letter: DueNotice) -> None:
    """The target is no more: a browser is struck off, a webhook switched off."""
    _forget(connection, letter)
    if letter.channel == "push":
        endpoint = msgspec.json.decode(letter.target)[0]
        connection.execute(delete(t.browsers).where(t.browsers.c.endpoint == endpoint))
    elif letter.channel.startswith("webhook"):
        w = t.wishes.c
        gone = update(t.wishes).where(w.user_id == letter.user, w.webhook == letter.target)
        connection.execute(gone.values(webhook=""))
