"""Save files: whole or refused in one clear line, replaced whole or not at all."""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import grognard
from grognard import save
from grognard.match import Match
from tests.random_play.player import RandomPlayer

ACTIONS = 40


@pytest.fixture(scope="module")
def match() -> Match:
    """A real match of forty actions, ended in the midst of play."""
    played = grognard.new("guderian", seed="save", options={"evacuation": True}).named(german="Hoth")
    assert RandomPlayer.seeded("save", 0.3).play(played, ACTIONS) == ACTIONS
    return played


@pytest.fixture(scope="module")
def content(match: Match) -> bytes:
    return save.encode(match)


def refused(content: bytes) -> str:
    """The one line with which a file is refused."""
    with pytest.raises(grognard.Invalid) as error:
        save.decode(content)
    message = str(error.value)
    assert message
    assert "\n" not in message
    return message


def lines_of(content: bytes) -> list[dict[str, Any]]:
    """The lines of a save file without their checks."""
    lines = [msgspec.json.decode(line) for line in content.splitlines()]
    for line in lines:
        del line["check"]
    return lines


def forged(lines: list[dict[str, Any]]) -> bytes:
    """A file with these lines and checks that agree."""
    return save._sealed(lines)


# --- there and back ---------------------------------------------------------------------------------------------------


def test_round_trip(match: Match, tmp_path: Path) -> None:
    match.save(tmp_path / "game.jsonl")
    again = grognard.load(tmp_path / "game.jsonl")
    assert again.fingerprint() == match.fingerprint()
    assert again.actions.since(0) == match.actions.since(0)
    assert again.log() == match.log()
    assert again.header == match.header
    assert again.view() == match.view()


def test_a_file_is_a_header_actions_and_a_seal(content: bytes, match: Match) -> None:
    header, *actions, seal = lines_of(content)
    assert header["format"] == "grognard-match"
    assert header["game"] == "guderian"
    assert header["players"] == {"german": "Hoth"}
    assert [line["action"] for line in actions] == [played.action for played in match.actions]
    assert seal == {"actions": ACTIONS, "position": match.fingerprint()}
    assert content.count(b"\n") == ACTIONS + 2


def test_the_same_match_gives_the_same_file(match: Match, content: bytes) -> None:
    assert save.encode(match) == content
    assert save.encode(save.decode(content)) == content


def test_a_path_may_be_a_string(match: Match, tmp_path: Path) -> None:
    match.save(str(tmp_path / "game.jsonl"))
    assert grognard.load(str(tmp_path / "game.jsonl")).fingerprint() == match.fingerprint()


def test_positions_scripts_and_dice_by_hand_are_kept(tmp_path: Path) -> None:
    position = {"game": "guderian", "turn": 7, "phase": "german-combat", "units": {"0505": "25/7", "0605": "6-8-6"}}
    for dice in ([1, 2], "hand", None):
        match = grognard.setup(position, seed="x", dice=dice)
        match.play("attack 0605 25/7 go")
        match.save(tmp_path / "game.jsonl")
        again = grognard.load(tmp_path / "game.jsonl")
        assert again.fingerprint() == match.fingerprint()
        assert again.header == match.header


def test_a_finished_match_is_kept(tmp_path: Path) -> None:
    match = grognard.setup({"game": "guderian", "turn": 12, "phase": "german-interdiction", "units": {"0505": "25/7"}})
    match.play("end")
    match.save(tmp_path / "game.jsonl")
    again = grognard.load(tmp_path / "game.jsonl")
    assert again.result == match.result
    assert again.log() == match.log()


# --- cut short --------------------------------------------------------------------------------------------------------


def test_a_file_cut_anywhere_is_refused_with_the_line(content: bytes) -> None:
    whole = 0  # lines that are whole in what is left
    for length in range(len(content) - 1):
        cut = content[:length]
        message = refused(cut)
        if length == 0:
            assert message == "the file is empty"
        elif b"\n" not in cut and content[length : length + 1] != b"\n":
            assert message == "this is not a Grognard match"
        elif cut.endswith(b"\n") or content[length : length + 1] == b"\n":
            whole = cut.rstrip(b"\n").count(b"\n")
            assert message == f"the file is cut short: its last line is missing; {whole} actions can be recovered"
        else:
            line = cut.count(b"\n") + 1
            told = f"; the {line - 2} actions before it can be recovered" if line > 2 else ""
            assert message == f"line {line} is cut short{told}"
    assert whole == ACTIONS


def test_only_the_last_newline_may_be_missing(content: bytes, match: Match) -> None:
    assert save.decode(content[:-1]).fingerprint() == match.fingerprint()


def test_a_cut_file_is_recovered_up_to_its_last_whole_line(content: bytes, match: Match) -> None:
    prints = [match.replay(upto).fingerprint() for upto in range(ACTIONS + 1)]
    ends = [at for at, byte in enumerate(content) if byte == ord("\n")]
    random = Random(3)
    cuts = {at + shift for at in ends for shift in (-1, 0, 1)} | {random.randrange(len(content)) for _ in range(60)}
    for length in sorted(cuts):
        cut = content[:length]
        whole = sum(at <= length for at in ends)
        if whole == 0:
            with pytest.raises(grognard.Invalid):
                save.decode(cut, recover=True)
        else:
            again = save.decode(cut, recover=True)
            actions = min(whole - 1, ACTIONS)
            assert len(again.actions) == actions
            assert again.fingerprint() == prints[actions]


def test_a_recovered_match_can_be_played_on_and_saved(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(grognard.Invalid):
        grognard.load(path)
    match = grognard.load(path, recover=True)
    RandomPlayer.seeded(1).play(match, 5)
    match.save(path)
    assert grognard.load(path).fingerprint() == match.fingerprint()


def test_a_file_damaged_in_the_middle_is_recovered_up_to_there(content: bytes, match: Match) -> None:
    lines = content.splitlines(keepends=True)
    lines[20] = lines[20].replace(b"time", b"tune")
    damaged = b"".join(lines)
    assert (
        refused(damaged)
        == "line 21 has been edited: its check does not agree; the 19 actions before it can be recovered"
    )
    assert save.decode(damaged, recover=True).fingerprint() == match.replay(19).fingerprint()
    lines[20] = b"nonsense\n"
    assert refused(b"".join(lines)).startswith("line 21 is not readable")


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(8))
def test_long_files_cut_anywhere_are_refused_or_recovered(seed: int) -> None:
    match = grognard.new("guderian", seed=seed)
    RandomPlayer.seeded(seed).play(match, 150)
    content = save.encode(match)
    for length in range(0, len(content) - 1, 3):
        refused(content[:length])
    for length in range(content.index(b"\n"), len(content), 401):
        again = save.decode(content[:length], recover=True)
        assert again.fingerprint() == match.replay(len(again.actions)).fingerprint()


# --- edited -----------------------------------------------------------------------------------------------------------


def test_edited_bytes_are_noticed(content: bytes, match: Match) -> None:
    random = Random(1)
    noticed = 0
    for _ in range(600):
        at = random.randrange(len(content))
        byte = bytes([random.randrange(256)])
        edited = content[:at] + byte + content[at + 1 :]
        if edited != content and not (at == len(content) - 1 and byte.isspace()):
            message = refused(edited)
            assert message.startswith(("line ", "this is not a Grognard match", "save format"))
            noticed += 1
    assert noticed > 500


def test_lines_lost_doubled_or_swapped_are_noticed(content: bytes) -> None:
    lines = content.splitlines(keepends=True)
    assert refused(b"".join([*lines[:7], *lines[8:]])).startswith("line 8 has been edited")
    assert refused(b"".join([*lines[:7], lines[6], *lines[7:]])).startswith("line 8 has been edited")
    assert refused(b"".join([*lines[:6], lines[7], lines[6], *lines[8:]])).startswith("line 7 has been edited")
    assert refused(b"".join([*lines, lines[-1]])).startswith(f"line {len(lines) + 1} has been edited")


def test_checks_that_agree_do_not_make_an_illegal_action_legal(content: bytes) -> None:
    lines = lines_of(content)
    lines[5]["action"] = "march to Moscow"
    assert refused(forged(lines)).startswith("line 6: 'march to Moscow' is not legal there (")
    lines = lines_of(content)
    lines[5]["side"] = "polish"
    assert "line 6" in refused(forged(lines))


def test_a_seal_that_does_not_fit_the_actions(content: bytes) -> None:
    lines = lines_of(content)
    del lines[-2]
    assert refused(forged(lines)) == "the last line speaks of 40 actions, but there are 39"
    lines[-1]["actions"] = 39
    assert refused(forged(lines)) == "replayed, the 39 actions lead to another position than the one saved"
    assert len(save.decode(forged(lines), verify=False).actions) == 39


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda line: line.pop("action"), "line 4: no action"),
        (lambda line: line.update(side=7), "line 4: no side"),
        (lambda line: line.update(time="noon"), "line 4: no time"),
    ],
)
def test_an_action_line_has_side_action_and_time(
    content: bytes, spoil: Callable[[dict[str, Any]], object], message: str
) -> None:
    lines = lines_of(content)
    spoil(lines[3])
    assert refused(forged(lines)) == message


# --- foreign ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "foreign",
    [b"hello", b"{}", b"[]", b"null\n", b'"text"\n', b'{"format":"pgn"}\n', b"\x00\xff\x00", b"\n\n", b"PK\x03\x04"],
)
def test_foreign_files(foreign: bytes) -> None:
    assert refused(foreign) == "this is not a Grognard match"
    with pytest.raises(grognard.Invalid):
        save.decode(foreign, recover=True)


def test_another_file_of_lines(content: bytes) -> None:
    header, *rest = lines_of(content)
    assert refused(forged([{**header, "format": "other"}, *rest])) == "this is not a Grognard match"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format_version": 2}, "save format 2; this program reads format 1"),
        ({"format_version": None}, "save format None; this program reads format 1"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": 7}, "line 1: Expected `str`, got `int` - at `$.game`"),
        ({"version": "0-00000000"}, "saved with guderian rules and data 0-00000000, this program has"),
        ({"scenario": "../campaign"}, "guderian has no scenario '../campaign': campaign"),
        ({"seed": [1]}, "line 1: Expected `int | str`"),
        ({"dice": "foot"}, "give a list of rolls, or 'hand'"),
        ({"dice": [9, "x"]}, "line 1: Expected `int`"),
        ({"options": ["evacuation"]}, "line 1: Expected `object`"),
        ({"position": 5}, "line 1: Expected `object | null`"),
        ({"position": {"game": "guderian", "units": {"9999": "25/7"}}}, "9999"),
    ],
)
def test_headers_of_another_world(content: bytes, change: dict[str, Any], message: str) -> None:
    header, *rest = lines_of(content)
    assert message in refused(forged([{**header, **change}, *rest]))
    with pytest.raises(grognard.Invalid):
        save.decode(forged([{**header, **change}, *rest]), recover=True)


@pytest.mark.parametrize("key", ["game", "scenario", "options", "seed", "dice", "position", "version", "players"])
def test_a_header_is_complete(content: bytes, key: str) -> None:
    header, *rest = lines_of(content)
    del header[key]
    assert refused(forged([header, *rest])).startswith("line 1: Object missing required field")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(grognard.Invalid, match=r"none\.jsonl: cannot be read: No such file"):
        grognard.load(tmp_path / "none.jsonl")
    with pytest.raises(grognard.Invalid, match="cannot be read: Is a directory"):
        grognard.load(tmp_path)


def test_the_message_names_the_file(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content[:-20])
    with pytest.raises(grognard.Invalid, match=r"game\.jsonl: line 42 is cut short"):
        grognard.load(path)
    assert path.read_bytes() == content[:-20]


# --- whole or not at all ----------------------------------------------------------------------------------------------


def fails(*_: object) -> None:
    raise OSError(errno.EIO, os.strerror(errno.EIO))


@pytest.mark.parametrize("broken", ["replace", "fsync"])
def test_a_save_that_fails_leaves_the_old_file(
    broken: str, match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"the old file")
    monkeypatch.setattr(os, broken, fails)
    with pytest.raises(grognard.Invalid, match=r"game\.jsonl: cannot be written: Input/output error"):
        match.save(path)
    assert path.read_bytes() == b"the old file"
    assert os.listdir(tmp_path) == ["game.jsonl"]


def test_a_full_disk_leaves_the_old_file(match: Match, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"the old file")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, hard))  # the write stops after 500 bytes
    try:
        with pytest.raises(grognard.Invalid, match=r"game\.jsonl: cannot be written: File too large"):
            match.save(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_bytes() == b"the old file"
    assert os.listdir(tmp_path) == ["game.jsonl"]


def test_an_interrupted_save_leaves_the_old_file(match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "game.jsonl"
    path.write_bytes(b"the old file")
    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        match.save(path)
    assert path.read_bytes() == b"the old file"
    assert os.listdir(tmp_path) == ["game.jsonl"]


def test_a_folder_that_cannot_be_flushed_does_not_matter(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    flushed: list[int] = []

    def only_files(handle: int) -> None:
        flushed.append(handle)
        if len(flushed) > 1:
            raise OSError(errno.EINVAL, "folders cannot be flushed")

    monkeypatch.setattr(os, "fsync", only_files)
    match.save(path)
    assert len(flushed) == 2
    assert grognard.load(path).fingerprint() == match.fingerprint()


def test_a_place_that_cannot_be_written(match: Match, tmp_path: Path) -> None:
    with pytest.raises(grognard.Invalid, match="cannot be written: No such file or directory"):
        match.save(tmp_path / "nowhere" / "game.jsonl")
    (tmp_path / "folder").mkdir()
    with pytest.raises(grognard.Invalid, match="cannot be written: Is a directory"):
        match.save(tmp_path / "folder")
    assert os.listdir(tmp_path) == ["folder"]


def test_a_match_that_cannot_be_saved_leaves_the_old_file(match: Match, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"the old file")
    with pytest.raises(grognard.Invalid, match="drawn by determinize"):
        match.determinize("german", 1).save(path)
    assert path.read_bytes() == b"the old file"


def test_saving_over_a_file_replaces_it_whole(match: Match, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(b"x" * 3 * len(content))
    match.save(path)
    assert path.read_bytes() == content
    assert os.listdir(tmp_path) == ["game.jsonl"]
