"""8.3: the Replacement Segment."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from tests.bugriver.table import GERMAN, SOVIET, admin, field, offered, play, position, refused, state, strength, where

VILLAGES = field(village="1109 1209 1909 2309 2209 2109")
WALL = {"1403": "I/16", "1405": "II/16", "1407": "III/16", "1410": "I/96", "1412": "II/96", "1414": "III/96"}


def german(units: dict[str, str], **more: Any) -> grognard.Match:
    """The German part of the segment; on turn 7 there are three Infantry points and one AFV point."""
    return admin(units, "german-replacement", **{"board": VILLAGES, "forced": False, "turn": 7, **more})


def soviet(units: dict[str, str], **more: Any) -> grognard.Match:
    """The Soviet part of the segment."""
    return admin(units, "soviet-replacement", **{"board": VILLAGES, "forced": False, **more})


@pytest.mark.rule("bugriver", "8.3")
def test_the_germans_spend_points_first_then_the_soviets_reorganise() -> None:
    there = {"1109": "44ID I/131", "2309": "87RD I/283", "2210": "II/283"}
    m = position(there, phase="options", side=SOVIET, passed=GERMAN, luck=SOVIET, dice="1 1 1 ...", forced=False,
                 board=VILLAGES, strength={"I/131": 2, "I/283": 2})  # fmt: skip
    play(m, "pass")
    assert state(m).phase == "german-replacement"
    play(m, "end")
    assert state(m).phase == "soviet-replacement"


@pytest.mark.rule("bugriver", "8.3a")
def test_a_unit_is_in_order_in_range_and_its_hq_supplied() -> None:
    there = {"1109": "44ID", "1509": "I/131", "1510": "II/131", "1709": "III/131", "2309": "87RD"}
    down = {"I/131": 3, "II/131": 3, "III/131": 3}
    m = german(there, strength=down, disrupted="II/131")
    assert offered(m, "replace") == ["I/131"]
    refused(m, "replace II/131", "8.3a")
    refused(m, "replace III/131", "8.3a")
    cut = {"1909": "44ID", "1709": "I/131", **WALL}
    refused(german(cut, strength={"I/131": 3}), "replace I/131", "8.3a")
    play(german(cut, strength={"I/131": 3}, flipped="44ID"), "replace I/131")  # in Emergency Supply


@pytest.mark.rule("bugriver", "8.3b")
def test_enemy_zones_do_not_keep_replacements_away() -> None:
    m = german({"1109": "44ID", "1509": "I/131", "1508": "I/16", "2309": "87RD"}, strength={"I/131": 3})
    play(m, "replace I/131")
    assert strength(m, "I/131") == 4


@pytest.mark.rule("bugriver", "8.3c")
@pytest.mark.rule("bugriver", "8.3.1a")
@pytest.mark.rule("bugriver", "8.3.1b")
@pytest.mark.example("bugriver", "D-german-rp")
@pytest.mark.example("bugriver", "8.3.1-figure")
def test_two_infantry_points_for_an_engineer_and_the_rest_is_lost() -> None:
    m = german({"1109": "44ID", "1209": "Pi80", "2309": "87RD"}, strength={"Pi80": 2}, board=field())
    assert state(m).donor[2:] == (3, 1)
    play(m, "replace Pi80")
    assert strength(m, "Pi80") == 3
    refused(m, "replace Pi80", "8.3.1b")
    play(m, "end")
    assert state(m).donor[2:] == (0, 0)


@pytest.mark.rule("bugriver", "8.3.1a")
@pytest.mark.rule("bugriver", "8.3.1b")
def test_each_kind_of_point_is_for_its_own_units() -> None:
    """G30: infantry and other leg units 1, engineers and motorised units 2, AFVs their own."""
    there = {"1109": "44ID", "1209": "14Pz", "1309": "I/131", "1310": "AA44", "1311": "1/Pj46", "1312": "I/103",
             "1409": "1/36", "1410": "2/36", "2309": "87RD"}  # fmt: skip
    down = {"I/131": 3, "AA44": 1, "1/Pj46": 1, "I/103": 3, "1/36": 3, "2/36": 3}
    m = german(there, strength=down)
    play(m, "replace 1/36")
    assert state(m).donor[2:] == (3, 0)
    refused(m, "replace 2/36", "8.3.1a")
    play(m, "replace AA44")
    assert state(m).donor[2:] == (2, 0)
    play(m.copy(), "replace I/103")
    play(m, "replace 1/Pj46")
    assert (strength(m, "1/Pj46"), state(m).donor[2:]) == (2, (0, 0))
    refused(m, "replace I/131", "8.3.1a")
    none = german(there, strength=down, turn=2)
    refused(none, "replace 1/36", "8.3.1a")  # turn 2 has one Infantry point and no AFV point
    assert state(none).donor[2:] == (1, 0)


@pytest.mark.rule("bugriver", "8.3d")
def test_a_point_restores_a_strength_point_up_to_the_printed_strength() -> None:
    m = german({"1109": "44ID", "1209": "I/131", "2309": "87RD"}, strength={"I/131": 4}, gone="II/131", board=field())
    play(m, "replace I/131", "replace I/131")
    assert strength(m, "I/131") == 6
    refused(m, "replace I/131", "8.3d")
    refused(m, "replace II/131", "8.3d")  # G29: who is eliminated stays out
    assert where(m, "II/131") == "dead"


# --- 8.3.2 ------------------------------------------------------------------------------------------------------------

CAMP = {
    "2309": "87RD", "2210": "I/283", "2211": "II/283 BG1 1/43AT", "2110": "1/19MG", "2111": "87Eng", "2112": "87Rec",
    "2209": "215MD I/711", "2109": "41TD 4/82", "1109": "44ID",
}  # fmt: skip
DOWN = {"I/283": 3, "II/283": 1, "BG1": 1, "1/43AT": 1, "1/19MG": 1, "87Eng": 1, "87Rec": 1, "I/711": 2, "4/82": 1}


@pytest.mark.rule("bugriver", "8.3.2b")
@pytest.mark.rule("bugriver", "8.3.2c")
@pytest.mark.example("bugriver", "D-cannibalise")
def test_a_battalion_of_three_gives_three_points_to_the_types_of_its_line() -> None:
    m = soviet(CAMP, strength=DOWN)
    play(m, "cannibalise I/283")
    assert where(m, "I/283") == "spent"
    assert state(m).donor[2] == 3
    assert set(offered(m, "replace")) == {"II/283", "BG1", "1/43AT", "1/19MG", "87Eng"}
    for unit in ("87Rec", "I/711", "4/82"):
        refused(m, f"replace {unit}", "8.3.2c")
    play(m, "replace BG1", "replace 1/43AT")
    assert (strength(m, "BG1"), strength(m, "1/43AT"), state(m).donor[2]) == (2, 2, 1)
    play(m, "end")
    assert state(m).donor[2] == 0


@pytest.mark.rule("bugriver", "8.3.2b")
def test_points_are_spent_before_the_next_unit_is_broken_up() -> None:
    m = soviet({**CAMP, "2212": "III/283"}, strength=DOWN)
    play(m, "cannibalise I/283", "replace 1/19MG", "cannibalise III/283")
    assert state(m).donor[2] == 5  # the two that were left are lost
    whole = soviet(CAMP)
    refused(whole, "cannibalise I/283", "8.3.2b")  # nobody is in want


@pytest.mark.rule("bugriver", "8.3.2c")
def test_other_donors_feed_only_their_like() -> None:
    m = soviet({**CAMP, "2113": "2/19MG", "2212": "II/711"}, strength=DOWN)
    guns = m.copy()
    play(guns, "cannibalise 2/19MG")
    assert offered(guns, "replace") == ["1/19MG"]
    play(m, "cannibalise II/711")
    assert offered(m, "replace") == ["I/711"]


@pytest.mark.rule("bugriver", "8.3.2a")
def test_donors_are_in_order_and_served_by_their_hq() -> None:
    m = soviet(CAMP, strength=DOWN, disrupted="I/283")
    refused(m, "cannibalise I/283", "8.3.2a")
    refused(m, "cannibalise BG1", "8.3.2a")
    refused(m, "cannibalise 87Rec", "8.3.2a")
    play(m.copy(), "cannibalise II/283")  # whatever its strength
    far = soviet({**CAMP, "1609": "III/283"}, strength=DOWN)
    refused(far, "cannibalise III/283", "8.3.2a")


@pytest.mark.rule("bugriver", "8.3.2d")
def test_recipients_are_in_range_of_their_own_hq_and_of_the_donors() -> None:
    """A battalion of the 124th Division may have the points if it is near the 87th's HQ too."""
    board = field(village="2309 2313 1109")
    there = {"2309": "87RD", "2210": "I/283", "1909": "II/283", "2313": "124RD", "2211": "I/622", "2315": "II/622",
             "2015": "124Eng", "1109": "44ID"}  # fmt: skip
    down = {"I/622": 2, "II/622": 2, "124Eng": 2, "II/283": 2}
    m = soviet(there, board=board, strength=down, disrupted="II/622")
    play(m, "cannibalise I/283")
    assert set(offered(m, "replace")) == {"II/283", "I/622"}
    refused(m, "replace II/622", "8.3a")
    refused(m, "replace 124Eng", "8.3.2d")


@pytest.mark.rule("bugriver", "8.3.2e")
def test_hqs_are_never_reorganised() -> None:
    m = soviet(CAMP, strength={**DOWN, "87RD": 1})
    refused(m, "cannibalise 87RD", "8.3.2e")
    play(m, "cannibalise I/283")
    refused(m, "replace 87RD", "8.3.2e")


@pytest.mark.rule("bugriver", "7.7b")
@pytest.mark.rule("bugriver", "8.3.2b")
@pytest.mark.parametrize(("others", "stays"), [("1/43AT", ("2210",)), ("", ())])
def test_a_unit_broken_up_leaves_improved_defense_to_those_who_stay(others: str, stays: tuple[str, ...]) -> None:
    camp = {"2309": "87RD", "2210": f"I/283 {others}", "2211": "II/283"}
    m = soviet(camp, strength={"II/283": 1}, improved="2210")
    play(m, "cannibalise I/283")
    assert state(m).in_hexes(state(m).improved) == stays


@pytest.mark.rule("bugriver", "8.3.2b")
def test_nobody_is_broken_up_for_himself() -> None:
    refused(soviet({"2309": "87RD", "2210": "I/283"}, strength={"I/283": 3}), "cannibalise I/283", "8.3.2b")


@pytest.mark.rule("bugriver", "8.3.1a")
@pytest.mark.rule("bugriver", "8.3.2b")
def test_who_gives_out_points_is_told_how_many_there_are() -> None:
    def told(m: grognard.Match) -> str:
        assert m.decision is not None
        return m.decision.prompt.split(":")[0]

    units = {"1109": "44ID", "1209": "I/131 1/StG191", "2309": "87RD"}
    m = admin(units, "german-replacement", turn=3, strength={"I/131": 2, "1/StG191": 1},
              assigned={"1/StG191": "44ID"}, forced=False)  # fmt: skip
    assert told(m) == "You have 2 Infantry points and 1 AFV point"
    play(m, "replace 1/StG191", "replace I/131")
    assert told(m) == "You have 1 Infantry point"
    play(m, "replace I/131")
    assert told(m) == "No points are left"
    broken = {"2309": "87RD", "2209": "I/16", "2208": "II/16", "1109": "44ID"}
    theirs = admin(broken, "soviet-replacement", turn=4, strength={"II/16": 2, "I/16": 3}, forced=False)
    assert told(theirs) == "Cannibalise a unit and spend its points, or end"
    play(theirs, "cannibalise I/16", "replace II/16")
    assert told(theirs) == "You have 2 points of infantry to give out"
