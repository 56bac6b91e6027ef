"""What a side cannot know is drawn anew, and what it has seen stays: `Match.determinize` and the memory behind it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import grognard
from grognard.games.eastfront.position import AWAY, DEAD, ENEMY
from tests.eastfront.table import GERMAN, SOVIET, position, state
from tests.random_play.player import RandomPlayer

STACKS = {
    "0405": "41Pz:4 54AK:3 AG-South:3", "0305": "56Pz:3 9AK:2 10AK:4", "0406": "24Pz:1",
    "0705": "23A:3 3A:2", "0805": "6Mk:2 5Cav:1 STAVKA:2", "0706": "1Shk:4",
}  # fmt: skip


def deployed(scenario: str = "S42", seed: int = 1) -> grognard.Match:
    m = grognard.new("eastfront", scenario, seed)
    while m.decision is not None and m.decision.kind == "deployment":
        m.play("end" if "end" in m.choices() else "deploy")
    return m


def faces(m: grognard.Match, side: str) -> dict[str, tuple[str, int]]:
    """By block of a side on the map: where it stands and how strong it is."""
    g = state(m)
    return {g.name(unit): (g.hexname(g.at[unit]), g.cv[unit]) for unit in g.on_map(side)}


def kinds(m: grognard.Match, side: str) -> Counter[tuple[str, str]]:
    """How many blocks of each kind a side has on the map, and how strong each kind is."""
    g = state(m)
    found: Counter[tuple[str, str]] = Counter()
    for unit in g.on_map(side):
        found[g.rules.units[unit].kind, "blocks"] += 1
        found[g.rules.units[unit].kind, "cv"] += g.cv[unit]
    return found


@pytest.mark.rule("eastfront", "0b")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_the_other_sides_blocks_are_drawn_and_ones_own_are_not(side: str) -> None:
    m = deployed()
    enemy = ENEMY[side]
    drawn = [m.determinize(side, seed) for seed in range(8)]
    for twin in drawn:
        assert faces(twin, side) == faces(m, side)
        assert twin.view(side) == m.view(side)
        assert kinds(twin, enemy) == kinds(m, enemy)
    places = {tuple(sorted(faces(twin, enemy).items())) for twin in drawn}
    assert len(places) == len(drawn)


def test_blocks_that_were_never_chosen_may_be_there() -> None:
    m = deployed()
    chosen = set(faces(m, SOVIET))
    others = [set(faces(m.determinize(GERMAN, seed), SOVIET)) - chosen for seed in range(8)]
    assert all(len(set(faces(m.determinize(GERMAN, seed), SOVIET))) == len(chosen) for seed in range(3))
    assert any(others)


@pytest.mark.rule("eastfront", "W44.5", "0b")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_a_draw_does_not_tell_which_blocks_are_in_the_balkans(side: str) -> None:
    m = deployed("W44")
    enemy = ENEMY[side]

    def away(m: grognard.Match) -> set[str]:
        return {g.name(unit) for g in (state(m),) for unit in g.rules.of_side[enemy] if g.at[unit] == AWAY}

    drawn = [away(m.determinize(side, seed)) for seed in range(8)]
    assert {len(units) for units in drawn} == {len(away(m))}
    assert len({frozenset(units) for units in drawn}) == len(drawn)
    assert not any(units == away(m) for units in drawn)


def test_strengths_are_dealt_within_a_kind() -> None:
    m = position(STACKS)
    strengths = {faces(m.determinize(SOVIET, seed), GERMAN)["54AK"][1] for seed in range(40)}
    assert strengths >= {2, 3, 4}


@pytest.mark.rule("eastfront", "0b")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
@pytest.mark.parametrize("actions", [0, 12, 40])
def test_a_draw_tells_nothing_of_true_strengths(side: str, actions: int) -> None:
    m = deployed("EDE" if actions else "S42")
    RandomPlayer.seeded(actions).play(m, actions)
    if m.under_way:
        pytest.skip("a question is open in the midst of an action")
    other = m.copy()
    g, changed = state(other), 0
    g.thaw()
    for unit in g.on_map(ENEMY[side]):
        if not g.shown[unit] and not g.spotted[unit]:
            least = 0 if g.is_hq(unit) else 1
            g.cv[unit] = least if g.cv[unit] > least else g.rules.units[unit].max
            changed += 1
    g.freeze()
    assert changed
    assert other.view(side) == m.view(side)
    for seed in range(5):
        assert faces(other.determinize(side, seed), ENEMY[side]) == faces(m.determinize(side, seed), ENEMY[side])


@pytest.mark.rule("eastfront", "0b")
def test_a_draw_tells_nothing_of_who_stands_where() -> None:
    m = position(STACKS)
    other = position({**STACKS, "0405": "41Pz:4 9AK:3 AG-South:3", "0305": "56Pz:3 54AK:2 10AK:4"})
    for seed in range(10):
        assert faces(other.determinize(SOVIET, seed), GERMAN) == faces(m.determinize(SOVIET, seed), GERMAN)


@pytest.mark.rule("eastfront", "0b")
def test_a_block_that_was_shown_is_known_until_its_stack_changes() -> None:
    m = position({**STACKS, "0605": "23AK:4"}, phase="movement", active_hqs={"AG-South": ""})
    g = state(m)
    g.reveal([g.unit("56Pz")], "7.14")
    g.shown[g.unit("56Pz")] = 0
    assert all(faces(m.determinize(SOVIET, seed), GERMAN)["56Pz"] == ("0305", 3) for seed in range(12))
    m.play("move 9AK 0304")  # one of the three has gone: which?
    assert len({faces(m.determinize(SOVIET, seed), GERMAN).get("56Pz") for seed in range(12)}) > 1


def test_a_block_that_marches_alone_is_still_known() -> None:
    m = position(STACKS, phase="movement", active_hqs={"AG-South": ""})
    g = state(m)
    g.reveal([g.unit("24Pz")], "7.14")
    g.shown[g.unit("24Pz")] = 0
    m.play("move 24Pz 0407")
    assert all(faces(m.determinize(SOVIET, seed), GERMAN)["24Pz"] == ("0407", 1) for seed in range(12))


def test_who_was_seen_to_die_stays_dead() -> None:
    m = deployed()
    g = state(m)
    unit = next(u for u in g.on_map(SOVIET) if not g.shown[u] and g.rules.units[u].kind == "infantry")
    g.reveal([unit], "7.14")
    g.eliminate(unit, "7.33")
    for seed in range(12):
        assert state(m.determinize(GERMAN, seed)).at[unit] == DEAD


@pytest.mark.parametrize("first", [GERMAN, SOVIET])
def test_sealed_orders_are_kept_by_their_owner_and_drawn_for_the_other(first: str) -> None:
    m = deployed()
    player = RandomPlayer.seeded("orders")
    while m.decision is not None and m.decision.kind != "production":
        player.play(m, 1)
    words = " ".join(player.words(next(d for d in m.decisions if d.side == first)))
    m.play(words, first)
    mine, other = m.determinize(first, 1), m.determinize(ENEMY[first], 2)
    assert mine.actions[-1].action == words
    for twin, side in ((mine, first), (other, ENEMY[first])):
        assert [d.side for d in twin.decisions] == [ENEMY[first]]
        assert twin.view(side) == m.view(side)
        RandomPlayer.seeded("on").play(twin, 60)
    drawn = {m.determinize(ENEMY[first], seed).actions[-1].action for seed in range(8)}
    assert len(drawn) > 1


@pytest.mark.parametrize("seed", range(6))
def test_in_the_midst_of_a_procedure_the_side_has_seen_the_same(seed: int) -> None:
    m = position(
        {"0605": "41Pz:4 54AK:3 23A:3 3A:2", "0505": "AG-South:3 9AK:2", "0705": "6Mk:2 1Shk:3", "0805": "STAVKA:2"},
        phase="combat",
        active_hqs={"AG-South": ""},
        battles={"0605": "german"},
        seed=seed,
        options={"fire_order": True},
    )
    random, midst = Random(seed), 0
    player = RandomPlayer.seeded(seed)
    while m.decision is not None and midst < 4 and len(m.actions) < 60:
        if m._before is not None:
            midst += 1
            for side in (GERMAN, SOVIET):
                twin = m.determinize(side, random.getrandbits(32))
                assert twin.view(side) == m.view(side)
                assert twin.log(side) == m.log(side)
                assert [(d.side, d.kind) for d in twin.decisions] == [(d.side, d.kind) for d in m.decisions]
        player.play(m, 1)
    assert midst
