"""What a side may know. Both sides know the same: what an untried unit is worth is known to nobody (16.0)."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.games.battles import command, sequence, supply
from grognard.games.battles.facts import BattlesFacts, Bridge, Headquarters
from grognard.games.battles.position import (
    ADVANCED,
    ATTACK,
    ATTACKED,
    AXIS,
    ENEMY,
    GENERAL,
    HALTED,
    LEVELS,
    MOVED,
    NONE,
    RETREATED,
    SOVIET,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.battles.scenario import Weather
from grognard.games.battles.support import pools
from grognard.games.battles.victory import tally
from grognard.mechanics.holding import hexes_held, places_held
from grognard.mechanics.looks import Looks, Shown
from grognard.preview import Line
from grognard.view import Counter, Marker, View

STAGES = {  # as they come in a turn: the second player's last
    side: tuple(sorted(sequence.SEQUENCE.stages, key=lambda stage: stage.id.startswith(ENEMY[side]))) for side in ENEMY
}
REPLACED = -1  # number of the arrival of an HQ that was destroyed (14.0f)
FLAGS = {MOVED: "moved", HALTED: "halted", ATTACKED: "attacked", RETREATED: "retreated", ADVANCED: "advanced"}


def view(g: Position, side: str | None) -> View[BattlesFacts]:
    """The position as everybody sees it."""
    points, lines = tally(g)
    levels = levels_now(g)
    looks = Looks(g, shown(g, levels), g.stacks, lambda unit: unit_view(g, unit))
    rules = g.rules
    held = {side: g.held_by(side) for side in ENEMY}
    count = rules.scenario.victory.count
    return View(
        game="battles",
        scenario=rules.scenario.id,
        side=side,
        turn=g.turn,
        turns=rules.turns,
        date=rules.scenario.labels[g.turn - 1],
        weather=g.weather,
        phase=g.phase,
        phase_title=sequence.SEQUENCE.title(g),
        active=g.side or None,
        sequence=STAGES[rules.scenario.first_player],
        units=looks.of(unit for stack in g.stacks.values() for unit in stack),
        due=looks.due({unit: (turn, entrance(g, n)) for unit, (turn, n) in g.due.items()}),
        markers=markers(g),
        control=places_held(g, held, rules.grid.all),
        hexes=hexes_held(g, held, rules.land),
        ground=g.memo("ground", lambda: fortresses(g), g.fortresses),
        tallies=tallies(g),
        points=points,
        net=points[count] - points[ENEMY[count]],
        own=facts(g, levels, lines),
    )


def levels_now(g: Position) -> list[int]:
    """The supply of every unit at this moment."""
    with g.still():
        return [supply.level(g, unit) if hex >= 0 else NONE for unit, hex in enumerate(g.at)]


def shown(g: Position, levels: list[int]) -> Shown:
    """Everything `unit_view` looks at."""
    return Shown(
        common=(g.side,),
        by_unit=(g.at, g.mp, g.flags, g.tried, g.weak, g.level, g.face, levels),
        by_some=(g.bridges,),
    )


def unit_view(g: Position, unit: Unit) -> Counter:
    """A counter as everybody sees it."""
    piece, on_map = g.rules.units[unit], g.at[unit] >= 0
    return Counter(
        id=piece.id,
        side=piece.side,
        hex=g.hexname(g.at[unit]) if on_map else "",
        type=piece.type,
        symbol=piece.symbol,
        size=piece.size,
        strength=g.strength(unit),
        label=piece.id,
        name=piece.name,
        group=piece.division or piece.army,
        special=(piece.more.nation,) if piece.more.nation else (),
        rating=piece.more.range,
        steps=g.steps(unit),
        max_steps=1 if g.weak[unit] else len(piece.steps),
        movement=g.mp[unit] / 2 if g.side == piece.side else None,
        status=status(g, unit) if on_map else (),
    )


def status(g: Position, unit: Unit) -> tuple[str, ...]:
    """Marks on the counter."""
    marks = [] if g.tried[unit] else ["untried"]
    if g.face[unit]:
        marks.append("attack-side")
    level = supply.level(g, unit)
    if level == ATTACK and unit not in g.rules.hqs:
        marks.append("attack-supply")
    elif level == NONE:
        marks.append("out-of-supply")
    elif level == GENERAL and not supply.by_line(g, unit):
        marks.append("fortress-supply" if supply.in_fortress(g, unit) else "aerial-supply")
    if unit in g.bridges:
        marks.append("bridge")
    return (*marks, *(word for flag, word in FLAGS.items() if g.flags[unit] & flag))


def entrance(g: Position, arrival: int) -> str:
    """Where units of an arrival come on."""
    return "replaced" if arrival == REPLACED else g.rules.scenario.arrivals[arrival].at


def fortresses(g: Position) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """The fortresses that stand, by whom they serve."""
    standing = {hex: side for hex, side in g.rules.fortress_side.items() if g.fortresses >> hex & 1}
    return {"fortress": {s: g.hexnames(h for h, side in standing.items() if side == s) for s in (AXIS, SOVIET)}}


def markers(g: Position) -> tuple[Marker, ...]:
    """Everything that lies on the map besides units."""
    found = [Marker("interdiction", side, g.hexname(hex)) for hex, side in g.interdicted.items()]
    found += [Marker("aerial-supply", side, g.hexname(hex)) for hex, side in g.flown.items()]
    found += [Marker("sea-supply", side, g.hexname(hex)) for hex, side in g.ports.items()]
    found += [Marker("fort", g.owner_of(hex), g.hexname(hex), f"{shift}L") for hex, shift in g.forts.items()]
    for unit, (there, _) in g.bridges.items():
        found.append(Marker("bridge", g.owners[unit], g.hexname(g.at[unit]), f"to {g.hexname(there)}"))
    for a, b in sorted(g.blown):
        if a < b:
            found.append(Marker("blown", g.owner_of(a), g.hexname(a), f"to {g.hexname(b)}"))
    fallen = (hex for hex in g.rules.fortress_side if not g.fortresses >> hex & 1)
    found += [Marker("ruin", g.owner_of(hex), g.hexname(hex)) for hex in fallen]
    return tuple(found)


def tallies(g: Position) -> Mapping[str, Mapping[str, int]]:
    """What each side has left to give."""
    rules = g.rules
    found = {
        "air": dict(g.air),
        "attack_limit": {side: supply.attack_limit(g, side) for side in rules.sides},
        "forts": {side: forts_left(g, side) for side in rules.sides},
    }
    markers = {side: supply.markers_in_hand(g, side) for side in rules.sides}
    found["attack_markers"] = {side: left for side, left in markers.items() if left is not None}
    found["flights"] = {side: command.flights_left(g, side) for side, given in rules.sides.items() if given.air_supply}
    found["naval"] = {ships.side: g.naval[ships.side] for ships in rules.scenario.naval}
    return {name: by_side for name, by_side in found.items() if by_side}


def forts_left(g: Position, side: str) -> int:
    """18.0b2: the markers that are not on the map."""
    return sum(g.rules.sides[side].forts.values()) - sum(g.owner_of(hex) == side for hex in g.forts)


# --- the own section --------------------------------------------------------------------------------------------------


def facts(g: Position, levels: list[int], lines: list[Line]) -> BattlesFacts:
    """What only this game has to show."""
    with g.still():
        draws = {side: supply.serving(g, side) for side in g.rules.sides}
        served: dict[Unit, list[Unit]] = {hq: [] for hq in g.rules.hqs}
        for unit in g.on_map():
            if unit not in g.rules.hqs:
                for hq in supply.hqs_for(g, unit):
                    served[hq].append(unit)
        hqs = tuple(headquarters(g, hq, served[hq]) for hq in sorted(g.rules.hqs) if g.at[hq] >= 0)
    return BattlesFacts(
        levels=g.memo("levels shown", lambda: named_levels(g, levels), (levels, g.at[:])),
        draws_on={g.name(unit): g.name(hq) for by_unit in draws.values() for unit, hq in by_unit.items()},
        hqs=hqs,
        attack_track=g.track,
        bridges=tuple(
            Bridge(g.name(unit), g.hexname(g.at[unit]), g.hexname(there), turn)
            for unit, (there, turn) in g.bridges.items()
        ),
        blown=tuple((g.hexname(a), g.hexname(b)) for a, b in sorted(g.blown) if a < b),
        lost_leaders=tuple(sorted(g.dead_leaders)),
        weather_effects=weather_lines(g.rules.weather[g.weather]),
        score=tuple(lines),
    )


def named_levels(g: Position, levels: list[int]) -> Mapping[str, str]:
    """The level of each unit on the map in a word."""
    return {g.name(unit): LEVELS[levels[unit]] for unit in g.on_map()}


def headquarters(g: Position, hq: Unit, mine: list[Unit]) -> Headquarters:
    """An HQ, what it can still give and whom it serves."""
    rules, name = g.rules, g.name(hq)
    printed, leader = rules.units[hq].more, rules.leader_of.get(hq)
    left = {use: {pool.source: pool.left for pool in pools(g, hq, use)} for use in ("attack", "defence")}
    name_of_leader = leader.name if leader is not None and leader.name not in g.dead_leaders else ""
    reached = supply.served_hexes(g, hq)
    return Headquarters(
        unit=name,
        side=g.owners[hq],
        colour=rules.colour[hq],
        face="attack" if g.face[hq] else "general",
        level=LEVELS[supply.level(g, hq)],
        range=printed.range,
        attack=left["attack"].get(name, 0),
        defence=left["defence"].get(name, 0),
        leader=name_of_leader,
        leader_attack=left["attack"].get(name_of_leader, 0),
        leader_defence=left["defence"].get(name_of_leader, 0),
        serves=g.names(mine),
        reaches=g.names(u for u in mine if reached >> g.at[u] & 1),
    )


def weather_lines(state: Weather) -> tuple[Line, ...]:
    """17.0: what the weather of this turn does, a line each."""
    lines = [Line(f"{klass} allowance", f"{change:+d}", "10.1h") for klass, change in state.allowance.items()]
    lines += [Line(f"{klass} along roads", f"{points:g} MP", "17.0") for klass, points in state.road.items()]
    said = {"none": "nothing flies", "fewer": "each side has one marker less"}
    if state.air:
        lines.append(Line("air", said.get(state.air, state.air), "17.0"))
    if not state.zoc_rivers:
        lines.append(Line("zones of control", "not over minor rivers", "9.0k"))
    if state.zoc_shelter:
        lines.append(Line("zones of mechanised units", f"not into {' and '.join(state.zoc_shelter)}", "9.0k"))
    if not state.overruns:
        lines.append(Line("overruns", "none", "17.0"))
    return tuple(lines)
