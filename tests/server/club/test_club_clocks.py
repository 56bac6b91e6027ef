"""Clocks: when they run, what happens when they run out, and that nobody loses while the server is away."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from grognard.errors import Invalid
from grognard.server import clocks
from grognard.server.clocks import Clock
from grognard.server.clubmessages import ClockTerms
from grognard.server.database import open_engine
from grognard.server.records import now
from grognard.server.schema import migrate
from tests.server.club.clubhouse import MINUTE, QUICK, ask_sql, open_club, pair, state_after, wait_for
from tests.server.house import House, Json, Person
from tests.server.test_server_public import newcomer

HOUR = 3_600_000
BOTH = {"a": Clock("a"), "b": Clock("b")}


def test_a_move_lasts_until_the_other_side_is_asked() -> None:
    terms = ClockTerms(per_move=100)
    asked = clocks.after(terms, BOTH, {"a"}, 1_000)
    assert asked == {"a": Clock("a", 0, 1_000, 101_000), "b": Clock("b")}
    assert clocks.after(terms, asked, {"a"}, 50_000) == asked  # another action of the same move
    turned = clocks.after(terms, asked, {"b"}, 60_000)
    assert turned == {"a": Clock("a", 59_000), "b": Clock("b", 0, 60_000, 160_000)}
    assert clocks.after(terms, turned, set(), 61_000)["b"] == Clock("b", 1_000)


def test_the_time_of_a_match_is_used_up_move_by_move() -> None:
    terms = ClockTerms(per_match=100, per_move=80)
    first = clocks.after(terms, BOTH, {"a"}, 0 + 1)
    assert first["a"].until == 80_001
    second = clocks.after(terms, clocks.after(terms, first, {"b"}, 70_001), {"a"}, 500_000)
    assert second["a"] == Clock("a", 70_000, 500_000, 530_000)


@pytest.mark.parametrize(
    "wrong", [{}, {"per_move": 5}, {"per_match": -1}, {"per_move": 10**9}, {"per_move": 90, "late": "x"}]
)
def test_terms_that_make_no_sense(wrong: Any) -> None:
    with pytest.raises(Invalid):
        clocks.check(ClockTerms(**wrong))


def timed(database: str) -> Any:
    """A database with a match whose clock runs."""
    engine = open_engine(database)
    migrate(engine)
    with engine.begin() as c:
        c.execute(text("INSERT INTO matches VALUES ('m','g','t','{}',NULL,FALSE,'{}',1,1,FALSE,FALSE,FALSE,'')"))
        clocks.set_up(c, "m", ["a", "b"])
    return engine


def test_while_no_server_is_there_no_clock_runs(database: str) -> None:
    engine, terms = timed(database), ClockTerms(per_move=3600)
    with engine.begin() as c:
        assert clocks.beat(c, 1_000, 30_000, 300_000) == 0
        clocks.move_on(c, "m", terms, {"a"}, 2_000)
        assert clocks.beat(c, 11_000, 30_000, 300_000) == 0  # all in order
        assert clocks.read(c, "m")["a"] == Clock("a", 0, 2_000, 3_602_000)
        gap = clocks.beat(c, 11_000 + 2 * HOUR, 30_000, 300_000)
        assert gap == 2 * HOUR
        assert clocks.read(c, "m") == {"a": Clock("a", 0, 2_000 + gap, 3_602_000 + gap), "b": Clock("b")}
        assert clocks.run_out(c, 11_000 + 2 * HOUR) == []
        assert clocks.run_out(c, 3_602_000 + gap) == ["m"]
        assert clocks.away(c, 0) == gap
        assert clocks.away(c, 11_000 + HOUR) == HOUR
    engine.dispose()


def test_who_had_seconds_left_has_some_minutes_when_the_server_is_back(database: str) -> None:
    engine = timed(database)
    with engine.begin() as c:
        clocks.beat(c, 1_000, 30_000, 300_000)
        clocks.move_on(c, "m", ClockTerms(per_match=60), {"a"}, 1_000)
        clocks.beat(c, 59_000, 60_000, 300_000)
        clocks.beat(c, 59_000 + HOUR, 30_000, 300_000)
        back = clocks.read(c, "m")["a"]
        assert back.until == 59_000 + HOUR + 300_000
        after = clocks.move_on(c, "m", ClockTerms(per_match=60), set(), 59_000 + HOUR + 10_000)["a"]
        assert after.used < 60_000  # the minutes given are not charged
    engine.dispose()


# --- at the table ----------------------------------------------------------------------------------------------------


def running(person: Person) -> dict[str, int]:
    return {clock["side"]: clock["until"] for clock in person.state()["clocks"] if clock["until"]}


def let_run_out(house: House, person: Person, side: str) -> None:
    ask_sql(house, "UPDATE clocks SET until = 5 WHERE match_id = :m AND side = :s", m=person.match, s=side)


def test_clocks_run_when_both_have_sat_down(club: House) -> None:
    anna = newcomer(club, "Anna").begin({"german": "screen", "soviet": "open"}, clock=MINUTE)
    assert anna.state()["terms"] == MINUTE
    assert running(anna) == {}
    boris = newcomer(club, "Boris")
    boris.match = anna.match
    boris.post("/seats/soviet", {"kind": "screen"})
    assert list(running(anna)) == ["soviet"]
    first = running(anna)
    boris.plays("deploy")
    asked = {d["side"] for d in anna.state()["view"]["decisions"]}
    assert set(running(anna)) == asked
    listed = next(one for one in boris.ask("GET", "/api/matches").json() if one["id"] == anna.match)
    assert {clock["side"] for clock in listed["clocks"] if clock["until"]} == asked
    assert first["soviet"] > now()


def test_whoever_runs_out_of_time_forfeits(club: House) -> None:
    anna, boris = pair(club, "Arno", "Basil", rated=True, clock=MINUTE)
    let_run_out(club, anna, "soviet")
    result = wait_for(lambda: anna.state()["result"])
    assert (result["winner"], result["level"]) == ("german", "soviet runs out of time")
    assert running(anna) == {}
    assert "runs out of time" in anna.get("/history")[-1]["lines"][0]["text"]
    assert boris.play("deploy").status_code == 422
    rows = anna.ask("GET", "/api/ladder", params={"game": "guderian", "side": "german"}).json()["rows"]
    assert next(one for one in rows if one["name"] == "Arno")["won"] == 1


def test_or_a_bot_plays_on_and_the_match_counts_as_lost(club: House) -> None:
    anna, boris = pair(club, "Artur", "Bela", rated=True, clock={**MINUTE, "late": "bot"})
    let_run_out(club, anna, "soviet")
    wait_for(lambda: anna.state()["seats"][1]["kind"] == "bot")
    wait_for(lambda: anna.state()["number"])
    state = anna.state()
    assert state["result"] is None
    assert not state["rated"]
    assert boris.state()["mine"] == []
    assert "soviet has run out of time" in anna.get("/messages")[0]["text"]
    rows = anna.ask("GET", "/api/ladder", params={"game": "guderian", "side": "soviet"}).json()["rows"]
    assert next(one for one in rows if one["name"] == "Bela")["played"] == 1


def test_clocks_hold_over_restarts_and_the_time_between_is_nobody_s(tmp_path: Path, static: Path) -> None:
    db = tmp_path / "m.sqlite3"
    slow = replace(QUICK, beat=0.3)
    with open_club(db, static, slow) as house:
        anna, _ = pair(house, "Anna", "Boris", clock=MINUTE)
        match, before = anna.match, running(anna)["soviet"]
        cookies = dict(anna.http.cookies)
    engine = open_engine(db)
    with engine.begin() as c:  # as if the server had been away for a day, and the clock had a second left
        c.execute(text("UPDATE alive SET time = time - 86400000"))
        c.execute(text("UPDATE clocks SET since = since - 86459000, until = until - 86459000 WHERE until > 0"))
    engine.dispose()
    with open_club(db, static, slow) as house:
        anna = house.person(Origin=house.url)
        anna.http.cookies.update(cookies)
        anna.match = match
        wait_for(lambda: house.server.steward.beats > 2)
        assert anna.state()["result"] is None
        assert running(anna)["soviet"] >= min(before, now() + 200_000)


def test_who_is_late_on_both_sides_at_once_loses_nothing(club: House) -> None:
    anna, _ = pair(club, "Ada", "Bert", game="eastfront", rated=True, clock=MINUTE)
    sql = "UPDATE clocks SET since = 4, until = 5 WHERE match_id = :m"
    ask_sql(club, sql, m=anna.match)
    result = wait_for(lambda: anna.state()["result"])
    assert result["winner"] == ""
    assert "called off" in result["level"]


def test_at_home_there_are_no_clocks(house: House) -> None:
    wish = {"game": "guderian", "seats": {}, "clock": MINUTE}
    refused = house.person().ask("POST", "/api/matches", json=wish)
    assert (refused.status_code, "accounts" in refused.json()["error"]) == (400, True)


# --- matches that were left ------------------------------------------------------------------------------------------


def long_ago(house: House, person: Person, days: float) -> None:
    sql = "UPDATE matches SET updated = :t WHERE id = :m"
    ask_sql(house, sql, t=now() - int(days * 24 * HOUR), m=person.match)


def test_a_silent_opponent_s_match_may_be_claimed(club: House) -> None:
    anna, boris = pair(club, "Aloys", "Bjorn", rated=True)
    early = anna.post("/claim", {"how": "win"})
    assert (early.status_code, "30 days" in early.json()["error"]) == (409, True)
    long_ago(club, anna, 31)
    assert boris.post("/claim", {"how": "win"}).status_code == 409  # they are the one who is waited for
    assert newcomer(club, "Nosy").ask("POST", anna.at("/claim"), json={"how": "win"}).status_code == 403
    assert anna.post("/claim", {"how": "draw"}).status_code == 400
    state: Json = state_after(anna, "/claim", {"how": "win"})
    assert state["result"]["winner"] == "german"
    assert "silent" in state["result"]["level"]


def test_days_without_a_server_are_not_held_against_anybody(club: House) -> None:
    anna, _ = pair(club, "Amos", "Boas")
    long_ago(club, anna, 31)
    ask_sql(club, "INSERT INTO downtimes VALUES (:a, :b)", a=now() - 5 * 24 * HOUR, b=now() - 2 * 24 * HOUR)
    try:
        assert anna.post("/claim", {"how": "off"}).status_code == 409
        long_ago(club, anna, 34)
        assert state_after(anna, "/claim", {"how": "off"})["result"]["winner"] == ""
    finally:
        ask_sql(club, "DELETE FROM downtimes")


def test_a_match_that_nobody_plays_is_called_off_in_the_end(club: House) -> None:
    anna, _ = pair(club, "Anton", "Benno", rated=True)
    alone = newcomer(club, "Alone").begin()  # one's own affair: it may lie for ever
    for one in (anna, alone):
        long_ago(club, one, 200)
    assert "called off" in wait_for(lambda: anna.state()["result"])["level"]
    assert alone.state()["result"] is None
    asyncio.run(asyncio.sleep(0.2))
    assert alone.state()["result"] is None


def test_a_match_to_which_nobody_came_is_called_off_by_its_owner(club: House) -> None:
    anna = newcomer(club, "Ansgar").begin({"german": "screen", "soviet": "open"}, clock=MINUTE)
    assert anna.post("/proposals", {"kind": "off"}).json()["accepted"]
    assert "called off" in anna.state()["result"]["level"]
