"""What a process that serves asks of the system and of Python before it begins."""

from __future__ import annotations

import gc
import os

CONNECTIONS_MAX = 4_000  # at each process
FILES = 2 * CONNECTIONS_MAX
GARBAGE = 50_000  # new objects until Python looks for rings among them; a position and its views are thousands


def many_files() -> None:
    """Let this process have as many connections as the system allows it: the usual limit is far below."""
    if os.name != "posix":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def collect_seldom() -> None:
    """Look for garbage less often, and never among what is there now: there are hardly any rings to be found, and to
    look for them took a tenth of the processor time of an action."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)
