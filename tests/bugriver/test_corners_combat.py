"""Where rules of combat meet: several ways into a hex, pontoons, mixed stacks, exemptions, retreats, hits and HQs."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Drew, Eliminated, Retreated, Rolled
from tests.bugriver.battles import battle, by_rule, compared, strengths
from tests.bugriver.table import (
    GERMAN,
    MAP,
    SOVIET,
    allowed,
    command,
    disrupted,
    field,
    level,
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

MEN = "333 111 111"  # chits with which a Hasty Attack has odds of 3 to 1 and more
HELD = {SOVIET: "1703..2415"}
BANKS = " ".join(f"16{row:02}/{side}" for row in range(3, 15) for side in ("ne", "se")) + " 1615/ne"


def asked(m: grognard.Match) -> str:
    """Who is asked what: 'soviet retreat'."""
    return f"{m.decision.side} {m.decision.kind}" if m.decision else ""


def fight(units: dict[str, str], result: str, *answers: str, kind: str = "hasty", **more: Any) -> grognard.Match:
    """An attack of all units in 1609 on 1709 that has this result; turn 5, and the Germans own the marker."""
    m = battle(units, result=result, chits=(MEN,), **{"turn": 5, "luck": GERMAN, "dice": [5], **more})
    play(m, f"{kind} 1709 {units['1609']} go", *answers)
    return m


# --- hexsides: one hex attacked from several --------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.5.1.2b")
@pytest.mark.rule("bugriver", "10.3d")
@pytest.mark.rule("bugriver", "7.5.1.2g")
def test_each_attack_has_its_own_hexside_whatever_its_supporters_cross() -> None:
    """1709 is reached from 1608 over the Bug, from 1609 by a bridge, from 1708 over a stream, from 1710 freely."""
    board = field(bug="1608/se 1609/ne", stream="1708/s", road="1609 1709", village="1309 2309")
    units = {"1309": "44ID", "1608": "I/131", "1609": "II/131", "1708": "III/131", "1710": "I/132", "1709": "BG1"}
    m = battle(units, board=board, control=HELD, turn=5, points=7)

    def side(action: str) -> int:
        return by_rule(m, action, "7.5.1.2b")

    assert side("prepared 1709 I/131") == -5
    assert side("prepared 1709 II/131") == -4
    assert side("prepared 1709 III/131") == -2
    assert side("prepared 1709 I/132") == 0
    # over the Bug nobody has a ZOC, so that I/131 supports nobody; over the bridge and the stream leg units do
    assert by_rule(m, "prepared 1709 I/132", "7.5.1.2h") == 4
    assert by_rule(m, "prepared 1709 I/131", "7.5.1.2h") == 6


@pytest.mark.rule("bugriver", "10.3d")
@pytest.mark.rule("bugriver", "7.5.1.2q")
def test_a_pontoon_is_a_bridge_in_battle_too() -> None:
    units = {"1105": "14Pz", "1609": "1/36", "1709": "I/16", "1510": "4/36"}
    over: dict[str, Any] = {"board": field(bug=BANKS), "control": HELD, "turn": 1, "points": 7, "acting": "14Pz"}
    laid = battle(units, pontoons={"III": "1609 1709"}, **over)
    assert by_rule(laid, "hasty 1709 1/36", "7.5.1.2b") == -4
    assert compared(laid, "1709", "1/36").drm == 0  # 3 at a quarter, less 1
    assert "1709" in laid.query("zoc", GERMAN, of=GERMAN).hexes
    bare = battle(units, **over)
    refused(bare, "hasty 1709 1/36 go", "7.5.1.2b")
    assert "1709" not in bare.query("zoc", GERMAN, of=GERMAN).hexes


@pytest.mark.rule("bugriver", "10.1")
@pytest.mark.rule("bugriver", "7.5.1.2q")
def test_brandenburgers_halve_and_the_village_halves_again() -> None:
    """G57: 3 Tank Points at a half and a half again are none, and the unit still counts as having them."""
    units = {"0911": "298ID", "1409": "1/StG191", "1510": "BG1", "1909": "87RD"}
    m = position(units, board=MAP, turn=1, acting="298ID", assigned={"1/StG191": "298ID"}, scenario="ustyluh")
    found = compared(m, "1510", "1/StG191")
    unit = state(m).unit
    assert (found.drm, found.attackers) == (0, (unit("1/StG191"),))
    assert by_rule(m, "hasty 1510 1/StG191", "10.1") == -2


@pytest.mark.rule("bugriver", "7.5.2o")
@pytest.mark.rule("bugriver", "10.3d")
def test_who_has_crossed_by_boat_can_go_back_by_a_pontoon_alone() -> None:
    over: dict[str, Any] = {"board": field(bug=BANKS), "control": HELD, "turn": 5}
    east = {"1709": "I/131", "1809": "I/16"}
    for pontoons, ways in (({}, {"1708"}), ({"III": "1609 1709"}, {"1609"})):
        m = battle({**east, "1109": "44ID"}, result="2r/0", chits=(MEN,), dice=[5, 10], luck=SOVIET, pontoons=pontoons,
                   **over)  # fmt: skip
        play(m, "hasty 1809 I/131 go")
        went = {event.path[1] for event in of_kind(m.events, Retreated)}
        assert (set(offered(m, "retreat")) if asked(m) == "german retreat" else went) == ways


# --- postures, ratings, supporters ------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.5.1B.c")
@pytest.mark.rule("bugriver", "5.6.3b")
def test_a_stack_defends_by_the_posture_and_the_rating_of_each_unit() -> None:
    """I/16 disrupted reads its left column with rating 4, like a 5; BG1 in order the middle one with 7."""
    m = battle({"1609": "I/131", "1709": "I/16 BG1"}, disrupted="I/16", turn=5)
    assert strengths(m, "regular 1709 I/131", other="123 456 789") == (12, 5 * 1 + 2 * 6)
    dug = battle({"1609": "I/131", "1709": "I/16 BG1"}, improved="1709", turn=5)
    assert strengths(dug, "regular 1709 I/131", other="123 456 789") == (12, 5 * 8 + 2 * 9)


@pytest.mark.rule("bugriver", "7.5.1.2f")
@pytest.mark.rule("bugriver", "5.6.3b")
def test_one_disrupted_unit_costs_a_stack_its_support_and_disrupted_neighbours_give_none() -> None:
    units = {"1609": "I/131", "1709": "I/16 1/43AT", "1710": "II/16"}
    assert by_rule(battle(units, turn=5), "hasty 1709 I/131", "7.5.1.2i") == -1
    assert by_rule(battle(units, turn=5, disrupted="1/43AT"), "hasty 1709 I/131", "7.5.1.2i") == 0
    assert by_rule(battle(units, turn=5, disrupted="II/16"), "hasty 1709 I/131", "7.5.1.2i") == 0


@pytest.mark.rule("bugriver", "7.5.1.2j")
@pytest.mark.rule("bugriver", "7.5.1.2k")
def test_improved_defense_has_friends_of_other_formations_and_counts_each_hex_once() -> None:
    near: dict[str, Any] = {"board": field(village="1109 2305 2309"), "turn": 5}
    units = {"1609": "I/131", "1709": "I/16", "1710": "II/16 4/82", "1608": "5/82", "2305": "41TD"}
    plain = battle(units, **near)
    assert by_rule(plain, "hasty 1709 I/131", "7.5.1.2i") == -1  # only the own formation's hex
    dug = battle(units, improved="1709", **near)
    assert by_rule(dug, "hasty 1709 I/131", "7.5.1.2j") == -2 - 1


@pytest.mark.rule("bugriver", "7.5.1.2c")
@pytest.mark.rule("bugriver", "5.4a")
def test_armour_supports_no_attack_into_a_wood_but_along_a_road() -> None:
    units = {"1105": "14Pz", "1609": "1/36", "1608": "4/36", "1709": "I/16"}
    for road, support in (("", 0), ("1608 1709", 1)):
        m = battle(units, board=field(forest="1709", road=road), acting="14Pz", turn=5, points=7)
        assert by_rule(m, "regular 1709 1/36", "7.5.1.2g") == support


@pytest.mark.rule("bugriver", "7.5.1.2m")
@pytest.mark.rule("bugriver", "5.5.2a")
def test_an_assigned_battery_fights_with_the_guns_of_the_hq_it_is_assigned_to() -> None:
    units = {"1113": "298ID", "1609": "1/StG191", "1709": "I/16"}
    m = battle(units, assigned={"1/StG191": "44ID"}, strength={"44ID": 3, "298ID": 1}, turn=5, points=7)
    assert by_rule(m, "regular 1709 1/StG191", "7.5.1.2m") == 2
    assert by_rule(m, "prepared 1709 1/StG191", "7.5.1.2m") == 3
    assert by_rule(m, "hasty 1709 1/StG191", "7.5.1.2m") == 0


@pytest.mark.rule("bugriver", "6.3.3")
@pytest.mark.rule("bugriver", "7.5.3c")
def test_who_cannot_pay_for_an_attack_is_told_the_price_whoever_stands_beside() -> None:
    units = {"1609": "I/131", "1608": "II/131", "1709": "I/16"}
    poor = battle(units, turn=5, points=2, disrupted="II/131")
    assert "cost I/131 3" in refused(poor, "prepared 1709 I/131 go", "6.3.3").reason
    won = fight(units, "0/1", points=1)
    assert asked(won) == "german bonus"
    refused(won, "prepared 1709 I/131 go", "6.3.3")


# --- who takes the first loss -----------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.5.2c")
@pytest.mark.rule("bugriver", "7.5.2d")
def test_the_exemption_needs_superiority_and_an_enemy_without_armour() -> None:
    units = {"1105": "14Pz", "1609": "4/36 I/103", "1709": "I/16"}  # 4 Tank Points against 1
    exempt = fight(units, "1/1", acting="14Pz")
    assert (asked(exempt), offered(exempt, "lose")) == ("german loss", ["4/36", "I/103"])
    equal = fight({**units, "1709": "I/16 1/43AT"}, "1/1", acting="14Pz")  # 4 against 3
    assert strength(equal, "4/36") == 3
    armoured = fight({**units, "1709": "I/16 87Rec"}, "1/1", acting="14Pz")  # 4 against the 1 of an AFV
    assert strength(armoured, "4/36") == 3


@pytest.mark.rule("bugriver", "7.5.2c")
@pytest.mark.rule("bugriver", "7.5.2h")
@pytest.mark.rule("bugriver", "7.5.2i")
def test_why_a_unit_cannot_take_a_hit_is_told() -> None:
    # case s: nobody has Anti-Tank Points, and of two equal units the owner picks
    units = {"1105": "14Pz", "1609": "1/36", "1709": "BG1 BG2 87Eng"}
    m = fight(units, "0/3", acting="14Pz", strength={"87Eng": 2})
    assert (asked(m), offered(m, "lose")) == ("soviet loss", ["BG1", "BG2", "87Eng"])
    assert "no part" in refused(m, "lose I/16", "7.5.2c").reason
    assert "no part" in refused(m, "lose 1/36", "7.5.2c").reason
    play(m, "lose BG1", "retreat BG1 1809")
    assert offered(m, "lose") == ["BG2", "87Eng"]
    assert "retreated" in refused(m, "lose BG1", "7.5.2h").reason
    play(m, "lose BG2")
    assert strength(m, "87Eng") == 1  # the third hit falls on who has lost none
    even = fight({**units, "1709": "BG1 1/43AT 2/43AT"}, "0/3", acting="14Pz")
    assert offered(even, "lose") == ["1/43AT", "2/43AT"]
    assert "compared" in refused(even, "lose BG1", "7.5.2c").reason
    play(even, "lose 1/43AT", "stay")
    assert "has lost" in refused(even, "lose 1/43AT", "7.5.2i").reason


@pytest.mark.rule("bugriver", "7.5.2g")
def test_who_is_named_for_a_retreat_he_may_not_make_is_told_so() -> None:
    m = fight({"1609": "I/131", "1709": "I/16 BG1"}, "0/2", "lose I/16")
    assert asked(m) == "soviet retreat"
    refused(m, "retreat II/16 1809", "7.5.2g")
    refused(m, "retreat I/131 1509", "7.5.2g")
    refused(m, "retreat I/16 1609", "7.5.2o")
    refused(m, "retreat I/16 1609 1608", "7.5.2o")
    refused(m, "retreat I/16 2009", "7.5.2k")


# --- retreats, stacking and HQs ---------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.5.2r")
@pytest.mark.rule("bugriver", "7.5.2h")
def test_forced_and_voluntary_retreats_of_all_satisfy_the_second_hit_together() -> None:
    m = fight({"1609": "I/131", "1709": "I/16 BG1"}, "0/2r", "lose I/16", dice=[5, 10, 1], luck=GERMAN)
    play(m, "retreat 1809")  # I/16 has failed
    assert (asked(m), offered(m, "retreat")) == ("soviet retreat", ["BG1"])
    play(m, "retreat BG1 1809")
    assert (strength(m, "I/16"), strength(m, "BG1")) == (4, 2)
    stays = fight({"1609": "I/131", "1709": "I/16 BG1"}, "0/2r", "lose I/16", "retreat 1809", "stay", dice=[5, 10, 1])
    assert (strength(stays, "I/16"), strength(stays, "BG1")) == (4, 1)


@pytest.mark.rule("bugriver", "7.5.2m")
@pytest.mark.rule("bugriver", "7.5.2r")
def test_who_fled_first_may_fill_the_hex_for_those_who_would_follow() -> None:
    ring = {"1808": "1/43AT 2/43AT", "1708": "II/131", "1710": "III/131"}
    m = fight({"1609": "I/131", "1709": "I/16 BG1", "1809": "II/16", **ring}, "0/2r", "lose I/16", dice=[5, 10, 1])
    assert where(m, "I/16") == "1808"  # the only hex with room and away from zones
    assert asked(m) != "soviet retreat"  # three are in 1808 now, and 1809 has its battalion; BG1 is none
    assert where(m, "BG1") == "1709"


@pytest.mark.rule("bugriver", "7.5.2q")
@pytest.mark.rule("bugriver", "7.5.2h")
def test_who_must_retreat_and_cannot_loses_two_more_and_owes_the_hit_as_well() -> None:
    ring = {"1708": "II/131", "1710": "III/131", "1808": "I/132", "1809": "II/132", "1608": "III/132"}
    m = fight({"1609": "I/131", "1709": "I/16", "2309": "87RD", **ring}, "0/2r", dice=[5, 10])
    assert where(m, "I/16") == "1709"
    assert (strength(m, "I/16"), disrupted(m, "I/16")) == (1, True)  # 1 + 2 + 1 of 5


@pytest.mark.rule("bugriver", "7.5b")
@pytest.mark.rule("bugriver", "7.5.3d")
def test_the_hq_flees_before_the_winner_enters_its_village() -> None:
    m = fight({"1609": "I/131", "1709": "87RD BG1"}, "0/2", board=field(village="1109 1709 2309"), strength={"BG1": 1})
    assert (where(m, "BG1"), where(m, "87RD")) == ("dead", "2309")
    assert asked(m) == "german bonus"
    allowed(m, "move I/131 1709")


@pytest.mark.rule("bugriver", "7.5b")
@pytest.mark.rule("bugriver", "7.5.3a")
def test_an_attacker_who_dies_leaves_his_hq_alone_and_wins_nothing() -> None:
    m = battle({"1609": "I/131 44ID", "1709": "I/16"}, result="1/2", chits=(MEN,), dice=[5], turn=5,
               strength={"I/131": 1}, board=field(village="1109 1609 2309"))  # fmt: skip
    play(m, "hasty 1709 I/131 go", "retreat I/16 1809")
    assert (where(m, "I/131"), where(m, "44ID"), level(m, "44ID")) == ("dead", "1109", 4)
    assert asked(m) == "german activation"


@pytest.mark.rule("bugriver", "5.3.1e")
@pytest.mark.rule("bugriver", "7.5.2p")
def test_a_forced_retreat_into_a_full_hex_in_a_zone_pays_for_both() -> None:
    """All ways but 1809 are the enemy's; 1809 is in a zone of 1808 and full."""
    ring = {"1708": "II/131", "1710": "III/131", "1808": "I/132", "1608": "III/132"}
    m = fight({"1609": "I/131", "1709": "I/16", "1809": "II/16", "2309": "87RD", **ring}, "0/2r", dice=[5, 10])
    assert (asked(m), offered(m, "displace")) == ("german crowd", ["II/16", "I/16"])
    assert strength(m, "I/16") == 2  # the hit, the zone, and the overstacking of one who was disrupted
    assert (disrupted(m, "II/16"), strength(m, "II/16")) == (True, 5)


# --- Improved Defense, dice -------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.7b")
@pytest.mark.rule("bugriver", "5.8.4b")
def test_isolated_units_that_fail_their_check_lose_their_marker_and_the_points() -> None:
    ring = {"1708": "I/16", "1710": "II/16", "1608": "III/16", "1510": "I/96", "1509": "II/96", "1610": "III/96"}
    m = battle(
        {"1609": "I/131", "1709": "I/283", "2309": "87RD", **ring}, turn=5, improved="1609", dice=[10], luck=SOVIET
    )
    assert command(m, "I/131") == "isolated"
    play(m, "hasty 1709 I/131 go")
    assert (state(m).improved, disrupted(m, "I/131"), points_left(m)) == (0, True, 3)
    assert not [event for event in of_kind(m.events, Rolled) if "attack" in event.what]


@pytest.mark.rule("bugriver", "5.2")
def test_chits_are_drawn_once_and_every_die_of_ones_own_may_be_rolled_again() -> None:
    """The marker goes to and fro within one combat: the attacker's die, the defender's check, the attacker's check."""
    m = battle({"1609": "I/131", "1709": "I/16"}, chits=(MEN,), turn=5, luck=GERMAN, dice=[1, 5, 10, 1, 10, 1])
    rules = state(m).rules
    rules.crt.results = dict.fromkeys(rules.crt.columns, tuple(["0/0"] + ["1r/1r"] * 18 + ["1r/2r"]))
    play(m, "hasty 1709 I/131 go")
    assert asked(m) == "german luck"
    play(m, "reroll")
    assert (asked(m), state(m).luck) == ("soviet luck", SOVIET)  # the check of I/16
    play(m, "reroll")
    assert (asked(m), state(m).luck) == ("german luck", GERMAN)
    play(m, "reroll")
    assert (disrupted(m, "I/16"), disrupted(m, "I/131"), state(m).luck) == (False, False, SOVIET)
    assert len(of_kind(m.events, Drew)) == 2


@pytest.mark.rule("bugriver", "7.5.1D.c")
@pytest.mark.rule("bugriver", "7.5.3a")
def test_hopeless_odds_cost_five_hits_and_give_the_defender_the_bonus() -> None:
    m = battle({"1609": "I/131", "1709": "I/16 BG1 BG2"}, turn=5, strength={"I/131": 1}, dice=[])
    play(m, "hasty 1709 I/131 go")
    assert where(m, "I/131") == "dead"
    assert of_kind(m.events, Eliminated)
    assert asked(m) == "soviet bonus"
    assert not of_kind(m.events, Rolled)
