"""Whole turns by mouse and by finger, as a bot plays them: every order by clicks, counted, and no error on the way.

A match is begun here and given to the server with its seed, so that the dice fall alike in both places.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser

import grognard
from grognard.bots import make
from tests.browser.table import Finger, Hand, Host, _until
from tests.browser.test_lessons import write

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TURNS = {"oder": ("campaign", 2)}  # the scenario, and the turn at which we stop
MOST = 400  # orders
TURNED = """(side) => document.querySelector('.veil.solid button')
  || document.querySelector('.actions.mine .whose')?.innerText.toLowerCase() === side"""


def begun(game: str, scenario: str) -> grognard.Match:
    """A match with both sides set up."""
    match = grognard.new(game, scenario, seed=11)
    while match.decision is not None and "deploy" in match.choices(side=match.decisions[0].side):
        match.play("deploy", match.decisions[0].side)
        if match.decision is not None and match.why("end", match.decisions[0].side).ok:
            match.play("end", match.decisions[0].side)
    return match


def _reached(hand: Hand, number: int) -> bool:
    return bool(hand.state()["number"] >= number)


@pytest.mark.soak
@pytest.mark.parametrize("kind", [Hand, Finger])
@pytest.mark.parametrize("game", TURNS)
def test_a_turn_from_end_to_end(browser: Browser, host: Host, game: str, kind: type[Hand]) -> None:
    scenario, last = TURNS[game]
    match = begun(game, scenario)
    created = host.bring(match)
    hand = kind.sit(browser, host, **(PHONE if kind is Finger else {}))
    hand.open(created)
    verbs = set(match.game.info.verbs)
    bots = {side: make("scout", side) for side in match.game.info.sides}
    first = hand.state()["number"]
    orders = 0
    while match.result is None and match.view().turn < last and orders < MOST:
        side = match.decisions[0].side
        hand.page.wait_for_function(TURNED, arg=side)
        if hand.page.locator(".veil.solid button").count():  # the screen is handed over
            hand.page.locator(".veil.solid button").click()
            hand.page.wait_for_function(TURNED, arg=side)
        hand.settle()
        action = bots[side].act(match, side)
        if hand.page.locator("[data-production]").count():
            write(hand, action, verbs)
        else:
            hand.say(action)
            if hand.words() and hand.page.locator(".commit").count():
                hand.commit()
        match.play(action, side)
        orders += 1
        _until(partial(_reached, hand, first + orders), f"{action} of {side}, not {hand.prompt()}")
    print(f"{game}, {'touch' if kind is Finger else 'mouse'}: {orders} orders, {hand.clicks} clicks")
    assert orders > 5
    assert hand.clicks / orders < 4.5
    assert not hand.errors
