"""Whole turns by mouse and by finger, as a bot plays them: every order by clicks, counted, and no error on the way.

A match is begun here and given to the server with its seed, so that the dice fall alike in both places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser

import grognard
from grognard.bots import Bot, make
from tests.browser.table import Finger, Hand, Host, _until
from tests.browser.test_lessons import write

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@dataclass
class Evening:
    """What is played by hand: from one phase to the beginning of another, and what must have happened in it."""

    game: str
    scenario: str
    start: tuple[int, str]  # the turn and the phase
    stop: tuple[int, str]
    orders: dict[str, int]  # verbs, and how often at least
    clicks: float  # for an order, at most


EVENINGS = {
    "oder": Evening("oder", "campaign", (1, ""), (2, ""), {"move": 5, "attack": 1}, 4.5),
    "guderian": Evening(
        "guderian", "campaign", (3, "german-movement"), (4, "soviet-movement"),
        {"enter": 5, "move": 5, "overrun": 1, "attack": 2, "advance": 2, "end": 3}, 4.5,
    ),
    "eastfront": Evening(
        "eastfront", "S41", (1, ""), (3, ""),
        {"activate": 8, "move": 20, "strike": 4, "resolve": 3, "end": 8}, 4.5,
    ),
    "radzymin": Evening(
        "battles", "radzymin", (1, ""), (2, ""), {"supply": 2, "enter": 2, "move": 30, "attack": 2, "end": 8}, 3,
    ),
    "uman": Evening("battles", "uman", (1, ""), (2, ""), {"supply": 2, "move": 30, "attack": 1, "end": 8}, 3),
    "ustyluh": Evening("bugriver", "ustyluh", (1, ""), (2, ""), {"act": 8, "move": 20, "prepared": 1}, 3.5),
}  # fmt: skip
MOST = 400  # orders
ASKED = "document.querySelector('.actions.mine .whose')?.innerText.toLowerCase()"
TURNED = f"(sides) => document.querySelector('.veil.solid .primary') || sides.includes({ASKED})"


def begun(game: str, scenario: str) -> grognard.Match:
    """A match with both sides set up."""
    match = grognard.new(game, scenario, seed=11)
    while match.decision is not None and "deploy" in match.choices(side=match.decisions[0].side):
        match.play("deploy", match.decisions[0].side)
        if match.decision is not None and match.why("end", match.decisions[0].side).ok:
            match.play("end", match.decisions[0].side)
    return match


def reached(match: grognard.Match, moment: tuple[int, str]) -> bool:
    """Whether a turn and a phase of it have come; a turn without a phase begins with its first one."""
    turn, phase = moment
    view = match.view()
    return match.result is not None or view.turn > turn or (view.turn == turn and (not phase or view.phase == phase))


def scouts(match: grognard.Match) -> dict[str, Bot]:
    return {side: make("scout", side) for side in match.game.info.sides}


def on_the_evening(wanted: Evening) -> grognard.Match:
    """A match played up to where hands take it over."""
    match = begun(wanted.game, wanted.scenario)
    bots = scouts(match)
    while not reached(match, wanted.start):
        side = match.decisions[0].side
        match.play(bots[side].act(match, side), side)
    return match


def overrun(match: grognard.Match, side: str) -> str:
    """The first overrun on offer, by everybody who can join it; scouts never think of one."""
    given = ["overrun"] if "overrun" in match.choices(side=side) else []
    while given and (more := [word for _, words in match.choices(" ".join(given), side).groups for word in words]):
        given.append(more[0])
    return " ".join(given)


# Of some places on the map those that something lies over, and what; what is out of sight lies under nothing.
COVERED = """(places) => {
  const box = document.getElementById('board').getBoundingClientRect();
  const moved = new DOMMatrix(getComputedStyle(document.querySelector('.layers')).transform);
  return places.flatMap(([name, x, y]) => {
    const [left, top] = [box.x + moved.e + x * moved.a, box.y + moved.f + y * moved.a];
    if (left < box.left || left > box.right || top < box.top || top > box.bottom) return [];
    const over = document.elementFromPoint(left, top);
    const what = over?.closest('#board') ? over.closest('[data-float], button') : over;
    return what ? [`${name} lies under ${what.className}`] : [];
  });
}"""


def nothing_over(hand: Hand, match: grognard.Match, side: str) -> None:
    """Whatever the page shows, the hexes one may choose can be clicked."""
    hand.close_fan()
    groups = match.choices(" ".join(hand.words()), side).groups
    hexes = [word for kind, words in groups if kind == "hex" for word in words if word in hand.hexes]
    assert hand.page.evaluate(COVERED, [[hex, *hand.hexes[hex]] for hex in hexes]) == []


def order(hand: Hand, action: str, verbs: set[str], played: Callable[[], bool], begun: Callable[[], None]) -> None:
    """An order as a person gives it: a whole stack is dragged; otherwise one points at units and hexes in turn."""
    verb, *rest = action.split()
    starts = {hand.unit_hex(word) for word in rest[:-1]}
    start = starts.pop() if len(starts) == 1 else ""
    if hand.page.locator("[data-production]").count():
        return write(hand, action, verbs)
    if start and rest[-1] in hand.hexes and set(hand.stack(start)) == set(rest[:-1]) and type(hand) is Hand:
        hand.drag(start, rest[-1])
        other = hand.page.locator("[data-carry-out]")  # by another verb than the first: it is proposed
        _until(lambda: played() or bool(other.count() + hand.page.locator("[data-confirm]").count()), action)
        if other.count():
            hand.press("[data-carry-out]")
        return hand.insist()
    if rest and len(hand.words()) < 2:
        hand.touch(rest[0], set(rest))
    if played():  # one click was all
        return None
    begun()
    if len(rest) == 1 and hand.page.locator(f".menu.modal [data-verb='{verb}']").count():
        hand.verb(verb)
        return hand.insist()
    hand.say(action)
    if hand.words() and hand.page.locator(".commit").count():
        hand.commit()
    return None


def _reached(hand: Hand, number: int) -> bool:
    return bool(hand.state()["number"] >= number)


def walk(hand: Hand, match: grognard.Match, evening: Evening, seen: Callable[[str], object] = len) -> Counter[str]:
    """Play on by hand as the scouts would, until the evening is over; `seen` may look at the page before an order."""
    verbs = set(match.game.info.verbs)
    bots = scouts(match)
    first = hand.state()["number"]
    done: Counter[str] = Counter()
    while not reached(match, evening.stop) and done.total() < MOST:
        sides = [decision.side for decision in match.decisions]
        hand.page.wait_for_function(TURNED, arg=sides)
        if hand.page.locator(".veil.solid .primary").count():  # the screen is handed over
            hand.press(".veil.solid .primary")
            hand.page.wait_for_function(TURNED, arg=sides)
        hand.settle()
        side = str(hand.page.evaluate(ASKED))  # of both, where both write at once
        action = overrun(match, side) if "overrun" in evening.orders and not done["overrun"] else ""
        action = action or bots[side].act(match, side)
        seen(action)
        done[action.split()[0]] += 1
        played = partial(_reached, hand, first + done.total())
        by_mouse = type(hand) is Hand  # on a phone the buttons of the map have no place beside it
        order(hand, action, verbs, played, partial(nothing_over, hand, match, side) if by_mouse else lambda: None)
        match.play(action, side)
        _until(played, f"{action} of {side}, not {hand.prompt()}")
    return done


@pytest.mark.soak
@pytest.mark.parametrize("kind", [Hand, Finger])
@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_from_end_to_end(browser: Browser, host: Host, name: str, kind: type[Hand]) -> None:
    evening = EVENINGS[name]
    match = on_the_evening(evening)
    hand = kind.sit(browser, host, **(PHONE if kind is Finger else {}))
    hand.open(host.bring(match))
    done = walk(hand, match, evening)
    counted = f"{done.total()} orders, {hand.clicks} clicks, {hand.looks} more to look around"
    print(f"{name}, {kind.__name__}: {counted}; {dict(done)}")
    assert {verb: done[verb] for verb, n in evening.orders.items() if done[verb] < n} == {}
    assert hand.clicks / done.total() < evening.clicks
    assert not hand.errors
