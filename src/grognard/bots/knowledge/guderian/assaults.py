"""Massing for an attack: the marches that together bring good odds to bear on one enemy stack."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grognard.bots.knowledge.guderian.ground import multiple, odds, shelter, stack_strength
from grognard.bots.knowledge.guderian.judgement import in_fact, storm, trapped, worth_of
from grognard.bots.knowledge.guderian.marches import Candidate
from grognard.bots.knowledge.guderian.orders import march, ways_of
from grognard.bots.knowledge.guderian.weights import weights
from grognard.games.guderian.position import ENEMY, GERMAN, SOVIET, Position, Unit
from grognard.games.guderian.routes import destinations
from grognard.games.guderian.stacking import fits
from grognard.games.guderian.supply import command_radius
from grognard.hexes import Hex, HexSet, hexset, members

TOGETHER = {GERMAN: 4, SOVIET: 8}  # groups that are brought up for one attack
SOME = 12  # assaults that are looked at


@dataclass(frozen=True, slots=True)
class Contingent:
    """A group that could join, its attack strength, and where it can go."""

    group: tuple[Unit, ...]
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
    """Bring the strongest up one by one; an assault for each time that makes the odds worth more."""
    rules, side = g.rules, g.side
    spots = rules.next_to[target] & ~g.occupied[ENEMY[side]] & ~rules.impassable
    moves: list[str] = []
    units: set[Unit] = set()
    if side == SOVIET and spots & ~command_radius(g):  # 10.35
        led_by = _led(g, spots, posts)
        if led_by is None:
            spots &= command_radius(g)
        else:
            moves.append(march(g, led_by[:1], led_by[1]))
            units.add(led_by[0])
    led = len(moves)
    there = rules.next_to[target] & g.occupied[side]
    room = {hex: g.stack(hex) for hex in members(spots)}
    attack = sum(in_fact(g)[hex][0] for hex in members(there))
    enough = max(0.0, _worth(g, target, attack, there)) if there else 0.0
    for contingent in contingents:
        start = 1 << g.at[contingent.group[0]]
        if start & there or units & set(contingent.group):
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


def _led(g: Position, spots: HexSet, posts: list[tuple[Unit, int, HexSet]]) -> tuple[Unit, Hex] | None:
    """The Leader of the lowest rating who can command all of these hexes from divisions he joins, and where."""
    disc = g.rules.grid.disc
    for leader, rating, near in sorted(posts, key=lambda post: post[1]):
        for hex in members(spots):
            near &= disc(hex, rating)
        if near:
            return leader, max(members(near), key=g.rules.grid.column)
    return None


def _worth(g: Position, target: Hex, attack: float, there: HexSet) -> float:
    defence = in_fact(g)[target][1] * multiple(g.rules, target, there)
    column = odds(g.rules, int(attack), round(defence))
    caught = trapped(g, g.side, target, g.zoc(g.side) | g.rules.zone(there) | there)
    return worth_of(g.rules, g.side, trapped=caught)[column] + storm(g, g.side, target, column)


def _footing(g: Position, target: Hex, hex: Hex, there: HexSet) -> tuple[int, int, int, int]:
    """How good a hex is to attack from: behind the enemy, not across the river, under cover, with few other enemies."""
    rules, together = g.rules, there | 1 << hex
    others = rules.next_to[hex] & g.occupied[ENEMY[g.side]] & ~(1 << target)
    ways_out = rules.next_to[target] & ~(g.zoc(g.side) | rules.zone(together) | together)
    return -ways_out.bit_count(), -multiple(rules, target, together), shelter(rules)[hex], -others.bit_count()
