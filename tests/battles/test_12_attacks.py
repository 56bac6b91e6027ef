"""12.1, 12.2: who attacks whom; 12.3a, 12.4a: strengths and odds; 8.2 and 8.3: what supply leaves of them."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.battles.position import NONE
from tests.battles.field import field, ground
from tests.battles.fray import Fray, refused

HQS = {"0205": "HQ-39PzK", "1205": "HQ-2TA"}
ATTACK = "HQ-39PzK HQ-2TA"


def axis(units: dict[str, str], dice: tuple[int, ...] = (), attack: str = ATTACK, **more: Any) -> Fray:
    """An Axis Combat phase."""
    return Fray(field({**HQS, **units}, attack=attack, **more), dice)


# --- 12.0, 12.1 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "12.0", "12.1a", "6.0f")
def test_attacking_is_free_and_only_the_phasing_side_does_it() -> None:
    m = axis({"0505": "35/4 12/4", "0605": "57/3TC"})
    assert m.offered() == {"attack", "end"}
    assert m.offered("attack 0605") == {"35/4", "12/4"}
    assert "go" in m.offered("attack 0605 35/4")  # 12/4 need not join
    refused(m, "attack 0505 57/3TC go", "12.1p")


@pytest.mark.rule("battles", "12.1p")
def test_only_adjacent_units_attack() -> None:
    m = axis({"0505": "35/4", "0405": "12/4", "0605": "57/3TC", "0805": "50/3TC"})
    assert m.offered("attack") == {"0605"}
    refused(m, "attack 0605 12/4 go", "12.1p")
    refused(m, "attack 0805 35/4 go", "12.1p")
    refused(m, "attack 0604 35/4 go", "12.1p")  # nobody there


@pytest.mark.rule("battles", "12.1p", "G70")
def test_nobody_attacks_over_water_and_a_major_river_is_no_bar() -> None:
    sea = ground(sea_sides="0505/se")
    m = axis({"0505": "35/4", "0506": "12/4", "0605": "57/3TC"}, rules=sea)  # G70
    assert m.offered("attack 0605") == {"12/4"}
    m = axis({"0505": "35/4", "0605": "57/3TC"}, rules=ground(major="0505/se"))
    assert m.offered("attack 0605") == {"35/4"}


@pytest.mark.rule("battles", "12.1b")
def test_a_hex_may_be_attacked_from_all_six_sides() -> None:
    ring = {"0604": "35/4", "0705": "12/4", "0706": "33/4", "0606": "27/19", "0506": "73/19", "0505": "74/19"}
    m = axis({**ring, "0605": "57/3TC"}, (1,))
    m.play(f"attack 0605 {' '.join(ring.values())} go")
    m.play("go")
    assert m.odds == (5 + 3 + 2 + 6 + 3 + 3, 1.5)  # the defender is cut off


@pytest.mark.rule("battles", "12.1c", "12.4d")
def test_no_unit_attacks_or_is_attacked_twice_in_a_phase() -> None:
    m = axis({"0505": "35/4", "0506": "12/4", "0605": "57/3TC", "0604": "50/3TC"}, (3,))
    m.play("attack 0605 35/4 go", "go")
    while m.asked[1] != "axis-combat":
        m.play(next(iter(sorted(f"lose {u}" for u in m.offered("lose")))))
    assert m.where("35/4") == "0505"
    refused(m, "attack 0604 35/4 go", "12.1c")
    refused(m, "attack 0605 12/4 go", "12.1c")


# --- 12.2 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "12.2a")
def test_all_units_in_a_hex_defend_together() -> None:
    m = axis({"0505": "35/4", "0605": "57/3TC 50/3TC HQ-47A"})
    assert m.preview("attack 0605 35/4").defence == "8"  # the HQ too (14.0h)


@pytest.mark.rule("battles", "12.2b")
def test_units_that_take_no_part_are_untouched() -> None:
    m = axis({"0505": "35/4 12/4", "0605": "57/3TC"}, (2,))
    m.play("attack 0605 35/4 go", "go")
    assert (m.result, m.offered("lose")) == ("1/0", {"35/4"})
    m.play("retreat", "retreat 0404")
    assert (m.where("35/4"), m.where("12/4")) == ("0404", "0505")
    m = axis({"0505": "35/4 12/4", "0605": "87Mc"}, (2,))
    m.play("attack 0605 35/4 go", "go")
    assert (m.result, m.where("87Mc")) == ("0/1*", "")
    assert m.offered("advance") == {"35/4"}
    refused(m, "advance 12/4 0605", "12.2b")


@pytest.mark.rule("battles", "12.2c", "12.4d")
def test_several_hexes_at_once_need_attackers_next_to_all_of_them() -> None:
    m = axis({"0505": "35/4", "0504": "12/4", "0604": "57/3TC", "0605": "50/3TC"}, (3,))
    assert m.offered("attack 0604 0605") == {"35/4"}
    refused(m, "attack 0604 0605 12/4 go", "12.2c")
    refused(m, "attack 0604 0605 0604 35/4 go", "12.2a")
    assert m.preview("attack 0604 0605 35/4").defence == "6"
    m.play("attack 0604 0605 35/4 go", "go")
    assert m.odds == (5, 6)


@pytest.mark.rule("battles", "12.2d")
def test_a_strength_is_never_divided() -> None:
    m = axis({"0505": "35/4", "0605": "57/3TC"})
    refused(m, "attack 0605 35/4 35/4 go", "12.2d")


# --- 3.2j, 8.2c, 14.0h who cannot -------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "3.2j", "14.0h")
def test_units_without_attack_strength_and_hqs_never_attack() -> None:
    m = axis({"0505": "10Flak HQ-9A 35/4", "0605": "57/3TC"})
    assert m.offered("attack 0605") == {"35/4"}
    refused(m, "attack 0605 10Flak go", "3.2j")
    refused(m, "attack 0605 HQ-9A go", "14.0h")


CUT_OFF = {"0504": "60RD", "0404": "76RD", "0405": "175RD", "0506": "143RD", "0604": "185RD", "0605": "50/3TC"}


@pytest.mark.rule("battles", "8.2c")
def test_units_out_of_supply_do_not_attack() -> None:
    m = axis({**CUT_OFF, "0505": "35/4"})
    refused(m, "attack 0605 35/4 go", "8.2c")


@pytest.mark.rule("battles", "8.2d", "12.3.2p", "G18")
def test_units_out_of_supply_defend_at_half_strength() -> None:
    units = {**CUT_OFF, "0505": "12/4", "1205": "HQ-2TA"}
    m = Fray(field(units, "soviet-combat", attack="HQ-2TA"), [6])
    found = m.preview("attack 0505 50/3TC")
    assert (found.attack, found.defence) == ("3", "1.5")  # G18: nothing is rounded but the odds
    m.play("attack 0505 50/3TC go")
    m.play("go")
    assert m.odds == (3, 1.5)


@pytest.mark.rule("battles", "8.3c", "12.3.2p", "8.4c", "G17")
def test_attackers_in_general_supply_are_halved_together() -> None:
    m = axis({"0505": "12/4 33/4", "0605": "57/3TC"}, attack="")
    assert (m.preview("attack 0605 12/4 33/4").attack, m.preview("attack 0605 12/4").attack) == ("2.5", "1.5")
    assert axis({"0505": "12/4 33/4", "0605": "57/3TC"}).preview("attack 0605 12/4 33/4").attack == "5"
    # G17: those in Attack supply count in full beside them
    m = axis({"0505": "12/4 KG211", "0605": "57/3TC", "0206": "HQ-2A"})
    assert m.preview("attack 0605 12/4 KG211").attack == "4"


@pytest.mark.rule("battles", "8.3d", "8.4d", "12.3.2p")
def test_defenders_in_general_or_attack_supply_have_their_full_strength() -> None:
    for attack in ("HQ-39PzK", ATTACK):
        assert axis({"0505": "35/4", "0605": "57/3TC"}, attack=attack).preview("attack 0605 35/4").defence == "3"


@pytest.mark.rule("battles", "8.0b", "8.2p")
def test_supply_is_that_of_the_moment_not_of_the_mark() -> None:
    g = field({**HQS, "0505": "35/4", "0605": "57/3TC"}, attack=ATTACK)
    g.marked[g.unit("35/4")] = NONE
    assert Fray(g).preview("attack 0605 35/4").attack == "5"


# --- 8.3g -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "8.3g")
def test_an_hq_has_one_combat_in_general_supply_a_turn() -> None:
    units = {"0505": "35/4", "0507": "12/4", "0605": "87Mc", "0607": "57/3TC", "0705": "50/3TC"}
    m = axis(units, (1,), attack="")
    m.play("attack 0605 35/4 go")
    m.play("go")
    while m.asked[1] != "axis-combat":
        m.play("stay" if m.asked[1] == "advance" else f"lose {min(m.offered('lose'))}")
    refused(m, "attack 0607 12/4 go", "8.3g")
    # with its HQ on the Attack side there is no such limit
    m = axis(units, (1,))
    m.play("attack 0605 35/4 go", "go")
    while m.asked[1] != "axis-combat":
        m.play("stay" if m.asked[1] == "advance" else f"lose {min(m.offered('lose'))}")
    assert m.offered("attack 0607") == {"12/4"}


@pytest.mark.rule("battles", "8.3g", "G19")
def test_a_combat_of_several_armies_uses_the_combat_of_each_and_without_an_hq_there_is_none() -> None:
    units = {"0505": "35/4 KG211", "0507": "KGE", "0605": "87Mc", "0607": "57/3TC", "0206": "HQ-2A"}
    m = axis(units, (1,), attack="")
    m.play("attack 0605 35/4 KG211 go")
    m.play("go")
    while m.asked[1] != "axis-combat":
        m.play("stay" if m.asked[1] == "advance" else f"lose {min(m.offered('lose'))}")
    assert {m.g.name(hq) for hq in m.g.general_used} == {"HQ-39PzK", "HQ-2A"}
    refused(m, "attack 0607 KGE go", "8.3g")
    m = axis({"0507": "1131", "0607": "57/3TC"}, attack="")  # its HQ, 9A, is not on the map (G19)
    refused(m, "attack 0607 1131 go", "8.3g")


@pytest.mark.rule("battles", "8.3g")
def test_independent_units_count_against_an_hq_of_their_owners_choice() -> None:
    # 743 draws on HQ-39PzK; that HQ has had its combat.
    units = {"0505": "743", "0507": "35/4", "0605": "87Mc", "0607": "57/3TC"}
    m = axis(units, (3,), attack="")
    assert m.offered("attack 0605") == {"743"}
    m.play("attack 0607 35/4 go")
    m.play("go")
    while m.asked[1] != "axis-combat":
        m.play("stay" if m.asked[1] == "advance" else f"lose {min(m.offered('lose'))}")
    refused(m, "attack 0605 743 go", "8.3g")


# --- 12.3a, 12.4a odds ------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "12.4a", "12.3a")
@pytest.mark.example("battles", "crt.rounding")
def test_odds_are_rounded_for_the_defender_and_kept_on_the_table() -> None:
    crt = field({}).rules.crt
    assert [crt.column(a, d) for a, d in ((22, 14), (9, 8), (12, 4), (12, 6))] == ["1:1", "1:1", "3:1", "2:1"]
    assert [crt.column(a, d) for a, d in ((3, 4), (2, 5), (1, 9), (99, 2))] == ["1:2", "1:3", "1:3", "10:1"]


@pytest.mark.rule("battles", "12.3a", "12.3c", "G27")
@pytest.mark.example("battles", "crt.columns")
def test_shifts_move_along_consecutive_columns_and_stop_at_the_ends() -> None:
    crt = field({}).rules.crt
    assert (crt.columns[0], crt.columns[-1]) == ("1:3", "10:1")
    assert [crt.shifted("2:1", 3), crt.shifted("1:1", 2), crt.shifted("3:1", -2)] == ["5:1", "3:1", "1:1"]
    assert crt.column(99, 2, -1) == "9:1"  # G27: no surplus is kept
    assert (crt.shifted("1:2", -5), crt.shifted("9:1", 5)) == ("1:3", "10:1")


# --- 12.4c the table --------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "12.4c", "12.4e")
def test_the_die_is_read_under_the_column() -> None:
    m = axis({"0505": "12/4", "0605": "57/3TC"}, (5,))
    m.play("attack 0605 12/4 go", "go")
    assert (m.column, m.result) == ("1:1", "1/1")
    assert m.asked == ("axis", "loss-or-retreat")  # the attacker takes his part himself, and first


@pytest.mark.rule("battles", "12.4c")
@pytest.mark.example("battles", "crt.4:1.6")
@pytest.mark.example("battles", "crt.5:1.1")
@pytest.mark.example("battles", "crt.5:1.2-3")
@pytest.mark.example("battles", "crt.5:1.4")
@pytest.mark.example("battles", "crt.5:1.5-6")
@pytest.mark.example("battles", "crt.has3star")
def test_the_table_meets_all_that_the_rulebook_says_of_it() -> None:
    crt = field({}).rules.crt
    five = [crt.result("5:1", die).split("/") for die in range(1, 7)]
    assert crt.result("4:1", 6) == "0/2"
    assert [five[0][0], five[3][0]] == ["1", "1"]
    assert all(attacker == "0" and defender in ("1", "1*") for attacker, defender in five[1:3])
    assert all(attacker == "0" and defender in ("2", "2*", "3", "3*", "E") for attacker, defender in five[4:])
    cells = {cell for column in crt.columns for cell in crt.results[column]}
    parts = [tuple(cell.split("/")) for cell in cells if cell != "ENG"]
    assert "ENG" in cells
    assert {"E"} < {a for a, _ in parts}
    assert {"E", "3*"} < {d for _, d in parts}
    assert any(a != "0" and d != "0" for a, d in parts)
    assert any(a != "0" and d == "0" for a, d in parts)
