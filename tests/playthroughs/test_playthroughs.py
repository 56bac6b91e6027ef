"""The engine still answers as it did when the playthrough was written down."""

from __future__ import annotations

from difflib import unified_diff

import pytest

import grognard
from tests.playthroughs.playthrough import file_of, playthrough


@pytest.mark.parametrize("game", [info.id for info in grognard.games()])
def test_the_playthrough_comes_out_the_same(game: str) -> None:
    written = file_of(game).read_text(encoding="utf-8").splitlines()
    now = playthrough(game).splitlines()
    change = list(unified_diff(written, now, "written", "now", lineterm=""))[:40]
    assert not change, "renew it with python -m tests.playthroughs --write\n" + "\n".join(change)


def test_a_playthrough_is_the_same_every_time() -> None:
    assert playthrough("guderian") == playthrough("guderian")
