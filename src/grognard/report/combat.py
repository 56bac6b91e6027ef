"""Attacks and dice, of one match or of many: odds taken, results, and how fair the dice were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from grognard.report import plots
from grognard.report.axes import num
from grognard.report.chance import Fairness, expected_counts, fairness, hit_chance
from grognard.report.chronicle import Attack, Faces, Salvo
from grognard.report.page import figure, row, section, table

FEW = 12  # dice: with fewer there is nothing to see

DICE_NOTE = (
    "p is the chance that fair dice come out at least as far off. The mean is counted out exactly; the spread of "
    "the faces is a chi-square test (~: too few dice for it to say much). One test in twenty is below 0.05 by "
    "chance alone. A side's dice are all it has thrown; those both throw together, as for the weather, are nobody's."
)


def odds_taken(attacks: Sequence[Attack], expected: Mapping[tuple[str, str], float] | None = None) -> str:
    """The attacks that were rolled for, by odds and result; with how many of each were to be expected, if given."""
    columns = sorted({attack.column for attack in attacks}, key=odds_order)
    results = [result for result, _ in Counter(attack.result for attack in attacks).most_common()]
    counts = Counter((attack.column, attack.result) for attack in attacks)
    return plots.grid(columns, results, counts, "Attacks by odds and result", expected or {})


def results_expected(attacks: Sequence[Attack]) -> str:
    """How often each result came, and how often it was to be expected."""
    expected = expected_counts(attack.chances for attack in attacks)
    real = Counter(attack.result for attack in attacks)
    lines = [
        (name, str(real[name]), f"{expected.get(name, 0):.1f}")
        for name in sorted({*expected, *real}, key=lambda n: -max(real[n], expected.get(n, 0)))
    ]
    return table(("result", "came", "expected"), lines, numbers=(1, 2))


def odds_order(column: str) -> tuple[float, str]:
    """Odds columns from the worst to the best; others by name."""
    for sign in (":", "-"):
        left, _, right = column.partition(sign)
        if left.isdigit() and right.isdigit() and int(right):
            return int(left) / int(right), column
    return float("inf"), column


def dice_section(faces: Faces, salvos: Sequence[Salvo], sides: Sequence[str], *more: str, note: str = DICE_NOTE) -> str:
    """All dice and those of each side against fair ones, more figures, and the hits of volleys."""
    figures, lines = [], []
    for kind in sorted({kind for _, kind in faces}):
        everyone = sum((thrown for (_, d), thrown in faces.items() if d == kind), Counter[int]())
        groups = [("all dice", "hot", everyone)]
        groups += [(side, f"s{i}", faces.get((side, kind), Counter())) for i, side in enumerate(sides)]
        for name, style, thrown in groups:
            fair = fairness(thrown, kind)
            if fair is not None:
                lines.append(_luck(name if kind == 6 else f"{name}, d{kind}", fair))
                if fair.dice >= FEW:
                    label = f"Faces thrown, {name}"
                    figures.append(figure(label, plots.faces(fair, style, label)))
    if not lines:
        return ""
    heads = ("dice of", "thrown", "mean", "fair mean", "p of the mean", "p of the faces")
    dice = table(heads, lines, numbers=(1, 2, 3, 4, 5))
    return section("Dice", dice, row(*figures, *more), _fire(salvos, sides), note=note)


def _luck(name: str, fair: Fairness) -> tuple[str, ...]:
    rough = "~" if fair.rough else ""
    return (
        name,
        str(fair.dice),
        f"{fair.mean:.2f}",
        f"{fair.expected:.2f}",
        f"{fair.p_mean:.3f}",
        f"{rough}{fair.p_faces:.3f}",
    )


def _fire(salvos: Sequence[Salvo], sides: Sequence[str]) -> str:
    """Hits of volleys by side and kind of fire, against what the dice promised."""
    lines = []
    chances = {
        what: hit_chance([(s.dice, s.hits) for s in salvos if s.what == what])
        for what in dict.fromkeys(salvo.what for salvo in salvos)
    }
    for side in sides:
        for what, chance in chances.items():
            own = [salvo for salvo in salvos if salvo.what == what and salvo.side == side]
            dice, hits = sum(len(s.dice) for s in own), sum(s.hits for s in own)
            if own:
                lines.append((side, what, str(len(own)), str(dice), str(hits), num(dice * chance) if chance else "–"))
    if not lines:
        return ""
    heads = ("side", "fire", "volleys", "dice", "hits", "expected")
    return "<h3>Hits</h3>" + table(heads, lines, numbers=(2, 3, 4, 5))
