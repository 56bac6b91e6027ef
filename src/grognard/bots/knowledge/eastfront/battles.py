"""What a round of a battle is worth, by expectation: fast enough to be asked thousands of times in a turn.

Blocks the side cannot see count as average ones, so that one draw of them does not sway a plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from math import erf, sqrt
from typing import NamedTuple

from grognard.bots.knowledge.eastfront.ground import (
    gains,
    level,
    losses,
    months_left,
    productions_left,
    targets_near,
    worth,
)
from grognard.bots.knowledge.eastfront.weights import weights
from grognard.games.eastfront.fire import DEFENSIVE, OFFENSIVE, firepower, terrain_defence
from grognard.games.eastfront.position import DEAD, ENEMY, GERMAN, SOVIET, STRENGTH, Position, Unit
from grognard.games.eastfront.production import cadre_cost, may_rebuild, step_cost
from grognard.games.eastfront.rail import supply_net
from grognard.games.eastfront.rounds import FACES
from grognard.games.eastfront.supply import lines
from grognard.hexes import Hex, hexset

CROWD = 3  # hidden blocks in a hex that are likely to be there for a purpose
HEAVIER = 1.15  # how much more such a stack hits than the average block
HIDDEN_COST = {GERMAN: 4.5, SOVIET: 2.5}  # PPs for a step of it
SIEGE = 2.0  # rounds to come of a siege that is not over at once
HQ_LOST = 4  # points of the final count
HOLDING = 0.55  # the part of an assault over a river that is not thrown back
MOBILE = ("armor", "mech", "cavalry")
LEAST_DRIVE = 0.2  # how much the weaker side presses forward
DRIVEN = 0.9, 1.2  # the strength, in that of the enemy, from which on it presses forward more, and all it can


@dataclass(frozen=True, slots=True)
class Round:
    """The round to be expected."""

    attackers_lost: float
    defenders_lost: float
    taken: float  # chance
    value: float


class Defence(NamedTuple):
    """What holds a hex: steps, dice times faces, the worth of a step, and of the units themselves."""

    steps: float
    dice: float
    price: float
    whole: float


NUMBERED_MOST = 2_000  # ways in which the enemy stands that are told apart
_NUMBERS = count()
_NUMBERED: dict[object, int] = {}


def _numbered(facts: object) -> int:
    """A number of its own for some facts, never given again to others."""
    if facts not in _NUMBERED:
        if len(_NUMBERED) > NUMBERED_MOST:
            _NUMBERED.clear()
        _NUMBERED[facts] = next(_NUMBERS)
    return _NUMBERED[facts]


class Judge:
    """Weighs battles for one side in one position; what all of them share is worked out once."""

    def __init__(self, g: Position, side: str) -> None:
        self.g, self.side, self.enemy = g, side, ENEMY[side]
        self.value, self.attack = weights()["value"], weights()["attack"]
        left = months_left(g)
        self.vp = self.value["victory_point"] + self.value["last_month"] * (1 - left / len(g.scenario.months))
        future = min(1.0, left / self.value["outlook"])  # of what is worth something only as long as the game goes on
        self.late = self.value["late"] + (1 - self.value["late"]) * future
        self.rounds = min(1.0, left)  # whether there is time to go on with a battle
        self.last_word = left <= 0 and self.enemy in g.played  # the enemy will not move again
        self.point = self.vp + self.value["income"] * productions_left(g)  # of the Production Level
        self.pp = self.value["pp"] * self.late
        drive = _drive(g, side) * self.late
        self.mobile, self.foot = (drive * weights()["position"][kind] for kind in ("mobile", "foot"))
        self.interest = targets_near(g.rules, side, g.held[self.enemy], g.occupied[self.enemy])
        self.fed = lines(g, side)
        self.rails = g.rules.around(supply_net(g, side).rail)
        foes, chiefs = list(g.on_map(self.enemy)), g.rules.hqs[self.enemy]
        hidden = [u for u in foes if not self.seen(u) and u not in chiefs]
        steps = sum(g.cv[u] for u in hidden)
        self.average = steps / len(hidden) if hidden else 2.0
        # on how many faces the average block hits that nobody has seen
        self.faces = sum(g.cv[u] * plain_faces(g, u) for u in hidden) / steps if steps else 1.25
        # what all values rest on; a stance has numbers of its own
        self.key = (id(self.attack), g.rules, side, g.scenario.id, g.month, g.fortnight, g.weather, g.phase)
        self.plenty = productions_left(g) == 1 and _plenty(g, side)  # of PPs for every HQ in the last production
        self.battles = hexset(g.battles)
        # where the enemy stands and what is known of him, in one number
        self.foes = _numbered(tuple([(u, g.at[u], g.cv[u], self.seen(u)) for u in foes]))
        self._grounds: dict[Hex, float] = {}
        self._defences: dict[Hex, Defence] = {}
        self._terrain: dict[Hex, int] = {}

    def seen(self, unit: Unit) -> bool:
        """Whether an enemy block lies face-up, or has been followed with the eye since it did and not been built up."""
        return bool(self.g.shown[unit]) or self.g.spotted[unit] == STRENGTH

    # --- what things are worth ---------------------------------------------------------------------------------------

    def step(self, unit: Unit) -> float:
        """A step of a unit."""
        return worth(self.g.rules, unit) * self.pp

    def unit(self, unit: Unit) -> float:
        """What the loss of a whole unit costs beyond its steps: points, and the dearer cadre."""
        if self.g.is_hq(unit):
            return HQ_LOST * self.vp
        count = 2 if self.g.rules.side[unit] == GERMAN else 1
        lasting = 0.7 if productions_left(self.g) else 1.0  # a cadre wins the points back
        return count * self.vp * lasting + worth(self.g.rules, unit) * self.pp * 0.5

    def prey(self, side: str) -> float:
        """What a unit that is cut off costs its side beyond the step: points (17.1: of Germans only), and danger."""
        return self.value["unsupplied"] * self.vp * (1 if side == GERMAN else self.late)

    def ground(self, hex: Hex) -> float:
        """A hex taken from the enemy."""
        known = self._grounds.get(hex)
        if known is None:
            rules, attack = self.g.rules, self.attack
            known = attack["ground"] + attack["interest"] * self.interest[hex] / 10
            if rules.rail.hexes >> hex & 1:
                known += attack["rail"]
            known *= self.late
            if self.g.held[self.enemy] >> hex & 1:
                known += self.city(hex)
            self._grounds[hex] = known
        return known

    def forward(self, unit: Unit, hex: Hex) -> float:
        """What it is worth that a unit stands in a hex, near what there is to win."""
        pace = self.mobile if self.g.rules.units[unit].type in MOBILE else self.foot
        return pace * self.g.cv[unit] * self.interest[hex]

    def city(self, hex: Hex) -> float:
        """What the enemy makes of a hex, and what the side will if its rails lead there."""
        table = gains(self.g.rules, self.side) if self.rails >> hex & 1 else losses(self.g.rules, self.enemy)
        return table.get(hex, 0) * self.point

    # --- the round ---------------------------------------------------------------------------------------------------

    def defence(self, hex: Hex) -> Defence:
        """The enemy in a hex."""
        known = self._defences.get(hex)
        if known is None:
            known = self._defences[hex] = self._defence(hex)
        return known

    def _defence(self, hex: Hex) -> Defence:
        g = self.g
        theirs = g.stack(self.enemy, hex)
        steps = dice = price = whole = 0.0
        faces = self._hidden_faces(hex) * (HEAVIER if sum(not self.seen(u) for u in theirs) >= CROWD else 1.0)
        for unit in theirs:
            seen = self.seen(unit)
            cv = g.cv[unit] if seen else self.average
            steps += cv + (g.is_hq(unit) and seen)
            dice += cv * (faces_of(g, unit, hex, DEFENSIVE) if seen else faces)
            price += self.step(unit) if seen else self.pp * HIDDEN_COST[self.enemy]
            whole += self.unit(unit)
        return Defence(steps, dice, price / max(1, len(theirs)), whole)

    def round(
        self, hex: Hex, mine: Sequence[Unit], strike: float = 0.0, *, supported: bool = True, wet: bool = False
    ) -> Round:
        """A round in which the side attacks with these units; `strike` are hits to be expected from the air."""
        g, against = self.g, self.defence(hex)
        steps = against.steps
        own = sum(g.cv[unit] for unit in mine)
        if not steps or not own:
            return Round(0.0, 0.0, 0.0, 0.0)
        per_step = self._per_step(hex, supported)
        hits_back = against.dice / FACES * max(0.0, 1 - strike / per_step / steps)
        lost = min(float(own), hits_back)
        power = sum(g.cv[unit] * faces_of(g, unit, hex, OFFENSIVE) for unit in mine) / FACES
        power *= (HOLDING if wet else 1.0) * (1 - lost / own)
        total, need = power + strike, steps * per_step
        taken = reaches(total, need)
        killed = min(steps * max(taken, 0.8), max(0.0, total - 0.4 * (per_step - 1)) / per_step)
        value = killed * against.price - lost * sum(g.cv[unit] * self.step(unit) for unit in mine) / own
        value += 0.8 * taken * against.whole
        fallen = reaches(hits_back, own)
        value -= fallen * sum(self.unit(unit) for unit in mine)
        if g.held[self.side] >> hex & 1:  # the hex falls with its last defender
            value -= fallen * gains(g.rules, self.side).get(hex, 0) * self.point
        balance = power / max(0.1, max(0.0, steps - killed) * per_step)
        value += self.ground(hex) * (taken + (1 - taken) * self._outlook(balance))
        value -= self.attack["poor"] * max(0.0, lost - killed)
        if g.rules.fortresses >> hex & 1 and hex not in g.battles:  # 1.46: once begun it must go on, led or not
            value -= SIEGE * (1 - taken) * lost * sum(g.cv[unit] * self.step(unit) for unit in mine) / own
        if not self.fed >> hex & 1:
            value -= self.attack["unfed"] * len(mine)
        return Round(lost, killed, taken, value)

    def hold(self, hex: Hex, mine: Sequence[Unit]) -> float:
        """What a battle is worth that is not fought now: the chance of the hex by what stands in it."""
        g, against = self.g, self.defence(hex)
        power = sum(g.cv[unit] * faces_of(g, unit, hex, OFFENSIVE) for unit in mine) / FACES
        return self.ground(hex) * self._outlook(power / max(0.1, against.steps * self._per_step(hex, supported=True)))

    def _outlook(self, balance: float) -> float:
        return self.attack["outlook"] * self.rounds * balance * balance / (1 + balance * balance)

    def _per_step(self, hex: Hex, supported: bool) -> float:
        g = self.g
        if g.rules.fortresses >> hex & 1 and (hex not in g.battles or g.battles[hex] == self.side):
            return 3.0 if supported else FACES * FACES
        known = self._terrain.get(hex)
        if known is None:
            known = self._terrain[hex] = terrain_defence(g, hex)
        return known + (not supported)

    def _hidden_faces(self, hex: Hex) -> float:
        return max(2.0, self.faces) if self.g.rules.major >> hex & 1 else self.faces

    def air(self, dice: int) -> float:
        """The hits of an airstrike."""
        power = self.g.scenario.air[self.side]
        return 0.0 if power == "NONE" else dice * (FACES + 1 - self.g.rules.hits[power]) / FACES


def _drive(g: Position, side: str) -> float:
    """How much a side presses forward: who is stronger all he can, who is weaker little."""
    ours, theirs = (sum(g.cv[u] for u in g.on_map(who) if not g.is_hq(u)) for who in (side, ENEMY[side]))
    from_, to = DRIVEN
    return min(1.0, max(LEAST_DRIVE, (ours / max(1, theirs) - from_) / (to - from_)))


def _plenty(g: Position, side: str) -> bool:
    """Whether the last production can restore a step of every HQ and all that is lost: no other PPs bring points."""
    hqs = [hq for hq in g.rules.hqs[side] if g.at[hq] >= 0]
    lost = [u for u in g.rules.of_side[side] if g.at[u] == DEAD and may_rebuild(g, u)]
    return level(g, side) >= sum(step_cost(g, hq) for hq in hqs) + sum(cadre_cost(g, u) for u in lost)


def reaches(hits: float, need: float) -> float:
    """The chance of at least so many hits, where so many are to be expected."""
    return 0.5 * (1 + erf((hits - need + 0.3) / sqrt(1.5 * hits + 0.6)))


def faces_of(g: Position, unit: Unit, hex: Hex, mode: str) -> int:
    """On how many faces of a die a unit hits."""
    return _hits_on(_Key(g, unit), hex, mode, g.weather, g.scenario.id)


def plain_faces(g: Position, unit: Unit) -> int:
    """On how many faces a unit hits in defence, wherever it stands."""
    return FACES + 1 - g.rules.hits[g.rules.fire[DEFENSIVE][g.rules.units[unit].type]]


class _Key:
    """A unit as the key of a memory that outlives positions: its firepower depends on rules and scenario alone."""

    __slots__ = ("g", "unit")

    def __init__(self, g: Position, unit: Unit) -> None:
        self.g, self.unit = g, unit

    def __hash__(self) -> int:
        return self.unit

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.unit == other.unit and self.g.rules is other.g.rules


@lru_cache(maxsize=65536)
def _hits_on(key: _Key, hex: Hex, mode: str, weather: str, scenario: str) -> int:
    power = firepower(key.g, key.unit, hex, mode)
    return 0 if power == "NONE" else FACES + 1 - key.g.rules.hits[power]
