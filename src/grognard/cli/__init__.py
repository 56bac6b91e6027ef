"""The command line. `main` is the entry point; everything else is imported when a command needs it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

DONE, REFUSED, WRONG, BROKEN, UNFINISHED, STOPPED = 0, 1, 2, 3, 4, 130
EXTRA = ("cyclopts", "rich")  # the packages of the extra `cli`: all that the engine does without


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    0 done, 1 refused by a rule, 2 bad usage or file, 3 a fault of the program, 4 an unfinished action, 130 stopped.
    """
    try:
        from grognard.cli.run import run

        return run(argv)
    except ModuleNotFoundError as error:
        if error.name not in EXTRA:
            raise
        print(f"grognard: the command line needs {error.name}: pip install 'grognard[cli]'", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:  # before the program was ready to say so
        return STOPPED
