"""6.2: stacking is judged when a Movement Phase ends, so that full hexes can exchange units (G69)."""

from __future__ import annotations

import itertools
from random import Random

import pytest

import grognard
from tests.eastfront.table import GERMAN, MAP, SOVIET, allowed, field, offered, play, position, refused, state, where

HQ, OKH = {"AG-South": ""}, {"OKH": ""}
FOUR, OTHERS = "1AK 26AK 10AK 28AK", "5AK 6AK 7AK 8AK"
# No way out by land but from one to the other: every other hexside of 0303 and 0403 is closed.
TWO = field(alpine="0303/w 0303/nw 0303/sw 0303/ne 0303/se 0403/e 0403/ne 0403/se 0403/nw 0403/sw", rail="0105 0205")


@pytest.mark.rule("eastfront", "6.2", "6.52", "G69")
def test_two_full_hexes_exchange_units_by_supreme_moves() -> None:
    m = position({"0303": FOUR, "0403": OTHERS, "0105": "OKH:3"}, board=TWO, active_hqs=OKH)
    play(m, "move 1AK 0403")
    refused(m, "end", "6.2")
    refused(m, "move 26AK 0403", "6.2")  # first the hex that is too full
    assert sorted(offered(m, "move")) == ["5AK", "6AK", "7AK", "8AK"]
    play(m, "move 5AK 0303")
    assert (where(m, "1AK"), where(m, "5AK")) == ("0403", "0303")
    play(m, "move 26AK 0403", "move 6AK 0303", "move 10AK 0403", "move 7AK 0303", "end")
    assert state(m).phase != "movement"


@pytest.mark.rule("eastfront", "6.2", "6.21", "9.21", "G69")
def test_a_train_goes_into_a_full_hex_if_one_of_those_there_can_leave_by_rail() -> None:
    closed = field(alpine=" ".join(f"0305/{side}" for side in ("w", "e", "nw", "ne", "sw", "se")))
    units = {"0305": FOUR, "0205": "5AK", "0105": "OKH:3"}
    last = position(units, board=closed, active_hqs=OKH, tracks={"supreme": 1})
    refused(last, "rail 5AK 0305", "6.21")
    m = position(units, board=closed, active_hqs=OKH, tracks={"supreme": 2})
    play(m, "rail 5AK 0305")
    refused(m, "end", "6.2")
    play(m, "rail 1AK 0205")
    assert state(m).phase != "movement" or m.why("end").ok


@pytest.mark.rule("eastfront", "6.2", "6.21", "6.52")
def test_the_last_supreme_move_leads_into_no_full_hex() -> None:
    m = position({"0303": FOUR, "0403": OTHERS, "0105": "OKH:3"}, board=TWO, active_hqs=OKH, tracks={"supreme": 1})
    refused(m, "move 1AK 0403", "6.21")
    under = {"0303": FOUR, "0403": "5AK 6AK 7AK AG-South:0", "0105": "OKH:3"}
    m = position(under, board=TWO, active_hqs=HQ | OKH, tracks={"supreme": 1})
    play(m, "move 1AK 0403", "move 5AK 0303")  # 5AK is under command
    assert state(m).supreme == 0


@pytest.mark.rule("eastfront", "6.2", "9.21", "6.53", "G69")
def test_two_full_hexes_exchange_units_by_rail() -> None:
    full = {"0205": FOUR, "0405": OTHERS, "0101": "OKH:3"}
    m = position(full | {"0305": "9AK 12AK 13AK 20AK"}, board=field(), active_hqs=OKH, tracks={"supreme": 2})
    play(m, "rail 1AK 0405")
    refused(m, "end", "6.2")
    refused(m, "rail 26AK 0305", "6.2")
    play(m, "rail 5AK 0205")
    assert (where(m, "1AK"), where(m, "5AK")) == ("0405", "0205")


@pytest.mark.rule("eastfront", "6.2", "9.21", "6.21")
def test_the_last_supreme_move_takes_no_train_to_a_full_hex() -> None:
    m = position({"0205": FOUR, "0405": OTHERS, "0101": "OKH:3"}, active_hqs=OKH, tracks={"supreme": 1})
    refused(m, "rail 1AK 0405", "6.21")
    allowed(m, "rail 1AK 0305")


@pytest.mark.rule("eastfront", "6.2", "15.2")
def test_two_full_ports_exchange_units_by_sea() -> None:
    ports = [
        {"name": "West", "hex": "0303", "class": "town", "port": "major"},
        {"name": "East", "hex": "0403", "class": "town", "port": "major"},
    ]
    sea = {"id": "gulf", "title": "Gulf", "control": "West", "ports": "West East", "coast": "0303 0403"}
    walls = "0303/w 0303/nw 0303/sw 0303/ne 0303/se 0303/e 0403/e 0403/ne 0403/se 0403/nw 0403/sw"
    m = position(
        {"0303": FOUR, "0403": OTHERS, "0105": "OKH:3"},
        board=field(alpine=walls, cities=ports, seas=[sea]), active_hqs=OKH,
    )  # fmt: skip
    play(m, "sea 1AK 0403")
    refused(m, "end", "6.2")
    play(m, "sea 5AK 0303", "end")
    assert (where(m, "1AK"), where(m, "5AK")) == ("0403", "0303")


@pytest.mark.rule("eastfront", "6.2", "G69")
def test_three_full_hexes_pass_units_on_in_a_ring() -> None:
    around_0303, around_0403 = "0303/w 0303/nw 0303/ne 0303/sw", "0403/nw 0403/ne 0403/e 0403/se"
    ring = field(alpine=f"{around_0303} {around_0403} 0404/w 0404/e 0404/sw 0404/se", rail="0105 0205")
    units = {"0303": FOUR, "0403": OTHERS, "0404": "9AK 12AK 13AK 20AK", "0105": "OKH:3"}
    m = position(units, board=ring, active_hqs=OKH, tracks={"supreme": 3})
    play(m, "move 1AK 0403", "move 5AK 0404")
    refused(m, "end", "6.2")
    refused(m, "move 9AK 0403", "6.21")  # there nobody could move on
    play(m, "move 9AK 0303", "end")
    assert (where(m, "1AK"), where(m, "5AK"), where(m, "9AK")) == ("0403", "0404", "0303")


@pytest.mark.rule("eastfront", "6.2", "6.33", "G69")
def test_a_full_battle_hex_takes_one_in_if_another_can_still_leave() -> None:
    board = field(forest="0505 0605")
    battle = {"0605": "1AK 26AK 10AK 28AK 23A:1", "0505": "AG-South:3 41Pz"}
    m = position(battle, board=board, battles={"0605": GERMAN}, active_hqs=HQ, control={"german": "0506 0604"})
    play(m, "move 41Pz 0605")
    refused(m, "end", "6.2")
    play(m, "move 1AK 0604")
    assert where(m, "1AK") == "0604"
    one_way = field(forest="0505 0605", alpine="0605/nw 0605/ne 0605/e 0605/se 0605/sw")
    m = position(battle, board=one_way, battles={"0605": GERMAN}, active_hqs=HQ)
    refused(m, "move 41Pz 0605", "6.21")  # it would use up the only side by which another could leave
    allowed(m, "move 1AK 0505")


@pytest.mark.rule("eastfront", "6.2", "5.41", "G69")
def test_an_hq_mobilizes_into_a_full_hex_if_another_can_leave_it() -> None:
    m = position({"0303": FOUR, "0404": "AG-South:2", "0105": "OKH:1"}, active_hqs=HQ | OKH)
    play(m, "mobilize AG-South 0303")  # OKH can still move one of the four
    refused(m, "end", "6.2")
    play(m, "move 1AK 0202")
    assert where(m, "AG-South") == "0303"
    refused(position({"0303": FOUR, "0404": "AG-South:2"}, active_hqs=HQ), "mobilize AG-South 0303", "6.21")


@pytest.mark.rule("eastfront", "6.2", "6.52")
def test_full_hexes_exchange_units_on_the_map() -> None:
    units = {"Kharkov": FOUR, "Belgorod": OTHERS, "Warsaw": "OKH:3"}
    m = position(units, board=MAP, scenario="S42", month="JUL42", active_hqs=OKH)
    play(m, "rail 1AK Belgorod", "rail 5AK Kharkov", "end")
    assert state(m).phase != "movement"


@pytest.mark.rule("eastfront", "6.2", "G69")
@pytest.mark.parametrize("seed", range(40))
def test_however_one_moves_in_a_crowd_the_phase_can_be_ended_and_only_within_the_limits(seed: int) -> None:
    random = Random(seed)
    blocks = [block.id for block in state(position({"0101": "AG-South"})).rules.units]
    germans = [name for name in blocks if name.endswith(("AK", "Pz"))]
    soviets = [name for name in blocks if name.endswith("A") and "Gds" not in name]
    random.shuffle(germans)
    taken = itertools.count()
    hexes = [f"{column:02d}{row:02d}" for column in (2, 3, 4, 5) for row in (3, 4, 5, 6)]
    units = {hex: " ".join(germans[next(taken)] for _ in range(random.choice((1, 2, 2)))) for hex in hexes}
    hills = [hex for hex in hexes if random.random() < 0.7]
    enemies = {hex: soviets[at] for at, hex in enumerate(("0604", "0605", "0606"))}
    battle = random.choice(hexes)
    units[battle] += f" {soviets[9]}"
    units["0105"], units["0107"] = "OKH:3", "AG-South:3"
    m = position(
        {**units, **enemies}, board=field(mountain=" ".join(hills)), active_hqs=HQ | OKH, battles={battle: SOVIET},
        tracks={"supreme": random.randint(0, 6)}, seed=seed,
    )  # fmt: skip
    _play_out(m, random)


def _play_out(m: grognard.Match, random: Random) -> None:
    """Anything at random until the phase ends; it may end only where no hex holds too many of the side's units."""
    g = state(m)
    while g.phase == "movement":
        words: tuple[str, ...] = ()
        assert m.decision is not None
        if m.decision.kind != "movement":
            break
        choices = m.decision.choices()
        while choices.groups and not (choices.complete and random.random() < 0.5):
            items = [word for word in choices if word != "end"] or list(choices)
            if not words and "end" in choices and random.random() < 0.03:
                items = ["end"]
            words += (random.choice(items),)
            choices = m.decision.choices(words)
        if words == ("end",):
            assert all(len(stack) <= g.rules.stack_limit(hex) for hex, stack in g.stacks[GERMAN].items())
        m.play(" ".join(words))
        g = state(m)
