"""A match told from its log: played again once, with the position kept whenever the turn passes to somebody.

What one side may not know is left out from the start: the chronicle of a side is built from its views and from the
events it has seen. A finished match has no secrets left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import structs

from grognard.bots.blunders import BlunderCounter
from grognard.errors import Invalid
from grognard.events import (
    PUBLIC,
    Attacked,
    Eliminated,
    Entered,
    Event,
    LostStep,
    Moved,
    PhaseBegun,
    Placed,
    Revealed,
    Rolled,
    Volley,
)
from grognard.hexes import Hex, locate
from grognard.match import Match, Played
from grognard.preview import Preview
from grognard.report.chronicle import Attack, Capture, Chronicle, Loss, Salvo, Snapshot, Stand, Throw
from grognard.ruling import Illegal
from grognard.view import AnyView

SURE = 0.999999


def tell(match: Match, side: str | None = None) -> Chronicle:
    """The chronicle of a match; a match with secrets that still goes on is told only as a side knows it."""
    info = match.game.info
    match.view(side)  # says what is wrong with the side
    running = match.decision is not None
    if side is None and running and info.secrets:
        raise Invalid(f"this match still goes on and has secrets: say --as {' or --as '.join(info.sides)}")
    return _Teller(match, side).tell()


def title(match: Match) -> str:
    """What is played: the game and its scenario, or the position it began with."""
    info, head = match.game.info, match.header
    scenario = next((s.title for s in info.scenarios if s.id == head.scenario), head.scenario)
    return f"{info.title}: {(head.position or {}).get('title', scenario)}"


class _Teller:
    """Plays a match again and takes notes."""

    def __init__(self, match: Match, side: str | None) -> None:
        self.told = Chronicle(match, side)
        self.side = side
        self.sides = match.game.info.sides
        self.unsupplied = {mark.name for mark in match.game.info.marks if mark.lacks_supply}
        self.grid, self.named = match.board.grid, match.board.named
        self.side_of: dict[str, str] = {}
        self.steps_of: dict[str, int] = {}
        self.gone = dict.fromkeys(self.sides, 0)
        self.lost = dict.fromkeys(self.sides, 0)
        self.moves: list[tuple[str, tuple[Hex, ...]]] = []
        self.combats: list[Hex] = []
        self.control: dict[str, str] = {}
        self.key: tuple[int, str] | None = None
        self.turn = 0
        self.attack: Attack | None = None
        self.where: dict[str, Hex] = {}
        self.battles: set[Hex] = set()
        self.preview: Preview | None = None

    def tell(self) -> Chronicle:
        match = self.told.match
        again = match.replay(0)
        if self.side is None or not match.game.info.secrets:
            self.told.blunders = BlunderCounter(again)
        self._look(again, opening=True)
        self._hear(again.events)
        for number, entry in enumerate(match.actions):
            self._play(again, entry, match.events_of(number))
        self._look(again, closing=True)
        return self.told

    def _play(self, again: Match, entry: Played, events: list[Event]) -> None:
        fought = any(isinstance(e, Attacked | Volley | Eliminated | LostStep) for e in events)
        if fought:
            self._know(self._view(again))
        own = self.side in (None, entry.side) or not again.game.info.secrets
        self.preview = _preview(again, entry) if own and any(isinstance(e, Attacked) for e in events) else None
        before, turn = dict(self.lost), self.turn
        if own:
            verbs = self.told.verbs.setdefault((self.turn, entry.side), {})
            verb = entry.action.split()[0]
            verbs[verb] = verbs.get(verb, 0) + 1
        observer = self.told.blunders
        if observer is not None:
            observer.before(again, entry.action, entry.side)
        again.play(entry.action, entry.side, at=entry.time)
        if observer is not None:
            observer.after(again)
        self._hear(events)
        cost = {side: self.lost[side] - before[side] for side in self.sides if self.lost[side] > before[side]}
        if cost:
            units = tuple(e.unit for e in events if isinstance(e, Eliminated) and self._sees(e))
            self.told.losses.append(Loss(turn, entry.action if own else "", cost, units))
        if any(isinstance(e, PhaseBegun) for e in events):
            self._look(again)

    # --- looking -------------------------------------------------------------------------------------------------

    def _sees(self, event: Event) -> bool:
        """Whether the event is told: without a side everything, but nothing twice, once plain and once veiled."""
        if self.side is not None:
            return event.seen_by(self.side)
        return PUBLIC not in event.only

    def _view(self, again: Match) -> AnyView:
        """What may be told of a position; without a side everything, put together from what each side knows."""
        view = again.view(self.side)
        if self.side is None and again.game.info.secrets:
            own = [unit for side in self.sides for unit in again.view(side).units if unit.side == side]
            return structs.replace(view, units=tuple(own))
        return view

    def _know(self, view: AnyView) -> None:
        """Remember where the units are, whose they are and how strong."""
        self.where = {}
        for unit in (*view.units, *(due.unit for due in view.due), *view.to_place):
            if unit.hidden:
                continue
            for name in (unit.id, unit.label):
                if name:
                    self.side_of[name] = unit.side
                    self.steps_of[name] = unit.steps or 1
                    if (hex := self._hex(unit.hex)) is not None:
                        self.where[name] = hex
        self.battles = {hex for battle in view.battles if (hex := self._hex(battle.hex)) is not None}

    def _look(self, again: Match, *, opening: bool = False, closing: bool = False) -> None:
        view = self._view(again)
        self._know(view)
        turn, active = view.turn, view.active or ""
        self._captures(turn, view.control)
        self.turn = turn
        same = self.key is not None and turn == self.key[0] and active in ("", self.key[1])
        if same and not (opening or closing):
            return
        self.key = (turn, active)
        title = "End" if closing and again.decision is None else "Now" if closing else f"Turn {turn}"
        if active and not closing:
            title += f", {active.title()}"
        self.told.snapshots.append(
            Snapshot(
                at=len(again.actions),
                turn=turn,
                title="Opening" if opening else title,
                date=view.date,
                units=self._stands(view),
                held=self._held(view),
                control=dict(self.control),
                tables=_tables(view, self.sides),
                moves=self.moves,
                combats=self.combats,
                eliminated=dict(self.gone),
                steps=dict(self.lost),
            )
        )
        self.moves, self.combats = [], []

    def _stands(self, view: AnyView) -> tuple[Stand, ...]:
        found = []
        for unit in view.units:
            hex = self._hex(unit.hex)
            if hex is not None:
                lacks = not self.unsupplied.isdisjoint(unit.status)
                found.append(Stand(unit.id, unit.label, unit.side, hex, unit.steps or 1, lacks))
        return tuple(found)

    def _held(self, view: AnyView) -> dict[str, frozenset[Hex]]:
        names = self.grid.by_name
        return {side: frozenset(names[n] for n in hexes if n in names) for side, hexes in view.hexes.items()}

    def _captures(self, turn: int, control: Mapping[str, str]) -> None:
        if self.control:
            for place, after in control.items():
                before = self.control.get(place, "")
                if after != before and after:
                    self.told.captures.append(Capture(turn, place, before, after))
        self.control = dict(control)

    def _hex(self, name: str) -> Hex | None:
        if not name:
            return None
        known = self.grid.by_name.get(name)
        if known is not None:
            return known
        try:
            return locate(self.grid, name, self.named)
        except Invalid:
            return None

    # --- listening -----------------------------------------------------------------------------------------------

    def _hear(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, PhaseBegun):
                self.turn, self.attack = event.turn, None
            if not self._sees(event):
                continue
            self.told.lines.append((self.turn, event.line()))
            match event:
                case Attacked():
                    self._attacked(event)
                case Rolled():
                    self._rolled(event)
                case Volley():
                    self._fired(event)
                case Moved():
                    path = [hex for name in event.path if (hex := self._hex(name)) is not None]
                    self.moves.append((self._side(event.unit), tuple(path)))
                    if path:
                        self.where[event.unit] = path[-1]
                case Placed() | Entered():
                    name = event.what if isinstance(event, Placed) else event.unit
                    if (hex := self._hex(event.hex)) is not None:
                        self.where[name] = hex
                case Revealed():
                    if event.was in self.side_of:
                        self.side_of[event.unit] = self.side_of[event.was]
                        self.steps_of.setdefault(event.unit, self.steps_of[event.was])
                    if event.was in self.where:
                        self.where[event.unit] = self.where[event.was]
                case LostStep():
                    self._cost(event.unit, 1, self.where.get(event.unit))
                    self.steps_of[event.unit] = self.steps_of.get(event.unit, 1) - 1
                case Eliminated():
                    hex = self._hex(event.hex) or self.where.get(event.unit)
                    self._cost(event.unit, max(0, self.steps_of.pop(event.unit, 1)), hex, gone=True)

    def _threw(self, event: Rolled | Volley, side: str) -> None:
        self.told.throws += [Throw(face, event.sides, side, self.turn) for face in event.dice]

    def _side(self, unit: str) -> str:
        """Whose a unit is; what a side does not know as its own is the other's."""
        known = self.side_of.get(unit, "")
        if not known and self.side is not None and len(self.sides) == 2:
            return next(side for side in self.sides if side != self.side)
        return known

    def _cost(self, unit: str, steps: int, hex: Hex | None, *, gone: bool = False) -> None:
        side = self._side(unit)
        if side in self.lost:
            self.lost[side] += steps
            self.gone[side] += gone
            if hex is not None and steps:
                self.told.fallen.setdefault(side, Counter())[hex] += steps

    def _attacked(self, event: Attacked) -> None:
        strengths, expected = (event.attack, event.defence), self.preview
        chances = dict(expected.outcomes) if expected is not None else {}
        certain = expected is not None and expected.columns.get(event.column, 0) > SURE
        self.attack = Attack(self.turn, event.side, event.hexes, event.column, event.how, strengths, chances, certain)
        self.preview = None
        self.told.attacks.append(self.attack)
        for name in event.hexes:
            self._hot(self._hex(name))

    def _rolled(self, event: Rolled) -> None:
        self._threw(event, event.side)
        attack = self.attack
        # An attack may come out without a roll, and the next one be for something else.
        if attack is not None and attack.certain and event.result not in attack.chances:
            attack = None
        if attack is not None and not attack.die and event.result:
            attack.die, attack.result = event.die, event.result

    def _fired(self, event: Volley) -> None:
        side = self._side(event.who)
        self._threw(event, side)
        self.told.salvos.append(Salvo(self.turn, side, event.who, event.what, event.dice, event.hits))
        hex = self.where.get(event.who)
        if not self.battles or hex in self.battles:  # what fires from afar fires into a battle
            self._hot(hex)

    def _hot(self, hex: Hex | None) -> None:
        if hex is not None:
            self.told.heat[hex] = self.told.heat.get(hex, 0) + 1
            self.combats.append(hex)


def _preview(again: Match, entry: Played) -> Preview | None:
    """The odds of an attack before it was made, as far as the attacker could know."""
    try:
        return again.preview(entry.action, entry.side)
    except (Invalid, Illegal):
        return None


def _tables(view: AnyView, sides: tuple[str, ...]) -> dict[str, dict[str, float]]:
    """What a view counts for every side: points, production."""
    counted = {"points": view.points, **view.tallies}
    return {name: {side: float(count.get(side, 0)) for side in sides} for name, count in counted.items() if count}
