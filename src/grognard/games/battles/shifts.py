"""12.3 Combat support shifts: every source by itself, the halving by supply (8.2, 8.3), and what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from grognard.games.battles import supply
from grognard.games.battles.integrity import attack_integrity, defence_integrity
from grognard.games.battles.position import ATTACK, ENEMY, NONE, Position, Unit
from grognard.games.battles.rules import charts
from grognard.games.battles.strength import Fight, is_full, level_in
from grognard.games.battles.support import AIR, NAVAL, points, projectors, shared_out, use_of, waived
from grognard.hexes import Hex
from grognard.preview import Line

# What a declaration calls the kinds of shifts that are claimed by themselves and may be waived (12.3b).
ARMOUR, SPECIALIST, INTEGRITY, CONCENTRIC = "armour", "specialist", "integrity", "concentric"
ANTI_TANK, TERRAIN, RIVER = "anti-tank", "terrain", "river"
SUPPORT = frozenset((ARMOUR, SPECIALIST, ANTI_TANK, "hq", AIR, NAVAL))  # G16: halved in one total
KINDS = (ARMOUR, SPECIALIST, INTEGRITY, CONCENTRIC, ANTI_TANK, TERRAIN, RIVER)


class Shift(NamedTuple):
    """A column shift: how many to the right (to the left below 0), and whether supply leaves it whole."""

    kind: str
    what: str
    value: int
    rule: str
    full: bool = True

    @property
    def line(self) -> Line:
        """The shift as players write it: 2R, 1L."""
        return Line(self.what, f"{abs(self.value)}{'R' if self.value > 0 else 'L'}", self.rule)


def shifts(g: Position, fight: Fight) -> list[Shift]:
    """12.4b: all shifts of a combat, the attacker's first, each side with its halving."""
    return [*of_attacker(g, fight), *of_defender(g, fight)]


def net(found: Iterable[Shift]) -> int:
    """12.3c: the attacker's shifts less the defender's."""
    return sum(shift.value for shift in found)


def of_attacker(g: Position, fight: Fight) -> list[Shift]:
    """What the attacker claims and has declared."""
    found: list[Shift] = []
    blue = [u for u in fight.attackers if g.rules.units[u].more.blue]
    if blue:  # G13: claimed against anti-tank defenders too, whose shift cancels it
        found.append(Shift(ARMOUR, f"armour: {_names(g, blue)}", 1, "12.3.4a", _any_full(g, fight, blue)))
    if heavy := specialists(g, fight):
        value = max(g.rules.units[u].more.specialist for u in heavy)
        full = _any_full(g, fight, heavy)
        found.append(Shift(SPECIALIST, f"specialist armour: {_names(g, heavy)}", value, "12.3.4b", full))
    if whole := attack_integrity(g, fight):
        found.append(Shift(INTEGRITY, f"{whole.formation} fights together", whole.shifts, "11.2a", whole.full))
    found += _declared(g, fight, fight.side, 1)
    if is_concentric(g, fight):
        found.append(Shift(CONCENTRIC, "attacked from all sides", 1, "12.3.5"))
    return _kept(g, fight, fight.side, found)


def of_defender(g: Position, fight: Fight) -> list[Shift]:
    """What the defender claims and has declared."""
    found: list[Shift] = []
    side, units = ENEMY[fight.side], g.rules.units
    found += _terrain(g, fight)
    found += _rivers(g, fight)
    if any(units[u].more.blue for u in fight.attackers):
        guns = [u for u in fight.defenders if units[u].more.blue or units[u].more.red]
        lent = [u for u in projectors(g, fight) if g.name(u) in fight.answered]
        if guns:
            full = _any_full(g, fight, guns)
            found.append(Shift(ANTI_TANK, f"anti-tank: {_names(g, guns)}", -1, "12.3.4c", full))
        elif lent:
            full = is_full(g, fight, lent[0])
            found.append(Shift(ANTI_TANK, f"anti-tank lent by {_names(g, lent[:1])}", -1, "12.3.4d", full))
    if whole := defence_integrity(g, fight):
        found.append(Shift(INTEGRITY, f"{whole.formation} fights together", -whole.shifts, "11.2b", whole.full))
    found += _declared(g, fight, side, -1)
    return _kept(g, fight, side, found)


def specialists(g: Position, fight: Fight) -> list[Unit]:
    """12.3.4b: specialist armour among the attackers."""
    return [u for u in fight.attackers if g.rules.units[u].more.specialist]


def _declared(g: Position, fight: Fight, side: str, sign: int) -> list[Shift]:
    """HQs and leaders (halved by the HQ's own supply, 15.0e), air, ships."""
    found: list[Shift] = []
    force = fight.force(side)
    for word, count in Counter(points(fight.claims(side))).items():
        unit = g.find(word)
        if word == AIR and g.rules.scenario.air is not None:
            value = count * g.rules.scenario.air.shift
            found.append(Shift(AIR, "air support", sign * value, "13.0b", _any_full(g, fight, force)))
        elif word == NAVAL:
            found.append(Shift(NAVAL, "naval support", sign * count, "12.3.3", _any_full(g, fight, force)))
        elif unit is not None and unit in g.rules.hqs:
            full = supply.level(g, unit) == ATTACK
            given = shared_out(g, unit, use_of(fight, side), count)
            found += [Shift("hq", f"{pool.source} supports", sign * pool.left, pool.rule, full) for pool in given]
    return found


def _kept(g: Position, fight: Fight, side: str, found: Sequence[Shift]) -> list[Shift]:
    """12.3b: without what is waived; 8.2e, 8.2f, 8.3e, 8.3f, G17: what is not in full supply halved."""
    given_up = waived(fight.claims(side))
    kept = [shift for shift in found if shift.kind not in given_up]
    out = all(level_in(g, fight, u) == NONE for u in fight.force(side))
    for kinds, what, rule in (
        (SUPPORT, "support", "8.2f" if out else "8.3f"),
        (frozenset((INTEGRITY,)), "integrity", "8.2e" if out else "8.3e"),
    ):
        lean = sum(shift.value for shift in kept if shift.kind in kinds and not shift.full)
        if abs(lean) > 1:  # half of one is still one
            sign = 1 if lean > 0 else -1
            less = abs(lean) - max(1, abs(lean) // 2)
            kept.append(Shift(what, f"{what} short of Attack supply, {abs(lean)} halved", -sign * less, rule))
    return kept


def _names(g: Position, units: Iterable[Unit]) -> str:
    return " ".join(g.names(units))


def _any_full(g: Position, fight: Fight, units: Iterable[Unit]) -> bool:
    return any(is_full(g, fight, unit) for unit in units)


# --- 12.3.1 terrain, 18.0 fortifications ------------------------------------------------------------------------------


@cache
def worth(what: str) -> Mapping[str, int]:
    """The columns a kind of terrain gives the defender: of a hex, a place, a side."""
    return charts().values(f"shift.{what}")


def ground(g: Position, hex: Hex, side: str) -> list[Shift]:
    """12.3.1a, 18.0: what the hex itself gives its defenders, all added up."""
    rules, where = g.rules, g.hexname(hex)
    found: list[Shift] = []
    terrain = rules.board.terrain[hex]
    if value := worth("hex").get(terrain, 0):
        found.append(Shift(TERRAIN, f"{where} is {terrain}", -value, "12.3.1a"))
    places = worth("place")
    place = rules.board.place_at.get(hex)
    if place and places.get(place.kind):
        found.append(Shift(TERRAIN, f"{where} is a {place.kind.replace('-', ' ')}", -places[place.kind], "12.3.1a"))
    if is_fortress(g, hex, side):
        found.append(Shift(TERRAIN, f"{where} is a fortress", -places["fortress"], "18.0a"))
    if fort := g.fort_shift(hex):
        found.append(Shift(TERRAIN, f"{where} has a field fort", -fort, "18.0b"))
    return found


def is_fortress(g: Position, hex: Hex, side: str) -> bool:
    """18.0a3: a fortress that stands and serves the side."""
    return bool(g.fortresses >> hex & 1) and g.rules.fortress_side[hex] == side


def grounds(g: Position, fight: Fight) -> dict[Hex, list[Shift]]:
    """12.2c: what the terrain of each hex under attack would give."""
    side = ENEMY[fight.side]
    return {hex: ground(g, hex, side) for hex in dict.fromkeys(g.at[u] for u in fight.defenders)}


def _terrain(g: Position, fight: Fight) -> list[Shift]:
    """12.2c, G24: of several hexes one, as the defender chose; the best unless he said otherwise."""
    known = grounds(g, fight)
    chosen = [hex for hex in known if g.hexname(hex) in fight.answered]
    best = chosen[-1] if chosen else min(known, key=lambda hex: net(known[hex]), default=None)
    return known[best] if best is not None else []


def _rivers(g: Position, fight: Fight) -> list[Shift]:
    """12.3.1b, G25: a river counts where every attacker is across it, at the least it is worth to one of them."""
    best: dict[str, tuple[int, Hex]] = {}
    for hex in dict.fromkeys(g.at[u] for u in fight.defenders):
        sides = [river(g, start, hex) for start in {g.at[u] for u in fight.attackers}]
        kind, value = min(sides, key=lambda side: side[1], default=("", 0))
        if value > best.get(kind, (0, 0))[0]:
            best[kind] = value, hex
    return [
        Shift(RIVER, f"{g.hexname(hex)} is attacked across a {kind.replace('-', ' ')}", -value, "12.3.1b")
        for kind, (value, hex) in best.items()
    ]


def river(g: Position, start: Hex, hex: Hex) -> tuple[str, int]:
    """The river between two hexes and what it is worth to a defender."""
    rules = g.rules
    value = worth("side")
    if (start, hex) in rules.major:
        return ("major-river", value["major-river"] - (value["bridge"] if has_bridge(g, start, hex) else 0))  # 20.0c
    return ("minor-river", value["minor-river"]) if (start, hex) in rules.minor else ("", 0)


def has_bridge(g: Position, a: Hex, b: Hex) -> bool:
    """20.0: whether a bridging unit is deployed between two hexes."""
    return any((g.at[unit], there) in ((a, b), (b, a)) for unit, (there, _) in g.bridges.items())


# --- 12.3.5 concentric attacks ----------------------------------------------------------------------------------------


def is_concentric(g: Position, fight: Fight) -> bool:
    """G26: the attackers and their zones cover all hexes around the defenders, who have no city or works (18.0c)."""
    if fight.overrun or not fight.defenders:
        return False
    covered = g.zone_of(fight.attackers) | g.rules.water
    for unit in fight.attackers:
        covered |= 1 << g.at[unit]
    for hex in dict.fromkeys(g.at[u] for u in fight.defenders):
        works = hex in g.forts or is_fortress(g, hex, ENEMY[fight.side])
        if works or g.rules.cities >> hex & 1 or g.rules.grid.around[hex] & ~covered:
            return False
    return True
