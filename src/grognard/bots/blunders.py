"""Blunders: mistakes that people can check, counted while a match is played or played again.

An observer hears every action of a match. What a mistake is in a game it asks of the game's own knowledge, the
`Watch` of `bots/knowledge/<game>/blunders.py`, which asks the rules: supply, reach, points, the odds of an attack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol

import msgspec

from grognard.bots.knowledge import module_of
from grognard.decision import Words
from grognard.errors import Invalid
from grognard.events import Eliminated, Event, Moved
from grognard.hexes import Hex, HexSet, hexset, members
from grognard.match import Match
from grognard.preview import Preview
from grognard.ruling import Illegal
from grognard.state import OVER, Frame

EVEN = 1e-9  # what an expected loss must be above another to be greater
RETREAT = 0.5  # of a step: what a loss counts for that its owner may turn into a retreat, on either side


OUT_OF_SUPPLY = "units out of supply after their own turn"


class Blunder(NamedTuple):
    """Something that is counted for each side; `of` is what it is a share of, else it is told for each game."""

    name: str
    title: str
    of: str = ""
    percent: bool = True

    def titled(self, counts: Container[str]) -> str:
        """Its title, among the others that are counted."""
        return f"{self.title}, outside a pocket" if self.name == "unsupplied" and "pocketed" in counts else self.title

    def figure(self, counts: Mapping[str, int], games: int) -> float | None:
        """The share, or the mean of a game; None if there is nothing to be a share of."""
        whole = counts.get(self.of, 0) if self.of else games
        return counts[self.name] / whole if whole else None

    def says(self, counts: Mapping[str, int], games: int) -> str:
        """The figure for people, a share with the numbers behind it; '' if the game does not count it."""
        if self.name not in counts:
            return ""
        number, whole = counts[self.name], counts.get(self.of, 0)
        if not self.of:
            return f"{number / games:.1f} a game" if games != 1 else str(number)
        between = "of" if self.percent else "for"
        if not whole:
            return f"{number} {between} 0"
        share = f"{100 * number / whole:.0f} %" if self.percent else f"{number / whole:.2f}"
        return f"{share} ({number} {between} {whole})"


MEASURES = (
    Blunder("unsupplied", OUT_OF_SUPPLY, "units"),
    Blunder("pocketed", f"{OUT_OF_SUPPLY}, in a pocket", "units"),
    Blunder("exposed", "leaders or HQs left alone within enemy reach"),
    Blunder("lone", "leaders or HQs lost alone"),
    Blunder("empty", "objectives left empty within enemy reach"),
    Blunder("fell", "of these, taken in the next enemy turn"),
    Blunder("sealed", "stacks pocketed by the next enemy turn"),
    Blunder("poor", "attacks below break-even by the odds", "attacks"),
    Blunder("hq_steps", "HQ steps for each block moved or battle fought", "deeds", percent=False),
    Blunder("thin", "activations that move or fight with fewer than two blocks", "activations"),
    Blunder("given", "points given away in the last turn"),
)
WHOLES = ("units", "attacks", "deeds", "activations")

Counts = dict[str, int]


class Chief(NamedTuple):
    """A leader or HQ on the map: whether no combat unit is with him, and the hexes an enemy must come to to catch
    him."""

    side: str
    alone: bool
    near: HexSet


class Watch(Protocol):
    """What a game's `blunders.py` knows, as `GameWatch`; one is made for each match, so it may keep notes."""

    counts: tuple[str, ...]  # the measures it can tell
    attacks: tuple[str, ...]  # the verbs that commit units to a fight with odds
    driven: str  # how a chief moves who is driven off, where that is as good as lost

    def whose(self, g: Any) -> str:
        """The side whose player turn it is; '' where it is nobody's."""

    def units(self, g: Any, side: str) -> Iterable[int]:
        """The units of a side on the map that need supply."""

    def lacks_supply(self, g: Any, unit: int) -> bool:
        """Whether a unit on the map is out of supply now."""

    def pocketed(self, g: Any, side: str) -> dict[int, Hex]:
        """The units of a side from whose hex no way leads to its supply, however long, and where they stand."""

    def chiefs(self, g: Any) -> dict[str, Chief]:
        """The leaders and HQs on the map, by name."""

    def held(self, g: Any, side: str) -> dict[str, HexSet]:
        """The places worth points that a side holds, and those of their hexes in which it has no unit."""

    def reach(self, g: Any, side: str, hexes: HexSet) -> HexSet:
        """Which of these hexes units of the side could come to if its movement began now."""

    def stakes(self, g: Any, words: Words, preview: Preview) -> tuple[float, float]:
        """What an attack costs its own side and the enemy on average, in steps: what is lost at a time by this game's
        results, a step, a unit or a strength point. A loss that may be walked off is `RETREAT` of one."""

    def points(self, g: Any) -> dict[str, int]:
        """The points of the sides as they stand."""

    def notes(self, g: Any, words: Words) -> None:
        """Hear an action before it is played, for what only this game counts."""

    def closing(self) -> Counts:
        """The counts of the player turn that is over."""


def watch_of(game: str) -> Watch | None:
    """A watch of a game, for one match; None if nobody has said what a blunder is in it."""
    module = f"{module_of(game)}.blunders"
    try:
        watch: Watch = import_module(module).GameWatch()
    except ModuleNotFoundError as error:
        if error.name is None or not module.startswith(error.name):
            raise  # it is there, and lacks something itself
        return None
    return watch


class _Left(NamedTuple):
    """How a side left its position at the end of its turn."""

    turn: int
    pocketed: frozenset[int]
    empty: tuple[str, ...]
    lead: int


class BlunderCounter:
    """Hears a match from its beginning and counts the blunders of each side, turn by turn."""

    def __init__(self, match: Match) -> None:
        self._watch = watch_of(match.game.info.id)
        self.sides = match.game.info.sides
        self.turns: dict[str, dict[int, Counter[str]]] = {side: {} for side in self.sides}
        self._left: dict[str, _Left] = {}
        self._chiefs: dict[str, Chief] = {}
        self._begun: tuple[int, str] = (0, "")  # the player turn under way
        self._lead = 0  # of the side whose turn it is, as it began
        self._told = len(match.events)
        if self._watch is not None:
            self.after(match)

    # --- listening -----------------------------------------------------------------------------------------------

    def before(self, match: Match, action: str, side: str) -> None:
        """An action is about to be played."""
        watch, words = self._watch, tuple(action.split())
        if watch is None or not words:
            return
        watch.notes(match.state, words)
        if words[0] in watch.attacks:
            try:
                own, enemy = watch.stakes(match.state, words, match.preview(action, side))
            except (Invalid, Illegal):
                return  # no odds are to be had for it
            self._count(side, match.state.turn, attacks=1, poor=int(own > enemy + EVEN))

    def after(self, match: Match) -> None:
        """Count what the action that was just played has brought about."""
        watch, g = self._watch, match.state
        if watch is None:
            return
        events, self._told = match.events.since(self._told), len(match.events)
        turn, now = self._begun
        for name, chief in self._chiefs.items():
            if chief.alone and chief.side != now and any(_is_lost(event, name, watch.driven) for event in events):
                self._count(chief.side, turn or g.turn, lone=1)
        if match.under_way:
            return
        self._chiefs = watch.chiefs(g)
        begun = g.turn, watch.whose(g) if match.result is None else ""
        if begun == self._begun:
            return
        if now:
            self._close(watch, g, turn, now)
            if match.result is not None:
                self._end(watch, g, now)
        self._begun, self._lead = begun, _lead(watch.points(g), begun[1])

    def _close(self, watch: Watch, g: Any, turn: int, side: str) -> None:
        """A player turn is over: how does the side leave its position, and what has it made of the enemy's?"""
        self._count(side, turn, **watch.closing())
        for other in self.sides:
            if other != side and other in self._left:
                self._suffered(watch, g, other)
        inside = watch.pocketed(g, side)
        lacking = {unit for unit in watch.units(g, side) if watch.lacks_supply(g, unit)}
        caught = lacking & inside.keys() if "pocketed" in watch.counts else set()
        self._count(
            side, turn, units=sum(1 for _ in watch.units(g, side)), unsupplied=len(lacking - caught),
            pocketed=len(caught),
        )  # fmt: skip
        empty = self._within_reach(watch, g, turn, side)
        self._left[side] = _Left(turn, frozenset(inside), empty, _lead(watch.points(g), side))

    def _within_reach(self, watch: Watch, g: Any, turn: int, side: str) -> tuple[str, ...]:
        """The empty objectives within enemy reach; chiefs alone within it are counted too."""
        places = {name: hexes for name, hexes in watch.held(g, side).items() if hexes}
        alone = [chief for chief in self._chiefs.values() if chief.side == side and chief.alone]
        wanted = 0
        for hexes in (*places.values(), *(chief.near for chief in alone)):
            wanted |= hexes
        reached = 0
        for other in self.sides:
            if other != side and wanted and g.phase != OVER:
                reached |= watch.reach(g, other, wanted)
        empty = tuple(name for name, hexes in places.items() if hexes & reached)
        exposed = sum(bool(chief.near & reached) for chief in alone)
        self._count(side, turn, empty=len(empty), exposed=exposed)
        return empty

    def _suffered(self, watch: Watch, g: Any, side: str) -> None:
        """What the turn that is over has made of the position another side had left."""
        was = self._left[side]
        fresh = {hex for unit, hex in watch.pocketed(g, side).items() if unit not in was.pocketed}
        held = watch.held(g, side) if was.empty else {}
        self._count(side, was.turn, sealed=len(fresh), fell=sum(name not in held for name in was.empty))
        self._left[side] = was._replace(pocketed=was.pocketed | watch.pocketed(g, side).keys(), empty=())

    def _end(self, watch: Watch, g: Any, last: str) -> None:
        """The game is over: by how much has a side's lead fallen since it could last do something about it?"""
        points = watch.points(g)
        for side, left in self._left.items():
            before = self._lead if side == last else left.lead
            self._count(side, left.turn, given=max(0, before - _lead(points, side)))

    # --- counts --------------------------------------------------------------------------------------------------

    def _count(self, side: str, turn: int, **numbers: int) -> None:
        """Add to the counts of a turn; what the game does not count is left out."""
        assert self._watch is not None
        known = (*self._watch.counts, *WHOLES)
        counts = self.turns[side].setdefault(turn, Counter())
        for name, number in numbers.items():
            if number and name in known:
                counts[name] += number

    def totals(self) -> dict[str, Counts]:
        """The counts of each side over all turns; nothing for a game without a watch."""
        if self._watch is None:
            return {}
        names = [*self._watch.counts, *(m.of for m in MEASURES if m.of and m.name in self._watch.counts)]
        found = {}
        for side, turns in self.turns.items():
            total = sum(turns.values(), Counter[str]())
            found[side] = {name: total[name] for name in dict.fromkeys(names)}
        return found

    @property
    def counts(self) -> tuple[str, ...]:
        """The names of what is counted in this game."""
        return self._watch.counts if self._watch is not None else ()

    @property
    def measures(self) -> list[Blunder]:
        """What is counted in this game."""
        return [measure for measure in MEASURES if measure.name in self.counts]


def _lead(points: Mapping[str, int], side: str) -> int:
    """A side's points less those of the others."""
    return 2 * points.get(side, 0) - sum(points.values())


def _is_lost(event: Event, name: str, driven: str) -> bool:
    if isinstance(event, Eliminated):
        return event.unit == name
    return bool(driven) and isinstance(event, Moved) and event.unit == name and event.how == driven


class BlunderAccount(msgspec.Struct, frozen=True, kw_only=True):
    """The blunders of a side or a player in several games: sums, and shares or means of a game."""

    games: int
    counts: dict[str, int]
    figures: dict[str, float]

    @classmethod
    def of(cls, games: Iterable[Mapping[str, int]]) -> BlunderAccount:
        """The account of these games."""
        total, each = Counts(), list(games)
        for counts in each:
            for name, count in counts.items():
                total[name] = total.get(name, 0) + count
        found = {m.name: m.figure(total, len(each)) for m in MEASURES if m.name in total}
        return cls(games=len(each), counts=total, figures={n: round(f, 4) for n, f in found.items() if f is not None})

    def says(self, measure: Blunder) -> str:
        """One of its figures for people."""
        return measure.says(self.counts, self.games)


def accounts(games: Iterable[tuple[Mapping[str, str], Mapping[str, Mapping[str, int]]]]) -> dict[str, BlunderAccount]:
    """By whoever sat on a side, given the names by side and the counts by side of each game."""
    found: dict[str, list[Mapping[str, int]]] = {}
    for names, blunders in games:
        for side, counts in blunders.items():
            found.setdefault(names.get(side) or side, []).append(counts)
    return {name: BlunderAccount.of(counts) for name, counts in found.items()}


def table(accounts: Mapping[str, BlunderAccount]) -> list[tuple[str, ...]]:
    """A line for each measure: its title, and what each account says."""
    counted = {name for account in accounts.values() for name in account.counts}
    return [
        (measure.titled(counted), *(account.says(measure) for account in accounts.values()))
        for measure in MEASURES
        if measure.name in counted
    ]


# --- what the watches share ------------------------------------------------------------------------------------------


class PlainWatch:
    """What most games have: no notes of their own, nobody who is driven off, all chiefs lost where they stand."""

    driven = ""

    def notes(self, g: Any, words: Words) -> None:
        """Nothing but the common counts."""

    def closing(self) -> Counts:
        """Nothing but the common counts."""
        return {}


def in_movement(g: Any, frame: Frame, begin: Callable[[Any, str], None]) -> Any:
    """A fork of a position in which a side's movement begins."""
    twin = g.copy()
    twin.play_frames((frame,))
    begin(twin, frame.side)
    twin.freeze()
    return twin


def first_to_reach(
    g: Any, hexes: HexSet, movers: Iterable[tuple[int, int, Hashable]], ways: Callable[[int], Iterable[Hex]]
) -> HexSet:
    """Which of these hexes somebody can come to. `movers` are units with the hexes they can go at most and what
    makes one like another in the same hex; `ways` are the hexes one can come to."""
    reached, seen = 0, set()
    wanted = members(hexes)
    for unit, far, kind in movers:
        here = g.at[unit]
        if (here, kind) in seen or not any(
            g.rules.grid.distance(here, hex) <= far for hex in wanted if not reached >> hex & 1
        ):
            continue
        seen.add((here, kind))
        reached |= hexset(ways(unit)) & hexes
        if reached == hexes:
            break
    return reached
