"""The course of a match: its log played out. It knows nothing of databases, seats or connections."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.events import Event, PhaseBegun
from grognard.match import Match
from grognard.preview import Result
from grognard.ruling import Illegal, no
from grognard.server.records import DRAW, PLAY, RESIGN, ROLLBACK, UNDO, Damaged, LogEntry, Record, start, verdict

START = "start"


class Course:
    """A match and every entry of its log; entry 0 is the beginning."""

    def __init__(self, match: Match, entries: list[LogEntry] | None = None) -> None:
        self.match = match
        if entries is None:
            view = match.view(None)
            entries = [LogEntry(Record(0, START, ""), tuple(match.events), view.turn, view.phase_title, 0)]
        self.entries = entries

    @classmethod
    def replayed(cls, header: str, records: Iterable[Record], snapshots: dict[int, str]) -> Course:
        """A stored match played again; Damaged if it no longer comes out as it was."""
        course = cls(start(header))
        try:
            for record in records:
                course.add(record)
                if snapshots.get(record.number, "") not in ("", course.match.fingerprint()):
                    raise Damaged(f"entry {record.number} leads to another position than the one stored")
        except Illegal as error:
            raise Damaged(f"entry {record.number}, '{record.action}', is no longer legal ({error})") from error
        except Damaged as error:
            made, here = course.match.header.version, course.match.game.version
            if made == here:
                raise
            raise Damaged(f"{error}: the match was played with rules and data {made}, here are {here}") from error
        return course

    @property
    def number(self) -> int:
        """How many entries the log has."""
        return len(self.entries) - 1

    @property
    def last(self) -> LogEntry:
        """The newest entry."""
        return self.entries[-1]

    @property
    def result(self) -> Result | None:
        """How the match ended, by the rules or by the players; None while it goes on."""
        return verdict(self.last.record, self.match.game.info.sides) or self.match.result

    def standing(self, upto: int) -> list[int]:
        """The entries whose actions make up the position after entry `upto`, in order."""
        found = []
        at = self.entries[upto].tip
        while at:
            found.append(at)
            at = self.entries[at - 1].tip
        return found[::-1]

    def at(self, number: int) -> Match:
        """The match as it was after an entry, as a match of its own."""
        wanted, here = self.standing(number), self.standing(self.number)
        same = 0
        while same < min(len(wanted), len(here)) and wanted[same] == here[same]:
            same += 1
        match = self.match.replay(same)
        for entry in wanted[same:]:
            record = self.entries[entry].record
            match.play(record.action, record.side, at=record.time)
        return match

    def next(self, record: Record) -> Course:
        """The course with one more entry; this one stays as it is. Illegal if a rule forbids it."""
        assert record.number == self.number + 1
        if self.result is not None:
            raise Illegal(no("", "the match is over"))
        if record.kind == PLAY:
            match = self.match.copy()
            return Course(match, [*self.entries, self._played(match, record)])
        if record.kind in (UNDO, ROLLBACK):
            then = self.entries[record.target]
            return Course(
                self.at(record.target), [*self.entries, LogEntry(record, (), then.turn, then.phase, then.tip)]
            )
        assert record.kind in (RESIGN, DRAW)
        return Course(self.match, [*self.entries, LogEntry(record, (), self.last.turn, self.last.phase, self.last.tip)])

    def add(self, record: Record) -> None:
        """Add an entry in place: for one that is stored already."""
        if record.kind == PLAY and record.number == self.number + 1:
            self.entries.append(self._played(self.match, record))
        else:
            course = self.next(record)
            self.match, self.entries = course.match, course.entries

    def _played(self, match: Match, record: Record) -> LogEntry:
        events = match.play(record.action, record.side or None, at=record.time)
        turn, phase = _moment(events, self.last.turn, self.last.phase)
        return LogEntry(record, tuple(events), turn, phase, record.number)

    # --- taking back -----------------------------------------------------------------------------------------------

    def last_action(self) -> Record | None:
        """The newest action that stands."""
        tip = self.last.tip
        return self.entries[tip].record if tip else None

    def may_take_back(self) -> bool:
        """Whether nothing was learned since the newest action that stands."""
        if not self.last.tip or self.result is not None:
            return False
        match = self.match
        free = bool(match.header.options.get("free_undo"))
        return free or match.state.learned == match.actions[-1].learned


def _moment(events: Iterable[Event], turn: int, phase: str) -> tuple[int, str]:
    for event in events:
        if isinstance(event, PhaseBegun):
            turn, phase = event.turn, event.title
    return turn, phase


def summary(course: Course) -> dict[str, Any]:
    """What the lobby shows of a match."""
    head, result = course.match.header, course.result
    scenarios = course.match.game.info.scenarios
    return {
        "turn": course.last.turn,
        "turns": next((s.turns for s in scenarios if s.id == head.scenario), 0),
        "phase": course.last.phase,
        "waiting_for": [] if result else [d.side for d in course.match.decisions],
        "over": result is not None,
        "result": result.level if result else "",
    }
