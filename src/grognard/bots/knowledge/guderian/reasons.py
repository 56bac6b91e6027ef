"""Why one would play an action, in a few words for a person."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from grognard.board import Board
from grognard.bots.knowledge.guderian.ground import goals
from grognard.bots.knowledge.guderian.judgement import soviet_lines
from grognard.bots.knowledge.guderian.survey import survey
from grognard.bots.knowledge.guderian.threats import alone, could_be_sealed, threatened, unguarded
from grognard.bots.knowledge.questions import place_name
from grognard.games.guderian.position import GERMAN, SOVIET, Position, Unit
from grognard.games.guderian.rail import rail_reach
from grognard.games.guderian.routes import destinations
from grognard.hexes import Hex, members
from grognard.match import Match

SAFELY = "out of the Germans' reach"
NUMBERS = ("one division", "two divisions", "three divisions")

PLAIN = {
    "end": "nothing more is worth doing in this phase",
    "deploy": "a set-up spread evenly over the hexes of the army",
    "stay": "the ground ahead is worth less than the ground held, or there is no way back from it",
    "retreat": "the ground is worth less than the steps",
    "lose": "the step that is missed least",
    "cut": "no trains will run here",
    "lift": "the marker is wanted elsewhere",
    "call": "a place in the south is in danger, and nobody else can come in time",
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
        return "to go back would cost more than the loss"
    hex = g.rules.hex_by_name.get(words[-1])
    if words[0] in ("move", "enter", "rail", "advance") and hex is not None:
        units = [unit for word in words[1:-1] if (unit := g.find(word)) is not None]
        said = _soviet_march(g, words[0], units, hex) if side == SOVIET and units else ""
        return said or _march(g, side, words[0], hex)
    return PLAIN.get(words[0], "the best there is")


def _fight(match: Match, g: Position, side: str, action: str) -> str:
    preview = match.preview(action, side)
    hurt = sum(chance for text, chance in preview.outcomes.items() if text.startswith("D"))
    hex = g.rules.hex_by_name[action.split()[1]]
    return f"{preview.kind} on {place_name(g, hex)}: {preview.column}, {hurt:.0%} that the defenders give way"


def _soviet_march(g: Position, verb: str, units: Sequence[Unit], hex: Hex) -> str:
    """What a Soviet march does about the next German turn; '' if it is a march like any other."""
    leaders, start = g.rules.leaders, g.at[units[0]]
    if all(unit in leaders for unit in units):
        return _post(g, units[0], start, hex)
    place = g.rules.board.place_at.get(hex)
    if place is not None and g.german_held >> hex & 1:
        return f"takes {place.name} back"
    if place is not None and unguarded(g) >> hex & 1:
        return f"a garrison for {place.name}, which stands empty"
    lonely = [leader for leader in alone(g) if g.at[leader] == hex and threatened(g, hex)]
    if lonely:
        return f"an escort for {g.name(lonely[0])}, who would be hunted down alone"
    if start < 0:
        return ""
    whole = NUMBERS[min(sum(unit not in leaders for unit in units), 3) - 1]
    if could_be_sealed(g, start) and not could_be_sealed(g, hex):
        river = _river(g, _route(g, verb, units, hex))
        where = f"behind the {river}" if river else f"to {place_name(g, hex)}"
        return f"falls back {where}: {whole} could be pocketed in {place_name(g, start)} next turn"
    lines = soviet_lines(g)
    if lines >> hex & 1 and not lines >> start & 1:
        return f"back into a Leader's reach: {whole} would fight at half strength in {place_name(g, start)}"
    ways = survey(g).routes
    barred = [
        goal.place.name
        for goal in sorted(goals(g.rules), key=lambda goal: -goal.points)
        if any(way.hexes >> hex & 1 for h in goal.place.hexes for way in ways.ways[h][:1])
    ]
    return f"bars the Germans' way to {' and '.join(barred[:2])}" if barred else ""


def _post(g: Position, leader: Unit, start: Hex, hex: Hex) -> str:
    """Why a Leader goes somewhere by himself."""
    joins = f"to the divisions in {place_name(g, hex)}" if g.stack(hex) else ""
    if start >= 0 and leader in alone(g) and threatened(g, start) and (joins or not threatened(g, hex)):
        return f"{joins or SAFELY}: alone he would be hunted down"
    disc, rating = g.rules.grid.disc, g.rules.units[leader].more.rating
    fed = sum(len(g.stacks[h]) for h in members(disc(hex, rating) & g.occupied[SOVIET] & ~soviet_lines(g)))
    if fed:
        return f"{fed} divisions out of supply come into his reach" if fed > 1 else "a division comes into his reach"
    return joins


def _route(g: Position, verb: str, units: Sequence[Unit], hex: Hex) -> list[Hex]:
    """The hexes of a march, from where it begins."""
    found = rail_reach(g, units[0]) if verb == "rail" else destinations(g, tuple(units))
    return [g.at[units[0]], *found.route(hex)] if hex in found.cost else []


def _river(g: Position, path: Sequence[Hex]) -> str:
    """The last river with a name that a way crosses."""
    names = _rivers(g.rules.board)
    return next((names[step] for step in reversed(list(pairwise(path))) if step in names), "")


@cache
def _rivers(board: Board) -> dict[tuple[Hex, Hex], str]:
    """The hexsides of rivers that have names."""
    found = {}
    for kind in board.rivers:
        for stream in board.side(kind).chains:
            for hex, d in stream.sides:
                other = board.grid.step(hex, d)
                if stream.name and other is not None:
                    found[hex, other] = found[other, hex] = stream.name
    return found


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
