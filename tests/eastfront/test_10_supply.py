"""10: supply: land lines, the check of the enemy's units, attrition, fortresses."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.eastfront.rail import railheads
from tests.eastfront.table import (
    MAP,
    SOVIET,
    cv,
    field,
    ground,
    holder,
    offered,
    play,
    position,
    refused,
    state,
    where,
)

HQS = {"0105": "AG-South", "1105": "Ukrainian-Front"}
AROUND = "0706 0606 0705 0505 0704 0604"  # the hexes around 0605


def before_check(units: dict[str, str], **more: Any) -> grognard.Match:
    """A Command Phase: when the turn is over the supply of the enemy's units is checked."""
    return position(HQS | units, phase="command", **more)


def check(m: grognard.Match) -> grognard.Match:
    """End the player-turn without doing anything, up to the enemy's Command Phase or a question."""
    side = state(m).side
    while state(m).side == side and state(m).phase != "supply":
        m.play("end")
    return m


def supplied(m: grognard.Match, unit: str) -> bool:
    """The status of a unit since it was last checked."""
    return bool(state(m).supplied[state(m).rules.unit_by_id[unit]])


# --- 10.1, 10.2 the check ---------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "10.1", "10.4")
def test_a_unit_without_a_line_is_unsupplied_and_loses_a_step_at_once() -> None:
    m = check(before_check({"0608": "23A", "0605": "5A"}))  # three hexes from the railroad, and on it
    assert (supplied(m, "23A"), cv(m, "23A")) == (False, 2)
    assert (supplied(m, "5A"), cv(m, "5A")) == (True, 3)


@pytest.mark.rule("eastfront", "10.2", "10.4")
def test_only_the_enemys_units_are_checked() -> None:
    m = check(before_check({"0508": "1AK", "0608": "23A"}))
    assert (supplied(m, "1AK"), cv(m, "1AK"), cv(m, "23A")) == (True, 4, 2)
    check(m)
    assert (supplied(m, "1AK"), cv(m, "1AK"), cv(m, "23A")) == (False, 3, 2)


@pytest.mark.rule("eastfront", "10.2", "8.2")
def test_a_supplied_unit_that_cuts_loose_keeps_its_zone_until_the_next_check() -> None:
    m = position(HQS | {"0503": "41Pz", "0403": "AG-Center"}, active_hqs={"AG-Center": ""})
    play(m, "move 41Pz 0803", "end")
    assert state(m).side == "soviet"
    assert (supplied(m, "41Pz"), cv(m, "41Pz"), holder(m, "0903")) == (True, 4, "german")
    check(m)
    assert (supplied(m, "41Pz"), cv(m, "41Pz")) == (False, 3)


@pytest.mark.rule("eastfront", "10.2", "8.2")
def test_an_unsupplied_unit_that_finds_a_line_is_without_a_zone_until_the_next_check() -> None:
    m = before_check({"0805": "23A!"}, control={"german": "0705"})
    assert (supplied(m, "23A"), holder(m, "0705")) == (False, "german")
    check(m)
    assert (supplied(m, "23A"), cv(m, "23A"), holder(m, "0705")) == (True, 3, "soviet")


@pytest.mark.rule("eastfront", "10.4", "2.4")
def test_a_unit_of_one_cv_and_an_hq_at_0_are_lost() -> None:
    m = check(before_check({"0608": "23A:1 South-Front:0", "0609": "West-Front:1"}))
    assert (where(m, "23A"), where(m, "South-Front")) == ("dead", "dead")
    assert (where(m, "West-Front"), cv(m, "West-Front")) == ("0609", 0)


# --- 10.3 land supply lines -------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "10.3")
@pytest.mark.parametrize(("hex", "has"), [("0805", True), ("0806", True), ("0807", True), ("0808", False)])
def test_a_land_line_is_two_hexes_long(hex: str, has: bool) -> None:
    assert supplied(check(before_check({hex: "23A"})), "23A") == has


@pytest.mark.rule("eastfront", "10.3", "8.4")
def test_a_line_passes_friendly_and_disputed_hexes_but_not_the_enemys() -> None:
    board = field(rail="0105 0205, 0805 0905 1005 1105")
    m = before_check({"0605": "23A", "0905": "5A!"}, board=board)  # by 0705 only
    assert holder(m, "0705") == "soviet"
    assert supplied(check(m), "23A")
    m = before_check({"0605": "23A", "0704": "1AK"}, board=board)
    assert holder(m, "0705") == "disputed"
    assert supplied(check(m), "23A")
    m = before_check({"0605": "23A!", "0704": "1AK"}, board=board)
    assert holder(m, "0705") == "german"
    assert not supplied(check(m), "23A")


@pytest.mark.rule("eastfront", "10.3")
@pytest.mark.parametrize(("attacker", "has"), [("german", True), ("soviet", False)])
def test_a_line_passes_a_friendly_battle_but_not_the_enemys(attacker: str, has: bool) -> None:
    board = field(rail="0105 0205, 0805 0905 1005 1105")
    m = before_check({"0605": "23A!", "0705": "5A 1AK"}, board=board, battles={"0705": attacker})
    assert supplied(check(m), "23A") == has


@pytest.mark.rule("eastfront", "10.3")
def test_attackers_in_an_enemy_hex_trace_their_line_out_of_it() -> None:
    m = before_check({"0405": "23A 1AK"}, battles={"0405": "soviet"}, control={"soviet": "0505"})
    assert holder(m, "0405") == "german"
    assert supplied(check(m), "23A")


@pytest.mark.rule("eastfront", "10.3", "9.3")
def test_a_line_may_begin_in_a_friendly_battle_on_the_railroad() -> None:
    m = before_check({"0605": "5A 1AK", "0504": "23A"}, battles={"0605": "german"})
    assert supplied(check(m), "23A")


@pytest.mark.rule("eastfront", "10.3", "1.34", "1.36", "1.37", "1.6a", "1.35")
@pytest.mark.parametrize(
    ("kind", "has"),
    [("river", True), ("strait", True), ("alpine", False), ("lake", False), ("sea", False), ("sivash", False)],
)
def test_a_line_crosses_rivers_and_straits_but_no_closed_hexside(kind: str, has: bool) -> None:
    board = field(rail="0105 0205, 0805 0905 1005 1105", sides={kind: "0605/e"})
    assert supplied(check(before_check({"0605": "23A"}, board=board)), "23A") == has


@pytest.mark.rule("eastfront", "10.3", "1.36", "1.37")
@pytest.mark.parametrize("kind", ["sea", "lake"])
def test_a_line_does_not_cross_water(kind: str) -> None:
    board = field(rail="0105 0205, 0805 0905 1005 1105", **ground(kind, "0705"))
    assert not supplied(check(before_check({"0605": "23A"}, board=board)), "23A")


# --- 10.5 fortresses --------------------------------------------------------------------------------------------------


def fortress(name: str = "Krepost") -> dict[str, Any]:
    """A fortress in 0605 without a railroad, and German country all around."""
    cities = [{"name": name, "hex": "0605", "class": "major", "value": 1, "home": "soviet", "fortress": True}]
    board = field(
        rail="0105 0205, 1005 1105, 1002 1102, 1102 1103 1104 1105", cities=cities, landmarks={"ladoga": "1002"}
    )
    return {"board": board, "control": {"german": "0001..0909"}}


@pytest.mark.rule("eastfront", "10.5", "1.46")
def test_the_largest_unit_in_a_fortress_is_spared() -> None:
    m = check(before_check({"0605": "23A:3 5A:2 South-Front:1"}, **fortress()))
    assert [cv(m, unit) for unit in ("23A", "5A", "South-Front")] == [3, 1, 0]
    assert (supplied(m, "23A"), supplied(m, "5A")) == (True, False)


@pytest.mark.rule("eastfront", "10.5", "G20")
def test_the_owner_chooses_among_equals() -> None:
    m = before_check({"0605": "23A:2 10Tk:2 5A:1"}, **fortress())
    play(m, "end")
    assert [(d.side, d.kind) for d in m.decisions] == [("soviet", "supply")]
    assert set(offered(m, "supply", "soviet")) == {"23A", "10Tk"}
    m.play("supply 10Tk", "soviet")
    assert (cv(m, "10Tk"), cv(m, "23A"), where(m, "5A")) == (2, 1, "dead")


@pytest.mark.rule("eastfront", "10.5")
@pytest.mark.parametrize(("attacker", "left"), [("german", 3), ("soviet", 2)])
def test_only_the_original_defender_has_fortress_supply(attacker: str, left: int) -> None:
    m = check(before_check({"0605": "23A:3 1AK"}, battles={"0605": attacker}, **fortress()))
    assert cv(m, "23A") == left


@pytest.mark.rule("eastfront", "10.5")
def test_a_unit_on_fortress_supply_gains_no_steps() -> None:
    m = position(HQS | {"0605": "23A:2", "1005": "5A:2"}, phase="production", **fortress())
    refused(m, "step 23A end", "10.5", "soviet")
    assert m.why("step 5A end", "soviet").ok


@pytest.mark.rule("eastfront", "10.5", "1.46a")
@pytest.mark.parametrize(
    ("name", "cut", "left"), [("Leningrad", {}, [3, 3, 1]), ("Leningrad", {"1102": "1AK"}, [3, 2, 1]),
                              ("Krepost", {}, [3, 2, 1])],
)  # fmt: skip
def test_two_units_are_spared_in_leningrad_while_trains_reach_lake_ladoga(
    name: str, cut: dict[str, str], left: list[int]
) -> None:
    m = check(before_check({"0605": "23A:3 10Tk:3 5A:2"} | cut, **fortress(name)))
    while m.decisions and m.decisions[0].kind == "supply":
        m.play("supply 23A", "soviet")
    assert [cv(m, unit) for unit in ("23A", "10Tk", "5A")] == left


@pytest.mark.rule("eastfront", "10.5", "1.46a")
def test_leningrad_on_the_map() -> None:
    units = {"Leningrad": "23A:2 10Tk:3 5A:1", "Lodz": "AG-South", "Moscow": "STAVKA"}
    units |= {"Novgorod": "1AK", "Luga": "5AK", "Volkhov": "6AK"}
    m = check(position(units, board=MAP, scenario="S42", phase="command"))
    assert (cv(m, "10Tk"), cv(m, "23A"), where(m, "5A")) == (3, 2, "dead")


# --- 10.6 beachheads --------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "10.6", "15.52")
@pytest.mark.parametrize(("status", "left"), [("deployed", 3), ("ready", 2)])
def test_a_beachhead_supplies_even_in_a_battle_on_an_enemy_hex(status: str, left: int) -> None:
    tracks = {"beachhead": status} | ({"beachhead_at": "0308"} if status == "deployed" else {})
    m = before_check({"0308": "23A 1AK"}, battles={"0308": "soviet"}, tracks=tracks)
    assert holder(m, "0308") == "german"
    assert cv(check(m), "23A") == left


# --- the figure -------------------------------------------------------------------------------------------------------

KIEV, VINNITSA, LUCK, H1, H2, H3 = "0805", "0807", "0505", "0705", "0806", "0707"


@pytest.mark.rule("eastfront", "9.12", "10.1", "10.2", "10.3", "10.4", "8.2", "G46")
@pytest.mark.example("eastfront", "E10.fig")
def test_the_figure_of_supply() -> None:
    board = field(
        rail="0105 0205 0305 0405 0505 0605 0705 0805 0905 1005 1105, 0705 0806 0807 0907 1007 1107 1106 1105",
        river="0706/se 0706/sw",
    )
    units = {
        "0605": "23A 1AK",  # A, engaged by W
        "0906": "3A",  # B
        "0607": "5A",  # C
        "0606": "13A 6AK",  # D, engaged by Y
        "0708": "12A",  # E
        "0706": "41Pz",  # Z
        "0405": "5AK",  # X
        "0205": "AG-South",
        "1005": "Ukrainian-Front",
    }
    m = position(units, board=board, phase="command", battles={"0605": "german", "0606": "german"})
    g = state(m)
    assert (holder(m, H1), holder(m, H2), holder(m, H3)) == ("german", "disputed", "soviet")
    assert sorted(g.hexname(hex) for hex in railheads(g, "soviet")) == [KIEV, VINNITSA]
    assert [g.hexname(hex) for hex in railheads(g, "german")] == [LUCK]
    check(m)
    assert {unit: cv(m, unit) for unit in ("23A", "3A", "5A", "13A", "12A")} == {
        "23A": 2, "3A": 3, "5A": 3, "13A": 2, "12A": 3,
    }  # fmt: skip
    assert (supplied(m, "41Pz"), cv(m, "41Pz")) == (True, 4)
    check(m)
    assert (supplied(m, "41Pz"), cv(m, "41Pz")) == (False, 3)
    assert [cv(m, unit) for unit in ("1AK", "6AK", "5AK")] == [4, 4, 4]  # W, Y and X


# --- positions in the Supply Phase -----------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "4.46", "10.4")
def test_a_position_may_begin_in_the_supply_phase() -> None:
    units = {"0405": "AG-South", "0901": "1AK:3", "0905": "23A", "1001": "8A"}
    m = position(units, phase="supply", active=SOVIET, control={"soviet": "0801..1109"})
    assert (cv(m, "1AK"), state(m).phase) == (2, "command")
    still = position(units, phase="supply", active=SOVIET, control={"soviet": "0801..1109"}, forced=False)
    assert (state(still).phase, cv(still, "1AK"), offered(still)) == ("supply", 3, ["end"])
    refused(still, "move 1AK 0902", "4.42")
    still.play("end")
    assert cv(still, "1AK") == 2
