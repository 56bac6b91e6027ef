"""One process at a time: a lock beside a file, which the system takes back when its holder ends."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from grognard.errors import Invalid


def take(path: Path, says: str) -> IO[bytes] | None:
    """Hold the lock file at `path` until it is closed; Invalid, with `says`, if another process holds it.

    None where no lock file can be made: then there is nothing to guard either.
    """
    try:
        file = path.open("a+b")
    except OSError:
        return None
    try:
        _lock(file)
    except OSError:
        file.close()
        raise Invalid(says) from None
    return file


@contextlib.contextmanager
def held(path: Path, says: str) -> Iterator[None]:
    """Hold a lock file, and take it away afterwards."""
    file = take(path, says)
    try:
        yield
    finally:
        if file is not None:
            path.unlink(missing_ok=True)
            file.close()


@contextlib.contextmanager
def taking_turns(file: IO[bytes] | None) -> Iterator[None]:
    """Wait for the lock of an open file, hold it, and let go of it; without a file there is nobody to wait for."""
    if file is None or os.name == "nt":
        yield
        return
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def _lock(file: IO[bytes]) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
