"""The preview: exact odds before anybody commits, checked against playing out every way the counters can lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as default
from fractions import Fraction
from itertools import count, permutations, product
from random import Random

import pytest

import grognard
from grognard.events import Attacked
from grognard.games.guderian.position import Position
from grognard.games.guderian.rules import BOX
from tests.guderian.table import (
    FIELD,
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    SOVIET_COMBAT,
    SOVIET_MOVEMENT,
    Board,
    field,
    happened,
    play,
    position,
)

# So that every deal can be played out, all but a few counters are revealed and wait off the map.
RIFLE = ("2SD", "27SD", "19SD-b", "45SD", "18SD", "258SD")  # 0-0-6 0-0-6 0-1-6 1-2-6 3-5-6 6-8-6
ARMOURED = ("22TD", "7TD", "57MD")  # 0-10 3-10 8-10
OTHERS = [p.id for p in BOX.pieces.all if p.type in ("rifle", "tank", "mech") and p.id not in RIFLE + ARMOURED]


@dataclass
class Case:
    """A position with untried units, what is played first, and the attack or overrun whose odds are asked for."""

    name: str
    units: dict[str, str]
    action: str
    phase: str = GERMAN_COMBAT
    board: Board = default(default_factory=lambda: FIELD)
    before: Sequence[str] = ()
    turn: int = 7

    def match(self) -> grognard.Match:
        board = {**self.board, "area": [{"id": "X", "kind": "entrance", "hexes": "1201"}]}
        revealed = [name for name in OTHERS if name not in " ".join(self.units.values()).split()]
        m = position(
            self.units, board=board, turn=self.turn, phase=self.phase, due={"X": " ".join(revealed)}, dice="hand"
        )
        play(m, *self.before)
        return m


def every_deal(m: grognard.Match) -> Iterator[grognard.Match]:
    """The match with the unseen counters under the untried units in every possible order."""
    assert isinstance(m.state, Position)
    rules = m.state.rules
    hidden = [m.state.unit(u.id) for u in m.view().units if "untried" in u.status]
    rifles = [u for u in hidden if rules.kind[u] == "rifle"]
    armour = [u for u in hidden if rules.kind[u] == "armoured"]
    for deal in product(permutations(RIFLE, len(rifles)), permutations(ARMOURED, len(armour))):
        twin = m.copy()
        assert isinstance(twin.state, Position)
        for unit, counter in zip(rifles + armour, [*deal[0], *deal[1]], strict=True):
            twin.state.counter[unit] = rules.counter_by_id[counter]
        yield twin


def played_out(m: grognard.Match, action: str) -> Counter[tuple[str, str, str]]:
    """Attack, defence and column of every deal when the attack is really made."""
    found: Counter[tuple[str, str, str]] = Counter()
    for twin in every_deal(m):
        events = twin.play(f"{action} go")
        if attacks := happened(events, Attacked):
            found[str(attacks[0].attack), str(attacks[0].defence), attacks[0].column] += 1
        else:
            nobody = any("no attacker" in event.line() for event in events)
            found["", "", "no attack" if nobody else "De without a roll"] += 1
    return found


ACROSS = field(river="0505/ne 0505/se")  # between 0505 and 0604, 0605
HILLS = field(forest="0605", river="0505/ne")
THREE_ROWS = field(columns=16, rows=3)

CASES = [
    Case("one division", {"0605": "rifle", "0505": "25/7", "0705": "Lukin"}, "attack 0605 25/7"),
    Case("two and a known one", {"0605": "rifle rifle 17MosSD", "0505": "6.ID"}, "attack 0605 6.ID"),
    Case("rifle and armour", {"0605": "rifle armoured", "0505": "6.ID", "0705": "Lukin"}, "attack 0605 6.ID"),
    Case("out of supply", {"0605": "rifle rifle", "0505": "6.ID"}, "attack 0605 6.ID"),
    Case(
        "forest behind a river",
        {"0605": "rifle rifle", "0505": "6.ID", "0705": "Lukin"},
        "attack 0605 6.ID",
        board=HILLS,
    ),
    Case(
        "two hexes, one in forest",
        {"0605": "rifle", "0604": "rifle", "0505": "6.ID", "0705": "Lukin"},
        "attack 0604 0605 6.ID",
        board=HILLS,
    ),
    Case("a Leader to whom the enemy came", {"0605": "rifle Lukin", "0505": "6.ID"}, "attack 0605 6.ID"),
    Case("overrun", {"0605": "rifle rifle", "0505": "25/7 6/7 7/7"}, "overrun 0605 25/7 6/7 7/7", GERMAN_MOVEMENT),
    Case("Soviet attack", {"0605": "rifle rifle", "0505": "6.ID", "0705": "Lukin"}, "attack 0505 R1 R2", SOVIET_COMBAT),
    Case(
        "no more bonus than strength",
        {"0605": "rifle rifle Konev", "0505": "25/7"},
        "attack 0505 R1 R2 Konev",
        SOVIET_COMBAT,
    ),
    Case(
        "one hex with its Leader and one without",
        {"0605": "rifle Konev", "0604": "rifle", "0505": "25/7"},
        "attack 0505 R1 R2 Konev",
        SOVIET_COMBAT,
    ),
    Case(
        "two hexes, each with its Leader",
        {"0605": "rifle Remezov", "0604": "rifle Kurochkin", "0506": "rifle 17MosSD", "0505": "25/7"},
        "attack 0505 R1 R2 R3 17MosSD Remezov Kurochkin",
        SOVIET_COMBAT,
    ),
    Case(
        "Soviets out of supply",
        {"0602": "rifle rifle Remezov", "0502": "25/7", "0902": "GD"},
        "attack 0502 R1 R2 Remezov",
        SOVIET_COMBAT,
        THREE_ROWS,
    ),
    Case(
        "Soviet overrun",
        {"0605": "rifle rifle Remezov", "0505": "25/7:1"},
        "overrun 0505 R1 R2 Remezov",
        SOVIET_MOVEMENT,
    ),
    Case(
        "a river if nobody is left on this bank",
        {"0605": "rifle", "0506": "rifle", "0505": "25/7", "0705": "Lukin"},
        "attack 0505 R1 R2",
        SOVIET_COMBAT,
        ACROSS,
    ),
]

# Leaders who have marched into the enemy zone go back if their escort proves worthless.
MARCH = ("move R1 Lukin 0706", "move R1 Lukin 0605", "end", "end", "end", "end")
CASES += [
    Case(
        "a Leader and his escort",
        {"0806": "rifle Lukin", "0505": "6.ID"},
        "attack 0605 6.ID",
        SOVIET_MOVEMENT,
        before=MARCH,
    ),
    Case(
        "a Leader, his escort and another",
        {"0806": "rifle Lukin", "0605": "rifle", "0505": "6.ID"},
        "attack 0605 6.ID",
        SOVIET_MOVEMENT,
        before=MARCH,
    ),
]

# A Leader who is alone already does not flee, whatever is turned over elsewhere.
ALONE = (
    *("move 17MosSD Lukin 0605", "end", "end", "end", "end"),
    *("attack 0605 25/7 6/7 7/7 go", "roll 2", "lose", "lose 17MosSD", "end", "end", "end", "end", "end"),
)
# What vanishes may open or cut a line of supply, and a Leader who goes back takes his radius with him.
CASES += [
    Case(
        "a Leader alone beside them",
        {"0705": "17MosSD Lukin", "0604": "rifle", "0505": "25/7 6/7 7/7", "0805": "Konev"},
        "attack 0604 0605 25/7 6/7 7/7",
        SOVIET_MOVEMENT,
        before=ALONE,
        turn=11,
    ),
    Case(
        "Germans whose line is opened",
        {"0702": "rifle", "0902": "rifle", "0802": "6.ID", "1102": "Lukin"},
        "attack 0702 0902 6.ID",
        board=THREE_ROWS,
    ),
    Case(
        "defenders whose line is opened",
        {"0802": "rifle", "0701": "Rakutin", "1002": "rifle", "1102": "Lukin", "0902": "6.ID"},
        "attack 0902 R1 R2",
        SOVIET_COMBAT,
        THREE_ROWS,
    ),
    Case(
        "a Leader who takes his radius with him",
        {"0706": "rifle Rakutin", "0604": "rifle", "0505": "6.ID"},
        "attack 0604 0605 6.ID",
        SOVIET_MOVEMENT,
        before=("move R1 Rakutin 0606", "move R1 Rakutin 0605", "end", "end", "end", "end"),
    ),
]


def compare(m: grognard.Match, action: str) -> None:
    """The preview says what playing out every deal says."""
    preview = m.preview(action)
    found = played_out(m, action)
    total = sum(found.values())
    columns: dict[str, Fraction] = {}
    for (_, _, column), ways in found.items():
        columns[column] = columns.get(column, Fraction(0)) + Fraction(ways, total)
    nobody = ("no attack", "De without a roll")
    outcomes: dict[str, Fraction] = {what: columns.pop(what) for what in nobody if what in columns}
    assert preview.columns == pytest.approx({column: float(chance) for column, chance in columns.items()}, abs=1e-12)
    assert isinstance(m.state, Position)
    for column, chance in columns.items():
        for result in m.state.rules.crt.results[column]:
            outcomes[result] = outcomes.get(result, Fraction(0)) + chance / 6
    assert preview.outcomes == pytest.approx({what: float(chance) for what, chance in outcomes.items()}, abs=1e-12)
    assert sum(preview.outcomes.values()) == pytest.approx(1, abs=1e-12)
    most = [max((int(pair[side]) for pair in found if pair[side]), default=0) for side in (0, 1)]
    assert [int(preview.attack.split()[-1]), int(preview.defence.split()[-1])] == most


@pytest.mark.rule("guderian", "12.0")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_odds_are_those_of_playing_out_every_deal(case: Case) -> None:
    compare(case.match(), case.action)


AROUND = ("0604", "0605", "0506", "0405", "0404", "0504")  # 0505


def soviet_attack(luck: Random) -> Case:
    """Untried divisions and Leaders here and there around a German hex, some of them across rivers."""
    hexes = luck.sample(AROUND, luck.randint(1, 3))
    stacks = {hex: luck.choice(["rifle", "armoured", "rifle armoured"]) for hex in hexes[:2]}
    stacks |= dict.fromkeys(hexes[2:], "17MosSD")
    leaders = luck.sample(["Lukin", "Konev", "Rakutin"], len(hexes))
    names = name_untried(stacks)
    stacks = {hex: f"{stack} {leader}" for (hex, stack), leader in zip(stacks.items(), leaders, strict=True)}
    rivers = " ".join(f"0505/{side}" for side in luck.sample(["n", "ne", "se", "s", "sw", "nw"], luck.randint(0, 5)))
    helping = [leader for leader in leaders if luck.random() < 0.7]
    barred = luck.choice([{}, {"0808": "GD", "0802": "Lehr"}])
    board = field(river=rivers, forest=luck.choice(["", "0505"]))
    action = f"attack 0505 {' '.join(names + helping)}"
    return Case("Soviet attack", {**stacks, "0505": luck.choice(["25/7", "6.ID", "25/7 6/7 7/7"]), **barred}, action,
                SOVIET_COMBAT, board)  # fmt: skip


def german_attack(luck: Random) -> Case:
    """Germans attack one or two of the hexes next to them."""
    hexes = luck.choice([("0604",), ("0605",), ("0604", "0605")])
    stacks = {hex: luck.choice(["rifle", "rifle armoured", "rifle 17MosSD", "rifle Lukin"]) for hex in hexes[:1]}
    stacks |= {hex: luck.choice(["rifle", "armoured", "Konev", "armoured Konev"]) for hex in hexes[1:]}
    board = field(river=luck.choice(["", "0505/ne", "0505/ne 0505/se"]), forest=luck.choice(["", "0604", "0605"]))
    behind = luck.choice([{}, {"0705": "Rakutin"}])
    units = {**stacks, "0505": "25/7 6/7 7/7", **behind}
    return Case("German attack", units, f"attack {' '.join(hexes)} 25/7 6/7 7/7", board=board)


def name_untried(stacks: dict[str, str]) -> list[str]:
    """What the divisions of these stacks are called."""
    rifles, armour = count(1), count(1)
    words = " ".join(stacks.values()).split()
    serials = {"rifle": ("R", rifles), "armoured": ("A", armour)}
    names = [f"{letter}{next(number)}" for letter, number in (serials[word] for word in words if word in serials)]
    return names + ["17MosSD"] * ("17MosSD" in stacks.values())


@pytest.mark.rule("guderian", "12.0")
@pytest.mark.parametrize("seed", range(40))
def test_so_they_are_wherever_the_units_stand(seed: int) -> None:
    luck = Random(seed)
    case = luck.choice([soviet_attack, german_attack])(luck)
    m = case.match()
    assert m.why(f"{case.action} go"), m.why(f"{case.action} go")
    compare(m, case.action)
