"""7.5.1.2, 10.1: the modifiers of a combat: hexsides, support, HQs, engineers, armour."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from grognard.games.bugriver.rules import standard
from tests.bugriver.battles import FACE_TO_FACE, battle, by_rule, compared, modifiers, reprint
from tests.bugriver.table import command, field, play, state, strength

# Two hexes with units of 44ID beside the defender, one of them with a unit of 298ID too, and a hex of 298ID alone.
RING = {"1609": "I/131", "1608": "II/131 1/Pj298", "1710": "III/131", "1708": "I/525", "1709": "I/16"}
HQS = {"1509": "44ID", "1510": "298ID"}
NEAR = field(village="1509 1510 2309")


# --- 7.5.1.2b, 10.1 hexsides ------------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.5.1.2b")
def test_the_one_hexside_crossed_helps_the_defender() -> None:
    def hexside(**more: str) -> int:
        m = battle(FACE_TO_FACE, board=field(**more))
        return by_rule(m, "hasty 1709 I/131", "7.5.1.2b")

    assert hexside() == 0
    assert hexside(stream="1609/ne") == -2
    assert hexside(stream="1609/ne", road="1609 1709") == -1  # a road does not cancel it
    assert hexside(bug="1609/ne") == -5
    assert hexside(bug="1609/ne", rail="1609 1709") == -4
    assert hexside(stream="1709/nw 1609/n") == 0  # other sides do not matter


@pytest.mark.rule("bugriver", "10.1")
@pytest.mark.rule("bugriver", "7.5.1.2p")
@pytest.mark.example("bugriver", "10.1-figures")
@pytest.mark.example("bugriver", "D-armour-rounding")
def test_brandenburgers_at_two_bridges_in_the_first_turn() -> None:
    """10.1-figures and D-armour-rounding: 6 Tank Points over a bridge are 1 with -4, over Ustyluh's in turn 1 3 with
    -2."""

    def net(turn: int, pair: bool) -> tuple[int, int]:
        board = field(bug="1609/ne", road="1609 1709", village="1109 2309")
        m = battle(
            {"1609": "1/StG191", "1709": "BG1"}, board=board, turn=turn, assigned={"1/StG191": "44ID"}, luck="soviet"
        )
        reprint(m, "1/StG191", tank=6)
        g = state(m)
        a, b = g.rules.grid.hex("1609"), g.rules.grid.hex("1709")
        g.rules.brandenburg = frozenset([(a, b), (b, a)]) if pair else frozenset()
        found = modifiers(m, "hasty 1709 1/StG191")
        side = [value for rule, value in found if rule in ("7.5.1.2b", "10.1")]
        return side[0], sum(value for rule, value in found if rule == "7.5.1.2s")

    assert net(1, pair=True) == (-2, 3)
    assert net(2, pair=True) == (-4, 1)
    assert net(1, pair=False) == (-4, 1)


@pytest.mark.rule("bugriver", "10.1")
def test_the_bridges_of_the_brandenburgers_are_those_of_the_map() -> None:
    rules = standard("campaign")
    bridges = {(rules.grid.name(a), rules.grid.name(b)) for a, b in rules.brandenburg}
    assert len(bridges) == 4
    assert all(rules.terrain.between(a, b) == "bug-bridged" for a, b in rules.brandenburg)


@pytest.mark.rule("bugriver", "10.1")
def test_soviets_over_the_bridge_have_no_brandenburgers() -> None:
    board = field(bug="1609/ne", road="1609 1709")
    m = battle(FACE_TO_FACE, board=board, turn=1, acting="87RD")
    g = state(m)
    a, b = g.rules.grid.hex("1609"), g.rules.grid.hex("1709")
    g.rules.brandenburg = frozenset([(a, b), (b, a)])
    assert modifiers(m, "hasty 1609 I/16")[0] == ("7.5.1.2b", -4)


# --- 7.5.1.2c to k combat support -------------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.5.1.2g")
@pytest.mark.rule("bugriver", "7.5.1.2h")
@pytest.mark.rule("bugriver", "7.5.1.2e")
@pytest.mark.rule("bugriver", "7.5.1.2k")
@pytest.mark.rule("bugriver", "7.1d")
@pytest.mark.example("bugriver", "7.5.1.2-figures")
@pytest.mark.example("bugriver", "D-support-prepared")
def test_support_for_the_attacker_by_kind_of_attack() -> None:
    """D-support-prepared and 7.5.1.2-figures: +2 +2 +1 prepared, +1 +1 regular, nothing hasty."""
    m = battle({**RING, **HQS}, board=NEAR)
    assert [v for r, v in modifiers(m, "prepared 1709 I/131") if r == "7.5.1.2h"] == [2, 1, 2]
    assert [v for r, v in modifiers(m, "regular 1709 I/131") if r == "7.5.1.2g"] == [1, 1]
    assert modifiers(m, "hasty 1709 I/131") == []


@pytest.mark.rule("bugriver", "7.5.1.2c")
@pytest.mark.rule("bugriver", "5.4.1d")
@pytest.mark.rule("bugriver", "5.6.3b")
def test_who_may_support() -> None:
    def support(**more: Any) -> int:
        m = battle({"1609": "I/131", "1608": "II/131", "1709": "I/16"}, **more)
        return by_rule(m, "regular 1709 I/131", "7.5.1.2g")

    assert support() == 1
    assert support(disrupted="II/131") == 0
    assert support(board=field(bug="1608/se")) == 0  # no ZOC over the Bug
    assert support(assigned={"II/131": "298ID"}) == 0
    # a motorised unit has no ZOC into a forest
    woods = battle({"1609": "I/131", "1608": "1/Pj46", "1709": "I/16"}, board=field(forest="1709"))
    assert by_rule(woods, "regular 1709 I/131", "7.5.1.2g") == 0
    # out of command: 1809 is on the far side
    far = battle({"1609": "I/131", "1809": "II/131", "1709": "I/16"})
    assert by_rule(far, "regular 1709 I/131", "7.5.1.2g") == 0


@pytest.mark.rule("bugriver", "7.5.1.2c")
def test_the_attacking_hex_itself_lends_no_support() -> None:
    """G38."""
    m = battle({"1609": "I/131 1/Pj46", "1709": "I/16"})
    assert by_rule(m, "prepared 1709 I/131", "7.5.1.2h") == 0


@pytest.mark.rule("bugriver", "7.5.1.2d")
def test_supporters_suffer_nothing() -> None:
    m = battle({"1609": "I/131", "1608": "II/131", "1709": "I/16", "1710": "II/16"}, result="2/2", dice=[5])
    play(m, "prepared 1709 I/131 go", "stay", "stay")
    assert (strength(m, "I/131"), strength(m, "I/16")) == (4, 3)
    assert (strength(m, "II/131"), strength(m, "II/16")) == (6, 5)


DEFENDED = {"1609": "I/131", "1709": "I/16", "1710": "II/16", "1608": "4/82", "2305": "41TD"}


@pytest.mark.rule("bugriver", "7.5.1.2i")
@pytest.mark.rule("bugriver", "7.5.1.2j")
@pytest.mark.rule("bugriver", "7.5.1.2f")
@pytest.mark.rule("bugriver", "7.5.1.2k")
@pytest.mark.example("bugriver", "D-support-defence")
@pytest.mark.example("bugriver", "7.5.1.2-figures")
def test_support_for_the_defender_by_posture() -> None:
    """D-support-defence: a hex of the same formation and one of another: -1, in Improved Defense -3, disrupted 0; also
    against a Hasty Attack."""
    near = field(village="1109 1905 1913")
    units = {"1109": "44ID", "1905": "41TD", "1913": "87RD", **{k: v for k, v in DEFENDED.items() if k != "2305"}}

    def support(**more: Any) -> int:
        return by_rule(battle(units, board=near, **more), "hasty 1709 I/131", "7.5.1.2i", "7.5.1.2j")

    assert support() == -1
    assert support(improved="1709") == -3
    assert support(disrupted="I/16") == 0
    assert support(disrupted="II/16", improved="1709") == -1  # a disrupted unit supports nobody


@pytest.mark.rule("bugriver", "7.5.1.2i")
def test_a_defender_out_of_command_receives_no_support() -> None:
    """G38, 5.8.1."""
    near = {"1609": "I/131", "1709": "I/16", "1710": "II/16"}
    assert by_rule(battle(near), "hasty 1709 I/131", "7.5.1.2i") == -1
    apart = battle(near, assigned={"I/16": "124RD"})  # its HQ is not on the map: isolated (G20)
    assert by_rule(apart, "hasty 1709 I/131", "7.5.1.2i") == 0
    far = battle({"1610": "I/131", "1609": "I/16", "1711": "II/16", "2309": "87RD", "1913": "41TD"},
                 board=field(village="1109 1912 2309 1913"))  # fmt: skip
    assert (command(far, "I/16"), command(far, "II/16")) == ("out of command", "in command")
    assert by_rule(far, "hasty 1609 I/131", "7.5.1.2i") == 0  # the giver is in command, the receiver is not
    mixed = battle({**near, "1709": "I/16 4/82"}, assigned={"I/16": "124RD", "4/82": "87RD"})
    assert by_rule(mixed, "hasty 1709 I/131", "7.5.1.2i") == -1


# --- 7.5.1.2l, m, a HQs and engineers ---------------------------------------------------------------------------------


@pytest.mark.rule("bugriver", "7.5.1.2l")
@pytest.mark.rule("bugriver", "7.5.1.2m")
@pytest.mark.example("bugriver", "D-hq-support")
def test_support_of_the_hq() -> None:
    """D-hq-support: of 5 points none hasty, 3 regular, all prepared."""
    m = battle(FACE_TO_FACE)
    state(m).strength[state(m).unit("44ID")] = 5
    found = [by_rule(m, f"{kind} 1709 I/131", "7.5.1.2m") for kind in ("hasty", "regular", "prepared")]
    assert found == [0, 3, 5]
    none = battle(FACE_TO_FACE, strength={"44ID": 0})
    assert by_rule(none, "prepared 1709 I/131", "7.5.1.2m") == 0


@pytest.mark.rule("bugriver", "7.5.1.2l")
def test_hq_support_is_the_attackers_in_command_and_unlimited() -> None:
    m = battle(FACE_TO_FACE, result="1/1", dice=[5, 5], points=7)
    play(m, "prepared 1709 I/131 go")
    assert by_rule(m, "prepared 1709 I/131", "7.5.1.2m") == 3  # as often as one likes
    play(m, "prepared 1709 I/131 go")
    assert strength(m, "44ID") == 3
    assert modifiers(battle(FACE_TO_FACE, acting="44ID"), "hasty 1709 I/131") == []  # the defender's HQ gives nothing
    far = battle({"1809": "I/131", "1909": "I/16"})
    assert by_rule(far, "prepared 1909 I/131", "7.5.1.2m") == 0


@pytest.mark.rule("bugriver", "7.5.1.2a")
def test_engineers_against_a_pillbox() -> None:
    bunker = field(pillboxes="1709")

    def engineers(units: dict[str, str], kind: str = "regular", who: str = "I/131", **more: Any) -> int:
        m = battle({"1709": "I/16", **units}, **{"board": bunker, **more})
        return by_rule(m, f"{kind} 1709 {who}", "7.5.1.2a")

    assert engineers({"1609": "I/131 Pi80"}, who="Pi80") == 1
    assert engineers({"1609": "Pi80"}, "hasty", "Pi80") == 1
    assert engineers({"1609": "I/131", "1608": "Pi80"}) == 1
    assert engineers({"1609": "I/131", "1608": "Pi80"}, "hasty") == 0  # no support, no engineers
    assert engineers({"1609": "I/131 Pi80"}) == 0  # they stand by
    near = field(village="1109 1509 2309", pillboxes="1709")
    assert engineers({"1609": "I/131", "1608": "Pi298", "1509": "298ID"}, "prepared", board=near) == 0  # another's
    assert engineers({"1609": "I/131", "1608": "Pi80", "1710": "Pi298"}) == 1  # once
    assert engineers({"1609": "Pi80"}, who="Pi80", board=field()) == 0


# --- 7.5.1.2n to s armour ---------------------------------------------------------------------------------------------

TANKS = {"1609": "1/StG191 I/131", "1709": "I/16"}
OURS = {"1/StG191": "44ID"}


def _against(defenders: str, tank: int = 3, **more: Any) -> tuple[int, str]:
    m = battle({"1609": "1/StG191", "1709": defenders}, assigned=OURS, **more)
    reprint(m, "1/StG191", tank=tank)
    found = compared(m, "1709", "1/StG191")
    return found.drm, found.rule


@pytest.mark.rule("bugriver", "7.5.1.2p")
@pytest.mark.example("bugriver", "D-armour-at")
def test_tank_points_against_anti_tank_points() -> None:
    """D-armour-at: 5 against 2 and a bonus of 1 are +2; against 4 and a bonus of 2 nothing."""
    m = battle({"1609": "1/StG191", "1709": "1/43AT"}, assigned=OURS)
    g = state(m)
    reprint(m, "1/StG191", tank=5)
    cover = g.rules.tables.fight.hex

    def given(anti_tank: int, bonus: int) -> int:
        reprint(m, "1/43AT", at=anti_tank)
        hexes = {**cover, "clear": structs.replace(cover["clear"], at=bonus)}
        fight = structs.replace(g.rules.tables.fight, hex=hexes)
        g.rules.tables = structs.replace(g.rules.tables, fight=fight)
        return compared(m, "1709", "1/StG191").drm

    assert given(2, 1) == 2
    assert given(4, 2) == 0
    assert given(4, 0) == 1


@pytest.mark.rule("bugriver", "7.5.1.2p")
def test_terrain_lessens_tanks_and_strengthens_guns() -> None:
    assert _against("1/43AT", tank=6) == (3, "7.5.1.2p")  # clear: 6 - 3
    assert _against("1/43AT", tank=9, board=field(forest="1709")) == (0, "7.5.1.2p")  # 4 - 3 - 1
    assert _against("1/43AT", tank=9, board=field(stream="1609/ne")) == (1, "7.5.1.2p")  # 4 - 3
    # G57: both shares multiply, and then one rounds down: 9 x 1/2 x 1/2 = 2
    both = battle({"1609": "1/StG191", "1709": "4/82"}, assigned=OURS, board=field(stream="1609/ne", forest="1709"))
    reprint(both, "1/StG191", tank=9)
    assert compared(both, "1709", "1/StG191").drm == 2 - 2


@pytest.mark.rule("bugriver", "7.5.1.2q")
@pytest.mark.rule("bugriver", "7.5.1.2n")
@pytest.mark.example("bugriver", "D-armour-both")
def test_tank_points_on_both_sides() -> None:
    """D-armour-both: 3 against units with 5 Tank and 6 Anti-Tank Points: the tanks must be used, -2."""
    m = battle({"1609": "1/StG191", "1709": "4/82 1/43AT"}, assigned=OURS)
    reprint(m, "4/82", tank=5)
    reprint(m, "1/43AT", at=6)
    assert compared(m, "1709", "1/StG191")[:2] == (-2, "7.5.1.2q")
    assert _against("4/82", tank=6) == (4, "7.5.1.2q")
    assert _against("4/82", tank=6, board=field(forest="1709")) == (1, "7.5.1.2q")  # defending tanks stay whole
    # G57: tanks that terrain leaves nothing still count as tanks
    assert _against("4/82", tank=1, board=field(forest="1709")) == (-2, "7.5.1.2q")


@pytest.mark.rule("bugriver", "7.5.1.2r")
@pytest.mark.example("bugriver", "D-armour-defender-only")
def test_only_the_defender_has_tank_points() -> None:
    """D-armour-defender-only: -4, in any terrain, whatever guns the attacker has."""
    for board in (field(), field(forest="1709"), field(town="1709")):
        m = battle({"1609": "I/131 1/Pj46", "1709": "4/82"}, board=board)
        reprint(m, "4/82", tank=4)
        assert compared(m, "1709", "I/131", "1/Pj46")[:2] == (-4, "7.5.1.2r")


@pytest.mark.rule("bugriver", "7.5.1.2o")
@pytest.mark.example("bugriver", "D-armour-none")
def test_nobody_has_tank_points() -> None:
    """D-armour-none: guns alone give nothing to either side."""
    m = battle({"1609": "I/131 1/Pj46", "1709": "1/43AT"})
    reprint(m, "1/43AT", at=5)
    assert compared(m, "1709", "I/131", "1/Pj46")[:2] == (0, "7.5.1.2o")


@pytest.mark.rule("bugriver", "7.5.1.2s")
def test_tank_points_against_neither() -> None:
    assert _against("BG1 87Eng", tank=3) == (3, "7.5.1.2s")
    assert _against("BG1", tank=6, board=field(town="1709")) == (1, "7.5.1.2s")  # 3 less the town's 2
    m = battle({"1609": "1/StG191", "1709": "BG1 87Eng"}, assigned=OURS)
    assert compared(m, "1709", "1/StG191").defenders == (state(m).unit("87Eng"),)  # the strongest


@pytest.mark.rule("bugriver", "7.5.1.2n")
def test_the_best_unit_must_be_used_and_of_equals_the_stronger() -> None:
    m = battle({"1609": "1/StG191 2/StG191 3/StG191", "1709": "1/43AT 2/43AT"},
               assigned=dict.fromkeys(("1/StG191", "2/StG191", "3/StG191"), "44ID"),
               strength={"2/StG191": 2, "3/StG191": 1, "1/43AT": 1})  # fmt: skip
    g = state(m)
    reprint(m, "3/StG191", tank=4)
    found = compared(m, "1709", "1/StG191", "2/StG191", "3/StG191")
    assert (found.attackers, found.drm) == ((g.unit("3/StG191"),), 1)
    assert found.defenders == (g.unit("2/43AT"),)
    assert compared(m, "1709", "1/StG191", "2/StG191").attackers == (g.unit("1/StG191"),)
    # a disrupted gun counts with the points of its other side
    turned = battle({"1609": "1/StG191", "1709": "1/43AT"}, assigned=OURS, disrupted="1/43AT")
    assert compared(turned, "1709", "1/StG191").drm == 1


@pytest.mark.rule("bugriver", "5.1b")
def test_all_modifiers_add_up() -> None:
    units = {"1609": "1/StG191", "1608": "II/131", "1709": "BG1", "1710": "I/16"}
    m = battle(units, assigned=OURS, board=field(stream="1609/ne", pillboxes="1709"))
    found = modifiers(m, "prepared 1709 1/StG191")
    assert sorted(found) == [("7.5.1.2b", -2), ("7.5.1.2h", 2), ("7.5.1.2i", -1), ("7.5.1.2m", 3)]
    assert by_rule(m, "prepared 1709 1/StG191", *(rule for rule, _ in found)) == 2
