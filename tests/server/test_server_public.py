"""A server that anybody may reach: accounts, sessions, limits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import argon2
import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed

from grognard.server import accounts
from grognard.server.accounts import COOKIE
from grognard.server.api import ENDPOINTS, Endpoint
from grognard.server.ledger import Ledger
from grognard.server.settings import Settings
from tests.server.house import House, Json, Person, open_house

PASSWORD = "correct horse battery"


def newcomer(house: House, name: str) -> Person:
    """Somebody with a fresh account."""
    person = house.person(Origin=house.url)
    response = person.ask("POST", "/api/register", json={"name": name, "password": PASSWORD})
    assert response.status_code == 200, response.text
    return person


@pytest.fixture(scope="module")
def anna(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Json:
    settings = Settings(
        db=str(tmp_path_factory.mktemp("db") / "m.sqlite3"), static=static, public=True, logins=(1000, 1000.0)
    )
    with open_house(settings) as house:
        yield house, newcomer(house, "Anna").begin({"german": "link", "soviet": "screen"})


def counts(house: House) -> list[int]:
    tables = ("matches", "seats", "actions", "messages", "notes", "proposals", "users", "sessions")
    with house.server.storage.engine.connect() as connection:
        return [connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one() for table in tables]


def filled(endpoint: Endpoint, match: str) -> str:
    path = endpoint.path.replace("{id}", match).replace("{game}", "guderian").replace("{number}", "0")
    return path.replace("{side}", "soviet").replace("{what}", "zoc")


BODIES: dict[str, Json] = {
    "/api/matches": {"game": "guderian", "seats": {}},
    "/api/matches/{id}/actions": {"number": 0, "action": "deploy"},
    "/api/matches/{id}/undo": {"number": 0},
    "/api/matches/{id}/proposals": {"kind": "draw"},
    "/api/matches/{id}/proposals/{number}": {"accept": True},
    "/api/matches/{id}/resign": {"side": "soviet"},
    "/api/matches/{id}/messages": {"text": "hello"},
    "/api/matches/{id}/notes": {"side": "soviet", "text": "x"},
    "/api/matches/{id}/seats/{side}": {"kind": "screen"},
}


@pytest.mark.parametrize("endpoint", [e for e in ENDPOINTS if not e.free], ids=lambda e: f"{e.method} {e.path}")
def test_every_verb_without_login(anna: Json, endpoint: Endpoint) -> None:
    house, owner = anna
    before, state = counts(house), owner.state()
    stranger = replace(owner, headers={"Origin": house.url})  # with the secrets of the seats, but not logged in
    body = BODIES.get(endpoint.path)
    response = stranger.ask(endpoint.method, filled(endpoint, owner.match), **({"json": body} if body else {}))
    assert response.status_code == 401, response.text
    forged = {"Cookie": f"{COOKIE}=forged"}
    assert stranger.ask(endpoint.method, filled(endpoint, owner.match), headers=forged).status_code == 401
    assert counts(house) == before
    assert owner.state() == state


def test_what_is_free_for_all(anna: Json) -> None:
    house, _ = anna
    stranger = house.person()
    for path in ("/", "/api/games", "/api/games/guderian/rules", "/api/theme", "/api/openapi.json"):
        assert stranger.ask("GET", path).status_code == 200, path


def test_a_live_connection_without_login(anna: Json) -> None:
    _, owner = anna
    with replace(owner).live("soviet") as line, pytest.raises(ConnectionClosed) as caught:
        line.hear()
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 4401


def test_a_live_connection_with_a_session(anna: Json) -> None:
    _, owner = anna
    cookie = {"Cookie": f"{COOKIE}={owner.http.cookies[COOKIE]}"}
    with replace(owner, tokens={}).live("soviet", additional_headers=cookie) as line:
        assert line.hear_of("state")["state"]["mine"] == ["soviet"]


def test_cookies_and_passwords_are_kept_as_they_should(anna: Json) -> None:
    house, _ = anna
    person = house.person(Origin=house.url)
    response = person.ask("POST", "/api/register", json={"name": "Boris", "password": PASSWORD})
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie  # only over https
    over_https = {"X-Forwarded-Proto": "https", "Origin": house.url}
    secure = house.person().ask("POST", "/api/login", json={"name": "boris", "password": PASSWORD}, headers=over_https)
    assert "secure" in secure.headers["set-cookie"].lower()
    with house.server.storage.engine.connect() as connection:
        everything = str(connection.execute(text("SELECT * FROM users")).all())
        everything += str(connection.execute(text("SELECT * FROM sessions")).all())
    assert "$argon2id$" in everything
    assert PASSWORD not in everything
    assert person.http.cookies[COOKIE] not in everything


def test_a_password_is_dear_to_guess(anna: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    house, _ = anna
    monkeypatch.setattr(accounts, "PasswordHasher", argon2.PasswordHasher)
    hasher = accounts.Accounts(house.server.storage, house.server.settings, Ledger())._hasher
    assert hasher.hash(PASSWORD).startswith("$argon2id$v=19$m=65536,t=3,p=4$")


def test_names_and_passwords(anna: Json) -> None:
    house, _ = anna
    person = house.person(Origin=house.url)

    def register(name: str, password: str = PASSWORD) -> int:
        response = person.ask("POST", "/api/register", json={"name": name, "password": password})
        return int(response.status_code)

    assert register("Clara") == 200
    assert register("cLARA") == 409
    assert register("Ｃlara") == 409  # a look-alike of the same name
    assert register("x") == 400
    assert register("x" * 40) == 400
    assert register("Dora", "short") == 400
    assert register("\x00\x00\x00") == 400


def test_a_wrong_password_and_a_wrong_name_look_alike(anna: Json) -> None:
    house, _ = anna
    answers = [
        house.person(Origin=house.url).ask("POST", "/api/login", json={"name": name, "password": "wrong password"})
        for name in ("Anna", "Nobody", "", "\ud83d")
        if name.isascii()
    ]
    assert {a.status_code for a in answers} == {401}
    assert len({a.text for a in answers}) == 1


def account(person: Person, **more: Json) -> Json:
    told = person.ask("GET", "/api/account", **more).json()
    assert told.pop("time") > 0
    return told


def test_logging_out_ends_the_session(anna: Json) -> None:
    house, _ = anna
    person = newcomer(house, "Emil")
    session = person.http.cookies[COOKIE]
    assert account(person) == {"name": "Emil", "asked": True}
    assert person.ask("POST", "/api/logout").status_code == 204
    nobody = {"name": "", "asked": True}
    assert account(person) == nobody
    assert account(house.person(), headers={"Cookie": f"{COOKIE}={session}"}) == nobody
    assert person.ask("GET", "/api/matches").status_code == 401


def test_a_session_runs_out(anna: Json) -> None:
    house, _ = anna
    person = newcomer(house, "Fritz")
    with house.server.storage.engine.begin() as connection:
        connection.execute(
            text("UPDATE sessions SET expires = 1 WHERE user_id IN (SELECT id FROM users WHERE name = 'Fritz')")
        )
    assert person.ask("GET", "/api/account").json()["name"] == ""
    assert person.ask("GET", "/api/matches").status_code == 401


def test_a_change_must_say_where_it_comes_from(anna: Json) -> None:
    house, owner = anna
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert owner.ask("POST", owner.at("/actions"), json={}, headers=headers).status_code == 403
    silent = house.person()
    silent.http.cookies.set(COOKIE, owner.http.cookies[COOKIE])
    assert silent.ask("POST", owner.at("/actions"), json={"number": 0, "action": "deploy"}).status_code == 403


def test_a_seat_belongs_to_the_account(anna: Json) -> None:
    house, _ = anna
    gerda, hugo = newcomer(house, "Gerda").begin({"german": "open", "soviet": "screen"}), newcomer(house, "Hugo")
    gerda.tokens = {}  # another device of hers
    assert gerda.state()["mine"] == ["soviet"]
    hugo.match = gerda.match
    assert gerda.match in [s["id"] for s in hugo.ask("GET", "/api/matches").json()]  # it has an open seat
    hugo.post("/seats/german", {"kind": "screen"})
    assert hugo.state()["mine"] == ["german"]
    assert [s["name"] for s in hugo.state()["seats"]] == ["Hugo", "Gerda"]
    assert hugo.post("/messages", {"text": "hello"}).json()["who"] == "Hugo"
    irma = newcomer(house, "Irma")
    assert gerda.match not in [s["id"] for s in irma.ask("GET", "/api/matches").json()]
    assert replace(irma, match=gerda.match).ask(
        "POST", gerda.at("/seats/soviet"), json={"kind": "screen"}
    ).status_code in (401, 403)
    assert irma.ask("POST", gerda.at("/seats/soviet"), json={"kind": "screen"}).status_code == 403


def test_too_many_logins_and_too_many_changes(tmp_path: Path, static: Path) -> None:
    settings = Settings(
        db=str(tmp_path / "m.sqlite3"), static=static, public=True, logins=(3, 0.0001), changes=(8, 0.0001)
    )
    with open_house(settings) as house:
        person = newcomer(house, "Karl").begin()
        codes = [
            house.person(Origin=house.url).ask("POST", "/api/login", json={"name": "Karl", "password": "x"}).status_code
            for _ in range(4)
        ]
        assert codes == [401, 401, 401, 429]
        codes = [person.post("/messages", {"text": "spam"}).status_code for _ in range(10)]
        assert codes[0] == 200
        assert codes[-1] == 429
        assert person.ask("GET", person.at()).status_code == 200
