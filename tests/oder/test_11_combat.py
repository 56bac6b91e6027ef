"""11.0 to 11.5: who attacks, odds, columns and die roll modifiers."""

from __future__ import annotations

import pytest

from grognard.events import Attacked, Noted, Rolled
from grognard.games.oder.odds import column_for, odds, said
from tests.oder.table import (
    GERMAN,
    MAP,
    SOVIET,
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
    state,
    where,
)

CONTACT = {"1408": "HG", "1508": "47A"}


# --- 11.0 to 11.4 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "11.0a")
def test_a_player_attacks_adjacent_enemies() -> None:
    m = combat({"1408": "HG", "1508": "47A", "1608": "61A", "1308": "GD"})
    assert offered(m, "attack") == ["1508"]
    refused(m, "attack 1608 HG go", "11.0a")
    refused(m, "attack 1507 HG go", "11.0a")  # nobody is there
    refused(m, "attack 1508 GD go", "11.0a")
    refused(m, "attack 1408 47A go", "11.0a")
    (attacked,) = of_kind(play(combat(CONTACT, dice="5 ..."), "attack 1508 HG go"), Attacked)
    assert (attacked.side, attacked.attack, attacked.defence) == (GERMAN, 9, 5)


@pytest.mark.rule("oder", "11.0b")
def test_nobody_has_to_attack() -> None:
    m = combat(CONTACT)
    play(m, "end")
    assert state(m).side == SOVIET
    assert (where(m, "HG"), where(m, "47A")) == ("1408", "1508")


@pytest.mark.rule("oder", "11.0c")
def test_units_with_a_fortress_command_attack_without_it() -> None:
    m = combat({"1408": "HG FCK", "1508": "18A"}, dice=[1])
    assert offered(m, "attack 1508") == ["HG"]
    play(m, "attack 1508 HG go", "retreat 1608")
    assert offered(m, "advance") == ["HG"]


@pytest.mark.rule("oder", "11.0c", "10.1b", "11.6.1e", "G37")
def test_a_fortress_command_that_must_retreat_is_eliminated() -> None:
    m = soviet_combat({"1408": "FCK KGM", "1508": "1GT 2GT 3GT"}, dice=[3])  # 31 to 9: 3:1, EX
    play(m, "attack 1408 1GT 2GT 3GT go")
    assert m.decision is not None
    assert offered(m, "lose") == ["1GT", "2GT", "3GT"]
    m = soviet_combat({"1408": "FCK KGM", "1508": "1GT 2GT 3GT"}, dice=[1])  # DR
    play(m, "attack 1408 1GT 2GT 3GT go")
    assert where(m, "FCK") == "gone"
    assert m.decision is not None
    assert (m.decision.side, m.decision.kind) == (GERMAN, "retreat")


@pytest.mark.rule("oder", "11.0d", "G52")
def test_shock_armies_attack_with_others_and_defend_but_never_probe() -> None:
    m = soviet_combat({"1508": "5Sh", "1507": "47A", "1408": "HG"})
    refused(m, "probe 5Sh 1407", "11.0d")
    assert m.preview("attack 1408 5Sh 47A").attack == "17"
    assert combat({"1408": "HG", "1508": "5Sh"}).preview("attack 1508 HG").defence == "8"


@pytest.mark.rule("oder", "11.1", "11.2d")
def test_a_stack_defends_as_one() -> None:
    m = combat({"1408": "HG GD", "1508": "47A 61A 18A"})
    assert m.preview("attack 1508 HG").defence == "14"
    refused(m, "attack 1508 47A HG go", "11.0a")  # no part of it can be picked


@pytest.mark.rule("oder", "11.2a")
def test_a_hex_is_attacked_from_several_hexes_by_those_who_want() -> None:
    m = combat({"1408": "HG GD", "1409": "1SS", "1507": "23AK", "1508": "47A"})
    assert set(offered(m, "attack 1508")) == {"HG", "GD", "1SS", "23AK"}
    assert m.preview("attack 1508 HG 1SS 23AK").attack == "23"


@pytest.mark.rule("oder", "11.2b")
def test_an_attack_has_one_target() -> None:
    m = combat({"1408": "HG", "1508": "47A", "1507": "61A"})
    refused(m, "attack 1508 1507 HG go", "11.2b")
    refused(m, "attack 1508 HG 1507 go", "11.2b")


@pytest.mark.rule("oder", "11.2c")
def test_a_stack_may_attack_two_hexes() -> None:
    m = combat({"1408": "HG GD 1SS", "1508": "47A", "1507": "61A"}, dice="5 5 ...")
    play(m, "attack 1508 HG go", "attack 1507 GD go")  # 1:1: AS
    refused(m, "attack 1508 1SS go", "11.3b")


@pytest.mark.rule("oder", "11.3a", "11.3b")
def test_a_unit_attacks_once_and_whole() -> None:
    m = combat({"1408": "HG GD", "1508": "47A", "1507": "61A"}, dice="5 ...")
    refused(m, "attack 1508 HG HG go", "11.3a")
    play(m, "attack 1508 HG go")
    refused(m, "attack 1507 HG go", "11.3b")
    refused(m, "probe HG 1409", "11.3b")
    allowed(m, "attack 1507 GD go")


@pytest.mark.rule("oder", "11.3a", "11.3b")
def test_a_unit_is_attacked_once() -> None:
    m = combat({"1408": "HG", "1409": "GD", "1508": "47A", "1410": "1SS", "1510": "61A"}, dice="5 ...")
    play(m, "attack 1508 HG go")
    refused(m, "attack 1508 GD go", "11.3b")


@pytest.mark.rule("oder", "11.3b", "11.8b", "G61")
def test_a_unit_attacked_before_defends_again_where_it_has_fled() -> None:
    m = combat({"1408": "HG GD 1SS", "1508": "18A", "1609": "47A"}, dice="5 ...")
    play(m, "attack 1508 HG GD 1SS go", "retreat 1609", "advance HG", "stay")
    rules = state(m).rules
    both = sum(rules.defence[rules.unit_by_id[unit]] for unit in ("18A", "47A"))
    assert m.preview("attack 1609 HG").defence == str(both)  # against momentum


@pytest.mark.rule("oder", "11.3b", "11.1", "G61")
def test_who_shelters_a_unit_attacked_before_is_not_attacked_either() -> None:
    units = {"1408": "HG GD", "1508": "18A 47A"}
    m = combat(units, done={"defended": "18A"})
    ruling = refused(m, "attack 1508 HG go", "11.3b")
    assert "18A" in ruling.reason
    assert "attack" not in offered(m)
    allowed(combat(units), "attack 1508 HG go")


@pytest.mark.rule("oder", "11.4")
def test_attacks_come_in_any_order_and_one_at_a_time() -> None:
    m = combat({"1408": "HG GD", "1508": "18A", "1407": "1SS", "1507": "19A"}, dice="1 ...")
    play(m, "attack 1508 HG go")
    assert m.decision is not None
    assert m.decision.kind == "retreat"  # this combat is finished before the next begins
    refused(m, "attack 1507 1SS go", m.decision.rule)
    play(m, "retreat 1609", "stay")
    allowed(m, "attack 1507 1SS go")


# --- 11.5 odds --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "11.5a")
@pytest.mark.example("oder", "11.5")
def test_26_to_7_is_3_to_1() -> None:
    m = combat({"1408": "1SS 2SS 58Pz", "1508": "8G"})
    preview = m.preview("attack 1508 1SS 2SS 58Pz")
    assert (preview.attack, preview.defence, preview.column) == ("26", "7", "3:1")


@pytest.mark.rule("oder", "11.5a", "11.5b", "G10")
@pytest.mark.example("oder", "d.odds")
@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        (12, 12, "1:1"), (12, 11, "1:1"), (23, 12, "1:1"), (24, 12, "2:1"), (11, 12, "1:1"), (7, 12, "1:1"),
        (6, 12, "1:2"), (4, 12, "1:3"), (3, 12, "1:4"), (2, 12, "1:6"),
    ],
)  # fmt: skip
def test_odds_round_down_either_way(attack: int, defence: int, expected: str) -> None:
    assert said(odds(attack, defence)) == expected


@pytest.mark.rule("oder", "11.5d", "G5")
@pytest.mark.example("oder", "d.odds")
def test_below_the_first_column() -> None:
    g = state(combat(CONTACT))
    assert (column_for(g, GERMAN, 3, 12).column, column_for(g, GERMAN, 3, 12).beyond) == ("c1", 0)
    assert column_for(g, SOVIET, 3, 12).beyond == -1
    assert column_for(g, GERMAN, 2, 12).beyond == column_for(g, SOVIET, 2, 12).beyond == -1
    m = combat({"1408": "55AK", "1508": "8G 5G 11G"}, dice=[3])  # 3 to 21; the die is for the regrouping
    told = play(m, "attack 1508 55AK go")
    assert where(m, "55AK") == "due"
    assert "11.5d" in [event.rule for event in told]


@pytest.mark.rule("oder", "11.5c", "11.5d", "G5")
@pytest.mark.example("oder", "d.automatic")
def test_above_the_last_column() -> None:
    g = state(combat(CONTACT))
    assert column_for(g, GERMAN, 28, 4).beyond == 1
    assert (column_for(g, SOVIET, 28, 4).column, column_for(g, SOVIET, 28, 4).beyond) == ("c9", 0)
    assert column_for(g, SOVIET, 32, 4).beyond == 1
    m = combat({"1408": "HG GD 1SS", "1409": "24Pz", "1508": "18A"}, dice=[2])  # 35 to 4; the die is for the regrouping
    play(m, "attack 1508 HG GD 1SS 24Pz go")
    assert where(m, "18A") == "due"


@pytest.mark.rule("oder", "11.5c", "G5")
def test_each_side_has_its_own_line_of_odds() -> None:
    german = combat({"1408": "HG", "1508": "18A"}).preview("attack 1508 HG")  # 2:1
    soviet = soviet_combat({"1408": "23AK", "1508": "5Sh"}).preview("attack 1408 5Sh")  # 12 to 6
    assert german.column == soviet.column == "2:1"
    assert {k: round(6 * v) for k, v in german.outcomes.items()} == {"DR": 2, "EX": 2, "AS": 2}
    assert {k: round(6 * v) for k, v in soviet.outcomes.items()} == {"EX": 2, "AS": 2, "DR": 1, "AL1": 1}


@pytest.mark.rule("oder", "11.5a", "2.2c", "G53")
def test_no_attack_without_attack_factors() -> None:
    m = combat({"1408": "FCK HG", "1508": "18A"})
    refused(m, "attack 1508 FCK go", "11.0c")
    refused(m, "attack 1508 go", "11.0a")


# --- 11.5e, 11.5f modifiers and the die -------------------------------------------------------------------------------


@pytest.mark.rule("oder", "11.5e", "11.5f")
def test_modifiers_add_up_and_go_on_the_die() -> None:
    board = field(forest="1508", river="1408/se")
    m = combat(CONTACT, board=board, markers={"air": "1508"}, dice=[3])
    assert modifiers(m, "attack 1508 HG") == {"11.5.1b": 1, "11.5.1e": 1, "11.5.3a": -1}
    told = play(m, "attack 1508 HG go")
    (rolled,) = of_kind(told, Rolled)[:1]
    assert (rolled.die, rolled.result) == (3, "AS")  # 3 + 1 in the column of 1:1
    said = "forest +1, all attack across a river +1, air support -1"
    assert [note.text for note in of_kind(told, Noted) if note.rule == "11.5e"] == [said]


@pytest.mark.rule("oder", "11.5f", "G6")
def test_beyond_the_rows_the_first_and_the_last_are_read() -> None:
    units = {"1408": "HG", "1508": "18A"}
    low = combat(units, turn=1, dice=[1])
    (rolled,) = of_kind(play(low, "attack 1508 HG go"), Rolled)[:1]
    assert rolled.result == "DR"  # 1 - 1
    high = combat(units, board=field(forest="1508"), dice=[6])
    (rolled,) = of_kind(play(high, "attack 1508 HG go"), Rolled)[:1]
    assert rolled.result == "AS"  # 6 + 1


@pytest.mark.rule("oder", "11.5.1a", "11.5.1b", "11.5.1c", "11.5.1d")
@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (field(), {}),
        (field(marsh="1508"), {}),
        (field(rough="1508"), {"11.5.1b": 1}),
        (field(forest="1508"), {"11.5.1b": 1}),
        (field(town="1508"), {"11.5.1c": 1}),
        (field(city="1508"), {"11.5.1d": 2}),
        (field(forest="1408"), {}),  # where the attacker stands does not matter
    ],
)
def test_terrain_of_the_defender(board: dict[str, object], expected: dict[str, int]) -> None:
    assert modifiers(combat(CONTACT, board=board), "attack 1508 HG") == expected


@pytest.mark.rule("oder", "11.5.1d", "G9", "G38")
def test_a_city_turns_retreats_into_exchanges_and_stalls_into_losses() -> None:
    units, city = {"1408": "HG GD 1SS", "1508": "47A"}, field(city="1508")  # 5:1: DE DE DR DR DR EX
    for board, expected in ((field(), "DE DE DR DR DR EX"), (city, "EX EX EX EX EX EX")):
        results = []
        for die in range(1, 7):
            m = combat(units, board=board, dice=f"{die} ...")
            results.append(of_kind(play(m, "attack 1508 HG GD 1SS go"), Rolled)[0].result)
        assert results == expected.split()
    weak = {"1408": "HG", "1508": "47A"}  # 1:1: DR EX EX AS AS AL1
    assert set(combat(weak, board=city).preview("attack 1508 HG").outcomes) == {"EX", "AL1"}


@pytest.mark.rule("oder", "11.5.1d", "11.5d", "G9")
def test_automatic_results_hold_in_a_city_too() -> None:
    units = {"1408": "HG GD 1SS", "1409": "24Pz", "1508": "18A"}
    assert combat(units, board=field(city="1508")).preview("attack 1508 HG GD 1SS 24Pz").outcomes == {"DE": 1.0}


@pytest.mark.rule("oder", "11.5.1e", "G58")
def test_a_river_counts_if_all_attack_across_it() -> None:
    board = field(river="1408/se 1508/sw")
    units = {"1408": "HG", "1409": "GD", "1507": "1SS", "1508": "47A"}
    m = combat(units, board=board)
    assert modifiers(m, "attack 1508 HG") == {"11.5.1e": 1}
    assert modifiers(m, "attack 1508 HG GD") == {"11.5.1e": 1}
    assert modifiers(m, "attack 1508 HG 1SS") == {}


@pytest.mark.rule("oder", "11.5.1f", "11.5.2")
@pytest.mark.example("oder", "d.terrain.choice")
def test_one_feature_of_the_hex_and_the_rest_besides() -> None:
    board = field(forest="1408", town="1408", fortifications="1408", river="1408/se")
    found = modifiers(soviet_combat(CONTACT, board=board), "attack 1408 47A")
    assert sum(found.values()) == 3
    assert {"11.5.1e", "11.5.2"} < found.keys()
    city = field(forest="1408", city="1408")
    assert modifiers(soviet_combat(CONTACT, board=city), "attack 1408 47A") == {"11.5.1d": 2}


@pytest.mark.rule("oder", "11.5.2", "7.5b")
def test_a_fortification_helps_germans_only() -> None:
    board = field(fortifications="1408 1508")
    assert modifiers(soviet_combat(CONTACT, board=board), "attack 1408 47A") == {"11.5.2": 1}
    assert modifiers(combat(CONTACT, board=board), "attack 1508 HG") == {}  # and it is destroyed
    m = soviet_combat({"1408": "HG", "1508": "47A"}, board=board)
    assert m.query("fortifications").marked["destroyed"] == ("1508",)
    retaken = position({"1408": "HG", "1008": "47A"}, board=board, control={SOVIET: "1508"})
    play(retaken, "move HG 1508")
    assert retaken.query("fortifications").hexes == ("1408",)


@pytest.mark.rule("oder", "11.5.3a", "11.5.3b", "G34")
def test_support_counts_where_the_defender_is() -> None:
    board = field(coast="1408 1508")
    both = {"air": "1609", "naval": "1508"}
    m = combat(CONTACT, board=board, markers=both)
    lines = [line for line in m.preview("attack 1508 HG").lines if line.rule == "11.5.3a"]
    assert [(line.what, line.value) for line in lines] == [("naval support", "-1"), ("air support", "-1")]
    m = soviet_combat(CONTACT, board=board, markers={"air": "1307", "naval": "1408"})
    lines = [line for line in m.preview("attack 1408 47A").lines if line.rule == "11.5.3b"]
    assert [(line.what, line.value) for line in lines] == [("naval support", "+1"), ("air support", "+1")]
    m = soviet_combat(CONTACT, board=board, markers={"air": "1609", "naval": "1508"})
    assert modifiers(m, "attack 1408 47A") == {}  # over the attacker


@pytest.mark.rule("oder", "11.5.3b", "5.4e")
def test_a_marker_serves_in_every_combat() -> None:
    units = {"1408": "HG", "1508": "47A", "1406": "GD", "1506": "61A"}
    m = soviet_combat(units, markers={"air": "1407"}, dice="3 ...")
    assert modifiers(m, "attack 1408 47A") == modifiers(m, "attack 1406 61A") == {"11.5.3b": 1}
    play(m, "attack 1408 47A go")
    assert modifiers(m, "attack 1406 61A") == {"11.5.3b": 1}


AROUND = {"1507": "GD", "1608": "1SS", "1609": "2SS", "1509": "4SS", "1409": "7Pz", "1408": "HG"}


@pytest.mark.rule("oder", "11.5.4", "G35")
@pytest.mark.parametrize(
    ("attackers", "expected"),
    [
        ("HG 2SS", True),  # opposite
        ("GD 4SS", True),
        ("GD 2SS 7Pz", True),  # one between each
        ("GD 1SS 2SS 4SS", True),  # four
        ("GD 1SS 2SS", False),
        ("GD 2SS", False),
        ("HG", False),
    ],
)
def test_concentric_attacks(attackers: str, expected: bool) -> None:
    m = combat({**AROUND, "1508": "47A", "1808": "61A"})
    found = modifiers(m, f"attack 1508 {attackers}")
    assert found.get("11.5.4") == (-1 if expected else None)
    m = combat({**AROUND, "1508": "47A"}, board=field(city="1508"))
    assert "11.5.4" not in modifiers(m, f"attack 1508 {attackers}")


@pytest.mark.rule("oder", "11.5.1d", "11.5.1e", "11.5.2", "11.5.3b", "8.2c", "11.5.4", "11.5e")
@pytest.mark.example("oder", "d.drm.soviet.city")
def test_a_fortified_city_by_the_sea() -> None:
    rivers = "1408/n 1408/ne 1408/se 1408/s 1408/sw 1408/nw"
    board = field(city="1408", fortifications="1408", coast="1408", river=rivers)
    units = {"1408": "HG", "1407": "1GT", "1507": "2GT", "1508": "3GT", "1409": "8G", **SOVIETS_BEHIND}
    m = soviet_combat(units, board=board, markers={"naval": "1408", "air": "1307"})
    found = m.preview("attack 1408 1GT 2GT 3GT 8G").lines[5:]
    assert sum(int(line.value) for line in found) == 6
    assert [line.rule for line in found] == ["11.5.1d", "11.5.1e", "11.5.2", "11.5.3b", "11.5.3b"]


@pytest.mark.rule("oder", "11.5.1d")
def test_cities_of_the_real_map() -> None:
    m = soviet_combat({"2408": "HG", "2308": "8G"}, board=MAP)
    assert modifiers(m, "attack 2408 8G")["11.5.1d"] == 2
