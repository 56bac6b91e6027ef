"""Glicko-2 by Mark Glickman: a rating, how sure it is (deviation) and how erratic (volatility)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

SCALE = 173.7178  # from our scale to Glicko-2's
MIDDLE = 1500.0
TAU = 0.5  # how much volatility may change
DEVIATION_MAX = 350.0
CLOSE = 1e-6


class Rating(NamedTuple):
    """A player's strength; 1500 is the middle, and the true one is within two deviations nineteen times in twenty."""

    rating: float = MIDDLE
    deviation: float = DEVIATION_MAX
    volatility: float = 0.06


def aged(player: Rating, periods: float) -> Rating:
    """The rating after a time without play: it is less sure."""
    phi = math.hypot(player.deviation / SCALE, player.volatility * math.sqrt(max(0.0, periods)))
    return player._replace(deviation=min(DEVIATION_MAX, phi * SCALE))


def after(player: Rating, games: Sequence[tuple[Rating, float]], periods: float = 1.0) -> Rating:
    """The rating after games against these opponents (1 won, 1/2 drawn, 0 lost) in so many rating periods."""
    if not games:
        return aged(player, periods)
    mu, phi, sigma = (player.rating - MIDDLE) / SCALE, player.deviation / SCALE, player.volatility
    weight = shift = 0.0
    for other, score in games:
        g = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - (other.rating - MIDDLE) / SCALE)))
        weight += g * g * expected * (1 - expected)
        shift += g * (score - expected)
    v = 1 / weight
    sigma = _volatility(sigma, phi, v, v * shift)
    before = phi * phi + sigma * sigma * periods
    phi = 1 / math.sqrt(1 / before + 1 / v)
    return Rating((mu + phi * phi * shift) * SCALE + MIDDLE, min(DEVIATION_MAX, phi * SCALE), sigma)


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Step 5 of the paper: the root of f by the Illinois method."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + v:
        high = math.log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        between = low + (low - high) * at_low / (at_high - at_low)
        there = f(between)
        if there * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, there
    return math.exp(low / 2)
