"""The words of Panzergruppe Guderian: its questions, the marks and markers it shows, what it counts, its results."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.game import Glossary, Mark, Term

# Asked in the midst of an action, and the verbs that answer.
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "loss-or-retreat": ("lose", "retreat"),
    "lose-step": ("lose",),
    "retreat": ("retreat",),
    "advance": ("advance", "stay"),
    "overstack": ("lose",),
}
WITHIN = ("go",)  # said inside an action

TERMS = Glossary(
    numbers=("1", "2", "3", "4", "5", "6"),
    marks=(
        Mark("untried", "its strength is not known to anybody yet"),
        Mark("disrupted", "no overrun, no attack, no zone of control until it recovers"),
        Mark("out-of-supply", "no line of supply", lacks_supply=True),
        Mark("moved", "its move is over"),
        Mark("attacked", "it has attacked in this phase"),
        Mark("retreated", "it has retreated in this phase"),
    ),
    markers=(
        Term("interdiction", "movement and supply are harder here", "!"),
        Term("rail-cut", "no train passes", "x"),
    ),
    tracks=(
        Term("rail_used", "what went by rail in this turn"),
        Term("rail_capacity", "what can go by rail in a turn"),
        Term("south_west_called", "divisions called from the South-Western Front"),
        Term("south_west_brought", "of those divisions, how many have come on"),
        Term("soviet_interdictions_left", "Soviet Interdiction markers not used yet"),
    ),
    explains=(
        Term(
            "interdict",
            "the enemy pays a point more to move there; a Soviet train counts it as four hexes, no German line passes",
        ),
    ),
    odds=("attack", "overrun"),
    results=(
        Term("A1", "the attackers lose a step or retreat a hex", own=True),
        Term("A2", "the attackers lose two steps or retreat two hexes", own=True),
        Term("Ae", "the attackers are eliminated", own=True),
        Term("D1", "the defenders lose a step or retreat a hex", foe=True),
        Term("D2", "the defenders lose two steps or retreat two hexes", foe=True),
        Term("De", "the defenders are eliminated", foe=True),
        Term("D1/A1", "both lose a step or retreat a hex, the defenders first", foe=True, own=True),
        Term("D2/A1", "the defenders lose two steps or retreat two hexes, then the attackers one", foe=True, own=True),
        Term("De/A1", "the defenders are eliminated, the attackers lose a step or retreat a hex", foe=True, own=True),
        Term("De without a roll", "they have no strength left and are eliminated at once", foe=True),
        Term("Eng", "both lose a step, nobody retreats or advances", foe=True, own=True),
    ),
)
