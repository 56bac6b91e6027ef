"""Panzergruppe Guderian: the battle of Smolensk, July 1941."""
