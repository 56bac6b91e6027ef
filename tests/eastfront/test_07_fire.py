"""7.3, 7.4: dice, firepower, who takes the hits, double and triple defense, and combat without support."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Noted
from tests.eastfront.table import (
    GERMAN,
    SOVIET,
    Table,
    allowed,
    asked,
    cv,
    field,
    fight,
    lost,
    of_kind,
    offered,
    play,
    position,
    powers,
    refused,
    volleys,
    where,
)

HQ = {"AG-South": ""}
FRONT = {"Ukrainian-Front": ""}


def city(kind: str, **more: Any) -> Table:
    """A field with a city in 0605."""
    return field(cities=[{"name": "Gorod", "hex": "0605", "class": kind, "home": "soviet", **more}])


FORTRESS = city("minor", fortress=True)
DOUBLE = {
    "forest": field(forest="0605"),
    "marsh": field(marsh="0605"),
    "mountain": field(mountain="0605"),
    "major city": city("major"),
}


def german_round(units: str, *, dice: list[int] | None = None, hq: str = "0505", **more: Any) -> grognard.Match:
    """A German Combat Phase with one old battle in 0605; an HQ in 0505 supports it."""
    return position({"0605": units, hq: "AG-South:3"}, phase="combat", active_hqs=HQ, dice=dice, **more)


def steps(m: grognard.Match, *units: str) -> list[int]:
    """The strengths of units, 0 for one that is lost."""
    return [cv(m, unit) for unit in units]


# --- 7.31 dice -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.31", "7.32")
@pytest.mark.example("eastfront", "E7.32")
def test_a_unit_rolls_a_die_for_each_cv() -> None:
    m = german_round("41Pz:3 8A:2 9A:1", dice=[1, 1, 1, 4, 5, 6])
    assert volleys(fight(m, "0605")) == [("8A", (1, 1), 0), ("9A", (1,), 0), ("41Pz", (4, 5, 6), 2)]


@pytest.mark.rule("eastfront", "7.31")
@pytest.mark.parametrize("order", [("1AK", "41Pz"), ("41Pz", "1AK")])
def test_the_owner_may_choose_the_order_of_fire(order: tuple[str, str]) -> None:
    m = german_round("41Pz:2 1AK:2 8A:1", dice=[1] * 5, options={"fire_order": True})
    told = fight(m, "0605", f"fire {order[0]}")
    assert [who for who, _, _ in volleys(told)] == ["8A", *order]


@pytest.mark.rule("eastfront", "7.31")
def test_each_unit_fires_once() -> None:
    m = german_round("41Pz:2 1AK:2 4AK:1 8A:1", dice=[1] * 6, options={"fire_order": True})
    fight(m, "0605", "fire 1AK")
    assert offered(m, "fire") == ["41Pz", "4AK"]


@pytest.mark.rule("eastfront", "7.31", "5.1")
def test_nobody_is_asked_when_an_hq_fires_for_it_never_does() -> None:
    battle = "41Pz:2 1AK:2 AG-A:1 8A:1 South-Front:1"
    m = german_round(battle, dice=[1] * 5, options={"fire_order": True})
    fight(m, "0605")  # 8A fires of itself: with it there is but an HQ
    assert (asked(m), offered(m, "fire")) == (GERMAN, ["41Pz", "1AK"])
    told = play(m, "fire 1AK")
    assert [who for who, _, _ in volleys(told)] == ["1AK", "41Pz"]


# --- 7.32 firepower --------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.32", "2.26")
def test_firepower_by_type() -> None:
    m = german_round("41Pz:1 55Mot:1 1AK:1 4Tk:1 6Mk:1 5Cav:1", dice=[1] * 12)
    assert powers(fight(m, "0605")) == {
        "4Tk": "DF", "6Mk": "DF", "5Cav": "SF", "41Pz": "DF", "55Mot": "SF", "1AK": "SF",
    }  # fmt: skip
    m = position(
        {"0605": "41Pz:1 55Mot:1 1AK:1 AG-A:2 1Shk:1 6Mk:1 5Cav:1", "0705": "Ukrainian-Front:3"},
        phase="combat", active=SOVIET, active_hqs=FRONT, battles={"0605": GERMAN}, dice=[1] * 12,
    )  # fmt: skip
    assert powers(fight(m, "0605")) == {
        "41Pz": "DF", "55Mot": "DF", "1AK": "SF", "1Shk": "DF", "6Mk": "SF", "5Cav": "SF",
    }  # fmt: skip


@pytest.mark.rule("eastfront", "7.32")
@pytest.mark.parametrize(("unit", "hits"), [("1AK:4", 1), ("41Pz:4", 2), ("2SS:4", 3)])
def test_sf_hits_on_6_df_on_5_and_6_tf_on_4_to_6(unit: str, hits: int) -> None:
    m = german_round(f"{unit} 11GdsA:4", dice=[1, 1, 1, 1, 3, 4, 5, 6])
    assert volleys(fight(m, "0605"))[1][2] == hits


@pytest.mark.rule("eastfront", "7.32", "1.33")
def test_in_a_marsh_all_offensive_fire_is_single() -> None:
    m = german_round("41Pz:1 2SS:1 55Mot:1 4Tk:1", dice=[1] * 4, board=field(marsh="0605"))
    assert powers(fight(m, "0605")) == {"4Tk": "DF", "41Pz": "SF", "2SS": "SF", "55Mot": "SF"}


@pytest.mark.rule("eastfront", "7.32", "1.33", "12.24")
def test_in_a_frozen_marsh_fire_is_as_usual() -> None:
    m = german_round("41Pz:1 4Tk:1", dice=[1] * 2, board=field(marsh="0605"), weather="snow")
    assert powers(fight(m, "0605")) == {"4Tk": "DF", "41Pz": "DF"}


@pytest.mark.rule("eastfront", "7.32", "12.24", "G21")
@pytest.mark.parametrize(
    ("board", "germans"),
    [
        (field(), ("41Pz", "2SS", "49Geb")),
        (field(forest="0605"), ("41Pz", "2SS", "49Geb")),
        (field(mountain="0605"), ("41Pz", "49Geb")),  # it holds no more than two
        (field(mountain="0605"), ("2SS",)),
        (city("major"), ("41Pz", "2SS", "49Geb")),
    ],
)
def test_in_mud_all_offensive_fire_is_single_everywhere(board: Table, germans: tuple[str, ...]) -> None:
    words = " ".join(f"{unit}:1" for unit in (*germans, "4Tk"))
    m = german_round(words, dice=[1] * (len(germans) + 1), board=board, weather="mud")
    assert powers(fight(m, "0605")) == {"4Tk": "DF"} | dict.fromkeys(germans, "SF")


@pytest.mark.rule("eastfront", "7.32", "1.41")
def test_in_a_major_city_all_defensive_fire_is_double_or_better() -> None:
    m = german_round("1AK:1 8A:1 5Cav:1 4Tk:1", dice=[1] * 4, board=city("major"))
    assert powers(fight(m, "0605")) == {"8A": "DF", "5Cav": "DF", "4Tk": "DF", "1AK": "SF"}
    m = position(
        {"0605": "2SS:1 1AK:1 8A:1", "0705": "Ukrainian-Front:3"}, board=city("major"), phase="combat",
        active=SOVIET, active_hqs=FRONT, dice=[1] * 3,
    )  # fmt: skip
    assert powers(fight(m, "0605")) == {"2SS": "TF", "1AK": "DF", "8A": "SF"}


@pytest.mark.rule("eastfront", "7.32", "1.42")
def test_a_minor_city_does_nothing_for_fire_or_defense() -> None:
    m = german_round("41Pz:2 8A:3", dice=[1, 1, 1, 5, 5], board=city("minor"))
    told = fight(m, "0605")
    assert powers(told)["8A"] == "SF"
    assert lost(told) == ["8A", "8A"]


# --- 7.33 losses -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.33")
def test_a_loss_falls_on_the_strongest() -> None:
    m = german_round("41Pz:3 8A:3 9A:1", dice=[1] * 4 + [5, 5, 1])
    told = fight(m, "0605")
    assert lost(told) == ["8A", "8A"]
    assert steps(m, "8A", "9A") == [1, 1]


@pytest.mark.rule("eastfront", "7.33")
def test_between_equals_the_owner_chooses() -> None:
    m = german_round("41Pz:2 1AK:2 11GdsA:2 4Tk:2", dice=[6, 1, 1, 1, 5, 1, 1, 1])
    play(m, "battle 0605")
    assert asked(m) == GERMAN
    assert offered(m, "lose") == ["41Pz", "1AK"]
    play(m, "lose 1AK")
    assert asked(m) == SOVIET
    assert offered(m, "lose") == ["11GdsA", "4Tk"]
    play(m, "lose 4Tk")
    assert steps(m, "41Pz", "1AK", "11GdsA", "4Tk") == [2, 1, 2, 1]


@pytest.mark.rule("eastfront", "7.33")
def test_a_unit_of_1_cv_that_is_hit_is_lost_but_can_be_rebuilt() -> None:
    m = german_round("41Pz:2 8A:1", dice=[1, 5, 1])
    assert lost(fight(m, "0605")) == ["8A+"]
    assert where(m, "8A") == "dead"


@pytest.mark.rule("eastfront", "7.33", "5.1", "G22")
def test_an_hq_loses_a_step_0_too_and_does_not_fire() -> None:
    m = german_round("41Pz:3 South-Front:1", dice=[5, 5, 1])
    told = fight(m, "0605")
    assert volleys(told) == [("41Pz", (5, 5, 1), 2)]
    assert lost(told) == ["South-Front", "South-Front+"]
    m = german_round("41Pz:3 South-Front:1", dice=[5, 1, 1])
    assert lost(fight(m, "0605")) == ["South-Front"]
    assert (where(m, "South-Front"), cv(m, "South-Front")) == ("0605", 0)


@pytest.mark.rule("eastfront", "7.33", "7.34")
def test_active_units_take_every_hit_in_full_in_any_terrain() -> None:
    for board in DOUBLE.values():
        m = german_round("41Pz:4 4Tk:2", dice=[6, 6] + [1] * 2, board=board)
        assert lost(fight(m, "0605")) == ["41Pz", "41Pz"]


# --- the combat example ----------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.15", "7.22", "7.31", "7.32", "7.33", "7.4", "13.15")
@pytest.mark.example("eastfront", "E7.combat.1", "E7.combat.2", "E7.combat.3")
def test_the_combat_example() -> None:
    units = {"0505": "41Pz:4 55Mot:4 AG-South:2", "0605": "4Tk:3 8A:3 9A:2"}
    m = position(
        units, scenario="S41", month="JUL41", active_hqs=HQ, options={"fire_order": True},
        dice=[3, 5, *(2, 3, 6), *(2, 4), *(3, 6), *(3, 5, 5), *(3, 4, 5)],
    )  # fmt: skip
    play(m, "move 41Pz 0605", "move 55Mot 0605", "end")
    refused(m, "end", "7.15")
    play(m, "strike AG-South 0605")
    assert offered(m, "lose") == ["4Tk", "8A"]
    play(m, "lose 8A")
    assert steps(m, "4Tk", "8A", "9A") == [3, 2, 2]
    play(m, "fire 4Tk")
    assert offered(m, "lose") == ["41Pz", "55Mot"]
    play(m, "lose 55Mot", "fire 8A")  # 9A, the last, fires of itself; its hit must fall on the armor
    assert steps(m, "41Pz", "55Mot") == [3, 3]
    play(m, "fire 41Pz")
    assert steps(m, "4Tk", "8A", "9A") == [2, 2, 2]
    told = play(m, "lose 9A")
    assert volleys(told) == [("55Mot", (3, 4, 5), 0)]
    assert steps(m, "4Tk", "8A", "9A", "41Pz", "55Mot") == [2, 2, 1, 3, 3]
    hidden = [unit for unit in m.view(GERMAN).units if unit.hex == "0605" and unit.hidden]
    assert len(hidden) == 3


# --- 7.34 double defense ---------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.34")
@pytest.mark.parametrize("where", list(DOUBLE))
def test_a_step_for_two_hits_in_cover(where: str) -> None:
    m = german_round("41Pz:3 2SS:1 8A:3", dice=[1, 1, 1, 6, 6, 6, 6], board=DOUBLE[where])
    assert lost(fight(m, "0605")) == ["8A", "8A"]
    m = german_round("41Pz:3 2SS:1 8A:3", dice=[1, 1, 1, 6, 6, 6, 1], board=DOUBLE[where])
    assert lost(fight(m, "0605")) == ["8A"]


@pytest.mark.rule("eastfront", "7.34", "12.24")
def test_a_step_for_two_hits_anywhere_in_mud() -> None:
    m = german_round("41Pz:4 8A:3", dice=[1, 1, 1, 6, 6, 6, 1], weather="mud")
    assert lost(fight(m, "0605")) == ["8A"]


@pytest.mark.rule("eastfront", "7.34")
def test_in_the_open_every_hit_is_a_step() -> None:
    m = german_round("41Pz:4 8A:3", dice=[1, 1, 1, 6, 6, 1, 1])
    assert lost(fight(m, "0605")) == ["8A", "8A"]


@pytest.mark.rule("eastfront", "7.34", "12.24")
def test_a_frozen_marsh_protects_like_a_forest() -> None:
    m = german_round("41Pz:4 8A:3", dice=[1, 1, 1, 6, 6, 6, 1], weather="snow", board=DOUBLE["marsh"])
    assert lost(fight(m, "0605")) == ["8A"]


@pytest.mark.rule("eastfront", "7.34", "7.31")
def test_half_hits_carry_over_from_unit_to_unit() -> None:
    m = german_round("41Pz:1 48Pz:1 8A:2", dice=[1, 1, 5, 5], board=DOUBLE["forest"])
    told = fight(m, "0605")
    assert [hits for _, _, hits in volleys(told)] == [0, 1, 1]
    assert lost(told) == ["8A"]


@pytest.mark.rule("eastfront", "7.34", "13.15")
def test_half_hits_carry_over_from_the_airstrike_and_cost_no_dice() -> None:
    m = german_round("41Pz:1 8A:2", dice=[5, 1, 1, 1, 1, 5], board=DOUBLE["forest"])
    play(m, "strike AG-South 0605")
    assert volleys(list(m.events)) == [("AG-South", (5, 1, 1), 1), ("8A", (1, 1), 0), ("41Pz", (5,), 1)]
    assert lost(list(m.events)) == ["8A"]


@pytest.mark.rule("eastfront", "7.34", "7.33", "G19")
def test_a_unit_with_a_half_hit_takes_the_next() -> None:
    # the half-hit from the air goes to 8A, and though 4Tk is as strong, so does the next; then 4Tk is the strongest
    m = german_round("41Pz:3 8A:2 4Tk:2", dice=[5, 1, 1, *[1] * 4, 5, 5, 5], board=DOUBLE["forest"])
    play(m, "strike AG-South 0605", "lose 8A")
    assert steps(m, "8A", "4Tk") == [1, 1]
    assert lost(list(m.events)) == ["8A", "4Tk"]
    m = german_round("41Pz:3 8A:2 4Tk:2", dice=[5, 1, 1, *[1] * 4, 5, 1, 1], board=DOUBLE["forest"])
    play(m, "strike AG-South 0605", "lose 8A")
    assert lost(list(m.events)) == ["8A"]


@pytest.mark.rule("eastfront", "7.34", "G19")
def test_half_hits_left_at_the_end_of_the_round_are_dropped() -> None:
    units = {"0605": "41Pz:1 8A:2", "0505": "AG-South:3", "0705": "Ukrainian-Front:1"}
    m = position(units, board=DOUBLE["forest"], phase="combat", active_hqs=HQ, dice=[1, 1, 5, *[1, 1, 5]])
    told = fight(m, "0605")
    assert lost(told) == []
    assert any(event.rule == "7.34" for event in of_kind(told, Noted))
    play(
        m, "end", "end", "activate AG-South", "end"
    )  # the Soviet turn; then the battle goes on with the same count of hits
    assert lost(fight(m, "0605")) == []
    assert cv(m, "8A") == 2


@pytest.mark.rule("eastfront", "7.34")
def test_only_the_passive_side_has_double_defense() -> None:
    m = german_round("41Pz:4 8A:3", dice=[6, 1, 1, *[5, 1, 1]], board=DOUBLE["forest"], battles={"0605": SOVIET})
    assert lost(fight(m, "0605")) == ["41Pz"]


# --- 7.35 triple defense ---------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.35", "1.46")
def test_in_a_fortress_the_original_defender_loses_a_step_for_three_hits() -> None:
    m = german_round("41Pz:4 48Pz:4 8A:3", dice=[1] * 3 + [5] * 5 + [1] * 3, board=FORTRESS)
    assert lost(fight(m, "0605")) == ["8A"]
    m = german_round("41Pz:4 48Pz:4 8A:3", dice=[1] * 3 + [5] * 6 + [1] * 2, board=FORTRESS)
    assert lost(fight(m, "0605")) == ["8A", "8A"]


@pytest.mark.rule("eastfront", "7.35", "13.15")
def test_third_hits_carry_over_from_the_airstrike_and_stay_with_their_unit() -> None:
    m = german_round("41Pz:4 8A:2 4Tk:2", dice=[5, 1, 1, *[1] * 4, 5, 5, 5, 5], board=FORTRESS)
    play(m, "strike AG-South 0605", "lose 8A")
    assert lost(list(m.events)) == ["8A"]  # three of the five hits; 4Tk bears the other two
    assert any(event.rule == "7.34" and "4Tk" in event.text for event in m.events if isinstance(event, Noted))


@pytest.mark.rule("eastfront", "7.35", "7.23", "G20")
def test_the_original_attacker_has_nothing_of_a_fortress() -> None:
    units = {"0605": "1AK:3 8A:3 4Tk:3", "0705": "Ukrainian-Front:3", "0405": "AG-South:3"}
    m = position(
        units, board=FORTRESS, phase="combat", active=SOVIET, active_hqs=FRONT, battles={"0605": GERMAN},
        dice=[1] * 3 + [5, 5, 1] + [1] * 3,
    )  # fmt: skip
    told = fight(m, "0605")
    assert powers(told)["1AK"] == "SF"
    assert lost(told) == ["1AK", "1AK"]


@pytest.mark.rule("eastfront", "7.35", "7.4")
@pytest.mark.parametrize("where", list(DOUBLE))
def test_without_support_double_defense_is_triple(where: str) -> None:
    m = german_round("41Pz:4 48Pz:4 8A:3", dice=[1] * 3 + [6] * 5 + [1] * 3, hq="0105", board=DOUBLE[where])
    assert lost(fight(m, "0605")) == ["8A"]


@pytest.mark.rule("eastfront", "7.35", "7.4", "12.24")
def test_without_support_in_mud_it_takes_three_hits() -> None:
    m = german_round("41Pz:4 48Pz:4 8A:3", dice=[1] * 3 + [6] * 5 + [1] * 3, hq="0105", weather="mud")
    assert lost(fight(m, "0605")) == ["8A"]


# --- 7.4 unsupported combat ------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "7.4")
def test_out_of_command_range_it_takes_two_hits() -> None:
    m = german_round("41Pz:4 8A:3", dice=[6, 1, 1, 5, 5, 5], hq="0205")
    told = fight(m, "0605")
    assert lost(told) == ["41Pz", "8A"]  # the active side loses in full
    assert [event.text for event in of_kind(told, Noted) if event.rule == "7.4"] == ["battle of EZ-B-E6, unsupported"]


@pytest.mark.rule("eastfront", "7.4")
def test_within_command_range_it_takes_one() -> None:
    m = german_round("41Pz:4 8A:3", dice=[1, 1, 1, 5, 5, 5, 1], hq="0305")
    assert lost(fight(m, "0605")) == ["8A", "8A", "8A+"]


@pytest.mark.rule("eastfront", "7.4", "5.64")
def test_a_supreme_hq_gives_no_support() -> None:
    m = position(
        {"0605": "41Pz:4 8A:3", "0505": "OKH:3"}, phase="combat", active_hqs={"OKH": ""}, dice=[1] * 3 + [5, 5, 5, 1]
    )
    assert lost(fight(m, "0605")) == ["8A"]


@pytest.mark.rule("eastfront", "7.4")
def test_a_player_may_fight_without_any_active_hq() -> None:
    m = position({"0605": "41Pz:4 8A:3", "0505": "AG-South:3"}, phase="combat", dice=[1] * 3 + [5, 5, 5, 1])
    assert lost(fight(m, "0605")) == ["8A"]
    assert cv(m, "AG-South") == 3


@pytest.mark.rule("eastfront", "7.4", "5.7", "4.45")
def test_in_blitz_combat_too_battles_may_be_fought_without_support() -> None:
    m = position(
        {"0605": "41Pz:4 8A:3", "0205": "AG-South:1"}, phase="blitz-combat", active_hqs=HQ, dice=[1] * 3 + [5, 5, 5, 1]
    )
    allowed(m, "end")
    assert lost(fight(m, "0605")) == ["8A"]


@pytest.mark.rule("eastfront", "7.4", "7.15")
def test_who_attacks_out_of_range_in_the_blitz_must_fight() -> None:
    units = {"0505": "41Pz:4", "0705": "8A:3", "0405": "AG-South:1"}
    m = position(units, phase="blitz-movement", active_hqs=HQ, dice=[1] * 3 + [5, 5, 5, 1])
    told = play(m, "move 41Pz 0605 0705", "end")  # nothing else can be done, so it is fought without asking
    assert [event.text for event in of_kind(told, Noted) if event.rule == "7.4"] == ["battle of EZ-R-W5, unsupported"]
    assert lost(told) == ["8A"]


@pytest.mark.rule("eastfront", "7.4", "1.46", "7.15")
def test_unsupported_fire_cannot_hurt_a_fortress_but_the_battle_is_fought() -> None:
    units = {"0605": "41Pz:4 48Pz:4 8A:3", "0105": "AG-South:3"}
    m = position(units, board=FORTRESS, phase="combat", active_hqs=HQ, dice=[4, 1, 1])  # there is nothing else to do
    told = list(m.events)
    assert volleys(told) == [("8A", (4, 1, 1), 1)]
    assert powers(told) == {"8A": "TF"}
    assert cv(m, "8A") == 3


@pytest.mark.rule("eastfront", "7.4", "13.15a", "G20")
def test_nor_does_an_airstrike_hurt_a_fortress_without_support() -> None:
    units = {"0605": "41Pz:4 8A:3", "0505": "OKH:3"}
    m = position(units, board=FORTRESS, phase="combat", active_hqs={"OKH": ""}, dice=[1, 1, 1])
    play(m, "strike OKH 0605")
    assert [who for who, _, _ in volleys(list(m.events))] == ["8A"]
    assert cv(m, "8A") == 3
