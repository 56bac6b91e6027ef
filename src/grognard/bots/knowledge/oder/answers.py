"""Answers that need no search: set-up, declaration, support markers, and the questions inside a combat."""

from __future__ import annotations

from collections.abc import Callable

from grognard.bots.knowledge import questions
from grognard.bots.knowledge.oder.battles import chances, plan, price, threats
from grognard.bots.knowledge.oder.judgement import evaluate
from grognard.bots.knowledge.oder.marches import after
from grognard.bots.knowledge.oder.plans import attack_words, best_attackers
from grognard.bots.knowledge.oder.weights import tables, weights
from grognard.bots.knowledge.questions import units_offered
from grognard.decision import Decision
from grognard.games.oder.position import ENEMY, Position
from grognard.games.oder.supply import NONE, lines, supply
from grognard.hexes import Hex, HexSet, members
from grognard.match import Match

WORTHWHILE = 0.1


def answer(match: Match, side: str) -> str | None:
    """The answer to the decision that is open for the side, or None if it is one to think about."""
    return questions.reply(match, side, Position, ANSWERS)


def _setup(g: Position, side: str, decision: Decision) -> str:
    return "deploy" if "deploy" in decision.choices() else "end"


def _declaration(g: Position, side: str, decision: Decision) -> str:
    """5.3: fight first if most of what could be had by moving up is there already."""
    w = weights(side)
    now, could = chances(g, side, w), sum(threats(g, side, w).values())
    return f"declare {'combat' if now > w.combat_first * could else 'movement'}"


def _support(g: Position, side: str, decision: Decision) -> str:
    """5.4: the markers go where most can be won or lost."""
    w = weights(side)
    stakes = dict(threats(g, ENEMY[side], w))
    for worth, hex, _ in plan(g, side, w):
        stakes[hex] = stakes.get(hex, 0.0) + worth
    if not stakes:
        return "end"
    if g.air < 0:
        within = tables(g.rules).within
        best = max(members(g.rules.land), key=lambda hex: _staked(stakes, within[hex][1]))
        return f"air {g.hexname(best)}"
    coast = [hex for hex in stakes if g.rules.coast >> hex & 1]
    if g.naval < 0 and coast:
        return f"naval {g.hexname(max(coast, key=stakes.__getitem__))}"
    return "end"


def _staked(stakes: dict[Hex, float], area: HexSet) -> float:
    return sum(worth for hex, worth in stakes.items() if area >> hex & 1)


def _loss(g: Position, side: str, decision: Decision) -> str:
    """The unit that is worth least."""
    return f"lose {g.name(min(units_offered(g, decision, 'lose'), key=lambda u: price(g, u, weights(side))))}"


def _overstack(g: Position, side: str, decision: Decision) -> str:
    """The enemy unit that is worth most."""
    return f"eliminate {g.name(max(units_offered(g, decision, 'eliminate'), key=lambda u: price(g, u, weights(side))))}"


def _aerial_supply(g: Position, side: str, decision: Decision) -> str:
    """8.6b: supplies for one unit spare the whole stack the modifier; 4.2.1: and a point."""
    needy = units_offered(g, decision)
    return g.name(max(needy, key=lambda u: (supply(g, u) == NONE, price(g, u, weights(side)))))


def _retreat(g: Position, side: str, decision: Decision) -> str:
    """The unit that is worth most first; into supply, to friends, away from the enemy."""
    rules, table = g.rules, tables(g.rules)
    supplied, near = lines(g, side), rules.grid.spread(g.zoc(ENEMY[side]))

    def safety(hex: Hex) -> tuple[int, int, int, int]:
        friends = len(g.stack(hex))
        return supplied >> hex & 1, -(near >> hex & 1), friends < 3, table.defence_drm[hex]

    units = units_offered(g, decision, "retreat")
    words = ("retreat", g.name(max(units, key=lambda u: price(g, u, weights(side))))) if units else ("retreat",)
    hexes = [word for word in decision.choices(words) if word in rules.hex_by_name]
    return " ".join((*words, max(hexes, key=lambda word: safety(rules.hex_by_name[word]))))


def _advance(g: Position, side: str, decision: Decision) -> str:
    """The unit that betters the position most by entering the hex, or none."""
    hex = _emptied(g, decision)
    units = units_offered(g, decision, "advance")
    if hex is None:
        return "stay"
    cheap_first = sorted(units, key=lambda u: price(g, u, weights(side)))
    kinds = {(g.rules.klass[u], g.at[u]): u for u in cheap_first}  # the best of each will do
    scored = [(evaluate(after(g, [u], (hex,)), side), f"advance {g.name(u)}") for u in kinds.values()]
    best, action = max(scored)
    return action if best > evaluate(g, side) else "stay"


def _emptied(g: Position, decision: Decision) -> Hex | None:
    """The hex that is open to an advance; the question names it in its prompt only."""
    words = decision.prompt.replace(",", " ").split()
    return next((g.rules.hex_by_name[word] for word in words if word in g.rules.hex_by_name), None)


def _momentum(g: Position, side: str, decision: Decision) -> str:
    """11.8: another attack if it promises something, or else a probe that betters the position."""
    top = decision.choices()
    best, answer = WORTHWHILE, "stop"
    if "attack" in top:
        for word in decision.choices(("attack",)):
            hex = g.rules.hex_by_name[word]
            able = units_offered(g, decision, "attack", word)
            if able:
                worth, chosen = best_attackers(g, hex, able)
                if worth > best:
                    best, answer = worth, attack_words(g, hex, chosen)
    if answer == "stop" and "probe" in top:
        now = evaluate(g, side)
        for unit in units_offered(g, decision, "probe"):
            for word in decision.choices(("probe", g.name(unit))):
                hex_ = g.rules.hex_by_name.get(word)
                if hex_ is not None:
                    gain = evaluate(after(g, [unit], (hex_,)), side) - now
                    if gain > best:
                        best, answer = gain, f"probe {g.name(unit)} {word}"
    return answer


Answer = Callable[[Position, str, Decision], str]
ANSWERS: dict[str, Answer] = {
    "setup": _setup,
    "declaration": _declaration,
    "support": _support,
    "loss": _loss,
    "overstack": _overstack,
    "aerial-supply": _aerial_supply,
    "retreat": _retreat,
    "advance": _advance,
    "momentum": _momentum,
}
