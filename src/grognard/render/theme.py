"""The colours and faces of the map, read from a text file a person can edit."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from grognard.errors import Invalid


class Terrain(msgspec.Struct, frozen=True):
    """How one kind of terrain is printed: a wash of `fill`, edged with `line`, textured in three tones."""

    fill: str
    texture: str = ""
    line: str = ""
    dark: str = ""
    mid: str = ""
    light: str = ""


class Stroke(msgspec.Struct, frozen=True):
    """How a road or a railway is drawn: `core` inside a `case` a little wider."""

    core: str
    case: str
    width: float


class Palette(msgspec.Struct, frozen=True):
    """The colours of one side's counters."""

    body: str
    box: str
    ink: str
    leader: str
    accent: str


class Theme(msgspec.Struct, frozen=True):
    """The look of a picture: fonts, colours and line widths."""

    fonts: dict[str, str]
    ink: dict[str, str]
    water: dict[str, str]
    terrain: dict[str, Terrain]
    lines: dict[str, Stroke]
    city: dict[str, str]
    sides: dict[str, Palette]
    marks: dict[str, str]
    overlays: dict[str, list[str]]

    def ground(self, terrain: str) -> Terrain:
        """The style of a kind of terrain, known or not."""
        return self.terrain.get(terrain) or self.terrain["other"]

    def line(self, kind: str) -> Stroke:
        """The style of a kind of line, known or not."""
        return self.lines.get(kind) or self.lines["track"]

    def palette(self, side: str, *kinds: str) -> Palette:
        """A side's counter colours; a type or a division may have its own (`german.ss`)."""
        own = (self.sides.get(f"{side}.{kind}") for kind in kinds if kind)
        return next((p for p in own if p), None) or self.sides.get(side) or self.sides["neutral"]


def load(path: Path) -> Theme:
    """The theme in a file; Invalid says what is missing or misspelt."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Theme)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as why:
        raise Invalid(f"{path.name} is not a theme: {why}") from None


@cache
def default() -> Theme:
    """The printed-map theme."""
    return load(Path(__file__).with_name("theme.toml"))
