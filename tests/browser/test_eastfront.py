"""EastFront on the page: a turn by clicks, battles, production, deployment, the lesson, and what is on the wire."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from playwright.sync_api import Browser, Route, WebSocket

import grognard
from grognard import save
from tests.browser.table import LONG, Hand, Host, _until
from tests.eastfront.edelweiss import TRANSCRIPT
from tests.eastfront.table import field, play, position

Created = dict[str, Any]
COMBAT = next(n for n, step in enumerate(TRANSCRIPT) if step.action.startswith("strike"))
PRODUCTION = next(n for n, step in enumerate(TRANSCRIPT) if step.action.startswith("step"))
ROSTOV = "1616"


@cache
def played(upto: int) -> bytes:
    """The save file of Operation Edelweiss after so many actions of its transcript."""
    dice = [die for step in TRANSCRIPT for die in step.dice]
    match = grognard.new("eastfront", "EDE", options={"fire_order": True}, dice=dice)
    for step in TRANSCRIPT[:upto]:
        match.play(step.action, step.side)
    return save.encode(match)


def edelweiss(host: Host, upto: int = 0) -> Created:
    """A match at the server that has come so far."""
    return host.open(played(upto))


def last_action(hand: Hand, created: Created, side: str) -> str:
    """What a side has played last, asked with its own secret."""
    path = f"/api/matches/{created['id']}/history?as={side}"
    actions = [e["action"] for e in hand.host.ask(path, tokens=created["tokens"][side]) if e["side"] == side]
    return str(actions[-1]) if actions else ""


def expect_action(hand: Hand, created: Created, side: str, action: str) -> None:
    """Wait until the server has stored it."""
    _until(lambda: last_action(hand, created, side) == action, f"{action}, not {last_action(hand, created, side)}")
    hand.settle()


def test_a_turn_by_clicks(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    created = edelweiss(host)
    hand.open(created)
    hand.expect("Activate HQs")
    assert hand.page.locator(".front .line").count() == 1
    assert hand.page.locator(f"[data-hex='{ROSTOV}'] .counter.block text").count() == 0  # a back has no words on it

    # Command: the headquarters shows whom it commands, and gets its pennant.
    hand.pick("1615", "U")
    hand.expect_words("activate", "U")
    hand.page.wait_for_selector("[data-overlay=command]")
    hand.commit()
    expect_action(hand, created, "german", "activate U")
    hand.page.wait_for_selector("[data-unit=U] .status.active")
    hand.finish()

    # Movement: the block, its goal, and the goal again; or dragged there.
    hand.expect("Move units under command")
    hand.point("1516")
    hand.expect_words("move", "Z")
    hand.page.wait_for_selector(".costs text")
    hand.point(ROSTOV)
    if hand.words():
        hand.point(ROSTOV)
    expect_action(hand, created, "german", f"move Z {ROSTOV}")
    assert hand.page.locator(f"[data-battle='{ROSTOV}']").count() == 1
    hand.page.mouse.move(*hand.at("1515"))
    hand.page.mouse.down()
    hand.page.mouse.move(*hand.at("1516"), steps=3)
    hand.settle()
    hand.page.mouse.move(*hand.at(ROSTOV), steps=3)
    hand.page.mouse.up()
    expect_action(hand, created, "german", f"move Y {ROSTOV}")
    hand.finish()

    # Combat: an airstrike on the map, the round, and losses.
    hand.expect("Assign airstrikes")
    hand.verb("strike")
    hand.point("1615")
    hand.point(ROSTOV)
    expect_action(hand, created, "german", f"strike U {ROSTOV}")
    assert hand.page.locator(f".marker.airstrike[data-hex='{ROSTOV}'] text").text_content() == "2"
    assert not hand.errors


def test_a_battle_opens_into_a_panel_with_its_odds(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(edelweiss(host, COMBAT), ("german",))
    hand.expect("Assign airstrikes")
    hand.point(ROSTOV)
    panel = hand.page.locator(f"[data-battle-panel='{ROSTOV}']")
    panel.locator(".bar").first.wait_for()
    shown = [unit.get_attribute("data-battle-unit") for unit in panel.locator("[data-battle-unit]").all()]
    assert sorted(map(str, shown)) == ["W", "X", "Y", "Z", f"soviet-{ROSTOV}-1"]
    assert "Fires first: Soviet" in panel.inner_text()
    assert "Steps the defender loses" in panel.inner_text()
    hand.press(".menu [data-verb=resolve]")
    hand.page.locator("[data-confirm]").wait_for()
    assert "No airstrike can follow: U could still fly one" in hand.page.locator(".confirm").inner_text()
    hand.press("[data-confirm]")
    hand.page.wait_for_selector(f"[data-battle-panel='{ROSTOV}'] [data-battle-unit=A]")  # face-up now
    assert hand.page.locator(f".dice [data-fought='{ROSTOV}']").inner_text() == "Battle: Rostov"
    hand.press(".overlays [data-overlay=legend]")
    legend = hand.page.locator(".legend-panel .legend-marks").first
    assert "squares along the top" in legend.inner_text()  # of blocks, as they are on the map
    assert legend.locator(".counter:not(.block)").count() == 0
    assert not hand.errors


def test_where_one_verb_is_left_what_it_could_be_done_to_is_still_counted(browser: Browser, host: Host) -> None:
    units = {"0605": "41Pz:4 11GdsA:1", "0607": "39Pz:4 12A:1", "0506": "AG-South:3"}
    match = position(units, phase="combat", active_hqs={"AG-South": ""})
    play(match, "strike AG-South 0605", "battle 0607")
    created = host.bring(match)
    hand = Hand.sit(browser, host)
    hand.open(created, ("german",))
    hand.expect("Assign airstrikes")
    assert hand.page.locator(".actions [data-verb]").count() == 0  # nobody says the word: it is said already
    assert hand.page.locator("[data-chip=resolve]").get_attribute("data-left") == "2"
    cursors = []
    for hex in ("0605", "0607"):
        hand.press("[data-next=resolve]")
        cursors.append(hand.page.evaluate("document.getElementById('board').dataset.cursor"))
        hand.page.locator(f"[data-battle-panel='{hex}'] .bar").first.wait_for()  # the way to a battle opens it
    assert cursors == ["0605", "0607"]
    assert hand.page.locator(".spotlight .line").count() == 1
    hand.press(".menu [data-verb=resolve]")
    expect_action(hand, created, "german", "resolve 0607")
    assert hand.page.locator(".spotlight .line").count() == 0


def test_a_stack_that_went_together_is_taken_back_together(browser: Browser, host: Host) -> None:
    match = position({"0405": "41Pz 39Pz 57Pz", "0505": "AG-South:3", "0805": "23A"}, active_hqs={"AG-South": ""})
    hand = Hand.sit(browser, host)
    hand.open(host.bring(match), ("german",))
    hand.expect("Move units under command")
    hand.drag("0405", "0404")
    _until(lambda: len(hand.stack("0404")) == 3, "all three in 0404")
    hand.page.keyboard.press("Control+z")
    _until(lambda: len(hand.stack("0405")) == 3, "all three back in 0405")
    assert hand.stack("0404") == []


def test_a_battle_that_its_defender_began_says_who_attacks_now(browser: Browser, host: Host) -> None:
    units = {"0605": "41Pz:4 11GdsA:4", "0506": "AG-South:3"}
    match = position(units, phase="combat", active_hqs={"AG-South": ""}, battles={"0605": "soviet"})
    hand = Hand.sit(browser, host)
    hand.open(host.bring(match), ("german",))
    hand.expect("Assign airstrikes")
    hand.point("0605")
    panel = hand.page.locator("[data-battle-panel='0605']")
    panel.locator(".bar").first.wait_for()
    roles = [row.inner_text() for row in panel.locator(".camp small").all()]
    assert roles == ["attacks", "defends now, and began the battle"]


def test_an_hq_blitzes_after_its_hex_was_named(browser: Browser, host: Host) -> None:
    match = position({"0505": "AG-South:3", "0605": "1AK", "0905": "23A"}, phase="command")
    created = host.bring(match)
    hand = Hand.sit(browser, host)
    hand.open(created, ("german",))
    hand.expect("Activate HQs")
    hand.drag("0505", "0506")  # nothing is ordered before it is said what for
    hand.expect_words("activate", "AG-South", "0506")
    assert hand.page.locator(".commit").inner_text().startswith("Activate AG-South")
    hand.press(".actions [data-verb=blitz]")
    expect_action(hand, created, "german", "activate AG-South 0506 blitz")
    hand.page.wait_for_selector("[data-unit=AG-South] .status.blitz")


def test_dice_are_told_by_battle_also_after_a_question(browser: Browser, host: Host) -> None:
    units = {"0605": "39Pz:3 4AK:3 11GdsA:4", "0607": "1AK:4 12A:1", "0506": "AG-South:3"}
    match = position(units, phase="combat", active_hqs={"AG-South": ""}, dice=[1, 1, 1, 6, *[1] * 30])
    play(match, "strike AG-South 0605", "battle 0607")
    hand = Hand.sit(browser, host)
    hand.open(host.bring(match), ("german",))
    hand.expect("Assign airstrikes")
    hand.point("0605")
    hand.point("0605")
    hand.expect("Choose the unit that takes the hit")
    assert hand.page.locator(".dice [data-fought]").inner_text() == "Battle: 0605"
    hand.press("[data-pick='4AK']")
    hand.page.wait_for_function("() => document.querySelectorAll('.dice .throw').length === 4")
    titles = [title.inner_text() for title in hand.page.locator(".dice [data-fought]").all()]
    assert titles == ["Battle: 0605", "Battle: 0607"]  # the last battle is fought by itself
    lost = hand.page.locator("[data-losses]").all_inner_texts()
    assert lost == ["Steps lost: 4AK"]  # and not the headquarters', which is weaker after the phase


def test_a_way_back_leads_to_where_one_looked(browser: Browser, host: Host) -> None:
    """What may be chosen lies far from what is in sight: the map goes there, and comes back with Back."""
    units = {"0505": "AG-South:3 41Pz", "0805": "1AK 23A"}
    match = position(units, active_hqs={"AG-South": ""}, control={"german": "0705"}, battles={"0805": "soviet"})
    hand = Hand.sit(browser, host)
    hand.open(host.bring(match), ("german",))
    hand.expect("Move units under command")
    hand.page.mouse.move(*hand.at("0105"))
    while hand.in_sight("0805"):
        hand.page.mouse.wheel(0, -200)
        hand.settle()
    lies = "getComputedStyle(document.querySelector('.layers')).transform"
    before = hand.looks_at()
    hand.press(".actions [data-verb=rearguard]")
    assert hand.in_sight("0805")
    hand.press(".actions .quiet")
    hand.page.wait_for_function(f"(before) => {lies} === before", arg=before)


def test_a_block_beside_a_battle_it_cannot_join_is_told_why(browser: Browser, host: Host) -> None:
    """It enters the enemy's hex itself: to stand beside him is no attack that another phase could bring."""
    units = {"0505": "1AK 4AK 29AK AG-South:3", "0605": "23A:2"}
    match = position(units, board=field(river="0505/e"), weather="mud", active_hqs={"AG-South": ""})
    hand = Hand.sit(browser, host)
    hand.open(host.bring(match), ("german",))
    hand.expect("Move units under command")
    hand.drag("0505", "0605")
    _until(lambda: len(hand.stack("0605")) == 2, "one of them in 0605")
    hand.page.keyboard.press("Escape")
    hand.drag("0505", "0605")
    # About the blocks in hand now, no longer about those who stayed behind.
    hand.page.wait_for_function("() => document.querySelector('.notice')?.innerText.includes('Hexside')")
    assert "is full this phase" in hand.page.locator(".notice").inner_text()


def test_both_sides_write_production_at_once(browser: Browser, host: Host) -> None:
    created = edelweiss(host, PRODUCTION)
    german, soviet = Hand.sit(browser, host), Hand.sit(browser, host)
    german.open(created, ("german",))
    soviet.open(created, ("soviet",))
    assert "Soviet is writing too" in german.page.locator("[data-production]").inner_text()
    right = "document.querySelector('.actions .ends').getBoundingClientRect().right"
    edge = soviet.page.evaluate(right)
    soviet.press("[data-clause='step K']")
    soviet.page.wait_for_selector("[data-left='20']")
    assert soviet.page.evaluate(right) == edge  # End stays where it is

    place = "(one) => [one.dataset.clause, one.getBoundingClientRect().top]"
    places = f"[...document.querySelectorAll('.kind-unit')].map({place})"
    lies = german.page.evaluate(places)
    for clause in ("step U", "step R"):
        german.press(f"[data-clause='{clause}']")
    german.page.wait_for_selector("[data-left='14']")
    assert german.page.locator("[data-clause='step U']").is_disabled()
    assert german.page.evaluate(places) == lies  # nothing moves from under the pointer
    german.point(german.unit_hex("R"))  # what is written stays, whatever is looked at on the map
    german.page.wait_for_selector("[data-left='14']")
    german.press("[data-strike='step U']")
    german.page.wait_for_selector("[data-left='24']")
    german.press("[data-seal]")
    asked = german.page.locator(".confirm")
    asked.wait_for()
    assert asked.inner_text().startswith("Before you seal:")  # and not the first verb that is written
    assert "24 PPs that could still build something would be lost" in asked.inner_text()
    german.insist()
    german.expect("Waiting for Soviet")

    # The other's draft stays as it is; a cadre is placed by a click on the map.
    soviet.page.wait_for_function("() => document.querySelector('.others')?.innerText.includes('has sealed')")
    soviet.page.wait_for_selector("[data-strike='step K']")
    soviet.press("[data-clause='cadre L']")
    soviet.page.wait_for_selector(".finish [data-place]")
    soviet.bring("1822")
    soviet.point("1822")
    soviet.page.wait_for_selector("[data-strike='cadre L 1822']")
    soviet.press("[data-seal]")
    soviet.insist()
    german.expect("Activate HQs")
    assert german.page.locator(".months .now").first.inner_text().startswith("AUG")
    assert german.unit_hex("L") == ""
    assert not german.errors + soviet.errors


# --- deployment, and the wire -----------------------------------------------------------------------------------------


def overhear(hand: Hand) -> list[str]:
    """Everything the page of this hand receives from the server about matches."""
    wire: list[str] = []

    def pass_on(route: Route) -> None:
        response = route.fetch()
        wire.append(response.text())
        route.fulfill(response=response)

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: wire.append(str(frame)))

    hand.page.route("**/api/matches/**", pass_on)
    hand.page.on("websocket", listen)
    return wire


def names(side: str) -> set[str]:
    """The blocks of a side that are not on the Time Track, where everybody sees them."""
    view = grognard.new("eastfront", "S42", seed=1).view("german")
    due = {unit.unit.id for unit in view.due}
    rules: Any = grognard.new("eastfront", "S42", seed=1).state
    return {block.id for block in rules.rules.units if block.side == side} - due


def leaks(secret: set[str], wire: list[str]) -> set[str]:
    """Which of the names are anywhere in what was received, as words of their own."""
    return secret & set(re.findall(r"[\w./-]+", "".join(wire)))


def test_deployment_and_nothing_hidden_on_the_wire(browser: Browser, host: Host) -> None:
    seats = {"german": "link", "soviet": "link"}
    created = host.ask("/api/matches", {"game": "eastfront", "scenario": "S42", "seats": seats})
    german, soviet = Hand.sit(browser, host), Hand.sit(browser, host, own=True)
    wire = overhear(soviet)
    german.open(created, ("german",))
    soviet.open(created, ("soviet",))
    soviet.expect("Waiting for German")

    # One block by hand, then all the others at once, and a strength changed there and back.
    panel = german.page.locator("[data-deployment]")
    assert "0 / 5" in panel.locator("[data-force=hq]").inner_text()
    assert panel.locator(".still-wrong").count() == 1
    german.press("[data-tray-unit='AG-South']")
    german.expect_words("place", "AG-South")
    german.press("[data-deploy]")
    panel.locator(".all-right").wait_for()
    assert "5 / 5" in panel.locator("[data-force=hq]").inner_text()
    panel.locator("summary", has_text="On the map").click()
    german.press("[data-weaker='AG-South']")
    panel.locator(".still-wrong").wait_for()
    german.press("[data-stronger='AG-South']")
    panel.locator(".all-right").wait_for()
    german.finish()
    soviet.expect("Place your forces")
    assert soviet.page.locator(".counters .counter.block.german").count() > 40
    assert soviet.page.locator(".counters .counter.block.german text").count() == 0
    assert len(names("german")) > 50
    assert not leaks(names("german"), wire)
    assert leaks(names("soviet"), wire)  # the eye sees: one's own blocks are there

    soviet.press("[data-deploy]")
    soviet.page.locator("[data-deployment] .all-right").wait_for()
    soviet.finish()
    german.expect("Activate HQs")
    german.finish()
    soviet.settle()
    assert not leaks(names("german"), wire)
    assert not german.errors + soviet.errors


# --- the lesson -------------------------------------------------------------------------------------------------------


def test_the_lesson_is_followed_and_left(browser: Browser, host: Host) -> None:
    steps = host.ask("/api/games/eastfront/tutorial")
    hand = Hand.sit(browser, host)
    hand.page.goto(host.base)
    hand.page.locator("[data-game=eastfront] [data-tutorial]").click()
    hand.page.wait_for_selector(".lesson", timeout=LONG)
    hand.find_hexes()
    soviet = next(n for n, step in enumerate(steps) if step["side"] == "soviet")
    for number, step in enumerate(steps[: soviet + 3]):
        hand.page.wait_for_selector(f".lesson[data-step='{number}']")
        hand.settle()
        if step["action"] == "activate U":
            hand.pick("1615", "U")
            hand.commit()
        else:
            hand.page.locator("[data-demonstrate]" if step["action"] else ".lesson > button").click()
    assert hand.unit_hex("K") == "1406"  # both sides from one screen, and no hand-over between
    assert hand.page.locator(".veil").count() == 0

    # Something else than the lesson says, and on from there.
    hand.page.wait_for_selector(f".lesson[data-step='{soviet + 3}']")
    hand.settle()
    hand.press(".actions [data-verb=activate]")
    hand.press("[data-leave]") if hand.page.locator("[data-leave]").count() else hand.press(".lesson .close")
    assert hand.page.locator(".lesson").count() == 0
    hand.page.keyboard.press("Escape")
    hand.finish()
    hand.expect("Move units under command")
    assert not hand.errors
