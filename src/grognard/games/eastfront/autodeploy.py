"""A deployment for those who want to begin: the line manned, the blow massed on its axes, HQs behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from grognard.datafile import Entry, load
from grognard.games.eastfront.balkans import balkan_zones
from grognard.games.eastfront.mustering import (
    Bound,
    arrival,
    bounds,
    candidates,
    chosen,
    courland,
    frontline,
    garrisons,
    historical,
    left_for_the_balkans,
    lowest,
    may_stand,
    places_for,
    put,
    take_back,
)
from grognard.games.eastfront.position import GERMAN, SOVIET, Position, Unit
from grognard.games.eastfront.rules import BOX
from grognard.games.eastfront.supply import lines
from grognard.hexes import Hex, HexSet, members

MOBILE = ("armor", "mech", "shock")  # who strikes, or waits in reserve
LINE = ("satellite", "infantry", "cavalry", "para", "mech", "armor", "shock")  # who mans the line, the first before all
WIDTH = 4  # hexes over which an axis makes itself felt
REAR = 5  # hexes from the front at which cadres will do
SPEARHEAD = 3  # mobile units in a hex: one place is left for infantry


@cache
def hints() -> Entry:
    """What the file says about each scenario and side."""
    return load(BOX.folder / "deployments.toml", "")


def arrange(g: Position, side: str) -> None:
    """Deploy a side from scratch; nothing is left to chance but who goes to which of the Balkan zones."""
    for unit in list(g.on_map(side)):
        take_back(g, unit)
    staff = _Staff(g, side)
    staff.headquarters()
    staff.newcomers()
    staff.specialists()
    staff.battles()
    staff.pocket()
    staff.garrisons()
    if staff.attacks:
        staff.mass()
    staff.man_the_line()
    if not staff.attacks:
        staff.keep_reserves()
    staff.rest()
    if not historical(g):
        staff.strengths()
    if balkan_zones(g):
        _share_out(g, left_for_the_balkans(g, side))


def _share_out(g: Position, units: list[Unit]) -> None:
    """W44.5: as many blocks for each zone, drawn by lot: else the enemy would know which zone has the HQ."""
    zones = members(balkan_zones(g))
    for n in range(len(units)):
        put(g, units.pop(g.dice.draw(len(units))), zones[n % len(zones)])


class _Staff:
    """Who plans one side's deployment, and what is still unplaced."""

    def __init__(self, g: Position, side: str) -> None:
        self.g, self.side, self.rules = g, side, g.rules
        plan = hints().entry(g.scenario.id, optional=True).entry(side, optional=True)
        hqs = plan.entry("hqs", optional=True)
        self.hqs = {id: g.rules.hex(hqs.text(id)) for id in hqs.keys}
        self.attacks = plan.text("posture", "attack" if g.scenario.first_move == side else "defend") == "attack"
        special = plan.entry("at", optional=True)
        self.special = {id: g.rules.hex(special.text(id)) for id in special.keys}
        self.front = frontline(g, side)
        self.supplied = lines(g, side) & g.held[side]
        self.axes = list(dict.fromkeys(self._front_at(g.rules.hex(word)) for word in plan.words("axes", ())))
        self.hold = {g.rules.hex(word) for word in plan.words("hold", ())}
        self.sent: list[list[Unit]] = [[] for _ in self.axes]
        self.exact = {g.rules.hex(battle.hex) for battle in g.scenario.battles if side in battle.exact}
        self.shared = {hex for hex, attacker in g.battles.items() if attacker == side}
        self.pool = self._choose()
        self._limits: dict[Unit, list[Bound]] = {}
        self._values: dict[Hex, float] = {}

    def _front_at(self, place: Hex) -> Hex:
        """The front hex nearest to a place."""
        return min(members(self.front), key=lambda hex: (self.rules.grid.distance(hex, place), hex))

    def _choose(self) -> list[Unit]:
        """The blocks that make up the force, the best of each kind first."""
        g, side = self.g, self.side
        found: list[Unit] = []
        for kind in g.scenario.forces[side]:
            units = [u for u in candidates(g, side) if g.rules.units[u].kind == kind and not arrival(g, u)]
            units.sort(key=self._merit)
            found += units[: places_for(g, side, kind)]
        return found + [unit for unit in candidates(g, side) if arrival(g, unit)]

    def _merit(self, unit: Unit) -> tuple[int, int, int, Unit]:
        block = self.rules.units[unit]
        named = list(self.hqs).index(block.id) if block.id in self.hqs else len(self.hqs)
        return named, -block.max, not block.special, unit

    # --- hexes and units ----------------------------------------------------------------------------------------------

    def heat(self, hex: Hex) -> float:
        """How much the axes mean to a hex."""
        weight, grid = len(self.axes) + 1, self.rules.grid
        return sum((weight - n) * max(0, WIDTH - grid.distance(hex, axis)) for n, axis in enumerate(self.axes))

    def value(self, hex: Hex) -> float:
        """How much a hex is worth holding."""
        known = self._values.get(hex)
        if known is None:
            known = self._values[hex] = self._value(hex)
        return known

    def _value(self, hex: Hex) -> float:
        worth = self.heat(hex) / 4 + 3 * (self.front >> hex & 1) + 6 * (hex in self.hold)
        city = self.rules.cities.get(hex)
        if city is not None:
            worth += {"major": 3, "minor": 1}.get(city.klass, 0) + 4 * city.fortress + 0.5 * bool(city.port)
        if not self.front >> hex & 1 and hex not in self.hold:
            worth /= 1 + self.depth(hex)
        return worth

    def depth(self, hex: Hex) -> int:
        """Hexes to the front."""
        return min((self.rules.grid.distance(hex, there) for there in members(self.front)), default=0)

    def limits(self, unit: Unit) -> list[Bound]:
        known = self._limits.get(unit)
        if known is None or arrival(self.g, unit):
            known = [*bounds(self.g, self.side, unit), (~balkan_zones(self.g), "W44.5", "others go there")]
            self._limits[unit] = known
        return known

    def reach(self, unit: Unit) -> HexSet:
        """Where the unit may stand, but for who else stands there."""
        hexes = self.rules.playable
        for allowed, _, _ in self.limits(unit):
            hexes &= allowed
        return hexes

    def bound(self, unit: Unit) -> bool:
        """Whether the unit belongs in the line (S41.1)."""
        return not self.reach(unit) & ~self.front

    def fits(self, unit: Unit, hex: Hex) -> bool:
        return bool(may_stand(self.g, unit, hex, self.limits(unit)))

    def send(self, unit: Unit, hexes: Iterable[Hex]) -> bool:
        """Put the unit into the first of the hexes that takes it."""
        for hex in hexes:
            if self.fits(unit, hex):
                put(self.g, unit, hex)
                self.pool.remove(unit)
                return True
        return False

    def count(self, hex: Hex) -> int:
        return len(self.g.stack(self.side, hex))

    def foot(self, hex: Hex) -> int:
        """The side's units in a hex that are there to hold it."""
        return sum(self.kind(unit) not in MOBILE for unit in self.g.stack(self.side, hex))

    def kind(self, unit: Unit) -> str:
        return self.rules.units[unit].kind

    def waiting(self, *kinds: str) -> list[Unit]:
        """The unplaced units of some kinds, in the order of the kinds."""
        return [unit for kind in kinds for unit in self.pool if self.kind(unit) == kind]

    def best(self, hexes: Iterable[Hex], score: Callable[[Hex], float]) -> list[Hex]:
        """Hexes from the highest score down; those of a battle only when they are asked for."""
        return sorted((hex for hex in hexes if hex not in self.shared), key=lambda hex: (-score(hex), hex))

    # --- the steps ----------------------------------------------------------------------------------------------------

    def headquarters(self) -> None:
        """HQs near the places of the hints, not in the line itself."""
        distance, pocket = self.rules.grid.distance, courland(self.g)
        leader = self.rules.charts.text("setup.courland_hq")
        for unit in self.waiting("hq"):
            name = self.g.name(unit)
            goal = self.hqs.get(name, self.axes[0] if self.axes else 0)

            def far(hex: Hex, goal: Hex = goal) -> float:
                return -2.0 * distance(hex, goal) - 3 * (self.front >> hex & 1)

            hexes = self.reach(unit) & (pocket if name == leader and pocket else ~pocket) & ~self.rules.zones
            self.send(unit, self.best(members(hexes), far)) or self.send(unit, members(self.reach(unit)))

    def newcomers(self) -> None:
        """11.6: reinforcements of the first month arrive near the main axis."""
        for unit in [unit for unit in self.pool if arrival(self.g, unit)]:
            self.send(unit, self.best(members(self.reach(unit)), lambda hex: self.heat(hex) - self.depth(hex)))

    def specialists(self) -> None:
        """Satellites and special infantry at the places of the hints, or as near as they may."""
        distance = self.rules.grid.distance
        for name, goal in self.special.items():
            unit = self.rules.unit_by_id[name]
            if unit in self.pool and not historical(self.g):
                open = [hex for hex in members(self.reach(unit)) if hex not in self.exact]
                self.send(unit, sorted(open, key=lambda hex: (distance(hex, goal), self.count(hex), hex)))

    def battles(self) -> None:
        """The units that a battle under way needs."""
        for battle in self.g.scenario.battles:
            hex = self.rules.hex(battle.hex)
            for _ in range(battle.armor.get(self.side, 0)):
                any(self.send(unit, [hex]) for unit in self.waiting("armor"))
            wanted = battle.exact.get(self.side, battle.least.get(self.side, 0))
            while self.count(hex) < wanted:
                if not any(self.send(unit, [hex]) for unit in self.waiting("infantry", *LINE)):
                    break

    def pocket(self) -> None:
        """W44.1: the army that must stand in Courland."""
        hexes = courland(self.g) if self.side == GERMAN else 0
        if not hexes:
            return
        least = self.rules.charts.value("setup.courland_units")
        while sum(self.count(hex) for hex in members(hexes)) < least:
            order = sorted(members(hexes), key=lambda hex: (self.count(hex), hex))
            if not any(self.send(unit, order) for unit in reversed(self.waiting("infantry"))):
                break

    def garrisons(self) -> None:
        """S41.1B: the cities that must not be empty; the weaker a unit, the farther from the front."""
        wanted = garrisons(self.g) if self.side == SOVIET else {}
        for hex in sorted(wanted, key=lambda hex: (-self.depth(hex), hex)):
            while self.count(hex) < wanted[hex][1]:
                weak = [*self.waiting("cavalry"), *reversed(self.waiting("infantry"))]
                free = [unit for unit in weak if not self.bound(unit)]
                if not any(self.send(unit, [hex]) for unit in free):
                    break

    def mass(self) -> None:
        """The attacker's mobile units, on the axes and beside them."""
        distance = self.rules.grid.distance
        for unit in self.waiting(*MOBILE):
            if self.bound(unit):
                continue
            for n in self._axes_in_turn():
                axis = self.axes[n]

                def near(hex: Hex, axis: Hex = axis) -> float:
                    return -distance(hex, axis) - 0.5 * (not self.front >> hex & 1) - 0.1 * self.count(hex)

                hexes = self.rules.grid.disc(axis, 2) & self.reach(unit)
                open = [hex for hex in members(hexes) if self.count(hex) < SPEARHEAD]
                if self.send(unit, self.best(open, near)):
                    self.sent[n].append(unit)
                    break

    def _axes_in_turn(self) -> list[int]:
        """The axes, the one that lacks most first: the heavier an axis, the more it is due."""
        weight = len(self.axes) + 1
        return sorted(range(len(self.axes)), key=lambda n: ((len(self.sent[n]) + 1) / (weight - n), n))

    def man_the_line(self) -> None:
        """3.24: a unit in every front hex, first where few can stand."""
        empty = [hex for hex in members(self.front) if not self.count(hex)]
        while empty:
            able = {hex: [unit for unit in self.waiting(*LINE) if self.fits(unit, hex)] for hex in empty}
            hex = min(empty, key=lambda hex: (min(len(able[hex]), 6), -self.value(hex), hex))
            empty.remove(hex)
            able[hex].sort(key=lambda unit: (not self.bound(unit), LINE.index(self.kind(unit))))
            if able[hex]:
                self.send(able[hex][0], [hex])

    def keep_reserves(self) -> None:
        """The defender's mobile units, a hex or two behind the axes, in the open and on a railway if possible."""
        distance, rail = self.rules.grid.distance, self.rules.rail.hexes
        for unit in self.waiting(*MOBILE, "cavalry"):
            if self.bound(unit):
                continue
            for n in self._axes_in_turn():
                axis = self.axes[n]

                def behind(hex: Hex, axis: Hex = axis) -> float:
                    clear = self.rules.board.terrain[hex] == "clear"
                    return -distance(hex, axis) + 0.6 * (rail >> hex & 1) + 0.3 * clear - 0.4 * self.count(hex)

                hexes = self.rules.grid.disc(axis, 3) & self.reach(unit) & self.supplied & ~self.front
                open = [hex for hex in members(hexes) if self.count(hex) < SPEARHEAD]
                if self.send(unit, self.best(open, behind)):
                    self.sent[n].append(unit)
                    break

    def rest(self) -> None:
        """Everybody else where he is worth most, the best first; a second unit counts for less than a first."""
        for unit in [*self.waiting(*LINE), *self.pool]:
            if unit in self.pool:
                hexes = [hex for hex in members(self.reach(unit)) if hex not in self.exact]
                self.send(unit, self.best(hexes, self._gain if self.kind(unit) in MOBILE else self._hold))

    def _gain(self, hex: Hex) -> float:
        return float(self.value(hex) / (1 + self.count(hex)) ** 1.5)

    def _hold(self, hex: Hex) -> float:
        return float(self.value(hex) / (1 + self.foot(hex)) ** 1.5)

    def strengths(self) -> None:
        """3.22: everybody about as strong as the average, cadres far in the rear; the rest where it matters most."""
        g = self.g
        for kind, (many, total) in g.scenario.forces[self.side].items():
            units = chosen(g, self.side, kind)
            assert sum(self.rules.units[unit].max for unit in units) >= total, f"{kind} cannot have {total} CV"
            for unit in units:
                least = lowest(g, unit) if self.depth(g.at[unit]) >= REAR and kind != "hq" else total // many
                g.cv[unit] = min(self.rules.units[unit].max, max(lowest(g, unit), least))
            spare = total - sum(g.cv[unit] for unit in units)
            units.sort(key=lambda unit: (-self._need(unit), unit))
            for share in (2, 4, 8):  # half of them one step more, a quarter two, an eighth three
                spare = self._strengthen(units[: len(units) // share], spare)
            while spare > 0:
                spare = self._strengthen(units, spare)

    def _strengthen(self, units: list[Unit], spare: int) -> int:
        """Give each unit that is not at full strength one of the spare steps; how many are left."""
        for unit in units:
            if spare > 0 and self.g.cv[unit] < self.rules.units[unit].max:
                self.g.cv[unit] += 1
                spare -= 1
        return spare

    def _need(self, unit: Unit) -> float:
        """How much a unit's strength matters where it stands."""
        hex = self.g.at[unit]
        if self.g.is_hq(unit):
            return self.heat(hex) + 12 * self.rules.is_supreme(unit)
        elite = 4 * ("ss" in self.rules.units[unit].special)
        return self.heat(hex) + self.value(hex) + elite + 1000 * (hex in self.exact)
