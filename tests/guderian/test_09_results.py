"""9.6 What the results mean: steps lost, retreats chosen, split results and engagements."""

from __future__ import annotations

import re

import pytest

import grognard
from grognard.events import Advanced, Attacked, Eliminated, Event, LostStep, Moved, Retreated, Rolled
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    SOVIET_COMBAT,
    asked,
    happened,
    offered,
    play,
    position,
    refused,
    stack,
    status,
    unit,
    units_offered,
    where,
)


def german_attack(attackers: str, defenders: str, die: int, **more: str) -> grognard.Match:
    """Germans in 0505 attack Soviets in 0605; the die is thrown."""
    m = position({"0505": attackers, "0605": defenders, "1005": "Konev", **more}, phase=GERMAN_COMBAT, dice=[die])
    m.play(f"attack 0605 {re.sub(':.', '', attackers)} go")
    return m


def soviet_attack(attackers: str, defenders: str, die: int, **more: str) -> grognard.Match:
    """Soviets in 0605 attack Germans in 0505; the die is thrown."""
    m = position({"0505": defenders, "0605": attackers, "1005": "Konev", **more}, phase=SOVIET_COMBAT, dice=[die])
    m.play(f"attack 0505 {re.sub(':.', '', attackers)} go")
    return m


def result(m: grognard.Match) -> str:
    """What the table said."""
    return happened(m.events, Rolled)[-1].result


def lost(events: list[Event] | grognard.Match) -> list[str]:
    """The units eliminated, in order."""
    return [e.unit for e in happened(events if isinstance(events, list) else list(events.events), Eliminated)]


# --- 9.61 to 9.63 steps ----------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.61", "9.63")
@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("25/7", "4-10", "2-10"),
        ("6/7", "2-10", "1-10"),
        ("11/14", "3-10", "2-10"),
        ("D/DR", "3-10", "2-10"),
        ("GD", "4-10", "2-10"),
        ("Lehr", "3-10", "2-10"),
        ("1.KD", "4-5", "2-5"),
    ],
)
def test_panzer_motorised_and_cavalry_units_have_two_steps(name: str, before: str, after: str) -> None:
    m = german_attack(name, "123SD", 3)  # A1
    assert (unit(m, name).strength, unit(m, name).steps) == (before, 2)
    events = m.play("lose")
    assert [(e.unit, e.strength) for e in happened(events, LostStep)] == [(name, after)]
    assert (unit(m, name).strength, unit(m, name).steps) == (after, 1)
    m = german_attack(f"{name}:1", "123SD", 3)
    assert lost(m.play("lose")) == [name]
    assert where(m, name) is None


@pytest.mark.rule("guderian", "9.61", "9.63")
@pytest.mark.parametrize(
    ("steps", "before", "attackers", "die", "after"),
    [(4, "9-7", "123SD 161SD", 1, "4-7"), (3, "4-7", "123SD", 2, "2-7"), (2, "2-7", "123SD", 4, "1-7")],
)
def test_infantry_divisions_fall_from_nine_to_four_to_two_to_one(
    steps: int, before: str, attackers: str, die: int, after: str
) -> None:
    m = soviet_attack(attackers, f"6.ID:{steps}", die)
    assert (result(m), unit(m, "6.ID").strength) == ("D1", before)
    m.play("lose")
    assert (unit(m, "6.ID").strength, unit(m, "6.ID").steps) == (after, steps - 1)


@pytest.mark.rule("guderian", "9.61", "9.63")
def test_on_its_last_step_an_infantry_division_is_eliminated() -> None:
    m = german_attack("6.ID:1", "123SD", 3)
    assert (result(m), unit(m, "6.ID").strength) == ("A1", "1-7")
    assert lost(m.play("lose")) == ["6.ID"]


@pytest.mark.rule("guderian", "9.62")
@pytest.mark.parametrize(("name", "die"), [("123SD", 1), ("8TD", 1), ("57MD", 1), ("Lukin", 3)])
def test_every_soviet_unit_is_one_step_leaders_too(name: str, die: int) -> None:
    m = german_attack("6.ID", name, die)
    assert result(m) == "D1"
    assert lost(m.play("lose")) == [name]


# --- 9.64 Ae and De --------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.64", "9.71a")
def test_ae_eliminates_all_attackers_and_nobody_is_asked() -> None:
    m = german_attack("6/7 7/7 1.KD:1", "123SD 161SD", 5)  # 6 to 16, with five steps left
    assert result(m) == "Ae"
    assert lost(m) == ["6/7", "7/7", "1.KD"]
    assert asked(m) == ("soviet", "advance")
    m = soviet_attack("38SD 108SD Lukin", "5.ID 6.ID", 5)  # 2 + 1 + 3 to 18; the Leader is in the attack
    assert result(m) == "Ae"
    assert lost(m) == ["38SD", "108SD", "Lukin"]
    assert asked(m) == ("german", "advance")


@pytest.mark.rule("guderian", "9.64", "9.71a")
def test_de_eliminates_all_defenders_and_nobody_is_asked() -> None:
    units = {"0505": "5.ID 6.ID 7.ID", "0604": "15.ID 17.ID", "0605": "108SD 110SD Lukin", "1005": "Konev"}
    m = position(units, phase=GERMAN_COMBAT, dice=[1])
    m.play("attack 0605 5.ID 6.ID 7.ID 15.ID 17.ID go")  # 45 to 5
    assert result(m) == "De"
    assert lost(m) == ["108SD", "110SD", "Lukin"]
    assert asked(m) == ("german", "advance")
    m = soviet_attack("123SD 161SD", "6/7", 1)  # 16 to 2, on two steps
    assert result(m) == "De"
    assert lost(m) == ["6/7"]


# --- 9.65 lose or retreat --------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.65a", "9.65b", "9.62", "9.71a")
@pytest.mark.example("guderian", "9.65")
def test_three_soviet_units_under_d1_lose_one_or_retreat_all_three() -> None:
    m = german_attack("5.ID 6.ID", "56SD 38SD 17SD", 2)  # 18 to 9
    assert result(m) == "D1"
    assert asked(m) == ("soviet", "loss-or-retreat")
    assert offered(m) == {"lose", "retreat"}
    losing, retreating = m.copy(), m
    losing.play("lose")
    assert units_offered(losing, "lose") == {"56SD", "38SD", "17SD"}
    assert lost(losing.play("lose 38SD")) == ["38SD"]
    assert stack(losing, "0605") == {"56SD", "17SD"}  # the rest stay in place
    assert not happened(losing.events, Retreated)
    retreating.play("retreat")
    retreating.play("retreat 0706")
    assert stack(retreating, "0706") == {"56SD", "38SD", "17SD"}
    assert not lost(retreating)


@pytest.mark.rule("guderian", "9.65a", "9.65b")
def test_two_steps_are_a_total_for_the_force_however_they_are_spread() -> None:
    m = german_attack("5.ID 25/7", "123SD 56SD", 6)  # 13 to 11
    assert result(m) == "A2"
    assert asked(m) == ("german", "loss-or-retreat")
    one, both = m.copy(), m
    play(one, "lose", "lose 5.ID", "lose 5.ID")
    assert (unit(one, "5.ID").strength, unit(one, "25/7").strength) == ("2-7", "4-10")
    play(both, "lose", "lose 25/7", "lose 5.ID")
    assert (unit(both, "5.ID").strength, unit(both, "25/7").strength) == ("4-7", "2-10")


@pytest.mark.rule("guderian", "9.65a")
def test_two_hexes_of_retreat_are_for_everybody_and_cost_no_step() -> None:
    m = german_attack("5.ID 25/7", "123SD 56SD", 6)
    m.play("retreat")
    assert asked(m) == ("soviet", "retreat")
    play(m, "retreat 0404", "retreat 0304")
    assert stack(m, "0304") == {"5.ID", "25/7"}
    assert not happened(m.events, LostStep)
    m = soviet_attack("123SD 161SD Konev", "6.ID", 6, **{"1005": "Lukin"})  # 21 to 9
    assert result(m) == "A1"
    play(m, "retreat", "retreat 0706")
    assert stack(m, "0706") == {"123SD", "161SD", "Konev"}


@pytest.mark.rule("guderian", "9.65a", "9.65b")
def test_two_soviet_divisions_under_a2_are_lost_or_go_back_two_hexes() -> None:
    m = soviet_attack("123SD 161SD", "6.ID", 6)  # 16 to 9
    assert (result(m), asked(m)) == ("A2", ("soviet", "loss-or-retreat"))
    losing, retreating = m.copy(), m
    losing.play("lose")
    assert lost(losing) == ["123SD", "161SD"]
    play(retreating, "retreat", "retreat 0705", "retreat 0804")
    assert stack(retreating, "0804") == {"123SD", "161SD"}


@pytest.mark.rule("guderian", "9.65a")
def test_loss_and_retreat_are_not_mixed() -> None:
    m = german_attack("5.ID 6.ID", "56SD 38SD", 2)  # 18 to 5: D2
    assert result(m) == "D2"
    refused(m, "lose 56SD", "9.65a")  # first the choice, which is for the whole force
    m.play("retreat")
    refused(m, "lose", "9.72")
    play(m, "retreat 0706", "retreat 0806")
    assert stack(m, "0806") == {"56SD", "38SD"}
    assert not lost(m)


@pytest.mark.rule("guderian", "9.65b")
def test_a_force_with_fewer_steps_than_asked_for_is_eliminated() -> None:
    m = german_attack("6.ID", "56SD", 1)  # D2 against a single division
    assert result(m) == "D2"
    assert lost(m.play("lose")) == ["56SD"]
    m = soviet_attack("123SD 161SD", "25/7", 1)  # D2 against a regiment of two steps
    assert result(m) == "D2"
    assert lost(m.play("lose")) == ["25/7"]


@pytest.mark.rule("guderian", "9.65a", "9.71b")
def test_without_a_way_to_retreat_the_steps_must_be_lost() -> None:
    ring = {"0504": "5.ID", "0706": "7.ID", "0606": "15.ID"}
    m = position({"0505": "6.ID", "0605": "17SD 56SD", **ring, "1005": "Konev"}, phase=GERMAN_COMBAT, dice=[2])
    assert m.query("retreat", hex="0605").paths == ()
    events = m.play("attack 0605 6.ID go")  # surrounded and out of supply: 9 to 3
    assert happened(events, Attacked)[0].defence == 3
    assert result(m) == "D2"
    assert lost(events) == ["17SD", "56SD"]


# --- 9.66 split results ----------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.66a", "9.72")
def test_in_a_split_result_the_defender_goes_first_and_each_side_draws_the_others_retreat() -> None:
    m = german_attack("5.ID", "17SD 56SD", 2)  # 9 to 7
    assert result(m) == "D1/A1"
    assert asked(m) == ("soviet", "loss-or-retreat")
    m.play("retreat")
    assert asked(m) == ("german", "retreat")
    m.play("retreat 0706")
    assert asked(m) == ("german", "loss-or-retreat")
    m.play("retreat")
    assert asked(m) == ("soviet", "retreat")
    m.play("retreat 0405")
    assert (stack(m, "0706"), stack(m, "0405")) == ({"17SD", "56SD"}, {"5.ID"})
    assert stack(m, "0505") == stack(m, "0605") == set()


@pytest.mark.rule("guderian", "9.66a")
def test_the_attacker_pays_even_if_the_defender_is_gone() -> None:
    m = german_attack("5.ID", "123SD", 2)
    assert result(m) == "D1/A1"
    assert lost(m.play("lose")) == ["123SD"]
    assert asked(m) == ("german", "loss-or-retreat")
    m.play("lose")
    assert unit(m, "5.ID").strength == "4-7"


@pytest.mark.rule("guderian", "9.66a")
@pytest.mark.parametrize(("attackers", "die", "text"), [("6.ID", 3, "D2/A1"), ("6.ID 25/7", 1, "De/A1")])
def test_d2_and_de_with_a_price(attackers: str, die: int, text: str) -> None:
    m = german_attack(attackers, "38SD", die)
    assert result(m) == text
    if text == "D2/A1":
        m.play("lose")
    assert lost(m) == ["38SD"]
    assert asked(m) == ("german", "loss-or-retreat")


@pytest.mark.rule("guderian", "9.66a")
@pytest.mark.parametrize(
    ("attackers", "defenders", "die", "text"),
    [
        ("123SD 161SD", "6.ID", 2, "D1/A1"),
        ("123SD 161SD", "25/7", 3, "D2/A1"),
        ("123SD 161SD", "6/7", 3, "De/A1"),
    ],
)
def test_split_results_of_soviet_attacks(attackers: str, defenders: str, die: int, text: str) -> None:
    m = soviet_attack(attackers, defenders, die)
    assert result(m) == text
    if text != "De/A1":
        assert asked(m) == ("german", "loss-or-retreat")
        m.play("lose")
    assert asked(m) == ("soviet", "loss-or-retreat")
    play(m, "lose", "lose 161SD")
    assert stack(m, "0605") == {"123SD"}
    assert stack(m, "0505") == ({"6.ID"} if text == "D1/A1" else set())


@pytest.mark.rule("guderian", "9.66b")
def test_attackers_that_paid_with_a_step_may_advance() -> None:
    m = german_attack("5.ID 6.ID", "123SD", 4)  # 18 to 8
    assert result(m) == "D1/A1"
    play(m, "retreat", "retreat 0706", "lose", "lose 5.ID")
    assert asked(m) == ("german", "advance")
    assert units_offered(m, "advance") == {"5.ID", "6.ID"}
    play(m, "advance 5.ID 0605", "advance 6.ID 0605")
    assert stack(m, "0605") == {"5.ID", "6.ID"}


@pytest.mark.rule("guderian", "9.66b")
def test_attackers_that_paid_with_a_retreat_do_not_advance_nor_does_the_defender() -> None:
    # G29: they came from two hexes; all of them retreat, and though they are still next to 0605 they do not enter it.
    units = {"0505": "5.ID", "0604": "6.ID", "0605": "123SD", "1005": "Konev", "0101": "GD"}
    m = position(units, phase=GERMAN_COMBAT, dice=[4])
    play(m, "attack 0605 5.ID 6.ID go", "lose", "retreat", "retreat 0506", "retreat 0705")
    assert asked(m) == ("german", "german-mechanised")
    assert not happened(m.events, Advanced)
    assert (where(m, "5.ID"), where(m, "6.ID"), stack(m, "0605")) == ("0506", "0705", set())


@pytest.mark.rule("guderian", "9.66b", "9.87")
def test_the_defender_never_advances_after_a_split_result() -> None:
    m = german_attack("5.ID", "17SD 56SD", 2, **{"0101": "GD"})
    play(m, "lose", "lose 56SD", "retreat", "retreat 0405")  # 0505 lies empty before 17SD
    assert stack(m, "0505") == set()
    assert asked(m) == ("german", "german-mechanised")
    m = soviet_attack("123SD", "6.ID:3", 3)  # 8 to 4: D1/A1, and the only attacker is lost
    play(m, "lose", "lose")
    assert (lost(m), stack(m, "0605")) == (["123SD"], set())
    assert asked(m)[1] == "soviet-interdiction"


@pytest.mark.rule("guderian", "9.66b")
def test_after_a_split_result_nobody_advances_into_a_hex_that_is_still_held() -> None:
    m = german_attack("5.ID 6.ID", "17SD 56SD", 3, **{"0101": "GD"})  # 18 to 7
    assert result(m) == "D1/A1"
    play(m, "lose", "lose 17SD", "lose", "lose 5.ID")
    assert asked(m) == ("german", "german-mechanised")
    assert stack(m, "0605") == {"56SD"}


@pytest.mark.rule("guderian", "9.66c")
def test_a_split_result_halts_an_overrun() -> None:
    units = {"0505": "25/7 6/7 7/7", "0605": "123SD", "1005": "Konev", "0101": "GD"}
    m = position(units, phase=GERMAN_MOVEMENT, dice=[2])
    events = play(m, "overrun 0605 25/7 6/7 7/7 go", "retreat", "retreat 0706", "lose", "lose 6/7")
    assert result(m) == "D1/A1"  # 8 to 8
    assert stack(m, "0605") == set()  # empty, but nobody enters
    assert not happened(events, Moved)
    refused(m, "move 25/7 0405", "6.52a")


# --- 9.67 engaged ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "9.67a", "9.71a")
def test_engaged_costs_each_side_a_step_and_nobody_retreats_or_advances() -> None:
    m = german_attack("5.ID 6.ID", "56SD 17SD", 5, **{"0101": "GD"})  # 18 to 7
    assert result(m) == "Eng"
    assert (asked(m), units_offered(m, "lose")) == (("soviet", "lose-step"), {"56SD", "17SD"})
    refused(m, "retreat", "9.67a")
    m.play("lose 17SD")
    assert (asked(m), units_offered(m, "lose")) == (("german", "lose-step"), {"5.ID", "6.ID"})
    m.play("lose 6.ID")
    assert (stack(m, "0505"), stack(m, "0605")) == ({"5.ID", "6.ID"}, {"56SD"})
    assert unit(m, "6.ID").strength == "4-7"
    assert asked(m) == ("german", "german-mechanised")


@pytest.mark.rule("guderian", "9.67a", "9.87")
def test_after_an_engagement_nobody_enters_a_hex_that_has_become_empty() -> None:
    m = german_attack("6.ID", "17SD", 5, **{"0101": "GD"})
    assert (result(m), lost(m)) == ("Eng", ["17SD"])
    assert asked(m) == ("german", "german-mechanised")
    m = soviet_attack("123SD", "6.ID:3", 5)
    assert (result(m), lost(m)) == ("Eng", ["123SD"])
    assert unit(m, "6.ID").strength == "2-7"
    assert asked(m)[1] == "soviet-interdiction"


@pytest.mark.rule("guderian", "9.67b")
def test_an_engaged_overrun_stops_where_it_began() -> None:
    units = {"0505": "25/7 6/7 7/7", "0605": "17SD 56SD", "1005": "Konev", "0101": "GD"}
    m = position(units, phase=GERMAN_MOVEMENT, dice=[4])
    play(m, "overrun 0605 25/7 6/7 7/7 go")  # 8 to 7
    assert result(m) == "Eng"
    play(m, "lose 17SD", "lose 6/7")
    assert (stack(m, "0505"), stack(m, "0605")) == ({"25/7", "6/7", "7/7"}, {"56SD"})
    assert "disrupted" not in status(m, "56SD")
    refused(m, "move 25/7 0405", "6.52a")
    assert "overrun" not in offered(m)
