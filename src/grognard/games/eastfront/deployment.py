"""3.2: how a scenario begins: the position before the blocks stand, their deployment as play, and when it is done."""

from __future__ import annotations

from grognard.decision import DONE, Choices, Words, offer
from grognard.dice import Dice
from grognard.events import Noted, Placed, Removed
from grognard.games.eastfront import autodeploy
from grognard.games.eastfront.balkans import balkan_zones, exited, may_exit
from grognard.games.eastfront.control import determine_control
from grognard.games.eastfront.mustering import (
    area,
    arrival,
    candidates,
    chosen,
    exit_strength,
    frontline,
    has_arrived,
    has_place,
    historical,
    left_for_the_balkans,
    lowest,
    may_stand,
    open_hexes,
    places_for,
    put,
    take_back,
)
from grognard.games.eastfront.objectives import cede_zones
from grognard.games.eastfront.position import (
    AWAY,
    DEAD,
    DUE,
    ENEMY,
    GERMAN,
    GONE,
    LOST,
    PREP,
    SOVIET,
    Position,
    Unit,
)  # fmt: skip
from grognard.games.eastfront.readiness import may_end
from grognard.games.eastfront.rules import Rules, startline
from grognard.games.eastfront.scenario import Scenario
from grognard.hexes import members
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import alone
from grognard.ruling import OK, Ruling, no
from grognard.state import Frame

__all__ = ["DEPLOYMENT", "area", "finish", "frontline", "may_end", "ready", "start"]

# --- the position before anything stands ------------------------------------------------------------------------------


def start(rules: Rules, scenario: Scenario, options: dict[str, bool], dice: Dice) -> Position:
    """The position at the start of a scenario: with every block in its place if the scenario says where it stands."""
    g = Position(rules, scenario, options, dice)
    g.play_frames((Frame("deployment", scenario.first_setup),))
    divide(g)
    close(g)
    g.surrender = scenario.surrendered
    if g.surrender:
        cede_zones(g)
    g.beachhead = first_beachhead(g)
    for battle in scenario.battles:
        g.battles[rules.hex(battle.hex)] = ENEMY[battle.defender]
    if scenario.fixed:
        _stand(g)
    else:
        _muster(g)
        for hex in members(balkan_zones(g)):
            g.battles[hex] = GERMAN  # W44.5: the Soviets hold the zones, the Germans contest them
    determine_control(g)
    return g


def first_beachhead(g: Position) -> str:
    """15.51: the Beachhead's status when a scenario begins."""
    word = g.rules.charts.entry("beachhead").text(g.scenario.id, g.rules.charts.text("beachhead.start"))
    return PREP if word == PREP and g.rules.coastal else LOST


def divide(g: Position) -> None:
    """3.23: who holds which hex at the start: the startline, and what a scenario says besides (EDE.1)."""
    g.prior = startline(g.scenario.startline)
    for side, words in g.scenario.held.items():
        for word in words:
            bit = 1 << g.rules.hex(word)
            g.prior = g.prior | bit if side == GERMAN else g.prior & ~bit


def close(g: Position) -> None:
    """The hexes nobody may enter: 1.1, S41.4, W44.5 and those a scenario leaves out."""
    rules, scenario = g.rules, g.scenario
    closed = rules.country("turkey") | rules.country("finland")
    if "hungary_closed" in scenario.special:
        closed |= rules.country("hungary")
    for word in scenario.out_of_play:
        closed |= 1 << rules.hex(word)
    out = rules.charts.words("zones.closed") + (() if balkan_zones(g) else scenario.balkan_zones)
    for id in out:
        if id in rules.zone_by_id:
            closed |= 1 << rules.zone_by_id[id].hex
    g.closed = closed


def _stand(g: Position) -> None:
    """EDE.1: every block has its place and strength."""
    for unit, block in enumerate(g.rules.units):
        if block.at == "dead":
            g.at[unit] = DEAD
            continue
        g.cv[unit] = block.cv
        g.place(unit, g.rules.hex(block.at))
    for side in ENEMY:
        _turn_up(g, side)
    g.played = (GERMAN, SOVIET)


def _muster(g: Position) -> None:
    """3.22: available blocks are eliminated unless they are chosen; reinforcements wait for their month."""
    rules, scenario = g.rules, g.scenario
    for unit, block in enumerate(rules.units):
        if block.id in scenario.gone:
            g.at[unit] = GONE
        elif has_arrived(scenario, block.appears) or block.id in scenario.extra:
            g.at[unit] = DEAD
    for due in scenario.reinforcements:
        unit = rules.unit_by_id[due.unit]
        g.at[unit], g.due[unit] = DUE, (due.month, due.cv)


# --- the verbs --------------------------------------------------------------------------------------------------------


def _choosable(g: Position) -> list[Unit]:
    """The blocks that may be put on the map or moved on it."""
    side, kinds = g.side, g.scenario.forces[g.side]
    open = {kind for kind in kinds if len(chosen(g, side, kind)) < places_for(g, side, kind)}
    wanted = [u for u in candidates(g, side) if g.rules.units[u].kind in open or may_exit(g, u)]
    units = [u for u in candidates(g, side) if g.at[u] >= 0 or arrival(g, u) or u in wanted]
    return [unit for unit in units if has_place(g, unit)]


def _placed(g: Position) -> list[Unit]:
    return list(g.on_map(g.side))


def _owned(g: Position, word: str) -> Unit | None:
    """A unit of the side that deploys, if the word names one that could be deployed."""
    unit = g.rules.unit_by_id.get(word)
    return unit if unit is not None and unit in candidates(g, g.side) else None


def _deploying(g: Position) -> Ruling:
    return OK if g.phase == "deployment" and not ready(g) else no("3.24", "the deployment is over")


def _place_tree(g: Position, words: Words) -> Choices:
    if not words:
        return offer(("unit", g.names(_choosable(g))))
    if len(words) == 1:
        return offer(("hex", [g.hexname(hex) for hex in open_hexes(g, g.unit(words[0]))]))
    return DONE


def _place_why_not(g: Position, words: Words, word: str) -> Ruling | None:
    if not words:
        unit = _owned(g, word)
        if unit is None:
            return _not_in_force(g, word)
        kind = g.rules.units[unit].kind
        many = places_for(g, g.side, kind)
        if unit in exited(g, g.side):
            return no("W44.5", f"{word} is in the Balkans, and there is no room elsewhere; remove a unit first")
        if g.at[unit] >= 0 or arrival(g, unit) or may_exit(g, unit) or len(chosen(g, g.side, kind)) < many:
            return no("3.24", f"there is no hex in which {word} may stand")
        return no("3.22", f"the force has {many} {kind} units, and all are on the map; remove one of them first")
    hex = g.rules.grid.by_name.get(word)
    if hex is None or len(words) > 1:
        return None
    unit = g.unit(words[0])
    if g.at[unit] == hex:
        return no("3.24", f"{words[0]} stands there already")
    if not g.rules.playable >> hex & 1:
        return no("3.24", f"no unit can stand in {word}")
    return may_stand(g, unit, hex)


def _not_in_force(g: Position, word: str) -> Ruling | None:
    unit = g.rules.unit_by_id.get(word)
    if unit is None:
        return None
    if g.owner(unit) != g.side:
        return no("3.24", f"{word} is not yours")
    if unit in g.due:
        return no("3.22", f"{word} is a reinforcement of {g.due[unit][0]}")
    return no("3.22", f"{word} is not in this scenario's forces")


def _place(g: Position, words: Words) -> None:
    unit = g.unit(words[0])
    hex = g.rules.grid.by_name[words[1]]
    put(g, unit, hex)
    g.tell(Placed(what=f"{words[0]} ({g.strength(unit)})", hex=g.spell(hex), rule="3.24", only=(g.side,)))


def _strengths(g: Position, unit: Unit) -> range:
    """The strengths a unit may have."""
    return range(lowest(g, unit), g.rules.units[unit].max + 1)


def _free(g: Position, unit: Unit) -> Ruling:
    """Whether its owner sets the strength of a unit."""
    if historical(g):
        return no("S41.1A", "the order of battle gives every unit's strength")
    if unit in exited(g, g.owner(unit)):
        return no("W44.5", f"{g.name(unit)} has {exit_strength(g, unit)} CV in the Balkans")
    due = arrival(g, unit)
    return OK if due is None else no("11.6", f"{g.name(unit)} arrives with {due.cv} CV")


def _adjustable(g: Position) -> list[Unit]:
    return [unit for unit in g.on_map(g.side) if _free(g, unit)]


def _strength_possible(g: Position) -> Ruling:
    if historical(g):
        return no("S41.1A", "the order of battle gives every unit's strength")
    return _deploying(g) if _adjustable(g) else no("3.22", "no unit is on the map yet")


def _strength_tree(g: Position, words: Words) -> Choices:
    if not words:
        return offer(("unit", g.names(_adjustable(g))))
    if len(words) == 1:
        return offer(("number", [str(cv) for cv in _strengths(g, g.unit(words[0]))]))
    return DONE


def _strength_why_not(g: Position, words: Words, word: str) -> Ruling | None:
    if not words:
        unit = _owned(g, word)
        if unit is None:
            return _not_in_force(g, word)
        return _free(g, unit) and no("3.22", f"{word} is not on the map yet")
    if len(words) > 1:
        return None
    steps = _strengths(g, g.unit(words[0]))
    return no("3.22", f"the strength of {words[0]} is from {steps[0]} to {steps[-1]}")


def _strength(g: Position, words: Words) -> None:
    unit = g.unit(words[0])
    g.cv[unit] = int(words[1])
    g.tell(Noted(text=f"{words[0]} has strength {g.strength(unit)}", rule="3.22", only=(g.side,)))


def _remove_possible(g: Position) -> Ruling:
    return _deploying(g) if _placed(g) else no("3.22", "no unit is on the map yet")


def _remove_tree(g: Position, words: Words) -> Choices:
    return DONE if words else offer(("unit", g.names(_placed(g))))


def _remove_why_not(g: Position, words: Words, word: str) -> Ruling | None:
    if words:
        return None
    return _not_in_force(g, word) if _owned(g, word) is None else no("3.22", f"{word} is not on the map")


def _remove(g: Position, words: Words) -> None:
    unit = g.unit(words[0])
    hex = g.at[unit]
    take_back(g, unit)
    g.tell(Removed(what=words[0], hex=g.spell(hex), why="not chosen", rule="3.22", only=(g.side,)))


def _deploy(g: Position) -> None:
    autodeploy.arrange(g, g.side)
    g.tell(Noted(text="All blocks are deployed; change what you like", rule="3.24", only=(g.side,)))


DEPLOYMENT: tuple[Verb[Position], ...] = (
    Verb("place", "3.24", _deploying, _place_tree, _place_why_not, _place),
    Verb("strength", "3.22", _strength_possible, _strength_tree, _strength_why_not, _strength),
    Verb("remove", "3.22", _remove_possible, _remove_tree, _remove_why_not, _remove),
    alone("deploy", "3.24", _deploy, _deploying),
)


# --- the end ----------------------------------------------------------------------------------------------------------


def ready(g: Position) -> bool:
    """Whether both sides have deployed; whoever begins play then empties `played`."""
    return g.phase == "deployment" and len(g.played) == len(ENEMY)


def finish(g: Position) -> None:
    """The side's blocks stand, and what it has not chosen counts as eliminated; then the other side deploys."""
    side = g.side
    many = len(_placed(g))
    for unit in left_for_the_balkans(g, side) if g.scenario.balkan and not balkan_zones(g) else ():
        g.at[unit] = AWAY  # W44.5: neither eliminated (16.28) nor to be rebuilt, though the zones are out of play
    g.tell(Noted(text=f"The {side.title()} side has deployed {many} blocks", rule="3.24"))
    _turn_up(g, side)
    g.played = (*g.played, side)
    if not ready(g):
        g.play_frames((Frame("deployment", ENEMY[side]),))


def _turn_up(g: Position, side: str) -> None:
    """W42.2, W43.2: the Original Attacker's blocks in a battle are face-up from the start."""
    for hex, attacker in g.battles.items():
        if attacker == side:
            g.reveal(g.stack(side, hex), "7.12")
