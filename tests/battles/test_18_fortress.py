"""18.0a Fortresses and 18.0b the shift of field forts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.battles.field import at, field, ground, unit
from tests.battles.fray import Fray, claims

HQS = {"0205": "HQ-39PzK", "1205": "HQ-2TA"}
FORTRESS = ground(plan={"fortresses": [{"hex": "0605", "side": "soviet"}]})
IN_CITY = ground(plan={"fortresses": [{"hex": "0605", "side": "soviet"}]}, city="0605")
TANKS = "35/4 12/4 33/4"


def stormed(result: str, defenders: str = "57/3TC 15/16TC", **more: Any) -> Fray:
    """An attack on the fortress with that result."""
    units = {**HQS, "0505": TANKS, "0506": "27/19 73/19 74/19", "0605": defenders}
    g = field(units, attack="HQ-39PzK HQ-2TA", rules=FORTRESS, **more)
    for force in (f"{TANKS} 27/19 73/19 74/19", TANKS, "33/4"):
        for points in range(4):
            for die in range(1, 7):
                m = Fray(g.copy(), [die]).play(f"attack 0605 {force} go")
                if m.asked[1] == "declare":
                    m.play(" ".join(["declare", *["HQ-39PzK"] * points, "go"]) if points else "go")
                if m.result == result:
                    return m
    raise AssertionError(f"nothing gives {result}")


@pytest.mark.rule("battles", "18.0a")
@pytest.mark.example("battles", "tec.fortress")
def test_a_fortress_is_worth_two_and_three_in_a_city() -> None:
    units = {**HQS, "0505": "12/4", "0605": "57/3TC"}
    assert claims(Fray(field(units, attack="HQ-39PzK", rules=FORTRESS)).preview("attack 0605 12/4")) == {"18.0a": "2L"}
    found = Fray(field(units, attack="HQ-39PzK", rules=IN_CITY)).preview("attack 0605 12/4")
    assert claims(found) == {"12.3.1a": "1L", "18.0a": "2L"}


@pytest.mark.rule("battles", "18.0a1")
@pytest.mark.example("battles", "18.0a")
def test_a_loss_of_two_becomes_one_and_nobody_retreats() -> None:
    m = stormed("0/2")
    assert (m.asked, m.offered()) == (("soviet", "lose-step"), {"lose"})
    m.play("lose 57/3TC")
    assert (m.lost, m.where("57/3TC"), m.asked[1]) == (["57/3TC"], "0605", "axis-combat")


@pytest.mark.rule("battles", "18.0a1", "G37")
def test_one_becomes_none_and_e_is_e() -> None:
    assert stormed("0/1*").lost == []  # G37
    m = stormed("ENG")
    assert m.asked == ("axis", "lose-step")
    assert set(stormed("0/E", "57/3TC").lost) == {"57/3TC"}


@pytest.mark.rule("battles", "18.0a1", "12.2c", "G85")
def test_beside_another_hex_under_attack_the_fortress_is_no_shelter_from_the_result() -> None:
    units = {**HQS, "0505": TANKS, "0605": "57/3TC", "0604": "15/16TC"}
    m = Fray(field(units, attack="HQ-39PzK HQ-2TA", rules=FORTRESS), [6]).play(f"attack 0604 0605 {TANKS} go")
    m.play("declare HQ-39PzK go", "go")
    assert (m.column, m.result) == ("3:1", "1/2")
    m.play("lose 35/4", "retreat", "retreat 0704", "retreat 0804")
    assert (m.where("15/16TC"), m.where("57/3TC")) == ("0804", "")  # two hexes not gone are two steps


@pytest.mark.rule("battles", "18.0a3")
def test_it_serves_its_own_side_and_falls_with_the_first_enemy_in_it() -> None:
    german = ground(plan={"fortresses": [{"hex": "0605", "side": "axis"}]})
    units = {**HQS, "0505": "12/4", "0605": "57/3TC"}
    assert claims(Fray(field(units, attack="HQ-39PzK", rules=german)).preview("attack 0605 12/4")) == {}
    m = stormed("0/E", "57/3TC").play("advance 35/4 0605")
    assert not m.g.fortresses >> at(m.g, "0605") & 1
    assert unit(m.g, "35/4") in m.g.stack(at(m.g, "0605"))


@pytest.mark.rule("battles", "18.0b")
@pytest.mark.parametrize("shift", [1, 2])
def test_a_field_fort_gives_what_is_printed_on_it(shift: int) -> None:
    g = field({**HQS, "0505": "12/4", "0605": "57/3TC"}, attack="HQ-39PzK", rules=ground(woods="0605"))
    g.forts[at(g, "0605")] = shift
    assert claims(Fray(g).preview("attack 0605 12/4")) == {"12.3.1a": "1L", "18.0b": f"{shift}L"}


def sortie(result: str, attackers: str, defenders: str) -> Fray:
    """An attack out of a fortress of the Axis in 0505 with that result."""
    rules = ground(plan={"fortresses": [{"hex": "0505", "side": "axis"}]})
    g = field({**HQS, "0505": attackers, "0605": defenders}, attack="HQ-39PzK HQ-2TA", rules=rules)
    for die in range(1, 7):
        m = Fray(g.copy(), [die]).play(f"attack 0605 {attackers} go")
        while m.asked[1] == "declare":
            m.play("go")
        if m.result == result:
            return m
    raise AssertionError(f"nothing gives {result}")


@pytest.mark.rule("battles", "18.0a1", "12.6p", "G86")
def test_who_attacks_out_of_a_fortress_may_retreat() -> None:
    m = sortie("1/0", "33/4", "58G/8GTk 59G/8GTk")
    assert m.asked == ("axis", "loss-or-retreat")
    m.play("retreat", "retreat 0404")
    assert (m.where("33/4"), m.lost, m.asked) == ("0404", [], ("soviet", "advance"))


@pytest.mark.rule("battles", "12.7p", "12.7a", "G86")
def test_and_advance() -> None:
    m = sortie("0/1", TANKS, "57/3TC").play("retreat", "retreat 0705")
    assert m.asked == ("axis", "advance")
    m.play("advance 12/4 0605", "stay")
    assert (m.where("12/4"), m.where("35/4")) == ("0605", "0505")
