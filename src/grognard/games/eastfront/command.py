"""5: headquarters: how strong they are now, what they command, and how they are activated and deployed."""

from __future__ import annotations

from grognard.decision import Choices, Procedure, Words, offer
from grognard.events import Marked, Moved
from grognard.games.eastfront.control import friendly, passable
from grognard.games.eastfront.position import (
    ACTIVE,
    BLITZ,
    INVASION,
    PARADROP,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.eastfront.pursuit import pursue
from grognard.games.eastfront.sea import commanded_seas, ports_of, sea_power
from grognard.hexes import Hex, HexSet
from grognard.mechanics.turn import Verb
from grognard.ruling import OK, Ruling, no

ROLES = {"blitz": BLITZ, "paradrop": PARADROP, "invasion": INVASION}


# --- 5.3, 5.8 what an HQ is worth -------------------------------------------------------------------------------------


def is_disrupted(g: Position, side: str) -> bool:
    """5.8: by the weather, or by the surprise of June 1941."""
    charts = g.rules.charts
    surprised = "surprise" in g.scenario.special and g.month_code == charts.text("surprise.month")
    return side in g.rules.disrupted[g.weather] or (surprised and side == charts.text("surprise.disrupted"))


def effective(g: Position, hq: Unit) -> int:
    """The CV at which an HQ functions; below 0 it has no command ability at all."""
    return g.cv[hq] - (g.rules.charts.value("command.disruption") if is_disrupted(g, g.owner(hq)) else 0)


def command_range(g: Position, hq: Unit) -> HexSet:
    """5.3: the hexes an HQ commands and supports, through friendly and disputed hexes; the last may be any hex."""
    cv, hex, rules = effective(g, hq), g.at[hq], g.rules
    if cv < 0:
        return 0
    reached = 1 << hex
    if rules.zones >> hex & 1:
        return reached | _zone_range(g, hex, cv)
    free = passable(g, g.owner(hq)) | reached
    shore = _shore(g, hq) if g.role.get(hq, 0) & INVASION else 0
    for _ in range(cv):
        if shore:
            by_ship = rules.grid.flood(reached & (rules.sea | shore), rules.sea | shore, 1, rules.coast_walls)
            reached |= by_ship | rules.grid.flood(reached & free, rules.land | rules.sea, 1, rules.coast_walls)
        else:
            reached |= rules.around(reached & free)
    if hex in rules.entries and cv >= rules.zone_command:
        reached |= 1 << rules.entries[hex].hex
    return reached & ~rules.sea


def _shore(g: Position, hq: Unit) -> HexSet:
    """15.41, G61: the coasts past which the ships of an Invasion HQ carry its command."""
    seas = commanded_seas(g, g.owner(hq)).values()
    hexes = 0
    for sea in seas:
        if g.at[hq] in ports_of(g, g.owner(hq), sea):
            hexes |= sea.coast
    return hexes


def _zone_range(g: Position, hex: Hex, cv: int) -> HexSet:
    """16.22: with 2 or more also the zones beside, and its own rail entry hex."""
    return sum(1 << near for near in g.rules.zone_links[hex]) if cv >= g.rules.zone_command else 0


def supported(g: Position) -> HexSet:
    """5.42: the hexes in which units have combat support; supreme and paradrop HQs give none (5.64, 14.2)."""
    hexes = 0
    for hq, role in g.role.items():
        if not g.rules.is_supreme(hq) and not role & PARADROP:
            hexes |= g.command.get(hq, 0)
    return hexes


def in_air_range(g: Position, hq: Unit, hex: Hex) -> bool:
    """13.11: as far as command, over everything."""
    rules = g.rules
    if (rules.zones >> g.at[hq] | rules.zones >> hex) & 1:
        return bool(command_range(g, hq) >> hex & 1)  # 16.22
    return rules.grid.distance(g.at[hq], hex) <= air_reach(g, hq)


def air_reach(g: Position, hq: Unit) -> int:
    """13.11: hexes within which an HQ's airpower works; twice as many for a supreme HQ (5.63)."""
    return effective(g, hq) * (g.rules.charts.value("supreme.air_range") if g.rules.is_supreme(hq) else 1)


def begin_command_of_phase(g: Position) -> None:
    """G56: what is under command is judged when a phase begins."""
    g.command = {hq: command_range(g, hq) for hq in g.role}


# --- 4.41, 5.2 activation ---------------------------------------------------------------------------------------------


def may_activate(g: Position, hq: Unit) -> Ruling:
    """Whether an HQ can be activated at all."""
    if g.owner(hq) != g.side:
        return no("5.2", f"{g.name(hq)} is not yours")
    if not g.is_hq(hq):
        return no("5.2", f"{g.name(hq)} is not a headquarters: choose an HQ, and who stands in its reach can move")
    if g.at[hq] < 0:
        return no("5.2", f"{g.name(hq)} is not on the map")
    if hq in g.role:
        return no("5.2", f"{g.name(hq)} is active already")
    return OK


def may_take_role(g: Position, hq: Unit, role: str, taken: Words) -> Ruling:
    """5.7, 14.2, 15.41: whether an HQ can be activated for more than ordinary command."""
    name, supreme = g.name(hq), g.rules.is_supreme(hq)
    if (role, *taken) == ("invasion", "blitz"):
        return no("15.41", f"{name} can do both: say 'invasion blitz', in this order")
    if role in taken or (taken and (role, *taken) != ("blitz", "invasion")):
        rule = "14.2" if "paradrop" in (role, *taken) else "5.4"
        return no(rule, f"{name} cannot be activated for {' and '.join((*taken, role))}")
    if role == "blitz":
        if supreme:
            return no("5.7a", f"{name} is a supreme HQ and cannot blitz")
        if g.cv[hq] < g.rules.charts.value("command.blitz_steps") - 1:
            return no("5.7", f"{name} has no second step to spend")
    elif effective(g, hq) < 0:
        return no("5.8", f"{name} is at 0 and disrupted: it has no command ability at all")
    elif role == "paradrop":
        if not g.options.get("paratroops", True):
            return no("14.2", "the paratroop rules are not used in this match")
        if not any(g.owner(para) == g.side and g.at[para] == g.at[hq] for para in g.rules.paras):
            return no("14.2", f"there are no paratroops with {name}")
        if any(g.engaged(para) for para in g.rules.paras if g.at[para] == g.at[hq]):
            return no("14.2", f"the paratroops with {name} are engaged")
    elif role == "invasion":
        if not sea_power(g):
            return no("15.41", "the sea power rules are not used in this match")
        if not _sails_from(g, g.at[hq]):
            return no("15.41", f"{name} is not in a friendly port on a sea you command")
    return OK


def _sails_from(g: Position, hex: Hex) -> bool:
    seas = commanded_seas(g, g.side).values()
    return any(hex in ports_of(g, g.side, sea) for sea in seas)  # G67: an embattled one too


def deploy_hexes(g: Position, hq: Unit) -> list[Hex]:
    """5.21: the friendly hexes next to an HQ, none in mud and none for an HQ in an exit zone (16.22)."""
    if g.weather in g.rules.charts.words("command.no_deploy"):
        return []
    return [hex for hex in g.rules.steps[g.at[hq]] if may_deploy(g, hq, hex)]


def may_deploy(g: Position, hq: Unit, hex: Hex) -> Ruling:
    """Whether an HQ may deploy into a hex."""
    start, name = g.at[hq], g.name(hq)
    if g.weather in g.rules.charts.words("command.no_deploy"):
        return no("5.21", "HQs cannot deploy in mud")
    if (g.rules.zones >> start | g.rules.zones >> hex) & 1:
        return no("16.22", f"{name} cannot deploy into or out of an exit zone")
    if hex not in g.rules.steps[start]:
        return no("5.21", f"{name} deploys one hex, and {g.spell(hex)} is not next to it")
    if hex in g.battles or g.present(g.enemy, hex):
        return no("5.21", f"{g.spell(hex)} is embattled: a deploying HQ does not engage")
    if not friendly(g, g.side, hex):
        return no("5.21", f"{g.spell(hex)} is not friendly")
    return OK


def _possible(g: Position) -> Ruling:
    if any(may_activate(g, hq) for hq in g.rules.hqs[g.side]):
        return OK
    there = any(g.at[hq] >= 0 for hq in g.rules.hqs[g.side])
    return no("5.2", "all your HQs on the map are active" if there else "you have no HQ on the map")


def _tree(g: Position, words: Words) -> Choices:
    if not words:
        return offer(("unit", g.names(hq for hq in g.rules.hqs[g.side] if may_activate(g, hq))))
    hq, taken = g.unit(words[0]), words[1:]
    deployed = any(word not in ROLES for word in taken)
    roles = [role for role in ROLES if _may_say(g, hq, role, taken)]
    bound = deployed or "paradrop" in taken or "invasion" in taken  # 14.2, 15.41: they must be where they are
    hexes = [] if bound else [g.hexname(hex) for hex in deploy_hexes(g, hq)]
    return offer(("verb", roles), ("hex", hexes), complete=True, explained=True)


def _may_say(g: Position, hq: Unit, role: str, taken: Words) -> Ruling:
    """Whether a role may follow the words so far: after the hex it deploys into, too, if it may deploy in that role."""
    hex = next((word for word in taken if word not in ROLES), "")
    if hex and role != "blitz":
        return _bound(g, hq, role)
    return may_take_role(g, hq, role, tuple(word for word in taken if word != hex))


def _bound(g: Position, hq: Unit, role: str) -> Ruling:
    return no("14.2" if role == "paradrop" else "15.41", f"{g.name(hq)} must act from the hex it stands in")


def _why_not(g: Position, words: Words, word: str) -> Ruling | None:
    if not words:
        unit = g.find(word)
        return None if unit is None else may_activate(g, unit)
    hq = g.unit(words[0])
    if word in ROLES:
        return _may_say(g, hq, word, words[1:])
    hex = g.rules.grid.by_name.get(word)
    if hex is None:
        return None
    if "paradrop" in words or "invasion" in words:
        return _bound(g, hq, "paradrop" if "paradrop" in words else "invasion")
    if any(before not in ROLES for before in words[1:]):
        return no("5.21", f"{g.name(hq)} deploys one hex")
    return may_deploy(g, hq, hex)


def _carry_out(g: Position, words: Words) -> Procedure[None]:
    hq = g.unit(words[0])
    role = ACTIVE
    for word in words[1:]:
        role |= ROLES.get(word, 0)
    g.role[hq] = role
    g.blitz |= bool(role & BLITZ)
    g.reveal([hq], "5.2")
    purposes = [word for word in words[1:] if word in ROLES]
    g.tell(Marked(unit=g.name(hq), status=f"active{' for ' + ' and '.join(purposes) if purposes else ''}", rule="5.2"))
    for hex in (g.rules.grid.by_name[word] for word in words[1:] if word not in ROLES):
        yield from deploy(g, hq, hex)


def deploy(g: Position, hq: Unit, hex: Hex) -> Procedure[None]:
    """5.21: one hex; if it was the last unit in a battle, the enemy fires at it first."""
    start = g.at[hq]
    if start in g.battles and g.stack(g.side, start) == (hq,):
        yield from pursue(g, hq, start)
        if g.at[hq] < 0:
            return
    g.place(hq, hex)
    g.settle(start)
    g.tell(Moved(unit=g.name(hq), path=(g.spell(start), g.spell(hex)), how="deploys", rule="5.21"))


ACTIVATE: Verb[Position] = Verb("activate", "4.41", _possible, _tree, _why_not, _carry_out)


# --- 5.43 deactivation ------------------------------------------------------------------------------------------------


def deactivate(g: Position, hq: Unit) -> None:
    """5.43: one step less and upright again; an HQ at 0 is lost."""
    g.role.pop(hq, None)
    g.command.pop(hq, None)
    g.tell(Marked(unit=g.name(hq), status="no longer active", rule="5.43"))
    if g.at[hq] not in g.battles or g.battles[g.at[hq]] != g.owner(hq):
        g.shown[hq] = 0
    g.lose_step(hq, "5.43", "command")


def end_of_combat(g: Position) -> None:
    """4.43: active HQs deactivate; a Blitz HQ loses a step and stays active for the Blitz phases."""
    for hq, role in list(g.role.items()):
        if role & BLITZ and g.phase == "combat":
            g.role[hq] = role & ~BLITZ
            if g.cv[hq] == 0:
                deactivate(g, hq)
            else:
                g.lose_step(hq, "5.7", "command")
        else:
            deactivate(g, hq)
