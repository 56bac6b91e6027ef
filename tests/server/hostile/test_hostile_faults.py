"""Requests that once were answered by a fault, databases that are away or full, and who may look where."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

import grognard
from grognard.errors import Invalid
from grognard.server.database import open_engine
from grognard.server.owners import Owners
from grognard.server.settings import Settings
from grognard.server.storage import Storage
from tests.server import postgres
from tests.server.house import House, Person, open_house
from tests.server.process import ROOT
from tests.server.test_server_public import newcomer

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("method", "path", "more"),
    [
        ("POST", "/api/matches", {"headers": {**JSON, "Origin": "http://["}, "content": b"{}"}),
        ("POST", "/api/matches", {"headers": JSON, "content": b'{"a":' * 100_00 + b"1" + b"}" * 100_00}),
        ("POST", "/api/matches", {"headers": JSON, "content": b'{"game": "\xff\xfe", "seats": {}}'}),
        ("POST", "/api/matches", {"headers": JSON, "content": b'{"game": "\\ud800", "seats": {}}'}),
        ("POST", "/api/matches", {"headers": JSON, "content": b"[" * 50_000}),
        ("GET", "/api/matches/{id}/query/zoc?self=1&what=2&side=3&asked=4", {}),
        ("GET", "/api/matches/{id}/query/zoc?as=german&self=1", {}),
        ("GET", "/api/matches/{id}/choices?words=%ff%fe", {}),
        ("GET", "/api/matches/{id}/at/99999999999", {}),
    ],
)
def test_no_fault_of_the_server(house: House, method: str, path: str, more: dict[str, object]) -> None:
    person = house.person().begin()
    response = person.ask(method, path.replace("{id}", person.match), **more)
    assert response.status_code < 500, response.text
    assert response.status_code != 200 or "query" in path or "choices" in path


def test_a_host_that_is_no_name(house: House) -> None:
    host, port = house.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n")
        assert raw.recv(100).split()[1] in (b"400", b"403")


def test_deep_words_on_a_live_connection(house: House) -> None:
    person = house.person().begin()
    with person.live() as line:
        line.hear_of("state")
        line.socket.send("[" * 15_000)
        with pytest.raises(Exception, match="4400"):
            line.hear_of("nothing more")


# --- a database that is full or away ---------------------------------------------------------------------------------


@pytest.fixture
def full(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A server whose disk is full."""
    real = Storage.write

    async def write(storage: Storage, job: object) -> object:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    monkeypatch.setattr(Storage, "write", write)
    yield house
    monkeypatch.setattr(Storage, "write", real)


def test_a_full_disk_is_said_so(house: House, request: pytest.FixtureRequest) -> None:
    person = house.person().begin()
    request.getfixturevalue("full")
    answers = [
        person.post("/messages", {"text": "hello"}),
        person.ask("POST", "/api/matches", json={"game": "oder", "seats": {}}),
        person.post("/actions", {"number": 0, "action": "deploy"}),
        person.post("/notes", {"side": "soviet", "text": "x"}, "PUT"),
        person.post("/seats/german", {"kind": "link"}),
        person.post("/proposals", {"kind": "draw"}),
    ]
    assert [a.status_code for a in answers] == [503] * 6
    assert all(a.headers["retry-after"] for a in answers)
    assert person.state()["number"] == 0


def test_postgresql_goes_away_and_comes_back(static: Path) -> None:
    if reason := postgres.why_not():
        pytest.skip(reason)
    with postgres.running() as address, open_house(Settings(db=address, static=static)) as house:
        person = house.person().begin()
        person.plays("place R16 0123")
        with house.server.storage.engine.connect() as connection:
            pid = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
            parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        subprocess.run(["kill", f"-{signal.SIGSTOP.value}", str(parent)], check=True)  # no new sessions
        try:
            with house.server.storage.engine.connect() as connection:
                pids = connection.execute(text("SELECT pid FROM pg_stat_activity WHERE pid != pg_backend_pid()"))
                for other in [row.pid for row in pids if row.pid]:
                    subprocess.run(["kill", "-TERM", str(other)], check=False)
            answer = person.play("place R17 0123", number=1)
            assert answer.status_code in (200, 503), answer.text
        finally:
            subprocess.run(["kill", f"-{signal.SIGCONT.value}", str(parent)], check=True)
        for _ in range(40):
            number = person.ask("GET", person.at()).json().get("number")
            if number == 2 or person.play("place R17 0123", number=1).status_code == 200:
                break
            time.sleep(0.25)
        assert person.state()["number"] == 2


# --- one server a file, one owner a match ----------------------------------------------------------------------------


def test_a_zero_byte_is_not_taken_for_a_database_that_is_away(postgres_address: str, static: Path) -> None:
    db = postgres.fresh_database(postgres_address, "zero")
    with open_house(Settings(db=db, static=static, public=True)) as house:
        anna = newcomer(house, "Anna")
        browser = {"endpoint": "a\0b", "p256dh": "a\0b", "auth": "a\0b"}
        answers = [
            anna.ask("GET", "/api/matches?game=a%00b"),
            anna.ask("POST", "/api/notices/push/stop", json=browser),
        ]
        assert [answer.status_code for answer in answers] == [400, 400], [answer.text for answer in answers]
        assert anna.ask("GET", "/api/matches?game=guderian").status_code == 200


def test_two_servers_on_one_file(tmp_path: Path, static: Path) -> None:
    db = str(tmp_path / "m.sqlite3")
    with open_house(Settings(db=db, static=static)):
        command = [sys.executable, "-m", "grognard.server", "--port", "0", "--db", db]
        second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
        assert second.returncode == 2
        assert "another server is running" in second.stderr
        assert len(second.stderr.strip().splitlines()) == 1
    open_engine(db).dispose()  # and afterwards it is free
    open_engine(db).dispose()


def test_one_owner_a_match(postgres_address: str) -> None:
    async def body() -> None:
        engine = open_engine(postgres.fresh_database(postgres_address, "owners"))
        one, two = Owners(engine, True), Owners(engine, True)
        assert await one.take("m1")
        assert await one.take("m1")
        assert not await two.take("m1")
        assert await two.take("m2")
        await one.give_up("m1")
        assert await two.take("m1")
        assert not await one.take("m1")
        await two.close()  # as if it had died
        until = time.monotonic() + 10
        while not await one.take("m1"):  # the database notices in its own time
            assert time.monotonic() < until
            await asyncio.sleep(0.05)
        await one.close()
        engine.dispose()

    asyncio.run(body())


def test_a_conflict_of_numbers_is_tried_again(house: House) -> None:
    tries: list[int] = []

    def job(connection: Connection) -> str:
        tries.append(1)
        if len(tries) < 4:
            row = "INSERT INTO schema_version VALUES (NULL)"  # breaks a constraint, as a number that is taken does
            connection.execute(text(row))
        return "done"

    storage = house.server.storage
    assert storage._writer is not None
    found = asyncio.run_coroutine_threadsafe(storage.again(job), storage._writer._loop).result(10)
    assert (found, len(tries)) == ("done", 4)


# --- who may look, and who must agree --------------------------------------------------------------------------------

BLOCKS = {"game": "eastfront", "scenario": "EDE"}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[House]:
    settings = Settings(
        db=str(tmp_path_factory.mktemp("db") / "m.sqlite3"), static=static, public=True, guesses=(1000, 1000.0)
    )
    with open_house(settings) as house:
        yield house


@pytest.fixture
def pair(club: House, request: pytest.FixtureRequest) -> tuple[Person, Person]:
    """Two accounts at a match with secrets."""
    name = f"{crc32(request.node.name.encode())}"
    anna = newcomer(club, f"A{name}").begin({"german": "open", "soviet": "screen"}, **BLOCKS)
    bert = newcomer(club, f"B{name}")
    bert.match = anna.match
    bert.tokens = {"german": bert.post("/seats/german", {"kind": "screen"}).json()["token"]}
    return anna, bert


@pytest.mark.parametrize("left", ["open", "bot:random"])
def test_nobody_takes_the_seat_the_opponent_has_left(pair: tuple[Person, Person], left: str) -> None:
    anna, bert = pair
    assert bert.post("/seats/german", {"kind": left}).status_code == 200
    for kind in ("screen", "link"):
        assert anna.post("/seats/german", {"kind": kind}).status_code == 403
    anna.post("/seats/soviet", {"kind": "open"})  # nor by leaving one's own first
    assert anna.post("/seats/german", {"kind": "screen"}).status_code == 403
    assert bert.post("/seats/soviet", {"kind": "screen"}).status_code == 403
    assert bert.post("/seats/german", {"kind": "screen"}).status_code in ((200,) if left == "open" else (403, 200))


def test_somebody_else_may_take_it(club: House, pair: tuple[Person, Person]) -> None:
    anna, bert = pair
    bert.post("/seats/german", {"kind": "open"})
    carl = newcomer(club, f"C{anna.match[:8]}")
    carl.match = anna.match
    assert carl.post("/seats/german", {"kind": "screen"}).status_code == 200
    assert carl.state()["mine"] == ["german"]


def test_a_match_against_bots_may_be_taken_over(club: House) -> None:
    dora = newcomer(club, "Dora").begin({"german": "bot:random", "soviet": "screen"}, **BLOCKS)
    assert dora.post("/seats/german", {"kind": "screen"}).status_code == 200


def test_notes_belong_to_the_person(club: House, pair: tuple[Person, Person]) -> None:
    anna, bert = pair
    bert.post("/notes", {"side": "german", "text": "attack at dawn"}, "PUT")
    assert bert.get("/notes", as_="german")["text"] == "attack at dawn"
    bert.post("/seats/german", {"kind": "open"})
    emil = newcomer(club, f"E{anna.match[:8]}")
    emil.match = anna.match
    emil.post("/seats/german", {"kind": "screen"})
    assert emil.get("/notes", as_="german")["text"] == ""
    emil.post("/notes", {"side": "german", "text": "mine"}, "PUT")
    emil.post("/seats/german", {"kind": "open"})
    bert.post("/seats/german", {"kind": "screen"})
    assert bert.get("/notes", as_="german")["text"] == "attack at dawn"


def test_without_accounts_notes_follow_a_new_secret_of_the_same_person(house: House) -> None:
    host = house.person().begin({"german": "link", "soviet": "screen"})
    guest = host.with_only("german")
    guest.post("/notes", {"side": "german", "text": "left flank"}, "PUT")
    guest.tokens = {"german": guest.post("/seats/german", {"kind": "screen"}).json()["token"]}
    assert guest.get("/notes", as_="german")["text"] == "left flank"
    other = replace(guest, tokens={"german": guest.post("/seats/german", {"kind": "link"}).json()["token"]})
    assert other.get("/notes", as_="german")["text"] == ""


def test_no_going_back_without_a_person_who_agrees(pair: tuple[Person, Person]) -> None:
    anna, bert = pair
    first = anna.state()["view"]["decisions"][0]["side"]
    mover = anna if first == "soviet" else bert
    items = mover.get("/choices", as_=first)["groups"][0][1]
    mover.plays("deploy" if "deploy" in items else "end")
    for kind in ("bot:random", "open"):
        bert.post("/seats/german", {"kind": kind})
        bert.post("/seats/german", {"kind": "screen"})
        bert.post("/seats/german", {"kind": kind})
        asked = anna.post("/proposals", {"kind": "rollback", "to": 0})
        assert asked.status_code == 409
        assert "must agree" in asked.json()["error"] or "nothing" in asked.json()["error"]


def test_free_undo_is_listed_and_not_for_guests(house: House) -> None:
    games = house.person().ask("GET", "/api/games").json()
    assert all(any(option["id"] == "free_undo" for option in game["options"]) for game in games)
    alone = house.person().begin(options={"free_undo": True})
    assert alone.state()["options"]["free_undo"] is True
    for guests in (False, True):
        seats = {"german": "link" if guests else "screen", "soviet": "screen"}
        person = house.person().begin(seats, options={"free_undo": True}, game="guderian", deployed=True)
        dice_thrown(house, person)
        last = person.get("/history")[-1]["side"]
        assert person.with_only(last).state()["can_undo"] is not guests


def dice_thrown(house: House, person: Person) -> None:
    """Let something be learned since the newest action."""
    room = house.server.rooms.known(person.match)
    assert room is not None
    person.plays(*[a for a in ("interdict 1015",) if room.course.match.decision_of("german")] or ["end"])
    room.course.match.state.learned += 1
    room.touch()


# --- the command line ------------------------------------------------------------------------------------------------


def test_two_windows_on_one_save_file(tmp_path: Path) -> None:
    from grognard.cli.play import play
    from grognard.locks import take

    path = tmp_path / "game.jsonl"
    grognard.new("guderian", seed=1).save(path)
    first = take(tmp_path / ".game.jsonl.lock", "")
    with pytest.raises(Invalid, match="another window"):
        play(path, "deploy")
    assert first is not None
    first.close()
    play(path, "deploy")
    assert len(grognard.load(path).actions) == 1
    assert not (tmp_path / ".game.jsonl.lock").exists()
