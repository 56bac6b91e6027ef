"""Dice without hidden state: a key and a count are all there is, so a match forks, saves and replays exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from grognard.errors import Invalid

RANGE = 1 << 64
GO_ON = "..."  # at the end of a script written as text: once it is used up the seed's own dice follow


def key_of(seed: int | str) -> bytes:
    """The generator's key for a seed."""
    return blake2b(str(seed).encode(), digest_size=32, person=b"grognard").digest()


def _written(script: str) -> tuple[int, ...]:
    """The rolls of a script that says that the seed goes on after it."""
    *rolls, end = script.split() or [""]
    if end != GO_ON or not all(roll.isascii() and roll.isdigit() and int(roll) for roll in rolls):
        raise Invalid(f"dice={script!r}: give a list of rolls, or 'hand'")
    return tuple(map(int, rolls))


@dataclass(slots=True)
class Dice:
    """Counter-based dice: the n-th number depends on the key and n alone.

    `script` gives the rolls in order instead (draws from a pool are not scripted). Once it is used up there are no
    more, unless it said that the seed's dice follow. `by_hand` says that people roll their own, and the referee asks.
    """

    key: bytes
    count: int = 0
    script: tuple[int, ...] | None = None
    scripted: int = 0
    by_hand: bool = False
    later: tuple[tuple[int, bytes], ...] = field(default=())  # keys that take over from a count on

    @classmethod
    def seeded(cls, seed: int | str, script: Sequence[int] | str | None = None) -> Dice:
        """Dice for a seed; `script` is a list of rolls, a text "4 5 1 ..." of rolls after which the seed's own follow,
        or "hand" for dice rolled by people."""
        key = key_of(seed)
        if script == "hand":
            return cls(key, by_hand=True)
        if isinstance(script, str):
            return cls(key, script=_written(script), later=((0, key),))
        if script is not None:
            for roll in script:
                if isinstance(roll, bool) or not isinstance(roll, int) or roll < 1:
                    raise Invalid(f"dice script: {roll!r} is not a roll of a die")
        return cls(key, script=None if script is None else tuple(script))

    def copy(self) -> Dice:
        """Dice that will fall in the same way from here on."""
        return Dice(self.key, self.count, self.script, self.scripted, self.by_hand, self.later)

    def reseeded(self, seed: int | str) -> Dice:
        """Dice that have rolled the same until now and will roll otherwise from now on, unscripted."""
        twin = self.copy()
        twin.later = (*self.later, (self.count, key_of(seed)))
        if twin.script is not None:
            twin.script = twin.script[: twin.scripted]
        return twin

    def roll(self, sides: int = 6) -> int:
        """A number from 1 to `sides`."""
        if self.script is not None:
            if self.scripted < len(self.script):
                value = self.script[self.scripted]
                if value > sides:
                    raise Invalid(f"dice script: roll {self.scripted + 1} is {value}, but the die has {sides} sides")
                self.scripted += 1
                return value
            if not self.later:
                raise Invalid(f"the dice script is used up: all {len(self.script)} rolls in it have been made")
        return self.draw(sides) + 1

    def draw(self, among: int) -> int:
        """A number from 0 to `among` - 1, for drawing from a pool; every number is equally likely."""
        key = self.key
        for since, other in self.later:
            if self.count >= since:
                key = other
        limit = RANGE - RANGE % among  # numbers beyond it would favour the low results
        again = 0
        while True:
            text = self.count.to_bytes(8, "little") + again.to_bytes(2, "little")
            number = int.from_bytes(blake2b(text, key=key, digest_size=8).digest(), "little")
            if number < limit:
                self.count += 1
                return number % among
            again += 1
