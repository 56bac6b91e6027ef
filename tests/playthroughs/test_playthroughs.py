"""The engine still answers as it did when the playthrough was written down."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from tests.playthroughs.playthrough import PLAYS, file_of, playthrough


@pytest.mark.parametrize("game", PLAYS)
def test_the_playthrough_comes_out_the_same(game: str) -> None:
    written = file_of(game).read_text(encoding="utf-8").splitlines()
    now = playthrough(game).splitlines()
    change = list(unified_diff(written, now, "written", "now", lineterm=""))[:40]
    assert not change, "renew it with python -m tests.playthroughs --write\n" + "\n".join(change)
