"""The position: where each unit is and in what state, whose the Initiative is, and how far formations can still go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from grognard.dice import Dice
from grognard.events import PUBLIC, Eliminated, Event, LostStep, Marked, Removed
from grognard.games.bugriver.terrain import NO_BRIDGES, Bridges
from grognard.hexes import Hex, HexSet
from grognard.mechanics.components import Unit as Unit
from grognard.mechanics.counters import Counters

if TYPE_CHECKING:
    from grognard.games.bugriver.rules import Rules

GERMAN, SOVIET = SIDES = "german", "soviet"
ENEMY = {GERMAN: SOVIET, SOVIET: GERMAN}

# Where a unit is when it is not in a hex: not in this scenario, to arrive, lost, cannibalised, off the map by a road.
UNUSED, DUE, DEAD, SPENT, EXITED = -1, -2, -3, -4, -5
NOBODY: Unit = -1  # in the place of a unit


def hidden_name(side: str) -> str:
    """What its enemy calls a unit of a side that he does not see."""
    return f"a {side.title()} unit"


@lru_cache(maxsize=256)
def both_ways(pairs: tuple[tuple[Hex, Hex], ...]) -> Bridges:
    """Bridges in either direction; the same object for the same pairs."""
    return frozenset(pair for a, b in pairs for pair in ((a, b), (b, a)))


class Position(Counters["Rules"]):
    """Everything that changes in a game of Across the Bug River.

    A formation goes by its HQ: `level`, `formation`, frames and actions name the HQ's counter. Of a stack the first
    unit lies on top (5.3.1a).
    """

    __slots__ = (
        "ap", "attached", "boats", "combat", "controlled", "disrupted", "donor", "drm", "due", "fit", "flipped",
        "formation", "improved", "interdiction", "level", "looked", "luck", "pending", "pontoons", "quiet", "released",
        "result", "ruined", "shown", "sides_passed", "spotted", "strength", "supplied", "surprise", "used",
    )  # fmt: skip

    def __init__(self, rules: Rules, options: dict[str, bool], dice: Dice) -> None:
        super().__init__(dice, rules, options)
        many = len(rules.units)
        # units
        self.strength = list(rules.printed)  # SP now; of an HQ its Support Points
        self.disrupted = bytearray(many)
        self.formation: list[Unit] = list(rules.home)  # the HQ each belongs to now (8.2c); an HQ is its own
        self.attached: frozenset[Unit] = frozenset()  # isolated units attached elsewhere for a while (5.5.1c)
        self.shown: frozenset[Unit] = frozenset()  # units whose assignment the enemy has seen (8.2b, G61)
        self.fit: dict[str, HexSet] = {side + klass: 0 for side in SIDES for klass in rules.classes}  # undisrupted
        self.combat: dict[str, HexSet] = dict.fromkeys(SIDES, 0)  # hexes with combat units
        self.improved: HexSet = 0  # hexes with an Improved Defense marker (7.7)
        self.looked: HexSet = 0  # stacks the enemy looks through, an attack on them being declared (5.3.4a)
        self.spotted: frozenset[Unit] = frozenset()  # units the enemy has seen and could follow to where they are
        # formations, by HQ
        self.level: dict[Unit, int] = {}  # Activation Levels of those in play
        self.flipped: frozenset[Unit] = frozenset()  # HQs that have expended Emergency Supply
        self.supplied: frozenset[Unit] = frozenset()  # HQs found in supply in this turn's Recovery Segment (G25)
        self.quiet: frozenset[Unit] = frozenset()  # formations whose reactions are declined unasked
        # the Ops Phase
        self.drm: tuple[str, int] = ("", 0)  # the Initiative +DRM marker: whose face is up, and the box (2c)
        self.interdiction = rules.scenario.plan.interdiction
        self.luck = rules.scenario.plan.luck  # who owns the Schlachtenglueck marker (5.2)
        self.sides_passed: tuple[str, ...] = ()
        self.surprise = 0  # activations left of the Surprise Attack (10.2a)
        self.used: tuple[Unit, ...] = ()  # formations that have made one of them
        self.ap: dict[str, int] = dict.fromkeys(SIDES, 0)  # on each side's Action Points track
        self.boats = 0  # units that have crossed the Bug in boats in this activation (7.3.8)
        self.pending: tuple[object, ...] = ()  # what an action has called for once it is over: a reaction, a bonus
        # the map
        self.controlled: HexSet = rules.german_bank & ~rules.edges[SOVIET]  # hexes the Germans control (G19)
        self.pontoons: dict[str, tuple[Hex, Hex]] = {}  # by corps (10.3a)
        self.ruined: frozenset[str] = frozenset()  # corps whose bridge the enemy has removed (10.3c)
        # arrivals and replacements
        self.due: dict[Unit, int] = {}  # units to arrive, and when
        self.released = 0  # the turn in which the reserves of 10.5 were released
        self.donor: tuple[Unit, str, int, int] = (
            NOBODY,
            "",
            0,
            0,
        )  # 8.3: HQ and type of the donor; points left, AFV points
        self.result: tuple[str, str] | None = None

    # --- units -------------------------------------------------------------------------------------------------------

    def is_hq(self, unit: Unit) -> bool:
        """Whether a unit is a headquarters."""
        return self.rules.klass[unit] == "hq"

    def units_of(self, hq: Unit) -> list[Unit]:
        """The combat units on the map that belong to a formation now."""
        return [u for u in self.on_map(self.rules.side[hq]) if self.formation[u] == hq and u != hq]

    def fighters(self, hex: Hex) -> list[Unit]:
        """The combat units in a hex."""
        klass = self.rules.klass
        return [unit for unit in self.stack(hex) if klass[unit] != "hq"]

    def hqs(self, hex: Hex) -> list[Unit]:
        """The HQs in a hex."""
        klass = self.rules.klass
        return [unit for unit in self.stack(hex) if klass[unit] == "hq"]

    def er(self, unit: Unit) -> int:
        """5.6.1: the Effectiveness Rating of the side that is up."""
        return self.rules.units[unit].steps[self.disrupted[unit]].er

    def place(self, unit: Unit, hex: Hex) -> None:
        """Put a counter into a hex, under those that are there."""
        old = self.at[unit]
        super().place(unit, hex)
        if old >= 0:
            self._count(self.owners[unit], old)
        self._count(self.owners[unit], hex)
        if self.pontoons and self.owners[unit] == SOVIET:
            self._ruin(hex)

    def take_off(self, unit: Unit, whereto: int) -> None:
        """Take a counter off the map."""
        old = self.at[unit]
        self.spotted -= {unit}
        super().take_off(unit, whereto)
        if old >= 0:
            self._count(self.owners[unit], old)

    def enter(self, unit: Unit, hex: Hex) -> None:
        """A unit comes into a hex; where a combat unit has been last the ground is its side's (G19)."""
        self.place(unit, hex)
        if not self.is_hq(unit):
            self.pass_through(self.owners[unit], hex)

    def pass_through(self, side: str, hex: Hex) -> None:
        """A side's combat unit enters a hex, to stay or on its way."""
        self.touch()
        if side == GERMAN:
            self.controlled |= 1 << hex
        else:
            self.controlled &= ~(1 << hex)
            if self.pontoons:
                self._ruin(hex)

    def held_by(self, side: str) -> HexSet:
        """G19: the hexes that a side's combat units entered last, or its set-up; the enemy may be in one now."""
        return self.controlled if side == GERMAN else self.rules.land & ~self.controlled

    def friendly(self, side: str) -> HexSet:
        """G19: the hexes that are friendly to a side: held by it, and no enemy unit there."""
        return self.held_by(side) & ~self.occupied[ENEMY[side]]

    def controls(self, side: str, hex: Hex) -> bool:
        """G19: whether a hex is friendly to a side."""
        return bool(self.friendly(side) >> hex & 1)

    def _count(self, side: str, hex: Hex) -> None:
        """Keep `fit` and `combat` for a hex."""
        self.touch()
        bit, klass = 1 << hex, self.rules.klass
        here = [unit for unit in self.stacks.get(hex, ()) if klass[unit] != "hq"]
        self.combat[side] = self.combat[side] | bit if here else self.combat[side] & ~bit
        able = {klass[unit] for unit in here if not self.disrupted[unit]}
        for kind in self.rules.classes:
            key = side + kind
            self.fit[key] = self.fit[key] | bit if kind in able else self.fit[key] & ~bit

    def go(self, units: Sequence[Unit], hex: Hex) -> None:
        """Units leave their hex for another, together; what the enemy knows of them goes along if he can tell who it is
        that goes (5.3.4a)."""
        stack = self.stacks[self.at[units[0]]]
        hidden = [unit for unit in stack if not self.seen(unit)]
        going = [unit for unit in hidden if unit in units]
        self.spotted |= {unit for unit in stack if unit not in hidden}
        if going and len(going) < len(hidden):
            self.spotted -= set(hidden)
        for unit in units:
            self.enter(unit, hex)

    def turn_up(self, unit: Unit) -> None:
        """5.3.1a: a unit is laid on top of its stack."""
        hex = self.at[unit]
        self.note_seen(hex)
        self.stacks[hex] = (unit, *(other for other in self.stacks[hex] if other != unit))

    # --- disruption and losses ---------------------------------------------------------------------------------------

    def disrupt(self, unit: Unit, rule: str) -> None:
        """5.6.2a: a unit is turned to its disrupted side; Improved Defense does not outlast it (7.7b)."""
        if not self.disrupted[unit]:
            self.disrupted[unit] = 1
            self._count(self.owners[unit], self.at[unit])
            self.end_improved(self.at[unit])
            self.say(unit, lambda name: Marked(unit=name, status="disrupted", rule=rule))

    def refit(self, unit: Unit, rule: str) -> None:
        """A unit is turned back to its front."""
        if self.disrupted[unit]:
            self.disrupted[unit] = 0
            self._count(self.owners[unit], self.at[unit])
            self.say(unit, lambda name: Marked(unit=name, status="no longer disrupted", rule=rule))

    def lose(self, unit: Unit, rule: str, why: str = "") -> None:
        """7.5.2j: a Strength Point is lost; with the last one the unit is eliminated."""
        if self.strength[unit] > 1:
            self.strength[unit] -= 1
            left = str(self.strength[unit])
            told = LostStep(unit=self.name(unit), strength=left, rule=rule)
            self.tell_apart(unit, told, LostStep(unit=self.alias(unit), strength="?", rule=rule))
        else:
            self.eliminate(unit, rule, why)

    def eliminate(self, unit: Unit, rule: str, why: str = "") -> None:
        """A unit is out of the game; what it leaves behind is no longer in Improved Defense (7.7b)."""
        where = self.hexname(self.at[unit])
        self.tell(Eliminated(unit=self.name(unit), hex=where, why=why, rule=rule))
        self.end_improved(self.at[unit])
        self.strength[unit] = self.disrupted[unit] = 0
        self.take_off(unit, DEAD)

    def end_improved(self, *hexes: Hex) -> None:
        """7.7b: the Improved Defense markers of these hexes are removed."""
        for hex in hexes:
            if self.improved >> hex & 1:
                self.improved &= ~(1 << hex)
                self.tell(Removed(what="Improved Defense", hex=self.hexname(hex), rule="7.7b"))

    # --- 5.3.4 limited intelligence ---------------------------------------------------------------------------------

    def seen(self, unit: Unit) -> bool:
        """5.3.4a: whether the enemy sees the counter: on top, under HQs alone, or in a stack he looks through."""
        hex = self.at[unit]
        if hex < 0 or self.looked >> hex & 1:
            return True
        for other in self.stacks[hex]:
            if other == unit:
                return True
            if not self.is_hq(other):
                return False
        return False

    def note_seen(self, hex: Hex) -> None:
        """The enemy remembers what he sees of a stack now."""
        self.spotted |= {unit for unit in self.stack(hex) if self.seen(unit)}

    def alias(self, unit: Unit) -> str:
        """What the enemy calls the unit."""
        return self.name(unit) if self.seen(unit) else hidden_name(self.owners[unit])

    def say(self, unit: Unit, event: Callable[[str], Event]) -> None:
        """Tell something about a unit, to the enemy under the name he knows."""
        self.tell_apart(unit, event(self.name(unit)), event(self.alias(unit)))

    def tell_apart(self, unit: Unit, told: Event, seen: Event) -> None:
        """Tell the owner of a unit one thing and everybody else another."""
        if told == seen:
            self.tell(told)
            return
        owner = self.owners[unit]
        self.tell(msgspec.structs.replace(told, only=(owner,)))
        self.tell(msgspec.structs.replace(seen, only=(ENEMY[owner], PUBLIC)))

    # --- the map -----------------------------------------------------------------------------------------------------

    @property
    def bridges(self) -> Bridges:
        """The pontoon bridges, both ways."""
        return both_ways(tuple(self.pontoons.values())) if self.pontoons else NO_BRIDGES

    def _ruin(self, hex: Hex) -> None:
        """10.3c, G54: a pontoon bridge with an enemy in one of its two hexes is out of the game."""
        for corps, ends in [*self.pontoons.items()]:
            if hex in ends:
                del self.pontoons[corps]
                self.touch()
                self.ruined |= {corps}
                told = Removed(what=f"the pontoon bridge of {corps} Corps", hex=self.hexname(hex), rule="10.3c")
                self.tell(told)
