"""Glicko-2, the ladder, and which matches count."""

from __future__ import annotations

from zlib import crc32

import pytest

from grognard.server import ratings
from grognard.server.glicko import Rating, after, aged
from grognard.server.ratings import DAY, PAIR_MAX
from grognard.server.storage import Seat
from tests.server.club.clubhouse import ask_sql, pair, sit, state_after
from tests.server.house import House, Json, Person
from tests.server.test_server_public import newcomer


def test_the_worked_example_of_the_glicko_2_paper() -> None:
    player = Rating(1500, 200, 0.06)
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    new = after(player, games)
    assert new.rating == pytest.approx(1464.06, abs=0.01)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_whoever_does_not_play_is_less_sure_but_never_less_than_a_beginner() -> None:
    sure = Rating(1700, 60, 0.06)
    assert sure.deviation < aged(sure, 1).deviation < aged(sure, 12).deviation
    assert after(sure, []) == aged(sure, 1)
    assert aged(sure, 1e9) == Rating(1700, 350, 0.06)


def test_an_upset_moves_more_than_what_was_expected() -> None:
    strong, weak = Rating(1900, 80, 0.06), Rating(1400, 80, 0.06)
    expected = after(strong, [(weak, 1.0)]).rating - strong.rating
    upset = strong.rating - after(strong, [(weak, 0.0)]).rating
    assert 0 < expected < upset
    assert after(Rating(1500, 350), [(Rating(3500, 30), 1.0)] * 5).volatility < 1  # and it comes to an end


def row(person: Person, name: str, side: str, game: str = "guderian") -> Json:
    rows = person.ask("GET", "/api/ladder", params={"game": game, "side": side}).json()["rows"]
    return next((one for one in rows if one["name"] == name), None)


def test_a_rated_match_moves_both_players_in_their_game_and_side(club: House) -> None:
    anna, boris = pair(club, "Anna", "Boris", rated=True)
    assert anna.state()["rated"]
    assert state_after(boris, "/resign", {"side": "soviet"})["result"]["winner"] == "german"
    won, lost = row(anna, "Anna", "german"), row(anna, "Boris", "soviet")
    assert (won["played"], won["won"]) == (1, 1)
    assert (lost["played"], lost["won"]) == (1, 0)
    assert won["rating"] - 1500 == 1500 - lost["rating"] == 162  # two beginners
    assert won["deviation"] < 350
    assert not won["sure"]
    assert row(anna, "Anna", "soviet") is None
    assert row(anna, "Anna", "german", "oder") is None


def test_the_same_two_count_only_so_often_in_a_day(club: House) -> None:
    """Whoever plays against a second account of theirs climbs no higher than that."""
    anton, second = pair(club, "Anton", "Antons", rated=True)
    for _ in range(PAIR_MAX + 2):
        assert second.post("/resign", {"side": "soviet"}).status_code == 200
        sit(anton, second, rated=True)
    assert row(anton, "Anton", "german")["played"] == PAIR_MAX
    third = newcomer(club, "Anselm")
    sit(anton, third, rated=True)
    assert third.post("/resign", {"side": "soviet"}).status_code == 200
    assert row(anton, "Anton", "german")["played"] == PAIR_MAX + 1
    ask_sql(club, "UPDATE rated SET time = time - :day", day=DAY)
    sit(anton, second, rated=True)
    second.post("/resign", {"side": "soviet"})
    assert row(anton, "Anton", "german")["played"] == PAIR_MAX + 2


def test_a_draw_is_half_a_win_for_each(club: House) -> None:
    anna, boris = pair(club, "Alma", "Bruno", rated=True)
    number = anna.post("/proposals", {"kind": "draw"}).json()["number"]
    assert boris.post(f"/proposals/{number}", {"accept": True}).status_code == 200
    assert row(anna, "Alma", "german")["drawn"] == row(anna, "Bruno", "soviet")["drawn"] == 1
    assert row(anna, "Alma", "german")["rating"] == 1500


def test_what_does_not_count(club: House) -> None:
    anna, boris = pair(club, "Agnes", "Bodo")  # nobody said that it counts
    boris.post("/resign", {"side": "soviet"})
    assert row(anna, "Agnes", "german") is None
    sit(anna, boris, rated=True)
    number = boris.post("/proposals", {"kind": "off"}).json()["number"]
    state = state_after(anna, f"/proposals/{number}", {"accept": True})
    assert "called off" in state["result"]["level"]
    assert row(anna, "Agnes", "german") is None
    assert ask_sql(club, "SELECT count(*) FROM rated WHERE match_id = :id", id=anna.match) == [(0,)]


@pytest.mark.parametrize(
    "more",
    [
        {"seats": {"german": "screen", "soviet": "bot:random"}},
        {"seats": {"german": "screen", "soviet": "screen"}},
        {"seats": {"german": "screen"}},
        {"by_hand": True},
        {"tutorial": True},
        {"options": {"free_undo": True}},
        {"position": 'game = "guderian"'},
    ],
)
def test_a_match_with_an_advantage_cannot_count(club: House, more: Json) -> None:
    person = newcomer(club, f"Cheat{crc32(str(more).encode())}")
    wish = {"game": "guderian", "seats": {"german": "screen", "soviet": "open"}, "rated": True, **more}
    refused = person.ask("POST", "/api/matches", json=wish)
    assert refused.status_code == 400
    assert "counts" in refused.json()["error"]


def test_nobody_escapes_a_loss_by_leaving_the_seat(club: House) -> None:
    _, boris = pair(club, "Axel", "Bernd", rated=True)
    for kind in ("bot:random", "open", "link"):
        refused = boris.post("/seats/soviet", {"kind": kind})
        assert refused.status_code == 409
        assert "resign" in refused.json()["error"]
    assert boris.post("/seats/soviet", {"kind": "screen"}).status_code == 200  # to another browser of theirs


def test_only_two_different_accounts_are_players() -> None:
    def seats(*users: str | None) -> dict[str, Seat]:
        return {side: Seat(side, "link", "", "t", user) for side, user in zip("ab", users, strict=True)}

    assert ratings.players(seats("u", "v")) == {"a": "u", "b": "v"}
    assert not ratings.players(seats("u", "u"))
    assert not ratings.players(seats("u", None))
    assert not ratings.players({**seats("u", "v"), "b": Seat("b", "invited", "", None, "v")})


def test_the_ladder_has_the_surest_first(club: House) -> None:
    for name, rating, deviation in (("Old", 1650, 60), ("New", 1700, 200), ("Best", 1800, 70)):
        newcomer(club, name)
        sql = "INSERT INTO ratings SELECT id, 'oder', 'german', :r, :d, 0.06, 9, 5, 0, :t FROM users WHERE name = :n"
        ask_sql(club, sql, r=rating, d=deviation, n=name, t=ratings.PERIOD * 1000)
    rows = ratings.standings(club.server.storage.engine.connect(), "oder", "german", ratings.PERIOD * 1000)
    assert [(one.place, one.name, one.sure) for one in rows] == [(1, "Best", True), (2, "Old", True), (3, "New", False)]
    person = newcomer(club, "Onlooker")
    for params in ({"game": "chess"}, {"game": "oder", "side": "french"}, {"game": ""}):
        assert person.ask("GET", "/api/ladder", params=params).status_code == 404
