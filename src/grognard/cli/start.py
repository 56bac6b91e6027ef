"""`games` and `new`: what there is to play, and a match begun."""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import grognard
from grognard.cli.console import say, say_json
from grognard.cli.files import DEFAULT, Force, Json, fresh, quoted
from grognard.cli.tell import outlook, tell_outlook
from grognard.errors import Invalid
from grognard.games import find
from grognard.match import Match


def games(*, json: Json = False) -> None:
    """List the games, their scenarios and options."""
    infos = grognard.games()
    if json:
        return say_json(infos)
    for info in infos:
        say(f"{info.id}  {info.title}" + (f" (also: {', '.join(info.aliases)})" if info.aliases else ""), "bold")
        say(f"  sides      {', '.join(info.sides)}")
        for plan in info.scenarios:
            say(f"  scenario   {plan.id}: {plan.title}, {plan.turns} turns")
        for option in info.options:
            default = ", on by default" if option.default else ""
            say(f"  option     {option.id}: {option.title} ({option.rule}{default})")
        say(f"  begin      grognard new {info.id}")
    return None


Out = Annotated[Path, Parameter(name=["--output", "-o"], help="The save file to write (game.jsonl).")]
Scenario = Annotated[str | None, Parameter(name="--scenario", help="One of the game's scenarios.")]
Seed = Annotated[str | None, Parameter(name="--seed", help="A number or a text that fixes draws and dice.")]
Options = Annotated[list[str] | None, Parameter(name="--option", help="Play with this option; may be repeated.")]
Dice = Annotated[str | None, Parameter(name="--dice", help="'hand' if you roll your own, or rolls in order: 3,5,1.")]
Forced = Annotated[
    bool | None,
    Parameter(
        name="--forced",
        negative="--no-forced",
        help="Play an action that is the only one, or just offer it. This goes before what a position file says.",
    ),
]
Position = Annotated[Path | None, Parameter(name="--position", help="Begin at this position file (TOML).")]


def new(
    game: Annotated[str, Parameter(help="The game, as `grognard games` lists it.")],
    /,
    *,
    output: Out = DEFAULT,
    scenario: Scenario = None,
    seed: Seed = None,
    option: Options = None,
    dice: Dice = None,
    position: Position = None,
    forced: Forced = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Begin a match and write its save file."""
    match = begin(game, scenario, seed, option or (), dice, position, forced)
    match.save(fresh(output, force))
    if json:
        head = match.header
        return say_json({"file": str(output), "game": head.game, "scenario": head.scenario, "seed": head.seed,
                         "options": head.options, "forced": head.forced, **outlook(match)})  # fmt: skip
    introduce(match, output)
    say()
    say(f"next:  grognard show {quoted(output)}        the map")
    say(f"       grognard choices {quoted(output)}     what may be done now")
    say(f"       grognard play {quoted(output)} ...    play an action; without words, a prompt")
    return None


def begin(
    game: str,
    scenario: str | None = None,
    seed: str | None = None,
    options: Sequence[str] = (),
    dice: str | None = None,
    position: Path | None = None,
    forced: bool | None = None,
) -> Match:
    """A match at its start, or at a position file's."""
    rules = find(game)
    chosen = dict.fromkeys(options, True)
    rolls = None if dice is None else _dice(dice)
    fixed = None if seed is None else _seed(seed)
    if position is None:
        drawn = secrets.randbelow(1_000_000) if fixed is None else fixed
        return grognard.new(game, scenario, drawn, chosen, rolls, forced is not False)
    if scenario is not None:
        raise Invalid("a position file names its scenario itself: leave --scenario out")
    _check_game(position, rules.info.id)
    return grognard.setup(position, seed=fixed, options=chosen, dice=rolls, forced=forced)


def _check_game(position: Path, game: str) -> None:
    try:
        named = tomllib.loads(position.read_text("utf-8")).get("game")
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError):
        return  # the reader of positions says what is wrong
    if isinstance(named, str) and find(named).info.id != game:
        raise Invalid(f"{position} is a position of {named}, not of {game}")


def _seed(text: str) -> int | str:
    return int(text) if text.removeprefix("-").isdecimal() else text


def _dice(text: str) -> list[int] | str:
    if text == "hand":
        return text
    try:
        return [int(roll) for roll in text.replace(",", " ").split()]
    except ValueError:
        raise Invalid(f"--dice {text}: say hand, or the rolls in order, as 3,5,1") from None


def introduce(match: Match, path: Path) -> None:
    """Say which match a file holds and who is to choose."""
    head, info = match.header, match.game.info
    plan = next(s for s in info.scenarios if s.id == head.scenario)
    dice = {"hand": ", dice by hand"}.get(str(head.dice), "" if head.dice is None else ", dice scripted")
    on = [name for name, value in head.options.items() if value]
    extra = (f", with {', '.join(on)}" if on else "") + ("" if head.forced else ", nothing plays itself")
    say(f"{path}: {info.title}, {plan.title} ({plan.turns} turns), seed {head.seed}{dice}{extra}", "bold")
    tell_outlook(match)
