"""What the staff of Battles in the East sees coming: where the enemy's next march leads, and what it would find."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

import grognard
from grognard.bots.knowledge.battles.blunders import GameWatch
from grognard.bots.knowledge.battles.ground import threats
from grognard.bots.knowledge.battles.marches import in_words, planned
from grognard.bots.knowledge.battles.paper import STANCES
from grognard.bots.knowledge.battles.threats import at_risk, lone_hqs, open_places, secure, walks
from grognard.games.battles.position import AXIS, SOVIET, Position, Unit
from grognard.games.battles.supply import served_from, served_hexes

RADZYMIN = {"game": "battles", "scenario": "radzymin", "turn": 3, "phase": "axis-movement"}


def place(**units: str) -> Position:
    """Units by hex, `h1210="HQ-39PzK"`."""
    match = grognard.setup({**RADZYMIN, "units": {hex[1:]: names for hex, names in units.items()}}, seed=1)
    assert isinstance(match.state, Position)
    return match.state


def names(g: Position, units: Iterable[Unit]) -> set[str]:
    return {g.name(unit) for unit in units}


def test_a_march_leads_no_further_than_the_first_hex_in_an_enemy_zone() -> None:
    free = place(h1412="50/3TC 57/3TC", h1714="HQ-2TA")
    barred = place(h1412="50/3TC 57/3TC", h1714="HQ-2TA", h1210="35/4")
    far = free.rules.hex_by_name["0806"]
    assert walks(free, SOVIET) >> far & 1
    assert not walks(barred, SOVIET) >> far & 1
    assert not walks(barred, SOVIET) & barred.occupied[AXIS]


@pytest.mark.parametrize("scenario", ["radzymin", "uman"])
def test_a_march_by_road_is_seen_as_the_rules_have_it(scenario: str) -> None:
    """What one march of all a side's units could reach, worked out at once, is what each could reach, but for bridges
    that are blown and crossings that are barred."""
    g = grognard.new("battles", scenario, seed=3).state
    assert isinstance(g, Position)
    for side in (AXIS, SOVIET):
        free = g.rules.land & ~g.occupied[AXIS] & ~g.occupied[SOVIET]
        exact, seen = GameWatch().reach(g, side, free), walks(g, side) & free
        assert (exact & seen).bit_count() > 0.9 * (exact | seen).bit_count()


def test_what_moves_in_the_next_game_turn_is_feared_to_move_in_fair_weather() -> None:
    """The Soviet player is first in Radzymin: his next march is in the turn to come, and the storm may be over."""
    units = {"1412": "50/3TC 57/3TC", "1714": "HQ-2TA", "0808": "35/4"}
    storm, fair = (_at_weather(weather, units) for weather in ("storm", "clear"))
    assert walks(storm, SOVIET) == walks(fair, SOVIET)
    mine = _at_weather("storm", units, phase="soviet-movement")
    assert walks(mine, AXIS) != walks(fair, AXIS)


def test_nothing_is_feared_when_the_enemy_has_had_his_last_turn() -> None:
    """The Axis player is the last to move: what he leaves empty in the end nobody takes."""
    units = {"0808": "35/4", "1412": "50/3TC 57/3TC", "1714": "HQ-2TA"}
    before, last = (grognard.setup({**RADZYMIN, "turn": turn, "units": units}, seed=1).state for turn in (5, 6))
    assert isinstance(before, Position)
    assert isinstance(last, Position)
    assert list(open_places(before, AXIS))
    assert not list(open_places(last, AXIS))
    assert threats(before, SOVIET).keys() >= threats(last, SOVIET).keys() == set()
    assert walks(last, AXIS) == 0


def _at_weather(weather: str, units: dict[str, str], phase: str = "axis-movement") -> Position:
    g = grognard.setup({**RADZYMIN, "phase": phase, "weather": weather, "units": units}, seed=1).state
    assert isinstance(g, Position)
    return g


def test_an_hq_alone_is_seen_where_an_enemy_can_come_next_to_it() -> None:
    alone = place(h1210="HQ-39PzK", h1412="50/3TC", h1714="HQ-2TA")
    assert names(alone, lone_hqs(alone, AXIS)) == {"HQ-39PzK"}
    guarded = place(h1210="HQ-39PzK 35/4", h1412="50/3TC", h1714="HQ-2TA")
    assert not list(lone_hqs(guarded, AXIS))
    far = place(h0505="HQ-39PzK", h2016="50/3TC", h2116="HQ-2TA")
    assert not list(lone_hqs(far, AXIS))


def test_a_line_that_can_be_cut_is_a_risk_and_one_behind_a_friend_is_none() -> None:
    ahead = place(h1412="35/4", h1310="50/3TC 57/3TC", h1510="51/3TC", h1610="HQ-2TA")
    assert "35/4" in names(ahead, at_risk(ahead, AXIS))
    assert not secure(ahead, AXIS) >> ahead.rules.hex_by_name["1412"] & 1
    away = place(h0808="35/4", h2016="50/3TC")
    assert not at_risk(away, AXIS)


def test_nobody_goes_to_the_last_of_his_points_to_cut_a_line() -> None:
    """Else every spearhead would be at risk from afar, and every enemy already as good as cut off."""
    g = place(h1412="35/4", h1310="50/3TC 57/3TC", h1714="HQ-2TA")
    bold = walks(g, SOVIET, 0.6)
    assert bold & ~walks(g, SOVIET) == 0
    assert bold.bit_count() < walks(g, SOVIET).bit_count()
    assert secure(g, AXIS) & bold & ~g.occupied[AXIS] == 0
    assert secure(g, AXIS) & walks(g, SOVIET) & ~g.zoc(SOVIET)


def test_an_empty_place_counts_where_an_enemy_can_walk_in() -> None:
    g = place(h1412="50/3TC 57/3TC", h1714="HQ-2TA")
    reached = {g.hexname(hex) for hex, _ in open_places(g, AXIS)}
    assert reached
    hex = next(iter(reached))
    held = grognard.setup({**RADZYMIN, "units": {"1412": "50/3TC 57/3TC", "1714": "HQ-2TA", hex: "35/4"}}, seed=1)
    assert isinstance(held.state, Position)
    assert hex not in {held.state.hexname(h) for h, _ in open_places(held.state, AXIS)}


def test_an_hq_ends_its_march_beside_somebody_and_serves_its_own() -> None:
    g = place(h1210="HQ-39PzK", h1110="35/4", h1009="12/4", h1412="50/3TC 57/3TC", h1714="HQ-2TA 51/3TC")
    moves = in_words(planned(g, AXIS, STANCES[-1], 8))
    where = {unit: words.split()[-1] for words in moves for unit in words.split()[1:-1]}
    at = {name: where.get(name, g.hexname(g.at[g.unit(name)])) for name in ("HQ-39PzK", "35/4", "12/4")}
    assert at["HQ-39PzK"] in (at["35/4"], at["12/4"])


def test_what_an_hq_serves_from_its_hex_is_what_it_would_serve_from_there() -> None:
    g = place(h1210="HQ-39PzK", h1412="50/3TC")
    hq = g.unit("HQ-39PzK")
    assert served_from(g, hq, g.at[hq]) == served_hexes(g, hq)
