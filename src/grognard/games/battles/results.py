"""12.5 What the results of the Combat Results Table mean, for attacks and overruns alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from grognard.decision import Decision, Procedure, put
from grognard.games.battles.advance import vacated
from grognard.games.battles.position import ADVANCED, ENEMY, RETREATED, Position, Unit
from grognard.games.battles.retreat import Flight, farthest, lose_step, next_losers, retreat, why_not_lose
from grognard.games.battles.shifts import SPECIALIST, is_fortress, specialists
from grognard.games.battles.strength import Fight
from grognard.games.battles.support import waived
from grognard.hexes import HexSet, hexset
from grognard.mechanics.aftermath import Vacated, choose_loser, lose_or_retreat, pick
from grognard.mechanics.verbs import Level, branches

ALL = 99  # 12.5a: as many steps as there are
ENGAGED = "ENG"


class Part(NamedTuple):
    """What one side must give: so many steps or hexes, at least one of them a step if it is starred."""

    amount: int
    starred: bool = False

    @classmethod
    def parse(cls, text: str) -> Part:
        """One side of a cell: 0, 2, 2*, E."""
        return cls(ALL) if text == "E" else cls(int(text.rstrip("*")), text.endswith("*"))

    @property
    def less_one(self) -> Part:
        """12.5b4, 18.0a1: a number drops by one, E does not."""
        if self.amount in (0, ALL):
            return self
        return Part(self.amount - 1, self.starred and self.amount > 1)


def parts(text: str) -> tuple[Part, Part]:
    """A cell that is not ENG: the attacker's part and the defender's (12.4e)."""
    attacker, defender = text.split("/")
    return Part.parse(attacker), Part.parse(defender)


def hits_attacker(text: str) -> bool:
    """12.5q: whether a cell has any result for the attacker."""
    return text == ENGAGED or bool(parts(text)[0].amount)


@dataclass(slots=True)
class Aftermath:
    """What a result left behind: who may advance, the hexes open to them, and hexes that had works (12.7i)."""

    victors: Sequence[Unit] = ()
    vacated: Sequence[Vacated] = ()
    works: HexSet = 0


def apply(g: Position, fight: Fight, text: str) -> Procedure[Aftermath]:
    """12.5c: the attacker carries out his part first, then the defender."""
    enemy = ENEMY[fight.side]
    works = hexset(g.forts) | g.fortresses
    strong = all(is_fortress(g, g.at[u], enemy) for u in fight.defenders)  # 18.0a1
    first = specialists(g, fight) if SPECIALIST not in waived(fight.said) else []
    theirs, ours = Flight(enemy, fight.defenders), Flight(fight.side, fight.attackers, first)
    if text == ENGAGED:  # both lose a step, nobody moves (G40)
        yield from lose(g, ours, fight.attackers, 1, "12.5c")
        _lose_the_fled(g, fight)
        yield from lose(g, theirs, fight.defenders, 0 if strong else 1, "12.5c")  # G37
        return Aftermath()
    attacker, defender = parts(text)
    launched_from = [g.at[u] for u in fight.attackers]
    yield from suffer(g, ours, fight.attackers, attacker, marks=not fight.overrun)
    if attacker.amount and defender.amount and ours.fled:
        defender = defender.less_one  # 12.5b4, G36
    if strong:
        defender = defender.less_one
    if defender.amount:
        _lose_the_fled(g, fight)
    yield from suffer(g, theirs, fight.defenders, defender, marks=not fight.overrun)
    if parts(text)[1].amount:  # 12.7a: after a split result the defender never advances
        victors = [u for u in fight.attackers if u not in ours.fled]
        return Aftermath(victors, vacated(g, fight.hexes, theirs.paths), works)
    return Aftermath(fight.defenders, vacated(g, launched_from, ours.paths), works)


def suffer(g: Position, flight: Flight, units: Sequence[Unit], part: Part, *, marks: bool = True) -> Procedure[None]:
    """12.5b: point by point a step lost, or all that is left of the result in hexes retreated by everybody.

    12.6a: hexes that nobody can go are lost in steps, by the force as a whole (12.5b2).
    """
    if part.amount == ALL:  # 12.5a
        for unit in units:
            g.eliminate(unit, "12.5a")
        return
    left, bound = part.amount, part.starred
    while left:
        alive = [u for u in units if g.at[u] >= 0]
        with g.still():
            far = 0 if bound else farthest(g, flight, alive, left)
        if not far:
            yield from lose(g, flight, alive, 1 if bound else left, "12.5b3" if bound else "12.5b")
            if not bound:
                return
        else:
            words = yield from put(_question(g, flight, left, far, alive))
            if words == ("retreat",):
                yield from retreat(g, flight, alive, far, marks=marks)
                yield from lose(g, flight, alive, left - far, "12.6a")
                return
            lose_step(g, flight, g.unit(words[1]), "12.5b2")
        left -= 1
        bound = False


def _question(g: Position, flight: Flight, left: int, far: int, units: Sequence[Unit]) -> Decision:
    """`lose UNIT` for one point of what is left, or `retreat` for all of it."""
    losers = next_losers(g, flight, units)
    verbs: dict[str, tuple[Level, ...]] = {"retreat": (), "lose": (lambda words: ("unit", g.names(losers)),)}
    prompt = lose_or_retreat(flight.owner == g.side, left)
    if far < left:
        prompt += f" (they can go {far}; what is missing is lost in steps)"
    return branches(flight.owner, "loss-or-retreat", prompt, "12.5b1", verbs, why_not_lose(g, flight, units))


def lose(g: Position, flight: Flight, units: Sequence[Unit], count: int, rule: str) -> Procedure[None]:
    """12.5b2: so many steps from the whole force, of the owner's choice; no more than it has."""
    for done in range(count):
        alive = [u for u in units if g.at[u] >= 0]
        if count - done >= sum(g.steps(u) for u in alive):
            for unit in alive:
                g.eliminate(unit, rule)
            return
        prompt = choose_loser(count - done)
        losers, why_not = next_losers(g, flight, alive), why_not_lose(g, flight, alive)
        unit = yield from pick(g, flight.owner, "lose-step", prompt, rule, losers, "lose", why_not)
        lose_step(g, flight, unit, rule)


def _lose_the_fled(g: Position, fight: Fight) -> None:
    """G68: units that had retreated into the hex add nothing to it and die with any result."""
    for hex in fight.hexes:
        for unit in g.stack(hex):
            if unit not in fight.defenders and g.flags[unit] & RETREATED and not g.flags[unit] & ADVANCED:
                g.eliminate(unit, "12.1c", "it had retreated there")
