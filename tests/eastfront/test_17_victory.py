"""17: victory points, handicaps, levels of victory and tournament points."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.eastfront.victory import count, verdict
from grognard.preview import Result
from tests.eastfront.table import GERMAN, MAP, SOVIET, facts, field, position, state

FIELD = field()


def ended(units: dict[str, str] | None = None, **more: Any) -> Result:
    """How a scenario ends whose last Soviet player-turn this is."""
    more = {"scenario": "S43", "phase": "combat", "active": SOVIET, "fortnight": 2, "board": FIELD, **more}
    more["tracks"] = {"played": GERMAN, **more.get("tracks", {})}
    last = {"S41": "NOV41", "W41": "MAY42", "S42": "NOV42", "W42": "MAY43", "S43": "NOV43", "S44": "NOV44"}
    m = position(units or {}, month=last[more["scenario"]], **{"weather": "mud", **more})
    assert m.result is not None
    return m.result


def counted(result: Result) -> dict[str, int]:
    """The lines of a count."""
    return {line.what: int(line.value) for line in result.counted}


# --- 17.1 points -----------------------------------------------------------------------------------------------------

BARBAROSSA = {
    "0105": "OKH:2 AG-North:2",
    "0205": "AG-Center:2 AG-South:2 AG-A:1",
    "1105": "STAVKA:1 Leningrad-Front:1 Baltic-Front:1",
    "1005": "West-Front:1 Ukrainian-Front:1 South-Front:1",
}
LOST = "23A 8A 13A 3A 4A 37A 16A 5A 26A 12A"


@pytest.mark.rule("eastfront", "17.1", "17.2", "17.3", "17.31")
@pytest.mark.example("eastfront", "E17")
def test_the_example_of_barbarossa_is_a_marginal_soviet_victory() -> None:
    tracks = {"basic": {"german": 70, "soviet": 50}, "dead": f"{LOST} 41Pz"}
    result = ended(BARBAROSSA, scenario="S41", tracks=tracks)
    assert result.points == {GERMAN: 46, SOVIET: 52}
    assert (result.winner, result.level) == (SOVIET, "Soviet Marginal")
    levels = "Draw from 0, Marginal from 6, Major from 16, Decisive from 26"
    assert result.why == f"Soviet points less the enemy's come to 6. {levels}."
    assert counted(result) == {
        "German: Production Level": 70,
        "German: 9 HQ steps in play": 18,
        "German: 1 unit eliminated": -2,
        "German: handicap": -40,
        "Soviet: Production Level": 50,
        "Soviet: 6 HQ steps in play": 12,
        "Soviet: 10 units eliminated": -10,
        "German: tournament points": 0,
        "Soviet: tournament points": 2,
    }


@pytest.mark.rule("eastfront", "17.1")
def test_an_eliminated_hq_costs_four_points_on_either_side() -> None:
    lines = counted(ended(tracks={"dead": "AG-A STAVKA"}))
    assert (lines["German: 1 HQ eliminated"], lines["Soviet: 1 HQ eliminated"]) == (-4, -4)
    assert "German: 1 unit eliminated" not in lines


@pytest.mark.rule("eastfront", "17.1")
def test_satellites_count_as_german_units_and_those_gone_for_good_too() -> None:
    lines = counted(ended(tracks={"dead": "4Rum", "gone": "3Rum"}))
    assert lines["German: 2 units eliminated"] == -4


@pytest.mark.rule("eastfront", "17.1", "16.13")
def test_a_restricted_satellite_costs_one_and_the_italians_two() -> None:
    units = {"Bucharest": "3Rum 4Rum", "Warsaw": "8Ital"}
    lines = counted(ended(units, board=MAP))
    assert (lines["German: 2 restricted satellites"], lines["German: 1 restricted Italian"]) == (-2, -2)
    free = counted(ended(units, board=MAP, scenario="S42", control={"german": "Odessa Sevastopol"}))
    assert not any("restricted" in line for line in free)


@pytest.mark.rule("eastfront", "17.1", "G10")
def test_unsupplied_units_cost_the_german_a_point_each_and_the_soviet_none() -> None:
    lines = counted(ended({"0901": "1AK:3", "0101": "23A:3"}))
    assert lines["German: 1 unit unsupplied"] == -1
    assert not any(line.startswith("Soviet") and "unsupplied" in line for line in lines)


@pytest.mark.rule("eastfront", "17.1")
def test_reinforcements_to_come_and_blocks_not_in_the_game_do_not_count() -> None:
    lines = counted(ended(due={"41Pz": "DEC43:4"}))
    assert set(lines) == {
        "German: Production Level", "German: handicap", "Soviet: Production Level", "German: tournament points",
        "Soviet: tournament points",
    }  # fmt: skip


@pytest.mark.rule("eastfront", "17.1", "3.22")
def test_units_that_began_eliminated_and_were_not_rebuilt_count() -> None:
    m = grognard.new("eastfront", "S43")
    for _ in range(2):
        m.play("deploy")
        m.play("end")
    begun = [unit.id for unit in facts(m, GERMAN).lost if unit.type not in ("hq", "shq")]
    assert "8Ital" in begun
    lines = {line.what: int(line.value) for line in count(state(m), GERMAN)}
    assert lines[f"{len(begun)} units eliminated"] == -2 * len(begun)


@pytest.mark.rule("eastfront", "17.1", "16.28")
def test_units_in_exit_zones_are_not_eliminated() -> None:
    lines = counted(ended({"0005": "1AK OKH:2", "1205": "23A"}))
    assert not any("eliminated" in line for line in lines)
    assert lines["German: 2 HQ steps in play"] == 4


# --- 17.2 handicaps --------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "17.2")
@pytest.mark.parametrize(("scenario", "handicap"), [("S41", -40), ("S43", -10), ("S44", 50)])
def test_the_handicap_is_added_to_the_german_points(scenario: str, handicap: int) -> None:
    result = ended(scenario=scenario, tracks={"basic": {"german": 30, "soviet": 30}})
    assert result.points == {GERMAN: 30 + handicap, SOVIET: 30}


# --- 17.3 levels -----------------------------------------------------------------------------------------------------

LEVELS = [(0, "Draw", 1), (5, "Draw", 1), (6, "Marginal", 2), (15, "Marginal", 2), (16, "Major", 3), (25, "Major", 3),
          (26, "Decisive", 5)]  # fmt: skip


@pytest.mark.rule("eastfront", "17.3", "17.31")
@pytest.mark.parametrize(("lead", "level", "worth"), LEVELS)
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_the_level_follows_from_the_difference(side: str, lead: int, level: str, worth: int) -> None:
    german = 50 + (lead if side == GERMAN else -lead)
    result = ended(tracks={"basic": {"german": german + 10, "soviet": 50}})
    lines = counted(result)
    other = SOVIET if side == GERMAN else GERMAN
    if level == "Draw":
        assert (result.winner, result.level) == ("", "Draw")
        assert lines[f"{other.title()}: tournament points"] == 1
    else:
        assert (result.winner, result.level) == (side, f"{side.title()} {level}")
        assert lines[f"{other.title()}: tournament points"] == 0
    assert lines[f"{side.title()}: tournament points"] == worth


@pytest.mark.rule("eastfront", "EDE.1", "17.3", "G62")
@pytest.mark.parametrize(
    ("lead", "winner", "level"),
    [(0, "", "Draw"), (1, GERMAN, "German Marginal"), (-5, SOVIET, "Soviet Marginal"), (16, GERMAN, "German Major")],
)
def test_in_edelweiss_any_lead_wins(lead: int, winner: str, level: str) -> None:
    g = state(grognard.new("eastfront", "EDE"))
    assert verdict(g, {GERMAN: 30 + lead, SOVIET: 30}) == (winner, level)


# --- W41.2 -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "W41.2")
def test_in_winter_1941_the_soviets_have_a_point_for_each_german_hq_step_that_is_missing() -> None:
    lines = counted(ended({"0105": "OKH:2 AG-North:3"}, scenario="W41", tracks={"dead": "AG-A"}))
    assert lines["Soviet: 9 German HQ steps missing"] == 9
    assert not any("missing" in line for line in counted(ended({"0105": "OKH:2"}, scenario="S42")))


@pytest.mark.rule("eastfront", "17.1", "16.13")
@pytest.mark.parametrize(
    ("held", "due", "lines"),
    [
        ("", {"8Ital": "OCT42:3"}, {"German: 1 restricted Italian": -2}),
        ("", {"2Hun": "AUG42:4"}, {"German: 1 restricted satellite": -1}),
        ("", {"27AK": "JUN42:3"}, {}),
        ("Sevastopol", {"8Ital": "OCT42:3", "2Hun": "AUG42:4"}, {}),
    ],
)
def test_a_restricted_satellite_that_is_still_to_come_counts(
    held: str, due: dict[str, str], lines: dict[str, int]
) -> None:
    units = {"Warsaw": "1AK", "Moscow": "23A"}
    result = ended(units, scenario="S42", board=MAP, due=due, control={"german": held}, weather="dry")
    assert {what: points for what, points in counted(result).items() if "restricted" in what} == lines
