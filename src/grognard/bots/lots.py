"""Draws and rolls that are fixed beforehand, so that a few trials say what an action brings on average."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from grognard.dice import Dice


class Lots(NamedTuple):
    """What an action will draw from pools, and what it will roll after that."""

    draws: tuple[int, ...] = ()
    rolls: tuple[int, ...] = ()


@dataclass(slots=True)
class LaidOut(Dice):
    """Dice of which the next draws and rolls are known; then they fall as they would have."""

    draws: tuple[int, ...] = ()

    def copy(self) -> LaidOut:
        """Dice that will fall in the same way from here on."""
        return LaidOut(self.key, self.count, self.script, self.scripted, self.by_hand, self.later, self.draws)

    def draw(self, among: int) -> int:
        """The next number that was laid out, or one by chance."""
        if not self.draws:
            return Dice.draw(self, among)
        number, *rest = self.draws
        self.draws = tuple(rest)
        self.count += 1
        return number % among


def lay_out(dice: Dice, lots: Lots) -> LaidOut:
    """Dice that fall as these lots say, and then as they would have."""
    script = (*(dice.script or ())[: dice.scripted], *lots.rolls)
    later = dice.later or ((0, dice.key),)  # otherwise the dice would end with the script
    return LaidOut(dice.key, dice.count, script, dice.scripted, False, later, lots.draws)
