"""A phone in the hand: what lies under the map gives way to it, and what is tapped stays where one looks."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.positions import MIDGAME
from tests.browser.table import Finger, Host
from tests.browser.test_eastfront import COMBAT, PRODUCTION, ROSTOV, edelweiss

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def finger(browser: Browser, host: Host) -> Finger:
    return Finger.sit(browser, host, **PHONE)


def test_every_panel_opens_at_its_top_and_every_match_with_the_whole_map(finger: Finger, host: Host) -> None:
    finger.open(host.start(MIDGAME))
    finger.expect("Move, enter")
    panel = finger.page.locator(".tab-body")
    finger.press("[data-tab=rules]")
    finger.page.wait_for_selector(".rule-text")
    panel.evaluate("(panel) => panel.scrollTo(0, 900)")
    finger.press("[data-tab=table]")
    assert panel.evaluate("(panel) => panel.scrollTop") == 0
    finger.press(".more-tools")
    assert "Reach" in finger.page.locator("[data-overlay=reach]").inner_text()  # nothing to point at: it says its name
    other = host.start(MIDGAME)
    finger.page.evaluate(f"() => (location.hash = '#/m/{other['id']}')")
    finger.page.wait_for_function("() => !document.querySelector('.tab-body, .top.more')")


def test_a_tap_on_the_map_puts_the_tools_away_and_does_its_own_work(finger: Finger, host: Host) -> None:
    finger.open(host.start(MIDGAME))
    finger.expect("Move, enter")
    finger.bring("2013")
    finger.press(".more-tools")
    finger.page.wait_for_selector(".top.more")
    finger.point("2013")
    finger.page.wait_for_function("() => !document.querySelector('.top.more')")
    assert set(finger.in_hand()) == {"move", "29/12", "5/12", "25/12"}


def test_one_of_three_is_in_hand_after_four_taps(finger: Finger, host: Host) -> None:
    finger.open(host.start(MIDGAME))
    finger.expect("Move, enter")
    finger.bring("2013")
    finger.clicks = 0
    finger.pick("2013", "5/12")
    finger.expect_words("move", "5/12")
    assert finger.in_hand() == ["move", "5/12"]
    assert finger.clicks == 4
    assert finger.page.locator(".fan").count() == 0


def pushed_down(finger: Finger, hex: str) -> None:
    """The map pushed along until a hex lies at the lower edge of it."""
    finger.bring(hex)
    board = finger.page.locator("#board").bounding_box()
    assert board
    left, right, bottom = board["x"], board["x"] + board["width"], board["y"] + board["height"]
    down = bottom - 60 - finger.at(hex)[1]
    empty = [one for one in finger.hexes if finger.in_sight(one) and not finger.stack(one)]
    x, y = next(at for at in map(finger.at, empty) if left + 60 < at[0] < right - 90 and at[1] + down < bottom - 5)
    finger.page.mouse.move(x, y)
    finger.page.mouse.down()
    finger.page.mouse.move(x, y + down, steps=4)
    finger.page.mouse.up()
    finger.settle()


def test_the_battle_one_opens_stays_in_sight_and_is_closed_with_its_phase(finger: Finger, host: Host) -> None:
    finger.open(edelweiss(host, COMBAT - 1), ("german",))
    finger.expect("Move units")
    finger.point(ROSTOV)
    finger.page.wait_for_selector("[data-battle-panel]")
    finger.finish()
    finger.expect("Assign airstrikes")
    assert finger.page.locator("[data-battle-panel]").count() == 0
    pushed_down(finger, ROSTOV)
    finger.point(ROSTOV)
    finger.page.wait_for_selector("[data-battle-panel] .bar")
    finger.settle()
    assert finger.in_sight(ROSTOV)


def test_what_is_written_moves_nothing_from_under_the_finger(finger: Finger, host: Host) -> None:
    finger.open(edelweiss(host, PRODUCTION), ("soviet",))
    last = finger.page.locator("[data-clause^='cadre ']").first
    last.scroll_into_view_if_needed()
    before = last.bounding_box()
    finger.press("[data-clause='step K']")
    finger.page.wait_for_selector("[data-strike='step K']")
    assert last.bounding_box() == before
    finger.press("[data-clause='cadre L']")
    listed = [button.inner_text() for button in finger.page.locator(".finish [data-place]").all()]
    names = [name for name in listed if not name.isdigit()]
    assert names
    assert listed[: len(names)] == sorted(names)
