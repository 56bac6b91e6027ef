"""The numbers of the operations officer, from a data file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grognard.bots.knowledge.stances import ByStance


def _by_section(table: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Every number by section and name; a section within one goes by both names, as fight.german."""
    found: dict[str, dict[str, float]] = {}
    for section, entries in table.items():
        found[section] = {}
        for name, value in entries.items():
            if isinstance(value, dict):
                found[f"{section}.{name}"] = value
            else:
                found[section][name] = value
    return found


weights = ByStance(Path(__file__).parent.parent / "guderian.toml", _by_section)
