"""A draft as the text of a board.toml."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from shapely.geometry import Polygon

from grognard.hexes import Grid, Hex
from grognard.mapworks.draft import Draft, Strip, spot_of
from grognard.mapworks.recipe import Label

_WIDE = 116


def board_text(made: Draft) -> str:
    """The board, in the form grognard.board reads."""
    recipe, grid = made.recipe, made.grid
    parts = [
        "\n".join(f"# {line}" for line in recipe.head.strip().splitlines()),
        f'title = "{recipe.title}"',
        _grid(made),
        _terrain(made),
    ]
    rivers = [run for run in made.sides if run.kind != "sea"]
    sea = [run for run in made.sides if run.kind == "sea"]
    parts += _section("Rivers: hexsides in order from source to mouth.", "side", "at", rivers)
    parts += _section("Hexsides that are sea from end to end.", "side", "at", sea)
    parts += _section("Roads and railways.", "line", "hexes", made.lines)
    for n, spot in enumerate(made.places):
        town = spot.town
        rows = [f'name = "{town.name}"', f'kind = "{town.kind}"', f'hexes = "{grid.name(spot.hex)}"']
        rows += [f"value = {town.value}"] if town.value else []
        rows += [f'signs = "{" ".join(town.signs)}"'] if town.signs else []
        parts.append(("" if n else "# Places.\n\n") + "[[place]]\n" + "\n".join(rows))
    for n, (area, hexes) in enumerate(made.areas):
        rows = [f'id = "{area.id}"']
        rows += [f'{key} = "{value}"' for key, value in (("kind", area.kind), ("side", area.side)) if value]
        rows.append(f"hexes = {_words(_blocks(grid, hexes))}")
        parts.append(("" if n else "# Areas.\n\n") + "[[area]]\n" + "\n".join(rows))
    parts += _shapes(made)
    return "\n\n".join(part for part in parts if part) + "\n"


def _grid(made: Draft) -> str:
    layout = made.recipe.grid
    return (
        f'[grid]\ntop = "{layout.top}"\nshifted = "{layout.shifted}"\ncolumns = {list(layout.columns)}\n'
        f'rows = {list(layout.rows)}\nnumbering = "{layout.numbering}"'
    )


def _terrain(made: Draft) -> str:
    layout, grid = made.recipe.grid, made.grid
    letter = {kind: code for code, kind in made.recipe.codes.items()}
    rows = []
    for row in range(layout.rows[0], layout.rows[1] + 1):
        here = (grid.at(column, row) for column in range(layout.columns[0], layout.columns[1] + 1))
        rows.append("".join(letter[made.terrain[h]] if h is not None else "-" for h in here))
    codes = ", ".join(
        f"{code} = {kind!r}".replace("'", '"') if code.isalnum() else f'"{code}" = "{kind}"'
        for code, kind in made.recipe.codes.items()
    )
    return f'[terrain]\ncodes = {{ {codes} }}\nrows = """\n' + "\n".join(rows) + '\n"""'


def _section(title: str, table: str, key: str, runs: Iterable[Strip]) -> list[str]:
    parts: list[str] = []
    for run in runs:
        name = [f'name = "{run.name}"'] if run.name else []
        rows = [f'kind = "{run.kind}"', *name, f"{key} = {_words(run.words)}"]
        parts.append(("" if parts else f"# {title}\n\n") + f"[[{table}]]\n" + "\n".join(rows))
    return parts


def _words(words: Iterable[str]) -> str:
    """Words in one line of TOML, or in several."""
    line = " ".join(words)
    return f'"{line}"' if len(line) < 100 else '"""\n' + "\n".join(wrap(line, _WIDE)) + '\n"""'


def _blocks(grid: Grid, hexes: Iterable[Hex]) -> list[str]:
    """Hexes, neighbours in a column as their ends."""
    left, out = sorted(hexes, key=lambda h: (grid.column(h), grid.row(h))), list[str]()
    while left:
        first = last = left.pop(0)
        while left and grid.column(left[0]) == grid.column(first) and grid.row(left[0]) == grid.row(last) + 1:
            last = left.pop(0)
        out.append(grid.name(first) if first == last else f"{grid.name(first)}..{grid.name(last)}")
    return out


def _shapes(made: Draft) -> list[str]:
    """The drawing layer: water as it lies in the hexes, towns whose hex has water in its middle."""
    parts = [f'[[shape]]\nkind = "{kind}"\nat = {_rings(shape)}' for kind, shape in made.water]
    spots = [(spot.town.name, at) for spot in made.places if (at := spot_of(made, spot)) is not None]
    parts += [f'[[shape]]\nkind = "spot"\nname = "{name}"\nat = "{_point(at)}"' for name, at in spots]
    parts += [_label(made, label) for label in made.recipe.label]
    parts.insert(0, f"[drawing]\nnorth = {made.ref.turn:.1f}\nkm = {made.ref.km:.1f}")
    parts[0] = "# How it is drawn; no rule looks at this. Coordinates: a hex's circumradius is 1.\n\n" + parts[0]
    return parts


def _label(made: Draft, label: Label) -> str:
    kind = "name-water" if label.water else "name-land"
    return f'[[shape]]\nkind = "{kind}"\nname = "{label.name}"\nat = "{_point(made.ref.point(label.at))}"'


def _rings(shape: Polygon) -> str:
    rings = [shape.exterior, *(ring for ring in shape.interiors if Polygon(ring).area > 0.01)]
    words: list[str] = []
    for ring in rings:
        words += ([] if not words else ["/"]) + [_point((x, y)) for x, y in list(ring.coords)[:-1]]
    return _words(words)


def _point(p: tuple[float, float]) -> str:
    return f"{p[0]:.2f},{p[1]:.2f}"
