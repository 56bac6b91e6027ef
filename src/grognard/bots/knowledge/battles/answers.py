"""Answers that need no search: supply, arrivals, works, air, and the questions inside a combat."""

from __future__ import annotations

from collections.abc import Callable

from grognard.bots.knowledge import questions
from grognard.bots.knowledge.battles.battles import fight_value, looming
from grognard.bots.knowledge.battles.ground import pulls, tables, threats, worth
from grognard.bots.knowledge.battles.judgement import evaluate
from grognard.bots.knowledge.questions import hexes_offered, units_offered
from grognard.decision import Decision
from grognard.games.battles.combat import targets
from grognard.games.battles.command import may_attack
from grognard.games.battles.position import ENEMY, LEFT, NONE, Position, Unit
from grognard.games.battles.shifts import grounds, net
from grognard.games.battles.supply import in_support, level, lines
from grognard.hexes import Hex, members
from grognard.match import Match

WORTHWHILE = 0.1  # what a point of support must add
CLOSE = 6  # hexes from the enemy within which a unit counts for an attack


def answer(match: Match, side: str) -> str | None:
    """The answer to the decision that is open for the side, or None if it is one to think about."""
    return questions.reply(match, side, Position, ANSWERS)


# --- phases -----------------------------------------------------------------------------------------------------------


def _reinforcement(g: Position, side: str, decision: Decision) -> str:
    """Everybody comes, where he is wanted; a formation that is called away goes if it is worth less than the points."""
    if "place" in decision.choices():
        unit = units_offered(g, decision, "place")[0]
        pull = pulls(g, side)
        hexes = hexes_offered(g, decision, "place", g.name(unit))
        best = max(hexes, key=lambda h: (pull.get(h, 0.0) - 0.5 * len(g.stack(h)), -h))
        return f"place {g.name(unit)} {g.hexname(best)}"
    return _withdrawal(g, side, decision) or "end"


def _withdrawal(g: Position, side: str, decision: Decision) -> str:
    if "withdraw" not in decision.choices():
        return ""
    unit = units_offered(g, decision, "withdraw")[0]
    then = g.copy()
    for member in g.rules.formations[g.rules.formation[unit]]:
        if then.at[member] >= 0:
            then.withdraw(member, LEFT)
    then.freeze()
    plan = next(p for p in g.rules.scenario.withdrawals if p.formation == g.rules.formation[unit])
    return f"withdraw {g.name(unit)}" if evaluate(g, side) - plan.points < evaluate(then, side) else ""


def _supply(g: Position, side: str, decision: Decision) -> str:
    """14.0c: the HQs with most strength near the enemy are turned to Attack; supplies are flown to the best stack."""
    if "airlift" in decision.choices():
        hexes = hexes_offered(g, decision, "airlift")
        best = max(hexes, key=lambda h: (sum(worth(g, u) * (level(g, u) == NONE) for u in g.stack(h)), -h))
        return f"airlift {g.hexname(best)}"
    able = [hq for hq in g.rules.hqs_of[side] if may_attack(g, hq)]
    scored = sorted(((_use_of(g, side, hq), hq) for hq in able), reverse=True)
    if scored and scored[0][0] > 0:
        return f"supply {g.name(scored[0][1])} attack"
    return "end"


def _use_of(g: Position, side: str, hq: Unit) -> float:
    """The strength around an HQ that could attack, and what it could attack."""
    promised, table = looming(g, side), tables(g.rules)
    total = 0.0
    for unit in g.on_map(side):
        if g.can_attack(unit) and in_support(g, hq, unit):
            near = table.disc[g.at[unit]][CLOSE] & g.occupied[ENEMY[side]]
            if near:
                total += worth(g, unit) * (0.2 + sum(promised.get(h, 0.0) for h in members(near)))
    return total


def _movement(g: Position, side: str, decision: Decision) -> str | None:
    """Those who are due come in first, and who can leave for points on the last turn does."""
    top = decision.choices()
    if "enter" in top:
        return _entry(g, side, decision)
    if "exit" in top and (action := _exit(g, side, decision)):
        return action
    return None


def _entry(g: Position, side: str, decision: Decision) -> str:
    words = ["enter", decision.choices(("enter",)).items[0]]
    joining = [w for w in decision.choices(tuple(words)) if g.find(w) is not None]
    size = g.rules.size[g.unit(words[1])]
    for word in joining:
        size += g.rules.size[g.unit(word)]
        if size > g.rules.stack_limit:
            break
        if word in decision.choices(tuple(words)):
            words.append(word)
    pull, enemies = pulls(g, side), g.occupied[ENEMY[side]]
    hexes = hexes_offered(g, decision, *words)
    far = g.rules.grid.distance

    def use(hex: Hex) -> float:
        near = min((far(hex, h) for h in members(enemies)), default=9)
        road = bool(g.rules.ways >> hex & 1)
        return pull.get(hex, 0.0) + 0.5 * road - 0.1 * near - 0.3 * len(g.stack(hex))

    return " ".join((*words, g.hexname(max(hexes, key=lambda h: (use(h), -h)))))


def _exit(g: Position, side: str, decision: Decision) -> str:
    """10.1c: on the last turn, or when it counts and the unit would not be worth more here."""
    table = tables(g.rules)
    for unit in units_offered(g, decision, "exit"):
        points = max((plan.worth.get(g.rules.units[unit].type, 0) for plan in g.rules.scenario.exits), default=0)
        counts = unit in table.escaping or points
        if counts and g.turn >= g.rules.turns - (unit in table.escaping):
            return f"exit {g.name(unit)}"
    return ""


def _works(g: Position, side: str, decision: Decision) -> str:
    """Bridges where they lead on, forts where the enemy can come, crossings blown before he is there."""
    top, pull = decision.choices(), pulls(g, side)
    if "bridge" in top:
        best: tuple[float, str] = (0.0, "")
        for unit in units_offered(g, decision, "bridge"):
            for hex in hexes_offered(g, decision, "bridge", g.name(unit)):
                gain = pull.get(hex, 0.0) - (10.0 if g.occupied[ENEMY[side]] >> hex & 1 else 0.0)
                gain += 1.0 if g.occupied[side] >> hex & 1 else 0.0
                if (g.at[unit], hex) not in g.rules.crossings or (g.at[unit], hex) in g.blown:
                    best = max(best, (gain, f"bridge {g.name(unit)} {g.hexname(hex)}"))
        if best[0] > 1.0:
            return best[1]
    if "fort" in top:
        stakes = threats(g, ENEMY[side])
        hexes = [hex for hex in hexes_offered(g, decision, "fort") if stakes.get(hex)]
        if hexes:
            best_hex = max(hexes, key=lambda h: (sum(worth(g, u) for u in g.stack(h)) + pull.get(h, 0.0), -h))
            marks = decision.choices(("fort", g.hexname(best_hex))).items
            return f"fort {g.hexname(best_hex)} {max(marks)}"
    if "blow" in top and (action := _demolition(g, side, decision)):
        return action
    return "end"


def _demolition(g: Position, side: str, decision: Decision) -> str:
    """A crossing the enemy could use next turn and nobody of one's own still needs."""
    grid, enemies = g.rules.grid, g.occupied[ENEMY[side]]
    for a in hexes_offered(g, decision, "blow"):
        for b in hexes_offered(g, decision, "blow", g.hexname(a)):
            close = {h: min((grid.distance(h, e) for e in members(enemies)), default=9) for h in (a, b)}
            outer = a if close[a] < close[b] else b
            own = sum(
                grid.distance(h, outer) <= 4 and close[outer] > 1
                for h in members(g.occupied[side] & _bank_of(g, outer))
            )
            if min(close.values()) <= 3 and not own:
                return f"blow {g.hexname(a)} {g.hexname(b)}"
    return ""


def _bank_of(g: Position, hex: Hex) -> int:
    """The hexes on the same side of the major rivers as a hex, within a few hexes."""
    found = {hex}
    edge = [hex]
    for _ in range(4):
        edge = [
            there
            for here in edge
            for there in g.rules.near(here)
            if there not in found and (here, there) not in g.rules.major
        ]
        found.update(edge)
    return sum(1 << h for h in found)


def _air(g: Position, side: str, decision: Decision) -> str:
    """13.0d: a marker on the road by which the strongest enemies will come."""
    if "interdict" not in decision.choices():
        return "end"
    stakes = pulls(g, ENEMY[side])
    table, enemies = tables(g.rules), g.occupied[ENEMY[side]]
    hexes = [
        h
        for h in hexes_offered(g, decision, "interdict")
        if g.rules.roads.hexes >> h & 1 and table.disc[h][3] & enemies
    ]
    hexes = [h for h in hexes if not g.occupied[side] >> h & 1]
    if not hexes:
        return "end"
    best = max(hexes, key=lambda h: (stakes.get(h, 0.0) * (table.disc[h][3] & enemies).bit_count(), -h))
    return f"interdict {g.hexname(best)}"


# --- questions --------------------------------------------------------------------------------------------------------


def _declare(g: Position, side: str, decision: Decision) -> str:
    """Point by point as long as each adds enough; some are kept for the other combats of the phase."""
    fight = g.fight
    if fight is None:
        return "go"
    attacker = side == fight.side
    sign = 1 if attacker else -1
    said: list[str] = []
    now = fight_value(g, fight)
    others = len(targets(g)) if attacker and not fight.overrun else 0
    if "declare" in decision.choices():
        while len(said) < 5:
            choices = decision.choices(("declare", *said))
            names = [word for word in choices if g.find(word) is not None or word in ("air", "naval")]
            hexes = [word for word in choices if g.hex(word) is not None]
            if hexes and not said and not attacker:
                best = min(hexes, key=lambda w: net(grounds(g, fight).get(g.rules.hex_by_name[w], [])))
                said.append(best)
                continue
            gains = []
            for word in names:
                then = fight.declaring(side, (*said, word))
                gains.append((sign * (fight_value(g, then) - now), word))
            if not gains:
                break
            gain, word = max(gains)
            if gain < WORTHWHILE * (1 + 0.5 * min(others, 3) * (len(said) > 0)):
                break
            said.append(word)
            now = fight_value(g, fight.declaring(side, tuple(said)))
    return " ".join(("declare", *said, "go")) if said else "go"


def _cheapest(g: Position, units: list[Unit]) -> Unit:
    """The unit whose step is worth least: a full one before the last step of another."""
    return min(units, key=lambda u: (g.steps(u) == 1, worth(g, u), u))


def _lose(g: Position, side: str, decision: Decision) -> str:
    return f"lose {g.name(_cheapest(g, units_offered(g, decision, 'lose')))}"


def _loss_or_retreat(g: Position, side: str, decision: Decision) -> str:
    """Back if it saves strength; a place that counts is held while there are steps."""
    losers = units_offered(g, decision, "lose")
    hex = g.at[losers[0]]
    stack = [u for u in g.stack(hex) if g.owners[u] == side]
    steps = sum(g.steps(u) for u in stack)
    table = tables(g.rules)
    place = table.worth.get(hex, 0.0)
    attacking = side == g.side
    if attacking:
        spare = max(g.steps(u) for u in losers) > 1
        return _lose(g, side, decision) if spare and place else "retreat"
    need = 1 if "a step" in decision.prompt else 2
    if place and steps > need and level(g, stack[0]) != NONE:
        price = sum(worth(g, u) for u in losers) / max(1, len(losers)) * 0.35 * need
        if place * 0.6 > price:
            return _lose(g, side, decision)
    return "retreat"


def _retreat(g: Position, side: str, decision: Decision) -> str:
    """Into supply, away from the enemy, into cover; all together."""
    supplied, zone = lines(g, side), g.rules.grid.spread(g.zoc(ENEMY[side]))
    pull, table = pulls(g, side), tables(g.rules)

    def safety(hex: Hex) -> tuple[float, int]:
        near = (table.disc[hex][2] & g.occupied[ENEMY[side]]).bit_count()
        friends = sum(g.rules.size[u] for u in g.stack(hex))
        score = 3.0 * (supplied >> hex & 1) - 1.0 * (zone >> hex & 1) - 0.4 * near + 0.3 * table.shift[hex]
        return score + 0.1 * pull.get(hex, 0.0) - 0.1 * friends, -hex

    hexes = hexes_offered(g, decision, "retreat")
    if hexes:
        return f"retreat {g.hexname(max(hexes, key=safety))}"
    unit = units_offered(g, decision, "retreat")[0]
    return f"retreat {g.name(unit)} {g.hexname(max(hexes_offered(g, decision, 'retreat', g.name(unit)), key=safety))}"


def _advance(g: Position, side: str, decision: Decision) -> str:
    """The advance that betters the position most, if any does: of the strongest unit, or of the weakest."""
    now, best, action = evaluate(g, side), 0.02, "stay"
    able = sorted(units_offered(g, decision, "advance"), key=lambda u: (worth(g, u), u))
    for unit in dict.fromkeys((*able[-1:], *able[:1])):
        for hex in hexes_offered(g, decision, "advance", g.name(unit)):
            then = g.copy()
            then.enter(unit, hex)
            then.freeze()
            gain = evaluate(then, side) - now
            if gain > best:
                best, action = gain, f"advance {g.name(unit)} {g.hexname(hex)}"
    return action


def _occupy(g: Position, side: str, decision: Decision) -> str:
    """10.3i: all of them go in."""
    if "occupy" in decision.choices():
        return f"occupy {g.name(max(units_offered(g, decision, 'occupy'), key=lambda u: (worth(g, u), u)))}"
    return "stay"


def _overstack(g: Position, side: str, decision: Decision) -> str:
    verb = decision.choices().items[0]
    return f"{verb} {g.name(_cheapest(g, units_offered(g, decision, verb)))}"


Answer = Callable[[Position, str, Decision], str | None]
ANSWERS: dict[str, Answer] = {
    "reinforcement": _reinforcement,
    "supply": _supply,
    "movement": _movement,
    "mechanised": _movement,
    "works": _works,
    "air": _air,
    "weather": lambda g, side, decision: "end",
    "declare": _declare,
    "lose-step": _lose,
    "loss-or-retreat": _loss_or_retreat,
    "retreat": _retreat,
    "advance": _advance,
    "occupy": _occupy,
    "overstack": _overstack,
}
