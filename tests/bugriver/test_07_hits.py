"""7.5.2a to j: hits in their order: the first loss, checks, the second hit, further hits."""

from __future__ import annotations

import pytest

from grognard.events import Eliminated, LostStep, Rolled
from tests.bugriver.battles import battle, reprint
from tests.bugriver.table import GERMAN, SOVIET, disrupted, of_kind, offered, play, state, strength, where

OURS = {"1/StG191": "44ID"}


# --- order, step 1 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.5.2b")
def test_the_defender_goes_through_all_steps_before_the_attacker_begins() -> None:
    m = battle({"1609": "I/131", "1709": "I/16"}, result="2r/2r", dice=[5, 9, 9], luck="soviet")
    events = play(m, "regular 1709 I/131 go", "keep", "retreat 1809")
    told = [(e.side, e.die) for e in of_kind(events, Rolled)]
    assert told == [(GERMAN, 5), (SOVIET, 9), (GERMAN, 9)]
    assert m.decision is not None
    assert (m.decision.kind, m.decision.side) == ("retreat", GERMAN)
    assert where(m, "I/16") == "1809"


@pytest.mark.rule("bugriver", "7.5.2c")
def test_the_first_loss_is_that_of_the_units_compared() -> None:
    m = battle({"1609": "1/StG191 I/131", "1709": "I/16 1/43AT"}, assigned=OURS, result="1/1", dice=[5])
    play(m, "regular 1709 1/StG191 I/131 go")
    assert (strength(m, "1/43AT"), strength(m, "I/16")) == (1, 5)
    assert (strength(m, "1/StG191"), strength(m, "I/131")) == (2, 6)


@pytest.mark.rule("bugriver", "7.5.2c")
def test_without_a_comparison_the_owner_chooses() -> None:
    """G40c: and against Tank Points with no gun there the unit of 7.5.1.2s."""
    m = battle({"1609": "I/131 Pi80", "1709": "I/16 BG1"}, result="1/1", dice=[5])
    play(m, "regular 1709 I/131 go")
    assert m.decision is not None
    assert (m.decision.side, offered(m, "lose")) == (SOVIET, ["I/16", "BG1"])
    play(m, "lose BG1")
    assert (strength(m, "BG1"), strength(m, "I/131")) == (1, 5)
    guns = battle({"1609": "1/StG191", "1709": "BG1 87Eng"}, assigned=OURS, result="1/1", dice=[5])
    play(guns, "regular 1709 1/StG191 go")
    assert strength(guns, "87Eng") == 2
    tanks = battle({"1609": "I/131 Pi80", "1709": "87Rec BG1"}, result="1/1", dice=[5])
    play(tanks, "regular 1709 I/131 Pi80 go")  # the Soviets' armour was compared, nobody of the Germans
    assert (strength(tanks, "87Rec"), offered(tanks, "lose")) == (1, ["I/131", "Pi80"])


@pytest.mark.rule("bugriver", "7.5.2c")
@pytest.mark.rule("bugriver", "7.5.1.2n")
def test_of_two_equal_units_the_owner_picks() -> None:
    m = battle({"1609": "1/StG191 I/131", "1709": "4/82 5/82 BG1"}, assigned=OURS, result="0/1", dice=[5])
    play(m, "regular 1709 1/StG191 I/131 go")
    assert offered(m, "lose") == ["4/82", "5/82"]
    play(m, "lose 5/82")
    assert (strength(m, "4/82"), strength(m, "5/82")) == (4, 3)


@pytest.mark.rule("bugriver", "7.5.2d")
def test_with_superiority_over_a_side_without_afvs_they_need_not_lose() -> None:
    def choice(defenders: str, attackers: str = "1/StG191 I/131 Pi80", tank: int = 3) -> list[str]:
        m = battle({"1609": attackers, "1709": defenders}, assigned=OURS, result="1/0", dice=[5])
        reprint(m, "1/StG191", tank=tank)
        play(m, f"regular 1709 {attackers} go")
        return offered(m, "lose") if m.decision is not None and m.decision.kind == "loss" else []

    assert choice("BG1") == ["1/StG191", "I/131"]  # +3: its own or the strongest other
    assert choice("BG1", tank=1) == []  # +1 is too little
    assert choice("4/82", tank=5) == []  # an AFV on the other side
    assert choice("BG1", attackers="1/StG191") == []  # G40d: nobody else


@pytest.mark.rule("bugriver", "7.5.2d")
def test_the_exemption_serves_the_defender_too() -> None:
    m = battle({"1609": "I/131", "1709": "4/82 BG1 2/43AT"}, result="0/1", dice=[5])
    play(m, "regular 1709 I/131 go")  # -2, no German AFV
    assert offered(m, "lose") == ["4/82", "BG1", "2/43AT"]


# --- steps 2 and 3 ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.5.2e")
@pytest.mark.rule("bugriver", "5.6")
def test_a_red_result_is_a_check_for_each_unit() -> None:
    m = battle({"1609": "I/131", "1709": "I/16 1/43AT"}, result="0/1r", dice=[5, 6, 7])
    events = play(m, "regular 1709 I/131 go", "lose I/16")
    checks = [(e.die, e.result) for e in of_kind(events, Rolled) if e.seen_by(SOVIET)][-2:]
    assert checks == [(6, "passed against 6"), (7, "failed against 6")]
    assert (disrupted(m, "I/16"), disrupted(m, "1/43AT")) == (False, True)
    black = battle({"1609": "I/131", "1709": "I/16"}, result="0/1", dice=[5])
    play(black, "regular 1709 I/131 go")
    assert not disrupted(black, "I/16")


@pytest.mark.rule("bugriver", "7.5.2e")
@pytest.mark.rule("bugriver", "7.5.2f")
@pytest.mark.example("bugriver", "D-hits-red-1")
def test_after_a_red_one_nobody_retreats() -> None:
    """D-hits-red-1 (G40b)."""
    m = battle({"1609": "I/131", "1709": "I/16"}, result="0/1r", dice=[5, 10])
    play(m, "regular 1709 I/131 go")
    assert (strength(m, "I/16"), disrupted(m, "I/16"), where(m, "I/16")) == (4, True, "1709")


@pytest.mark.rule("bugriver", "7.5.2e")
@pytest.mark.rule("bugriver", "5.6.2a")
def test_a_unit_disrupted_already_loses_a_point_more() -> None:
    m = battle({"1609": "I/131", "1709": "I/16"}, result="0/1r", dice=[5, 5], disrupted="I/16")
    play(m, "regular 1709 I/131 go")  # its rating is 4 now
    assert (strength(m, "I/16"), disrupted(m, "I/16")) == (3, True)
    # G40g: the point more satisfies no hit
    two = battle({"1609": "I/131", "1709": "I/16"}, result="0/3r", dice=[5, 5], disrupted="I/16")
    play(two, "regular 1709 I/131 go", "retreat 1809")
    assert strength(two, "I/16") == 5 - 1 - 1 - 1  # first hit, the check, third hit; the second by the retreat


@pytest.mark.rule("bugriver", "7.5.2f")
@pytest.mark.rule("bugriver", "7.5.2h")
@pytest.mark.rule("bugriver", "5.6.2b")
@pytest.mark.example("bugriver", "D-hits-partial-retreat")
def test_who_stays_still_owes_the_second_hit() -> None:
    """D-hits-partial-retreat: the unit that failed must go, the one that stays takes the second hit (G68)."""
    m = battle({"1609": "I/131", "1709": "I/16 1/43AT"}, result="0/2r", dice=[5, 6, 7])
    play(m, "regular 1709 I/131 go", "lose I/16", "retreat 1809", "stay")
    assert (where(m, "1/43AT"), disrupted(m, "1/43AT"), strength(m, "1/43AT")) == ("1809", True, 2)
    assert (where(m, "I/16"), strength(m, "I/16")) == ("1709", 3)


@pytest.mark.rule("bugriver", "5.6.2b")
def test_a_forced_retreat_of_all_satisfies_the_second_hit() -> None:
    m = battle({"1609": "I/131", "1709": "I/16"}, result="0/2r", dice=[5, 7])
    play(m, "regular 1709 I/131 go", "retreat 1809")
    assert (where(m, "I/16"), strength(m, "I/16")) == ("1809", 4)


@pytest.mark.rule("bugriver", "7.5.2g")
@pytest.mark.rule("bugriver", "7.5.2h")
def test_a_voluntary_retreat_of_all_satisfies_the_second_hit() -> None:
    stack = {"1609": "I/131", "1709": "I/16 1/43AT"}
    m = battle(stack, result="0/2", dice=[5])
    play(m, "regular 1709 I/131 go", "lose I/16", "retreat I/16 1/43AT 1809")
    assert [strength(m, unit) for unit in ("I/16", "1/43AT")] == [4, 2]
    assert {where(m, unit) for unit in ("I/16", "1/43AT")} == {"1809"}
    part = battle(stack, result="0/2", dice=[5])
    play(part, "regular 1709 I/131 go", "lose I/16", "retreat 1/43AT 1809")  # only some: the hit is owed
    assert [strength(part, unit) for unit in ("I/16", "1/43AT")] == [3, 2]
    one = battle({"1609": "I/131", "1709": "I/16"}, result="0/1", dice=[5])
    play(one, "regular 1709 I/131 go")
    assert where(one, "I/16") == "1709"  # one hit asks nobody to retreat
    alone = battle({"1609": "I/131", "1709": "I/16"}, result="0/2", dice=[5])
    play(alone, "regular 1709 I/131 go")
    assert alone.decision is not None
    assert alone.decision.prompt == "Retreat I/16 one hex or two, to be spared the second hit, or stay"


@pytest.mark.rule("bugriver", "7.5.2g")
def test_the_attacker_may_retreat_from_his_second_hit_as_well() -> None:
    """G40a; G40h: units that stood by in his hex are not touched."""
    m = battle({"1609": "I/131 Pi80", "1709": "I/16"}, result="2/0", dice=[5])
    play(m, "regular 1709 I/131 go", "retreat I/131 1509")
    assert (where(m, "I/131"), strength(m, "I/131")) == ("1509", 5)
    assert (where(m, "Pi80"), strength(m, "Pi80")) == ("1609", 4)


# --- step 4 and losses ------------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.5.2i")
@pytest.mark.rule("bugriver", "7.5.2c")
@pytest.mark.rule("bugriver", "7.5.2g")
@pytest.mark.rule("bugriver", "7.5.2h")
@pytest.mark.example("bugriver", "D-hits-retreat")
def test_three_hits_on_two_units_that_retreat() -> None:
    """D-hits-retreat: strength 4 to 3, both go, then the other to 2."""
    m = battle({"1609": "1/StG191", "1709": "4/82 I/404"}, assigned=OURS, result="0/3", dice=[5])
    play(m, "prepared 1709 1/StG191 go", "retreat 4/82 I/404 1809")
    assert (strength(m, "4/82"), strength(m, "I/404")) == (3, 2)
    assert (where(m, "4/82"), where(m, "I/404")) == ("1809", "1809")


@pytest.mark.rule("bugriver", "7.5.2i")
def test_losses_are_spread_evenly() -> None:
    m = battle({"1609": "I/131", "1709": "I/16 I/404 BG1"}, result="0/5", dice=[5])
    play(m, "regular 1709 I/131 go", "lose I/16", "stay")
    assert offered(m, "lose") == ["I/404", "BG1"]  # the second hit: not the one that has lost
    play(m, "lose BG1")  # then the third falls on the guns by itself
    assert (strength(m, "BG1"), strength(m, "I/404")) == (1, 2)
    assert offered(m, "lose") == ["I/16", "I/404", "BG1"]
    play(m, "lose BG1")
    assert offered(m, "lose") == ["I/16", "I/404"]
    assert where(m, "BG1") == "dead"


@pytest.mark.rule("bugriver", "7.5.2j")
def test_a_unit_at_strength_one_is_eliminated_and_losses_change_nothing_else() -> None:
    m = battle({"1609": "I/131", "1709": "I/16", "1808": "II/16"}, result="0/1", dice=[5, 5], strength={"I/16": 2})
    g = state(m)
    unit = g.unit("I/16")
    before = g.rules.units[unit].steps[0][1:], g.er(unit)
    (lost,) = [e for e in of_kind(play(m, "regular 1709 I/131 go", "end"), LostStep) if e.seen_by(SOVIET)]
    assert (lost.unit, lost.strength) == ("I/16", "1")
    assert (g.rules.units[unit].steps[0][1:], g.er(unit)) == before
    (gone,) = of_kind(play(m, "regular 1709 I/131 go"), Eliminated)
    assert gone.unit == "I/16"
    assert where(m, "I/16") == "dead"


def test_the_enemy_never_learns_how_much_is_left() -> None:
    """5.3.4b."""
    m = battle({"1609": "I/131", "1709": "I/16"}, result="0/1", dice=[5])
    events = play(m, "regular 1709 I/131 go")
    assert [e.strength for e in of_kind(events, LostStep) if e.seen_by(GERMAN)] == ["?"]
    assert [e.strength for e in of_kind(events, LostStep) if e.seen_by(SOVIET)] == ["4"]
