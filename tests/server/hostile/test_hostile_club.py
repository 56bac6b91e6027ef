"""The club's endpoints and those who mean ill: bad bodies, other people's things, limits before the work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.server.api import ENDPOINTS
from grognard.server.clubmessages import NoticesMessage
from tests.server.club.clubhouse import (
    PLENTY,
    QUICK,
    MailSink,
    ask_sql,
    mail_sink,
    open_club,
    pair,
    wait_for,
    with_mail,
)
from tests.server.house import House, Json, Person
from tests.server.test_server_public import newcomer

DEEP = "[" * 5_000 + "]" * 5_000
BODIES: list[Json] = [
    None, 5, "x", [], [[]], {"mail": 5}, {"mail": ["a@b.c"]}, {"webhook": {}}, {"form": "xml"}, {"invitations": "yes"},
    {"code": 12345678}, {"code": "x" * 100_000}, {"code": "\ud800"}, {"endpoint": 5}, {"endpoint": "https://x.example"},
    {"endpoint": "https://x.example", "p256dh": "AAAA", "auth": "AAAA"},
    {"endpoint": "https://x.example", "p256dh": "B" + "A" * 86, "auth": "A" * 22},
    {"endpoint": "https://x.example", "p256dh": "ü" * 87, "auth": "A" * 22},
    {"how": ["win"]}, {"how": "win" * 9_000}, {"mail": "a@b.c\r\nBcc: x@y.z"}, {"mail": "a" * 300 + "@b.c"},
    {"mail": "Anna <a@b.c>"}, {"mail": "a@b.c,d@e.f"}, {"webhook": "https://" + "a" * 5_000},
]  # fmt: skip


@pytest.fixture(scope="module")
def mails() -> Iterator[MailSink]:
    with mail_sink() as sink:
        yield sink


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, static: Path, mails: MailSink) -> Iterator[House]:
    club = with_mail(QUICK, mails)
    db = tmp_path_factory.mktemp("db") / "m.sqlite3"
    with open_club(db, static, club, notice_changes=PLENTY, reads=PLENTY, letters=(3, 0.0001)) as house:
        yield house


def club_endpoints() -> list[tuple[str, str]]:
    return [(e.method, e.path) for e in ENDPOINTS if e.path.startswith(("/api/notices", "/api/ladder"))]


def test_whatever_is_sent_the_answer_is_in_order(house: House, mails: MailSink) -> None:
    person = newcomer(house, "Fuzzer").begin()
    paths = [*club_endpoints(), ("POST", person.at("/claim")), ("POST", person.at("/seats/soviet/decline"))]
    assert len(paths) > 8
    for method, path in paths:
        for body in BODIES:
            sent = {"json": body} if "\\ud800" not in repr(body) else {"content": b'{"code": "\\ud800"}'}
            answer = person.ask(method, path, **sent, headers={"Content-Type": "application/json"})
            assert answer.status_code < 500, (method, path, body, answer.text)
        for raw in (b"\xff\xfe", DEEP.encode(), b"", b"{", b'{"mail": 1e999}'):
            answer = person.ask(method, path, content=raw, headers={"Content-Type": "application/json"})
            assert answer.status_code < 500, (method, path, raw[:20])
    assert not [mail for mail in mails.mails if "Bcc" in mail or "victim" in mail]
    for query in ("?game=%00", "?game=guderian&side=%ff", "?game=" + "x" * 3_000, "?side=german"):
        assert person.ask("GET", f"/api/ladder{query}").status_code in (400, 404)
    for query in ("?text=%25%25%00", "?game=%ff", "?text=" + "x" * 4_000, "?mine=yes&open=no", "?text=%27%20OR%201=1"):
        assert person.ask("GET", f"/api/matches{query}").status_code == 200


def test_nobody_reads_or_changes_what_is_another_s(house: House) -> None:
    anna, eve = newcomer(house, "Anna"), newcomer(house, "Eve")
    anna.ask("PUT", "/api/notices", json={"webhook": "https://hooks.example/secret-abcd", "invitations": False})
    told = eve.ask("GET", "/api/notices").json()
    assert told["webhook"] == ""
    assert "secret" not in anna.ask("GET", "/api/notices").text
    eve.ask("PUT", "/api/notices", json={"webhook": "", "invitations": True})
    assert anna.ask("GET", "/api/notices").json()["webhook"].endswith("abcd")
    assert not anna.ask("GET", "/api/notices").json()["invitations"]
    assert "webhook" in NoticesMessage.__struct_fields__


def test_a_stranger_at_a_match_ends_nothing(house: House) -> None:
    anna, boris = pair(house, "Arthur", "Boguslaw", rated=True)
    eve = newcomer(house, "Evelyn")
    eve.match = anna.match
    for path, body in (
        ("/claim", {"how": "win"}),
        ("/proposals", {"kind": "off"}),
        ("/proposals", {"kind": "rules"}),
        ("/seats/soviet/decline", None),
        ("/seats/german", {"kind": "invite:Evelyn"}),
        ("/seats/soviet", {"kind": "screen"}),
    ):
        assert eve.post(path, body).status_code == 403, path
    # and one of the two cannot do it alone
    number = boris.post("/proposals", {"kind": "off"}).json()["number"]
    assert boris.post(f"/proposals/{number}", {"accept": True}).status_code == 403
    assert anna.post("/proposals", {"kind": "rules"}).status_code == 409
    assert anna.state()["result"] is None
    assert anna.state()["rated"]


def test_the_server_is_no_way_to_flood_a_mailbox(house: House, mails: MailSink) -> None:
    """Asked before any work: so many codes an account, and so many an address, whoever asks."""
    before = len(mails.mails)
    pest = newcomer(house, "Pest")
    statuses = [pest.ask("PUT", "/api/notices", json={"mail": f"victim{n}@example.org"}).status_code for n in range(6)]
    assert statuses == [200] * 3 + [429] * 3
    helpers = [newcomer(house, f"Helper{n}") for n in range(5)]
    shared = [one.ask("PUT", "/api/notices", json={"mail": "Poor@example.org"}).status_code for one in helpers]
    assert shared == [200] * 3 + [429] * 2
    wait_for(lambda: len(mails.mails) == before + 6)
    rows = ask_sql(house, "SELECT count(*) FROM wishes WHERE mail = 'Poor@example.org'")
    assert rows == [(3,)]


def test_changes_are_limited(tmp_path: Path, static: Path) -> None:
    with open_club(tmp_path / "m.sqlite3", static, notice_changes=(3, 0.0001)) as house:
        person = newcomer(house, "Fickle")
        changes = [person.ask("PUT", "/api/notices", json={"invitations": False}).status_code for _ in range(4)]
        assert changes == [200, 200, 200, 429]
        assert person.ask("POST", "/api/notices/confirm", json={"code": "1"}).status_code == 429
        assert person.ask("GET", "/api/notices").status_code == 200


def test_a_stopped_clock_is_not_stopped_by_changing_seats(house: House) -> None:
    """Whoever is asked cannot win time by sitting down again."""
    terms = {"per_move": 3600, "per_match": 0, "late": "forfeit"}
    _, boris = pair(house, "Aurel", "Bastian", clock=terms)

    def until(person: Person) -> Json:
        return next(clock["until"] for clock in person.state()["clocks"] if clock["side"] == "soviet")

    first = until(boris)
    assert boris.post("/seats/soviet", {"kind": "screen"}).status_code == 200
    assert until(boris) == first
