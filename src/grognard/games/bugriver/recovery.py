"""8.1: the Recovery Segment: Activation Levels, Emergency Supply, interdiction, automatic refit, attrition."""

from __future__ import annotations

from grognard.decision import Procedure
from grognard.events import Marked, Noted, Rolled
from grognard.games.bugriver.command import ISOLATED, in_command, status
from grognard.games.bugriver.luck import roll
from grognard.games.bugriver.position import GERMAN, SIDES, Position, Unit
from grognard.games.bugriver.supply import in_supply
from grognard.games.bugriver.tables import FACES
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import of_unit
from grognard.ruling import OK, Ruling, no


def reset_marker(g: Position) -> None:
    """1: the Initiative +DRM marker goes to the 0 box; nobody has passed."""
    g.drm, g.sides_passed = ("", 0), ()


# --- supply and levels ------------------------------------------------------------------------------------------------


def judge_supply(g: Position) -> None:
    """5.7, G25: which HQs are in supply in this segment; those that are turn back to their front (8.1a)."""
    g.supplied = frozenset(hq for hq in g.level if in_supply(g, hq))
    for hq in sorted(g.flipped & g.supplied):
        g.tell(Marked(unit=g.name(hq), status="in supply again", rule="8.1a"))
    g.flipped -= g.supplied


def has_supply(g: Position, hq: Unit) -> bool:
    """8.3a, G25: whether an HQ was found in supply in this turn's Recovery Segment, or is in Emergency Supply."""
    return hq >= 0 and g.at[hq] >= 0 and (hq in g.supplied or hq in g.flipped)


def recover(g: Position, side: str) -> None:
    """8.1.1, 8.1.3: the levels of a side's formations in supply go up."""
    for hq in g.level:
        if g.rules.side[hq] == side and hq in g.supplied:
            raise_level(g, hq, recovery(g, hq))


def recovery(g: Position, hq: Unit) -> int:
    """The HQ Recovery Table (G3); of Soviet ratings the column of the Interdiction Level (8.1.2b)."""
    rating = g.rules.ratings[hq].recovery
    return int(rating) if g.rules.side[hq] == GERMAN else g.rules.tables.recovery[rating][g.interdiction]


def raise_level(g: Position, hq: Unit, by: int) -> None:
    """8.1d: to the Maximum Activation Level at most."""
    level = min(g.level[hq] + by, g.rules.ratings[hq].most)
    if level > g.level[hq]:
        g.level[hq] = level
        g.tell(Noted(text=f"{g.name(hq)} recovers to Activation Level {level}", rule="8.1d"))


def may_expend(g: Position, hq: Unit) -> Ruling:
    """8.1b, 8.1c: whether an HQ may expend Emergency Supply."""
    name = g.name(hq)
    if hq not in g.level or g.rules.side[hq] != g.side:
        return no("8.1b", f"{name} is no HQ of yours on the map")
    if hq in g.supplied:
        return no("8.1b", f"{name} is in supply")
    if hq in g.flipped:
        return no("8.1c", f"{name} has expended its Emergency Supply")
    return no("8.1b", f"{name} is not on the map") if g.at[hq] < 0 else OK


def cut_off(g: Position, side: str) -> list[Unit]:
    """The HQs of a side that could expend Emergency Supply."""
    out = [hq for hq in g.level if g.rules.side[hq] == side and g.at[hq] >= 0]
    return sorted(hq for hq in out if hq not in g.supplied and hq not in g.flipped)


def expend(g: Position, hq: Unit) -> None:
    """8.1b, 5.7.2a: the HQ is turned to its back, and its formation recovers one space fewer."""
    g.flipped |= {hq}
    g.tell(Marked(unit=g.name(hq), status="in Emergency Supply", rule="8.1b"))
    raise_level(g, hq, gained(g, hq))


def gained(g: Position, hq: Unit) -> int:
    """How many spaces Emergency Supply brings an HQ: one fewer than supply would (8.1b), and none above its track's
    end (8.1d)."""
    return max(min(recovery(g, hq) - 1, g.rules.ratings[hq].most - g.level[hq]), 0)


EMERGENCY: Verb[Position] = of_unit(
    "emergency",
    "8.1b",
    units=lambda g: cut_off(g, g.side),
    nobody=lambda g: no("8.1b", "no HQ of yours is out of supply with its front up"),
    why_not=may_expend,
    carry_out=expend,
)


# --- the rest of the segment ------------------------------------------------------------------------------------------


def interdict(g: Position) -> Procedure[None]:
    """8.1.2: the Interdiction Level of the turn."""
    levels = g.rules.tables.interdiction.levels
    die = yield from roll(
        g,
        GERMAN,
        "interdiction",
        "8.1.2",
        brings=lambda die: f"level {levels[die - 1]}",
        wanted=lambda die: levels[die - 1] < max(levels),
    )
    g.interdiction = levels[die - 1]
    level = f"level {g.interdiction}"
    g.tell(Rolled(side=GERMAN, dice=(die,), what="interdiction", result=level, sides=FACES, rule="8.1.2"))


def refit_all(g: Position) -> None:
    """8.1.4, G67: disrupted units in Command Range of the HQ they belong to now are refitted, both sides' at once."""
    able = [unit for side in SIDES for unit in g.on_map(side) if g.disrupted[unit] and in_command(g, unit)]
    for unit in able:
        g.refit(unit, "8.1.4")


def wear_down(g: Position) -> Procedure[None]:
    """8.1.5: units that are still disrupted and isolated make an Attrition Check, all as the board stands now."""
    lost = [u for side in SIDES for u in g.on_map(side) if g.disrupted[u] and status(g, u) == ISOLATED]
    for unit in lost:
        yield from attrition_check(g, unit)


def attrition_check(g: Position, unit: Unit) -> Procedure[None]:
    """5.8.4d: the die less the ER of the disrupted side: from 1 on a Strength Point is lost, from 4 on two."""
    side, table, rating = g.owner(unit), g.rules.tables.attrition, g.er(unit)
    what, heard = (f"the Attrition Check of {name}" for name in (g.name(unit), g.alias(unit)))

    def worn(die: int) -> int:
        return 2 if die - rating >= table.two else 1 if die - rating >= table.one else 0

    die = yield from roll(
        g, side, what, "5.8.4d", brings=lambda die: f"{worn(die)} lost", wanted=lambda die: worn(die) > 0, heard=heard
    )
    losses = worn(die)
    result = f"{losses} lost" if losses else "no loss"

    def told(name: str) -> Rolled:
        about = f"the Attrition Check of {name}"
        return Rolled(side=side, dice=(die,), what=about, result=result, sides=FACES, rule="5.8.4d")

    g.say(unit, told)
    for _ in range(losses):
        if g.at[unit] >= 0:
            g.lose(unit, "5.8.4d", "isolated")
