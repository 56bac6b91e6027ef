"""What attacks bring: those a side can make from where it stands, and those it could make in its next turn."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.bots.knowledge.oder.weights import Weights, tables, weights
from grognard.games.oder.eligible import may_attack
from grognard.games.oder.position import ATTACKED, DEFENDED, ENEMY, GERMAN, SOVIET, Position, Unit
from grognard.games.oder.supply import NONE, lines, supply
from grognard.hexes import Hex, HexSet, members

FOOT, MECHANISED = 4, 6  # how far a unit that is free to move carries an attack, about
CROWD = 18.0  # attack factors that find room in a hex, about
PRESSED = 4.0  # odds beyond which more strength presses no harder


def price(g: Position, unit: Unit, w: Weights) -> float:
    """What a unit is worth on the map; less as the turns run out."""
    rules = g.rules
    return w.factor * tables(rules).factors[unit] * (rules.turns + 1 - g.turn) / rules.turns


def fights_next(g: Position) -> bool:
    """Whether the phasing side is in its Combat Phase or still has it before it in this turn."""
    return g.phase.endswith(("combat", "declaration")) or "combat" in g.order


class Reckoning:
    """What attacks of one side can be expected to bring, by the weights of the side that judges: it or the other."""

    def __init__(self, g: Position, side: str, w: Weights) -> None:
        self.g, self.side, self.w, self.table = g, side, w, tables(g.rules)
        rules = g.rules
        self._supplied = lines(g, ENEMY[side])
        self._closed = g.zoc(side) | g.occupied[side] | rules.land_bridges
        self._worths = self.table.worths_by(side, w)
        self._gain, self._cost = (w.own, w.other) if weights(side) is w else (w.other, w.own)
        self._price = w.factor * (rules.turns + 1 - g.turn) / rules.turns
        self._shift = rules.charts.value("first_turn.soviet_shift") if side == SOVIET and g.turn == 1 else 0
        self._air = self.table.within[g.air][1] if g.air >= 0 and rules.land >> g.air & 1 else 0

    def attack(self, hex: Hex, attackers: Sequence[Unit], *, exact: bool = False) -> float:
        """What an attack from where units stand brings; `exact` rounds the odds as the rules do."""
        rules, at, factors = self.g.rules, self.g.at, self.table.factors
        places = 0
        for unit in attackers:
            places |= 1 << at[unit]
        power = sum([rules.attack[unit] for unit in attackers])
        return self.worth(hex, power, min([factors[unit] for unit in attackers]), places, exact=exact)

    def worth(
        self, hex: Hex, power: float, least: int, places: HexSet = 0, closing: HexSet = 0, *, exact: bool = False
    ) -> float:
        """What an attack with so much strength brings; `least` are the factors of the unit that would be lost.

        `places` are the hexes the attackers are in, `closing` those that they would close to a retreat besides.
        """
        table = self.table
        closed = not table.near[hex] & ~(self._closed | closing)
        supplied = bool(self._supplied >> hex & 1)
        drm = self._drm(hex, places, supplied=supplied)
        key = (self.g.turn, hex, self.g.stacks[hex], power, least, closed, supplied, drm, exact)
        known = self._worths.get(key)
        if known is None:
            if len(self._worths) > table.REMEMBERED:
                self._worths.clear()
            known = self._worths[key] = self._worth(hex, power, least, drm, closed, supplied, exact)
        return known

    def _worth(self, hex: Hex, power: float, least: int, drm: int, closed: bool, supplied: bool, exact: bool) -> float:
        rules, table, w = self.g.rules, self.table, self.w
        defenders = self.g.stacks[hex]
        defence = sum(rules.defence[unit] for unit in defenders)
        point = self._gain * (1 if supplied else 2)
        values = [point + self._price * table.factors[unit] for unit in defenders]
        ratio = power / defence
        if exact:
            ratio = power // defence if power >= defence else 1 / (defence // power)
        city = bool(rules.cities >> hex & 1)
        odds = table.odds(self.side, ratio, drm, city=city, shift=self._shift)
        stuck = (closed or unit in rules.static for unit in defenders)
        driven = sum(v if dies else w.retreat for v, dies in zip(values, stuck, strict=True))
        loss = self._cost + self._price * least
        return (
            odds.destroyed * sum(values)
            + odds.driven * driven
            + odds.exchanged * (min(values) - loss)
            - odds.lost * loss
        )

    def _drm(self, hex: Hex, places: HexSet, *, supplied: bool) -> int:
        """The modifiers of an attack from some hexes, without those that hang on single attackers."""
        g, rules = self.g, self.g.rules
        support = (self._air >> hex & 1) + (g.naval == hex)
        drm: int = self.table.defence_drm[hex]
        drm += -support - (g.turn == 1) if self.side == GERMAN else support + (g.fortifications >> hex & 1)
        if not supplied and supply(g, g.stacks[hex][0]) == NONE:
            drm -= 1
        if places:
            at = members(places)
            drm += all((place, hex) in rules.river for place in at)
            drm -= not rules.cities >> hex & 1 and _concentric(g, hex, at)
        return drm


def _concentric(g: Position, hex: Hex, places: Sequence[Hex]) -> bool:
    sides = {d for place in places if (d := g.rules.grid.direction(hex, place)) is not None}
    if len(sides) >= 4 or sides >= {0, 2, 4} or sides >= {1, 3, 5}:
        return True
    return any((d + 3) % 6 in sides for d in sides)


def ready(g: Position, side: str) -> dict[Hex, list[Unit]]:
    """The units that can still attack in this turn, by their hex."""
    found: dict[Hex, list[Unit]] = {}
    rules, flags = g.rules, g.flags
    fighting, declaring = g.phase.endswith("combat"), g.phase.endswith("declaration")
    for hex in members(g.occupied[side] & rules.grid.spread(g.occupied[ENEMY[side]])):
        for unit in g.stacks[hex]:
            if not rules.attack[unit]:
                continue
            if unit in rules.shock:  # 5.3b: only if combat comes first
                able = bool(may_attack(g, unit)) if fighting else declaring and g.turn > 1
            else:
                able = not (fighting and flags[unit] & ATTACKED)
            if able:
                found.setdefault(hex, []).append(unit)
    return found


def plan(g: Position, side: str, w: Weights) -> list[tuple[float, Hex, list[Unit]]]:
    """The attacks a side can make from where it stands, the best first, each unit in one of them."""
    able, reckoning = ready(g, side), Reckoning(g, side, w)
    near, fighting = reckoning.table.near, g.phase.endswith("combat")
    mask = 0
    for hex in able:
        mask |= 1 << hex
    targets = []
    for hex in members(g.occupied[ENEMY[side]] & g.rules.grid.spread(mask)):
        places = near[hex] & mask
        if places and not (fighting and any(g.flags[u] & DEFENDED for u in g.stacks[hex])):
            units = [unit for place in members(places) for unit in able[place]]
            targets.append((reckoning.attack(hex, units), hex, units))
    used: set[Unit] = set()
    found = []
    for worth, hex, units in sorted(targets, reverse=True):
        left = [unit for unit in units if unit not in used]
        if len(left) < len(units):
            worth = reckoning.attack(hex, left) if left else 0.0
        if worth > 0:
            found.append((worth, hex, left))
            used.update(left)
    return sorted(found, reverse=True)


def chances(g: Position, side: str, w: Weights) -> float:
    """What the attacks a side can make now are worth, and a little for strength that is not yet enough."""
    near, rules, own = tables(g.rules).near, g.rules, g.occupied[side]
    press = 0.0
    for hex in members(g.occupied[ENEMY[side]] & rules.grid.spread(own)):
        power = sum([rules.attack[u] for place in members(near[hex] & own) for u in g.stacks[place]])
        press += min(PRESSED, power / sum([rules.defence[u] for u in g.stacks[hex]]))
    return sum(worth for worth, _, _ in plan(g, side, w)) + w.press * press


def threats(g: Position, side: str, w: Weights) -> dict[Hex, float]:
    """What a side could gain by attack in its next turn, roughly, by the enemy stack that would lose by it."""
    key = ("bot threats", side, w is weights(side), g.turn)
    return g.memo(key, lambda: _threats(g, side, w))


def _threats(g: Position, side: str, w: Weights) -> dict[Hex, float]:
    """Units in contact reach no further than they stand."""
    rules, table, others = g.rules, tables(g.rules), g.occupied[ENEMY[side]]
    held = g.zoc(ENEMY[side])
    near: dict[Hex, tuple[int, int]] = {}  # by the hex within reach: strength and the factors of the cheapest unit
    for hex in members(g.occupied[side]):
        foot = mechanised = 0
        least = table.MOST
        for unit in g.stacks[hex]:
            if strength := rules.attack[unit]:
                least = min(least, table.factors[unit])
                if rules.mechanised(unit):
                    mechanised += strength
                else:
                    foot += strength
        within = table.within[hex]
        for reach, power in ((FOOT, foot), (MECHANISED, mechanised)):
            if power:
                for target in members(within[1 if held >> hex & 1 else reach] & others):
                    so_far, cheapest = near.get(target, (0, least))
                    near[target] = so_far + power, min(cheapest, least)
    found: dict[Hex, float] = {}
    reckoning = Reckoning(g, side, w)
    for hex, (power, least) in near.items():
        room = CROWD * (table.near[hex] & ~others).bit_count()
        worth = reckoning.worth(hex, min(room, power), least) if room else 0.0
        if worth > 0:
            found[hex] = worth
    return found
