"""Orders for a movement phase: marches worked out one upon the other, each judged by the position it leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush

from grognard.bots.knowledge import Plan
from grognard.bots.knowledge.guderian.judgement import balance
from grognard.games.guderian.movement import MOVE, may_move
from grognard.games.guderian.position import GERMAN, SOVIET, Position, Unit
from grognard.games.guderian.rail import RAIL, may_rail, rail_reach
from grognard.games.guderian.reinforcements import CALL, ENTER, may_enter, ways_in
from grognard.games.guderian.routes import destinations
from grognard.games.guderian.stacking import fits

WORTH_IT = 0.015  # points that a march must bring
OF_EACH = {GERMAN: 6, SOVIET: 4}  # candidates of the same units that are judged in earnest
ROUND = 16  # orders worked out before the map is looked at again


@dataclass(frozen=True, slots=True)
class Candidate:
    """Orders that belong together, who takes part, and what they seem to gain: a plan to be judged in earnest."""

    gain: float
    actions: tuple[str, ...]
    units: frozenset[Unit]
    aim: str = ""
    prize: float = 0.0  # of the gain: what an attack is worth for the place it strikes


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the orders, and where everybody stands when its turn comes."""

    stacks: dict[int, tuple[Unit, ...]]
    plan: Plan


def best(candidates: Iterable[Candidate], count: int) -> list[Plan]:
    """The likeliest actions."""
    return [Plan(candidate.actions, candidate.aim) for candidate in sorted(candidates, key=lambda t: -t.gain)[:count]]


# --- carrying marches out on a copy ----------------------------------------------------------------------------------


def carried_out(g: Position, actions: Iterable[str]) -> Position | None:
    """The position after marches; None if one of them is not possible."""
    trial = g.copy()
    trial.freeze(like=g)
    for action in actions:
        verb, *words = action.split()
        if verb == "call":
            if (after := called_up(trial)) is None:
                return None
            trial = after
            continue
        units = [unit for word in words[:-1] if (unit := trial.find(word)) is not None]
        if len(units) < len(words) - 1 or not POSSIBLE[verb](trial, units, trial.rules.hex_by_name[words[-1]]):
            return None
        trial.thaw()
        VERBS[verb].carry_out(trial, tuple(words))
        trial.events.clear()
        trial.freeze()
    return trial


def called_up(g: Position) -> Position | None:
    """The position with one more division of the South-Western Front on its way; None if none may be called."""
    if not CALL.possible(g):
        return None
    trial = g.copy()
    CALL.carry_out(trial, ())
    trial.events.clear()
    trial.freeze()
    return trial


def _have_room(g: Position, units: Iterable[Unit]) -> bool:
    """Whether nobody is lost for want of room where the units stand (7.1)."""
    return all(fits(g, g.side, g.stacks[hex]) for hex in {g.at[unit] for unit in units})


def _can_move(g: Position, units: list[Unit], hex: int) -> bool:
    start = g.at[units[0]]
    together = hex != start and all(g.at[u] == start and may_move(g, u) for u in units)
    return together and hex in destinations(g, tuple(units)).cost


def _can_enter(g: Position, units: list[Unit], hex: int) -> bool:
    return all(may_enter(g, u) for u in units) and bool(ways_in(g, units) >> hex & 1)


def _can_ride(g: Position, units: list[Unit], hex: int) -> bool:
    return bool(may_rail(g, units[0])) and hex != g.at[units[0]] and hex in rail_reach(g, units[0]).cost


VERBS = {verb.name: verb for verb in (MOVE, ENTER, RAIL)}
POSSIBLE: dict[str, Callable[[Position, list[Unit], int], bool]] = {
    "move": _can_move,
    "enter": _can_enter,
    "rail": _can_ride,
}


# --- one upon the other ----------------------------------------------------------------------------------------------


def work_out(g: Position, candidates: Iterable[Candidate], duties: Iterable[Candidate], some: float) -> list[Segment]:
    """Take the candidate that gains most of some, then the one that gains most after it, and so on.

    Of the duties as many are looked at besides, however little they seem to gain.
    """
    sign = 1 if g.side == GERMAN else -1
    here, value = g, sign * balance(g)
    each = OF_EACH[g.side]
    likely = [*_likely(candidates, each)[: int(some)], *_likely(duties, each)[: int(some)]]
    taken: list[tuple[Candidate, Position]] = []
    queue: list[tuple[float, int, int, Position]] = []  # gain, candidate, after how many orders, and the position then

    def look(n: int) -> None:
        after = carried_out(here, likely[n].actions)
        if after is None or not _have_room(after, likely[n].units):
            return
        if (gain := sign * balance(after) - value) > WORTH_IT:
            heappush(queue, (-gain, n, len(taken), after))

    for n in range(len(likely)):
        look(n)
    busy: set[Unit] = set()
    while queue and len(taken) < ROUND:
        gain, n, seen, after = heappop(queue)
        if busy & likely[n].units:
            continue
        if seen < len(taken):
            look(n)
            continue
        taken.append((likely[n], here))
        value, here = value - gain, after
        busy |= likely[n].units
    return _segments(taken)


def _likely(candidates: Iterable[Candidate], each: int) -> list[Candidate]:
    """The likeliest, some of everybody."""
    found, count = list[Candidate](), dict[frozenset[Unit], int]()
    for candidate in sorted(candidates, key=lambda t: -t.gain):
        count[candidate.units] = count.get(candidate.units, 0) + 1
        if count[candidate.units] <= each:
            found.append(candidate)
    return found


def _segments(taken: list[tuple[Candidate, Position]]) -> list[Segment]:
    """What has the same aim and follows one upon the other is one plan."""
    found: list[Segment] = []
    for candidate, before in taken:
        if found and found[-1].plan.aim == candidate.aim:
            last = found[-1]
            found[-1] = Segment(last.stacks, Plan((*last.plan.actions, *candidate.actions), candidate.aim))
        else:
            found.append(Segment(before.stacks, Plan(candidate.actions, candidate.aim)))
    return found


# --- remembered ------------------------------------------------------------------------------------------------------

KEPT = "bot orders"


def remember(g: Position, segments: list[Segment]) -> None:
    """Keep what follows for when its turn comes."""
    g.remember(KEPT, (g.turn, g.phase), (times_worked_out(g) + 1, segments))


def times_worked_out(g: Position) -> int:
    """How often orders have been worked out in this phase."""
    when, kept = g.recall(KEPT) or (None, (0, ()))
    return int(kept[0]) if when == (g.turn, g.phase) else 0


def next_order(g: Position) -> Plan | None:
    """What the orders say next, if everything stands as they expected and it still gains something."""
    when, (_, segments) = g.recall(KEPT) or (None, (0, ()))
    if when != (g.turn, g.phase):
        return None
    plan = next((segment.plan for segment in segments if segment.stacks == g.stacks), None)
    if plan is None or (after := carried_out(g, plan.actions)) is None:
        return None
    gain = (balance(after) - balance(g)) * (1 if g.side == GERMAN else -1)
    return plan if gain > WORTH_IT else None
