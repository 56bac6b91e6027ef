"""Whether towns came out on the bank they really lie on."""

from __future__ import annotations

import numpy as np

from grognard.mapworks.check import LOOK, WRONG, Finding
from grognard.mapworks.courses import bank_of
from grognard.mapworks.draft import Draft
from grognard.mapworks.overrides import side


def check_banks(made: Draft) -> list[Finding]:
    """Towns near a river whose hex lies on the other bank of its hexsides; those the recipe names are wrong."""
    found = []
    for river in made.recipe.river:
        runs = [run for run in made.sides if run.name == river.name and run.kind == river.kind and len(run.words) > 1]
        lines = [np.array(_corners(made, run.words)) for run in runs]
        real = np.array(made.courses[river.name].coords)
        for spot in made.places:
            meant = spot.town.name in river.left or spot.town.name in river.right
            (hand,), (far,) = bank_of(np.array([spot.at]), real)
            if not meant and not 0.05 < far < 1.5:
                continue
            bank = (1.0 if spot.town.name in river.left else -1.0) if meant else hand
            near = [
                (float(f[0]), float(b[0]))
                for b, f in (bank_of(np.array([made.lattice.centre[spot.hex]]), x) for x in lines)
            ]
            if near and min(near)[0] < 1.2 and min(near)[1] != bank:
                where = f"{spot.town.name} ({made.grid.name(spot.hex)})"
                word = "left" if bank > 0 else "right"
                found.append(
                    Finding(
                        WRONG if meant else LOOK, f"{where} belongs on the {word} bank of the {river.name}", (spot.hex,)
                    )
                )
    return found


def _corners(made: Draft, words: list[str]) -> list[tuple[float, float]]:
    """The corners along a run of hexsides, in its order."""
    edges = [made.lattice.edge(*side(made.grid, word)) for word in words]
    first = next(iter(edges[0] - edges[1]))
    run = [first]
    for edge in edges:
        run.append(next(iter(edge - {run[-1]})))
    return [made.lattice.at[c] for c in run]
