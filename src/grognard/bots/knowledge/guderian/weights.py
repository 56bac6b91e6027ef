"""The numbers of the operations officer, from a data file."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tomllib import loads

FILE = Path(__file__).parent.parent / "guderian.toml"


@cache
def weights() -> dict[str, dict[str, float]]:
    """Every number by section and name; a section within one goes by both names, as fight.german."""
    found: dict[str, dict[str, float]] = {}
    for section, entries in loads(FILE.read_text(encoding="utf-8")).items():
        found[section] = {}
        for name, value in entries.items():
            if isinstance(value, dict):
                found[f"{section}.{name}"] = value
            else:
                found[section][name] = value
    return found
