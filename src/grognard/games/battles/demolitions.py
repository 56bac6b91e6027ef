"""Demolitions: crossings of major rivers that a scenario lets a side blow, and the roll when the enemy is upon them."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.decision import DONE, Choices, Procedure, Words, offer
from grognard.events import Noted, Rolled
from grognard.games.battles.costs import Pair
from grognard.games.battles.position import ENEMY, Position, Unit
from grognard.games.battles.scenario import Demolition
from grognard.hexes import Hex
from grognard.mechanics.turn import Verb
from grognard.ruling import OK, Ruling, no


def crossings(g: Position, plan: Demolition) -> list[Pair]:
    """The crossings a demolition is about that still stand: those it names, or all."""
    if plan.crossings:
        a_b = (tuple(g.rules.hex_by_name[name] for name in pair.split()) for pair in plan.crossings)
        named = [(a, b) for a, b in a_b]
    else:
        named = sorted(pair for pair in g.rules.crossings if pair[0] < pair[1])
    return [pair for pair in named if pair not in g.blown]


def _once(plan: Demolition, turn: int) -> str:
    """The key under which a demolition is noted that may be made once a turn."""
    return f"{plan.id} turn {turn}"


def may_blow(g: Position, plan: Demolition, pair: Pair) -> Ruling:
    """Whether a side may blow a crossing at the end of this initial movement phase."""
    if plan.id in g.taken:
        return no(plan.id, f"the crossing {' '.join(g.hexnames(pair))} has been taken")
    if plan.crossings:
        return OK
    if _once(plan, g.turn) in g.taken:
        return no(plan.id, "one crossing has been blown in this turn")
    name, banks = " ".join(g.hexnames(pair)), 1 << pair[0] | 1 << pair[1]
    if banks & g.occupied[ENEMY[plan.side]]:
        return no(plan.id, f"an enemy unit stands at the crossing {name}")
    if all(unit in g.rules.hqs for unit in g.units_in(banks)):
        return no(plan.id, f"no combat unit of yours stands at the crossing {name}")
    return OK


def blow(g: Position, plan: Demolition, pair: Pair) -> None:
    """A crossing is destroyed: an unbridged river from now on."""
    g.blown |= {pair, (pair[1], pair[0])}
    g.touch()
    if not plan.crossings:
        g.taken |= {_once(plan, g.turn)}
    g.tell(Noted(text=f"the crossing {' '.join(g.hexnames(pair))} is blown", rule=plan.id))


# --- the enemy is upon them -------------------------------------------------------------------------------------------


def _armed(g: Position) -> Iterator[Demolition]:
    for plan in g.rules.scenario.demolitions:
        if plan.trigger and plan.id not in g.taken and crossings(g, plan):
            yield plan


def springs(g: Position, unit: Unit, hex: Hex) -> bool:
    """Whether a unit that enters a hex makes the enemy roll for a demolition."""
    if not g.rules.scenario.demolitions or unit in g.rules.hqs:
        return False
    return any(g.rules.hex_by_name[p.trigger] == hex and p.side != g.owners[unit] for p in _armed(g))


def spring(g: Position) -> Procedure[None]:
    """Roll for every demolition whose trigger the enemy's combat units have reached."""
    for plan in list(_armed(g)):
        if g.controls(ENEMY[plan.side], g.rules.hex_by_name[plan.trigger]):
            die = yield from g.roll(plan.side, "the demolition", plan.id)
            blown = die in plan.blown_on
            result = "blown" if blown else "taken"
            g.tell(Rolled(side=plan.side, dice=(die,), what="the demolition", result=result, rule=plan.id))
            if blown:
                for pair in crossings(g, plan):
                    blow(g, plan, pair)
            else:
                g.taken |= {plan.id}


# --- the verb: `blow HEX HEX` -----------------------------------------------------------------------------------------


def _open(g: Position) -> dict[Pair, Demolition]:
    plans = [plan for plan in g.rules.scenario.demolitions if plan.side == g.side]
    return {pair: plan for plan in plans for pair in crossings(g, plan) if may_blow(g, plan, pair)}


def _tree(g: Position, words: Words) -> Choices:
    pairs = [g.hexnames(pair) for pair in _open(g)]
    if not words:
        return offer(("hex", tuple(dict.fromkeys(a for a, _ in pairs))))
    return offer(("hex", tuple(b for a, b in pairs if a == words[0]))) if len(words) == 1 else DONE


def _why_not(g: Position, words: Words, word: str) -> Ruling | None:
    hex, first = g.hex(word), g.hex(words[0]) if words else None
    plans = [plan for plan in g.rules.scenario.demolitions if plan.side == g.side]
    if hex is None or not plans or len(words) > 1:
        return None
    for plan in plans:
        for pair in crossings(g, plan):
            if hex == pair[0] if first is None else (first, hex) == pair:
                return may_blow(g, plan, pair)
    return no(plans[0].id, f"{word} is not at a crossing that can be blown")


def _possible(g: Position) -> Ruling:
    return OK if _open(g) else no("20.0a", "there is no crossing that may be blown now")


def _blow(g: Position, words: Words) -> None:
    a, b = map(g.hex, words)
    assert a is not None
    assert b is not None
    blow(g, _open(g)[a, b], (a, b))


BLOW: Verb[Position] = Verb("blow", "20.0a", _possible, _tree, _why_not, _blow)
