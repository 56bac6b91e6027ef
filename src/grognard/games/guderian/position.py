"""The position: what stands where, in plain lists and sets of hexes, and the names players use for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grognard.dice import Dice
from grognard.events import Eliminated, Scored
from grognard.hexes import Hex, HexSet
from grognard.mechanics.components import Unit as Unit
from grognard.mechanics.counters import Counters
from grognard.state import Frame

if TYPE_CHECKING:
    from grognard.games.guderian.rules import Rules

GERMAN, SOVIET = "german", "soviet"
ENEMY = {GERMAN: SOVIET, SOVIET: GERMAN}

# Where a unit is when it is not in a hex.
UNUSED, DUE, DEAD = -1, -2, -3

# What a unit has done or suffered; the first two groups last for a phase.
MOVED, HALTED, RAILED, STEPPED, STARTED_OOS = 1, 2, 4, 8, 16
ATTACKED, DEFENDED, ADVANCED = 32, 64, 128
RETREATED = 256  # driven among friends (9.75): until it leaves the hex or its owner's player turn begins
NEWCOMER = 512  # entered in this player turn: in supply (11.33)
LASTING = RETREATED | NEWCOMER  # what the end of a phase leaves


class Position(Counters["Rules"]):
    """Everything that changes in a game of Panzergruppe Guderian."""

    __slots__ = (
        "air", "army", "aside", "back", "brought", "brought_now", "called", "called_now", "commanded", "counter",
        "cuts", "dead", "deck", "disrupted", "draws", "due", "evacuated", "flags", "frozen", "german_held", "hand",
        "held_with_line", "launched", "level", "mp", "origin", "owed", "partisans", "partisans_left", "pool",
        "rail_used", "recaptured", "repaired", "smolensk", "trail", "tried",
    )  # fmt: skip

    def __init__(self, rules: Rules, options: dict[str, bool], dice: Dice) -> None:
        super().__init__(dice, rules, options)
        count = len(rules.units)
        self.play_frames((Frame("soviet-setup", SOVIET),))
        # units
        self.level = bytearray(count)  # steps lost
        self.tried = bytearray(rules.always_tried)  # revealed; Germans and Leaders always are
        self.disrupted = bytearray(count)
        self.flags: list[int] = [0] * count
        self.mp: list[int] = [0] * count  # half points left in this phase
        self.origin: list[Hex] = [UNUSED] * count  # the hex in which the unit began the phase (6.54)
        self.back: list[Hex] = [UNUSED] * count  # whence it entered the EZOC it stands in (10.23); DUE: off the map
        self.army: dict[Unit, str] = {}  # on the first turn (5.2)
        self.due: dict[Unit, tuple[int, str]] = {}  # off the map: first turn and entrance
        self.owed: tuple[tuple[str, str], ...] = ()  # divisions the pool could not fill yet: entrance and kind
        # untried units: the counter under each, and where the other counters are
        self.counter: list[int] = [UNUSED] * count
        self.deck: list[int] = [0] * count  # which pool it was drawn from: the first, or a dead pile turned over
        self.pool: dict[str, tuple[int, ...]] = {}
        self.dead: dict[str, tuple[int, ...]] = {}
        self.aside: tuple[tuple[int, int, bool], ...] = ()  # out of the game by 7.1: counter, pool, seen
        self.draws: dict[str, tuple[int, int]] = {}  # by kind: slots used, pools used
        # the map
        self.air: tuple[Hex, ...] = ()  # German Air Interdiction markers
        self.partisans: Hex = UNUSED  # the Soviet Interdiction marker
        self.partisans_left = 0
        self.cuts: tuple[Hex, ...] = ()
        self.repaired: HexSet = 0
        self.german_held: HexSet = 0  # hexes of cities and objectives the Germans were last in (15.11)
        # the phase
        self.hand: tuple[Unit, ...] = ()  # units whose move is not over (6.0b)
        self.trail: dict[Unit, HexSet] = {}  # hexes entered on the first turn (5.23)
        self.frozen: frozenset[str] = frozenset()
        self.commanded: HexSet = 0  # within a Leader's radius when the phase began (6.55)
        self.rail_used = 0
        self.launched: HexSet = 0  # whence attacks have been made in this phase (10.26)
        # the tally
        self.called = self.called_now = 0  # South-Western Front divisions called: in the game, in this turn
        self.brought = self.brought_now = 0  # those of them that have come on: in the game, in this turn
        self.evacuated = 0
        self.smolensk = 0  # the turn at whose end the Germans first held both its hexes
        self.held_with_line: frozenset[str] = frozenset()
        self.recaptured: tuple[str, ...] = ()

    # --- names -----------------------------------------------------------------------------------------------------

    def name(self, unit: Unit) -> str:
        """What players call the unit: its designation, or a plain serial number while it is untried."""
        if self.tried[unit] and self.counter[unit] >= 0:
            return self.rules.counter_ids[self.counter[unit]]
        return self.rules.ids[unit]

    def names(self, units: Iterable[Unit]) -> tuple[str, ...]:
        """What players call several units."""
        tried, counter, ids, designations = self.tried, self.counter, self.rules.ids, self.rules.counter_ids
        return tuple([designations[counter[u]] if tried[u] and counter[u] >= 0 else ids[u] for u in units])

    def find(self, word: str) -> Unit | None:
        """The unit a player means by a word, if there is one in the game."""
        unit = self.rules.unit_by_id.get(word)
        if unit is not None:
            renamed = self.counter[unit] >= 0 and self.tried[unit]
            return None if renamed or self.at[unit] == UNUSED else unit
        counter = self.rules.counter_by_id.get(word)
        if counter is None:
            return None
        return next((u for u in self.rules.soviet_divisions if self.counter[u] == counter and self.tried[u]), None)

    # --- strengths -------------------------------------------------------------------------------------------------

    def printed(self, unit: Unit) -> tuple[int, int, int]:
        """Attack, defence and movement on the unit's present face; for an untried unit those hidden under it."""
        counter = self.counter[unit]
        piece = self.rules.counters[counter] if counter >= 0 else self.rules.units[unit]
        return piece.steps[self.level[unit]]

    def strength(self, unit: Unit) -> str:
        """The face of the counter as everybody sees it: 4-10, 6-8-6, ?-6."""
        piece = self.rules.units[unit]
        if not self.tried[unit]:
            return f"?-{piece.steps[0][2]}"
        attack, defence, move = self.printed(unit)
        if piece.type == "leader":
            return f"({piece.more.rating})-{move}"
        return f"{attack}-{defence}-{move}" if piece.type == "rifle" else f"{attack}-{move}"

    def steps(self, unit: Unit) -> int:
        """How many steps the unit has left."""
        return len(self.rules.units[unit].steps) - self.level[unit]

    def may_attack_ever(self, unit: Unit) -> bool:
        """Whether the unit has an attack strength, as far as anybody knows (10.23, 12.3)."""
        return unit not in self.rules.leaders and (not self.tried[unit] or self.printed(unit)[0] > 0)

    # --- stacks ----------------------------------------------------------------------------------------------------

    def withdraw(self, unit: Unit, whereto: int) -> None:
        """Take a unit off the map."""
        self.take_off(unit, whereto)
        self.disrupted[unit] = 0
        self.flags[unit] = 0
        self.back[unit] = UNUSED
        if unit in self.hand:
            self.hand = tuple(u for u in self.hand if u != unit)

    def eliminate(self, unit: Unit, rule: str, why: str = "", *, for_good: bool = False) -> None:
        """A unit is lost: German counters and Leaders for good, Soviet divisions to the dead pile (12.4)."""
        self.tell(Eliminated(unit=self.name(unit), hex=self.hexname(self.at[unit]), why=why, rule=rule))
        self.withdraw(unit, DEAD)
        counter = self.counter[unit]
        if counter >= 0:
            kind = self.rules.kind[unit]
            if for_good:
                self.aside = (*self.aside, (counter, self.deck[unit], bool(self.tried[unit])))
            else:
                self.dead[kind] = (*self.dead[kind], counter)
            self.counter[unit] = UNUSED
        elif (division := self.division_of(unit)) and self.is_lost(division):
            points = self.rules.scenario.division_points
            self.tell(Scored(side=SOVIET, points=points, why=f"{division} is eliminated", rule="15.12a"))

    def division_of(self, unit: Unit) -> str:
        """The German division a unit is, or is part of; '' for those that are none or are worth nothing (15.12)."""
        piece = self.rules.units[unit]
        if piece.side == SOVIET or piece.id in self.rules.scenario.worthless:
            return ""
        return piece.division or (piece.id if piece.size == "XX" else "")

    def is_lost(self, division: str) -> bool:
        """Whether every unit of a German division has been eliminated, and none is still to come (15.12)."""
        units = self.rules.divisions.get(division) or (self.rules.unit_by_id[division],)
        places = [self.at[unit] for unit in units]
        return DEAD in places and all(place < 0 and place != DUE for place in places)

    def disrupt(self, unit: Unit, disrupted: bool) -> None:
        """Set or clear a unit's disruption (6.6)."""
        self.disrupted[unit] = disrupted
        self.touch()

    def note_presence(self, unit: Unit, hex: Hex) -> None:
        """A unit is, or passes, in a hex: its side was the last there (15.11)."""
        bit = 1 << hex
        if bit & self.rules.objectives:
            if self.rules.side[unit] == GERMAN:
                self.german_held |= bit
            else:
                self.german_held &= ~bit

    # --- 8 zones of control ------------------------------------------------------------------------------------------

    def zoc(self, side: str) -> HexSet:
        """The hexes a side controls: all around its units that are not disrupted, not over lake hexsides (8.1)."""
        return self.unmoved(side, lambda: self._zone(side))

    def _zone(self, side: str) -> HexSet:
        hexes = self._in_order(side)
        return self.memo(("zoc", side), lambda: self.rules.zone(hexes), hexes)

    def _in_order(self, side: str) -> HexSet:
        """The hexes with at least one unit of the side that is not disrupted."""
        hexes, disrupted = self.occupied[side], self.disrupted
        unit = disrupted.find(1)
        while unit >= 0:
            hex = self.at[unit]
            if all(disrupted[u] for u in self.stacks[hex]):
                hexes &= ~(1 << hex)
            unit = disrupted.find(1, unit + 1)
        return hexes

    def in_enemy_zoc(self, unit: Unit) -> bool:
        """Whether the unit stands in an enemy-controlled hex."""
        return bool(self.zoc(ENEMY[self.owners[unit]]) >> self.at[unit] & 1)
