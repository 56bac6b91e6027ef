"""Pictures of the page. With GROGNARD_SCREENS set to a folder they are kept there: `docs/screens` holds the latest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.positions import MIDGAME
from tests.browser.table import Finger, Hand, Host
from tests.browser.test_eastfront import COMBAT, edelweiss

PHONE = {
    "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2,
}  # fmt: skip


@pytest.fixture
def screens(tmp_path: Path) -> Path:
    folder = Path(os.environ.get("GROGNARD_SCREENS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def take(hand: Hand, path: Path) -> None:
    hand.settle()
    hand.page.mouse.move(600, 4)
    hand.page.wait_for_timeout(900)  # the map is drawn sharp once it rests
    hand.page.screenshot(path=path, type="jpeg", quality=82)
    assert not hand.errors


def test_lobby(browser: Browser, host: Host, screens: Path) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(MIDGAME, german="screen", soviet="bot:random"))
    hand.page.goto(f"{host.base}/#/")
    hand.page.wait_for_selector("[data-game=guderian]")
    hand.page.wait_for_selector(".matches")
    for n in range(2):
        hand.page.locator(".game-map").nth(n).evaluate("(map) => map.decode()")
    take(hand, screens / "lobby.jpg")
    assert hand.page.locator(".turn em").first.inner_text() == "Your turn"


def test_mid_game_with_supply(browser: Browser, host: Host, screens: Path) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(MIDGAME))
    hand.expect("Move, enter")
    hand.press("[data-overlay=supply]")
    hand.point("1817")
    hand.page.wait_for_selector(".supply .line")
    take(hand, screens / "supply.jpg")


def test_attack_panel(browser: Browser, host: Host, screens: Path) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(MIDGAME.replace("german-movement", "german-combat")))
    hand.expect("Attack, or end")
    hand.page.mouse.move(*hand.at("2211"))
    for _ in range(3):
        hand.page.mouse.wheel(0, -240)
    hand.page.wait_for_timeout(300)
    hand.point("2210")
    hand.page.wait_for_selector(".odds .bar")
    take(hand, screens / "attack.jpg")


def test_blocks(browser: Browser, host: Host, screens: Path) -> None:
    hand = Hand.sit(browser, host)
    hand.open(edelweiss(host, COMBAT), ("german",))
    hand.expect("Assign airstrikes")
    hand.point("1616")
    hand.page.wait_for_selector("[data-battle-panel] .bar")
    hand.page.keyboard.press("Escape")
    take(hand, screens / "blocks.jpg")


def test_momentum(browser: Browser, host: Host, screens: Path) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.taught("oder", "attack 1916 1SS 24Pz 40Pz go"))
    hand.expect("Momentum")
    hand.page.mouse.move(*hand.at("1816"))
    hand.page.mouse.wheel(0, -240)
    hand.page.wait_for_timeout(300)
    hand.say("attack 1916 1SS 24Pz 40Pz")
    hand.page.wait_for_selector(".odds .bar")
    take(hand, screens / "momentum.jpg")


def test_declared_support(browser: Browser, host: Host, screens: Path) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.taught("battles", "declare HQ-2TA HQ-2TA go"))
    hand.expect("Declare support for the attack on 1416")
    hand.page.mouse.move(*hand.at("1516"))
    hand.page.mouse.wheel(0, -240)
    hand.page.wait_for_timeout(300)
    hand.say("declare HQ-2TA HQ-2TA")
    hand.page.wait_for_selector(".odds .bar")
    take(hand, screens / "support.jpg")


def test_reaction(browser: Browser, host: Host, screens: Path) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.taught("bugriver", "react 298ID"), ("german",))
    hand.page.wait_for_selector("[data-occasion=react]")
    hand.page.get_by_text("Dismiss").click()
    hand.page.mouse.move(*hand.at("1411"))
    for _ in range(2):
        hand.page.mouse.wheel(0, -240)
    hand.page.wait_for_timeout(300)
    take(hand, screens / "reaction.jpg")


def test_replay(browser: Browser, host: Host, screens: Path) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(MIDGAME))
    hand.expect("Move, enter")
    hand.pick("1016", "11/14")
    hand.point("1516")
    hand.page.wait_for_selector("[data-mover='11/14']")
    hand.point("0917")
    hand.point("1115")
    hand.page.locator("[data-tab=log]").click()
    hand.page.keyboard.press("[")
    hand.page.wait_for_selector(".replay")
    hand.page.locator(".log .link").first.click()
    take(hand, screens / "replay.jpg")


def test_phone(browser: Browser, host: Host, screens: Path) -> None:
    hand = Finger.sit(browser, host, **PHONE)
    hand.open(host.start(MIDGAME))
    hand.expect("Move, enter")
    hand.pick("1919", "39/17")
    hand.page.wait_for_selector(".costs text")
    take(hand, screens / "phone.jpg")
