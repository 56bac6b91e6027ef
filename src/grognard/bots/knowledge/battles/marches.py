"""A movement phase planned as a whole: strikes are massed first, then everybody else finds his place in the line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from grognard.bots.knowledge.battles.ground import pulls, worth
from grognard.bots.knowledge.battles.headquarters import headquarters
from grognard.bots.knowledge.battles.paper import STANCES, Paper, Stance
from grognard.bots.knowledge.battles.standing import Sight
from grognard.bots.knowledge.battles.strikes import Strike, strikes
from grognard.bots.knowledge.battles.weights import weights
from grognard.bots.knowledge.questions import place_name
from grognard.games.battles.position import Position, Unit
from grognard.games.battles.routes import destinations
from grognard.hexes import Hex


def settle(paper: Paper) -> None:
    """Everybody else goes where he is worth most: the HQs where their units will be, then the strongest first."""
    g, rules = paper.g, paper.g.rules
    waiting = [u for u in paper.open if u not in paper.fixed and u not in rules.hqs and u not in rules.bridging]
    hqs = [u for u in paper.open if u in rules.hqs]
    if hqs:
        sight = Sight(paper)
        wish = paper.at | {unit: sight.best(unit, hungry=False) for unit in waiting}
        for hq in hqs:
            paper.send(hq, headquarters(paper, hq, wish))
    sight = Sight(paper)
    for unit in sorted(waiting, key=lambda u: (-worth(g, u), u)):
        best = sight.best(unit)
        paper.send(unit, best)
        sight.cover(best)
    for hq in hqs:  # now it is known who will be where: better beside somebody than alone
        paper.send(hq, headquarters(paper, hq, paper.at))
    for unit in [u for u in paper.open if u in rules.bridging and u not in paper.fixed]:
        paper.send(unit, _bank(paper, unit))


def _bank(paper: Paper, unit: Unit) -> Hex:
    """Where a bridging unit is of most use: at a major river with something worth crossing it for, and with friends."""
    g, rules = paper.g, paper.g.rules
    pull = pulls(g, paper.side)

    def use(hex: Hex) -> float:
        over = [
            there for there in rules.near(hex) if (hex, there) in rules.major and (hex, there) not in rules.crossings
        ]
        gain = max((pull.get(there, 0.0) for there in over), default=pull.get(hex, 0.0) * 0.3 - 1.0)
        friends = sum(len(paper.stacks.get(h, ())) for h in (hex, *rules.near(hex)))
        return gain + 0.3 * min(friends, 4) - 0.05 * paper.power.get(hex, 0.0)

    return max((hex for hex in (*paper.open[unit], g.at[unit]) if paper.room(hex, (unit,))), key=lambda h: (use(h), -h))


# --- the whole phase --------------------------------------------------------------------------------------------------


def planned(g: Position, side: str, stance: Stance, most: int) -> Paper:
    """A phase with so many strikes at most."""
    paper = Paper.of(g, side, stance)
    for strike in massed(g, side, most) if g.phase.endswith("movement") else ():
        if strike.value * stance.strike < weights().least:
            break
        for unit, hex in strike.marches:
            paper.send(unit, hex)
        paper.aim = paper.aim or f"strike at {place_name(g, strike.target)}"
    settle(paper)
    return paper


def massed(g: Position, side: str, most: int) -> list[Strike]:
    """The best strikes of a phase for whoever strikes at all that pays: the others make the first of them."""
    keenest = max(STANCES, key=lambda stance: stance.strike)
    return g.memo(("bot strikes", side, most), lambda: list(islice(strikes(Paper.of(g, side, keenest)), most)))


def in_words(paper: Paper) -> Iterator[str]:
    """Units that go from one hex to another together go in one move, if they can."""
    g = paper.g
    for (_, hex), units in paper.moved().items():
        together = len(units) > 1 and hex in destinations(g, tuple(units)).cost
        for party in [units] if together else [[u] for u in units]:
            yield " ".join(("move", *g.names(party), g.hexname(hex)))
