"""The words of Battles in the East: its questions, the marks and markers it shows, what it counts, its results."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.game import Glossary, Mark, Term
from grognard.games.battles.shifts import KINDS
from grognard.games.battles.support import AIR, NAVAL, WAIVE
from grognard.games.battles.works import SHIFTS

# Asked in the midst of an action, and the verbs that answer.
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "declare": ("declare", "go"),
    "loss-or-retreat": ("retreat", "lose"),
    "lose-step": ("lose",),
    "retreat": ("retreat",),
    "advance": ("advance", "stay"),
    "overstack": ("lose",),
    "occupy": ("occupy", "stay"),
}
WITHIN = ("go", "attack", "general", *SHIFTS, AIR, NAVAL, WAIVE, *KINDS)  # said inside an action
_STEPS = {
    "1": "a step or retreat a hex",
    "2": "two steps or retreat two hexes",
    "1*": "a step",
    "2*": "two steps, or one and retreat a hex",
    "3*": "three steps, or one or two and retreat the rest in hexes",
}


def _suffer(part: str) -> str:
    """What a part of a result does to a side."""
    if part == "E":
        return "are eliminated"
    return f"lose {_STEPS[part]}"


def _result(name: str) -> Term:
    attacker, _, defender = name.partition("/")
    parts = {"attackers": attacker, "defenders": defender}
    said = [f"the {who} {_suffer(part)}" for who, part in parts.items() if part != "0"]
    return Term(name, ", then ".join(said), foe=defender != "0", own=attacker != "0")


TERMS = Glossary(
    numbers=("1", "2", "3", "4", "5", "6"),
    marks=(
        Mark("untried", "its strength is not known to anybody yet"),
        Mark("attack-side", "an HQ turned to its Attack side"),
        Mark("attack-supply", "in Attack supply: it attacks at full strength and may overrun"),
        Mark("out-of-supply", "no supply: half movement and defence, no attack", lacks_supply=True),
        Mark("fortress-supply", "cut off, and in General supply in its fortress"),
        Mark("aerial-supply", "cut off, and in General supply from the air"),
        Mark("bridge", "laid out as a bridge"),
        Mark("moved", "it has moved in this phase"),
        Mark("halted", "stopped: it may not move on in this phase"),
        Mark("attacked", "it has attacked in this phase"),
        Mark("retreated", "it has retreated in this phase"),
        Mark("advanced", "it has advanced in this phase"),
    ),
    markers=(
        Term("interdiction", "entering costs 2 points more", "!"),
        Term("aerial-supply", "supplies are flown to this hex", "%"),
        Term("sea-supply", "ships supply this port", "&"),
        Term("fort", "a field fort, and the shift it gives", "⌂"),
        Term("bridge", "a bridge of a bridging unit, and where it leads", "≍"),
        Term("blown", "a crossing that is destroyed, and where it led", "x"),
        Term("ruin", "a fortress that has fallen", "∪"),
    ),
    ground=(Term("fortress", "a fortress that stands", "∩"),),
    tallies=(
        Term("air", "air support markers in hand"),
        Term("attack_markers", "Attack Supply markers in hand"),
        Term("attack_limit", "HQs that may be on their Attack side in this turn"),
        Term("flights", "Air Supply markers left in this turn"),
        Term("naval", "naval points in hand"),
        Term("forts", "field forts that can still be built"),
    ),
    explains=(
        Term(
            "supply", "units it feeds attack at full strength this turn and may overrun; others attack at half, at best"
        ),
        Term("declare", "an HQ, aircraft or a unit lends this combat a column, before the die falls"),
        Term("go", "you declare nothing more"),
    ),
    odds=("attack", "overrun", "declare"),
    results=(
        *(_result(name) for name in ("E/0", "2*/0", "2/0", "1*/0", "1/0")),
        Term("ENG", "both sides lose a step, nobody retreats or advances", foe=True, own=True),
        Term("0/E without a roll", "they have no strength left and are eliminated at once", foe=True),
        *(_result(name) for name in ("1/1", "0/1", "0/1*", "1/2", "0/2", "0/2*", "1/3*", "0/3*", "0/E")),
    ),
)
