"""Nobody receives a hidden strength: every byte that goes over the wire is looked at, not what a page would show."""

from __future__ import annotations

import re
from random import Random

import pytest
from msgspec.structs import replace

import grognard
from grognard.events import Revealed
from tests.bugriver.foggy import Eager
from tests.random_play.player import BUSY, RandomPlayer
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
    with (
        german.live("german", deltas=True) as g,
        soviet.live("soviet", deltas=True) as s,
        observer.live(deltas=True) as o,
    ):
        for number in range(60):
            match = room.course.match.copy()
            action, side = player.next_action(match)
            asked = {"german": german, "soviet": soviet}[side]
            names = hidden(house, person.match)
            wire = _everything_asked(asked, action, side, random)
            wire += asked.play(action, side, number).text
            names &= hidden(house, person.match)  # what this action revealed is no secret any more
            for line in (g, s, o):
                line.follow(number + 1)
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


# --- a game whose sides see different things --------------------------------------------------------------------------


def unseen_by(house: House, match: str, side: str) -> set[str]:
    """The names of the other side's blocks that `side` may not know: face-down, eliminated or not chosen."""
    room = house.server.rooms.known(match)
    assert room is not None
    g: Json = room.course.match.state
    waiting = {g.name(unit) for unit in g.due}  # the Time Track is open to all
    return {g.name(u) for u, block in enumerate(g.rules.units) if block.side != side and not g.shown[u]} - waiting


def block_leaks(names: set[str], wire: str) -> set[str]:
    """Which block names are anywhere in the text, as words of their own."""
    return names & set(re.findall(r"[\w./-]+", wire))


def test_no_side_receives_the_other_sides_blocks_or_words(house: House) -> None:
    person = house.person().begin(game="eastfront", scenario="S42")
    eyes = {"german": person.with_only("german"), "soviet": person.with_only("soviet")}
    room = house.server.rooms.known(person.match)
    assert room is not None
    player = RandomPlayer.seeded("blocks")
    kinds: set[str] = set()
    said: dict[str, list[str]] = {"german": [], "soviet": []}
    seen: set[str] = set()  # once face-up, a block is in the log for ever
    with eyes["german"].live("german", deltas=True) as g, eyes["soviet"].live("soviet", deltas=True) as s:
        lines = {"german": g, "soviet": s}
        for number in range(90):
            match = room.course.match.copy()
            kinds |= {decision.kind for decision in match.decisions}
            action, side = player.next_action(match)
            other = "soviet" if side == "german" else "german"
            secret = unseen_by(house, person.match, other)
            assert eyes[side].play(action, side, number).status_code == 200
            seen |= {e.unit for e in room.course.last.events if isinstance(e, Revealed)}
            secret &= unseen_by(house, person.match, other) - seen
            said[side].append(action)
            for line in lines.values():
                line.follow(number + 1)
            wire = "".join(lines[other].wire)
            if number % 15 == 14:
                paths = (
                    "",
                    "/history",
                    f"/at/{number}",
                    "/query/zoc",
                    "/query/control",
                    "/query/production",
                    "/query/seas",
                )
                wire += "".join(
                    eyes[other].ask("GET", eyes[other].at(path), params={"as": other}).text for path in paths
                )
            for line in lines.values():
                line.wire.clear()
            assert not block_leaks(secret, wire), (action, block_leaks(secret, wire))
            _check_view(eyes[other].state(other)["view"], other)
    assert {"deployment", "production", "movement"} <= kinds
    for side, words in said.items():
        other = "soviet" if side == "german" else "german"
        assert [e["action"] for e in eyes[side].get("/history", as_=side) if e["side"] == side] == words
        assert {e["action"] for e in eyes[side].get("/history", as_=side) if e["side"] == other} == {""}
        assert {e["action"] for e in person.stranger().get("/history")} == {""}


def _check_view(view: Json, side: str) -> None:
    """Blocks seen from behind say nothing; what is eliminated is only told of one's own side."""
    for unit in view["units"]:
        if unit["side"] != side and unit["hidden"]:
            assert (unit["label"], unit["strength"], unit["steps"], unit["symbol"]) == ("", "?", 0, "")
        elif unit["side"] != side:
            assert "face-up" in unit["status"]
    assert {unit["side"] for unit in view["own"]["lost"]} <= {side}


def test_sealed_orders_are_shown_to_nobody(house: House) -> None:
    person = house.person().begin(game="eastfront", scenario="EDE")
    player = RandomPlayer.seeded("sealed")
    room = house.server.rooms.known(person.match)
    assert room is not None
    while room.course.match.decisions[0].kind != "production":
        action, side = player.next_action(room.course.match.copy())
        assert person.play(action, side).status_code == 200
    assert len(room.course.match.decisions) == 2
    german, soviet = person.with_only("german"), person.with_only("soviet")
    with soviet.live("soviet") as line:
        orders = next(w for w in room.course.match.choices("step", "german").groups[0][1])
        assert german.play(f"step {orders} end", "german").status_code == 200
        heard = line.hear_state(room.number)
        assert [d["side"] for d in heard["state"]["view"]["decisions"]] == ["soviet"]
        assert heard["lines"] == []
        wire = "".join(line.wire) + soviet.ask("GET", soviet.at("/history"), params={"as": "soviet"}).text
        assert f"step {orders}" not in wire
    assert soviet.play("step nothing end", "soviet").status_code == 422
    assert soviet.play("end", "soviet").status_code == 200
    assert room.course.match.decisions[0].kind != "production"


def test_the_save_file_of_a_running_match_with_secrets_is_for_whoever_holds_all_seats(house: House) -> None:
    person = house.person().begin(game="eastfront", scenario="EDE")
    assert person.ask("GET", person.at("/export")).status_code == 200
    for one in (person.with_only("german"), person.stranger()):
        refused = one.ask("GET", one.at("/export"))
        assert refused.status_code == 403
        assert "the other side's secrets" in refused.json()["error"]
    against_bot = house.person().begin({"german": "screen", "soviet": "bot:random"}, game="eastfront", scenario="EDE")
    assert against_bot.ask("GET", against_bot.at("/export")).status_code == 403
    against_bot.post("/resign", {"side": "german"})
    assert against_bot.ask("GET", against_bot.at("/export")).status_code == 200


@pytest.mark.parametrize("game", [info.id for info in grognard.games() if not info.secrets])
def test_a_game_that_says_its_sides_see_the_same_tells_the_truth(game: str) -> None:
    """The server then builds one view for all."""
    match = grognard.new(game, seed="same")
    for number, _ in enumerate(RandomPlayer.seeded("same").playing(match)):
        if number % 20 == 0:
            common = replace(match.view(None), decisions=())
            for side in match.game.info.sides:
                assert replace(match.view(side), side=None, decisions=()) == common
        if number > 200:
            break


# --- stacks of which only the top is seen -----------------------------------------------------------------------------


def below_the_top(house: House, match: str, side: str) -> tuple[set[str], set[str]]:
    """The names of the other side's combat units that lie under others, and all that `side` sees or waits for."""
    room = house.server.rooms.known(match)
    assert room is not None
    g: Json = room.course.match.state
    other = [u for u in g.on_map() if g.owner(u) != side and not g.is_hq(u)]
    waiting = {g.name(unit) for unit in g.due}  # reinforcements are no secret
    return {g.name(u) for u in other if not g.seen(u)}, {g.name(u) for u in other if g.seen(u)} | waiting


def test_no_side_receives_what_lies_below_the_top_of_an_enemy_stack(house: House) -> None:
    person = house.person().begin(game="bugriver", scenario="campaign")
    eyes = {side: person.with_only(side) for side in ("german", "soviet")}
    room = house.server.rooms.known(person.match)
    assert room is not None
    player, kinds, watched = Eager.seeded("stacks", BUSY), set[str](), 0
    known: dict[str, set[str]] = {side: set() for side in eyes}  # once it was seen, a unit is in the log for ever
    with eyes["german"].live("german", deltas=True) as g, eyes["soviet"].live("soviet", deltas=True) as s:
        lines = {"german": g, "soviet": s}
        for number in range(100):
            match = room.course.match.copy()
            if match.decision is None:
                break
            kinds |= {decision.kind for decision in match.decisions}
            before = {side: below_the_top(house, person.match, side) for side in eyes}
            action, side = player.next_action(match)
            assert eyes[side].play(action, side, number).status_code == 200
            for viewer in eyes:
                known[viewer] |= before[viewer][1] | below_the_top(house, person.match, viewer)[1]
                known[viewer] |= {e.unit for e in room.course.last.events if isinstance(e, Revealed)}
                lines[viewer].follow(number + 1)
                wire = "".join(lines[viewer].wire)
                lines[viewer].wire.clear()
                if number % 20 == 19:
                    paths = ("", "/history", f"/at/{number}", "/query/zoc", "/query/supply?of=german", "/report")
                    wire += "".join(
                        eyes[viewer].ask("GET", eyes[viewer].at(path), params={"as": viewer}).text for path in paths
                    )
                secret = below_the_top(house, person.match, viewer)[0] & before[viewer][0] - known[viewer]
                watched += len(secret)
                assert not block_leaks(secret, wire), (action, block_leaks(secret, wire))
                asked = eyes[viewer].state(viewer)["view"]["decisions"]
                assert all(one["occasion"] is None and not one["prompt"] for one in asked if one["side"] != viewer)
    assert {"options", "activation"} <= kinds
    assert watched > 500
    for side, eye in eyes.items():
        other = "soviet" if side == "german" else "german"
        assert {e["action"] for e in eye.get("/history", as_=side) if e["side"] == other} == {""}
        assert eye.ask("GET", eye.at("/export")).status_code == 403
