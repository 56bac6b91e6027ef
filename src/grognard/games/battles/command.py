"""6.0d: the Supply phase: who is out of supply, air supply, the faces of the HQs, and whom independents draw on."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.decision import DONE, Choices, Procedure, Words, offer
from grognard.events import LostStep, Marked, Noted, Placed, Rolled
from grognard.games.battles import supply
from grognard.games.battles.position import ENEMY, NONE, Position, Unit
from grognard.games.battles.scenario import by_turn
from grognard.hexes import Hex, members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import some, to_hex
from grognard.ruling import OK, Ruling, no

LONG = 2  # Supply phases running without supply after which a unit may wear away
NO_FLYING = "none"  # what the weather does to the air


def begin_supply(g: Position) -> Procedure[None]:
    """Last turn's settings are over; units are checked and marked, and those long out of supply wear away."""
    side = g.side
    g.flown = {hex: owner for hex, owner in g.flown.items() if owner != side}
    if side in g.ports.values():
        g.ports = {hex: owner for hex, owner in g.ports.items() if owner != side}
        g.touch()
    g.serves = {unit: hq for unit, hq in g.serves.items() if g.owners[unit] != side}
    for hq in g.rules.hqs_of[side]:
        g.face[hq] = 0
    supply.reassigned(g)
    supply.check(g, side)
    for unit in g.on_map(side):
        g.lean[unit] = g.lean[unit] + 1 if g.marked[unit] == NONE else 0
    yield from attrition(g)


def end_supply(g: Position) -> None:
    """The assignments hold until the next Supply phase, markers go to the track, and levels follow from the faces."""
    side = g.side
    g.serves |= supply.serving(g, side)
    supply.reassigned(g)
    markers = g.rules.sides[side].command.markers
    if markers is not None:
        spent = sum(supply.price(g, hq) for hq in g.rules.hqs_of[side] if g.face[hq])
        box = g.turn + markers.ahead
        g.track += ((side, box),) * spent
        if spent:
            g.tell(
                Noted(
                    text=f"{side.title()}: {spent} Attack Supply marker{'s' * (spent > 1)} to turn {box} of the track",
                    rule="6.0d",
                )
            )
    supply.check(g, side)


def markers_back(g: Position) -> None:
    """6.0i: Attack Supply markers on the turn just completed come back into their owner's hand."""
    kept = tuple((side, turn) for side, turn in g.track if turn > g.turn)
    if back := len(g.track) - len(kept):
        g.track = kept
        g.tell(Noted(text=f"Attack Supply markers back in hand: {back}", rule="6.0i"))


# --- what a scenario adds to being out of supply (17.0, 8.2) ----------------------------------------------------------


def attrition(g: Position) -> Procedure[None]:
    """A unit out of supply in two Supply phases running, next to the enemy, loses a step on some faces of a die."""
    fatal = {int(face) for face in g.rules.sides[g.side].attrition}
    if not fatal:
        return
    for unit in [u for u in g.on_map(g.side) if wears(g, u)]:
        die = yield from g.roll(g.side, f"attrition of {g.name(unit)}", "8.2p")
        lost = die in fatal
        result = "it loses a step" if lost else "it holds out"
        g.tell(Rolled(side=g.side, dice=(die,), what=f"attrition of {g.name(unit)}", result=result, rule="8.2p"))
        if lost:
            wear(g, unit)


def wears(g: Position, unit: Unit) -> bool:
    """Whether a unit must roll: long out of supply and in contact; an untried one has its losses still to come."""
    near = g.rules.next_to[g.at[unit]]
    return g.lean[unit] >= LONG and bool(g.tried[unit]) and bool(near & g.occupied[ENEMY[g.owners[unit]]])


def wear(g: Position, unit: Unit) -> None:
    """A step is lost, the last one with the unit."""
    if g.steps(unit) == 1:
        g.eliminate(unit, "8.2p", "worn away without supply")
    else:
        g.level[unit] += 1
        g.reshaped(unit)
        g.tell(LostStep(unit=g.name(unit), strength=g.strength(unit), rule="8.2p"))


# --- 14.0c the face of an HQ ------------------------------------------------------------------------------------------


def may_be_set(g: Position, unit: Unit) -> Ruling:
    """Whether a unit is an HQ whose face the player may choose."""
    if unit not in g.rules.hqs or g.owners[unit] != g.side:
        return no("14.0b", f"{g.name(unit)} is no HQ of yours")
    if g.at[unit] < 0:
        return no("14.0c", f"{g.name(unit)} is not on the map")
    if not supply.hq_supplied(g, unit):
        return no("14.0c", f"{g.name(unit)} has no line to a source, so it stays out of supply")
    return OK


def may_attack(g: Position, hq: Unit) -> Ruling:
    """14.0c, 8.0c: whether an HQ may be turned to its Attack side."""
    ruling = may_be_set(g, hq)
    if not ruling:
        return ruling
    if g.face[hq]:
        return no("14.0b", f"{g.name(hq)} is on its Attack side already")
    limit = supply.attack_limit(g, g.side)
    if supply.counts_to_limit(g, hq) and _on_attack(g) >= limit:
        return no("8.0c", f"only {limit} HQ{'s' * (limit != 1)} may be in Attack supply this turn")
    left, price = supply.markers_in_hand(g, g.side), supply.price(g, hq)
    if left is not None and price > left:
        return no("6.0d", f"{g.name(hq)} takes {price} Attack Supply marker{'s' * (price != 1)}; in hand: {left}")
    return OK


def _on_attack(g: Position) -> int:
    return sum([1 for hq in g.rules.hqs_of[g.side] if g.face[hq] and supply.counts_to_limit(g, hq)])


def _faces(g: Position, hq: Unit) -> tuple[str, ...]:
    """The side an HQ can be turned to now."""
    if g.face[hq]:
        return ("general",)
    return ("attack",) if may_attack(g, hq) else ()


def _can_turn(g: Position) -> Iterator[Unit]:
    return (hq for hq in g.rules.hqs_of[g.side] if _faces(g, hq))


def _supply_possible(g: Position) -> Ruling:
    if next(_can_turn(g), None) is not None:
        return OK
    reasons = [may_attack(g, hq) for hq in g.rules.hqs_of[g.side] if g.at[hq] >= 0]
    return reasons[0] if reasons else no("14.0c", "you have no HQ on the map")


def _supply_tree(g: Position, words: Words) -> Choices:
    if not words:
        return offer(("unit", g.names(_can_turn(g))))
    return offer(("verb", _faces(g, g.unit(words[0])))) if len(words) == 1 else DONE


def _supply_why_not(g: Position, words: Words, word: str) -> Ruling | None:
    if not words:
        unit = g.find(word)
        return None if unit is None else may_attack(g, unit)
    hq = g.unit(words[0])
    if word == "attack":
        return may_attack(g, hq)
    return no("14.0b", f"{words[0]} is on its General side already") if word == "general" else None


def turn_over(g: Position, words: Words) -> None:
    """Turn an HQ to its other side."""
    hq = g.unit(words[0])
    g.face[hq] = words[1] == "attack"
    supply.reassigned(g)
    g.tell(Marked(unit=words[0], status=f"set to {words[1].title()} supply", rule="14.0c"))


# --- 8.1f whom independents draw on -----------------------------------------------------------------------------------


def may_be_assigned(g: Position, unit: Unit) -> Ruling:
    """Whether a unit is one that draws on an HQ of the player's choice."""
    if g.owners[unit] != g.side or g.at[unit] < 0:
        return no("8.1f", f"{g.name(unit)} is not a unit of yours on the map")
    if unit not in g.rules.independents:
        return no("3.2d", f"{g.name(unit)} has a colour, so it draws on the HQ of that colour")
    return OK


def may_draw_on(g: Position, unit: Unit, hq: Unit) -> Ruling:
    """8.1f: whether an independent unit may be assigned to an HQ."""
    if hq not in g.rules.hqs or g.owners[hq] != g.side or g.at[hq] < 0:
        return no("8.1f", f"{g.name(hq)} is no HQ of yours on the map")
    if supply.serving(g, g.side).get(unit) == hq:
        return no("8.1f", f"{g.name(unit)} draws on {g.name(hq)} already")
    others = [u for u, drawn in g.serves.items() if drawn == hq and u != unit and g.at[u] >= 0]
    if not supply.has_room(g, hq, [*others, unit]):
        return no("8.1f", f"{g.name(hq)} serves as many independent units as it can")
    return OK


def _draws(g: Position, unit: Unit) -> Iterator[Unit]:
    return (hq for hq in g.rules.hqs_of[g.side] if may_draw_on(g, unit, hq) is OK)


def _assignable(g: Position) -> Iterator[Unit]:
    return (u for u in g.rules.independents_of[g.side] if g.at[u] >= 0 and some(_draws(g, u)))


def _assign_possible(g: Position) -> Ruling:
    return OK if some(_assignable(g)) else no("8.1f", "no independent unit of yours could draw on another HQ")


def _assign_tree(g: Position, words: Words) -> Choices:
    if not words:
        return offer(("unit", g.names(_assignable(g))))
    return offer(("unit", g.names(_draws(g, g.unit(words[0]))))) if len(words) == 1 else DONE


def _assign_why_not(g: Position, words: Words, word: str) -> Ruling | None:
    unit = g.find(word)
    if unit is None:
        return None
    return may_draw_on(g, g.unit(words[0]), unit) if words else may_be_assigned(g, unit)


def assign(g: Position, words: Words) -> None:
    """An independent unit draws on this HQ until the next Supply phase."""
    g.serves[g.unit(words[0])] = g.unit(words[1])
    supply.reassigned(g)
    g.tell(Marked(unit=words[0], status=f"assigned to {words[1]}", rule="8.1f"))


# --- 13.0g air supply, 19.0 ships -------------------------------------------------------------------------------------


def flights_left(g: Position, side: str) -> int:
    """How many Air Supply markers a side can still place this turn."""
    if g.rules.weather[g.weather].air == NO_FLYING:
        return 0
    return by_turn(g.rules.sides[side].air_supply, g.turn) - sum(owner == side for owner in g.flown.values())


def may_fly(g: Position) -> Ruling:
    """Whether an Air Supply marker can be placed."""
    if g.rules.weather[g.weather].air == NO_FLYING:
        return no("17.0", f"nothing flies in this weather ({g.weather})")
    if flights_left(g, g.side) <= 0:
        return no("13.0g", "you have no Air Supply marker to place")
    return OK


def may_be_flown_to(g: Position, hex: Hex) -> Ruling:
    """Whether a hex has units that need the marker."""
    mine = [unit for unit in g.stack(hex) if g.owners[unit] == g.side]
    if not mine:
        return no("13.0g", f"you have no unit in {g.hexname(hex)}")
    if all(supply.level(g, unit) != NONE for unit in mine):
        return no("13.0g", f"no unit in {g.hexname(hex)} is out of supply")
    return OK


def fly(g: Position, hex: Hex) -> None:
    """G7: the units in the hex are in General supply until the owner's next Supply phase."""
    g.flown[hex] = g.side
    supply.reassigned(g)
    g.tell(Placed(what="Air Supply", hex=g.hexname(hex), rule="13.0g"))


def may_ship(g: Position, hex: Hex) -> Ruling:
    """Whether ships can make a port a source."""
    if g.naval[g.side] <= 0:
        return no("19.0", "you have no naval point left this turn")
    if not g.rules.ports[g.side] >> hex & 1:
        return no("19.0", f"{g.hexname(hex)} is no port of yours")
    if not g.controls(g.side, hex) or hex in g.ports:
        return no("19.0", f"{g.hexname(hex)} {'is supplied already' if hex in g.ports else 'is in enemy hands'}")
    return OK


def ship(g: Position, hex: Hex) -> None:
    """A naval point makes a port a source until the owner's next Supply phase."""
    g.naval[g.side] -= 1
    g.ports[hex] = g.side
    g.touch()
    g.tell(Placed(what="Sea supply", hex=g.hexname(hex), rule="19.0"))


def _in_need(g: Position) -> Iterator[Hex]:
    return (hex for hex in members(g.occupied[g.side] if may_fly(g) else 0) if may_be_flown_to(g, hex))


SUPPLY: Verb[Position] = Verb("supply", "14.0c", _supply_possible, _supply_tree, _supply_why_not, turn_over)
ASSIGN: Verb[Position] = Verb("assign", "8.1f", _assign_possible, _assign_tree, _assign_why_not, assign)
AIRLIFT: Verb[Position] = to_hex(
    "airlift",
    "13.0g",
    hexes=_in_need,
    nowhere=lambda g: may_fly(g) and no("13.0g", "no unit of yours is out of supply"),
    why_not=lambda g, hex: may_fly(g) and may_be_flown_to(g, hex),
    carry_out=fly,
)
SHIP: Verb[Position] = to_hex(
    "ship",
    "19.0",
    hexes=lambda g: [hex for hex in members(g.rules.ports[g.side]) if may_ship(g, hex)],
    nowhere=lambda g: no("19.0", "you have no naval point for a port of yours"),
    why_not=may_ship,
    carry_out=ship,
)
VERBS = (SUPPLY, ASSIGN, AIRLIFT, SHIP)


def prompt(g: Position) -> str:
    """What the player of a Supply phase is asked, with what he has to give."""
    said = f"Set HQs to Attack supply ({_on_attack(g)} of {supply.attack_limit(g, g.side)}"
    left = supply.markers_in_hand(g, g.side)
    return f"{said}{'' if left is None else f'; markers in hand {left}'}), or end the phase"
