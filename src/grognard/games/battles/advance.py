"""12.7 Advance after combat: along the path of retreat, or where all in a hex were eliminated, up to two hexes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.decision import Choices, Decision, Procedure, Words, offer, put
from grognard.events import Advanced
from grognard.games.battles.position import ADVANCED, Position, Unit
from grognard.games.battles.retreat import can_enter, is_immobile
from grognard.games.battles.stacking import fits
from grognard.hexes import Hex, HexSet
from grognard.mechanics.aftermath import Path, Vacated, left_behind
from grognard.mechanics.verbs import split
from grognard.ruling import Ruling, no


def vacated(g: Position, hexes: Iterable[Hex], paths: Sequence[Path]) -> list[Vacated]:
    """12.7p: the hexes of a combat that lie empty now, each with where it leads (G41: one entry for each path)."""
    found: list[Vacated] = []
    for hex in dict.fromkeys(hexes):
        if hex in g.stacks:
            continue
        ways = [path for path in paths if path[0] == hex and len(path) > 1]
        found += [Vacated(left_behind(path, g.stacks)) for path in ways]
        if not ways:  # 12.7h: everybody in it was eliminated
            beyond = tuple(h for h in g.rules.near(hex) if h not in g.stacks)
            found.append(Vacated((hex,), beyond))
    return found


def ways_on(g: Position, unit: Unit, open: Iterable[Vacated], stops: HexSet) -> dict[Hex, Path]:
    """Every hex the unit may advance to and the way there, room or not; `stops` are hexes that had works (12.7i)."""
    ways: dict[Hex, Path] = {}
    start = g.at[unit]
    if is_immobile(g, unit):
        return ways
    for one in open:
        here = start
        walked: Path = ()
        for hex in one.path:
            if not can_enter(g, unit, here, hex):
                break
            walked = (*walked, hex)
            ways.setdefault(hex, walked)
            if must_stop(g, here, hex, stops):
                break
            here = hex
        else:
            if g.rules.is_mobile(unit):
                for hex in one.beyond:
                    if hex != start and can_enter(g, unit, here, hex):
                        ways.setdefault(hex, (*walked, hex))
    return ways


def must_stop(g: Position, here: Hex, hex: Hex, stops: HexSet) -> bool:
    """12.7i: a swamp, works, or the far bank of a major river ends an advance."""
    return bool((g.rules.swamp | stops) >> hex & 1) or (here, hex) in g.rules.major


def advance(
    g: Position, victors: Sequence[Unit], open: Sequence[Vacated], stops: HexSet, rule: str = "12.7p"
) -> Procedure[list[Unit]]:
    """12.7a-c: any or all of the victors, each once, now or never; answers with those who went."""
    left = [unit for unit in victors if g.at[unit] >= 0]
    gone: list[Unit] = []
    while left:
        with g.still():
            ways = {unit: found for unit in left if (found := ways_on(g, unit, open, stops))}
            able = {unit: [h for h in found if _has_room(g, (unit,), h)] for unit, found in ways.items()}
            able = {unit: hexes for unit, hexes in able.items() if hexes}
        if not able:
            break
        words = yield from put(_question(g, ways, able, rule))
        if words == ("stay",):
            break
        party, (hex,) = split(g, words[1:])
        for unit in party:
            _go(g, unit, (g.at[unit], *ways[unit][hex]), rule)
            left.remove(unit)
            gone.append(unit)
    return gone


def _go(g: Position, unit: Unit, path: Path, rule: str) -> None:
    for hex in path[1:-1]:
        g.pass_through(unit, hex)
    g.enter(unit, path[-1])
    g.flags[unit] |= ADVANCED
    g.tell(Advanced(unit=g.name(unit), path=g.hexnames(path), how="advances", rule=rule))


def _has_room(g: Position, units: Sequence[Unit], hex: Hex) -> bool:
    """11.1c: no overstacking at the end of an advance."""
    return fits(g, (*g.stack(hex), *units))


def _question(g: Position, ways: dict[Unit, dict[Hex, Path]], able: dict[Unit, list[Hex]], rule: str) -> Decision:
    """`advance UNIT ... HEX`, or `stay`."""
    side = g.owners[next(iter(able))]

    def common(units: Sequence[Unit]) -> list[Hex]:
        return [h for h in able[units[0]] if all(h in able[u] for u in units) and _has_room(g, units, h)]

    def tree(words: Words) -> Choices:
        if not words:
            return offer(("verb", ("advance", "stay")))
        party, way = split(g, words[1:])
        if way or words == ("stay",):
            return offer(complete=True)
        if not party:
            return offer(("unit", g.names(able)))
        joining = [u for u in able if u not in party and common((*party, u))]
        return offer(("hex", g.hexnames(common(party))), ("unit", g.names(joining)))

    def why_not(words: Words, word: str) -> Ruling | None:
        if words[:1] != ("advance",):
            return None
        party, _ = split(g, words[1:])
        hex, unit = g.hex(word), g.find(word)
        if hex is not None and party:
            reached = [u for u in party if hex in ways[u]]
            if len(reached) == len(party):
                return no("11.1c", f"{word} has no room for all of them")
            return no("12.7g", f"{word} does not lie on the path that was left, or the advance must stop before it")
        if unit is not None:
            return no("12.2b", f"{word} did not win this combat, has advanced, or has no hex to advance to")
        return None

    return Decision(side, "advance", "Advance units after combat, or stay", rule, tree, why_not)
