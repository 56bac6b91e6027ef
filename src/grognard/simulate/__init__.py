"""Series of games between bots: played by processes of this machine or of a cluster, kept in a file, counted."""

from __future__ import annotations

from grognard.simulate.pool import play_series, shared
from grognard.simulate.results import Results, Saves
from grognard.simulate.series import Outcome, Series, play_game
from grognard.simulate.summary import Rate, Summary

__all__ = ["Outcome", "Rate", "Results", "Saves", "Series", "Summary", "play_game", "play_series", "shared"]
