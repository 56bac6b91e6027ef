"""EastFront's officer on the attack: which HQ steps he saves, what open ways are worth, and when he gambles."""

from __future__ import annotations

import grognard
from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.ground import gains, stakes
from grognard.bots.knowledge.eastfront.judgement import evaluate, standing
from grognard.bots.knowledge.eastfront.prospects import advances
from grognard.games.eastfront.position import ACTIVE, GERMAN, SOVIET, Position
from grognard.match import Match
from tests.eastfront.table import MAP, field, position, state

CITY = field(cities=[{"name": "Gorod", "hex": "0905", "class": "major", "value": 4}])
LINE = {f"05{row:02d}": army for row, army in enumerate(("3A:2", "4A:2", "5A:2", "8A:2", "9A:2", "12A:2", "16A:2"), 2)}
CORPS = {"0305": "41Pz:4", "0304": "56Pz:4", "0306": "24Pz:4", "0204": "1AK:4"}


def worth(match: Match, side: str = GERMAN) -> float:
    """How good a side finds a position with nobody to move."""
    return standing(Judge(state(match), side))


# --- HQs --------------------------------------------------------------------------------------------------------------


def spent(g: Position, steps: int, fortnight: int) -> float:
    """What the Germans find they have lost when their HQ has so many steps left, and not one more."""
    values = []
    for left in (steps + 1, steps):
        twin = g.copy()
        twin.fortnight, twin.cv[twin.unit("AG-South")] = fortnight, left
        twin.freeze()
        values.append(standing(Judge(twin, GERMAN)))
    return values[0] - values[1]


def test_the_last_steps_of_an_hq_are_worth_more_than_the_first_it_spends() -> None:
    g = state(position({"0505": "1AK:4", "0905": "23A:3", "0305": "AG-South:3"}, month="JUL43"))
    assert 0 < spent(g, 2, 1) < spent(g, 1, 1) < spent(g, 0, 1)


def test_a_step_that_production_restores_before_the_next_turn_takes_less_range_away() -> None:
    g = state(position({"0505": "1AK:4", "0905": "23A:3", "0305": "AG-South:3"}, month="JUL43"))
    assert all(spent(g, steps, 2) < spent(g, steps, 1) for steps in (1, 2))


def test_an_hq_belongs_to_those_it_can_lead() -> None:
    units = {"0504": "1AK:4", "0505": "5AK:4", "0605": "23A:3"}
    near, far = (worth(position(units | {hex: "AG-South:3"})) for hex in ("0405", "0205"))
    assert near > far


# --- open ways --------------------------------------------------------------------------------------------------------


def test_a_gap_in_the_enemys_line_draws_more_than_a_closed_one() -> None:
    closed = position(CORPS | LINE, board=CITY)
    open = position(CORPS | {hex: army for hex, army in LINE.items() if hex != "0505"}, board=CITY)
    before = state(closed).rules.grid.by_name["0405"]
    interests = [Judge(state(match), GERMAN).interest[before] for match in (closed, open)]
    assert interests[0] < interests[1]


def test_who_is_stronger_presses_forward() -> None:
    g = state(position(CORPS | {"0605": "23A:2"}, board=CITY))
    assert Judge(g, GERMAN).mobile > Judge(g, SOVIET).mobile > 0
    late = state(position(CORPS | {"0605": "23A:2"}, board=CITY, month="NOV43", fortnight=2))
    assert Judge(late, GERMAN).mobile < Judge(g, GERMAN).mobile / 2  # ground counts no longer


def test_marches_into_open_country_count_when_an_hq_is_activated() -> None:
    units = CORPS | {"0205": "AG-South:3", "0904": "23A:1", "0201": "AG-North:2"}  # who could be activated next
    planned = []
    for board in (CITY, field()):
        match = position(units, board=board, phase="command")
        assert advances(Judge(state(match), GERMAN), []) == 0
        match.play("activate AG-South", GERMAN)
        planned.append(evaluate(state(match), GERMAN) - worth(match))
    assert planned[0] > planned[1] + 0.5


def test_the_capital_of_rumania_is_held_for_its_oil_too() -> None:
    rules = state(position({"Kharkov": "41Pz"}, board=MAP, scenario="S42")).rules
    capital, oil = rules.city_hex["Bucharest"], rules.city_hex["Ploesti"]
    for side in (GERMAN, SOVIET):
        assert stakes(rules, side)[capital] == gains(rules, side)[capital] + gains(rules, side)[oil]
        assert stakes(rules, side)[oil] == gains(rules, side)[oil]


# --- the last month of a game that any lead wins ----------------------------------------------------------------------


def price_of_a_step(g: Position, lead: int) -> float:
    """What the Germans think a step of an HQ costs in the last month of Edelweiss, with such a lead."""
    g = g.copy()
    g.month, g.side = 1, GERMAN
    g.basic[GERMAN] += lead
    values = []
    for role in ({}, {g.unit("U"): ACTIVE}):
        twin = g.copy()
        twin.role = dict(role)
        twin.freeze()
        values.append(standing(Judge(twin, GERMAN)))
    return values[0] - values[1]


def test_who_is_behind_where_any_lead_wins_spends_his_hqs() -> None:
    g = state(grognard.new("eastfront", "EDE", 1))
    assert 0 < price_of_a_step(g, -9) < price_of_a_step(g, 9) / 2


def test_steps_that_will_be_restored_for_nothing_are_not_wasted_on_a_single_block() -> None:
    rest = grognard.new("eastfront", "EDE", 1)
    idle = rest.copy()
    idle.play("activate P", GERMAN)
    judge = Judge(state(rest), GERMAN)
    assert judge.plenty
    assert evaluate(state(rest), GERMAN) - evaluate(state(idle), GERMAN) < judge.attack["idle_hq"] / 2
