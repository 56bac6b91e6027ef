"""10.3 The fight of an overrun: half strength, unit shifts, terrain, no HQs."""

from __future__ import annotations

import pytest

from grognard.dice import Dice
from grognard.events import Attacked
from grognard.games.battles.previews import preview
from tests.battles.field import field, ground, unit
from tests.battles.fray import Fray, claims

HQS = {"0205": "HQ-39PzK", "1205": "HQ-2TA", "0206": "HQ-2A"}
DIVISION = ("27/19", "73/19", "74/19")


def panzers(die: int) -> Fray:
    """Example 10.3a: a panzer division overruns a unit of three without guns in the open."""
    units = {**HQS, "0505": " ".join(DIVISION), "0605": "57/3TC"}
    m = Fray(field(units, "axis-movement", attack="HQ-39PzK HQ-2TA"), [die])
    found = preview(m.g, "axis", ("overrun", "0605", *DIVISION))
    assert (found.attack, found.defence, found.column) == ("6", "3", "5:1")
    assert claims(found) == {"12.3.4a": "1R", "11.2a": "2R"}
    return m.overrun("0605", *DIVISION)


@pytest.mark.rule("battles", "10.3f", "8.4b", "10.3k")
@pytest.mark.example("battles", "10.3a")
def test_a_panzer_division_overruns_at_five_to_one() -> None:
    m = panzers(3)
    assert (m.odds, m.column) == ((6, 3), "5:1")


@pytest.mark.rule("battles", "10.3i", "12.5q")
@pytest.mark.example("battles", "10.3a.result")
@pytest.mark.parametrize("die", range(1, 7))
def test_one_and_four_stop_the_panzers_and_five_and_six_clear_the_hex(die: int) -> None:
    m = panzers(die)
    hit = die in (1, 4)
    if hit:
        assert m.asked[0] == "axis"
        m.play("lose 27/19")
    if die in (5, 6):
        while not m.over:
            m.play(f"lose {min(m.offered('lose'))}" if m.offered() == {"lose"} else "retreat" if "lose" in m.offered()
                   else f"retreat {min(m.offered('retreat'))}")  # fmt: skip
        assert m.where("57/3TC") != "0605"
    assert (m.result.partition("/")[0] == "1") == hit


@pytest.mark.rule("battles", "10.3k", "10.3p", "12.3.4c", "G12")
@pytest.mark.example("battles", "10.3b")
def test_a_mechanised_corps_overruns_two_regiments_in_the_woods() -> None:
    units = {**HQS, "0505": "232/102 233/102", "0605": "58G/8GTk 59G/8GTk 60G/8GTk"}
    g = field(units, "soviet-movement", attack="HQ-2TA HQ-2A", rules=ground(woods="0505"))
    m = Fray(g, [3]).overrun("0505", "58G/8GTk", "59G/8GTk", "60G/8GTk")
    assert m.odds == (4.5, 4.0)
    found = claims(preview(g, "soviet", ("overrun", "0505", "58G/8GTk", "59G/8GTk", "60G/8GTk")))
    # G12: the woods count as in any combat, which the printed example leaves out
    assert found == {"12.3.4a": "1R", "11.2a": "1R", "12.3.4c": "1L", "11.2b": "1L", "12.3.1a": "1L"}
    assert m.column == "1:2"


@pytest.mark.rule("battles", "10.3j", "12.1p")
def test_a_unit_may_be_overrun_again_and_attacked_afterwards() -> None:
    m = panzers(2).play("lose 57/3TC")
    assert m.where("57/3TC") == "0605"
    m.g.dice = Dice.seeded(0, [2])
    m.overrun("0605", *DIVISION)
    assert len(m.all(Attacked)) == 2
    assert not m.g.flags[unit(m.g, "57/3TC")]


@pytest.mark.rule("battles", "12.6a", "10.3i", "G76")
def test_overrunners_may_retreat_from_the_hex_they_struck_from() -> None:
    m = panzers(1).play("retreat", "retreat 0404")  # G76
    assert {m.where(name) for name in DIVISION} == {"0404"}
    assert m.where("57/3TC") == "0605"  # 12.5b4: spared the one step
