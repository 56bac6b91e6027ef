"""6.53, 9.2, 15.2: rail and sea moves, each for a Supreme Move; 5.41, 5.62: mobilizing by land, rail or sea."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.decision import DONE, Choices, Words, offer
from grognard.games.eastfront.commanded import last_in_battle, may_mobilize, may_stir
from grognard.games.eastfront.crowding import may_stay
from grognard.games.eastfront.journeys import (
    arrivals,
    is_port,
    may_arrive,
    may_leave,
    port_room,
    rail_moves,
    rail_steps,
    rail_ways,
    sea_ways,
)  # fmt: skip
from grognard.games.eastfront.mobilizing import may_settle, mobilize, mobilizes, mobilizing, stand_down
from grognard.games.eastfront.movement import tell_move, use_side
from grognard.games.eastfront.position import MOVED, STRATEGIC, Position, Unit
from grognard.games.eastfront.rail import supply_net
from grognard.games.eastfront.routes import capacity, may_enter, may_move_there, onward, open_hexes, unplayable
from grognard.games.eastfront.sea import sea_power, voyages
from grognard.games.eastfront.stacking import room, with_room
from grognard.games.eastfront.supply import restricted
from grognard.hexes import Hex, HexSet
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import some, unit_to_hex
from grognard.ruling import OK, Ruling, no


def may_go_strategically(g: Position, unit: Unit, by_rail: bool = True) -> Ruling:
    """6.53: what rail and sea moves have in common."""
    ruling = may_stir(g, unit)
    if ruling is not OK:
        return ruling
    if g.phase != "movement" or not g.supreme:
        return no("6.53", "strategic movement needs an active supreme HQ with a Supreme Move left")
    return may_leave(g, unit, by_rail)


# --- where to ---------------------------------------------------------------------------------------------------------


def rail_goals(g: Position, unit: Unit, moves: int) -> dict[Hex, tuple[int, tuple[Hex, ...]]]:
    """Where so many rail moves take the unit, and it may stay: the hexes travelled and the way."""
    return g.memo(("by rail", unit, moves), lambda: _rail_goals(g, unit, moves))


def _rail_goals(g: Position, unit: Unit, moves: int) -> dict[Hex, tuple[int, tuple[Hex, ...]]]:
    ways, open = rail_ways(g, unit, moves), with_room(g, g.side)
    return {h: trip for h, trip in ways.items() if open >> h & 1 or may_stay(g, h, _departure(unit, h, *trip))}


def sea_goals(g: Position, unit: Unit, moves: int) -> dict[Hex, int]:
    """The ports so many sea moves take the unit to, and how many sea zones each is away."""
    return g.memo(("by sea", unit, moves), lambda: _sea_goals(g, unit, moves))


def _sea_goals(g: Position, unit: Unit, moves: int) -> dict[Hex, int]:
    ways = sea_ways(g, unit, moves)
    return {hex: crossed for hex, crossed in ways.items() if may_stay(g, hex, _departure(unit, hex, crossed))}


def _departure(unit: Unit, hex: Hex, distance: int, way: tuple[Hex, ...] = ()) -> Callable[[Position], None]:
    """A strategic move, by rail if the way is given, to try it out; an active HQ mobilizes by it."""

    def depart(g: Position) -> None:
        active = unit in g.role
        if not active:
            g.supreme -= rail_moves(g, distance) if way else distance
        if way:
            take_train(g, unit, way)
        else:
            take_ship(g, unit, hex)
        if active:
            stand_down(g, unit)

    return depart


# --- the verbs --------------------------------------------------------------------------------------------------------


def _travellers(g: Position, by_rail: bool) -> Iterator[Unit]:
    """The units that can go by rail or by sea, one by one: often the first is all that is asked for."""
    for unit in g.on_map(g.side):
        if not by_rail and not is_port(g, g.at[unit]):
            continue
        if may_go_strategically(g, unit) is OK and (_entrains if by_rail else sea_goals)(g, unit, g.supreme):
            yield unit


def _entrains(g: Position, unit: Unit, moves: int) -> bool:
    """Whether rail moves take the unit anywhere: mostly the next stop is enough to say so."""
    net, start = supply_net(g, g.owner(unit)).rail, g.at[unit]
    if not net >> start & 1 or start in g.battles:
        return bool(rail_goals(g, unit, moves))
    if _stations(g) >> start & 1:
        stops = _stops(g)
        near = (hex for hex in g.rules.rail.next[start] if stops >> hex & 1)
        if not restricted(g, unit) or any(may_enter(g, unit, start, hex) for hex in near):
            return True
    ways, open = rail_ways(g, unit, moves), with_room(g, g.side)
    if any(open >> hex & 1 for hex in ways):
        return True
    return any(may_stay(g, hex, _departure(unit, hex, *trip)) for hex, trip in ways.items())


def _stations(g: Position) -> HexSet:
    """The rail hexes from which a train of the side goes to a next one with room."""
    return g.memo("stations", lambda: g.rules.tracks.next_to(_stops(g)))


def _stops(g: Position) -> HexSet:
    return supply_net(g, g.side).rail & arrivals(g) & open_hexes(g, g.side) & with_room(g, g.side)


def _may_travel(g: Position, by_rail: bool) -> Ruling:
    if g.phase != "movement" or not g.supreme:
        return no("6.53", "strategic movement needs an active supreme HQ with a Supreme Move left")
    if not by_rail and not sea_power(g):
        return no("15.2", "the sea power rules are not used in this match")
    return OK


def _why_not_travel(g: Position, unit: Unit, by_rail: bool) -> Ruling:
    ruling = may_go_strategically(g, unit, by_rail)
    return ruling and (_no_train(g, unit) if by_rail else _no_ship(g, unit))


def _travel(g: Position, unit: Unit, hex: Hex, by_rail: bool) -> None:
    with g.as_offered():
        trains = rail_goals(g, unit, g.supreme) if by_rail else {}
        ships = {} if by_rail else sea_goals(g, unit, g.supreme)
    if by_rail:
        gone, way = trains[hex]
        g.supreme -= rail_moves(g, gone)
        take_train(g, unit, way)
    else:
        g.supreme -= ships[hex]
        take_ship(g, unit, hex)


def _strategic(name: str, by_rail: bool, rule: str) -> Verb[Position]:
    goals = rail_goals if by_rail else sea_goals
    return unit_to_hex(
        name,
        "6.53",
        units=lambda g: _travellers(g, by_rail) if _may_travel(g, by_rail) else (),
        hexes=lambda g, unit: goals(g, unit, g.supreme),
        nobody=lambda g: _may_travel(g, by_rail) and no(rule, f"no unit can go by {name}"),
        why_not_unit=lambda g, unit: _why_not_travel(g, unit, by_rail),
        why_not_hex=lambda g, unit, hex: _why_not_there(g, unit, hex, by_rail),
        carry_out=lambda g, unit, hex: _travel(g, unit, hex, by_rail),
    )


def _no_train(g: Position, unit: Unit) -> Ruling:
    """Why no train takes a unit anywhere."""
    start, net = g.at[unit], supply_net(g, g.owner(unit)).rail
    onto = [there for there, _ in rail_steps(g, unit, start, net) if may_arrive(g, there)] if net >> start & 1 else []
    for there in onto:
        if start in g.battles and capacity(g, start, there) < 1:
            where = f"between {g.spell(start)} and {g.spell(there)}"
            return no("6.33", f"hexside {where} is full this phase")
    if onto:
        return no("6.21", f"no rail hex that {g.name(unit)} could reach holds more units")
    return no("9.21", f"{g.name(unit)} is not on a friendly rail line")


def _no_ship(g: Position, unit: Unit) -> Ruling:
    """Why no ship takes a unit anywhere."""
    port, name = g.at[unit], g.name(unit)
    if not sea_power(g):
        return no("15.2", "the sea power rules are not used in this match")
    if not is_port(g, port):
        return no("15.2", f"{name} is in no port")
    if g.ports.get(port) and port_room(g, port) < 1:
        return no("15.21", f"{g.spell(port)} takes no more units in this turn")
    if port == g.beachhead_at and port in g.battles:
        return no("15.51", "the Beachhead is embattled")
    if port not in voyages(g, g.owner(unit), port):
        return no("15.1", f"{g.spell(port)} lies on no sea that you command, or is not yours")
    return no("15.2", f"no port that {name} could reach takes it")


def _why_not_there(g: Position, unit: Unit, hex: Hex, by_rail: bool) -> Ruling:
    where, start = g.spell(hex), g.spell(g.at[unit])
    if not g.rules.playable >> hex & 1:
        return unplayable(g, hex)
    if hex == g.at[unit]:
        return no("6.53", f"{g.name(unit)} is in {where} already")
    ruling = may_enter(g, unit, g.at[unit], hex)
    if not ruling:
        return ruling
    if hex in g.battles or g.present(g.enemy, hex):
        what = f"{where} is embattled" if hex in g.battles else f"enemies are in {where}"
        return no("6.53", f"{what}: strategic movement never engages")
    if by_rail:
        far = rail_ways(g, unit, 99).get(hex)
        if far is None:
            return no("9.21", f"no friendly rail line leads from {start} to {where}")
        if room(g, g.side, hex) < 1:
            return no("6.21", f"{where} is full, and none of those there can make room")
        return no("9.21", f"{where} is {far[0]} rail hexes away: that takes {rail_moves(g, far[0])} Supreme Moves")
    if not is_port(g, hex):
        return no("15.2", f"{where} is no port")
    if not g.held[g.side] >> hex & 1:
        return no("15.2", f"the port of {where} is not yours")
    crossed = voyages(g, g.owner(unit), g.at[unit]).get(hex)
    if crossed is None:
        return no("15.2", f"no seas you command lead from {start} to {where}")
    if port_room(g, hex) < 1:
        return no("15.21", f"{where} takes no more units in this turn")
    if room(g, g.side, hex) < 1:
        return no("6.21", f"{where} is full, and none of those there can make room")
    return no("15.2", f"the way to {where} crosses {crossed} sea zones: that takes {crossed} Supreme Moves")


def take_train(g: Position, unit: Unit, way: tuple[Hex, ...]) -> None:
    """Move a unit by rail."""
    if way[0] in g.battles:
        use_side(g, way[0], way[1])
    arrive_strategically(g, unit, way, "goes by rail", "9.21")


def take_ship(g: Position, unit: Unit, hex: Hex) -> None:
    """Move a unit by sea."""
    start = g.at[unit]
    for port in (start, hex):
        g.ports[port] = g.ports.get(port, 0) + 1
    arrive_strategically(g, unit, (start, hex), "goes by sea", "15.2")


def arrive_strategically(g: Position, unit: Unit, way: tuple[Hex, ...], how: str, rule: str) -> None:
    """The end of a rail or sea move."""
    g.place(unit, way[-1])
    g.settle(way[0])
    g.flags[unit] |= MOVED | STRATEGIC
    g.shown[unit] = unit in g.role
    tell_move(g, unit, way, how, rule)


RAIL = _strategic("rail", True, "9.21")
SEA = _strategic("sea", False, "15.2")


# --- 5.62 mobilizing --------------------------------------------------------------------------------------------------


def _free_moves(g: Position, hq: Unit) -> int:
    """5.62: one strategic move is free, each further one takes a Supreme Move that was saved."""
    return 1 + g.supreme if g.rules.is_supreme(hq) and g.phase == "movement" else 0


def _by(g: Position, hq: Unit, how: str) -> list[Hex]:
    moves = _free_moves(g, hq)
    if not moves or not may_leave(g, hq, how == "rail"):
        return []
    return list((rail_goals if how == "rail" else sea_goals)(g, hq, moves))


def _travels(g: Position, hq: Unit, how: str) -> bool:
    """Whether an active HQ can mobilize by rail or by sea."""
    moves = _free_moves(g, hq)
    return bool(moves and may_leave(g, hq, how == "rail") and (_entrains if how == "rail" else sea_goals)(g, hq, moves))


def _mobilizers(g: Position) -> Iterator[Unit]:
    ready = (hq for hq in g.role if may_mobilize(g, hq))
    return (hq for hq in ready if mobilizes(g, hq) or _travels(g, hq, "rail") or _travels(g, hq, "sea"))


def _possible(g: Position) -> Ruling:
    return OK if some(_mobilizers(g)) else no("5.41", "no active HQ can mobilize now")


def _tree(g: Position, words: Words) -> Choices:
    if not words:
        return offer(("unit", g.names(_mobilizers(g))))
    hq = g.unit(words[0])
    if len(words) == 1:
        ways = [how for how in ("rail", "sea") if _travels(g, hq, how)]
        return offer(("hex", [g.hexname(hex) for hex in mobilizing(g).get(hq, ())]), ("verb", ways))
    if words[1] in ("rail", "sea") and len(words) == 2:
        return offer(("hex", [g.hexname(hex) for hex in _by(g, hq, words[1])]))
    return DONE


def _why_not(g: Position, words: Words, word: str) -> Ruling | None:
    if not words:
        unit = g.find(word)
        if unit is None:
            return None
        ruling = may_mobilize(g, unit)
        if ruling and last_in_battle(g, unit):
            return no("6.41", f"{word} is the last in the battle: it can leave only as a rearguard")
        return ruling if not ruling else no("5.41", f"{word} has nowhere to go")
    hq = g.unit(words[0])
    if word in ("rail", "sea"):
        if not g.rules.is_supreme(hq):
            return no("5.62", f"{g.name(hq)} mobilizes by land: only a supreme HQ goes by {word}")
        return may_leave(g, hq, word == "rail") and (_no_train(g, hq) if word == "rail" else _no_ship(g, hq))
    hex = g.rules.grid.by_name.get(word)
    if hex is None:
        return None
    if len(words) == 2:
        return _why_not_there(g, hq, hex, words[1] == "rail")
    way = onward(g, hq, (g.at[hq],)).get(hex)
    if way is not None:
        return may_settle(g, hq, way)
    return may_move_there(g, hq, (g.at[hq],), hex)


def _carry_out(g: Position, words: Words) -> None:
    hq, hex = g.unit(words[0]), g.rules.grid.by_name[words[-1]]
    with g.as_offered():
        by_land, trains = mobilizing(g), rail_goals(g, hq, _free_moves(g, hq)) if words[1] == "rail" else {}
    if words[1] == "rail":
        take_train(g, hq, trains[hex][1])
    elif words[1] == "sea":
        take_ship(g, hq, hex)
    else:
        mobilize(g, hq, by_land[hq][hex])
        return
    stand_down(g, hq)


MOBILIZE: Verb[Position] = Verb("mobilize", "5.41", _possible, _tree, _why_not, _carry_out)
