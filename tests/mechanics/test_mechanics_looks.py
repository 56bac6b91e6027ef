"""A unit is described again when something it shows has changed, and only then."""

from __future__ import annotations

from grognard.mechanics.looks import Looks, Shown
from grognard.view import Counter
from tests.mechanics import camp as tents

UNITS = range(3)


class Camp:
    """Three units whose looks show where they are, whether they are fed and who is the scout; it counts its glances."""

    def __init__(self) -> None:
        self.field = tents.Camp()
        self.fed, self.scout, self.weather, self.glances = 0, 0, "dry", 0
        for unit in UNITS:
            self.field.place(unit, 10 + unit)

    def describe(self, unit: int) -> Counter:
        self.glances += 1
        at = self.field.at[unit]
        shown = {"fed": self.fed >> at & 1, "scout": unit == self.scout}
        status = tuple(mark for mark, on in shown.items() if on)
        return Counter(id=str(unit), side="ours", type=self.weather, hex=str(at), status=status)

    def looks(self) -> tuple[Counter, ...]:
        shown = Shown((self.weather,), (self.field.at,), (self.fed,), ({self.scout: True},))
        return Looks(self.field, shown, self.field.stacks, self.describe).of(UNITS)


def test_what_has_not_changed_is_the_same_object() -> None:
    camp = Camp()
    before, after = camp.looks(), camp.looks()
    assert all(one is other for one, other in zip(before, after, strict=True))
    assert camp.glances == 3


def test_a_unit_that_has_moved_is_looked_at_again() -> None:
    camp = Camp()
    before = camp.looks()
    camp.field.place(1, 20)
    after = camp.looks()
    assert [look.hex for look in after] == ["10", "20", "12"]
    assert [look.hex for look in before] == ["10", "11", "12"]
    assert camp.glances == 4


def test_so_are_those_in_hexes_that_have_changed_and_those_that_were_or_are_something() -> None:
    camp = Camp()
    camp.looks()
    camp.fed = 1 << 12 | 1 << 30
    assert ["fed" in look.status for look in camp.looks()] == [False, False, True]
    assert camp.glances == 4
    camp.scout = 1
    assert ["scout" in look.status for look in camp.looks()] == [False, True, False]
    assert camp.glances == 6


def test_when_a_common_fact_returns_so_do_the_looks_it_had() -> None:
    camp = Camp()
    dry = camp.looks()
    camp.weather = "mud"
    assert {look.type for look in camp.looks()} == {"mud"}
    camp.weather = "dry"
    camp.field.place(2, 20)
    again = camp.looks()
    assert [one is other for one, other in zip(dry, again, strict=True)] == [True, True, False]


def test_a_copy_shows_its_own_units() -> None:
    camp = Camp()
    camp.looks()
    here, camp.field = camp.field, camp.field.copy()
    camp.field.place(0, 21)
    assert camp.looks()[0].hex == "21"
    camp.field = here
    assert camp.looks()[0].hex == "10"
