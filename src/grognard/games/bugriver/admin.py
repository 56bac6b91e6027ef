"""1, 8: the Admin Phase: its segments in their order. One in which a side can do nothing is passed over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grognard.decision import Procedure
from grognard.games.bugriver import assignment, recovery, reinforcements, replacement
from grognard.games.bugriver.pontoons import TAKE_UP
from grognard.games.bugriver.position import GERMAN, SOVIET, Position
from grognard.mechanics.turn import Phase, Verb
from grognard.mechanics.verbs import ending

Deed = Callable[[Position], "Procedure[None] | None"]


@dataclass(frozen=True)
class Segment:
    """A side's part of a segment: what happens by itself before, whether there is something to choose, and after."""

    id: str
    title: str
    rule: str
    prompt: str | Callable[[Position], str]
    side: str
    verbs: tuple[Verb[Position], ...]
    before: Deed
    wanted: Callable[[Position], bool]
    after: Deed = lambda g: None


def open_segment(g: Position) -> None:
    """What a segment hands out when it begins: points, and attached units that go home."""
    if g.phase.endswith("replacement"):
        replacement.receive(g, g.side)
    elif g.phase.endswith("assignment"):
        assignment.call_home(g, g.side)


def _german_recovery(g: Position) -> None:
    """8.1.1."""
    recovery.judge_supply(g)
    recovery.recover(g, GERMAN)


def _soviet_recovery(g: Position) -> Procedure[None]:
    """8.1.2, 8.1.3."""
    yield from recovery.interdict(g)
    recovery.recover(g, SOVIET)


def _end_of_recovery(g: Position) -> Procedure[None]:
    """8.1.4, 8.1.5."""
    recovery.refit_all(g)
    yield from recovery.wear_down(g)


def _some_due(side: str) -> Callable[[Position], bool]:
    return lambda g: bool(reinforcements.due_now(g, side))


EMERGENCY = "An HQ out of supply may expend Emergency Supply; then end"
ASSIGN = "Assign units to formations, attach isolated ones, or end"
ENTER = "Place the reinforcements of the turn or hold them back; who is not placed when you end waits"
SEGMENTS = (
    Segment("german-recovery", "German Recovery", "8.1", EMERGENCY, GERMAN, (recovery.EMERGENCY,),
            _german_recovery, lambda g: bool(recovery.cut_off(g, GERMAN))),
    Segment("soviet-recovery", "Soviet Recovery", "8.1", EMERGENCY, SOVIET, (recovery.EMERGENCY,),
            _soviet_recovery, lambda g: bool(recovery.cut_off(g, SOVIET)), _end_of_recovery),
    Segment("german-assignment", "German Assignment", "8.2", ASSIGN, GERMAN, (assignment.ASSIGN, assignment.ATTACH),
            open_segment, lambda g: assignment.some(g, GERMAN)),
    Segment("soviet-assignment", "Soviet Assignment", "8.2", ASSIGN, SOVIET, (assignment.ASSIGN, assignment.ATTACH),
            open_segment, lambda g: assignment.some(g, SOVIET)),
    Segment("german-replacement", "German Replacements", "8.3.1a", replacement.ask_german,
            GERMAN, (replacement.REPLACE,), open_segment,
            lambda g: bool(replacement.replaceable(g)), replacement.lapse),
    Segment("soviet-replacement", "Soviet Reorganisation", "8.3.2a", replacement.ask_soviet,
            SOVIET, (replacement.CANNIBALISE, replacement.REPLACE), open_segment,
            lambda g: bool(replacement.donors(g)), replacement.lapse),
    Segment("soviet-reinforcement", "Soviet Reinforcements", "8.4a", ENTER, SOVIET,
            (reinforcements.ARRIVE, reinforcements.DELAY), lambda g: None, _some_due(SOVIET),
            reinforcements.hold_back_the_rest),
    Segment("german-reinforcement", "German Reinforcements", "8.4a", ENTER, GERMAN,
            (reinforcements.ARRIVE, reinforcements.DELAY, TAKE_UP), lambda g: None,
            lambda g: bool(g.pontoons) or _some_due(GERMAN)(g),
            reinforcements.hold_back_the_rest),
)  # fmt: skip
IDS = tuple(segment.id for segment in SEGMENTS)


def phases(finish: Callable[[Position], Procedure[None]]) -> Iterator[Phase[Position]]:
    """The segments as phases; `finish` goes on when one is ended."""
    for each in SEGMENTS:
        verbs = (*each.verbs, ending(finish))
        yield Phase(each.id, each.title, each.rule, each.prompt, verbs, each.side)
