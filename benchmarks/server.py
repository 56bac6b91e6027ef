"""How much the server carries: live matches with both sides at their pages, played over the live connections.

`python benchmarks/server.py` prints every game on each database with one worker and two, 16 and 200 matches; options
choose some. Client and server share the machine. Where it is not quiet, the processor time an action costs (`server`,
`client`: milliseconds) is the honest figure, and so are the bytes; `2 cores` follows from it: the actions a second at
which server and client together fill two cores. `--crowd` is 1,000 matches at one action a second
each. `--cores N` binds server and client together to the first N cores.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ["PYTHONPATH"] = os.pathsep.join(p for p in sys.path if p)

from tests.server import postgres
from tests.server.process import ServerProcess, measured

GAMES = ("guderian", "eastfront", "oder", "battles", "bugriver")
HEAD = (
    "game       database    workers matches  actions/s  seen p50  p99 ms  server  client ms  2 cores  bytes  memory MB"
)


@contextlib.contextmanager
def database(kind: str) -> Iterator[str]:
    """An empty database that waits for the disk."""
    if kind == "postgresql":
        with postgres.running(durable=True) as address:
            yield postgres.fresh_database(address, "bench")
        return
    with tempfile.TemporaryDirectory(prefix="grognard-bench-") as folder:
        yield str(Path(folder) / "matches.sqlite3")


def line(game: str, kind: str, workers: int, matches: int, seconds: float, per_second: float) -> str:
    """One measurement."""
    with database(kind) as db:
        server = ServerProcess(db, workers=workers)
        try:
            told = measured(server, game, matches, seconds, per_second)
        finally:
            server.stop()
    two_cores = 2000 / (told["server_ms_per_action"] + told["client_ms_per_action"] or 1)
    refused = f"  {told['refused']:g} REFUSED" if told["refused"] else ""
    return (
        f"{game:<10} {kind:<11} {workers:>7} {matches:>7} {told['actions_per_second']:>10.0f} "
        f"{told['seen_p50_ms']:>9.1f} {told['seen_p99_ms']:>7.1f} {told['server_ms_per_action']:>7.2f} "
        f"{told['client_ms_per_action']:>10.2f} {two_cores:>8.0f} {told['bytes_per_action']:>6.0f} "
        f"{told['memory_mb']:>10.0f}{refused}"
    )


def main() -> None:
    """Read the options and print a line for each measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--databases", nargs="*", default=["sqlite", "postgresql"])
    parser.add_argument("--workers", nargs="*", type=int, default=[1, 2])
    parser.add_argument("--matches", nargs="*", type=int, default=[16, 200])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument(
        "--pace", type=float, default=0.0, help="actions a second in each match; 0: as fast as they can"
    )
    parser.add_argument("--crowd", action="store_true", help="1,000 matches at one action a second each")
    parser.add_argument("--cores", type=int, default=0)
    given = parser.parse_args()
    if given.cores:
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: given.cores])
    kinds = [kind for kind in given.databases if kind != "postgresql" or not postgres.why_not()]
    matches, pace = ([1000], 1.0) if given.crowd else (given.matches, given.pace)
    print(HEAD, flush=True)
    for game, kind, workers, count in product(given.games, kinds, given.workers, matches):
        print(line(game, kind, workers, count, given.seconds, pace), flush=True)


if __name__ == "__main__":
    main()
