"""What is dearer than it looks: an account pays for the processor's time, and waits for itself, not others for it."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import render, report
from grognard.board import Board
from grognard.server import clerk, rooms, states
from grognard.server.accounts import COOKIE, Accounts
from grognard.server.boards import Boards
from grognard.server.desk import WAITING_MAX, Desk
from grognard.server.errors import TooFast
from grognard.server.keeping import pack
from grognard.server.ledger import Ledger
from grognard.server.limits import Limit
from grognard.server.listener import Listener
from grognard.server.messages import LogLine
from grognard.server.records import LogEntry, header_text
from grognard.server.rooms import Room
from grognard.server.settings import Settings
from grognard.server.storage import Storage
from grognard.server.toil import Toil, asked_by, measured
from tests.server.hostile.test_hostile_cost import wanted
from tests.server.house import House, Person, open_house
from tests.server.test_server_public import PASSWORD, newcomer

OWN = 'game = "oder"\n[units]\n[board.grid]\ncolumns = [1, {columns}]\nrows = [1, 50]\n'


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[House]:
    db = tmp_path_factory.mktemp("db") / "m.sqlite3"
    with open_house(Settings(db=str(db), static=static, public=True, guesses=(1000, 1000.0))) as house:
        yield house


def cookie(person: Person) -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={person.http.cookies[COOKIE]}"}


def busy(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


# --- what a request costs --------------------------------------------------------------------------------------------


def test_the_steps_of_a_request_are_timed_and_not_those_of_others() -> None:
    async def dear() -> str:
        busy(0.02)
        await asyncio.sleep(0.01)
        busy(0.02)
        return "done"

    async def body() -> None:
        one, other = Toil("one"), Toil("other")
        done, slept = await asyncio.gather(measured(dear(), one), measured(asyncio.sleep(0.1, "slept"), other))
        assert (done, slept) == ("done", "slept")
        assert 0.04 <= one.seconds < 0.08
        assert other.seconds < 0.01

    asyncio.run(body())


def test_what_a_desk_does_is_counted_too() -> None:
    async def body() -> None:
        desk, toil = Desk(), Toil("one")
        await measured(desk.do(busy, 0.03), toil)
        assert toil.seconds >= 0.03
        desk.close()

    asyncio.run(body())


def test_between_two_steps_of_an_account_others_have_their_turn() -> None:
    order: list[str] = []

    async def step(name: str) -> None:
        order.append(name)

    async def rounds() -> None:
        for _ in range(4):
            await asyncio.sleep(0)
            order.append("visitor")

    async def body() -> None:
        crowd = [measured(step("greedy"), Toil("greedy")) for _ in range(8)]
        await asyncio.gather(*crowd, measured(rounds(), Toil("visitor")))

    asyncio.run(body())
    assert order.count("greedy") == 8
    assert "visitor" in order[:4]  # not only after all eight


def test_a_request_that_is_called_off_is_told_so() -> None:
    ended: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            ended.append("told")
            raise

    async def body() -> None:
        task = asyncio.ensure_future(measured(work(), Toil("one")))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await measured(asyncio.sleep(0, "next"), Toil("one")) == "next"  # and the turn is free again

    asyncio.run(body())
    assert ended == ["told"]


@pytest.mark.parametrize("shared", [False, True])
def test_a_bucket_that_is_charged_afterwards(tmp_path: Path, shared: bool) -> None:
    now = 1000.0
    ledger = Ledger(str(tmp_path), 0, 2)
    ledger._clock = lambda: now
    limit = ledger.limit("toil", 2.0, 0.5) if shared else Limit(2.0, 0.5, lambda: now)
    assert limit.solvent("anna")
    limit.charge("anna", 3.0)
    assert not limit.solvent("anna")
    assert limit.solvent("boris")
    now += 2.5
    assert limit.solvent("anna")
    limit.charge("anna", inf)
    now += 4.5  # nobody owes more than a bucket
    assert limit.solvent("anna")


def test_who_has_used_up_their_time_waits_and_others_do_not(tmp_path: Path, static: Path) -> None:
    settings = Settings(db=str(tmp_path / "m.sqlite3"), static=static, public=True, toil=(1.0, 0.0))
    with open_house(settings) as house:
        anna = newcomer(house, "Anna").begin(game="oder")
        assert anna.ask("GET", anna.at()).status_code == 200
        user = house.server.rooms.known(anna.match).owner  # type: ignore[union-attr]
        house.server.toil.charge(str(user), 0.999)
        codes = [anna.ask("GET", anna.at()).status_code for _ in range(80)]
        assert codes[-1] == 429
        assert "work" in anna.ask("GET", anna.at()).json()["error"]
        assert newcomer(house, "Boris").ask("GET", "/api/matches").status_code == 200


# --- boards and reports ----------------------------------------------------------------------------------------------


def test_what_a_page_needs_of_a_board_is_worked_out_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    worked: list[str] = []
    usual = render.board_svg

    def draw(board: Board) -> str:
        worked.append(board.title)
        return usual(board)

    monkeypatch.setattr(render, "board_svg", draw)
    carl = newcomer(house, "Carl")
    told = []
    for _ in range(2):
        carl.begin(position=OWN.format(columns=11), game="oder")
        told.append((carl.match, carl.get("/board")))
        assert carl.get("/board")["hexes"] == told[-1][1]["hexes"]
    assert len(worked) == 2  # a board of one's own is one of its own match
    assert all(f"/api/matches/{match}/board.svg" in board["picture"] for match, board in told)


def test_a_board_that_could_not_be_drawn_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        kept, board = Boards(), grognard.new("oder", seed=1).board
        with monkeypatch.context() as patch:
            patch.setattr(render, "board_svg", None)
            with pytest.raises(TypeError):
                await kept.picture(board)
        assert (await kept.picture(board)).svg
        kept.close()

    asyncio.run(body())


def test_a_board_of_one_s_own_has_its_size(house: House) -> None:
    dora = newcomer(house, "Dora")
    refused = dora.ask("POST", "/api/matches", json=wanted(OWN.format(columns=81), "oder"))
    assert (refused.status_code, "4000 hexes" in refused.json()["error"]) == (400, True)
    assert dora.ask("POST", "/api/matches", json=wanted(OWN.format(columns=80), "oder")).status_code == 200


def test_a_report_is_written_beside_the_server_and_counted(tmp_path: Path, static: Path) -> None:
    settings = Settings(db=str(tmp_path / "m.sqlite3"), static=static, public=True, costly=(1, 0.0))
    with open_house(settings) as house:
        emil = newcomer(house, "Emil").begin(game="oder")
        written = emil.ask("GET", emil.at("/report"))
        assert written.status_code == 200
        assert "<!doctype html>" in written.text.lower()
        assert len(house.server.scribes._all) == 1
        assert emil.ask("GET", emil.at("/report")).status_code == 429


def test_a_report_has_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    match = grognard.new("oder", seed=1)
    duty, page = clerk.Tell(header_text(match), pack(match, match), None), report.match_page

    def without_end(told: Any) -> str:
        while True:  # this report is short: it is written until it is stopped
            page(told)

    old = signal.signal(signal.SIGPROF, clerk._late)
    try:
        assert b"<svg" in clerk.do(clerk.Task(duty, 60)).content
        monkeypatch.setattr(report, "match_page", without_end)
        assert clerk.do(clerk.Task(duty, 0.01)).error == "late"
    finally:
        signal.signal(signal.SIGPROF, old)


def test_a_desk_does_one_thing_at_a_time_for_each() -> None:
    order: list[str] = []

    async def asked(desk: Desk, who: str, seconds: float) -> None:
        asked_by.set(Toil(who))

        def work() -> None:
            time.sleep(seconds)
            order.append(who)

        await desk.in_turn(work)

    async def body() -> None:
        desk = Desk()
        greedy = [asyncio.ensure_future(asked(desk, "greedy", 0.02)) for _ in range(WAITING_MAX + 1)]
        await asyncio.sleep(0.005)
        await asked(desk, "visitor", 0)
        done = await asyncio.gather(*greedy, return_exceptions=True)
        assert [type(one) for one in done if one is not None] == [TooFast]
        desk.close()

    asyncio.run(body())
    assert order.index("visitor") <= 2
    assert order.count("greedy") == WAITING_MAX


# --- passwords -------------------------------------------------------------------------------------------------------


def test_who_logs_in_again_and_again_holds_up_nobody_else(tmp_path: Path) -> None:
    inside: list[str] = []

    async def wait(accounts: Accounts, address: str) -> None:
        async with accounts._place(address):
            inside.append(address)
            await asyncio.sleep(0.05)

    async def body() -> None:
        accounts = Accounts(Storage(tmp_path / "m.sqlite3"), Settings(db=""), Ledger())
        greedy = [asyncio.ensure_future(wait(accounts, "one")) for _ in range(20)]
        await asyncio.sleep(0)
        await wait(accounts, "other")
        assert inside[:2] == ["one", "other"]  # though the first had asked for every place
        found = await asyncio.gather(*greedy, return_exceptions=True)
        assert sum(isinstance(one, TooFast) for one in found) == 12
        assert not accounts._waiting
        accounts.close()

    asyncio.run(body())


def test_right_passwords_are_counted_by_address(tmp_path: Path, static: Path) -> None:
    settings = Settings(db=str(tmp_path / "m.sqlite3"), static=static, public=True, passwords=(3, 0.0001))
    with open_house(settings) as house:
        fritz = newcomer(house, "Fritz")

        def log_in(address: str) -> int:
            body, headers = {"name": "Fritz", "password": PASSWORD}, {"X-Forwarded-For": address}
            return int(fritz.ask("POST", "/api/login", json=body, headers=headers).status_code)

        assert [log_in("10.0.0.1") for _ in range(4)] == [200, 200, 200, 429]
        assert log_in("10.0.0.2") == 200


@pytest.mark.parametrize("name", ["referee", "Referee", "ＯＢＳＥＲＶＥＲ"])
def test_nobody_speaks_for_the_referee(house: House, name: str) -> None:
    asked = house.person(Origin=house.url).ask("POST", "/api/register", json={"name": name, "password": PASSWORD})
    assert asked.status_code == 409


# --- what is remembered ----------------------------------------------------------------------------------------------


def test_nobody_can_tell_which_keys_share_a_place(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, other = (Ledger(str(tmp_path / name), 0, 2)._buckets for name in "ab")
    keys = [f"logins 10.0.0.1 name{n}" for n in range(40)]
    assert [one.place(key)[1] for key in keys] != [other.place(key)[1] for key in keys]


def test_large_matches_make_way_before_there_are_many(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    gerda = newcomer(house, "Gerda")
    gerda.begin(position=OWN.format(columns=60), game="oder")
    gerda.state()
    room = house.server.rooms.known(gerda.match)
    assert room is not None
    assert room.weight > 3_000 * rooms.HEX_KB
    monkeypatch.setattr(rooms, "WEIGHT_MAX", 1_000)
    monkeypatch.setattr(rooms, "USED_SECONDS", 0.0)
    small = newcomer(house, "Grete").begin(game="oder")
    assert small.state()
    assert house.server.rooms.known(gerda.match) is None
    assert gerda.state()["number"] == 0  # and it is opened again for whoever asks


def test_a_page_that_does_not_read_is_cut_off_by_what_waits() -> None:
    async def body() -> None:
        listener = Listener()
        listener.send(b"x" * Listener.BACKLOG_BYTES)
        assert await listener.next() is not None
        for _ in range(3):
            listener.send(b"x" * Listener.BACKLOG_BYTES)
        assert await listener.next() is None

    asyncio.run(body())


def test_who_comes_back_is_told_the_end_and_the_rest_is_not_even_looked_at(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    hugo = newcomer(house, "Hugo").begin(game="guderian")
    hugo.plays("deploy")
    for _ in range(6):
        state = hugo.state()
        hugo.post("/undo", {"number": state["number"]})
        hugo.plays("deploy")
    room = house.server.rooms.known(hugo.match)
    assert room is not None
    looked: list[int] = []
    usual = states.entry_lines

    def counted(room: Room, entry: LogEntry, side: str | None) -> list[LogLine]:
        looked.append(entry.record.number)
        return usual(room, entry, side)

    everything = states.lines_since(room, 0, "soviet")
    monkeypatch.setattr(states, "entry_lines", counted)
    monkeypatch.setattr(states, "SINCE", 3)
    assert states.lines_since(room, 0, "soviet") == everything[-3:]
    assert looked == sorted(looked, reverse=True)
    assert len(looked) < room.number


# --- live connections ------------------------------------------------------------------------------------------------


def test_live_connections_are_begun_only_so_fast(tmp_path: Path, static: Path) -> None:
    settings = Settings(db=str(tmp_path / "m.sqlite3"), static=static, public=True, hellos=(3, 0.0001))
    with open_house(settings) as house:
        irma = newcomer(house, "Irma").begin(game="oder")
        with irma.live("soviet", additional_headers=cookie(irma)) as line:
            assert line.hear_of("state")
            for _ in range(2):
                line.socket.send("{}")
                assert line.hear_of("state")
            line.socket.send("{}")
            with pytest.raises(Exception, match="4400"):
                line.hear_of("state")


def test_an_observer_who_comes_and_goes_is_no_news(house: House) -> None:
    karl, watcher = newcomer(house, "Karl").begin(game="oder"), newcomer(house, "Watcher")
    watcher.match = karl.match
    with karl.live("soviet", additional_headers=cookie(karl)) as line:
        line.hear_of("seats")
        for _ in range(3):
            with watcher.live(additional_headers=cookie(watcher)) as other:
                other.hear_of("state")
                other.socket.send("{}")
                other.hear_of("state")
        with karl.live("german", additional_headers=cookie(karl)) as second:
            second.hear_of("state")
        assert karl.post("/messages", {"text": "well?"}).status_code == 200
        assert line.hear()["live"] == "chat"  # nothing else was said meanwhile


def test_one_address_has_so_many_pages(tmp_path: Path, static: Path) -> None:
    settings = Settings(db=str(tmp_path / "m.sqlite3"), static=static, public=True, sockets_from=1)
    with open_house(settings) as house:
        lena, max_ = newcomer(house, "Lena").begin(game="oder"), newcomer(house, "Max")
        max_.match = lena.match
        with lena.live("soviet", additional_headers=cookie(lena)) as line:
            line.hear_of("state")
            with max_.live(additional_headers=cookie(max_)) as other, pytest.raises(Exception, match="4429"):
                other.hear()
            away = {**cookie(max_), "X-Forwarded-For": "10.0.0.9"}
            with max_.live(additional_headers=away) as other:
                assert other.hear_of("state")


def test_files_and_reports_leave_room_for_new_matches(house: House) -> None:
    """The clerks for what takes long are others than those who begin a match."""
    nora, otto = newcomer(house, "Nora"), newcomer(house, "Otto")
    held = [house.server.scribes._places.acquire() for _ in range(2)]
    loop = house.server.storage._writer._loop  # type: ignore[union-attr]
    for place in held:
        asyncio.run_coroutine_threadsafe(place, loop).result(5)
    with ThreadPoolExecutor(1) as beside:
        waiting = beside.submit(nora.ask, "POST", "/api/matches/import", content="x")
        made = otto.ask("POST", "/api/matches", json={"game": "oder", "seats": {}})
        early = waiting.done()
        for _ in held:
            loop.call_soon_threadsafe(house.server.scribes._places.release)
        assert (made.status_code, early) == (200, False)
        assert waiting.result(30).status_code == 400
