"""Pictures of the page. With GROGNARD_SCREENS set to a folder they are kept there: `docs/screens` holds the latest."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.positions import MIDGAME
from tests.browser.table import Finger, Hand, Host
from tests.browser.test_eastfront import COMBAT, edelweiss
from tests.browser.test_flow import ADVANCE

SIZES: dict[str, dict[str, Any]] = {
    "": {"viewport": {"width": 1280, "height": 800}},
    "-wide": {"viewport": {"width": 1920, "height": 1080}},
    "-phone": {
        "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2,
    },
}  # fmt: skip
pytestmark = pytest.mark.soak  # they are for people to look at; what is on them is tested elsewhere
every_size = pytest.mark.parametrize("size", SIZES)


@pytest.fixture
def screens(tmp_path: Path) -> Path:
    folder = Path(os.environ.get("GROGNARD_SCREENS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def sit(browser: Browser, host: Host, size: str) -> Hand:
    return (Finger if size == "-phone" else Hand).sit(browser, host, own=True, **SIZES[size])


def closer(hand: Hand, hex: str, times: int = 1) -> None:
    """Zoom in on a hex."""
    hand.page.mouse.move(*hand.at(hex))
    for _ in range(times):
        hand.page.mouse.wheel(0, -240)
    hand.page.wait_for_timeout(300)


def take(hand: Hand, path: Path) -> None:
    hand.settle()
    hand.page.mouse.move(200, 4)
    hand.page.wait_for_timeout(900)  # the map is drawn sharp once it rests
    hand.page.screenshot(path=path, type="jpeg", quality=76)
    assert not hand.errors


@every_size
def test_lobby(browser: Browser, host: Host, screens: Path, size: str) -> None:
    hand = sit(browser, host, size)
    hand.open(host.start(MIDGAME, german="screen", soviet="bot:random"))
    hand.page.goto(f"{host.base}/#/")
    hand.page.wait_for_selector("[data-game=guderian]")
    hand.page.wait_for_selector(".matches")
    for n in range(2):
        hand.page.locator(".game-map").nth(n).evaluate("(map) => map.decode()")
    take(hand, screens / f"lobby{size}.jpg")
    assert hand.page.locator(".turn em").first.inner_text() == "Your turn"


@every_size
def test_mid_game_with_supply(browser: Browser, host: Host, screens: Path, size: str) -> None:
    hand = sit(browser, host, size)
    hand.open(host.start(MIDGAME))
    hand.expect("Move, enter")
    if hand.page.locator(".more-tools").is_visible():
        hand.press(".more-tools")
    hand.press("[data-overlay=supply]")
    if hand.page.locator(".more-tools").is_visible():
        hand.press(".more-tools")
    hand.point("1817")
    hand.page.wait_for_selector(".supply .line")
    take(hand, screens / f"supply{size}.jpg")


@every_size
def test_attack_panel(browser: Browser, host: Host, screens: Path, size: str) -> None:
    hand = sit(browser, host, size)
    hand.open(host.start(MIDGAME.replace("german-movement", "german-combat")))
    hand.expect("Attack, or end")
    closer(hand, "2211", 3)
    hand.point("2210")
    hand.page.wait_for_selector(".odds .bar")
    take(hand, screens / f"attack{size}.jpg")


@every_size
def test_blocks(browser: Browser, host: Host, screens: Path, size: str) -> None:
    hand = sit(browser, host, size)
    hand.open(edelweiss(host, COMBAT), ("german",))
    hand.expect("Assign airstrikes")
    hand.point("1616")
    hand.page.wait_for_selector("[data-battle-panel] .bar")
    hand.page.keyboard.press("Escape")
    take(hand, screens / f"blocks{size}.jpg")


@every_size
def test_momentum(browser: Browser, host: Host, screens: Path, size: str) -> None:
    hand = sit(browser, host, size)
    hand.open(host.taught("oder", "attack 1916 1SS 24Pz 40Pz go"))
    hand.expect("Momentum")
    closer(hand, "1816")
    hand.say("attack 1916 1SS 24Pz 40Pz")
    hand.page.wait_for_selector(".odds .bar")
    take(hand, screens / f"momentum{size}.jpg")


@every_size
def test_declared_support(browser: Browser, host: Host, screens: Path, size: str) -> None:
    hand = sit(browser, host, size)
    hand.open(host.taught("battles", "declare HQ-2TA HQ-2TA go"))
    hand.expect("Declare support for the attack on 1416")
    closer(hand, "1516")
    hand.say("declare HQ-2TA HQ-2TA")
    hand.page.wait_for_selector(".odds .bar")
    take(hand, screens / f"support{size}.jpg")


@every_size
def test_reaction(browser: Browser, host: Host, screens: Path, size: str) -> None:
    hand = sit(browser, host, size)
    hand.open(host.taught("bugriver", "react 298ID"), ("german",))
    hand.page.wait_for_selector("[data-occasion=react]")
    closer(hand, "1411", 2)
    take(hand, screens / f"reaction{size}.jpg")


@every_size
def test_replay(browser: Browser, host: Host, screens: Path, size: str) -> None:
    hand = sit(browser, host, size)
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
    take(hand, screens / f"replay{size}.jpg")


@every_size
def test_the_whole_map(browser: Browser, host: Host, screens: Path, size: str) -> None:
    hand = sit(browser, host, size)
    hand.open(host.start(MIDGAME))
    hand.expect("Move, enter")
    hand.page.keyboard.press("0")
    hand.page.wait_for_selector("[data-name=Smolensk]")
    take(hand, screens / f"whole{size}.jpg")


@every_size
def test_a_plan(browser: Browser, host: Host, screens: Path, size: str) -> None:
    hand = sit(browser, host, size)
    hand.open(host.start(ADVANCE))
    hand.expect("Move, enter")
    hand.point("1214")
    hand.page.wait_for_selector("[data-plan]")
    take(hand, screens / f"plan{size}.jpg")
