"""One account against all the others: whatever it asks, they are served as before."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from zlib import crc32

import httpx
import pytest

import grognard
from grognard import save
from grognard.server import clerk
from grognard.server.clerk import Begin, Done, Late, Read, Task, _late, do
from grognard.server.messages import NewMatch
from grognard.server.settings import Settings
from tests.server.house import House, Json, open_house
from tests.server.test_server_public import newcomer

LONG = 0.9  # seconds for a visitor who asks for nothing costly, on a machine with much else to do


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[House]:
    db = tmp_path_factory.mktemp("db") / "m.sqlite3"
    with open_house(Settings(db=str(db), static=static, public=True, guesses=(1000, 1000.0))) as house:
        newcomer(house, "Warming").begin().get("/history")  # the first clerk is there
        yield house


def wait_of_others(house: House, harm: Callable[[], object]) -> float:
    """The longest a visitor waited for the list of games while somebody meant harm."""
    visitor, worst = house.person(), 0.0
    with ThreadPoolExecutor(1) as crowd:
        done = crowd.submit(harm)
        while not done.done():
            began = time.perf_counter()
            assert visitor.ask("GET", "/api/theme").status_code == 200
            worst = max(worst, time.perf_counter() - began)
            time.sleep(0.01)
        done.result()
    return worst


def wanted(position: str, game: str = "guderian") -> Json:
    return {"game": game, "seats": {}, "position": position}


GRID = 'game = "guderian"\n[units]\n[board.grid]\ncolumns = [1, 9]\nrows = [1, 9]\n'


@pytest.mark.parametrize(
    "position",
    [
        GRID + f'numbering = "{"C" * 30_000}R"',
        GRID.replace("[1, 9]\n", "[1, 5000000]\n", 1),
        "a = " + "[" * 100_000,
        "a = " + "9" * 4_301,
        ".".join("a" * 100_000) + " = 1",
        GRID + "[[board.area]]\nid = 'a'\nhexes = '" + "0101..0909 " * 20_000 + "'",
        "\n".join(f"k{n} = 1" for n in range(20_000)),
    ],
    ids=["numbering", "hexes", "depth", "digits", "dots", "blocks", "keys"],
)
def test_positions_that_mean_harm_are_refused_at_once(house: House, position: str) -> None:
    anna = newcomer(house, f"Anna{crc32(position.encode())}")
    answers: list[httpx.Response] = []
    waited = wait_of_others(house, lambda: answers.append(anna.ask("POST", "/api/matches", json=wanted(position))))
    assert [a.status_code for a in answers] == [400], answers[0].text[:200]
    assert "\n" not in answers[0].json()["error"]
    assert waited < LONG


def headed(**more: Any) -> bytes:
    """A save file whose header holds what it should not."""
    match = grognard.new("guderian", seed=1)
    lines = [{**save.header_table(match), **more}, {"actions": 0, "position": match.fingerprint()}]
    return save._sealed(lines)


def deep(levels: int) -> Json:
    found: Json = 1
    for _ in range(levels):
        found = {"a": found}
    return found


@pytest.mark.parametrize(
    "content",
    [
        headed(
            position={"game": "guderian", "units": {}, "board": {"grid": {"columns": [1, 5_000_000], "rows": [1, 1]}}}
        ),
        headed(position=deep(100)),
        headed(seed=10**300),
        b'{"format": "grognard-match", "position": ' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"}\n",
        b"\xff\xfe" * 1_000,
        b"{}\n" * 25_000,
    ],
    ids=["hexes", "deep", "seed", "deeper", "bytes", "lines"],
)
def test_save_files_that_mean_harm_are_refused_at_once(house: House, content: bytes) -> None:
    bert = newcomer(house, f"Bert{crc32(content)}")
    assert bert.ask("POST", "/api/matches/import", content=content).status_code in (400, 413)


def test_times_that_no_database_holds(house: House) -> None:
    match = grognard.new("guderian", seed=1)
    for time_ in (1 << 63, 10**25, -1):
        lines = [
            save.header_table(match),
            {"side": "soviet", "action": "deploy", "time": time_},
            {"actions": 1, "position": "x"},
        ]
        carl = newcomer(house, f"Carl{abs(time_) % 10**6}")
        response = carl.ask("POST", "/api/matches/import", content=json_lines(lines))
        assert response.status_code == 400, response.text


def json_lines(lines: list[Json]) -> bytes:
    try:
        return save._sealed(lines)
    except OverflowError:  # numbers that only others can write
        return b"\n".join(json.dumps({**line, "check": "0"}).encode() for line in lines) + b"\n"


def test_imports_hold_nobody_up(house: House) -> None:
    match = grognard.new("guderian", seed=3)
    dice = random.Random(3)
    while len(match.actions) < 250 and match.decision is not None:
        words = ""
        while not (choices := match.choices(words)).complete:
            words = f"{words} {dice.choice(choices.items)}".strip()
        match.play(words, at=1)
    content = save.encode(match)
    dora = newcomer(house, "Dora")

    def harm() -> list[int]:
        with ThreadPoolExecutor(8) as crowd:
            posts = [crowd.submit(dora.ask, "POST", "/api/matches/import", content=content) for _ in range(8)]
            return [post.result().status_code for post in posts]

    assert wait_of_others(house, harm) < LONG


def test_the_work_is_counted_though_nothing_comes_of_it(tmp_path: Path, static: Path) -> None:
    db = str(tmp_path / "m.sqlite3")
    few = Settings(db=db, static=static, public=True, new_matches=(3, 0.0001), costly=(4, 0.001))
    with open_house(few) as house:
        emil = newcomer(house, "Emil").begin()
        codes = [emil.ask("POST", "/api/matches", json=wanted("a = [")).status_code for _ in range(4)]
        assert codes == [400, 400, 429, 429]
        codes = [emil.ask("POST", "/api/matches/import", content=b"x").status_code for _ in range(2)]
        assert codes == [429, 429]
        looks = [emil.ask("GET", emil.at("/at/0")).status_code for _ in range(6)]
        assert looks[0] == 200
        assert looks[-1] == 429
        assert emil.ask("GET", emil.at()).status_code == 200


def test_looking_is_counted(tmp_path: Path, static: Path) -> None:
    settings = Settings(db=str(tmp_path / "m.sqlite3"), static=static, public=True, reads=(5, 0.0001))
    with open_house(settings) as house:
        fritz = newcomer(house, "Fritz")
        codes = [fritz.ask("GET", "/api/matches").status_code for _ in range(8)]
        assert codes[0] == 200
        assert codes[-1] == 429
        assert fritz.ask("GET", "/api/matches").headers["retry-after"]
        assert newcomer(house, "Gerda").ask("GET", "/api/matches").status_code == 200


def test_a_preview_works_beside_the_server(house: House) -> None:
    hugo = newcomer(house, "Hugo").begin(game="oder")
    assert hugo.ask("GET", hugo.at("/preview"), params={"words": "attack"}).json() is None
    assert hugo.ask("GET", hugo.at("/preview"), params={"words": "fly"}).status_code in (400, 422)


# --- clerks ----------------------------------------------------------------------------------------------------------


def test_a_deadline_in_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    once = clerk._do

    def for_long(duty: clerk.Duty) -> Done:  # one of them is done in time on a fast machine
        until = time.process_time() + 5
        while time.process_time() < until:
            once(duty)
        return Done()

    monkeypatch.setattr(clerk, "_do", for_long)
    old = signal.signal(signal.SIGPROF, _late)
    try:
        began = time.process_time()
        done = do(Task(Begin(NewMatch(game="eastfront", seats={}, scenario="S41", deployed=True)), 0.05))
        assert (done.error, time.process_time() - began < 2) == ("late", True)
    finally:
        signal.signal(signal.SIGPROF, old)


def test_a_deadline_that_comes_at_a_bad_moment_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []

    def late(number: int, frame: object) -> None:
        heard.append(number)
        if len(heard) > 1:  # the first falls into a finaliser, and Python drops what that raises
            raise Late

    def work(duty: object) -> Done:
        until = time.process_time() + 5
        while time.process_time() < until:
            pass
        return Done()

    monkeypatch.setattr(clerk, "_do", work)
    old = signal.signal(signal.SIGPROF, late)
    try:
        assert do(Task(Read(b""), 0.05)).error == "late"
        assert signal.getitimer(signal.ITIMER_PROF)[0] == 0
    finally:
        signal.signal(signal.SIGPROF, old)


def test_what_a_clerk_says() -> None:
    good = do(Task(Begin(NewMatch(game="oder", seats={})), 20))
    assert good.error == ""
    assert good.content
    assert do(Task(Read(b"x"), 20)).error == "invalid"
    assert isinstance(good, Done)


def test_one_account_waits_for_itself(house: House) -> None:
    irma, karl = newcomer(house, "Irma"), newcomer(house, "Karl")
    dear = {"game": "eastfront", "seats": {}, "scenario": "S41", "deployed": True}
    codes: list[int] = []

    def greedy() -> None:
        codes.append(irma.ask("POST", "/api/matches", json=dear, timeout=120).status_code)

    crowd = [threading.Thread(target=greedy) for _ in range(12)]
    for thread in crowd:
        thread.start()
    began = time.monotonic()
    assert karl.ask("POST", "/api/matches", json={"game": "oder", "seats": {}}, timeout=60).status_code == 200
    mine = time.monotonic() - began
    for thread in crowd:
        thread.join()
    assert 429 in codes  # no more than eight wait
    assert set(codes) <= {200, 429}
    assert mine < time.monotonic() - began


def test_a_clerk_that_is_killed_is_replaced(house: House) -> None:
    lena = newcomer(house, "Lena").begin(game="oder")
    for one in list(house.server.clerks._idle):
        os.kill(one.pid, 9)
    codes = [lena.ask("GET", lena.at("/preview"), params={"words": "attack"}).status_code for _ in range(4)]
    assert codes[-1] == 200
