"""Output: answers on stdout, errors on stderr; colours only at a terminal."""

from __future__ import annotations

import os
import sys
from typing import Any

import msgspec
from rich.console import Console, RenderableType
from rich.text import Text

PLAIN_WIDTH = 120  # of tables that go to a file or another program
SIDES = {"german": "bold cyan", "soviet": "bold red"}


class Answers(Console):
    """A console that raises BrokenPipeError, instead of exiting, when the reader of a pipe has closed it."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    """The console for answers; without a terminal it knows no colours."""
    plain = not sys.stdout.isatty() and "COLUMNS" not in os.environ
    return Answers(file=sys.stdout, highlight=False, markup=False, emoji=False, width=PLAIN_WIDTH if plain else None)


def say(what: RenderableType = "", style: str | None = None) -> None:
    """Print a line without wrapping it."""
    console().print(what, style=style, soft_wrap=True)


def fitted(what: RenderableType) -> None:
    """Print a table or a text that is fitted to the terminal."""
    console().print(what)


def say_json(what: Any) -> None:
    """Print a value as JSON."""
    print(msgspec.json.format(msgspec.json.encode(what), indent=2).decode())


def complain(message: str, who: str = "grognard: ") -> None:
    """One line on stderr."""
    text = Text(who, style="bold red")
    text.append(" ".join(message.split()), style="not bold default" if who else "not bold red")
    Console(file=sys.stderr, highlight=False, soft_wrap=True).print(text)


def side_style(side: str) -> str:
    """The colour of a side's name."""
    return SIDES.get(side, "bold")
