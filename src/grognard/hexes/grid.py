"""Sets of hexes on a map: shifts, spreads, discs and floods, a handful of operations on one int each."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.errors import Invalid
from grognard.hexes.layout import Layout
from grognard.hexes.sets import Hex, HexSet, hexset

Walls = tuple[HexSet, ...]


class Grid(Layout):
    """A numbered hex map; its sets of hexes are ints, and a step of a whole set is a shift."""

    def parse(self, names: str | Iterable[str]) -> HexSet:
        """The set of these hex numbers, as words of one text or one by one; Invalid if one is not on the map."""
        return hexset(map(self.hex, names.split() if isinstance(names, str) else names))

    def shift(self, hexes: HexSet, d: int) -> HexSet:
        """Every hex of the set moved one step in direction d, those that stay on the map."""
        offset = self.offsets[d]
        return (hexes << offset if offset > 0 else hexes >> -offset) & self.all

    def spread(self, hexes: HexSet) -> HexSet:
        """The set and all its neighbours on the map."""
        pair = hexes | hexes << 1
        return (pair | hexes >> 1 | pair << self._far - 1 | pair >> self._far) & self.all

    def beside(self, hexes: HexSet) -> HexSet:
        """The neighbours of each hex of the set on the map, whether they are in it themselves or not."""
        up = hexes << 1
        pair = hexes | up
        return (up | hexes >> 1 | pair << self._far - 1 | pair >> self._far) & self.all

    def across(self, hexes: HexSet, walls: Walls) -> HexSet:
        """The neighbours of each hex of the set that no wall parts from it, in the set themselves or not."""
        found = 0
        for offset, wall in zip(self.offsets, walls, strict=True):
            found |= (hexes & ~wall) << offset if offset > 0 else (hexes & ~wall) >> -offset
        return found & self.all

    def border(self, hexes: HexSet) -> HexSet:
        """The neighbours of the set that are not in it."""
        return self.spread(hexes) & ~hexes

    def disc(self, hex: Hex, n: int) -> HexSet:
        """The hexes on the map at most n away."""
        found = 0
        middle, centre = self._line[hex], self._half[hex]
        for line in range(max(0, middle - n), min(len(self._starts), middle + n + 1)):
            reach = 2 * n - abs(line - middle)
            lower = self._lower[line]
            low = max(0, (centre - reach - lower) // 2)
            high = min(self._length - 1, (centre + reach - lower) // 2)
            if low <= high:
                found |= (1 << high + 1) - (1 << low) << self._starts[line]
        return found & self.all

    def ring(self, hex: Hex, n: int) -> HexSet:
        """The hexes on the map exactly n away."""
        return self.disc(hex, n) & ~self.disc(hex, n - 1)

    def flood(self, start: HexSet, free: HexSet, limit: int | None = None, walls: Walls | None = None) -> HexSet:
        """What can be reached from the hexes of `start` that are free, in at most `limit` steps, entering only free
        hexes and never crossing a wall."""
        free &= self.all
        reached = start & free
        steps = self.size if limit is None else limit
        if walls is not None and any(walls):
            return self._flood_walled(reached, free, steps, walls)
        far = self._far
        near = far - 1
        for _ in range(steps):
            pair = reached | reached << 1
            grown = (pair | reached >> 1 | pair << near | pair >> far) & free
            if grown == reached:
                break
            reached = grown
        return reached

    def _flood_walled(self, reached: HexSet, free: HexSet, steps: int, walls: Walls) -> HexSet:
        gates = [(offset, free & ~wall) for offset, wall in zip(self.offsets, walls, strict=True)]
        (o1, up1), (o2, up2), (o3, up3) = (gate for gate in gates if gate[0] > 0)
        (o4, down1), (o5, down2), (o6, down3) = ((-offset, mask) for offset, mask in gates if offset < 0)
        for _ in range(steps):
            grown = reached | (reached & up1) << o1 | (reached & up2) << o2 | (reached & up3) << o3
            grown |= (reached & down1) >> o4 | (reached & down2) >> o5 | (reached & down3) >> o6
            grown &= free
            if grown == reached:
                break
            reached = grown
        return reached


def walls(grid: Grid, sides: Iterable[tuple[Hex, Hex]]) -> Walls:
    """The closed hexsides between these pairs, by direction and from both sides; Invalid if a pair is not adjacent."""
    closed = [0] * 6
    for a, b in sides:
        d = grid.direction(a, b)
        if d is None:
            raise Invalid(f"{grid.names[a]} and {grid.names[b]} are not adjacent")
        closed[d] |= 1 << a
        closed[(d + 3) % 6] |= 1 << b
    return tuple(closed)
