"""Why one would play an action, for a person: what is aimed at, and the odds where there are any."""

from __future__ import annotations

from grognard.bots.knowledge.eastfront.ground import gains
from grognard.errors import Invalid
from grognard.games.eastfront.position import Position
from grognard.games.eastfront.rounds import TAKEN
from grognard.hexes import Hex
from grognard.match import Match

DRIVEN_OUT = "enemy driven out"
OTHERWISE = {
    "end": "nothing else is worth its price",
    "deploy": "the deployment that is worked out for the scenario",
}


def reason(match: Match, g: Position, side: str, action: str) -> str:
    """A few words about an action."""
    verb, *rest = action.split() or ["end"]
    if verb == "activate":
        return _activation(g, rest)
    hex = g.rules.grid.by_name.get(rest[-1]) if rest else None
    if verb in ("step", "cadre", "arrive"):
        return "HQs first, then the units at the front, then cadres"
    if verb in ("move", "rail", "sea") and hex is not None:
        return _move(match, g, side, action, hex)
    if verb in ("battle", "resolve", "strike") and hex is not None:
        what = {"battle": "the odds are good", "resolve": "it must be fought", "strike": "bombs where they help most"}
        return f"{g.spell(hex)}: {what[verb]}{_odds(match, side, action)}"
    return OTHERWISE.get(verb, "the cheapest answer")


def _activation(g: Position, words: list[str]) -> str:
    roles = "to strike twice" if "blitz" in words else "to lead the attack"
    to = g.rules.grid.by_name.get(words[-1])
    where = f" from {g.spell(to)}" if to is not None else ""
    return f"{words[0]} {roles}{where}: what it can reach is worth more than its step"


def _move(match: Match, g: Position, side: str, action: str, hex: Hex) -> str:
    where = g.spell(hex)
    if g.present(g.passive, hex):
        others = len(g.stack(side, hex))
        return f"{'massing on' if others else 'attacking'} {where}{_odds(match, side, action)}"
    if g.held[g.passive] >> hex & 1:
        gain = gains(g.rules, side).get(hex, 0)
        return f"taking {where}, which nobody holds" + (f": {gain} points of production between us" if gain else "")
    if g.rules.around(g.occupied[g.passive]) >> hex & 1:
        return f"holding the line at {where}"
    return f"nearer to the front at {where}"


def _odds(match: Match, side: str, action: str) -> str:
    """The chance of the hex, as the preview has it."""
    try:
        outcomes = match.preview(action, side).outcomes
    except Invalid:
        return ""
    chance = outcomes.get(TAKEN, outcomes.get(DRIVEN_OUT, 0.0))
    return f": {chance:.0%} to take the hex in this round"
