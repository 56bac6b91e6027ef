"""One worker of several behind one address (`foreman.py`): the usual server, which hands on what is not its own."""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import re
import socket
import sys
import threading
from typing import Any

import msgspec
import uvicorn

from grognard.server.app import build
from grognard.server.crew import Crew
from grognard.server.doorkeeper import HEAD_MAX, Doorkeeper, config
from grognard.server.foreman import WorkerOrders
from grognard.server.provisions import collect_seldom, many_files
from grognard.server.settings import Settings

FLUSH_SECONDS = 0.01  # until it is looked again whether an answer has left
BODY = re.compile(rb"\r\n(content-length|transfer-encoding)[ \t]*:([^\r\n]*)", re.IGNORECASE)
PLAIN_NUMBER = re.compile(rb"[0-9]{1,9}")


class Router(Doorkeeper):
    """HTTP, as long as it is about what is ours: other requests are handed over before they are looked at closely.

    Bytes go to the parser a request at a time: an answer may be out before the body it refuses has arrived, and what
    follows that body may be another worker's.
    """

    crew = Crew()
    first = b""  # what the worker that handed us the connection had read
    _rest = b""  # arrived, and not yet looked at
    _left: int | None = 0  # bytes of the request under way that are still to come; None if only the parser knows
    _inside = False  # the parser is in the midst of a request

    def connection_made(self, transport: Any) -> None:
        """Somebody is at the door, or was sent to us."""
        super().connection_made(transport)
        if self.first:
            self.data_received(self.first)

    def data_received(self, data: bytes) -> None:
        """Read on, as far as it is clear whose it is."""
        self._rest = self._rest + data if self._rest else data
        self._read_on()

    def _read_on(self) -> None:
        transport: Any = self.transport
        while self._rest and not transport.is_closing() and transport.get_protocol() is self:
            if self._left is None:
                data, self._rest = self._rest, b""
                self._parse(data)
            elif self._left:
                data, self._rest = self._rest[: self._left], self._rest[self._left :]
                self._left -= len(data)
                super().data_received(data)
            elif not self._begin_request():
                return

    def _begin_request(self) -> bool:
        """Look at the head of a request; False if that has to wait, or if it is not ours."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.flow.pause_reading()  # until the answer before it is out
            return False
        self._rest = self._rest.lstrip(b"\r\n")  # allowed before a request
        end = self._rest.find(b"\r\n\r\n")
        if end < 0 and len(self._rest) < HEAD_MAX:
            if self._waiting is None:
                self._wait()
            return False
        wanted = self.crew.wanted(self._rest)
        if wanted != self.crew.me:
            transport: Any = self.transport
            if transport.get_write_buffer_size():  # it would be lost with a connection that is handed on
                asyncio.get_running_loop().call_later(FLUSH_SECONDS, self._read_on)
            else:
                self._hand(wanted)
            return False
        self._left = None if end < 0 else _body_length(self._rest[: end + 2])
        if self._left is not None:
            data, self._rest = self._rest[: end + 4], self._rest[end + 4 :]
            super().data_received(data)
        return True

    def _parse(self, data: bytes) -> None:
        self._inside = True
        super().data_received(data)
        if not self._inside:
            self._left = 0

    def on_message_begin(self) -> None:
        """A request begins."""
        self._inside = True
        super().on_message_begin()

    def on_message_complete(self) -> None:
        """A request has arrived; the next one may be about something else."""
        self._inside = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """An answer is out: what has arrived since is looked at."""
        super().on_response_complete()
        if self._rest:
            asyncio.get_running_loop().call_soon(self._read_on)

    def _hand(self, wanted: int) -> None:
        transport: Any = self.transport
        self._wait_no_more()
        self._unset_keepalive_if_required()
        transport.pause_reading()
        twin = socket.socket(fileno=os.dup(transport.get_extra_info("socket").fileno()))
        transport.abort()  # ends it for this process only
        content, self._rest = self._rest, b""
        self.crew.hand(wanted, twin, content)


def _body_length(head: bytes) -> int | None:
    """How many bytes follow the head of a request; None if it is not plainly said."""
    said = BODY.findall(head)
    if not said:
        return 0
    (name, value), *more = said
    number = value.strip(b" \t")
    return int(number) if not more and name.lower() == b"content-length" and PLAIN_NUMBER.fullmatch(number) else None


class Worker(uvicorn.Server):
    """A server that also takes connections from other workers."""

    def __init__(self, config: uvicorn.Config, crew: Crew) -> None:
        super().__init__(config)
        self._crew = crew

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin; only when all is ready are connections taken."""
        await super().startup(sockets)
        if not self.should_exit:
            self._crew.listen(self._adopt)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End."""
        await self._crew.close()
        await super().shutdown(sockets)

    def _adopt(self, sock: socket.socket, content: bytes) -> None:
        def protocol() -> asyncio.Protocol:
            kind: Any = self.config.http_protocol_class
            made: Router = kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
            made.first = content
            return made

        sock.setblocking(False)
        task = asyncio.ensure_future(asyncio.get_running_loop().connect_accepted_socket(protocol, sock))
        self.server_state.tasks.add(task)  # type: ignore[arg-type]
        task.add_done_callback(self.server_state.tasks.discard)


def main() -> None:
    """Read the orders and serve until the process that gave them ends."""
    orders = msgspec.json.decode(sys.stdin.buffer.readline(), type=WorkerOrders)
    faulthandler.enable()  # one that crashes says where
    threading.Thread(target=_end_with_parent, daemon=True).start()
    logging.basicConfig(level=orders.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    many_files()
    usual = Settings(db=orders.db)
    settings = Settings(
        db=orders.db,
        public=orders.public,
        bot_programs=orders.programs,
        bot_workers=max(1, usual.bot_workers // orders.workers),
        clerks=usual.clerks,  # one account with a job at each worker leaves each a place for others
        worker=orders.worker,
        workers=orders.workers,
        folder=orders.folder,
        club=orders.club,
    )
    app = build(settings)
    collect_seldom()
    Router.crew = app.state.server.crew
    door = socket.socket(fileno=orders.door)
    Worker(config(app, "", 0, http=Router), Router.crew).run(sockets=[door])


def _end_with_parent() -> None:
    while sys.stdin.buffer.read(1 << 10):
        pass
    os._exit(1)  # at once: what was acknowledged is stored, and the port must be free for the next


if __name__ == "__main__":
    main()
