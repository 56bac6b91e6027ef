"""The page about many matches, and the command that writes either page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grognard.cli import main
from grognard.report import batch_page, is_match, read_batch
from tests.report.conftest import played

Run = Callable[..., tuple[int, str]]

LINES = [
    {
        "game": 1,
        "seed": "0:1",
        "winner": "german",
        "level": "German Marginal",
        "points": {"german": 30},
        "actions": 300,
    },
    {
        "game": 2,
        "seed": "0:2",
        "winner": "soviet",
        "level": "Soviet Decisive",
        "points": {"german": 10},
        "actions": 200,
    },
    {
        "game": 3,
        "seed": "0:3",
        "winner": "soviet",
        "level": "Soviet Decisive",
        "points": {"german": 14},
        "actions": 220,
    },
    {"game": 4, "seed": "0:4", "level": "Draw", "points": {"german": 20}, "actions": 260, "news": "passed over"},
    {"game": 5, "seed": "0:5", "actions": 12, "failed": "after 12 actions: ValueError: <no>"},
]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line in an empty folder: its code, and what it said."""
    monkeypatch.chdir(tmp_path)

    def command(*words: str) -> tuple[int, str]:
        code = main(["report", *words])
        said = capsys.readouterr()
        return code, said.out + said.err

    return command


def write(path: Path, lines: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_outcomes_are_counted(tmp_path: Path) -> None:
    batch = read_batch(write(tmp_path / "series.jsonl", LINES))
    assert batch.winners == {"german": 1, "soviet": 2, "draw": 1}
    assert batch.levels[0] == ("Soviet Decisive", "soviet", 2)
    assert len(batch.played) == 4
    page = batch_page(batch)
    ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>"))
    assert "http" not in page.replace("http-equiv", "")
    assert "50.0 %" in page
    assert "15.0 to 85.0 %" in page  # Wilson's interval of 2 in 4
    assert "<td>german</td>" in page
    assert '<td class="n">18.5</td>' in page  # mean of the points
    assert "&lt;no&gt;" in page


def test_players_are_counted_on_either_side(tmp_path: Path) -> None:
    seats = [{"german": "a", "soviet": "b"}, {"german": "b", "soviet": "a"}] * 2
    lines = [{**line, "bots": bots} for line, bots in zip(LINES, seats, strict=False)]
    batch = read_batch(write(tmp_path / "series.jsonl", lines))
    assert batch.bots == {"a": (2, 4), "b": (1, 4)}
    assert batch.seats["a", "soviet"] == (1, 2)
    assert "a as german" in batch_page(batch)


@pytest.mark.parametrize(
    ("soviet", "of", "said"),
    [
        (2, 3, "Too few matches to tell"),
        (52, 100, "Nothing speaks against an even contest"),
        (70, 100, "The Soviet side is favoured"),
        (0, 10, "The German side is favoured"),
    ],
)
def test_whether_it_is_balanced_is_said_as_far_as_it_can_be(tmp_path: Path, soviet: int, of: int, said: str) -> None:
    bots = {"german": "a", "soviet": "a"}
    lines = [{**LINES[2 if n < soviet else 0], "seed": n, "bots": bots} for n in range(of)]
    page = batch_page(read_batch(write(tmp_path / "series.jsonl", lines)))
    assert f"<b>{said}</b>" in page
    assert "As these players play it (german: a; soviet: a)." in page


def test_the_closest_and_the_most_lopsided_matches_are_named(tmp_path: Path) -> None:
    leads = {"a": (30, 20), "b": (25, 3), "c": (20, 12)}
    lines: list[dict[str, object]] = [
        {"game": name, "winner": winner, "points": {"german": own, "soviet": other}}
        for name, (own, other) in leads.items()
        for winner in ("german", "soviet")
    ]
    page = batch_page(read_batch(write(tmp_path / "series.jsonl", lines)))
    for title, name in (("Closest German", "c"), ("Most lopsided German", "b"), ("Closest Soviet", "b")):
        assert f"<td>{title} victory</td><td>{name}</td>" in page


def test_half_a_line_at_the_end_is_left_out(tmp_path: Path) -> None:
    path = write(tmp_path / "series.jsonl", LINES)
    path.write_text(path.read_text() + '{"game": 6, "se')
    assert len(read_batch(path).endings) == 5


def test_a_folder_of_save_files(tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "saves"
    folder.mkdir()
    played("oder").save(folder / "1.jsonl")
    played("oder").save(folder / "2.jsonl")
    played("oder", 20).save(folder / "running.jsonl")
    (folder / "torn.jsonl").write_text("nothing")
    assert is_match(folder / "1.jsonl")
    code, said = run("saves", "-o", "report.html")
    assert code == 0, said
    page = Path("report.html").read_text()
    assert "2 matches played to their end · 1 still go on · 1 files could not be read" in page
    result = played("oder").result
    assert result is not None
    assert result.level in page
    played("guderian").save(folder / "3.jsonl")
    code, said = run("saves", "-o", "report.html")
    assert code == 2
    assert "one game and scenario to a folder" in said


def test_the_page_and_the_moving_picture_of_a_match(run: Run) -> None:
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    match = played("oder", 30)
    match.save("game.jsonl")
    code, said = run("game.jsonl", "-o", "report.html", "--gif", "match.gif")
    assert code == 0, said
    assert "report.html is written" in said
    with image.open("match.gif") as picture:
        assert picture.n_frames > 1


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("none.jsonl -o report.html", "no such file"),
        ("game.jsonl -o report.txt", "name the page .html"),
        ("game.jsonl -o report.html --gif match.png", "name the moving picture .gif"),
        ("game.jsonl -o no/such/report.html", "cannot be written"),
        ("game.jsonl -o report.html --as nobody", "no side 'nobody'"),
        ("series.jsonl -o report.html --as german", "--as is for the report of one match"),
        ("broken.jsonl -o report.html", "line 2 is no outcome of a game"),
        ("foreign.jsonl -o report.html", "it says neither who won nor what went wrong"),
        ("empty.jsonl -o report.html", "the file is empty"),
        ("bare -o report.html", "no save files"),
        ("secret.jsonl -o report.html", "say --as german or --as soviet"),
        ("game.jsonl", "--output"),
    ],
)
def test_bad_input_is_told_in_one_line(run: Run, words: str, wrong: str) -> None:
    played("guderian", 5).save("game.jsonl")
    played("eastfront", 5).save("secret.jsonl")
    write(Path("series.jsonl"), LINES)
    Path("broken.jsonl").write_text('{"game": 1, "winner": "german"}\n{"game": 2, "winner": 7}\n')
    Path("foreign.jsonl").write_text('{"name": "something else"}\n')
    Path("empty.jsonl").touch()
    Path("bare").mkdir()
    Path("report.html").write_text("the old page")
    code, said = run(*words.split())
    assert code == 2
    assert wrong in said
    assert said.count("\n") == 1
    assert Path("report.html").read_text() == "the old page"
