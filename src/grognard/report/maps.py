"""Small maps: the ground once, and over it the front, the units, the roads they took and where they fought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from math import ceil, sqrt

from grognard.board import Board
from grognard.hexes import Hex, HexSet, members
from grognard.render.field import Field
from grognard.render.pen import R
from grognard.render.theme import default
from grognard.report.chronicle import Snapshot

SCALE = 12  # units to a hex's circumradius: whole numbers are exact enough
WATER, APART = "water", "box"  # textures of the theme
FEW = 40  # places: if there are more, the small ones are left out
BANDS, DEEPEST = 5, 0.45  # tints of the ground that a side held in some share of many positions
GREAT = ("major-city", "city", "capital")


class Sketch:
    """A board as a sketch map that positions are laid on."""

    def __init__(self, board: Board, sides: tuple[str, ...]) -> None:
        self.board, self.sides = board, sides
        self.field = Field(board)
        theme = default()
        textures = {h: theme.ground(board.terrain[h]).texture for h in self.field.hexes}
        self.land = [h for h in self.field.hexes if textures[h] not in (WATER, APART)]
        self._on_land = set(self.land)
        self.water = [h for h in self.field.hexes if textures[h] == WATER]
        self.rough = [h for h in self.land if textures[h] and board.terrain[h] != "clear"]
        left, top, right, bottom = self.field.box(self._on_land | set(self.water))
        k = SCALE / R
        self.box = (round(left * k) - 4, round(top * k) - 4, round(right * k) + 4, round(bottom * k) + 4)

    @property
    def view_box(self) -> str:
        """The viewBox of every map of this board."""
        left, top, right, bottom = self.box
        return f"{left} {top} {right - left} {bottom - top}"

    @property
    def wide(self) -> float:
        """How wide the map is for its height."""
        left, top, right, bottom = self.box
        return (right - left) / (bottom - top)

    def at(self, h: Hex) -> tuple[int, int]:
        """The middle of a hex."""
        x, y = self.field.centre(h)
        return round(x * SCALE / R), round(y * SCALE / R)

    # --- the ground ----------------------------------------------------------------------------------------------

    def ground(self) -> str:
        """Land, water, rivers, rough ground and the great places."""
        out = [
            f'<path class="land" d="{self.outline(self.land)}"/>',
            f'<path class="rough" d="{self.outline(self.rough)}"/>',
        ]
        if self.water:
            out.append(f'<path class="water" d="{self.outline(self.water)}"/>')
        for kind in self.board.rivers:
            runs = (self._run([self._ends(h, d) for h, d in s.sides]) for s in self.board.sides[kind].chains)
            out.append(f'<path class="river" d="{"".join(runs)}"/>')
        crowded = len(self.board.places) > FEW
        dots = "".join(
            f'<circle cx="{x}" cy="{y}" r="{4 if great else 2.4}"/>'
            for place in self.board.places.values()
            if place.hexes[0] in self._on_land
            for great in [place.value or place.kind in GREAT]
            if great or not crowded
            for x, y in [self.at(place.hexes[0])]
        )
        return "".join(out) + f'<g class="town">{dots}</g>'

    def names(self, most: int = 16) -> str:
        """The names of the places that matter most, kept apart from each other."""
        rank = {place.name: (-place.value, place.kind not in GREAT) for place in self.board.places.values()}
        out: list[str] = []
        taken: list[tuple[float, float, float, float]] = []
        size = max(13.0, (self.box[2] - self.box[0]) / 62)
        for place in sorted(self.board.places.values(), key=lambda p: rank[p.name]):
            if place.hexes[0] not in self._on_land or len(out) >= most or place.name.startswith("Hex "):
                continue
            x, y = self.at(place.hexes[0])
            long = size * 0.55 * len(place.name)
            anchor, x0 = ("end", x - 7 - long) if x + 7 + long > self.box[2] else ("start", x + 7)
            box = (x0, y - size, x0 + long, y + size * 0.3)
            if any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken):
                continue
            taken.append(box)
            shift = -7 if anchor == "end" else 7
            out.append(f'<text x="{x + shift}" y="{y - 2}" text-anchor="{anchor}">{escape(place.name)}</text>')
        return f'<g class="name" font-size="{size:.0f}">{"".join(out)}</g>'

    def outline(self, hexes: Collection[Hex]) -> str:
        """The edge of a group of hexes."""
        return "".join(_ring([_whole(self.field.side(*side)[0]) for side in loop]) for loop in self.field.loops(hexes))

    def _ends(self, h: Hex, d: int) -> tuple[str, str]:
        a, b = (_whole(point) for point in self.field.side(h, d))
        return f"{a[0]} {a[1]}", f"{b[0]} {b[1]}"

    @staticmethod
    def _run(ends: list[tuple[str, str]]) -> str:
        """Hexsides one after the other as one stroke, whichever way round each of them is told."""
        out, last = [], ""
        for i, (a, b) in enumerate(ends):
            if not last and i + 1 < len(ends) and a in ends[i + 1]:
                a, b = b, a
            if last == b:
                a, b = b, a
            out.append(f"L{b}" if last == a else f"M{a}L{b}")
            last = b
        return "".join(out)

    # --- a position ----------------------------------------------------------------------------------------------

    def owners(self, snapshot: Snapshot) -> dict[Hex, str]:
        """Who holds each hex: as the game says it, else whoever has the nearest unit, or most of those around it."""
        if snapshot.held:
            return {h: side for side, hexes in snapshot.held.items() for h in hexes if h in self._on_land}
        owner: dict[Hex, str] = {}
        edge: dict[Hex, str] = {}
        for unit in snapshot.units:
            if unit.hex in self._on_land:
                edge[unit.hex] = unit.side if edge.get(unit.hex, unit.side) == unit.side else ""
        while edge:
            owner.update(edge)
            further: dict[Hex, str] = {}
            for h, side in edge.items():
                for there in self._near(h):
                    if there not in owner:
                        further[there] = side if further.get(there, side) == side else ""
            edge = further
        for h in [h for h, side in owner.items() if not side]:
            around = [owner.get(there) for there in self._near(h)]
            owner[h] = max(self.sides, key=around.count)
        return owner

    def _near(self, h: Hex) -> list[Hex]:
        steps = (self.field.grid.step(h, d) for d in range(6))
        return [there for there in steps if there is not None and there in self._on_land]

    def position(self, snapshot: Snapshot, *, moves: bool = True) -> str:
        """The ground each side holds, the front between them, the moves that led here, the combats, the units."""
        owner = self.owners(snapshot)
        out = []
        for number, side in enumerate(self.sides):
            own = [h for h, who in owner.items() if who == side]
            if own:
                out.append(f'<path class="hold s{number}" d="{self.outline(own)}"/>')
        out.append(f'<path class="front" d="{self.front(owner)}"/>')
        if moves:
            out += self._moves(snapshot.moves)
        out += self._units(snapshot)
        if snapshot.combats:
            crosses = "".join(_cross(*self.at(h)) for h in dict.fromkeys(snapshot.combats))
            out.append(f'<path class="edge" d="{crosses}"/><path class="fight" d="{crosses}"/>')
        return "".join(out)

    def front(self, owner: Mapping[Hex, str]) -> str:
        """Every hexside with one side before it and the other behind it; disputed hexes lie behind it."""
        disputed = {h for h in self.land if h not in owner and len({owner[n] for n in self._near(h) if n in owner}) > 1}
        behind = dict.fromkeys(disputed, self.sides[-1]) | dict(owner)
        parts = []
        for h, side in behind.items():
            for d in range(3):
                there = self.field.grid.step(h, d)
                if there is not None and behind.get(there, side) != side:
                    a, b = self._ends(h, d)
                    parts.append(f"M{a}L{b}")
        return "".join(parts)

    def _moves(self, moves: Iterable[tuple[str, tuple[Hex, ...]]]) -> list[str]:
        strokes: dict[str, list[str]] = {side: [] for side in self.sides}
        for side, path in moves:
            if side in strokes and len(path) > 1:
                strokes[side].append("M" + "L".join("{} {}".format(*self.at(h)) for h in path))
        return [
            f'<path class="move s{number}" d="{"".join(strokes[side])}"/>'
            for number, side in enumerate(self.sides)
            if strokes[side]
        ]

    def _units(self, snapshot: Snapshot) -> list[str]:
        stacks: dict[tuple[int, Hex], int] = {}
        for unit in snapshot.units:
            if unit.side in self.sides and unit.hex in self._on_land:
                key = (self.sides.index(unit.side), unit.hex)
                stacks[key] = stacks.get(key, 0) + 1
        out = []
        for number in range(len(self.sides)):
            d = []
            for (whose, h), count in stacks.items():
                if whose == number:
                    (x, y), half = self.at(h), min(9, 4 + count)
                    d.append(f"M{x - half} {y - half}h{2 * half}v{2 * half}h{-2 * half}z")
            if d:
                out.append(f'<path class="unit s{number}" d="{"".join(d)}"/>')
        return out

    # --- heat ----------------------------------------------------------------------------------------------------

    def heat(self, heat: Mapping[Hex, int], style: str = "") -> str:
        """The hexes with a number, the more the darker."""
        most = max(heat.values(), default=1)
        out = []
        for h, count in sorted(heat.items(), key=lambda item: item[1]):
            name = self.field.grid.names[h]
            place = self.board.place_at.get(h)
            where = f"{name} {place.name}" if place else name
            strong = 0.2 + 0.8 * sqrt(count / most)  # a root, lest one hex outshine all others
            out.append(
                f'<path fill-opacity="{strong:.2f}" d="{self.outline([h])}">'
                f"<title>{escape(where)}: {count}</title></path>"
            )
        return f'<g class="heat {style}">{"".join(out)}</g>'

    # --- many positions ------------------------------------------------------------------------------------------

    def shares(self, held: Sequence[Mapping[str, HexSet]]) -> str:
        """Each hex in the colour of who held it in most of these positions, the more of them the stronger; the front
        runs where this changes."""
        first, second = self.sides
        lead: Counter[Hex] = Counter()
        for ground in held:
            lead.update(members(ground.get(first, 0)))
            lead.subtract(members(ground.get(second, 0)))
        bands: dict[tuple[int, int], list[Hex]] = {}
        for h, more in lead.items():
            if more:
                bands.setdefault((int(more < 0), ceil(BANDS * abs(more) / len(held))), []).append(h)
        out = [
            f'<path class="share s{number}" fill-opacity="{DEEPEST * band / BANDS:.2f}" d="{self.outline(hexes)}"/>'
            for (number, band), hexes in sorted(bands.items())
        ]
        front = self.front({h: first if more > 0 else second for h, more in lead.items()})
        return f'{"".join(out)}<path class="front" d="{front}"/>'


def _whole(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0] * SCALE / R), round(point[1] * SCALE / R)


def _ring(points: Sequence[tuple[int, int]]) -> str:
    """A closed line, told by its steps: that is half as long as by its points."""
    (x, y), out = points[0], []
    for x2, y2 in points[1:]:
        out.append(f"{x2 - x}{'' if y2 < y else ' '}{y2 - y}")
        x, y = x2, y2
    steps = "".join(step if step.startswith("-") else f" {step}" for step in out)
    return f"M{points[0][0]} {points[0][1]}l{steps.strip()}z"


def _cross(x: int, y: int, r: int = 7) -> str:
    return f"M{x - r} {y - r}L{x + r} {y + r}M{x - r} {y + r}L{x + r} {y - r}"
