"""How fast anybody may ask: a bucket of tokens for each key that fills again with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from math import inf

KEYS_MAX = 20_000
LITTLE = 1e-6


class Limit:
    """A token bucket for each key: so many requests at once, and so many a second in the long run."""

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.per_second, self._clock = burst, per_second, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # key -> (left, when)

    def allows(self, key: str) -> bool:
        """Whether one more is allowed now; if so it is counted."""
        return self._draw(key, 1.0, 1.0)

    def solvent(self, key: str) -> bool:
        """Whether anything is left, where it is known only afterwards how much it was."""
        return self._draw(key, 0.0, LITTLE)

    def charge(self, key: str, amount: float) -> None:
        """Take an amount known only afterwards: who has less owes the rest, but never more than a whole bucket."""
        self._draw(key, amount, -inf)

    def _draw(self, key: str, amount: float, least: float) -> bool:
        """Take so much, if there is at least so much."""
        now = self._clock()
        left, when = self._buckets.pop(key, (float(self.burst), now))
        left = min(float(self.burst), left + (now - when) * self.per_second)
        allowed = left >= least
        self._buckets[key] = (max(left - amount, -self.burst) if allowed else left, now)
        if len(self._buckets) > KEYS_MAX:
            self._buckets.popitem(last=False)
        return allowed

    def give_back(self, key: str) -> None:
        """Return what was taken for something that did not count after all."""
        if key in self._buckets:
            left, when = self._buckets[key]
            self._buckets[key] = (min(float(self.burst), left + 1), when)
