"""Nobody can learn what is hidden: matches that differ in hidden counters alone answer alike, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

import grognard
from grognard.events import Eliminated, Event, Revealed
from grognard.games.guderian.untried import unseen
from tests.random_play import guderian
from tests.random_play.guderian.counters import state_of
from tests.random_play.kit import Kit, Side, eyes, sides_of
from tests.random_play.kits import STOPS, every, games
from tests.random_play.player import RandomPlayer
from tests.random_play.public import seen

GAMES = 16


def assert_alike(kit: Kit, one: grognard.Match, other: grognard.Match, seed: int | str, sides: Sequence[Side]) -> None:
    """Whatever these sides ask of them, two matches give the same answers."""
    first, second = seen(kit, one, seed, sides), seen(kit, other, seed, sides)
    for what, answers in first.items():
        told = f"hidden facts show in the {what} of {sides[0]} after {len(one.actions)} actions"
        assert answers == second[what], told


@games(GAMES)
def test_hidden_facts_show_nowhere(kit: Kit, seed: int) -> None:
    match = kit.varied(seed)
    random = Random(f"leaks {seed}")
    player = RandomPlayer.seeded(seed, 0.5)
    differed = 0
    while match.decision is not None:
        if random.random() < kit.rate(0.08, 0.015, match):
            for side, blind in eyes(match):
                twin = match.determinize(side, random.getrandbits(32))
                assert_alike(kit, match, twin, len(match.actions), blind)
                kit.check(twin)
                differed += kit.hidden(match) != kit.hidden(twin)
        player.play(match, 1)
    assert differed > 0 or kit.brief


@games(GAMES, secret=True)
def test_the_name_of_a_hidden_unit_is_nowhere(kit: Kit, seed: int) -> None:
    """Every byte a side gets after each action: no word of it is the name of a unit hidden from that side."""
    match = kit.varied(seed)
    player = RandomPlayer.seeded(seed, 0.5)
    before = kit.unseen(match)
    while match.decision is not None:
        told = len(match.events)
        player.play(match, 1)
        after = kit.unseen(match)
        for side in sides_of(match):
            hidden = {name for owner in after if owner != side for name in after[owner]}
            if len(match.actions) % 4 == 0:
                view = replace(match.view(side), due=())  # the Time Track lies open
                shown = words_of(msgspec.json.encode(view).decode())
                assert not shown & hidden, f"{side} sees {shown & hidden} after {match.actions[-1]}"
            events = [event for event in match.events.since(told) if event.seen_by(side)]
            revealed = {event.unit for event in events if isinstance(event, Revealed)}
            ever = {name for owner in before if owner != side for name in before[owner]}
            leaked = words_of(msgspec.json.encode(events).decode()) & ever & hidden - revealed
            assert not leaked, f"{side} hears of {leaked} after {match.actions[-1]}"
        before = after


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[\w./-]+", text))


@games(GAMES)
def test_what_a_side_does_tells_it_nothing_hidden(kit: Kit, seed: int) -> None:
    """A side's own action comes out alike whatever is hidden from it, until a block is turned up or dies."""
    match = kit.varied(seed)
    random = Random(f"deeds {seed}")
    player = RandomPlayer.seeded(seed, 0.5)
    compared = 0
    while match.decision is not None:
        action, side = player.next_action(match)
        twin = None
        if (
            match._before is None
            and not match._sealed
            and len(match.decisions) == 1
            and random.random() < kit.rate(0, 0.1, match)
        ):
            twin = match.determinize(side if match.game.info.secrets else None, random.getrandbits(32))
            twin.state.dice = match.state.dice.copy()
            assert twin.why(action, side).ok, f"'{action}' is legal or not by what is hidden from {side}"
        told = [event for event in match.play(action, side, at=0) if event.seen_by(side)]
        if twin is not None:
            heard = [event for event in twin.play(action, side, at=0) if event.seen_by(side)]
            mine, theirs = first_difference(told, heard)
            turned_up = any(isinstance(event, Revealed | Eliminated) for event in told + heard)
            assert turned_up or mine is None, f"{side} hears '{mine}' or '{theirs}' after {action}"
            compared += 1
    assert compared > 0 or kit.brief


def swap_hidden(match: grognard.Match, random: Random) -> bool:
    """Exchange the counter of an untried unit with another one nobody has seen; False if there is none."""
    g = state_of(match)
    untried = [u for u, n in enumerate(g.counter) if n >= 0 and not g.tried[u]]
    random.shuffle(untried)
    for unit in untried:
        kind, deck, mine = g.rules.kind[unit], g.deck[unit], g.counter[unit]
        faces = g.rules.counters
        others = [n for n in unseen(g, kind, deck) if faces[n].steps != faces[mine].steps]
        if not others:
            continue
        other = random.choice(others)
        g.counter = [mine if n == other else other if n == mine else n for n in g.counter]
        g.pool[kind] = tuple(sorted(mine if n == other else n for n in g.pool[kind]))
        g.aside = tuple((mine if n == other else n, d, s) for n, d, s in g.aside)
        return True
    return False


def first_difference(one: list[Event], other: list[Event]) -> tuple[Event | None, Event | None]:
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            return mine, theirs
    return None, None


@pytest.mark.parametrize(("kit", "seed"), every(guderian.KIT, range(GAMES), range(STOPS)))
def test_a_swapped_counter_shows_only_when_it_is_revealed(kit: Kit, seed: int) -> None:
    match = kit.varied(seed)
    random = Random(f"swaps {seed}")
    player = RandomPlayer.seeded(seed, 0.5)
    twin: grognard.Match | None = None
    swapped = revealed = compared = 0
    while match.decision is not None:
        if twin is None and match._before is None:
            twin = match.copy()
            if not swap_hidden(twin, random):
                twin = None
            swapped += twin is not None
        action, side = player.next_action(match)
        told = match.play(action, side, at=0)
        if twin is None:
            continue
        heard = twin.play(action, side, at=0)
        mine, theirs = first_difference(told, heard)
        if mine is not None or theirs is not None:  # they go different ways from the revelation on
            assert isinstance(mine, Revealed), f"{mine} before anything was revealed"
            assert isinstance(theirs, Revealed)
            assert mine.was == theirs.was
            twin = None
            revealed += 1
            continue
        assert len(told) == len(heard)
        if random.random() < 0.2:
            assert match.view() == twin.view(), f"a hidden counter shows after {action}"
        if random.random() < 0.03:
            assert_alike(kit, match, twin, len(match.actions), sides_of(match))
            compared += 1
    assert swapped > 0
    assert compared > 0
