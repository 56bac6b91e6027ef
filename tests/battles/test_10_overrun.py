"""10.3 Overrun: who may, whom, from where, what it costs, and what comes after it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.events import Attacked, Moved, Rolled
from grognard.games.battles.position import GENERAL, HALTED
from tests.battles.field import at, ground, unit
from tests.battles.march import March, march, refused

DIVISION = "27/19 73/19 74/19"  # 6-4-8, 3-3-8, 3-3-8, integrity 2R
HQ = {"0305": "HQ-39PzK"}


def ready(units: dict[str, str], phase: str = "axis-movement", **more: Any) -> March:
    """A movement phase with the panzer corps in Attack supply."""
    return march({**HQ, **units}, phase, level=None, attack="HQ-39PzK", **more)


def settle(m: March) -> March:
    """Everybody claims what he has, and whoever is asked loses steps rather than ground."""
    while m.asked[1] in ("declare", "loss-or-retreat", "lose"):
        offered = m.offered()
        m.play("go" if "go" in offered else _first(m))
    return m


def _first(m: March) -> str:
    words: list[str] = []
    while choices := sorted(m.offered(" ".join(words))):
        words.append("lose" if "lose" in choices else choices[0])
    return " ".join(words)


# --- cost and eligibility ---------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "10.3a", "10.3f", "10.3p")
def test_example_10_3a_two_hexes_and_an_overrun_of_a_clear_hex_cost_five_points() -> None:
    m = ready({"0405": DIVISION, "0706": "20RD", "0805": "HQ-2TA"}, dice=[6])
    m.play(f"move {DIVISION} 0605", f"overrun 0706 {DIVISION} go")
    settle(m)
    attack = m.all(Attacked)[0]
    assert (attack.attack, attack.how) == (6, "overrun")  # half of 12
    assert m.points("27/19") == 3


@pytest.mark.rule("battles", "10.3a", "G50")
def test_the_hex_hexside_and_interdiction_are_paid_besides_and_roads_help() -> None:
    def left(rules: Any, **facts: Any) -> float:
        m = ready({"0405": "27/19", "0505": "HQ-2TA"}, rules=rules, dice=[6], **facts).play("overrun 0505 27/19 go")
        return settle(m).points("27/19")

    assert left(ground()) == 8 - 3
    assert left(ground(woods="0505")) == 8 - 4
    assert left(ground(woods="0505", road="0405 0505")) == 8 - 2.5
    assert left(ground(minor="0405/ne")) == 8 - 4
    there = at(ready({}).g, "0505")
    assert left(ground(), interdicted={there: "soviet"}) == 8 - 5


@pytest.mark.rule("battles", "10.3a", "G28")
def test_the_points_must_be_there_and_the_one_hex_minimum_does_not_help() -> None:
    m = ready({"0405": "27/19", "0505": "HQ-2TA"}, "axis-mechanised", rules=ground(woods="0505", minor="0405/ne"))
    assert m.points("27/19") == 4
    refused(m, "overrun 0505 27/19 go", "10.3a")  # 2 + 2 + 1


@pytest.mark.rule("battles", "10.3a")
def test_units_without_an_attack_strength_may_not_overrun() -> None:
    m = ready({"0405": "27/19 HQ-9A", "0505": "HQ-2TA"})
    refused(m, "overrun 0505 HQ-9A go", "10.3a")


@pytest.mark.rule("battles", "10.3b")
def test_only_armour_mechanised_and_motorised_units_overrun_in_the_mechanised_phase() -> None:
    units = {"0405": "27/19 1Hus 21/17", "0505": "HQ-2TA", "0304": "HQ-9A"}
    initial = march({**HQ, **units}, level=None, attack="HQ-39PzK HQ-9A")
    assert initial.offered("overrun 0505") == {"27/19", "1Hus", "21/17"}
    later = march({**HQ, **units}, "axis-mechanised", level=None, attack="HQ-39PzK HQ-9A")
    assert later.offered("overrun 0505") == {"27/19"}
    refused(later, "overrun 0505 1Hus go", "10.3b")


@pytest.mark.rule("battles", "10.3c")
@pytest.mark.example("battles", "tec.swamp")
@pytest.mark.parametrize("terrain", ["swamp", "mountain", "city", "major_city"])
def test_some_hexes_cannot_be_overrun(terrain: str) -> None:
    features: dict[str, Any] = {terrain: "0505"}
    m = ready({"0405": "27/19", "0505": "HQ-2TA"}, rules=ground(**features))
    assert "overrun" not in m.offered()
    refused(m, "overrun 0505 27/19 go", "10.3c")


@pytest.mark.rule("battles", "10.3c")
def test_forts_fortresses_and_hexes_over_a_major_river_cannot_be_overrun() -> None:
    there = at(ready({}).g, "0505")
    refused(ready({"0405": "27/19", "0505": "HQ-2TA"}, forts={there: 1}), "overrun 0505 27/19 go", "10.3c")
    fortress = ground(plan={"fortresses": [{"hex": "0505", "side": "soviet"}]})
    refused(ready({"0405": "27/19", "0505": "HQ-2TA"}, rules=fortress), "overrun 0505 27/19 go", "10.3c")
    river = ground(major="0405/ne", road="0405 0505")
    m = ready({"0405": "27/19", "0404": "73/19", "0505": "HQ-2TA"}, rules=river)
    refused(m, "overrun 0505 27/19 go", "10.3c")
    assert m.offered("overrun 0505") == {"73/19"}


@pytest.mark.rule("battles", "10.3c")
def test_overrunners_pass_through_friends_who_take_no_part() -> None:
    m = ready({"0405": "27/19", "0505": "12/4", "0605": "HQ-2TA"}, dice=[6])
    m.play("move 27/19 0505")
    assert "12/4" not in m.offered("overrun 0605 27/19")
    settle(m.play("overrun 0605 27/19 go"))
    assert m.where("27/19") == "0605"
    assert m.where("12/4") == "0505"


@pytest.mark.rule("battles", "10.3d", "8.2b", "8.3b", "8.4b")
def test_attack_supply_at_the_start_and_in_the_hex_of_the_overrun() -> None:
    general = march({**HQ, "0405": "27/19", "0505": "HQ-2TA"}, level=None)
    refused(general, "overrun 0505 27/19 go", "10.3d")
    far = march({"0105": "HQ-39PzK", "0605": "27/19", "0905": "HQ-2TA"}, level=None, attack="HQ-39PzK")
    far.play("move 27/19 0805")  # in range of its HQ at the start, seven hexes from it now
    refused(far, "overrun 0905 27/19 go", "10.3d")


@pytest.mark.rule("battles", "17.0")
def test_weather_may_forbid_overruns() -> None:
    rules = ground(plan={"weather_states": {"mud": {"overruns": False}}})
    m = ready({"0405": "27/19", "0505": "HQ-2TA"}, rules=rules, weather="mud")
    refused(m, "overrun 0505 27/19 go", "17.0")


# --- zones ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "10.3e")
def test_a_unit_that_has_disengaged_may_not_overrun() -> None:
    m = ready({"0405": "27/19", "0505": "50/3TC", "0407": "HQ-2TA"})
    m.play("move 27/19 0406")
    refused(m, "overrun 0407 27/19 go", "10.3e")


@pytest.mark.rule("battles", "10.3g", "G49", "9.0e", "9.0g")
def test_the_zone_of_the_target_is_ignored_and_that_of_others_is_not() -> None:
    m = ready({"0405": "27/19", "0505": "50/3TC"})  # it begins the phase in the zone of the target
    assert "27/19" in m.offered("overrun 0505")
    two = ready({"0405": "27/19", "0505": "50/3TC", "0406": "51/3TC"})
    assert "overrun" not in two.offered()
    refused(two, "overrun 0505 27/19 go", "10.3g")


@pytest.mark.rule("battles", "10.1d", "10.4a", "9.0g")
def test_who_overran_from_the_hex_it_began_in_may_still_disengage() -> None:
    began = ready({"0405": "27/19", "0505": "20RD"}, dice=[5])
    settle(began.play("overrun 0505 27/19 go"))
    assert (began.where("20RD"), began.points("27/19")) == ("0505", 5)
    assert began.why("move 27/19 0305")
    came = ready({"0304": "27/19", "0505": "20RD"}, dice=[5])
    settle(came.play("move 27/19 0405", "overrun 0505 27/19 go"))
    refused(came, "move 27/19 0305", "10.1d")


@pytest.mark.rule("battles", "10.1d", "9.0e")
def test_who_has_stopped_in_a_zone_stays_though_others_overrun_the_enemy() -> None:
    m = ready({"0404": DIVISION, "0304": "12/4", "0505": "87Mc"}, dice=[4])
    m.play("move 12/4 0405", f"overrun 0505 {DIVISION} go", "occupy 27/19", "stay")
    assert m.where("87Mc") == ""
    refused(m, "move 12/4 0406", "10.1d")  # it has come into a zone
    assert m.why("move 73/19 0504")  # those who overran the enemy go on


@pytest.mark.rule("battles", "10.1d", "10.4a")
def test_a_zone_that_has_come_to_a_unit_is_left_by_disengagement() -> None:
    m = ready({"0405": "12/4", "0805": "50/3TC"}).play("move 12/4 0505")
    m.g.thaw()
    m.g.enter(unit(m.g, "50/3TC"), at(m.g, "0605"))  # as after an overrun of others: it falls back to 0605
    m.g.freeze()
    m.play("move 12/4 0404")
    assert m.points("12/4") == 8 - 1 - 2 - 1


@pytest.mark.rule("battles", "10.3e", "10.3g", "10.3j")
def test_one_overrun_after_the_other_while_the_points_last() -> None:
    m = ready({"0405": DIVISION, "0505": "HQ-2TA", "0605": "HQ-47A"}, dice=[5, 5])
    settle(m.play(f"overrun 0505 {DIVISION} go"))
    m.play("occupy 27/19", "occupy 73/19", "occupy 74/19")
    assert m.points("27/19") == 5
    settle(m.play(f"overrun 0605 {DIVISION} go"))
    assert m.asked[1] == "occupy"


@pytest.mark.rule("battles", "10.3j")
def test_the_same_unit_may_be_overrun_again() -> None:
    m = ready({"0405": "27/19", "0404": "73/19", "0505": "20RD"}, dice=[3, 3])
    settle(m.play("overrun 0505 73/19 go"))
    assert m.where("20RD") == "0505"
    assert "27/19" in m.offered("overrun 0505")


# --- companies --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "10.3h")
def test_units_that_began_together_and_moved_together_overrun_together() -> None:
    m = ready({"0404": DIVISION, "0605": "HQ-2TA"})
    m.play(f"move {DIVISION} 0505")
    assert m.offered("overrun 0605 27/19") == {"73/19", "74/19", "go"}


@pytest.mark.rule("battles", "10.3h")
def test_units_that_have_parted_do_not() -> None:
    m = ready({"0404": DIVISION, "0405": "35/4", "0605": "HQ-2TA"})
    m.play("move 27/19 73/19 0505", "move 74/19 0505", "move 35/4 0505")
    assert m.offered("overrun 0605 27/19") == {"73/19", "go"}
    refused(m, "overrun 0605 27/19 74/19 go", "10.3h")  # it came by itself
    refused(m, "overrun 0605 27/19 35/4 go", "10.3h")  # it began elsewhere
    assert m.offered("overrun 0605 74/19") == {"go"}


@pytest.mark.rule("battles", "10.3h")
def test_other_units_that_move_in_between_part_nobody() -> None:
    m = ready({"0404": DIVISION, "0805": "35/4", "0605": "HQ-2TA"})
    m.play("move 27/19 73/19 0504", "move 35/4 0804", "move 27/19 73/19 0505")
    assert "73/19" in m.offered("overrun 0605 27/19")


# --- outcome ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "10.3i", "10.3a", "12.5q", "G15")
def test_one_of_the_overrunners_must_enter_and_the_others_may_go_on() -> None:
    m = settle(ready({"0405": DIVISION, "0505": "HQ-2TA"}, dice=[5]).play(f"overrun 0505 {DIVISION} go"))
    assert m.asked == ("axis", "occupy")
    assert m.offered() == {"occupy"}  # nobody may stay until one has entered
    m.play("occupy 73/19")
    assert m.offered() == {"occupy", "stay"}
    m.play("stay")
    assert (m.where("73/19"), m.where("27/19")) == ("0505", "0405")
    assert m.points("73/19") == m.points("27/19") == 5
    m.play("move 73/19 0605", "move 27/19 0406")
    assert [e.unit for e in m.all(Moved)] == ["73/19", "73/19", "27/19"]


@pytest.mark.rule("battles", "10.3h", "10.3i")
def test_those_who_entered_and_those_who_stayed_are_parted() -> None:
    m = ready({"0405": DIVISION, "0505": "HQ-2TA", "0506": "HQ-47A"}, dice=[5]).play(f"overrun 0505 {DIVISION} go")
    settle(m)
    m.play("occupy 73/19", "stay", "move 27/19 0505")
    assert "27/19" not in m.offered("overrun 0506 73/19")


@pytest.mark.rule("battles", "10.3i", "12.5q")
def test_any_result_against_the_overrunners_ends_their_movement() -> None:
    m = settle(ready({"0405": DIVISION, "0505": "50/3TC"}, dice=[3]).play(f"overrun 0505 {DIVISION} go"))
    assert m.all(Rolled)[-1].result == "1/2"
    assert m.g.flags[unit(m.g, "27/19")] & HALTED
    assert m.where("27/19") == "0405"  # nobody enters, though the hex may be empty
    for name in DIVISION.split():
        if m.where(name):
            refused(m, f"move {name} 0404", "10.3i")


@pytest.mark.rule("battles", "10.3i", "10.1d")
def test_who_enters_a_hex_in_another_zone_stops_there() -> None:
    m = ready({"0405": "27/19", "0505": "HQ-2TA", "0606": "50/3TC"}, dice=[6])
    settle(m.play("overrun 0505 27/19 go"))
    assert m.where("27/19") == "0505"
    assert m.points("27/19") == 5
    m2 = ready({"0405": "27/19", "0505": "HQ-2TA", "0605": "50/3TC"}, dice=[6])
    settle(m2.play("overrun 0505 27/19 go"))
    refused(m2, "move 27/19 0404", "10.1d")


@pytest.mark.rule("battles", "U1")
def test_orders_forbid_an_overrun_that_leads_astray() -> None:
    plan = {"orders": [{"id": "U1", "colours": "39PzK", "near": "0405", "turns": [2]}]}
    m = ready({"0405": "27/19", "0505": "HQ-2TA"}, rules=ground(plan=plan))
    refused(m, "overrun 0505 27/19 go", "U1")


@pytest.mark.rule("battles", "10.3d", "G74")
def test_marks_of_general_supply_decide_even_if_the_hq_serves_it_now() -> None:
    m = march({**HQ, "0405": "27/19", "0505": "HQ-2TA"}, level=GENERAL, attack="HQ-39PzK")
    refused(m, "overrun 0505 27/19 go", "10.3d")
