"""Bots that do what no bot should."""

from __future__ import annotations

import os
import time

from grognard.match import Match


class Raises:
    def __init__(self, seed: str, seconds: float | None = None) -> None:
        pass

    def act(self, match: Match, side: str) -> str:
        raise RuntimeError("out of ideas")


class Hangs(Raises):
    def act(self, match: Match, side: str) -> str:
        while True:
            time.sleep(1)


class Ponders(Raises):
    """Thinks with all its might."""

    def act(self, match: Match, side: str) -> str:
        while True:
            sum(range(10_000))


class Dies(Raises):
    def act(self, match: Match, side: str) -> str:
        os._exit(3)


class Cheats(Raises):
    def act(self, match: Match, side: str) -> str:
        print("this must not disturb anybody")
        match.play("deploy", side)  # on its own fork: the match stays as it is
        return "place R16 4015"


BAD = {
    "raises": "tests.server.bots:Raises",
    "hangs": "tests.server.bots:Hangs",
    "dies": "tests.server.bots:Dies",
    "cheats": "tests.server.bots:Cheats",
}
