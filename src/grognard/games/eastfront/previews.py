"""The preview of a battle or of pursuit fire: who fires how, and the exact chance of every result (7, 6.42).

A side knows its own units and those that lie face-up (0b). A hidden block may be any block of its side that can be on
the map and is not face-up somewhere, at any of its strengths; the chances are the average over all that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.decision import Words
from grognard.errors import Invalid, nearest
from grognard.games.eastfront.assault import repulse_number
from grognard.games.eastfront.camps import (
    SAMPLE,
    Camp,
    camp_of,
    faces_of,
    known,
    manner,
    possible_blocks,
    strengths,
)
from grognard.games.eastfront.combat import STRIKE, begin_combat
from grognard.games.eastfront.command import supported
from grognard.games.eastfront.control import determine_control
from grognard.games.eastfront.fire import (
    DEFENSIVE,
    OFFENSIVE,
    defence,
    firepower,
    in_fortress,
    protecting,
    rearguard_defence,
)
from grognard.games.eastfront.invasion import EVACUATE, INVADE
from grognard.games.eastfront.movement import MOVE
from grognard.games.eastfront.paras import DROP
from grognard.games.eastfront.position import ENEMY, SEA, UNUSED, Position, Unit
from grognard.games.eastfront.pursuit import pursuit_firepower, runner_speed
from grognard.games.eastfront.rearguard import REARGUARD
from grognard.games.eastfront.rounds import (
    FACES,
    POLICY,
    TAKEN,
    Fire,
    Odds,
    Terms,
    dice_of,
    fight,
    fire_of,
    gunner_of,
)  # fmt: skip
from grognard.hexes import Hex
from grognard.mechanics.pools import Spread, blend, pool, total
from grognard.mechanics.turn import Verb
from grognard.preview import Line, Preview

ARRIVALS = ("move", "drop", "invade")
MADE: dict[str, Verb[Position]] = {
    "strike": STRIKE, "move": MOVE, "drop": DROP, "invade": INVADE, "rearguard": REARGUARD, "evacuate": EVACUATE,
}  # fmt: skip
VERBS = ("resolve", "battle", *MADE)
ROWS = 6  # of a table of survivors; the rest is 'other'
BY_TYPE = {"armor": "2.21", "mech": "2.22", "infantry": "2.23", "cavalry": "2.24", "shock": "2.25", "para": "14.5"}
HIDDEN = "not face-up and can be on the map, all equally likely, at any of its strengths"


def preview(g: Position, side: str | None, words: Words) -> Preview:
    """What a battle, or the pursuit of a rearguard, would bring as far as the side may know."""
    verb = words[0] if words else ""
    if verb not in VERBS:
        raise Invalid(f"no odds for '{verb}': {', '.join(VERBS)}{nearest(verb, VERBS)}")
    if verb not in MADE:
        if len(words) != 2:
            raise Invalid(f"name the hex: {verb} HEX")
        return _battle(g, side, g.rules.grid.hex(words[1]))
    _check(g, side, words)
    hex = g.rules.grid.by_name[words[-1]]
    if verb in ARRIVALS and not g.present(g.enemy, hex):
        raise Invalid(f"no enemy is in {g.spell(hex)}: there is no battle to preview")
    twin = g.copy()
    MADE[verb].carry_out(twin, words[1:])
    if verb in ("rearguard", "evacuate"):
        return _pursuit(twin, side, g.unit(words[1]))
    if verb in ARRIVALS:
        _to_combat(twin)
    twin.freeze()
    return _battle(twin, side, hex)


def _check(g: Position, side: str | None, words: Words) -> None:
    """Whether the side may do what it asks about; only then is the enemy's or the rules' answer its business."""
    verb, form = words[0], f"{words[0]} {'HQ' if words[0] == 'strike' else 'UNIT'} HEX"
    if side != g.side:
        raise Invalid(f"{verb} is for the {g.side.title()} side, whose player-turn it is")
    if len(words) < 3:
        raise Invalid(f"name the unit and the hex: {form}")
    for at in range(1, len(words)):
        choices = MADE[verb].tree(g, words[1:at])
        if words[at] not in choices:
            hint = nearest(words[at], choices.items)
            raise Invalid(f"'{words[at]}' is not possible in '{' '.join(words)}': {form}{hint}")


def _to_combat(g: Position) -> None:
    """The Combat Phase as it would be if the Movement Phase ended now: rearguards have left, control is new."""
    for unit, (hex, fallback) in g.rearguards.items():
        g.place(unit, fallback)
        g.settle(hex)
        g.role.pop(unit, None)  # an HQ that retreats has mobilized (5.41)
        if g.present(g.side, hex) and g.present(g.enemy, hex):
            g.battles[hex] = g.side
            g.fresh |= 1 << hex
    g.rearguards = {}
    determine_control(g)
    begin_combat(g)


# --- 7 battles -------------------------------------------------------------------------------------------------------


def _battle(g: Position, side: str | None, hex: Hex) -> Preview:
    if hex not in g.battles:
        raise Invalid(f"there is no battle in {g.spell(hex)}")
    g = _without_secrets(g, side)
    attackers = camp_of(g, side, hex, g.side, OFFENSIVE)
    defenders = camp_of(g, side, hex, g.enemy, DEFENSIVE)
    terms = _terms(g, attackers)
    odds = fight(attackers.mixture(), defenders.mixture(), terms)
    return Preview(
        kind="assault" if terms.repulse else "battle",
        attack=_dice(g, attackers),
        defence=_dice(g, defenders),
        column=_column(g, hex, terms),
        lines=tuple(_lines(g, attackers, defenders, terms)),
        columns={},
        outcomes=_outcomes(g, hex, odds),
        notes=tuple(_notes(g, attackers, defenders, terms)),
        first=defenders.owner,
        tables=_tables(odds, terms),
    )


def _column(g: Position, hex: Hex, terms: Terms) -> str:
    hits = f"{terms.per_step} hit{'s' if terms.per_step > 1 else ''} a step" if terms.per_step else "no hits possible"
    return hits if supported(g) >> hex & 1 else f"{hits}, unsupported"


def _without_secrets(g: Position, side: str | None) -> Position:
    """A copy of the position without what only the enemy can know of blocks that are not in sight."""
    twin = g.copy()
    twin.rebuilt = frozenset(unit for unit in g.rebuilt if known(g, side, unit))
    twin.freeze()
    return twin


def _terms(g: Position, attackers: Camp) -> Terms:
    hex = attackers.hex
    per_step = defence(g, hex, supported=bool(supported(g) >> hex & 1))
    hq, power = g.strikes.get(hex), g.scenario.air[g.side]
    strikes = hq is not None and power != "NONE"
    return Terms(
        per_step=per_step,
        strike=(g.airpower[hq], faces_of(g, power)) if hq is not None and strikes else (0, 0),
        repulse=_repulse_number(attackers),
        para_loss=g.rules.charts.value("repulse.para_loss"),
        fortress=in_fortress(g, g.enemy, hex),
        zone=bool(g.rules.zones >> hex & 1),
    )


def _repulse_number(attackers: Camp) -> int:
    """7.51, with a hidden invader from the sea taken for ordinary infantry: its face would tell (15.43)."""
    g, hex = attackers.g, attackers.hex
    invaders = [unit for unit in attackers.hidden if manner(g, unit) == SEA]
    if not invaders:
        return repulse_number(g, hex)
    twin = g.copy()
    for unit in invaders:
        plain = [u for u in possible_blocks(g, unit) if u not in g.rules.coastal]
        twin.withdraw(unit, UNUSED)
        twin.place(plain[0], hex)
        twin.entered[plain[0]] = g.entered[unit]
    return repulse_number(twin, hex)


def _outcomes(g: Position, hex: Hex, odds: Odds) -> dict[str, float]:
    cleared = g.battles[hex] != g.side  # 7.23: the Original Defender has the hex already
    found = {
        "enemy driven out" if cleared and what == TAKEN else what: p for what, p in odds.outcomes.items() if p > 1e-12
    }
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def _tables(odds: Odds, terms: Terms) -> dict[str, dict[str, float]]:
    tables = {
        "steps the defender loses": _numbered(odds.defender_lost),
        "steps the attacker loses": _numbered(odds.attacker_lost),
    }
    if terms.repulse:
        tables["units repulsed"] = _numbered(odds.repulsed)
    tables["left of the defender"] = likeliest(odds.defender_left)
    tables["left of the attacker"] = likeliest(odds.attacker_left)
    return tables


def _numbered(chances: dict[int, float]) -> dict[str, float]:
    return {str(number): chances[number] for number in sorted(chances) if chances[number] > 1e-12}


def likeliest(chances: dict[str, float]) -> dict[str, float]:
    """The likeliest rows of a table, and the rest in one."""
    rows = sorted(((what, p) for what, p in chances.items() if p > 1e-12), key=lambda row: (-row[1], row[0]))
    rest = sum(chance for _, chance in rows[ROWS:])
    return dict(rows[:ROWS]) | ({"other": rest} if rest else {})


# --- the computation in words ----------------------------------------------------------------------------------------


def _lines(g: Position, attackers: Camp, defenders: Camp, terms: Terms) -> Iterable[Line]:
    hex, (strike, faces) = attackers.hex, terms.strike
    if strike:
        dice = _throw(g, strike, g.scenario.air[g.side], faces)
        yield Line(f"{g.name(g.strikes[hex])} strikes from the air", dice, "13.15")
    yield Line("fires first", g.enemy.title(), "7.22")
    yield from _fire_lines(g, defenders, terms)
    if terms.repulse:
        lowest, rule = terms.repulse == 1, "7.53" if terms.repulse == 1 else "7.51"
        yield Line("a die repulses an attacker on", "1" if lowest else f"1 to {terms.repulse}", rule)
    yield Line("fires then, with what is left", g.side.title(), "7.22")
    yield from _fire_lines(g, attackers, terms)
    hits = str(terms.per_step) if terms.per_step else "no hit counts"
    why = f" ({', '.join(protection)})" if (protection := _protection(g, hex, terms)) else ""
    yield Line(f"hits for a step of a defender{why}", hits, _defence_rule(g, hex, terms))


def _fire_lines(g: Position, camp: Camp, terms: Terms) -> Iterable[Line]:
    gunner = _gunner(camp) if camp.mode == DEFENSIVE and terms.fortress and not camp.hidden else None
    for unit in camp.seen:
        power = firepower(g, unit, camp.hex, camp.mode, largest=unit == gunner)
        rule = _rule(g, unit, camp, power, unit == gunner)
        yield Line(f"{g.name(unit)}, {camp.mode} fire", _throw(g, g.cv[unit], power, faces_of(g, power)), rule)
    if camp.hidden:
        most = [max(strengths(g, u)[-1] for u in possible_blocks(g, block)) for block in camp.hidden]
        what = f"{len(camp.hidden)} hidden {camp.owner.title()} block{'s' if len(camp.hidden) > 1 else ''}"
        yield Line(f"{what}, {camp.mode} fire", f"0 to {sum(most)} dice", "0b")


def _throw(g: Position, dice: int, power: str, faces: int) -> str:
    if not faces:
        return "does not fire"
    return f"{dice} {'die' if dice == 1 else 'dice'}, {power} ({g.rules.hits[power]}{'+' if faces > 1 else ''})"


def _gunner(camp: Camp) -> Unit | None:
    force = camp.sure()
    at = gunner_of(force, tuple(fighter.steps for fighter in force))
    return None if at is None else camp.seen[at]


def _rule(g: Position, unit: Unit, camp: Camp, power: str, gunner: bool) -> str:
    """The rule that gives a unit its firepower here."""
    block, printed = g.rules.units[unit], g.rules.fire[camp.mode][g.rules.units[unit].type]
    if gunner:
        return "1.46"
    if power == printed:
        return BY_TYPE.get(block.type, "2.26")
    raised = g.rules.hits[power] < g.rules.hits[printed]
    if not raised:  # a ceiling on offensive fire
        return "12.24" if g.weather == "mud" else "W41.1" if "winter_paralysis" in g.scenario.special else "1.33"
    special = {"ss": "2.65", "siege": "2.63", "mountain": "2.62"}
    mine = next((special[word] for word in block.special if word in special), "")
    if camp.mode == DEFENSIVE and g.rules.major >> camp.hex & 1 and mine != "2.65":
        return "1.41"
    return mine


def _defence_rule(g: Position, hex: Hex, terms: Terms) -> str:
    if not supported(g) >> hex & 1:
        return "7.4"
    return "7.35" if terms.fortress else "7.33" if terms.per_step == 1 else "7.34"


def _protection(g: Position, hex: Hex, terms: Terms) -> list[str]:
    """Why it takes more than one hit: the walls, the ground or the weather, and attackers whom no HQ supports."""
    found = ["fortress"] if terms.fortress else protecting(g, hex)
    return found if supported(g) >> hex & 1 else [*found, "no HQ supports the attack"]


def _dice(g: Position, camp: Camp) -> str:
    force = camp.sure()
    words = [_spell_fire(g, fire_of(force, tuple(fighter.steps for fighter in force)))] if force else []
    words += [f"{len(camp.hidden)} hidden"] if camp.hidden else []
    return " and ".join(word for word in words if word) or "no dice"


def _spell_fire(g: Position, fire: Fire) -> str:
    powers = {FACES + 1 - least: power for power, least in g.rules.hits.items()}
    return " ".join(f"{dice} {powers[faces]}" for faces, dice in dice_of(fire).items())


def _notes(g: Position, attackers: Camp, defenders: Camp, terms: Terms) -> Iterable[str]:
    yield POLICY
    throws = (f"{power} on {least}{'' if least == FACES else ' or more'}" for power, least in g.rules.hits.items())
    yield f"A die hits by firepower: {', '.join(throws)} (7.32)."
    for camp in (attackers, defenders):
        if camp.hidden:
            number = len({unit for block in camp.hidden for unit in possible_blocks(g, block)})
            yield f"A hidden {camp.owner.title()} block is taken to be any of the {number} that are {HIDDEN}."
            if camp.sampled:
                yield f"They are too many to count every case: the chances are those of {SAMPLE} cases drawn at random."
    if attackers.hidden or defenders.hidden:
        yield _case(g, attackers, defenders, terms, strong=False)
        yield _case(g, attackers, defenders, terms, strong=True)


def _case(g: Position, attackers: Camp, defenders: Camp, terms: Terms, *, strong: bool) -> str:
    """How the round would go if every hidden block were as weak, or as strong, as it can be."""
    attack, names = attackers.extreme(strong=strong)
    defence, more = defenders.extreme(strong=strong)
    odds = fight([(1.0, attack)], [(1.0, defence)], terms)
    chances = ", ".join(f"{what} {chance:.0%}" for what, chance in _outcomes(g, attackers.hex, odds).items())
    lost = sum(steps * chance for steps, chance in odds.attacker_lost.items())
    as_can_be = f"as {'strong' if strong else 'weak'} as can be ({', '.join(names + more)})"
    return f"If the hidden blocks are {as_can_be}: {chances}; the attacker loses {lost:.1f} steps on average."


# --- 6.42 pursuit ----------------------------------------------------------------------------------------------------


def pursuit_lines(g: Position, side: str | None, unit: Unit) -> list[Line]:
    """Who would fire at a unit that is the last to leave its battle, as far as the side may know."""
    pace, hex = runner_speed(g, unit), g.at[unit]
    lines = [Line(f"speed of {g.name(unit)}", str(pace), "15.6" if unit in g.afloat else "6.42")]
    hidden = 0
    for pursuer in g.stack(ENEMY[g.owner(unit)], hex):
        if known(g, side, pursuer):
            power = pursuit_firepower(g, pursuer, pace)
            lines.append(Line(g.name(pursuer), _throw(g, g.cv[pursuer], power, faces_of(g, power)), "6.42"))
        else:
            hidden += 1
    if hidden:
        lines.append(Line(f"hidden {ENEMY[g.owner(unit)].title()} blocks", str(hidden), "0b"))
    rule = "7.35" if in_fortress(g, g.owner(unit), hex) else "7.34"
    lines.append(Line("hits for a step of the rearguard", str(rearguard_defence(g, g.owner(unit), hex)), rule))
    return lines


def pursuit_hits(g: Position, side: str | None, unit: Unit) -> Spread:
    """The hits of the pursuit fire at a unit."""
    pace = runner_speed(g, unit)
    spreads: list[Spread] = []
    for pursuer in g.stack(ENEMY[g.owner(unit)], g.at[unit]):
        cases: Sequence[tuple[float, Unit, int]] = [(1.0, pursuer, g.cv[pursuer])]
        if not known(g, side, pursuer):
            units = possible_blocks(g, pursuer)
            cases = [(1 / len(units) / len(cvs), u, cv) for u in units for cvs in (strengths(g, u),) for cv in cvs]
        spreads.append(blend((p, pool(cv, faces_of(g, pursuit_firepower(g, u, pace)) / FACES)) for p, u, cv in cases))
    return total(spreads)


def _pursuit(g: Position, side: str | None, unit: Unit) -> Preview:
    hex = g.at[unit]
    if unit not in g.rearguards:
        raise Invalid(f"{g.name(unit)} does not retreat from a battle: nobody fires at it")
    per_step, hq = rearguard_defence(g, g.owner(unit), hex), g.is_hq(unit)
    steps = g.cv[unit] + hq
    losses: dict[int, float] = {}
    for hits, chance in enumerate(pursuit_hits(g, side, unit)):
        lost = min(hits // per_step, steps)
        losses[lost] = losses.get(lost, 0.0) + chance
    pursuers = g.stack(g.enemy, hex)
    hidden = [block for block in pursuers if not known(g, side, block)]
    outcomes = {
        "unharmed" if not lost else "eliminated" if lost == steps else f"loses {lost} step{'s' if lost > 1 else ''}": p
        for lost, p in losses.items()
        if p > 1e-12
    }
    return Preview(
        kind="pursuit",
        attack=f"{len(pursuers)} pursuer{'s' if len(pursuers) > 1 else ''}",
        defence=f"{g.name(unit)} {g.strength(unit)}",
        column=f"{per_step} hit{'s' if per_step > 1 else ''} a step",
        lines=tuple(pursuit_lines(g, side, unit)),
        columns={},
        outcomes=dict(sorted(outcomes.items(), key=lambda item: -item[1])),
        notes=(f"A hidden block is taken to be any that is {HIDDEN}.",) if hidden else (),
        tables={"steps the rearguard loses": _numbered(losses)},
    )
