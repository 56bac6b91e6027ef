"""The table around the map: reloading, two browsers, an observer, refusals, undo, replay, drag, chat."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import Browser, Page, Route

from tests.browser.positions import COMBAT, CROWDED, RETREAT, TURN_FIVE
from tests.browser.table import PATIENCE, Finger, Hand, Host

SLOW = PATIENCE / 20_000  # where more patience is asked for, a second is longer


def test_reload_in_the_middle_of_a_retreat_restores_exactly(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(RETREAT))
    hand.point("1214")
    hand.commit()
    hand.expect("lose 2 steps, or fall back")
    hand.verb("retreat")
    hand.expect("hex 2 of 2")
    assert hand.page.locator("[data-answered='1215'] .way").count() == 1  # the way so far
    before = _picture_of(hand.page)
    hand.page.reload()
    hand.expect("hex 2 of 2")
    assert _picture_of(hand.page) == before
    hand.point("1316")
    hand.wait_for_action("retreat 1316")
    assert not hand.errors


def _picture_of(page: Page) -> str:
    """Every counter and where it lies, the prompt, the order so far, and what may be chosen."""
    return str(
        page.evaluate(
            "() => JSON.stringify([document.querySelector('.counters').innerHTML,"
            " document.querySelector('.actions').innerHTML, document.querySelector('.order').innerHTML])"
        )
    )


def test_two_browsers_play_by_link_and_see_each_other_within_a_second(browser: Browser, host: Host) -> None:
    german = Hand.sit(browser, host)
    german.page.goto(host.base)
    german.set_table("guderian", german="screen", soviet="link")
    link = german.page.locator("[data-invitation] input").input_value()
    assert "/join/soviet/" in link

    soviet = Hand.sit(browser, host)
    soviet.page.goto(link)
    soviet.expect("Place the 13th")
    assert "join" not in soviet.page.url
    german.page.wait_for_function("() => !document.querySelector('[data-invitation]')")  # the seat is taken

    soviet.verb("deploy")
    began = time.monotonic()
    german.expect("Air Interdiction")
    german.finish()
    soviet.expect("Move, enter")
    assert time.monotonic() - began < 4 * SLOW  # two moves there and back, with the buttons pushed between
    soviet.page.locator("[data-tray-unit]").first.click()
    soviet.settle()
    before = int(german.page.evaluate("document.querySelectorAll('[data-mover]').length"))
    soviet.page.keyboard.press("Tab")
    soviet.page.keyboard.press("Enter")
    began = time.monotonic()
    german.page.wait_for_function(
        "(n) => document.querySelectorAll('[data-mover]').length > n", arg=before, polling=20, timeout=4000 * SLOW
    )
    assert time.monotonic() - began < SLOW
    german.page.locator("[data-tab=table]").click()
    soviet.page.locator("[data-tab=table]").click()
    soviet.page.locator(".say input").fill("Good luck <b>there</b>")
    soviet.page.locator(".say button").click()
    german.page.wait_for_function("() => document.querySelector('.chat')?.innerText.includes('<b>there</b>')")
    assert not german.errors + soviet.errors


def test_an_observer_sees_the_moves_and_never_receives_a_hidden_strength(browser: Browser, host: Host) -> None:
    """All that comes over the wire is the same whatever lies under the untried division."""
    strong, weak = (_watched(browser, host, COMBAT.replace("9-8-6", face)) for face in ("9-8-6", "0-1-6"))
    assert len(strong) > 2
    assert strong == weak


def _watched(browser: Browser, host: Host, position: str) -> list[str]:
    """Every state an observer received in order, by answer or by live line, without what is new in every match."""
    created = host.start(position)
    watcher = Hand.sit(browser, host, own=True)
    wire: list[str] = []
    watcher.page.on("response", lambda answer: wire.append(answer.text()) if "/api/matches/" in answer.url else None)
    watcher.page.on("websocket", lambda line: line.on("framereceived", lambda frame: wire.append(str(frame))))
    _watch(watcher, created)
    watcher.expect("You are watching")
    player = Hand.sit(browser, host)
    player.open(created)
    player.expect("Attack, or end")
    player.finish()
    watcher.page.wait_for_function("() => document.querySelector('.where').innerText.includes('Interdiction')")
    watcher.settle()
    assert not watcher.page.locator(".verb").count()
    states: dict[int, str] = {}
    for text in wire:
        told = json.loads(text) if text.startswith("{") else {}
        state = told.get("state", told)
        if "view" in state:
            seen = {key: state[key] for key in ("view", "lines", "number", "can_undo", "result", "seed")}
            states[state["number"]] = json.dumps([seen, told.get("lines", [])])
    assert "?-6" in states[0]
    others = [text for text in wire if '"view"' not in text and '"live":"seats"' not in text]
    known = created["id"]
    plain = sorted({re.sub(r'"time":\d+', "", text.replace(known, "")) for text in others if len(text) < 100_000})
    return [*states.values(), *plain]


def _watch(hand: Hand, created: dict[str, str]) -> None:
    hand.match = created["id"]
    hand.page.goto(f"{hand.host.base}/#/m/{hand.match}")
    hand.page.wait_for_selector(".layers .counters")


def test_a_refused_click_says_why_and_the_rule_opens(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE))
    hand.expect("Move, enter")
    hand.point("1214")  # in an enemy zone of control
    assert "zone of control" in hand.page.locator(".notice").inner_text()
    hand.page.locator(".notice .rule").click()
    assert hand.page.locator(".rule-text.open h4 span").inner_text() == "8.13"
    hand.point("1718")
    hand.point("4015")
    hand.page.wait_for_function("() => document.querySelector('.notice')?.innerText.includes('out of reach')")
    assert hand.words()[0] == "move", "the order so far is kept"
    assert hand.actions() == []


def test_dragging_a_counter_says_the_same_words(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE))
    hand.expect("Move, enter")
    hand.page.mouse.move(*hand.at("1718"))
    hand.page.mouse.down()
    hand.page.mouse.move(*hand.at("1617"), steps=6)
    hand.settle()
    hand.page.mouse.up()
    hand.page.wait_for_function("() => document.querySelector('[data-hex=\"1617\"]')")
    assert hand.actions()[0].endswith(" 1617")


def test_a_move_that_may_be_regretted_warns_first(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(CROWDED))
    hand.expect("Move, enter")
    hand.point("1718")
    hand.point("1618")
    assert "1618 would be overstacked" in hand.page.locator(".confirm").inner_text()
    hand.page.keyboard.press("Escape")
    hand.page.wait_for_function("() => !document.querySelector('.confirm')")
    assert hand.actions() == []
    hand.point("1618")
    hand.page.keyboard.press("Enter")
    hand.wait_for_action("move R4 1618")


def test_ending_a_phase_too_early_warns_first(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE))
    hand.expect("Move, enter")
    end = hand.page.locator("[data-verb=end]:not([disabled])").bounding_box()
    hand.verb("end")
    assert "Before you end" in hand.page.locator(".confirm").inner_text()
    later = hand.page.locator("[data-not-yet]").bounding_box()
    assert end
    assert later
    assert later["x"] < end["x"] + end["width"] / 2 < later["x"] + later["width"]  # a second click there ends nothing
    hand.page.keyboard.press("Escape")
    hand.page.wait_for_function("() => !document.querySelector('.confirm')")
    assert hand.actions() == []
    hand.verb("end")
    hand.page.keyboard.press("Enter")
    hand.wait_for_action("end")


def test_undo_takes_the_last_step_back(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE))
    hand.expect("Move, enter")
    hand.point("1718")
    hand.point("1617")
    hand.page.wait_for_selector("[data-hex='1617']")
    hand.page.keyboard.press("Control+z")
    hand.page.wait_for_selector("[data-hex='1718'] [data-mover]")
    assert hand.page.locator("[data-hex='1617']").count() == 0


def test_replay_steps_links_and_comes_back(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE))
    hand.expect("Move, enter")
    hand.point("1718")
    hand.point("1617")
    hand.wait_for_action(hand.actions()[-1])
    hand.page.keyboard.press("[")
    hand.page.wait_for_selector(".replay")
    hand.page.wait_for_selector("[data-hex='1718'] [data-mover]")
    assert hand.page.url.endswith("/at/0")
    hand.page.reload()
    hand.page.wait_for_selector(".replay")
    hand.page.wait_for_selector("[data-hex='1718'] [data-mover]")
    hand.page.keyboard.press("]")
    hand.page.wait_for_selector("[data-hex='1617'] [data-mover]")
    hand.page.keyboard.press("Escape")
    hand.page.wait_for_function("() => !document.querySelector('.replay')")
    hand.expect("Move, enter")
    assert not hand.errors


def test_the_odds_follow_the_units_that_join(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(COMBAT))
    hand.expect("Attack, or end")
    hand.point("1214")
    hand.page.wait_for_selector(".odds .bar")
    joined = hand.page.locator(".odds header").inner_text()
    hand.point("1314")
    hand.page.wait_for_function("(was) => document.querySelector('.odds header').innerText !== was", arg=joined)
    assert "12.2a" in hand.page.locator(".odds table").inner_text()
    hand.expect_words("attack", "1214", "5.ID")
    for _ in range(3):
        hand.page.keyboard.press("Escape")
    hand.page.wait_for_function("() => !document.querySelector('.order-words')")


def test_a_draw_is_offered_and_taken_and_returning_shows_what_was_missed(browser: Browser, host: Host) -> None:
    created = host.start(TURN_FIVE, german="link", soviet="link")
    german = Hand.sit(browser, host)
    german.open(created, sides=("german",))
    german.expect("Waiting for Soviet")
    german.page.goto("about:blank")

    soviet = Hand.sit(browser, host)
    soviet.open(created, sides=("soviet",))
    soviet.expect("Move, enter")
    soviet.point("1718")
    soviet.point("1617")
    soviet.page.wait_for_selector("[data-hex='1617']")

    german.page.goto(f"{host.base}/#/m/{created['id']}")
    german.page.wait_for_function("() => document.querySelector('.strip')?.innerText.includes('Watch (1 move)')")
    german.page.locator(".strip .primary").click()
    german.page.wait_for_function("() => !document.querySelector('.strip')")
    german.page.wait_for_function("() => !document.querySelector('.replay')")

    soviet.page.locator("[data-tab=table]").click()
    soviet.page.get_by_role("button", name="Offer a draw").click()
    german.page.wait_for_selector(".strip .primary")
    german.page.locator(".strip .primary").click()
    for hand in (german, soviet):
        hand.page.wait_for_selector(".ending")
        assert not hand.errors


def test_the_screen_is_handed_over_where_sides_have_secrets(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)

    def with_secrets(route: Route) -> None:
        games = route.fetch().json()
        route.fulfill(json=[{**game, "has_secrets": True} for game in games])

    hand.page.route("**/api/games", with_secrets)
    hand.open(host.start(RETREAT))
    hand.point("1214")
    hand.commit()
    hand.page.wait_for_selector(".veil.solid")
    assert "Soviet" in hand.page.locator(".veil h2").inner_text()
    hand.page.keyboard.press("Enter")
    hand.expect("lose 2 steps, or fall back")


def test_two_fingers_zoom_and_one_moves_the_map(browser: Browser, host: Host) -> None:
    hand = Finger.sit(browser, host, viewport={"width": 820, "height": 1100}, has_touch=True)
    hand.open(host.start(TURN_FIVE))
    before = hand.at("1718")
    touch = hand.page.context.new_cdp_session(hand.page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    fingers("touchStart", (300, 400))
    for step in range(1, 6):
        fingers("touchMove", (300 + 20 * step, 400))
    fingers("touchEnd")
    hand.settle()
    moved = hand.at("1718")
    assert moved[0] > before[0] + 50
    apart = hand.at("1718")[0] - hand.at("1014")[0]
    fingers("touchStart", (300, 400), (400, 400))
    for step in range(1, 6):
        fingers("touchMove", (300 - 15 * step, 400), (400 + 15 * step, 400))
    fingers("touchEnd")
    hand.settle()
    assert hand.at("1718")[0] - hand.at("1014")[0] > 1.5 * apart
    assert hand.actions() == []
