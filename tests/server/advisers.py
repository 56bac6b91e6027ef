"""Bots that are asked for advice."""

from __future__ import annotations

import os
import time

from grognard.match import Match


class Advises:
    """Advises the first word there is; the reason says in which process it thought."""

    def __init__(self, seed: str) -> None:
        pass

    def act(self, match: Match, side: str) -> str:
        raise NotImplementedError

    def hint(self, match: Match, side: str) -> tuple[str, str]:
        time.sleep(0.5)
        return str(match.choices("", side).items[-1]), f"{side} thought in {os.getpid()} at {time.monotonic()}"


class Despairs(Advises):
    """Has no advice."""

    def hint(self, match: Match, side: str) -> tuple[str, str]:
        raise RuntimeError("the map is lost")
