"""6: moving, stacking, engaging and disengaging, rearguards and pursuit, Supreme Moves."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.events import Moved, Revealed
from grognard.view import Battle
from tests.eastfront.table import (
    Table,
    allowed,
    cv,
    end_until,
    field,
    of_kind,
    offered,
    play,
    position,
    refused,
    state,
    volleys,
    where,
)  # fmt: skip

HQ = {"AG-South": ""}
BATTLE = {"0605": "soviet"}  # its Original Attacker


def terrain_at(terrain: str, hexes: str) -> Table:
    """The field with some hexes of one terrain."""
    kinds: dict[str, Any] = {} if terrain == "clear" else {terrain: hexes}
    return field(**kinds)


# --- 6.1 the move ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "6.1")
def test_only_units_under_command_move() -> None:
    m = position({"0405": "AG-South:1 41Pz", "0205": "1AK", "0905": "23A"}, active_hqs=HQ)
    allowed(m, "move 41Pz 0505")
    refused(m, "move 1AK 0305", "5.3")


@pytest.mark.rule("eastfront", "6.1")
@pytest.mark.parametrize(
    ("weather", "unit", "far", "too_far"),
    [
        ("dry", "41Pz", "0305", "0205"),
        ("dry", "1AK", "0405", "0305"),
        ("mud", "41Pz", "0505", "0405"),
        ("snow", "41Pz", "0405", "0305"),
        ("snow", "1AK", "0505", "0405"),
    ],
)
def test_a_unit_moves_up_to_its_speed_in_the_weather(weather: str, unit: str, far: str, too_far: str) -> None:
    m = position({"0605": f"AG-South:3 {unit}"}, weather=weather, active_hqs=HQ)
    allowed(m, f"move {unit} {far}")
    refused(m, f"move {unit} {too_far}", "6.1")


@pytest.mark.rule("eastfront", "6.1")
@pytest.mark.parametrize("terrain", ["marsh", "mountain"])
def test_all_but_cavalry_stop_in_marsh_and_mountain(terrain: str) -> None:
    band = terrain_at(terrain, "0501 0502 0503 0504 0505 0506 0507 0508 0509")
    m = position({"0405": "AG-South:3 41Pz"}, board=band, active_hqs=HQ)
    allowed(m, "move 41Pz 0505")
    refused(m, "move 41Pz 0605", "6.1")
    m = position({"0605": "Ukrainian-Front:3 1Cav"}, board=band, active="soviet", active_hqs={"Ukrainian-Front": ""})
    allowed(m, "move 1Cav 0405")


@pytest.mark.rule("eastfront", "6.1")
def test_a_unit_moves_once_in_a_movement_phase() -> None:
    m = position({"0405": "AG-South:3 41Pz 56Pz"}, active_hqs=HQ)
    play(m, "move 41Pz 0305")
    refused(m, "move 41Pz 0205", "6.1")


@pytest.mark.rule("eastfront", "6.1")
def test_a_unit_goes_by_the_way_it_is_told() -> None:
    m = position({"0405": "AG-South:3 41Pz 56Pz"}, active_hqs=HQ)
    moved = of_kind(play(m, "move 41Pz 0406 0506"), Moved)[0]
    assert moved.path == tuple(state(m).spell(state(m).rules.hex(hex)) for hex in ("0405", "0406", "0506"))


@pytest.mark.rule("eastfront", "6.1", "7.5")
@pytest.mark.parametrize(("river", "steps"), [("", 2), ("0505/e", 3)])
def test_a_unit_sent_into_battle_goes_round_a_river_if_it_can(river: str, steps: int) -> None:
    m = position({"0405": "41Pz AG-South:3", "0605": "23A"}, board=field(river=river), active_hqs=HQ)
    move = of_kind(play(m, "move 41Pz 0605"), Moved)[0]
    assert len(move.path) - 1 == steps  # 0505 to 0605 is the shortest way


# --- 6.2 stacking ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "6.2")
def test_any_number_pass_through_a_hex_but_the_phase_ends_with_legal_stacks() -> None:
    m = position({"0405": "AG-South:3 41Pz 56Pz", "0505": "1AK 26AK 10AK 28AK"}, active_hqs=HQ)
    allowed(m, "move 41Pz 0505 0605")
    play(m, "move 56Pz 0505")  # one of the four can still make room
    refused(m, "end", "6.2")
    play(m, "move 1AK 0506", "end")
    assert state(m).phase != "movement"


@pytest.mark.rule("eastfront", "6.2")
def test_no_hexside_limit_where_nobody_fights() -> None:
    m = position({"0405": "AG-South:3 41Pz 56Pz 24Pz 39Pz"}, active_hqs=HQ, board=field(river="0405/e"))
    play(m, "move 41Pz 0505", "move 56Pz 0505", "move 24Pz 0505", "move 39Pz 0505")
    assert [where(m, unit) for unit in ("41Pz", "56Pz", "24Pz", "39Pz")] == ["0505"] * 4


@pytest.mark.rule("eastfront", "6.21")
@pytest.mark.parametrize(("terrain", "limit"), [("clear", 4), ("forest", 4), ("marsh", 3), ("mountain", 2)])
@pytest.mark.parametrize("weather", ["dry", "mud", "snow"])
def test_terrain_sets_the_stacking_limit_whatever_the_weather(terrain: str, limit: int, weather: str) -> None:
    there = " ".join(("1AK", "26AK", "10AK", "28AK")[: limit - 1])  # out of command, so they cannot make room
    hq = "AG-South:0" if weather == "dry" else "AG-South:1"
    board = terrain_at(terrain, "0405")
    m = position({"0405": there, "0305": f"{hq} 41Pz 56Pz"}, board=board, weather=weather, active_hqs=HQ)
    play(m, "move 41Pz 0405")
    refused(m, "move 56Pz 0405", "6.21")


@pytest.mark.rule("eastfront", "6.2", "6.21")
def test_a_full_hex_is_passed_by_name_but_nobody_stays_in_it() -> None:
    full = {"0405": "1AK 26AK 10AK 28AK", "0305": "AG-South:0 41Pz"}
    m = position(full, active_hqs=HQ)
    assert "0405" in offered(m, "move 41Pz")
    refused(m, "move 41Pz 0405", "6.21")
    assert not m.choices("move 41Pz 0405").complete
    play(m, "move 41Pz 0405 0505")
    spell, names = state(m).spell, state(m).rules.grid.by_name
    way = tuple(spell(names[hex]) for hex in ("0305", "0405", "0505"))
    assert of_kind(m.events.since(0), Moved)[-1].path == way
    assert where(m, "41Pz") == "0505"


@pytest.mark.rule("eastfront", "6.2", "6.21")
def test_a_full_hex_from_which_nobody_goes_on_is_no_waypoint() -> None:
    marsh = position({"0405": "1AK 26AK 10AK", "0305": "AG-South:0 41Pz"}, active_hqs=HQ, board=field(marsh="0405"))
    assert "0405" not in offered(marsh, "move 41Pz")  # 1.33: marsh stops it there
    refused(marsh, "move 41Pz 0405 0505", "6.21")
    slow = position({"0405": "5AK 26AK 10AK 28AK", "0305": "AG-South:1 1AK"}, active_hqs=HQ, weather="mud")
    assert "0405" not in offered(slow, "move 1AK")  # it moves one hex
    refused(slow, "move 1AK 0405 0505", "6.21")


@pytest.mark.rule("eastfront", "6.21")
def test_a_city_has_the_limit_of_its_terrain() -> None:
    city = {"name": "Gorod", "hex": "0405", "class": "major", "value": 2, "home": "german"}
    m = position(
        {"0405": "1AK 26AK 10AK", "0305": "AG-South:0 41Pz"}, board=field(marsh="0405", cities=[city]), active_hqs=HQ
    )
    refused(m, "move 41Pz 0405", "6.21")


@pytest.mark.rule("eastfront", "6.21")
def test_in_a_battle_hex_each_side_may_fill_the_hex() -> None:
    m = position(
        {"0605": "1AK 26AK 10AK 23A 27A 8A 13A", "0505": "AG-South:0 41Pz 56Pz"}, battles=BATTLE, active_hqs=HQ
    )
    play(m, "move 41Pz 0605")
    refused(m, "move 56Pz 0605", "6.21")


@pytest.mark.rule("eastfront", "6.22", "5.21")
def test_a_deployed_hq_may_overstack_until_the_movement_phase_ends() -> None:
    m = position({"0405": "1AK 26AK 10AK 28AK", "0305": "AG-South:2"}, phase="command")
    play(m, "activate AG-South 0405")
    refused(m, "end", "6.2")
    play(m, "mobilize AG-South 0305")
    assert where(m, "AG-South") == "0305"


@pytest.mark.rule("eastfront", "6.22")
def test_after_a_repulse_the_owner_chooses_who_is_in_excess_and_goes_without_supply() -> None:
    stack = {"0505": "1AK 26AK 10AK 41Pz", "0405": "AG-South:2 56Pz", "0605": "23A:1"}
    m = position(stack, board=field(river="0605/w 0605/nw 0605/sw"), active_hqs=HQ, dice=[1])
    play(m, "move 1AK 0605", "move 56Pz 0505", "end", "resolve 0605")
    assert where(m, "1AK") == "0505"
    assert state(m).side == "soviet"
    play(m, "unsupplied 56Pz")
    assert [cv(m, unit) for unit in ("56Pz", "41Pz", "1AK", "26AK", "10AK")] == [3, 4, 4, 4, 4]


# --- 6.3 engagement --------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "6.31")
def test_a_unit_stops_in_a_hex_with_enemies_and_starts_a_battle_that_must_be_fought() -> None:
    m = position({"0505": "AG-South:1 41Pz", "0605": "23A"}, active_hqs=HQ)
    refused(m, "move 41Pz 0605 0705", "4.42")  # it has arrived
    refused(m, "move 41Pz 0805", "6.1")  # not through, and the way round is too long
    play(m, "move 41Pz 0605", "end")
    refused(m, "end", "7.15")


@pytest.mark.rule("eastfront", "6.31")
def test_adding_units_to_a_battle_does_not_force_combat() -> None:
    m = position(
        {"0605": "41Pz 23A", "0505": "AG-South:1 56Pz"}, battles={"0605": "german"}, active_hqs=HQ, scenario="S43"
    )
    play(m, "move 56Pz 0605", "end")
    assert state(m).phase == "combat"
    play(m, "end")
    assert volleys(m.events.since(0)) == []


@pytest.mark.rule("eastfront", "6.31")
def test_attackers_stay_hidden_until_combat() -> None:
    m = position({"0505": "AG-South:1 41Pz", "0605": "23A"}, active_hqs=HQ)
    play(m, "move 41Pz 0605")
    assert "41Pz" not in [unit.id for unit in m.view("soviet").units]
    assert not any("41Pz" in line for line in m.log("soviet"))


@pytest.mark.rule("eastfront", "6.32")
def test_a_unit_disengages_only_into_a_friendly_hex() -> None:
    # 0604 lies next to 1AK and 27A: disputed; 0606 has nobody near and is German of old
    m = position(
        {"0605": "41Pz 56Pz 23A", "0505": "AG-South:2 1AK", "0704": "27A"}, battles=BATTLE, active_hqs=HQ,
        control={"german": "0606"}, weather="mud",
    )  # fmt: skip
    allowed(m, "move 41Pz 0505")
    allowed(m, "move 41Pz 0606")
    refused(m, "move 41Pz 0604", "6.32")  # disputed
    refused(m, "move 41Pz 0705", "6.32")  # enemy
    refused(m, "move 41Pz 0704", "6.32")  # occupied


@pytest.mark.rule("eastfront", "6.32")
def test_after_disengaging_a_unit_goes_on_but_may_not_engage() -> None:
    units = {"0605": "41Pz 56Pz 23A", "0505": "AG-South:2", "0604": "27A:1"}
    m = position(units, battles=BATTLE, active_hqs=HQ)
    allowed(m, "move 41Pz 0505 0405")
    refused(m, "move 41Pz 0505 0604", "6.32")
    refused(m, "move 41Pz 0604", "6.32")


@pytest.mark.rule("eastfront", "6.32")
def test_without_a_friendly_hex_an_engaged_unit_must_stay() -> None:
    units = {"0805": "41Pz AG-South:1 23A", "0405": "AG-North:0 1AK"}
    m = position(units, battles={"0805": "soviet"}, active_hqs={"AG-South": "", "AG-North": ""})
    refused(m, "move 41Pz 0705", "6.32")
    refused(m, "mobilize AG-South 0705", "5.41")


@pytest.mark.rule("eastfront", "6.32", "8.31")
@pytest.mark.example("eastfront", "E6.32")
def test_after_a_breakthrough_units_disengage_forward() -> None:
    units = {"0605": "41Pz 56Pz 23A", "0505": "AG-South:1", "0706": "24Pz"}
    m = position(units, battles=BATTLE, active_hqs=HQ)
    allowed(m, "move 41Pz 0705")  # behind the enemy, in the ZOC of 24Pz
    units = {"0605": "23A 27A 1AK", "0705": "Ukrainian-Front:1", "0505": "4Para~"}
    m = position(units, battles={"0605": "german"}, active="soviet", active_hqs={"Ukrainian-Front": ""}, weather="snow")
    refused(m, "move 23A 0505", "6.32")  # a dropped Para holds nothing


@pytest.mark.rule("eastfront", "6.33")
@pytest.mark.parametrize(
    ("terrain", "weather", "limit"),
    [
        ({}, "dry", 2),
        ({}, "mud", 1),
        ({}, "snow", 2),
        ({"forest": "0505 0605"}, "dry", 1),
        ({"marsh": "0505 0605"}, "dry", 1),
        ({"mountain": "0505 0605"}, "dry", 1),
        ({"river": "0505/e"}, "dry", 1),
        ({"river": "0505/e"}, "snow", 1),
        ({"strait": "0505/e"}, "dry", 1),
    ],
)
def test_so_many_units_cross_a_side_of_a_battle_hex(terrain: dict[str, Any], weather: str, limit: int) -> None:
    board = field(alpine="0605/nw 0605/sw", **terrain)
    units = {"0505": "1AK 26AK 10AK", "0405": "AG-South:2", "0605": "23A"}
    m = position(units, board=board, weather=weather, active_hqs=HQ)
    for unit in ("1AK", "26AK")[:limit]:
        play(m, f"move {unit} 0605")
    refused(m, "move 10AK 0605", "6.33")


@pytest.mark.rule("eastfront", "6.33")
@pytest.mark.example("eastfront", "E6.33")
def test_a_unit_that_leaves_uses_up_the_forest_side_for_those_who_enter() -> None:
    board = field(forest="0505 0605", alpine="0605/nw 0605/sw")
    units = {"0605": "41Pz 56Pz 23A", "0505": "AG-South:1 1AK"}
    m = position(units, board=board, battles=BATTLE, active_hqs=HQ)
    allowed(m, "move 1AK 0605")
    play(m, "move 41Pz 0505")
    refused(m, "move 1AK 0605", "6.33")
    refused(m, "rearguard 56Pz 0505", "6.33")


@pytest.mark.rule("eastfront", "6.33", "5.7")
def test_blitz_movement_is_counted_apart() -> None:
    board = field(forest="0505 0605", alpine="0605/nw 0605/sw")
    m = position(
        {"0605": "1AK 23A:1", "0505": "AG-South:3 26AK 10AK"}, board=board, battles={"0605": "german"},
        active_hqs={"AG-South": "blitz"},
    )  # fmt: skip
    play(m, "move 26AK 0605")
    refused(m, "move 10AK 0605", "6.33")
    play(m, "end", "end")
    assert state(m).phase == "blitz-movement"
    allowed(m, "move 10AK 0605")


@pytest.mark.rule("eastfront", "6.32", "0b")
def test_a_block_that_leaves_a_battle_is_hidden_again() -> None:
    m = position({"0605": "41Pz 1AK 23A", "0505": "AG-South:1"}, battles={"0605": "german"}, active_hqs=HQ)
    assert {unit.id for unit in m.view("soviet").units if unit.hex == "0605"} >= {"41Pz", "1AK"}
    play(m, "move 41Pz 0405")
    assert [unit.hidden for unit in m.view("soviet").units if unit.hex == "0405"] == [True]


# --- 6.4 retreats ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "6.4", "6.41")
def test_the_last_unit_leaves_a_battle_only_as_a_rearguard() -> None:
    m = position({"0605": "41Pz 56Pz 23A:1", "0505": "AG-South:1"}, battles=BATTLE, active_hqs=HQ)
    refused(m, "rearguard 56Pz 0505", "6.41")  # there are two
    play(m, "move 41Pz 0505")
    refused(m, "move 56Pz 0505", "6.41")
    allowed(m, "rearguard 56Pz 0505")


@pytest.mark.rule("eastfront", "6.41")
def test_a_rearguard_stays_until_all_else_has_moved_then_is_fired_at_and_moves_on() -> None:
    m = position(
        {"0605": "41Pz:4 1Cav:2", "0505": "AG-South:1", "0405": "1AK"}, battles=BATTLE, active_hqs=HQ, dice=[6, 6]
    )
    play(m, "rearguard 41Pz 0505")
    assert (where(m, "41Pz"), volleys(m.events.since(0))) == ("0605", [])
    refused(m, "move 41Pz 0505", "6.41")
    play(m, "move 1AK 0305", "end")
    assert volleys(m.events.since(0)) == [("1Cav", (6, 6), 2)]
    assert (where(m, "41Pz"), cv(m, "41Pz")) == ("0505", 2)
    play(m, "retreat 0305")
    assert where(m, "41Pz") == "0305"


@pytest.mark.rule("eastfront", "6.42", "7.22", "0b")
def test_pursuers_show_themselves_and_stand_up_again() -> None:
    units = {"0605": "1AK 10Tk:2 23A:2 STAVKA", "0505": "AG-South:2"}
    m = position(units, active_hqs=HQ, battles={"0605": "german"}, dice=[1] * 4)
    play(m, "rearguard 1AK 0505")
    told = play(m, "end")
    assert sorted(event.unit for event in of_kind(told, Revealed)) == ["10Tk", "23A"]  # an HQ does not pursue
    assert not any(unit.side == "soviet" and not unit.hidden for unit in m.view("german").units)


@pytest.mark.rule("eastfront", "6.41")
def test_a_rearguard_may_stay_where_it_fell_back_to_and_never_engages() -> None:
    m = position(
        {"0605": "41Pz:4 1AK 23A:1", "0505": "AG-South:1", "0604": "27A"}, battles=BATTLE, active_hqs=HQ
    )  # fmt: skip
    play(m, "move 1AK 0505", "rearguard 41Pz 0505", "end")
    assert "0604" not in offered(m, "retreat")
    play(m, "stay")
    assert where(m, "41Pz") == "0505"


@pytest.mark.rule("eastfront", "6.41", "G36")
def test_a_rearguard_needs_a_free_place_to_fall_back_to_and_it_is_kept() -> None:
    board = field(alpine="0605/nw 0605/sw")
    units = {"0605": "41Pz 23A:1", "0504": "1AK 26AK 10AK 38AK", "0405": "AG-South:2 28AK"}
    m = position(units, board=board, battles=BATTLE, active_hqs=HQ)
    full = m.copy()
    play(full, "move 1AK 0505", "move 26AK 0505", "move 10AK 0505", "move 38AK 0505")
    refused(full, "rearguard 41Pz 0505", "6.21")
    play(m, "move 1AK 0505", "move 26AK 0505", "move 10AK 0505", "rearguard 41Pz 0505")
    refused(m, "move 28AK 0505", "6.21")
    refused(m, "mobilize AG-South 0505", "6.21")


@pytest.mark.rule("eastfront", "6.33", "G36")
def test_the_hexside_a_rearguard_will_cross_is_kept_for_it() -> None:
    board = field(forest="0505 0605", alpine="0605/nw 0605/sw")
    m = position({"0605": "41Pz 23A:1", "0505": "AG-South:1 1AK"}, board=board, battles=BATTLE, active_hqs=HQ)
    allowed(m, "move 1AK 0605")
    play(m, "rearguard 41Pz 0505")
    refused(m, "move 1AK 0605", "6.33")


@pytest.mark.rule("eastfront", "6.41", "6.22")
def test_a_rearguard_passes_a_full_hex_but_does_not_stop_in_it() -> None:
    units = {"0605": "41Pz 23A:1", "0305": "AG-South:3", "0405": "1AK 26AK 10AK 28AK"}
    m = position(units, battles=BATTLE, active_hqs=HQ)
    play(m, "rearguard 41Pz 0505", "end")
    assert "0405" not in offered(m, "retreat")
    play(m, "retreat 0305")
    assert where(m, "41Pz") == "0305"


@pytest.mark.rule("eastfront", "6.41")
def test_to_pull_all_out_and_send_others_in_is_a_retreat_and_a_new_attack() -> None:
    units = {"0605": "41Pz:4 23A:1", "0505": "AG-South:1 1AK"}
    m = position(units, battles=BATTLE, active_hqs=HQ)
    play(m, "move 1AK 0605", "rearguard 41Pz 0505", "end", "stay")
    assert m.view("german").battles == (Battle("0605", "german"),)  # it was the Soviets' attack before
    refused(m, "end", "7.15")


@pytest.mark.rule("eastfront", "6.41")
def test_one_unit_that_stays_throughout_makes_it_no_retreat() -> None:
    m = position({"0605": "41Pz 56Pz 23A:1", "0505": "AG-South:1 1AK"}, battles=BATTLE, active_hqs=HQ)
    play(m, "move 1AK 0605", "move 41Pz 0505", "end")
    assert m.view("german").battles == (Battle("0605", "soviet"),)
    allowed(m, "end")


@pytest.mark.rule("eastfront", "6.41", "G36")
def test_if_no_unit_can_fall_back_not_all_may_leave() -> None:
    board = field(forest="0505 0605", alpine="0605/nw 0605/sw")
    m = position({"0605": "41Pz 56Pz 23A", "0405": "AG-South:2"}, board=board, battles=BATTLE, active_hqs=HQ)
    play(m, "move 41Pz 0505")  # the only way out
    refused(m, "rearguard 56Pz 0505", "6.33")


@pytest.mark.rule("eastfront", "6.41", "5.41", "G36")
def test_an_active_hq_that_is_the_last_to_leave_mobilizes_as_a_rearguard() -> None:
    units = {"0605": "AG-South:3 23A:2", "0505": "1AK 26AK", "0407": "10AK 27A:1"}
    m = position(units, battles={"0605": "soviet", "0407": "german"}, active_hqs=HQ, dice=[6, 1])
    refused(m, "mobilize AG-South 0505", "6.41")
    play(m, "rearguard AG-South 0505", "move 1AK 0405")
    refused(m, "mobilize AG-South 0505", "6.41")
    refused(m, "rearguard AG-South 0505", "6.41")
    play(m, "end")
    assert cv(m, "AG-South") == 2  # pursued by a unit as fast as it is
    play(m, "retreat 0405")
    assert (where(m, "AG-South"), cv(m, "AG-South"), state(m).phase) == ("0405", 1, "combat")
    refused(m, "strike AG-South 0407", "13.1")


@pytest.mark.rule("eastfront", "5.62", "6.41", "G36")
def test_a_supreme_hq_that_retreats_spends_no_supreme_move_on_itself() -> None:
    m = position({"0605": "OKH:3 23A", "0405": "1AK"}, battles={"0605": "soviet"}, active_hqs={"OKH": ""})
    play(m, "rearguard OKH 0505")
    assert state(m).supreme == 6


@pytest.mark.rule("eastfront", "6.42")
@pytest.mark.parametrize(
    ("weather", "rearguard", "pursuer", "hits"),
    [
        ("dry", "1AK", "1Cav", 2),  # faster: 5 and 6 hit
        ("dry", "1AK", "23A", 1),  # as fast: 6 hits
        ("dry", "41Pz", "23A", None),  # slower: no fire
        ("dry", "41Pz", "10Tk", 1),
        ("dry", "1AK", "1Shk", None),
        ("mud", "41Pz", "1Cav", 2),
        ("mud", "41Pz", "1Shk", 1),
        ("snow", "41Pz", "1Cav", 1),
    ],
)
def test_pursuers_fire_by_their_speed(weather: str, rearguard: str, pursuer: str, hits: int | None) -> None:
    m = position(
        {"0605": f"{rearguard} {pursuer}:2", "0505": "AG-South:2"}, battles=BATTLE, active_hqs=HQ, dice=[5, 6],
        weather=weather,
    )  # fmt: skip
    events = play(m, f"rearguard {rearguard} 0505", "end")
    assert volleys(events) == ([] if hits is None else [(pursuer, (5, 6), hits)])


@pytest.mark.rule("eastfront", "6.42")
def test_all_enemy_units_pursue_one_die_per_cv() -> None:
    m = position(
        {"0605": "1AK 1Cav:3 23A:2", "0505": "AG-South:1"}, battles=BATTLE, active_hqs=HQ, dice=[5, 1, 2, 6, 3]
    )
    events = play(m, "rearguard 1AK 0505", "end")
    assert volleys(events) == [("1Cav", (5, 1, 2), 1), ("23A", (6, 3), 1)]
    assert cv(m, "1AK") == 2


@pytest.mark.rule("eastfront", "6.42")
@pytest.mark.parametrize("terrain", ["forest", "marsh", "mountain", "major"])
def test_terrain_protects_the_rearguard(terrain: str) -> None:
    city = {"name": "Gorod", "hex": "0605", "class": "major", "value": 2, "home": "soviet"}
    board = field(cities=[city]) if terrain == "major" else terrain_at(terrain, "0605")
    m = position(
        {"0605": "1AK:4 1Cav:3", "0505": "AG-South:1"}, board=board, battles=BATTLE, active_hqs=HQ, dice=[5, 5, 6]
    )
    play(m, "rearguard 1AK 0505", "end")
    assert cv(m, "1AK") == 3  # two hits for a step, and the third is lost


@pytest.mark.rule("eastfront", "6.42")
def test_the_loss_of_a_rearguard_has_no_other_effect() -> None:
    units = {"0605": "1AK:1 26AK 1Cav:1", "0505": "AG-South:1"}
    m = position(units, battles=BATTLE, active_hqs=HQ, dice=[6])
    play(m, "move 26AK 0505", "rearguard 1AK 0505", "end")
    assert (where(m, "1AK"), where(m, "26AK"), cv(m, "26AK")) == ("dead", "0505", 4)
    assert m.view("german").battles == ()


@pytest.mark.rule("eastfront", "6.42", "G22")
def test_hqs_never_pursue() -> None:
    m = position({"0605": "1AK:1 Ukrainian-Front:3", "0505": "AG-South:1"}, battles=BATTLE, active_hqs=HQ, dice=[])
    assert volleys(play(m, "rearguard 1AK 0505", "end")) == []
    assert where(m, "1AK") == "0505"


# --- 6.5 supreme command ---------------------------------------------------------------------------------------------

SUPREME = {"OKH": ""}


@pytest.mark.rule("eastfront", "6.51", "6.52")
def test_supreme_moves_reach_units_anywhere_even_in_a_pocket() -> None:
    m = position(
        {"0105": "OKH:1", "0805": "41Pz!", "1001": "1AK!", "0201": "26AK", "0905": "23A", "0705": "27A"},
        active_hqs=SUPREME,
    )
    play(m, "move 41Pz 0806", "move 1AK 0901")
    refused(m, "move 26AK 0301", "5.3")  # there were two
    assert state(m).supreme == 0


@pytest.mark.rule("eastfront", "6.51")
def test_supreme_moves_are_mixed_with_moves_by_other_hqs() -> None:
    m = position({"0105": "OKH:1", "0405": "AG-South:1 41Pz 56Pz", "0201": "1AK"}, active_hqs={**SUPREME, **HQ})
    play(m, "move 41Pz 0505", "move 1AK 0301", "move 56Pz 0505")
    assert state(m).supreme == 1  # only 1AK needed one


@pytest.mark.rule("eastfront", "6.52")
def test_a_supreme_move_engages_disengages_and_retreats() -> None:
    units = {"0105": "OKH:3", "0605": "41Pz 23A", "0607": "56Pz 1AK 27A", "0509": "26AK", "0609": "8A"}
    m = position(units, battles={"0605": "soviet", "0607": "soviet"}, active_hqs=SUPREME)
    play(m, "move 26AK 0609", "move 1AK 0507", "rearguard 41Pz 0505")
    assert (where(m, "26AK"), where(m, "1AK"), state(m).supreme) == ("0609", "0507", 3)
    play(m, "end", "stay")
    assert where(m, "41Pz") == "0505"


@pytest.mark.rule("eastfront", "6.52")
def test_a_unit_moved_by_a_supreme_move_may_blitz() -> None:
    m = position({"0105": "OKH:1", "0405": "AG-South:2", "0401": "41Pz"}, active_hqs={**SUPREME, "AG-South": "blitz"})
    play(m, "move 41Pz 0404")
    refused(m, "move 41Pz 0304", "6.1")
    end_until(m, "blitz-movement")
    allowed(m, "move 41Pz 0304")


@pytest.mark.rule("eastfront", "6.53")
def test_a_rail_move_of_ten_hexes_takes_a_supreme_move_and_a_longer_one_more() -> None:
    line = "0105 0205 0305 0405 0505 0605 0705 0805 0905 0906 0806 0706 0606"
    m = position(
        {"0105": "OKH:1 41Pz 1AK"}, board=field(rail=line), active_hqs=SUPREME, control={"german": "0601..1109"}
    )
    near = m.copy()
    play(near, "rail 41Pz 0806")
    assert state(near).supreme == 1
    play(m, "rail 41Pz 0706")
    assert state(m).supreme == 0
    refused(m, "rail 1AK 0205", "6.53")


@pytest.mark.rule("eastfront", "6.53", "4.44", "5.7")
def test_a_unit_that_moved_strategically_does_not_move_again_in_the_turn() -> None:
    m = position({"0105": "OKH:2 41Pz", "0405": "AG-South:2"}, active_hqs={**SUPREME, "AG-South": "blitz"})
    play(m, "rail 41Pz 0305")
    refused(m, "rail 41Pz 0205", "6.53")
    refused(m, "move 41Pz 0205", "6.53")
    end_until(m, "blitz-movement")
    refused(m, "move 41Pz 0404", "6.53")


@pytest.mark.rule("eastfront", "6.53")
def test_rail_and_sea_are_not_combined() -> None:
    port = {"class": "minor", "value": 0, "home": "german", "port": "major"}
    board = field(
        cities=[{"name": "Hafen", "hex": "0305", **port}, {"name": "Reede", "hex": "0308", **port}],
        seas=[{"id": "S", "title": "a sea", "control": "0305", "ports": "0305 0308", "coast": "0305 0308"}],
    )
    m = position({"0105": "OKH:2 41Pz", "0305": "1AK"}, board=board, active_hqs=SUPREME)
    play(m, "rail 41Pz 0305")
    refused(m, "sea 41Pz 0308", "6.53")
    play(m, "sea 1AK 0308")
    refused(m, "rail 1AK 0205", "6.53")


@pytest.mark.rule("eastfront", "6.53", "9.22")
def test_strategic_movement_never_engages_and_disengages_but_does_not_retreat() -> None:
    units = {"0105": "OKH:2 1AK", "0505": "41Pz 56Pz 23A", "0605": "27A"}
    m = position(units, battles={"0505": "soviet"}, active_hqs=SUPREME)
    refused(m, "rail 1AK 0505", "6.53")
    play(m, "rail 41Pz 0305")
    refused(m, "rail 56Pz 0305", "6.53")


@pytest.mark.rule("eastfront", "6.53")
def test_no_ship_lands_units_in_a_battle() -> None:
    port = {"class": "minor", "value": 0, "home": "german", "port": "major"}
    places = {"Hafen": "0305", "Reede": "0308", "Bucht": "0302"}
    board = field(
        cities=[{"name": name, "hex": hex, **port} for name, hex in places.items()],
        seas=[{"id": "S", "title": "a sea", "control": "0305", "ports": "0305 0308 0302", "coast": "0305 0308 0302"}],
    )
    units = {"0105": "OKH:2 26AK", "0305": "1AK", "0308": "41Pz"}
    allowed(position(units, board=board, active_hqs=SUPREME), "sea 1AK 0308")
    m = position({**units, "0308": "41Pz 23A"}, board=board, battles={"0308": "soviet"}, active_hqs=SUPREME)
    refused(m, "sea 1AK 0308", "6.53")


# --- why not ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "6.33", "6.32")
def test_a_used_up_hexside_is_named_as_the_reason() -> None:
    walls = field(alpine="0605/nw 0605/ne 0605/e 0605/se 0605/sw", forest="0505 0605")
    m = position({"0605": "1AK 26AK 10AK 23A", "0505": "AG-South:3"}, board=walls, battles=BATTLE, active_hqs=HQ)
    play(m, "move 1AK 0505")
    refused(m, "move 26AK 0505", "6.33")
    refused(m, "move 26AK", "6.33")
    walled = {"0605": "1AK 26AK AG-South:1 23A", "0505": "8A"}
    refused(position(walled, board=walls, battles=BATTLE, active_hqs=HQ, forced=False), "move 26AK", "6.32")
