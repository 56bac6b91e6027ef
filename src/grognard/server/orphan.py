"""Processes that work for a server end with it, in the middle of a job if need be."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time


def command(module: str) -> list[str]:
    """How this process starts one that ends with it: it is told whom to watch, for it may come too late to see him."""
    return [sys.executable, "-m", module, str(os.getpid())]


def end_with_server() -> None:
    """End this process once the one that started it is gone."""
    told = os.name == "posix" and len(sys.argv) > 1  # elsewhere a launcher may stand between the two
    server = int(sys.argv[1]) if told else os.getppid()
    threading.Thread(target=_watch, args=(server,), daemon=True).start()


def _watch(server: int) -> None:
    while os.getppid() == server:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)
