"""Blows that the dice decide: attacks, overruns, and marches that end in one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from math import ceil

from grognard.bots.knowledge.guderian.ground import multiple, odds, stack_strength
from grognard.bots.knowledge.guderian.judgement import (
    in_fact,
    results,
    storm,
    trapped,
    worth_of,
    worth_of_result,
)
from grognard.bots.knowledge.guderian.marches import Candidate
from grognard.bots.knowledge.guderian.survey import survey
from grognard.bots.knowledge.guderian.weights import weights
from grognard.bots.knowledge.questions import place_name
from grognard.games.guderian import combat, overrun, rail
from grognard.games.guderian.position import ATTACKED, SOVIET, Position, Unit
from grognard.games.guderian.previews import NO_ATTACK, NO_DEFENCE, preview
from grognard.games.guderian.routes import destinations
from grognard.games.guderian.supply import in_supply
from grognard.hexes import Hex, hexset, members

Group = tuple[Unit, ...]
A_CROWD = 5  # untried divisions in a combat
OF_EACH = 2  # attacks on one target that are looked at


def attacks(g: Position, side: str) -> Iterator[Candidate]:
    """For each target the attack by everybody, and the smallest one at the same odds."""
    able = combat.able_attackers(g)
    for target in combat.targets(g):
        near = [u for u in able if g.rules.adjacent(g.at[u], target)]
        stacks: dict[Hex, list[Unit]] = {}
        for unit in near:
            stacks.setdefault(g.at[unit], []).append(unit)
        parties = sorted((tuple(units) for units in stacks.values()), key=lambda s: -stack_strength(g, s)[0])
        column, last = "", ""
        for count in range(1, len(parties) + 1):
            units = tuple(u for party in parties[:count] for u in party)
            column = odds_of(g, target, parties[:count], overrun=False)
            if column != last:
                yield from attack(g, side, target, units, column)
            last = column


def attack(g: Position, side: str, target: Hex, units: Group, column: str) -> Iterator[Candidate]:
    """An attack by these units, if it seems to bring anything."""
    gain = worth_of(g.rules, side, trapped=trapped(g, side, target, g.zoc(side)))[column]
    prize = storm(g, side, target, column)
    if gain + prize > 0:
        leaders = leading(g, {g.at[u] for u in units})
        action = f"attack {g.hexname(target)} {' '.join(g.names((*units, *leaders)))} go"
        yield Candidate(gain + prize, (action,), frozenset(units), prize=prize)


def leading(g: Position, hexes: Collection[Hex]) -> tuple[Unit, ...]:
    """The Soviet Leaders in some hexes who can help in an attack from there (10.36)."""
    return tuple(
        u for u in g.rules.leader_units
        if g.side == SOVIET and g.at[u] in hexes and not g.disrupted[u] and not g.flags[u] & ATTACKED
    )  # fmt: skip


def odds_of(g: Position, target: Hex, parties: Sequence[Group], *, overrun: bool) -> str:
    """The column for an attack by units of these hexes, or for an overrun by those of one."""
    attack = sum(_weight(g, party) for party in parties) / (2 if overrun else 1)
    defence = in_fact(g)[target][1] * multiple(g.rules, target, hexset(g.at[party[0]] for party in parties))
    return odds(g.rules, int(attack), ceil(defence))


def _weight(g: Position, party: Group) -> float:
    """What units of a hex bring to an attack: half out of supply (11.31), and as much as their Leaders add (10.36)."""
    attack = stack_strength(g, party)[0]
    if not any(in_supply(g, unit) for unit in party):
        attack /= 2
    return attack + min(attack, sum(g.rules.units[u].more.rating for u in leading(g, (g.at[party[0]],))))


def overruns(g: Position) -> Iterator[Candidate]:
    """For each target the strongest group beside it, if the odds are good."""
    for target in overrun.targets(g):
        parties: dict[tuple[Hex, Hex, bool], list[Unit]] = {}
        for unit in overrun.overrunners(g, target):
            parties.setdefault((g.at[unit], g.origin[unit], unit in g.hand), []).append(unit)
        for party in parties.values():
            gain = worth_of(g.rules, g.side)[odds_of(g, target, [tuple(party)], overrun=True)]
            if gain > weights()["fight"]["overrun"]:
                action = f"overrun {g.hexname(target)} {' '.join(g.names(party))} go"
                yield Candidate(gain, (action,), frozenset(party))


def charges(g: Position, groups: Iterable[Group]) -> Iterator[Candidate]:
    """Marches of German divisions that end in an overrun, best on the ways that the advance will take."""
    if g.side == SOVIET:
        return
    worth, ways, enemies = worth_of(g.rules, g.side), survey(g).routes.hexes, g.occupied[SOVIET]
    for group in groups:
        if len(group) == 1:
            continue
        half, left = stack_strength(g, group)[0] / 2, min(g.mp[unit] for unit in group) - g.rules.overrun_cost
        taken = 0
        for hex, paid in destinations(g, group).cost.items():
            if paid > left:
                break  # the cheapest come first
            if hex in g.stacks:
                continue
            for target in members(g.rules.next_to[hex] & enemies & ~taken):
                column = odds(g.rules, int(half), ceil(in_fact(g)[target][1] * multiple(g.rules, target, 1 << hex)))
                gain = worth[column] + weights()["fight"]["breakthrough"] * (ways >> target & 1)
                if worth[column] > weights()["fight"]["overrun"]:
                    taken |= 1 << target
                    names, there = " ".join(g.names(group)), g.hexname(target)
                    actions = f"move {names} {g.hexname(hex)}", f"overrun {there} {names} go"
                    yield Candidate(gain, actions, frozenset(group), f"breaking through at {place_name(g, target)}")


def by_the_odds(g: Position, side: str, candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """Attacks with the exact chances of their results, whatever untried divisions turn out to be; without those that
    lose more than they bring, and take no place either. A crowd of them comes to its mean, and takes long to count."""
    for candidate in candidates:
        words = tuple(candidate.actions[0].split())
        target = g.rules.hex_by_name[words[1]]
        if sum(not g.tried[unit] for unit in (*candidate.units, *g.stack(target))) > A_CROWD:
            yield candidate
            continue
        w = results(side, trapped=trapped(g, side, target, g.zoc(side)))
        gain = 0.0
        for text, chance in preview(g, words).outcomes.items():
            if text == NO_DEFENCE:
                gain += chance * w["De"]
            elif text != NO_ATTACK:
                gain += chance * worth_of_result(text, w)
        gain += candidate.prize
        if gain > 0:
            yield replace(candidate, gain=gain)


def of_each_target(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """The best attacks, no more than a few on each target."""
    count: dict[str, int] = {}
    for candidate in sorted(candidates, key=lambda t: -t.gain):
        target = candidate.actions[0].split()[1]
        count[target] = count.get(target, 0) + 1
        if count[target] <= OF_EACH:
            yield candidate


def cuts(g: Position) -> Iterator[Candidate]:
    """Railroads that units in hand can cut."""
    for unit in g.hand:
        if rail.may_cut(g, unit):
            yield Candidate(weights()["worth"]["rail_cut"], (f"cut {g.name(unit)}",), frozenset((unit,)))
