"""6 The sequence of play: phases are data, the same for both sides, and what happens by itself between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.decision import Procedure
from grognard.events import Noted
from grognard.games.battles import command
from grognard.games.battles.air import INTERDICT, begin_air
from grognard.games.battles.combat import ATTACK, begin_combat, end_combat
from grognard.games.battles.demolitions import BLOW, spring
from grognard.games.battles.exits import EXIT
from grognard.games.battles.movement import MOVE, begin_movement
from grognard.games.battles.overrun import OVERRUN
from grognard.games.battles.position import AXIS, ENEMY, OF_TURN, SOVIET, Position
from grognard.games.battles.reinforcements import (
    ENTER,
    PLACE,
    WITHDRAW,
    begin_reinforcement,
    end_entries,
    end_reinforcement,
)
from grognard.games.battles.stacking import enforce_stacking, overstacked
from grognard.games.battles.supply import check
from grognard.games.battles.victory import indicate, judge
from grognard.games.battles.weather import begin_game_turn
from grognard.games.battles.works import BRIDGE, FORT, TAKE_UP
from grognard.mechanics.turn import Phase, Sequence
from grognard.mechanics.verbs import ending, then

WORKS = (FORT, BRIDGE, TAKE_UP, BLOW)


def begin(g: Position, phase: str) -> None:
    """Go on to a phase of the side whose turn it is, or of the side named with it."""
    SEQUENCE.begin(g, phase)


# --- a and b, once in a game turn -------------------------------------------------------------------------------------


def _begin_game_turn(g: Position) -> Procedure[None]:
    """6.0a, 6.0b: the dice, then the player turn of the first player."""
    yield from begin_game_turn(g)
    _begin_player_turn(g, g.rules.scenario.first_player)


# --- c to h, for each player ------------------------------------------------------------------------------------------


def _begin_player_turn(g: Position, side: str) -> None:
    """6.0c."""
    g.flags = [0] * len(g.flags)
    begin(g, f"{side}-reinforcement")
    begin_reinforcement(g, side)


def _after_reinforcement(g: Position) -> Procedure[None]:
    """6.0d."""
    end_reinforcement(g, g.side)
    begin(g, f"{g.side}-supply")
    yield from command.begin_supply(g)


def _after_supply(g: Position) -> None:
    """6.0e."""
    command.end_supply(g)
    begin(g, f"{g.side}-movement")
    begin_movement(g, g.side)


def _after_movement(g: Position) -> Procedure[None]:
    """11.1b, then what is done at the end of the phase, if anything can be."""
    yield from enforce_stacking(g, g.side)
    end_entries(g, g.side)
    begin(g, f"{g.side}-works")
    if not any(verb.possible(g) for verb in WORKS):
        _after_works(g)


def _after_works(g: Position) -> None:
    """6.0f."""
    _clear_phase(g)
    begin(g, f"{g.side}-combat")
    begin_combat(g)


def _after_combat(g: Position) -> None:
    """6.0g: supply is checked anew."""
    end_combat(g)
    _clear_phase(g)
    begin(g, f"{g.side}-mechanised")
    check(g, g.side)
    begin_movement(g, g.side)


def _after_mechanised(g: Position) -> Procedure[None]:
    """11.1b, 6.0h."""
    yield from enforce_stacking(g, g.side)
    _clear_phase(g)
    begin(g, f"{g.side}-air")
    begin_air(g, g.side)


def _after_air(g: Position) -> None:
    """The other player's turn, or the end of the game turn."""
    first = g.rules.scenario.first_player
    if g.side == first:
        _begin_player_turn(g, ENEMY[first])
    else:
        _end_game_turn(g)


def _end_game_turn(g: Position) -> None:
    """6.0i, 5.0d."""
    g.flags = [0] * len(g.flags)
    indicate(g)
    if g.result is not None or g.turn >= g.rules.turns:
        SEQUENCE.end_game(g)
        g.tell(Noted(text=judge(g).level, rule="6.0i"))
        return
    g.turn += 1
    g.touch()  # what feeds a side and what is dear to enter depend on the turn
    SEQUENCE.begin(g, "weather", g.rules.scenario.first_player)


def _clear_phase(g: Position) -> None:
    g.flags = [flags & OF_TURN for flags in g.flags]


# --- the phases -------------------------------------------------------------------------------------------------------


def _with_crowds(prompt: str) -> Callable[[Position], str]:
    """A prompt that names the hexes to be unstacked before the phase ends."""

    def said(g: Position) -> str:
        crowded = overstacked(g, g.side)
        return f"{prompt} (overstacked: {' '.join(g.hexnames(crowded))})" if crowded else prompt

    return said


ARRIVING = "Place reinforcements, or end the phase"
MOVING = _with_crowds("Move, enter, overrun, or end the phase")
WORKING = "Build field forts, lay or take up bridges, blow crossings, or end the phase"
FIGHTING = "Attack, or end the phase"
AGAIN = _with_crowds("Move units with a boxed allowance again, overrun, or end the phase")
FLYING = "Place interdiction markers, or end the turn"


def _player_turn(side: str) -> Iterator[Phase[Position]]:
    who = side.title()
    yield Phase(f"{side}-reinforcement", f"{who} Reinforcement", "6.0c", ARRIVING,
                (PLACE, WITHDRAW, ending(_after_reinforcement)), side)  # fmt: skip
    yield Phase(f"{side}-supply", f"{who} Supply", "6.0d", command.prompt,
                (*command.VERBS, ending(_after_supply)), side)  # fmt: skip
    yield Phase(f"{side}-movement", f"{who} Initial Movement", "6.0e", MOVING,
                (MOVE, OVERRUN, ENTER, EXIT, ending(_after_movement)), side)  # fmt: skip
    yield Phase(f"{side}-works", f"{who} Field Works", "18.0b1", WORKING, (*WORKS, ending(_after_works)), side)
    yield Phase(f"{side}-combat", f"{who} Combat", "6.0f", FIGHTING,
                (then(ATTACK, spring), ending(_after_combat)), side)  # fmt: skip
    yield Phase(f"{side}-mechanised", f"{who} Mechanised Movement", "6.0g", AGAIN,
                (MOVE, OVERRUN, EXIT, ending(_after_mechanised)), side)  # fmt: skip
    yield Phase(f"{side}-air", f"{who} Air", "6.0h", FLYING, (INTERDICT, ending(_after_air)), side)


SEQUENCE: Sequence[Position] = Sequence((
    Phase("weather", "Weather and Air Support", "6.0a", "Begin the game turn", (ending(_begin_game_turn),)),
    *_player_turn(AXIS),
    *_player_turn(SOVIET),
), elsewhere={
    **dict.fromkeys(("declare", "go"), ("12.3b", "a combat that has just been named")),
    **dict.fromkeys(("lose", "retreat"), ("12.5b1", "the result of a combat")),
    **dict.fromkeys(("advance", "stay"), ("12.7p", "the moment after a combat")),
    "occupy": ("10.3i", "an overrun that has emptied its hex"),
})  # fmt: skip
