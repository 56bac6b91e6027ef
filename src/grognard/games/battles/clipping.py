"""A scenario on a board of its own: what it says of hexes that are not on that board is left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from grognard.board import block
from grognard.games.battles.scenario import Demolition, Names, Scenario, SidePlan, Victory
from grognard.hexes import Grid

T = TypeVar("T")


def clipped(plan: Scenario, atlas: Grid, grid: Grid) -> Scenario:
    """The scenario, whose hexes are numbers of the atlas, as far as it is about hexes of the grid."""
    return _Clip(plan, atlas, grid).scenario()


class _Clip:
    def __init__(self, plan: Scenario, atlas: Grid, grid: Grid) -> None:
        self.plan, self.atlas, self.known = plan, atlas, grid.by_name

    def words(self, words: Iterable[str]) -> Names:
        """Areas as they are called, and those hexes of the others that the board has."""
        found: list[str] = []
        for word in (part for words in words for part in words.split()):
            if word in self.plan.areas:
                found.append(word)
            else:
                found += self.hexes((word,))
        return Names(found)

    def hexes(self, words: Iterable[str]) -> Names:
        """The hexes of blocks that the board has."""
        named = (self.atlas.names[hex] for word in words for hex in block(self.atlas, word, self.atlas.hex))
        return Names(name for name in named if name in self.known)

    def keys(self, table: Mapping[str, T]) -> dict[str, T]:
        """The entries of a table of hexes that the board has."""
        return {name: value for name, value in table.items() if name in self.known}

    def all_there(self, words: Iterable[str]) -> bool:
        """Whether the board has every one of these hexes."""
        return all(word in self.known for words in words for word in words.split())

    def scenario(self) -> Scenario:
        """Everything a scenario says."""
        plan = self.plan
        return replace(
            plan,
            areas={id: self.hexes(words) for id, words in plan.areas.items()},
            held={side: self.hexes(words) for side, words in plan.held.items()},
            setup=self.keys(plan.setup),
            fortresses=tuple(fortress for fortress in plan.fortresses if fortress.hex in self.known),
            forts_at_start=self.keys(plan.forts_at_start),
            arrivals=tuple(
                replace(arrival, at=" ".join(self.words((arrival.at,))), closed=self.keys(arrival.closed))
                for arrival in plan.arrivals
            ),
            axis=self.side(plan.axis),
            soviet=self.side(plan.soviet),
            naval=tuple(
                replace(ships, coast=" ".join(self.words((ships.coast,))), ports=self.hexes(ships.ports))
                for ships in plan.naval
            ),
            victory=self.victory(plan.victory),
            surcharges=tuple(replace(dear, hexes=self.words(dear.hexes)) for dear in plan.surcharges),
            demolitions=tuple(blown for blown in plan.demolitions if self.can_be_blown(blown)),
            exits=tuple(replace(way_out, areas=self.words(way_out.areas)) for way_out in plan.exits),
            orders=tuple(order for order in plan.orders if order.near in self.known),
        )

    def side(self, given: SidePlan) -> SidePlan:
        """What it says of one side."""
        sources = tuple(replace(depot, at=" ".join(self.words((depot.at,)))) for depot in given.sources)
        command = replace(given.command, replaced_at=self.words(given.command.replaced_at))
        return replace(given, edges=self.words(given.edges), sources=sources, command=command)

    def victory(self, plan: Victory) -> Victory:
        """What counts: hexes that count together only if all are there."""
        sudden = (replace(end, hexes=self.words(end.hexes)) for end in plan.sudden)
        return replace(
            plan,
            objectives=self.keys(plan.objectives),
            held=tuple(held for held in plan.held if self.all_there(held.hexes)),
            watched=tuple(watch for watch in plan.watched if self.all_there(watch.hexes)),
            sudden=tuple(end for end in sudden if end.hexes),
        )

    def can_be_blown(self, plan: Demolition) -> bool:
        """Whether the crossings of a demolition and the hex that sets it off are on the board."""
        return self.all_there(plan.crossings) and (not plan.trigger or plan.trigger in self.known)
