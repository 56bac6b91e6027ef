"""12.3b The declarations: first the attacker's, then the defender's.

What costs nothing is claimed by itself. A side is asked only if it has something scarce or optional to decide: points
of HQs, leaders and ships, air markers, a lent anti-tank shift, a specialist's shift, the terrain of one of several
hexes. One answer says all of it: `declare HQ-9A HQ-9A air waive specialist go`, or just `go`.
"""

from __future__ import annotations

from grognard.decision import DONE, Choices, Decision, Occasion, Procedure, Words, offer, put
from grognard.games.battles.position import Position
from grognard.games.battles.shifts import KINDS, SPECIALIST, grounds, of_attacker, of_defender, specialists
from grognard.games.battles.strength import Fight
from grognard.games.battles.support import AIR, NAVAL, WAIVE, addable, waived
from grognard.ruling import Ruling, no

DECLARE, GO = "declare", "go"


def declare(g: Position, side: str) -> Procedure[None]:
    """Ask a side for its declaration if there is anything to decide."""
    fight = g.fight
    assert fight is not None
    with g.still():
        ask = is_choice(g, fight, side)
    if ask:
        words = yield from put(_question(g, fight, side))
        g.fight = fight.declaring(side, spoken(words))


def spoken(words: Words) -> Words:
    """The declaration in an answer, or in the beginning of one."""
    return tuple(word for word in words if word not in (DECLARE, GO))


def is_choice(g: Position, fight: Fight, side: str) -> bool:
    """Whether a side has something scarce or optional to decide."""
    if addable(g, fight, side):
        return True
    return bool(specialists(g, fight)) if side == fight.side else len(_terrains(g, fight)) > 1


def _terrains(g: Position, fight: Fight) -> list[str]:
    """12.2c: the hexes to choose from, where they differ in what they give."""
    known = grounds(g, fight)
    kinds = {tuple((shift.value, shift.rule) for shift in found) for found in known.values()}
    return [g.hexname(hex) for hex in known] if len(kinds) > 1 else []


def claimed(g: Position, fight: Fight, side: str) -> list[str]:
    """The kinds of shifts a side claims by itself."""
    found = of_attacker(g, fight) if side == fight.side else of_defender(g, fight)
    return [kind for kind in dict.fromkeys(shift.kind for shift in found) if kind in KINDS]


def _question(g: Position, fight: Fight, side: str) -> Decision:
    attacker = side == fight.side
    where = " ".join(g.hexnames(fight.hexes))

    def tree(words: Words) -> Choices:
        if not words:
            return offer(("verb", (DECLARE, GO)))
        if words[-1] == GO:
            return DONE
        said = spoken(words)
        given_up = [kind for kind in claimed(g, fight, side) if kind in waivable and kind not in waived(said)]
        if _open_waive(said):
            return offer(("verb", given_up))
        more = addable(g, fight, side, said)
        units = [word for word in more if word not in (AIR, NAVAL)]
        others = [word for word in (AIR, NAVAL) if word in more]
        hexes = () if attacker or any(word in terrains for word in said) else terrains
        verbs = [*others, *([WAIVE] if given_up else ()), *([GO] if said else ())]
        return offer(("unit", units), ("hex", hexes), ("verb", verbs))

    def why_not(words: Words, word: str) -> Ruling | None:
        if word == AIR:
            return no("13.0b", "you have no air support marker left, or it is a defence, which none supports")
        if word == NAVAL:
            return no("12.3.3", "you have no naval point left that reaches this combat")
        unit = g.find(word)
        if unit is None:
            return None
        if unit in g.rules.hqs:
            if fight.overrun:
                return no("10.3k", "HQs and leaders give no shifts in an overrun")
            return no(
                "12.3.2a", f"{word} has no points left for this combat, or no unit of its own in it within its range"
            )
        return no("12.3.4d", f"{word} has no anti-tank shift to lend to a unit under attack")

    waivable = claimed(g, fight, side)
    terrains = () if attacker else tuple(_terrains(g, fight))
    parts = [_offer(g, word, many) for word, many in addable(g, fight, side).items()]
    if attacker and SPECIALIST in waivable:
        parts.append("the specialist's shift is claimed, so he takes the first loss, unless you waive it")
    if terrains:
        parts.append(f"name the hex whose terrain counts: {' '.join(terrains)}")
    what = f"the {fight.how} on" if attacker else "the defence of"
    prompt = f"Declare support for {what} {where} ({'; '.join(parts)}), or go"
    return Decision(side, DECLARE, prompt, "12.3b", tree, why_not, _occasion(g, fight))


def _occasion(g: Position, fight: Fight) -> Occasion:
    """Who attacks where, for the map and for the defender."""
    units, hexes = g.names(fight.attackers), g.hexnames(fight.hexes)
    says = f"{' '.join(units)} {fight.how} {' '.join(hexes)}"
    return Occasion(side=fight.side, says=says, units=units, targets=hexes)


def _offer(g: Position, word: str, many: int) -> str:
    """What a word of a declaration gives: each time it is said a column."""
    unit = g.find(word)
    if unit is not None and unit not in g.rules.hqs:
        return f"{word} can lend its anti-tank shift"
    return f"{word} {f'up to {many} times' if many > 1 else 'once'}"


def _open_waive(said: Words) -> bool:
    """Whether the last word is a `waive` that still wants its kind."""
    return bool(said) and said[-1] == WAIVE
