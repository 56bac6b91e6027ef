"""5.6: Effectiveness Checks and disruption."""

from __future__ import annotations

import pytest

from grognard.events import Rolled
from grognard.games.bugriver.zoc import projects
from tests.bugriver.battles import FACE_TO_FACE, battle, strengths
from tests.bugriver.table import (
    GERMAN,
    SOVIET,
    command,
    disrupted,
    field,
    of_kind,
    offered,
    play,
    points_left,
    position,
    refused,
    state,
    strength,
    where,
)


@pytest.mark.rule("bugriver", "5.6.1")
@pytest.mark.rule("bugriver", "DIE")
@pytest.mark.parametrize(("die", "passed"), [(6, True), (7, False), (10, False)])
@pytest.mark.example("bugriver", "D-EC")
def test_a_unit_passes_on_its_rating_or_less(die: int, passed: bool) -> None:
    """D-EC: ER 6 and rolls of 6, 7 and 0, which is 10."""
    m = battle(FACE_TO_FACE, result="0/1r", dice=[5, die])
    play(m, "prepared 1709 I/131 go")
    assert disrupted(m, "I/16") != passed


@pytest.mark.rule("bugriver", "5.6.1")
@pytest.mark.rule("bugriver", "5.6.3a")
def test_a_disrupted_unit_checks_against_its_other_side() -> None:
    m = battle(FACE_TO_FACE, result="0/1r", dice=[5, 5], disrupted="I/16")
    assert state(m).er(state(m).unit("I/16")) == 4
    rolled = of_kind(play(m, "prepared 1709 I/131 go"), Rolled)[-1]
    assert rolled.result == "failed against 4"
    g = state(battle({"1609": "I/131", "1709": "1/43AT"}))
    front, back = g.rules.units[g.unit("1/43AT")].steps
    assert (front.at, back.at, front.er, back.er) == (3, 2, 6, 4)


@pytest.mark.rule("bugriver", "5.6.1")
def test_the_surprise_attack_adds_two_for_the_soviets() -> None:
    m = battle(FACE_TO_FACE, result="1r/1r", dice=[5, 5, 7], turn=1, surprise=2, luck="soviet")
    events = play(m, "prepared 1709 I/131 go", "keep")
    assert [e.result for e in of_kind(events, Rolled)][1:] == ["failed against 6 with +2", "passed against 7"]


@pytest.mark.rule("bugriver", "5.6")
def test_hqs_never_check() -> None:
    village = field(village="1109 1709 2309")
    m = battle({"1609": "I/131", "1709": "41TD I/16"}, board=village, result="0/1r", dice=[5, 10])
    events = play(m, "prepared 1709 I/131 go")
    checks = [e.what for e in of_kind(events, Rolled) if "Check" in e.what]
    assert checks == ["the Effectiveness Check of I/16, a red result"]


@pytest.mark.rule("bugriver", "5.6.2a")
def test_failing_disrupts_and_the_second_time_in_combat_costs_a_point() -> None:
    m = battle(FACE_TO_FACE, result="0/1r", dice=[5, 10, 5, 10])
    play(m, "prepared 1709 I/131 go", "end", "regular 1709 I/131 go")
    assert disrupted(m, "I/16")
    assert strength(m, "I/16") == 5 - 1 - 1 - 1


@pytest.mark.rule("bugriver", "5.6.2a")
@pytest.mark.rule("bugriver", "5.8.4b")
def test_isolated_attackers_check_first() -> None:
    """D-OOC-cost: two isolated units of ER 6 roll 5 and 9; two points are spent, the first attacks alone."""
    wall = {"1304": "II/16", "1307": "III/16", "1310": "I/96", "1313": "II/96", "1315": "III/96"}
    units = {"1609": "I/525 1/Pj298", "1109": "298ID III/527", "1709": "I/16", **wall}
    m = battle(units, acting="298ID", result="1/1", dice=[5, 9, 4], points=3, luck="soviet")
    assert command(m, "I/525") == "isolated"
    play(m, "hasty 1709 I/525 1/Pj298 go")
    play(m, "go-on")
    assert points_left(m) == 1
    assert (disrupted(m, "I/525"), disrupted(m, "1/Pj298")) == (False, True)
    assert (strength(m, "I/525"), strength(m, "1/Pj298")) == (5, 2)


@pytest.mark.rule("bugriver", "5.6.3b")
def test_what_a_disrupted_unit_cannot_do() -> None:
    m = battle({"1609": "I/131", "1709": "I/16", "1510": "II/131"}, disrupted="I/131 I/16", improved="")
    g = state(m)
    refused(m, "move I/131 1509", "7d")
    refused(m, "hasty 1709 I/131 go", "7d")
    assert not projects(g, g.unit("I/131"), g.at[g.unit("I/16")])
    assert strengths(m, "hasty 1709 I/131")[1] == 5  # the left column
    assert strengths(battle(FACE_TO_FACE), "hasty 1709 I/131")[1] == 10
    play(m, "move II/131 1610")  # next to the Soviets' disrupted battalion, which calls nobody up
    assert m.decision is not None
    assert m.decision.side == GERMAN


@pytest.mark.rule("bugriver", "5.6.3b")
@pytest.mark.rule("bugriver", "7.7b")
def test_disruption_and_losses_end_improved_defense() -> None:
    hex = "1709"
    for result, dice in (("0/1r", [5, 10]), ("0/2", [5])):
        m = battle(
            {"1609": "I/131", "1709": "BG1 1/43AT"}, improved=hex, result=result, dice=dice + [1] * (result[-1] == "r")
        )
        play(m, "prepared 1709 I/131 go", "lose BG1")
        if result == "0/2":
            assert state(m).improved  # a loss alone leaves it
            play(m, "retreat 1/43AT 1809")
        assert not state(m).improved
    host = battle({**FACE_TO_FACE, "1809": "BG1"}, improved="1809", result="0/2", dice=[5])
    play(host, "prepared 1709 I/131 go", "retreat I/16 1809")
    assert not state(host).improved  # another unit has ended its retreat there
    attacker = battle(FACE_TO_FACE, improved="1609 1709", result="1/1", dice=[5])
    play(attacker, "hasty 1709 I/131 go")
    g = state(attacker)
    assert g.in_hexes(g.improved) == ("1709",)  # who attacks leaves his; to defend is no Action


def test_the_enemy_hears_of_a_hidden_units_check_without_its_name() -> None:
    m = battle({"1609": "I/131 1/Pj46", "1709": "I/16"}, result="1r/0", dice=[5, 1, 9], luck="soviet")
    events = play(m, "prepared 1709 I/131 1/Pj46 go")
    while m.decision is not None and m.decision.kind == "loss":
        events += play(m, f"lose {offered(m, 'lose')[0]}")
    heard = [(e.what, e.result) for e in of_kind(events, Rolled) if e.seen_by(SOVIET) and "Check" in e.what]
    assert heard == [
        ("the Effectiveness Check of I/131, a red result", "passed against 7"),
        ("the Effectiveness Check of a German unit, a red result", "failed"),
    ]
    assert where(m, "1/Pj46") == "1609"


@pytest.mark.rule("bugriver", "5.6.4")
def test_units_in_command_recover_from_disruption_in_the_recovery_segment() -> None:
    units = {"1109": "44ID I/131", "1809": "II/131", "2309": "87RD I/16"}
    m = position(units, phase="options", side="german", disrupted="I/131 II/131 I/16", luck="soviet", passed="soviet")
    play(m, "pass")
    assert state(m).turn == 4
    assert [disrupted(m, unit) for unit in ("I/131", "I/16", "II/131")] == [False, False, True]  # out of command
