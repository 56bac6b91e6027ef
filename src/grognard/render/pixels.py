"""Pictures as PNG, by resvg (the extra `png`)."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from grognard.errors import Invalid
from grognard.render.lettering import outlined
from grognard.render.theme import default


def png(svg: str, *, width: int | None = None) -> bytes:
    """The picture as a PNG so many pixels wide, or one pixel to a drawing unit; Invalid if resvg is not installed."""
    resvg = _resvg()
    return bytes(resvg.svg_to_bytes(svg_string=svg if _has_fonts(resvg) else outlined(svg), width=width))


def _resvg() -> ModuleType:
    try:
        import resvg_py
    except ImportError:
        raise Invalid("PNG pictures need resvg: pip install 'grognard[png]'") from None
    return resvg_py


@cache
def _has_fonts(resvg: ModuleType) -> bool:
    """Whether resvg finds a font for each of our faces: without one it leaves the words out and says nothing."""
    probe = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="8" font-size="9" {}>{}</text></svg>'

    def drawn(family: str, words: str) -> bytes:
        return bytes(resvg.svg_to_bytes(svg_string=probe.format(f'font-family="{family}"', words)))

    return all(drawn(family, "M") != drawn(family, " ") for family in default().fonts.values())
