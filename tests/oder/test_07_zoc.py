"""7: zones of control."""

from __future__ import annotations

import pytest

import grognard
from grognard.events import Moved
from tests.oder.table import (
    GERMAN,
    GERMANS_BEHIND,
    MAP,
    SOVIET,
    SOVIETS_BEFORE,
    SOVIETS_BEHIND,
    allowed,
    combat,
    field,
    modifiers,
    of_kind,
    offered,
    play,
    position,
    refused,
    soviet_combat,
    supply_of,
    where,
)


def zone(m: grognard.Match, side: str) -> set[str]:
    return set(m.query("zoc", of=side).hexes)


SLOW = {"1408": "23AK", "1508": "47A", **SOVIETS_BEHIND}  # a German corps out of supply, with 2 movement factors
AROUND_1508 = {"1508", "1507", "1608", "1609", "1509", "1409", "1408"}


@pytest.mark.rule("oder", "7.0a")
@pytest.mark.parametrize("unit", ["47A", "5Sh", "FCK", "KGM"])
def test_every_unit_has_a_zone(unit: str) -> None:
    side = SOVIET if unit in ("47A", "5Sh") else GERMAN
    assert zone(position({"1508": unit}), side) == AROUND_1508


@pytest.mark.rule("oder", "7.0b", "G29")
def test_a_zone_ends_at_the_sea_and_the_edge() -> None:
    board = field(sea_sides="1508/n", sea="1609")
    assert zone(position({"1508": "47A"}, board=board), SOVIET) == AROUND_1508 - {"1507", "1609"}
    assert zone(position({"1003": "HG"}), GERMAN) == {"1003", "1004", "1103"}


@pytest.mark.rule("oder", "7.0b", "10.0f", "G29")
def test_no_zone_reaches_the_curonian_spit() -> None:
    m = position({"2806": "28AK", "2507": "9AK", "2708": "47A"}, board=MAP)
    assert not zone(m, GERMAN) & {"2607", "2706"}
    assert not zone(m, SOVIET) & {"2607", "2706"}
    assert "2208" in zone(position({"2308": "47A"}, board=MAP), SOVIET)


@pytest.mark.rule("oder", "7.0c")
def test_a_zone_is_no_control() -> None:
    m = position({"1408": "HG", "1708": "47A"})
    play(m, "move HG 1508")
    assert "1509" in zone(m, GERMAN)
    assert "1509" in m.query("control", of=SOVIET).hexes


@pytest.mark.rule("oder", "7.0d", "8.7")
def test_out_of_supply_or_crowded_a_zone_is_the_same() -> None:
    cut_off = position({"1508": "HG", **SOVIETS_BEHIND})
    assert supply_of(cut_off, "HG") == "none"
    assert zone(cut_off, GERMAN) == AROUND_1508
    assert zone(position({"1508": "HG GD 1SS"}), GERMAN) == AROUND_1508
    both = position({"1508": "HG", "1608": "47A"})
    assert {"1507", "1609"} <= zone(both, GERMAN) & zone(both, SOVIET)


# --- 7.1 movement -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "7.1a")
def test_a_unit_stops_in_an_enemy_zone() -> None:
    m = position({"1208": "HG", "1508": "47A"})
    allowed(m, "move HG 1408")
    assert offered(m, "move HG 1408") == []  # nothing may follow
    refused(m, "move HG 1408 1407", "7.1a")
    assert "1407" in offered(m, "move HG")  # by another way
    m = position({"1308": "HG", **SOVIETS_BEFORE})
    refused(m, "move HG 1608", "7.1a")  # near enough, but there is no way through the zones
    refused(m, "move HG 2008", "10.0b")
    m = position({"1308": "HG", "1208": "47A", **SOVIETS_BEFORE})
    refused(m, "move HG 1609", "7.1a")  # nor for a unit that starts in one
    allowed(m, "move HG 1408")


@pytest.mark.rule("oder", "7.1b", "10.0d", "G57")
def test_a_unit_leaves_a_zone_only_into_a_free_hex() -> None:
    m = position({"1408": "HG", "1508": "47A"})
    (moved,) = of_kind(play(m, "move HG 1409"), Moved)
    assert moved.path == ("1408", "1308", "1409")  # out of it, and into it elsewhere
    m = position(SLOW, board=field(forest="1308"))
    allowed(m, "move 23AK 1308")
    refused(m, "move 23AK 1409", "7.1b")
    m = position({"1408": "HG", "1508": "47A", "1407": "61A", "1308": "69A"})
    refused(m, "move HG 1307", "7.1b")  # no free hex around


@pytest.mark.rule("oder", "7.1c")
def test_friends_do_not_help_a_mover() -> None:
    m = position({"1208": "HG", "1408": "GD", "1508": "47A"})
    assert offered(m, "move HG 1408") == []
    m = position({**SLOW, "1409": "GD"}, board=field(forest="1308"))
    refused(m, "move 23AK 1409", "7.1b")


# --- 7.2, 7.3 combat --------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "7.2", "11.6.1d")
def test_nobody_retreats_into_a_zone_even_to_friends() -> None:
    units = {"1408": "HG GD 1SS", "1508": "8G", "1608": "47A", "1609": "61A", "1708": "6AK", "1509": "23AK"}
    m = combat(units, dice=[1, 6, 6])
    play(m, "attack 1508 HG GD 1SS go")  # 27 to 7: DR, and every hex is in a zone
    assert where(m, "8G") in ("due", "gone")


@pytest.mark.rule("oder", "7.3", "11.7b")
def test_an_advance_goes_into_a_zone() -> None:
    m = combat({"1408": "HG GD 1SS", "1508": "8G", "1609": "47A"}, dice=[1])
    play(m, "attack 1508 HG GD 1SS go", "retreat 1608")
    assert "1508" in zone(m, SOVIET)
    play(m, "advance HG")
    assert where(m, "HG") == "1508"


# --- 7.4 supply, 7.5 fortifications -----------------------------------------------------------------------------------


@pytest.mark.rule("oder", "7.4", "8.1a", "G22")
def test_a_line_leads_into_a_zone_but_not_through_it() -> None:
    m = position({"1408": "HG", "1508": "47A"})
    assert supply_of(m, "HG") == "regular"  # its own hex is in a zone
    m = position({"1408": "HG", **SOVIETS_BEHIND})
    assert supply_of(m, "HG") == "none"  # no hex of column 11 is occupied but four
    m = position({"1408": "HG", **SOVIETS_BEHIND, "1109": "GD", "1108": "1SS"})
    assert supply_of(m, "HG") == "none"  # friends in the zone
    assert supply_of(m, "GD") == "regular"
    m = position({"1508": "47A", **GERMANS_BEHIND})
    assert supply_of(m, "47A") == "none"
    m = position({"1008": "HG", "1108": "47A"})
    assert supply_of(m, "HG") == "regular"  # on the source, in a zone


@pytest.mark.rule("oder", "7.5a", "8.1b")
def test_fortifications_hinder_no_zone_and_no_line() -> None:
    walls = field(fortifications="1407..1409 1507..1509 1607..1609")
    assert zone(position({"1508": "47A"}, board=walls), SOVIET) == AROUND_1508
    assert zone(position({"1508": "HG"}, board=walls), GERMAN) == AROUND_1508
    closed = field(fortifications="1603..1613")
    assert supply_of(position({"1408": "47A"}, board=closed), "47A") == "regular"


@pytest.mark.rule("oder", "7.5b", "11.5.2", "G46")
def test_a_fortification_is_gone_once_a_soviet_has_entered() -> None:
    board = field(fortifications="1408 1409 1407")
    m = position({"1508": "8G", "1008": "HG"}, board=board, phase="soviet-movement")
    play(m, "move 8G 1408 1307")
    answer = m.query("fortifications")
    assert answer.hexes == ("1407", "1409")
    assert answer.marked == {"destroyed": ("1408",)}  # passing through is enough
    m = position({"1408": "HG", "1508": "47A"}, board=board, phase="soviet-combat", control={SOVIET: "1308"})
    assert modifiers(m, "attack 1408 47A") == {"11.5.2": 1}
    board = field(fortifications="1409")
    m = combat({"1508": "HG GD 1SS", "1408": "8G"}, board=board, dice=[1])
    play(m, "attack 1408 HG GD 1SS go")
    assert m.decision is not None
    assert m.decision.kind == "retreat"
    assert m.query("fortifications").hexes == ("1409",)


@pytest.mark.rule("oder", "7.5b", "G18", "G42", "G46")
def test_probe_advance_and_retreat_destroy_fortifications_too() -> None:
    board = field(fortifications="1408 1407")
    m = soviet_combat({"1508": "47A", "1409": "HG"}, board=board)
    play(m, "probe 47A 1408")
    assert m.query("fortifications").marked["destroyed"] == ("1408",)
    m = soviet_combat({"1508": "1GT 2GT 3GT", "1408": "23AK"}, board=board, dice=[1])
    play(m, "attack 1408 1GT 2GT 3GT go", "retreat 1308")
    assert m.query("fortifications").marked["destroyed"] == ()
    play(m, "advance 1GT", "stay")
    assert m.query("fortifications").marked["destroyed"] == ("1408",)
    m = combat({"1307": "HG GD 1SS", "1308": "8G"}, board=field(fortifications="1409"), dice=[1])
    play(m, "attack 1308 HG GD 1SS go")
    assert where(m, "8G") == "1409"  # all other hexes are in a zone or further from supply
    assert m.query("fortifications").marked["destroyed"] == ("1409",)


@pytest.mark.rule("oder", "7.0b", "11.0a", "G29")
def test_nobody_fights_across_the_sea() -> None:
    board = field(sea_sides="1408/se")
    m = combat({"1408": "HG", "1508": "47A", "1407": "GD", "1507": "61A"}, board=board)
    refused(m, "attack 1508 HG go", "11.0a")
    refused(m, "attack 1507 HG GD go 1508", "11.0a")
