"""Why one would play an action, for a person: what is aimed at, and the odds where there are any."""

from __future__ import annotations

from grognard.bots.knowledge.eastfront.ground import gains
from grognard.bots.knowledge.eastfront.judgement import MOVING
from grognard.errors import Invalid
from grognard.games.eastfront.position import Position
from grognard.games.eastfront.rounds import TAKEN
from grognard.hexes import Hex, members
from grognard.match import Match

DRIVEN_OUT = "enemy driven out"
OTHERWISE = {
    "deploy": "a deployment worked out for this scenario: the line manned, armor behind it, HQs in reach",
    "stay": "the rearguard has held: it stays",
    "lose": "the cheapest step there is to lose",
    "supply": "the dearest unit is fed first",
    "mobilize": "the HQ gets out of reach, ready for the next turn",
    "rearguard": "it covers those who leave",
}


def reason(match: Match, g: Position, side: str, action: str) -> str:
    """A few words about an action."""
    verb, *rest = action.split() or ["end"]
    if verb == "activate":
        return _activation(g, side, rest)
    if verb == "end":
        return _end(g, side)
    hex = g.rules.grid.by_name.get(rest[-1]) if rest else None
    if verb in ("step", "cadre", "arrive"):
        return "HQs first, then the units at the front, then cadres"
    if verb in ("move", "rail", "sea") and hex is not None:
        return _move(match, g, side, action, hex)
    if verb in ("battle", "resolve", "strike") and hex is not None:
        what = {"battle": "worth a round", "resolve": "it must be fought", "strike": "bombs where they help most"}
        return f"{g.spell(hex)}: {what[verb]}{_odds(match, side, action)}"
    return OTHERWISE.get(verb, "the cheapest answer")


def _end(g: Position, side: str) -> str:
    """What is left undone, and why."""
    if g.phase == "deployment":
        return "everything has its place"
    if g.phase == "command":
        worth = "no attack in reach is worth the step it costs an HQ"
        return worth if not g.role else "the other HQs keep their steps for later"
    if g.phase in MOVING:
        return "who has not moved stands where he is needed"
    return "no other battle has odds worth a round"


def _activation(g: Position, side: str, words: list[str]) -> str:
    hq = g.unit(words[0])
    to = g.rules.grid.by_name.get(words[-1], g.at[hq])
    if g.rules.is_supreme(hq):
        return f"{words[0]} moves reserves anywhere on the map, and its airstrike reaches far"
    roles = "to strike twice" if "blitz" in words else "to lead the attack"
    reach = 1 << to
    for _ in range(g.cv[hq]):
        reach = g.rules.around(reach)
    led = sum(len(g.stack(side, hex)) for hex in members(reach & g.occupied[side]))
    return f"{words[0]} {roles} from {g.spell(to)}, with {led} units in its range"


def _move(match: Match, g: Position, side: str, action: str, hex: Hex) -> str:
    where = g.spell(hex)
    if g.present(g.enemy, hex):
        others = len(g.stack(side, hex))
        joined = f"joining {others} at" if others else "attacking"
        return f"{joined} {where}{_odds(match, side, action)}"
    if g.held[g.enemy] >> hex & 1:
        gain = gains(g.rules, side).get(hex, 0)
        return f"taking {where}, which nobody holds" + (f": {gain} points of production between us" if gain else "")
    city = gains(g.rules, side).get(hex, 0)
    if g.rules.around(g.occupied[g.enemy]) >> hex & 1:
        return f"holding {where}, worth {city} points" if city else f"closing the line at {where}"
    if city and not g.present(side, hex):
        return f"a garrison for {where}, worth {city} points"
    return f"nearer to the front at {where}"


def _odds(match: Match, side: str, action: str) -> str:
    """The chance of the hex, as the preview has it."""
    try:
        outcomes = match.preview(action, side).outcomes
    except Invalid:
        return ""
    chance = outcomes.get(TAKEN, outcomes.get(DRIVEN_OUT, 0.0))
    return f": {chance:.0%} to take the hex in this round"
