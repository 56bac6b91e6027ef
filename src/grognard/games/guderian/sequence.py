"""4 The sequence of play: phases are data, and what happens by itself between them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress, count

from grognard.decision import Procedure
from grognard.events import Marked, Rolled
from grognard.games.guderian.combat import ATTACK
from grognard.games.guderian.interdiction import INTERDICT, lift_air, lift_partisans
from grognard.games.guderian.leaders import EVACUATE, evacuable
from grognard.games.guderian.movement import MOVE, begin_movement, must_go_on
from grognard.games.guderian.overrun import OVERRUN
from grognard.games.guderian.position import ENEMY, GERMAN, LASTING, RETREATED, SOVIET, UNUSED, Position
from grognard.games.guderian.rail import CUT, LIFT, RAIL
from grognard.games.guderian.reinforcements import (
    CALL,
    ENTER,
    forgo_provisional,
    must_enter,
    provisional,
    ready,
    scheduled,
)  # fmt: skip
from grognard.games.guderian.setup import DEPLOY, PLACE, to_place
from grognard.games.guderian.stacking import enforce_stacking, overstacked
from grognard.games.guderian.victory import end_of_german_turn, end_of_soviet_turn
from grognard.mechanics.turn import Phase, Sequence
from grognard.mechanics.verbs import ending, then
from grognard.ruling import OK, Ruling, no


def begin(g: Position, phase: str) -> None:
    """Go on to a phase."""
    SEQUENCE.begin(g, phase)


# --- set-up (5.0) ----------------------------------------------------------------------------------------------------


def _all_placed(g: Position) -> Ruling:
    left = to_place(g)
    return no("5.1", f"{len(left)} units are still to be placed: {' '.join(g.names(left[:6]))}") if left else OK


def _after_setup(g: Position) -> None:
    begin(g, "german-markers")


def _after_markers(g: Position) -> Procedure[None]:
    yield from soviet_turn(g)


# --- A. the Soviet player turn ---------------------------------------------------------------------------------------


def soviet_turn(g: Position) -> Procedure[None]:
    """4.2A: beginning with the evacuation of Leaders, if that is played (10.4)."""
    g.called_now = g.brought_now = g.rail_used = 0
    g.repaired = 0
    if g.options.get("evacuation") and evacuable(g):
        begin(g, "soviet-evacuation")
    else:
        yield from soviet_movement(g)


def soviet_movement(g: Position) -> Procedure[None]:
    """4.2A1: supply check, the dice of the first turn, the provisional die, then free movement."""
    begin(g, "soviet-movement")
    begin_movement(g, SOVIET)
    for unit in g.due:
        if g.rules.side[unit] == SOVIET:
            ready(g, unit)
    if g.turn == 1:
        yield from army_dice(g)
    yield from provisional(g)
    scheduled(g)


def army_dice(g: Position) -> Procedure[None]:
    """5.21: a die each for the armies that may have to stay on the first turn."""
    for army in g.rules.diced:
        if army in g.army.values():
            die = yield from g.roll(SOVIET, f"the {army} Army", "5.21")
            moves = die in g.rules.scenario.moves_on
            if not moves:
                g.frozen |= {army}
            result = "it may move" if moves else "it stays this turn"
            g.tell(Rolled(side=SOVIET, dice=(die,), what=f"the {army} Army", result=result, rule="5.21"))


def _may_end_soviet_movement(g: Position) -> Ruling:
    if (marching := must_go_on(g, g.army)) is not None:
        return no("5.23a", f"{g.name(marching)} must use up its movement allowance on the first turn")
    if arriving := must_enter(g):
        return no("14.13", f"{g.name(arriving[0])}, the provisional reinforcement, must enter this turn")
    return OK


def _after_soviet_movement(g: Position) -> Procedure[None]:
    yield from enforce_stacking(g, SOVIET)
    forgo_provisional(g)
    lift_air(g)
    g.frozen = frozenset()
    _clear_phase(g)
    begin(g, "soviet-combat")


def _after_soviet_combat(g: Position) -> None:
    _recover(g, SOVIET)
    _clear_phase(g)
    begin(g, "soviet-interdiction")


def _after_soviet_interdiction(g: Position) -> None:
    end_of_soviet_turn(g)
    _begin_player_turn(g, GERMAN)
    begin(g, "german-movement")
    begin_movement(g, GERMAN)
    for unit in g.due:
        if g.rules.side[unit] == GERMAN:
            ready(g, unit)


# --- B. the German player turn ---------------------------------------------------------------------------------------


def _after_german_movement(g: Position) -> Procedure[None]:
    yield from enforce_stacking(g, GERMAN)
    _clear_phase(g)
    begin(g, "german-combat")


def _after_german_combat(g: Position) -> None:
    _clear_phase(g)
    begin(g, "german-mechanised")
    begin_movement(g, GERMAN)


def _after_mechanised(g: Position) -> Procedure[None]:
    yield from enforce_stacking(g, GERMAN)
    _recover(g, GERMAN)
    _clear_phase(g)
    begin(g, "german-interdiction")


def _after_german_interdiction(g: Position) -> Procedure[None]:
    lift_partisans(g)
    end_of_german_turn(g)
    _begin_player_turn(g, SOVIET)
    if g.turn >= g.rules.scenario.turns:  # 4.2C, 2.0b
        SEQUENCE.end_game(g)
        return
    g.turn += 1
    yield from soviet_turn(g)


# --- between phases --------------------------------------------------------------------------------------------------


def _clear_phase(g: Position) -> None:
    for unit in compress(count(), g.flags):
        g.flags[unit] &= LASTING
    g.hand, g.trail, g.launched = (), {}, 0
    zones = {side: g.zoc(enemy) for side, enemy in ENEMY.items()}
    for unit in [unit for unit, hex in enumerate(g.back) if hex != UNUSED]:
        if not zones[g.owners[unit]] >> g.at[unit] & 1:  # if it comes again, that EZOC was not entered (10.23)
            g.back[unit] = UNUSED


def _begin_player_turn(g: Position, side: str) -> None:
    """11.33: those who have entered need a line of supply from now on; 9.75: the side's beaten units are in order."""
    for unit in compress(count(), g.flags):
        g.flags[unit] &= 0 if g.rules.side[unit] == side else RETREATED


def _recover(g: Position, side: str) -> None:
    """6.63: disruption ends in the owner's Disruption Removal Phase."""
    for unit in g.on_map(side):
        if g.disrupted[unit]:
            g.disrupt(unit, False)
            g.tell(Marked(unit=g.name(unit), status="no longer disrupted", rule="6.63"))


def _with_crowds(prompt: str) -> Callable[[Position], str]:
    """A prompt that names the hexes to be unstacked before the phase ends."""

    def said(g: Position) -> str:
        crowded = overstacked(g, g.side)
        return f"{prompt} (overstacked: {' '.join(g.hexnames(crowded))})" if crowded else prompt

    return said


MOVING = _with_crowds("Move, enter, overrun, or end the phase")
AGAIN = _with_crowds("Move panzer, motorised and cavalry units again, overrun, or end the phase")
FIGHTING = "Attack, or end the phase"


def _markers(g: Position) -> str:
    return f"Place Air Interdiction markers ({g.rules.air_markers - len(g.air)} left), or end the phase"


SEQUENCE: Sequence[Position] = Sequence((
    Phase("soviet-setup", "Soviet set-up", "5.1", "Place the 13th and 20th Armies",
          (PLACE, DEPLOY, ending(_after_setup, _all_placed)), SOVIET, every_turn=False),
    Phase("german-markers", "German Air Interdiction before the game", "5.0a", _markers,
          (INTERDICT, ending(_after_markers)), GERMAN, every_turn=False),
    Phase("soviet-evacuation", "Soviet evacuation of Leaders", "10.4", "Evacuate a surrounded Leader, or go on",
          (then(EVACUATE, soviet_movement), ending(soviet_movement)), SOVIET, every_turn=False),
    Phase("soviet-movement", "Soviet Movement", "4.2A1", MOVING,
          (MOVE, OVERRUN, ENTER, RAIL, CALL, ending(_after_soviet_movement, _may_end_soviet_movement)), SOVIET),
    Phase("soviet-combat", "Soviet Combat", "4.2A2", FIGHTING, (ATTACK, ending(_after_soviet_combat)), SOVIET),
    Phase("soviet-interdiction", "Soviet Interdiction", "4.2A4", "Place the Interdiction marker, or go on",
          (INTERDICT, ending(_after_soviet_interdiction)), SOVIET),
    Phase("german-movement", "German Initial Movement", "4.2B1", MOVING,
          (MOVE, OVERRUN, ENTER, CUT, LIFT, ending(_after_german_movement)), GERMAN),
    Phase("german-combat", "German Combat", "4.2B2", FIGHTING, (ATTACK, ending(_after_german_combat)), GERMAN),
    Phase("german-mechanised", "German Mechanised Movement", "4.2B3", AGAIN,
          (MOVE, OVERRUN, CUT, LIFT, ending(_after_mechanised)), GERMAN),
    Phase("german-interdiction", "German Air Interdiction", "4.2B5", _markers,
          (INTERDICT, ending(_after_german_interdiction)), GERMAN),
), elsewhere={
    "lose": ("9.65a", "the result of a combat"), "retreat": ("9.65a", "the result of a combat"),
    "advance": ("9.85a", "the moment after a combat"), "stay": ("9.85a", "the moment after a combat"),
    "rail": ("6.36", "the Soviet side alone"),
})  # fmt: skip
