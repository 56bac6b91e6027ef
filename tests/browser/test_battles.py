"""Battles in the East on the page: the lesson, each step by the clicks it asks for."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.table import Hand, Host


def test_the_lesson_by_clicks(browser: Browser, host: Host) -> None:
    import os

    shots = os.environ.get("SHOTS")
    steps = host.ask("/api/games/battles/tutorial")
    hand = Hand.sit(browser, host, viewport={"width": 1280, "height": 800})
    hand.page.goto(host.base)
    hand.page.locator("[data-game=battles] [data-tutorial]").click()
    hand.page.wait_for_selector(".lesson", timeout=20_000)
    hand.find_hexes()
    for number, step in enumerate(steps):
        hand.page.wait_for_selector(f".lesson[data-step='{number}']")
        hand.settle()
        if shots:
            hand.page.wait_for_timeout(700)
            hand.page.screenshot(path=f"{shots}/l{number:02}.png")
        if step["action"]:
            hand.say(step["action"])
        elif number + 1 < len(steps):
            hand.page.locator(".lesson > button").click()
    assert hand.unit_hex("Pz/HG") == "1516"
    assert hand.state()["view"]["turn"] == 2
    assert not hand.errors
