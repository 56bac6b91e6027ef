"""The staff's advice on the page: asked for, shown, pointed at, and played only when the player says so."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, Route

from tests.browser.positions import TURN_FIVE
from tests.browser.table import Hand, Host


def test_ask_the_staff(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE))
    hand.expect("Move, enter, overrun")
    number = hand.state()["number"]
    untried = next(u["id"] for u in hand.state()["view"]["units"] if u["hex"] == "1718")
    advice = {"number": number, "action": f"move {untried} 1617", "why": "a better place to stand"}

    def advise(route: Route) -> None:
        route.fulfill(status=200, content_type="application/json", body=json.dumps(advice))

    hand.page.route("**/hint?*", advise)
    hand.press("[data-hint]")
    hand.page.locator(".hint .why").wait_for()
    assert "a better place to stand" in hand.page.locator(".hint").inner_text()
    assert hand.state()["number"] == number
    hand.press("[data-hint-play]")
    hand.wait_for_action(f"move {untried} 1617")
    hand.page.locator("[data-hint]").wait_for()  # the next position is another question
    assert not hand.errors


def test_no_advice_is_said_so(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE))
    hand.expect("Move, enter, overrun")
    told = json.dumps({"error": "the staff has no advice: it sleeps", "rule": "", "number": -1})
    hand.page.route("**/hint?*", lambda route: route.fulfill(status=503, content_type="application/json", body=told))
    hand.announce("503 GET .*/hint")
    hand.press("[data-hint]")
    hand.page.get_by_text("it sleeps").first.wait_for()
    assert hand.page.locator("[data-hint]").is_enabled()
