"""10.3: pontoon bridges over the Bug."""

from __future__ import annotations

from grognard.decision import DONE, Choices, Words, offer
from grognard.events import Placed, Removed
from grognard.games.bugriver.actions import acting, short_of
from grognard.games.bugriver.command import command_hexes
from grognard.games.bugriver.position import GERMAN, Position, Unit
from grognard.games.bugriver.terrain import RIVER
from grognard.games.bugriver.zoc import passable
from grognard.hexes import Hex
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import to_hex
from grognard.ruling import OK, Ruling, no

# --- building ---------------------------------------------------------------------------------------------------------


def may_build(g: Position) -> Ruling:
    """10.3a, G54: a formation of a corps that has its bridge still at hand, for the points of the table."""
    hq = acting(g)
    corps, price, left = g.rules.corps[hq], g.rules.tables.costs.pontoon, g.ap[g.side]
    if g.side != GERMAN or corps not in g.rules.pontoon_corps:
        return no("10.3a", f"{g.name(hq)} belongs to no corps with a pontoon bridge")
    if corps in g.ruined:
        return no("10.3c", f"the pontoon bridge of {corps} Corps is out of the game")
    if corps in g.pontoons:
        return no("10.3a", f"{corps} Corps has its pontoon bridge on the map")
    return OK if price <= left else no("6.3.3", f"a pontoon bridge costs {short_of(price, left)}")


def sites(g: Position) -> dict[Hex, list[Hex]]:
    """10.3b: where the acting formation could build: by the hex of a unit the hexes across the river."""
    hq = acting(g)
    return g.unmoved(("sites", hq), lambda: _sites(g, hq)) if may_build(g) else {}


def _sites(g: Position, hq: Unit) -> dict[Hex, list[Hex]]:
    near = command_hexes(g, hq)
    banks = {g.at[u] for u in g.units_of(hq) if not g.disrupted[u] and near >> g.at[u] & 1}
    bug, neighbours = g.rules.terrain.bug_sides, g.rules.grid.neighbours
    found = {h: [there for there in neighbours[h] if (h, there) in bug and may_span(g, h, there)] for h in banks}
    return {here: found[here] for here in sorted(found) if found[here]}


def may_span(g: Position, here: Hex, there: Hex) -> Ruling:
    """10.3b: the far hex is free of enemy units and of EZOCs that no friendly unit cancels."""
    if there not in g.rules.grid.neighbours[here] or g.rules.terrain.between(here, there, g.bridges) != RIVER:
        return no("10.3b", f"no unbridged side of the Bug is between {g.hexname(here)} and {g.hexname(there)}")
    if not g.rules.land >> there & 1:
        return no("10.3b", f"{g.hexname(there)} is not on the part of the map that is used")
    free = passable(g, g.side) >> there & 1
    return OK if free else no("10.3b", f"{g.hexname(there)} is the enemy's or in an enemy zone of control")


def _why_not_here(g: Position, hex: Hex) -> Ruling:
    """Why no bridge can begin in a hex."""
    ruling, where, hq = may_build(g), g.hexname(hex), acting(g)
    if not ruling:
        return ruling
    units = [unit for unit in g.fighters(hex) if g.formation[unit] == hq and not g.disrupted[unit]]
    if not units:
        return no("10.3b", f"no undisrupted unit of {g.name(hq)} is in {where}")
    if not command_hexes(g, hq) >> hex & 1:
        return no("10.3b", f"{g.name(units[0])} is not in Command Range")
    return no("10.3b", f"from {where} no bridge can be built: it is not at the Bug, or the far bank is the enemy's")


def _tree(g: Position, words: Words) -> Choices:
    if len(words) > 1:
        return DONE
    open = sites(g)
    return offer(("hex", g.hexnames(open[_hex(g, words[0])] if words else open)))


def _why_not(g: Position, words: Words, word: str) -> Ruling | None:
    hex = g.hex(word)
    if hex is None or len(words) > 1:
        return None
    return may_span(g, _hex(g, words[0]), hex) if words else _why_not_here(g, hex)


def _build(g: Position, words: Words) -> None:
    """10.3a, G54: the formation's act, not an Action of the unit: Improved Defense stays, nobody reacts."""
    here, there = _hex(g, words[0]), _hex(g, words[1])
    corps = g.rules.corps[acting(g)]
    g.ap[g.side] -= g.rules.tables.costs.pontoon
    g.pontoons[corps] = (here, there)
    g.touch()
    g.tell(Placed(what=f"the pontoon bridge of {corps} Corps to {words[1]}", hex=words[0], rule="10.3a"))


def _hex(g: Position, word: str) -> Hex:
    hex = g.hex(word)
    assert hex is not None, word
    return hex


def _possible(g: Position) -> Ruling:
    ruling = may_build(g)
    if not ruling:
        return ruling
    return OK if sites(g) else no("10.3b", "no unit of the formation is at a side of the Bug it could bridge")


BRIDGE: Verb[Position] = Verb("bridge", "10.3a", _possible, _tree, _why_not, _build)


# --- taking up --------------------------------------------------------------------------------------------------------


def _ends(g: Position) -> dict[Hex, str]:
    """A hex by which each bridge on the map may be named: its first, or the other if two begin in one hex."""
    found: dict[Hex, str] = {}
    for corps, (a, b) in g.pontoons.items():
        found[b if a in found else a] = corps
    return found


def _take_up(g: Position, hex: Hex) -> None:
    """10.3c, G54: a bridge taken up can be built again, unless it was agreed that it cannot."""
    corps = _ends(g)[hex]
    del g.pontoons[corps]
    g.touch()
    if g.options.get("pontoons_once"):
        g.ruined |= {corps}
    g.tell(Removed(what=f"the pontoon bridge of {corps} Corps", hex=g.hexname(hex), why="taken up", rule="10.3c"))


def _why_not_take_up(g: Position, hex: Hex) -> Ruling:
    """Why a hex names no bridge to be taken up."""
    for corps, (a, b) in g.pontoons.items():
        if hex in (a, b):
            by = next(g.hexname(end) for end, of in _ends(g).items() if of == corps)
            return no("10.3c", f"the bridge of {corps} Corps from {g.hexname(a)} to {g.hexname(b)} goes by {by}")
    return no("10.3c", f"no pontoon bridge is in {g.hexname(hex)}")


TAKE_UP: Verb[Position] = to_hex(
    "takeup",
    "10.3c",
    hexes=_ends,
    nowhere=lambda g: no("10.3c", "no pontoon bridge is on the map"),
    why_not=_why_not_take_up,
    carry_out=_take_up,
)
