"""What a person types: upper or lower case, hexes as numbers or places, and the words that may follow."""

from __future__ import annotations

from grognard.errors import Invalid
from grognard.match import Match
from grognard.ruling import Illegal


def spelled(match: Match, text: str, side: str | None = None) -> str:
    """An action with each word as the match writes it: `MOVE r7 0123` is `move R7 0123`."""
    done: list[str] = []
    for word in text.split():
        done.append(_alike(match, " ".join(done), word, side))
    return " ".join(done)


def _alike(match: Match, before: str, word: str, side: str | None) -> str:
    """The offered word that differs from this one in nothing but case, or the word itself."""
    try:
        choices = match.choices(before, side)
    except Invalid:
        return word  # what is wrong with the words before is said when they are played
    if word in choices:
        return word
    same = [other for other in choices if other.casefold() == word.casefold()]
    return same[0] if len(same) == 1 else word


def following(match: Match, before: str, side: str | None = None) -> list[str]:
    """The words that may follow, for completion; none if the words before are wrong."""
    try:
        return match.choices(spelled(match, before, side), side).items
    except (Illegal, Invalid):
        return []
