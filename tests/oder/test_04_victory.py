"""4: sudden death, victory points, and who has won."""

from __future__ import annotations

import pytest

import grognard
from tests.oder.table import (
    GERMAN,
    GERMANS_BEHIND,
    MAP,
    SOVIET,
    SOVIETS_BEFORE,
    SOVIETS_BEHIND,
    combat,
    field,
    play,
    points,
    position,
    soviet_combat,
    state,
    supply_of,
    where,
)

# A Regroup Phase with nobody to arrive ends by itself, and then the supply check follows.
AFTER_SOVIETS, AFTER_GERMANS = "soviet-regroup", "german-regroup"


def winner(m: grognard.Match) -> str | None:
    return None if m.result is None else m.result.winner


# --- 4.1.1 German sudden death ----------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "4.1", "4.1.1a")
@pytest.mark.parametrize(
    ("units", "expected"),
    [
        ({"2008": "HG GD"}, GERMAN),
        ({"2003": "HG", "2013": "23AK"}, GERMAN),
        ({"2008": "HG"}, None),
        ({"2008": "HG", "1908": "GD"}, None),
    ],
)
def test_two_german_units_on_the_eastern_edge_win(units: dict[str, str], expected: str | None) -> None:
    m = position(units, phase=AFTER_SOVIETS)
    assert winner(m) == expected
    if expected:
        assert m.decision is None  # at once
        assert m.result is not None
        assert m.result.level == "German sudden death victory"
        assert m.result.why == "The Germans have 2 units in supply on the eastern edge."


@pytest.mark.rule("oder", "4.1.1a", "5.1", "8.0c", "G25")
def test_the_german_check_comes_at_the_end_of_the_soviet_player_turn_only() -> None:
    m = position({"2008": "HG GD"}, phase=AFTER_GERMANS)
    assert (winner(m), state(m).phase) == (None, "soviet-declaration")
    play(m, "declare movement")
    assert winner(m) == GERMAN  # no Soviet unit is left that could do anything


@pytest.mark.rule("oder", "4.1.1b", "8.0c")
def test_units_out_of_supply_do_not_win() -> None:
    m = position({"2008": "HG GD", **SOVIETS_BEFORE}, phase=AFTER_SOVIETS)
    assert (winner(m), state(m).turn) == (None, 4)


@pytest.mark.rule("oder", "4.1.1b", "8.3d")
def test_aerial_supply_does_not_count() -> None:
    board = field(coast="2008")
    units = {"2008": "HG", "1908": "GD", **SOVIETS_BEFORE}
    m = position({**units, "2009": "1SS"}, board=board, phase=AFTER_SOVIETS, markers={"aerial": "1SS"})
    assert winner(m) is None
    m = position({**units, "2009": "1SS"}, board=field(coast="2008 2009"), phase=AFTER_SOVIETS)
    assert winner(m) == GERMAN


@pytest.mark.rule("oder", "4.1.1a", "G27")
def test_coastal_supply_counts() -> None:
    m = position({"2008": "HG GD", **SOVIETS_BEFORE}, board=field(coast="2008"), phase=AFTER_SOVIETS)
    assert winner(m) == GERMAN


@pytest.mark.rule("oder", "4.1.1a", "8.2c", "G27", "G64")
@pytest.mark.parametrize("hex", ["3503", "3504", "3505"])
def test_no_coast_feeds_corps_on_the_eastern_edge_of_the_map(hex: str) -> None:
    cut_off = {hex: "HG GD", "3305": "47A", "3407": "61A", "3507": "69A"}
    m = position(cut_off, board=MAP, phase=AFTER_SOVIETS)
    assert (supply_of(m, "HG"), winner(m)) == ("none", None)
    assert winner(position({hex: "HG GD"}, board=MAP, phase=AFTER_SOVIETS)) == GERMAN  # in regular supply


@pytest.mark.rule("oder", "1.3b", "G56")
def test_corners_belong_to_the_eastern_edge() -> None:
    m = position({"3503": "HG", "3521": "GD"}, board=MAP, phase=AFTER_SOVIETS)
    assert winner(m) == GERMAN


# --- 4.1.2 Soviet sudden death ----------------------------------------------------------------------------------------

WEST, KOENIGSBERG, SILESIA = {"1012": "8G 3G"}, {"2408": "5G"}, {"1319": "69A"}


@pytest.mark.rule("oder", "4.1", "4.1.2a", "G26")
@pytest.mark.parametrize(
    ("units", "expected"),
    [
        (WEST | KOENIGSBERG, SOVIET),
        (WEST | SILESIA, SOVIET),
        (KOENIGSBERG | SILESIA, SOVIET),
        (WEST | KOENIGSBERG | SILESIA, SOVIET),
        ({"1003": "8G", "1021": "3G"} | SILESIA, SOVIET),  # apart, and in the corners
        (WEST, None),
        (KOENIGSBERG, None),
        (SILESIA, None),
        ({"1012": "8G"} | KOENIGSBERG, None),
        ({"1218": "8G", "1319": "3G"}, None),  # one condition, twice
    ],
)
def test_two_of_three_win_for_the_soviets(units: dict[str, str], expected: str | None) -> None:
    m = position(units, board=MAP, phase=AFTER_GERMANS)
    assert winner(m) == expected
    if expected:
        assert m.result is not None
        assert m.result.level == "Soviet sudden death victory"
        assert m.decision is None


def test_the_result_says_which_of_the_three_won() -> None:
    m = position(WEST | SILESIA, board=MAP, phase=AFTER_GERMANS)
    assert m.result is not None
    assert m.result.why == "The Soviets have 2 units in supply on the western edge and Upper Silesia."


@pytest.mark.rule("oder", "4.1.2a")
@pytest.mark.parametrize("hex", ["1218", "1219", "1220", "1318", "1319", "1320"])
def test_any_hex_of_upper_silesia_will_do(hex: str) -> None:
    assert winner(position({hex: "8G"} | KOENIGSBERG, board=MAP, phase=AFTER_GERMANS)) == SOVIET


@pytest.mark.rule("oder", "4.1.2a", "3.1c", "G26")
def test_koenigsberg_and_upper_silesia_count_by_control() -> None:
    """A hex that Soviets have passed is theirs until a German enters it; the edge needs units."""
    assert winner(position(WEST, board=MAP, phase=AFTER_GERMANS, control={SOVIET: "2408"})) == SOVIET
    assert winner(position(WEST, board=MAP, phase=AFTER_GERMANS, control={SOVIET: "1220"})) == SOVIET
    both = position({"3510": "8G"}, board=MAP, phase=AFTER_GERMANS, control={SOVIET: "2408 1320"})
    assert winner(both) == SOVIET
    for held in ({"1012": "8G"}, {"1112": "8G 3G"}):
        edge = position(held, board=MAP, phase=AFTER_GERMANS, control={SOVIET: "1003..1021 2408"})
        assert winner(edge) is None
    again = position({"2408": "FCK", **WEST}, board=MAP, phase=AFTER_GERMANS, lost={GERMAN: "2408 1320"})
    assert winner(again) is None  # lost once, but German now


@pytest.mark.rule("oder", "4.1.2a", "4.1.2b", "G26")
def test_an_empty_hex_needs_a_line_of_supply_as_its_units_would() -> None:
    ring = {"1317": "HG", "1219": "GD", "1117": "1SS"}
    held = {SOVIET: "1218"}
    assert winner(position(KOENIGSBERG | ring, board=MAP, phase=AFTER_GERMANS, control=held)) is None
    assert winner(position(KOENIGSBERG | {"1219": "GD"}, board=MAP, phase=AFTER_GERMANS, control=held)) == SOVIET


@pytest.mark.rule("oder", "4.1.2b", "8.0c")
def test_soviets_out_of_supply_do_not_count() -> None:
    ring = {"1317": "HG", "1219": "GD", "1117": "1SS"}
    units = {"1218": "8G"} | KOENIGSBERG
    assert winner(position(units | ring, board=MAP, phase=AFTER_GERMANS)) is None
    assert winner(position(units | {"1219": "GD"}, board=MAP, phase=AFTER_GERMANS)) == SOVIET


@pytest.mark.rule("oder", "4.1.2a", "G25")
def test_the_soviet_check_comes_at_the_end_of_the_german_player_turn_only() -> None:
    m = position(WEST | KOENIGSBERG, board=MAP, phase=AFTER_SOVIETS)
    assert (winner(m), state(m).turn) == (None, 4)


# --- 4.2 end of the game, 4.3 who has won -----------------------------------------------------------------------------


@pytest.mark.rule("oder", "4.2", "G55")
def test_the_game_goes_on_until_the_end_of_turn_8() -> None:
    m = position({"1408": "HG"}, turn=7, phase=AFTER_SOVIETS)
    assert (state(m).turn, m.result) == (8, None)
    m = position({"1408": "HG"}, turn=8, phase=AFTER_GERMANS)
    assert m.result is None
    m = position({"1408": "HG"}, turn=8, phase=AFTER_SOVIETS)
    assert m.result is not None
    assert m.decision is None


@pytest.mark.rule("oder", "4.2", "4.1.1a", "G55")
def test_sudden_death_goes_before_points_on_turn_8_too() -> None:
    m = position({"2008": "HG GD"}, turn=8, phase=AFTER_SOVIETS, points={SOVIET: 50})
    assert winner(m) == GERMAN


@pytest.mark.rule("oder", "4.2", "9.3c", "G55")
def test_units_refused_on_turn_8_still_count() -> None:
    board = field(town="1808")
    m = position(
        {"1408": "HG"}, board=board, turn=8, phase=AFTER_SOVIETS, due={"8G": 8}, points={GERMAN: 30, SOVIET: 15}
    )
    play(m, "refuse 8G")
    assert winner(m) == SOVIET  # 16 is more than half of 30


@pytest.mark.rule("oder", "4.0", "4.3a", "4.3b", "4.3c")
@pytest.mark.example("oder", "d.vp")
@pytest.mark.parametrize(
    ("german", "soviet", "expected"),
    [(29, 0, SOVIET), (30, 14, GERMAN), (30, 15, ""), (30, 16, SOVIET), (31, 15, GERMAN), (40, 19, GERMAN)],
)
def test_points_decide(german: int, soviet: int, expected: str) -> None:
    m = position({"1408": "HG"}, turn=8, phase=AFTER_SOVIETS, points={GERMAN: german, SOVIET: soviet})
    assert m.result is not None
    assert m.result.winner == expected
    assert m.result.level == {GERMAN: "German victory", SOVIET: "Soviet victory", "": "Draw"}[expected]  # no levels
    assert m.result.points == {GERMAN: german, SOVIET: soviet}
    assert m.result.why.endswith(f"just twice is a draw. They have {german}, the Soviets {soviet}.")


# --- 4.2.1 points for units -------------------------------------------------------------------------------------------

HAMMER = {"1507": "1GT 2GT 3GT", "1508": "8G"}  # 39 factors against 1408: automatic DE against up to 4
ATTACK = "attack 1408 1GT 2GT 3GT 8G go"


@pytest.mark.rule("oder", "4.0", "4.2.1a", "4.2.1e", "9.1b")
def test_a_unit_in_regular_supply_is_worth_one_point() -> None:
    m = combat({"1408": "HG GD 1SS", "1508": "18A"}, dice=[1, 2])
    play(m, "attack 1508 HG GD 1SS go")
    assert (points(m), where(m, "18A")) == ((1, 0), "due")
    m = soviet_combat({"1408": "16SS", **HAMMER}, dice=[2])
    play(m, ATTACK)
    assert (points(m), state(m).due[state(m).unit("16SS")]) == ((0, 1), 5)


@pytest.mark.rule("oder", "4.2.1a", "9.1c", "G12")
def test_a_unit_in_aerial_supply_is_worth_one_point() -> None:
    m = soviet_combat({"1408": "16SS", **HAMMER, **SOVIETS_BEHIND}, markers={"aerial": "16SS"}, dice=[1, 1])
    play(m, ATTACK)
    assert (points(m), state(m).due[state(m).unit("16SS")]) == ((0, 1), 5)


@pytest.mark.rule("oder", "4.2.1b", "8.2d", "9.1c")
@pytest.mark.parametrize("board", [field(city="1408"), field(coast="1408")])
def test_a_unit_in_fortress_or_coastal_supply_is_worth_two(board: dict[str, object]) -> None:
    m = soviet_combat({"1408": "16SS", **HAMMER, **SOVIETS_BEHIND}, board=board, dice=[1, 1])
    play(m, ATTACK, "none")
    assert (points(m), state(m).due[state(m).unit("16SS")]) == ((0, 2), 5)


@pytest.mark.rule("oder", "4.2.1c", "8.6d", "9.1c")
def test_a_unit_out_of_supply_is_worth_two() -> None:
    m = soviet_combat({"1408": "16SS", **HAMMER, **SOVIETS_BEHIND}, dice=[1, 1])
    play(m, ATTACK, "none")
    assert points(m) == (0, 2)
    m = combat({"1408": "HG GD 1SS", "1508": "18A", **GERMANS_BEHIND}, dice=[1, 3, 3])
    play(m, "attack 1508 HG GD 1SS go")
    assert points(m) == (2, 0)


@pytest.mark.rule("oder", "4.2.1d", "9.3c", "G14")
def test_units_not_used_are_worth_a_point_to_their_owner() -> None:
    due = dict.fromkeys(["3SS", "10SS", "16SS", "18Geb", "KGW2", "KGW20"], 4)
    m = position({"1212": "HG"}, board=MAP, turn=4, phase=AFTER_GERMANS, due=due)
    play(m, *(f"refuse {unit}" for unit in due))
    assert points(m) == (6, 0)
    m = position({"1212": "HG"}, board=MAP, turn=4, phase=AFTER_SOVIETS, due={"8G": 4})
    play(m, "refuse 8G")
    assert points(m) == (0, 1)


@pytest.mark.rule("oder", "4.2.1d", "9.1d")
def test_a_unit_that_comes_back_too_late_gives_nobody_a_point_more() -> None:
    m = soviet_combat({"1408": "16SS", **HAMMER}, turn=5, dice=[4])
    play(m, ATTACK, "stay", "end")
    assert (where(m, "16SS"), points(m)) == ("gone", (0, 1))


@pytest.mark.rule("oder", "4.2.1e", "9.1.1e")
def test_points_are_kept_when_the_unit_comes_back_and_scored_again() -> None:
    m = position({"1010": "HG"}, phase=AFTER_GERMANS, due={"16SS": 3}, points={SOVIET: 1})
    play(m, "arrive 16SS 1008")
    assert points(m) == (0, 1)
    m = soviet_combat({"1408": "16SS", **HAMMER}, points={SOVIET: 1}, dice=[3])
    play(m, ATTACK)
    assert (points(m), where(m, "16SS")) == ((0, 2), "due")


@pytest.mark.rule("oder", "4.2.1a", "9.1a", "G15")
@pytest.mark.parametrize("unit", ["FCDK", "KGM"])
def test_fortress_commands_and_korpsgruppen_are_worth_points_too(unit: str) -> None:
    m = soviet_combat({"1408": unit, **HAMMER}, dice=[])
    play(m, ATTACK)
    assert (points(m), where(m, unit)) == ((0, 1), "gone")
