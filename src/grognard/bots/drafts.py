"""Drafts of the orders of a phase, worked over as a whole before the first of them is given.

The officer's orders, each the best when it was its turn, are seldom the best that they could be together. So they are
played to the end of the phase on a sample of the match. A few are taken out, neighbours in the draft or any, and one of
them is not offered again; what is best then takes their place. The better draft is kept and worked over next. A draft
ends where dice or hidden facts decide: what follows is planned when they have spoken.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, Protocol

from grognard.bots.knowledge import Knowledge, Plan
from grognard.bots.trials import settle
from grognard.dice import Dice
from grognard.match import Match

ORDERS_MAX = 200  # of a draft
TAKEN_OUT = (1, 1, 2, 3)  # orders, by chance
FOR_EACH_ORDER = 3  # times at most that a draft is worked over


class Order(NamedTuple):
    """An action of a plan, and its aim."""

    action: str
    aim: str = ""


def orders_of(plan: Plan) -> tuple[Order, ...]:
    """A plan, order by order."""
    return tuple(Order(action, plan.aim) for action in plan.actions)


class Clerk(Protocol):
    """A bot that fills up drafts, and says which plan its last action began."""

    begun: Plan | None

    def act(self, match: Match, side: str) -> str: ...


class DraftOrders(NamedTuple):
    """Orders, and what the position is worth after them."""

    orders: tuple[Order, ...]
    worth: float


class Drafting:
    """The search for the best orders of the phase that is under way."""

    def __init__(
        self,
        samples: Sequence[Match],
        side: str,
        knows: Knowledge,
        clerk: Callable[[frozenset[str]], Clerk],
        seed: str,
        end: float,
    ) -> None:
        self._samples, self._side, self._knows, self._end = samples, side, knows, end
        self._clerk, self._lots = clerk, Dice.seeded(f"{seed}:drafts")
        self._span = knows.span(samples[0])

    def orders(self, first: Plan, author: Clerk, revisions: int) -> tuple[Order, ...]:
        """The author's draft that begins with a plan, worked over so often; when time is up, what there is of it."""
        best = self._draft(orders_of(first), author)
        for _ in range(min(revisions, FOR_EACH_ORDER * len(best.orders)) if len(best.orders) > 1 else 0):
            if not best.orders or time.monotonic() >= self._end:  # nothing may be better than any order
                break
            out = self._taken_out(len(best.orders))
            left = [order for at, order in enumerate(best.orders) if at not in out]
            refused = best.orders[out[self._lots.draw(len(out))]].action
            other = self._draft(left, self._clerk(frozenset({refused})))
            if other.worth > best.worth:
                best = other
        return best.orders

    def _taken_out(self, count: int) -> Sequence[int]:
        """Which of so many orders are to be thought over: some that follow each other, or some from anywhere."""
        size = min(count, TAKEN_OUT[self._lots.draw(len(TAKEN_OUT))])
        if self._lots.draw(2):
            at = self._lots.draw(count - size + 1)
            return range(at, at + size)
        found: list[int] = []
        while len(found) < size:
            at = self._lots.draw(count)
            if at not in found:
                found.append(at)
        return found

    def _draft(self, given: Collection[Order], clerk: Clerk) -> DraftOrders:
        """Orders that are given, as far as they are legal, and after them what the clerk would do."""
        trial, side, knows = self._samples[0].copy(), self._side, self._knows
        orders = [order for order in given if self._played(trial, order)]
        plan = Plan(())
        while len(orders) < ORDERS_MAX and self._goes_on(trial) and time.monotonic() < self._end:
            action = clerk.act(trial, side)
            plan = clerk.begun or plan
            if clerk.begun and any(knows.is_chancy(trial, side, action) for action in clerk.begun.actions):
                break
            if action == knows.resting(trial, side) or not self._played(trial, Order(action)):
                break
            orders.append(Order(action, plan.aim))
        worth = [knows.evaluate(trial, side), *(self._after(sample, orders) for sample in self._samples[1:])]
        return DraftOrders(tuple(orders), sum(worth) / len(worth))

    def _after(self, sample: Match, orders: Sequence[Order]) -> float:
        """What a sample is worth after orders."""
        trial = sample.copy()
        for order in orders:
            self._played(trial, order)
        return self._knows.evaluate(trial, self._side)

    def _played(self, trial: Match, order: Order) -> bool:
        """Play an order with all it asks, if that is legal."""
        if not self._goes_on(trial) or not trial.why(order.action, self._side):
            return False
        trial.play(order.action, self._side)
        settle(trial, self._knows)
        return True

    def _goes_on(self, trial: Match) -> bool:
        """Whether it is still the side that acts, in the same turn."""
        return trial.decision_of(self._side) is not None and self._knows.span(trial) == self._span
