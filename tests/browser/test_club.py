"""A club's evening in the browser: notices, invitations, clocks, filters, the ladder, a match under older rules."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from grognard.games import find
from tests.browser.conftest import _serve
from tests.browser.table import Hand, Host
from tests.server.club.clubhouse import HttpSink, MailSink, http_sink, mail_sink, wait_for

SETTINGS = """
url = "{url}"
beat = 0.2
told_after = 0.3
private_targets = true
[mail]
host = "127.0.0.1"
port = {port}
sender = "Club <club@club.example>"
security = "none"
"""


@pytest.fixture(scope="module")
def mails() -> Iterator[MailSink]:
    with mail_sink() as sink:
        yield sink


@pytest.fixture
def hook() -> Iterator[HttpSink]:
    with http_sink() as sink:
        yield sink


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, mails: MailSink) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("club")
    settings = folder / "server.toml"
    settings.write_text(SETTINGS.format(url="http://club.example", port=mails.port))
    with _serve(folder, "--public", "--workers", "1", "--settings", str(settings)) as host:
        yield host


def member(browser: Browser, host: Host, name: str) -> Hand:
    """Somebody with a fresh account, in the lobby."""
    hand = Hand.sit(browser, host)
    hand.page.goto(host.base)
    hand.page.locator(".login .quiet").click()
    hand.page.locator(".login [name=name]").fill(name)
    hand.page.locator(".login [name=password]").fill("correct horse battery")
    hand.page.locator(".login .primary").click()
    hand.page.wait_for_function(f"() => document.querySelector('.account')?.innerText.includes('{name}')")
    return hand


def invite(hand: Hand, name: str, *, pace: str = "", rated: bool = False) -> None:
    """Set the table for oneself as the Germans and a member as the Soviets."""
    card = hand.page.locator("[data-game=guderian]")
    card.locator("summary").first.click()
    card.locator("[data-seat=german]").select_option("screen")
    hand.page.once("dialog", lambda dialog: dialog.accept(name))
    card.locator("[data-seat=soviet]").select_option("invite:")
    if pace:
        card.locator("[data-pace]").select_option(pace)
    if rated:
        card.locator("[data-rated]").check()
    card.locator("[data-start=table]").click()
    hand.page.wait_for_selector(".counters")
    hand.settle()


def test_an_evening_at_the_club(browser: Browser, club: Host, hook: HttpSink) -> None:
    boris = member(browser, club, "Boris")
    boris.page.locator("[data-notices] > summary").click()
    boris.page.locator("[name=webhook]").fill(f"{hook.url}/boris")
    boris.page.get_by_role("button", name="Switch on").click()
    boris.page.wait_for_selector("[data-webhook]")
    anna = member(browser, club, "Anna")
    invite(anna, "Boris", pace="three", rated=True)
    anna.page.locator("[data-tab=table]").click()
    assert "Boris is invited" in anna.page.locator(".seats").inner_text()
    assert "Counts for the ladder" in anna.page.locator("[data-terms]").inner_text()
    wait_for(lambda: [call for call in hook.calls if b"Anna invites you" in call.body])
    # the guest finds the invitation in the lobby and sits down; now the clock runs
    boris.page.reload()
    boris.page.wait_for_selector("[data-invited]")
    assert "Anna invites you to Panzergruppe Guderian as Soviet" in boris.page.locator("[data-invited]").inner_text()
    boris.page.locator("[data-accept]").click()
    boris.page.wait_for_selector("[data-own-clock]")
    assert boris.page.locator("[data-own-clock]").inner_text().strip() in ("3 d", "2 d 23 h")
    boris.page.locator("[data-tab=table]").click()
    assert "left" in boris.page.locator("[data-clock=soviet]").inner_text()
    anna.page.wait_for_selector("[data-clock=soviet]")
    # the lobby shows the clock; away from the table Boris is told
    boris.page.locator(".home").click()
    boris.page.wait_for_selector(".matches [data-clock=soviet]")
    shown = boris.page.locator(".matches [data-clock]").inner_text()
    assert "2 d 23 h left" in shown or "3 d left" in shown  # the latter in the clock's first moment
    wait_for(lambda: [call for call in hook.calls if b"It is your turn" in call.body], 20)
    # the end, the ladder, and a rematch by invitation
    anna.page.once("dialog", lambda dialog: dialog.accept())
    anna.page.get_by_role("button", name="Resign").click()
    anna.page.wait_for_selector("[data-ending]")
    over = anna.page.url
    anna.page.locator("[data-rematch]").click()
    anna.page.wait_for_function("(over) => location.href !== over", arg=over)
    boris.page.locator(".to-ladder").click()
    boris.page.locator("[data-ladder-side=soviet]").click()
    boris.page.wait_for_selector("[data-row=Boris]")
    assert "1662" in boris.page.locator("[data-row=Boris]").inner_text()
    boris.page.locator(".ladder a.button").click()
    boris.page.wait_for_selector("[data-invited]")
    boris.page.locator("[data-decline]").click()
    boris.page.wait_for_function("() => !document.querySelector('[data-invited]')")
    assert not anna.errors
    assert not boris.errors


def test_mail_is_confirmed_by_its_code_and_push_by_the_browser(browser: Browser, club: Host, mails: MailSink) -> None:
    hand = member(browser, club, "Carla")
    hand.page.locator("[data-notices] > summary").click()
    hand.page.locator("[name=mail]").fill("carla@example.org")
    hand.page.get_by_role("button", name="Send a code").click()
    code = wait_for(mails.codes)[0]
    hand.announce("403 POST .*/confirm")
    hand.announce("status of 403")
    hand.page.locator("[name=code]").fill("00000000")
    hand.page.get_by_role("button", name="Confirm").click()
    hand.page.wait_for_selector(".notice.bad")
    hand.page.locator("[name=code]").fill(code)
    hand.page.get_by_role("button", name="Confirm").click()
    hand.page.wait_for_selector("[data-mail]")
    hand.page.locator("[data-try]").click()
    wait_for(lambda: len(mails.mails) == 2)
    hand.page.locator("[data-invitations]").uncheck()
    hand.settle()
    told = hand.page.evaluate("() => fetch('/api/notices').then((answer) => answer.json())")
    assert (told["mail"], told["confirmed"], told["invitations"]) == ("carla@example.org", True, False)
    assert not hand.errors


def test_the_service_worker_shows_what_was_pushed(browser: Browser, club: Host) -> None:
    """No push service can be reached from a test; the page's part is played with one that answers like a browser's."""
    hand = Hand.sit(browser, club, own=True, permissions=["notifications"])
    hand.page.add_init_script(
        """
        const raw = (n, first) => { const b = new Uint8Array(n); b[0] = first; return b.buffer; };
        const point = crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"])
          .then((pair) => crypto.subtle.exportKey("raw", pair.publicKey));
        let made = null;
        PushManager.prototype.subscribe = async (wanted) => {
          window.wantedKey = wanted.applicationServerKey.length;
          const key = await point;
          made = { endpoint: "https://push.example/1", getKey: (k) => (k === "auth" ? raw(16, 1) : key),
            unsubscribe: async () => { made = null; return true; } };
          return made;
        };
        PushManager.prototype.getSubscription = async () => made;
        """
    )
    hand.page.goto(club.base)
    hand.page.locator(".login .quiet").click()
    hand.page.locator(".login [name=name]").fill("Dora")
    hand.page.locator(".login [name=password]").fill("correct horse battery")
    hand.page.locator(".login .primary").click()
    hand.page.locator("[data-notices] > summary").click()
    box = hand.page.locator("[data-push]")
    box.wait_for()
    box.click()
    hand.page.wait_for_function("() => document.querySelector('[data-notices]').innerText.includes('1 browser told')")
    assert hand.page.evaluate("() => window.wantedKey") == 65
    assert hand.page.evaluate("() => navigator.serviceWorker.getRegistration('/').then((w) => !!w?.active)")
    box.click()
    hand.page.wait_for_function("() => !document.querySelector('[data-notices]').innerText.includes('browser told')")
    assert not hand.errors


def test_matches_are_found_by_filters(browser: Browser, host: Host) -> None:
    for title in ("Spring Thaw", "Summer", "Autumn", "Winter"):
        host.ask("/api/matches", {"game": "oder", "seats": {}, "title": title})
    hand = Hand.sit(browser, host)
    hand.page.goto(host.base)
    hand.page.locator(".filters-box summary").click()
    hand.page.locator("[data-filter=text]").fill("spring")
    hand.page.wait_for_function("() => document.querySelectorAll('button.match').length === 1")
    assert "Spring Thaw" in hand.page.locator("button.match").inner_text()
    hand.page.locator("[data-filter=game]").select_option("eastfront")
    hand.page.wait_for_function("() => !document.querySelector('button.match')")
    assert "No match fits" in hand.page.locator(".lobby").inner_text()
    hand.page.locator("[data-filter=none]").click()
    hand.page.wait_for_function("() => document.querySelectorAll('button.match').length > 3")
    assert not hand.errors


def test_a_match_under_older_rules_asks_first(browser: Browser, tmp_path: Path) -> None:
    with _serve(tmp_path, "--workers", "1") as host:
        created = host.start()
    with closing(sqlite3.connect(tmp_path / "matches.sqlite3")) as db:
        db.execute("UPDATE matches SET header = replace(header, ?, '1-older')", (find("guderian").version,))
        db.commit()
    with _serve(tmp_path, "--workers", "1") as host:
        hand = Hand.sit(browser, host)
        hand.open(created)
        strip = hand.page.locator("[data-older]")
        assert "made under the rules 1-older" in strip.inner_text()
        hand.page.locator("[data-agree-rules]").click()
        hand.page.wait_for_function("() => !document.querySelector('[data-older]')")
        hand.verb("deploy")
        hand.settle()
        assert hand.state()["number"] == 2  # that the sides go on is an entry, too
        assert not hand.errors
