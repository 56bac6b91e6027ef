"""Cautions: what a player may regret though the rules allow it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.decision import Words
from grognard.game import Caution
from grognard.games.bugriver.actions import ACTIVATION, REACTION, points
from grognard.games.bugriver.chits import HASTY, KINDS, REGULAR
from grognard.games.bugriver.command import IN, status
from grognard.games.bugriver.initiative import eligible
from grognard.games.bugriver.position import ENEMY, GERMAN, Position, Unit
from grognard.games.bugriver.recovery import cut_off, gained
from grognard.games.bugriver.refit import disrupted
from grognard.games.bugriver.reinforcements import due_now, entries
from grognard.games.bugriver.relocation import penalty
from grognard.games.bugriver.replacement import replaceable, unspent
from grognard.games.bugriver.terrain import RIVER
from grognard.hexes import Hex
from grognard.mechanics.cautions import listed, whereabouts
from grognard.mechanics.verbs import split

NEAR = 3  # hexes from which an enemy could come upon an HQ that is left alone


def warnings(g: Position, side: str, words: Words) -> list[Caution]:
    """Cautions about an action before it is played by the side whose phase it is."""
    if side != g.side:
        return []  # a question inside an action
    match words:
        case ("end",):
            return list(_ending(g))
        case ("pass",):
            return list(_passing(g))
        case ("emergency", name):
            return list(_expending(g, name))
        case ("cannibalise", _):
            return list(_unspent(g))
        case ("move" | "infiltrate", *said):
            units, way = split(g, tuple(said))
            return list(_moving(g, units, way[-1])) if units and way else []
        case ("relocate", name, to):
            return list(_relocating(g, name, to))
        case (kind, hex, *said) if kind in KINDS:
            units, _ = split(g, tuple(word for word in said if word != "go"))
            return list(_attacking(g, kind, hex, units)) if units else []
    return []


# --- ends -------------------------------------------------------------------------------------------------------------


def _ending(g: Position) -> Iterator[Caution]:
    if g.phase in (ACTIVATION, REACTION) and points(g):
        left = points(g)
        yield Caution(f"{left} Action Point{'s' if left > 1 else ''} would be lost", "7.1g")
        if ill := disrupted(g):
            yield Caution(f"{listed(g, ill)} could refit", "7.6a", whereabouts(g, ill), verb="refit")
    if g.phase == "surprise" and g.surprise:
        yield Caution("Another Infantry Division could make its Surprise Attack", "10.2a")
    if g.phase.endswith("recovery"):
        for hq in cut_off(g, g.side):
            if gain := gained(g, hq):
                text = f"{g.name(hq)} could expend Emergency Supply and recover {gain}"
                yield Caution(text, "8.1b", whereabouts(g, [hq]), verb="emergency")
    if g.phase.endswith("replacement"):
        yield from _unspent(g)
    if g.phase.endswith("reinforcement"):
        late = [unit for unit in due_now(g, g.side) if entries(g, unit)]
        if late:
            text = f"{listed(g, late)} could still enter and would wait for the next turn"
            yield Caution(text, "8.4b", verb="arrive")


def _passing(g: Position) -> Iterator[Caution]:
    """6.2c: a pass is for the rest of the turn; levels beyond what comes back would be wasted."""
    if ENEMY[g.side] not in g.sides_passed:
        full = [hq for hq in eligible(g, g.side) if g.level[hq] == g.rules.ratings[hq].most]
        text = "You pass for the rest of the turn, and the enemy goes on alone"
        yield Caution(f"{text}; {listed(g, full)} cannot recover any further" if full else text, "6.2c")


# --- the Admin Phase --------------------------------------------------------------------------------------------------


def _expending(g: Position, name: str) -> Iterator[Caution]:
    """8.1b, 5.7.2a: it is had once; at the top of its track an HQ gains nothing by it but the right to replacements."""
    hq = g.find(name)
    if hq is not None and hq in g.level and not gained(g, hq):
        text = f"{name} would recover nothing: Emergency Supply is had once, and now serves replacements alone"
        yield Caution(text, "8.1b", whereabouts(g, [hq]))


def _unspent(g: Position) -> Iterator[Caution]:
    """8.3c: points that somebody could take and that lapse."""
    if takers := replaceable(g):
        yield Caution(f"{unspent(g)} would be lost: {listed(g, takers)} could be rebuilt", "8.3c", verb="replace")


# --- moves ------------------------------------------------------------------------------------------------------------


def _moving(g: Position, units: Sequence[Unit], hex: Hex) -> Iterator[Caution]:
    """What a move would leave behind, and what would become of command."""
    here = g.at[units[0]]
    then = g.copy()
    for unit in units:
        then.enter(unit, hex)
    then.freeze()
    if g.hqs(here) and not then.fighters(here) and _reachable(g, here):
        text = (
            f"{listed(g, g.hqs(here))} would be alone in {g.hexname(here)}: an enemy who comes next to it drives it off"
        )
        yield Caution(text, "7.3.6a", (g.hexname(here),))
    yield from _out_of_command(g, then, units)
    name = g.hexname(here)
    if name in g.rules.scenario.plan.victory.hexes and not then.fighters(here) and _reachable(g, here):
        yield Caution(f"{name} counts for victory, would be empty, and the enemy is near", "7.8", (name,))
    if g.improved >> here & 1:
        yield Caution(f"{name} would no longer be in Improved Defense", "7.7b", (name,))


def _reachable(g: Position, hex: Hex) -> bool:
    """Whether an enemy combat unit is near a hex."""
    return bool(g.rules.grid.disc(hex, NEAR) & g.combat[ENEMY[g.side]])


def _out_of_command(g: Position, then: Position, movers: Sequence[Unit]) -> Iterator[Caution]:
    """5.8: the units of one's own that are in command now and would not be then."""
    lost = [u for u in g.on_map(g.side) if not g.is_hq(u) and status(g, u) == IN != status(then, u)]
    for units in ([u for u in lost if u in movers], [u for u in lost if u not in movers]):
        if units:
            text = f"{listed(g, units)} would be out of command: double price, and only moves and Hasty Attacks"
            yield Caution(text, "7b", whereabouts(then, units))


def _relocating(g: Position, name: str, to: str) -> Iterator[Caution]:
    hq, hex = g.find(name), g.hex(to)
    if hq is None or hex is None or not g.is_hq(hq) or g.at[hq] < 0:
        return
    if case := penalty(g, hq, hex):
        yield Caution(f"{to} is {case} or out of supply: Support Points and Activation Level fall", "7.4e", (to,))
    then = g.copy()
    then.place(hq, hex)
    then.freeze()
    yield from _out_of_command(g, then, ())
    if not then.fighters(hex) and _reachable(g, hex):
        yield Caution(f"{name} would be alone in {to}: an enemy who comes next to it drives it off", "7.3.6a", (to,))


# --- attacks ----------------------------------------------------------------------------------------------------------


def _attacking(g: Position, kind: str, target: str, units: Sequence[Unit]) -> Iterator[Caution]:
    hex, here = g.hex(target), g.at[units[0]]
    if g.improved >> here & 1:
        yield Caution(f"{g.hexname(here)} would no longer be in Improved Defense", "7.7b", (g.hexname(here),))
    if hex is not None and g.side == GERMAN and g.rules.terrain.between(here, hex, g.bridges) == RIVER:
        yield Caution("Over the Bug without a bridge: nobody can retreat across it", "7.5.2o", (g.hexname(here),))
    if kind == HASTY and status(g, units[0]) == IN and points(g) >= g.rules.tables.costs.regular:
        yield Caution(
            f"A Hasty Attack has no support and the worst chits; you could pay for a {REGULAR} one", "7.5.1.2e"
        )
