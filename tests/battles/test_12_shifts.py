"""12.3 Shifts: terrain, rivers, armour, anti-tank, specialists, concentric attacks; 18.0 works; 20.0c bridges."""

from __future__ import annotations

from typing import Any

import pytest

from tests.battles.field import at, field, ground, unit
from tests.battles.fray import Fray, claims, refused

HQS = {"0205": "HQ-39PzK", "1205": "HQ-2TA"}
ATTACK = "HQ-39PzK HQ-2TA"


def shifts(units: dict[str, str], action: str, side: str = "axis", **more: Any) -> dict[str, str]:
    """What is claimed by itself in an attack, by rule."""
    return claims(Fray(field({**HQS, **units}, f"{side}-combat", attack=ATTACK, **more)).preview(action))


FOOT = {"0505": "12/4", "0605": "57/3TC"}  # neither blue nor red, and no formation together


# --- 12.3.1 terrain ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "12.3.1a", "12.3p")
@pytest.mark.example("battles", "tec.woods")
@pytest.mark.parametrize(("terrain", "value"), [("woods", "1L"), ("rough", "1L"), ("mountain", "2L"), ("swamp", "1L")])
def test_terrain_shifts_to_the_left(terrain: str, value: str) -> None:
    there = ground(plan=None, **{terrain: "0605"})
    assert shifts(FOOT, "attack 0605 12/4", rules=there) == {"12.3.1a": value}
    assert shifts(FOOT, "attack 0605 12/4") == {}


@pytest.mark.rule("battles", "12.3.1a")
def test_terrain_is_cumulative() -> None:
    m = Fray(field({**HQS, **FOOT}, attack=ATTACK, rules=ground(woods="0605", city="0605", minor="0505/se")))
    found = m.preview("attack 0605 12/4")
    assert [line.value for line in found.lines if line.rule.startswith("12.3.1")] == ["1L", "1L", "1L"]
    assert found.column == "1:3"  # 3 to 3, three to the left


@pytest.mark.rule("battles", "12.3.1b", "G25")
def test_a_river_counts_only_if_every_attacker_is_across_it() -> None:
    river = ground(minor="0505/se")
    assert shifts(FOOT, "attack 0605 12/4", rules=river) == {"12.3.1b": "1L"}
    both = {**FOOT, "0506": "33/4"}
    assert shifts(both, "attack 0605 12/4", rules=river) == {"12.3.1b": "1L"}
    assert shifts(both, "attack 0605 12/4 33/4", rules=river) == {}
    # G25: over different rivers the least counts
    mixed = ground(minor="0505/se", major="0506/ne")
    assert shifts(both, "attack 0605 33/4", rules=mixed) == {"12.3.1b": "2L"}
    assert shifts(both, "attack 0605 12/4 33/4", rules=mixed) == {"12.3.1b": "1L"}


@pytest.mark.rule("battles", "20.0c")
@pytest.mark.example("battles", "tec.bridge")
def test_a_bridge_takes_one_off_the_river() -> None:
    river = ground(major="0506/ne")
    g = field({**HQS, "0506": "33/4", "0605": "57/3TC PonFr"}, attack=ATTACK, rules=river)
    assert claims(Fray(g).preview("attack 0605 33/4")) == {"12.3.1b": "2L"}
    g = field({**HQS, "0506": "33/4", "0605": "57/3TC PonFr"}, attack=ATTACK, rules=river)
    g.bridges[unit(g, "PonFr")] = (at(g, "0506"), 1)
    assert claims(Fray(g).preview("attack 0605 33/4")) == {"12.3.1b": "1L"}


@pytest.mark.rule("battles", "12.2c", "12.4d", "G24")
def test_of_several_hexes_the_defender_chooses_one_terrain() -> None:
    hills = ground(woods="0604", mountain="0605", minor="0505/ne")
    g = field({**HQS, "0505": "12/4", "0604": "57/3TC", "0605": "15/16TC"}, attack=ATTACK, rules=hills)
    m = Fray(g, [3])
    # the best is claimed by itself, one in all, and every river counts (G24)
    assert claims(m.preview("attack 0604 0605 12/4")) == {"12.3.1a": "2L", "12.3.1b": "1L"}
    m.play("attack 0604 0605 12/4 go", "go")
    assert m.asked == ("soviet", "declare")
    assert m.offered("declare") == {"0604", "0605", "waive"}
    assert claims(m.preview("declare 0604")) == {"12.3.1a": "1L", "12.3.1b": "1L"}
    m.play("declare 0604 go")
    assert m.column == "1:3"


# --- 12.3.4 armour and anti-tank --------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "12.3.4a", "3.2f")
def test_blue_armour_shifts_once_however_many() -> None:
    tanks = {"0505": "35/4", "0506": "27/19", "0605": "57/3TC"}
    assert shifts(tanks, "attack 0605 35/4") == {"12.3.4a": "1R"}
    assert shifts(tanks, "attack 0605 35/4 27/19") == {"12.3.4a": "1R"}
    assert shifts({"0505": "12/4", "0605": "57/3TC"}, "attack 0605 12/4") == {}


@pytest.mark.rule("battles", "12.3.4c", "3.2g", "12.3.4a")
def test_blue_or_red_defenders_cancel_it_once() -> None:
    assert shifts({"0505": "35/4", "0605": "60RD"}, "attack 0605 35/4") == {"12.3.4a": "1R", "12.3.4c": "1L"}
    assert shifts({"0505": "35/4", "0605": "50/3TC"}, "attack 0605 35/4") == {"12.3.4a": "1R", "12.3.4c": "1L"}
    many = {"0505": "35/4", "0605": "50/3TC 60RD"}
    assert shifts(many, "attack 0605 35/4") == {"12.3.4a": "1R", "12.3.4c": "1L"}
    assert shifts({"0505": "12/4", "0605": "60RD"}, "attack 0605 12/4") == {}  # nothing blue attacks


@pytest.mark.rule("battles", "12.3.4e")
def test_rifle_divisions_have_the_anti_tank_shift_that_the_scenario_prints() -> None:
    m = Fray(field({**HQS, "0505": "35/4", "0605": "60RD"}, attack=ATTACK))
    assert unit(m.g, "60RD") in {u for u, piece in enumerate(m.g.rules.units) if piece.more.red}
    assert claims(m.preview("attack 0605 35/4"))["12.3.4c"] == "1L"


@pytest.mark.rule("battles", "12.3.4b", "3.3b", "3.3c")
@pytest.mark.example("battles", "3.3tiger")
def test_a_tiger_battalion_gives_its_own_shift_besides_that_of_armour() -> None:
    assert shifts({"0505": "507", "0605": "57/3TC"}, "attack 0605 507") == {"12.3.4a": "1R", "12.3.4b": "1R"}
    # anti-tank cancels the armour shift, not the specialist's
    m = Fray(field({**HQS, "0505": "507 27/19", "0605": "60RD", "1206": "HQ-47A"}, attack=ATTACK))
    found = m.preview("attack 0605 507 27/19")
    assert claims(found) == {"12.3.4a": "1R", "12.3.4b": "1R", "12.3.4c": "1L"}
    assert found.column == "3:1"  # 8 to 3


@pytest.mark.rule("battles", "12.3.4b", "G14")
def test_the_specialist_takes_the_first_loss_if_its_shift_is_used() -> None:
    units = {"0505": "507 12/4", "0605": "60RD", "1206": "HQ-47A"}
    m = Fray(field({**HQS, **units}, attack=ATTACK), [4])
    m.play("attack 0605 507 12/4 go")
    assert "specialist" in m.offered("declare waive")
    m.play("go", "go")
    assert (m.column, m.result) == ("2:1", "1/1")
    assert m.offered("lose") == {"507"}
    refused(m, "lose 12/4", "12.3.4b")
    # waived, there is no such duty (G14)
    m = Fray(field({**HQS, **units}, attack=ATTACK), [5])
    m.play("attack 0605 507 12/4 go", "declare waive specialist go", "go")
    assert (m.column, m.result) == ("1:1", "1/1")
    assert m.offered("lose") == {"507", "12/4"}


@pytest.mark.rule("battles", "12.3.4d")
@pytest.mark.example("battles", "12.3.4d")
def test_a_sister_regiment_lends_its_anti_tank_guns() -> None:
    units = {"0605": "233/102", "0604": "232/102", "0705": "50/3TC", "0706": "60RD", "1206": "HQ-47A", "0205": "HQ-2A"}
    g = field({**units, "1205": "HQ-2TA"}, "soviet-combat", attack="HQ-47A HQ-2TA HQ-2A", rules=ground(woods="0605"))
    m = Fray(g, [3])
    m.play("attack 0605 50/3TC 60RD go", "go")
    assert (m.asked, "232/102" in m.offered("declare")) == (("axis", "declare"), True)
    found = m.preview("declare 232/102")
    assert (found.attack, found.defence, found.column) == ("6", "2", "1:1")
    assert claims(found) == {"12.3.4a": "1R", "12.3.1a": "1L", "11.2b": "1L", "12.3.4d": "1L"}
    m.play("declare 232/102 go")
    assert m.column == "1:1"


@pytest.mark.rule("battles", "12.3.4d")
def test_it_is_lent_once_a_phase_and_lost_with_the_regiment() -> None:
    units = {
        "0605": "233/102", "0604": "232/102", "0603": "84/102", "0705": "50/3TC", "0704": "51/3TC",
        "1205": "HQ-2TA", "0205": "HQ-2A",
    }  # fmt: skip
    m = Fray(field(units, "soviet-combat", attack="HQ-2TA"), [2, 2])
    m.play("attack 0605 50/3TC go", "go", "declare 232/102 go")
    while m.asked[1] != "soviet-combat":
        m.play("stay" if m.asked[1] == "advance" else f"lose {min(m.offered('lose'))}")
    m.play("attack 0603 51/3TC go", "go")
    assert m.asked[1] == "soviet-combat" or "232/102" not in m.offered("declare")
    without = {hex: names for hex, names in units.items() if hex != "0604"}
    m = Fray(field(without, "soviet-combat", attack="HQ-2TA"), [2])
    m.play("attack 0605 50/3TC go", "go")
    refused(m, "declare 232/102 go", "12.3.4d")


# --- 12.3.5 concentric ------------------------------------------------------------------------------------------------


RING = {"0604": "12/4", "0706": "33/4", "0506": "73/19", "0605": "57/3TC"}  # every second hex around 0605


@pytest.mark.rule("battles", "12.3.5", "G26")
def test_an_attack_from_all_sides_shifts_to_the_right() -> None:
    assert shifts(RING, "attack 0605 12/4 33/4 73/19") == {"12.3.5": "1R"}
    assert shifts(RING, "attack 0605 12/4 33/4") == {}  # only those who take part count (G26)
    # an enemy in one of the six hexes does not spoil it
    assert shifts({**RING, "0705": "15/16TC"}, "attack 0605 12/4 33/4 73/19") == {"12.3.5": "1R"}
    # no zone over a major river
    assert "12.3.5" not in shifts(RING, "attack 0605 12/4 33/4 73/19", rules=ground(major="0604/se 0706/n"))
    # the map's edge and water count as covered
    sea = ground(sea="0606")
    cut = {"0604": "12/4", "0706": "33/4", "0505": "73/19", "0605": "57/3TC"}
    assert shifts(cut, "attack 0605 12/4 33/4 73/19", rules=sea) == {"12.3.5": "1R"}


@pytest.mark.rule("battles", "12.3.5", "18.0c")
def test_never_against_cities_fortresses_and_field_forts() -> None:
    words = "attack 0605 12/4 33/4 73/19"
    assert "12.3.5" not in shifts(RING, words, rules=ground(city="0605"))
    assert "12.3.5" not in shifts(RING, words, forts={at(field({}), "0605"): 1})
    stronghold = ground(plan={"fortresses": [{"hex": "0605", "side": "soviet"}]})
    assert "12.3.5" not in shifts(RING, words, rules=stronghold)


# --- 12.4b, 12.3.4p everything together; 8.2f, 8.3f halving -----------------------------------------------------------


@pytest.mark.rule("battles", "8.3f", "8.4f", "12.3.4p")
@pytest.mark.example("battles", "shift.halving")
@pytest.mark.parametrize(("points", "left"), [(0, 1), (1, 1), (2, 1), (3, 2)])
def test_support_in_general_supply_is_totalled_and_halved(points: int, left: int) -> None:
    # 35/4 gives one shift, its HQ up to three more: 1, 2, 3, 4 come to 1, 1, 1, 2
    units = {**HQS, "0505": "35/4", "0605": "57/3TC"}
    said = " ".join(["declare", *["HQ-39PzK"] * points]) if points else ""
    m = Fray(field(units, attack=""), [3]).play("attack 0605 35/4 go")
    found = m.preview(said)
    assert (found.attack, found.column) == ("2.5", m.g.rules.crt.shifted("1:2", left))
    full = Fray(field(units, attack=ATTACK), [3]).play("attack 0605 35/4 go")
    assert full.preview(said).column == full.g.rules.crt.shifted("1:1", 1 + points)


@pytest.mark.rule("battles", "8.2f", "8.3f")
def test_terrain_and_concentric_attacks_are_never_halved() -> None:
    m = Fray(field({**HQS, **RING}, attack="", rules=ground(mountain="0605")))
    assert claims(m.preview("attack 0605 12/4 33/4 73/19")) == {"12.3.1a": "2L", "12.3.5": "1R"}


@pytest.mark.rule("battles", "8.2f")
def test_support_of_defenders_out_of_supply_is_halved() -> None:
    # 35/4 is cut off; its HQ gives two more shifts from far away (14.0g): 1 + 2 come to 1.
    ring = {"0504": "60RD", "0404": "76RD", "0405": "175RD", "0506": "143RD", "0604": "185RD", "0605": "50/3TC"}
    g = field({**HQS, **ring, "0505": "35/4"}, "soviet-combat", attack="HQ-2TA", rules=ground(plan={
        "leaders": [{"name": "Saucken", "hq": "HQ-39PzK", "defence": 1}],
    }))  # fmt: skip
    m = Fray(g, [3]).play("attack 0505 50/3TC go")
    m.play("go")
    found = m.preview("declare HQ-39PzK HQ-39PzK")
    assert claims(found) == {"12.3.4a": "1R", "12.3.4c": "1L", "14.0g": "1L", "15.0b": "1L", "8.2f": "2R"}


# --- 12.3b declarations -----------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "12.3b", "12.4b")
def test_the_attacker_declares_first_then_the_defender_and_either_may_decline() -> None:
    units = {**HQS, "0505": "35/4 12/4", "0605": "60RD", "1206": "HQ-47A"}
    m = Fray(field(units, attack=f"{ATTACK} HQ-47A", rules=ground(woods="0605")), [3])
    m.play("attack 0605 35/4 12/4 go")
    assert m.asked == ("axis", "declare")
    assert m.offered("declare waive") == {"armour", "integrity"}
    m.play("declare waive armour waive integrity HQ-39PzK go")
    assert m.asked == ("soviet", "declare")
    assert claims(m.preview()) == {"14.0g": "1R", "12.3.1a": "1L", "12.3.4c": "1L"}
    assert m.offered("declare waive") == {"terrain", "anti-tank"}
    m.play("declare waive terrain HQ-47A go")
    assert m.column == "1:1"  # 8 to 3; 1R, and 1L each of guns and HQ


@pytest.mark.rule("battles", "12.3b")
def test_nobody_is_asked_where_nothing_is_scarce() -> None:
    m = Fray(field({"0205": "HQ-9A", "0505": "1131", "0605": "12/11TC"}, attack=""), [6])
    m.g.spent = {("HQ-9A", "attack"): 1}
    m.play("attack 0605 1131 go")
    assert m.result != ""


@pytest.mark.rule("battles", "12.3c", "12.4b")
def test_the_net_of_all_shifts_moves_the_column() -> None:
    units = {**HQS, "0505": "35/4 12/4", "0605": "60RD", "1206": "HQ-47A"}
    m = Fray(field(units, attack=ATTACK, rules=ground(woods="0605")))
    found = m.preview("attack 0605 35/4 12/4")
    assert claims(found) == {"12.3.4a": "1R", "11.2a": "2R", "12.3.1a": "1L", "12.3.4c": "1L"}
    assert found.column == "3:1"  # 8 to 3 is 2:1; 3R and 2L
