"""The charts of a game: tables read by row and column, movement costs, and every number a rule asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grognard.datafile import Entry, Source, load
from grognard.errors import Invalid, nearest


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with named columns and rows; `table[row, column]` is a cell."""

    id: str
    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]

    def __getitem__(self, cell: tuple[str | int, str]) -> str:
        row, column = str(cell[0]), cell[1]
        if row not in self.rows:
            raise Invalid(f"chart {self.id}: no row {row}; it has {' '.join(self.rows)}")
        if column not in self.columns:
            raise Invalid(f"chart {self.id}: no column {column}; it has {' '.join(self.columns)}")
        return self.rows[row][self.columns.index(column)]

    def column(self, column: str) -> tuple[str, ...]:
        """The cells of a column from the first row to the last."""
        return tuple(self[row, column] for row in self.rows)


class Charts:
    """The charts of one game, asked by dotted path, as `rail.hexes`."""

    def __init__(self, top: Entry) -> None:
        self._top = top
        self._values: dict[str, int] = {}  # what has been asked for, since rules ask for the same again and again
        self._texts: dict[str, str] = {}
        self._words: dict[str, tuple[str, ...]] = {}
        tables = top.entry("table", optional=True)
        self.tables: dict[str, Chart] = {id: _table(tables.entry(id), id) for id in tables.keys}

    @classmethod
    def read(cls, source: Source, name: str = "charts.toml") -> Charts:
        """The charts of a file, or of a dict in the same form."""
        return cls(load(source, name))

    def table(self, id: str) -> Chart:
        """The table with this id."""
        try:
            return self.tables[id]
        except KeyError:
            raise self._top.wrong(f"no table {id}{nearest(id, self.tables)}") from None

    def value(self, path: str) -> int:
        """A whole number."""
        if path not in self._values:
            entry, key = self._at(path)
            self._values[path] = entry.whole(key)
        return self._values[path]

    def text(self, path: str) -> str:
        """A string."""
        if path not in self._texts:
            entry, key = self._at(path)
            self._texts[path] = entry.text(key)
        return self._texts[path]

    def words(self, path: str) -> tuple[str, ...]:
        """A list of words."""
        if path not in self._words:
            entry, key = self._at(path)
            self._words[path] = entry.words(key)
        return self._words[path]

    def entry(self, path: str) -> Entry:
        """A table of the file as it stands."""
        entry, key = self._at(path)
        return entry.entry(key)

    def entries(self, path: str) -> tuple[Entry, ...]:
        """A list of tables of the file as it stands."""
        entry, key = self._at(path)
        entry.raw(key)
        return entry.entries(key)

    def values(self, path: str) -> Mapping[str, int]:
        """A row of whole numbers by name."""
        row = self.entry(path)
        return {key: row.whole(key) for key in row.keys}

    def costs(self, path: str) -> Mapping[str, int | None]:
        """A row of movement costs by name in half points; `"no"` in the file is None, impassable."""
        row = self.entry(path)
        return {key: _half_points(row, key) for key in row.keys}

    def lines(self, path: str) -> Mapping[str, int]:
        """A row of movement costs by name in half points, without what is impassable."""
        costs = self.costs(path)
        return {key: cost for key, cost in costs.items() if cost is not None}

    def _at(self, path: str) -> tuple[Entry, str]:
        *tables, key = path.split(".")
        entry = self._top
        for table in tables:
            entry = entry.entry(table)
        return entry, key


def _table(entry: Entry, id: str) -> Chart:
    entry = entry.named(f"table {id}")
    entry.only("columns", "rows")
    columns, lines = entry.words("columns"), entry.entry("rows")
    rows = {row: lines.words(row) for row in lines.keys}
    for row, cells in rows.items():
        if len(cells) != len(columns):
            raise entry.wrong(f"row {row} has {len(cells)} cells for {len(columns)} columns")
    return Chart(id, columns, rows)


def _half_points(row: Entry, key: str) -> int | None:
    match row.raw(key):
        case "no":
            return None
        case int(cost) | float(cost) if not isinstance(cost, bool) and cost >= 0 and cost * 2 % 1 == 0:
            return int(cost * 2)
        case other:
            raise row.wrong(f'{key} must be movement points in halves, or "no", not {other!r}')
