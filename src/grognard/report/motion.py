"""A match as a moving picture: a GIF of its steps (the extras `png` and Pillow, which `env` brings)."""

from __future__ import annotations

import re
from html import escape
from io import BytesIO

from grognard.errors import Invalid
from grognard.render import png
from grognard.render.theme import default
from grognard.report.chronicle import Chronicle
from grognard.report.maps import Sketch

WIDTH = 900
STEP, LAST = 700, 2500  # milliseconds
HEAD = 46
HALO = 'stroke="#efe9da" stroke-width="3" paint-order="stroke"'
COLOURS = {
    "land": "fill:#efe9da",
    "rough": "fill:#e2dcc6",
    "water": "fill:#c9d9de",
    "river": "fill:none;stroke:#9dbac4;stroke-width:3",
    "town": "fill:#7a7264",
    "front": "fill:none;stroke:#2a2722;stroke-width:3.4;stroke-linecap:round",
    "edge": "fill:none;stroke:#fffdf8;stroke-width:7;stroke-linecap:round",
    "fight": "fill:none;stroke:#b3541e;stroke-width:4.4;stroke-linecap:round",
}


def gif(told: Chronicle) -> bytes:
    """The steps of a match as an animated GIF; Invalid if Pillow or resvg is not installed."""
    try:
        from PIL import Image
    except ImportError:
        raise Invalid("--gif needs Pillow: pip install 'grognard[env]'") from None
    sketch = Sketch(told.board, told.sides)
    ground, names = sketch.ground(), sketch.names()
    left, top, right, bottom = sketch.box
    pictures = []
    for snapshot in told.snapshots:
        title = f"{snapshot.title}, {snapshot.date}" if snapshot.date else snapshot.title
        size = max(16.0, (right - left) / 45)
        head = HEAD * size / 24
        wide, high = right - left, bottom - top + head
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top - head} {wide} {high}" '
            f'width="{wide}" height="{high}"><rect x="{left}" y="{top - head}" '
            f'width="{wide}" height="{high}" fill="#fffdf8"/>'
            f'<text x="{left + 8}" y="{top - head * 0.28:.0f}" font-size="{size:.0f}" fill="#2a2722" '
            f'font-family="{default().fonts["serif"]}">{escape(title)}</text>{ground}{sketch.position(snapshot)}{names}</svg>'
        )
        data = png(_dyed(svg, told.sides), width=WIDTH)
        pictures.append(Image.open(BytesIO(data)).convert("RGB").quantize(64, dither=Image.Dither.NONE))
    out = BytesIO()
    times = [STEP] * (len(pictures) - 1) + [LAST]
    pictures[0].save(out, "GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0)
    return out.getvalue()


def _dyed(svg: str, sides: tuple[str, ...]) -> str:
    """The colours written into the drawing, for a painter that reads no style sheet."""
    accents = [default().palette(side).accent for side in sides]

    def style(found: re.Match[str]) -> str:
        kind, _, number = found[1].partition(" s")
        side = accents[int(number)] if number else ""
        own = {
            "hold": f"fill:{side};fill-opacity:.2",
            "unit": f"fill:{side};stroke:#fffdf8;stroke-width:1.4",
            "move": f"fill:none;stroke:{side};stroke-width:2;opacity:.5",
        }
        if kind == "name":
            return f'font-family="{default().fonts["serif"]}" fill="#2a2722" {HALO}'
        return f'style="{own.get(kind) or COLOURS.get(kind, "")}"'

    return re.sub(r'class="([a-z]+(?: s\d)?)"', style, svg)
