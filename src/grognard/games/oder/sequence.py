"""5: the turn: declaration, support, movement and combat in the order declared, regrouping, sudden death."""

from __future__ import annotations

from grognard.decision import Procedure
from grognard.events import Noted
from grognard.games.oder.combat import ATTACK, PROBE
from grognard.games.oder.movement import MOVE
from grognard.games.oder.position import GERMAN, SOVIET, Position
from grognard.games.oder.regroup import ARRIVE, REFUSE, end_regroup
from grognard.games.oder.setup import DEPLOY, PLACE, all_placed
from grognard.games.oder.stacking import enforce_stacking, overstacked
from grognard.games.oder.supply import SUPPLY
from grognard.games.oder.support import AIR, NAVAL, retrieve
from grognard.games.oder.victory import SUDDEN, german_sudden_death, soviet_sudden_death, verdict
from grognard.mechanics.turn import Phase, Sequence, Verb
from grognard.mechanics.verbs import ending, one_word

POINTS_RULE = {GERMAN: "4.3a", SOVIET: "4.3b", "": "4.3c"}  # by winner
ORDERS = {"movement": ("movement", "combat"), "combat": ("combat", "movement")}


def begin(g: Position, phase: str) -> None:
    """Go on to a phase; what units have done in the last one is forgotten."""
    g.flags = bytearray(len(g.flags))
    SEQUENCE.begin(g, phase)


# --- 3.2 set-up -------------------------------------------------------------------------------------------------------


def _end_soviet_setup(g: Position) -> None:
    begin(g, "german-setup")


# --- 5.1 the turn -----------------------------------------------------------------------------------------------------


def begin_turn(g: Position) -> None:
    """The German player turn comes first."""
    begin(g, "german-declaration")


def _declare(g: Position, first: str) -> None:
    """5.3: movement or combat first."""
    g.order = ORDERS[first]
    g.tell(Noted(text=f"{g.side.title()}: {g.order[0]} first, then {g.order[1]}", rule="5.3a"))
    if g.side == GERMAN and g.turn > g.rules.charts.value("support.after"):  # 5.2d
        begin(g, "german-support")
    else:
        go_on(g)


def go_on(g: Position) -> None:
    """Movement or combat, whichever has been declared to come now; then regrouping."""
    side = g.side
    if g.order:
        phase, g.order = g.order[0], g.order[1:]
        begin(g, f"{side}-{phase}")
    else:
        begin(g, f"{side}-regroup")


def _end_phase(g: Position) -> Procedure[None]:
    """6.4: whoever is too many in a hex is eliminated before the next phase."""
    yield from enforce_stacking(g)
    go_on(g)


def _end_german_regroup(g: Position) -> None:
    end_regroup(g)
    if soviet_sudden_death(g):
        end_game(g, SUDDEN[SOVIET], "4.1.2a")
    else:
        begin(g, "soviet-declaration")


def _end_soviet_regroup(g: Position) -> None:
    end_regroup(g)
    retrieve(g)
    if german_sudden_death(g):
        end_game(g, SUDDEN[GERMAN], "4.1.1a")
    elif g.turn >= g.rules.turns:
        result = verdict(g)
        end_game(g, result, POINTS_RULE[result[0]])
    else:
        g.turn += 1
        begin_turn(g)


def end_game(g: Position, result: tuple[str, str], rule: str) -> None:
    """The game is over."""
    g.result = result
    SEQUENCE.end_game(g)
    g.tell(Noted(text=result[1], rule=rule))


# --- the phases -------------------------------------------------------------------------------------------------------


def _moving(g: Position) -> str:
    prompt = "Move units, or end the phase"
    crowded = overstacked(g)
    return f"{prompt} (overstacked: {' '.join(g.hexnames(crowded))})" if crowded else prompt


PLACING = "Place your free units, or deploy them all at once"
DECLARING = "Declare what comes first: movement or combat"
FIGHTING = "Attack or probe, or end the phase"
DECLARE: Verb[Position] = one_word("declare", "5.3a", tuple(ORDERS), _declare)
END_PHASE: Verb[Position] = ending(_end_phase)

SEQUENCE: Sequence[Position] = Sequence((
    Phase("soviet-setup", "Soviet set-up", "3.2d", PLACING,
          (PLACE, DEPLOY, ending(_end_soviet_setup, all_placed)), SOVIET, every_turn=False),
    Phase("german-setup", "German set-up", "3.2e", PLACING,
          (PLACE, DEPLOY, ending(begin_turn, all_placed)), GERMAN, every_turn=False),
    Phase("german-declaration", "German Sequence Declaration", "5.3a", DECLARING, (DECLARE,), GERMAN),
    Phase("german-support", "German Support Marker Placement", "5.4a", "Place air and naval support, or go on",
          (AIR, NAVAL, ending(go_on)), GERMAN),
    Phase("german-movement", "German Movement", "10.0a", _moving, (MOVE, SUPPLY, END_PHASE), GERMAN),
    Phase("german-combat", "German Combat", "11.0a", FIGHTING, (ATTACK, PROBE, SUPPLY, END_PHASE), GERMAN),
    Phase("german-regroup", "German Regroup and Reinforcement", "9.2a", "Place units that arrive, or refuse",
          (ARRIVE, REFUSE, ending(_end_german_regroup)), GERMAN),
    Phase("soviet-declaration", "Soviet Sequence Declaration", "5.3a", DECLARING, (DECLARE,), SOVIET),
    Phase("soviet-movement", "Soviet Movement", "10.0a", _moving, (MOVE, END_PHASE), SOVIET),
    Phase("soviet-combat", "Soviet Combat", "11.0a", FIGHTING, (ATTACK, PROBE, END_PHASE), SOVIET),
    Phase("soviet-regroup", "Soviet Regroup", "9.1.1a", "Place units that return, or refuse",
          (ARRIVE, REFUSE, ending(_end_soviet_regroup)), SOVIET),
), elsewhere={
    "lose": ("11.6", "the result of a combat"), "retreat": ("11.6.1a", "the result of a combat"),
    "advance": ("11.7a", "the moment after a combat"), "stay": ("11.7a", "the moment after a combat"),
    "stop": ("11.8a", "a momentum attack"), "eliminate": ("6.4", "the end of a phase with too many units in a hex"),
    "none": ("8.3a", "an attack on German units out of supply"),
})  # fmt: skip
