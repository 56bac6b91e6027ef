"""12.6 Retreats."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.battles.field import at, field, ground, unit
from tests.battles.fray import Fray, refused

HQS = {"0205": "HQ-39PzK", "1205": "HQ-2TA"}
TANKS = "35/4 12/4 33/4"


def beaten(
    hexes: int = 1, more: dict[str, str] | None = None, defenders: str = "57/3TC", hex: str = "0605", **facts: Any
) -> Fray:
    """4 Pz in 0505 has beaten Soviets in 0605 by 0/1 or 0/2 and they have chosen to retreat."""
    g = field({**HQS, "0505": TANKS, hex: defenders, **(more or {})}, attack="HQ-39PzK HQ-2TA", **facts)
    for attackers, die in product((TANKS, "12/4 33/4", "33/4"), range(1, 7)):
        m = Fray(g.copy(), [die]).play(f"attack {hex} {attackers} go")
        while m.asked[1] == "declare":
            m.play("go")
        if m.result == f"0/{hexes}":
            return m.play("retreat")
    raise AssertionError("no die gives it")


# --- 12.6a-c where ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "12.6a")
def test_each_hex_leads_farther_away() -> None:
    m = beaten(2)
    assert m.offered("retreat") == {"0705", "0706", "0606"}
    m.play("retreat 0705")
    assert m.offered("retreat") == {"0704", "0804", "0805"}
    refused(m, "retreat 0706", "12.6a")  # beside 0605 still
    refused(m, "retreat 0903", "12.6a")  # not next to it
    m.play("retreat 0805")
    assert m.retreats == [("57/3TC", ("0605", "0705", "0805"))]


@pytest.mark.rule("battles", "12.6a")
def test_what_cannot_be_retreated_is_lost_in_steps() -> None:
    # of two hexes only the first can be had
    wall = ground(sea="0704 0804 0805 0806 0707 0607 0507 0704")
    m = beaten(2, rules=wall)
    m.play("retreat 0706")
    assert (m.where("57/3TC"), m.lost) == ("0706", ["57/3TC"])


@pytest.mark.rule("battles", "12.6a", "12.5b2", "G71")
def test_where_nobody_can_go_farther_the_rest_is_a_loss_of_the_whole_force() -> None:
    wall = ground(sea="0704 0804 0805 0806 0707 0607 0507")
    m = beaten(2, rules=wall, defenders="57/3TC 50/3TC").play("retreat 0706")
    assert m.asked == ("soviet", "lose-step")  # one step of two is left, not one of each
    m.play("lose 50/3TC")
    assert (m.where("57/3TC"), m.where("50/3TC"), m.lost) == ("0706", "0706", ["50/3TC"])
    g = field({**HQS, "0505": TANKS, "0605": "57/3TC"}, attack="HQ-39PzK HQ-2TA", rules=wall)
    m = Fray(g, [1]).play(f"attack 0605 {TANKS} go", "go")
    assert (m.result, "they can go 1;" in m.prompt) == ("0/2", True)


@pytest.mark.rule("battles", "12.6b", "9.0j")
def test_not_into_enemies_or_their_zones() -> None:
    m = beaten(1, {"0806": "1131"})
    assert m.offered("retreat") == {"0705", "0606"}
    refused(m, "retreat 0706", "12.6b")
    refused(m, "retreat 0505", "12.6b")
    refused(m, "retreat 0604", "12.6b")


@pytest.mark.rule("battles", "12.6b", "9.0i")
def test_a_friend_who_can_attack_negates_the_zone_and_an_hq_does_not() -> None:
    closed = {"0704": "1131", "0806": "5R", "0607": "KG211"}
    m = beaten(1, {**closed, "0706": "87Mc"})
    assert m.where("57/3TC") == "0706"
    g = field({**HQS, "0505": TANKS, "0605": "57/3TC", "0706": "HQ-47A", **closed}, attack="HQ-39PzK")
    m = Fray(g, [4]).play(f"attack 0605 {TANKS} go", "go")
    assert (m.retreats, m.lost[0]) == ([], "57/3TC")  # no way: it was not asked


@pytest.mark.rule("battles", "12.6c")
def test_not_over_water_or_off_the_map() -> None:
    m = beaten(1, rules=ground(sea_sides="0605/ne", lake="0706"))
    assert m.where("57/3TC") == "0606"
    g = field({"1205": "50/3TC 51/3TC 103/3TC", "1305": "12/4", "1206": "HQ-2TA", "0205": "HQ-39PzK", "1304": "60RD"},
              "soviet-combat", attack="HQ-2TA")  # fmt: skip
    m = Fray(g, [4]).play("attack 1305 50/3TC 51/3TC 103/3TC go", "go")
    assert (m.retreats, m.lost[0]) == ([], "12/4")  # in the corner there is no way


@pytest.mark.rule("battles", "12.6c", "G34")
def test_ground_that_is_closed_to_a_unit_is_no_way() -> None:
    m = beaten(1, rules=ground(mountain="0705"))  # G34: a motorised brigade
    assert m.offered("retreat") == {"0706", "0606"}
    refused(m, "retreat 0705", "12.6c")


# --- 12.6f friends ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "12.6f")
def test_the_end_must_be_vacant_if_it_can() -> None:
    m = beaten(1, {"0705": "87Mc"})
    assert m.offered("retreat") == {"0706", "0606"}
    refused(m, "retreat 0705", "12.6f")
    m = beaten(1, {"0705": "87Mc", "0706": "86G", "0606": "62G"})
    assert m.offered("retreat") == {"0705", "0706", "0606"}


CORPS = {"0605": "58G/8GTk 59G/8GTk", "0604": "60RD", "1206": "HQ-47A", "1205": "HQ-2TA", "0205": "HQ-2A"}
AIR = ground(plan={"air": {"rows": {"1": {"soviet": 1}}}})


def example() -> Fray:
    """Example 12.6: 0/2 on two regiments in 0505; the third of the division is in 0404."""
    units = {**CORPS, "0505": "232/102 233/102", "0404": "84/102"}
    g = field(units, "soviet-combat", attack="HQ-47A HQ-2TA HQ-2A", rules=AIR, air={"axis": 0, "soviet": 1})
    m = Fray(g, [6]).play("attack 0505 58G/8GTk 59G/8GTk 60RD go")
    assert (m.preview().attack, m.preview().defence, m.preview().column) == ("9", "4", "2:1")
    m.play("declare HQ-2TA air go", "go")
    assert (m.column, m.result) == ("4:1", "0/2")
    return m.play("retreat")


@pytest.mark.rule("battles", "12.6f", "13.0b", "12.4c")
@pytest.mark.example("battles", "12.6")
def test_a_retreat_through_friends_takes_them_along() -> None:
    m = example()
    assert {"0404", "0405"} <= m.offered("retreat")
    m.play("retreat 0404", "retreat 0304")
    assert {m.where(u) for u in ("232/102", "233/102", "84/102")} == {"0304"}
    assert ("84/102", ("0404", "0304")) in m.retreats
    m = example().play("retreat 0405", "retreat 0305")
    assert (m.where("232/102"), m.where("84/102")) == ("0305", "0404")


@pytest.mark.rule("battles", "12.7p", "12.7e", "12.7h")
@pytest.mark.example("battles", "12.7")
def test_infantry_and_tanks_advance_along_the_path() -> None:
    m = example().play("retreat 0404", "retreat 0304")
    assert m.asked == ("soviet", "advance")
    assert m.offered("advance 60RD") == {"0505", "0404", "58G/8GTk", "59G/8GTk"}
    m.play("advance 60RD 0505", "advance 58G/8GTk 59G/8GTk 0404")
    assert (m.where("60RD"), m.where("58G/8GTk"), m.where("59G/8GTk")) == ("0505", "0404", "0404")
    # had the Germans been eliminated, the corps could go on to any empty hex beside theirs
    units = {**CORPS, "0505": "233/102"}
    g = field(units, "soviet-combat", attack="HQ-47A HQ-2TA HQ-2A", rules=AIR)
    g.level[unit(g, "233/102")] = 1
    m = Fray(g, [3]).play("attack 0505 58G/8GTk 59G/8GTk 60RD go", "go", "go")
    assert m.where("233/102") == ""
    assert m.offered("advance 58G/8GTk") >= {"0505", "0404", "0405", "0506", "0504"}
    assert m.offered("advance 60RD") & {"0404", "0405"} == set()


@pytest.mark.rule("battles", "12.6f", "G32")
def test_who_cannot_move_stays_behind() -> None:
    units = {**CORPS, "0505": "232/102 233/102", "0404": "Gar-W KG211"}  # G32
    g = field(units, "soviet-combat", attack="HQ-47A HQ-2TA HQ-2A", rules=AIR, air={"axis": 0, "soviet": 1})
    m = Fray(g, [6]).play("attack 0505 58G/8GTk 59G/8GTk 60RD go", "declare HQ-2TA air go", "go", "retreat")
    m.play("retreat 0404", "retreat 0304")
    assert (m.where("Gar-W"), m.where("KG211")) == ("0404", "0304")


@pytest.mark.rule("battles", "12.6f", "11.1c", "G33")
def test_without_room_the_retreat_goes_a_hex_farther() -> None:
    # 0706 is the only way, and there two rifle divisions leave no room for a brigade.
    shut = ground(sea="0705 0606")
    m = beaten(1, {"0706": "60RD 76RD"}, rules=shut)
    assert m.prompt.endswith("from 0706, hex 2 of 2")
    m.play("retreat 0806")
    assert (m.where("57/3TC"), m.where("60RD")) == ("0806", "0706")  # G33: the others stay


@pytest.mark.rule("battles", "11.1c")
def test_without_room_and_without_a_way_the_excess_is_eliminated() -> None:
    shut = ground(sea="0705 0606 0805 0806 0707 0607")
    m = beaten(1, {"0706": "60RD 76RD"}, rules=shut)
    assert (m.where("57/3TC"), m.where("60RD"), m.where("76RD")) == ("", "0706", "0706")


# --- 12.6h rivers -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "12.6h", "G35")
def test_an_unbridged_major_river_takes_a_step() -> None:
    river = "0605/ne 0605/se 0605/s"
    m = beaten(1, rules=ground(major=river)).play("retreat 0705")
    assert (m.where("57/3TC"), m.lost) == ("0705", ["57/3TC"])
    # G35: a road is a bridge, as long as it is not blown; so is a bridging unit
    road = ground(major=river, road="0605 0705")
    assert beaten(1, rules=road).play("retreat 0705").lost == []
    g = field({}, rules=road)
    blown = frozenset(((at(g, "0605"), at(g, "0705")), (at(g, "0705"), at(g, "0605"))))
    assert beaten(1, rules=road, blown=blown).play("retreat 0705").lost == ["57/3TC"]
    pontoon = {unit(g, "PonFr"): (at(g, "0605"), 1)}
    m = beaten(1, {"0706": "PonFr 87Mc", "0705": "86G", "0606": "62G"}, rules=ground(major=river), bridges=pontoon)
    assert m.play("retreat 0706").lost == []


@pytest.mark.rule("battles", "12.6h", "12.5b1", "12.5b3")
@pytest.mark.example("battles", "12.6h")
@pytest.mark.parametrize("last", ["step", "hex"])
def test_three_with_an_asterisk_over_the_river(last: str) -> None:
    river = ground(major="0605/ne 0605/se 0605/s")
    units = {**HQS, "0505": TANKS, "0506": "27/19 73/19 74/19", "0605": "57/3TC 15/16TC"}
    g = field(units, attack="HQ-39PzK HQ-2TA", rules=river)
    m = Fray(g, [4]).play(f"attack 0605 {TANKS} 27/19 73/19 74/19 go", "declare HQ-39PzK HQ-39PzK HQ-39PzK go")
    assert m.result == "0/3*"
    assert m.offered() == {"lose"}
    m.play("lose 57/3TC")  # the asterisk
    if last == "step":
        m.play("lose 15/16TC", "retreat", "retreat 0705")  # a further step, one hex over the river
        m.play("lose 57/3TC")  # and the river's step
        assert (m.lost, m.where("15/16TC")) == (["57/3TC", "15/16TC", "57/3TC"], "0705")
    else:
        m.play("retreat", "retreat 0705")  # two hexes, the first over the river
        m.play("retreat 0805")
        assert (m.lost, m.where("57/3TC"), m.where("15/16TC")) == (["57/3TC", "15/16TC"], "0805", "0805")
