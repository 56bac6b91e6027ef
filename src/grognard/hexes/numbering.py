"""How a map prints its hex numbers: a pattern such as "CCRR" (0120), "RRCC" or "CC-RR"."""

from __future__ import annotations

import re

from grognard.errors import Invalid

PATTERN_MAX = 12  # characters: every hex of a map carries a number that long


def numbers(pattern: str, columns: range, rows: range) -> dict[tuple[int, int], str]:
    """The printed number of every (column, row); Invalid if the pattern gives two hexes the same one."""
    template = _template(pattern)
    printed = {(c, r): template.format(column=c, row=r) for c in columns for r in rows}
    owner: dict[str, tuple[int, int]] = {}
    for place, number in printed.items():
        other = owner.setdefault(number, place)
        if other != place:
            raise Invalid(
                f"numbering {pattern!r} is too narrow for this map: {number} would be column {other[0]} row {other[1]}"
                f" and column {place[0]} row {place[1]}"
            )
    return printed


def _template(pattern: str) -> str:
    if len(pattern) > PATTERN_MAX:
        raise Invalid(f"numbering has {len(pattern)} characters: at most {PATTERN_MAX}")
    runs = re.findall(r"C+|R+|[^CR]+", pattern)
    kinds = [run[0] for run in runs if run[0] in "CR"]
    if sorted(kinds) != ["C", "R"] or re.search(r"[\s{}]", pattern):
        raise Invalid(f"numbering {pattern!r} must have one run of C and one of R, without spaces: CCRR, RRCC, CC-RR")
    words = {"C": "{column:0%dd}", "R": "{row:0%dd}"}
    return "".join(words[run[0]] % len(run) if run[0] in words else run for run in runs)
