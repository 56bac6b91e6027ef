"""3.2: who stands where before the game, and what the players may place."""

from __future__ import annotations

from grognard.board import block
from grognard.dice import Dice
from grognard.events import PhaseBegun, Placed
from grognard.games.oder.position import DUE, ENEMY, GERMAN, SOVIET, UNUSED, Position, Unit
from grognard.games.oder.rules import Rules
from grognard.games.oder.stacking import no_room, room_for, with_room
from grognard.hexes import Hex, HexSet, hexset, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import alone, unit_to_hex
from grognard.ruling import OK, Ruling, no

RULE = {GERMAN: "3.2e", SOVIET: "3.2d"}  # free units


def start(rules: Rules, options: dict[str, bool], dice: Dice) -> Position:
    """The position when the Soviet player begins to place his free units."""
    g = Position(rules, options, dice)
    for name, hex in rules.scenario.fixed.items():
        g.place(rules.unit_by_id[name], rules.hex_by_name[hex])
    for name in rules.scenario.reinforcements:
        unit = rules.unit_by_id[name]
        g.at[unit] = DUE
        g.due[unit] = rules.scenario.reinforcement_turn
    g.tell(PhaseBegun(turn=1, title="Soviet set-up", side=SOVIET, rule="3.2d"))
    return g


def own_to_place(g: Position) -> list[Unit]:
    """3.2b, 3.2d, 3.2e: the units the phasing side places itself, those it has placed already too."""
    scenario = g.rules.scenario
    units = [g.rules.unit_by_id[name] for name in (*scenario.within, *scenario.free.get(g.side, ()))]
    return [unit for unit in units if g.rules.side[unit] == g.side]


def to_place(g: Position) -> list[Unit]:
    """The units the phasing side places that are not on the map yet."""
    return [unit for unit in own_to_place(g) if g.at[unit] == UNUSED]


def area(g: Position, unit: Unit) -> HexSet:
    """Where a unit may be placed."""
    words = g.rules.scenario.within.get(g.name(unit))
    if words is not None:
        grid = g.rules.grid
        return hexset(hex for word in words for hex in block(grid, word, grid.hex)) & g.rules.land
    own = g.rules.german_side if g.rules.side[unit] == GERMAN else g.rules.soviet_side
    return own & ~g.rules.land_bridges


def rule_for(g: Position, unit: Unit) -> str:
    """The step of the set-up in which a unit is placed."""
    return "3.2b" if g.name(unit) in g.rules.scenario.within else RULE[g.side]


def may_place(g: Position, unit: Unit, hex: Hex) -> Ruling:
    """Whether a unit may be placed in a hex."""
    where = g.hexname(hex)
    if not area(g, unit) >> hex & 1:
        return _why_not_in(g, unit, hex)
    if g.occupied[ENEMY[g.side]] >> hex & 1:
        return no("6.0", f"{where} is occupied by the enemy")
    if not room_for(g, unit, hex):
        return no_room(g, unit, hex)
    if where == g.rules.scenario.memel and g.side == GERMAN:
        there = sum(other != unit for other in g.stack(hex))
        if g.rules.mechanised(unit) or there >= g.rules.scenario.memel_units:
            return no("3.2f", f"Memel takes {g.rules.scenario.memel_units} units, none of them mechanised")
    return OK


def _why_not_in(g: Position, unit: Unit, hex: Hex) -> Ruling:
    """Why a hex is none of those in which a unit may be placed."""
    name, where, rules = g.name(unit), g.hexname(hex), g.rules
    if name in rules.scenario.within:
        allowed = " ".join(rules.scenario.within[name]).replace("..", " to ")
        return no("3.2b", f"{name} is placed in {allowed}, not in {where}")
    if rules.closed >> hex & 1:
        return no("10.0d", f"{where} lies in Courland, which nobody enters (G64)")
    if rules.land_bridges >> hex & 1:
        return no("10.0f", f"{where} is a land bridge, where no unit may stay (G30)")
    why = "is not yours" if rules.land >> hex & 1 else "is sea"
    return no(RULE[g.side], f"{where} {why}: {name} is placed in a hex you control")


def _why_not_unit(g: Position, unit: Unit) -> Ruling:
    """Why a unit is none of those that the side places."""
    name, scenario = g.name(unit), g.rules.scenario
    if g.rules.side[unit] != g.side:
        return no(RULE[g.side], f"{name} is not yours to place")
    if name in scenario.fixed:
        rule = "3.2a" if g.side == SOVIET else "3.2c"
        return no(rule, f"{name} starts in {scenario.fixed[name]}, the hex on its counter")
    return no("3.2g", f"{name} waits for turn {scenario.reinforcement_turn}")


def _why_not_hex(g: Position, unit: Unit, hex: Hex) -> Ruling:
    if g.at[unit] == hex:
        return no(rule_for(g, unit), f"{g.name(unit)} is in {g.hexname(hex)} already")
    return may_place(g, unit, hex)


def _places(g: Position, unit: Unit) -> list[Hex]:
    open = area(g, unit) & with_room(g, unit) & ~g.occupied[ENEMY[g.side]]
    memel = g.rules.hex_by_name.get(g.rules.scenario.memel)
    return [h for h in members(open) if h != g.at[unit] and (h != memel or may_place(g, unit, h))]


def place(g: Position, unit: Unit, hex: Hex) -> None:
    """Place a unit; setting up changes no control (3.1a)."""
    g.place(unit, hex)
    g.tell(Placed(what=g.name(unit), hex=g.hexname(hex), rule=rule_for(g, unit)))


PLACE: Verb[Position] = unit_to_hex(
    "place",
    "",  # by the phase of the side: 3.2d, 3.2e
    units=lambda g: sorted(own_to_place(g), key=lambda unit: g.at[unit] != UNUSED),  # those off the map first
    hexes=_places,
    nobody=lambda g: no(RULE[g.side], "you have no unit to place"),
    why_not_unit=_why_not_unit,
    why_not_hex=_why_not_hex,
    carry_out=place,
)


def _deploy(g: Position) -> None:
    """Place all that is left: where the scenario suggests, or else in the second line where it is needed most."""
    for unit in to_place(g):
        suggested = g.rules.hex_by_name.get(g.rules.scenario.suggested.get(g.name(unit), ""))
        place(g, unit, suggested if suggested is not None and may_place(g, unit, suggested) else _best_hex(g, unit))


def _best_hex(g: Position, unit: Unit) -> Hex:
    """Two hexes from the enemy, where he is strong and own units are few."""
    hexes = [hex for hex in members(area(g, unit)) if may_place(g, unit, hex)]
    enemies = [g.at[other] for other in g.on_map(ENEMY[g.side])]
    friends = [g.at[other] for other in g.on_map(g.side)]
    distance = g.rules.grid.distance

    def worth(hex: Hex) -> tuple[int, int, int]:
        near = min((distance(hex, other) for other in enemies), default=2)
        need = sum(distance(hex, other) <= 3 for other in enemies) - sum(distance(hex, other) <= 2 for other in friends)
        return (-abs(near - 2), need, -hex)

    return max(hexes, key=worth)


def _deploy_possible(g: Position) -> Ruling:
    return OK if to_place(g) else no(RULE[g.side], "all your units are placed")


DEPLOY: Verb[Position] = alone("deploy", "", _deploy, _deploy_possible)


def all_placed(g: Position) -> Ruling:
    """Whether the side is done."""
    left = to_place(g)
    if not left:
        return OK
    return no(rule_for(g, left[0]), f"still to be placed: {' '.join(g.names(left[:6]))}{' ...' * (len(left) > 6)}")
