"""Seeing what happens: the enemy's turn as a story, the replay, the planner, odds, the log, the end, notices."""

from __future__ import annotations

from playwright.sync_api import Browser

import grognard
from grognard.bots import make
from tests.browser.positions import RETREAT, TURN_FIVE
from tests.browser.table import LONG, Finger, Hand, Host, _until
from tests.browser.test_eastfront import COMBAT as BATTLES
from tests.browser.test_eastfront import ROSTOV, edelweiss
from tests.browser.test_flow import ADVANCE, RING


def test_the_enemys_turn_is_a_story(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE, german="screen", soviet="bot:scout"))
    watch = hand.page.locator("[data-watch]")
    watch.wait_for(timeout=LONG)  # the bot has played, and the move is ours
    assert "Watch (" in watch.inner_text()
    assert "move" in watch.inner_text()
    assert hand.page.locator(".ways [class=line], .ways .line").count() > 0  # its ways stay on the map
    latest = hand.state()["number"]
    looked = hand.looks_at()
    watch.click()
    story = hand.page.locator(".replay[data-story]")
    story.wait_for()
    hand.press("[data-speed='4']")
    assert hand.page.locator("[data-speed='4']").get_attribute("aria-pressed") == "true"
    hand.page.wait_for_selector(".ways")
    hand.press("[data-play]")  # pause
    moment = hand.page.locator(".replay-line > b:first-child")
    hand.press("[data-step-back]")
    at = moment.inner_text()
    hand.press("[data-step-on]")
    assert moment.inner_text() != at
    if hand.page.locator("[data-skip]").count():
        hand.press("[data-skip]")
    assert hand.page.locator(".replay").count() == 0
    assert hand.page.locator("[data-watch]").count() == 0
    assert hand.state()["number"] == latest
    hand.settle()
    assert hand.looks_at() == looked  # the map is where it was before the story
    assert not hand.errors


def test_in_our_own_phase_the_map_is_back_where_we_looked(browser: Browser, host: Host) -> None:
    """It follows the enemy while he moves, and nobody has to look for his own front afterwards."""
    created = host.start(ADVANCE)
    german, soviet = Hand.sit(browser, host), Hand.sit(browser, host)
    german.open(created, ("german",))
    soviet.open(created, ("soviet",))
    soviet.expect("Waiting for German")
    for _ in range(5):
        soviet.page.keyboard.press("+")
    for _ in range(12):
        soviet.page.keyboard.press("Shift+ArrowRight")
    soviet.settle()
    looked = soviet.looks_at()
    german.expect("Move, enter")
    german.drag("0917", "1115")
    soviet.page.wait_for_function("(unit) => document.querySelector(`.stack[data-hex='1115']`)")
    soviet.settle()
    assert soviet.looks_at() != looked
    for prompt in ("Move, enter", "Attack, or end", "again, overrun", "Air Interdiction"):
        if prompt in german.prompt():
            german.finish()
    soviet.page.wait_for_selector(".actions.mine")
    soviet.settle()
    assert soviet.looks_at() == looked


BOTTOMS = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().bottom))"


def test_on_a_phone_the_story_is_offered_and_played_in_one_line(browser: Browser, host: Host) -> None:
    hand = Finger.sit(browser, host, viewport={"width": 360, "height": 800}, has_touch=True, is_mobile=True)
    hand.open(host.start(TURN_FIVE, german="screen", soviet="bot:scout"))
    watch = hand.page.locator("[data-watch]")
    watch.wait_for(timeout=LONG)
    watch.evaluate("(button) => (button.lastChild.textContent = 'Watch (88 moves, 12 attacks)')")  # a long turn
    ends = hand.page.locator("[data-unwatched] > *").evaluate_all(BOTTOMS)
    assert max(ends) - min(ends) < 6
    assert hand.page.locator("[data-unwatched]").evaluate("(strip) => strip.getBoundingClientRect().right") < 360 - 44
    hand.press("[data-watch]")
    hand.page.locator(".replay[data-story]").wait_for()
    ends = hand.page.locator(".replay > .buttons > *").evaluate_all(BOTTOMS)
    assert max(ends) - min(ends) < 12  # one row, with the way out in sight
    assert hand.page.locator("[data-skip]").evaluate("(button) => button.getBoundingClientRect().right") <= 360
    assert hand.page.locator(".replay").evaluate("(bar) => bar.clientHeight") < 800 / 4  # the map keeps the room
    hand.press("[data-skip]")


def test_the_replay_jumps_by_phase_and_attack_and_shows_results_on_the_map(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(RETREAT))
    hand.expect("Attack, or end")
    hand.point("1214")
    hand.commit()
    hand.expect("lose 2 steps, or fall back")
    hand.verb("lose")
    hand.settle()
    hand.press(".tools [aria-pressed]")  # the replay
    hand.page.locator(".replay").wait_for()
    hand.press(".replay .buttons button:first-child")  # to the start
    hand.press("[data-jump=fight]")
    hand.page.wait_for_selector("[data-result='1214']")
    assert "D2" in (hand.page.locator("[data-result='1214'] text").text_content() or "")
    assert hand.page.locator("[data-told]").inner_text().startswith("Attack on 1214")  # in words, not as it was ordered
    hand.press("[data-follow]")
    assert not hand.page.locator("[data-follow]").is_checked()
    hand.press("[data-jump-back=fight]")
    hand.press("[data-skip]")
    assert not hand.errors


def test_the_replay_jumps_by_turn_and_by_phase(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE))
    for prompt in ("Move, enter", "Attack, or end", "Interdiction marker", "Move, enter", "Attack, or end"):
        hand.expect(prompt)
        hand.finish()
    hand.expect("again, overrun")
    hand.press(".tools [aria-pressed]")  # the replay
    hand.page.locator(".replay").wait_for()
    where = hand.page.locator(".where")
    hand.press(".replay .buttons button:first-child")
    hand.page.wait_for_function("() => document.querySelector('.replay-line').innerText.startsWith('Action 0')")
    seen = []
    for _ in range(3):
        hand.press("[data-jump=phase]")
        hand.settle()
        seen.append(where.inner_text().splitlines()[-1])
    assert len(set(seen)) == 3
    hand.press("[data-jump-back=phase]")
    hand.settle()
    assert where.inner_text().splitlines()[-1] == seen[1]
    hand.press("[data-jump-back=turn]")
    hand.press("[data-jump=turn]")  # there is no other: back to the present
    hand.expect("again, overrun")
    assert not hand.errors


# What the page would do after a while it does almost at once.
HURRY = "() => { const slow = setTimeout; window.setTimeout = (f, ms) => slow(f, Math.min(ms ?? 0, 30)); }"


def test_dice_stay_until_they_are_read(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, own=True, reduced_motion="no-preference")
    hand.open(host.start(RETREAT))
    hand.expect("Attack, or end")
    hand.page.evaluate(HURRY)
    hand.point("1214")
    hand.commit()
    hand.expect("lose 2 steps, or fall back")
    dice = hand.page.locator(".dice")
    dice.wait_for()
    hand.page.wait_for_selector(".dice:not(.tumbling)")
    hand.page.evaluate("() => new Promise((done) => setTimeout(() => setTimeout(done, 30), 30))")
    hand.page.keyboard.press("Alt")  # to another window, and back
    assert "D2" in dice.inner_text()
    x, y = hand.at("1214")
    assert not dice.evaluate("(dice, [x, y]) => dice.contains(document.elementFromPoint(x, y))", [x, y])
    hand.read_dice()
    hand.page.wait_for_function("() => !document.querySelector('.dice')")


def test_the_planner_marks_every_enemy_that_can_be_attacked(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(RING))
    hand.expect("Attack, or end")
    hand.press(".overlays [data-overlay=planner]")
    badge = hand.page.locator("[data-badge='1214']")
    badge.wait_for()
    assert "·" in (badge.locator("text").text_content() or "")
    assert int(badge.get_attribute("data-chance") or 0) > 50

    eastern = Hand.sit(browser, host)
    eastern.open(edelweiss(host, BATTLES), ("german",))
    eastern.expect("Assign airstrikes")
    eastern.press(".overlays [data-overlay=planner]")
    eastern.page.wait_for_function("() => document.querySelectorAll('[data-badge]').length >= 4", timeout=LONG)
    assert (
        eastern.page.locator(f"[data-badge='{ROSTOV}']").get_attribute("data-chance") == "52"
    )  # that the hex is taken
    assert not hand.errors + eastern.errors


def test_odds_come_in_words_first_and_codes_are_explained(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(RETREAT))
    hand.expect("Attack, or end")
    hand.point("1214")
    words = hand.page.locator("[data-in-words]")
    words.wait_for()
    assert "they lose something or fall back" in words.inner_text()
    assert "% you do" in words.inner_text()
    assert "the defenders lose a step or retreat a hex" in hand.page.locator(".odds").inner_text()
    shares = hand.page.evaluate(
        "() => [...document.querySelectorAll('.odds .bar')].map(b => [parseFloat(b.querySelector('i').style.width),"
        " parseFloat(b.querySelector('.share').innerText)])"
    )
    assert all(abs(width - share) < 1 for width, share in shares)  # bars of true length


def test_the_log_tells_of_places_folds_moves_and_forgets_what_was_undone(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE.replace("soviet-movement", "german-movement")))
    hand.expect("Move, enter")
    hand.press("[data-tab=log]")
    hand.drag("0518", "0617")
    _until(lambda: hand.unit_hex("41/10") == "0617", "the regiments in 0617")
    line = hand.page.locator(".log li.moved")
    assert line.count() == 1
    assert "41/10" in line.inner_text()
    assert "20/10" in line.inner_text()
    assert "0518 to 0617" in line.inner_text()
    hand.page.keyboard.press("Control+z")
    _until(lambda: hand.unit_hex("41/10") == "0518", "the move taken back")
    hand.page.wait_for_function("() => !document.querySelector('.log li.moved')")


def test_the_end_says_who_won_and_offers_report_replay_and_another_game(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, own=True)
    hand.open(host.start(TURN_FIVE, german="screen", soviet="bot:scout"))
    hand.page.on("dialog", lambda dialog: dialog.accept())
    hand.press("[data-tab=table]")
    with hand.page.expect_download(timeout=LONG) as during:
        hand.press(".table-panel [data-report]")
    assert during.value.suggested_filename.endswith(".html")
    hand.press(".table-panel .danger")
    ending = hand.page.locator("[data-ending]")
    ending.wait_for()
    assert "The Soviet side has won" in ending.inner_text()
    with hand.page.expect_download(timeout=LONG) as after:
        hand.press("[data-ending] [data-report]")
    assert after.value.suggested_filename.endswith(".html")
    hand.press("[data-by-turns] summary")
    hand.page.wait_for_selector("[data-turn-map='5']")  # as it stood at the end of the turn
    assert hand.page.locator("[data-turn-map='5'] rect").count() > 10
    hand.press("[data-turn-map='5']")
    hand.page.wait_for_selector(".replay")
    hand.press("[data-skip]")
    before = hand.page.url
    hand.press("[data-swap]")
    hand.page.wait_for_function("(old) => location.href !== old", arg=before)
    hand.page.wait_for_selector(".layers .counters")
    hand.match = ""
    seats = {seat["side"]: seat["kind"] for seat in hand.seats()}
    assert seats == {"german": "bot", "soviet": "screen"}
    assert not hand.errors


def test_the_map_by_turns_says_of_which_turn_each_map_is(browser: Browser, host: Host) -> None:
    """The last action of a turn begins the next one: its map is still that of its own turn."""
    match = grognard.new("bugriver", "ustyluh", seed=11)
    bots = {side: make("random", side) for side in match.game.info.sides}
    while match.decision is not None:
        side = match.decisions[0].side
        match.play(bots[side].act(match, side), side)
    hand = Hand.sit(browser, host)
    hand.open(host.bring(match))
    assert "Soviet marginal victory from 5" in hand.page.locator("[data-why]").inner_text()
    hand.press("[data-by-turns] summary")
    hand.page.wait_for_selector("[data-turn-map='3']")
    dates = hand.page.locator("[data-turn-map] small").all_inner_texts()
    assert dates == ["22 June, morning", "22 June, evening", "23 June, morning"]


def test_chat_and_offers_are_noticed_and_an_offer_is_withdrawn(browser: Browser, host: Host) -> None:
    created = host.start(TURN_FIVE, german="link", soviet="link")
    german, soviet = Hand.sit(browser, host), Hand.sit(browser, host)
    german.open(created, ("german",))
    soviet.open(created, ("soviet",))
    soviet.press("[data-tab=table]")
    german.settle()
    soviet.page.locator(".say input").fill("Are you there?")
    soviet.press(".say button")
    german.page.wait_for_selector("[data-unread='1']")
    assert "Are you there?" in german.page.locator(".notice").inner_text()
    assert "✉" in german.page.title()
    soviet.press(".table-panel .buttons button:nth-child(2)")  # a draw
    german.page.wait_for_selector(".strip[role=alertdialog]")
    assert "offers a draw" in german.page.locator(".notice").inner_text()
    assert soviet.page.locator(".strip[role=alertdialog]").inner_text().startswith("You offer a draw")
    soviet.press("[data-withdraw]")
    german.page.wait_for_function("() => !document.querySelector('.strip[role=alertdialog]')")
    assert german.page.locator(".notice").inner_text().splitlines()[1] == "Soviet has withdrawn the offer."
    soviet.press(".table-panel .buttons button:nth-child(2)")
    german.press(".strip button:not(.primary)")  # declined
    assert german.page.locator(".notice", has_text="withdrawn").count() == 0
    soviet.page.wait_for_function("() => document.querySelector('.notice')?.innerText.includes('declined')")
    assert not german.errors + soviet.errors


def test_settings_are_kept_in_this_browser(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE))
    hand.expect("Move, enter")
    hand.press("[data-settings]")
    hand.page.locator("[data-set=confirmations]").select_option("none")
    hand.press("[data-set=sound]")
    hand.press(".settings .primary")
    hand.page.reload()
    hand.expect("Move, enter")
    hand.press("[data-settings]")
    assert hand.page.locator("[data-set=confirmations]").input_value() == "none"
    assert hand.page.locator("[data-set=sound]").is_checked()
    hand.press(".settings .primary")
    hand.verb("end")  # nothing was done, and nothing is asked
    hand.expect("Attack, or end")
