"""1.46: fortresses."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.games.eastfront.rules import standard
from tests.eastfront.table import (
    GERMAN,
    SOVIET,
    Table,
    allowed,
    cv,
    field,
    fight,
    lost,
    play,
    position,
    powers,
    refused,
    state,
    volleys,
)

HQ = {"AG-South": ""}


def fortress(kind: str = "minor", hex: str = "0605", name: str = "Krepost", **more: Any) -> Table:
    """A field with a Soviet fortress."""
    return field(cities=[{"name": name, "hex": hex, "class": kind, "home": "soviet", "fortress": True}], **more)


def siege(units: str, **more: Any) -> grognard.Match:
    """A German Combat Phase with an old battle in the fortress 0605, which AG-South supports."""
    given: dict[str, Any] = {"board": fortress(), "phase": "combat", "active_hqs": HQ, **more}
    return position({"0605": units, "0505": "AG-South:3"}, **given)


@pytest.mark.rule("eastfront", "1.46")
def test_leningrad_and_sevastopol_are_fortresses() -> None:
    rules = standard("S41")
    assert {name for name, hex in rules.city_hex.items() if rules.fortresses >> hex & 1} == {"Leningrad", "Sevastopol"}


# --- mandatory combat ------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "1.46", "7.15", "G58")
def test_the_original_attacker_must_fight_in_a_fortress_in_each_of_his_turns() -> None:
    m = siege("41Pz:1 8A:3", dice=[1] * 4)
    refused(m, "end", "1.46")
    assert len(volleys(fight(m, "0605"))) == 2


@pytest.mark.rule("eastfront", "1.46", "7.15", "G58")
def test_the_original_defender_of_a_fortress_is_free() -> None:
    units = {"0605": "41Pz:1 8A:3", "0705": "Ukrainian-Front:3"}
    active = {"active": SOVIET, "active_hqs": {"Ukrainian-Front": ""}, "battles": {"0605": GERMAN}}
    allowed(position(units, board=fortress(), phase="combat", **active), "end")  # type: ignore[arg-type]


@pytest.mark.rule("eastfront", "1.46", "7.15")
def test_in_blitz_combat_nobody_must_fight_in_a_fortress() -> None:
    allowed(siege("41Pz:1 8A:3", phase="blitz-combat"), "end")


@pytest.mark.rule("eastfront", "7.15", "1.46")
def test_a_new_attack_on_a_fortress_must_be_fought_in_blitz_combat_too() -> None:
    units = {"0505": "41Pz:1 AG-South:2", "0605": "8A:3"}
    m = position(units, board=fortress(), phase="blitz-movement", active_hqs=HQ)
    play(m, "move 41Pz 0605", "end")
    assert state(m).phase == "blitz-combat"
    refused(m, "end", "7.15")


# --- fire and defense ------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "1.46", "7.32")
def test_the_largest_defender_alone_fires_triple() -> None:
    m = siege("41Pz:1 8A:3 4Tk:2 9A:1", dice=[1] * 7)
    assert powers(fight(m, "0605")) == {"8A": "TF", "4Tk": "DF", "9A": "SF", "41Pz": "DF"}


@pytest.mark.rule("eastfront", "1.46", "7.32", "G20")
def test_in_a_major_city_the_others_fire_double() -> None:
    m = siege("41Pz:1 8A:3 9A:1", dice=[1] * 5, board=fortress("major"))
    assert powers(fight(m, "0605")) == {"8A": "TF", "9A": "DF", "41Pz": "DF"}


@pytest.mark.rule("eastfront", "1.46", "G20")
def test_of_equals_the_one_that_gains_most_fires_triple() -> None:
    m = siege("41Pz:1 4Tk:2 9A:2", dice=[1] * 5)
    assert powers(fight(m, "0605")) == {"4Tk": "DF", "9A": "TF", "41Pz": "DF"}


@pytest.mark.rule("eastfront", "1.46", "G20")
def test_an_hq_is_not_the_largest_for_it_does_not_fire() -> None:
    m = siege("41Pz:1 9A:1 Ukrainian-Front:3", dice=[1] * 2)
    assert powers(fight(m, "0605")) == {"9A": "TF", "41Pz": "DF"}


@pytest.mark.rule("eastfront", "1.46", "7.22")
def test_the_largest_is_found_after_the_airstrike() -> None:
    m = siege("41Pz:1 11GdsA:3 4Tk:3", dice=[5, 5, 5, *[1] * 6])
    play(m, "strike AG-South 0605", "lose 11GdsA")
    assert powers(list(m.events)) == {"AG-South": "DF", "4Tk": "TF", "11GdsA": "SF", "41Pz": "DF"}
    assert lost(list(m.events)) == ["11GdsA"]


@pytest.mark.rule("eastfront", "1.46", "7.23", "7.32")
def test_a_fortress_gives_the_original_attacker_nothing_and_its_defender_nothing_in_offence() -> None:
    units = {"0605": "1AK:3 8A:3", "0705": "Ukrainian-Front:3", "0405": "AG-South:3"}
    m = position(
        units, board=fortress(), phase="combat", active=SOVIET, active_hqs={"Ukrainian-Front": ""},
        battles={"0605": GERMAN}, dice=[1, 1, 1, 6, 1, 1],
    )  # fmt: skip
    told = fight(m, "0605")
    assert powers(told) == {"1AK": "SF", "8A": "SF"}
    assert lost(told) == ["1AK"]


@pytest.mark.rule("eastfront", "1.46")
def test_a_german_garrison_has_the_same_from_a_fortress() -> None:
    units = {"0605": "1AK:3 8A:3", "0705": "Ukrainian-Front:3", "0405": "AG-South:3"}
    m = position(
        units, board=fortress(), phase="combat", active=SOVIET, active_hqs={"Ukrainian-Front": ""},
        battles={"0605": SOVIET}, dice=[1, 1, 1, 6, 6, 1],
    )  # fmt: skip
    told = fight(m, "0605")
    assert powers(told) == {"1AK": "TF", "8A": "SF"}
    assert lost(told) == []


# --- supply ----------------------------------------------------------------------------------------------------------


def besieged(*, lake: str = "", name: str = "Leningrad", garrison: str = "11GdsA:4 8A:3 9A:2") -> grognard.Match:
    """A fortress far from Soviet railroads; the Germans fight in vain, then its supply is checked."""
    board = fortress("major", "0303", name, rail="0905 1005 1105", landmarks={"ladoga": lake} if lake else None)
    cvs = sum(int(word[-1]) for word in garrison.split())
    return position(
        {"0303": f"41Pz:4 {garrison}", "0105": "AG-South:3", "1105": "Ukrainian-Front:1"}, board=board, phase="combat",
        dice=[1] * cvs,
    )  # fmt: skip


@pytest.mark.rule("eastfront", "1.46", "10.5")
def test_the_largest_defender_lives_on_fortress_supply_at_any_strength() -> None:
    m = besieged()
    assert [cv(m, unit) for unit in ("11GdsA", "8A", "9A")] == [4, 2, 1]
    m = besieged(garrison="9A:1")
    assert cv(m, "9A") == 1


@pytest.mark.rule("eastfront", "1.46a", "10.5")
def test_rail_supply_at_lake_ladoga_feeds_a_second_unit_in_leningrad() -> None:
    m = besieged(lake="0905")
    assert [cv(m, unit) for unit in ("11GdsA", "8A", "9A")] == [4, 3, 1]


@pytest.mark.rule("eastfront", "1.46a", "10.5")
def test_without_rail_supply_at_the_lake_or_elsewhere_there_is_only_one() -> None:
    for m in (besieged(lake="0805"), besieged(lake="0905", name="Sevastopol")):
        assert [cv(m, unit) for unit in ("11GdsA", "8A", "9A")] == [4, 2, 1]


@pytest.mark.rule("eastfront", "1.46a")
def test_the_shore_of_lake_ladoga_is_volkhov_ne1() -> None:
    rules = standard("S41")
    assert rules.geography.landmarks["ladoga"] == rules.hex("Volkhov-NE1")


# --- pursuit ---------------------------------------------------------------------------------------------------------

FRONT = {"Ukrainian-Front": ""}


@pytest.mark.rule("eastfront", "6.42", "7.35", "1.46")
@pytest.mark.parametrize(("attacker", "hits", "left"), [(GERMAN, 3, 2), (GERMAN, 2, 3), (SOVIET, 2, 1)])
def test_a_fortress_covers_the_rearguard_of_its_defenders_alone(attacker: str, hits: int, left: int) -> None:
    units = {"0605": "23A:3 1AK:3", "0705": "Ukrainian-Front:2"}
    m = position(
        units, board=fortress(), active=SOVIET, active_hqs=FRONT, battles={"0605": attacker},
        dice=[6] * hits + [1] * (3 - hits),
    )  # fmt: skip
    column = m.preview("rearguard 23A 0705").column
    play(m, "rearguard 23A 0705", "end")
    if state(m).phase == "movement":
        play(m, "stay")
    assert (cv(m, "23A"), column) == (left, "3 hits a step" if attacker == GERMAN else "1 hit a step")


@pytest.mark.rule("eastfront", "6.42", "7.35", "5.21")
def test_and_an_hq_that_deploys_out_of_it() -> None:
    units = {"0605": "Ukrainian-Front:2 1AK:3", "0705": "23A"}
    m = position(units, board=fortress(), active=SOVIET, phase="command", battles={"0605": GERMAN}, dice=[6] * 3)
    play(m, "activate Ukrainian-Front 0705")
    assert cv(m, "Ukrainian-Front") == 1
