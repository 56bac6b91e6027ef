"""The numbers of a view that have no place on the map."""

from __future__ import annotations

from collections.abc import Callable

from grognard.env.vocabulary import Terms
from grognard.game import View

Gauge = Callable[[View, str, str], float]  # of a view, the side that looks and its enemy

SCALE = 100  # of points, production and counts of units
TENTH = 10  # of turns and tracks


def gauges(terms: Terms, sides: tuple[str, ...]) -> dict[str, Gauge]:
    """What is read off a view, by name, in the order of the vector."""
    found: dict[str, Gauge] = {
        "turn": lambda view, own, enemy: view["turn"] / view["turns"],
        "turns left": lambda view, own, enemy: (view["turns"] - view["turn"]) / TENTH,
        "active": lambda view, own, enemy: view["active"] == own,
        "enemy active": lambda view, own, enemy: view["active"] == enemy,
        "own production": lambda view, own, enemy: _of(view, "production", own),
        "enemy production": lambda view, own, enemy: _of(view, "production", enemy),
        "own points": lambda view, own, enemy: _of(view, "points", own),
        "enemy points": lambda view, own, enemy: _of(view, "points", enemy),
        "own due": lambda view, own, enemy: _count(view, "due", own),
        "enemy due": lambda view, own, enemy: _count(view, "due", enemy),
        "to place": lambda view, own, enemy: _count(view, "to_place", own),
    }
    found |= {f"side {side}": _is_side(side) for side in sides}
    found |= {f"phase {phase}": _shows("phase", phase) for phase in terms.phases}
    found |= {f"weather {kind}": _shows("weather", kind) for kind in terms.weather}
    return found | {f"track {name}": _track(name) for name in terms.tracks}


def _of(view: View, what: str, side: str) -> float:
    number: int = view.get(what, {}).get(side, 0)
    return number / SCALE


def _count(view: View, what: str, side: str) -> float:
    return [unit["side"] for unit in view[what]].count(side) / SCALE


def _is_side(side: str) -> Gauge:
    return lambda view, own, enemy: own == side


def _shows(what: str, value: str) -> Gauge:
    return lambda view, own, enemy: view.get(what) == value


def _track(name: str) -> Gauge:
    return lambda view, own, enemy: float(view["tracks"].get(name, 0)) / TENTH
