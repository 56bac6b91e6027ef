"""What many matches have in common: how they went turn by turn, the front, the fighting, the places, the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from grognard.hexes import Hex
from grognard.report import spreads
from grognard.report.atlas import Plate, heat_map, sides_key, slides, small_maps, store, thinned
from grognard.report.axes import num
from grognard.report.chance import expected_counts, luck, p_of_counts, trend
from grognard.report.chronicle import Attack, Faces
from grognard.report.combat import dice_section, odds_order, odds_taken, results_expected
from grognard.report.digest import Digest, Standing
from grognard.report.maps import Sketch
from grognard.report.measures import measures
from grognard.report.page import figure, row, section, table
from grognard.report.spreads import Band, Middle, Point, Span

END = "end"
PLACES = 24  # that a plot has room for
FEW = 5  # matches: with fewer there is no cloud
TRUSTED = 30  # attacks at the same odds, from which on a test of their results is told


class Step(NamedTuple):
    """All matches as one turn began, those that had ended before left out; or all at their ends."""

    label: int | str
    standings: Sequence[Standing]

    @property
    def title(self) -> str:
        """The heading of the step: its turn, or the end."""
        return "At the end" if self.label == END else f"Start of turn {self.label}"


def steps(digests: Sequence[Digest]) -> list[Step]:
    """The steps from the first turn to the end."""
    turns = sorted({turn for digest in digests for turn in digest.turns})
    begun = [Step(turn, [digest.turns[turn] for digest in digests if turn in digest.turns]) for turn in turns]
    return [*begun, Step(END, [digest.end for digest in digests])]


def course_section(digests: Sequence[Digest], sides: Sequence[str]) -> str:
    """Points, losses and supply over the turns."""
    path = steps(digests)
    drawn = []
    for measure in measures(digests[0].tables):
        found = []
        for number, side in enumerate(sides):
            middles = [
                Middle.of([standing.values[measure.title][side] for standing in step.standings]) for step in path
            ]
            notes = [
                f"{step.title}: {side} {middle}, {len(step.standings)} matches"
                for step, middle in zip(path, middles, strict=True)
            ]
            found.append(Band(f"s{number}", middles, notes))
        drawing = spreads.bands(found, [step.label for step in path], measure.axis, f"{measure.title} over turns")
        drawn.append(figure(measure.title, drawing, key=sides_key(sides)))
    note = (
        "The line is the median of all matches as a turn begins, the band their middle half. A match that has ended is "
        "left out of later turns; the last point is the end of every match."
    )
    return section("Points, losses, supply", row(*drawn), note=note)


def front_section(digests: Sequence[Digest], sketch: Sketch) -> str:
    """Who held the ground in how many matches."""
    path = steps(digests)
    picked = [path[i] for i in thinned(range(len(path)))]
    plates = [Plate(step.title, sketch.shares([standing.ground for standing in step.standings])) for step in picked]
    note = (
        "The stronger a colour, the more matches in which that side held the hex; ground without colour was held as "
        "often by either. The line runs where the side that held it in most matches changes."
    )
    small = small_maps(sketch, dict(enumerate(plate.title for plate in plates)))
    shown = slides(sketch, plates, "Who held the ground in how many matches", note)
    return section("The front, turn by turn", store(sketch, plates), shown, small)


def fighting_section(digests: Sequence[Digest], sketch: Sketch) -> str:
    """Where they fought, where they lost what, at which odds and with which results."""
    heat: Counter[Hex] = Counter()
    for digest in digests:
        heat.update(digest.heat)
    attacks = [attack for digest in digests for attack in digest.attacks]
    maps = []
    if heat:
        maps.append(heat_map(sketch, "Where they fought", "attacks on" if attacks else "volleys in", heat))
    for number, side in enumerate(sketch.sides):
        fallen = sum((digest.fallen.get(side, Counter()) for digest in digests), Counter[Hex]())
        if fallen:
            maps.append(heat_map(sketch, f"Where the {side.title()} side lost steps", "lost in", fallen, f"s{number}"))
    return section("Combat", row(*maps, *_odds(attacks)), note="All matches added up.")


def _odds(attacks: Sequence[Attack]) -> list[str]:
    if not attacks:
        return []
    certain = [attack for attack in attacks if attack.certain]
    columns: dict[str, list[Attack]] = {}
    for attack in sorted(certain, key=lambda attack: odds_order(attack.column)):
        columns.setdefault(attack.column, []).append(attack)
    hoped = {column: expected_counts(attack.chances for attack in own) for column, own in columns.items()}
    if not certain:
        note = f"{len(attacks)} attacks that were rolled for."
        return [figure("Odds taken, and what came of them", odds_taken(attacks), note)]
    expected = {(column, result): n for column, results in hoped.items() for result, n in results.items() if n >= 0.05}
    said = (
        f"{len(certain)} of {len(attacks)} attacks that were rolled for: those whose odds the attacker could know when "
        "they were declared. Below each count stands how many were to be expected."
    )
    return [
        figure("Odds taken, and what came of them", odds_taken(certain, expected), said),
        figure("Results against expectation", results_expected(certain)),
        _tests(columns, hoped),
    ]


def _tests(columns: dict[str, list[Attack]], hoped: dict[str, dict[str, float]]) -> str:
    """How likely the results at each of the odds are, where there are enough of them."""
    lines = []
    for column, own in columns.items():
        p = p_of_counts(Counter(attack.result for attack in own), hoped[column]) if len(own) >= TRUSTED else None
        if p is not None:
            lines.append((column, str(len(own)), f"{p:.3f}"))
    if not lines:
        return ""
    note = (
        f"p is the chance that results fall at least as far from what was expected; odds taken {TRUSTED} times or more."
    )
    numbers = table(("odds", "attacks", "p of the results"), lines, numbers=(1, 2))
    return figure("Results at the same odds", numbers, note)


def places_section(digests: Sequence[Digest], sketch: Sketch) -> str:
    """How often and when each place was taken, and who held it at the end."""
    worth = {place.name: place.value for place in sketch.board.places.values()}
    fell: dict[tuple[str, str], list[float]] = {}
    for digest in digests:
        for taken, turn in digest.taken.items():
            fell.setdefault(taken, []).append(turn)
    ranked = sorted(fell, key=lambda taken: (-worth.get(taken[0], 0), -len(fell[taken])))
    of = len(digests)
    found, lines = [], []
    for place, side in ranked:
        turns = fell[place, side]
        middle, share = Middle.of(turns), len(turns) / of
        kept = sum(digest.control.get(place) == side for digest in digests) / of
        note = f"{place}: taken by the {side} side in {len(turns)} of {of} matches; turn: {middle}"
        style = f"s{sketch.sides.index(side)}" if side in sketch.sides else ""
        found.append(Span(place, middle, style, share, f"{100 * share:.0f} %", note))
        when = f"{num(middle.median)} ({num(middle.low)} to {num(middle.high)})"
        lines.append((place, side, f"{100 * share:.0f} %", when, f"{100 * kept:.0f} %"))
    if not found:
        return ""
    turns_played = [turn for digest in digests for turn in digest.turns]
    heads = ("place", "taken by", "in", "turn", "held at the end")
    drawing = spreads.spans(found[:PLACES], turns_played, "When places were taken")
    note = (
        "The mark is the median of the turns in which it was first taken, the bar their middle half; the number is the "
        "share of matches. Faint: seldom taken."
    )
    picture = figure("When places were taken", drawing, note, sides_key(sketch.sides))
    numbers = figure("How often and by whom", table(heads, lines, numbers=(2, 3, 4)))
    return section("Places", row(picture, numbers))


def luck_section(digests: Sequence[Digest], sides: Sequence[str]) -> str:
    """All dice against fair ones, and whether the luck of the dice made the points."""
    faces: Faces = {}
    for digest in digests:
        for kind, thrown in digest.faces.items():
            faces.setdefault(kind, Counter()).update(thrown)
    salvos = [salvo for digest in digests for salvo in digest.salvos]
    return dice_section(faces, salvos, sides, *_clouds(digests, sides))


def _clouds(digests: Sequence[Digest], sides: Sequence[str]) -> list[str]:
    found = []
    for side in sides:
        points = []
        for digest in digests:
            lead = digest.ending.lead(sides)
            own = [(kind, thrown) for (who, kind), thrown in digest.faces.items() if who == side]
            if lead is None or not own:
                continue
            far = sum(luck(thrown, kind) for kind, thrown in own) / len(own) ** 0.5
            style = f"s{sides.index(digest.ending.winner)}" if digest.ending.winner in sides else ""
            told = f"{digest.ending.game}: dice {far:+.1f}, points {lead:+g}".replace("-", "−")
            points.append(Point(far, lead, style, told))
        if len(points) >= FEW:
            found.append(_cloud(points, side, sides))
    return found


def _cloud(points: Sequence[Point], side: str, sides: Sequence[str]) -> str:
    line = trend([point.x for point in points], [point.y for point in points])
    title = f"Dice of the {side.title()} side and the points"
    drawing = spreads.cloud(
        points, "dice above the fair mean, in standard deviations", f"{sides[0]} points less {sides[1]}", title, line
    )
    said = "A point is a match, in the colour of its winner. "
    if line is not None:
        weight = f"r = {line.r:+.2f}, p = {line.p:.3f}: ".replace("-", "−")
        share = f"the luck of these dice goes with {100 * line.r**2:.0f} % of the spread of the points"
        said += weight + (share if line.p < 0.05 else "no sign that these dice decide who is ahead") + "."
    return figure(title, drawing, said, sides_key(sides))
