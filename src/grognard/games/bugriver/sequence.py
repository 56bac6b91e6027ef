"""1, 2, 6, 7.8: the turn: Admin Phase, Ops Cycles with their activations and reactions, end."""

from __future__ import annotations

from grognard.decision import Procedure
from grognard.events import Noted
from grognard.games.bugriver.actions import ACTIVATION, BONUS, REACTION, acting, points
from grognard.games.bugriver.activation import activate
from grognard.games.bugriver.admin import IDS, SEGMENTS, phases
from grognard.games.bugriver.combat import ATTACKS
from grognard.games.bugriver.crowding import enforce
from grognard.games.bugriver.departure import EXIT
from grognard.games.bugriver.fog import TOP, look_away
from grognard.games.bugriver.improved import IMPROVE
from grognard.games.bugriver.infiltration import INFILTRATE
from grognard.games.bugriver.initiative import determine, eligible, favour, may_activate, phase_over
from grognard.games.bugriver.movement import MOVE
from grognard.games.bugriver.pontoons import BRIDGE
from grognard.games.bugriver.position import ENEMY, GERMAN, SOVIET, Position, Unit
from grognard.games.bugriver.reaction import WATCH, earn_points
from grognard.games.bugriver.recovery import reset_marker
from grognard.games.bugriver.refit import REFIT
from grognard.games.bugriver.reinforcements import release
from grognard.games.bugriver.relocation import RELOCATE
from grognard.games.bugriver.victory import verdict
from grognard.mechanics.turn import Phase, Sequence, Verb
from grognard.mechanics.verbs import Party, Way, alone, ending, of_unit, then
from grognard.ruling import OK, Ruling, no
from grognard.state import Frame

RECEIVED = "received"  # of the options of a side to which the Initiative was transferred

# --- 1 the Admin Phase ------------------------------------------------------------------------------------------------


def begin_turn(g: Position) -> Procedure[None]:
    """PRE.a: every turn but the first has an Admin Phase, which begins with the marker (1)."""
    reset_marker(g)
    yield from play_segments(g, 0)


def play_segments(g: Position, first: int) -> Procedure[None]:
    """8.1 to 8.4: on to the next segment in which a side has something to choose, or to the Ops Phase."""
    for segment in SEGMENTS[first:]:
        SEQUENCE.start(g, segment.id)
        yield from segment.before(g) or ()
        with g.still():
            wanted = segment.wanted(g)
        if wanted:
            SEQUENCE.announce(g)
            return
        yield from segment.after(g) or ()
    yield from _next_cycle(g)


def _end_segment(g: Position) -> Procedure[None]:
    at = IDS.index(g.phase)
    yield from SEGMENTS[at].after(g) or ()
    yield from play_segments(g, at + 1)


# --- 10.2 the Surprise Attack -----------------------------------------------------------------------------------------


def may_surprise(g: Position, hq: Unit) -> Ruling:
    """10.2a: Infantry Divisions alone, and each once."""
    ruling = may_activate(g, hq)
    if not ruling:
        return ruling
    if not g.rules.ratings[hq].infantry:
        return no("10.2a", f"{g.name(hq)} is no Infantry Division")
    return no("10.2a", f"{g.name(hq)} has made its Surprise Attack") if hq in g.used else OK


def _surprise(g: Position, hq: Unit) -> Procedure[None]:
    g.used = (*g.used, hq)
    yield from activate(g, hq)
    SEQUENCE.push(g, ACTIVATION, about=(hq,))


def _surprised(g: Position) -> Procedure[None]:
    """An activation of the Surprise Attack is over."""
    g.surprise -= 1
    if not g.surprise or not any(may_surprise(g, hq) for hq in g.rules.hqs):
        yield from _end_surprise(g)


def _end_surprise(g: Position) -> Procedure[None]:
    """10.2c: the marker to +2 with the Soviet side up, and normal Ops Cycles."""
    g.surprise, g.used = 0, ()
    g.drm = ("", 0)
    favour(g, SOVIET)
    yield from _next_cycle(g)


# --- 2, 6.2 Ops Cycles ------------------------------------------------------------------------------------------------


def _next_cycle(g: Position) -> Procedure[None]:
    """2, 6.2d: determination while nobody has passed; else the other side has the Initiative."""
    if phase_over(g):
        yield from _end_turn(g)
    elif g.sides_passed:
        SEQUENCE.begin(g, "options", ENEMY[g.sides_passed[0]])
    else:
        SEQUENCE.begin(g, "initiative")


def _determine(g: Position) -> Procedure[None]:
    winner = yield from determine(g)
    SEQUENCE.begin(g, "options", winner)


def _act(g: Position, hq: Unit) -> Procedure[None]:
    """6.2a."""
    yield from activate(g, hq)
    SEQUENCE.push(g, ACTIVATION, about=(hq,))


def _may_transfer(g: Position) -> Ruling:
    """6.2b."""
    if g.enemy in g.sides_passed:
        return no("6.2b", "the opponent has passed and cannot be given the Initiative")
    return no("6.2b", "the Initiative was given to you: act or pass") if RECEIVED in g.frames[-1].about else OK


def _transfer(g: Position) -> None:
    g.tell(Noted(text=f"{g.side.title()} transfers the Initiative", rule="6.2b"))
    SEQUENCE.begin(g, "options", g.enemy, (RECEIVED,))


def _pass(g: Position) -> Procedure[None]:
    """6.2c."""
    g.tell(Noted(text=f"{g.side.title()} passes", rule="6.2c"))
    g.sides_passed = (*g.sides_passed, g.side)
    yield from _next_cycle(g)


# --- 6.3, 6.4 activations and reactions -------------------------------------------------------------------------------


def _after_action(g: Position) -> Procedure[None]:
    """What follows from an Action once it is over: a reaction it was answered with, or the bonus of a victory."""
    pending, g.pending = g.pending, ()
    match pending:
        case ("reaction", int(hq)):
            yield from earn_points(g, hq)  # G87: whatever overstacking does to its HQ
    yield from enforce(g)  # 5.3.1b; of a move that a reaction has stopped, before the reaction (6.4.3a)
    look_away(g)  # 5.3.4a: the attack is over
    release(g)
    if g.phase == BONUS:
        yield from SEQUENCE.pop(g)  # 7.5.3b: one Action
    match pending:
        case ("reaction", int(hq)):
            if g.rules.side[hq] == GERMAN:
                g.boats = 0  # 7.3.8
            SEQUENCE.push(g, REACTION, g.rules.side[hq], (hq,))
        case ("bonus", int(hq), tuple(units), tuple(entries), bool(attacker)):
            _grant(g, hq, units, entries, attacker=attacker)


def _grant(g: Position, hq: Unit, units: Party, entries: Way, *, attacker: bool) -> None:
    """7.5.3b: the bonus Action Point, for those of the winners who are still there; lost if they can do nothing."""
    frames, left = g.frames, tuple(unit for unit in units if g.at[unit] >= 0)
    g.play_frames((*frames, Frame(BONUS, g.rules.side[hq], (hq, left, entries, attacker))))
    with g.still():
        useful = any(action.possible(g) for action in ACTIONS)
    if useful:
        SEQUENCE.announce(g)
    else:
        g.play_frames(frames)
        g.tell(Noted(text="The bonus Action Point has no use and is lost", rule="7.5.3b"))


def _decline(g: Position) -> Procedure[None]:
    """7.5.3b: the bonus point is lost; the track is not touched."""
    yield from SEQUENCE.pop(g)


def _end_acting(g: Position) -> Procedure[None]:
    """7.1g: what is left of the Action Points is lost; the frame below goes on."""
    g.ap[g.side] = 0
    yield from SEQUENCE.pop(g)


# --- 7.8 the end ------------------------------------------------------------------------------------------------------


def _end_turn(g: Position) -> Procedure[None]:
    """6.2e, 7.8."""
    if g.turn >= g.rules.scenario.turns:
        end_game(g)
    else:
        g.turn += 1
        yield from begin_turn(g)


def end_game(g: Position) -> None:
    """7.8: the game ends and victory is determined."""
    g.result = verdict(g)
    SEQUENCE.end_game(g)
    g.tell(Noted(text=g.result[1], rule="7.8"))


# --- the phases -------------------------------------------------------------------------------------------------------


def _acting(g: Position) -> str:
    left = points(g)
    return f"{g.name(acting(g))} has {left} Action Point{'s' * (left != 1)}: act, or end"


def _bonus(g: Position) -> str:
    more = f" and {points(g) - 1} from the track" if points(g) > 1 else ""
    names = " ".join(g.names(g.frames[-1].about[1]))
    return f"You have won the battle: {names} may act once, with a bonus Action Point{more}, or end"


ACT: Verb[Position] = of_unit(
    "act",
    "6.2a",
    units=lambda g: eligible(g, g.side),
    nobody=lambda g: no("6.3.2", "no formation of yours can be activated"),
    why_not=may_activate,
    carry_out=_act,
)
SURPRISE: Verb[Position] = of_unit(
    "act",
    "10.2a",
    units=lambda g: [hq for hq in g.rules.hqs if may_surprise(g, hq)],
    nobody=lambda g: no("10.2a", "no Infantry Division is left for the Surprise Attack"),
    why_not=may_surprise,
    carry_out=_surprise,
)
TRANSFER: Verb[Position] = alone("transfer", "6.2b", _transfer, _may_transfer)
PASS: Verb[Position] = alone("pass", "6.2c", _pass)
DETERMINE: Verb[Position] = alone("determine", "2a", _determine)
BY_UNITS = (MOVE, INFILTRATE, EXIT, *ATTACKS, REFIT, IMPROVE)  # 7.5.3b: what a bonus point may be spent on
ACTIONS: tuple[Verb[Position], ...] = tuple(then(verb, _after_action) for verb in BY_UNITS)
OF_FORMATION: tuple[Verb[Position], ...] = tuple(then(verb, _after_action) for verb in (RELOCATE, BRIDGE))
FREE: tuple[Verb[Position], ...] = (TOP, WATCH)  # for nothing
END: Verb[Position] = ending(_end_acting)

SEQUENCE: Sequence[Position] = Sequence((
    *phases(_end_segment),
    Phase("surprise", "Surprise Attack", "10.2a", "Activate an Infantry Division, or end the Surprise Attack",
          (SURPRISE, *FREE, ending(_end_surprise)), GERMAN, every_turn=False, resume=_surprised),
    Phase("initiative", "Initiative Determination", "2a", "Roll for the Initiative", (DETERMINE,), GERMAN),
    Phase("options", "Initiative", "6.2", "Act with a formation, transfer the Initiative, or pass",
          (ACT, *FREE, TRANSFER, PASS), resume=_next_cycle),
    Phase(ACTIVATION, "Formation Activation", "6.3", _acting,
          (*ACTIONS, *OF_FORMATION, *FREE, END)),
    Phase(REACTION, "Formation Reaction", "6.4.2d", _acting,
          (*ACTIONS, *OF_FORMATION, *FREE, END), every_turn=False),
    Phase(BONUS, "Battle Victory", "7.5.3b", _bonus, (*ACTIONS, *FREE, ending(_decline)), every_turn=False),
), elsewhere={
    **dict.fromkeys(("react", "decline", "hush"), ("6.4.1a", "a moment in which an enemy moves next to you")),
    **dict.fromkeys(("reroll", "keep"), ("5.2", "a die of yours that another could better, while you own the marker")),
    **dict.fromkeys(("go-on", "call-off"), ("5.8.4b", "an Action in which an isolated unit has failed its check")),
    "lose": ("7.5.2i", "the result of a combat"),
    **dict.fromkeys(("retreat", "stay"), ("7.5.2f", "the result of a combat")),
    "choose": ("7.5.3b", "a battle won by units of several formations"),
    "displace": ("5.3.3a", "a hex that holds too many units, or an HQ that must flee"),
    "eliminate": ("5.3.1i", "a hex that holds too many units, none of which can leave it"),
})  # fmt: skip
