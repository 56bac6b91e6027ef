"""What it is worth to a side to have strength in a hex."""

from __future__ import annotations

from grognard.bots.knowledge.guderian.ground import disc, goals, multiple, odds, shelter
from grognard.bots.knowledge.guderian.judgement import (
    bridges,
    brings,
    chance_of,
    exposed_places,
    guard,
    in_fact,
    in_time,
    line_to_west,
    soviet_lines,
)
from grognard.bots.knowledge.guderian.reserves import idleness
from grognard.bots.knowledge.guderian.survey import influence, survey
from grognard.bots.knowledge.guderian.threats import danger, door, german_range, german_reach, is_ahead
from grognard.bots.knowledge.guderian.weights import weights
from grognard.games.guderian.position import ENEMY, GERMAN, SOVIET, Position, Unit
from grognard.games.guderian.supply import leaders_in_function
from grognard.hexes import Hex, HexSet, members

Group = tuple[Unit, ...]
STACK = 1.3  # divisions in a stack, about
MARCH = 4  # hexes that a division goes from where it has come in, about


class Compass:
    """What it is worth to a side to have strength in a hex, by the places it bears on and the fights it brings."""

    def __init__(self, g: Position, side: str) -> None:
        self.g, self.side = g, side
        self.pulls = _pulls(g, side)
        self.posts = _garrisons(g, self.pulls) if side == SOVIET else {}
        self.prizes = _prizes(g, side)
        if side == SOVIET:
            self.prizes |= _doors(g)
            for hex, stake in _routes(g).items():
                self.prizes[hex] = self.prizes.get(hex, 0.0) + stake
        self.zone = g.rules.zone(g.occupied[ENEMY[side]])
        self.before_combat = g.phase in ("german-movement", "soviet-movement")
        self._known: dict[tuple[str, Hex], float] = {}
        self._fed_by_others: dict[Unit, HexSet] = {}
        self._unfed: dict[Group, HexSet] = {}
        self.lines = soviet_lines(g) if side == SOVIET else 0
        self.idleness = idleness(g) if side == SOVIET else {}

    def bearing(self, klass: str, hex: Hex) -> float:
        """What a point of strength is worth there."""
        key = klass, hex
        value = self._known.get(key)
        if value is None:
            value = sum(pull * near[klass][hex] for pull, near in self.pulls)
            self._known[key] = value
        return value

    def worth(self, group: Group, force: float, hex: Hex) -> float:
        """What it is worth to have a group in a hex."""
        value = force * self.bearing(self.g.rules.units[group[0]].klass, hex)
        if self.side == SOVIET:
            value += self._post(group, hex) if group[-1] in self.g.rules.leaders else self._fed(group, hex)
        value += force * self.posts.get(hex, 0.0)
        leaders = self.g.rules.leaders
        if hex in self.prizes and group[0] not in leaders and set(self.g.stack(hex)) - leaders <= set(group):
            # nobody else is there for it
            value += self.prizes[hex]
        if self.before_combat and self.zone >> hex & 1:
            value += weights()["fight"]["mine"] * self._assault(group, force, hex)
        return value

    def _post(self, group: Group, hex: Hex) -> float:
        """What it is worth to have a Leader in a hex: the stacks that only he feeds (11.2), less the danger if he is
        alone."""
        g, w, leader, others = self.g, weights()["worth"], group[-1], self._hungry(group)
        fed = STACK * (disc(g.rules, hex, g.rules.units[leader].more.rating) & others).bit_count()
        value = w["out_of_supply_soviet"] * (fed + len(group) - 1 + self._expected(leader, hex))
        escort = any(unit not in g.rules.leaders for unit in (*g.stack(hex), *group) if unit != leader)
        return value if escort else value - danger(g, leader, hex)

    def _hungry(self, group: Group) -> HexSet:
        """The hexes that only this group's Leader could feed, once the group is gone from where it is."""
        if group not in self._unfed:
            g, leader = self.g, group[-1]
            others, start = g.occupied[SOVIET] & ~self._others(leader), g.at[leader]
            if start >= 0 and set(g.stack(start)) <= set(group):  # nobody stays behind
                others &= ~(1 << start)
            self._unfed[group] = others
        return self._unfed[group]

    def _expected(self, leader: Unit, hex: Hex) -> float:
        """Divisions that come in this turn where he does, and will want him within their march."""
        g = self.g
        if leader not in g.due:
            return 0.0
        _, area = g.due[leader]
        gates = g.rules.board.areas[area].hexes
        if min(g.rules.grid.distance(hex, gate) for gate in gates) > g.rules.units[leader].more.rating + MARCH:
            return 0.0
        return sum(a == area and turn <= g.turn and u not in g.rules.leaders for u, (turn, a) in g.due.items())

    def _others(self, leader: Unit) -> HexSet:
        """The hexes that the other Leaders feed."""
        g, found = self.g, 0
        if leader not in self._fed_by_others:
            for other in leaders_in_function(g):
                if other != leader:
                    found |= disc(g.rules, g.at[other], g.rules.units[other].more.rating)
            self._fed_by_others[leader] = found
        return self._fed_by_others[leader]

    def _fed(self, group: Group, hex: Hex) -> float:
        """What it is worth to divisions that a Leader feeds them in a hex, and that they do not stand idle there."""
        fed = weights()["worth"]["out_of_supply_soviet"] * (self.lines >> hex & 1)
        return (fed - self.idleness.get(hex, 0.0)) * len(group)

    def _assault(self, group: Group, force: float, hex: Hex) -> float:
        """The best attack the group could join from the hex."""
        g, found, force_at = self.g, 0.0, in_fact(self.g)
        elsewhere = g.occupied[self.side] & ~(1 << hex | 1 << g.at[group[0]] if g.at[group[0]] >= 0 else 1 << hex)
        for target in members(g.rules.next_to[hex] & g.occupied[ENEMY[self.side]]):
            near = g.rules.next_to[target] & elsewhere
            attack = force + sum(force_at[h][0] for h in members(near))
            defence = force_at[target][1] * multiple(g.rules, target, near | 1 << hex)
            found = max(found, brings(g, self.side, target, odds(g.rules, round(attack), round(defence))))
        return found


def _pulls(g: Position, side: str) -> list[tuple[float, dict[str, list[float]]]]:
    """For each place, what one more point of the side's strength beside it is worth, and how near every hex is."""
    w, sums = weights()["place"], influence(g)
    pulls = []
    for n, goal in enumerate(goals(g.rules)):
        mine, theirs = max(1.0, sums[GERMAN][n]), guard(g, goal, sums[SOVIET][n])
        share = chance_of(mine, theirs)
        slope = w["sharp"] * share * (1 - share) * (1 / mine if side == GERMAN else w["guard"] / theirs)
        if goal.place.set & ~g.german_held:
            slope *= w["hope"] * in_time(g, n)
        else:
            slope *= 1 - w["held"]
        pulls.append((goal.points * slope, goal.near))
    return pulls


def _garrisons(g: Position, pulls: list[tuple[float, dict[str, list[float]]]]) -> dict[Hex, float]:
    """The hexes of places that the Germans lack, and what a point of strength in them is worth besides."""
    w, cover = weights()["place"], shelter(g.rules)
    return {
        hex: pull * w["garrison"] * cover[hex]
        for goal, (pull, _) in zip(goals(g.rules), pulls, strict=True)
        for hex in members(goal.place.set & ~g.german_held)
    }


def _prizes(g: Position, side: str) -> dict[Hex, float]:
    """The hexes of places that the side would gain by going there, or lose if nobody stayed."""
    w, prizes = weights()["place"], dict[Hex, float]()
    for goal in goals(g.rules):
        lacking = members(goal.place.set & (~g.german_held if side == GERMAN else g.german_held))
        for hex in lacking:
            prizes[hex] = goal.points * (1 - w["hope"]) / len(lacking)
        if side == GERMAN and not lacking:
            for hex in members(goal.place.set & exposed_places(g)):
                prizes[hex] = goal.points * (1 - w["unguarded"])
            if not goal.place.set & line_to_west(g):
                for hex in members(bridges(g, goal.place.set)):
                    prizes[hex] = max(prizes.get(hex, 0.0), goal.points * (1 - w["hope"]))
    return prizes


def _doors(g: Position) -> dict[Hex, float]:
    """The hexes of places that Germans could walk into, were nobody there."""
    w, doors = weights()["place"], dict[Hex, float]()
    near = german_reach(g)
    far = near | german_range(g)
    for number, goal in enumerate(goals(g.rules)):
        later = w["open_later"] if is_ahead(g, number) else 0.0
        for hex in members(goal.place.set & ~g.german_held):
            beside = g.rules.next_to[hex] | 1 << hex
            sure = 1.0 if beside & near else w["open_far"] if beside & far else later
            doors[hex] = door(g, goal) * sure
    return doors


def _routes(g: Position) -> dict[Hex, float]:
    """The hexes on and beside the Germans' best ways to the places they lack, by the points at stake."""
    ways, stakes = survey(g).routes.best, dict[Hex, float]()
    for goal in goals(g.rules):
        for hex in members(goal.place.set & ~g.german_held):
            if hex in ways.cost:
                for step in ways.route(hex):
                    stakes[step] = stakes.get(step, 0.0) + goal.points / len(goal.place.hexes) / 40
    beside = dict(stakes)
    for hex, stake in stakes.items():
        for near in g.rules.grid.neighbours[hex]:
            beside[near] = max(beside.get(near, 0.0), stake / 2)
    return beside
