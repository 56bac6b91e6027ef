"""Every lesson by mouse from its first step to its last, by the clicks it asks for; it ends as it is told."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Browser

from grognard.board import Board
from grognard.errors import Invalid
from grognard.games import IDS, find
from grognard.hexes import locate
from grognard.server import library
from tests.browser.table import LONG, Hand, Host

ALL = 1_000
LESSONS = [game for game in IDS if (find(game).data / "tutorial.toml").is_file()]


def on_the_page(board: Board, action: str, units: set[str]) -> str:
    """An action with its places by the names of their hexes, as the page has them."""

    def named(word: str) -> str:
        if word in units or word in board.grid.by_name:
            return word
        try:
            return board.grid.names[locate(board.grid, word, board.named)]
        except Invalid:
            return word

    return " ".join(map(named, action.split()))


def write(hand: Hand, action: str, verbs: set[str]) -> None:
    """Orders of many clauses: each one clicked in the panel, places not listed there on the map; then the seal."""
    clauses: list[list[str]] = []
    for word in action.split():
        if word in verbs:
            clauses.append([word])
        else:
            clauses[-1].append(word)
    for verb, *rest in clauses[:-1]:
        hand.press(f"[data-clause='{' '.join([verb, *rest[:1]])}']")
        for place in rest[1:]:
            listed = f".finish [data-place='{place}']"
            hand.press(listed) if hand.page.locator(listed).count() else hand.point(place)
    hand.press("[data-seal]")
    hand.insist()


@pytest.mark.parametrize("times", [2, pytest.param(ALL, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_by_mouse(browser: Browser, host: Host, game: str, times: int) -> None:
    """Each kind of order so many times by the clicks it asks for; what comes more often the lesson shows itself."""
    lesson = library.lesson(game)
    steps, board, verbs = library.tutorial(game), lesson.board, set(lesson.game.info.verbs)
    hand = Hand.sit(browser, host)
    hand.page.goto(host.base)
    hand.page.locator(f"[data-game={game}] [data-tutorial]").click()
    hand.page.wait_for_selector(".lesson", timeout=LONG)
    hand.find_hexes()
    given = Counter[tuple[str, ...]]()
    for number, step in enumerate(steps):
        hand.page.wait_for_selector(f".lesson[data-step='{number}']")
        hand.settle()
        if not step.action:
            hand.press(".lesson > button")
            continue
        hand.page.wait_for_function(
            "(side) => document.querySelector('.actions.mine .whose')?.innerText.toLowerCase() === side",
            arg=step.side,
        )
        units = {unit.id for unit in lesson.view(step.side).units}
        action = on_the_page(board, step.action, units)
        asked = next(decision.kind for decision in lesson.decisions if decision.side == step.side)
        kind = (asked, *sorted(verbs.intersection(action.split())))
        given[kind] += 1
        if given[kind] > times:
            hand.press("[data-demonstrate]")
        elif hand.page.locator("[data-production]").count():
            write(hand, action, verbs)
        else:
            hand.say(action)
            if hand.words() and hand.page.locator(".commit").count():
                hand.commit()
        lesson.play(step.action, step.side)
    assert hand.page.locator(".lesson").count() == 0
    now, taught = hand.state()["view"], lesson.view()
    assert (now["turn"], now["phase"]) == (taught.turn, taught.phase)
    assert {unit["id"]: unit["hex"] for unit in now["units"]} == {unit.id: unit.hex for unit in taught.units}
    assert not hand.errors
