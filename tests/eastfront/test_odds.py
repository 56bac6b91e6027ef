"""The preview of battles: exact odds against every throw of the dice, against the real thing, and behind the fog."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from grognard.decision import Decision
from grognard.dice import Dice
from grognard.errors import Invalid
from grognard.games.eastfront import camps
from grognard.games.eastfront.arrange import arrange
from grognard.games.eastfront.camps import possible_blocks
from grognard.games.eastfront.combat import fight
from grognard.games.eastfront.fire import DEFENSIVE, OFFENSIVE, firepower
from grognard.games.eastfront.movement import MOVE
from grognard.games.eastfront.position import Position
from grognard.games.eastfront.previews import preview
from grognard.games.eastfront.pursuit import pursue
from grognard.games.eastfront.rules import FIREPOWER
from grognard.preview import Preview

# Clear ground but for a forest (0403), a major city (0503) and a fortress (0603); a river all around 0303.
BOARD = {
    "grid": {"columns": [1, 8], "rows": [1, 6]},
    "terrain": {"hexes": {"forest": "0403", "marsh": "0405"}},
    "side": [{"kind": "river", "at": "0303/n 0303/ne 0303/se 0303/s 0303/sw 0303/nw"}],
    "place": [
        {"name": "Metropolis", "kind": "city", "hexes": "0503"},
        {"name": "Rock", "kind": "city", "hexes": "0603"},
    ],
}
GEOGRAPHY = {"city": [{"name": "Metropolis", "class": "major"}, {"name": "Rock", "fortress": True}]}
CLEAR, WET, FOREST, CITY, ROCK, MARSH = "0305", "0303", "0403", "0503", "0603", "0405"


@dataclass
class Case:
    """A battle: who stands in it, and what else matters."""

    name: str
    hex: str
    units: str
    hq: str = "AG-North:3"
    strike: bool = False
    manner: str = ""  # how all the attackers came, if the battle is new
    weather: str = "dry"
    attacker: str = "german"
    scenario: str = "S42"
    others: dict[str, str] = field(default_factory=dict)

    def position(self) -> Position:
        units = {self.hex: self.units, "0304": self.hq, **self.others}
        g = arrange(
            {
                "scenario": self.scenario, "board": BOARD, "geography": GEOGRAPHY, "weather": self.weather,
                "phase": "combat", "units": units, "battles": {self.hex: self.attacker},
                "active_hqs": {self.hq.split(":")[0]: ""} if self.hq.endswith(("1", "2", "3")) else {},
            },
            {}, Dice.seeded(1),
        )  # fmt: skip
        hex = g.rules.grid.hex(self.hex)
        if self.manner:
            g.fresh |= 1 << hex
            for unit in g.stack("german", hex):
                g.entered[unit] = (g.rules.grid.hex("0304"), self.manner)
        if self.strike:
            g.strikes[hex] = g.unit(self.hq.split(":")[0])
        for unit in g.stack("soviet", hex):
            g.shown[unit] = 1
        return g


SMALL = [
    Case("one against one", CLEAR, "4AK:2 8A:2"),
    Case("armor against two", CLEAR, "39Pz:2 8A:1 9A:1"),
    Case("forest keeps half hits", FOREST, "39Pz:3 8A:1"),
    Case("an airstrike first", FOREST, "4AK:1 8A:2", hq="AG-North:2", strike=True),
    Case("a half hit from the air is completed", FOREST, "4AK:2 8A:1 9A:1", hq="AG-North:1", strike=True),
    Case("unsupported", CLEAR, "4AK:3 8A:1", hq="AG-North:0"),
    Case("over a river", WET, "4AK:1 39Pz:1 8A:2", manner="river"),
    Case("over a river, one weak unit", WET, "4AK:1 8A:2 9A:1", manner="river"),
    Case("a drop is thrown back and loses a step", CLEAR, "4AK:1 8A:2 9A:1", manner="air"),
    Case("a major city", CITY, "39Pz:2 8A:2"),
    Case("a fortress", ROCK, "39Pz:2 8A:1 9A:1", hq="AG-North:3", others={"0604": "AG-South:3"}),
    Case("a fortress without support", ROCK, "39Pz:2 8A:1", hq="AG-North:0"),
    Case("a fortress's defender counter-attacked", ROCK, "39Pz:2 8A:2", attacker="soviet"),
    Case("mud", CLEAR, "39Pz:2 8A:2", weather="mud"),
    Case("an HQ in the battle", CLEAR, "4AK:3 STAVKA:1 8A:1"),
    Case("equals of two kinds", CLEAR, "4AK:1 39Pz:1 8A:1 9A:1"),
]


def drive(g: Position, hex: int) -> None:
    """Fight the round, answering as the preview takes it that owners do."""
    procedure = fight(g, hex)
    try:
        asked = next(procedure)
        while True:
            assert isinstance(asked, Decision)
            asked = procedure.send((answer(g, hex, asked),))
    except StopIteration:
        return


def answer(g: Position, hex: int, asked: Decision) -> tuple[str, ...]:
    verb = asked.choices().items[0]
    units = [g.unit(word) for word in asked.choices((verb,)).items]
    mode = OFFENSIVE if asked.side == g.side else DEFENSIVE

    def price(unit: int) -> tuple[bool, int, int]:
        return verb == "lose" and g.is_hq(unit), FIREPOWER.index(firepower(g, unit, hex, mode)), units.index(unit)

    return verb, g.name(min(units, key=price))


def left(g: Position, units: tuple[int, ...], hex: int) -> str:
    alive = [unit for unit in units if g.at[unit] >= 0]
    back = {unit: " (repulsed)" if g.at[unit] != hex else "" for unit in alive}
    return ", ".join(f"{g.name(unit)} {g.cv[unit]}{back[unit]}" for unit in alive) or "nothing"


Result = tuple[str, str, str]


def result(g: Position, hex: int, ours: tuple[int, ...], theirs: tuple[int, ...]) -> Result:
    """How the round ended, and what is left of the defender and the attacker."""
    if not g.present(g.enemy, hex):
        how = "hex taken"
    elif g.present(g.side, hex):
        how = "battle goes on"
    else:
        how = "attack repulsed" if any(g.at[unit] >= 0 for unit in ours) else "attackers eliminated"
    return how, left(g, theirs, hex), left(g, ours, hex)


def every_throw(g: Position, hex: int, script: tuple[int, ...] = ()) -> Iterator[tuple[float, Position]]:
    """Every way the dice can fall, played out by the rules."""
    twin = g.copy()
    twin.dice = Dice.seeded(1, list(script))
    try:
        drive(twin, hex)
    except Invalid:  # the script is used up
        for face in range(1, 7):
            yield from every_throw(g, hex, (*script, face))
        return
    yield 6.0 ** -len(script), twin


def shares(found: dict[Any, float], at: int) -> dict[str, float]:
    gathered: Counter[str] = Counter()
    for key, chance in found.items():
        gathered[key[at]] += chance  # type: ignore[assignment]
    return dict(gathered)


def german_view(g: Position, action: str) -> Preview:
    return preview(g, "german", tuple(action.split()))


def merged(table: Mapping[str, float], others: Mapping[str, float]) -> dict[str, float]:
    """`others` with the rows that `table` does not name in one."""
    found = {key: chance for key, chance in others.items() if key in table}
    rest = sum(others.values()) - sum(found.values())
    return {**found, "other": rest} if "other" in table else found


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.name)
def test_the_odds_are_those_of_every_throw(case: Case) -> None:
    g = case.position()
    hex = g.rules.grid.hex(case.hex)
    ours, theirs = g.stack("german", hex), g.stack("soviet", hex)
    found: dict[Result, float] = {}
    for chance, played in every_throw(g, hex):
        key = result(played, hex, ours, theirs)
        found[key] = found.get(key, 0.0) + chance
    seen = german_view(g, f"resolve {case.hex}")
    taken = "enemy driven out" if case.attacker == "soviet" else "hex taken"
    outcomes = {taken if how == "hex taken" else how: p for how, p in shares(found, 0).items()}
    assert seen.outcomes == pytest.approx(outcomes)
    for at, title in ((1, "left of the defender"), (2, "left of the attacker")):
        table = seen.tables[title]
        assert table == pytest.approx(merged(table, shares(found, at)))
    for table in (seen.outcomes, *seen.tables.values()):
        assert sum(table.values()) == pytest.approx(1)


LARGE = [
    Case("four against four", CLEAR, "4AK:4 39Pz:4 41Pz:3 17AK:2 8A:3 9A:3 3A:2 6Mk:3"),
    Case("an airstrike into a forest", FOREST, "4AK:4 39Pz:4 41Pz:3 8A:3 9A:3 STAVKA:3", strike=True),
    Case("four over a river", WET, "4AK:4 39Pz:4 41Pz:2 17AK:2 8A:3 6Mk:3", manner="river"),
    Case(
        "the fortress",
        ROCK,
        "54AK:4 39Pz:4 4AK:4 8A:3 9A:3",
        hq="AG-North:3",
        others={"0604": "AG-South:3"},
        strike=True,
    ),
]


@pytest.mark.parametrize("case", LARGE, ids=lambda case: case.name)
def test_the_odds_are_those_of_many_battles_played_out(case: Case) -> None:
    g = case.position()
    hex = g.rules.grid.hex(case.hex)
    ours, theirs = g.stack("german", hex), g.stack("soviet", hex)
    steps = {side: sum(g.cv[u] + g.is_hq(u) for u in units) for side, units in (("a", ours), ("d", theirs))}
    tries = 1500
    counted: dict[str, Counter[str]] = {"how": Counter(), "a": Counter(), "d": Counter()}
    for seed in range(tries):
        twin = g.copy()
        twin.dice = Dice.seeded(seed)
        drive(twin, hex)
        counted["how"][result(twin, hex, ours, theirs)[0]] += 1
        for side, units in (("a", ours), ("d", theirs)):
            remain = sum(twin.cv[u] + twin.is_hq(u) for u in units if twin.at[u] >= 0)
            counted[side][str(steps[side] - remain)] += 1
    seen = german_view(g, f"resolve {case.hex}")
    tables = {
        "how": seen.outcomes,
        "a": seen.tables["steps the attacker loses"],
        "d": seen.tables["steps the defender loses"],
    }
    for what, table in tables.items():
        assert set(counted[what]) <= set(table)
        for key, chance in table.items():
            margin = 4.5 * (chance * (1 - chance) / tries) ** 0.5 + 0.001
            assert abs(counted[what][key] / tries - chance) < margin, (what, key)


# --- what is said ----------------------------------------------------------------------------------------------------


def test_the_computation_is_told_line_by_line() -> None:
    g = Case("", FOREST, "39Pz:3 4AK:2 8A:2", strike=True).position()
    seen = german_view(g, f"resolve {FOREST}")
    told = {line.what: (line.value, line.rule) for line in seen.lines}
    assert told["AG-North strikes from the air"] == ("3 dice, DF (5+)", "13.15")
    assert told["fires first"] == ("Soviet", "7.22")
    assert seen.first == "soviet"
    assert told["39Pz, offensive fire"] == ("3 dice, DF (5+)", "2.21")
    assert told["8A, defensive fire"] == ("2 dice, SF (6)", "2.23")
    assert told["hits for a step of a defender (forest)"] == ("2", "7.34")
    assert (seen.kind, seen.attack, seen.defence, seen.column) == ("battle", "2 SF 3 DF", "2 SF", "2 hits a step")
    assert any("equally strong" in note for note in seen.notes)


def test_an_attack_without_an_hq_is_told_why_a_step_takes_more_hits() -> None:
    seen = german_view(Case("", FOREST, "39Pz:3 4AK:2 8A:2", hq="AG-North:0").position(), f"resolve {FOREST}")
    assert seen.column == "3 hits a step, unsupported"
    told = {line.what: (line.value, line.rule) for line in seen.lines}
    assert told["hits for a step of a defender (forest, no HQ supports the attack)"] == ("3", "7.4")


def test_places_and_weather_give_the_rule_for_a_firepower() -> None:
    city = german_view(Case("", CITY, "39Pz:3 8A:2").position(), f"resolve {CITY}")
    assert ("2 dice, DF (5+)", "1.41") in [(line.value, line.rule) for line in city.lines]
    mud = german_view(Case("", CLEAR, "39Pz:3 8A:2", weather="mud").position(), f"resolve {CLEAR}")
    assert ("3 dice, SF (6)", "12.24") in [(line.value, line.rule) for line in mud.lines]
    rock = german_view(Case("", ROCK, "39Pz:3 8A:2 9A:1").position(), f"resolve {ROCK}")
    assert ("2 dice, TF (4+)", "1.46") in [(line.value, line.rule) for line in rock.lines]


def test_a_strike_is_added_to_the_battle_it_would_go_into() -> None:
    g = Case("", FOREST, "39Pz:3 8A:2").position()
    without, struck = german_view(g, f"battle {FOREST}"), german_view(g, f"strike AG-North {FOREST}")
    assert struck == german_view(Case("", FOREST, "39Pz:3 8A:2", strike=True).position(), f"resolve {FOREST}")
    assert struck.outcomes["hex taken"] > without.outcomes.get("hex taken", 0)
    assert not g.strikes


def moving(units: dict[str, str], **more: Any) -> Position:
    return arrange(
        {"scenario": "S42", "board": BOARD, "geography": GEOGRAPHY, "phase": "movement", "units": units,
         "active_hqs": {"AG-North": ""}, **more}, {}, Dice.seeded(1),
    )  # fmt: skip


def test_a_move_shows_the_battle_it_would_make_on_top_of_those_already_there() -> None:
    g = moving({"0304": "AG-North:3 39Pz:3 4AK:2", "0305": "8A:2"})
    for unit in g.stack("soviet", g.rules.grid.hex("0305")):
        g.shown[unit] = 1
    before = g.facts()
    alone = german_view(g, "move 39Pz 0305")
    assert (alone.attack, alone.kind) == ("3 DF", "battle")
    assert g.facts() == before
    MOVE.carry_out(g, ("39Pz", "0305"))
    both = german_view(g, "move 4AK 0305")
    assert both.attack == "2 SF 3 DF"
    assert both.outcomes["hex taken"] > alone.outcomes["hex taken"]


def test_a_move_over_a_river_is_an_assault() -> None:
    g = moving({"0203": "AG-North:3 39Pz:3", WET: "8A:2="})
    seen = german_view(g, f"move 39Pz {WET}")
    assert seen.kind == "assault"
    assert seen.tables["units repulsed"]["1"] == pytest.approx(1 - (4 / 6) ** 2)
    assert "attack repulsed" in seen.outcomes


def test_pursuit_fire_at_a_rearguard() -> None:
    units = {"0304": "AG-North:3", CLEAR: "4AK:2 6Mk:2= 8A:1="}
    g = moving(units, battles={CLEAR: "soviet"})
    seen = german_view(g, "rearguard 4AK 0304")
    found: Counter[str] = Counter()
    hex, unit = g.rules.grid.hex(CLEAR), g.unit("4AK")
    for throw in range(6**3):
        twin = g.copy()
        twin.dice = Dice.seeded(1, [throw // 6**n % 6 + 1 for n in range(3)])
        for _ in pursue(twin, unit, hex):
            pytest.fail("nobody is asked")
        found[str(2 - twin.cv[unit] if twin.at[unit] >= 0 else 2)] += 1
    assert seen.kind == "pursuit"
    assert seen.tables["steps the rearguard loses"] == pytest.approx({k: n / 6**3 for k, n in found.items()})


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("end", "no odds for 'end'"),
        ("resolv 0305", "did you mean resolve?"),
        ("resolve", "name the hex: resolve HEX"),
        ("resolve 0101", "there is no battle"),
        ("resolve 9999", "9999"),
        ("strike AG-North", "strike HQ HEX"),
        ("strike AG-Nort 0305", "did you mean AG-North?"),
    ],
)
def test_other_words_have_no_odds(action: str, message: str) -> None:
    g = Case("", CLEAR, "39Pz:3 8A:2").position()
    with pytest.raises(Invalid, match=message.replace("?", r"\?")):
        german_view(g, action)


def test_a_move_into_an_empty_hex_and_a_move_of_the_other_side_have_no_odds() -> None:
    g = moving({"0304": "AG-North:3 39Pz:3", "0305": "8A:2"})
    with pytest.raises(Invalid, match="no enemy"):
        german_view(g, "move 39Pz 0204")
    with pytest.raises(Invalid, match="German side"):
        preview(g, "soviet", ("move", "39Pz", "0305"))


# --- behind the fog (0b) ---------------------------------------------------------------------------------------------


def fogged(defenders: str, **more: Any) -> Position:
    g = Case(
        "", CLEAR, f"39Pz:4 4AK:3 {defenders}", others={"0101": "5A:1 16A:3 5Mk:2 West-Front:0", **more}
    ).position()
    for unit in g.stack("soviet", g.rules.grid.hex(CLEAR)):
        g.shown[unit] = 0
    return g


def test_hidden_blocks_give_nothing_away() -> None:
    views = [
        german_view(fogged("8A:3 9A:3 3A:3"), f"resolve {CLEAR}"),
        german_view(fogged("3A:1 6Mk:1 STAVKA:0"), f"resolve {CLEAR}"),
        german_view(fogged("1Shk:4 6Mk:3 9A:2"), f"resolve {CLEAR}"),
    ]
    assert views[0] == views[1] == views[2]
    assert views[0].defence == "3 hidden"
    strike = [german_view(fogged(names), f"strike AG-North {CLEAR}") for names in ("8A:3 9A:3", "STAVKA:0 1Shk:1")]
    assert strike[0] == strike[1]


def test_hidden_pursuers_give_nothing_away() -> None:
    views = []
    for names in ("8A:3 9A:1", "STAVKA:0 6Mk:3", "1Cav:1 1Shk:1"):
        units = {"0304": "AG-North:3", CLEAR: f"4AK:2 {names}"}
        views.append(german_view(moving(units, battles={CLEAR: "german"}), "rearguard 4AK 0304"))
    assert views[0] == views[1] == views[2]
    assert sum(views[0].outcomes.values()) == pytest.approx(1)


def test_the_public_and_the_defender_do_not_see_new_attackers() -> None:
    views = []
    for attackers in ("39Pz:4 4AK:3", "17AK:1 41Pz:2"):
        g = Case("", WET, f"{attackers} 8A:2 9A:3", manner="river").position()
        for unit in (*g.stack("german", g.rules.grid.hex(WET)), *g.stack("soviet", g.rules.grid.hex(WET))):
            g.shown[unit] = 0
        views.append([preview(g, side, ("resolve", WET)) for side in (None, "soviet")])
    assert views[0] == views[1]
    assert [view.defence for view in views[0]] == ["2 hidden", "5 SF"]
    assert [view.attack for view in views[0]] == ["2 hidden", "2 hidden"]


def test_the_average_is_that_of_every_block_it_could_be() -> None:
    g = fogged("8A:3")
    hex = g.rules.grid.hex(CLEAR)
    block = g.stack("soviet", hex)[0]
    units = possible_blocks(g, block)
    assert block in units
    found: Counter[str] = Counter()
    for unit in units:
        cvs = range(0 if g.is_hq(unit) else 1, g.rules.units[unit].max + 1)
        for cv in cvs:
            twin = g.copy()
            twin.place(block, g.rules.grid.hex("0101"))
            twin.place(unit, hex)
            twin.battles[hex] = "german"
            twin.cv[unit], twin.shown[unit] = cv, 1
            for key, chance in german_view(twin, f"resolve {CLEAR}").outcomes.items():
                found[key] += chance / len(cvs) / len(units)  # type: ignore[assignment]
    assert german_view(g, f"resolve {CLEAR}").outcomes == pytest.approx(dict(found))


def test_best_and_worst_case_are_told() -> None:
    seen = german_view(fogged("8A:3 9A:3"), f"resolve {CLEAR}")
    weak, strong = (note for note in seen.notes if "as can be" in note)
    assert "hq 0" in weak
    assert "4" in strong
    assert sum(seen.tables["left of the defender"].values()) == pytest.approx(1)


def test_a_reinforcement_to_come_is_no_hidden_block() -> None:
    g = fogged("8A:3")
    blocks = {g.rules.units[unit].appears for unit in possible_blocks(g, g.stack("soviet", g.rules.grid.hex(CLEAR))[0])}
    assert "OCT42" not in blocks
    assert "S41" in blocks


def can_be(position: dict[str, Any], hex: str, side: str) -> set[str]:
    """The names of what a hidden block can be."""
    g = arrange({"game": "eastfront", **position}, {}, Dice.seeded(0))
    return set(g.names(possible_blocks(g, g.stack(side, g.rules.hex(hex))[0])))


@pytest.mark.rule("eastfront", "11.51", "0b")
def test_a_reinforcement_that_came_early_can_be_a_hidden_block() -> None:
    june = {"scenario": "S42", "month": "JUN42", "units": {"Minsk": "8A", "Kharkov": "6GdsTk:1"}}
    assert "6GdsTk" in can_be(june, "Minsk", "soviet")
    assert "6GdsTk" not in can_be(june | {"units": {"Minsk": "8A"}, "due": {"6GdsTk": "JUL42:1"}}, "Minsk", "soviet")


@pytest.mark.rule("eastfront", "16.11", "0b")
def test_rumanians_are_no_hidden_blocks_after_their_surrender() -> None:
    summer = {"scenario": "S44", "month": "AUG44", "units": {"Warsaw": "1AK"}}
    assert {"3Rum", "4Rum", "2Hun"} <= can_be(summer, "Warsaw", "german")
    lost = summer | {"units": {"Warsaw": "1AK 3Rum:1"}, "control": {"soviet": "Bucharest"}, "tracks": {"dead": "4Rum"}}
    assert {"3Rum", "4Rum", "2Hun"} & can_be(lost, "Warsaw", "german") == {"2Hun"}


def test_four_against_four_hidden_is_quick() -> None:
    g = Case("", WET, "39Pz:4 41Pz:4 4AK:4 17AK:3 8A:1 9A:1 3A:1 4A:1", manner="river", strike=True).position()
    for unit in g.stack("soviet", g.rules.grid.hex(WET)):
        g.shown[unit] = 0
    german_view(g, f"resolve {WET}")
    started = time.process_time()
    german_view(g, f"resolve {WET}")
    assert time.process_time() - started < 0.5  # a tenth of a second, on a machine with nothing else to do


def crowd(count: int) -> Preview:
    """The German view of a battle with so many hidden blocks, more than could ever stand there."""
    g = Case("", CLEAR, "39Pz:4 41Pz:4 4AK:4 8A:1").position()
    hex = g.rules.grid.hex(CLEAR)
    g.thaw()
    more = [u for u in g.rules.of_side["soviet"] if g.at[u] < 0 and not g.is_hq(u)][: count - 1]
    for unit in more:
        g.cv[unit] = 1
        g.place(unit, hex)
    for unit in g.stack("soviet", hex):
        g.shown[unit] = 0
    g.freeze()
    return german_view(g, f"resolve {CLEAR}")


def test_sixteen_hidden_blocks_are_sampled_and_it_says_so() -> None:
    started = time.process_time()
    found = crowd(16)
    assert time.process_time() - started < 3
    assert any("3000 cases drawn at random" in note for note in found.notes)
    assert sum(found.outcomes.values()) == pytest.approx(1)
    assert not any("drawn at random" in note for note in crowd(4).notes)


def test_a_sample_is_near_what_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = crowd(3)
    monkeypatch.setattr(camps, "EXACT_MAX", 1)
    sampled = crowd(3)
    assert sampled == crowd(3)  # the same whenever it is asked
    for what, chance in counted.outcomes.items():
        assert sampled.outcomes.get(what, 0.0) == pytest.approx(chance, abs=0.02)
