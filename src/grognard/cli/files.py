"""Save files on the command line: opened, kept whole, never overwritten unasked."""

from __future__ import annotations

import shlex
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import grognard
from grognard.errors import Invalid
from grognard.match import Match

DEFAULT = Path("game.jsonl")

File = Annotated[Path, Parameter(help="The save file of a match.")]
Json = Annotated[bool, Parameter(name="--json", help="Print the answer as JSON.")]
Side = Annotated[
    str | None, Parameter(name=["--side", "--as"], help="What this side may know; without it, what everybody may.")
]
For = Annotated[
    str | None, Parameter(name=["--side", "--as"], help="Answer for this side, where both are asked at once.")
]
Force = Annotated[bool, Parameter(name="--force", help="Overwrite a file that is there already.")]


def open_match(path: Path) -> Match:
    """The match in a save file; Invalid says what the file is instead."""
    if not path.exists():
        raise Invalid(f"{path}: no such file{_hint(path)}")
    if path.is_dir():
        raise Invalid(f"{path} is a folder, not a save file")
    if path.suffix == ".toml":
        raise Invalid(f"{path} is no save file; to begin at a position file: grognard new GAME --position {path}")
    return grognard.load(path)


def _hint(path: Path) -> str:
    there = {p.stem: str(p) for p in path.parent.glob("*.jsonl")} if path.parent.is_dir() else {}
    if close := get_close_matches(path.stem, there, n=1):
        return f"; did you mean {there[close[0]]}?"
    if path.suffix == ".jsonl":
        return f"; grognard new guderian -o {quoted(path)} begins a match"
    return f"; the save file comes first, perhaps {min(there.values())}" if there else ""


def fresh(path: Path, force: bool) -> Path:
    """A path to write to; Invalid if there is something already."""
    if path.is_dir():
        raise Invalid(f"{path} is a folder; name a file")
    if path.exists() and not force:
        raise Invalid(f"{path} is there already: name another file, or say --force")
    return path


def quoted(path: Path) -> str:
    """The path as one would type it."""
    return shlex.quote(str(path))
