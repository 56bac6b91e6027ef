"""16.2 and 16.3: the exit zones beyond the map: control, command, movement, combat, supply, and what they cost."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Noted
from grognard.games.eastfront.command import command_range
from grognard.games.eastfront.supply import has_line
from grognard.view import Battle
from tests.eastfront.table import (
    GERMAN,
    MAP,
    SOVIET,
    allowed,
    cv,
    facts,
    field,
    fight,
    holder,
    lost,
    of_kind,
    offered,
    play,
    position,
    powers,
    pps,
    produce,
    refused,
    state,
    where,
)

# Zones A to D on the German edge, at rows 03, 05, 07 and 09; R and S on the Soviet one, at rows 05 and 07.
EDGES = field(
    rail="0105 0205 0305 0405 0505 0605 0705 0805 0905 1005 1105, 0107 0207 0306 0305, 0103 0203 0304 0305",
    zones=[
        {"id": "A", "hex": "0003", "entry": "0103", "edge": "west", "home": "german", "front": "baltic"},
        {"id": "C", "hex": "0007", "entry": "0107", "edge": "west", "home": "german", "front": "baltic"},
        {"id": "D", "hex": "0009", "entry": "0109", "edge": "west", "home": "german", "front": "baltic"},
        {"id": "S", "hex": "1207", "entry": "1107", "edge": "east", "home": "soviet", "front": "volga"},
    ],
)
A, B, C, D, R, S = "0003", "0005", "0007", "0009", "1205", "1207"
HQ, OKH = {"AG-South": ""}, {"OKH": ""}


def edges(units: dict[str, str], **more: Any) -> grognard.Match:
    """A position on the field with more zones."""
    return position(units, board=EDGES, **more)


def supplied(m: grognard.Match, unit: str) -> bool:
    """Whether a unit can trace supply now."""
    return has_line(state(m), state(m).rules.unit_by_id[unit])


def commanded(m: grognard.Match, hq: str) -> set[str]:
    """The hexes an HQ commands."""
    g = state(m)
    reach = command_range(g, g.rules.unit_by_id[hq])
    return {g.hexname(hex) for hex in range(g.rules.grid.size) if reach >> hex & 1}


# --- 16.2 what they are ----------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "16.2", "G13")
def test_a_zone_adjoins_its_rail_entry_hex_and_the_next_letters_of_its_edge() -> None:
    rules = state(position({}, board=MAP, phase="command")).rules
    links = {zone.id: {rules.spoken[hex] for hex in rules.zone_links[zone.hex]} for zone in rules.zone_by_id.values()}
    assert links["A"] == {"Danzig", "EZ-B"}
    assert links["T"] == {"Ivanovo", "EZ-S", "EZ-U"}
    assert "K" not in links
    assert links["J"] == {"Ruse", "EZ-I"}
    assert links["L"] == {rules.spoken[rules.zone_by_id["L"].entry], "EZ-M"}
    assert "EZ-N" not in links["M"]
    assert "EZ-V" not in links["U"]


@pytest.mark.rule("eastfront", "16.2", "6.21")
def test_a_zone_holds_four_units() -> None:
    full, three = "2AK 10AK 26AK 38AK", "2AK 10AK 26AK"
    last = {"supreme": 1}  # nobody there can move on for want of another
    refused(edges({"0105": "1AK", "0305": "OKH:3", B: full}, active_hqs=OKH, tracks=last), "rail 1AK 0005", "6.21")
    allowed(edges({"0105": "1AK", "0305": "OKH:3", B: three}, active_hqs=OKH), "rail 1AK 0005")


@pytest.mark.rule("eastfront", "16.2", "6.33")
def test_two_units_engage_a_zone_from_one_side_in_a_phase() -> None:
    m = edges({"0105": "1AK 2AK 10AK AG-South:3", B: "23A"}, active_hqs=HQ)
    play(m, "move 1AK 0005", "move 2AK 0005")
    refused(m, "move 10AK 0005", "6.33")


@pytest.mark.rule("eastfront", "16.2", "7.34")
def test_a_zone_is_clear_terrain() -> None:
    m = edges(
        {B: "1AK:4 23A:2", "0105": "AG-South:2"},
        active_hqs=HQ,
        phase="combat",
        battles={B: GERMAN},
        dice=[1, 1, 6, 1, 1, 1],
    )
    assert lost(fight(m, B)) == ["23A"]


# --- 16.21 control ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "16.21")
def test_an_empty_home_zone_is_its_home_sides_and_one_with_enemies_only_is_theirs() -> None:
    m = edges({B: "23A", R: "1AK"}, phase="command")
    assert [holder(m, zone) for zone in (A, B, R, S)] == [GERMAN, SOVIET, GERMAN, SOVIET]


@pytest.mark.rule("eastfront", "16.21", "7.12")
@pytest.mark.parametrize("attacker", [GERMAN, SOVIET])
def test_in_a_battle_the_original_defender_keeps_it(attacker: str) -> None:
    m = edges({B: "23A 1AK"}, phase="command", battles={B: attacker})
    assert holder(m, B) == ({GERMAN, SOVIET} - {attacker}).pop()


@pytest.mark.rule("eastfront", "16.21", "8.2")
def test_no_zone_of_control_reaches_into_or_out_of_a_zone() -> None:
    out = edges({B: "23A"}, phase="command")
    assert (holder(out, "0105"), holder(out, "0104")) == (GERMAN, GERMAN)
    into = edges({"1105": "1AK"}, phase="command")
    assert (holder(into, R), holder(into, "1104")) == (SOVIET, GERMAN)


# --- 16.22 command ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "16.22", "G29")
@pytest.mark.parametrize(("strength", "hexes"), [(0, {B}), (1, {B}), (2, {A, B, C, "0105"}), (3, {A, B, C, "0105"})])
def test_an_hq_in_a_zone_commands_it_and_from_two_up_its_neighbours(strength: int, hexes: set[str]) -> None:
    m = edges({B: f"AG-South:{strength}"}, active_hqs=HQ)
    assert commanded(m, "AG-South") == hexes


@pytest.mark.rule("eastfront", "16.22", "G29", "5.8")
def test_disruption_counts() -> None:
    m = edges({B: "AG-South:2"}, active_hqs=HQ, weather="mud")
    assert commanded(m, "AG-South") == {B}
    assert commanded(edges({B: "AG-South:0"}, active_hqs=HQ, weather="mud"), "AG-South") == set()


@pytest.mark.rule("eastfront", "16.22")
def test_from_a_rail_entry_hex_an_hq_of_two_commands_its_zone() -> None:
    assert B in commanded(edges({"0105": "AG-South:2"}, active_hqs=HQ), "AG-South")
    assert B not in commanded(edges({"0105": "AG-South:1"}, active_hqs=HQ), "AG-South")
    assert B not in commanded(edges({"0205": "AG-South:3"}, active_hqs=HQ), "AG-South")


@pytest.mark.rule("eastfront", "16.22")
def test_nobody_deploys_into_or_out_of_a_zone_but_an_hq_there_is_activated_and_blitzes() -> None:
    m = edges({B: "AG-South:2", "0107": "AG-North:2"}, phase="command")
    refused(m, "activate AG-South 0105", "16.22")
    refused(m, "activate AG-North 0007", "16.22")
    allowed(m, "activate AG-South blitz")


@pytest.mark.rule("eastfront", "16.22", "13.11", "7.4")
@pytest.mark.parametrize(("strength", "ok"), [(1, False), (2, True)])
def test_it_supports_and_strikes_battles_in_zones_within_its_range(strength: int, ok: bool) -> None:
    m = edges({B: f"AG-South:{strength} 1AK", C: "2AK:2 23A:2"}, active_hqs=HQ, phase="combat", battles={C: GERMAN})
    if not ok:
        refused(m, "strike AG-South 0007", "13.11")
    else:
        allowed(m, "strike AG-South 0007")
    m.play("battle 0007")
    notes = [note.text for note in of_kind(m.events, Noted) if note.text.startswith("battle of")]
    assert notes == ["battle of EZ-C" + ("" if ok else ", unsupported")]


@pytest.mark.rule("eastfront", "16.22", "13.11")
@pytest.mark.parametrize(("value", "target", "reaches"), [
    (3, "0005", True), (3, "0105", True), (1, "0105", False), (3, "0205", False), (3, "0501", False),
    (3, "0809", False),
])  # fmt: skip
def test_from_an_exit_zone_airpower_reaches_as_far_as_command(value: int, target: str, reaches: bool) -> None:
    units = {"0005": f"AG-South:{value} 1AK", "0405": "OKH:3"} | ({} if target == "0005" else {target: "2AK"})
    units[target] += " 23A"
    m = position(units, phase="combat", active_hqs={"AG-South": "", "OKH": ""}, forced=False)
    if reaches:
        allowed(m, f"strike AG-South {target}")
    else:
        refused(m, f"strike AG-South {target}", "13.11")


@pytest.mark.rule("eastfront", "16.22", "5.41")
def test_it_mobilizes_into_an_adjacent_zone_or_rail_entry_hex() -> None:
    m = edges({B: "AG-South:2"}, active_hqs=HQ)
    assert set(offered(m, "mobilize AG-South")) == {A, C, "0105"}
    m.play("mobilize AG-South 0007")
    assert (where(m, "AG-South"), cv(m, "AG-South")) == (C, 1)
    assert state(m).role == {}


# --- 16.23 movement --------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "16.23", "16.24a")
@pytest.mark.example("eastfront", "E16.23")
def test_shock_goes_from_ivanovo_to_zone_t_but_no_fast_unit_from_yaroslavl() -> None:
    units = {"Ivanovo": "1Shk West-Front:2", "Yaroslavl": "10Tk 6Cav", "EZ-T": "2Shk"}
    m = position(units, board=MAP, active=SOVIET, active_hqs={"West-Front": ""})
    allowed(m, "move 1Shk EZ-T")
    assert set(offered(m, "move 2Shk")) == {"1604", "1806", "1802"}
    refused(m, "move 10Tk Ivanovo EZ-T", "16.23")
    refused(m, "move 6Cav EZ-T", "16.23")


@pytest.mark.rule("eastfront", "16.23")
@pytest.mark.parametrize("weather", ["dry", "mud", "snow"])
def test_an_exit_move_is_the_whole_move_of_any_unit_in_any_weather(weather: str) -> None:
    m = edges({B: "41Pz", "0105": "1AK AG-South:3"}, active_hqs=HQ, weather=weather)
    assert set(offered(m, "move 41Pz")) == {A, C, "0105"}
    assert B in offered(m, "move 1AK")
    assert offered(m, "move 41Pz 0105") == []


@pytest.mark.rule("eastfront", "16.23", "16.24a", "5.61")
def test_any_hq_in_range_commands_it_or_a_supreme_move() -> None:
    allowed(edges({B: "1AK AG-South:1"}, active_hqs=HQ), "move 1AK 0007")
    m = edges({B: "1AK", "0405": "OKH:1"}, active_hqs={"OKH": ""})
    m.play("move 1AK 0007")
    assert m.view(None).tracks["supreme_moves"] == 1


@pytest.mark.rule("eastfront", "16.23", "6.32")
def test_a_unit_disengages_from_a_zone_into_friendly_places_and_does_not_engage_again() -> None:
    m = edges({R: "1AK 2AK 23A AG-South:2", S: "8A", "1105": "10AK"}, active_hqs=HQ, battles={R: GERMAN})
    refused(m, "move 1AK 1207", "6.32")
    m.play("move 1AK 1105")
    assert where(m, "1AK") == "1105"


@pytest.mark.rule("eastfront", "16.23", "6.42")
def test_a_retreat_from_a_zone_draws_pursuit_fire() -> None:
    m = edges({B: "1AK:3 23A:2", "0105": "AG-South:2"}, active_hqs=HQ, battles={B: SOVIET}, dice=[6, 1])
    refused(m, "move 1AK 0105", "6.41")
    m.play("rearguard 1AK 0105")
    m.play("end")
    assert (where(m, "1AK"), cv(m, "1AK")) == ("0105", 2)
    assert powers(m.events) == {"23A": "SF"}


@pytest.mark.rule("eastfront", "16.23")
def test_between_home_zones_a_unit_moves_even_if_both_are_embattled() -> None:
    m = edges({B: "1AK 2AK AG-South:2 23A", C: "10AK 8A"}, active_hqs=HQ, battles={B: SOVIET, C: SOVIET})
    m.play("move 1AK 0007")
    assert where(m, "1AK") == C
    guests = {B: "23A 8A 1AK West-Front:2", C: "10AK", "0105": "12A"}
    foreign = edges(guests, active=SOVIET, active_hqs={"West-Front": ""}, battles={B: SOVIET})
    refused(foreign, "move 23A 0007", "6.32")
    refused(foreign, "move 23A 0003", "6.32")


@pytest.mark.rule("eastfront", "16.23", "6.32")
def test_from_a_battle_on_the_map_no_unit_goes_into_one_in_a_zone() -> None:
    units = {"0105": "1AK 2AK 8A", B: "4AK 23A", "0205": "AG-South:2"}
    m = edges(units, active_hqs=HQ, battles={"0105": SOVIET, B: SOVIET})
    refused(m, f"move 1AK {B}", "6.32")
    quiet = edges(units | {B: "4AK"}, active_hqs=HQ, battles={"0105": SOVIET})
    allowed(quiet, f"move 1AK {B}")


@pytest.mark.rule("eastfront", "16.23")
def test_a_rearguard_that_falls_back_into_an_enemy_held_home_zone_fights_there() -> None:
    m = edges({B: "1AK:3 AG-South:2", C: "2AK:3 23A:2", D: "8A"}, active_hqs=HQ, battles={C: SOVIET}, dice=[1, 1])
    m.play("rearguard 2AK 0009")
    m.play("end")
    assert where(m, "2AK") == D
    assert Battle(D, GERMAN) in m.view(None).battles


@pytest.mark.rule("eastfront", "16.23", "5.1")
def test_an_hq_may_engage_into_a_zone() -> None:
    m = edges({"0105": "AG-North:1 AG-South:2 1AK", B: "23A", "0505": "8A"}, active_hqs=HQ)
    allowed(m, "move AG-North 0005")
    inland = edges({"0405": "AG-North:1 AG-South:2", "0505": "8A"}, active_hqs=HQ)
    refused(inland, "move AG-North 0505", "5.1")


# --- 16.24 rail ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "16.24")
def test_a_zone_is_two_rail_hexes_from_its_entry_and_from_the_next_zone() -> None:
    """From 0905: eight hexes to 0105 and two more to zone B; zones A and C take a second Rail Move."""
    m = edges({"0905": "1AK", "0305": "OKH:3"}, active_hqs=OKH, control={"german": "0601..1109"})
    m.play("rail 1AK 0005")
    assert m.view(None).tracks["supreme_moves"] == 5
    far = edges({"0905": "1AK", "0305": "OKH:3"}, active_hqs=OKH, control={"german": "0601..1109"})
    far.play("rail 1AK 0007")
    assert far.view(None).tracks["supreme_moves"] == 4


@pytest.mark.rule("eastfront", "16.24")
def test_trains_pass_home_zones_that_enemies_hold_but_never_stop_there() -> None:
    m = edges({"0105": "1AK", C: "23A", "0305": "OKH:1"}, active_hqs=OKH, tracks={"supreme": 1})
    goals = set(offered(m, "rail 1AK"))
    assert {A, B, D} <= goals
    refused(m, "rail 1AK 0007", "6.53")


@pytest.mark.rule("eastfront", "16.24")
def test_a_unit_leaves_an_embattled_zone_by_rail_but_not_as_the_last() -> None:
    m = edges({B: "1AK 2AK 23A", "0305": "OKH:3"}, active_hqs=OKH, battles={B: SOVIET})
    m.play("rail 1AK 0009")
    assert where(m, "1AK") == D
    refused(m, "rail 2AK", "6.53")


@pytest.mark.rule("eastfront", "16.24")
def test_zones_of_different_edges_are_not_joined() -> None:
    m = position({"EZ-N": "23A", "Moscow": "STAVKA:3"}, board=MAP, active=SOVIET, active_hqs={"STAVKA": ""})
    rules = state(m).rules
    assert rules.zone_by_id["M"].hex not in rules.zone_links[rules.zone_by_id["N"].hex]
    isolated = position(
        {"EZ-N": "23A", "Astrakhan": "1AK", "Moscow": "STAVKA:3"},
        board=MAP,
        active=SOVIET,
        active_hqs={"STAVKA": ""},
        control={"german": "2213..2320"},
        tracks={"supreme": 1},
    )
    assert "2421" not in offered(isolated, "rail 23A")


# --- 16.25 combat ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "16.25", "7.15")
def test_combat_in_a_zone_is_never_forced_not_even_on_attacking() -> None:
    m = edges({"0105": "1AK AG-South:2", B: "23A"}, active_hqs=HQ)
    m.play("move 1AK 0005")
    m.play("end")
    assert state(m).phase == "combat"
    allowed(m, "end")
    allowed(m, "battle 0005")


@pytest.mark.rule("eastfront", "16.25", "7.33")
def test_an_hq_in_a_zone_need_not_take_hits_but_may() -> None:
    units = {B: "AG-South:3 1AK:2 23A:2", "0405": "OKH"}
    m = edges(units, active=SOVIET, phase="combat", battles={B: SOVIET}, dice=[1, 1, 6, 6])
    m.play("battle 0005")
    assert set(offered(m, "lose", GERMAN)) == {"1AK", "AG-South"}
    inland = position(
        {"0405": "AG-South:3 1AK:2 23A:2"}, active=SOVIET, phase="combat", battles={"0405": SOVIET}, dice=[1, 1, 6, 6]
    )
    inland.play("battle 0405")
    assert (cv(inland, "AG-South"), cv(inland, "1AK")) == (2, 2)


@pytest.mark.rule("eastfront", "16.25")
def test_an_hq_alone_in_a_zone_takes_them() -> None:
    m = edges({B: "AG-South:3 23A:2"}, active=SOVIET, phase="combat", battles={B: SOVIET}, dice=[6, 6])
    m.play("battle 0005")
    assert cv(m, "AG-South") == 2


# --- 16.26, 16.27 supply and replacements ----------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "16.26")
def test_units_in_their_home_zones_are_supplied_even_if_an_enemy_controls_them() -> None:
    m = edges({B: "1AK 23A"}, phase="command", battles={B: GERMAN})
    assert (holder(m, B), supplied(m, "1AK")) == (SOVIET, True)
    cut_off = position({B: "1AK 23A", "0105": "8A"}, phase="command", battles={B: GERMAN})
    assert supplied(cut_off, "1AK")


@pytest.mark.rule("eastfront", "16.26")
def test_others_trace_rail_supply_through_the_entry_hex_but_not_through_a_battle() -> None:
    held = {"soviet": "0101..0509"}
    assert supplied(edges({B: "23A"}, phase="command", control=held), "23A")
    assert not supplied(edges({B: "23A"}, phase="command"), "23A")
    battle = edges({B: "23A", "0105": "8A 1AK"}, phase="command", control=held, battles={"0105": GERMAN})
    assert not supplied(battle, "23A")


@pytest.mark.rule("eastfront", "16.26")
def test_or_by_way_of_an_adjacent_friendly_zone() -> None:
    held = {"soviet": "0101..0509"}
    m = edges({D: "23A", C: "8A", "0109": "1AK"}, phase="command", control=held)
    assert supplied(m, "23A")
    gap = edges({D: "23A", "0109": "1AK"}, phase="command", control=held)
    assert not supplied(gap, "23A")


@pytest.mark.rule("eastfront", "16.26", "9.12", "G68")
def test_but_not_through_a_zone_that_is_embattled() -> None:
    units, held = {D: "23A", C: "8A 1AK", "0109": "2AK"}, {"soviet": "0101..0509"}
    m = edges(units, phase="command", control=held, battles={C: GERMAN})
    assert (holder(m, C), supplied(m, "8A"), supplied(m, "23A")) == (SOVIET, True, False)


@pytest.mark.rule("eastfront", "16.24", "9.12", "16.26")
def test_trains_pass_captured_zones_only_along_a_friendly_rail_line() -> None:
    def trains(units: dict[str, str], battles: dict[str, str] | None = None) -> grognard.Match:
        there = {B: "23A", C: "8A", D: "12A", "1005": "STAVKA:3", **units}
        control, more = {"soviet": "0101..0509"}, {"battles": battles or {}, "tracks": {"supreme": 2}}
        return edges(there, active=SOVIET, active_hqs={"STAVKA": ""}, control=control, **more)

    allowed(trains({}), f"rail 23A {D}")
    refused(trains({C: "8A 1AK"}, {C: GERMAN}), f"rail 23A {D}", "9.21")
    refused(trains({"0305": "1AK"}), f"rail 23A {D}", "9.21")  # no line leads here from the east


@pytest.mark.rule("eastfront", "16.26", "10.4")
def test_without_that_they_lose_steps() -> None:
    m = edges({B: "23A:3"}, active=GERMAN, phase="combat", fortnight=2, tracks={"played": SOVIET})
    assert (state(m).phase, cv(m, "23A")) == ("production", 2)


@pytest.mark.rule("eastfront", "16.27", "11.41", "G40")
@pytest.mark.parametrize(("units", "cost"), [("1AK:2", 4), ("1AK:2 23A", 8)])
def test_steps_in_zones_cost_double_while_the_zone_is_embattled(units: str, cost: int) -> None:
    m = edges({B: units}, phase="production", month="AUG43", battles={B: SOVIET} if " " in units else {})
    before = pps(m, GERMAN)
    events = produce(m, "step 1AK")
    assert f"{before - cost} PPs are forfeited" in [note.text for note in of_kind(events, Noted)]
    assert cv(m, "1AK") == 3


@pytest.mark.rule("eastfront", "16.27")
def test_a_unit_in_a_zone_without_supply_gains_no_step() -> None:
    refused(edges({B: "23A:2"}, phase="production", month="AUG43"), "step 23A", "11.41", SOVIET)


@pytest.mark.rule("eastfront", "16.27", "11.6")
def test_a_new_unit_arrives_in_each_home_zone_that_no_enemy_holds() -> None:
    m = edges({C: "23A"}, phase="production", month="AUG43", tracks={"dead": "1AK"})
    assert {A, B, D} == set(offered(m, "cadre 1AK", GERMAN)) & {A, B, C, D, R, S}


# --- 16.3 production -------------------------------------------------------------------------------------------------


def volga(units: dict[str, str], **more: Any) -> grognard.Match:
    """Summer 1942 on the map."""
    return position(units, board=MAP, **{"scenario": "S42", "phase": "command", **more})


@pytest.mark.rule("eastfront", "16.3", "16.32", "16.21", "11.21")
@pytest.mark.example("eastfront", "E16.3")
def test_zone_o_costs_two_pps_and_one_while_it_is_contested() -> None:
    base = volga({})
    level = pps(base, SOVIET)
    taken, contested = volga({"EZ-O": "1AK"}), volga({"EZ-O": "1AK 23A"}, battles={"EZ-O": SOVIET})
    assert (pps(taken, SOVIET), pps(contested, SOVIET)) == (level - 2, level - 1)
    assert holder(contested, "EZ-O") == GERMAN
    assert pps(taken, GERMAN) == pps(base, GERMAN)
    assert pps(volga({"EZ-O": "1AK 23A"}, battles={"EZ-O": GERMAN}), SOVIET) == level


ZONE_PRICES = [
    *((zone, GERMAN, 0, -2) for zone in "NOPQRSTU"),
    *((zone, SOVIET, -2, 0) for zone in "FGHIJ"),
    *((zone, SOVIET, -6, 0) for zone in "ABCDE"),
    ("V", GERMAN, 0, -2),
    ("W", GERMAN, 2, 0),
]


@pytest.mark.rule("eastfront", "16.3", "16.31", "16.32", "16.33", "16.34")
@pytest.mark.parametrize(("zone", "captor", "german", "soviet"), ZONE_PRICES)
def test_what_each_zone_is_worth(zone: str, captor: str, german: int, soviet: int) -> None:
    before, after = volga({}), volga({f"EZ-{zone}": "1AK" if captor == GERMAN else "23A"})
    assert (pps(after, GERMAN) - pps(before, GERMAN)) == german
    assert (pps(after, SOVIET) - pps(before, SOVIET)) == soviet


@pytest.mark.rule("eastfront", "16.3", "16.34")
def test_a_contested_baltic_zone_costs_three() -> None:
    before, after = volga({}), volga({"EZ-C": "1AK 23A"}, battles={"EZ-C": GERMAN})
    assert pps(after, GERMAN) - pps(before, GERMAN) == -3


@pytest.mark.rule("eastfront", "16.31", "G52")
def test_soviets_may_not_enter_v_or_w_and_empty_they_are_nobodys() -> None:
    m = volga(
        {"Leningrad": "23A West-Front:2", "1100": "8A STAVKA:3"},
        phase="movement",
        active=SOVIET,
        active_hqs={"West-Front": "", "STAVKA": ""},
    )
    refused(m, "move 23A EZ-W", "16.31")
    refused(m, "move 8A EZ-V", "16.31")
    assert (holder(m, "EZ-V"), holder(m, "EZ-W")) == ("nobody", "nobody")
    german = volga({"Leningrad": "1AK AG-A:2"}, phase="movement", active_hqs={"AG-A": ""})
    allowed(german, "move 1AK EZ-W")


@pytest.mark.rule("eastfront", "16.31", "16.26", "G52")
def test_germans_there_are_fed_through_the_rail_entry_hex() -> None:
    assert supplied(volga({"EZ-W": "1AK", "Leningrad": "2AK"}), "1AK")
    assert not supplied(volga({"EZ-W": "1AK", "Leningrad": "23A"}), "1AK")


@pytest.mark.rule("eastfront", "16.35", "16.3", "1.5")
@pytest.mark.parametrize("units", [{"EZ-L": "1AK"}, {"EZ-M": "1AK"}, {"EZ-L": "1AK", "EZ-M": "2AK"}])
def test_baku_is_worth_ten_to_the_soviets_and_twenty_to_the_germans(units: dict[str, str]) -> None:
    before, after = volga({}), volga(units)
    assert pps(after, SOVIET) - pps(before, SOVIET) == -10 - losses(units)
    assert pps(after, GERMAN) - pps(before, GERMAN) == 20
    baku = [[(line.value, line.rule) for line in lines(m) if line.what == "Baku"] for m in (before, after)]
    assert baku == [[("10", "16.35")], []]


def losses(units: dict[str, str]) -> int:
    """What else the Soviets lose with the south edge: the cities fed from it."""
    before, after = volga({}), volga(units)
    names = {line.what for line in lines(before)} - {line.what for line in lines(after)}
    return sum(int(line.value) for line in lines(before) if line.what in names and line.what != "Baku")


def lines(m: grognard.Match) -> list[Any]:
    """The Soviet Production Level line by line."""
    from grognard.games.eastfront.production import account

    return account(state(m), SOVIET)


@pytest.mark.rule("eastfront", "16.35", "16.3")
def test_contesting_baku_does_not_halve_it() -> None:
    taken = volga({"EZ-M": "1AK"})
    contested = volga({"EZ-M": "1AK 23A"}, battles={"EZ-M": SOVIET})
    assert (pps(contested, SOVIET), pps(contested, GERMAN)) == (pps(taken, SOVIET), pps(taken, GERMAN))


@pytest.mark.rule("eastfront", "16.35", "9.12")
def test_the_south_edge_is_then_no_soviet_home() -> None:
    tbilisi = {"Tbilisi": "8A", "2219": "10AK"}
    held = {"german": "1515..2219"}
    assert supplied(volga(tbilisi, control=held), "8A")
    m = volga({"EZ-L": "1AK", **tbilisi}, control=held)
    assert not supplied(m, "8A")
    assert holder(m, "EZ-M") == "nobody"
    derbent = {"Derbent": "13A", "EZ-M": "12A", **tbilisi}
    assert supplied(volga(derbent, control=held), "13A")
    assert not supplied(volga({"EZ-L": "1AK", **derbent}, control=held), "13A")
    production = {"phase": "production", "month": "JUL42", "tracks": {"dead": "12A"}}
    assert "2421" in offered(volga({}, **production), "cadre 12A", SOVIET)
    assert "2421" not in offered(volga({"EZ-L": "1AK"}, **production), "cadre 12A", SOVIET)
    assert "2223" not in offered(volga({"EZ-L": "8A", "EZ-M": "1AK"}, **production), "cadre 12A", SOVIET)


@pytest.mark.rule("eastfront", "16.35", "15.1")
def test_the_germans_have_no_ships_on_the_caspian_and_the_soviets_none_without_baku() -> None:
    assert facts(volga({})).seas["Caspian Sea"] == SOVIET
    assert facts(volga({"EZ-M": "1AK"})).seas["Caspian Sea"] == ""
    assert facts(volga({"EZ-L": "1AK"})).seas["Caspian Sea"] == ""
    assert facts(volga({"EZ-L": "1AK", "EZ-M": "8A"})).seas["Caspian Sea"] == ""


@pytest.mark.rule("eastfront", "16.35", "16.21", "8.34", "G63")
def test_baku_stays_german_though_they_leave_until_soviets_come_in_from_the_north() -> None:
    m = volga({"EZ-M": "1AK", "Warsaw": "OKH:2"}, phase="movement", active_hqs=OKH)
    level = pps(m, SOVIET)
    play(m, "move 1AK 2320", "end")
    assert (holder(m, "EZ-M"), holder(m, "EZ-L"), pps(m, SOVIET)) == (GERMAN, "nobody", level)
    lost: dict[str, Any] = {"control": {"german": "EZ-M"}, "phase": "movement", "active": SOVIET}
    m = volga({"2320": "23A", "Moscow": "STAVKA:3"}, active_hqs={"STAVKA": ""}, **lost)
    assert holder(m, "EZ-M") == GERMAN
    play(m, "move 23A EZ-M", "end")
    assert (holder(m, "EZ-M"), holder(m, "EZ-L")) == (SOVIET, SOVIET)
    both: dict[str, Any] = {**lost, "control": {"german": "EZ-L EZ-M"}}
    m = volga({"2320": "23A", "Moscow": "STAVKA:3"}, active_hqs={"STAVKA": ""}, **both)
    play(m, "move 23A EZ-M", "end")
    assert (holder(m, "EZ-M"), holder(m, "EZ-L")) == (SOVIET, GERMAN)


@pytest.mark.rule("eastfront", "16.31", "16.21", "8.34", "G63", "G52")
@pytest.mark.parametrize(("zone", "entry", "german", "soviet"), [("EZ-V", "1100", 0, -2), ("EZ-W", "0901", 2, 0)])
def test_the_finnish_zones_stay_german_when_they_leave(zone: str, entry: str, german: int, soviet: int) -> None:
    base = volga({})
    m = volga({zone: "1AK", "Warsaw": "OKH:2"}, phase="movement", active_hqs=OKH)
    play(m, f"move 1AK {entry}", "end")
    assert holder(m, zone) == GERMAN
    kept = volga({}, control={"german": zone})
    assert (pps(kept, GERMAN) - pps(base, GERMAN), pps(kept, SOVIET) - pps(base, SOVIET)) == (german, soviet)


@pytest.mark.rule("eastfront", "16.21", "16.32")
def test_a_vacant_home_zone_is_its_owners_again() -> None:
    m = volga({"EZ-O": "1AK", "Warsaw": "OKH:2"}, phase="movement", active_hqs=OKH)
    play(m, "move 1AK 2114", "end")
    assert holder(m, "EZ-O") == SOVIET
