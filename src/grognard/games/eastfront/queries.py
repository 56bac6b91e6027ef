"""Overlays for the map: command, control, rails, supply, reach, air range, pursuit, seas and production.

Nobody learns from them what lies behind the back of a block (0b): units are known by name to their owner, or when they
lie face-up.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from msgspec.structs import replace

from grognard.errors import Invalid, nearest
from grognard.games.eastfront import supply
from grognard.games.eastfront.camps import known
from grognard.games.eastfront.command import command_range, effective, in_air_range, supported
from grognard.games.eastfront.commanded import may_move
from grognard.games.eastfront.control import passable, zone_of_control
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.movement import destinations
from grognard.games.eastfront.position import ENEMY, UNUSED, Position, Unit
from grognard.games.eastfront.previews import pursuit_hits, pursuit_lines
from grognard.games.eastfront.production import account, level
from grognard.games.eastfront.rail import railheads, supply_net
from grognard.games.eastfront.sea import commanded_seas, ports_of, sea_power
from grognard.games.eastfront.strategic import may_go_strategically, rail_goals
from grognard.hexes import Hex, HexSet, members
from grognard.mechanics.overlays import Queries, Said, answer_to, nowhere, side_asked
from grognard.mechanics.pools import expected
from grognard.ruling import no
from grognard.view import NOBODY, Overlay, Query


def query(g: Position, side: str | None, what: str, asked: Said) -> Overlay:
    """Answer a question about the map."""
    return answer_to(QUERIES, what, asked)(g, side, asked)


# --- who and where ---------------------------------------------------------------------------------------------------


def _unit(g: Position, side: str | None, asked: Said) -> Unit:
    """A unit on the map whose face the side may see; of others not even their being there is said."""
    word = asked["unit"]
    unit = g.rules.unit_by_id.get(word)
    if unit is None or not known(g, side, unit) or g.at[unit] == UNUSED:
        seen = [g.name(u) for u, hex in enumerate(g.at) if hex != UNUSED and known(g, side, u)]
        raise Invalid(f"no unit {word} in your sight{nearest(word, seen)}")
    if g.at[unit] < 0:
        raise Invalid(f"{word} is not on the map")
    return unit


def _own(g: Position, side: str | None, asked: Said) -> Unit:
    unit = _unit(g, side, asked)
    if g.owner(unit) != side:
        raise Invalid(f"{asked['unit']} is not yours")
    return unit


def _hq(g: Position, side: str | None, asked: Said) -> Unit:
    unit = _unit(g, side, asked)
    if not g.is_hq(unit):
        seen = [
            g.name(hq) for side_hqs in g.rules.hqs.values() for hq in side_hqs if g.at[hq] >= 0 and known(g, side, hq)
        ]
        raise Invalid(f"{asked['unit']} is no headquarters: {', '.join(seen) or 'none is in your sight'}")
    return unit


def _sides(asked: Said) -> list[str]:
    if "of" not in asked:
        return list(ENEMY)
    return [side_asked(asked, ENEMY)]


def _by_side(asked: Said, rule: str, answer: Callable[[str], Overlay]) -> Overlay:
    """One side's answer, or both as parts of one."""
    found = [replace(answer(side), side=side, rule=rule) for side in _sides(asked)]
    return found[0] if "of" in asked else Overlay(parts=tuple(found), rule=rule)


# --- 5 command -------------------------------------------------------------------------------------------------------


def _command(g: Position, side: str | None, asked: Said) -> Overlay:
    """What the active HQs command and support in this phase, or what one HQ would if it were active here and now."""
    if "unit" in asked:
        hq = _hq(g, side, asked)
        hexes = g.command.get(hq) if hq in g.role else None
        if hexes is None:
            hexes = command_range(g, hq)
        rating = max(0, effective(g, hq))
        return Overlay(unit=asked["unit"], counts={"rating": rating}, hexes=g.in_hexes(hexes), rule="5.3")
    ranges = {hq: g.command.get(hq, command_range(g, hq)) for hq in g.role}
    all_hexes = 0
    for hexes in ranges.values():
        all_hexes |= hexes
    return Overlay(
        hexes=g.in_hexes(all_hexes),
        parts=tuple(Overlay(unit=g.name(hq), hexes=g.in_hexes(hexes)) for hq, hexes in ranges.items()),
        marked={"supported": g.in_hexes(supported(g))},
        rule="5.3",
    )


def _air(g: Position, side: str | None, asked: Said) -> Overlay:
    """The hexes within air range of the active HQs, or of one HQ, and the battles among them."""
    hqs = [_hq(g, side, asked)] if "unit" in asked else list(g.role)
    hexes = [hex for hex in members(g.rules.playable) if any(in_air_range(g, hq, hex) for hq in hqs)]
    return Overlay(
        unit=asked.get("unit", ""),
        hexes=tuple(g.hexname(hex) for hex in hexes),
        marked={"battles": tuple(g.hexname(hex) for hex in hexes if hex in g.battles)},
        counts={g.name(hq): max(0, effective(g, hq)) for hq in hqs},
        units={g.name(hq): g.scenario.air[g.owner(hq)] for hq in hqs},
        rule="13.11",
    )


# --- 8 control -------------------------------------------------------------------------------------------------------


def _control(g: Position, side: str | None, asked: Said) -> Overlay:
    """Who has held which hexes since the phase began."""
    answer = _by_side(asked, "8.1", lambda owner: Overlay(hexes=g.in_hexes(g.held[owner])))
    return replace(answer, marked={"disputed": g.in_hexes(g.disputed)})


def _zoc(g: Position, side: str | None, asked: Said) -> Overlay:
    """The hexes in a side's zone of control now; nothing of a side that is still deploying out of sight."""
    unseen = ENEMY[side] if side is not None else None
    deploying = g.phase == "deployment" and g.side != side

    def of(owner: str) -> Overlay:
        secret = deploying and (owner == unseen or unseen is None)
        return Overlay(hexes=() if secret else g.in_hexes(zone_of_control(g, owner)))

    return _by_side(asked, "8.2", of)


# --- 9, 10 rails and supply ------------------------------------------------------------------------------------------


def _rail(g: Position, side: str | None, asked: Said) -> Overlay:
    """The rail nets and where they end, or where a unit can go by rail now and how many rail hexes that takes."""
    if "unit" in asked:
        unit = _own(g, side, asked)
        ruling = may_go_strategically(g, unit) if g.supreme else no("6.53", "there is no Supreme Move for it")
        if not ruling:
            return nowhere(asked, ruling)
        costs = {g.hexname(hex): far for hex, (far, _) in rail_goals(g, unit, g.supreme).items()}
        return Overlay(unit=asked["unit"], hexes=tuple(costs), costs=costs, rule="9.21")

    def of(owner: str) -> Overlay:
        net = supply_net(g, owner)
        ends = tuple(g.hexname(hex) for hex in railheads(g, owner))
        by_sea, besieged = g.in_hexes(net.hexes & ~net.rail), g.in_hexes(net.besieged)
        marked = {"railheads": ends, "by sea": by_sea, "besieged": besieged}
        return Overlay(hexes=g.in_hexes(net.rail), marked=marked)

    return _by_side(asked, "9.12", of)


def _supply(g: Position, side: str | None, asked: Said) -> Overlay:
    """The hexes from which a supply line can be traced now, or one unit's line."""
    if "unit" in asked:
        return _supply_of(g, side, asked)
    return _by_side(asked, "10.3", lambda owner: Overlay(hexes=g.in_hexes(supply.lines(g, owner))))


def _supply_of(g: Position, side: str | None, asked: Said) -> Overlay:
    unit = _unit(g, side, asked)
    owner, hex = g.owner(unit), g.at[unit]
    now = "supplied" if g.supplied[unit] else "unsupplied"  # since the last Supply Phase
    answer = Overlay(unit=asked["unit"], in_supply=supply.has_line(g, unit), kind=now)
    if supply.restricted(g, unit) and not supply.at_home(g, unit):
        return replace(answer, rule="16.13", why="a restricted satellite away from home")
    if answer.in_supply:
        line = _line(g, owner, hex)
        if line is not None:
            near = len(line) == 1
            why = "in Rail/Sea Supply" if near else f"by land to the rails at {g.spell(line[-1])}"
            return replace(answer, path=tuple(map(g.hexname, line)), rule="9.3" if near else "10.3", why=why)
        zone = bool(g.rules.zones >> hex & 1)
        why, rule = ("in an exit zone", "16.26") if zone else ("from the Beachhead", "15.52")
        return replace(answer, path=(g.hexname(hex),), rule=rule, why=why)
    answer = replace(answer, blocked_by=g.in_hexes(_in_the_way(g, owner, hex)))
    if g.rules.fortresses >> hex & 1 and g.held[owner] >> hex & 1:
        return replace(answer, rule="10.5", why="no line; the fortress feeds its strongest")
    if supply_net(g, owner).besieged >> hex & 1:
        return replace(answer, rule="15.31", why="no line; ships feed one weak unit in the port")
    return replace(answer, rule="10.3", why=f"no friendly rail within {g.rules.supply_hexes} hexes")


def _in_the_way(g: Position, owner: str, hex: Hex) -> HexSet:
    """The hexes in reach of a supply line through which none can be traced."""
    free, reached = passable(g, owner), 1 << hex
    for _ in range(g.rules.supply_hexes):
        reached |= g.rules.around(reached & (free | 1 << hex))
    return reached & ~free & ~(1 << hex)


def _line(g: Position, owner: str, hex: Hex) -> tuple[Hex, ...] | None:
    """The shortest land supply line: through friendly or disputed hexes to Rail/Sea Supply (10.3)."""
    net, free = supply_net(g, owner).hexes, passable(g, owner)
    lines: list[tuple[Hex, ...]] = [(hex,)]
    for _ in range(g.rules.supply_hexes + 1):
        for line in lines:
            if net >> line[-1] & 1:
                return line
        lines = [
            (*line, there)
            for line in lines
            if len(line) == 1 or free >> line[-1] & 1
            for there in g.rules.steps[line[-1]]
            if there not in line
        ]
    return None


# --- 6 movement ------------------------------------------------------------------------------------------------------


def _reach(g: Position, side: str | None, asked: Said) -> Overlay:
    """Where a unit of one's own can move now, in how many hexes, and where it would engage."""
    unit = _own(g, side, asked)
    moving = g.phase in ("movement", "blitz-movement")
    ruling = may_move(g, unit) if moving else no("6.1", "units move only in Movement Phases")
    if not ruling:
        return nowhere(asked, ruling)
    ways = destinations(g, unit, (g.at[unit],))
    costs = {g.hexname(hex): len(way) - 1 for hex, way in ways.items()}
    return Overlay(
        unit=asked["unit"],
        points=speed(g, unit),
        hexes=tuple(costs),
        costs=costs,
        before={g.hexname(b): g.hexname(a) for way in ways.values() for a, b in pairwise(way)},
        marked={"engages": tuple(g.hexname(hex) for hex in ways if g.present(g.enemy, hex))},
        rule="6.1",
    )


def _pursuit(g: Position, side: str | None, asked: Said) -> Overlay:
    """Who would fire at a unit if it were the last to leave its battle, and the hits to be expected."""
    unit = _unit(g, side, asked)
    if not g.engaged(unit):
        return Overlay(unit=asked["unit"], rule="6.42", why=f"{asked['unit']} is in no battle")
    return Overlay(
        unit=asked["unit"],
        hexes=(g.hexname(g.at[unit]),),
        lines=tuple(pursuit_lines(g, side, unit)),
        counts={"hits": round(expected(pursuit_hits(g, side, unit)), 3)},
        rule="6.42",
    )


# --- 15, 11 seas and production --------------------------------------------------------------------------------------


def _seas(g: Position, side: str | None, asked: Said) -> Overlay:
    """Who commands each sea, by which port, and whose ports lie on it."""
    if not sea_power(g):
        return Overlay(rule="15.1", why="the sea power rules are not used in this match")
    commanded = {owner: commanded_seas(g, owner) for owner in ENEMY}
    found = [
        Overlay(
            name=sea.title,
            kind=sea.id,
            side=next((owner for owner in ENEMY if sea.id in commanded[owner]), NOBODY),
            hex=g.hexname(sea.control),
            hexes=g.in_hexes(sea.coast),
            marked={f"{owner} ports": tuple(map(g.hexname, ports_of(g, owner, sea))) for owner in ENEMY},
        )
        for sea in g.rules.geography.seas.values()
    ]
    return Overlay(parts=tuple(found), rule="15.1")


def _production(g: Position, side: str | None, asked: Said) -> Overlay:
    """The Production Level, line by line."""

    def of(owner: str) -> Overlay:
        return Overlay(counts={"level": level(g, owner)}, lines=tuple(account(g, owner)))

    return _by_side(asked, "11.2", of)


Answer = Callable[[Position, str | None, Said], Overlay]
HQS = ("hq", "shq")
QUERIES: Queries[Answer] = {
    Query("zoc", "the hexes in a side's zone of control", takes=("of",), shown=True): _zoc,
    Query("supply", "a unit's line of supply, or the hexes a side's lines reach",
          takes=("of", "unit"), shown=True): _supply,
    Query("radius", "what the active headquarters command, or what one would",
          takes=("unit",), shown=True, types=HQS): _command,
    Query("control", "the hexes a side holds, and the disputed ones", takes=("of",), shown=True): _control,
    Query("reach", "where a unit of one's own can go now, in how many hexes", ("unit",), shown=True, own=True): _reach,
    Query("range", "the same", ("unit",), own=True): _reach,
    Query("command", "the same as radius", takes=("unit",), types=HQS): _command,
    Query("rail", "the rail nets and where they end, or where one's own unit can go by rail",
          takes=("of", "unit"), own=True): _rail,
    Query("air", "the hexes in reach of the headquarters' air forces", takes=("unit",), types=HQS): _air,
    Query("pursuit", "who would fire at a unit that leaves its battle last", ("unit",)): _pursuit,
    Query("seas", "who commands each sea, and whose ports lie on it"): _seas,
    Query("production", "the Production Level, line by line", takes=("of",)): _production,
}  # fmt: skip
