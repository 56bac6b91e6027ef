"""What may be regretted though the rules allow it."""

from __future__ import annotations

import grognard
from tests.bugriver.table import SOVIET, admin, field, play, position


def cautions(m: grognard.Match, action: str) -> list[tuple[str, tuple[str, ...]]]:
    """The rules and hexes of what is said before an action."""
    assert m.decision is not None
    return [(caution.rule, caution.hexes) for caution in m.cautions(action, m.decision.side)]


def test_an_hq_left_alone_with_the_enemy_near() -> None:
    units = {"1109": "44ID I/131", "1309": "I/16", "2309": "87RD"}
    assert ("7.3.6a", ("1109",)) in cautions(position(units), "move I/131 1108")
    far = position({"1109": "44ID I/131", "1609": "I/16", "2309": "87RD"})
    assert "7.3.6a" not in dict(cautions(far, "move I/131 1108"))
    kept = position({**units, "1109": "44ID I/131 1/Pj46"})
    assert "7.3.6a" not in dict(cautions(kept, "move I/131 1108"))


def test_units_that_would_go_out_of_command() -> None:
    m = position({"1109": "44ID", "1509": "I/131", "1608": "II/131", "2309": "87RD I/16"})
    assert cautions(m, "move I/131 1709") == [("7b", ("1709",))]
    assert cautions(m, "move I/131 1508") == []


def test_a_place_that_counts_and_improved_defense_are_given_up() -> None:
    m = position(
        {"1510": "I/525", "1310": "298ID", "1610": "BG1", "2410": "87RD"}, board=None, acting="298ID", improved="1510"
    )
    told = dict(cautions(m, "move I/525 1409"))
    assert told["7.8"] == told["7.7b"] == ("1510",)


def test_relocation_with_a_penalty() -> None:
    m = position({"1109": "44ID I/131", "2309": "87RD I/16"}, board=field(village="1109 1113 1603 2309"))
    assert "7.4e" not in dict(cautions(m, "relocate 44ID 1113"))
    assert dict(cautions(m, "relocate 44ID 1603"))["7.4e"] == ("1603",)


def test_points_and_refits_that_would_be_lost() -> None:
    m = position({"1109": "44ID I/131", "2309": "87RD I/16"}, disrupted="I/131", points=2)
    assert cautions(m, "end") == [("7.1g", ()), ("7.6a", ("1109",))]


def test_a_pass_is_for_the_rest_of_the_turn() -> None:
    m = position({"1109": "44ID I/131", "2309": "87RD I/16"}, phase="options", side="german", luck=SOVIET)
    assert cautions(m, "pass") == [("6.2c", ())]
    last = position({"1109": "44ID I/131", "2309": "87RD I/16"}, phase="options", side="german", passed=SOVIET)
    assert cautions(last, "pass") == []


def test_a_hasty_attack_where_a_regular_one_could_be_paid() -> None:
    units = {"1109": "44ID", "1609": "I/131", "1709": "I/16", "2309": "87RD"}
    assert "7.5.1.2e" in dict(cautions(position(units, points=2), "hasty 1709 I/131 go"))
    assert cautions(position(units, points=1), "hasty 1709 I/131 go") == []
    bug = position(units, points=1, board=field(bug="1609/ne"))
    assert cautions(bug, "hasty 1709 I/131 go") == [("7.5.2o", ("1609",))]


def test_reinforcements_that_would_wait() -> None:
    m = admin(
        {"0416": "44ID I/131", "2410": "87RD I/16"}, "german-reinforcement", board=None, due={"14Pz": 3, "1/36": 3}
    )
    assert [rule for rule, _ in cautions(m, "end")] == ["8.4b"]


def test_emergency_supply_that_is_wasted_or_forgone() -> None:
    units = {"2410": "87RD I/16", "1310": "298ID"}
    ring = {h: f"{n}/{r}" for h, (n, r) in zip(
        ("2310", "2311", "2411", "2509", "2409", "2511", "2610", "2609"),
        ((n, r) for r in (525, 526, 527) for n in ("I", "II", "III")), strict=False,
    )}  # fmt: skip
    for level, words, rules in ((4, "emergency 87RD", ["8.1b"]), (4, "end", []), (2, "emergency 87RD", []),
                                (2, "end", ["8.1b"])):  # fmt: skip
        m = admin({**units, **ring}, "soviet-recovery", board=None, level={"87RD": level}, forced=False)
        assert [rule for rule, _ in cautions(m, words)] == rules, (level, words)


def test_replacement_points_that_would_be_lost() -> None:
    units = {"1109": "44ID", "1209": "I/131", "2309": "87RD"}
    m = admin(units, "german-replacement", turn=3, strength={"I/131": 4}, forced=False)
    assert [caution.text for caution in m.cautions("end", "german")] == [
        "2 Infantry points and 1 AFV point would be lost: I/131 could be rebuilt"
    ]
    play(m, "replace I/131", "replace I/131")
    assert cautions(m, "end") == []
    broken = {"2309": "87RD", "2209": "I/16", "2208": "II/16", "2210": "III/16", "1109": "44ID"}
    second = admin(broken, "soviet-replacement", turn=4, strength={"II/16": 2}, forced=False)
    assert cautions(second, "cannibalise I/16") == []
    play(second, "cannibalise I/16", "replace II/16")
    assert [rule for rule, _ in cautions(second, "cannibalise III/16")] == ["8.3c"]
