"""Places that the Soviets of Panzergruppe Guderian would lose later: two turns from now, or in the last German turn."""

from __future__ import annotations

from grognard.bots import make
from grognard.bots.knowledge.guderian.compass import Compass
from grognard.bots.knowledge.guderian.marches import carried_out
from grognard.bots.knowledge.guderian.plans import groups
from grognard.bots.knowledge.guderian.sieges import sieges
from grognard.bots.knowledge.guderian.tasks import tasks
from grognard.bots.knowledge.guderian.threats import is_ahead, open_doors, watched
from grognard.bots.knowledge.stances import HASTY, taking
from grognard.games.guderian.position import Position
from tests.guderian.table import SOVIET_MOVEMENT, field
from tests.guderian.table import position as at_the_table

PANZERS = "25/7 6/7 7/7"
VYAZMA = {"name": "Vyazma", "kind": "major-city", "hexes": "2205"}
BOARD = {**field(columns=24, rows=12), "place": [VYAZMA]}
FAR = {
    **field(columns=42, rows=12),
    "place": [{**VYAZMA, "hexes": "4005"}, {**VYAZMA, "name": "Kaluga", "hexes": "4011"}],
}


def soviet_turn(units: dict[str, str], turn: int = 12, board: dict[str, object] = BOARD) -> Position:
    match = at_the_table(units, board=board, phase=SOVIET_MOVEMENT, turn=turn)
    assert isinstance(match.state, Position)
    return match.state


# --- the last turns ---------------------------------------------------------------------------------------------------


def test_a_weak_garrison_within_reach_of_panzers_is_feared_for_at_the_end() -> None:
    weak, strong = (soviet_turn({"1805": PANZERS, "2205": divisions}) for divisions in ("rifle", "rifle rifle rifle"))
    assert sieges(weak) > 2 * sieges(strong) > 0


def test_earlier_the_last_turn_but_one_counts_half_and_others_nothing() -> None:
    last, before, earlier = (sieges(soviet_turn({"1805": PANZERS, "2205": "rifle"}, turn)) for turn in (12, 11, 10))
    assert last == 2 * before > 0 == earlier


def test_nobody_storms_a_place_that_cannot_be_reached() -> None:
    assert not sieges(soviet_turn({"0405": PANZERS, "2205": "rifle"}))
    line = dict.fromkeys(("2002", "2005", "2008", "2011"), "rifle")
    assert not sieges(soviet_turn({"1705": PANZERS, "2205": "rifle", **line}))


def test_who_is_hasty_does_not_ask() -> None:
    g = soviet_turn({"1805": PANZERS, "2205": "rifle"})
    with taking(HASTY):
        assert not sieges(g)


def test_the_staff_sees_to_it_in_its_last_turn() -> None:
    units = {"1805": PANZERS, "2205": "rifle", "2207": "rifle rifle", "2305": "Konev"}
    match = at_the_table(units, board=BOARD, phase=SOVIET_MOVEMENT, turn=12)
    officer, before = make("staff", 1), sieges(soviet_turn(units))
    while match.state.phase == SOVIET_MOVEMENT:
        match.play(officer.act(match, "soviet"), "soviet")
    assert isinstance(match.state, Position)
    assert sieges(match.state) < before / 2


# --- two turns ahead --------------------------------------------------------------------------------------------------


def test_an_empty_place_two_turns_away_costs_less_with_a_division_near_and_nothing_with_a_garrison() -> None:
    units = {"1905": PANZERS, "4011": "rifle"}
    empty, near, manned = (
        open_doors(soviet_turn({**units, **other}, 7, FAR)) for other in ({}, {"3606": "rifle"}, {"4005": "rifle"})
    )
    assert empty > near > manned == 0


def test_the_only_garrison_of_another_place_is_no_help() -> None:
    one, two = (soviet_turn({"1905": PANZERS, "4011": divisions}, 7, FAR) for divisions in ("rifle", "rifle rifle"))
    place = one.rules.hex_by_name["4005"]
    assert not watched(one, place)
    assert watched(two, place)


def test_it_is_no_matter_before_columns_could_come_in_two_turns() -> None:
    far = {**field(columns=52, rows=12), "place": [{**VYAZMA, "hexes": "5005"}]}
    g = soviet_turn({"0105": PANZERS, "4011": "rifle"}, 7, far)
    assert not is_ahead(g, 0)
    assert not open_doors(g)


def test_a_division_is_offered_the_march_there() -> None:
    g = soviet_turn({"1905": PANZERS, "3106": "rifle rifle", "3205": "Konev", "4011": "rifle"}, 7, FAR)
    place = g.rules.hex_by_name["4005"]
    after = [carried_out(g, task.actions) for task in tasks(g, Compass(g, "soviet"), groups(g))]
    assert not watched(g, place)
    assert any(then is not None and watched(then, place) for then in after)
