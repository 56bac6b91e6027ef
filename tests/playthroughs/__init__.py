"""Playthroughs: one game of each, written down with what the engine answered, so that any change shows in a diff."""
