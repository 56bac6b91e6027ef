"""12.3.2, 14.0g, 15: points of HQs and leaders; 13.0b air support; 12.3.3, 19.0 ships."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.battles import combat
from tests.battles.field import at, field, ground, unit
from tests.battles.fray import Fray, claims, refused

HQS = {"0205": "HQ-39PzK", "1205": "HQ-2TA"}
ATTACK = "HQ-39PzK HQ-2TA"
ONE = {"0505": "35/4", "0605": "57/3TC"}


def declaring(units: dict[str, str], action: str = "attack 0605 35/4 go", side: str = "axis", **more: Any) -> Fray:
    """An attack whose attacker is about to declare."""
    more = {"attack": ATTACK, **more}
    return Fray(field({**HQS, **units}, f"{side}-combat", **more), [3, 3, 3]).play(action)


def finish(m: Fray) -> Fray:
    """Take the rest of a combat in steps and stay."""
    while m.asked[1] not in ("axis-combat", "soviet-combat"):
        m.play({"declare": "go", "advance": "stay"}.get(m.asked[1]) or f"lose {min(m.offered('lose'))}")
    return m


# --- HQs --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "12.3.2a", "14.0g")
def test_an_hq_supports_units_of_its_colour_in_range_whatever_lies_between() -> None:
    assert declaring(ONE).offered("declare") == {"HQ-39PzK", "waive"}
    # HQ-9A has nobody of its own in the combat
    m = declaring({**ONE, "0206": "HQ-9A"})
    refused(m, "declare HQ-9A go", "12.3.2a")
    # six hexes away, the seventh is too far
    far = {"1105": "35/4", "1205": "57/3TC", "0505": "HQ-39PzK", "1305": "HQ-2TA", "0205": "87Mc"}
    m = Fray(field({**far, "0405": "HQ-2A"}, attack="HQ-39PzK"), [3]).play("attack 1205 35/4 go")
    assert m.offered("declare") == {"HQ-39PzK", "waive"}
    assert "HQ-39PzK" not in far_out().offered("declare waive") | far_out().offered("declare")


def far_out() -> Fray:
    """The same one hex farther: the HQ is out of range, so 35/4 is in General supply and without its support."""
    units = {"1105": "507", "1205": "57/3TC", "0405": "HQ-39PzK", "1305": "HQ-2TA"}
    return Fray(field(units), [3]).play("attack 1205 507 go")


@pytest.mark.rule("battles", "12.3.2a", "12.3.4p")
def test_its_points_add_to_the_shifts_of_units() -> None:
    m = declaring(ONE)
    assert claims(m.preview("declare HQ-39PzK HQ-39PzK")) == {"12.3.4a": "1R", "14.0g": "2R"}
    assert (m.preview().column, m.preview("declare HQ-39PzK HQ-39PzK").column) == ("2:1", "4:1")


@pytest.mark.rule("battles", "8.4q", "12.3.2b", "15.0c")
@pytest.mark.example("battles", "8.4")
def test_two_of_the_hq_and_one_of_its_leader_in_one_combat_or_in_three() -> None:
    three = {"0505": "35/4", "0507": "12/4", "0509": "33/4", "0605": "57/3TC", "0607": "15/16TC", "0609": "87Mc"}
    m = declaring(three)
    assert claims(m.preview("declare HQ-39PzK HQ-39PzK HQ-39PzK")) == {"12.3.4a": "1R", "14.0g": "2R", "15.0b": "1R"}
    assert "HQ-39PzK" not in m.offered("declare HQ-39PzK HQ-39PzK HQ-39PzK")
    finish(m.play("declare HQ-39PzK go"))
    m.play("attack 0607 12/4 go")
    assert claims(m.preview("declare HQ-39PzK")) == {"14.0g": "1R"}
    finish(m.play("declare HQ-39PzK go"))
    m.play("attack 0609 33/4 go")
    assert claims(m.preview("declare HQ-39PzK")) == {"15.0b": "1R"}  # only the leader is left
    assert "HQ-39PzK" not in m.offered("declare HQ-39PzK")
    finish(m.play("declare HQ-39PzK go"))
    m = declaring(three)
    finish(m.play("declare HQ-39PzK HQ-39PzK HQ-39PzK go"))
    m.play("attack 0607 12/4 go")  # nothing is left to ask for
    assert (m.g.fight, m.column) == (None, "1:1")


@pytest.mark.rule("battles", "8.4q")
def test_the_points_are_there_again_in_the_next_combat_phase() -> None:
    m = declaring(ONE)
    finish(m.play("declare HQ-39PzK HQ-39PzK HQ-39PzK go"))
    assert m.g.spent == {("HQ-39PzK", "attack"): 2, ("Saucken", "attack"): 1}
    m.g.thaw()
    combat.begin_combat(m.g)
    assert (m.g.spent, m.g.general_used, m.g.projected) == ({}, frozenset(), frozenset())


@pytest.mark.rule("battles", "12.4b", "14.0g", "G21")
def test_an_hq_with_defensive_points_supports_a_defence() -> None:
    # G21: HQ-39PzK has 2 in attack and 1 in defence
    m = declaring({"0505": "12/4", "0605": "57/3TC"}, "attack 0505 57/3TC go", "soviet")
    m.play("go")
    assert (m.asked, m.offered("declare")) == (("axis", "declare"), {"HQ-39PzK"})
    assert claims(m.preview("declare HQ-39PzK")) == {"14.0g": "1L"}
    assert "HQ-39PzK" not in m.offered("declare HQ-39PzK")


@pytest.mark.rule("battles", "8.4p", "8.3f")
def test_an_hq_short_of_attack_supply_gives_half() -> None:
    m = declaring(ONE, attack="")
    assert claims(m.preview("declare HQ-39PzK HQ-39PzK HQ-39PzK"))["8.3f"] == "2L"  # 1 + 2 + 1 come to 2


@pytest.mark.rule("battles", "14.0g", "15.0e", "8.3f", "G20")
def test_an_hq_short_of_attack_supply_gives_all_to_one_combat() -> None:
    two = {"0505": "35/4", "0507": "12/4", "0605": "57/3TC", "0607": "15/16TC", "0206": "HQ-9A", "0509": "21/17"}
    m = declaring(two, "attack 0505 57/3TC go", "soviet", attack="HQ-2TA")  # the German HQs are in General supply
    m.play("go", "declare HQ-39PzK go")
    finish(m).play("attack 0507 15/16TC go", "go")
    assert m.g.fight is None  # it has helped once: the defender was not asked again
    model = {"0505": "21/17", "0507": "55/17", "0605": "57/3TC", "0607": "15/16TC", "0206": "HQ-9A"}
    m = declaring(model, "attack 0505 57/3TC go", "soviet", attack="HQ-2TA")
    finish(m.play("go", "declare HQ-9A go"))
    m.play("attack 0507 15/16TC go", "go")
    assert m.g.fight is None  # nor with the points its leader has left
    m = declaring(model, "attack 0505 57/3TC go", "soviet", attack="HQ-2TA HQ-9A")
    finish(m.play("go", "declare HQ-9A go"))
    m.play("attack 0507 15/16TC go", "go")
    assert m.asked == ("axis", "declare")


@pytest.mark.rule("battles", "12.3.2a", "G22")
def test_an_independent_unit_has_the_support_of_the_hq_it_draws_on() -> None:
    m = declaring({"0505": "743", "0605": "57/3TC"}, "attack 0605 743 go")  # G22
    assert "HQ-39PzK" in m.offered("declare")


@pytest.mark.rule("battles", "14.0h", "G51")
def test_an_hq_defends_and_suffers_like_others() -> None:
    m = declaring({"0505": "35/4 12/4 33/4", "0605": "HQ-47A"}, "attack 0605 35/4 12/4 33/4 go")
    assert m.preview().defence == "2"
    m.play("go", "go")
    assert (m.column, m.result) == ("8:1", "0/2*")
    assert m.where("HQ-47A") == ""  # one step (G51)


# --- 15 leaders -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "15.0b", "15.0p", "3.3d")
@pytest.mark.example("battles", "3.3leader")
def test_a_leader_with_2l_helps_defenders_of_his_hq_and_no_attack() -> None:
    units = {"0205": "HQ-9A", "1205": "HQ-2TA", "0505": "1131", "0605": "57/3TC 50/3TC"}
    m = Fray(field(units, "soviet-combat", attack="HQ-9A HQ-2TA"), [3]).play("attack 0505 50/3TC go", "go")
    assert claims(m.preview("declare HQ-9A HQ-9A HQ-9A"))["15.0b"] == "2L"
    m = Fray(field(units, attack="HQ-9A HQ-2TA"), [3]).play("attack 0605 1131 go")
    assert m.offered("declare HQ-9A") == {"go"}  # the HQ's own point is all there is in attack


@pytest.mark.rule("battles", "15.0a")
def test_a_leader_reaches_as_far_as_his_hq() -> None:
    near = {"0505": "1131", "0605": "57/3TC", "1205": "HQ-2TA", "0205": "HQ-9A"}
    m = Fray(field(near, "soviet-combat", attack="HQ-2TA"), [3]).play("attack 0505 57/3TC go", "go")
    assert m.asked == ("axis", "declare")
    far = {"1205": "1131", "1305": "57/3TC", "1302": "HQ-2TA", "0205": "HQ-9A"}  # ten hexes, range nine
    m = Fray(field(far, "soviet-combat", attack="HQ-2TA"), [3]).play("attack 1205 57/3TC go", "go")
    assert m.asked[0] != "axis" or m.asked[1] != "declare"


@pytest.mark.rule("battles", "15.0d")
def test_a_leader_dies_with_his_hq_and_does_not_come_back() -> None:
    m = declaring({"0605": "50/3TC 51/3TC 103/3TC", "0505": "HQ-9A", "0205": "HQ-39PzK"},
                  "attack 0505 50/3TC 51/3TC 103/3TC go", "soviet")  # fmt: skip
    m.g.thaw()
    m.g.eliminate(unit(m.g, "HQ-9A"), "12.5a")
    assert m.g.dead_leaders == {"Model"}
    m.g.enter(unit(m.g, "HQ-9A"), at(m.g, "0204"))  # replaced (14.0f)
    units = {"0204": "HQ-9A", "0505": "1131", "0605": "57/3TC", "1205": "HQ-2TA"}
    g = field(units, "soviet-combat", attack="HQ-2TA HQ-9A", dead_leaders=frozenset({"Model"}))
    m = Fray(g, [3]).play("attack 0505 57/3TC go", "go")
    assert claims(m.preview("declare HQ-9A")) == {"14.0g": "1L"}
    assert m.offered("declare HQ-9A") == {"go"}


@pytest.mark.rule("battles", "15.0e")
def test_a_leaders_shift_is_halved_with_his_hq() -> None:
    units = {"0205": "HQ-9A", "1205": "HQ-2TA", "0505": "1131", "0605": "57/3TC 50/3TC"}
    m = Fray(field(units, "soviet-combat", attack="HQ-2TA"), [3]).play("attack 0505 57/3TC go", "go")
    found = claims(m.preview("declare HQ-9A HQ-9A HQ-9A"))
    assert (found["14.0g"], found["15.0b"], found["8.3f"]) == ("1L", "2L", "2R")  # three come to one


@pytest.mark.rule("battles", "10.3k", "15.0p")
def test_neither_hqs_nor_leaders_help_in_overruns() -> None:
    plan = ground(plan={"air": {"rows": {"1": {"axis": 1}}}})
    g = field({**HQS, "0505": "27/19 73/19", "0605": "57/3TC"}, "axis-movement", attack=ATTACK, rules=plan)
    g.air = {"axis": 1, "soviet": 0}
    m = Fray(g, [3]).overrun("0605", "27/19", "73/19")
    assert m.offered("declare") == {"air", "waive"}  # 13.0b: air support may be used
    refused(m, "declare HQ-39PzK go", "10.3k")


# --- 13.0b air, 12.3.3 ships ------------------------------------------------------------------------------------------

SKY = ground(plan={"air": {"rows": {"1": {"axis": 1}}, "shift": 1}})


@pytest.mark.rule("battles", "13.0b", "12.3.3")
def test_air_markers_support_attacks_once_a_turn_and_never_a_defence() -> None:
    m = declaring({**ONE, "0507": "12/4", "0607": "15/16TC"}, rules=SKY, air={"axis": 1, "soviet": 1})
    assert claims(m.preview("declare air"))["13.0b"] == "1R"
    m.play("declare air go")
    assert m.asked[0] != "soviet" or "air" not in m.offered("declare")
    finish(m)
    assert m.g.air == {"axis": 0, "soviet": 1}
    m.play("attack 0607 12/4 go")
    refused(m, "declare air go", "13.0b")


@pytest.mark.rule("battles", "8.3f", "13.0b", "G83")
def test_air_support_is_halved_if_nobody_it_supports_is_in_attack_supply() -> None:
    two = {"air": {"rows": {"1": {"axis": 1}}, "shift": 2}}
    for attack, found in (("", {"13.0b": "2R", "8.3f": "1L"}), ("HQ-39PzK", {"13.0b": "2R"})):
        m = Fray(field({**HQS, "0505": "12/4 KG211", "0605": "57/3TC", "0206": "HQ-2A"}, attack=attack,
                       rules=ground(plan=two), air={"axis": 1, "soviet": 0}), [3])  # fmt: skip
        assert claims(m.play("attack 0605 12/4 KG211 go").preview("declare air")) == found


@pytest.mark.rule("battles", "12.3.3", "19.0")
def test_ships_support_combats_at_the_coast_on_either_side() -> None:
    ships = {"naval": [{"side": "axis", "points": 2, "coast": "0605 0505"}]}
    m = declaring({**ONE, "0507": "12/4", "0607": "15/16TC"}, rules=ground(plan=ships), naval={"axis": 2, "soviet": 0})
    assert claims(m.preview("declare naval naval"))["12.3.3"] == "2R"
    finish(m.play("declare naval go"))
    assert m.g.naval == {"axis": 1, "soviet": 0}
    m.play("attack 0607 12/4 go")
    refused(m, "declare naval go", "12.3.3")  # 0607 is not at the coast
    m = declaring({"0505": "1131", "0605": "57/3TC"}, "attack 0505 57/3TC go", "soviet", rules=ground(plan=ships),
                  naval={"axis": 1, "soviet": 0})  # fmt: skip
    m.play("go")
    assert claims(m.preview("declare naval"))["12.3.3"] == "1L"
