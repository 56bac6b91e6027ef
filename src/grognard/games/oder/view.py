"""What a side may know: everything; there is no fog of war (3.2i)."""

from __future__ import annotations

from grognard.games.oder import sequence
from grognard.games.oder.facts import OderFacts
from grognard.games.oder.position import ATTACKED, ENEMY, GERMAN, MOVED, SOVIET, Position, Unit
from grognard.games.oder.setup import to_place
from grognard.games.oder.supply import lines, supply
from grognard.mechanics.holding import hexes_held, places_held
from grognard.mechanics.looks import Looks, Shown
from grognard.view import NOBODY, Counter, Marker, Stage, View

SEQUENCE = sequence.SEQUENCE.stages


def view(g: Position, side: str | None) -> View[OderFacts]:
    """The position as everybody sees it."""
    setting_up = g.phase.endswith("setup")
    held = {side: g.held_by(side) for side in ENEMY}
    looks = Looks(g, shown(g), g.stacks, lambda unit: unit_view(g, unit))
    return View(
        game="oder",
        scenario=g.rules.scenario.id,
        side=side,
        turn=g.turn,
        turns=g.rules.turns,
        phase=g.phase,
        phase_title=sequence.SEQUENCE.title(g),
        active=g.side or None,
        sequence=_sequence(g),
        units=looks.of(unit for stack in g.stacks.values() for unit in stack),
        due=looks.due({unit: (turn, "") for unit, turn in g.due.items()}),
        to_place=looks.of(to_place(g)) if setting_up else (),
        markers=markers(g),
        control=places_held(g, held, ~g.rules.closed),
        hexes=hexes_held(g, held, g.rules.land),
        ground=g.memo("forts", lambda: {"fortification": {NOBODY: g.in_hexes(g.fortifications)}}, g.fortifications),
        points=g.points.copy(),
        net=g.points[GERMAN] - g.points[SOVIET],
        own=OderFacts(order=g.order),
    )


def _sequence(g: Position) -> tuple[Stage, ...]:
    """5.3: the phases of a turn, with combat before movement where the phasing player has declared so."""
    now = g.phase.partition("-")[2]
    combat_first = {"support": g.order[:1] == ("combat",), "combat": bool(g.order), "movement": not g.order}.get(now)
    if not combat_first:
        return SEQUENCE
    move = next(n for n, stage in enumerate(SEQUENCE) if stage.id == f"{g.side}-movement")
    return (*SEQUENCE[:move], SEQUENCE[move + 1], SEQUENCE[move], *SEQUENCE[move + 2 :])


def shown(g: Position) -> Shown:
    """Everything `unit_view` looks at."""
    german, soviet = g.occupied[GERMAN], g.occupied[SOVIET]
    return Shown(
        common=(),
        by_unit=(g.at, g.flags),
        by_hex=(lines(g, GERMAN) & german, lines(g, SOVIET) & soviet, g.ever_held[SOVIET] & german),
        by_some=({g.aerial: True},),
    )


def unit_view(g: Position, unit: Unit) -> Counter:
    """A counter."""
    piece, on_map = g.rules.units[unit], g.at[unit] >= 0
    attack, defence, move = piece.steps[0]
    return Counter(
        id=piece.id,
        side=piece.side,
        hex=g.hexname(g.at[unit]) if on_map else "",
        type=piece.type,
        symbol=piece.symbol,
        size=piece.size,
        strength=f"{attack}-{defence}-{move}",
        label=piece.id,
        status=status(g, unit) if on_map else (),
    )


def status(g: Position, unit: Unit) -> tuple[str, ...]:
    """Marks on a counter."""
    kind = supply(g, unit)
    marks = [] if kind == "regular" else ["out-of-supply"] if kind == "none" else [f"{kind}-supply"]
    if g.flags[unit] & MOVED:
        marks.append("moved")
    if g.flags[unit] & ATTACKED:
        marks.append("attacked")
    return tuple(marks)


def markers(g: Position) -> tuple[Marker, ...]:
    """The German support markers, and the fortifications that are destroyed (7.5b)."""
    found = []
    for kind, hex in (("air", g.air), ("naval", g.naval)):
        if hex >= 0:
            found.append(Marker(kind, GERMAN, g.hexname(hex)))
    if g.aerial >= 0 and g.at[g.aerial] >= 0:
        found.append(Marker("aerial-supply", GERMAN, g.hexname(g.at[g.aerial])))
    return (*found, *g.memo("ruins", lambda: _ruins(g), g.fortifications))


def _ruins(g: Position) -> list[Marker]:
    ruins = g.rules.fortifications & ~g.fortifications
    return [Marker("ruin", SOVIET, hex) for hex in g.in_hexes(ruins)]
