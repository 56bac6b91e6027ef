"""Dice: fair, counted, scripted, or thrown by people."""

from __future__ import annotations

from collections import Counter

import pytest

import grognard
from grognard import dice
from grognard.dice import Dice
from tests.engine.bids import bidding

FAIR_SIX = 20.5  # chi-square with 5 degrees of freedom stays below this in 999 of 1,000 series
FAIR_SEVEN = 22.5  # with 6 degrees of freedom


def chi_square(numbers: list[int], kinds: int) -> float:
    counts = Counter(numbers)
    expected = len(numbers) / kinds
    return sum((counts[n] - expected) ** 2 / expected for n in set(counts) | set(range(min(counts), kinds)))


def test_rolls_are_uniform() -> None:
    die = Dice.seeded("a fair die")
    rolls = [die.roll() for _ in range(6000)]
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert chi_square([roll - 1 for roll in rolls], 6) < FAIR_SIX


def test_neighbouring_rolls_do_not_know_each_other() -> None:
    die = Dice.seeded("pairs")
    pairs = [6 * (die.roll() - 1) + die.roll() - 1 for _ in range(7200)]
    assert chi_square(pairs, 36) < 66.7  # 35 degrees of freedom, 999 of 1,000


def test_draws_are_uniform_and_begin_with_zero() -> None:
    die = Dice.seeded("a pool")
    draws = [die.draw(7) for _ in range(7000)]
    assert set(draws) == set(range(7))
    assert chi_square(draws, 7) < FAIR_SEVEN


def test_numbers_beyond_the_last_whole_multiple_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Dice.seeded("range")
    usual = [plain.draw(3) for _ in range(300)]
    monkeypatch.setattr(dice, "RANGE", 1 << 62)  # three numbers in four are refused now
    die = Dice.seeded("range")
    draws = [die.draw(3) for _ in range(3000)]
    assert die.count == 3000, "a number drawn again counts once"
    assert set(draws) == {0, 1, 2}
    assert draws[:300] != usual
    assert chi_square(draws, 3) < 13.8
    again = Dice.seeded("range")
    assert [again.draw(3) for _ in range(3000)] == draws


def test_the_same_seed_gives_the_same_rolls() -> None:
    one, other = Dice.seeded(7), Dice.seeded(7)
    assert [one.roll() for _ in range(50)] == [other.roll() for _ in range(50)]
    assert Dice.seeded(7).key != Dice.seeded(8).key


def test_a_copy_goes_on_alone() -> None:
    die = Dice.seeded(1)
    die.roll()
    twin = die.copy()
    ahead = [twin.roll() for _ in range(20)]
    assert die.count == 1
    assert [die.roll() for _ in range(20)] == ahead


def test_reseeded_dice_keep_the_past_and_change_the_future() -> None:
    die = Dice.seeded(1)
    past = [die.roll() for _ in range(20)]
    other = die.reseeded("elsewhere")
    future = [die.roll() for _ in range(40)]
    assert [other.roll() for _ in range(40)] != future
    again = Dice.seeded(1)
    again.later = other.later
    assert [again.roll() for _ in range(20)] == past
    assert [again.roll() for _ in range(40)] != future


def test_reseeded_twice() -> None:
    die = Dice.seeded(1)
    one = [die.reseeded("a").roll() for _ in range(3)]
    assert len(set(one)) == 1
    later = die.reseeded("a")
    first = [later.roll() for _ in range(30)]
    both = later.reseeded("b")
    assert both.later[0] == later.later[0]
    assert [both.roll() for _ in range(30)] != [later.roll() for _ in range(30)]
    assert len(first) == 30


def test_a_script_is_followed() -> None:
    die = Dice.seeded(0, [3, 5, 1])
    assert [die.roll(), die.roll(), die.roll()] == [3, 5, 1]


def test_draws_from_a_pool_are_not_scripted() -> None:
    scripted, plain = Dice.seeded(0, [3]), Dice.seeded(0)
    assert [scripted.draw(100) for _ in range(10)] == [plain.draw(100) for _ in range(10)]
    assert scripted.roll() == 3


def test_a_script_that_is_used_up_says_so() -> None:
    die = Dice.seeded(0, [3])
    die.roll()
    with pytest.raises(grognard.Invalid, match="dice script is used up: all 1 rolls"):
        die.roll()


def test_a_reseeded_script_goes_on_with_dice() -> None:
    die = Dice.seeded(0, [3, 4, 4, 4, 4, 4])
    die.roll()
    other = die.reseeded(5)
    assert len({other.roll() for _ in range(100)}) == 6
    assert die.roll() == 4


@pytest.mark.parametrize("script", [[0], [-1], [True], ["3"], [2.0]])
def test_a_script_holds_rolls_only(script: list[int]) -> None:
    with pytest.raises(grognard.Invalid, match="is not a roll of a die"):
        Dice.seeded(0, script)


def test_a_scripted_roll_must_be_on_the_die() -> None:
    with pytest.raises(grognard.Invalid, match="roll 1 is 7, but the die has 6 sides"):
        Dice.seeded(0, [7]).roll()


def test_a_script_is_a_list_or_by_hand() -> None:
    with pytest.raises(grognard.Invalid, match="give a list of rolls, or 'hand'"):
        Dice.seeded(0, "hands")


def test_a_match_whose_script_runs_out_is_unchanged() -> None:
    match = grognard.new("guderian", dice=[2, 2])
    match.play("deploy")
    before, told, played = match.fingerprint(), len(match.events), len(match.actions)
    with pytest.raises(grognard.Invalid, match="used up: all 2 rolls"):
        match.play("end")  # two armies and the provisional reinforcement: three dice
    assert (match.fingerprint(), len(match.events), len(match.actions)) == (before, told, played)
    assert match.decision is not None
    assert match.decision.kind == "german-markers"
    match.play("interdict 1014")


def test_dice_by_hand_are_asked_for() -> None:
    match = grognard.new("guderian", dice="hand")
    match.play("deploy")
    match.play("end")
    decision = match.decision
    assert decision is not None
    assert (decision.side, decision.kind, decision.rule) == ("soviet", "roll", "5.21")
    assert "16th" in decision.prompt
    assert match.choices().items == ["roll"]
    assert match.choices("roll").items == ["1", "2", "3", "4", "5", "6"]
    assert not match.why("roll 7").ok
    assert not match.why("roll").ok
    match.play("roll 2")
    match.play("roll 6")
    match.play("roll 5")
    rolled = [line for line in match.log() if line.startswith("die")]
    assert [line[4] for line in rolled] == ["2", "6", "5"]
    assert match.decision is not None
    assert match.decision.kind == "soviet-movement"


def test_dice_by_hand_decide() -> None:
    for die, winner in (("2", "red"), ("5", "blue")):
        match = bidding(dice="hand")
        match.play("bid 2", "red")
        match.play("bid 2", "blue")
        match.play(f"roll {die}")
        assert match.decision is not None
        assert (match.decision.kind, match.decision.side) == ("prize", winner)
