"""A phone in the hand: what lies under the map gives way to it, and what is tapped stays where one looks."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.positions import MIDGAME, NOTHING, WAITING
from tests.browser.table import Finger, Host
from tests.browser.test_eastfront import COMBAT, PRODUCTION, ROSTOV, edelweiss
from tests.browser.test_evening import begun

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


def pushed_down(finger: Finger, hex: str, above: int = 60) -> None:
    """The map pushed along until a hex lies at the lower edge of it, so many pixels above."""
    finger.bring(hex)
    board = finger.page.locator("#board").bounding_box()
    assert board
    left, right, bottom = board["x"], board["x"] + board["width"], board["y"] + board["height"]
    across, down = max(0, left + 60 - finger.at(hex)[0]), bottom - above - finger.at(hex)[1]
    empty = [one for one in finger.hexes if finger.in_sight(one) and not finger.stack(one)]
    x, y = next(at for at in map(finger.at, empty) if left + 60 < at[0] < right - 90 and at[1] + down < bottom - 5)
    finger.page.mouse.move(x, y)
    finger.page.mouse.down()
    finger.page.mouse.move(x + across, y + down, steps=4)
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


def test_who_has_his_step_keeps_his_place_and_the_next_does_not_come_under_the_finger(
    finger: Finger, host: Host
) -> None:
    finger.open(edelweiss(host, PRODUCTION), ("soviet",))
    hq = finger.page.locator("[data-clause='step K']")
    hq.scroll_into_view_if_needed()
    before = hq.bounding_box()
    finger.press("[data-clause='step H']")
    finger.page.wait_for_selector("[data-clause='step H'][disabled]")
    assert hq.bounding_box() == before
    finger.press("[data-seal]")
    assert "Before you seal" in finger.page.locator(".confirm").inner_text()


def swipe(finger: Finger, selector: str, across: float) -> None:
    """A finger put on something and pushed sideways."""
    x, y = finger._target(selector)
    session = finger.page.context.new_cdp_session(finger.page)

    def touch(kind: str, *points: float) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at, "y": y} for at in points]})

    touch("touchStart", x)
    for step in range(1, 11):
        touch("touchMove", x + across * step / 10)
    touch("touchEnd")
    session.detach()
    finger.settle()


def pushed_along(finger: Finger) -> float:
    return float(finger.page.evaluate("document.querySelector('.tray').scrollLeft"))


def test_the_tray_is_pushed_along_without_taking_anybody_and_stays_there(finger: Finger, host: Host) -> None:
    finger.open(host.start(WAITING))
    finger.expect("Move, enter")
    swipe(finger, "[data-tray-unit='63/17']", -300)
    assert pushed_along(finger) > 150
    assert finger.words() == []
    finger.press("[data-tray-unit=GD]")
    finger.bring("0120")
    where = pushed_along(finger)
    finger.point("0120")
    finger.wait_for_action("enter GD 0120")
    finger.settle()
    assert abs(pushed_along(finger) - where) < 80  # a counter fewer


def test_a_bar_that_grows_does_not_cover_the_only_entrance_in_sight(finger: Finger, host: Host) -> None:
    finger.open(host.start(WAITING))
    finger.expect("Move, enter")
    swipe(finger, "[data-tray-unit='63/17']", -600)
    finger.bring("0128")
    pushed_down(finger, "0128", 45)
    finger.page.locator("[data-tray-unit='6/3']").scroll_into_view_if_needed()
    finger.press("[data-tray-unit='6/3']")
    finger.expect_words("enter", "6/3", "3/3", "394/3")
    assert any(finger.in_sight(hex) for hex in ("0128", "0129", "0130", "0131"))


# How high the map was, whenever that changed.
HEIGHTS = """() => {
  window.heights = [];
  new ResizeObserver(([one]) => heights.push(one.contentRect.height)).observe(document.getElementById('board'));
}"""


def test_the_map_keeps_its_height_while_the_next_choices_are_on_their_way(finger: Finger, host: Host) -> None:
    finger.open(host.start(WAITING))
    finger.expect("Move, enter")
    finger.bring("0518")
    finger.point("0518")
    finger.expect_words("move", "7/7", "6/7", "25/7")
    finger.page.evaluate(HEIGHTS)
    finger.point("0517")
    finger.wait_for_action("move 7/7 6/7 25/7 0517")
    finger.expect("Move, enter")
    finger.settle()
    heights = finger.page.evaluate("heights")
    assert max(heights) <= max(heights[0], heights[-1]) + 1


def test_next_and_a_hex_are_a_move(finger: Finger, host: Host) -> None:
    finger.open(host.start(WAITING))
    finger.expect("Move, enter")
    finger.bring("0518")
    finger.clicks = 0
    finger.press("[data-next=move]")
    finger.point("0517")
    finger.wait_for_action("move 7/7 6/7 25/7 0517")
    assert finger.clicks == 2


def test_a_plan_against_a_distant_stack_is_not_covered_by_its_fan(finger: Finger, host: Host) -> None:
    finger.open(host.start(MIDGAME))
    finger.expect("Move, enter")
    finger.bring("2013")
    finger.point("2013")
    finger.point("2214")
    finger.page.wait_for_selector("[data-carry-out]")
    finger.settle()
    assert finger.page.locator(".fan").count() == 0


def test_a_hex_that_is_taken_without_a_fight_says_so(finger: Finger, host: Host) -> None:
    finger.open(host.start(NOTHING))
    finger.expect("Attack, or end")
    finger.point("1214")
    finger.commit()
    finger.page.wait_for_selector(".dice:has-text('without a fight')")


def test_nine_attackers_are_named_whole(finger: Finger, host: Host) -> None:
    finger.open(host.start(NOTHING))
    finger.expect("Attack, or end")
    finger.point("1618")
    finger.page.wait_for_selector(".commit")
    said = finger.page.locator(".order-words")
    assert said.locator(".unit").count() == 9
    assert said.evaluate("(box) => box.scrollHeight <= box.clientHeight")


def test_next_opens_the_battle_it_goes_to(finger: Finger, host: Host) -> None:
    finger.open(edelweiss(host, COMBAT), ("german",))
    finger.expect("Assign airstrikes")
    opened = []
    for _ in range(2):
        finger.press("[data-next=resolve]")
        opened.append(finger.page.locator("[data-battle-panel]").get_attribute("data-battle-panel"))
        assert opened[-1] == finger.page.evaluate("document.getElementById('board').dataset.cursor")


def test_a_commit_with_a_long_name_is_one_line_on_the_smallest_phone(browser: Browser, host: Host) -> None:
    finger = Finger.sit(browser, host, **{**PHONE, "viewport": {"width": 360, "height": 740}})
    finger.open(host.bring(begun("eastfront", "S41")), ("german",))
    finger.expect("Activate HQs")
    finger.point(finger.unit_hex("AG-North"))
    finger.page.wait_for_selector(".commit")
    box = finger.page.locator(".commit").bounding_box()
    assert box
    assert box["height"] < 50
    assert box["x"] + box["width"] <= 360
