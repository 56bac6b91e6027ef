"""The numbers of the officer's judgement."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def weights() -> Mapping[str, Mapping[str, float]]:
    """All weights, by section and name."""
    return tomllib.loads(Path(__file__).parent.with_suffix(".toml").read_text(encoding="utf-8"))
