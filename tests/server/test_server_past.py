"""The past of a match: any moment is a few actions from something that is kept, whatever was taken back."""

from __future__ import annotations

import asyncio
import pickle
import random
import time
import zlib
from collections.abc import Awaitable, Callable
from itertools import takewhile
from pathlib import Path

import pytest
from sqlalchemy import Connection

import grognard
from grognard.match import Match
from grognard.server import rooms as rooms_module
from grognard.server import storage as db
from grognard.server.clerkpool import Clerks
from grognard.server.course import REACH, Course
from grognard.server.desk import Desk
from grognard.server.keeping import keep, kept, pack, stamp, unpack
from grognard.server.records import PLAY, ROLLBACK, UNDO, Damaged, Record, header_text, start
from grognard.server.rooms import Rooms
from grognard.server.storage import Seat, Storage
from tests.random_play.player import RandomPlayer

SMALL = {"eastfront": "EDE"}


def some_action(match: Match, dice: random.Random) -> tuple[str, str]:
    """An action drawn word by word; rarely one that ends something."""
    asked = match.decision
    assert asked is not None
    words = ""
    while not (choices := match.choices(words, asked.side)).complete:
        items = choices.items
        if not words and "deploy" in items:
            return asked.side, "deploy"
        staying = [word for word in items if word != "end"] if not words and dice.random() < 0.95 else []
        words = f"{words} {dice.choice(staying or items)}".strip()
    return asked.side, words


def wandering(game: str, entries: int, seed: int) -> Course:
    """A course with many lines: played on, taken back a step, or rolled back far."""
    dice, course = random.Random(seed), Course(grognard.new(game, SMALL.get(game), seed=seed))
    while course.number < entries and course.match.decision is not None:
        number, chance = course.number + 1, dice.random()
        if chance < 0.05 and course.number > 3:
            course.add(Record(number, ROLLBACK, "", target=dice.randrange(course.number)))
        elif chance < 0.15 and (last := course.last_action()):
            course.add(Record(number, UNDO, last.side, target=last.number - 1))
        else:
            side, action = some_action(course.match, dice)
            course.add(Record(number, PLAY, side, action, time=number))
    return course


def far(course: Course, number: int) -> int:
    """How many actions were played to look at a moment, beside those from a mark of the line itself."""
    here = {*course.standing(course.number), *course.past.covered}
    back = reversed(course.standing(number))
    return len(list(takewhile(lambda entry: entry not in here, back)))


@pytest.mark.parametrize(("game", "seed"), [("guderian", 1), ("oder", 2), ("eastfront", 3)])
def test_every_moment_is_near(game: str, seed: int) -> None:
    course = wandering(game, 110, seed)
    moments = {0: start(header_text(course.match)).fingerprint()}
    again = Course(start(header_text(course.match)))
    for entry in course.entries[1:]:
        again.add(entry.record)
        moments[entry.record.number] = again.match.fingerprint()
    assert course.past.loose, "nothing was taken back"
    for number, fingerprint in moments.items():
        if number % 9 == 0 or number == course.number:
            assert course.at(number).fingerprint() == fingerprint
        assert far(course, number) <= REACH


def test_a_long_line_that_was_left_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    course, dice = Course(grognard.new("guderian", seed=4)), random.Random(4)
    while course.number < 90:
        side, action = some_action(course.match, dice)
        course.add(Record(course.number + 1, PLAY, side, action))
    before = course.match.fingerprint()
    for target in (60, 30, 0):  # in small steps, none of which is far by itself
        course.add(Record(course.number + 1, ROLLBACK, "", target=target))
    assert far(course, 90) <= REACH
    played: list[str] = []
    real = Match.play

    def counted(match: Match, action: str, *given: object, **more: object) -> object:
        played.append(action)
        return real(match, action, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Match, "play", counted)
    assert course.at(90).fingerprint() == before
    assert len(played) <= 2 * REACH
    assert len(course.past.left) <= 2


def test_lines_that_are_kept_are_few() -> None:
    course = wandering("oder", 250, 9)
    assert len(course.past.left) <= course.number // REACH


# --- kept as bytes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seed"), [("guderian", 5), ("oder", 6), ("eastfront", 7)])
def test_a_course_is_the_same_from_bytes(game: str, seed: int) -> None:
    course = wandering(game, 80, seed)
    twin = kept(header_text(course.match), keep(course))
    assert twin.entries == course.entries
    assert twin.match.fingerprint() == course.match.fingerprint()
    assert twin.match.view("german") == course.match.view("german")
    for number in (0, 17, 60, course.number - 1):
        assert twin.at(number).fingerprint() == course.at(number).fingerprint()
    assert [twin.match.state.rules is part.state.rules for part in twin.match._marks] == [True] * len(  # type: ignore[attr-defined]
        twin.match._marks
    )
    dice = random.Random(seed)
    for _ in range(10):  # and they go on alike
        if course.match.decision is None:
            break
        side, action = some_action(course.match, dice)
        for one in (course, twin):
            one.add(Record(one.number + 1, PLAY, side, action))
        assert twin.match.fingerprint() == course.match.fingerprint()


def test_in_the_midst_of_an_action() -> None:
    match = grognard.new("guderian", seed=1, dice="hand")
    dice = random.Random(1)
    for _ in range(2_000):
        if match.under_way:
            break
        side, action = some_action(match, dice)
        match.play(action, side)
    assert match.under_way
    twin = kept(header_text(match), keep(Course.of(match)))
    assert twin.match.under_way
    assert twin.match.fingerprint() == match.fingerprint()
    alone = unpack(pack(match.here(), match), start(header_text(match)))
    assert alone.fingerprint() == match.fingerprint()
    assert not alone.actions
    assert [d.prompt for d in alone.decisions] == [d.prompt for d in match.decisions]


def test_bytes_of_somebody_else_do_nothing() -> None:
    class Harm:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return print, ("harm",)

    header = header_text(grognard.new("oder", seed=1))
    for content in (
        b"",
        b"x",
        zlib.compress(b"x"),
        zlib.compress(pickle.dumps(Harm())),
        zlib.compress(pickle.dumps(3)),
    ):
        with pytest.raises(Damaged):
            kept(header, content)
    assert len(stamp()) == 24


# --- kept in the database --------------------------------------------------------------------------------------------

SEATS = [Seat("german", "screen", "", "aa"), Seat("soviet", "screen", "", "bb")]


def opened(database: str, course: Course, act: Callable[[Rooms], Awaitable[None]]) -> None:
    """A stored course, opened by rooms of its own."""

    async def body() -> None:
        storage = Storage(database)
        storage.start()
        records = [entry.record for entry in course.entries[1:]]

        def job(connection: Connection) -> None:
            db.add_match(
                connection,
                id="m1",
                game=course.match.header.game,
                title="T",
                header=header_text(course.match),
                owner=None,
                seed_known=False,
                summary={},
                seats=SEATS,
                records=records,
                time=1,
            )

        desk, clerks = Desk(), Clerks(1)
        try:
            await storage.write(job)
            await act(Rooms(storage, lambda room: None, desk, clerks))
        finally:
            await clerks.close()
            desk.close()
            await storage.close()

    asyncio.run(body())


def test_a_long_match_is_kept_and_opened_from_what_was_kept(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "KEEP_EVERY", 40)
    monkeypatch.setattr(rooms_module, "REPLAY_HERE", 30)  # the clerk plays it
    course = wandering("oder", 60, 11)

    async def act(rooms: Rooms) -> None:
        first = await rooms.get("m1")
        assert first.course.entries == course.entries
        await asyncio.gather(*rooms._keeping.values())
        stored = await rooms.storage.read(lambda c: db.load(c, "m1"))
        assert stored is not None
        assert stored.mark is not None
        assert (stored.mark.number, stored.mark.stamp) == (60, stamp())
        with monkeypatch.context() as patch:
            patch.setattr(Course, "replayed", None)  # nobody plays it again
            patch.setattr(Clerks, "ask", None)
            again = await Rooms(rooms.storage, rooms._opened, rooms._desk, rooms._clerks).get("m1")
        assert again.course.entries == course.entries
        assert again.course.match.fingerprint() == course.match.fingerprint()
        for harm in (b"rubbish", zlib.compress(pickle.dumps(3)), keep(wandering("oder", 60, 12))):
            mark = stored.mark._replace(content=harm)
            await rooms.storage.write(lambda c, mark=mark: db.put_mark(c, "m1", mark))  # type: ignore[misc]
            other = await Rooms(rooms.storage, rooms._opened, rooms._desk, rooms._clerks).get("m1")
            assert other.course.entries == course.entries
        mark = stored.mark._replace(stamp="another program")
        await rooms.storage.write(lambda c: db.put_mark(c, "m1", mark))
        await Rooms(rooms.storage, rooms._opened, rooms._desk, rooms._clerks).get("m1")

    opened(database, course, act)


def test_a_match_has_one_room_however_many_are_open(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new room is not let go before whoever asked for it has come in, though all others are in use."""
    monkeypatch.setattr(rooms_module, "ROOMS_MAX", 0)

    async def act(rooms: Rooms) -> None:
        first = await rooms.get("m1")
        assert await rooms.get("m1") is first
        first.used -= rooms_module.USED_SECONDS
        rooms._make_way()
        assert await rooms.get("m1") is not first  # nobody came

    opened(database, wandering("oder", 5, 11), act)


@pytest.mark.soak
def test_five_thousand_entries_of_eastfront_open_within_three_seconds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course = Course(grognard.new("eastfront", "S41", seed=21))
    dice, player = random.Random(21), RandomPlayer.seeded(21, 0.5)
    while course.number < 5_000:  # played on; back to somewhere now and then, and when it would be over
        number = course.number + 1
        action, side = player.next_action(course.match)
        after = course.next(Record(number, PLAY, side, action, time=number))
        if after.result is not None or (number > 40 and dice.random() < 0.01):
            after = course.next(Record(number, ROLLBACK, "", target=dice.randrange(number - 1)))
        course = after

    async def act(rooms: Rooms) -> None:
        began = time.monotonic()
        await rooms.get("m1")
        played = time.monotonic() - began  # from the log alone, as after an upgrade
        await asyncio.gather(*rooms._keeping.values())
        began = time.monotonic()
        room = await Rooms(rooms.storage, rooms._opened, rooms._desk, rooms._clerks).get("m1")
        took = time.monotonic() - began
        began = time.monotonic()
        room.course.at(room.number // 2)
        with capsys.disabled():
            back = time.monotonic() - began
            print(f"\n{room.number} entries open in {took:.2f} s ({played:.1f} from the log); a look back {back:.2f} s")
        assert took < 3

    opened(str(tmp_path / "m.sqlite3"), course, act)
