"""How a match is told: what happened, who is to choose, from what, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import structs
from rich.text import Text

from grognard.cli import DONE, REFUSED, UNFINISHED
from grognard.cli.console import console, say, side_style
from grognard.decision import Choices
from grognard.events import Event, PhaseBegun
from grognard.game import Caution
from grognard.match import Asked, Match
from grognard.ruling import Ruling

STYLES = {
    "PhaseBegun": "bold", "Forced": "dim", "Rolled": "yellow", "Revealed": "yellow", "Attacked": "bold magenta",
    "Eliminated": "bold red", "LostStep": "red", "Scored": "green", "Ended": "bold green",
}  # fmt: skip


def visible(events: Iterable[Event], side: str | None) -> list[Event]:
    """The events a side may see; None is the public."""
    return [event for event in events if event.seen_by(side)]


def seen(match: Match, side: str | None) -> list[Event]:
    """Everything a side has seen happen; Invalid if there is no such side."""
    match.log(side)
    return visible(match.events, side)


def tell_events(events: Iterable[Event], side: str | None) -> None:
    """Print what happened, a line each."""
    printer = console()
    for event in visible(events, side):
        indent = "" if isinstance(event, PhaseBegun) else "  "
        rule = f"  [{event.rule}]" if event.rule and not isinstance(event, PhaseBegun) else ""
        line = Text(indent + event.line(), style=STYLES.get(type(event).__name__, ""))
        line.append(rule, style="not bold dim default")
        printer.print(line, soft_wrap=True)


def tell_cautions(cautions: Iterable[Caution]) -> None:
    """Print what somebody may want to know about an action that is legal."""
    for caution in cautions:
        line = Text(f"  beware: {caution.text}", style="bold yellow")
        say(line.append(f"  [{caution.rule}]", style="not bold dim default") if caution.rule else line)


def outlook(match: Match, side: str | None = None) -> dict[str, Any]:
    """Who is to choose and from what, or how the game ended: for JSON."""
    return {
        "decisions": [
            {**structs.asdict(asked.told()), **({"choices": asked.decision.choices().items} if asked.decision else {})}
            for asked in _heard(match, side)
        ],
        "result": match.result,
        "actions": len(match.actions),
    }


def _heard(match: Match, side: str | None) -> list[Asked]:
    """What is asked: at one table everybody hears all of it, but where the sides have secrets a side only its own."""
    info = match.game.info
    return match.asked(*([side] if info.secrets and side is not None else info.sides))


def tell_outlook(match: Match, side: str | None = None) -> None:
    """Print who is to choose and from what, or how the game ended."""
    for asked in _heard(match, side):
        line = Text(asked.side, style=side_style(asked.side))
        if (decision := asked.decision) is None:
            say(line.append(f": to choose (--side {asked.side} says from what)", style="not bold default"))
            continue
        line.append(f": {decision.prompt}", style="not bold default").append(f"  [{decision.rule}]", style="dim")
        say(line)
        if decision.occasion is not None and decision.occasion.hexes:  # a move that waits for the answer
            say(f"  {decision.occasion.says}")
        tell_choices(decision.choices())
    if not match.decisions:
        tell_result(match)


def tell_choices(choices: Choices) -> None:
    """Print what may come next, by kind."""
    for kind, words in choices.groups:
        say(_flow(f"  {kind:6} ", sorted(words) if kind == "hex" else list(words)))
    if choices.complete:
        say("  this is a whole action already" + (": the words above may be added" if len(choices) else ""))


def _flow(head: str, words: list[str]) -> Text:
    """Words in lines that fit the terminal, under a heading."""
    width = max(40, console().width - 1)
    lines, line = [], head
    for word in words:
        if len(line) + len(word) + 1 > width and line.strip():
            lines.append(line)
            line = " " * len(head)
        line += word + " "
    return Text("\n".join(text.rstrip() for text in [*lines, line]))


def refusal(ruling: Ruling) -> str:
    """The rule and its sentence; that of an action that is only begun says so itself."""
    if ruling.unfinished:
        return ruling.reason
    return f"refused by {ruling.rule}: {ruling.reason}" if ruling.rule else f"refused: {ruling.reason}"


def code_of(ruling: Ruling) -> int:
    """The exit code for a ruling."""
    return DONE if ruling.ok else UNFINISHED if ruling.unfinished else REFUSED


def tell_result(match: Match) -> None:
    """Print how the game ended and how that was counted."""
    result = match.result
    if result is None:
        return
    say(f"The game is over: {result.level}" + (f" ({result.winner} wins)" if result.winner else " (a draw)"), "bold")
    for line in result.counted:
        say(f"  {line.value:>4}  {line.what}  [{line.rule}]")


def plain(value: Any) -> Any:
    """A value of the engine as lists and dicts for JSON."""
    return msgspec.to_builtins(value)
