"""How a bot plans: actions judged together, carried out one by one, and what was nearly as good after them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import grognard
from grognard import save
from grognard.bots import knowledge, make, planner
from grognard.bots.knowledge import Plan
from grognard.bots.lots import Lots, lay_out
from grognard.bots.planner import Level, Planner, QuickStaff
from grognard.dice import Dice
from grognard.games import IDS, find
from grognard.match import Match
from tests.bots.officers import PlainOfficer

POSITION = Path(__file__).parents[2] / "examples" / "smolensk.toml"
NORTH, SOUTH = "move 5.ID 0203", "move 6.ID 0306"


class Officer(PlainOfficer):
    """Knows a few plans, and thinks well of units where it wants them."""

    def __init__(self, *plans: Plan, wanted: dict[str, float]) -> None:
        self.offered, self.wanted = list(plans), wanted
        self.asked = self.judged = 0

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        self.asked += 1
        return [plan for plan in self.offered if match.why(plan.actions[0], side)]

    def evaluate(self, match: Match, side: str) -> float:
        self.judged += 1
        stands = {f"{unit.id} {unit.hex}" for unit in match.view(side).units}
        return sum(worth for where, worth in self.wanted.items() if set(where.split(", ")) <= stands)

    first_ideas, glance = plans, evaluate


Known = Callable[..., Officer]


@pytest.fixture
def knows(monkeypatch: pytest.MonkeyPatch) -> Known:
    """Puts an officer in the place of the real one."""

    def put(*plans: Plan, wanted: dict[str, float]) -> Officer:
        officer = Officer(*plans, wanted=wanted)
        monkeypatch.setattr(planner, "knowledge_of", lambda game: officer)
        return officer

    return put


def begun() -> Match:
    return grognard.setup(POSITION, seed=1)


def test_actions_are_judged_by_what_they_bring_together(knows: Known) -> None:
    officer = knows(
        Plan((NORTH,)), Plan((SOUTH,)), Plan((NORTH, SOUTH), "massing"), wanted={"5.ID 0203, 6.ID 0306": 2.0}
    )
    match, bot = begun(), QuickStaff(1)
    assert bot.hint(match, "german") == (NORTH, "massing: 5.ID goes")
    match.play(NORTH)
    assert bot.act(match, "german") == SOUTH
    assert officer.asked == 1  # the second action was thought out with the first


class ThreeThrows(Planner):
    """Tries what dice decide three times."""

    level = Level(samples=1, throws=3, breadth=16)


class Foreseeing(Officer):
    """Knows what follows, and which lots an action meets."""

    shares: tuple[float, ...] = ()

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        return True

    def lots(self, match: Match, side: str, action: str, share: float) -> Lots:
        self.shares = (*self.shares, share)
        return Lots((3, 1), (5,))

    def follow_up(self, match: Match, side: str, action: str) -> str | None:
        return SOUTH if action == NORTH else None


def test_what_is_sure_to_follow_counts_and_each_throw_meets_another_part_of_the_lots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    officer = Foreseeing(Plan((NORTH,)), wanted={"5.ID 0203, 6.ID 0306": 3.0})
    monkeypatch.setattr(planner, "knowledge_of", lambda game: officer)
    assert ThreeThrows(1).act(begun(), "german") == NORTH
    assert officer.shares == pytest.approx((1 / 6, 1 / 2, 5 / 6))


def test_dice_that_are_laid_out_go_on_by_chance() -> None:
    dice = Dice.seeded(1)
    laid = lay_out(dice, Lots((3, 1), (5,))).copy()
    assert [laid.draw(6), laid.draw(6), laid.roll()] == [3, 1, 5]
    for _ in range(2):
        dice.draw(6)
    assert [laid.roll() for _ in range(9)] == [dice.roll() for _ in range(9)]


def test_a_plan_that_cannot_go_on_is_dropped(knows: Known) -> None:
    knows(Plan((NORTH, "move 6.ID 1001")), Plan((SOUTH,)), wanted={"5.ID 0203": 2.0, "6.ID 0306": 1.0})
    match, bot = begun(), QuickStaff(1)
    match.play(bot.act(match, "german"))
    assert bot.act(match, "german") == SOUTH


def test_what_was_nearly_as_good_follows_without_thinking_all_over(knows: Known) -> None:
    officer = knows(Plan((NORTH,)), Plan((SOUTH,)), wanted={"5.ID 0203": 2.0, "6.ID 0306": 1.9})
    match, bot = begun(), QuickStaff(1)
    match.play(bot.act(match, "german"))
    before = officer.judged
    assert bot.act(match, "german") == SOUTH
    assert (officer.asked, officer.judged - before) == (1, 2)


def test_what_has_lost_its_point_does_not_follow(knows: Known) -> None:
    officer = knows(Plan((NORTH,)), Plan((SOUTH,)), wanted={"5.ID 0203": 2.0, "6.ID 0306": 1.9})
    match, bot = begun(), QuickStaff(1)
    match.play(bot.act(match, "german"))
    officer.wanted["5.ID 0203, 6.ID 0306"] = -5.0
    assert bot.act(match, "german") == "end"
    assert officer.asked == 2


def test_a_match_that_was_taken_back_is_thought_over_again(knows: Known) -> None:
    officer = knows(Plan((NORTH, SOUTH)), wanted={"5.ID 0203, 6.ID 0306": 2.0})
    match, bot = begun(), QuickStaff(1)
    match.play(bot.act(match, "german"))
    match.undo()
    assert bot.act(match, "german") == NORTH
    assert officer.asked == 2


def test_a_bot_without_time_looks_at_the_likeliest_plan_alone(knows: Known) -> None:
    officer = knows(Plan((SOUTH,)), Plan((NORTH,)), wanted={"5.ID 0203": 2.0, "6.ID 0306": 1.0})
    assert QuickStaff(1, seconds=1e-9).act(begun(), "german") == SOUTH
    assert officer.judged == 2  # as it stands, and after that plan
    assert QuickStaff(1).act(begun(), "german") == NORTH


def test_nothing_that_gains_is_a_reason_to_rest(knows: Known) -> None:
    knows(Plan((NORTH,)), wanted={"5.ID 0204": 1.0})
    assert QuickStaff(1).act(begun(), "german") == "end"


def keys_of(game: str) -> set[str]:
    """The keys under which the bots' knowledge of a game remembers what it works out."""
    texts = [path.read_text("utf-8") for path in (Path(knowledge.__file__).parent / game).glob("*.py")]
    found = {key for text in texts for key in re.findall(r'(?:memo\(\(?|key = \(?)"([^"]+)"', text)}
    assert found
    return found


@pytest.mark.parametrize("game", IDS)
def test_acting_on_a_match_leaves_it_as_it_was(game: str) -> None:
    """A bot keeps what it works out to itself: the match has neither its plans nor a fact changed."""
    bots_own = keys_of(game)
    match, staff = grognard.new(game, seed=3), {side: make("staff-quick", 1) for side in find(game).info.sides}
    for _ in range(12):
        assert match.decision is not None
        side, before, facts = match.decision.side, match.fingerprint(), repr(match.state.facts())
        told, kept = list(match.events), save.encode(match)
        action = staff[side].act(match, side)
        assert (match.fingerprint(), repr(match.state.facts()), list(match.events)) == (before, facts, told)
        assert save.encode(match) == kept
        memories = (match.state._memo, match.state._answers, match.state._unmoved)
        assert not bots_own & {key[0] if isinstance(key, tuple) else key for memory in memories for key in memory or ()}
        match.play(action, side)
