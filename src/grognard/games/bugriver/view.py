"""What a side may know: of enemy stacks the top unit, and never how much a unit has lost (5.3.4)."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.games.bugriver import sequence
from grognard.games.bugriver.command import IN, ISOLATED, command_hexes, joined_hexes, status_under
from grognard.games.bugriver.facts import BugRiverFacts
from grognard.games.bugriver.panel import own
from grognard.games.bugriver.position import GERMAN, SIDES, SOVIET, Position, Unit
from grognard.games.bugriver.supply import in_supply
from grognard.games.bugriver.victory import score
from grognard.mechanics.holding import hexes_held, places_held
from grognard.mechanics.looks import Looks, Shown
from grognard.view import NOBODY, Counter, Marker, View

SEQUENCE = sequence.SEQUENCE.stages
PILLBOX = "pillbox"


def view(g: Position, side: str | None) -> View[BugRiverFacts]:
    """The position as a side sees it."""
    rules, plan = g.rules, g.rules.scenario.plan
    held = {owner: g.held_by(owner) for owner in SIDES}
    points = g.memo("score", lambda: score(g))
    looks = Looks(g, g.memo(("shown", side), lambda: shown(g, side)), g.stacks, lambda unit: counter(g, unit, side))
    return View(
        game="bugriver",
        scenario=rules.scenario.id,
        side=side,
        turn=g.turn,
        turns=rules.scenario.turns,
        date=plan.dates[min(g.turn, plan.turns) - 1],
        phase=g.phase,
        phase_title=sequence.SEQUENCE.title(g),
        active=g.side or None,
        sequence=SEQUENCE,
        units=looks.of(unit for stack in g.stacks.values() for unit in reversed(stack)),
        due=looks.due(coming(g)),
        markers=markers(g),
        control=places_held(g, held, rules.land),
        hexes=hexes_held(g, held, rules.land),
        ground=g.memo("ground", lambda: {PILLBOX: {SOVIET: g.in_hexes(rules.terrain.pillboxes)}}, 0),
        tracks={"interdiction": g.interdiction, "initiative-drm": g.drm[1]},
        tallies={"action-points": g.ap.copy()},
        points=points,
        net=points[GERMAN] - points[SOVIET],
        own=own(g, side),
    )


def coming(g: Position) -> Mapping[Unit, tuple[int, str]]:
    """When reinforcements come, and by which entrance; an HQ driven off the map comes by its side's edge (G44)."""
    arrivals = g.rules.arrivals
    return {unit: (turn, arrivals[unit].entrance if unit in arrivals else "") for unit, turn in g.due.items()}


def shown(g: Position, side: str | None) -> Shown:
    """Everything `counter` looks at."""
    hidden, command = [-1] * len(g.at), [0] * len(g.at)
    for stack in g.stacks.values():
        if len(stack) > 1 and g.owner(stack[0]) != side:
            for depth, unit in enumerate(stack):
                hidden[unit] = depth if not g.seen(unit) else -1
    at, formation = g.at, [known_formation(g, unit, side) for unit in range(len(g.at))]
    ranges = {hq: (command_hexes(g, hq), joined_hexes(g, hq)) for hq in g.level}
    for unit in g.on_map():
        near, joined = ranges.get(formation[unit], (0, 0))
        command[unit] = 2 if not joined >> at[unit] & 1 else 0 if near >> at[unit] & 1 else 1
    for hq in ranges:
        command[hq] = int(not in_supply(g, hq))
    some = dict.fromkeys(g.shown, True), dict.fromkeys(g.flipped, True)
    return Shown((side,), (g.at, g.strength, g.disrupted, formation, hidden, command), (), some)


def known_formation(g: Position, unit: Unit, side: str | None) -> Unit:
    """8.2b, G61: the formation a side takes a unit to belong to: of the enemy's that of its colour until it has shown
    another."""
    return g.formation[unit] if g.rules.side[unit] == side or unit in g.shown else g.rules.home[unit]


def counter(g: Position, unit: Unit, side: str | None) -> Counter:
    """A counter as a side sees it: its own whole, of the enemy's what 5.3.4 shows."""
    piece, hex = g.rules.units[unit], g.at[unit]
    where = g.hexname(hex) if hex >= 0 else ""
    if piece.side != side and not g.seen(unit):
        number = g.stacks[hex].index(unit) + 1
        return Counter(id=f"{piece.side}/{where}/{number}", side=piece.side, hex=where, type="hidden", hidden=True)
    face = piece.steps[g.disrupted[unit]] if not g.is_hq(unit) else piece.steps[0]
    mine = piece.side == side
    now = g.strength[unit] if mine else face.strength
    values = f"{now}" if g.is_hq(unit) else f"{now}-{face.er}-{face.movement}"
    hq = known_formation(g, unit, side)
    return Counter(
        id=piece.id,
        side=piece.side,
        hex=where,
        type=piece.type,
        symbol=piece.symbol,
        size=piece.size,
        strength=values,
        label=piece.id,
        name=piece.name,
        group=g.name(hq) if hq >= 0 else "",
        staff=g.is_hq(unit),
        rating=g.rules.ratings[unit].command,
        steps=max(now, 1),
        max_steps=max(face.strength, 1),
        status=marks(g, unit, hq, mine=mine) if hex >= 0 else (),
    )


def marks(g: Position, unit: Unit, hq: Unit, *, mine: bool) -> tuple[str, ...]:
    """Marks on a counter that is taken to be of this formation. Of a unit whose assignment is a secret (8.2b) the
    enemy cannot say whether anybody commands it."""
    if g.is_hq(unit):
        found = ["emergency-supply"] if unit in g.flipped else []
        return (*found,) if in_supply(g, unit) else (*found, "out-of-supply")
    found = ["disrupted"] if g.disrupted[unit] else []
    where = status_under(g, unit, hq) if hq >= 0 or mine else IN
    if where != IN:
        found.append("isolated" if where == ISOLATED else "out-of-command")
    return tuple(found)


def markers(g: Position) -> tuple[Marker, ...]:
    """Improved Defense markers and pontoon bridges."""
    found = [Marker("improved-defense", _holder(g, hex), hex) for hex in g.in_hexes(g.improved)]
    return (*found, *(Marker("bridge", GERMAN, g.hexname(a), g.hexname(b)) for a, b in g.pontoons.values()))


def _holder(g: Position, name: str) -> str:
    hex = g.rules.hex_by_name[name]
    return next((side for side in SIDES if g.occupied[side] >> hex & 1), NOBODY)
