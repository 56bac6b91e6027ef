"""`log`, `replay`, `undo` and `verify`: what a save file holds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import grognard
from grognard.cli.console import say, say_json
from grognard.cli.files import File, Force, Json, Side, fresh, open_match, quoted
from grognard.cli.tell import outlook, plain, seen, tell_events, tell_outlook
from grognard.errors import Invalid
from grognard.match import Match

Last = Annotated[int | None, Parameter(name="--last", help="Only so many lines from the end.")]
To = Annotated[int | None, Parameter(name="--to", help="How many actions to play again (all).")]
Out = Annotated[Path | None, Parameter(name=["--output", "-o"], help="Write the match up to there to this file.")]
Recover = Annotated[Path | None, Parameter(name="--recover", help="Write what can be saved of the file to this one.")]


def log(file: File, /, *, side: Side = None, last: Last = None, json: Json = False) -> None:
    """Tell what has happened, a line an event, with the rule behind it."""
    events = seen(open_match(file), side)
    if last is not None:
        if last < 1:
            raise Invalid(f"--last {last}: say how many lines")
        events = events[-last:]
    return say_json(plain(events)) if json else tell_events(events, side)


def replay(
    file: File, /, *, to: To = None, output: Out = None, side: Side = None, force: Force = False, json: Json = False
) -> None:
    """Play a match again up to an action, and tell it; with -o, write it as a match to go on from."""
    match = open_match(file).replay(to)
    events = seen(match, side)
    if output is not None:
        match.save(fresh(output, force))
    if json:
        return say_json({"events": plain(events), **outlook(match, side)})
    tell_events(events, side)
    say()
    say(f"after {len(match.actions)} actions:", "bold")
    tell_outlook(match, side)
    if output is not None:
        say(f"written to {output}")
    return None


def undo(file: File, /, *, json: Json = False) -> None:
    """Take the last action or answer back, unless dice or hidden facts came after it."""
    match = open_match(file)
    side = match.actions[-1].side if match.actions else None
    taken = take_back(match)
    match.save(file)
    if json:
        return say_json({"undone": taken, **outlook(match, side)})
    say(f"taken back: {taken}")
    return tell_outlook(match, side)


def take_back(match: Match) -> str:
    """Take the last action back and say which; but a sealed answer is told to nobody, not even so."""
    side = match.actions[-1].side if match.actions else ""
    taken = match.undo()
    return taken if len(match.decisions) < 2 else f"the answer of the {side} side"


def verify(
    file: File,
    /,
    *,
    recover: Recover = None,
    force: Force = False,
    match_id: Annotated[str, Parameter(name="--match")] = "",
    commitment: str = "",
    json: Json = False,
) -> None:
    """Replay a save file and compare; with --recover, rescue what a damaged one still holds.

    Parameters
    ----------
    match_id
        The id of a match played on a server, to check its dice: the name its exported file came under.
    commitment
        The promise of the dice seed that the server showed when that match began.
    """
    damage = ""
    try:
        match = open_match(file)
    except Invalid as error:
        if recover is None:
            hint = (
                f"; to rescue them: grognard verify {quoted(file)} --recover NEW" if "recovered" in str(error) else ""
            )
            raise Invalid(f"{error}{hint}") from None
        damage = str(error)
        match = grognard.load(file, recover=True)
    if recover is not None:
        match.save(fresh(recover, force))
    fair = _keeps_promise(match, match_id, commitment)
    count = len(match.actions)
    if json:
        saved = None if recover is None else str(recover)
        return say_json({"file": str(file), "whole": not damage, "damage": damage, "actions": count,
                         "fingerprint": match.fingerprint(), "recovered": saved, "fair": fair})  # fmt: skip
    if damage:
        say(damage)
    else:
        say(f"{file}: whole; {count} actions, replayed to the position saved ({match.fingerprint()})")
    if recover is not None:
        say(f"{recover}: {count} actions saved")
    if fair:
        say("the dice are those that were promised when the match began")
    return None


def _keeps_promise(match: Match, match_id: str, commitment: str) -> bool | None:
    """Whether the seed of the file is the one a server promised; None if nobody asked."""
    if not match_id and not commitment:
        return None
    if not match_id or not commitment:
        raise Invalid("to check the dice give both --match ID and --commitment HASH")
    from grognard.server.fair import keeps

    if not keeps(commitment, match_id, match.header.seed):
        raise Invalid(f"the dice of this file are not those promised for match {match_id}")
    return True
