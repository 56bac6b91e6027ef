"""Bots think apart: they hold nobody up, keep their plans, give their reasons, and end with the server."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

import grognard
from grognard import bots
from grognard.server.botpool import BotPool
from grognard.server.botworker import Job
from grognard.server.records import header_text
from grognard.server.settings import Settings
from tests.server.house import House, Json, Person, open_house

SOON = 0.3  # seconds
PONDERS, EXPLAINS = "tests.server.bots:Ponders", "tests.server.advisers:Explains"


@pytest.fixture(scope="module", autouse=True)
def thoughtful() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(bots.BOTS, "ponders", PONDERS)
        patch.setitem(bots.BOTS, "explains", EXPLAINS)
        yield


def thinking(person: Person) -> bool:
    return any(seat["thinking"] for seat in person.state()["seats"])


def soviet_job(bot: str, match: str = "match") -> Job:
    """The set-up of Guderian, for a bot to decide."""
    return Job(match=match, header=header_text(grognard.new("guderian")), actions=[], side="soviet", bot=bot, seed="")


def wait_until(done: Callable[[], bool], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def children() -> set[int]:
    tasks = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return {int(pid) for task in tasks for pid in task.read_text().split()}


# --- nobody waits ----------------------------------------------------------------------------------------------------


@pytest.fixture
def busy_house(tmp_path: Path, static: Path) -> Iterator[House]:
    """A server of one's own: its bots will think for a minute."""
    with open_house(Settings(db=str(tmp_path / "matches.sqlite3"), static=static)) as house:
        yield house


def test_the_server_answers_while_all_bots_think_hard(busy_house: House) -> None:
    house = busy_house
    slow = [house.person().begin({"german": "screen", "soviet": "bot:ponders"}) for _ in range(3)]  # two have a place
    wait_until(lambda: sum(thinking(person) for person in slow) >= 2)
    person = house.person().begin()
    waits = []
    for question in ("", "/choices", "/history", "/messages") * 5:
        began = time.monotonic()
        person.get(question)
        waits.append(time.monotonic() - began)
    began = time.monotonic()
    person.plays("deploy")
    waits.append(time.monotonic() - began)
    assert sorted(waits)[-2] < SOON, waits  # one may have met a busy machine
    assert all(thinking(person) for person in slow[:2])


def test_a_server_that_closes_does_not_wait_for_a_thought(tmp_path: Path, static: Path) -> None:
    before = children()
    with open_house(Settings(db=str(tmp_path / "matches.sqlite3"), static=static)) as house:
        person = house.person().begin({"german": "screen", "soviet": "bot:ponders"})
        wait_until(lambda: thinking(person))
        person.http.close()
        began = time.monotonic()
    assert time.monotonic() - began < 5
    assert children() <= before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process learns of its parent's end on POSIX systems")
def test_a_server_that_is_killed_leaves_no_bot_thinking(tmp_path: Path) -> None:
    (tmp_path / "job").write_bytes(msgspec.json.encode(soviet_job(PONDERS)) + b"\n")
    server = (
        "import os, subprocess\n"
        "from grognard.server.orphan import command\n"
        "bot = subprocess.Popen(command('grognard.server.botworker'), stdin=subprocess.PIPE)\n"
        f"bot.stdin.write(open({str(tmp_path / 'job')!r}, 'rb').read())\n"
        "bot.stdin.flush()\n"
        "print(bot.pid if bot.poll() is None else 0, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    root = Path(__file__).parents[2]
    killed = subprocess.run([sys.executable, "-c", server], stdout=subprocess.PIPE, cwd=root, text=True, timeout=30)
    bot = int(killed.stdout)
    assert bot
    wait_until(lambda: _ended(bot))


def _ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


# --- plans and reasons -----------------------------------------------------------------------------------------------


def reasons(history: Json) -> list[str]:
    return [line["why"] for entry in history for line in entry["lines"] if line["why"]]


def test_a_bot_keeps_its_plans_from_action_to_action(house: House) -> None:
    person = house.person().begin({"german": "bot:explains", "soviet": "bot:explains"})
    with person.live() as line:
        line.hear_state(8, seconds=20)
    said = [why for why in reasons(person.get("/history")) if why.startswith("soviet")]
    assert said == [f"soviet: thought {n}" for n in range(1, len(said) + 1)]


def test_a_bot_that_comes_to_another_worker_and_back_plans_anew() -> None:
    """Or it would carry out what it has long done elsewhere."""
    job = soviet_job(EXPLAINS)

    async def think_here_and_there() -> list[str]:
        pool = BotPool(2, 20)
        said = []
        for other in ("one", "two"):  # each takes the worker where the bot was
            said += [(await pool.think(job)).why for _ in range(2)]
            busy = asyncio.ensure_future(pool.think(soviet_job("tests.server.advisers:Advises", other)))
            await asyncio.sleep(0.1)
            said.append((await pool.think(job)).why)
            await busy
        await pool.close()
        return said

    assert [why.rpartition(" ")[2] for why in asyncio.run(think_here_and_there())] == ["1", "2", "1", "2", "3", "1"]


def test_reasons_stand_in_the_log_where_nobody_has_secrets(house: House) -> None:
    person = house.person().begin({"german": "screen", "soviet": "bot:explains"})
    with person.live("german") as line:
        told = line.hear_turn("german")
    history = person.get("/history", as_="german")
    played = [entry for entry in history if entry["side"] == "soviet"]
    assert all(entry["lines"][0]["why"].startswith("soviet: thought") for entry in played)
    assert not any(line["why"] for entry in played for line in entry["lines"][1:])
    assert "soviet: thought 1" in [line["why"] for line in told["lines"]]
    assert reasons(person.stranger().get("/history")) == reasons(history)


def test_where_sides_have_secrets_a_bots_reasons_are_told_when_all_is_over(house: House) -> None:
    seats = {"german": "screen", "soviet": "bot:explains"}
    person = house.person().begin(seats, game="eastfront", scenario="EDE", deployed=True)
    with person.live("german") as line:
        line.hear_of("state")
        for _ in range(12):
            if any(entry["side"] == "soviet" for entry in person.get("/history")):
                break
            person.plays("end")
            line.hear_turn("german")
        assert any(entry["side"] == "soviet" for entry in person.get("/history"))
        assert not any("thought" in message for message in line.wire)
    assert not reasons(person.get("/history", as_="german"))
    assert not reasons(person.stranger().get("/history"))
    person.post("/resign", {"side": "german"})
    assert reasons(person.get("/history", as_="german"))


def test_a_reason_survives_the_server(tmp_path: Path, static: Path) -> None:
    settings = Settings(db=str(tmp_path / "matches.sqlite3"), static=static)
    with open_house(settings) as house:
        person = house.person().begin({"german": "screen", "soviet": "bot:explains"})
        with person.live("german") as line:
            line.hear_turn("german")
        before = reasons(person.get("/history"))
    with open_house(settings) as again:
        assert reasons(Person(again.url, person.tokens, person.match).get("/history")) == before
