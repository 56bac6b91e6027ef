"""Battles in the East: a series of battles at the level of regiments and divisions, 1941 to 1945."""
