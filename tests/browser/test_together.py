"""Several stacks at once, plans for an enemy nobody is in hand against, and a month of EastFront in few drags."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.table import Finger, Hand, Host, _until
from tests.browser.test_eastfront import COMBAT, ROSTOV, edelweiss, expect_action
from tests.browser.test_flow import ADVANCE, PHONE

# Two stacks and a third behind a river of enemies; the one in the south has an enemy in its way.
LINE = """
game = "guderian"
turn = 5
phase = "german-movement"
[units]
0917 = "25/7 6/7 7/7"
0918 = "41/10 20/10"
0919 = "5.ID"
1214 = "2-2-6"
1415 = "Lukin 4-4-6"
"""


def shift_drag(hand: Hand, first: str, last: str) -> None:
    """Draw a rectangle around all hexes between two, a little beyond them."""
    hand.bring(first)
    hand.bring(last)
    (x0, y0), (x1, y1) = hand.at(first), hand.at(last)
    hand.clicks += 1
    hand.page.keyboard.down("Shift")
    hand.page.mouse.move(min(x0, x1) - 22, min(y0, y1) - 22)
    hand.page.mouse.down()
    hand.page.mouse.move(max(x0, x1) + 22, max(y0, y1) + 22, steps=4)
    assert hand.page.locator(".troop .rectangle").count() == 1
    hand.page.mouse.up()
    hand.page.keyboard.up("Shift")
    hand.settle()


def together(hand: Hand) -> set[str]:
    found = hand.page.locator("[data-troop]")
    return set(str(found.get_attribute("data-troop")).split()) if found.count() else set()


def test_a_rectangle_takes_several_stacks_that_go_the_same_way(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(LINE))
    hand.expect("Move, enter")
    shift_drag(hand, "0917", "0919")
    hand.page.wait_for_selector("[data-together='3']")
    assert together(hand) == {"0917", "0918", "0919"}
    hand.drag("0917", "1016")  # a hex to the north-east for everybody
    _until(lambda: hand.unit_hex("5.ID") == "1018", f"the last of them in 1018, not {hand.unit_hex('5.ID')}")
    assert {hand.unit_hex(unit) for unit in ("25/7", "6/7", "7/7")} == {"1016"}
    assert {hand.unit_hex(unit) for unit in ("41/10", "20/10")} == {"1017"}
    assert hand.clicks == 2
    assert len([action for action in hand.actions() if action.startswith("move")]) == 3
    assert together(hand) == set()
    hand.page.keyboard.press("Control+z")  # one gesture, taken back at once
    starts = {"25/7": "0917", "41/10": "0918", "5.ID": "0919"}
    _until(lambda: {unit: hand.unit_hex(unit) for unit in starts} == starts, "everybody back")
    assert not hand.errors


def test_a_stack_is_left_out_and_the_others_go_to_one_hex(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(LINE))
    hand.expect("Move, enter")
    shift_drag(hand, "0917", "0919")
    hand.page.wait_for_selector("[data-together='3']")
    hand.point("0917")
    hand.page.wait_for_selector("[data-together='2']")
    hand.point("1018")
    _until(lambda: {hand.unit_hex(u) for u in ("41/10", "20/10", "5.ID")} == {"1018"}, "three units in 1018")
    assert hand.unit_hex("25/7") == "0917"
    shift_drag(hand, "0917", "0917")
    hand.page.keyboard.press("Escape")
    assert together(hand) == set()


def test_who_cannot_go_along_stays_and_is_named(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(LINE.replace('0919 = "5.ID"', '1314 = "5.ID"')))  # beside the enemy: it may not move
    hand.expect("Move, enter")
    shift_drag(hand, "0917", "0918")
    hand.page.wait_for_selector("[data-together='2']")
    hand.drag("0917", "1214")  # onto an enemy, and beyond reach
    hand.page.wait_for_selector(".notice.bad")
    assert "Left behind" in hand.page.locator(".notice").inner_text()
    assert hand.unit_hex("25/7") == "0917"


def test_an_enemy_clicked_with_nobody_in_hand_is_a_plan(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(ADVANCE))
    hand.expect("Move, enter")
    hand.point("1214")
    plan = hand.page.locator("[data-plan='1214']")
    plan.wait_for()
    assert all(unit in plan.inner_text() for unit in ("25/7", "6/7", "7/7"))
    assert "overrun" in plan.inner_text()
    hand.press("[data-carry-out]")
    hand.page.wait_for_function("() => document.querySelector('.order-words span')?.innerText === 'overrun'")
    assert hand.clicks == 2
    assert {"25/7", "6/7", "7/7"} <= set(hand.in_hand())
    assert not hand.errors


def test_a_distant_enemy_block_is_entered_by_a_plan(browser: Browser, host: Host) -> None:
    created = edelweiss(host, 2)
    hand = Hand.sit(browser, host)
    hand.open(created, ("german",))
    hand.expect("Move units under command")
    hand.point(ROSTOV)
    plan = hand.page.locator(f"[data-plan='{ROSTOV}']")
    plan.wait_for()
    assert "into battle" in plan.inner_text()
    hand.press("[data-carry-out]")
    hand.page.wait_for_selector(f"[data-battle='{ROSTOV}']")
    assert hand.clicks == 2
    assert not hand.errors


def test_ending_a_turn_with_no_headquarters_active_asks(browser: Browser, host: Host) -> None:
    created = edelweiss(host)
    hand = Hand.sit(browser, host)
    hand.open(created, ("german",))
    hand.expect("Activate")
    assert hand.page.locator(".actions [data-verb=end] kbd").inner_text() == "E"  # as in every game
    hand.verb("end")
    asked = hand.page.locator(".confirm")
    asked.wait_for()
    assert "No HQ is active" in asked.inner_text()
    hand.press("[data-not-yet]")
    hand.pick("1615", "U")
    hand.commit()
    expect_action(hand, created, "german", "activate U")
    hand.verb("end")
    hand.expect("Move units under command")
    assert hand.page.locator(".confirm").count() == 0


def test_battles_and_their_hits_stay_on_the_map(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(edelweiss(host, COMBAT + 9), ("german",))
    hand.page.locator(".tools [aria-pressed]", has_text="Replay").click()
    hand.press("[data-jump-back=fight]")
    result = hand.page.locator("[data-result]")
    result.first.wait_for()
    told = " ".join(result.all_text_contents())
    assert "Hits: German" in told
    assert not hand.errors


@pytest.mark.soak  # a hex of blocks by one drag is in test_flow.py
def test_twenty_blocks_in_at_most_twenty_drags(browser: Browser, host: Host) -> None:
    seats = {"german": "link", "soviet": "bot:random"}
    created = host.ask("/api/matches", {"game": "eastfront", "scenario": "S42", "seats": seats, "deployed": True})
    token = created["tokens"]["german"]

    def ask(path: str, body: Any = None) -> Any:
        return host.ask(f"/api/matches/{created['id']}{path}", body, token)

    def offered(words: str, kind: str) -> list[str]:
        groups = ask(f"/choices?as=german&words={words.replace(' ', '+')}")["groups"]
        return [word for name, found in groups if name == kind for word in found]

    hand = Hand.sit(browser, host)
    hand.open(created, ("german",))
    hand.expect("Activate")
    for hq in offered("activate", "unit"):
        hand.say(f"activate {hq}")
        if hand.words() and hand.page.locator(".commit").count():
            hand.commit()
    hand.expect("Move units under command")  # with everybody active the phase ends by itself

    hand.clicks = 0
    moved: set[str] = set()
    while len(moved) < 20:
        state = ask("?as=german")["view"]
        ready = [unit for unit in offered("move", "unit") if unit not in moved]
        stacks: dict[str, list[str]] = {}
        for unit in state["units"]:
            if unit["id"] in ready:
                stacks.setdefault(unit["hex"], []).append(unit["id"])
        start, units = max(stacks.items(), key=lambda found: len(found[1]))
        standing = Counter(unit["hex"] for unit in state["units"])
        goal = min(offered(f"move {units[0]}", "hex"), key=lambda hex: (standing[hex], hex))  # where there is room
        hand.drag(start, goal)
        gone = _moved(ask, start, units)
        assert gone, f"nobody of {units} went from {start} to {goal}"
        moved |= gone
    assert hand.clicks <= 20
    assert not hand.errors


def _moved(ask: Callable[[str], Any], start: str, units: list[str]) -> set[str]:
    """Those of a stack who have gone, once somebody has and nobody else goes."""
    before: set[str] = set()
    for _ in range(40):
        time.sleep(0.4)
        now = {unit["id"]: unit["hex"] for unit in ask("?as=german")["view"]["units"] if unit["side"] == "german"}
        gone = {unit for unit in units if now[unit] != start}
        if gone and gone == before:
            return gone
        before = gone
    return set()


def touch(hand: Hand, *points: tuple[float, float], wait: float = 0) -> None:
    """A finger put down, left for a moment, drawn over the map and lifted."""
    line = hand.page.context.new_cdp_session(hand.page)

    def send(kind: str, *at: dict[str, float]) -> None:
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(at)})

    hand.clicks += 1
    (x, y), *rest = points
    send("touchStart", {"x": x, "y": y})
    hand.page.wait_for_timeout(wait)
    for to_x, to_y in rest:
        for step in range(1, 6):
            send("touchMove", {"x": x + (to_x - x) * step / 5, "y": y + (to_y - y) * step / 5})
        x, y = to_x, to_y
    send("touchEnd")
    hand.settle()


def test_a_finger_takes_several_stacks_and_moves_them(browser: Browser, host: Host) -> None:
    """A finger that stays draws a rectangle; so does the next drag after the dashed button. A drag of one moves all."""
    hand = Finger.sit(browser, host, **PHONE)
    hand.open(host.start(LINE))
    hand.expect("Move, enter")
    hand.bring("0918")
    (x0, y0), (x1, y1) = hand.at("0917"), hand.at("0919")
    around = ((x0 - 20, y0 - 20), (x1 + 20, y1 + 20))
    touch(hand, *around, wait=700)
    hand.page.wait_for_selector("[data-together='3']")
    hand.page.touchscreen.tap(200, 24)  # nothing is there; after a drag made like this the first tap may be no click
    hand.press("[data-together] button")
    _until(lambda: not together(hand), "nobody taken")
    hand.press("[data-lasso]")
    touch(hand, *around)
    hand.page.wait_for_selector("[data-together='3']")
    touch(hand, hand.at("0918"), wait=700)  # a stack held is left out, and taken again
    hand.page.wait_for_selector("[data-together='2']")
    touch(hand, hand.at("0918"), wait=700)
    hand.page.wait_for_selector("[data-together='3']")
    hand.clicks = 0
    touch(hand, hand.at("0917"), hand.at("1016"))
    _until(lambda: hand.unit_hex("5.ID") == "1018", f"the last of them in 1018, not {hand.unit_hex('5.ID')}")
    assert {hand.unit_hex(unit) for unit in ("25/7", "6/7", "7/7")} == {"1016"}
    assert hand.clicks == 1
    assert not hand.errors


def test_a_tap_on_a_small_map_goes_nearer_and_orders_nothing(browser: Browser, host: Host) -> None:
    hand = Finger.sit(browser, host, **PHONE)
    hand.open(host.start(LINE))
    hand.expect("Move, enter")
    hand.page.locator(".zoom button:nth-child(3)").tap()
    hand.settle()
    small = hand.wide()
    hand.page.touchscreen.tap(*hand.at("0917"))
    hand.settle()
    assert hand.wide() > 2 * small
    assert hand.words() == []
    hand.point("0917")
    assert hand.words()[0] == "move"
