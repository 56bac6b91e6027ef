"""`map`: make a board from geography, look it over, draw it."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from grognard.board import Board
from grognard.cli.console import say
from grognard.cli.files import Force
from grognard.errors import Invalid
from grognard.save import replace_file

if TYPE_CHECKING:
    from grognard.mapworks.check import Finding
    from grognard.mapworks.draft import Draft

maps = App(
    name="map",
    help="""Make a map from geography: fit a grid to the earth, draw the board, look it over.

    A recipe says what the map shows; docs/mapworks.md makes one in twenty minutes. Corrections by hand stand beside it
    in overrides.toml. Needs the extra `maps`, but for checking and drawing a finished board.
    """,
)

RecipeFile = Annotated[Path, Parameter(help="A recipe.")]
RecipeOrBoard = Annotated[Path, Parameter(help="A recipe, or a board.toml.")]
Out = Annotated[Path | None, Parameter(name=["--output", "-o"], help="Where to write instead.")]
Picture = Annotated[Path | None, Parameter(name=["--output", "-o"], help="A picture of what was found: .svg or .png.")]
Width = Annotated[int | None, Parameter(name="--width", help="How many pixels wide a PNG is.")]


def _workshop(name: str) -> ModuleType:
    """A module of the workshop that needs the geography libraries."""
    from importlib import import_module

    try:
        return import_module(f"grognard.mapworks.{name}")
    except ImportError as error:
        if error.name is None or error.name.split(".")[0] == "grognard":
            raise
        raise Invalid(f"making maps needs {error.name}: pip install 'grognard[maps]'") from None


def _drafted(path: Path) -> Draft:
    recipe = _workshop("recipe").read(path)
    edits = _workshop("overrides").read(path.with_name("overrides.toml"))
    made: Draft = _workshop("draft").draft(recipe, edits)
    return made


def _is_board(path: Path) -> bool:
    """Whether a file is a board: a recipe says where it lies on the earth, a board does not."""
    import tomllib

    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Invalid(f"{path.name}: not TOML: {error}") from None
    return "projection" not in given


def _board_of(path: Path) -> tuple[Board, list[Finding]]:
    """The board of a file, or the one a recipe makes with what only the recipe can tell is wrong."""
    if _is_board(path):
        return Board.read(path), []
    made = _drafted(path)
    import tomllib

    board = Board.read(tomllib.loads(_workshop("writing").board_text(made)), path.name)
    return board, list(_workshop("banks").check_banks(made))


@maps.command
def fit(recipe: RecipeFile, /) -> None:
    """Fit the grid to the earth and say how far off each known hex is, either way the columns may be shifted."""
    georef, spec = _workshop("georef"), _workshop("recipe").read(recipe)
    for shifted in (spec.grid.shifted, "odd" if spec.grid.shifted == "even" else "even"):
        found = georef.fit(spec, shifted)
        ref, mine = found.georef, "as in the recipe" if shifted == spec.grid.shifted else "the other way"
        say(f"{shifted} lines shifted ({mine}): {ref.km:.2f} km to a hex, turned {ref.turn:.1f} degrees")
        for anchor, off in found.off.items():
            say(f"  {anchor}: {off:.2f} hexes off")
        if found.off:
            say(f"  together: {found.rms:.2f} hexes off (root mean square)")


@maps.command
def make(recipe: RecipeFile, /, *, output: Out = None, force: Force = False) -> None:
    """Draw the board and write it as board.toml; a file that is there is overwritten only if you say so."""
    made = _drafted(recipe)
    text = _workshop("writing").board_text(made)
    path = output or (recipe.parent / made.recipe.board).resolve()
    if not force and _is_other(path, text) and not _agreed(path):
        raise Invalid(f"{path} is there already: name another file with -o, or say --force")
    replace_file(path, text.encode())
    say(f"{path.name} is written: {len(made.grid.hexes)} hexes, {len(made.places)} places, {len(made.sides)} rivers")


def _is_other(path: Path, text: str) -> bool:
    return path.exists() and path.read_bytes() != text.encode()


def _agreed(path: Path) -> bool:
    """Ask at a terminal whether a file may be overwritten."""
    return sys.stdin.isatty() and input(f"Overwrite {path}? [y/N] ").strip().lower() in ("y", "yes")


@maps.command
def check(board: RecipeOrBoard, /, *, output: Picture = None, width: Width = None) -> int:
    """Look a board over: rivers and roads that break off, towns in the sea or on the wrong bank, areas with holes."""
    from grognard.mapworks import check as checks

    drawn, banks = _board_of(board)
    findings = [*checks.check(drawn), *banks]
    for finding in findings:
        say(f"{finding.level}: {finding.text}")
    wrong = sum(finding.level == checks.WRONG for finding in findings)
    say(f"{board.name}: {wrong} wrong, {len(findings) - wrong} worth a look")
    if output:
        from grognard import render as room

        _picture(output, room.svg(drawn, None, overlays=checks.marked(findings)), width)
    return 1 if wrong else 0


@maps.command
def draw(
    board: RecipeOrBoard,
    /,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"], help="The picture.")],
    width: Width = None,
) -> None:
    """Draw a board, or the one a recipe makes, as SVG or PNG."""
    from grognard import render as room

    _picture(output, room.board_svg(_board_of(board)[0]), width)


@maps.command
def compare(one: RecipeOrBoard, other: RecipeOrBoard, /) -> None:
    """Say how far two boards of the same grid agree."""
    from grognard.mapworks import compare as comparison

    for line in comparison.told(comparison.agreement(_board_of(one)[0], _board_of(other)[0])):
        say(line)


def _picture(path: Path, svg: str, width: int | None) -> None:
    from grognard import render as room

    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        raise Invalid(f"{path}: name the picture .svg or .png")
    replace_file(path, svg.encode() if kind == ".svg" else room.png(svg, width=width))
    say(f"{path.name} is drawn")
