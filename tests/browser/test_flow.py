"""A turn without effort: whole stacks, attacks in two clicks, plans, what is left to do; and the clicks they take."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from tests.browser.positions import COMBAT, TURN_FIVE
from tests.browser.table import Finger, Hand, Host, _until
from tests.browser.test_eastfront import ROSTOV, edelweiss, expect_action
from tests.browser.test_oder import begin

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# Two divisions wait west of a lone enemy; a third has three regiments on the map.
ADVANCE = """
game = "guderian"
turn = 5
phase = "german-movement"
dice = [1, 1, 1, 3, 3, 3]
[units]
0917 = "25/7 6/7 7/7"
0518 = "41/10 20/10"
1214 = "2-2-6"
1415 = "Lukin 4-4-6"
[due]
C = "5/12 25/12 29/12 76/20 90/20"
"""

# A die that drives a division back one hex.
ONE_HEX = """
game = "guderian"
turn = 5
phase = "german-combat"
dice = [4]
[units]
1213 = "25/7 6/7 7/7"
1214 = "9-8-6"
"""

# Three stacks around a weak division.
RING = """
game = "guderian"
turn = 5
phase = "german-combat"
dice = [1, 1, 1, 1]
[units]
1114 = "5.ID"
1213 = "6.ID 7.ID"
1314 = "25/7 6/7 7/7"
1214 = "2-2-6"
1415 = "Lukin 4-4-6"
"""

# A tank corps far from the enemy.
ALONE = """
game = "battles"
scenario = "radzymin"
turn = 1
phase = "soviet-movement"
[units]
1718 = "HQ-2TA"
1617 = "62G 59G/8GTk 58G/8GTk"
1114 = "HQ-9A"
"""

ODER_ADVANCE = """
game = "oder"
turn = 4
phase = "german-combat"
declared = "combat"
dice = "1 1 1 ..."
[units]
1715 = "1SS 24Pz 40Pz"
1816 = "33A"
2016 = "2GT"
1618 = "56P"
"""


def taken(hand: Hand) -> set[str]:
    return set(hand.in_hand()) - {"move", "enter", "attack", "overrun"}


# --- A: nothing broken ------------------------------------------------------------------------------------------------


def test_a_whole_order_still_offers_what_may_follow(browser: Browser, host: Host) -> None:
    """And Enter commits it, as the button says: it chooses what is under the cursor only where keys have moved that."""
    created = edelweiss(host)
    hand = Hand.sit(browser, host)
    hand.open(created)
    hand.expect("Activate HQs")
    hand.point("1615")
    hand.expect_words("activate", "U")
    assert hand.page.locator(".actions [data-verb=blitz]").is_visible()
    assert hand.page.locator(".commit").is_visible()
    hand.verb("blitz")
    hand.expect_words("activate", "U", "blitz")
    hand.page.keyboard.press("Enter")
    expect_action(hand, created, "german", "activate U blitz")


def test_nothing_moves_the_frame(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, viewport={"width": 1280, "height": 800})
    hand.open(host.start(TURN_FIVE))
    hand.expect("Move, enter")
    hand.press(".prompt .rule")
    hand.page.wait_for_selector(".rule-text.open")
    assert hand.page.evaluate(STILL) == []
    hand.point("1214")
    hand.press(".notice .rule")
    hand.press("[data-tab=log]")
    hand.page.evaluate(BRING_ALL)
    hand.page.keyboard.press("/")
    hand.page.keyboard.type("supply")
    assert hand.page.evaluate(STILL) == []
    hand.page.set_viewport_size({"width": 390, "height": 844})
    hand.settle()
    hand.page.evaluate(BRING_ALL)
    assert hand.page.evaluate(STILL) == []


# What has the focus, or what a link leads to, a browser brings into sight: here everything there is.
BRING_ALL = """() => {
  for (const e of document.querySelectorAll('*'))
    for (const edge of ['start', 'end']) e.scrollIntoView({ block: edge, inline: edge });
}"""
STILL = """() => [document.scrollingElement, ...document.querySelectorAll('body, #app, .match, .stage, .board, .side')]
  .filter(e => e.scrollTop || e.scrollLeft || (e.matches('.match') && e.getBoundingClientRect().top))
  .map(e => e.className || e.tagName)"""


def test_no_menu_lies_over_the_map(browser: Browser, host: Host) -> None:
    """A Soviet division can move and go by rail: both verbs stand in the bar, and the map is free."""
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE.replace("1718 =", "4015 =")))
    hand.expect("Move, enter")
    hand.point("4015")
    assert hand.words()[0] == "move"
    other = hand.page.locator(".menu [data-verb=rail]")
    other.wait_for()
    board = hand.page.locator("#board").bounding_box()
    box = other.bounding_box()
    assert board
    assert box
    assert box["y"] >= board["y"] + board["height"]
    assert hand.page.locator("#board .menu").count() == 0
    hand.press(".menu [data-verb=rail]")
    assert hand.words()[0] == "rail"


def test_a_hex_out_of_reach_is_offered_by_the_verb_that_reaches_it(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE.replace("1718 =", "4015 =")))
    hand.expect("Move, enter")
    hand.drag("4015", "4415")  # too far to march, but not by rail
    plan = hand.page.locator("[data-plan='4415']")
    plan.wait_for()
    assert "rail to" in plan.inner_text()
    assert hand.actions() == []
    hand.press("[data-carry-out]")
    _until(lambda: any(action.startswith("rail") for action in hand.actions()), "the railway")
    assert hand.clicks == 2


def test_refusals_answer_what_was_meant(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(ADVANCE.replace('0917 = "25/7 6/7 7/7"', '1114 = "25/7 6/7 7/7"')))
    hand.expect("Move, enter")
    hand.point("1114")  # in an enemy zone of control: it may not move, and it is not waiting to enter
    notice = hand.page.locator(".notice").inner_text()
    assert "zone of control" in notice
    assert "waiting" not in notice


def test_a_click_the_phase_has_no_use_for_is_answered_about_the_phase(browser: Browser, host: Host) -> None:
    """An HQ that is activated marches against nobody, and where a word is asked for no unit or hex is an answer."""
    hand = Hand.sit(browser, host)
    hand.open(edelweiss(host), ("german",))
    hand.expect("Activate HQs")
    hand.point(ROSTOV)
    told(hand, "Nobody can get at the enemy in Rostov in this phase.")
    assert hand.page.locator("[data-plan]").count() == 0
    hand.pick("1615", "U")
    hand.point(ROSTOV)
    told(hand, "Rostov is embattled: a deploying HQ does not engage")  # of the HQ in hand
    assert hand.page.locator("[data-plan]").count() == 0

    hand.open(begin(host, ODER_ADVANCE.replace("german-combat", "german-declaration").replace("declared", "#")))
    hand.expect("Declare what comes first")
    hand.point("1816")
    told(hand, "First answer the question below the map.")


def test_another_enemy_while_an_attack_is_put_together_is_told_why_not(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(RING))
    hand.expect("Attack, or end")
    hand.point("1214")
    hand.point("1415")
    told(hand, "None of your units is next to 1415")
    assert hand.words()[:2] == ["attack", "1214"]  # what was put together stays


def test_where_a_phase_cannot_end_the_bar_says_why(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start())
    hand.verb("deploy")
    hand.expect("Air Interdiction")
    hand.finish()
    hand.expect("Move, enter")
    reason = hand.page.locator("[data-no-end]")
    reason.wait_for()
    assert "must use up its movement allowance" in reason.inner_text()
    assert "5.23a" in reason.inner_text()


def test_on_a_phone_the_tray_covers_nothing_and_the_fan_closes(browser: Browser, host: Host) -> None:
    hand = Finger.sit(browser, host, **PHONE)
    hand.open(host.start(ADVANCE))
    hand.expect("Move, enter")
    hand.point("0917")
    assert taken(hand) == {"25/7", "6/7", "7/7"}
    for name in ("Back", "Cancel"):
        button = hand.page.locator(".actions .quiet", has_text=name)
        box = button.bounding_box()
        assert box
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        on_top = hand.page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.innerText", middle)
        assert on_top
        assert on_top.startswith(name)
    hand.point("0917")  # a second tap fans the stack out
    hand.press("[data-fan-unit='25/7']")
    assert taken(hand) == {"6/7", "7/7"}
    assert hand.page.locator(".fan").count() == 0  # nothing lies over a target
    hand.point("0917")
    hand.press(".fan-foot button")  # All
    assert hand.page.locator(".fan").count() == 0
    assert taken(hand) == {"25/7", "6/7", "7/7"}
    hand.point("0916")
    _until(lambda: hand.unit_hex("25/7") == "0916", "the stack in 0916")


# --- B: stacks and flow -----------------------------------------------------------------------------------------------


def test_a_stack_of_three_moves_by_one_drag(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(ADVANCE))
    hand.expect("Move, enter")
    hand.drag("0917", "1115")
    _until(lambda: {hand.unit_hex(u) for u in ("25/7", "6/7", "7/7")} == {"1115"}, "three regiments in 1115")
    assert hand.clicks == 1
    assert len([a for a in hand.actions() if a.startswith("move")]) == 1


def test_a_second_click_takes_single_units_out(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(ADVANCE))
    hand.expect("Move, enter")
    for wanted in (3, 2, 1, 3):
        hand.point("0917")
        assert len(taken(hand)) == wanted
    hand.pick("0917", "6/7")
    assert taken(hand) == {"25/7", "7/7"}
    hand.pick("0917", "6/7")
    assert taken(hand) == {"25/7", "6/7", "7/7"}


def test_a_division_enters_and_marches_by_one_drag_and_a_distant_enemy_is_a_plan(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(ADVANCE))
    hand.expect("Move, enter")
    hand.page.mouse.move(*hand.at("0412"))
    hand.page.mouse.wheel(0, -900)  # no entrance is in sight, and the map stays under what is dragged
    hand.settle()
    hand.drag("5/12", "0412")
    _until(lambda: {hand.unit_hex(u) for u in ("5/12", "25/12", "29/12")} == {"0412"}, "the division in 0412")
    assert hand.clicks == 1
    said = [action.split()[0] for action in hand.actions()]
    assert said == ["enter", "move"]
    hand.drag("76/20", "4015")  # far beyond what it can march
    assert "4015 is out of reach" in hand.page.locator(".notice").inner_text()
    assert hand.page.locator(".notice .rule").inner_text() == "6.23"
    hand.drag("76/20", "1214")
    assert "Enemy in 1214: enter next to it" in hand.page.locator(".notice").inner_text()

    # A distant enemy is a plan.
    hand.press(".actions .quiet:last-child")
    hand.point("0917")
    hand.point("1214")
    plan = hand.page.locator("[data-plan='1214']")
    plan.wait_for()
    assert "overrun" in plan.inner_text()
    assert hand.page.locator("[data-planned]").count() == 1  # who goes, and where to, on the map
    hand.press("[data-carry-out]")
    hand.page.wait_for_function("() => document.querySelector('.order-words span')?.innerText === 'overrun'")
    assert taken(hand) == {"1214", "25/7", "6/7", "7/7"}


def test_neighbours_are_clicked_off_and_an_attack_with_three_stacks_takes_two_clicks(
    browser: Browser, host: Host
) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(RING))
    hand.expect("Attack, or end")
    everybody = {"1214", "5.ID", "6.ID", "7.ID", "25/7", "6/7", "7/7"}
    hand.point("1214")
    assert taken(hand) == everybody
    hand.point("1314")
    assert taken(hand) == {"1214", "5.ID", "6.ID", "7.ID"}
    hand.point("1213")
    hand.page.wait_for_function("() => document.querySelector('[data-all=attack]')?.innerText === 'All who can (5)'")
    hand.press("[data-all=attack]")
    assert taken(hand) == everybody
    hand.page.keyboard.press("Escape")
    hand.press(".actions .quiet:last-child")
    hand.clicks = 0
    hand.point("1214")
    assert taken(hand) == everybody
    hand.page.wait_for_selector(".odds .column b")
    hand.press(".commit")
    _until(lambda: any(a.startswith("attack 1214") for a in hand.actions()), "the attack")
    assert hand.clicks == 2

    # The advance: everybody to the same hex.
    hand.expect("Advance a unit")
    hand.clicks = 0
    advance = hand.page.locator("[data-all=advance]")
    advance.wait_for()
    assert advance.inner_text() == "Advance 3 of 6"  # a hex holds three
    hand.press("[data-all=advance]")
    assert len(hand.in_hand()) == 1 + 3
    hand.point("1214")
    _until(lambda: len([a for a in hand.actions() if a.startswith("advance")]) == 3, "three units advance")
    assert hand.clicks == 2
    assert hand.page.locator(".notice.bad").count() == 0  # nobody was promised what he cannot do


def test_a_stack_attacks_by_a_drag_or_by_a_click_on_itself(browser: Browser, host: Host) -> None:
    """The order names the enemy first, but whoever takes his own stack means it."""
    hand = Hand.sit(browser, host)
    hand.open(host.start(RING))
    hand.expect("Attack, or end")
    hand.drag("1314", "1214")
    assert taken(hand) == {"1214", "25/7", "6/7", "7/7"}  # nobody else was dragged
    hand.drag("1213", "1214")
    assert taken(hand) == {"1214", "25/7", "6/7", "7/7", "6.ID", "7.ID"}
    hand.press(".actions .quiet:last-child")
    hand.point("1213")  # there is one enemy beside it
    assert taken(hand) == {"1214", "6.ID", "7.ID"}

    hand.open(host.start(RING.replace("[units]", '[units]\n1315 = "3-3-6"')))
    hand.expect("Attack, or end")
    hand.point("1314")  # of two enemies somebody must say which
    assert hand.page.locator(".menu.modal [data-verb=attack]").all_inner_texts() == ["Attack 1214", "Attack 1315"]
    assert hand.page.locator(".fan").count() == 0  # nothing lies over them
    hand.point("1315")
    assert taken(hand) == {"1315", "25/7", "6/7", "7/7"}


def test_three_units_advance_at_once_where_each_is_an_order(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(begin(host, ODER_ADVANCE))
    hand.expect("Attack or probe")
    hand.point("1816")
    hand.press(".commit")
    hand.expect("dvance")
    hand.clicks = 0
    everybody = hand.page.locator("[data-all=advance]")
    everybody.wait_for()
    assert everybody.inner_text() == "Advance all (3)"
    hand.press("[data-all=advance]")
    _until(lambda: {hand.unit_hex(u) for u in ("1SS", "24Pz", "40Pz")} == {"1816"}, "three corps in 1816")
    assert hand.clicks == 1


def test_where_there_is_one_hex_to_go_to_all_advance_by_one_click(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(ONE_HEX))
    hand.expect("Attack, or end")
    hand.point("1214")
    hand.commit()
    hand.expect("lose a step, or fall back one hex")
    hand.verb("retreat")
    hand.expect("falls back to from 1214")
    hand.point("1315")
    hand.expect("Advance a unit")
    hand.clicks = 0
    hand.press("[data-all=advance]")
    _until(lambda: {hand.unit_hex(u) for u in ("25/7", "6/7", "7/7")} == {"1214"}, "three regiments in 1214")
    assert hand.clicks == 1


def test_one_of_few_units_that_is_asked_for_can_be_chosen_by_name(browser: Browser, host: Host) -> None:
    """The throw costs one of the attackers: no need to look for it in its stack."""
    hand = Hand.sit(browser, host)
    weak = ODER_ADVANCE.replace("1SS 24Pz 40Pz", "KGWS 66AK").replace('"1 1 1 ..."', '"6 ..."')
    hand.open(begin(host, weak))
    hand.expect("Attack or probe")
    hand.point("1816")
    hand.press(".commit")
    hand.expect("Choose which of your units is eliminated")
    assert {b.get_attribute("data-pick") for b in hand.page.locator("[data-pick]").all()} == {"KGWS", "66AK"}
    assert not hand.page.locator(".order-words").is_visible()  # nobody has said a word: the prompt says what to choose
    hand.point("1816")
    told(hand, "33A is none of your units in this combat")  # an answer about the question
    hand.press("[data-pick=KGWS]")
    hand.wait_for_action("lose KGWS")


def test_blocks_of_a_hex_go_to_a_battle_by_one_drag(browser: Browser, host: Host) -> None:
    """Each block is an order of its own: the drag gives them one after the other, and a full hexside says so."""
    created = edelweiss(host, 2)
    hand = Hand.sit(browser, host)
    hand.open(created)
    hand.expect("Move units under command")
    start = hand.unit_hex("Z")
    units = hand.stack(start)
    hand.drag(start, ROSTOV)
    _until(lambda: hand.unit_hex("Z") == ROSTOV, "Z in Rostov")
    assert hand.clicks == 1
    assert len(units) >= 1


def test_what_is_left_to_do_and_the_end(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(ADVANCE))
    hand.expect("Move, enter")
    assert hand.page.locator("[data-chip=move]").get_attribute("data-left") == "5"
    cursors = []
    for _ in range(3):
        hand.press("[data-next=move]")
        cursors.append(hand.page.evaluate("document.getElementById('board').dataset.cursor"))
    assert cursors == ["0518", "0917", "0518"]

    # Nothing was done: the end asks, and says what is left.
    hand.verb("end")
    asked = hand.page.locator(".confirm").inner_text()
    assert "Still possible: move, 5 units" in asked
    hand.press("[data-not-yet]")
    hand.drag("0917", "1115")
    hand.page.wait_for_selector("[data-chip=move][data-left='2']")


def test_a_click_meant_for_the_last_phase_does_not_end_the_next(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, own=True)
    hand.page.add_init_script(HOLD_THE_GUARD)
    hand.open(host.start(COMBAT))
    hand.expect("Attack, or end")
    hand.verb("end")
    hand.insist()
    hand.page.wait_for_selector(".actions [data-verb=end]", state="attached")
    hand.page.evaluate("document.querySelector('.actions [data-verb=end]').click()")
    hand.page.keyboard.press("e")
    hand.settle()
    assert hand.actions() == ["end"]
    hand.page.evaluate("held.forEach((then) => then())")  # some time later
    hand.page.wait_for_selector(".actions [data-verb=end]:not([disabled])")


# The page lets nothing end a phase that has just begun; here that time lasts until we say so, however slow the machine.
HOLD_THE_GUARD = """{
  const begin = window.setTimeout;
  window.held = [];
  window.setTimeout = (then, after, ...more) => (after === 700 ? -held.push(then) : begin(then, after, ...more));
}"""


def test_e_is_end_in_every_phase(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE))
    seen = set()
    for _ in range(5):
        hand.page.wait_for_selector(".actions [data-verb=end]:not([disabled])")
        seen.add(hand.page.locator(".actions [data-verb=end] kbd").inner_text())
        hand.finish()
    assert seen == {"E"}


def test_the_tray_keeps_its_order(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(ADVANCE))
    hand.expect("Move, enter")

    def order() -> list[str | None]:
        return [unit.get_attribute("data-tray-unit") for unit in hand.page.locator("[data-tray-unit]").all()]

    before = order()
    hand.pick_off_map("25/12")
    assert taken(hand) == {"5/12", "25/12", "29/12"}
    assert order() == before
    hand.pick_off_map("5/12")
    assert taken(hand) == {"25/12", "29/12"}
    assert order() == before


def test_the_bar_says_whose_move_ends_before_it_does(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(ADVANCE))
    hand.expect("Move, enter")
    hand.drag("0917", "0918")
    _until(lambda: hand.unit_hex("25/7") == "0918", "the regiments in 0918")
    hand.point("0518")
    note = hand.page.locator("[data-note]")
    note.wait_for()
    assert "25/7" in note.inner_text()
    assert "6.0b" in note.inner_text()
    hand.point("0517")  # said, not asked
    _until(lambda: hand.unit_hex("41/10") == "0517", "the others in 0517")


def test_the_tray_looks_the_same_while_others_are_in_hand(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(ADVANCE))
    hand.expect("Move, enter")
    drawn = """() => [...document.querySelectorAll('.tray text, .tray path')].map(e => {
      const s = getComputedStyle(e); return [s.fontSize, s.stroke, s.strokeWidth, s.fill].join(' '); })"""
    before = hand.page.evaluate(drawn)
    hand.point("0917")
    hand.page.locator(".tray.idle").wait_for()
    assert hand.page.evaluate(drawn) == before


def test_what_was_offered_at_a_hex_is_gone_with_the_position(browser: Browser, host: Host) -> None:
    """A marker was proposed for a hex, and something else was done: the button does not stay for the next phase."""
    hand = Hand.sit(browser, host)
    hand.open(host.start(COMBAT.replace("german-combat", "german-interdiction")))
    hand.expect("Air Interdiction")
    hand.point("1415")
    hand.page.locator(".menu.modal").wait_for()
    hand.finish()
    hand.expect("Move, enter")
    assert hand.page.locator(".menu").count() == 0


def test_a_phase_that_ends_by_itself_says_so(browser: Browser, host: Host) -> None:
    """There are only infantry divisions: nobody could move in the Mechanised Movement Phase."""
    hand = Hand.sit(browser, host)
    hand.open(host.start(COMBAT))
    hand.expect("Attack, or end")
    hand.finish()
    told(hand, "German Mechanised Movement ended by itself: nothing was left to do.")


def told(hand: Hand, text: str) -> None:
    hand.page.wait_for_function("(text) => document.querySelector('.notice')?.innerText.includes(text)", arg=text)


def test_every_phase_that_ends_by_itself_is_named(browser: Browser, host: Host) -> None:
    """In EastFront nobody moves without an HQ; in the Oder nobody regroups; in Battles nobody attacks or flies."""
    hand = Hand.sit(browser, host)
    hand.open(edelweiss(host))
    hand.expect("Activate HQs")
    hand.finish()
    told(hand, "German Movement Phase ended by itself")

    hand.open(begin(host, ODER_ADVANCE.replace("german-combat", "german-movement").replace('"combat"', '"movement"')))
    hand.expect("Move units")
    hand.finish()
    hand.expect("Attack or probe")
    hand.finish()
    told(hand, "German Regroup and Reinforcement ended by itself")

    both = {"axis": "screen", "soviet": "screen"}
    hand.open(host.ask("/api/matches", {"game": "battles", "seats": both, "position": ALONE}))
    hand.expect("Move, enter")
    hand.finish()
    hand.expect("Build field forts")
    hand.finish()
    told(hand, "Soviet Combat ended by itself")
    hand.expect("Move units with a boxed allowance again")
    hand.finish()
    told(hand, "Soviet Air and Axis Reinforcement ended by themselves")
