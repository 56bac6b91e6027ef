"""A match that stops at every decision, because its position or whoever began it says so."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard import save
from grognard.events import Forced
from grognard.games import IDS
from grognard.match import Match
from grognard.server import records

# In each there is nobody to fight: the phase can only be ended.
QUIET: dict[str, dict[str, Any]] = {
    "guderian": {"turn": 3, "phase": "soviet-combat", "units": {"0512": "25/7", "4015": "rifle"}},
    "eastfront": {
        "scenario": "S42",
        "month": "AUG42",
        "phase": "combat",
        "units": {"Kharkov": "41Pz", "Stalingrad": "6Mk"},
    },
    "oder": {"turn": 1, "phase": "german-combat", "units": {"1512": "HG"}},
    "battles": {"turn": 2, "phase": "soviet-combat", "units": {"0514": "HQ-9A", "2616": "HQ-47A"}},
    "bugriver": {"turn": 3, "phase": "german-recovery", "units": {"0416": "44ID", "2410": "87RD"}},
}
GAMES = pytest.mark.parametrize("game", IDS)


def quiet(game: str, **more: Any) -> Match:
    """A position that says nothing may play itself."""
    return grognard.setup({"game": game, "forced": False, **QUIET[game], **more}, seed=4)


def forced(match: Match) -> list[str]:
    return [event.action for event in match.events if isinstance(event, Forced)]


def stands(match: Match, game: str) -> bool:
    """Whether the match still is where its position put it, with the one action there is on offer."""
    asked = match.decision
    return (
        asked is not None
        and (asked.kind, match.choices("", asked.side).items) == (_kind(game), ["end"])
        and not match.actions
        and not forced(match)
    )


def _kind(game: str) -> str:
    return str(QUIET[game]["phase"])


@GAMES
def test_a_position_stops_where_its_author_says(game: str) -> None:
    usual = grognard.setup({"game": game, **QUIET[game]}, seed=4)
    assert usual.header.forced
    assert forced(usual)[0] == "end"
    match = quiet(game)
    assert not match.header.forced
    assert stands(match, game)
    assert match.why("end").ok


@GAMES
def test_the_call_goes_before_the_file(game: str) -> None:
    assert stands(grognard.setup({"game": game, **QUIET[game]}, forced=False), game)
    assert stands(grognard.setup({"game": game, "forced": True, **QUIET[game]}, forced=False), game)
    match = grognard.setup({"game": game, "forced": False, **QUIET[game]}, forced=True)
    assert forced(match)
    assert match.header.forced


@GAMES
def test_nothing_plays_itself_later_either(game: str) -> None:
    match = quiet(game)
    match.play("end")
    assert [entry.action for entry in match.actions] == ["end"]
    random, alone = Random(2), 0
    for _ in range(150):
        if match.decision is None:
            break
        asked = random.choice(match.decisions)
        alone += asked.forced() is not None
        words: list[str] = []
        while not (offered := match.choices(" ".join(words), asked.side)).complete:
            assert offered.items, f"nothing is offered after '{' '.join(words)}'"
            words.append(random.choice(offered.items))
        match.play(" ".join(words), asked.side)
    assert alone, "there was no single answer in it: choose another position"
    assert not forced(match)
    assert_the_same(match, save.decode(save.encode(match)))


def assert_the_same(match: Match, other: Match) -> None:
    assert other.header.forced is match.header.forced
    assert other.fingerprint() == match.fingerprint()
    assert other.actions.since(0) == match.actions.since(0)
    assert list(other.events) == list(match.events)
    assert [repr(d) for d in other.decisions] == [repr(d) for d in match.decisions]


@GAMES
def test_it_survives_whatever_becomes_of_the_match(game: str, tmp_path: Path) -> None:
    match = quiet(game)
    match.save(tmp_path / "quiet.jsonl")
    again = grognard.load(tmp_path / "quiet.jsonl")
    assert_the_same(match, again)
    for twin in (again, match.copy(), match.replay(), match.determinize("german", 3), match.determinize(None, 3)):
        assert stands(twin, game)
        twin.play("end")
        assert not forced(twin)
        if twin.state.learned == match.state.learned:
            twin.undo()
            assert stands(twin, game)
    played = quiet(game)
    played.play("end")
    assert stands(played.replay(0), game)
    assert stands(records.start(records.header_text(played)), game)  # as the server loads it


def test_the_argument_is_true_or_false() -> None:
    with pytest.raises(grognard.Invalid, match="position: forced must be true or false, not 'no'"):
        quiet("oder", forced="no")
    with pytest.raises(grognard.Invalid, match="forced is true or false, not 0"):
        grognard.setup({"game": "oder"}, forced=0)  # type: ignore[arg-type]


@GAMES
def test_a_new_match_may_be_begun_so_too(game: str) -> None:
    match = grognard.new(game, forced=False)
    assert not match.header.forced
    assert grognard.new(game).header.forced


def test_a_file_of_before_plays_as_it_did() -> None:
    match = grognard.setup({"game": "oder", **QUIET["oder"]})
    header = save.header_table(match)
    del header["forced"]
    lines = [header, {"actions": 0, "position": match.fingerprint()}]
    assert_the_same(match, save.decode(save._sealed(lines)))
