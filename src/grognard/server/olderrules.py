"""Matches that were made under other rules than this program has: they are shown, and go on only if the sides agree.

A match names the version of the rules and data it was made with. If the program has another, its log is played with
the rules there are now and compared with the positions that were stored. Where it comes out as it was, the sides may
agree to go on; where it does not, they may agree to go on from the last entry that does, or call the match off. Nothing
is played before that.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.errors import Invalid
from grognard.games import find
from grognard.save import Head
from grognard.server.clubmessages import OlderMessage
from grognard.server.course import Course, voided
from grognard.server.records import PLAY, RULES, Damaged, Record, start


def made_with(header: str, records: Sequence[Record]) -> tuple[str, str]:
    """The version of the rules a match is played under, and the one there is here."""
    head = msgspec.json.decode(header, type=Head)
    agreed = [record.action for record in records if record.kind == RULES]
    try:
        return (agreed or [head.version])[-1], find(head.game).version
    except Invalid as error:
        raise Damaged(f"it is of a game that is no longer here ({error})") from error


def as_far_as_it_goes(header: str, records: Sequence[Record], snapshots: dict[int, str]) -> Course:
    """A log played with the rules there are now.

    If it does not come out as it was, it is played up to the last position that does, and the rest is passed over.
    """
    try:
        course = Course(start(header))
    except Exception as error:  # whatever newer rules say to old data
        raise Damaged(f"it was made under other rules, and cannot be set up any more ({error})") from error
    void, sure = voided(records), 0
    try:
        for record in records:
            if record.number in void:
                course.pass_over(record, void[record.number])
                continue
            course.add(record)
            if record.number in snapshots:
                if snapshots[record.number] != course.match.fingerprint():
                    raise Damaged("another position")
                sure = record.number
    except Exception:
        return _up_to(header, records, sure)
    return course


def _up_to(header: str, records: Sequence[Record], sure: int) -> Course:
    course, void = Course(start(header)), voided(records)
    for record in records:
        if record.number > sure:
            course.pass_over(record, sure)
        elif record.number in void:
            course.pass_over(record, void[record.number])
        else:
            course.add(record)
    return course


def older(course: Course, made: str, here: str) -> OlderMessage:
    """What people are told about such a match."""
    target = course.number
    void = voided(entry.record for entry in course.entries)
    for entry in course.entries[1:]:
        if entry.record.kind == PLAY and entry.tip != entry.record.number and entry.record.number not in void:
            target = entry.record.number - 1
            break
    same = "So far it comes out as it was."
    if target < course.number:
        same = f"It comes out as it was up to entry {target} of {course.number}, and could go on from there."
    text = f"This match was made under the rules {made}, and the server has {here} now. {same} "
    return OlderMessage(made=made, here=here, target=target, text=text + "Agree to go on, or call it off.")
