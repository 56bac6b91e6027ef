"""11.8, 11.9: momentum attacks, and probing attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from grognard.decision import DONE, Choices, Decision, Procedure, Words, offer, put
from grognard.games.oder.battle import attack, step_in
from grognard.games.oder.eligible import may_fight, not_next_to
from grognard.games.oder.position import ATTACKED, GERMAN, MOMENTUM, PROBED, Position, Unit
from grognard.games.oder.stacking import fits
from grognard.games.oder.supply import REGULAR, fly, may_fly, supply
from grognard.hexes import Hex, HexSet
from grognard.mechanics.turn import Verb
from grognard.ruling import OK, Ruling, no

# --- 11.8 momentum ----------------------------------------------------------------------------------------------------


def has_momentum(g: Position, unit: Unit) -> bool:
    """11.8a, 11.8d: a German mechanised unit that has not used its momentum in this turn."""
    return g.side == GERMAN and g.rules.mechanised(unit) and not g.flags[unit] & MOMENTUM


def momentum(g: Position, units: list[Unit]) -> Procedure[None]:
    """11.8, 11.9: units that have just advanced attack once more, at once, or probe if they have not probed."""
    while units := [u for u in units if g.at[u] >= 0 and has_momentum(g, u)]:
        hexes = momentum_targets(g, units)
        probes = {u: probe_hexes(g, u) for u in units if not g.flags[u] & PROBED}
        probes = {u: found for u, found in probes.items() if found}
        if not hexes and not probes:
            return
        needy = [unit for unit in units if supply(g, unit) != REGULAR] if hexes and may_fly(g) else []
        words = yield from put(_momentum_question(g, units, hexes, probes, needy))
        if words[0] == "stop":
            return
        if words[0] == "supply":
            fly(g, g.unit(words[1]))
        elif words[0] == "probe":
            for unit in map(g.unit, words[1:-1]):
                g.flags[unit] |= MOMENTUM | PROBED
                step_in(g, unit, g.rules.hex_by_name[words[-1]], "11.9c")
        else:
            chosen = [g.unit(word) for word in words[2:-1]]
            for unit in chosen:
                g.flags[unit] |= MOMENTUM
            yield from attack(g, g.rules.hex_by_name[words[1]], chosen, marks=False)


def momentum_targets(g: Position, units: Sequence[Unit]) -> list[Hex]:
    """11.8b: any enemy next to a unit with momentum, attacked before or not."""
    near = {hex for unit in units for hex in g.rules.near(g.at[unit])}
    return sorted(hex for hex in near if g.occupied[g.enemy] >> hex & 1)


def _momentum_question(
    g: Position, units: list[Unit], hexes: list[Hex], probes: dict[Unit, list[Hex]], needy: list[Unit]
) -> Decision:
    open = {"attack": hexes, "probe": probes, "supply": needy, "stop": units}

    def tree(words: Words) -> Choices:
        if not words:
            return offer(("verb", [verb for verb, things in open.items() if things]))
        if words[0] == "stop":
            return DONE
        if words[0] == "supply":  # 8.3a: at any time of the phase
            return offer(("unit", g.names(needy))) if len(words) == 1 else DONE
        if words[0] == "probe":
            return _probing(g, probes, words[1:])
        if len(words) == 1:
            return offer(("hex", list(map(g.hexname, hexes))))
        target = g.rules.hex_by_name[words[1]]
        able = [u for u in units if g.rules.adjacent(g.at[u], target) and g.rules.attack[u]]
        return _attackers_then_go(g, able, words[2:])

    prompt = f"Momentum: {' '.join(g.names(units))} may attack once more, or stop"
    return Decision(GERMAN, "momentum", prompt, "11.8a", tree, partial(_momentum_why_not, g, units, probes))


def _momentum_why_not(
    g: Position, units: list[Unit], probes: dict[Unit, list[Hex]], words: Words, word: str
) -> Ruling | None:
    """Why a word is no answer to the question of momentum."""
    unit, hex = g.find(word), g.hex(word)
    if not words:
        return no("11.8a", "momentum is used before any other combat: stop first") if word == "end" else None
    if words[0] in ("attack", "probe") and unit is not None and unit not in units:
        return no("11.8a", f"{word} is none of the mechanised units that have just advanced and have momentum left")
    if words[0] == "probe":
        if unit is not None and unit not in probes and g.flags[unit] & PROBED:
            return no("11.9c", f"{word} has probed in this phase")
        return _probe_why_not(g, words[1:], word, may_probe=_may_probe_on)
    if words[0] == "attack" and len(words) == 1:
        if hex is None:
            return None if unit is None else no("11.2b", f"choose the enemy first, then {word}")
        if not g.occupied[g.enemy] >> hex & 1:
            return no("11.0a", f"there is no enemy in {word}")
        return no("11.8a", f"none of the units with momentum is next to {word}: {' '.join(g.names(units))}")
    if words[0] == "attack":
        if hex is not None:
            return no("11.2b", "an attack has exactly one target hex")
        if word in words[2:]:
            return no("11.3a", f"{word} is named already")
        if unit is not None:
            return not_next_to(g, unit, g.rules.hex_by_name[words[1]])
        return no("11.0a", "name the units that attack first") if word == "go" else None
    return None


def _attackers_then_go(g: Position, able: Sequence[Unit], named: Words) -> Choices:
    """The units of an attack, one after another, and then go."""
    if named and named[-1] == "go":
        return DONE
    rest = [name for name in g.names(able) if name not in named]
    return offer(("unit", rest), ("verb", ("go",) if named else ()))


# --- 11.9 probing attacks ---------------------------------------------------------------------------------------------


def probe_hexes(g: Position, unit: Unit) -> list[Hex]:
    """11.9a: the empty hexes in an EZOC next to a unit that is itself next to an enemy."""
    here, enemy = g.at[unit], g.occupied[g.enemy]
    near = g.rules.near(here)
    if not any(enemy >> hex & 1 for hex in near):
        return []
    open = _open_to_probes(g)
    return [hex for hex in near if open >> hex & 1]


def may_probe(g: Position, unit: Unit) -> Ruling:
    """Whether a unit may make a probing attack somewhere."""
    ruling = may_fight(g, unit)
    if ruling is not OK:
        return ruling
    if unit in g.rules.shock:
        return no("11.0d", f"{g.name(unit)} is a Shock Army and never probes")
    return _may_probe_on(g, unit)


def _may_probe_on(g: Position, unit: Unit) -> Ruling:
    """Whether a unit that may fight stands where it can probe."""
    if not probe_hexes(g, unit):
        return no("11.9a", f"{g.name(unit)} is not next to an enemy and to an empty hex in his zone of control")
    return OK


def _probers(g: Position) -> dict[Unit, list[Hex]]:
    return g.memo("probers", lambda: {unit: probe_hexes(g, unit) for unit in _able_to_probe(g)})


def _able_to_probe(g: Position) -> Iterator[Unit]:
    enemies, beside = g.occupied[g.enemy], g.rules.beside
    near = g.occupied[g.side] & beside(enemies) & beside(_open_to_probes(g))
    return (unit for unit in g.units_in(near) if may_probe(g, unit) is OK)


def _open_to_probes(g: Position) -> HexSet:
    """11.9a: the empty hexes in an EZOC; nobody stays on a land bridge."""
    return g.zoc(g.enemy) & ~(g.occupied[g.enemy] | g.occupied[g.side] | g.rules.spits)


def _together(g: Position, able: Mapping[Unit, list[Hex]], units: Sequence[Unit]) -> list[Hex]:
    """G42: the hexes into which units may probe together."""
    return [hex for hex in able[units[0]] if all(hex in able[u] for u in units)] if fits(g, units) else []


def _probing(g: Position, able: Mapping[Unit, list[Hex]], words: Words) -> Choices:
    """The units of a probe, one after another, and the hex they enter."""
    if not words:
        return offer(("unit", g.names(able)))
    if words[-1] in g.rules.hex_by_name:
        return DONE
    named = [g.unit(word) for word in words]
    more = [u for u in able if u not in named and _together(g, able, [*named, u])]
    return offer(("hex", [*map(g.hexname, _together(g, able, named))]), ("unit", g.names(more)))


def _probe_possible(g: Position) -> Ruling:
    somebody = next(_able_to_probe(g), None)  # the first will do
    return OK if somebody is not None else no("11.9a", "no unit of yours can make a probing attack")


def _probe_tree(g: Position, words: Words) -> Choices:
    return _probing(g, _probers(g), words)


def _probe_why_not(
    g: Position, words: Words, word: str, may_probe: Callable[[Position, Unit], Ruling] = may_probe
) -> Ruling | None:
    unit, hex = g.find(word), g.rules.hex_by_name.get(word)
    if unit is not None:
        ruling = may_probe(g, unit)
        return ruling if not ruling else _why_not_together(g, words, unit)
    if hex is None:
        return None
    if not words:
        return no("11.9a", f"name the units that probe before {word}")
    if g.stack(hex):
        return no("11.9a", f"{word} is not empty")
    if g.rules.spits >> hex & 1:
        return no("10.0f", f"{word} is a land bridge")
    return no("11.9a", f"{word} is not a hex in an EZOC next to {' '.join(words)}")


def _why_not_together(g: Position, words: Words, unit: Unit) -> Ruling:
    """Why a unit that may probe cannot do so with others."""
    name, others = g.name(unit), " ".join(words)
    if name in words:
        return no("11.9a", f"{name} is named already")
    if not fits(g, [unit, *map(g.unit, words)]):
        return no("6.2a", f"{others} and {name} are too many for one hex")
    return no("11.9a", f"there is no hex into which {others} and {name} may probe together")


def _probe(g: Position, words: Words) -> Procedure[None]:
    """11.9b: no odds, no die: the units advance; German mechanised ones may go on with momentum (11.9f)."""
    units = [g.unit(word) for word in words[:-1]]
    for unit in units:
        g.flags[unit] |= ATTACKED | PROBED
        step_in(g, unit, g.rules.hex_by_name[words[-1]], "11.9b")
    yield from momentum(g, units)


PROBE: Verb[Position] = Verb("probe", "11.9a", _probe_possible, _probe_tree, _probe_why_not, _probe)
