"""The activation panel, and what a question in the midst of an action tells whoever is asked."""

from __future__ import annotations

import pytest

import grognard
from grognard.decision import Occasion
from grognard.events import Drew, Rolled
from grognard.games.bugriver.facts import Formation
from grognard.games.bugriver.terms import TERMS
from tests.bugriver.battles import battle
from tests.bugriver.table import GERMAN, SOVIET, admin, facts, field, of_kind, play, position, reaction, state

FRONT = {"1109": "44ID", "1508": "I/131 1/Pj46", "1105": "298ID I/525", "2309": "87RD", "1709": "I/16"}


def panel(m: grognard.Match, side: str = GERMAN) -> dict[str, Formation]:
    """The formations as a side sees them."""
    return {line.hq: line for line in facts(m, side).formations}


def states(m: grognard.Match, side: str = GERMAN) -> dict[str, str]:
    return {hq: line.state for hq, line in panel(m, side).items()}


def occasion(m: grognard.Match, side: str) -> Occasion | None:
    """What the question that is open arises from, as a side may know it."""
    (asked,) = m.view(side).decisions
    return asked.occasion


# --- formations -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "6.3.2")
def test_a_formation_acts_is_ready_or_spent() -> None:
    m = position(FRONT, level={"298ID": 0}, turn=5, points=4)
    assert states(m) == {"44ID": "active", "298ID": "spent", "87RD": "ready"}
    assert (panel(m)["44ID"].points, panel(m)["87RD"].points) == (4, 0)
    chosen = position(FRONT, phase="options", side=SOVIET, turn=5)
    assert states(chosen) == {"44ID": "ready", "298ID": "ready", "87RD": "may-act"}
    passed = position(FRONT, phase="options", side=SOVIET, turn=5, passed=[GERMAN])
    assert states(passed) == {"44ID": "passed", "298ID": "passed", "87RD": "may-act"}


@pytest.mark.rule("bugriver", "6.4.3b")
def test_an_activation_waits_while_the_enemy_reacts() -> None:
    m = reaction(FRONT, acting="87RD", under="44ID", points={GERMAN: 3, SOVIET: 2}, turn=5)
    assert states(m) == {"44ID": "waiting", "298ID": "ready", "87RD": "reacting"}
    assert (panel(m)["44ID"].points, panel(m)["87RD"].points) == (3, 2)
    assert [(one.phase, one.hq) for one in facts(m, SOVIET).acting] == [("activation", "44ID"), ("reaction", "87RD")]


@pytest.mark.rule("bugriver", "10.2a")
def test_in_the_surprise_attack_each_infantry_division_may_act_once() -> None:
    m = grognard.new("bugriver", "ustyluh", 7)
    assert {hq for hq, state in states(m).items() if state == "may-act"} == {"44ID", "298ID"}
    play(m, "act 298ID", "keep", "end")
    assert (states(m)["298ID"], states(m)["44ID"]) == ("ready", "may-act")
    reaction_now, printed = panel(m)["87RD"].reaction, state(m).rules.ratings[state(m).unit("87RD")].reaction
    assert reaction_now < printed  # 10.2b


@pytest.mark.rule("bugriver", "5.8c")
def test_the_owner_sees_who_is_out_of_command_and_the_enemy_does_not() -> None:
    units = {**FRONT, "1809": "II/16", "1613": "II/131"}  # more than five hexes from 1109
    m = position(units, turn=5, disrupted="I/131")
    mine = panel(m)["44ID"]
    assert (mine.units, mine.disrupted) == (("I/131", "II/131", "1/Pj46"), ("I/131",))
    assert (mine.out_of_command, mine.isolated) == (("II/131",), ())
    theirs = panel(m, SOVIET)["44ID"]
    assert (theirs.units, theirs.out_of_command, theirs.disrupted, theirs.support) == ((), (), (), -1)
    assert (theirs.level, theirs.reaction) == (mine.level, mine.reaction)


@pytest.mark.rule("bugriver", "5.7")
@pytest.mark.rule("bugriver", "8.1b")
def test_supply_of_an_hq_is_shown_where_the_hq_is_seen() -> None:
    m = position({**FRONT, "2309": "87RD", "2308": "I/132", "2409": "I/134", "2209": "II/134", "2310": "III/134"},
                 turn=5, flipped="87RD")  # fmt: skip
    assert (panel(m)["87RD"].supplied, panel(m)["87RD"].emergency, panel(m)["44ID"].supplied) == (False, True, True)
    marks = {unit.id: unit.status for unit in m.view(GERMAN).units if unit.staff}
    assert (marks["44ID"], marks["87RD"]) == ((), ("emergency-supply", "out-of-supply"))
    under = position({**FRONT, "2309": "II/16 87RD"}, turn=5, flipped="87RD")
    hidden, own = panel(under)["87RD"], panel(under, SOVIET)["87RD"]
    assert (hidden.hex, hidden.supplied, hidden.emergency) == ("", None, False)
    assert (own.hex, own.supplied, own.emergency) == ("2309", True, True)


@pytest.mark.rule("bugriver", "2a")
@pytest.mark.rule("bugriver", "2b")
def test_the_chances_of_the_next_initiative() -> None:
    even = facts(position(FRONT, turn=5, interdiction=0, marker={SOVIET: 0}), GERMAN)
    assert (even.adds, even.chances) == ({GERMAN: 0, SOVIET: 0}, {GERMAN: 0.55, SOVIET: 0.45})
    behind = facts(position(FRONT, turn=5, interdiction=1, marker={SOVIET: 4}), GERMAN)
    assert (behind.adds, behind.chances[GERMAN]) == ({GERMAN: 1, SOVIET: 4}, 0.28)
    surprise = facts(grognard.new("bugriver", "ustyluh", 7), GERMAN)
    assert (surprise.marker_box, surprise.adds) == (0, {GERMAN: 1, SOVIET: 2})  # 10.2c: once it is over
    assert not facts(position(FRONT, phase="options", side=SOVIET, turn=5, passed=[GERMAN]), GERMAN).chances


# --- what a question arises from --------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "6.4.1a")
def test_who_may_react_is_told_who_moves_and_by_which_way() -> None:
    m = position(FRONT, turn=5)
    play(m, "move I/131 1608")
    told = occasion(m, SOVIET)
    assert told is not None
    assert (told.side, told.units, told.hexes) == (GERMAN, ("I/131",), ("1508", "1608"))
    assert told.says == "I/131 comes from 1508 into 1608"
    assert occasion(m, GERMAN) is None  # what exactly is asked is for the enemy
    leaving = position({**FRONT, "1508": "", "1608": "I/131 1/Pj46 2/Pj46"}, turn=5)
    play(leaving, "move 1/Pj46 2/Pj46 1508")
    told = occasion(leaving, SOVIET)
    assert told is not None
    assert told.says == "2 German units would leave 1608"  # 5.3.4a: they lie under I/131
    assert told.units == ("a German unit", "a German unit")


@pytest.mark.rule("bugriver", "6.4.1a")
def test_a_stack_that_moves_is_spoken_of_in_the_plural() -> None:
    m = position({**FRONT, "1508": "I/131 1/Pj46"}, turn=5)
    play(m, "move I/131 1/Pj46 1608")
    told = occasion(m, SOVIET)
    assert told is not None
    assert told.says == "I/131 and a German unit come from 1508 into 1608"
    on = position({**FRONT, "1508": "I/131 1/Pj46"}, turn=5, board=field(bug="1709/nw"))  # no zone over it
    play(on, "move I/131 1/Pj46 1608 1607", "decline")
    told = occasion(on, SOVIET)
    assert told is not None
    assert told.says == "I/131 and a German unit have come from 1508 to 1608 and would go on"


@pytest.mark.rule("bugriver", "5.2")
def test_the_owner_of_the_marker_sees_the_die_he_may_roll_again() -> None:
    m = position(FRONT, phase="options", side=GERMAN, turn=5, luck=GERMAN, dice=[2, 9])
    play(m, "act 44ID")
    told = occasion(m, GERMAN)
    assert told is not None
    assert (told.dice, told.faces, told.says) == ((2,), 10, "Your die for the Action Points of 44ID")
    play(m, "reroll")
    assert [(event.dice, event.void) for event in of_kind(m.events, Rolled)] == [((2,), True), ((9,), False)]


@pytest.mark.rule("bugriver", "7.5.1B.a")
@pytest.mark.rule("bugriver", "7.5.1B.c")
def test_chits_say_which_of_their_columns_count() -> None:
    units = {"1609": "I/131", "1709": "I/16 1/43AT"}
    m = battle(units, result="0/0", chits=("111 222 333",), dice=[5], turn=5, disrupted="1/43AT")
    play(m, "hasty 1709 I/131 go")
    drawn = of_kind(m.events, Drew)
    assert [(event.side, event.columns, event.used) for event in drawn] == [
        (GERMAN, ("111", "222", "333"), (0,)),
        (SOVIET, ("111", "222", "333"), (0, 1)),  # the guns are disrupted, the battalion is not
    ]


# --- 8.2b marks do not give an assignment away ------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "8.2b")
def test_no_mark_tells_the_enemy_to_which_formation_a_unit_is_assigned() -> None:
    units = {"1105": "298ID I/525", "1113": "44ID III/134", "1103": "1/StG191", "2309": "87RD I/16"}

    def looks(hq: str, side: str) -> object:
        m = position(units, turn=5, assigned={"1/StG191": hq}, phase="options", side=SOVIET)
        return next(unit for unit in m.view(side).units if unit.id == "1/StG191")

    assert looks("44ID", GERMAN) != looks("298ID", GERMAN)  # far from the one, near the other
    assert looks("44ID", SOVIET) == looks("298ID", SOVIET)
    again = admin(units, "german-assignment", turn=5)  # assigned to nobody yet
    (seen,) = [unit for unit in again.view(SOVIET).units if unit.id == "1/StG191"]
    assert seen == looks("44ID", SOVIET)
    m = position(units, turn=5, assigned={"1/StG191": "44ID"})
    twins = [m.determinize(SOVIET, seed) for seed in range(12)]
    drawn = {state(twin).name(state(twin).formation[state(twin).unit("1/StG191")]) for twin in twins}
    assert drawn == {"44ID", "298ID"}  # though one of them could not command it where it is


def test_what_verbs_do_is_true_wherever_they_are_offered() -> None:
    """In the Admin Phase nobody has Action Points to lose."""
    says = {term.name: term.says for term in TERMS.explains}
    assert "Action Point" not in says["end"]
    assert {"emergency", "assign", "attach", "replace", "cannibalise", "delay", "go-on", "call-off"} <= says.keys()
