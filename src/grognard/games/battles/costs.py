"""10.1a, 10.1i, 20.0: what each step costs: the Terrain Effects Chart laid over a map whose bridges come and go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

import msgspec

from grognard.games.battles.rules import Rules, charts
from grognard.hexes import Costs, Hex, HexSet, Prices, hexset, members

Pair = tuple[Hex, Hex]
TRAIN = "rail"  # the movement class of armoured trains
LAID, ON_ROAD, OPEN = "laid", "road", "open"  # a bridge in the turn it is laid, then on a road's hexside or elsewhere


class Going(NamedTuple):
    """Everything a table of costs depends on."""

    klass: str
    weather: str
    dear: tuple[tuple[HexSet, int], ...] = ()  # hexes with no road rate and half points more to enter
    blown: frozenset[Pair] = frozenset()
    bridges: tuple[tuple[Hex, Hex, str], ...] = ()  # the two hexes, and how long it has stood
    train: bool = False  # 7.0f: along railroads alone, at the rate of those who arrive by train


class StepCosts:
    """The steps out of each hex with their costs in half points, and the same turned over for whole sets of hexes."""

    def __init__(self, costs: Costs, bare: StepCosts | None = None, changed: HexSet = 0) -> None:
        """`bare` is the table of the map as it is printed, and `changed` the hexes whose steps differ from it."""
        self.costs, self.changed = costs, changed
        self._bare = bare

    @cached_property
    def prices(self) -> Prices:
        """For all hexes at once: those of the bare map, good wherever nothing has changed."""
        return Prices(self.costs) if self._bare is None else self._bare.prices

    def step(self, a: Hex, b: Hex) -> int | None:
        """What one step costs; None if it is impossible."""
        for hex, cost in self.costs[a]:
            if hex == b:
                return cost
        return None

    def without(self, barred: Iterable[Pair]) -> StepCosts:
        """A table of costs with some steps left out."""
        costs = list(self.costs)
        for a, b in barred:
            costs[a] = tuple([step for step in costs[a] if step[0] != b])
        return StepCosts(costs)


def dearest(tables: Sequence[StepCosts]) -> StepCosts:
    """Costs at which the movers of all these tables can pay."""
    if len(tables) == 1:
        return tables[0]
    first, *others = tables
    costs: list[tuple[tuple[Hex, int], ...]] = []
    for hex, steps in enumerate(first.costs):
        prices = [[cost, *(other.step(hex, there) for other in others)] for there, cost in steps]
        payable = [(there, [p for p in row if p is not None]) for (there, _), row in zip(steps, prices, strict=True)]
        costs.append(tuple((there, max(row)) for there, row in payable if len(row) == len(tables)))
    return StepCosts(costs)


def table(rules: Rules, ground: Going) -> StepCosts:
    """The table for these circumstances; each is worked out once."""
    if ground not in rules.tables:
        if len(rules.tables) >= 256:  # bridges come and go in many ways over a long series of games
            rules.tables.clear()
        rules.tables[ground] = StepCosts(_railways(rules, ground)) if ground.train else _Chart(rules, ground).table()
    return rules.tables[ground]


def common_table(rules: Rules, grounds: tuple[Going, ...]) -> StepCosts:
    """The costs at which units of all these circumstances can pay; each table is worked out once."""
    if grounds not in rules.joint_tables:
        if len(rules.joint_tables) >= 64:
            rules.joint_tables.clear()
        rules.joint_tables[grounds] = dearest([table(rules, ground) for ground in grounds])
    return rules.joint_tables[grounds]


def _railways(rules: Rules, ground: Going) -> Costs:
    """7.0f, G64: no terrain and no river costs anything on the line."""
    train = ground.klass == TRAIN
    cost = rules.charts.lines(f"move.{TRAIN}.line")["rail"] if train else half_points("rail_entry")
    crossed = _bridged(ground)
    return [
        tuple((b, cost) for b in rules.rails.next[a] if (a, b) not in ground.blown or (a, b) in crossed)
        for a in range(rules.grid.size)
    ]


@cache
def half_points(what: str) -> int:
    """A cost of the chart of movement, in half points."""
    *tables, key = f"move.{what}".split(".")
    return round(2 * msgspec.convert(charts().entry(".".join(tables)).raw(key), float))


def _bridged(ground: Going) -> Mapping[Pair, str]:
    both = (((a, b), (b, a), age) for a, b, age in ground.bridges)
    return {pair: age for there, back, age in both for pair in (there, back)}


class _Chart:
    """The chart for a class of units, as its table is drawn up."""

    def __init__(self, rules: Rules, ground: Going) -> None:
        klass, chart = ground.klass, rules.charts
        self.rules, self.ground = rules, ground
        self.hex, self.side = chart.costs(f"move.{klass}.hex"), chart.costs(f"move.{klass}.side")
        self.line = dict(chart.lines(f"move.{klass}.line"))
        roads = rules.weather[ground.weather].road
        if klass in roads:
            self.line["road"] = int(2 * roads[klass])  # 17.0
        self.bridge = chart.lines(f"move.{klass}.bridge")
        self.crossing = half_points(f"{klass}.crossing")
        self.city = half_points("city")
        self.bridged = _bridged(ground)
        self.dear = dict.fromkeys(rules.grid.hexes, 0)
        for hexes, more in ground.dear:
            for hex in rules.grid.hexes:
                if hexes >> hex & 1:
                    self.dear[hex] += more

    def table(self) -> StepCosts:
        """By hex the steps that lead out of it; only what differs from the bare map is worked out again."""
        rules, ground = self.rules, self.ground
        bare = Going(ground.klass, ground.weather)
        if ground == bare:
            return StepCosts(self._steps([()] * rules.grid.size, rules.grid.all))
        changed = hexset(a for a, _ in (*ground.blown, *self.bridged))
        for hexes, _ in ground.dear:
            changed |= rules.grid.spread(hexes)
        printed = table(rules, bare)
        return StepCosts(self._steps(list(printed.costs), changed), printed, changed)

    def _steps(self, found: list[Sequence[tuple[Hex, int]]], hexes: HexSet) -> Costs:
        for a in members(hexes):
            steps = ((b, self._step(a, b)) for b in self.rules.grid.neighbours[a])
            found[a] = tuple((b, cost) for b, cost in steps if cost is not None)
        return found

    def _step(self, a: Hex, b: Hex) -> int | None:
        """The cheapest of the ways over one hexside: across country, along a line, over a bridge."""
        rules, pair = self.rules, (a, b)
        if rules.water >> b & 1 or pair in rules.shores:
            return None
        country, line = self.enter(b), self._along(pair)
        ways = []
        if pair not in rules.major:
            ways = [_sum(country, self.side["minor-river"] if pair in rules.minor else 0), line]
        else:
            ways = [_sum(country, self.side["major-river"])]
            if pair not in self.ground.blown:
                ways.append(_sum(line, self.crossing))
            if (age := self.bridged.get(pair)) is not None:
                toll = self.bridge[age]
                ways += [_sum(country, toll), _sum(line, toll)]
        payable = [cost for cost in ways if cost is not None]
        return min(payable) + self.dear[b] if payable else None

    def enter(self, hex: Hex) -> int | None:
        """What the hex itself costs: a city stands for the terrain it is built on."""
        return self.city if self.rules.cities >> hex & 1 else self.hex[self.rules.board.terrain[hex]]

    def _along(self, pair: Pair) -> int | None:
        """10.1i: the rate along a road or railroad; there is none into a hex that a scenario makes dear."""
        if self.dear[pair[1]]:
            return None
        rules = self.rules
        rates = [self.line[kind] for kind, way in (("road", rules.roads), ("rail", rules.rails)) if pair in way.links]
        return min(rates, default=None)

    def entry(self, hex: Hex) -> int | None:
        """7.0a: what the first hex costs somebody who comes from off the map: by a road that runs off it there."""
        if self.rules.water >> hex & 1:
            return None
        country = self.enter(hex)
        rates = [self.line[kind] for kind in ("road", "rail") if hex in self.rules.board.line(kind).exits]
        ways = [cost for cost in (country, *([] if self.dear[hex] else rates)) if cost is not None]
        return min(ways) + self.dear[hex] if ways else None


class Entries(NamedTuple):
    """What it costs to come in from off the map, by hex, and where one can."""

    costs: Mapping[Hex, int]
    hexes: HexSet


def entries(rules: Rules, ground: Going) -> Entries:
    """7.0a: the costs of the first hex for these circumstances, bridges aside."""
    ground = ground._replace(blown=frozenset(), bridges=())
    if ground not in rules.entries:
        costs = {hex: rules.charts.lines(f"move.{TRAIN}.line")["rail"] for hex in members(rules.rails.hexes)}
        if not ground.train:
            chart = _Chart(rules, ground)
            found = {hex: chart.entry(hex) for hex in rules.grid.hexes}
            costs = {hex: cost for hex, cost in found.items() if cost is not None}
        rules.entries[ground] = Entries(costs, hexset(costs) | rules.rails.hexes)
    return rules.entries[ground]


def _sum(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b
