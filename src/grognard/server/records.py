"""The log of a match: actions, and what was taken back, resigned or agreed. Entries are appended, never changed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from grognard.errors import Invalid
from grognard.events import Event
from grognard.match import Match
from grognard.preview import Result
from grognard.save import Head, begin, header_table

PLAY, UNDO, ROLLBACK, RESIGN, DRAW = "play", "undo", "rollback", "resign", "draw"
FORFEIT, OFF, RULES = "forfeit", "off", "rules"  # out of time or silent; ended without a result; on with newer rules
ENDS = (RESIGN, DRAW, FORFEIT, OFF)
LATE, SILENT = "time", "silence"  # why a side forfeits: in `action`


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Record(NamedTuple):
    """One entry of a match's log; `target` is the entry an undo or a rollback returns to, `why` a bot's reason.

    `action` of a forfeit is why, of newer rules their version.
    """

    number: int
    kind: str
    side: str
    action: str = ""
    target: int = 0
    time: int = 0
    why: str = ""


class LogEntry(NamedTuple):
    """A record with what happened by it, and the turn and phase it led to."""

    record: Record
    events: tuple[Event, ...]
    turn: int
    phase: str
    tip: int  # the last action that stands after it, 0 if none does


def header_text(match: Match) -> str:
    """What a match starts from, as JSON."""
    return msgspec.json.encode(header_table(match)).decode()


def start(header: str) -> Match:
    """The match at its start."""
    return begin(msgspec.json.decode(header, type=Head))


def verdict(record: Record, sides: Sequence[str]) -> Result | None:
    """The result of a match that players ended themselves."""
    if record.kind in (RESIGN, FORFEIT):
        others = [side for side in sides if side != record.side]
        winner = others[0] if len(others) == 1 else ""
        return Result(winner=winner, level=sentence(record), points={}, counted=())
    if record.kind == DRAW:
        return Result(winner="", level="draw by agreement", points={}, counted=())
    if record.kind == OFF:
        return Result(winner="", level="called off, no result", points={}, counted=(), off=True)
    return None


def sentence(record: Record, undone: str = "") -> str:
    """The log line of an entry that is no action: an undo, a rollback, an end the players made."""
    return {
        UNDO: f"{record.side} takes back '{undone}'",
        ROLLBACK: f"by agreement the match goes back to entry {record.target}",
        RESIGN: f"{record.side} resigns",
        DRAW: "the sides agree on a draw",
        FORFEIT: f"{record.side} {'runs out of time' if record.action == LATE else 'has been silent too long'}",
        OFF: "the match is called off",
        RULES: f"by agreement the match goes on from entry {record.target} under the rules {record.action}",
    }[record.kind]


class Damaged(Invalid):
    """A stored match that does not replay to what it was."""
