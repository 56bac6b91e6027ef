"""Across the Bug River on the page: the activation panel, reactions of two people, chits and dice, marks, overlays."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from playwright.sync_api import Browser

import grognard
from tests.browser.table import PATIENCE, Finger, Hand, Host, _until

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BEFORE_THE_MOVE = "move III/16 1411"  # 87RD acts, and 298ID stands on the other bank

# The second day: 87RD is split by the Germans, its HQ lives on Emergency Supply, a battalion is far from its own.
LATE = """
game = "bugriver"
scenario = "ustyluh"
turn = 3
phase = "activation"
side = "german"
acting = "298ID"
flipped = "87RD"
disrupted = "I/526"
improved = "1510"
luck = "soviet"
[points]
german = 4
[level]
44ID = 0
[marker]
soviet = 4
[units]
1310 = "298ID"
1510 = "I/525 1/Pj298"
1609 = "I/526"
2211 = "II/526"
0911 = "44ID"
1711 = "I/16"
1909 = "87RD"
1910 = "II/16 1/43AT"
1710 = "III/16"
[control]
german = "1310 1510 1609 2211 0911"
"""


def match_at(host: Host, position: str) -> Any:
    """Two at one screen, from a position."""
    return host.ask(
        "/api/matches", {"game": "bugriver", "seats": {"german": "screen", "soviet": "screen"}, "position": position}
    )


def two(browser: Browser, host: Host, until: str = BEFORE_THE_MOVE) -> tuple[Hand, Hand, Any]:
    """Two people at two browsers, in the lesson's game before an action of it."""
    created = host.taught("bugriver", until)
    hands = Hand.sit(browser, host, **LAPTOP), Hand.sit(browser, host, **LAPTOP)
    for hand, side in zip(hands, ("german", "soviet"), strict=True):
        hand.open(created, (side,))
    return *hands, created


def give(hand: Hand, action: str) -> None:
    """Give an order that may go on after its last word, and commit it."""
    hand.say(action)
    if hand.words() and hand.page.locator(".commit").count():
        hand.commit()


def told(host: Host, created: Any, side: str) -> list[str]:
    """What a side has played, asked with its own secret."""
    entries = host.ask(f"/api/matches/{created['id']}/history?as={side}", tokens=created["tokens"][side])
    return [entry["action"] for entry in entries if entry["side"] == side]


def line_of(hand: Hand, hq: str) -> str:
    """A formation in the activation panel."""
    return hand.page.locator(f"[data-activation] tr[data-hq='{hq}']").inner_text()


def test_the_activation_panel_marks_and_overlays(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, **LAPTOP)
    hand.open(match_at(host, LATE))
    hand.expect("298ID has 4 Action Points")
    page = hand.page
    states = {
        row.get_attribute("data-hq"): row.get_attribute("data-state") for row in page.locator("tr[data-hq]").all()
    }
    assert states == {"298ID": "active", "44ID": "spent", "87RD": "ready"}
    assert "acts: 4 AP" in line_of(hand, "298ID")
    assert "1 unit disrupted" in line_of(hand, "298ID")
    assert "1 unit isolated" in line_of(hand, "298ID") or "1 unit out of command" in line_of(hand, "298ID")
    assert "Emergency Supply expended" in line_of(hand, "87RD")
    assert page.locator("[data-marker='soviet 4']").count() == 1
    assert page.locator("[data-luck=soviet]").count() == 1
    assert page.locator("[data-bell='87RD']").count() == 0  # the enemy's are his own affair

    assert page.locator(".marker.improved-defense[data-hex='1510']").count() == 1
    assert page.locator(".marker use[href='#m-other']").count() == 0
    page.mouse.move(*hand.at("1710"))
    for _ in range(3):
        page.mouse.wheel(0, -240)  # near enough for all marks
    hand.settle()
    page.wait_for_selector("[data-unit='87RD'] .status.emergency-supply", state="attached")
    far = page.locator("[data-unit='II/526'] .status").first
    assert far.get_attribute("class") in ("status isolated", "status out-of-command")
    hand.press("[data-overlay=command]")
    page.wait_for_selector(".laid [data-overlay='command:298ID'] path")
    assert page.locator(".laid [data-overlay^='command:'] text").all_text_contents() == ["44ID", "298ID"]
    buttons = [b.get_attribute("data-overlay") for b in page.locator(".overlays [data-overlay]").all()]
    assert buttons == ["zoc:german", "zoc:soviet", "supply", "command", "control", "reach", "planner", "legend"]
    page.mouse.move(*hand.at("1510"))
    page.wait_for_selector("[data-further='2 AP']", state="attached")
    hand.press("[data-overlay=legend]")
    assert "beyond its HQ's Command Range" in page.locator(".legend-panel").inner_text()


def test_an_attack_with_its_odds_chits_and_the_die_that_may_be_thrown_again(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, **LAPTOP)
    created = host.taught("bugriver", "prepared 1510 I/525 1/Pj298 1/StG191 go")
    hand.open(created, ("german",))
    hand.say("prepared 1510 I/525 1/Pj298 1/StG191")
    hand.page.wait_for_selector("[data-says]")
    assert hand.page.locator("[data-says]").inner_text() == "You win 71%; nobody wins 22%; the enemy wins 7%."
    assert hand.page.locator(".odds p").first.get_attribute("data-says") is not None  # who wins comes first
    hand.commit()
    hand.page.wait_for_selector("[data-occasion=luck] .die[aria-label='8']")
    chits = hand.page.locator(".dice [data-chit]")
    assert [chit.locator(".counts").count() for chit in chits.all()] == [1, 1]
    hand.press("[data-explained] summary")
    assert "the new one stands, and the marker is the enemy's" in hand.page.locator("[data-explained]").inner_text()
    hand.verb("keep")
    hand.page.wait_for_selector(".throw .die[aria-label='8']")
    assert "3 hits on the defender" in hand.page.locator(".throw").last.inner_text()
    assert "BG1" in hand.page.locator("[data-losses]").inner_text()  # and whom they cost something


def test_a_turn_with_a_reaction_by_two_people(browser: Browser, host: Host) -> None:
    german, soviet, created = two(browser, host)
    soviet.expect("87RD has 6 Action Points")
    german.expect("Waiting for Soviet")
    assert german.page.locator("[data-occasion]").count() == 0
    give(soviet, BEFORE_THE_MOVE)
    german.page.wait_for_selector("[data-occasion=react]", timeout=PATIENCE)
    asked = german.page.locator("[data-occasion=react]").inner_text()
    assert "87RD waits: its activation goes on afterwards" in asked
    assert "III/16 comes from 1711 into 1411" in asked
    assert german.page.locator("[data-answered='1411'] .way").count() == 1
    rows = german.page.locator("tr[data-hq]:has([data-may-react])")
    rows.first.wait_for()  # the panel asks for it by itself
    assert [row.get_attribute("data-hq") for row in rows.all()] == ["298ID"]
    assert german.prompt().lower().startswith("german")
    soviet.expect("Waiting for German")
    assert "they may answer your move" in soviet.prompt()
    assert soviet.page.locator("[data-occasion]").count() == 0  # what is asked only he is told who is asked
    assert german.page.locator(".dice").count() == 0

    german.press("[data-answer='298ID']")
    german.expect("298ID has 2 Action Points")
    assert "passed against" in german.page.locator(".dice").inner_text()
    soviet.page.wait_for_function("() => document.querySelector('.dice')?.innerText.includes('passed against')")
    for hq, state in (("298ID", "reacting"), ("87RD", "waiting")):
        assert german.page.locator(f"tr[data-hq='{hq}']").get_attribute("data-state") == state
    assert "87RD waits" in german.page.locator("[data-occasion=reaction]").inner_text()
    assert "87RD waits: its activation goes on afterwards" in soviet.prompt()
    assert german.page.locator("[data-all]").count() == 0
    german.say("improve I/525")
    german.finish()
    soviet.expect("87RD has 4 Action Points")
    assert soviet.page.locator("[data-occasion]").count() == 0
    soviet.finish()
    _until(lambda: told(host, created, "soviet")[-1] == "end", "the end of the activation")
    for hand in (german, soviet):
        hand.page.wait_for_selector(".where .phase:has-text('Initiative')", timeout=PATIENCE)
    german.expect("Act with a formation, transfer the Initiative, or pass")
    german.press("[data-explained] summary")
    said = german.page.locator("[data-explained]").inner_text()
    assert "he must act with a formation or pass" in said
    assert "you may still react" in said


# A turn from its first Ops Cycle to the next one's, for few units: who does what, and every die of it.
TURN = """
game = "bugriver"
scenario = "ustyluh"
turn = 2
phase = "options"
side = "german"
luck = "soviet"
seed = 3
dice = [7, 4, 6, 5, 5, 5, 8, 10, 6, 8, 9, 2]
[units]
1310 = "298ID"
1510 = "I/525 1/Pj298"
0911 = "44ID"
1711 = "I/16"
1909 = "87RD"
1910 = "II/16"
[level]
44ID = 0
298ID = 2
87RD = 2
[control]
german = "1310 1510 0911"
"""
WHOLE_TURN = (
    ("german", "act 298ID"),
    ("german", "move I/525 1610"),
    ("soviet", "react 87RD"),
    ("soviet", "keep"),  # the die for the Action Points
    ("soviet", "regular 1610 I/16 go"),  # in the midst of the German's activation
    ("soviet", "keep"),
    ("soviet", "stay"),  # and he has lost
    ("german", "improve I/525"),  # with the victor's bonus point, and then the reaction is over
    ("german", "prepared 1711 I/525 go"),
    ("soviet", "stay"),
    ("german", "end"),  # of the bonus, and so of the activation
    ("soviet", "transfer"),
    ("german", "pass"),
    ("soviet", "act 87RD"),
    ("soviet", "keep"),
    ("soviet", "improve II/16"),
    ("soviet", "end"),  # nobody can act any more: the Admin Phase of turn 3, in which nobody has a choice
)


@pytest.mark.soak  # the reaction alone is in the test before
def test_a_whole_turn_by_two_people(browser: Browser, host: Host) -> None:
    created = host.bring(grognard.setup(tomllib.loads(TURN)))  # with its seed: a chit is drawn, not rolled
    hands = {side: Hand.sit(browser, host, **LAPTOP) for side in ("german", "soviet")}
    for side, hand in hands.items():
        hand.open(created, (side,))
    for number, (side, action) in enumerate(WHOLE_TURN, 1):
        hand, other = hands[side], hands["soviet" if side == "german" else "german"]
        other.expect(f"Waiting for {side.title()}")  # there is no doubt whose decision it is
        # the page may be a moment behind the server: the verb of the order comes with the question it answers
        hand.page.wait_for_selector(f".actions [data-verb='{action.split()[0]}'], [data-answer]", timeout=PATIENCE)
        hand.settle()
        if action.startswith("react"):
            hand.press(f"[data-answer='{action.split()[1]}']")
        elif action.startswith(("move", "regular", "prepared")):
            give(hand, action.removesuffix(" go"))
        else:
            hand.say(action)  # nothing may follow it
        _until(lambda: hands["german"].state()["number"] == number, f"{number}: {action}")  # noqa: B023
        assert told(host, created, side)[-1] == action
    for hand in hands.values():
        hand.page.wait_for_selector(".where .phase:has-text('Initiative')", timeout=PATIENCE)
        assert hand.state()["view"]["turn"] == 3
        hand.expect("Act with a formation" if hand is hands["german"] else "Waiting for German")


def test_formations_that_are_left_out_are_not_asked_until_they_are_taken_in_again(browser: Browser, host: Host) -> None:
    german, soviet, created = two(browser, host)
    soviet.expect("87RD has 6 Action Points")
    give(soviet, BEFORE_THE_MOVE)
    german.page.wait_for_selector("[data-waive='298ID']", timeout=PATIENCE)
    german.press("[data-waive='298ID']")  # declines at once
    soviet.expect("87RD has 4 Action Points")
    assert told(host, created, "german")[-1] == "decline"
    assert german.page.locator("[data-bell='298ID'].off").count() == 1
    give(soviet, "move 87Rec 1609")
    soviet.expect("87RD has 3 Action Points")  # and nobody was asked
    assert told(host, created, "german")[-2:] == ["decline", "decline"]
    german.expect("Waiting for Soviet")
    german.page.reload()  # the browser remembers it
    german.page.wait_for_selector("[data-bell='298ID'].off")
    german.press("[data-bell='298ID']")
    assert german.page.locator("[data-bell='298ID'].off").count() == 0
    give(soviet, "move 3/19MG 1609")
    german.page.wait_for_selector("[data-occasion=react]", timeout=PATIENCE)
    soviet.expect("Waiting for German")
    assert "298ID" not in soviet.page.locator(".actions").inner_text()


def test_at_one_screen_nobody_hands_over_for_a_formation_that_is_left_out(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, **LAPTOP)
    created = host.taught("bugriver", BEFORE_THE_MOVE)
    hand.open(created)
    here = hand.page.locator(".veil .primary")
    if here.count():
        here.click()
    hand.expect("87RD has 6 Action Points")
    give(hand, BEFORE_THE_MOVE)
    here.wait_for()  # the sides have secrets: the German takes the screen
    here.click()
    hand.page.wait_for_selector("[data-waive='298ID']")
    hand.press("[data-waive='298ID']")
    here.wait_for()
    here.click()
    hand.expect("87RD has 4 Action Points")
    hand.page.evaluate(
        "() => { window.veils = 0; new MutationObserver(() => { if (document.querySelector('.veil')) window.veils++; })"
        ".observe(document.body, { childList: true, subtree: true }); }"
    )
    give(hand, "move 87Rec 1609")
    hand.expect("87RD has 3 Action Points")
    assert hand.page.evaluate("window.veils") == 0
    assert hand.state()["view"]["decisions"][0]["side"] == "soviet"


def test_a_reaction_on_a_phone(browser: Browser, host: Host) -> None:
    hand = Finger.sit(browser, host, **PHONE)
    hand.open(host.taught("bugriver", "react 298ID"), ("german",))
    hand.page.wait_for_selector("[data-occasion=react]")
    button = hand.page.locator("[data-answer='298ID']").bounding_box()
    assert button is not None
    assert button["x"] >= 0
    assert button["x"] + button["width"] <= 390
    assert hand.page.evaluate("document.documentElement.scrollWidth") <= 390
    hand.press("[data-answer='298ID']")
    hand.expect("298ID has 2 Action Points")


# 298ID acts on the bank of the Bug; nobody owns the marker.
BANK = """
game = "bugriver"
scenario = "ustyluh"
turn = 1
phase = "activation"
side = "german"
acting = "298ID"
luck = "soviet"
[points]
german = 6
[units]
0911 = "298ID"
1409 = "I/525 1/Pj298"
1108 = "II/525 2/Pj298"
1510 = "BG1"
1909 = "87RD"
"""


def test_who_may_act_is_offered_by_name_and_brought_into_sight(browser: Browser, host: Host) -> None:
    hand = Finger.sit(browser, host, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    seats = {"german": "screen", "soviet": "screen"}
    hand.open(host.ask("/api/matches", {"game": "bugriver", "seats": seats, "deployed": True}), ("german",))
    hand.expect("Activate an Infantry Division")
    hand.verb("act")
    named = hand.page.locator("[data-pick]")
    assert {one.get_attribute("data-pick") for one in named.all()} == {"44ID", "298ID", "299ID"}
    assert not hand.in_sight("1024")
    hand.press("[data-pick='299ID']")
    _until(lambda: hand.state()["number"] == 1, "the activation")
    hand.settle()
    assert hand.in_sight("1024")


def test_an_attack_is_proposed_by_a_click_and_its_kinds_stay_beside_it(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, **LAPTOP)
    hand.open(match_at(host, BANK), ("german",))
    hand.expect("298ID has 6 Action Points")
    hand.press("[data-overlay=planner]")
    best = hand.page.locator("[data-badge='1510']")
    best.wait_for()
    hand.point("1510")
    hand.expect_words("hasty", "1510", "I/525", "1/Pj298")
    assert hand.page.locator("[data-kinds]").get_attribute("data-kinds") == "regular prepared"
    worth = hand.page.locator("[data-kinds] [data-worth]")
    hand.page.wait_for_function("() => document.querySelectorAll('[data-kinds] [data-worth]').length === 2")
    chances = [int(one.get_attribute("data-worth") or 0) for one in worth.all()]
    assert chances == sorted(chances)
    assert best.get_attribute("data-chance") == str(chances[-1])  # the planner looks at every kind
    better = hand.page.locator("[data-kinds] .better")
    assert better.get_attribute("data-verb") == "prepared"  # who takes the first without thought is shown a better one
    assert "hasty attack (1 AP)" in hand.page.locator(".commit").inner_text().replace("\n", " ")
    hand.pick("1409", "1/Pj298")
    hand.expect_words("hasty", "1510", "I/525")
    hand.clicks = 0
    offered = hand.page.locator("[data-kinds] [data-verb=prepared] [data-worth]").inner_text()
    hand.press("[data-kinds] [data-verb=prepared]")  # with the units that are left
    hand.expect_words("prepared", "1510", "I/525")
    hand.page.wait_for_selector("[data-says]")  # the button had the chance of the headline
    assert offered == "3 AP, " + re.findall(r"ou win (\d+%)", hand.page.locator("[data-says]").inner_text())[0]
    hand.press(".commit")
    _until(lambda: hand.state()["number"] == 1, "the attack")
    assert hand.clicks == 2


@pytest.mark.soak  # as in the other games: test_flow.py, test_battles.py
def test_a_stack_of_three_moves_by_one_drag(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, **LAPTOP)
    stack = BANK.replace("I/525 1/Pj298", "I/525", 1).replace("II/525 2/Pj298", "II/525 1/Pj298 2/Pj298")
    hand.open(match_at(host, stack), ("german",))
    hand.expect("298ID has 6 Action Points")
    hand.drag("1108", "1009")
    _until(lambda: {hand.unit_hex(u) for u in ("II/525", "1/Pj298", "2/Pj298")} == {"1009"}, "the stack in 1009")
    assert hand.clicks == 1


def test_what_cannot_be_taken_back_wants_a_second_click(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, **LAPTOP)
    created = match_at(host, 'game = "bugriver"\nscenario = "ustyluh"')
    hand.open(created, ("german",))
    hand.expect("Activate an Infantry Division")
    question = hand.page.locator(".menu.modal [data-verb=act]")
    hand.point("0911")
    question.wait_for()
    assert "298ID" in question.inner_text()
    hand.page.keyboard.press("Escape")
    question.wait_for(state="detached")
    hand.point("0911")
    question.wait_for()
    assert hand.state()["number"] == 0  # nothing was rolled yet
    hand.point("0911")  # the same hex again: yes
    _until(lambda: hand.state()["number"] == 1, "the activation")
    assert told(host, created, "german") == ["act 298ID"]


def test_verbs_are_one_row_on_a_small_screen(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, **LAPTOP)
    hand.open(match_at(host, BANK), ("german",))
    hand.expect("298ID has 6 Action Points")
    row = hand.page.locator(".actions > .verbs")
    boxes = [button.bounding_box() for button in row.locator("[data-verb]").all()]
    assert len(boxes) >= 9
    assert len({round(box["y"]) for box in boxes if box}) == 1
    bar = hand.page.locator(".actions").bounding_box()
    assert bar
    assert max(box["x"] + box["width"] for box in boxes if box) <= bar["x"] + bar["width"]
    assert "key H" in (hand.page.locator("[data-chip=hasty]").get_attribute("title") or "")


def test_verbs_are_one_row_on_a_phone(browser: Browser, host: Host) -> None:
    hand = Finger.sit(browser, host, **PHONE)
    hand.open(match_at(host, BANK), ("german",))
    hand.expect("298ID has 6 Action Points")
    row = hand.page.locator(".actions > .verbs")
    assert row.locator("[data-verb]").count() >= 6
    boxes = [button.bounding_box() for button in row.locator("[data-verb]").all()]
    assert len({round(box["y"]) for box in boxes if box}) == 1
    end = row.locator("[data-verb=end]").bounding_box()
    assert end
    assert end["x"] + end["width"] <= 390
    assert row.locator("[data-chip=top]").count() == 0  # it is nothing that is left to do
    hand.verb("prepared")  # pushed into sight
    hand.expect_words("prepared")


def test_one_person_who_plays_both_sides_hides_nothing_from_himself(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, **LAPTOP)
    hand.open(host.taught("bugriver", BEFORE_THE_MOVE))
    here = hand.page.locator(".veil.solid .primary")
    if here.count():
        here.click()
    hand.expect("87RD has 6 Action Points")
    give(hand, BEFORE_THE_MOVE)
    here.wait_for()
    hand.press("[data-play-all]")
    hand.page.wait_for_selector("[data-answer='298ID']")  # the German's question, at once
    hand.press("[data-answer='298ID']")
    hand.expect("298ID has 2 Action Points")
    hand.finish()
    hand.expect("87RD has 4 Action Points")
    assert here.count() == 0


def test_the_story_of_an_attack_shows_its_dice_and_what_came_of_it(browser: Browser, host: Host) -> None:
    german, soviet, created = two(browser, host, "prepared 1510 I/525 1/Pj298 1/StG191 go")
    german.say("prepared 1510 I/525 1/Pj298 1/StG191")
    german.commit()
    german.page.wait_for_selector("[data-occasion=luck]")
    german.verb("keep")
    _until(lambda: told(host, created, "german")[-1] == "keep", "the attack")
    watch = soviet.page.locator("[data-watch]")
    watch.wait_for()
    assert "1 attack" in watch.inner_text()
    soviet.press("[data-watch]")
    soviet.page.locator(".replay[data-story]").wait_for()
    rows = soviet.page.locator(".replay .buttons > *").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().bottom)"
    )
    assert max(rows) - min(rows) < 12  # one row, with the way out at its end
    soviet.press("[data-play]")
    soviet.press("[data-jump=fight]")
    result = soviet.page.locator("[data-result='1510'] text")
    result.wait_for()
    soviet.press("[data-step-on]")  # the die is kept, and decides it
    soviet.page.wait_for_function("() => /^8 → .*3/.test(document.querySelector('[data-result] text')?.textContent)")
    soviet.press("[data-skip]")
    assert soviet.page.locator(".replay").count() == 0
