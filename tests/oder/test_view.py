"""What the page shows beside the rules: marks, markers, the order of the phases, and what can be laid over the map."""

from __future__ import annotations

import grognard
from grognard.view import Marker
from tests.oder.table import MAP, combat, play, position, soviet_combat
from tests.random_play.player import RandomPlayer


def test_the_legend_has_every_mark_a_counter_can_show() -> None:
    match = grognard.new("oder", seed=3)
    shown: set[str] = set()
    for _ in RandomPlayer.seeded(3).playing(match):
        shown |= {mark for unit in match.view().units for mark in unit.status}
    assert "out-of-supply" in shown
    assert shown <= {mark.name for mark in match.game.info.marks}


def test_every_overlay_of_the_page_is_answered() -> None:
    m = position({"1408": "HG", "1508": "47A"})
    for query in m.game.info.queries:
        if query.shown:
            asked = {"unit": "HG"} if "unit" in query.needs else {"of": "soviet"}
            assert m.query(query.name, "german", **asked).hexes


def test_the_way_to_each_hex_in_reach_leads_back_to_the_unit() -> None:
    m = position({"1408": "HG", "1608": "47A"})
    answer = m.query("reach", "german", unit="HG")
    for hex in answer.hexes:
        way = [hex]
        while way[-1] != "1408":
            way.append(answer.before[way[-1]])
        assert 2 <= len(way) <= 7


def test_the_sequence_of_play_is_told_in_the_order_declared() -> None:
    def order(m: grognard.Match) -> list[str]:
        return [step.id for step in m.view().sequence]

    units = {"1408": "HG", "1508": "47A"}
    for m, side, first in (
        (combat(units, declared="combat"), "german", "combat"),
        (combat(units, declared="movement"), "german", "movement"),
        (soviet_combat(units), "soviet", "combat"),
    ):
        ids = order(m)
        earlier = ids.index(f"{side}-combat") < ids.index(f"{side}-movement")
        assert earlier == (first == "combat")
        assert len(ids) == 9


def test_a_destroyed_fortification_has_a_marker() -> None:
    m = position({"2808": "9AK", "2911": "2G"}, board=MAP, phase="soviet-movement")
    assert not [marker for marker in m.view().markers if marker.kind == "ruin"]
    play(m, "move 2G 2811 2711")
    assert Marker("ruin", "soviet", "2711") in m.view().markers
