"""Bots that say why."""

from __future__ import annotations

import os
import time

from grognard.bots.random import RandomBot
from grognard.match import Match


class Advises:
    """Advises the first word there is; the reason says in which process it thought."""

    def __init__(self, seed: str, seconds: float | None = None) -> None:
        pass

    def act(self, match: Match, side: str) -> str:
        raise NotImplementedError

    def hint(self, match: Match, side: str) -> tuple[str, str]:
        time.sleep(0.5)
        return str(match.choices("", side).items[-1]), f"{side} thought in {os.getpid()} at {time.monotonic()}"


class Explains(RandomBot):
    """Plays at random, and counts its thoughts."""

    thoughts = 0

    def hint(self, match: Match, side: str) -> tuple[str, str]:
        self.thoughts += 1
        return self.act(match, side), f"{side}: thought {self.thoughts}"


class Despairs(Advises):
    """Has no advice."""

    def hint(self, match: Match, side: str) -> tuple[str, str]:
        raise RuntimeError("the map is lost")
