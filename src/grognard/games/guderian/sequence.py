"""4 The sequence of play: phases are data, and what happens by itself between them."""

from __future__ import annotations

from grognard.decision import Decision, Procedure, Words, phase_decision
from grognard.events import Marked, Phase, Rolled
from grognard.games.guderian.combat import ATTACK
from grognard.games.guderian.interdiction import INTERDICT, lift_air, lift_partisans
from grognard.games.guderian.leaders import EVACUATE, evacuable
from grognard.games.guderian.movement import MOVE, begin_movement, must_go_on
from grognard.games.guderian.overrun import OVERRUN
from grognard.games.guderian.position import GERMAN, LASTING, RETREATED, SOVIET, UNUSED, Position
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
from grognard.mechanics.phases import PhaseRules, ending
from grognard.ruling import OK, Ruling, no

OVER = "over"


def begin(g: Position, phase: str) -> None:
    """Announce a phase."""
    g.enter(phase)
    g.tell(Phase(turn=g.turn, title=PHASES[phase].title, rule=PHASES[phase].rule))


def decision(g: Position) -> Decision | None:
    """Who must choose now, and from what."""
    if g.phase == OVER:
        return None
    phase = PHASES[g.phase]
    prompt = phase.prompt
    if phase.id.endswith(("movement", "mechanised")) and (crowded := overstacked(g, phase.side)):
        prompt += f" (overstacked: {' '.join(g.hexnames(crowded))})"
    return phase_decision(g, phase.side, phase.id, prompt, phase.rule, phase.verbs, ELSEWHERE)


def execute(g: Position, words: Words) -> Procedure[None] | None:
    """Carry out an action of the current phase, or begin to."""
    verb = PHASES[g.phase].verbs[words[0]]
    return evacuation(g, words) if verb is EVACUATE else verb.carry_out(g, words[1:])


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


def evacuation(g: Position, words: Words) -> Procedure[None]:
    """10.4: a Leader is flown out, and movement begins."""
    EVACUATE.carry_out(g, words[1:])
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
            g.tell(Rolled(die=die, what=f"the {army} Army", result=result, rule="5.21"))


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
        g.enter(OVER)
        return
    g.turn += 1
    yield from soviet_turn(g)


# --- between phases --------------------------------------------------------------------------------------------------


def _clear_phase(g: Position) -> None:
    g.flags = [flags & LASTING for flags in g.flags]
    g.hand, g.trail, g.launched = (), {}, 0
    for unit in [u for u, hex in enumerate(g.back) if hex != UNUSED]:
        if not g.in_enemy_zoc(unit):  # an EZOC that has gone was not entered if it comes again (10.23)
            g.back[unit] = UNUSED


def _begin_player_turn(g: Position, side: str) -> None:
    """11.33: those who have entered need a line of supply from now on; 9.75: the side's beaten units are in order."""
    g.flags = [0 if owner == side else flags & RETREATED for flags, owner in zip(g.flags, g.rules.side, strict=True)]
    g.forget()


def _recover(g: Position, side: str) -> None:
    """6.63: disruption ends in the owner's Disruption Removal Phase."""
    for unit in g.on_map(side):
        if g.disrupted[unit]:
            g.disrupt(unit, False)
            g.tell(Marked(unit=g.name(unit), status="no longer disrupted", rule="6.63"))


MOVING = {verb.name: verb for verb in (MOVE, OVERRUN, ENTER)}
PHASES: dict[str, PhaseRules[Position]] = {
    phase.id: phase
    for phase in (
        PhaseRules(
            "soviet-setup", SOVIET, "Soviet set-up", "5.1", "Place the 13th and 20th Armies",
            {"place": PLACE, "deploy": DEPLOY, **ending(_after_setup, _all_placed)},
        ),
        PhaseRules(
            "german-markers", GERMAN, "German Air Interdiction before the game", "5.0a",
            "Place up to three Air Interdiction markers", {"interdict": INTERDICT, **ending(_after_markers)},
        ),
        PhaseRules(
            "soviet-evacuation", SOVIET, "Soviet evacuation of Leaders", "10.4",
            "Evacuate a surrounded Leader, or go on", {"evacuate": EVACUATE, **ending(soviet_movement)},
        ),
        PhaseRules(
            "soviet-movement", SOVIET, "Soviet Movement", "4.2A1", "Move, enter, overrun, or end the phase",
            {**MOVING, "rail": RAIL, "call": CALL, **ending(_after_soviet_movement, _may_end_soviet_movement)},
        ),
        PhaseRules(
            "soviet-combat", SOVIET, "Soviet Combat", "4.2A2", "Attack, or end the phase",
            {"attack": ATTACK, **ending(_after_soviet_combat)},
        ),
        PhaseRules(
            "soviet-interdiction", SOVIET, "Soviet Interdiction", "4.2A4", "Place the Interdiction marker, or go on",
            {"interdict": INTERDICT, **ending(_after_soviet_interdiction)},
        ),
        PhaseRules(
            "german-movement", GERMAN, "German Initial Movement", "4.2B1", "Move, enter, overrun, or end the phase",
            {**MOVING, "cut": CUT, "lift": LIFT, **ending(_after_german_movement)},
        ),
        PhaseRules(
            "german-combat", GERMAN, "German Combat", "4.2B2", "Attack, or end the phase",
            {"attack": ATTACK, **ending(_after_german_combat)},
        ),
        PhaseRules(
            "german-mechanised", GERMAN, "German Mechanised Movement", "4.2B3",
            "Move panzer, motorised and cavalry units again, overrun, or end the phase",
            {"move": MOVE, "overrun": OVERRUN, "cut": CUT, "lift": LIFT, **ending(_after_mechanised)},
        ),
        PhaseRules(
            "german-interdiction", GERMAN, "German Air Interdiction", "4.2B5",
            "Place up to three Air Interdiction markers, or end the turn",
            {"interdict": INTERDICT, **ending(_after_german_interdiction)},
        ),
    )
}  # fmt: skip

# What is wrong with a verb of another phase.
ELSEWHERE = {
    "attack": no("6.11", "attacks belong to the Combat Phase; in a Movement Phase there is only overrun"),
    "move": no("6.24", "units move only in their own side's Movement Phases"),
    "overrun": no("6.5", "an overrun happens only in a Movement Phase of its own side"),
    "enter": no("4.2B1", "reinforcements enter in the side's first Movement Phase of the turn"),
    "rail": no("6.31", "rail movement belongs to the Soviet Movement Phase"),
    "cut": no("6.37a", "railroads are cut by German units in a Movement Phase"),
    "lift": no("6.37d", "Rail Cut markers are lifted by German units in a Movement Phase"),
    "call": no("14.21", "South-Western Front divisions are called in the Soviet Movement Phase"),
    "interdict": no("13.2a", "interdiction markers are placed in the Interdiction Phases"),
    "place": no("5.1", "units are placed only before the game begins"),
    "deploy": no("5.1", "units are placed only before the game begins"),
    "evacuate": no("10.4", "Leaders are evacuated only at the beginning of the Soviet Movement Phase, by option"),
}
