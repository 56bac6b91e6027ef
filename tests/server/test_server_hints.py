"""Advice, and programs that the operator allows on a seat."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard import bots
from grognard.errors import Invalid
from grognard.server.serve import bot_programs
from grognard.server.settings import Settings
from tests.server.house import House, Person, open_house

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_example.py"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[House]:
    """A server whose operator allows two programs, and with an adviser of our own."""
    folder = tmp_path_factory.mktemp("db")
    (folder / "sulks.py").write_text("import time\nprint('no', flush=True)\ntime.sleep(60)\n")
    programs = {"mybot": f"{sys.executable} {EXAMPLE}", "sulks": f"{sys.executable} {folder / 'sulks.py'}"}
    settings = Settings(
        db=str(folder / "matches.sqlite3"), static=static, bot_pace=0.01, hint_bot="advises", bot_programs=programs
    )
    with open_house(settings) as house:
        yield house


@pytest.fixture(autouse=True)
def adviser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BOTS, "advises", "tests.server.advisers:Advises")


def test_a_hint_is_thought_out_elsewhere(person: Person) -> None:
    person.begin()
    hint = person.get("/hint")
    assert (hint["number"], hint["action"]) == (0, "deploy")
    assert hint["why"].startswith("soviet thought in ")
    assert f" {os.getpid()} " not in hint["why"]
    assert person.get("/hint", as_="soviet") == hint  # not thought out again
    person.plays("deploy")
    assert person.get("/hint")["why"].startswith("german")


def test_the_server_answers_others_meanwhile(person: Person) -> None:
    person.begin()
    hints: list[str] = []
    asking = [threading.Thread(target=lambda: hints.append(person.get("/hint")["why"])) for _ in range(3)]
    for thread in asking:
        thread.start()
    began = time.monotonic()
    person.with_only("german").state()
    assert time.monotonic() - began < 0.4
    for thread in asking:
        thread.join()
    assert len(hints) == 3
    assert len(set(hints)) == 1


def test_a_hint_is_for_whoever_must_decide(person: Person) -> None:
    person.begin({"german": "screen", "soviet": "link"})
    for who, side, status in (
        (person.stranger(), "", 403),
        (person.with_only("german"), "soviet", 403),
        (person.with_only("german"), "german", 409),
        (person, "nobody", 400),
    ):
        assert who.ask("GET", who.at("/hint"), params={"as": side}).status_code == status
    assert person.get("/hint", as_="soviet")["action"] == "deploy"


def test_no_advice_is_said_so_and_asked_for_again(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    person.begin()
    monkeypatch.setitem(bots.BOTS, "advises", "tests.server.advisers:Despairs")
    response = person.ask("GET", person.at("/hint"))
    assert response.status_code == 503
    assert response.json()["error"] == "the staff has no advice: RuntimeError: the map is lost"
    monkeypatch.setitem(bots.BOTS, "advises", "tests.server.advisers:Advises")
    assert person.get("/hint")["action"] == "deploy"


# --- programs --------------------------------------------------------------------------------------------------------


def test_a_program_plays_where_the_operator_allows_it(person: Person) -> None:
    assert "mybot" in person.ask("GET", "/api/games").json()[0]["bots"]
    person.begin({"german": "screen", "soviet": "bot:mybot"})
    with person.live("german") as line:
        assert line.hear_turn("german")["number"] > 0


def test_a_program_that_fails_is_told_on_its_seat(person: Person) -> None:
    person.begin({"german": "screen", "soviet": "bot:sulks"})
    with person.live("german") as line:
        until = time.monotonic() + 10
        while not (seat := person.state()["seats"][1])["failed"] and time.monotonic() < until:
            line.hear_of("seats", seconds=10)
    assert "talks nonsense: no" in seat["failed"]
    assert person.state()["number"] == 0


def test_nobody_names_a_command(person: Person) -> None:
    for kind in ("bot:exec:/bin/true", "exec:/bin/true", "bot:mybot --more"):
        answer = person.ask("POST", "/api/matches", json={"game": "guderian", "seats": {"german": kind}})
        assert answer.status_code == 400
    person.begin()
    assert person.post("/seats/german", {"kind": "bot:exec:/bin/true"}).status_code == 400


def test_without_leave_there_is_no_program() -> None:
    assert Settings(db="").bots == bots.BOTS
    assert bot_programs([]) == {}


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("mybot", "NAME=COMMAND"),
        ("My Bot=/bin/true", "NAME=COMMAND"),
        ("mybot=", "NAME=COMMAND"),
        ("random=/bin/true", "already"),
        ("mybot=./no-such-program", "no such program"),
    ],
)
def test_what_is_wrong_with_a_program_is_said_before_serving(text: str, hint: str) -> None:
    with pytest.raises(Invalid, match=hint):
        bot_programs([text])
