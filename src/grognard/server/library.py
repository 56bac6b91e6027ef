"""What there is to play, read from the games' own files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import grognard
from grognard.board import Board
from grognard.datafile import parse
from grognard.dice import GO_ON
from grognard.errors import Invalid
from grognard.game import GameInfo, Option, RuleSet
from grognard.games import find
from grognard.hexes import locate
from grognard.match import Match
from grognard.server.messages import GameMessage, RuleMessage, TutorialStep

MATCH_CHOICES = (Option("free_undo", "Take back freely, though dice were rolled since: only without guests"),)
TUTORIAL_SEED = "tutorial"


def _data(game: str) -> Path:
    return find(game).data


@cache
def introduction(game: str) -> str:
    """The first paragraph of a game's introduction, if it has one."""
    file = _data(game) / "introduction.md"
    if not file.is_file():
        return ""
    paragraphs = [" ".join(p.split()) for p in file.read_text("utf-8").split("\n\n")]
    return next((p for p in paragraphs if p and not p.startswith("#")), "")


@cache
def _lesson(game: str) -> dict[str, Any]:
    file = _data(game) / "tutorial.toml"
    if not file.is_file():
        return {}
    return parse(file.read_text("utf-8"), f"tutorial.toml of {game}")


@cache
def board(game: str) -> Board:
    """The board of a game's first scenario."""
    return grognard.new(game).board


@cache
def tutorial(game: str) -> list[TutorialStep]:
    """The steps of a game's guided first turn, if it has one, with all hexes by number."""
    try:
        steps = msgspec.convert(_lesson(game).get("step", []), list[TutorialStep])
    except msgspec.ValidationError as error:
        raise Invalid(f"tutorial.toml of {game}: {error}") from error
    if not steps:
        return []
    match, found = lesson(game), []
    for step in steps:
        points = [_point(match, word) for word in step.point]
        action = step.action
        if action:
            match.play(action, step.side, at=0)
            action = match.actions[-1].action
        found.append(msgspec.structs.replace(step, say=" ".join(step.say.split()), point=points, action=action))
    return found


def _point(match: Match, word: str) -> str:
    """What a step points at: a hex by its number, or a unit."""
    grid = match.board.grid
    try:
        return grid.names[locate(grid, word, match.board.named)]
    except Invalid:
        return word


def lesson(game: str, seed: str = TUTORIAL_SEED) -> Match:
    """The match the tutorial is played in: always the same position and the same dice.

    Where the steps say the dice, whoever leaves the lesson plays on with those of the seed.
    """
    told = _lesson(game)
    if not told:
        raise Invalid(f"{game} has no tutorial")
    if "position" in told:
        return grognard.setup(told["position"], seed=TUTORIAL_SEED)
    dice = [die for step in told.get("step", []) for die in step.get("dice", [])]
    options = dict.fromkeys(told.get("options", []), True)
    scripted = " ".join([*map(str, dice), GO_ON]) if dice else None
    return grognard.new(game, told.get("scenario"), seed if dice else TUTORIAL_SEED, options, scripted)


def games(bots: list[str]) -> list[GameMessage]:
    """Every game in the lobby, and the bots that may play it."""
    return [_game(info, bots) for info in grognard.games()]


def _game(info: GameInfo, bots: list[str]) -> GameMessage:
    return GameMessage(
        id=info.id,
        title=info.title,
        introduction=introduction(info.id),
        sides=list(info.sides),
        scenarios=list(info.scenarios),
        options=[*info.options, *MATCH_CHOICES],
        bots=bots,
        has_secrets=info.secrets,
        legend=list(info.legend),
        marks=list(info.marks),
        markers=list(info.markers),
        tracks=list(info.tracks),
        tallies=list(info.tallies),
        screens=dict(info.screens),
        queries=list(info.queries),
        verbs=list(info.verbs),
        phases=_phases(info.id),
        odds=list(info.odds),
        results=list(info.results),
        explains=list(info.explains),
        waivers=list(info.waivers),
        asides=list(info.asides),
        has_tutorial=bool(_lesson(info.id)),
    )


def _phases(game: str) -> dict[str, list[str]]:
    """The verbs of each phase, where a game plays by a sequence of them."""
    rules = find(game)
    return {p: list(rules.sequence.verbs_of(p)) for p in rules.sequence} if isinstance(rules, RuleSet) else {}


def rules(game: str) -> list[RuleMessage]:
    """A game's rules in our words."""
    return [
        RuleMessage(
            id=rule.id,
            title=rule.title,
            text=rule.text,
            optional=rule.optional,
            rulings=[f"{gap.id}: {gap.question} {gap.answer}" for gap in rule.rulings],
        )
        for rule in find(game).rulebook.rules.values()
    ]
