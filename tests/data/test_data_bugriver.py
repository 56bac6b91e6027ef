"""The game's own files: what the rulings ask of tables, counters, map and set-up."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

import grognard
from grognard.games.bugriver.chits import LEFT, MIDDLE, RIGHT, chits
from grognard.games.bugriver.position import DUE, GERMAN, SIDES, SOVIET, Position
from grognard.games.bugriver.rules import Rules, standard, tables
from grognard.games.bugriver.strength import outcomes
from grognard.games.bugriver.tables import AFV, CLASSES, FACES, LEG
from grognard.games.bugriver.terrain import RIVER, RIVER_BRIDGED
from grognard.hexes import members

SCENARIOS = ("campaign", "ustyluh")


def rules() -> Rules:
    return standard("campaign")


def ratio(text: str) -> Fraction:
    a, d = text.split(":")
    return Fraction(int(a), int(d))


def start(scenario: str) -> Position:
    g = grognard.new("bugriver", scenario, 1).state
    assert isinstance(g, Position)
    return g


def rises(values: list[float]) -> bool:
    return values == sorted(values)


# --- tables -----------------------------------------------------------------------------------------------------------


def test_the_results_table_gets_better_with_the_roll_and_the_odds() -> None:
    """G1."""
    crt = rules().crt
    cells = [[outcomes(crt.results[column][roll]) for column in crt.columns] for roll in range(20)]
    flat = [cell for row in cells for cell in row]
    assert len(crt.columns) == 9
    assert max(mine.hits for mine, _ in flat) == 5
    assert any(mine.red for mine, _ in flat)
    assert any(theirs.red for _, theirs in flat)
    assert any(mine.hits == theirs.hits for mine, theirs in flat)
    assert {2, 3} <= {theirs.hits for _, theirs in flat}
    assert not any(part.red and not part.hits for cell in flat for part in cell)
    for lines in (cells, [list(column) for column in zip(*cells, strict=True)]):
        for line in lines:
            for (mine, theirs), (next_mine, next_theirs) in pairwise(line):
                assert next_mine.hits <= mine.hits
                assert next_theirs.hits >= theirs.hits
    # a column to the right is two on the roll
    for column, beyond in pairwise(crt.columns):
        assert crt.results[column][2:] == crt.results[beyond][:-2]


def test_every_terrain_has_a_line_of_odds_between_open_ground_and_pillboxes() -> None:
    found = {name: [ratio(text) for text in line.split()] for name, line in tables().odds.items()}
    assert set(found) == set(tables().fight.hex)
    for line in found.values():
        assert len(line) == len(rules().crt.columns)
        assert line == sorted(set(line))
        assert all(a <= b <= c for a, b, c in zip(found["clear"], line, found["pillbox"], strict=True))


def test_action_points_rise_with_die_and_level_and_reactions_have_fewer() -> None:
    """G2."""
    black, red = tables().action_points.black, tables().action_points.red
    most = max(rating.most for rating in rules().ratings)
    assert set(black) == set(red) == set(range(1, most + 1))
    for level in black:
        assert rises(list(black[level]))
        assert rises(list(red[level]))
        assert min(red[level]) >= 1
        assert max(black[level]) <= 7
        assert len(black[level]) == len(red[level]) == FACES
        assert all(r <= b for r, b in zip(red[level], black[level], strict=True))
        if level > 1:
            assert all(a >= b for a, b in zip(black[level], black[level - 1], strict=True))
            assert all(a >= b for a, b in zip(red[level], red[level - 1], strict=True))


def test_tracks_interdiction_recovery_and_replacements() -> None:
    """G3, G4, G8, G16."""
    charts = tables()
    boxes = charts.initiative.boxes
    assert boxes[:2] == (0, 2)
    assert list(boxes) == sorted(set(boxes))
    levels = charts.interdiction.levels
    assert len(levels) == FACES
    assert set(levels) == {0, 1, 2}
    assert rises(list(levels))
    assert all(rises([-value for value in row]) for row in charts.recovery.values())
    last = rules().scenario.turns
    assert set(charts.replacements.infantry) == set(charts.replacements.afv) == set(range(2, last + 1))


def test_chits_reward_posture_and_effectiveness() -> None:
    """G5."""
    own = chits(tables().combat.chits)
    assert 12 <= len(own) <= 20
    mean = {
        (at, row): sum(chit[at][row] for chit in own) / len(own) for at in (LEFT, MIDDLE, RIGHT) for row in range(3)
    }
    for row in range(3):
        assert mean[LEFT, row] < mean[MIDDLE, row] < mean[RIGHT, row]
    for at in (LEFT, MIDDLE, RIGHT):
        assert rises([mean[at, row] for row in range(3)])


def test_terrain_helps_the_defender_and_railways_cost_motors_more() -> None:
    """G6, G7, 7.3.3c."""
    side, way = tables().fight.side, tables().move.way
    assert all(row.drm <= 0 for row in side.values())
    assert side[RIVER].drm <= side[RIVER_BRIDGED].drm
    assert side[RIVER].tank <= side[RIVER_BRIDGED].tank
    motor, road = way["rail"].mot, way["road"].mot
    assert isinstance(motor, float)
    assert isinstance(road, float)
    assert motor > road


# --- counters ---------------------------------------------------------------------------------------------------------


def test_counters_are_in_their_bounds() -> None:
    """G10, G17."""
    ours, seen = rules(), set()
    for unit, piece in enumerate(ours.units):
        if piece.klass == "hq":
            continue
        front, back = piece.steps
        seen.add(front.er)
        assert piece.klass in CLASSES, piece.id
        assert 2 <= front.strength <= 8, piece.id
        assert 5 <= front.er <= 7, piece.id
        assert back.er < front.er, piece.id
        assert not (front.tank and front.at), piece.id
        assert back.tank < front.tank or not front.tank, piece.id
        assert back.at < front.at or not front.at, piece.id
        assert bool(front.tank) == (piece.klass == AFV) == (piece.type == "afv"), piece.id
        assert bool(ours.infantry[unit]) == (piece.type not in ("anti-tank", "border-guard", "afv")), piece.id
        assert piece.side == SOVIET or piece.type not in ("border-guard", "machine-gun"), piece.id
        assert ours.home[unit] < 0 or ours.side[ours.home[unit]] == piece.side, piece.id
    assert seen == {5, 6, 7}


def test_hqs_are_rated_and_the_formations_of_the_text_are_there() -> None:
    """G11, G12."""
    ours = rules()
    ratings = {ours.units[hq].id: ours.ratings[hq] for hq in ours.hqs}
    assert {rating.relocation for rating in ratings.values()} == {1, 2, 3}
    assert set(ratings) >= {"14Pz", "44ID", "298ID", "87RD", "124RD", "135RD", "41TD", "19TD", "215MD", "1AT"}
    for hq, rating in ratings.items():
        assert 1 <= rating.reaction <= 9, hq
        assert rating.command >= 1, hq
        german = ours.side[ours.unit_by_id[hq]] == GERMAN
        assert rating.recovery.isdigit() if german else rating.recovery in tables().recovery, hq
        assert ours.printed[ours.unit_by_id[hq]] >= 0, hq
    g = start("campaign")
    able = [hq for hq in ours.hqs if ours.side[hq] == GERMAN and ours.ratings[hq].infantry and g.at[hq] >= 0]
    assert len(able) >= 3
    assert {ours.corps[hq] for hq in ours.hqs if ours.side[hq] == GERMAN} == {"III", "XXIX"}


# --- map and set-up ---------------------------------------------------------------------------------------------------


def test_the_bug_has_two_bridges_and_pillboxes_stand_behind_it() -> None:
    """G13."""
    ours = rules()
    bridged = {frozenset(pair) for pair in ours.terrain.linked if ours.terrain.between(*pair) == RIVER_BRIDGED}
    named = {frozenset(ours.board.places[name].hexes) for name in ("Ustyluh", "Vygodanka")}
    assert len(bridged) == 2
    assert all(any(place & bridge for place in named) for bridge in bridged)
    assert bridged == {frozenset(pair) for pair in ours.brandenburg}
    assert not ours.terrain.pillboxes & ours.german_bank
    grid = ours.grid
    rim = {h for h in grid.hexes if grid.column(h) in grid.columns or grid.row(h) in grid.rows}
    for areas in ours.sources.values():
        for area in areas.values():
            assert set(members(area)) <= rim


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everybody_begins_on_his_bank_in_order(scenario: str) -> None:
    g = start(scenario)
    for side in SIDES:
        for unit in g.on_map(side):
            hex, name = g.at[unit], g.name(unit)
            assert bool(g.rules.german_bank >> hex & 1) == (side == GERMAN), name
            assert g.rules.klass[unit] in (LEG, "hq") or g.rules.terrain.ground[hex] != "marsh", name
            if g.is_hq(unit):
                assert g.rules.terrain.may_host_hq(hex), name
                assert 0 <= g.level[unit] <= g.rules.ratings[unit].most, name
            elif g.rules.home[unit] < 0:  # an independent has a formation of its corps from the start (5.5.2a)
                assert g.rules.corps[g.formation[unit]] == g.rules.corps[unit], name
            if g.rules.units[unit].type == "machine-gun":
                assert g.rules.terrain.pillboxes >> hex & 1, name
    for hex, stack in g.stacks.items():
        fighters = g.fighters(hex)
        assert len(fighters) <= tables().stacking.units
        assert sum(g.rules.infantry[unit] for unit in stack) <= tables().stacking.infantry
    far = g.rules.grid.distance
    for unit in g.on_map(GERMAN):
        hq = g.formation[unit]
        assert far(g.at[hq], g.at[unit]) <= g.rules.ratings[hq].command, g.name(unit)


def test_arrivals_are_listed_once_and_the_reserves_come_late() -> None:
    """G9, 10.5."""
    plan = rules().scenario.plan
    words = [word for arrival in plan.arrival for word in (*arrival.units.split(), *arrival.hq)]
    assert len(words) == len(set(words))
    assert all(arrival.turn >= 2 and arrival.entrance in rules().board.areas for arrival in plan.arrival)
    g = start("campaign")
    assert {g.name(unit) for unit in g.due} == set(words)
    early = [u for u, arrival in rules().arrivals.items() if arrival.early]
    assert len(early) == 3
    for unit in early:
        assert (g.at[unit], g.due[unit] >= 6) == (DUE, True)
        assert rules().klass[unit] == AFV
        assert rules().units[rules().home[unit]].id == "41TD"


def test_leashed_hqs_begin_near_their_place_and_have_villages_there() -> None:
    g = start("campaign")
    for hq, (_, near) in g.rules.leashes.items():
        assert near >> g.at[hq] & 1, g.name(hq)
        assert (near & (g.rules.towns | g.rules.villages)).bit_count() >= 3, g.name(hq)


@pytest.mark.parametrize(("scenario", "surprise"), [("campaign", 3), ("ustyluh", 2)])
def test_victory_hexes_are_places_and_its_levels_leave_no_hole(scenario: str, surprise: int) -> None:
    """G14, G15."""
    plan, ours = standard(scenario).scenario.plan, standard(scenario)
    assert plan.turns > 6 or scenario != "campaign"  # G15: 10.5 speaks of turn 6
    for name in plan.victory.hexes:
        assert ours.hex_by_name[name] in ours.board.place_at, name
    floors = [level.at_least for level in plan.victory.level if level.at_least is not None]
    assert floors == sorted(floors, reverse=True)
    assert len(floors) == len(plan.victory.level) - 1
    assert [level.side for level in plan.victory.level] == [GERMAN, GERMAN, "", SOVIET, SOVIET]
    assert plan.surprise == surprise
    assert len(plan.dates) == plan.turns


def test_the_road_east_leaves_the_map() -> None:
    plan, ours = rules().scenario.plan.victory.exit, rules()
    assert plan is not None
    gate = ours.hex_by_name[plan.hex]
    assert any(gate in pair for pair in ours.board.line("road").links)
    assert ours.grid.column(gate) == ours.grid.columns[1]
