"""Connections, sessions and names: who crowds in, who hangs on, who guesses."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed

from grognard.server import app, live
from grognard.server.accounts import COOKIE
from grognard.server.api import address_of
from grognard.server.doorkeeper import Doorkeeper
from grognard.server.settings import Settings
from grognard.server.text import plain_word
from tests.server.house import House, Person, open_house
from tests.server.test_server_public import PASSWORD, newcomer


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[House]:
    db = tmp_path_factory.mktemp("db") / "m.sqlite3"
    settings = Settings(db=str(db), static=static, public=True, logins=(4, 0.0001), guesses=(1000, 1000.0), sockets=3)
    with open_house(settings) as house:
        yield house


def cookie(person: Person) -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={person.http.cookies[COOKIE]}"}


# --- live connections ------------------------------------------------------------------------------------------------


def test_observers_leave_room_for_those_who_play(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "OBSERVERS_MAX", 2)
    anna, crowd = newcomer(house, "Anna").begin({"german": "open", "soviet": "screen"}), newcomer(house, "Crowd")
    crowd.match = anna.match
    with contextlib.ExitStack() as open_now:
        for _ in range(2):
            open_now.enter_context(crowd.live(additional_headers=cookie(crowd))).hear_of("state")
        with crowd.live(additional_headers=cookie(crowd)) as third, pytest.raises(ConnectionClosed) as caught:
            third.hear()
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 4429
        with anna.live("soviet", additional_headers=cookie(anna)) as line:
            assert line.hear_of("state")["state"]["mine"] == ["soviet"]


def test_one_account_has_so_many_connections(house: House) -> None:
    bert = newcomer(house, "Bert").begin()
    with contextlib.ExitStack() as open_now:
        for _ in range(3):
            open_now.enter_context(bert.live(additional_headers=cookie(bert))).hear_of("state")
        with bert.live(additional_headers=cookie(bert)) as fourth, pytest.raises(ConnectionClosed):
            fourth.hear()
    with newcomer(house, "Bertha").begin().live(additional_headers=cookie(bert)) as line:
        line.hear()


@pytest.mark.parametrize("how", ["logout", "ended elsewhere", "password", "run out"])
def test_a_live_connection_ends_with_its_session(house: House, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SWEEP_SECONDS", 0.1)
    carl = newcomer(house, "Carl" + how[0]).begin()
    elsewhere = house.person(Origin=house.url)
    name = carl.ask("GET", "/api/account").json()["name"]
    elsewhere.ask("POST", "/api/login", json={"name": name, "password": PASSWORD})
    with carl.live("soviet", additional_headers=cookie(carl)) as line:
        line.hear_of("state")
        if how == "logout":
            assert carl.ask("POST", "/api/logout").status_code == 204
        elif how == "ended elsewhere":
            assert elsewhere.ask("POST", "/api/sessions/end").status_code == 204
        elif how == "password":
            changed = elsewhere.ask("POST", "/api/password", json={"old": PASSWORD, "new": "another password"})
            assert changed.status_code == 204
        else:
            with house.server.storage.engine.begin() as connection:
                wanted = "UPDATE sessions SET expires = 1 WHERE user_id = (SELECT id FROM users WHERE name = :name)"
                connection.execute(text(wanted), {"name": name})
            ended = house.server.end_sessions()
            asyncio.run_coroutine_threadsafe(ended, house.server.storage._writer._loop).result(5)  # type: ignore[union-attr]
        with pytest.raises(ConnectionClosed) as caught:
            line.hear_of("nothing more")
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 4401


# --- connections that say nothing ------------------------------------------------------------------------------------


def until_closed(house: House, *words: bytes, pause: float = 0.0) -> float:
    """How long a connection is held that says these things and no more."""
    host, port = house.url.removeprefix("http://").split(":")
    began = time.monotonic()
    with socket.create_connection((host, int(port)), timeout=10) as raw:
        for word in words:
            raw.sendall(word)
            time.sleep(pause)
        with contextlib.suppress(ConnectionError):
            while raw.recv(1000):
                pass
    return time.monotonic() - began


def test_who_says_nothing_is_not_waited_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Doorkeeper, "header_seconds", 0.3)
    assert until_closed(house) < 3
    assert until_closed(house, b"GET / HTTP/1.1\r\n", b"Host: x\r\n", b"A: b\r\n", pause=0.2) < 4
    whole = f"GET /api/theme HTTP/1.1\r\nHost: {house.url[7:]}\r\n\r\n".encode()
    assert until_closed(house, whole, b"GET /api", pause=0.1) < 4  # and not at the second request either


def test_a_live_connection_is_not_closed_by_the_doorkeeper(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Doorkeeper, "header_seconds", 0.2)
    dora = newcomer(house, "Dora").begin()
    with dora.live("soviet", additional_headers=cookie(dora)) as line:
        line.hear_of("state")
        time.sleep(0.5)
        dora.plays("deploy")
        assert line.hear_state(1)


def ask_and_not_read(house: House, person: Person, source: str = "127.0.0.1") -> socket.socket:
    """A connection that asks for much and reads none of it."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.bind((source, 0))
    raw.connect(("127.0.0.1", int(house.url.rpartition(":")[2])))
    raw.settimeout(15)
    session = f"{COOKIE}={person.http.cookies[COOKIE]}"
    picture = f"GET /api/matches/{person.match}/board.svg HTTP/1.1\r\nHost: x\r\nCookie: {session}\r\n\r\n"
    raw.sendall(picture.encode() * 12)  # more than the system keeps for somebody who does not read
    return raw


def is_cut(raw: socket.socket) -> bool:
    """Whether the rest does not come any more."""
    try:
        while raw.recv(1 << 20):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


def test_what_nobody_reads_is_not_kept_for_ever(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    emma = newcomer(house, "Emma").begin()
    assert emma.ask("GET", emma.at("/board.svg")).status_code == 200
    monkeypatch.setattr(Doorkeeper, "stuck_seconds", 0.5)
    with ask_and_not_read(house, emma) as raw:
        deadline = time.monotonic() + 20
        while not Doorkeeper._stuck and time.monotonic() < deadline:
            time.sleep(0.01)
        while Doorkeeper._stuck and time.monotonic() < deadline:
            time.sleep(0.01)
        assert is_cut(raw)
    assert time.monotonic() < deadline
    assert emma.ask("GET", emma.at("/board.svg")).status_code == 200  # whoever reads gets it all


def test_nor_is_more_of_it_kept_than_there_is_room_for(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    emmi = newcomer(house, "Emmi").begin()
    assert emmi.ask("GET", emmi.at("/board.svg")).status_code == 200
    monkeypatch.setattr(Doorkeeper, "stuck_max", 100_000)
    with ask_and_not_read(house, emmi) as raw:
        assert is_cut(raw)
    assert not Doorkeeper._stuck


def test_one_address_has_so_many_connections(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Doorkeeper, "connections_from", 3)
    port = int(house.url.rpartition(":")[2])
    with contextlib.ExitStack() as open_now:

        def knock(source: str) -> bool:
            raw = open_now.enter_context(socket.create_connection(("127.0.0.1", port), 10, (source, 0)))
            with contextlib.suppress(ConnectionError):
                raw.sendall(f"GET /api/theme HTTP/1.1\r\nHost: {house.url[7:]}\r\n\r\n".encode())
                return raw.recv(8) == b"HTTP/1.1"
            return False

        assert [knock("127.0.0.2") for _ in range(5)] == [True, True, True, False, False]
        assert knock("127.0.0.3")
        assert all(knock("127.0.0.1") for _ in range(5))  # a proxy speaks for many
    until = time.monotonic() + 10
    while Doorkeeper._from and time.monotonic() < until:
        time.sleep(0.01)
    assert not Doorkeeper._from  # who has gone is not counted


def test_a_live_connection_is_counted_once(house: House) -> None:
    erna = newcomer(house, "Erna").begin()
    with erna.live("soviet", additional_headers=cookie(erna), source_address=("127.0.0.4", 0)) as line:
        line.hear_of("state")
        assert not Doorkeeper._from["127.0.0.4"]
    del Doorkeeper._from["127.0.0.4"]


def test_a_body_that_does_not_come(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.server.api.BODY_SECONDS", 0.3)
    host, port = house.url.removeprefix("http://").split(":")
    head = f"POST /api/login HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
    head += "Content-Length: 99\r\n\r\n{"
    with socket.create_connection((host, int(port)), timeout=10) as raw:
        raw.sendall(head.encode())
        assert raw.recv(100).split()[1] == b"408"


# --- guessing --------------------------------------------------------------------------------------------------------


def try_login(house: House, name: str, password: str, address: str = "10.0.0.1") -> int:
    person = house.person(Origin=house.url)
    headers = {"X-Forwarded-For": address}
    body = {"name": name, "password": password}
    return int(person.ask("POST", "/api/login", json=body, headers=headers).status_code)


def test_nobody_locks_a_stranger_out(house: House) -> None:
    newcomer(house, "Emil")
    codes = [try_login(house, "emil", "wrong password", "10.0.0.1") for _ in range(8)]
    assert codes == [401] * 4 + [429] * 4
    assert try_login(house, "Emil", PASSWORD, "10.0.0.2") == 200  # from elsewhere it is open
    assert try_login(house, "Emil", PASSWORD, "10.0.0.1") == 429


def test_only_failures_count(house: House) -> None:
    newcomer(house, "Fritz")
    assert [try_login(house, "Fritz", PASSWORD, "10.0.1.1") for _ in range(9)] == [200] * 9


def test_a_home_with_many_addresses_is_one(house: House) -> None:
    newcomer(house, "Gerda")
    codes = [try_login(house, "Gerda", "wrong password", f"2001:db8:1:2::{n:x}") for n in range(1, 9)]
    assert codes == [401] * 4 + [429] * 4
    assert try_login(house, "Gerda", PASSWORD, "2001:db8:1:3::1") == 200


@pytest.mark.parametrize(
    ("host", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_addresses(host: str, counts_as: str) -> None:
    scope: dict[str, Any] = {"type": "http", "client": (host, 1), "headers": []}
    assert address_of(HTTPConnection(scope)) == counts_as


def test_another_password(house: House) -> None:
    hugo = newcomer(house, "Hugo")
    assert hugo.ask("POST", "/api/password", json={"old": "not this one", "new": "another password"}).status_code == 403
    assert hugo.ask("POST", "/api/password", json={"old": PASSWORD, "new": "short"}).status_code == 400
    assert hugo.ask("POST", "/api/password", json={"old": PASSWORD, "new": "another password"}).status_code == 204
    assert hugo.ask("GET", "/api/matches").status_code == 200  # this session stays
    assert try_login(house, "Hugo", PASSWORD, "10.0.2.1") == 401
    assert try_login(house, "Hugo", "another password", "10.0.2.1") == 200


def test_ending_other_sessions(house: House) -> None:
    irma = newcomer(house, "Irma")
    other = replace(irma, tokens={}, headers={"Origin": house.url})
    other.ask("POST", "/api/login", json={"name": "Irma", "password": PASSWORD})
    assert other.ask("GET", "/api/matches").status_code == 200
    assert irma.ask("POST", "/api/sessions/end").status_code == 204
    assert other.ask("GET", "/api/matches").status_code == 401
    assert irma.ask("GET", "/api/matches").status_code == 200


@pytest.mark.parametrize("name", ["Anna", "anna-lena", "O'Neill", "Łukasz", "Иван", "山田太郎", "x2", "a.b_c", "é1"])
def test_names_that_everybody_can_see(name: str) -> None:
    assert plain_word(name)


@pytest.mark.parametrize(
    "name",
    ["", "An na", "Anna\u200b", "\u3164\u3164", "An\u00adna", "Anna\u2800", "\u202eannA", "Anna\ufe0f", "-Anna",
     "Anna.", "\u0301Anna", "An\u2060na", "Anna\u00a0", "An\tna", "\U000e0041nna", "Anna\u115f", "<b>", "a/b"],
)  # fmt: skip
def test_names_that_hide_something(house: House, name: str) -> None:
    assert not plain_word(name)
    if name not in ("An\u00adna",):
        answer = house.person(Origin=house.url).ask("POST", "/api/register", json={"name": name, "password": PASSWORD})
        assert answer.status_code == 400
