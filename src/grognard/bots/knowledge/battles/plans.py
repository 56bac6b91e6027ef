"""Plans worth a look: whole movement phases in several stances, overruns, attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.bots.knowledge import Plan
from grognard.bots.knowledge.battles.battles import fight_value
from grognard.bots.knowledge.battles.judgement import evaluate
from grognard.bots.knowledge.battles.marches import in_words, planned
from grognard.bots.knowledge.battles.mending import carried_out, mend
from grognard.bots.knowledge.battles.paper import STANCES
from grognard.bots.knowledge.battles.weights import weights
from grognard.bots.knowledge.questions import place_name
from grognard.games.battles.combat import allowances, attackers_of, targets
from grognard.games.battles.costs import half_points
from grognard.games.battles.overrun import may_be_overrun
from grognard.games.battles.position import ENEMY, MOVED, STARTED_ATTACK, Position, Unit
from grognard.games.battles.routes import destinations, step_cost
from grognard.games.battles.rules import PANZER
from grognard.games.battles.strength import fight_for
from grognard.games.battles.support import air_markers, hq_points
from grognard.hexes import Hex, members

OVERRUNS = 3  # tried
TRIES = 2  # of the breadth, for changes of the best march on paper
STRIKE = 4  # of the breadth, for each strike that is massed for in a phase
Scored = tuple[float, Plan]


def plans(g: Position, side: str, count: int) -> list[Plan]:
    """The best plans of the phase at first reckoning."""
    if g.phase.endswith(("movement", "mechanised")):
        found = [plan for _, plan in overruns(g, side)[:OVERRUNS]]
        papers = [planned(g, side, stance, max(1, count // STRIKE)) for stance in STANCES[: 1 + count // 8]]
        best = max(papers, key=lambda paper: evaluate(carried_out(paper), side))
        mend(best, TRIES * count)
        if moves := tuple(in_words(best)):
            found.append(Plan(moves, best.aim or best.stance.name))
        return found
    if g.phase.endswith("combat"):
        return [plan for _, plan in attacks(g, side)[: max(4, count // 3)]]
    return []


# --- combat -----------------------------------------------------------------------------------------------------------


def attacks(g: Position, side: str) -> list[Scored]:
    """For each enemy that can be attacked the attackers that bring most."""
    found = []
    for target in targets(g):
        best, units = best_attackers(g, (target,), attackers_of(g, (target,)))
        if units and best > weights().least:
            words = " ".join(("attack", g.hexname(target), *g.names(units), "go"))
            found.append((best, Plan((words,), f"attack on {place_name(g, target)}")))
    return sorted(found, key=lambda one: -one[0])


def best_attackers(g: Position, hexes: tuple[Hex, ...], units: Sequence[Unit]) -> tuple[float, list[Unit]]:
    """Those of some units that bring most: all of them, less whoever changes nothing."""
    chosen: list[Unit] = []
    for unit in sorted(units, key=lambda u: -g.printed(u)[0]):
        if allowances(g, (*chosen, unit)) is not None:
            chosen.append(unit)
    if not chosen:
        return 0.0, []
    best = _worth(g, hexes, chosen)
    for unit in sorted(chosen, key=lambda u: g.printed(u)[0]):
        rest = [u for u in chosen if u != unit]
        if rest and (value := _worth(g, hexes, rest)) >= best:
            best, chosen = value, rest
    return best, chosen


def _worth(g: Position, hexes: tuple[Hex, ...], units: Sequence[Unit]) -> float:
    """What an attack brings with the support it could have."""
    fight = fight_for(g, hexes, units)
    support = min(2, sum(hq_points(g, fight, fight.side).values()) + air_markers(g, fight, fight.side))
    return fight_value(g, fight, support)


# --- overruns ---------------------------------------------------------------------------------------------------------


def overruns(g: Position, side: str) -> list[Scored]:
    """Stacks that can move beside a weak enemy and run him over."""
    found: list[Scored] = []
    for party in _parties(g, side):
        here = g.at[party[0]]
        zone = g.zoc(ENEMY[side])
        ways = destinations(g, party).cost if not zone >> here & 1 else {here: 0}
        for start, paid in ways.items():
            if start != here and zone >> start & 1 and not _only_of_one(g, side, start):
                continue
            for target in members(g.rules.next_to[start] & g.occupied[ENEMY[side]]):
                if may_be_overrun(g, target) and _affordable(g, party, start, target, paid):
                    value = fight_value(g, fight_for(g, (target,), party, overrun=True))
                    if value > weights().least:
                        names = g.names(party)
                        move = (" ".join(("move", *names, g.hexname(start))),) if start != here else ()
                        run = " ".join(("overrun", g.hexname(target), *names, "go"))
                        found.append((value, Plan((*move, run), f"overrun at {place_name(g, target)}")))
    return sorted(found, key=lambda one: -one[0])


def _parties(g: Position, side: str) -> Iterator[tuple[Unit, ...]]:
    """Units of one hex and company that can overrun together."""
    by_company: dict[tuple[Hex, int], list[Unit]] = {}
    late = g.phase.endswith("mechanised")
    for unit in g.on_map(side):
        fit = g.flags[unit] & STARTED_ATTACK and g.mp[unit] >= 6 and g.can_attack(unit)
        if fit and not (late and g.rules.units[unit].type not in PANZER) and not g.flags[unit] & MOVED:
            by_company.setdefault((g.at[unit], g.company[unit]), []).append(unit)
    for units in by_company.values():
        if sum(g.printed(u)[0] for u in units) >= 4:
            yield tuple(units)


def _only_of_one(g: Position, side: str, hex: Hex) -> bool:
    """Whether enemies of one hex only look into a hex (10.3g)."""
    return (g.rules.next_to[hex] & g.occupied[ENEMY[side]]).bit_count() == 1


def _affordable(g: Position, party: Sequence[Unit], start: Hex, target: Hex, paid: int) -> bool:
    if (start, target) in g.rules.major:
        return False
    for unit in party:
        cost = step_cost(g, unit, start, target)
        if cost is None or g.mp[unit] - paid < cost + half_points("overrun"):
            return False
    return True
