"""`choices`, `why` and `odds`: questions to the referee before anybody commits."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from grognard.bots import advise, dismiss, make
from grognard.bots.external import Forfeit
from grognard.cli.console import console, fitted, say, say_json, side_style
from grognard.cli.files import File, For, Json, open_match
from grognard.cli.tell import code_of, plain, refusal, tell_cautions, tell_choices, tell_outlook
from grognard.cli.words import spelled
from grognard.errors import Invalid
from grognard.match import Match
from grognard.preview import Preview
from grognard.ruling import Ruling

Words = Annotated[str, Parameter(name="words", help="The action, or the first words of it.")]
Adviser = Annotated[str, Parameter(name="--bot", help="Whom to ask (staff).")]
BAR = 32


def choices(file: File, /, *words: Words, side: For = None, json: Json = False) -> None:
    """Say what may come next, by kind: verbs, units, hexes ..."""
    match = open_match(file)
    text = spelled(match, " ".join(words), side)
    if json:
        found = match.choices(text, side)
        groups = [{"kind": kind, "words": list(items)} for kind, items in found.groups]
        return say_json({"words": text.split(), "complete": found.complete, "choices": groups})
    if not text:
        return tell_outlook(match, side)
    found = match.choices(text, side)
    say(f"after '{text}':")
    return tell_choices(found)


def why(file: File, /, *words: Words, side: For = None, json: Json = False) -> int:
    """Say whether an action is legal, unfinished, or which rule forbids it, with the rule in our words.

    The exit code is 0 if it is legal, 1 if a rule forbids it, 4 if it is unfinished.
    """
    match = open_match(file)
    text = _named(words, "why")
    if not json:
        return code_of(tell_why(match, text, side))
    ruling = match.why(spelled(match, text, side), side)
    rules = [{"id": id, "title": title, "text": said} for id, title, said in _texts(match, ruling)]
    cautions = plain(match.cautions(spelled(match, text, side), side)) if ruling else []
    say_json({"action": text, **plain(ruling), "rules": rules, "cautions": cautions})
    return code_of(ruling)


def tell_why(match: Match, text: str, side: str | None = None) -> Ruling:
    """Print the ruling on an action and the rule behind it."""
    ruling = match.why(spelled(match, text, side), side)
    if ruling:
        say(f"'{text}' is legal", "green")
        tell_cautions(match.cautions(spelled(match, text, side), side))
    elif ruling.unfinished:
        say(ruling.reason, "yellow")
    else:
        say(f"'{text}' is {refusal(ruling)}", "red")
    for id, title, said in _texts(match, ruling):
        say(f"  {id} {title}", "bold")
        say(textwrap.fill(said, min(100, console().width - 1), initial_indent="    ", subsequent_indent="    "))
    return ruling


def _texts(match: Match, ruling: Ruling) -> list[tuple[str, str, str]]:
    """The rule that forbids it, in our words."""
    if ruling.ok or ruling.unfinished or not ruling.rule:
        return []
    try:
        return [(rule.id, rule.title, rule.text) for rule in match.game.rulebook.find(ruling.rule)]
    except Invalid:
        return []


def odds(file: File, /, *words: Words, side: For = None, json: Json = False) -> None:
    """Compute an attack before it is made: strengths with their rules, the column, the chance of each result."""
    match = open_match(file)
    text = _named(words, "odds")
    preview = match.preview(spelled(match, text, side), side)
    if json:
        return say_json(preview)
    return tell_odds(preview)


def hint(file: File, /, *, side: For = None, bot: Adviser = "staff", json: Json = False) -> None:
    """Say what the staff would play, and why. It knows no more than the side it plays for."""
    match = open_match(file)
    return say_json(_advice(match, side, bot)) if json else tell_hint(match, side, bot)


def tell_hint(match: Match, side: str | None, bot: str = "staff") -> None:
    """Print what a bot would play, and why."""
    advice = _advice(match, side, bot)
    asked = advice["side"]
    say(Text(asked, style=side_style(asked)).append(f": {advice['action']}", style="not bold default"))
    if advice["why"]:
        say(f"  {advice['why']}", "dim")


def _advice(match: Match, side: str | None, bot: str) -> dict[str, str]:
    match.choices("", side)  # says what is wrong with the side
    decision = match.decision if side is None else match.decision_of(side)
    if decision is None:
        raise Invalid("the game is over" if match.decision is None else f"{side} has nothing to decide now")
    adviser = make(bot, f"hint {len(match.actions)}")
    try:
        action, why = advise(adviser, match, decision.side)
    except Forfeit as error:
        raise Invalid(str(error)) from None
    finally:
        dismiss(adviser)
    return {"side": decision.side, "action": action, "why": why}


def tell_odds(preview: Preview) -> None:
    """Print a preview: the computation line by line, then the chances as bars."""
    say(f"{preview.kind}: attack {preview.attack}, defence {preview.defence}, column {preview.column}", "bold")
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(style="dim", no_wrap=True)
    for line in preview.lines:
        table.add_row(f"  {line.what}", line.value, f"[{line.rule}]")
    fitted(table)
    if preview.says:
        say(f"  {preview.says}")
    for note in preview.notes:
        say(f"  {note}", "dim")
    if len(preview.columns) > 1:
        say("columns", "bold")
        _bars(preview.columns)
    if preview.outcomes:
        say("results", "bold")
        _bars(preview.outcomes)
    for title, chances in preview.tables.items():
        say(title, "bold")
        _bars(chances)


def _bars(chances: Mapping[str, float]) -> None:
    wide = max(map(len, chances), default=0)
    most = max(chances.values(), default=1.0)
    for name, chance in chances.items():
        line = Text(f"  {name:{wide}}  {100 * chance:5.1f} %  ")
        line.append("█" * max(1, round(BAR * chance / most)), style="yellow")
        say(line)


def _named(words: tuple[str, ...], command: str) -> str:
    if not words:
        raise Invalid(f"name the action: grognard {command} FILE WORDS..., as attack 1015 25/7")
    return " ".join(words)
