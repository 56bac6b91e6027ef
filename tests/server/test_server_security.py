"""What must be refused: each with a clear answer, noted in the log, and nothing changed."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from grognard.server.addresses import is_loopback
from grognard.server.api import ENDPOINTS
from grognard.server.limits import Limit
from tests.server.house import House, Person

SCRIPT = "<script>alert('1')</script><img src=x onerror=alert(1)>"


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "grognard.server")


@pytest.fixture
def table(house: House) -> Person:
    """Two people, one of them by link, and a match in which the Soviet player must move."""
    return house.person().begin({"german": "link", "soviet": "screen"})


@pytest.fixture
def unchanged(table: Person, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    before = table.state()
    yield
    assert table.state() == before
    assert [r for r in caplog.get_records("call") if r.name == "grognard.server"], "the refusal is not in the log"


def test_the_wrong_seat(table: Person, unchanged: None) -> None:
    german = table.with_only("german")
    assert german.play("deploy", "soviet").status_code == 403
    assert german.play("deploy", "german").status_code == 422  # it is not the Germans' turn
    assert german.play("deploy").status_code == 422
    for what in ("/choices", "/why", "/preview", "/warnings", "/notes", ""):
        assert german.ask("GET", german.at(what), params={"as": "soviet"}).status_code == 403, what
    assert german.post("/notes", {"side": "soviet", "text": "x"}, "PUT").status_code == 403
    assert german.post("/resign", {"side": "soviet"}).status_code == 403
    assert german.post("/seats/soviet", {"kind": "screen"}).status_code == 403


@pytest.mark.parametrize("token", ["", "x", "A" * 22, "A" * 5000, "é", "null", "' OR 1=1 --", ",,,"])
def test_a_forged_token(table: Person, unchanged: None, token: str) -> None:
    forged = Person(table.url, {"soviet": token} if token else {}, table.match)
    headers = {b"X-Grognard-Seat": token.encode("latin-1", "replace")}
    body = {"number": 0, "action": "deploy"}
    response = forged.http.request("POST", forged.at("/actions"), json=body, headers=headers)
    assert response.status_code == 403
    assert forged.http.get(forged.at("/choices"), headers=headers).status_code == 403


def test_the_stored_hash_is_no_token(house: House, table: Person, unchanged: None) -> None:
    room = house.server.rooms.known(table.match)
    assert room is not None
    stolen = room.seats["soviet"].token
    assert stolen is not None
    assert stolen not in table.tokens.values()
    assert Person(table.url, {"soviet": stolen}, table.match).play("deploy").status_code == 403


def test_an_old_token_is_void(table: Person) -> None:
    new = table.with_only("german").post("/seats/german", {"kind": "link"}).json()["token"]
    old = table.with_only("german")
    assert old.state()["mine"] == []
    assert Person(table.url, {"german": new}, table.match).state()["mine"] == ["german"]


def test_a_token_of_another_match(house: House, table: Person, unchanged: None) -> None:
    other = house.person().begin()
    assert Person(table.url, other.tokens, table.match).play("deploy").status_code == 403


def test_a_replayed_request_does_nothing_the_second_time(table: Person, caplog: pytest.LogCaptureFixture) -> None:
    soviet = table.with_only("soviet")
    assert soviet.play("place R16 0123", number=0).status_code == 200
    after = table.state()
    again = soviet.play("place R16 0123", number=0)
    assert (again.status_code, again.json()["number"]) == (409, 1)
    assert table.state() == after


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"},
    ],
)
def test_a_post_from_another_site(table: Person, unchanged: None, headers: dict[str, str]) -> None:
    for method, path in (("POST", "/actions"), ("PUT", "/notes"), ("POST", "/resign"), ("POST", "/seats/soviet")):
        response = table.ask(method, table.at(path), json={"number": 0, "action": "deploy"}, headers=headers)
        assert response.status_code == 403, (method, path)
        assert "access-control-allow-origin" not in response.headers
    assert table.ask("POST", "/api/matches", json={"game": "guderian", "seats": {}}, headers=headers).status_code == 403


def test_a_form_of_another_kind_is_not_understood(table: Person, unchanged: None) -> None:
    body = json.dumps({"number": 0, "action": "deploy"})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        headers = {"Content-Type": kind}
        assert table.ask("POST", table.at("/actions"), content=body, headers=headers).status_code == 415, kind


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8123", "127.0.0.1.evil.example", "", "localhost.evil"])
def test_a_name_that_was_bent_to_this_machine(table: Person, unchanged: None, host: str) -> None:
    for method, path in (("GET", "/"), ("GET", table.at()), ("POST", table.at("/actions")), ("GET", "/api/matches")):
        assert table.ask(method, path, headers={"Host": host}).status_code == 403, path


def test_names_of_this_machine() -> None:
    for host in ("localhost", "localhost:80", "127.0.0.1:8123", "[::1]:8123", "127.9.9.9"):
        assert is_loopback(host), host
    for host in ("", "example.com", "10.0.0.1", "localhost.example.com", "[::2]", "0.0.0.0", "a:b:c"):
        assert not is_loopback(host), host


def test_a_live_connection_from_another_site(table: Person, unchanged: None) -> None:
    with pytest.raises(InvalidStatus) as caught, table.live("soviet", origin="https://evil.example"):
        pass
    assert caught.value.response.status_code == 403


def test_a_live_connection_with_a_forged_token_sees_what_everybody_sees(table: Person) -> None:
    forged = Person(table.url, {"soviet": "A" * 22}, table.match)
    with forged.live("soviet") as line:
        state = line.hear_of("state")["state"]
    assert (state["side"], state["mine"]) == ("", [])
    assert not state["view"]["decisions"][0]["prompt"]


@pytest.mark.parametrize("words", ["", "x", "[]", '{"seats": 3}', "{" * 20_000, '{"number": 1e400}'])
def test_a_live_connection_that_talks_nonsense(table: Person, unchanged: None, words: str) -> None:
    with table.live() as line:
        line.hear_of("state")
        line.socket.send(words)
        with pytest.raises(ConnectionClosed):
            line.hear_of("nothing more")


def test_a_live_connection_to_no_match(table: Person) -> None:
    nowhere = Person(table.url, table.tokens, "0" * 16)
    with nowhere.live() as line, pytest.raises(ConnectionClosed) as caught:
        line.hear()
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 4404


def test_an_oversized_body(table: Person, unchanged: None) -> None:
    large = b'{"number": 0, "action": "' + b"a" * 300_000 + b'"}'
    json_kind = {"Content-Type": "application/json"}
    assert table.ask("POST", table.at("/actions"), content=large, headers=json_kind).status_code == 413
    pieces = (large[n : n + 10_000] for n in range(0, len(large), 10_000))  # without a stated length
    assert table.ask("POST", table.at("/actions"), content=pieces, headers=json_kind).status_code == 413
    assert table.ask("POST", "/api/matches/import", content=b"x" * 5_000_000).status_code == 413
    assert table.ask("POST", "/api/matches/import", content=b"x" * 300_000).status_code == 400
    assert table.play("a" * 3_000).status_code == 400


def test_a_length_that_lies(table: Person, unchanged: None) -> None:
    host, port = table.url.removeprefix("http://").split(":")
    start = f"POST {table.at('/actions')} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
    for length in ("-1", "1e3", "99999999999999999999"):
        with socket.create_connection((host, int(port)), timeout=5) as raw:
            raw.sendall(f"{start}Content-Length: {length}\r\n\r\n{{}}".encode())
            assert raw.recv(100).split()[1] in (b"400", b"413"), length
    table.play("fly")  # a refusal for the log


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../../pyproject.toml",
        "/static/%2e%2e/%2e%2e/%2e%2e/pyproject.toml",
        "/static/..%2f..%2fapp.py",
        "/static//etc/passwd",
        "/static/%00",
        "/static/dist/../../secret",
        "/../app.py",
        "/%2e%2e/app.py",
        "/etc/passwd",
        "/api/../app.py",
        "/api/matches/../../etc/passwd",
        "/api/matches/%2e%2e%2f",
        "/api/matches/..",
        "/api/games/../rules",
        "/api/games/%2e%2e%2fserver/rules",
        "/api/games/..%5c/tutorial",
        "/api/matches/a%00b/board",
        "/api/matches/" + "a" * 500,
    ],
)
def test_path_tricks(table: Person, path: str) -> None:
    host, port = table.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as raw:  # as it is, without a client that tidies up
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while piece := raw.recv(65536):
            answer += piece
    assert answer.split()[1] in (b"404", b"400", b"403"), answer[:200]
    assert b"root:" not in answer
    assert b"import" not in answer


def test_the_page_is_served(table: Person) -> None:
    index = table.ask("GET", "/")
    assert index.headers["content-type"].startswith("text/html")
    assert table.ask("GET", "/static/dist/app.js").status_code == 200
    assert table.ask("GET", "/static/dist/missing.js").status_code == 404
    assert table.ask("POST", "/").status_code in (404, 405)


def test_every_answer_says_what_a_browser_may_do_with_it(table: Person) -> None:
    for path in ("/", "/static/dist/app.js", table.at(), "/api/games", "/nothing", "/api/nothing"):
        headers = table.ask("GET", path).headers
        policy = headers["content-security-policy"]
        assert ("default-src 'none'" if path.startswith("/api") else "default-src 'self'") in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "http:" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers
    assert table.ask("GET", table.at()).headers["cache-control"] == "no-store"


def test_script_is_only_ever_data(house: House) -> None:
    person = house.person().begin({"german": "link", "soviet": "screen"}, title=SCRIPT)
    assert person.post("/messages", {"text": SCRIPT}).json()["text"] == SCRIPT
    person.post("/notes", {"side": "soviet", "text": SCRIPT}, "PUT")
    for path in ("", "/messages", "/notes?as=soviet", "/history", "/board"):
        response = person.ask("GET", person.at(path))
        assert response.headers["content-type"] == "application/json", path
        assert response.headers["x-content-type-options"] == "nosniff"
    assert person.state()["title"] == SCRIPT
    refused = person.play(SCRIPT)
    assert refused.status_code == 422
    assert refused.headers["content-type"] == "application/json"
    assert person.ask("GET", f"/api/games/{SCRIPT}/rules").headers["content-type"] == "application/json"
    assert SCRIPT.encode() not in person.ask("GET", person.get("/board")["picture"]).content


def test_text_is_cleaned_of_what_turns_other_text_around(person: Person) -> None:
    person.begin(title="a\x00b\u202ec\n d")
    assert person.state()["title"] == "a b c d"
    assert person.post("/messages", {"text": "one\r\ntwo\x1b[31m"}).json()["text"] == "one \ntwo [31m"
    assert person.ask("POST", person.at("/messages"), content=b'{"text": "\\ud800"}',
                      headers={"Content-Type": "application/json"}).status_code in (200, 400)  # fmt: skip


@pytest.mark.parametrize("grid", ["[1, 100000]", "[99990, 99999]", "[1, 10000000000]"])
def test_a_board_that_would_fill_the_memory(person: Person, grid: str) -> None:
    position = f'game = "guderian"\n[units]\n[board.grid]\ncolumns = {grid}\nrows = [1, 100]\n'
    wanted = {"game": "guderian", "seats": {}, "position": position}
    refused = person.ask("POST", "/api/matches", json=wanted)
    assert refused.status_code == 400
    assert "at most" in refused.json()["error"]
    header = json.dumps({"format": "grognard-match", "position": {"board": {"grid": {"columns": json.loads(grid)}}}})
    assert person.ask("POST", "/api/matches/import", content=header + "\n").status_code == 400


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "chess", "seats": {}},
        {"game": "guderian", "seats": {"french": "screen"}},
        {"game": "guderian", "seats": {"german": "throne"}},
        {"game": "guderian", "seats": {"german": "bot:hal"}},
        {"game": "guderian", "seats": {}, "scenario": "chess"},
        {"game": "guderian", "seats": {}, "options": {"magic": True}},
        {"game": "guderian", "seats": {}, "position": "not = [toml"},
        {"game": "guderian", "seats": {}, "position": 'game = "chess"'},
        {"game": "guderian", "seats": {}, "position": "a = " + "[" * 5000},
        {"game": "guderian"},
        {"seats": {}},
        [],
        "x",
    ],
)
def test_a_match_that_makes_no_sense(person: Person, wanted: object) -> None:
    response = person.ask("POST", "/api/matches", json=wanted)
    assert response.status_code == 400, response.text
    assert response.json()["error"]


def test_every_verb_an_address_does_not_know(table: Person, unchanged: None) -> None:
    for path in {e.path for e in ENDPOINTS if not e.public_only}:
        known = {e.method for e in ENDPOINTS if e.path == path}
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - known:
            address = path.replace("{id}", table.match).replace("{game}", "guderian").replace("{number}", "0")
            response = table.ask(method, address.replace("{side}", "soviet").replace("{what}", "zoc"))
            assert response.status_code == 405, (method, path)
            assert set(response.headers["allow"].split(", ")) == known


def test_buckets_fill_again() -> None:
    now = 0.0
    limit = Limit(3, 0.5, lambda: now)
    assert [limit.allows("a") for _ in range(4)] == [True, True, True, False]
    assert limit.allows("b")
    now = 2.0
    assert [limit.allows("a") for _ in range(2)] == [True, False]
