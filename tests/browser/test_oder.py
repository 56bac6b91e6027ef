"""Watch on the Oder on the page: set-up and a turn by clicks, what lies on the map, supplies by air."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from tests.browser.table import Finger, Hand, Host, _until

LATE = """
game = "oder"
turn = 3
phase = "german-combat"
[units]
1508 = "9AK"
1409 = "50A"
1509 = "11G"
1607 = "6G"
1506 = "1G"
2408 = "FCK KGJN"
2309 = "39A"
2410 = "5A"
2508 = "28A"
1918 = "40Pz"
2810 = "51A"
[due]
24Pz = 5
[markers]
naval = "2408"
aerial = "9AK"
[control]
soviet = "2709"
"""
POCKET = """
game = "oder"
turn = 3
phase = "soviet-combat"
declared = "combat"
dice = "1 ..."
[units]
1508 = "9AK"
1409 = "50A"
1509 = "11G"
1607 = "6G"
1506 = "1G"
"""


def begin(host: Host, position: str = "") -> dict[str, Any]:
    seats = {"german": "screen", "soviet": "screen"}
    created: dict[str, Any] = host.ask("/api/matches", {"game": "oder", "seats": seats, "position": position})
    return created


def test_set_up_and_a_turn_by_clicks(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(begin(host))
    hand.expect("Place your free units")
    hand.pick_off_map("1G")
    hand.expect_words("place", "1G")
    hand.point("2219")
    hand.wait_for_action("place 1G 2219")
    for _ in ("soviet", "german"):
        hand.verb("deploy")
        hand.finish()

    hand.expect("Declare what comes first")
    hand.say("combat")
    hand.expect("Attack or probe")
    titles = hand.page.locator(".sequence li").all_inner_texts()
    assert titles.index("German Combat") < titles.index("German Movement")

    # An attack: its hex, its units, the odds with the rule of each line; put back, it is as if it had never been.
    hand.say("attack 2910 HG")
    odds = hand.page.locator(".odds")
    odds.wait_for()
    assert "German attack on turn 1" in odds.inner_text()
    assert "5.2a" in odds.inner_text()
    hand.press(".actions .quiet:last-child")
    hand.expect_words()
    hand.finish()

    # Movement: reach and costs, a click on the goal, and the mark of a unit that has moved.
    hand.expect("Move units")
    hand.point("2212")
    hand.expect_words("move", "GD")
    hand.page.wait_for_selector(".costs text")
    hand.point("2211")
    if hand.words():
        hand.point("2211")
    hand.wait_for_action("move GD 2211")
    hand.page.wait_for_selector("[data-unit=GD] .status.moved")
    hand.finish()
    hand.expect("Declare what comes first")
    assert hand.state()["view"]["phase"] == "soviet-declaration"
    assert not hand.errors


FOLLOWING = """
game = "oder"
turn = 3
phase = "german-combat"
dice = "1 ..."
[units]
1917 = "40Pz 47Pz"
1918 = "8AK 58Pz"
2018 = "6A"
"""


def test_a_stack_is_dragged_after_the_enemy_it_has_driven_away(browser: Browser, host: Host) -> None:
    """Nobody has to name the hex, but that is where one drags them, or what one clicks."""
    hand = Hand.sit(browser, host)
    hand.open(begin(host, FOLLOWING))
    hand.say("attack 2018 40Pz 47Pz 8AK 58Pz")
    hand.commit()
    hand.expect("Advance into 2018, or stay")
    hand.point("2018")
    hand.page.wait_for_function("() => document.querySelector('.menu.modal button')?.innerText === 'Advance 3 of 4'")
    hand.drag("1917", "2018")
    _until(lambda: len(hand.stack("2018")) == 2, "both panzer corps in 2018")
    assert sorted(hand.actions()[-2:]) == ["advance 40Pz", "advance 47Pz"]
    hand.point("2018")
    hand.point("2018")
    _until(lambda: len(hand.stack("2018")) == 3, "a third unit in 2018")


def test_markers_marks_and_overlays(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(begin(host, LATE))
    page = hand.page
    found = {(m.get_attribute("class"), m.get_attribute("data-hex")) for m in page.locator(".marker").all()}
    assert {("marker naval", "2408"), ("marker aerial-supply", "1508"), ("marker ruin", "2709")} <= found
    assert page.locator(".marker use[href='#m-other']").count() == 0
    for unit, kind in (("9AK", "aerial-supply"), ("FCK", "fortress-supply"), ("KGJN", "fortress-supply")):
        assert page.locator(f"[data-unit='{unit}'] .status.{kind}").count() == 1
    assert page.locator(".front .line").count() == 1

    buttons = [b.get_attribute("data-overlay") for b in page.locator(".overlays [data-overlay]").all()]
    assert buttons == ["zoc:german", "zoc:soviet", "supply", "control", "reach", "planner", "legend"]
    hand.press(".overlays [data-overlay='zoc:soviet']")
    page.wait_for_selector(".laid [data-overlay='zoc:soviet'] path, [data-overlay='zoc:soviet'] path")
    hand.press(".overlays [data-overlay=control]")
    page.wait_for_selector(".front path[fill-opacity]")
    hand.press(".overlays [data-overlay=supply]")
    page.mouse.move(*hand.at("1508"))
    page.wait_for_function("() => document.body.innerText.includes('supplied from the air')")
    hand.press(".overlays [data-overlay=legend]")
    legend = page.locator(".legend-panel").inner_text()
    assert "Fortress supply" in legend
    assert "Untried" not in legend
    assert "die +1 if all attack over it" in legend
    assert not hand.errors


def test_supplies_are_flown_to_a_pocket_by_tap(browser: Browser, host: Host) -> None:
    hand = Finger.sit(browser, host, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    hand.open(begin(host, POCKET))
    hand.expect("Attack or probe")
    hand.say("attack 1508 50A 11G")
    hand.commit()
    hand.expect("Fly supplies to a defender?")
    hand.say("9AK")
    hand.wait_for_action("9AK")
    assert not hand.errors


def test_where_no_phase_is_to_be_ended_nobody_misses_the_end(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    created = begin(host, LATE.replace("german-combat", "german-declaration"))
    with hand.page.expect_response(lambda answer: "/why?" in answer.url) as asked:
        hand.open(created)
    assert asked.value.json()["elsewhere"]
    hand.expect("Declare what comes first")
    assert hand.page.locator("[data-no-end]").count() == 0


SOUTH = """
game = "oder"
turn = 3
phase = "german-combat"
[units]
1919 = "42AK"
1820 = "48P"
1920 = "3G"
"""
BARE = """(height) => {
  const moved = new DOMMatrix(getComputedStyle(document.querySelector('.layers')).transform);
  return document.getElementById('board').clientHeight - (moved.f + moved.a * height);
}"""


def test_where_a_panel_goes_on_a_phone_the_map_fills_the_room_again(browser: Browser, host: Host) -> None:
    hand = Finger.sit(browser, host, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    hand.open(begin(host, SOUTH))
    hand.expect("Attack or probe")
    hand.point("1920")
    hand.page.wait_for_selector(".odds .bars")
    hand.settle()
    hand.press(".actions .quiet >> nth=1")  # cancel
    hand.page.wait_for_selector(".odds", state="detached")
    hand.settle()
    height = host.ask(f"/api/matches/{hand.match}/board")["height"]
    assert hand.page.evaluate(BARE, height) < 40  # no bare table where the odds were
