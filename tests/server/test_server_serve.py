"""Starting the server, and what holds a slow page back."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from grognard.errors import Invalid
from grognard.server import serve
from grognard.server.listener import Listener
from grognard.server.serve import default_db
from tests.server.house import House


def test_nobody_else_is_let_in_without_accounts(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "192.168.1.4", "::"):
        with pytest.raises(Invalid, match="--public"):
            serve(host, 0, str(tmp_path / "m.sqlite3"))


def test_a_port_in_use_is_explained(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(Invalid, match="in use"):
            serve("127.0.0.1", other.getsockname()[1], str(tmp_path / "m.sqlite3"))


def test_a_second_start_opens_the_server_that_runs_already(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    port = int(house.url.rpartition(":")[2])
    serve("127.0.0.1", port, None, False, True)
    assert opened == [f"http://localhost:{port}/"]


def test_matches_are_kept_in_the_user_s_own_folder() -> None:
    assert default_db().name == "matches.sqlite3"
    assert "grognard" in str(default_db())


def test_a_page_that_does_not_read_is_cut_off() -> None:
    async def main() -> None:
        listener = Listener()
        for _ in range(Listener.BACKLOG + 1):
            listener.send(b"x")
        assert await listener.next() is None

    asyncio.run(main())
