"""9 Combat: which units may attack (9.1, 9.2) and the resolution (9.4); results.py has what its results mean (9.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.decision import Procedure
from grognard.events import Attacked, Noted, Rolled
from grognard.games.guderian.advance import advance
from grognard.games.guderian.position import (
    ADVANCED,
    ATTACKED,
    DEFENDED,
    ENEMY,
    GERMAN,
    SOVIET,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.guderian.results import ALL, CombatResult, apply
from grognard.games.guderian.strength import (
    Fight,
    attack_face,
    attack_strength,
    defence_face,
    defence_strength,
    defenders_of,
)  # fmt: skip
from grognard.games.guderian.supply import command_radius
from grognard.games.guderian.untried import reveal
from grognard.hexes import Hex, hexset
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Party, Way, some, units_against
from grognard.ruling import OK, Ruling, no

# --- 9.1, 9.2 who may attack what ------------------------------------------------------------------------------------


def may_attack(g: Position, unit: Unit) -> Ruling:
    """Whether the unit may attack anything in this Combat Phase."""
    if g.rules.side[unit] != g.side or g.at[unit] < 0:
        return no("9.11", f"{g.name(unit)} is not a unit of the attacking side on the map")
    if g.flags[unit] & (ATTACKED | ADVANCED):
        return no("9.14", f"{g.name(unit)} has attacked in this phase")
    if g.disrupted[unit]:
        return no("6.62", f"{g.name(unit)} is disrupted")
    if unit in g.rules.leaders:
        return no("10.22", f"{g.name(unit)} is a Leader and has no attack strength of its own")
    if not g.may_attack_ever(unit):
        return no("12.3b", f"{g.name(unit)} has no attack strength; it may only defend")
    if g.side == SOVIET and not command_radius(g) >> g.at[unit] & 1:
        return no("10.35a", f"{g.name(unit)} is not within the radius of a Leader")
    return OK


def attackable(g: Position, hex: Hex) -> Ruling:
    """Whether the enemies in a hex may still be attacked in this phase (9.14)."""
    stack = g.stack(hex)
    if not stack or g.rules.side[stack[0]] == g.side:
        return no("9.11", f"no enemy unit stands in {g.hexname(hex)}")
    if all(g.flags[u] & DEFENDED for u in stack):
        return no("9.14", f"the units in {g.hexname(hex)} have been attacked in this phase")
    return OK


def able_attackers(g: Position) -> list[Unit]:
    """Every unit that may attack something."""
    return g.memo("attackers", lambda: [u for u in _near_enemies(g) if may_attack(g, u) is OK])


def _near_enemies(g: Position) -> list[Unit]:
    """The units next to enemies, of the Soviets those within a Leader's radius: who may not attack for other reasons
    is asked one by one."""
    return g.unmoved(("near enemies", g.side), lambda: _near(g, g.side))


def _near(g: Position, side: str) -> list[Unit]:
    near = g.rules.grid.beside(g.occupied[ENEMY[side]])  # over lake hexsides too (6.7)
    if side == SOVIET:
        near &= command_radius(g)  # 10.35
    return g.units_in(g.occupied[side] & near)


def all_targets(g: Position) -> list[Hex]:
    """Every hex that can be attacked now."""
    return g.memo("targets", lambda: list(targets(g)))


def targets(g: Position) -> Iterator[Hex]:
    """The hexes that can be attacked now, found one by one."""
    grid, enemies = g.rules.grid, g.occupied[ENEMY[g.side]]
    for unit in _near_enemies(g):
        beside = enemies & grid.around[g.at[unit]]
        if beside and may_attack(g, unit) is OK:
            enemies &= ~beside
            yield from (h for h in grid.neighbours[g.at[unit]] if beside >> h & 1 and attackable(g, h))


def _attackers_of(g: Position, hexes: Sequence[Hex]) -> list[Unit]:
    """9.23: the units that can attack all of the hexes at once."""
    attacked = hexset(hexes)
    return [u for u in able_attackers(g) if not attacked & ~g.rules.grid.around[g.at[u]]]


def _joining(g: Position, hexes: Sequence[Hex], units: Sequence[Unit]) -> list[Unit]:
    """Who may still join an attack: other attackers, and Leaders stacked with those in it (10.26, 10.36)."""
    joining = [u for u in _attackers_of(g, hexes) if u not in units]
    leaders = _leaders_with(g, units)
    return [*joining, *(u for u in leaders if u not in units and not g.disrupted[u] and not g.flags[u] & ATTACKED)]


def _leaders_with(g: Position, units: Sequence[Unit]) -> list[Unit]:
    """The Leaders in the hexes of attacking units."""
    places = {g.at[u] for u in units}
    return [leader for leader in g.rules.leader_units if g.side == SOVIET and g.at[leader] in places]


def _unassigned(g: Position, units: Sequence[Unit]) -> list[Unit]:
    """10.26: the Leaders who must join this attack, because it divides their stack and the attacks before had none."""
    free = [u for u in _joining(g, (), units) if u in g.rules.leaders]
    return [leader for leader in free if g.launched >> g.at[leader] & 1]


def _followers(g: Position, units: Sequence[Unit]) -> list[Unit]:
    """10.26: the Leaders who take no part but whose whole stack attacks: they share its retreat."""
    left_out = [u for u in _leaders_with(g, units) if u not in units and not g.flags[u] & ATTACKED]
    return [u for u in left_out if all(v in units or v in g.rules.leaders for v in g.stack(g.at[u]))]


def _possible(g: Position) -> Ruling:
    return OK if some(targets(g)) else no("9.11", "no unit that may attack is next to an enemy that may be attacked")


def _also(g: Position, hexes: Way) -> list[Hex]:
    """9.23: the hexes that one of the attackers could attack at the same time."""
    if not hexes:
        return all_targets(g)
    beside = 0
    for unit in _attackers_of(g, hexes):
        beside |= g.rules.grid.around[g.at[unit]]
    return [h for h in all_targets(g) if beside >> h & 1 and h not in hexes]


def _able(g: Position, hexes: Way, units: Party) -> list[Unit]:
    return _joining(g, hexes, units) if units else _attackers_of(g, hexes)


def _may_go(g: Position, hexes: Way, units: Party) -> Ruling:
    if left_out := " ".join(g.names(_unassigned(g, units))):
        return no("10.26b", f"the stack of {left_out} divides its attack and one must have him: name him in this one")
    return OK


def _why_not_hex(g: Position, hexes: Way, units: Party, hex: Hex) -> Ruling:
    there = g.hexname(hex)
    if units:
        return no("9.23", "name all the hexes attacked before the first attacking unit")
    ruling = attackable(g, hex)
    if not ruling:
        return ruling
    if hex in hexes:
        return no("9.21", f"{there} is under attack already")
    if hexes:
        return no("9.23", f"no unit that may attack is adjacent to {there} and to all the other hexes attacked")
    near = [u for u in g.on_map(g.side) if g.rules.grid.around[hex] >> g.at[u] & 1]
    near.sort(key=g.rules.leaders.__contains__)  # what keeps a division back says more than that a Leader is there
    if not near:
        return no("9.11", f"none of your units is next to {there}")
    ruling = may_attack(g, near[0])
    return no(ruling.rule, f"nobody next to {there} can attack it: {ruling.reason}")


def _why_not_unit(g: Position, unit: Unit) -> Ruling:
    """Leaders cannot attack, but they can help those who do."""
    leads = unit in g.rules.leaders and g.rules.side[unit] == g.side and g.at[unit] >= 0
    return OK if leads else may_attack(g, unit)


def _why_not_against(g: Position, hexes: Way, units: Party, unit: Unit) -> Ruling:
    name = g.name(unit)
    if unit in g.rules.leaders:
        if g.disrupted[unit]:
            return no("6.64", f"{name} is disrupted and cannot help an attack")
        if g.flags[unit] & ATTACKED:
            return no("10.26b", f"{name} has taken part in another attack")
        return no("10.36a", f"{name} helps only attacking units stacked with him: name one of them first")
    return no("9.11" if len(hexes) == 1 else "9.23", f"{name} is not adjacent to {' and '.join(g.hexnames(hexes))}")


def _attack(g: Position, hexes: Way, units: Party) -> Procedure[None]:
    defenders, followers = defenders_of(g, hexes, overrun=False), _followers(g, units)
    for unit in (*units, *followers):
        g.flags[unit] |= ATTACKED
    yield from attack(g, Fight(g.side, hexes, list(units), defenders, followers=followers))


ATTACK: Verb[Position] = units_against(
    "attack",
    "9.11",
    once="9.24",
    possible=_possible,
    targets=_also,
    units=_able,
    may_go=_may_go,
    why_not_hex=_why_not_hex,
    why_not_unit=_why_not_unit,
    why_not_against=_why_not_against,
    carry_out=_attack,
)


# --- 9.4 resolution --------------------------------------------------------------------------------------------------


def attack(g: Position, fight: Fight) -> Procedure[None]:
    """One attack from the turning of the counters to the last advance."""
    launched_from = hexset(g.at[u] for u in fight.attackers)
    attacked = [unit for hex in fight.hexes for unit in g.stack(hex)]
    outcome = yield from resolve(g, fight)
    if outcome is None:
        return
    g.launched |= launched_from
    for unit in [u for u in attacked if g.at[u] >= 0]:  # a Leader who has gone back among them (10.23b)
        g.flags[unit] |= DEFENDED
    result, leader_fled = outcome
    after = yield from apply(g, fight, result)
    if after.victors and not (leader_fled and g.rules.side[after.victors[0]] == GERMAN):  # 10.23b
        yield from advance(g, after.victors, after.vacated)


def resolve(g: Position, fight: Fight) -> Procedure[tuple[CombatResult, bool] | None]:
    """Reveal, add up, throw the die: the result and whether a Leader fled (10.23b), or None if no attacker is left."""
    turned = reveal(g, fight.attackers, fight.defenders)
    fight.attackers = [u for u in fight.attackers if u not in turned.gone]
    fight.defenders = [u for u in fight.defenders if u not in turned.gone]
    fight.followers = [u for u in fight.followers if u not in turned.gone]
    if all(u in g.rules.leaders for u in fight.attackers):
        g.tell(Noted(text="no attacker is left: there is no combat", rule="12.3a"))
        return None
    if not fight.defenders:  # the hex is empty: as good as De, without a die
        g.tell(Noted(text="no defender is left: the hex is taken without a fight", result="De", rule="12.3a"))
        return CombatResult("De", defender=ALL), turned.bars_advance
    strength = attack_strength(g, fight, attack_face(g))
    defence = defence_strength(g, fight, defence_face(g))
    column = g.rules.crt.column(strength, defence)
    hexes = g.hexnames(fight.hexes)
    g.tell(
        Attacked(
            side=fight.side, hexes=hexes, units=g.names(fight.attackers), attack=strength, defence=defence,
            column=column, how="overrun" if fight.overrun else "attack", rule="9.4",
        )
    )  # fmt: skip
    die = yield from g.roll(fight.side, f"the {'overrun' if fight.overrun else 'attack'} on {' '.join(hexes)}", "9.5")
    text = g.rules.crt.result(column, die)
    g.tell(Rolled(side=fight.side, dice=(die,), what=f"combat at {column}", result=text, rule="9.5", fight=True))
    return CombatResult.parse(text), turned.bars_advance
