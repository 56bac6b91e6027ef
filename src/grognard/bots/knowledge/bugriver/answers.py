"""Answers that need no search: the Admin Phase, which formation acts, reactions, and the questions inside a combat."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from grognard.bots.knowledge import questions
from grognard.bots.knowledge.bugriver.battles import assault, price
from grognard.bots.knowledge.bugriver.ground import close_to, pulls, tables
from grognard.bots.knowledge.bugriver.headquarters import seat
from grognard.bots.knowledge.bugriver.plans import promise
from grognard.bots.knowledge.bugriver.weights import weights
from grognard.bots.knowledge.questions import hexes_offered, units_offered
from grognard.decision import Decision
from grognard.games.bugriver.actions import ACTIVATION
from grognard.games.bugriver.command import command_hexes
from grognard.games.bugriver.displacement import FAR as BEYOND
from grognard.games.bugriver.displacement import NEAR as WITHIN_RANGE
from grognard.games.bugriver.displacement import case
from grognard.games.bugriver.effectiveness import surprised
from grognard.games.bugriver.position import ENEMY, EXITED, NOBODY, Position, Unit
from grognard.games.bugriver.recovery import recovery
from grognard.games.bugriver.tables import FACES
from grognard.games.bugriver.zoc import ezoc
from grognard.hexes import Hex, members
from grognard.match import Match
from grognard.state import Frame

KEEPS_LOSSES = 2  # Strength Points a stack must have left to hold a place that counts
POOR = {"attack": 3, "Action Points": 2, "Initiative": 1, "red result": 10}  # a die up to which it is thrown again


def answer(match: Match, side: str) -> str | None:
    """The answer to the decision that is open for the side, or None if it is one to think about."""
    return questions.reply(match, side, Position, ANSWERS)


# --- the Admin Phase --------------------------------------------------------------------------------------------------


def _recovery(g: Position, side: str, decision: Decision) -> str:
    """8.1b: Emergency Supply for those who have fallen low."""
    if "emergency" in decision.choices():
        for hq in units_offered(g, decision, "emergency"):
            if g.level[hq] < g.rules.ratings[hq].most and recovery(g, hq) > 1:
                return f"emergency {g.name(hq)}"
    return "end"


def _assignment(g: Position, side: str, decision: Decision) -> str:
    """Those without a formation get one, isolated ones the nearest HQ that commands them."""
    top, far = decision.choices(), g.rules.grid.distance
    if "assign" in top:
        for unit in units_offered(g, decision, "assign"):
            if g.formation[unit] == NOBODY:
                hqs = units_offered(g, decision, "assign", g.name(unit))
                best = max(hqs, key=lambda hq: (len(g.units_of(hq)), -hq))
                return f"assign {g.name(unit)} {g.name(best)}"
    if "attach" in top:
        unit = units_offered(g, decision, "attach")[0]
        hqs = units_offered(g, decision, "attach", g.name(unit))
        best = min(hqs, key=lambda hq: (far(g.at[hq], g.at[unit]) if g.at[hq] >= 0 else 99, hq))
        return f"attach {g.name(unit)} {g.name(best)}"
    return "end"


def _replacement(g: Position, side: str, decision: Decision) -> str:
    """The best units first; the remains of a battalion are given to others."""
    if "replace" in decision.choices():
        near = close_to(g, ENEMY[side], 4)
        units = units_offered(g, decision, "replace")
        best = max(units, key=lambda u: (bool(near >> g.at[u] & 1), price(g, u) / max(g.strength[u], 1), -u))
        return f"replace {g.name(best)}"
    if "cannibalise" in decision.choices():
        spent = [u for u in units_offered(g, decision, "cannibalise") if g.strength[u] == 1 and g.rules.printed[u] > 2]
        if spent:
            return f"cannibalise {g.name(min(spent))}"
    return "end"


def _reinforcement(g: Position, side: str, decision: Decision) -> str:
    """Everybody comes, HQs first, where the ways are shortest."""
    if "arrive" not in decision.choices():
        return "end"
    units = units_offered(g, decision, "arrive")
    unit = min(units, key=lambda u: (not g.is_hq(u), u))
    hexes = hexes_offered(g, decision, "arrive", g.name(unit))
    pull = pulls(g, side)["leg" if g.is_hq(unit) else g.rules.klass[unit]]
    hq = g.formation[unit]
    near = command_hexes(g, hq) if hq >= 0 and g.at[hq] >= 0 else 0
    best = max(hexes, key=lambda h: (pull[h] + 0.5 * (near >> h & 1), -h))
    return f"arrive {g.name(unit)} {g.hexname(best)}"


# --- the Ops Phase ----------------------------------------------------------------------------------------------------


def _options(g: Position, side: str, decision: Decision) -> str:
    """6.2: the formation whose activation promises most; if none is worth its level, the other side goes first."""
    top = decision.choices()
    if "act" in top:
        gain, hq = max((worth_acting(g, side, hq), -hq) for hq in units_offered(g, decision, "act"))
        if gain > 0:
            return f"act {g.name(-hq)}"
    return "transfer" if "transfer" in top else "pass"


def _surprise(g: Position, side: str, decision: Decision) -> str:
    """10.2a: each Infantry Division that can, the best first."""
    if "act" not in decision.choices():
        return "end"
    _, hq = max((worth_acting(g, side, hq), -hq) for hq in units_offered(g, decision, "act"))
    return f"act {g.name(-hq)}"


def worth_acting(g: Position, side: str, hq: Unit) -> float:
    """What an activation promises, less what it must, and what its level is worth unless that comes back by itself."""
    level, rules = g.level[hq], g.rules
    table = rules.tables.action_points.black[level]
    ap = round(sum(table) / len(table))
    then = g.copy()
    then.play_frames((*then.frames, Frame(ACTIVATION, side, (hq,))))
    then.ap[side], then.boats = ap, 0
    then.freeze()
    last = g.turn >= rules.scenario.turns
    spare = last or level > rules.ratings[hq].most - recovery(g, hq)  # it comes back by itself
    w = weights()
    return promise(then, hq, side, ap) - (w.spare if spare else w.activation + 0.5 * w.level)


def _acting(g: Position, side: str, decision: Decision) -> str | None:
    """Units that count off the map leave it; the rest is to be thought about."""
    if "exit" in decision.choices():
        plan = g.rules.scenario.plan.victory.exit
        assert plan is not None
        out = sum(g.at[unit] == EXITED for unit in g.rules.of_side[side])
        if out * plan.points < plan.most:
            return f"exit {g.name(units_offered(g, decision, 'exit')[0])}"
    return None


def _react(g: Position, side: str, decision: Decision) -> str:
    """6.4: only if the formation could strike the mover well, by the chance of its check."""
    found = re.search(r"\b\d{4}\b", decision.prompt)
    hex = g.hex(found[0]) if found else None
    if hex is None or "react" not in decision.choices():
        return "decline"
    best, name = 0.0, ""
    near = members(g.rules.beside(hex) & g.combat[side])
    for hq in units_offered(g, decision, "react"):
        chance = min(max(g.rules.ratings[hq].reaction - surprised(g, side), 0), FACES) / FACES
        gain = chance * (assault(g, side, hex, near, only=hq) + _menace(g, side, hex))
        if gain > best:
            best, name = gain, g.name(hq)
    return f"react {name}" if best > weights().reaction else "decline"


def _menace(g: Position, side: str, hex: Hex) -> float:
    """What a mover in a hex threatens: a place that counts with nobody in it, an HQ alone."""
    w, beside = weights(), g.rules.beside(hex)
    empty = members(beside & tables(g.rules).places & ~g.combat[side])
    stakes = sum(tables(g.rules).worth[there] for there in empty if g.controls(side, there))
    lonely = (beside & g.occupied[side] & ~g.combat[side]).bit_count()
    return w.guard * w.point * stakes + w.alone * lonely


# --- questions inside an action ---------------------------------------------------------------------------------------


def _luck(g: Position, side: str, decision: Decision) -> str:
    """5.2: the marker is spent on a die that matters and is poor."""
    found = re.search(r"rolled (\d+)", decision.prompt)
    die = int(found[1]) if found else FACES
    return "reroll" if any(what in decision.prompt and die <= worst for what, worst in POOR.items()) else "keep"


def _cheapest(g: Position, units: Sequence[Unit]) -> Unit:
    """The unit whose Strength Point is worth least; the last point of one is dear."""
    return min(units, key=lambda u: (g.strength[u] == 1, price(g, u) / max(g.strength[u], 1), -g.strength[u], u))


def _loss(g: Position, side: str, decision: Decision) -> str:
    verb = decision.choices().items[0]
    return f"{verb} {g.name(_cheapest(g, units_offered(g, decision, verb)))}"


def _retreat(g: Position, side: str, decision: Decision) -> str:
    """7.5.2: who must goes to safety; who may goes if it spares a loss, and no place that counts is given up."""
    words = ["retreat"]
    if "stay" in decision.choices():
        units = units_offered(g, decision, "retreat")
        here = g.at[units[0]]
        stack = g.fighters(here)
        kept = sum(g.strength[unit] for unit in stack)
        counts = tables(g.rules).worth.get(here, 0.0)
        useless = len(units) < len([u for u in stack if g.owners[u] == side]) or "spares nobody" in decision.prompt
        if useless or (counts and kept > KEEPS_LOSSES):
            return "stay"
        while more := [w for w in decision.choices(tuple(words)) if g.find(w) is not None]:
            words.append(more[0])
        if len(words) - 1 < len(stack):
            return "stay"
    words.append(g.hexname(max(hexes_offered(g, decision, *words), key=lambda h: (safety(g, side, h), -h))))
    further = hexes_offered(g, decision, *words)
    last = g.hex(words[-1])
    assert last is not None
    if further:
        best = max(further, key=lambda h: (safety(g, side, h), -h))
        if safety(g, side, best) > safety(g, side, last) + 1:
            words.append(g.hexname(best))
    return " ".join(words)


def safety(g: Position, side: str, hex: Hex) -> float:
    """How safe a hex is for units in retreat."""
    grid, enemies = g.rules.grid, g.combat[ENEMY[side]]
    close = (grid.disc(hex, 2) & enemies).bit_count()
    zone = ezoc(g, side) >> hex & 1
    cover = tables(g.rules).shelter(side, hex)
    worth = tables(g.rules).worth.get(hex, 0.0)
    return cover + 0.3 * worth - 3.0 * zone - 0.5 * close


def _winner(g: Position, side: str, decision: Decision) -> str:
    hqs = units_offered(g, decision, "choose")
    return f"choose {g.name(max(hqs, key=lambda hq: (g.level.get(hq, 0), -hq)))}"


def _displace(g: Position, side: str, decision: Decision) -> str:
    """5.3.2: where it costs least, and then where the HQ is of use."""
    found = re.match(r"(\S+) in", decision.prompt)
    hq = g.find(found[1]) if found else None
    hexes = hexes_offered(g, decision, "displace")
    if hq is None:
        return f"displace {g.hexname(hexes[0])}"
    dear = {WITHIN_RANGE: 0.0, BEYOND: 2.0}
    best = max(hexes, key=lambda h: (seat(g, hq, h) - dear.get(case(g, hq, h), 5.0), -h))
    return f"displace {g.hexname(best)}"


def _crowd(g: Position, side: str, decision: Decision) -> str:
    """5.3.3a: the enemy's best unit to where it is of least use; of one's own the least, to where it is safe."""
    options = [
        (unit, hex)
        for unit in units_offered(g, decision, "displace")
        for hex in hexes_offered(g, decision, "displace", g.name(unit))
    ]
    owner = g.owner(options[0][0])
    sign = 1.0 if owner == side else -1.0
    unit, hex = max(options, key=lambda o: (sign * (safety(g, owner, o[1]) - price(g, o[0])), -o[0], -o[1]))
    return f"displace {g.name(unit)} {g.hexname(hex)}"


Answer = Callable[[Position, str, Decision], str | None]
ANSWERS: dict[str, Answer] = {
    "recovery": _recovery,
    "assignment": _assignment,
    "replacement": _replacement,
    "reinforcement": _reinforcement,
    "initiative": lambda g, side, decision: "determine",
    "surprise": _surprise,
    "options": _options,
    "activation": _acting,
    "reaction": _acting,
    "bonus": _acting,
    "react": _react,
    "luck": _luck,
    "isolated": lambda g, side, decision: "go-on",
    "loss": _loss,
    "surplus": _loss,
    "retreat": _retreat,
    "winner": _winner,
    "displace": _displace,
    "crowd": _crowd,
}
