"""A course as bytes: stored now and then, so that a long match is opened without playing it from the start again.

What is kept can be worked out from the log, and is thrown away when anything that plays it has changed (`stamp`): then
the log is played again. Only classes of the program and of the match's game are read, and the rules and the opening are
never kept, but made anew from the header.
"""

from __future__ import annotations

import io
import pickle
import platform
import zlib
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

import grognard
from grognard.games import folders
from grognard.match import Match
from grognard.server.course import Course
from grognard.server.records import Damaged, start

PLAIN = {("builtins", name) for name in ("set", "frozenset", "bytearray", "range", "slice")} | {
    ("collections", "OrderedDict"),
    ("msgspec._core", "rebuild"),  # makes a struct of ours again; where it lies depends on the version
    ("msgspec._utils", "rebuild"),
}


@cache
def stamp() -> str:
    """What plays matches here: a digest of the program, the games of others, their data and what it runs on."""
    digest = blake2b(f"{platform.python_version()} {msgspec.__version__}".encode(), digest_size=12)
    for root in (Path(grognard.__file__).parent, *folders()):
        for path in sorted([*root.rglob("*.py"), *root.rglob("*.toml")]):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _fixed(match: Match) -> dict[str, object]:
    """What both sides of the border have: nothing of it crosses."""
    return {"game": match.game, "header": match.header, **{f"state {k}": v for k, v in match.opening.fixed.items()}}


class _Packer(pickle.Pickler):
    def __init__(self, file: io.BytesIO, match: Match) -> None:
        super().__init__(file, protocol=5)
        self._names = {id(value): name for name, value in _fixed(match).items()}

    def persistent_id(self, value: Any) -> str | None:
        return self._names.get(id(value))


class _Unpacker(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, match: Match) -> None:
        super().__init__(file)
        self._fixed = _fixed(match)
        self._known = "grognard", _root(type(match.game).__module__)

    def persistent_load(self, name: str) -> Any:
        return self._fixed[name]

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name)
        if (module, name) in PLAIN or (_root(module) in self._known and isinstance(found, type)):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} has no place in a match")


def _root(module: str) -> str:
    """The package a module lies in, the outermost."""
    return module.partition(".")[0]


def pack(what: Course | Match, of: Match) -> bytes:
    """A course, or a match as it stands, as bytes; `of` is a match from the same header that knows its opening."""
    file = io.BytesIO()
    _Packer(file, of).dump(what)
    return zlib.compress(file.getvalue(), 1)


def unpack(content: bytes, begun: Match) -> Any:
    """The course or match again; `begun` is the match at its start. Damaged if it cannot be read."""
    try:
        return _Unpacker(io.BytesIO(zlib.decompress(content)), begun).load()
    except Exception as error:  # whatever is wrong with it, the log can be played instead
        raise Damaged(f"what was kept of it cannot be read: {error!r}") from error


def keep(course: Course) -> bytes:
    """A course as bytes."""
    return pack(course, course.match)


def kept(header: str, content: bytes) -> Course:
    """The course of a match from its header and what was kept."""
    course = unpack(content, start(header))
    if not isinstance(course, Course):
        raise Damaged("what was kept of it is no course")
    return course
