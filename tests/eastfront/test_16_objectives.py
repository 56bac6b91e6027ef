"""16.1: Bucharest, Ploesti, Odessa and Sevastopol; 2.66: the Satellites that depend on them."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Noted
from tests.eastfront.table import (
    GERMAN,
    MAP,
    SOVIET,
    allowed,
    cv,
    field,
    fight,
    holder,
    of_kind,
    offered,
    play,
    position,
    pps,
    produce,
    refused,
    state,
    where,
)

# --- 16.11 Rumania ---------------------------------------------------------------------------------------------------


def rumania(units: dict[str, str], **more: Any) -> grognard.Match:
    """Summer 1944, when the front has reached Rumania."""
    return position({"Bucharest": "23A:1", **units}, board=MAP, **{"scenario": "S44", "phase": "command", **more})


@pytest.mark.rule("eastfront", "16.11", "G41")
def test_rumanian_armies_leave_for_good_when_bucharest_is_soviet() -> None:
    m = rumania({"Iasi": "3Rum", "Warsaw": "1AK AG-North", "Debrecen": "2Hun"}, tracks={"dead": "4Rum"})
    assert (where(m, "3Rum"), where(m, "4Rum"), where(m, "2Hun")) == ("gone", "gone", "0316")
    safe = rumania({"Bucharest": "11AK", "Iasi": "3Rum"})
    assert where(safe, "3Rum") == "0716"
    disputed = rumania({"Bucharest": "11AK 23A", "Iasi": "3Rum"}, battles={"Bucharest": SOVIET})
    assert where(disputed, "3Rum") == "0716"


@pytest.mark.rule("eastfront", "16.11")
def test_they_cannot_be_rebuilt() -> None:
    m = rumania({"Warsaw": "1AK"}, phase="production", month="JUL44", tracks={"dead": "4Rum 2AK"})
    refused(m, "cadre 4Rum", "11.42", GERMAN)


@pytest.mark.rule("eastfront", "16.11")
def test_recruits_of_one_step_join_the_soviets_in_bucharest() -> None:
    m = rumania({})
    assert (where(m, "RumVol"), cv(m, "RumVol")) == ("0619", 1)


@pytest.mark.rule("eastfront", "16.11", "6.22")
def test_recruits_come_to_a_full_bucharest_and_the_fifth_unit_goes_unsupplied() -> None:
    """G75: the Soviets choose who, at the German's check, unless they have moved on before."""
    m = rumania({"Bucharest": "23A:1 8A 3A 13A", "Warsaw": "1AK AG-North"}, active=GERMAN)
    assert where(m, "RumVol") == where(m, "8A")
    play(m, "end")
    assert m.decision is not None
    assert (m.decision.side, m.decision.rule) == (SOVIET, "6.22")
    play(m, "unsupplied 23A")
    assert where(m, "23A") == "dead"


@pytest.mark.rule("eastfront", "16.11", "8.34")
def test_rumania_outside_german_zones_of_control_becomes_soviet() -> None:
    assert holder(rumania({"Bucharest": ""}), "Craiova") == GERMAN
    m = rumania({"Cluj": "1AK"})
    assert holder(m, "Craiova") == SOVIET
    assert holder(m, "0417") == GERMAN  # in the ZOC of Cluj
    assert holder(m, "Debrecen") == GERMAN
    disputed = rumania({"Cluj": "1AK", "0518": "8A"})
    assert holder(disputed, "0417") == "disputed"
    assert state(disputed).prior >> state(disputed).rules.hex("0417") & 1


@pytest.mark.rule("eastfront", "16.11", "16.21", "16.33", "G57")
def test_exit_zones_i_and_j_become_soviet_if_empty_and_cost_the_german_pps() -> None:
    before = rumania({"Bucharest": ""})
    m = rumania({"EZ-J": "1AK"})
    assert (holder(before, "EZ-I"), holder(m, "EZ-I"), holder(m, "EZ-J"), holder(m, "EZ-H")) == (
        GERMAN,
        SOVIET,
        GERMAN,
        GERMAN,
    )
    lines = [line for line in account(m, GERMAN) if line[0].startswith("exit zone")]
    assert lines == [("exit zone I", "-2")]


def account(m: grognard.Match, side: str) -> list[tuple[str, str]]:
    """The lines of a Production Level."""
    from grognard.games.eastfront import production

    return [(line.what, line.value) for line in production.account(state(m), side)]


@pytest.mark.rule("eastfront", "16.11", "G41")
def test_german_recapture_of_bucharest_ends_the_effect_but_brings_no_army_back() -> None:
    units = {
        "Bucharest": "23A:1 41Pz:4 24Pz:4",
        "Ploesti": "AG-A:2",
        "Iasi": "3Rum",
        "Galati": "8A",
        "Moscow": "STAVKA",
    }
    m = rumania(units, phase="combat", battles={"Bucharest": GERMAN}, active_hqs={"AG-A": ""}, dice=[1, 1, 6, 6, 6, 6])
    assert (holder(m, "EZ-I"), holder(m, "Craiova"), holder(m, "Galati")) == (SOVIET, SOVIET, SOVIET)
    fight(m, "0619")
    assert where(m, "RumVol") == "dead"
    assert (holder(m, "EZ-I"), holder(m, "Craiova"), holder(m, "Galati")) == (GERMAN, GERMAN, SOVIET)
    assert where(m, "3Rum") == "gone"


# --- 16.12 Ploesti ---------------------------------------------------------------------------------------------------

OIL = field(cities=[{"name": "Ploesti", "hex": "0405", "class": "minor", "resource": 4, "home": "german"}])


def hq_costs(units: dict[str, str], **more: Any) -> tuple[int, int]:
    """What a step and a cadre of a German HQ cost."""

    def price(orders: str) -> int:
        m = position(
            {"0105": "AG-North:1", **units},
            board=OIL,
            phase="production",
            month="AUG43",
            tracks={"dead": "AG-South"},
            **more,
        )
        before = pps(m, GERMAN)
        events = produce(m, orders)
        left = [int(n.text.split()[0]) for n in of_kind(events, Noted) if n.rule == "11.3" and n.only == (GERMAN,)]
        return before - left[0]

    return price("step AG-North"), price("cadre AG-South 0005")


@pytest.mark.rule("eastfront", "16.12", "11.43", "G41")
def test_without_ploesti_german_hqs_cost_five_and_ten_more() -> None:
    assert hq_costs({"0905": "23A"}) == (10, 20)
    assert hq_costs({"0405": "23A"}) == (15, 30)


@pytest.mark.rule("eastfront", "16.12")
def test_ploesti_without_rail_supply_is_as_good_as_lost() -> None:
    assert hq_costs({"0405": "1AK", "0205": "23A"}) == (15, 30)
    assert hq_costs({"0405": "1AK 23A"}, battles={"0405": SOVIET}) == (10, 20)


@pytest.mark.rule("eastfront", "16.12")
def test_other_units_and_the_soviets_pay_no_more() -> None:
    m = position({"0405": "23A:2", "0105": "41Pz:3", "0905": "STAVKA:1"}, board=OIL, phase="production", month="AUG43")
    german, soviet = pps(m, GERMAN), pps(m, SOVIET)
    events = produce(m, "step 41Pz", "step STAVKA")
    left = [int(n.text.split()[0]) for n in of_kind(events, Noted) if n.rule == "11.3"]
    assert (german - left[0], soviet - left[1]) == (8, 10)


# --- 16.13, 2.66 Satellites ------------------------------------------------------------------------------------------


def satellites(held: str, units: dict[str, str] | None = None, **more: Any) -> grognard.Match:
    """Summer 1942 with the three Satellites at home and some of the Black Sea ports German."""
    lost = " ".join({"Odessa", "Sevastopol"} - set(held.split()))
    there = {"Iasi": "3Rum", "Bucharest": "4Rum AG-A:2", "Debrecen": "2Hun", **(units or {})}
    more = {"scenario": "S42", "phase": "command", **more}
    return position(there, board=MAP, control={"german": held, "soviet": lost}, **more)


def bound(m: grognard.Match) -> set[str]:
    """The Satellites that are Restricted."""
    return {unit.id for unit in m.view(GERMAN).units if "restricted" in unit.status}


@pytest.mark.rule("eastfront", "16.13", "2.66", "G30")
@pytest.mark.parametrize(
    ("held", "restricted"),
    [("", {"3Rum", "4Rum", "2Hun"}), ("Odessa", {"4Rum", "2Hun"}), ("Odessa Sevastopol", set())],
)
def test_odessa_frees_one_rumanian_army_and_sevastopol_the_others(held: str, restricted: set[str]) -> None:
    assert bound(satellites(held)) == restricted


@pytest.mark.rule("eastfront", "16.13")
@pytest.mark.parametrize("city", ["Odessa", "Sevastopol"])
def test_all_are_restricted_again_when_the_soviets_retake_either_port(city: str) -> None:
    start = {"Odessa": "1016", "Sevastopol": "Perekop"}[city]
    units, supreme = {start: "23A STAVKA:3"}, {"STAVKA": ""}
    m = satellites("Odessa Sevastopol", units, phase="movement", active=SOVIET, active_hqs=supreme)
    assert bound(m) == set()
    m.play(f"move 23A {city}")
    m.play("end")
    assert bound(m) == {"3Rum", "4Rum", "2Hun"}


MOVING = {"phase": "movement", "active_hqs": {"AG-A": ""}}


@pytest.mark.rule("eastfront", "16.13", "2.66", "G30")
def test_a_restricted_satellite_stays_in_its_country_or_next_to_it() -> None:
    m = satellites("Odessa", {"Kishinev": "4Rum AG-A:2", "Bucharest": ""}, **MOVING)
    assert "0817" in {unit.hex for unit in m.view(GERMAN).units if unit.id == "4Rum"}
    allowed(m, "move 4Rum Odessa")
    refused(m, "move 4Rum 1016", "16.13")
    free = satellites("Odessa Sevastopol", {"Kishinev": "4Rum AG-A:2", "Bucharest": ""}, **MOVING)
    allowed(free, "move 4Rum 1016")


@pytest.mark.rule("eastfront", "16.13", "G30")
def test_outside_its_area_it_moves_only_toward_home() -> None:
    m = satellites("Odessa", {"Znamenka": "4Rum AG-A:2", "Bucharest": ""}, **MOVING)
    assert "1015" in offered(m, "move 4Rum")
    refused(m, "move 4Rum 1215", "16.13")


@pytest.mark.rule("eastfront", "16.13", "10.4", "G30")
@pytest.mark.parametrize(("held", "strength"), [("Odessa", 3), ("Odessa Sevastopol", 4)])
def test_outside_its_area_it_is_unsupplied(held: str, strength: int) -> None:
    m = satellites(
        held,
        {"Kirovograd": "4Rum:4", "Bucharest": "AG-A"},
        phase="combat",
        active=SOVIET,
        fortnight=2,
        tracks={"played": GERMAN},
    )
    assert (state(m).phase, cv(m, "4Rum")) == ("production", strength)


@pytest.mark.rule("eastfront", "16.13", "10.5", "G30")
def test_outside_its_area_not_even_a_fortress_feeds_it() -> None:
    units = {"Sevastopol": "4Rum:4 1AK:2", "Bucharest": "AG-A"}
    ending: dict[str, Any] = {"phase": "combat", "active": SOVIET, "fortnight": 2}
    m = satellites("Sevastopol", units, **ending, tracks={"played": GERMAN, "fallen": "Odessa"})
    assert (cv(m, "4Rum"), cv(m, "1AK")) == (3, 2)


@pytest.mark.rule("eastfront", "11.41", "16.13", "G30")
@pytest.mark.parametrize("where", ["Sevastopol", "Kirovograd"])
def test_outside_its_area_it_gains_no_step_for_being_there(where: str) -> None:
    units = {"Bucharest": "AG-A:2", "Warsaw": "1AK:2", where: "4Rum:2"}
    m = satellites("Sevastopol", units, phase="production", month="AUG42", tracks={"fallen": "Odessa"})
    refused(m, "step 4Rum", "16.13", GERMAN)


@pytest.mark.rule("eastfront", "15.31", "16.13", "G25")
def test_a_restricted_satellite_at_home_lives_on_ships_in_a_besieged_port() -> None:
    units = {"Constanza": "4Rum:1 23A", "0720": "8A", "Varna": "5A", "Galati-SE1": "3A"}
    units |= {"Sevastopol": "1AK", "Bucharest": "AG-A", "Moscow": "STAVKA"}
    ending: dict[str, Any] = {"phase": "combat", "active": SOVIET, "fortnight": 2, "battles": {"Constanza": SOVIET}}
    m = satellites("Sevastopol", units, **ending, tracks={"played": GERMAN, "fallen": "Odessa"})
    assert "4Rum" in bound(m)
    m.play("end")  # no round is fought; the Soviet Supply Phase checks the Germans
    assert state(m).phase == "production"
    assert (where(m, "4Rum"), cv(m, "4Rum")) == (state(m).hexname(state(m).rules.hex("Constanza")), 1)


@pytest.mark.rule("eastfront", "16.13")
def test_the_italians_come_only_while_sevastopol_is_german() -> None:
    due: dict[str, Any] = {"phase": "production", "month": "OCT42", "due": {"8Ital": "OCT42:3"}}
    refused(satellites("Odessa", **due), "arrive 8Ital", "16.13", GERMAN)
    allowed(satellites("Odessa Sevastopol", **due), "arrive 8Ital Warsaw end", GERMAN)
    late = {**due, "scenario": "W42", "month": "JAN43"}
    refused(satellites("Odessa", **late), "arrive 8Ital", "16.13", GERMAN)


@pytest.mark.rule("eastfront", "S43.2", "16.13")
def test_from_summer_1943_they_no_longer_come() -> None:
    m = satellites("Odessa Sevastopol", scenario="S43", phase="production", month="AUG43", due={"8Ital": "OCT42:3"})
    refused(m, "arrive 8Ital", "S43.2", GERMAN)


@pytest.mark.rule("eastfront", "2.66", "16.13", "11.42")
def test_one_that_was_rebuilt_is_restricted_for_good() -> None:
    assert bound(satellites("Odessa Sevastopol", tracks={"rebuilt": "4Rum"})) == {"4Rum"}


@pytest.mark.rule("eastfront", "S43.2", "W43.1", "S44.1", "16.13")
@pytest.mark.parametrize("scenario", ["S43", "W43", "S44"])
def test_from_summer_1943_all_are_restricted_whoever_holds_what(scenario: str) -> None:
    assert bound(satellites("Odessa Sevastopol", scenario=scenario)) == {"3Rum", "4Rum", "2Hun"}


@pytest.mark.rule("eastfront", "16.13", "2.66", "G30")
def test_sevastopol_alone_frees_the_other_three_unless_odessa_was_retaken() -> None:
    never = {"tracks": {"fallen": ""}}
    assert bound(satellites("Sevastopol", **never)) == {"3Rum"}
    assert bound(satellites("Sevastopol")) == {"3Rum", "4Rum", "2Hun"}  # Odessa was German when the scenario began
    assert bound(satellites("Sevastopol", tracks={"fallen": "Odessa"})) == {"3Rum", "4Rum", "2Hun"}
    assert bound(satellites("Odessa", tracks={"fallen": "Sevastopol"})) == {"3Rum", "4Rum", "2Hun"}


@pytest.mark.rule("eastfront", "11.42", "16.11")
def test_italians_and_after_the_surrender_rumanians_named_as_dead_cannot_be_rebuilt() -> None:
    m = satellites("Odessa Sevastopol", phase="production", month="OCT42", tracks={"dead": "8Ital 24Pz"})
    assert "8Ital" not in offered(m, "cadre", GERMAN)
    refused(m, "cadre 8Ital", "11.42", GERMAN)
    lost = {"surrender": True, "dead": "3Rum 24Pz"}
    m = rumania({"Warsaw": "1AK"}, phase="production", month="AUG44", tracks=lost)
    refused(m, "cadre 3Rum", "16.11", GERMAN)
    allowed(m, "cadre 24Pz Warsaw end", GERMAN)


@pytest.mark.rule("eastfront", "16.11", "16.21", "G57")
def test_a_zone_germans_held_at_the_surrender_stays_german_when_they_leave() -> None:
    units = {"EZ-J": "1AK", "Warsaw": "OKH:2"}
    m = rumania(units, phase="movement", active_hqs={"OKH": ""})
    assert (holder(m, "EZ-I"), holder(m, "EZ-J")) == (SOVIET, GERMAN)
    m.play("move 1AK 0621")
    m.play("end")
    assert (holder(m, "EZ-I"), holder(m, "EZ-J")) == (SOVIET, GERMAN)


@pytest.mark.rule("eastfront", "16.11", "16.21", "G57")
def test_a_ceded_zone_is_german_again_once_a_german_has_been_alone_in_it() -> None:
    m = rumania({"0621": "1AK", "Warsaw": "OKH:2"}, phase="movement", active_hqs={"OKH": ""})
    assert holder(m, "EZ-J") == SOVIET
    m.play("move 1AK EZ-J")
    m.play("end")
    assert holder(m, "EZ-J") == GERMAN
    again = rumania({"Warsaw": "OKH:2"}, tracks={"surrender": True}, control={"german": "EZ-J"})
    assert (holder(again, "EZ-I"), holder(again, "EZ-J")) == (SOVIET, GERMAN)
