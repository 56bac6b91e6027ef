"""5 Set-up: the armies of July 1941 on the map, and their first turn."""

from __future__ import annotations

from collections import Counter

import pytest

import grognard
from grognard.events import Eliminated, Revealed, Rolled
from tests.guderian.table import (
    FIELD,
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    MAP,
    SOVIET_MOVEMENT,
    Board,
    allowed,
    asked,
    facts,
    field,
    happened,
    hexes_offered,
    markers,
    phase,
    play,
    points_left,
    position,
    refused,
    stack,
    units_offered,
    where,
)


def first_turn(dice: list[int], seed: int = 1) -> grognard.Match:
    """The first Soviet Movement Phase: armies spread out, no German marker; dice for the 16th, 19th, provisional."""
    m = grognard.new("guderian", seed=seed, dice=dice)
    play(m, "deploy", "end")
    return m


# --- 5.0, 5.1 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "5.0a", "5.0c")
def test_soviet_set_up_then_three_german_markers_then_the_dice_of_the_first_turn() -> None:
    m = grognard.new("guderian", dice=[2, 5, 3])
    assert asked(m) == ("soviet", "soviet-setup")
    m.play("deploy")
    assert asked(m) == ("german", "german-markers")
    play(m, "interdict 1414", "interdict 2216")
    assert not happened(m.events, Rolled)
    events = m.play("interdict 4015")
    assert [e.what for e in happened(events, Rolled)] == [
        "the 16th Army",
        "the 19th Army",
        "the provisional reinforcement",
    ]
    assert asked(m) == ("soviet", SOVIET_MOVEMENT)
    assert markers(m, "interdiction") == {"1414", "2216", "4015"}


@pytest.mark.rule("guderian", "5.0a")
def test_the_german_player_has_three_markers_before_the_game_and_places_them_west_of_column_41() -> None:
    m = grognard.new("guderian", dice=[2, 5, 3])
    m.play("deploy")
    refused(m, "interdict 4115", "13.2b")
    play(m, "interdict 4014", "interdict 4015")
    refused(m, "interdict 4015", "13.33")
    m.play("interdict 4016")
    assert phase(m) == SOVIET_MOVEMENT


@pytest.mark.rule("guderian", "5.0b")
def test_there_are_no_germans_on_the_map_in_the_first_soviet_player_turn() -> None:
    m = first_turn([1, 1, 3])
    assert not [entry for entry in m.view().units if entry.side == "german"]
    waiting = [entry for entry in m.view().due if entry.unit.side == "german"]
    assert len(waiting) == 61
    assert min(entry.turn for entry in waiting) == 1


@pytest.mark.rule("guderian", "5.0d")
def test_divisions_are_drawn_at_random_by_type() -> None:
    rifles: Counter[str] = Counter()
    for seed in range(8):
        m = position({"0505": "6.ID", "0605": "rifle Lukin"}, phase=GERMAN_COMBAT, dice=[2], seed=seed)
        rifles[happened(m.play("attack 0605 6.ID go"), Revealed)[0].unit] += 1
    assert len(rifles) > 4
    assert all("SD" in name for name in rifles)


@pytest.mark.rule("guderian", "5.0d")
def test_nobody_sees_what_was_drawn() -> None:
    one, other = grognard.new("guderian", seed=1), grognard.new("guderian", seed=2)
    for side in ("german", "soviet", None):
        assert one.view(side) == other.view(side)
        assert one.log(side) == other.log(side)


@pytest.mark.rule("guderian", "5.1", "5.0e")
def test_armies_with_one_hex_are_piled_up_there() -> None:
    m = grognard.new("guderian")
    counts = Counter(entry.hex for entry in m.view().units)
    assert counts == {"4015": 7, "2216": 7, "1414": 5}
    assert (where(m, "Rakutin"), where(m, "Lukin"), where(m, "Konev")) == ("4015", "2216", "1414")


@pytest.mark.rule("guderian", "5.1")
def test_the_whole_deployment_is_28_rifle_and_6_armoured_divisions_and_5_leaders() -> None:
    m = grognard.new("guderian")
    everybody = [*m.view().units, *m.view().to_place]
    assert Counter(entry.type for entry in everybody) == {"rifle": 28, "tank": 6, "leader": 5}
    assert {"Remezov", "Kurochkin"} < {entry.id for entry in m.view().to_place}


@pytest.mark.rule("guderian", "5.1")
def test_the_13th_and_20th_armies_are_placed_in_their_own_hexes() -> None:
    m = grognard.new("guderian")
    north = {f"01{row:02d}" for row in range(8, 16)}
    assert hexes_offered(m, "place Kurochkin") == north
    assert hexes_offered(m, "place Remezov") == {"0123", "0124", "0125", "0126"}
    refused(m, "place Kurochkin 0123", "5.1")
    refused(m, "place Remezov 2216", "5.1")
    refused(m, "place Lukin 0108", "5.1")


@pytest.mark.rule("guderian", "5.1")
def test_the_game_begins_when_everybody_has_been_placed() -> None:
    m = grognard.new("guderian")
    refused(m, "end", "5.1")
    m.play("place Remezov 0124")
    refused(m, "place Remezov 0125", "5.1")
    refused(m, "end", "5.1")
    m.play("deploy")
    assert where(m, "Remezov") == "0124"
    refused(m, "place Kurochkin 0108", "5.1")


@pytest.mark.rule("guderian", "5.0e")
def test_an_army_with_several_hexes_keeps_to_the_stacking_limit_at_once() -> None:
    m = grognard.new("guderian")
    thirteenth = sorted(name for name in units_offered(m, "place") if hexes_offered(m, f"place {name}") >= {"0126"})
    divisions = [name for name in thirteenth if name != "Remezov"]
    assert len(divisions) == 8
    play(m, *(f"place {name} 0123" for name in divisions[:3]))
    refused(m, f"place {divisions[3]} 0123", "5.0e")
    m.play("place Remezov 0123")
    assert stack(m, "0123") == {*divisions[:3], "Remezov"}


@pytest.mark.rule("guderian", "5.0e")
def test_piled_up_armies_must_meet_the_limit_when_the_first_movement_phase_ends() -> None:
    units = {"4015": "rifle rifle rifle rifle rifle armoured Rakutin"}
    m = position(units, board=MAP, turn=1, phase=SOVIET_MOVEMENT, armies={"24th": "R1 R2 R3 R4 R5 A1 Rakutin"})
    play(m, "move R1 R2 4016", "end")
    assert asked(m) == ("soviet", "overstack")
    m.play("lose R3")
    assert stack(m, "4015") == {"R4", "R5", "A1", "Rakutin"}
    assert where(m, "R3") is None


# --- 5.21, 5.22 the frozen armies ------------------------------------------------------------------------------------

SIXTEENTH = {"2216": "rifle rifle rifle rifle rifle rifle Lukin"}
ORDERS = {"16th": "R1 R2 R3 R4 R5 R6 Lukin"}


def frozen_sixteenth(**more: str) -> grognard.Match:
    """The 16th Army piled up in Smolensk, told by the die to stay."""
    units = {**SIXTEENTH, "4015": "rifle Rakutin", **more}
    return position(units, board=MAP, turn=1, phase=SOVIET_MOVEMENT, armies=ORDERS, frozen="16th")


@pytest.mark.rule("guderian", "5.21")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_on_one_to_three_an_army_may_move_on_the_first_turn(die: int) -> None:
    m = first_turn([die, 7 - die, 3])
    moving, staying = ("2216", "1414") if die <= 3 else ("1414", "2216")
    assert facts(m).frozen == (("19th",) if die <= 3 else ("16th",))
    free, bound = (min(name for name in stack(m, hex) if name.startswith("R")) for hex in (moving, staying))
    assert len(hexes_offered(m, f"move {free}")) > 20
    assert 0 < len(hexes_offered(m, f"move {bound}")) <= 6


@pytest.mark.rule("guderian", "5.21")
def test_each_army_has_its_own_die() -> None:
    assert facts(first_turn([4, 4, 3])).frozen == ("16th", "19th")
    assert facts(first_turn([3, 3, 3])).frozen == ()


@pytest.mark.rule("guderian", "5.21")
def test_a_frozen_army_uses_neither_road_nor_rail_and_its_leader_stays() -> None:
    """G64."""
    m = frozen_sixteenth()
    refused(m, "rail R1 2317", "5.21")
    refused(m, "move Lukin 2215", "5.22")
    far = first_turn([6, 1, 3])
    refused(far, "move Lukin 2215", "5.22")


@pytest.mark.rule("guderian", "5.21")
def test_both_armies_are_free_on_the_second_turn() -> None:
    m = position(SIXTEENTH, board=MAP, turn=2, phase=SOVIET_MOVEMENT, armies=ORDERS)
    allowed(m, "move Lukin 2215")
    assert len(hexes_offered(m, "move R1")) > 20
    assert not happened(m.events, Rolled)


@pytest.mark.rule("guderian", "5.22")
def test_as_many_units_as_stacking_demands_leave_a_frozen_army_and_no_more() -> None:
    """Three of the six divisions in 2216 (G64)."""
    m = frozen_sixteenth()
    play(m, "move R1 2215", "move R2 2215", "move R3 2316")
    refused(m, "move R4 2215", "5.21")
    refused(m, "move Lukin 2215", "5.21")
    m.play("end")
    assert stack(m, "2216") == {"R4", "R5", "R6", "Lukin"}
    assert not happened(m.events, Eliminated)


@pytest.mark.rule("guderian", "5.22")
def test_one_division_leaves_the_frozen_19th_army() -> None:
    units = {"1414": "rifle rifle rifle rifle Konev", "4015": "rifle"}
    orders = {"19th": "R1 R2 R3 R4 Konev"}
    m = position(units, board=MAP, turn=1, phase=SOVIET_MOVEMENT, armies=orders, frozen="19th")
    m.play("move R2 1413")
    refused(m, "move R1 1413", "5.21")
    assert stack(m, "1414") == {"R1", "R3", "R4", "Konev"}


@pytest.mark.rule("guderian", "5.22")
def test_units_that_relieve_a_frozen_stack_go_one_hex() -> None:
    m = frozen_sixteenth()
    near = {"2215", "2217", "2316", "2317", "2116", "2117"}
    assert hexes_offered(m, "move R1") <= near
    refused(m, "move R1 2214", "5.22")
    m.play("move R1 2215")
    refused(m, "move R1 2214", "5.22")
    assert units_offered(m, "move R2") == set()


@pytest.mark.rule("guderian", "5.22")
def test_another_army_passing_through_does_not_set_a_frozen_one_free() -> None:
    m = frozen_sixteenth(**{"2215": "rifle"})
    assert units_offered(m, "move R8") == units_offered(m, "move R1") == set()
    play(m, "move R1 2316", "move R2 2316", "move R3 2316", "move R8 2216")
    refused(m, "move R4 2215", "5.21")


@pytest.mark.rule("guderian", "5.22")
def test_a_frozen_army_that_does_not_unstack_loses_what_is_too_much() -> None:
    m = frozen_sixteenth()
    play(m, "move R1 2215", "end", "lose R2", "lose R3")
    assert stack(m, "2216") == {"R4", "R5", "R6", "Lukin"}


# --- 5.23 the 13th and 20th Armies -----------------------------------------------------------------------------------


def marching(units: dict[str, str], names: str, board: Board = FIELD) -> grognard.Match:
    """Units of the 20th Army on the first turn."""
    return position(units, board=board, turn=1, phase=SOVIET_MOVEMENT, armies={"20th": names}, newcomers=names)


@pytest.mark.rule("guderian", "5.23a")
def test_the_phase_does_not_end_before_a_marching_unit_has_used_up_its_allowance() -> None:
    m = marching({"0305": "rifle", "1005": "rifle"}, "R1")
    refused(m, "end", "5.23a")
    m.play("move R1 0705")
    refused(m, "end", "5.23a")
    refused(m, "move R2 1004", "5.23a")
    m.play("move R1 0904")
    assert points_left(m, "R1") == 0
    allowed(m, "move R2 1004")
    allowed(m, "end")


@pytest.mark.rule("guderian", "5.23a")
def test_nobody_enters_while_a_marching_unit_is_under_way() -> None:
    m = position(
        {"0305": "rifle"}, board=MAP, turn=1, phase=SOVIET_MOVEMENT, armies={"20th": "R1"}, newcomers="R1",
        due={"W": "rifle"},
    )  # fmt: skip
    allowed(m, "enter R2 3901")
    play(m, "move R1 0405")
    refused(m, "enter R2 3901", "5.23a")


@pytest.mark.rule("guderian", "5.23a")
def test_leaders_of_the_marching_armies_march_too() -> None:
    """G4."""
    m = marching({"0305": "Kurochkin"}, "Kurochkin")
    refused(m, "end", "5.23a")
    m.play("move Kurochkin 1204")
    refused(m, "end", "5.23a")
    m.play("move Kurochkin 1203")
    assert points_left(m, "Kurochkin") == 0


@pytest.mark.rule("guderian", "5.23a")
def test_a_half_point_that_buys_no_step_is_lost() -> None:
    """G4: along the road for half a point, then nine clear hexes; the last half point is not enough for a hex."""
    m = marching({"0305": "armoured", "1005": "rifle"}, "A1", field(road="0305 0405"))
    m.play("move A1 0405")
    assert points_left(m, "A1") == 9.5
    m.play("move A1 1206")
    assert points_left(m, "A1") == 1.5
    m.play("move A1 1207")
    assert points_left(m, "A1") == 0.5
    allowed(m, "end")


@pytest.mark.rule("guderian", "5.23a")
def test_the_marching_armies_have_their_full_allowance_without_a_line_of_supply() -> None:
    """G35: units placed at the start are in supply in the first Soviet player turn, Leader or not."""
    m = grognard.new("guderian", dice=[1, 1, 3])
    rifle = min(name for name in units_offered(m, "place") if hexes_offered(m, f"place {name}") >= {"0115"})
    play(m, "place Kurochkin 0108", f"place {rifle} 0115", "deploy", "end")
    assert points_left(m, rifle) == (6 if rifle.startswith("R") else 10)


@pytest.mark.rule("guderian", "5.23b")
def test_a_marching_unit_may_not_stop_where_it_could_no_longer_leave_the_western_columns() -> None:
    m = marching({"0105": "rifle"}, "R1", field(swamp="0201 0202"))
    allowed(m, "move R1 0103")
    refused(m, "move R1 0101", "5.23b")
    m.play("move R1 0103")
    refused(m, "move R1 0101", "5.23b")
    refused(m, "end", "5.23a")


@pytest.mark.rule("guderian", "5.23b", "5.23c")
def test_the_way_out_of_the_western_columns_may_not_lead_back_over_the_way_in() -> None:
    """From 0102 the only way east is back through 0103, where the unit has been."""
    m = marching({"0105": "rifle"}, "R1", field(lake="0201 0202"))
    allowed(m, "move R1 0103")
    refused(m, "move R1 0102", "5.23b")


@pytest.mark.rule("guderian", "5.23b")
def test_marching_units_may_step_within_the_western_columns_and_end_outside() -> None:
    m = marching({"0105": "rifle"}, "R1")
    m.play("move R1 0102")
    m.play("move R1 0402")
    assert points_left(m, "R1") == 0
    assert where(m, "R1") == "0402"


@pytest.mark.rule("guderian", "5.23b")
def test_a_unit_that_cannot_get_out_goes_as_far_as_it_can_and_lives() -> None:
    m = marching({"0105": "rifle", "1005": "rifle"}, "R1", field(lake="0301..0310"))
    m.play("move R1 0205")
    refused(m, "end", "5.23a")
    m.play("move R1 0210")
    assert points_left(m, "R1") == 0
    m.play("end")
    assert where(m, "R1") == "0210"


@pytest.mark.rule("guderian", "5.23c")
def test_a_marching_unit_enters_no_hex_twice() -> None:
    m = marching({"0305": "rifle"}, "R1")
    play(m, "move R1 0404", "move R1 0403")
    refused(m, "move R1 0404", "5.23c")


@pytest.mark.rule("guderian", "5.23d")
def test_a_marching_unit_never_goes_west() -> None:
    """North, south, north-east and south-east are open; the two western steps are barred (G5)."""
    m = marching({"0605": "rifle Kurochkin"}, "R1 Kurochkin")
    around = {"0604", "0606", "0705", "0706", "0505", "0506"}
    assert hexes_offered(m, "move R1") & around == {"0604", "0606", "0705", "0706"}
    refused(m, "move R1 0505", "5.23d")
    refused(m, "move R1 0506", "5.23d")
    assert min(hexes_offered(m, "move Kurochkin"))[:2] == "06"


@pytest.mark.rule("guderian", "5.23d", "5.23c")
def test_a_leader_and_his_division_march_together_under_the_same_orders() -> None:
    m = marching({"0605": "rifle Kurochkin"}, "R1 Kurochkin")
    refused(m, "move R1 Kurochkin 0505", "5.23d")
    play(m, "move R1 Kurochkin 0704", "move R1 Kurochkin 0703")
    refused(m, "move R1 Kurochkin 0704", "5.23c")


@pytest.mark.rule("guderian", "5.23e")
def test_the_marching_armies_do_not_go_by_rail() -> None:
    m = marching({"0305": "rifle", "0306": "rifle"}, "R1", field(rail="0305 0405 0505, 0306 0406"))
    refused(m, "rail R1 0405", "5.23e")
    m.play("move R1 0905")
    allowed(m, "rail R2 0406")


@pytest.mark.rule("guderian", "5.23a", "5.23d", "5.23e")
def test_on_the_second_turn_the_orders_are_over() -> None:
    board = field(rail="0605 0705 0805")
    m = position({"0605": "rifle Kurochkin"}, board=board, turn=2, phase=SOVIET_MOVEMENT, armies={"20th": "R1"})
    allowed(m, "end")
    allowed(m, "move R1 0505")
    allowed(m, "rail R1 0805")


@pytest.mark.rule("guderian", "5.0b")
def test_the_germans_come_after_the_first_soviet_player_turn() -> None:
    m = position({"4015": "rifle Rakutin"}, board=MAP, turn=1, phase=SOVIET_MOVEMENT, due={"C": "25/7"})
    play(m, "end", "end")
    assert phase(m) == GERMAN_MOVEMENT
    allowed(m, "enter 25/7 0112")
