"""Answers that need no search: set-up, losses, retreats, advances, markers."""

from __future__ import annotations

from grognard.bots.knowledge.guderian.ground import goals, strength
from grognard.decision import Decision
from grognard.games.guderian.position import GERMAN, SOVIET, Position, Unit
from grognard.games.guderian.supply import in_supply, road_to_source
from grognard.hexes import Hex, HexSet, members
from grognard.match import Match

WORTH_A_MARKER = 6  # German units that partisans must cut off
NEAR = 4  # hexes around a railroad within which Soviet divisions are likely to use it


def answer(match: Match, side: str) -> str | None:
    """The answer to a question that needs no search."""
    decision = next((d for d in match.decisions if d.side == side), None)
    if decision is None:
        return None
    g = match.state
    assert isinstance(g, Position)
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
            return "retreat"
        case "lose-step" | "overstack":
            return f"lose {_cheapest(g, decision)}"
        case "retreat":
            return f"retreat {_drive_off(g, side, decision)}"
        case "advance":
            return _advance(g, side, decision)
    return None


# --- losses ----------------------------------------------------------------------------------------------------------


def _cheapest(g: Position, decision: Decision) -> str:
    """The unit whose step is missed least: no last regiment of a division, no Leader, no strong unit."""

    def price(word: str) -> tuple[bool, bool, float]:
        unit = g.unit(word)
        last = g.steps(unit) == 1
        return unit in g.rules.leaders, last and _is_last(g, unit), _drop(g, unit)

    return min(decision.choices(("lose",)).items, key=price)


def _is_last(g: Position, unit: Unit) -> bool:
    """Whether a German division would be gone with the unit."""
    division = g.division_of(unit)
    units = g.rules.divisions.get(division, (unit,))
    return g.rules.side[unit] == GERMAN and not any(g.at[u] >= 0 for u in units if u != unit)


def _drop(g: Position, unit: Unit) -> float:
    """How much strength goes with the next step."""
    if g.steps(unit) == 1 or unit in g.rules.leaders:
        return sum(strength(g, unit))
    faces = g.rules.units[unit].steps
    return float(sum(faces[g.level[unit]][:2]) - sum(faces[g.level[unit] + 1][:2]))


# --- after combat ----------------------------------------------------------------------------------------------------


def _drive_off(g: Position, side: str, decision: Decision) -> str:
    """The enemy's way of retreat: to where he is least use to himself, Germans west and Soviets into our arms."""
    hexes = decision.choices(("retreat",)).items
    grid, mine = g.rules.grid, g.zoc(side)

    def use(word: str) -> tuple[int, int]:
        hex = g.rules.hex_by_name[word]
        ways_out = (grid.around[hex] & ~mine & ~g.rules.impassable).bit_count()
        west = grid.column(hex)
        return (west, ways_out) if side == SOVIET else (ways_out, west)

    return min(hexes, key=use)


def _advance(g: Position, side: str, decision: Decision) -> str:
    """Go where it is worth more to be; the Soviets leave a good position only for a place."""
    found: list[tuple[float, str]] = []
    for name in decision.choices(("advance",)).items:
        unit = g.unit(name)
        here = _lure(g, side, unit, g.at[unit])
        for word in decision.choices(("advance", name)).items:
            hex = g.rules.hex_by_name[word]
            gain = _lure(g, side, unit, hex) - here
            if gain > 0 and (side == GERMAN or g.rules.objectives >> hex & 1):
                found.append((gain, f"advance {name} {word}"))
    return max(found)[1] if found else "stay"


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
        trial.forget()
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
