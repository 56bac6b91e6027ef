"""3.1: half-years and how one follows another: a year, an extended game, the whole war; 3.22a."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import grognard
from grognard.games.eastfront.rules import BOX
from grognard.games.eastfront.scenario import month_number
from tests.eastfront.table import (
    MAP,
    SOVIET,
    allowed,
    cv,
    holder,
    play,
    position,
    refused,
    state,
    where,
)

HALF_YEARS = ("S41", "W41", "S42", "W42", "S43", "W43", "S44", "W44")
UNITS = {"0205": "AG-South:1", "1005": "STAVKA:2"}


def last_turn(id: str, *, german: int = 0, units: dict[str, str] = UNITS, **more: Any) -> grognard.Match:
    """The last player-turn of a scenario; with the Production Levels the Germans are `german` points ahead."""
    plan = BOX.scenario(id)
    handicap = plan.handicap or 0
    lead = german - handicap + 2  # STAVKA is worth 2 more than AG South
    lead += 13 if "exhaustion" in plan.special else 0  # W41.2: AG South has but one of 14 steps
    basic = {"german": 50 + max(lead, 0), "soviet": 50 + max(-lead, 0)}
    tracks = {"played": "german", "basic": basic}
    return position(
        units, scenario=id, month=plan.months[-1], fortnight=2, active="soviet", phase="command", tracks=tracks, **more
    )


def end_scenario(m: grognard.Match) -> None:
    """The Soviet player-turn passes."""
    play(m, "end")


# --- 3.11 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "3.11", "0a")
def test_eight_half_years_from_june_and_from_december_follow_each_other() -> None:
    plans = [BOX.scenario(id) for id in HALF_YEARS]
    for plan in plans:
        first = "JUN" if plan.id[0] == "S" else "DEC"
        assert (len(plan.continued), plan.continued[0][:3]) == (6, first)
    for before, after in pairwise(plans):
        assert before.next == after.id
        assert month_number(after.continued[0]) == month_number(before.months[-1]) + 1
    assert plans[-1].next == ""


@pytest.mark.rule("eastfront", "3.11", "0d")
@pytest.mark.parametrize("id", HALF_YEARS[:-1])
def test_victory_is_checked_at_the_end_of_every_scenario(id: str) -> None:
    m = last_turn(id, german=10)
    end_scenario(m)
    assert m.result is not None
    assert (m.result.winner, m.result.level) == ("german", "German Marginal")


# --- 3.12 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "3.12", "3.22a")
def test_a_year_goes_on_with_the_forces_as_they_are_and_has_production_at_once() -> None:
    units = {"Warsaw": "AG-South:1 1AK:2", "Moscow": "STAVKA:2 23A:1"}
    m = last_turn("S41", units=units, board=MAP, options={"one_year": True})
    end_scenario(m)
    g = state(m)
    assert (g.scenario.id, g.month_code, g.phase) == ("W41", "DEC41", "production")
    assert (where(m, "1AK"), cv(m, "1AK"), cv(m, "23A")) == (g.hexname(g.rules.hex("Warsaw")), 2, 1)
    assert [len(list(g.on_map(side))) for side in ("german", "soviet")] == [2, 2]
    assert holder(m, "Lvov") == "soviet"  # not as on the startline of W'41


@pytest.mark.rule("eastfront", "3.12")
def test_the_reinforcements_air_firepower_and_special_rules_of_the_next_scenario_hold() -> None:
    units = {"Warsaw": "AG-South:1 41Pz", "Moscow": "STAVKA:2"}
    m = last_turn("S41", units=units, board=MAP, options={"one_year": True})
    assert (where(m, "51AK"), state(m).scenario.air["german"]) == ("unused", "TF")
    end_scenario(m)
    g = state(m)
    assert {g.name(unit): due for unit, due in g.due.items()}["51AK"] == ("JAN42", 3)
    assert g.scenario.air == {"german": "DF", "soviet": "SF"}
    for side in ("german", "soviet"):
        m.play("end", side)
    speeds = {unit.id: unit.movement for unit in m.view("german").units if not unit.hidden}
    assert (state(m).weather, speeds["41Pz"]) == ("snow", 1)  # W41.1


@pytest.mark.rule("eastfront", "3.12", "S41.4")
def test_hungary_opens_with_the_next_scenario_and_is_german() -> None:
    units = {"Warsaw": "AG-South:1", "Moscow": "STAVKA:2"}
    m = last_turn("S41", units=units, board=MAP, options={"one_year": True})
    assert holder(m, "Debrecen") == "nobody"
    end_scenario(m)
    assert holder(m, "Debrecen") == "german"


@pytest.mark.rule("eastfront", "3.12")
@pytest.mark.example("eastfront", "E3.12")
def test_the_bracket_of_the_next_scenario_is_added_to_the_level() -> None:
    m = last_turn("W41", options={"campaign": True})
    before = dict(m.view(None).tallies["production"])
    end_scenario(m)
    assert state(m).scenario.id == "S42"
    after = m.view(None).tallies["production"]
    assert (after["german"] - before["german"], after["soviet"] - before["soviet"]) == (10, 6)


@pytest.mark.rule("eastfront", "3.12")
def test_a_year_ends_with_the_winter_and_its_result_counts_whatever_the_summer_brought() -> None:
    m = last_turn("S42", german=99, options={"one_year": True})
    end_scenario(m)
    assert (m.result, state(m).scenario.id) == (None, "W42")  # not even a Decisive Victory ends the year
    while m.decisions:
        m.play("end", m.decisions[0].side)
    assert m.result is not None
    assert [id for id, _ in state(m).recorded] == ["S42", "W42"]


@pytest.mark.rule("eastfront", "3.12", "S43.1")
def test_a_game_that_goes_on_into_1943_plays_its_june() -> None:
    m = last_turn("W42", options={"campaign": True})
    end_scenario(m)
    assert state(m).month_code == "JUN43"


@pytest.mark.rule("eastfront", "3.12")
def test_a_winter_is_the_end_of_a_one_year_game() -> None:
    m = last_turn("W42", options={"one_year": True})
    end_scenario(m)
    assert m.result is not None


# --- 3.13, 3.14 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "3.13")
def test_an_extended_game_goes_on_if_both_agree() -> None:
    m = last_turn("S42", german=10, options={"extended": True})
    end_scenario(m)
    assert (m.result, sorted(decision.side for decision in m.decisions)) == (None, ["german", "soviet"])
    one = m.copy()
    one.play("continue", "german")
    one.play("stop", "soviet")
    assert one.result is not None
    assert one.result.level == "German Marginal"
    m.play("continue", "german")
    m.play("continue", "soviet")
    assert (state(m).scenario.id, state(m).phase) == ("W42", "production")


@pytest.mark.rule("eastfront", "3.14")
@pytest.mark.parametrize(
    ("lead", "ends"), [(0, False), (10, False), (20, False), (25, False), (26, True), (-25, False), (-26, True)]
)
def test_only_a_decisive_victory_ends_a_campaign(lead: int, ends: bool) -> None:
    m = last_turn("S43", german=lead, options={"campaign": True})
    end_scenario(m)
    assert (m.result is not None) == ends
    assert state(m).scenario.id == ("S43" if ends else "W43")
    assert [id for id, _ in state(m).recorded] == ["S43"]


@pytest.mark.rule("eastfront", "3.14", "W44.4")
def test_the_last_winter_of_a_campaign_has_its_own_victory() -> None:
    m = last_turn("S44", options={"campaign": True})
    end_scenario(m)
    assert state(m).scenario.id == "W44"
    while m.decisions:
        m.play("end", m.decisions[0].side)
    assert m.result is not None
    assert m.result.level == "German Decisive"  # never cut off
    assert m.result.why.startswith("Points do not count")


# --- 3.22a -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "3.22a")
def test_the_first_month_of_a_game_has_no_production() -> None:
    m = grognard.new("eastfront", "EDE")
    assert (state(m).month_code, state(m).phase) == ("JUL42", "command")
    refused(m, "step U", "11.1")
    allowed(m, "activate U")
    m = grognard.new("eastfront", "S43")
    play(m, "deploy", "end", "deploy", "end")
    assert (state(m).month_code, state(m).phase) == ("JUL43", "command")


@pytest.mark.rule("eastfront", "15.51", "3.12", "G66")
@pytest.mark.parametrize(
    ("before", "after"), [("lost", "prep"), ("prep", "prep"), ("ready", "ready"), ("deployed", "deployed")]
)
def test_a_beachhead_stays_as_it_is_but_for_a_lost_one(before: str, after: str) -> None:
    tracks: dict[str, object] = {"beachhead": before, "played": SOVIET}
    if before == "deployed":
        tracks["beachhead_at"] = "0905"
    m = position(
        {"0205": "AG-South", "0905": "Coastal"}, scenario="S42", month="NOV42", fortnight=2, weather="snow",
        phase="combat", tracks=tracks, options={"campaign": True},
    )  # fmt: skip
    assert (state(m).scenario.id, state(m).beachhead) == ("W42", after)
