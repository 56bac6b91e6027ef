"""What a preview tells, on the full set of counters, and what it does not give away."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

import grognard
from grognard.games.guderian.rules import BOX
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    SOVIET_COMBAT,
    SOVIET_MOVEMENT,
    field,
    lines,
    position,
)

COLUMNS = ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10-1"]
RIFLES = [piece.steps[0] for piece in BOX.pieces.all if piece.type == "rifle"]


def column(attack: int, defence: int) -> str:
    """9.4 the plain way: in the defender's favour, and no further than the table goes."""
    if attack >= defence:
        return f"{min(10, attack // defence)}-1"
    return "1-2" if 2 * attack >= defence else "1-3"


def shares(found: Counter[str]) -> dict[str, float]:
    total = sum(found.values())
    return {what: float(Fraction(ways, total)) for what, ways in found.items()}


# --- the full pool by a plain formula --------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "12.0", "9.4")
@pytest.mark.parametrize("units", ["25/7", "25/7 6/7 7/7", "6.ID 5.ID"])
def test_a_german_attack_on_one_untried_division(units: str) -> None:
    m = position({"0605": "rifle", "0505": units, "0705": "Lukin"}, phase=GERMAN_COMBAT)
    preview = m.preview(f"attack 0605 {units}")
    strength = {"25/7": 4, "25/7 6/7 7/7": 16, "6.ID 5.ID": 18}[units]
    expected = Counter(column(strength, defence) if defence else "nobody" for _, defence, _ in RIFLES)
    chances = shares(expected)
    assert preview.outcomes["De without a roll"] == pytest.approx(chances.pop("nobody"))
    assert preview.columns == pytest.approx(chances)
    assert (preview.attack, preview.defence) == (str(strength), "0 to 8")


@pytest.mark.rule("guderian", "12.0", "9.4")
def test_a_soviet_attack_of_two_untried_divisions_and_a_leader() -> None:
    m = position({"0605": "rifle rifle Remezov", "0505": "6.ID"}, phase=SOVIET_COMBAT)
    preview = m.preview("attack 0505 R1 R2 Remezov")
    expected: Counter[str] = Counter()
    for (one, *_), (other, *_) in permutations(RIFLES, 2):
        strength = one + other
        expected[column(strength + min(strength, 4), 9) if strength else "nobody"] += 1
    chances = shares(expected)
    assert preview.outcomes["no attack"] == pytest.approx(chances.pop("nobody"))
    assert preview.columns == pytest.approx(chances)


@pytest.mark.rule("guderian", "12.0", "6.55a", "11.31")
def test_a_soviet_overrun_out_of_supply() -> None:
    units = {"0602": "rifle rifle Remezov", "0502": "25/7", "0902": "GD"}
    m = position(units, board=field(rows=3), phase=SOVIET_MOVEMENT)
    preview = m.preview("overrun 0502 R1 R2 Remezov")
    expected: Counter[str] = Counter()
    for (one, *_), (other, *_) in permutations(RIFLES, 2):
        strength = sum(max(1, attack // 2) for attack in (one, other) if attack)
        expected[column(max(1, (strength + min(strength, 4)) // 2), 4) if strength else "nobody"] += 1
    chances = shares(expected)
    chances.pop("nobody")
    assert preview.columns == pytest.approx(chances)
    assert preview.kind == "overrun"


@pytest.mark.rule("guderian", "9.5")
def test_the_outcomes_are_those_of_the_columns() -> None:
    m = position({"0605": "17SD", "0505": "25/7 6/7 7/7", "0705": "Lukin"}, phase=GERMAN_COMBAT)
    preview = m.preview("attack 0605 25/7 6/7 7/7")  # 16 to 4
    assert preview.columns == {"4-1": 1}
    sixth = 1 / 6
    assert preview.outcomes == pytest.approx(
        {"D2": 2 * sixth, "D2/A1": sixth, "D1": sixth, "D1/A1": sixth, "Eng": sixth}
    )
    assert (preview.attack, preview.defence, preview.column) == ("16", "4", "4-1")


# --- honesty ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("guderian", "12.0", "12.2a")
@pytest.mark.parametrize("action", ["attack 0505 R1 R2 Lukin", "attack 0505 R1", "attack 0505 R1 R2"])
def test_a_preview_does_not_depend_on_what_lies_under_the_counters(action: str) -> None:
    previews = [
        position({"0605": f"?{one} ?{other} Lukin", "0505": "25/7"}, phase=SOVIET_COMBAT).preview(action)
        for one, other in [("2SD", "27SD"), ("161SD", "123SD"), ("19SD-b", "17SD")]
    ]
    assert previews[0] == previews[1] == previews[2]


@pytest.mark.rule("guderian", "12.0")
def test_nor_on_how_they_are_dealt_anew() -> None:
    units = {"0605": "rifle armoured Lukin", "0604": "rifle", "0505": "25/7 6/7 7/7"}
    m = position(units, phase=GERMAN_COMBAT, seed=9)
    preview = m.preview("attack 0604 0605 25/7 6/7 7/7")
    assert all(m.determinize("german", seed).preview("attack 0604 0605 25/7 6/7 7/7") == preview for seed in range(8))


@pytest.mark.rule("guderian", "12.2a")
def test_a_preview_changes_and_reveals_nothing() -> None:
    m = position({"0605": "?2SD Lukin", "0505": "25/7"}, phase=GERMAN_COMBAT)
    before = m.fingerprint(), len(m.events), m.view()
    m.preview("attack 0605 25/7 go")
    assert (m.fingerprint(), len(m.events), m.view()) == before


@pytest.mark.rule("guderian", "12.4a")
def test_counters_that_have_been_seen_are_out_of_the_question() -> None:
    m = position({"0605": "rifle", "0705": "17SD 18SD Lukin", "0505": "25/7"}, phase=GERMAN_COMBAT)
    assert m.preview("attack 0605 25/7").notes == ("R1 is untried: one of 76 unseen counters",)


# --- the computation line by line ------------------------------------------------------------------------------------


def test_every_modifier_is_listed_with_its_rule() -> None:
    board = field(rows=3, forest="0802", river="0702/se")
    units = {"0702": "6.ID", "0802": "258SD", "0502": "17SD"}
    m = position(units, board=board, phase=GERMAN_COMBAT)
    preview = m.preview("attack 0802 6.ID")
    assert [(line.rule, line.value) for line in preview.lines] == [
        ("3.4e", "9"),
        ("11.31", "4"),  # 17SD bars the west
        ("3.4e", "8"),
        ("11.31", "4"),  # no Leader
        ("9.31", "x2"),
        ("9.32", "x2"),
        ("9.33", "12"),
        ("9.4", "4"),
        ("9.4", "12"),
    ]
    assert (preview.attack, preview.defence, preview.column) == ("4", "12", "1-3")


def test_untried_units_are_listed_with_what_they_may_be() -> None:
    m = position({"0605": "rifle 17SD Remezov", "0505": "25/7"}, phase=SOVIET_COMBAT)
    found = lines(m.preview("attack 0505 R1 17SD Remezov"))
    assert (found["12.2a"], found["10.36a"]) == ("0 to 9", "4")
    m = position({"0605": "rifle", "0505": "25/7 6/7 7/7"}, phase=GERMAN_MOVEMENT)
    preview = m.preview("overrun 0605 25/7 6/7 7/7")
    assert [line.what for line in preview.lines if line.rule == "12.2a"] == ["R1 untried, out of supply, halved"]
    assert (lines(preview)["7.3a"], lines(preview)["6.55a"], preview.attack) == ("16", "8", "8")


def test_a_doubled_unknown_ends_as_a_range() -> None:
    """Forest and river: 0 to 8, doubled twice, and at the end what that can come to."""
    board = field(rows=3, forest="0802", river="0702/se")
    preview = position({"0702": "6.ID 7.ID", "0802": "rifle"}, board=board, phase=GERMAN_COMBAT).preview(
        "attack 0802 6.ID 7.ID"
    )
    *_, attack, defence = preview.lines
    assert (attack.what, attack.value) == ("attack in all", preview.attack)
    assert (defence.what, defence.value) == ("defence in all", preview.defence)
    assert preview.defence.startswith("0 to ")
    assert int(preview.defence.removeprefix("0 to ")) > 8


def test_the_column_is_given_as_a_range_when_it_is_not_certain() -> None:
    m = position({"0605": "rifle", "0505": "25/7", "0705": "Lukin"}, phase=GERMAN_COMBAT)
    assert m.preview("attack 0605 25/7").column == "1-2 to 4-1"


# --- what cannot be previewed ----------------------------------------------------------------------------------------


def test_an_illegal_attack_is_refused_with_its_rule() -> None:
    m = position({"0605": "17SD", "0505": "25/7", "0303": "6/7"}, phase=GERMAN_COMBAT)
    with pytest.raises(grognard.Illegal) as error:
        m.preview("attack 0605 6/7")
    assert error.value.ruling.rule == "9.11"


@pytest.mark.parametrize("words", ["end", "attack 0605", ""])
def test_what_is_no_attack_is_answered_in_one_line(words: str) -> None:
    m = position({"0605": "17SD", "0505": "25/7"}, phase=GERMAN_COMBAT)
    with pytest.raises(grognard.Invalid) as error:
        m.preview(words)
    assert "\n" not in str(error.value)
    assert "attack" in str(error.value)


def test_when_the_game_is_over_there_is_nothing_to_preview() -> None:
    m = position({"0605": "17SD", "0505": "25/7"}, phase="german-interdiction", turn=12)
    m.play("end")
    with pytest.raises(grognard.Invalid):
        m.preview("attack 0605 25/7")
