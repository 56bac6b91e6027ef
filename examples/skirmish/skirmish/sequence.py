"""2, 5 and 7: the turn, the reaction in the midst of it, and the end of the game."""

from __future__ import annotations

from grognard.decision import Procedure, Words
from grognard.mechanics.turn import Phase, Sequence
from grognard.mechanics.verbs import after, alone, ending, then
from grognard.preview import Line, Result
from skirmish.combat import ATTACK
from skirmish.movement import MOVE, WITHDRAW, surprised
from skirmish.position import GERMAN, SIDES, SOVIET, Position


def _react(g: Position, words: Words) -> None:
    """5.1: the enemies of a unit that has just moved are asked first; its own phase goes on afterwards."""
    mover = g.unit(words[0])
    if surprised(g, mover):
        SEQUENCE.push(g, "reaction", g.enemy, about=(mover,))


def _go_on(g: Position) -> Procedure[None]:
    """The reaction is over: the phase below it goes on."""
    return SEQUENCE.pop(g)


def _annihilated(g: Position) -> None:
    """7.2: a side without units has lost."""
    if not all(g.occupied.values()):
        SEQUENCE.end_game(g)


def _end_phase(g: Position) -> None:
    """2.1: the other side's phase, or the next turn, or the end."""
    g.done = bytearray(len(g.done))
    if g.side == GERMAN:
        SEQUENCE.begin(g, SOVIET)
    elif g.turn < g.rules.scenario.turns:
        g.turn += 1
        SEQUENCE.begin(g, GERMAN)
    else:
        SEQUENCE.end_game(g)


def judge(g: Position) -> Result:
    """7: who has won a game that is over."""
    left = [side for side in SIDES if g.occupied[side]]
    winner, rule = (left[0], "7.2") if len(left) == 1 else (g.holder, "7.1")
    counted = (Line("was the last in Krasny", g.holder or "nobody", "7.1"),)
    level = f"{winner.title()} victory" if winner else "Draw"
    return Result(winner=winner, level=f"{level} ({rule})", points={}, counted=counted)


VERBS = (after(MOVE, _react), then(ATTACK, _annihilated), ending(_end_phase))
SEQUENCE: Sequence[Position] = Sequence((
    Phase(GERMAN, "German Phase", "2.1", "Move and attack, or end the phase", VERBS, GERMAN),
    Phase(SOVIET, "Soviet Phase", "2.1", "Move and attack, or end the phase", VERBS, SOVIET),
    Phase("reaction", "Reaction", "5.1", "Withdraw a unit, or stay",
          (then(WITHDRAW, _go_on), alone("stay", "5.1", _go_on)), every_turn=False),
))  # fmt: skip
