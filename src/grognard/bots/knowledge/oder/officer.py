"""The operations officer of Watch on the Oder."""

from __future__ import annotations

from grognard.bots.knowledge import Plan, PlayerTurns
from grognard.bots.knowledge.oder.answers import reply
from grognard.bots.knowledge.oder.judgement import first_sight, value
from grognard.bots.knowledge.oder.places import place_name
from grognard.bots.knowledge.oder.plans import put_forward
from grognard.games.oder.position import SOVIET, Position
from grognard.match import Match

SHARE = 6  # of the breadth allowed: each trial plays a whole action, and a turn has forty of them


class Officer(PlayerTurns):
    """What is worth a look in Watch on the Oder, and how good a position is."""

    def answer(self, match: Match, side: str) -> str | None:
        """Set-up, declaration, support, losses, retreats, advances, momentum."""
        return reply(match, side)

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """Marches, attacks and probes, arrivals."""
        return put_forward(_position(match), side, max(2, breadth // SHARE))

    def first_ideas(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """The same, but no further than the next action."""
        return list(dict.fromkeys(Plan(plan.actions[:1]) for plan in self.plans(match, side, breadth)))

    def resting(self, match: Match, side: str) -> str:
        """The end of the phase."""
        return "end"

    def evaluate(self, match: Match, side: str) -> float:
        """Points, units, supply, attacks to come and the ways to sudden death."""
        return value(_position(match), side)

    def glance(self, match: Match, side: str) -> float:
        """Points and units, and how near the enemy is."""
        return first_sight(_position(match), side)

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        """Attacks are; German probes may go on with momentum."""
        return action.startswith("attack" if side == SOVIET else ("attack", "probe"))

    def reason(self, match: Match, side: str, action: str) -> str:
        """Odds for an attack, the purpose of the others."""
        words, g = action.split(), _position(match)
        if words[0] == "attack":
            preview = match.preview(action, side)
            chance = sum(share for result, share in preview.outcomes.items() if result in ("DE", "DR"))
            place = place_name(g, g.rules.hex_by_name[words[1]])
            return f"attack on {place}: {preview.column}, {chance:.0%} to clear the hex"
        if words[0] in ("move", "probe", "arrive"):
            return f"{REASONS[words[0]]} {place_name(g, g.rules.hex_by_name[words[-1]])}{_against(g, side, words[-1])}"
        return REASONS.get(words[0], "nothing better to do")


REASONS = {
    "move": "going to",
    "probe": "probing into",
    "arrive": "coming up in",
    "refuse": "a point is worth more than the unit now",
    "declare": "the better order of movement and combat",
    "air": "where the fighting will be",
    "naval": "where the fighting will be",
    "end": "nothing gains any more",
}


def _position(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state


def _against(g: Position, side: str, word: str) -> str:
    near = [h for h in g.rules.near(g.rules.hex_by_name[word]) if g.stack(h) and g.rules.side[g.stack(h)[0]] != side]
    return f", against {' '.join(g.hexname(h) for h in near)}" if near else ""
