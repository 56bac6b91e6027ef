"""Running a club: backup and restore, figures for the operator, its settings, and older databases."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from sqlalchemy import text

from grognard.errors import Invalid
from grognard.server import backup, schema
from grognard.server.app import Server
from grognard.server.clubsettings import Club, read_club
from grognard.server.crew import owner_of
from grognard.server.database import open_engine
from tests.server import postgres
from tests.server.club.clubhouse import MINUTE, QUICK, open_club, pair, sit, wait_for
from tests.server.house import House, Json
from tests.server.postgres import free_port
from tests.server.process import ServerProcess
from tests.server.test_server_public import newcomer

ROOT = Path(__file__).parents[3]

# --- backup and restore ----------------------------------------------------------------------------------------------


def test_a_backup_taken_under_play_is_restored_whole(tmp_path: Path, static: Path) -> None:
    db, saved = tmp_path / "club" / "m.sqlite3", tmp_path / "saved.sqlite3"
    stop = threading.Event()
    with open_club(db, static) as house:
        anna, _ = pair(house, "Anna", "Boris", rated=True)
        anna.ask("POST", anna.at("/messages"), json={"text": "before"})
        busy = newcomer(house, "Busy").begin()
        busy.plays("deploy")

        def talk() -> None:
            while not stop.is_set():
                busy.ask("POST", busy.at("/messages"), json={"text": "x"})

        thread = threading.Thread(target=talk)
        thread.start()
        try:
            assert backup.save(db, saved) == 2
        finally:
            stop.set()
            thread.join()
        state = anna.state()
        anna.ask("POST", anna.at("/messages"), json={"text": "after"})
        with pytest.raises(Invalid, match="stop it first"):
            backup.restore(saved, db)
        with pytest.raises(Invalid, match="there already"):
            backup.save(db, saved)
    assert saved.stat().st_mode & 0o077 == 0  # password hashes are in it
    db.write_bytes(b"the disk has gone mad")
    assert backup.restore(saved, db) == 2
    with open_club(db, static) as house:
        again = house.person(Origin=house.url)
        again.http.cookies.update(anna.http.cookies)  # accounts and sessions are back, too
        again.match = anna.match
        assert [line["text"] for line in again.get("/messages")] == ["before"]
        told: Json = again.state()
        assert (told["view"], told["commitment"], told["rated"]) == (state["view"], state["commitment"], True)


def test_what_is_no_backup_replaces_nothing(tmp_path: Path) -> None:
    db, wrong = tmp_path / "m.sqlite3", tmp_path / "wrong"
    db.write_bytes(b"kept")
    wrong.write_bytes(b"not a database at all, but long enough to look at" * 100)
    for file in (wrong, tmp_path / "missing"):
        with pytest.raises(Invalid):
            backup.restore(file, db)
    assert db.read_bytes() == b"kept"
    with pytest.raises(Invalid, match="no such database"):
        backup.save(tmp_path / "missing", tmp_path / "out")


def test_the_command_says_what_it_did(tmp_path: Path, static: Path) -> None:
    db = tmp_path / "m.sqlite3"
    with open_club(db, static) as house:
        newcomer(house, "Anna").begin()
    command = [sys.executable, "-m", "grognard.server.backup", "save", str(db), str(tmp_path / "b.sqlite3")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("1 matches")
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (again.returncode, "there already" in again.stderr) == (2, True)


def test_postgresql_by_pg_dump(postgres_address: str, tmp_path: Path, static: Path) -> None:
    programs = postgres.binaries()
    assert programs is not None
    if not (programs / "pg_dump").exists():
        pytest.skip("no pg_dump")
    first = postgres.fresh_database(postgres_address, "club_first")
    with open_club(first, static) as house:
        anna, boris = pair(house, "Anna", "Boris")
        boris.plays("deploy")
        state = anna.state()
        file = tmp_path / "club.dump"
        subprocess.run([programs / "pg_dump", "--format=custom", f"--file={file}", first], check=True)
    second = postgres.fresh_database(postgres_address, "club_second")
    subprocess.run([programs / "pg_restore", "--no-owner", f"--dbname={second}", file], check=True)
    with open_club(second, static) as house:
        again = house.person(Origin=house.url)
        again.http.cookies.update(anna.http.cookies)
        again.match = anna.match
        assert again.state()["view"] == state["view"]


# --- older databases -------------------------------------------------------------------------------------------------


def test_a_database_of_version_three_becomes_one_of_today(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "older"
    folder.mkdir()
    for number in (1, 2, 3):
        name = f"{number:04d}.sql"
        (folder / name).write_text((schema.MIGRATIONS / name).read_text())
    engine = open_engine(database)
    assert schema.migrate(engine, folder) == 3
    with engine.begin() as c:
        c.execute(text("INSERT INTO users VALUES ('u', 'Anna', 'anna', 'x', 1)"))
        row = "INSERT INTO matches VALUES (:id, 'guderian', 'T', '{}', 'u', FALSE, :summary, 1, 2, TRUE)"
        for id, over in (("going", "false"), ("done", "true")):
            c.execute(text(row), {"id": id, "summary": f'{{"turn":1,"over":{over},"result":""}}'})
    assert schema.migrate(engine) >= 4
    with engine.connect() as c:
        rows = c.execute(text("SELECT id, finished, rated, terms FROM matches ORDER BY id")).all()
        assert [(id, bool(finished), bool(rated), terms) for id, finished, rated, terms in rows] == [
            ("done", True, False, ""),
            ("going", False, False, ""),
        ]
    engine.dispose()


# --- figures ---------------------------------------------------------------------------------------------------------


def figures(port: int, path: str, host: str = "127.0.0.1") -> tuple[int, str]:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Host": host})
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_health_and_metrics_are_for_this_machine_alone(tmp_path: Path, static: Path) -> None:
    port = free_port()
    with open_club(tmp_path / "m.sqlite3", static, replace(QUICK, metrics_port=port)) as house:
        anna, boris = pair(house, "Anna", "Boris")
        boris.plays("deploy")
        wait_for(lambda: house.server.steward.beats)
        assert figures(port, "/health") == (200, "ok\n")
        status, told = figures(port, "/metrics")
        assert status == 200
        values = dict(line.rsplit(" ", 1) for line in told.splitlines() if not line.startswith("#"))
        assert values['grognard_matches{state="running"}'] == "1"
        assert (values["grognard_accounts"], values["grognard_entries_total"]) == ("2", "1")
        assert int(values['grognard_answers_total{status="200"}']) > 3
        named = {line.split()[2] for line in told.splitlines() if line.startswith("# TYPE")}
        assert {key.partition("{")[0] for key in values} <= named
        assert anna.match not in told
        assert figures(port, "/")[0] == 404
        assert figures(port, "/metrics", host="evil.example")[0] == 403
        for path in ("/metrics", "/health", "/api/metrics"):
            assert anna.ask("GET", path).status_code == 404  # not where strangers come
        assert house.server.figures._listening is not None
        assert {socket.getsockname()[0] for socket in house.server.figures._listening.sockets} == {"127.0.0.1"}
        with house.server.storage.engine.begin() as c:
            house.server.steward._round.cancel()  # type: ignore[union-attr]
            c.execute(text("UPDATE alive SET time = 5"))
        assert figures(port, "/health")[0] == 503


def test_every_worker_looks_after_its_own_matches(tmp_path: Path) -> None:
    port, db = free_port(), tmp_path / "m.sqlite3"
    settings = written(tmp_path, f"beat = 0.2\nmetrics_port = {port}\n")
    server = ServerProcess(str(db), None, 2, True, "--settings", str(settings))
    try:
        house = House(server.url, cast(Server, None))
        anna, boris = newcomer(house, "Anna"), newcomer(house, "Boris")
        matches = []
        for _ in range(4):
            sit(anna, boris, clock=MINUTE)
            matches.append(anna.match)
        assert {owner_of(match, 2) for match in matches} <= {0, 1}
        for worker in (0, 1):
            wait_for(lambda worker=worker: figures(port + worker, "/health") == (200, "ok\n"))  # type: ignore[misc]
        with closing(sqlite3.connect(db, timeout=20)) as connection:
            connection.execute("UPDATE clocks SET until = 5 WHERE until > 0")
            connection.commit()
        for match in matches:
            anna.match = match
            result = wait_for(lambda: anna.state()["result"], 30)
            assert result["level"] == "soviet runs out of time"
    finally:
        server.stop()


# --- settings --------------------------------------------------------------------------------------------------------


def written(tmp_path: Path, content: str) -> Path:
    file = tmp_path / "club.toml"
    file.write_text(content)
    return file


def test_the_operator_s_file_is_read(tmp_path: Path) -> None:
    assert read_club(written(tmp_path, "")) == Club()
    club = read_club(
        written(
            tmp_path,
            'url = "https://club.example"\nsilent_days = 20\n[mail]\nhost = "mx"\nsender = "Club <a@b.example>"\n',
        )
    )
    assert (club.url, club.silent_days, club.mail.host, club.mail.port) == ("https://club.example", 20.0, "mx", 587)
    assert read_club(ROOT / "deploy" / "server.toml").url == "https://club.example.org"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("colour = 1", "no key 'colour'"),
        ("beat = 'x'", "beat must be like"),
        ("beat = -1", "not be below 0"),
        ('url = "club.example"', "https://"),
        ('contact = "me"', "mailto:"),
        ('[mail]\nhost = "mx"', "sender"),
        ('[mail]\nhost = "mx"\nsender = "a@b.c"\nsecurity = "hope"', "security"),
        ("mail = 3", "must be a table"),
        ("private_targets = 1", "private_targets"),
        ("[", "club.toml"),
    ],
)
def test_what_is_wrong_in_it_is_said_in_one_line(tmp_path: Path, content: str, says: str) -> None:
    with pytest.raises(Invalid, match=r"club\.toml") as caught:
        read_club(written(tmp_path, content))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
