"""The words of EastFront: its questions, the marks and markers it shows, what it counts, what has odds."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.game import Glossary, Mark, Term
from grognard.games.eastfront import clauses, previews
from grognard.games.eastfront.command import ROLES

# Asked outside the phases of a player-turn and in the midst of an action, and the verbs that answer.
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "production": clauses.WORDS,
    "continuation": ("continue", "stop"),
    "rearguard": ("retreat", "stay"),
    "beachhead": ("beachhead", "wait"),
    "fire": ("fire",),
    "lose": ("lose",),
    "repulse": ("repulse",),
    "supply": ("supply", "unsupplied"),
}
WITHIN = tuple(ROLES)  # said inside an action

TERMS = Glossary(
    explains=(
        Term(
            "activate",
            "the units in its Command Range can move, and have its support in combat; it is a step weaker afterwards",
        ),
        Term("blitz", "it commands a second move and a second combat, and is two steps weaker afterwards"),
        Term("mobilize", "the HQ moves itself, and is not active any more: it supports no combat"),
        Term("rail", "a Supreme Move: up to ten hexes along the railway, and into no battle"),
        Term("sea", "a Supreme Move: from port to port in one sea"),
        Term("strike", "aircraft of an active HQ join a battle in its range, with a die for each step of the HQ"),
        Term("battle", "a battle you want fought in this phase: the blocks in it are shown"),
        Term("resolve", "fight a round of it: airstrikes, then the defender fires, then the attacker"),
        Term("step", "a step more for a unit that is in supply and in no battle"),
        Term("cadre", "an eliminated unit comes back, at its weakest"),
        Term("arrive", "place a reinforcement of this month"),
        Term("advance", "place one of next month already, for points or a step of it"),
        Term("hasten", "one of a later month comes a month sooner, for points or a step of it"),
        Term("disband", "take a unit off the map; it can be rebuilt later"),
    ),
    screens={"production": "orders", "deployment": "muster"},
    numbers=("0", "1", "2", "3", "4", "5", "6"),
    marks=(
        Mark("active", "a headquarters that commands in this player-turn"),
        Mark("blitz", "it commands a second move and combat"),
        Mark("paradrop", "it commands a paradrop"),
        Mark("invasion", "it commands an invasion"),
        Mark("moved", "it has moved, or goes by strategic movement"),
        Mark("dispersed", "it lies face-down and takes no part"),
        Mark("rearguard", "it covers those who leave the battle"),
        Mark("unsupplied", "it had no supply when that was last looked at", lacks_supply=True),
        Mark("restricted", "it may not leave home"),
        Mark("face-up", "the enemy has seen it"),
    ),
    markers=(
        Term("airstrike", "an airstrike on the battle", "!"),
        Term("beachhead", "the Beachhead", "&"),
    ),
    ground=(
        Term("railhead", "where a side's railways end"),
        Term("disputed", "held by nobody"),
    ),
    tracks=(
        Term("month", "the month of the scenario, from 0"),
        Term("fortnight", "the fortnight of the month"),
        Term("supreme_moves", "Supreme Moves left"),
        Term("surrender", "1 when Rumania has surrendered"),
    ),
    results=(
        Term("hex taken", "nobody of the enemy is left in the hex", foe=True),
        Term("enemy driven out", "nobody of the enemy is left in the hex", foe=True),
    ),
    tallies=(Term("production", "the Production Level, in Production Points"),),
    odds=(*previews.VERBS, *clauses.ORDERS),
    asides=("disband",),  # nobody needs to be reminded of it
    battles=True,
)
