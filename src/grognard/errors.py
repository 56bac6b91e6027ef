"""The errors a person can cause. Each message is one line that names what is wrong and, where it can, what is right."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class Invalid(ValueError):  # noqa: N818 - the hobby's word, and python-chess's
    """Input that means nothing here: an unknown game, a malformed file, a hex that is not on the map."""


class Ambiguous(Invalid):
    """Input that could mean more than one thing."""


def nearest(word: str, known: Iterable[str]) -> str:
    """', did you mean X or Y?' for the known words closest to `word`, small letters or capitals, or nothing."""
    folded = {name.casefold(): name for name in known}
    close = [folded[name] for name in get_close_matches(word.casefold(), folded, n=3, cutoff=0.6)]
    return f"; did you mean {' or '.join(close)}?" if close else ""
