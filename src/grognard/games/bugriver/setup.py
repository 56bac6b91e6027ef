"""The start of a scenario: who stands where, and with which formation (PRE, 5.5.2a, G15)."""

from __future__ import annotations

from grognard.dice import Dice
from grognard.errors import Invalid, nearest
from grognard.events import PhaseBegun
from grognard.games.bugriver import sequence
from grognard.games.bugriver.position import DUE, GERMAN, Position, Unit
from grognard.games.bugriver.rules import Rules


def start(rules: Rules, options: dict[str, bool], dice: Dice) -> Position:
    """The position at the start: the Surprise Attack, or the first Ops Cycle where there is none (PRE.a)."""
    g = Position(rules, options, dice)
    plan = rules.scenario.plan
    for name, words in plan.units.items():
        if name not in rules.hex_by_name:
            raise Invalid(f"{rules.scenario.id}.toml: units: no hex {name}")
        for word in words.split():
            g.place(_unit(rules, word), rules.hex_by_name[name])
    levels(g)
    for arrival in plan.arrival:
        for word in (*arrival.units.split(), *arrival.hq):
            unit = _unit(rules, word)
            g.at[unit], g.due[unit] = DUE, arrival.turn
    g.surprise = plan.surprise
    sequence.SEQUENCE.start(g, "surprise" if g.surprise else "initiative", GERMAN)
    title = sequence.SEQUENCE.title(g)
    g.tell(PhaseBegun(turn=1, title=title, side=GERMAN, rule="10.2a" if g.surprise else "2a"))
    return g


def levels(g: Position) -> None:
    """Activation Levels and assignments as the scenario begins."""
    plan, rules = g.rules.scenario.plan, g.rules
    for word, level in plan.levels.items():
        hq = _unit(rules, word)
        if level > rules.ratings[hq].most:
            raise Invalid(f"{rules.scenario.id}.toml: levels: {word} has at most {rules.ratings[hq].most}")
        if g.at[hq] >= 0:
            g.level[hq] = level
    for word, units in plan.assigned.items():
        for unit in units.split():
            g.formation[_unit(rules, unit)] = _unit(rules, word)


def _unit(rules: Rules, word: str) -> Unit:
    if word not in rules.unit_by_id:
        raise Invalid(f"{rules.scenario.id}.toml: no unit {word}{nearest(word, rules.unit_by_id)}")
    return rules.unit_by_id[word]
