"""How much of a long series of cases is played at once: a few in `make test`, all the others in `make soak`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def few(cases: Iterable[object], now: int) -> list[object]:
    """Cases of a test, of which all but the first few are left to `make soak`."""
    later = (pytest.mark.soak,)
    return [pytest.param(case, marks=() if at < now else later) for at, case in enumerate(cases)]
