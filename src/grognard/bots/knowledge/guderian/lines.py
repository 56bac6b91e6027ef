"""A line from edge to edge that no German column passes in one movement: divisions no more than three hexes apart, so
that each hex between them lies in somebody's zone of control (6.22)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from grognard.bots.knowledge.guderian.breakthrough import columns_at
from grognard.bots.knowledge.guderian.ground import across_rivers, shelter
from grognard.bots.knowledge.guderian.judgement import soviet_lines
from grognard.bots.knowledge.guderian.marches import Candidate, carried_out
from grognard.bots.knowledge.guderian.orders import Group, march, ways_of
from grognard.bots.knowledge.questions import once_for_rules, place_name
from grognard.games.guderian.position import GERMAN, SOVIET, Position, Unit
from grognard.games.guderian.rules import Rules
from grognard.hexes import Hex, HexSet, hexset, members

APART = 3  # hexes from one division of a line to the next
AISLE = 1  # rows on either side of a German column that a line may not cross behind it
BEHIND = 3  # hexes from one line to the next
SURE = 20.0  # what a line seems to gain, so that it is judged in earnest before single marches

# What it costs a line to run through a hex: a division to be moved, less where one stands already.
MOVE, STAND, NOBODY = 1.0, 0.35, 5.0
COVER, RIVER = -0.25, -0.1
UNFED, TOUCH = 0.6, 0.3
BACK = (0.0, 0.12, -0.06)  # for each three columns further west: the cheapest line, one further back, one forward


def lines(g: Position, groups: Iterable[Group]) -> Iterator[Candidate]:
    """Lines across the German advance, and second lines behind them."""
    if g.side != SOVIET:
        return
    leaders = g.rules.leaders
    free = [group for group in groups if len(group) == 1 and group[0] not in leaders]
    reached = {group[0]: hexset(ways_of(g, group)) for group in free}
    behind = _behind(g)
    seen: set[HexSet] = set()
    for back in BACK:
        first = _line(g, reached, behind, back)
        if not first or first in seen:
            continue
        seen.add(first)
        yield from _manned(g, reached, first, "a line")
        depth = 0
        for hex in members(first):
            depth |= g.rules.grid.disc(hex, BEHIND - 1) | _shade(g, hex)
        second = _line(g, reached, behind & ~depth, 0.0)
        if second and second not in seen:
            seen.add(second)
            yield from _manned(g, reached, second, "a second line")
            yield from _manned(g, reached, first | second, "two lines")


def _behind(g: Position) -> HexSet:
    """The hexes in which a line has all German columns in front of it."""
    free: HexSet = g.rules.grid.all & ~(g.occupied[GERMAN] | g.rules.impassable)
    for hex in members(columns_at(g)):
        free &= ~_shade(g, hex)
    return free


def _shade(g: Position, hex: Hex) -> HexSet:
    """The hexes to the west of one, with an aisle on either side."""

    def work() -> HexSet:
        grid = g.rules.grid
        column, row = grid.column(hex), grid.row(hex)
        return hexset(h for h in grid.hexes if grid.column(h) <= column and abs(grid.row(h) - row) <= AISLE)

    return g.memo(("bot shade", hex), work, None)


def _line(g: Position, reached: dict[Unit, HexSet], free: HexSet, back: float) -> HexSet:
    """The cheapest line through free hexes from the north edge to the south edge."""
    grid, edges = g.rules.grid, g.rules.board.edges
    price = _prices(g, reached, free, back)
    goal, onward = grid.spread(edges["south"]), _next(g.rules)
    first = grid.spread(edges["north"]) & free
    queue = [(price[hex], hex) for hex in members(first)]
    queue.sort()
    came, left = dict.fromkeys(members(first), -1), free & ~first
    while queue:
        paid, hex = heappop(queue)
        if goal >> hex & 1:
            found = 0
            while hex >= 0:
                found, hex = found | 1 << hex, came[hex]
            return found
        fresh = onward[hex] & left  # from wherever one comes, a hex costs the same: the first way to it is the cheapest
        left ^= fresh
        for near in members(fresh):
            came[near] = hex
            heappush(queue, (paid + price[near], near))
    return 0


@once_for_rules
def _next(rules: Rules) -> list[HexSet]:
    """By hex, where the next division of a line may stand."""
    return [rules.grid.disc(hex, APART) for hex in range(rules.grid.size)]


def _prices(g: Position, reached: dict[Unit, HexSet], free: HexSet, back: float) -> dict[Hex, float]:
    """What it costs a line to run through each hex."""
    rules, fed, zone = g.rules, soviet_lines(g), g.zoc(GERMAN)
    cover, rivers = shelter(rules), across_rivers(rules)
    stand, come = _divisions_at(g), 0
    for hexes in reached.values():
        come |= hexes
    last = max((rules.grid.column(hex) for hex in members(rules.board.edges["east"])), default=0)
    price = {}
    for hex in members(free):
        cost = STAND if stand >> hex & 1 else MOVE if come >> hex & 1 else NOBODY
        cost += COVER * (cover[hex] > 1) + RIVER * bool(rivers[hex]) + UNFED * (not fed >> hex & 1)
        cost += TOUCH * (zone >> hex & 1) + back * (last - rules.grid.column(hex)) / APART
        price[hex] = max(0.05, cost)
    return price


def _divisions_at(g: Position) -> HexSet:
    leaders = g.rules.leaders
    return hexset(h for h in members(g.occupied[SOVIET]) if any(u not in leaders for u in g.stacks[h]))


def _manned(g: Position, reached: dict[Unit, HexSet], line: HexSet, name: str) -> Iterator[Candidate]:
    """The marches that bring a division to every hex of a line, those first for whom fewest can come."""
    here, orders, busy = g, list[str](), set[Unit]()
    empty = members(line & ~_divisions_at(g))
    comers = {hex: [unit for unit, hexes in reached.items() if hexes >> hex & 1] for hex in empty}
    for hex in sorted(empty, key=lambda h: len(comers[h])):
        for unit in sorted(comers[hex], key=lambda u: _missed(here, u, hex, line)):
            if unit in busy or _missed(here, unit, hex, line)[0] > 1:
                continue
            order = march(g, (unit,), hex)
            after = carried_out(here, (order,))
            if after is not None:
                here = after
                orders.append(order)
                busy.add(unit)
                break
    if orders:
        yield Candidate(SURE, tuple(orders), frozenset(busy), f"{name} from {_ends(g, line)}")


def _ends(g: Position, line: HexSet) -> str:
    """What people call the ends of a line."""
    hexes = sorted(members(line), key=g.rules.grid.row)
    return f"{place_name(g, hexes[0])} to {place_name(g, hexes[-1])}"


def _missed(g: Position, unit: Unit, hex: Hex, line: HexSet) -> tuple[int, int]:
    """How much a division is missed where it is, and how far it has to go."""
    start = g.at[unit]
    last = sum(u not in g.rules.leaders for u in g.stack(start)) == 1
    held = (line | g.rules.objectives) >> start & 1
    return (2 if last and held else int(bool(held))), g.rules.grid.distance(start, hex)
