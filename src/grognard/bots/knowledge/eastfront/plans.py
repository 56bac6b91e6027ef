"""Actions worth a look, found by looking at the position: whom to activate, where to march, what to strike."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.bots.knowledge import Plan
from grognard.bots.knowledge.eastfront.battles import MOBILE, Judge
from grognard.bots.knowledge.eastfront.expeditions import activations, voyages
from grognard.bots.knowledge.eastfront.gaps import guards
from grognard.bots.knowledge.eastfront.ground import gains, march
from grognard.bots.knowledge.eastfront.judgement import MOVING, guarded, settled
from grognard.bots.knowledge.eastfront.pockets import pockets
from grognard.bots.knowledge.eastfront.prospects import Operation, operations
from grognard.bots.knowledge.eastfront.relief import reliefs
from grognard.bots.knowledge.eastfront.reserves import reserves
from grognard.bots.knowledge.eastfront.threats import dangers
from grognard.bots.knowledge.eastfront.withdrawals import breaks, retreats
from grognard.games.eastfront.combat import may_choose, may_strike, may_strike_at, to_fight
from grognard.games.eastfront.command import deploy_hexes, effective, may_activate, may_take_role, supported
from grognard.games.eastfront.commanded import may_move, under_command
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.movement import destinations, movers
from grognard.games.eastfront.position import Position, Unit
from grognard.games.eastfront.stacking import overstacked, room
from grognard.games.eastfront.strategic import may_go_strategically, rail_goals
from grognard.hexes import Hex, hexset, members

PER_UNIT = 2  # quiet moves looked at for one unit
RAIL_MOVES = 4  # rail moves looked at
SITES = 2  # hexes looked at from which an HQ may command
NEAR = 2  # hexes from the enemy within which a unit can be sent against him
WORTH_A_FIGHT = 0.05


def plans(g: Position, side: str, breadth: int) -> list[Plan]:
    """What an operations officer thinks of, the likeliest first: attacks as a whole, then moves one by one."""
    if g.phase == "command":
        return _commands(g, breadth)
    if g.phase not in MOVING:
        return []
    if overstacked(g, side):
        return [Plan((action,)) for action in _dispersals(g, side)]
    judge = Judge(settled(g), side)
    attacks = operations(judge, reliefs(judge))[: breadth // 4]
    found = [_mass(g, judge, operation) for operation in attacks]
    found += [plan for operation in attacks for plan in _smaller(g, judge, operation)]
    found += _closings(g, judge)[: breadth // 5]
    found += _guarding(g, judge)[: breadth // 5]
    found += _reinforcing(g, judge)
    found += breaks(g, judge)[: breadth // 5]
    found += [Plan((action,)) for action in _quiet(g, judge, breadth - len(found))]
    found += retreats(g, judge)[: breadth // 8]
    found += voyages(g, judge)[: breadth // 4]
    if g.phase == "movement" and g.supreme:
        found += [Plan((action,), "bringing up reserves") for action in _by_rail(g, judge)[: breadth // 10]]
    return found


def candidates(g: Position, side: str, breadth: int) -> list[str]:
    """Single actions, the likeliest first: all that somebody sees who does not plan."""
    if g.phase == "command":
        return [action for hq in _ready(g) for action in _activations(g, hq, [g.at[hq], *_sites(g, hq)])][:breadth]
    if g.phase not in MOVING:
        return []
    if overstacked(g, side):
        return _dispersals(g, side)
    judge = Judge(settled(g), side)
    found = [action for operation in operations(judge) for action in _mass(g, judge, operation).actions[:2]][
        : breadth // 2
    ]
    found += _quiet(g, judge, breadth - len(found))
    if g.phase == "movement" and g.supreme:
        found += _by_rail(g, judge)[:RAIL_MOVES]
    return found


# --- command ----------------------------------------------------------------------------------------------------------


def _ready(g: Position) -> list[Unit]:
    """The HQs that would command something."""
    return [hq for hq in g.rules.hqs[g.side] if may_activate(g, hq) and g.cv[hq] > 0 and effective(g, hq) > 0]


def _sites(g: Position, hq: Unit) -> list[Hex]:
    """Where it may deploy without standing alone before the enemy."""
    near = g.rules.around(g.occupied[g.enemy])
    return [hex for hex in deploy_hexes(g, hq) if not near >> hex & 1 or g.present(g.side, hex)]


def _activations(g: Position, hq: Unit, sites: Iterable[Hex]) -> list[str]:
    """From each of these hexes, for one round of battles or two."""
    roles = ("", " blitz") if g.cv[hq] > 1 and may_take_role(g, hq, "blitz", ()) else ("",)
    return [
        f"activate {g.name(hq)}{role}" + (f" {g.hexname(hex)}" if hex != g.at[hq] else "")
        for hex in sites
        for role in roles
    ]


def _commands(g: Position, breadth: int) -> list[Plan]:
    """The HQs with most units near the enemy, from where they lead most; a Supreme HQ also with the best of them."""
    rules = g.rules
    near = g.occupied[g.enemy] & rules.land
    for _ in range(NEAR):
        near = rules.around(near)
    bids: list[tuple[int, int, list[str]]] = []
    supreme: list[str] = []
    for hq in _ready(g):
        if rules.is_supreme(hq):
            supreme = _activations(g, hq, [g.at[hq]])
            continue
        sites = []
        for hex in (g.at[hq], *_sites(g, hq)):
            reach = 1 << hex
            for _ in range(effective(g, hq)):
                reach = rules.around(reach)
            led = sum(len(g.stack(g.side, at)) for at in members(reach & near & g.occupied[g.side]))
            sites.append((led, hex == g.at[hq], hex))
        best = sorted(sites, reverse=True)[:SITES]
        if best[0][0]:
            bids.append((best[0][0], hq, _activations(g, hq, [hex for _, _, hex in best])))
    bids.sort(reverse=True)
    found = [Plan((action,)) for _, _, actions in bids for action in actions]
    alone = [Plan((action,)) for action in supreme]
    together = [Plan((*supreme, actions[0]), "all that can move") for _, _, actions in bids[:1] if supreme]
    return [*alone, *together, *found][:breadth] + activations(g, _ready(g))


# --- movement ---------------------------------------------------------------------------------------------------------


def _dispersals(g: Position, side: str) -> list[str]:
    """Ways out of a hex that holds too many: a march, else a train."""
    crowded = g.stack(side, overstacked(g, side)[0])
    able = [u for u in crowded if u in movers(g)]
    if able:
        return [f"move {g.name(u)} {g.hexname(hex)}" for u in able for hex in list(destinations(g, u, (g.at[u],)))[:8]]
    trains = [u for u in crowded if may_go_strategically(g, u)]
    return [f"rail {g.name(u)} {g.hexname(hex)}" for u in trains for hex in list(rail_goals(g, u, 1))[:8]]


def _mass(g: Position, judge: Judge, operation: Operation) -> Plan:
    """All moves of an attack, each by the way that is planned, so that the others find theirs open."""
    actions = []
    for unit, entry in zip(operation.joining, operation.entries, strict=True):
        way = [operation.hex] if g.at[unit] == entry else [entry, operation.hex]
        actions.append(" ".join(["move", g.name(unit), *map(g.hexname, way)]))
    return Plan(tuple(actions), _purpose(g, judge, operation))


def _smaller(g: Position, judge: Judge, operation: Operation) -> list[Plan]:
    """The same attack with one unit less, where not all can be spared: the last to join, or who keeps a hex manned."""
    whole, joining = _mass(g, judge, operation), operation.joining
    if len(joining) < 2:
        return []
    staying = {len(joining) - 1} if len(joining) > 2 else set[int]()
    for hex in {g.at[unit] for unit in joining}:
        leaving = [number for number, unit in enumerate(joining) if g.at[unit] == hex]
        if len(leaving) == sum(not g.is_hq(unit) for unit in g.stack(judge.side, hex)):
            staying.add(leaving[-1])
    ways = (whole.actions[:number] + whole.actions[number + 1 :] for number in sorted(staying, reverse=True))
    return [Plan(actions, whole.aim) for actions in ways]


def _purpose(g: Position, judge: Judge, operation: Operation) -> str:
    """An attack in a player's words: where, with how much against how much, and what for."""
    where, units = g.spell(operation.hex), (*operation.committed, *operation.joining)
    gain = gains(g.rules, judge.side).get(operation.hex, 0)
    ours, theirs = sum(g.cv[unit] for unit in units), judge.defence(operation.hex).steps
    force = f"{ours} steps against about {theirs:.0f}"
    if operation.relief:
        return f"opening the way at {where} to what is cut off, {force}"
    prize = f", worth {gain} points between us" if gain else ""
    return f"{'massing on' if len(units) > 1 else 'striking at'} {where}{prize}, {force}"


def _closings(g: Position, judge: Judge) -> list[Plan]:
    """Pockets to close: all their moves together."""
    found = []
    for pocket in pockets(judge):
        actions = tuple(f"move {g.name(unit)} {g.hexname(hex)}" for unit, hex in pocket.moves)
        found.append(Plan(actions, f"cutting off {pocket.caught} {'blocks' if pocket.caught > 1 else 'block'}"))
    return found


def _guarding(g: Position, judge: Judge) -> list[Plan]:
    """Marches of the enemy to be barred, where he is feared at all."""
    if not judge.value["pocket"] or judge.last_word:
        return []
    aim = "closing a gap, or the enemy marches through it and cuts off what stands there"
    return [
        Plan((f"move {g.name(guard.unit)} {g.hexname(guard.hex)}",), aim)
        for guard in guards(judge, guarded(g, judge.side))
    ]


def _reinforcing(g: Position, judge: Judge) -> list[Plan]:
    """Hexes in danger to be held with more."""
    if not judge.value["attacked"] or judge.last_word:
        return []
    found = []
    for one in reserves(judge):
        way = " ".join(map(g.hexname, one.way))
        found.append(Plan((f"move {g.name(one.unit)} {way}",), f"reinforcing {g.spell(one.way[-1])}"))
    return found


class _Ground:
    """A rough idea of how good hexes are, to pick the few that are tried."""

    def __init__(self, g: Position, judge: Judge) -> None:
        rules, enemy = g.rules, g.occupied[judge.enemy]
        self.judge, self.rules = judge, rules
        self.own = g.occupied[judge.side]
        self.open = g.held[judge.enemy] & ~enemy
        self.front = rules.around(enemy) & ~enemy
        self.cities = hexset(gains(rules, judge.side))
        self.fed = rules.around(judge.fed)  # supply follows those who go first

    def appeal(self, unit: Unit, hex: Hex) -> float:
        """Cities nobody guards, rails behind the enemy, gaps in the line, the way to where there is most to win."""
        bit, block, interest = 1 << hex, self.rules.units[unit], self.judge.interest[hex]
        if block.is_hq:
            return 0.3 * interest - 3.0 * bool(self.front & bit) + bool(self.own & bit)
        value = interest * (0.6 if block.type in MOBILE else 0.3)
        if self.open & bit:
            value += 1.0 + 3.0 * bool(self.cities & bit) + bool(self.rules.rail.hexes & bit)
        elif self.cities & bit and not self.own & bit:
            value += 1.5
        if self.front & bit:
            value += 0.8 + 0.8 * (not self.own & bit)
        return value if self.fed & bit else value - 1.5


def _quiet(g: Position, judge: Judge, breadth: int) -> list[str]:
    """Moves that engage nobody: the best few of each unit, those that promise most first."""
    side, ground = judge.side, _Ground(g, judge)
    supreme = g.supreme if g.phase == "movement" else 0
    bids: list[tuple[float, str]] = []
    for unit in g.on_map(side):
        hex, led = g.at[unit], under_command(g, unit)
        if (not led and not supreme) or not may_move(g, unit):
            continue
        kind = g.rules.units[unit].type
        free, _ = march(g.rules, kind, hex, g.weather, speed(g, unit), g.occupied[judge.enemy], g.closed)
        free &= ~(1 << hex)
        if hex in g.battles:
            free &= g.held[side]
        here = ground.appeal(unit, hex) + (0.0 if led else 0.5)  # Supreme Moves are few
        goals = sorted(((ground.appeal(unit, to), to) for to in members(free)), reverse=True)
        goals = [goal for goal in goals if goal[0] > here and room(g, side, goal[1]) > 0]
        bids += [(appeal - here, f"move {g.name(unit)} {g.hexname(to)}") for appeal, to in goals[:PER_UNIT]]
    bids.sort(reverse=True)
    return [action for _, action in bids[:breadth]]


def _by_rail(g: Position, judge: Judge) -> list[str]:
    """Units far behind, by rail to where there is most to win or most in danger."""
    side, near = judge.side, g.occupied[judge.enemy]
    interest, threatened = dict(enumerate(judge.interest)), dict[Hex, float]()
    for hex, loss in dangers(judge):
        for there in (hex, *g.rules.steps[hex]):
            threatened[there] = max(loss, threatened.get(there, 0.0))
    for _ in range(3):
        near = g.rules.around(near)
    bids = []
    for unit in g.on_map(side):
        if near >> g.at[unit] & 1 or not may_go_strategically(g, unit):
            continue
        goals = [hex for hex in rail_goals(g, unit, 1) if near >> hex & 1]
        for wanted in (interest, threatened):
            best = max(goals, key=lambda hex: wanted.get(hex, 0.0), default=None)
            if best is not None and (worth := wanted.get(best, 0.0)) > 0:
                bids.append((worth * max(1, g.cv[unit]), f"rail {g.name(unit)} {g.hexname(best)}"))
    return [action for _, action in sorted(bids, reverse=True)]


# --- combat phases ----------------------------------------------------------------------------------------------------


def next_fight(g: Position, side: str) -> str:
    """Airstrikes where they help most, then battles with good odds, then all that must be fought; then the end.

    The odds say all there is to say about them, so that nothing need be tried.
    """
    if g.battles and not g.resolving:
        bids = _bids(g, Judge(g, side))
        if bids and max(bids)[0] > WORTH_A_FIGHT:
            return max(bids)[1]
    left = to_fight(g)
    return f"resolve {g.hexname(left[0])}" if left else "end"


def _bids(g: Position, judge: Judge) -> list[tuple[float, str]]:
    """What each airstrike would add, or if none adds anything each optional battle: strikes come first (7.13)."""
    helped, fights = supported(g), to_fight(g)
    strikes: list[tuple[float, str]] = []
    battles: list[tuple[float, str]] = []
    for hex in sorted(g.battles):
        there, led = g.stack(judge.side, hex), bool(helped >> hex & 1)
        fought = judge.round(hex, there, supported=led).value
        now = fought if hex in fights else judge.hold(hex, there)
        for hq in g.role:
            if may_strike(g, hq) and may_strike_at(g, hq, hex):
                after = judge.round(hex, there, judge.air(g.airpower[hq]), supported=led).value
                strikes.append((after - now, f"strike {g.name(hq)} {g.hexname(hex)}"))
        if may_choose(g, hex):
            battles.append((fought - now, f"battle {g.hexname(hex)}"))
    return strikes if strikes and max(strikes)[0] > WORTH_A_FIGHT else battles
