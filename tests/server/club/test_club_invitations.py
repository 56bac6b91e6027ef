"""Invitations by name, rematches, and the list of matches with its filters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.club.clubhouse import ask_sql, http_sink, open_club, pair, wait_for
from tests.server.house import House, Json, Person
from tests.server.test_server_public import newcomer


def listed(person: Person, **sought: str) -> list[str]:
    answer = person.ask("GET", "/api/matches", params=sought)
    assert answer.status_code == 200, answer.text
    return [one["id"] for one in answer.json()]


def invite(anna: Person, name: str, **more: Json) -> Person:
    return anna.begin({"german": "screen", "soviet": f"invite:{name}"}, **more)


def test_an_invitation_is_for_one_account_alone(club: House) -> None:
    boris, stranger = newcomer(club, "Boris"), newcomer(club, "Stranger")
    anna = invite(newcomer(club, "Anna"), "bORIS", rated=True)
    seat = anna.state()["seats"][1]
    assert (seat["kind"], seat["name"]) == ("invited", "Boris")
    assert list(anna.tokens) == ["german"]
    stranger.match = boris.match = anna.match
    assert stranger.post("/seats/soviet", {"kind": "screen"}).status_code == 403
    assert stranger.post("/seats/soviet/decline", None).status_code == 403
    assert listed(stranger) == []
    summary = boris.ask("GET", "/api/matches").json()[0]
    assert (summary["id"], summary["invited"], summary["mine"]) == (anna.match, ["soviet"], [])
    assert boris.state()["mine"] == []  # not before they have sat down
    assert boris.play("deploy", number=0).status_code == 403
    assert boris.post("/seats/soviet", {"kind": "screen"}).status_code == 200
    assert boris.state()["mine"] == ["soviet"]
    assert boris.ask("GET", "/api/matches").json()[0]["invited"] == []
    boris.plays("deploy")


def test_who_declines_makes_room_for_another(club: House) -> None:
    first, second = newcomer(club, "First"), newcomer(club, "Second")
    anna = invite(newcomer(club, "Annika"), "First")
    first.match = second.match = anna.match
    assert first.post("/seats/soviet/decline", None).status_code == 204
    assert first.post("/seats/soviet", {"kind": "screen"}).status_code == 403
    assert (anna.state()["seats"][1]["kind"], anna.state()["seats"][1]["name"]) == ("invited", "")
    assert second.post("/seats/soviet", {"kind": "screen"}).status_code == 403
    assert anna.post("/seats/soviet", {"kind": "invite:Second"}).status_code == 200
    assert second.post("/seats/soviet", {"kind": "screen"}).status_code == 200
    assert second.post("/seats/soviet/decline", None).status_code == 403  # they have sat down


def test_an_invitation_can_be_withdrawn(club: House) -> None:
    guest = newcomer(club, "Slow")
    anna = invite(newcomer(club, "Annette"), "Slow")
    guest.match = anna.match
    assert anna.post("/seats/soviet", {"kind": "bot:random"}).status_code == 200
    assert guest.post("/seats/soviet", {"kind": "screen"}).status_code == 403


def test_who_cannot_be_invited(club: House) -> None:
    anna, hermit = newcomer(club, "Anja"), newcomer(club, "Hermit")
    hermit.ask("PUT", "/api/notices", json={"invitations": False})

    def status(name: str) -> int:
        wish = {"game": "guderian", "seats": {"german": "screen", "soviet": f"invite:{name}"}}
        return anna.ask("POST", "/api/matches", json=wish).status_code

    assert (status("Nobody"), status("Anja"), status("Hermit"), status("")) == (404, 400, 409, 404)
    hermit.ask("PUT", "/api/notices", json={"invitations": True})
    assert status("Hermit") == 200


def test_invitations_are_limited_before_anything_is_done(tmp_path: Path, static: Path) -> None:
    with open_club(tmp_path / "m.sqlite3", static, invitations=(3, 0.0001)) as house:
        newcomer(house, "Victim")
        anna = newcomer(house, "Pest")
        for _ in range(3):
            invite(anna, "Victim")
        wish = {"game": "guderian", "seats": {"german": "screen", "soviet": "invite:Victim"}}
        assert anna.ask("POST", "/api/matches", json=wish).status_code == 429
        assert ask_sql(house, "SELECT count(*) FROM matches") == [(3,)]


def test_at_home_nobody_can_be_invited(house: House) -> None:
    wish = {"game": "guderian", "seats": {"german": "screen", "soviet": "invite:Anna"}}
    assert house.person().ask("POST", "/api/matches", json=wish).status_code == 400


def test_who_is_invited_is_told(club: House) -> None:
    with http_sink() as hook:
        guest = newcomer(club, "Told")
        guest.ask("PUT", "/api/notices", json={"webhook": f"{hook.url}/x", "form": "json"})
        anna = invite(newcomer(club, "Host"), "Told", title="Secret plan")
        wait_for(lambda: hook.calls)
        assert b"Host invites you to Panzergruppe Guderian." in hook.calls[0].body
        assert b"Secret" not in hook.calls[0].body
        guest.ask("PUT", "/api/notices", json={"webhook": ""})
        assert anna.match.encode() in hook.calls[0].body


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[tuple[House, Person, dict[str, str]]]:
    with open_club(tmp_path_factory.mktemp("db") / "m.sqlite3", static) as house:
        anna, boris = pair(house, "Anna", "Boris", title="Spring 100%")
        matches = {"pair": anna.match}
        matches["over"] = anna.begin(title="Autumn").match
        anna.post("/resign", {"side": "german"})
        matches["alone"] = anna.begin(game="oder").match
        matches["open"] = boris.begin({"german": "screen", "soviet": "open"}, title="Come in").match
        matches["private"] = boris.begin(title="Private").match
        yield house, anna, matches


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ({}, {"pair", "over", "alone", "open"}),
        ({"game": "oder"}, {"alone"}),
        ({"state": "over"}, {"over"}),
        ({"state": "running"}, {"pair", "alone", "open"}),
        ({"mine": "1"}, {"pair", "over", "alone"}),
        ({"open": "1"}, {"open"}),
        ({"text": "spring"}, {"pair"}),
        ({"text": "0%"}, {"pair"}),
        ({"text": "%"}, {"pair"}),
        ({"text": "BORIS"}, {"pair", "open"}),
        ({"text": "private"}, set()),
        ({"text": "boris", "open": "1"}, {"open"}),
        ({"game": "chess"}, set()),
        ({"text": "_"}, set()),
    ],
)
def test_matches_are_found(busy: tuple[House, Person, dict[str, str]], sought: Json, found: set[str]) -> None:
    _, anna, matches = busy
    assert set(listed(anna, **sought)) == {matches[name] for name in found}


def test_a_filter_that_means_nothing(busy: tuple[House, Person, dict[str, str]]) -> None:
    assert busy[1].ask("GET", "/api/matches", params={"state": "lost"}).status_code == 400
