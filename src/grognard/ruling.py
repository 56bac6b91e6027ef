"""The referee's answer about one action: allowed, or the rule that forbids it and why."""

from __future__ import annotations

import msgspec

from grognard.errors import Invalid


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """Allowed, or the number of the rule that forbids it and one sentence in our words."""

    ok: bool
    rule: str = ""
    reason: str = ""

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        if self.ok:
            return "legal"
        return f"{self.rule}: {self.reason}" if self.rule else self.reason


OK = Ruling(True)


def no(rule: str, reason: str) -> Ruling:
    """A refusal."""
    return Ruling(False, rule, reason)


class Illegal(Invalid):
    """An action the rules forbid; `ruling` says which rule and why."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(str(ruling))
        self.ruling = ruling
