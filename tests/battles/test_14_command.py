"""6.0d, 8.1f, 14.0: the Supply phase: faces of HQs, markers, and the matching of independent units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from grognard.decision import Ask, Procedure, Words
from grognard.games.battles import command, supply
from grognard.games.battles.position import ATTACK, GENERAL, NONE, Position
from grognard.mechanics.turn import Verb
from tests.battles.field import PLAN, at, field, ground, unit

WALL = {"0302": "50/3TC", "0304": "51/3TC", "0306": "103/3TC", "0308": "57/3TC", "0310": "58G/8GTk"}


def plan(side: str, **changes: Any) -> dict[str, Any]:
    """A plan in which a side's command is changed."""
    return {side: {**PLAN[side], "command": {**PLAN[side]["command"], **changes}}}


def run(procedure: Procedure[None] | None) -> None:
    """Carry a procedure out that asks nothing."""
    asked: Iterator[Ask] = procedure or iter(())
    assert list(asked) == []


def legal(verb: Verb[Position], g: Position, *words: str) -> bool:
    """Whether the verb offers these words one after the other."""
    return bool(verb.possible(g)) and all(
        word in verb.tree(g, words[:n]) for n, word in enumerate(words)
    ) and verb.tree(g, words).complete  # fmt: skip


def refusal(verb: Verb[Position], g: Position, words: Words, word: str) -> str:
    """The rule that forbids the next word."""
    ruling = verb.why_not(g, words, word)
    assert ruling is not None
    assert not ruling
    return ruling.rule


def turn_to(g: Position, hq: str, face: str = "attack") -> None:
    """Play `supply HQ face`."""
    assert legal(command.SUPPLY, g, hq, face)
    run(command.SUPPLY.carry_out(g, (hq, face)))


THREE = {"0303": "HQ-39PzK", "0305": "HQ-9A", "0307": "HQ-2A"}


# --- 14.0c faces ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "14.0b", "14.0c", "8.0c", "G5")
def test_as_many_hqs_may_be_set_to_attack_as_the_scenario_says() -> None:
    rules = ground(plan=plan("axis", attack_limit=[1, 2]))
    g = field(THREE, "axis-supply", rules=rules, turn=2)
    turn_to(g, "HQ-39PzK")
    turn_to(g, "HQ-9A")
    assert refusal(command.SUPPLY, g, (), "HQ-2A") == "8.0c"
    assert refusal(command.SUPPLY, g, ("HQ-2A",), "attack") == "8.0c"
    turn_to(g, "HQ-9A", "general")
    turn_to(g, "HQ-2A")
    assert [g.face[unit(g, hq)] for hq in ("HQ-39PzK", "HQ-9A", "HQ-2A")] == [1, 0, 1]
    assert supply.level(g, unit(g, "HQ-2A")) == ATTACK
    early = field(THREE, "axis-supply", rules=rules, turn=1)
    turn_to(early, "HQ-2A")
    assert refusal(command.SUPPLY, early, (), "HQ-9A") == "8.0c"


@pytest.mark.rule("battles", "8.0c")
def test_some_hqs_do_not_count_against_the_limit_on_some_turns() -> None:
    rules = ground(plan=plan("axis", attack_limit=1, unlimited={"HQ-9A": [1, 2]}))
    g = field(THREE, "axis-supply", rules=rules, turn=2)
    for hq in ("HQ-2A", "HQ-9A"):
        turn_to(g, hq)
    assert refusal(command.SUPPLY, g, (), "HQ-39PzK") == "8.0c"
    late = field(THREE, "axis-supply", rules=rules, turn=3)
    turn_to(late, "HQ-2A")
    assert refusal(command.SUPPLY, late, (), "HQ-9A") == "8.0c"


@pytest.mark.rule("battles", "14.0c")
def test_an_hq_without_a_line_is_not_turned() -> None:
    g = field({"0605": "HQ-9A", **WALL}, "axis-supply")
    assert refusal(command.SUPPLY, g, (), "HQ-9A") == "14.0c"
    assert not command.SUPPLY.possible(g)
    assert refusal(command.SUPPLY, g, (), "HQ-2A") == "14.0c"  # not on the map
    assert refusal(command.SUPPLY, g, (), "50/3TC") == "14.0b"  # no HQ, and the enemy's


@pytest.mark.rule("battles", "6.0d", "6.0i", "3.3e", "G5")
def test_attack_supply_markers_go_ahead_on_the_track_and_come_back_when_that_turn_is_over() -> None:
    markers = {"count": 3, "ahead": 1, "cost": 1, "dear": {"HQ-9A": [1, 2, 2]}}
    rules = ground(plan=plan("axis", attack_limit=3, markers=markers))
    g = field(THREE, "axis-supply", rules=rules, turn=2)
    run(command.begin_supply(g))
    turn_to(g, "HQ-9A")  # two markers on turn 2
    turn_to(g, "HQ-2A")
    assert refusal(command.SUPPLY, g, (), "HQ-39PzK") == "6.0d"
    assert supply.markers_in_hand(g, "axis") == 0
    command.end_supply(g)
    assert list(g.track) == [("axis", 3)] * 3
    command.markers_back(g)  # turn 2 is over: they lie on turn 3
    assert len(g.track) == 3
    g.turn = 3
    run(command.begin_supply(g))
    assert refusal(command.SUPPLY, g, (), "HQ-2A") == "6.0d"
    command.end_supply(g)
    command.markers_back(g)
    assert not g.track


@pytest.mark.rule("battles", "14.0c", "G56", "8.0b")
def test_a_face_holds_until_the_owners_next_supply_phase() -> None:
    g = field({**THREE, "0404": "35/4"}, "axis-supply")
    run(command.begin_supply(g))
    turn_to(g, "HQ-39PzK")
    command.end_supply(g)
    assert g.marked[unit(g, "35/4")] == ATTACK
    assert supply.level(g, unit(g, "35/4")) == ATTACK
    run(command.begin_supply(g))
    assert not g.face[unit(g, "HQ-39PzK")]
    command.end_supply(g)
    assert g.marked[unit(g, "35/4")] == GENERAL


# --- 8.1f, 14.0e independent units ------------------------------------------------------------------------------------


def two_hqs(room: int, **units: str) -> Position:
    """HQ-9A in 0303 and HQ-39PzK in 0309 with so much room each."""
    rules = ground(plan=plan("axis", independents=room))
    return field({"0303": "HQ-9A", "0309": "HQ-39PzK", **units}, "axis-supply", rules=rules)


def drawn(g: Position) -> dict[str, str]:
    """Which HQ each independent Axis unit draws on."""
    return {g.name(u): g.name(hq) for u, hq in supply.serving(g, "axis").items()}


@pytest.mark.rule("battles", "8.1f", "3.2d", "14.0e")
def test_independents_are_proposed_for_the_nearest_hq() -> None:
    g = two_hqs(6, **{"0404": "743", "0408": "10Flak", "0406": "PzZ75"})
    assert drawn(g) == {"743": "HQ-9A", "10Flak": "HQ-39PzK", "PzZ75": "HQ-39PzK"}


@pytest.mark.rule("battles", "8.1f", "14.0e")
def test_an_hq_on_its_attack_side_is_proposed_before_a_nearer_one() -> None:
    g = two_hqs(6, **{"0404": "743"})
    assert supply.level(g, unit(g, "743")) == GENERAL
    turn_to(g, "HQ-39PzK")
    assert drawn(g) == {"743": "HQ-39PzK"}
    assert supply.level(g, unit(g, "743")) == ATTACK


@pytest.mark.rule("battles", "8.1f")
def test_the_proposal_serves_as_many_as_can_be() -> None:
    """Two near HQ-9A, which has room for one; the one that can reach the other HQ too makes room."""
    g = field(
        {"1103": "HQ-8GA", "1109": "HQ-47A", "1003": "PonFr"},
        "soviet-supply",
        rules=ground(plan=plan("soviet", independents=1)),
    )
    assert {g.name(u): g.name(hq) for u, hq in supply.serving(g, "soviet").items()} == {"PonFr": "HQ-8GA"}
    g = two_hqs(1, **{"0304": "743", "0201": "10Flak"})
    far = g.rules.units[unit(g, "HQ-39PzK")].more.range
    assert g.rules.grid.distance(at(g, "0309"), at(g, "0201")) > far  # only HQ-9A serves the Flak
    assert drawn(g) == {"743": "HQ-39PzK", "10Flak": "HQ-9A"}


@pytest.mark.rule("battles", "8.1f")
def test_nobody_over_the_limit_is_served() -> None:
    rules = ground(plan=plan("axis", independents=1))
    g = field({"0303": "HQ-9A", "0404": "743", "0304": "PzZ75"}, "axis-supply", rules=rules, attack="HQ-9A")
    assert len(drawn(g)) == 1
    assert sorted(supply.level(g, unit(g, name)) for name in ("743", "PzZ75")) == [GENERAL, ATTACK]


@pytest.mark.rule("battles", "8.1f", "14.0e", "G23")
def test_two_whole_divisions_may_draw_though_they_are_more_units_than_the_number() -> None:
    g = two_hqs(2)
    two_divisions = [unit(g, name) for name in ["27/19", "73/19", "74/19", "35/4", "12/4", "33/4"]]
    hq = unit(g, "HQ-9A")
    assert supply.has_room(g, hq, two_divisions)
    assert not supply.has_room(g, hq, [*two_divisions, unit(g, "743")])
    assert not supply.has_room(g, hq, [*two_divisions, unit(g, "21/17")])


@pytest.mark.rule("battles", "8.1f", "G23")
def test_the_player_assigns_within_the_capacity_and_it_holds_until_his_next_supply_phase() -> None:
    g = two_hqs(1, **{"0304": "743", "0308": "PzZ75"})
    assert drawn(g) == {"743": "HQ-9A", "PzZ75": "HQ-39PzK"}
    assert refusal(command.ASSIGN, g, ("743",), "HQ-9A") == "8.1f"  # does so already
    assert legal(command.ASSIGN, g, "743", "HQ-39PzK")
    run(command.ASSIGN.carry_out(g, ("743", "HQ-39PzK")))
    assert drawn(g) == {"743": "HQ-39PzK", "PzZ75": "HQ-9A"}  # the proposal makes room
    assert refusal(command.ASSIGN, g, ("PzZ75",), "HQ-39PzK") == "8.1f"  # full
    command.end_supply(g)
    g.enter(unit(g, "743"), at(g, "0304"))
    g.enter(unit(g, "HQ-39PzK"), at(g, "1211"))
    assert drawn(g)["743"] == "HQ-39PzK"  # wherever both go
    run(command.begin_supply(g))
    assert drawn(g)["743"] == "HQ-9A"


@pytest.mark.rule("battles", "3.2d")
def test_units_with_a_colour_are_not_assigned() -> None:
    g = two_hqs(6, **{"0404": "21/17 743"})
    assert refusal(command.ASSIGN, g, (), "21/17") == "3.2d"
    assert refusal(command.ASSIGN, g, (), "HQ-9A") == "3.2d"
    assert refusal(command.ASSIGN, g, (), "10Flak") == "8.1f"  # not on the map
    assert refusal(command.ASSIGN, g, ("743",), "21/17") == "8.1f"  # no HQ


@pytest.mark.rule("battles", "7.0e", "8.1f")
def test_an_independent_that_comes_on_later_draws_where_there_is_room() -> None:
    g = two_hqs(1, **{"0304": "743"})
    command.end_supply(g)
    g.enter(unit(g, "PzZ75"), at(g, "0304"))
    assert drawn(g) == {"743": "HQ-9A", "PzZ75": "HQ-39PzK"}


# --- what scenarios add -----------------------------------------------------------------------------------------------


def side_plan(side: str, **changes: Any) -> dict[str, Any]:
    """A plan in which what is said of a side is changed."""
    return {side: {**PLAN[side], **changes}}


@pytest.mark.rule("battles", "13.0g", "6.0d", "G7")
def test_air_supply_is_placed_on_units_out_of_supply_and_lasts_until_the_next_supply_phase() -> None:
    rules = ground(plan=side_plan("axis", air_supply=[0, 1]))
    g = field({"0605": "35/4", "0101": "12/4", **WALL}, "axis-supply", rules=rules)
    run(command.begin_supply(g))
    assert g.marked[unit(g, "35/4")] == NONE
    assert refusal(command.AIRLIFT, g, (), "0101") == "13.0g"  # in supply
    assert refusal(command.AIRLIFT, g, (), "0707") == "13.0g"  # nobody there
    assert legal(command.AIRLIFT, g, "0605")
    run(command.AIRLIFT.carry_out(g, ("0605",)))
    assert not command.AIRLIFT.possible(g)  # one marker a turn
    command.end_supply(g)
    assert g.marked[unit(g, "35/4")] == GENERAL
    run(command.begin_supply(g))
    assert supply.level(g, unit(g, "35/4")) == NONE
    early = field({"0605": "35/4", **WALL}, "axis-supply", rules=rules, turn=1)
    assert command.AIRLIFT.possible(early).rule == "13.0g"


@pytest.mark.rule("battles", "13.0g", "17.0")
def test_nothing_flies_in_weather_that_grounds_the_air() -> None:
    states = {"storm": {"air": "none"}, "haze": {"air": "fewer"}}
    rules = ground(plan={**side_plan("axis", air_supply=1), "weather_states": states})
    units = {"0605": "35/4", **WALL}
    assert command.AIRLIFT.possible(field(units, "axis-supply", rules=rules, weather="storm")).rule == "17.0"
    assert command.AIRLIFT.possible(field(units, "axis-supply", rules=rules, weather="haze"))


@pytest.mark.rule("battles", "19.0")
def test_a_naval_point_supplies_a_port() -> None:
    ships = [{"side": "axis", "points": 1, "coast": "0605", "ports": "0605 0905"}]
    rules = ground(plan={"naval": ships})
    g = field({"0605": "35/4", **WALL}, "axis-supply", rules=rules)
    assert refusal(command.SHIP, g, (), "0605") == "19.0"  # no point in hand
    g.naval["axis"] = 1
    assert refusal(command.SHIP, g, (), "0905") == "19.0"  # in enemy hands
    assert refusal(command.SHIP, g, (), "0505") == "19.0"  # no port
    assert legal(command.SHIP, g, "0605")
    run(command.SHIP.carry_out(g, ("0605",)))
    assert g.naval["axis"] == 0
    assert supply.level(g, unit(g, "35/4")) == GENERAL
    run(command.begin_supply(g))
    assert supply.level(g, unit(g, "35/4")) == NONE


def starving(dice: tuple[int, ...], names: str = "35/4", untried: str = "", phases: int = 2) -> Position:
    """Axis units cut off in 0505, next to a Soviet one, after so many of their Supply phases."""
    rules = ground(plan=side_plan("axis", attrition="5 6"))
    g = field({"0505": names, "0605": "62G", **WALL}, "axis-supply", rules=rules, dice=dice, untried=untried)
    for _ in range(phases):
        run(command.begin_supply(g))
    return g


@pytest.mark.rule("battles", "8.2p", "17.0")
def test_attrition_begins_with_the_second_supply_phase_running_without_supply() -> None:
    g = starving((5,), phases=1)
    assert g.steps(unit(g, "35/4")) == 2
    g = starving((5,))
    assert (g.steps(unit(g, "35/4")), g.lean[unit(g, "35/4")]) == (1, 2)
    g = starving((4,))
    assert g.steps(unit(g, "35/4")) == 2
    g = starving((6, 5), phases=3)
    assert g.at[unit(g, "35/4")] < 0


@pytest.mark.rule("battles", "8.2p")
def test_attrition_needs_contact_and_spares_who_was_supplied_between_and_the_untried() -> None:
    g = starving((), phases=1)
    g.enter(unit(g, "35/4"), at(g, "0808"))
    run(command.begin_supply(g))  # no die is thrown: none is left
    assert g.lean[unit(g, "35/4")] == 2
    g = starving((), phases=1)
    for hex, name in {"0403": "12/4", "0303": "33/4", "0203": "27/19"}.items():  # a way through the wall
        g.enter(unit(g, name), at(g, hex))
    run(command.begin_supply(g))
    assert g.lean[unit(g, "35/4")] == 0
    g = starving((), "70/73", untried="70/73")
    assert g.lean[unit(g, "70/73")] == 2
