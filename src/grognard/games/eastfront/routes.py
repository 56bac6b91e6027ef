"""6.1 to 6.3: where a unit can go, hex by hex, and by which way."""

from __future__ import annotations

from grognard.games.eastfront.control import friendly, home_side
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.position import ENEMY, SOVIET, Position, Unit
from grognard.games.eastfront.supply import home_area, restricted
from grognard.hexes import Hex, HexSet
from grognard.ruling import OK, Ruling, no

Path = tuple[Hex, ...]
WALLS = {  # hexsides closed by land: the rule, and what players call them
    "alpine": ("1.34", "high mountains"),
    "sea": ("1.36", "sea"),
    "lake": ("1.37", "lake"),
    "sivash": ("1.6a", "Sivash lagoon, where only trains go,"),
}


def side_of(a: Hex, b: Hex) -> tuple[Hex, Hex]:
    """A hexside, whichever way it is crossed."""
    return (a, b) if a < b else (b, a)


def capacity(g: Position, a: Hex, b: Hex) -> int:
    """6.33: how many units may still cross a hexside of a battle in this phase."""
    return g.rules.limit(a, b, g.weather) - g.crossed.get(side_of(a, b), 0)


def halts(g: Position, unit: Unit, hex: Hex) -> bool:
    """1.33, 1.34: whether terrain stops the unit on entering."""
    return bool(halting(g, unit) >> hex & 1)


def halting(g: Position, unit: Unit) -> HexSet:
    """The hexes whose terrain stops the unit."""
    return 0 if g.rules.units[unit].type == g.rules.stop_exempt else g.rules.halting[g.weather]


def may_enter(g: Position, unit: Unit, a: Hex, b: Hex) -> Ruling:
    """Whether the unit may ever step from one hex to the next, battles aside."""
    rules, side = g.rules, g.owner(unit)
    if g.closed >> b & 1:
        return out_of_play(g, b)
    if rules.no_soviets >> b & 1 and side == SOVIET:
        return no("16.31", f"Soviet units may not enter {g.spell(b)}")
    if restricted(g, unit) and not _homeward(g, unit, a, b):
        return no("16.13", f"{g.name(unit)} is restricted to its own country and the hexes next to it")
    return OK


def out_of_play(g: Position, hex: Hex) -> Ruling:
    """Why nobody may be in a closed hex: Hungary, Balkan zones, hexes a scenario leaves out, or a neutral country."""
    if "hungary_closed" in g.scenario.special and g.rules.country("hungary") >> hex & 1:
        return no("S41.4", f"{g.spell(hex)} is in Hungary, which is closed to both sides")
    if g.rules.zones >> hex & 1:
        return no("W44.5", f"{g.spell(hex)} is out of play")
    left_out = any(g.rules.hex(word) == hex for word in g.scenario.out_of_play)
    return no("EDE.1" if left_out else "1.1", f"{g.spell(hex)} is {'out of play' if left_out else 'neutral'}")


def open_to(g: Position, unit: Unit) -> HexSet:
    """The hexes into which `may_enter` lets the unit from anywhere: none for one that is restricted (16.13)."""
    return 0 if restricted(g, unit) else open_hexes(g, g.owner(unit))


def open_hexes(g: Position, side: str) -> HexSet:
    """The hexes that a side's units may enter, save those that are restricted."""
    return g.rules.grid.all & ~(g.closed | g.rules.no_soviets if side == SOVIET else g.closed)


def _homeward(g: Position, unit: Unit, a: Hex, b: Hex) -> bool:
    """16.13, G30: within its area, or on the way back to it."""
    area = home_area(g, unit)
    if area >> b & 1 or not area:
        return bool(area)
    return g.rules.far(area, b) < g.rules.far(area, a)


def may_step(g: Position, unit: Unit, path: Path, b: Hex) -> Ruling:
    """Whether a unit that has come along `path` may take one more step."""
    rules, a, side = g.rules, path[-1], g.owner(unit)
    into_zone = b in rules.zone_links.get(a, ())
    if not into_zone and b not in rules.steps[a]:
        return no("6.1", f"there is no way from {g.spell(a)} to {g.spell(b)}")
    ruling = may_enter(g, unit, a, b)
    if ruling is not OK:
        return ruling
    if into_zone and len(path) > 1:
        return no("16.23", "a move into or out of an exit zone is a whole move")
    if (a, b) in rules.strait and len(path) > 1:
        return no("1.38", "a unit that crosses the straits begins its move on the shore")
    disengaging = path[0] in g.battles
    enemy = g.present(ENEMY[side], b)
    if disengaging and len(path) == 1:
        ruling = _may_disengage(g, unit, a, b)
        if not ruling:
            return ruling
    if enemy:
        return _may_engage(g, unit, a, b, disengaging)
    return OK


def _full(g: Position, a: Hex, b: Hex) -> Ruling:
    where = f"hexside {g.point_out(a)} to {g.point_out(b)}"
    return no("6.33", f"{where} is full this phase: go round, or cross in the next")


def _may_disengage(g: Position, unit: Unit, a: Hex, b: Hex) -> Ruling:
    between_home_zones = _home_zone(g, unit, a) and _home_zone(g, unit, b)  # 16.23
    if not between_home_zones:
        if b in g.battles or g.present(ENEMY[g.owner(unit)], b):
            return no("6.32", f"{g.spell(b)} is embattled: a unit disengages only into a friendly hex")
        if not friendly(g, g.owner(unit), b):
            return no("6.32", f"{g.spell(b)} is not friendly: a unit disengages only into a friendly hex")
    if capacity(g, a, b) < 1:
        return _full(g, a, b)
    return OK


def _may_engage(g: Position, unit: Unit, a: Hex, b: Hex, disengaging: bool) -> Ruling:
    rules = g.rules
    if g.is_hq(unit) and not rules.zones >> b & 1:
        return no("5.1", f"{g.name(unit)} is an HQ and may not engage")
    if disengaging and not (_home_zone(g, unit, a) and _home_zone(g, unit, b)):
        return no("6.32", f"{g.name(unit)} has disengaged and may not engage again in this phase")
    if capacity(g, a, b) < 1:
        return _full(g, a, b)
    return OK


def _home_zone(g: Position, unit: Unit, hex: Hex) -> bool:
    zone = g.rules.geography.zones.get(hex)
    return zone is not None and home_side(g, zone) == g.owner(unit)


def stops_at(g: Position, unit: Unit, path: Path) -> bool:
    """Whether the unit can go no further."""
    if len(path) == 1:
        return False
    a, b = path[-2:]
    rules = g.rules
    return (
        g.present(ENEMY[g.owner(unit)], b)
        or halts(g, unit, b)
        or (a, b) in rules.strait
        or b in rules.zone_links.get(a, ())
        or len(path) > allowance(g, unit, path)
    )


def allowance(g: Position, unit: Unit, path: Path) -> int:
    """How many hexes the unit may move on this way: an exit move takes it all, whatever its speed (16.23)."""
    if len(path) > 1 and path[1] in g.rules.zone_links.get(path[0], ()):
        return 1
    return speed(g, unit)


def onward(g: Position, unit: Unit, path: Path) -> dict[Hex, Path]:
    """Every hex the unit can still reach from the end of `path`, with the way to it.

    Into a battle it takes the way that hampers it least: not over a river if it can be helped, then the shortest, then
    the hexside with the most room.
    """
    found: dict[Hex, Path] = {}
    battles: dict[Hex, tuple[tuple[int, int, int], Path]] = {}
    fresh = [path]
    if stops_at(g, unit, path):
        return found
    rules, enemies, pace = g.rules, g.occupied[ENEMY[g.owner(unit)]], speed(g, unit)
    plain = open_to(g, unit) & ~(enemies | rules.shores)  # where nothing speaks against a step, save for disengaging
    halts = halting(g, unit)
    seen = {path[-1]}
    while fresh:
        following: list[Path] = []
        for way in fresh:
            a, first = way[-1], len(way) == 1 and way[0] in g.battles
            zones = rules.zone_links.get(a, ())
            for b in (*(rules.steps[a] if len(way) <= pace else ()), *zones):
                if b in seen:
                    continue
                simple = plain >> b & 1 and not first and not zones
                if not simple and may_step(g, unit, way, b) is not OK:
                    continue
                longer = (*way, b)
                if enemies >> b & 1:
                    begins = b not in g.battles or bool(g.fresh >> b & 1)  # 7.5: a river hampers only the first attack
                    wet = begins and ((a, b) in rules.river or (a, b) in rules.strait)
                    price = (int(wet), len(longer), -capacity(g, a, b))
                    if b not in battles or price < battles[b][0]:
                        battles[b] = price, longer
                    continue
                seen.add(b)
                found[b] = longer
                if not (halts >> b & 1 if simple and len(longer) <= pace else stops_at(g, unit, longer)):
                    following.append(longer)
        fresh = following
    found.update({hex: way for hex, (_, way) in battles.items()})
    found.pop(path[0], None)
    return found


def may_move_there(g: Position, unit: Unit, path: Path, hex: Hex) -> Ruling:
    """Why the unit cannot go on from the end of `path` to a hex."""
    rules = g.rules
    if stops_at(g, unit, path):
        return no("6.1", f"{g.name(unit)} must stop in {g.spell(path[-1])}")
    if not rules.playable >> hex & 1:
        return unplayable(g, hex)
    if hex == path[-1]:
        return no("6.1", f"{g.name(unit)} is in {g.spell(hex)} already")
    near = (*rules.steps[path[-1]], *rules.zone_links.get(path[-1], ()))
    if hex in near:
        ruling = may_step(g, unit, path, hex)
        if not ruling:
            return ruling
    if g.present(ENEMY[g.owner(unit)], hex):
        for a in rules.grid.neighbours[hex]:
            if rules.playable >> a & 1 and hex in rules.steps[a]:
                ruling = _may_engage(g, unit, a, hex, path[0] in g.battles)
                if not ruling and ruling.rule != "6.33":
                    return ruling
    for a, way in onward(g, unit, path).items():
        if hex in rules.steps[a] and len(way) <= speed(g, unit) and not stops_at(g, unit, way):
            ruling = may_step(g, unit, way, hex)
            if not ruling:
                return ruling
    if rules.zones >> hex & 1 and hex not in near:
        entry = g.spell(rules.geography.zones[hex].entry)
        return no("16.23", f"into {g.spell(hex)} one goes only from {entry} or a zone beside it, as a whole move")
    if rules.zones >> path[-1] & 1:
        entry = g.spell(rules.geography.zones[path[-1]].entry)
        return no("16.23", f"from {g.spell(path[-1])} one goes only to {entry} or a zone beside it, as a whole move")
    if wall := next((kind for kind in WALLS if (path[-1], hex) in rules.board.side(kind).pairs), ""):
        rule, barrier = WALLS[wall]
        return no(rule, f"{g.name(unit)} cannot cross the {barrier} between {g.spell(path[-1])} and {g.spell(hex)}")
    return no("6.1", f"{g.name(unit)} cannot reach {g.point_out(hex)}: its speed is {speed(g, unit)}")


def unplayable(g: Position, hex: Hex) -> Ruling:
    """Why nobody can enter a hex: the sea, a lake, or not on the map."""
    rule = {"sea": "1.36", "lake": "1.37"}.get(g.rules.board.terrain[hex], "1.2")
    return no(rule, f"{g.spell(hex)} cannot be entered")
