"""What a blunder is in EastFront."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.bots.blunders import Chief, Counts, PlainWatch, first_to_reach, in_movement
from grognard.decision import Words
from grognard.games.eastfront.command import command_range
from grognard.games.eastfront.control import determine_control, passable
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.position import ENEMY, Position, Unit
from grognard.games.eastfront.rail import supply_net
from grognard.games.eastfront.routes import onward
from grognard.games.eastfront.supply import beachhead_supply, fortress_fed, has_line, zone_supply
from grognard.games.eastfront.victory import points
from grognard.hexes import Hex, HexSet
from grognard.preview import Preview
from grognard.state import Frame

PLAYED = ("command", "movement", "combat", "blitz-movement", "blitz-combat", "supply")
OURS, THEIRS = "steps the attacker loses", "steps the defender loses"


class GameWatch(PlainWatch):
    """Supply by 10, HQs that stand alone, cities that produce, rounds of battle, and what HQ steps are spent on."""

    counts = (
        "unsupplied", "pocketed", "exposed", "lone", "empty", "fell", "sealed", "poor", "hq_steps", "thin", "given",
    )  # fmt: skip
    attacks = ("resolve",)

    def __init__(self) -> None:
        self._steps = 0  # spent on activations in this player turn
        self._moved = 0
        self._fought = 0
        self._served: dict[Unit, set[Unit]] = {}  # by active HQ: the blocks that moved or fought under it

    def whose(self, g: Position) -> str:
        return g.side if g.phase in PLAYED else ""

    def units(self, g: Position, side: str) -> Iterable[Unit]:
        return g.on_map(side)

    def lacks_supply(self, g: Position, unit: Unit) -> bool:
        return not has_line(g, unit) and not fortress_fed(g, unit)

    def pocketed(self, g: Position, side: str) -> dict[Unit, Hex]:
        """No way through friendly or disputed hexes leads to Rail or Sea Supply, however long."""
        net = supply_net(g, side).hexes | zone_supply(g, side) | beachhead_supply(g, side)
        free, reached, fresh = passable(g, side), net, net
        while fresh:
            fresh = g.rules.around(fresh & (free | net)) & ~reached
            reached |= fresh
        return {unit: g.at[unit] for unit in g.on_map(side) if not reached >> g.at[unit] & 1}

    def chiefs(self, g: Position) -> dict[str, Chief]:
        """The HQs; they are attacked in their own hex."""
        found = {}
        for side in ENEMY:
            for hq in g.rules.hqs[side]:
                hex = g.at[hq]
                if hex >= 0:
                    found[g.name(hq)] = Chief(side, all(g.is_hq(unit) for unit in g.stack(side, hex)), 1 << hex)
        return found

    def held(self, g: Position, side: str) -> dict[str, HexSet]:
        """11.22: the cities that produce for whoever holds them."""
        held, own = g.held[side] & ~g.rules.zones, g.occupied[side]
        return {
            city.name: 1 << city.hex & ~own
            for city in g.rules.earning
            if (city.value or city.resource) and held >> city.hex & 1
        }

    def reach(self, g: Position, side: str, hexes: HexSet) -> HexSet:
        """By a land move of blocks that an HQ where it stands could command."""
        twin = in_movement(g, Frame("movement", side), _ready)
        commanded = 0
        for hq in g.rules.hqs[side]:
            if g.at[hq] >= 0:
                commanded |= command_range(twin, hq)
        movers = (
            (unit, speed(twin, unit), (speed(twin, unit), g.rules.units[unit].type))
            for unit in g.on_map(side)
            if commanded >> g.at[unit] & 1 and not g.is_hq(unit)
        )
        return first_to_reach(g, hexes, movers, lambda unit: onward(twin, unit, (g.at[unit],)))

    def stakes(self, g: Position, words: Words, preview: Preview) -> tuple[float, float]:
        """The steps lost in the round, by the odds as the attacker may know them."""
        own, enemy = (
            sum(int(steps) * chance for steps, chance in preview.tables.get(title, {}).items())
            for title in (OURS, THEIRS)
        )
        return own, enemy

    def points(self, g: Position) -> dict[str, int]:
        return points(g)

    # --- HQ steps ----------------------------------------------------------------------------------------------------

    def notes(self, g: Position, words: Words) -> None:
        """What is done under which HQ: by command, by the air, or by a Supreme Move."""
        if words[0] == "activate":
            self._served[g.unit(words[1])] = set()
            self._steps += g.rules.charts.value("command.blitz_steps") if "blitz" in words else 1
        elif words[0] in ("move", "rearguard") and g.phase.endswith("movement"):
            unit = g.unit(words[1])
            self._moved += 1
            under = [hq for hq, hexes in g.command.items() if hexes >> g.at[unit] & 1 and not g.rules.is_supreme(hq)]
            for hq in under or [hq for hq in g.role if g.rules.is_supreme(hq)]:
                self._served.setdefault(hq, set()).add(unit)
        elif words[0] in ("rail", "sea"):
            self._moved += 1
            for hq in g.role:
                if g.rules.is_supreme(hq):
                    self._served.setdefault(hq, set()).add(g.unit(words[1]))
        elif words[0] in ("drop", "invade") and g.find(words[1]) is not None:
            self._moved += 1
            for hq in g.role:
                self._served.setdefault(hq, set()).add(g.unit(words[1]))
        elif words[0] == "resolve":
            hex = g.rules.grid.by_name.get(words[-1])
            if hex is None:
                return
            self._fought += 1
            for hq, hexes in g.command.items():
                if hexes >> hex & 1 or g.strikes.get(hex) == hq:
                    self._served.setdefault(hq, set()).update(g.stack(g.side, hex))

    def closing(self) -> Counts:
        found = {
            "hq_steps": self._steps,
            "deeds": self._moved + self._fought,
            "activations": len(self._served),
            "thin": sum(len(blocks) < 2 for blocks in self._served.values()),
        }
        self._steps = self._moved = self._fought = 0
        self._served = {}
        return found


def _ready(g: Position, side: str) -> None:
    """Control as a movement phase would find it, nobody being active yet."""
    g.role, g.command = {}, {}
    g.fresh, g.entered, g.crossed, g.rearguards = 0, {}, {}, {}
    determine_control(g)
