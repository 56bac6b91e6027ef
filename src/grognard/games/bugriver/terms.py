"""The words of Across the Bug River: its questions, the marks and markers it shows."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.game import Glossary, Mark, Term, Waiver
from grognard.games.bugriver.chits import KINDS
from grognard.games.bugriver.rules import BOX
from grognard.games.bugriver.tables import FACES
from grognard.mechanics.crt import Crt

# Asked in the midst of an action, and the verbs that answer.
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "react": ("react", "decline", "hush"),
    "isolated": ("go-on", "call-off"),
    "luck": ("reroll", "keep"),
    "loss": ("lose",),
    "retreat": ("retreat", "stay"),
    "winner": ("choose",),
    "displace": ("displace",),
    "crowd": ("displace", "decline"),
    "surplus": ("displace", "eliminate"),
}
WITHIN: tuple[str, ...] = ("go",)  # said inside an action


def _suffered(who: str, part: str) -> str:
    """What a part of a result does to a side; r is red: an Effectiveness Check for each unit (7.5.2e)."""
    hits, red = part.rstrip("r"), ", red: each unit makes an Effectiveness Check" * part.endswith("r")
    return f"{hits} hit{'s' * (hits != '1')} on the {who}{red}" if hits != "0" else ""


def _result(name: str) -> Term:
    attacker, _, defender = name.partition("/")
    said = "; ".join(filter(None, (_suffered("attacker", attacker), _suffered("defender", defender))))
    return Term(name, said or "nothing happens", foe=defender[0] != "0", own=attacker[0] != "0")


TERMS = Glossary(
    # People may leave formations out of it: their reactions are declined without a question.
    waivers=(Waiver("react", "react", "decline"),),
    asides=("top", "watch"),
    explains=(
        Term("act", "roll for a formation's Action Points at its Activation Level, which falls by one, and spend them"),
        Term("transfer", "the enemy has the Initiative: he must act with a formation or pass"),
        Term("pass", "you activate nobody for the rest of the turn; you may still react. The enemy goes on alone"),
        Term("determine", "both roll a d10; the higher total has the Initiative, the Germans in a tie"),
        Term("react", "roll the Reaction Check; if it is passed the move ends here, and the formation acts"),
        Term("decline", "the enemy goes on"),
        Term(
            "hush", "the enemy goes on; from now on the referee declines for this formation, until you watch it again"
        ),
        Term("watch", "you are asked about the reactions of this formation again"),
        Term("reroll", "throw this die again; the new one stands, and the marker is the enemy's"),
        Term("keep", "the die stands, and the marker stays yours"),
        Term("go-on", "those who have passed their checks carry the Action out"),
        Term("call-off", "nobody acts; the Action Points are spent all the same"),
        Term("hasty", "1 Action Point: no support, the worst chits"),
        Term("regular", "2 Action Points: support counts"),
        Term("prepared", "3 Action Points: support counts most, the best chits"),
        Term("infiltrate", "from one enemy zone of control straight into another, after an Effectiveness Check"),
        Term("refit", "an Effectiveness Check: who passes is no longer disrupted"),
        Term("improve", "the stack defends with the best chits and more support, until somebody of it acts or leaves"),
        Term("relocate", "the HQ goes to a town or village; out of its range or of supply it pays as if displaced"),
        Term("bridge", "2 Action Points: a pontoon bridge over the Bug, one for each corps"),
        Term("emergency", "the HQ recovers one space fewer than in supply; not again until supply reaches it"),
        Term("assign", "the unit belongs to this formation from now on"),
        Term("attach", "an isolated unit belongs to this formation until a path leads to its own HQ again"),
        Term("replace", "one Strength Point; of Infantry points engineers and motorised units take two"),
        Term("cannibalise", "the unit leaves the game; each of its Strength Points may restore one of another unit"),
        Term("delay", "it waits for the next turn"),
        Term("top", "lay a unit on top of its stack: the enemy sees it instead of the one above it"),
        Term("end", "you are done here: points that are left are lost"),
    ),
    numbers=tuple(str(face) for face in range(1, FACES + 1)),
    marks=(
        Mark("disrupted", "it can only refit"),
        Mark("out-of-command", "beyond its HQ's Command Range"),
        Mark("isolated", "no path to its HQ", lacks_supply=True),
        Mark("emergency-supply", "the HQ has expended its Emergency Supply"),
        Mark("out-of-supply", "no path leads from the HQ to a supply area", lacks_supply=True),
    ),
    markers=(
        Term("improved-defense", "the stack is in Improved Defense", "⌂"),
        Term("bridge", "a pontoon bridge", "≍"),
    ),
    ground=(Term("pillbox", "a bunker of the Soviet line"),),
    tracks=(
        Term("interdiction", "the Interdiction Level of the turn"),
        Term("initiative-drm", "the box of the Initiative +DRM marker"),
    ),
    tallies=(Term("action-points", "Action Points left"),),
    odds=KINDS,
    results=tuple(
        _result(name)
        for name in sorted({name for column in Crt(BOX.charts.table("crt")).results.values() for name in column})
    ),  # 7.5.1D
)
