"""What a side may know. In this game both sides know the same: untried strengths are hidden from everybody."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from grognard.games.guderian import sequence
from grognard.games.guderian.facts import GuderianFacts, Pool
from grognard.games.guderian.position import ATTACKED, DUE, GERMAN, MOVED, RETREATED, SOVIET, Position, Unit
from grognard.games.guderian.supply import in_supply, open_hexes, road_lines, supplied_radius, supply_lines_east
from grognard.games.guderian.untried import unseen
from grognard.games.guderian.victory import held_by_germans, tally
from grognard.hexes import members
from grognard.mechanics.looks import Looks, Shown
from grognard.view import Counter, Marker, View

SEQUENCE = sequence.SEQUENCE.stages


def view(g: Position, side: str | None) -> View[GuderianFacts]:
    """The position as `side` sees it."""
    points = points_now(g)
    looks = Looks(g, shown(g), g.stacks, lambda unit: unit_view(g, unit))
    return View(
        game="guderian",
        scenario=g.rules.scenario.id,
        side=side,
        turn=g.turn,
        turns=g.rules.scenario.turns,
        phase=g.phase,
        phase_title=sequence.SEQUENCE.title(g),
        active=g.side or None,
        sequence=SEQUENCE,
        units=looks.of(chain.from_iterable(g.stacks.values())),
        due=looks.due(g.due),
        to_place=looks.of(unit for unit in g.army if g.at[unit] == DUE and unit not in g.due),
        markers=markers(g),
        control=g.memo("control", lambda: control(g), g.german_held),
        tracks={
            "rail_used": g.rail_used,
            "rail_capacity": g.rules.rail_units,
            "south_west_called": g.called,
            "south_west_brought": g.brought,
            "soviet_interdictions_left": g.partisans_left,
        },
        points=points,
        net=points[GERMAN] - points[SOVIET],
        own=facts(g),
    )


def points_now(g: Position) -> Mapping[str, int]:
    """The points of both sides, and everything `tally` counts."""
    dead = [unit for unit in g.rules.of_side[GERMAN] if g.at[unit] < 0]
    facts = open_hexes(g, GERMAN), g.german_held, g.brought, g.recaptured, dead, [g.at[unit] for unit in dead]
    return g.memo("points", lambda: tally(g)[0], facts)


def facts(g: Position) -> GuderianFacts:
    """What only this game has to show."""
    return GuderianFacts(pool=pools(g), owed=g.owed, frozen=tuple(sorted(g.frozen)), recaptured=g.recaptured)


def shown(g: Position) -> Shown:
    """Everything `unit_view` looks at."""
    off_road = members(g.occupied[GERMAN] & ~road_lines(g))
    return Shown(
        common=(g.side,),
        by_unit=(g.at, g.mp, g.flags, g.tried, g.disrupted, g.level, g.counter),
        by_hex=[lines & g.occupied[SOVIET] for lines in (supplied_radius(g), supply_lines_east(g))],
        by_some=(dict.fromkeys(g.hand), {u: in_supply(g, u) for hex in off_road for u in g.stacks[hex]}),
    )


def unit_view(g: Position, unit: Unit) -> Counter:
    """A counter as everybody sees it."""
    piece = g.rules.units[unit]
    shown = g.rules.counters[g.counter[unit]] if g.tried[unit] and g.counter[unit] >= 0 else piece
    on_map = g.at[unit] >= 0
    return Counter(
        id=g.name(unit),
        side=piece.side,
        hex=g.hexname(g.at[unit]) if on_map else "",
        type=shown.type,
        symbol=shown.symbol,
        size=shown.size,
        strength=g.strength(unit),
        label=label(g, unit),
        group=piece.division,
        staff=unit in g.rules.leaders,
        rating=piece.more.rating,
        steps=g.steps(unit),
        max_steps=len(piece.steps),
        movement=g.mp[unit] / 2 if g.side == piece.side else None,
        status=status(g, unit) if on_map else (),
    )


def label(g: Position, unit: Unit) -> str:
    """The designation as it is written on the counter."""
    return "" if not g.tried[unit] else g.name(unit)


def status(g: Position, unit: Unit) -> tuple[str, ...]:
    """Marks on the counter."""
    marks = []
    if not g.tried[unit]:
        marks.append("untried")
    if g.disrupted[unit]:
        marks.append("disrupted")
    if not in_supply(g, unit):
        marks.append("out-of-supply")
    if g.flags[unit] & MOVED and unit not in g.hand:
        marks.append("moved")
    if g.flags[unit] & ATTACKED:
        marks.append("attacked")
    if g.flags[unit] & RETREATED:
        marks.append("retreated")
    return tuple(marks)


def control(g: Position) -> Mapping[str, str]:
    """Who holds each place."""
    return {p.name: GERMAN if held_by_germans(g, p) else SOVIET for p in g.rules.board.places.values()}


def markers(g: Position) -> tuple[Marker, ...]:
    """Interdiction and Rail Cut markers."""
    found = [Marker("interdiction", GERMAN, g.hexname(hex)) for hex in g.air]
    if g.partisans >= 0:
        found.append(Marker("interdiction", SOVIET, g.hexname(g.partisans)))
    return (*found, *(Marker("rail-cut", GERMAN, g.hexname(hex)) for hex in g.cuts))


def pools(g: Position) -> Mapping[str, Pool]:
    """The counters that are not on the map, by kind."""
    facts = g.counter[:], g.tried[:], g.draws.copy(), g.pool.copy(), g.dead.copy(), g.aside
    return g.memo("pools", lambda: {kind: pool_view(g, kind) for kind in g.rules.slots}, facts)


def pool_view(g: Position, kind: str) -> Pool:
    """How many counters are left, and which ones nobody has seen."""
    deck = g.draws[kind][1]
    faces: dict[str, int] = {}
    for counter in unseen(g, kind, deck):
        attack, defence, move = g.rules.counters[counter].steps[0]
        face = f"{attack}-{defence}-{move}" if kind == "rifle" else f"{attack}-{move}"
        faces[face] = faces.get(face, 0) + 1
    return Pool(len(g.pool[kind]), len(g.dead[kind]), faces)
