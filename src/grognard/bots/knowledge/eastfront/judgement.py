"""How good a position is: points to come, material, supply, the line, and what can still be done in this turn."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.expeditions import goals, link_up
from grognard.bots.knowledge.eastfront.gaps import cut_off_next, guards
from grognard.bots.knowledge.eastfront.garrisons import bare
from grognard.bots.knowledge.eastfront.ground import level, stakes
from grognard.bots.knowledge.eastfront.headquarters import gamble, led, standing_of
from grognard.bots.knowledge.eastfront.pockets import pockets
from grognard.bots.knowledge.eastfront.prospects import (
    Command,
    Operation,
    advances,
    air_cover,
    fights,
    idle,
    operations,
    pickings,
)  # fmt: skip
from grognard.bots.knowledge.eastfront.relief import reliefs
from grognard.bots.knowledge.eastfront.reserves import reserves
from grognard.bots.knowledge.eastfront.threats import attacks, pursuit
from grognard.bots.knowledge.eastfront.weights import weights
from grognard.bots.knowledge.eastfront.withdrawals import refuge
from grognard.games.eastfront.control import determine_control
from grognard.games.eastfront.position import BLITZ, DEAD, DISPERSED, ENEMY, GERMAN, GONE, Position, Unit
from grognard.games.eastfront.supply import lines
from grognard.hexes import Hex, HexSet, members

MOVING = ("movement", "blitz-movement")
FIGHTING = ("combat", "blitz-combat")
LOOKED_INTO = 10  # attacks whose moves are made on trial before an HQ is activated for them
POCKETS = 2  # pockets whose moves are
GUARDS = 3  # moves that stop an enemy march
SHIFTS_MOST = 4_000  # such trials remembered
RINGS = 7  # hexes from the enemy at which nothing is any nearer


def evaluate(g: Position, side: str) -> float:
    """The officer's judgement."""
    after = settled(g)
    judge = Judge(after, side)
    value = standing(judge)
    if g.side == side:
        if g.phase in ("command", *MOVING):
            value += _plans(judge, value) - pursuit(judge, g)
        elif g.phase in FIGHTING:
            value += fights(judge)
    return value


def settled(g: Position) -> Position:
    """The position with the control that the moves so far will bring about, rearguards gone where they fall back to."""
    if g.phase not in MOVING:
        return g
    twin = g.copy()
    for unit, (hex, fallback) in g.rearguards.items():
        twin.place(unit, fallback if unit in g.afloat else refuge(g, g.side, unit, fallback))
        twin.settle(hex)
    if any(g.flags[para] & DISPERSED for para in g.rules.paras):
        link_up(twin, g.side)
    determine_control(twin)
    twin.freeze()
    return twin


def standing(judge: Judge) -> float:
    """What the position is worth with nobody to move."""
    g, side, enemy = judge.g, judge.side, judge.enemy
    value = judge.point * (level(g, side) - level(g, enemy))
    for unit, hex in enumerate(g.at):
        if hex >= 0:
            sign = 1 if g.rules.side[unit] == side else -1
            value += sign * (standing_of(judge, unit) if g.is_hq(unit) else g.cv[unit] * judge.step(unit))
        elif hex in (DEAD, GONE):
            sign = 1 if g.rules.side[unit] == side else -1
            value -= sign * judge.unit(unit)
    return value + _supply(judge) + _line(judge) + gamble(judge)


def _supply(judge: Judge) -> float:
    """Units that would fail a check now lose a step, count against their side and are easy prey."""
    g, value = judge.g, 0.0
    for side in ENEMY:
        fed, sign = lines(g, side) | g.rules.fortresses & g.held[side], 1 if side == judge.side else -1
        prey = judge.prey(side)
        for hex in members(g.occupied[side] & ~fed):
            for unit in g.stack(side, hex):
                price = judge.value["hq_step"] if g.is_hq(unit) else judge.step(unit)
                value -= sign * (price + prey)
    return value


def _line(judge: Judge) -> float:
    """Where stacks stand: near the enemy, in his way, HQs behind them."""
    g, side, enemy = judge.g, judge.side, judge.enemy
    rules, weight = g.rules, weights()["position"]
    value = 0.0
    for unit in g.on_map(side):
        value += judge.forward(unit, g.at[unit])
    hqs = _hqs(g, side)
    reached, foes = g.occupied[enemy] & rules.land, g.occupied[side]
    for far in range(1, RINGS + 1):
        grown = rules.around(reached)
        ring = grown & ~reached
        value -= weight["pull"] * far * (ring & foes & ~hqs).bit_count()
        if far == 1:
            value -= weight["hq_near"] * (ring & hqs & ~guarded(g, side)).bit_count()
        if far > weight["hq_distance"]:
            value -= weight["hq_far"] * (ring & hqs).bit_count() * (far - weight["hq_distance"])
        reached = grown
    value -= weight["pull"] * RINGS * (foes & rules.land & ~reached & ~hqs).bit_count()
    value -= weight["hq_far"] * (RINGS - weight["hq_distance"]) * (foes & hqs & ~reached).bit_count()
    return value + judge.late * weight["led"] * led(judge) - _breaches(judge) - bare(judge)


def _hqs(g: Position, side: str) -> HexSet:
    """The hexes of a side in which HQs stand."""
    hexes = 0
    for hq in g.rules.hqs[side]:
        if g.at[hq] >= 0:
            hexes |= 1 << g.at[hq]
    return hexes


def guarded(g: Position, side: str) -> HexSet:
    """The hexes with at least one unit that can fight."""
    hexes = 0
    for hex, stack in g.stacks[side].items():
        if any(not g.is_hq(unit) for unit in stack):
            hexes |= 1 << hex
    return hexes


def _breaches(judge: Judge) -> float:
    """What the enemy could walk into next turn: ground, cities nobody holds, HQs that stand alone."""
    if judge.last_word:
        return 0.0
    g, side, enemy = judge.g, judge.side, judge.enemy
    rules, value = g.rules, judge.value
    manned = guarded(g, side)
    idle = g.occupied[enemy] & ~g.occupied[side] & rules.land
    open = rules.grid.flood(idle, rules.land & ~manned, 2, rules.land_walls)
    lost = weights()["position"]["breach"] * (open & g.held[side]).bit_count()
    for hex, gain in stakes(rules, side).items():
        if open >> hex & 1 and g.held[side] >> hex & 1:
            lost += value["risk"] * gain * judge.point
    alone = open & _hqs(g, side)
    for hq in rules.hqs[side]:
        if g.at[hq] >= 0 and alone >> g.at[hq] & 1:
            lost += value["hq_risk"] * (value["hq_step"] * g.cv[hq] + 4 * judge.vp)
    if value["pocket"]:
        lost += value["pocket"] * cut_off_next(judge, manned)
    if value["attacked"]:
        lost += value["attacked"] * attacks(judge)
    return lost


def _plans(judge: Judge, now: float) -> float:
    """Battles that are begun, and attacks that can still be made: a plan counts for less than what has moved."""
    value = fights(judge)
    if judge.g.phase == "command":
        planned, shift = _carried_out(judge, operations(judge, reliefs(judge)), now)
        value += shift
        value += judge.attack["planned"] * advances(judge, planned)
        gain, closing = _closed(judge, planned, now)
        saved, guarding = _manned(judge, planned, closing, now)
        value += judge.attack["planned"] * (gain + saved)
        waste = judge.attack["idle_hq"] * (judge.value["spare"] if judge.plenty else 1.0)
        value -= waste * idle(judge, planned, [*closing, *guarding])
    else:
        planned = operations(judge)
    for operation in planned:
        value += _promise(judge, operation)
    value += judge.attack["planned"] * (pickings(judge) + _expedition(judge, now))
    return value + air_cover(judge, [operation.hex for operation in planned] + list(judge.g.battles))


def _promise(judge: Judge, operation: Operation) -> float:
    """What counts of an attack before all of it has moved."""
    gain = operation.gain - operation.relief  # what it relieves is seen when it has moved
    return gain * judge.attack["begun" if operation.committed else "planned"]


def _expedition(judge: Judge, now: float) -> float:
    """What the best landing, drop or evacuation would win of those that HQs are active for."""
    best = 0.0
    for unit, hex in goals(judge):
        gain = judge.round(hex, (unit,), wet=True).value if judge.g.present(judge.enemy, hex) else 0.0
        best = max(best, gain + _shift(judge, [(unit, hex)], now))
    return best


def _moved(judge: Judge, moves: Sequence[tuple[Unit, Hex]]) -> Position:
    """The position with units gone where they are sent, and the control they bring about."""
    twin = judge.g.copy()
    for unit, hex in moves:
        twin.place(unit, hex)
        if twin.present(judge.enemy, hex) and hex not in twin.battles:
            twin.battles[hex] = judge.side
            twin.fresh |= 1 << hex
    determine_control(twin)
    twin.freeze()
    return twin


def _carried_out(judge: Judge, planned: list[Operation], now: float) -> tuple[list[Operation], float]:
    """The attacks that still gain when their blocks have left their places, and what the places lose by it."""
    kept, total = list[Operation](), 0.0
    for operation in planned[:LOOKED_INTO]:
        shift = _shift(judge, [(unit, order.hex) for order in (*kept, operation) for unit in order.joining], now)
        if _promise(judge, operation) + shift - total > 0:
            kept.append(operation)
            total = shift
    return kept, total


def _closed(judge: Judge, planned: list[Operation], now: float) -> tuple[float, list[Unit]]:
    """What the best pocket brings that can be closed besides these attacks, and who closes it."""
    taken = {unit for operation in planned for unit in operation.joining}
    gain, closing = 0.0, list[Unit]()
    for pocket in sorted(pockets(judge), key=lambda pocket: -pocket.value)[:POCKETS]:
        units = [unit for unit, _ in pocket.moves]
        if not taken.intersection(units) and (shift := _shift(judge, list(pocket.moves), now)) > gain:
            gain, closing = shift, units
    return gain, closing


def _manned(judge: Judge, planned: list[Operation], closing: list[Unit], now: float) -> tuple[float, list[Unit]]:
    """What is saved by those who can bar the enemy's marches or hold what he would attack, and who they are."""
    if not judge.value["pocket"] or judge.last_word:
        return 0.0, []
    taken = {unit for operation in planned for unit in operation.joining}.union(closing)
    saved, moves = 0.0, list[tuple[Unit, Hex]]()
    bids = [(guard.unit, guard.hex) for guard in guards(judge, guarded(judge.g, judge.side))[:GUARDS]]
    for unit, hex in [*bids, *((one.unit, one.way[-1]) for one in reserves(judge))]:
        if unit not in taken and (shift := _shift(judge, [*moves, (unit, hex)], now)) > saved:
            saved, moves = shift, [*moves, (unit, hex)]
            taken.add(unit)
    return saved, [unit for unit, _ in moves]


_SHIFTS: dict[object, float] = {}


def _shift(judge: Judge, moves: list[tuple[Unit, Hex]], now: float) -> float:
    """How much better the position is after some moves; HQs are activated one after the other for the same ones."""
    g = judge.g
    facts = *map(bytes, (g.cv, g.shown, g.spotted, g.supplied)), tuple(g.at), tuple(g.battles), *g.held.values()
    key = (judge.key, facts, tuple(moves))
    if key not in _SHIFTS:
        if len(_SHIFTS) > SHIFTS_MOST:
            _SHIFTS.clear()
        _SHIFTS[key] = standing(Judge(_moved(judge, moves), judge.side)) - now
    return _SHIFTS[key]


# --- at first sight ---------------------------------------------------------------------------------------------------


def glance(g: Position, side: str) -> float:
    """Losses, points, the battles as they stand, and how near the enemy is."""
    judge, weight = Judge(g, side), weights()["glance"]
    value = weight["victory_point"] * (level(g, side) - level(g, ENEMY[side]))
    for unit, hex in enumerate(g.at):
        sign = 1 if g.rules.side[unit] == side else -1
        if hex >= 0:
            value += sign * (standing_of(judge, unit) if g.is_hq(unit) else g.cv[unit] * judge.step(unit))
        elif hex in (DEAD, GONE):
            value -= sign * weight["victory_point"] * (2 if g.rules.side[unit] == GERMAN else 1)
    if g.side == side and g.phase in ("command", *MOVING, *FIGHTING):
        value += fights(judge) + _zeal(g, side)
    reached = g.occupied[ENEMY[side]]
    for far in range(RINGS):
        grown = g.rules.around(reached)
        value -= weight["pull"] * far * (grown & ~reached & g.occupied[side]).bit_count()
        reached = grown
    return value


def _zeal(g: Position, side: str) -> float:
    """An HQ with troops near the enemy is there to be used, whatever it costs."""
    if g.phase != "command" or not g.role:
        return 0.0
    weight = weights()["glance"]
    command = Command(g, side)
    near = command.supported & g.rules.around(g.rules.around(g.occupied[ENEMY[side]]))
    ready = sum(near >> g.at[unit] & 1 for unit in command.free())
    price = sum(2 if role & BLITZ else 1 for role in g.role.values()) * weights()["value"]["hq_step"]
    return price + weight["active"] * min(weight["active_most"] * len(g.role), ready)
