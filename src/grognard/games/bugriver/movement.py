"""7.3: Movement Actions: a unit or a stack of one formation goes along a way, and may be answered by a reaction."""

from __future__ import annotations

from grognard.decision import Procedure
from grognard.events import Moved
from grognard.games.bugriver.actions import BONUS, able, affordable, first_hexes, isolated, may_act, pay
from grognard.games.bugriver.displacement import lone_hqs
from grognard.games.bugriver.effectiveness import check
from grognard.games.bugriver.position import GERMAN, Position, Unit
from grognard.games.bugriver.reaction import SUCCESS, Attempt, window
from grognard.games.bugriver.reinforcements import release
from grognard.games.bugriver.stacking import fits, room_for
from grognard.games.bugriver.tables import LEG
from grognard.games.bugriver.terrain import RIVER
from grognard.games.bugriver.ways import (
    can_go,
    classes_of,
    further,
    have_boats,
    onward,
    onward_when_found,
    path_by,
)
from grognard.games.bugriver.zoc import ezoc
from grognard.hexes import Hex
from grognard.mechanics.marching import Path
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, party_to_hex
from grognard.ruling import OK, Ruling, no, unfinished

NOT_WITH_BONUS = "nobody moves with the bonus point: neither has the enemy left his hex, nor the winner his own"


def may_move(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may make a Movement Action now."""
    ruling = may_act(g, unit)
    return affordable(g, "move", unit) if ruling else ruling


def movers(g: Position) -> list[Unit]:
    """The units that can move."""
    return g.memo("movers", lambda: [unit for unit in able(g, "move") if can_go(g, (unit,))])


def joining(g: Position, units: Party) -> list[Unit]:
    """7.3.1a: units of the same formation in the same hex that could go along."""
    here = g.at[units[0]]
    more = [unit for unit in able(g, "move") if g.at[unit] == here and unit not in units]
    return [unit for unit in more if can_go(g, (*units, unit))]


def possible(g: Position) -> Ruling:
    """Whether anybody can move."""
    somebody = any(can_go(g, (unit,)) for unit in able(g, "move"))  # the first will do
    return OK if somebody else no("7.3", "no unit of the formation can move")


# --- refusals ---------------------------------------------------------------------------------------------------------


def why_not_along(g: Position, units: Party, unit: Unit) -> Ruling:
    """Why a unit cannot move with others."""
    name = g.name(unit)
    if unit in units:
        return no("7.3.1a", f"{name} is in the stack already")
    if g.at[unit] != g.at[units[0]]:
        return no("7.3.1a", f"{name} does not start in the hex of the others")
    if not fits(g, (*units, unit)):
        return no("5.3.1c", f"with {name} the stack is too big for any hex")
    return no("7.3.1a", f"with {name} the stack has no hex it could enter")


def why_not_there(g: Position, units: Party, way: Way, hex: Hex) -> Ruling:
    """Why a stack cannot go on to a hex."""
    path = path_by(g, units, way)
    name, there, here = " ".join(g.names(units)), g.hexname(hex), path[-1]
    if hex == here:
        return no("7.3", f"{name} is in {there}")
    if not g.rules.land >> hex & 1:
        return no("7.3", f"{there} is not on the part of the map that is used")
    if g.occupied[g.enemy] >> hex & 1:
        return no("7.3.2d", f"Enemy in {there}: stop next to it, then attack it")
    if hex in onward(g, units, path):
        return no("5.3.1c", f"{name} would be too many in {there}")
    if ezoc(g, g.side) >> here & 1 and len(path) > 1:
        return no("7.3.9", f"{name} stops in {g.hexname(here)}, an enemy zone of control")
    if hex in g.rules.grid.neighbours[here]:
        return _why_not_next(g, units, path, hex)
    return no("7.3.2a", f"{name} cannot reach {there} in one Movement Action")


def _why_not_next(g: Position, units: Party, path: Path, hex: Hex) -> Ruling:
    """Why a stack cannot take the step into an adjacent hex."""
    name, there, here, zone = " ".join(g.names(units)), g.hexname(hex), path[-1], ezoc(g, g.side)
    if len(path) == 1 and not may_begin(g, hex):
        return may_begin(g, hex)
    if zone >> here & 1 and zone >> hex & 1:
        return no("5.4.1a", f"{there} and {g.hexname(here)} are both in enemy zones of control: infiltrate")
    terrain, classes, bridges = g.rules.terrain, classes_of(g, units), g.bridges
    if terrain.between(here, hex, bridges) == RIVER:
        if g.side == GERMAN and classes == {LEG} and not have_boats(g, units):
            return no("7.3.8", f"no boats are left for {name} in this activation")
        return no("7.3.8", f"{name} cannot cross the Bug to {there}: only German leg units, from an adjacent hex")
    if terrain.takes_all(classes, here, hex, bridges):
        return no("7.3.7", f"{name} crosses the stream to {there} only from its first hex, with its whole allowance")
    if terrain.step_price(classes, here, hex, bridges, roads=False) is None:
        return no("7.3.2b", f"{name} cannot enter {there} from {g.hexname(here)}: prohibited terrain")
    return no("7.3.2a", f"{name} has not the Movement Points to enter {there}")


def may_begin(g: Position, hex: Hex) -> Ruling:
    """7.5.3d: whether a move may lead into this hex first, which not every one may with a bonus point."""
    if first_hexes(g) >> hex & 1:
        return OK
    open = g.in_hexes(first_hexes(g))
    return no("7.5.3d", f"a move with the bonus point begins with {' or '.join(open)}" if open else NOT_WITH_BONUS)


def why_not_alone(g: Position, unit: Unit) -> Ruling:
    """Why a unit that may move has nowhere to go."""
    if g.phase == BONUS and not first_hexes(g):
        return no("7.5.3d", NOT_WITH_BONUS)
    return no("7.3.2b", f"{g.name(unit)} has no hex it could enter")


# --- the march --------------------------------------------------------------------------------------------------------


def _move(g: Position, units: Party, way: Way) -> Procedure[None]:
    with g.as_offered():
        path = path_by(g, units, way)
    pay(g, "move", units)
    units = yield from isolated(g, units)
    if units:
        yield from march(g, units, path)


def march(g: Position, units: Party, path: Path) -> Procedure[None]:
    """7.3, 6.4: hex by hex along a path; a successful reaction ends the Action where the stack is (6.4.2c)."""
    g.end_improved(path[0])  # 7.7b
    seen = seen_of(g, units)
    attempt, gone, ahead = Attempt(units, frozenset(seen)), [path[0]], path[1:]
    while ahead:
        a, b, ahead = gone[-1], ahead[0], ahead[1:]
        yield from window(g, attempt, tuple(gone), leaving=True)
        if attempt.result == SUCCESS:
            break
        step(g, units, a, b, on=len(gone) > 1)
        gone.append(b)
        fled = yield from lone_hqs(g, units, b)  # G37: before the window
        if fled:
            attempt.shut |= fled
            ahead = _rest(g, units, tuple(gone), ahead)
        bogged = yield from bog_down(g, units, a, b)
        yield from window(g, attempt, tuple(gone))
        if attempt.result == SUCCESS or bogged:
            break
    arrive(g, units, gone, attempt, seen)


def _rest(g: Position, units: Party, gone: Path, ahead: Path) -> Path:
    """7.3.2d, 7.3.5, G63: what is left of a way when an HQ has fled, maybe onto it or next to it: another way to the
    same hex, or none and the move ends."""
    if not ahead:
        return ()
    ways = onward_when_found(g, units, gone)
    return ways[ahead[-1]][len(gone) :] if ahead[-1] in ways else ()


def seen_of(g: Position, units: Party) -> set[Unit]:
    """Those of a stack the enemy sees where they are now (5.3.4a)."""
    return {unit for unit in units if g.seen(unit)}


def step(g: Position, units: Party, a: Hex, b: Hex, *, on: bool = False) -> None:
    """A stack goes from a hex into the next one, in boats over the Bug (7.3.8); `on` says it is under way already, and
    passes through the stack it leaves."""
    if g.rules.terrain.between(a, b, g.bridges) == RIVER:
        g.boats += len(units)
    if not on:
        g.go(units, b)
    else:
        for unit in units:
            g.enter(unit, b)
    release(g)  # 10.5, G55: whoever passes by has been near


def bog_down(g: Position, units: Party, a: Hex, b: Hex) -> Procedure[bool]:
    """5.6, G36: an AFV that enters marsh off the roads makes an EC; if one fails the stack stops with it."""
    bogged = False
    if g.rules.terrain.bogs(a, b):
        for unit in units:
            if g.rules.afv(unit) and not (yield from check(g, unit, "into the marsh", "5.6")):
                bogged = True
    return bogged


def arrive(g: Position, units: Party, gone: list[Hex], attempt: Attempt, seen: set[Unit]) -> None:
    """The end of a move: the enemy hears of it under the names of those he saw set out or sees arrive; the marker it
    removes (7.7b) and the reaction it has called up."""
    g.end_improved(gone[-1])
    if len(gone) > 1:
        names = g.hexnames(gone)
        for unit in units:
            told = Moved(unit=g.name(unit), path=names, rule="7.3")
            g.tell_apart(unit, told, told if unit in seen else Moved(unit=g.alias(unit), path=names, rule="7.3"))
    if attempt.result == SUCCESS:
        g.pending = ("reaction", attempt.hq)


def _may_stop(g: Position, units: Party, way: Way) -> Ruling:
    """5.3.1b: stacking holds where a move ends, not on its way."""
    if room_for(g, units, way[-1]):
        return OK
    name, there = " ".join(g.names(units)), g.hexname(way[-1])
    return unfinished("5.3.1c", f"{name} would be too many in {there}: go on to another hex")


MOVE: Verb[Position] = party_to_hex(
    "move",
    "7.3",
    possible=possible,
    units=movers,
    joining=joining,
    hexes=lambda g, units, way: further(g, units, path_by(g, units, way)),
    may_stop=_may_stop,
    why_not_unit=may_move,
    why_not_alone=why_not_alone,
    why_not_along=why_not_along,
    why_not_hex=why_not_there,
    carry_out=_move,
    explained=True,
)
