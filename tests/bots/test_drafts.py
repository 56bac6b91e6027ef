"""Drafts of the orders of a phase: what one by one would miss, where they end, and that the match stays as it was."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path

import pytest

import grognard
from grognard.bots import planner
from grognard.bots.drafts import Drafting, Order
from grognard.bots.knowledge import Knowledge, Plan, Undrafted, knowledge_of
from grognard.bots.planner import Deputy, General, Planner, QuickStaff
from grognard.bots.trials import settle
from grognard.games import IDS
from grognard.match import Match
from tests.bots.officers import PlainOfficer

POSITION = Path(__file__).parents[2] / "examples" / "smolensk.toml"
NORTH, SOUTH, ASIDE = "move 5.ID 0203", "move 6.ID 0306", "move 6.ID 0305"


class Officer(PlainOfficer):
    """Likes one division best in the south; but with the other one in the north it would be better aside."""

    chancy = ""

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        return [Plan((action,), f"to {action[-4:]}") for action in (NORTH, SOUTH, ASIDE) if match.why(action, side)]

    def evaluate(self, match: Match, side: str) -> float:
        stands = {f"move {unit.id} {unit.hex}" for unit in match.view(side).units}
        both = {NORTH, ASIDE} <= stands
        return 2.0 * (NORTH in stands) + 3.0 * (SOUTH in stands) + 1.0 * (ASIDE in stands) + 3.0 * both

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        return action == self.chancy

    first_ideas, glance = plans, evaluate


@pytest.fixture
def officer(monkeypatch: pytest.MonkeyPatch) -> Officer:
    """Puts him in the place of the real one."""
    officer = Officer()
    monkeypatch.setattr(planner, "knowledge_of", lambda game: officer)
    return officer


def played(bot: Planner) -> list[str]:
    """What a bot plays in a Movement Phase."""
    match, actions = grognard.setup(POSITION, seed=1), list[str]()
    while "end" not in actions:
        actions.append(bot.act(match, "german"))
        match.play(actions[-1])
    return actions


def drafted(knows: Knowledge, match: Match, side: str, revisions: int, end: float = math.inf) -> tuple[Order, ...]:
    """A draft that begins with the best plan at first reckoning."""
    samples = [match.determinize(side, seed) for seed in (1, 2)]
    first, clerk = knows.plans(samples[0], side, 16)[0], partial(Deputy, 1, breadth=8)
    return Drafting(samples, side, knows, clerk, "seed", end).orders(first, clerk(), revisions)


def test_orders_are_worked_over_together(officer: Officer) -> None:
    assert played(QuickStaff(1)) == [SOUTH, NORTH, "end"]  # each the best when it was its turn
    assert sorted(played(General(1))) == sorted([NORTH, ASIDE, "end"])


class Impatient(Officer, Undrafted):
    """The same, of a game in which drafts win nothing."""


def test_an_officer_who_gains_nothing_by_drafts_makes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planner, "knowledge_of", lambda game: Impatient())
    assert played(General(1)) == [SOUTH, NORTH, "end"]


def test_each_order_of_a_draft_tells_its_own_aim(officer: Officer) -> None:
    match, general = grognard.setup(POSITION, seed=1), General(1)
    for _ in range(2):
        action, why = general.hint(match, "german")
        assert why.startswith(f"to {action[-4:]}: ")
        match.play(action)


def test_a_draft_ends_where_chance_decides(officer: Officer) -> None:
    """What comes after it is planned when it has spoken."""
    officer.chancy = NORTH
    match = grognard.setup(POSITION, seed=1)
    orders = Drafting([match], "german", officer, partial(Deputy, 1), "seed", math.inf)
    assert orders.orders(Plan((SOUTH,)), Deputy(1), 8) == (Order(SOUTH),)


class Homesick(Officer):
    """Likes nobody anywhere but where he began."""

    def evaluate(self, match: Match, side: str) -> float:
        return -super().evaluate(match, side)

    glance = evaluate


def test_a_draft_may_come_down_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best of all orders may be none; there is nothing left to take out then."""
    homesick, match = Homesick(), grognard.setup(POSITION, seed=1)
    monkeypatch.setattr(planner, "knowledge_of", lambda game: homesick)
    orders = Drafting([match], "german", homesick, partial(Deputy, 1), "seed", math.inf)
    assert orders.orders(Plan((SOUTH, NORTH)), Deputy(1), 24) == ()


def test_a_draft_that_cannot_go_on_is_dropped(officer: Officer) -> None:
    match, general = grognard.setup(POSITION, seed=1), General(1)
    assert general.act(match, "german") == NORTH
    match.play("end")  # by somebody else; the draft has an order left
    assert match.why(general.act(match, "german"), "german")


def test_without_time_the_best_plan_is_the_draft(officer: Officer) -> None:
    match = grognard.setup(POSITION, seed=1)
    assert [order.action for order in drafted(officer, match, "german", 8, end=0.0)] == [NORTH]
    assert [order.action for order in drafted(officer, match, "german", 0)] == [NORTH, ASIDE]


@pytest.mark.parametrize("game", IDS)
def test_orders_of_every_game_can_be_drafted(game: str) -> None:
    """They are legal one after the other, the same with the same seed, and the match stays as it was."""
    knows, match, quick = knowledge_of(game), grognard.new(game, seed=2), QuickStaff(1)
    while (decision := match.decision) is not None:
        sample = match.determinize(decision.side, 1)
        plans = [] if knows.answer(sample, decision.side) else knows.plans(sample, decision.side, 16)
        if plans and not any(knows.is_chancy(sample, decision.side, action) for action in plans[0].actions):
            break
        match.play(quick.act(match, decision.side), decision.side)
    assert decision is not None
    side, before = decision.side, match.fingerprint()
    orders = drafted(knows, match, side, 1)
    assert match.fingerprint() == before
    assert orders == drafted(knows, match, side, 1)
    trial = match.determinize(side, 1)
    for order in orders:
        trial.play(order.action, side)
        settle(trial, knows)
