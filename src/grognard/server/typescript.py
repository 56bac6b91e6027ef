"""The messages as TypeScript: `python -m grognard.server.typescript > frontend/src/messages.ts`."""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Union, get_args, get_origin

import msgspec

from grognard import view as v
from grognard.decision import Occasion
from grognard.game import Mark, Option, ScenarioInfo, Term, Waiver
from grognard.games import OwnFacts
from grognard.preview import Budget, Line, Preview, Result
from grognard.server import clubmessages as club
from grognard.server import messages as m
from grognard.server.delta import Patch

HEAD = (
    "// Generated from src/grognard/server/messages.py and src/grognard/view.py by "
    "`python -m grognard.server.typescript`. Do not edit.\n"
)
SHARED = (Option, ScenarioInfo, Term, Mark, Waiver, Line, Budget, Preview, Result, v.Query, v.Overlay)
OF_VIEWS = (v.Counter, v.Due, v.Marker, v.Battle, v.Stage, Occasion, v.OpenDecision)
FACTS = get_args(OwnFacts)
# The page may leave out what has a default in what it sends; the server always sends everything.
FROM_THE_PAGE = {
    m.NewMatch, m.NewPassword, m.Act, m.Undo, m.Propose, m.Answer, m.Resign, m.Say, m.TakeSeat, m.Credentials, m.Hello,
    m.LiveAct,
    club.WantedNotices, club.Confirm, club.Browser, club.Claim,
}  # fmt: skip
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}


def typescript() -> str:
    """The whole file."""
    own = [t for t in vars(m).values() if isinstance(t, type) and issubclass(t, m.Message) and t is not m.Message]
    clubs = [t for t in vars(club).values() if isinstance(t, type) and issubclass(t, club.ClubMessage)]
    clubs.remove(club.ClubMessage)
    structs: list[type[msgspec.Struct]] = [*SHARED, Patch, *OF_VIEWS, *_parts(FACTS), *FACTS, v.View, *clubs, *own]
    blocks = [
        *(_interface(struct) for struct in structs),
        _union("Facts", "What only one game has to show: its own section of a view.", FACTS),
        _union("Live", "Everything the server says on a live connection.", get_args(m.Live)),
    ]
    return "\n".join([HEAD, *blocks])


def _parts(structs: tuple[type[msgspec.Struct], ...]) -> list[type[msgspec.Struct]]:
    """The structs in the fields of structs that are not listed above."""
    found: dict[type[msgspec.Struct], None] = {}
    for struct in structs:
        for hint in typing.get_type_hints(struct).values():
            found |= dict.fromkeys(inner for inner in _within(hint) if inner not in OF_VIEWS)
    return list(found)


def _within(hint: Any) -> Iterator[type[msgspec.Struct]]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for inner in get_args(hint):
        yield from _within(inner)


def _union(name: str, doc: str, of: tuple[type, ...]) -> str:
    return f"/** {doc} */\nexport type {name} = {' | '.join(t.__name__ for t in of)};\n"


def _interface(struct: type[msgspec.Struct]) -> str:
    hints = typing.get_type_hints(struct)
    lines = [f"/** {(struct.__doc__ or '').strip().splitlines()[0]} */", f"export interface {struct.__name__} {{"]
    config = struct.__struct_config__
    if config.tag is not None:
        lines.append(f'  {config.tag_field}: "{config.tag}";')
    for field in msgspec.structs.fields(struct):
        left_out = config.omit_defaults or struct in FROM_THE_PAGE
        optional = "?" if left_out and not field.required else ""
        lines.append(f"  {field.encode_name}{optional}: {_type(hints[field.name])};")
    return "\n".join([*lines, "}", ""])


def _type(hint: Any) -> str:
    if hint in PLAIN:
        return PLAIN[hint]
    if hint is v.F_co:
        return "Facts"
    origin, args = get_origin(hint), get_args(hint)
    if origin is v.View:
        return "View"
    if origin in (Union, types.UnionType):
        return " | ".join(_type(a) for a in args if a is not msgspec.UnsetType)
    if origin in (list, Sequence) or (origin is tuple and args[-1] is Ellipsis):
        inner = _type(args[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(_type(a) for a in args)}]"
    if origin in (dict, Mapping):
        return f"Record<{_type(args[0])}, {_type(args[1])}>"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    raise TypeError(f"no TypeScript for {hint!r}")


if __name__ == "__main__":
    sys.stdout.write(typescript())
