"""A club's server, its members, and the services it speaks to: all on loopback."""

from __future__ import annotations

import re
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import text

from grognard.server.clubsettings import Club
from grognard.server.settings import Settings
from tests.server.house import House, Person, open_house
from tests.server.test_server_public import newcomer

T = TypeVar("T")
QUICK = Club(url="https://club.example", beat=0.05, told_after=0.1, private_targets=True, late_bot="random")
PLENTY = (10_000, 10_000.0)
MINUTE = {"per_move": 60, "per_match": 0, "late": "forfeit"}


@contextmanager
def open_club(db: Path | str, static: Path, club: Club = QUICK, **more: Any) -> Iterator[House]:
    usual: dict[str, Any] = {"new_matches": PLENTY, "guesses": PLENTY, "changes": PLENTY, "visits": PLENTY}
    settings = Settings(db=str(db), static=static, public=True, club=club, **{**usual, **more})
    with open_house(settings) as house:
        yield house


def pair(house: House, one: str, two: str, **more: Any) -> tuple[Person, Person]:
    """Two members at a match, the first as the Germans."""
    anna, boris = newcomer(house, one), newcomer(house, two)
    return anna, sit(anna, boris, **more)


def sit(anna: Person, boris: Person, **more: Any) -> Person:
    """A match between two members who have accounts already."""
    anna.begin({"german": "screen", "soviet": "open"}, **more)
    boris.match, boris.tokens = anna.match, {}
    taken = boris.post("/seats/soviet", {"kind": "screen"})
    assert taken.status_code == 200, taken.text
    return boris


def state_after(person: Person, path: str, body: Any) -> Any:
    """The state once something was done that must succeed."""
    done = person.post(path, body)
    assert done.status_code == 200, done.text
    return person.state()


def ask_sql(house: House, sql: str, **values: Any) -> Any:
    with house.server.storage.engine.begin() as connection:
        found = connection.execute(text(sql), values)
        return found.all() if found.returns_rows else None


def wait_for(what: Callable[[], T], seconds: float = 30) -> T:
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.03)
    return found


@dataclass
class Call:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class HttpSink:
    """A web server that keeps what it is sent and answers as it is told."""

    url: str
    calls: list[Call] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)  # the next statuses; then 204
    location: str = ""


@contextmanager
def http_sink() -> Iterator[HttpSink]:
    sink = HttpSink("")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            sink.calls.append(Call(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(sink.answers.pop(0) if sink.answers else 204)
            if sink.location:
                self.send_header("Location", sink.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        sink.url = f"http://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield sink
        server.shutdown()


@dataclass
class MailSink:
    port: int
    mails: list[str] = field(default_factory=list)
    refuse: list[bytes] = field(default_factory=list)  # answers to the next recipients

    def codes(self) -> list[str]:
        return re.findall(r"is (\d{8})\.", "".join(self.mails))


@contextmanager
def mail_sink() -> Iterator[MailSink]:
    """A mail server that takes everything, unless it is told to refuse."""
    sink = MailSink(0)

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            while line := self.rfile.readline():
                word = line[:4].upper().strip()
                if word == b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    lines = []
                    while (part := self.rfile.readline()) not in (b".\r\n", b""):
                        lines.append(part.decode())
                    sink.mails.append("".join(lines))
                elif word == b"RCPT" and sink.refuse:
                    self.wfile.write(sink.refuse.pop(0))
                    continue
                elif word == b"QUIT":
                    self.wfile.write(b"221 bye\r\n")
                    return
                self.wfile.write(b"250 ok\r\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        sink.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield sink
        server.shutdown()


def with_mail(club: Club, sink: MailSink) -> Club:
    mail = replace(club.mail, host="127.0.0.1", port=sink.port, sender="Club <club@club.example>", security="none")
    return replace(club, mail=mail)
