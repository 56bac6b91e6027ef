"""`python -m grognard.server`: the server without the command line's other commands."""

from __future__ import annotations

import argparse
import sys

from grognard.errors import Invalid
from grognard.server.serve import PORT, serve


def main() -> int:
    """Read the options and serve."""
    parser = argparse.ArgumentParser(prog="grognard.server")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--db", help="a file for SQLite, or postgresql://user@host/name")
    parser.add_argument("--public", action="store_true", help="accounts, and anybody may come")
    parser.add_argument("--open", action="store_true", help="open the browser")
    parser.add_argument("--bot-program", action="append", default=[], metavar="NAME=COMMAND", help="a bot to be run")
    parser.add_argument("--workers", type=int, default=0, help="processes (default: one for each processor)")
    parser.add_argument("--settings", help="the operator's TOML file: mail, clocks, metrics")
    given = parser.parse_args()
    try:
        serve(
            given.host,
            given.port,
            given.db,
            given.public,
            given.open,
            given.bot_program,
            given.workers,
            given.settings,
        )
    except Invalid as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
