"""5: the turn: declaration, support, movement and combat in the order declared, regrouping, sudden death."""

from __future__ import annotations

from grognard.decision import (
    DONE,
    Choices,
    Decision,
    Procedure,
    Verb,
    Words,
    no_reason,
    offer,
    phase_decision,
)  # fmt: skip
from grognard.events import Noted, Phase
from grognard.games.oder.combat import ATTACK
from grognard.games.oder.momentum import PROBE
from grognard.games.oder.movement import MOVE
from grognard.games.oder.position import GERMAN, SOVIET, Position
from grognard.games.oder.regroup import ARRIVE, REFUSE, end_regroup
from grognard.games.oder.setup import DEPLOY, PLACE, all_placed
from grognard.games.oder.stacking import enforce_stacking, overstacked
from grognard.games.oder.supply import SUPPLY
from grognard.games.oder.support import AIR, NAVAL, retrieve
from grognard.games.oder.victory import german_sudden_death, soviet_sudden_death, verdict
from grognard.mechanics.phases import PhaseRules, at_will, ending
from grognard.ruling import no

OVER = "over"
POINTS_RULE = {GERMAN: "4.3a", SOVIET: "4.3b", "": "4.3c"}  # by winner
ORDERS = {"movement": ("movement", "combat"), "combat": ("combat", "movement")}


def begin(g: Position, phase: str) -> None:
    """Announce a phase; what units have done in the last one is forgotten."""
    g.phase = phase
    g.flags = bytearray(len(g.flags))
    g.forget()
    g.tell(Phase(turn=g.turn, title=PHASES[phase].title, rule=PHASES[phase].rule))


def decision(g: Position) -> Decision | None:
    """Who must choose now, and from what."""
    if g.phase == OVER:
        return None
    phase = PHASES[g.phase]
    prompt = phase.prompt
    if g.phase.endswith("movement") and (crowded := overstacked(g)):
        prompt += f" (overstacked: {' '.join(g.hexname(h) for h in crowded)})"
    return phase_decision(g, phase.side, phase.id, prompt, phase.rule, phase.verbs, ELSEWHERE)


def execute(g: Position, words: Words) -> Procedure[None]:
    """Carry out an action of the current phase."""
    yield from PHASES[g.phase].verbs[words[0]].carry_out(g, words[1:]) or ()


# --- 3.2 set-up -------------------------------------------------------------------------------------------------------


def _end_soviet_setup(g: Position) -> None:
    begin(g, "german-setup")


def _end_german_setup(g: Position) -> None:
    begin_turn(g)


# --- 5.1 the turn -----------------------------------------------------------------------------------------------------


def begin_turn(g: Position) -> None:
    """The German player turn comes first."""
    begin(g, "german-declaration")


def _declare(g: Position, words: Words) -> None:
    """5.3: movement or combat first."""
    g.order = ORDERS[words[0]]
    g.tell(Noted(text=f"{g.side.title()}: {g.order[0]} first, then {g.order[1]}", rule="5.3a"))
    if g.side == GERMAN and g.turn > g.rules.charts.value("support.after"):  # 5.2d
        begin(g, "german-support")
    else:
        _next(g)


def _next(g: Position) -> None:
    """Movement or combat, whichever has been declared to come now; then regrouping."""
    side = g.side
    if g.order:
        phase, g.order = g.order[0], g.order[1:]
        begin(g, f"{side}-{phase}")
    else:
        begin(g, f"{side}-regroup")


def _end_support(g: Position) -> None:
    _next(g)


def _end_phase(g: Position) -> Procedure[None]:
    yield from enforce_stacking(g)
    _next(g)


def _end_german_regroup(g: Position) -> None:
    end_regroup(g)
    if soviet_sudden_death(g):
        end_game(g, (SOVIET, "Soviet sudden death victory"), "4.1.2a")
    else:
        begin(g, "soviet-declaration")


def _end_soviet_regroup(g: Position) -> None:
    end_regroup(g)
    retrieve(g)
    if german_sudden_death(g):
        end_game(g, (GERMAN, "German sudden death victory"), "4.1.1a")
    elif g.turn >= g.rules.turns:
        end_game(g, verdict(g), POINTS_RULE[verdict(g)[0]])
    else:
        g.turn += 1
        begin_turn(g)


def end_game(g: Position, result: tuple[str, str], rule: str) -> None:
    """The game is over."""
    g.result = result
    g.phase = OVER
    g.tell(Noted(text=result[1], rule=rule))


# --- the phases -------------------------------------------------------------------------------------------------------


def _declaration_tree(g: Position, words: Words) -> Choices:
    return DONE if words else offer(("verb", tuple(ORDERS)))


DECLARE: Verb[Position] = Verb("declare", at_will, _declaration_tree, no_reason, _declare)
SETUP = {"place": PLACE, "deploy": DEPLOY}
FIGHT = {"attack": ATTACK, "probe": PROBE}
REGROUP = {"arrive": ARRIVE, "refuse": REFUSE}
PHASES: dict[str, PhaseRules[Position]] = {
    phase.id: phase
    for phase in (
        PhaseRules(
            "soviet-setup", SOVIET, "Soviet set-up", "3.2d", "Place your free units, or deploy them all at once",
            {**SETUP, **ending(_end_soviet_setup, all_placed)},
        ),
        PhaseRules(
            "german-setup", GERMAN, "German set-up", "3.2e", "Place your free units, or deploy them all at once",
            {**SETUP, **ending(_end_german_setup, all_placed)},
        ),
        PhaseRules(
            "german-declaration", GERMAN, "German Sequence Declaration", "5.3a",
            "Declare what comes first: movement or combat", {"declare": DECLARE},
        ),
        PhaseRules(
            "german-support", GERMAN, "German Support Marker Placement", "5.4a",
            "Place air and naval support, or go on", {"air": AIR, "naval": NAVAL, **ending(_end_support)},
        ),
        PhaseRules(
            "german-movement", GERMAN, "German Movement", "10.0a", "Move units, or end the phase",
            {"move": MOVE, "supply": SUPPLY, **ending(_end_phase)},
        ),
        PhaseRules(
            "german-combat", GERMAN, "German Combat", "11.0a", "Attack or probe, or end the phase",
            {**FIGHT, "supply": SUPPLY, **ending(_end_phase)},
        ),
        PhaseRules(
            "german-regroup", GERMAN, "German Regroup and Reinforcement", "9.2a", "Place units that arrive, or refuse",
            {**REGROUP, **ending(_end_german_regroup)},
        ),
        PhaseRules(
            "soviet-declaration", SOVIET, "Soviet Sequence Declaration", "5.3a",
            "Declare what comes first: movement or combat", {"declare": DECLARE},
        ),
        PhaseRules(
            "soviet-movement", SOVIET, "Soviet Movement", "10.0a", "Move units, or end the phase",
            {"move": MOVE, **ending(_end_phase)},
        ),
        PhaseRules(
            "soviet-combat", SOVIET, "Soviet Combat", "11.0a", "Attack or probe, or end the phase",
            {**FIGHT, **ending(_end_phase)},
        ),
        PhaseRules(
            "soviet-regroup", SOVIET, "Soviet Regroup", "9.1.1a", "Place units that return, or refuse",
            {**REGROUP, **ending(_end_soviet_regroup)},
        ),
    )
}  # fmt: skip

# What is wrong with a verb of another phase.
ELSEWHERE = {
    "attack": no("11.0a", "attacks belong to the Combat Phase"),
    "probe": no("11.9a", "probing attacks belong to the Combat Phase"),
    "move": no("10.0a", "units move in the Movement Phase of their own side"),
    "supply": no("8.3a", "aerial supply is placed in the German Movement and the Combat Phases"),
    "air": no("5.4a", "support markers are placed in the German Support Marker Placement Phase, from turn 2 on"),
    "naval": no("5.4b", "support markers are placed in the German Support Marker Placement Phase, from turn 2 on"),
    "arrive": no("9.1.1a", "units arrive in the Regroup Phase of their own side"),
    "refuse": no("9.3b", "units are refused in the Regroup Phase of their own side"),
    "declare": no("5.3a", "the order of movement and combat is declared at the start of a player turn"),
    "place": no("3.2d", "units are placed only before the game begins"),
    "deploy": no("3.2d", "units are placed only before the game begins"),
}
