"""Nobody receives a hidden strength: every byte that goes over the wire is looked at, not what a page would show."""

from __future__ import annotations

import re
from random import Random

import pytest

import grognard
from tests.random_play.player import RandomPlayer
from tests.server.house import House, Json, Person

# What anybody may ask of a match.
PATHS = ("", "/history", "/messages", "/board", "/query/zoc?of=soviet", "/query/radius", "/at/0", "/at/3")


def hidden(house: House, match: str) -> set[str]:
    """The designations of all counters that nobody may know: those under untried units, and in the pools."""
    room = house.server.rooms.known(match)
    assert room is not None
    g: Json = room.course.match.state
    secret = {g.counter[u] for u in range(len(g.at)) if g.counter[u] >= 0 and not g.tried[u]}
    secret |= {counter for pool in g.pool.values() for counter in pool}
    return {g.rules.counters[n].id for n in secret}


def leaks(names: set[str], wire: str) -> set[str]:
    """Which of the names are anywhere in the text, as words of their own."""
    return names & set(re.findall(r"[\w./]+", wire))


def test_the_eye_that_looks_for_leaks_sees(house: House) -> None:
    person = house.person().begin()
    names = hidden(house, person.match)
    assert len(names) > 60
    some = sorted(names)[0]
    assert leaks(names, f'{{"unit":"{some}"}}') == {some}


def test_no_hidden_counter_is_ever_on_the_wire(house: House) -> None:
    person = house.person().begin({"german": "link", "soviet": "screen"})
    german, soviet, observer = person.with_only("german"), person.with_only("soviet"), person.stranger()
    room = house.server.rooms.known(person.match)
    assert room is not None
    player, random = RandomPlayer.seeded("fog"), Random("fog")
    ever: set[str] = set()
    with german.live("german") as g, soviet.live("soviet") as s, observer.live() as o:
        for number in range(60):
            match = room.course.match.copy()
            action, side = player.next_action(match)
            asked = {"german": german, "soviet": soviet}[side]
            names = hidden(house, person.match)
            wire = _everything_asked(asked, action, side, random)
            wire += asked.play(action, side, number).text
            names &= hidden(house, person.match)  # what this action revealed is no secret any more
            for line in (g, s, o):
                line.hear_state(number + 1)
            wire += "".join(text for line in (g, s, o) for text in line.wire)
            for line in (g, s, o):
                line.wire.clear()
            if number % 10 == 9:
                wire += "".join(p.ask("GET", p.at(path)).text for p in (german, soviet, observer) for path in PATHS)
            assert not leaks(names, wire), (action, leaks(names, wire))
            ever |= names
        assert len(ever) > 60


def _everything_asked(person: Person, action: str, side: str, random: Random) -> str:
    words = action.split()
    wire = ""
    for upto in {0, random.randrange(len(words) + 1)}:
        for what in ("choices", "why", "preview", "warnings"):
            asked = {"words": " ".join(words[:upto]), "as": side}
            wire += person.ask("GET", person.at(f"/{what}"), params=asked).text
    return wire


@pytest.mark.parametrize("game", [info.id for info in grognard.games() if not info.secrets])
def test_a_game_that_says_its_sides_see_the_same_tells_the_truth(game: str) -> None:
    """The server then builds one view for all."""
    match = grognard.new(game, seed="same")
    for number, _ in enumerate(RandomPlayer.seeded("same").playing(match)):
        if number % 20 == 0:
            common = {**match.view(None), "side": None, "decisions": None}
            for side in match.game.info.sides:
                assert {**match.view(side), "side": None, "decisions": None} == common
        if number > 200:
            break
