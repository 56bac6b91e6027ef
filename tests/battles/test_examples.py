"""Worked examples that several chapters answer: clear ground, the mechanised allowances, the faces of an HQ."""

from __future__ import annotations

import pytest

from grognard.games.battles import supply, works
from grognard.games.battles.air import may_interdict
from grognard.games.battles.overrun import may_be_overrun
from grognard.games.battles.position import ATTACK, GENERAL, NONE
from grognard.games.battles.shifts import shifts
from grognard.games.battles.strength import fight_for
from tests.battles.field import at, field, ground, unit
from tests.battles.march import march, refused

WEATHER = {"weather_states": {"mud": {"allowance": {"mechanised": -1}}}}


@pytest.mark.rule("battles", "10.1a", "12.3.1a", "13.0d", "18.0b1", "10.3c")
@pytest.mark.example("battles", "tec.clear")
def test_clear_ground_hides_nobody_and_forbids_nothing() -> None:
    g = field({"0505": "35/4", "0605": "60RD"})
    fight = fight_for(g, (at(g, "0605"),), (unit(g, "35/4"),))
    assert not [shift for shift in shifts(g, fight) if shift.rule.startswith("12.3.1")]
    assert g.zoc("axis") >> at(g, "0605") & 1
    assert may_be_overrun(g, at(g, "0605"))
    far = field({"0505": "35/4"}, "axis-works")
    assert works.may_fortify(far, at(far, "0505"))
    flying = field({}, "axis-air", rules=ground(plan={"air": {"rows": {"1": {"axis": 1}}, "interdiction": True}}))
    flying.air["axis"] = 1
    assert may_interdict(flying, at(flying, "0505"))


@pytest.mark.rule("battles", "10.2b", "8.2a", "10.1h")
@pytest.mark.example("battles", "mech.ma")
@pytest.mark.parametrize(
    ("name", "weather", "printed", "attack", "lean"),
    [("35/4", "", 8, 4, 4), ("50/3TC", "", 7, 4, 4), ("62G", "", 6, 3, 3), ("62G", "mud", 5, 3, 3)],
)
def test_allowances_of_eight_to_five_points(name: str, weather: str, printed: int, attack: int, lean: int) -> None:
    rules = ground(plan=WEATHER)
    side = rules.side[rules.unit_by_id[name]]

    def points(phase: str, level: int) -> float:
        sky = weather or rules.fair
        return march({"0505": name}, f"{side}-{phase}", rules=rules, level=level, weather=sky).points(name)

    assert points("movement", GENERAL) == printed
    assert [points("mechanised", level) for level in (ATTACK, GENERAL, NONE)] == [attack, 2, 0]
    assert points("movement", NONE) == lean


@pytest.mark.rule("battles", "14.0b", "3.2i")
@pytest.mark.example("battles", "14.0")
def test_the_two_faces_of_a_panzer_corps_hq() -> None:
    units = {"0303": "HQ-39PzK", "0505": "35/4"}
    front, back = field(units, attack="HQ-39PzK"), field(units)
    assert [supply.level(front, unit(front, name)) for name in ("HQ-39PzK", "35/4")] == [ATTACK, ATTACK]
    assert [supply.level(back, unit(back, name)) for name in ("HQ-39PzK", "35/4")] == [GENERAL, GENERAL]
    refused(march(units, "axis-mechanised", level=ATTACK), "move HQ-39PzK 0304", "14.0b")
    assert march(units, "axis-mechanised", level=GENERAL).points("HQ-39PzK") == 2
