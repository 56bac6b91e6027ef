"""The numbers of the officer's judgement, by section and name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grognard.bots.knowledge.stances import ByStance

weights: ByStance[Mapping[str, Mapping[str, float]]] = ByStance(Path(__file__).parent.with_suffix(".toml"), dict)
