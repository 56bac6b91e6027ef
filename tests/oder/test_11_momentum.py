"""11.8 and 11.9: momentum and probing attacks."""

from __future__ import annotations

import pytest

import grognard
from grognard.events import Rolled
from tests.oder.table import (
    GERMAN,
    SOVIET,
    allowed,
    combat,
    field,
    of_kind,
    offered,
    play,
    points,
    refused,
    soviet_combat,
    state,
    where,
)

PANZERS = {"1408": "HG GD 1SS"}
BLOW = "attack 1508 HG GD 1SS go"
BROKEN = {**PANZERS, "1508": "18A", "1609": "47A"}  # 6:1 on 18A: DE DE DE DR DR DR


def broken(advance: str = "HG GD", *, dice: str = "1 6 ...", **more: str) -> grognard.Match:
    """18A is eliminated, some have advanced into 1508, 47A stands before them."""
    m = combat({**BROKEN, **more}, dice=dice)
    play(m, BLOW, *(f"advance {unit}" for unit in advance.split()))
    if m.decision is not None and m.decision.kind == "advance":
        play(m, "stay")
    return m


# --- 11.8 momentum ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("oder", "11.8a", "11.8b")
def test_panzers_that_advanced_attack_once_more() -> None:
    m = broken()
    assert m.decision is not None
    assert (m.decision.kind, m.decision.side) == ("momentum", GERMAN)
    assert offered(m, "attack") == ["1609"]
    assert offered(m, "attack 1609") == ["HG", "GD"]  # 1SS stayed, and nobody else joins
    play(m, "attack 1609 HG GD go")


@pytest.mark.rule("oder", "11.8a", "G40")
def test_it_is_decided_before_any_other_combat() -> None:
    m = broken(**{"1406": "2SS", "1506": "61A"})
    refused(m, "attack 1506 2SS go", "11.8a")
    play(m, "stop")
    allowed(m, "attack 1506 2SS go")
    refused(m, "attack 1609 HG go", "11.3b")  # too late


@pytest.mark.rule("oder", "11.8a", "11.8d")
def test_only_german_mechanised_units_have_momentum() -> None:
    m = combat({"1408": "HG GD 23AK", "1508": "18A", "1609": "47A"}, dice="1 6 ...")  # 5:1
    play(m, "attack 1508 HG GD 23AK go", "advance 23AK", "stay")
    assert m.decision is not None
    assert m.decision.kind == "german-combat"
    m = soviet_combat({"1508": "1GT 2GT 3GT", "1408": "23AK", "1308": "6AK"}, dice="1 ...")
    play(m, "attack 1408 1GT 2GT 3GT go", "advance 1GT", "stay")
    assert m.decision is not None
    assert m.decision.kind == "soviet-movement"  # 1GT stands next to 6AK, and has had its attack


@pytest.mark.rule("oder", "11.8b", "11.3b")
def test_it_may_hit_those_who_retreated() -> None:
    m = combat({**PANZERS, "1508": "18A"}, dice="4 1 ...")
    play(m, BLOW, "retreat 1608", "advance HG", "stay")
    assert offered(m, "attack") == ["1608"]
    play(m, "attack 1608 HG go")


@pytest.mark.rule("oder", "11.8b", "11.3b", "G40")
def test_it_neither_needs_nor_uses_up_the_attack_on_the_hex() -> None:
    more = {"1610": "2SS"}
    m = combat({**BROKEN, **more}, dice="5 1 6 5 5 ...")  # 47A is attacked, then 18A
    play(m, "attack 1609 2SS go", BLOW, "advance HG", "stay")
    assert "1609" in offered(m, "attack")
    m = broken("HG", dice="1 6 5 ...", **more)
    play(m, "attack 1609 HG go")  # AS
    allowed(m, "attack 1609 2SS go")


@pytest.mark.rule("oder", "11.8c")
def test_after_a_success_they_advance_again() -> None:
    m = broken("HG GD", dice="1 6 1 ...")  # 18 to 5: 3:1, DR
    play(m, "attack 1609 HG GD go", "retreat 1709", "advance HG")
    assert where(m, "HG") == "1609"


@pytest.mark.rule("oder", "11.8d", "G41")
def test_once_a_turn() -> None:
    m = broken("HG", dice="1 6 1 ...", **{"1709": "61A"})
    play(m, "attack 1609 HG go", "retreat 1708", "advance HG")  # 1:1, DR
    assert m.decision is not None
    assert m.decision.kind == "german-combat"
    refused(m, "attack 1709 HG go", "11.3b")


@pytest.mark.rule("oder", "11.8a", "G40")
def test_together_or_one_after_another() -> None:
    m = broken("HG GD", dice="1 6 5 5 ...")
    play(m, "attack 1609 HG go")  # 1:1, AS
    assert offered(m, "attack 1609") == ["GD"]
    play(m, "attack 1609 GD go")
    assert m.decision is not None
    assert m.decision.kind == "german-combat"


# --- 11.9 probing attacks ---------------------------------------------------------------------------------------------

LINE = {"1408": "HG 23AK", "1508": "47A", "1808": "8G"}


@pytest.mark.rule("oder", "11.9a", "G43")
def test_a_unit_beside_an_enemy_probes_into_an_empty_hex_of_his_zone() -> None:
    m = combat(LINE)
    assert offered(m, "probe") == ["HG", "23AK"]
    assert set(offered(m, "probe 23AK")) == {"1507", "1409", "HG"}
    refused(m, "probe 23AK 1407", "11.9a")  # in no zone
    refused(m, "probe 23AK 1508", "11.9a")  # not empty
    refused(m, "probe 23AK 1609", "11.9a")  # not adjacent
    m = combat({"1408": "HG", "1508": "47A", "1307": "GD", "1409": "1SS"})
    refused(m, "probe GD 1407", "11.9a")  # not beside an enemy
    refused(m, "probe HG 1409", "11.9a")  # friends are there


@pytest.mark.rule("oder", "11.9a")
def test_the_zone_may_be_another_units() -> None:
    m = combat({"1408": "23AK", "1508": "47A", "1406": "61A"})
    allowed(m, "probe 23AK 1407")  # in the zone of 61A only


@pytest.mark.rule("oder", "11.9a", "11.0c", "11.0d")
def test_neither_fortress_commands_nor_shock_armies_probe() -> None:
    refused(combat({"1408": "FCK HG", "1508": "47A"}), "probe FCK 1507", "11.0c")
    refused(soviet_combat({"1408": "HG", "1508": "5Sh", "1509": "47A"}), "probe 5Sh 1507", "11.0d")


@pytest.mark.rule("oder", "11.9b", "G44")
def test_a_probe_is_an_advance_without_a_die() -> None:
    m = combat(LINE, dice=[], turn=1)
    told = play(m, "probe 23AK 1507")
    assert (where(m, "23AK"), of_kind(told, Rolled), points(m)) == ("1507", [], (0, 0))
    refused(m, "attack 1508 23AK go", "11.3b")  # it was its attack
    refused(m, "probe 23AK 1607", "11.3b")
    m = soviet_combat({"1508": "47A", "1408": "HG"}, dice=[])
    play(m, "probe 47A 1409")
    assert where(m, "47A") == "1409"


@pytest.mark.rule("oder", "11.9b", "G42")
def test_several_units_probe_together() -> None:
    m = combat({"1408": "HG GD 1SS", "1608": "2SS", "1508": "47A"}, dice="5 ...")
    assert set(offered(m, "probe HG GD")) == {"1507", "1409", "1SS", "2SS"}
    refused(m, "probe HG 2SS 1409", "11.9a")  # only one of them is next to it
    refused(m, "probe HG GD 1SS 2SS 1507", "6.2a")  # no room for a fourth
    play(m, "probe HG GD 2SS 1507")
    assert {where(m, unit) for unit in ("HG", "GD", "2SS")} == {"1507"}
    play(m, "attack 1508 HG GD 2SS go")  # with momentum, together


@pytest.mark.rule("oder", "11.9c", "11.9f")
@pytest.mark.example("oder", "11.9.3")
def test_after_a_first_probe_comes_an_attack_or_nothing() -> None:
    m = combat(LINE, dice="5 ...")
    play(m, "probe HG 1507")
    assert m.decision is not None
    assert m.decision.kind == "momentum"
    assert [verb for verb in offered(m) if verb != "supply"] == ["attack", "stop"]  # no second probe
    play(m, "attack 1508 HG go")
    assert m.decision.kind == "german-combat"
    refused(m, "probe HG 1608", "11.3b")


@pytest.mark.rule("oder", "11.9c", "11.9e")
@pytest.mark.example("oder", "11.9.2")
def test_after_an_attack_and_an_advance_comes_an_attack_a_probe_or_nothing() -> None:
    m = broken("HG")
    assert [verb for verb in offered(m) if verb != "supply"] == ["attack", "probe", "stop"]
    assert set(offered(m, "probe HG")) == {"1608", "1509"}
    play(m, "probe HG 1608")
    assert where(m, "HG") == "1608"
    assert m.decision is not None
    assert m.decision.kind == "german-combat"  # done for the phase
    refused(m, "attack 1609 HG go", "11.3b")
    m = broken("HG")
    play(m, "stop")
    assert m.decision is not None
    assert m.decision.kind == "german-combat"


@pytest.mark.rule("oder", "11.9e", "11.8c")
@pytest.mark.example("oder", "11.9.2")
def test_after_a_momentum_attack_there_is_no_probe() -> None:
    m = broken("HG", dice="1 6 5 ...")
    play(m, "attack 1609 HG go")  # AS
    assert m.decision is not None
    assert m.decision.kind == "german-combat"
    refused(m, "probe HG 1608", "11.3b")


@pytest.mark.rule("oder", "11.9d")
@pytest.mark.example("oder", "11.9.1")
def test_a_unit_that_has_not_attacked_may_attack_or_probe() -> None:
    m = combat(LINE)
    allowed(m, "attack 1508 HG go")
    allowed(m, "probe HG 1507")
    m = soviet_combat({"1508": "47A", "1408": "HG"})
    allowed(m, "attack 1408 47A go")
    allowed(m, "probe 47A 1409")


@pytest.mark.rule("oder", "11.9c", "11.8d")
def test_a_probe_gives_no_momentum_to_infantry_or_soviets() -> None:
    m = combat(LINE)
    play(m, "probe 23AK 1507")
    assert m.decision is not None
    assert m.decision.kind == "german-combat"
    m = soviet_combat({"1508": "1GT", "1408": "HG", "1003": "GD"})
    play(m, "probe 1GT 1409")
    assert where(m, "1GT") == "1409"
    assert m.decision is not None
    assert m.decision.kind == "soviet-movement"  # nobody is left to attack or probe


@pytest.mark.rule("oder", "11.9b", "3.1b", "G42")
def test_a_probe_takes_the_hex() -> None:
    m = soviet_combat({"1508": "47A", "1309": "HG", "1408": "GD"}, board=field(fortifications="1409"))
    play(m, "probe 47A 1409")
    assert state(m).controls(SOVIET, state(m).rules.hex_by_name["1409"])
    assert m.query("fortifications").marked["destroyed"] == ("1409",)
