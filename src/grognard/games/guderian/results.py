"""9.6 What the results of the Combat Results Table mean, for attacks and overruns alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from grognard.decision import Choices, Decision, Procedure, Words, offer, put
from grognard.events import LostStep, Marked
from grognard.games.guderian.advance import vacated_by_elimination, vacated_by_retreat
from grognard.games.guderian.position import ENEMY, Position, Unit
from grognard.games.guderian.retreat import can_retreat, in_turn, retreat
from grognard.games.guderian.strength import Fight
from grognard.hexes import Hex
from grognard.mechanics.aftermath import Path, Vacated, choose_loser, lose_or_retreat, pick
from grognard.ruling import Ruling, no

ALL = 99  # as many steps as there are: Ae and De


@dataclass(frozen=True, slots=True)
class CombatResult:
    """A result of the table: the steps or hexes each side must give, and whether both are engaged."""

    text: str
    defender: int = 0
    attacker: int = 0
    engaged: bool = False

    @classmethod
    @cache
    def parse(cls, text: str) -> CombatResult:
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


@dataclass(slots=True)
class Aftermath:
    """What a result left behind: who won, and the hexes open to them."""

    victors: Sequence[Unit] = ()
    vacated: Sequence[Vacated] = ()


def apply(g: Position, fight: Fight, result: CombatResult) -> Procedure[Aftermath]:
    """9.66: the defender carries out his part first, then the attacker."""
    owner = ENEMY[fight.side]
    if result.defender or result.engaged:
        _lose_the_fled(g, fight)
    if result.engaged:  # 9.67: both lose a step, nobody retreats or advances
        yield from lose_steps(g, owner, fight.defenders, 1, "9.67a")
        yield from lose_steps(g, fight.side, fight.attackers, 1, "9.67a", fight.followers)
        return Aftermath()
    attackers = [*fight.attackers, *fight.followers]
    open_to_attacker: list[Vacated] = []
    if result.defender:
        routes = yield from suffer(g, owner, fight.defenders, result.defender)
        open_to_attacker = vacated(g, fight.hexes, routes)
        if fight.overrun:  # before the attacker's part: their zones of control no longer bar his retreat (6.62)
            disrupt(g, fight.defenders)
    if not result.attacker:
        return Aftermath(attackers, open_to_attacker)
    launched_from = tuple(dict.fromkeys(g.at[u] for u in fight.attackers))
    routes = yield from suffer(g, fight.side, fight.attackers, result.attacker, followers=fight.followers)
    if result.split:  # 9.66: attackers who did not retreat may advance; the defender never
        return Aftermath() if routes else Aftermath(attackers, open_to_attacker)
    return Aftermath(fight.defenders, vacated(g, launched_from, routes))


def vacated(g: Position, hexes: Sequence[Hex], routes: Mapping[Hex, Path]) -> list[Vacated]:
    """The hexes of a combat that lie empty now, each with where it leads (9.81, 9.86)."""
    found: list[Vacated] = []
    for hex in hexes:
        path = routes.get(hex, ())
        found += vacated_by_retreat(g, path) if len(path) > 1 else vacated_by_elimination(g, hex)
    return found


def suffer(
    g: Position,
    owner: str,
    units: Sequence[Unit],
    count: int,
    followers: Sequence[Unit] = (),
) -> Procedure[dict[Hex, Path]]:
    """9.65: lose that many steps in all, or retreat everybody that many hexes; answers with the Paths of Retreat.

    A Leader who follows attackers may be given for a step and outlives them (10.26).
    """
    if count == ALL:  # 9.64
        for unit in units:
            g.eliminate(unit, "9.64")
        return {}
    force = [*units, *followers]
    if force and can_retreat(g, force, count):
        words = yield from put(_loss_or_retreat(owner, lose_or_retreat(owner == g.side, count)))
        if words == ("retreat",):
            routes: dict[Hex, Path] = {}
            for stack in in_turn(g, force, count):
                start = g.at[stack[0]]
                routes[start] = yield from retreat(g, stack, count)
            return routes
    yield from lose_steps(g, owner, units, count, "9.65b", followers)
    return {}


def _loss_or_retreat(owner: str, prompt: str) -> Decision:
    """9.65: the owner chooses, and no more than that is for him to say yet."""

    def why_not(words: Words, word: str) -> Ruling | None:
        if words == ("retreat",):
            return no("9.72", "say retreat alone: the other side chooses where to")
        return no("9.65a", "say lose alone: which unit it is will be asked") if words else None

    def tree(words: Words) -> Choices:
        return offer(complete=True, explained=True) if words else offer(("verb", ("lose", "retreat")))

    return Decision(owner, "loss-or-retreat", prompt, "9.65a", tree, why_not)


def lose_steps(
    g: Position, owner: str, units: Sequence[Unit], count: int, rule: str, followers: Sequence[Unit] = ()
) -> Procedure[None]:
    """Take steps from whichever units the owner likes; a force with no more than that is eliminated.

    Leaders who follow it may be given instead, but need not be (10.26).
    """
    while count:
        left, others = ([u for u in some if g.at[u] >= 0] for some in (units, followers))
        if not left:
            return
        if not others and count >= sum(g.steps(u) for u in left):
            for unit in left:
                g.eliminate(unit, rule)
            return
        prompt, why_not = choose_loser(count), partial(_why_not_lose, g, rule)
        loser = yield from pick(g, owner, "lose-step", prompt, rule, [*left, *others], "lose", why_not)
        lose_step(g, loser, rule)
        count -= 1


def _why_not_lose(g: Position, rule: str, words: Words, word: str) -> Ruling | None:
    if not words and word == "retreat":
        if rule == "9.67a":
            return no(rule, "an engaged result leaves no retreat: choose the unit that loses a step")
        return no("9.65a", "this force loses steps: it retreats whole or not at all, and only if it has a way")
    if words and (unit := g.find(word)) is not None:
        return no(rule, f"{g.name(unit)} is not one of the units in this combat that may lose the step")
    return None


def lose_step(g: Position, unit: Unit, rule: str) -> None:
    """9.61 to 9.63: down to the next strength, or out."""
    if g.steps(unit) == 1:
        g.eliminate(unit, rule)
    else:
        g.level[unit] += 1
        g.tell(LostStep(unit=g.name(unit), strength=g.strength(unit), rule=rule))


def disrupt(g: Position, defenders: Sequence[Unit]) -> None:
    """6.61: every surviving defender of a hex that suffered a loss or a retreat in an overrun."""
    for unit in defenders:
        if g.at[unit] >= 0 and not g.disrupted[unit]:
            g.disrupt(unit, True)
            g.tell(Marked(unit=g.name(unit), status="disrupted", rule="6.61"))


def _lose_the_fled(g: Position, fight: Fight) -> None:
    """9.75: units that had fled into the hex die with any result."""
    for unit in [u for hex in fight.hexes for u in g.stack(hex) if u not in fight.defenders]:
        g.eliminate(unit, "9.75", "it had retreated there")
