"""12.3.2, 12.3.3, 13.0b, 14.0g, 15.0, 19.0: what can be declared: points of HQs and leaders, air and naval support.

A declaration is a list of words: the name of an HQ for each of its points, `air` or `naval` for each marker or point,
the name of a regiment that lends its anti-tank shift (12.3.4d), the hex whose terrain the defender chooses (12.2c), and
`waive` with the kind of a shift that is not claimed (12.3b).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from grognard.decision import Words
from grognard.events import Noted
from grognard.games.battles import supply
from grognard.games.battles.position import ATTACK, Position, Unit
from grognard.games.battles.strength import Fight
from grognard.hexes import HexSet

AIR, NAVAL, WAIVE = "air", "naval", "waive"
ON_FOOT = frozenset(("infantry", "mountain", "ski", "airborne", "militia", "garrison"))  # 12.3.4d: of such divisions


def reset(g: Position) -> None:
    """8.4q, 8.3g, 12.3.4d: a phase begins: all points, allowances and projections are there again."""
    g.spent = {}
    g.general_used = frozenset()
    g.projected = frozenset()


class Pool(NamedTuple):
    """Points of one source: its name, how many are left, and the rule behind them."""

    source: str
    left: int
    rule: str


def pools(g: Position, hq: Unit, use: str) -> tuple[Pool, ...]:
    """8.4q: the points an HQ has left for attack or defence, and those of its leader (15.0b).

    Only in Attack supply are they split; short of it one combat has all that they give (14.0g, G20).
    """
    which = 0 if use == "attack" else 1
    found = [Pool(g.name(hq), g.rules.units[hq].more.support[which], "14.0g")]
    leader = g.rules.leader_of.get(hq)
    if leader is not None and leader.name not in g.dead_leaders:
        found.append(Pool(leader.name, leader.attack if which == 0 else leader.defence, "15.0b"))
    spent = {pool.source: g.spent.get((pool.source, use), 0) for pool in found}
    if any(spent.values()) and supply.level(g, hq) != ATTACK:
        return ()
    left = [Pool(source, points - spent[source], rule) for source, points, rule in found]
    return tuple([pool for pool in left if pool.left > 0])


def use_of(fight: Fight, side: str) -> str:
    """Whether a side attacks or defends."""
    return "attack" if side == fight.side else "defence"


def hq_points(g: Position, fight: Fight, side: str) -> dict[Unit, int]:
    """G22: the HQs that can support the side, each with its points and its leader's. None in overruns (10.3k)."""
    if fight.overrun:
        return {}
    force, use = fight.force(side), use_of(fight, side)
    found: dict[Unit, int] = {}
    theirs = {hq for unit in force for hq in supply.hqs_for(g, unit)}
    for hq in g.rules.hqs_of[side]:
        if hq in theirs and any(supply.in_support(g, hq, unit) for unit in force):
            left = sum([pool.left for pool in pools(g, hq, use)])
            if left:
                found[hq] = left
    return found


def air_markers(g: Position, fight: Fight, side: str) -> int:
    """13.0b: the markers a side may use: in attacks and overruns, never in defence."""
    return g.air[side] if side == fight.side and g.rules.scenario.air is not None else 0


def coast(g: Position, side: str) -> HexSet:
    """The hexes a side's ships can reach."""
    found: HexSet = 0
    for ships in g.rules.scenario.naval:
        if ships.side == side:
            found |= g.rules.named_hexes((ships.coast,))
    return found


def naval_points(g: Position, fight: Fight, side: str) -> int:
    """12.3.3, 19.0: points of ships, for combats at the coast; not in overruns."""
    if fight.overrun or not g.naval[side]:
        return 0
    return g.naval[side] if any(coast(g, side) >> hex & 1 for hex in fight.hexes) else 0


def projectors(g: Position, fight: Fight) -> list[Unit]:
    """12.3.4d: regiments beside a defending sister that can lend their anti-tank shift, where it is of use."""
    units = g.rules.units
    if not any(units[u].more.blue for u in fight.attackers):
        return []
    if any(units[u].more.blue or units[u].more.red for u in fight.defenders):
        return []
    found: list[Unit] = []
    for unit in fight.defenders:
        if units[unit].type not in ON_FOOT:
            continue
        for sister in g.rules.formations.get(g.rules.formation[unit], ()):
            able = units[sister].more.red and units[sister].type in ON_FOOT and sister not in g.projected
            if able and g.at[sister] >= 0 and g.rules.grid.around[g.at[unit]] >> g.at[sister] & 1:
                found.append(sister)
    return list(dict.fromkeys(found))


def addable(g: Position, fight: Fight, side: str, said: Words = ()) -> dict[str, int]:
    """What the side can still declare after some words, and how many points of each."""
    left = {g.name(hq): points for hq, points in hq_points(g, fight, side).items()}
    left[AIR] = air_markers(g, fight, side)
    left[NAVAL] = naval_points(g, fight, side)
    lent = g.names(projectors(g, fight)) if side != fight.side else ()
    if not any(word in lent for word in said):
        left |= dict.fromkeys(lent, 1)
    used = Counter(points(said))
    return {word: many - used[word] for word, many in left.items() if many > used[word]}


def points(said: Words) -> Iterable[str]:
    """The words of a declaration that stand for a point: not `waive` and what follows it."""
    return [word for at, word in enumerate(said) if word != WAIVE and (not at or said[at - 1] != WAIVE)]


def waived(said: Words) -> frozenset[str]:
    """12.3b: the kinds of shifts that are not claimed."""
    return frozenset(said[at + 1] for at, word in enumerate(said[:-1]) if word == WAIVE)


def shared_out(g: Position, hq: Unit, use: str, count: int) -> list[Pool]:
    """Points declared of an HQ, its own first, then its leader's; `left` is what each gives."""
    found: list[Pool] = []
    for pool in pools(g, hq, use):
        if count:
            found.append(pool._replace(left=min(count, pool.left)))
            count -= found[-1].left
    return found


def spend(g: Position, fight: Fight, side: str) -> None:
    """Take what a side has declared: points for this phase (8.4q), markers for the turn (13.0b)."""
    use = use_of(fight, side)
    for word, count in Counter(points(fight.claims(side))).items():
        unit = g.find(word)
        if word == AIR:
            g.air = {**g.air, side: g.air[side] - count}
        elif word == NAVAL:
            g.naval = {**g.naval, side: g.naval[side] - count}
        elif unit in g.rules.hqs and unit is not None:
            for pool in shared_out(g, unit, use, count):
                g.spent = {**g.spent, (pool.source, use): g.spent.get((pool.source, use), 0) + pool.left}
        elif unit is not None:
            g.projected |= {unit}
    if said := " ".join(fight.claims(side)):
        g.tell(Noted(text=f"{side} declares: {said}", rule="12.3b"))
