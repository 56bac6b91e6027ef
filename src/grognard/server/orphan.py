"""Processes that work for a server end with it, in the middle of a job if need be."""

from __future__ import annotations

import os
import signal
import threading
import time


def end_with_server() -> None:
    """End this process once the one that started it is gone."""
    threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()


def _watch(server: int) -> None:
    while os.getppid() == server:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)
