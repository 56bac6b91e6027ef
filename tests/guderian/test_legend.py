"""6.7 in words, beside the map."""

from __future__ import annotations

import pytest

import grognard

LEGEND = {line.what: line.value for line in grognard.games()[0].legend}


@pytest.mark.parametrize(
    ("terrain", "said"),
    [
        ("clear", "1 MP"),
        ("swamp", "2 MP"),
        ("lake", "impassable"),
        ("major city", "defence x2"),
    ],
)
@pytest.mark.rule("guderian", "6.7")
def test_what_is_the_same_for_everybody_is_said_once(terrain: str, said: str) -> None:
    assert LEGEND[terrain] == said


@pytest.mark.rule("guderian", "6.7")
def test_who_pays_what_is_said_where_it_differs() -> None:
    assert LEGEND["forest"].startswith("1 MP German infantry, rifle and Leaders, 2 MP cavalry,")
    assert LEGEND["forest"].endswith("; defence x2")
    assert LEGEND["river"].startswith("+2 MP German infantry")
    assert ", +1 MP rifle" in LEGEND["river"]
    assert "½ MP panzer and motorised" in LEGEND["road"]
