"""The table the rule tests play at: positions in a line, and the questions a referee is asked.

    from tests.eastfront.table import position, refused
    m = position({"0405": "41Pz:4 AG-South:3", "0705": "23A:3"}, active_hqs={"AG-South": ""})   # German Movement Phase
    m = position({...}, board=field(forest="0605", river="0505/e"), phase="combat", dice=[6, 5])
    m = position({"Kharkov": "41Pz"}, board=MAP, scenario="S42")
    refused(m, "move 41Pz 0707", "6.1")

The field is clear, columns 01 to 11 and rows 01 to 09 (pointy hexes, odd rows half a hex right, as on the real map). A
railroad runs along row 05 from the exit zone B (hex 0005, entry 0105) in the west, which feeds the Germans, to the exit
zone R (1205, entry 1105) in the east, which feeds the Soviets. Columns 00 to 05 are German at the start, the rest is
Soviet; `control` in a position changes that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import grognard
from grognard.events import Eliminated, Event, LostStep, Volley
from grognard.games.eastfront.facts import EastFrontFacts
from grognard.games.eastfront.position import Position
from tests.table import GERMAN, MAP, SOVIET, Table, allowed, of_kind, offered, play, refused

# A test of this game finds here what every table has, too.
__all__ = ["GERMAN", "MAP", "SOVIET", "Table", "allowed", "of_kind", "offered", "play", "refused"]


def field(
    *,
    river: str = "",
    strait: str = "",
    alpine: str = "",
    rail: str = "0105 0205 0305 0405 0505 0605 0705 0805 0905 1005 1105",
    cities: Sequence[Mapping[str, Any]] = (),
    seas: Sequence[Mapping[str, Any]] = (),
    zones: Sequence[Mapping[str, Any]] = (),
    countries: Mapping[str, str] | None = None,
    landmarks: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    **terrain: str,
) -> Table:
    """A small clear board: forest="0304 0305", river="0505/e", rail="0105 0205, 0305 0306" (several runs by commas).

    A city is {"name": "Gorod", "hex": "0505", "class": "major", "value": 2, ...}; a zone {"id": "C", "hex": "0003",
    "entry": "0103", "edge": "west", "home": "german"}.
    """
    all_zones = [
        {"id": "B", "hex": "0005", "entry": "0105", "edge": "west", "home": "german", "front": "baltic"},
        {"id": "R", "hex": "1205", "entry": "1105", "edge": "east", "home": "soviet", "front": "volga"},
        *zones,
    ]
    off = [f"{column:02d}{row:02d}" for column in (0, 12) for row in range(1, 10)]
    at_zone = [zone["hex"] for zone in all_zones]
    kinds: dict[str, str] = {"sea": " ".join(hex for hex in off if hex not in at_zone), "zone": " ".join(at_zone)}
    for kind, hexes in terrain.items():
        kinds[kind] = f"{kinds.get(kind, '')} {hexes}".strip()
    walls = {"river": river, "strait": strait, "alpine": alpine, **(sides or {})}
    places = [{"name": city["name"], "kind": city.get("class", "town"), "hexes": city["hex"]} for city in cities]
    places += [{"name": f"EZ-{zone['id']}", "kind": "zone", "hexes": zone["hex"]} for zone in all_zones]
    return {
        "board": {
            "title": "a field",
            "grid": {"top": "pointy", "shifted": "odd", "columns": [0, 12], "rows": [1, 9]},
            "terrain": {"fill": "clear", "hexes": {kind: hexes for kind, hexes in kinds.items() if hexes}},
            "side": [{"kind": kind, "at": at} for kind, at in walls.items() if at],
            "line": [{"kind": "rail", "hexes": run} for run in rail.split(",") if run.strip()],
            "place": places,
        },
        "geography": {
            "city": [{key: value for key, value in city.items() if key != "hex"} for city in cities],
            "sea": list(seas),
            "zone": all_zones,
            "countries": dict(countries or {}),
            "landmarks": dict(landmarks or {}),
        },
    }


def ground(terrain: str, hexes: str) -> dict[str, Any]:
    """One kind of terrain in some hexes, for `field`: field(**ground("forest", "0605")); clear is there anyway."""
    return {} if terrain == "clear" else {terrain: hexes}


FIELD = field()


def position(
    units: Mapping[str, str],
    *,
    board: Table | None = FIELD,
    scenario: str = "S43",
    phase: str = "movement",
    dice: Sequence[int] | str | None = None,
    options: Mapping[str, bool] | None = None,
    seed: int | str = 0,
    control: Mapping[str, str] | None = None,
    **more: Any,
) -> grognard.Match:
    """A match at a position; `more` is anything else a position file knows: active, weather, active_hqs, tracks ..."""
    table: dict[str, Any] = {"game": "eastfront", "scenario": scenario, "phase": phase, "units": dict(units), **more}
    if board is not None:
        table |= dict(board)
        control = {
            "german": f"0001..0509 {(control or {}).get('german', '')}",
            "soviet": (control or {}).get("soviet", ""),
        }
    if control is not None:
        table["control"] = dict(control)
    return grognard.setup(table, seed=seed, options=options, dice=dice)


# --- looking ---------------------------------------------------------------------------------------------------------


def state(m: grognard.Match) -> Position:
    """The position itself."""
    assert isinstance(m.state, Position)
    return m.state


def cv(m: grognard.Match, unit: str) -> int:
    """A unit's strength."""
    return state(m).cv[state(m).rules.unit_by_id[unit]]


def where(m: grognard.Match, unit: str) -> str:
    """The number of the hex a unit is in; dead, due, gone, away or unused if it is in none."""
    at = state(m).at[state(m).rules.unit_by_id[unit]]
    return state(m).hexname(at) if at >= 0 else {-1: "unused", -2: "due", -3: "dead", -4: "gone", -5: "away"}[at]


def holder(m: grognard.Match, hex: str) -> str:
    """Whose a hex is in this phase: german, soviet, disputed or nobody."""
    g = state(m)
    at = g.rules.hex(hex)
    if g.disputed >> at & 1:
        return "disputed"
    return next((side for side in (GERMAN, SOVIET) if g.held[side] >> at & 1), "nobody")


def asked(m: grognard.Match) -> str:
    """The side that must choose now."""
    assert m.decision is not None
    return m.decision.side


# --- playing ---------------------------------------------------------------------------------------------------------


def end_until(m: grognard.Match, phase: str) -> list[Event]:
    """End phases until one begins; everything that happened."""
    told = len(m.events)
    while state(m).phase != phase:
        m.play("end")
    return m.events.since(told)


def volleys(events: Iterable[Event]) -> list[tuple[str, tuple[int, ...], int]]:
    """Who fired, with which dice, and how many hit."""
    return [(event.who, event.dice, event.hits) for event in of_kind(events, Volley)]


def fight(m: grognard.Match, hex: str, *answers: str) -> list[Event]:
    """Select the battle if need be, resolve it, and answer what is asked; everything that happened."""
    told = len(m.events)
    if "battle" in offered(m) and hex in offered(m, "battle"):
        m.play(f"battle {hex}")
    if not any(
        event.rule in ("7.21", "7.4") for event in m.events.since(told)
    ):  # the only battle is fought without asking
        m.play(f"resolve {hex}")
    for answer in answers:
        m.play(answer)
    return m.events.since(told)


def powers(events: Iterable[Event]) -> dict[str, str]:
    """Who fired with which firepower, by the last volley of each."""
    return {event.who: event.what.rpartition("(")[2].rstrip(")") for event in of_kind(events, Volley)}


def lost(events: Iterable[Event]) -> list[str]:
    """The units that lost steps in combat, one name for each step; the eliminated with a dagger."""
    return [
        event.unit + ("+" if isinstance(event, Eliminated) else "")
        for event in events
        if isinstance(event, LostStep | Eliminated) and event.rule in ("7.33", "7.51", "14.4") and not event.only
    ]


# --- production ------------------------------------------------------------------------------------------------------


def pps(m: grognard.Match, side: str) -> int:
    """A side's Production Level."""
    return m.view(None).tallies["production"][side]


def facts(m: grognard.Match, side: str | None = None) -> EastFrontFacts:
    """What only this game shows."""
    own = m.view(side).own
    assert isinstance(own, EastFrontFacts)
    return own


def produce(m: grognard.Match, german: str = "", soviet: str = "") -> list[Event]:
    """Both sides' production orders, each ended."""
    return [*m.play(f"{german} end".strip(), GERMAN), *m.play(f"{soviet} end".strip(), SOVIET)]
