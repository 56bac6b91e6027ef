"""7.1, 7.2: battles, who started them, which of them are fought, and how a round runs."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Eliminated, Noted, Revealed, Volley
from tests.eastfront.table import (
    GERMAN,
    SOVIET,
    allowed,
    cv,
    field,
    fight,
    holder,
    lost,
    of_kind,
    offered,
    play,
    position,
    powers,
    refused,
    state,
    volleys,
    where,
)

CITY = field(cities=[{"name": "Gorod", "hex": "0605", "class": "major", "value": 2, "home": "soviet"}])
HQ = {"AG-South": ""}
FRONT = {"Ukrainian-Front": ""}


def battles(m: grognard.Match) -> dict[str, str]:
    """Every battle hex and its Original Attacker."""
    return {battle.hex: battle.attacker for battle in m.view(None).battles}


def seen(m: grognard.Match, side: str, hex: str) -> set[str]:
    """The enemy's blocks in a hex that a side can read."""
    return {unit.id for unit in m.view(side).units if unit.hex == hex and unit.side != side} - {
        unit.id for unit in m.view(side).units if unit.hidden
    }


def two_battles(**more: Any) -> grognard.Match:
    """A German Combat Phase with two old battles, both in range of an HQ."""
    units = {"0605": "41Pz:4 23A:3", "0607": "1AK:4 8A:3", "0506": "AG-South:3"}
    return position(units, phase="combat", active_hqs=HQ, **more)


# --- 7.11, 7.12 battle hexes, Original Attacker and Defender ---------------------------------------------------------


@pytest.mark.rule("eastfront", "7.11")
def test_a_battle_begins_when_active_units_enter_a_hex_of_the_enemy() -> None:
    m = position({"0505": "41Pz 1AK AG-South:3", "0605": "23A", "0604": "8A"}, active_hqs=HQ)
    assert battles(m) == {}
    play(m, "move 41Pz 0605")
    assert battles(m) == {"0605": GERMAN}
    play(m, "move 1AK 0605")
    assert battles(m) == {"0605": GERMAN}


@pytest.mark.rule("eastfront", "7.11")
def test_a_battle_is_over_when_one_side_has_nobody_left_in_the_hex() -> None:
    m = position({"0605": "41Pz:4 23A:1", "0505": "AG-South:3"}, phase="combat", active_hqs=HQ, dice=[1, 5, 1, 1, 1])
    assert battles(m) == {"0605": GERMAN}
    fight(m, "0605")
    assert where(m, "23A") == "dead"
    assert battles(m) == {}


@pytest.mark.rule("eastfront", "7.12", "7.23")
def test_the_one_who_started_a_battle_stays_its_original_attacker() -> None:
    units = {"0605": "41Pz:4 23A:3", "0705": "Ukrainian-Front:3"}
    m = position(units, phase="combat", active=SOVIET, active_hqs=FRONT, battles={"0605": GERMAN}, dice=[1] * 7)
    fight(m, "0605")
    assert battles(m) == {"0605": GERMAN}
    assert holder(m, "0605") == SOVIET


@pytest.mark.rule("eastfront", "7.12")
@pytest.mark.parametrize(("attacker", "owner"), [(GERMAN, SOVIET), (SOVIET, GERMAN)])
def test_the_original_defender_controls_the_hex(attacker: str, owner: str) -> None:
    m = position({"0605": "41Pz 23A", "0505": "AG-South:3"}, phase="combat", battles={"0605": attacker})
    assert holder(m, "0605") == owner


@pytest.mark.rule("eastfront", "7.12")
def test_the_hex_changes_hands_when_the_original_defender_is_gone() -> None:
    m = position({"0605": "41Pz:4 23A:1", "0505": "AG-South:3"}, phase="combat", active_hqs=HQ, dice=[1, 5, 1, 1, 1])
    assert holder(m, "0605") == SOVIET
    fight(m, "0605")
    assert holder(m, "0605") == GERMAN


@pytest.mark.rule("eastfront", "7.12", "7.21", "7.22")
def test_after_a_round_the_defender_is_hidden_and_the_attacker_face_up() -> None:
    m = position({"0605": "41Pz:4 23A:3", "0505": "AG-South:3"}, phase="combat", active_hqs=HQ, dice=[1] * 7)
    assert seen(m, GERMAN, "0605") == set()
    told = fight(m, "0605")
    assert [event.unit for event in of_kind(told, Revealed)] == ["23A"]
    assert seen(m, GERMAN, "0605") == set()
    assert seen(m, SOVIET, "0605") == {"41Pz"}


@pytest.mark.rule("eastfront", "7.12")
def test_in_a_counter_attack_too_the_original_attacker_stays_face_up() -> None:
    units = {"0605": "41Pz:4 23A:3", "0705": "Ukrainian-Front:3", "0505": "AG-South:3"}
    m = position(units, phase="combat", active=SOVIET, active_hqs=FRONT, battles={"0605": GERMAN}, dice=[1] * 7)
    fight(m, "0605")
    assert seen(m, SOVIET, "0605") == {"41Pz"}
    assert seen(m, GERMAN, "0605") == set()


# --- 7.13 assigning airstrikes ---------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.13", "13.13")
def test_airstrikes_are_assigned_before_any_battle_is_chosen() -> None:
    m = two_battles()
    allowed(m, "strike AG-South 0605")
    play(m, "battle 0607")
    refused(m, "strike AG-South 0605", "7.13")


@pytest.mark.rule("eastfront", "7.13", "13.13")
def test_airstrikes_are_assigned_before_any_battle_is_resolved() -> None:
    units = {"0505": "41Pz 1AK AG-South:3", "0605": "23A:1", "0604": "8A:1", "0607": "48Pz:1 9A:1"}
    m = position(units, active_hqs=HQ, dice=[1] * 20)
    play(m, "move 41Pz 0605", "move 1AK 0604", "end")
    allowed(m, "strike AG-South 0604")
    play(m, "resolve 0605")
    assert "strike" not in offered(m)


@pytest.mark.rule("eastfront", "7.13", "13.13")
def test_the_defenders_are_still_hidden_when_an_airstrike_is_assigned() -> None:
    m = two_battles()
    play(m, "strike AG-South 0605")
    assert seen(m, GERMAN, "0605") == set()


@pytest.mark.rule("eastfront", "7.13", "13.13")
def test_a_battle_gets_one_airstrike() -> None:
    units = {"0605": "41Pz:4 23A:3", "0607": "1AK:4 8A:3", "0506": "AG-South:3", "0404": "AG-North:3"}
    m = position(units, phase="combat", active_hqs={"AG-South": "", "AG-North": ""})
    play(m, "strike AG-South 0605")
    refused(m, "strike AG-North 0605", "7.13")
    near = units | {"0404": "", "0507": "AG-North:3"}
    m = position(near, phase="combat", active_hqs={"AG-South": "", "AG-North": ""})
    play(m, "strike AG-South 0605")
    refused(m, "strike AG-North 0605", "7.13")
    allowed(m, "strike AG-North 0607")


@pytest.mark.rule("eastfront", "7.13")
def test_an_airstrike_belongs_to_the_combat_phase() -> None:
    m = position({"0505": "41Pz 1AK AG-South:3", "0605": "23A"}, active_hqs=HQ)
    play(m, "move 41Pz 0605")
    refused(m, "strike AG-South 0605", "7.13")


# --- 7.14 active battles ---------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.14")
def test_old_battles_need_not_be_fought() -> None:
    m = two_battles()
    told = play(m, "end")
    assert not of_kind(told, Volley)


@pytest.mark.rule("eastfront", "7.14")
@pytest.mark.example("eastfront", "E7.fig")
def test_the_blocks_of_a_chosen_battle_are_shown_and_those_of_the_others_are_not() -> None:
    units = {"0605": "1AK:4 55Mot:4 11GdsA:4", "0607": "41Pz:4 8A:3", "0506": "AG-South:3"}
    m = position(units, phase="combat", active_hqs=HQ)
    play(m, "battle 0605")
    assert seen(m, GERMAN, "0605") == {"11GdsA"}
    assert seen(m, GERMAN, "0607") == set()
    assert seen(m, SOVIET, "0605") == {"1AK", "55Mot"}


@pytest.mark.rule("eastfront", "7.14")
def test_only_chosen_battles_are_fought() -> None:
    m = position(
        {"0605": "41Pz:4 23A:3", "0607": "1AK:4 8A:3", "0403": "4AK:4 9A:3", "0506": "AG-South:3"},
        phase="combat", active_hqs=HQ, dice=[1] * 14,
    )  # fmt: skip
    refused(m, "resolve 0605", "7.14")
    refused(m, "battle 0606", "7.14")
    play(m, "battle 0605", "battle 0607")
    refused(m, "battle 0605", "7.14")
    refused(m, "resolve 0403", "7.14")
    told = play(m, "resolve 0605")
    assert [who for who, _, _ in volleys(told)] == ["23A", "41Pz", "8A", "1AK"]


@pytest.mark.rule("eastfront", "7.14", "4.43")
def test_all_battles_are_chosen_before_the_first_is_resolved() -> None:
    units = {"0505": "41Pz 1AK 4AK AG-South:3", "0605": "23A", "0604": "8A", "0506": "9A", "0309": "29AK 5A"}
    m = position(units, active_hqs=HQ, dice=[1] * 9)
    play(m, "move 41Pz 0605", "move 1AK 0604", "move 4AK 0506", "end")
    allowed(m, "battle 0309")
    play(m, "resolve 0605")
    refused(m, "battle 0309", "4.43")


# --- 7.15 mandatory combat -------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.15")
def test_a_new_battle_must_be_fought() -> None:
    m = position({"0505": "41Pz AG-South:3", "0605": "23A"}, active_hqs=HQ, dice=[1] * 7)
    play(m, "move 41Pz 0605", "end")
    refused(m, "end", "7.15")
    refused(m, "battle 0605", "7.15")
    told = fight(m, "0605")
    assert [who for who, _, _ in volleys(told)] == ["23A", "41Pz"]


@pytest.mark.rule("eastfront", "7.15")
def test_a_new_battle_is_new_in_the_next_combat_phase_only() -> None:
    units = {"0505": "41Pz:4 AG-South:3", "0605": "23A:3", "0805": "Ukrainian-Front:2"}
    m = position(units, active_hqs=HQ, dice=[1] * 7)
    play(m, "move 41Pz 0605", "end")
    fight(m, "0605")
    play(m, "end", "end", "end")  # the Soviet turn and the German Command Phase
    assert (state(m).side, state(m).phase) == (GERMAN, "combat")
    allowed(m, "end")


@pytest.mark.rule("eastfront", "7.15", "6.31")
def test_units_added_to_a_battle_force_nothing() -> None:
    units = {"0605": "41Pz:4 23A:3", "0505": "1AK AG-South:3"}
    m = position(units, active_hqs=HQ)
    play(m, "move 1AK 0605", "end")
    allowed(m, "end")


@pytest.mark.rule("eastfront", "7.15")
def test_the_original_attacker_shows_what_he_adds() -> None:
    m = position({"0605": "41Pz:4 23A:3", "0505": "1AK 4AK AG-South:3"}, active_hqs=HQ)
    play(m, "move 1AK 0605")
    assert seen(m, SOVIET, "0605") == {"41Pz", "1AK"}


@pytest.mark.rule("eastfront", "7.15", "7.12")
def test_the_original_defender_adds_hidden_units() -> None:
    units = {"0605": "41Pz:4 23A:3", "0505": "1AK 4AK AG-South:3"}
    m = position(units, active_hqs=HQ, battles={"0605": SOVIET})
    play(m, "move 1AK 0605")
    assert seen(m, SOVIET, "0605") == set()


@pytest.mark.rule("eastfront", "7.15")
def test_those_who_attack_are_hidden_until_combat() -> None:
    m = position({"0505": "41Pz 1AK AG-South:3", "0605": "23A"}, active_hqs=HQ)
    play(m, "move 41Pz 0605", "move 1AK 0605")
    assert seen(m, SOVIET, "0605") == set()


@pytest.mark.rule("eastfront", "7.15", "13.13")
def test_a_battle_with_an_airstrike_must_be_fought() -> None:
    m = two_battles()
    play(m, "strike AG-South 0605")
    refused(m, "end", "7.15")


@pytest.mark.rule("eastfront", "7.15", "16.25")
def test_in_an_exit_zone_nothing_must_be_fought() -> None:
    m = position({"1105": "41Pz AG-South:3", "1205": "23A"}, active_hqs=HQ, control={"german": "0605..1105"})
    play(m, "move 41Pz 1205", "end")
    allowed(m, "end")


# --- 7.2 rounds ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.21")
@pytest.mark.parametrize("order", [("0605", "0607", "0403"), ("0403", "0605", "0607"), ("0607", "0403", "0605")])
def test_battles_are_fought_one_after_the_other_in_any_order(order: tuple[str, ...]) -> None:
    units = {"0605": "41Pz:4 23A:3", "0607": "1AK:4 8A:3", "0403": "4AK:4 9A:3", "0506": "AG-South:3"}
    m = position(units, phase="combat", active_hqs=HQ, dice=[1] * 21)
    play(m, *(f"battle {hex}" for hex in units if hex != "0506"))
    told = play(m, f"resolve {order[0]}", f"resolve {order[1]}")
    who = {"0605": ["23A", "41Pz"], "0607": ["8A", "1AK"], "0403": ["9A", "4AK"]}
    assert [firing for firing, _, _ in volleys(told)] == [unit for hex in order for unit in who[hex]]


@pytest.mark.rule("eastfront", "7.21")
def test_a_battle_has_one_round_in_a_combat_phase() -> None:
    units = {"0605": "41Pz:4 23A:3", "0607": "1AK:4 8A:3", "0403": "4AK:4 9A:3", "0506": "AG-South:3"}
    m = position(units, phase="combat", active_hqs=HQ, dice=[1] * 7)
    play(m, "battle 0605", "battle 0607", "battle 0403", "resolve 0605")
    refused(m, "resolve 0605", "7.21")


@pytest.mark.rule("eastfront", "7.21")
def test_active_battles_are_fought_before_the_phase_ends() -> None:
    m = two_battles()
    play(m, "battle 0605", "battle 0607")
    refused(m, "end", "7.21")


@pytest.mark.rule("eastfront", "7.22", "13.15")
def test_airstrike_then_defensive_then_offensive_fire() -> None:
    units = {"0605": "41Pz:4 23A:3", "0505": "AG-South:3"}
    m = position(units, phase="combat", active_hqs=HQ, dice=[5, 1, 1, 6, 1, 5, 1, 1])
    play(m, "strike AG-South 0605")
    told = [event for event in m.events if isinstance(event, Volley)]
    # the airstrike takes a step before the defender fires, and he takes one before the attacker fires
    assert volleys(told) == [("AG-South", (5, 1, 1), 1), ("23A", (6, 1), 1), ("41Pz", (5, 1, 1), 1)]
    assert (cv(m, "23A"), cv(m, "41Pz")) == (1, 3)


@pytest.mark.rule("eastfront", "7.22")
def test_who_is_destroyed_from_the_air_does_not_fire() -> None:
    units = {"0605": "41Pz:4 23A:1", "0505": "AG-South:2"}
    m = position(units, phase="combat", active_hqs=HQ, dice=[5, 1])
    play(m, "strike AG-South 0605")
    assert volleys(list(m.events)) == [("AG-South", (5, 1), 1)]
    assert where(m, "23A") == "dead"


@pytest.mark.rule("eastfront", "7.22")
def test_who_is_destroyed_by_defensive_fire_does_not_fire_back() -> None:
    m = position({"0605": "41Pz:1 23A:3", "0505": "AG-South:2"}, phase="combat", active_hqs=HQ, dice=[6, 1, 1])
    told = fight(m, "0605")
    assert volleys(told) == [("23A", (6, 1, 1), 1)]
    assert [event.unit for event in of_kind(told, Eliminated)] == ["41Pz"]


# --- 7.23 counter-attacks --------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.23", "7.12")
@pytest.mark.example("eastfront", "E7.23")
def test_in_a_counter_attack_the_city_helps_the_original_attacker() -> None:
    units = {"0605": "1AK:4 23A:3", "0705": "Ukrainian-Front:3"}
    m = position(
        units, board=CITY, phase="combat", active=SOVIET, active_hqs=FRONT, battles={"0605": GERMAN},
        dice=[5, 1, 1, 1, 6, 1],
    )  # fmt: skip
    told = fight(m, "0605")
    assert powers(told) == {"1AK": "DF", "23A": "SF"}
    assert lost(told) == ["23A"]  # in full; the one hit on 1AK is half a step


@pytest.mark.rule("eastfront", "7.34", "7.23", "7.15")
@pytest.mark.example("eastfront", "E7.34")
def test_the_battle_of_a_city_is_carried_on_by_the_other_side() -> None:
    units = {"0505": "41Pz:4 AG-South:3", "0605": "23A:3", "0705": "8A:3 9A:3 Ukrainian-Front:3"}
    m = position(units, board=CITY, active_hqs=HQ, dice=[5, 1, 1, 5, 1, 1, *[5, 1, 1], *[6, 1, 1], *[1, 1], *[1, 1, 1]])
    play(m, "move 41Pz 0605", "end")
    refused(m, "end", "7.15")
    told = fight(m, "0605")
    assert volleys(told) == [("23A", (5, 1, 1), 1), ("41Pz", (5, 1, 1), 1)]
    assert lost(told) == ["41Pz"]
    play(m, "activate Ukrainian-Front", "move 8A 0605", "move 9A 0605", "end")
    told = fight(m, "0605", "lose 23A")
    assert next(iter(volleys(told))) == ("41Pz", (5, 1, 1), 1)
    assert sum(hits for _, _, hits in volleys(told)[1:]) == 1
    assert lost(told) == ["23A"]
    assert cv(m, "41Pz") == 3


@pytest.mark.rule("eastfront", "7.23")
def test_the_active_player_decides_each_time_whether_a_battle_goes_on() -> None:
    units = {"0605": "41Pz:4 23A:3", "0705": "Ukrainian-Front:3"}
    m = position(units, phase="combat", active=SOVIET, active_hqs=FRONT, battles={"0605": GERMAN})
    assert not of_kind(play(m, "end"), Volley)


@pytest.mark.rule("eastfront", "7.21")
def test_a_round_is_announced_with_its_place() -> None:
    m = position({"0605": "41Pz:4 23A:3", "0505": "AG-South:3"}, phase="combat", active_hqs=HQ, dice=[1] * 7)
    told = [event.text for event in of_kind(fight(m, "0605"), Noted)]
    assert told[0].startswith("battle of ")
    assert "unsupported" not in told[0]
