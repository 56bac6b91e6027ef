"""An upgrade with running matches: one that was made under older rules never goes on silently under others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from grognard.games import find
from grognard.server import rooms
from grognard.server.database import open_engine
from grognard.server.settings import Settings
from tests.server.club.clubhouse import MINUTE, ask_sql, open_club, pair, state_after, wait_for
from tests.server.house import House, Person, open_house

OLD = "1-0ld0ld"


def made_under_older_rules(db: Path, *more: str) -> None:
    """As if the program had been replaced by one with newer rules: the match names the older ones."""
    engine = open_engine(db)
    with engine.begin() as connection:
        version = find("guderian").version
        connection.execute(
            text("UPDATE matches SET header = replace(header, :new, :old)"), {"new": version, "old": OLD}
        )
        connection.execute(text("UPDATE marks SET stamp = 'older'"))
        for sql in more:
            connection.execute(text(sql))
    engine.dispose()


def first_choice(person: Person, side: str) -> str:
    """The first words that are offered, as far as they make an action."""
    words: list[str] = []
    while True:
        choices = person.get("/choices", as_=side, words=" ".join(words))
        if choices["complete"]:
            return " ".join(words)
        offered = [word for _, group in choices["groups"] for word in group]
        words.append("end" if "end" in offered else offered[0])


def back_again(house: House, person: Person) -> Person:
    again = house.person(Origin=house.url)
    again.http.cookies.update(person.http.cookies)
    again.match, again.tokens = person.match, person.tokens
    return again


@contextmanager
def upgraded(tmp_path: Path, static: Path, *more: str, **wish: object) -> Iterator[tuple[House, Person, Person]]:
    """Two members in a match of six entries, after the upgrade."""
    db = tmp_path / "m.sqlite3"
    with open_club(db, static) as house:
        anna, boris = pair(house, "Anna", "Boris", **wish)
        boris.plays("deploy")
        for _ in range(3):
            side = anna.state()["view"]["decisions"][0]["side"]
            who = anna if side == "german" else boris
            who.plays(first_choice(who, side))
        number = anna.state()["number"]
        wait_for(lambda: ask_sql(house, "SELECT max(number) FROM snapshots") == [(number,)])
    made_under_older_rules(db, *more)
    with open_club(db, static) as house:
        yield house, back_again(house, anna), back_again(house, boris)


def whose(anna: Person, boris: Person) -> Person:
    return anna if anna.state()["view"]["decisions"][0]["side"] == "german" else boris


def test_nothing_is_played_before_the_sides_agree(tmp_path: Path, static: Path) -> None:
    with upgraded(tmp_path, static, clock=MINUTE) as (house, anna, boris):
        state = anna.state()
        older = state["older"]
        assert (older["made"], older["here"]) == (OLD, find("guderian").version)
        assert older["target"] == state["number"]
        assert "So far it comes out as it was." in older["text"]
        mover = whose(anna, boris)
        refused = mover.play("end")
        assert (refused.status_code, refused.json()["error"]) == (409, older["text"])
        assert mover.post("/undo", {"number": state["number"]}).status_code in (200, 409)
        assert anna.state()["number"] == state["number"]
        number = anna.post("/proposals", {"kind": "rules"}).json()["number"]
        assert anna.state()["older"], "one side alone cannot agree"
        agreed = state_after(boris, f"/proposals/{number}", {"accept": True})
        assert agreed["older"] is None
        assert agreed["view"]["units"] == state["view"]["units"]
        mover.plays(first_choice(mover, mover.state()["mine"][0]))
        assert [clock for clock in anna.state()["clocks"] if clock["until"]]
        assert "goes on from entry" in str(anna.get("/history"))
    with open_club(tmp_path / "m.sqlite3", static) as house:  # what was agreed holds
        assert back_again(house, anna).state()["older"] is None


def test_if_it_comes_out_otherwise_they_go_on_from_where_it_did_not(tmp_path: Path, static: Path) -> None:
    spoilt = (
        "UPDATE snapshots SET position = 'another'",
        "INSERT INTO snapshots SELECT match_id, 1, 'x' FROM snapshots",
    )
    with upgraded(tmp_path, static, *spoilt) as (_, anna, boris):
        state = anna.state()
        assert state["older"]["target"] == 0
        assert f"up to entry 0 of {state['number']}" in state["older"]["text"]
        assert state["view"]["turn"] <= 1
        number = boris.post("/proposals", {"kind": "rules"}).json()["number"]
        agreed = state_after(anna, f"/proposals/{number}", {"accept": True})
        assert agreed["number"] == state["number"] + 1
        boris.plays("deploy")
        played = boris.state()
    with open_club(tmp_path / "m.sqlite3", static) as house:  # and it is opened from its log again
        again = back_again(house, boris)
        assert again.state()["view"] == played["view"]
        assert again.get("/at/2")["view"]["turn"] <= 1  # what was passed over can be looked at
        assert len(again.get("/history")) == played["number"] + 1


def test_an_entry_that_is_no_longer_legal(tmp_path: Path, static: Path) -> None:
    with upgraded(tmp_path, static, "UPDATE actions SET action = 'no longer legal' WHERE number = 2") as (
        _,
        anna,
        boris,
    ):
        assert anna.state()["older"]["target"] == 0  # no position before it was sealed
        assert state_after(boris, "/resign", {"side": "soviet"})["result"]["winner"] == "german"


def test_or_they_call_it_off(tmp_path: Path, static: Path) -> None:
    with upgraded(tmp_path, static, rated=True) as (house, anna, boris):
        number = anna.post("/proposals", {"kind": "off"}).json()["number"]
        state = state_after(boris, f"/proposals/{number}", {"accept": True})
        assert "called off" in state["result"]["level"]
        assert ask_sql(house, "SELECT count(*) FROM rated") == [(0,)]


def test_no_clock_runs_out_meanwhile(tmp_path: Path, static: Path) -> None:
    late = "UPDATE clocks SET until = 5, since = 4 WHERE side = 'german'"
    there = "UPDATE alive SET time = 99999999999999"  # nobody is to think that the server was away
    with upgraded(tmp_path, static, late, there, clock=MINUTE) as (house, anna, _):
        until = house.server.steward.beats + 4
        wait_for(lambda: house.server.steward.beats > until)
        assert anna.state()["result"] is None
        assert [clock["until"] for clock in anna.state()["clocks"]] == [0, 0]


def test_at_home_one_word_is_enough_and_bots_wait_for_it(tmp_path: Path, static: Path) -> None:
    db = tmp_path / "m.sqlite3"
    settings = Settings(db=str(db), static=static)
    with open_house(settings) as house:
        anna = house.person().begin({"german": "bot:random", "soviet": "screen"})
    made_under_older_rules(db)
    with open_house(settings) as house:
        anna = back_again(house, anna)
        assert anna.state()["older"]["target"] == 0
        assert anna.play("deploy").status_code == 409
        assert anna.post("/proposals", {"kind": "rules"}).json()["accepted"]
        anna.plays("deploy")
        assert anna.post("/proposals", {"kind": "rules"}).status_code == 409  # there is nothing to agree on


def test_a_long_match_is_worked_out_by_a_clerk(tmp_path: Path, static: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "REPLAY_HERE", 2)
    with upgraded(tmp_path, static) as (_, anna, _boris):
        state = anna.state()
        assert state["older"]["target"] == state["number"]
