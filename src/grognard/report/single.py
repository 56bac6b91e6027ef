"""The page about one match."""

from __future__ import annotations

from html import escape

from grognard.preview import Result
from grognard.report import plots
from grognard.report.atlas import Plate, heat_map, sides_key, slides, small_maps, store, thinned
from grognard.report.axes import num
from grognard.report.chronicle import Chronicle, Snapshot
from grognard.report.combat import DICE_NOTE, dice_section, odds_taken, results_expected
from grognard.report.maps import Sketch
from grognard.report.measures import Measure, measures
from grognard.report.mistakes import match_section
from grognard.report.moments import moments
from grognard.report.page import figure, page, row, section, table
from grognard.report.plots import Bar, Curve
from grognard.report.teller import title

LATEST = 400  # lines of a turn's log that are kept


def match_page(told: Chronicle) -> str:
    """A page about a match, as its chronicle tells it."""
    sketch = Sketch(told.board, told.sides)
    plates = _plates(told, sketch)
    return page(
        title(told.match),
        _under(told),
        [
            _verdict(told),
            _replay(plates, sketch),
            section("Key moments", _moments(told)),
            _course(told),
            _front(told, sketch),
            _combat(told, sketch),
            _dice(told),
            match_section(told.blunders, {s: n for s, n in (told.match.header.players or {}).items() if n}),
            _timeline(told),
        ],
        told.sides,
        script=True,
    )


def _under(told: Chronicle) -> str:
    match, over = told.match, told.match.decision is None
    players = [f"{side}: {name}" for side, name in (match.header.players or {}).items() if name]
    options = [option.title for option in match.game.info.options if match.header.options.get(option.id)]
    last = told.snapshots[-1]
    parts = [
        *players,
        f"{len(match.actions)} actions",
        f"turn {last.turn} of {match.view(told.side).turns}",
        *([f"options: {'; '.join(options)}"] if options else []),
        *([f"seed {match.header.seed}"] if over else []),  # of a running match it would tell the dice to come
        *([f"as the {told.side} side knows it"] if told.side else []),
    ]
    return " · ".join(parts)


def _verdict(told: Chronicle) -> str:
    result = told.match.result
    if result is None:
        now = [f"{name.replace('_', ' ')} {_table_words(values)}" for name, values in told.snapshots[-1].tables.items()]
        more = f"<span>{escape('; '.join(now))}</span>" if now else ""
        return section("Where it stands", f'<div class="verdict"><b>The match goes on</b>{more}</div>', id="result")
    style = f" s{told.sides.index(result.winner)}" if result.winner in told.sides else ""
    points = " ".join(f"<span>{escape(name)} <em>{num(n)}</em></span>" for name, n in result.points.items())
    box = f'<div class="verdict{style}"><b>{escape(result.level or "Draw")}</b>{points}</div>'
    return section("Result", box, _counted(result), id="result")


def _counted(result: Result) -> str:
    if not result.counted:
        return ""
    rows = [(line.what, line.value.replace("-", "−"), line.rule) for line in result.counted]
    return "<h3>How it was counted</h3>" + table(("", "value", "rule"), rows, numbers=(1,))


def _table_words(values: dict[str, float]) -> str:
    return ", ".join(f"{side} {num(value)}" for side, value in values.items())


# --- maps ------------------------------------------------------------------------------------------------------------


def _plates(told: Chronicle, sketch: Sketch) -> list[Plate]:
    return [Plate(_named(snapshot), sketch.position(snapshot)) for snapshot in told.snapshots]


def _replay(plates: list[Plate], sketch: Sketch) -> str:
    note = (
        "A square is a hex with units, larger where they stand together. Thin lines are the moves since the step "
        "before; crosses mark combat."
    )
    return section("Replay", store(sketch, plates), slides(sketch, plates, "The match step by step", note))


def _named(snapshot: Snapshot) -> str:
    return f"{snapshot.title}, {snapshot.date}" if snapshot.date else snapshot.title


def _front(told: Chronicle, sketch: Sketch) -> str:
    picked = thinned(list(dict.fromkeys([*told.turn_starts, len(told.snapshots) - 1])))
    titles = {i: f"Start of turn {told.snapshots[i].turn}" for i in picked}
    titles |= {i: told.snapshots[i].title for i in (picked[0], picked[-1])}
    says = any(snapshot.held for snapshot in told.snapshots)
    how = "as the game counts who holds each hex" if says else "drawn to whoever has the nearest unit"
    return section("The front, turn by turn", small_maps(sketch, titles), note=f"The ground is {how}.")


# --- over the turns --------------------------------------------------------------------------------------------------


def _course(told: Chronicle) -> str:
    turns = [snapshot.turn for snapshot in told.snapshots]
    flags = _flags(told)
    drawn = []
    for measure in measures(dict.fromkeys(name for snapshot in told.snapshots for name in snapshot.tables)):
        curves = [_curve(told, measure, side) for side in told.sides]
        drawing = plots.lines(curves, turns, measure.axis, f"{measure.title} over turns", marks=flags)
        drawn.append(figure(measure.title, drawing, key=sides_key(told.sides)))
    note = "A point for each player's turn. Dotted lines are captures; a step counts whatever it was lost to."
    if told.side and told.match.game.info.secrets:
        note += " Of the other side only what has been seen."
    return section("Points, losses, supply", row(*drawn), note=note)


def _curve(told: Chronicle, measure: Measure, side: str) -> Curve:
    values = [measure.value(snapshot, side) for snapshot in told.snapshots]
    notes = [
        f"{_named(snapshot)}: {side} {num(v)}{f' of {measure.of(snapshot, side)}' if measure.of else ''}"
        for snapshot, v in zip(told.snapshots, values, strict=True)
    ]
    return Curve(side, f"s{told.sides.index(side)}", values, notes)


def _flags(told: Chronicle) -> dict[int, str]:
    """The steps at which places changed hands."""
    flags: dict[int, list[str]] = {}
    for i in range(1, len(told.snapshots)):
        before, after = told.snapshots[i - 1].control, told.snapshots[i].control
        new = [f"{place} to the {side}" for place, side in after.items() if side and before.get(place, side) != side]
        if new and before:
            flags[i] = new
    return {i: f"{_named(told.snapshots[i])}: {', '.join(texts)}" for i, texts in flags.items()}


def _moments(told: Chronicle) -> str:
    items = []
    for moment in moments(told):
        style = f' class="s{told.sides.index(moment.side)}"' if moment.side in told.sides else ""
        items.append(f"<li{style}><span>Turn {moment.turn}</span><div>{escape(moment.text)}</div></li>")
    return f'<ul class="moments">{"".join(items)}</ul>' if items else ""


# --- combat ----------------------------------------------------------------------------------------------------------


def _combat(told: Chronicle, sketch: Sketch) -> str:
    if not told.heat and not told.attacks:
        return ""
    what = "attacks on" if told.attacks else "volleys in"
    place = heat_map(sketch, "Where they fought", what, told.heat)
    return section("Combat", f'<div class="map">{place}</div>', row(*_odds(told)))


def _odds(told: Chronicle) -> list[str]:
    attacks = [attack for attack in told.attacks if attack.result]
    if not attacks:
        return []
    said = f"{len(attacks)} attacks that were rolled for."
    figures = [figure("Odds taken, and what came of them", odds_taken(attacks), said)]
    known = [attack for attack in attacks if attack.chances]
    if known:
        note = "Expected: the chances as the attacker could know them when the attack was declared, added up."
        figures.append(figure("Results against expectation", results_expected(known), note))
    return figures


def _dice(told: Chronicle) -> str:
    note = DICE_NOTE
    if told.match.header.dice is not None:
        note += " These dice were rolled by hand or scripted, not drawn from the seed."
    return dice_section(told.faces, told.salvos, told.sides, note=note)


# --- what was done ---------------------------------------------------------------------------------------------------


def _timeline(told: Chronicle) -> str:
    turns = sorted({turn for turn, _ in told.verbs} | {turn for turn, _ in told.lines})
    steps = []
    for turn in turns:
        bars = []
        for i, side in enumerate(told.sides):
            verbs = told.verbs.get((turn, side), {})
            listed = ", ".join(f"{verb} {n}" for verb, n in sorted(verbs.items(), key=lambda item: -item[1]))
            note = f"Turn {turn}, {side}: {sum(verbs.values())} actions{f' ({listed})' if listed else ''}"
            bars.append(Bar(side, sum(verbs.values()), f"s{i}", note))
        steps.append((str(turn), bars))
    drawing = figure("Actions", plots.stacked(steps, "actions", "turn", "Actions by turn"), key=sides_key(told.sides))
    logs = []
    for turn in turns:
        lines = [line for at, line in told.lines if at == turn]
        kept = "".join(f"<li>{escape(line)}</li>" for line in lines[:LATEST])
        left = f"<li>... and {len(lines) - LATEST} more</li>" if len(lines) > LATEST else ""
        logs.append(f"<details><summary>Turn {turn}: {len(lines)} lines</summary><ol>{kept}{left}</ol></details>")
    return section("What was done", row(drawing), *logs)
