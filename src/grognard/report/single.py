"""The page about one match."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from html import escape

from grognard.preview import Result
from grognard.report import plots
from grognard.report.chance import Fairness, expected_counts, fairness, hit_chance
from grognard.report.chronicle import Chronicle, Frame
from grognard.report.maps import Sketch
from grognard.report.moments import moments
from grognard.report.page import figure, key, page, row, section, table
from grognard.report.plots import Bar, Series, num

SMALL = 14  # maps in the row of turns
FEW = 12  # dice: with fewer there is nothing to see
LATEST = 400  # lines of a turn's log that are kept


def match_page(told: Chronicle) -> str:
    """A page about a match, as its chronicle tells it."""
    match = told.match
    info = match.game.info
    scenario = next((s.title for s in info.scenarios if s.id == match.header.scenario), match.header.scenario)
    sketch = Sketch(told.board, told.sides)
    return page(
        f"{info.title}: {scenario}",
        _under(told),
        [
            _verdict(told),
            _replay(told, sketch),
            section("Key moments", _moments(told)),
            _course(told),
            _front(told, sketch),
            _combat(told, sketch),
            _dice(told),
            _timeline(told),
        ],
        told.sides,
        script=True,
    )


def _under(told: Chronicle) -> str:
    match, over = told.match, told.match.decision is None
    players = [f"{side}: {name}" for side, name in (match.header.players or {}).items() if name]
    options = [option.title for option in match.game.info.options if match.header.options.get(option.id)]
    last = told.frames[-1]
    parts = [
        *players,
        f"{len(match.actions)} actions",
        f"turn {last.turn} of {match.view(told.side).get('turns', last.turn)}",
        *([f"options: {'; '.join(options)}"] if options else []),
        *([f"seed {match.header.seed}"] if over else []),  # of a running match it would tell the dice to come
        *([f"as the {told.side} side knows it"] if told.side else []),
    ]
    return " · ".join(parts)


def _verdict(told: Chronicle) -> str:
    result = told.match.result
    if result is None:
        now = [f"{name} {_table_words(values)}" for name, values in told.frames[-1].tables.items()]
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


def _replay(told: Chronicle, sketch: Sketch) -> str:
    frames = "".join(f'<g id="f{i}">{sketch.position(frame)}</g>' for i, frame in enumerate(told.frames))
    last = len(told.frames) - 1
    titles = [_named(frame) for frame in told.frames]
    store = (
        f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs><g id="ground">'
        f'{sketch.ground()}</g><g id="names">{sketch.names()}</g>{frames}</defs></svg>'
    )
    picture = (
        f'<svg viewBox="{sketch.view_box}" role="img" aria-label="The map, step by step">'
        f'<use href="#ground"/><use class="now" href="#f{last}"/><use href="#names"/></svg>'
    )
    player = (
        f'<div class="player"><button type="button">Play</button><input type="range" min="0" max="{last}" '
        f'value="{last}" aria-label="Step of the match"/><output>{escape(titles[last])}</output></div>'
    )
    caption = f"<figcaption>The match step by step{_sides_key(told)}</figcaption>"
    note = (
        '<p class="note">A square is a hex with units, larger where they stand together. Thin lines are the moves '
        "since the step before; crosses mark combat.</p>"
    )
    box = (
        f'<figure class="map" id="replay" data-titles="{escape(json.dumps(titles))}">{caption}{picture}{player}{note}'
        "</figure>"
    )
    return section("Replay", store, box)


def _named(frame: Frame) -> str:
    return f"{frame.title}, {frame.date}" if frame.date else frame.title


def _sides_key(told: Chronicle) -> str:
    return key([(side, f"s{i}") for i, side in enumerate(told.sides)])


def _front(told: Chronicle, sketch: Sketch) -> str:
    picked = turn_ends(told)
    maps = []
    for i in picked:
        frame = told.frames[i]
        title = frame.title if i in (picked[0], picked[-1]) else f"Start of turn {frame.turn}"
        drawing = (
            f'<svg viewBox="{sketch.view_box}" role="img" aria-label="{escape(title)}"><use href="#ground"/>'
            f'<use href="#f{i}"/></svg>'
        )
        maps.append(figure(title, drawing))
    says = any(frame.held for frame in told.frames)
    how = "as the game counts who holds each hex" if says else "drawn to whoever has the nearest unit"
    return section("The front, turn by turn", f'<div class="small">{"".join(maps)}</div>', note=f"The ground is {how}.")


def turn_ends(told: Chronicle, most: int = SMALL) -> list[int]:
    """The first frame of every turn and the last of all; evenly fewer if there are too many."""
    firsts = [i for i, f in enumerate(told.frames) if i == 0 or told.frames[i - 1].turn != f.turn]
    both = (i for i, f in enumerate(told.frames) if len({unit.side for unit in f.units}) > 1)
    firsts[0] = next((i for i in both if told.frames[i].turn == told.frames[0].turn), 0)  # once both are there
    picked = list(dict.fromkeys([*firsts, len(told.frames) - 1]))
    if len(picked) <= most:
        return picked
    return [picked[round(k * (len(picked) - 1) / (most - 1))] for k in range(most)]


# --- over the turns --------------------------------------------------------------------------------------------------


def _course(told: Chronicle) -> str:
    turns = [frame.turn for frame in told.frames]
    names = dict.fromkeys(name for frame in told.frames for name in frame.tables)
    flags = _flags(told)
    drawn = []
    for name in names:
        series = _series(told, _counted_in(name))
        title = name.capitalize()
        drawn.append(_figure(told, title, plots.lines(series, turns, name, f"{title} over turns", marks=flags)))
    lost: list[tuple[str, Callable[[Frame, str], float]]] = [
        ("Units eliminated", lambda frame, side: frame.eliminated.get(side, 0)),
        ("Steps lost", lambda frame, side: frame.steps.get(side, 0)),
    ]
    for title, value in lost:
        series = _series(told, value)
        drawn.append(_figure(told, title, plots.lines(series, turns, "since the start", title, marks=flags)))
    series = _series(told, lambda f, s: f.unsupplied(s)[0], lambda f, s: f.unsupplied(s)[1])
    drawn.append(
        _figure(told, "Units out of supply", plots.lines(series, turns, "units", "Out of supply", marks=flags))
    )
    note = "A point for each player's turn. Dotted lines are captures; a step counts whatever it was lost to."
    if told.side and told.match.game.info.secrets:
        note += " Of the other side only what has been seen."
    return section("Points, losses, supply", row(*drawn), note=note)


def _series(
    told: Chronicle, value: Callable[[Frame, str], float], of: Callable[[Frame, str], int] | None = None
) -> list[Series]:
    found = []
    for i, side in enumerate(told.sides):
        values = [value(frame, side) for frame in told.frames]
        notes = [
            f"{_named(frame)}: {side} {num(v)}{f' of {of(frame, side)}' if of else ''}"
            for frame, v in zip(told.frames, values, strict=True)
        ]
        found.append(Series(side, f"s{i}", values, notes))
    return found


def _counted_in(name: str) -> Callable[[Frame, str], float]:
    return lambda frame, side: frame.tables.get(name, {}).get(side, 0.0)


def _figure(told: Chronicle, title: str, drawing: str) -> str:
    return figure(title, drawing, key=_sides_key(told))


def _flags(told: Chronicle) -> dict[int, str]:
    """The steps at which places changed hands."""
    flags: dict[int, list[str]] = {}
    for i in range(1, len(told.frames)):
        before, after = told.frames[i - 1].control, told.frames[i].control
        new = [f"{place} to the {side}" for place, side in after.items() if side and before.get(place, side) != side]
        if new and before:
            flags[i] = new
    return {i: f"{_named(told.frames[i])}: {', '.join(texts)}" for i, texts in flags.items()}


def _moments(told: Chronicle) -> str:
    items = []
    for moment in moments(told):
        style = f' class="s{told.sides.index(moment.side)}"' if moment.side in told.sides else ""
        items.append(f"<li{style}><span>Turn {moment.turn}</span><div>{escape(moment.text)}</div></li>")
    return f'<ul class="moments">{"".join(items)}</ul>' if items else ""


# --- combat ----------------------------------------------------------------------------------------------------------


def _combat(told: Chronicle, sketch: Sketch) -> str:
    if not told.heat and not told.fights:
        return ""
    picture = (
        f'<svg viewBox="{sketch.view_box}" role="img" aria-label="Where they fought"><use href="#ground"/>'
        f'{sketch.heat(told.heat)}<use href="#names"/></svg>'
    )
    what = "attacks on" if told.fights else "volleys in"
    place = figure("Where they fought", picture, f"The darker, the more {what} the hex; the most: {_hottest(told)}.")
    return section("Combat", f'<div class="map">{place}</div>', row(*_odds(told)))


def _hottest(told: Chronicle) -> str:
    ranked = sorted(told.heat.items(), key=lambda item: -item[1])[:3]
    names, places = told.board.grid.names, told.board.place_at
    return ", ".join(f"{places[h].name if h in places else names[h]} ({count})" for h, count in ranked)


def _odds(told: Chronicle) -> list[str]:
    fights = [fight for fight in told.fights if fight.result]
    if not fights:
        return []
    columns = sorted({fight.column for fight in fights}, key=_odds_order)
    results = [result for result, _ in Counter(fight.result for fight in fights).most_common()]
    counts = Counter((fight.column, fight.result) for fight in fights)
    taken = figure(
        "Odds taken, and what came of them",
        plots.grid(columns, results, counts, "Attacks by odds and result"),
        f"{len(fights)} attacks that were rolled for.",
    )
    known = [fight for fight in fights if fight.chances]
    if not known:
        return [taken]
    expected = expected_counts(fight.chances for fight in known)
    real = Counter(fight.result for fight in known)
    lines = [
        (name, str(real[name]), f"{expected.get(name, 0):.1f}")
        for name in sorted({*expected, *real}, key=lambda n: -max(real[n], expected.get(n, 0)))
    ]
    note = "Expected: the chances as the attacker could know them when the attack was declared, added up."
    return [
        taken,
        figure("Results against expectation", table(("result", "came", "expected"), lines, numbers=(1, 2)), note),
    ]


def _odds_order(column: str) -> tuple[float, str]:
    """Odds columns from the worst to the best; others by name."""
    for sign in (":", "-"):
        left, _, right = column.partition(sign)
        if left.isdigit() and right.isdigit() and int(right):
            return int(left) / int(right), column
    return float("inf"), column


# --- dice ------------------------------------------------------------------------------------------------------------


def _dice(told: Chronicle) -> str:
    figures = []
    lines = []
    for sides in sorted({throw.sides for throw in told.throws}):
        groups = [("all dice", "hot", [t.face for t in told.throws if t.sides == sides])]
        for i, side in enumerate(told.sides):
            groups.append((side, f"s{i}", [t.face for t in told.throws if t.sides == sides and t.side == side]))
        for name, style, thrown in groups:
            fair = fairness(thrown, sides)
            if fair is not None:
                lines.append(_luck(name if sides == 6 else f"{name}, d{sides}", fair))
                if fair.dice >= FEW:
                    label = f"Faces thrown, {name}"
                    figures.append(figure(label, plots.faces(fair, style, label)))
    if not lines:
        return ""
    heads = ("dice of", "thrown", "mean", "fair mean", "p of the mean", "p of the faces")
    note = (
        "p is the chance that fair dice come out at least as far off. The mean is counted out exactly; the spread of "
        "the faces is a chi-square test (~: too few dice for it to say much). One test in twenty is below 0.05 by "
        "chance alone. A side's dice are those of its own attacks and fire."
    )
    if told.match.header.dice is not None:
        note += " These dice were rolled by hand or scripted, not drawn from the seed."
    return section("Dice", table(heads, lines, numbers=(1, 2, 3, 4, 5)), row(*figures), _fire(told), note=note)


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


def _fire(told: Chronicle) -> str:
    """Hits of volleys by side and kind of fire, against what the dice promised."""
    lines = []
    chances = {
        what: hit_chance([(s.dice, s.hits) for s in told.salvos if s.what == what])
        for what in dict.fromkeys(salvo.what for salvo in told.salvos)
    }
    for side in told.sides:
        for what, chance in chances.items():
            own = [salvo for salvo in told.salvos if salvo.what == what and salvo.side == side]
            dice, hits = sum(len(s.dice) for s in own), sum(s.hits for s in own)
            if own:
                lines.append((side, what, str(len(own)), str(dice), str(hits), num(dice * chance) if chance else "–"))
    if not lines:
        return ""
    heads = ("side", "fire", "volleys", "dice", "hits", "expected")
    return "<h3>Hits</h3>" + table(heads, lines, numbers=(2, 3, 4, 5))


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
    drawing = figure("Actions", plots.stacked(steps, "actions", "turn", "Actions by turn"), key=_sides_key(told))
    logs = []
    for turn in turns:
        lines = [line for at, line in told.lines if at == turn]
        kept = "".join(f"<li>{escape(line)}</li>" for line in lines[:LATEST])
        left = f"<li>... and {len(lines) - LATEST} more</li>" if len(lines) > LATEST else ""
        logs.append(f"<details><summary>Turn {turn}: {len(lines)} lines</summary><ol>{kept}{left}</ol></details>")
    return section("What was done", row(drawing), *logs)
