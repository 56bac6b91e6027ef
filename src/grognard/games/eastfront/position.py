"""The position: which block stands where and how strong, who controls what, and how far the turn has gone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Self

import msgspec

from grognard.dice import Dice
from grognard.events import PUBLIC, Eliminated, Event, LostStep, Revealed
from grognard.games.eastfront.scenario import Scenario
from grognard.hexes import Hex, HexSet
from grognard.mechanics.components import Unit as Unit
from grognard.mechanics.counters import Units
from grognard.state import Frame, State

if TYPE_CHECKING:
    from grognard.games.eastfront.rules import Rules

GERMAN, SOVIET = "german", "soviet"
ENEMY = {GERMAN: SOVIET, SOVIET: GERMAN}

# Where a block is when it is not in a hex: in no force, still to come, eliminated but rebuildable, out for good, in the
# Balkan exit zones that are out of play (W44.5).
UNUSED, DUE, DEAD, GONE, AWAY = -1, -2, -3, -4, -5

# What an active HQ has been activated for (5.4, 5.7, 14.2, 15.41).
ACTIVE, BLITZ, PARADROP, INVASION = 1, 2, 4, 8

# What a block has done: moved in this phase, moved strategically in this player-turn (6.53), dropped and not yet
# linked up (14.6).
MOVED, STRATEGIC, DISPERSED = 1, 2, 4

# What the enemy remembers of a block that was face-up: which it is, and how strong.
IDENTITY, STRENGTH = 1, 2

# How a unit came into a battle (7.5, 14.4, 15.43).
LAND, RIVER, AIR, SEA = "land", "river", "air", "sea"

# The Coastal Army's Beachhead (15.51).
LOST, PREP, READY, DEPLOYED = "lost", "prep", "ready", "deployed"


class Position(Units["Rules"]):
    """Everything that changes in a game of EastFront."""

    constant: ClassVar[frozenset[str]] = State.constant | {"scenario"}

    __slots__ = (
        "afloat", "airpower", "basic", "battles", "beachhead", "beachhead_at", "blitz", "ceded", "chosen", "closed",
        "command", "command_spent", "crossed", "cv", "disputed", "due", "entered", "fallen", "flags",
        "fortnight", "fought", "fresh", "held", "landed", "levels", "month", "occupied", "played", "ports",
        "prior", "rearguards", "rebuilt", "recorded", "resolving", "result", "role", "scenario", "shown",
        "spotted", "stacks", "strikes", "supplied", "supreme", "surrender", "switched", "weather",
    )  # fmt: skip

    def __init__(self, rules: Rules, scenario: Scenario, options: dict[str, bool], dice: Dice) -> None:
        super().__init__(dice, rules, options)
        count = len(rules.units)
        self.scenario = scenario
        self.play_frames((Frame("deployment", GERMAN),))
        # time: `turn` counts the fortnights played
        self.month, self.fortnight = 0, scenario.first_fortnight
        self.weather = "dry"
        self.played: tuple[str, ...] = ()  # the sides that have had their player-turn in this fortnight
        # blocks
        self.cv = bytearray(count)
        self.supplied = bytearray(b"\1" * count)  # 10.2: a status that lasts from check to check
        self.shown = bytearray(count)  # face-up: the enemy sees type and strength (0b)
        self.spotted = bytearray(count)  # face-down, but the enemy still knows its place (IDENTITY) or its strength too
        self.flags = bytearray(count)
        self.due: dict[Unit, tuple[str, int]] = {}  # reinforcements: month and strength
        self.rebuilt: frozenset[Unit] = frozenset()  # satellites and siege guns that are not what they were (11.42)
        # the map
        self.stacks: dict[str, dict[Hex, tuple[Unit, ...]]] = {GERMAN: {}, SOVIET: {}}
        self.occupied: dict[str, HexSet] = {GERMAN: 0, SOVIET: 0}
        self.battles: dict[Hex, str] = {}  # battle hex -> Original Attacker (7.12)
        self.held: dict[str, HexSet] = {GERMAN: 0, SOVIET: 0}  # friendly hexes as of the start of the phase (8.1)
        self.disputed: HexSet = 0
        self.prior: HexSet = 0  # hexes the Germans were the last to control (8.34)
        self.closed: HexSet = 0  # hexes nobody may enter
        # the player-turn
        self.role: dict[Unit, int] = {}  # active HQs
        self.blitz = False  # a Blitz HQ was activated in this player-turn (5.7)
        self.command: dict[Unit, HexSet] = {}  # what each active HQ commands in this phase
        self.airpower: dict[Unit, int] = {}  # the dice each active HQ's airstrike has in this Combat Phase (13.12)
        self.command_spent: frozenset[Unit] = frozenset()  # Invasion HQs that have sent their unit (15.41)
        self.supreme = 0  # Supreme Moves left
        self.crossed: dict[tuple[Hex, Hex], int] = {}  # units over each hexside of a battle in this phase (6.33)
        self.entered: dict[Unit, tuple[Hex, str]] = {}  # who joined a battle in this phase, whence and how
        self.rearguards: dict[Unit, tuple[Hex, Hex]] = {}  # 6.41: the battle it covers and where it will fall back to
        self.afloat: frozenset[Unit] = frozenset()  # those of them that ships fetch (15.6)
        self.fresh: HexSet = 0  # battles begun in this phase: combat is mandatory (7.15)
        self.ports: dict[Hex, int] = {}  # units in and out by sea in this player-turn (15.21)
        self.strikes: dict[Hex, Unit] = {}  # airstrikes by battle hex (7.13)
        self.chosen: tuple[Hex, ...] = ()  # optional battles to be fought (7.14)
        self.fought: tuple[Hex, ...] = ()
        self.resolving = False  # all battles are selected (4.43)
        # the economy and the tally
        self.basic: dict[str, int] = dict(scenario.basic)
        self.levels: dict[str, int] = {}  # Production Levels as last announced
        self.beachhead, self.beachhead_at = LOST, UNUSED
        self.landed: Hex = UNUSED  # where the Coastal Army has come ashore and stayed
        self.surrender = False  # Rumania has surrendered (16.11)
        self.ceded: HexSet = 0  # what it ceded and no Soviet unit has reached since: German again if Bucharest is
        self.switched: HexSet = 0  # the exit zones that went to the Soviets with it and no German has retaken
        self.fallen: HexSet = 0  # which of Odessa and Sevastopol have been German: their recapture binds (16.13)
        self.recorded: tuple[tuple[str, dict[str, int]], ...] = ()  # points at the end of each scenario played
        self.result: tuple[str, str] | None = None  # winner and level, once the game is over

    def copy(self) -> Self:
        twin = super().copy()
        twin.stacks = {side: stacks.copy() for side, stacks in self.stacks.items()}
        return twin

    def facts(self) -> tuple[object, ...]:
        return (self.scenario.id, *super().facts())

    # --- names -----------------------------------------------------------------------------------------------------

    @property
    def month_code(self) -> str:
        """The month, as JUN41."""
        return self.scenario.months[self.month]

    def find(self, word: str) -> Unit | None:
        """The unit a player means by a word, if it is in the game."""
        unit = self.rules.unit_by_id.get(word)
        return None if unit is None or self.at[unit] == UNUSED else unit

    def known_names(self) -> Iterable[str]:
        return self.names(u for u, hex in enumerate(self.at) if hex != UNUSED)

    def spell(self, hex: Hex) -> str:
        """A hex as players speak of it: by a place, or by steps from one (1.2)."""
        return self.rules.spoken[hex]

    def point_out(self, hex: Hex) -> str:
        """A hex for somebody who looks for it on the map: with its number where no place gives it its name."""
        name = self.spell(hex)
        return name if name in self.rules.geography.places else f"{name} ({self.hexname(hex)})"

    # --- blocks ----------------------------------------------------------------------------------------------------

    def stack(self, side: str, hex: Hex) -> tuple[Unit, ...]:
        """The side's units in a hex."""
        return self.stacks[side].get(hex, ())

    def present(self, side: str, hex: Hex) -> bool:
        """Whether the side has a unit in a hex."""
        return bool(self.occupied[side] >> hex & 1)

    def place(self, unit: Unit, hex: Hex) -> None:
        """Put a unit into a hex, from another or from off the map."""
        assert self._answers is None, "a frozen position does not change"
        self._asked = None
        side = self.rules.side[unit]
        if self.at[unit] >= 0:
            self._leave(side, unit)
        else:
            self.spotted[unit] = 0
        self.at[unit] = hex
        stacks = self.stacks[side]
        stacks[hex] = (*stacks.get(hex, ()), unit)
        self.occupied[side] |= 1 << hex

    def withdraw(self, unit: Unit, whereto: int) -> None:
        """Take a unit off the map."""
        if self.at[unit] >= 0:
            hex = self.at[unit]
            self._leave(self.rules.side[unit], unit)
            self.at[unit] = whereto
            self.settle(hex)
        self.at[unit] = whereto
        self.flags[unit] = self.shown[unit] = 0
        self.supplied[unit] = 1
        self.role.pop(unit, None)
        self.command.pop(unit, None)
        self.entered.pop(unit, None)

    def _leave(self, side: str, unit: Unit) -> None:
        hex, stacks = self.at[unit], self.stacks[side]
        rest = tuple(u for u in stacks[hex] if u != unit)
        if not self.shown[unit] and not all(self.shown[u] for u in rest):  # who has left?
            for u in stacks[hex]:
                self.spotted[u] = 0
        if rest:
            stacks[hex] = rest
        else:
            del stacks[hex]
            self.occupied[side] &= ~(1 << hex)

    def settle(self, hex: Hex) -> None:
        """A battle is over when one side has no unit left in its hex; the other's blocks are stood upright."""
        if hex in self.battles and not (self.present(GERMAN, hex) and self.present(SOVIET, hex)):
            del self.battles[hex]
            for side in ENEMY:
                for unit in self.stack(side, hex):
                    if unit not in self.role:
                        self.shown[unit] = 0

    def engaged(self, unit: Unit) -> bool:
        """Whether the unit stands in a battle hex."""
        return self.at[unit] in self.battles

    def defender(self, hex: Hex) -> str:
        """The Original Defender of a battle (7.12)."""
        return ENEMY[self.battles[hex]]

    def is_hq(self, unit: Unit) -> bool:
        """Whether the unit is a headquarters."""
        return self.rules.units[unit].is_hq

    def lose_step(self, unit: Unit, rule: str, why: str = "") -> None:
        """2.4: one step less; below its last step a unit is eliminated (an HQ has a step 0)."""
        if self.cv[unit] > (0 if self.is_hq(unit) else 1):
            self.cv[unit] -= 1
            told = LostStep(unit=self.name(unit), strength=self.strength(unit), rule=rule)
            seen = LostStep(unit=self.alias(unit), strength="?", rule=rule)
            self.say(unit, told, None if why == "command" else seen)
        else:
            self.eliminate(unit, rule, why)

    def eliminate(self, unit: Unit, rule: str, why: str = "", whereto: int = DEAD) -> None:
        """A unit is lost; it may be rebuilt as a cadre (11.42) unless it is gone for good."""
        where = self.spell(self.at[unit])
        told = Eliminated(unit=self.name(unit), hex=where, why=why, rule=rule)
        self.say(unit, told, Eliminated(unit=self.alias(unit), hex=where, why=why, rule=rule))
        self.cv[unit] = 0
        self.withdraw(unit, GONE if self.rules.units[unit].nation == "italian" else whereto)  # 11.42

    def strength(self, unit: Unit) -> str:
        """Its strength as it is written on the block: 3, or II for an HQ."""
        cv = self.cv[unit]
        return ("0", "I", "II", "III")[cv] if self.is_hq(unit) else str(cv)

    # --- fog of war (0b) ---------------------------------------------------------------------------------------------

    def alias(self, unit: Unit) -> str:
        """What the enemy calls the unit: its name if it is face-up, else just a block."""
        return self.name(unit) if self.shown[unit] else f"a {self.rules.side[unit].title()} block"

    def say(self, unit: Unit, told: Event, seen: Event | None) -> None:
        """Tell the owner of a unit one thing and everybody else another, or nothing."""
        if seen is not None and self.shown[unit]:
            self.tell(told)
            return
        owner = self.rules.side[unit]
        self.tell(_only(told, (owner,)))
        if seen is not None:
            self.tell(_only(seen, (ENEMY[owner], PUBLIC)))

    def reveal(self, units: Iterable[Unit], rule: str) -> None:
        """Turn blocks face-up."""
        for unit in units:
            if not self.shown[unit]:
                was = f"{self.alias(unit)} in {self.spell(self.at[unit])}"
                self.shown[unit], self.spotted[unit] = 1, STRENGTH
                self.tell(Revealed(unit=self.name(unit), was=was, strength=self.strength(unit), rule=rule))


def _only(event: Event, sides: tuple[str, ...]) -> Event:
    return msgspec.structs.replace(event, only=sides)
