"""Cleaning of text people write: control characters are removed; markup stays, because text is never shown as HTML."""

from __future__ import annotations

import unicodedata

_UNSEEN = {"Cc", "Cs", "Co", "Cn"}
# letters and marks that show nothing: fillers, joiners, variation selectors
_BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | set(map(chr, range(0x180B, 0x1810)))
_BLANK |= set(map(chr, (0x16FE4, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
_TURNS = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # marks that turn the text of others around


def one_line(text: str, most: int = 120) -> str:
    """A title or a name: one line, without control characters."""
    return " ".join(_clean(text, keep="").split())[:most]


def plain_word(text: str) -> bool:
    """Whether a name is one word that everybody can see: letters, digits and marks on them, and - _ . ' within it."""
    if not text or not all(c in "-_.'" or (unicodedata.category(c)[0] in "LNM" and c not in _BLANK) for c in text):
        return False
    return unicodedata.category(text[0])[0] in "LN" and text[-1] not in "-_.'"


def many_lines(text: str, most: int) -> str:
    """A chat line or notes: line breaks stay."""
    return _clean(text, keep="\n\t")[:most].strip()


def _clean(text: str, keep: str) -> str:
    fit = (c if c in keep or (unicodedata.category(c) not in _UNSEEN and c not in _TURNS) else " " for c in text)
    return "".join(fit)
