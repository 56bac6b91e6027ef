"""Who attacks whom in a Combat Phase: every stack is given to one target, so that all attacks together bring most."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.bots.knowledge import Plan
from grognard.bots.knowledge.guderian.judgement import storm, trapped, worth_of
from grognard.bots.knowledge.guderian.marches import Candidate, best
from grognard.bots.knowledge.guderian.strokes import Group, attack, by_the_odds, odds_of
from grognard.games.guderian import combat
from grognard.games.guderian.position import Position, Unit
from grognard.hexes import Hex

SOME = 6  # attacks that are tried in earnest
EASIER = 0.02  # of a point: what an attack must gain by a stack that joins it
PASSES = 3  # how often every stack is asked whether it would do more elsewhere


class Shares:
    """The stacks that can attack, the targets beside each, and what attacks by some of them seem to bring."""

    def __init__(self, g: Position, side: str) -> None:
        self.g, self.side, zone = g, side, g.zoc(side)
        stacks: dict[Hex, list[Unit]] = {}
        for unit in combat.able_attackers(g):
            stacks.setdefault(g.at[unit], []).append(unit)
        self.parties: dict[Hex, Group] = {hex: tuple(units) for hex, units in stacks.items()}
        self.targets = list(combat.targets(g))
        self.caught = {target: trapped(g, side, target, zone) for target in self.targets}
        self.beside = {
            hex: [target for target in self.targets if g.rules.adjacent(hex, target)] for hex in self.parties
        }
        self._known: dict[tuple[Hex, frozenset[Hex]], float] = {}

    def worth(self, target: Hex, hexes: frozenset[Hex]) -> float:
        """What an attack out of some hexes seems to bring; 0 if it is better left alone."""
        if not hexes:
            return 0.0
        key = target, hexes
        if key not in self._known:
            odds = odds_of(self.g, target, [self.parties[hex] for hex in hexes], overrun=False)
            gain = worth_of(self.g.rules, self.side, trapped=self.caught[target])[odds]
            self._known[key] = max(0.0, gain + storm(self.g, self.side, target, odds))
        return self._known[key]

    def of(self, order: Iterable[Hex]) -> dict[Hex, frozenset[Hex]]:
        """The stacks of each target: first come, first served, and then whoever would do more elsewhere goes there."""
        shares = {target: frozenset[Hex]() for target in self.targets}
        free = set(self.parties)
        for target in order:
            near = frozenset(hex for hex in free if target in self.beside[hex])
            if self.worth(target, near) > 0:
                shares[target] = near
                free -= near
        at = {hex: target for target, hexes in shares.items() for hex in hexes}
        for _ in range(PASSES):
            if not sum([self._moved(hex, at, shares) for hex in self.parties]):
                break
        return shares

    def _moved(self, hex: Hex, at: dict[Hex, Hex], shares: dict[Hex, frozenset[Hex]]) -> bool:
        """Give a stack to the target where it adds most, or to none; whether that is another one."""
        here = at.get(hex, -1)
        stays = self.worth(here, shares[here]) - self.worth(here, shares[here] - {hex}) if here >= 0 else 0.0
        found, there = max(
            ((self.worth(t, shares[t] | {hex}) - self.worth(t, shares[t]), t) for t in self.beside[hex] if t != here),
            default=(0.0, -1),
        )
        if found <= max(stays, 0.0) + EASIER:
            if here >= 0 and stays <= 0.0:
                shares[here] -= {hex}
                del at[hex]
            return False
        if here >= 0:
            shares[here] -= {hex}
        shares[there] |= {hex}
        at[hex] = there
        return True

    def total(self, shares: dict[Hex, frozenset[Hex]]) -> float:
        """What all attacks together seem to bring."""
        return sum(self.worth(target, hexes) for target, hexes in shares.items())


def shared_out(g: Position, side: str) -> list[Plan]:
    """The attacks that together bring most, the best first; each is tried in earnest before it is made."""
    found = Shares(g, side)
    near = {t: frozenset(hex for hex in found.parties if t in found.beside[hex]) for t in found.targets}
    orders = (
        sorted(found.targets, key=lambda t: -found.worth(t, near[t])),
        sorted(found.targets, key=lambda t: len(near[t])),
    )
    shares = max((found.of(order) for order in orders), key=found.total)
    likely: list[Candidate] = []
    for target, hexes in shares.items():
        if hexes:
            units = tuple(unit for hex in sorted(hexes) for unit in found.parties[hex])
            likely += attack(
                g, side, target, units, odds_of(g, target, [found.parties[h] for h in hexes], overrun=False)
            )
    likely.sort(key=lambda candidate: -candidate.gain)
    return best(by_the_odds(g, side, likely[: 2 * SOME]), SOME)
