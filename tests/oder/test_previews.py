"""What a preview tells is what happens, die by die."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import grognard
from grognard.events import Noted, Rolled
from tests.oder.table import (
    SOVIETS_BEHIND,
    combat,
    field,
    of_kind,
    play,
    position,
    soviet_combat,
)

RESULTS = {"DE", "DR", "EX", "AS", "AL1"}


def fought(make: Any, units: dict[str, str], action: str, **more: Any) -> Counter[str]:
    """The results of the attack over all six dice."""
    found: Counter[str] = Counter()
    for die in range(1, 7):
        m = make(units, dice=f"{die} ...", **more)
        told = play(m, f"{action} go")
        if m.decision is not None and m.decision.kind == "aerial-supply":
            told += play(m, "none")
        rolled = [event.result for event in of_kind(told, Rolled) if event.rule == "11.5f"]
        automatic = [event.text.rpartition(" ")[2] for event in of_kind(told, Noted) if event.rule == "11.5d"]
        (result,) = rolled or automatic
        found[result] += 1
    return found


@pytest.mark.rule("oder", "11.5c", "11.5e", "11.5f", "11.5d")
@pytest.mark.parametrize(
    ("make", "units", "action", "more"),
    [
        (combat, {"1408": "HG", "1508": "18A"}, "attack 1508 HG", {}),
        (combat, {"1408": "HG", "1508": "18A"}, "attack 1508 HG", {"turn": 1}),
        (combat, {"1408": "HG GD 1SS", "1508": "8G"}, "attack 1508 HG GD 1SS", {"board": field(forest="1508")}),
        (combat, {"1408": "HG GD 1SS", "1508": "18A"}, "attack 1508 HG GD 1SS", {"board": field(city="1508")}),
        (combat, {"1408": "HG", "1609": "GD", "1508": "18A"}, "attack 1508 HG GD", {"markers": {"air": "1508"}}),
        (combat, {"1408": "HG", "1508": "8G", **SOVIETS_BEHIND}, "attack 1508 HG", {}),
        (combat, {"1408": "55AK", "1508": "8G 5G 11G"}, "attack 1508 55AK", {}),
        (soviet_combat, {"1408": "23AK", "1508": "5Sh"}, "attack 1408 5Sh", {}),
        (soviet_combat, {"1408": "23AK", "1508": "1GT 2GT"}, "attack 1408 1GT 2GT", {"turn": 1}),
        (soviet_combat, {"1408": "23AK", "1508": "1GT 2GT"}, "attack 1408 1GT 2GT", {"board": field(river="1408/se")}),
        (soviet_combat, {"1408": "23AK", "1508": "1GT", **SOVIETS_BEHIND}, "attack 1408 1GT", {}),
        (soviet_combat, {"1408": "16SS", "1508": "1GT 2GT 3GT", "1507": "8G"}, "attack 1408 1GT 2GT 3GT 8G", {}),
    ],
)
def test_a_preview_is_what_the_dice_bring(make: Any, units: dict[str, str], action: str, more: dict[str, Any]) -> None:
    preview = make(units, **more).preview(action)
    happened = fought(make, units, action, **more)
    assert preview.outcomes == pytest.approx({result: ways / 6 for result, ways in happened.items()})
    assert preview.columns == {preview.column: 1.0}
    assert set(preview.outcomes) <= RESULTS
    assert sum(preview.outcomes.values()) == pytest.approx(1)


@pytest.mark.rule("oder", "11.8b", "11.5f")
def test_a_momentum_attack_is_previewed_too() -> None:
    m = combat({"1408": "HG GD 1SS", "1508": "18A", "1609": "47A"}, dice="1 6 5 ...")
    play(m, "attack 1508 HG GD 1SS go", "advance HG", "stay")
    preview = m.preview("attack 1609 HG")
    assert (preview.attack, preview.defence, preview.column) == ("9", "5", "1:1")
    assert preview.outcomes["AS"] == pytest.approx(2 / 6)


@pytest.mark.rule("oder", "5.2b", "11.5d")
def test_notes_say_what_the_numbers_do_not() -> None:
    units = {"1408": "16SS", "1508": "1GT 2GT 3GT", "1507": "8G"}
    preview = soviet_combat(units, turn=1).preview("attack 1408 1GT 2GT 3GT")
    assert preview.notes == ("read one column to the left on turn 1 (5.2b)",)
    preview = soviet_combat(units, turn=2).preview("attack 1408 1GT 2GT 3GT 8G")
    assert preview.notes == ("beyond the table: no die is thrown (11.5d)",)
    assert preview.outcomes == {"DE": 1.0}


def test_only_attacks_have_odds() -> None:
    m = position({"1408": "HG"})
    for words in ("move HG 1508", "end"):
        with pytest.raises(grognard.Invalid, match="odds are for an attack"):
            m.preview(words)
    m = combat({"1408": "HG", "1508": "18A"})
    with pytest.raises(grognard.Invalid):
        m.preview("attack 1508")
    with pytest.raises(grognard.Illegal):
        m.preview("attack 1608 HG")
