"""Where several rules meet: roads and zones, dams, bonus points and departures, what reinforcements show."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Entered, Removed
from grognard.games.bugriver.rules import standard
from tests.bugriver.battles import battle
from tests.bugriver.table import (
    GERMAN,
    MAP,
    SOVIET,
    admin,
    allowed,
    command,
    field,
    level,
    of_kind,
    offered,
    play,
    position,
    quiet,
    refused,
    state,
    strength,
    where,
)

HQS = {"1109": "44ID", "2309": "87RD"}

# --- roads, zones and water -------------------------------------------------------------------------------------------

# Guns in the open amid marsh; the only way out is a road into marsh that the enemy controls.
MARSH = field(marsh="1508 1608 1609 1510 1409 1408", road="1509 1609", village="1109 2309")


@pytest.mark.rule("bugriver", "7.3.3b")
def test_a_road_into_a_zone_opens_no_prohibited_terrain_and_nobody_is_asked_to_go_there() -> None:
    m = quiet({**HQS, "1509": "1/Pj46", "1710": "I/16"}, board=MARSH)
    assert "move" not in offered(m)
    refused(m, "move 1/Pj46 1609", "7.3.2b")
    free = quiet({**HQS, "1509": "1/Pj46", "1809": "I/16"}, board=MARSH)
    allowed(free, "move 1/Pj46 1609")


@pytest.mark.rule("bugriver", "7.3.4")
def test_an_infiltration_uses_no_road_into_prohibited_terrain() -> None:
    units = {**HQS, "1509": "1/Pj46 I/131", "1710": "I/16", "1607": "II/16"}
    m = quiet({**units, "1508": "III/16"}, board=MARSH)
    refused(m, "infiltrate 1/Pj46 1609", "7.3.4")
    allowed(m, "infiltrate I/131 1609")


@pytest.mark.rule("bugriver", "7.3.8")
@pytest.mark.rule("bugriver", "7.3.4")
def test_an_infiltration_over_the_bug_needs_boats_and_says_so() -> None:
    board = field(bug="1609/ne 1609/se 1609/n", village="1109 2309")
    units = {**HQS, "1609": "I/131", "1810": "I/16", "1610": "II/16"}
    allowed(position(units, board=board, boats=1), "infiltrate I/131 1710")
    refused(position(units, board=board, boats=2), "infiltrate I/131 1710", "7.3.8")


@pytest.mark.rule("bugriver", "7.3.3a")
@pytest.mark.rule("bugriver", "5.7.1b")
@pytest.mark.rule("bugriver", "7.5.1.2b")
def test_a_road_over_a_lake_runs_on_a_dam() -> None:
    """G58: what may march over it may also be supplied, fight and retreat over it; it is like a stream's bridge."""
    units = {**HQS, "1609": "I/131", "1709": "I/16"}
    dam, lake = field(lake="1609/ne", road="1509 1609 1709"), field(lake="1609/ne")
    refused(position(units, board=lake), "hasty 1709 I/131 go", "7.5.1.2b")
    m = position(units, board=dam)
    lines = m.preview("hasty 1709 I/131").lines
    assert ("stream bridged", "-1") in [(line.what, line.value) for line in lines]
    zones = [set(position(units, board=board).query("zoc", of=SOVIET).hexes) for board in (dam, lake)]
    assert zones[0] - zones[1] == {"1609"}
    walled = "1609/n 1609/ne 1609/se 1609/s 1609/sw 1609/nw"  # an island with a road
    shut, open = (position({**HQS, "1609": "1/Pj46", "1809": "I/16"}, board=field(lake=walled, road=road), points=1)
                  for road in ("", "1609 1709"))  # fmt: skip
    refused(shut, "move 1/Pj46 1709", "7.3.2b")
    allowed(open, "move 1/Pj46 1709")  # into a zone, off the road rate: the hex alone counts


@pytest.mark.rule("bugriver", "7.3.3c")
def test_nobody_pays_more_for_a_railway_than_for_the_ground_beside_it() -> None:
    """G6: armour crosses open country for 1 and goes by rail for 3/2; through forest the railway is the cheaper way."""
    for forest, cost in (("", 1.0), ("1509", 1.5)):
        board = field(rail="1409 1509", forest=forest)
        m = position({**HQS, "1409": "1/StG191"}, board=board, assigned={"1/StG191": "44ID"})
        assert m.query("reach", GERMAN, unit="1/StG191").costs["1509"] == cost


# --- bonus points -----------------------------------------------------------------------------------------------------


def bonus(units: dict[str, str], won: str, **more: Any) -> grognard.Match:
    """A bonus point for units that have won a battle."""
    return position(units, phase="bonus", won=won, forced=False, **more)


@pytest.mark.rule("bugriver", "7.5.3d")
def test_nobody_leaves_the_map_with_a_bonus_point() -> None:
    units = {"5215": "1/36", "5115": "14Pz", "4415": "I/283", "4809": "87RD"}
    table: dict[str, Any] = {"board": MAP, "acting": "14Pz", "turn": 7, "points": 1}
    won = bonus(units, "1/36", entry="5114", **table)
    assert "exit" not in offered(won)
    refused(won, "exit 1/36", "7.5.3d")
    allowed(position(units, **table), "exit 1/36")


@pytest.mark.rule("bugriver", "7.5.3d")
def test_a_move_with_a_bonus_point_says_where_it_may_begin() -> None:
    units = {**HQS, "1609": "I/131", "1608": "I/16", "1610": "II/16"}
    won = bonus(units, "I/131", entry="1709")
    allowed(won, "infiltrate I/131 1709")
    refused(won, "infiltrate I/131 1710", "7.5.3d")
    refused(won, "infiltrate I/131 1509", "7.5.3d")
    held = bonus(units, "I/131")
    refused(held, "move I/131 1509", "7.5.3d")
    assert "1709" in refused(bonus({**HQS, "1609": "1/Pj46"}, "1/Pj46", entry="1709", board=field(
        marsh="1708 1808 1809 1710 1608 1610")), "move 1/Pj46 1510", "7.5.3d").reason  # fmt: skip


@pytest.mark.rule("bugriver", "7.5.3a")
def test_a_preview_knows_that_the_dead_win_no_battles() -> None:
    """A lone attacker with one Strength Point does not outlive a hit."""
    whole, last = (battle({"1609": "I/131", "1709": "BG1"}, result="1/2", strength=s) for s in ({}, {"I/131": 1}))
    for m, won in ((whole, 1.0), (last, 0.0)):
        assert m.preview("prepared 1709 I/131").tables["the battle is won by"]["attacker"] == pytest.approx(won)
    lucky = battle({"1609": "I/131", "1709": "BG1"}, result="0/2", strength={"I/131": 1})
    assert lucky.preview("prepared 1709 I/131").tables["the battle is won by"]["attacker"] == pytest.approx(1)


@pytest.mark.rule("bugriver", "5.8.4b")
def test_a_preview_says_that_isolated_attackers_check_first() -> None:
    ring = {"1509": "II/16", "1510": "III/16", "1608": "I/96", "1610": "II/96"}
    cut = battle({"1609": "I/131", "1709": "I/16", **ring})
    assert command(cut, "I/131") == "isolated"
    assert "isolated" in cut.preview("hasty 1709 I/131").notes[0]
    assert "isolated" not in " ".join(battle({"1609": "I/131", "1709": "I/16"}).preview("hasty 1709 I/131").notes)


# --- what is seen -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "5.3.4a")
def test_zones_by_class_do_not_tell_what_lies_under_a_unit() -> None:
    bare, stacked = (
        position({"1109": "44ID I/131", "2309": "87RD I/283", "1909": stack}) for stack in ("I/16", "I/16 4/82 1/43AT")
    )
    asked = {"of": SOVIET}
    assert bare.query("zoc", GERMAN, **asked).marked == stacked.query("zoc", GERMAN, **asked).marked
    assert stacked.query("zoc", SOVIET, **asked).marked["afv"]


@pytest.mark.rule("bugriver", "5.3.4a")
@pytest.mark.rule("bugriver", "8.4.1a")
def test_reinforcements_enter_under_their_names() -> None:
    """G83: they lay open beside the map, and who is missing there has come."""
    units = {"1109": "44ID I/131", "2309": "87RD I/283", "2403": "II/16"}
    m = admin(units, "soviet-reinforcement", turn=3, due={"I/404": 3, "II/404": 3}, assigned={"I/404": "87RD"})
    play(m, "arrive I/404 2403")
    assert [event.unit for event in of_kind(m.events, Entered) if event.seen_by(GERMAN)] == ["I/404"]
    twins = [m.determinize(GERMAN, seed) for seed in range(6)]
    assert {where(twin, "I/404") for twin in twins} == {"2403"}


@pytest.mark.rule("bugriver", "5.3.4a")
@pytest.mark.rule("bugriver", "8.3.2b")
def test_whoever_leaves_the_map_for_good_is_named() -> None:
    """G83: else the odds, which count who may be hidden, would tell who is no longer there."""
    units = {"1109": "44ID I/131", "2309": "87RD BG1 I/16", "2209": "II/16"}
    m = admin(units, "soviet-replacement", strength={"II/16": 2})
    play(m, "cannibalise I/16")
    assert [event.what for event in of_kind(m.events, Removed) if event.seen_by(GERMAN)] == ["I/16"]
    gate = {"5215": "I/103 1/36", "5115": "14Pz", "4415": "I/283", "4809": "87RD"}
    out = position(gate, board=MAP, acting="14Pz", turn=7)
    play(out, "exit 1/36")
    assert [event.what for event in of_kind(out.events, Removed) if event.seen_by(SOVIET)] == ["1/36"]


# --- reserves, attachments --------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "10.5")
def test_whoever_passes_by_the_northern_supply_area_brings_the_reserves() -> None:
    """The armoured cars come within five hexes on their way and end their move beyond."""
    board = field(north="1603 1703", road="1409 1509 1508 1608 1709 1809 1810", village="1109 2309")
    units = {"1109": "14Pz", "1409": "AA40", "2309": "87RD I/283"}
    m = position(units, board=board, acting="14Pz", due={"1/82": 6, "2/82": 6, "3/82": 6}, forced=False)
    far = [state(m).rules.tripwire >> state(m).rules.grid.hex(hex) & 1 for hex in ("1409", "1508", "1810")]
    assert far == [0, 1, 0]
    play(m, "move AA40 1508 1810")
    assert {state(m).due[state(m).unit(name)] for name in ("1/82", "2/82", "3/82")} == {4}


@pytest.mark.rule("bugriver", "5.5.1c")
@pytest.mark.rule("bugriver", "8.2")
def test_a_unit_that_has_gone_home_is_not_lent_in_the_same_segment() -> None:
    units = {"1109": "44ID I/131", "1105": "14Pz", "1207": "1/36 2/36", "2309": "87RD I/283"}
    m = admin(units, "german-assignment", assigned={"1/36": "44ID"}, attached="1/36")
    assert state(m).formation[state(m).unit("1/36")] == state(m).unit("14Pz")
    refused(m, "assign 1/36 44ID", "8.2")
    allowed(m, "assign 2/36 44ID")


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "8.3a")
@pytest.mark.rule("bugriver", "6.2a")
def test_refusals_cite_the_rule_of_the_side_and_of_the_turn() -> None:
    units = {"1109": "44ID I/131", "2309": "87RD I/16 II/16"}
    weak = {"I/131": 3, "44ID": 1, "87RD": 1, "II/16": 1}
    refused(admin(units, "german-replacement", strength=weak), "replace 44ID", "8.3a")
    refused(admin(units, "soviet-replacement", strength=weak), "replace 87RD", "8.3.2e")
    refused(position(units, turn=5), "act 44ID", "6.2a")  # not by the Surprise Attack's rule


# --- position files ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "5.3.1a")
def test_a_disrupted_unit_lies_where_the_file_puts_it() -> None:
    m = position({**HQS, "1609": "I/131 1/Pj46 2/Pj46"}, disrupted="I/131 2/Pj46")
    g = state(m)
    assert g.names(g.stack(g.rules.grid.hex("1609"))) == ("I/131", "1/Pj46", "2/Pj46")


@pytest.mark.rule("bugriver", "10.2a")
def test_a_file_says_who_has_made_his_surprise_attack() -> None:
    units = {"1109": "44ID I/131", "1105": "298ID I/525", "2309": "87RD I/283"}
    m = position(units, phase="surprise", turn=1, surprise=2, used="44ID")
    refused(m, "act 44ID", "10.2a")
    allowed(m, "act 298ID")


@pytest.mark.rule("bugriver", "7.8")
def test_a_file_says_who_has_left_the_map() -> None:
    units = {"1109": "44ID I/131", "2309": "87RD I/283"}
    none, two = (position(units, exited=out, phase="options", side=GERMAN) for out in ("", "1/36 2/36"))
    assert where(two, "1/36") == "exited"
    assert two.view(GERMAN).points[GERMAN] - none.view(GERMAN).points[GERMAN] == 4


@pytest.mark.rule("bugriver", "5.3.2a")
def test_a_file_brings_back_an_hq_that_was_driven_off() -> None:
    """G44: its formation is isolated, and it comes in a town or village with the level it had."""
    units = {"1109": "298ID I/131", "2309": "87RD I/283"}
    m = admin(units, "german-reinforcement", due={"44ID": 3}, strength={"44ID": 0})
    assert (command(m, "I/131"), level(m, "44ID"), strength(m, "44ID")) == ("isolated", 0, 0)
    play(m, f"arrive 44ID {offered(m, 'arrive 44ID')[0]}")
    assert (command(m, "I/131"), level(m, "44ID")) == ("in command", 0)
    with pytest.raises(grognard.Invalid, match="I/132 has no entrance"):
        admin(units, "german-reinforcement", due={"I/132": 3})


@pytest.mark.rule("bugriver", "5.3.4a")
def test_odds_are_told_of_a_stack_that_a_file_has_made_too_high() -> None:
    """Under the battalion lies a second one, which fits into no stack with it: any hidden unit may be there."""
    m = position({**HQS, "1609": "I/131", "1709": "I/16 II/16"})
    assert m.preview("hasty 1709 I/131").defence == "10 to 30"
    four = position({**HQS, "1609": "I/131", "1709": "1/43AT 2/43AT BG1 BG2"})
    assert four.preview("hasty 1709 I/131").defence == "8 to 24"


@pytest.mark.rule("bugriver", "6.2c")
def test_a_file_does_not_let_a_side_act_that_has_passed() -> None:
    units = {"1109": "44ID I/131", "2309": "87RD I/283"}
    with pytest.raises(grognard.Invalid, match="german has passed"):
        position(units, phase="options", side=GERMAN, passed=GERMAN)
    with pytest.raises(grognard.Invalid, match="has passed"):
        position(units, passed=GERMAN)
    allowed(position(units, phase="options", side=GERMAN, passed=SOVIET), "act 44ID")


@pytest.mark.rule("bugriver", "PRE.a")
def test_a_file_knows_that_the_first_turn_has_no_admin_phase() -> None:
    units = {"1109": "44ID I/131", "2309": "87RD I/283"}
    with pytest.raises(grognard.Invalid, match="turn 1 has no Admin Phase"):
        admin(units, "german-recovery", turn=1)
    assert state(admin(units, "german-recovery", turn=2, forced=False)).phase == "german-recovery"


@pytest.mark.rule("bugriver", "5.3.4a")
def test_a_crowd_from_a_file_is_sampled_and_the_odds_say_so() -> None:
    """Counting every case of sixteen hidden units took half a minute."""
    rules = standard("campaign")
    crowd = [rules.units[unit].id for unit in rules.of_side["soviet"] if unit not in rules.hqs]
    units = {
        "1609": "I/131",
        "1109": "44ID",
        "1709": " ".join(crowd[:17]),
        "2309": "87RD",
        "2209": " ".join(crowd[17:40]),
    }
    match = position(units, acting="44ID", points=7, scenario="campaign")
    preview = match.preview("hasty 1709 I/131", "german")
    assert sum(preview.outcomes.values()) == pytest.approx(1)
    assert any("drawn at random" in note for note in preview.notes)
    few = position({**units, "1709": " ".join(crowd[:3])}, acting="44ID", points=7, scenario="campaign")
    assert not any("drawn at random" in note for note in few.preview("hasty 1709 I/131", "german").notes)
