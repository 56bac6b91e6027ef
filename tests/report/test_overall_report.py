"""The page about many matches that were played again: the front, the course, the fighting, the places, the dice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import median

import grognard
from grognard.cli import main
from grognard.events import Attacked, Eliminated, LostStep, Volley
from grognard.hexes import hexset
from grognard.report import batch_page, read_batch
from grognard.report.maps import Sketch
from grognard.report.overall import END, steps
from grognard.simulate import shared
from tests.report.conftest import check_page, played


def test_the_page_stands_alone_and_shows_every_part(saves: Path) -> None:
    page = batch_page(read_batch(saves))
    check_page(page)
    for title in ("Balance", "Who won", "Points", "The front, turn by turn", "Points, losses, supply", "Combat",
                  "Dice", "Length", "The matches"):  # fmt: skip
        assert f"<h2>{title}</h2>" in page
    assert "Where they fought" in page
    assert "Start of turn" in page
    assert page.count("<title>") > 80  # every mark says its number


def test_the_numbers_are_those_of_the_matches(saves: Path) -> None:
    batch = read_batch(saves)
    matches = [grognard.load(file) for file in sorted(saves.iterdir())]
    assert len(batch.digests) == len(batch.endings) == len(matches)
    for match, digest in zip(matches, batch.digests, strict=True):
        told = [event for event in match.events if "public" not in event.only]
        attacks = [event for event in told if isinstance(event, Attacked)]
        assert len(digest.attacks) <= len(attacks)
        assert len(digest.salvos) == sum(isinstance(event, Volley) for event in told)
        gone = sum(isinstance(event, Eliminated) for event in told)
        assert sum(digest.end.values["Units eliminated"].values()) == gone
        lost = sum(sum(fallen.values()) for fallen in digest.fallen.values())
        assert lost == sum(digest.end.values["Steps lost"].values())
        assert lost >= sum(isinstance(event, LostStep) for event in told)
        assert digest.control == match.view(None).control
    end = steps(batch.digests)[-1]
    assert (end.label, len(end.standings)) == (END, len(matches))


def test_the_median_of_the_points_is_drawn(saves: Path) -> None:
    batch = read_batch(saves)
    name = batch.digests[0].tables[0].capitalize()
    for side in batch.sides:
        middle = median(digest.end.values[name][side] for digest in batch.digests)
        said = f"At the end: {side} median {middle:.1f}".removesuffix(".0")
        assert said in batch_page(batch)


def test_places_are_counted(saves: Path) -> None:
    batch = read_batch(saves)
    taken = Counter(place for digest in batch.digests for place in digest.taken)
    page = batch_page(batch)
    assert taken
    for (place, side), times in taken.items():
        share = f"{100 * times / len(batch.digests):.0f} %"
        assert f'<td>{place}</td><td>{side}</td><td class="n">{share}</td>' in page


def test_the_page_is_the_same_however_many_share_the_work(saves: Path) -> None:
    told: list[tuple[int, int]] = []
    page = batch_page(read_batch(saves, 1, lambda done, of: told.append((done, of))))
    of = len(list(saves.iterdir()))
    assert told == [(done, of) for done in range(of + 1)]
    assert batch_page(read_batch(saves, 2)) == page


def test_work_is_shared_until_it_is_stopped() -> None:
    assert sorted(shared(abs, [-3, -1, -2], 2)) == [1, 2, 3]
    assert list(shared(abs, [], 2)) == []
    done: list[int] = []
    for number in shared(abs, [-1, -2, -3], 1, lambda: len(done) == 2):
        done.append(number)  # noqa: PERF402 - one after the other
    assert done == [1, 2]


def test_a_game_that_is_saved_and_told_in_a_line_is_one_game(tmp_path: Path) -> None:
    for count in (2, 3):
        code = main(
            f"simulate eastfront --scenario EDE --games {count} -o {tmp_path}/results.jsonl"
            f"{f' --saves {tmp_path}' if count == 3 else ''}".split()
        )
        assert code == 0
    batch = read_batch(tmp_path)
    assert (len(batch.endings), len(batch.digests)) == (3, 1)
    assert "3 matches played to their end" in batch_page(batch)


def test_ground_is_tinted_by_who_held_it_more_often() -> None:
    board = played("oder", 0).board
    sketch = Sketch(board, ("german", "soviet"))
    mine, theirs, ours = sketch.land[:3]
    one = {"german": hexset([mine, ours]), "soviet": hexset([theirs])}
    other = {"german": hexset([mine]), "soviet": hexset([theirs, ours])}
    drawn = sketch.shares([one, other])
    assert drawn.count("<path") == 3  # one tint of either side, the front; what both held as often has none
    assert sketch.outline([mine]) in drawn
    assert sketch.outline([ours]) not in drawn
    assert sketch.shares([one, one, other]).count("<path") == 4
