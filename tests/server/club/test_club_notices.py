"""It is your turn: by mail, webhook and push, against servers on this machine."""

from __future__ import annotations

import base64
import contextlib
import json
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_string
from pathlib import Path

import pytest

from grognard.errors import Invalid
from grognard.server import outbox, safehttp, telling, webpush
from grognard.server.accounts import COOKIE
from tests.server.club.clubhouse import (
    PLENTY,
    QUICK,
    HttpSink,
    MailSink,
    ask_sql,
    http_sink,
    mail_sink,
    open_club,
    pair,
    sit,
    wait_for,
    with_mail,
)
from tests.server.house import House, Json, Person
from tests.server.test_server_public import newcomer

pytest.importorskip("cryptography")
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


@pytest.fixture(scope="module")
def mails() -> Iterator[MailSink]:
    with mail_sink() as sink:
        yield sink


@pytest.fixture
def hook() -> Iterator[HttpSink]:
    with http_sink() as sink:
        yield sink


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, static: Path, mails: MailSink) -> Iterator[House]:
    db = tmp_path_factory.mktemp("db") / "m.sqlite3"
    with open_club(db, static, with_mail(QUICK, mails), letters=PLENTY, notice_changes=PLENTY) as house:
        yield house


def wish(person: Person, **wanted: Json) -> Json:
    answer = person.ask("PUT", "/api/notices", json=wanted)
    assert answer.status_code == 200, answer.text
    return answer.json()


def waiting(house: House, name: str) -> Json:
    """How often each notice of an account was tried that is still to be sent."""
    whose = "SELECT tries FROM outbox JOIN users ON users.id = user_id WHERE users.name = :name"
    return ask_sql(house, whose, name=name)


def beats(house: House, count: int = 4) -> None:
    """Let the steward come round a few times."""
    until = house.server.steward.beats + count
    wait_for(lambda: house.server.steward.beats >= until)


def test_everything_is_off_until_asked_for(house: House, hook: HttpSink, mails: MailSink) -> None:
    anna = newcomer(house, "Aaron")
    told = anna.ask("GET", "/api/notices").json()
    assert (told["mail"], told["webhook"], told["browsers"], told["confirmed"]) == ("", "", 0, False)
    assert told["can_mail"]
    assert told["can_push"]
    before = len(mails.mails)
    pair(house, "Abel", "Bea")
    beats(house)
    assert (len(mails.mails), hook.calls) == (before, [])


def test_a_webhook_hears_once_that_it_is_the_turn(house: House, hook: HttpSink) -> None:
    anna, boris = newcomer(house, "Anna"), newcomer(house, "Boris")
    shown = wish(boris, webhook=f"{hook.url}/hooks/secret-1234")["webhook"]
    assert shown.endswith("…1234")
    assert "secret" not in shown
    sit(anna, boris, title="Operation X @everyone")
    call = wait_for(lambda: hook.calls)[0]
    said = json.loads(call.body)
    assert call.path == "/hooks/secret-1234"
    link = f"https://club.example/#/m/{boris.match}"
    assert said["content"] == f"It is your turn in Panzergruppe Guderian against Anna. {link}"
    assert said["allowed_mentions"] == {"parse": []}
    beats(house)
    assert len(hook.calls) == 1  # not again for the same turn
    boris.plays("deploy")
    asked = boris.state()["view"]["decisions"][0]["side"]
    told = 2 if asked == "soviet" else 1  # they have acted, and are asked anew
    wait_for(lambda: len(hook.calls) >= told)
    beats(house)
    assert len(hook.calls) == told


def test_many_matches_of_one_account_hide_nobody_else_s(
    house: House, hook: HttpSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two at one screen are never told, and so their matches would be looked at again and again, before all others."""
    monkeypatch.setattr(telling, "FEW", 8)
    monkeypatch.setattr(telling, "EACH", 3)
    anna, boris, mallory = (newcomer(house, name) for name in ("Adele", "Bastian", "Mallory"))
    wish(boris, webhook=f"{hook.url}/x", form="json")
    wish(mallory, webhook=f"{hook.url}/m", form="json")
    monkeypatch.setattr(telling, "OLD", 0)  # nothing is looked at until all matches are there
    sit(anna, boris)
    for _ in range(6):
        mallory.begin()
    monkeypatch.setattr(telling, "OLD", 7 * 86_400_000)
    assert json.loads(wait_for(lambda: hook.calls)[0].body)["match"] == boris.match


def test_whoever_sits_down_is_there_before_the_steward_comes_round(house: House) -> None:
    _, boris = pair(house, "Annika", "Borya")
    here = "SELECT users.name FROM presence JOIN users ON users.id = user_id WHERE match_id = :match"
    assert ("Borya",) in ask_sql(house, here, match=boris.match)


def test_whoever_is_at_the_match_is_not_told(house: House, hook: HttpSink) -> None:
    anna, boris = newcomer(house, "Anneli"), newcomer(house, "Borek")
    wish(boris, webhook=f"{hook.url}/x", form="json")
    anna.begin({"german": "screen", "soviet": "link"})
    boris.match, boris.tokens = anna.match, {"soviet": anna.tokens["soviet"]}
    cookie = {"Cookie": f"{COOKIE}={boris.http.cookies[COOKIE]}"}
    with boris.live("soviet", additional_headers=cookie) as line:
        line.hear_of("state")
        boris.post("/seats/soviet", {"kind": "screen"})
        beats(house, 8)
        assert hook.calls == []
    call = wait_for(lambda: hook.calls)[0]  # now they have gone
    assert json.loads(call.body)["match"] == boris.match


def test_mail_comes_only_to_who_has_given_the_code_back(house: House, mails: MailSink) -> None:
    anna, boris = newcomer(house, "Anka"), newcomer(house, "Boleslaw")
    mails.mails.clear()
    told = wish(boris, mail="boris@example.org")
    assert (told["mail"], told["confirmed"]) == ("boris@example.org", False)
    code = wait_for(mails.codes)[0]
    sit(anna, boris)
    beats(house)
    assert len(mails.mails) == 1  # the code, nothing else
    assert boris.ask("POST", "/api/notices/confirm", json={"code": "00000000"}).status_code == 403
    assert boris.ask("POST", "/api/notices/confirm", json={"code": f" {code} "}).json()["confirmed"]
    wait_for(lambda: len(mails.mails) == 2)
    mail = message_from_string(mails.mails[1])
    assert mail["To"] == "boris@example.org"
    assert mail["Subject"] == "Grognard: It is your turn in Panzergruppe Guderian against Anka."
    assert f"https://club.example/#/m/{boris.match}" in mail.get_payload()
    with house.server.storage.engine.connect() as connection:
        assert code not in str(connection.exec_driver_sql("SELECT * FROM wishes").all())
    assert not wish(boris, mail="")["confirmed"]


def test_a_code_cannot_be_guessed(house: House, mails: MailSink) -> None:
    person = newcomer(house, "Guesser")
    mails.mails.clear()
    wish(person, mail="victim@example.org")
    code = wait_for(mails.codes)[0]
    for n in range(5):
        assert person.ask("POST", "/api/notices/confirm", json={"code": f"{n:08d}"}).status_code == 403
    assert person.ask("POST", "/api/notices/confirm", json={"code": code}).status_code == 403


def test_what_fails_is_tried_again_and_a_dead_webhook_is_switched_off(
    house: House, hook: HttpSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "RETRY", (0, 0, 0, 0))
    monkeypatch.setattr(outbox, "LOOK_SECONDS", 0.05)
    person = newcomer(house, "Stubborn")
    wish(person, webhook=f"{hook.url}/x")
    hook.answers += [500, 429, 302]
    hook.location = f"{hook.url}/elsewhere"
    assert person.ask("POST", "/api/notices/test").status_code == 200
    wait_for(lambda: len(hook.calls) == 4)
    assert {call.path for call in hook.calls} == {"/x"}  # a redirect is not followed
    wait_for(lambda: waiting(house, "Stubborn") == [])
    hook.answers.append(410)
    person.ask("POST", "/api/notices/test")
    wait_for(lambda: person.ask("GET", "/api/notices").json()["webhook"] == "")
    assert person.ask("POST", "/api/notices/test").status_code == 409  # nothing is switched on


def test_a_notice_is_given_up_in_the_end(house: House, hook: HttpSink, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "RETRY", (0, 0))
    monkeypatch.setattr(outbox, "LOOK_SECONDS", 0.05)
    person = newcomer(house, "Hopeless")
    wish(person, webhook=f"{hook.url}/x")
    hook.answers += [500] * 10
    person.ask("POST", "/api/notices/test")
    wait_for(lambda: len(hook.calls) == 3 and waiting(house, "Hopeless") == [])
    assert len(hook.answers) == 7
    wish(person, webhook="")


def test_a_server_that_hangs_holds_up_no_action(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safehttp, "SECONDS", 60)
    with socket.create_server(("127.0.0.1", 0)) as deaf:  # takes the connection, and says nothing
        deaf.settimeout(30)
        person = newcomer(house, "Patient")
        wish(person, webhook=f"http://127.0.0.1:{deaf.getsockname()[1]}/x")
        person.ask("POST", "/api/notices/test")
        with deaf.accept()[0]:
            newcomer(house, "Quick").begin().plays("deploy")
            assert waiting(house, "Patient") == [(0,)]  # it hangs still
        wait_for(lambda: waiting(house, "Patient") == [(1,)])
        wish(person, webhook="")
        ask_sql(house, "DELETE FROM outbox")


def test_one_account_s_notices_are_sent_one_at_a_time(house: House) -> None:
    """Whoever has a webhook that hangs holds up no more than one thread at a time."""
    newcomer(house, "Tarpit")
    newcomer(house, "Honest")
    users = [ask_sql(house, "SELECT id FROM users WHERE name = :n", n=name)[0][0] for name in ("Tarpit", "Honest")]
    far = 1 << 50
    with house.server.storage.engine.begin() as connection:
        connection.exec_driver_sql(f"DELETE FROM outbox WHERE user_id = '{users[0]}'")  # the pen is ours before we read
        outbox.put(connection, users[0], [("mail", "a@example.org", "{}")] * 20, far)
        outbox.put(connection, users[1], [("mail", "b@example.org", "{}")], far + 1)
        due = outbox._due(connection, far + 2)
        assert [letter.user for letter in due if letter.user in users] == users
        connection.exec_driver_sql(f"DELETE FROM outbox WHERE due >= {far}")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_a_webhook_that_answers_a_letter_at_a_time_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = [
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
        "-keyout", str(tmp_path / "key"), "-out", str(tmp_path / "cert"),
    ]  # fmt: skip
    subprocess.run(certificate, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert", tmp_path / "key")
    ended = threading.Event()

    def drip(door: socket.socket) -> None:
        line, _ = door.accept()
        with contextlib.suppress(OSError), context.wrap_socket(line, server_side=True) as wire:
            wire.sendall(b"HTTP/1.1 200 OK\r\n")
            while not ended.wait(0.1):
                wire.sendall(b"A")

    trusting = ssl.create_default_context(cafile=str(tmp_path / "cert"))
    monkeypatch.setattr(ssl, "create_default_context", lambda: trusting)
    trusting.check_hostname = False
    monkeypatch.setattr(safehttp, "SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=drip, args=(door,), daemon=True).start()
        began = time.monotonic()
        with contextlib.suppress(OSError):  # however it takes it
            safehttp.post(f"https://localhost:{door.getsockname()[1]}/", b"{}", {}, private=True)
        assert time.monotonic() - began < 8
        ended.set()


def test_the_outbox_is_bounded(house: House) -> None:
    newcomer(house, "Flood")
    user = ask_sql(house, "SELECT id FROM users WHERE name = 'Flood'")[0][0]
    with house.server.storage.engine.begin() as connection:
        connection.exec_driver_sql(f"DELETE FROM outbox WHERE user_id = '{user}'")  # the pen is ours before we read
        far = 1 << 50  # not due, so that nothing is sent meanwhile
        for _ in range(3):
            outbox.put(connection, user, [("mail", "a@example.org", "{}")] * 9, far)
        assert (
            len(connection.exec_driver_sql(f"SELECT 1 FROM outbox WHERE user_id = '{user}'").all())
            == outbox.WAITING_MAX
        )
        connection.exec_driver_sql(f"DELETE FROM outbox WHERE user_id = '{user}'")


# --- push ------------------------------------------------------------------------------------------------------------


class PushBrowser:
    """What a browser does with a push message, worked out from RFC 8291 on its own."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"
        self.point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str) -> dict[str, str]:
        return {"endpoint": endpoint, "p256dh": webpush.encoded(self.point), "auth": webpush.encoded(self._auth)}

    def read(self, body: bytes) -> Json:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(body) <= size
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\x00" + self.point + sender
        secret = HKDF(hashes.SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        return json.loads(plain[:-1])


def test_the_worked_example_of_rfc_8291() -> None:
    sealed = webpush.encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        salt=webpush.decoded("DGv6ra1nlYgDCS1FRnbzlw", 16),
        key="yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    )
    assert webpush.encoded(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_browser_is_told_by_its_push_service(house: House, hook: HttpSink) -> None:
    anna, boris, browser = newcomer(house, "Anouk"), newcomer(house, "Bohdan"), PushBrowser()
    told = boris.ask("POST", "/api/notices/push", json=browser.subscription(f"{hook.url}/push/1")).json()
    assert told["browsers"] == 1
    sit(anna, boris)
    call = wait_for(lambda: hook.calls)[0]
    assert call.path == "/push/1"
    assert browser.read(call.body) == {
        "text": "It is your turn in Panzergruppe Guderian against Anouk.",
        "link": f"https://club.example/#/m/{boris.match}",
        "tag": boris.match,
    }
    assert boris.match.encode() not in call.body
    assert (call.headers["content-encoding"], call.headers["ttl"]) == ("aes128gcm", "86400")
    _check_signature(call.headers["authorization"], hook.url, told["push_key"])
    hook.answers.append(410)  # the browser has gone
    boris.ask("POST", "/api/notices/test")
    wait_for(lambda: boris.ask("GET", "/api/notices").json()["browsers"] == 0)


def _check_signature(header: str, audience: str, key: str) -> None:
    token, _, shown = header.removeprefix("vapid t=").partition(", k=")
    assert shown == key
    head, claims, signature = token.split(".")
    raw = base64.urlsafe_b64decode(signature + "==")
    dss = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), webpush.decoded(key, 65))
    public.verify(dss, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(base64.urlsafe_b64decode(claims + "=="))["aud"] == audience


def test_browsers_of_one_account_are_few_and_its_own(house: House, hook: HttpSink) -> None:
    one, other, browser = newcomer(house, "Many"), newcomer(house, "Thief"), PushBrowser()
    for n in range(7):
        told = one.ask("POST", "/api/notices/push", json=browser.subscription(f"{hook.url}/{n}")).json()
    assert told["browsers"] == 5
    stolen = other.ask("POST", "/api/notices/push/stop", json={"endpoint": f"{hook.url}/6"})
    assert stolen.status_code == 200
    assert one.ask("GET", "/api/notices").json()["browsers"] == 5
    stopped = one.ask("POST", "/api/notices/push/stop", json={"endpoint": f"{hook.url}/6"}).json()
    assert stopped["browsers"] == 4


# --- where a webhook must not lead -----------------------------------------------------------------------------------

INSIDE = [
    "127.0.0.1", "10.1.2.3", "172.16.9.9", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "::1", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
    "2002:7f00:1::", "ff02::1", "2001:db8::1", "::",
]  # fmt: skip


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_of_the_local_network_is_refused(address: str) -> None:
    assert not safehttp.public_address(address)
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(Invalid):
        safehttp.check(f"https://{host}/hook")


def test_an_address_of_the_internet_is_not() -> None:
    assert all(safehttp.public_address(one) for one in ("1.1.1.1", "8.8.8.8", "2606:4700::1111"))
    safehttp.check("https://discord.com/api/webhooks/1/abc?wait=true")


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/x", "ftp://example.org/x", "https://user:pw@example.org/", "https://example.org:8443/",
        "https:///x", "https://example.org:99999/", "https://[", "https://localhost/", "https://exa mple.org/",
        "https://example.org/\r\nHost: x", "https://bücher.example/", "https://example.org/" + "a" * 700, "", "x",
    ],
)  # fmt: skip
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(Invalid):
        safehttp.check(url)


def test_a_name_that_means_the_local_network_is_not_called(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolved(*addresses: str) -> None:
        found = [(2, 1, 6, "", (address, 443)) for address in addresses]
        monkeypatch.setattr(safehttp.socket, "getaddrinfo", lambda *args, **more: found)  # type: ignore[attr-defined]

    connected: list[object] = []
    monkeypatch.setattr(safehttp.socket.socket, "connect", lambda self, where: connected.append(where))  # type: ignore[attr-defined]
    for addresses in (("127.0.0.1",), ("1.1.1.1", "10.0.0.1"), ("169.254.169.254",)):
        resolved(*addresses)
        with pytest.raises(safehttp.Away, match="private network"):
            safehttp.post("https://innocent.example/x", b"", {})
    assert connected == []


def test_a_public_server_refuses_such_webhooks(tmp_path: Path, static: Path) -> None:
    with open_club(tmp_path / "m.sqlite3", static, replace(QUICK, private_targets=False)) as house:
        person = newcomer(house, "Spy")
        for url in ("http://127.0.0.1:8123/", "https://169.254.169.254/latest", "https://[::1]/", "https://localhost/"):
            for path, body in (
                ("PUT /api/notices", {"webhook": url}),
                ("POST /api/notices/push", PushBrowser().subscription(url)),
            ):
                method, address = path.split()
                assert person.ask(method, address, json=body).status_code == 400, url
        no_mail = person.ask("PUT", "/api/notices", json={"mail": "a@example.org"})
        assert (no_mail.status_code, "no mail" in no_mail.json()["error"]) == (409, True)
