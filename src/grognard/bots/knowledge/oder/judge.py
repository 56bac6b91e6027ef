"""How good a position is: points, units, supply, the attacks both sides could make, and the ways to sudden death."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.bots.knowledge.oder.weights import Weights, chart, weights
from grognard.games.oder.eligible import may_attack
from grognard.games.oder.position import ATTACKED, DEFENDED, ENEMY, GERMAN, SOVIET, Position, Unit
from grognard.games.oder.supply import AERIAL, NONE, lines, supply
from grognard.hexes import Hex, HexSet, members

WON = 1000.0
FOOT, MECHANISED = 4, 6  # how far a unit that is free to move carries an attack, about
AFFORDED = 4  # points of margin below the Soviet limit that the German wants to keep
FAR = 12  # hexes from the enemy beyond which it does not matter how far
CROWD = 18.0  # attack factors that find room in a hex, about


def value(g: Position, side: str) -> float:
    """How good the position is for a side."""
    if g.result is not None:
        return {side: WON, ENEMY[side]: -WON}.get(g.result[0], 0.0)
    w, enemy = weights(side), ENEMY[side]
    worth = w.own * g.points[side] - w.other * g.points[enemy] - w.margin * _overdrawn(g)
    worth += holdings(g, side, w, w.other) - holdings(g, enemy, w, w.own)
    worth += w.race * races(g, side, w) - w.rival * races(g, enemy, w)
    worth -= w.pull * remoteness(g, side)
    if g.side == side and fights_next(g):
        worth += (w.left if g.phase.endswith("combat") else w.next) * chances(g, side, w)
    else:
        worth += w.later * sum(threats(g, side, w).values())
    return worth - w.enemy * sum(threats(g, enemy, w).values())


def first_sight(g: Position, side: str) -> float:
    """Points and units alone, and how near the enemy is."""
    if g.result is not None:
        return {side: WON, ENEMY[side]: -WON}.get(g.result[0], 0.0)
    enemy = ENEMY[side]
    count = len(list(g.on_map(side))) - len(list(g.on_map(enemy)))
    return g.points[side] - g.points[enemy] + count - weights(side).pull * remoteness(g, side)


def _overdrawn(g: Position) -> float:
    """4.3: how far the Soviet points go beyond what the German can afford with his, or will afford with a few more."""
    part, aim = g.rules.charts.value("victory.part"), g.rules.charts.value("victory.german_points")
    return max(0.0, part * g.points[SOVIET] + AFFORDED - max(g.points[GERMAN], aim / 2))


def fights_next(g: Position) -> bool:
    """Whether the phasing side is in its Combat Phase or still has it before it in this turn."""
    return g.phase.endswith(("combat", "declaration")) or "combat" in g.order


# --- what there is ----------------------------------------------------------------------------------------------------


def price(g: Position, unit: Unit, w: Weights) -> float:
    """What a unit is worth on the map; less as the turns run out."""
    rules = g.rules
    left = (rules.turns + 1 - g.turn) / rules.turns
    return w.factor * (rules.attack[unit] + rules.defence[unit]) * left


def holdings(g: Position, side: str, w: Weights, point: float) -> float:
    """A side's units and their supply; `point` is what one costs that is lost for a victory point."""
    worth, supplied = 0.0, lines(g, side)
    for unit in g.on_map(side):
        worth += price(g, unit, w)
        if not supplied >> g.at[unit] & 1:
            worth -= point * (w.cut_off if supply(g, unit) in (NONE, AERIAL) else w.held)
    return worth + sum(w.due * price(g, unit, w) for unit in g.due if g.rules.side[unit] == side)


def remoteness(g: Position, side: str) -> int:
    """How many hexes a side's stacks are from the enemy, all together."""
    far, grid, seen = 0, g.rules.grid, g.occupied[ENEMY[side]]
    for _ in range(FAR):
        seen = grid.spread(seen)
        left = g.occupied[side] & ~seen
        if not left:
            break
        far += left.bit_count()
    return far


# --- attacks ----------------------------------------------------------------------------------------------------------


def attack_worth(g: Position, hex: Hex, attackers: Sequence[Unit], w: Weights, *, exact: bool = False) -> float:
    """What an attack can be expected to bring the side of the attackers; `exact` rounds the odds as the rules do."""
    side = g.rules.side[attackers[0]]
    power = sum(g.rules.attack[unit] for unit in attackers)
    places = 0
    for unit in attackers:
        places |= 1 << g.at[unit]
    cheapest = min(price(g, unit, w) for unit in attackers)
    return _worth(g, side, hex, power, places, cheapest, w, exact=exact)


def _worth(
    g: Position, side: str, hex: Hex, power: float, places: HexSet, cheapest: float, w: Weights, *, exact: bool = False
) -> float:
    """The weights are those of the side that judges, which may be the other one."""
    rules, table, enemy = g.rules, chart(g.rules), ENEMY[side]
    defenders = g.stacks[hex]
    defence = sum(rules.defence[unit] for unit in defenders)
    judged = weights(side) is w
    gain, cost = (w.own, w.other) if judged else (w.other, w.own)
    point = gain * (1 if lines(g, enemy) >> hex & 1 else 2)
    values = [point + price(g, unit, w) for unit in defenders]
    closed = not table.near[hex] & ~(g.zoc(side) | g.occupied[side] | rules.spits)
    city = bool(rules.cities >> hex & 1)
    drm = _drm(g, side, hex, places, city=city)
    shift = rules.charts.value("first_turn.soviet_shift") if side == SOVIET and g.turn == 1 else 0
    ratio = power / defence
    if exact:
        ratio = power // defence if power >= defence else 1 / (defence // power)
    odds = table.odds(side, ratio, drm, city=city, shift=shift)
    driven = sum(v if closed or unit in rules.static else w.retreat for v, unit in zip(values, defenders, strict=True))
    loss = cost + cheapest
    return (
        odds.destroyed * sum(values) + odds.driven * driven + odds.exchanged * (min(values) - loss) - odds.lost * loss
    )


def _drm(g: Position, side: str, hex: Hex, places: HexSet, *, city: bool) -> int:
    """The modifiers of an attack from some hexes, without those that hang on single attackers."""
    rules, table = g.rules, chart(g.rules)
    support = (g.air >= 0 and table.within[hex][1] >> g.air & 1) + (g.naval == hex)
    drm: int = table.defence_drm[hex]
    drm += -support - (g.turn == 1) if side == GERMAN else support + (g.forts >> hex & 1)
    if not lines(g, ENEMY[side]) >> hex & 1 and supply(g, g.stacks[hex][0]) == NONE:
        drm -= 1
    if places:
        at = members(places)
        drm += all((place, hex) in rules.river for place in at)
        drm -= not city and _concentric(g, hex, at)
    return drm


def _concentric(g: Position, hex: Hex, places: Sequence[Hex]) -> bool:
    sides = {d for place in places if (d := g.rules.grid.direction(hex, place)) is not None}
    if len(sides) >= 4 or sides >= {0, 2, 4} or sides >= {1, 3, 5}:
        return True
    return any((d + 3) % 6 in sides for d in sides)


def ready(g: Position, side: str) -> dict[Hex, list[Unit]]:
    """The units that can still attack in this turn, by their hex."""
    found: dict[Hex, list[Unit]] = {}
    fighting, declaring = g.phase.endswith("combat"), g.phase.endswith("declaration")
    for unit in g.on_map(side):
        if not g.rules.attack[unit]:
            continue
        if unit in g.rules.shock:  # 5.3b: only if combat comes first
            able = bool(may_attack(g, unit)) if fighting else declaring and g.turn > 1
        else:
            able = not (fighting and g.flags[unit] & ATTACKED)
        if able:
            found.setdefault(g.at[unit], []).append(unit)
    return found


def plan(g: Position, side: str, w: Weights) -> list[tuple[float, Hex, list[Unit]]]:
    """The attacks a side can make from where it stands, the best first, each unit in one of them."""
    able, table = ready(g, side), chart(g.rules)
    mask = 0
    for hex in able:
        mask |= 1 << hex
    targets = []
    for hex in members(g.occupied[ENEMY[side]]):
        places = table.near[hex] & mask
        if places and not (g.phase.endswith("combat") and all(g.flags[u] & DEFENDED for u in g.stacks[hex])):
            units = [unit for place in members(places) for unit in able[place]]
            targets.append((attack_worth(g, hex, units, w), hex))
    used: set[Unit] = set()
    found = []
    for _, hex in sorted(targets, reverse=True):
        units = [unit for place in members(table.near[hex] & mask) for unit in able[place] if unit not in used]
        worth = attack_worth(g, hex, units, w) if units else 0.0
        if worth > 0:
            found.append((worth, hex, units))
            used.update(units)
    return sorted(found, reverse=True)


def chances(g: Position, side: str, w: Weights) -> float:
    """What the attacks a side can make now are worth, and a little for strength that is not yet enough."""
    table, rules, own = chart(g.rules), g.rules, g.occupied[side]
    press = 0.0
    for hex in members(g.occupied[ENEMY[side]] & rules.grid.spread(own)):
        power = sum(rules.attack[u] for place in members(table.near[hex] & own) for u in g.stacks[place])
        press += min(4.0, power / sum(rules.defence[u] for u in g.stacks[hex]))
    return sum(worth for worth, _, _ in plan(g, side, w)) + w.press * press


def threats(g: Position, side: str, w: Weights) -> dict[Hex, float]:
    """What a side could gain by attack in its next turn, roughly, by the enemy stack that would lose by it."""
    key = ("bot threats", side, w is weights(side), g.turn)
    return g.once(key, lambda: _threats(g, side, w))


def _threats(g: Position, side: str, w: Weights) -> dict[Hex, float]:
    """Every unit within reach counts, up to what finds room; units in contact reach no further than they stand."""
    rules, table, enemy = g.rules, chart(g.rules), ENEMY[side]
    held = g.zoc(enemy)
    powers: list[tuple[HexSet, int, float]] = []
    for hex in members(g.occupied[side]):
        strength = {FOOT: 0, MECHANISED: 0}
        units = [unit for unit in g.stacks[hex] if rules.attack[unit]]
        for unit in units:
            strength[MECHANISED if rules.mechanised(unit) else FOOT] += rules.attack[unit]
        cheapest = min((price(g, unit, w) for unit in units), default=0.0)
        within = table.within[hex]
        powers += [(within[1 if held >> hex & 1 else n], power, cheapest) for n, power in strength.items() if power]
    found: dict[Hex, float] = {}
    for hex in members(g.occupied[enemy]):
        near = [(power, cheapest) for area, power, cheapest in powers if area >> hex & 1]
        if near:
            room = CROWD * (table.near[hex] & ~g.occupied[enemy]).bit_count()
            power, cheapest = min(room, sum(power for power, _ in near)), min(cheapest for _, cheapest in near)
            worth = _worth(g, side, hex, power, 0, cheapest, w) if power else 0.0
            if worth > 0:
                found[hex] = worth
    return found


# --- sudden death -----------------------------------------------------------------------------------------------------


def races(g: Position, side: str, w: Weights) -> float:
    """4.1: how near a side is to winning before the end."""
    rules, units = g.rules, g.rules.charts.value("sudden.units")
    if side == GERMAN:
        worth, done = _race(g, side, rules.east, units, w)
        return worth + (w.won / w.race if done else 0.0)
    city = rules.hex_by_name.get(rules.charts.text("sudden.city"))
    goals = [(rules.west, units, 1.0), (rules.usir, 1, w.city), (0 if city is None else 1 << city, 1, w.city)]
    runs = [(share, *_race(g, side, goal, count, w)) for goal, count, share in goals]
    worth = sum(share * near for share, near, _ in runs)
    return worth + w.won / w.race * (0, 0.2, 1, 1)[sum(done for _, _, done in runs)]


def _race(g: Position, side: str, goal: HexSet, count: int, w: Weights) -> tuple[float, bool]:
    """How near the supplied units closest to a goal are to it, and whether enough of them are there.

    One more than needed is counted: some may be lost before it is checked.
    """
    supplied = lines(g, side) | (g.rules.coast if side == GERMAN else 0)
    worth, left, there = 0.0, count + 1, 0
    for steps, hexes in enumerate(steps_to(g, side, goal, w)):
        for hex in members(g.occupied[side] & hexes & supplied):
            taken = min(left, sum(unit not in g.rules.static for unit in g.stacks[hex]))
            worth += taken * (w.reach - steps) ** 2 / (count + 1)
            left -= taken
            if steps == 0:
                there += taken
            if not left:
                return worth, there >= count
    return worth, there >= count


def steps_to(g: Position, side: str, goal: HexSet, w: Weights) -> list[HexSet]:
    """The hexes by how many steps they are from a goal, past enemies and slowly through their zones."""
    key = ("bot steps", side, goal)
    return g.once(key, lambda: _steps_to(g, side, goal, w))


def _steps_to(g: Position, side: str, goal: HexSet, w: Weights) -> list[HexSet]:
    rules, enemy = g.rules, ENEMY[side]
    free, zone = rules.land & ~g.occupied[enemy], g.zoc(enemy)
    reached = fresh = goal & free
    rings = [fresh]
    later: dict[int, HexSet] = {w.zone: goal & ~free}  # whoever stands in the goal must be beaten first
    for step in range(1, w.reach):
        slow = fresh & zone
        later[step + w.zone - 1] = later.get(step + w.zone - 1, 0) | slow
        onward = (fresh & ~zone) | later.pop(step, 0)
        fresh = rules.grid.flood(onward, rules.grid.all, 1, rules.sea_walls) & free & ~reached
        reached |= fresh
        rings.append(fresh)
    return rings
