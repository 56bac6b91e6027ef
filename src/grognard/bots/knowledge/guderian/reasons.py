"""Why one would play an action, in a few words for a person."""

from __future__ import annotations

from grognard.bots.knowledge.guderian.ground import called, goals
from grognard.games.guderian.position import GERMAN, SOVIET, Position
from grognard.hexes import Hex
from grognard.match import Match

PLAIN = {
    "end": "nothing more is worth doing in this phase",
    "deploy": "a set-up spread evenly over the hexes of the army",
    "stay": "the ground ahead is worth less than the ground held",
    "retreat": "ground is cheaper than steps",
    "lose": "the step that is missed least",
    "cut": "no trains will run here",
    "lift": "the marker is wanted elsewhere",
    "call": "divisions now are worth the points",
    "interdict": "where it slows most of the enemy",
    "evacuate": "he would be lost",
}


def reason(match: Match, side: str, action: str) -> str:
    """A few words on an action."""
    g = match.state
    assert isinstance(g, Position)
    words = action.split()
    if words[0] in ("attack", "overrun"):
        return _fight(match, g, side, action)
    if words[0] == "retreat" and len(words) > 1:
        return "where the enemy is least in the way"
    if words == ["lose"]:
        return "this ground is worth the loss, or there is no room behind it"
    hex = g.rules.hex_by_name.get(words[-1])
    if words[0] in ("move", "enter", "rail", "advance") and hex is not None:
        return _march(g, side, words[0], hex)
    return PLAIN.get(words[0], "the best there is")


def _fight(match: Match, g: Position, side: str, action: str) -> str:
    preview = match.preview(action, side)
    hurt = sum(chance for text, chance in preview.outcomes.items() if text.startswith("D"))
    hex = g.rules.hex_by_name[action.split()[1]]
    return f"{preview.kind} on {called(g, hex)}: {preview.column}, {hurt:.0%} that the defenders give way"


def _march(g: Position, side: str, verb: str, hex: Hex) -> str:
    klass = "mechanised" if side == GERMAN else "rifle"
    goal = max(goals(g.rules), key=lambda goal: goal.points * goal.near[klass][hex])
    enemy = SOVIET if side == GERMAN else GERMAN
    if hex in goal.place.hexes:
        return f"into {goal.place.name}, worth {goal.points:.0f} points"
    if g.zoc(enemy) >> hex & 1:
        return f"against the enemy before {goal.place.name}"
    how = {"enter": "reinforcements for", "rail": "by train to"}.get(
        verb, "massing on" if side == GERMAN else "to cover"
    )
    return f"{how} {goal.place.name}"
