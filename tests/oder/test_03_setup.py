"""3: control of hexes and the set-up, by hand and by `deploy`."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import grognard
from grognard.games.oder.setup import to_place
from grognard.games.oder.stacking import overstacked
from grognard.games.oder.supply import REGULAR, supply
from tests.oder.table import (
    GERMAN,
    MAP,
    SOVIET,
    combat,
    field,
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

FREE = {
    GERMAN: "1SS 2SS 4SS 39Pz 47Pz 58Pz 53AK 66AK 67AK 80AK 85AK KGJN KGM KGWS",
    SOVIET: "3Sh 1G 6G 18A 19A 2Po",
}


def soviet_setup() -> grognard.Match:
    return grognard.new("oder")


def german_setup() -> grognard.Match:
    m = grognard.new("oder")
    play(m, "deploy", "end")
    return m


def controls(m: grognard.Match, side: str, hex: str) -> bool:
    return state(m).controls(side, state(m).rules.hex_by_name[hex])


# --- 3.1 control ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "3.1a", "G7")
def test_the_start_line_divides_the_map() -> None:
    m = soviet_setup()
    assert controls(m, GERMAN, "2115")
    assert controls(m, GERMAN, "2806")
    assert controls(m, SOVIET, "2416")
    assert controls(m, SOVIET, "3513")
    assert [s.id for s in m.game.info.scenarios] == ["campaign"]


@pytest.mark.rule("oder", "3.1a")
def test_setting_up_takes_no_hex_from_anybody() -> None:
    m = german_setup()
    before = state(m).controlled
    play(m, "deploy", "end")
    assert state(m).controlled == before == state(m).rules.german_side


@pytest.mark.rule("oder", "3.1b")
def test_a_hex_changes_hands_as_often_as_it_is_entered() -> None:
    m = position({"1408": "HG", "1808": "8G"})
    assert controls(m, SOVIET, "1508")
    play(m, "move HG 1508 1509 1510")
    assert controls(m, GERMAN, "1508")  # passed through
    assert controls(m, GERMAN, "1510")
    assert controls(m, SOVIET, "1507")
    play(m, "end", "end", "declare movement", "move 8G 1708 1608 1508")
    assert controls(m, SOVIET, "1508")
    m = position({"1808": "8G", "1008": "HG"}, phase="soviet-movement", control={GERMAN: "1608"})
    play(m, "move 8G 1608")
    assert controls(m, SOVIET, "1608")


@pytest.mark.rule("oder", "3.1b", "G18")
def test_advance_probe_and_retreat_take_hexes_too() -> None:
    m = combat({"1408": "HG", "1508": "18A"}, dice=[1])
    play(m, "attack 1508 HG go", "retreat 1608", "advance HG")
    assert controls(m, GERMAN, "1508")

    m = combat({"1408": "23AK", "1508": "18A"})
    play(m, "probe 23AK 1507")
    assert controls(m, GERMAN, "1507")

    m = soviet_combat({"1508": "23AK", "1608": "3GT 1GT", "1009": "HG"}, dice=[1], control={SOVIET: "1408 1409"})
    play(m, "attack 1508 3GT 1GT go", "retreat 1408")
    assert controls(m, GERMAN, "1408")
    assert controls(m, SOVIET, "1409")


@pytest.mark.rule("oder", "3.1c", "9.2b", "9.1.1b")
def test_control_decides_where_units_arrive() -> None:
    board = field(town="1208 1305 1808 1705", german="1003..1413")
    arrives: dict[str, Any] = {"due": {"24Pz": 3}, "phase": "german-regroup", "board": board}
    m = position({"1010": "HG"}, **arrives)
    assert {"1208", "1305"} <= set(offered(m, "arrive 24Pz"))
    assert "1808" not in offered(m, "arrive 24Pz")  # German or not, it lies east of the line
    m = position({"1010": "HG"}, **arrives, control={SOVIET: "1208"})
    assert "1208" not in offered(m, "arrive 24Pz")


# --- 3.2 set-up -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "3.2a", "3.2c")
def test_units_with_a_hex_are_there_from_the_start() -> None:
    m = soviet_setup()
    assert where(m, "1GT") == "2416"
    for unit, hex in state(m).rules.scenario.fixed.items():
        assert where(m, unit) == hex
    refused(m, "place 1GT 2417", "3.2a")


@pytest.mark.rule("oder", "3.2b")
def test_the_3rd_shock_army_stands_on_the_eastern_edge() -> None:
    m = soviet_setup()
    assert set(offered(m, "place 3Sh")) == {f"35{row:02}" for row in range(5, 22)}
    refused(m, "place 3Sh 3504", "3.2b")
    play(m, "place 3Sh 3521")
    assert where(m, "3Sh") == "3521"


@pytest.mark.rule("oder", "3.2d", "3.2e")
def test_the_soviet_places_first_and_on_his_side_of_the_line() -> None:
    m = soviet_setup()
    assert m.decision is not None
    assert m.decision.side == SOVIET
    assert {state(m).name(unit) for unit in to_place(state(m))} == set(FREE[SOVIET].split())
    refused(m, "place 1G 2014", "3.2d")
    refused(m, "place 1SS 2014", "3.2d")
    refused(m, "end", "3.2b")  # the 3rd Shock Army comes first
    play(m, "place 1G 2416", "place 1G 2217")  # with others, and somewhere else after all
    assert where(m, "1G") == "2217"
    play(m, "deploy", "end")
    assert m.decision.side == GERMAN
    assert {state(m).name(unit) for unit in to_place(state(m))} == set(FREE[GERMAN].split())
    refused(m, "place 1SS 2416", "3.2e")
    refused(m, "place 1SS 3010", "3.2e")
    refused(m, "end", "3.2e")
    play(m, "place 1SS 1917")


@pytest.mark.rule("oder", "3.2d", "3.2e", "6.2a", "6.2b")
def test_the_set_up_keeps_the_stacking_limit() -> None:
    m = soviet_setup()
    refused(m, "place 1G 2021", "6.2a")  # three armies stand there
    refused(m, "place 1G 2117", "6.2b")  # a Shock Army
    m = german_setup()
    play(m, "place 1SS 1917", "place 2SS 1917", "place 4SS 1917")
    refused(m, "place 39Pz 1917", "6.2a")
    play(m, "place 80AK 1015")
    play(m, "place 67AK 1015", "place 66AK 1015")  # Fortress Command Breslau does not count


@pytest.mark.rule("oder", "3.2e", "3.1a", "8.1a")
def test_no_german_set_up_cuts_an_army_off_before_the_first_shot() -> None:
    m = german_setup()
    for hex in ("1920", "2020"):
        refused(m, f"place 53AK {hex}", "3.2e")  # in the bridgehead of Sandomierz
    g = state(m)
    everywhere = g.copy()
    everywhere.occupied = {**g.occupied, GERMAN: g.rules.german_side & ~g.rules.land_bridges}
    cut = [g.name(unit) for unit in g.on_map(SOVIET) if supply(everywhere, unit) != REGULAR]
    assert cut == []


@pytest.mark.rule("oder", "3.2b", "10.0d", "G64")
def test_courland_is_closed() -> None:
    m = position({"2806": "28AK", "3104": "51A", "3405": "43A"}, board=MAP, phase="soviet-movement")
    for hex in ("3004", "3103", "3204"):
        refused(m, f"move 51A {hex}", "10.0d")
    assert not {"3003", "3103", "3404", "3403"} & set(m.query("zoc", of=SOVIET).hexes)
    assert not {"2903", "3404"} & set(m.query("supply", of=SOVIET).hexes)
    assert "3504" in offered(m, "move 43A")


@pytest.mark.rule("oder", "3.2f", "G47")
def test_memel_takes_two_units_and_no_panzers() -> None:
    m = german_setup()
    refused(m, "place 1SS 2806", "3.2f")
    play(m, "place 53AK 2806")
    refused(m, "place 66AK 2806", "3.2f")
    m = position({"2507": "HG", "2806": "28AK 53AK"}, board=MAP)
    play(m, "move HG 2607 2706 2806")  # not a limit of the game that follows
    assert where(m, "HG") == "2806"


@pytest.mark.rule("oder", "3.2g")
def test_six_units_wait_for_turn_4() -> None:
    m = german_setup()
    due = {unit.unit.id: unit.turn for unit in m.view().due}
    assert due == dict.fromkeys(["3SS", "10SS", "16SS", "18Geb", "KGW2", "KGW20"], 4)
    refused(m, "place 3SS 1917", "3.2g")


@pytest.mark.rule("oder", "3.2h")
def test_the_game_starts_on_turn_1_with_no_points_and_no_markers() -> None:
    m = german_setup()
    play(m, "deploy", "end")
    assert (state(m).turn, points(m), m.view().markers) == (1, (0, 0), ())
    assert state(m).phase == "german-declaration"
    refused(m, "place 1SS 1917", "3.2e")


@pytest.mark.rule("oder", "3.2i")
def test_everybody_sees_everything() -> None:
    m = german_setup()
    play(m, "deploy", "end")
    views = [replace(m.view(side), side=None, decisions=()) for side in (GERMAN, SOVIET, None)]
    assert views[0] == views[1] == views[2]
    assert len(views[0].units) == 91 - 6


@pytest.mark.rule("oder", "10.0f", "G30")
def test_nobody_starts_on_a_land_bridge() -> None:
    m = german_setup()
    for hex in ("2208", "2607", "2706"):
        refused(m, f"place 53AK {hex}", "10.0f")


# --- deploy -----------------------------------------------------------------------------------------------------------


def deployed() -> grognard.Match:
    m = german_setup()
    play(m, "deploy")
    return m


def test_deploy_places_what_is_left_and_nothing_else() -> None:
    m = german_setup()
    play(m, "place 1SS 1014", "deploy")
    assert where(m, "1SS") == "1014"
    assert not to_place(state(m))
    refused(m, "deploy", "3.2e")
    play(m, "end")


def test_deploy_gives_a_sound_position() -> None:
    m = deployed()
    g = state(m)
    assert {unit: where(m, unit) for unit in " ".join(FREE.values()).split()} == g.rules.scenario.suggested
    assert not overstacked(g)
    for unit in " ".join(FREE.values()).split():
        assert supply_of(m, unit) == REGULAR
    for side, units in FREE.items():
        for unit in units.split():
            assert controls(m, side, where(m, unit)), unit


def test_deploy_masses_the_panzer_corps_near_the_front_and_keeps_infantry_near_it() -> None:
    m = deployed()
    g, distance = state(m), state(m).rules.grid.distance
    enemies = [g.at[unit] for unit in g.on_map(SOVIET)]

    def from_enemy(unit: str) -> int:
        return min(distance(g.at[g.unit(unit)], hex) for hex in enemies)

    panzers = FREE[GERMAN].split()[:6]
    assert all(from_enemy(unit) <= 3 for unit in panzers)
    assert len({where(m, unit) for unit in panzers}) == 3  # pairs
    assert any(where(m, unit) >= "2400" for unit in panzers)  # one of them in East Prussia
    infantry = ["53AK", "66AK", "67AK", "85AK"]
    assert all(from_enemy(unit) <= 3 for unit in infantry)


def test_deploy_bars_the_way_to_the_eastern_edge() -> None:
    """Five armies stand between East Prussia and the edge, out of German reach; one behind the Vistula."""
    m = deployed()
    g = state(m)
    for unit in ("3Sh", "1G", "6G", "18A", "19A", "2Po"):
        assert not g.zoc(GERMAN) >> g.at[g.unit(unit)] & 1, unit
    assert [unit for unit in ("3Sh", "1G", "6G", "18A", "19A", "2Po") if where(m, unit) < "2900"] == ["1G"]


def test_deploy_finds_another_hex_where_the_suggested_one_is_full() -> None:
    m = german_setup()
    play(m, "place 1SS 1919", "place 2SS 1919", "deploy")  # 58Pz would go there
    assert where(m, "58Pz") != "1919"
    assert not overstacked(state(m))
    assert supply_of(m, "58Pz") == REGULAR
