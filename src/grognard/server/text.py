"""Cleaning of text people write: control characters are removed; markup stays, because text is never shown as HTML."""

from __future__ import annotations

import unicodedata

_UNSEEN = {"Cc", "Cs", "Co", "Cn"}
_TURNS = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # marks that turn the text of others around


def one_line(text: str, most: int = 120) -> str:
    """A title or a name: one line, without control characters."""
    return " ".join(_clean(text, keep="").split())[:most]


def many_lines(text: str, most: int) -> str:
    """A chat line or notes: line breaks stay."""
    return _clean(text, keep="\n\t")[:most].strip()


def _clean(text: str, keep: str) -> str:
    fit = (c if c in keep or (unicodedata.category(c) not in _UNSEEN and c not in _TURNS) else " " for c in text)
    return "".join(fit)
