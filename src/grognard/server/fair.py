"""Fair dice that people can check: a promise of the seed when a match starts, and the seed itself at its end."""

from __future__ import annotations

import hmac
from hashlib import sha256


def commitment(match: str, seed: int | str) -> str:
    """The hash of the dice seed that is shown when a match starts."""
    return sha256(f"grognard:{match}:{seed}".encode()).hexdigest()


def keeps(promise: str, match: str, seed: int | str) -> bool:
    """Whether a seed is the one that was promised for a match."""
    return hmac.compare_digest(promise.strip().lower().encode(), commitment(match, seed).encode())
