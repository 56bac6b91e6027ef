"""The preview of an attack or overrun: every adjustment with its rule, and the exact chance of each result.

Untried units may be any counter of their pool that nobody has seen, so the chances are those of every way the unseen
counters can lie (12.0).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from grognard.decision import Words
from grognard.errors import Invalid
from grognard.games.guderian.position import Position, Unit
from grognard.games.guderian.strength import (
    Fight,
    attack_face,
    attack_strength,
    defence_face,
    defence_strength,
    defenders_of,
    leader_bonus,
    notes,
    overrun_strength,
    terrain_multiple,
    unit_strength,
)  # fmt: skip
from grognard.games.guderian.supply import in_supply
from grognard.games.guderian.untried import unseen
from grognard.hexes import Hex
from grognard.mechanics.draws import draws
from grognard.mechanics.odds import column_for, outcomes
from grognard.preview import Line, Preview

Sums = tuple[int, ...]  # what has been turned over so far, hex by hex
NO_ATTACK, NO_DEFENCE = "no attack", "De without a roll"


def preview(g: Position, words: Words) -> Preview:
    """What an attack or overrun would do, as far as anybody can know."""
    fight = _fight(g, words)
    hidden = [u for u in (*fight.attackers, *fight.defenders) if not g.tried[u]]
    lines: list[Line] = []
    if hidden:
        chances = _strengths(g, fight, lines)
    else:
        note = notes(lines)
        attack = attack_strength(g, fight, attack_face(g), note)
        defence = defence_strength(g, fight, defence_face(g), note)
        chances = {(attack, defence): 1.0}
    columns: dict[str, float] = {}
    results: dict[str, float] = {}
    for (attack, defence), chance in sorted(chances.items()):
        if not attack or not defence:
            what = NO_DEFENCE if attack else NO_ATTACK
            results[what] = results.get(what, 0.0) + chance
        else:
            column = column_for(attack, defence, g.rules.columns)
            columns[column] = columns.get(column, 0.0) + chance
    columns = {column: columns[column] for column in g.rules.columns if column in columns}
    results |= outcomes(columns, g.rules.crt)
    return Preview(
        kind="overrun" if fight.overrun else "attack",
        attack=_span({attack for attack, _ in chances}),
        defence=_span({defence for _, defence in chances}),
        column=" to ".join(dict.fromkeys((next(iter(columns), "-"), next(reversed(columns), "-")))),
        lines=tuple(lines),
        columns=columns,
        outcomes=dict(sorted(results.items(), key=lambda item: -item[1])),
        notes=tuple(f"{g.name(u)} is untried: one of {len(_pool(g, u))} unseen counters" for u in hidden),
    )


def _fight(g: Position, words: Words) -> Fight:
    if not words or words[0] not in ("attack", "overrun"):
        raise Invalid("a preview is of an attack or an overrun: attack HEX UNIT..., overrun HEX UNIT...")
    hexes = tuple(g.rules.hex_by_name[w] for w in words[1:] if w in g.rules.hex_by_name)
    units = [g.unit(w) for w in words[1:] if w not in g.rules.hex_by_name and w != "go"]
    if not hexes or not units:
        raise Invalid(f"name the hex and the units: {words[0]} HEX UNIT...")
    overrun = words[0] == "overrun"
    return Fight(g.side, hexes, units, defenders_of(g, hexes, overrun), overrun)


def _span(values: set[int]) -> str:
    low, high = min(values), max(values)
    return str(low) if low == high else f"{low} to {high}"


def _pool(g: Position, unit: Unit) -> list[int]:
    return unseen(g, g.rules.kind[unit], g.deck[unit])


# --- untried units ---------------------------------------------------------------------------------------------------


def _strengths(g: Position, fight: Fight, lines: list[Line]) -> dict[tuple[int, int], float]:
    """The chance of every pair of total strengths."""
    attacking = any(not g.tried[u] for u in fight.attackers)
    units = fight.attackers if attacking else fight.defenders
    note = notes(lines)
    places = list(dict.fromkeys(g.at[u] for u in units))
    sums = _deal(g, units, places, attacking)
    _explain(g, units, attacking, lines)
    score = _attack_score(g, fight, places, note) if attacking else _defence_score(g, fight, places, note)
    total = sum(sums.values())
    chances: dict[tuple[int, int], float] = {}
    for turned, ways in sums.items():
        pair = score(turned)
        chances[pair] = chances.get(pair, 0.0) + ways / total
    return chances


def _explain(g: Position, units: list[Unit], attacking: bool, lines: list[Line]) -> None:
    side = 0 if attacking else 1
    for unit in units:
        if not g.tried[unit]:
            values = [g.rules.counters[n].steps[0][side] for n in _pool(g, unit)]
            halved = "" if in_supply(g, unit) else ", out of supply, halved"
            lines.append(Line(f"{g.name(unit)} untried{halved}", f"{min(values)} to {max(values)}", "12.2a"))


def _deal(g: Position, units: list[Unit], places: list[Hex], attacking: bool) -> dict[Sums, int]:
    """In how many ways the untried units can come to each strength in each hex, and to an escort able to attack.

    For each place two numbers: the strength turned over there, and whether a unit that can attack is among it.
    """
    sums: dict[Sums, int] = {(0,) * (2 * len(places)): 1}
    hidden = [u for u in units if not g.tried[u]]
    for kind, deck in dict.fromkeys((g.rules.kind[u], g.deck[u]) for u in hidden):
        mine = [u for u in hidden if (g.rules.kind[u], g.deck[u]) == (kind, deck)]
        pool: dict[tuple[int, int], int] = {}
        for counter in unseen(g, kind, deck):
            attack, defence, _ = g.rules.counters[counter].steps[0]
            pool[attack, defence] = pool.get((attack, defence), 0) + 1
        if attacking:
            pool = _merge(pool, lambda face: (face[0], face[0]))
        else:
            pool = _merge(pool, lambda face: (min(face[0], 1), face[1]))
        situations = list(dict.fromkeys((places.index(g.at[u]), in_supply(g, u)) for u in mine))
        contexts = [sum((places.index(g.at[u]), in_supply(g, u)) == s for u in mine) for s in situations]

        def add(
            total: Sums, face: tuple[int, int], context: int, count: int,
            situations: list[tuple[int, bool]] = situations,
        ) -> Sums:  # fmt: skip
            place, supplied = situations[context]
            attack, worth = face
            if worth and not supplied:
                worth = max(1, worth // 2)
            turned = list(total)
            turned[2 * place] += count * worth
            turned[2 * place + 1] = max(turned[2 * place + 1], min(attack, 1))
            return tuple(turned)

        combined: dict[Sums, int] = {}
        for before, many in sums.items():
            for after, ways in draws(pool, contexts, before, add).items():
                combined[after] = combined.get(after, 0) + many * ways
        sums = combined
    return sums


def _merge(
    pool: dict[tuple[int, int], int], key: Callable[[tuple[int, int]], tuple[int, int]]
) -> dict[tuple[int, int], int]:
    merged: dict[tuple[int, int], int] = {}
    for face, count in pool.items():
        merged[key(face)] = merged.get(key(face), 0) + count
    return merged


Score = Callable[[Sums], tuple[int, int]]


def _attack_score(g: Position, fight: Fight, places: list[Hex], note: Callable[[str, object, str], None]) -> Score:
    """Attack and defence once it is known what the untried attackers of each hex are worth."""
    known: list[int] = []
    for place in places:
        tried = [u for u in fight.attackers if g.at[u] == place and g.tried[u] and u not in g.rules.leaders]
        known.append(sum(unit_strength(g, u, attack_face(g), note) for u in tried))
    for leader in (u for u in fight.attackers if u in g.rules.leaders):
        note(f"{g.name(leader)} adds up to", g.rules.units[leader].rating, "10.36a")
    if fight.overrun:
        note("overrun, halved", "1/2", "6.55a")
    defences: dict[tuple[Hex, ...], int] = {}
    defence_strength(g, fight, defence_face(g), note)

    def score(turned: Sums) -> tuple[int, int]:
        total, present = 0, []
        for n, place in enumerate(places):
            strength = known[n] + turned[2 * n]
            if strength:
                present.append(place)
                leaders = [u for u in fight.attackers if g.at[u] == place and u in g.rules.leaders]
                total += strength + leader_bonus(g, leaders, strength)
        key = tuple(present)  # a river counts or not by who is left to cross it (9.32)
        if key not in defences:
            left = replace(fight, attackers=[u for u in fight.attackers if g.at[u] in key])
            defences[key] = defence_strength(g, left, defence_face(g)) if key else 1
        if total and fight.overrun:
            total = overrun_strength(total)
        return total, defences[key]

    return score


def _defence_score(g: Position, fight: Fight, places: list[Hex], note: Callable[[str, object, str], None]) -> Score:
    """The same for untried defenders."""
    attack = attack_strength(g, fight, attack_face(g), note)
    base: list[int] = []
    multiples: list[int] = []
    fleeing: list[int] = []  # what Leaders add who would go back if their escort proved worthless (10.23b)
    for place in places:
        multiple = terrain_multiple(g, place, fight.attackers, note)
        multiples.append(multiple)
        here = [u for u in fight.defenders if g.at[u] == place and g.tried[u]]
        escorted = any(g.tried[u] and g.may_attack_ever(u) for u in g.stack(place))
        flighty = [u for u in here if u in g.rules.leaders and g.back[u] >= 0 and not escorted]
        values = {u: unit_strength(g, u, defence_face(g), note) for u in here}
        fleeing.append(sum(values[u] for u in flighty))
        base.append(sum(values.values()) - fleeing[-1])

    def score(turned: Sums) -> tuple[int, int]:
        total = 0
        for n, multiple in enumerate(multiples):
            leaders = fleeing[n] if turned[2 * n + 1] else 0
            total += multiple * (base[n] + leaders + turned[2 * n])
        return attack, total

    return score
