"""`rules`: a game's rules in our words, with the rulings that close their gaps."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Annotated

import msgspec
from cyclopts import Parameter

from grognard.cli.console import console, say, say_json
from grognard.cli.files import Json
from grognard.errors import Invalid
from grognard.games import find
from grognard.rulebook import Gap, Rule, Rulebook

Number = Annotated[
    str, Parameter(name="number", help="A rule (6.51), a chapter (6), a ruling (G12), or words to find.")
]


def rules(
    game: Annotated[str, Parameter(help="The game, as `grognard games` lists it.")],
    /,
    *number: Number,
    json: Json = False,
) -> None:
    """Look a rule up, in our words, with its rulings; without a number, the table of contents."""
    book = find(game).rulebook
    words = " ".join(number)
    if not json:
        return tell_rules(book, words)
    if words in book.rulings:
        return say_json(book.rulings[words])
    found = list(book.rules.values()) if not words else look_up(book, words)
    return say_json(msgspec.to_builtins(found))


def look_up(book: Rulebook, words: str) -> list[Rule]:
    """The rule or rules of a number, or those that speak of the words."""
    if _is_number(book, words):
        return list(book.find(words if words[:1].isdigit() else _spelled(book, words)))
    sought = words.casefold()
    titled = [rule for rule in book.rules.values() if sought in rule.title.casefold()]
    found = titled or [rule for rule in book.rules.values() if sought in rule.text.casefold()]
    if not found:
        raise Invalid(f"no rule speaks of '{words}'; without a number there is a table of contents")
    return found


def _is_number(book: Rulebook, words: str) -> bool:
    """Whether the words are a rule's number, as 6.5 or S41.1A, or the chapter of one, as S41."""
    return words[:1].isdigit() or bool(_spelled(book, words))


def _spelled(book: Rulebook, words: str) -> str:
    """A number that begins with a letter as the rulebook writes it."""
    wanted = words.casefold()
    known = {word for id in book.rules if not id[:1].isdigit() for word in (id, id.partition(".")[0])}
    return next((word for word in sorted(known) if word.casefold() == wanted), "")


def tell_rules(book: Rulebook, words: str) -> None:
    """Print the table of contents, a rule with its rulings, or a ruling."""
    if not words:
        return _contents(book.rules.values())
    if (gap := book.rulings.get(words.upper())) is not None:
        return _ruling(gap, "")
    found = look_up(book, words)
    if not _is_number(book, words) and len(found) > 6:
        return _contents(found)
    told: set[str] = set()
    for rule in found:
        say(f"{rule.id}  {rule.title}" + (" (optional)" if rule.optional else ""), "bold")
        _paragraph(rule.text, "  ")
        for gap in rule.rulings:
            if gap.id not in told:
                _ruling(gap, "  ")
            else:
                say(f"  ruling {gap.id}: see above", "dim")
            told.add(gap.id)
    return None


def _contents(found: Iterable[Rule]) -> None:
    chapter = ""
    for rule in found:
        number = rule.id.partition(".")[0]
        if number != chapter and chapter:
            say()
        chapter = number
        rulings = f"  {' '.join(gap.id for gap in rule.rulings)}" if rule.rulings else ""
        say(f"{rule.id:7} {rule.title}{rulings}")


def _ruling(gap: Gap, indent: str) -> None:
    say(f"{indent}ruling {gap.id} (on {', '.join(gap.rules)})", "italic")
    for heading, text in (("asked", gap.question), ("answer", gap.answer), ("why", gap.why)):
        _paragraph(f"{heading + ':':8}{text}", indent + "  ", " " * 8)


def _paragraph(text: str, indent: str, hang: str = "") -> None:
    width = min(100, console().width - 1)
    say(textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent + hang))
