"""What a live match holds in memory: as little as it can, and nothing that another match has, too."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import islice
from pathlib import Path

from grognard.match import Match
from grognard.server.course import Course
from grognard.server.library import lesson
from grognard.server.records import PLAY, ROLLBACK, Record, header_text
from grognard.server.rooms import ANSWERS_MAX, TRIM_EVERY, Room
from grognard.server.shelf import PARTS_MAX, Shelf
from grognard.server.storage import Stored
from tests.server.lesson import script

ACTIONS = 80


def room() -> Room:
    """A room as it is opened from a stored log."""
    header = header_text(lesson("guderian"))
    course = Course.replayed(header, [], {})
    made = Room(Stored("m", "", header, None, False, {}, [], {}, None), course, None)  # type: ignore[arg-type]
    made.share()
    return made


def play(room: Room, actions: int) -> None:
    for side, action in islice(script(300), room.number, room.number + actions):
        room._take(room.course.next(Record(room.number + 1, PLAY, side, action, time=1)))


def alone(actions: int) -> Match:
    """The same match, which shares nothing with any."""
    match = lesson("guderian")
    for side, action in script(300)[:actions]:
        match.play(action, side, at=1)
    return match


def lists(match: Match) -> list[list[list[object]]]:
    """Of each position to go back to, the long lists."""
    return [[v for v in state.__getstate__() if isinstance(v, list) and len(v) > 50] for state in match.marks]


def test_matches_have_the_same_lists_to_go_back_to() -> None:
    one, other = room(), room()
    play(one, ACTIONS)
    play(other, ACTIONS)
    for mine, yours in zip(lists(one.course.match), lists(other.course.match), strict=True):
        assert [a is b for a, b in zip(mine, yours, strict=True)] == [True] * 7
    first, second, *_ = lists(one.course.match)
    assert any(
        a is b for a, b in zip(first, second, strict=True) if len(a) > 50
    )  # nor is kept twice what has not changed


def test_going_back_changes_nobody_elses_match() -> None:
    one, other = room(), room()
    play(one, ACTIONS)
    play(other, ACTIONS)
    before = other.course.match.fingerprint()
    for target in (35, 3, 64):
        one._take(one.course.next(Record(one.number + 1, ROLLBACK, "german", target=target, time=1)))
        assert one.course.match.fingerprint() == alone(target).fingerprint()
        match = one.course.match.copy()
        for side, action in script(300)[target : target + 10]:
            match.play(action, side, at=1)
        assert match.fingerprint() == alone(target + 10).fingerprint()
    assert other.course.match.fingerprint() == before == alone(ACTIONS).fingerprint()
    for target in (1, 31, 32, 33, ACTIONS - 1):
        assert other.course.match.replay(target).fingerprint() == alone(target).fingerprint()


def test_the_shelf_holds_so_much_and_only_equals() -> None:
    shelf = Shelf()
    ones, trues = [1] * 40, [1] * 39 + [2]
    assert shelf._same("list", ones) is ones
    assert shelf._same("list", [1] * 40) is ones
    assert shelf._same("list", trues) is trues
    assert shelf._same("other", equal := [1] * 40) is equal
    pairs = dict(zip(range(40), range(40), strict=True))
    assert shelf._same("dict", pairs) is pairs
    assert shelf._same("dict", back := dict(reversed(pairs.items()))) is back  # the order counts: stacks are in it
    for n in range(2 * PARTS_MAX):
        shelf._same("list", [n] * 20)
    assert len(shelf._parts) == PARTS_MAX


def test_a_position_remembers_little() -> None:
    one = room()
    play(one, ACTIONS - ACTIONS % TRIM_EVERY)
    kinds = [key[0] for key in one.course.match.state._memo if isinstance(key, tuple)]
    assert kinds
    assert max(map(kinds.count, kinds)) <= ANSWERS_MAX


FOREMAN = """
import sys
from grognard.server import foreman
from grognard.server.serve import serve
foreman.run = lambda *what: print(*sys.modules)
serve(db=sys.argv[1], workers=2, port=0)
"""


def test_the_process_that_keeps_workers_going_is_small(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FOREMAN, f"{tmp_path}/m.sqlite3"]
    loaded = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=60).stdout.split()
    assert "grognard.server.foreman" in loaded
    assert not {"grognard.server.app", "uvicorn", "starlette.applications"} & set(loaded)  # it serves nothing
    rules = {name for name in loaded if re.match(r"grognard\.games\.\w+\.(?!facts$)", name)}
    assert not rules  # what a game says of itself in a few words is enough
