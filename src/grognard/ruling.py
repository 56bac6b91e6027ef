"""The referee's answer about one action: allowed, only begun, or the rule that forbids it and why."""

from __future__ import annotations

import msgspec

from grognard.errors import Invalid


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """Allowed, or the number of the rule that forbids it and one sentence in our words.

    An unfinished action is not allowed as it stands, but nothing forbids it: its rule is that of the question it begins
    to answer, and the sentence says what may come next. A refusal that is not the rulebook's, as that the game is over,
    has no rule. A word that is `elsewhere` answers another question or none: its refusal says nothing about this one.
    """

    ok: bool
    rule: str = ""
    reason: str = ""
    unfinished: bool = False
    elsewhere: bool = False

    def __bool__(self) -> bool:
        return self.ok

    @property
    def verdict(self) -> str:
        """In one word or two: legal, unfinished, not legal."""
        return "legal" if self.ok else "unfinished" if self.unfinished else "not legal"

    def __str__(self) -> str:
        if self.ok:
            return "legal"
        return f"{self.rule}: {self.reason}" if self.rule else self.reason


OK = Ruling(True)  # the only one that allows: where many are asked, `ruling is OK` is faster than its truth


def no(rule: str, reason: str) -> Ruling:
    """A refusal."""
    return Ruling(False, rule, reason)


def elsewhere(rule: str, reason: str) -> Ruling:
    """A refusal of a word that is for other questions, or for none."""
    return Ruling(False, rule, reason, elsewhere=True)


def unfinished(rule: str, reason: str) -> Ruling:
    """The beginning of something legal."""
    return Ruling(False, rule, reason, True)


class Illegal(Invalid):
    """An action that cannot be played, forbidden or unfinished; `ruling` says which rule and why."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(str(ruling))
        self.ruling = ruling
