"""docs/add-a-game.md, done as it says: its blocks are written into an empty folder, and the game in them is played."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec import structs

import grognard
from grognard import save
from grognard.bots import make
from grognard.decision import Procedure
from grognard.env import aec
from grognard.events import Eliminated
from grognard.games import IDS, NAMED, find
from grognard.match import Match
from grognard.playtest import Flaw, playtest
from grognard.render import svg
from grognard.server import library
from grognard.server.keeping import stamp
from grognard.server.settings import Settings
from tests.coverage import Collector, gaps
from tests.random_play.kit import Kit, eyes
from tests.random_play.player import RandomPlayer
from tests.random_play.test_games import play_and_spoil
from tests.random_play.test_leaks import assert_alike
from tests.server.house import open_house, stub_page

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "add-a-game.md"
EXAMPLE = ROOT / "examples" / "skirmish"
FILE = re.compile(r"^`([\w./-]+)`\n\n```\w+\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
GAMES = 30


def blocks() -> dict[str, str]:
    """The files of the page."""
    return dict(FILE.findall(PAGE.read_text("utf-8")))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with nothing in it but what the page says, and the game made known."""
    folder = tmp_path_factory.mktemp("project")
    for name, text in blocks().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setenv(NAMED, "")
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]))
        invalidate_caches()
        grognard.register("skirmish")
        yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "skirmish"]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def kit(project: Path) -> Kit:
    """The game for the tests of random play."""

    def opening(seed: int) -> tuple[Match, RandomPlayer]:
        dice = "hand" if seed % 5 == 4 else None
        return grognard.new("skirmish", seed=seed, dice=dice), RandomPlayer.seeded(seed, 0.5)

    def melee(seed: int | str) -> dict[str, Any]:
        return {"game": "skirmish", "units": {"0402": "3Gr", "0303": "2Gr", "0503": "1Rf", "0603": "2Rf"}}

    def hidden(match: Match) -> dict[str, str]:
        return {side: repr(match.view(side).units) for side in match.game.info.sides}

    def check(match: Match) -> None:
        lost = {event.unit for event in match.events if isinstance(event, Eliminated)}
        there = [unit.id for unit in match.view().units]
        assert len(there) == len(set(there))
        assert not lost & set(there)
        assert len(there) + len(lost) == 6

    return Kit(
        id="skirmish", junk=("0", "9999", "é"), opening=opening, melee=melee, options=lambda seed: {}, check=check,
        watch=check, hidden=hidden, games=GAMES, melees=0, soaked=0, brief=True,
    )  # fmt: skip


# --- the page and the folder ------------------------------------------------------------------------------------------


def test_the_page_shows_the_files_of_the_example_and_no_others() -> None:
    paths = [path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".toml", ".md")]
    assert blocks() == {path.relative_to(EXAMPLE).as_posix(): path.read_text("utf-8") for path in paths}


def test_the_commands_of_the_page_succeed(project: Path, tmp_path: Path) -> None:
    lines = [line.removeprefix("$ ") for text in CONSOLE.findall(PAGE.read_text("utf-8")) for line in text.splitlines()]
    assert lines[0] == "export PYTHONPATH=. GROGNARD_GAMES=skirmish"
    assert lines[-1] == "grognard"  # the server, which is asked below
    for line in lines[1:-1]:
        command = [sys.executable, "-m", "grognard.cli", *shlex.split(line)[1:]]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        wanted = 1 if " why " in line else 0
        assert done.returncode == wanted, f"{line}\n{done.stdout}{done.stderr}"
        if wanted:
            assert "3.1" in done.stdout


def test_its_own_tests_pass_and_show_every_rule(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--strict-markers"],
        cwd=project, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:]
    collector = Collector()
    assert pytest.main(["--collect-only", "-qq", "-p", "no:cacheprovider", str(project / "tests")], [collector]) == 0
    assert not collector.faults
    assert gaps("skirmish", find("skirmish").rulebook, collector.games["skirmish"]) == []


# --- becoming known ---------------------------------------------------------------------------------------------------


def test_a_registered_game_is_known_everywhere(project: Path) -> None:
    assert [info.id for info in grognard.games()] == [*IDS, "skirmish"]
    assert find("skirmish").info.title == "The Road to Krasny"
    (told,) = [game for game in library.games(["staff"]) if game.id == "skirmish"]
    assert told.has_tutorial
    assert told.introduction.startswith("Two battalion groups")
    with pytest.raises(
        grognard.Invalid, match="there is guderian, eastfront, oder, battles, bugriver, skirmish; did you mean skirmish"
    ):
        find("skirmsh")


def test_a_package_that_is_not_there_or_has_another_game(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAMED, "skirmish nowhere.battle skirmish.rules")
    with pytest.raises(grognard.Invalid, match=r"game battle: there is no module nowhere\.battle\.game"):
        find("battle")
    with pytest.raises(grognard.Invalid, match=r"game rules: there is no module skirmish\.rules\.game"):
        find("rules")
    (project / "other").mkdir()
    (project / "other" / "game.py").write_text("from skirmish.game import game as game\n")
    monkeypatch.setenv(NAMED, "other")
    with pytest.raises(grognard.Invalid, match=r"the package other has the game skirmish"):
        find("other")


def test_a_game_the_bots_know_nothing_of(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (project / "skirmish" / "game.py").read_text("utf-8").replace('"skirmish", ', '"untaught", ')
    (project / "untaught").mkdir()
    (project / "untaught" / "game.py").write_text(text, "utf-8")
    monkeypatch.setenv(NAMED, "skirmish untaught")
    match = grognard.new("untaught")
    make("random", 1).act(match, "german")
    with pytest.raises(grognard.Invalid, match="the bots know nothing of untaught: there is no module untaught"):
        make("staff", 1).act(match, "german")


# --- playing ----------------------------------------------------------------------------------------------------------


def test_random_games_end_and_nonsense_is_refused_with_a_rule(kit: Kit) -> None:
    winners = set()
    for seed in range(GAMES):
        match, player = kit.opening(seed)
        play_and_spoil(kit, match, player, seed, 20)
        assert match.result is not None
        winners.add(match.result.winner)
    assert {"german", "soviet"} <= winners


def leaking(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("skirmish.view.knows", lambda g, side, unit: True)


def undeclared_track(patch: pytest.MonkeyPatch) -> None:
    rules, view = type(find("skirmish")), import_module("skirmish.view").view
    patch.setattr(rules, "view", lambda self, g, side: structs.replace(view(g, side), tracks={"weather": 1}))


def wrong_rule(patch: pytest.MonkeyPatch) -> None:
    moved = import_module("skirmish.movement").Moved
    patch.setattr("skirmish.movement.Moved", lambda **said: moved(**{**said, "rule": "3.9"}))


def otherwise(patch: pytest.MonkeyPatch) -> None:
    random, position = Random(1), import_module("skirmish.position").Position

    def roll(self: Any, side: str, what: str, rule: str, sides: int = 6) -> Procedure[int]:
        yield from ()
        return random.randint(1, sides)

    patch.setattr(position, "roll", roll)


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (leaking, r"skirmish meeting, seed \d+, action \d+.*: hidden facts show in the view of \w+"),
        (undeclared_track, "the view of german and the declarations differ in tracks: weather"),
        (wrong_rule, r"after 'move .*': rule 3\.9 is cited, and not in rules\.toml"),
        (otherwise, "(come out|went) otherwise"),
    ],
)
def test_a_playtest_tells_what_is_wrong(
    project: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[pytest.MonkeyPatch], None], fault: str
) -> None:
    spoil(monkeypatch)
    with pytest.raises(Flaw, match=fault):
        playtest("skirmish")


def test_forks_saves_and_undos_agree(kit: Kit, tmp_path: Path) -> None:
    asked = 0
    for seed in range(10):
        match, player = kit.opening(seed)
        while match.decision is not None:
            print_ = match.fingerprint()
            asked += match.under_way
            assert match.copy().fingerprint() == print_
            assert save.decode(save.encode(match)).fingerprint() == print_
            twin = match.copy()
            action, side = player.next_action(match)
            match.play(action, side, at=0)
            twin.play(action, side, at=0)
            assert twin.fingerprint() == match.fingerprint()
            assert match.replay(len(match.actions) - 1).fingerprint() == print_
        match.save(tmp_path / "krasny.jsonl")
        assert grognard.load(tmp_path / "krasny.jsonl").result == match.result
    assert asked > 10


def test_hidden_strengths_show_nowhere(kit: Kit) -> None:
    differed = 0
    for seed in range(12):
        match, player = kit.opening(seed)
        random = Random(f"leaks {seed}")
        while match.decision is not None:
            for side, blind in eyes(match):
                twin = match.determinize(side, random.getrandbits(32))
                assert_alike(kit, match, twin, len(match.actions), blind)
                differed += kit.hidden(match) != kit.hidden(twin)
            player.play(match, 1)
    assert differed > 100


def test_the_bot_beats_chance(project: Path) -> None:
    won = 0
    for seed in range(12):
        own = ("german", "soviet")[seed % 2]
        match = grognard.new("skirmish", seed=seed)
        bots = {side: make("staff-quick" if side == own else "random", seed) for side in ("german", "soviet")}
        while (decision := match.decision) is not None:
            match.play(bots[decision.side].act(match, decision.side), decision.side)
        won += match.result is not None and match.result.winner == own
    assert won >= 10


def test_it_is_played_on_a_server(project: Path, tmp_path: Path) -> None:
    settings = Settings(db=str(tmp_path / "matches.sqlite3"), static=stub_page(tmp_path / "static"), bot_pace=0.01)
    with open_house(settings) as house:
        person = house.person().begin({"german": "screen", "soviet": "screen"}, game="skirmish")
        person.plays("move 3Gr 0304")
        assert "0304" in {unit["hex"] for unit in person.state("german")["view"]["units"]}
        lesson = house.person().begin(game="skirmish", tutorial=True)
        lesson.plays("move 2Gr 0403", "stay")
        assert lesson.get("/preview", words="attack 0503 2Gr 3Gr")["attack"] == "10"
        alone = house.person().begin({"german": "screen", "soviet": "bot:staff-quick"}, game="skirmish")
        with alone.live("german") as line:
            line.hear_state(0)
            alone.plays("end")
            line.hear_turn("german")


def test_what_is_kept_of_a_match_is_as_old_as_its_game(project: Path) -> None:
    stamp.cache_clear()
    before = stamp()
    module = project / "skirmish" / "combat.py"
    text = module.read_text("utf-8")
    module.write_text(f"{text}# changed\n", "utf-8")
    stamp.cache_clear()
    assert stamp() != before
    module.write_text(text, "utf-8")
    stamp.cache_clear()
    assert stamp() == before


def test_a_position_without_units_is_the_start_of_the_game(project: Path) -> None:
    match = grognard.setup({"game": "skirmish", "seed": 3})
    assert match.view() == grognard.new("skirmish", seed=3).view()
    assert match.decision is not None


def test_the_lesson_is_walked_to_its_end(project: Path) -> None:
    match = library.lesson("skirmish")
    steps = library.tutorial("skirmish")
    for step in steps:
        if step.action:
            assert match.why(step.action, step.side).ok
            match.play(step.action, step.side)
    assert [step.action for step in steps][-1] == "advance 3Gr"
    assert match.view().control == {"Krasny": "german"}
    RandomPlayer.seeded("astray").play(match)
    assert match.result is not None


def test_what_people_are_warned_of(project: Path) -> None:
    match = grognard.setup({"game": "skirmish", "units": {"0503": "1Gr", "0801": "1Rf"}})
    assert [caution.rule for caution in match.cautions("move 1Gr 0502")] == ["7.1"]
    assert match.cautions("end") == []


def test_it_is_drawn_and_learnt_like_any_other(project: Path) -> None:
    match = grognard.new("skirmish", seed=1)
    assert "1Gr" in svg(match.board, match.view("german"))
    env = aec("skirmish")
    env.reset(seed=1)
    random = np.random.default_rng(1)
    while not env.terminations[env.agent_selection]:
        mask = env.infos[env.agent_selection]["action_mask"]
        env.step(int(random.choice(np.flatnonzero(mask))))
    assert sum(env.rewards.values()) == 0
