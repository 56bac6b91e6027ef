"""Massing for an attack: the marches that together bring good odds to bear on one enemy stack."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import islice

from grognard.bots.knowledge.guderian.ground import multiple, odds, shelter, stack_strength
from grognard.bots.knowledge.guderian.judgement import brings, in_fact, storm, trapped
from grognard.bots.knowledge.guderian.marches import Candidate
from grognard.bots.knowledge.guderian.orders import Group, march, ways_of
from grognard.bots.knowledge.guderian.threats import threatened
from grognard.bots.knowledge.guderian.weights import weights
from grognard.games.guderian.position import ENEMY, GERMAN, SOVIET, Position, Unit
from grognard.games.guderian.routes import destinations
from grognard.games.guderian.stacking import fits
from grognard.games.guderian.supply import command_radius
from grognard.hexes import Hex, HexSet, hexset, members

TOGETHER = {GERMAN: 4, SOVIET: 8}  # groups that are brought up for one attack
SOME = 12  # assaults that are looked at
SOME_LEADERS = 2  # who are tried for one of them


@dataclass(frozen=True, slots=True)
class Contingent:
    """A group that could join, its attack strength, and where it can go."""

    group: Group
    attack: float
    reached: HexSet


def assaults(g: Position, groups: Iterator[tuple[Unit, ...]], called: Callable[[Hex], str]) -> list[Candidate]:
    """The best assaults that take more than one march to prepare."""
    contingents = sorted(
        (Contingent(each, stack_strength(g, each)[0], hexset(destinations(g, each).cost)) for each in groups),
        key=lambda contingent: -contingent.attack,
    )
    contingents = [contingent for contingent in contingents if contingent.attack >= 1]
    everywhere = 0
    for contingent in contingents:
        everywhere |= contingent.reached
    enemies = g.occupied[ENEMY[g.side]] & g.rules.zone(everywhere)
    posts = _posts(g) if g.side == SOVIET else []
    found = [each for target in members(enemies) for each in _assault(g, target, contingents, posts, called)]
    return sorted(found, key=lambda candidate: -candidate.gain)[:SOME]


def _assault(
    g: Position,
    target: Hex,
    contingents: list[Contingent],
    posts: list[tuple[Unit, int, HexSet]],
    called: Callable[[Hex], str],
) -> Iterator[Candidate]:
    """For the Soviets with the Leaders as they stand, and with each who could come to command it (10.35)."""
    spots = g.rules.next_to[target] & ~g.occupied[ENEMY[g.side]] & ~g.rules.impassable
    if g.side == SOVIET and spots & ~command_radius(g):
        for leader, hex in islice(_led(g, spots, posts), SOME_LEADERS):
            yield from _massed(g, target, spots, contingents, called, (leader, hex))
        spots &= command_radius(g)
    yield from _massed(g, target, spots, contingents, called)


def _massed(
    g: Position,
    target: Hex,
    spots: HexSet,
    contingents: list[Contingent],
    called: Callable[[Hex], str],
    led_by: tuple[Unit, Hex] | None = None,
) -> Iterator[Candidate]:
    """Bring the strongest up one by one; an assault for each time that makes the odds worth more."""
    side, moves, units = g.side, list[str](), set[Unit]()
    if led_by is not None:
        moves.append(march(g, led_by[:1], led_by[1]))
        units.add(led_by[0])
    led, post = len(moves), led_by[1] if led_by else -1
    there = g.rules.next_to[target] & g.occupied[side]
    room = {hex: g.stack(hex) for hex in members(spots)}
    attack = sum(in_fact(g)[hex][0] for hex in members(there))
    enough = max(0.0, _worth(g, target, attack, there)) if there else 0.0
    for contingent in contingents:
        start = 1 << g.at[contingent.group[0]]
        if start & there or units & set(contingent.group) or not _spared(g, contingent.group, units, post):
            continue
        open = [hex for hex in members(contingent.reached & spots) if fits(g, side, (*room[hex], *contingent.group))]
        if not open:
            continue
        spot = max(open, key=lambda hex: _footing(g, target, hex, there))
        room[spot] = (*room[spot], *contingent.group)
        there |= 1 << spot
        attack += contingent.attack
        moves.append(f"move {' '.join(g.names(contingent.group))} {g.hexname(spot)}")
        units.update(contingent.group)
        gain = _worth(g, target, attack, there)
        if len(moves) > 1 and gain > enough:
            enough = gain
            aim = f"massing on {called(target)}"
            yield Candidate(weights()["fight"]["mine"] * gain, tuple(moves), frozenset(units), aim)
        if len(moves) - led == TOGETHER[side]:
            return


def _spared(g: Position, group: Group, gone: Collection[Unit], post: Hex) -> bool:
    """Whether a Soviet group leaves no place empty where Germans come, and no Leader alone, nor one who goes there."""
    hex, leaders = g.at[group[0]], g.rules.leaders
    left = [unit for unit in g.stack(hex) if unit not in group and unit not in gone]
    if g.side == GERMAN or any(unit not in leaders for unit in left):
        return True
    return not ((left or hex == post or g.rules.objectives >> hex & 1) and threatened(g, hex))


def _posts(g: Position) -> list[tuple[Unit, int, HexSet]]:
    """The Leaders who can go to divisions out of German zones of control, how far each commands, and where that is."""
    rules = g.rules
    company = hexset(h for h in members(g.occupied[SOVIET] & ~g.zoc(GERMAN)) if g.stacks[h][0] not in rules.leaders)
    found = []
    for leader in rules.leader_units:
        if g.at[leader] >= 0:
            ways = company & hexset(ways_of(g, (leader,)))
            posts = hexset(hex for hex in members(ways) if fits(g, SOVIET, (*g.stacks[hex], leader)))
            found.append((leader, rules.units[leader].more.rating, posts))
    return found


def _led(g: Position, spots: HexSet, posts: list[tuple[Unit, int, HexSet]]) -> Iterator[tuple[Unit, Hex]]:
    """The Leaders who can command all of these hexes from divisions they join, and where, the lowest rating first."""
    disc = g.rules.grid.disc
    for leader, rating, near in sorted(posts, key=lambda post: post[1]):
        for hex in members(spots):
            near &= disc(hex, rating)
        if near:
            yield leader, max(members(near), key=g.rules.grid.column)


def _worth(g: Position, target: Hex, attack: float, there: HexSet) -> float:
    defence = in_fact(g)[target][1] * multiple(g.rules, target, there)
    column = odds(g.rules, int(attack), round(defence))
    caught = trapped(g, g.side, target, g.zoc(g.side) | g.rules.zone(there) | there)
    return brings(g, g.side, target, column, trapped=caught) + storm(g, g.side, target, column)


def _footing(g: Position, target: Hex, hex: Hex, there: HexSet) -> tuple[int, int, int, int]:
    """How good a hex is to attack from: behind the enemy, not across the river, under cover, with few other enemies."""
    rules, together = g.rules, there | 1 << hex
    others = rules.next_to[hex] & g.occupied[ENEMY[g.side]] & ~(1 << target)
    ways_out = rules.next_to[target] & ~(g.zoc(g.side) | rules.zone(together) | together)
    return -ways_out.bit_count(), -multiple(rules, target, together), shelter(rules)[hex], -others.bit_count()
