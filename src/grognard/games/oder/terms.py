"""The words of Watch on the Oder: its questions, the marks and markers it shows, its results."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.game import Glossary, Mark, Term
from grognard.games.oder.sequence import ORDERS

# Asked in the midst of an action, and the verbs that answer.
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "aerial-supply": ("none",),
    "loss": ("lose",),
    "retreat": ("retreat",),
    "advance": ("advance", "stay"),
    "momentum": ("attack", "probe", "stop"),
    "overstack": ("eliminate",),
}
WITHIN = ("go", *ORDERS)  # said inside an action

TERMS = Glossary(
    numbers=("1", "2", "3", "4", "5", "6"),
    marks=(
        Mark("out-of-supply", "no supply of any kind", lacks_supply=True),
        Mark("aerial-supply", "supplied from the air"),
        Mark("fortress-supply", "cut off, and supplied by its fortress"),
        Mark("coastal-supply", "cut off, and supplied from the sea"),
        Mark("moved", "it has moved in this phase"),
        Mark("attacked", "it has attacked in this phase"),
    ),
    markers=(
        Term("air", "German air support", "!"),
        Term("naval", "German naval support", "&"),
        Term("aerial-supply", "supplies are flown to this unit", "%"),
        Term("ruin", "a fortification that is destroyed", "x"),
    ),
    ground=(Term("fortification", "a fortification that stands", "∩"),),
    explains=(
        Term("movement", "you move first and fight afterwards"),
        Term("combat", "you fight first and move afterwards; Soviet Shock Armies attack in no other turn"),
        Term("probe", "step into an empty hex next to the enemy, without a die; the unit has then made its attack"),
    ),
    odds=("attack",),
    results=(
        Term("DE", "the defenders are eliminated", foe=True),
        Term("DR", "the defenders retreat", foe=True),
        Term("EX", "exchange: each side loses a unit of its choice", foe=True, own=True),
        Term("AS", "the attack stalls, and nothing happens"),
        Term("AL1", "the attackers lose a unit of their choice", own=True),
    ),
)
