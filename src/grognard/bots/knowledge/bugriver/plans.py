"""Plans worth a look while a formation acts: attacks, moves, moves to attack, refits, defence, HQs, bridges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.bots.knowledge import Plan
from grognard.bots.knowledge.bugriver.assaults import Approach, Venture, assaults, power
from grognard.bots.knowledge.bugriver.battles import assault, fight_value, lots_at, price
from grognard.bots.knowledge.bugriver.crossings import leads_on
from grognard.bots.knowledge.bugriver.ground import close_to, pulls, quality, tables
from grognard.bots.knowledge.bugriver.headquarters import relocations
from grognard.bots.knowledge.bugriver.judgement import THREAT, covered
from grognard.bots.knowledge.bugriver.weights import weights
from grognard.bots.knowledge.questions import place_name
from grognard.bots.lots import Lots
from grognard.games.bugriver import infiltration
from grognard.games.bugriver.actions import ACTING, BONUS, able, acting, cost, points
from grognard.games.bugriver.chits import KINDS
from grognard.games.bugriver.combat import assaults as declarable
from grognard.games.bugriver.command import IN, ISOLATED, command_hexes, status
from grognard.games.bugriver.improved import may_improve
from grognard.games.bugriver.pontoons import sites
from grognard.games.bugriver.position import ENEMY, Position, Unit
from grognard.games.bugriver.refit import disrupted
from grognard.games.bugriver.tables import FACES
from grognard.games.bugriver.ways import destinations
from grognard.hexes import Hex, members

ENDS = 2  # destinations of a party that are looked at


def plans(g: Position, side: str, count: int) -> list[Plan]:
    """The best plans at first reckoning."""
    return [idea.plan for idea in ideas(g, side)[:count]]


def ideas(g: Position, side: str) -> list[Venture]:
    """All that is worth a look, the best first."""
    if g.phase not in ACTING or g.side != side:
        return []
    found = [*attacks(g), *refits(g), *defences(g), *infiltrations(g)]
    found += marches(g)
    if g.phase != BONUS:
        found += [*relocations(g), *bridges(g)]
    different = {idea.plan.actions: idea for idea in found}  # a strike from where one stands is an attack, too
    return sorted(different.values(), key=lambda idea: -idea.score)


def promise(g: Position, hq: Unit, side: str, ap: int) -> float:
    """What an activation of a formation with so many points promises, about."""
    total, used = 0.0, frozenset[Unit]()
    for idea in ideas(g, side):
        if idea.score <= 0 or idea.cost > ap:
            continue
        if idea.units & used:
            continue
        total, used, ap = total + idea.score, used | idea.units, ap - idea.cost
    return total


# --- attacks ----------------------------------------------------------------------------------------------------------


def attacks(g: Position) -> Iterator[Venture]:
    """Every attack that could be declared, of each hex with all its units and without the guns."""
    w, least = weights(), weights().least
    for kind in KINDS:
        for target, units in declarable(g, kind).items():
            by_hex: dict[Hex, list[Unit]] = {}
            for unit in units:
                by_hex.setdefault(g.at[unit], []).append(unit)
            for party in by_hex.values():
                gain, chosen = best_party(g, kind, target, party)
                paid = cost(g, kind, chosen)
                if gain > least:
                    yield Venture(
                        gain - w.point_left * paid,
                        Plan((_attack(g, kind, target, chosen),), f"attack on {place_name(g, target)}"),
                        frozenset(chosen),
                        paid,
                    )


def best_party(g: Position, kind: str, target: Hex, party: Sequence[Unit]) -> tuple[float, list[Unit]]:
    """Those of the units of a hex that bring most: all of them, or all but the guns."""
    best = fight_value(g, kind, target, party), list(party)
    rest = [unit for unit in party if unit not in g.rules.anti_tank]
    if rest and len(rest) < len(party):
        best = max(best, (fight_value(g, kind, target, rest), rest), key=lambda one: one[0])
    return best


def _attack(g: Position, kind: str, target: Hex, units: Sequence[Unit]) -> str:
    return " ".join((kind, g.hexname(target), *g.names(units), "go"))


def lots_for(g: Position, action: str, share: float) -> Lots | None:
    """The chits and the die of an attack that goes better than this share of its cases; None for other actions, and
    for attackers whose own checks come first (5.8.4b)."""
    words = action.split()
    if words[0] not in KINDS:
        return None
    hex, units = g.rules.hex_by_name[words[1]], [g.unit(name) for name in words[2:] if name != "go"]
    if not g.combat[g.enemy] >> hex & 1 or any(g.at[unit] < 0 for unit in units) or status(g, units[0]) == ISOLATED:
        return None
    return lots_at(g, words[0], hex, units, share)


def entry(g: Position, side: str, action: str) -> str | None:
    """The move of the best unit into a place that counts and that an attack has emptied."""
    words = action.split()
    if words[0] not in KINDS or g.phase not in ACTING or g.side != side:
        return None
    hex = g.rules.hex_by_name[words[1]]
    if hex not in tables(g.rules).worth or g.controls(side, hex) or g.combat[ENEMY[side]] >> hex & 1:
        return None
    near = [u for u in able(g, "move") if g.rules.beside(hex) >> g.at[u] & 1 and cost(g, "move", (u,)) <= points(g)]
    for unit in sorted(near, key=lambda u: (-price(g, u), u)):
        if hex in destinations(g, (unit,), (g.at[unit],)):
            return f"move {g.name(unit)} {g.hexname(hex)}"
    return None


# --- moves ------------------------------------------------------------------------------------------------------------


def parties(g: Position) -> Iterator[tuple[Unit, ...]]:
    """The units of each hex that can move, together and each by itself."""
    by_hex: dict[Hex, list[Unit]] = {}
    for unit in able(g, "move"):
        by_hex.setdefault(g.at[unit], []).append(unit)
    for units in by_hex.values():
        if len(units) > 1:
            yield tuple(units)
        for unit in units:
            yield (unit,)


def marches(g: Position) -> list[Venture]:
    """For each party its best destinations, and the attacks it could make or support from those next to an enemy."""
    found: list[Venture] = []
    near, close = g.rules.grid.spread(g.combat[g.enemy]), list[Approach]()
    w, left = weights(), points(g)
    for party in parties(g):
        here, paid = g.at[party[0]], cost(g, "move", party)
        ends = destinations(g, party, (here,))
        if paid > left or not ends:
            continue
        away = leaving(g, party, here)
        scored = sorted(((standing(g, party, hex) - away, hex) for hex in ends), reverse=True)
        for gain, hex in scored[:ENDS]:
            words = " ".join(("move", *g.names(party), g.hexname(hex)))
            plan = Plan((words,), f"to {place_name(g, hex)}")
            found.append(Venture(gain - w.point_left * paid, plan, frozenset(party), paid))
        close += [Approach(party, hex, paid, gain, power(g, party)) for gain, hex in scored if near >> hex & 1]
    return found + assaults(g, close)


def standing(g: Position, party: Sequence[Unit], hex: Hex) -> float:
    """What it is worth to have units in a hex."""
    w, side = weights(), g.side
    total = _drawn(g, party, hex)
    points = tables(g.rules).worth.get(hex, 0.0)
    if points and not g.combat[side] >> hex & 1:
        total += w.guard * w.point * points + (0.0 if g.controls(side, hex) else (w.point + w.pull) * points)
    if not command_hexes(g, acting(g)) >> hex & 1:
        total -= w.out * sum(price(g, unit) for unit in party)
    return total


def leaving(g: Position, party: Sequence[Unit], here: Hex) -> float:
    """What it is worth that units stay where they are."""
    w, side = weights(), g.side
    total = _drawn(g, party, here)
    if len(g.fighters(here)) == len(party):
        total += w.guard * w.point * tables(g.rules).worth.get(here, 0.0)
        total += w.alone * len(g.hqs(here)) * (close_to(g, ENEMY[side], THREAT) >> here & 1)
    if status(g, party[0]) != IN:
        total -= w.out * sum(price(g, unit) for unit in party)
    return total


def _drawn(g: Position, party: Sequence[Unit], hex: Hex) -> float:
    """What the places and the cover make of a hex for units."""
    w, rules, pull = weights(), g.rules, pulls(g, g.side)
    near = close_to(g, ENEMY[g.side], THREAT) >> hex & 1
    total = 0.0
    for unit in party:
        total += w.pull * g.strength[unit] * quality(g, unit) * pull[rules.klass[unit]][hex]
        if near:
            total += covered(g, unit, hex, w)
    return total


def infiltrations(g: Position) -> Iterator[Venture]:
    """Single units that slip from one zone into another, if that leads on."""
    w = weights()
    for unit in infiltration.infiltrators(g):
        chance = g.er(unit) / FACES
        away = leaving(g, (unit,), g.at[unit])
        risk = (1 - chance) * w.disrupted * price(g, unit)
        paid = cost(g, "move", (unit,))
        hexes = infiltration.hexes(g, (unit,))
        gain, hex = max((chance * (standing(g, (unit,), hex) - away), hex) for hex in hexes)
        if gain - risk > 0 and paid <= points(g):
            words = f"infiltrate {g.name(unit)} {g.hexname(hex)}"
            plan = Plan((words,), f"through to {place_name(g, hex)}")
            yield Venture(gain - risk - w.point_left * paid, plan, frozenset((unit,)), paid)


# --- what else a formation does ---------------------------------------------------------------------------------------


def refits(g: Position) -> Iterator[Venture]:
    """Disrupted units, by what they are worth and how likely it is."""
    w = weights()
    for unit in disrupted(g):
        gain = g.er(unit) / FACES * w.disrupted * price(g, unit)
        plan = Plan((f"refit {g.name(unit)}",), f"{g.name(unit)} in order again")
        yield Venture(gain - w.point_left * cost(g, "refit", (unit,)) * 0.5, plan, frozenset((unit,)), 1)


def defences(g: Position) -> Iterator[Venture]:
    """Stacks that the enemy stands next to and that can dig in."""
    w, side = weights(), g.side
    near = close_to(g, ENEMY[side], THREAT - 1)
    done: set[Hex] = set()
    for unit in able(g, "improve"):
        hex = g.at[unit]
        if hex in done or not near >> hex & 1:
            continue
        done.add(hex)
        if not may_improve(g, unit):
            continue
        stack = g.fighters(hex)
        beside = members(g.rules.beside(hex) & g.combat[ENEMY[side]])
        saved = w.danger * max(assault(g, ENEMY[side], hex, beside), 0.0) * 0.5 if beside else 0.0
        gain = w.improved * sum(g.strength[u] * quality(g, u) for u in stack) + saved
        plan = Plan((f"improve {g.name(unit)}",), f"digging in at {place_name(g, hex)}")
        yield Venture(gain - w.point_left, plan, frozenset(stack), 1)


def bridges(g: Position) -> Iterator[Venture]:
    """The bridge from which most is to be had on the other bank, and none beside one that leads there already."""
    w, pull = weights(), pulls(g, g.side)
    spots = [
        (leads_on(g, there) * (pull["mot"][there] + pull["leg"][there]), here, there)
        for here, out in sites(g).items()
        for there in out
    ]
    best, here, there = max(spots, default=(0.0, 0, 0))
    if best > 0:
        paid = g.rules.tables.costs.pontoon
        plan = Plan((f"bridge {g.hexname(here)} {g.hexname(there)}",), f"a bridge to {place_name(g, there)}")
        yield Venture(w.bridge - w.point_left * paid, plan, frozenset(), paid)
