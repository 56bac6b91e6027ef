"""4: months, fortnights, player-turns and phases; 12: the weather; 3.12 to 3.14: from one scenario to the next."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from grognard.decision import Decision, Procedure, Words, one_of
from grognard.events import Noted, PhaseBegun, Rolled
from grognard.games.eastfront import clauses, delivery, deployment, orders
from grognard.games.eastfront.combat import BATTLE, RESOLVE, STRIKE, begin_combat, may_end_combat
from grognard.games.eastfront.command import ACTIVATE, end_of_combat
from grognard.games.eastfront.crowding import may_end_movement
from grognard.games.eastfront.invasion import EVACUATE, INVADE, check_beachhead, deploy_beachhead
from grognard.games.eastfront.movement import MOVE, begin_movement
from grognard.games.eastfront.objectives import begin_control
from grognard.games.eastfront.paras import DROP, link_up
from grognard.games.eastfront.position import DUE, ENEMY, LOST, PREP, SOVIET, STRATEGIC, UNUSED, Position
from grognard.games.eastfront.production import account, level
from grognard.games.eastfront.rearguard import REARGUARD, resolve_rearguards
from grognard.games.eastfront.rules import BOX
from grognard.games.eastfront.scenario import MONTHS
from grognard.games.eastfront.strategic import MOBILIZE, RAIL, SEA
from grognard.games.eastfront.supply import check_supply
from grognard.games.eastfront.victory import all_cut_off, last_winter, points, verdict
from grognard.mechanics.turn import Phase, Sequence
from grognard.mechanics.verbs import ending
from grognard.state import Frame

MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def month_name(code: str) -> str:
    """JUN41 as June 1941."""
    return f"{MONTH_NAMES[MONTHS.index(code[:3])]} 19{code[3:]}"


def date(g: Position) -> str:
    """The fortnight, as June 1941 II."""
    return f"{month_name(g.month_code)} {'I' * g.fortnight}"


def begin(g: Position, phase: str) -> None:
    """A phase of a player-turn begins: control is determined for it (8.1)."""
    g.play_frames((Frame(phase, g.side),))
    begin_control(g)
    SEQUENCE.announce(g)


# --- 3.2 deployment ---------------------------------------------------------------------------------------------------


def begin_game(g: Position) -> None:
    """The opening position: deployment, or with a fixed set-up the first fortnight."""
    if deployment.ready(g):
        _start_play(g)
    else:
        _announce_deployment(g)


def _announce_deployment(g: Position) -> None:
    g.tell(PhaseBegun(turn=g.turn, title=f"{g.side.title()} deployment", side=g.side, rule="3.24"))


def _end_deployment(g: Position) -> None:
    deployment.finish(g)
    if deployment.ready(g):
        _start_play(g)
    else:
        _announce_deployment(g)


def _start_play(g: Position) -> None:
    """3.22a: there is no Production in the first month of a game, whose weather is never rolled for."""
    begin_control(g)
    g.weather = g.rules.charts.text(f"month.{g.month_code[:3]}")
    if g.scenario.fixed:
        for side in ENEMY:
            g.basic[side] = 0
            g.basic[side] = g.scenario.production[side] - sum(int(line.value) for line in account(g, side))
    _announce_levels(g)
    first_turn(g)


# --- 4.1 months and fortnights ----------------------------------------------------------------------------------------


def begin_month(g: Position) -> None:
    """4.1: a month begins with Production."""
    g.play_frames((Frame("production", g.side),))
    begin_control(g)
    g.tell(PhaseBegun(turn=g.turn, title=f"{month_name(g.month_code)}: Production", rule="4.2"))
    _announce_levels(g)


def begin_fortnight(g: Position) -> Procedure[None]:
    """12.1: the weather, then the first player-turn."""
    month = g.month_code[:3]
    weather = g.rules.charts.text(f"month.{month}")
    if weather == "roll":
        dice: tuple[int, ...] = ()
        for side in ENEMY:
            dice += ((yield from g.roll(side, "the weather", "12.1")),)
        weather = g.rules.charts.table("weather")[month, "odd" if sum(dice) % 2 else "even"]
        g.tell(Rolled(dice=dice, what="the weather, two dice", result=weather, rule="12.1"))
    if weather != g.weather:
        g.tell(Noted(text=f"the weather is {weather}", rule="12.1"))
    g.weather = weather
    first_turn(g)


def first_turn(g: Position) -> None:
    """12.21: the Germans go first in dry weather and mud, the Soviets in snow."""
    g.played = ()
    begin_turn(g, g.rules.charts.text(f"weather.{g.weather}.first"))


def begin_turn(g: Position, side: str) -> None:
    """4.4: a player-turn."""
    g.play_frames((Frame("command", side),))
    g.role, g.command, g.blitz, g.ports = {}, {}, False, {}
    g.strikes, g.chosen, g.fought, g.resolving, g.supreme = {}, (), (), False, 0
    g.crossed, g.entered, g.rearguards, g.afloat, g.fresh = {}, {}, {}, frozenset(), 0
    for unit in range(len(g.flags)):
        g.flags[unit] &= ~STRATEGIC
    g.tell(Noted(text=f"{date(g)}, {g.weather}: {side.title()} player-turn", rule="4.4"))
    begin(g, "command")


# --- 4.4 phases -------------------------------------------------------------------------------------------------------


def _end_command(g: Position) -> None:
    begin(g, "movement")
    begin_movement(g)


def _end_movement(g: Position) -> Procedure[None]:
    yield from resolve_rearguards(g)
    check_beachhead(g)
    begin(g, "combat" if g.phase == "movement" else "blitz-combat")
    begin_combat(g)


def _end_combat(g: Position) -> Procedure[None]:
    end_of_combat(g)
    if g.phase == "combat" and g.blitz:
        begin(g, "blitz-movement")
        begin_movement(g)
    else:
        yield from _supply(g)


def _supply(g: Position) -> Procedure[None]:
    """4.46: linkup, then the enemy's supply; then the turn is over."""
    g.play_frames((Frame("supply", g.side),))
    SEQUENCE.announce(g)
    begin_control(g)
    link_up(g)
    check_beachhead(g)
    yield from deploy_beachhead(g)
    begin_control(g)
    yield from check_supply(g, g.enemy)
    g.fresh, g.entered = 0, {}
    begin_control(g)
    _announce_levels(g)
    if "own_victory" in g.scenario.special and g.side == SOVIET and all_cut_off(g):
        end_game(g, last_winter(g, g.month_code))
        return
    yield from _next_turn(g)


def _announce_levels(g: Position) -> None:
    """11.2: the markers on the Production Track follow what has been won and lost."""
    for side in ENEMY:
        now = level(g, side)
        change = now - g.levels.get(side, now)
        if change:
            g.tell(Noted(text=f"{side.title()} Production Level: {now} ({change:+d})", rule="11.2"))
        g.levels[side] = now


def _next_turn(g: Position) -> Procedure[None]:
    g.played = (*g.played, g.side)
    if len(g.played) < len(ENEMY):
        begin_turn(g, ENEMY[g.side])
        return
    if g.fortnight < g.rules.charts.value("sequence.fortnights"):
        g.fortnight, g.turn = g.fortnight + 1, g.turn + 1
        yield from begin_fortnight(g)
    elif g.month + 1 < len(g.scenario.months):
        g.month, g.fortnight, g.turn = g.month + 1, 1, g.turn + 1
        begin_month(g)
    else:
        end_scenario(g)


# --- 3.1 from one scenario to the next --------------------------------------------------------------------------------


def end_scenario(g: Position) -> None:
    """17: victory is checked; a linked, extended or campaign game may go on."""
    if "own_victory" in g.scenario.special:
        return end_game(g, last_winter(g, ""))
    scores = points(g)
    winner, name = verdict(g, scores)
    g.recorded = (*g.recorded, (g.scenario.id, scores))
    campaign = g.options.get("campaign") and not name.endswith("Decisive")  # 3.14
    yearly = g.options.get("one_year") and g.scenario.id.startswith("S") and len(g.recorded) == 1
    if g.scenario.next and (campaign or yearly):
        g.tell(Noted(text=f"{g.scenario.title} ends: {name}", rule="3.14" if campaign else "3.12"))
        go_on(g)
    elif g.scenario.next and g.options.get("extended"):
        g.tell(Noted(text=f"{g.scenario.title} ends: {name}", rule="3.13"))
        g.play_frames((Frame("continuation", g.side),))
    else:
        end_game(g, (winner, name))
    return None


def go_on(g: Position) -> None:
    """3.12: into the next scenario with the forces as they stand; its first month has Production."""
    following = BOX.scenario(g.scenario.next)
    g.scenario = replace(following, months=following.continued)
    for side in ENEMY:
        g.basic[side] += following.bracket[side]
    for coming in following.reinforcements:
        unit = g.rules.unit_by_id[coming.unit]
        if g.at[unit] == UNUSED:
            g.at[unit] = DUE
            g.due[unit] = coming.month, coming.cv
    if g.beachhead == LOST and g.rules.coastal:
        g.beachhead = PREP  # G66
    if "hungary_closed" not in following.special:
        g.closed &= ~g.rules.country("hungary")
    g.month, g.fortnight, g.turn = 0, 1, g.turn + 1
    g.tell(Noted(text=f"the game goes on: {following.title}", rule="3.12"))
    begin_month(g)


def end_game(g: Position, result: tuple[str, str]) -> None:
    """The game is over."""
    g.result = result
    SEQUENCE.end_game(g)


# --- the phases -------------------------------------------------------------------------------------------------------


def _moving(g: Position) -> str:
    left = f" ({g.supreme} Supreme Moves left)" if g.supreme else ""
    return f"Move units under command, mobilize HQs, or end the phase{left}"


def _producing(g: Position) -> tuple[Decision, ...]:
    return orders.questions(g, partial(SEQUENCE.refusal, g))


def _produced(g: Position, answers: tuple[Words, ...]) -> Procedure[None]:
    delivery.carry_out(g, answers)
    yield from begin_fortnight(g)


def _continuation(side: str) -> Decision:
    return one_of(side, "continuation", "Go on into the next scenario?", "3.13", ("verb", ("continue", "stop")))


def _continued(g: Position, answers: tuple[Words, ...]) -> None:
    if all(words == ("continue",) for words in answers):
        go_on(g)
    else:
        end_game(g, verdict(g, points(g)))


FIGHTING = "Assign airstrikes, select battles, then resolve them"
FIGHT = (STRIKE, BATTLE, RESOLVE, ending(_end_combat, may_end_combat))
END_MOVEMENT = ending(_end_movement, may_end_movement)

SEQUENCE: Sequence[Position] = Sequence((
    Phase("deployment", "Deployment", "3.24", "Place your forces, or deploy them all at once",
          (*deployment.DEPLOYMENT, ending(_end_deployment, deployment.may_end)), every_turn=False),
    Phase("command", "Command Phase", "4.41", "Activate HQs, or end the phase",
          (ACTIVATE, ending(_end_command))),
    Phase("movement", "Movement Phase", "4.42", _moving,
          (MOVE, REARGUARD, MOBILIZE, RAIL, SEA, DROP, INVADE, EVACUATE, END_MOVEMENT)),
    Phase("combat", "Combat Phase", "4.43", FIGHTING, FIGHT),
    Phase("blitz-movement", "Blitz Movement Phase", "4.44", "Move units of Blitz HQs again, or end the phase",
          (MOVE, REARGUARD, MOBILIZE, INVADE, EVACUATE, END_MOVEMENT)),
    Phase("blitz-combat", "Blitz Combat Phase", "4.45", FIGHTING, FIGHT),
    Phase("supply", "Supply Phase", "4.46", "The enemy's supply is checked", (ending(_supply),), every_turn=False),
    Phase("production", "Production", "4.2", "", every_turn=False, asks=_producing, answered=_produced),
    Phase("continuation", "The end of the scenario", "3.13", "", every_turn=False,
          asks=lambda g: tuple(_continuation(side) for side in ENEMY), answered=_continued),
), elsewhere={
    **dict.fromkeys(clauses.WORDS, ("11.1", "Production")),
    "lose": ("7.33", "hits on several units of yours that are equally strong"),
    "repulse": ("7.51", "the first round of an assault, if it throws some of your units back"),
    "fire": ("7.31", "a battle in which you choose the order of fire"),
    **dict.fromkeys(("retreat", "stay"), ("6.41", "a rearguard that has survived the pursuit")),
    "supply": ("10.4", "the check of your supply"),
    "unsupplied": ("6.22", "the check of your supply"),
    **dict.fromkeys(("beachhead", "wait"), ("15.51", "a Soviet Supply Phase after a landing")),
    **dict.fromkeys(("continue", "stop"), ("3.13", "the end of a scenario")),
})  # fmt: skip
