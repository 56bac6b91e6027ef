"""A page that is told what changes knows what one that is told everything knows: byte for byte, and not more."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grognard
from grognard.server import states
from grognard.server.course import Course
from grognard.server.delta import difference, patched
from grognard.server.listener import Listener
from grognard.server.live import Hub
from grognard.server.messages import LiveDelta, MatchState
from grognard.server.records import PLAY, ROLLBACK, UNDO, Record
from grognard.server.rooms import Room
from grognard.server.storage import Seat, Stored
from tests.random_play.player import BUSY, RandomPlayer
from tests.server.house import House, Line

GAMES = [info.id for info in grognard.games()]
SCENARIOS: dict[str, dict[str, Any]] = {"eastfront": {"scenario": "S42"}}
STEPS = 120


def room_of(game: str) -> Room:
    """A match at the table, without a database."""
    more = SCENARIOS.get(game, {})
    course = Course(grognard.new(game, seed="delta", **more))
    seats = {side: Seat(side, "screen", side, f"secret of {side}") for side in course.match.game.info.sides}
    stored = Stored("delta", "A match", "", None, False, seats, [], {}, None)
    return Room(stored, course, None)  # type: ignore[arg-type]


def played(room: Room, seed: str, steps: int = STEPS) -> Iterator[Record]:
    """Play at random, now and then taking back a step or going back a long way; after each the room has changed."""
    player, chance = RandomPlayer.seeded(seed, BUSY), Random(seed)
    for number in range(1, steps + 1):
        course, kind = room.course, chance.random()
        last = course.last_action()
        if course.result is not None:
            return
        if last is not None and kind < 0.12:
            record = Record(number, UNDO, last.side, target=last.number - 1)
        elif number > 20 and kind > 0.97:
            record = Record(number, ROLLBACK, room.sides[0], target=chance.randrange(number - 1))
        else:
            action, side = player.next_action(course.match.copy())
            record = Record(number, PLAY, side, action)
        room._take(course.next(record))
        yield record


def listeners(room: Room) -> dict[str, Listener]:
    """Somebody on each side, somebody who has both, and an observer: all are told what changes."""
    found = {}
    for name, mine in {**{side: [side] for side in room.sides}, "both": list(room.sides), "observer": []}.items():
        listener = Listener()
        listener.deltas, listener.mine = True, mine
        listener.side = mine[0] if mine else ""
        found[name] = listener
    return found


def told(listener: Listener) -> list[Any]:
    return [msgspec.json.decode(listener.waiting.pop(0) or b"") for _ in range(len(listener.waiting))]


@pytest.mark.parametrize("game", GAMES)
def test_changes_put_together_are_the_whole_state(game: str) -> None:
    room, hub = room_of(game), Hub()
    room.changed = hub.entries
    eyes = listeners(room)
    lines = {name: Line(None) for name in eyes}  # type: ignore[arg-type]
    room.listeners = set(eyes.values())
    for listener in eyes.values():
        hub.state(room, listener, 0)
    kinds, small, whole = set(), 0, 0
    for record in played(room, game):
        kinds.add(record.kind)
        for name, listener in eyes.items():
            for message in told(listener):
                if message["live"] == "delta":
                    small += len(msgspec.json.encode(message))
                lines[name].take_in(message)
            now = msgspec.json.encode(states.state(room, listener.side, listener.mine))
            assert msgspec.json.encode(lines[name].state) == now, (name, record)
            whole += len(now)
    assert kinds == {PLAY, UNDO, ROLLBACK}
    assert small < whole / 4


@pytest.mark.parametrize("game", GAMES)
def test_a_change_tells_nothing_that_the_whole_states_do_not(game: str) -> None:
    """It is worked out from what the two states say: made of other objects that say the same, it is the same."""
    room = room_of(game)
    before: dict[str, MatchState] = {}
    for _ in played(room, f"{game} fog", 40):
        for side in ("", *room.sides):
            now = states.state(room, side, [side] if side else [])
            if side in before:
                told = msgspec.json.encode(difference(before[side], now, {}))
                again = [
                    msgspec.json.decode(msgspec.json.encode(state), type=MatchState) for state in (before[side], now)
                ]
                assert msgspec.json.encode(difference(again[0], again[1], {})) == told
            before[side] = now


values = st.recursive(
    st.none() | st.booleans() | st.integers(2, 5) | st.sampled_from(["a", "b", "c", "id"]),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from(["a", "b", "id", "to", "in"]), inner),
    max_leaves=20,
)


@given(values, values)
def test_a_patch_makes_the_new_value_of_the_old_one(old: Any, new: Any) -> None:
    patch = msgspec.json.decode(msgspec.json.encode(difference(old, new, {})))
    kept = deepcopy(old)
    assert patched(old, patch) == new
    assert old == kept


def test_the_order_of_names_is_kept() -> None:
    old, new = {"a": 1, "b": 2, "c": 3}, {"b": 2, "a": 1}
    patch = msgspec.json.decode(msgspec.json.encode(difference(old, new, {})))
    assert list(patched(old, patch)) == ["b", "a"]
    patch = msgspec.json.decode(msgspec.json.encode(difference(old, {"a": 1, "c": 4, "d": 5}, {})))
    assert patched(old, patch) == {"a": 1, "c": 4, "d": 5}
    assert set(patch) == {"in", "gone"}


def test_what_looks_the_same_is_no_change() -> None:
    """Two hidden blocks that change places look as before, and nobody is told."""
    one = grognard.new("eastfront", "S42", seed="x").view("german").units
    assert difference(one, tuple(deepcopy(unit) for unit in one), {}) is None


# --- over the wire ---------------------------------------------------------------------------------------------------


def test_an_action_over_the_live_connection(house: House) -> None:
    person = house.person().begin({"german": "link", "soviet": "screen"})
    german, soviet = person.with_only("german"), person.with_only("soviet")
    with soviet.live("soviet", deltas=True) as line, german.live("german", deltas=True) as other:
        line.follow(0)
        other.follow(0)
        line.act("place R16 0123", 0, "soviet", ask=7)
        answer = line.follow(1)
        assert (answer["live"], answer["answers"], answer["number"]) == ("delta", 7, 1)
        assert [entry["text"] for entry in answer["lines"]] == ["R16 is placed in 0123"]
        seen = other.follow(1)
        assert (seen["live"], seen["answers"]) == ("delta", 0)
        assert line.state == soviet.state("soviet")
        assert other.state == german.state("german")
        assert len(line.wire[-1]) < 2_000 < len(soviet.ask("GET", soviet.at()).content) / 5


def test_refusals_over_the_live_connection(house: House) -> None:
    person = house.person().begin({"german": "link", "soviet": "screen"})
    soviet = person.with_only("soviet")
    with soviet.live("soviet", deltas=True) as line:
        line.follow(0)
        for action, number, side, status, rule in (
            ("place R16 4015", 0, "soviet", 422, True),
            ("place R16 0123", 5, "soviet", 409, False),
            ("place R16 0123", 0, "german", 403, False),
            ("place R16 0123", 0, "roman", 400, False),
            ("x " * 1500, 0, "soviet", 400, False),
        ):
            line.act(action, number, side, ask=3)
            refused = line.hear_of("refused")
            assert (refused["answers"], refused["status"]) == (3, status)
            assert bool(refused["error"]["rule"]) == rule
            assert refused["error"]["error"]
        line.act("place R16 0123", 0, "soviet", ask=0)
        assert line.hear_of("refused")["status"] == 400
        assert soviet.state()["number"] == 0
        line.act("place R16 0123", 0, ask=4)
        assert line.follow(1)["answers"] == 4
    with person.stranger().live(deltas=True) as line:
        line.act("place R17 0123", 1)
        assert line.hear_of("refused")["status"] == 403


def test_the_whole_state_comes_on_joining_and_on_losing_step(house: House) -> None:
    person = house.person().begin()
    with person.live("soviet", deltas=True) as line:
        assert line.follow(0)["live"] == "state"
        line.act("place R16 0123", 0)
        assert line.follow(1)["live"] == "delta"
        hello = {"seats": list(person.tokens.values()), "side": "german", "number": 1, "deltas": True}
        line.socket.send(msgspec.json.encode(hello).decode())
        assert line.follow(1)["live"] == "state"
        assert line.state == person.state("german")
        person.post("/resign", {"side": "german"})
        assert line.follow(2)["live"] == "state"  # what was secret may be told now
        assert line.state == person.state("german")


def test_seats_and_proposals_are_part_of_what_is_known(house: House) -> None:
    person = house.person().begin({"german": "link", "soviet": "screen"})
    german, soviet = person.with_only("german"), person.with_only("soviet")
    with soviet.live("soviet", deltas=True) as line:
        line.follow(0)
        with german.live("german"):
            line.take_in(line.hear_of("seats"))
            line.take_in(line.hear_of("seats"))
            soviet.plays("place R16 0123")
            line.follow(1)
            german.post("/proposals", {"kind": "draw"})
            line.take_in(line.hear_of("proposal"))
            assert line.state == soviet.state("soviet")
        line.take_in(line.hear_of("seats"))
        soviet.plays("place R17 0123")
        line.follow(2)
        assert line.state == soviet.state("soviet")


def test_what_changes_is_built_once_for_all_who_know_the_same() -> None:
    room, hub = room_of("guderian"), Hub()
    room.changed = hub.entries
    crowd = [Listener() for _ in range(20)]
    for listener in crowd:
        listener.deltas = True
        hub.state(room, listener, 0)
    room.listeners = set(crowd)
    next(played(room, "crowd"))
    sent = {listener.waiting.pop(0) for listener in crowd} | {listener.waiting.pop(0) for listener in crowd}
    assert len({id(message) for message in sent}) == 2  # the state of the beginning, and one delta
    assert LiveDelta.__struct_config__.tag == "delta"
