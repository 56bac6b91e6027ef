"""12.4a: who fights whom, and what each side is worth: printed strengths, supply (8), the halving of overruns (10.3f).

Strengths are counted in halves, so that half a strength is exact (G18) and the odds alone are rounded. The same
functions serve the referee and the preview: `face` says what is printed on a unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from grognard.decision import Words
from grognard.games.battles import supply
from grognard.games.battles.position import ADVANCED, ATTACK, DEFENDED, ENEMY, GENERAL, LEVELS, NONE, Position, Unit
from grognard.games.battles.rules import charts
from grognard.hexes import Hex
from grognard.pieces import Strength
from grognard.preview import Line

Face = Callable[[Unit], tuple[int, int, int]]
Note = Callable[[str, str, str], None]


class Fight(NamedTuple):
    """One combat: who attacks which hexes with what, their supply at that moment (8.0b), and what is declared."""

    side: str
    hexes: tuple[Hex, ...]
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    levels: tuple[tuple[Unit, int], ...]
    overrun: bool = False
    said: Words = ()  # the attacker's declaration
    answered: Words = ()  # the defender's

    @property
    def how(self) -> str:
        """What players call it."""
        return "overrun" if self.overrun else "attack"

    def force(self, side: str) -> tuple[Unit, ...]:
        """The units of a side in it."""
        return self.attackers if side == self.side else self.defenders

    def claims(self, side: str) -> Words:
        """What a side has declared."""
        return self.said if side == self.side else self.answered

    def declaring(self, side: str, words: Words) -> Fight:
        """This combat with a declaration added."""
        return self._replace(said=words) if side == self.side else self._replace(answered=words)

    def without(self, gone: Iterable[Unit]) -> Fight:
        """This combat without the units that have turned out to be nothing."""
        out = frozenset(gone)
        if not out:
            return self
        attackers = tuple(u for u in self.attackers if u not in out)
        return self._replace(attackers=attackers, defenders=tuple(u for u in self.defenders if u not in out))


def fight_for(g: Position, hexes: tuple[Hex, ...], units: Iterable[Unit], overrun: bool = False) -> Fight:
    """The combat of these units against the hexes, supply as it is now."""
    attackers, defenders = tuple(units), defenders_of(g, hexes, overrun)
    return Fight(g.side, hexes, attackers, defenders, _levels(g, attackers, defenders), overrun)


def left_of(g: Position, fight: Fight, gone: Iterable[Unit]) -> Fight:
    """The combat of those who are left when some have turned out to be nothing, supply as it is then (8.0b)."""
    left = fight.without(gone)
    return fight if left is fight else left._replace(levels=_levels(g, left.attackers, left.defenders))


def _levels(g: Position, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> tuple[tuple[Unit, int], ...]:
    return tuple((unit, supply.level(g, unit)) for unit in (*attackers, *defenders))


def defenders_of(g: Position, hexes: Iterable[Hex], overrun: bool = False) -> tuple[Unit, ...]:
    """12.2a: everybody in the hexes; in a combat phase not those attacked before (G68), nor advanced there (12.7d)."""
    past = 0 if overrun else DEFENDED | ADVANCED
    return tuple(u for hex in hexes for u in g.stack(hex) if g.owners[u] == ENEMY[g.side] and not g.flags[u] & past)


def level_in(g: Position, fight: Fight, unit: Unit) -> int:
    """The supply level of a unit for the combat; of those who only lend a hand, their level now."""
    for one, level in fight.levels:
        if one == unit:
            return level
    return supply.level(g, unit)


def is_full(g: Position, fight: Fight, unit: Unit) -> bool:
    """Whether what the unit gives counts in full: in Attack supply (8.4e, 8.4f)."""
    return level_in(g, fight, unit) == ATTACK


# --- strengths --------------------------------------------------------------------------------------------------------


@cache
def halves(level: int, what: str) -> int:
    """How many halves of a strength a supply level leaves (8.2 to 8.4): 2, 1 or 0."""
    part, whole = charts().entry(f"supply.{LEVELS[level]}").wholes(what)
    return 2 * part // whole


def quiet(what: str, value: str, rule: str) -> None:
    """Ignores notes."""


def notes(lines: list[Line]) -> Note:
    """A note that adds a line."""
    return lambda what, value, rule: lines.append(Line(what, value, rule))


def attack_halves(g: Position, fight: Fight, unit: Unit, face: Strength | tuple[int, int, int]) -> int:
    """What an attacker with that face adds."""
    return face[0] * halves(level_in(g, fight, unit), "overrun" if fight.overrun else "attack")


def defence_halves(g: Position, fight: Fight, unit: Unit, face: Strength | tuple[int, int, int]) -> int:
    """What a defender with that face adds."""
    return face[1] * halves(level_in(g, fight, unit), "defence")


def attack_strength(g: Position, fight: Fight) -> int:
    """The attackers' total in halves."""
    return sum(attack_halves(g, fight, unit, g.printed(unit)) for unit in fight.attackers)


def defence_strength(g: Position, fight: Fight) -> int:
    """The defenders' total in halves."""
    return sum(defence_halves(g, fight, unit, g.printed(unit)) for unit in fight.defenders)


def shown(strength: int) -> str:
    """A strength in halves as players say it: 4.5."""
    return f"{strength / 2:g}"


def number(strength: int) -> int | float:
    """A strength in halves as a number."""
    return strength / 2 if strength % 2 else strength // 2


def write_strengths(g: Position, fight: Fight, note: Note) -> None:
    """The strengths line by line, units that are untried left out."""
    attackers = [u for u in fight.attackers if g.tried[u]]
    defenders = [u for u in fight.defenders if g.tried[u]]
    for unit in attackers:
        note(f"{g.name(unit)} attacks", str(g.printed(unit)[0]), "12.4a")
    if fight.overrun:
        total = sum(attack_halves(g, fight, u, g.printed(u)) for u in attackers)
        note("overrun, halved", shown(total), "10.3f")
    elif lean := [u for u in attackers if level_in(g, fight, u) == GENERAL]:
        total = sum(attack_halves(g, fight, u, g.printed(u)) for u in lean)
        note(f"{' '.join(g.names(lean))} in General supply, halved together", shown(total), "8.3c")
    for unit in defenders:
        note(f"{g.name(unit)} defends", str(g.printed(unit)[1]), "14.0h" if unit in g.rules.hqs else "12.4a")
    if starved := [u for u in defenders if level_in(g, fight, u) == NONE]:
        total = sum(defence_halves(g, fight, u, g.printed(u)) for u in starved)
        note(f"{' '.join(g.names(starved))} out of supply, halved", shown(total), "8.2d")
