"""What every position has besides its own facts: the dice, and what has just happened."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Self, TypeVar

from grognard.decision import Procedure, one_of, put
from grognard.dice import Dice
from grognard.events import Event

T = TypeVar("T")


class Table:
    """What every position has besides its own facts: the dice, and what has just happened."""

    __slots__ = ("_cache", "dice", "events", "kept", "learned")

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.events: list[Event] = []
        self.learned = 0  # how many rolls and revelations there have been; a step before one is not taken back
        self._cache: dict[Hashable, Any] = {}  # what follows from the position; thrown away when that changes
        self.kept: dict[Hashable, tuple[Any, Any]] = {}  # what follows from some of its facts, beside those facts

    def copy(self) -> Self:
        """A position that shares nothing that can change."""
        raise NotImplementedError

    def facts(self) -> tuple[object, ...]:
        """Everything that makes this position what it is, as plain values, for comparing and fingerprints."""
        raise NotImplementedError

    def tell(self, event: Event) -> None:
        """Record what happened."""
        self.events.append(event)
        self.learned += event.teaches

    def roll(self, side: str, what: str, rule: str, sides: int = 6) -> Procedure[int]:
        """Throw a die, or ask `side` what it threw."""
        if not self.dice.by_hand:
            return self.dice.roll(sides)
        faces = tuple(str(face) for face in range(1, sides + 1))
        words = yield from put(one_of(side, "roll", f"Roll a die for {what}", rule, ("number", faces), verb="roll"))
        return int(words[1])

    def forget(self) -> None:
        """Something has changed that remembered answers depend on."""
        self._cache = {}

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """What `work` finds, worked out once and kept until the position changes."""
        known: T | None = self._cache.get(key)
        if known is None:
            known = self._cache[key] = work()
        return known

    def keep(self, what: Hashable, facts: object, work: Callable[[], T]) -> T:
        """What `work` makes of these facts and of nothing else: the same object again until one of them changes."""
        known = self.kept.get(what)
        if known is None or known[0] != facts:
            known = self.kept[what] = facts, work()
        answer: T = known[1]
        return answer

    def somebody(self, what: str, can: Callable[[T], bool], among: Iterable[T]) -> bool:
        """Whether one of these can; whoever could the last time is asked first."""
        last = self.kept.get(what)
        if last is not None and can(last[0]):
            return True
        for one in among:
            if can(one):
                self.kept[what] = one, True
                return True
        return False
