from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

import grognard
from grognard.bots import make
from grognard.match import Match
from grognard.simulate import Saves, Series, play_series

GAMES = ("guderian", "eastfront", "oder", "battles", "bugriver")


@cache
def played(game: str, actions: int = 100_000, dice: str | None = None) -> Match:
    """A match between players who do anything, as far as so many actions."""
    match = grognard.new(game, seed="a report", dice=dice)
    bots = {side: make("random", f"report {side}") for side in match.game.info.sides}
    while (decision := match.decision) is not None and len(match.actions) < actions:
        match.play(bots[decision.side].act(match, decision.side), decision.side)
    return match


def check_page(page: str) -> None:
    """A page is well-formed, stands alone, and every reference in it leads somewhere in it."""
    ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>"))
    assert "http://" not in page
    assert "https://" not in page
    assert not re.search(r"\bsrc=|@import|url\(|<link|<img", page)
    assert all(name.startswith("#") for name in re.findall(r'href="([^"]*)"', page))
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert {href[1:] for href in re.findall(r'href="([^"]*)"', page)} <= set(ids)


SMOLENSK = Path(__file__).parents[2] / "examples" / "smolensk.toml"
RANDOM = ("random", "random")
SERIES = {
    "smolensk": Series("guderian", RANDOM, 8, position=SMOLENSK.read_text("utf-8")),
    "edelweiss": Series("eastfront", RANDOM, 4, scenario="EDE"),
}


@pytest.fixture(scope="session", params=SERIES)
def saves(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the save files of a short series."""
    series, folder = SERIES[request.param], Saves(tmp_path_factory.mktemp(request.param))
    assert not [ending.failed for ending in play_series(series, keep=folder.keep) if ending.failed]
    return folder.folder


@pytest.fixture(params=GAMES)
def match(request: pytest.FixtureRequest) -> Match:
    """A finished match of each game."""
    return played(request.param)
