"""8.2, 5.5: the Assignment Segment: which formation a unit belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from grognard.decision import DONE, Choices, Words, offer
from grognard.events import Noted
from grognard.games.bugriver.command import ISOLATED, command_hexes, joined_hexes, status
from grognard.games.bugriver.position import DUE, NOBODY, Position, Unit
from grognard.mechanics.turn import Verb
from grognard.ruling import OK, Ruling, no
from grognard.state import Frame


def changed(g: Position) -> tuple[Unit, ...]:
    """The units that have been assigned in this segment: once is enough."""
    return g.frames[-1].about


def independent(g: Position, unit: Unit) -> bool:
    """5.5.2a: whether a combat unit belongs to no formation by its stripe."""
    return g.rules.home[unit] == NOBODY


def in_range(g: Position, unit: Unit, hq: Unit) -> bool:
    """5.8.1: whether a unit on the map is in Command Range of an HQ."""
    return g.at[unit] >= 0 and hq >= 0 and g.at[hq] >= 0 and bool(command_hexes(g, hq) >> g.at[unit] & 1)


def hqs_of(g: Position, side: str) -> list[Unit]:
    """The HQs of a side that are in play, or come this turn."""
    return [h for h in g.rules.hqs if g.rules.side[h] == side and (g.at[h] >= 0 or _coming(g, h))]


def _in_play(g: Position, hq: Unit) -> bool:
    return g.is_hq(hq) and g.rules.side[hq] == g.side and (g.at[hq] >= 0 or _coming(g, hq))


def _coming(g: Position, unit: Unit) -> bool:
    return g.at[unit] == DUE and g.due.get(unit, g.turn + 1) <= g.turn


# --- assign: independents, and units the list names ------------------------------------------------------------------


def away(g: Position) -> list[tuple[int, Unit]]:
    """G27: the units that are away by the list of 5.5.1b, each with its line."""
    return g.memo("away", lambda: _away(g))


def _away(g: Position) -> list[tuple[int, Unit]]:
    out = [u for u in g.rules.lent if g.at[u] >= 0 and g.formation[u] != g.rules.home[u] and u not in g.attached]
    return [(line, unit) for unit in out for line in g.rules.lines.get((unit, g.formation[unit]), ())]


def may_assign(g: Position, unit: Unit, hq: Unit) -> Ruling:
    """8.2a, 8.2d, G27: whether a unit may be assigned to a formation."""
    ruling = _assignable(g, unit)
    if not ruling:
        return ruling
    name, to, now = g.name(unit), g.name(hq), g.formation[unit]
    if not _in_play(g, hq):
        return no("8.2", f"{to} is no HQ of yours in play")
    if hq == now:
        return no("8.2d", f"{name} belongs to {to} already")
    ruling = _allowed_with(g, unit, hq)
    if not ruling or _coming(g, unit):
        return ruling
    if g.disrupted[unit]:
        return no("8.2a", f"{name} is disrupted")
    if not in_range(g, unit, hq):
        return no("8.2a", f"{name} is not in Command Range of {to}")
    if now != NOBODY and not in_range(g, unit, now):
        return no("8.2d", f"{name} is not in Command Range of {g.name(now)}, which it would leave")
    return OK


def _assignable(g: Position, unit: Unit) -> Ruling:
    name = g.name(unit)
    if g.rules.side[unit] != g.side or g.is_hq(unit):
        return no("8.2", f"{name} is no combat unit of yours")
    if unit in changed(g):
        return no("8.2", f"{name} has been assigned in this segment")
    if g.at[unit] >= 0 or (_coming(g, unit) and independent(g, unit)):
        return OK
    return no("8.2", f"{name} is not on the map")


def _allowed_with(g: Position, unit: Unit, hq: Unit) -> Ruling:
    """5.5.1b, 5.5.2a: an independent with its own corps; others at home, or by a line that has room."""
    name, to = g.name(unit), g.name(hq)
    if independent(g, unit):
        same = g.rules.corps[unit] == g.rules.corps[hq]
        return OK if same else no("5.5.2a", f"{name} can only join formations of its corps")
    if g.rules.home[unit] == hq:
        return OK
    lines = g.rules.lines.get((unit, hq), ())
    if not lines:
        return no("5.5.1b", f"{name} cannot be reassigned to {to}")
    for line in lines:
        most = g.rules.tables.reassignment[line].most
        if sum(n == line and other != unit for n, other in away(g)) < most:
            return OK
    return no("5.5.1b", f"{most} of those units are away already, as many as may be")


def assign(g: Position, unit: Unit, hq: Unit) -> None:
    """8.2c: the unit is one of the formation from now on."""
    g.attached -= {unit}
    _belong(g, unit, hq, f"is assigned to {g.name(hq)}", "8.2c")


def _belong(g: Position, unit: Unit, hq: Unit, what: str, rule: str) -> None:
    g.formation[unit] = hq
    g.touch()
    g.shown -= {unit}
    g.tell(Noted(text=f"{g.name(unit)} {what}", rule=rule, only=(g.owner(unit),)))  # 8.2b, G61: a secret of its owner
    frame = g.frames[-1]
    g.play_frames((*g.frames[:-1], Frame(frame.phase, frame.side, (*frame.about, unit))))


# --- attach: isolated units, for a while ------------------------------------------------------------------------------


def may_attach(g: Position, unit: Unit, hq: Unit) -> Ruling:
    """5.5.1c, G28: whether an isolated unit may be attached to a formation in whose Command Range it is."""
    ruling = _assignable(g, unit)
    if not ruling:
        return ruling
    name, to = g.name(unit), g.name(hq)
    if g.at[unit] < 0 or status(g, unit) != ISOLATED:
        return no("5.5.1c", f"{name} is not isolated")
    if not _in_play(g, hq) or hq == g.formation[unit]:
        return no("5.5.1c", f"{to} is no other HQ of yours in play")
    if independent(g, unit) and g.rules.corps[unit] != g.rules.corps[hq]:
        return no("5.5.2a", f"{name} can only join formations of its corps")
    return OK if in_range(g, unit, hq) else no("5.5.1c", f"{name} is not in Command Range of {to}")


def attach(g: Position, unit: Unit, hq: Unit) -> None:
    """5.5.1c: for a while, until there is a path to its own HQ again."""
    if g.rules.home[unit] not in (NOBODY, hq):
        g.attached |= {unit}
    else:
        g.attached -= {unit}
    _belong(g, unit, hq, f"is attached to {g.name(hq)}", "5.5.1c")


def call_home(g: Position, side: str) -> None:
    """5.5.1c, G28: attached units from which a path of any length leads to their own HQ go back to it."""
    for unit in sorted(g.attached):
        home = g.rules.home[unit]
        if g.rules.side[unit] == side and g.at[unit] >= 0 and joined_hexes(g, home) >> g.at[unit] & 1:
            g.attached -= {unit}
            _belong(g, unit, home, f"goes back to {g.name(home)}", "5.5.1c")


# --- the verbs --------------------------------------------------------------------------------------------------------

May = Callable[[Position, Unit, Unit], Ruling]


def _assign_to(g: Position, unit: Unit) -> list[Unit]:
    """The formations a unit can be assigned to."""
    return [hq for hq in g.rules.lent.get(unit, ()) if may_assign(g, unit, hq)]


def _attach_to(g: Position, unit: Unit) -> list[Unit]:
    """The formations an isolated unit can be attached to."""
    return [hq for hq in hqs_of(g, g.side) if in_range(g, unit, hq) and may_attach(g, unit, hq)]


def _to_assign(g: Position) -> Iterator[Unit]:
    near, done = {hq: command_hexes(g, hq) for hq in hqs_of(g, g.side)}, changed(g)
    for unit, hqs in g.rules.lent.items():
        here, now = g.at[unit], g.formation[unit]
        if g.rules.side[unit] != g.side or unit in done or g.disrupted[unit]:
            continue
        if here < 0:
            found = independent(g, unit) and _coming(g, unit) and bool(_assign_to(g, unit))
        elif now != NOBODY and not near.get(now, 0) >> here & 1:
            found = False
        else:
            found = any(hq != now and near.get(hq, 0) >> here & 1 and _allowed_with(g, unit, hq) for hq in hqs)
        if found:
            yield unit


def _to_attach(g: Position) -> Iterator[Unit]:
    now, at = g.formation, g.at
    joined = {hq: joined_hexes(g, hq) for hq in {*now} if hq >= 0 and g.rules.side[hq] == g.side}
    loose = [u for u in g.rules.of_side[g.side] if at[u] >= 0 and not (now[u] >= 0 and joined[now[u]] >> at[u] & 1)]
    done = changed(g)
    return (unit for unit in loose if not g.is_hq(unit) and unit not in done and _attach_to(g, unit))


def some(g: Position, side: str) -> bool:
    """Whether a side can assign or attach anybody; its segment is being played."""
    return next(chain(_to_assign(g), _to_attach(g)), None) is not None


def _to_formation(
    name: str,
    rule: str,
    able: Callable[[Position], Iterator[Unit]],
    targets: Callable[[Position, Unit], list[Unit]],
    may: May,
    deed: Callable[[Position, Unit, Unit], None],
) -> Verb[Position]:
    """`name UNIT HQ`."""

    def units(g: Position) -> list[Unit]:
        return g.memo(name, lambda: list(able(g)))

    def tree(g: Position, words: Words) -> Choices:
        if not words:
            return offer(("unit", g.names(units(g))))
        return offer(("unit", g.names(targets(g, g.unit(words[0]))))) if len(words) == 1 else DONE

    def why_not(g: Position, words: Words, word: str) -> Ruling | None:
        unit = g.find(word)
        if unit is None or len(words) > 1:
            return None
        if words:
            return may(g, g.unit(words[0]), unit)
        ruling = _assignable(g, unit)
        if not ruling:
            return ruling
        others = [hq for hq in hqs_of(g, g.side) if hq != g.formation[unit]]
        likely = [hq for hq in others if hq in g.rules.lent.get(unit, ())] or others
        return may(g, unit, likely[0]) if likely else no(rule, f"there is no formation to {name} {g.name(unit)} to")

    def nobody(g: Position) -> Ruling:
        return OK if next(able(g), None) is not None else no(rule, f"there is no unit to {name}")

    return Verb(name, rule, nobody, tree, why_not, lambda g, words: deed(g, g.unit(words[0]), g.unit(words[1])))


ASSIGN = _to_formation("assign", "8.2", _to_assign, _assign_to, may_assign, assign)
ATTACH = _to_formation("attach", "5.5.1c", _to_attach, _attach_to, may_attach, attach)
