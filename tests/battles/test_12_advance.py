"""12.7 Advance after combat."""

from __future__ import annotations

from typing import Any

import pytest

from tests.battles.field import at, field, ground
from tests.battles.fray import Fray, refused

HQS = {"0205": "HQ-39PzK", "1205": "HQ-2TA", "0206": "HQ-9A"}


def won(units: dict[str, str], attack: str, result: str, *, hex: str = "0605", **more: Any) -> Fray:
    """An Axis attack with that result."""
    g = field({**HQS, **units}, attack="HQ-39PzK HQ-2TA HQ-9A", **more)
    for die in range(1, 7):
        m = Fray(g.copy(), [die]).play(f"attack {hex} {attack} go")
        while m.asked[1] == "declare":
            m.play("go")
        if m.result == result:
            return m
    raise AssertionError(f"no die gives {result}")


PZ = {"0505": "35/4 12/4 33/4", "0605": "57/3TC"}
ALL = "35/4 12/4 33/4"  # 10 to 3, armour and integrity: 6:1
INF = {"0506": "1131"}


@pytest.mark.rule("battles", "12.7p", "12.7e", "12.7g", "G39")
def test_victors_follow_the_path_of_retreat_as_far_as_they_like() -> None:
    m = won({**PZ, **INF}, f"{ALL} 1131", "0/2").play("retreat", "retreat 0705", "retreat 0804")
    # G39: not into the hex where the loser stands; infantry goes as far as the path leads
    assert m.offered("advance 1131") >= {"0605", "0705"}
    refused(m, "advance 35/4 0706", "12.7g")
    refused(m, "advance 35/4 0804", "12.7g")
    m.play("advance 1131 0705", "advance 35/4 12/4 0605", "stay")
    assert (m.where("1131"), m.where("35/4"), m.where("33/4")) == ("0705", "0605", "0505")


@pytest.mark.rule("battles", "12.7c", "12.7b")
def test_nobody_must_advance_and_later_is_too_late() -> None:
    m = won(PZ, ALL, "0/2").play("retreat", "retreat 0705", "retreat 0804")
    assert "stay" in m.offered()
    m.play("stay")
    assert (m.asked[1], m.advances) == ("axis-combat", [])


@pytest.mark.rule("battles", "12.7a")
def test_the_defender_advances_only_if_the_attacker_alone_was_hit_and_left() -> None:
    m = won({"0505": "12/4", "0605": "57/3TC"}, "12/4", "1/0").play("retreat", "retreat 0404")
    assert (m.asked, m.offered("advance")) == (("soviet", "advance"), {"57/3TC"})
    m.play("advance 57/3TC 0505")
    assert m.where("57/3TC") == "0505"
    m = won({"0505": "12/4", "0605": "57/3TC"}, "12/4", "1/1").play("retreat", "retreat 0404")
    assert m.asked[1] == "axis-combat"  # a split result
    m = won({"0505": "12/4", "0605": "57/3TC"}, "12/4", "1/0").play("lose 12/4")
    assert m.asked[1] == "axis-combat"  # he is still there


@pytest.mark.rule("battles", "12.7a")
def test_attackers_who_took_steps_in_a_split_result_advance_and_those_who_fled_do_not() -> None:
    m = won({"0505": "27/19 73/19 74/19", "0605": "57/3TC"}, "27/19 73/19 74/19", "1/2")
    m.play("lose 73/19", "retreat", "retreat 0705", "retreat 0804")
    assert (m.asked, m.offered("advance")) == (("axis", "advance"), {"27/19", "73/19", "74/19"})
    m = won({"0505": "27/19 73/19 74/19", "0605": "57/3TC"}, "27/19 73/19 74/19", "1/2")
    m.play("retreat", "retreat 0404", "retreat", "retreat 0705")
    assert m.asked[1] == "axis-combat"


@pytest.mark.rule("battles", "12.7d")
def test_who_has_advanced_neither_attacks_nor_is_attacked() -> None:
    m = won({**PZ, "0604": "15/16TC"}, ALL, "0/2").play(
        "retreat", "retreat 0706", "retreat 0806", "advance 35/4 0605", "stay"
    )
    refused(m, "attack 0604 35/4 go", "12.1c")  # it has attacked besides
    m = won({"0505": "12/4", "0605": "57/3TC", "0405": "33/4"}, "12/4", "1/0").play("retreat", "retreat 0404")
    m.play("advance 57/3TC 0505")
    refused(m, "attack 0505 33/4 go", "12.7d")


@pytest.mark.rule("battles", "12.7f")
def test_enemy_zones_do_not_matter() -> None:
    m = won({**PZ, "0806": "15/16TC"}, ALL, "0/2").play("retreat", "retreat 0705", "retreat 0804")
    m.play("advance 35/4 0705")  # beside 0806
    assert m.where("35/4") == "0705"


DEAD = {"0505": "35/4 12/4 33/4", "0605": "86G"}


@pytest.mark.rule("battles", "12.7h")
def test_after_elimination_mobile_units_go_two_hexes_and_infantry_one() -> None:
    m = won({**DEAD, **INF, "0706": "87Mc"}, f"{ALL} 1131", "0/E")
    assert m.offered("advance 1131") - {"35/4", "12/4", "33/4"} == {"0605"}
    assert m.offered("advance 35/4") >= {"0605", "0604", "0705", "0606"}
    assert "0706" not in m.offered("advance 35/4")  # not empty
    refused(m, "advance 1131 0705", "12.7g")
    m.play("advance 35/4 0705")
    assert m.advances[-1][1] == ("0505", "0605", "0705")


@pytest.mark.rule("battles", "12.7i")
@pytest.mark.example("battles", "tec.swamp")
def test_swamps_works_and_the_far_bank_end_an_advance() -> None:
    for there in (ground(swamp="0605"), ground(major="0505/se")):
        m = won(DEAD, ALL, "0/3*", rules=there)
        assert m.offered("advance 35/4") - {"12/4", "33/4"} == {"0605"}
    # on the path of a retreat too
    m = won(PZ, ALL, "0/2", rules=ground(swamp="0705")).play("retreat", "retreat 0705", "retreat 0805")
    assert m.offered("advance 35/4") >= {"0605", "0705"}
    m = won(PZ, ALL, "0/1*", rules=ground(major="0505/se"))
    g = field({})
    m = won(DEAD, ALL, "0/3*", forts={at(g, "0605"): 1})
    assert m.offered("advance 35/4") - {"12/4", "33/4"} == {"0605"}


@pytest.mark.rule("battles", "11.1c")
def test_no_advance_overstacks() -> None:
    units = {"0505": "35/4 12/4 33/4", "0506": "27/19 73/19 74/19", "0605": "86G"}
    m = won(units, f"{ALL} 27/19 73/19 74/19", "0/E")
    m.play("advance 35/4 12/4 33/4 0605", "advance 27/19 0605")
    assert m.offered("advance 73/19") & {"0605"} == set()
    refused(m, "advance 73/19 0605", "11.1c")


@pytest.mark.rule("battles", "12.7q")
def test_nobody_advances_after_an_overrun() -> None:
    m = Fray(field({**HQS, "0505": "35/4 12/4 33/4", "0605": "86G"}, "axis-movement", attack="HQ-39PzK"), [6])
    m.overrun("0605", "35/4", "12/4", "33/4")
    assert (m.where("86G"), m.advances, m.over) == ("", [], True)
