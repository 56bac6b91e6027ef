"""What a position file says of a situation besides where the units stand: marks, markers, control and tracks."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.datafile import Entry
from grognard.errors import nearest
from grognard.games.guderian.position import DUE, GERMAN, NEWCOMER, RETREATED, SOVIET, Position, Unit
from grognard.games.guderian.victory import cities
from grognard.hexes import Hex
from grognard.positionfile import hex_of


def hex_named(g: Position, table: Entry, name: str) -> Hex:
    """The hex of that number."""
    return hex_of(table, g.rules.grid.hex, name)


def _known(g: Position, table: Entry, word: str) -> Unit:
    unit = g.find(word)
    if unit is None:
        raise table.wrong(f"no unit {word} in this position")
    return unit


def mark(g: Position, top: Entry) -> None:
    """Armies, marks on units, markers and control."""
    armies, known = top.entry("armies", optional=True), [army.name for army in g.rules.scenario.armies]
    for army in armies.keys:
        _among(armies, "no army", army, known)
        for word in armies.words(army):
            g.army[_known(g, armies, word)] = army
    g.frozen = frozenset(_among(top, "frozen: no such army", word, g.rules.diced) for word in top.words("frozen", ()))
    for word in top.words("newcomers", ()):
        g.flags[_known(g, top, word)] |= NEWCOMER
    for word in top.words("retreated", ()):
        _flee(g, top, word)
    origins = top.entry("came_from", optional=True)
    for word in origins.keys:
        _come_from(g, origins, word)
    markers = top.entry("markers", optional=True)
    g.air = tuple(hex_named(g, markers, name) for name in markers.words("air", ()))
    g.cuts = tuple(hex_named(g, markers, name) for name in markers.words("cuts", ()))
    for name in markers.words("repaired", ()):
        if (hex := hex_named(g, markers, name)) in g.cuts:
            raise markers.wrong(f"repaired: {name} is cut")
        g.repaired |= 1 << hex
    if "partisans" in markers:
        g.partisans = hex_named(g, markers, markers.text("partisans"))
    _control(g, top.entry("control", optional=True))


def _flee(g: Position, top: Entry, word: str) -> None:
    """9.75: a unit among friends it was driven to; when its side's player turn begins it is in order again."""
    unit = _known(g, top, word)
    side = g.rules.side[unit]
    if g.at[unit] < 0 or len(g.stack(g.at[unit])) == 1:
        raise top.wrong(f"retreated: {word} is not on the map among friends")
    if g.phase == f"{side}-movement":
        raise top.wrong(f"retreated: {word} is in order again when the {side} player turn begins")
    g.flags[unit] |= RETREATED


def _come_from(g: Position, table: Entry, word: str) -> None:
    """10.23: the hex from which a unit entered the enemy ZOC it stands in."""
    unit, name = _known(g, table, word), table.text(word)
    if g.rules.side[unit] != SOVIET or g.at[unit] < 0 or not g.in_enemy_zoc(unit):
        raise table.wrong(f"{word} is not a Soviet unit in a German zone of control")
    origin = DUE if name == "off" else hex_named(g, table, name)
    if origin != DUE and not g.rules.adjacent(g.at[unit], origin):
        raise table.wrong(f"{word} cannot have come from {name}: it is not next to {g.hexname(g.at[unit])}")
    g.back[unit] = origin


def count(g: Position, tracks: Entry) -> None:
    """What is counted in the game and in the turn."""
    plan = g.rules.scenario
    waiting = sum(area == plan.south_west_at for _, area in g.due.values())
    g.called = _whole(tracks, "called", waiting, len(plan.south_west_points))
    if g.called < waiting:
        raise tracks.wrong(f"called {g.called}: {waiting} divisions wait at {plan.south_west_at}")
    g.brought = g.called - waiting
    g.called_now = _whole(tracks, "called_now", 0, min(g.called, plan.south_west_per_turn))
    g.brought_now = _whole(tracks, "brought_now", 0, min(g.brought, plan.south_west_per_turn))
    g.evacuated = _whole(tracks, "evacuated", 0, plan.evacuations)
    g.smolensk = _whole(tracks, "smolensk", 0, g.turn)
    g.partisans_left = _whole(tracks, "interdictions", plan.interdictions, plan.interdictions)
    g.rail_used = _whole(tracks, "rail", 0, g.rules.rail_units)
    names = [city.name for city in cities(g)]
    g.held_with_line = frozenset(_among(tracks, "held: no city", word, names) for word in tracks.words("held", ()))
    g.recaptured = tuple(_among(tracks, "recaptured: no city", word, names) for word in tracks.words("recaptured", ()))


def _whole(tracks: Entry, key: str, default: int, most: int) -> int:
    number = tracks.whole(key, default)
    if not 0 <= number <= most:
        raise tracks.wrong(f"{key} {number}: it is 0 to {most}")
    return number


def _among(table: Entry, what: str, word: str, known: Iterable[str]) -> str:
    known = tuple(known)
    if word not in known:
        hint = nearest(word, known) or f"; known: {', '.join(known)}"
        raise table.wrong(f"{what} {word}{hint}")
    return word


def _control(g: Position, table: Entry) -> None:
    places = g.rules.board.places
    for side in (GERMAN, SOVIET):
        for word in table.words(side, ()):
            hexes = places[word].set if word in places else 1 << hex_named(g, table, word)
            g.german_held = g.german_held | hexes if side == GERMAN else g.german_held & ~hexes
