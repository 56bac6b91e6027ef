"""How fast anybody may ask: a bucket of tokens for each key that fills again with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

KEYS_MAX = 20_000


class Limit:
    """A token bucket for each key: so many requests at once, and so many a second in the long run."""

    def __init__(self, burst: int, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.per_second, self._clock = burst, per_second, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # key -> (left, when)

    def allows(self, key: str) -> bool:
        """Whether one more is allowed now; if so it is counted."""
        now = self._clock()
        left, when = self._buckets.pop(key, (float(self.burst), now))
        left = min(float(self.burst), left + (now - when) * self.per_second)
        allowed = left >= 1
        self._buckets[key] = (left - 1 if allowed else left, now)
        if len(self._buckets) > KEYS_MAX:
            self._buckets.popitem(last=False)
        return allowed

    def give_back(self, key: str) -> None:
        """It did not count after all."""
        if key in self._buckets:
            left, when = self._buckets[key]
            self._buckets[key] = (min(float(self.burst), left + 1), when)
