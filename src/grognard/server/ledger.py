"""What all workers of a server count together: how fast somebody asks, and how many live connections an account has.

The counts are in files that the workers map into their memory, in the folder where they meet; they vanish with the
server. A table is a row of small sets. A key has its place in one of them, and if a set is full the oldest makes way.
The folder has a name that nobody can guess, and it salts the places.
"""

from __future__ import annotations

import mmap
import os
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import IO

from grognard.locks import taking_turns
from grognard.server.limits import Limit

SETS, WAYS = 4096, 8


class SharedNumbers:
    """Numbers in memory that processes share: for each slot a key and some values."""

    def __init__(self, file: IO[bytes], values: int, salt: str) -> None:
        self._salt = blake2b(salt.encode()).digest()
        size = SETS * WAYS * 8
        _make_room(file, size * (1 + values))
        whole = self._whole = memoryview(mmap.mmap(file.fileno(), size * (1 + values)))
        self.keys = whole[:size].cast("q")
        self.values = [whole[size * n : size * (n + 1)].cast("d") for n in range(1, values + 1)]

    def clear(self) -> None:
        """Forget everything. The file stays as long as it is: others have it in their memory, and would be ended by
        the system for looking at what is cut off."""
        self._whole[:] = bytes(len(self._whole))

    def place(self, key: str) -> tuple[int, int]:
        """A key as a number that is not 0, and its set.

        Nobody can tell which keys share a set, or they could crowd out their own count by asking with other names.
        """
        digest = int.from_bytes(blake2b(key.encode(), digest_size=8, key=self._salt).digest(), "little") >> 1 or 1
        return digest, digest % SETS * WAYS

    def find(self, key: str) -> int | None:
        """The slot of a key, if it has one."""
        digest, start = self.place(key)
        for slot in range(start, start + WAYS):
            if self.keys[slot] == digest:
                return slot
        return None


def _make_room(file: IO[bytes], size: int) -> None:
    """Have all of a file on the disk: if it were full later, a process that writes into it would be ended."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
    else:
        file.truncate(size)


class SharedLimit(Limit):
    """A token bucket for each key that all workers draw from."""

    def __init__(self, ledger: Ledger, name: str, burst: float, per_second: float) -> None:
        super().__init__(burst, per_second)
        self._ledger, self._name = ledger, name

    def _draw(self, key: str, amount: float, least: float) -> bool:
        return self._ledger.draw(f"{self._name} {key}", self.burst, self.per_second, amount, least)

    def give_back(self, key: str) -> None:
        """Return what was taken for something that did not count after all."""
        self._ledger.give_back(f"{self._name} {key}", self.burst)


class Ledger:
    """The counts of a server. A server that is one process has its own, in no file."""

    def __init__(self, folder: str = "", worker: int = 0, workers: int = 1) -> None:
        self._shared = workers > 1
        self._clock: Callable[[], float] = time.monotonic  # the same in all processes of a machine
        self._here: dict[str, int] = {}
        if not self._shared:
            return
        self._turn = (Path(folder) / "limits").open("a+b")
        self._buckets = SharedNumbers(self._turn, 2, folder)  # what is left, and since when
        self._sockets = []
        for n in range(workers):
            with (Path(folder) / f"sockets{n}").open("a+b") as file:
                self._sockets.append(SharedNumbers(file, 1, folder))
        self._own = self._sockets[worker]
        self._own.clear()  # those of the one before have gone with it

    def limit(self, name: str, burst: float, per_second: float) -> Limit:
        """A limit that holds for all workers together."""
        return SharedLimit(self, name, burst, per_second) if self._shared else Limit(burst, per_second)

    def draw(self, key: str, burst: float, per_second: float, amount: float = 1.0, least: float = 1.0) -> bool:
        """Take so much from a key's bucket, if there is at least so much."""
        now, table = self._clock(), self._buckets
        left, when = table.values
        with taking_turns(self._turn):
            slot = table.find(key)
            if slot is None:
                digest, start = table.place(key)
                slot = min(range(start, start + WAYS), key=lambda s: when[s])
                table.keys[slot], left[slot], when[slot] = digest, float(burst), now
            has = min(float(burst), left[slot] + max(0.0, now - when[slot]) * per_second)
            left[slot], when[slot] = (max(has - amount, -burst) if has >= least else has), now
        return has >= least

    def give_back(self, key: str, burst: float) -> None:
        """Put a token back."""
        with taking_turns(self._turn):
            slot = self._buckets.find(key)
            if slot is not None:
                left = self._buckets.values[0]
                left[slot] = min(float(burst), left[slot] + 1)

    # --- live connections: every worker writes its own table and reads all -------------------------------------------

    def open_now(self, user: str) -> int:
        """How many live connections an account has, at all workers."""
        if not self._shared:
            return self._here.get(user, 0)
        slots = ((table, table.find(user)) for table in self._sockets)
        return int(sum(table.values[0][slot] for table, slot in slots if slot is not None))

    def opened(self, user: str, more: int) -> None:
        """One more, or one less."""
        if not self._shared:
            self._here[user] = self._here.get(user, 0) + more
            if self._here[user] <= 0:
                del self._here[user]
            return
        table = self._own
        slot = table.find(user)
        if slot is None:
            digest, start = table.place(user)
            slot = min(range(start, start + WAYS), key=lambda s: table.values[0][s])
            table.keys[slot], table.values[0][slot] = digest, 0.0
        table.values[0][slot] = max(0.0, table.values[0][slot] + more)
