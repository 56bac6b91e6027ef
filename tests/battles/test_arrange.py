"""Position files: every fact of a position can be written down, and mistakes are told in a line."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
from grognard.errors import Invalid
from grognard.games.battles.arrange import DONE, KEYS, arrange
from grognard.games.battles.facts import BattlesFacts
from grognard.games.battles.position import DEAD, DUE, LEFT, LEVELS, SOVIET, UNUSED, Position
from grognard.games.battles.reinforcements import REPLACED
from grognard.match import Match

SMALL: dict[str, Any] = {"game": "battles", "scenario": "radzymin", "turn": 2, "phase": "axis-movement"}


def arranged(**table: Any) -> Position:
    """The position of a table."""
    m = grognard.setup({**SMALL, **table})
    state = m.state
    assert isinstance(state, Position)
    return state


def word(g: Position, unit: int) -> str:
    """A unit with its shape, as a position file has it."""
    full, name = len(g.rules.units[unit].steps), g.name(unit)
    shape = ":one" if g.weak[unit] else f":{full - g.level[unit]}" if g.level[unit] else ""
    return ("" if g.tried[unit] else "?") + name + shape


def described(g: Position) -> dict[str, Any]:
    """The whole position as a table."""
    on_map, units = list(g.on_map()), range(len(g.at))
    by_side = {"axis": "axis", "soviet": "soviet"}
    return {
        "game": "battles", "scenario": g.rules.scenario.id, "turn": g.turn, "phase": g.phase, "weather": g.weather,
        "units": {g.hexname(hex): " ".join(word(g, u) for u in stack) for hex, stack in g.stacks.items()},
        "attack": " ".join(g.names(u for u in units if g.face[u])),
        "dead": " ".join(word(g, u) for u in units if g.at[u] == DEAD),
        "left": " ".join(word(g, u) for u in units if g.at[u] == LEFT),
        "due": {word(g, u): f"{turn}{' replaced' * (n == REPLACED)}" for u, (turn, n) in g.due.items()},
        "blocked": " ".join(g.names(g.blocked)), "lost_leaders": list(g.dead_leaders), "given": list(g.given),
        "ruined": list(g.ruined), "taken": list(g.taken),
        "blown": " ".join("-".join(g.hexnames(pair)) for pair in g.blown if pair[0] < pair[1]),
        "fallen": " ".join(g.in_hexes(g.rules.fortresses & ~g.fortresses)),
        "general_used": " ".join(g.names(g.general_used)), "projected": " ".join(g.names(g.projected)),
        "done": {what: " ".join(g.names(u for u in units if g.flags[u] & flag)) for what, flag in DONE.items()},
        "points_left": {g.name(u): g.mp[u] / 2 for u in on_map},
        "began": {g.name(u): g.hexname(g.origin[u]) for u in on_map if g.origin[u] >= 0},
        "company": {g.name(u): g.company[u] for u in on_map},
        "marked": {level: " ".join(g.names(u for u in units if g.marked[u] == n)) for n, level in enumerate(LEVELS)},
        "lean": {g.name(u): g.lean[u] for u in on_map},
        "serves": {g.name(u): g.name(hq) for u, hq in g.serves.items() if g.at[u] >= 0},
        "track": {s: [turn for side, turn in g.track if side == s] for s in by_side},
        "spent": {name: [g.spent.get((name, use), 0) for use in ("attack", "defence")] for name, _ in g.spent},
        "air": g.air, "naval": g.naval, "points": g.points,
        "interdiction": {s: " ".join(g.hexnames(h for h, side in g.interdicted.items() if side == s)) for s in by_side},
        "airlift": {s: " ".join(g.hexnames(h for h, side in g.flown.items() if side == s)) for s in by_side},
        "ports": {s: " ".join(g.hexnames(h for h, side in g.ports.items() if side == s)) for s in by_side},
        "control": {"axis": " ".join(g.in_hexes(g.axis_held)),
                    "soviet": " ".join(g.in_hexes(g.rules.grid.all & ~g.axis_held))},
        "forts": {g.hexname(hex): f"{n}L" for hex, n in g.forts.items()},
        "bridges": {g.name(u): f"{g.hexname(hex)} {turn}" for u, (hex, turn) in g.bridges.items()},
    }  # fmt: skip


GONE_UNITS = ("flags", "mp", "origin", "company", "lean", "marked", "serves")  # facts of no meaning off the map


def told(g: Position) -> dict[str, Any]:
    """The facts of a position by name, those of units only while they are on the map."""
    facts: dict[str, Any] = dict(zip(g._facts, g.facts(), strict=True))
    for name in ("dice", "events", "learned", "frames", "options"):
        facts.pop(name, None)
    on_map = set(g.on_map())
    for name in GONE_UNITS:
        kept: Any = facts[name]
        pairs = kept.items() if isinstance(kept, dict) else enumerate(kept)
        facts[name] = {unit: value for unit, value in pairs if unit in on_map}
    facts["track"] = sorted(g.track)
    facts["stacks"] = {hex: set(stack) for hex, stack in g.stacks.items()}
    facts["given"] = sorted(g.given)
    return facts


def wander(scenario: str, seed: int, actions: int) -> Match:
    """A match after some random actions, between two of them."""
    m, dice = grognard.new("battles", scenario=scenario, seed=seed), random.Random(seed)
    for _ in range(actions):
        if m.decision is None:
            break
        words: tuple[str, ...] = ()
        while not (choices := m.choices(" ".join(words))).complete or (choices.items and dice.random() < 0.5):
            words += (dice.choice(choices.items),)
        m.play(" ".join(words))
    return m


@pytest.mark.parametrize(("scenario", "seed"), [("radzymin", 1), ("radzymin", 2), ("uman", 3), ("uman", 4)])
def test_a_position_of_a_game_can_be_written_down_and_set_up_again(scenario: str, seed: int) -> None:
    seen = 0
    for actions in (5, 25, 60, 110, 170):
        g = wander(scenario, seed, actions).state
        assert isinstance(g, Position)
        if g.phase == "over" or g.fight is not None:
            continue
        again = arrange(described(g), {}, g.dice.copy())
        assert told(again) == told(g)
        seen += 1
    assert seen > 1


def test_every_key_is_described_by_the_test_above() -> None:
    assert set(KEYS.top) <= set(described(arranged(units={"0505": "35/4"})))


def test_a_position_has_what_the_file_says_and_no_other_units() -> None:
    g = arranged(
        units={"0505": "35/4 12/4:1 ?70/73", "0606": "KG174:one HQ-39PzK"}, attack="HQ-39PzK", dead="50/3TC",
        due={"743": 3}, points={"axis": 4}, weather="storm", forts={"0505": "2L"}, control={"soviet": "0705..0711"},
    )  # fmt: skip
    find = g.rules.unit_by_id
    assert (g.steps(find["12/4"]), g.steps(find["KG174"]), g.tried[find["70/73"]]) == (1, 1, 0)
    assert (g.at[find["50/3TC"]], g.at[find["743"]], g.at[find["33/4"]]) == (DEAD, DUE, UNUSED)
    assert g.face[find["HQ-39PzK"]]
    assert g.points == {"axis": 4, "soviet": 0}
    assert g.weather == "storm"
    assert g.controls(SOVIET, g.rules.hex_by_name["0707"])
    assert g.mp[find["35/4"]] == 12  # eight less two for the storm: six points


SMALL_BOARD: dict[str, Any] = {
    "title": "a corner",
    "grid": {"top": "flat", "shifted": "even", "columns": [1, 13], "rows": [1, 11], "numbering": "CCRR"},
    "terrain": {"fill": "clear"},
}


def test_a_small_board_has_what_the_scenario_says_of_its_hexes() -> None:
    m = grognard.setup({
        **SMALL, "phase": "axis-reinforcement", "board": SMALL_BOARD, "due": {"743": 2, "1Hus": 2, "20RD": 2},
        "units": {"0505": "21/17 HQ-9A", "0605": "35GRD"},
    })  # fmt: skip
    own = m.view("axis").own
    assert isinstance(own, BattlesFacts)
    # the western edge is there, the eastern is not
    assert (own.levels["21/17"], own.levels["35GRD"]) == ("general", "none")
    assert m.view("axis").ground["fortress"]["axis"] == ("0408",)  # Modlin
    while m.decision is not None and m.state.turn < 5:  # arrivals, objectives and demolitions beyond it do no harm
        m.play("end" if "end" in m.choices().items else " ".join(m.choices().items[:1]))
    assert m.state.turn == 5


def test_without_units_the_scenario_begins() -> None:
    m = grognard.setup({"game": "battles", "scenario": "uman"})
    assert len(m.view(None).units) == 67


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ({"units": {"9999": "35/4"}}, "units: "),
        ({"units": {"0505": "35/5"}}, "no unit 35/5; did you mean 35/4?"),
        ({"units": {"0505": "35/4 35/4"}}, "35/4 is there twice"),
        ({"units": {"0505": "35/4 50/3TC"}}, "both sides in one hex"),
        ({"units": {"0505": "35/4:3"}}, "35/4 has 2 steps"),
        ({"units": {"0505": "?35/4"}}, "35/4 has no untried side"),
        ({"units": {"0505": "35/4:one"}}, "35/4 has no one-step side"),
        ({"units": {"0505": "35/4"}, "weather": "fog"}, "no weather fog: clear storm"),
        ({"units": {"0505": "35/4"}, "attack": "35/4"}, "35/4 is no HQ"),
        ({"units": {"0505": "35/4"}, "phase": "axis-moving"}, "no phase axis-moving"),
        ({"units": {"0505": "35/4"}, "turn": 9}, "the game has 6 turns"),
        ({"units": {"0505": "35/4"}, "due": {"50/3TC": 3}}, "50/3TC is in no arrival of radzymin"),
        ({"units": {"0505": "35/4"}, "due": {"743": "soon"}}, "743 must be a turn"),
        ({"units": {"0505": "35/4"}, "forts": {"0505": "3L"}}, "a field fort is 1L or 2L"),
        ({"units": {"0505": "35/4"}, "forts": {"0506": "1L"}}, "0506: nobody is in the field fort"),
        ({"units": {"0505": "35/4"}, "attack": "HQ-9A"}, "attack: HQ-9A is not on the map"),
        ({"units": {"0505": "35/4"}, "due": {"743": "3 replaced"}}, "743 is no HQ: no other unit is replaced"),
        ({"units": {"1422": "Pon8G"}, "bridges": {"Pon8G": "1421 2"}}, "no major river lies between 1422 and 1421"),
        ({"units": {"0505": "35/4"}, "control": {"soviet": "0505"}}, "0505 is occupied by the other side"),
        ({"units": {"0505": "35/4"}, "serves": {"35/4": "HQ-9A"}}, "35/4 cannot draw on HQ-9A"),
        ({"units": {"0505": "35/4"}, "spent": {"HQ-9A": [1]}}, "HQ-9A must be two numbers"),
        ({"units": {"0505": "35/4"}, "blown": "0505-0506"}, "no crossing of a major river at 0505-0506"),
        ({"units": {"0505": "35/4"}, "fallen": "0505"}, "0505 is no fortress"),
        ({"units": {"0505": "35/4"}, "bridges": {"35/4": "0506 1"}}, "35/4 must be a bridging unit"),
        ({"units": {"0505": "35/4"}, "points_left": {"35/4": 0.3}}, "movement points in halves"),
        ({"units": {"0505": "35/4"}, "lost_leaders": "Guderian"}, "nothing is called Guderian"),
        ({"units": {"0505": "35/4"}, "point": {"axis": 1}}, "unknown key 'point'"),
        ({"units": {"0505": "35/4"}, "air": {"german": 1}}, "unknown key 'german'"),
        ({"scenario": "kursk"}, "no scenario 'kursk': radzymin, uman"),
    ],
)
def test_mistakes_are_told_in_one_line(table: dict[str, Any], fault: str) -> None:
    with pytest.raises(Invalid) as error:
        arranged(**table)
    assert fault in str(error.value)
    assert "\n" not in str(error.value)
