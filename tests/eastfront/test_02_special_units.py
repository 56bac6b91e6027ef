"""2.61 to 2.65: the Coastal Army, the Mountain Corps, the siege guns, the paratroops and the SS."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.eastfront.production import cadre_cost, step_cost
from grognard.games.eastfront.rules import BOX, standard
from tests.eastfront.table import (
    GERMAN,
    SOVIET,
    Table,
    allowed,
    field,
    fight,
    position,
    powers,
    refused,
    state,
    volleys,
)

HQ = {"AG-South": ""}
FRONT = {"Ukrainian-Front": ""}
FORTRESS = field(cities=[{"name": "Krepost", "hex": "0605", "class": "minor", "home": "soviet", "fortress": True}])
PORTS = field(
    sea="0604 0704",
    cities=[{"name": "Gavan", "hex": "0805", "class": "minor", "home": "soviet", "port": "minor"}],
    seas=[{"id": "lagoon", "title": "Lagoon", "control": "Gavan", "ports": "Gavan", "coast": "0605 0705 0804 0805"}],
)


def offence(units: str, **more: Any) -> dict[str, str]:
    """The firepower of every unit in 0605 when the Germans attack there."""
    given: dict[str, Any] = {"phase": "combat", "active_hqs": HQ, "dice": [1] * 12, **more}
    m = position({"0605": units, "0505": "AG-South:3", "1005": "Ukrainian-Front:1"}, **given)
    return powers(fight(m, "0605"))


def defence(units: str, **more: Any) -> dict[str, str]:
    """The firepower of every unit in 0605 when the Soviets attack there."""
    given: dict[str, Any] = {"phase": "combat", "active": SOVIET, "active_hqs": FRONT, "dice": [1] * 12, **more}
    m = position({"0605": units, "0705": "Ukrainian-Front:3", "0305": "AG-South:3"}, **given)
    return powers(fight(m, "0605"))


# --- 2.61 the Coastal Army -------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "2.61", "2.6")
def test_the_coastal_army_fights_and_marches_like_infantry() -> None:
    assert offence("1AK:1 Coastal:1")["Coastal"] == "SF"
    assert defence("1AK:1 Coastal:1")["Coastal"] == "SF"
    block = standard("S41").units[standard("S41").unit_by_id["Coastal"]]
    assert (block.type, block.kind) == ("infantry", "infantry")


@pytest.mark.rule("eastfront", "2.61", "15.43")
@pytest.mark.parametrize(("army", "thrown"), [("Coastal", False), ("8A", True)])
def test_the_coastal_army_holds_a_beach_from_which_others_are_thrown(army: str, thrown: bool) -> None:
    units = {"0605": "1AK:1", "0805": f"Ukrainian-Front:3 {army}:2", "0205": "AG-South:3"}
    m = position(units, board=PORTS, active=SOVIET, active_hqs={"Ukrainian-Front": "invasion"}, dice=[2, 1, 1])
    m.play(f"invade {army} 0605")
    m.play("end")
    told = fight(m, "0605")
    assert len(volleys(told)) == (1 if thrown else 2)


@pytest.mark.rule("eastfront", "2.61")
def test_without_the_rules_for_the_sea_the_coastal_army_is_plain_infantry() -> None:
    units = {"0805": "Ukrainian-Front:2 Coastal:2", "0905": "South-Front:2"}
    given: dict[str, Any] = {"board": PORTS, "active": SOVIET, "phase": "command"}
    refused(position(units, options={"sea_power": False}, **given), "activate Ukrainian-Front invasion", "15.41")
    allowed(position(units, **given), "activate Ukrainian-Front invasion")


# --- 2.62 the Mountain Corps -----------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "2.62", "2.6", "7.32")
def test_the_mountain_corps_fires_double_in_mountains_only() -> None:
    mountain = field(mountain="0605")
    assert offence("49Geb:1 1AK:1 8A:1", board=mountain) == {"8A": "SF", "49Geb": "DF", "1AK": "SF"}
    assert defence("49Geb:1 1AK:1 8A:1", board=mountain) == {"49Geb": "DF", "1AK": "SF", "8A": "SF"}
    for board in (field(), field(forest="0605")):
        assert offence("49Geb:1 8A:1", board=board)["49Geb"] == "SF"
        assert defence("49Geb:1 8A:1", board=board)["49Geb"] == "SF"


@pytest.mark.rule("eastfront", "2.62", "12.24", "G21")
def test_in_mud_the_mountain_corps_attacks_single_and_defends_double() -> None:
    mountain = field(mountain="0605")
    assert offence("49Geb:1 8A:1", board=mountain, weather="mud")["49Geb"] == "SF"
    assert defence("49Geb:1 8A:1", board=mountain, weather="mud")["49Geb"] == "DF"


# --- 2.63 the siege guns ---------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "2.63")
@pytest.mark.parametrize(("weather", "others"), [("dry", "DF"), ("mud", "SF"), ("snow", "DF")])
def test_54_corps_fires_triple_at_a_fortress_in_all_weather(weather: str, others: str) -> None:
    fire = offence("54AK:1 41Pz:1 8A:1", board=FORTRESS, weather=weather, scenario="S42")
    assert (fire["54AK"], fire["41Pz"]) == ("TF", others)


@pytest.mark.rule("eastfront", "2.63")
def test_54_corps_fires_triple_at_nothing_else_and_not_from_a_fortress() -> None:
    assert offence("54AK:1 8A:1", scenario="S42")["54AK"] == "SF"
    assert defence("54AK:1 8A:1", scenario="S42")["54AK"] == "SF"
    own = offence("54AK:1 8A:1", board=FORTRESS, scenario="S42", battles={"0605": SOVIET})
    assert own["54AK"] == "SF"


@pytest.mark.rule("eastfront", "2.63", "G6", "S42.1")
def test_the_siege_guns_come_with_summer_1942() -> None:
    with_guns = {id for id in BOX.scenarios if "siege_guns" in BOX.scenario(id).special}
    assert with_guns == {"S42", "W42", "S43", "W43", "S44", "W44"}
    assert offence("54AK:1 8A:1", board=FORTRESS, scenario="W41", weather="dry")["54AK"] == "SF"


@pytest.mark.rule("eastfront", "2.63", "11.42", "G6")
def test_once_lost_54_corps_comes_back_without_its_guns() -> None:
    assert offence("54AK:1 8A:1", board=FORTRESS, tracks={"rebuilt": "54AK"})["54AK"] == "SF"
    assert offence("54AK:1 8A:1", board=FORTRESS)["54AK"] == "TF"


# --- 2.64 the paratroops (more in 14) --------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "2.64")
def test_without_the_rules_for_paratroops_the_para_only_marches() -> None:
    units = {"0805": "Ukrainian-Front:2 4Para:2", "0905": "South-Front:2"}
    off: dict[str, Any] = {"active": SOVIET, "options": {"paratroops": False}}
    m = position(units, active_hqs=FRONT, **off)
    assert "drop" not in m.choices().items
    allowed(m, "move 4Para 0705")
    refused(position(units, phase="command", **off), "activate Ukrainian-Front paradrop", "14.2")


# --- 2.65 the SS -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "2.65", "7.32")
def test_the_ss_fire_better_than_others_of_their_type() -> None:
    assert offence("2SS:1 3SS:1 41Pz:1 55Mot:1 8A:1") == {
        "8A": "SF", "2SS": "TF", "3SS": "DF", "41Pz": "DF", "55Mot": "SF",
    }  # fmt: skip
    assert defence("2SS:1 3SS:1 41Pz:1 55Mot:1 8A:1") == {
        "2SS": "TF", "3SS": "TF", "41Pz": "DF", "55Mot": "DF", "8A": "SF",
    }  # fmt: skip


@pytest.mark.rule("eastfront", "2.65", "G21")
@pytest.mark.parametrize("more", [{"weather": "mud"}, {"board": field(marsh="0605")}])
def test_mud_and_marsh_bind_the_ss_too(more: dict[str, Table | str]) -> None:
    assert offence("2SS:1 3SS:1 8A:1", **more) == {"8A": "SF", "2SS": "SF", "3SS": "SF"}
    assert defence("2SS:1 3SS:1 8A:1", **more) == {"2SS": "TF", "3SS": "TF", "8A": "SF"}


@pytest.mark.rule("eastfront", "2.65")
def test_the_ss_appear_in_1943_and_cost_what_their_types_cost() -> None:
    rules = standard("S41")
    blocks = {block.id: block for block in rules.units if "ss" in block.special}
    assert {id: (block.type, block.appears) for id, block in blocks.items()} == {
        "2SS": ("armor", "FEB43"), "3SS": ("mech", "JUL43"),
    }  # fmt: skip
    g = state(position({"0205": "2SS:3 3SS:3 41Pz:3 55Mot:3", "0305": "AG-South:3"}, phase="command"))
    for ss, plain in (("2SS", "41Pz"), ("3SS", "55Mot")):
        assert step_cost(g, rules.unit_by_id[ss]) == step_cost(g, rules.unit_by_id[plain])
        assert cadre_cost(g, rules.unit_by_id[ss]) == cadre_cost(g, rules.unit_by_id[plain])


@pytest.mark.rule("eastfront", "2.63", "7.23", "G65")
def test_the_siege_guns_fire_triple_at_a_garrison_that_attacks() -> None:
    given: dict[str, Any] = {"board": FORTRESS, "scenario": "S42", "battles": {"0605": GERMAN}}
    assert defence("54AK:1 1AK:1 8A:1", **given) == {"54AK": "TF", "1AK": "SF", "8A": "SF"}
    assert defence("54AK:1 8A:1", **given, tracks={"rebuilt": "54AK"})["54AK"] == "SF"
