"""G6, G7: the Terrain Effects Table in words, for a legend beside the map."""

from __future__ import annotations

from grognard.games.bugriver.tables import CLASSES, MovePrices, Tables
from grognard.preview import Line


def terrain_effects(tables: Tables) -> tuple[Line, ...]:
    """What each terrain costs and does, a line each."""
    lines = []
    for kind, prices in tables.move.hex.items():
        cover = tables.fight.hex[kind]
        odds = tables.odds[kind].split()[0]
        lines.append(
            Line(kind, f"{_said(prices)}; odds from {odds}; Tank Points {cover.tank} %, AT +{cover.at}", "7.3")
        )
    pillbox = tables.fight.hex["pillbox"]
    odds = tables.odds["pillbox"].split()[0]
    lines.append(
        Line("pillbox", f"Soviets: odds from {odds}; Tank Points {pillbox.tank} %, AT +{pillbox.at}", "7.5.1.2a")
    )
    lines += [Line(kind, _said(prices), "7.3.3a") for kind, prices in tables.move.way.items()]
    for kind, prices in tables.move.side.items():
        crossing = tables.fight.side.get(kind)
        fight = f"; die {crossing.drm:+d}" if crossing else ""
        lines.append(Line(kind, f"+ {_said(prices)}{fight}", "7.3.7"))
    return tuple(lines)


def _said(prices: MovePrices) -> str:
    """Leg, motorised and AFV."""
    return " / ".join(f"{price:g}" if isinstance(price := prices.of(c), float) else price for c in CLASSES) + " MP"
