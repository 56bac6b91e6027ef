"""A whole turn of Guderian for both sides, by mouse, by touch, and by keyboard alone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.positions import TURN_FIVE
from tests.browser.table import Finger, Hand, Host, Keys

TABLET: dict[str, Any] = {"viewport": {"width": 1180, "height": 820}, "has_touch": True, "device_scale_factor": 1}


def play_turn(hand: Hand) -> None:
    soviet_half(hand)
    german_movement(hand)
    german_combat(hand)
    end_of_turn(hand)


def soviet_half(hand: Hand) -> None:
    hand.expect("Move, enter, overrun")
    untried = next(u["id"] for u in hand.state()["view"]["units"] if u["hex"] == "1718")
    due = next(u["unit"]["id"] for u in hand.state()["view"]["due"] if u["at"] == "X")

    # Move: a division on the map.
    hand.point("1718")
    hand.expect_words("move", untried)
    hand.point("1617")
    hand.wait_for_action(f"move {untried} 1617")
    assert hand.unit_hex(untried) == "1617"

    # Reinforcement: from the tray to its entrance.
    hand.pick_off_map(due)
    hand.expect_words("enter", due)
    hand.point("5907")
    hand.wait_for_action(f"enter {due} 5907")
    assert hand.unit_hex(due) == "5907"

    hand.finish()
    hand.expect("Attack, or end")
    hand.finish()

    # Interdiction: the verb, then the hex.
    hand.expect("Interdiction marker")
    hand.verb("interdict")
    hand.point("0618")
    hand.wait_for_action("interdict 0618")
    assert hand.page.locator(".marker.interdiction[data-hex='0618']").count() == 1


def german_movement(hand: Hand) -> None:
    hand.expect("Move, enter, overrun")
    assert "GERMAN" in hand.prompt().upper()

    # Overrun: the enemy stack, and the stack beside it is proposed; then commit.
    hand.point("1016")
    hand.page.wait_for_function("() => document.querySelectorAll('.order-words span').length === 5")
    said = hand.words()
    assert said[:2] == ["overrun", "1016"]
    assert sorted(said[2:]) == ["25/7", "6/7", "7/7"]
    assert hand.page.locator(".odds .column b").inner_text() == "8-1"
    hand.commit()
    hand.wait_for_action(" ".join([*said, "go"]))
    assert hand.unit_hex("25/7") == "1016"

    # Road move, with one unit of a stack of two.
    hand.pick("0518", "41/10")
    hand.expect_words("move", "41/10")
    hand.page.wait_for_selector(".costs text")
    hand.point("0817")
    hand.wait_for_action("move 41/10 0817")
    assert hand.unit_hex("41/10") == "0817"
    hand.finish()


def german_combat(hand: Hand) -> None:
    # Attack with two stacks: the target, and both are proposed; one is taken off and put on again.
    hand.expect("Attack, or end")
    hand.point("1214")
    hand.expect_words("attack", "1214", "5.ID", "6.ID")
    hand.point("1314")
    hand.expect_words("attack", "1214", "5.ID")
    hand.page.wait_for_function("() => document.querySelector('.odds .column b')?.innerText === '1-1'")
    hand.point("1314")
    hand.expect_words("attack", "1214", "5.ID", "6.ID")
    hand.page.wait_for_function("() => document.querySelector('.odds .column b')?.innerText === '2-1'")
    hand.commit()

    # Loss or retreat is the defender's choice, the way the attacker's.
    hand.expect("lose 2 steps, or fall back")
    assert "SOVIET" in hand.prompt().upper()
    hand.verb("retreat")
    hand.expect("hex 2 of 2")
    hand.point("1316")
    hand.wait_for_action("retreat 1316")
    assert {hand.unit_hex("89SD"), hand.unit_hex("38SD")} == {"1316"}

    # Advance: a unit and a hex; the other stays.
    hand.expect("Advance a unit")
    hand.point("1114")
    hand.expect_words("advance", "5.ID")
    hand.point("1214")
    hand.wait_for_action("advance 5.ID 1214")
    assert hand.unit_hex("5.ID") == "1214"
    hand.verb("stay")
    hand.wait_for_action("stay")


def end_of_turn(hand: Hand) -> None:
    hand.expect("Attack, or end")
    hand.finish()
    hand.expect("again, overrun")
    hand.finish()
    hand.expect("Air Interdiction")
    hand.verb("interdict")
    hand.point("1718")
    hand.wait_for_action("interdict 1718")
    hand.finish()
    hand.page.wait_for_function("() => document.querySelector('.where')?.innerText.includes('Turn 6')")
    assert not hand.errors


@pytest.mark.parametrize("kind", [Hand, Keys], ids=["mouse", "keyboard"])
def test_a_turn_for_both_sides(browser: Browser, host: Host, kind: type[Hand]) -> None:
    hand = kind.sit(browser, host)
    hand.open(host.start(TURN_FIVE))
    play_turn(hand)


def test_a_screen_reader_is_told_of_hexes_prompts_refusals_and_results(browser: Browser, host: Host) -> None:
    hand = Keys.sit(browser, host)
    hand.open(host.start(TURN_FIVE))
    hand.expect("Move, enter")
    assert "Soviet: Move, enter, overrun" in hand.spoken()
    hand.walk("1214")
    assert hand.spoken().startswith("Hex 1214, clear, 89SD, soviet, rifle, 5-5-6, 38SD")
    hand.key("Enter")
    assert "zone of control" in hand.spoken()
    hand.walk("1718")
    hand.key("Enter")
    hand.walk("1617")
    assert "may be chosen, costs" in hand.spoken()
    hand.key("Enter")
    hand.page.wait_for_function("() => document.getElementById('speaker').innerText.includes('moves 1718')")


def test_a_turn_for_both_sides_by_touch(browser: Browser, host: Host) -> None:
    hand = Finger.sit(browser, host, **TABLET)
    hand.open(host.start(TURN_FIVE))
    play_turn(hand)
