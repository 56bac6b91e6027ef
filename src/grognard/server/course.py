"""The course of a match: its log played out. It knows nothing of databases, seats or connections."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, cast

from grognard.events import Event, PhaseBegun
from grognard.match import Match
from grognard.preview import Result
from grognard.ruling import Illegal, no
from grognard.server.records import ENDS, PLAY, ROLLBACK, RULES, UNDO, Damaged, LogEntry, Record, start, verdict

START = "start"
UNKNOWN: Final = object()
REACH = 32  # entries to play again, at most, from a line that is kept to any moment of the past


class Past(NamedTuple):
    """Lines of play that were taken back, as far as they are needed to look at any moment of them soon."""

    left: tuple[Match, ...] = ()  # the matches as they stood when their line was left
    covered: Mapping[int, int] = {}  # entry -> the line that went through it
    loose: Mapping[int, int] = {}  # entry -> how far lines go from it that were left and are not kept


class Course:
    """A match and every entry of its log; entry 0 is the beginning."""

    def __init__(self, match: Match, entries: list[LogEntry] | None = None, past: Past = Past()) -> None:  # noqa: B008
        self.match, self.past = match, past
        self._result: Result | object | None = UNKNOWN
        if entries is None:
            view = match.view(None)
            entries = [LogEntry(Record(0, START, ""), tuple(match.events), view.turn, view.phase_title, 0)]
        self.entries = entries

    @classmethod
    def of(cls, match: Match) -> Course:
        """The course of a match that comes from elsewhere, every action an entry."""
        course = cls(match.replay(0))
        for at, played in enumerate(match.actions):
            events = tuple(match.events_of(at))
            turn, phase = _moment(events, course.last.turn, course.last.phase)
            record = Record(at + 1, PLAY, played.side, played.action, time=played.time)
            course.entries.append(LogEntry(record, events, turn, phase, at + 1))
        course.match, course._result = match, UNKNOWN
        return course

    @classmethod
    def replayed(cls, header: str, records: Iterable[Record], snapshots: dict[int, str]) -> Course:
        """A stored match played again; Damaged if it no longer comes out as it was."""
        return cls(start(header)).followed(records, snapshots)

    def followed(self, records: Iterable[Record], snapshots: dict[int, str]) -> Course:
        """This course with what is stored after it; Damaged if that does not come out as it was."""
        records = list(records)
        void = voided(records)
        try:
            for record in records:
                if record.number in void:
                    self.pass_over(record, void[record.number])
                    continue
                self.add(record)
                if snapshots.get(record.number, "") not in ("", self.match.fingerprint()):
                    raise Damaged(f"entry {record.number} leads to another position than the one stored")
        except Illegal as error:
            raise Damaged(f"entry {record.number}, '{record.action}', is no longer legal ({error})") from error
        except Damaged as error:
            made, here = self.match.header.version, self.match.game.version
            if made == here:
                raise
            raise Damaged(f"{error}: the match was played with rules and data {made}, here are {here}") from error
        return self

    def pass_over(self, record: Record, target: int) -> None:
        """Add an entry that was played under older rules and is not played again: the position is that of `target`."""
        then = self.entries[target]
        self._result = UNKNOWN
        self.entries.append(LogEntry(record, (), then.turn, then.phase, then.tip))

    def __getstate__(self) -> tuple[Any, ...]:
        return self.match, self.entries, self.past

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        self.match, self.entries, self.past = kept
        self._result = UNKNOWN

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
        if self._result is UNKNOWN:
            self._result = verdict(self.last.record, self.match.game.info.sides) or self.match.result
        return cast("Result | None", self._result)

    def standing(self, upto: int) -> list[int]:
        """The entries whose actions make up the position after entry `upto`, in order."""
        found = []
        at = self.entries[upto].tip
        while at:
            found.append(at)
            at = self.entries[at - 1].tip
        return found[::-1]

    def at(self, number: int) -> Match:
        """The match as it was after an entry, as a match of its own: from the line nearest to it that is kept."""
        wanted, here = self.standing(number), set(self.standing(self.number))
        same = len(wanted)
        while same and wanted[same - 1] not in here and wanted[same - 1] not in self.past.covered:
            same -= 1
        line = self.match
        if same and wanted[same - 1] not in here:
            line = self.past.left[self.past.covered[wanted[same - 1]]]
        match = line.replay(same)
        for entry in wanted[same:]:
            record = self.entries[entry].record
            match.play(record.action, record.side, at=record.time)
        return match

    def _leaving(self, target: int) -> Past:
        """The past once play goes back to an entry: a line that reaches far from all that is kept is kept, too."""
        left, covered, loose = self.past
        stays, line = set(self.standing(target)), self.standing(self.number)
        first = len(line)
        while first and line[first - 1] not in stays and line[first - 1] not in covered:
            first -= 1
        gone = line[first:]
        reach = max((far + loose.get(entry, 0) for far, entry in enumerate(gone, 1)), default=0)
        if reach > REACH:
            return Past((*left, self.match), {**covered, **dict.fromkeys(gone, len(left))}, loose)
        root = line[first - 1] if first else 0
        return Past(left, covered, {**loose, root: max(reach, loose.get(root, 0))} if reach else loose)

    def next(self, record: Record) -> Course:
        """The course with one more entry; this one stays as it is. Illegal if a rule forbids it."""
        assert record.number == self.number + 1
        if self.result is not None:
            raise Illegal(no("", "the match is over"))
        if record.kind == PLAY:
            match, events = self.match.played(record.action, record.side or None, at=record.time)
            return Course(match, [*self.entries, self._entry(record, events)], self.past)
        if record.kind in (UNDO, ROLLBACK, RULES):
            then = self.entries[record.target]
            entry = LogEntry(record, (), then.turn, then.phase, then.tip)
            return Course(self.at(record.target), [*self.entries, entry], self._leaving(record.target))
        assert record.kind in ENDS
        entry = LogEntry(record, (), self.last.turn, self.last.phase, self.last.tip)
        return Course(self.match, [*self.entries, entry], self.past)

    def add(self, record: Record) -> None:
        """Add an entry in place: for one that is stored already."""
        if record.kind == PLAY and record.number == self.number + 1:
            events = self.match.play(record.action, record.side or None, at=record.time)
            self.entries.append(self._entry(record, events))
        else:
            course = self.next(record)
            self.match, self.entries, self.past = course.match, course.entries, course.past
        self._result = UNKNOWN

    def _entry(self, record: Record, events: Iterable[Event]) -> LogEntry:
        turn, phase = _moment(events, self.last.turn, self.last.phase)
        return LogEntry(record, tuple(events), turn, phase, record.number)

    # --- taking back -----------------------------------------------------------------------------------------------

    def last_action(self) -> Record | None:
        """The newest action that stands."""
        tip = self.last.tip
        return self.entries[tip].record if tip else None

    def may_take_back(self, *, alone: bool = True) -> bool:
        """Whether nothing was learned since the newest action that stands; or, `alone` at the table, the option says
        that it does not matter (free_undo)."""
        if not self.last.tip or self.result is not None:
            return False
        match = self.match
        free = alone and bool(match.header.options.get("free_undo"))
        return free or match.state.learned == match.actions[-1].learned


def voided(records: Iterable[Record]) -> dict[int, int]:
    """The entries that are not played again, each with the entry whose position it has.

    The sides agreed to go on from an earlier entry (RULES): what lies between was played under older rules.
    """
    found: dict[int, int] = {}
    for record in records:
        if record.kind == RULES:
            found |= dict.fromkeys(range(record.target + 1, record.number), record.target)
    return found


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
