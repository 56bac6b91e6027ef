"""Somebody with an account who has come by a link, and never said that they sit down."""

from __future__ import annotations

import pytest

from tests.server.club.clubhouse import MINUTE, state_after
from tests.server.club.test_club_ratings import row
from tests.server.house import House, Json, Person
from tests.server.test_server_public import newcomer


def linked(house: House, one: str, two: str, **more: Json) -> tuple[Person, Person]:
    """Two members at a match: the first has given the Soviets away by link, the second has the link."""
    anna, boris = newcomer(house, one), newcomer(house, two)
    anna.begin({"german": "screen", "soviet": "link"}, **more)
    boris.match, boris.tokens = anna.match, {"soviet": anna.tokens.pop("soviet")}
    return anna, boris


def seat(person: Person, side: str) -> Json:
    return next(seat for seat in person.state()["seats"] if seat["side"] == side)


def test_whoever_resigns_by_the_secret_of_a_link_loses_a_match_that_counts(club: House) -> None:
    anna, boris = linked(club, "Alma", "Boleslav", rated=True)
    assert state_after(boris, "/resign", {"side": "soviet"})["result"]["winner"] == "german"
    assert (row(anna, "Alma", "german")["won"], row(anna, "Boleslav", "soviet")["played"]) == (1, 1)


def test_clocks_run_for_whoever_plays_by_a_link(club: House) -> None:
    anna, boris = linked(club, "Antje", "Bruno", tutorial=True, clock=MINUTE)
    assert seat(boris, "soviet")["name"] == ""  # who only looks does not sit down
    assert not any(clock["until"] for clock in anna.state()["clocks"])
    anna.post("/proposals", {"kind": "draw"})
    number = anna.state()["proposal"]["number"]
    assert boris.post(f"/proposals/{number}", {"accept": False}).status_code == 200
    assert seat(boris, "soviet")["name"] == "Bruno"
    assert [clock["side"] for clock in anna.state()["clocks"] if clock["until"]] == ["german"]
    again = boris.with_only()
    again.http = boris.http
    assert again.state()["mine"] == ["soviet"]  # with the account the seat is theirs in every browser


def test_an_action_seats_them_too(club: House) -> None:
    anna, boris = newcomer(club, "Asta"), newcomer(club, "Bela")
    anna.begin({"german": "link", "soviet": "screen"}, tutorial=True)
    boris.match, boris.tokens = anna.match, {"german": anna.tokens.pop("german")}
    words = boris.get("/choices", as_="german")["groups"]
    assert words
    assert boris.play("no such thing", "german").status_code == 422
    assert seat(anna, "german")["name"] == "Bela"


def test_whoever_gave_the_link_away_is_not_seated_by_it(club: House) -> None:
    anna = newcomer(club, "Agathe").begin({"german": "screen", "soviet": "link"}, tutorial=True)
    assert state_after(anna, "/resign", {"side": "soviet"})["result"]["winner"] == "german"
    assert seat(anna, "soviet")["name"] == ""


def test_a_link_opens_nothing_once_somebody_sits_there(club: House) -> None:
    anna, boris = linked(club, "Anselm", "Benno", tutorial=True)
    secret = boris.tokens["soviet"]
    assert anna.post("/proposals", {"kind": "draw"}).status_code == 200
    number = anna.state()["proposal"]["number"]
    curious = newcomer(club, "Curious")
    curious.match, curious.tokens = anna.match, {"soviet": secret}
    cookie = "; ".join(f"{name}={value}" for name, value in curious.http.cookies.items())
    with curious.live("soviet", additional_headers={"Cookie": cookie}) as line:
        assert line.hear_of("state")["state"]["mine"] == ["soviet"]  # a link is for whoever has it
        assert boris.post(f"/proposals/{number}", {"accept": False}).status_code == 200
        assert anna.post("/resign", {"side": "german"}).status_code == 200
        told = line.hear_of("state")["state"]
        assert (told["mine"], told["side"]) == ([], "")
    assert curious.state()["mine"] == []
    assert boris.state()["mine"] == ["soviet"]


def test_whoever_gave_a_side_away_does_not_look_from_it(club: House) -> None:
    anna = newcomer(club, "Annegret").begin({"german": "screen", "soviet": "link"}, game="eastfront")
    assert anna.state()["mine"] == ["german"]
    assert anna.ask("GET", anna.at(), params={"as": "soviet"}).status_code == 403
    cookie = "; ".join(f"{name}={value}" for name, value in anna.http.cookies.items())
    with anna.live("soviet", additional_headers={"Cookie": cookie}) as line:
        told = line.hear_of("state")["state"]
        assert (told["mine"], told["side"]) == (["german"], "")
    assert anna.post("/seats/soviet", {"kind": "open"}).status_code == 200  # but it is still theirs to give


@pytest.mark.parametrize("live", [False, True])
def test_what_was_seen_by_a_link_was_seen(club: House, live: bool) -> None:
    """Both hands cannot be looked into one after the other, though the account never sat down."""
    anna, boris = linked(club, f"Ada{live}", f"Bodo{live}", game="eastfront")
    if live:
        cookie = "; ".join(f"{name}={value}" for name, value in boris.http.cookies.items())
        with boris.live("soviet", additional_headers={"Cookie": cookie}) as line:
            assert line.hear_of("state")["state"]["mine"] == ["soviet"]
    else:
        assert boris.state("soviet")["mine"] == ["soviet"]
    assert anna.post("/seats/german", {"kind": "open"}).status_code == 200
    bare = boris.with_only()
    bare.http = boris.http
    refused = bare.post("/seats/german", {"kind": "screen"})
    assert (refused.status_code, refused.json()["error"]) == (
        403, "you have played against german, and would see what was hidden from you",
    )  # fmt: skip
    carl = newcomer(club, f"Carl{live}")
    carl.match = anna.match
    assert carl.post("/seats/german", {"kind": "screen"}).status_code == 200
