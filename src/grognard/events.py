"""What happened: small typed records for log, animation, replay and reports, each with its rule."""

from __future__ import annotations

from typing import ClassVar

import msgspec

PUBLIC = "public"  # among those who may see an event: whoever sits on no side
_PLURAL = {"is": "are", "goes": "go"}  # of a unit's verb, where it does more than lose its s


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=str.lower, omit_defaults=True):
    """Something that happened. `only` names the sides that may see it; empty means everybody."""

    rule: str = ""
    only: tuple[str, ...] = ()
    teaches: ClassVar[bool] = False  # dice and revealed facts: a move before them is not taken back

    def seen_by(self, side: str | None) -> bool:
        """Whether a side may know of it; None is the public."""
        return not self.only or (side or PUBLIC) in self.only

    def line(self) -> str:
        """The event in one line of the log."""
        raise NotImplementedError

    def words(self) -> str:
        """The line without its signs, for a place where the kind of the event can be seen."""
        return self.line()


class PhaseBegun(Event, tag="phase", frozen=True):
    """A phase of the sequence of play begins."""

    turn: int
    title: str
    side: str = ""  # who plays it; '' where nobody has anything to choose in it, or both sides have at once

    def line(self) -> str:
        return f"-- {self.words()}"

    def words(self) -> str:
        return f"Turn {self.turn}: {self.title}"


class Forced(Event, tag="forced", frozen=True):
    """The match played the only legal answer there was."""

    side: str
    action: str
    why: str

    def line(self) -> str:
        return f"{self.side}: {self.action} (forced: {self.why})"


class Placed(Event, tag="placed", frozen=True):
    """A unit or marker is put on the map."""

    what: str
    hex: str

    def line(self) -> str:
        return f"{self.what} is placed in {self.hex}"


class Removed(Event, tag="removed", frozen=True):
    """A marker or unit leaves the map without a loss."""

    what: str
    hex: str
    why: str = ""

    def line(self) -> str:
        return f"{self.what} leaves {self.hex}{f' ({self.why})' if self.why else ''}"


class Entered(Event, tag="entered", frozen=True):
    """A unit comes onto the map."""

    unit: str
    hex: str

    @property
    def how(self) -> str:
        """What stands between the unit and the hex."""
        return "enters the map at"

    @property
    def together(self) -> str:
        """The same where the line tells of several."""
        return "enter the map at"

    def line(self) -> str:
        return f"{self.unit} {self.how} {self.hex}"


class Moved(Event, tag="moved", frozen=True):
    """A unit moves along a path; `path` starts with the hex it leaves."""

    unit: str
    path: tuple[str, ...]
    how: str = "moves"

    @property
    def together(self) -> str:
        """How they go where the line tells of several: `move`, `go by rail`, `are displaced`."""
        verb, *rest = self.how.split(" ")
        return " ".join([_PLURAL.get(verb) or verb.removesuffix("s"), *rest])

    def line(self) -> str:
        return f"{self.unit} {self.how} {' '.join(self.path)}"


class Retreated(Moved, tag="retreated", frozen=True):
    """A unit retreats after combat."""


class Advanced(Moved, tag="advanced", frozen=True):
    """A unit advances after combat."""


class Attacked(Event, tag="attacked", frozen=True):
    """A combat is declared and computed."""

    side: str
    hexes: tuple[str, ...]
    units: tuple[str, ...]
    attack: int | float
    defence: int | float
    column: str
    how: str = "attack"

    def line(self) -> str:
        what = f"{self.how} on {' '.join(self.hexes)} by {' '.join(self.units)}"
        return f"{what}: {self.attack} to {self.defence}, {self.column}"


class Rolled(Event, tag="rolled", frozen=True):
    """Dice are thrown, most often one, and what they show together decides something."""

    dice: tuple[int, ...]
    what: str
    result: str = ""
    side: str = ""  # who threw them; '' where each side threw one
    sides: int = 6  # of each die
    void: bool = False  # it is thrown again and does not count
    fight: bool = False  # it decides an attack
    teaches: ClassVar[bool] = True

    @property
    def die(self) -> int:
        """What was thrown, all dice together."""
        return sum(self.dice)

    def decided(self) -> str:
        """What the dice were for and what came of them, without their faces."""
        return f"for {self.what}{f': {self.result}' if self.result else ''}"

    def line(self) -> str:
        return f"die {self.die} {self.decided()}"


class Drew(Event, tag="drew", frozen=True):
    """A chit is drawn: its columns of figures, and which of them count."""

    side: str
    what: str
    columns: tuple[str, ...]
    used: tuple[int, ...] = ()
    teaches: ClassVar[bool] = True

    def line(self) -> str:
        return f"{self.side.title()} draws {self.what} {' '.join(self.columns)}"


class Volley(Event, tag="volley", frozen=True):
    """Several dice are thrown at once, and so many of them hit."""

    who: str
    what: str
    dice: tuple[int, ...]
    hits: int
    side: str = ""  # who threw them
    sides: int = 6  # of each die
    teaches: ClassVar[bool] = True

    def _hits(self) -> str:
        return f"{self.hits or 'no'} hit{'s' * (self.hits != 1)}"

    def decided(self) -> str:
        """What the dice were for and what came of them, without their faces."""
        return f"{self.who} {self.what}: {self._hits()}"

    def line(self) -> str:
        return f"{self.who} {self.what}: {' '.join(map(str, self.dice))}, {self._hits()}"


class Revealed(Event, tag="revealed", frozen=True):
    """A hidden fact becomes known."""

    unit: str
    was: str
    strength: str
    teaches: ClassVar[bool] = True

    def line(self) -> str:
        name = f" as {self.unit}," if self.unit != self.was else ":"  # some had their name all the time
        return f"{self.was} is revealed{name} {self.strength}"


class LostStep(Event, tag="lost-step", frozen=True):
    """A unit loses a step and goes on at a lower strength."""

    unit: str
    strength: str

    def line(self) -> str:
        known = "" if "?" in self.strength else f", down to {self.strength}"  # who listens may not know
        return f"{self.unit} loses a step{known}"


class Eliminated(Event, tag="eliminated", frozen=True):
    """A unit is lost."""

    unit: str
    hex: str
    why: str = ""

    def line(self) -> str:
        return f"{self.unit} is eliminated in {self.hex}{f' ({self.why})' if self.why else ''}"


class Marked(Event, tag="marked", frozen=True):
    """A unit's status changes: disrupted, recovered, out of supply ..."""

    unit: str
    status: str

    def line(self) -> str:
        return f"{self.unit} is {self.status}"


class Scored(Event, tag="scored", frozen=True):
    """Victory points are awarded."""

    side: str
    points: int
    why: str

    def line(self) -> str:
        return f"{self.side} scores {self.points}: {self.why}"


class Noted(Event, tag="noted", frozen=True, kw_only=True):
    """Something worth a line in the log."""

    text: str
    result: str = ""  # of an attack, where it is decided without dice

    def line(self) -> str:
        return self.text


class BattleFought(Noted, tag="battle", frozen=True):
    """A battle is fought in a hex both sides are in; the volleys after it are its own."""

    hex: str


class Ended(Event, tag="ended", frozen=True):
    """The game is over."""

    winner: str
    level: str

    def line(self) -> str:
        return f"The game is over: {self.level}"
