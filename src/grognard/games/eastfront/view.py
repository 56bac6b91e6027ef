"""What a side may know: its own blocks, the enemy's as blocks, and whatever lies face-up (0b)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from grognard.games.eastfront import sequence
from grognard.games.eastfront.budget import costs, forces
from grognard.games.eastfront.facts import EastFrontFacts, Scores
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.mustering import candidates
from grognard.games.eastfront.position import (
    BLITZ,
    DEAD,
    DEPLOYED,
    DISPERSED,
    DUE,
    ENEMY,
    GONE,
    INVASION,
    MOVED,
    PARADROP,
    SOVIET,
    STRATEGIC,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.eastfront.production import level
from grognard.games.eastfront.rail import rail_facts, railheads, supply_net
from grognard.games.eastfront.sea import commanded_seas, sea_power
from grognard.games.eastfront.supply import restricted
from grognard.hexes import Hex, members
from grognard.mechanics.holding import hexes_held
from grognard.mechanics.looks import Looks, Shown
from grognard.state import OVER
from grognard.view import NOBODY, Battle, Counter, Due, Marker, View

SEQUENCE = sequence.SEQUENCE.stages
SYMBOLS = {"hq": "HQ", "mechanized": "mech"}  # as the pictures call them
BADGES = {"guards": "G", "ss": "S", "siege": "A", "coastal": "C"}


def view(g: Position, side: str | None) -> View[EastFrontFacts]:
    """The position as `side` sees it."""
    playing = g.phase not in (OVER, "production", "continuation")
    looks = Looks(g, shown(g), {}, lambda unit: unit_view(g, unit))
    held = tuple(g.held.values())
    return View(
        game="eastfront",
        scenario=g.scenario.id,
        side=side,
        turn=g.turn,
        turns=fortnights(g),
        date=sequence.date(g),
        weather=g.weather,
        phase=g.phase,
        phase_title=sequence.SEQUENCE.title(g),
        active=g.side if playing else None,
        sequence=SEQUENCE,
        units=units(g, side, looks),
        due=due(g, looks),
        to_place=looks.of(to_place(g, side)),
        markers=markers(g),
        battles=tuple([Battle(g.hexname(hex), g.battles[hex]) for hex in sorted(g.battles)]),
        control=g.memo("control", lambda: control(g), held),
        hexes=hexes_held(g, g.held, g.rules.grid.all),
        ground=ground(g),
        tracks={"month": g.month, "fortnight": g.fortnight, "supreme_moves": g.supreme, "surrender": int(g.surrender)},
        tallies=production(g),
        own=facts(g, side, looks),
    )


def facts(g: Position, side: str | None, looks: Looks) -> EastFrontFacts:
    """What only this game has to show."""
    return EastFrontFacts(
        months=g.scenario.months,
        air=g.scenario.air,
        seas=g.memo("seas", lambda: seas(g), tuple(g.held.values())),
        lost=looks.of(unit for unit in g.rules.of_side.get(side or "", ()) if g.at[unit] in (DEAD, GONE)),
        costs=costs(g, side),
        forces=forces(g, side),
        beachhead=g.beachhead if side == SOVIET else "",
        recorded=tuple(Scores(id, scores) for id, scores in g.recorded),
    )


def fortnights(g: Position) -> int:
    """How many fortnights there are until the scenario ends."""
    left = 2 * (len(g.scenario.months) - g.month) - g.fortnight
    return g.turn + left


def shown(g: Position) -> Shown:
    """Everything `unit_view` looks at."""
    facts = g.prior, g.rebuilt, g.fallen, g.scenario.id
    bound = g.memo("restricted", lambda: {unit: restricted(g, unit) for unit in g.rules.satellites}, facts)
    return Shown(
        common=(g.weather, g.scenario.id),
        by_unit=(g.at, g.cv, g.supplied, g.shown, g.flags),
        by_some=(g.role, g.rearguards, bound),
    )


def units(g: Position, side: str | None, looks: Looks) -> tuple[Counter, ...]:
    """The blocks on the map. A hidden one has no name: just its side, its hex and a number in its stack."""
    found: list[Counter] = []
    for owner in ENEMY:
        stacks = g.stacks[owner]
        if owner == side:
            found += looks.of(unit for hex in sorted(stacks) for unit in stacks[hex])
        else:
            for hex in sorted(stacks):
                found += stack_view(g, owner, hex, looks)
    return tuple(found)


def stack_view(g: Position, owner: str, hex: Hex, looks: Looks) -> list[Counter]:
    """A stack as the enemy and the public see it; what is still being deployed they do not see at all."""
    stack, deploying = g.stacks[owner][hex], g.phase == "deployment" and owner == g.side
    lacking = sum(not g.shown[unit] and not g.supplied[unit] for unit in stack)
    found: list[Counter] = []
    hidden = 0
    for unit in stack:
        if g.shown[unit]:
            found += looks.of((unit,))
        elif not deploying:
            hidden += 1
            found.append(block_view(owner, g.hexname(hex), hidden, hidden <= lacking, bool(g.flags[unit] & DISPERSED)))
    return found


@cache
def block_view(owner: str, hex: str, number: int, unsupplied: bool, dispersed: bool) -> Counter:
    """A block seen from behind; one that lies face-down is dispersed (0b)."""
    return Counter(
        id=f"{owner}-{hex}-{number}",
        side=owner,
        hex=hex,
        type="hidden",
        strength="?",
        steps=0,
        max_steps=0,
        block=True,
        hidden=True,
        status=("unsupplied",) * unsupplied + ("dispersed",) * dispersed,
    )


def unit_view(g: Position, unit: Unit) -> Counter:
    """A block seen from the front."""
    block, on_map = g.rules.units[unit], g.at[unit] >= 0
    return Counter(
        id=block.id,
        name=block.name,
        side=block.side,
        hex=g.hexname(g.at[unit]) if on_map else "",
        type=block.type,
        special=block.special,
        symbol=SYMBOLS.get(block.symbol, block.symbol),
        staff=block.is_hq,
        badge=next((BADGES[word] for word in block.special if word in BADGES), ""),
        size="XXXX" if block.side == SOVIET or "satellite" in block.special else "XXX",
        strength=g.strength(unit),
        label=block.id,
        steps=g.cv[unit],
        max_steps=block.max,
        movement=float(speed(g, unit)),
        block=True,
        status=status(g, unit) if on_map else (),
    )


def status(g: Position, unit: Unit) -> tuple[str, ...]:
    """Marks on a block."""
    role, flags = g.role.get(unit, 0), g.flags[unit]
    marks = {
        "active": role,
        "blitz": role & BLITZ,
        "paradrop": role & PARADROP,
        "invasion": role & INVASION,
        "moved": flags & (MOVED | STRATEGIC),
        "dispersed": flags & DISPERSED,
        "rearguard": unit in g.rearguards,
        "unsupplied": not g.supplied[unit],
        "restricted": restricted(g, unit),
        "face-up": g.shown[unit],
    }
    return tuple([mark for mark, on in marks.items() if on])


def due(g: Position, looks: Looks) -> tuple[Due, ...]:
    """The reinforcements on the Time Track: everybody may see them."""
    track = sorted(g.due.items(), key=lambda item: (item[1][0][3:], item[0]))
    coming = [(unit, month, cv) for unit, (month, cv) in track if g.at[unit] == DUE]
    blocks = looks.of(unit for unit, _, _ in coming)
    return g.memo("due", lambda: tuple(
        Due(0, month, replace(block, steps=cv, strength=str(cv)))
        for (_, month, cv), block in zip(coming, blocks, strict=True)
    ), (coming, blocks))  # fmt: skip


def to_place(g: Position, side: str | None) -> list[Unit]:
    """Blocks that wait to be deployed, for their owner."""
    if g.phase != "deployment" or side != g.side:
        return []
    return [unit for unit in candidates(g, side) if g.at[unit] < 0]


def markers(g: Position) -> tuple[Marker, ...]:
    """Airstrikes and the Beachhead."""
    found = []
    for hex, hq in g.strikes.items():
        if hex not in g.fought:
            strength = str(g.airpower[hq])
            found.append(Marker("airstrike", g.owner(hq), g.hexname(hex), strength))
    if g.beachhead == DEPLOYED:
        found.append(Marker("beachhead", SOVIET, g.hexname(g.beachhead_at)))
    return tuple(found)


def control(g: Position) -> Mapping[str, str]:
    """Who holds the cities and zones."""
    found = {}
    for name, hex in g.rules.geography.places.items():
        if g.rules.playable >> hex & 1:
            owner = next((side for side in ENEMY if g.held[side] >> hex & 1), "")
            found[name] = owner
    return found


def ground(g: Position) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """The ends of both sides' railways (9.12), and the hexes nobody holds (8.1)."""
    rails = tuple(supply_net(g, owner).rail for owner in ENEMY)
    return g.memo("ground", lambda: {
        "railhead": {owner: g.hexnames(railheads(g, owner)) for owner in ENEMY},
        "disputed": {NOBODY: g.hexnames(members(g.disputed))},
    }, (rails, g.disputed))  # fmt: skip


def seas(g: Position) -> Mapping[str, str]:
    """Who commands each sea."""
    if not sea_power(g):
        return {}
    owners = {side: commanded_seas(g, side) for side in ENEMY}
    return {
        sea.title: next((side for side in ENEMY if id in owners[side]), "")
        for id, sea in g.rules.geography.seas.items()
    }


def production(g: Position) -> Mapping[str, Mapping[str, int]]:
    """The Production Level of both sides as it stands."""
    facts = *rail_facts(g), *g.basic.values(), g.closed
    return g.memo("production", lambda: {"production": {owner: level(g, owner) for owner in ENEMY}}, facts)
