"""Views made by hand, for whoever draws them."""

from __future__ import annotations

from typing import Any

from grognard.view import AnyView, Counter, Facts, View


class NoFacts(Facts, frozen=True, tag="none"):
    """A game without anything of its own."""


def shown(*units: Counter, **more: Any) -> AnyView:
    """A view with these units, and whatever else is said."""
    bare: dict[str, Any] = {
        "game": "none", "scenario": "", "side": None, "turn": 1, "turns": 1, "phase": "", "phase_title": "",
        "active": None, "sequence": (), "control": {}, "own": NoFacts(),
    }  # fmt: skip
    return View(**{**bare, "units": units, **more})
