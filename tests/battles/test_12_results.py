"""12.5 Results: steps and hexes over a whole force."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.events import Eliminated
from grognard.games.battles.position import HALTED
from grognard.games.battles.results import Part, parts
from tests.battles.field import field, ground, unit
from tests.battles.fray import Fray, refused

HQS = {"0205": "HQ-39PzK", "1205": "HQ-2TA", "1206": "HQ-47A"}
ATTACK = "HQ-39PzK HQ-2TA HQ-47A"


def fought(units: dict[str, str], attack: str, result: str, *, side: str = "axis", hexes: str = "0605",
           **more: Any) -> Fray:  # fmt: skip
    """An attack that has come to a result: the column and the die are sought that give it."""
    g = field({**HQS, **units}, f"{side}-combat", attack=ATTACK, **more)
    for die in range(1, 7):
        twin = Fray(g.copy(), [die])
        twin.play(f"attack {hexes} {attack} go")
        while twin.asked[1] == "declare":
            twin.play("go")
        if twin.result == result:
            return twin
    raise AssertionError(f"no die gives {result}")


def worn(g_units: dict[str, str], *names: str, **more: Any) -> dict[str, Any]:
    """Keywords that make units begin with a step lost."""
    g = field(g_units)
    level = bytearray(len(g.rules.units))
    for name in names:
        level[unit(g, name)] = 1
    return {"level": level, **more}


# --- the cells --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "12.5p", "12.4e")
def test_a_cell_is_read_attacker_first() -> None:
    assert parts("1/3*") == (Part(1), Part(3, True))
    assert parts("2*/0") == (Part(2, True), Part(0))
    assert parts("0/E")[1].amount > 9
    assert [Part(3, True).less_one, Part(1, True).less_one, Part(1).less_one] == [Part(2, True), Part(0), Part(0)]


@pytest.mark.rule("battles", "12.5a")
def test_e_eliminates_the_whole_force_without_a_choice() -> None:
    m = fought({"0505": "12/4 33/4", "0605": "60RD 76RD 50/3TC"}, "33/4", "E/0")
    assert (m.where("12/4"), m.where("33/4")) == ("0505", "")
    m = fought({"0505": "27/19 73/19 74/19", "0506": "35/4 12/4 33/4", "0605": "86G"},
               "27/19 73/19 74/19 35/4 12/4 33/4", "0/E")  # fmt: skip
    assert m.where("86G") == ""


# --- 12.5b ------------------------------------------------------------------------------------------------------------

TWO = {"0505": "35/4", "0506": "27/19 73/19 74/19", "0605": "57/3TC 15/16TC"}


@pytest.mark.rule("battles", "12.5b", "12.5b1", "12.6p")
def test_a_result_of_two_is_steps_hexes_or_one_of_each() -> None:
    attack = "35/4 27/19 73/19 74/19"  # 17 to 6 with armour and integrity: 5:1
    m = fought(TWO, attack, "0/2")
    assert (m.asked, m.offered()) == (("soviet", "loss-or-retreat"), {"lose", "retreat"})
    m.play("retreat", "retreat 0705", "retreat 0804")  # all units, two hexes
    assert (m.where("57/3TC"), m.where("15/16TC"), m.lost) == ("0804", "0804", [])
    m = fought(TWO, attack, "0/2").play("lose 57/3TC", "lose 15/16TC")  # two steps
    assert (m.lost, m.retreats, m.where("57/3TC")) == (["57/3TC", "15/16TC"], [], "0605")
    m = fought(TWO, attack, "0/2").play("lose 57/3TC", "retreat", "retreat 0706")  # one of each
    assert (m.lost, m.where("57/3TC"), m.where("15/16TC")) == (["57/3TC"], "0706", "0706")


@pytest.mark.rule("battles", "12.5b2", "3.2c")
def test_losses_are_a_total_over_the_force_and_one_step_units_die_of_one() -> None:
    units = {"0505": "35/4", "0506": "27/19 73/19 74/19", "0605": "57/3TC 87Mc"}
    m = fought(units, "35/4 27/19 73/19 74/19", "0/2")
    m.play("lose 87Mc")
    assert (m.where("87Mc"), m.steps("57/3TC")) == ("", 2)
    m.play("lose 57/3TC")
    assert m.lost == ["87Mc", "57/3TC"]  # two steps in all, not two from each


@pytest.mark.rule("battles", "12.5r")
def test_nobody_loses_a_second_step_before_all_have_lost_one() -> None:
    m = fought(TWO, "35/4 27/19 73/19 74/19", "0/2")
    assert m.offered("lose") == {"57/3TC", "15/16TC"}
    m.play("lose 57/3TC")
    assert m.offered("lose") == {"15/16TC"}
    refused(m, "lose 57/3TC", "12.5r")
    refused(m, "lose 35/4", "12.5b2")  # none of the defenders
    alone = {**TWO, "0605": "57/3TC"}
    m = fought(alone, "35/4 27/19 73/19 74/19", "0/2").play("lose 57/3TC")
    assert m.offered("lose") == {"57/3TC"}


@pytest.mark.rule("battles", "12.5b3")
def test_an_asterisk_demands_at_least_one_step() -> None:
    m = fought(TWO, "35/4 27/19 73/19 74/19", "0/2*")
    assert m.offered() == {"lose"}
    m.play("lose 57/3TC")
    assert m.offered() == {"lose", "retreat"}
    # on the attacker's side as well
    m = fought({"0505": "12/4 33/4", "0605": "60RD 76RD"}, "12/4 33/4", "1*/0")
    assert (m.asked, m.offered("lose")) == (("axis", "lose-step"), {"12/4", "33/4"})


@pytest.mark.rule("battles", "12.5c")
def test_in_a_split_result_the_attacker_goes_first() -> None:
    m = fought({"0505": "12/4", "0605": "57/3TC"}, "12/4", "1/1")
    assert m.asked == ("axis", "loss-or-retreat")
    m.play("lose 12/4")
    assert m.asked == ("soviet", "loss-or-retreat")


@pytest.mark.rule("battles", "12.5b4")
def test_an_attacker_who_retreats_spares_the_defender_one() -> None:
    m = fought({"0505": "12/4", "0605": "57/3TC"}, "12/4", "1/1")
    m.play("retreat", "retreat 0404")
    assert (m.asked[1], m.lost, m.where("57/3TC")) == ("axis-combat", [], "0605")
    m = fought(TWO, "35/4 27/19 73/19 74/19", "1/2")
    m.play("retreat", "retreat 0404", "retreat 0405")
    assert m.prompt.startswith("Your defenders: lose a step")


@pytest.mark.rule("battles", "12.5c", "12.7p", "G40")
def test_engaged_both_lose_a_step_and_nobody_moves() -> None:
    units = {"0505": "12/4", "0605": "57/3TC"}
    m = fought(units, "12/4", "ENG")
    assert (m.lost, m.asked[1]) == (["12/4", "57/3TC"], "axis-combat")
    # G40: not even into a hex that it has emptied
    m = fought({"0505": "12/4", "0605": "57/3TC"}, "12/4", "ENG", **worn(units, "57/3TC"), rules=ground(woods="0605"))
    assert (m.where("57/3TC"), m.advances, m.asked[1]) == ("", [], "axis-combat")


# --- what cannot be retreated -----------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "12.6a")
def test_a_force_that_cannot_retreat_is_not_asked() -> None:
    around = {"0704": "33/4", "0707": "1131", "0606": "12R"}  # with the attackers they close every hex
    m = fought({**TWO, **around}, "35/4 27/19 73/19 74/19", "0/2", untried="")
    assert m.asked == ("soviet", "lose-step")


@pytest.mark.rule("battles", "12.5b", "12.6a", "G71", "G82")
def test_who_finds_no_way_loses_a_step_for_each_hex_and_the_others_go() -> None:
    # G71: 0604 and 0605 are attacked together; 57/3TC has no way out of 0604.
    units = {
        "0505": "35/4 12/4 33/4", "0604": "57/3TC", "0605": "15/16TC",
        "0503": "27/19", "0704": "73/19", "0702": "74/19",
    }  # fmt: skip
    m = fought(units, "35/4 12/4 33/4", "0/1", hexes="0604 0605")
    m.play("retreat", "retreat 0706")
    assert (m.where("15/16TC"), m.lost, m.where("57/3TC")) == ("0706", ["57/3TC"], "0604")


@pytest.mark.rule("battles", "12.6g", "10.5", "G30")
def test_a_garrison_takes_steps_instead_of_retreating() -> None:
    soviets = {"0605": "50/3TC 51/3TC 103/3TC", "0604": "60RD 76RD", "1205": "HQ-2TA"}
    units = {"0505": "Gar-W 1131", **soviets}
    m = fought(units, "50/3TC 51/3TC 103/3TC 60RD", "0/1", side="soviet", hexes="0505")
    m.play("retreat", "retreat 0404")
    assert (m.where("1131"), m.steps("Gar-W"), m.where("Gar-W")) == ("0404", 1, "0505")  # G30
    assert m.asked[1] == "soviet-combat"  # the hex is not vacant
    m = fought({**units, "0505": "Gar-W"}, "50/3TC 51/3TC 60RD", "0/1", side="soviet", hexes="0505")
    assert m.steps("Gar-W") == 1  # alone it was not asked


@pytest.mark.rule("battles", "12.1c", "G68")
def test_who_fled_into_a_hex_adds_nothing_to_it_and_dies_with_any_result() -> None:
    # G68: 57/3TC retreats to 15/16TC in 0606, the only way, and 0606 is attacked next.
    units = {"0505": "12/4", "0507": "27/19 73/19 74/19", "0605": "57/3TC", "0606": "15/16TC",
             "0704": "33/4", "0806": "1131", "0603": "Pz/HG"}  # fmt: skip
    g = field({**HQS, **units}, attack=ATTACK)
    m = Fray(g, [5, 3])
    m.play("attack 0605 12/4 go", "go", "retreat")
    assert m.where("57/3TC") == "0606"
    m.play("stay")
    assert m.preview("attack 0606 27/19 73/19 74/19").defence == "1.5"  # 15/16TC, cut off
    m.play("attack 0606 27/19 73/19 74/19 go", "go")
    assert m.result == "0/3*"
    assert (m.where("57/3TC"), m.all(Eliminated)[0].rule) == ("", "12.1c")


@pytest.mark.rule("battles", "12.5q", "10.3i")
def test_any_result_against_overrunners_halts_them() -> None:
    units = {**HQS, "0505": "27/19 73/19 74/19", "0605": "57/3TC"}
    m = Fray(field(units, "axis-movement", attack=ATTACK), [1])
    m.overrun("0605", "27/19", "73/19", "74/19")
    assert m.result == "1/1"
    m.play("lose 27/19", "lose 57/3TC")
    assert m.answer == "1/1"
    assert all(m.g.flags[unit(m.g, name)] & HALTED for name in ("27/19", "73/19", "74/19"))
    m = Fray(field(units, "axis-movement", attack=ATTACK), [2])
    m.overrun("0605", "27/19", "73/19", "74/19").play("lose 57/3TC")
    assert (m.answer, m.g.flags[unit(m.g, "27/19")] & HALTED) == ("0/1", 0)


@pytest.mark.rule("battles", "12.6d", "12.6e")
def test_the_owner_retreats_and_may_part_his_units() -> None:
    m = fought(TWO, "35/4 27/19 73/19 74/19", "0/2")
    m.play("retreat")
    assert m.asked == ("soviet", "retreat")
    assert m.offered("retreat") == {"0705", "0706", "57/3TC", "15/16TC"}
    m.play("retreat 57/3TC 0705", "retreat 0804", "retreat 0706", "retreat 0806")
    assert (m.where("57/3TC"), m.where("15/16TC")) == ("0804", "0806")
    refused(m.play("stay"), "attack 0804 35/4 go", "12.1c")
