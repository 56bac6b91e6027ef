"""Sets of hexes: one int, bit i for hex i, so that union, overlap and difference are `|`, `&` and `& ~`."""

from __future__ import annotations

from collections.abc import Iterable

Hex = int
HexSet = int


def hexset(hexes: Iterable[Hex]) -> HexSet:
    """The set of these hexes."""
    found = 0
    for hex in hexes:
        found |= 1 << hex
    return found


class _Octet(dict[int, tuple[Hex, ...]]):
    """The hexes that each value of one byte of a set stands for, worked out when first met."""

    def __init__(self, base: Hex) -> None:
        self.base = base

    def __missing__(self, bits: int) -> tuple[Hex, ...]:
        found = self[bits] = tuple(self.base + i for i in range(8) if bits >> i & 1)
        return found


_OCTETS: list[_Octet] = []
_FEW = 48  # up to here taking one bit after the other is faster than the table


def members(hexes: HexSet) -> list[Hex]:
    """The hexes of the set in ascending order."""
    found: list[Hex] = []
    if hexes.bit_count() <= _FEW:
        while hexes:
            highest = hexes.bit_length() - 1
            found.append(highest)
            hexes ^= 1 << highest
        found.reverse()
        return found
    length = hexes.bit_length() + 7 >> 3
    while len(_OCTETS) < length:
        _OCTETS.append(_Octet(8 * len(_OCTETS)))
    for octet, bits in zip(_OCTETS, hexes.to_bytes(length, "little"), strict=False):
        if bits:
            found.extend(octet[bits])
    return found


def first(hexes: HexSet) -> Hex:
    """The lowest hex of a set that is not empty."""
    if not hexes:
        raise ValueError("an empty set of hexes has no first")
    return (hexes & -hexes).bit_length() - 1
