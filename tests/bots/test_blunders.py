"""The blunder counters: for each a position in which it must count, and one in which it must not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.bots import version
from grognard.bots.blunders import MEASURES, BlunderAccount, BlunderCounter, accounts, table, watch_of
from grognard.games import IDS
from grognard.match import Match
from grognard.report import match_page, tell
from grognard.simulate import Series, Summary, play_game
from tests.bugriver import table as bugriver
from tests.bugriver.table import MAP
from tests.eastfront import table as eastfront
from tests.guderian import table as guderian
from tests.oder import table as oder

Counts = dict[str, dict[str, int]]


def heard(match: Match, *actions: str) -> Counts:
    """The counts after these actions."""
    observer = BlunderCounter(match)
    for action in actions:
        decision = match.decision
        assert decision is not None
        observer.before(match, action, decision.side)
        match.play(action, decision.side)
        observer.after(match)
    return observer.totals()


@pytest.mark.parametrize("game", IDS)
def test_every_game_has_a_watch_and_only_known_measures(game: str) -> None:
    watch = watch_of(game)
    assert watch is not None
    names = [measure.name for measure in MEASURES]
    assert {"unsupplied", "empty", "sealed", "poor", "given"} <= set(watch.counts) <= set(names)


def test_a_game_without_a_watch_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.bots.blunders.module_of", lambda game: f"tests.nowhere.{game}")
    assert heard(oder.position({"1412": "HG", "1612": "47A"}), "end") == {}


# --- Panzergruppe Guderian -------------------------------------------------------------------------------------------

FAR = {"0105": "25/7"}  # a German far away, in supply


def soviet_turn(units: dict[str, str], *actions: str, **more: Any) -> dict[str, int]:
    """The Soviet turn ends, then come these German actions; the Soviet counts."""
    match = guderian.position(units, phase="soviet-interdiction", forced=False, **more)
    return heard(match, "end", *actions)["soviet"]


def german_turn(units: dict[str, str], *actions: str, **more: Any) -> dict[str, int]:
    """The German turn ends on the real map; Smolensk is German, in two hexes, 2216 and 2217."""
    match = guderian.position(
        units, board=guderian.MAP, phase="german-interdiction", control={"german": "Smolensk"}, forced=False, **more
    )
    return heard(match, "end", *actions)["german"]


@pytest.mark.parametrize(("hex", "lacking"), [("1007", 0), ("1003", 1)])
def test_units_beyond_every_leader_are_out_of_supply(hex: str, lacking: int) -> None:
    counts = soviet_turn({**FAR, "1009": "Kachalov rifle", hex: "rifle"})
    assert (counts["units"], counts["unsupplied"], counts["pocketed"]) == (3, lacking, 0)


def test_units_in_a_pocket_are_counted_apart() -> None:
    counts = soviet_turn({"0705": "25/7", "0706": "rifle", "0707": "6/7", "1009": "Kachalov rifle"})
    assert (counts["units"], counts["unsupplied"], counts["pocketed"]) == (3, 0, 1)


@pytest.mark.parametrize(("stack", "exposed"), [("Konev", 1), ("Konev rifle", 0)])
def test_a_leader_alone_within_reach_is_exposed(stack: str, exposed: int) -> None:
    assert soviet_turn({"0605": stack, "0405": "6/7"})["exposed"] == exposed


def test_a_leader_whom_nobody_can_reach_is_not_exposed() -> None:
    assert soviet_turn({"1205": "Konev", "0105": "6.ID"})["exposed"] == 0


@pytest.mark.parametrize(("stack", "lone"), [("Konev", 1), ("Konev 6-8-6", 0)])
def test_a_leader_who_is_lost_alone(stack: str, lone: int) -> None:
    units = {"0605": stack, "0505": "25/7 6/7 7/7", "0606": "6.ID", "0604": "5.ID", "0705": "7.ID"}
    match = guderian.position(units, phase="german-combat", dice=[1] * 20)
    counts = heard(match, "attack 0605 25/7 6/7 7/7 6.ID 5.ID 7.ID go")
    assert not guderian_units(match, "Konev")
    assert counts["soviet"]["lone"] == lone


def guderian_units(match: Match, name: str) -> bool:
    return any(unit.id == name for unit in match.view().units)


@pytest.mark.parametrize(
    ("units", "empty"),
    [
        ({"2219": "rifle"}, 1),
        ({"2219": "rifle", "2216": "6/7", "2217": "7/7"}, 0),  # garrisoned
        ({"4416": "rifle"}, 0),  # too far
    ],
)
def test_a_city_worth_points_that_is_left_empty(units: dict[str, str], empty: int) -> None:
    counts = german_turn({"0116": "25/7", **units})
    assert (counts["empty"], counts["fell"]) == (empty, 0)


@pytest.mark.parametrize(("action", "fell"), [("move 25/7 2217", 1), ("move 25/7 2214", 0)])
def test_an_empty_city_that_falls_in_the_next_turn(action: str, fell: int) -> None:
    counts = soviet_turn(
        {"2215": "25/7", "2219": "rifle"}, action, "end", "end", "end", "end",
        board=guderian.MAP, control={"german": "2216"}, turn=11,
    )  # fmt: skip
    assert counts["empty"] >= 1
    assert counts["fell"] == fell


@pytest.mark.parametrize(("action", "sealed"), [("move 6/7 0707", 1), ("move 6/7 0610", 0)])
def test_a_stack_that_is_sealed_off_in_the_next_turn(action: str, sealed: int) -> None:
    units = {"0705": "25/7", "0706": "rifle", "0609": "6/7", "1009": "Kachalov rifle"}
    assert soviet_turn(units, action, "end", "end", "end", "end")["sealed"] == sealed


def test_a_stack_that_was_in_a_pocket_before_is_not_sealed_anew() -> None:
    units = {"0705": "25/7", "0706": "rifle", "0707": "6/7", "1009": "Kachalov rifle"}
    assert soviet_turn(units, "end", "end", "end", "end")["sealed"] == 0


@pytest.mark.parametrize(
    ("target", "attackers", "poor"),
    [("6-8-6", {"0505": "25/7"}, 1), ("rifle", {"0505": "25/7 6/7 7/7", "0604": "6.ID", "0606": "5.ID"}, 0)],
)
def test_an_attack_that_costs_more_steps_than_it_takes(target: str, attackers: dict[str, str], poor: int) -> None:
    match = guderian.position({"0605": target, **attackers}, phase="german-combat")
    counts = heard(match, f"attack 0605 {' '.join(attackers.values())} go")["german"]
    assert (counts["attacks"], counts["poor"]) == (1, poor)


@pytest.mark.parametrize(("action", "given"), [("move 25/7 2217", 25), ("move 25/7 2214", 0)])
def test_points_given_away_in_the_last_turn(action: str, given: int) -> None:
    counts = soviet_turn(
        {"2215": "25/7", "2219": "rifle"}, action, "end", "end", "end", "end",
        board=guderian.MAP, control={"german": "2216"}, turn=12,
    )  # fmt: skip
    assert counts["given"] == given


# --- Watch on the Oder -----------------------------------------------------------------------------------------------

BETWEEN = {"1508": "47A", "1507": "HG", "2003": "8G"}  # the 47th Army has one way back left


@pytest.mark.parametrize(("hex", "lacking"), [("1509", 1), ("1511", 0)])
def test_oder_counts_units_without_a_line(hex: str, lacking: int) -> None:
    match = oder.position({**BETWEEN, hex: "GD"}, phase="soviet-regroup", forced=False)
    counts = heard(match, "end")["soviet"]
    assert (counts["units"], counts["unsupplied"]) == (2, lacking)
    assert "pocketed" not in counts


@pytest.mark.parametrize(("hex", "sealed"), [("1509", 1), ("1512", 0)])
def test_oder_counts_what_is_sealed_off(hex: str, sealed: int) -> None:
    match = oder.position({**BETWEEN, "1511": "GD"}, phase="soviet-regroup", forced=False)
    moves = ("end", "declare movement", "end", f"move GD {hex}", "end", "end", "end")
    assert heard(match, *moves)["soviet"]["sealed"] == sealed


@pytest.mark.parametrize(
    ("units", "empty"),
    [({"1208": "HG", "1510": "47A"}, 1), ({"1408": "HG", "1510": "47A"}, 0), ({"1208": "HG", "2008": "47A"}, 0)],
)
def test_oder_counts_upper_silesia_left_open(units: dict[str, str], empty: int) -> None:
    match = oder.position(units, board=oder.field(usir="1408"), phase="german-regroup", forced=False)
    assert heard(match, "end")["german"]["empty"] == empty


@pytest.mark.parametrize(
    ("units", "attackers", "poor"),
    [
        ({"1408": "HG", "1508": "18A 47A"}, "HG", 1),
        ({"1408": "HG GD", "1609": "40Pz 24Pz", "1508": "18A"}, "HG GD 40Pz 24Pz", 0),  # no way back
    ],
)
def test_oder_counts_attacks_below_break_even(units: dict[str, str], attackers: str, poor: int) -> None:
    counts = heard(oder.combat(units), f"attack 1508 {attackers} go")["german"]
    assert (counts["attacks"], counts["poor"]) == (1, poor)


# --- EastFront -------------------------------------------------------------------------------------------------------

CITY = eastfront.field(cities=[{"name": "Gorod", "hex": "0405", "class": "major", "value": 2}])
FIGHT: dict[str, Any] = {"phase": "combat", "active_hqs": {"AG-South": ""}, "battles": {"0605": "german"}}


def blocks(units: dict[str, str], *actions: str, **more: Any) -> dict[str, dict[str, int]]:
    return heard(eastfront.position(units, forced=False, **more), *actions)


@pytest.mark.parametrize(("units", "thin", "deeds"), [("41Pz:4 AG-South:3", 1, 1), ("41Pz:4 56Pz:4 AG-South:3", 0, 2)])
def test_eastfront_counts_what_hq_steps_are_spent_on(units: str, thin: int, deeds: int) -> None:
    moves = [f"move {name} 0505" for name in ("41Pz", "56Pz") if name in units]
    actions = ("activate AG-South", "end", *moves, "end", "end")
    counts = blocks({"0405": units, "0705": "23A:3"}, *actions, phase="command")["german"]
    assert (counts["hq_steps"], counts["deeds"]) == (1, deeds)
    assert (counts["activations"], counts["thin"]) == (1, thin)


def test_eastfront_counts_both_steps_of_a_blitz() -> None:
    actions = ("activate AG-South blitz", "end", "move 41Pz 0505", "end", "end", "move 41Pz 0405", "end", "end")
    counts = blocks({"0405": "41Pz:4 AG-South:3", "0805": "23A:3"}, *actions, phase="command")["german"]
    assert (counts["hq_steps"], counts["deeds"], counts["thin"]) == (2, 2, 1)


@pytest.mark.parametrize(("more", "lone"), [("", 1), (" 8A:1", 0)])
def test_eastfront_counts_hqs_lost_alone(more: str, lone: int) -> None:
    units = {"0605": f"41Pz:4 56Pz:4 24Pz:4 West-Front:1{more}", "0505": "AG-South:3", "1005": "23A"}
    match = eastfront.position(units, forced=False, dice=[1] * (1 + len(more.split())) + [6] * 40, **FIGHT)
    losses = ("lose 8A",) if more else ()
    counts = heard(match, "battle 0605", "resolve 0605", *losses)
    assert eastfront.where(match, "West-Front") == "dead"
    assert counts["soviet"]["lone"] == lone


@pytest.mark.parametrize(("units", "exposed"), [("West-Front:1", 1), ("West-Front:1 8A", 0)])
def test_eastfront_counts_hqs_left_alone(units: str, exposed: int) -> None:
    counts = blocks({"0405": "41Pz:4 AG-South:3", "0605": units}, "end", phase="combat", active="soviet")
    assert counts["soviet"]["exposed"] == exposed


@pytest.mark.parametrize(
    ("units", "empty"),
    [
        ({"0205": "41Pz:4", "0605": "23A:3 West-Front:2"}, 1),
        ({"0405": "41Pz:4", "0605": "23A:3 West-Front:2"}, 0),  # garrisoned
        ({"0205": "41Pz:4", "0605": "23A:3"}, 0),  # nobody commands them
        ({"0205": "41Pz:4", "1005": "23A:3 West-Front:2"}, 0),
    ],
)
def test_eastfront_counts_cities_left_empty(units: dict[str, str], empty: int) -> None:
    assert blocks(units, "end", phase="combat", board=CITY)["german"]["empty"] == empty


@pytest.mark.parametrize(("units", "poor"), [("41Pz:4 56Pz:4 24Pz:4 23A:1", 0), ("41Pz:1 23A:3 8A:3 50A:3", 1)])
def test_eastfront_counts_rounds_below_break_even(units: str, poor: int) -> None:
    found = {"0605": units, "0505": "AG-South:3"}
    counts = blocks(found, "battle 0605", "resolve 0605", **FIGHT)["german"]
    assert (counts["attacks"], counts["poor"]) == (1, poor)


@pytest.mark.parametrize(("hex", "out", "inside"), [("0101", 1, 0), ("0905", 0, 1), ("0405", 0, 0)])
def test_eastfront_tells_pockets_from_blocks_that_went_too_far(hex: str, out: int, inside: int) -> None:
    counts = blocks({"0305": "41Pz", hex: "56Pz", "0705": "23A"}, "end", phase="combat")["german"]
    assert (counts["units"], counts["unsupplied"], counts["pocketed"]) == (2, out, inside)


# --- Across the Bug River --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hex", "lacking"), [("1409", 0), ("1909", 1)])
def test_bug_river_counts_units_out_of_command(hex: str, lacking: int) -> None:
    match = bugriver.quiet({hex: "I/131", "1109": "44ID", "2209": "I/16", "2309": "87RD"})
    counts = heard(match, "end")["german"]
    assert (counts["units"], counts["unsupplied"], counts["pocketed"]) == (2, lacking, 0)


@pytest.mark.parametrize(("guards", "lone"), [("2305", 1), ("2309", 0)])
def test_bug_river_counts_hqs_that_are_driven_off(guards: str, lone: int) -> None:
    units = {"2109": "I/131", "1109": "44ID", "2309": "87RD"}
    units[guards] = f"{units.get(guards, '')} I/16".strip()
    assert heard(bugriver.quiet(units), "move I/131 2209")["soviet"]["lone"] == lone


@pytest.mark.parametrize(
    ("units", "attack", "poor"),
    [
        ({"1609": "I/131", "1709": "I/16"}, "hasty 1709 I/131 go", 1),
        ({"1609": "I/131 II/131", "1709": "I/16"}, "prepared 1709 I/131 II/131 go", 0),
    ],
)
def test_bug_river_counts_attacks_by_hits(units: dict[str, str], attack: str, poor: int) -> None:
    match = bugriver.quiet({**units, "1109": "44ID", "2309": "87RD"}, strength={"I/16": 1} if not poor else {})
    counts = heard(match, attack)["german"]
    assert (counts["attacks"], counts["poor"]) == (1, poor)


def judged(units: dict[str, str], attack: str, **more: Any) -> tuple[float, float]:
    """What either side loses by an attack on average, as the counter reckons."""
    match = bugriver.quiet(units, **more)
    watch, side = watch_of("bugriver"), bugriver.side_of(more.get("acting", "44ID"))
    assert watch is not None
    return watch.stakes(match.state, tuple(attack.split()), match.preview(attack, side))


def test_bug_river_counts_what_an_enemy_in_sight_has_lost() -> None:
    """The preview takes everybody for whole (5.3.4b), but losses are told to both sides."""
    units = {"1609": "I/131", "1109": "44ID", "1709": "I/16", "2309": "87RD"}
    whole, worn = (judged(units, "hasty 1709 I/131 go", strength={"I/16": left}) for left in (5, 2))
    assert whole[0] > whole[1]
    assert worn[0] < worn[1]


def test_bug_river_counts_no_more_than_there_is_to_lose() -> None:
    units = {"1609": "I/131", "1109": "44ID", "1709": "I/16", "2309": "87RD"}
    assert judged(units, "prepared 1709 I/131 go", strength={"I/16": 1})[1] <= 1
    lost = judged(units, "hasty 1709 I/131 go", strength={"I/131": 1})[0]
    assert lost <= 2  # its last Strength Point, and a point for the battalion (7.8)


def test_bug_river_counts_a_place_that_is_taken() -> None:
    """7.8: Volodymyr is worth six points, the field beside it none."""
    attacks = [
        judged({hex: "BG1", "2409": "I/525", "1909": "298ID", "3112": "87RD"}, f"prepared {hex} I/525 go", board=MAP,
               acting="298ID", strength={"BG1": 1}, disrupted="BG1")
        for hex in ("2410", "2408")
    ]  # fmt: skip
    assert attacks[0][1] > attacks[1][1] + 1


# --- Battles in the East ---------------------------------------------------------------------------------------------


def battle(units: dict[str, str], phase: str, *actions: str, **more: Any) -> dict[str, dict[str, int]]:
    table = {"game": "battles", "scenario": "radzymin", "turn": 3, "phase": phase, "units": units, "forced": False}
    return heard(grognard.setup({**table, **more}), *actions)


@pytest.mark.parametrize(("hex", "lacking"), [("2210", 2), ("1511", 0)])
def test_battles_counts_units_without_an_hq(hex: str, lacking: int) -> None:
    units = {"1110": "35/4 12/4 HQ-39PzK", "1210": "50/3TC 57/3TC", hex: "HQ-2TA"}
    counts = battle(units, "soviet-air", "end")["soviet"]
    assert (counts["units"], counts["unsupplied"], counts["pocketed"]) == (3, lacking, 0)


@pytest.mark.parametrize(("stack", "exposed"), [("HQ-39PzK", 1), ("35/4 HQ-39PzK", 0)])
def test_battles_counts_hqs_left_alone(stack: str, exposed: int) -> None:
    units = {"1110": stack, "1312": "50/3TC 57/3TC", "1514": "HQ-2TA"}
    assert battle(units, "axis-air", "end")["axis"]["exposed"] == exposed


def test_battles_counts_objectives_left_empty() -> None:
    soviets = {"1312": "50/3TC 57/3TC", "1514": "HQ-2TA"}
    counts = [
        battle({hex: "35/4 12/4 HQ-39PzK", **soviets}, "axis-air", "end")["axis"]["empty"] for hex in ("1110", "0101")
    ]
    assert 0 < counts[0] < counts[1]  # 1110 is one of them, and its zone of control is in the way to others


@pytest.mark.parametrize(("target", "attackers", "poor"), [("50/3TC 57/3TC", "35/4", 1), ("50/3TC:1", "35/4 12/4", 0)])
def test_battles_counts_attacks_below_break_even(target: str, attackers: str, poor: int) -> None:
    units = {"1110": "35/4 12/4 HQ-39PzK", "1210": target, "1514": "HQ-2TA"}
    counts = battle(units, "axis-combat", f"attack 1210 {attackers} go", attack="HQ-39PzK")["axis"]
    assert (counts["attacks"], counts["poor"]) == (1, poor)


# --- accounts --------------------------------------------------------------------------------------------------------


def test_an_account_adds_games_up() -> None:
    games = [{"unsupplied": 1, "units": 10, "lone": 2}, {"unsupplied": 3, "units": 30, "lone": 1}]
    account = BlunderAccount.of(games)
    assert account.counts == {"unsupplied": 4, "units": 40, "lone": 3}
    assert account.figures == {"unsupplied": 0.1, "lone": 1.5}
    assert table({"german": account}) == [
        ("units out of supply after their own turn", "10 % (4 of 40)"),
        ("leaders or HQs lost alone", "1.5 a game"),
    ]


def test_accounts_are_by_side_or_by_who_sat_there() -> None:
    games = [({"german": "a", "soviet": "b"}, {"german": {"lone": 1}, "soviet": {"lone": 4}}),
             ({"german": "b", "soviet": "a"}, {"german": {"lone": 2}, "soviet": {"lone": 8}})]  # fmt: skip
    assert {name: one.counts["lone"] for name, one in accounts(games).items()} == {"a": 9, "b": 6}
    sides = accounts(({}, blunders) for _, blunders in games)
    assert {name: one.counts["lone"] for name, one in sides.items()} == {"german": 3, "soviet": 12}


@pytest.mark.parametrize("game", IDS)
def test_a_match_played_again_has_the_same_blunders(game: str) -> None:
    scenario = {"eastfront": "EDE", "bugriver": "ustyluh"}.get(game)
    kept: list[Match] = []
    series = Series(game, ("random", "random"), 1, 3, scenario)
    outcome = play_game(series, 1, keep=lambda number, match: kept.append(match))
    assert outcome.blunders
    told = tell(kept[0])
    assert told.blunders is not None
    assert told.blunders.totals() == outcome.blunders
    page = match_page(told)
    assert "<h2>Blunders</h2>" in page
    assert all(measure.titled(told.blunders.counts) in page for measure in told.blunders.measures)


def test_a_series_tells_its_blunders() -> None:
    series = Series("oder", ("random", "random"), 2, 1)
    outcomes = [play_game(series, number) for number in (1, 2)]
    summary = Summary.of(outcomes, 1.0)
    assert list(summary.blunders) == ["german", "soviet"]
    assert summary.blunders["german"].games == 2
    units = [outcome.blunders["german"]["units"] for outcome in outcomes]
    assert summary.blunders["german"].counts["units"] == sum(units) > 0


def test_secrets_of_a_match_that_goes_on_are_not_counted() -> None:
    match = grognard.new("eastfront", "EDE", seed=1)
    assert tell(match, "german").blunders is None
    assert tell(grognard.new("oder", seed=1)).blunders is not None


def test_the_counters_are_no_part_of_how_the_bots_play(monkeypatch: pytest.MonkeyPatch) -> None:
    before = version.__wrapped__("oder")
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + (b"#" if path.stem == "blunders" else b""))
    assert version.__wrapped__("oder") == before
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + (b"#" if path.stem == "planner" else b""))
    assert version.__wrapped__("oder") != before
