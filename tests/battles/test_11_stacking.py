"""11.1 Stacking."""

from __future__ import annotations

import pytest

from grognard.games.battles.reinforcements import begin_reinforcement
from grognard.games.battles.rules import standard
from grognard.games.battles.stacking import equivalents, fits, overstacked
from tests.battles.field import at, field
from tests.battles.march import march


@pytest.mark.rule("battles", "11.1a", "G67")
@pytest.mark.example("battles", "11.1.1", "11.1.2", "11.1.3", "11.1.4")
@pytest.mark.parametrize(
    ("units", "halves"),
    [
        ("76RD 60RD HQ-47A", 9),  # two rifle divisions and an HQ
        ("50/3TC 51/3TC 103/3TC 86G", 8),  # a tank corps of three brigades and rockets
        ("21/17 55/17 95/17 1131 743", 9),  # three regiments, a brigade and a battalion
        ("35/4 12/4 33/4 KG211 507", 9),  # a panzer division, a Kampfgruppe and Tigers
        ("5R", 6),  # a division of the Axis
        ("3G/2GCC", 2),  # a cavalry division of the Soviets
    ],
)
def test_example_11_1_what_units_count(units: str, halves: int) -> None:
    g = field({"0505": units})
    assert equivalents(g, g.stack(at(g, "0505"))) == halves
    assert fits(g, g.stack(at(g, "0505")))


@pytest.mark.rule("battles", "11.1a", "G67")
def test_a_soviet_division_the_chart_does_not_name_is_two_regiments() -> None:
    rules = standard("uman")
    halves = {name: rules.size[rules.unit_by_id[name]] for name in ("15MD", "11TD", "44Mt", "80RD")}
    assert halves == {"15MD": 4, "11TD": 2, "44Mt": 3, "80RD": 4}  # motorised infantry is neither armour nor mech


@pytest.mark.rule("battles", "11.1a")
def test_half_a_regiment_too_many_does_not_fit() -> None:
    g = field({"0505": "35/4 12/4 33/4 KG211 507 743"})
    assert not fits(g, g.stack(at(g, "0505")))
    assert overstacked(g, "axis") == [at(g, "0505")]
    assert overstacked(g, "soviet") == []


@pytest.mark.rule("battles", "11.1b", "G75")
def test_units_pass_through_a_full_hex_and_the_check_comes_at_the_end_of_the_phase() -> None:
    units = {"0505": "35/4 12/4 33/4 KG211", "0504": "21/17", "0405": "55/17"}
    m = march(units)
    m.play("move 21/17 0506")  # through 0505 or not, nobody minds
    m.play("move 55/17 0505")
    assert overstacked(m.g, "axis")
    m.play("move 55/17 0504", "end")
    assert m.asked[1] != "overstack"


@pytest.mark.rule("battles", "14.0f", "11.1b")
def test_an_hq_given_up_for_want_of_room_is_not_replaced() -> None:
    m = march({"0505": "35/4 12/4 33/4 KG211 507 HQ-39PzK"}).play("end", "lose HQ-39PzK")
    m.g.thaw()
    begin_reinforcement(m.g, "axis")
    assert not m.g.due


@pytest.mark.rule("battles", "11.1b")
@pytest.mark.parametrize("phase", ["axis-movement", "axis-mechanised"])
def test_the_owner_eliminates_units_of_his_choice_until_the_limit_is_met(phase: str) -> None:
    m = march({"0505": "35/4 12/4 33/4 KG211 507 743"}, phase).play("end")
    assert m.asked == ("axis", "overstack")
    assert m.offered("lose") == {"35/4", "12/4", "33/4", "KG211", "507", "743"}
    m.play("lose KG211")
    assert m.where("KG211") == ""
    assert m.asked[1] != "overstack"
