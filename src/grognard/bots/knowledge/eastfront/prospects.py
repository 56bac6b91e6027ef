"""What could still be attacked in this player-turn: for each enemy hex the best force that can be brought there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.garrisons import leaving, mannings
from grognard.bots.knowledge.eastfront.ground import gains, march
from grognard.bots.knowledge.eastfront.weights import weights
from grognard.games.eastfront.assault import river_number
from grognard.games.eastfront.combat import mandatory
from grognard.games.eastfront.command import command_range, effective, in_air_range
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.position import BLITZ, DISPERSED, INVASION, MOVED, PARADROP, STRATEGIC, Position, Unit
from grognard.games.eastfront.routes import capacity, side_of
from grognard.hexes import Hex, HexSet, members

FORCE = 4  # units tried against one hex: what it holds in clear terrain
CLOSER = 14  # targets looked at closely
TRIED = 3  # of them that may choose their units first
HIT = 3.0  # PPs a hit from the air is worth
KNOWN_MOST = 20_000  # attacks remembered
ABROAD = PARADROP | INVASION  # what an HQ is active for that leads nobody else
WORTH_A_STEP = 2  # blocks an HQ should have to lead

# how much it is wanted, who, whence, whether it is commanded, and what its post loses by it
Chance = tuple[float, Unit, tuple[Hex, ...], bool, float]


@dataclass(slots=True)
class Operation:
    """An attack: what stands in it already, who joins, and what it is worth more than leaving things as they are."""

    hex: Hex
    committed: tuple[Unit, ...]
    joining: tuple[Unit, ...]
    entries: tuple[Hex, ...]  # whence each of them comes in
    gain: float
    relief: float = 0.0  # the part of it that supply and rails bring which the attack opens


class Command:
    """Who may still move in this player-turn."""

    def __init__(self, g: Position, side: str) -> None:
        self.g, self.side, self.chiefs = g, side, g.rules.hqs[side]
        self.supported: HexSet = 0
        self.blitz: HexSet = 0
        self.supreme = g.supreme if g.phase == "movement" else 0
        for hq, role in g.role.items():
            if role & PARADROP:
                continue
            if g.rules.is_supreme(hq):
                if g.phase == "command":
                    self.supreme = 2 * max(0, effective(g, hq))
                continue
            hexes = command_range(g, hq) if g.phase == "command" else g.command.get(hq, 0)
            self.supported |= hexes
            if role & BLITZ:
                self.blitz |= hexes

    def twice(self, hex: Hex, value: float, taken: float = 0.0) -> float:
        """What a good round is worth if a Blitz HQ can follow it up with another."""
        if value <= 0 or not self.blitz >> hex & 1:
            return value
        return value * (1 + weights()["attack"]["second_round"] * (1 - taken))

    def free(self) -> list[Unit]:
        """The units that can still be sent somewhere, those under command first."""
        g = self.g
        able = [u for u in g.on_map(self.side) if self._able(u)]
        commanded = [u for u in able if self.supported >> g.at[u] & 1]
        return commanded + ([u for u in able if not self.supported >> g.at[u] & 1] if self.supreme else [])

    def commanded(self) -> list[Unit]:
        """Those of them whom an HQ has in its range."""
        return [u for u in self.g.on_map(self.side) if self.supported >> self.g.at[u] & 1 and self._able(u)]

    def _able(self, unit: Unit) -> bool:
        g = self.g
        return (
            unit not in self.chiefs
            and not g.flags[unit] & (MOVED | STRATEGIC | DISPERSED)
            and g.at[unit] not in g.battles
            and not g.rules.zones >> g.at[unit] & 1
            and unit not in g.rearguards
        )


_KNOWN: dict[object, Operation | None] = {}


def operations(judge: Judge, reliefs: Mapping[Hex, float] | None = None) -> list[Operation]:
    """The attacks worth making or strengthening, the best first; no unit is in two of them."""
    g, side = judge.g, judge.side
    opened = reliefs or {}
    command = Command(g, side)
    enemy = g.occupied[judge.enemy]
    chances: dict[Hex, list[Chance]] = {}
    posts = leaving(judge)
    for unit in command.free():
        led = bool(command.supported >> g.at[unit] & 1)
        block = g.rules.units[unit]
        _, entries = march(g.rules, block.type, g.at[unit], g.weather, speed(g, unit), enemy, g.closed)
        for hex, whence in entries.items():
            if not g.closed >> hex & 1:
                rank = g.cv[unit] * (2.0 if block.type in ("armor", "shock") else 1.0) + 3.0 * led
                post = posts.get(g.at[unit], 0.0) * g.cv[unit]
                chances.setdefault(hex, []).append((rank - 2.0 * post, unit, whence, led, post))
    found = []
    for hex, able in chances.items():
        able.sort(key=lambda chance: -chance[0])
        operation = _operation(judge, command, hex, able, frozenset(), opened.get(hex, 0.0))
        if operation is not None:
            found.append(operation)
    found.sort(key=lambda operation: -operation.gain)
    del found[CLOSER:]

    def allot(order: Sequence[Operation]) -> list[Operation]:
        planned: list[Operation] = []
        taken: set[Unit] = set()
        for operation in order:
            if taken.intersection(operation.joining):
                left, relief = chances[operation.hex], opened.get(operation.hex, 0.0)
                again = _operation(judge, command, operation.hex, left, frozenset(taken), relief)
                if again is None:
                    continue
                operation = again
            taken.update(operation.joining)
            planned.append(operation)
        return planned

    # Whoever comes first takes the best units: what one attack hardly misses may make another.
    orders = [found, sorted(found, key=lambda operation: -operation.gain / len(operation.joining))]
    orders += [[operation, *(o for o in found if o is not operation)] for operation in found[1:TRIED]]
    best = max((allot(order) for order in orders), key=lambda planned: sum(o.gain for o in planned))
    return sorted(best, key=lambda operation: -operation.gain)


def _operation(
    judge: Judge, command: Command, hex: Hex, able: Sequence[Chance], taken: frozenset[Unit], relief: float
) -> Operation | None:
    """The best force against a hex; most moves leave most attacks as they were, so that they are remembered."""
    g = judge.g
    there = g.stack(judge.side, hex)
    bits = (g.fresh, command.supported, command.blitz, judge.fed, g.held[judge.side])
    key = (
        judge.key,
        hex,
        tuple((*chance[1:], g.at[chance[1]], g.cv[chance[1]]) for chance in able if chance[1] not in taken),
        tuple((unit, g.cv[unit]) for unit in there),
        judge.defence(hex),
        judge.ground(hex),
        tuple(bit >> hex & 1 for bit in bits),
        tuple(g.crossed.get(side_of(a, hex), 0) for a in g.rules.steps[hex]),
        min(command.supreme, FORCE),
        hex in g.chosen,
        relief,
    )
    if key not in _KNOWN:
        if len(_KNOWN) > KNOWN_MOST:
            _KNOWN.clear()
        _KNOWN[key] = _best_force(judge, command, hex, able, taken, relief)
    return _KNOWN[key]


def _best_force(
    judge: Judge, command: Command, hex: Hex, able: Sequence[Chance], taken: frozenset[Unit], relief: float
) -> Operation | None:
    """The best force against a hex, taken greedily from those who can come; None if nothing gains."""
    g = judge.g
    there = g.stack(judge.side, hex)
    supported = bool(command.supported >> hex & 1)
    begun = hex in g.battles and not g.fresh >> hex & 1
    now = 0.0
    if there:
        round = judge.round(hex, there, supported=supported)
        now = round.value if mandatory(g, hex) else max(judge.hold(hex, there), round.value)
        now = command.twice(hex, now, round.taken)
    space = min(FORCE, g.rules.stack_limit(hex)) - len(there)
    used: dict[tuple[Hex, Hex], int] = {}
    joining: list[Unit] = []
    entries: list[Hex] = []
    best: Operation | None = None
    margin = 0.0
    supreme = command.supreme
    left, river = 0.0, bool(river_number(g, judge.side))
    for _, unit, whence, led, post in able:
        if len(joining) >= space:
            break
        if unit in taken or (not led and supreme < 1):
            continue
        entry = next((a for a in _driest(g, hex, whence) if capacity(g, a, hex) - used.get((a, hex), 0) > 0), None)
        if entry is None:
            continue
        used[entry, hex] = used.get((entry, hex), 0) + 1
        supreme -= not led
        joining.append(unit)
        entries.append(entry)
        left += post
        wet = river and not begun and not there and all(side in g.rules.river for side in used)
        round = judge.round(hex, (*there, *joining), supported=supported, wet=wet)
        gain = command.twice(hex, round.value, round.taken) - now - left + relief
        if gain - weights()["attack"]["crowd"] * len(joining) > margin:  # nobody goes who is better used elsewhere
            margin = gain - weights()["attack"]["crowd"] * len(joining)
            best = Operation(hex, there, tuple(joining), tuple(entries), gain, relief)
    return best


def _driest(g: Position, hex: Hex, whence: tuple[Hex, ...]) -> list[Hex]:
    return sorted(whence, key=lambda a: (a, hex) in g.rules.river or (a, hex) in g.rules.strait)


def fights(judge: Judge) -> float:
    """What the battles of this phase are worth as they stand, with the airstrikes that are assigned."""
    g, side = judge.g, judge.side
    command = Command(g, side)
    resolve = judge.attack["resolve"] if g.phase in ("movement", "blitz-movement") else 1.0
    combat, river = g.phase in ("combat", "blitz-combat"), bool(river_number(g, side))
    # before a second round the notes of the first are still there
    fought, chosen, strikes = (g.fought, g.chosen, g.strikes) if combat else ((), (), {})
    value = 0.0
    for hex in g.battles:
        there = g.stack(side, hex)
        if hex in fought or not there:
            continue
        hq = strikes.get(hex)
        strike = judge.air(g.airpower.get(hq, 0)) if hq is not None else 0.0
        supported = bool(command.supported >> hex & 1)
        wet = river and bool(g.fresh >> hex & 1) and all(g.entered.get(u, (0, ""))[1] == "river" for u in there)
        round = judge.round(hex, there, strike, supported=supported, wet=wet)
        if hex in chosen or mandatory(g, hex):
            worth = command.twice(hex, round.value, round.taken)
            value += worth * resolve if g.fresh >> hex & 1 and worth > 0 else worth
        else:
            hold = judge.hold(hex, there)
            value += hold if combat else command.twice(hex, max(hold, round.value), round.taken)
    return value


def pickings(judge: Judge) -> float:
    """What can be had without a fight: open cities, and a way out for units that are cut off."""
    g, side = judge.g, judge.side
    command = Command(g, side)
    enemy = g.occupied[judge.enemy]
    reached = 0
    value = 0.0
    for unit in command.free():
        free, _ = march(g.rules, g.rules.units[unit].type, g.at[unit], g.weather, speed(g, unit), enemy, g.closed)
        reached |= free
        if not judge.fed >> g.at[unit] & 1 and free & judge.fed & g.held[side]:
            value += judge.attack["rescue"] * (judge.step(unit) + judge.vp)
    vacant = reached & ~enemy & ~g.occupied[side]
    for hex in gains(g.rules, side):
        if vacant & g.held[judge.enemy] & 1 << hex:
            value += judge.city(hex)
    return value + mannings(judge, vacant)


def advances(judge: Judge, planned: Iterable[Operation]) -> float:
    """What the quiet marches of those who attack nobody would bring nearer to what there is to win."""
    g, side = judge.g, judge.side
    near = g.rules.around(judge.fed)  # supply follows those who go first
    enemy, busy = g.occupied[judge.enemy], {unit for operation in planned for unit in operation.joining}
    value = 0.0
    for unit in Command(g, side).commanded():
        start = g.at[unit]
        if unit in busy or start in g.battles:
            continue
        free, _ = march(g.rules, g.rules.units[unit].type, start, g.weather, speed(g, unit), enemy, g.closed)
        here = judge.forward(unit, start)
        value += max((judge.forward(unit, hex) for hex in members(free & near)), default=here) - here
    return value


def idle(judge: Judge, planned: Iterable[Operation], others: Iterable[Unit] = ()) -> int:
    """The active HQs that would lead fewer than two blocks: those on the attack, in battles to go on with, or cut off.

    `others` have something else to do.
    """
    g, side = judge.g, judge.side
    busy = {unit for operation in planned for unit in (*operation.joining, *operation.committed)}
    busy.update(others)
    supported = Command(g, side).supported
    for hex in g.battles:
        there = g.stack(side, hex)
        if supported >> hex & 1 and (round := judge.round(hex, there)).value > max(0.0, judge.hold(hex, there)):
            busy.update(there if round.defenders_lost >= round.attackers_lost else ())
    enemy = g.occupied[judge.enemy]
    for unit in {unit for hex in members(g.occupied[side] & ~judge.fed) for unit in g.stack(side, hex)}:
        kind = g.rules.units[unit].type
        free, _ = march(g.rules, kind, g.at[unit], g.weather, speed(g, unit), enemy, g.closed)
        if free & judge.fed & g.held[side]:
            busy.add(unit)
    led = 0
    ranges = {
        hq: command_range(g, hq) for hq, role in g.role.items() if not g.rules.is_supreme(hq) and not role & ABROAD
    }
    for hexes in ranges.values():
        led |= hexes
    few = sum(sum(hexes >> g.at[unit] & 1 for unit in busy) < WORTH_A_STEP for hexes in ranges.values())
    if any(g.rules.is_supreme(hq) and not role & ABROAD for hq, role in g.role.items()):
        few += sum(not led >> g.at[unit] & 1 for unit in busy) < WORTH_A_STEP
    return few


def air_cover(judge: Judge, hexes: Iterable[Hex]) -> float:
    """What the airstrikes of active HQs will add to attacks that are planned."""
    g = judge.g
    targets = list(hexes)
    value = 0.0
    for hq in g.role:
        reachable = [hex for hex in targets if in_air_range(g, hq, hex)]
        if reachable:
            targets.remove(reachable[0])
            value += judge.air(max(0, effective(g, hq))) * judge.pp * HIT
    return value
