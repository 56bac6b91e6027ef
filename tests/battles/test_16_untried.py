"""16 Untried units, 12.1d; previews over all they may turn out to be."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from grognard.events import Revealed
from grognard.games.battles import previews
from grognard.games.battles.shifts import net, shifts
from grognard.games.battles.strength import attack_strength, defence_strength, fight_for
from grognard.games.battles.untried import turn_over
from tests.battles.field import at, field, ground, unit
from tests.battles.fray import Fray, claims, refused

HQS = {"0205": "HQ-39PzK", "1205": "HQ-2TA", "0206": "HQ-9A"}
ATTACK = "HQ-39PzK HQ-2TA HQ-9A"


def soviet(units: dict[str, str], untried: str, dice: tuple[int, ...] = (), **more: Any) -> Fray:
    """A Soviet Combat phase with untried units."""
    return Fray(field({**HQS, **units}, "soviet-combat", attack=ATTACK, untried=untried, **more), dice)


@pytest.mark.rule("battles", "16.0a", "16.0b", "16.0c", "3.2b", "G44")
@pytest.mark.parametrize(("die", "face"), [(2, "1-1-5"), (4, "2-2-5")])
def test_the_first_combat_shows_what_a_unit_is(die: int, face: str) -> None:
    m = soviet({"0505": "70/73", "0605": "50/3TC"}, "70/73", (die, 3))
    assert m.g.strength(unit(m.g, "70/73")) == "?-?-5"
    m.play("attack 0505 50/3TC go")  # G44: revealed before anything is declared
    assert (m.asked[1], m.g.strength(unit(m.g, "70/73"))) == ("declare", face)
    assert [(e.unit, e.strength) for e in m.all(Revealed)] == [("70/73", face)]
    assert m.steps("70/73") == (1 if die == 2 else 2)


@pytest.mark.rule("battles", "16.0b")
def test_attackers_and_overrunners_are_tried_too() -> None:
    m = Fray(field({**HQS, "0505": "70/73", "0605": "57/3TC"}, attack=ATTACK, untried="70/73"), [5, 3])
    m.play("attack 0605 70/73 go", "go")
    assert m.odds == (2, 3)


@pytest.mark.rule("battles", "16.0b", "10.3p")
def test_an_overrun_reveals_and_may_find_nobody() -> None:
    units = {**HQS, "0505": "70/73", "0605": "50/3TC 51/3TC"}
    m = Fray(field(units, "soviet-movement", attack=ATTACK, untried="70/73"), [1])
    m.overrun("0505", "50/3TC", "51/3TC")
    assert (m.answer, m.where("70/73")) == ("", "")


@pytest.mark.rule("battles", "12.1d", "12.7d")
def test_a_defence_of_nothing_is_gone_and_the_attacker_may_go_in_and_attack_on() -> None:
    units = {"0505": "70/73", "0404": "5R", "0605": "50/3TC 51/3TC"}
    m = soviet(units, "70/73", (1, 3))
    m.play("attack 0505 50/3TC 51/3TC go")
    assert (m.where("70/73"), m.asked) == ("", ("soviet", "advance"))
    m.play("advance 50/3TC 0505", "stay")
    assert m.offered("attack 0404") == {"50/3TC"}  # from the hex it took
    m.play("attack 0404 50/3TC go")
    assert m.asked[1] == "declare"
    # who stays behind has had his attack, and who goes on beyond the hex as well
    m = soviet({**units, "0506": "KG211"}, "70/73", (1,))
    m.play("attack 0505 50/3TC 51/3TC go", "advance 50/3TC 0405", "stay")
    refused(m, "attack 0506 51/3TC go", "12.1c")
    refused(m, "attack 0404 50/3TC go", "12.1c")


@pytest.mark.rule("battles", "12.1d", "G42")
def test_zero_units_drop_out_and_the_others_fight_on() -> None:
    m = soviet({"0505": "70/73 170/73", "0605": "50/3TC"}, "70/73 170/73", (1, 4, 3))  # G42
    m.play("attack 0505 50/3TC go")
    assert (m.where("70/73"), m.preview().defence) == ("", "2")
    m = Fray(field({**HQS, "0505": "70/73", "0605": "57/3TC"}, attack=ATTACK, untried="70/73"), [1])
    m.play("attack 0605 70/73 go")  # no attacker is left
    assert (m.where("70/73"), m.asked[1], m.where("57/3TC")) == ("", "axis-combat", "0605")


@pytest.mark.rule("battles", "12.1c", "8.3g", "G42", "G69")
def test_where_no_attacker_is_left_nobody_was_attacked_and_no_hq_has_had_its_combat() -> None:
    units = {**HQS, "0505": "70/73", "0506": "12/4", "0605": "57/3TC"}
    m = Fray(field(units, untried="70/73"), [1, 3]).play("attack 0605 70/73 go")  # General supply
    assert m.offered("attack 0605") == {"12/4"}
    m.play("attack 0605 12/4 go", "go")
    assert m.odds == (1.5, 3)


@pytest.mark.rule("battles", "8.0b", "16.0b", "8.2d")
def test_supply_is_that_of_the_moment_when_the_untried_are_known() -> None:
    units = {**HQS, "0505": "35/4", "0606": "70/73", "0605": "60RD", "0906": "HQ-47A"}
    g = field(units, attack=ATTACK, untried="70/73", rules=ground(lake="0604 0705"))

    def odds(die: int) -> tuple[float, float]:
        return Fray(g.copy(), [die, 3]).play("attack 0605 35/4 70/73 go", "go", "go").odds

    assert odds(4) == (7, 1.5)  # 70/73 alone keeps the division from its supply over 0706
    assert odds(1) == (5, 3)  # and is nothing
    columns = Fray(g).preview("attack 0605 35/4 70/73 go").columns
    assert columns["1:1"] == pytest.approx(1 / 6)


@pytest.mark.rule("battles", "16.0b", "11.2b", "12.3.4d", "G87")
def test_an_untried_sister_beside_the_combat_helps_and_stays_untried() -> None:
    rules = ground(plan={"integrity": {"73": [1, 1]}})
    m = soviet({"0505": "70/73", "0404": "186/73", "0605": "50/3TC"}, "186/73", (3,), rules=rules)
    assert claims(m.preview("attack 0505 50/3TC"))["11.2b"] == "1L"
    m.play("attack 0505 50/3TC go", "go", "declare 186/73 go")
    assert m.g.strength(unit(m.g, "186/73")) == "?-?-5"


# --- previews ---------------------------------------------------------------------------------------------------------


def by_hand(m: Fray, hex: str, *attackers: str) -> dict[str, Fraction]:
    """The chance of each final column, by trying every face of every die."""
    g = m.g
    table = g.rules.scenario.untried_table
    units = [unit(g, name) for name in attackers]
    fight = fight_for(g, (at(g, hex),), units)
    unknown = [u for u in (*fight.attackers, *fight.defenders) if not g.tried[u]]
    found: dict[str, Fraction] = {}
    for faces in product("123456", repeat=len(unknown)):
        twin = g.copy()
        gone = []
        for u, die in zip(unknown, faces, strict=True):
            result = table[g.rules.units[u].more.untried][die]
            turn_over(twin, u, result)
            if result == "zero":
                twin.withdraw(u, -3)
                gone.append(u)
        left = fight.without(gone)
        attack, defence = attack_strength(twin, left), defence_strength(twin, left)
        what = "none" if not attack or not defence else g.rules.crt.column(attack, defence, net(shifts(twin, left)))
        found[what] = found.get(what, Fraction(0)) + Fraction(1, 6 ** len(unknown))
    return found


@pytest.mark.rule("battles", "16.0b", "12.3a")
@pytest.mark.parametrize("stack", ["70/73", "70/73 170/73 186/73", "70/73 12R", "12R 5R", "186/73 KG174 35/4"])
def test_a_preview_is_exact_over_all_faces_of_all_dice(stack: str) -> None:
    # 73 has integrity here, and 186/73 anti-tank guns: who turns out to be nothing takes his shifts along.
    rules = ground(plan={"integrity": {"73": [1, 1], "8GTk": [1, 1]}}, woods="0505")
    m = soviet({"0505": stack, "0605": "58G/8GTk 59G/8GTk", "0604": "60RD"}, stack.replace("35/4", ""), rules=rules)
    found = m.preview("attack 0505 58G/8GTk 59G/8GTk")
    expected = by_hand(m, "0505", "58G/8GTk", "59G/8GTk")
    nothing = expected.pop("none", Fraction(0))
    assert found.columns == pytest.approx({column: float(chance) for column, chance in expected.items()})
    assert found.outcomes.get(previews.NO_DEFENCE, 0) == pytest.approx(float(nothing))
    assert sum(found.outcomes.values()) == pytest.approx(1)


@pytest.mark.rule("battles", "16.0b", "12.3a")
def test_a_preview_is_exact_with_untried_units_on_both_sides() -> None:
    rules = ground(plan={"integrity": {"73": [1, 1]}})
    units = {**HQS, "0505": "70/73 170/73", "0506": "186/73", "0605": "50/3TC"}
    m = Fray(field(units, attack=ATTACK, untried="70/73 170/73 186/73", rules=rules))
    found = m.preview("attack 0605 70/73 170/73 186/73")
    expected = by_hand(m, "0605", "70/73", "170/73", "186/73")
    nothing = expected.pop("none", Fraction(0))
    assert found.columns == pytest.approx({column: float(chance) for column, chance in expected.items()})
    assert found.outcomes.get(previews.NO_ATTACK, 0) == pytest.approx(float(nothing))
    assert (found.attack, found.defence) == ("0 to 6", "3")


def test_a_preview_lists_what_could_be_added() -> None:
    m = Fray(field({**HQS, "0505": "35/4", "0605": "57/3TC", "1206": "HQ-47A"}, attack=ATTACK))
    assert m.preview("attack 0605 35/4").notes == ("the attacker could add HQ-39PzK up to 3 times",)
