"""Room: nothing overlaps or is cut on a phone, at 200 %, on a 4K screen; what is small can be read; light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser

from tests.browser.positions import MIDGAME
from tests.browser.table import Finger, Hand, Host
from tests.browser.test_eastfront import COMBAT, ROSTOV, edelweiss
from tests.browser.test_flow import RING
from tests.series import few

# One page of each kind, made smaller and larger; 640x400 is what 1280x800 shows at 200 %.
SCREENS: dict[str, tuple[dict[str, Any], list[tuple[int, int]]]] = {
    "phones": ({"has_touch": True, "is_mobile": True}, [(360, 740), (390, 844)]),
    "screens": ({}, [(640, 400), (1280, 800)]),
    "vast": ({}, [(3840, 2160)]),  # drawing so many pixels takes long
}
every_screen = pytest.mark.parametrize("kind", few(SCREENS, 2))

# A Soviet army beside a lone regiment, which it will attack.
STRIKE = """
game = "guderian"
turn = 5
phase = "soviet-combat"
dice = [1, 1, 1, 1]
[units]
1114 = "25/7"
1214 = "Lukin 9-8-6 8-8-6"
0917 = "5.ID"
"""

# Everything one can press or must read: inside the screen, not cut off, and on top where it stands.
WRONG = """() => {
  const found = [];
  const [W, H] = [innerWidth, innerHeight];
  const page = document.scrollingElement;
  if (page.scrollWidth > W) found.push(`the page is ${page.scrollWidth} wide`);
  const scroller = (e) => { for (let p = e.parentElement; p; p = p.parentElement)
    if (/auto|scroll/.test(getComputedStyle(p).overflowY) && p.scrollHeight > p.clientHeight + 1) return p;
    return page.scrollHeight > H + 1 && !e.closest('div.match') ? document.body : null; };
  for (const e of document.querySelectorAll('button, input, select, .prompt, .notice, .readout, .strip, h2, h3')) {
    if (e.closest('svg, .unseen') || !e.checkVisibility()) continue;
    const r = e.getBoundingClientRect();
    if (!r.width || !r.height) continue;
    const name = `${e.className || e.tagName} "${(e.innerText || e.ariaLabel || '').slice(0, 30)}"`;
    const pane = scroller(e);
    const inside = pane && pane !== document.body ? pane.getBoundingClientRect() : {top: 0, bottom: H};
    const [x, y] = [r.left + r.width / 2, r.top + r.height / 2];
    const row = e.closest('.verbs'); // a finger pushes it along; what ends the phase stays in sight
    if (row && row.scrollWidth > row.clientWidth + 1 && !e.matches('.ends')) continue;
    if (y < inside.top || y > inside.bottom) { if (!pane) found.push(`${name} is off the screen`); continue; }
    if (r.left < -1 || r.right > W + 1) found.push(`${name} is cut at the side: ${r.left} to ${r.right} of ${W}`);
    if (!pane && (r.top < -1 || r.bottom > H + 1)) found.push(`${name} is cut: ${r.top} to ${r.bottom} of ${H}`);
    if (e.matches('button') && e.scrollWidth > e.clientWidth + 2) found.push(`${name} holds more than it shows`);
    const top = document.elementFromPoint(x, y);
    const hidden = top && top !== e && !e.contains(top) && !top.contains(e);
    if (e.matches('button') && hidden) found.push(`${name} lies under ${top.className}`);
  }
  return found;
}"""
SHARE = "() => document.getElementById('board').clientHeight / innerHeight"


def sit(browser: Browser, host: Host, kind: str) -> tuple[Hand, list[tuple[int, int]]]:
    context, sizes = SCREENS[kind]
    width, height = sizes[0]
    hand = Finger if "has_touch" in context else Hand
    return hand.sit(browser, host, viewport={"width": width, "height": height}, **context), sizes


def at_every_size(hand: Hand, sizes: list[tuple[int, int]]) -> Iterator[int]:
    """Make the page smaller and larger; its width now."""
    for width, height in sizes:
        hand.page.set_viewport_size({"width": width, "height": height})
        hand.settle()
        yield width


def fits(hand: Hand) -> None:
    wrong = hand.page.evaluate(WRONG)
    assert not wrong, "; ".join(wrong[:6])


def contrasts(hand: Hand) -> None:
    wrong = hand.page.evaluate(CONTRAST)
    assert not wrong, "; ".join(wrong[:6])


@every_screen
def test_nothing_overlaps_or_is_cut(browser: Browser, host: Host, kind: str) -> None:
    hand, sizes = sit(browser, host, kind)
    hand.page.goto(host.base)
    hand.page.wait_for_selector("[data-game=guderian]")
    for _ in at_every_size(hand, sizes):
        fits(hand)

    hand.open(host.start(MIDGAME))
    hand.expect("Move, enter")
    for width in at_every_size(hand, sizes):
        fits(hand)
        if hand.page.locator(".more-tools").is_visible():
            hand.press(".more-tools")
            fits(hand)
            hand.press(".more-tools")
        for tab in ("log", "table", "rules", "turn"):
            hand.press(f"[data-tab={tab}]")
            fits(hand)
            assert hand.page.evaluate(SHARE) > 0.2  # the map is never gone
            if width < 900:
                hand.press(f"[data-tab={tab}]")
    hand.point("2210")
    for _ in at_every_size(hand, sizes):
        fits(hand)

    hand.open(host.start(RING))
    hand.expect("Attack")
    hand.point("1214")
    hand.page.wait_for_selector(".odds .bar")
    for _ in at_every_size(hand, sizes):
        fits(hand)
        assert hand.page.evaluate(SHARE) > 0.2


@every_screen
def test_a_battle_has_room(browser: Browser, host: Host, kind: str) -> None:
    hand, sizes = sit(browser, host, kind)
    hand.open(edelweiss(host, COMBAT), ("german",))
    hand.expect("airstrikes")
    hand.point(ROSTOV)
    hand.page.wait_for_selector("[data-battle-panel]")
    for _ in at_every_size(hand, sizes):
        fits(hand)
        assert hand.page.evaluate(SHARE) > 0.2


def apart(hand: Hand) -> set[str]:
    """No name of a place lies on another; the names."""
    boxes = hand.page.evaluate(
        "() => [...document.querySelectorAll('[data-name]')].map(e => { const r = e.getBoundingClientRect();"
        " return [e.dataset.name, r.left, r.top, r.right, r.bottom]; })"
    )
    for n, (one, left, top, right, bottom) in enumerate(boxes):
        for other, west, north, east, south in boxes[n + 1 :]:  # a line's box is a little larger than its letters
            assert min(right, east) - max(left, west) < 3 or min(bottom, south) - max(top, north) < 6, (one, other)
    return {name for name, *_ in boxes}


def test_from_afar_names_can_be_read_and_stacks_are_flags(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, viewport={"width": 1280, "height": 800})
    hand.open(host.start(MIDGAME))
    hand.expect("Move, enter")
    hand.page.keyboard.press("0")
    hand.page.wait_for_selector("[data-flag]")
    hand.page.wait_for_function(  # the camera glides: sizes are right once it has come to rest
        "() => [...document.querySelectorAll('[data-name]')].every(e => e.getBoundingClientRect().height >= 10)"
    )
    assert {"Smolensk", "Vitebsk", "Vyazma"} <= apart(hand)
    stack = hand.page.locator("[data-hex='1314'] [data-flag], [data-hex='1817'] [data-flag]").first
    assert stack.count() == 1
    figures = hand.page.evaluate(
        "() => [...document.querySelectorAll('[data-flag] text')].map(e => parseFloat(getComputedStyle(e).fontSize) *"
        " new DOMMatrix(getComputedStyle(document.querySelector('.layers')).transform).a)"
    )
    assert min(figures) >= 9
    hand.page.keyboard.press("+")
    hand.page.keyboard.press("+")
    hand.page.keyboard.press("+")
    hand.page.wait_for_function("() => !document.querySelector('[data-flag]')")


def test_words_stand_out_from_their_ground(browser: Browser, host: Host) -> None:
    """Contrast of at least 4.5 between every text and what is behind it, in light and dark."""
    hand = Hand.sit(browser, host, own=True, viewport={"width": 1280, "height": 800})
    hand.open(host.start(RING))
    hand.expect("Attack")
    hand.point("1214")
    hand.page.wait_for_selector(".odds .bar")
    for tab in ("turn", "log", "table", "rules"):
        hand.press(f"[data-tab={tab}]")
        for scheme in SCHEMES:
            hand.page.emulate_media(color_scheme=scheme)
            hand.page.wait_for_function(IS_DARK, arg=scheme == "dark")
            contrasts(hand)


SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
IS_DARK = "(dark) => document.documentElement.classList.contains('dark') === dark"
CONTRAST = """() => {
  const rgb = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return {r, g, b, a}; };
  const over = (top, under) => ({ r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a),
    b: top.b * top.a + under.b * (1 - top.a), a: 1 });
  const light = ({r, g, b}) => { const f = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const white = {r: 255, g: 255, b: 255, a: 1};
  const ground = (e) => {
    const layers = [];
    for (let p = e; p && !layers.some((c) => c.a === 1); p = p.parentElement) 
      layers.push(rgb(getComputedStyle(p).backgroundColor));
    return layers.reverse().reduce((under, top) => over(top, under), white);
  };
  const faint = (e) => {
    let all = 1;
    for (let p = e; p; p = p.parentElement) all *= Number(getComputedStyle(p).opacity);
    return all;
  };
  const found = [];
  for (const e of document.querySelectorAll('.match *')) {
    if (e.closest('svg, .board, .unseen, [disabled]') || !e.checkVisibility()) continue;
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
    const behind = ground(e);
    const ink = rgb(getComputedStyle(e).color);
    const [a, b] = [light(over({...ink, a: ink.a * faint(e)}, behind)), light(behind)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const name = `${e.className || e.tagName} "${e.textContent.trim().slice(0, 20)}"`;
    if (ratio < 4.5) found.push(`${name} ${ratio.toFixed(2)}`);
  }
  return [...new Set(found)];
}"""


def test_a_vast_screen_has_a_small_map_one_can_read_and_asks_in_one_line(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, viewport={"width": 3840, "height": 2160})
    hand.open(host.start(RING))
    hand.expect("Attack, or end")
    height = hand.page.locator(".actions").bounding_box()
    hand.page.mouse.move(*hand.at("1214"))
    for _ in range(3):
        hand.page.mouse.wheel(0, -240)
    hand.settle()
    assert hand.page.locator(".minimap canvas").evaluate("(map) => map.offsetWidth") > 200
    hand.verb("end")
    hand.page.locator("[data-confirm]").wait_for()
    asked = hand.page.locator(".actions").bounding_box()
    assert height
    assert asked
    assert asked["height"] <= height["height"] + 4


def test_the_chance_of_a_battle_is_said_as_the_game_names_it(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.open(edelweiss(host, COMBAT), ("german",))
    hand.expect("Assign airstrikes")
    hand.point(ROSTOV)
    words = hand.page.locator("[data-battle-panel] [data-in-words]")
    words.wait_for()
    assert "52% hex taken" in words.inner_text()
    assert "lose something" not in words.inner_text()


def test_what_lies_under_the_line_of_a_hex_can_be_tapped(browser: Browser, host: Host) -> None:
    hand = Finger.sit(browser, host, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    hand.open(host.start(RING))
    hand.expect("Attack, or end")
    hand.point("1214")
    line = hand.page.locator(".readout")
    box = line.bounding_box()
    assert box
    over = "([x, y]) => !!document.elementFromPoint(x, y).closest('#board')"
    assert hand.page.evaluate(over, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2])


def test_names_of_places_are_written_large_enough_for_the_screen(browser: Browser, host: Host) -> None:
    both = {"german": "screen", "soviet": "screen"}
    hand = Hand.sit(browser, host, viewport={"width": 1920, "height": 1080})
    hand.open(host.ask("/api/matches", {"game": "oder", "seats": both}))
    hand.page.wait_for_selector(".names [data-name=Lublin]", state="attached")
    hand.open(host.ask("/api/matches", {"game": "eastfront", "scenario": "S41", "seats": both}))
    for name in ("name=Kharkov", "name=Velikiye-Luki", "river=Don"):
        hand.page.wait_for_selector(f".names [data-{name}]", state="attached")
        size = "([s]) => parseFloat(getComputedStyle(document.querySelector(s)).fontSize)"
        scale = "() => new DOMMatrix(getComputedStyle(document.querySelector('.layers')).transform).a"
        assert hand.page.evaluate(size, [f".names [data-{name}]"]) * hand.page.evaluate(scale) > 9
    apart(hand)
    hand.page.set_viewport_size({"width": 3840, "height": 2160})
    hand.open(host.start(MIDGAME))
    hand.page.wait_for_selector(".names[data-size='18'] [data-name=Velizh]", state="attached")


def test_the_map_under_names_written_anew_has_none_printed(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, viewport={"width": 1280, "height": 800})
    hand.open(host.start(MIDGAME))
    hand.page.wait_for_selector("canvas.map[data-bare=true]", state="attached")
    hand.page.wait_for_selector(".names [data-river=Dnepr]", state="attached")
    for _ in range(8):
        hand.press(".zoom button:first-child")
    hand.page.wait_for_selector("canvas.map[data-bare=false]", state="attached")  # from near the printed ones are read
    assert hand.page.locator(".names").count() == 0


def test_the_line_of_a_hex_goes_away_under_a_finger(browser: Browser, host: Host) -> None:
    hand = Finger.sit(browser, host, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    hand.open(host.start(RING))
    hand.expect("Attack, or end")
    hand.point("1214")
    line = hand.page.locator(".readout")
    line.wait_for()
    assert "1214" in line.inner_text()
    line.wait_for(state="hidden")
    hand.point("1114")
    line.wait_for()  # another hex, another line


def test_dice_lie_under_what_may_be_pressed(browser: Browser, host: Host) -> None:
    """The other side attacks: its throw is shown while we are asked, and while what it did waits to be watched."""
    for screen in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        created = host.start(STRIKE)
        hand, foe = Hand.sit(browser, host, viewport=screen), Hand.sit(browser, host)
        hand.open(created, ("german",))
        foe.open(created, ("soviet",))
        foe.point("1114")
        foe.commit()
        watch = hand.page.locator("[data-watch]")
        watch.wait_for()
        hand.page.locator(".dice").wait_for()
        fits(hand)
        dice, button = hand.page.locator(".dice").bounding_box(), watch.bounding_box()
        assert dice
        assert button
        assert dice["y"] >= button["y"] + button["height"]
