"""Answers that need no search: set-up, losses, retreats, advances, markers."""

from __future__ import annotations

from grognard.bots.knowledge.guderian.ground import goals, strength
from grognard.bots.knowledge.guderian.judgement import german_lines, trapped
from grognard.bots.knowledge.guderian.survey import look_again, survey
from grognard.decision import Decision
from grognard.events import Attacked, Rolled
from grognard.games.guderian.position import ENEMY, GERMAN, SOVIET, Position, Unit
from grognard.games.guderian.results import CombatResult
from grognard.games.guderian.retreat import ROOM, by_hex, next_hexes, standing
from grognard.games.guderian.stacking import fits
from grognard.games.guderian.supply import in_supply, road_to_source
from grognard.hexes import Hex, HexSet, members
from grognard.match import Match

FOLLOWING = 100.0  # it matters more than anything that a division stays together
WORTH_A_MARKER = 6  # German units that partisans must cut off
WORTH_STANDING = 10  # points of a place that are worth a step or two
NEAR = 4  # hexes around a railroad within which Soviet divisions are likely to use it


def answer(match: Match, side: str) -> str | None:
    """The answer to a question that needs no search."""
    decision = match.decision_of(side)
    if decision is None:
        return None
    g = match.state
    assert isinstance(g, Position)
    if not match.under_way:
        look_again(g)
    match decision.kind:
        case "soviet-setup":
            return "deploy" if "deploy" in decision.choices() else "end"
        case "soviet-evacuation":
            return f"evacuate {decision.choices(('evacuate',)).items[0]}"
        case "german-markers" | "german-interdiction":
            return _aircraft(g) if "interdict" in decision.choices() else "end"
        case "soviet-interdiction":
            return _partisans(g) if "interdict" in decision.choices() else "end"
        case "loss-or-retreat":
            return _stand_or_go(match, g, side)
        case "lose-step" | "overstack":
            return f"lose {_cheapest(g, decision)}"
        case "retreat":
            return f"retreat {_drive_off(g, side, decision)}"
        case "advance":
            return _advance(g, side, decision)
    return None


# --- losses ----------------------------------------------------------------------------------------------------------


def _stand_or_go(match: Match, g: Position, side: str) -> str:
    """Ground is cheaper than steps, unless there is no room behind or a place would go with it."""
    roll = next(event for event in reversed(match.events) if isinstance(event, Rolled))
    fight = next(event for event in reversed(match.events) if isinstance(event, Attacked))
    result = CombatResult.parse(roll.result)
    hexes = [g.rules.hex_by_name[name] for name in fight.hexes]
    if fight.side == side:
        units = [g.unit(name) for name in fight.units]
        if fight.how == "attack" and _worth_entering(g, side, hexes, units, result.attacker):
            return "lose"
        return "retreat" if _room_behind(g, units, result.attacker) else "lose"
    if any(_worth_standing(g, side, hex, result.defender) for hex in hexes):
        return "lose"
    return "retreat" if _room_behind(g, [u for hex in hexes for u in g.stack(hex)], result.defender) else "lose"


def _room_behind(g: Position, units: list[Unit], hexes: int) -> bool:
    """Whether all of the units could retreat without some being lost on the way."""
    for stack in by_hex(g, [unit for unit in units if g.at[unit] >= 0]):
        ways = next_hexes(g, stack, hexes, (g.at[stack[0]],))
        if not ways or standing(g, stack, ways[0]) > ROOM:
            return False
    return True


def _worth_standing(g: Position, side: str, hex: Hex, steps: int) -> bool:
    """Whether a place would be lost that is worth so many steps, and enough are there."""
    place = g.rules.board.place_at.get(hex)
    if place is None or g.rules.scenario.places.get(place.name, 0) < WORTH_STANDING:
        return False
    held = bool(g.german_held >> hex & 1) == (side == GERMAN)
    return held and sum(g.steps(unit) for unit in g.stack(hex) if unit not in g.rules.leaders) > steps


def _worth_entering(g: Position, side: str, hexes: list[Hex], units: list[Unit], steps: int) -> bool:
    """Whether a place has been emptied that whoever goes back cannot enter (9.66), and some are left to do so."""
    taken = any(g.rules.objectives >> hex & 1 and bool(g.german_held >> hex & 1) != (side == GERMAN) for hex in hexes)
    return taken and not any(g.stack(hex) for hex in hexes) and sum(g.steps(unit) for unit in units) > steps


def _cheapest(g: Position, decision: Decision) -> str:
    """The unit whose step is missed least: no Leader, no last regiment of a division nor its first, no strong unit."""

    def price(word: str) -> tuple[bool, bool, bool, float]:
        unit = g.unit(word)
        last = g.steps(unit) == 1
        return unit in g.rules.leaders, last and _is_last(g, unit), last and _is_whole(g, unit), _drop(g, unit)

    return min(decision.choices(("lose",)).items, key=price)


def _is_last(g: Position, unit: Unit) -> bool:
    """Whether a German division would be gone with the unit."""
    division = g.division_of(unit)
    units = g.rules.divisions.get(division, (unit,))
    return g.rules.side[unit] == GERMAN and not any(g.at[u] >= 0 for u in units if u != unit)


def _is_whole(g: Position, unit: Unit) -> bool:
    """Whether the unit's division has all its regiments, without one of which it does not fight as one (7.3)."""
    return bool(mates := _mates(g, unit)) and all(g.at[u] >= 0 for u in mates)


def _drop(g: Position, unit: Unit) -> float:
    """How much strength goes with the next step."""
    if g.steps(unit) == 1 or unit in g.rules.leaders:
        return sum(strength(g, unit))
    faces = g.rules.units[unit].steps
    return float(sum(faces[g.level[unit]][:2]) - sum(faces[g.level[unit] + 1][:2]))


# --- after combat ----------------------------------------------------------------------------------------------------


def _drive_off(g: Position, side: str, decision: Decision) -> str:
    """The enemy's way of retreat: Germans to the west, Soviets off our ways and to the east."""
    hexes = decision.choices(("retreat",)).items
    grid, mine = g.rules.grid, g.zoc(side)
    ways = 0 if side == SOVIET else survey(g).routes.hexes

    def use(word: str) -> tuple[int, int, int]:
        hex = g.rules.hex_by_name[word]
        ways_out = (grid.around[hex] & ~mine & ~g.rules.impassable).bit_count()
        return ways >> hex & 1, (1 if side == SOVIET else -1) * grid.column(hex), ways_out

    return min(hexes, key=use)


def _advance(g: Position, side: str, decision: Decision) -> str:
    """Go where it is worth more to be, divisions whole; the Soviets leave a good position only for a place."""
    found: list[tuple[float, str]] = []
    for name in decision.choices(("advance",)).items:
        unit = g.unit(name)
        here = _lure(g, side, unit, g.at[unit])
        for word in decision.choices(("advance", name)).items:
            hex = g.rules.hex_by_name[word]
            gain = _lure(g, side, unit, hex) - here
            taken = bool(g.rules.objectives >> hex & 1)
            if side == SOVIET:
                good = gain > 0 and taken
            elif _follows(g, unit, hex):
                good, gain = True, FOLLOWING + gain
            else:
                good = gain > 0 and _room_for_all(g, unit, hex) and _within_reach(g, hex)
                good = good and (taken or _way_back(g, side, hex))
            if good:
                found.append((gain, f"advance {name} {word}"))
    return max(found)[1] if found else "stay"


def _mates(g: Position, unit: Unit) -> list[Unit]:
    """The other regiments of the division."""
    return [u for u in g.rules.divisions.get(g.rules.units[unit].division, ()) if u != unit]


def _follows(g: Position, unit: Unit, hex: Hex) -> bool:
    """Whether a regiment of the division has gone there."""
    return any(g.at[u] == hex for u in _mates(g, unit)) and fits(g, GERMAN, (*g.stack(hex), unit))


def _room_for_all(g: Position, unit: Unit, hex: Hex) -> bool:
    """Whether the division is together, and would be there."""
    mates = [u for u in _mates(g, unit) if g.at[u] >= 0]
    return all(g.at[u] == g.at[unit] for u in mates) and fits(g, GERMAN, (*g.stack(hex), unit, *mates))


def _within_reach(g: Position, hex: Hex) -> bool:
    """Whether supplies come as far as the hex or the next one."""
    return bool(g.rules.grid.around[hex] & german_lines(g))


def _way_back(g: Position, side: str, hex: Hex) -> bool:
    """Whether whoever goes there could retreat again: nobody advances to where he is encircled."""
    return not trapped(g, ENEMY[side], hex, g.zoc(ENEMY[side]))


def _lure(g: Position, side: str, unit: Unit, hex: Hex) -> float:
    """How much a unit likes a hex: near the places that are still to be had, best of all in one."""
    klass = g.rules.units[unit].klass
    total = 0.0
    for goal in goals(g.rules):
        open = bool(goal.place.set & (~g.german_held if side == GERMAN else g.german_held))
        if open:
            total += goal.points * (goal.near[klass][hex] + (hex in goal.place.hexes))
    return total


# --- markers ---------------------------------------------------------------------------------------------------------


def _aircraft(g: Position) -> str:
    """On the railroads that most Soviet divisions stand near."""
    grid = g.rules.grid
    tracks = g.rules.board.line("rail").hexes & g.rules.air_zone & ~g.occupied[GERMAN]
    taken = 0
    for hex in g.air:
        taken |= grid.disc(hex, NEAR)
    free = members(tracks & ~taken)
    if not free:
        return "end"
    soviet = g.occupied[SOVIET]
    busiest = max(free, key=lambda hex: ((grid.disc(hex, NEAR) & soviet).bit_count(), grid.column(hex)))
    return f"interdict {g.hexname(busiest)}"


def _partisans(g: Position) -> str:
    """On the German supply road where it hurts most, if it hurts enough."""
    now = _cut_off(g)
    best, where = WORTH_A_MARKER - 1, -1
    for hex in _near_source(g):
        trial = g.copy()
        trial.partisans = hex
        trial.freeze()
        more = _cut_off(trial) - now
        if more > best:
            best, where = more, hex
    return "end" if where < 0 else f"interdict {g.hexname(where)}"


def _near_source(g: Position) -> list[Hex]:
    """The first road hexes from the west edge in which no Germans stand."""
    grid = g.rules.grid
    road: HexSet = road_to_source(g) & ~g.occupied[GERMAN]
    return sorted(members(road), key=grid.column)[:8]


def _cut_off(g: Position) -> int:
    return sum(not in_supply(g, unit) for unit in g.on_map(GERMAN))
