"""8: regular, aerial, fortress and coastal supply, and what it means to have none."""

from __future__ import annotations

import pytest

from tests.oder.table import (
    GERMAN,
    GERMANS_BEHIND,
    MAP,
    SOVIET,
    SOVIETS_BEHIND,
    allowed,
    combat,
    field,
    modifiers,
    offered,
    play,
    points,
    position,
    refused,
    soviet_combat,
    state,
    supply_of,
    where,
)

CUT_OFF = {"1408": "HG", **SOVIETS_BEHIND}


# --- 8.0 when -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "8.0a", "8.5", "10.1a")
def test_supply_for_movement_is_judged_where_the_unit_starts() -> None:
    coast = field(coast="1408")
    m = position(CUT_OFF, board=coast)
    play(m, "move HG 2008")  # six factors, although every hex but the first is out of supply
    assert supply_of(m, "HG") == "none"
    m = position({"1508": "HG", **SOVIETS_BEHIND}, board=coast)
    refused(m, "move HG 1408 1405", "10.0b")  # three, although the way leads through supply


@pytest.mark.rule("oder", "8.0b", "8.6a")
def test_supply_for_combat_is_judged_at_each_combat() -> None:
    ring = {"1104": "31A", "1107": "33A", "1110": "38A"}
    units = {"1408": "HG", "1508": "18A", "1112": "19A", "1012": "23AK GD 1SS", **ring}
    m = combat(units, dice=[1, 6, 1])
    assert modifiers(m, "attack 1508 HG") == {"8.6a": 1}
    play(m, "attack 1112 23AK GD 1SS go", "stay")  # 23 to 4, and the gap opens
    assert modifiers(m, "attack 1508 HG") == {}


# --- 8.1 lines ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "8.1a")
def test_a_line_may_be_long_and_crooked_but_not_cross_enemies_or_the_sea() -> None:
    assert supply_of(position({"2008": "HG"}), "HG") == "regular"
    assert supply_of(position(CUT_OFF), "HG") == "none"
    sea = field(sea="1203..1212")  # all of column 12 but 1213
    assert supply_of(position({"1408": "HG"}, board=sea), "HG") == "regular"
    assert supply_of(position({"1408": "HG", "1213": "47A"}, board=sea), "HG") == "none"
    wall = field(sea="1203..1212", sea_sides="1213/nw 1213/sw 1213/n")
    assert supply_of(position({"1408": "HG"}, board=wall), "HG") == "none"


@pytest.mark.rule("oder", "8.1a", "10.0f")
def test_a_line_runs_along_a_land_bridge() -> None:
    siege = {"2807": "47A", "2906": "43A", "2905": "51A"}
    m = position({"2806": "28AK", "2507": "9AK", **siege}, board=MAP)
    answer = m.query("supply", unit="28AK")
    assert answer.kind == "regular"
    assert answer.path[:3] == ("2806", "2706", "2607")
    m = position({"2806": "28AK", "2507": "8G", **siege}, board=MAP)
    assert supply_of(m, "28AK") == "coastal"


@pytest.mark.rule("oder", "8.1b")
def test_control_and_air_support_do_not_block_a_line() -> None:
    m = position({"1408": "HG"}, control={SOVIET: "1103..1213"})
    assert supply_of(m, "HG") == "regular"
    m = position({"1508": "47A"}, control={GERMAN: "1803..1913"}, markers={"air": "1908"})
    assert supply_of(m, "47A") == "regular"


# --- 8.2 German, 8.4 Soviet sources -------------------------------------------------------------------------------


@pytest.mark.rule("oder", "8.2a", "8.4")
def test_germans_trace_west_and_soviets_east() -> None:
    assert supply_of(position({"1408": "HG", **GERMANS_BEHIND}), "HG") == "regular"
    assert supply_of(position(CUT_OFF), "HG") == "none"
    assert supply_of(position({"1508": "47A", **SOVIETS_BEHIND}), "47A") == "regular"
    assert supply_of(position({"1508": "47A", **GERMANS_BEHIND}), "47A") == "none"
    m = position({"1808": "HG", "1708": "47A"}, phase="soviet-movement")
    assert m.query("supply", unit="47A").path[-1].startswith("20")
    assert m.query("supply", unit="HG").path[-1].startswith("10")


@pytest.mark.rule("oder", "8.2a", "8.1b", "G23")
def test_upper_silesia_feeds_germans_as_long_as_no_enemy_is_there() -> None:
    board = field(usir="1407")
    assert supply_of(position(CUT_OFF, board=board), "HG") == "regular"
    assert supply_of(position({**CUT_OFF, "1407": "47A"}, board=board), "HG") == "none"
    assert supply_of(position(CUT_OFF, board=board, control={SOVIET: "1407"}), "HG") == "regular"
    walls = {"1508": "47A", **GERMANS_BEHIND}
    assert supply_of(position(walls, board=field(usir="1508")), "47A") == "none"  # not Soviets
    m = position({"1408": "HG"}, board=MAP)
    sources = m.query("supply", of=GERMAN).hexes
    assert {"1218", "1219", "1220", "1318", "1319", "1320"} <= set(sources)


@pytest.mark.rule("oder", "8.2b", "8.6b", "9.1c")
@pytest.mark.example("oder", "d.drm.fortress.supply")
def test_fortress_supply() -> None:
    board = field(city="1408 1508")
    m = soviet_combat({"1408": "16SS", **SOVIETS_BEHIND, "1507": "1GT 2GT 3GT", "1508": "8G"}, board=board, dice=[1, 2])
    assert supply_of(m, "16SS") == "fortress"
    assert modifiers(m, "attack 1408 1GT") == {"11.5.1d": 2}  # no -1
    play(m, "attack 1408 1GT 2GT 3GT 8G go", "none")
    assert (points(m), state(m).due[state(m).unit("16SS")]) == ((0, 2), 6)


@pytest.mark.rule("oder", "8.2b", "G18")
def test_fortress_supply_needs_a_city_west_of_the_line_that_was_never_lost() -> None:
    assert supply_of(position(CUT_OFF, board=field(city="1408"), control={SOVIET: "1409"}), "HG") == "fortress"
    assert supply_of(position(CUT_OFF, board=field(town="1408")), "HG") == "none"
    assert supply_of(position(CUT_OFF, board=field(city="1408", german="1003..1313")), "HG") == "none"
    assert supply_of(position(CUT_OFF, board=field(fortifications="1408")), "HG") == "none"
    assert supply_of(position({**CUT_OFF, "1408": "HG FCK"}, board=field()), "HG") == "none"
    board = field(city="1409")
    m = position(CUT_OFF, board=board, control={SOVIET: "1409"})
    play(m, "move HG 1409")  # the city has been Soviet
    assert supply_of(m, "HG") == "none"


@pytest.mark.rule("oder", "8.2c", "G19")
def test_coastal_supply() -> None:
    assert supply_of(position(CUT_OFF, board=field(coast="1408")), "HG") == "coastal"
    assert supply_of(position(CUT_OFF, board=field(coast="1407")), "HG") == "none"
    assert supply_of(position(CUT_OFF, board=field(coast="1408", city="1408")), "HG") == "fortress"
    walls = {"1508": "47A", **GERMANS_BEHIND}
    assert supply_of(position(walls, board=field(coast="1508")), "47A") == "none"  # for Germans only
    assert supply_of(position({"1408": "HG"}, board=field(coast="1408")), "HG") == "regular"


@pytest.mark.rule("oder", "8.2d")
@pytest.mark.parametrize("board", [field(city="1408"), field(coast="1408")])
def test_otherwise_they_are_as_good_as_regular_supply(board: dict[str, object]) -> None:
    units = {**CUT_OFF, "1508": "18A"}
    assert modifiers(combat(units, board=board), "attack 1508 HG") == {}
    m = position(CUT_OFF, board=board)
    allowed(m, "move HG 2008")  # six factors


# --- 8.3 aerial supply --------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "8.3a", "8.3c", "G20")
def test_aerial_supply_in_the_movement_phase() -> None:
    m = position({**CUT_OFF, "1409": "GD"})
    refused(m, "move HG 1808", "10.0b")
    play(m, "supply HG")
    assert (supply_of(m, "HG"), supply_of(m, "GD")) == ("aerial", "none")  # one unit
    play(m, "move HG 2008")
    assert supply_of(m, "HG") == "aerial"  # it goes along
    refused(m, "supply GD", "8.3c")  # and is not handed on
    refused(position({**CUT_OFF}), "supply 31A", "8.3a")


@pytest.mark.rule("oder", "8.3a")
def test_aerial_supply_goes_to_one_unit_of_a_stack() -> None:
    m = position({**CUT_OFF, "1408": "HG GD"})
    play(m, "supply GD")
    assert (supply_of(m, "HG"), supply_of(m, "GD")) == ("none", "aerial")


@pytest.mark.rule("oder", "8.3a", "8.6a", "G20")
def test_aerial_supply_in_the_german_combat_phase() -> None:
    m = combat({**CUT_OFF, "1508": "18A"})
    assert modifiers(m, "attack 1508 HG") == {"8.6a": 1}
    play(m, "supply HG")
    assert modifiers(m, "attack 1508 HG") == {}


@pytest.mark.rule("oder", "8.3a", "11.8a", "G20")
def test_aerial_supply_before_a_momentum_attack() -> None:
    m = combat({**CUT_OFF, "1408": "HG GD", "1508": "18A", "1609": "19A"}, dice=[1, 6, 6, 2])
    play(m, "attack 1508 HG GD go", "retreat 1608", "advance HG", "advance GD")
    assert offered(m) == ["attack", "probe", "supply", "stop"]
    assert modifiers(m, "attack 1609 HG") == {"8.6a": 1}
    play(m, "supply HG")
    assert "supply" not in offered(m)
    assert modifiers(m, "attack 1609 HG") == {}


@pytest.mark.rule("oder", "8.3a", "G20")
def test_aerial_supply_in_the_soviet_combat_phase() -> None:
    units = {"1408": "16SS HG", "1508": "47A", **SOVIETS_BEHIND}
    m = soviet_combat(units, dice="4 ...")
    play(m, "attack 1408 47A go")
    assert m.decision is not None
    assert (m.decision.side, m.decision.rule) == (GERMAN, "8.3a")
    assert offered(m) == ["16SS", "HG", "none"]
    play(m, "HG")
    assert supply_of(m, "HG") == "aerial"
    assert supply_of(m, "16SS") == "none"


@pytest.mark.rule("oder", "8.3a", "8.3b", "5.2d")
@pytest.mark.parametrize(
    ("units", "more"),
    [
        ({"1408": "HG", "1508": "47A"}, {}),  # in regular supply
        ({**CUT_OFF, "1508": "47A"}, {"turn": 1}),
        ({**CUT_OFF, "1508": "47A"}, {"markers": {"air": "1003"}}),
        ({**CUT_OFF, "1508": "47A", "1308": "GD"}, {"markers": {"aerial": "GD"}}),
    ],
)
def test_the_german_is_not_asked_in_vain(units: dict[str, str], more: dict[str, object]) -> None:
    m = soviet_combat(units, dice="3 ...", **more)
    play(m, "attack 1408 47A go")
    assert m.decision is None or m.decision.kind != "aerial-supply"


@pytest.mark.rule("oder", "8.3b")
def test_no_aerial_supply_with_air_support() -> None:
    refused(position(CUT_OFF, markers={"air": "1003"}), "supply HG", "8.3b")


@pytest.mark.rule("oder", "8.3c", "5.4h", "G20")
def test_a_marker_lost_with_its_unit_is_back_in_the_next_turn() -> None:
    units = {"1408": "16SS", "1507": "1GT 2GT 3GT", "1508": "8G", "1309": "HG", "1310": "18A", **SOVIETS_BEHIND}
    m = soviet_combat(units, markers={"aerial": "16SS"}, dice="6 6 3 ...")
    play(m, "attack 1408 1GT 2GT 3GT 8G go", "stay")
    assert m.view().markers == ()
    assert not state(m).aerial >= 0
    play(m, "attack 1309 18A go")
    assert m.decision is not None
    assert m.decision.kind != "aerial-supply"  # it is out for the turn
    play(m, "end")
    assert state(m).phase == "german-declaration"
    play(m, "declare movement", "end")
    allowed(m, "supply HG")


@pytest.mark.rule("oder", "8.3a", "G20")
def test_fortress_commands_may_be_supplied_from_the_air() -> None:
    m = position({**CUT_OFF, "1408": "FCK"})
    play(m, "supply FCK")
    assert supply_of(m, "FCK") == "aerial"


@pytest.mark.rule("oder", "8.3c", "G19")
def test_regular_supply_goes_first_and_aerial_before_fortress_and_coastal() -> None:
    markers = {"aerial": "HG"}
    assert supply_of(position({"1408": "HG"}, markers=markers), "HG") == "regular"
    board = field(coast="1408", city="1408")
    assert supply_of(position(CUT_OFF, board=board, markers=markers), "HG") == "aerial"


# --- 8.5, 8.6, 8.7 out of supply ----------------------------------------------------------------------------------


@pytest.mark.rule("oder", "8.5", "2.2b", "10.1a")
@pytest.mark.parametrize(("unit", "far", "too_far"), [("HG", "1708", "1808"), ("23AK", "1608", "1708")])
def test_half_the_movement_factors_out_of_supply(unit: str, far: str, too_far: str) -> None:
    m = position({"1408": unit, **SOVIETS_BEHIND})
    allowed(m, f"move {unit} {far}")
    refused(m, f"move {unit} {too_far}", "10.0b")


@pytest.mark.rule("oder", "8.6a")
def test_any_attacker_out_of_supply_costs_one() -> None:
    units = {**CUT_OFF, "1508": "18A", "1507": "GD"}
    m = combat(units, markers={"aerial": "GD"})
    assert modifiers(m, "attack 1508 HG GD") == {"8.6a": 1}
    assert modifiers(m, "attack 1508 GD") == {}


@pytest.mark.rule("oder", "8.6b", "G11")
def test_defenders_out_of_supply_all_of_them() -> None:
    units = {"1408": "HG GD", "1508": "47A", **SOVIETS_BEHIND}
    assert modifiers(soviet_combat(units), "attack 1408 47A") == {"8.6b": -1}
    assert modifiers(soviet_combat(units, markers={"aerial": "GD"}), "attack 1408 47A") == {}


@pytest.mark.rule("oder", "8.6c")
def test_both_sides_out_of_supply_cancel_out() -> None:
    units = {**CUT_OFF, "1508": "47A", **GERMANS_BEHIND}
    m = combat(units)
    assert modifiers(m, "attack 1508 HG") == {"8.6a": 1, "8.6b": -1}
    assert (
        m.preview("attack 1508 HG").outcomes == combat({"1408": "HG", "1508": "47A"}).preview("attack 1508 HG").outcomes
    )


@pytest.mark.rule("oder", "8.6d", "4.2.1c")
def test_an_attacker_lost_out_of_supply_is_worth_two() -> None:
    m = combat({**CUT_OFF, "1508": "8G 3G 5G"}, dice=[6, 6, 6])
    play(m, "attack 1508 HG go")
    assert points(m) == (0, 2)


@pytest.mark.rule("oder", "8.7")
def test_nobody_starves() -> None:
    m = position(CUT_OFF, turn=3)
    while state(m).turn < 6:
        play(m, "declare movement" if state(m).phase.endswith("declaration") else "end")
    assert (state(m).turn, where(m, "HG"), supply_of(m, "HG"), points(m)) == (6, "1408", "none", (0, 0))
