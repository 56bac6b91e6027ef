"""The past of a match: any moment is a few actions from something that is kept, whatever was taken back."""

from __future__ import annotations

import pickle
import random
import zlib
from itertools import takewhile

import pytest

import grognard
from grognard.match import Match
from grognard.server.course import REACH, Course
from grognard.server.keeping import keep, kept, pack, stamp, unpack
from grognard.server.records import PLAY, ROLLBACK, UNDO, Damaged, Record, header_text, start

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
