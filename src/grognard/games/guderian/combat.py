"""9 Combat: which units may attack (9.1, 9.2), the resolution (9.4) and what its results mean (9.6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grognard.decision import DONE, Choices, Procedure, Words, offer, one_of, put
from grognard.events import Attacked, LostStep, Noted, Rolled
from grognard.games.guderian.advance import Vacated, advance, vacated_by_elimination, vacated_by_retreat
from grognard.games.guderian.position import (
    ADVANCED,
    ATTACKED,
    DEFENDED,
    ENEMY,
    GERMAN,
    RETREATED,
    SOVIET,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.guderian.retreat import Path, by_hex, can_retreat, retreat
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
from grognard.ruling import OK, Ruling, no

ALL = 99  # as many steps as there are: Ae and De


@dataclass(frozen=True, slots=True)
class Result:
    """A result of the table: the steps or hexes each side must give, and whether both are engaged."""

    text: str
    defender: int = 0
    attacker: int = 0
    engaged: bool = False

    @classmethod
    def parse(cls, text: str) -> Result:
        """A cell of the CRT: A1, De, D2/A1, Eng."""
        if text == "Eng":
            return cls(text, engaged=True)
        numbers = {"D": 0, "A": 0}
        for part in text.split("/"):
            numbers[part[0]] = ALL if part[1] == "e" else int(part[1:])
        return cls(text, numbers["D"], numbers["A"])

    @property
    def split(self) -> bool:
        """Whether both sides suffer (9.66)."""
        return bool(self.defender and self.attacker)


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
    near = g.rules.zone(g.occupied[ENEMY[g.side]])
    return [u for u in g.units_in(g.occupied[g.side] & near) if may_attack(g, u) is OK]


def targets(g: Position) -> Iterator[Hex]:
    """Every hex that can be attacked now."""
    rules, enemies = g.rules, g.occupied[ENEMY[g.side]]
    for unit in g.units_in(g.occupied[g.side] & rules.zone(enemies)):
        beside = enemies & rules.next_to[g.at[unit]]
        if beside and may_attack(g, unit) is OK:
            enemies &= ~beside
            yield from (h for h in rules.grid.neighbours[g.at[unit]] if beside >> h & 1 and attackable(g, h))


def _attackers_of(g: Position, hexes: Sequence[Hex]) -> list[Unit]:
    """9.23: the units that can attack all of the hexes at once."""
    attacked = hexset(hexes)
    return [u for u in able_attackers(g) if not attacked & ~g.rules.next_to[g.at[u]]]


def _joining(g: Position, hexes: Sequence[Hex], units: Sequence[Unit]) -> list[Unit]:
    """Who may still join an attack: other attackers, and Leaders stacked with those in it (10.26, 10.36)."""
    joining = [u for u in _attackers_of(g, hexes) if u not in units]
    places = {g.at[u] for u in units}
    for leader in g.rules.leader_units:
        here = g.at[leader]
        free = leader not in units and not g.disrupted[leader] and not g.flags[leader] & ATTACKED
        if g.side == SOVIET and here in places and free:
            joining.append(leader)
    return joining


def _split_words(g: Position, words: Words) -> tuple[list[Hex], list[Unit]]:
    hexes = [g.rules.hex_by_name[w] for w in words if w in g.rules.hex_by_name]
    return hexes, [g.unit(w) for w in words if w not in g.rules.hex_by_name and w != "go"]


def _possible(g: Position) -> Ruling:
    able = next(targets(g), None) is not None
    return OK if able else no("9.11", "no unit that may attack is next to an enemy that may be attacked")


def _tree(g: Position, words: Words) -> Choices:
    if not words:
        return offer(("hex", g.hexnames(targets(g))))
    if words[-1] == "go":
        return DONE
    hexes, units = _split_words(g, words)
    if units:
        return offer(("unit", g.names(_joining(g, hexes, units))), ("verb", ("go",)))
    attackers = _attackers_of(g, hexes)
    beside = 0  # 9.23: the hexes that one of them could attack at the same time
    for unit in attackers:
        beside |= g.rules.next_to[g.at[unit]]
    more = g.hexnames(h for h in targets(g) if beside >> h & 1 and h not in hexes)
    return offer(("unit", g.names(attackers)), ("hex", more))


def _why_not(g: Position, words: Words, word: str) -> Ruling | None:
    hexes, units = _split_words(g, words)
    hex = g.rules.hex_by_name.get(word)
    if hex is not None:
        if units:
            return no("9.23", "name all the hexes attacked before the first attacking unit")
        ruling = attackable(g, hex)
        if not ruling:
            return ruling
        if hex in hexes:
            return no("9.21", f"{word} is under attack already")
        if words:
            return no("9.23", f"no unit is adjacent to {word} and to all the other hexes attacked")
        near = [u for u in g.on_map(g.side) if g.rules.adjacent(g.at[u], hex)]
        near.sort(key=g.rules.leaders.__contains__)  # what keeps a division back says more than that a Leader is there
        return may_attack(g, near[0]) if near else no("9.11", f"none of your units is next to {word}")
    unit = g.find(word)
    if unit is None:
        return no("9.12", "name the units that attack first") if word == "go" else None
    if not words:
        return no("9.11", f"name the hex attacked before {word}")
    if unit in g.rules.leaders and g.rules.side[unit] == g.side:
        if g.disrupted[unit]:
            return no("6.64", f"{word} is disrupted and cannot help an attack")
        if g.flags[unit] & ATTACKED:
            return no("10.26b", f"{word} has taken part in another attack")
        if unit not in units:
            return no("10.36a", f"{word} helps only attacking units stacked with him: name one of them first")
    ruling = may_attack(g, unit)
    if not ruling:
        return ruling
    if unit in units:
        return no("9.24", f"{word} is in the attack already")
    return no("9.11" if len(hexes) == 1 else "9.23", f"{word} is not adjacent to {' and '.join(map(g.hexname, hexes))}")


def _carry_out(g: Position, words: Words) -> Procedure[None]:
    hexes, units = _split_words(g, words)
    fight = Fight(g.side, tuple(hexes), units, defenders_of(g, hexes, overrun=False))
    for unit in units:
        g.flags[unit] |= ATTACKED
    yield from attack(g, fight)


ATTACK: Verb[Position] = Verb("attack", "6.11", _possible, _tree, _why_not, _carry_out)


# --- 9.4 resolution --------------------------------------------------------------------------------------------------


def attack(g: Position, fight: Fight) -> Procedure[None]:
    """One attack from the turning of the counters to the last advance."""
    outcome = yield from resolve(g, fight)
    if outcome is None:
        return
    for hex in fight.hexes:
        for unit in g.stack(hex):
            g.flags[unit] |= DEFENDED
    result, leader_fled = outcome
    after = yield from apply(g, fight, result)
    if after.victors and not (leader_fled and g.rules.side[after.victors[0]] == GERMAN):  # 10.23b
        yield from advance(g, after.victors, after.vacated)


def resolve(g: Position, fight: Fight) -> Procedure[tuple[Result, bool] | None]:
    """Reveal, add up, throw the die: the result and whether a Leader fled (10.23b), or None if no attacker is left."""
    turned = reveal(g, fight.attackers, fight.defenders)
    fight.attackers = [u for u in fight.attackers if u not in turned.gone]
    fight.defenders = [u for u in fight.defenders if u not in turned.gone]
    if all(u in g.rules.leaders for u in fight.attackers):
        g.tell(Noted(text="no attacker is left: there is no combat", rule="12.3a"))
        return None
    if not fight.defenders:  # the hex is empty: as good as De, without a die
        g.tell(Noted(text="no defender is left: the hex is taken without a fight", rule="12.3a"))
        return Result("De", defender=ALL), turned.bars_advance
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
    g.tell(Rolled(die=die, what=f"combat at {column}", result=text, rule="9.5"))
    return Result.parse(text), turned.bars_advance


# --- 9.6 results -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Aftermath:
    """What a result left behind: who won, the hexes open to them, and whether the defenders lost or fled."""

    victors: Sequence[Unit] = ()
    vacated: Sequence[Vacated] = ()
    defender_hurt: bool = False


def apply(g: Position, fight: Fight, result: Result) -> Procedure[Aftermath]:
    """9.66: the defender carries out his part first, then the attacker."""
    owner = ENEMY[fight.side]
    bystanders = _lose_the_fled(g, fight) if result.defender or result.engaged else []
    if result.engaged:  # 9.67: both lose a step, nobody retreats or advances
        yield from lose_steps(g, owner, fight.defenders, 1, "9.67a")
        yield from lose_steps(g, fight.side, fight.attackers, 1, "9.67a")
        return Aftermath()
    hurt = bool(result.defender)
    open_to_attacker: list[Vacated] = []
    if hurt:
        routes = yield from suffer(g, owner, fight.defenders, result.defender, bystanders)
        open_to_attacker = vacated(g, fight.hexes, routes)
    if not result.attacker:
        return Aftermath(fight.attackers, open_to_attacker, hurt)
    launched_from = tuple(dict.fromkeys(g.at[u] for u in fight.attackers))
    routes = yield from suffer(g, fight.side, fight.attackers, result.attacker, [])
    if result.split:  # 9.66: attackers who did not retreat may advance; the defender never
        return Aftermath((), (), hurt) if routes else Aftermath(fight.attackers, open_to_attacker, hurt)
    return Aftermath(fight.defenders, vacated(g, launched_from, routes))


def vacated(g: Position, hexes: Sequence[Hex], routes: Mapping[Hex, Path]) -> list[Vacated]:
    """The hexes of a combat that lie empty now, each with where it leads (9.81, 9.86)."""
    found: list[Vacated] = []
    for hex in hexes:
        path = routes.get(hex, ())
        found += vacated_by_retreat(g, path) if len(path) > 1 else vacated_by_elimination(g, hex)
    return found


def suffer(
    g: Position, owner: str, units: Sequence[Unit], count: int, bystanders: Sequence[Unit]
) -> Procedure[dict[Hex, Path]]:
    """9.65: lose that many steps in all, or retreat everybody that many hexes; answers with the Paths of Retreat."""
    if count == ALL:  # 9.64
        for unit in (*units, *bystanders):
            g.eliminate(unit, "9.64")
        return {}
    force = [*units, *bystanders]
    if force and can_retreat(g, force, count):
        steps, hexes = ("step", "hex") if count == 1 else ("steps", "hexes")
        prompt = f"Lose {count} {steps}, or retreat all units {count} {hexes}"
        question = one_of(owner, "loss-or-retreat", prompt, "9.65a", ("verb", ("lose", "retreat")))
        words = yield from put(question)
        if words == ("retreat",):
            routes: dict[Hex, Path] = {}
            for stack in by_hex(g, force):
                start = g.at[stack[0]]
                routes[start] = yield from retreat(g, stack, count)
            return routes
    yield from lose_steps(g, owner, units, count, "9.65b")
    return {}


def lose_steps(g: Position, owner: str, units: Sequence[Unit], count: int, rule: str) -> Procedure[None]:
    """Take steps from whichever units the owner likes; a force with no more than that is eliminated."""
    left = [u for u in units if g.at[u] >= 0]
    while count and left:
        if count >= sum(g.steps(u) for u in left):
            for unit in left:
                g.eliminate(unit, rule)
            return
        prompt = f"Choose a unit to lose a step ({count} to lose)"
        words = yield from put(one_of(owner, "lose-step", prompt, rule, ("unit", g.names(left)), verb="lose"))
        unit = g.unit(words[1])
        lose_step(g, unit, rule)
        left = [u for u in left if g.at[u] >= 0]
        count -= 1


def lose_step(g: Position, unit: Unit, rule: str) -> None:
    """9.61 to 9.63: down to the next strength, or out."""
    if g.steps(unit) == 1:
        g.eliminate(unit, rule)
    else:
        g.level[unit] += 1
        g.tell(LostStep(unit=g.name(unit), strength=g.strength(unit), rule=rule))


def _lose_the_fled(g: Position, fight: Fight) -> list[Unit]:
    """9.75: units that had fled into the hex die with any result; those that had advanced there share its fate."""
    bystanders: list[Unit] = []
    for hex in fight.hexes:
        for unit in g.stack(hex):
            if unit in fight.defenders:
                continue
            if g.flags[unit] & RETREATED:
                g.eliminate(unit, "9.75", "it had retreated there")
            else:
                bystanders.append(unit)
    return bystanders
