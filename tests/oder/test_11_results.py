"""11.6 and 11.7: retreats, exchanges, losses, advances."""

from __future__ import annotations

import pytest

from grognard.events import Advanced, Eliminated, Retreated
from tests.oder.table import (
    GERMAN,
    SOVIET,
    combat,
    field,
    of_kind,
    offered,
    play,
    points,
    refused,
    soviet_combat,
    where,
)

BLOW = "attack 1508 HG GD 1SS go"  # 27 factors
PANZERS = {"1408": "HG GD 1SS"}
# against 18A (4): 6:1, DE DE DE DR DR DR; against 8G (7): 3:1, DR DR DR EX EX AS


@pytest.mark.rule("oder", "11.6", "G54")
def test_nothing_is_carried_over() -> None:
    m = combat({**PANZERS, "1407": "2SS 4SS 7Pz", "1508": "18A", "1507": "8G"}, dice=[1, 6, 6])
    play(m, BLOW, "stay")
    assert (where(m, "8G"), points(m)) == ("1507", (1, 0))
    play(m, "attack 1507 2SS 4SS 7Pz go")  # 24 to 7: AS
    assert points(m) == (1, 0)


# --- 11.6.1 retreat ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "11.6.1a", "G59")
def test_each_defender_retreats_one_hex_where_its_owner_likes() -> None:
    m = combat({**PANZERS, "1508": "18A 19A"}, dice=[1])  # 3:1
    play(m, BLOW)
    assert m.decision is not None
    assert (m.decision.side, m.decision.kind) == (SOVIET, "retreat")
    assert offered(m, "retreat") == ["1608", "1609", "18A", "19A"]
    told = play(m, "retreat 1608", "retreat 1609")  # the unit of the prompt first
    assert [event.path for event in of_kind(told, Retreated)] == [("1508", "1608"), ("1508", "1609")]


@pytest.mark.rule("oder", "11.6.1b", "G36")
def test_a_retreat_leads_toward_supply_if_it_can() -> None:
    m = combat({**PANZERS, "1508": "8G"}, dice=[1])
    play(m, BLOW)
    refused(m, "retreat 1507", "7.2")
    refused(m, "retreat 1509", "11.6.1b")
    refused(m, "retreat 1310", "11.6.1a")
    assert offered(m, "retreat") == ["1608", "1609"]  # 1509 is no closer to the east
    m = soviet_combat({"1408": "23AK", "1508": "1GT 2GT 3GT"}, dice=[2])  # 5:1
    play(m, "attack 1408 1GT 2GT 3GT go")
    assert offered(m, "retreat") == ["1308", "1307"]
    m = combat({**PANZERS, "1508": "8G", "1708": "23AK", "1709": "6AK"}, dice=[1])
    play(m, BLOW)
    assert where(m, "8G") == "1509"  # nothing closer is open


@pytest.mark.rule("oder", "11.6.1b", "8.2a", "G36")
def test_the_nearest_source_counts_and_none_that_an_enemy_holds() -> None:
    board = field(usir="1412")
    m = soviet_combat({"1408": "23AK", "1307": "1GT 2GT 3GT"}, board=board, dice=[2])
    play(m, "attack 1408 1GT 2GT 3GT go")
    assert where(m, "23AK") == "1409"  # the mines are as near as the western edge, and this is the way there
    held = soviet_combat({"1408": "23AK", "1307": "1GT 2GT 3GT", "1412": "18A"}, board=board, dice=[2])
    play(held, "attack 1408 1GT 2GT 3GT go")
    assert set(offered(held, "retreat")) == {"1507", "1508", "1409"}  # none of them is closer to the edge


@pytest.mark.rule("oder", "11.6.1c")
def test_a_unit_goes_on_if_it_would_overstack() -> None:
    units = {**PANZERS, "1508": "8G", "1608": "47A 61A 69A", "1609": "5Sh"}
    m = combat(units, dice=[1])
    play(m, BLOW, "retreat 1608")
    assert m.decision is not None
    assert m.decision.kind == "retreat"
    assert set(offered(m, "retreat")) == {"1707", "1708"}
    told = play(m, "retreat 1708")
    assert [event.path for event in of_kind(told, Retreated)] == [("1508", "1608", "1708")]
    m = combat({**units, "1708": "2Sh"}, dice=[1])
    play(m, BLOW, "retreat 1608")
    assert where(m, "8G") == "1707"  # no further than it must
    units = {**PANZERS, "1508": "8G", "1608": "47A 61A"}
    m = combat(units, dice=[1])
    play(m, BLOW, "retreat 1608")
    assert where(m, "8G") == "1608"  # there is room for it


@pytest.mark.rule("oder", "11.6.1d", "7.2")
def test_where_no_unit_retreats() -> None:
    board = field(sea_sides="1508/ne", land_bridges="1609")
    m = combat({**PANZERS, "1508": "8G"}, board=board, dice=[1])
    play(m, BLOW)
    assert where(m, "8G") == "1509"  # not over the sea, not onto the land bridge, not into a zone
    m = combat({**PANZERS, "1508": "8G"}, board=field(sea="1608 1609"), dice=[1])
    play(m, BLOW)
    assert where(m, "8G") == "1509"


@pytest.mark.rule("oder", "11.6.1e", "11.6.1d")
def test_a_unit_that_cannot_retreat_is_eliminated() -> None:
    m = combat({**PANZERS, "1508": "8G", "1609": "23AK"}, board=field(sea="1608"), dice=[1, 3, 3])
    told = play(m, BLOW)
    assert [(event.unit, event.rule) for event in of_kind(told, Eliminated)] == [("8G", "11.6.1e")]
    assert points(m)[0] >= 1


@pytest.mark.rule("oder", "11.6.1e", "11.5.1d", "G38")
def test_in_a_city_it_is_an_exchange() -> None:
    m = combat({**PANZERS, "1508": "8G 18A", "1609": "23AK"}, board=field(city="1508", sea="1608"), dice="1 ...")
    play(m, BLOW)  # 27 to 11: 2:1, DR or EX
    assert offered(m, "lose") == ["HG", "GD", "1SS"]
    play(m, "lose HG")
    assert offered(m, "lose") == ["8G", "18A"]
    play(m, "lose 18A")
    assert where(m, "8G") == "1508"


@pytest.mark.rule("oder", "11.6.1a", "11.6.1c", "11.6.1e", "G37")
def test_units_retreat_one_by_one_and_room_runs_out() -> None:
    board = field(sea="1609 1509")
    units = {**PANZERS, "1508": "18A 19A", "1608": "47A 61A"}
    m = combat(units, board=board, dice=[1])
    play(m, BLOW, "retreat 18A 1608")
    assert set(offered(m, "retreat")) == {"1707", "1708"}  # 19A has to go on
    m = combat({**units, "1706": "6AK", "1809": "9AK"}, board=board, dice="1 ...")
    told = play(m, BLOW, "retreat 18A 1608")  # and cannot
    assert [(event.unit, event.rule) for event in of_kind(told, Eliminated)] == [("19A", "11.6.1e")]
    assert where(m, "18A") == "1608"


@pytest.mark.rule("oder", "11.6.1a", "11.6.1c")
def test_the_owner_says_who_retreats_first() -> None:
    board = field(sea="1609 1509")
    units = {**PANZERS, "1508": "18A 8G", "1608": "47A 61A", "1706": "6AK", "1809": "9AK"}  # room for one in 1608
    for first, second in (("18A", "8G"), ("8G", "18A")):
        m = combat(units, board=board, dice="1 ...")
        play(m, BLOW)
        assert offered(m, "retreat") == ["1608", "18A", "8G"]
        assert offered(m, f"retreat {first}") == ["1608"]
        refused(m, "retreat 47A 1608", "11.6.1a")
        play(m, f"retreat {first} 1608")
        assert (where(m, first), where(m, second)) == ("1608", where(m, second))
        assert where(m, second) in ("due", "gone")
    m = combat({**PANZERS, "1508": "18A 19A"}, board=board, dice=[1])
    play(m, BLOW)
    assert where(m, "18A") == where(m, "19A") == "1608"  # all the same way, with room for all: nobody is asked


@pytest.mark.rule("oder", "11.6.1c", "11.6.1b", "G63")
def test_a_further_retreat_goes_to_the_nearest_room_wherever_supply_is() -> None:
    board = field(sea="1307 1208 1209 1309", german="1003..1613")
    full = {"1508": "KGM", "1408": "6AK 8AK 9AK", "1308": "20AK 23AK 26AK"}
    around = {"1509": "1GT 2GT", "1607": "18A"}
    m = soviet_combat({**full, **around}, board=board, dice=[2])
    told = play(m, "attack 1508 1GT 2GT go")  # 1308, closer to the edge, is full and leads nowhere
    assert [event.path for event in of_kind(told, Retreated)] == [("1508", "1408", "1407")]
    m = soviet_combat({**full, **around, "1407": "27AK 28AK 42AK"}, board=board, dice=[2])
    told = play(m, "attack 1508 1GT 2GT go")  # of the nearest hexes with room one closer to the edge than 1408
    assert [event.path for event in of_kind(told, Retreated)] == [("1508", "1408", "1407", "1306")]


@pytest.mark.rule("oder", "11.6.1c", "11.6.1e", "G63")
def test_a_full_hex_without_a_way_on_is_no_retreat() -> None:
    board = field(sea="1308 1407 1409 1307 1609", german="1003..1613")
    units = {"1508": "KGM", "1408": "6AK 8AK 9AK", "1608": "1GT 2GT"}
    m = soviet_combat(units, board=board, dice=[2])
    play(m, "attack 1508 1GT 2GT go")
    assert where(m, "KGM") == "1509"  # no closer to the edge, but there is room
    board = field(sea="1308 1407 1409 1307 1609 1509 1507", german="1003..1613")
    m = soviet_combat(units, board=board, dice="3 ...")
    told = play(m, "attack 1508 1GT 2GT go", "none")
    assert [(event.unit, event.rule) for event in of_kind(told, Eliminated)] == [("KGM", "11.6.1e")]


# --- 11.6.2 to 11.6.5 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "11.6.2", "G39")
def test_an_exchange_costs_each_side_a_unit_of_its_choice() -> None:
    m = combat({**PANZERS, "1508": "8G"}, dice="4 ...")
    play(m, BLOW)
    assert m.decision is not None
    assert (m.decision.side, offered(m, "lose")) == (GERMAN, ["HG", "GD", "1SS"])
    play(m, "lose GD")
    assert points(m) == (1, 1)  # 8G had no other unit beside it
    assert offered(m, "advance") == ["HG", "1SS"]  # the hex is empty
    m = combat({**PANZERS, "1508": "8G 18A"}, dice="3 ...")  # 2:1
    play(m, BLOW, "lose GD")
    assert m.decision is not None
    assert m.decision.side == SOVIET
    assert offered(m, "lose") == ["8G", "18A"]
    play(m, "lose 8G")
    assert (where(m, "18A"), where(m, "HG")) == ("1508", "1408")
    assert m.decision is not None
    assert m.decision.kind == "german-combat"  # the hex is not empty


@pytest.mark.rule("oder", "11.6.2", "G39")
def test_a_lone_attacker_lost_in_an_exchange_does_not_advance() -> None:
    m = combat({"1408": "HG", "1508": "18A", "1003": "GD"}, dice="3 ...")
    play(m, "attack 1508 HG go")
    assert points(m) == (1, 1)
    assert m.decision is not None
    assert m.decision.kind == "german-combat"


@pytest.mark.rule("oder", "11.6.2", "G39")
def test_a_fortress_command_may_be_the_loss() -> None:
    m = soviet_combat({"1408": "FCK HG", "1508": "1GT 2GT 3GT"}, dice="3 ...")  # 31 to 13: 2:1
    play(m, "attack 1408 1GT 2GT 3GT go", "lose 1GT")
    assert offered(m, "lose") == ["FCK", "HG"]
    play(m, "lose FCK")
    assert where(m, "HG") == "1408"


@pytest.mark.rule("oder", "11.6.3")
def test_a_stalled_attack_changes_nothing() -> None:
    m = combat({**PANZERS, "1508": "8G"}, dice=[6])
    play(m, BLOW)
    assert (where(m, "8G"), where(m, "HG"), points(m)) == ("1508", "1408", (0, 0))
    assert m.decision is not None
    assert m.decision.kind == "german-combat"


@pytest.mark.rule("oder", "11.6.4")
def test_a_failed_attack_costs_a_unit_of_the_attackers_choice() -> None:
    m = combat({"1408": "HG GD", "1508": "8G 3G"}, dice="6 ...")  # 18 to 13
    play(m, "attack 1508 HG GD go")
    assert m.decision is not None
    assert (m.decision.side, m.decision.rule, offered(m, "lose")) == (GERMAN, "11.6.4", ["HG", "GD"])
    play(m, "lose HG")
    assert (where(m, "8G"), where(m, "GD"), points(m)) == ("1508", "1408", (0, 1))
    assert m.decision.kind == "german-combat"


@pytest.mark.rule("oder", "11.6.5")
def test_all_defenders_are_eliminated() -> None:
    units = {"1408": "HG GD 1SS", "1409": "2SS 4SS 24Pz", "1508": "18A 19A"}  # 52 to 8: 6:1
    m = combat(units, dice="3 ...")
    told = play(m, "attack 1508 HG GD 1SS 2SS 4SS 24Pz go")
    assert [event.unit for event in of_kind(told, Eliminated)] == ["18A", "19A"]
    assert points(m) == (2, 0)
    assert offered(m) == ["advance", "stay"]


# --- 11.7 advance -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "11.7a")
def test_any_of_the_attackers_may_advance_at_once_or_none() -> None:
    m = combat({**PANZERS, "1308": "2SS", "1409": "4SS", "1508": "18A"}, dice=[1, 6])
    play(m, BLOW)
    assert offered(m) == ["advance", "stay"]
    assert offered(m, "advance") == ["HG", "GD", "1SS"]  # not 4SS, which did not attack
    told = play(m, "advance GD", "stay")
    assert [(event.unit, event.path) for event in of_kind(told, Advanced)] == [("GD", ("1408", "1508"))]
    assert where(m, "HG") == "1408"
    m = combat({**PANZERS, "1409": "4SS", "1508": "18A"}, dice=[1, 6])
    play(m, BLOW, "stay")
    refused(m, "advance HG", "11.7a")  # too late


@pytest.mark.rule("oder", "11.7a", "11.7b")
def test_soviets_advance_too() -> None:
    board = field(rough="1408", river="1408/se")
    m = soviet_combat({"1408": "23AK", "1508": "1GT 2GT 3GT"}, board=board, dice=[2])
    play(m, "attack 1408 1GT 2GT 3GT go", "retreat 1308", "advance 1GT", "stay")
    assert where(m, "1GT") == "1408"


@pytest.mark.rule("oder", "11.7b", "10.0f", "G30")
def test_nobody_advances_onto_a_land_bridge() -> None:
    board = field(land_bridges="1507")
    m = combat({"1408": "23AK HG", "1508": "47A"}, board=board)
    refused(m, "probe 23AK 1507", "10.0f")


@pytest.mark.rule("oder", "11.7a", "6.2b", "G52")
def test_a_shock_army_advances_alone() -> None:
    m = soviet_combat({"1408": "23AK", "1508": "5Sh", "1507": "1GT 3GT"}, dice=[1, 6])
    play(m, "attack 1408 5Sh 1GT 3GT go", "advance 5Sh")  # 33 to 6: 5:1, DE
    assert (where(m, "5Sh"), where(m, "1GT")) == ("1408", "1507")
    assert m.decision is not None
    assert m.decision.kind == "soviet-movement"  # nobody else is asked


@pytest.mark.rule("oder", "11.7c", "11.6.4")
def test_defenders_never_advance() -> None:
    m = combat({"1408": "HG", "1508": "8G 3G 5G", "1003": "GD"}, dice="6 ...")
    told = play(m, "attack 1508 HG go")
    assert where(m, "HG") in ("due", "gone")
    assert of_kind(told, Advanced) == []
    assert where(m, "8G") == "1508"
