"""How strong the bots are: plays the series of docs/bots.md and writes its tables.

    python benchmarks/tables.py --jobs 2            all of them; games that were played already are not played again
    python benchmarks/tables.py --jobs 2 --only oder

The results are kept in build/tables, a file for each series, and the games in a folder beside it, of which
`grognard report` makes a page.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from grognard.games import find
from grognard.save import replace_file
from grognard.simulate import Outcome, Rate, Results, Saves, Series, play_series

ROOT = Path(__file__).parents[1]
FILES, PAGE = ROOT / "build" / "tables", ROOT / "docs" / "bots.md"
BEGIN, END = "<!-- made by benchmarks/tables.py -->\n", "<!-- end -->\n"
SEED = 1


@dataclass(frozen=True, slots=True)
class Row:
    """A series and what it is called in its file and its table."""

    title: str
    series: Series

    @property
    def file(self) -> Path:
        """Where its games are kept."""
        return FILES / f"{'-'.join((self.title.replace(' ', '-'), *self.series.bots)).lower()}.jsonl"


def paired(title: str, game: str, bots: tuple[str, str], games: int, scenario: str | None = None) -> Row:
    """A bot against another, each seed on both sides."""
    return Row(title, Series(game, bots, games, SEED, scenario, paired=True))


def against(*bots: str, share: float = 1) -> list[Row]:
    """A bot against another in every game, a hundred games each or a share of that."""
    rows = [
        ("Guderian", "guderian", 100, None),
        ("Oder", "oder", 100, None),
        ("EastFront S42", "eastfront", 34, "S42"),
        ("EastFront S43", "eastfront", 34, "S43"),
        ("EastFront EDE", "eastfront", 32, "EDE"),
        ("Radzymin", "battles", 50, "radzymin"),
        ("Uman", "battles", 50, "uman"),
        ("Ustyluh", "bugriver", 70, "ustyluh"),
        ("Bug River campaign", "bugriver", 30, "campaign"),
    ]
    first, second = bots
    return [
        paired(title, game, (first, second), 2 * round(games * share / 2), scenario)
        for title, game, games, scenario in rows
    ]


SOVIET = "soviet"
PEOPLE = {"german": "Germans", "axis": "Axis", SOVIET: "Soviets"}
PAIRS = [
    against("staff", "random"),
    against("staff", "scout"),
    against("staff", "staff-quick"),
    against("staff-deep", "staff", share=0.4),
]
ITSELF = [
    Row("Guderian", Series("guderian", ("staff", "staff"), 100, SEED)),
    Row("Oder", Series("oder", ("staff", "staff"), 200, SEED)),
    Row("Radzymin", Series("battles", ("staff", "staff"), 100, SEED, "radzymin")),
    Row("Uman", Series("battles", ("staff", "staff"), 100, SEED, "uman")),
    Row("Ustyluh", Series("bugriver", ("staff", "staff"), 100, SEED, "ustyluh")),
    Row("Bug River campaign", Series("bugriver", ("staff-quick", "staff-quick"), 100, SEED, "campaign")),
]


def play(row: Row, jobs: int) -> None:
    """Play what is missing of a series."""
    FILES.mkdir(parents=True, exist_ok=True)
    saves = Saves(row.file.with_suffix(""))
    saves.begin(row.series)
    with Results(row.series, row.file) as results:
        missing, began = results.missing(), time.monotonic()
        for outcome in play_series(row.series, jobs, numbers=missing, keep=saves.keep):
            results.add(outcome)
        took = time.monotonic() - began
    print(f"{row.file.stem}: {len(missing)} games in {took:.0f} s", flush=True)


def played(row: Row) -> list[Outcome]:
    """The games of a series that are there; another process may be playing more of them."""
    lines = row.file.read_bytes().splitlines() if row.file.exists() else []
    found = [
        outcome for line in lines if (outcome := msgspec.json.decode(line, type=Outcome)).series == row.series.key()
    ]
    return sorted(found, key=lambda outcome: outcome.game)[: row.series.games]


# --- the tables ------------------------------------------------------------------------------------------------------


def rate(wins: int, games: int) -> str:
    """Wins of games with the interval."""
    found = Rate.of(wins, games)
    return f"{wins} of {games} | {100 * found.low:.0f} to {100 * found.high:.0f} %"


def versus(rows: Sequence[Row]) -> list[str]:
    """A table of a bot against another; a game of several scenarios has a line for all of them, too."""
    bot, rival = rows[0].series.bots
    lines = [
        f"| `{bot}` against `{rival}` | won | 95 % interval | drawn | as German or Axis | as Soviet |",
        "|---|---|---|---|---|---|",
    ]
    by_game: dict[str, list[list[Outcome]]] = {}
    for row in rows:
        if found := played(row):
            by_game.setdefault(row.series.game, []).append(found)
            lines.append(_versus(row.title, bot, found))
    for game, series in by_game.items():
        if len(series) > 1:
            together = f"{find(game).info.title}, together"
            lines.append(_versus(together, bot, [outcome for found in series for outcome in found]))
    return lines if by_game else []


def _versus(title: str, bot: str, games: Sequence[Outcome]) -> str:
    seats: dict[bool, list[bool]] = {False: [], True: []}  # by whether it is the Soviets'
    for game in games:
        side = next(side for side, name in game.bots.items() if name == bot)
        seats[side == SOVIET].append(game.winner == side)
    other, soviet = (f"{sum(won)} of {len(won)}" for won in seats.values())
    everything = [won for seat in seats.values() for won in seat]
    drawn = sum(not game.winner for game in games)
    return f"| {title} | {rate(sum(everything), len(everything))} | {drawn} | {other} | {soviet} |"


def itself(row: Row) -> list[str]:
    """The staff against itself: who won, and the levels of victory from one end to the other."""
    games = played(row)
    if not games:
        return []
    other = PEOPLE[next(side for side in games[0].points if side != SOVIET)]
    sides = Counter(f"won by the {PEOPLE[game.winner]}" if game.winner else "drawn" for game in games)
    bot = row.series.bots[0]
    lines = [f"| {row.title}, `{bot}` against itself | games | 95 % interval |", "|---|---|---|"]
    lines += [f"| {how} | {rate(count, len(games))} |" for how, count in sides.most_common()]
    levels: dict[str, list[Outcome]] = {}
    for game in games:
        levels.setdefault(game.level, []).append(game)
    for level, those in sorted(levels.items(), key=lambda item: statistics.mean(map(margin, item[1]))):
        lines.append(f"| {level} | {rate(len(those), len(games))} |")
    low, middle, high = statistics.quantiles(map(margin, games), n=4)
    return [
        *lines,
        "",
        f"The points of the {other} less those of the Soviets: median {middle:.0f}, "
        f"the middle half {low:.0f} to {high:.0f}.",
    ]


def margin(game: Outcome) -> int:
    """The points of the Germans or the Axis less the Soviet ones."""
    return sum(-points if side == SOVIET else points for side, points in game.points.items())


def write(page: Path) -> None:
    """Put the tables where they belong on the page."""
    tables = [versus(rows) for rows in PAIRS] + [itself(row) for row in ITSELF]
    text = "\n".join("\n".join(table) + "\n" for table in tables if table)
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    replace_file(page, f"{before}{BEGIN}\n{text}\n{END}{after}".encode())


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes share the work")
    parser.add_argument("--only", default="", help="the series whose files begin so")
    asked = parser.parse_args()
    for row in [*(row for rows in PAIRS for row in rows), *ITSELF]:
        if row.file.stem.startswith(asked.only):
            play(row, asked.jobs)
    write(PAGE)


if __name__ == "__main__":
    main()
