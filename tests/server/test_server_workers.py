"""Several workers behind one address: each match has one owner, connections find it, and nobody notices."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from grognard.errors import Invalid
from grognard.server import crew as crews
from grognard.server import foreman
from grognard.server.accounts import COOKIE
from grognard.server.crew import Crew, owner_of
from grognard.server.storage import Storage
from grognard.server.worker import _body_length
from tests.series import few
from tests.server import postgres
from tests.server.house import Person
from tests.server.process import ServerProcess

WORKERS = 2
SEATS = {"german": "link", "soviet": "screen"}


@pytest.fixture(scope="module", params=few(["sqlite", "postgresql"], 1))
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    db = str(tmp_path_factory.mktemp("db") / "matches.sqlite3")
    if request.param == "postgresql":
        db = postgres.fresh_database(request.getfixturevalue("postgres_address"), "crew")
    running = ServerProcess(db, workers=WORKERS)
    yield running
    running.stop()


def one_of_each(url: str) -> list[Person]:
    """Matches of both workers."""
    found: dict[int, Person] = {}
    while len(found) < WORKERS:
        person = Person(url).begin(SEATS)
        found.setdefault(owner_of(person.match, WORKERS), person)
    return list(found.values())


def test_every_match_has_one_owner_and_they_share_alike() -> None:
    ids = [f"{n:016x}" for n in range(2000)]
    for workers in (1, 2, 3, 8):
        counts = [sum(owner_of(id, workers) == worker for id in ids) for worker in range(workers)]
        assert min(counts) > 0.7 * len(ids) / workers
    assert [owner_of("abc", 4) for _ in range(3)] == [owner_of("abc", 4)] * 3


@pytest.mark.parametrize(
    ("head", "who"),
    [
        (b"GET /api/matches/abc HTTP/1.1\r\n", owner_of("abc", 8)),
        (b"GET /api/matches/abc?as=german HTTP/1.1\r\n", owner_of("abc", 8)),
        (b"POST /api/matches/abc/actions HTTP/1.1\r\n", owner_of("abc", 8)),
        (b"GET /api/matches/abc/live HTTP/1.1\r\nUpgrade: websocket\r\n", owner_of("abc", 8)),
        (b"POST /api/matches/import HTTP/1.1\r\n", 5),
        (b"GET /api/matches HTTP/1.1\r\n", 5),
        (b"GET / HTTP/1.1\r\n", 5),
        (b"POST /api/login HTTP/1.1\r\n", 0),
        (b"POST /api/sessions/end HTTP/1.1\r\n", 0),
        (b"\x00\xff", 5),
    ],
)
def test_who_answers_a_request(head: bytes, who: int) -> None:
    assert Crew(5, 8).wanted(head) == who


def test_one_connection_speaks_of_the_matches_of_all(server: ServerProcess) -> None:
    people = one_of_each(server.url)
    caller = Person(server.url)
    for number in range(6):
        for person in people:
            caller.tokens, caller.match = person.tokens, person.match
            assert caller.state()["number"] == number
            assert caller.play(f"place R{16 + number} 012{3 + number // 3}", "soviet", number).status_code == 200
            note = {"side": "soviet", "text": "n" * 15_000}  # longer than the head of a request
            assert caller.post("/notes", note, "PUT").json()["text"] == note["text"]
    assert {entry["id"] for entry in caller.ask("GET", "/api/matches").json()} >= {p.match for p in people}


def test_people_at_one_match_meet_wherever_they_come_in(server: ServerProcess) -> None:
    for person in one_of_each(server.url):
        german, soviet = person.with_only("german"), person.with_only("soviet")
        with german.live("german", deltas=True) as g, soviet.live("soviet", deltas=True) as s:
            g.follow(0)
            s.follow(0)
            for number in range(6):
                s.act(f"place R{16 + number} 012{3 + number // 3}", number, "soviet", ask=number + 1)
                assert s.follow(number + 1)["answers"] == number + 1
                assert g.follow(number + 1)["live"] == "delta"
            german.post("/messages", {"text": "hello"})
            assert s.hear_of("chat")["message"]["text"] == "hello"
            assert g.state["view"] == german.state("german")["view"]


def test_a_crowd_at_one_match_has_one_winner_each_time(server: ServerProcess) -> None:
    """Whichever worker they come in by: one is played, the others are told that they were late, and of nothing else."""
    person = one_of_each(server.url)[0].with_only("soviet")
    for number in range(3):  # no hex takes a fourth
        words = [f"place R{16 + number} {hex}" for hex in ("0123", "0124", "0125", "0126")]

        def play(action: str, number: int = number) -> int:
            return Person(server.url, person.tokens, person.match).play(action, "soviet", number).status_code

        with ThreadPoolExecutor(4) as crowd:
            assert sorted(crowd.map(play, words)) == [200, 409, 409, 409]
    assert [entry["number"] for entry in person.get("/history")] == [0, 1, 2, 3]


def spoken(server: ServerProcess, *parts: str) -> bytes:
    """What is answered to parts sent over one connection without waiting, as far as it comes within a moment."""
    place = urlsplit(server.url)
    with socket.create_connection((place.hostname, place.port), timeout=20) as line:
        for part in parts:
            line.sendall(part.replace("HOST", place.netloc).encode())
            time.sleep(0.05)
        heard = b""
        while heard.count(b"HTTP/1.1 ") < 2 or not heard.endswith(b"}"):
            more = line.recv(1 << 16)
            assert more, heard
            heard += more
    return heard


def test_requests_that_come_together_are_answered_in_turn(server: ServerProcess) -> None:
    one, two = one_of_each(server.url)
    heads = [f"GET /api/matches/{p.match} HTTP/1.1\r\nHost: HOST\r\n\r\n" for p in (one, two)]
    heard = spoken(server, "".join(heads))
    assert heard.count(b"HTTP/1.1 200") == 2
    assert heard.index(one.match.encode()) < heard.index(two.match.encode())


def test_an_answer_before_the_body_has_come_confuses_nobody(server: ServerProcess) -> None:
    """There is no login here, so the answer is out at once; the rest of the body and the next request come together."""
    for person in one_of_each(server.url):
        head = "POST /api/login HTTP/1.1\r\nHost: HOST\r\nContent-Length: 3000\r\n\r\n"
        after = f"GET /api/matches/{person.match} HTTP/1.1\r\nHost: HOST\r\n\r\n"
        heard = spoken(server, head, "x" * 3000 + after[:20], after[20:])
        assert heard.startswith(b"HTTP/1.1 404")
        assert b"HTTP/1.1 200" in heard
        assert person.match.encode() in heard


def test_a_request_whose_place_only_the_parser_knows_is_told_to_come_by_itself(server: ServerProcess) -> None:
    """After a body in chunks; no browser sends one."""
    one, two = one_of_each(server.url)
    chunks = "Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    head = f"POST /api/matches/{one.match}/messages HTTP/1.1\r\nHost: HOST\r\n{chunks}"
    heard = spoken(server, head + f"GET /api/matches/{two.match} HTTP/1.1\r\nHost: HOST\r\n\r\n")
    assert heard.startswith(b"HTTP/1.1 400")
    assert b"HTTP/1.1 421" in heard


@pytest.mark.parametrize(
    ("head", "length"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\n", 0),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n", 12),
        (b"POST / HTTP/1.1\r\ncontent-LENGTH:\t 7 \r\nHost: x\r\n", 7),
        (b"POST / HTTP/1.1\r\nX-Content-Length: 12\r\n", 0),
        (b"POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n", None),
        (b"POST / HTTP/1.1\r\nContent-Length: +5\r\n", None),
        (b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n", None),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n", None),
        (b"POST / HTTP/1.1\r\nContent-Length:" + b" " * 60_000 + b"x\r\n", None),
    ],
)
def test_how_long_a_body_is(head: bytes, length: int | None) -> None:
    began = time.process_time()
    assert _body_length(head) == length
    assert time.process_time() - began < 0.5  # seconds: whoever writes a strange head pays for it alone


def test_a_dead_worker_s_matches_are_taken_over(server: ServerProcess) -> None:
    people = one_of_each(server.url)
    for person in people:
        person.plays("place R16 0123")
    for number in range(WORKERS):
        server.kill_worker(number)
        began = time.monotonic()
        for person in people:
            again = Person(server.url, person.tokens, person.match)
            while True:
                try:
                    assert [entry["action"] for entry in again.get("/history")][1:] == ["place R16 0123"]
                    break
                except OSError:  # a connection the dead one had accepted
                    continue
        assert time.monotonic() - began < 20  # seconds, on a machine that is busy
        while len(server.workers()) < WORKERS:
            time.sleep(0.05)


@pytest.mark.parametrize(("how", "told"), [(signal.SIGKILL, "(SIGKILL)"), (signal.SIGSEGV, "Segmentation fault")])
def test_it_is_said_how_a_worker_ended(tmp_path: Path, how: signal.Signals, told: str) -> None:
    server = ServerProcess(str(tmp_path / "m.sqlite3"), workers=WORKERS)
    try:
        before = server.workers()
        until = time.monotonic() + 60
        while time.monotonic() < until and not all(_serves(pid) for pid in before):
            time.sleep(0.05)
        os.kill(before[1], how)
        while time.monotonic() < until and "another takes its matches over" not in server.said():
            time.sleep(0.05)
        assert "worker 1 has ended" in server.said()
        assert told in server.said()
        assert before[0] in server.workers()
    finally:
        server.stop()


def _serves(pid: int) -> bool:
    """Whether a worker has begun in earnest: its threads run."""
    return len(list(Path(f"/proc/{pid}/task").iterdir())) > 2


def test_the_workers_end_with_the_server(tmp_path: Path) -> None:
    db = str(tmp_path / "matches.sqlite3")
    server = ServerProcess(db, workers=WORKERS)
    with pytest.raises(Invalid, match="one file, one server"):
        Storage(db)
    workers = server.workers()
    assert len(workers) == WORKERS
    server.kill()
    until = time.monotonic() + 10
    while any(Path(f"/proc/{pid}").exists() and "Z" not in _status(pid) for pid in workers):
        assert time.monotonic() < until
        time.sleep(0.02)
    ServerProcess(db, port=server.port, workers=WORKERS).stop()  # nobody holds the port or the file


def _status(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]
    except OSError:
        return "Z"


class Enough(Exception):  # noqa: N818
    """The test has seen what it wanted."""


@pytest.mark.parametrize("serving", [False, True])
def test_workers_that_die_are_replaced_for_ever_unless_none_has_ever_served(
    serving: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreman, "REST_SECONDS", 0.0)
    monkeypatch.setattr("signal.signal", lambda number, what: None)
    started = 0

    def start(worker: int) -> subprocess.Popen[bytes]:
        nonlocal started
        started += 1
        if started > 3 * foreman.GIVE_UP:
            raise Enough
        return subprocess.Popen(["false"])

    with pytest.raises(Enough if serving else Invalid):
        foreman._keep(start, 2, lambda worker: serving and worker == 0)


def test_a_session_that_ends_at_one_worker_ends_at_all(tmp_path: Path) -> None:
    server = ServerProcess(str(tmp_path / "matches.sqlite3"), workers=WORKERS, public=True)
    try:
        anna = Person(server.url, headers={"Origin": server.url})
        password = {"name": "Anna", "password": "correct horse battery"}
        assert anna.ask("POST", "/api/register", json=password).status_code == 200
        cookie = {"Cookie": f"{COOKIE}={anna.http.cookies[COOKIE]}"}
        while owner_of(anna.begin().match, WORKERS) == 0:  # accounts are the first worker's
            pass
        with anna.live("soviet", additional_headers=cookie) as line:
            line.hear_of("state")
            assert anna.ask("POST", "/api/logout").status_code == 204
            with pytest.raises(ConnectionClosed):
                line.hear_of("never", 10)
        assert anna.ask("GET", anna.at()).status_code == 401
    finally:
        server.stop()


def test_whoever_cannot_be_handed_on_is_told_to_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crews, "HAND_SECONDS", 0.2)

    async def main() -> bytes:
        crew = Crew(0, 2, str(tmp_path))
        crew.listen(lambda sock, content: None)
        here, there = socket.socketpair()
        with there:
            crew.hand(1, here, b"GET / HTTP/1.1\r\n\r\n")
            answer = await asyncio.to_thread(there.recv, 1000)
        await crew.close()
        return answer

    assert asyncio.run(main()).startswith(b"HTTP/1.1 503")


def test_workers_tell_each_other(tmp_path: Path) -> None:
    async def main() -> None:
        one, two = Crew(0, 2, str(tmp_path)), Crew(1, 2, str(tmp_path))
        handed: asyncio.Queue[tuple[socket.socket, bytes]] = asyncio.Queue()
        heard: asyncio.Queue[str] = asyncio.Queue()
        two.heard = heard.put_nowait
        one.listen(lambda sock, content: None)
        two.listen(lambda sock, content: handed.put_nowait((sock, content)))
        one.tell("a few words")
        assert await asyncio.wait_for(heard.get(), 5) == "a few words"
        here, there = socket.socketpair()
        content = b"x" * 300_000
        one.hand(1, here, content)
        sock, came = await asyncio.wait_for(handed.get(), 5)
        assert came == content
        with sock, there:
            sock.sendall(b"it is open")
            assert there.recv(100) == b"it is open"
        await one.close()
        await two.close()

    asyncio.run(main())
