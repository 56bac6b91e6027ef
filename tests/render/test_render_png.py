"""PNG pictures: the size asked, words with and without fonts, and a clear word when the extra is missing."""

from __future__ import annotations

import struct
import sys
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from grognard import render
from grognard.errors import Invalid
from grognard.render.lettering import outlined, strokes
from grognard.view import Counter

UNIT = Counter(id="a", side="german", type="panzer", symbol="armor", size="XX", strength="4-10", label="25/7")


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


def test_a_picture_has_the_width_asked() -> None:
    pytest.importorskip("resvg_py")
    assert size(render.png(render.counter_svg(UNIT), width=300)) == (300, 300)
    assert size(render.png(render.counter_svg(UNIT, size=84))) == (92, 92)


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(Invalid, match=r"pip install 'grognard\[png\]'"):
        render.png(render.counter_svg(UNIT))


def test_without_fonts_the_words_are_drawn_in_strokes() -> None:
    resvg = pytest.importorskip("resvg_py")
    sheet = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">{}</svg>'
    svg = sheet.format('<text x="2" y="15" font-size="14">9-7</text>')
    blank = sheet.format("")

    def fontless(picture: str) -> bytes:
        return bytes(resvg.svg_to_bytes(svg_string=picture, skip_system_fonts=True))

    assert fontless(svg) == fontless(blank)
    assert fontless(outlined(svg)) != fontless(blank)


def test_a_picture_is_stroked_only_where_there_are_no_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py")
    svg = render.counter_svg(UNIT)
    monkeypatch.setattr("grognard.render.pixels._has_fonts", lambda resvg: True)
    lettered = render.png(svg)
    monkeypatch.setattr("grognard.render.pixels._has_fonts", lambda resvg: False)
    stroked = render.png(svg)
    assert stroked == render.png(outlined(svg))
    assert stroked != lettered


def test_stroked_pictures_keep_everything_but_the_text() -> None:
    svg = render.counter_svg(replace(UNIT, label="Größe <&>"))
    plain = ElementTree.fromstring(outlined(svg))
    assert not [e for e in plain.iter() if e.tag.endswith("}text")]
    assert [e for e in plain.iter() if e.get("data-unit") == "a"]


def test_every_letter_and_figure_has_strokes_of_its_own() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789?-/().,"
    drawn = [strokes(c)[0] for c in letters]
    assert len(set(drawn)) == len(letters)
    assert strokes("ü") == strokes("U")
    assert strokes("AB")[1] > strokes("A")[1]
