"""`play`: one action, lines of actions from another program, or a prompt."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from grognard.cli.console import say, say_json
from grognard.cli.files import DEFAULT, For, Json, open_match, quoted
from grognard.cli.tell import outlook, plain, tell_cautions, tell_events, tell_outlook, visible
from grognard.cli.words import spelled
from grognard.errors import Invalid, nearest
from grognard.events import Event
from grognard.game import Caution
from grognard.locks import held
from grognard.match import Match
from grognard.ruling import Illegal

ASIDE = ("show", "choices", "why", "odds", "undo", "log", "replay", "verify")  # of the prompt, not of the game

Words = Annotated[
    str,
    Parameter(name="words", allow_leading_hyphen=True, help="The action; '-' reads actions from stdin, one a line."),
]


Against = Annotated[
    str | None,
    Parameter(name="--against", help="At a prompt: this bot plays the other side (staff, scout, random ...)."),
]
Explain = Annotated[bool, Parameter(name="--explain", help="It says why it plays what it plays.")]


def play(
    file: Annotated[Path | None, Parameter(help="The save file (game.jsonl, begun if it is not there).")] = None,
    /,
    *words: Words,
    side: For = None,
    against: Against = None,
    explain: Explain = False,
    json: Json = False,
) -> None:
    """Play an action, lines of actions, or a whole game at a prompt.

    With words: that action. With '-': the lines of stdin, up to the first that is refused. With neither, at a terminal:
    a prompt; --against has a bot play the sides that are not --as. The file is saved after each action.
    """
    path = file or DEFAULT
    with held(path.with_name(f".{path.name}.lock"), f"{path} is being played in another window: leave it there first"):
        return _play(file, words, side, against, explain, json)


def _play(
    file: Path | None, words: tuple[str, ...], side: str | None, against: str | None, explain: bool, json: bool
) -> None:
    for word in words:
        if word.startswith("-") and word != "-":
            raise Invalid(f"no option {word}{nearest(word, ('--json', '--side', '--against', '--explain', '--help'))}")
    if not words and file not in (None, DEFAULT) and not file.exists():
        open_match(file)  # says what is wrong with it
    if not words and not sys.stdin.isatty():
        where = quoted(file or DEFAULT)
        raise Invalid(f"there is no terminal to ask at: grognard play {where} WORDS..., or - to read lines from stdin")
    if not words:
        from grognard.cli.opponent import Opponent
        from grognard.cli.prompt import converse

        path = file or DEFAULT
        match = _opened(path)
        if explain and against is None:
            raise Invalid("--explain is for a bot: name one with --against")
        return converse(match, path, None if against is None else Opponent(match, against, side, explain=explain))
    if against or explain:
        raise Invalid("--against and --explain are for the prompt: leave the action out")
    assert file is not None
    match = open_match(file)
    if words[0] in ASIDE and words[0] not in match.choices(side=side):
        raise Invalid(f"'{words[0]}' is not an action; it is a command: grognard {words[0]} {quoted(file)}")
    if words == ("-",):
        return _play_lines(match, file, side, json)
    cautions = cautions_of(match, " ".join(words), side)
    events = play_words(match, " ".join(words), side)
    match.save(file)
    if json:
        actor = match.actions[-1].side
        told = {"events": plain(visible(events, actor)), "cautions": plain(cautions)}
        return say_json({**told, **outlook(match, actor)})
    tell_cautions(cautions)
    tell_events(events, match.actions[-1].side)
    tell_outlook(match, match.actions[-1].side)
    return None


def _opened(path: Path) -> Match:
    """The match in a file, or a new one begun there."""
    if path.exists():
        try:
            return open_match(path)
        except Invalid as error:
            raise Invalid(f"{error}; to begin anew: grognard new guderian -o {quoted(path)} --force") from None
    from grognard.cli.start import begin

    match = begin("guderian")
    match.save(path)
    return match


def play_words(match: Match, words: str, side: str | None) -> list[Event]:
    """Play an action as a person types it."""
    return match.play(spelled(match, words, side), side)


def cautions_of(match: Match, words: str, side: str | None) -> list[Caution]:
    """What somebody may want to know about an action, asked before it is played."""
    return match.cautions(spelled(match, words, side), side)


def _play_lines(match: Match, path: Path, side: str | None, json: bool) -> None:
    """Play the lines of stdin; the first that is refused ends it, and everything before it is saved."""
    told: list[Any] = []
    actor: str | None = None
    for number, line in enumerate(sys.stdin, 1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        try:
            cautions = cautions_of(match, words, side)
            events = play_words(match, words, side)
        except Illegal as error:
            said = f"line {number}, '{words}': {error.ruling.reason}"
            raise Illegal(msgspec.structs.replace(error.ruling, reason=said)) from None
        except Invalid as error:
            raise Invalid(f"line {number}, '{words}': {error}") from None
        match.save(path)
        actor = match.actions[-1].side
        if json:
            told += plain(visible(events, actor))
        else:
            say(f"{actor}> {words}", "dim")
            tell_cautions(cautions)
            tell_events(events, actor)
    if json:
        return say_json({"events": told, **outlook(match, actor)})
    tell_outlook(match, actor)
    return None
