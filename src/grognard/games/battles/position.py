"""The position: which unit stands where and in what shape, what the HQs are set to, and how far the turn has gone."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from grognard.dice import Dice
from grognard.events import Eliminated, Scored
from grognard.hexes import Hex, HexSet
from grognard.mechanics.components import Unit as Unit
from grognard.mechanics.counters import Counters
from grognard.state import Frame

if TYPE_CHECKING:
    from grognard.games.battles.rules import Rules
    from grognard.games.battles.strength import Fight

AXIS, SOVIET = "axis", "soviet"
ENEMY = {AXIS: SOVIET, SOVIET: AXIS}

# Where a unit is when it is not in a hex: not in this battle, on the Turn Record Track, lost, off the map for good.
UNUSED, DUE, DEAD, LEFT = -1, -2, -3, -4

# 8.0a: supply levels, the better the higher.
NONE, GENERAL, ATTACK = 0, 1, 2
LEVELS = ("none", "general", "attack")  # as the charts name them

# What a unit has done or suffered; those of a phase are cleared when it ends.
MOVED, HALTED, ENTERED, ON_RAILS = (
    1,
    2,
    4,
    8,
)  # 10: has moved, may move no more, came on this turn, still by rail (7.0f)
ATTACKED, DEFENDED, ADVANCED, RETREATED = 16, 32, 64, 128  # 12
STARTED_ATTACK = 256  # in Attack supply when the movement phase began (10.3d)
NEWCOMER = 512  # arrived in this player turn (7.0e)
DISENGAGED = 1024  # left an EZOC in this phase (10.3e)
STOPPED = 2048  # has moved into an EZOC in this phase, and stays though the enemy be overrun by others (10.1d)
ARMED = "armed"  # what is remembered of both sides' units with an attack strength
OF_TURN = ENTERED | NEWCOMER  # what the end of a phase leaves until the player turn is over


class Position(Counters["Rules"]):
    """Everything that changes in a battle."""

    __slots__ = (
        "air", "axis_held", "blocked", "blown", "bridges", "company", "dead_leaders", "due", "face", "fight",
        "flags", "flown", "fortresses", "forts", "general_used", "given", "interdicted", "lean", "level", "marked",
        "mp", "naval", "origin", "points", "ports", "projected", "result", "ruined", "serves", "spent", "taken",
        "track", "tried", "weak", "weather",
    )  # fmt: skip

    def __init__(self, rules: Rules, options: dict[str, bool], dice: Dice) -> None:
        super().__init__(dice, rules, options)
        count = len(rules.units)
        first = rules.scenario.first_player
        self.play_frames((Frame("weather", first),))
        # units
        self.level = bytearray(count)  # steps lost
        self.tried = bytearray(rules.always_tried)
        self.weak = bytearray(count)  # turned out to be a one-step unit (16.0c)
        self.flags: list[int] = [0] * count
        self.mp: list[int] = [0] * count  # half points left in this phase
        self.origin: list[Hex] = [UNUSED] * count  # the hex in which the unit began the phase
        self.company: list[int] = [
            UNUSED
        ] * count  # alike for units that began the phase together and stayed so (10.3h)
        self.due: dict[Unit, tuple[int, int]] = {}  # turn and number of the arrival; -1: a replaced HQ (14.0f)
        self.blocked: frozenset[Unit] = frozenset()  # could not come in on an earlier turn (7.0c)
        # supply and command
        self.marked = bytearray([GENERAL] * count)  # supply level found in the owner's last check (6.0d, 6.0g)
        self.lean = bytearray(count)  # own Supply phases running that the unit was out of supply
        self.face = bytearray(count)  # HQs on their Attack side (14.0b)
        self.serves: dict[Unit, Unit] = {}  # independent unit -> the HQ it draws on (8.1f)
        self.dead_leaders: frozenset[str] = frozenset()
        self.track: tuple[tuple[str, int], ...] = ()  # Attack Supply markers: side and the turn they lie on
        self.spent: dict[
            tuple[str, str], int
        ] = {}  # support points used in this combat phase: source, attack or defence
        self.general_used: frozenset[Unit] = frozenset()  # HQs that have had their combat in General supply (8.3g)
        self.projected: frozenset[Unit] = frozenset()  # anti-tank regiments that have lent their shift (12.3.4d)
        self.fight: Fight | None = None  # the combat whose shifts are being declared (12.3b)
        # weather and air
        self.weather = rules.fair
        self.air: dict[str, int] = {AXIS: 0, SOVIET: 0}  # air support markers in hand
        self.interdicted: dict[Hex, str] = {}  # markers on the map and whose (13.0d)
        self.flown: dict[Hex, str] = {}  # Air Supply markers (13.0g)
        self.naval: dict[str, int] = {AXIS: 0, SOVIET: 0}  # naval points in hand (19.0)
        self.ports: dict[Hex, str] = {}  # ports that ships supply until the owner's next Supply phase, and whose
        # the map
        self.axis_held: HexSet = rules.axis_start  # whose combat unit was last in each hex (G11)
        self.forts: dict[Hex, int] = dict(rules.forts_at_start)  # field fort markers: 1 for 1L, 2 for 2L (18.0b)
        self.fortresses: HexSet = rules.fortresses  # those that stand (18.0a3)
        self.bridges: dict[Unit, tuple[Hex, int]] = {}  # deployed: hex pointed to, turn laid (20.0a)
        self.blown: frozenset[tuple[Hex, Hex]] = frozenset()  # crossings destroyed, both orders
        self.taken: frozenset[str] = frozenset()  # demolitions that can no longer be made
        # the tally
        self.points: dict[str, int] = {AXIS: 0, SOVIET: 0}
        self.given: tuple[str, ...] = ()  # formations withdrawn, or kept for points
        self.ruined: frozenset[str] = frozenset()  # formations scored once
        self.result: tuple[str, str] | None = None  # winner and how, when a victory is sudden

    # --- strengths -------------------------------------------------------------------------------------------------

    def printed(self, unit: Unit) -> tuple[int, int, int]:
        """Attack, defence and movement on the unit's present face; those of its full face while it is untried."""
        piece = self.rules.units[unit]
        one = piece.more.one_step
        return one if self.weak[unit] and one is not None else piece.steps[self.level[unit]]

    def strength(self, unit: Unit) -> str:
        """The face of the counter: 5-3-8, (0)-2-3, ?-?-5."""
        attack, defence, move = self.printed(unit)
        if not self.tried[unit]:
            return f"?-?-{move}"
        return f"{attack}-{defence}-{move}" if attack else f"({defence})-{move}"

    def steps(self, unit: Unit) -> int:
        """How many steps the unit has left."""
        return 1 if self.weak[unit] else len(self.rules.units[unit].steps) - self.level[unit]

    def can_attack(self, unit: Unit) -> bool:
        """3.2j, 9.0p: whether the unit has an attack strength; untried it counts as if it had (G43)."""
        return unit not in self.rules.hqs and (not self.tried[unit] or self.printed(unit)[0] > 0)

    # --- presence --------------------------------------------------------------------------------------------------

    def place(self, unit: Unit, hex: Hex) -> None:
        """Put a counter into a hex, from another or from off the map."""
        old = self.at[unit]
        super().place(unit, hex)
        self._count(self.owners[unit], hex, old)

    def take_off(self, unit: Unit, whereto: int) -> None:
        """Take a counter off the map."""
        old = self.at[unit]
        super().take_off(unit, whereto)
        self._count(self.owners[unit], old)

    def reshaped(self, unit: Unit) -> None:
        """The unit shows another strength than it did."""
        self.touch()
        self._count(self.owners[unit], self.at[unit])

    def touch(self, *only: Hashable) -> None:
        """Something on the map is not as it was; who is armed is kept, and counted anew only where units change."""
        arms = self._unmoved.get(ARMED) if self._unmoved else None
        super().touch(*only)
        if arms is not None and self._unmoved is not None:
            self._unmoved[ARMED] = arms

    def _count(self, side: str, *hexes: Hex) -> None:
        """Who is armed in some hexes where units of a side have changed; what is known of the others stands."""
        arms = self._unmoved.get(ARMED) if self._unmoved else None
        if self._unmoved is None or arms is None or side not in arms:
            return
        wheels, others = arms[side]
        for hex in hexes:
            if hex >= 0:
                bit = 1 << hex
                able = [self.rules.bound[unit] for unit in self.stacks.get(hex, ()) if self.can_attack(unit)]
                wheels = wheels | bit if True in able else wheels & ~bit
                others = others | bit if False in able else others & ~bit
        self._unmoved[ARMED] = {**arms, side: (wheels, others)}

    def enter(self, unit: Unit, hex: Hex) -> None:
        """A unit comes into a hex to stay."""
        old = self.at[unit]
        self.place(unit, hex)
        self.bridges.pop(unit, None)  # a bridging unit that leaves its place is a bridge no more
        self.pass_through(unit, hex)
        if old >= 0 and not self.stack(old):
            self.forts.pop(old, None)  # 18.0b2

    def pass_through(self, unit: Unit, hex: Hex) -> None:
        """A unit is in a hex or passes it: bridges of the enemy there are lost; if it is no HQ its side controls the
        hex (G11), and an enemy fortress falls."""
        bit, side = 1 << hex, self.owners[unit]
        self.touch()
        for bridge, (there, _) in list(self.bridges.items()):  # 20.0b
            if hex in (there, self.at[bridge]) and self.owners[bridge] != side:
                self.eliminate(bridge, "20.0b", "its bridge is lost")
        if unit in self.rules.hqs:
            return
        self.axis_held = self.axis_held | bit if side == AXIS else self.axis_held & ~bit
        if self.fortresses & bit and self.rules.fortress_side[hex] != side:
            self.fortresses &= ~bit  # 18.0a3

    def fort_shift(self, hex: Hex) -> int:
        """18.0b: what the field fort in a hex gives its units; built where only a scenario allows it, one column."""
        return min(self.forts.get(hex, 0), 2 if self.rules.fort_ground >> hex & 1 else 1)

    def controls(self, side: str, hex: Hex) -> bool:
        """G11: whose a hex is."""
        return bool(self.axis_held >> hex & 1) == (side == AXIS)

    def held_by(self, side: str) -> HexSet:
        """G11: the hexes of a side."""
        return self.axis_held if side == AXIS else self.rules.grid.all & ~self.axis_held

    def owner_of(self, hex: Hex) -> str:
        """The side that controls a hex."""
        return AXIS if self.axis_held >> hex & 1 else SOVIET

    def withdraw(self, unit: Unit, whereto: int) -> None:
        """Take a unit off the map."""
        old = self.at[unit]
        self.take_off(unit, whereto)
        self.flags[unit] = 0
        self.face[unit] = 0
        self.bridges.pop(unit, None)
        self.touch()
        if old >= 0 and not self.stack(old):
            self.forts.pop(old, None)  # 18.0b2

    def eliminate(self, unit: Unit, rule: str, why: str = "") -> None:
        """A unit is lost; a leader with his HQ (15.0d)."""
        self.tell(Eliminated(unit=self.name(unit), hex=self.hexname(self.at[unit]), why=why, rule=rule))
        self.withdraw(unit, DEAD)
        side = self.owners[unit]
        price = self.rules.scenario.victory.losses.get(side, {}).get(self.rules.units[unit].type, 0)
        self.score(ENEMY[side], price, f"{self.name(unit)} is lost", "4.0")
        if unit in self.rules.leader_of:
            self.dead_leaders |= {self.rules.leader_of[unit].name}

    def score(self, side: str, points: int, why: str, rule: str) -> None:
        """Victory points for a side."""
        if points:
            self.points[side] += points
            self.tell(Scored(side=side, points=points, why=why, rule=rule))

    # --- 9 zones of control ------------------------------------------------------------------------------------------

    def zoc(self, side: str) -> HexSet:
        """The hexes into which a side's units exert a zone of control."""
        return self.unmoved(("zoc", side), lambda: self._zoc(side))

    def _zoc(self, side: str) -> HexSet:
        armed = self.armed(side)
        return self.memo(("zone of", side), lambda: self._zone(*armed), (armed, self.weather))

    def zone_from(self, side: str, hexes: HexSet) -> HexSet:
        """The hexes into which the side's units in some hexes exert a zone of control."""
        wheels, others = self.armed(side)
        return self._zone(wheels & hexes, others & hexes)

    def zone_of(self, units: Iterable[Unit]) -> HexSet:
        """The hexes into which these units exert a zone of control."""
        return self._zone(*self._with_attack(units))

    def _zone(self, wheels: HexSet, others: HexSet) -> HexSet:
        """9.0: around such hexes, not over major rivers and sea, not into cities; weather (9.0k)."""
        state, rules = self.rules.weather[self.weather], self.rules
        if not state.zoc_shelter:
            return rules.zone(wheels | others, state)
        zone = rules.zone(wheels, state)
        for terrain in state.zoc_shelter:
            zone &= ~rules.board.having(terrain)
        return zone | rules.zone(others, state)

    def armed(self, side: str) -> tuple[HexSet, HexSet]:
        """9.0p: the hexes of a side's units with an attack strength: those mud keeps on the roads, and the others."""
        known: dict[str, tuple[HexSet, HexSet]] = self.unmoved(ARMED, dict)
        found = known.get(side)
        if found is None:
            found = known[side] = self._armed(side)
        return found

    def _armed(self, side: str) -> tuple[HexSet, HexSet]:
        shape = (self.rules.places_of[side](self.at), bytes(self.level), bytes(self.tried), bytes(self.weak))
        return self.memo(("armed now", side), lambda: self._with_attack(self.on_map(side)), shape)

    def _with_attack(self, units: Iterable[Unit]) -> tuple[HexSet, HexSet]:
        at, bound = self.at, self.rules.bound
        wheels = others = 0
        for unit in units:
            if self.can_attack(unit):
                if bound[unit]:
                    wheels |= 1 << at[unit]
                else:
                    others |= 1 << at[unit]
        return wheels, others

    def negated(self, side: str) -> HexSet:
        """9.0i: hexes whose own units cancel enemy zones for supply and retreat: units that can attack."""
        wheels, others = self.armed(side)
        return wheels | others

    def in_enemy_zoc(self, unit: Unit) -> bool:
        """Whether the unit stands in an enemy zone of control."""
        return bool(self.zoc(ENEMY[self.owners[unit]]) >> self.at[unit] & 1)
