"""A game of secret bids, small enough to read at a glance, for everything a match must do with any game.

Three rounds. Both sides bid at once out of five coins; the higher bid wins, a die decides between equals. The winner
takes the prize or leaves it; if it is taken, the loser has no choice but to clap, and both name a toast at once. Each
side has a lucky number that only it knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board import Board
from grognard.decision import DONE, Ask, Choices, Decision, Procedure, Words, offer, one_of, put
from grognard.dice import Dice
from grognard.errors import Invalid
from grognard.events import Noted, Rolled
from grognard.game import GameInfo, Option, ScenarioInfo
from grognard.match import Header, Match
from grognard.preview import Preview, Result
from grognard.rulebook import Rulebook
from grognard.state import State
from grognard.view import Facts, Overlay, View

SIDES = ("red", "blue")
OTHER = {"red": "blue", "blue": "red"}
RULES = {
    "rule": [
        {"id": "1", "title": "Bids", "text": "Both sides bid at once."},
        {"id": "2", "title": "Prizes", "text": "The winner takes the prize or leaves it."},
        {"id": "3", "title": "Applause", "text": "The loser claps."},
        {"id": "4", "title": "Toasts", "text": "Both name a toast at once."},
        {"id": "5", "title": "What is said is said", "text": "Nothing is taken back once something was learned."},
    ]
}


class Auction(State):
    """The position."""

    __slots__ = ("coins", "lucky", "prizes", "round")

    def __init__(self, dice: Dice) -> None:
        super().__init__(dice)
        self.round = 1
        self.coins = dict.fromkeys(SIDES, 5)
        self.prizes = dict.fromkeys(SIDES, 0)
        self.lucky = {side: dice.draw(10) for side in SIDES}


class BidsFacts(Facts, frozen=True, tag="bids"):
    """What only this game shows."""

    coins: Mapping[str, int]
    lucky: int | None


class SecretBids:
    """The rule set."""

    undo_rule = "5"
    version = "1"
    rulebook = Rulebook.read(RULES)
    info = GameInfo(
        id="bids",
        title="Secret bids",
        sides=SIDES,
        scenarios=(ScenarioInfo("three", "Three rounds", 3),),
        options=(Option("quiet", "No toasts"),),
    )

    def start(self, scenario: str, options: Mapping[str, bool], dice: Dice) -> Auction:
        return Auction(dice)

    def arrange(self, position: Mapping[str, Any], options: Mapping[str, bool], dice: Dice) -> Auction:
        auction = Auction(dice)
        auction.round = position["round"]
        return auction

    def decision(self, state: Auction) -> Ask | None:
        if state.round > 3:
            return None
        return tuple(self.bid(state, side) for side in SIDES)

    @staticmethod
    def bid(state: Auction, side: str) -> Decision:
        def tree(words: Words) -> Choices:
            if not words:
                return offer(("verb", ("bid",)))
            coins = [str(coins) for coins in range(state.coins[side] + 1)]
            return offer(("number", coins)) if len(words) == 1 else DONE

        return Decision(side, "bid", f"Bid up to {state.coins[side]} coins", "1", tree)

    def execute(self, state: Auction, answers: tuple[Words, ...]) -> Procedure[None]:
        bids = {side: int(words[1]) for side, words in zip(SIDES, answers, strict=True)}
        state.tell(Noted(text=f"red bids {bids['red']}, blue bids {bids['blue']}", rule="1"))
        if bids["red"] == bids["blue"]:
            die = yield from state.roll("red", "the tie", "1")
            state.tell(Rolled(die=die, what="the tie", rule="1"))
            winner = "red" if die <= 3 else "blue"
        else:
            winner = max(SIDES, key=lambda side: bids[side])
        (said,) = yield from put(one_of(winner, "prize", "Take it or leave it", "2", ("verb", ("take", "leave"))))
        if said == "take":
            state.coins[winner] -= bids[winner]
            state.prizes[winner] += 1
            yield from put(one_of(OTHER[winner], "clap", "Clap politely", "3", ("verb", ("clap",))))
            toasts = yield tuple(one_of(s, "toast", "A toast", "4", ("verb", ("prosit", "skol"))) for s in SIDES)
            state.tell(Noted(text=f"red: {toasts[0][0]}, blue: {toasts[1][0]}", rule="4"))
        state.round += 1

    def board(self, state: Auction) -> Board:
        return Board.read({"grid": {"columns": [1, 1], "rows": [1, 1]}})  # an auction needs none

    def view(self, state: Auction, side: str | None) -> View[BidsFacts]:
        return View(
            game="bids",
            scenario="three",
            side=side,
            turn=state.round,
            turns=3,
            phase="round",
            phase_title=f"Round {state.round}",
            active=None,
            sequence=(),
            units=(),
            control={},
            points=dict(state.prizes),
            own=BidsFacts(coins=dict(state.coins), lucky=state.lucky[side] if side else None),
        )

    def preview(self, state: Auction, side: str | None, words: Words) -> Preview:
        raise Invalid("nobody knows what a bid will bring")

    def query(self, state: Auction, side: str | None, what: str, asked: Mapping[str, str]) -> Overlay:
        raise Invalid(f"no query '{what}'")

    def result(self, state: Auction) -> Result | None:
        if state.round <= 3:
            return None
        winner = max(SIDES, key=lambda side: state.prizes[side])
        return Result(winner=winner, level=f"{winner} wins", points=dict(state.prizes), counted=())

    def determinize(self, state: Auction, now: Auction, side: str | None, dice: Dice) -> None:
        for other in SIDES:
            if other != side:
                state.lucky[other] = dice.draw(10)


def bidding(
    seed: int | str = 0, dice: tuple[int, ...] | str | None = None, options: Mapping[str, bool] | None = None
) -> Match:
    """A match of secret bids at its start."""
    game = SecretBids()
    return Match(game, Header("bids", "three", seed, dict(options or {}), dice, version=game.version))


def lucky(match: Match, side: str) -> int | None:
    """The lucky number a side sees in its view."""
    own = match.view(side).own
    assert isinstance(own, BidsFacts)
    return own.lucky
