"""7.5.3: battle victories and the bonus Action Point."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Moved, Noted
from tests.bugriver.battles import FACE_TO_FACE, battle
from tests.bugriver.table import (
    GERMAN,
    SOVIET,
    allowed,
    disrupted,
    field,
    of_kind,
    offered,
    play,
    points_left,
    refused,
    state,
    where,
)


def fought(result: str, units: dict[str, str] | None = None, *answers: str, **more: Any) -> grognard.Match:
    """An attack from 1609 on 1709 that has this result."""
    m = battle(units or FACE_TO_FACE, result=result, **{"dice": [5], "chits": ("333 111 111",), **more})
    attackers = (units or FACE_TO_FACE)["1609"]
    play(m, f"hasty 1709 {attackers} go", *answers)
    return m


def winner(m: grognard.Match) -> str:
    """Who has won the battle."""
    said = [e.text for e in of_kind(m.events, Noted) if e.text.endswith("wins the battle")]
    return said[0].split()[0].lower() if said else "nobody"


def bonus(m: grognard.Match) -> str:
    """Whose the bonus point is now."""
    return state(m).side if state(m).phase == "bonus" else "nobody"


@pytest.mark.rule("bugriver", "7.5.3a")
@pytest.mark.example("bugriver", "D-victory")
def test_the_side_with_the_lower_number_wins() -> None:
    """D-victory: 1/2 the attacker; 2/2 nobody; 1/3 with no attacker left nobody; 5/0 the defender."""
    assert winner(fought("1/2", None, "stay")) == GERMAN
    assert winner(fought("2/2", None, "stay", "stay")) == "nobody"
    assert winner(fought("1/3", None, "stay", strength={"I/131": 3, "I/16": 5})) == GERMAN
    dead = fought("1/3", None, "stay", strength={"I/131": 1, "I/16": 2})
    assert (where(dead, "I/131"), winner(dead)) == ("dead", "nobody")
    assert winner(fought("5/0", None, "stay")) == SOVIET
    # by the numbers printed, not by what was lost: two retreat from the second hit and have lost one each
    assert winner(fought("1/2", None, "retreat I/16 1809")) == GERMAN


@pytest.mark.rule("bugriver", "7.5.3b")
def test_the_winners_units_in_command_use_the_point_at_once() -> None:
    m = fought("0/1", {"1609": "I/131", "1608": "II/131", "1709": "I/16"})
    assert bonus(m) == GERMAN
    assert offered(m, "hasty 1709") == ["I/131"]
    refused(m, "hasty 1709 II/131 go", "7.5.3b")  # a supporter, or anybody else
    refused(m, "move II/131 1507", "7.5.3b")
    play(m, "end")  # or it is lost
    assert (state(m).phase, points_left(m)) == ("activation", 4)
    allowed(m, "hasty 1709 II/131 go")
    far = battle({"1809": "I/131", "1909": "I/16"}, result="0/1", dice=[5])
    play(far, "hasty 1909 I/131 go")
    assert (winner(far), bonus(far)) == (GERMAN, "nobody")  # out of command


@pytest.mark.rule("bugriver", "7.5.3b")
def test_the_bonus_is_one_action() -> None:
    m = fought("0/1", None, dice=[5, 5], strength={"I/16": 3})
    play(m, "hasty 1709 I/131 go")
    assert bonus(m) == GERMAN  # won again: a new point
    assert [frame.phase for frame in state(m).frames] == ["options", "activation", "bonus"]
    assert points_left(m) == 4


@pytest.mark.rule("bugriver", "7.5.3b")
def test_a_defender_of_several_formations_chooses_one() -> None:
    """G62."""
    near = field(village="1109 2305 2309")
    m = fought("1/0", {"1609": "I/131", "1709": "I/16 4/82", "2305": "41TD"}, board=near)
    assert m.decision is not None
    assert (m.decision.side, offered(m, "choose")) == (SOVIET, ["87RD", "41TD"])
    play(m, "choose 41TD")
    assert bonus(m) == SOVIET
    assert offered(m, "hasty 1609") == ["4/82"]


@pytest.mark.rule("bugriver", "7.5.3c")
@pytest.mark.example("bugriver", "D-victory-spend")
def test_the_attacker_may_add_his_own_points() -> None:
    """D-victory-spend: with 2 left a Prepared Attack; the defender has the one point."""
    m = battle(FACE_TO_FACE, result="0/1", dice=[5, 5], points=3)
    play(m, "hasty 1709 I/131 go")
    assert points_left(m) == 2
    play(m, "prepared 1709 I/131 go")
    assert points_left(m) == 0
    little = battle(FACE_TO_FACE, result="0/1", dice=[5], points=2)
    play(little, "hasty 1709 I/131 go")
    refused(little, "prepared 1709 I/131 go", "6.3.3")
    allowed(little, "regular 1709 I/131 go")
    theirs = fought("1/0", points={GERMAN: 5, SOVIET: 4})
    assert bonus(theirs) == SOVIET
    refused(theirs, "regular 1609 I/16 go", "6.3.3")
    allowed(theirs, "hasty 1609 I/16 go")


@pytest.mark.rule("bugriver", "7.5.3c")
def test_the_defender_pays_with_the_bonus_alone() -> None:
    m = fought("1/0", points={GERMAN: 5, SOVIET: 4}, dice=[5, 5])
    play(m, "hasty 1609 I/16 go")
    assert (points_left(m, SOVIET), points_left(m, GERMAN)) == (4, 4)


@pytest.mark.rule("bugriver", "7.5.3c")
def test_the_defender_of_a_reaction_and_the_reacting_side_as_a_defender() -> None:
    """G70: in a reaction the Initiative side's track is frozen; who wins as a defender has the one point, though the
    frame below is his own."""
    m = battle(FACE_TO_FACE, phase="reaction", acting="87RD", under="44ID", result="1/0", dice=[5, 5, 5],
               points={GERMAN: 4, SOVIET: 3}, chits=("333 111 111",))  # fmt: skip
    play(m, "hasty 1609 I/16 go")
    assert bonus(m) == GERMAN
    refused(m, "regular 1709 I/131 go", "6.3.3")  # the four of the activation are frozen
    attacker = m.copy()
    play(m, "hasty 1709 I/131 go")  # 1/0: the Soviets have won this one as defenders
    assert bonus(m) == SOVIET
    refused(m, "regular 1609 I/16 go", "6.3.3")
    assert (points_left(m, GERMAN), points_left(m, SOVIET)) == (4, 2)
    rules = state(attacker).rules
    rules.crt.results = dict.fromkeys(rules.crt.columns, ("0/1",) * 20)
    play(attacker, "hasty 1709 I/131 go")  # now they win as attackers, in the midst of the reaction
    assert bonus(attacker) == GERMAN
    refused(attacker, "regular 1709 I/131 go", "6.3.3")


@pytest.mark.rule("bugriver", "7.5.3d")
def test_a_bonus_move_begins_with_the_hex_the_enemy_has_left() -> None:
    m = fought("1/2", None, "retreat I/16 1809 1909")
    assert bonus(m) == GERMAN
    (aside,) = of_kind(play(m.copy(), "move I/131 1610"), Moved)
    assert aside.path[:2] == ("1609", "1709")  # the long way round: the first hex is that one
    play(m, "move I/131 1709")
    assert where(m, "I/131") == "1709"
    assert state(m).phase == "activation"
    stayed = fought("1/2", None, "stay")
    assert bonus(stayed) == GERMAN
    assert "move" not in offered(stayed)
    dead = fought("1/2", None, "stay", strength={"I/16": 2})
    play(dead, "move I/131 1709")  # G41: dead or fled, the hex is empty
    part = fought("1/2", {"1609": "I/131", "1709": "I/16 1/43AT"}, "lose I/16", "retreat 1/43AT 1809")
    assert "move" not in offered(part)


@pytest.mark.rule("bugriver", "7.5.3d")
def test_the_bonus_buys_a_refit_or_improved_defense_too() -> None:
    m = fought("0/1", {"1609": "I/131", "1608": "II/131", "1709": "I/16"}, disrupted="II/131")
    refused(m, "refit II/131", "7.5.3b")  # it was not in the combat
    play(m, "improve I/131")
    assert state(m).in_hexes(state(m).improved) == ("1609",)
    assert (state(m).phase, points_left(m)) == ("activation", 4)
    hurt = fought("1r/2", None, "stay", dice=[5, 10, 1], luck="soviet")
    assert disrupted(hurt, "I/131")
    assert offered(hurt) == ["refit", "top", "end"]  # the order of a stack is the owner's business (G83)
    play(hurt, "refit I/131")
    assert not disrupted(hurt, "I/131")


@pytest.mark.rule("bugriver", "7.5.3d")
def test_a_winner_who_has_retreated_may_go_back() -> None:
    """G41: the attacker has two hits and retreats, the defender three and stays."""
    m = fought("2/3", None, "stay", "retreat I/131 1509")
    assert bonus(m) == GERMAN
    assert offered(m, "move I/131") == ["1609"]
    play(m, "move I/131 1609")
    assert where(m, "I/131") == "1609"


@pytest.mark.rule("bugriver", "7.5.3d")
def test_a_winning_defender_may_follow() -> None:
    m = fought("2/0", None, "retreat I/131 1509 1409")
    assert bonus(m) == SOVIET
    play(m, "move I/16 1609")
    assert where(m, "I/16") == "1609"
    assert state(m).side == GERMAN


@pytest.mark.rule("bugriver", "7.5.3e")
def test_the_attackers_bonus_move_may_be_reacted_to_and_the_defenders_not() -> None:
    m = fought("1/2", {"1609": "I/131", "1709": "I/16", "1810": "II/16"}, "retreat I/16 1808")
    play(m, "move I/131 1709")
    assert m.decision is not None
    assert (m.decision.kind, m.decision.side) == ("react", SOVIET)
    back = fought("2/0", {"1609": "I/131", "1510": "II/131", "1709": "I/16"}, "retreat I/131 1509 1409")
    play(back, "move I/16 1609")
    assert back.decision is not None
    assert back.decision.kind == "activation"


@pytest.mark.rule("bugriver", "7.5.3e")
def test_no_reaction_to_a_bonus_inside_a_reaction() -> None:
    """G66."""
    m = battle({"1609": "I/131", "1510": "II/131", "1709": "I/16"}, phase="reaction", acting="87RD", under="44ID",
               result="0/2", dice=[5], points=2, chits=("333 111 111",))  # fmt: skip
    play(m, "hasty 1609 I/16 go", "retreat I/131 1509 1409", "move I/16 1609")
    assert m.decision is not None
    assert m.decision.kind == "reaction"


@pytest.mark.rule("bugriver", "7.5.3b")
def test_a_bonus_that_nobody_can_use_is_lost_at_once() -> None:
    """The gunners have won, but marsh is closed to them and there is nothing else to attack, refit or improve."""
    m = fought("0/1", {"1609": "1/Pj46", "1709": "BG1"}, board=field(marsh="1709"), strength={"BG1": 1},
               disrupted="", chits=("333 111 111",))  # fmt: skip
    assert (winner(m), where(m, "BG1")) == (GERMAN, "dead")
    refused(m, "move 1/Pj46 1709", "7.3.2b")
