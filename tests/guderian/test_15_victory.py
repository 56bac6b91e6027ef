"""15 Victory: what the Germans hold, what they lost, what the Soviets took back, and the level that decides."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.events import Scored
from grognard.preview import Result
from tests.guderian.table import (
    GERMAN_COMBAT,
    GERMAN_INTERDICTION,
    MAP,
    SOVIET_COMBAT,
    SOVIET_MOVEMENT,
    Board,
    asked,
    field,
    happened,
    phase,
    play,
    position,
    turn,
)

POINTS = {
    "Vitebsk": 10,
    "Orsha": 5,
    "Mogilev": 5,
    "Smolensk": 25,
    "Roslavl": 10,
    "Yelnya": 10,
    "Rzhev": 5,
    "Gzhatsk": 5,
    "Vyazma": 15,
    "Kaluga": 20,
    "5907": 20,
    "5915": 20,
}


def rule(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("guderian", *ids)


def example(id: str) -> pytest.MarkDecorator:
    return pytest.mark.example("guderian", id)


def final(units: dict[str, str] | None = None, board: Board | None = MAP, **more: Any) -> Result:
    """The result when the last German player turn ends like this."""
    m = position(units or {"0205": "25/7"}, board=board, turn=12, phase=GERMAN_INTERDICTION, **more)
    m.play("end")
    assert m.decision is None
    assert m.result is not None
    return m.result


def score(m: grognard.Match) -> tuple[int, int]:
    points = m.view().points
    return points["german"], points["soviet"]


def holder(m: grognard.Match, place: str = "Vyazma") -> str:
    side: str = m.view().control[place]
    return side


def until(m: grognard.Match, wanted: str) -> list[Scored]:
    """End phase after phase until this one; what was scored on the way."""
    events = m.play("end")
    while phase(m) != wanted:
        events += m.play("end")
    return happened(events, Scored)


def town(name: str = "Vyazma", hexes: str = "0902", kind: str = "major-city") -> Board:
    """Three rows with a place in them: a unit in an odd column of row 02 bars the way to the west."""
    return {**field(rows=3), "place": [{"name": name, "kind": kind, "hexes": hexes}]}


# --- 15.0, 15.11 German points ---------------------------------------------------------------------------------------


@rule("15.0", "15.11a")
@pytest.mark.parametrize(("place", "points"), POINTS.items())
def test_each_place_has_its_worth(place: str, points: int) -> None:
    result = final(control={"german": place})
    assert result.points == {"german": points, "soviet": 0, "net": points}


@rule("15.11a")
@example("d.vp.max")
def test_all_of_them_and_the_whole_south_western_front_make_165() -> None:
    result = final(control={"german": " ".join(POINTS)}, tracks={"called": 10})
    assert result.points["german"] == 150 + 15
    assert result.level == "German Decisive"


@rule("15.11a")
def test_at_the_start_everything_is_soviet() -> None:  # G55
    assert final().points == {"german": 0, "soviet": 0, "net": 0}


@rule("15.11a")
def test_all_hexes_of_a_city_must_be_held() -> None:
    assert final({"2216": "25/7"}).points["german"] == 0
    assert final({"2216": "25/7", "2217": "6/7"}).points["german"] == 25


@rule("15.11a")
def test_who_passed_last_holds_a_place() -> None:
    m = position({"0702": "25/7"}, board=town(), turn=12)
    play(m, "move 25/7 0902", "move 25/7 0702")
    until(m, "german-interdiction")
    m.play("end")
    assert m.result is not None
    assert m.result.points["german"] == 15


@rule("15.11a")
def test_a_leader_who_passes_takes_it_back() -> None:  # G55
    m = position({"0802": "Lukin"}, board=town(), phase=SOVIET_MOVEMENT, control={"german": "Vyazma"})
    assert holder(m) == "german"
    play(m, "move Lukin 0902", "move Lukin 1102")
    assert holder(m) == "soviet"


@rule("15.11a")
def test_so_does_a_retreat_into_it_and_an_advance() -> None:  # G55
    units = {"0802": "17SD 18SD", "0702": "25/7 6/7 7/7"}
    m = position(units, board=town(), phase=GERMAN_COMBAT, control={"german": "Vyazma"}, dice=[2])
    play(m, "attack 0802 25/7 6/7 7/7 go")  # 16 to 4, 4-1: D2
    assert holder(m) == "german"
    play(m, "retreat", "retreat 0902")
    assert holder(m) == "soviet"
    m = position({"0902": "?2SD", "0802": "25/7"}, board=town(), phase=GERMAN_COMBAT)
    play(m, "attack 0902 25/7 go", "advance 25/7 0902")
    assert holder(m) == "german"


@rule("15.11b")
def test_a_place_counts_only_with_a_line_to_the_west() -> None:
    held = {"board": town(), "control": {"german": "Vyazma"}}
    assert final({"0902": "25/7"}, **held).points["german"] == 15
    assert final({"0902": "25/7", "0502": "17SD"}, **held).points["german"] == 0
    assert final({"0902": "25/7", "0502": "17SD", "0503": "6/7"}, **held).points["german"] == 15  # a friend there


@rule("15.11b")
def test_so_do_the_two_hexes_on_the_roads_to_moscow() -> None:  # G55
    held = {"board": town("Hex 5907", kind="objective"), "control": {"german": "0902"}}
    assert final({"0902": "25/7"}, **held).points["german"] == 20
    assert final({"0902": "25/7", "0502": "17SD"}, **held).points["german"] == 0


@rule("15.11b")
def test_the_line_may_be_of_any_length() -> None:
    assert final({"5915": "25/7"}).points["german"] == 20


@rule("15.11c")
def test_divisions_of_the_south_western_front_are_added() -> None:
    assert final(tracks={"called": 7}, control={"german": "Orsha"}).points["german"] == 5 + 9


# --- 15.12 Soviet points ---------------------------------------------------------------------------------------------

ATTACKERS = {"0605": "111SD 126SD 123SD Lukin"}  # 22: De or D2 on a one against what is left of a division


def destroy(units: str, **more: Any) -> grognard.Match:
    m = position({**ATTACKERS, "0505": units}, phase=SOVIET_COMBAT, dice=[1], **more)
    m.play("attack 0505 111SD 126SD 123SD go")
    if asked(m) == ("german", "loss-or-retreat"):
        m.play("lose")
    return m


@rule("15.12a")
def test_a_whole_division_is_worth_five_points() -> None:
    assert score(destroy("6.ID:1")) == (0, 5)
    assert score(destroy("20/10:1 41/10:1")) == (0, 5)
    assert score(destroy("D/DR:1")) == (0, 5)


@rule("15.12a")
def test_the_cavalry_division_is_worth_nothing() -> None:
    assert score(destroy("1.KD:1")) == (0, 0)


@rule("15.12a")
def test_nor_are_regiments() -> None:
    assert score(destroy("GD:1")) == (0, 0)
    assert score(destroy("Lehr:1")) == (0, 0)
    m = position({**ATTACKERS, "0505": "25/7:1", "0101": "6/7"}, phase=SOVIET_COMBAT, dice=[1])
    m.play("attack 0505 111SD 126SD 123SD go")
    assert score(m) == (0, 0)


@rule("15.12a")
def test_a_division_with_a_regiment_still_to_come_is_not_lost() -> None:  # G56
    board = field(areas={"C": "0101"})
    m = position({**ATTACKERS, "0505": "25/7:1"}, board=board, phase=SOVIET_COMBAT, dice=[1], due={"C": "6/7 7/7"})
    m.play("attack 0505 111SD 126SD 123SD go")
    assert score(m) == (0, 0)


@rule("15.12a")
def test_losses_to_overstacking_count() -> None:  # G56
    m = position({"0505": "5.ID 6.ID 7.ID 15.ID"})
    play(m, "end", "lose 5.ID")
    assert score(m) == (0, 5)


def retaken(place: Board, route: list[str], **more: Any) -> grognard.Match:
    """The Germans end their turn in possession of a place; a Soviet tank division drives along the route."""
    units = {"1102": "57MD Konev", "0302": "25/7", **more.pop("units", {})}
    m = position(units, board=place, phase=GERMAN_INTERDICTION, **more)
    m.play("end")
    play(m, *(f"move 57MD {hex}" for hex in route))
    return m


@rule("15.12b")
def test_a_city_retaken_is_worth_two_points_when_the_soviet_turn_ends() -> None:  # G57
    m = retaken(town(), ["0902"], control={"german": "Vyazma"})
    assert score(m) == (0, 0)
    scored = until(m, "german-movement")
    assert [(s.side, s.points, s.rule) for s in scored] == [("soviet", 2, "15.12b")]
    assert score(m) == (0, 2)


@rule("15.12b")
@pytest.mark.parametrize("name", ["Bely", "Krichev", "Velizh", "Mstislavl"])
def test_a_city_without_a_price_for_the_germans_is_worth_two_as_well(name: str) -> None:  # G57
    m = retaken(town(name, kind="minor-city"), ["0902"], control={"german": name})
    assert score(m) == (0, 0)
    until(m, "german-movement")
    assert score(m) == (0, 2)


@rule("15.12a")
def test_a_position_may_say_what_has_been_lost() -> None:
    m = position({"0505": "GD", "0605": "17SD"}, lost="7Pz 5.ID 1.KD Lehr Konev")
    assert score(m) == (0, 10)
    m = position({"0505": "6/7 7/7", "0605": "17SD"}, lost="25/7")
    assert score(m) == (0, 0)


@rule("15.12b")
def test_to_be_the_last_in_it_is_enough() -> None:  # G57
    m = retaken(town(), ["0902", "1102"], control={"german": "Vyazma"})
    until(m, "german-movement")
    assert score(m) == (0, 2)


@rule("15.12b")
def test_it_must_be_retaken_whole() -> None:
    m = retaken(town(hexes="0902 0802"), ["0902"], control={"german": "Vyazma"})
    until(m, "german-movement")
    assert score(m) == (0, 0)


@rule("15.12b")
def test_the_germans_must_have_held_all_of_it_with_a_line_to_the_west() -> None:
    m = retaken(town(hexes="0902 0802"), ["0902", "0802"], control={"german": "0902"})
    until(m, "german-movement")
    assert score(m) == (0, 0)
    m = retaken(town(), ["0902"], control={"german": "Vyazma"}, units={"0502": "17SD"})
    until(m, "german-movement")
    assert score(m) == (0, 0)


@rule("15.12b")
def test_it_counts_each_time() -> None:
    m = retaken(town(), ["0902", "1102"], control={"german": "Vyazma"})
    until(m, "german-movement")
    play(m, "move 25/7 0902", "move 25/7 0702")
    until(m, "soviet-movement")
    assert turn(m) == 9
    play(m, "move 57MD 0902", "move 57MD 1102")
    until(m, "german-movement")
    assert score(m) == (0, 4)


@rule("15.12b")
def test_only_cities_are_retaken() -> None:  # G57
    m = retaken(town("Hex 5907", kind="objective"), ["0902"], control={"german": "0902"})
    until(m, "german-movement")
    assert score(m) == (0, 0)


# --- 15.2 levels -----------------------------------------------------------------------------------------------------

BANDS = [
    (-3, "Soviet Decisive", "", 1, 2),
    (0, "Soviet Decisive", "", 0, 0),
    (1, "Soviet Strategic", "", 1, 0),
    (25, "Soviet Strategic", "Smolensk", 0, 0),
    (26, "Soviet Marginal", "Smolensk", 1, 0),
    (49, "Soviet Marginal", "Smolensk Kaluga", 4, 0),
    (50, "German Marginal", "Smolensk Kaluga", 5, 0),
    (79, "German Marginal", "Smolensk Kaluga 5907 Yelnya", 4, 0),
    (80, "German Strategic", "Smolensk Kaluga 5907 Yelnya", 5, 0),
    (124, "German Strategic", "Smolensk Kaluga 5907 5915 Vyazma Vitebsk Roslavl", 4, 0),
    (125, "German Decisive", "Smolensk Kaluga 5907 5915 Vyazma Vitebsk Roslavl", 5, 0),
]


@rule("15.2a", "15.0")
@example("d.vp.bands")
@pytest.mark.parametrize(("net", "level", "held", "called", "retaken"), BANDS)
def test_german_points_less_soviet_points_give_the_level(
    net: int, level: str, held: str, called: int, retaken: int
) -> None:
    result = final(control={"german": held}, tracks={"called": called, "recaptured": "Orsha " * retaken})
    assert (result.points["net"], result.level) == (net, level)
    assert result.winner == level.split()[0].lower()


@rule("15.2a")
@example("15.2hist")
def test_the_campaign_itself_was_a_german_marginal() -> None:
    # Vitebsk, Orsha, Mogilev, Smolensk and Roslavl were German in early August 1941, and nothing beyond Yelnya.
    result = final(control={"german": "Vitebsk Orsha Mogilev Smolensk Roslavl Yelnya"})
    assert (result.points["net"], result.level, result.winner) == (65, "German Marginal", "german")


@rule("15.2b")
def test_on_the_historical_scale_that_is_a_draw() -> None:
    held = {"german": "Vitebsk Orsha Mogilev Smolensk Roslavl Yelnya"}
    result = final(control=held, options={"historical": True})
    assert (result.level, result.winner) == ("German Marginal", "")
    strategic = {"german": held["german"] + " Kaluga"}
    assert final(control=strategic, options={"historical": True}).winner == "german"
    assert final(options={"historical": True}).winner == "soviet"


@rule("15.0")
def test_how_the_points_were_counted_is_written_down() -> None:
    result = final(control={"german": "Orsha"}, tracks={"called": 6, "recaptured": "Vitebsk"})
    assert [(line.value, line.rule) for line in result.counted] == [
        ("5", "15.11a"),
        ("7", "14.23"),
        ("2", "15.12b"),
        ("10", "15.2a"),
    ]
