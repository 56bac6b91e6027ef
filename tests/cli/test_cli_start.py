"""`games`, `new`, and the program as a whole."""

from __future__ import annotations

import pytest

import grognard
from grognard.cli.app import COMMANDS
from tests.cli.runner import Cli


def test_version(cli: Cli) -> None:
    assert cli("--version").done().out == f"{grognard.__version__}\n"


def test_help_names_every_command(cli: Cli) -> None:
    said = cli("--help").done().out
    assert all(f" {name} " in said for name in COMMANDS)
    assert cli("help").done().out == said
    assert cli("help play").done().out == cli("play --help").done().out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(cli: Cli, name: str) -> None:
    said = cli(f"{name} --help").done().out
    assert said.startswith(f"Usage: grognard {name}")
    assert "\x1b" not in said


def test_an_unknown_command_is_told_the_nearest(cli: Cli) -> None:
    assert cli.wrong("shwo game.jsonl").endswith("did you mean show?")
    assert cli.wrong("--hlep").endswith("did you mean --help?")


def test_an_unknown_option_is_told_the_nearest(cli: Cli) -> None:
    assert "--seed" in cli.wrong("new guderian --sed 7")


def test_what_is_missing_is_named(cli: Cli) -> None:
    assert cli.wrong("new") == "GAME is missing; see grognard new --help"
    assert cli.wrong("show") == "FILE is missing; see grognard show --help"
    assert cli.wrong("new guderian --seed") == "--seed needs a value; see grognard new --help"


def test_too_many_words(cli: Cli) -> None:
    assert cli.wrong("new guderian 1941 please").startswith("too many words: 1941 please")


def test_games(cli: Cli) -> None:
    said = cli("games").done().out
    assert "guderian  Panzergruppe Guderian" in said
    assert "evacuation" in said
    assert cli("games --json").json[0]["sides"] == ["german", "soviet"]


def test_new_writes_a_match_and_says_what_to_do(cli: Cli) -> None:
    said = cli("new guderian --seed 7").done().out
    assert "seed 7" in said
    assert "soviet: Place the 13th and 20th Armies" in said
    assert "grognard show game.jsonl" in said
    assert grognard.load("game.jsonl").fingerprint() == grognard.new("guderian", seed=7).fingerprint()


def test_new_under_another_name_with_everything(cli: Cli) -> None:
    line = "new pgg -o 'a game.jsonl' --scenario campaign --seed Smolensk --option evacuation --option historical"
    said = cli(line + " --json").done().json
    assert said["file"] == "a game.jsonl"
    assert (said["game"], said["scenario"], said["seed"]) == ("guderian", "campaign", "Smolensk")
    assert said["options"] == {"free_undo": False, "evacuation": True, "historical": True}
    assert said["decisions"][0]["choices"] == ["place", "deploy"]


def test_new_without_a_seed_draws_one(cli: Cli) -> None:
    seeds = {cli("new guderian --json --force").done().json["seed"] for _ in range(3)}
    assert len(seeds) > 1


def test_new_does_not_overwrite(game: Cli) -> None:
    before = game.text()
    assert "--force" in game.wrong("new guderian --seed 8")
    assert game.text() == before
    game("new guderian --seed 8 --force").done()
    assert game.text() != before


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("new gudrian", "did you mean guderian?"),
        ("new guderian --scenario campain", "did you mean campaign?"),
        ("new guderian --option evacuate", "did you mean evacuation?"),
        ("new guderian --dice foot", "say hand, or the rolls in order"),
        ("new guderian --dice 0", "0 is not a roll"),
        ("new guderian -o no/such/folder.jsonl", "cannot be written"),
        ("new guderian -o .", "is a folder"),
        ("new guderian --position nothing.toml", "nothing.toml"),
    ],
)
def test_new_explains_what_is_wrong(cli: Cli, line: str, hint: str) -> None:
    assert hint in cli.wrong(line)
    assert not list(cli.folder.iterdir())


def test_new_with_dice_rolled_by_hand(cli: Cli) -> None:
    cli("new guderian --dice hand").done()
    cli("play game.jsonl deploy").done()
    said = cli("play game.jsonl end").done().out
    assert "Roll a die for the 16th Army" in said
    assert "die 4 for the 16th Army" in cli("play game.jsonl roll 4").done().out


def test_new_with_a_script_of_dice(cli: Cli) -> None:
    cli("new guderian --dice 6,1,3").done()
    cli("play game.jsonl deploy").done()
    said = cli("play game.jsonl end").done().out
    assert "die 6 for the 16th Army" in said
    assert "die 3 for the provisional reinforcement" in said


def test_new_at_a_position(cli: Cli) -> None:
    (cli.folder / "vitebsk.toml").write_text(
        'game = "guderian"\nturn = 2\nphase = "german-combat"\n[units]\n0411 = "25/7 6/7 7/7"\n0412 = "?4-5-6"\n'
    )
    said = cli("new guderian --position vitebsk.toml --seed 1").done().out
    assert "german: Attack, or end the phase" in said
    assert "leave --scenario out" in cli.wrong("new guderian --position vitebsk.toml --scenario campaign --force")
    assert "new GAME --position" in cli.wrong("show vitebsk.toml")


def test_a_position_stops_where_its_author_says(cli: Cli) -> None:
    quiet = 'game = "oder"\nphase = "german-combat"\n{}[units]\n1512 = "HG"\n'
    (cli.folder / "played.toml").write_text(quiet.format(""))
    (cli.folder / "stopped.toml").write_text(quiet.format("forced = false\n"))
    for file, flag, plays in (
        ("played", "", True), ("played", "--forced", True), ("played", "--no-forced", False),
        ("stopped", "", False), ("stopped", "--forced", True), ("stopped", "--no-forced", False),
    ):  # fmt: skip
        said = cli(f"new oder --position {file}.toml {flag} -o {file}{flag}.jsonl --json").json
        assert said["forced"] is plays
        assert (said["decisions"][0]["kind"] == "german-combat") is not plays
    told = cli("new oder --position stopped.toml").done().out
    assert "nothing plays itself" in told
    assert "verb   end" in told
    cli("play game.jsonl end").done()
    assert "forced" not in cli("log game.jsonl").done().out
    assert not grognard.load(cli.folder / "game.jsonl").header.forced
    assert cli("new oder --no-forced --json -o opening.jsonl").json["forced"] is False


def test_a_position_that_is_wrong(cli: Cli) -> None:
    (cli.folder / "bad.toml").write_text('game = "guderian"\n[units]\n9999 = "25/7"\n')
    assert "9999" in cli.wrong("new guderian --position bad.toml")
    (cli.folder / "bad.toml").write_text("game = [")
    assert "not TOML" in cli.wrong("new guderian --position bad.toml")


def test_alone_it_opens_the_games_in_the_browser(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[object, ...]] = []
    monkeypatch.setattr("grognard.server.serve", lambda *words, **more: called.append((*words, more)))
    cli("").done()
    cli("serve --port 9000 --db x.sqlite3 --no-browser").done()
    cli("serve --public").done()
    usual = {"programs": (), "settings_file": None}
    assert called == [
        ("127.0.0.1", 8123, None, False, {"open_browser": True, "workers": 1, **usual}),
        ("127.0.0.1", 9000, "x.sqlite3", False, {"open_browser": False, "workers": 0, **usual}),
        ("127.0.0.1", 8123, None, True, {"open_browser": False, "workers": 0, **usual}),
    ]
