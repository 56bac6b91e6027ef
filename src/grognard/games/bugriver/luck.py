"""The die, and the marker that lets its owner roll again (DIE, 5.2)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from grognard.decision import Occasion, Procedure, put
from grognard.events import PUBLIC, Noted, Rolled
from grognard.games.bugriver.position import ENEMY, Position
from grognard.games.bugriver.tables import FACES
from grognard.mechanics.verbs import branches

Wanted = Callable[[int], bool]  # whether a side could want another die in place of this one
Brings = Callable[[int], str]  # what a die would do if it stood, in a few words


def roll(
    g: Position, side: str, what: str, rule: str, *, brings: Brings, wanted: Wanted = lambda die: True, heard: str = ""
) -> Procedure[int]:
    """A side throws a die, and again if it owns the marker and spends it; `heard` is what the enemy hears it is for.

    It is asked only after a die that could be better for it.
    """
    die = yield from g.roll(side, what, rule, FACES)
    return (yield from again(g, side, die, what, rule, brings=brings, wanted=wanted, heard=heard))


def again(
    g: Position,
    side: str,
    die: int,
    what: str,
    rule: str,
    *,
    brings: Brings,
    wanted: Wanted = lambda die: True,
    heard: str = "",
) -> Procedure[int]:
    """5.2, G52: before a die takes effect its thrower may hand the marker over and throw again; that die stands."""
    if g.luck != side or not wanted(die):
        return die
    g.learned += 1  # the die has been seen: what led to it is not taken back
    prompt = (
        f"You have rolled {die} for {what}: {brings(die)}. Keep it, or hand the Schlachtenglueck marker over and reroll"
    )
    lies = Occasion(side=side, says=f"Your die for {what}", dice=(die,), faces=FACES)
    words = yield from put(branches(side, "luck", prompt, "5.2", {"reroll": (), "keep": ()}, None, lies))
    if words[0] == "keep":
        return die
    g.luck = ENEMY[side]
    first = Rolled(side=side, dice=(die,), what=what, result="rolled again", sides=FACES, void=True, rule=rule)
    if heard and heard != what:
        g.tell(structs.replace(first, only=(side,)))
        g.tell(structs.replace(first, what=heard, only=(ENEMY[side], PUBLIC)))
    else:
        g.tell(first)
    g.tell(Noted(text=f"{side.title()} hands the Schlachtenglueck marker over", rule="5.2"))
    return (yield from g.roll(side, what, rule, FACES))
