"""What the Soviet officer of Panzergruppe Guderian does about the panzers' next turn: lines, garrisons, reserves."""

from __future__ import annotations

from functools import partial

import grognard
from grognard.bots.knowledge.guderian import judgement, threats
from grognard.bots.knowledge.guderian.assaults import assaults
from grognard.bots.knowledge.guderian.breakthrough import breakthroughs, depth
from grognard.bots.knowledge.guderian.ground import goals
from grognard.bots.knowledge.guderian.lines import lines
from grognard.bots.knowledge.guderian.marches import carried_out
from grognard.bots.knowledge.guderian.plans import groups
from grognard.bots.knowledge.guderian.reserves import idle
from grognard.bots.knowledge.guderian.survey import influence, look_again
from grognard.bots.knowledge.questions import place_name
from grognard.games.guderian.position import GERMAN, SOVIET, Position
from grognard.games.guderian.supply import command_radius
from grognard.hexes import HexSet, hexset
from tests.guderian.table import SOVIET_MOVEMENT, field
from tests.guderian.table import position as at_the_table

PANZERS = "25/7 6/7 7/7"
BOARD = {**field(columns=24, rows=9), "place": [{"name": "Vyazma", "kind": "major-city", "hexes": "2205"}]}


def soviet_turn(units: dict[str, str]) -> Position:
    """The Soviet movement of a field with a city in the east."""
    match = at_the_table(units, board=BOARD, phase=SOVIET_MOVEMENT)
    assert isinstance(match.state, Position)
    return match.state


def from_column(g: Position, column: int) -> HexSet:
    """The hexes of a column and all to the east of it."""
    return hexset(hex for hex in g.rules.grid.hexes if g.rules.grid.column(hex) >= column)


# --- how deep the panzers come ----------------------------------------------------------------------------------------


def test_a_line_of_divisions_three_hexes_apart_stops_columns() -> None:
    g = soviet_turn({"0405": PANZERS, "1002": "rifle", "1005": "rifle", "1008": "rifle"})
    assert not depth(g, broken=False) & from_column(g, 12)


def test_they_pass_a_line_with_a_gap() -> None:
    g = soviet_turn({"0405": PANZERS, "1002": "rifle", "1008": "rifle"})
    assert depth(g, broken=False) & from_column(g, 16)


def test_behind_a_broken_line_only_a_second_one_stops_them() -> None:
    first = {"0405": PANZERS, "1002": "rifle", "1005": "rifle", "1008": "rifle"}
    one = soviet_turn(first)
    two = soviet_turn({**first, "1402": "rifle", "1405": "rifle", "1408": "rifle"})
    assert depth(one, broken=True) & from_column(one, 17)
    assert not depth(two, broken=True) & from_column(two, 16)
    assert breakthroughs(one) > breakthroughs(two) > 0


def test_columns_beside_a_division_wait_for_their_combat() -> None:
    free = soviet_turn({"0405": PANZERS, "2008": "rifle"})
    held = soviet_turn({"0405": PANZERS, "0505": "rifle"})
    assert depth(free, broken=False) & from_column(free, 20)
    assert not depth(held, broken=True) & from_column(held, 16)


# --- lines ------------------------------------------------------------------------------------------------------------


def test_divisions_are_offered_a_line_that_no_column_passes() -> None:
    g = soviet_turn({"0405": PANZERS, "1304": "rifle rifle rifle", "1306": "rifle", "1405": "Konev rifle"})
    assert depth(g, broken=False) & from_column(g, 18)
    after = [carried_out(g, line.actions) for line in lines(g, groups(g)) if line.aim.startswith("a line")]
    assert any(then is not None and not depth(then, broken=False) & from_column(then, 18) for then in after)


def test_a_line_leaves_no_german_column_behind_it() -> None:
    g = soviet_turn({"1605": PANZERS, "1002": "rifle", "1005": "rifle", "1008": "rifle", "1905": "rifle"})
    for line in lines(g, groups(g)):
        hexes = [g.rules.hex_by_name[action.split()[-1]] for action in line.actions]
        assert all(g.rules.grid.column(hex) > 16 for hex in hexes if abs(g.rules.grid.row(hex) - 5) <= 1)


# --- garrisons --------------------------------------------------------------------------------------------------------


def test_divisions_keep_a_city_better_from_within_than_from_beside() -> None:
    (inside, beside) = (soviet_turn({"1005": PANZERS, hex: "rifle rifle", "2305": "Konev"}) for hex in ("2205", "2204"))
    (city,) = goals(inside.rules)
    within, near = (judgement.guard(g, city, influence(g)[SOVIET][0]) for g in (inside, beside))
    assert within > 2 * near


def test_the_soviets_reckon_with_germans_who_are_still_to_come() -> None:
    g = grognard.new("guderian", seed=1).state
    assert isinstance(g, Position)
    look_again(g)
    assert not g.occupied[GERMAN]
    assert all(strength > 0 for strength in influence(g)[GERMAN])


# --- reserves ---------------------------------------------------------------------------------------------------------


def test_divisions_far_behind_are_idle_unless_they_guard_a_place() -> None:
    far, near, garrison = (soviet_turn({"0405": PANZERS, hex: "rifle"}) for hex in ("2208", "1205", "2205"))
    assert idle(far) > idle(near) == idle(garrison) == 0
    full = soviet_turn({"0405": PANZERS, "2205": "rifle rifle"})
    assert idle(full) == idle(far)


def test_the_soviets_do_not_guard_the_far_edge_before_the_way_to_it() -> None:
    g = grognard.new("guderian", seed=1).state
    assert isinstance(g, Position)
    chance = {goal.place.name: judgement.in_time(g, n) for n, goal in enumerate(goals(g.rules))}
    assert chance["Hex 5907"] < chance["Smolensk"] / 2


# --- Leaders ----------------------------------------------------------------------------------------------------------


def test_a_leader_goes_with_a_counter_attack_that_needs_him() -> None:
    """10.35: nobody attacks out of a Leader's radius."""
    stack = "rifle rifle rifle"
    g = soviet_turn({"1005": "76/20", "1204": stack, "1206": stack, "1307": "rifle", "2007": "Konev"})
    assert not command_radius(g) >> g.rules.hex_by_name["1105"] & 1
    massing = [each for each in assaults(g, groups(g), partial(place_name, g)) if g.unit("Konev") in each.units]
    assert massing
    after = carried_out(g, massing[0].actions)
    assert after is not None
    assert command_radius(after) & after.rules.next_to[after.rules.hex_by_name["1005"]] & after.occupied[SOVIET]


def test_a_leader_is_safer_behind_the_front_line() -> None:
    front, behind = (soviet_turn({"1005": "6.ID", "1105": "rifle", hex: "Konev rifle"}) for hex in ("1106", "1406"))
    assert threats.hunted(front) > threats.hunted(behind) == 0


# --- counter-attacks --------------------------------------------------------------------------------------------------


def test_a_whole_division_is_worth_more_to_destroy_than_a_part_of_one() -> None:
    whole = soviet_turn({"1005": PANZERS, "1105": "rifle"})
    part = soviet_turn({"1005": "25/7", "0305": "6/7 7/7", "1105": "rifle"})
    hex = whole.rules.hex_by_name["1005"]
    assert judgement.at_stake(whole, hex)[1] > 5 > judgement.at_stake(part, hex)[1]


def test_who_cannot_retreat_pays_by_the_step() -> None:
    g = soviet_turn({"1005": PANZERS, "1105": "rifle"})
    hex = g.rules.hex_by_name["1005"]
    caught, free = (judgement.brings(g, SOVIET, hex, "4-1", trapped=trapped) for trapped in (True, False))
    assert caught > 2 * free > 0


def test_a_counter_attack_leaves_no_leader_alone_and_no_city_empty() -> None:
    stack = "rifle rifle rifle"
    g = soviet_turn({"1005": "76/20", "1204": stack, "1304": stack, "1206": "Konev rifle", "2205": "rifle"})
    massing = assaults(g, groups(g), partial(place_name, g))
    assert massing
    after = [then for each in massing if (then := carried_out(g, each.actions)) is not None]
    assert after
    assert not any(threats.alone(then) for then in after)
    near = soviet_turn({"1905": "76/20", "2104": stack, "2206": "Konev rifle rifle", "2205": "rifle"})
    assert assaults(near, groups(near), partial(place_name, near))
    for each in assaults(near, groups(near), partial(place_name, near)):
        then = carried_out(near, each.actions)
        assert then is not None
        assert then.occupied[SOVIET] >> near.rules.hex_by_name["2205"] & 1
