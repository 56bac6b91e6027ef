"""5.3.1e to i, 5.3.3: overstacking: all are disrupted, and the surplus is displaced."""

from __future__ import annotations

from grognard.decision import Choices, Decision, Procedure, Words, offer, put
from grognard.events import Moved, Noted
from grognard.games.bugriver.displacement import displace, refuges
from grognard.games.bugriver.fog import look_through
from grognard.games.bugriver.position import ENEMY, Position, Unit
from grognard.games.bugriver.retreat import may_cross
from grognard.games.bugriver.stacking import fits, hq_limit, overstacked, room_for
from grognard.hexes import Hex
from grognard.mechanics.aftermath import about_unit, pick
from grognard.ruling import OK, Ruling, no


def enforce(g: Position) -> Procedure[None]:
    """5.3.1b, 5.3.1e: the end of an Action or of a forced retreat: hexes that hold too much are cleared, one after the
    other; what one displacement overfills is cleared in its turn (5.3.1h)."""
    while crowded := [hex for hex in overstacked(g) if not fits(g, g.stack(hex)) or _surplus(g, hex)]:
        hex = crowded[0]
        if not fits(g, g.stack(hex)):
            yield from _clear_units(g, hex)
        if _surplus(g, hex):
            yield from _clear_hqs(g, hex)


# --- units ------------------------------------------------------------------------------------------------------------


def _clear_units(g: Position, hex: Hex) -> Procedure[None]:
    """5.3.1e, 5.3.3a, G46: first all are disrupted, or lose a Strength Point; then units go until the rest may stay."""
    g.tell(Noted(text=f"{g.hexname(hex)} is overstacked", rule="5.3.1e"))
    look_through(g, hex, "5.3.3a")  # G80: the opponent takes his pick of the stack
    for unit in g.fighters(hex):
        if g.disrupted[unit]:
            g.lose(unit, "5.3.1e", "overstacked")
        else:
            g.disrupt(unit, "5.3.1e")
    while not fits(g, g.stack(hex)):
        yield from _displace_one(g, hex)


def excess(g: Position, hex: Hex) -> list[Unit]:
    """G46: the units one of which must go: of the Infantry type if that is what there is too much of."""
    fighters = g.fighters(hex)
    infantry = [unit for unit in fighters if g.rules.infantry[unit]]
    return infantry if len(infantry) > g.rules.tables.stacking.infantry else fighters


def outlets(g: Position, unit: Unit) -> list[Hex]:
    """5.3.3a, G46: the adjacent hexes a unit may be displaced to: those that are full only if there are no others."""
    here = g.at[unit]
    open = [hex for hex in g.rules.grid.neighbours[here] if may_cross(g, (unit,), here, hex)]
    return [hex for hex in open if room_for(g, (unit,), hex)] or open


def _displace_one(g: Position, hex: Hex) -> Procedure[None]:
    """5.3.1g, 5.3.3a: a unit goes to an adjacent hex as the opponent wishes, or the owner if he does not care. If none
    can go anywhere its owner gives one up (5.3.1i, 5.3.3b)."""
    ways = {unit: outlets(g, unit) for unit in excess(g, hex)}
    able = {unit: hexes for unit, hexes in ways.items() if hexes}
    owner = g.owner(next(iter(ways)))
    if not able:
        unit = next(iter(ways))
        if len(ways) > 1:
            prompt = f"{g.hexname(hex)} is overstacked and nobody can leave it: choose the unit that is lost"
            wrong = about_unit(g, lambda unit: _why_not_unit(g, unit, hex))
            unit = yield from pick(g, owner, "surplus", prompt, "5.3.1i", tuple(ways), "eliminate", wrong)
        g.eliminate(unit, "5.3.1i", "there was no room")
        return
    if len(able) == 1 and len(next(iter(able.values()))) == 1:
        ((unit, hexes),) = able.items()
        _shift(g, unit, hexes[0])
        return
    words = yield from put(_question(g, ENEMY[owner], hex, able, may_decline=True))
    if words[0] == "decline":
        words = yield from put(_question(g, owner, hex, able, may_decline=False))
    there = g.hex(words[2])
    assert there is not None
    _shift(g, g.unit(words[1]), there)


def _question(g: Position, side: str, hex: Hex, able: dict[Unit, list[Hex]], *, may_decline: bool) -> Decision:
    """`displace UNIT HEX`, or `decline`."""

    def tree(words: Words) -> Choices:
        if not words:
            return offer(("verb", ("displace", "decline") if may_decline else ("displace",)))
        if words[0] == "decline" or len(words) > 2:
            return offer(complete=True)
        return offer(("unit", g.names(able)) if len(words) == 1 else ("hex", g.hexnames(able[g.unit(words[1])])))

    def why_not(words: Words, word: str) -> Ruling | None:
        if len(words) == 1 and (unit := g.find(word)) is not None:
            return _why_not_unit(g, unit, hex)
        there = g.hex(word)
        return None if there is None or len(words) != 2 else _why_not_there(g, g.unit(words[1]), there)

    choice = ", or leave it to its owner" if may_decline else ""
    prompt = f"{g.hexname(hex)} is overstacked: displace a unit to an adjacent hex{choice}"
    return Decision(side, "crowd", prompt, "5.3.3a", tree, why_not)


def _why_not_unit(g: Position, unit: Unit, hex: Hex) -> Ruling:
    if g.at[unit] != hex or g.is_hq(unit):
        return no("5.3.3a", f"{g.name(unit)} is no unit of the overstacked hex")
    if unit not in excess(g, hex):
        return no("5.3.1g", f"{g.hexname(hex)} has too many units of the Infantry type, and {g.name(unit)} is not one")
    return no("5.3.1i", f"{g.name(unit)} has no hex it could go to")


def _why_not_there(g: Position, unit: Unit, hex: Hex) -> Ruling:
    here, there = g.at[unit], g.hexname(hex)
    if hex not in g.rules.grid.neighbours[here]:
        return no("5.3.3a", f"{there} is not next to {g.hexname(here)}")
    ruling = may_cross(g, (unit,), here, hex)
    if not ruling:
        return no("5.3.1i", ruling.reason)
    full = no("5.3.3a", f"{there} is full, and others are not")
    return OK if hex in outlets(g, unit) else full


def _shift(g: Position, unit: Unit, hex: Hex) -> None:
    """A unit is displaced. Being disrupted it ends Improved Defense where it comes to, as where it was (7.7a, 7.7b)."""
    path, name = g.hexnames((g.at[unit], hex)), g.alias(unit)
    g.end_improved(g.at[unit], hex)
    g.go((unit,), hex)
    told = Moved(unit=g.name(unit), path=path, how="is displaced", rule="5.3.3a")
    g.tell_apart(unit, told, Moved(unit=name, path=path, how="is displaced", rule="5.3.3a"))


# --- HQs --------------------------------------------------------------------------------------------------------------


def _surplus(g: Position, hex: Hex) -> list[Unit]:
    """5.3.1f: the HQs one of which must go: all of a hex with too many, if they can; where none of them has anywhere
    to go they were put there for want of room and stay (G44)."""
    hqs = g.hqs(hex)
    return [hq for hq in hqs if refuges(g, hq)] if len(hqs) > max(hq_limit(g, hex), 1) else []


def _clear_hqs(g: Position, hex: Hex) -> Procedure[None]:
    """5.3.1f: each HQ loses a Support Point for good, and the surplus is displaced, as its owner chooses."""
    for hq in g.hqs(hex):
        g.strength[hq] = max(g.strength[hq] - 1, 0)
        said = f"{g.name(hq)} shares {g.hexname(hex)} with too many HQs and has {g.strength[hq]} Support Points"
        g.tell(Noted(text=said, rule="5.3.1f", only=(g.rules.side[hq],)))
    while able := _surplus(g, hex):
        hq = able[0]
        if len(able) > 1:
            prompt = f"{g.hexname(hex)} has too many HQs: choose the one that is displaced"
            wrong = about_unit(g, lambda other: _why_not_hq(g, other, hex))
            hq = yield from pick(g, g.rules.side[hq], "surplus", prompt, "5.3.1f", able, "displace", wrong)
        yield from displace(g, hq, "5.3.1f")


def _why_not_hq(g: Position, unit: Unit, hex: Hex) -> Ruling:
    if unit not in g.hqs(hex):
        return no("5.3.1f", f"{g.name(unit)} is no HQ of {g.hexname(hex)}")
    return no("5.3.2a", f"{g.name(unit)} has no town or village it could go to")
