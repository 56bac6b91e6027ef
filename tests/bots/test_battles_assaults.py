"""What the staff of Battles in the East makes of its movement: the attacks that are at hand when it is over."""

from __future__ import annotations

from collections.abc import Sequence

import grognard
from grognard.bots import Bot, make
from grognard.bots.knowledge.battles.assaults import at_hand, promise
from grognard.bots.knowledge.battles.judgement import evaluate
from grognard.bots.knowledge.battles.marches import in_words, planned
from grognard.bots.knowledge.battles.paper import STANCES, Paper
from grognard.bots.knowledge.battles.strikes import strikes
from grognard.games.battles.position import AXIS, Position, Unit
from grognard.hexes import Hex

RADZYMIN = {"game": "battles", "scenario": "radzymin", "turn": 3, "phase": "axis-movement", "attack": "HQ-39PzK"}
ENEMY = {"1115": "86G", "2616": "HQ-47A"}


def place(**units: str) -> Position:
    """Axis units by hex, `h1210="HQ-39PzK"`, against a single brigade."""
    there = {hex[1:]: names for hex, names in units.items()}
    match = grognard.setup({**RADZYMIN, "units": {**ENEMY, **there}}, seed=1)
    assert isinstance(match.state, Position)
    return match.state


def test_an_attack_is_at_hand_only_for_those_who_stand_beside_the_enemy() -> None:
    beside, behind = place(h1114="35/4 12/4", h0912="HQ-39PzK"), place(h1112="35/4 12/4", h0912="HQ-39PzK")
    assert at_hand(beside, AXIS) > 0
    assert at_hand(behind, AXIS) == 0
    assert evaluate(beside, AXIS) > evaluate(behind, AXIS)


def test_a_unit_takes_part_in_one_attack_only() -> None:
    two = {**ENEMY, "1214": "76RD"}
    match = grognard.setup({**RADZYMIN, "units": {**two, "1114": "35/4 12/4 33/4", "0912": "HQ-39PzK"}}, seed=1)
    g = match.state
    assert isinstance(g, Position)
    units = {g.unit(name): g.at[g.unit(name)] for name in ("35/4", "12/4", "33/4")}
    each = [promise(g, g.rules.hex_by_name[hex], units, lambda hex: g.stacks[hex]) for hex in ("1115", "1214")]
    assert min(each) > 0
    assert max(each) <= at_hand(g, AXIS) + 0.01
    assert at_hand(g, AXIS) < sum(each)


def test_a_narrow_view_masses_for_one_strike() -> None:
    """The quick level brings up troops for a single attack; whoever looks further does so against several enemies."""
    match, bots = grognard.new("battles", "radzymin", seed=3), dict[str, Bot]()
    while (decision := match.decision) is not None and not decision.kind.endswith("-movement"):
        bot = bots.setdefault(decision.side, make("staff-quick", 1))
        match.play(bot.act(match, decision.side), decision.side)
    assert decision is not None
    g = match.state
    assert isinstance(g, Position)
    first, *others = list(strikes(Paper.of(g, decision.side, STANCES[0])))
    assert others
    one, all_of_them = (_ends(g, list(in_words(planned(g, decision.side, STANCES[0], most)))) for most in (1, 8))
    assert all(one[unit] == all_of_them[unit] == hex for unit, hex in first.marches)
    massed = [(unit, hex) for strike in others for unit, hex in strike.marches]
    assert all(all_of_them[unit] == hex for unit, hex in massed)
    assert any(one[unit] != hex for unit, hex in massed)


def _ends(g: Position, moves: Sequence[str]) -> dict[Unit, Hex]:
    """Where every unit stands after the moves."""
    ends = dict(enumerate(g.at))
    for _, *names, hex in map(str.split, moves):
        ends |= dict.fromkeys(map(g.unit, names), g.rules.hex_by_name[hex])
    return ends
