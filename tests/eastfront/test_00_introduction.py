"""0: who plays, what each side sees of the other's blocks, how time passes, who wins."""

from __future__ import annotations

import pytest

import grognard
from tests.eastfront.table import (
    GERMAN,
    MAP,
    SOVIET,
    allowed,
    end_until,
    field,
    play,
    position,
    refused,
    state,
)  # fmt: skip

HQ = {"AG-South": ""}


def seen(m: grognard.Match, unit: str, by: str | None = SOVIET) -> bool:
    """Whether a side sees which block it is."""
    return unit in [block.id for block in m.view(by).units]


# --- 0a --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "0a")
def test_two_sides_and_the_german_runs_the_satellites() -> None:
    (info,) = [game for game in grognard.games() if game.id == "eastfront"]
    assert info.sides == (GERMAN, SOVIET)
    m = position({"0405": "AG-South:1 3Rum 2Hun 8Ital", "0905": "23A"}, scenario="S42", active_hqs=HQ)
    rules = state(m).rules
    assert sorted(rules.units[unit].nation for unit in rules.satellites) == [
        "hungarian",
        "italian",
        "rumanian",
        "rumanian",
    ]
    for army in ("3Rum", "2Hun", "8Ital"):
        allowed(m, f"move {army} 0505", GERMAN)


@pytest.mark.rule("eastfront", "0a")
def test_the_map_reaches_from_the_carpathians_to_the_volga_and_from_finland_to_the_caucasus() -> None:
    rules = state(position({}, board=MAP, phase="command")).rules
    column, row = ({name: int(rules.grid.names[hex][part]) for name, hex in rules.geography.places.items()}
                   for part in (slice(2), slice(2, 4)))  # fmt: skip
    assert column["Debrecen"] < column["Kiev"] < column["Stalingrad"]
    assert row["EZ-W"] < row["Leningrad"] < row["Moscow"] < row["Tbilisi"]


# --- 0b --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "0b")
def test_the_enemy_sees_that_a_block_is_there_not_what_it_is() -> None:
    m = position({"0405": "AG-South:1 41Pz:3", "0905": "23A:2"}, active_hqs=HQ)
    (block,) = [block for block in m.view(SOVIET).units if block.hidden]
    assert (block.side, block.hex, block.type, block.strength) == (GERMAN, "0405", "hidden", "?")
    assert "41Pz" not in str(m.view(SOVIET))
    assert seen(m, "41Pz", GERMAN)
    for unit in ("41Pz", "23A"):
        assert not seen(m, unit, None)  # nor does an onlooker


@pytest.mark.rule("eastfront", "0b")
def test_an_active_hq_is_shown_and_hidden_again_when_it_deactivates() -> None:
    m = position({"0405": "AG-South:2 41Pz", "0505": "AG-North:1"}, phase="command")
    play(m, "activate AG-South")
    assert seen(m, "AG-South")
    assert not seen(m, "AG-North")
    play(m, "end", "mobilize AG-South 0305")
    assert not seen(m, "AG-South")


@pytest.mark.rule("eastfront", "0b", "6.31")
def test_all_are_shown_in_combat_and_after_it_the_original_attackers_only() -> None:
    units = {"0505": "AG-South:1 41Pz:4 1AK:4", "0605": "23A:3 27A:3"}
    m = position(units, active_hqs=HQ, dice=[6, 1, 1, 1, 1, 1] + [1] * 7)
    play(m, "move 41Pz 0605", "move 1AK 0605")
    assert not seen(m, "41Pz")
    end_until(m, "combat")
    assert not seen(m, "41Pz")
    play(m, "resolve 0605")
    assert m.decisions[0].kind == "lose"  # in the midst of the round
    assert all(seen(m, unit, GERMAN) and seen(m, unit) for unit in ("41Pz", "1AK", "23A", "27A"))
    play(m, "lose 1AK")
    assert [seen(m, "41Pz"), seen(m, "1AK")] == [True, True]
    assert not seen(m, "23A", GERMAN)


@pytest.mark.rule("eastfront", "0b", "7.15")
def test_units_added_by_the_original_attacker_are_shown_at_once_and_the_defenders_are_not() -> None:
    m = position({"0505": "AG-South:1 41Pz", "0605": "1AK 23A"}, battles={"0605": "german"}, active_hqs=HQ)
    play(m, "move 41Pz 0605")
    assert seen(m, "41Pz")
    m = position({"0505": "AG-South:1 41Pz", "0605": "1AK 23A"}, battles={"0605": "soviet"}, active_hqs=HQ)
    play(m, "move 41Pz 0605")
    assert not seen(m, "41Pz")


@pytest.mark.rule("eastfront", "0b", "6.41")
def test_a_rearguard_is_shown_until_it_is_away() -> None:
    units = {"0605": "41Pz 23A:1", "0505": "AG-South:1 1AK"}
    m = position(units, battles={"0605": "soviet"}, active_hqs=HQ)
    play(m, "rearguard 41Pz 0505")
    assert seen(m, "41Pz")
    play(m, "end", "stay")
    assert not seen(m, "41Pz")


@pytest.mark.rule("eastfront", "0b", "14.6")
def test_a_dispersed_para_is_known_as_such_but_not_its_strength() -> None:
    m = position({"0405": "4Para:2~", "1005": "STAVKA"}, active=SOVIET, phase="command")
    blocks = {block.hex: block for block in m.view(GERMAN).units}
    assert blocks["0405"].status == ("dispersed",)
    assert blocks["0405"].strength == "?"
    assert blocks["1005"].status == ()


@pytest.mark.rule("eastfront", "0b")
def test_the_log_names_no_hidden_block_to_the_enemy() -> None:
    m = position({"0405": "AG-South:2 41Pz 1AK!", "0505": "26AK"}, active_hqs=HQ, board=field(rail=""))
    play(m, "move 41Pz 0305", "move 26AK 0605", "move 1AK 0505")
    told = " ".join(m.log(SOVIET))
    assert "a German block moves" in told
    assert not any(unit in told for unit in ("41Pz", "26AK", "1AK"))


# --- 0c, 0d ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("eastfront", "0c")
def test_only_the_active_player_acts() -> None:
    m = position({"0405": "AG-South:2 1AK", "0905": "STAVKA:2 23A"}, active_hqs=HQ)
    assert [decision.side for decision in m.decisions] == [GERMAN]
    refused(m, "move 23A 0805", "", SOVIET)
    refused(m, "move 23A 0805", "6.1")


@pytest.mark.rule("eastfront", "0d", "17.1", "17.2")
def test_points_are_the_level_the_hqs_the_losses_and_the_german_handicap() -> None:
    m = position(
        {"0205": "AG-South:2", "1005": "STAVKA:3"}, scenario="S42", month="NOV42", fortnight=2, weather="mud",
        active=SOVIET, phase="command",
        tracks={"played": GERMAN, "basic": {GERMAN: 100, SOVIET: 60}, "dead": "1AK 26AK OKH 23A 27A 8A"},
    )  # fmt: skip
    play(m, "end")
    assert m.result is not None
    assert m.result.points == {GERMAN: 100 + 4 - 2 * 2 - 4 - 30, SOVIET: 60 + 6 - 3}
    assert m.result.winner == ""
