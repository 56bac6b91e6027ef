"""The page puts the changes of real matches together as the server meant them."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.server import states
from grognard.server.live import Hub
from tests.page.test_page_logic import FRONTEND, node
from tests.server.test_server_delta import GAMES, listeners, played, room_of, told


def course(game: str) -> list[dict[str, Any]]:
    """A random game as each side and an observer are told it: the first state, each change and what it leads to."""
    room, hub = room_of(game), Hub()
    room.changed = hub.entries
    eyes = [listener for name, listener in listeners(room).items() if name != "both"]
    room.listeners = set(eyes)
    found: list[dict[str, Any]] = []
    for listener in eyes:
        hub.state(room, listener, 0)
        found.append({"first": told(listener)[0]["state"], "steps": []})
    for _ in played(room, f"{game} page", 60):
        for listener, line in zip(eyes, found, strict=True):
            (message,) = told(listener)
            assert message["live"] == "delta"
            line["steps"].append((message, states.state(room, listener.side, listener.mine)))
    return found


def test_the_page_follows_the_changes_of_every_game(tmp_path: Path) -> None:
    if not (FRONTEND / "node_modules" / "esbuild").exists():
        pytest.skip("the page's packages are not installed: npm ci in frontend/, or make test")
    games = [line for game in GAMES for line in course(game)]
    file = tmp_path / "deltas.json"
    file.write_bytes(msgspec.json.encode(games))
    environment = {**os.environ, "GROGNARD_DELTAS": str(file)}
    done = subprocess.run(
        [node(), "tests/run.mjs", "delta"], cwd=FRONTEND, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    followed = re.search(r"followed (\d+) changes", done.stdout)
    assert followed is not None
    assert int(followed[1]) == sum(len(game["steps"]) for game in games) > 500
