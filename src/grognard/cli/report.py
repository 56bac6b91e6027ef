"""`report`: a page about a match, or about many."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from grognard.cli.console import say
from grognard.cli.files import open_match
from grognard.cli.series import Jobs, watched
from grognard.errors import Invalid
from grognard.save import replace_file

What = Annotated[
    Path, Parameter(help="A save file, a folder of save files, or the lines that `grognard simulate -o` writes.")
]
Out = Annotated[Path, Parameter(name=["--output", "-o"], help="The page to write: a name in .html.")]
Gif = Annotated[Path | None, Parameter(name="--gif", help="Write the match as a moving picture, too.")]
As = Annotated[
    str | None,
    Parameter(name=["--side", "--as"], help="What this side knows; needed while a match with secrets goes on."),
]


def report(what: What, /, *, output: Out, side: As = None, gif: Gif = None, jobs: Jobs = 1) -> None:
    """Write a page about one match or about many: results, maps, losses, dice."""
    if output.suffix.lower() not in (".html", ".htm"):
        raise Invalid(f"{output}: name the page .html")
    if gif is not None and gif.suffix.lower() != ".gif":
        raise Invalid(f"{gif}: name the moving picture .gif")
    from grognard import report as room

    if what.is_dir() or (what.is_file() and not room.is_match(what) and _lines(what)):
        if gif is not None or side is not None:
            raise Invalid(f"{what}: {'--gif' if gif else '--as'} is for the report of one match")
        with watched() as progress:
            task = progress.add_task("playing again", total=None)
            batch = room.read_batch(what, jobs, lambda done, of: progress.update(task, completed=done, total=of))
        replace_file(output, room.batch_page(batch).encode())
    else:
        told = room.tell(open_match(what), side)
        page = room.match_page(told).encode()
        moving = room.gif(told) if gif is not None else b""
        replace_file(output, page)
        if gif is not None:
            replace_file(gif, moving)
            say(f"{gif} is drawn")
    say(f"{output} is written")


def _lines(path: Path) -> bool:
    """Whether a file that is no match may hold the lines of a series."""
    return path.suffix.lower() in (".jsonl", ".ndjson", ".json") and path.read_bytes()[:1] == b"{"
