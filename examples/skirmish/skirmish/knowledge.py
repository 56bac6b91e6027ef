"""What the bots know of the game: what is worth trying, and how good a position is."""

from __future__ import annotations

from grognard.bots.knowledge import Plan, PlayerTurns
from grognard.hexes import members
from grognard.match import Match
from skirmish.combat import attackers, targets
from skirmish.movement import destinations, may_move
from skirmish.position import Position

WON = 100.0
TOWN, ROAD = 4.0, 0.3  # the town, and a hex nearer to it


class Officer(PlayerTurns):
    """A cautious man with an eye on the town."""

    def answer(self, match: Match, side: str) -> str | None:
        """Lose the weakest, advance if it is the town, withdraw from the stronger."""
        g, decision = position(match), match.decision_of(side)
        if decision is None:
            return None
        match decision.kind:
            case "loss":
                return f"lose {min(match.choices('lose', side), key=lambda name: g.strength(g.unit(name)))}"
            case "retreat":
                return f"retreat {min(match.choices('retreat', side), key=lambda name: away(g, name))}"
            case "advance":
                return f"advance {match.choices('advance', side).items[0]}"
            case "reaction":
                return "stay"
        return None

    def plans(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """Every attack with all that can join in; then each unit's move nearest to the town, each one's second ..."""
        g = position(match)
        words = [f"attack {g.hexname(hex)} {' '.join(g.names(attackers(g, hex)))} go" for hex in targets(g)]
        moves: list[tuple[int, str]] = []
        for unit in g.on_map(side):
            if may_move(g, unit):
                there = sorted(g.hexnames(destinations(g, unit)), key=lambda name: away(g, name))
                moves += [(at, f"move {g.name(unit)} {name}") for at, name in enumerate(there[:4])]
        words += [move for _, move in sorted(moves)]
        return [Plan((action,)) for action in words[:breadth]]

    def first_ideas(self, match: Match, side: str, breadth: int) -> list[Plan]:
        """The same."""
        return self.plans(match, side, breadth)

    def resting(self, match: Match, side: str) -> str:
        """Nothing more to do."""
        return "end"

    def evaluate(self, match: Match, side: str) -> float:
        """Strengths, the town, and the way to it."""
        g, result = position(match), match.result
        if result is not None:
            return 0.0 if not result.winner else WON if result.winner == side else -WON
        worth = {g.side: 0.0, g.enemy: 0.0}
        for unit in g.on_map():
            worth[g.owner(unit)] += g.strength(unit) - ROAD * away(g, g.hexname(g.at[unit]))
        if g.holder:
            worth[g.holder] += TOWN
        return worth[side] - worth[g.rules.enemy[side]]

    def glance(self, match: Match, side: str) -> float:
        """The same."""
        return self.evaluate(match, side)

    def is_chancy(self, match: Match, side: str, action: str) -> bool:
        """Attacks are."""
        return action.startswith("attack")

    def reason(self, match: Match, side: str, action: str) -> str:
        """Odds for an attack."""
        if action.startswith("attack"):
            return f"odds of {match.preview(action, side).column}"
        return "to Krasny" if action.startswith("move") else "nothing better to do"


def away(g: Position, name: str) -> int:
    """How far a hex is from the town."""
    (town,) = members(g.rules.town)
    return g.rules.grid.distance(g.rules.hex_by_name[name], town)


def position(match: Match) -> Position:
    """The state of a match of this game."""
    assert isinstance(match.state, Position)
    return match.state


def knowledge() -> Officer:
    """The knowledge of the game."""
    return Officer()
