"""Why one would play an action, for a person: what is aimed at, and the odds where there are any."""

from __future__ import annotations

from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.ground import gains
from grognard.bots.knowledge.eastfront.judgement import MOVING
from grognard.bots.knowledge.eastfront.prospects import Operation, operations
from grognard.bots.knowledge.eastfront.threats import strikers
from grognard.errors import Invalid
from grognard.games.eastfront.position import Position
from grognard.games.eastfront.rounds import TAKEN
from grognard.hexes import Hex, members
from grognard.match import Match
from grognard.ruling import Illegal

AIMS = 3  # attacks named for an activation
DRIVEN_OUT = "enemy driven out"
OTHERWISE = {
    "deploy": "a deployment worked out for this scenario: the line manned, armor behind it, HQs in reach",
    "stay": "the rearguard has held: it stays",
    "retreat": "the rearguard goes on, out of the enemy's sight",
    "lose": "the cheapest step there is to lose",
    "supply": "the dearest unit is fed first",
    "mobilize": "the HQ gets out of reach, ready for the next turn",
}


def reason(match: Match, g: Position, side: str, action: str) -> str:
    """A few words about an action."""
    verb, *rest = action.split() or ["end"]
    if verb == "activate":
        return _activation(match, g, side, rest)
    if verb == "end":
        return _end(g, side)
    hex = g.rules.grid.by_name.get(rest[-1]) if rest else None
    if verb in ("step", "cadre", "arrive"):
        return "HQs first, then the units at the front, then cadres"
    if verb in ("move", "rail", "sea") and hex is not None:
        return _move(match, g, side, action, hex) + _danger(g, side, rest[0], hex)
    if verb in ("invade", "drop", "evacuate") and hex is not None:
        return _expedition(match, g, side, action, hex)
    if verb == "rearguard":
        return f"it covers those who leave {g.spell(g.at[g.unit(rest[0])])}{_pursuers(g, rest[0])}"
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


def _activation(match: Match, g: Position, side: str, words: list[str]) -> str:
    """Who is led, from where, and against what."""
    hq = g.unit(words[0])
    to = g.rules.grid.by_name.get(words[-1], g.at[hq])
    aims = _aims(match, side, " ".join(("activate", *words)))
    if g.rules.is_supreme(hq):
        rest = f"; it can help at {aims}" if aims else ""
        return f"{words[0]} moves reserves anywhere on the map, and its airstrike reaches far{rest}"
    if "invasion" in words or "paradrop" in words:
        sent = "an army over the sea" if "invasion" in words else "the paratroops"
        return f"{words[0]} sends {sent} from {g.spell(to)}; it leads nobody else in this turn"
    roles = "to strike twice" if "blitz" in words else "to lead the attack"
    reach = 1 << to
    for _ in range(g.cv[hq]):
        reach = g.rules.around(reach)
    led = sum(len(g.stack(side, hex)) for hex in members(reach & g.occupied[side]))
    return f"{words[0]} {roles}{f' at {aims}' if aims else ''} from {g.spell(to)}, with {led} units in its range"


def _aims(match: Match, side: str, action: str) -> str:
    """The attacks that an activation makes possible, the best first."""
    trial = match.copy()
    before = {operation.hex for operation in _attacks(trial, side)}
    try:
        trial.play(action, side)
    except Illegal:
        return ""
    g = trial.state
    hexes = [operation.hex for operation in _attacks(trial, side) if operation.hex not in before]
    return _listed([g.spell(hex) for hex in hexes[:AIMS]]) if isinstance(g, Position) else ""


def _attacks(match: Match, side: str) -> list[Operation]:
    g = match.state
    return operations(Judge(g, side)) if isinstance(g, Position) and g.phase == "command" else []


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


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
    start = g.at[g.unit(action.split()[1])]
    if start >= 0 and _farther(g, hex, start):
        return f"back to {where}, out of the line"
    return f"nearer to the front at {where}"


def _farther(g: Position, hex: Hex, start: Hex) -> bool:
    """Whether a hex is farther from the enemy than another."""
    near = g.occupied[g.enemy] & g.rules.land
    while near and not (near >> hex | near >> start) & 1:
        near, before = g.rules.around(near), near
        if near == before:
            return False
    return bool(near >> start & 1) and not near >> hex & 1


def _expedition(match: Match, g: Position, side: str, action: str, hex: Hex) -> str:
    """A landing, a drop or an evacuation."""
    verb, unit, *_ = action.split()
    where, gain = g.spell(hex), gains(g.rules, side).get(hex, 0)
    if verb == "evacuate":
        return f"{unit} has no supply at {g.spell(g.at[g.unit(unit)])} or is beaten there; ships take it to {where}"
    if g.present(g.enemy, hex):
        return f"{unit} into the battle of {where}{_odds(match, side, action)}"
    if verb == "drop":
        return f"{unit} links up with its friends at {where}, behind the enemy's line"
    return f"{unit} takes {where}, which nobody holds" + (f": {gain} points of production between us" if gain else "")


def _danger(g: Position, side: str, unit: str, hex: Hex) -> str:
    """What the unit escapes by leaving where it stands, if it steps back."""
    start = g.at[g.unit(unit)]
    if g.present(g.enemy, hex) or start < 0 or start in g.battles:
        return ""
    judge = Judge(g, side)
    here, there = strikers(judge, start), strikers(judge, hex)
    if not g.supplied[g.unit(unit)] or not judge.fed >> start & 1:
        return f"; {unit} has no supply where it stands" if judge.fed >> hex & 1 else ""
    if here > there and here > len(g.stack(side, start)) + 1:
        return f"; {here} blocks could be massed against it at {g.spell(start)} next turn, {there} here"
    return ""


def _pursuers(g: Position, unit: str) -> str:
    """How many fire at a rearguard as it goes."""
    many = len(g.stack(g.enemy, g.at[g.unit(unit)]))
    return f": {many} block{'s' if many > 1 else ''} may fire at it"


def _odds(match: Match, side: str, action: str) -> str:
    """The chance of the hex, as the preview has it."""
    try:
        outcomes = match.preview(action, side).outcomes
    except Invalid:
        return ""
    chance = outcomes.get(TAKEN, outcomes.get(DRIVEN_OUT, 0.0))
    return f": {chance:.0%} to take the hex in this round"
