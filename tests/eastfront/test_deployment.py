"""3.2: choosing and placing the blocks with which a scenario begins, by hand and automatically."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import grognard
from grognard.decision import Decision
from grognard.dice import Dice
from grognard.events import Event, Revealed
from grognard.games.eastfront import deployment, mustering
from grognard.games.eastfront.balkans import exited
from grognard.games.eastfront.budget import forces as forces_of
from grognard.games.eastfront.control import determine_control
from grognard.games.eastfront.deployment import finish, frontline, may_end, ready
from grognard.games.eastfront.position import (
    AWAY,
    DEAD,
    DUE,
    ENEMY,
    GERMAN,
    GONE,
    LOST,
    PREP,
    SOVIET,
    UNUSED,
    Position,
)  # fmt: skip
from grognard.games.eastfront.production import may_rebuild
from grognard.games.eastfront.rules import BOX, standard
from grognard.games.eastfront.sequence import SEQUENCE
from grognard.games.eastfront.supply import has_line
from grognard.games.eastfront.victory import count
from grognard.games.eastfront.view import view
from grognard.hexes import members

HALF_YEARS = ("S41", "W41", "S42", "W42", "S43", "W43", "S44", "W44")


def opening(id: str, **options: bool) -> Position:
    """The table before anybody has deployed."""
    return deployment.start(standard(id), BOX.scenario(id), options, Dice.seeded(1))


def deployed(id: str, side: str, **options: bool) -> Position:
    """The side has just let its blocks be deployed; the other one has done so before if it goes first."""
    g = opening(id, **options)
    while True:
        SEQUENCE.execute(g, (("deploy",),))
        if g.side == side:
            return g
        finish(g)


def decision(g: Position) -> Decision:
    asked = SEQUENCE.decision(g)
    assert isinstance(asked, Decision)
    return asked


def play(g: Position, *actions: str) -> list[Event]:
    """Carry out actions that must be legal; what was said."""
    g.events.clear()
    for action in actions:
        words = tuple(action.split())
        ruling = decision(g).check(words)
        assert ruling, f"{action}: {ruling}"
        SEQUENCE.execute(g, (words,))
    return list(g.events)


def refused(g: Position, action: str, rule: str) -> None:
    ruling = decision(g).check(tuple(action.split()))
    assert not ruling, f"{action} is legal"
    assert ruling.rule == rule, str(ruling)


def put(g: Position, unit: str, where: str) -> None:
    """Put a block somewhere, whatever the rules say."""
    g.place(g.unit(unit), g.rules.hex(where))


def at(g: Position, unit: str) -> str:
    return g.spell(g.at[g.unit(unit)])


def wrong(g: Position) -> str:
    ruling = may_end(g)
    assert not ruling
    return ruling.rule


# --- the automatic deployment ----------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "3.2", "3.21", "3.22", "3.24", "2.6")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
@pytest.mark.parametrize("id", HALF_YEARS)
def test_either_side_of_every_scenario_can_be_deployed_automatically(id: str, side: str) -> None:
    g = deployed(id, side)
    assert may_end(g), str(may_end(g))
    for kind, (many, total) in BOX.scenario(id).forces[side].items():
        units = mustering.chosen(g, side, kind)
        assert len(units) == many
        assert sum(g.cv[unit] for unit in units) == total
        for unit in units:
            assert (0 if g.is_hq(unit) else 1) <= g.cv[unit] <= g.rules.units[unit].max
    assert all(g.present(side, hex) for hex in members(frontline(g, side)))


@pytest.mark.rule("eastfront", "S41.1A", "S41.5")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_the_historical_deployment_of_1941(side: str) -> None:
    g = deployed("S41", side, historical=True)
    assert may_end(g), str(may_end(g))
    sectors = g.rules.geography.sectors[side]
    for unit in g.on_map(side):
        block = g.rules.units[unit]
        assert g.cv[unit] == block.cv
        if block.at == "front" or side == GERMAN:
            assert sectors[block.group] >> g.at[unit] & 1
        else:
            assert g.rules.grid.distance(g.at[unit], g.rules.hex(block.at)) <= 1
    assert len(members(sectors["baltic" if side == SOVIET else "north"])) == 3


@pytest.mark.parametrize("id", HALF_YEARS)
def test_the_automatic_deployment_is_always_the_same_whatever_stood_there_before(id: str) -> None:
    g, again = opening(id), opening(id)
    for _ in range(12):
        unit = next(name for name in decision(g).choices(("place",)) if g.at[g.unit(name)] < 0)
        places = decision(g).choices(("place", unit)).items
        play(g, f"place {unit} {places[len(places) // 2]}")
    play(g, "deploy")
    play(again, "deploy")
    assert may_end(g), str(may_end(g))
    assert g.at == again.at
    assert g.cv == again.cv
    assert g.facts() == again.facts()
    play(again, "deploy")
    assert g.at == again.at


@pytest.mark.rule("eastfront", "3.24", "G39")
@pytest.mark.parametrize("id", HALF_YEARS)
def test_the_automatic_deployment_without_sea_power(id: str) -> None:
    g = opening(id, sea_power=False)
    for _ in ENEMY:
        play(g, "deploy")
        assert may_end(g), str(may_end(g))
        finish(g)


@pytest.mark.parametrize("id", HALF_YEARS)
def test_who_attacks_masses_on_an_axis_and_nobody_is_left_without_supply(id: str) -> None:
    g = opening(id)
    for _ in ENEMY:
        play(g, "deploy")
        finish(g)
    assert ready(g)
    for side in ENEMY:
        stacks = g.stacks[side].values()
        mobile = [sum(g.rules.units[u].type in ("armor", "mech", "shock") for u in stack) for stack in stacks]
        assert max(mobile) >= 2
        fronts = [unit for unit in g.rules.hqs[side] if g.at[unit] >= 0 and not g.rules.is_supreme(unit)]
        depths = [min(g.rules.grid.distance(g.at[u], hex) for hex in members(frontline(g, side))) for u in fronts]
        assert sum(depth <= 2 for depth in depths) >= len(fronts) - 1, (id, side, depths)
    determine_control(g)
    for side in ENEMY:
        hungry = [unit for unit in g.on_map(side) if not has_line(g, unit)]
        assert {g.spell(g.at[unit]) for unit in hungry} <= {"Leningrad"}, (id, g.names(hungry))


# --- the position before ---------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "3.22", "2.5", "11.6")
def test_where_the_blocks_wait() -> None:
    g = opening("W41")
    wait = {name: g.at[unit] for name, unit in g.rules.unit_by_id.items()}
    assert wait["41Pz"] == wait["23A"] == DEAD  # available: eliminated unless it is chosen
    assert wait["51AK"] == wait["1GdsTk"] == wait["3Shk"] == DUE
    assert wait["2SS"] == wait["RumVol"] == UNUSED
    assert g.due[g.unit("51AK")] == ("JAN42", 3)
    assert opening("S43").at[standard("S43").unit_by_id["8Ital"]] == GONE
    assert opening("W44").at[standard("W44").unit_by_id["RumVol"]] == DEAD


@pytest.mark.rule("eastfront", "3.21", "S41.1B", "W42.1")
@pytest.mark.parametrize(("id", "first"), [("S41", SOVIET), ("W41", SOVIET), ("S42", GERMAN), ("W42", GERMAN)])
def test_who_sets_up_first(id: str, first: str) -> None:
    g = opening(id)
    assert g.phase == "deployment"
    assert g.side == first
    assert not ready(g)


@pytest.mark.rule("eastfront", "3.23", "G54", "S41.4", "G59")
def test_control_at_the_start() -> None:
    g = opening("S41")
    hex = g.rules.hex
    assert g.held[GERMAN] >> hex("Warsaw") & 1
    assert g.held[SOVIET] >> hex("Minsk") & 1
    hungary = g.rules.country("hungary")
    assert hungary
    assert g.closed & hungary == hungary
    assert not hungary & (g.held[GERMAN] | g.held[SOVIET])
    assert g.beachhead == LOST
    later = opening("W41")
    assert later.beachhead == PREP
    assert later.held[GERMAN] & hungary


@pytest.mark.rule("eastfront", "S42.2", "S43.3", "W42.2", "W42.3", "W43.2", "7.12")
@pytest.mark.parametrize(
    ("id", "battles"),
    [
        ("S42", {"Volkhov": SOVIET}),
        ("W42", {"Volkhov": SOVIET, "Stalingrad": GERMAN}),
        ("S43", {"Volkhov": SOVIET}),
        ("W43", {"Volkhov": SOVIET, "Kremenchug-W1": SOVIET}),
    ],
)
def test_the_battles_in_which_a_scenario_begins(id: str, battles: dict[str, str]) -> None:
    g = opening(id)
    assert g.battles == {g.rules.hex(where): attacker for where, attacker in battles.items()}
    for hex, attacker in g.battles.items():
        assert g.held[ENEMY[attacker]] >> hex & 1  # the Original Defender's
    for _ in ENEMY:
        play(g, "deploy")
        assert may_end(g), str(may_end(g))
        finish(g)
    for hex, attacker in g.battles.items():
        assert g.present(GERMAN, hex)
        assert g.present(SOVIET, hex)
        assert all(g.shown[unit] for unit in g.stack(attacker, hex))
        assert not any(g.shown[unit] for unit in g.stack(ENEMY[attacker], hex))


@pytest.mark.rule("eastfront", "EDE.1")
def test_a_fixed_set_up_stands_at_once() -> None:
    g = opening("EDE")
    assert ready(g)
    assert g.phase == "deployment"
    hex = g.rules.hex("Stalingrad")
    assert g.battles == {hex: GERMAN}
    assert {g.name(unit) for unit in g.stack(GERMAN, hex)} == {"N", "O"}
    assert all(g.shown[unit] for unit in g.stack(GERMAN, hex))
    assert g.at[g.unit("L")] == DEAD
    assert g.closed >> g.rules.hex("Archeda") & 1


# --- by hand ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "3.22", "3.24")
def test_a_block_is_placed_moved_changed_and_taken_back() -> None:
    g = opening("S42")
    unit = g.unit("41Pz")
    play(g, f"place 41Pz {g.hexname(g.rules.hex('Smolensk'))}")
    assert at(g, "41Pz") == "Smolensk"
    assert g.cv[unit] == 4  # its share of 38 CV for 11 units, rounded up
    play(g, f"place 41Pz {g.hexname(g.rules.hex('Vyazma'))}", "strength 41Pz 2")
    assert at(g, "41Pz") == "Vyazma"
    assert g.cv[unit] == 2
    play(g, "remove 41Pz")
    assert g.at[unit] == DEAD
    assert not g.present(GERMAN, g.rules.hex("Vyazma"))
    assert wrong(g) == "3.22"


@pytest.mark.rule("eastfront", "3.22", "2.4")
def test_the_strengths_a_block_may_have() -> None:
    g = deployed("S42", GERMAN)
    assert decision(g).choices(("strength", "41Pz")).items == ["1", "2", "3", "4"]
    assert decision(g).choices(("strength", "AG-A")).items == ["0", "1", "2"]
    refused(g, "strength 41Pz 5", "3.22")
    refused(g, "strength 41Pz 0", "3.22")
    refused(g, "strength 27AK 4", "11.6")  # it arrives with three
    refused(g, "strength 23A 2", "3.24")  # the enemy's


@pytest.mark.rule("eastfront", "3.22")
def test_no_more_blocks_of_a_kind_than_the_force_has() -> None:
    g = deployed("W41", GERMAN)
    left = next(unit for unit in g.rules.of_side[GERMAN] if g.at[unit] == DEAD)
    assert g.name(left) not in decision(g).choices(("place",))
    refused(g, f"place {g.name(left)} {g.hexname(g.rules.hex('Smolensk'))}", "3.22")
    play(g, "remove 1AK", f"place {g.name(left)} {g.hexname(g.rules.hex('Smolensk'))}")
    assert left in mustering.chosen(g, GERMAN, "infantry")
    refused(g, f"place 51AK {g.hexname(g.rules.hex('Smolensk'))}", "3.22")  # comes in January


@pytest.mark.rule("eastfront", "3.22")
def test_blocks_placed_one_by_one_share_the_strength_of_the_force() -> None:
    g = opening("W44", balkan=False)
    kinds = BOX.scenario("W44").forces[SOVIET]
    while any(len(mustering.chosen(g, SOVIET, kind)) < many for kind, (many, _) in kinds.items()):
        unit = next(name for name in decision(g).choices(("place",)) if g.at[g.unit(name)] < 0)
        play(g, f"place {unit} {decision(g).choices(('place', unit)).items[0]}")
    for kind in ("hq", "shock", "cavalry"):
        assert sum(g.cv[unit] for unit in mustering.chosen(g, SOVIET, kind)) == kinds[kind][1]


@pytest.mark.rule("eastfront", "S41.1A")
def test_the_order_of_battle_fixes_strengths_and_places() -> None:
    g = deployed("S41", SOVIET, historical=True)
    refused(g, "strength 3A 1", "S41.1A")
    refused(g, f"place 3A {g.hexname(g.rules.hex('Kovel'))}", "S41.1A")  # of the Western district
    refused(g, f"place 20GdsA {g.hexname(g.rules.hex('Moscow'))}", "S41.1A")
    play(g, f"place 20GdsA {g.hexname(g.rules.hex('Smolensk-W1'))}")
    g.cv[g.unit("3A")], g.cv[g.unit("4A")] = 2, 3
    assert wrong(g) == "S41.1A"


@pytest.mark.rule("eastfront", "3.24", "6.21", "S41.4", "16.13")
def test_places_that_are_refused() -> None:
    g = deployed("S41", GERMAN)
    refused(g, f"place 41Pz {g.hexname(g.rules.hex('Minsk'))}", "3.24")
    refused(g, f"place 41Pz {g.hexname(g.rules.hex('Debrecen'))}", "S41.4")
    refused(g, f"place 3Rum {g.hexname(g.rules.hex('Warsaw'))}", "16.13")
    refused(g, f"place AG-North {g.hexname(g.at[g.unit('AG-Center')])}", "3.24")
    refused(g, f"place OKH {g.hexname(g.rules.hex('Bucharest'))}", "S41.1B")
    refused(g, f"place AG-North {g.hexname(g.rules.hex('Bucharest'))}", "S41.1B")
    full = next(hex for hex, stack in g.stacks[GERMAN].items() if len(stack) == 4)
    away = next(unit for unit in g.on_map(GERMAN) if g.at[unit] != full and g.rules.units[unit].type == "armor")
    refused(g, f"place {g.name(away)} {g.hexname(full)}", "6.21")


@pytest.mark.rule("eastfront", "11.6")
def test_reinforcements_of_the_first_month_arrive_in_home_cities() -> None:
    g = deployed("W41", SOVIET)
    assert g.cv[g.unit("4Para")] == 1
    assert not g.due.get(g.unit("3Shk"))
    refused(g, f"place 3Shk {g.hexname(g.rules.hex('Tikhvin'))}", "11.6")
    play(g, "remove 3Shk")
    assert g.at[g.unit("3Shk")] == DUE
    assert g.due[g.unit("3Shk")] == ("DEC41", 4)
    assert wrong(g) == "11.6"
    play(g, f"place 3Shk {g.hexname(g.rules.hex('Vladimir'))}")
    minor = g.rules.cities[g.rules.hex("Vladimir")]
    assert minor.klass == "minor"
    refused(g, f"place 4Shk {g.hexname(minor.hex)}", "11.6")  # one new unit in a minor city


@pytest.mark.rule("eastfront", "11.6")
@pytest.mark.parametrize(
    ("id", "side", "unit"), [("W41", SOVIET, "3Shk"), ("S42", GERMAN, "27AK"), ("S42", SOVIET, "5GdsTk")]
)
def test_those_set_up_with_a_scenario_start_in_a_home_city_not_at_the_edge(id: str, side: str, unit: str) -> None:
    """G74: so the sheets have it; in Production the edge is open to new units."""
    g = deployed(id, side)
    play(g, f"remove {unit}")
    open = mustering.area(g, side, g.unit(unit))
    assert open
    assert not open & ~g.rules.home_cities[side]
    assert open & ~g.rules.zones
    edge = next(zone.hex for zone in g.rules.geography.zones.values() if zone.home == side)
    refused(g, f"place {unit} {g.hexname(edge)}", "11.6")


@pytest.mark.rule("eastfront", "16.31")
def test_no_soviet_unit_is_set_up_in_a_finnish_exit_zone() -> None:
    g = opening("S41")
    for id in ("V", "W"):
        refused(g, f"place 51A {g.hexname(g.rules.zone_by_id[id].hex)}", "16.31")


# --- what may be wrong with a deployment -----------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "3.22")
def test_numbers_and_totals_must_match() -> None:
    g = deployed("S44", GERMAN)
    g.cv[g.unit("41Pz")] -= 1
    assert wrong(g) == "3.22"
    g.cv[g.unit("41Pz")] += 1
    assert may_end(g)
    mustering.take_back(g, g.unit("OKH"))
    assert "4" in may_end(g).reason
    assert wrong(g) == "3.22"


@pytest.mark.rule("eastfront", "3.22")
@pytest.mark.example("eastfront", "E3.22")
def test_any_strengths_will_do_that_add_up_to_the_total_of_their_kind() -> None:
    g = deployed("S42", GERMAN)
    armor = [u for u in g.on_map(GERMAN) if g.rules.units[u].kind == "armor"]
    assert (len(armor), sum(g.cv[u] for u in armor)) == (11, 38)
    weaker, stronger = max(armor, key=g.cv.__getitem__), min(armor, key=g.cv.__getitem__)
    play(g, f"strength {g.name(weaker)} {g.cv[weaker] - 1}")
    assert wrong(g) == "3.22"
    play(g, f"strength {g.name(stronger)} {g.cv[stronger] + 1}")
    assert may_end(g)


@pytest.mark.rule("eastfront", "3.24")
def test_no_frontline_hex_is_empty() -> None:
    g = deployed("S44", GERMAN)
    (alone,) = g.stack(GERMAN, g.rules.hex("Narva"))
    put(g, g.name(alone), "Riga")
    assert wrong(g) == "3.24"
    assert "Narva" in may_end(g).reason


@pytest.mark.rule("eastfront", "6.21")
def test_no_hex_holds_too_many() -> None:
    g = deployed("S44", GERMAN)
    behind = [u for u in g.on_map(GERMAN) if not frontline(g, GERMAN) >> g.at[u] & 1 and not g.is_hq(u)]
    for unit in behind[:5]:
        put(g, g.name(unit), "Lodz")
    assert wrong(g) == "6.21"


@pytest.mark.rule("eastfront", "3.24")
def test_hqs_keep_apart() -> None:
    g = deployed("S44", GERMAN)
    put(g, "OKH", "Minsk-W1")
    assert wrong(g) == "3.24"
    assert "AG-Center" in may_end(g).reason


@pytest.mark.rule("eastfront", "3.24")
def test_nobody_stands_beyond_the_startline_or_out_of_play() -> None:
    g = deployed("S44", GERMAN)
    put(g, "41Pz", "Moscow")
    assert wrong(g) == "3.24"
    put(g, "41Pz", "Minsk")
    assert may_end(g), str(may_end(g))
    last = deployed("W44", GERMAN)
    put(last, "41Pz", "EZ-H")
    assert wrong(last) == "W44.5"


@pytest.mark.rule("eastfront", "3.24", "G39", "10.5", "W41.3")
def test_leningrad_holds_as_many_as_it_can_feed() -> None:
    g = deployed("W41", SOVIET)
    leningrad = g.rules.hex("Leningrad")
    assert len(g.stack(SOVIET, leningrad)) <= 2
    for unit in mustering.chosen(g, SOVIET, "cavalry")[:1]:
        put(g, g.name(unit), "Leningrad")
    assert wrong(g) == "3.24"
    assert "Leningrad" in may_end(g).reason


@pytest.mark.rule("eastfront", "16.13")
def test_restricted_satellites_stay_at_home() -> None:
    g = deployed("S43", GERMAN)
    put(g, "3Rum", "Smolensk")
    assert wrong(g) == "16.13"


@pytest.mark.rule("eastfront", "S42.2", "S43.3", "W43.2")
@pytest.mark.parametrize(("id", "rule"), [("S42", "S42.2"), ("S43", "S43.3"), ("W43", "W43.2")])
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_both_sides_stand_in_volkhov(id: str, rule: str, side: str) -> None:
    g = deployed(id, side)
    for unit in g.stack(side, g.rules.hex("Volkhov")):
        put(g, g.name(unit), "Pskov" if side == GERMAN else "Moscow")
    assert wrong(g) == rule


@pytest.mark.rule("eastfront", "W42.2")
def test_four_german_units_in_stalingrad() -> None:
    g = deployed("W42", GERMAN)
    hex = g.rules.hex("Stalingrad")
    stack = g.stack(GERMAN, hex)
    assert len(stack) == 4
    assert sum(g.cv[unit] for unit in stack) >= 12
    armor = next(unit for unit in stack if g.rules.units[unit].type == "armor")
    foot = next(unit for unit in stack if g.rules.units[unit].type == "infantry")
    put(g, g.name(foot), "Kamensko")
    assert wrong(g) == "W42.2"  # three are too few
    put(g, g.name(foot), "Stalingrad")
    put(g, g.name(armor), "Kamensko")
    put(g, "2AK", "Stalingrad")
    assert wrong(g) == "W42.2"  # none of the four is armor
    weak = deployed("W42", GERMAN)
    full = [u for u in mustering.chosen(weak, GERMAN, "infantry") if weak.cv[u] < 4 and weak.at[u] != hex]
    for unit in weak.stack(GERMAN, hex):
        while weak.rules.units[unit].type == "infantry" and weak.cv[unit] > 1:
            weak.cv[unit] -= 1
            other = next(u for u in full if weak.cv[u] < 4)
            weak.cv[other] += 1
    assert wrong(weak) == "W42.2"  # not twelve CV
    assert "12" in may_end(weak).reason


@pytest.mark.rule("eastfront", "S41.1B", "G48")
def test_free_deployment_of_the_soviets_in_1941() -> None:
    g = deployed("S41", SOVIET)
    refused(g, f"place 3A {g.hexname(g.rules.hex('Minsk'))}", "S41.1B")  # a unit of the front
    play(g, f"place West-Front {g.hexname(g.rules.hex('Minsk-E1'))}")  # an HQ is free
    assert wrong(g) == "S41.1B"  # and leaves Minsk, a major city, empty
    g = deployed("S41", SOVIET)
    put(g, "3A", "Orsha")
    put(g, "23A", "Vilna-W1")
    assert wrong(g) == "S41.1B"
    for city, least in (("Leningrad", 2), ("Moscow", 3)):
        g = deployed("S41", SOVIET)
        units = [u for u in g.stack(SOVIET, g.rules.hex(city)) if not g.is_hq(u)]
        assert len(g.stack(SOVIET, g.rules.hex(city))) >= least
        put(g, g.name(units[0]), "Vitebsk")
        assert wrong(g) == "S41.1B"


@pytest.mark.rule("eastfront", "S41.1B", "S41.4")
def test_free_deployment_of_the_germans_in_1941() -> None:
    g = deployed("S41", GERMAN)
    put(g, "OKH", "Bucharest")
    assert wrong(g) == "S41.1B"
    put(g, "OKH", "Thorn")
    put(g, "AG-North", "Bucharest")
    assert wrong(g) == "S41.1B"
    g = deployed("S41", GERMAN)
    put(g, "41Pz", "Debrecen")
    assert wrong(g) == "S41.4"


@pytest.mark.rule("eastfront", "W44.1")
def test_an_army_stands_in_courland() -> None:
    g = deployed("W44", GERMAN)
    pocket = mustering.courland(g)
    there = [unit for unit in g.on_map(GERMAN) if pocket >> g.at[unit] & 1]
    assert "AG-North" in g.names(there)
    assert len(there) >= 8
    extra = [unit for unit in there if len(g.stack(GERMAN, g.at[unit])) > 1 and not g.is_hq(unit)]
    for unit in extra[: len(there) - 7]:
        put(g, g.name(unit), "Thorn")
    assert wrong(g) == "W44.1"
    g = deployed("W44", GERMAN)
    put(g, "OKH", "Cracow")
    put(g, "AG-North", "Danzig")
    assert wrong(g) == "W44.1"


@pytest.mark.rule("eastfront", "W44.5", "G5")
def test_the_balkan_front_is_played_only_if_the_players_want_it() -> None:
    closed = opening("W44")
    zones = [closed.rules.zone_by_id[id].hex for id in "GHIJ"]
    assert all(closed.closed >> hex & 1 for hex in zones)
    g = opening("W44", balkan=True)
    for _ in ENEMY:
        play(g, "deploy")
        assert may_end(g), str(may_end(g))
        finish(g)
    assert [len(g.stack(SOVIET, hex)) for hex in zones] == [4, 4, 4, 4]
    assert sum(len(g.stack(GERMAN, hex)) for hex in zones) == 9
    assert all(g.stack(GERMAN, hex) for hex in zones)
    for hex in zones:
        assert g.held[SOVIET] >> hex & 1
        assert all(g.cv[unit] == g.rules.units[unit].max - 1 for unit in g.stack(SOVIET, hex))
        assert all(g.cv[unit] == g.rules.units[unit].max - 2 for unit in g.stack(GERMAN, hex) if not g.is_hq(unit))


@pytest.mark.rule("eastfront", "W44.5", "0b")
def test_the_enemy_does_not_know_which_balkan_zone_has_the_hq() -> None:
    homes = set()
    for seed in range(12):
        options = {"balkan": True}
        g = deployment.start(standard("W44"), BOX.scenario("W44"), options, Dice.seeded(seed))
        play(g, "deploy")
        hidden = [counter for counter in view(g, GERMAN).units if counter.side == SOVIET]
        assert not hidden
        finish(g)
        zones = [g.rules.zone_by_id[id].hex for id in "GHIJ"]
        (hq,) = [unit for hex in zones for unit in g.stack(SOVIET, hex) if g.is_hq(unit)]
        homes.add((g.at[hq], g.stack(SOVIET, g.at[hq]).index(hq)))
        told = [event.line() for event in g.events if event.seen_by(GERMAN) or event.seen_by(None)]
        assert not any(g.name(unit) in line for line in told for hex in zones for unit in g.stack(SOVIET, hex))
        backs = [counter for counter in view(g, GERMAN).units if g.rules.hex(counter.hex) in zones]
        assert len(backs) == 16
        assert all(counter.hidden for counter in backs)
    assert len(homes) > 4


def zone(g: Position, id: str) -> str:
    """An exit zone as an action names it."""
    return g.hexname(g.rules.zone_by_id[id].hex)


def in_the_balkans(g: Position, side: str, kind: str) -> list[str]:
    return [g.name(unit) for unit in exited(g, side) if g.rules.units[unit].kind == kind]


@pytest.mark.rule("eastfront", "W44.5", "3.21")
def test_the_players_set_up_the_balkan_zones_themselves_the_soviets_first() -> None:
    g = opening("W44", balkan=True)
    assert g.side == SOVIET
    for side, below in ((SOVIET, 1), (GERMAN, 2)):
        assert g.side == side
        play(g, "deploy")
        mine = g.names(exited(g, side))
        play(g, *(f"remove {name}" for name in mine))
        assert may_end(g).rule == "W44.5"
        waiting = {counter.id for counter in view(g, side).to_place}
        assert waiting.issuperset(mine)
        for n, name in enumerate(mine):
            refused(g, f"place {name} {g.hexname(g.rules.hex('Warsaw' if side == GERMAN else 'Moscow'))}", "3.22")
            play(g, f"place {name} {zone(g, 'GHIJ'[n % 4])}")
            least = 0 if g.is_hq(g.unit(name)) else 1
            assert g.cv[g.unit(name)] == max(least, g.rules.units[g.unit(name)].max - below)
        play(g, "end")
    assert g.phase != "deployment"
    assert all(len(g.stack(SOVIET, g.rules.zone_by_id[id].hex)) == 4 for id in "GHIJ")


@pytest.mark.rule("eastfront", "W44.5", "G5")
def test_what_is_missing_in_the_balkan_zones() -> None:
    g = deployed("W44", SOVIET, balkan=True)
    (hq,) = in_the_balkans(g, SOVIET, "hq")
    foot = in_the_balkans(g, SOVIET, "infantry")
    play(g, f"remove {hq}", *(f"remove {name}" for name in foot[:2]))
    refused(g, "end", "W44.5")
    assert may_end(g).reason == "place in the Balkan exit zones: 1 HQ, 2 infantry"
    g = deployed("W44", SOVIET, balkan=True)
    horse = in_the_balkans(g, SOVIET, "cavalry")
    assert len(horse) == 3  # the two of the list, and the sixteenth
    home = g.hexname(g.at[g.unit(horse[0])])
    play(g, f"remove {horse[0]}")
    assert may_end(g).reason == "place in the Balkan exit zones: 1 more shock or cavalry"
    blocks = ((g.unit(name), name) for name in decision(g).choices(("place",)))
    shock = next(name for unit, name in blocks if g.at[unit] < 0 and g.rules.units[unit].kind == "shock")
    play(g, f"place {shock} {home}")
    assert may_end(g), str(may_end(g))
    refused(g, f"place {horse[0]} {home}", "3.22")  # one of the two is enough


@pytest.mark.rule("eastfront", "W44.5")
def test_every_balkan_zone_has_its_units() -> None:
    g = deployed("W44", GERMAN, balkan=True)
    hexes = [g.rules.zone_by_id[id].hex for id in "GHIJ"]
    few = min(hexes, key=lambda hex: len(g.stack(GERMAN, hex)))
    for unit in g.stack(GERMAN, few):
        other = next(hex for hex in hexes if hex != few and len(g.stack(GERMAN, hex)) < 4)
        play(g, f"place {g.name(unit)} {g.hexname(other)}")
    refused(g, "end", "W44.5")
    assert g.spell(few) in may_end(g).reason
    g = deployed("W44", SOVIET, balkan=True)
    first, second = (g.name(g.stack(SOVIET, hex)[0]) for hex in hexes[:2])
    refused(g, f"place {first} {g.hexname(hexes[1])}", "W44.5")  # four a zone, and all stand
    play(g, f"remove {g.name(g.stack(SOVIET, hexes[1])[1])}", f"place {first} {g.hexname(hexes[1])}")
    refused(g, f"place {second} {g.hexname(hexes[2])}", "6.21")


@pytest.mark.rule("eastfront", "W44.5", "3.22")
def test_the_balkan_force_is_apart_from_the_starting_forces() -> None:
    g = deployed("W44", SOVIET, balkan=True)
    forces = {force.kind: force for force in forces_of(g, SOVIET)}
    assert all(force.units == force.allowed and force.strength == force.most for force in forces.values())
    tank = in_the_balkans(g, SOVIET, "armor")[0]
    refused(g, f"strength {tank} 1", "W44.5")
    other = g.name(mustering.chosen(g, SOVIET, "armor")[0])
    before, there, strength = g.hexname(g.at[g.unit(other)]), g.hexname(g.at[g.unit(tank)]), g.cv[g.unit(other)]
    foot = in_the_balkans(g, SOVIET, "infantry")[0]
    near = g.hexname(g.at[g.unit(foot)])
    play(g, f"remove {foot}")
    refused(g, f"place {other} {near}", "W44.5")  # the room is for infantry
    refused(g, f"place {tank} {before}", "W44.5" if near == there else "3.22")
    play(g, f"place {foot} {near}", f"remove {other}", f"place {tank} {before}", f"place {other} {there}")
    assert g.cv[g.unit(tank)] == strength  # its share of the force
    assert g.cv[g.unit(other)] == g.rules.units[g.unit(other)].max - 1
    assert may_end(g), str(may_end(g))


@pytest.mark.rule("eastfront", "W44.5", "3.24")
def test_the_hq_in_the_balkans_is_not_next_to_another() -> None:
    for seed in range(8):
        g = deployment.start(standard("W44"), BOX.scenario("W44"), {"balkan": True}, Dice.seeded(seed))
        play(g, "deploy")
        assert may_end(g), str(may_end(g))
    (hq,) = in_the_balkans(g, SOVIET, "hq")
    links = g.rules.zone_links[g.at[g.unit(hq)]]
    entry = next(hex for hex in links if not g.rules.zones >> hex & 1)
    put(g, "South-Front", g.hexname(entry))
    assert wrong(g) == "3.24"


@pytest.mark.rule("eastfront", "W44.5")
def test_a_match_is_saved_in_the_midst_of_the_balkan_deployment(tmp_path: Path) -> None:
    m = grognard.new("eastfront", "W44", 3, {"balkan": True})
    m.play("deploy")
    g = m.state
    assert isinstance(g, Position)
    (hq,) = in_the_balkans(g, SOVIET, "hq")
    m.play(f"remove {hq}")
    m.save(tmp_path / "balkan.jsonl")
    again = grognard.load(tmp_path / "balkan.jsonl")
    assert again.view(SOVIET) == m.view(SOVIET)
    assert again.why("end", SOVIET).rule == "W44.5"


@pytest.mark.rule("eastfront", "W44.5", "16.28", "3.22", "G5")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_units_in_the_balkans_off_the_map_are_not_eliminated(side: str) -> None:
    g = opening("W44")
    for _ in ENEMY:
        play(g, "deploy")
        finish(g)
    plan = BOX.scenario("W44").balkan[side]
    away = [unit for unit in g.rules.of_side[side] if g.at[unit] == AWAY]
    assert len(away) == plan.units
    assert all(may_rebuild(g, unit).rule == "W44.5" for unit in away)
    left = Counter(g.rules.units[unit].kind for unit in g.rules.of_side[side] if g.at[unit] == DEAD)
    rebuilt = {"armor": 2, "mech": 1, "infantry": 5, "satellite": 1} if side == GERMAN else {"shock": 1, "para": 1}
    assert left == rebuilt
    lines = [line.what for line in count(g, side)]
    assert not any("HQs eliminated" in line for line in lines)
    lost = sum(left.values()) + (3 if side == GERMAN else 0)  # the Rumanians and Italians, gone for good
    assert f"{lost} units eliminated" in lines


# --- the end and the fog ---------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "3.21", "3.22")
def test_one_side_after_the_other() -> None:
    g = opening("S44")
    play(g, "deploy")
    finish(g)
    assert g.side == SOVIET
    assert not ready(g)
    left = [unit for unit in g.rules.of_side[GERMAN] if g.at[unit] == DEAD]
    assert len(left) == 2  # infantry; the Italian army is gone for good
    play(g, "deploy")
    finish(g)
    assert ready(g)
    assert decision(g).choices().items == ["end"]
    refused(g, "deploy", "3.24")


@pytest.mark.rule("eastfront", "0b", "3.24")
def test_the_enemy_sees_no_block_being_placed() -> None:
    g = opening("S42")
    said = play(g, f"place 41Pz {g.hexname(g.rules.hex('Smolensk'))}", "strength 41Pz 2", "remove 41Pz", "deploy")
    assert said
    assert all(event.seen_by(GERMAN) for event in said)
    assert not any(event.seen_by(SOVIET) or event.seen_by(None) for event in said)
    g.events.clear()
    finish(g)
    (told,) = [event for event in g.events if event.seen_by(SOVIET)]
    assert "52" in told.line()  # the force and the reinforcement of June
    assert "41Pz" not in told.line()


@pytest.mark.rule("eastfront", "W42.2", "W43.2")
def test_only_the_attackers_in_a_starting_battle_are_turned_up() -> None:
    g = deployed("W42", GERMAN)
    g.events.clear()
    finish(g)
    revealed = [event for event in g.events if isinstance(event, Revealed)]
    assert {event.unit for event in revealed} == set(g.names(g.stack(GERMAN, g.rules.hex("Stalingrad"))))
