"""The guard before every request: allowed hosts and origins, body size, and the security headers of answers."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.server.addresses import is_loopback
from grognard.server.api import refusal
from grognard.server.errors import NotYours, Refused, TooLarge
from grognard.server.settings import Settings

log = logging.getLogger("grognard.server")
CHANGES = {"POST", "PUT", "PATCH", "DELETE"}
IMPORT = "/api/matches/import"
# What every answer says about itself: the page may load only its own files, and data is never a page.
ALWAYS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
FOR_DATA = [*ALWAYS, (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")]
FOR_PAGES = [
    *ALWAYS,
    (
        b"content-security-policy",
        b"default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Guard:
    """ASGI middleware that checks each request before the application sees it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        method = scope.get("method", "WS")
        try:
            self._check(headers, method)
        except Refused as error:
            log.warning("refused %s %r: %s", method, scope["path"], error.error)
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 4403, "reason": error.error[:100]})
            else:
                await refusal(error)(scope, receive, _labelled(send, scope))
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        await self._carry(scope, receive, _labelled(send, scope), headers)

    def _check(self, headers: Headers, method: str) -> None:
        host = headers.get("host", "")
        if not self._settings.public and not is_loopback(host):
            raise NotYours("this server answers only on this machine: use 127.0.0.1 or localhost")
        if method in CHANGES or method == "WS":
            self._check_origin(headers, host, method)

    def _check_origin(self, headers: Headers, host: str, method: str) -> None:
        """A browser says where a request comes from; a page of another site must not act for its visitor."""
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin is not None and _netloc(origin) != host.lower():
            raise NotYours("this request comes from a page of another site")
        if site is not None and site not in ("same-origin", "none"):
            raise NotYours("this request comes from a page of another site")
        if origin is None and site is None and self._settings.public and "cookie" in headers:
            raise NotYours("this request does not say where it comes from")

    async def _carry(self, scope: Scope, receive: Receive, send: Send, headers: Headers) -> None:
        """Pass the request on, as long as it is not too large."""
        most = self._settings.import_max if scope["path"] == IMPORT else self._settings.body_max
        stated = headers.get("content-length", "0")
        if not stated.isdigit() or int(stated) > most:
            await self._too_large(scope, receive, send, most)
            return
        seen = 0
        started = False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                raise _Overflow
            return message

        async def noted(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, counted, noted)
        except _Overflow:
            if started:
                raise
            await self._too_large(scope, receive, send, most)

    async def _too_large(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        log.warning("refused %s %r: too large", scope["method"], scope["path"])
        response = refusal(TooLarge(f"that is too large: at most {most} bytes"))
        response.headers["Connection"] = "close"
        await response(scope, receive, send)


class _Overflow(Exception):  # noqa: N818
    pass


def _labelled(send: Send, scope: Scope) -> Send:
    data = scope["path"].startswith("/api/")

    async def labelled(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = [*message["headers"], *(FOR_DATA if data else FOR_PAGES)]
            if not any(name == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store" if data else b"no-cache"))
            message["headers"] = headers
        await send(message)

    return labelled


def _netloc(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:  # such as http://[
        return "nowhere"
