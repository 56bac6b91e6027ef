"""6 The sequence of play, 13.0 the air, 17.0 the weather."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.dice import Dice
from grognard.events import PhaseBegun, Rolled
from grognard.games.battles import routes
from grognard.games.battles.position import ATTACK, AXIS, GENERAL, NEWCOMER, SOVIET
from grognard.games.battles.rules import standard
from grognard.games.battles.sequence import SEQUENCE
from grognard.games.battles.setup import start
from grognard.state import OVER, Frame
from tests.battles.field import PLAN, at, field, ground, unit
from tests.battles.march import March, march, refused

SKY: dict[str, Any] = {
    "weather": {"rows": {"1": "clear", "2": "clear", "3": "clear", "4": "rain", "5": "rain", "6": "storm"},
                "drm": [0, 0, 1]},
    "weather_states": {"rain": {"air": "fewer"}, "storm": {"air": "none"}},
    "air": {"rows": {str(face): {"axis": face // 2, "soviet": 1} for face in range(1, 7)}, "interdiction": True,
            "drm": [0, 0, -1]},
}  # fmt: skip


def dawn(dice: tuple[int, ...], turn: int = 1) -> March:
    """The very start of a game turn under that sky."""
    g = field({"0505": "35/4", "0905": "50/3TC"}, "weather", rules=ground(plan=SKY), turn=turn)
    g.play_frames((Frame("weather", AXIS),))
    return March(g, dice)


def through(m: March) -> list[str]:
    """The phases as they come until the game turn is over, everybody just ending them."""
    seen, turn = [], m.g.turn
    while m.g.turn == turn and m.g.phase != OVER:
        seen.append(m.g.phase)
        m.play("end")
    return seen


# --- the order of phases ----------------------------------------------------------------------------------------------

PLAYER_TURN = ("reinforcement", "supply", "movement", "works", "combat", "mechanised", "air")


@pytest.mark.rule("battles", "6.0p", "2.0a", "6.0c", "6.0d", "6.0e", "6.0f", "6.0g", "6.0h")
def test_a_game_turn_is_the_dice_then_c_to_h_of_the_first_player_and_of_the_second() -> None:
    m = dawn((1, 1))
    turn = [f"{side}-{phase}" for side in (AXIS, SOVIET) for phase in PLAYER_TURN]
    assert through(m) == ["weather", *turn]
    assert (m.g.turn, m.g.phase) == (2, "weather")
    titles = [event.title for event in m.all(PhaseBegun)]
    assert titles[0] == "Axis Reinforcement"


@pytest.mark.rule("battles", "6.0p", "5.0a", "5.0b", "5.0c", "5.0d")
def test_the_scenario_names_the_first_player_the_set_up_and_the_turns() -> None:
    for id, first, turns in (("radzymin", SOVIET, 6), ("uman", AXIS, 8)):
        rules = standard(id)
        g = start(rules, {}, Dice.seeded(3))
        assert (g.side, rules.turns) == (first, turns)
        for hex, names in rules.scenario.setup.items():
            assert all(g.hexname(g.at[unit(g, name)]) == hex for name in names)
        waiting = {name for arrival in rules.scenario.arrivals for name in arrival.units} - set(rules.scenario.optional)
        assert set(g.names(g.due)) == waiting


@pytest.mark.rule("battles", "5.0d", "6.0i", "4.0")
def test_the_game_ends_after_the_last_turn() -> None:
    m = dawn((1, 1), turn=6)
    through(m)
    assert (m.g.phase, m.g.turn) == (OVER, 6)


@pytest.mark.rule("battles", "6.0e", "18.0b1")
def test_the_end_of_initial_movement_is_skipped_where_nothing_can_be_done() -> None:
    rules = ground(plan={"axis": {**PLAN["axis"], "forts": {}}})
    m = march({"0505": "35/4"}, rules=rules).play("end")
    assert m.g.phase == "axis-combat"


@pytest.mark.rule("battles", "6.0g", "8.0b")
def test_supply_is_checked_anew_before_mechanised_movement() -> None:
    g = field({"0305": "HQ-39PzK", "0405": "35/4"}, "axis-combat", attack="HQ-39PzK")
    assert g.marked[unit(g, "35/4")] == GENERAL
    m = March(g).play("end")
    assert m.g.phase == "axis-mechanised"
    assert m.g.marked[unit(g, "35/4")] == ATTACK
    assert m.points("35/4") == 4


# --- 6.0a, 6.0b, 17.0 dice --------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "6.0a", "6.0b", "17.0", "13.0a")
@pytest.mark.parametrize(
    ("turn", "dice", "weather", "axis", "soviet"),
    [
        (1, (3, 6), "clear", 3, 1),
        (1, (5, 6), "rain", 2, 0),  # each side loses one
        (1, (6, 6), "storm", 0, 0),
        (3, (3, 6), "rain", 1, 0),  # with the modifiers of the third turn: 4, and 5
        (3, (6, 1), "storm", 0, 0),  # beyond the table is its end
    ],
)
def test_one_die_for_the_weather_then_one_for_the_air(
    turn: int, dice: tuple[int, int], weather: str, axis: int, soviet: int
) -> None:
    m = dawn(dice, turn).play("end")
    assert [event.rule for event in m.all(Rolled)] == ["6.0a", "6.0b"]
    assert (m.g.weather, m.g.air) == (weather, {AXIS: axis, SOVIET: soviet})


@pytest.mark.rule("battles", "6.0a", "6.0b")
def test_a_scenario_without_them_rolls_no_dice() -> None:
    g = field({"0505": "35/4"}, rules=ground(), turn=1)
    g.play_frames((Frame("weather", AXIS),))
    m = March(g).play("end")
    assert m.all(Rolled) == []
    assert m.g.weather == "clear"


@pytest.mark.rule("battles", "6.0a", "6.0b")
def test_people_may_roll_the_dice_themselves() -> None:
    g = field({"0505": "35/4"}, "weather", rules=ground(plan=SKY), turn=1)
    g.play_frames((Frame("weather", AXIS),))
    g.dice = Dice.seeded(0, "hand")
    m = March(g).play("end", "roll 6", "roll 6")
    assert (m.g.weather, m.g.phase) == ("storm", "axis-reinforcement")


@pytest.mark.rule("battles", "19.0")
def test_ships_have_their_points_for_the_turn() -> None:
    fleet = {"side": "soviet", "points": [1, 3], "coast": "east"}
    for turn, points in ((1, 1), (2, 3), (4, 3)):
        g = field({}, rules=ground(plan={"naval": [fleet]}), turn=turn)
        g.play_frames((Frame("weather", AXIS),))
        assert March(g).play("end").g.naval == {AXIS: 0, SOVIET: points}


# --- 6.0h, 13.0 interdiction ------------------------------------------------------------------------------------------


def flying(**facts: Any) -> March:
    """An Axis Air phase."""
    rules = ground(woods="0606", city="0707", plan=SKY)
    return March(field({"0505": "35/4", "0905": "50/3TC"}, "axis-air", rules=rules, **facts))


@pytest.mark.rule("battles", "13.0c", "13.0d", "6.0h", "G58")
def test_markers_go_into_clear_hexes_whoever_is_there_one_to_a_hex() -> None:
    m = flying(air={AXIS: 3, SOVIET: 1})
    m.play("interdict 0505", "interdict 0905")
    refused(m, "interdict 0606", "13.0d")  # woods
    refused(m, "interdict 0707", "13.0d")  # a city
    refused(m, "interdict 0505", "13.0d")
    m.play("interdict 0101")
    refused(m, "interdict 0102", "13.0c")  # none left
    assert m.g.air == {AXIS: 0, SOVIET: 1}
    assert m.g.interdicted == dict.fromkeys((at(m.g, hex) for hex in ("0505", "0905", "0101")), AXIS)


@pytest.mark.rule("battles", "13.0c", "G7")
def test_no_marker_no_interdiction_and_none_where_the_scenario_has_none() -> None:
    refused(flying(air={AXIS: 0, SOVIET: 1}), "interdict 0505", "13.0c")
    g = field({"0505": "35/4"}, "axis-air", air={AXIS: 1, SOVIET: 0})
    refused(March(g), "interdict 0505", "13.0c")


@pytest.mark.rule("battles", "6.0h", "13.0f", "G72")
def test_the_other_side_s_markers_leave_at_the_start_of_the_air_phase_and_one_s_own_stay() -> None:
    g = field({"0505": "35/4"}, "axis-mechanised", rules=ground(plan=SKY))
    g.interdicted = {at(g, "0606"): SOVIET, at(g, "0808"): AXIS}
    m = March(g).play("end")
    assert m.g.phase == "axis-air"
    assert m.g.interdicted == {at(g, "0808"): AXIS}


@pytest.mark.rule("battles", "13.0e", "13.0f")
def test_a_marker_slows_the_enemy_s_whole_player_turn() -> None:
    g = field({"0905": "35GRD"}, "soviet-movement")
    g.interdicted = {at(g, "0805"): AXIS}
    assert routes.step_cost(g, unit(g, "35GRD"), at(g, "0905"), at(g, "0805")) == 6  # three points


# --- 6.0i ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "6.0i", "G5")
def test_attack_supply_markers_on_the_completed_turn_come_back() -> None:
    g = field({"0505": "35/4"}, "soviet-air", turn=3, track=(("axis", 3), ("axis", 4), ("soviet", 3)))
    m = March(g).play("end")
    assert m.g.track == (("axis", 4),)
    assert m.g.turn == 4


@pytest.mark.rule("battles", "7.0e", "6.0p")
def test_what_units_did_in_a_turn_is_forgotten_when_it_is_over() -> None:
    g = field({"0505": "35/4"}, "axis-air")
    g.flags[unit(g, "35/4")] = NEWCOMER
    m = March(g).play("end")
    assert m.g.phase == "soviet-reinforcement"
    assert not any(m.g.flags)


@pytest.mark.rule("battles", "6.0p")
def test_every_phase_belongs_to_a_side_and_cites_a_rule() -> None:
    for id in SEQUENCE:
        assert SEQUENCE[id].rule
        assert SEQUENCE[id].side == ("" if id == "weather" else id.partition("-")[0])
