"""12.4: the pool runs dry, the dead pile is turned over, and what nobody has seen stays unseen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import grognard
from grognard.events import Eliminated, Event, Noted
from grognard.games.guderian.facts import Pool
from tests.guderian.table import (
    GERMAN_COMBAT,
    MAP,
    SOVIET_MOVEMENT,
    facts,
    field,
    happened,
    hexes_offered,
    phase,
    play,
    position,
    refused,
    turn,
    where,
)

# Every rifle division but these stands somewhere or is out of the game.
LAST = {"rifle": "50SD"}

HEXES = [f"{column}{row:02d}" for column in range(30, 59, 2) for row in range(5, 28, 4)]  # room for everybody
WORTHLESS = {"0605": "?2SD ?27SD ?53SD", "0505": "25/7"}  # three 0-0-6: they vanish when they are attacked


def rule(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("guderian", *ids)


def rifles(count: int) -> dict[str, str]:
    """So many untried rifle divisions on the map, three to a hex."""
    full, rest = divmod(count, 3)
    stacks = ["rifle rifle rifle"] * full + ["rifle " * rest] * bool(rest)
    return dict(zip(HEXES, stacks, strict=False))


def pool(m: grognard.Match) -> Pool:
    return facts(m).pool["rifle"]


def due(m: grognard.Match, *entrances: str) -> list[str]:
    """The divisions waiting at these entrances."""
    return [u.unit.id for u in m.view().due if u.at in entrances and u.unit.rating == 0]


def end_turn(m: grognard.Match) -> list[Event]:
    """On to the Soviet Movement Phase of the next turn."""
    now, events = turn(m), []
    while turn(m) == now:
        events += m.play("end")
    return events


@rule("12.4a", "14.14")
@pytest.mark.example("guderian", "d.pool")
def test_with_every_division_taken_the_pool_is_one_short_on_turn_seven() -> None:
    m = position(rifles(28), board=MAP, turn=1, phase="german-markers", dice=[1, 2, 3, 4, 5, 6, 1])
    m.play("end")
    in_play = []
    for number in range(1, 8):
        assert (turn(m), phase(m)) == (number, "soviet-movement")
        in_play.append(78 - pool(m).left)
        (provisional,) = due(m, *"123456")
        m.play(f"enter {provisional} {min(hexes_offered(m, f'enter {provisional}'))}")
        if number < 7:
            end_turn(m)
    assert in_play == [40, 48, 58, 64, 69, 74, 78]
    assert facts(m).owed == (("X", "rifle"),)  # the 79th


@rule("12.4a", "12.4b", "14.14")
def test_when_the_pool_is_empty_divisions_come_back_from_the_dead_pile_untried() -> None:  # G51
    m = position({**WORTHLESS, **rifles(75)}, board=MAP, phase=GERMAN_COMBAT, dice=[3])
    play(m, "attack 0605 25/7 go", "stay")
    assert (pool(m).left, pool(m).dead) == (0, 3)
    events = end_turn(m)
    assert [e.rule for e in happened(events, Noted)] == ["12.4a"]  # the dead pile is turned over
    assert len(due(m, "3")) == 1  # the provisional division first, then the scheduled ones
    assert len(due(m, "X")) == 2
    assert {u.unit.strength for u in m.view().due if u.unit.id in due(m, "3", "X")} == {"?-6"}
    assert facts(m).owed == (("X", "rifle"),) * 2
    assert pool(m) == Pool(0, 0, {"0-0-6": 3})  # everybody can work out what they are


@rule("12.4b", "14.14", "14.13")
def test_no_more_divisions_come_than_there_are_counters() -> None:  # G51
    m = position(rifles(78), board=MAP, phase=SOVIET_MOVEMENT, dice=[3])
    refused(m, "call", "14.14")
    events = end_turn(m)
    assert [e.rule for e in happened(events, Noted)] == ["14.14"]  # the provisional division is lost
    assert due(m, *"123456", "X") == []
    assert facts(m).owed == (("X", "rifle"),) * 4  # scheduled ones stay due


@rule("12.4a")
def test_divisions_owed_come_when_counters_have_died() -> None:  # G51
    m = position({**WORTHLESS, **rifles(75)}, board=MAP, phase=SOVIET_MOVEMENT, dice=[3, 4])
    end_turn(m)
    assert facts(m).owed == (("X", "rifle"),) * 4
    while phase(m) != "german-combat":
        m.play("end")
    play(m, "attack 0605 25/7 go", "stay")
    end_turn(m)
    assert (len(due(m, "4")), len(due(m, "X"))) == (1, 2)
    assert facts(m).owed == (("X", "rifle"),) * 6  # two of the first four, and those of turn 9


@rule("12.4a")
def test_every_counter_eliminated_in_combat_goes_to_the_dead_pile() -> None:  # G65
    m = position({"0605": "17SD ?18SD", "0505": "25/7 6/7 7/7", "0506": "GD"}, phase=GERMAN_COMBAT, dice=[1])
    m.play("attack 0605 25/7 6/7 7/7 GD go")  # 20 to 4, 5-1: D2
    m.play("lose")
    assert (where(m, "17SD"), where(m, "18SD"), pool(m).dead) == (None, None, 2)


@rule("12.4a")
def test_divisions_lost_to_overstacking_are_out_of_the_game_unseen() -> None:  # G65
    m = position({"0605": "rifle rifle rifle rifle"}, phase=SOVIET_MOVEMENT)
    unseen = pool(m).unseen
    m.play("end")
    events = m.play("lose R1")
    assert happened(events, Eliminated)[0].unit == "R1"
    assert pool(m) == Pool(74, 0, unseen)  # nobody knows which one is gone


@rule("12.0")
def test_what_may_lie_under_the_counters_is_dealt_anew_without_doubling_any() -> None:
    m = position({"0605": "rifle rifle rifle rifle rifle", "0705": "rifle"}, phase=SOVIET_MOVEMENT)
    play(m, "end", "lose R1")  # one more must go: the phase is not over
    twin = m.determinize("german", 5)
    for match in (m, twin):
        assert sum(pool(match).unseen.values()) == 78
        match.play("lose R2")
    assert pool(twin) == pool(m)
    assert twin.view("german") == replace(m.view("german"), actions=twin.view("german").actions)


CORNER = field(areas={**dict.fromkeys("123456", "1201"), "X": "1210"})


@rule("14.13", "12.0")
def test_a_provisional_division_that_finds_no_way_in_goes_back_to_the_pool_unseen() -> None:
    m = position({"1201": "25/7", "0605": "rifle"}, board=CORNER, phase="german-interdiction", dice=[3])
    before = pool(m)
    m.play("end")
    assert len(due(m, "3")) == 1
    events = m.play("end")
    assert [e.rule for e in happened(events, Noted)] == ["14.13"]
    assert pool(m) == replace(before, left=before.left - 4)  # the four of X are drawn
    assert due(m, "3") == []


@rule("12.0")
def test_put_back_among_counters_that_have_been_seen_it_does_not_give_itself_away() -> None:
    stacks = {f"{c:02d}{r:02d}": "rifle rifle rifle" for c in (4, 8) for r in range(1, 11)}
    more = {f"{c:02d}{r:02d}": "rifle rifle rifle" for c, r in ((2, 2), (2, 4), (2, 6), (2, 8))}
    units = {
        "1105": "?2SD ?27SD",
        "1204": "GD",
        "1201": "25/7",
        "0210": "?53SD rifle",
        **stacks,
        **more,
        "0609": "rifle",
    }
    m = position(units, board=CORNER, phase=GERMAN_COMBAT, dice=[3])
    assert pool(m).left == 1
    play(m, "attack 1105 GD go", "stay")
    end_turn(m)
    assert (pool(m).left, len(due(m, "3")), len(due(m, "X"))) == (0, 1, 2)  # two from the dead pile
    m.play("end")
    assert pool(m) == Pool(0, 0, {"0-0-6": 2})


@rule("12.4a", "14.14")
def test_a_position_may_say_what_is_in_the_pool_and_in_the_dead_pile() -> None:
    board = field(areas={"SW": "0110", "X": "1205"})
    units = {"0605": "rifle Konev", "0505": "25/7"}
    m = position(units, board=board, phase=SOVIET_MOVEMENT, pool=LAST, dead="64SD 1-1-6")
    assert (pool(m).left, pool(m).dead) == (1, 2)
    play(m, "call", "call")  # 50SD, and one of the dead
    assert (pool(m).left, pool(m).dead) == (1, 0)
    m.play("call")
    refused(m, "call", "14.14")


@rule("12.4a")
@pytest.mark.parametrize("seed", range(5))
def test_nothing_else_can_be_drawn_from_a_pool_that_is_given(seed: int) -> None:
    board = field(areas={"SW": "1105"})
    units = {"0605": "rifle rifle Konev", "0505": "25/7"}
    m = position(units, board=board, phase=SOVIET_MOVEMENT, pool=LAST, seed=seed, dice=[1])
    assert pool(m).unseen["9-8-6"] == 1
    play(m, "call", "enter R3 1105", "move R3 0604", "end")
    m.play("attack 0505 R3 go")
    assert "50SD" in {unit.id for unit in m.view().units}
