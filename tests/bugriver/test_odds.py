"""Previews: the exact chances of a combat, as far as the attacker may know."""

from __future__ import annotations

from itertools import permutations

import pytest

import grognard
from grognard.dice import Dice
from grognard.events import Attacked, Noted, Rolled
from grognard.preview import Preview
from tests.bugriver.battles import FACE_TO_FACE, battle
from tests.bugriver.table import GERMAN, field, of_kind, play, state

FOUR = ("112 213 333", "111 122 222", "122 233 333", "212 223 323")


def preview(m: grognard.Match, action: str) -> Preview:
    """The preview of an attack, whose chances add up."""
    found = m.preview(action)
    assert sum(found.outcomes.values()) == pytest.approx(1)
    assert sum(found.columns.values()) == pytest.approx(1)
    for table in found.tables.values():
        assert sum(table.values()) == pytest.approx(1)
    return found


@pytest.mark.parametrize("kind", ["hasty", "regular", "prepared"])
def test_the_chances_are_those_of_every_pair_of_chits_and_every_die(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack is played with each of them; what comes out is what the preview says."""
    units = {"1609": "I/131 1/Pj46", "1608": "II/131", "1709": "I/16"}
    results: dict[str, int] = {}
    columns: dict[str, int] = {}
    action = f"{kind} 1709 I/131 1/Pj46 go"
    drawn: list[int] = []
    monkeypatch.setattr(Dice, "draw", lambda self, among: drawn.pop(0))
    for first, second in permutations(range(4), 2):
        for die in range(1, 11):
            m = battle(units, chits=FOUR, pool=4, dice=[die, *[1] * 8], luck="soviet", board=field(stream="1609/ne"))
            drawn[:] = [first, second - (second > first)]
            events = [e for e in play(m, action) if e.seen_by(GERMAN)]
            (fought,) = of_kind(events, Attacked)
            columns[fought.column] = columns.get(fought.column, 0) + 1
            rolled = [e.result for e in of_kind(events, Rolled) if "attack on" in e.what]
            result = rolled[0] if rolled else "5/0"
            results[result] = results.get(result, 0) + 1
    m = battle(units, chits=FOUR, pool=4, board=field(stream="1609/ne"))
    found = preview(m, action)
    assert found.outcomes == pytest.approx({result: many / 120 for result, many in results.items()})
    assert found.columns == pytest.approx({column: many / 120 for column, many in columns.items()})


def test_every_line_of_a_preview_has_its_rule() -> None:
    units = {"1609": "I/131", "1608": "II/131", "1709": "I/16", "1710": "II/16"}
    found = preview(battle(units, board=field(stream="1609/ne")), "prepared 1709 I/131 go")
    assert [(line.what, line.value, line.rule) for line in found.lines] == [
        ("Action Points", "3", "7a"),
        ("I/131", "6 x chit", "7.5.1B.a"),
        ("I/16", "5 x chit, or less", "7.5.1B.c"),
        ("stream", "-2", "7.5.1.2b"),
        ("support from 1608", "+2", "7.5.1.2h"),
        ("support from 1710", "-1", "7.5.1.2i"),
        ("support of 44ID", "+3", "7.5.1.2m"),
    ]
    assert (found.kind, found.attack, found.defence, found.column) == ("prepared attack", "18", "10", "3:2")
    assert found.tables["the battle is won by"].keys() == {"attacker", "defender", "nobody"}


def test_odds_below_the_line_are_sure() -> None:
    m = battle({"1609": "1/Pj46", "1709": "I/16"})
    found = preview(m, "hasty 1709 1/Pj46")
    assert (found.outcomes, found.column) == ({"5/0": 1.0}, "below 1:2")
    assert found.tables["the battle is won by"]["defender"] == 1


def test_only_attacks_have_odds() -> None:
    m = battle(FACE_TO_FACE)
    for words in ("move I/131 1509", "end", "hasty 1709"):
        with pytest.raises(grognard.Invalid, match="odds are for an attack"):
            m.preview(words)


# --- fog --------------------------------------------------------------------------------------------------------------


def same(a: grognard.Match, b: grognard.Match, action: str) -> bool:
    """Whether two positions look the same before an attack."""
    return preview(a, action) == preview(b, action)


def test_a_preview_does_not_tell_what_the_enemy_has_lost() -> None:
    """5.3.4b: it counts what is printed, and says so."""
    whole, worn = battle(FACE_TO_FACE), battle(FACE_TO_FACE, strength={"I/16": 1})
    assert same(whole, worn, "regular 1709 I/131")
    assert "printed strength" in preview(worn, "regular 1709 I/131").notes[0]
    own = battle(FACE_TO_FACE, strength={"I/131": 1})
    assert not same(whole, own, "regular 1709 I/131")


def test_a_preview_does_not_tell_who_is_under_the_top_unit() -> None:
    """5.3.4a: the two differ in what lies hidden where, and in nothing that is seen."""
    elsewhere = {"2306": "II/16 BG1"}
    a = battle({"1609": "I/131", "1709": "I/16 1/43AT", **elsewhere})
    b = battle({"1609": "I/131", "1709": "I/16 BG1", "2306": "II/16 1/43AT"})
    assert same(a, b, "prepared 1709 I/131")
    hidden = battle({"1609": "I/131", "1709": "I/16 1/43AT", **elsewhere}, disrupted="1/43AT")
    assert same(a, hidden, "prepared 1709 I/131")
    found = preview(a, "prepared 1709 I/131")
    assert ("1 hidden unit", "? x chit", "5.3.4a") in [(line.what, line.value, line.rule) for line in found.lines]
    assert any("not seen" in note for note in found.notes)


def test_hidden_defenders_are_all_that_it_could_be_equally_likely() -> None:
    """Under the battalion lie the guns or the border guards, of those on the map that are not seen; chances between
    those of either."""
    hidden = battle({"1609": "I/131", "1709": "I/16 1/43AT", "2306": "II/16 BG1"})
    found = preview(hidden, "prepared 1709 I/131")
    # 18 to (5 + 2) x 2 = 14 either way: guns and guards are as strong; only their number is told
    assert (found.attack, found.defence) == ("18", "14")
    mixed = battle({"1609": "I/131", "1709": "I/16 1/43AT", "2306": "II/16 4/82"})
    more = preview(mixed, "prepared 1709 I/131")
    assert more.defence == "14 to 18"
    assert more.columns == pytest.approx({"1:1": 1.0})  # 18 to 14 and 18 to 18
    assert len(more.outcomes) > len(found.outcomes)  # the tanks would be -2


def test_a_preview_does_not_count_hidden_supporters() -> None:
    a = battle({"1609": "I/131", "1709": "I/16", "1710": "4/82 BG1", "2305": "41TD", "2306": "III/16 5/82"})
    b = battle({"1609": "I/131", "1709": "I/16", "1710": "4/82 5/82", "2305": "41TD", "2306": "III/16 BG1"})
    assert same(a, b, "hasty 1709 I/131")
    assert "Units you do not see" in preview(a, "hasty 1709 I/131").notes[-1]


def test_what_is_asked_about_is_not_changed_by_it() -> None:
    m = battle({"1609": "I/131", "1709": "I/16 1/43AT", "2306": "II/16 BG1"}, strength={"I/16": 2})
    before = m.fingerprint()
    preview(m, "prepared 1709 I/131 go")
    assert m.fingerprint() == before
    assert state(m).looked == 0
    assert not of_kind(m.events, Noted)
