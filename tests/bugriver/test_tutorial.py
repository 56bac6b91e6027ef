"""The guided beginning says what happens, and whoever leaves it can play on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import grognard
from grognard import save
from grognard.events import Eliminated, Noted, Rolled
from grognard.server import library
from grognard.server.messages import TutorialStep
from tests.bugriver.table import GERMAN, SOVIET, command, level, of_kind, points_left, state, where
from tests.random_play.player import BUSY, RandomPlayer


def lesson() -> Iterator[tuple[TutorialStep, grognard.Match]]:
    """Every step with the match as the reader sees it, before he acts."""
    match = library.lesson("bugriver")
    for step in library.tutorial("bugriver"):
        yield step, match
        if step.action:
            match.play(step.action, step.side)


def before(action: str) -> grognard.Match:
    """The match as it stands before a step."""
    return next(match for step, match in lesson() if step.action == action)


def test_it_shows_an_activation_a_battle_and_a_reaction() -> None:
    verbs = {(step.side, step.action.split()[0]) for step, _ in lesson() if step.action}
    german = {"act", "keep", "reroll", "prepared", "move", "relocate", "improve", "end", "react", "pass"}
    assert {verb for side, verb in verbs if side == GERMAN} == german
    assert {verb for side, verb in verbs if side == SOVIET} == {"stay", "act", "move", "end", "pass"}
    assert {state(match).phase for _, match in lesson()} >= {"surprise", "activation", "bonus", "reaction", "options"}


def test_every_rule_it_names_is_a_rule() -> None:
    known = library.lesson("bugriver").game.rulebook.rules
    said = [group for step, _ in lesson() for group in re.findall(r"\((\d[\d.A-Za-z, ]*)\)", step.say)]
    named = {id for group in said for id in group.split(", ")}
    assert len(named) > 15
    assert [id for id in named if not any(rule.startswith(id) for rule in known)] == []


def test_what_it_says_of_dice_and_points_is_so() -> None:
    *_, (_, match) = lesson()
    fights = [event for event in of_kind(match.events, Rolled) if "attack" in event.what]
    assert [event.result for event in fights] == ["0/3", "rolled again", "1/3"]
    assert [event.unit for event in of_kind(match.events, Eliminated)] == ["BG1", "BG2"]
    assert [event.text for event in of_kind(match.events, Noted) if "Initiative" in event.text] == [
        "Soviet has the Initiative",
        "German has the Initiative",
    ]
    attack = before("prepared 1510 I/525 1/Pj298 1/StG191 go")
    assert (points_left(attack), level(attack, "298ID")) == (6, 4)
    odds = attack.preview("prepared 1510 I/525 1/Pj298 1/StG191", GERMAN)
    assert [line.value for line in odds.lines if line.rule == "10.1"] == ["-2"]
    assert points_left(before("improve I/525")) == 2
    assert state(match).turn == 2


def test_what_it_says_of_command_is_so() -> None:
    match = before("relocate 298ID 1310")
    assert command(match, "I/525") == "out of command"
    match.play("relocate 298ID 1310")
    assert (command(match, "I/525"), where(match, "298ID")) == ("in command", "1310")
    mover = before("move III/16 1411")
    assert command(mover, "III/16") != "in command"
    reaction = before("react 298ID")
    assert reaction.why("react 44ID", GERMAN).rule == "6.4.1b"


def test_whoever_leaves_it_can_play_on() -> None:
    match = library.lesson("bugriver")
    RandomPlayer.seeded("astray", BUSY).play(match)
    assert match.result is not None
    assert save.decode(save.encode(match)).fingerprint() == match.fingerprint()
