"""The guided game is the transcript the rules are tested with, and whoever leaves it can play on."""

from __future__ import annotations

import tomllib
from pathlib import Path

import grognard
from grognard import save
from grognard.server import library
from tests.eastfront.edelweiss import TRANSCRIPT
from tests.random_play.player import BUSY, RandomPlayer

DATA = Path(grognard.__file__).parent / "games" / "eastfront" / "data"


def test_the_lesson_and_the_transcript_say_the_same() -> None:
    steps = tomllib.loads((DATA / "tutorial.toml").read_text("utf-8"))["step"]
    played = [(s["side"], s["action"], tuple(s.get("dice", ()))) for s in steps if s.get("action")]
    assert played == [(step.side, step.action, step.dice) for step in TRANSCRIPT]


def test_the_lesson_ends_where_the_transcript_ends() -> None:
    match = library.lesson("eastfront")
    for step in library.tutorial("eastfront"):
        if step.action:
            match.play(step.action, step.side)
    assert match.result is not None
    assert match.header.options["fire_order"]


def test_whoever_leaves_the_lesson_plays_on_with_the_dice_of_the_seed() -> None:
    rolls = []
    for seed in ("one", "two"):
        match = library.lesson("eastfront", seed)
        RandomPlayer.seeded("astray", BUSY).play(match)
        assert match.result is not None
        assert save.decode(save.encode(match)).fingerprint() == match.fingerprint()
        dice = match.state.dice
        assert dice.script is not None
        assert len(dice.script) == sum(len(step.dice) for step in TRANSCRIPT)
        for _ in range(dice.scripted, len(dice.script)):
            dice.roll()
        rolls.append([dice.roll() for _ in range(20)])
    assert rolls[0] != rolls[1]
