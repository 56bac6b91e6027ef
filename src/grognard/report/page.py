"""The HTML page of a report: one file that loads nothing else, light or dark as the reader's system is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from grognard.render.theme import default

STYLE = Path(__file__).with_name("report.css")
SCRIPT = Path(__file__).with_name("report.js")
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def page(title: str, under: str, sections: Iterable[str], sides: Sequence[str], *, script: bool = False) -> str:
    """A whole page."""
    style = side_colours(sides) + STYLE.read_text("utf-8")
    code = f"<script>{SCRIPT.read_text('utf-8')}</script>" if script else ""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f'<meta name="color-scheme" content="light dark"/><title>{escape(title)}</title><style>{style}</style></head>'
        f"<body><header><h1>{escape(title)}</h1><p>{escape(under)}</p></header>"
        f"<main>{''.join(sections)}</main>{code}</body></html>\n"
    )


def side_colours(sides: Sequence[str]) -> str:
    """The sides' own colours, lighter on a dark page."""
    accents = [default().palette(side).accent for side in sides]
    light = "".join(f"--s{i}:{colour};" for i, colour in enumerate(accents))
    dark = "".join(f"--s{i}:{lighter(colour)};" for i, colour in enumerate(accents))
    classes = "".join(f".s{i}{{--side:var(--s{i})}}" for i in range(len(accents)))
    return f":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}{classes}"


def lighter(colour: str, share: float = 0.42) -> str:
    """A colour mixed with so much white."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(p + (255 - p) * share):02x}" for p in parts)


def section(title: str, *parts: str, note: str = "", id: str = "") -> str:
    """A titled part of the page; nothing if it has nothing to show."""
    inside = "".join(parts)
    if not inside:
        return ""
    said = f'<p class="note">{escape(note)}</p>' if note else ""
    named = f' id="{id}"' if id else ""
    return f"<section{named}><h2>{escape(title)}</h2>{said}{inside}</section>"


def figure(title: str, drawing: str, note: str = "", key: str = "") -> str:
    """A drawing with its title."""
    said = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<figure><figcaption>{escape(title)}{key}</figcaption>{drawing}{said}</figure>"


def row(*figures: str) -> str:
    """Figures beside each other, where there is room."""
    inside = "".join(figures)
    return f'<div class="row">{inside}</div>' if inside else ""


def key(names: Sequence[tuple[str, str]]) -> str:
    """What the colours mean."""
    return '<span class="key">' + "".join(f'<i class="{s}"></i>{escape(n)}' for n, s in names) + "</span>"


def table(heads: Sequence[str], lines: Iterable[Sequence[str]], *, numbers: Sequence[int] = ()) -> str:
    """A table; `numbers` are the columns set flush right."""
    place = [' class="n"' if i in numbers else "" for i in range(len(heads))]
    top = "".join(f"<th{place[i]}>{escape(head)}</th>" for i, head in enumerate(heads))
    body = "".join(
        "<tr>" + "".join(f"<td{place[i]}>{escape(cell)}</td>" for i, cell in enumerate(line)) + "</tr>"
        for line in lines
    )
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
