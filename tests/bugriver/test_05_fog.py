"""5.3.4, 8.2b: limited intelligence: what a side sees, hears and can suppose of the other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

import grognard
from grognard.events import Eliminated, LostStep, Moved, Revealed, Rolled
from grognard.games.bugriver.command import status
from tests.bugriver.battles import battle
from tests.bugriver.foggy import KIT, check, hidden, opening
from tests.bugriver.table import GERMAN, SOVIET, admin, facts, field, of_kind, play, position, state, strength, where
from tests.random_play.kit import eyes, sides_of
from tests.random_play.public import asked_of, seen
from tests.series import few

STACKS = {
    "1109": "44ID III/134",
    "1509": "I/131 1/Pj46 2/Pj46",
    "2309": "87RD I/16 1/43AT",
    "1909": "II/16 2/43AT 87Eng",
}


def known(m: grognard.Match, side: str | None, hex: str) -> list[str]:
    """The counters of a hex as a side sees them, top first; '?' for a hidden one."""
    return ["?" if unit.hidden else unit.id for unit in reversed(m.view(side).units) if unit.hex == hex]


def heard(m: grognard.Match, side: str) -> str:
    """Everything a side has been told."""
    return "\n".join(event.line() for event in m.events if event.seen_by(side))


# --- 5.3.4a stacks ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "5.3.4a")
def test_only_the_top_of_an_enemy_stack_is_seen() -> None:
    m = position(STACKS, turn=5)
    assert known(m, GERMAN, "1909") == ["II/16", "?", "?"]
    assert known(m, SOVIET, "1909") == ["II/16", "2/43AT", "87Eng"]
    assert known(m, SOVIET, "1509") == ["I/131", "?", "?"]
    assert known(m, None, "1509") == ["I/131", "?", "?"]
    bare = [unit for unit in m.view(GERMAN).units if unit.hidden]
    assert all((unit.type, unit.strength, unit.name, unit.group) == ("hidden", "", "", "") for unit in bare)


@pytest.mark.rule("bugriver", "5.3.4a")
def test_an_hq_on_top_is_looked_under() -> None:
    m = position(STACKS, turn=5)
    assert known(m, GERMAN, "2309") == ["87RD", "I/16", "?"]
    below = position({**STACKS, "2309": "I/16 87RD 1/43AT"}, turn=5)
    assert known(below, GERMAN, "2309") == ["I/16", "?", "?"]
    panel = {line.hq: line.hex for line in facts(below, GERMAN).formations}
    assert panel == {"44ID": "1109", "87RD": ""}  # nor does the panel say where it is


@pytest.mark.rule("bugriver", "5.3.4a")
def test_a_declared_attack_opens_the_stack_until_it_is_over() -> None:
    m = battle({"1609": "I/131 1/Pj46", "1709": "I/16 1/43AT"}, result="0/2", chits=("333 111 111",), dice=[5], turn=5)
    assert known(m, GERMAN, "1709") == ["I/16", "?"]
    play(m, "hasty 1709 I/131 go")
    assert known(m, GERMAN, "1709") == ["I/16", "1/43AT"]  # in the midst of it, whatever is asked
    assert [(event.unit, event.was) for event in of_kind(m.events, Revealed)] == [("1/43AT", "a Soviet unit")]
    assert known(m, SOVIET, "1609") == ["I/131", "?"]  # the defender sees no more than before
    play(m, "lose I/16", "stay")
    assert state(m).looked == 0
    assert known(m, GERMAN, "1709") == ["I/16", "?"]


@pytest.mark.rule("bugriver", "5.3.4b")
def test_strength_markers_are_never_inspected() -> None:
    m = position(STACKS, turn=5, strength={"II/16": 2, "87RD": 1, "I/131": 3})
    enemy = {unit.id: unit for unit in m.view(GERMAN).units if not unit.hidden}
    own = {unit.id: unit for unit in m.view(SOVIET).units if not unit.hidden}
    assert (enemy["II/16"].strength[0], own["II/16"].strength[0]) == ("5", "2")
    assert (enemy["II/16"].steps, own["II/16"].steps) == (5, 2)
    assert (enemy["87RD"].strength, own["87RD"].strength) == ("2", "1")
    lines = {line.hq: line.support for line in facts(m, GERMAN).formations}
    assert lines == {"44ID": 3, "87RD": -1}
    fight = battle({"1609": "I/131", "1709": "I/16"}, result="0/1", chits=("333 111 111",), dice=[5], turn=5)
    play(fight, "hasty 1709 I/131 go")
    told = {side: [e.strength for e in of_kind(fight.events, LostStep) if e.seen_by(side)] for side in (GERMAN, SOVIET)}
    assert told == {GERMAN: ["?"], SOVIET: ["4"]}


@pytest.mark.rule("bugriver", "5.3.4a")
def test_a_hidden_unit_moves_without_its_name() -> None:
    m = position({**STACKS, "1408": "II/131"}, turn=5)
    play(m, "move 1/Pj46 1408")  # from under one stack under another
    assert [(e.unit, e.path[-1]) for e in of_kind(m.events, Moved) if e.seen_by(SOVIET)] == [("a German unit", "1408")]
    assert [e.unit for e in of_kind(m.events, Moved) if e.seen_by(GERMAN)] == ["1/Pj46"]
    top = position({**STACKS, "1408": "1/36", "1105": "14Pz"}, turn=5)
    play(top, "move I/131 1408")  # the enemy has seen it go
    assert [e.unit for e in of_kind(top.events, Moved) if e.seen_by(SOVIET)] == ["I/131"]
    assert known(top, SOVIET, "1408") == ["1/36", "?"]
    alone = position(STACKS, turn=5)
    play(alone, "move 1/Pj46 1408")  # it lies open there
    assert [e.unit for e in of_kind(alone.events, Moved) if e.seen_by(SOVIET)] == ["1/Pj46"]


@pytest.mark.rule("bugriver", "5.3.4a")
def test_checks_of_hidden_units_are_heard_without_names_and_ratings() -> None:
    m = position(STACKS, turn=5, disrupted="1/Pj46", dice=[9], luck=SOVIET)
    play(m, "refit 1/Pj46")
    (roll,) = [event for event in of_kind(m.events, Rolled) if event.seen_by(SOVIET)]
    assert ("Pj46" in roll.line(), "against" in roll.result) == (False, False)


@pytest.mark.rule("bugriver", "5.3.1a")
@pytest.mark.rule("bugriver", "5.3.3a")
def test_whoever_displaces_enemy_units_sees_them() -> None:
    """G80."""
    m = position({**STACKS, "1508": "II/131 III/131"}, turn=5)
    play(m, "move III/134 1110")
    assert m.decision is not None
    assert (m.decision.side, known(m, SOVIET, "1508")) == (SOVIET, ["II/131", "III/131"])
    play(m, "displace II/131 1507")
    assert known(m, SOVIET, "1509") == ["I/131", "?", "?"]


# --- 8.2b assignments -------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "8.2b")
def test_an_assignment_is_secret_until_the_unit_acts_with_the_formation() -> None:
    units = {**STACKS, "1409": "1/StG191", "1105": "298ID"}
    m = position(units, turn=5, assigned={"1/StG191": "44ID"})

    def group(side: str) -> str:
        return next(unit.group for unit in m.view(side).units if unit.id == "1/StG191")

    assert (group(GERMAN), group(SOVIET)) == ("44ID", "")
    play(m, "move 1/StG191 1408")
    assert (group(GERMAN), group(SOVIET)) == ("44ID", "44ID")
    units = {"1609": "I/131", "1709": "I/16", "1608": "1/StG191"}
    m = battle(units, result="0/0", chits=("333 111 111",), dice=[5], turn=5, assigned={"1/StG191": "44ID"}, points=5)
    assert (group(GERMAN), group(SOVIET)) == ("44ID", "")
    play(m, "regular 1709 I/131 go")  # it supports as of the same formation
    assert (group(GERMAN), group(SOVIET)) == ("44ID", "44ID")
    again = admin({"1109": "44ID I/131", "1105": "298ID", "1107": "1/StG191", "2309": "87RD I/16"}, "german-assignment",
                  assigned={"1/StG191": "44ID"}, turn=5)  # fmt: skip
    play(again, "assign 1/StG191 298ID")
    assert ("298ID" in heard(again, GERMAN), "StG191" in heard(again, SOVIET)) == (True, False)


# --- what a side cannot know is drawn anew ----------------------------------------------------------------------------


def drawn(m: grognard.Match, side: str | None, many: int = 12) -> list[grognard.Match]:
    return [m.determinize(side, seed) for seed in range(many)]


@pytest.mark.rule("bugriver", "5.3.4a")
def test_hidden_units_of_a_class_may_be_each_other() -> None:
    units = {"1109": "44ID III/134", "2309": "87RD I/16 1/43AT", "2109": "II/16 2/43AT", "2111": "III/16 87Eng"}
    m = position(units, turn=5)
    found = {(where(twin, "1/43AT"), where(twin, "2/43AT"), where(twin, "87Eng")) for twin in drawn(m, GERMAN)}
    assert found == {("2309", "2109", "2111"), ("2109", "2309", "2111")}  # the engineers are on foot
    for twin in drawn(m, SOVIET, 3):
        assert hidden(twin) == hidden(m)  # nothing of the Germans is hidden


@pytest.mark.rule("bugriver", "5.3.4a")
def test_what_was_seen_and_followed_stays() -> None:
    units = {"1109": "44ID III/134", "2309": "87RD I/16 1/43AT", "2109": "II/16 2/43AT", "2111": "III/16"}
    m = position(units, phase="options", side=SOVIET, turn=5)
    play(m, "top 2/43AT", "top II/16")  # the enemy has seen it, and it is under the battalion again
    assert known(m, GERMAN, "2109") == ["II/16", "?"]
    assert {where(twin, "2/43AT") for twin in drawn(m, GERMAN)} == {"2109"}
    stacks = {"1109": "44ID III/134", "1209": "I/131 1/Pj46 2/Pj46", "1211": "II/131", "2309": "87RD I/16"}
    lost = position(stacks, turn=5)
    play(lost, "top 1/Pj46", "top I/131")
    assert {where(twin, "1/Pj46") for twin in drawn(lost, SOVIET)} == {"1209"}
    play(lost, "move 2/Pj46 1211")  # one of two hidden ones has gone: which?
    assert {where(twin, "1/Pj46") for twin in drawn(lost, SOVIET)} == {"1209", "1211"}


@pytest.mark.rule("bugriver", "5.3.4a")
def test_losses_and_formations_at_the_front_stay() -> None:
    soviet = {"1709": "I/16 1/43AT", "1711": "I/622 1/124AT", "2109": "II/16 2/43AT", "2309": "87RD", "2012": "124RD"}
    units = {"1109": "44ID", "1608": "I/131", **soviet}
    board = field(village="1109 2012 2309")
    m = position(units, board=board, turn=5, strength={"2/43AT": 1})
    for twin in drawn(m, GERMAN):
        assert where(twin, "1/43AT") == "1709"  # it could support I/16, and show that it is of 87RD
        assert strength(twin, "2/43AT") == 1
    back = position({**units, "1608": "", "1308": "I/131"}, board=board, turn=5)
    found = {where(twin, "1/43AT") for twin in drawn(back, GERMAN, 20)}
    assert found == {"1709", "1711", "2109"}
    for twin in drawn(back, GERMAN):
        g = state(twin)
        assert all(status(g, unit) == status(state(back), unit) for unit in g.on_map(SOVIET))


@pytest.mark.rule("bugriver", "8.2b")
def test_secret_assignments_are_drawn_anew() -> None:
    units = {"1109": "44ID III/134", "1107": "1/StG191", "1105": "298ID I/525", "2309": "87RD I/16"}
    m = position(units, turn=5, assigned={"1/StG191": "44ID"})

    def found(match: grognard.Match) -> set[str]:
        twins = drawn(match, SOVIET)
        return {state(twin).name(state(twin).formation[state(twin).unit("1/StG191")]) for twin in twins}

    assert found(m) == {"44ID", "298ID"}
    play(m, "move 1/StG191 1106")
    assert found(m) == {"44ID"}


# --- in play ----------------------------------------------------------------------------------------------------------


def secrets(m: grognard.Match) -> dict[str, set[str]]:
    """By side: the combat units its enemy does not see."""
    g = state(m)
    return {side: {g.name(u) for u in g.on_map(side) if not g.is_hq(u) and not g.seen(u)} for side in (GERMAN, SOVIET)}


def words_of(text: bytes) -> set[str]:
    return set(re.findall(r"[\w./-]+", text.decode()))


def names_of_others(found: dict[str, set[str]], side: str | None) -> set[str]:
    return {name for owner, names in found.items() if owner != side for name in names}


@pytest.mark.rule("bugriver", "5.3.4a")
@pytest.mark.parametrize("seed", few(range(4), 2))
def test_nothing_hidden_shows_in_any_answer(seed: int) -> None:
    """Twins that differ in what is hidden from a side answer it alike, byte for byte, wherever the game stands."""
    match, player = opening(seed)
    random, differed = Random(f"fog {seed}"), 0
    while match.decision is not None and len(match.actions) < 250:
        if random.random() < (0.12 if match._before is not None else 0.04):
            for side, blind in eyes(match):
                twin = match.determinize(side, random.getrandbits(32))
                mine, other = (seen(KIT, m, len(match.actions), blind) for m in (match, twin))
                assert mine == other, [what for what in mine if mine[what] != other[what]]
                assert list(map(repr, asked_of(twin, [side]))) == list(map(repr, asked_of(match, [side])))
                check(twin)
                differed += hidden(match) != hidden(twin)
        player.play(match, 1)
    assert differed


@pytest.mark.rule("bugriver", "5.3.4a")
@pytest.mark.parametrize("seed", few(range(4, 8), 2))
def test_the_name_of_a_hidden_unit_is_in_no_view_and_no_log(seed: int) -> None:
    match, player = opening(seed)
    before = secrets(match)
    while match.decision is not None and len(match.actions) < 300:
        told = len(match.events)
        player.play(match, 1)
        after = secrets(match)
        for side in sides_of(match):
            now = names_of_others(after, side)
            view = replace(match.view(side), due=())  # reinforcements are no secret
            assert not words_of(msgspec.json.encode(view)) & now, match.actions[-1]
            events = [event for event in match.events.since(told) if event.seen_by(side)]
            shown = {event.unit for event in of_kind(events, Revealed)}
            leaked = words_of(msgspec.json.encode(events)) & now & names_of_others(before, side) - shown
            assert not leaked, f"{side} hears of {leaked} after {match.actions[-1]}"
        before = after


@pytest.mark.rule("bugriver", "5.3.4a")
@pytest.mark.parametrize("seed", few(range(8, 12), 2))
def test_a_deed_tells_its_doer_nothing_hidden(seed: int) -> None:
    """An action comes out alike whatever is hidden from whoever takes it, until a counter is revealed or dies."""
    match, player = opening(seed)
    random, compared = Random(f"deeds {seed}"), 0
    while match.decision is not None and len(match.actions) < 250:
        action, side = player.next_action(match)
        twin = None
        if match._before is None and random.random() < 0.15:
            twin = match.determinize(side, random.getrandbits(32))
            twin.state.dice = match.state.dice.copy()
            assert twin.why(action, side).ok, f"'{action}' is legal or not by what is hidden"
        told = _seen_by(match.play(action, side, at=0), side)
        if twin is not None:
            other = _seen_by(twin.play(action, side, at=0), side)
            same = all(mine == theirs for mine, theirs in zip(told, other, strict=False))
            assert same or any(isinstance(event, Revealed | Eliminated) for event in told + other), action
            compared += 1
    assert compared


def _seen_by(events: Iterable[grognard.events.Event], side: str) -> list[grognard.events.Event]:
    return [event for event in events if event.seen_by(side)]


# --- twins set up by hand ---------------------------------------------------------------------------------------------

FIELDED = {"1109": "44ID III/134", "1509": "I/131 1/Pj46 2/Pj46", "1105": "298ID I/525", "2309": "87RD I/16 1/43AT"}


def answers(m: grognard.Match, side: str) -> dict[str, bytes]:
    """Everything a side and the public can learn of a match."""
    return seen(KIT, m, "twins", (side, None))


@pytest.mark.rule("bugriver", "5.3.4a")
@pytest.mark.parametrize("asked", [GERMAN, SOVIET])
def test_the_order_of_a_stack_below_its_top_shows_nowhere(asked: str) -> None:
    one, other = (
        position({**FIELDED, "1909": stack}, phase="options", side=asked, turn=5, dice=[5, 5, 5, 5])
        for stack in ("II/16 2/43AT 87Eng", "II/16 87Eng 2/43AT")
    )
    assert answers(one, GERMAN) == answers(other, GERMAN)
    assert answers(one, SOVIET) != answers(other, SOVIET)
    if asked == SOVIET:
        for m in (one, other):
            play(m, "act 87RD", "move 2/43AT 1908")  # it lies open there, and the rest below the top as before
        assert answers(one, GERMAN) == answers(other, GERMAN)


@pytest.mark.rule("bugriver", "5.3.4a")
def test_who_lies_below_the_top_and_with_what_strength_shows_nowhere() -> None:
    one = position({**FIELDED, "1909": "II/16 2/43AT"}, turn=5)
    other = position({**FIELDED, "1909": "II/16 2/43AT"}, turn=5, strength={"2/43AT": 1, "II/16": 2, "87RD": 1})
    assert answers(one, GERMAN) == answers(other, GERMAN)
    soviet = {"1909": "II/16 2/43AT", "2109": "III/16 1/43AT", "2309": "87RD I/16"}
    swapped = {**soviet, "1909": "II/16 1/43AT", "2109": "III/16 2/43AT"}
    one, other = (position({**FIELDED, **units}, turn=5) for units in (soviet, swapped))
    assert answers(one, GERMAN) == answers(other, GERMAN)
    taller = position({**FIELDED, **soviet, "1909": "II/16 2/43AT 87Eng"}, turn=5)
    assert answers(one, GERMAN) != answers(taller, GERMAN)  # how high a stack is anybody sees


@pytest.mark.rule("bugriver", "8.2b")
@pytest.mark.parametrize("place", ["1107", "1113", "1509"])
def test_the_assignment_of_a_unit_shows_nowhere(place: str) -> None:
    units = {**FIELDED, place: f"{FIELDED.get(place, '')} 1/StG191".strip()}
    twins = [
        position(units, phase="options", side=SOVIET, turn=5, assigned={"1/StG191": hq}) for hq in ("44ID", "298ID")
    ]
    assert answers(twins[0], SOVIET) == answers(twins[1], SOVIET)
    assert answers(twins[0], GERMAN) != answers(twins[1], GERMAN)


@pytest.mark.rule("bugriver", "6.4.1a")
def test_who_is_hushed_shows_nowhere() -> None:
    one, other = (position(FIELDED, phase="options", side=GERMAN, turn=5, quiet=quiet) for quiet in ("", "87RD"))
    assert answers(one, GERMAN) == answers(other, GERMAN)
    assert answers(one, SOVIET) != answers(other, SOVIET)


@pytest.mark.rule("bugriver", "5.3.4a")
def test_bots_and_hints_suppose_the_same_worlds_whatever_is_true() -> None:
    soviet = {"1909": "II/16 2/43AT", "2109": "III/16 1/43AT", "2309": "87RD I/16"}
    swapped = {**soviet, "1909": "II/16 1/43AT", "2109": "III/16 2/43AT"}
    worlds = []
    for units in (soviet, swapped):
        twins = drawn(position({**FIELDED, **units}, turn=5), GERMAN, 24)
        worlds.append({(where(twin, "1/43AT"), where(twin, "2/43AT")) for twin in twins})
    assert worlds[0] == worlds[1] == {("1909", "2109"), ("2109", "1909")}
    assigned = []
    for hq in ("44ID", "298ID"):
        m = position({**FIELDED, "1113": "1/StG191"}, turn=5, assigned={"1/StG191": hq}, phase="options", side=SOVIET)
        g = [state(twin) for twin in drawn(m, SOVIET, 24)]
        assigned.append({one.name(one.formation[one.unit("1/StG191")]) for one in g})
    assert assigned[0] == assigned[1] == {"44ID", "298ID"}
