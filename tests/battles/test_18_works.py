"""18.0b field forts, 20.0 bridging units, and crossings that are blown."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.events import Rolled
from grognard.games.battles import routes
from grognard.games.battles.position import ATTACK, AXIS, MOVED, NONE, SOVIET
from tests.battles.field import PLAN, at, field, ground, unit
from tests.battles.march import March, march, refused

# --- 18.0b field forts ------------------------------------------------------------------------------------------------


def works(units: dict[str, str], side: str = AXIS, *, moved: str = "", **more: Any) -> March:
    """The end of an initial movement phase in which some have moved."""
    g = field(units, f"{side}-works", **more)
    for name in moved.split():
        g.flags[unit(g, name)] |= MOVED
    return March(g)


@pytest.mark.rule("battles", "18.0b1", "G60")
def test_forts_are_built_by_units_that_stayed_in_clear_or_woods_outside_enemy_zones() -> None:
    rules = ground(woods="0504", rough="0506", city="0404", swamp="0405")
    units = {"0505": "21/17", "0504": "55/17", "0506": "95/17", "0404": "1131", "0405": "KG211", "0303": "35/4"}
    m = works({**units, "0805": "12/4", "0905": "50/3TC"}, moved="35/4", rules=rules)
    assert m.offered("fort") == {"0505", "0504"}
    refused(m, "fort 0506 1L", "18.0b1")
    refused(m, "fort 0404 1L", "18.0b1")
    refused(m, "fort 0303 1L", "18.0b1")  # it has moved
    refused(m, "fort 0805 1L", "18.0b1")  # in a zone
    refused(m, "fort 1010 1L", "18.0b1")  # nobody there
    m.play("fort 0505 2L")
    assert m.g.forts == {at(m.g, "0505"): 2}
    refused(m, "fort 0505 1L", "18.0b1")


@pytest.mark.rule("battles", "18.0b1")
def test_one_unit_that_stayed_is_enough() -> None:
    m = works({"0505": "21/17 55/17"}, moved="55/17")
    assert m.offered("fort") == {"0505"}


@pytest.mark.rule("battles", "18.0b1", "12.6f", "G60")
def test_who_was_taken_along_in_a_retreat_has_not_stayed() -> None:
    m = works({"0505": "21/17", "0404": "55/17"})
    m.g.thaw()
    for name in ("21/17", "55/17"):
        m.g.origin[unit(m.g, name)] = at(m.g, "0404")
    m.g.freeze()
    assert m.offered("fort") == {"0404"}
    refused(m, "fort 0505 1L", "18.0b1")


@pytest.mark.rule("battles", "18.0b2", "18.0b")
def test_the_counters_are_the_limit_and_come_back_when_a_fort_is_left() -> None:
    units = {"0303": "21/17", "0305": "55/17", "0307": "95/17", "0309": "1131", "0311": "KG211"}
    m = works(units)
    assert m.offered("fort 0303") == {"1L", "2L"}
    m.play("fort 0303 2L")
    refused(m, "fort 0305 2L", "18.0b2")  # there is one
    m.play("fort 0305 1L", "fort 0307 1L", "fort 0309 1L")
    assert "fort" not in m.offered()
    refused(m, "fort 0311 1L", "18.0b2")
    m.g.thaw()
    m.g.enter(unit(m.g, "55/17"), at(m.g, "0405"))
    assert at(m.g, "0305") not in m.g.forts  # unoccupied
    assert March(m.g).offered("fort 0311") == {"1L"}


@pytest.mark.rule("battles", "18.0b2", "G60")
def test_a_fort_stays_while_a_friend_is_left_in_it() -> None:
    g = field({"0505": "21/17 55/17"}, forts={at(field({}), "0505"): 1})
    g.enter(unit(g, "21/17"), at(g, "0506"))
    assert at(g, "0505") in g.forts
    g.eliminate(unit(g, "55/17"), "12.5a")
    assert at(g, "0505") not in g.forts


@pytest.mark.rule("battles", "18.0b1", "18.0b")
def test_a_unit_builds_after_a_phase_without_moving_through_the_sequence() -> None:
    m = march({"0505": "21/17", "0507": "55/17"}).play("move 55/17 0508", "end")
    assert m.g.phase == "axis-works"
    assert m.offered("fort") == {"0505"}


@pytest.mark.rule("battles", "S8", "18.0b1")
def test_a_scenario_may_let_a_side_dig_in_in_cities_where_any_marker_counts_one() -> None:
    rules = ground(city="0505 1005", plan={"axis": {**PLAN["axis"], "fort_places": "city"}})
    m = works({"0505": "21/17", "0307": "55/17"}, rules=rules)
    m.play("fort 0505 2L", "fort 0307 1L")
    assert (m.g.fort_shift(at(m.g, "0505")), m.g.fort_shift(at(m.g, "0307"))) == (1, 1)
    assert m.g.fort_shift(at(m.g, "0404")) == 0
    soviet = works({"1005": "35GRD"}, SOVIET, rules=rules)
    refused(soviet, "fort 1005 1L", "18.0b1")


@pytest.mark.rule("battles", "18.0a3")
def test_a_fortress_is_destroyed_once_enemy_combat_units_enter_it() -> None:
    rules = ground(plan={"fortresses": [{"hex": "0605", "side": "soviet"}]})
    g = field({"0505": "35/4 HQ-39PzK"}, rules=rules)
    here = 1 << at(g, "0605")
    g.enter(unit(g, "HQ-39PzK"), at(g, "0605"))
    assert g.fortresses & here
    g.pass_through(unit(g, "35/4"), at(g, "0605"))
    assert not g.fortresses & here
    own = field({"0605": "35GRD"}, rules=rules)
    assert own.fortresses & here


# --- 20.0 bridging units ----------------------------------------------------------------------------------------------

RIVER = " ".join(f"05{row:02}/{d}" for row in range(1, 12) for d in ("ne", "se") if (row, d) != (1, "ne"))


def pontoon(turn: int, laid: int = 2, road: str = "", phase: str = "soviet-movement", **units: str) -> March:
    """A bridge from 0605 over the river to 0505, laid in a turn."""
    rules = ground(major=RIVER, road=road)
    placed = {"0605": "Pon8G 50/3TC 35GRD", **{hex.removeprefix("h"): names for hex, names in units.items()}}
    empty = field({}, rules=rules)
    bridges = {unit(empty, "Pon8G"): (at(empty, "0505"), laid)}
    g = field(placed, phase, rules=rules, turn=turn)
    g.bridges = bridges
    return March(g)


def cost(m: March, name: str) -> float | None:
    """What the step over the bridge costs, in movement points."""
    half = routes.step_cost(m.g, unit(m.g, name), at(m.g, "0605"), at(m.g, "0505"))
    return None if half is None else half / 2


@pytest.mark.rule("battles", "20.0a", "G61")
def test_a_bridging_unit_bridges_one_hexside_of_a_major_river_next_to_it() -> None:
    rules = ground(major=RIVER)
    m = works({"0605": "Pon8G 35GRD", "0905": "PonFr"}, SOVIET, moved="Pon8G", rules=rules)
    assert m.offered("bridge") == {"Pon8G"}
    assert m.offered("bridge Pon8G") == {"0505", "0506"}
    refused(m, "bridge PonFr 0805", "20.0a")
    refused(m, "bridge 35GRD 0505", "20.0a")
    refused(m, "bridge Pon8G 0606", "20.0a")
    m.play("bridge Pon8G 0505")
    refused(m, "bridge Pon8G 0506", "20.0a")
    refused(m, "take-up Pon8G", "20.0a")  # laid in this turn


@pytest.mark.rule("battles", "20.0a", "10.5", "G61")
def test_a_deployed_bridge_does_not_move_until_it_is_taken_up_on_a_later_turn() -> None:
    rules = ground(major=RIVER)
    m = works({"0605": "Pon8G"}, SOVIET, rules=rules).play("bridge Pon8G 0505")
    g = m.g
    g.thaw()
    g.turn = 3
    later = March(g).play("take-up Pon8G")
    assert not later.g.bridges
    still = march({"0605": "Pon8G"}, "soviet-movement", rules=rules, bridges={unit(g, "Pon8G"): (at(g, "0505"), 1)})
    refused(still, "move Pon8G 0606", "20.0a")
    watched = works({"0605": "Pon8G", "0505": "35/4"}, SOVIET, rules=rules)
    watched.g.thaw()
    watched.g.bridges = {unit(g, "Pon8G"): (at(g, "0505"), 1)}
    refused(March(watched.g), "take-up Pon8G", "20.0a")


@pytest.mark.rule("battles", "20.0b")
@pytest.mark.parametrize("hex", ["0505", "0605"])
def test_a_bridge_is_lost_when_the_enemy_enters_either_end(hex: str) -> None:
    m = pontoon(3)
    g = m.g
    g.thaw()
    for name in ("50/3TC", "35GRD"):
        g.enter(unit(g, name), at(g, "0905"))
    g.at[unit(g, "35/4")] = -2
    g.pass_through(unit(g, "35/4"), at(g, hex))
    assert not g.bridges
    assert m.where("Pon8G") == ""


@pytest.mark.rule("battles", "20.0b")
def test_own_units_leave_it_standing_and_an_enemy_hq_does_not() -> None:
    m = pontoon(3)
    m.g.thaw()
    m.g.pass_through(unit(m.g, "35GRD"), at(m.g, "0505"))
    assert m.g.bridges
    m.g.pass_through(unit(m.g, "HQ-9A"), at(m.g, "0505"))  # an opposing unit, though it takes no ground
    assert not m.g.bridges
    assert not m.g.axis_held >> at(m.g, "0705") & 1


@pytest.mark.rule("battles", "20.0d", "20.0e")
def test_the_cost_in_the_turn_it_is_laid_and_later_on_a_road_and_elsewhere() -> None:
    assert (cost(pontoon(2), "50/3TC"), cost(pontoon(2), "35GRD")) == (3, 2)  # +2, +1
    assert (cost(pontoon(3), "50/3TC"), cost(pontoon(3), "35GRD")) == (3, 2)  # no road: +2 for mechanised units
    m = pontoon(3, road="0605 0505")
    assert (cost(m, "50/3TC"), cost(m, "35GRD")) == (1.5, 2)  # +1 on the road
    none = March(field({"0605": "50/3TC 35GRD"}, "soviet-movement", rules=ground(major=RIVER)))
    assert (cost(none, "50/3TC"), cost(none, "35GRD")) == (4, 3)


@pytest.mark.rule("battles", "20.0e", "U4")
def test_a_bridge_stands_in_for_a_crossing_that_is_blown() -> None:
    m = pontoon(3, road="0605 0505")
    m.g.thaw()
    pair = (at(m.g, "0605"), at(m.g, "0505"))
    m.g.blown = frozenset((pair, pair[::-1]))
    assert (cost(m, "50/3TC"), cost(m, "35GRD")) == (1.5, 2)
    m.g.bridges.clear()
    assert (cost(m, "50/3TC"), cost(m, "35GRD")) == (4, 3)


@pytest.mark.rule("battles", "20.0d", "10.1e", "G61")
def test_mechanised_units_cross_it_into_a_zone_in_the_mechanised_phase_of_the_turn_it_is_laid() -> None:
    rules = ground(major=RIVER)
    bridges = {unit(field({}), "Pon8G"): (at(field({}), "0505"), 2)}
    units = {"0605": "Pon8G 50/3TC", "0506": "35/4"}  # an enemy on the river with a zone into 0505

    def open_to(phase: str, turn: int, level: int = ATTACK) -> bool:  # four points: by the bridge or not at all
        m = march(units, phase, rules=rules, level=level, bridges=dict(bridges), turn=turn)
        return "0505" in m.hexes("50/3TC")

    assert open_to("soviet-mechanised", 2)
    assert not open_to("soviet-mechanised", 3)
    assert not open_to("soviet-movement", 3, NONE)


# --- demolitions ------------------------------------------------------------------------------------------------------

NAMED = {"demolitions": [{"id": "S3", "side": "axis", "crossings": ["0505 0605"], "trigger": "0605",
                          "blown_on": [1, 2, 3, 4, 5]}]}  # fmt: skip
ANY = {"demolitions": [{"id": "U4", "side": "soviet"}]}
ROADS = "0405 0505 0605 0706"


def bridges_of_warsaw(units: dict[str, str], phase: str, dice: tuple[int, ...] = (), **more: Any) -> March:
    """A named crossing the Axis may blow, on its own side of the river; 0605 is Axis until a Soviet enters it."""
    rules = ground(major=RIVER, road=ROADS, plan={**NAMED, "held": {"axis": "0101..0711"}})
    return march(units, phase, rules=rules, dice=dice, **more)


@pytest.mark.rule("battles", "S3")
def test_the_owner_may_blow_a_named_crossing_at_the_end_of_his_initial_movement() -> None:
    m = bridges_of_warsaw({"0305": "35/4"}, "axis-movement").play("end")
    assert m.g.phase == "axis-works"
    assert m.offered("blow") == {"0505"}
    m.play("blow 0505 0605")
    assert len(m.g.blown) == 2
    assert "blow" not in m.offered()
    refused(m, "blow 0505 0605", "S3")


@pytest.mark.rule("battles", "S3")
@pytest.mark.parametrize(("die", "blown"), [(5, True), (6, False)])
def test_an_enemy_combat_unit_that_enters_the_trigger_halts_there_for_the_roll(die: int, blown: bool) -> None:
    m = bridges_of_warsaw({"0706": "50/3TC"}, "soviet-movement", (die,))
    m.play("move 50/3TC 0405")
    assert m.where("50/3TC") == "0605"
    assert [event.result for event in m.all(Rolled)] == ["blown" if blown else "taken"]
    assert bool(m.g.blown) == blown
    assert m.points("50/3TC") == 6.5
    m.play("move 50/3TC 0505")
    assert m.points("50/3TC") == (2.5 if blown else 5)
    assert len(m.all(Rolled)) == 1  # it is decided


@pytest.mark.rule("battles", "S3")
def test_an_hq_sets_nothing_off_and_a_taken_crossing_cannot_be_blown() -> None:
    m = bridges_of_warsaw({"0706": "HQ-2TA"}, "soviet-movement", (1,))
    m.play("move HQ-2TA 0605")
    assert m.all(Rolled) == []
    taken = bridges_of_warsaw({"0305": "35/4"}, "axis-movement", taken=frozenset(("S3",))).play("end")
    refused(taken, "blow 0505 0605", "S3")


@pytest.mark.rule("battles", "U4")
def test_one_crossing_a_turn_next_to_a_combat_unit_and_to_no_enemy() -> None:
    rules = ground(major=RIVER, road=ROADS, rail="0507 0607", plan=ANY)
    m = works({"0605": "35GRD", "0507": "HQ-2TA"}, SOVIET, rules=rules)
    assert m.offered("blow") == {"0505"}
    refused(m, "blow 0507 0607", "U4")  # only an HQ
    m.play("blow 0505 0605")
    m.g.thaw()
    m.g.enter(unit(m.g, "47GRD"), at(m.g, "0607"))
    now = March(m.g)
    refused(now, "blow 0507 0607", "U4")  # one a turn
    m.g.thaw()
    m.g.turn = 3
    assert March(m.g).offered("blow") == {"0507"}
    enemy = works({"0605": "35GRD", "0505": "35/4"}, SOVIET, rules=rules)
    refused(enemy, "blow 0505 0605", "U4")
