"""Levels of victory in a sentence."""

from __future__ import annotations

from grognard.mechanics.levels import scale


def test_what_the_points_come_to_and_what_each_level_takes() -> None:
    levels = [(9, "Great victory"), (4, "Victory"), (None, "Defeat")]
    assert scale("red", 3, levels) == "Red points less the enemy's come to 3. Victory from 4, Great victory from 9."
