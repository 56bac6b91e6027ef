"""18.0b, 20.0: what is done at the end of initial movement: field forts, bridges laid and taken up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.decision import DONE, Choices, Words, offer
from grognard.events import Placed, Removed
from grognard.games.battles.position import ENEMY, HALTED, MOVED, UNUSED, Position, Unit
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import of_unit, some, unit_to_hex
from grognard.ruling import OK, Ruling, no

SHIFTS = {"1L": 1, "2L": 2}


# --- 18.0b field forts ------------------------------------------------------------------------------------------------


def forts_left(g: Position, side: str) -> list[str]:
    """18.0b2: the markers a side still has: the count is the limit of those on the map at once."""
    built = [shift for hex, shift in g.forts.items() if g.occupied[side] >> hex & 1]
    given = g.rules.sides[side].forts
    return [mark for mark, shift in SHIFTS.items() if given.get(mark, 0) > built.count(shift)]


def fort_hexes(g: Position) -> Iterator[Hex]:
    """18.0b1: where the side whose phase it is may dig in."""
    ground = g.occupied[g.side] & g.rules.fort_places[g.side] & ~g.zoc(ENEMY[g.side])
    return (hex for hex in members(ground) if hex not in g.forts and any(_has_stayed(g, u) for u in g.stack(hex)))


def _has_stayed(g: Position, unit: Unit) -> bool:
    """G60: in the hex since the phase began: it has not moved, overrun or been taken along in a retreat (12.6f)."""
    return not g.flags[unit] & MOVED and g.origin[unit] in (UNUSED, g.at[unit])


def may_fortify(g: Position, hex: Hex) -> Ruling:
    """Why a fort may or may not be built in a hex."""
    name = g.hexname(hex)
    if hex in g.forts:
        return no("18.0b1", f"{name} has a field fort already")
    if not g.occupied[g.side] >> hex & 1:
        return no("18.0b1", f"no unit of yours is in {name}")
    if not g.rules.fort_places[g.side] >> hex & 1:
        return no("18.0b1", f"{name} is neither clear nor woods")
    if g.zoc(ENEMY[g.side]) >> hex & 1:
        return no("18.0b1", f"{name} is in an enemy zone of control")
    if not any(_has_stayed(g, unit) for unit in g.stack(hex)):
        return no("18.0b1", f"every unit in {name} has moved in this phase")
    return OK


def _can_fortify(g: Position) -> Ruling:
    if not forts_left(g, g.side):
        return no("18.0b2", "all your field fort markers are on the map")
    return OK if some(fort_hexes(g)) else no("18.0b1", "no unit stands where a field fort may be built")


def _fort_tree(g: Position, words: Words) -> Choices:
    if not words:
        return offer(("hex", g.hexnames(fort_hexes(g))))
    return offer(("verb", tuple(forts_left(g, g.side)))) if len(words) == 1 else DONE


def _why_no_fort(g: Position, words: Words, word: str) -> Ruling | None:
    if words:
        return no("18.0b2", f"no {word} marker is left") if word in SHIFTS else None
    hex = g.hex(word)
    return None if hex is None else may_fortify(g, hex)


def _fortify(g: Position, words: Words) -> None:
    hex = g.hex(words[0])
    assert hex is not None
    g.forts[hex] = SHIFTS[words[1]]
    g.tell(Placed(what=f"a {words[1]} field fort", hex=words[0], rule="18.0b1"))


FORT: Verb[Position] = Verb("fort", "18.0b1", _can_fortify, _fort_tree, _why_no_fort, _fortify)


# --- 20.0 bridges -----------------------------------------------------------------------------------------------------


def banks(g: Position, unit: Unit) -> HexSet:
    """20.0a: the hexes over a major river from a bridging unit's own."""
    here = g.at[unit]
    return sum(1 << there for there in g.rules.near(here) if (here, there) in g.rules.major)


def may_bridge(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may be turned to its bridge side."""
    name = g.name(unit)
    if unit not in g.rules.bridging:
        return no("20.0a", f"{name} is no bridging unit")
    if g.owners[unit] != g.side or g.at[unit] < 0:
        return no("20.0a", f"{name} is not a unit of yours on the map")
    if unit in g.bridges:
        return no("20.0a", f"{name} is deployed already")
    if g.flags[unit] & HALTED:
        return no("10.3i", f"{name} was halted in this phase")
    return OK if banks(g, unit) else no("20.0a", f"{name} is next to no major river")


def _bridgers(g: Position) -> Iterable[Unit]:
    return [unit for unit in g.rules.bridging_of[g.side] if may_bridge(g, unit)]


def _lay(g: Position, unit: Unit, hex: Hex) -> None:
    g.bridges[unit] = hex, g.turn
    g.touch()
    g.tell(Placed(what=f"the bridge of {g.name(unit)}", hex=f"{g.hexname(g.at[unit])}-{g.hexname(hex)}", rule="20.0a"))


BRIDGE: Verb[Position] = unit_to_hex(
    "bridge",
    "20.0a",
    units=_bridgers,
    hexes=lambda g, unit: members(banks(g, unit)),
    nobody=lambda g: no("20.0a", "no bridging unit is next to a major river"),
    why_not_unit=may_bridge,
    why_not_hex=lambda g, unit, hex: no("20.0a", f"{g.hexname(hex)} is not over a major river from {g.name(unit)}"),
    carry_out=_lay,
)


def may_take_up(g: Position, unit: Unit) -> Ruling:
    """G61: a bridge of an earlier turn comes up again if neither end of it is in enemy hands."""
    name = g.name(unit)
    if unit not in g.bridges or g.owners[unit] != g.side:
        return no("20.0a", f"{name} is no deployed bridge of yours")
    there, laid = g.bridges[unit]
    if laid >= g.turn:
        return no("20.0a", f"{name} was deployed in this turn")
    if g.occupied[ENEMY[g.side]] >> there & 1:
        return no("20.0a", f"an enemy unit is at the far end of the bridge of {name}")
    return OK


def _take_up(g: Position, unit: Unit) -> None:
    del g.bridges[unit]
    g.touch()
    g.tell(Removed(what=f"the bridge of {g.name(unit)}", hex=g.hexname(g.at[unit]), why="taken up", rule="20.0a"))


TAKE_UP: Verb[Position] = of_unit(
    "take-up",
    "20.0a",
    units=lambda g: [unit for unit in sorted(g.bridges) if may_take_up(g, unit)],
    nobody=lambda g: no("20.0a", "there is no bridge that could be taken up"),
    why_not=may_take_up,
    carry_out=_take_up,
)
