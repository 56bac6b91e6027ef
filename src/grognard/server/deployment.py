"""Automatic deployment of both sides, for matches that begin with the first turn."""

from __future__ import annotations

from grognard.decision import Decision
from grognard.match import Match


def deploy_all(match: Match) -> Match:
    """Play the automatic deployment for every side that has one to make, and return the match."""
    while (asked := _set_up(match)) is not None:
        match.play("deploy", asked.side)
        if any((d.side, d.kind) == (asked.side, asked.kind) for d in match.decisions):
            match.play("end", asked.side)  # it might still be changed: leave it so
    return match


def _set_up(match: Match) -> Decision | None:
    """The decision of a side that may deploy now."""
    return next((d for d in match.decisions if "deploy" in match.choices("", d.side)), None)
