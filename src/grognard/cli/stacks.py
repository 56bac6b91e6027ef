"""What stands in each hex, as letters: `[PGM]` panzer, panzergrenadier and motorised regiments; `(RR★)` two rifle
divisions and a Leader; `(??)` two blocks seen from behind. A small letter is a disrupted unit. Where both sides stand
in one hex, `[2](3)` says how many of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text

from grognard.view import Counter

LETTERS = {"shq": "✪", "hidden": "?", "panzergrenadier": "G"}  # others by their first letter
STAFF = "★"
COLOURS = {"german": "bold #101512 on #a9b7b0", "soviet": "bold #fff4e8 on #a8412f"}
BRACKETS = {"german": ("[", "]"), "soviet": ("(", ")")}
SMALL = ("soviet",)  # sides in small letters where there is no room for brackets


def letter(unit: Counter) -> str:
    """The sign for a unit's type."""
    sign = LETTERS.get(unit.type, STAFF if unit.staff else unit.type[:1].upper())
    return sign.lower() if "disrupted" in unit.status else sign


def tiny_letter(unit: Counter) -> str:
    """The sign where there are no brackets to say whose unit it is: a hidden one has its side's initial."""
    return unit.side[:1] if unit.hidden else letter(unit)


def blocks(count: int) -> str:
    """A number of units that have no name, in words."""
    return f"{count} block{'s' * (count > 1)}"


@dataclass(frozen=True)
class Stack:
    """The units of one side in a hex."""

    units: tuple[Counter, ...]

    @property
    def side(self) -> str:
        """Whose they are."""
        return self.units[0].side

    @property
    def names(self) -> str:
        """The units by name, and how many are hidden."""
        known = [unit.id for unit in self.units if not unit.hidden]
        return " ".join([*known, *([blocks(len(self.units) - len(known))] if len(known) < len(self.units) else [])])

    def count(self) -> tuple[str, str]:
        """How many units there are, in brackets, and the stack's colours."""
        left, right = BRACKETS.get(self.side, ("<", ">"))
        return f"{left}{len(self.units)}{right}", COLOURS.get(self.side, "reverse")

    def letters(self, room: int) -> tuple[str, str]:
        """The stack in so many characters, and its colours."""
        left, right = BRACKETS.get(self.side, ("<", ">"))
        signs = "".join(letter(unit) for unit in self.units)
        if len(signs) > room - 2:
            kinds = dict.fromkeys(signs)
            signs = "".join(f"{signs.count(s) if signs.count(s) > 1 else ''}{s}" for s in kinds)
        if len(signs) > room - 2:
            signs = f"{len(self.units)}"
        return f"{left}{signs}{right}", COLOURS.get(self.side, "reverse")

    def short(self) -> tuple[str, str]:
        """The stack in two characters: its first sign and how many; small letters are the second side."""
        sign = tiny_letter(self.units[0])
        sign = sign.lower() if self.side in SMALL else sign.upper()
        count = len(self.units)
        return f"{sign}{count if count < 10 else '+'}", COLOURS.get(self.side, "reverse")


class Stacks:
    """Units of a view by hex."""

    def __init__(self, units: Iterable[Counter]) -> None:
        self._units: dict[str, dict[str, list[Counter]]] = {}
        for unit in units:
            self._units.setdefault(unit.hex, {}).setdefault(unit.side, []).append(unit)

    def at(self, hex: str) -> list[Stack]:
        """The stacks in a hex: none, one, or both sides'."""
        return [Stack(tuple(units)) for units in self._units.get(hex, {}).values()]

    def within(self, names: Sequence[str]) -> list[tuple[str, Stack]]:
        """The stacks in these hexes."""
        return [(name, stack) for name in names for stack in self.at(name)]

    def key(self, names: Sequence[str], *, tiny: bool = False) -> Text:
        """What the letters in these hexes mean."""
        kinds: dict[str, dict[str, str]] = {}
        shaken = False
        for _, stack in self.within(names):
            for unit in stack.units:
                sign = tiny_letter(unit) if tiny else letter(unit)
                kinds.setdefault(stack.side, {})[sign.upper()] = unit.type
                shaken |= "disrupted" in unit.status
        out = Text()
        for side, letters in sorted(kinds.items()):
            left, right = (" ", " ") if tiny else BRACKETS.get(side, ("<", ">"))
            out.append(f"{left}{side}{right}", COLOURS.get(side, "reverse"))
            small = tiny and side in SMALL
            out.append(
                "  " + "  ".join(f"{s.lower() if small else s} {kind}" for s, kind in sorted(letters.items())) + "  "
            )
        if tiny:
            out.append("with how many there are")
        elif shaken:
            out.append("small letters: disrupted")
        return out
