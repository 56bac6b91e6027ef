"""11.2 Division and corps integrity."""

from __future__ import annotations

import pytest

from grognard.games.battles.position import DEFENDED, RETREATED
from tests.battles.field import field, ground, unit
from tests.battles.fray import Fray, claims

HQS = {"0205": "HQ-39PzK", "1205": "HQ-2TA"}
WOODS = ground(woods="0605")


def integrity(
    units: dict[str, str], action: str, side: str = "axis", attack: str = "HQ-39PzK HQ-2TA"
) -> dict[str, str]:
    """The integrity shifts in the preview of an attack, by rule."""
    m = Fray(field({**HQS, **units}, f"{side}-combat", attack=attack))
    return {rule: value for rule, value in claims(m.preview(action)).items() if rule.startswith(("11.2", "8."))}


@pytest.mark.rule("battles", "11.2a", "11.2p", "G65")
def test_two_attackers_of_a_formation_in_one_hex_have_integrity() -> None:
    there = {"0605": "57/3TC"}
    assert integrity({"0505": "35/4 12/4", **there}, "attack 0605 35/4 12/4") == {"11.2a": "2R"}
    assert integrity({"0505": "35/4", "0506": "12/4", **there}, "attack 0605 35/4 12/4") == {}
    # G65: both must take part, one looking on is not enough
    assert integrity({"0505": "35/4 12/4", **there}, "attack 0605 35/4") == {}


@pytest.mark.rule("battles", "11.2b")
def test_defenders_need_a_sister_beside_them_or_with_them() -> None:
    us = {"0505": "35/4"}
    assert integrity({**us, "0605": "57/3TC 50/3TC"}, "attack 0605 35/4") == {}  # 3TC has none in this scenario
    assert integrity({**us, "0605": "58G/8GTk 59G/8GTk"}, "attack 0605 35/4") == {"11.2b": "1L"}
    assert integrity({**us, "0605": "58G/8GTk", "0705": "59G/8GTk"}, "attack 0605 35/4") == {"11.2b": "1L"}
    assert integrity({**us, "0605": "58G/8GTk", "0805": "59G/8GTk"}, "attack 0605 35/4") == {}


@pytest.mark.rule("battles", "11.2b", "12.1c", "G68")
def test_a_sister_who_has_fled_into_the_hex_gives_nothing() -> None:
    g = field({**HQS, "0505": "35/4", "0605": "58G/8GTk 59G/8GTk"}, attack="HQ-39PzK HQ-2TA")
    g.flags[unit(g, "59G/8GTk")] |= DEFENDED | RETREATED
    assert "11.2b" not in claims(Fray(g).preview("attack 0605 35/4"))


@pytest.mark.rule("battles", "11.2c", "G65")
def test_another_formation_in_the_hex_spoils_it_and_an_independent_unit_does_not() -> None:
    there = {"0605": "57/3TC"}
    # even if the stranger takes no part (G65)
    assert integrity({"0505": "35/4 12/4 73/19", **there}, "attack 0605 35/4 12/4") == {}
    assert integrity({"0505": "35/4 12/4 507", **there}, "attack 0605 35/4 12/4 507") == {"11.2a": "2R"}
    assert integrity({"0505": "35/4", "0605": "58G/8GTk 59G/8GTk 50/3TC"}, "attack 0605 35/4") == {}
    # a stranger in the sister's hex does no harm (G65)
    beside = {"0605": "58G/8GTk", "0705": "59G/8GTk 50/3TC"}
    assert integrity({"0505": "35/4", **beside}, "attack 0605 35/4") == {"11.2b": "1L"}


@pytest.mark.rule("battles", "11.2d")
def test_the_scenario_says_how_much_and_a_combat_has_two_at_most() -> None:
    two = {"0505": "35/4 12/4", "0506": "27/19 73/19", "0605": "57/3TC"}
    assert integrity(two, "attack 0605 35/4 12/4 27/19 73/19") == {"11.2a": "2R"}  # one formation counts
    corps = {"0605": "58G/8GTk 59G/8GTk", "0505": "33/4"}
    assert integrity(corps, "attack 0505 58G/8GTk 59G/8GTk", "soviet") == {"11.2a": "1R"}
    mighty = ground(plan={"integrity": {"4": [3, 3]}})
    m = Fray(field({**HQS, "0505": "35/4 12/4", "0605": "57/3TC"}, rules=mighty, attack="HQ-39PzK"))
    assert claims(m.preview("attack 0605 35/4 12/4"))["11.2a"] == "2R"


@pytest.mark.rule("battles", "8.3e", "8.4e")
def test_in_general_supply_it_is_halved() -> None:
    there = {"0505": "35/4 12/4", "0605": "57/3TC"}
    assert integrity(there, "attack 0605 35/4 12/4", attack="") == {"11.2a": "2R", "8.3e": "1L"}
    assert integrity(there, "attack 0605 35/4 12/4", attack="HQ-39PzK") == {"11.2a": "2R"}
    # half of one is still one
    corps = {"0605": "58G/8GTk 59G/8GTk", "0505": "33/4"}
    assert integrity(corps, "attack 0505 58G/8GTk 59G/8GTk", "soviet", "") == {"11.2a": "1R"}


@pytest.mark.rule("battles", "8.2e")
def test_out_of_supply_it_is_halved_too() -> None:
    # 4 Pz in 0505 is cut off: its own HQ and every way west are gone.
    ring = {"0504": "60RD", "0404": "76RD", "0405": "175RD", "0506": "143RD", "0604": "185RD", "0605": "50/3TC"}
    units = {**ring, "0505": "35/4 12/4", "1205": "HQ-2TA"}
    plan = {"integrity": {"4": [2, 2]}}
    m = Fray(field(units, "soviet-combat", attack="HQ-2TA", rules=ground(plan=plan)))
    found = claims(m.preview("attack 0505 50/3TC"))
    assert (found["11.2b"], found["8.2e"]) == ("2L", "1R")


@pytest.mark.rule("battles", "11.2e")
def test_it_is_judged_when_the_attack_is_made() -> None:
    # 8GTk loses the brigade beside the one attacked next: its integrity is gone with it.
    units = {**HQS, "0505": "35/4 12/4 33/4", "0506": "27/19", "0605": "58G/8GTk", "0606": "59G/8GTk"}
    g = field(units, attack="HQ-39PzK")
    g.level[g.unit("59G/8GTk")] = 1
    m = Fray(g, [1])
    assert claims(m.preview("attack 0605 35/4 12/4 33/4"))["11.2b"] == "1L"
    m.play("attack 0606 27/19 go", "declare HQ-39PzK HQ-39PzK go", "stay")
    assert (m.result, m.where("59G/8GTk")) == ("0/1*", "")
    assert "11.2b" not in claims(m.preview("attack 0605 35/4 12/4 33/4"))


@pytest.mark.rule("battles", "11.2c", "12.3.4b", "12.3c")
@pytest.mark.example("battles", "11.2a")
def test_hermann_goering_and_tigers_against_a_guards_tank_corps() -> None:
    g = field({**HQS, "0505": "Pz/HG 1/HG 2/HG 507", "0605": "58G/8GTk 59G/8GTk 60G/8GTk"}, attack="HQ-39PzK HQ-2TA")
    g.level[g.unit("60G/8GTk")] = 1  # defence 3+3+1
    m = Fray(g)
    found = m.preview("attack 0605 Pz/HG 1/HG 2/HG 507")
    assert (found.attack, found.defence, found.column) == ("11", "7", "3:1")
    assert claims(found) == {"12.3.4a": "1R", "12.3.4b": "1R", "11.2a": "2R", "12.3.4c": "1L", "11.2b": "1L"}


@pytest.mark.rule("battles", "11.2b", "12.3.1a")
@pytest.mark.example("battles", "11.2b")
def test_two_rifle_divisions_against_a_regiment_in_the_woods() -> None:
    units = {"0605": "233/102", "0604": "232/102", "0705": "60RD", "0706": "76RD", "1205": "HQ-47A", "0205": "HQ-2A"}
    m = Fray(field(units, "soviet-combat", attack="HQ-47A HQ-2A", rules=WOODS))
    found = m.preview("attack 0605 60RD 76RD")
    assert (found.attack, found.defence, found.column) == ("6", "2", "1:1")
    assert claims(found) == {"12.3.1a": "1L", "11.2b": "1L"}
