"""16.1: what the fall of Bucharest and of Sevastopol brings about."""

from __future__ import annotations

from grognard.events import Noted, Placed
from grognard.games.eastfront.control import determine_control, zone_of_control
from grognard.games.eastfront.position import GERMAN, GONE, SOVIET, UNUSED, Position


def begin_control(g: Position) -> None:
    """8.1: control for the phase that begins, and what follows from it at once (G41)."""
    determine_control(g)
    g.fallen |= g.prior & g.rules.release_ports
    bucharest = g.rules.city_hex.get(g.rules.charts.text("objective.surrender"))
    if bucharest is None:
        return
    if not g.surrender and g.held[SOVIET] >> bucharest & 1:
        _surrender(g, bucharest)
        determine_control(g)
    elif g.surrender and g.held[GERMAN] >> bucharest & 1:
        g.surrender = False
        g.prior, g.ceded, g.switched = g.prior | g.ceded, 0, 0
        g.tell(Noted(text="Bucharest is German again: the surrender of Rumania is void", rule="16.11"))
        determine_control(g)


def _surrender(g: Position, bucharest: int) -> None:
    """16.11: Rumania's armies leave play, recruits join the Soviets, the country changes hands."""
    g.surrender = True
    g.tell(Noted(text="Rumania surrenders", rule="16.11"))
    for unit in g.rules.satellites:
        if g.rules.units[unit].nation == "rumanian" and g.at[unit] not in (GONE, UNUSED):
            if g.at[unit] >= 0:
                g.eliminate(unit, "16.11", "Rumania has surrendered", GONE)
            else:
                g.withdraw(unit, GONE)
    recruits = g.rules.unit_by_id.get(g.rules.charts.text("objective.recruits"))
    if recruits is not None and g.at[recruits] == UNUSED:
        g.place(recruits, bucharest)
        g.cv[recruits] = g.rules.charts.value("objective.recruits_cv")
        g.tell(Placed(what=g.rules.units[recruits].name, hex=g.spell(bucharest), rule="16.11"))
    german = zone_of_control(g, GERMAN) | g.occupied[GERMAN]
    g.ceded = g.prior & g.rules.country("rumania_1939") & ~german
    g.prior &= ~g.ceded
    cede_zones(g)


def cede_zones(g: Position) -> None:
    """16.11: exit zones I and J are Soviet from now on, unless Germans are there (G57)."""
    ids = g.rules.charts.words("zones.surrender")
    zones = sum(1 << zone.hex for id, zone in g.rules.zone_by_id.items() if id in ids)
    g.switched = zones & ~g.occupied[GERMAN]
