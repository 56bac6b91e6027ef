"""The exact chances of a combat over both chits and the die."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from grognard.games.bugriver.chits import pool
from grognard.games.bugriver.drm import drms
from grognard.games.bugriver.position import Position, Unit
from grognard.games.bugriver.strength import (
    BELOW,
    attacking,
    battle_strength,
    column,
    defending,
    ground,
    outcomes,
    result_at,
)
from grognard.games.bugriver.tables import FACES
from grognard.hexes import Hex
from grognard.mechanics.crt import total

Chances = dict[str, float]
NEVER = 99  # more hits than the table has


@dataclass
class Odds:
    """What may come of a combat, each with its chance."""

    attack: dict[int, float] = field(default_factory=dict)  # battle strengths
    defence: dict[int, float] = field(default_factory=dict)
    columns: dict[int, float] = field(default_factory=dict)  # of the results table; BELOW for none
    results: Chances = field(default_factory=dict)  # as 1/2r

    def blend(self, other: Odds, share: float) -> None:
        """Add the chances of a case that is the true one with this chance."""
        for mine, more in (
            (self.attack, other.attack),
            (self.defence, other.defence),
            (self.columns, other.columns),
        ):
            for key, chance in more.items():
                mine[key] = mine.get(key, 0.0) + share * chance
        for result, chance in other.results.items():
            self.results[result] = self.results.get(result, 0.0) + share * chance

    def wins(self, *, last_point: bool = False) -> tuple[float, float]:
        """7.5.3a: the chances that the attacker and that the defender has the lower number of hits; an attacker whose
        `last_point` is at stake does not outlive a hit, and who does not has not won."""
        numbers = [(outcomes(result), chance) for result, chance in self.results.items()]
        fatal = 1 if last_point else NEVER
        return (
            sum(chance for (mine, theirs), chance in numbers if mine.hits < min(theirs.hits, fatal)),
            sum(chance for (mine, theirs), chance in numbers if mine.hits > theirs.hits),
        )

    def hits(self, side: int) -> Chances:
        """The hits on the attacker (0) or the defender (1), red ones apart."""
        found: Chances = {}
        for result, chance in self.results.items():
            text = result.split("/")[side]
            found[text] = found.get(text, 0.0) + chance
        return dict(sorted(found.items()))


def distribution(
    g: Position,
    kind: str,
    hex: Hex,
    units: Sequence[Unit],
    defenders: Sequence[Unit] | None = None,
    drm: int | None = None,
) -> Odds:
    """Every result of an attack with its chance: two chits drawn without replacement, then the die.

    The defenders are those of the hex, or others it is supposed to hold; the modifiers are worked out if not given.
    """
    foes = g.fighters(hex) if defenders is None else defenders
    more = total(drms(g, kind, hex, units, foes)) if drm is None else drm
    chits, line = pool(g), ground(g, hex, g.owner(foes[0]))
    own, other = attacking(g, kind, units), defending(g, foes, hex)
    attack = [battle_strength(g, own, chit) for chit in chits]
    defence = [battle_strength(g, other, chit) for chit in chits]
    odds = Odds(_shares(attack), _shares(defence))
    for (a, d), ways in _pairs(attack, defence).items():
        at = column(g, line, a, d)
        odds.columns[at] = odds.columns.get(at, 0.0) + ways / (len(chits) * (len(chits) - 1))
    odds.results = results_of(g, odds.columns, more)
    return odds


def _pairs(attack: Sequence[int], defence: Sequence[int]) -> Mapping[tuple[int, int], int]:
    """In how many ways two different chits give each pair of strengths."""
    found: dict[tuple[int, int], int] = {}
    for i, a in enumerate(attack):
        for j, d in enumerate(defence):
            if i != j:
                found[a, d] = found.get((a, d), 0) + 1
    return found


def _shares(values: Sequence[int]) -> dict[int, float]:
    return {value: values.count(value) / len(values) for value in sorted(set(values))}


def results_of(g: Position, columns: Mapping[int, float], drm: int) -> Chances:
    """The chance of each result, given that of each column."""
    found: Chances = {}
    for at, chance in columns.items():
        for result, share in faces(g, at, drm):
            found[result] = found.get(result, 0.0) + chance * share
    return found


def faces(g: Position, at: int, drm: int) -> Iterable[tuple[str, float]]:
    """The result of each face of the die in a column, with its chance."""
    if at == BELOW:
        yield g.rules.tables.combat.below, 1.0
        return
    for die in range(1, FACES + 1):
        yield result_at(g, at, die + drm), 1 / FACES
