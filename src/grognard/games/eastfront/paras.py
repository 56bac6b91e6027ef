"""14: paradrops, dispersal and linkup."""

from __future__ import annotations

from grognard.events import Marked
from grognard.games.eastfront.command import air_reach, in_air_range
from grognard.games.eastfront.commanded import others_first
from grognard.games.eastfront.control import zone_of_control
from grognard.games.eastfront.crowding import may_stay
from grognard.games.eastfront.movement import engage, tell_move
from grognard.games.eastfront.position import AIR, DISPERSED, MOVED, PARADROP, Position, Unit
from grognard.games.eastfront.routes import out_of_play
from grognard.hexes import Hex, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import unit_to_hex
from grognard.ruling import Ruling, no


def paradrop_hq(g: Position, para: Unit) -> Unit | None:
    """14.2: the HQ that commands the drop, activated for it in the same hex; of two the one that reaches farther."""
    here = [hq for hq, role in g.role.items() if role & PARADROP and g.at[hq] == g.at[para]]
    return max(here, key=lambda hq: air_reach(g, hq), default=None)


def may_drop(g: Position, para: Unit) -> Ruling:
    """Whether paratroops can drop now."""
    name = g.name(para)
    if not g.options.get("paratroops", True):
        return no("14.1", "the paratroop rules are not used in this match")
    if para not in g.rules.paras:
        return no("14.1", f"{name} is not a paratroop corps")
    if g.at[para] < 0 or g.phase != "movement" or paradrop_hq(g, para) is None:
        return no("14.2", f"there is no Paradrop HQ with {name}")
    if g.flags[para] & (MOVED | DISPERSED):
        return no("6.1", f"{name} has moved in this phase")
    if g.engaged(para):
        return no("14.2", f"{name} is engaged")
    return others_first(g, para)


def drop_hexes(g: Position, para: Unit) -> list[Hex]:
    """14.3: hexes within air range, not mountains."""
    return [hex for hex in members(g.rules.land) if may_drop_on(g, para, hex)]


def may_drop_on(g: Position, para: Unit, hex: Hex) -> Ruling:
    """Whether paratroops may drop on a hex."""
    hq = paradrop_hq(g, para)
    assert hq is not None
    if hex == g.at[para]:
        return no("14.3", f"{g.name(para)} is in {g.spell(hex)} already")
    if g.closed >> hex & 1:
        return out_of_play(g, hex)
    if not g.rules.land >> hex & 1:
        return no("14.3", f"nobody can drop on {g.spell(hex)}")
    if g.rules.board.terrain[hex] in g.rules.charts.words("para.barred"):
        return no("14.3", f"{g.spell(hex)} is in the mountains")
    if not in_air_range(g, hq, hex):
        return no("14.3", f"{g.spell(hex)} is out of the air range of {g.name(hq)}")
    return may_stay(g, hex, lambda twin: _drop(twin, para, hex))


def _droppers(g: Position) -> list[Unit]:
    return [para for para in g.rules.paras if g.owner(para) == g.side and _may_drop_somewhere(g, para)]


def _may_drop_somewhere(g: Position, para: Unit) -> Ruling:
    ruling = may_drop(g, para)
    if not ruling or drop_hexes(g, para):
        return ruling
    return no("14.3", f"there is no hex for {g.name(para)} within the air range of its Paradrop HQ")


def _drop(g: Position, para: Unit, hex: Hex) -> None:
    start = g.at[para]
    g.place(para, hex)
    g.flags[para] |= MOVED | DISPERSED
    tell_move(g, para, (start, hex), "drops", "14.3")
    if g.present(g.enemy, hex):
        engage(g, para, start, AIR)


DROP: Verb[Position] = unit_to_hex(
    "drop",
    "14.3",
    units=_droppers,
    hexes=drop_hexes,
    nobody=lambda g: no("14.2", "no paratroops are with a Paradrop HQ"),
    why_not_unit=_may_drop_somewhere,
    why_not_hex=may_drop_on,
    carry_out=_drop,
)


def link_up(g: Position) -> None:
    """14.6: at the start of the friendly Supply Phase dropped paratroops find friends, or are lost."""
    for para in g.rules.paras:
        if not g.flags[para] & DISPERSED or g.owner(para) != g.side:
            continue
        side, hex = g.side, g.at[para]
        with_friends = len(g.stack(side, hex)) > 1
        if with_friends or (g.held[side] | zone_of_control(g, side)) >> hex & 1:
            g.flags[para] &= ~DISPERSED
            told = Marked(unit=g.name(para), status="linked up", rule="14.6")
            g.say(para, told, Marked(unit=g.alias(para), status="linked up", rule="14.6"))
        else:
            g.eliminate(para, "14.6", "no linkup")
