"""One round of combat with every way the dice can fall (7.22): exact chances, without a position.

Hits come off the strongest unit and the owner's choice between equals follows a fixed policy, so what is left of a side
depends on the number of hits alone. That makes a round a short sum: the hits of the airstrike, those of the passive
units that are left, and those of the active units that are left after them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from grognard.mechanics.pools import Pairs, Spread, plus_pairs, pool, pool_of_two, total

FACES = 6
TAKEN, GOES_ON, REPULSED, ELIMINATED = "hex taken", "battle goes on", "attack repulsed", "attackers eliminated"
POLICY = "Between equally strong units the owner is taken to give up the one that fires worst, an HQ last (7.33)."


class Fighter(NamedTuple):
    """A unit in the battle, or what a hidden block may be."""

    name: str  # '' for a hidden block
    steps: int  # losses it takes to be rid of it: its CV, and one more for an HQ
    hq: bool
    faces: int  # on how many faces of a die it hits when its side fires
    best: int = 0  # the same if it is the unit that a fortress helps (1.46)
    by_air: bool = False

    @property
    def cv(self) -> int:
        """Its strength."""
        return self.steps - self.hq


Force = tuple[Fighter, ...]
Mixture = list[tuple[float, Force]]  # what a side can have in the battle, with its chance
Left = tuple[int, ...]  # the steps left of each unit
Fire = int  # dice by the faces they hit on, a byte for each number of faces


@dataclass(frozen=True, slots=True)
class Terms:
    """What the battlefield makes of the fire."""

    per_step: int | None  # hits for a step of a passive unit; None where nothing can hurt it
    strike: tuple[int, int] = (0, 0)  # the airstrike's dice, and on how many faces they hit
    repulse: int = 0  # the highest roll that repulses an attacker
    para_loss: int = 1  # steps that repulsed paratroops lose besides
    fortress: bool = False
    zone: bool = False


@dataclass(slots=True)
class Odds:
    """Every way the round can end."""

    outcomes: dict[str, float] = field(default_factory=dict)
    defender_lost: dict[int, float] = field(default_factory=dict)
    attacker_lost: dict[int, float] = field(default_factory=dict)
    repulsed: dict[int, float] = field(default_factory=dict)
    defender_left: dict[str, float] = field(default_factory=dict)
    attacker_left: dict[str, float] = field(default_factory=dict)


# --- 7.33 who takes the hits -----------------------------------------------------------------------------------------


def fall(force: Force, zone: bool, at_most: int = 99) -> list[Left]:
    """The force after no loss, after one step, after two ..., until nothing is left."""
    left = [fighter.steps for fighter in force]
    path = [tuple(left)]
    while any(left) and len(path) <= at_most:
        left[_bearer(force, left, zone)] -= 1
        path.append(tuple(left))
    return path


def _bearer(force: Force, left: list[int], zone: bool) -> int:
    """7.33: the strongest; in an exit zone an HQ only when nobody else is left (16.25)."""
    alive = [at for at, steps in enumerate(left) if steps]
    if zone:
        alive = [at for at in alive if not force[at].hq] or alive
    return min(alive, key=lambda at: (force[at].hq - left[at], force[at].hq, force[at].faces, at))


def described(force: Force, left: Left, repulsed: Iterable[int] = ()) -> str:
    """What is left of a force in words; a force with hidden blocks only by number."""
    alive = [at for at, steps in enumerate(left) if steps]
    if not alive:
        return "nothing"
    if any(not fighter.name for fighter in force):
        return f"{len(alive)} block{'s' if len(alive) > 1 else ''}"
    return ", ".join(
        f"{force[at].name} {left[at] - force[at].hq}{' (repulsed)' if at in repulsed else ''}" for at in alive
    )


# --- dice ------------------------------------------------------------------------------------------------------------


def fire_of(force: Force, left: Left, gunner: int | None = None) -> Fire:
    """The dice of what is left of a force."""
    fire = 0
    for at, fighter in enumerate(force):
        faces = fighter.best if at == gunner else fighter.faces
        if faces and left[at]:
            fire += (left[at] - fighter.hq) << (8 * faces)
    return fire


def dice_of(fire: Fire) -> dict[int, int]:
    """Dice by the number of faces they hit on."""
    return {faces: dice for faces in range(1, FACES + 1) if (dice := fire >> (8 * faces) & 255)}


@lru_cache(maxsize=4096)
def hits_of(fire: Fire) -> Spread:
    """How many hits the dice score."""
    return total(pool(dice, faces / FACES) for faces, dice in dice_of(fire).items())


@lru_cache(maxsize=4096)
def blows_of(fire: Fire, repulse: int) -> Pairs:
    """How many hits and how many repulses the dice score."""
    if not repulse:
        return {(hits, 0): chance for hits, chance in enumerate(hits_of(fire))}
    found: Pairs = {(0, 0): 1.0}
    for faces, dice in dice_of(fire).items():
        found = plus_pairs(found, pool_of_two(dice, faces / FACES, repulse / FACES))
    return found


def gunner_of(force: Force, left: Left) -> int | None:
    """1.46: the largest unit that is no HQ, of equals the one that gains most."""
    alive = [at for at, fighter in enumerate(force) if left[at] and not fighter.hq]
    return min(alive, key=lambda at: (-left[at], force[at].faces, at)) if alive else None


# --- the attackers under fire ----------------------------------------------------------------------------------------


class _Attackers:
    """One force of attackers, and what each number of hits and repulses makes of it."""

    def __init__(self, force: Force, terms: Terms) -> None:
        self.force, self.terms = force, terms
        self.path = fall(force, terms.zone)
        self.order = sorted(range(len(force)), key=lambda at: (force[at].cv, force[at].faces, at))  # 7.51: the weakest
        self.steps = sum(fighter.steps for fighter in force)
        self._known: dict[tuple[int, int], tuple[Left, tuple[int, ...]]] = {}

    def after(self, hits: int, repulses: int) -> tuple[Left, tuple[int, ...]]:
        """What is left, and which of them are repulsed."""
        if not repulses:
            return self.path[min(hits, self.steps)], ()
        key = min(hits, self.steps), min(repulses, len(self.force))
        if key not in self._known:
            self._known[key] = self._after(*key)
        return self._known[key]

    def _after(self, hits: int, repulses: int) -> tuple[Left, tuple[int, ...]]:
        """G16: the repulses first, then the hits on those who hold, and what these cannot bear on the repulsed."""
        gone = tuple(sorted(self.order[:repulses]))
        force, loss = self.force, self.terms.para_loss
        left = [max(0, f.steps - loss) if at in gone and f.by_air else f.steps for at, f in enumerate(force)]
        holding = [at for at in range(len(force)) if at not in gone]
        for bearers in (holding, gone):
            path = fall(tuple(force[at]._replace(steps=left[at]) for at in bearers), self.terms.zone)
            borne = min(hits, len(path) - 1)
            hits -= borne
            for at, steps in zip(bearers, path[borne], strict=True):
                left[at] = steps
        return tuple(left), gone

    def fire(self, hits: int, repulses: int) -> Fire:
        """The dice of those who are left in the hex."""
        left, gone = self.after(hits, repulses)
        return fire_of(self.force, tuple(0 if at in gone else steps for at, steps in enumerate(left)))


# --- 7.22 the round --------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Defenders:
    """All forces of defenders that fare alike under losses, and with what chance they fire how after how many hits."""

    force: Force
    fires: dict[tuple[int, Fire], float] = field(default_factory=dict)


def fight(attackers: Mixture, defenders: Mixture, terms: Terms) -> Odds:
    """The exact chances of one round."""
    odds = Odds()
    groups = _under_the_airstrike(defenders, terms)
    fires: dict[Fire, float] = {}
    for group in groups:
        for (_, fire), chance in group.fires.items():
            fires[fire] = fires.get(fire, 0.0) + chance
    blows: Pairs = {}
    for fire, chance in fires.items():
        _gather(blows, blows_of(fire, terms.repulse), chance)
    forces = [(weight, _Attackers(force, terms)) for weight, force in attackers]
    for (hits, repulses), chance in blows.items():
        for weight, force in forces:
            _tell_attackers(odds, force, hits, repulses, weight * chance)
    returned = _returned_fire(forces, blows, fires, terms)
    for group in groups:
        _tell_defenders(odds, group, returned, terms)
    odds.outcomes[GOES_ON] = max(0.0, 1 - sum(odds.outcomes.values()))
    return odds


def _gather(into: dict[tuple[int, int], float], found: Pairs, weight: float) -> None:
    for key, chance in found.items():
        into[key] = into.get(key, 0.0) + weight * chance


def _under_the_airstrike(defenders: Mixture, terms: Terms) -> list[_Defenders]:
    """13.15: what the airstrike leaves of the passive units to fire."""
    dice, faces = terms.strike if terms.per_step is not None else (0, 0)
    strike, per_step = pool(dice, faces / FACES), terms.per_step or 1
    groups: dict[object, _Defenders] = {}
    for weight, force in defenders:
        hidden = any(not fighter.name for fighter in force)
        key = tuple(sorted((f.steps, f.hq) for f in force)) if hidden else force
        group = groups.get(key)
        if group is None:
            group = groups[key] = _Defenders(force)
        path = fall(force, terms.zone, dice // per_step)
        shots = [fire_of(force, left, gunner_of(force, left) if terms.fortress else None) for left in path]
        for hits, chance in enumerate(strike):
            shot = hits, shots[min(hits // per_step, len(shots) - 1)]
            group.fires[shot] = group.fires.get(shot, 0.0) + weight * chance
    return list(groups.values())


def _returned_fire(
    forces: list[tuple[float, _Attackers]], blows: Pairs, fires: Iterable[Fire], terms: Terms
) -> dict[Fire, Spread]:
    """The hits of the offensive fire, for each defensive fire it has to stand."""
    if terms.per_step is None:
        return dict.fromkeys(fires, (1.0,))
    answers: dict[tuple[int, int], dict[Fire, float]] = {}
    for blow in blows:
        answer = answers[blow] = {}
        for weight, force in forces:
            dice = force.fire(*blow)
            answer[dice] = answer.get(dice, 0.0) + weight
    returned = {}
    for fire in fires:
        shares: dict[Fire, float] = {}
        for blow, chance in blows_of(fire, terms.repulse).items():
            for dice, weight in answers[blow].items():
                shares[dice] = shares.get(dice, 0.0) + chance * weight
        hits: list[float] = []
        for dice, share in shares.items():
            spread = hits_of(dice)
            hits += [0.0] * (len(spread) - len(hits))
            for n, chance in enumerate(spread):
                hits[n] += share * chance
        returned[fire] = tuple(hits)
    return returned


def _tell_attackers(odds: Odds, force: _Attackers, hits: int, repulses: int, chance: float) -> None:
    left, gone = force.after(hits, repulses)
    lost = force.steps - sum(left)
    odds.attacker_lost[lost] = odds.attacker_lost.get(lost, 0.0) + chance
    odds.repulsed[len(gone)] = odds.repulsed.get(len(gone), 0.0) + chance
    label = described(force.force, left, gone)
    odds.attacker_left[label] = odds.attacker_left.get(label, 0.0) + chance
    if not any(steps for at, steps in enumerate(left) if at not in gone):
        outcome = REPULSED if any(left) else ELIMINATED
        odds.outcomes[outcome] = odds.outcomes.get(outcome, 0.0) + chance


def _tell_defenders(odds: Odds, group: _Defenders, returned: dict[Fire, Spread], terms: Terms) -> None:
    path = fall(group.force, terms.zone)
    per_step, end = terms.per_step or 1, len(path) - 1
    losses = [0.0] * (end + 1)
    for (struck, fire), weight in group.fires.items():
        for hits, chance in enumerate(returned[fire], struck):
            losses[min(hits // per_step, end)] += weight * chance
    for lost, chance in enumerate(losses):
        if chance:
            odds.defender_lost[lost] = odds.defender_lost.get(lost, 0.0) + chance
            label = described(group.force, path[lost])
            odds.defender_left[label] = odds.defender_left.get(label, 0.0) + chance
    if losses[end]:
        odds.outcomes[TAKEN] = odds.outcomes.get(TAKEN, 0.0) + losses[end]
