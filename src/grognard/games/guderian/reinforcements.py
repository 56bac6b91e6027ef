"""14 Reinforcements: scheduled (16), provisional, and from the South-Western Front."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.decision import Procedure
from grognard.events import Entered, Noted, Rolled, Scored
from grognard.games.guderian.movement import allowance, must_go_on, repair, step_into, take_in_hand
from grognard.games.guderian.position import (
    DUE,
    ENEMY,
    GERMAN,
    MOVED,
    NEWCOMER,
    SOVIET,
    STARTED_OOS,
    STEPPED,
    UNUSED,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.guderian.routes import interdicted, points, unescorted
from grognard.games.guderian.untried import draw, put_back
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, alone, party_to_hex, some
from grognard.ruling import OK, Ruling, no

PROVISIONAL = tuple("123456")


# --- what falls due --------------------------------------------------------------------------------------------------


def provisional(g: Position) -> Procedure[None]:
    """14.11: a die each turn names the entrance at which one more rifle division arrives."""
    if any(area not in g.rules.board.areas for area in PROVISIONAL):
        return
    die = yield from g.roll(SOVIET, "the provisional reinforcement", "14.11")
    unit = draw(g, "rifle")
    what = "the provisional reinforcement"
    g.tell(Rolled(side=SOVIET, dice=(die,), what=what, result=f"entrance {die}", rule="14.11"))
    if unit is None:
        g.tell(Noted(text="no counter is left for the provisional reinforcement: it is lost", rule="14.14"))
    else:
        _await(g, unit, g.turn, str(die))


def scheduled(g: Position) -> None:
    """16.1: the divisions of this turn's schedule are drawn, after those the pool could not fill before."""
    wanted = list(g.owed)
    for group in g.rules.scenario.soviet:
        if group.turn == g.turn and group.at in g.rules.board.areas:
            wanted += [(group.at, kind) for kind, count in group.divisions.items() for _ in range(count)]
            if group.leader and g.at[g.rules.unit_by_id[group.leader]] == UNUSED:
                _await(g, g.rules.unit_by_id[group.leader], g.turn, group.at)
    owed = []
    for area, kind in wanted:
        unit = draw(g, kind)
        if unit is None:
            owed.append((area, kind))  # delayed until counters die and come back (12.4b)
        else:
            _await(g, unit, g.turn, area)
    g.owed = tuple(owed)


def _await(g: Position, unit: Unit, turn: int, area: str) -> None:
    g.at[unit] = DUE
    g.due[unit] = (turn, area)
    ready(g, unit)


def ready(g: Position, unit: Unit) -> None:
    """A unit off the map has its full allowance in the turn it enters (11.33)."""
    g.flags[unit] = NEWCOMER
    g.mp[unit] = allowance(g, unit)


def forgo_provisional(g: Position) -> None:
    """14.13: a provisional division that found no way in is not saved for another turn."""
    for unit in [u for u, (_, area) in g.due.items() if area in PROVISIONAL]:
        g.tell(Noted(text=f"{g.name(unit)} cannot enter and is lost to the Soviet player", rule="14.13"))
        put_back(g, unit)


# --- entering --------------------------------------------------------------------------------------------------------


def may_enter(g: Position, unit: Unit) -> Ruling:
    """Whether the unit may come onto the map in this phase."""
    if g.rules.side[unit] != g.side or g.phase not in ("soviet-movement", "german-movement"):
        return no("14.0", f"{g.name(unit)} may enter only in its own side's first Movement Phase of a turn")
    if g.at[unit] != DUE:
        return no("14.3", f"{g.name(unit)} is not waiting to enter")
    turn, _ = g.due[unit]
    if turn > g.turn:
        return no("14.3", f"{g.name(unit)} may enter from turn {turn} on")
    if (unfinished := must_go_on(g, g.hand)) is not None:
        return no("5.23a", f"{g.name(unfinished)} must first use up its movement allowance")
    return OK if not is_south_western(g, unit) else may_bring_on(g)


def entry_hexes(g: Position, unit: Unit) -> HexSet:
    """The hexes at which the unit may come in, enemies aside (14.3, 14.12, 14.22)."""
    area = g.rules.board.areas.get(g.due[unit][1])
    if area is None:  # a board of one's own may lack the entrance of those who were flown out (10.4)
        return 0
    if area.id in PROVISIONAL and not area.set & ~(g.occupied[GERMAN] | g.zoc(GERMAN)):
        return _beside(g, area.hexes) | area.set & ~g.occupied[GERMAN]
    return area.set & ~g.occupied[ENEMY[g.rules.side[unit]]]


def _beside(g: Position, hexes: Sequence[Hex]) -> HexSet:
    """14.12: the nearest hex along the same map edge, toward the east, that Germans do not occupy."""
    grid, blocked = g.rules.grid, g.occupied[GERMAN] | g.rules.impassable
    edge = next((e for e in g.rules.board.edges.values() if all(e >> h & 1 for h in hexes)), 0)
    last = max(grid.column(h) for h in hexes)
    free = [h for h in members(edge & ~blocked) if grid.column(h) > last]
    return 1 << min(free, key=grid.column) if free else 0


def entry_cost(g: Position, unit: Unit, hex: Hex) -> int | None:
    """14.0: the cost of the first hex, by road if a road comes in there."""
    cost = g.rules.entry_costs[g.rules.units[unit].klass].get(hex)
    return None if cost is None else cost + interdicted(g, g.rules.side[unit]).get(hex, 0)


def _affordable(g: Position, unit: Unit) -> HexSet:
    """14.0: the hexes that the unit can pay for as its first."""
    klass, left = g.rules.units[unit].klass, g.mp[unit]
    hexes = g.rules.entries(klass, left)
    for hex, more in interdicted(g, g.rules.side[unit]).items():
        if not g.rules.entries(klass, left - more) >> hex & 1:
            hexes &= ~(1 << hex)
    return hexes


def ways_in(g: Position, units: Sequence[Unit]) -> HexSet:
    """The hexes at which all of the units can come in together."""
    hexes = g.rules.grid.all
    for unit in units:
        hexes &= entry_hexes(g, unit) & _affordable(g, unit)
    if not g.rules.leaders.isdisjoint(units) and not any(g.may_attack_ever(u) for u in units):
        hexes &= ~unescorted(g)
    return hexes


def note_entry(g: Position, unit: Unit, hex: Hex) -> None:
    """A unit is on the map from now on; it counts as having begun the phase in its entry hex (6.54)."""
    if is_south_western(g, unit):
        bring_on(g, unit)
    del g.due[unit]
    g.flags[unit] |= NEWCOMER | MOVED
    g.flags[unit] &= ~STARTED_OOS
    g.origin[unit] = hex
    step_into(g, unit, hex, DUE, g.zoc(ENEMY[g.rules.side[unit]]))


def waiting(g: Position) -> Iterator[Unit]:
    """The units that may enter now and can."""
    ways: dict[tuple[str, str, int], bool] = {}  # units of a class at an entrance have the same way in
    for unit, (turn, area) in g.due.items():
        if turn <= g.turn and g.rules.side[unit] == g.side and may_enter(g, unit):
            key = (area, g.rules.units[unit].klass, g.mp[unit])
            if key not in ways:
                ways[key] = bool(ways_in(g, (unit,)))
            if ways[key]:
                yield unit


def must_enter(g: Position) -> list[Unit]:
    """14.13: the provisional division of the turn, while it has a way in."""
    arriving = [unit for unit, (_, area) in g.due.items() if area in PROVISIONAL]
    return [unit for unit in arriving if may_enter(g, unit) and ways_in(g, (unit,))]


def _possible(g: Position) -> Ruling:
    return OK if some(waiting(g)) else no("14.3", "no unit is due that can enter now")


def _joining(g: Position, units: Party) -> list[Unit]:
    area = g.due[units[0]][1]
    if is_south_western(g, units[0]) and not may_bring_on(g, len(units) + 1):
        return []
    fellows = [u for u in g.due if u not in units and g.due[u][1] == area]
    return [u for u in fellows if may_enter(g, u) and ways_in(g, (*units, u))]


def _why_not_along(g: Position, units: Party, unit: Unit) -> Ruling:
    both = is_south_western(g, unit) and is_south_western(g, units[0])
    if both and not (ruling := may_bring_on(g, len(units) + 1)):
        return ruling
    return no("14.3", f"{g.name(unit)} does not enter at the same place and hex as {g.name(units[0])}")


def _why_not_alone(g: Position, unit: Unit) -> Ruling:
    name = g.name(unit)
    if unit in g.rules.leaders and entry_hexes(g, unit):
        return no("10.23a", f"{name} enters an enemy zone of control only with a unit that can attack: name it")
    return no("14.3", f"every hex at which {name} may enter is held by the enemy: it waits")


def _why_not_there(g: Position, units: Party, way: Way, hex: Hex) -> Ruling:
    there = g.hexname(hex)
    area = g.rules.board.areas[g.due[units[0]][1]]
    if g.occupied[ENEMY[g.side]] >> hex & 1:
        return no("6.21", f"enemy in {there}: enter at another hex")
    open = entry_hexes(g, units[0])
    if not open >> hex & 1:
        where = " ".join(g.hexnames(members(open)))
        return no(_place_rule(g, units[0], open), f"{g.name(units[0])} enters at {area.id}: {where}")
    for unit in units:
        cost = entry_cost(g, unit, hex)
        if cost is None or cost > g.mp[unit]:
            return no("14.0", f"{g.name(unit)} has {points(g.mp[unit])} movement points, too few to enter {there}")
    return no("10.23a", f"a Leader enters {there}, an enemy zone of control, only with a unit that can attack")


def _place_rule(g: Position, unit: Unit, open: HexSet) -> str:
    """The rule that says where a unit enters."""
    area = g.rules.board.areas[g.due[unit][1]]
    if area.id in PROVISIONAL:
        return "14.12" if open & ~area.set else "14.11"
    return "14.22" if is_south_western(g, unit) else "14.3"


def enter(g: Position, units: Party, way: Way) -> None:
    """14.0: units come in together and pay for their first hex."""
    (hex,) = way
    take_in_hand(g, units)
    for unit in sorted(units, key=lambda u: u in g.rules.leaders):
        cost = entry_cost(g, unit, hex)
        assert cost is not None
        g.mp[unit] -= cost
        note_entry(g, unit, hex)
        repair(g, unit, hex)
        g.place(unit, hex)
        g.flags[unit] |= STEPPED
        g.tell(Entered(unit=g.name(unit), hex=g.hexname(hex), rule="14.0"))


ENTER: Verb[Position] = party_to_hex(
    "enter",
    "",  # by the phase of the side: 4.2A1, 4.2B1
    once="14.3",
    possible=_possible,
    units=waiting,
    joining=_joining,
    hexes=lambda g, units, way: () if way else members(ways_in(g, units)),
    why_not_unit=may_enter,
    why_not_alone=_why_not_alone,
    why_not_along=_why_not_along,
    why_not_hex=_why_not_there,
    carry_out=enter,
)


# --- 14.2 the South-Western Front ------------------------------------------------------------------------------------


def is_south_western(g: Position, unit: Unit) -> bool:
    """Whether a unit that waits off the map is one the South-Western Front sends."""
    return unit in g.due and g.due[unit][1] == g.rules.scenario.south_west_at


def may_bring_on(g: Position, more: int = 1) -> Ruling:
    """14.21: whether so many more of them may come on in this turn."""
    plan = g.rules.scenario
    if g.brought_now + more > plan.south_west_per_turn:
        return no("14.21", f"no more than {plan.south_west_per_turn} South-Western Front divisions come on in a turn")
    if g.brought + more > len(plan.south_west_points):
        return no("14.21", f"all {len(plan.south_west_points)} South-Western Front divisions have come on")
    return OK


def bring_on(g: Position, unit: Unit) -> None:
    """14.23: the German player is paid for each division when it comes on."""
    price = g.rules.scenario.south_west_points[g.brought]
    g.brought += 1
    g.brought_now += 1
    why = f"{g.name(unit)} comes on from the South-Western Front"
    g.tell(Scored(side=GERMAN, points=price, why=why, rule="14.23"))


def _may_call(g: Position) -> Ruling:
    plan = g.rules.scenario
    if g.turn < plan.south_west_from:
        return no("14.21", f"the South-Western Front sends divisions from turn {plan.south_west_from} on")
    if g.called_now >= plan.south_west_per_turn:
        return no("14.21", f"no more than {plan.south_west_per_turn} South-Western Front divisions a turn are called")
    if g.called >= len(plan.south_west_points):
        return no("14.21", f"all {len(plan.south_west_points)} South-Western Front divisions have been called")
    if not g.pool["rifle"] and not g.dead["rifle"]:
        return no("14.14", "no rifle division counter is left")
    if plan.south_west_at not in g.rules.board.areas:
        return no("14.22", "this map has no entrance for the South-Western Front")
    return OK


def _call(g: Position) -> None:
    plan = g.rules.scenario
    unit = draw(g, "rifle")
    assert unit is not None
    g.called += 1
    g.called_now += 1
    _await(g, unit, g.turn, plan.south_west_at)
    g.tell(Noted(text=f"{g.name(unit)} is called from the South-Western Front", rule="14.21"))


CALL: Verb[Position] = alone("call", "14.21", _call, _may_call)
