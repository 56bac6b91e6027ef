"""News between processes that serve the same PostgreSQL database: LISTEN in a thread, again when it was cut off."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable

import psycopg
from sqlalchemy import Engine

log = logging.getLogger("grognard.server")
CHANNEL = "grognard"


class News:
    """Calls `heard` in the event loop with each message other processes (and this one) commit.

    After a lost connection it calls `heard` with an empty message: anything may have happened.
    """

    def __init__(self, engine: Engine, heard: Callable[[str], None]) -> None:
        url = engine.url.set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._stop = threading.Event()
        self.ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="grognard-news", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    if self.ready.is_set():
                        self._tell("")
                    self.ready.set()
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            self._tell(notice.payload)
            except psycopg.Error as error:
                log.warning("the news of the database are interrupted: %s", error)
                self._stop.wait(1.0)

    def _tell(self, message: str) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._heard, message)
