"""One worker of several behind one address (`foreman.py`): the usual server, which hands on what is not its own."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import threading
from typing import Any

import msgspec
import uvicorn

from grognard.server.app import build
from grognard.server.crew import HEAD_MAX, Crew
from grognard.server.doorkeeper import Doorkeeper, config, many_files
from grognard.server.foreman import WorkerOrders
from grognard.server.settings import Settings


class Router(Doorkeeper):
    """HTTP, as long as it is about what is ours: other requests are handed over before they are looked at closely."""

    crew = Crew()
    _head = b""
    _between = True  # the next byte begins a request
    first = b""  # what the worker that handed us the connection had read

    def connection_made(self, transport: Any) -> None:
        """Somebody is at the door, or was sent to us."""
        super().connection_made(transport)
        if self.first:
            self.data_received(self.first)

    def data_received(self, data: bytes) -> None:
        """Read the head of a request to see whose it is."""
        if not self._between:
            super().data_received(data)
            return
        self._head += data
        if b"\r\n\r\n" not in self._head and len(self._head) < HEAD_MAX:
            return
        head, self._head = self._head, b""
        wanted = self.crew.wanted(head)
        if wanted != self.crew.me and self._all_sent():
            self._hand(wanted, head)
            return
        self._between = False
        super().data_received(head)

    def on_message_complete(self) -> None:
        """A request has arrived; the next one may be about something else."""
        self._between = True
        super().on_message_complete()

    def _all_sent(self) -> bool:
        """Whether nothing of an earlier answer is still on its way, which would be lost with a connection handed on."""
        transport: Any = self.transport
        return transport.get_write_buffer_size() == 0 and (self.cycle is None or self.cycle.response_complete)

    def _hand(self, wanted: int, head: bytes) -> None:
        transport: Any = self.transport
        self._wait_no_more()
        self._unset_keepalive_if_required()
        transport.pause_reading()
        twin = socket.socket(fileno=os.dup(transport.get_extra_info("socket").fileno()))
        transport.abort()  # ends it for this process only
        self.crew.hand(wanted, twin, head)


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
    threading.Thread(target=_end_with_parent, daemon=True).start()
    logging.basicConfig(level=orders.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    many_files()
    usual = Settings(db=orders.db)
    settings = Settings(
        db=orders.db,
        public=orders.public,
        bot_programs=orders.programs,
        bot_workers=max(1, usual.bot_workers // orders.workers),
        clerks=max(1, usual.clerks // orders.workers),
        worker=orders.worker,
        workers=orders.workers,
        folder=orders.folder,
        club=orders.club,
    )
    app = build(settings)
    Router.crew = app.state.server.crew
    door = socket.socket(fileno=orders.door)
    Worker(config(app, "", 0, http=Router), Router.crew).run(sockets=[door])


def _end_with_parent() -> None:
    while sys.stdin.buffer.read(1 << 10):
        pass
    os._exit(1)  # at once: what was acknowledged is stored, and the port must be free for the next


if __name__ == "__main__":
    main()
