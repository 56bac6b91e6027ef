"""Bytes that are no requests and frames that say nothing: whoever sends them pays, and nobody else waits."""

from __future__ import annotations

import base64
import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grognard.server.accounts import COOKIE
from grognard.server.doorkeeper import CHUNKED_MAX, HEAD_MAX
from grognard.server.limits import Limit
from grognard.server.livewire import IDLE_FRAMES, LATE_MAX, LiveWire
from grognard.server.settings import Settings
from tests.server.house import House, Json, Person, open_house
from tests.server.load import _frame
from tests.server.test_server_public import newcomer

TEXT, PING, PONG, MORE = 1, 9, 10, 0
MANY = 10 * int(IDLE_FRAMES[0])


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[House]:
    db = tmp_path_factory.mktemp("db") / "m.sqlite3"
    with open_house(Settings(db=str(db), static=static, public=True)) as house:
        yield house


def session(person: Person) -> str:
    return f"{COOKIE}={person.http.cookies[COOKIE]}"


def frame(kind: int, content: bytes = b"", *, last: bool = True) -> bytes:
    length = len(content)
    size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
    return bytes([(0x80 if last else 0) | kind]) + size + b"\0\0\0\0" + content


class Raw:
    """A live connection without a library that would keep to the rules."""

    def __init__(self, person: Person) -> None:
        host, port = person.url[7:].split(":")
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        self.socket.settimeout(20)
        self.socket.connect((host, int(port)))
        key = base64.b64encode(os.urandom(16)).decode()
        head = f"GET {person.at('/live')} HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {person.url}\r\n"
        head += f"Cookie: {session(person)}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        head += f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        self.socket.sendall(head.encode())
        self.seen = b""
        while b"\r\n\r\n" not in self.seen:
            self.seen += self.socket.recv(1 << 16)
        assert self.seen.startswith(b"HTTP/1.1 101"), self.seen
        self.seen = self.seen.partition(b"\r\n\r\n")[2]

    def say(self, content: bytes) -> None:
        """Send bytes; if nobody is there any more, `is_cut` will see it."""
        try:
            self.socket.sendall(content)
        except OSError:
            return

    def hear(self, kind: int = TEXT) -> bytes:
        """The content of the next frame of a kind."""
        while True:
            while (found := _frame(self.seen, 0)) is None:
                more = self.socket.recv(1 << 16)
                assert more, "the line was cut"
                self.seen += more
            was, start, end = found
            content, self.seen = self.seen[start:end], self.seen[end:]
            if was == kind:
                return content

    def hear_of(self, kind: str) -> Json:
        """The next message of a kind."""
        while (message := json.loads(self.hear()))["live"] != kind:
            pass
        return message

    def is_cut(self) -> bool:
        """Whether the line ends."""
        try:
            while self.socket.recv(1 << 16):
                pass
        except TimeoutError:
            return False
        except ConnectionError:
            pass
        return True


@contextmanager
def raw(person: Person) -> Iterator[Raw]:
    line = Raw(person)
    with line.socket:
        yield line


def hello(**more: object) -> bytes:
    return frame(TEXT, json.dumps({"seats": [], "side": "german", **more}).encode())


# --- live connections ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [PING, PONG])
def test_frames_that_say_nothing_are_few(house: House, kind: int) -> None:
    with raw(newcomer(house, f"Frames{kind}").begin()) as line:
        line.say(hello())
        line.hear()
        line.say(frame(kind, b"here") * 20)  # as much as a page may ever want
        line.say(hello())
        line.hear_of("state")
        line.say(frame(kind) * MANY)
        assert line.is_cut()


def test_a_ping_is_answered(house: House) -> None:
    with raw(newcomer(house, "Ping").begin()) as line:
        line.say(hello() + frame(PING, b"are you there"))
        assert line.hear(PONG) == b"are you there"


def test_a_message_has_few_parts(house: House) -> None:
    with raw(newcomer(house, "Parts").begin()) as line:
        content = b'{"seats":[],"side":"german"}'
        line.say(
            frame(TEXT, content[:5], last=False) + frame(MORE, content[5:9], last=False) + frame(MORE, content[9:])
        )
        assert json.loads(line.hear())["state"]["side"] == "german"
        line.say(frame(TEXT, b"{", last=False) + frame(MORE, last=False) * MANY)  # parts of nothing, without an end
        assert line.is_cut()


def test_a_long_message_is_read_in_helpings(house: House) -> None:
    with raw(newcomer(house, "Long").begin()) as line:
        line.say(hello(seats=["x" * 40] * 199))
        line.hear_of("state")


def test_all_that_comes_at_once_is_answered_in_order(house: House) -> None:
    with raw(newcomer(house, "Order").begin()) as line:
        line.say(hello())
        line.hear()
        acts = [{"number": 0, "action": "no such word", "side": "german", "ask": n} for n in range(1, 51)]
        line.say(b"".join(frame(TEXT, json.dumps(act).encode()) for act in acts))
        assert [line.hear_of("refused")["answers"] for _ in acts] == [act["ask"] for act in acts]


def test_who_was_shown_the_door_is_not_listened_to(house: House) -> None:
    with raw(newcomer(house, "Door").begin()) as line:
        line.say(frame(TEXT, b"this is no hello"))
        line.hear(8)
        line.say(hello() * (2 * LATE_MAX // len(hello())))
        assert line.is_cut()


def test_while_one_babbles_others_are_served(house: House) -> None:
    """Empty frames take the parser ten microseconds each: a quarter of a megabyte of them once took half a second."""
    babbler, guest = newcomer(house, "Babbler").begin(), newcomer(house, "Guest")
    guest.ask("GET", "/api/games")
    lines = [Raw(babbler) for _ in range(5)]
    for line in lines:
        line.say(hello())
    for line in lines:
        line.hear()
        line.say(frame(PING) * 40_000)
    began = time.monotonic()
    assert guest.ask("GET", "/api/theme").status_code == 200
    assert time.monotonic() - began < 2
    assert all(line.is_cut() for line in lines)


def test_a_live_connection_that_is_not_read_is_cut(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveWire, "stuck_seconds", 0.5)
    monkeypatch.setattr(house.server, "hellos", Limit(10_000, 10_000.0))
    monkeypatch.setattr(house.server, "toil", Limit(1_000, 1_000.0))
    with raw(newcomer(house, "Deaf").begin()) as line:
        deadline = time.monotonic() + 20
        while not LiveWire._stuck and time.monotonic() < deadline:
            line.say(hello())  # each is answered with the whole state
        while LiveWire._stuck and time.monotonic() < deadline:
            time.sleep(0.01)
        assert line.is_cut()
    assert time.monotonic() < deadline


# --- requests --------------------------------------------------------------------------------------------------------


def answered(house: House, start: str, more: bytes, most: int) -> bytes:
    """What is answered to a request that goes on and on; it has to end before so many bytes were taken."""
    host, port = house.url[7:].split(":")
    with socket.create_connection((host, int(port)), 20) as line:
        sent = 0
        try:
            line.sendall(start.encode())
            while sent < most:
                line.sendall(more)
                sent += len(more)
        except ConnectionError:
            return b"cut"
        try:
            return line.recv(1 << 16)
        except ConnectionError:
            return b"cut"


POST = (
    "POST /api/login HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
)


@pytest.mark.parametrize(
    ("start", "more"),
    [
        ("GET /", b"a" * 10_000),
        ("GET / HTTP/1.1\r\nX-Long: ", b"a" * 10_000),
        ("GET / HTTP/1.1\r\n", b"X-Many: 1\r\n" * 1_000),
    ],
)
def test_the_head_of_a_request_has_an_end(house: House, start: str, more: bytes) -> None:
    said = answered(house, start, more, 20 * HEAD_MAX)
    assert said == b"cut" or said.startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    ("start", "more"),
    [
        (POST + "1;", b"x" * 10_000),  # something about a chunk
        (POST + "0\r\n", b"X-Many: 1\r\n" * 1_000),  # headers after the body
        (POST + "0\r\nX-Long: ", b"x" * 10_000),
        (POST, b"1\r\nx\r\n" * 1_000),
    ],
)
def test_so_has_a_body_in_chunks(house: House, start: str, more: bytes) -> None:
    said = answered(house, start.format(host=house.url[7:]), more, 20 * CHUNKED_MAX)
    assert said == b"cut" or said[9:12] in (b"400", b"413")


def test_a_body_in_chunks_is_read(house: House) -> None:
    host, port = house.url[7:].split(":")
    body = b'{"name":"Chunks","password":"a long enough one"}'
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:10], body[10:])) + b"0\r\n\r\n"
    with socket.create_connection((host, int(port)), 20) as line:
        head = POST.format(host=house.url[7:]).replace("/api/login", "/api/register").replace("\r\n\r\n", "\r\n")
        line.sendall(f"{head}Origin: {house.url}\r\n\r\n".encode() + chunks)
        assert line.recv(1 << 16).startswith(b"HTTP/1.1 200")


def test_a_body_with_a_length_may_be_long(house: House) -> None:
    """More than may come in chunks, and more than is allowed: it is refused for that, and in words."""
    emil = newcomer(house, "Emil")
    much, kind = b"x" * (2 * CHUNKED_MAX), {"Content-Type": "text/plain"}
    said = emil.ask("POST", "/api/matches/import", content=much, headers=kind)
    assert (said.status_code, said.json()["error"]) == (400, "this is not a Grognard match")


def test_who_hangs_up_in_the_midst_of_a_request_leaves_no_fault_behind(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    host, port = house.url[7:].split(":")
    person = newcomer(house, "Hasty")
    head = f"POST /api/matches HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: {house.url}\r\nCookie: {session(person)}\r\n"
    head += "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    caplog.set_level("INFO")
    with socket.create_connection((host, int(port)), 20) as line:
        line.sendall(head.encode())
        time.sleep(0.2)
    until = time.monotonic() + 20
    while "they hung up" not in caplog.text and time.monotonic() < until:
        time.sleep(0.02)
    assert "they hung up" in caplog.text
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
