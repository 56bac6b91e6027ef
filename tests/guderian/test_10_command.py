"""10.3 and 10.4: Leaders give supply, leave to attack and a bonus; surrounded they may be flown out."""

from __future__ import annotations

import pytest

import grognard
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_INTERDICTION,
    SOVIET_COMBAT,
    SOVIET_MOVEMENT,
    allowed,
    asked,
    field,
    lines,
    on_map,
    phase,
    position,
    refused,
    status,
    supplied,
    where,
)

NARROW = field(rows=3)  # three rows: a German in 0902 and his zone bar the way from end to end
SIDESHOW = {"1108": "Dolmatov 108SD", "1208": "Lehr"}  # a fight elsewhere, so that the phase does not end by itself
LONG = field(columns=40, rows=3, rail=" ".join(f"{column:02d}02" for column in range(2, 40)))


def rule(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("guderian", *ids)


def example(id: str) -> pytest.MarkDecorator:
    return pytest.mark.example("guderian", id)


# --- 10.31 to 10.34 supply through Leaders ---------------------------------------------------------------------------


@rule("10.31")
def test_a_division_at_the_very_edge_is_out_of_supply_without_a_leader() -> None:
    m = position({"1205": "17SD", "0205": "25/7"}, phase=SOVIET_MOVEMENT)
    assert not supplied(m, "17SD")
    m = position({"1205": "17SD", "1005": "Lukin", "0205": "25/7"}, phase=SOVIET_MOVEMENT)
    assert supplied(m, "17SD")


@rule("10.31")
def test_the_leader_himself_must_be_in_supply() -> None:
    m = position({"0502": "17SD", "0602": "Lukin", "0902": "25/7"}, board=NARROW, phase=SOVIET_MOVEMENT)
    assert not supplied(m, "Lukin")
    assert not supplied(m, "17SD")


@rule("10.32")
def test_one_leader_serves_any_number_of_units_of_any_army() -> None:
    units = {"0705": "17SD 18SD 25SD", "0805": "42SD 45SD 46SD", "0905": "48SD 49SD 50SD", "0806": "rifle armoured"}
    m = position({**units, "0804": "Konev"}, phase=SOVIET_MOVEMENT, turn=1, armies={"16th": "17SD", "19th": "42SD"})
    assert all(supplied(m, name) for name in on_map(m))


@rule("10.33")
def test_the_thirty_hexes_by_rail_need_neither_leader_nor_supply() -> None:
    m = position({"0302": "17SD"}, board=LONG, phase=SOVIET_MOVEMENT)
    assert not supplied(m, "17SD")
    m.play("rail 17SD 3302")
    assert where(m, "17SD") == "3302"


@rule("10.34")
def test_a_leaders_own_line_may_be_of_any_length() -> None:
    assert supplied(position({"0102": "Gerasimenko"}, board=LONG, phase=SOVIET_MOVEMENT), "Gerasimenko")
    cut_off = {"0102": "Gerasimenko", "2002": "25/7"}
    assert not supplied(position(cut_off, board=LONG, phase=SOVIET_MOVEMENT), "Gerasimenko")


# --- 10.35 leave to attack -------------------------------------------------------------------------------------------


@rule("10.35a")
def test_a_division_attacks_only_within_a_leaders_radius() -> None:
    m = position({"0605": "17SD", "0505": "25/7", "0905": "Lukin", **SIDESHOW}, phase=SOVIET_COMBAT)
    allowed(m, "attack 0505 17SD go")  # three hexes
    m = position({"0605": "17SD", "0505": "25/7", "1005": "Lukin", **SIDESHOW}, phase=SOVIET_COMBAT)
    refused(m, "attack 0505 17SD go", "10.35a")  # four
    m = position({"0605": "17SD", "0405": "18SD", "0505": "25/7", "0804": "Rakutin"}, phase=SOVIET_COMBAT)
    refused(m, "attack 0505 17SD 18SD go", "10.35a")  # two hexes from 17SD, four from 18SD


@rule("10.35a")
def test_the_line_to_the_leader_may_not_pass_an_enemy_zone() -> None:
    units = {"0502": "17SD", "0402": "25/7", "0702": "GD", "0801": "Konev"}  # GD's zone lies across all three rows
    m = position({**units, "0802": "18SD"}, board=NARROW, phase=SOVIET_COMBAT)
    refused(m, "attack 0402 17SD go", "10.35a")
    m = position({**units, "0601": "18SD", "0701": "25SD"}, board=NARROW, phase=SOVIET_COMBAT)
    allowed(m, "attack 0402 17SD go")  # by 0601 and 0701, where friends cancel the zone


@rule("10.35a", "11.31")
def test_by_a_leader_without_supply_it_attacks_at_half_strength() -> None:
    m = position({"0502": "258SD Lukin", "0402": "25/7", "0902": "GD"}, board=NARROW, phase=SOVIET_COMBAT)
    assert "out-of-supply" in status(m, "Lukin")
    assert m.preview("attack 0402 258SD").attack == "3"


@rule("10.35a")
def test_any_leader_in_reach_gives_leave_to_attack_unless_he_is_disrupted() -> None:  # G34
    units = {"0605": "258SD", "0505": "25/7", "0805": "Rakutin!", **SIDESHOW}
    m = position(units, phase=SOVIET_COMBAT)
    refused(m, "attack 0505 258SD go", "10.35a")  # a disrupted Leader gives no leave (6.64)
    m = position({**units, "0905": "Lukin"}, phase=SOVIET_COMBAT)
    assert m.preview("attack 0505 258SD").attack == "6"  # but Lukin gives it, and supply


@rule("10.35b")
def test_without_a_leader_units_defend_at_half_strength() -> None:
    m = position({"0605": "258SD", "0505": "25/7"}, phase=GERMAN_COMBAT)
    assert m.preview("attack 0605 25/7").defence == "4"


# --- 10.36 the bonus -------------------------------------------------------------------------------------------------


@rule("10.36a")
@example("10.36a")
def test_a_6_8_6_with_a_leader_of_four_attacks_with_ten() -> None:
    m = position({"0605": "258SD Remezov", "0505": "25/7"}, phase=SOVIET_COMBAT)
    preview = m.preview("attack 0505 258SD Remezov")
    assert preview.attack == "10"
    assert lines(preview)["10.36a"] == "4"


@rule("10.36a", "11.31")
@example("10.36b")
def test_out_of_supply_they_attack_with_six() -> None:
    m = position({"0502": "258SD Remezov", "0402": "25/7", "0902": "GD"}, board=NARROW, phase=SOVIET_COMBAT)
    preview = m.preview("attack 0402 258SD Remezov")
    assert preview.attack == "6"
    assert (lines(preview)["11.31"], lines(preview)["10.36a"]) == ("3", "3")


@rule("10.36a")
@example("10.36c")
def test_a_1_2_6_with_a_leader_of_four_attacks_with_two() -> None:
    m = position({"0605": "45SD Remezov", "0505": "25/7"}, phase=SOVIET_COMBAT)
    assert m.preview("attack 0505 45SD Remezov").attack == "2"


@rule("10.36a")
def test_the_bonus_is_for_attacks_only() -> None:
    m = position({"0605": "258SD Remezov", "0505": "25/7"}, phase=GERMAN_COMBAT)
    assert m.preview("attack 0605 25/7").defence == "12"  # 8, and Remezov's own 4


@rule("10.36a")
def test_a_leader_helps_only_units_stacked_with_him() -> None:
    m = position({"0605": "258SD", "0604": "Remezov", "0505": "25/7"}, phase=SOVIET_COMBAT)
    refused(m, "attack 0505 258SD Remezov go", "10.36a")


@rule("10.36a")
def test_several_leaders_add_up_to_the_strength_of_the_units_with_them() -> None:  # G33
    m = position({"0605": "17SD Lukin Remezov", "0604": "18SD", "0505": "25/7"}, phase=SOVIET_COMBAT)
    assert m.preview("attack 0505 17SD Lukin Remezov").attack == "8"  # 4 + 3 + 4, but no more than twice 4
    assert m.preview("attack 0505 17SD 18SD Lukin Remezov").attack == "11"  # 18SD in 0604 counts by itself


@rule("10.36a")
def test_a_leader_out_of_supply_gives_his_full_value_but_defends_with_half() -> None:  # G33
    units = {"0502": "161SD Remezov", "0402": "25/7", "0902": "GD"}
    m = position(units, board=NARROW, phase=SOVIET_COMBAT)
    assert m.preview("attack 0402 161SD Remezov").attack == "8"  # half of 8, and all of his 4
    m = position({**units, "0502": "Remezov"}, board=NARROW, phase=GERMAN_COMBAT)
    assert m.preview("attack 0502 25/7").defence == "2"


@rule("10.36a")
def test_a_disrupted_leader_gives_no_bonus() -> None:  # G33
    m = position({"0605": "17SD Lukin!", "0505": "25/7", "0705": "Konev"}, phase=SOVIET_COMBAT)
    refused(m, "attack 0505 17SD Lukin go", "6.64")


# --- 10.4 evacuation (optional) --------------------------------------------------------------------------------------

AIRFIELD = field(areas={"X": "1202"})
SURROUNDED = {"0605": "Lukin", "0505": "25/7", "0706": "GD"}  # all six hexes around 0605 are held or controlled


def new_turn(units: dict[str, str], *, evacuation: bool = True, evacuated: int = 0) -> grognard.Match:
    """The moment the Soviet player turn begins."""
    m = position(
        units, board=AIRFIELD, phase=GERMAN_INTERDICTION,
        options={"evacuation": evacuation}, tracks={"evacuated": evacuated},
    )  # fmt: skip
    m.play("end")
    return m


@rule("10.4")
def test_a_surrounded_leader_is_flown_out_and_returns_at_x_from_the_next_turn_on() -> None:
    m = new_turn(SURROUNDED)
    assert asked(m) == ("soviet", "soviet-evacuation")
    m.play("evacuate Lukin")
    assert phase(m) == "soviet-movement"
    assert where(m, "Lukin") is None
    refused(m, "enter Lukin 1202", "14.3")
    while m.view().turn == 8:
        m.play("end")
    m.play("enter Lukin 1202")
    assert where(m, "Lukin") == "1202"


@rule("10.4")
def test_without_the_option_nobody_is_flown_out() -> None:
    m = new_turn(SURROUNDED, evacuation=False)
    assert phase(m) == "soviet-movement"
    refused(m, "evacuate Lukin", "10.4")


@rule("10.4")
def test_friends_do_not_cancel_the_zones_that_surround_him() -> None:
    m = new_turn({**SURROUNDED, "0604": "17SD"})
    allowed(m, "evacuate Lukin")


@rule("10.4")
def test_a_leader_with_one_free_hex_beside_him_stays() -> None:
    m = new_turn({**SURROUNDED, "0706": "17SD", "0705": "18SD"})
    assert phase(m) == "soviet-movement"
    refused(m, "evacuate Lukin", "10.4")


@rule("10.4")
def test_only_leaders_are_flown_out() -> None:
    refused(new_turn({**SURROUNDED, "0605": "Lukin 17SD"}), "evacuate 17SD", "10.4")


@rule("10.4")
def test_one_leader_a_turn() -> None:
    m = new_turn({**SURROUNDED, "0605": "Lukin Konev 17SD"})
    m.play("evacuate Konev")
    assert phase(m) == "soviet-movement"
    refused(m, "evacuate Lukin", "10.4")


@rule("10.4")
def test_two_leaders_a_game() -> None:
    m = new_turn(SURROUNDED, evacuated=1)
    assert phase(m) == "soviet-evacuation"
    m = new_turn(SURROUNDED, evacuated=2)
    assert phase(m) == "soviet-movement"


@rule("10.4")
def test_the_owner_may_leave_him_there() -> None:
    m = new_turn(SURROUNDED)
    m.play("end")
    assert where(m, "Lukin") == "0605"


@rule("10.4")
def test_the_edge_of_the_map_and_lakes_close_the_ring() -> None:  # G39
    m = new_turn({"0101": "Lukin", "0202": "25/7"})
    allowed(m, "evacuate Lukin")
    lake = field(areas={"X": "1202"}, lake="0705 0706 0606")
    m = position({"0605": "Lukin", "0505": "25/7"}, board=lake, phase=GERMAN_INTERDICTION, options={"evacuation": True})
    m.play("end")
    allowed(m, "evacuate Lukin")
