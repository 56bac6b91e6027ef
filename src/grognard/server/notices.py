"""How somebody wants to be told: mail (once its code was given back), a webhook, browsers. Off until asked for."""

from __future__ import annotations

import re
import secrets
from typing import Any
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from grognard.errors import Invalid
from grognard.server import clubmessages as m
from grognard.server import clubschema as t
from grognard.server import outbox, safehttp, webpush
from grognard.server.api import Call, endpoint
from grognard.server.errors import Conflict, NotYours, TooFast
from grognard.server.records import now
from grognard.server.seats import hashed
from grognard.server.senders import Letter

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")
FORMS = ("discord", "json")
GUESSES_MAX = 5
BROWSERS_MAX = 5
EMPTY = {
    "mail": "", "confirmed": False, "code": "", "guesses": 0, "webhook": "", "form": "discord", "invitations": True,
}  # fmt: skip


def push_key(connection: Connection) -> str:
    """The server's own key for push services, made when it is first wanted; '' where there is no push."""
    if not webpush.available():
        return ""
    c = t.keys.c
    found = connection.execute(select(c.value).where(c.name == "push")).scalar_one_or_none()
    if found is None:
        found = webpush.new_key()
        connection.execute(insert(t.keys), {"name": "push", "value": found})
    return str(found)


def _wishes(connection: Connection, user: str) -> dict[str, Any]:
    row = connection.execute(select(t.wishes).where(t.wishes.c.user_id == user)).mappings().first()
    return {**EMPTY, "user_id": user} if row is None else dict(row)


def _keep(connection: Connection, wishes: dict[str, Any]) -> None:
    connection.execute(delete(t.wishes).where(t.wishes.c.user_id == wishes["user_id"]))
    connection.execute(insert(t.wishes), wishes)


def _shown(url: str) -> str:
    """An address by its host and its end: who sees the screen cannot use it."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.hostname}/…{url[-4:]}" if url else ""


def _user(call: Call) -> str:
    assert call.caller.user is not None
    return call.caller.user


async def _told(call: Call) -> m.NoticesMessage:
    user, club = _user(call), call.server.settings.club

    def ask(connection: Connection) -> tuple[dict[str, Any], int]:
        b = t.browsers.c
        count = connection.execute(select(func.count()).select_from(t.browsers).where(b.user_id == user)).scalar_one()
        return _wishes(connection, user), count

    wishes, browsers = await call.server.storage.read(ask)
    key = call.server.push_key
    return m.NoticesMessage(
        mail=wishes["mail"],
        confirmed=wishes["confirmed"],
        webhook=_shown(wishes["webhook"]),
        form=wishes["form"],
        browsers=browsers,
        invitations=wishes["invitations"],
        can_mail=bool(club.mail.host),
        can_push=bool(key),
        push_key=webpush.public_key(key) if key else "",
    )


def _may(call: Call, *more: str) -> None:
    """Asked before anything is done: changes by account, and what goes out to strangers by account and target."""
    limits = call.server
    if not limits.notice_changes.allows(_user(call)):
        raise TooFast("too many changes: wait a little")
    if more and not all(limits.letters.allows(key) for key in more):
        raise TooFast("too many mails: wait an hour")


@endpoint("GET", "/api/notices", m.NoticesMessage, public_only=True)
async def notices(call: Call) -> Any:
    """How one is told that it is one's turn."""
    return await _told(call)


@endpoint("PUT", "/api/notices", m.NoticesMessage, m.WantedNotices, public_only=True)
async def change_notices(call: Call) -> Any:
    """Change how one is told; a new mail address gets a code, which must be given back before it is used."""
    wanted: m.WantedNotices = call.body
    club, user = call.server.settings.club, _user(call)
    if wanted.mail and (len(wanted.mail) > 254 or not ADDRESS.fullmatch(wanted.mail)):
        raise Invalid("that is no mail address")
    if wanted.mail and not club.mail.host:
        raise Conflict("this server sends no mail")
    if wanted.webhook:
        safehttp.check(wanted.webhook, private=club.private_targets)
    if wanted.form is not None and wanted.form not in FORMS:
        raise Invalid(f"a webhook's form is {' or '.join(FORMS)}")
    _may(call, *((f"account {user}", f"to {wanted.mail.lower()}") if wanted.mail else ()))
    code = f"{secrets.randbelow(10**8):08d}"

    def job(connection: Connection) -> None:
        wishes = _wishes(connection, user)
        changed = {"webhook": wanted.webhook, "form": wanted.form, "invitations": wanted.invitations}
        wishes |= {key: value for key, value in changed.items() if value is not None}
        if wanted.mail is not None and not (wanted.mail == wishes["mail"] and wishes["confirmed"]):
            wishes |= {"mail": wanted.mail, "confirmed": False, "guesses": 0}
            wishes["code"] = hashed(code) if wanted.mail else ""
            if wanted.mail:
                said = f"The code for your account {call.caller.name} is {code}."
                content = msgspec.json.encode(Letter(text=said, link=club.url)).decode()
                outbox.put(connection, user, [("mail", wanted.mail, content)], now())
        _keep(connection, wishes)

    await call.server.storage.write(job)
    call.server.outbox.wake()
    return await _told(call)


@endpoint("POST", "/api/notices/confirm", m.NoticesMessage, m.Confirm, public_only=True)
async def confirm(call: Call) -> Any:
    """Give back the code that came by mail; after a few wrong ones it is void."""
    user, given = _user(call), hashed("".join(call.body.code.split())[:20])
    _may(call)

    def job(connection: Connection) -> bool:
        wishes = _wishes(connection, user)
        if not wishes["code"] or wishes["guesses"] >= GUESSES_MAX:
            return False
        right = secrets.compare_digest(wishes["code"], given)
        changed = {"confirmed": True, "code": ""} if right else {"guesses": wishes["guesses"] + 1}
        connection.execute(update(t.wishes).where(t.wishes.c.user_id == user).values(**changed))
        return right

    if not await call.server.storage.write(job):
        raise NotYours("that is not the code; give the address again for another")
    return await _told(call)


@endpoint("POST", "/api/notices/push", m.NoticesMessage, m.Browser, public_only=True)
async def tell_browser(call: Call) -> Any:
    """Tell this browser, too; the oldest of too many is told no more."""
    user, one = _user(call), call.body
    if not call.server.push_key:
        raise Conflict("this server sends no push messages")
    safehttp.check(one.endpoint, private=call.server.settings.club.private_targets)
    webpush.check(one.p256dh, one.auth)
    _may(call)

    def job(connection: Connection) -> None:
        b = t.browsers.c
        connection.execute(delete(t.browsers).where(b.endpoint == one.endpoint))
        row = {"endpoint": one.endpoint, "user_id": user, "p256dh": one.p256dh, "auth": one.auth, "time": now()}
        connection.execute(insert(t.browsers), row)
        known = connection.execute(select(b.endpoint).where(b.user_id == user).order_by(b.time.desc())).scalars().all()
        connection.execute(delete(t.browsers).where(b.endpoint.in_(known[BROWSERS_MAX:])))

    await call.server.storage.write(job)
    return await _told(call)


@endpoint("POST", "/api/notices/push/stop", m.NoticesMessage, m.Browser, public_only=True)
async def spare_browser(call: Call) -> Any:
    """Tell a browser no more."""
    b, user, endpoint = t.browsers.c, _user(call), call.body.endpoint
    _may(call)
    await call.server.storage.write(
        lambda c: c.execute(delete(t.browsers).where(b.endpoint == endpoint, b.user_id == user)) and None
    )
    return await _told(call)


@endpoint("POST", "/api/notices/test", m.NoticesMessage, public_only=True)
async def try_notices(call: Call) -> Any:
    """Send something everywhere, to see whether it comes."""
    user, club = _user(call), call.server.settings.club
    _may(call, f"account {user}")
    text = "This is how you will be told that it is your turn."
    sent = await call.server.storage.write(lambda c: outbox.post(c, club, user, text, "", now()))
    if not sent:
        raise Conflict("nothing is switched on yet")
    call.server.outbox.wake()
    return await _told(call)
