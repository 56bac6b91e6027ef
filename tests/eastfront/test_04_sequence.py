"""4: months, fortnights, player-turns, and the phases of one."""

from __future__ import annotations

import pytest

import grognard
from grognard.events import Noted, PhaseBegun, Rolled
from tests.eastfront.table import (
    allowed,
    cv,
    end_until,
    field,
    of_kind,
    play,
    position,
    refused,
    state,
    volleys,
    where,
)  # fmt: skip

HQS = {"0205": "AG-South:3", "1005": "STAVKA:3"}
STADT = {"name": "Stadt", "hex": "0205", "class": "major", "value": 2, "home": "german"}
GOROD = {"name": "Gorod", "hex": "1005", "class": "major", "value": 2, "home": "soviet"}


def titles(m: grognard.Match) -> list[str]:
    """The phases that have begun, in order."""
    return [event.title for event in of_kind(m.events.since(0), PhaseBegun)]


def turns(m: grognard.Match) -> list[str]:
    """The player-turns that have begun."""
    return [event.text for event in of_kind(m.events.since(0), Noted) if event.rule == "4.4"]


def pass_all(m: grognard.Match) -> None:
    """Both sides do nothing until the game is over."""
    while m.decisions:
        decision = m.decisions[0]
        m.play("end", decision.side)


# --- 4.1 to 4.3 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "4.1", "0c")
def test_six_months_of_production_and_two_fortnights_of_two_player_turns() -> None:
    m = position(HQS, scenario="S42", phase="command", dice=[1, 1] * 4)
    pass_all(m)
    productions = [title for title in titles(m) if "Production" in title]
    assert productions == [
        f"{month} 1942: Production" for month in ("July", "August", "September", "October", "November")
    ]
    commands = [title for title in titles(m) if "Command" in title]
    assert len(commands) + 1 == 6 * 2 * 2  # the position begins with one
    assert turns(m)[:4] == [
        "June 1942 I, dry: Soviet player-turn",
        "June 1942 II, dry: German player-turn",
        "June 1942 II, dry: Soviet player-turn",
        "July 1942 I, dry: German player-turn",
    ]
    assert m.result is not None


@pytest.mark.rule("eastfront", "4.2", "G37")
def test_both_produce_at_once_and_neither_sees_the_others_orders() -> None:
    m = position({"0205": "AG-South:1", "0305": "1AK:2", "1005": "STAVKA:1"}, phase="production", month="AUG43")
    m.play("step 1AK end", "german")
    assert cv(m, "1AK") == 2
    assert not any("1AK" in line for line in m.log("soviet"))
    m.play("step STAVKA end", "soviet")
    assert (cv(m, "1AK"), cv(m, "STAVKA")) == (3, 2)


@pytest.mark.rule("eastfront", "4.2")
def test_steps_come_before_cadres_and_reinforcements_so_new_units_get_none() -> None:
    m = position({"0305": "1AK:2"}, board=field(cities=[STADT]), phase="production", month="AUG43",
                 due={"3SS": "JUL43:3"}, tracks={"dead": "26AK", "basic": {"german": 60}})  # fmt: skip
    refused(m, "cadre 26AK 0205 step 26AK end", "11.41", "german")
    refused(m, "arrive 3SS 0205 step 3SS end", "11.41", "german")
    m.play("step 1AK cadre 26AK 0205 arrive 3SS 0205 end", "german")
    m.play("end", "soviet")
    assert [cv(m, unit) for unit in ("1AK", "26AK", "3SS")] == [3, 1, 3]


@pytest.mark.rule("eastfront", "4.2", "11.2")
def test_the_level_is_determined_first() -> None:
    m = position(
        {"0205": "1AK:1", "0305": "26AK:1"}, phase="production", month="AUG43", tracks={"basic": {"german": 4}}
    )
    allowed(m, "step 1AK end", "german")
    refused(m, "step 1AK step 26AK end", "11.3", "german")


@pytest.mark.rule("eastfront", "4.3", "12.1")
def test_in_a_variable_month_each_fortnight_begins_with_a_weather_roll() -> None:
    m = position(HQS, scenario="S42", phase="production", month="OCT42", dice=[1, 2, 1, 1])
    m.play("end", "german")
    m.play("end", "soviet")
    assert state(m).weather == "mud"
    play(m, "end", "end")
    assert state(m).weather == "dry"
    assert len([roll for roll in of_kind(m.events.since(0), Rolled) if "two dice" in roll.what]) == 2


@pytest.mark.rule("eastfront", "4.3")
def test_a_month_with_fixed_weather_is_not_rolled_for() -> None:
    m = position(HQS, scenario="S42", phase="production", month="JUL42", dice=[])
    m.play("end", "german")
    m.play("end", "soviet")
    assert (state(m).weather, state(m).phase) == ("dry", "command")


# --- 4.4 the player-turn ---------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "4.4", "0c")
@pytest.mark.parametrize(
    ("month", "dice", "weather", "first"),
    [("NOV42", [1, 2], "mud", "german"), ("NOV42", [1, 1], "snow", "soviet"), ("JUL42", [], "dry", "german")],
)
def test_the_german_is_first_in_dry_and_mud_the_soviet_in_snow(
    month: str, dice: list[int], weather: str, first: str
) -> None:
    m = position(HQS, scenario="S42", phase="production", month=month, dice=dice)
    m.play("end", "german")
    m.play("end", "soviet")
    assert (state(m).weather, state(m).side) == (weather, first)
    play(m, "end")
    assert state(m).side != first
    assert state(m).fortnight == 1


@pytest.mark.rule("eastfront", "4.4", "4.44", "4.45")
def test_the_phases_of_a_player_turn() -> None:
    m = position({**HQS, "0305": "1AK"}, phase="command")
    blitz = m.copy()
    play(m, "activate AG-South")
    end_until(m, "command")
    usual = [
        "German Movement Phase",
        "German Combat Phase",
        "German Supply Phase",
        "Soviet Command Phase",
    ]
    assert titles(m)[:4] == usual
    play(blitz, "activate AG-South blitz")
    end_until(blitz, "command")
    assert titles(blitz)[:6] == [
        "German Movement Phase", "German Combat Phase", "German Blitz Movement Phase", "German Blitz Combat Phase",
        "German Supply Phase", "Soviet Command Phase",
    ]  # fmt: skip


@pytest.mark.rule("eastfront", "4.4")
def test_nothing_is_done_out_of_its_phase() -> None:
    units = {"0405": "AG-South:2 AG-North:2 1AK", "0605": "26AK 23A"}
    m = position(units, phase="command", battles={"0605": "german"})
    refused(m, "move 1AK 0505", "4.42")
    refused(m, "resolve 0605", "7.21")
    play(m, "activate AG-South", "end")
    refused(m, "activate AG-North", "4.41")
    refused(m, "strike AG-South 0605", "7.13")
    play(m, "end")
    refused(m, "move 1AK 0505", "4.42")
    refused(m, "mobilize AG-South 0305", "5.41")


@pytest.mark.rule("eastfront", "4.41")
def test_any_number_of_hqs_and_the_blitz_is_said_on_activation() -> None:
    m = position({"0405": "AG-South:2", "0305": "AG-North:2", "0205": "OKH:1 1AK"}, phase="command")
    play(m, "activate AG-South blitz", "activate AG-North", "activate OKH")
    statuses = {unit.id: unit.status for unit in m.view("soviet").units}
    assert "blitz" in statuses["AG-South"]
    assert "blitz" not in statuses["AG-North"]
    m = position({"0405": "AG-South:2", "0305": "AG-North:2"}, phase="command")
    play(m, "activate AG-South")
    refused(m, "activate AG-South blitz", "5.2")


@pytest.mark.rule("eastfront", "4.42")
def test_units_out_of_range_need_a_supreme_move_and_all_movement_comes_before_combat() -> None:
    units = {"0405": "AG-South:1 1AK", "0201": "26AK", "0105": "OKH:1", "0605": "10AK 23A"}
    m = position(units, battles={"0605": "german"}, active_hqs={"AG-South": ""})
    refused(m, "move 26AK 0301", "5.3")
    m = position(units, battles={"0605": "german"}, active_hqs={"AG-South": "", "OKH": ""})
    play(m, "move 26AK 0301")
    refused(m, "battle 0605", "7.14")
    play(m, "end")
    refused(m, "move 1AK 0505", "4.42")


@pytest.mark.rule("eastfront", "4.43", "G31")
def test_airstrikes_then_battles_then_fire_from_the_air_by_the_passive_and_by_the_active() -> None:
    units = {"0505": "AG-South:1", "0605": "26AK:2 23A:2", "0705": "10AK 27A:1"}
    m = position(units, phase="combat", battles={"0605": "german", "0705": "german"}, active_hqs={"AG-South": ""},
                 dice=[1] * 5)  # fmt: skip
    late = m.copy()
    play(late, "battle 0705")
    refused(late, "strike AG-South 0605", "7.13")
    play(m, "strike AG-South 0605")
    refused(m, "resolve 0705", "7.14")  # it has not been selected
    events = play(m, "resolve 0605")
    assert [who for who, _, _ in volleys(events)] == ["AG-South", "23A", "26AK"]
    assert cv(m, "AG-South") == 0  # and deactivated


@pytest.mark.rule("eastfront", "4.43")
def test_battles_are_selected_before_the_first_is_fought_and_fought_in_any_order() -> None:
    units = {"0505": "AG-South:1", "0605": "26AK:2 23A:1", "0705": "10AK:2 27A:1", "0805": "28AK:2 8A:1"}
    battles = dict.fromkeys(("0605", "0705", "0805"), "german")
    m = position(units, phase="combat", battles=battles, active_hqs={"AG-South": ""}, dice=[1] * 9)
    play(m, "battle 0605", "battle 0705", "battle 0805", "resolve 0705")
    refused(m, "resolve 0705", "7.21")
    play(m, "resolve 0805")  # and 0605 is left
    assert [who for who, _, _ in volleys(m.events.since(0)) if who.endswith("A")] == ["27A", "8A", "23A"]


@pytest.mark.rule("eastfront", "4.43")
def test_no_battle_is_selected_once_one_has_been_fought() -> None:
    units = {"0505": "AG-South:1", "0605": "26AK 23A", "0705": "10AK:2 27A:1", "0805": "28AK 8A", "0905": "1AK 3A"}
    battles = dict.fromkeys(("0605", "0705", "0805", "0905"), "german")
    m = position(units, phase="combat", battles=battles, active_hqs={"AG-South": ""}, dice=[1] * 3)
    play(m, "battle 0605", "battle 0705", "battle 0805", "resolve 0705")
    refused(m, "battle 0905", "4.43")


@pytest.mark.rule("eastfront", "4.43", "4.44", "4.45")
def test_blitz_hqs_lose_a_step_stay_active_and_deactivate_after_blitz_combat() -> None:
    units = {"0505": "AG-South:3 AG-North:3 1AK", "0605": "26AK:2 23A:1"}
    m = position(units, battles={"0605": "german"}, active_hqs={"AG-South": "blitz", "AG-North": ""})
    end_until(m, "blitz-movement")
    assert (cv(m, "AG-South"), cv(m, "AG-North")) == (2, 2)
    assert [state(m).name(hq) for hq in state(m).role] == ["AG-South"]
    end_until(m, "blitz-combat")
    play(m, "end")
    assert (cv(m, "AG-South"), where(m, "AG-South"), state(m).role) == (1, "0505", {})


@pytest.mark.rule("eastfront", "4.45")
def test_blitz_combat_is_supported_where_the_blitz_hq_reaches_now() -> None:
    units = {"0505": "AG-South:2 1AK", "0605": "26AK:2 23A:1", "0705": "10AK:2 27A:1"}
    m = position(units, battles=dict.fromkeys(("0605", "0705"), "german"), active_hqs={"AG-South": "blitz"},
                 dice=[1] * 6)  # fmt: skip
    end_until(m, "blitz-combat")
    events = play(m, "battle 0605", "battle 0705", "resolve 0605")
    assert [note.rule for note in of_kind(events, Noted) if note.rule in ("7.21", "7.4")] == ["7.21", "7.4"]


@pytest.mark.rule("eastfront", "4.46")
def test_only_the_enemy_is_checked_for_supply() -> None:
    m = position({**HQS, "0801": "1AK:3", "0401": "23A:3"}, phase="command")
    play(m, "end")
    assert (cv(m, "1AK"), cv(m, "23A")) == (3, 2)
    play(m, "end")
    assert (cv(m, "1AK"), cv(m, "23A")) == (2, 2)


@pytest.mark.rule("eastfront", "4.46", "14.6")
def test_a_para_is_checked_for_linkup_before_supply() -> None:
    # once it has linked up with 23A the Para holds 0405 and cuts the railroad behind 1AK
    units = {"1005": "STAVKA:3", "0404": "23A:3", "0405": "4Para~", "0605": "1AK:3"}
    m = position(units, phase="command", active="soviet")
    play(m, "end")
    assert (where(m, "4Para"), cv(m, "1AK")) == ("0405", 2)
    alone = position({**units, "0404": "26AK"}, phase="command", active="soviet")
    play(alone, "end")
    assert (where(alone, "4Para"), cv(alone, "1AK")) == ("dead", 3)
