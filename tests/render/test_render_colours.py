"""Colours that everybody can tell apart: figures stand out on counters, sides differ to colour-blind eyes too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from grognard.render import theme

FRONTEND = Path(__file__).parents[2] / "frontend" / "src"
Rgb = tuple[float, float, float]

# What is left of light's three primaries to eyes without one kind of cone (Machado, Oliveira and Fernandes, 2009).
EYES = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour: str) -> Rgb:
    """A colour of the screen as amounts of light."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str, eyes: str) -> Rgb:
    """A colour in CIE L*a*b* as these eyes see it."""
    light = linear(colour)
    seen = [min(1.0, max(0.0, sum(k * part for k, part in zip(row, light, strict=True)))) for row in EYES[eyes]]
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    x, y, z = (
        _root(sum(k * part for k, part in zip(row, seen, strict=True)) / full)
        for row, full in zip(to_xyz, white, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(share: float) -> float:
    return float(share ** (1 / 3)) if share > 0.008856 else 7.787 * share + 16 / 116


def difference(one: str, other: str, eyes: str) -> float:
    """How far two colours are apart: below 2 nobody tells them apart, above 10 everybody does at a glance."""
    return float(sum((a - b) ** 2 for a, b in zip(lab(one, eyes), lab(other, eyes), strict=True)) ** 0.5)


def palettes() -> dict[str, theme.Palette]:
    return theme.default().sides


@pytest.mark.parametrize("name", palettes())
def test_figures_stand_out_on_a_counter(name: str) -> None:
    colours = palettes()[name]
    assert contrast(colours.ink, colours.body) >= 4.5
    assert contrast(colours.ink, colours.box) >= 4.5
    assert contrast(colours.ink, colours.leader) >= 4.5


def opponents() -> Iterator[tuple[str, str]]:
    """Every colouring of one side with every colouring of the other."""
    sides: dict[str, list[str]] = {}
    for name in palettes():
        sides.setdefault(name.split(".")[0], []).append(name)
    for west in ("german", "axis"):
        yield from product(sides[west], sides["soviet"])


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(("one", "other"), opponents())
def test_sides_differ_to_everybody(one: str, other: str, eyes: str) -> None:
    """By the body of the counter or by its accent: a stack is both."""
    ours, theirs = palettes()[one], palettes()[other]
    apart = max(difference(ours.body, theirs.body, eyes), difference(ours.accent, theirs.accent, eyes))
    assert apart >= 15
    assert difference(ours.body, theirs.body, eyes) >= 8


# --- highlights on the map --------------------------------------------------------------------------------------------


def highlights() -> dict[str, str]:
    """What may be chosen, what is chosen, what is aimed at, what is pointed at, as the page draws them."""
    css = (FRONTEND / "css" / "board.css").read_text()
    base = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", (FRONTEND / "css" / "base.css").read_text().split(".dark")[0]))
    spotlight = re.search(r"\.spotlight \.line \{\s*stroke: (#[0-9a-f]{6})", css)
    assert spotlight
    return {"reach": base["reach"], "target": base["target"], "chosen": base["gold"], "spotlight": spotlight[1]}


@pytest.mark.parametrize("eyes", EYES)
def test_highlights_differ_to_everybody(eyes: str) -> None:
    found = highlights()
    for one, other in (("reach", "target"), ("reach", "chosen"), ("target", "chosen"), ("chosen", "spotlight")):
        assert difference(found[one], found[other], eyes) >= 15, (one, other)


@pytest.mark.parametrize("name", ["reach", "target"])
def test_highlights_stand_out_on_the_paper(name: str) -> None:
    paper = theme.default().ink["paper"]
    assert contrast(highlights()[name], paper) >= 3
