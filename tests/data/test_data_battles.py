"""The files of Battles in the East: cards that meet every figure the rulebook states, and two sound scenarios."""

from __future__ import annotations

import pytest

from grognard.charts import Charts
from grognard.dice import Dice
from grognard.games.battles import supply
from grognard.games.battles.position import GENERAL, Position
from grognard.games.battles.rules import Counter, Rules, charts, standard
from grognard.games.battles.setup import start
from grognard.hexes import hexset

SCENARIOS = ("radzymin", "uman")
MOBILE = {"armour", "heavy-armour", "mechanised", "motorised", "cavalry"}


@pytest.fixture(params=SCENARIOS)
def rules(request: pytest.FixtureRequest) -> Rules:
    return standard(request.param)


@pytest.fixture
def cards() -> Charts:
    return charts()


# --- the Combat Results Table -----------------------------------------------------------------------------------------

COLUMNS = ("1:3", "1:2", *(f"{n}:1" for n in range(1, 11)))
LADDER = (
    "E/0", "2*/0", "2/0", "1*/0", "1/0", "ENG", "1/1", "0/1", "0/1*", "1/2", "0/2", "0/2*", "1/3*", "0/3*", "0/3*",
    "0/E", "0/E",
)  # fmt: skip


@pytest.mark.rule("battles", "12.3a", "12.4c", "G1")
def test_the_table_is_one_ladder_that_slides_a_place_with_each_column(cards: Charts) -> None:
    table = cards.table("crt")
    assert table.columns == COLUMNS
    for n, column in enumerate(COLUMNS):
        assert table.column(column) == LADDER[n : n + 6]


@pytest.mark.rule("battles", "12.4c", "12.5a", "12.5b3", "G1")
def test_the_table_has_every_cell_that_the_examples_fix(cards: Charts) -> None:
    table = cards.table("crt")
    assert table["6", "4:1"] == "0/2"  # example 12.6
    five = [table[str(die), "5:1"].split("/") for die in range(1, 7)]  # example 10.3a
    assert [attacker for attacker, _ in five] == ["1", "0", "0", "1", "0", "0"]
    assert {defender for _, defender in five[1:3]} <= {"1", "1*"}
    assert {defender[0] for _, defender in five[4:]} <= set("23E")
    cells = {cell for column in COLUMNS for cell in table.column(column)}
    assert {"ENG", "E/0", "0/E"} <= cells
    assert any(cell.endswith("/3*") for cell in cells)


# --- the Terrain Effects Chart ----------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "10.1a", "10.2c", "10.1i", "12.3.1a", "G2", "G3")
def test_the_chart_has_the_figures_of_text_and_examples(cards: Charts) -> None:
    kinds = ("hex", "side", "line")
    foot = {kind: cards.costs(f"move.infantry.{kind}") for kind in kinds}
    wheels = {kind: cards.costs(f"move.mechanised.{kind}") for kind in kinds}
    assert (foot["hex"]["clear"], wheels["hex"]["clear"]) == (2, 2)  # half points
    assert (foot["hex"]["rough"], wheels["hex"]["rough"]) == (4, 8)
    assert foot["hex"]["swamp"] == 4
    assert (foot["side"]["minor-river"], foot["side"]["major-river"], wheels["side"]["major-river"]) == (2, 4, 6)
    assert (foot["line"]["rail"], wheels["line"]["rail"]) == (2, 2)
    assert (cards.value("move.overrun"), cards.value("move.interdiction")) == (2, 2)
    inside, place, side = cards.values("shift.hex"), cards.values("shift.place"), cards.values("shift.side")
    assert (inside["clear"], inside["woods"]) == (0, 1)
    assert place["fortress"] == 2
    assert place["fortress"] + place["city"] == 3
    assert side["bridge"] == side["major-river"] - 1


@pytest.mark.rule("battles", "8.2a", "8.3a", "8.4a", "10.2b")
def test_the_supply_effects_chart(cards: Charts) -> None:
    assert {level: [tuple(cards.entry(f"supply.{level}").wholes(key)) for key in cards.entry("supply.attack").keys]
            for level in ("attack", "general", "none")} == {
        "attack": [(1, 1), (1, 2), (1, 2), (1, 1), (1, 1)],
        "general": [(1, 1), (1, 4), (0, 1), (1, 2), (1, 1)],
        "none": [(1, 2), (0, 1), (0, 1), (0, 1), (1, 2)],
    }  # fmt: skip


# --- counters ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "3.2c", "3.2j", "10.5")
def test_the_last_step_is_weaker_and_as_fast_and_only_garrisons_stand_still(rules: Rules) -> None:
    for piece in rules.units:
        assert len(piece.steps) in (1, 2), piece.id
        assert (piece.steps[0][2] == 0) == (piece.type == "garrison"), piece.id
        if len(piece.steps) == 2:
            (attack, defence, move), (less, least, again) = piece.steps
            assert less <= attack, piece.id
            assert least <= defence, piece.id
            assert (less, least) != (attack, defence), piece.id
            assert again == move, piece.id


@pytest.mark.rule("battles", "3.2f", "3.2h", "12.3.4a", "12.3.4e")
def test_who_has_a_blue_strength_and_a_boxed_allowance(rules: Rules) -> None:
    free = {"self-propelled-artillery", "anti-tank", "flak", "rocket", "bridging-engineer", "armoured-train"}
    for unit, piece in enumerate(rules.units):
        if piece.more.blue:
            assert piece.type in ("armour", "heavy-armour", "mechanised", "self-propelled-artillery"), piece.id
        if piece.type not in free:
            assert (unit in rules.boxed) == (piece.type in MOBILE | {"hq"}), piece.id
    red = [p for p in rules.units if p.side == "soviet" and p.type == "infantry" and p.more.red]
    assert bool(red) == (rules.scenario.id == "radzymin")  # the anti-tank shift of rifle divisions came with the war


@pytest.mark.rule("battles", "16.0a", "16.0c", "G8", "G79")
def test_untried_units_have_a_table_and_a_one_step_side(rules: Rules) -> None:
    untried = [piece for piece in rules.units if piece.more.untried]
    assert untried
    assert {p.more.untried for p in untried} == set(rules.scenario.untried_table)
    assert all(piece.more.one_step is not None for piece in untried)
    results = {result for table in rules.scenario.untried_table.values() for result in table.values()}
    assert results == {"zero", "one-step", "two-step"}  # 12.1d needs the first


@pytest.mark.rule("battles", "11.2p", "11.2d", "G4")
def test_formations_have_two_units_or_more_and_at_most_two_shifts(rules: Rules) -> None:
    for id, shifts in rules.scenario.integrity.items():
        assert len(rules.formations[id]) >= 2, id
        assert max(shifts) <= 2, id
    assert set(rules.formations) == set(rules.scenario.integrity)


def equivalents(piece: Counter) -> float:
    """11.1a by the rulebook's chart; divisions it does not name are as infantry (G67)."""
    if piece.size in ("II", "HQ"):
        return 0.5
    if piece.size in ("X", "III", "KG"):
        return 1
    if piece.side == "axis":
        return 3
    named = {"mountain": 1.5, "armour": 1, "heavy-armour": 1, "mechanised": 1, "cavalry": 1, "rocket": 1}
    return named.get(piece.type, 2)


@pytest.mark.rule("battles", "11.1a", "G67")
def test_stacking_values_are_the_charts_but_for_a_few_small_units(rules: Rules) -> None:
    for unit, piece in enumerate(rules.units):
        assert rules.size[unit] == 2 * (piece.more.re if piece.more.re is not None else equivalents(piece)), piece.id
    special = {piece.id for piece in rules.units if piece.more.re is not None}
    assert special == {"radzymin": {"62G", "87Mc", "Pon8G", "PonFr"}, "uman": set()}[rules.scenario.id]


# --- set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "5.0b", "11.1a")
def test_nobody_starts_overstacked_and_forts_have_a_garrison(rules: Rules) -> None:
    g = start(rules, {}, Dice.seeded(0))
    for stack in g.stacks.values():
        assert sum(rules.size[unit] for unit in stack) <= rules.stack_limit
    for hex in g.forts:
        assert g.stack(hex)
        assert rules.board.terrain[hex] in ("clear", "woods")


@pytest.mark.rule("battles", "8.1q", "5.0b")
def test_everybody_starts_in_supply(rules: Rules) -> None:
    g: Position = start(rules, {}, Dice.seeded(0))
    assert [g.name(unit) for unit in g.on_map() if supply.level(g, unit) != GENERAL] == []


@pytest.mark.rule("battles", "7.0a", "5.0c")
def test_entrances_off_the_map_lie_on_its_edge_and_a_way_leads_in(rules: Rules) -> None:
    for arrival, hexes in zip(rules.scenario.arrivals, rules.arrival_hexes, strict=True):
        assert hexes & rules.land
        if not arrival.location:
            assert not hexes & ~rules.on_edge, arrival.at


@pytest.mark.rule("battles", "2.1", "4.0", "6.0i")
def test_scale_objectives_and_levels(rules: Rules) -> None:
    plan = rules.scenario
    assert 5 <= plan.km <= 8
    assert 2 <= plan.days <= 3
    named = hexset(hex for place in rules.board.places.values() for hex in place.hexes)
    assert not rules.named_hexes(tuple(plan.victory.objectives)) & ~named
    assert len({level.title for level in plan.victory.levels}) == 5
    assert rules.board.drawing.km == plan.km


@pytest.mark.rule("battles", "3.3a", "13.0c", "18.0a", "20.0a", "15.0p")
def test_the_two_scenarios_use_nearly_every_kind_of_unit_and_rule() -> None:
    both = [standard(name) for name in SCENARIOS]
    types = {piece.type for rules in both for piece in rules.units}
    assert set(both[0].pieces.types) - types == {"ski", "self-propelled-artillery"} - types
    assert all(rules.leader_of and rules.bridging and rules.scenario.weather and rules.scenario.air for rules in both)
    assert [bool(rules.fortresses) for rules in both] == [True, False]
    assert {rules.scenario.first_player for rules in both} == {"axis", "soviet"}
