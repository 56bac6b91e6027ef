"""Lists that are worked out for sets of units and hexes at once are what asking each of them finds."""

from __future__ import annotations

from random import Random

from grognard.games.battles import movement as battles_movement
from grognard.games.battles import position as battles
from grognard.games.battles.position import Position as Battles
from grognard.games.bugriver import pontoons, relocation
from grognard.games.bugriver.actions import acting
from grognard.games.bugriver.command import command_hexes
from grognard.games.bugriver.position import Position as BugRiver
from grognard.games.eastfront import production as eastfront_production
from grognard.games.eastfront import stacking as eastfront_stacking
from grognard.games.eastfront import supply as eastfront_supply
from grognard.games.eastfront.fire import speed
from grognard.games.eastfront.mobilizing import mobilizes, mobilizing
from grognard.games.eastfront.position import ENEMY
from grognard.games.eastfront.position import Position as EastFront
from grognard.games.eastfront.routes import may_enter, may_step, onward, open_to
from grognard.games.guderian import movement as guderian_movement
from grognard.games.guderian import overrun
from grognard.games.guderian import rail as guderian_rail
from grognard.games.guderian import supply as guderian_supply
from grognard.games.guderian.position import Position as Guderian
from grognard.games.oder import eligible, regroup, setup, stacking
from grognard.games.oder.position import Position as Oder
from grognard.hexes import members
from tests.random_play.kit import Kit
from tests.random_play.kits import games
from tests.random_play.player import RandomPlayer

GAMES = 6


def check_guderian(g: Guderian) -> None:
    for side in ENEMY:
        cut_off = [unit for unit in g.on_map(side) if not guderian_supply.in_supply(g, unit)]
        assert guderian_supply.out_of_supply(g, side) == cut_off
        moving = g.copy()  # in the midst of an action a unit is asked by itself
        assert [unit for unit in g.on_map(side) if not guderian_supply.in_supply(moving, unit)] == cut_off
    if g.phase not in guderian_movement.MOVEMENT_PHASES:
        return
    own = g.rules.of_side[g.side]
    assert sorted(guderian_movement.on_the_move(g)) == [u for u in own if guderian_movement.may_act(g, u)]
    assert sorted(guderian_movement.movers(g)) == [u for u in own if guderian_movement.can_move(g, u)]
    able = [u for u in own if u not in g.rules.leaders and overrun.may_overrun(g, u)]
    near = {hex for unit in able for hex in members(g.rules.next_to[g.at[unit]]) if overrun.may_be_overrun(g, hex)}
    assert set(overrun.targets(g)) == near
    if g.phase == "soviet-movement":
        riders = [u for u in g.on_map(g.side) if guderian_rail.may_rail(g, u) and guderian_rail._stations(g, u)]
        assert [u for u in guderian_rail._riders(g) if g.at[u] >= 0] == riders


def check_oder(g: Oder) -> None:
    assert eligible.can_attack(g) == bool(eligible.targets(g))
    for unit in regroup.arriving(g):
        assert all(stacking.room_for(g, unit, hex) for hex in regroup.arrival_hexes(g, unit))
    if g.phase.endswith("setup"):
        for unit in setup.to_place(g)[:3]:
            open = [hex for hex in g.rules.grid.hexes if setup.may_place(g, unit, hex)]
            assert setup._places(g, unit) == open


def check_eastfront(g: EastFront) -> None:
    units = list(g.on_map(g.side))[::5]
    for unit in units:
        hexes, here = open_to(g, unit), g.at[unit]
        assert all(may_enter(g, unit, here, hex) for hex in members(hexes & g.rules.playable))
        steps = (*g.rules.steps[here], *g.rules.zone_links.get(here, ()))
        ways, allowed = onward(g, unit, (here,)), [hex for hex in steps if may_step(g, unit, (here,), hex)]
        assert {way[1] for way in ways.values()} <= set(allowed)
        assert not speed(g, unit) or set(allowed) <= ways.keys()
    for side in ENEMY:
        assert members(eastfront_stacking.with_room(g, side)) == [
            hex for hex in members(g.rules.grid.all) if eastfront_stacking.room(g, side, hex) > 0
            or (not g.stack(side, hex) and hex not in [there for _, there in g.rearguards.values()])
        ]  # fmt: skip
        lines = eastfront_supply.lines(g, side)
        assert all(eastfront_supply.has_line(g, u) <= lines >> g.at[u] & 1 for u in g.on_map(side))
        assert eastfront_production.account(g, side) == eastfront_production._account(g, side)
    if g.phase.endswith("movement"):
        assert {hq for hq in g.role if mobilizes(g, hq)} == set(mobilizing(g))


def check_bugriver(g: BugRiver) -> None:
    if g.phase != "activation":
        return
    hq, grid = acting(g), g.rules.grid
    if g.at[hq] >= 0:
        assert relocation.destinations(g, hq) == [hex for hex in grid.hexes if relocation.may_go(g, hq, hex)]
    near = command_hexes(g, hq)
    banks = {g.at[u] for u in g.units_of(hq) if not g.disrupted[u] and near >> g.at[u] & 1}
    sites = {here: [there for there in grid.neighbours[here] if pontoons.may_span(g, here, there)] for here in banks}
    assert pontoons._sites(g, hq) == {here: ends for here, ends in sites.items() if ends}


def check_battles(g: Battles) -> None:
    for side in battles.ENEMY:
        assert g.armed(side) == g._with_attack(g.on_map(side))
    if g.phase in battles_movement.MOVEMENT_PHASES:
        able = [unit for unit in g.rules.of_side[g.side] if battles_movement._can_move(g, unit)]
        assert list(battles_movement.movers(g)) == able


@games(GAMES)
def test_lists_are_what_asking_each_finds(kit: Kit, seed: int) -> None:
    match, random = kit.varied(seed), Random(f"lists {seed}")
    player, compared = RandomPlayer.seeded(seed, 0.5), 0
    while match.decision is not None:
        if not match.under_way and random.random() < 0.1:
            g = match.state
            if isinstance(g, Guderian):
                check_guderian(g)
            elif isinstance(g, Oder):
                check_oder(g)
            elif isinstance(g, EastFront):
                check_eastfront(g)
            elif isinstance(g, BugRiver):
                check_bugriver(g)
            elif isinstance(g, Battles):
                check_battles(g)
            compared += 1
        player.play(match, 1)
    assert compared or kit.brief
