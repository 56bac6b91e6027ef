"""Bots at the table: they play, they fail, and a person takes over."""

from __future__ import annotations

import time

import pytest

from grognard import bots
from grognard.server.botplay import UNSAID
from tests.server.bots import BAD
from tests.server.house import House, Person


@pytest.fixture
def bad_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, where in BAD.items():
        monkeypatch.setitem(bots.BOTS, name, where)


def test_a_bot_plays_until_it_is_the_other_sides_turn(person: Person) -> None:
    person.begin({"german": "screen", "soviet": "bot:random"})
    with person.live("german") as line:
        state = line.hear_turn("german")
    history = person.get("/history")
    assert state["number"] > 0
    assert {entry["side"] for entry in history[1:]} == {"soviet"}
    assert person.tokens.keys() == {"german"}
    assert not person.state()["seats"][1]["failed"]


def test_bots_play_each_other_while_somebody_watches(house: House) -> None:
    person = house.person().begin({"german": "bot:random", "soviet": "bot:random"})
    assert person.tokens == {}
    time.sleep(0.3)
    assert person.state()["number"] == 0
    with person.live() as line:
        assert line.hear_state(12, seconds=15)["state"]["number"] >= 12
    time.sleep(0.5)
    now = person.state()["number"]
    time.sleep(0.5)
    assert person.state()["number"] == now


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("raises", "out of ideas"),
        ("hangs", "longer than 0.5 seconds"),
        ("dies", "came to an end"),
        ("cheats", "not legal: 5.1"),
    ],
)
def test_a_bot_that_fails_is_reported_and_replaced(
    house: House, bad_bots: None, monkeypatch: pytest.MonkeyPatch, bot: str, reason: str
) -> None:
    if bot == "hangs":
        monkeypatch.setattr(house.server.pool, "_seconds", 0.5)
    person = house.person()
    person.begin({"german": "screen", "soviet": f"bot:{bot}"})
    with person.live("german") as line:
        line.hear_of("state")
        for _ in range(6):
            seat = next(seat for seat in line.hear_of("seats", seconds=30)["seats"] if seat["side"] == "soviet")
            if seat["failed"]:
                break
        assert reason in seat["failed"]
        assert not seat["thinking"]
        assert person.state()["number"] == 0
        given = person.post("/seats/soviet", {"kind": "screen"}).json()
        assert not given["seat"]["failed"]
        person.tokens["soviet"] = given["token"]
        assert person.plays("deploy")["number"] == 1


def test_why_a_bot_failed_is_not_said_where_sides_have_secrets(person: Person, bad_bots: None) -> None:
    """What it wanted to do, and with which block, is not for the other side."""
    person.begin({"german": "bot:cheats", "soviet": "screen"}, game="eastfront", scenario="W42")
    with person.live("soviet") as line:
        while not (failed := {s["side"]: s["failed"] for s in person.state()["seats"]}["german"]):
            line.hear(20)
    assert failed == UNSAID


def test_a_thinking_bot_is_shown_and_can_be_replaced_by_another(person: Person, bad_bots: None) -> None:
    person.begin({"german": "screen", "soviet": "bot:hangs"})
    with person.live("german") as line:
        while not any(seat["thinking"] for seat in line.hear_of("seats")["seats"]):
            pass
        assert person.post("/seats/soviet", {"kind": "bot:random"}).status_code == 200
        assert line.hear_state(1, seconds=30)["state"]["number"] >= 1


def test_a_stranger_cannot_put_a_bot_on_a_seat(person: Person) -> None:
    person.begin({"german": "link", "soviet": "screen"})
    for side in ("german", "soviet"):
        assert person.stranger().post(f"/seats/{side}", {"kind": "bot:random"}).status_code == 403
    assert person.with_only("german").post("/seats/soviet", {"kind": "bot:random"}).status_code == 403
    assert person.with_only("german").post("/seats/german", {"kind": "bot:nobody"}).status_code == 400
    assert person.with_only("german").post("/seats/german", {"kind": "bot:random"}).status_code == 200


def test_an_open_seat_is_taken_by_one_person(person: Person) -> None:
    person.begin({"german": "open", "soviet": "screen"})
    assert person.tokens.keys() == {"soviet"}
    guest, late = person.stranger(), person.stranger()
    token = guest.post("/seats/german", {"kind": "screen"}).json()["token"]
    guest.tokens["german"] = token
    assert guest.state()["mine"] == ["german"]
    assert late.post("/seats/german", {"kind": "screen"}).status_code == 403
    assert late.post("/seats/soviet", {"kind": "screen"}).status_code == 403
    assert guest.post("/seats/soviet", {"kind": "screen"}).status_code == 403


def test_whoever_comes_by_a_link_gets_a_secret_of_their_own(person: Person) -> None:
    person.begin({"german": "link", "soviet": "screen"})
    guest = person.with_only("german")
    guest.tokens["german"] = guest.post("/seats/german", {"kind": "screen"}).json()["token"]
    assert guest.state()["mine"] == ["german"]
    assert person.state()["mine"] == ["soviet"]  # the one who sent the link cannot look over the guest's shoulder


def test_alone_on_ones_own_machine_a_lost_secret_is_no_loss(person: Person) -> None:
    person.begin({"german": "screen", "soviet": "bot:random"})
    other_browser = person.stranger()
    token = other_browser.post("/seats/german", {"kind": "screen"}).json()["token"]
    other_browser.tokens["german"] = token
    assert other_browser.state()["mine"] == ["german"]
