"""5 Set-up: the armies of 5.1, and any other situation a position file describes."""

from __future__ import annotations

from grognard.dice import Dice
from grognard.events import PhaseBegun, Placed
from grognard.games.guderian.position import DUE, NEWCOMER, SOVIET, UNUSED, Position, Unit
from grognard.games.guderian.rules import Rules
from grognard.games.guderian.stacking import fits
from grognard.games.guderian.untried import draw, fill_pools
from grognard.hexes import Hex
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import alone, unit_to_hex
from grognard.ruling import OK, Ruling, no


def start(rules: Rules, options: dict[str, bool], dice: Dice) -> Position:
    """The position before the Soviet player places his armies."""
    g = Position(rules, options, dice)
    plan = rules.scenario
    g.partisans_left = plan.interdictions
    fill_pools(g)
    await_germans(g, 1)
    g.tell(PhaseBegun(turn=1, title="Soviet set-up", side=SOVIET, rule="5.0a"))
    for army in plan.armies:
        units = [draw(g, kind) for kind, count in army.divisions.items() for _ in range(count)]
        units.append(rules.unit_by_id[army.leader])
        for unit in units:
            assert unit is not None
            g.army[unit] = army.name
            g.flags[unit] = NEWCOMER
            if len(army.hexes) == 1:  # piled up in one hex, to be unstacked by the end of the first phase
                hex = rules.hex_by_name[army.hexes[0]]
                g.place(unit, hex)
                g.tell(Placed(what=g.name(unit), hex=army.hexes[0], rule="5.1"))
            else:
                g.at[unit] = DUE
    return g


def await_germans(g: Position, since: int) -> None:
    """16.2: every German unit scheduled from this turn on waits off the map."""
    for group in g.rules.scenario.german:
        if group.turn >= since and group.at in g.rules.board.areas:
            for name in group.units:
                unit = g.rules.unit_by_id[name]
                if g.at[unit] == UNUSED:
                    g.at[unit] = DUE
                    g.due[unit] = (group.turn, group.at)


def to_place(g: Position) -> list[Unit]:
    """The units of the armies that are spread over several hexes and not yet placed."""
    return [unit for unit in g.army if g.at[unit] == DUE]


def _hexes(g: Position, unit: Unit) -> list[Hex]:
    army = next(a for a in g.rules.scenario.armies if a.name == g.army[unit])
    return [g.rules.hex_by_name[name] for name in army.hexes]


def _open(g: Position, unit: Unit) -> list[Hex]:
    return [hex for hex in _hexes(g, unit) if fits(g, SOVIET, (*g.stack(hex), unit))]


def _why_not_hex(g: Position, unit: Unit, hex: Hex) -> Ruling:
    if hex not in _hexes(g, unit):
        return no("5.1", f"the {g.army[unit]} Army is placed in {' '.join(g.hexnames(_hexes(g, unit)))}")
    return no("5.0e", f"{g.hexname(hex)} is full: stacking limits hold when an army is placed")


def _place(g: Position, unit: Unit, hex: Hex) -> None:
    g.place(unit, hex)
    g.tell(Placed(what=g.name(unit), hex=g.hexname(hex), rule="5.1"))


def _deploy(g: Position) -> None:
    """Spread what is left evenly, the Leader in the middle: a set-up for those who want to begin."""
    for unit in to_place(g):
        hexes = _open(g, unit)
        middle = len(hexes) // 2
        order = sorted(range(len(hexes)), key=lambda n: (len(g.stack(hexes[n])), abs(n - middle)))
        hex = hexes[middle] if unit in g.rules.leaders else hexes[order[0]]
        _place(g, unit, hex)


PLACE: Verb[Position] = unit_to_hex(
    "place",
    "5.1",
    units=to_place,
    hexes=_open,
    nobody=lambda g: no("5.1", "every unit has been placed"),
    why_not_unit=lambda g, unit: no("5.1", f"{g.name(unit)} is not a unit of the 13th or 20th Army still to be placed"),
    why_not_hex=_why_not_hex,
    carry_out=_place,
)
DEPLOY: Verb[Position] = alone(
    "deploy", "5.1", _deploy, lambda g: OK if to_place(g) else no("5.1", "every unit has been placed")
)
