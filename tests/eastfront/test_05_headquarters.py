"""5: headquarters: activation, range, roles, supreme command, Blitz and disruption."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Noted
from tests.eastfront.table import (
    MAP,
    SOVIET,
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
BLITZ = {"AG-South": "blitz"}


def shown(m: grognard.Match, unit: str, side: str) -> bool:
    """Whether a side sees which block that is."""
    return unit in [block.id for block in m.view(side).units]


def support(m: grognard.Match, hex: str) -> bool:
    """Fight a battle; whether the active units had combat support."""
    if "battle" in offered(m) and hex in offered(m, "battle"):
        play(m, f"battle {hex}")
    if "resolve" in offered(m):
        play(m, f"resolve {hex}")
    fought = [note for note in of_kind(m.events.since(0), Noted) if note.rule in ("7.21", "7.4")]
    return fought[-1].rule == "7.21"


# --- 5.1 what an HQ is -----------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "5.1")
def test_each_side_has_its_hqs() -> None:
    rules = state(position({}, board=MAP, phase="command", scenario="S42")).rules
    hqs = {side: [rules.units[hq].id for hq in rules.hqs[side]] for side in ("german", "soviet")}
    assert sorted(hqs["german"]) == ["AG-A", "AG-Center", "AG-North", "AG-South", "OKH"]
    assert len(hqs["soviet"]) == 6
    assert "STAVKA" in hqs["soviet"]


@pytest.mark.rule("eastfront", "5.1")
def test_an_hq_moves_like_a_unit_but_never_engages() -> None:
    m = position({"0505": "AG-South:1 AG-North:2 1AK", "0605": "23A"}, active_hqs=HQ)
    allowed(m, "move AG-North 0305")
    refused(m, "move AG-North 0605", "5.1")
    refused(m, "mobilize AG-South 0605", "5.1")


@pytest.mark.rule("eastfront", "5.1")
def test_an_hq_takes_hits_does_not_fire_and_is_lost_after_its_step_0() -> None:
    m = position({"0605": "Ukrainian-Front:1 41Pz:4", "0505": "AG-South:1"}, phase="combat", battles={"0605": "german"},
                 active_hqs=HQ, dice=[5, 1, 1, 1])  # fmt: skip
    assert support(m, "0605")
    assert volleys(m.events.since(0)) == [("41Pz", (5, 1, 1, 1), 1)]
    assert (where(m, "Ukrainian-Front"), cv(m, "Ukrainian-Front")) == ("0605", 0)
    m = position({"0605": "Ukrainian-Front:0 41Pz:4", "0505": "AG-South:1"}, phase="combat",
                 battles={"0605": "german"}, active_hqs=HQ, dice=[5, 1, 1, 1])  # fmt: skip
    support(m, "0605")
    assert where(m, "Ukrainian-Front") == "dead"


@pytest.mark.rule("eastfront", "5.1")
def test_at_0_an_hq_commands_its_own_hex_only_and_is_rebuilt_at_0() -> None:
    m = position({"0405": "AG-South:0 1AK", "0505": "26AK"}, active_hqs=HQ)
    allowed(m, "move 1AK 0305")
    refused(m, "move 26AK 0605", "5.3")
    city = {"name": "Stadt", "hex": "0205", "class": "major", "value": 2, "home": "german"}
    m = position({"0405": "1AK"}, board=field(cities=[city]), phase="production", month="AUG43",
                 tracks={"dead": "AG-South", "basic": {"german": 50}})  # fmt: skip
    m.play("cadre AG-South 0205 end", "german")
    m.play("end", "soviet")
    assert (where(m, "AG-South"), cv(m, "AG-South")) == ("0205", 0)


# --- 5.2 activation --------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "5.2")
def test_any_hq_may_be_activated_even_in_a_battle_and_is_shown() -> None:
    m = position({"0405": "AG-South:2", "0605": "AG-North:1 23A"}, phase="command", battles={"0605": "soviet"})
    assert not shown(m, "AG-South", "soviet")
    play(m, "activate AG-South")
    assert shown(m, "AG-South", "soviet")
    allowed(m, "activate AG-North")
    refused(m, "activate AG-South", "5.2")


@pytest.mark.rule("eastfront", "5.2")
def test_only_own_hqs_on_the_map_are_activated() -> None:
    m = position({"0405": "AG-South:2 1AK", "0705": "STAVKA"}, phase="command", tracks={"dead": "AG-North"})
    for other in ("1AK", "STAVKA", "AG-North"):
        refused(m, f"activate {other}", "5.2")


@pytest.mark.rule("eastfront", "5.2")
def test_an_inactive_hq_stays_hidden_and_is_moved_by_another() -> None:
    m = position({"0405": "AG-South:2 AG-North:2"}, active_hqs=HQ)
    play(m, "move AG-North 0305")
    assert where(m, "AG-North") == "0305"
    assert not shown(m, "AG-North", "soviet")
    refused(m, "move AG-South 0305", "5.4")


@pytest.mark.rule("eastfront", "5.2")
def test_an_hq_that_moves_strategically_cannot_be_activated_any_more() -> None:
    m = position({"0105": "OKH:2 AG-South:2", "0305": "1AK"}, active_hqs={"OKH": ""})
    play(m, "rail AG-South 0405")
    refused(m, "activate AG-South", "4.41")


@pytest.mark.rule("eastfront", "5.21", "4.41")
def test_an_hq_deploys_one_hex_into_friendly_territory() -> None:
    m = position({"0505": "AG-South:2 1AK", "0704": "23A", "0405": "AG-North:1"}, phase="command")
    refused(m, "activate AG-South 0305", "5.21")  # two hexes
    refused(m, "activate AG-South 0604", "5.21")  # disputed
    play(m, "activate AG-South 0606")
    assert where(m, "AG-South") == "0606"


@pytest.mark.rule("eastfront", "5.21", "5.7")
def test_an_hq_that_deploys_may_blitz_in_either_order_of_words() -> None:
    units = {"0505": "AG-South:2 1AK", "0704": "23A", "0405": "AG-North:1", "0305": "OKH:2"}
    for order in ("0506 blitz", "blitz 0506"):
        m = position(units, phase="command")
        play(m, f"activate AG-South {order}")
        assert where(m, "AG-South") == "0506"
        assert state(m).blitz
    m = position(units, phase="command")
    allowed(m, "activate AG-South 0506")
    refused(m, "activate AG-South 0506 0606", "5.21")  # one hex
    refused(m, "activate AG-South 0506 blitz blitz", "5.4")
    refused(m, "activate AG-South 0506 invasion", "15.41")
    refused(m, "activate OKH 0306 blitz", "5.7a")


@pytest.mark.rule("eastfront", "5.21")
def test_an_hq_deploys_into_no_enemy_hex_and_no_battle() -> None:
    units = {"0505": "AG-South:2!", "0605": "23A 1AK", "0504": "26AK 27A", "0205": "AG-North:1"}
    m = position(units, phase="command", battles={"0605": "soviet", "0504": "soviet"}, control={"soviet": "0506"})
    for hex in ("0605", "0504", "0506"):  # two battles that are German, and an empty Soviet hex
        refused(m, f"activate AG-South {hex}", "5.21")
    allowed(m, "activate AG-South 0405")


@pytest.mark.rule("eastfront", "5.21", "4.41")
def test_no_hq_deploys_in_mud() -> None:
    m = position({"0405": "AG-South:2", "0205": "AG-North:1"}, phase="command", weather="mud")
    refused(m, "activate AG-South 0305", "5.21")
    allowed(m, "activate AG-South")


@pytest.mark.rule("eastfront", "5.21", "6.42")
def test_an_hq_that_deploys_out_of_a_battle_as_the_last_is_fired_at_at_once() -> None:
    units = {"0605": "AG-South:2 1Cav:1", "0205": "AG-North:1"}
    m = position(units, phase="command", battles={"0605": "soviet"}, dice=[5])
    assert volleys(play(m, "activate AG-South 0505")) == [("1Cav", (5,), 1)]
    assert (where(m, "AG-South"), cv(m, "AG-South")) == ("0505", 1)
    assert m.view("german").battles == ()


@pytest.mark.rule("eastfront", "5.21")
def test_an_hq_that_leaves_others_in_the_battle_is_not_pursued() -> None:
    m = position({"0605": "AG-South:2 1AK 1Cav:1", "0205": "AG-North:1"}, phase="command", battles={"0605": "soviet"})
    assert volleys(play(m, "activate AG-South 0505")) == []
    assert cv(m, "AG-South") == 2


# --- 5.3 range -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "5.3", "5.2", "5.21", "5.42")
@pytest.mark.example("eastfront", "E5.fig")
def test_an_enemy_between_blocks_command_of_one_unit_only() -> None:
    # 23A stands between the HQ's new hex 0405 and 26AK in 0605; the rivers keep its ZOC from cutting more
    board = field(river="0505/e 0505/ne 0505/se 0505/nw 0505/sw 0505/w")
    units = {"0305": "AG-South:2", "0505": "23A", "0605": "26AK", "0404": "1AK", "0406": "10AK", "0506": "28AK 27A",
             "0205": "AG-North:0"}  # fmt: skip
    m = position(units, board=board, phase="command", battles={"0506": "german"}, control={"german": "0605 0604 0606"})
    play(m, "activate AG-South 0405", "end")
    refused(m, "move 26AK 0705", "5.3")
    for unit in ("1AK", "10AK"):
        assert unit in offered(m, "move")
    end_until(m, "combat")
    assert support(m, "0506")


@pytest.mark.rule("eastfront", "5.3")
@pytest.mark.parametrize(("strength", "far"), [(1, "0505"), (2, "0605"), (3, "0705")])
def test_command_reaches_as_many_hexes_as_the_hq_has_cv(strength: int, far: str) -> None:
    beyond = f"0{int(far[1]) + 1}05"
    m = position(
        {"0405": f"AG-South:{strength} 41Pz", far: "1AK", beyond: "26AK"},
        active_hqs=HQ,
        control={"german": "0601..0909"},
    )
    allowed(m, f"move 1AK {far[:2]}06")
    refused(m, f"move 26AK {beyond[:2]}06", "5.3")


@pytest.mark.rule("eastfront", "5.3")
def test_command_does_not_pass_closed_hexsides() -> None:
    m = position({"0405": "AG-South:1 41Pz", "0505": "1AK"}, board=field(alpine="0405/e"), active_hqs=HQ)
    refused(m, "move 1AK 0605", "5.3")


@pytest.mark.rule("eastfront", "5.3", "G15")
def test_command_passes_disputed_hexes_and_ends_in_enemy_ones_only_with_friends() -> None:
    # 0605 lies in both sides' ZOCs; 0505 would be Soviet but for 1AK
    units = {"0505": "AG-South:2 1AK", "0706": "23A", "0705": "26AK 27A"}
    m = position(units, battles={"0705": "german"}, active_hqs=HQ)
    assert state(m).disputed >> state(m).rules.hex("0606") & 1
    allowed(m, "move 1AK 0405")
    g = state(m)
    assert g.command[g.unit("AG-South")] >> g.rules.hex("0705") & 1


@pytest.mark.rule("eastfront", "5.3")
def test_command_is_not_traced_through_enemy_hexes() -> None:
    units = {"0305": "AG-South:3 41Pz", "0605": "1AK!"}  # there is but one way of three hexes
    assert "1AK" in offered(position(units, active_hqs=HQ), "move")
    vacant = position(units, active_hqs=HQ, control={"soviet": "0505"})
    refused(vacant, "move 1AK 0705", "5.3")
    occupied = position({**units, "0505": "23A"}, active_hqs=HQ)
    refused(occupied, "move 1AK 0705", "5.3")


# --- 5.4 roles -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "5.4", "5.41", "5.43")
def test_a_mobile_hq_moves_and_deactivates_before_combat() -> None:
    m = position({"0405": "AG-South:2 1AK", "0605": "26AK 23A:1"}, battles={"0605": "german"}, active_hqs=HQ)
    play(m, "mobilize AG-South 0205")
    assert (where(m, "AG-South"), cv(m, "AG-South")) == ("0205", 1)
    assert not shown(m, "AG-South", "soviet")
    assert state(m).phase == "combat"  # it commands nobody any more
    refused(m, "strike AG-South 0605", "13.1")
    assert not support(m, "0605")


@pytest.mark.rule("eastfront", "5.41", "5.21")
def test_a_mobile_hq_moves_besides_the_hex_it_has_deployed() -> None:
    m = position({"0405": "AG-South:2 1AK"}, phase="command")
    play(m, "activate AG-South 0505", "mobilize AG-South 0305")
    assert where(m, "AG-South") == "0305"


@pytest.mark.rule("eastfront", "5.41")
def test_an_hq_mobilizes_at_its_speed_and_does_not_engage() -> None:
    m = position({"0405": "AG-South:2 1AK", "0505": "23A"}, active_hqs=HQ)
    refused(m, "mobilize AG-South 0105", "6.1")
    refused(m, "mobilize AG-South 0505", "5.1")
    allowed(m, "mobilize AG-South 0205")


@pytest.mark.rule("eastfront", "5.41")
def test_what_an_hq_commanded_cannot_move_once_it_has_mobilized() -> None:
    m = position({"0405": "AG-South:2 1AK", "0205": "AG-North:0 26AK"}, active_hqs={"AG-South": "", "AG-North": ""})
    play(m, "mobilize AG-South 0305")
    refused(m, "move 1AK 0505", "5.3")
    allowed(m, "move 26AK 0305")


@pytest.mark.rule("eastfront", "5.42", "5.43")
def test_a_combat_hq_stays_supports_and_deactivates_in_place() -> None:
    units = {"0505": "AG-South:1", "0605": "26AK 23A:1", "0805": "10AK 27A:1"}
    battles = {"0605": "german", "0805": "german"}
    m = position(units, battles=battles, phase="combat", active_hqs=HQ, dice=[1] * 10)
    events = play(m, "battle 0605", "battle 0805", "resolve 0605")
    assert [note.rule for note in of_kind(events, Noted) if note.rule in ("7.21", "7.4")] == ["7.21", "7.4"]
    assert (where(m, "AG-South"), cv(m, "AG-South")) == ("0505", 0)
    assert not shown(m, "AG-South", "soviet")


@pytest.mark.rule("eastfront", "5.42")
def test_support_may_come_from_another_hq_than_the_one_that_commanded() -> None:
    m = position({"0405": "AG-South:1 1AK", "0505": "AG-North:1", "0605": "23A:1"},
                 active_hqs={"AG-South": "", "AG-North": ""})  # fmt: skip
    play(m, "move 1AK 0605", "mobilize AG-South 0305")
    end_until(m, "combat")
    assert support(m, "0605")


@pytest.mark.rule("eastfront", "5.43")
def test_an_hq_at_0_that_was_active_is_eliminated() -> None:
    m = position({"0405": "AG-South:0 1AK"}, active_hqs=HQ)
    play(m, "mobilize AG-South 0305")
    assert where(m, "AG-South") == "dead"


@pytest.mark.rule("eastfront", "5.43")
def test_an_hq_loses_its_step_without_telling_the_enemy_its_strength() -> None:
    m = position({"0405": "AG-South:3 1AK"}, active_hqs=HQ)
    play(m, "mobilize AG-South 0305")
    assert any("loses a step, down to II" in line for line in m.log("german"))
    assert not any("loses a step" in line for line in m.log("soviet"))


# --- 5.5 airpower ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "5.5")
def test_an_airstrike_has_the_hqs_cv_and_reaches_over_everything() -> None:
    units = {"0505": "AG-South:2", "0704": "26AK 23A:3", "0605": "27A"}
    m = position(
        units, board=field(alpine="0604/e"), battles={"0704": "german"}, phase="combat", active_hqs=HQ,
        dice=[6, 1] + [1] * 9,
    )  # fmt: skip
    events = play(m, "strike AG-South 0704")
    assert volleys(events)[0] == ("AG-South", (6, 1), 1)
    notes = [note.rule for note in of_kind(events, Noted) if note.rule in ("7.21", "7.4")]
    assert notes == ["7.4"]  # mountains and 27A stop command, not airplanes


@pytest.mark.rule("eastfront", "5.5")
def test_each_hq_makes_one_airstrike_within_its_range() -> None:
    m = position({"0505": "AG-South:2", "0605": "26AK 23A", "0705": "1AK 27A", "0805": "10AK 8A"}, phase="combat",
                 battles={"0605": "german", "0705": "german", "0805": "german"}, active_hqs=HQ)  # fmt: skip
    refused(m, "strike AG-South 0805", "13.11")
    play(m, "strike AG-South 0705")
    refused(m, "strike AG-South 0605", "13.1")


# --- 5.6 supreme HQs -------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "5.6", "5.7a")
def test_a_supreme_hq_commands_nobody_by_range_and_cannot_blitz() -> None:
    m = position({"0405": "OKH:3 1AK", "0205": "AG-South:1"}, phase="command")
    refused(m, "activate OKH blitz", "5.7a")
    play(m, "activate OKH", "end")
    play(m, "move 1AK 0505")
    assert state(m).supreme == 5  # though it stood with OKH


@pytest.mark.rule("eastfront", "5.61", "6.51")
@pytest.mark.example("eastfront", "E5.61")
def test_a_supreme_hq_of_three_has_six_supreme_moves_and_reaches_six_hexes_with_three_dice() -> None:
    m = position({"0105": "OKH:3", "0705": "26AK 23A:3", "0405": "1AK"}, battles={"0705": "german"},
                 active_hqs={"OKH": ""}, dice=[1] * 20)  # fmt: skip
    assert state(m).supreme == 6
    end_until(m, "combat")
    assert volleys(play(m, "strike OKH 0705"))[0][:2] == ("OKH", (1, 1, 1))


@pytest.mark.rule("eastfront", "5.61")
@pytest.mark.parametrize(("strength", "moves"), [(0, 0), (1, 2), (2, 4)])
def test_two_supreme_moves_per_cv(strength: int, moves: int) -> None:
    m = position({"0105": f"OKH:{strength} AG-South:1 1AK"}, active_hqs={"OKH": "", "AG-South": ""})
    assert state(m).supreme == moves


@pytest.mark.rule("eastfront", "5.62")
def test_a_supreme_hq_mobilizes_by_land_rail_or_sea_without_a_supreme_move() -> None:
    m = position({"0105": "OKH:0 AG-South:1 1AK"}, active_hqs={"OKH": "", "AG-South": ""})
    refused(m, "mobilize AG-South rail 0505", "5.62")
    by_rail = m.copy()
    play(by_rail, "mobilize OKH rail 0505")  # no Supreme Move at 0
    assert where(by_rail, "OKH") == "dead"  # it has arrived, and deactivated at 0
    m = position({"0105": "OKH:1 1AK"}, active_hqs={"OKH": ""})
    land = m.copy()
    play(land, "mobilize OKH 0304")
    assert (where(land, "OKH"), cv(land, "OKH")) == ("0304", 0)
    play(m, "mobilize OKH rail 0505")
    assert (where(m, "OKH"), cv(m, "OKH")) == ("0505", 0)
    assert state(m).supreme == 0


@pytest.mark.rule("eastfront", "5.62")
def test_further_rail_moves_of_a_supreme_hq_cost_supreme_moves_it_has_kept() -> None:
    line = "0105 0205 0305 0405 0505 0605 0705 0805 0905 0906 0806 0706 0606"
    units = {"0105": "OKH:1 1AK 26AK"}
    m = position(units, board=field(rail=line), active_hqs={"OKH": ""}, control={"german": "0601..1109"})
    allowed(m, "mobilize OKH rail 0706")  # eleven hexes: the second move is one it kept
    play(m, "move 1AK 0205", "move 26AK 0205")
    refused(m, "mobilize OKH rail 0706", "9.21")
    allowed(m, "mobilize OKH rail 0806")


@pytest.mark.rule("eastfront", "5.63")
def test_a_supreme_hq_that_mobilizes_makes_no_airstrike() -> None:
    m = position({"0105": "OKH:2", "0405": "26AK 23A:3", "0605": "1AK 27A:1"}, active_hqs={"OKH": ""},
                 battles={"0405": "german", "0605": "german"})  # fmt: skip
    stays = m.copy()
    end_until(stays, "combat")
    allowed(stays, "strike OKH 0405")
    refused(stays, "strike OKH 0605", "13.11")
    play(m, "mobilize OKH 0205")
    refused(m, "strike OKH 0405", "13.1")


@pytest.mark.rule("eastfront", "5.64")
def test_a_supreme_hq_gives_no_combat_support() -> None:
    m = position({"0505": "OKH:3 1AK", "0605": "23A:1"}, active_hqs={"OKH": ""})
    play(m, "move 1AK 0605", "end")
    assert not support(m, "0605")


# --- 5.7 blitz -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "5.7", "4.44")
def test_a_blitz_hq_commands_twice_and_spends_two_steps() -> None:
    m = position({"0405": "AG-South:3 1AK", "0605": "26AK 23A:1"}, battles={"0605": "german"}, active_hqs=BLITZ)
    refused(m, "mobilize AG-South 0305", "5.7")
    play(m, "move 1AK 0505")
    end_until(m, "blitz-movement")
    assert (cv(m, "AG-South"), where(m, "AG-South")) == (2, "0405")
    assert shown(m, "AG-South", "soviet")
    play(m, "move 1AK 0605")
    end_until(m, "blitz-combat")
    assert support(m, "0605")
    assert (cv(m, "AG-South"), where(m, "AG-South")) == (1, "0405")


@pytest.mark.rule("eastfront", "5.7", "4.44")
def test_blitz_movement_is_within_the_reduced_range() -> None:
    m = position({"0305": "AG-South:2 41Pz", "0505": "1AK"}, active_hqs=BLITZ)
    allowed(m, "move 1AK 0605")
    end_until(m, "blitz-movement")
    refused(m, "move 1AK 0605", "5.7")
    allowed(m, "move 41Pz 0405")


@pytest.mark.rule("eastfront", "5.7", "4.44")
def test_a_blitz_hq_mobilizes_in_the_blitz_and_gives_no_support_then() -> None:
    m = position({"0505": "AG-South:3 1AK", "0605": "26AK 23A:1"}, battles={"0605": "german"}, active_hqs=BLITZ)
    end_until(m, "blitz-movement")
    play(m, "mobilize AG-South 0405")
    assert (cv(m, "AG-South"), where(m, "AG-South")) == (1, "0405")
    assert state(m).phase == "blitz-combat"
    assert not support(m, "0605")


@pytest.mark.rule("eastfront", "5.7", "4.45")
def test_unsupported_blitz_combat_anywhere_but_only_with_a_blitz() -> None:
    units = {"0405": "AG-South:1", "0805": "26AK 23A:1"}
    m = position(units, battles={"0805": "german"}, active_hqs=BLITZ)
    end_until(m, "blitz-combat")
    assert not support(m, "0805")
    m = position(units, battles={"0805": "german"}, active_hqs=HQ, phase="combat")
    play(m, "end")
    assert not any("Blitz" in line for line in m.log("german"))


@pytest.mark.rule("eastfront", "5.7", "G55")
def test_an_hq_at_1_may_blitz_and_is_lost_by_it_and_one_at_0_may_not() -> None:
    m = position({"0405": "AG-South:1 1AK", "0205": "AG-North:0"}, phase="command")
    refused(m, "activate AG-North blitz", "5.7")
    play(m, "activate AG-South blitz", "end")
    end_until(m, "blitz-movement")
    assert cv(m, "AG-South") == 0
    allowed(m, "move 1AK 0505")
    play(m, "mobilize AG-South 0305")
    assert where(m, "AG-South") == "dead"


@pytest.mark.rule("eastfront", "5.7", "11.41")
@pytest.mark.example("eastfront", "E5.7")
def test_two_blitzes_cost_four_steps_and_production_gives_back_one() -> None:
    units = {"0405": "AG-South:3 OKH:0 1AK", "0805": "STAVKA:2"}
    m = position(units, phase="command", month="AUG43", tracks={"basic": {"german": 60}})
    for left in ("0405", "dead"):  # from III to I, and from I past 0
        play(m, "activate AG-South blitz")
        while state(m).side == "german":
            m.play("end")
        assert where(m, "AG-South") == left
        m.play("end")
    assert state(m).phase == "production"
    m = position({"0405": "AG-South:1"}, phase="production", month="SEP43", tracks={"basic": {"german": 60}})
    allowed(m, "step AG-South end", "german")
    refused(m, "step AG-South step AG-South end", "11.41", "german")


# --- 5.8 disruption --------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "5.8", "13.17")
@pytest.mark.example("eastfront", "E5.8")
@pytest.mark.parametrize("weather", ["mud", "snow"])
def test_a_disrupted_hq_of_three_reaches_two_hexes_and_strikes_with_two_dice(weather: str) -> None:
    m = position({"0505": "AG-South:3 41Pz", "0705": "26AK 23A:3", "0805": "1AK 27A:1"}, weather=weather,
                 battles={"0705": "german", "0805": "german"}, active_hqs=HQ, dice=[1] * 20)  # fmt: skip
    g = state(m)
    assert g.rules.grid.distance(g.rules.hex("0505"), g.rules.hex("0705")) == 2
    refused(m, "move 1AK 0806", "5.3")
    end_until(m, "combat")
    refused(m, "strike AG-South 0805", "13.11")
    assert volleys(play(m, "strike AG-South 0705", "resolve 0705"))[0][:2] == ("AG-South", (1, 1))


@pytest.mark.rule("eastfront", "5.8")
@pytest.mark.parametrize(("weather", "disrupted"), [("dry", False), ("mud", True), ("snow", False)])
def test_soviet_hqs_are_disrupted_in_mud_only(weather: str, disrupted: bool) -> None:
    units = {"0805": "Ukrainian-Front:0 1Cav", "0705": "STAVKA:2 1Shk"}
    m = position(units, weather=weather, active="soviet", active_hqs={"Ukrainian-Front": "", "STAVKA": ""})
    assert state(m).supreme == (2 if disrupted else 4)
    g = state(m)
    assert bool(g.command[g.unit("Ukrainian-Front")]) != disrupted


@pytest.mark.rule("eastfront", "5.8")
def test_a_disrupted_hq_at_0_commands_nothing_and_activation_costs_no_more() -> None:
    m = position({"0405": "AG-South:0 1AK", "0205": "AG-North:2 26AK"}, weather="mud",
                 active_hqs={"AG-South": "", "AG-North": ""})  # fmt: skip
    refused(m, "move 1AK 0505", "5.3")
    play(m, "mobilize AG-North 0105")
    assert cv(m, "AG-North") == 1


@pytest.mark.rule("eastfront", "5.8", "15.41", "15.6", "14.2")
def test_disrupted_at_0_an_hq_commands_neither_invasion_nor_evacuation_nor_drop() -> None:
    port = {"name": "Haven", "hex": "0405", "class": "town", "port": "minor"}
    sea = {"id": "gulf", "title": "Gulf", "control": "Haven", "ports": "Haven", "coast": "0405 0505 0305"}
    board = field(cities=[port], seas=[sea])
    units = {"0405": "AG-South:0 1AK", "0305": "5AK"}
    role = {"AG-South": "invasion"}
    for weather in ("snow", "mud"):
        refused(position(units, board=board, phase="command", weather=weather), "activate AG-South invasion", "5.8")
        m = position(units, board=board, weather=weather, active_hqs=role)
        refused(m, "invade 1AK 0505", "15.41")
        refused(m, "evacuate 5AK 0405", "15.6")
    allowed(position(units, board=board, phase="command"), "activate AG-South invasion")
    m = position(units, board=board, active_hqs=role)
    allowed(m, "invade 1AK 0505")
    allowed(m, "evacuate 5AK 0405")
    drop = {"0805": "Ukrainian-Front:0 4Para:2"}
    m = position(drop, phase="command", weather="mud", active=SOVIET)
    refused(m, "activate Ukrainian-Front paradrop", "5.8")


@pytest.mark.rule("eastfront", "5.8", "5.7", "15.41")
def test_a_disrupted_blitz_hq_has_no_second_invasion_when_it_has_fallen_to_0() -> None:
    port = {"name": "Haven", "hex": "0405", "class": "town", "port": "minor"}
    sea = {"id": "gulf", "title": "Gulf", "control": "Haven", "ports": "Haven", "coast": "0405 0505 0305"}
    units = {"0405": "AG-South:0 1AK"}
    given: dict[str, Any] = {"board": field(cities=[port], seas=[sea]), "phase": "blitz-movement"}
    refused(position(units, weather="mud", active_hqs={"AG-South": "invasion"}, **given), "invade 1AK 0505", "15.41")
    allowed(position(units, active_hqs={"AG-South": "invasion"}, **given), "invade 1AK 0505")
