"""Position files: what is not given comes from the scenario, and a bad value gets one clear line."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from tests.eastfront.table import GERMAN, MAP, SOVIET, holder, position, refused, state, where

GOOD: dict[str, Any] = {
    "game": "eastfront",
    "scenario": "S42",
    "month": "AUG42",
    "active": GERMAN,
    "phase": "movement",
    "units": {"Kharkov": "41Pz:3 AG-South OKH", "Moscow": "23A", "Novorossiysk": "Coastal"},
    "active_hqs": {"AG-South": ""},
    "due": {"2SS": "FEB43:4"},
    "tracks": {"dead": "24Pz", "supreme": 2, "landed": "Novorossiysk", "played": SOVIET, "rebuilt": "54AK"},
}
BAD: list[tuple[str, object, str]] = [
    ("month", "AUG43", "no month AUG43 in S42: JUN42 JUL42 AUG42 SEP42 OCT42 NOV42"),
    ("fortnight", 3, "fortnight must be 1 or 2, not 3"),
    ("weather", "fog", "no weather fog: dry mud snow"),
    ("active", "axis", "no side axis: german or soviet"),
    ("phase", "suply", "no phase suply; did you mean supply"),
    ("units.Kharkov", "41Pz:9", "41Pz:9: 41Pz has strengths from 1 to 4"),
    ("units.Kharkov", "41Pz:", "41Pz:: 41Pz has strengths from 1 to 4"),
    ("units.Kharkov", "41Pz 41Pz", "41Pz is there twice"),
    ("units.Kharkov", "24Pz", "24Pz is there twice"),
    ("units.EZ-K", "26AK", "EZ-K"),
    ("active_hqs.AG-South", "blits", "AG-South: no role blits"),
    ("active_hqs.AG-South", "paradrop", "AG-South has no paratroops (14.2)"),
    ("active_hqs.AG-South", "blitz blitz", "AG-South: no HQ is active for blitz and blitz"),
    ("active_hqs.OKH", "blitz", "OKH is a supreme HQ and cannot blitz (5.7a)"),
    ("active_hqs.41Pz", "", "41Pz is no HQ of the active side on the map"),
    ("battles.Kharkov", "german", "a battle has units of both sides"),
    ("control.german", "EZ-O", "EZ-O: a vacant exit zone is its home player's (16.21); put a unit there"),
    ("control.soviet", "EZ-M", "EZ-M: a vacant exit zone is its home player's (16.21); put a unit there"),
    ("due.3SS", "JUL43", "3SS must be MONTH:CV, as FEB43:4, not JUL43"),
    ("due.3SS", "JULY43:3", "3SS must be MONTH:CV, as FEB43:4, not JULY43:3"),
    ("due.3SS", "JUL43:7", "3SS:7: 3SS has strengths from 1 to 4"),
    ("due.41Pz", "JUL43:3", "41Pz is there twice"),
    ("tracks.dead", "41Pz", "41Pz is there twice"),
    ("tracks.gone", "24Pz", "24Pz is there twice"),
    ("tracks.rebuilt", "41Pz", "rebuilt: 41Pz is neither a satellite nor the siege guns (11.42)"),
    ("tracks.supreme", -1, "supreme must be 0 or more, not -1"),
    ("tracks.supreme", 9, "supreme must be 6 at most, not 9"),
    ("tracks.beachhead", "redy", "no beachhead redy: lost prep ready deployed; did you mean ready"),
    ("tracks.beachhead", "deployed", "beachhead_at goes with a beachhead that is deployed"),
    ("tracks.landed", "Moscow", "landed: the Coastal Army is not in Moscow"),
    ("tracks.fallen", "Kiev", "fallen: no port Kiev: Odessa Sevastopol"),
    ("tracks.played", "german", "played: german, and it is the German player-turn"),
    ("tracks.turn", 0, "turn must be 1 or more, not 0"),
]


def changed(path: str, value: object) -> dict[str, Any]:
    first, _, rest = path.partition(".")
    return {**GOOD, first: {**GOOD.get(first, {}), rest: value} if rest else value}


@pytest.mark.parametrize(("path", "value", "said"), BAD)
def test_a_bad_value_gets_one_clear_line(path: str, value: object, said: str) -> None:
    assert grognard.setup(GOOD).decision is not None
    with pytest.raises(grognard.Invalid) as error:
        grognard.setup(changed(path, value))
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_no_hq_is_active_and_no_supreme_move_left_in_other_phases() -> None:
    for phase in ("supply", "production"):
        with pytest.raises(grognard.Invalid, match=f"no HQ is active in the {phase} phase"):
            grognard.setup({**GOOD, "phase": phase, "tracks": {}})
    with pytest.raises(grognard.Invalid, match="there are no Supreme Moves in the combat phase"):
        grognard.setup({**GOOD, "phase": "combat"})


@pytest.mark.rule("eastfront", "15.51", "16.11")
def test_what_is_not_given_comes_from_the_scenario() -> None:
    early, late = (position({"Warsaw": "1AK"}, board=MAP, scenario=id, phase="command") for id in ("S41", "W44"))
    assert (state(early).beachhead, state(late).beachhead) == ("lost", "prep")
    assert (holder(early, "Bucharest"), holder(late, "Bucharest"), state(late).surrender) == (GERMAN, SOVIET, True)


@pytest.mark.rule("eastfront", "16.21", "8.34")
def test_a_block_of_hexes_means_no_exit_zone_beside_it() -> None:
    m = position({"Warsaw": "1AK"}, board=MAP, scenario="S42", phase="command", control={"german": "1910..2421"})
    assert (holder(m, "EZ-M"), holder(m, "EZ-O"), holder(m, "Grozny")) == (SOVIET, SOVIET, GERMAN)


@pytest.mark.rule("eastfront", "5.7", "5.41")
def test_in_the_blitz_phases_an_hq_has_no_blitz_marker_any_more() -> None:
    m = position({"0405": "AG-South:1", "0705": "23A"}, phase="blitz-movement", active_hqs={"AG-South": "blitz"})
    m.play("mobilize AG-South 0305")
    assert where(m, "AG-South") == "0305"
    first = position({"0405": "AG-South:2", "0505": "41Pz", "0705": "23A"}, active_hqs={"AG-South": "blitz"})
    refused(first, "mobilize AG-South 0305", "5.7")
