"""Battles in the East on the page: what lies on map and track, the HQs, overlays; clicks counted, a combat for both."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser

from tests.browser.table import Finger, Hand, Host, _until

LATE = """
game = "battles"
scenario = "radzymin"
turn = 3
phase = "axis-movement"
attack = "HQ-39PzK"
blown = "0812-0912"
[units]
0812 = "Gar-W"
0912 = "58G/8GTk 59G/8GTk"
1013 = "HQ-39PzK"
1114 = "2/HG Pz/HG 1/HG"
1415 = "?170/73"
1322 = "Pon8G"
1422 = "HQ-8GA 35GRD"
1517 = "60G/8GTk 28G/8GTk"
[bridges]
Pon8G = "1421 2"
[forts]
1114 = "1L"
[interdiction]
soviet = "1213"
[track]
soviet = [3, 4, 4]
[control]
soviet = "0912"
"""
# A tank corps before two weak regiments, and an army that waits south of the map.
MARCH = """
game = "battles"
scenario = "radzymin"
turn = 1
phase = "soviet-movement"
[units]
1718 = "HQ-2TA"
1617 = "62G 59G/8GTk 58G/8GTk"
1517 = "60G/8GTk"
1416 = "?186/73"
1114 = "HQ-9A"
[due]
47GRD = 1
"""
# Three stacks around a weak regiment; the dice reveal it and drive it off.
RING = """
game = "battles"
scenario = "radzymin"
turn = 1
phase = "soviet-combat"
attack = "HQ-2TA"
dice = "1 1 5 ..."
[units]
1718 = "HQ-2TA"
1517 = "62G 59G/8GTk 58G/8GTk"
1518 = "60G/8GTk 28G/8GTk"
1418 = "109/16TC 164/16TC"
1416 = "?186/73"
1417 = "?70/73"
1114 = "HQ-9A"
"""
AT_ONE_SCREEN = {"axis": "screen", "soviet": "screen"}


def test_markers_track_headquarters_and_overlays(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, viewport={"width": 1280, "height": 800})
    hand.open(host.ask("/api/matches", {"game": "battles", "seats": AT_ONE_SCREEN, "position": LATE}))
    page = hand.page
    found = {(m.get_attribute("class"), m.get_attribute("data-hex")) for m in page.locator(".marker").all()}
    laid = {("interdiction", "1213"), ("fort", "1114"), ("bridge", "1322"), ("blown", "0812")}
    assert {(f"marker {kind}", hex) for kind, hex in laid} <= found
    assert page.locator(".marker use[href='#m-other']").count() == 0
    page.mouse.move(*hand.at("1114"))
    for _ in range(3):
        page.mouse.wheel(0, -240)  # near enough for all marks
    hand.settle()
    for unit, mark in (("HQ-39PzK", "attack-side"), ("1/HG", "attack-supply"), ("59G/8GTk", "out-of-supply")):
        page.wait_for_selector(f"[data-unit='{unit}'] .status.{mark}", state="attached")
    assert page.locator(".front .line").count() == 1

    assert page.locator(".turns .on-track").all_inner_texts() == ["1", "2"]
    assert page.locator("tr[data-hq=HQ-39PzK]").inner_text().split("\t")[1:] == ["Attack", "6", "3 / 1", "4 / 4"]
    titles = page.locator(".sequence li").all_inner_texts()
    assert titles.index("Soviet Combat") < titles.index("Axis Supply")

    buttons = [b.get_attribute("data-overlay") for b in page.locator(".overlays [data-overlay]").all()]
    assert buttons == [
        "zoc:axis",
        "zoc:soviet",
        "supply",
        "radius",
        "integrity",
        "control",
        "reach",
        "planner",
        "legend",
    ]
    hand.press(".overlays [data-overlay=radius]")
    page.wait_for_selector(".laid [data-overlay='radius:HQ-39PzK'] path")
    hand.press(".overlays [data-overlay=integrity]")
    page.wait_for_selector(".laid [data-overlay='integrity:axis']")
    hand.press(".overlays [data-overlay=supply]")
    page.mouse.move(*hand.at("1114"))
    page.wait_for_function("() => document.body.innerText.includes('is in Attack supply: through HQ-39PzK')")
    hand.press(".overlays [data-overlay=legend]")
    legend = page.locator(".legend-panel").inner_text()
    assert "an HQ turned to its Attack side" in legend
    assert "a crossing that is destroyed" in legend
    assert "½ MP mechanised" in legend
    assert not hand.errors


def _advance_all(hand: Hand) -> None:
    """The button counts those who find room, and they are those who go."""
    everybody = hand.page.locator("[data-all=advance]")
    everybody.wait_for()
    n, of = re.findall(r"\d+", everybody.inner_text())
    assert int(n) < int(of)
    hand.press("[data-all=advance]")
    hand.point("1417")
    _until(lambda: len(hand.stack("1417")) == int(n), f"{n} brigades in 1417")


def begin(browser: Browser, host: Host, position: str) -> Hand:
    hand = Hand.sit(browser, host, viewport={"width": 1280, "height": 800})
    hand.open(host.ask("/api/matches", {"game": "battles", "seats": AT_ONE_SCREEN, "position": position}))
    return hand


def test_stacks_move_and_enter_by_one_drag(browser: Browser, host: Host) -> None:
    hand = begin(browser, host, MARCH)
    hand.expect("Move, enter")
    hand.drag("1617", "1717")
    _until(lambda: {hand.unit_hex(u) for u in ("62G", "59G/8GTk", "58G/8GTk")} == {"1717"}, "three brigades in 1717")
    assert hand.clicks == 1
    hand.drag("47GRD", "1521")
    _until(lambda: hand.unit_hex("47GRD") == "1521", "the division in 1521")
    assert hand.clicks == 2
    assert [action.split()[0] for action in hand.actions()] == ["move", "enter", "move"]


def test_a_plan_goes_with_its_units_and_nobody_goes_where_he_stands(browser: Browser, host: Host) -> None:
    hand = begin(browser, host, MARCH)
    hand.expect("Move, enter")
    hand.point("1617")
    hand.point("1416")
    plan = hand.page.locator("[data-plan='1416']")
    plan.wait_for()
    assert "62G" in plan.inner_text()  # of three units the short names
    hand.press(".actions .quiet:last-child")
    plan.wait_for(state="detached")
    hand.point("1517")
    hand.point("1416")
    hand.page.wait_for_function(
        "() => document.querySelector('.notice')?.innerText.includes('Next to the enemy in 1416')"
    )
    assert plan.count() == 0


def test_an_attack_of_three_stacks_with_its_odds_for_both_sides(browser: Browser, host: Host) -> None:
    hand = begin(browser, host, RING)
    hand.expect("Attack, or end")
    hand.point("1417")
    assert {"62G", "60G/8GTk", "109/16TC"} <= set(hand.words())
    hand.page.wait_for_selector("[data-in-words]")
    hand.press(".commit")

    # In the midst of it both sides see what is at stake, each from its own side, and on the map who attacks whom.
    words = hand.page.locator("[data-in-words]")
    hand.expect("Declare support for the attack on 1417")
    words.wait_for()
    assert words.inner_text().startswith("100% they lose something or fall back")
    assert hand.page.locator("[data-attack-from]").count() == 3
    assert hand.page.locator("[data-occasion]").count() == 0
    hand.verb("go")
    assert hand.clicks == 3
    hand.expect("Declare support for the defence of 1417")
    hand.page.wait_for_function("() => document.querySelector('[data-in-words]')?.innerText.includes('100% you')")
    assert "attack 1417" in hand.page.locator("[data-occasion=declare]").inner_text()
    hand.page.set_viewport_size({"width": 390, "height": 844})  # a small map shows the attack, not who could support it
    hand.page.reload()
    hand.expect("Declare support for the defence of 1417")
    assert hand.in_sight("1417")
    hand.verb("go")
    hand.expect("Advance units after combat")
    hand.clicks = 0
    _advance_all(hand)
    assert hand.clicks == 2


def test_a_stack_attacks_by_a_drag(browser: Browser, host: Host) -> None:
    hand = begin(browser, host, RING)
    hand.expect("Attack, or end")
    hand.drag("1518", "1417")
    assert set(hand.in_hand()) == {"attack", "1417", "60G/8GTk", "28G/8GTk"}


def test_air_support_is_one_click_and_go(browser: Browser, host: Host) -> None:
    hand = begin(browser, host, RING + "[air]\nsoviet = 1\n")
    hand.expect("Attack, or end")
    hand.point("1417")
    hand.press(".commit")
    hand.expect("Declare support for the attack on 1417")
    hand.clicks = 0
    hand.press("[data-shortcut='declare air']")
    hand.expect_words("declare", "air")
    hand.press(".commit")
    _until(lambda: "declare air go" in hand.actions(), "the declaration")
    assert hand.clicks == 2


PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def by_finger(browser: Browser, host: Host, position: str) -> Finger:
    hand = Finger.sit(browser, host, **PHONE)
    hand.open(host.ask("/api/matches", {"game": "battles", "seats": AT_ONE_SCREEN, "position": position}))
    return hand


def test_a_march_by_taps(browser: Browser, host: Host) -> None:
    hand = by_finger(browser, host, MARCH)
    hand.expect("Move, enter")
    hand.pick_off_map("47GRD")
    hand.point("1521")
    _until(lambda: hand.unit_hex("47GRD") == "1521", "the division in 1521")
    hand.point("1617")
    hand.point("1717")
    _until(lambda: {hand.unit_hex(u) for u in ("62G", "59G/8GTk", "58G/8GTk")} == {"1717"}, "three brigades in 1717")
    assert hand.clicks == 4
    hand.verb("end")
    hand.expect("Build field forts")
    assert hand.clicks == 5


def test_a_combat_by_taps(browser: Browser, host: Host) -> None:
    hand = by_finger(browser, host, RING)
    hand.expect("Attack, or end")
    hand.point("1417")
    hand.page.wait_for_selector(".odds .bar")
    bar, odds = hand.page.locator(".odds .bars").bounding_box(), hand.page.locator(".odds").bounding_box()
    assert bar
    assert odds
    assert bar["width"] > 0.85 * odds["width"]  # the bars have the whole width
    hand.press(".commit")
    hand.expect("Declare support for the attack on 1417")
    board = hand.page.locator("#board").bounding_box()
    assert board
    hand.page.wait_for_timeout(400)  # the map glides
    assert hand.at("1417")[1] < board["y"] + board["height"] - 60  # clear of the line that tells of a hex
    buttons = [b.bounding_box() for b in hand.page.locator(".actions > .verbs button").all()]
    go = hand.page.locator(".actions [data-verb=go]").bounding_box()
    assert go
    assert go["x"] == max(box["x"] for box in buttons if box)  # what ends a question stands at the right
    hand.verb("go")
    hand.expect("Declare support for the defence of 1417")
    hand.verb("go")
    hand.expect("Advance units after combat")
    assert hand.clicks == 4
    _advance_all(hand)
    hand.verb("stay")
    hand.expect("Move units with a boxed allowance again")
    hand.clicks = 0
    hand.point("1418")
    hand.point("1419")
    _until(lambda: hand.unit_hex("109/16TC") == "1419", "the mechanised move of those who found no room")
    hand.finish()
    assert hand.clicks <= 4
