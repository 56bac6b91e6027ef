"""Several server processes on one PostgreSQL: each tells its people what happened in the others."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection

from grognard.server import storage
from grognard.server.database import Writer
from grognard.server.settings import Settings
from tests.server import postgres
from tests.server.house import House, Person, open_house


@pytest.fixture(scope="module")
def houses(postgres_address: str, static: Path) -> Iterator[tuple[House, House]]:
    """Two servers, as far apart as two processes can be: they share the database and nothing else."""
    settings = Settings(db=postgres.fresh_database(postgres_address, "shared"), static=static)
    with open_house(settings) as one, open_house(settings) as two:
        yield one, two


@pytest.fixture
def people(houses: tuple[House, House]) -> tuple[Person, Person]:
    """The Soviet player at one server, the German at the other."""
    one, two = houses
    person = one.person().begin({"german": "link", "soviet": "screen"})
    return person.with_only("soviet"), Person(two.url, {"german": person.tokens["german"]}, person.match)


def test_an_action_at_one_is_seen_at_the_other_within_a_second(people: tuple[Person, Person]) -> None:
    soviet, german = people
    with german.live("german") as line:
        line.hear_of("state")
        soviet.plays("place R16 0123", "deploy")
        assert line.hear_state(2, seconds=1)["state"]["view"]["decisions"][0]["side"] == "german"
        with soviet.live("soviet") as other:
            other.hear_of("state")
            german.plays("interdict 1015")
            told = other.hear_state(3, seconds=1)
            assert [line["text"] for line in told["lines"]] == ["an Air Interdiction marker is placed in 1015"]


def test_chat_seats_and_proposals_cross_over(people: tuple[Person, Person]) -> None:
    soviet, german = people
    with german.live("german") as line:
        line.hear_of("state")
        soviet.post("/messages", {"text": "hello over there"})
        assert line.hear_of("chat")["message"]["text"] == "hello over there"
        soviet.plays("place R16 0123")
        line.hear_state(1)
        soviet.post("/proposals", {"kind": "draw"})
        while (state := line.hear_of("state")["state"])["proposal"] is None:
            pass
        assert state["proposal"]["kind"] == "draw"
        soviet.post("/seats/soviet", {"kind": "bot:random"})
        while line.hear_of("state")["state"]["seats"][1]["kind"] != "bot":
            pass
    with soviet.live() as line:
        line.hear_of("state")
        soviet.post("/messages", {"text": "once"})
        assert line.hear_of("chat")["message"]["text"] == "once"
        assert soviet.post("/messages", {"text": "twice"}).status_code == 200
        assert line.hear_of("chat")["message"]["text"] == "twice"  # and not "once" again


def _play(person: Person, action: str, number: int) -> httpx.Response:
    return person.play(action, number=number)


def test_a_race_between_processes_has_one_winner(houses: tuple[House, House], people: tuple[Person, Person]) -> None:
    soviet, german = people
    both = [soviet, Person(houses[1].url, soviet.tokens, soviet.match)]
    for person in both:
        person.state()  # both have the match in memory
    for number in range(3):
        words = [f"place R{16 + number} {hex}" for hex in ("0123", "0124")]
        with ThreadPoolExecutor(2) as crowd:
            answers = list(crowd.map(_play, both, words, [number, number]))
        assert sorted(a.status_code for a in answers) == [200, 409], [a.text for a in answers]
        lost = next(a for a in answers if a.status_code == 409)
        assert lost.json()["number"] == number + 1
    assert german.get("/history") == soviet.get("/history")


def test_who_has_seen_more_than_a_process_is_not_refused(
    houses: tuple[House, House], people: tuple[Person, Person]
) -> None:
    soviet, _ = people
    there = Person(houses[1].url, soviet.tokens, soviet.match)
    there.state()  # the other process has the match in memory
    heard = houses[1].server.news
    assert heard is not None
    real, heard._heard = heard._heard, lambda message: None  # and hears nothing of what happens here
    try:
        soviet.plays("place R16 0123")
        assert there.play("place R17 0124", number=1).status_code == 200
        soviet.ask("GET", soviet.at())
        assert soviet.play("place R18 0125", number=2).status_code == 200
        assert there.play("place R19 0126", number=2).status_code == 409
    finally:
        heard._heard = real


def test_a_process_does_not_read_again_what_it_has_just_stored(
    houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor if the news of its own action comes before the answer of its writer."""
    person = houses[0].person().begin({"german": "screen", "soviet": "screen"})
    read, stored = storage.records_since, Writer._alone
    asked: list[str] = []

    def counted(connection: Connection, id: str, number: int) -> Any:
        asked.append(id)
        return read(connection, id, number)

    def slowly(writer: Writer, job: Any, again: bool = True) -> Any:
        done = stored(writer, job, again)
        time.sleep(0.2)  # it is committed, and everybody has heard of it
        return done

    monkeypatch.setattr(storage, "records_since", counted)
    monkeypatch.setattr(Writer, "_alone", slowly)
    person.plays("place R16 0123", "place R17 0124")
    time.sleep(0.2)
    assert person.match not in asked


def test_chat_of_two_processes_at_once_is_all_there(houses: tuple[House, House], people: tuple[Person, Person]) -> None:
    soviet, german = people
    with ThreadPoolExecutor(8) as crowd:
        said = [
            crowd.submit(person.post, "/messages", {"text": f"{side} {n}"})
            for n in range(12)
            for side, person in (("s", soviet), ("g", german))
        ]
        assert {answer.result().status_code for answer in said} == {200}
    lines = soviet.get("/messages")
    assert len(lines) == 24
    assert [line["number"] for line in lines] == list(range(1, 25))


def test_the_bots_of_a_match_are_played_by_one_process(houses: tuple[House, House]) -> None:
    one, two = houses
    person = one.person().begin({"german": "screen", "soviet": "bot:random"})
    other = Person(two.url, person.tokens, person.match)
    with person.live("german") as line, other.live("german") as there:
        state = line.hear_turn("german")
        there.hear_state(state["number"])
    told = [entry for entry in person.get("/history") if entry["side"] == "soviet"]
    assert told
    assert [house.server.rooms.known(person.match).failed for house in houses] == [{}, {}]  # type: ignore[union-attr]
