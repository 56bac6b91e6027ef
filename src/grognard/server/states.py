"""A room as messages: what each caller is told of a match."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final, cast

import msgspec

from grognard.board import Board
from grognard.errors import Invalid
from grognard.events import Drew, Entered, Event, Forced, Moved, Noted, PhaseBegun, Rolled, Volley
from grognard.hexes import locate
from grognard.server import messages as m
from grognard.server.clocks import terms_of
from grognard.server.clubmessages import ClockMessage
from grognard.server.course import START
from grognard.server.records import PLAY, UNDO, LogEntry, Record, sentence
from grognard.server.rooms import Room
from grognard.server.seats import INVITED, Caller, holds
from grognard.server.storage import Listed, Seat, StoredProposal
from grognard.view import View

LINES = 60  # of the log in every state; the whole log is in the history
SINCE = 300  # of it, at most, for a page that comes back
KEPT = 16  # entries of the log whose lines are kept ready
NONE: Final[list[Any]] = []  # shared by all lines: most have no dice and name no units
_WHERE = ("hex", "hexes", "path")
_WHO = ("unit", "units", "what")


def log_line(number: int, event: Event, board: Board) -> m.LogLine:
    """An event as a line of the log; its hexes by number, whatever the event calls them."""
    thrown = event if isinstance(event, Rolled | Volley) else None
    drawn = event if isinstance(event, Drew) else None
    gone = event if isinstance(event, Moved | Entered) else None
    return m.LogLine(
        number=number,
        text=event.words(),
        event=str(event.__struct_config__.tag),
        rule=event.rule,
        hexes=[_hex_name(board, name) for name in _names(event, _WHERE)] or NONE,
        units=(_names(event, _WHO) if thrown is None and drawn is None else NONE) or NONE,
        side=getattr(event, "side", ""),
        phase=event.title if isinstance(event, PhaseBegun) else "",
        how="" if gone is None else gone.how,
        together="" if gone is None else gone.together,
        dice=NONE if thrown is None else list(thrown.dice),
        faces=6 if thrown is None else thrown.sides,
        decided="" if thrown is None else thrown.decided(),
        hits=event.hits if isinstance(event, Volley) else 0,
        result=event.result if isinstance(event, Noted | Rolled) else "",
        fight=(isinstance(event, Noted) and bool(event.result)) or (isinstance(event, Rolled) and event.fight),
        void=isinstance(event, Rolled) and event.void,
        chit=NONE if drawn is None else list(drawn.columns),
        counts=NONE if drawn is None else list(drawn.used),
        forced=event.action if isinstance(event, Forced) else "",
    )


def _hex_name(board: Board, name: str) -> str:
    if name in board.grid.by_name:
        return name
    try:
        return board.grid.names[locate(board.grid, name, board.named)]
    except Invalid:
        return name


def _names(event: Event, fields: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for field in _fields(type(event), fields):
        value = getattr(event, field)
        found += [value] if isinstance(value, str) else list(value)
    return found


@cache
def _fields(kind: type[Event], fields: tuple[str, ...]) -> list[str]:
    """Which of these fields an event of a kind has."""
    return [field for field in fields if hasattr(kind, field)]


def entry_lines(room: Room, entry: LogEntry, side: str | None) -> list[m.LogLine]:
    """What happened by an entry of the log, as far as a side may know; the newest are kept ready."""
    key = (entry.record.number, side if room.secrets else None)
    if key not in room.told:
        if len(room.told) >= KEPT:
            room.told.clear()
        room.told[key] = _entry_lines(room, entry, side)
    return room.told[key]


def _entry_lines(room: Room, entry: LogEntry, side: str | None) -> list[m.LogLine]:
    record = entry.record
    if record.kind in (PLAY, START):
        board = room.course.match.board
        lines = [log_line(record.number, e, board) for e in entry.events if e.seen_by(side)]
        if lines and record.why and _may_know(room, record, side):
            lines[0] = msgspec.structs.replace(lines[0], why=record.why)
        return lines
    undone = ""
    if record.kind == UNDO:
        undone = room.course.entries[record.target + 1].record.action
        if room.secrets and side != record.side:
            undone = "the last step"
    return [m.LogLine(number=record.number, text=sentence(record, undone), event=record.kind)]


def _may_know(room: Room, record: Record, side: str | None) -> bool:
    """Whether a side may know what was said and meant by an action, and not only what came of it."""
    return not room.secrets or record.side == side or room.course.result is not None


def lines_since(room: Room, number: int, side: str | None) -> list[m.LogLine]:
    """What happened after an entry; if that is much, the end of it."""
    return _newest(room, number + 1, room.number, side, SINCE)


def newest_lines(room: Room, side: str | None) -> list[m.LogLine]:
    """The end of the log as it is now: from what it was before, and what is new."""
    number, key = room.number, side if room.secrets else None
    before, lines = room.tails.get(key, (-1, []))
    if before < 0 or before > number or number - before > LINES:
        lines = last_lines(room, number, side)
    elif before < number:
        lines = [*lines, *lines_since(room, before, side)][-LINES:]
    room.tails[key] = number, lines
    return lines


def last_lines(room: Room, upto: int, side: str | None) -> list[m.LogLine]:
    """The end of the log as it was after an entry."""
    return _newest(room, 0, upto, side, LINES)


def _newest(room: Room, first: int, last: int, side: str | None, most: int) -> list[m.LogLine]:
    """The last so many lines of these entries; those before are not even looked at."""
    if first == last:
        return entry_lines(room, room.course.entries[last], side)[-most:]
    found: list[list[m.LogLine]] = []
    count = 0
    for number in range(last, first - 1, -1):
        found.append(entry_lines(room, room.course.entries[number], side))
        count += len(found[-1])
        if count >= most:
            break
    return [line for lines in reversed(found) for line in lines][-most:]


def seat_message(room: Room, seat: Seat) -> m.SeatMessage:
    """Who sits on a side, and whether they are there."""
    return m.SeatMessage(
        side=seat.side,
        kind=seat.kind,
        name=seat.name,
        here=room.is_here(seat),
        thinking=seat.side in room.thinking,
        failed=room.failed.get(seat.side, ""),
    )


def seat_messages(room: Room) -> list[m.SeatMessage]:
    """Every seat, in the game's order of sides."""
    if room.told_seats is None:
        room.told_seats = [seat_message(room, room.seats[side]) for side in room.sides if side in room.seats]
    return room.told_seats


def proposal_message(room: Room, proposal: StoredProposal | None, *, accepted: bool = False) -> m.Proposal | None:
    """A question as everybody reads it."""
    if proposal is None:
        return None
    side, to = proposal.side, proposal.target
    text = {
        "undo": f"{side} asks to take the last step back",
        "rollback": f"{side} asks to go back to entry {to} of the log",
        "draw": f"{side} offers a draw",
        "off": f"{side} asks to call the match off, without a result",
        "rules": f"{side} asks to go on from entry {to} under the rules there are now",
    }[proposal.kind]
    return m.Proposal(number=proposal.number, side=side, kind=proposal.kind, to=to, text=text, accepted=accepted)


def state(room: Room, side: str, mine: list[str], number: int | None = None) -> m.MatchState:
    """The match as one side sees it, now or as it was after an entry."""
    course, past = room.course, number is not None and number != room.course.number
    match = course.at(number or 0) if past else course.match
    upto = course.number if number is None else number
    result = match.result if past else course.result
    viewer = side or None
    head = course.match.header
    return m.MatchState(
        id=room.id,
        game=head.game,
        scenario=head.scenario,
        title=room.title,
        options=room.options,
        number=upto,
        side=side,
        mine=mine,
        seats=seat_messages(room),
        view=cast(View[Any], match.view(viewer) if past else room.view(viewer)),
        result=result,
        commitment=room.promise,
        seed=str(head.seed) if course.result else "",
        seed_known=room.seed_known,
        rated=room.affairs.rated,
        terms=room.affairs.terms,
        clocks=room.affairs.messages(),
        older=room.affairs.older,
        proposal=proposal_message(room, room.proposal),
        can_undo=not past and room.may_undo(mine),
        lines=last_lines(room, upto, viewer) if past else newest_lines(room, viewer),
    )


def shown(room: Room, side: str, mine: list[str]) -> m.MatchState:
    """The state as it is now, made once for all who see the same."""
    key = (side, tuple(mine))
    if key not in room.shown:
        room.shown[key] = state(room, side, mine)
    return room.shown[key]


def ready(room: Room, side: str, mine: list[str]) -> Any:
    """The state of a match as a side sees it, as JSON."""
    key = (side, tuple(mine))
    if key not in room.ready:
        room.ready[key] = msgspec.Raw(msgspec.json.encode(shown(room, side, mine)))
    return room.ready[key]


def history(room: Room, side: str | None) -> list[m.HistoryEntry]:
    """The whole log for the replay slider."""
    found = []
    stands = set(room.course.standing(room.course.number))
    for entry in room.course.entries:
        record = entry.record
        lines = entry_lines(room, entry, side)
        if record.kind == PLAY and record.number not in stands:
            lines = [msgspec.structs.replace(line, undone=True) for line in lines]
        known = _may_know(room, record, side)
        action = record.action if record.kind == PLAY else record.kind if record.kind != START else ""
        found.append(
            m.HistoryEntry(
                number=record.number,
                side=record.side,
                action=action if known or record.kind != PLAY else "",
                turn=entry.turn,
                phase=entry.phase,
                time=record.time,
                lines=lines,
            )
        )
    return found


def summary(listed: Listed, caller: Caller, room: Room | None) -> m.MatchSummary:
    """A match in the lobby; `room` if it is open here now."""
    row, told = listed.row, msgspec.json.decode(listed.row["summary"])
    seats: Iterable[m.SeatMessage]
    if room is not None:
        seats = seat_messages(room)
    else:
        seats = [m.SeatMessage(side=s.side, kind=s.kind, name=s.name, here=False) for s in listed.seats]
    return m.MatchSummary(
        id=row["id"],
        game=row["game"],
        title=row["title"],
        seats=list(seats),
        mine=[seat.side for seat in listed.seats if holds(caller, seat)],
        updated=row["updated"],
        invited=[seat.side for seat in listed.seats if seat.kind == INVITED and seat.user and seat.user == caller.user],
        rated=row["rated"],
        terms=terms_of(row["terms"]),
        clocks=[ClockMessage(**clock._asdict()) for clock in listed.clocks],
        **told,
    )
