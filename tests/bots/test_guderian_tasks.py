"""What the Soviet officer of Panzergruppe Guderian sees to before his turn is over, and what he says about it."""

from __future__ import annotations

import pytest

from grognard.bots import make
from grognard.bots.knowledge import knowledge_of
from grognard.bots.knowledge.guderian import judgement, threats
from grognard.bots.knowledge.guderian.compass import Compass
from grognard.bots.knowledge.guderian.marches import carried_out
from grognard.bots.knowledge.guderian.plans import groups, plans
from grognard.bots.knowledge.guderian.tasks import call_for_help, tasks
from grognard.games.guderian.position import SOVIET, Position
from grognard.games.guderian.supply import in_supply
from grognard.match import Match
from tests.guderian.table import GERMAN_COMBAT, SOVIET_COMBAT, SOVIET_MOVEMENT, field
from tests.guderian.table import position as at_the_table

KNOWS = knowledge_of("guderian")
PANZERS = "25/7 6/7 7/7"
WIDE = field(columns=24, rows=12)


def state(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state


def played(match: Match, phase: str = SOVIET_MOVEMENT, bot: str = "staff") -> Position:
    """Let a bot play a phase."""
    officer = make(bot, 1)
    while match.state.phase == phase and (decision := match.decision) is not None:
        match.play(officer.act(match, decision.side), decision.side)
    return state(match)


def there(g: Position, hex: str) -> set[str]:
    return set(g.names(g.stack(g.rules.hex_by_name[hex])))


# --- Leaders ----------------------------------------------------------------------------------------------------------


def test_a_leader_alone_within_reach_does_not_stay_alone() -> None:
    g = played(
        at_the_table({"0406": PANZERS, "1206": "Konev", "1408": "rifle rifle"}, board=WIDE, phase=SOVIET_MOVEMENT)
    )
    konev = g.unit("Konev")
    assert konev not in threats.alone(g) or not threats.threatened(g, g.at[konev])


def test_a_division_comes_to_a_leader_who_is_held_fast() -> None:
    units = {"1006": PANZERS, "1106": "Konev", "1509": "rifle", "1610": "rifle"}
    g = played(at_the_table(units, board=WIDE, phase=SOVIET_MOVEMENT))
    assert g.hexname(g.at[g.unit("Konev")]) == "1106"
    assert len(there(g, "1106")) > 1


def test_a_road_brings_columns_to_a_leader_further_off() -> None:
    units = {"0206": PANZERS, "1806": "Lukin"}
    road = " ".join(f"{column:02}{6 if column % 2 == 0 else 7:02}" for column in range(2, 23))
    over_land = state(at_the_table(units, board=WIDE, phase=SOVIET_MOVEMENT))
    by_road = state(at_the_table(units, board=field(columns=24, rows=12, road=road), phase=SOVIET_MOVEMENT))
    lukin = over_land.unit("Lukin")
    hunted, far = (threats.danger(g, lukin, g.at[lukin]) for g in (by_road, over_land))
    assert hunted > far


@pytest.mark.parametrize(("phase", "comes"), [(SOVIET_MOVEMENT, True), (GERMAN_COMBAT, False)])
def test_on_the_last_turn_the_germans_still_move_after_the_soviets(phase: str, comes: bool) -> None:
    g = state(at_the_table({"0406": PANZERS, "0806": "Lukin"}, turn=12, phase=phase))
    assert bool(threats.german_reach(g)) == comes


# --- supply -----------------------------------------------------------------------------------------------------------


def test_a_division_out_of_supply_is_offered_the_way_back_to_a_leader() -> None:
    units = {"0406": PANZERS, "1506": "rifle", "2006": "Lukin rifle"}
    g = state(at_the_table(units, board=WIDE, phase=SOVIET_MOVEMENT))
    assert not in_supply(g, g.unit("R1"))
    marches = [task.actions for task in tasks(g, Compass(g, SOVIET), groups(g)) if task.units == {g.unit("R1")}]
    assert marches
    for march in marches:
        after = carried_out(g, march)
        assert after is not None
        assert in_supply(after, after.unit("R1"))


def test_who_has_just_entered_is_judged_by_what_feeds_him_next() -> None:
    units = {"0101": "6.ID", "2206": "rifle"}
    fresh = state(at_the_table(units, board=WIDE, phase=SOVIET_MOVEMENT, newcomers="R1"))
    assert all(in_supply(fresh, unit) for unit in fresh.on_map(SOVIET))
    assert judgement.supplies(fresh) > 0


def test_strength_counts_as_supply_leaves_it() -> None:
    fed = state(at_the_table({"0506": PANZERS, "0906": "6-8-6", "1106": "Lukin"}, phase=SOVIET_COMBAT))
    assert judgement.in_fact(fed)[fed.rules.hex_by_name["0906"]] == (6, 8)
    alone = state(at_the_table({"0506": PANZERS, "0906": "6-8-6"}, phase=SOVIET_COMBAT))
    assert judgement.in_fact(alone)[alone.rules.hex_by_name["0906"]] == (0, 4)  # 10.35: it may not attack either


# --- cities -----------------------------------------------------------------------------------------------------------


def test_an_idle_division_is_offered_an_empty_city() -> None:
    board = {**WIDE, "place": [{"name": "Vyazma", "kind": "major-city", "hexes": "1206"}]}
    near = {"0506": PANZERS, "1609": "Konev rifle"}
    g = state(at_the_table(near, board=board, phase=SOVIET_MOVEMENT))
    offered = [task.actions for task in tasks(g, Compass(g, SOVIET), groups(g))]
    assert ("move R1 1206",) in offered
    after = carried_out(g, ("move R1 1206",))
    assert after is not None
    assert threats.open_doors(g) > threats.open_doors(after) == 0
    far = state(at_the_table({"0106": "6.ID", "1609": "Konev rifle"}, board=board, phase=SOVIET_MOVEMENT))
    assert threats.open_doors(far) == 0  # nobody comes


def test_a_leader_alone_is_no_garrison() -> None:
    board = {**WIDE, "place": [{"name": "Vyazma", "kind": "major-city", "hexes": "1206"}]}
    held, empty = (
        state(at_the_table({"0506": PANZERS, "1206": who}, board=board, phase=SOVIET_MOVEMENT))
        for who in ("rifle", "Konev")
    )
    assert threats.open_doors(held) == 0
    assert threats.open_doors(empty) > 0


def test_the_south_western_front_is_called_for_a_place_that_nobody_covers() -> None:
    panzers = {"2622": PANZERS, "0120": "6.ID", "4015": "rifle Konev"}
    (call,) = call_for_help(state(at_the_table(panzers, board=None, phase=SOVIET_MOVEMENT)))
    assert call.actions[0] == "call"
    assert "Roslavl" in call.aim or "Yelnya" in call.aim
    g = state(at_the_table(panzers, board=None, phase=SOVIET_MOVEMENT))
    after = carried_out(g, call.actions)
    assert after is not None
    assert after.brought == 1
    covered = {"0320": PANZERS, "0120": "6.ID", "2626": "rifle Konev", "3122": "rifle"}
    assert not list(call_for_help(state(at_the_table(covered, board=None, phase=SOVIET_MOVEMENT))))


# --- fights -----------------------------------------------------------------------------------------------------------


def test_an_attack_out_of_supply_is_not_offered_for_the_odds_it_would_have_in_it() -> None:
    units = {"0505": "6.ID 26.ID", "0605": "rifle rifle Konev", "0504": "rifle rifle", "0506": "rifle rifle"}
    no_way_east = field(lake=" ".join(f"12{row:02}" for row in range(1, 11)))
    assert plans(state(at_the_table(units, phase=SOVIET_COMBAT)), 32)
    assert not plans(state(at_the_table(units, board=no_way_east, phase=SOVIET_COMBAT)), 32)


def test_nobody_advances_to_where_there_is_no_way_back() -> None:
    units = {"0505": PANZERS, "0605": "1-1-6", "0705": "rifle", "0604": "rifle", "0606": "rifle", "0503": "rifle"}
    board = field(columns=24, city="2006")
    match = at_the_table(units, board=board, phase=GERMAN_COMBAT, dice=[1])
    match.play(f"attack 0605 {PANZERS} go", "german")
    while match.under_way and (decision := match.decision) is not None:
        match.play(KNOWS.answer(match, decision.side) or "end", decision.side)
    g = state(match)
    assert there(g, "0505") == set(PANZERS.split())


# --- reasons ----------------------------------------------------------------------------------------------------------


def test_reasons_say_the_plan() -> None:
    board = {**WIDE, "place": [{"name": "Vyazma", "kind": "major-city", "hexes": "1206"}]}
    units = {"0506": PANZERS, "1008": "Konev", "1209": "rifle rifle", "1710": "rifle"}
    match = at_the_table(units, board=board, phase=SOVIET_MOVEMENT)
    assert KNOWS.reason(match, SOVIET, "move R1 1206") == "a garrison for Vyazma, which stands empty"
    assert "hunted down" in KNOWS.reason(match, SOVIET, "move R1 1008")
    assert "alone he would be hunted down" in KNOWS.reason(match, SOVIET, "move Konev 1209")


def test_a_reason_names_the_river_that_is_between() -> None:
    units = {"1520": "6.ID", "0120": "26.ID", "1920": "rifle", "4015": "Konev rifle"}
    why = KNOWS.reason(at_the_table(units, board=None, phase=SOVIET_MOVEMENT), SOVIET, "move R1 2021")
    assert why == "falls back behind the Sozh: one division could be pocketed in 1920 next turn"
